/* SPDX-License-Identifier: MIT */
/* Blocks of heaps against all options of every heap: rules of every kind, tables that begin with arbitrary values, so that
 * rare values come at any time, every width of vectors, and ranges that end anywhere. */
#include "code/machine/split_blocks.h"
#include <string.h>
#include "base/hash.h"
#include "base/vec.h"
#include "claims.h"
#include "code/machine/calls.h"

enum { START = 4200, LAST = 7800, SEEN = 1 << 13 };
static uint32_t slow[LAST], fast[LAST], seen[SEEN];
static uint16_t narrow[LAST];
static struct budget budget;
static uint64_t together; /* blocks that several hands filled */

static uint64_t draw(uint64_t *seed, uint64_t below) { return (random_next(seed) >> 20) % below; }

static uint32_t plainly(const struct split_rule *rule, uint64_t n)
{
    uint32_t v = 0;
    for (size_t i = 0; i < rule->count; i++) {
        const struct split_kind *k = &rule->kinds[i];
        int64_t sum = (int64_t)n - k->take;
        if (n < k->from || sum <= 0) continue;
        if (!k->two) seen[slow[sum]] = (uint32_t)n + 1;
        for (int64_t a = 1; k->two && 2 * a <= sum; a++)
            if (split_allows(rule, k, (uint64_t)a, (uint64_t)(sum - a)))
                seen[slow[a] ^ slow[sum - a]] = (uint32_t)n + 1;
    }
    while (seen[v] == n + 1) v++;
    return v;
}

/* Values of heaps below START, mostly with an odd number of bits in common with a mask (at odd heaps an even one, with the flag). */
static void begin_with(uint64_t *seed, unsigned flag, uint32_t top)
{
    uint32_t mask = 1 + (uint32_t)draw(seed, top - 1), rare = (uint32_t)draw(seed, 4);
    for (uint64_t n = 0; n < START; n++) {
        unsigned wanted = 1 ^ (flag & (unsigned)n);
        do slow[n] = (uint32_t)draw(seed, top);
        while ((unsigned)__builtin_parity(slow[n] & mask) != wanted && draw(seed, 400) >= rare);
    }
}

/* With `one`, a heap of one token may be taken whole, as in 0.106. */
static void begin_as_ruled(const struct split_rule *rule, uint32_t one)
{
    for (uint64_t n = 0; n < START; n++) slow[n] = n == 1 ? one : plainly(rule, n);
}

/* Blocks in calls of any length, by so many hands, in 32 bits a value or in 16. Returns how many heaps they answered. */
static uint64_t by_blocks(const struct split_rule *rule, const struct split_sweep *by, unsigned taken, uint64_t seed,
                          unsigned hands, bool in_16, uint64_t *work)
{
    struct sparse_space space = {.taken = taken};
    struct split_blocks b = {.rule = rule, .space = &space, .by = by};
    struct crew crew;
    uint64_t answered = 0;
    crew_open(&crew, hands);
    budget.crew = &crew;
    *work = 0;
    memcpy(fast, slow, sizeof fast);
    memset(fast + START, 0xee, (LAST - START) * sizeof *fast);
    struct value_run run = {in_16 ? NULL : fast, in_16 ? narrow : NULL, LAST};
    for (uint64_t n = 0; n < LAST && in_16; n++) narrow[n] = (uint16_t)fast[n];
    for (uint64_t n = START; n < LAST;) {
        uint64_t to = n + 1 + draw(&seed, 1500), done = n;
        if (to > LAST) to = LAST;
        assert_int_equal(sparse_space_learn(&space, value_view(&run), n, &budget), ST_OK);
        if (split_blocks_may(&b, n)) assert_int_equal(split_blocks_fill(&b, &run, n, to, &budget, &done, work), ST_OK);
        answered += done - n;
        for (; done < to; done++) assert_true(value_run_put(&run, done, slow[done]));
        n = done;
    }
    split_blocks_free(&b);
    sparse_space_free(&space);
    crew_close(&crew);
    budget.crew = NULL;
    together += b.together;
    for (uint64_t n = 0; n < LAST && in_16; n++) fast[n] = narrow[n];
    return answered;
}

