/* SPDX-License-Identifier: MIT */
/* Several hands at one table (mask_hands.h): what they find is what one finds, however little the table keeps. */
#include "base/crew.h"
#include "base/hash.h"
#include "claims.h"
#include "runtime_case.h"
#include "solve/search/mask_estimate.h"
#include "solve/search/mask_hands.h"
#include "solve/search/mask_parts.h"
#include "solve/search/mask_proof.h"
#include "solve/search/mask_ways.h"

enum { HANDS = 3 };

static const char dominoes[] =
    "game b(g: grid) { start(r, c) -> b(grid(r, c, 1))\n"
    "  move across(i in 1..rows(g), j in 1..cols(g) - 1) where g[i, j] == 1 and g[i, j + 1] == 1\n"
    "    -> b(g with { [i, j] = 0, [i, j + 1] = 0 })\n"
    "  move down(i in 1..rows(g) - 1, j in 1..cols(g)) where g[i, j] == 1 and g[i + 1, j] == 1 and i != j\n"
    "    -> b(g with { [i, j] = 0, [i + 1, j] = 0 }) }";
static const char hits[] =
    "game b(g: grid) { move hit(i in 1..rows(g), j in 1..cols(g), k in 1..rows(g), l in 1..cols(g))\n"
    "    where abs(i - k) + abs(j - l) == 1 and g[i, j] * g[k, l] == 2\n"
    "    -> b(g with { [k, l] = g[i, j], [i, j] = 0 }) }";
static const char pairs[] = "game b(s: row) { move two(i in 1..len(s) - 2) where s[i] > 0 and s[i + 2] == s[i]\n"
                            "  -> b(s with { [i] = 0, [i + 2] = 0 }) }";
static const struct {
    const char *rule, *term;
} boards[] = {
    {dominoes, "b(4, 5)"},
    {dominoes, "b([[1, 1, 0, 1, 1], [1, 1, 1, 1, 1], [0, 1, 1, 1, 0], [1, 1, 1, 0, 1]])"},
    {hits, "b([[1, 2, 1, 2], [2, 1, 2, 1], [1, 2, 2, 1]])"},
    {pairs, "b([1 for i in 1..70])"}, /* keys of several words */
};

struct asked {
    struct mask_part part;
    uint64_t target;
};
static enum status ask(struct masks *own, void *context, uint64_t *known)
{
    const struct asked *q = context;
    return mask_ask(own, &q->part, q->target, known);
}

/* Is the value of the part k? */
static bool is_value(struct masks *m, const struct mask_part *part, uint64_t k, bool proofs)
{
    struct asked q = {*part, k};
    struct mask_proof p;
    uint64_t known = 0;
    m->allowed = UINT64_MAX;
    if (!proofs) {
        assert_int_equal(mask_hands(m, 1e6, ask, &q, &known), ST_OK);
        return known == mask_value(k);
    }
    assert_int_equal(mask_proof_open(&p, m, &part->state), ST_OK);
    p.leaf = 3;
    p.positions = 1e6;
    assert_int_equal(mask_prove(&p, &part->state, k, &known), ST_OK);
    mask_proof_close(&p);
    return known == mask_value(k);
}

static uint64_t value_by_hands(struct masks *m, const struct ground_mask *state, bool proofs)
{
    uint64_t sum = 0;
    mask_part_vec parts = {0};
    assert_true(masks_split(m, state, &parts));
    for (size_t i = 0; i < parts.count; i++) {
        uint64_t k = 0;
        while (!is_value(m, &parts.data[i], k, proofs)) assert_true(++k < MASK_NUMBERS);
        sum ^= k;
    }
    vec_free(&parts);
    return sum;
}

