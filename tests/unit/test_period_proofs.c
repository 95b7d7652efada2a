/* SPDX-License-Identifier: MIT */
/* Proved periods against brute force: random take-and-break rules, their values made here from what each move says, at the
 * sizes where an induction begins: around the largest take, around powers of two (where sequences are cut and looked at), with
 * heaps that are taken whole, empty heaps beside, thresholds and residues. Whatever is called proved must hold far beyond. */
#include <string.h>
#include "base/hash.h"
#include "base/text.h"
#include "claims.h"
#include "one_heap.h"

enum { HEAPS = 2400, SPLIT_HEAPS = 900, MOVES = 3, RULES = 500 };

/* Takes low..high of n where n >= take, n >= least, n != except and n % modulus == residue, and leaves: */
enum leaves { WHOLE, ONE, ONE_BESIDE_EMPTY, NOT_ALL, TWO_MAYBE_EMPTY, TWO, LEAVES };
struct take {
    enum leaves leaves;
    uint64_t low, high, least, except, modulus, residue;
};
struct heap_rule {
    struct take takes[MOVES];
    size_t count;
};

static void write_take(const struct take *t, size_t number, struct text *out)
{
    static const char *const results[] = {[WHOLE] = "end",
                                          [ONE] = "g(n - t)",
                                          [ONE_BESIDE_EMPTY] = "g(n - t) + g(0)",
                                          [NOT_ALL] = "g(n - t)",
                                          [TWO_MAYBE_EMPTY] = "g(a) + g(n - t - a)",
                                          [TWO] = "g(a) + g(n - t - a)"};
    const char *split = t->leaves == TWO_MAYBE_EMPTY ? ", a in 0..n - t"
                        : t->leaves == TWO           ? ", a in 1..n - t - 1"
                                                     : "";
    text_add(out, "  move m%zu(t in %llu..%llu%s) where ", number, (unsigned long long)t->low,
             (unsigned long long)t->high, split);
    text_puts(out, t->leaves == WHOLE ? "t == n" : t->leaves == NOT_ALL ? "t < n" : "t <= n");
    if (t->least) text_add(out, " and n >= %llu", (unsigned long long)t->least);
    if (t->except) text_add(out, " and n != %llu", (unsigned long long)t->except);
    if (t->modulus > 1)
        text_add(out, " and n %% %llu == %llu", (unsigned long long)t->modulus, (unsigned long long)t->residue);
    text_add(out, " -> %s\n", results[t->leaves]);
}

static bool allowed(const struct take *t, uint64_t n, uint64_t d)
{
    bool size = t->leaves == WHOLE ? d == n : t->leaves == NOT_ALL ? d < n : d <= n;
    return size && n >= t->least && (!t->except || n != t->except) && (t->modulus < 2 || n % t->modulus == t->residue);
}

static void mark(const struct take *t, uint64_t n, const uint64_t *g, bool *seen)
{
    for (uint64_t d = t->low; d <= t->high; d++) {
        if (!allowed(t, n, d)) continue;
        uint64_t m = n - d, first = t->leaves == TWO;
        if (t->leaves == WHOLE) seen[0] = true;
        else if (t->leaves < TWO_MAYBE_EMPTY) seen[g[m]] = true;
        else
            for (uint64_t a = first; a + first <= m; a++) seen[g[a] ^ g[m - a]] = true;
    }
}

static void brute(const struct heap_rule *rule, uint64_t *g, uint64_t heaps)
{
    for (uint64_t n = 0; n < heaps; n++) {
        bool seen[4096] = {false};
        for (size_t i = 0; i < rule->count; i++) mark(&rule->takes[i], n, g, seen);
        for (g[n] = 0; seen[g[n]];) g[n]++;
    }
}

static uint64_t draw(uint64_t *seed, uint64_t below) { return (random_next(seed) >> 20) % below; }

/* A size at which something may begin. */
static uint64_t draw_size(uint64_t *seed)
{
    static const uint64_t about[] = {1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128, 255, 256};
    uint64_t size = about[draw(seed, sizeof about / sizeof *about)] + draw(seed, 3);
    return size > 1 ? size - 1 : 1;
}

