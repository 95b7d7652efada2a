/* SPDX-License-Identifier: MIT */
/* Questions about positions: sums of positions whose numbers are tracks. */
#include "proof/formula/private.h"

enum { SUMMANDS = 6 };
struct summand {
    int game;
    int tracks[MODEL_MAX_FIELDS];
};
struct asked_sum {
    struct summand items[SUMMANDS];
    int count;
};

/* ---- positions: what their numbers need is said in the scope at hand ---------------------------------------------- */
static bool position(struct formula *f, const struct expr *e, struct asked_sum *out);

/* 1 where it is true, 0 where it is false. */
static bool truth_track(struct formula *f, const struct expr *e, int *track)
{
    struct formula_truth t;
    struct automata_form v, one, zero;
    if (!formula_truth(f, e, &t) || !formula_fresh(f, true, &v)) return false;
    one = zero = v;
    one.constant = -1;
    *track = v.terms[0].track;
    return formula_say(f, automata_or(f->w, automata_and(f->w, t.yes, automata_linear(f->w, &one, true)),
                                      automata_and(f->w, t.no, automata_linear(f->w, &zero, true))));
}

static bool bind_argument(struct formula *f, const struct expr *e, int slot, struct formula_binding *b)
{
    *b = (struct formula_binding){.slot = slot, .truth = e->type == TYPE_BOOL};
    if (!b->truth && e->type != TYPE_INT) return formula_refuse(f, "a position in it is not of numbers");
    return b->truth ? formula_truth(f, e, &b->holds) : formula_number(f, e, &b->number);
}

/* Another expression, over arguments that are evaluated here: slots 0, 1, .. of a start, or fields. */
static bool expand(struct formula *f, const struct expr *e, const struct expr *body, const struct expr *condition,
                   bool fields, struct asked_sum *out)
{
    struct formula_binding b[MODEL_MAX_FIELDS];
    struct formula_truth t;
    int bound = f->bound_count, hidden = f->hidden;
    if (e->count > MODEL_MAX_FIELDS) return formula_refuse(f, "a position in it is not of numbers");
    for (size_t i = 0; i < e->count; i++)
        if (!bind_argument(f, e->kids[i], fields ? -1 - (int)i : (int)i, &b[i])) return false;
    f->hidden = f->bound_count;
    bool done = true;
    for (size_t i = 0; done && i < e->count; i++) {
        const struct automaton *natural =
            b[i].truth || form_is_natural(&b[i].number) ? NULL : automata_linear(f->w, &b[i].number, false);
        done = formula_bind(f, b[i]) && (b[i].truth || form_is_natural(&b[i].number) || formula_say(f, natural));
    }
    if (done && condition) done = formula_truth(f, condition, &t) && formula_say(f, t.yes);
    done = done && position(f, body, out);
    f->bound_count = bound;
    f->hidden = hidden;
    return done;
}

static bool kinds_are_numbers(const struct field *fields, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (fields[i].kind != FIELD_NAT && fields[i].kind != FIELD_BOOL) return false;
    return true;
}

static bool game_position(struct formula *f, const struct expr *e, struct asked_sum *out)
{
    const struct game *g = &f->model->games[e->game];
    if (e->start >= 0) {
        const struct start *s = &g->starts[e->start];
        if (!kinds_are_numbers(s->fields, s->field_count))
            return formula_refuse(f, "a position in it is not of numbers");
        return expand(f, e, s->result, s->condition, false, out);
    }
    if (!kinds_are_numbers(g->fields, g->field_count) || e->count != g->field_count)
        return formula_refuse(f, "a position in it is not of numbers");
    if (g->kind == GAME_COMPOUND) return expand(f, e, g->compound, g->invariant, true, out);
    if (out->count == SUMMANDS) return formula_refuse(f, "a sum in it has too many parts");
    struct summand *s = &out->items[out->count];
    s->game = e->game;
    for (size_t i = 0; i < e->count; i++) {
        struct automata_form x;
        bool done = g->fields[i].kind == FIELD_BOOL
                        ? truth_track(f, e->kids[i], &s->tracks[i])
                        : formula_number(f, e->kids[i], &x) && formula_track(f, &x, &s->tracks[i]);
        if (!done) return false;
    }
    out->count++;
    return true;
}

static bool position(struct formula *f, const struct expr *e, struct asked_sum *out)
{
    switch (e->kind) {
    case EXPR_END: return true;
    case EXPR_GAME: return game_position(f, e, out);
    case EXPR_SUM:
        for (size_t i = 0; i < e->count; i++)
            if (!position(f, e->kids[i], out)) return false;
        return true;
    case EXPR_LET: {
        int bound = f->bound_count;
        bool done = formula_let(f, e) && position(f, e->kids[1], out);
        f->bound_count = bound;
        return done;
    }
    default: return formula_refuse(f, "it asks about positions that are not written out");
    }
}

