/* SPDX-License-Identifier: MIT */
/* The moore plugin against counting: outcomes, the move it makes, the values it knows; and its laws at large sizes. */
#include "base/hash.h"
#include "plugin_calls.h"

enum { HEAPS_MOST = 5, SIZE_MOST = 4096 };
static struct callee moore;

static int open_it(void **state)
{
    (void)state;
    callee_open(&moore, "moore");
    moore.with_param = moore.row = moore.bag = true;
    return 0;
}
static int close_it(void **state)
{
    (void)state;
    callee_close(&moore);
    return 0;
}

/* All positions of `heaps` heaps up to `top`, in mixed radix. */
struct counted {
    int heaps, top, k;
    size_t size;
    bool lost[2][SIZE_MOST];
    int value[SIZE_MOST];
};
static void read_cells(const struct counted *c, size_t at, int *cells)
{
    for (int i = 0; i < c->heaps; i++, at /= (size_t)c->top + 1) cells[i] = (int)(at % ((size_t)c->top + 1));
}

/* Is `to` reached from `from` by lowering at least one and at most k heaps, heap by heap? */
static bool is_option(const struct counted *c, const int *from, const int *to)
{
    int lowered = 0;
    for (int i = 0; i < c->heaps; i++) {
        if (to[i] > from[i]) return false;
        lowered += to[i] < from[i];
    }
    return lowered >= 1 && lowered <= c->k;
}

static void count_all(struct counted *c)
{
    int from[HEAPS_MOST], to[HEAPS_MOST];
    c->size = 1;
    for (int i = 0; i < c->heaps; i++) c->size *= (size_t)c->top + 1;
    for (size_t at = 0; at < c->size; at++) {
        static bool seen[64];
        bool any = false, wins[2] = {false, false};
        memset(seen, 0, sizeof seen);
        read_cells(c, at, from);
        for (size_t next = 0; next < at; next++) {
            read_cells(c, next, to);
            if (!is_option(c, from, to)) continue;
            any = true;
            wins[0] |= c->lost[0][next];
            wins[1] |= c->lost[1][next];
            seen[c->value[next]] = true;
        }
        c->lost[0][at] = !wins[0];
        c->lost[1][at] = any && !wins[1];
        for (c->value[at] = 0; seen[c->value[at]];) c->value[at]++;
    }
}

static bool ascending(const int *cells, int count)
{
    for (int i = 1; i < count; i++)
        if (cells[i - 1] > cells[i]) return false;
    return true;
}

static size_t rank_of(const struct counted *c, const int *cells)
{
    size_t rank = 0;
    for (int i = c->heaps; i-- > 0;) rank = rank * ((size_t)c->top + 1) + (size_t)cells[i];
    return rank;
}

/* The bags are equal but for at most k cells that fell. */
static bool is_move(const int *from, const int *to, int count, int k)
{
    int gone[HEAPS_MOST], made[HEAPS_MOST], n = 0, m = 0, i = 0, j = 0;
    while (i < count || j < count) {
        if (j == count || (i < count && from[i] < to[j])) gone[n++] = from[i++];
        else if (i == count || to[j] < from[i]) made[m++] = to[j++];
        else i++, j++;
    }
    for (i = 0; i < n; i++)
        if (made[i] >= gone[i]) return false;
    return n >= 1 && n <= k;
}

static void check_move(const struct counted *c, const int *cells, size_t at, uint32_t play)
{
    bool any = false;
    for (int i = 0; i < c->heaps; i++) any |= cells[i] > 0;
    callee_moves(&moore, play);
    assert_int_equal(moore.wins.count, any && !c->lost[play][at]);
    if (!moore.wins.count) return;
    int to[HEAPS_MOST];
    for (int i = 0; i < c->heaps; i++) {
        int64_t cell;
        assert_true(integer_fits(moore.wins.data[0].cells[i], &cell));
        to[i] = (int)cell;
    }
    assert_true(ascending(to, c->heaps));
    assert_true(is_move(cells, to, c->heaps, c->k));
    assert_true(c->lost[play][rank_of(c, to)]);
}

