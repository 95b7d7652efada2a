/* cgi test FILE...: every expect and claim; text, TAP or JSON. Exit 1 when one fails. */
#include <string.h>
#include "cli/report.h"

int command_test(struct request *request);

static const char *const verdict_words[] = {"passed", "failed", "budget", "error"};

struct tally {
    size_t number, passed, failed;
    int code; /* of the worst thing that happened besides a failure */
};

static void say_tap(const struct request *request, const char *file, uint32_t line, const struct tried *t, size_t number)
{
    (void)request;
    printf("%s %zu - %s:%u %s\n", t->verdict == VERDICT_PASSED ? "ok" : "not ok", number, file, line, t->text);
    if (t->verdict != VERDICT_PASSED)
        printf("# %s%s%s\n", t->words ? t->words : "", t->counterexample ? "; " : "", t->counterexample ? t->counterexample : "");
}

static void say_text(const struct request *request, const char *file, uint32_t line, const struct tried *t)
{
    bool passed = t->verdict == VERDICT_PASSED;
    printf("%s%s%s %s:%u %s\n", style(request->color, passed ? "bold" : "error"), passed ? "passed" : "FAILED",
           style(request->color, "off"), file, line, t->text);
    if (t->words && (!passed || strncmp(t->words, "holds to", 8) == 0)) printf("       %s\n", t->words);
    if (t->counterexample && !passed) printf("       %s\n", t->counterexample);
}

static void say_json(struct json *json, uint32_t line, const struct tried *t)
{
    json_object(json, NULL);
    json_int(json, "line", line);
    json_string(json, "text", t->text);
    json_string(json, "verdict", t->verdict == VERDICT_PASSED && t->words ? t->words : verdict_words[t->verdict]);
    json_bool(json, "passed", t->verdict == VERDICT_PASSED);
    json_string(json, "counterexample", t->counterexample ? t->counterexample : t->verdict == VERDICT_PASSED ? NULL : t->words);
    json_end(json);
}

static void test_engine(struct request *request, struct engine *engine, const char *file, struct tally *tally)
{
    struct json json = {.out = stdout};
    bool in_json = request_has(request, OPT_JSON);
    size_t passed = 0, failed = 0;
    if (in_json) {
        json_object(&json, NULL);
        json_int(&json, "cgi", 1);
        json_string(&json, "file", file);
        json_array(&json, "cases");
    }
    for (size_t i = 0; i < engine->model->check_count; i++) {
        struct tried t = {0};
        enum status st = try_check(engine->env, i, &engine->answers, &t);
        if (st != ST_OK && t.verdict == VERDICT_PASSED) t.verdict = status_exit_code(st) == 4 ? VERDICT_BUDGET : VERDICT_ERROR;
        if (st != ST_OK && !t.words) t.words = status_words(st);
        if (st != ST_OK && tally->code < status_exit_code(st)) tally->code = status_exit_code(st);
        progress_clear(request);
        if (!t.text) t.text = "";
        uint32_t line = source_place(source_get(&engine->sources, engine->source), engine->model->checks[i].span.begin).line;
        tally->number++;
        if (t.verdict == VERDICT_PASSED) passed++;
        else failed++;
        if (in_json) say_json(&json, line, &t);
        else if (request_has(request, OPT_TAP)) say_tap(request, file, line, &t, tally->number);
        else say_text(request, file, line, &t);
        if (!in_json) diagnostics_print(request, engine, false);
        arena_free(&engine->answers);
        if (st == ST_INTERRUPTED || st == ST_NO_MEMORY) break;
    }
    if (in_json) {
        json_end(&json);
        json_int(&json, "passed", (int64_t)passed);
        json_int(&json, "failed", (int64_t)failed);
        json_end(&json);
        diagnostics_print(request, engine, false);
    }
    tally->passed += passed;
    tally->failed += failed;
}

int command_test(struct request *request)
{
    struct tally tally = {0};
    int code = EXIT_DONE;
    if (request->word_count == 0) return usage_error(request, "test needs one or more rule files");
    for (size_t i = 0; i < request->word_count; i++) {
        struct engine *engine;
        int opened = request_open(request, request->words[i], STAGE_ALL, &engine);
        if (opened > code) code = opened;
        if (!engine) continue;
        const char *label;
        enum status st = engine_select(engine, 0, &label);
        if (st == ST_OK) test_engine(request, engine, request->words[i], &tally);
        else if ((opened = finish(request, engine, st)) > code) code = opened;
        engine_close(engine);
    }
    if (request_has(request, OPT_TAP)) printf("1..%zu\n", tally.number);
    else if (!request_has(request, OPT_JSON)) printf("%zu passed, %zu failed\n", tally.passed, tally.failed);
    if (code == EXIT_DONE) code = tally.code;
    return code ? code : tally.failed ? EXIT_REFUTED : EXIT_DONE;
}
