/* SPDX-License-Identifier: MIT */
/* Grows rules from a handful of templates; the numbers, conditions and results are drawn. */
#include "grow_rule.h"
#include "base/hash.h"

struct dice {
    uint64_t state;
    struct text *out;
};

static unsigned roll(struct dice *d, unsigned sides) { return (unsigned)(random_next(&d->state) >> 33) % sides; }

/* A number made of the field x and the generator t. */
static void number(struct dice *d, const char *x, const char *t, int depth)
{
    struct text *o = d->out;
    switch (roll(d, depth > 0 ? 13 : 3)) {
    case 0: text_puts(o, x); break;
    case 1: text_puts(o, t); break;
    case 2: text_add(o, "%u", roll(d, 6)); break;
    case 3: text_add(o, "(%s - %s)", x, t); break;
    case 4:
        text_puts(o, "("), number(d, x, t, depth - 1), text_puts(o, " + "), number(d, x, t, depth - 1),
            text_puts(o, ")");
        break;
    case 5: text_puts(o, "("), number(d, x, t, depth - 1), text_add(o, ") %% %u", roll(d, 4) + 2); break;
    case 6: text_puts(o, "("), number(d, x, t, depth - 1), text_add(o, ") / %u", roll(d, 3) + 1); break;
    case 7: text_add(o, "%u * ", roll(d, 3) + 1), number(d, x, t, 0); break;
    case 8:
        text_add(o, "(beatty(%s) > partner(%s) or isqrt(%s) + fib(%s) > upper_wythoff(%u))", x, t, x, x, roll(d, 9));
        break;
    case 9:
        text_puts(o, "abs("), number(d, x, t, depth - 1), text_puts(o, " - "), number(d, x, t, depth - 1),
            text_puts(o, ")");
        break;
    case 10:
        text_add(o, "sum(i * %u for i in 0..%s where i != ", roll(d, 3), t), number(d, x, t, 0), text_puts(o, ")");
        break;
    case 11:
        text_add(o, "(%s > %u ? ", x, roll(d, 5)), number(d, x, t, depth - 1), text_puts(o, " : "),
            number(d, x, t, depth - 1), text_puts(o, ")");
        break;
    default: text_add(o, "xor(%s, %s, %u)", x, t, roll(d, 4)); break;
    }
}

static void condition(struct dice *d, const char *x, const char *t)
{
    static const char *const orders[] = {"<", "<=", ">", ">=", "==", "!="};
    struct text *o = d->out;
    switch (roll(d, 9)) {
    case 8:
        text_add(o, "(beatty(%s) > partner(%s) or isqrt(%s) + fib(%s) > upper_wythoff(%u))", x, t, x, x, roll(d, 9));
        break;
    case 0: number(d, x, t, 1), text_puts(o, " in {1, 3, 4, 6}"); break;
    case 1: text_add(o, "odd("), number(d, x, t, 1), text_puts(o, ")"); break;
    case 2:
        text_puts(o, "("), number(d, x, t, 1), text_add(o, " <= %u or %s %% 3 == %u)", roll(d, 9), x, roll(d, 3));
        break;
    case 3: text_add(o, "not (%s in fib)", x); break;
    case 4: text_add(o, "any(i * i == %s for i in 1..%s)", x, t); break;
    default: number(d, x, t, 1), text_add(o, " %s ", orders[roll(d, 6)]), number(d, x, t, 1); break;
    }
}

static void domain(struct dice *d, const char *x)
{
    struct text *o = d->out;
    switch (roll(d, 10)) {
    case 9: text_add(o, "zeckendorf(%s)", x); break;
    case 0: text_puts(o, "squares"); break;
    case 1: text_puts(o, "fib"); break;
    case 2: text_puts(o, "primes"); break;
    case 3: text_add(o, "powers(%u)", roll(d, 2) + 2); break;
    case 4: text_add(o, "{%u, %u, %u}", roll(d, 3) + 1, roll(d, 6) + 1, roll(d, 6) + 1); break;
    case 5: text_add(o, "1..%s / %u", x, roll(d, 2) + 1); break;
    case 6: text_add(o, "{%u, 2 * %s + 1, %s / 2 + 1}", roll(d, 3) + 1, x, x); break;
    default: text_add(o, "1..min(%u, %s)", roll(d, 9) + 1, x); break;
    }
}

