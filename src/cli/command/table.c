/* SPDX-License-Identifier: MIT */
/* cgi table FILE RANGE...: a list of rows; for people, two fields in which every row has a value are shown as a
 * square. */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "cli/command/command.h"
#include "cli/print/diagnostics.h"
#include "cli/print/report.h"
#include "cli/print/rows.h"
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

/* The column of values: SG values if there are any, else outcomes. */
static size_t value_column(const struct table_answer *t) { return t->column_count - (t->has_sg ? 2 : 1); }

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

/* Rows written as they are found: CSV, where a sweep is one table, `n value` lines and bytes, which are one sequence. */
static enum status pour_table(struct engine *engine, const struct axis *axes, size_t count, const struct wanted *wanted,
                              struct rows *rows)
{
    struct table_answer t = {0};
    struct table_sink sink = {rows_take, rows, rows->form == ROWS_BITS ? rows_take_lost : NULL};
    int game = engine->model->main_game;
    rows_next(rows);
    enum status st = table_pour(engine->env, game, axes, count, wanted, &engine->answers, &sink, &t);
    if (st == ST_OK && t.assumed) diag(&engine->diags, D_ASSUMED, engine->model->games[game].span, t.assumed);
    return st;
}

static enum status show_table(struct request *request, struct engine *engine, const struct axis *axes, size_t count,
                              const struct wanted *wanted, const char *label)
{
    struct table_answer t = {0};
    enum status st = tabulate(engine->env, engine->model->main_game, axes, count, wanted, &engine->answers, &t);
    progress_clear(request);
    if (st == ST_OK && request_has(request, OPT_JSON)) table_json(engine, &t, label);
    else if (st == ST_OK) table_text(request, &t, axes, count, label);
    return st;
}

static enum status all_tables(struct request *request, struct engine *engine, const struct axis *axes, size_t count,
                              struct rows *rows)
{
    struct wanted wanted = request_wanted(request, engine);
    enum status st = ST_OK;
    if (rows && rows->form == ROWS_BITS) wanted.sg = false;
    wanted.sg_alone = request_has(request, OPT_ASK) && wanted.sg;
    for (size_t i = 0; st == ST_OK && i < engine->sweep_count; i++) {
        const char *label;
        st = engine_select(engine, i, &label);
        if (st != ST_OK) break;
        if (i && !rows && !request_has(request, OPT_JSON)) putchar('\n');
        st = rows ? pour_table(engine, axes, count, &wanted, rows)
                  : show_table(request, engine, axes, count, &wanted, label);
        arena_free(&engine->answers);
    }
    return st;
}

/* An exit code if the options do not go together. */
static int mistaken(const struct request *request, const struct engine *engine)
{
    const char *one = request_has(request, OPT_BFILE) ? "bfile" : request_has(request, OPT_BINARY) ? "binary" : NULL;
    const struct wanted *wanted = &request->wanted;
    if (one && engine->sweep_count > 1)
        return usage_error(request, "--%s is one sequence, and the sweep makes %zu; set one value, or use --csv", one,
                           engine->sweep_count);
    if ((request_has(request, OPT_TITLE) || request_has(request, OPT_OFFSET)) && !request_has(request, OPT_BFILE))
        return usage_error(request, "--title and --offset are about the lines of --bfile; add it");
    if (request_has(request, OPT_TITLE) && strpbrk(request->value[OPT_TITLE], "\r\n"))
        return usage_error(request, "--title takes one line");
    if (request_has(request, OPT_ASK) && (wanted->wins || wanted->remoteness || wanted->kernel))
        return usage_error(request, "--ask of a table is sg or outcome, not '%s'", request->value[OPT_ASK]);
    if (request_has(request, OPT_BINARY) && isatty(STDOUT_FILENO))
        return usage_error(request, "--binary writes bytes, which a terminal cannot show; send them to a file");
    return EXIT_DONE;
}

int command_table(struct request *request)
{
    struct engine *engine;
    if (request->word_count == 0) return usage_error(request, "table needs a rule file and a range for each field");
    int code = request_open(request, request->words[0], STAGE_ALL, &engine);
    if (!engine) return code;
    struct axis axes[MODEL_MAX_FIELDS];
    struct rows rows;
    size_t count = request->word_count - 1;
    bool bare = request_has(request, OPT_CSV) || request_has(request, OPT_BFILE) || request_has(request, OPT_BINARY);
    enum status st = engine_axes(engine, request->words + 1, count, axes);
    int mistake = st == ST_OK ? mistaken(request, engine) : EXIT_DONE;
    if (bare && !rows_open(&rows, request, engine, axes, count)) st = ST_NO_MEMORY;
    if (st == ST_OK && !mistake) st = all_tables(request, engine, axes, count, bare ? &rows : NULL);
    if (bare) {
        int said = rows_close(&rows);
        if (said) mistake = said;
        if (said || rows.failed) st = ST_OK; /* it was said, or main says it */
    }
    code = finish(request, engine, st);
    engine_close(engine);
    if (bare && rows.failed) errno = rows.error;
    return code ? code : mistake;
}
