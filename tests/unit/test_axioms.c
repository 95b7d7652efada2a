/* SPDX-License-Identifier: MIT */
/* What is gathered about the cells of a row: true at every small row and every choice of indices, and all of what is
 * promised. */
#include "claims.h"
#include <string.h>
#include "base/hash.h"
#include "model/expr.h"
#include "proof/normal/axioms.h"
#include "proof/private.h"

enum { LENGTH = 3, INDICES = 2, READS = 4, ITEMS = 5, VALUES = 3, TRIES = 1500 };

/* A row s, two indices i and j, and cells s[i + c], s[j + c]. */
struct bench {
    struct arena arena;
    struct normal_space space;
    const struct linear_form *index[READS], *cell[READS], *length;
    int first[INDICES];
    struct linear_constraint items[ITEMS];
    size_t count;
};

/* A row, its length and the indices. */
struct point {
    int64_t cells[LENGTH], length, at[INDICES];
};

static struct linear_work *work(struct bench *b) { return &b->space.work; }

static void make_cells(struct bench *b, uint64_t *seed)
{
    struct normal_term row = {.kind = EXPR_FIELD};
    struct normal_value s = terms_make(&b->space, &row, false);
    struct normal_term length = {.kind = EXPR_CALL, .data = BUILTIN_LEN, .count = 1, .args = &s};
    b->length = terms_make(&b->space, &length, true).form;
    for (int i = 0; i < INDICES; i++) b->first[i] = normal_var(&b->space, NORMAL_GEN, i);
    for (int i = 0; i < READS; i++) {
        const struct linear_form *from = linear_variable(work(b), b->first[i % INDICES]);
        b->index[i] = linear_scale(work(b), from, 1, (int64_t)(random_next(seed) % 3) - 1);
        struct normal_value args[2] = {s, terms_of_form(b->index[i])};
        struct normal_term cell = {.kind = EXPR_INDEX, .count = 2, .args = args};
        b->cell[i] = terms_make(&b->space, &cell, true).form;
    }
}

/* Constraints of one or two of the cells, the indices and the length, most of them of a cell and a small number. */
static void make_items(struct bench *b, uint64_t *seed)
{
    const struct linear_form *all[READS + INDICES + 1] = {[READS + INDICES] = b->length};
    for (int i = 0; i < READS; i++) all[i] = b->cell[i];
    for (int i = 0; i < INDICES; i++) all[READS + i] = linear_variable(work(b), b->first[i]);
    b->count = 1 + random_next(seed) % ITEMS;
    for (size_t i = 0; i < b->count; i++) {
        const struct linear_form *x = all[random_next(seed) % (READS + INDICES + 1)];
        const struct linear_form *y = all[random_next(seed) % (READS + INDICES + 1)];
        bool two = random_next(seed) % 3 == 0;
        x = linear_sum(work(b), x, random_next(seed) % 2 ? 1 : -1, y, two ? (int64_t)(random_next(seed) % 3) - 1 : 0);
        b->items[i].form = linear_scale(work(b), x, 1, (int64_t)(random_next(seed) % 5) - 2);
        b->items[i].equality = random_next(seed) % 2;
    }
}

static void setup(struct bench *b, uint64_t *seed)
{
    memset(b, 0, sizeof *b);
    b->space = (struct normal_space){.arena = &b->arena, .work = {.arena = &b->arena, .steps = 100000}};
    make_cells(b, seed);
    make_items(b, seed);
}

static struct linear_conjunction gather(struct bench *b)
{
    struct linear_conjunction part = {b->items, b->count};
    return normal_axioms(&b->space, &part, 1);
}

/* ---- true at every point ----------------------------------------------------------------------------------------- */
static int64_t value_of(const struct bench *b, const struct linear_form *f, const struct point *p);

