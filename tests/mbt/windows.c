/* SPDX-License-Identifier: MIT */
/* Windows of one heap against the mex over the options that the machine lists, and their lost heaps in misere play:
 * rules of which it is known whether they are windows, then random ones; and one whose values need 8, then 16, then 32
 * bits, against its law. usage: windows [FIRST_SEED [COUNT]]; prints TAP lines. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "random_rule.h"
#include "rule_file.h"
#include "solve/windows/private.h"

enum { HEAPS = 1300, LONG = 200000 };

static const struct {
    const char *rule;
    bool is;
} by_hand[] = {
    {"game g(n) { move m(t in 1..n / 2) -> g(n - t) }", true},
    {"game g(n) { move m(t in 1..(n + 1) / 2) -> g(n - t) }", true},
    {"game g(n) { move m(t in 1..n) where 3 * t <= n -> g(n - t) }", true},
    {"game g(n) { move m(t in 1..n) where t * t <= n -> g(n - t) }", true},
    {"game g(n) { move m(t in 1..n) where t * t * t <= 2 * n + 5 -> g(n - t) }", true},
    {"game g(n) { move m(t in 1..n) where t * t + t >= n -> g(n - t) }", true},
    {"game g(n) { move m(t in 1..n) where t * t == n -> g(n - t) }", true},
    {"game g(n) { move m(t in 1..n) where t * (t - 1) / 2 <= n and t >= 2 -> g(n - t) }", true},
    {"game g(n) { move m(t in 3..isqrt(n)) -> g(n - t) }", true},
    {"game g(n) { move m(t in isqrt(n)..n / 3) where t >= 1 -> g(n - t) }", true},
    {"game g(n) { move m(t in 1..n) where t <= isqrt(2 * n / 3) + 1 -> g(n - t) }", true},
    {"game g(n) { move m(r in 0..n) where r * r <= n and r < n -> g(r) }", true},
    {"game g(n) { move m(r in isqrt(n)..2 * isqrt(n)) where r < n -> g(r) }", true},
    {"game g(n) { move m(r in n / 3..n / 2) where r < n -> g(r) }", true},
    {"game g(n) { move a where n >= 2 -> g(n / 2) move b where n >= 1 -> g(n - 1) }", true},
    {"game g(n) { move a(t in 1..n / 4) -> g(n - t) move b(t in n / 3..n / 2) where t >= 1 -> g(n - t) }", true},
    {"game g(n) { move m(t in 1..n / 2) where odd(t) -> g(n - t) }", true},
    {"game g(n) { move m(t in 1..n / 2) where t % 3 != n % 2 -> g(n - t) }", true},
    {"game g(n) { move m(t in 1..n) where t / 3 <= n / 7 and n % 4 != 2 -> g(n - t) }", true},
    {"game g(n) { move m(t in 1..n) where (t * t + n) % 7 < 3 -> g(n - t) }", true},
    {"game g(n) { move m(r in 0..n - 1) where n * r % 5 in {1, 2} and r * r <= 3 * n -> g(r) }", true},
    {"game g(n) { move m(t in 1..n) where (n * n * t + 2 * t * t) % 6 != (n - t) % 3 -> g(n - t) }", true},
    {"game g(n) { move m(t in 1..n) where t * t % 4 + n * t % 3 <= 2 and t <= n / 2 + 5 -> g(n - t) }", true},
    {"game g(n) { move m(t in 1..n) where (t * t * t - n) / 5 * 5 + 2 == t * t * t - n -> g(n - t) }", true},
    {"game g(n) { move m(t in 1..n) where (t * t + n) % 13 < 5 -> g(n - t) }", false},
    {"game g(n) { move m(t in 1..n / 2) where isqrt(n) % 2 == 1 -> g(n - t) }", true},
    {"game g(n) { move m(t in 1..3) where t <= n -> g(n - t) }", true},
    {"game g(n) { move m(r in 0..300 - n) where r < n -> g(r) }", true},
    {"game g(n) { move m(r in 200 - n / 2..300 - n / 3) where r < n and r >= 0 -> g(r) }", true},
    {"game g(n) { move m(r in 200 - n / 2..300 - n / 3) where r < n and r >= 0 and r % 3 == n % 2 -> g(r) }", true},
    {"game g(n) { move m(t in 1..n) where xor(n, t) > n -> g(n - t) }", false},
    {"game g(n) { move m(t in 1..n) where gcd(n, t) == 1 -> g(n - t) }", false},
    {"game g(n) { move m(t in 1..n) where n * t <= 50 -> g(n - t) }", false},
    {"game g(n) { move m(t in squares) where t <= n -> g(n - t) }", true},
    {"game g(n) { move m(t in fib) where t <= n -> g(n - t) }", true},
    {"game g(n) { move m(t in powers(3)) where t <= n -> g(n - t) }", true},
    {"game g(n) { move a(t in powers(3)) where t <= n -> g(n - t) move b(t in powers(3)) where 2 * t <= n -> g(n - 2 * "
     "t) }",
     true},
    {"game g(n) { move m(t in 1..n) where t in primes or n - t in squares -> g(n - t) }", true},
    {"game g(n) { move m(t in 1..n) where t in primes and n - t not in fib -> g(n - t) }", true},
    {"game g(n) { move m(t in 1..n / 2) where popcount(t) % 3 == 1 -> g(n - t) }", true},
    {"game g(n) { move m(t in 1..n) where t in fib and 2 * t <= n + 3 and popcount(n) % 2 == 1 -> g(n - t) }", true},
    {"game g(n) { move m(r in 0..n - 1) where isqrt(r) % 2 == 0 and popcount(n - r) % 3 == 1 -> g(r) }", false},
    {"game g(n) { move m(t in 1..n) where t in fib or t <= popcount(n) -> g(n - t) }", true},
    {"game g(n) { move m(r in 0..n - 1) where r in primes or r == n - 1 -> g(r) }", true},
    {"game g(n) { move m(r in n / 2..n - 1) where popcount(r) % 3 != 1 -> g(r) move h where n > 7 -> g(n / 3) }", true},
    {"game g(n) { move m(r in 300 - n..400 - n / 2) where r < n and r >= 0 and r % 4 in squares -> g(r) move o(t in "
     "1..9) where t <= n -> g(n - t) }",
     true},
    {"game g(n) { move m(t in 1..n / 2) -> g(n - t) + g(t - 1) }", true},
    {"game g(n) { move m(t in 1..4, a in 0..n - t) where abs(n - t - 2 * a) <= 3 -> g(a) + g(n - t - a) }", true},
    {"game g(n) { move m(a in 1..n - 1) where 2 * a >= n and a <= n - a + 6 -> g(a) + g(n - a) }", true},
    {"game g(n) { move m(a in n / 3..n / 3 + 2) where a > 0 and a < n -> g(a) + g(n - a) move b where n > 0 -> g(n - "
     "1) }",
     true},
    {"game g(n) { move m(t in 1..3) where t <= n -> g((n - t) / 2) + g(n - t - (n - t) / 2) }", true},
    {"game g(n) { move m(t in 1..2, a in 0..2) where t + a <= n -> g(a) + g(n - t - a) }", true},
    {"game g(n) { move m(a in 1..n - 1) where abs(n - 2 * a) <= 9 and a % 3 == n % 2 -> g(n - a) + g(a) }", true},
    {"game g(n) { move m(a in 1..n / 2) where a * a <= n and (a + 1) * (a + 1) > n and a < n -> g(a) + g(n - a) }",
     true},
    {"game g(n) { move a where n > 1 -> g(n - 1) + g(n - 2) move b where n > 2 -> g(n / 2) move c where n > 2 -> g(n - "
     "2) }",
     true},
    {"game g(n) { move m(a in 0..n - 1, b in 0..n - 1) where a + b >= n / 2 and a + b < n -> g(a) + g(b) }", false},
    {"game g(n) { move m(a in 1..n / 3) -> g(a) + g(a) + g(n - 3 * a) }", true},
    {"game g(n) { move m where n > 0 -> g(n / 2) + g(n / 3) move b(k in 0..5) where k < n -> g(k) + g(n / 2) + g(n - "
     "1) }",
     true},
    {"game g(n) { move m(k in 1..3) where n > k -> g(n - k) + g(n / 4) + g(k) }", true},
    {"game g(n) { move m(a in 1..n / 3, b in 1..n) where a <= b and b <= n - a - b and n - a - b <= b + 3 and b <= a + "
     "3 "
     "-> g(a) + g(b) + g(n - a - b) }",
     true},
    {"game g(n) { move m(a in 1..n / 3) -> g(a) + g(a) + g(a) + g(n - 3 * a) }", false},
    {"game g(n) { move m(t in 1..n) -> g(n - t) + g(t / 2) }", false},
    {"game g(n) { move m(a in 1..n - 1, b in 1..n - 1) where even(b) and b / 2 == a / 3 -> g(a) + g(b) }", false},
    {"game g(n) { move m(a in 1..n - 1) where n > 3 -> g(a) + g(n % 3) }", true},
    {"game g(n) { move m(t in 1..n / 2) where isqrt(t) % 2 == 1 -> g(n - t) }", true},
    {"game g(n) { move m(t in 1..popcount(n)) -> g(n - t) }", true},
    {"game g(n) { move m(t in 2..1 + popcount(n)) where t <= n -> g(n - t) }", true},
    {"game g(n) { move m(t in 1..n % 10 + n / 10 % 10 + n / 100 % 10) -> g(n - t) }", true},
    /* These fail at 511, 777 and 511. */
    {"game g(n) { move m(t in 1..(popcount(n) == 9 ? 600 : 1)) where n > 0 -> g(n - t) }", true},
    {"game g(n) { move m(t in 1..(gcd(n, 777) == 777 ? 800 : 1)) where n > 0 -> g(n - t) }", true},
    {"game g(n) { move m(r in 0..(popcount(n) == 9 ? n : 0)) where n > 0 -> g(r) }", true},
    {"game g(n) { move m(t in 1..n) where t <= popcount(n) * (1 + n % 3) -> g(n - t) }", true},
    {"game g(n) { move m(t in 1..n) where t <= gcd(n, 60) and popcount(n) % 3 != 1 -> g(n - t) }", true},
    {"game g(n) { move m(t in 1..n) where t <= xor(n, n / 2) % 7 + 2 or (n in squares and t < 9) -> g(n - t) }", true},
    {"game g(n) { move m(t in popcount(n)..n) where t >= 1 and t <= 3 * isqrt(n) % 11 + 40 -> g(n - t) }", true},
    {"game g(n) { move m(t in 1..popcount(n)) -> g(n - t) move h where n > 1 and n in primes -> g(n / 2) }", true},
    {"game g(n) { move m(r in n - popcount(n)..n - bit(n, 2)) where r < n -> g(r) }", true},
    {"game g(n) { move m(t in 1..n, s in 1..n) where t + s <= n and s * s <= t -> g(n - t - s) }", false},
};