/* ---- what is known of them --------------------------------------------------------------------------------------- */
static bool known(struct formula *f, const struct summand *s, struct formula_game *out)
{
    if (f->asked(f->context, s->game, out) && out->states) return true;
    return formula_refuse(f, f->values ? "its SG values are not proved" : "its lost positions are not proved");
}

/* The SG value of the sum, on a track. */
static bool sum_value(struct formula *f, const struct asked_sum *sum, struct automata_form *out)
{
    struct formula_game g;
    int before = -1;
    *out = (struct automata_form){0};
    for (int i = 0; i < sum->count; i++) {
        const struct summand *s = &sum->items[i];
        struct automata_form own;
        int to[MODEL_MAX_FIELDS + 1];
        size_t fields = f->model->games[s->game].field_count;
        if (!known(f, s, &g)) return false;
        if (!g.values) return formula_refuse(f, "its SG values are not proved");
        if (!formula_fresh(f, true, &own)) return false;
        for (size_t k = 0; k < fields; k++) to[k] = s->tracks[k];
        to[fields] = own.terms[0].track;
        if (!formula_say(f, automata_renamed(f->w, g.values, to))) return false;
        if (before >= 0) {
            if (!formula_fresh(f, true, out)) return false;
            if (!formula_say(f, automata_xor(f->w, before, own.terms[0].track, out->terms[0].track))) return false;
        } else {
            *out = own;
        }
        before = out->terms[0].track;
    }
    return true;
}

/* Two parts: their values are equal, in any numeration. */
static bool sum_is_zero(struct formula *f, struct formula_scope s, const struct asked_sum *sum,
                        struct formula_truth *out)
{
    struct asked_sum half[2] = {{.count = 1}, {.count = 1}};
    struct automata_form a, b = {0};
    half[0].items[0] = sum->items[0];
    half[1].items[0] = sum->items[1];
    bool done = sum->count == 2 ? sum_value(f, &half[0], &a) && sum_value(f, &half[1], &b) : sum_value(f, sum, &a);
    const struct automaton *equal = done ? forms_equal(f, &a, &b) : NULL;
    if (equal)
        *out = (struct formula_truth){formula_close(f, s, equal), formula_close(f, s, automata_not(f->w, equal))};
    return equal && out->yes && out->no;
}

static bool lost(struct formula *f, struct formula_scope s, const struct asked_sum *sum, bool misere,
                 struct formula_truth *out)
{
    struct formula_game g;
    if (!sum->count) {
        const struct automaton *all = automata_truth(f->w, true), *none = automata_truth(f->w, false);
        *out = misere ? (struct formula_truth){none, all} : (struct formula_truth){all, none};
        return all && none;
    }
    if (sum->count > 1)
        return misere ? formula_refuse(f, "it asks about sums in misere play") : sum_is_zero(f, s, sum, out);
    if (!known(f, &sum->items[0], &g)) return false;
    if (!g.lost) return formula_refuse(f, "its lost positions are not proved");
    const struct automaton *won = automata_except(f->w, g.states, g.lost);
    out->yes = formula_close(f, s, automata_renamed(f->w, g.lost, sum->items[0].tracks));
    out->no = formula_close(f, s, automata_renamed(f->w, won, sum->items[0].tracks));
    return out->yes && out->no;
}

static bool ask_lost(struct formula *f, const struct expr *e, bool misere, struct formula_truth *out)
{
    struct formula_scope s = formula_open(f);
    struct asked_sum sum = {.count = 0};
    if (e->mover) return formula_refuse(f, "it asks who moves");
    bool done = position(f, e->kids[0], &sum) && lost(f, s, &sum, misere, out);
    formula_leave(f, s);
    return done;
}

bool formula_ask_outcome(struct formula *f, const struct expr *e, enum outcome outcome, struct formula_truth *out)
{
    if (e->index != ASK_OUTCOME || (outcome != OUTCOME_P && outcome != OUTCOME_N))
        return formula_refuse(f, "it asks for draws, or for what is no outcome");
    if (!ask_lost(f, e, f->misere, out)) return false;
    if (outcome == OUTCOME_N) formula_swap(out);
    return true;
}

bool formula_ask(struct formula *f, const struct expr *e, struct formula_truth *out)
{
    if (e->index != ASK_IS_P && e->index != ASK_IS_N) return formula_refuse(f, "it asks for what is no outcome");
    if (!ask_lost(f, e, f->misere, out)) return false;
    if (e->index == ASK_IS_N) formula_swap(out);
    return true;
}

bool formula_ask_zero(struct formula *f, const struct expr *e, struct formula_truth *out)
{
    if (f->misere) return formula_refuse(f, "it asks for SG values in misere play");
    return ask_lost(f, e, false, out);
}

bool formula_ask_value(struct formula *f, const struct expr *e, struct automata_form *out)
{
    struct asked_sum sum = {.count = 0};
    if (e->index != ASK_SG || e->mover || f->misere) return formula_refuse(f, "it asks for what is no SG value");
    return position(f, e->kids[0], &sum) && sum_value(f, &sum, out);
}