CLAIM(several_hands_find_the_value_that_one_finds)
{
    struct crew crew;
    uint64_t states = 0;
    crew_open(&crew, HANDS);
    for (size_t n = 0; n < 6 * sizeof boards / sizeof *boards; n++) {
        struct runtime_case c;
        struct budget budget = {.crew = &crew};
        struct masks *m;
        struct ground_mask start;
        uint64_t known;
        case_open(&c, boards[n / 6].rule);
        struct position p = case_position(&c, boards[n / 6].term);
        assert_int_equal(masks_make(c.env, &p.components[0], 0, &m), ST_OK);
        assert_non_null(m);
        assert_true(masks_code(m, &p.components[0], &start));
        assert_int_equal(mask_search(m, &start, MASK_ANY, &known), ST_OK);
        mask_memo_free(&m->memo);
        m->memo.budget = &budget;
        m->memo.most = (uint64_t[]){1, 1000, 0}[n % 3];
        assert_int_equal(value_by_hands(m, &start, n % 2), mask_value_of(known));
        states += budget.states_used;
        masks_free(m);
        case_close(&c);
    }
    assert_true(states > 0);
    crew_close(&crew);
}

struct reports {
    uint64_t calls, most;
};
static void see_report(void *context, uint64_t states)
{
    struct reports *seen = context;
    seen->calls++;
    if (states > seen->most) seen->most = states;
}

/* The first hand reports what all have noted, and never more; it may come too late, but not each time. */
CLAIM(several_hands_report_how_far_they_are)
{
    struct crew crew;
    struct reports seen = {0, 0};
    crew_open(&crew, HANDS);
    for (int i = 0; i < 20 && seen.calls == 0; i++) {
        struct runtime_case c;
        struct budget budget = {.crew = &crew, .progress = see_report, .progress_context = &seen};
        struct masks *m;
        struct ground_mask start;
        uint64_t known;
        case_open(&c, dominoes);
        struct position p = case_position(&c, "b(5, 6)");
        assert_int_equal(masks_make(c.env, &p.components[0], 0, &m), ST_OK);
        assert_true(masks_code(m, &p.components[0], &start));
        m->memo.budget = &budget;
        m->allowed = UINT64_MAX;
        struct asked q = {.target = MASK_ANY};
        mask_part_vec parts = {0};
        assert_true(masks_split(m, &start, &parts) && parts.count == 1);
        q.part = parts.data[0];
        budget.next_progress_ns = UINT64_MAX; /* so only a hand reports */
        assert_int_equal(mask_hands(m, 1e6, ask, &q, &known), ST_OK);
        assert_true(seen.most <= budget_stored(&budget));
        vec_free(&parts);
        masks_free(m);
        case_close(&c);
    }
    assert_true(seen.calls > 0);
    crew_close(&crew);
}

/* Where the work is counted, or memory is out, one hand does it all. */
CLAIM(one_hand_does_it_where_several_may_not)
{
    struct crew crew;
    struct runtime_case c;
    struct masks *m;
    struct ground_mask start;
    uint64_t known;
    crew_open(&crew, HANDS);
    case_open(&c, dominoes);
    struct position p = case_position(&c, "b(4, 4)");
    bool zero = case_value_by(&c, "hashed", p.components, p.count) == 0;
    for (uint64_t fail = 0; fail < 40; fail++) {
        struct budget budget = {.crew = &crew, .looks = fail ? 0 : 1000};
        assert_int_equal(masks_make(c.env, &p.components[0], 0, &m), ST_OK);
        assert_true(masks_code(m, &p.components[0], &start));
        m->memo.budget = &budget;
        struct mask_proof proof;
        enum status st = mask_proof_open(&proof, m, &start);
        proof.positions = 1e6;
        mem_fail_from(fail);
        if (st == ST_OK) st = mask_prove(&proof, &start, 0, &known);
        mem_fail_from(0);
        mask_proof_close(&proof);
        assert_true(st == ST_NO_MEMORY || st == ST_OK);
        assert_true(st != ST_OK || (known == mask_value(0)) == zero);
        masks_free(m);
    }
    case_close(&c);
    crew_close(&crew);
}

/* ---- turns -------------------------------------------------------------------------------------------------------- */
static const char lines[] =
    "game b(s: row) { start(n) -> b([0 for i in 1..n])\n"
    "  move put(i in 1..len(s)) where s[i] == 0 and not any(s[k] + s[k + 1] + s[k + 2] == 2 and k <= i and i <= k + 2\n"
    "    for k in 1..len(s) - 2) -> b(s with { [i] = 1 }) }";
enum turn { DEPTH_FIRST, PROOFS, TURNS };