static size_t tried, windows_count, refused, cycles, roots, several, falling, pairs, many_options, computed, failing,
    by_amounts, by_levels, by_sliding;
static uint64_t lost;

/* ---- the obvious way --------------------------------------------------------------------------------------------- */
struct slow {
    uint32_t values[HEAPS];
    bool lost[HEAPS]; /* in misere play */
    int64_t heap;
    bool seen[2 * HEAPS], any, wins, wrong; /* of the heap: values of its options, has it one, and one that loses */
};

static enum status look(void *context, const struct component *components, size_t count, const struct taken *taken)
{
    struct slow *s = context;
    (void)taken;
    uint32_t value = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t heap = components[i].cells[0];
        if (heap < 0 || heap >= s->heap) return s->wrong = true, ST_OK;
        value ^= s->values[heap];
    }
    s->seen[value] = true;
    s->any = true;
    s->wins |= s->lost[components[0].cells[0]];
    return ST_OK;
}

static bool fill_slow(struct rule_file *f, struct slow *s)
{
    for (s->heap = 0; s->heap < HEAPS; s->heap++) {
        struct component from = {0, 1, &s->heap};
        memset(s->seen, 0, sizeof s->seen);
        s->any = s->wins = false;
        if (vm_options(f->vm, &from, 1, look, s) != ST_OK || s->wrong) return false;
        while (s->seen[s->values[s->heap]]) s->values[s->heap]++;
        s->lost[s->heap] = s->any && !s->wins;
    }
    return true;
}

