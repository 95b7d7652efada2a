/* SPDX-License-Identifier: MIT */
/* Numbers in 16 bits while all of them fit, and the values of heaps in them: kernels go on in 32 bits from the first value that does
 * not fit. No code has such values among heaps that can be computed here, so sequences begin with values that no rule has, of which
 * the options of the next heaps make all numbers up to 65534 or 65535. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/hash.h"
#include "base/value_run.h"
#include "one_heap.h"
#include "play/options/keep.h"

CLAIM(a_number_that_does_not_fit_is_not_stored)
{
    struct value_run run = {0};
    assert_int_equal(value_run_reserve(&run, 10, true), ST_OK);
    assert_true(run.narrow && !run.wide);
    assert_true(value_run_put(&run, 3, 65535));
    assert_false(value_run_put(&run, 3, 65536));
    assert_int_equal(value_view_at(value_view(&run), 3), 65535);
    assert_int_equal(value_run_widen(&run, 4), ST_OK);
    assert_true(run.wide && !run.narrow);
    assert_true(value_run_put(&run, 4, UINT32_MAX));
    assert_int_equal(value_view_at(value_view(&run), 3), 65535);
    assert_int_equal(value_view_at(value_view_from(value_view(&run), 3), 1), UINT32_MAX);
    assert_int_equal(value_run_reserve(&run, 1000, true), ST_OK); /* it stays wide */
    assert_true(run.wide && run.room == 1000);
    assert_int_equal(value_view_at(value_view(&run), 4), UINT32_MAX);
    assert_int_equal(value_view_at(value_view(&run), 999), 0);
    value_run_free(&run);
    assert_true(!run.wide && !run.room);
}

static bool grows(void)
{
    struct value_run run = {0};
    enum status st = value_run_reserve(&run, 100, true);
    if (st == ST_OK) value_run_put(&run, 99, 7);
    if (st == ST_OK) st = value_run_reserve(&run, 3000, false);
    if (st == ST_OK) st = value_run_widen(&run, 100);
    assert_true(st != ST_OK || value_view_at(value_view(&run), 99) == 7);
    value_run_free(&run);
    return st == ST_OK;
}
CLAIM(any_failed_allocation_is_told) { assert_int_equal(walk_failures(grows), 3); }

/* ---- heaps ------------------------------------------------------------------------------------------------------- */
enum { RAMP = 65536, MORE = 24, RARE = 33000, SPARSE = 1000000, VALUES = 1 << 18 };
static const char rule[] = "game g = octal \"0.4\""; /* takes one and leaves two */
static uint32_t begun[SPARSE + MORE];

/* Zeros, then 0 to `last`, then 0: the next heap has the value last + 1, as any heap beside it has 0; so has the one after it. */
static uint64_t begin_dense(uint32_t last)
{
    uint64_t n = RAMP + 1000;
    memset(begun, 0, (size_t)n * sizeof *begun);
    for (uint32_t v = 0; v <= last; v++) begun[n++] = v;
    begun[n++] = 0;
    return n;
}

/* Few zeros, many odd numbers, at last each odd number once: an even value is that of two odd ones, an odd one that of a zero and one
 * of the last. */
static uint64_t begin_sparse(void)
{
    uint64_t random = 5, n = 0;
    for (; n < RARE; n++) begun[n] = 0;
    for (; n < SPARSE - RAMP / 2 - 1; n++) begun[n] = 2 * (uint32_t)(random_next(&random) >> 20) % RAMP | 1;
    for (uint32_t v = 1; v < RAMP; v += 2) begun[n++] = v;
    begun[n++] = 1;
    return n;
}

static uint32_t plainly(uint64_t n)
{
    static uint32_t seen[VALUES];
    uint32_t v = 0;
    for (uint64_t a = 1; 2 * a <= n - 1; a++) seen[begun[a] ^ begun[n - 1 - a]] = (uint32_t)n;
    while (seen[v] == n) v++;
    return v;
}

static struct game_memory *begin(struct one_heap *h, uint64_t count, bool narrow)
{
    heap_open(h, rule);
    struct game_memory *m = store_game(h->env->store, h->file.model->main_game);
    assert_int_equal(value_run_reserve(&m->sequence, count, narrow), ST_OK);
    for (uint64_t n = 0; n < count; n++) assert_true(value_run_put(&m->sequence, n, begun[n]));
    m->sequence_count = count;
    return m;
}

static enum status reach(struct one_heap *h, uint64_t count)
{
    struct periodic *p;
    assert_int_equal(periodic_get(h->env, h->file.model->main_game, &p), ST_OK);
    return periodic_reach(h->env, h->file.model->main_game, p, count - 1, UINT64_MAX);
}

