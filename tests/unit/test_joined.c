/* SPDX-License-Identifier: MIT */
/* Heaps with takes of one kind and splits of another, as in Lasker's Nim: what is proved of a beginning is held against values that are
 * computed here from the numbers the rule was made of, for several times as many heaps. */
#include "base/hash.h"
#include "claims.h"
#include "one_heap.h"
#include <stdlib.h>
#include <string.h>
#include "random_rule.h"

enum { HEAPS = 900, FIRST = 280, TAKES = 6, SPLITS = 2 };

/* Takes t: all but those of `holes` (bit t), or those of `few`, the heaps of residue r modulo q alone. Besides, heaps that may be left
 * whatever n is. Splits: a + b = n - d, a and b at least `least`, |a - b| at least `apart`. */
struct made {
    bool far;
    unsigned takes, q, r;
    int splits, d[SPLITS], least[SPLITS], apart[SPLITS];
    unsigned left, ql, rl; /* heaps that may be left (bit r: heap r), where n % ql <= rl */
};

static struct made draw(uint64_t *seed)
{
    struct made m = {.far = random_below(seed, 3) > 0, .q = 1 + (unsigned)random_below(seed, 3)};
    m.takes = (unsigned)random_below(seed, 1u << TAKES) << 1;
    if (m.far && random_below(seed, 3) == 0) m.takes = 0; /* all */
    if (!m.far && !m.takes) m.takes = 2;
    m.r = (unsigned)random_below(seed, m.q);
    if (m.far) m.q = 1, m.r = 0;
    m.ql = 1 + (unsigned)random_below(seed, 3);
    m.rl = (unsigned)random_below(seed, m.ql);
    if (random_below(seed, 2)) m.left = 1 + (unsigned)random_below(seed, 63);
    m.splits = (int)random_below(seed, SPLITS + 1);
    for (int i = 0; i < m.splits; i++) {
        m.d[i] = (int)random_below(seed, 3);
        m.least[i] = random_below(seed, 3) ? 1 : 1 + (int)random_below(seed, 4);
        m.apart[i] = random_below(seed, 3) ? 0 : (int)random_below(seed, 3);
    }
    return m;
}

static void write_rule(const struct made *m, struct text *out)
{
    text_add(out, "game g(n) { move take(t in 1..n) where n %% %u == %u", m->q, m->r);
    if (!m->far) text_puts(out, " and t in {");
    bool first = true;
    for (int t = 1; t <= TAKES; t++) {
        if (!(m->takes >> t & 1)) continue;
        if (m->far) text_add(out, " and t != %d", t);
        else text_add(out, "%s%d", first ? "" : ", ", t);
        first = false;
    }
    text_puts(out, m->far ? " -> g(n - t)" : "} -> g(n - t)");
    for (int r = 0; r < 6; r++)
        if (m->left >> r & 1)
            text_add(out, "\n  move l%d where n > %d and n %% %u <= %u -> g(%d)", r, r, m->ql, m->rl, r);
    for (int i = 0; i < m->splits; i++)
        text_add(out,
                 "\n  move s%d(a in %d..n - %d) where n - %d - a >= %d and abs(n - %d - 2 * a) >= %d -> g(a) + g(n - "
                 "%d - a)",
                 i, m->least[i], m->d[i] + m->least[i], m->d[i], m->least[i], m->d[i], m->apart[i], m->d[i]);
    text_puts(out, " }");
}

static void compute(const struct made *m, uint32_t *g, int count)
{
    for (int n = 0; n < count; n++) {
        static bool seen[4 * HEAPS];
        memset(seen, 0, sizeof seen);
        for (int t = 1; t <= n && (unsigned)n % m->q == m->r; t++) {
            bool listed = t <= TAKES && (m->takes >> t & 1);
            if (listed != m->far) seen[g[n - t]] = true;
        }
        for (int r = 0; r < 6 && r < n; r++)
            if (m->left >> r & 1 && (unsigned)n % m->ql <= m->rl) seen[g[r]] = true;
        for (int i = 0; i < m->splits; i++)
            for (int a = m->least[i], rest = n - m->d[i]; rest - a >= m->least[i]; a++)
                if (abs(rest - 2 * a) >= m->apart[i]) seen[g[a] ^ g[rest - a]] = true;
        for (g[n] = 0; seen[g[n]];) g[n]++;
    }
}

