/* SPDX-License-Identifier: MIT */
/* Proofs by refutation of the assumptions, and the initial assumptions: see private.h. */
#include "check/progress/private.h"
#include <inttypes.h>
#include <stdlib.h>

/* Facts about a term are proved, which may make terms of which facts are proved: each level multiplies the time, and rules of the gallery
 * need one. */
enum { FACT_STEPS = 20000, FACT_SOLVES = 400, FACT_SPLITS = 10, PROOFS_WITHIN = 2 };

/* ---- adding */

void assumptions_add(struct assumptions *f, const struct linear_form *form, bool equality)
{
    struct linear_constraint c = {form, equality};
    if (form && !vec_push(&f->items, c)) f->ck->no_memory = true;
}

void assumptions_at_least(struct assumptions *f, const struct linear_form *form, int64_t constant)
{
    assumptions_add(f, linear_scale(&f->work, form, 1, constant), false);
}

/* a - b + constant >= 0 */
void assumptions_difference(struct assumptions *f, const struct linear_form *a, const struct linear_form *b,
                            int64_t constant)
{
    assumptions_at_least(f, linear_sum(&f->work, a, 1, b, -1), constant);
}

struct alternative *assumptions_split(struct assumptions *f, size_t count)
{
    struct split split = {.alternatives = arena_array(f->ck->scratch, count, sizeof *split.alternatives),
                          .count = count};
    if (!split.alternatives || !vec_push(&f->splits, split)) {
        f->ck->no_memory = true;
        return NULL;
    }
    return split.alternatives;
}

/* ---- opening and closing */

void assumptions_open(struct assumptions *f, struct checker *ck, int game)
{
    const struct game *g = &ck->model->games[game];
    *f = (struct assumptions){.ck = ck, .game = game, .mark = arena_mark(ck->scratch), .solves = FACT_SOLVES};
    f->work = (struct linear_work){.arena = ck->scratch, .answers = ck->in->answers, .steps = FACT_STEPS};
    for (size_t i = 0; i < g->field_count; i++) {
        if (g->fields[i].kind != FIELD_NAT && g->fields[i].kind != FIELD_BOOL) continue;
        const struct linear_form *v = linear_variable(&f->work, assumptions_field_var((int)i));
        assumptions_at_least(f, v, 0);
        if (g->fields[i].kind == FIELD_BOOL) assumptions_at_least(f, linear_scale(&f->work, v, -1, 1), 0);
    }
    if (g->invariant) assumptions_assume(f, g->invariant, true);
}

void assumptions_close(struct assumptions *f)
{
    if (f->work.no_memory) f->ck->no_memory = true;
    vec_free(&f->items);
    vec_free(&f->splits);
    vec_free(&f->terms);
    vec_free(&f->lets);
    vec_free(&f->sets);
    vec_free(&f->alls);
    vec_free(&f->witnesses);
    arena_rewind(f->ck->scratch, f->mark);
}

struct assumptions_mark assumptions_mark(const struct assumptions *f)
{
    return (struct assumptions_mark){f->items.count, f->splits.count, f->terms.count,    f->lets.count,
                                     f->sets.count,  f->alls.count,   f->witnesses.count};
}

/* Facts about terms are among the items, so terms are dropped with them. */
void assumptions_rewind(struct assumptions *f, struct assumptions_mark mark)
{
    f->items.count = mark.items;
    f->splits.count = mark.splits;
    f->terms.count = mark.terms;
    f->lets.count = mark.lets;
    f->sets.count = mark.sets;
    f->alls.count = mark.alls;
    f->witnesses.count = mark.witnesses;
}

/* ---- proofs */

/* LINEAR_FEASIBLE with a solution, if one is wanted. */
static enum linear_answer solve(struct assumptions *f, struct linear_witness *found)
{
    if (f->solves == 0 || f->ck->no_memory) return LINEAR_UNKNOWN;
    f->solves--;
    f->work.steps = FACT_STEPS;
    enum linear_answer answer = linear_solve(&f->work, f->items.data, f->items.count, found);
    if (f->work.no_memory) f->ck->no_memory = true;
    return answer;
}

/* Is the alternative one of constraints alone that hold at the solution? */
static bool holds_at(const struct linear_witness *solution, const struct alternative *alt)
{
    for (int i = 0; i < alt->count; i++)
        if (alt->items[i].condition || linear_false_at(solution, alt->items[i].constraint)) return false;
    return true;
}

static void assume_alternative(struct assumptions *f, const struct alternative *alt)
{
    for (int i = 0; i < alt->count; i++) {
        if (alt->items[i].condition) assumptions_assume(f, alt->items[i].condition, alt->items[i].truth);
        else assumptions_add(f, alt->items[i].constraint.form, alt->items[i].constraint.equality);
    }
}