/* The positions that are noted until it is known whether the value is 0. */
static uint64_t noted_by(const char *rule, const char *term, enum turn way, bool *zero)
{
    struct runtime_case c;
    struct budget budget = {0};
    struct masks *m;
    struct ground_mask start;
    struct mask_proof proof;
    uint64_t known;
    case_open(&c, rule);
    struct position p = case_position(&c, term);
    assert_int_equal(masks_make(c.env, &p.components[0], 0, &m), ST_OK);
    assert_non_null(m);
    assert_true(masks_code(m, &p.components[0], &start));
    m->memo.budget = &budget;
    m->allowed = UINT64_MAX;
    if (way == DEPTH_FIRST) assert_int_equal(mask_search_on(m, &start, 0, &known), ST_OK);
    if (way == TURNS) assert_int_equal(mask_search(m, &start, 0, &known), ST_OK);
    if (way == PROOFS) {
        assert_int_equal(mask_proof_open(&proof, m, &start), ST_OK);
        assert_int_equal(mask_prove(&proof, &start, 0, &known), ST_OK);
        mask_proof_close(&proof);
    }
    *zero = known == mask_value(0);
    masks_free(m);
    case_close(&c);
    return budget.states_used;
}

/* Either way may be many times longer than the other; in turns they are about twice the better one, and what each begins with. */
CLAIM(searches_in_turns_take_little_more_than_the_better_one_alone)
{
    static const struct {
        const char *rule, *term;
    } cases[] = {{lines, "b(26)"},
                 {lines, "b(27)"},
                 {dominoes, "b(5, 6)"},
                 {hits, "b([[1, 2, 1, 2, 1], [2, 1, 2, 1, 2], [1, 2, 2, 1, 2]])"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool zero[3];
        uint64_t noted[3];
        for (int way = DEPTH_FIRST; way <= TURNS; way++)
            noted[way] = noted_by(cases[i].rule, cases[i].term, way, &zero[way]);
        uint64_t better = noted[DEPTH_FIRST] < noted[PROOFS] ? noted[DEPTH_FIRST] : noted[PROOFS];
        assert_true(zero[DEPTH_FIRST] == zero[PROOFS] && zero[TURNS] == zero[PROOFS]);
        assert_true(noted[TURNS] <= 3 * better + 5000);
    }
}

/* A table of all positions (mask_bits.h) ends the turns where it is short; what can be reached is in it. */
CLAIM(a_table_of_bits_ends_the_turns)
{
    static const char fills[] =
        "game b(g: grid) { start(r, c) -> b(grid(r, c, 0))\n"
        "  move put(i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 0 and not (g[i, j - 1] + g[i, j - 2] == 2 or\n"
        "    g[i, j + 1] + g[i, j + 2] == 2 or g[i, j - 1] + g[i, j + 1] == 2 or g[i - 1, j] + g[i - 2, j] == 2 or\n"
        "    g[i + 1, j] + g[i + 2, j] == 2 or g[i - 1, j] + g[i + 1, j] == 2) -> b(g with { [i, j] = 1 }) }";
    static const char sums[] = "game b(s: row) { start(n) -> b([0 for i in 1..n])\n"
                               "  move put(i in 1..len(s)) where s[i] == 0 and not any(s[a] == 1 and s[c] == 1 and (a "
                               "+ c == i or a + i == c)\n"
                               "    for a in 1..len(s), c in 1..len(s)) -> b(s with { [i] = 1 }) }";
    static const struct {
        const char *rule, *term;
    } cases[] = {{fills, "b(4, 5)"}, {sums, "b(18)"}};
    for (size_t i = 0; i < 2; i++) {
        struct runtime_case c;
        struct masks *m;
        struct ground_mask start;
        uint64_t known, again;
        case_open(&c, cases[i].rule);
        struct position p = case_position(&c, cases[i].term);
        assert_int_equal(masks_make(c.env, &p.components[0], 0, &m), ST_OK);
        assert_true(m && masks_code(m, &p.components[0], &start));
        m->first_turn = 1;
        assert_int_equal(mask_search(m, &start, MASK_ANY, &known), ST_OK);
        assert_true(m->bits.table && m->bits.table->planes);
        assert_true(mask_bits_find(m, &start, MASK_ANY, &again) && again == known);
        m->work = m->steps = 0;
        m->allowed = UINT64_MAX;
        m->paused = false;
        assert_int_equal(mask_search_on(m, &start, MASK_ANY, &again), ST_OK);
        assert_int_equal(again, known);
        masks_free(m);
        case_close(&c);
    }
}

/* Cases of one move are one place, whichever of them is left (a stone beside none, one or two others). */
CLAIM(estimates_count_places_and_not_cases)
{
    static const char cases[] =
        "game b(s: row) { start(n) -> b([0 for i in 1..n])\n"
        "  move put(i in 1..len(s)) where s[i] == 0 and not any(s[k] + s[k + 1] + s[k + 2] == 2 and s[k + 1] == 1\n"
        "    and k <= i and i <= k + 2 for k in 1..len(s) - 2) -> b(s with { [i] = 1 }) }";
    bool zero;
    struct runtime_case c;
    struct masks *m;
    struct ground_mask start;
    double noted = (double)noted_by(cases, "b(33)", DEPTH_FIRST, &zero);
    case_open(&c, cases);
    struct position p = case_position(&c, "b(33)");
    assert_int_equal(masks_make(c.env, &p.components[0], 0, &m), ST_OK);
    assert_true(masks_code(m, &p.components[0], &start));
    double about = mask_estimate(m, &start);
    assert_true(noted < 2 * about && about < 4 * noted);
    masks_free(m);
    case_close(&c);
}

/* ---- the tables --------------------------------------------------------------------------------------------------- */
enum { KEYS = 3000, ROUNDS = 20000, PARTS = 6 };
struct tables {
    struct mask_memo memo;
    struct proof_table proofs;
    size_t wrong[PARTS], found[PARTS];
};

/* Each key has one thing that is known of it. */
static enum status note_and_find(void *context, size_t part)
{
    struct tables *t = context;
    struct budget own = {0};
    struct mask_memo memo = t->memo;
    uint64_t seed = part + 1;
    memo.budget = &own;
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t n = random_next(&seed) % KEYS, key[4] = {n, n * n % 7, n % 3, n % 2};
        uint64_t all = mask_value(hash_mix(n) & 0xffff), known = mask_memo_find(&memo, key);
        struct proof_numbers is = {(uint32_t)n + 1, (uint32_t)n * 2 + 1}, numbers = is;
        t->found[part] += known != 0;
        t->wrong[part] += known && known != all;
        if (random_next(&seed) % 2) t->wrong[part] += mask_memo_note(&memo, key, all, n % 100) != ST_OK;
        proof_table_find(&t->proofs, hash_mix(n + 1), &numbers);
        t->wrong[part] += numbers.win != is.win || numbers.loss != is.loss;
        proof_table_note(&t->proofs, hash_mix(n + 1), is, n);
    }
    return ST_OK;
}

