/* SPDX-License-Identifier: MIT */
/* One numeration after the other: what is asked about is proved in it, and the claim is translated. */
#include "engine/prove/claims.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "engine/prove/candidates.h"
#include "engine/prove/prove.h"
#include "model/evaluate.h"
#include "model/expr.h"
#include "plan/open_env.h"
#include "play/options/print.h"
#include "proof/automatic/automatic.h"
#include "proof/formula/formula.h"

enum { KNOWN = 32, SETTINGS = 40 };
#define QUICK_WORK 40000000u
/* In all numerations together; ten times what the proof of any game of the documentation takes so, those included in which it fails. */
#define QUICK_IN_ALL 10000000u

/* What is proved of one game in one numeration. */
struct known {
    int game;
    bool values, anywhere; /* anywhere: in the first numeration that does, which is proof.lost->in */
    struct numeration in;
    struct lost_proof proof;
};
struct claim_prover {
    struct engine *engine;
    enum claim_effort effort;
    struct arena arena;
    struct known known[KNOWN];
    size_t known_count;
};

/* One claim in one numeration. */
struct deciding {
    struct claim_prover *prover;
    const struct check *check;
    struct arena *arena; /* of the caller */
    struct claim_theorem *out;
    struct formula_needs needs;
    const struct numeration *in;
    enum status status; /* of a proof on the way */
    bool opened[MODEL_MAX_FIELDS];
    int back[MODEL_MAX_FIELDS];           /* the binding of the variable */
    const struct automaton *all, *within; /* the domain, and its part in the claim's own bounds */
};

static enum play play_of(const struct claim_prover *p) { return p->engine->model->misere ? PLAY_MISERE : PLAY_NORMAL; }

static uint64_t most_work(const struct claim_prover *p) { return p->effort == CLAIM_QUICK ? QUICK_WORK : PROVE_WORK; }

/* ---- what is asked about ------------------------------------------------------------------------------------------- */
static enum status prove_known(struct claim_prover *p, int game, bool values, const struct numeration *in,
                               const struct known **out)
{
    struct prove_wanted wanted = {.game = game,
                                  .play = play_of(p),
                                  .in = in,
                                  .tables = p->effort == CLAIM_FULL ? 3
                                            : values                ? 2
                                                                    : 1,
                                  .most_work = most_work(p),
                                  .most_in_all = p->effort == CLAIM_QUICK ? QUICK_IN_ALL : 0,
                                  .values = values};
    for (size_t i = 0; i < p->known_count; i++) {
        const struct known *k = &p->known[i];
        if (k->game != game || k->values != values || k->anywhere != !in) continue;
        if (!in || candidates_same(&k->in, in)) return *out = k, ST_OK;
    }
    if (p->known_count == KNOWN) return ST_STATE_BUDGET;
    struct known *k = &p->known[p->known_count];
    *k = (struct known){.game = game, .values = values, .anywhere = !in};
    if (in) k->in = *in;
    enum status st = engine_prove_game(p->engine, &wanted, &p->arena, &k->proof);
    if (st != ST_OK) return st;
    if (!in && k->proof.found) k->in = *k->proof.lost->in;
    p->known_count++;
    return *out = k, ST_OK;
}

static bool asked(void *context, int game, struct formula_game *out)
{
    struct deciding *d = context;
    const struct known *k;
    *out = (struct formula_game){0};
    if (d->status == ST_OK) d->status = prove_known(d->prover, game, d->needs.values, d->in, &k);
    if (d->status != ST_OK || !k->proof.found) return false;
    *out = (struct formula_game){k->proof.states, k->proof.lost, k->proof.values};
    return true;
}

/* ---- words ------------------------------------------------------------------------------------------------------- */
static const char *scope_words(struct deciding *d)
{
    const struct check *c = d->check;
    const struct model *model = d->prover->engine->model;
    struct text text = {0};
    text_puts(&text, "for all ");
    for (size_t i = 0; i < c->gen_count; i++) {
        if (i) text_puts(&text, ", ");
        text_puts(&text, c->gens[i].name);
        if (d->opened[i]) {
            text_puts(&text, " >= ");
            expr_print_side(model, c->game, c->gens[i].domain.low, &text);
        } else {
            text_puts(&text, " in ");
            domain_print(model, c->game, &c->gens[i].domain, &text);
        }
    }
    return print_keep(d->arena, &text);
}

