/* SPDX-License-Identifier: MIT */
#include "drawn_heap.h"
#include <stdlib.h>
#include <string.h>
#include "random_rule.h"

/* ---- drawing ----------------------------------------------------------------------------------------------------- */
static int numbers_of(enum drawn_kind kind) { return kind == DRAWN_LEAVE ? 1 : kind == DRAWN_TAKE ? 3 : 4; }

static struct drawn_test draw_test(uint64_t *seed, enum drawn_kind kind)
{
    struct drawn_test t = {.kind = (int)random_below(seed, 22)};
    t.kind = t.kind < 8    ? 0
             : t.kind < 12 ? 1
             : t.kind < 14 ? 2
             : t.kind < 16 ? 3
             : t.kind < 17 ? 4
             : t.kind < 19 ? 5
             : t.kind < 20 ? 6
                           : t.kind - 13;
    t.of = (enum drawn_number)(
        random_below(seed, 2) && kind != DRAWN_LEAVE ? DRAWN_T : random_below(seed, (uint64_t)numbers_of(kind)));
    t.to = (enum drawn_number)random_below(seed, (uint64_t)numbers_of(kind));
    t.c = t.kind < 2 ? 2 + (int64_t)random_below(seed, 3) : (int64_t)random_below(seed, 7);
    if (t.kind < 2 && random_below(seed, 8) == 0) t.c += 2;
    t.d = t.kind < 2 ? (int64_t)random_below(seed, (uint64_t)t.c) : (int64_t)random_below(seed, 9);
    if (t.kind == 6) t.c -= 2;
    if (t.kind == 7) t.c += 2;
    return t;
}

void drawn_heap(uint64_t *seed, struct drawn_heap *rule)
{
    *rule = (struct drawn_heap){.moves = 1 + (int)random_below(seed, DRAWN_MOVES)};
    for (int i = 0; i < rule->moves; i++) {
        struct drawn_move *m = &rule->move[i];
        uint64_t kind = random_below(seed, 16);
        m->kind = kind < 8 ? DRAWN_TAKE : kind < 13 ? DRAWN_SPLIT : kind < 15 ? DRAWN_EQUAL : DRAWN_LEAVE;
        m->least = m->kind == DRAWN_TAKE || random_below(seed, 2);
        m->tests = (int)random_below(seed, DRAWN_TESTS + 1);
        m->any = (int)random_below(seed, 3) ? 0 : (int)random_below(seed, (uint64_t)m->tests + 1);
        for (int k = 0; k < m->tests; k++) m->test[k] = draw_test(seed, m->kind);
        m->leave = (int64_t)random_below(seed, 4);
        rule->splits |= m->kind == DRAWN_SPLIT || m->kind == DRAWN_EQUAL;
    }
}

