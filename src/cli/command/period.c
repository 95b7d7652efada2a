/* SPDX-License-Identifier: MIT */
/* cgi period FILE: the period of the main game's SG values, with the theorem that proves it, or the period observed. */
#include <inttypes.h>
#include <stdlib.h>
#include "cli/command/command.h"
#include "cli/print/report.h"

static const char *period_verdict(const struct period *p)
{
    return p->proved ? "proved" : p->found ? "observed" : "none found";
}

static void period_text(const struct request *request, const struct period *p, const char *solver)
{
    report_field(request, "verdict", "%s", period_verdict(p));
    if (p->found) {
        report_field(request, "period", "%" PRIu64, p->period);
        report_field(request, "preperiod", "%" PRIu64, p->preperiod);
        if (p->saltus) report_field(request, "saltus", "%" PRId64, p->saltus);
    }
    report_field(request, "computed", "heaps 0 to %" PRIu64 ", by %s", p->to, solver ? solver : "search");
    if (p->theorem) report_field(request, "theorem", "%s", p->theorem);
}

static void period_json(const struct engine *engine, const struct period *p, const char *solver, const char *label)
{
    struct json json = {.out = stdout};
    json_object(&json, NULL);
    json_int(&json, "cgi", 1);
    json_string(&json, "game", engine->model->games[engine->model->main_game].name);
    if (*label) json_string(&json, "set", label);
    json_string(&json, "verdict", period_verdict(p));
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
    json_string(&json, "solver", solver);
    json_end(&json);
}

int command_period(struct request *request)
{
    struct engine *engine;
    if (request->word_count != 1) return usage_error(request, "period takes one rule file");
    int code = request_open(request, request->words[0], STAGE_ALL, &engine);
    if (!engine) return code;
    uint64_t last = request->value[OPT_TO] ? strtoull(request->value[OPT_TO], NULL, 10) : 0;
    enum status st = engine_needs_game(engine);
    for (size_t i = 0; st == ST_OK && i < engine->sweep_count; i++) {
        const char *label, *solver = NULL;
        struct period period = {0};
        if (i && !request_has(request, OPT_JSON)) putchar('\n');
        st = engine_select(engine, i, &label);
        if (st == ST_OK)
            st = find_period(engine->env, engine->model->main_game, last, &engine->answers, &period, &solver);
        progress_clear(request);
        if (st != ST_OK) break;
        if (request_has(request, OPT_JSON)) {
            period_json(engine, &period, solver, label);
        } else {
            if (*label) report_field(request, "set", "%s", label);
            period_text(request, &period, solver);
        }
    }
    code = finish(request, engine, st);
    engine_close(engine);
    return code;
}
