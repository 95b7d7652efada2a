/* SPDX-License-Identifier: MIT */
/* cgi prove FILE: which positions are lost, for all sizes: an automaton that reads the numbers of a position, with its
 * proof; and what strategies prove of boards of all sizes. */
#include <inttypes.h>
#include "cli/command/command.h"
#include "cli/print/automaton.h"
#include "cli/print/report.h"
#include "engine/prove/claims.h"
#include "engine/strategy/strategy.h"

static const char theorem[] =
    "a set that no move leads from and into, and that each other position has a move into, is that of the "
    "lost positions (von Neumann and Morgenstern 1944)";
static const char misere_theorem[] = "as in normal play, but a position without moves is won";

/* A claim of the file, and what is decided of it. */
struct decided_claim {
    const char *text, *words;
    struct claim_theorem theorem;
};
/* What is proved of the main game at one setting. */
struct findings {
    struct lost_proof lost;
    struct decided_claim *claims;
    size_t claim_count;
    struct strategy_statement *statements;
    size_t count;
};

/* Strategies are proved for normal play alone. Those of games that the main game only mentions are not of this question. */
static enum status find_strategies(struct engine *engine, struct findings *f)
{
    size_t kept = 0;
    f->count = 0;
    if (f->lost.misere) return ST_OK;
    enum status st = strategy_statements(engine, &engine->answers, &f->statements, &f->count);
    for (size_t i = 0; st == ST_OK && i < f->count; i++)
        if (f->statements[i].game == engine->model->main_game) f->statements[kept++] = f->statements[i];
    f->count = st == ST_OK ? kept : 0;
    return st;
}

static enum status decide_claims(struct engine *engine, struct findings *f)
{
    struct claim_prover *prover;
    size_t count = engine->model->check_count;
    enum status st = claims_open(engine, CLAIM_FULL, &prover);
    f->claims = arena_array(&engine->answers, count + 1, sizeof *f->claims);
    if (!f->claims) st = ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < count; i++) {
        const struct check *check = &engine->model->checks[i];
        struct decided_claim *c = &f->claims[f->claim_count];
        if (!check->claim || check->kind != CHECK_EXPR || !check->gen_count) continue;
        st = claim_decide(prover, i, &engine->answers, &c->theorem);
        bool open = c->theorem.verdict == THEOREM_OPEN;
        if (st != ST_OK || (open ? !f->lost.found : !c->theorem.general)) continue;
        c->text = check_source(engine->env, check, &engine->answers);
        c->words = claim_words(&c->theorem, &engine->answers);
        if (!c->text || !c->words) st = ST_NO_MEMORY;
        f->claim_count++;
    }
    claims_close(prover);
    return st;
}

static void claims_text(const struct request *request, const struct findings *f)
{
    for (size_t i = 0; i < f->claim_count; i++)
        report_field(request, "claim", "%s: %s", f->claims[i].words, f->claims[i].text);
}

static void claims_json(struct json *json, const struct findings *f)
{
    static const char *const words[] = {
        [THEOREM_OPEN] = "not decided", [THEOREM_PROVED] = "proved", [THEOREM_REFUTED] = "refuted"};
    json_array(json, "claims");
    for (size_t i = 0; i < f->claim_count; i++) {
        const struct claim_theorem *t = &f->claims[i].theorem;
        json_object(json, NULL);
        json_string(json, "text", f->claims[i].text);
        json_string(json, "verdict", words[t->verdict]);
        json_string(json, "scope", t->verdict == THEOREM_PROVED ? t->scope : NULL);
        json_string(json, "in", t->verdict == THEOREM_PROVED ? t->in : NULL);
        json_string(json, "counterexample", t->place);
        if (t->place) json_bool(json, "beyond", t->beyond);
        json_string(json, "reason", t->verdict == THEOREM_OPEN ? t->reason : NULL);
        json_end(json);
    }
    json_end(json);
}

static bool refuted(const struct findings *f)
{
    for (size_t i = 0; i < f->claim_count; i++)
        if (f->claims[i].theorem.verdict == THEOREM_REFUTED && !f->claims[i].theorem.beyond) return true;
    return false;
}

static bool proved(const struct findings *f) { return f->lost.found || f->count > 0; }