static int64_t value_of_var(const struct bench *b, int var, const struct point *p)
{
    for (int i = 0; i < INDICES; i++)
        if (var == b->first[i]) return p->at[i];
    const struct normal_term *t = b->space.vars[var].term;
    if (t->kind == EXPR_CALL) return p->length;
    int64_t at = value_of(b, t->args[1].form, p);
    return at >= 1 && at <= p->length ? p->cells[at - 1] : 0;
}

static int64_t value_of(const struct bench *b, const struct linear_form *f, const struct point *p)
{
    int64_t sum = f->constant;
    for (uint32_t i = 0; i < f->count; i++) sum += f->terms[i].factor * value_of_var(b, f->terms[i].var, p);
    return sum;
}

static bool holds_at(const struct bench *b, const struct linear_constraint *c, size_t count, const struct point *p)
{
    for (size_t i = 0; i < count; i++) {
        int64_t v = value_of(b, c[i].form, p);
        if (c[i].equality ? v != 0 : v < 0) return false;
    }
    return true;
}

/* The next row of the length, which counts in base VALUES; then the next indices, -1 to LENGTH + 1. */
static bool next_point(struct point *p)
{
    for (int64_t i = 0; i < p->length; i++) {
        if (++p->cells[i] < VALUES) return true;
        p->cells[i] = 0;
    }
    for (int i = 0; i < INDICES; i++) {
        if (++p->at[i] <= LENGTH + 1) return true;
        p->at[i] = -1;
    }
    return ++p->length <= LENGTH;
}

/* How many points satisfy the items; the facts hold at each. */
static size_t count_points(const struct bench *b, struct linear_conjunction facts)
{
    size_t count = 0;
    struct point p = {.at = {-1, -1}};
    do {
        if (!holds_at(b, b->items, b->count, &p)) continue;
        assert_true(holds_at(b, facts.items, facts.count, &p));
        count++;
    } while (next_point(&p));
    return count;
}

CLAIM(facts_hold_at_every_row_that_satisfies_the_items)
{
    uint64_t seed = 11;
    size_t none = 0, some = 0;
    for (int i = 0; i < TRIES; i++) {
        struct bench b;
        setup(&b, &seed);
        struct linear_conjunction facts = gather(&b);
        assert_non_null(facts.items);
        bool impossible = linear_solve(work(&b), facts.items, facts.count, NULL) == LINEAR_INFEASIBLE;
        size_t count = count_points(&b, facts);
        if (impossible) assert_int_equal(count, 0);
        none += impossible;
        some += count > 0;
        arena_free(&b.arena);
    }
    assert_true(none > TRIES / 10 && some > TRIES / 10);
}

/* ---- what is promised -------------------------------------------------------------------------------------------- */
static bool follows(struct bench *b, const struct linear_constraint *items, size_t count,
                    const struct linear_form *form, bool equality)
{
    work(b)->steps = 100000;
    return linear_implies(work(b), items, count, (struct linear_constraint){form, equality});
}

static const struct linear_form *difference(struct bench *b, const struct linear_form *x, const struct linear_form *y)
{
    return linear_sum(work(b), x, 1, y, -1);
}

static bool occurs(const struct bench *b, const struct linear_form *cell)
{
    for (size_t i = 0; i < b->count; i++)
        if (linear_factor(b->items[i].form, cell->terms[0].var)) return true;
    return false;
}

/* Each asked of the items one by one, with nothing that is kept between the questions. */
static void check_cell(struct bench *b, struct linear_conjunction facts, int i)
{
    const struct linear_form *beyond = linear_scale(work(b), difference(b, b->index[i], b->length), 1, -1);
    bool below = follows(b, b->items, b->count, linear_scale(work(b), b->index[i], -1, 0), false);
    if (below || follows(b, b->items, b->count, beyond, false))
        assert_true(follows(b, facts.items, facts.count, b->cell[i], true));
    if (follows(b, b->items, b->count, linear_scale(work(b), b->cell[i], 1, -1), false)) {
        assert_true(follows(b, facts.items, facts.count, linear_scale(work(b), b->index[i], 1, -1), false));
        assert_true(follows(b, facts.items, facts.count, difference(b, b->length, b->index[i]), false));
    }
    for (int k = 0; k < i; k++)
        if (occurs(b, b->cell[k]) && follows(b, b->items, b->count, difference(b, b->index[i], b->index[k]), true))
            assert_true(follows(b, facts.items, facts.count, difference(b, b->cell[i], b->cell[k]), true));
}