static const char *place_words(struct deciding *d, struct formula *f, const int64_t *values)
{
    const struct check *c = d->check;
    struct text text = {0};
    for (size_t i = 0; i < c->gen_count; i++) {
        text_add(&text, "%s%s = ", i ? ", " : "", c->gens[i].name);
        if (c->sweep && c->sweep[i] >= 0) text_add(&text, "%" PRId64, d->prover->engine->params[c->sweep[i]].value);
        else text_add(&text, "%" PRId64, formula_value(f, d->back[i], values));
    }
    return print_keep(d->arena, &text);
}

/* ---- the domain ---------------------------------------------------------------------------------------------------- */
/* Binds the variables; d->all are their values. A bound that needs more tracks than the variable's is refused: where it
 * has no value the domain would be empty, and the claim true of nothing. */
static bool bind_variables(struct deciding *d, struct formula *f)
{
    const struct check *c = d->check;
    d->all = d->within = automata_truth(f->w, true);
    for (size_t i = 0; i < c->gen_count; i++) {
        const struct automaton *in;
        int before = f->next;
        if (c->sweep && c->sweep[i] >= 0) continue;
        d->back[i] = f->bound_count;
        if (!formula_variable(f, &c->gens[i], true, &d->opened[i], &in)) return false;
        if (f->next > before + f->bound[d->back[i]].number.count)
            return f->reason = "a bound of it is not linear", false;
        d->all = automata_and(f->w, d->all, in);
        if (d->opened[i]) {
            struct evaluation v = {.model = f->model, .params = f->params, .steps = 2000};
            int64_t high;
            if (!evaluate(&v, c->gens[i].domain.high, &high)) return false;
            in = formula_within(f, high);
            d->within = automata_and(f->w, d->within, in);
        }
        d->out->general = d->out->general || d->opened[i];
    }
    for (size_t i = 0; i < f->set_count; i++) d->all = automata_and(f->w, d->all, f->sets[i]); /* p - n: one is 0 */
    return d->all && d->within;
}

/* ---- the verdict --------------------------------------------------------------------------------------------------- */
static enum status say_refuted(struct deciding *d, struct formula *f, const struct automaton *wrong)
{
    int64_t least[AUTOMATON_TRACKS] = {0}, values[AUTOMATON_NAMES] = {0};
    const struct automaton *inside = automata_and(f->w, wrong, d->within);
    if (!inside) return f->w->status;
    d->out->beyond = automaton_empty(inside);
    const struct automaton *from = d->out->beyond ? wrong : inside;
    if (!automata_smallest(f->w, from, least)) return f->w->status;
    for (int i = 0; i < from->tracks; i++) values[from->track[i]] = least[i];
    for (size_t i = 0; i < d->check->gen_count; i++) d->back[i] = f->bound_count - 1 - d->back[i];
    d->out->place = place_words(d, f, values);
    d->out->verdict = THEOREM_REFUTED;
    return d->out->place ? ST_OK : ST_NO_MEMORY;
}

static enum status judge(struct deciding *d, struct formula *f)
{
    struct formula_truth where, holds;
    if (!bind_variables(d, f)) return f->w->status;
    where = (struct formula_truth){automata_truth(f->w, true), automata_truth(f->w, false)};
    if (d->check->where && !formula_truth(f, d->check->where, &where)) return f->w->status;
    if (!formula_truth(f, d->check->condition, &holds)) return f->w->status;
    const struct automaton *cases = automata_and(f->w, d->all, where.yes);
    const struct automaton *right = automata_or(f->w, where.no, automata_and(f->w, where.yes, holds.yes));
    const struct automaton *left = automata_except(f->w, d->all, right);
    const struct automaton *wrong = automata_and(f->w, cases, holds.no);
    if (!cases || !left || !wrong) return f->w->status;
    if (!automaton_empty(wrong)) return say_refuted(d, f, wrong);
    if (automaton_empty(cases)) d->out->reason = "it has no case";
    else if (automaton_empty(left)) d->out->verdict = THEOREM_PROVED;
    else d->out->reason = "its condition has no value somewhere";
    return ST_OK;
}

static bool ends_all(enum status st) { return st != ST_OK && st != ST_STATE_BUDGET && st != ST_UNSUPPORTED; }