static void strategies_text(const struct request *request, const struct findings *f)
{
    report_field(request, "verdict", "proved");
    for (size_t i = 0; i < f->count; i++) {
        const struct strategy_statement *s = &f->statements[i];
        report_field(request, "theorem", "%s", s->text);
        report_field(request, "strategy", "%s (%s)", s->strategy, s->source);
    }
}

static void strategies_json(struct json *json, const struct findings *f)
{
    json_array(json, "strategies");
    for (size_t i = 0; i < f->count; i++) {
        const struct strategy_statement *s = &f->statements[i];
        json_object(json, NULL);
        json_string(json, "text", s->text);
        json_string(json, "outcome", outcome_word(s->outcome, false));
        json_string(json, "strategy", s->strategy);
        json_string(json, "source", s->source);
        json_end(json);
    }
    json_end(json);
}

static void prove_text(const struct request *request, const struct findings *f)
{
    const struct lost_proof *p = &f->lost;
    if (!p->found && f->count) {
        strategies_text(request, f);
        return;
    }
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

static void prove_json(const struct engine *engine, const struct findings *f, const char *label)
{
    const struct lost_proof *p = &f->lost;
    const struct game *game = &engine->model->games[engine->model->main_game];
    struct json json = {.out = stdout};
    json_object(&json, NULL);
    json_int(&json, "cgi", 1);
    json_string(&json, "game", game->name);
    if (*label) json_string(&json, "set", label);
    json_string(&json, "play", p->misere ? "misere" : "normal");
    json_string(&json, "verdict", proved(f) ? "proved" : "none found");
    json_string(&json, "reason", proved(f) ? NULL : p->reason);
    json_int(&json, "positions", (int64_t)p->positions);
    json_int(&json, "below", p->below);
    if (f->count) strategies_json(&json, f);
    if (f->claim_count) claims_json(&json, f);
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

/* Of all settings. */
struct proved_all {
    bool proved, refuted;
};
static enum status prove_one(struct request *request, struct engine *engine, size_t index, struct proved_all *all)
{
    const char *label;
    struct findings f = {0};
    enum status st = engine_select(engine, index, &label);
    enum play play = request_has(request, OPT_MISERE) || engine->model->misere ? PLAY_MISERE : PLAY_NORMAL;
    if (st == ST_OK) st = engine_prove(engine, play, &engine->answers, &f.lost);
    if (st == ST_OK) st = find_strategies(engine, &f);
    bool for_people = !request_has(request, OPT_SVG);
    if (st == ST_OK && for_people) st = decide_claims(engine, &f);
    progress_clear(request);
    if (st != ST_OK) return st;
    all->refuted = all->refuted || refuted(&f);
    all->proved = all->proved && (request_has(request, OPT_SVG) ? f.lost.found : proved(&f));
    if (request_has(request, OPT_JSON)) {
        prove_json(engine, &f, label);
    } else if (request_has(request, OPT_SVG)) {
        if (f.lost.found)
            return automaton_svg(f.lost.lost, engine->model->games[engine->model->main_game].name, stdout);
        fprintf(stderr, "cgi: nothing to draw: %s\n", f.lost.reason);
    } else {
        if (index) putchar('\n');
        if (*label) report_field(request, "set", "%s", label);
        prove_text(request, &f);
        claims_text(request, &f);
    }
    return ST_OK;
}

int command_prove(struct request *request)
{
    struct engine *engine;
    struct proved_all all = {.proved = true};
    if (request->word_count != 1 && request->word_count != 2)
        return usage_error(request, "prove takes one rule file, or two rules to compare");
    if (request_has(request, OPT_SVG) && request_has(request, OPT_JSON))
        return usage_error(request, "choose --svg or --json");
    if (request->word_count == 2 && request_has(request, OPT_SVG))
        return usage_error(request, "--svg draws the automaton of one rule file");
    if (request->word_count == 2) return prove_equal(request);
    int code = request_open(request, request->words[0], STAGE_ALL, &engine);
    if (!engine) return code;
    enum status st = engine_needs_game(engine);
    for (size_t i = 0; st == ST_OK && i < engine->sweep_count; i++) st = prove_one(request, engine, i, &all);
    code = finish(request, engine, st);
    engine_close(engine);
    if (!code && all.refuted) return EXIT_REFUTED;
    return code ? code : all.proved ? EXIT_DONE : status_exit_code(ST_STATE_BUDGET);
}