static uint64_t agrees(const struct split_rule *rule, const char *what, uint64_t seed)
{
    uint64_t answered = 0;
    unsigned taken = 0;
    for (size_t i = 0; i < rule->count; i++)
        if (rule->kinds[i].two) taken |= 1u << (rule->kinds[i].take & 1);
    for (uint64_t n = START; n < LAST; n++) slow[n] = plainly(rule, n);
    uint64_t work[2];
    for (size_t i = 0; i < 2 * (split_sweep_count() + 3); i++) { /* the widest by two hands and more, too */
        size_t k = i / 2, width = k < split_sweep_count() ? k : split_sweep_count() - 1;
        unsigned hands = k < split_sweep_count() ? 1 : (unsigned)(2 + k - split_sweep_count());
        answered += by_blocks(rule, split_sweep_at(width), taken, seed, hands, i % 2, &work[k > 0]);
        assert_int_equal(work[k > 0], work[0]);
        for (uint64_t n = 0; n < LAST; n++)
            if (fast[n] != slow[n])
                fail_msg("%s, seed %llu, %s, %u hands: heap %llu is %u, not %u", what, (unsigned long long)seed,
                         split_sweep_at(width)->name, hands, (unsigned long long)n, slow[n], fast[n]);
    }
    memset(seen, 0, sizeof seen);
    return answered;
}

static const struct split_kind officers[] = {{.take = 1, .with = {1}},
                                             {.take = 1, .two = true, .least = 1, .with = {1}}};
static const struct split_kind of_106[] = {{.take = 3, .with = {1}}, {.take = 3, .two = true, .least = 1, .with = {1}}};
static const struct split_kind grundy[] = {{.two = true, .least = 1, .apart = 1, .with = {1}}};
static const struct split_kind of_54[] = {{.take = 1, .two = true, .least = 1, .with = {1}},
                                          {.take = 2, .two = true, .least = 1, .with = {1}}};
static const struct split_kind wide[] = {{.take = -3, .two = true, .least = 5, .apart = 2, .from = 13, .with = {1}},
                                         {.take = 2, .with = {1}}};
static const struct split_kind evens[] = {{.take = 2, .two = true, .least = 1, .with = {1}}};

CLAIM(known_games_have_their_values)
{
    struct split_rule rules[] = {{officers, 2, 1}, {of_106, 2, 1}, {grundy, 1, 1},
                                 {of_54, 2, 1},    {wide, 2, 1},   {evens, 1, 1}};
    uint64_t answered = 0;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        begin_as_ruled(&rules[i], rules[i].kinds == of_106);
        answered += agrees(&rules[i], "a known game", i);
    }
    assert_true(answered >= 3 * (LAST - START));
}

CLAIM(any_beginning_is_carried_on)
{
    struct split_rule rules[] = {{officers, 2, 1}, {of_106, 2, 1}, {grundy, 1, 1},
                                 {of_54, 2, 1},    {wide, 2, 1},   {evens, 1, 1}};
    uint64_t answered = 0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct split_rule *rule = &rules[seed % (sizeof rules / sizeof *rules)];
        uint64_t random = seed;
        begin_with(&random, rule->kinds[0].take == 3 && draw(&random, 2), 1u << (2 + draw(&random, 8)));
        answered += agrees(rule, "any beginning", seed);
    }
    assert_true(answered > 4 * (LAST - START));
}

/* Kinds at random: takes, least sizes, differences, residues that go with each other. */
static struct split_rule random_rule_of_kinds(uint64_t *seed, struct split_kind kinds[3])
{
    struct split_rule rule = {kinds, 1 + draw(seed, 3), 1 + (unsigned)draw(seed, 4)};
    memset(kinds, 0, 3 * sizeof *kinds);
    for (size_t i = 0; i < rule.count; i++) {
        struct split_kind *k = &kinds[i];
        k->two = i == 0 || draw(seed, 2);
        k->take = (int64_t)draw(seed, 9) - (k->two ? 2 : -1);
        k->least = draw(seed, 3) ? 3 : 3 + draw(seed, 40);
        k->apart = draw(seed, 3) ? 0 : draw(seed, 30);
        for (unsigned r = 0; r < rule.modulus; r++)
            for (unsigned s = r; s < rule.modulus; s++)
                if (rule.modulus == 1 || draw(seed, 3)) k->with[r] |= 1u << s, k->with[s] |= 1u << r;
    }
    return rule;
}

CLAIM(rules_of_any_kinds_are_carried_on)
{
    uint64_t answered = 0;
    for (uint64_t seed = 1; seed <= 16; seed++) {
        struct split_kind kinds[3];
        uint64_t random = seed;
        struct split_rule rule = random_rule_of_kinds(&random, kinds);
        begin_with(&random, 0, 1u << (3 + draw(&random, 6)));
        answered += agrees(&rule, "any kinds", seed);
    }
    assert_true(answered > 4 * (LAST - START));
}

