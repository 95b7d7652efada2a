/* SPDX-License-Identifier: MIT */
/* What is always true of terms, written down for exactly the terms that occur: then a question about terms is one
 * about linear constraints. Equal arguments give equal terms; that is added for the pairs whose arguments the
 * constraints prove equal (congruence), one round, which is sound and enough in practice. A cell of a row, bag or grid of
 * the state is a natural number, and 0 if its index is outside 1..len, or one of its two outside 1..rows and 1..cols; so a
 * positive cell has an index inside. If the constraints do not decide that of a row, the cases are considered one by one
 * (cases.c). */
#include <string.h>
#include "proof/normal/axioms.h"
#include "proof/normal/solutions.h"
#include "proof/private.h"

/* Rows: about a hundred times what any rule of the gallery or the tests needs, checked or analyzed. */
enum { STEPS_PER_PROOF = 200000, MAX_PAIRS = 400, MAX_ROWS = 200000 };

static void add_item(struct axioms *f, const struct linear_form *form, bool equality)
{
    if (!form) {
        f->failed = true;
    } else if (!vec_push(&f->items, (struct linear_constraint){form, equality})) {
        f->space->work.no_memory = f->failed = true;
    }
    struct linear_constraint c = {form, equality};
    size_t count = f->solutions.count;
    if (count) f->lost = f->solutions.data[count - 1];
    if (count) f->lost_at = f->items.count - 1;
    else if (f->lost_at < f->items.count && linear_false_at(&f->lost, c)) f->lost_at = SIZE_MAX;
    solutions_keep_true(f, c);
}

static void meet_form(struct axioms *f, const struct linear_form *form)
{
    for (uint32_t i = 0; form && i < form->count; i++) {
        int v = form->terms[i].var;
        if ((size_t)v >= f->seen_count || f->seen[v]) continue;
        f->seen[v] = true;
        if (!vec_push(&f->vars, v)) f->space->work.no_memory = f->failed = true;
    }
}

static void meet_args(struct axioms *f, const struct normal_term *term)
{
    for (size_t i = 0; i < term->count; i++) {
        if (term->args[i].form) meet_form(f, term->args[i].form);
        else meet_args(f, term->args[i].term);
    }
}

static bool never_negative(const struct normal_term *t)
{
    return t->kind == EXPR_CALL && builtin_info((enum builtin)t->data)->range <= RANGE_POSITIVE;
}

size_t axioms_indices(const struct normal_term *t)
{
    bool cell = t && t->kind == EXPR_INDEX && t->count >= 2 && t->count <= 3 && t->args[0].term &&
                t->args[0].term->kind == EXPR_FIELD;
    for (size_t i = 1; cell && i < t->count; i++) cell = t->args[i].form != NULL;
    return cell ? t->count - 1 : 0;
}

bool axioms_is_read(const struct normal_term *t) { return axioms_indices(t) == 1; }

const struct linear_form *axioms_size(struct normal_space *space, const struct normal_term *cell, size_t k)
{
    static const enum builtin sizes[][2] = {{BUILTIN_LEN, BUILTIN_LEN}, {BUILTIN_ROWS, BUILTIN_COLS}};
    struct normal_value of = cell->args[0];
    struct normal_term proto = {.kind = EXPR_CALL, .data = sizes[axioms_indices(cell) - 1][k], .count = 1, .args = &of};
    return terms_make(space, &proto, true).form;
}

/* Creates the sizes of all rows and grids that are read, before variables are counted. */
static void make_sizes(struct normal_space *space)
{
    for (; space->sized < space->term_count; space->sized++) {
        const struct normal_term *t = space->terms[space->sized];
        for (size_t k = 0; k < axioms_indices(t); k++) axioms_size(space, t, k);
    }
}

/* Truths are 0 or 1. Members of the named sets are positive, divisors at most the number: (x - 1) >= 0 where the
 * truth is 1 is not linear, so it is stated where the piece is made (expr.c); this function states what holds
 * unconditionally. */
static void add_term_facts(struct axioms *f, int var, const struct normal_term *t)
{
    struct linear_work *w = &f->space->work;
    const struct linear_form *v = linear_variable(w, var);
    if (t->kind == NORMAL_FLOOR) {
        add_item(f, linear_sum(w, t->args[0].form, 1, v, -t->data), false);
        add_item(f, linear_scale(w, linear_sum(w, t->args[0].form, -1, v, t->data), 1, t->data - 1), false);
    } else if (t->truth) {
        add_item(f, v, false);
        add_item(f, linear_scale(w, v, -1, 1), false);
    } else if (never_negative(t) || axioms_indices(t)) {
        add_item(f, v, false);
    }
    for (size_t k = 0; k < axioms_indices(t); k++) meet_form(f, axioms_size(f->space, t, k));
    meet_args(f, t);
}

