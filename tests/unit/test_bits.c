/* SPDX-License-Identifier: MIT */
/* Tables of rules on bits (bit_table.h): small ones by hand; mbt/bits has random ones. */
#include "claims.h"
#include "solve/bits/bit_values.h"

/* A row of cells that are filled, or emptied; never three filled ones side by side if `apart`. */
struct row {
    uint32_t cells;
    bool empties, apart;
};

static void write_cell(void *context, size_t move, uint64_t *write, uint64_t *put)
{
    const struct row *r = context;
    write[move / 64] |= UINT64_C(1) << (move % 64);
    if (!r->empties) put[move / 64] |= UINT64_C(1) << (move % 64);
}

static bool may_be(void *context, size_t move, const uint64_t *free, const uint64_t *start)
{
    (void)context, (void)move, (void)free, (void)start;
    return true;
}

static bit_ref when_cell(void *context, size_t move, struct bit_diagrams *d, const bit_ref *literals,
                         const bit_ref *negations)
{
    const struct row *r = context;
    bit_ref when = r->empties ? literals[move] : negations[move];
    for (size_t i = move >= 2 ? move - 2 : 0; r->apart && i <= move && i + 2 < r->cells; i++) {
        bit_ref some = BIT_FALSE;
        for (size_t k = i; k < i + 3; k++)
            if (k != move) some = bit_or(d, some, negations[k]);
        when = bit_and(d, when, some);
    }
    return when;
}

static struct bit_source source_of(struct row *row)
{
    struct bit_source s = {.context = row,
                           .words = 1 + (row->cells - 1) / 64,
                           .move_count = row->cells,
                           .write = write_cell,
                           .may = may_be,
                           .when = when_cell};
    for (uint32_t i = 0; row->empties && i < row->cells; i++) s.start[i / 64] |= UINT64_C(1) << (i % 64);
    return s;
}

/* The value of the first state; UINT32_MAX: there is no table. */
static uint32_t value_of(struct row row, uint32_t planes, bool misere, uint64_t *states)
{
    struct bit_source source = source_of(&row);
    struct budget budget = {0};
    struct bit_rule *rule = NULL;
    uint64_t code = 0;
    uint32_t value = UINT32_MAX;
    bool done = false, more;
    if (bit_rule_make(&source, BIT_BITS_MOST, 1 << 16, &rule, &more) != ST_OK || !rule) return UINT32_MAX;
    struct bit_table *t = bit_rule_code(rule, source.start, &code) ? bit_table_open(rule, code, &budget) : NULL;
    if (t && bit_table_reach(t, UINT64_MAX, &done) == ST_OK && done && bit_values_fill(t, planes, misere) == ST_OK &&
        !bit_values_find(t, code, &value))
        value = UINT32_MAX;
    if (t && states) *states = t->states;
    bit_table_free(t);
    bit_rule_free(rule);
    return value;
}

CLAIM(conditions_are_looked_up_bit_by_bit)
{
    struct bit_diagrams d = {0};
    bit_ref a = bit_literal(&d, 9, true), b = bit_literal(&d, 2, false), c = bit_literal(&d, 7, true);
    bit_ref both = bit_and(&d, a, b), any = bit_or(&d, both, c), cube = bit_and(&d, b, bit_and(&d, a, b));
    assert_int_equal(both, cube);
    assert_int_equal(bit_or(&d, bit_and(&d, a, c), bit_and(&d, c, any)), c);
    for (uint32_t n = 0; n < 1024; n++) {
        bit_ref at = any;
        while (!bit_is_word(at)) at = d.nodes.data[at].kids[n >> d.nodes.data[at].bit & 1];
        bool holds = bit_word(&d, at) >> (n & 63) & 1;
        assert_int_equal(holds, (n >> 9 & 1 && !(n >> 2 & 1)) || n >> 7 & 1);
    }
    bit_diagrams_free(&d);
}

/* Whoever fills the last cell of n wins, and loses in misere play; all 2^n states are reached. */
CLAIM(all_states_of_a_row_are_valued)
{
    for (uint32_t n = 1; n <= 14; n++) {
        uint64_t states;
        for (int empties = 0; empties < 2; empties++) {
            struct row row = {n, empties, false};
            assert_int_equal(value_of(row, 8, false, &states), n % 2);
            assert_int_equal(states, UINT64_C(1) << n);
            assert_int_equal(value_of(row, 1, false, NULL), n % 2 ? BIT_LARGE : 0);
            assert_int_equal(value_of(row, 1, true, NULL), n % 2 ? 0 : BIT_LARGE);
        }
    }
}

/* 1, 2, 4, 7, 13, ... words without three ones in a row: each is reached. */
CLAIM(only_what_is_reached_is_in_the_table)
{
    uint64_t before[3] = {1, 2, 4}, states;
    for (uint32_t n = 3; n <= 20; n++) {
        uint64_t next = before[0] + before[1] + before[2];
        before[0] = before[1], before[1] = before[2], before[2] = next;
        assert_true(value_of((struct row){n, false, true}, 8, false, &states) != UINT32_MAX);
        assert_int_equal(states, next);
    }
}

CLAIM(there_is_no_table_of_too_many_bits)
{
    assert_int_equal(value_of((struct row){BIT_BITS_MOST + 1, false, false}, 8, false, NULL), UINT32_MAX);
    assert_int_equal(value_of((struct row){200, true, false}, 8, false, NULL), UINT32_MAX);
}

static struct row tried = {9, true, true};
static bool makes_a_table(void) { return value_of(tried, 8, false, NULL) != UINT32_MAX; }

CLAIM(tables_survive_any_failed_allocation) { assert_true(walk_failures(makes_a_table) > 5); }

CLAIM(budgets_are_kept)
{
    struct row row = {20, false, false};
    struct bit_source source = source_of(&row);
    struct budget small = {.memory = mem_held() + (1 << 17)}, few = {.states = 1000};
    struct bit_rule *rule;
    bool done, more;
    assert_int_equal(bit_rule_make(&source, BIT_BITS_MOST, 1 << 16, &rule, &more), ST_OK);
    assert_null(bit_table_open(rule, 0, &small));
    struct bit_table *t = bit_table_open(rule, 0, &few);
    assert_int_equal(bit_table_reach(t, 100, &done), ST_OK);
    assert_false(done);
    assert_int_equal(bit_table_reach(t, UINT64_MAX, &done), ST_OK);
    assert_true(done);
    assert_int_equal(bit_values_fill(t, 8, false), ST_STATE_BUDGET);
    assert_int_equal(t->planes, 0);
    bit_table_free(t);
    bit_rule_free(rule);
}

CLAIMS(IT(conditions_are_looked_up_bit_by_bit), IT(all_states_of_a_row_are_valued),
       IT(only_what_is_reached_is_in_the_table), IT(there_is_no_table_of_too_many_bits),
       IT(tables_survive_any_failed_allocation), IT(budgets_are_kept))
