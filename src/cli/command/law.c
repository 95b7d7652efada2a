/* SPDX-License-Identifier: MIT */
/* cgi law FILE [RANGE...]: the laws of the main game as claims, each with what is known of it. What is no claim is a comment, so that all
 * of the answer may be put into the file. */
#include "engine/law/laws.h"
#include <inttypes.h>
#include <stdlib.h>
#include "cli/command/command.h"
#include "cli/print/json.h"
#include "engine/open/position.h"

static const char *verdict_of(const struct law_claim *c, const struct law_report *report, struct arena *arena)
{
    if (c->verdict == LAW_PROVED) return "proved";
    if (c->verdict == LAW_REFUTED) return arena_printf(arena, "refuted at %s", c->place);
    return arena_printf(arena, "holds to %" PRIu64, report->to);
}

static void print_claim(const struct law_claim *c, const char *verdict)
{
    bool refuted = c->verdict == LAW_REFUTED;
    printf("%s%s\n", refuted ? "# not a law: " : c->hidden ? "# no claim for this file: " : "", c->text);
    if (c->hidden && !refuted)
        printf("# '%s' means something else in the file; rename that to use the claim\n", c->hidden);
    printf("# %s%s%s\n", verdict, c->theorem ? ": " : "", c->theorem ? c->theorem : "");
    for (size_t i = 0; !refuted && i < c->exception_count; i++)
        printf("# except %s, which is %s\n", c->exceptions[i].position, c->exceptions[i].value);
}

static bool has_law(const struct law_report *report)
{
    bool has = false;
    for (size_t i = 0; i < report->claim_count; i++) has |= report->claims[i].verdict != LAW_REFUTED;
    return has;
}

static enum status print_laws(const struct law_report *report, const char *label, struct arena *arena)
{
    if (*label) printf("# %s\n", label);
    if (!has_law(report)) printf("# no law found to %" PRIu64 " (%s)\n", report->to, report->extents);
    for (size_t i = 0; i < report->claim_count; i++) {
        const char *verdict = verdict_of(&report->claims[i], report, arena);
        if (!verdict) return ST_NO_MEMORY;
        print_claim(&report->claims[i], verdict);
    }
    return ST_OK;
}

static void claim_json(struct json *json, const struct law_claim *c, const struct law_report *report,
                       struct arena *arena)
{
    json_object(json, NULL);
    json_string(json, "text", c->text);
    json_string(json, "verdict", verdict_of(c, report, arena));
    json_int(json, "to", (int64_t)report->to);
    json_string(json, "theorem", c->theorem);
    json_string(json, "hidden", c->hidden);
    if (c->verdict != LAW_REFUTED) json_array(json, "exceptions");
    for (size_t i = 0; c->verdict != LAW_REFUTED && i < c->exception_count; i++) {
        json_object(json, NULL);
        json_string(json, "position", c->exceptions[i].position);
        json_string(json, "value", c->exceptions[i].value);
        json_end(json);
    }
    if (c->verdict != LAW_REFUTED) json_end(json);
    json_end(json);
}

static void laws_json(const struct engine *engine, const struct law_report *report, const char *label,
                      struct arena *arena)
{
    struct json json = {.out = stdout};
    json_object(&json, NULL);
    json_int(&json, "cgi", 1);
    json_string(&json, "game", engine->model->games[engine->model->main_game].name);
    if (*label) json_string(&json, "set", label);
    json_int(&json, "to", (int64_t)report->to);
    json_string(&json, "range", report->extents);
    for (int refuted = 0; refuted < 2; refuted++) {
        json_array(&json, refuted ? "refuted" : "claims");
        for (size_t i = 0; i < report->claim_count; i++)
            if ((report->claims[i].verdict == LAW_REFUTED) == refuted)
                claim_json(&json, &report->claims[i], report, arena);
        json_end(&json);
    }
    json_end(&json);
}

static enum status all_laws(struct request *request, struct engine *engine, const struct law_wanted *wanted)
{
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < engine->sweep_count; i++) {
        struct law_report report;
        struct arena arena = {0};
        const char *label;
        st = engine_select(engine, i, &label);
        if (st == ST_OK) st = engine_laws(engine, wanted, &arena, &report);
        progress_clear(request);
        if (i && st == ST_OK && !request_has(request, OPT_JSON)) putchar('\n');
        if (st == ST_OK && request_has(request, OPT_JSON)) laws_json(engine, &report, label, &arena);
        else if (st == ST_OK) st = print_laws(&report, label, &arena);
        arena_free(&arena);
        arena_free(&engine->answers);
    }
    return st;
}

int command_law(struct request *request)
{
    struct engine *engine;
    if (request->word_count == 0)
        return usage_error(request, "law takes a rule file, and a range for each field if any");
    int code = request_open(request, request->words[0], STAGE_ALL, &engine);
    if (!engine) return code;
    struct axis axes[MODEL_MAX_FIELDS];
    struct law_wanted wanted = {.mover = request->mover};
    enum status st = ST_OK;
    if (request->value[OPT_TO]) wanted.to = strtoull(request->value[OPT_TO], NULL, 10);
    if (request->word_count > 1) {
        st = engine_axes(engine, request->words + 1, request->word_count - 1, axes);
        wanted.axes = axes;
        wanted.axis_count = request->word_count - 1;
    }
    if (st == ST_OK) st = all_laws(request, engine, &wanted);
    code = finish(request, engine, st);
    engine_close(engine);
    return code;
}
