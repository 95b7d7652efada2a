/* SPDX-License-Identifier: MIT */
/* The table of byte strings, packing, and flat lists of sums. */
#include "play/cells/position_table.h"
#include "claims.h"
#include <string.h>
#include "base/hash.h"
#include "play/cells/sums.h"

static struct budget unlimited;

CLAIM(equal_keys_have_one_number)
{
    struct position_table t = {.budget = &unlimited};
    uint32_t a, b, c;
    bool fresh;
    assert_int_equal(position_table_intern(&t, (const unsigned char *)"abc", 3, &a, &fresh), ST_OK);
    assert_true(fresh);
    assert_int_equal(position_table_intern(&t, (const unsigned char *)"ab", 2, &b, &fresh), ST_OK);
    assert_true(fresh);
    assert_int_equal(position_table_intern(&t, (const unsigned char *)"abc", 3, &c, &fresh), ST_OK);
    assert_false(fresh);
    assert_int_equal(a, c);
    assert_int_not_equal(a, b);
    assert_true(t.values[a] == VALUE_UNKNOWN);
    position_table_free(&t);
}

CLAIM(the_empty_string_is_a_key)
{
    struct position_table t = {.budget = &unlimited};
    uint32_t id;
    bool fresh;
    assert_false(position_table_find(&t, (const unsigned char *)"", 0, &id));
    assert_int_equal(position_table_intern(&t, (const unsigned char *)"", 0, &id, &fresh), ST_OK);
    assert_true(position_table_find(&t, (const unsigned char *)"", 0, &id));
    position_table_free(&t);
}

CLAIM(a_hundred_thousand_keys_are_found_again)
{
    struct position_table t = {.budget = &unlimited};
    uint32_t id;
    bool fresh;
    for (uint32_t i = 0; i < 100000; i++) {
        assert_int_equal(position_table_intern(&t, (const unsigned char *)&i, sizeof i, &id, &fresh), ST_OK);
        assert_int_equal(id, i);
        t.values[id] = i * 7;
    }
    for (uint32_t i = 0; i < 100000; i++) {
        size_t length;
        assert_true(position_table_find(&t, (const unsigned char *)&i, sizeof i, &id));
        assert_int_equal(t.values[id], i * 7);
        assert_memory_equal(position_table_key(&t, id, &length), &i, sizeof i);
        assert_int_equal(length, sizeof i);
    }
    uint32_t other = 100000;
    assert_false(position_table_find(&t, (const unsigned char *)&other, sizeof other, &id));
    position_table_free(&t);
}

CLAIM(the_position_budget_ends_interning)
{
    struct budget few = {.states = 3};
    struct position_table t = {.budget = &few};
    enum status st = ST_OK;
    uint32_t id, i = 0;
    bool fresh;
    for (; st == ST_OK && i < 10; i++) st = position_table_intern(&t, (const unsigned char *)&i, sizeof i, &id, &fresh);
    assert_int_equal(st, ST_STATE_BUDGET);
    assert_int_equal(t.count, 3);
    position_table_free(&t);
}

CLAIM(the_memory_budget_is_asked_before_growing)
{
    struct budget small = {.memory = mem_held() + 20000};
    struct position_table t = {.budget = &small};
    enum status st = ST_OK;
    uint32_t id;
    bool fresh;
    for (uint32_t i = 0; st == ST_OK && i < 100000; i++)
        st = position_table_intern(&t, (const unsigned char *)&i, sizeof i, &id, &fresh);
    assert_int_equal(st, ST_MEMORY_BUDGET);
    assert_true(mem_held() <= small.memory);
    position_table_free(&t);
}

static bool interns_a_few(void)
{
    struct position_table t = {.budget = &unlimited};
    enum status st = ST_OK;
    uint32_t id;
    bool fresh;
    for (uint32_t i = 0; st == ST_OK && i < 300; i++)
        st = position_table_intern(&t, (const unsigned char *)&i, sizeof i, &id, &fresh);
    position_table_free(&t);
    return st == ST_OK;
}

CLAIM(any_failed_allocation_is_survived) { assert_true(walk_failures(interns_a_few) > 4); }

CLAIM(packing_is_undone_by_unpacking)
{
    uint64_t seed = 5;
    struct bytes key = {0};
    cell_vec cells = {0};
    for (int round = 0; round < 2000; round++) {
        int64_t own[12];
        struct component c = {(int)(random_next(&seed) % 5) - 2, (uint32_t)(random_next(&seed) % 12), own}, back;
        for (uint32_t i = 0; i < c.count; i++) own[i] = (int64_t)random_next(&seed) >> (random_next(&seed) % 64);
        key.count = cells.count = 0;
        assert_true(pack_component(&key, &c));
        assert_ptr_equal(unpack_component(key.data, &cells, &back), key.data + key.count);
        assert_int_equal(component_compare(&c, &back), 0);
    }
    int64_t ends[] = {INT64_MIN, INT64_MAX, 0, -1};
    struct component c = {0, 4, ends}, back;
    key.count = cells.count = 0;
    assert_true(pack_component(&key, &c));
    assert_non_null(unpack_component(key.data, &cells, &back));
    assert_int_equal(component_compare(&c, &back), 0);
    bytes_free(&key);
    vec_free(&cells);
}

CLAIM(sums_keep_their_components)
{
    struct sums sums = {0};
    int64_t cells[] = {1, 2, 3};
    struct component a[] = {{0, 1, cells}, {1, 2, cells + 1}};
    assert_true(sums_add(&sums, a, 2) && sums_add(&sums, NULL, 0) && sums_add(&sums, a + 1, 1));
    assert_int_equal(sums.count, 3);
    assert_int_equal(sums_size(&sums, 0), 2);
    assert_int_equal(sums_size(&sums, 1), 0);
    struct component c = sums_component(&sums, 2, 0);
    assert_int_equal(component_compare(&c, &a[1]), 0);
    sums_free(&sums);
}

CLAIM(components_are_sorted_whatever_their_number)
{
    int64_t cells[100];
    struct component items[100];
    uint64_t seed = 3;
    for (size_t n = 0; n <= 100; n += 7) {
        for (size_t i = 0; i < n; i++)
            cells[i] = (int64_t)(random_next(&seed) % 20), items[i] = (struct component){0, 1, &cells[i]};
        components_sort(items, n);
        for (size_t i = 1; i < n; i++) assert_true(component_compare(&items[i - 1], &items[i]) <= 0);
    }
}

CLAIMS(IT(equal_keys_have_one_number), IT(the_empty_string_is_a_key), IT(a_hundred_thousand_keys_are_found_again),
       IT(the_position_budget_ends_interning), IT(the_memory_budget_is_asked_before_growing),
       IT(any_failed_allocation_is_survived), IT(packing_is_undone_by_unpacking), IT(sums_keep_their_components),
       IT(components_are_sorted_whatever_their_number))
