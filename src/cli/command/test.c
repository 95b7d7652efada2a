/* SPDX-License-Identifier: MIT */
/* cgi test FILE...: every expect and claim, as text, TAP or JSON. Exits with 1 if one fails. */
#include "cli/command/command.h"
#include "cli/print/diagnostics.h"
#include "cli/print/report.h"
#include "engine/prove/claims.h"
#include "engine/trial/trial.h"

static const char *const verdict_words[] = {"passed", "failed", "not decided", "error"};

struct tally {
    size_t number, passed, failed, open; /* open: undecided */
    bool over;                           /* interrupted: no further cases are tried */
    struct claim_prover *prover;         /* at the setting at hand */
    int code;                            /* the exit code of the worst problem other than a failure */
};

/* The place of a case: its file and line, and in a sweep the parameters. */
struct site {
    const char *file, *word, *set; /* as shown, as given */
    uint32_t line;
};

static void say_tap(const struct site *at, const struct tried *t, size_t number)
{
    printf("%s %zu - %s:%u %s%s%s%s\n", t->verdict == VERDICT_PASSED ? "ok" : "not ok", number, at->file, at->line,
           t->text, *at->set ? " (" : "", at->set, *at->set ? ")" : "");
    if (t->verdict != VERDICT_PASSED || t->assumed)
        printf("# %s%s%s\n", t->words ? t->words : "", t->counterexample ? "; " : "",
               t->counterexample ? t->counterexample : "");
}

/* What is known of a law beyond the cases that were tried; "" if nothing is. */
struct beyond {
    struct claim_theorem theorem;
    const char *words;
};

static void say_text(const struct request *request, const struct site *at, const struct tried *t,
                     const struct beyond *more)
{
    bool passed = t->verdict == VERDICT_PASSED, open = t->verdict == VERDICT_BUDGET;
    printf("%s%s%s %s:%u %s%s%s%s\n", style(request->color, passed || open ? "bold" : "error"),
           passed ? "passed"
           : open ? "not decided"
                  : "FAILED",
           style(request->color, "off"), at->file, at->line, t->text, *at->set ? " (" : "", at->set,
           *at->set ? ")" : "");
    if (t->words && (!passed || t->assumed || t->reach != REACH_ITSELF))
        printf("       %s%s%s\n", t->words, *more->words ? "; " : "", more->words);
    if (t->counterexample && !passed) printf("       %s\n", t->counterexample);
    if (t->replay && !passed) printf("       shown by: cgi explain %s %s\n", at->word, t->replay);
}

static void say_json(struct json *json, const struct site *at, const struct tried *t, const struct beyond *more)
{
    json_object(json, NULL);
    json_int(json, "line", at->line);
    if (*at->set) json_string(json, "set", at->set);
    json_string(json, "text", t->text);
    json_string(json, "verdict", t->verdict == VERDICT_PASSED && t->words ? t->words : verdict_words[t->verdict]);
    json_bool(json, "passed", t->verdict == VERDICT_PASSED);
    json_string(json, "counterexample",
                t->counterexample              ? t->counterexample
                : t->verdict == VERDICT_PASSED ? NULL
                                               : t->words);
    json_string(json, "replay", t->verdict == VERDICT_PASSED ? NULL : t->replay);
    if (*more->words) json_string(json, "theorem", more->words);
    json_end(json);
}

/* Is a law that holds as far as it was tried proved, or refuted beyond? Only where that takes little work. */
static enum status look_beyond(struct engine *engine, size_t which, const struct tried *t, struct tally *tally,
                               struct beyond *more)
{
    enum status st = ST_OK;
    *more = (struct beyond){.words = ""};
    if (t->verdict != VERDICT_PASSED || !engine->model->checks[which].claim || t->reach == REACH_ALL) return ST_OK;
    if (!tally->prover) st = claims_open(engine, CLAIM_QUICK, &tally->prover);
    if (st == ST_OK) st = claim_decide(tally->prover, which, &engine->answers, &more->theorem);
    if (st != ST_OK || more->theorem.verdict == THEOREM_OPEN || !more->theorem.general) return st;
    more->words = claim_words(&more->theorem, &engine->answers);
    return more->words ? ST_OK : (more->words = "", ST_NO_MEMORY);
}

