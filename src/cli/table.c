/* cgi table FILE RANGE...: a list of rows; two fields without SG-less rows are drawn as a square for people. */
#include <string.h>
#include "cli/report.h"

int command_table(struct request *request);

static void table_json(const struct engine *engine, const struct table_answer *t, const char *label)
{
    struct json json = {.out = stdout};
    json_object(&json, NULL);
    json_int(&json, "cgi", 1);
    json_string(&json, "game", engine->model->games[engine->model->main_game].name);
    if (*label) json_string(&json, "set", label);
    json_array(&json, "columns");
    for (size_t c = 0; c < t->column_count; c++) json_string(&json, NULL, t->columns[c]);
    json_end(&json);
    json_array(&json, "rows");
    for (size_t r = 0; r < t->row_count; r++) {
        json_array(&json, NULL);
        for (size_t c = 0; c < t->column_count; c++) {
            const char *cell = t->cells[r * t->column_count + c];
            if (c + 1 == t->column_count) json_string(&json, NULL, cell);
            else json_decimal(&json, NULL, cell);
        }
        json_end(&json);
    }
    json_end(&json);
    json_string(&json, "solver", t->solver);
    json_string(&json, "claim", t->claim);
    json_end(&json);
}

static void table_csv(const struct table_answer *t)
{
    for (size_t c = 0; c < t->column_count; c++) printf("%s%s", c ? "," : "", t->columns[c]);
    putchar('\n');
    for (size_t r = 0; r < t->row_count; r++) {
        for (size_t c = 0; c < t->column_count; c++) {
            if (c) putchar(',');
            fputs(t->cells[r * t->column_count + c], stdout);
        }
        putchar('\n');
    }
}

/* The columns of values: SG where there is one, else the outcome. */
static size_t value_column(const struct table_answer *t) { return t->column_count - (t->has_sg ? 2 : 1); }

static int table_bfile(const struct request *request, const struct table_answer *t)
{
    if (value_column(t) != 1 || !t->has_sg)
        return usage_error(request, "--bfile needs a game of one field that has SG values");
    for (size_t r = 0; r < t->row_count; r++) printf("%s %s\n", t->cells[r * t->column_count], t->cells[r * t->column_count + 1]);
    return EXIT_DONE;
}

static size_t widest(const struct table_answer *t, size_t column, size_t least)
{
    for (size_t r = 0; r < t->row_count; r++) {
        size_t n = strlen(t->cells[r * t->column_count + column]);
        if (n > least) least = n;
    }
    return least;
}

static enum status table_list(const struct request *request, struct arena *arena, const struct table_answer *t)
{
    size_t *width = arena_array(arena, t->column_count, sizeof *width);
    if (!width) return ST_NO_MEMORY;
    fputs(style(request->color, "bold"), stdout);
    for (size_t c = 0; c < t->column_count; c++) {
        width[c] = widest(t, c, strlen(t->columns[c]));
        printf("%s%*s", c ? "  " : "", (int)width[c], t->columns[c]);
    }
    printf("%s\n", style(request->color, "off"));
    for (size_t r = 0; r < t->row_count; r++)
        for (size_t c = 0; c < t->column_count; c++)
            printf("%s%*s%s", c ? "  " : "", (int)width[c], t->cells[r * t->column_count + c],
                   c + 1 == t->column_count ? "\n" : "");
    return ST_OK;
}

/* Two fields: one line for each value of the first. Only when no position of the box is left out. */
static void table_square(const struct request *request, const struct table_answer *t, const struct axis *axes)
{
    size_t columns = (size_t)(axes[1].high - axes[1].low) + 1, v = value_column(t);
    size_t width = widest(t, 1, 1), values = widest(t, v, 1), first = widest(t, 0, strlen(t->columns[0]));
    if (values > width) width = values;
    printf("%s%*s\\%s", style(request->color, "bold"), (int)first, t->columns[0], t->columns[1]);
    for (size_t j = 0; j < columns; j++)
        printf("%s%*s", j ? " " : "", (int)(width + (j ? 0 : 1)), t->cells[j * t->column_count + 1]);
    printf("%s\n", style(request->color, "off"));
    for (size_t r = 0; r < t->row_count; r += columns) {
        printf("%*s%*s", (int)first, t->cells[r * t->column_count], (int)strlen(t->columns[1]) + 1, "");
        for (size_t j = 0; j < columns; j++)
            printf("%s%*s", j ? " " : "", (int)(width + (j ? 0 : 1)), t->cells[(r + j) * t->column_count + v]);
        putchar('\n');
    }
}

static int table_print(struct request *request, struct engine *engine, const struct table_answer *t,
                       const struct axis *axes, size_t axis_count, const char *label)
{
    progress_clear(request);
    if (request_has(request, OPT_JSON)) table_json(engine, t, label);
    else if (request_has(request, OPT_CSV)) table_csv(t);
    else if (request_has(request, OPT_BFILE)) return table_bfile(request, t);
    else {
        if (*label) report_field(request, "set", "%s", label);
        bool whole = axis_count == 2 && t->row_count == (size_t)(axes[0].high - axes[0].low + 1) *
                                                            (size_t)(axes[1].high - axes[1].low + 1);
        if (whole) table_square(request, t, axes);
        else if (table_list(request, &engine->answers, t) != ST_OK) return finish(request, engine, ST_NO_MEMORY);
        fflush(stdout);
        fprintf(stderr, "%s: %s\n", t->solver ? t->solver : "table", t->claim ? t->claim : "");
    }
    return EXIT_DONE;
}

int command_table(struct request *request)
{
    struct engine *engine;
    if (request->word_count == 0) return usage_error(request, "table needs a rule file and a range for each field");
    int code = request_open(request, request->words[0], STAGE_ALL, &engine);
    if (!engine) return code;
    struct axis axes[MODEL_MAX_FIELDS];
    struct wanted wanted;
    enum status st = request_wanted(request, engine, &wanted) ? ST_OK : ST_USAGE;
    size_t count = request->word_count - 1;
    if (st == ST_OK) st = engine_axes(engine, request->words + 1, count, axes);
    int printed = EXIT_DONE;
    for (size_t i = 0; st == ST_OK && printed == EXIT_DONE && i < engine->sweep_count; i++) {
        const char *label;
        struct table_answer t = {0};
        st = engine_select(engine, i, &label);
        if (st == ST_OK)
            st = tabulate(engine->env, engine->model->main_game, axes, count, &wanted, &engine->answers, &t);
        if (st == ST_OK) printed = table_print(request, engine, &t, axes, count, label);
    }
    code = finish(request, engine, st);
    engine_close(engine);
    return code ? code : printed;
}
