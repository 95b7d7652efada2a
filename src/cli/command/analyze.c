/* SPDX-License-Identifier: MIT */
/* cgi analyze FILE [POSITION...]: one question, or one for each setting of a sweep. */
#include "cli/command/command.h"
#include "cli/print/report.h"
#include "engine/open/position.h"

static enum status analyze_setting(struct request *request, struct engine *engine, const struct position *position,
                                   const char *label)
{
    struct wanted wanted = request_wanted(request, engine);
    struct answer answer = {0};
    request->answered = false;
    enum status st = analyze(engine->env, position, &wanted, &engine->answers, &answer);
    progress_clear(request);
    bool partial = status_is_budget(st) && answer.position;
    if (st != ST_OK && !partial) return st;
    if (request_has(request, OPT_JSON)) {
        struct json json = {.out = stdout};
        request->answered = true;
        json_object(&json, NULL);
        json_int(&json, "cgi", 1);
        if (*label) json_string(&json, "set", label);
        report_answer_json(&json, &answer, &wanted);
        if (st != ST_OK) json_string(&json, "partial", status_words(st));
        json_end(&json);
    } else {
        if (*label) report_field(request, "set", "%s", label);
        report_answer(request, &answer, &wanted);
        if (st != ST_OK) report_field(request, "partial", "%s", status_words(st));
    }
    return st;
}

int command_analyze(struct request *request)
{
    struct engine *engine;
    if (request->word_count == 0) return usage_error(request, "analyze needs a rule file");
    const char *stage = request->value[OPT_DUMP];
    if (!request_has(request, OPT_BATCH) && (request_has(request, OPT_INPUT) || request_has(request, OPT_MAP)))
        return usage_error(request, "%s says how a file is answered; name it with --batch FILE",
                           request_has(request, OPT_INPUT) ? "--input" : "--map");
    if (stage) return dump_stage(request, stage);
    int code = request_open(request, request->words[0], STAGE_ALL, &engine);
    if (!engine) return code;
    if (request_has(request, OPT_BATCH)) {
        const char *label;
        enum status selected = engine_select(engine, 0, &label);
        code = selected == ST_OK ? batch_run(request, engine) : finish(request, engine, selected);
        engine_close(engine);
        return code;
    }
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < engine->sweep_count; i++) {
        const char *label;
        struct position position;
        if (i && !request_has(request, OPT_JSON)) putchar('\n');
        st = engine_select(engine, i, &label);
        if (st == ST_OK) st = engine_position(engine, request->words + 1, request->word_count - 1, &position);
        if (st == ST_OK) st = analyze_setting(request, engine, &position, label);
    }
    code = finish(request, engine, st);
    engine_close(engine);
    return code;
}
