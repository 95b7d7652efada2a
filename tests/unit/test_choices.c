/* SPDX-License-Identifier: MIT */
/* Choices of a compound move against a plain recursion over classes, on random small compounds. */
#include "play/cells/choices.h"
#include <string.h>
#include "base/hash.h"
#include "claims.h"

enum { CLASSES = 4, ITEMS = 4, CELLS = 3, PICKS = 8, MOST = 60000 };

static struct choices choices;
static uint32_t classes, copies[CLASSES], item_count[CLASSES];
static int64_t whole[CLASSES][CELLS], item[CLASSES][ITEMS][CELLS]; /* one component, two cells; or empty: {0} */

static size_t length(const int64_t *string) { return string[0] ? CELLS : 1; }

static int order(const int64_t *a, const int64_t *b)
{
    for (size_t i = 0; i < CELLS && i < length(a) && i < length(b); i++)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return (length(a) > length(b)) - (length(a) < length(b));
}

static uint32_t string(const int64_t *cells)
{
    uint32_t number;
    assert_true(choices_string(&choices, cells, length(cells), &number));
    return number;
}

static void draw(uint64_t *seed)
{
    choices_clear(&choices);
    classes = (uint32_t)(random_next(seed) % CLASSES) + 1;
    for (uint32_t c = 0; c < classes; c++) {
        copies[c] = (uint32_t)(random_next(seed) % 3) + 1;
        item_count[c] = (uint32_t)(random_next(seed) % ITEMS);
        whole[c][0] = 1, whole[c][1] = c, whole[c][2] = (int64_t)(random_next(seed) % 3) - 1;
        assert_true(choices_class(&choices, string(whole[c]), copies[c]));
        for (uint32_t i = 0; i < item_count[c]; i++) {
            int64_t *to = item[c][i];
            to[0] = random_next(seed) % 3 > 0, to[1] = (int64_t)(random_next(seed) % CLASSES);
            to[2] = (int64_t)(random_next(seed) % 3) - 1; /* may be equal to another sub-position */
            assert_true(choices_item(&choices, string(to)));
        }
    }
}

/* One choice: items by number, and the strings that come out, in order. */
struct choice {
    uint32_t picks[PICKS];
    size_t pick_count;
};
static struct choice expected[MOST];
static size_t expected_count, met;
static size_t item_class(uint32_t number)
{
    size_t c = 0;
    while (number >= item_count[c]) number -= item_count[c++];
    return c;
}

/* All ascending lists of 1..k items with at most `copies` of a class. */
static void enumerate(struct choice *now, uint32_t from, size_t k)
{
    uint32_t items = 0, used[CLASSES] = {0};
    for (uint32_t c = 0; c < classes; c++) items += item_count[c];
    for (size_t i = 0; i < now->pick_count; i++) used[item_class(now->picks[i])]++;
    if (now->pick_count) {
        assert_true(expected_count < MOST);
        expected[expected_count++] = *now;
    }
    if (now->pick_count == k) return;
    for (uint32_t i = from; i < items; i++) {
        if (used[item_class(i)] == copies[item_class(i)]) continue;
        now->picks[now->pick_count++] = i;
        enumerate(now, i, k);
        now->pick_count--;
    }
}

static const int64_t *item_cells(uint32_t number)
{
    size_t c = 0;
    while (number >= item_count[c]) number -= item_count[c++];
    return item[c][number];
}

/* The sub-positions after the choice: those not picked, and what the picked became, sorted. */
static size_t outcome_of(const struct choice *choice, const int64_t *subs[])
{
    size_t count = 0;
    uint32_t left[CLASSES];
    memcpy(left, copies, sizeof left);
    for (size_t i = 0; i < choice->pick_count; i++) {
        left[item_class(choice->picks[i])]--;
        if (item_cells(choice->picks[i])[0]) subs[count++] = item_cells(choice->picks[i]);
    }
    for (uint32_t c = 0; c < classes; c++)
        while (left[c]-- > 0) subs[count++] = whole[c];
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0 && order(subs[j - 1], subs[j]) > 0; j--) {
            const int64_t *t = subs[j];
            subs[j] = subs[j - 1];
            subs[j - 1] = t;
        }
    return count;
}

static enum status compare(void *context, const uint32_t *subs, size_t sub_count, const uint32_t *picks,
                           size_t pick_count)
{
    (void)context;
    const int64_t *theirs[CLASSES * 3];
    assert_true(met < expected_count);
    const struct choice *choice = &expected[met++]; /* both come in lexicographic order */
    assert_int_equal(pick_count, choice->pick_count);
    assert_memory_equal(picks, choice->picks, pick_count * sizeof *picks);
    assert_int_equal(sub_count, outcome_of(choice, theirs));
    for (size_t i = 0; i < sub_count; i++) {
        assert_int_equal(choices.strings.data[subs[i]].count, CELLS);
        assert_memory_equal(choices_cells(&choices, subs[i]), theirs[i], CELLS * sizeof(int64_t));
    }
    return ST_OK;
}