/* In one numeration. *settled: another one would say the same. */
static enum status decide_in(struct deciding *d, const struct numeration *in, bool *settled)
{
    struct claim_prover *p = d->prover;
    struct arena arena = {0};
    struct automata w = {.arena = &arena,
                         .in = in,
                         .budget = p->engine->options.budget,
                         .most_states = PROVE_BUILT,
                         .most_work = most_work(p)};
    struct formula *f = mem_alloc(sizeof *f);
    if (!f) return ST_NO_MEMORY;
    *f = (struct formula){.w = &w,
                          .model = p->engine->model,
                          .params = p->engine->params,
                          .misere = p->engine->model->misere,
                          .values = d->needs.values,
                          .asked = asked,
                          .context = d};
    d->in = in;
    d->out->general = false;
    enum status st = judge(d, f);
    if (ends_all(d->status)) st = d->status;
    if (st == ST_OK && f->reason && !d->out->reason) d->out->reason = f->reason;
    if (st != ST_OK && !ends_all(st) && !d->out->reason) d->out->reason = "it takes too much work";
    *settled = d->out->verdict != THEOREM_OPEN || (st == ST_OK && !f->reason);
    if (*settled && st == ST_OK) {
        d->out->scope = scope_words(d);
        d->out->in = arena_printf(d->arena, "%s%s", in->name, in->link ? " numeration" : "");
        if (!d->out->scope || !d->out->in) st = ST_NO_MEMORY;
    }
    d->status = ST_OK;
    mem_free(f, sizeof *f);
    arena_free(&arena);
    return ends_all(st) ? st : ST_OK;
}

/* ---- one setting ------------------------------------------------------------------------------------------------- */
struct first_game {
    int game;
};
static bool first_asked(void *context, const struct expr *e)
{
    struct first_game *g = context;
    if (e->kind == EXPR_GAME && g->game < 0) g->game = e->game;
    return g->game >= 0;
}

/* A game with moves that the claim asks about, through starts and sums; -1: none. */
static int game_asked(const struct model *model, const struct check *c)
{
    struct first_game g = {-1};
    expr_any(c->condition, first_asked, &g);
    for (int step = 0; g.game >= 0 && step < 8 && model->games[g.game].kind == GAME_COMPOUND; step++) {
        struct first_game inner = {-1};
        expr_any(model->games[g.game].compound, first_asked, &inner);
        g = inner;
    }
    return g.game;
}

static enum status decide_setting(struct deciding *d)
{
    struct claim_prover *p = d->prover;
    const struct model *model = p->engine->model;
    const struct check *c = d->check;
    struct candidates *choice = mem_alloc(sizeof *choice);
    bool settled = false;
    enum status st = ST_OK;
    if (!choice) return ST_NO_MEMORY;
    d->needs = (struct formula_needs){0};
    formula_needs(model, p->engine->params, c->condition, &d->needs);
    formula_needs(model, p->engine->params, c->where, &d->needs);
    for (size_t i = 0; i < c->gen_count; i++) {
        const struct expr in = {.kind = EXPR_IN, .type = TYPE_BOOL, .domain = (struct domain *)&c->gens[i].domain};
        if (c->sweep && c->sweep[i] >= 0) continue;
        formula_needs(model, p->engine->params, &in, &d->needs);
    }
    d->out->reason = d->needs.reason;
    choice->count = 0;
    int game = game_asked(model, c);
    bool may = !d->needs.reason;
    if (may && game >= 0 && d->needs.asks) {
        const struct known *k = NULL;
        st = prove_known(p, game, d->needs.values, NULL, &k);
        if (st == ST_OK && !k->proof.found && k->proof.refused) may = false;
        if (st == ST_OK && k->proof.found) candidates_add(choice, &d->needs, k->in);
        if (st == ST_OK && !k->proof.found)
            d->out->reason = d->needs.values ? "its SG values are not proved" : "its lost positions are not proved";
        if (!ends_all(st)) st = ST_OK;
    }
    if (may) candidates_add_usual(choice, &d->needs);
    for (size_t i = 0; st == ST_OK && may && !settled && i < choice->count; i++)
        st = decide_in(d, &choice->items[i], &settled);
    if (!settled && !d->out->reason) d->out->reason = "no numeration is known that reads it";
    mem_free(choice, sizeof *choice);
    return st;
}

/* ---- sweeps ------------------------------------------------------------------------------------------------------ */
struct sweep {
    size_t gens[MODEL_MAX_FIELDS], count;
    int64_t values[MODEL_MAX_FIELDS][SETTINGS];
    size_t lengths[MODEL_MAX_FIELDS], at[MODEL_MAX_FIELDS];
    size_t filling;
};

