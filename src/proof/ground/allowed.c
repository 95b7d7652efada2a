/* SPDX-License-Identifier: MIT */
/* Conditions as sets of values of single cells.
 *
 *     q[c] == 0 and all(q[j] == 0 or (q[j] != r and abs(q[j] - r) != abs(j - c)) for j in 1..len(q) where j != c)
 *
 * A cell of a row of 12 columns holds one of 13 values here, and there are about 10^11 ways in which the others let a queen be put. But
 * each term of the conjunction asks one cell: it says which values that cell may hold.
 * Theorem. Let some cells be known, and let A(cell) be given for each other one. Let a term, evaluated with values from A, ask one of these
 * at most. Then it comes out as wanted in a state with the known values, and values from A, if and only if the value of that cell is one
 * with which it does. So a conjunction of such terms, one after the other, comes out as wanted in the states of a product of sets.
 * Proof. What was not asked for made no difference. A later term is looked at where those before it hold, as the rule has it. []
 * A term that asks several cells leaves the first of them asked, as everything else does: the walk tries each of its values, each time from
 * the start of the move, so that the terms before are terms on a known cell then. The first value tried is the least that is still
 * allowed: with a lower one some term before fails. */
#include "model/expr.h"
#include "proof/ground/private.h"

/* A term: where it is taken in, `body` is to come out so. */
struct term {
    const struct expr *when, *body; /* NULL: always; true */
    bool want;
};

static bool comes_out(struct ground_scope *s, const struct term *t, bool *holds)
{
    int64_t when = 1, x = 1;
    if (t->when && !ground_number_of(s, t->when, &when)) return false;
    if (when && t->body && !ground_number_of(s, t->body, &x)) return false;
    *holds = !when || (x != 0) == t->want;
    return true;
}

bool ground_is_known(struct ground_scope *s, const struct expr *e, int64_t *x)
{
    if (ground_plain(s, e, x)) return true;
    bool before = s->closed;
    s->closed = true;
    bool known = ground_number_of(s, e, x);
    s->closed = before;
    if (!known && !s->no_memory) s->refused = false; /* it may stand behind what is not known yet */
    return known;
}

void ground_forget(struct ground_scope *s, size_t count)
{
    while (s->asked_count > count) s->chosen[s->asked[--s->asked_count]] = -1;
}

/* The next value that the cell may hold; false: there is none. */
static bool next_allowed(struct ground_scope *s, size_t cell)
{
    uint64_t later = s->allowed[cell] & ~((UINT64_C(2) << s->chosen[cell]) - 1);
    if (!later || (size_t)__builtin_ctzll(later) >= ground_held_by(s, cell)->count) return false;
    s->chosen[cell] = (signed char)__builtin_ctzll(later);
    return true;
}

bool ground_next_allowed(struct ground_scope *s, size_t before)
{
    for (; s->asked_count > before; s->asked_count--) {
        uint16_t cell = s->asked[s->asked_count - 1];
        if (next_allowed(s, cell)) return true;
        s->chosen[cell] = -1;
    }
    return false;
}

static bool narrow_term(struct ground_scope *s, const struct term *t, bool *possible)
{
    size_t before = s->asked_count;
    uint64_t holding = 0;
    for (;;) {
        bool holds;
        struct arena_mark mark = arena_mark(s->arena);
        if (!comes_out(s, t, &holds)) return false;
        arena_rewind(s->arena, mark);
        if (s->asked_count == before) return *possible = holds, true;
        size_t cell = s->asked[before];
        if (s->asked_count > before + 1) {
            ground_forget(s, ++before);
            s->chosen[cell] = (signed char)__builtin_ctzll(s->allowed[cell]);
            holding = 0;
            continue;
        }
        if (holds) holding |= UINT64_C(1) << s->chosen[cell];
        if (next_allowed(s, cell)) continue;
        ground_forget(s, before);
        *possible = holding != 0;
        if (holding) s->allowed[cell] = holding;
        return true;
    }
}

/* ---- folds ---------------------------------------------------------------------------------------------------------- */
static bool narrow_zero(struct ground_scope *s, const struct expr *e, bool *possible);

struct narrowing {
    bool want, *possible;
};
static bool narrow_element(struct ground_scope *s, const struct expr *fold, void *context)
{
    int64_t x;
    const struct narrowing *n = context;
    struct term t = {fold->kids[1], fold->kids[0], n->want};
    if (t.when && ground_is_known(s, t.when, &x)) {
        if (!x) return true;
        t.when = NULL;
    }
    if (t.when || !t.body) return narrow_term(s, &t, n->possible);
    if (fold->index == FOLD_SUM) return narrow_zero(s, t.body, n->possible);
    return ground_narrow(s, t.body, n->want, n->possible);
}