static void draw_rule(uint64_t *seed, struct heap_rule *rule)
{
    rule->count = 1 + draw(seed, MOVES);
    uint64_t reach = draw_size(seed);
    for (size_t i = 0; i < rule->count; i++) {
        struct take *t = &rule->takes[i];
        *t = (struct take){.leaves = (enum leaves)draw(seed, draw(seed, 3) ? TWO_MAYBE_EMPTY : LEAVES)};
        t->high = i == 0 || draw(seed, 2) ? reach : draw_size(seed);
        t->low = draw(seed, 3) ? t->high : t->high > 3 ? t->high - draw(seed, 3) : 1;
        if (draw(seed, 4) == 0) t->least = t->high + draw(seed, 3);
        if (draw(seed, 5) == 0) t->except = draw(seed, 2) ? t->high + draw(seed, 3) : draw_size(seed);
        if (draw(seed, 6) == 0) t->modulus = 2 + draw(seed, 3), t->residue = draw(seed, t->modulus);
    }
}

static bool splits(const struct heap_rule *rule)
{
    for (size_t i = 0; i < rule->count; i++)
        if (rule->takes[i].leaves >= TWO_MAYBE_EMPTY) return true;
    return false;
}

/* What is proved from heaps 0..to holds as far as was made here; was anything? */
static bool holds(const char *rule, uint64_t to, const uint64_t *g, uint64_t heaps)
{
    struct one_heap h = {0};
    struct periodic *p;
    rule_open(&h.file, rule);
    if (h.file.st != ST_OK) { /* a move that can never be made is refused */
        rule_close(&h.file);
        return false;
    }
    heap_open_env(&h);
    int game = h.file.model->main_game;
    assert_int_equal(periodic_get(h.env, game, &p), ST_OK);
    bool known = p->family.kind != FAMILY_NONE;
    if (known) assert_int_equal(periodic_reach(h.env, game, p, to, UINT64_MAX), ST_OK);
    const struct period *found = &p->period;
    for (uint64_t n = 0; known && found->proved && n < heaps; n++) {
        uint64_t value;
        assert_true(periodic_value(h.env, game, p, n, &value));
        if (value != g[n])
            fail_msg("%s: period %d from %d 'proved' from heaps 0..%d, but heap %d is %d, not %d", rule,
                     (int)found->period, (int)found->preperiod, (int)to, (int)n, (int)g[n], (int)value);
    }
    bool proved = known && found->proved && 3 * (found->period + found->preperiod) < heaps;
    heap_close(&h);
    return proved;
}

static bool try_rule(const struct heap_rule *rule, uint64_t *seed)
{
    static uint64_t g[HEAPS];
    struct text text = {0};
    uint64_t heaps = splits(rule) ? SPLIT_HEAPS : HEAPS, reach = 0;
    bool proved = false;
    text_puts(&text, "game g(n) {\n");
    for (size_t i = 0; i < rule->count; i++) write_take(&rule->takes[i], i, &text);
    text_puts(&text, "}\n");
    for (size_t i = 0; i < rule->count; i++)
        if (rule->takes[i].high > reach) reach = rule->takes[i].high;
    brute(rule, g, heaps);
    uint64_t ends[] = {reach, reach + 1, 2 * reach, reach + 1 + draw(seed, 2 * reach + 4), heaps / 3};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) proved |= holds(text_c(&text), ends[i], g, heaps);
    text_free(&text);
    return proved;
}

CLAIM(a_proved_period_of_a_random_rule_holds_far_beyond)
{
    uint64_t seed = 20;
    int proved = 0;
    for (int i = 0; i < RULES; i++) {
        struct heap_rule rule;
        draw_rule(&seed, &rule);
        proved += try_rule(&rule, &seed);
    }
    assert_true(proved > RULES / 3);
}

/* One take, of every kind, at each size about which a sequence is cut: the window may then begin with heap 0. */
CLAIM(a_proved_period_holds_where_the_window_begins_with_heap_0)
{
    static const uint64_t sizes[] = {1, 2, 126, 127, 128, 129, 255, 256};
    uint64_t seed = 7;
    int proved = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (enum leaves leaves = WHOLE; leaves < TWO_MAYBE_EMPTY; leaves++)
            for (uint64_t least = 0; least < (leaves == WHOLE ? 2 : 3); least++) {
                struct heap_rule rule = {{{leaves, sizes[i], sizes[i], least ? sizes[i] + least - 1 : 0, 0, 0, 0}}, 1};
                proved += try_rule(&rule, &seed);
            }
    assert_int_equal(proved, (int)(sizeof sizes / sizeof *sizes * (TWO_MAYBE_EMPTY * 3 - 1)));
}

CLAIMS(IT(a_proved_period_of_a_random_rule_holds_far_beyond),
       IT(a_proved_period_holds_where_the_window_begins_with_heap_0))
