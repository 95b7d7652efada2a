/* SPDX-License-Identifier: MIT */
/* Growing arrays. */
#include "base/vec.h"
#include "claims.h"

CLAIM(pushed_elements_are_kept_in_order)
{
    VEC(int) v = {0};
    for (int i = 0; i < 1000; i++) assert_true(vec_push(&v, i));
    for (int i = 0; i < 1000; i++) assert_int_equal(v.data[i], i);
    assert_int_equal(vec_pop(&v), 999);
    assert_int_equal(v.count, 999);
    vec_free(&v);
    assert_null(v.data);
}

CLAIM(structures_can_be_pushed_as_literals)
{
    struct pair {
        int a, b;
    };
    VEC(struct pair) v = {0};
    assert_true(vec_push(&v, (struct pair){1, 2}));
    assert_int_equal(v.data[0].b, 2);
    vec_free(&v);
}

CLAIM(capacity_at_least_doubles)
{
    VEC(char) v = {0};
    assert_true(vec_reserve(&v, 9));
    size_t before = v.capacity;
    assert_true(vec_grow((void **)&v.data, &v.capacity, 1, before + 1));
    assert_true(v.capacity >= 2 * before);
    vec_free(&v);
}

CLAIM(reserving_what_is_there_allocates_nothing)
{
    VEC(int) v = {0};
    assert_true(vec_reserve(&v, 4));
    mem_fail_from(1);
    bool fits = vec_reserve(&v, v.capacity);
    mem_fail_from(0);
    assert_true(fits);
    vec_free(&v);
}

CLAIM(sizes_beyond_the_address_space_are_refused)
{
    void *data = NULL;
    size_t capacity = 0;
    assert_false(vec_grow(&data, &capacity, 16, SIZE_MAX / 8));
    assert_null(data);
    assert_int_equal(capacity, 0);
}

CLAIM(a_failed_push_leaves_the_array_alone)
{
    VEC(int) v = {0};
    while (v.count == 0 || v.count < v.capacity) assert_true(vec_push(&v, 3));
    size_t count = v.count;
    mem_fail_from(1);
    bool pushed = vec_push(&v, 4);
    mem_fail_from(0);
    assert_false(pushed);
    assert_int_equal(v.count, count);
    assert_int_equal(v.data[count - 1], 3);
    vec_free(&v);
}

CLAIMS(IT(pushed_elements_are_kept_in_order), IT(structures_can_be_pushed_as_literals), IT(capacity_at_least_doubles),
       IT(reserving_what_is_there_allocates_nothing), IT(sizes_beyond_the_address_space_are_refused),
       IT(a_failed_push_leaves_the_array_alone))