void drawn_mix(uint64_t *seed, struct drawn_heap *rule)
{
    rule->mixed = true;
    for (int i = 0; i < rule->moves; i++) {
        rule->move[i].other = random_below(seed, 2);
        rule->move[i].beside = random_below(seed, 2) ? (int64_t)random_below(seed, 9) : 0;
    }
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */
static const char *name_of(const struct drawn_move *m, enum drawn_number number)
{
    if (number == DRAWN_B && m->kind == DRAWN_EQUAL) return "(n - t - 2 * a)";
    static const char *const take[] = {"n", "t", "(n - t)", ""}, *const split[] = {"n", "t", "a", "(n - t - a)"};
    return m->kind == DRAWN_TAKE ? take[number] : split[number];
}

static void write_test(const struct drawn_move *m, const struct drawn_test *t, struct text *out)
{
    static const char *const formats[] = {"%s %% %d == %d", "%s %% %d != %d", "%s <= %d",
                                          "%s > %d",        "%s != %d",       "%s in {%d, %d}"};
    if (t->kind == 6) text_add(out, "%s <= %s + %d", name_of(m, t->of), name_of(m, t->to), (int)t->c);
    else if (t->kind == 7) text_add(out, "%s in powers(%d)", name_of(m, t->of), (int)t->c);
    else if (t->kind == 8) text_add(out, "%s in primes", name_of(m, t->of));
    else if (t->kind == 0) text_add(out, formats[0], name_of(m, t->of), (int)t->c, (int)t->d);
    else if (t->kind == 1) text_add(out, formats[1], name_of(m, t->of), (int)t->c, (int)t->d);
    else if (t->kind == 2) text_add(out, formats[2], name_of(m, t->of), (int)t->c);
    else if (t->kind == 3) text_add(out, formats[3], name_of(m, t->of), (int)t->c);
    else if (t->kind == 4) text_add(out, formats[4], name_of(m, t->of), (int)t->c);
    else text_add(out, formats[5], name_of(m, t->of), (int)t->c, (int)t->d);
}

static void write_move(const struct drawn_move *m, int i, struct text *out)
{
    text_add(out, "\n  move m%d", i);
    if (m->kind == DRAWN_TAKE) text_puts(out, "(t in 1..n) where true");
    if (m->kind == DRAWN_SPLIT)
        text_add(out, "(t in %d..n, a in %d..n - t) where %s", (int)m->least, m->least ? 0 : 1,
                 m->least ? "true" : "a < n - t");
    if (m->kind == DRAWN_EQUAL)
        text_add(out, "(t in %d..n, a in %d..n) where t + 2 * a <= n", (int)m->least, m->least ? 0 : 1);
    if (m->kind == DRAWN_LEAVE) text_add(out, " where n > %d", (int)m->leave);
    for (int k = 0; k < m->tests; k++) {
        text_puts(out, k == 0 ? (m->any > 1 ? " and (" : " and ") : k < m->any ? " or " : " and ");
        write_test(m, &m->test[k], out);
        if (k + 1 == m->any && m->any > 1) text_puts(out, ")");
    }
    const char *game = m->other ? "h" : "g";
    if (m->kind == DRAWN_TAKE) text_add(out, " -> %s(n - t)", game);
    if (m->kind == DRAWN_SPLIT) text_add(out, " -> %s(a) + g(n - t - a)", game);
    if (m->kind == DRAWN_EQUAL) text_add(out, " -> g(a) + %s(n - t - 2 * a) + g(a)", game);
    if (m->kind == DRAWN_LEAVE) text_add(out, " -> %s(%d)", game, (int)m->leave);
    if (m->beside) text_add(out, " + h(%d)", (int)m->beside);
}

void drawn_write(const struct drawn_heap *rule, struct text *out)
{
    if (rule->mixed) text_puts(out, "game h(n) { move take(t in {2, 3}) where t <= n -> h(n - t) }\n");
    text_puts(out, "game g(n) {");
    for (int i = 0; i < rule->moves; i++) write_move(&rule->move[i], i, out);
    text_puts(out, "\n}\n");
}

/* ---- playing ----------------------------------------------------------------------------------------------------- */
static bool is_power(int64_t x, int64_t base)
{
    while (x > 1 && x % base == 0) x /= base;
    return x == 1;
}

static bool is_prime(int64_t x)
{
    for (int64_t d = 2; d * d <= x; d++)
        if (x % d == 0) return false;
    return x > 1;
}

static bool holds(const struct drawn_test *t, const int64_t *numbers)
{
    int64_t x = numbers[t->of];
    switch (t->kind) {
    case 0: return x % t->c == t->d;
    case 1: return x % t->c != t->d;
    case 2: return x <= t->c;
    case 3: return x > t->c;
    case 4: return x != t->c;
    case 5: return x == t->c || x == t->d;
    case 7: return is_power(x, t->c);
    case 8: return is_prime(x);
    default: return x <= numbers[t->to] + t->c;
    }
}

static bool allowed(const struct drawn_move *m, int64_t n, int64_t t, int64_t a, int64_t b)
{
    int64_t numbers[DRAWN_NUMBERS] = {n, t, a, b};
    bool some = m->any < 2;
    for (int k = 0; k < m->tests; k++) {
        bool one = holds(&m->test[k], numbers);
        if (k < m->any && m->any > 1) some |= one;
        else if (!one) return false;
    }
    return some;
}

struct play {
    const uint32_t *values, *others; /* of heaps of g, and of h */
    bool *seen;
};

static void see(const struct play *p, const struct drawn_move *m, uint32_t value)
{
    p->seen[value ^ p->others[m->beside]] = true;
}

static void splits(const struct play *p, const struct drawn_move *m, int64_t n)
{
    int each = m->kind == DRAWN_EQUAL ? 2 : 1;
    for (int64_t t = m->least; t <= n; t++)
        for (int64_t a = m->least ? 0 : 1; t + each * a <= n; a++) {
            int64_t b = n - t - each * a;
            if (!m->least && each == 1 && b < 1) continue;
            if (!allowed(m, n, t, a, b)) continue;
            const uint32_t *mine = m->other ? p->others : p->values;
            see(p, m, each == 2 ? mine[b] : mine[a] ^ p->values[b]);
        }
}

static void options(const struct play *p, const struct drawn_move *m, int64_t n)
{
    const uint32_t *mine = m->other ? p->others : p->values;
    if (m->kind == DRAWN_LEAVE && n > m->leave && allowed(m, n, 0, 0, 0)) see(p, m, mine[m->leave]);
    for (int64_t t = 1; m->kind == DRAWN_TAKE && t <= n; t++)
        if (allowed(m, n, t, n - t, 0)) see(p, m, mine[n - t]);
    if (m->kind == DRAWN_SPLIT || m->kind == DRAWN_EQUAL) splits(p, m, n);
}

void drawn_values(const struct drawn_heap *rule, int64_t count, uint32_t *values)
{
    size_t room = 4 * (size_t)count + 64;
    bool *seen = malloc(room);
    uint32_t *others = malloc(((size_t)count + 16) * sizeof *others);
    if (!seen || !others) abort();
    for (int64_t n = 0; n < count + 16; n++) { /* take 2 or 3: all numbers below are 0, 1 or 2 */
        bool met[4] = {false};
        for (int64_t t = 2; t <= 3 && t <= n; t++) met[others[n - t]] = true;
        for (others[n] = 0; met[others[n]];) others[n]++;
    }
    for (int64_t n = 0; n < count; n++) {
        struct play p = {values, others, seen};
        memset(seen, 0, room);
        for (int i = 0; i < rule->moves; i++) options(&p, &rule->move[i], n);
        for (values[n] = 0; seen[values[n]];) values[n]++;
    }
    free(seen);
    free(others);
}

void drawn_losses(const struct drawn_heap *rule, int64_t count, uint32_t *lost)
{
    const uint32_t others[16] = {0};
    for (int64_t n = 0; n < count; n++) {
        bool seen[2] = {false};
        struct play p = {lost, others, seen};
        for (int i = 0; i < rule->moves; i++) options(&p, &rule->move[i], n);
        lost[n] = seen[0] && !seen[1];
    }
}
