/* SPDX-License-Identifier: MIT */
/* cgi prove FILE OTHER: do two rules have the same lost positions, for all sizes? */
#include <inttypes.h>
#include <string.h>
#include "cli/command/pair.h"
#include "cli/print/automaton.h"
#include "cli/print/diagnostics.h"
#include "cli/print/report.h"
#include "engine/prove/equal.h"

static const struct game *game_of(const struct pair *pair, int side)
{
    const struct model *model = pair->engine[side]->model;
    return &model->games[model->main_game];
}

/* By the name of its game; by that of its file if both games have the same name. */
static const char *side_name(const struct pair *pair, int side)
{
    if (strcmp(game_of(pair, 0)->name, game_of(pair, 1)->name) != 0) return game_of(pair, side)->name;
    return side ? pair->other.name : pair->file;
}

static bool is_reordered(const struct equal_laws *e)
{
    for (int i = 0; i < e->fields; i++)
        if (e->order[i] != i) return true;
    return false;
}

static void position_text(const struct pair *pair, const struct equal_laws *e, struct text *out)
{
    const struct game *g = game_of(pair, 0);
    text_puts(out, "(");
    for (int i = 0; i < e->fields; i++) {
        text_puts(out, i ? ", " : "");
        if (g->fields[i].kind == FIELD_BOOL) text_puts(out, e->first[i] ? "true" : "false");
        else text_add(out, "%" PRId64, e->first[i]);
    }
    text_puts(out, ")");
}

static void fields_text(const struct pair *pair, const struct equal_laws *e, struct text *out)
{
    for (int i = 0; i < e->fields; i++)
        text_add(out, "%s%s is %s", i ? ", " : "", game_of(pair, 0)->fields[i].name,
                 game_of(pair, 1)->fields[e->order[i]].name);
}

static void equal_text(struct request *request, const struct pair *pair, const struct equal_laws *e)
{
    static const char *const verdicts[] = {
        [EQUAL_OPEN] = "nothing found", [EQUAL_PROVED] = "proved", [EQUAL_REFUTED] = "refuted"};
    struct text text = {0};
    report_field(request, "verdict", "%s", verdicts[e->verdict]);
    if (e->verdict == EQUAL_OPEN) {
        if (e->side >= 0) report_field(request, "reason", "of %s: %s", side_name(pair, e->side), e->reason);
        else report_field(request, "reason", "%s", e->reason);
        return;
    }
    if (e->verdict == EQUAL_PROVED) {
        report_field(request, "lost",
                     "the same positions of both: what an automaton of %" PRIu32 " state%s accepts, in %s%s",
                     e->lost->states, e->lost->states == 1 ? "" : "s", e->lost->in->name,
                     e->lost->in->link ? " numeration" : "");
        if (is_reordered(e)) {
            fields_text(pair, e, &text);
            report_field(request, "fields", "%s", text_c(&text));
        }
    } else {
        position_text(pair, e, &text);
        report_field(request, "first", "%s is %s in %s and %s in %s", text_c(&text), e->first_lost[0] ? "lost" : "won",
                     side_name(pair, 0), e->first_lost[1] ? "lost" : "won", side_name(pair, 1));
    }
    if (e->partly) report_field(request, "compared", "positions that both have");
    report_field(request, "premises", "play ends, as %s falls, and as %s falls", e->ends[0], e->ends[1]);
    text_free(&text);
}

static void equal_json(const struct pair *pair, const struct equal_laws *e, const char *label)
{
    static const char *const verdicts[] = {
        [EQUAL_OPEN] = "none found", [EQUAL_PROVED] = "proved", [EQUAL_REFUTED] = "refuted"};
    struct json json = {.out = stdout};
    json_object(&json, NULL);
    json_int(&json, "cgi", 1);
    json_string(&json, "game", game_of(pair, 0)->name);
    json_string(&json, "other", pair->other.name);
    if (*label) json_string(&json, "set", label);
    json_string(&json, "verdict", verdicts[e->verdict]);
    json_string(&json, "reason", e->reason);
    if (e->verdict != EQUAL_OPEN) json_bool(&json, "partly", e->partly);
    if (e->verdict == EQUAL_PROVED) {
        json_array(&json, "order");
        for (int i = 0; i < e->fields; i++) {
            json_object(&json, NULL);
            json_string(&json, "field", game_of(pair, 0)->fields[i].name);
            json_string(&json, "other", game_of(pair, 1)->fields[e->order[i]].name);
            json_end(&json);
        }
        json_end(&json);
        automaton_json(&json, e->lost);
    }
    if (e->verdict == EQUAL_REFUTED) {
        json_array(&json, "first");
        for (int i = 0; i < e->fields; i++) json_int(&json, NULL, e->first[i]);
        json_end(&json);
        json_array(&json, "lost");
        for (int side = 0; side < 2; side++) json_bool(&json, NULL, e->first_lost[side]);
        json_end(&json);
    }
    json_end(&json);
}

/* Both sides at setting `index`; a side without swept parameters has one. */
static enum status select_both(struct pair *pair, size_t index, const char **label)
{
    const char *names[2] = {"", ""};
    enum status st = ST_OK;
    for (int side = 0; st == ST_OK && side < 2; side++) {
        size_t count = pair->engine[side]->sweep_count;
        if (count > 1 && index >= count) return ST_USAGE;
        st = engine_select(pair->engine[side], count > 1 ? index : 0, &names[side]);
    }
    *label = *names[0] ? names[0] : names[1];
    return st == ST_OK && *names[0] && *names[1] && strcmp(names[0], names[1]) != 0 ? ST_USAGE : st;
}

static int prove_pair(struct request *request, struct pair *pair)
{
    enum play plays[2];
    size_t counts[2] = {pair->engine[0]->sweep_count, pair->engine[1]->sweep_count};
    bool refuted = false, open = false, misere = request_has(request, OPT_MISERE);
    enum status st = ST_OK;
    for (int side = 0; st == ST_OK && side < 2; side++) st = engine_needs_game(pair->engine[side]);
    for (int side = 0; side < 2; side++)
        plays[side] = misere || pair->engine[side]->model->misere ? PLAY_MISERE : PLAY_NORMAL;
    if (!pair->other.path) plays[1] = plays[0];
    for (size_t i = 0; st == ST_OK && i < counts[counts[1] > counts[0]]; i++) {
        struct equal_laws e;
        const char *label;
        st = select_both(pair, i, &label);
        if (st == ST_USAGE)
            return usage_error(request,
                               "the sweeps of the two are not the same; sweep parameters that both have, or one has");
        if (st == ST_OK) st = engine_prove_equal(pair->engine, plays, &pair->arena, &e);
        progress_clear(request);
        if (st != ST_OK) break;
        refuted = refuted || e.verdict == EQUAL_REFUTED;
        open = open || e.verdict == EQUAL_OPEN;
        if (request_has(request, OPT_JSON)) {
            equal_json(pair, &e, label);
            continue;
        }
        if (i) putchar('\n');
        if (*label) report_field(request, "set", "%s", label);
        equal_text(request, pair, &e);
    }
    bool second = pair->engine[1]->diags.errors > 0;
    int code = finish(request, pair->engine[second], st);
    if (code) return code;
    return refuted ? EXIT_REFUTED : open ? EXIT_OPEN : EXIT_DONE;
}

int prove_equal(struct request *request)
{
    struct pair pair = {.file = file_shown(request->words[0])};
    int code = pair_open(request, request->words[1], &pair);
    if (code == EXIT_DONE) code = prove_pair(request, &pair);
    pair_close(&pair);
    return code;
}