CLAIM(all_widths_do_the_same)
{
    enum { WORDS = 48 };
    static uint64_t row[WORDS + 64], copies[2][SPLIT_SHIFTS * (WORDS + SPLIT_OVER)], covered[2][4][SPLIT_WORDS];
    uint64_t random = 7;
    for (size_t i = 0; i < WORDS + 64; i++) row[i] = random_next(&random);
    uint32_t first[] = {0, 3, 40, 40, 41};
    uint16_t at[41], order[] = {1, 0, 3};
    for (size_t i = 0; i < 41; i++) at[i] = (uint16_t)draw(&random, (WORDS - SPLIT_WORDS) * 8);
    for (size_t k = 0; k < split_sweep_count(); k++) {
        const struct split_sweep *by = split_sweep_at(k);
        uint16_t live[] = {0, 1, 2, 3};
        uint8_t alive[] = {1, 1, 1, 1};
        memset(copies[1], 0, sizeof copies[1]);
        memset(covered[1], 0, sizeof covered[1]);
        by->shift(copies[1], WORDS, row, 0xb5);
        struct sweep_task t = {copies[1], {first, at, order, 3}, covered[1], live, 4, alive, 1, 0};
        by->cover(&t);
        assert_int_equal(t.live_count, 3); /* 37 random sets cover all */
        assert_true(live[0] == 1 && live[1] == 2 && live[2] == 3 && !alive[0] && alive[1] && alive[2] && alive[3]);
        assert_int_equal(t.steps, 3 + 16 + 1);
        if (k == 0) memcpy(copies[0], copies[1], sizeof copies[0]), memcpy(covered[0], covered[1], sizeof covered[0]);
        assert_memory_equal(covered[0], covered[1], sizeof covered[0]);
        for (unsigned s = 0; s < SPLIT_SHIFTS; s++)
            assert_memory_equal(copies[0] + s * (WORDS + SPLIT_OVER), copies[1] + s * (WORDS + SPLIT_OVER), WORDS * 8);
        assert_int_equal(by->missing(row), split_sweep_at(0)->missing(row));
    }
}

/* Sets of heaps from sets that begin anywhere, one target among many lists, and lists that end within four places. */
CLAIM(targets_are_the_live_ones_however_they_are_found)
{
    enum { VALUES = 64, PLACES = 9 * VALUES, BYTES = 512 };
    static uint8_t copies[BYTES];
    static uint64_t covered[VALUES][SPLIT_WORDS], expected[VALUES][SPLIT_WORDS];
    static uint32_t first[VALUES + 1];
    static uint16_t at[PLACES], order[VALUES];
    uint64_t random = 11;
    for (size_t i = 0; i < BYTES; i++) copies[i] = (uint8_t)(random_next(&random) & random_next(&random));
    for (uint32_t v = 0; v < VALUES; v++) first[v + 1] = first[v] + 9 - v / 8, order[v] = (uint16_t)v;
    for (size_t i = 0; i < PLACES; i++) at[i] = (uint16_t)draw(&random, BYTES - SPLIT_WORDS * 8);
    for (size_t width = 0; width < split_sweep_count(); width++)
        for (unsigned some = 1; some <= VALUES; some++) { /* first few of them, then more than a quarter */
            uint16_t live[VALUES];
            uint8_t alive[VALUES] = {0};
            struct sweep_task t = {
                (const uint64_t *)(const void *)copies, {first, at, order, VALUES}, covered, live, 0, alive, 37, 0};
            memset(covered, 0, sizeof covered);
            memset(expected, 0, sizeof expected);
            for (unsigned k = 0; k < some; k++) {
                uint16_t v = (uint16_t)(k * 5 % VALUES);
                live[t.live_count++] = v;
                alive[v] = 1;
                for (uint32_t i = first[v ^ 37]; i < first[(v ^ 37) + 1]; i++)
                    for (size_t q = 0; q < SPLIT_WORDS * 8; q++) ((uint8_t *)expected[v])[q] |= copies[at[i] + q];
            }
            split_sweep_at(width)->cover(&t);
            assert_memory_equal(covered, expected, sizeof covered);
        }
}