static void try_one(struct request *request, struct engine *engine, size_t which, struct site *at, struct json *json,
                    struct tally *tally)
{
    struct tried t = {0};
    enum status st = engine_try_check(engine, which, &engine->answers, &t);
    if (st != ST_OK && t.verdict == VERDICT_PASSED) t.verdict = status_is_budget(st) ? VERDICT_BUDGET : VERDICT_ERROR;
    if (st != ST_OK && !t.words) t.words = status_words(st);
    if (st != ST_OK && tally->code < status_exit_code(st)) tally->code = status_exit_code(st);
    struct beyond more = {.words = ""};
    if (st == ST_OK) st = look_beyond(engine, which, &t, tally, &more);
    progress_clear(request);
    if (!t.text) t.text = "";
    at->line = source_place(source_get(&engine->sources, engine->source), engine->model->checks[which].span.begin).line;
    tally->number++;
    if (t.verdict == VERDICT_BUDGET && tally->code < EXIT_OPEN) tally->code = EXIT_OPEN;
    if (t.verdict == VERDICT_PASSED) tally->passed++;
    else if (t.verdict == VERDICT_BUDGET) tally->open++;
    else tally->failed++;
    if (request_has(request, OPT_JSON)) say_json(json, at, &t, &more);
    else if (request_has(request, OPT_TAP)) say_tap(at, &t, tally->number);
    else say_text(request, at, &t, &more);
    if (!request_has(request, OPT_JSON)) diagnostics_print(request, engine, false);
    arena_free(&engine->answers);
    tally->over = st == ST_INTERRUPTED || st == ST_NO_MEMORY;
}

/* Tries all cases of one file, for each setting of a sweep. */
static enum status test_engine(struct request *request, struct engine *engine, const char *file, struct tally *tally)
{
    struct json json = {.out = stdout};
    bool in_json = request_has(request, OPT_JSON);
    size_t passed = tally->passed, failed = tally->failed, open = tally->open;
    enum status st = ST_OK;
    if (in_json) {
        json_object(&json, NULL);
        json_int(&json, "cgi", 1);
        json_string(&json, "file", file_shown(file));
        json_array(&json, "cases");
    }
    for (size_t i = 0; st == ST_OK && i < engine->sweep_count && !tally->over; i++) {
        struct site at = {.file = file_shown(file), .word = file};
        st = engine_select(engine, i, &at.set);
        for (size_t k = 0; st == ST_OK && k < engine->model->check_count && !tally->over; k++)
            try_one(request, engine, k, &at, &json, tally);
        claims_close(tally->prover);
        tally->prover = NULL;
    }
    if (!in_json) return st;
    json_end(&json);
    json_int(&json, "passed", (int64_t)(tally->passed - passed));
    json_int(&json, "failed", (int64_t)(tally->failed - failed));
    json_int(&json, "open", (int64_t)(tally->open - open));
    json_end(&json);
    diagnostics_print(request, engine, false);
    return st;
}

static void say_tally(const struct tally *tally)
{
    printf("%zu passed, %zu failed", tally->passed, tally->failed);
    if (tally->open) printf(", %zu not decided", tally->open);
    putchar('\n');
}

int command_test(struct request *request)
{
    struct tally tally = {0};
    int code = EXIT_DONE;
    if (request->word_count == 0) return usage_error(request, "test needs one or more rule files");
    for (size_t i = 0; i < request->word_count && !tally.over; i++) {
        struct engine *engine;
        int opened = request_open(request, request->words[i], STAGE_ALL, &engine);
        if (opened > code) code = opened;
        if (!engine) continue;
        enum status st = test_engine(request, engine, request->words[i], &tally);
        if ((opened = finish(request, engine, st)) > code) code = opened;
        engine_close(engine);
    }
    if (request_has(request, OPT_TAP)) printf("1..%zu\n", tally.number);
    else if (!request_has(request, OPT_JSON)) say_tally(&tally);
    if (code == EXIT_DONE) code = tally.code;
    return code ? code : tally.failed ? EXIT_REFUTED : EXIT_DONE;
}