CLAIM(what_hands_note_at_the_same_time_is_never_mixed_up)
{
    struct crew crew;
    crew_open(&crew, HANDS);
    for (size_t words = 1; words <= 4; words += 3) {
        struct budget budget = {0};
        struct tables t = {.memo = {.budget = &budget, .words = words, .most = 1000}};
        assert_int_equal(proof_table_make(&t.proofs, &budget, 500), ST_OK);
        assert_true(mask_memo_share(&t.memo, 1000));
        assert_int_equal(crew_run(&crew, note_and_find, &t, PARTS), ST_OK);
        for (size_t i = 0; i < PARTS; i++) {
            assert_int_equal(t.wrong[i], 0);
            assert_true(t.found[i] > 0);
        }
        mask_memo_unshare(&t.memo);
        mask_memo_free(&t.memo);
        proof_table_free(&t.proofs);
    }
    crew_close(&crew);
}

CLAIMS(IT(what_hands_note_at_the_same_time_is_never_mixed_up), IT(several_hands_report_how_far_they_are),
       IT(several_hands_find_the_value_that_one_finds), IT(one_hand_does_it_where_several_may_not),
       IT(searches_in_turns_take_little_more_than_the_better_one_alone), IT(a_table_of_bits_ends_the_turns),
       IT(estimates_count_places_and_not_cases))