/* ---- both -------------------------------------------------------------------------------------------------------- */
static bool open_values(struct window_values *v, uint64_t count)
{
    *v = (struct window_values){.bytes = mem_alloc_raw((size_t)count), .count = count, .size = count};
    return v->bytes != NULL;
}

static uint32_t value_of(const struct window_values *v, uint64_t at)
{
    return v->bytes ? v->bytes[at] : v->narrow ? v->narrow[at] : v->wide[at];
}

static void close_values(struct window_values *v)
{
    mem_free(v->bytes ? (void *)v->bytes : v->narrow ? (void *)v->narrow : v->wide, (size_t)v->size);
}

static bool has_products(const struct heap_windows *w)
{
    bool has = false;
    for (size_t i = 0; i < w->term_count; i++) has |= w->terms[i].call == WINDOW_PRODUCT;
    return has;
}

/* The first `count` heaps, in misere play. */
static bool loses_as(struct rule_file *f, const struct heap_windows *w, const struct slow *s, uint64_t count,
                     const char *rule)
{
    uint64_t losses[HEAPS / 64 + 1] = {0};
    enum status st = windows_decide(w, losses, count, &f->budget);
    if ((w->sets || has_products(w)) && st == ST_UNSUPPORTED) return true;
    bool is = st == ST_OK;
    for (uint64_t n = 0; is && n < count; n++) {
        is = s->lost[n] == (losses[n / 64] >> n % 64 & 1);
        lost += s->lost[n];
        if (!is) printf("# heap %" PRIu64 " in misere play: not %d: %s\n", n, !s->lost[n], rule);
    }
    return is;
}