CLAIM(sets_of_heaps_become_sets_of_values)
{
    enum { ROWS = 64, SETS_WORDS = 3 };
    static uint64_t covered[ROWS][SPLIT_WORDS], inside[SPLIT_BLOCK * SETS_WORDS];
    uint64_t random = 5;
    for (size_t v = 0; v < ROWS; v++)
        for (size_t q = 0; q < SPLIT_WORDS; q++) covered[v][q] = random_next(&random);
    for (size_t width = 0; width < split_sweep_count(); width++)
        for (size_t rows = 1; rows <= ROWS; rows += 7) {
            memset(inside, 0, sizeof inside);
            inside[(64 * SPLIT_SPREAD + 5) * SETS_WORDS + 1] = 1; /* what is there stays */
            split_sweep_at(width)->spread((const uint64_t(*)[SPLIT_WORDS])covered, rows, SPLIT_SPREAD, SETS_WORDS,
                                          inside + 1);
            for (size_t j = 0; j < SPLIT_BLOCK; j++)
                for (size_t v = 0; v < 64; v++) {
                    bool has = j >= 64 * SPLIT_SPREAD && v < rows && covered[v][j / 64] >> j % 64 & 1;
                    if (j == 64 * SPLIT_SPREAD + 5 && v == 0) has = true;
                    assert_int_equal(inside[j * SETS_WORDS + 1] >> v & 1, has);
                    assert_int_equal(inside[j * SETS_WORDS] | inside[j * SETS_WORDS + 2], 0);
                }
        }
}

/* Heaps are left over only if memory ran out. */
static bool fills(void)
{
    static const struct split_rule rule = {of_106, 2, 1};
    struct sparse_space space = {.taken = 2};
    struct split_blocks b = {.rule = &rule, .space = &space, .by = split_sweep_widest()};
    uint64_t done = 0, work = 0;
    memcpy(fast, slow, sizeof fast);
    struct value_run run = {fast, NULL, LAST};
    enum status st = sparse_space_learn(&space, value_view(&run), START, &budget);
    if (st == ST_OK) st = split_blocks_fill(&b, &run, START, START + 1500, &budget, &done, &work);
    split_blocks_free(&b);
    sparse_space_free(&space);
    return st == ST_OK && done == START + 1500;
}
CLAIM(any_failed_allocation_is_told)
{
    begin_as_ruled(&(struct split_rule){of_106, 2, 1}, 1);
    memset(seen, 0, sizeof seen);
    assert_true(walk_failures(fills) >= 10);
}

/* A value that one pair has, which may be anywhere, or none, in a heap of two hundred thousand. */
CLAIM(hands_look_at_all_pairs_of_a_heap)
{
    enum { HEAP = 200003, SOUGHT = 1 << 10 };
    static const uint64_t places[] = {3, 16383, 16384, 16387, 50000, 99990, 100000, 100001};
    static uint32_t values[HEAP];
    static uint16_t in_16[HEAP];
    struct split_kind kind = {.take = 2, .two = true, .least = 3, .with = {1}};
    struct split_rule rule = {&kind, 1, 1};
    uint64_t random = 3;
    for (unsigned hands = 1; hands <= 3; hands++) {
        struct crew crew;
        crew_open(&crew, hands);
        for (size_t n = 0; n < HEAP; n++) values[n] = (uint32_t)draw(&random, SOUGHT);
        for (size_t i = 0; i <= sizeof places / sizeof *places; i++) {
            bool none = i == sizeof places / sizeof *places;
            uint64_t a = none ? 0 : places[i], other = HEAP - 2 - a;
            if (!none && draw(&random, 2)) a = other;
            values[a] ^= SOUGHT;
            uint32_t sought = SOUGHT | (values[a] ^ SOUGHT ^ values[HEAP - 2 - a]);
            for (size_t n = 0; n < HEAP; n++) in_16[n] = (uint16_t)values[n];
            for (size_t k = 0; k < 2 * split_sweep_count(); k++) {
                struct value_view view = {k % 2 ? NULL : values, k % 2 ? in_16 : NULL};
                bool gives = split_gives(&rule, split_sweep_at(k / 2), view, HEAP, sought, &crew);
                assert_true(gives == (!none && a != HEAP - 2 - a));
                assert_false(split_gives(&rule, split_sweep_at(k / 2), view, HEAP, sought | 1 << 16, &crew));
            }
            values[a] ^= SOUGHT;
        }
        crew_close(&crew);
    }
}

CLAIM(hands_were_at_work) { assert_true(together > 100); }

CLAIMS(IT(known_games_have_their_values), IT(any_beginning_is_carried_on), IT(rules_of_any_kinds_are_carried_on),
       IT(hands_were_at_work), IT(hands_look_at_all_pairs_of_a_heap), IT(all_widths_do_the_same),
       IT(targets_are_the_live_ones_however_they_are_found), IT(sets_of_heaps_become_sets_of_values),
       IT(any_failed_allocation_is_told))