/* Heaps from `from` on are those of the rule; at which of them does a value not fit in 16 bits? */
static uint64_t right_from(const struct game_memory *m, uint64_t from)
{
    uint64_t wide = UINT64_MAX;
    for (uint64_t n = from; n < from + MORE; n++) {
        begun[n] = plainly(n);
        assert_int_equal(value_view_at(value_view(&m->sequence), n), begun[n]);
        if (begun[n] > UINT16_MAX && wide == UINT64_MAX) wide = n;
    }
    return wide;
}

static void goes_on(uint64_t from, uint64_t wide)
{
    struct one_heap h;
    for (int narrow = 0; narrow < 2; narrow++) {
        struct game_memory *m = begin(&h, from, narrow);
        assert_int_equal(reach(&h, from + MORE), ST_OK);
        assert_int_equal(right_from(m, from), wide);
        assert_true(m->sequence.narrow ? narrow && wide == UINT64_MAX : !narrow || wide != UINT64_MAX);
        for (uint64_t n = 0; n < from; n++) assert_int_equal(value_view_at(value_view(&m->sequence), n), begun[n]);
        heap_close(&h);
    }
}

CLAIM(heaps_go_on_where_a_value_does_not_fit)
{
    uint64_t from = begin_dense(65500); /* hardly one more a heap */
    goes_on(from, UINT64_MAX);
    from = begin_dense(65534);
    goes_on(from, from + 2); /* 65535 fits */
    from = begin_dense(65535);
    goes_on(from, from);
}

CLAIM(so_do_sparse_ones)
{
    uint64_t from = begin_sparse();
    goes_on(from, from);
}

/* A sequence is narrow while it may be: a look at some of its heaps, and one beyond them. */
CLAIM(it_widens_between_two_questions_or_within_one)
{
    struct one_heap h;
    uint64_t from = begin_dense(65534);
    struct game_memory *m = begin(&h, from, true);
    assert_int_equal(reach(&h, from + 2), ST_OK);
    assert_true(m->sequence.narrow && m->sequence_count >= from + 1 && m->sequence_count <= from + 2);
    assert_int_equal(reach(&h, from + MORE), ST_OK);
    assert_true(m->sequence.wide && m->sequence_count == from + MORE);
    assert_int_equal(right_from(m, from), from + 2);
    heap_close(&h);
}

/* What was right stays, and it goes on where it ended. */
CLAIM(memory_may_not_do_for_wide_values)
{
    struct one_heap h;
    uint64_t from = begin_dense(65534);
    struct game_memory *m = begin(&h, from, true);
    assert_int_equal(reach(&h, from + 1), ST_OK);
    h.file.budget.memory = mem_held() + 3 * from;
    assert_int_equal(reach(&h, from + MORE), ST_MEMORY_BUDGET);
    assert_true(m->sequence.narrow && m->sequence_count >= from + 1 && m->sequence_count <= from + 2);
    h.file.budget.memory = 0;
    for (uint64_t nth = 1;; nth++) {
        mem_fail_from(nth);
        enum status st = reach(&h, from + MORE);
        mem_fail_from(0);
        if (st == ST_OK) break;
        assert_int_equal(st, ST_NO_MEMORY);
    }
    assert_int_equal(right_from(m, from), from + 2);
    heap_close(&h);
}

/* A file is the same whichever width wrote it, and is read as far as the values fit; what is beyond is computed. */
CLAIM(kept_values_are_read_in_either_width)
{
    char folder[] = "/tmp/cgi-wide-XXXXXX", command[64];
    struct one_heap h;
    assert_non_null(mkdtemp(folder));
    snprintf(command, sizeof command, "rm -rf %s/*", folder);
    uint64_t from = begin_dense(65534);
    for (int writer = 0; writer < 2; writer++) {
        for (int reader = 0; reader < 3; reader++) {
            struct keep keep = {.folder = folder, .version = "test"};
            bool narrow = reader == 0 ? writer : reader - 1;
            struct game_memory *m = begin(&h, from, narrow);
            h.env->keep = &keep;
            assert_int_equal(reach(&h, from + MORE), ST_OK);
            assert_int_equal(right_from(m, from), from + 2);
            assert_true(m->sequence.wide);
            assert_true(reader == 0 ? keep.written > from + 2 : keep.written == 0);
            assert_int_equal(keep.loaded, reader == 0 ? 0 : narrow ? 2 : MORE);
            heap_close(&h);
        }
        assert_int_equal(system(command), 0);
    }
    rmdir(folder);
}

CLAIMS(IT(a_number_that_does_not_fit_is_not_stored), IT(any_failed_allocation_is_told),
       IT(heaps_go_on_where_a_value_does_not_fit), IT(so_do_sparse_ones),
       IT(it_widens_between_two_questions_or_within_one), IT(memory_may_not_do_for_wide_values),
       IT(kept_values_are_read_in_either_width))
