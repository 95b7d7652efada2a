/* SPDX-License-Identifier: MIT */
/* Templates with drawn numbers and conditions; a condition in `take`'s moves keeps the result natural. Every result
 * keeps natural numbers natural by its range or condition. */
#include "random_game.h"
#include "base/hash.h"

struct dice {
    uint64_t state;
    struct text *out;
};

static unsigned roll(struct dice *d, unsigned sides) { return (unsigned)(random_next(&d->state) >> 33) % sides; }

/* The values of t from 1 on that may be taken from x. */
static void take(struct dice *d, const char *x)
{
    switch (roll(d, 6)) {
    case 0: text_add(d->out, "t in 1..min(%u, %s)", roll(d, 5) + 1, x); break;
    case 1: text_add(d->out, "t in 1..(%s + 1) / 2", x); break;
    case 2: text_add(d->out, "t in %u..%s", roll(d, 2) + 1, x); break;
    case 3: text_add(d->out, "t in {%u, %s, %s / 2 + 1}", 1u, x, x); break;
    default: text_add(d->out, "t in 1..%s", x); break;
    }
}

static void heap_moves(struct dice *d, const char *to)
{
    for (unsigned i = 0, n = roll(d, 3) + 1; i < n; i++) {
        text_add(d->out, "  move m%u(", i);
        take(d, "n");
        text_puts(d->out, ") where t >= 1 and t <= n and ");
        switch (roll(d, 5)) {
        case 0: text_add(d->out, "(n %% %u != %u or t == 1)", roll(d, 3) + 2, roll(d, 3)); break;
        case 1: text_add(d->out, "t %% %u != %u", roll(d, 3) + 2, roll(d, 2)); break;
        case 2: text_add(d->out, "t != %u", roll(d, 4) + 1); break;
        case 3: text_add(d->out, "(t in fib or n > %u)", roll(d, 9)); break;
        default: text_puts(d->out, "n >= 1"); break;
        }
        text_add(d->out, " -> %s(n - t)\n", to);
    }
}

/* Leaves two heaps of a and the rest, `lost` tokens gone; a < n and the rest < n. */
static void split_moves(struct dice *d, const char *left, const char *right)
{
    unsigned lost = roll(d, 3);
    text_add(d->out, "  move split(a in 1..n - 1) where a + %u <= n and %s -> %s(a) + %s(n - a - %u)\n", lost,
             roll(d, 2) ? "a != n - a" : "n > 1", left, right, lost);
}

static void one_heap(struct dice *d)
{
    text_puts(d->out, "game g(n) {\n");
    heap_moves(d, "g");
    if (roll(d, 2)) split_moves(d, "g", "g");
    text_puts(d->out, "}\n");
}

static void two_heaps(struct dice *d)
{
    bool symmetric = roll(d, 2);
    unsigned cap = roll(d, 4) + 1;
    text_add(d->out, "game g(a, b) {\n%s", symmetric ? "  symmetric\n" : "");
    text_add(d->out, "  move left(t in 1..min(%u, a)) -> g(a - t, b)\n", cap);
    text_add(d->out, "  move right(t in 1..min(%u, b)) -> g(a, b - t)\n", symmetric ? cap : roll(d, 4) + 1);
    if (roll(d, 2))
        text_add(d->out, "  move both(t in 1..min(a, b)) where t %% %u != 0 -> g(a - t, b - t)\n", roll(d, 3) + 2);
    if (!symmetric && roll(d, 2)) text_puts(d->out, "  move swap where a > b -> g(b, b)\n");
    text_puts(d->out, "}\n");
}

static void two_games(struct dice *d)
{
    text_puts(d->out, "game g(n) {\n");
    heap_moves(d, "h");
    text_puts(d->out, "}\ngame h(n) {\n");
    heap_moves(d, "g");
    if (roll(d, 2)) split_moves(d, "g", "h");
    text_puts(d->out, "}\n");
}

static void rows(struct dice *d)
{
    text_add(d->out, "game g(s: %s) {\n", roll(d, 2) ? "row" : "bag");
    text_add(d->out, "  move lower(i in 1..len(s), t in 1..s[i]) where t != %u -> g(s with { [i] -= t })\n",
             roll(d, 4) + 2);
    if (roll(d, 2))
        text_puts(
            d->out,
            "  move pair(i in 2..len(s)) where s[i] > 0 and s[i - 1] > 0 -> g(s with { [i] -= 1, [i - 1] -= 1 })\n");
    if (roll(d, 2))
        text_puts(d->out, "  move out(i in 1..len(s)) where s[i] == 1 -> g([s[j] for j in 1..len(s) where j != i])\n");
    text_puts(d->out, "}\n");
}

static void with_mover(struct dice *d)
{
    text_add(d->out, "game g(n) {\n  move m(t in 1..n) where t != (mover == 1 ? %u : %u) -> g(n - t)\n", roll(d, 3) + 1,
             roll(d, 3) + 1);
    if (roll(d, 2)) text_add(d->out, "  move x where mover == %u and n >= 2 -> g(n - 2) + g(1)\n", roll(d, 2) + 1);
    text_puts(d->out, "}\n");
}

static void code(struct dice *d)
{
    text_add(d->out, "game g = octal \"0.%u%u%u\" { }\n", roll(d, 8), roll(d, 8), roll(d, 7) + 1);
}

static void compound(struct dice *d)
{
    text_puts(d->out, "game x(n) {\n");
    heap_moves(d, "x");
    text_add(d->out, "}\ngame g(s: bag) = upto %u of (x(i) for i in s)\n", roll(d, 3) + 1);
}

static void growing(struct dice *d)
{
    text_puts(d->out, "game g(n, q) {\n");
    text_add(d->out, "  move m(t in 1..min(n, q)) -> g(n - t, %u * t + %u)\n", roll(d, 2) + 1, roll(d, 2));
    text_add(d->out, "  move pass where q > %u and n >= 1 -> g(n - 1, q)\n}\n", roll(d, 3));
}

void random_game(uint64_t seed, struct text *out)
{
    static void (*const kinds[])(struct dice *) = {one_heap,   two_heaps, two_games, rows,
                                                   with_mover, code,      compound,  growing};
    struct dice d = {hash_mix(seed + 1), out};
    kinds[seed % (sizeof kinds / sizeof *kinds)](&d);
}