static bool note_value(void *context, int64_t value)
{
    struct sweep *s = context;
    if (s->lengths[s->filling] == SETTINGS) return s->lengths[s->filling] = SETTINGS + 1, false;
    s->values[s->filling][s->lengths[s->filling]++] = value;
    return true;
}

/* False: too many settings. */
static bool open_sweep(const struct claim_prover *p, const struct check *c, struct sweep *s)
{
    size_t settings = 1;
    s->count = 0;
    for (size_t i = 0; c->sweep && i < c->gen_count; i++) {
        struct evaluation v = {.model = p->engine->model, .params = p->engine->params, .steps = 2000};
        if (c->sweep[i] < 0) continue;
        if (s->count == MODEL_MAX_FIELDS || p->engine->model->params[c->sweep[i]].kind != PARAM_INT) return false;
        s->filling = s->count;
        s->gens[s->count] = i;
        s->lengths[s->count] = s->at[s->count] = 0;
        if (!evaluate_elements(&v, &c->gens[i].domain, note_value, s)) return false;
        if (!s->lengths[s->count] || s->lengths[s->count] > SETTINGS) return false;
        settings *= s->lengths[s->count++];
        if (settings > SETTINGS) return false;
    }
    return true;
}

static bool next_setting(struct sweep *s)
{
    for (size_t i = s->count; i-- > 0;) {
        if (++s->at[i] < s->lengths[i]) return true;
        s->at[i] = 0;
    }
    return false;
}

/* All settings, until one is not proved. What was proved of games is of one setting. */
static enum status decide_sweep(struct deciding *d, struct sweep *s)
{
    struct claim_prover *p = d->prover;
    struct param_value *own = p->engine->params;
    size_t count = p->engine->model->param_count;
    struct param_value *params = arena_array(&p->arena, count + 1, sizeof *params);
    struct claim_theorem fresh = *d->out;
    enum status st = ST_OK;
    if (!params) return ST_NO_MEMORY;
    memcpy(params, own, count * sizeof *own);
    p->engine->params = params;
    do {
        for (size_t i = 0; i < s->count; i++) params[d->check->sweep[s->gens[i]]].value = s->values[i][s->at[i]];
        p->known_count = 0;
        *d->out = fresh;
        st = env_set_params(p->engine->env, params);
        if (st == ST_OK) st = decide_setting(d);
    } while (st == ST_OK && d->out->verdict == THEOREM_PROVED && next_setting(s));
    p->known_count = 0;
    p->engine->params = own;
    enum status back = env_set_params(p->engine->env, own);
    return st == ST_OK ? back : st;
}

/* ---- the face ---------------------------------------------------------------------------------------------------- */
enum status claims_open(struct engine *engine, enum claim_effort effort, struct claim_prover **prover)
{
    *prover = mem_alloc(sizeof **prover);
    if (!*prover) return ST_NO_MEMORY;
    **prover = (struct claim_prover){.engine = engine, .effort = effort};
    return ST_OK;
}

void claims_close(struct claim_prover *prover)
{
    if (!prover) return;
    arena_free(&prover->arena);
    mem_free(prover, sizeof *prover);
}

enum status claim_decide(struct claim_prover *p, size_t number, struct arena *arena, struct claim_theorem *out)
{
    struct deciding d = {.prover = p, .check = &p->engine->model->checks[number], .arena = arena, .out = out};
    const struct check *c = d.check;
    *out = (struct claim_theorem){0};
    if (c->kind != CHECK_EXPR || !c->claim || !c->gen_count || c->gen_count > MODEL_MAX_FIELDS)
        return out->reason = "it is no law over a range", ST_OK;
    struct sweep *s = mem_alloc(sizeof *s);
    if (!s) return ST_NO_MEMORY;
    enum status st = ST_OK;
    if (!open_sweep(p, c, s)) out->reason = "it sweeps too many parameters";
    else st = s->count ? decide_sweep(&d, s) : decide_setting(&d);
    mem_free(s, sizeof *s);
    return st;
}

const char *claim_words(const struct claim_theorem *t, struct arena *arena)
{
    if (t->verdict == THEOREM_PROVED) return arena_printf(arena, "proved %s, in %s", t->scope, t->in);
    if (t->verdict == THEOREM_OPEN) return arena_printf(arena, "not decided: %s", t->reason);
    return arena_printf(arena, t->beyond ? "false beyond its own bounds, at %s" : "refuted at %s", t->place);
}
