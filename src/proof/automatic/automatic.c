/* SPDX-License-Identifier: MIT */
/* The relation of a rule, piece by piece, and the equation that lost positions satisfy. */
#include "proof/automatic/private.h"

static enum status closed(const struct automatic *r)
{
    return r->normal->space->work.no_memory ? ST_NO_MEMORY : r->w->status;
}

static enum status refuse(struct automatic *r, const char *reason)
{
    if (!r->reason) r->reason = reason;
    return closed(r);
}

static struct clauses clauses_of(const struct automatic *r)
{
    return (struct clauses){.w = r->w, .space = r->normal->space};
}

/* ---- states ------------------------------------------------------------------------------------------------------ */
/* A conjunction over the state alone. */
static const struct automaton *state_set(struct automatic *r, struct linear_conjunction c)
{
    struct clauses k = clauses_of(r);
    if (!clauses_tracks(&k, c, NULL) || !clauses_signs(&k, c, r->normal->domain)) return refuse(r, k.reason), NULL;
    const struct automaton *all = automata_truth(r->w, false), *one;
    for (size_t signs = 0; signs < (size_t)1 << k.sign_count; signs++) {
        for (size_t i = 0; i < k.sign_count; i++) k.negative[k.signs[i]] = signs >> i & 1;
        if (!(one = clauses_set(&k, c))) return refuse(r, k.reason), NULL;
        all = automata_or(r->w, all, one);
    }
    return all;
}

enum status automatic_states(struct automata *w, const struct normal *normal, struct automatic *r)
{
    const struct game *g = &normal->source.model->games[normal->source.game];
    *r = (struct automatic){.w = w, .normal = normal, .fields = (int)g->field_count};
    int tracks[AUTOMATIC_FIELDS];
    if (!normal->supported) return refuse(r, normal->reason ? normal->reason : "it has no normal form");
    if (g->field_count > AUTOMATIC_FIELDS) return refuse(r, "its positions have more numbers than are read at once");
    for (size_t i = 0; i < g->field_count; i++) {
        if (g->fields[i].kind != FIELD_NAT && g->fields[i].kind != FIELD_BOOL)
            return refuse(r, "its positions are not natural numbers");
        tracks[i] = (int)i;
    }
    const struct automaton *where = automata_truth(w, normal->invariant_count == 0), *part;
    for (size_t i = 0; i < normal->invariant_count; i++) {
        if (!(part = state_set(r, normal->invariant[i]))) return closed(r);
        where = automata_or(w, where, part);
    }
    const struct automaton *domain = state_set(r, normal->domain);
    r->states = automata_on(w, automata_and(w, domain, where), tracks, r->fields);
    return closed(r);
}

/* ---- pieces ------------------------------------------------------------------------------------------------------ */
/* The field that the result variable is said to equal; -1. */
static int kept_field(const struct automatic *r, struct linear_conjunction c, int result)
{
    const struct normal_var *vars = r->normal->space->vars;
    for (size_t i = 0; i < c.count; i++) {
        const struct linear_form *f = c.items[i].form;
        if (!c.items[i].equality || f->count != 2 || f->constant) continue;
        if (f->terms[0].factor + f->terms[1].factor != 0) continue;
        if (f->terms[0].factor != 1 && f->terms[0].factor != -1) continue;
        for (int k = 0; k < 2; k++) {
            const struct normal_var *a = &vars[f->terms[k].var], *b = &vars[f->terms[1 - k].var];
            if (a->kind == NORMAL_RESULT && a->index == result && b->kind == NORMAL_FIELD) return b->index;
        }
    }
    return -1;
}

/* Tracks of the result's fields; false: the result is not one position of this game. */
static bool place_results(struct automatic *r, const struct normal_piece *p, struct automatic_piece *out)
{
    out->end = p->component_count == 0;
    if (out->end) return true;
    const struct normal_component *c = p->components;
    if (p->component_count > 1) return refuse(r, "a move leads to a sum of positions"), false;
    if (c->game != r->normal->source.game) return refuse(r, "a move leads to another game"), false;
    for (size_t i = 0; i < c->arg_count; i++) {
        if (c->args[i].kind != NORMAL_NUMBER || c->args[i].base) return refuse(r, "a result has no linear form"), false;
        int field = kept_field(r, p->rule, c->args[i].first_var);
        out->result[i] = field >= 0 ? field : AUTOMATIC_RESULT + (int)i;
    }
    return true;
}

/* Does each move lead to a position? */
static bool leads_to_positions(struct automatic *r, const struct automatic_piece *p)
{
    if (p->end) return true;
    const struct automaton *there = automata_renamed(r->w, r->states, p->result);
    const struct automaton *outside = automata_except(r->w, p->moves, there);
    if (outside && !automaton_empty(outside)) refuse(r, "a move may lead to what is no position");
    return outside && !r->reason;
}

static bool is_result(const struct clauses *k, int var) { return k->space->vars[var].kind == NORMAL_RESULT; }

/* All cases of signs; one in which a number of the result is negative must have no solution. */
static bool build_moves(struct automatic *r, struct clauses *k, struct linear_conjunction rule,
                        struct automatic_piece *out)
{
    const struct automaton *all = automata_truth(r->w, false);
    for (size_t signs = 0; signs < (size_t)1 << k->sign_count; signs++) {
        bool nowhere = false;
        for (size_t i = 0; i < k->sign_count; i++) {
            k->negative[k->signs[i]] = signs >> i & 1;
            nowhere = nowhere || ((signs >> i & 1) && is_result(k, k->signs[i]));
        }
        const struct automaton *one = automata_and(r->w, clauses_set(k, rule), r->states);
        if (!one) return refuse(r, k->reason), false;
        if (!nowhere) all = automata_or(r->w, all, one);
        else if (!automaton_empty(one)) return refuse(r, "a move may lead to what is no position"), false;
    }
    out->moves = all;
    return all != NULL;
}