CLAIM(what_the_items_say_of_indices_is_known_of_cells)
{
    uint64_t seed = 12;
    for (int i = 0; i < TRIES; i++) {
        struct bench b;
        setup(&b, &seed);
        for (int again = 0; again < 3; again++) { /* what solved the items before is tried with these */
            if (again) make_items(&b, &seed);
            struct linear_conjunction facts = gather(&b);
            for (int k = 0; k < READS; k++)
                if (occurs(&b, b.cell[k])) check_cell(&b, facts, k);
        }
        arena_free(&b.arena);
    }
}

/* s[i] == 0 and s[j] == 1 and i == j: the items have solutions, and with the cells the same there are none. */
CLAIM(equal_indices_of_different_cells_are_a_contradiction)
{
    uint64_t seed = 13;
    struct bench b;
    setup(&b, &seed);
    b.items[0] = (struct linear_constraint){b.cell[0], true};
    b.items[1] = (struct linear_constraint){linear_scale(work(&b), b.cell[1], 1, -1), true};
    b.items[2] = (struct linear_constraint){difference(&b, b.index[0], b.index[1]), true};
    b.count = 3;
    assert_int_equal(linear_solve(work(&b), b.items, b.count, NULL), LINEAR_FEASIBLE);
    struct linear_conjunction facts = gather(&b);
    assert_int_equal(linear_solve(work(&b), facts.items, facts.count, NULL), LINEAR_INFEASIBLE);
    arena_free(&b.arena);
}

/* To gather takes no more rows than the one question whether there is a solution. */
CLAIM(nothing_is_asked_of_items_without_a_solution)
{
    uint64_t seed = 14;
    struct bench b;
    setup(&b, &seed);
    for (int i = 0; i < READS; i++) b.items[i] = (struct linear_constraint){b.cell[i], false};
    b.items[READS] = (struct linear_constraint){linear_scale(work(&b), b.length, -1, -2), false}; /* length <= -2 */
    b.count = READS + 1;
    struct linear_conjunction facts = gather(&b);
    uint64_t gathered = work(&b)->rows;
    assert_int_equal(linear_solve(work(&b), facts.items, facts.count, NULL), LINEAR_INFEASIBLE);
    assert_true(gathered <= work(&b)->rows - gathered);
    arena_free(&b.arena);
}

static bool gathers(void)
{
    struct bench b;
    memset(&b, 0, sizeof b);
    b.space = (struct normal_space){.arena = &b.arena, .work = {.arena = &b.arena, .steps = 100000}};
    const struct linear_form *x = linear_variable(work(&b), normal_var(&b.space, NORMAL_GEN, 0));
    struct normal_term row = {.kind = EXPR_FIELD};
    struct normal_value args[2] = {terms_make(&b.space, &row, false), terms_of_form(x)};
    struct normal_term cell = {.kind = EXPR_INDEX, .count = 2, .args = args};
    struct normal_value v = x && args[0].term ? terms_make(&b.space, &cell, true) : (struct normal_value){0};
    b.items[0] = (struct linear_constraint){v.form ? linear_scale(work(&b), v.form, 1, -1) : NULL, true};
    b.count = 1;
    bool done = b.items[0].form && gather(&b).items && !work(&b)->no_memory;
    arena_free(&b.arena);
    return done;
}
CLAIM(a_failed_allocation_is_said) { walk_failures(gathers); }

CLAIMS(IT(facts_hold_at_every_row_that_satisfies_the_items), IT(what_the_items_say_of_indices_is_known_of_cells),
       IT(equal_indices_of_different_cells_are_a_contradiction), IT(nothing_is_asked_of_items_without_a_solution),
       IT(a_failed_allocation_is_said))