/* Does the lower end of some window fall, or the upper one, from a heap to the next that has it too? */
static bool end_falls(const struct heap_windows *w)
{
    static struct window_ends ends;
    bool falls = false;
    ends_open(&ends, w);
    ends_next(&ends, 0, WINDOWS_BLOCK);
    for (size_t i = 0; i < w->count; i++)
        for (size_t k = 1; k < WINDOWS_BLOCK; k++)
            falls |= ends.low[i][k] < ends.high[i][k] && ends.low[i][k - 1] < ends.high[i][k - 1] &&
                     (ends.low[i][k] < ends.low[i][k - 1] || ends.high[i][k] < ends.high[i][k - 1]);
    return falls;
}

/* By one of the two ways of rules with sets, where it can. */
static bool same_by(struct rule_file *f, const struct heap_windows *w, const struct slow *s,
                    enum status (*fill)(const struct heap_windows *, const struct window_picks *,
                                        struct window_values *, struct budget *),
                    const char *rule)
{
    struct window_picks picks;
    struct window_values v;
    enum status found = picks_open(&picks, w, HEAPS, &f->budget);
    if (found != ST_OK) return found == ST_UNSUPPORTED; /* a term has no value for some number, used or not */
    if (!open_values(&v, HEAPS)) return picks_close(&picks), false;
    enum status st = fill(w, &picks, &v, &f->budget);
    bool is = st == ST_OK || st == ST_UNSUPPORTED;
    *(fill == amounts_fill ? &by_amounts : &by_levels) += st == ST_OK;
    for (uint64_t n = 0; is && n < v.filled; n++) is = value_of(&v, n) == s->values[n];
    if (!is) printf("# not by %s: %s\n", fill == amounts_fill ? "amounts" : "levels", rule);
    close_values(&v);
    picks_close(&picks);
    return is;
}