static bool each_from(struct ground_scope *s, const struct expr *fold, size_t gen, const bool *on,
                      ground_element *element, void *context)
{
    int64_t *elements = NULL, in = 1;
    const struct ground_number *held = NULL;
    struct ground_value row;
    size_t count;
    if (gen == fold->gen_count) return element(s, fold, context);
    const struct domain *d = &fold->gens[gen].domain;
    bool of_cells = ground_is_of_cells(d);
    bool fine = of_cells ? ground_array_of(s, d->low, &row) : ground_elements(s, d, &elements, &held, &count);
    if (fine && of_cells) count = row.columns;
    if (!fine || !ground_spend(s, count)) return false;
    for (size_t i = 0; fine && *on && i < count; i++) {
        struct ground_local here = {fold->gens[gen].slot, {0}, s->locals};
        ground_of(of_cells ? row.cells[i] : ground_const(elements[i]), &here.value);
        if (held && !ground_known(s, held[i], &in)) return false;
        s->locals = &here;
        fine = !in || each_from(s, fold, gen + 1, on, element, context);
        s->locals = here.next;
    }
    return fine;
}

bool ground_each_element(struct ground_scope *s, const struct expr *fold, const bool *on, ground_element *element,
                         void *context)
{
    return each_from(s, fold, 0, on, element, context);
}

/* What is said of each element: that it comes out so. */
static bool narrow_each(struct ground_scope *s, const struct expr *fold, bool want, bool *possible)
{
    return ground_each_element(s, fold, possible, narrow_element, &(struct narrowing){want, possible});
}

/* Natural numbers that are 0 together. */
static bool narrow_zero(struct ground_scope *s, const struct expr *e, bool *possible)
{
    struct term t = {NULL, e, false};
    if (e->kind == EXPR_FOLD && (e->index == FOLD_SUM || e->index == FOLD_COUNT))
        return narrow_each(s, e, false, possible);
    if (e->kind != EXPR_ADD) return narrow_term(s, &t, possible);
    return narrow_zero(s, e->kids[0], possible) && (!*possible || narrow_zero(s, e->kids[1], possible));
}

/* ---- conditions -------------------------------------------------------------------------------------------------------- */
/* One of the two is to come out so, for `and` or `or`; if one does not in any case, it is the other. (The right side is looked at where
 * the left one does not decide: where it is known already, the left one must.) */
static bool narrow_either(struct ground_scope *s, const struct expr *e, bool want, bool *possible)
{
    int64_t x;
    struct term t = {NULL, e, want};
    if (ground_plain(s, e->kids[1], &x)) { /* nothing of the left side is needed for that, as most often */
        if ((x != 0) != want) return ground_narrow(s, e->kids[0], want, possible);
        if (ground_may_pass_left(s, e)) return *possible = true;
    }
    for (size_t i = 0; i < 2; i++)
        if (ground_is_known(s, e->kids[i], &x) && (x != 0) != want)
            return ground_narrow(s, e->kids[1 - i], want, possible);
    return narrow_term(s, &t, possible);
}

static bool narrow_let(struct ground_scope *s, const struct expr *e, bool want, bool *possible)
{
    struct ground_local here = {e->index, {0}, s->locals};
    if (!ground_value_of(s, e->kids[0], &here.value)) return false;
    s->locals = &here;
    bool fine = ground_narrow(s, e->kids[1], want, possible);
    s->locals = here.next;
    return fine;
}

bool ground_narrow(struct ground_scope *s, const struct expr *e, bool want, bool *possible)
{
    int64_t x;
    bool when;
    struct term t = {NULL, e, want};
    if (!ground_step(s)) return false;
    if (e == s->passed.e && want == s->passed.want) return *possible = true;
    if (e->kind == EXPR_NOT) return ground_narrow(s, e->kids[0], !want, possible);
    if (e->kind == EXPR_LET) return narrow_let(s, e, want, possible);
    if (e->kind == EXPR_IF && ground_is_known(s, e->kids[0], &x))
        return ground_narrow(s, e->kids[x ? 1 : 2], want, possible);
    if (e->kind == EXPR_FOLD && e->index == (want ? FOLD_ALL : FOLD_ANY)) return narrow_each(s, e, want, possible);
    if (e->kind == EXPR_AND || e->kind == EXPR_OR) {
        if (want != (e->kind == EXPR_AND)) return narrow_either(s, e, want, possible);
        return ground_narrow(s, e->kids[0], want, possible) &&
               (!*possible || ground_narrow(s, e->kids[1], want, possible));
    }
    const struct expr *sum = e->count == 2 ? ground_asked_zero(e, &when) : NULL;
    if (sum && want == when) return narrow_zero(s, sum, possible);
    return narrow_term(s, &t, possible);
}
