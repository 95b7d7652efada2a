/* SPDX-License-Identifier: MIT */
/* --dump=STAGE prints the result of a stage, for tests and for curious authors. */
#include <string.h>
#include "cli/command/command.h"
#include "cli/print/report.h"
#include "engine/graph/dump_graph.h"
#include "engine/open/position.h"

static int dump_text(struct text *out)
{
    fputs(text_c(out), stdout);
    int code = out->failed ? status_exit_code(ST_NO_MEMORY) : EXIT_DONE;
    text_free(out);
    return code;
}

static enum status dump_plan(struct request *request, struct engine *engine)
{
    struct wanted wanted = request_wanted(request, engine);
    struct position position;
    struct answer answer = {0};
    enum status st = engine_position(engine, request->words + 1, request->word_count - 1, &position);
    if (st == ST_OK) st = analyze(engine->env, &position, &wanted, &engine->answers, &answer);
    if (st == ST_OK || status_is_budget(st))
        report_plan(request, &answer); /* also of what was too long to be run to its end */
    return st;
}

static enum status dump_graph(struct request *request, struct engine *engine, struct text *out)
{
    struct position position;
    enum status st = engine_position(engine, request->words + 1, request->word_count - 1, &position);
    return st == ST_OK ? engine_dump_graph(engine, &position, out) : st;
}

int dump_stage(struct request *request, const char *stage)
{
    static const char *const names[] = {"ast", "model", "code", "plan", "graph"};
    size_t which = 0;
    while (which < 5 && strcmp(stage, names[which]) != 0) which++;
    if (which == 5) return usage_error(request, "--dump takes ast, model, plan, code or graph, not '%s'", stage);
    if (request_has(request, OPT_JSON))
        return usage_error(request, "--dump shows a stage as text; omit --json%s",
                           which == 3   ? ", or ask explain --json, which has the plan"
                           : which == 4 ? ", or ask graph --json"
                                        : "");
    struct engine *engine;
    static const enum stage stages[] = {STAGE_PARSE, STAGE_CHECK, STAGE_SCRIPT, STAGE_ALL, STAGE_ALL};
    enum stage until = stages[which];
    int code = request_open(request, request->words[0], until, &engine);
    if (!engine) return code;
    struct text out = {0};
    if (engine->sweep_count > 1) {
        engine_close(engine);
        return usage_error(request, "--dump shows one setting; give --set a single value");
    }
    const char *label;
    enum status st = until == STAGE_ALL ? engine_select(engine, 0, &label) : ST_OK;
    if (which == 0) ast_dump(engine->file, source_get(&engine->sources, engine->source), &out);
    if (which == 1) model_dump(engine->model, &out);
    if (which == 2) code_dump(engine->code, -1, &out);
    if (st == ST_OK && which == 3) st = dump_plan(request, engine);
    if (st == ST_OK && which == 4) st = dump_graph(request, engine, &out);
    int dumped = dump_text(&out);
    code = finish(request, engine, st);
    engine_close(engine);
    return code ? code : dumped;
}