/* Is there no solution of the items at which this is false too? One that is found answers later questions. */
static bool no_solution(struct axioms *f, const struct linear_form *outside)
{
    struct linear_work *w = &f->space->work;
    struct linear_witness found;
    const struct linear_witness *known = f->solutions.count ? &f->solutions.data[f->solutions.count - 1] : NULL;
    struct linear_constraint asked = {outside, false};
    if (!outside) return false;
    enum linear_answer answer = linear_solve_also(w, f->items.data, f->items.count, asked, known, &found);
    if (answer != LINEAR_FEASIBLE) return answer == LINEAR_INFEASIBLE;
    solutions_add(f, found);
    return false;
}

/* A first solution of the items, if none is known, before anything is asked: without any, everything follows from them,
 * and each question would cost as much as this one. Most pieces of a rule of a board end so. */
static void find_solution(struct axioms *f)
{
    struct linear_work *w = &f->space->work;
    struct linear_witness found;
    if (f->solutions.count || f->unsolved == f->items.count) return;
    if (!f->tried) solutions_try_known(f);
    f->tried = true;
    if (f->solutions.count) return;
    f->unsolved = f->items.count;
    bool near = f->lost_at < f->items.count; /* only what hangs together with the one that is false is solved again */
    enum linear_answer answer =
        near ? linear_solve_also(w, f->items.data, f->items.count, f->items.data[f->lost_at], &f->lost, &found)
             : linear_solve(w, f->items.data, f->items.count, &found);
    f->impossible = answer == LINEAR_INFEASIBLE;
    if (answer == LINEAR_FEASIBLE && solutions_add(f, found) && !f->spread) solutions_spread(f);
}

/* Most questions are answered by a solution of the items at which what is asked is false. */
static bool implied(struct axioms *f, const struct linear_form *form, bool equality)
{
    struct linear_work *w = &f->space->work;
    struct linear_constraint c = {form, equality};
    if (!form || f->impossible) return f->impossible;
    if (w->rows <= f->most_rows) find_solution(f);
    if (!form->count && f->solutions.count) return equality ? !form->constant : form->constant >= 0;
    for (size_t i = f->solutions.count; i-- > 0;)
        if (solutions_false_at(f, i, c)) return false;
    if (f->impossible || w->rows > f->most_rows) return f->impossible;
    return no_solution(f, linear_scale(w, form, -1, -1)) && (!equality || no_solution(f, linear_scale(w, form, 1, -1)));
}

/* >= 0: index k is 0 or less; it is beyond the size. */
static const struct linear_form *below(struct normal_space *space, const struct normal_term *cell, size_t k)
{
    return linear_scale(&space->work, cell->args[k + 1].form, -1, 0);
}
static const struct linear_form *beyond(struct normal_space *space, const struct normal_term *cell, size_t k)
{
    struct linear_work *w = &space->work;
    return linear_scale(w, linear_sum(w, cell->args[k + 1].form, 1, axioms_size(space, cell, k), -1), 1, -1);
}

const struct linear_form *axioms_below(struct normal_space *space, const struct normal_term *read)
{
    return below(space, read, 0);
}
const struct linear_form *axioms_beyond(struct normal_space *space, const struct normal_term *read)
{
    return beyond(space, read, 0);
}

/* Cells outside the row or grid are 0; the index of a positive cell is inside. */
static void add_reads(struct axioms *f)
{
    struct linear_work *w = &f->space->work;
    for (size_t i = 0; i < f->vars.count && !f->failed && !f->impossible; i++) {
        const struct normal_term *t = f->space->vars[f->vars.data[i]].term;
        size_t indices = axioms_indices(t);
        if (!indices) continue;
        const struct linear_form *v = linear_variable(w, f->vars.data[i]);
        bool positive = implied(f, linear_scale(w, v, 1, -1), false), outside = false;
        for (size_t k = 0; k < indices && !outside; k++) {
            const struct linear_form *low = below(f->space, t, k), *high = beyond(f->space, t, k);
            if (positive) {
                add_item(f, linear_scale(w, low, -1, -1), false);
                add_item(f, linear_scale(w, high, -1, -1), false);
            } else {
                outside = implied(f, low, false) || implied(f, high, false);
            }
        }
        if (outside) add_item(f, v, true);
    }
}

static bool args_equal(struct axioms *f, const struct normal_term *a, const struct normal_term *b)
{
    for (size_t i = 0; i < a->count; i++) {
        if (terms_compare(a->args[i], b->args[i]) == 0) continue;
        if (!a->args[i].form || !b->args[i].form) return false;
        if (!implied(f, linear_sum(&f->space->work, a->args[i].form, 1, b->args[i].form, -1), true)) return false;
    }
    return true;
}