/* Do the items from `first` on hold at the solution? */
static bool still_solved(const struct assumptions *f, size_t first, const struct linear_witness *solution)
{
    for (size_t i = first; i < f->items.count; i++)
        if (linear_false_at(solution, f->items.data[i])) return false;
    return true;
}

/* `known`: a solution of the items, or NULL. What holds at it need not be solved again, and is looked at first: one
 * alternative that is no contradiction is enough. */
static bool contradictory(struct assumptions *f, size_t next, unsigned depth, const struct linear_witness *known)
{
    struct linear_witness found;
    bool last = next >= f->splits.count || depth == 0;
    if (!known) {
        enum linear_answer answer = solve(f, last ? NULL : &found);
        if (answer == LINEAR_INFEASIBLE) return true;
        if (answer == LINEAR_FEASIBLE) known = &found;
    }
    if (last || f->solves == 0) return false;
    struct split split = f->splits.data[next];
    for (int turn = 0; turn < 2; turn++)
        for (size_t i = 0; i < split.count; i++) {
            bool holds = known && holds_at(known, &split.alternatives[i]);
            if (holds == (turn == 1)) continue;
            struct assumptions_mark mark = assumptions_mark(f);
            assume_alternative(f, &split.alternatives[i]);
            bool solved = known && still_solved(f, mark.items, known);
            bool good = contradictory(f, next + 1, depth - 1, solved ? known : NULL);
            assumptions_rewind(f, mark);
            if (!good) return false;
        }
    return true;
}

bool assumptions_contradictory(struct assumptions *f) { return contradictory(f, 0, FACT_SPLITS, NULL); }

bool assumptions_prove(struct assumptions *f, const struct linear_form *form, int64_t least)
{
    if (!form || f->proofs == PROOFS_WITHIN) return false;
    f->proofs++;
    struct assumptions_mark mark = assumptions_mark(f);
    assumptions_at_least(f, linear_scale(&f->work, form, -1, least), -1);
    bool proved = f->items.count > mark.items && assumptions_contradictory(f);
    assumptions_rewind(f, mark);
    f->proofs--;
    return proved;
}

bool assumptions_certain(struct assumptions *f, const struct expr *condition, bool truth)
{
    if (f->proofs == PROOFS_WITHIN) return false;
    f->proofs++;
    struct assumptions_mark mark = assumptions_mark(f);
    assumptions_assume(f, condition, !truth);
    bool certain = contradictory(f, mark.splits, FACT_SPLITS, NULL);
    assumptions_rewind(f, mark);
    f->proofs--;
    return certain;
}

/* ---- guards as text */

static bool put_term(struct assumptions *f, struct text *out, int var, int64_t factor, const char *const *local_names,
                     size_t locals)
{
    const struct model *m = f->ck->model;
    if (out->length) text_puts(out, " + ");
    if (factor != 1) text_add(out, "%" PRId64 " * ", factor);
    if (var < MODEL_MAX_FIELDS) {
        text_puts(out, m->games[f->game].fields[var].name);
    } else if (var < FIRST_TERM) {
        size_t slot = (size_t)(var - FIRST_LOCAL);
        if (slot >= locals || !local_names[slot]) return false;
        text_puts(out, local_names[slot]);
    } else {
        const struct fact_term *t = &f->terms.data[var - FIRST_TERM];
        if (!t->expr) return false;
        expr_print_factor(m, f->game, t->expr, out);
    }
    return true;
}

const char *assumptions_guard(struct assumptions *f, const struct linear_form *form, const char *const *local_names,
                              size_t locals)
{
    struct text sides[2] = {{0}, {0}};
    bool good = form && form->constant != INT64_MIN;
    for (uint32_t i = 0; good && i < form->count; i++) {
        int64_t factor = form->terms[i].factor;
        good = factor != INT64_MIN &&
               put_term(f, &sides[factor > 0], form->terms[i].var, llabs(factor), local_names, locals);
    }
    if (good && form->constant) {
        struct text *side = &sides[form->constant > 0];
        text_add(side, "%s%" PRId64, side->length ? " + " : "", (int64_t)llabs(form->constant));
    }
    const char *guard = "", *less = sides[0].length ? text_c(&sides[0]) : "0",
               *more = sides[1].length ? text_c(&sides[1]) : "0";
    bool lone = true; /* write n >= 60 rather than 60 <= n */
    for (uint32_t i = 0; good && i < form->count; i++) lone = lone && form->terms[i].factor > 0;
    if (good)
        guard = lone ? arena_printf(f->ck->scratch, "%s >= %s", more, less)
                     : arena_printf(f->ck->scratch, "%s <= %s", less, more);
    if (!guard || sides[0].failed || sides[1].failed) {
        f->ck->no_memory = true;
        guard = "";
    }
    text_free(&sides[0]);
    text_free(&sides[1]);
    return guard;
}
