/* SPDX-License-Identifier: MIT */
/* cgi prove FILE: which positions are lost, for all sizes: an automaton that reads the numbers of a position, with its
 * proof. */
#include <inttypes.h>
#include "cli/command/command.h"
#include "cli/print/automaton.h"
#include "cli/print/report.h"

static const char theorem[] =
    "a set that no move leads from and into, and that each other position has a move into, is that of the "
    "lost positions (von Neumann and Morgenstern 1944)";
static const char misere_theorem[] = "as in normal play, but a position without moves is won";

static void prove_text(const struct request *request, const struct lost_proof *p)
{
    report_field(request, "verdict", "%s", p->found ? "proved" : "nothing found");
    if (!p->found) {
        report_field(request, "reason", "%s", p->reason);
        if (p->positions)
            report_field(request, "looked at",
                         "%" PRIu64 " positions, numbers below %" PRId64 "; %zu numerations, at most %d states",
                         p->positions, p->below, p->numerations, PROVE_STATES);
        return;
    }
    report_field(request, "lost", "what an automaton of %" PRIu32 " state%s accepts, in %s%s", p->lost->states,
                 p->lost->states == 1 ? "" : "s", p->lost->in->name, p->lost->in->link ? " numeration" : "");
    report_field(request, "learned", "from %" PRIu64 " positions, numbers below %" PRId64, p->positions, p->below);
    report_field(request, "decided", "over moves of %" PRIu64 " states", p->relation_states);
    report_field(request, "theorem", "%s%s%s", theorem, p->misere ? "; misere: " : "", p->misere ? misere_theorem : "");
    report_field(request, "premises", "play ends, as %s falls; no move fails or leads to what is no position", p->ends);
}

static void prove_json(const struct engine *engine, const struct lost_proof *p, const char *label)
{
    const struct game *game = &engine->model->games[engine->model->main_game];
    struct json json = {.out = stdout};
    json_object(&json, NULL);
    json_int(&json, "cgi", 1);
    json_string(&json, "game", game->name);
    if (*label) json_string(&json, "set", label);
    json_string(&json, "play", p->misere ? "misere" : "normal");
    json_string(&json, "verdict", p->found ? "proved" : "none found");
    json_string(&json, "reason", p->found ? NULL : p->reason);
    json_int(&json, "positions", (int64_t)p->positions);
    json_int(&json, "below", p->below);
    if (p->found) {
        json_string(&json, "theorem", theorem);
        json_string(&json, "ends", p->ends);
        json_array(&json, "fields");
        for (size_t i = 0; i < game->field_count; i++) json_string(&json, NULL, game->fields[i].name);
        json_end(&json);
        automaton_json(&json, p->lost);
    }
    json_end(&json);
}

static enum status prove_one(struct request *request, struct engine *engine, size_t index, bool *all)
{
    const char *label;
    struct lost_proof proof;
    enum status st = engine_select(engine, index, &label);
    enum play play = request_has(request, OPT_MISERE) || engine->model->misere ? PLAY_MISERE : PLAY_NORMAL;
    if (st == ST_OK) st = engine_prove(engine, play, &engine->answers, &proof);
    progress_clear(request);
    if (st != ST_OK) return st;
    *all = *all && proof.found;
    if (request_has(request, OPT_JSON)) {
        prove_json(engine, &proof, label);
    } else if (request_has(request, OPT_SVG)) {
        if (proof.found) return automaton_svg(proof.lost, engine->model->games[engine->model->main_game].name, stdout);
        fprintf(stderr, "cgi: nothing to draw: %s\n", proof.reason);
    } else {
        if (index) putchar('\n');
        if (*label) report_field(request, "set", "%s", label);
        prove_text(request, &proof);
    }
    return ST_OK;
}

int command_prove(struct request *request)
{
    struct engine *engine;
    bool all = true;
    if (request->word_count != 1) return usage_error(request, "prove takes one rule file");
    if (request_has(request, OPT_SVG) && request_has(request, OPT_JSON))
        return usage_error(request, "choose --svg or --json");
    int code = request_open(request, request->words[0], STAGE_ALL, &engine);
    if (!engine) return code;
    enum status st = engine_needs_game(engine);
    for (size_t i = 0; st == ST_OK && i < engine->sweep_count; i++) st = prove_one(request, engine, i, &all);
    code = finish(request, engine, st);
    engine_close(engine);
    return code ? code : all ? EXIT_DONE : status_exit_code(ST_STATE_BUDGET);
}