/* Is the period proved from a beginning? Then all heaps have its values. */
static bool check(const char *rule, const uint32_t *g, int *joined)
{
    struct one_heap h;
    struct periodic *p;
    heap_open(&h, rule);
    int game = h.file.model->main_game;
    assert_int_equal(periodic_get(h.env, game, &p), ST_OK);
    *joined += p->family.kind == FAMILY_JOINED;
    bool proved = false;
    if (p->family.kind != FAMILY_NONE) {
        assert_int_equal(periodic_reach(h.env, game, p, FIRST, UINT64_MAX), ST_OK);
        proved = p->period.found;
        assert_true(!proved || (p->period.proved && p->period.theorem));
        for (uint64_t n = 0; n < (proved ? HEAPS : FIRST); n++) {
            uint64_t value;
            assert_true(periodic_value(h.env, game, p, n, &value));
            if (value != g[n]) fail_msg("%s: heap %d is %d, not %d", rule, (int)n, (int)g[n], (int)value);
        }
    }
    heap_close(&h);
    return proved;
}

CLAIM(what_is_proved_of_drawn_rules_holds_for_three_times_as_many_heaps)
{
    static uint32_t g[HEAPS];
    uint64_t seed = 5;
    int proved = 0, joined = 0;
    for (int i = 0; i < 150; i++) {
        struct made m = draw(&seed);
        struct text rule = {0};
        write_rule(&m, &rule);
        assert_false(rule.failed);
        compute(&m, g, HEAPS);
        proved += check(text_c(&rule), g, &joined);
        text_free(&rule);
    }
    print_message("%d of one kind each, %d proved\n", joined, proved);
    assert_true(joined >= 60 && proved >= 30);
}

CLAIM(laskers_nim_grows_by_four_in_every_spelling)
{
    static const char *const rules[] = {"game lasker(n) { move take(t in 1..n) -> lasker(n - t) move split(a in 1..n - "
                                        "1) -> lasker(a) + lasker(n - a) }",
                                        "game heap(x) { move cut(a in 1..x, b in 1..x) where a + b == x -> heap(a) + "
                                        "heap(b)\nmove to(r in 0..x - 1) -> heap(r) }",
                                        "game g(n) { move split(a in 1..n) where 2 * a <= n -> g(n - a) + g(a)\n"
                                        "move one where n > 0 -> g(n - 1) move more(t in 2..n) -> g(n - t) }"};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct one_heap h;
        struct periodic *p;
        heap_open(&h, rules[i]);
        int game = h.file.model->main_game;
        assert_int_equal(periodic_get(h.env, game, &p), ST_OK);
        if (p->family.kind != FAMILY_JOINED) fail_msg("%s: %s", rules[i], p->family.reason);
        assert_int_equal(periodic_reach(h.env, game, p, 400, UINT64_MAX), ST_OK);
        assert_true(p->period.proved);
        assert_int_equal(p->period.period, 4);
        assert_int_equal(p->period.preperiod, 1);
        assert_int_equal(p->period.saltus, 4);
        heap_close(&h);
    }
}

/* Takes that depend on the heap otherwise, or heaps of another game. */
CLAIM(what_is_of_neither_kind_is_not_joined)
{
    static const char *const rules[] = {
        "game g(n) { move take(t in 1..n) where 2 * t <= n -> g(n - t) move split(a in 1..n - 1) -> g(a) + g(n - a) }",
        "game h(n) { move x(t in 1..n) -> h(n - t) }\n"
        "game g(n) { move take(t in 1..n) -> h(n - t) move split(a in 1..n - 1) -> g(a) + g(n - a) }"};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct one_heap h;
        struct periodic *p;
        heap_open(&h, rules[i]);
        assert_int_equal(periodic_get(h.env, h.file.model->main_game, &p), ST_OK);
        if (p->family.kind != FAMILY_NONE) fail_msg("%s", rules[i]);
        heap_close(&h);
    }
}

CLAIMS(IT(what_is_proved_of_drawn_rules_holds_for_three_times_as_many_heaps),
       IT(laskers_nim_grows_by_four_in_every_spelling), IT(what_is_of_neither_kind_is_not_joined))