static void check_value(const struct counted *c, size_t at, size_t *known)
{
    cgi_offer offer = {.struct_size = sizeof offer, .value = 1, .outcome = 1, .moves = 1};
    assert_int_equal(callee_call(&moore, CALLEE_OFFER, CGI_PLAY_NORMAL, 0, 1, &offer), CGI_OK);
    const struct integer *value = callee_value(&moore, 0);
    int64_t small;
    assert_int_equal(offer.value, value != NULL);
    if (!value) return;
    ++*known;
    assert_true(integer_fits(value, &small));
    assert_int_equal(small, c->value[at]);
}

/* Returns how many values were known. */
static size_t agree(int heaps, int top, int k)
{
    static struct counted c;
    size_t known = 0;
    int cells[HEAPS_MOST];
    c = (struct counted){.heaps = heaps, .top = top, .k = k};
    moore.param = k;
    count_all(&c);
    for (size_t at = 0; at < c.size; at++) {
        read_cells(&c, at, cells);
        if (!ascending(cells, heaps)) continue;
        callee_ask(&moore, cells, 1, (size_t)heaps);
        for (uint32_t play = 0; play < 2; play++) {
            assert_int_equal(callee_outcome(&moore, play), c.lost[play][at] ? CGI_OUTCOME_P : CGI_OUTCOME_N);
            check_move(&c, cells, at, play);
        }
        check_value(&c, at, &known);
    }
    return known;
}