CLAIM(every_choice_comes_once_with_what_it_leads_to)
{
    size_t total = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        uint64_t random = seed;
        draw(&random);
        for (size_t k = 0; k <= 4; k++) {
            struct choice none = {.pick_count = 0};
            expected_count = met = 0;
            enumerate(&none, 0, k);
            assert_int_equal(choices_run(&choices, k, compare, NULL), ST_OK);
            assert_int_equal(met, expected_count);
            total += met;
        }
    }
    assert_true(total > 10000);
    choices_free(&choices);
}

static enum status stop(void *context, const uint32_t *subs, size_t sub_count, const uint32_t *picks, size_t pick_count)
{
    (void)subs, (void)sub_count, (void)picks, (void)pick_count;
    return ++*(size_t *)context == 3 ? ST_TIMEOUT : ST_OK;
}

CLAIM(a_walk_stops_where_it_is_told)
{
    uint64_t seed = 4;
    size_t seen = 0;
    do draw(&seed);
    while (classes < 2 || item_count[0] < 2 || item_count[1] < 2);
    assert_int_equal(choices_run(&choices, 2, stop, &seen), ST_TIMEOUT);
    assert_int_equal(seen, 3);
    choices_free(&choices);
}

CLAIM(nothing_to_choose_from_is_no_choice)
{
    size_t seen = 0;
    int64_t heap[CELLS] = {1, 0, 5};
    assert_int_equal(choices_run(&choices, 3, stop, &seen), ST_OK);
    assert_true(choices_class(&choices, string(heap), 2));
    assert_int_equal(choices_run(&choices, 3, stop, &seen), ST_OK);
    assert_int_equal(seen, 0);
    choices_free(&choices);
}

CLAIM(more_than_all_may_be_changed)
{
    size_t seen = 10;
    int64_t heap[CELLS] = {1, 0, 5}, none[CELLS] = {0};
    assert_true(choices_class(&choices, string(heap), 2) && choices_item(&choices, string(none)));
    assert_int_equal(choices_run(&choices, SIZE_MAX, stop, &seen), ST_OK);
    assert_int_equal(seen, 12); /* one of the two heaps, both */
    choices_free(&choices);
}

CLAIM(strings_sort_by_their_cells_a_prefix_first)
{
    static const int64_t cells[][3] = {{0},       {1, -5},    {1, INT64_MIN, 0}, {1, 2},
                                       {1, 2, 0}, {1, 2, -1}, {INT64_MAX},       {1, 2}};
    static const size_t counts[] = {1, 2, 3, 2, 3, 3, 1, 2};
    static const uint32_t sorted[] = {0, 2, 1, 3, 7, 5, 4, 6};
    uint32_t numbers[8], reversed[8];
    for (size_t i = 0; i < 8; i++) assert_true(choices_string(&choices, cells[i], counts[i], &numbers[i]));
    for (size_t i = 0; i < 8; i++) reversed[i] = numbers[(i * 3) % 8];
    assert_true(choices_sort(&choices, reversed, 8));
    for (size_t i = 0; i < 8; i++) assert_int_equal(choices_compare(&choices, reversed[i], numbers[sorted[i]]), 0);
    assert_int_equal(choices_compare(&choices, numbers[3], numbers[7]), 0);
    assert_true(choices_compare(&choices, numbers[3], numbers[4]) < 0 &&
                choices_compare(&choices, numbers[4], numbers[3]) > 0);
    assert_true(choices_sort(&choices, reversed, 0));
    choices_free(&choices);
}

static bool runs(void)
{
    size_t seen = 10;
    uint32_t number;
    int64_t heap[CELLS] = {1, 0, 5};
    bool fine = true;
    for (int i = 0; i < 30 && fine; i++) {
        heap[2] = i;
        fine = choices_string(&choices, heap, CELLS, &number) && choices_class(&choices, number, 3) &&
               choices_item(&choices, number);
    }
    enum status st = fine ? choices_run(&choices, 2, stop, &seen) : ST_NO_MEMORY;
    choices_free(&choices);
    assert_true(st == ST_OK || st == ST_NO_MEMORY);
    return st == ST_OK;
}

CLAIM(any_failed_allocation_is_told) { assert_true(walk_failures(runs) > 5); }

CLAIMS(IT(every_choice_comes_once_with_what_it_leads_to), IT(a_walk_stops_where_it_is_told),
       IT(nothing_to_choose_from_is_no_choice), IT(more_than_all_may_be_changed),
       IT(strings_sort_by_their_cells_a_prefix_first), IT(any_failed_allocation_is_told))