static bool open_piece(struct automatic *r, const struct normal_piece *p, struct automatic_piece *out)
{
    struct clauses k = clauses_of(r);
    int results[AUTOMATIC_FIELDS] = {0};
    if (!place_results(r, p, out)) return false;
    for (size_t i = 0; !out->end && i < p->components->arg_count; i++)
        results[p->components->args[i].first_var] = out->result[i];
    if (!clauses_tracks(&k, p->rule, results) || !clauses_signs(&k, p->rule, r->normal->domain))
        return refuse(r, k.reason), false;
    if (!build_moves(r, &k, p->rule, out)) return false;
    /* a number of the result that nothing binds may be anything */
    if (!out->end) out->moves = automata_on(r->w, out->moves, out->result, r->fields);
    return out->moves && leads_to_positions(r, out);
}

/* Quantifies what is no field of the state. */
static const struct automaton *on_states(const struct automatic *r, const struct automaton *a)
{
    for (int i = 0; i < r->fields; i++) a = automata_some(r->w, a, AUTOMATIC_RESULT + i);
    return a;
}

enum status automatic_open(struct automata *w, const struct normal *normal, struct automatic *r)
{
    enum status st = automatic_states(w, normal, r);
    if (st != ST_OK || r->reason) return st;
    r->count = normal->piece_count;
    r->pieces = arena_array(w->arena, r->count + 1, sizeof *r->pieces);
    if (!r->pieces) return ST_NO_MEMORY;
    r->movable = automata_except(w, r->states, r->states);
    for (size_t i = 0; i < r->count; i++) {
        if (!open_piece(r, &normal->pieces[i], &r->pieces[i])) return closed(r);
        r->movable = automata_or(w, r->movable, on_states(r, r->pieces[i].moves));
    }
    return closed(r);
}

/* ---- the theorem ------------------------------------------------------------------------------------------------- */
const struct automaton *automatic_lost(const struct automatic *r, const struct automaton *set, bool misere)
{
    const struct automaton *lost = misere ? r->movable : r->states;
    for (size_t i = 0; i < r->count && lost && set; i++) {
        const struct automatic_piece *p = &r->pieces[i];
        if (p->end && misere) continue; /* who takes the last loses: the other has won */
        const struct automaton *into =
            p->end ? p->moves : automata_and(r->w, p->moves, automata_renamed(r->w, set, p->result));
        lost = automata_except(r->w, lost, on_states(r, into));
    }
    return set ? lost : NULL;
}

bool automatic_proves(const struct automatic *r, const struct automaton *set, bool misere)
{
    const struct automaton *lost = automatic_lost(r, set, misere);
    return lost && automaton_equal(lost, set);
}

/* ---- values ------------------------------------------------------------------------------------------------------ */
enum { OTHER = AUTOMATIC_VALUE + 1 };

/* a - b + constant == 0, or >= 0 */
static const struct automaton *difference(const struct automatic *r, int a, int b, int64_t constant, bool equality)
{
    struct automata_form form = {2, {{a, 1}, {b, -1}}, constant};
    return automata_linear(r->w, &form, equality);
}

static const struct automaton *is_zero(const struct automatic *r, int track)
{
    struct automata_form form = {1, {{track, 1}}, 0};
    return automata_linear(r->w, &form, true);
}

/* The states of which an option has the value on the track OTHER. */
static const struct automaton *option_values(const struct automatic *r, const struct automaton *set)
{
    const struct automaton *all = automata_truth(r->w, false);
    for (size_t i = 0; i < r->count; i++) {
        const struct automatic_piece *p = &r->pieces[i];
        int to[AUTOMATIC_FIELDS + 1];
        for (int k = 0; k < r->fields; k++) to[k] = p->result[k];
        to[r->fields] = OTHER;
        const struct automaton *there = p->end ? is_zero(r, OTHER) : automata_renamed(r->w, set, to);
        all = automata_or(r->w, all, on_states(r, automata_and(r->w, p->moves, there)));
    }
    return all;
}

/* Of each state exactly one value, and of nothing else. */
static bool is_function(const struct automatic *r, const struct automaton *set)
{
    int to[AUTOMATIC_FIELDS + 1];
    for (int k = 0; k < r->fields; k++) to[k] = k;
    to[r->fields] = OTHER;
    const struct automaton *has = automata_some(r->w, set, AUTOMATIC_VALUE);
    const struct automaton *two = automata_and(r->w, set, automata_renamed(r->w, set, to));
    two = automata_and(r->w, two, difference(r, OTHER, AUTOMATIC_VALUE, -1, false));
    return has && two && automaton_equal(has, r->states) && automaton_empty(two);
}

bool automatic_proves_values(const struct automatic *r, const struct automaton *set)
{
    if (!set || set->tracks != r->fields + 1 || !is_function(r, set)) return false;
    const struct automaton *options = option_values(r, set);
    const struct automaton *same = automata_and(r->w, set, difference(r, OTHER, AUTOMATIC_VALUE, 0, true));
    const struct automaton *less = automata_and(r->w, set, difference(r, AUTOMATIC_VALUE, OTHER, -1, false));
    same = automata_and(r->w, same, options);
    less = automata_except(r->w, less, options);
    return same && less && automaton_empty(same) && automaton_empty(less);
}

const struct automaton *automatic_zeros(const struct automatic *r, const struct automaton *set)
{
    return automata_some(r->w, automata_and(r->w, set, is_zero(r, AUTOMATIC_VALUE)), AUTOMATIC_VALUE);
}