static bool same(struct rule_file *f, const struct heap_windows *w, const char *rule)
{
    static struct slow s;
    struct window_values v;
    memset(&s, 0, sizeof s);
    bool fails = !fill_slow(f, &s), sure = true;
    for (size_t i = 0; i < w->count; i++) sure &= w->windows[i].sure;
    if (fails && sure) return printf("# options that are no smaller heaps: %s\n", rule), false;
    if (!open_values(&v, HEAPS)) return false;
    enum status st = windows_fill(w, &v, &f->budget, NULL);
    if (fails) { /* it is found, and what was filled by then is right, as far as it is known */
        uint64_t losses[HEAPS / 64 + 1] = {0};
        bool found = st == ST_UNSUPPORTED && windows_decide(w, losses, HEAPS, &f->budget) == ST_UNSUPPORTED;
        found &= v.filled <= (uint64_t)s.heap;
        for (uint64_t n = 0; n < v.filled; n++) found &= value_of(&v, n) == s.values[n];
        if (!found)
            printf("# heap %" PRId64 " fails, which is not seen, %d at %" PRIu64 ": %s\n", s.heap, (int)st, v.filled,
                   rule);
        failing++;
        close_values(&v);
        return found;
    }
    /* Too many options, with sets ends that fall, a product beyond its limit: what is filled by then is right. */
    bool may_end = w->sums || w->sets || has_products(w), wide = may_end && st == ST_UNSUPPORTED;
    bool is = wide || (st == ST_OK && v.filled == HEAPS);
    many_options += wide;
    if (!is) printf("# status %d at heap %" PRIu64 ": %s\n", (int)st, v.filled, rule);
    for (uint64_t n = 0; is && n < v.filled; n++) {
        is = value_of(&v, n) == s.values[n];
        if (!is)
            printf("# heap %" PRIu64 ": %" PRIu32 ", not %" PRIu32 ": %s\n", n, value_of(&v, n), s.values[n], rule);
    }
    close_values(&v);
    struct few_counts counts;
    if (w->sets && few_options(w, HEAPS, &counts) != ST_OK) is = false;
    by_sliding += w->sets && picks_slide(w, &counts, HEAPS);
    if (w->sets) is = is && same_by(f, w, &s, amounts_fill, rule) && same_by(f, w, &s, levels_fill, rule);
    if (w->sums) return is; /* in misere play outcomes of heaps say nothing of sums */
    return is && loses_as(f, w, &s, HEAPS, rule) && loses_as(f, w, &s, 1, rule) && loses_as(f, w, &s, 513, rule);
}

/* is: 0 no, 1 yes, -1 it is not known. */
static bool agrees(const char *rule, int is)
{
    struct rule_file f;
    struct arena arena = {0};
    struct heap_windows w;
    rule_open(&f, rule);
    if (f.st != ST_OK) {
        if (is >= 0) printf("# no rule: %s\n# %s\n", rule, rule_message(&f)); /* drawn: a move that is never made */
        rule_close(&f);
        return is < 0;
    }
    struct heap_windows_source source = {f.model, 0, f.params};
    bool fine = heap_windows_find(&source, &arena, &w) == ST_OK;
    tried++;
    if (is >= 0 && is != !w.reason) {
        printf("# %s\n# windows: %d, reason %s\n", rule, is, w.reason ? w.reason : "none");
        fine = false;
    }
    if (fine && !w.reason) {
        windows_count++;
        cycles += w.cycle > 1;
        several += w.count > 1;
        pairs += w.sums;
        falling += end_falls(&w);
        for (size_t i = 0; i < w.term_count; i++) roots += w.terms[i].divisor == 0 && !w.terms[i].call;
        for (size_t i = 0; i < w.term_count; i++) computed += w.terms[i].call != WINDOW_NO_CALL;
        bool far = w.beyond <= HEAPS; /* numbers that are computed may be too large */
        if (far) printf("# numbers are too large: %s\n", rule);
        fine = far ? computed > 0 : same(&f, &w, rule);
    } else refused++;
    arena_free(&arena);
    rule_close(&f);
    return fine;
}

/* ---- random rules ------------------------------------------------------------------------------------------------ */
/* A function of the heap. */
static void put_number(uint64_t *seed, unsigned long long a, unsigned long long b, unsigned long long c,
                       struct text *out)
{
    switch (random_below(seed, 7)) {
    case 0: text_add(out, "n %% %llu * %llu + n / %llu %% %llu", b + 1, a, b + 1, b + 1); break;
    case 1: text_add(out, "gcd(n, %llu)", 12 * a * b); break;
    case 2: text_add(out, "xor(n, n / %llu) %% %llu", b, 3 * a + 1); break;
    case 3: text_add(out, "(n %% %llu) * popcount(n)", c + 2); break;
    case 4: text_add(out, "%llu * bit(n, %llu) + %llu", a, b, c); break;
    case 5: text_add(out, "(n in squares ? %llu : %llu)", 2 * a, c); break;
    default: text_add(out, "abs(%llu - popcount(n))", a + c); break;
    }
}

