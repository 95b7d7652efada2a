/* SPDX-License-Identifier: MIT */
/* cgi table FILE RANGE...: a list of rows; for people, two fields in which every row has a value are shown as a
 * square. */
#include <inttypes.h>
#include <string.h>
#include "cli/command/command.h"
#include "cli/print/diagnostics.h"
#include "cli/print/report.h"
#include "engine/open/position.h"

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

/* A sweep is one table: its first columns are the swept parameters, with one header. If one setting has SG values and
 * another has none, the cells are empty. */
static void table_csv(const struct engine *engine, const struct table_answer *t, bool header, bool *with_sg)
{
    if (header) *with_sg = t->has_sg;
    size_t values = t->column_count - (t->has_sg ? 2 : 1);
    for (size_t i = 0; header && i < engine->setting_count; i++)
        if (engine->settings[i].count > 1) printf("%s,", engine->model->params[engine->settings[i].param].name);
    for (size_t c = 0; header && c < t->column_count; c++) printf("%s%s", c ? "," : "", t->columns[c]);
    if (header) putchar('\n');
    for (size_t r = 0; r < t->row_count; r++) {
        const char **cells = &t->cells[r * t->column_count];
        for (size_t i = 0; i < engine->setting_count; i++)
            if (engine->settings[i].count > 1) printf("%" PRId64 ",", engine->params[engine->settings[i].param].value);
        for (size_t c = 0; c < values; c++) printf("%s,", cells[c]);
        if (*with_sg) printf("%s,", t->has_sg ? cells[values] : "");
        puts(cells[t->column_count - 1]);
    }
}

/* The column of values: SG values if there are any, else outcomes. */
static size_t value_column(const struct table_answer *t) { return t->column_count - (t->has_sg ? 2 : 1); }

static int table_bfile(const struct request *request, const struct table_answer *t)
{
    if (value_column(t) != 1 || !t->has_sg)
        return usage_error(request, "--bfile needs a game of one field that has SG values");
    for (size_t r = 0; r < t->row_count; r++)
        printf("%s %s\n", t->cells[r * t->column_count], t->cells[r * t->column_count + 1]);
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

static void table_list(const struct request *request, const struct table_answer *t)
{
    size_t width[MODEL_MAX_FIELDS + 2];
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
}

/* Two fields: one line for each value of the first. Only if no position of the box is missing. */
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

static void table_text(struct request *request, const struct table_answer *t, const struct axis *axes,
                       size_t axis_count, const char *label)
{
    if (*label) report_field(request, "set", "%s", label);
    bool whole = axis_count == 2 &&
                 t->row_count == (size_t)(axes[0].high - axes[0].low + 1) * (size_t)(axes[1].high - axes[1].low + 1);
    if (whole) table_square(request, t, axes);
    else table_list(request, t);
    fflush(stdout);
    fprintf(stderr, "%s: %s\n", t->solver ? t->solver : "table", t->claim ? t->claim : "");
}

int command_table(struct request *request)
{
    struct engine *engine;
    if (request->word_count == 0) return usage_error(request, "table needs a rule file and a range for each field");
    int code = request_open(request, request->words[0], STAGE_ALL, &engine);
    if (!engine) return code;
    struct axis axes[MODEL_MAX_FIELDS];
    struct wanted wanted = request_wanted(request, engine);
    size_t count = request->word_count - 1;
    bool in_json = request_has(request, OPT_JSON), csv = request_has(request, OPT_CSV), with_sg = false;
    enum status st = engine_axes(engine, request->words + 1, count, axes);
    int printed = EXIT_DONE;
    if (st == ST_OK && request_has(request, OPT_BFILE) && engine->sweep_count > 1)
        printed = usage_error(request, "--bfile is one sequence, and the sweep makes %zu; set one value, or use --csv",
                              engine->sweep_count);
    for (size_t i = 0; st == ST_OK && printed == EXIT_DONE && i < engine->sweep_count; i++) {
        const char *label;
        struct table_answer t = {0};
        st = engine_select(engine, i, &label);
        if (st == ST_OK)
            st = tabulate(engine->env, engine->model->main_game, axes, count, &wanted, &engine->answers, &t);
        progress_clear(request);
        if (st != ST_OK) break;
        bool bare = csv || request_has(request, OPT_BFILE); /* no line for claims */
        if (bare && t.assumed)
            diag(&engine->diags, D_ASSUMED, engine->model->games[engine->model->main_game].span, t.assumed);
        if (i && !in_json && !csv) putchar('\n');
        if (in_json) table_json(engine, &t, label);
        else if (csv) table_csv(engine, &t, i == 0, &with_sg);
        else if (request_has(request, OPT_BFILE)) printed = table_bfile(request, &t);
        else table_text(request, &t, axes, count, label);
        arena_free(&engine->answers);
    }
    code = finish(request, engine, st);
    engine_close(engine);
    return code ? code : printed;
}
