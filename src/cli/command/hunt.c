/* SPDX-License-Identifier: MIT */
/* cgi hunt CODE...: the periods of octal codes, heap by heap for as long as it takes. The values are in the files of the
 * user's cache (play/options/keep.h), so a hunt that was stopped, or killed, goes on by itself. Codes are carried on in
 * turn, each to four times as many heaps as before: an easy one does not wait for a hard one. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "cli/command/command.h"
#include "cli/print/report.h"

enum { FIRST_BOUND = 1 << 16, ROUND = 4 };

struct found {
    struct period period;
    struct rare rare;
    uint64_t kept; /* the values that were there, not computed by a round before */
    bool done;     /* a period was found, or it went as far as it was told */
};

static void found_text(const struct request *request, const char *code, const struct found *f)
{
    const struct period *p = &f->period;
    report_field(request, "code", "%s", code);
    report_field(request, "verdict", "%s", p->proved ? "proved" : p->found ? "observed" : "none found");
    if (p->found) {
        report_field(request, "period", "%" PRIu64, p->period);
        report_field(request, "preperiod", "%" PRIu64, p->preperiod);
    }
    report_field(request, "computed", "heaps 0 to %" PRIu64, p->to);
    if (f->rare.mask) {
        report_field(request, "mask", "%" PRIu32 "%s", f->rare.mask, f->rare.parity ? " and the heap's parity" : "");
        report_field(request, "rare", "%" PRIu64 " values, the last %" PRIu32 " of heap %" PRIu64, f->rare.count,
                     f->rare.value, f->rare.heap);
    }
    fflush(stdout);
}

static void found_json(const char *code, const struct found *f)
{
    const struct period *p = &f->period;
    struct json json = {.out = stdout};
    json_object(&json, NULL);
    json_int(&json, "cgi", 1);
    json_string(&json, "code", code);
    json_string(&json, "verdict", p->proved ? "proved" : p->found ? "observed" : "none found");
    if (p->found) {
        json_int(&json, "preperiod", (int64_t)p->preperiod);
        json_int(&json, "period", (int64_t)p->period);
    } else {
        json_string(&json, "preperiod", NULL);
        json_string(&json, "period", NULL);
    }
    json_int(&json, "to", (int64_t)p->to);
    if (f->rare.mask) {
        json_int(&json, "mask", (int64_t)f->rare.mask);
        json_bool(&json, "parity", f->rare.parity);
        json_int(&json, "rare", (int64_t)f->rare.count);
        json_int(&json, "last_rare", (int64_t)f->rare.heap);
        json_int(&json, "last_rare_value", (int64_t)f->rare.value);
    }
    json_end(&json);
    fflush(stdout);
}

static void print(struct request *request, const char *code, const struct found *f, bool resume, bool *printed)
{
    progress_clear(request);
    if (*printed && !request_has(request, OPT_JSON)) putchar('\n');
    *printed = true;
    if (request_has(request, OPT_JSON)) found_json(code, f);
    else found_text(request, code, f);
    if (resume) resumed_say(f->kept);
}

/* One code to heap `last`; what was found is in *f whatever ends it. Returns an exit code. */
static int carry_on(struct request *request, const char *code, uint64_t last, struct found *f)
{
    struct text text = {0};
    struct engine *engine;
    const char *label, *solver;
    text_add(&text, "game hunted = octal \"%s\"", code);
    struct rule_text rule = {NULL, text_c(&text), "<code>", text.length, text.failed ? SOURCE_UNREADABLE : SOURCE_FINE};
    request->keep.loaded = 0; /* of this code */
    int exit_code = request_open_rule(request, &rule, STAGE_ALL, &engine);
    if (engine) {
        struct period p = {0};
        enum status st = engine_select(engine, 0, &label);
        if (st == ST_OK) st = find_period(engine->env, engine->model->main_game, last, &engine->answers, &p, &solver);
        if (request->keep.loaded > f->period.to + 1) f->kept = request->keep.loaded;
        if (p.to >= f->period.to) f->period = p;
        if (st == ST_OK) st = rare_of(engine->env, engine->model->main_game, &f->rare);
        exit_code = finish(request, engine, st);
        engine_close(engine);
    }
    text_free(&text);
    return exit_code;
}

static bool is_code(const char *word)
{
    for (; *word; word++)
        if (!strchr("0123456789ABCDEFabcdef.()", *word)) return false;
    return true;
}

static int hunt(struct request *request, struct found *found, uint64_t until)
{
    uint64_t bound = keep_folder(&request->keep) ? FIRST_BOUND : until; /* without files every round would begin at 0 */
    bool printed = false, resume = request_has(request, OPT_RESUME);
    int code = EXIT_DONE;
    request->value[OPT_RESUME] = NULL; /* each round goes on from the one before, which is nobody's concern */
    for (bool last = false; !last && code == EXIT_DONE; bound *= ROUND) {
        if (bound >= until) bound = until, last = true;
        for (size_t i = 0; i < request->word_count && code == EXIT_DONE; i++) {
            struct found *f = &found[i];
            if (f->done) continue;
            code = carry_on(request, request->words[i], bound, f);
            f->done = code == EXIT_DONE && (last || f->period.found);
            if (f->done) print(request, request->words[i], f, resume, &printed);
        }
    }
    for (size_t i = 0; i < request->word_count; i++)
        if (!found[i].done && found[i].period.to) print(request, request->words[i], &found[i], resume, &printed);
    return code;
}

int command_hunt(struct request *request)
{
    uint64_t most = UINT32_MAX - 2, until = most;
    if (request->word_count == 0) return usage_error(request, "hunt needs octal codes, such as 0.6 0.106");
    for (size_t i = 0; i < request->word_count; i++)
        if (!is_code(request->words[i]))
            return usage_error(request, "'%s' is no code; write one such as 0.106", request->words[i]);
    if (request->value[OPT_UNTIL]) until = strtoull(request->value[OPT_UNTIL], NULL, 10);
    if (until > most) return usage_error(request, "--until goes to %" PRIu64 " at most", most);
    request->value[OPT_NO_PLUGINS] = "";
    if (!request_has(request, OPT_MAX_STATES)) request->budget.states = 0;
    if (!request->value[OPT_CHECKPOINT]) request->keep.begin = 0;
    request->keep.look = 0;
    struct arena arena = {0};
    struct found *found = arena_array(&arena, request->word_count, sizeof *found);
    int code = found ? hunt(request, found, until) : finish(request, NULL, ST_NO_MEMORY);
    arena_free(&arena);
    return code;
}