CLAIM(all_small_positions_agree_with_counting)
{
    static const int cases[][3] = {{1, 30, 1}, {2, 14, 1}, {2, 14, 2}, {3, 8, 1}, {3, 8, 2}, {3, 8, 3}, {4, 5, 1},
                                   {4, 5, 2},  {4, 5, 3},  {4, 4, 5},  {5, 3, 2}, {5, 3, 3}, {5, 3, 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_true(agree(cases[i][0], cases[i][1], cases[i][2]) > 0);
}

/* Where the value is known it is known of every option as well, or said to stand alone. */
CLAIM(values_of_options_are_known_where_they_must_be)
{
    int from[4], to[4];
    struct counted c = {.heaps = 4, .top = 3, .k = 2, .size = 256};
    moore.param = 2;
    for (size_t at = 0; at < c.size; at++) {
        cgi_offer offer = {.struct_size = sizeof offer, .value = 1, .outcome = 1, .moves = 1};
        read_cells(&c, at, from);
        if (!ascending(from, 4)) continue;
        callee_ask(&moore, from, 1, 4);
        assert_int_equal(callee_call(&moore, CALLEE_OFFER, CGI_PLAY_NORMAL, 0, 1, &offer), CGI_OK);
        for (size_t next = 0; next < at && offer.value && !offer.alone; next++) {
            read_cells(&c, next, to);
            if (!ascending(to, 4) || !is_option(&c, from, to)) continue;
            callee_ask(&moore, to, 1, 4);
            assert_non_null(callee_value(&moore, 0));
        }
    }
}

/* The numbers of ones in every column of the bag after the move are divisible by k + 1; so are those of lost positions. */
static bool is_balanced(const struct integer *const *cells, size_t count, uint64_t k)
{
    for (uint32_t bit = 0; bit < 64 * 12; bit++) {
        uint64_t ones = 0;
        for (size_t i = 0; i < count; i++)
            if (bit / 64 < cells[i]->count) ones += cells[i]->limbs[bit / 64] >> bit % 64 & 1;
        if (ones % (k + 1)) return false;
    }
    return true;
}

static int compare(const void *a, const void *b)
{
    return integer_compare(*(const struct integer *const *)a, *(const struct integer *const *)b);
}

CLAIM(heaps_of_any_size_are_balanced)
{
    uint64_t seed = 21, words[12];
    for (size_t round = 0; round < 200; round++) {
        const struct integer *cells[CALLEE_WIDTH];
        size_t count = 1 + random_next(&seed) % CALLEE_WIDTH;
        arena_free(&moore.arena);
        moore.param = (int64_t)(1 + random_next(&seed) % 5);
        for (size_t i = 0; i < count; i++) {
            size_t size = random_next(&seed) % 12;
            for (size_t j = 0; j < size; j++) words[j] = random_next(&seed);
            cells[i] = integer_from_limbs(&moore.arena, 1, words, size);
        }
        qsort(cells, count, sizeof *cells, compare);
        callee_ask_big(&moore, cells, 1, count);
        bool lost = is_balanced(cells, count, (uint64_t)moore.param);
        assert_int_equal(callee_outcome(&moore, CGI_PLAY_NORMAL), lost ? CGI_OUTCOME_P : CGI_OUTCOME_N);
        callee_moves(&moore, CGI_PLAY_NORMAL);
        assert_int_equal(moore.wins.count, !lost);
        if (!lost) assert_true(is_balanced(moore.wins.data[0].cells, count, (uint64_t)moore.param));
    }
}

/* u = 10^30 + 10, m = 2, y = u - 3 m, so m < z and the value is the sum; and where m is large: 3 equal heaps are lost. */
CLAIM(one_heap_more_than_k_is_exact)
{
    int64_t small;
    arena_free(&moore.arena);
    const struct integer *large = callee_number(&moore, "1000000000000000000000000000000");
    const struct integer *cells[3] = {integer_from(&moore.arena, 2), integer_from(&moore.arena, 8), large};
    moore.param = 2;
    callee_ask_big(&moore, cells, 1, 3);
    const struct integer *sum = integer_add(&moore.arena, large, integer_from(&moore.arena, 10));
    assert_int_equal(integer_compare(callee_value(&moore, 0), sum), 0);
    cells[0] = cells[1] = large;
    assert_int_equal(callee_value(&moore, 0)->sign, 0);
    cells[2] = integer_add(&moore.arena, large, integer_from(&moore.arena, 1)); /* y = 1, z = 2: 1 + (m - 2) mod 2 */
    assert_true(integer_fits(callee_value(&moore, 0), &small));
    assert_int_equal(small, 1);
}

CLAIM(k_at_its_limit_takes_all_heaps)
{
    int cells[3] = {1, 1, 5};
    moore.param = INT64_MAX;
    callee_ask(&moore, cells, 1, 3);
    assert_int_equal(callee_outcome(&moore, CGI_PLAY_NORMAL), CGI_OUTCOME_N);
    assert_int_equal(callee_outcome(&moore, CGI_PLAY_MISERE), CGI_OUTCOME_N);
    callee_moves(&moore, CGI_PLAY_NORMAL);
    for (size_t i = 0; i < 3; i++) assert_int_equal(moore.wins.data[0].cells[i]->sign, 0);
    callee_moves(&moore, CGI_PLAY_MISERE);
    assert_int_equal(moore.wins.data[0].cells[1]->sign, 0);
    assert_int_equal(moore.wins.data[0].cells[2]->sign, 1);
}

CLAIM(a_failed_allocation_ends_a_call)
{
    int cells[3] = {1, 2, 5};
    moore.param = 2;
    callee_ask(&moore, cells, 1, 3);
    moore.allocations = 0, moore.fail_at = 1, moore.wins.count = 0;
    assert_int_equal(callee_call(&moore, CALLEE_MOVES, CGI_PLAY_NORMAL, 0, 1, NULL), CGI_NO_MEMORY);
    moore.allocations = 0;
    assert_int_equal(callee_call(&moore, CALLEE_VALUE, CGI_PLAY_NORMAL, 0, 1, NULL), CGI_NO_MEMORY);
    moore.fail_at = 0;
}

CLAIM(the_reference_rule_is_the_file) { reference_is_the_file(&moore); }

int main(void)
{
    const struct CMUnitTest claims[] = {
        IT(all_small_positions_agree_with_counting), IT(values_of_options_are_known_where_they_must_be),
        IT(heaps_of_any_size_are_balanced),          IT(one_heap_more_than_k_is_exact),
        IT(k_at_its_limit_takes_all_heaps),          IT(a_failed_allocation_ends_a_call),
        IT(the_reference_rule_is_the_file)};
    return cmocka_run_group_tests(claims, open_it, close_it);
}
