/* SPDX-License-Identifier: MIT */
/* cgi period FILE [N _]: the period of the main game's SG values, of a heap or of a row of two numbers, with the theorem that proves it, or
 * the period observed. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "cli/command/command.h"
#include "cli/print/report.h"

static const char *period_verdict(const struct period *p)
{
    return p->proved ? "proved" : p->found ? "observed" : "none found";
}

/* What is asked, and the answer. */
struct period_question {
    struct row_wanted row; /* of a row */
    bool of_row;
    uint64_t last;
    const char *row_name; /* "wythoff(3, b)"; NULL: a heap */
};
struct period_answer {
    struct period period;
    const char *solver, *premises;
};

static void period_text(const struct request *request, const struct period_question *q,
                        const struct period_answer *answer)
{
    const struct period *p = &answer->period;
    report_field(request, "verdict", "%s", period_verdict(p));
    if (q->row_name) report_field(request, "row", "%s", q->row_name);
    if (p->found) {
        report_field(request, "period", "%" PRIu64, p->period);
        report_field(request, "preperiod", "%" PRIu64, p->preperiod);
        if (p->saltus) report_field(request, "saltus", "%" PRId64, p->saltus);
    }
    report_field(request, "computed", "%s 0 to %" PRIu64 ", by %s", q->row_name ? "numbers" : "heaps", p->to,
                 answer->solver ? answer->solver : "search");
    if (p->theorem) report_field(request, "theorem", "%s", p->theorem);
    if (answer->premises) report_field(request, "premises", "%s", answer->premises);
}

static void period_json(const struct engine *engine, const struct period_question *q,
                        const struct period_answer *answer, const char *label)
{
    const struct period *p = &answer->period;
    struct json json = {.out = stdout};
    json_object(&json, NULL);
    json_int(&json, "cgi", 1);
    json_string(&json, "game", engine->model->games[engine->model->main_game].name);
    if (*label) json_string(&json, "set", label);
    json_string(&json, "verdict", period_verdict(p));
    if (q->row_name) json_string(&json, "row", q->row_name);
    if (p->found) {
        json_int(&json, "preperiod", (int64_t)p->preperiod);
        json_int(&json, "period", (int64_t)p->period);
        json_int(&json, "saltus", p->saltus);
    } else {
        json_string(&json, "preperiod", NULL);
        json_string(&json, "period", NULL);
        json_string(&json, "saltus", NULL);
    }
    json_int(&json, "to", (int64_t)p->to);
    json_string(&json, "theorem", p->theorem);
    if (q->row_name) json_string(&json, "premises", answer->premises);
    json_string(&json, "solver", answer->solver);
    json_end(&json);
}

/* A number and '_', in any order. */
static bool read_row(const struct request *request, struct period_question *q)
{
    if (request->word_count != 3) return false;
    bool second = strcmp(request->words[1], "_") == 0;
    const char *number = request->words[second ? 2 : 1], *open = request->words[second ? 1 : 2];
    size_t length = strlen(number);
    if (strcmp(open, "_") != 0 || length == 0 || length > 9 || strspn(number, "0123456789") != length) return false;
    q->of_row = true;
    q->row.held = second;
    q->row.number = (int64_t)strtoull(number, NULL, 10);
    return true;
}

static enum status name_row(struct engine *engine, struct period_question *q)
{
    const struct game *game = &engine->model->games[engine->model->main_game];
    const char *open = game->field_count == 2 ? game->fields[1 - q->row.held].name : "_";
    int number = (int)q->row.number;
    q->row_name = q->row.held ? arena_printf(&engine->answers, "%s(%s, %d)", game->name, open, number)
                              : arena_printf(&engine->answers, "%s(%d, %s)", game->name, number, open);
    return q->row_name ? ST_OK : ST_NO_MEMORY;
}

static enum status ask(struct engine *engine, struct period_question *q, struct period_answer *answer)
{
    int game = engine->model->main_game;
    if (!q->of_row) return find_period(engine->env, game, q->last, &engine->answers, &answer->period, &answer->solver);
    q->row.game = game;
    q->row.last = q->last;
    answer->solver = "rows";
    enum status st = name_row(engine, q);
    if (st != ST_OK) return st;
    return find_row_period(engine->env, &q->row, &engine->answers, &answer->period, &answer->premises);
}

int command_period(struct request *request)
{
    struct engine *engine;
    struct period_question q = {0};
    if (request->word_count != 1 && !read_row(request, &q))
        return usage_error(request, "period takes one rule file, and for a row of two numbers a number and _: 3 _");
    int code = request_open(request, request->words[0], STAGE_ALL, &engine);
    if (!engine) return code;
    q.last = request->value[OPT_TO] ? strtoull(request->value[OPT_TO], NULL, 10) : 0;
    enum status st = engine_needs_game(engine);
    for (size_t i = 0; st == ST_OK && i < engine->sweep_count; i++) {
        const char *label;
        struct period_answer answer = {0};
        if (i && !request_has(request, OPT_JSON)) putchar('\n');
        st = engine_select(engine, i, &label);
        if (st == ST_OK) st = ask(engine, &q, &answer);
        progress_clear(request);
        if (st != ST_OK) break;
        if (request_has(request, OPT_JSON)) {
            period_json(engine, &q, &answer, label);
        } else {
            if (*label) report_field(request, "set", "%s", label);
            period_text(request, &q, &answer);
        }
    }
    code = finish(request, engine, st);
    engine_close(engine);
    return code;
}