/* One heap that is smaller than x, given 1 <= t <= x. */
static void smaller(struct dice *d, const char *x)
{
    struct text *o = d->out;
    switch (roll(d, 5)) {
    case 0: text_add(o, "(%s - t) / %u", x, roll(d, 2) + 2); break;
    case 1: text_puts(o, "t - 1"); break;
    case 2: text_add(o, "min(%s - t, %u)", x, roll(d, 4)); break;
    default: text_add(o, "%s - t", x); break;
    }
}

static void heap_result(struct dice *d)
{
    struct text *o = d->out;
    switch (roll(d, 7)) {
    case 0: text_puts(o, "g("), smaller(d, "n"), text_puts(o, ") + g("), smaller(d, "n"), text_puts(o, ")"); break;
    case 1: text_puts(o, "n % 2 == 0 ? g("), smaller(d, "n"), text_puts(o, ") : end"); break;
    case 2: text_puts(o, "sum(g(i) for i in 0..min(2, n - t) where i < n)"); break;
    case 3: text_puts(o, "g("), smaller(d, "n"), text_puts(o, ") + (t > 2 ? g(0) : g(t - 1))"); break;
    default: text_puts(o, "g("), smaller(d, "n"), text_puts(o, ")"); break;
    }
}

static void pair_result(struct dice *d, bool first)
{
    struct text *o = d->out;
    text_puts(o, "g(");
    if (first) smaller(d, "a");
    else text_puts(o, roll(d, 3) ? "a" : "min(a, b)");
    text_puts(o, ", ");
    if (first) text_puts(o, roll(d, 3) ? "b" : "min(a, b)");
    else smaller(d, "b");
    text_puts(o, ")");
}

static void scalar_move(struct dice *d, enum grow_kind kind, unsigned index)
{
    bool first = roll(d, 2), second = roll(d, 4) == 0;
    const char *x = kind == GROW_HEAP ? "n" : first ? "a" : "b";
    text_add(d->out, "  move m%u(t in ", index);
    domain(d, x);
    if (second) text_add(d->out, ", u in %u..%s", roll(d, 2), x);
    text_add(d->out, ") where t <= %s", x);
    for (unsigned i = roll(d, 3); i > 0; i--) {
        text_puts(d->out, " and ");
        condition(d, x, second && roll(d, 2) ? "u" : "t");
    }
    text_puts(d->out, " -> ");
    if (kind == GROW_HEAP) heap_result(d);
    else pair_result(d, first);
    text_puts(d->out, "\n");
}

static void row_move(struct dice *d, unsigned index)
{
    struct text *o = d->out;
    text_add(o, "  move m%u(i in 1..len(s), t in ", index);
    domain(d, "s[i]");
    text_puts(o, ") where t <= s[i]");
    for (unsigned i = roll(d, 2); i > 0; i--) text_puts(o, " and "), condition(d, "s[i]", "t");
    switch (roll(d, 5)) {
    case 0: text_puts(o, " and i > 1 -> g(s with { [i] -= t, [i - 1] += t - 1 })\n"); break;
    case 1: text_puts(o, " -> g([x for x in s where x < s[i]])\n"); break;
    case 2: text_puts(o, " -> g(sort(s with { [i] = s[i] - t }))\n"); break;
    case 3: text_puts(o, " -> g(s with { [i..len(s)] = 0 }) + g([t - 1])\n"); break;
    default: text_puts(o, " -> g(s with { [i] -= t })\n"); break;
    }
}

void grow_rule(uint64_t seed, enum grow_kind kind, struct text *out)
{
    struct dice d = {.state = hash_mix(seed + 1), .out = out};
    text_puts(out, kind == GROW_HEAP ? "game g(n) {\n" : kind == GROW_PAIR ? "game g(a, b) {\n" : "game g(s: row) {\n");
    unsigned moves = 1 + roll(&d, 3);
    for (unsigned i = 0; i < moves; i++) {
        if (kind == GROW_ROW) row_move(&d, i);
        else scalar_move(&d, kind, i);
    }
    text_puts(out, "}\n");
}
