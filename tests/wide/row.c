/* SPDX-License-Identifier: MIT */
/* By hand: the plugins of Fibonacci Nim, K-L-Nim, staircases and chips over ranges that take minutes; row.md has the
 * figures. CGI_PLUGIN_PATH names the folder of the plugins; words choose the parts: fibonacci equal unequal rows; a number
 * makes one smaller: fibonacci=2000 (the largest heap), unequal=3 (the most heaps). */
#include <limits.h>
#include "kl_search.h"

static struct table t;

/* ---- Fibonacci Nim: values, outcomes and the number of winning moves for all limits ---------------------------------- */
enum { FIBONACCI = 12000, LISTED = 1500 };

static void fibonacci(int64_t last)
{
    /* row n of a triangle: values for limits 0..n; listing moves is what costs, so the larger heaps are sampled */
    int16_t *values = malloc(((size_t)last + 1) * ((size_t)last + 2) / 2 * sizeof *values);
    bool *seen = malloc((size_t)last + 2);
    size_t compared = 0;
    assert_true(values && seen);
    table_open(&t, "fibonacci", CGI_NAT);
    table_param(&t, 0, 2);
    table_param(&t, 1, 1);
    table_param(&t, 2, 0);
    t.count = 1;
    for (int64_t n = 0; n <= last; n++) {
        int16_t *here = values + n * (n + 1) / 2;
        int64_t mex = 0, zeros = 0;
        memset(seen, 0, (size_t)last + 2);
        for (int64_t limit = 0; limit <= n; limit++, compared++) {
            if (limit) {
                int64_t left = n - limit, next = 2 * limit < left ? 2 * limit : left;
                int16_t value = values[left * (left + 1) / 2 + next];
                seen[value] = true;
                zeros += value == 0;
                while (seen[mex]) mex++;
            }
            here[limit] = (int16_t)mex;
            table_component(&t, 0, (int64_t[]){n, limit}, 2);
            assert_int_equal(table_outcome(&t, CGI_PLAY_NORMAL), mex ? CGI_OUTCOME_N : CGI_OUTCOME_P);
            assert_int_equal(table_value(&t), mex <= 3 ? mex : -1);
            if (n > LISTED && (n * 7919 + limit) % 64 != 0) continue;
            table_moves(&t, CGI_PLAY_NORMAL);
            assert_int_equal(t.win_count, zeros);
        }
    }
    table_close(&t);
    free(values);
    free(seen);
    printf("fibonacci: n <= %d, all limits: %zu positions; winning moves counted to %d, then in one of 64\n", (int)last,
           compared, LISTED);
}

/* ---- K = L --------------------------------------------------------------------------------------------------------- */
enum { EQUAL_K = 300, EQUAL_HEAP = 4000 };

static void equal(void)
{
    static int64_t values[EQUAL_HEAP + 1];
    static size_t last[EQUAL_HEAP + 2]; /* by value: 1 + the heap where it was seen last */
    size_t compared = 0;
    table_open(&t, "kl_equal", CGI_NAT);
    t.count = 1;
    for (int64_t k = 1; k <= EQUAL_K; k++) {
        table_param(&t, 0, (uint64_t)k);
        for (int64_t x = 0; x <= EQUAL_HEAP; x++, compared++) {
            int64_t mex = 0;
            for (int64_t y = 0; y < x; y++)
                if (x - y != k) last[values[y]] = (size_t)x + 1;
            while (last[mex] == (size_t)x + 1) mex++;
            values[x] = mex;
            table_component(&t, 0, &x, 1);
            assert_int_equal(table_value(&t), mex);
        }
        memset(last, 0, sizeof last);
    }
    table_close(&t);
    printf("kl_equal: k <= %d, heaps <= %d: %zu positions\n", EQUAL_K, EQUAL_HEAP, compared);
}

/* ---- K != L -------------------------------------------------------------------------------------------------------- */
static void unequal(size_t most)
{
    static const int64_t tops[] = {0, 60, 48, 40, 18, 10, 7, 5};
    size_t all = 0;
    if (most > 7) most = 7;
    table_open(&t, "kl_nim", CGI_NAT);
    for (size_t heaps = 1; heaps <= most; heaps++) {
        size_t compared = kl_all_pairs(&t, heaps, tops[heaps], true);
        printf("kl_nim: %zu heaps <= %d: %zu positions with their movers\n", heaps, (int)tops[heaps], compared);
        all += compared;
    }
    table_close(&t);
    printf("kl_nim: %zu in all\n", all);
}

/* ---- staircases and chips: values by mex over whole tables ---------------------------------------------------------- */
static size_t rank_of(const int64_t *row, uint32_t count, int64_t base)
{
    size_t rank = 0;
    for (uint32_t i = count; i-- > 0;) rank = rank * (size_t)base + (size_t)row[i];
    return rank;
}

