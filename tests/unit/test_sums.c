/* SPDX-License-Identifier: MIT */
/* Packed components and flat lists of sums: what goes in comes out, and different components get different bytes. */
#include "play/cells/sums.h"
#include <string.h>
#include "base/arena.h"
#include "base/hash.h"
#include "claims.h"

enum { CELLS = 9, MANY = 400 };

/* A random component; numbers of every size, both ends of 64 bits among them. */
static struct component draw(uint64_t *seed, int64_t *cells)
{
    static const int64_t ends[] = {INT64_MIN, INT64_MAX, -1, 0, 63, 64, -64, -65, 127, 128};
    struct component c = {(int)(random_next(seed) % 6) - 2, (uint32_t)(random_next(seed) % (CELLS + 1)), cells};
    for (uint32_t i = 0; i < c.count; i++)
        cells[i] =
            random_next(seed) % 2 ? ends[random_next(seed) % 10] : (int64_t)random_next(seed) >> random_next(seed) % 64;
    return c;
}

static void same(const struct component *a, const struct component *b)
{
    assert_int_equal(a->game, b->game);
    assert_int_equal(a->count, b->count);
    for (uint32_t i = 0; i < a->count; i++) assert_true(a->cells[i] == b->cells[i]);
}

/* ---- packing --------------------------------------------------------------------------------------------------- */
CLAIM(numbers_take_seven_bits_a_byte)
{
    unsigned char bytes[PACK_NUMBER_MAX];
    for (int bits = 0; bits < 64; bits++)
        for (int64_t near = -2; near <= 2; near++) {
            uint64_t value = ((uint64_t)1 << bits) + (uint64_t)near, back;
            size_t length = 1;
            for (uint64_t rest = value >> 7; rest; rest >>= 7) length++;
            assert_int_equal(pack_number(bytes, value) - bytes, length);
            assert_int_equal(unpack_number(bytes, &back) - bytes, length);
            assert_true(back == value);
        }
    assert_int_equal(pack_number(bytes, UINT64_MAX) - bytes, PACK_NUMBER_MAX);
}

CLAIM(signed_numbers_are_folded)
{
    static const int64_t order[] = {0, -1, 1, -2, 2, -3, 3};
    for (uint64_t i = 0; i < 7; i++) {
        assert_true(pack_fold(order[i]) == i);
        assert_true(pack_unfold(i) == order[i]);
    }
    assert_true(pack_fold(INT64_MIN) == UINT64_MAX && pack_unfold(UINT64_MAX) == INT64_MIN);
    assert_true(pack_fold(INT64_MAX) == UINT64_MAX - 1 && pack_unfold(UINT64_MAX - 1) == INT64_MAX);
}

CLAIM(components_come_back_one_after_the_other)
{
    struct bytes key = {0};
    static int64_t cells[MANY][CELLS];
    static struct component in[MANY];
    uint64_t seed = 5;
    for (int i = 0; i < MANY; i++) {
        in[i] = draw(&seed, cells[i]);
        assert_true(pack_component(&key, &in[i]));
    }
    const unsigned char *at = key.data;
    for (int i = 0; i < MANY; i++) {
        cell_vec out = {0};
        struct component c;
        at = unpack_component(at, &out, &c);
        same(&in[i], &c);
        vec_free(&out);
    }
    assert_ptr_equal(at, key.data + key.count);
    bytes_free(&key);
}

CLAIM(different_components_get_different_bytes)
{
    static const int64_t numbers[] = {0, 1, -1, 64, 127, 128, INT64_MIN, INT64_MAX};
    static struct bytes keys[2 * (1 + 8 + 64)];
    size_t count = 0;
    for (int game = 0; game < 2; game++)
        for (uint32_t n = 0; n <= 2; n++)
            for (int i = 0; i < (n ? 8 : 1); i++)
                for (int j = 0; j < (n > 1 ? 8 : 1); j++) {
                    int64_t cells[2] = {numbers[i], numbers[j]};
                    struct component c = {game, n, cells};
                    assert_true(pack_component(&keys[count++], &c));
                }
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            assert_false(keys[i].count == keys[j].count && memcmp(keys[i].data, keys[j].data, keys[i].count) == 0);
    for (size_t i = 0; i < count; i++) bytes_free(&keys[i]);
}

/* ---- lists ----------------------------------------------------------------------------------------------------- */
CLAIM(a_list_holds_what_was_added)
{
    static int64_t cells[MANY][4][CELLS];
    static struct component in[MANY][4];
    size_t counts[MANY];
    struct sums sums = {0};
    for (int round = 0; round < 2; round++) { /* once more after sums_clear */
        uint64_t seed = 9 + (uint64_t)round;
        for (int i = 0; i < MANY; i++) {
            counts[i] = random_next(&seed) % 5;
            for (size_t j = 0; j < counts[i]; j++) in[i][j] = draw(&seed, cells[i][j]);
            if (i % 2) {
                assert_true(sums_add(&sums, in[i], counts[i]));
                continue;
            }
            for (size_t j = 0; j < counts[i]; j++) assert_true(sums_push(&sums, &in[i][j]));
            assert_true(sums_end(&sums));
        }
        assert_int_equal(sums.count, MANY);
        size_t item = 0;
        for (size_t i = 0; i < MANY; i++) {
            assert_int_equal(sums_size(&sums, i), counts[i]);
            assert_int_equal(sums_first(&sums, i), item);
            for (size_t j = 0; j < counts[i]; j++, item++) {
                struct component by_sum = sums_component(&sums, i, j), by_item = sums_item(&sums, item);
                same(&in[i][j], &by_sum);
                same(&in[i][j], &by_item);
            }
        }
        sums_clear(&sums);
        assert_int_equal(sums.count, 0);
    }
    sums_free(&sums);
}

CLAIM(a_copy_does_not_change_with_the_original)
{
    struct arena arena = {0};
    int64_t cells[2] = {INT64_MIN, 7};
    struct component from = {3, 2, cells}, none = {1, 0, NULL}, copy;
    assert_true(component_copy(&arena, &from, &copy));
    cells[0] = 1;
    assert_true(copy.game == 3 && copy.count == 2 && copy.cells[0] == INT64_MIN && copy.cells[1] == 7);
    assert_true(component_copy(&arena, &none, &copy));
    assert_true(copy.game == 1 && copy.count == 0);
    arena_free(&arena);
}

static bool builds_a_list(void)
{
    struct sums sums = {0};
    struct bytes key = {0};
    struct arena arena = {0};
    int64_t cells[40] = {0};
    struct component c = {0, 40, cells}, copy;
    bool fine = true;
    for (int i = 0; i < 60 && fine; i++) fine = sums_add(&sums, &c, 1) && pack_component(&key, &c);
    fine = fine && component_copy(&arena, &c, &copy);
    sums_free(&sums);
    bytes_free(&key);
    arena_free(&arena);
    return fine;
}

CLAIM(any_failed_allocation_is_told) { assert_true(walk_failures(builds_a_list) > 5); }

CLAIMS(IT(numbers_take_seven_bits_a_byte), IT(signed_numbers_are_folded), IT(components_come_back_one_after_the_other),
       IT(different_components_get_different_bytes), IT(a_list_holds_what_was_added),
       IT(a_copy_does_not_change_with_the_original), IT(any_failed_allocation_is_told))