static void put_end(uint64_t *seed, struct text *out)
{
    unsigned long long a = 1 + random_below(seed, 5), b = 1 + random_below(seed, 6), c = random_below(seed, 4);
    switch (random_below(seed, 9)) {
    case 7: text_add(out, "popcount(n / %llu) + %llu", a, c); break;
    case 8: put_number(seed, a, b, c, out); break;
    case 0: text_add(out, "(n + %llu) / %llu", c, b); break;
    case 1: text_add(out, "%llu * n / %llu", a, a + c + 1); break;
    case 2: text_add(out, "%llu", c); break;
    case 3: text_add(out, "isqrt(%llu * n + %llu) + %llu", a, c, c / 2); break;
    case 4: text_add(out, "n / %llu - isqrt(n / %llu)", b, a); break;
    case 5: text_add(out, "%llu - n / %llu", 50 * a, b); break;
    default: text_add(out, "min(n / %llu + %llu, n / %llu)", b + 1, 5 * c, b); break;
    }
}

/* A set of what is taken and left. */
static void put_set(uint64_t *seed, const char *taken, const char *left, struct text *out)
{
    const char *x = random_below(seed, 3) ? taken : left;
    unsigned long long a = 1 + random_below(seed, 4), b = 2 + random_below(seed, 6), c = random_below(seed, 5);
    switch (random_below(seed, 9)) {
    case 0: text_add(out, "%s in fib", x); break;
    case 1: text_add(out, "%s in powers(%llu)", x, b); break;
    case 2: text_add(out, "%s in squares", x); break;
    case 3: text_add(out, "%s in primes", x); break;
    case 4: text_add(out, "popcount(%s) %% %llu == %llu", x, b, c % b); break;
    case 5: text_add(out, "%s %% %llu == %llu", x, b, c % b); break;
    case 6: text_add(out, "%s * (%s + %llu) %% %llu == %llu", x, x, a, b, c % b); break;
    case 7: text_add(out, "%s / %llu %% %llu <= %llu", x, b * b, b, c % b); break;
    default: text_add(out, "%s in {%llu, %llu, %llu}", x, a, a + b, 9 * a + c); break;
    }
}

/* Moves with sets, one condition of which is on the heap, or an end that moves. */
static void put_sets(uint64_t *seed, struct text *out)
{
    int moves = 1 + (int)random_below(seed, 2);
    text_puts(out, "game g(n) {");
    for (int i = 0; i < moves; i++) {
        bool take = random_below(seed, 2);
        const char *taken = take ? "t" : "(n - r)", *left = take ? "(n - t)" : "r";
        text_add(out, " move m%d(%s) where ", i, take ? "t in 1..n" : "r in 0..n - 1");
        put_set(seed, taken, left, out);
        if (random_below(seed, 2)) {
            text_puts(out, random_below(seed, 3) ? " and " : " or ");
            put_set(seed, taken, left, out);
        }
        if (random_below(seed, 3) == 0)
            text_add(out, " and %s <= n / %llu + 3", taken, 1 + (unsigned long long)random_below(seed, 3));
        if (random_below(seed, 3) == 0)
            text_add(out, " and popcount(n) %% 3 != %llu", (unsigned long long)random_below(seed, 3));
        text_puts(out, take ? " -> g(n - t)" : " -> g(r)");
    }
    if (random_below(seed, 4) == 0) text_puts(out, " move s(t in 1..popcount(n)) -> g(n - t)");
    text_puts(out, " }");
}