static void add_congruences(struct axioms *f)
{
    size_t pairs = 0;
    for (size_t i = 0; i < f->vars.count && !f->failed && !f->impossible; i++) {
        const struct normal_term *a = f->space->vars[f->vars.data[i]].term;
        if (!a || a->kind == NORMAL_FLOOR) continue;
        for (size_t j = 0; j < i && pairs < MAX_PAIRS && !f->failed && !f->impossible; j++) {
            const struct normal_term *b = f->space->vars[f->vars.data[j]].term;
            if (!b || a->kind != b->kind || a->data != b->data || a->owner != b->owner || a->count != b->count)
                continue;
            pairs++;
            if (!args_equal(f, a, b)) continue;
            struct linear_work *w = &f->space->work;
            add_item(f, linear_sum(w, linear_variable(w, a->var), 1, linear_variable(w, b->var), -1), true);
        }
    }
}

/* Every solution that is kept is one of all items. */
static enum linear_answer answer_of(const struct axioms *f)
{
    if (f->failed) return LINEAR_UNKNOWN;
    return f->impossible ? LINEAR_INFEASIBLE : f->solutions.count ? LINEAR_FEASIBLE : LINEAR_UNKNOWN;
}

/* `extra`: conjunctions whose terms need facts too, though they are not among the items. */
static struct linear_conjunction gather(struct normal_space *space, const struct linear_conjunction *parts,
                                        size_t part_count, const struct linear_conjunction *extra, size_t extra_count,
                                        enum linear_answer *answer)
{
    struct linear_conjunction out = {0};
    *answer = LINEAR_UNKNOWN;
    make_sizes(space);
    struct axioms f = {
        .space = space, .seen_count = space->var_count, .most_rows = space->work.rows + MAX_ROWS, .lost_at = SIZE_MAX};
    f.seen = arena_array(space->arena, space->var_count + 1, sizeof *f.seen);
    if (!f.seen) return space->work.no_memory = true, out;
    for (size_t i = 0; i < part_count; i++)
        for (size_t k = 0; k < parts[i].count; k++) {
            add_item(&f, parts[i].items[k].form, parts[i].items[k].equality);
            meet_form(&f, parts[i].items[k].form);
        }
    for (size_t i = 0; i < extra_count; i++)
        for (size_t k = 0; k < extra[i].count; k++) meet_form(&f, extra[i].items[k].form);
    for (size_t i = 0; i < f.vars.count && !f.failed; i++)
        if (space->vars[f.vars.data[i]].term) add_term_facts(&f, f.vars.data[i], space->vars[f.vars.data[i]].term);
    add_congruences(&f);
    add_reads(&f);
    struct linear_constraint *items = arena_array(space->arena, f.items.count + 1, sizeof *items);
    if (!items) space->work.no_memory = f.failed = true;
    if (!f.failed) {
        for (size_t i = 0; i < f.items.count; i++) items[i] = f.items.data[i];
        out = (struct linear_conjunction){items, f.items.count};
    }
    *answer = answer_of(&f);
    solutions_note(&f);
    vec_free(&f.items);
    vec_free(&f.vars);
    vec_free(&f.solutions);
    vec_free(&f.values);
    return out;
}

struct linear_conjunction axioms_gather(struct normal_space *space, const struct linear_conjunction *parts,
                                        size_t part_count, const struct linear_conjunction *extra, size_t extra_count)
{
    enum linear_answer answer;
    return gather(space, parts, part_count, extra, extra_count, &answer);
}

struct linear_conjunction axioms_solved(struct normal_space *space, const struct linear_conjunction *parts,
                                        size_t part_count, enum linear_answer *answer)
{
    space->work.steps = STEPS_PER_PROOF;
    return gather(space, parts, part_count, NULL, 0, answer);
}

struct linear_conjunction normal_axioms(struct normal_space *space, const struct linear_conjunction *parts,
                                        size_t part_count)
{
    enum linear_answer answer;
    return axioms_solved(space, parts, part_count, &answer);
}

bool normal_covered(struct normal_space *space, const struct linear_conjunction *context, size_t context_count,
                    const struct linear_conjunction *parts, size_t part_count)
{
    space->work.steps = STEPS_PER_PROOF;
    struct linear_conjunction known = axioms_gather(space, context, context_count, parts, part_count);
    bool covered = known.items && linear_covered(&space->work, known.items, known.count, parts, part_count);
    if (!covered && known.items) covered = axioms_covered_by_cases(space, context, context_count, parts, part_count);
    space->spent += STEPS_PER_PROOF - space->work.steps;
    return covered;
}
