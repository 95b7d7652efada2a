/* SPDX-License-Identifier: MIT */
/* Games in which a move lowers one heap: a position is the row of its heaps. */
#include "oracle.h"

static int number; /* the game's number, where it has one */
static bool (*may_take)(int t, int n);

static void take_from_one(const struct state *s)
{
    for (int i = 0; i < s->n; i++)
        for (int t = 1; t <= s->v[i]; t++)
            if (may_take(t, s->v[i])) option(changed(s, i, s->v[i] - t));
}

static bool any_number(int t, int n) { return t >= 1 && n >= t; }
static bool at_most(int t, int n) { return t <= number && t <= n; }
static bool one_three_four(int t, int n) { return (t == 1 || t == 3 || t == 4) && t <= n; }
static bool two_five(int t, int n) { return (t == 2 || t == 5) && t <= n; }
static bool two_four_seven(int t, int n) { return (t == 2 || t == 4 || t == 7) && t <= n; }
static bool at_most_half(int t, int n) { return 2 * t <= n + 1; }
static bool square(int t, int n)
{
    for (int k = 1; k * k <= t; k++)
        if (k * k == t) return t <= n;
    return false;
}
static bool prime(int t, int n)
{
    for (int d = 2; d < t; d++)
        if (t % d == 0) return false;
    return t >= 2 && t <= n;
}
static bool one_or_prime(int t, int n) { return t == 1 || prime(t, n); }
static bool fibonacci_number(int t, int n)
{
    int a = 1, b = 2;
    while (a < t) {
        int c = a + b;
        a = b, b = c;
    }
    return a == t && t <= n;
}
static bool power_of_two(int t, int n)
{
    while (t % 2 == 0) t /= 2;
    return t == 1 && n >= 1;
}
static bool proper_divisor(int t, int n) { return t < n && n % t == 0; }
static bool coprime(int t, int n)
{
    for (int d = 2; d <= t; d++)
        if (t % d == 0 && n % d == 0) return false;
    return t <= n;
}
static bool not_the_number(int t, int n) { return t != number && t <= n; }

/* The first start and least period that hold through the table, at least three times over. */
static void tell_period(int top)
{
    int value[400];
    for (int n = 0; n <= top; n++) {
        struct state s = state_of(1, &n);
        value[n] = traits_of(&s).sg;
    }
    for (int from = 0; from < top / 3; from++)
        for (int p = 1; from + 3 * p <= top; p++) {
            int n = from;
            while (n + p <= top && value[n + p] == value[n]) n++;
            if (n + p <= top) continue;
            printf("%s: period %d from %d\n", heap_name, p, from);
            if (from == 0) printf("%s: period %d\n", heap_name, p);
            return;
        }
}

static void tell(const char *name, bool (*rule)(int, int), int m, int top, int pairs, int triples)
{
    heap_name = name;
    may_take = rule;
    number = m;
    oracle_start(take_from_one);
    tell_box(write_heaps, 1, 0, top);
    tell_period(top);
    if (pairs) tell_box(write_heaps, 2, 0, pairs);
    if (triples) tell_box(write_heaps, 3, 0, triples);
}

int main(void)
{
    tell("nim", any_number, 0, 60, 12, 9);
    tell_box(write_heaps, 4, 0, 4);
    tell("bash", at_most, 3, 100, 13, 7);
    tell("capped", at_most, 5, 100, 13, 9);
    tell("subtraction", one_three_four, 0, 120, 12, 8);
    tell("two_five", two_five, 0, 120, 12, 8);
    tell("two_four_seven", two_four_seven, 0, 120, 12, 8);
    tell("half", at_most_half, 0, 130, 14, 8);
    tell("square", square, 0, 300, 14, 8);
    tell("prime_nim", prime, 0, 200, 14, 8);
    tell("prime_or_one", one_or_prime, 0, 200, 14, 8);
    tell("fibonacci_take", fibonacci_number, 0, 200, 14, 8);
    tell("take_power", power_of_two, 0, 150, 14, 8);
    tell("aliquot", proper_divisor, 0, 130, 14, 8);
    tell("totative", coprime, 0, 130, 14, 8);
    tell("kl_equal", not_the_number, 3, 100, 14, 9);
    return 0;
}