static void put_condition(uint64_t *seed, char x, struct text *out)
{
    unsigned long long a = 1 + random_below(seed, 4), b = 2 + random_below(seed, 3), c = random_below(seed, 4);
    const char *not_less = random_below(seed, 2) ? "<=" : ">=";
    switch (random_below(seed, 16)) {
    case 0: text_add(out, " and %c * %c %s %llu * n + %llu", x, x, not_less, a, c); break;
    case 1: text_add(out, " and %llu * %c %s n + %llu", b, x, not_less, c); break;
    case 2: text_add(out, " and %c %% %llu != %llu", x, b, c % b); break;
    case 3: text_add(out, " and %c %% %llu == n %% %llu", x, b, b); break;
    case 4: text_add(out, " and n %% %llu != %llu", b, c % b); break;
    case 5: text_add(out, " and %c != %llu", x, c + 1); break;
    case 6: text_add(out, " and %c / %llu %s n / %llu", x, b, not_less, b + a); break;
    case 7: text_add(out, " and %c * %c * %c %s n", x, x, x, not_less); break;
    case 8: text_add(out, " and %c * (%c + %llu) / 2 %s n", x, x, c, not_less); break;
    case 9: text_add(out, " and isqrt(n) %% 3 != %llu", c % 3); break;
    case 10: text_add(out, " and popcount(n) %% %llu != %llu", b, c % b); break;
    case 11: text_add(out, " and (%llu * %c * %c - n) %% %llu %s %llu", a, x, x, 2 * b - 1, not_less, c); break;
    case 12: text_add(out, " and %c * n %% %llu != (%c + %llu) %% %llu", x, b, x, c, b); break;
    case 13: text_add(out, " and (n * n + %c * %c * %c) %% %llu %s n %% 2", x, x, x, b, not_less); break;
    default: break;
    }
}

/* Two heaps, of which some conditions leave few. */
static void put_pair(uint64_t *seed, int move, struct text *out)
{
    unsigned long long a = random_below(seed, 3), b = a + random_below(seed, 4), c = random_below(seed, 9),
                       d = 1 + random_below(seed, 5);
    text_add(out, " move m%d(t in %llu..%llu, r in ", move, a, b);
    switch (random_below(seed, 7)) {
    case 0: text_add(out, "0..n) where abs(n - t - %llu * r) <= %llu", d + 1, c); break;
    case 1: text_add(out, "n / %llu..n / %llu + %llu) where true", d, d, c); break;
    case 2: text_add(out, "0..n - t) where r <= n - t - r + %llu and 2 * r >= n - t", c); break;
    case 3: text_add(out, "0..%llu) where true", c); break;
    case 4: text_add(out, "isqrt(n)..isqrt(n) + %llu) where true", c); break;
    case 5: text_add(out, "(n - t) / %llu..(n - t) / %llu + %llu) where n > %llu", d, d, c, 9 * c); break;
    default: text_add(out, "n / %llu..n / %llu) where true", d + 1, d); break;
    }
    text_puts(out, " and r < n and n - t - r >= 0 and n - t - r < n");
    if (random_below(seed, 2)) put_condition(seed, 'r', out);
    text_puts(out, random_below(seed, 2) ? " -> g(r) + g(n - t - r)" : " -> g(n - t - r) + g(r)");
}

/* Two or three heaps, some of them numbers of the heap. */
static void put_sum(uint64_t *seed, int move, struct text *out)
{
    unsigned long long a = 1 + random_below(seed, 3), b = random_below(seed, 4), c = random_below(seed, 7),
                       d = 2 + random_below(seed, 4);
    text_add(out, " move m%d(r in ", move);
    switch (random_below(seed, 6)) {
    case 0: text_add(out, "0..%llu) where r < n -> g(r) + g(n / %llu)", c, d); break;
    case 1:
        text_add(out, "n / %llu..n / %llu + %llu) where r < n -> g(n - %llu) + g(r) + g(n / %llu)", d, d, c, a, d);
        break;
    case 2:
        text_add(out,
                 "0..n, s in 0..n) where r - s <= %llu and s - r <= %llu and n - r - s <= s + %llu and n - r - s >= r "
                 "and r < n"
                 " and s < n and n - r - s < n -> g(r) + g(s) + g(n - r - s)",
                 b, a, c);
        break;
    case 3: text_add(out, "1..n / %llu) where n > %llu -> g(r) + g(n - %llu * r)", d, c, d); break;
    case 4:
        text_add(out, "%llu..%llu, s in 0..%llu) where r + %llu * s <= n -> g(n - r - %llu * s) + g(s)", a, a + b, c, a,
                 a);
        break;
    default:
        text_add(out, "1..n) where r * r <= n and r < n -> g(r) + g(n %% %llu) + g(n - %llu * r / %llu)", d, a, a);
        break;
    }
    if (random_below(seed, 4) == 0) text_add(out, " move o%d where n > %llu -> g(n - %llu)", move, c + 1, c + 1);
}