/* A staircase's options weigh less when cell i counts i + 1; so tables are filled by weight. */
static void staircases(uint32_t count, int64_t coins)
{
    int64_t base = coins + 1, row[8], most = 0;
    size_t size = 1, compared = 0;
    for (uint32_t i = 0; i < count; i++) size *= (size_t)base, most += (int64_t)(i + 1) * coins;
    int16_t *values = calloc(size, sizeof *values);
    bool *misere = calloc(size, 1);
    assert_true(values && misere);
    for (int64_t weight = 0; weight <= most; weight++)
        for (size_t at = 0; at < size; at++) {
            int64_t mine = 0, all = 0;
            size_t rest = at;
            for (uint32_t i = 0; i < count; i++, rest /= (size_t)base) {
                row[i] = (int64_t)(rest % (size_t)base);
                mine += (int64_t)(i + 1) * row[i];
                all += row[i];
            }
            if (mine != weight || all > coins) continue; /* no move makes a cell larger than all coins */
            bool seen[1024] = {false}, any = false, lost = true;
            size_t wins = 0;
            for (uint32_t i = 0; i < count; i++)
                for (int64_t take = 1, whole = row[i]; take <= whole; take++) {
                    row[i] -= take;
                    if (i) row[i - 1] += take;
                    size_t to = rank_of(row, count, base);
                    seen[values[to]] = any = true;
                    lost &= !misere[to];
                    wins += values[to] == 0;
                    row[i] += take;
                    if (i) row[i - 1] -= take;
                }
            while (seen[values[at]]) values[at]++;
            misere[at] = lost && any;
            table_component(&t, 0, row, count);
            assert_int_equal(table_value(&t), values[at]);
            assert_int_equal(table_outcome(&t, CGI_PLAY_MISERE), misere[at] ? CGI_OUTCOME_P : CGI_OUTCOME_N);
            table_moves(&t, CGI_PLAY_NORMAL);
            assert_int_equal(t.win_count, wins);
            compared++;
        }
    free(values);
    free(misere);
    printf("staircase: %u steps, %d coins in all: %zu positions\n", count, (int)coins, compared);
}

/* Chips as a set of cells: a move to the left makes the number of the set smaller. */
static void chips(int cells)
{
    size_t size = (size_t)1 << cells, compared = 0;
    int16_t *values = calloc(size, sizeof *values);
    bool *misere = calloc(size, 1);
    assert_true(values && misere);
    for (size_t set = 0; set < size; set++) {
        int64_t row[TABLE_CELLS];
        uint32_t count = 0;
        bool seen[256] = {false}, any = false, lost = true;
        size_t wins = 0;
        for (int i = 0; i < cells; i++)
            if (set >> i & 1 && count < TABLE_CELLS) row[count++] = i + 1;
        for (uint32_t i = 0; i < count; i++)
            for (int64_t y = i ? row[i - 1] + 1 : 1; y < row[i]; y++) {
                size_t to = (set ^ (size_t)1 << (row[i] - 1)) | (size_t)1 << (y - 1);
                seen[values[to]] = any = true;
                lost &= !misere[to];
                wins += values[to] == 0;
            }
        while (seen[values[set]]) values[set]++;
        misere[set] = lost && any;
        table_component(&t, 0, row, count);
        assert_int_equal(table_value(&t), values[set]);
        assert_int_equal(table_outcome(&t, CGI_PLAY_MISERE), misere[set] ? CGI_OUTCOME_P : CGI_OUTCOME_N);
        table_moves(&t, CGI_PLAY_NORMAL);
        assert_int_equal(t.win_count, wins);
        compared++;
    }
    free(values);
    free(misere);
    printf("georgia: any chips in %d cells: %zu positions\n", cells, compared);
}

static void rows(void)
{
    table_open(&t, "staircase", CGI_ROW);
    t.count = 1;
    for (uint32_t count = 1; count <= 4; count++) staircases(count, count < 4 ? 30 : 20);
    staircases(5, 12);
    table_close(&t);
    table_open(&t, "georgia", CGI_ROW);
    t.count = 1;
    chips(16);
    table_close(&t);
}

/* The number behind the word; `all` for the word alone or without words; 0: not wanted. */
static int64_t wanted(int argc, char **argv, const char *word, int64_t all)
{
    size_t length = strlen(word);
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], word, length) != 0) continue;
        if (argv[i][length] == '=') return strtoll(argv[i] + length + 1, NULL, 10);
        if (!argv[i][length]) return all;
    }
    return argc == 1 ? all : 0;
}

int main(int argc, char **argv)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    int64_t heaps = wanted(argc, argv, "unequal", 7), last = wanted(argc, argv, "fibonacci", FIBONACCI);
    if (wanted(argc, argv, "rows", 1)) rows();
    if (wanted(argc, argv, "equal", 1)) equal();
    if (heaps > 0) unequal((size_t)heaps);
    if (last > 0) fibonacci(last);
    return 0;
}