static void put_rule(uint64_t *seed, bool with_pairs, struct text *out)
{
    int moves = 1 + (int)random_below(seed, 3);
    text_puts(out, "game g(n) {");
    for (int i = 0; i < moves; i++) {
        if (with_pairs && random_below(seed, 2)) {
            (random_below(seed, 2) ? put_sum : put_pair)(seed, i, out);
            continue;
        }
        bool take = random_below(seed, 2);
        char x = take ? 't' : 'r';
        text_add(out, " move m%d(%c in ", i, x);
        put_end(seed, out);
        text_puts(out, "..");
        put_end(seed, out);
        bool open = random_below(seed, 12) == 0; /* perhaps no smaller heap */
        text_puts(out, open ? ") where true" : take ? ") where t >= 1 and t <= n" : ") where r >= 0 and r < n");
        put_condition(seed, x, out);
        if (random_below(seed, 3) == 0) put_condition(seed, x, out);
        text_puts(out, take ? " -> g(n - t)" : " -> g(r)");
    }
    text_puts(out, " }");
}

/* At most half, rounded up: of m = n + 2 the greatest odd divisor, halved (Levine 2006). */
static bool widens(void)
{
    struct rule_file f;
    struct arena arena = {0};
    struct heap_windows w;
    struct window_values v = {0};
    rule_open(&f, "game g(n) { move m(t in 1..(n + 1) / 2) -> g(n - t) }");
    struct heap_windows_source source = {f.model, 0, f.params};
    bool fine = heap_windows_find(&source, &arena, &w) == ST_OK && !w.reason && open_values(&v, LONG) &&
                windows_fill(&w, &v, &f.budget, NULL) == ST_OK && v.wide;
    for (uint64_t n = 0; fine && n < LONG; n++) {
        uint64_t odd = n + 2;
        while (odd % 2 == 0) odd /= 2;
        fine = value_of(&v, n) == (odd - 1) / 2;
    }
    close_values(&v);
    arena_free(&arena);
    rule_close(&f);
    return fine;
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 250;
    bool hand = true, drawn = true;
    for (size_t i = 0; i < sizeof by_hand / sizeof *by_hand; i++) hand &= agrees(by_hand[i].rule, by_hand[i].is);
    printf("%sok 1 - rules by hand are windows or not, and have their values\n", hand ? "" : "not ");
    for (uint64_t s = first; s < first + count; s++) {
        uint64_t seed = s;
        struct text rule = {0};
        if (s % 3 == 0) put_sets(&seed, &rule);
        else put_rule(&seed, s % 2 == 0, &rule);
        if (!agrees(text_c(&rule), -1)) {
            printf("# seed %" PRIu64 ": %s\n", s, text_c(&rule));
            drawn = false;
        }
        text_free(&rule);
    }
    printf("# %zu rules, %zu windows, %zu refused; cycles %zu, roots %zu, several windows %zu, ends that fall %zu, "
           "pairs %zu, many options %zu, computed terms %zu, failing %zu, sets by amounts %zu, by levels %zu, by "
           "sliding %zu; %" PRIu64 " lost heaps\n",
           tried, windows_count, refused, cycles, roots, several, falling, pairs, many_options, computed, failing,
           by_amounts, by_levels, by_sliding, lost);
    printf("%sok 2 - random rules have the values, and the outcomes in misere play, of the obvious way\n",
           drawn ? "" : "not ");
    bool many = 2 * windows_count > tried && lost > 0 && (count < 100 || by_sliding > 5) &&
                (count < 100 || (falling > count / 50 && pairs > count / 20));
    printf("%sok 3 - most are windows, and ends of some fall\n", many ? "" : "not ");
    bool wide = widens();
    printf("%sok 4 - values are widened twice\n1..4\n", wide ? "" : "not ");
    return 0;
}
