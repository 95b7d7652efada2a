/* SPDX-License-Identifier: MIT */
/* Rules whose tables use every instruction that generated code carries out itself, and every way to fail.
 *
 *     for (size_t i = 0; i < TABLE_RULES; i++) try(table_rules[i]);
 *     table_rule_draw(seed, &text);                           // and one that is drawn
 */
#ifndef CGI_TESTS_TABLE_RULES_H
#define CGI_TESTS_TABLE_RULES_H
#include <stdlib.h>
#include "code/machine/calls.h"
#include "random_game.h"
#include "random_rule.h"

#define TABLE_RULES (sizeof table_rules / sizeof *table_rules)
static const char *const table_rules[] = {
    "game g(n) { move m(t in 1..n) where (n * t) % 7 != 3 and gcd(n, t) == 1 -> g(n - t) }",
    "game g(n) { move m(a in 1..n - 1) where a < n - a and xor(a, n) != 5 -> g(a) + g(n - a) }",
    /* what is divided by two or more is less where it is not 0; by one it is not, nor is a number and one more */
    "game g(n) { move m(a in 1..n / 2) where xor(a, n - a) > 1 -> g(a) + g(n - a) }",
    "game g(n) { move m(a in 1..(n + 1) / 2) where a < n and a % 3 != n % 5 -> g(a) + g((n + 1) / 2 - a) }",
    "game g(n) { move m(a in 1..n / 2 / 2) where a % 3 != 1 -> g(a) + g(n / 2 - a) + g(n / 3) }",
    "game g(n) { move m(t in 0..n / 2) where t < n and t % 2 == n % 3 -> g(t) move r(t in 1..n / 1) where t % 2 == 1 "
    "-> "
    "g(t - 1) }",
    "param k = 2 in 1..\nparam j = 2 in 2..\ngame g(n) { move m(a in 1..n / k) where a < n -> g(a) move r(a in 1..n / "
    "j) "
    "where a % 3 != 2 -> g(a) }",
    "game g(a, b) { move l(t in 1..min(a / 2, b / 3)) where t % 3 != 1 -> g(t, b - t) + g(a - t, t) move r(t in 1..a / "
    "2) "
    "where t <= b -> g(a, b - t) + g(t, b) }",
    "game g(n) { move m(t in 1..n) where popcount(t) == 1 or (bit(n, 2) == 1 and odd(t)) -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where power_of_two(t) or t * t == n -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where pow(t, 2) <= n and (t < 4) == (n != 9) -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where bit(5, n) == 1 or bit(n, t) == 1 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where isqrt(t) * isqrt(t) == t -> g(n - t) }",
    "game g(n) { move m(t in divisors(n)) where t < n or n == 1 -> g(n - t) }",
    "game g(n) { move m(t in {1, 4, 9, 11}) where t <= n and n % 3 != t % 2 -> g(n - t) }",
    "param S = {2, 3, 7} in 1..\ngame g(n) { move m(t in S) where t <= n and (n - t in S or n > 9) -> g(n - t) }",
    "param S = {2, 3, 7} in 1..\ngame g(n) { move m(t in S, s in {0, 1}) where t + s <= n and s != n % 2 -> g(n - t - "
    "s) + g(s) }",
    "game g(n) { move m(t in squares) where t <= n and t % 3 != n % 3 -> g(n - t) }",
    "game g(n) { move m(t in primes) where t <= n -> g(n - t) }",
    "game g(n) { move m(t in powers(3)) where t <= n -> g(n - t) }",
    "game g(n) { move m(p in powers(10)) where p <= n and n / p % 10 > 0 -> g(n - n / p % 10) }",
    "game g(n) { move m(p in primes) where p <= n and (n - 3) / p % p != 1 and (2 - n) % p < 3 -> g(n / p) }",
    "game g(n) { move m(t in 1..n) where xor(n, t) == n - t -> g(n - t) }",
    "game g(n) { move m(t in 5..n) where popcount(t) + popcount(n - t) == popcount(n) -> g(n - t - n / 100 * 7) }",
    "game g(n) { move m(t in 0..n - 1) where n - t == xor(t, n) and t % 3 != n % 5 -> g(t) }",
    "game g(a, b) { move l(t in 1..a) where xor(t, a - t) == a -> g(a - t, b) move r(t in 3..b / 2) where popcount(b - "
    "t) + "
    "popcount(t) == popcount(b) and t <= a -> g(a, b - t) move s(t in 1..b - 1) where xor(t, b) == b - t -> g(t, b - "
    "t) + g(a, b - t) }",
    "game g(n) { move m(t in 1..n) where t in divisors(n) and t in fib -> g(n - t) }",
    "game g(n) where n % 4 != 3 { move m(t in 1..n) where (n - t) % 4 != 3 and t % 5 != 2 -> g(n - t) }",
    "game g(n: int) where n >= -9 { move m(t in 1..3) where n - t >= -9 and abs(n) % 3 != 1 -> g(n - t) }",
    "game g(n: int) where n >= -9 { move m(t in 1..20) where n - t >= -9 and n % 4 != -t % 3 and n / 2 >= -t -> g(n - "
    "t) }",
    "game g(a, b) { move l(t in 1..a) where gcd(a, b) <= t -> g(a - t, b) move r(t in 1..b) where (a - b) % 3 != 1 -> "
    "g(a, b - t) }",
    "game g(a, b) { move l(t in 1..a, s in 0..b) where min(t, s) <= 1 and max(t, s) >= b / 2 -> g(a - t, b - s) }",
    "game g(a, b) { move l(t in 1..a) -> g(a - t, min(b + t, 12)) move r(t in 1..b) -> g(a, b - t) }",
    "game g(a, b) { move both(t in 1..min(a, b)) -> g(a - t, b - t) move l(t in 1..a) -> g(a - t, b) move r(t in 1..b) "
    "-> g(a, b - t) }",
    "game g(a, b) { move l(t in 1..a) -> g(a - t, b) + g(a - t, 0) move r(t in 1..b) -> g(0, b - t) + g(a, b - t) }",
    "game g(a, b) { move l(t in 1..a) -> g(a - t, b) + g(t - 1, b) move r(t in 0..b) where t < b -> g(a, t) + g(a, b - "
    "t - 1) }",
    "game g(a, b) where a + b >= 1 { move l(t in 1..a - 1) -> g(t, b) + g(a - t, b) move r(t in 0..b - 2) -> g(a, t + "
    "1) + "
    "g(a, b - t - 1) }",
    "game g(n) { move m(t in 1..n, u in 0..(n - t) / 2) where t * t <= n and (u + t) % 3 != 0 -> g(u) + g(n - t - u) }",
    "game g(a, b) { move l(t in 1..a, s in 1..b) where a / t != 2 and pow(t, 3) != b -> g(a - t, b - s) }",
    "game g(a, b) { move l(t in 1..a, s in t..b) where 100 / (t - 3) < s and b % (a - 9) != 1 -> g(a - t, b - s) }",
    "game g(a, b) { move l(t in 1..a, s in 0..b - 3) where b % (a - 20) != 1 -> g(a - t, b - s) }",
    "game g(n, f: bool) { move m(t in 1..n) where f or t % 2 == 0 -> g(n - t, t % 3 != n % 2) }",
    "game g(a, b, c) { move l(t in 1..a) where gcd(a, b) <= t -> g(a - t, b, c) move m(t in 1..b) where gcd(b, c) <= t "
    "-> g(a, b - t, c) "
    "move r(t in 1..c) where gcd(c, a) <= t -> g(a, b, c - t) }",
    "game g(a, b, c) { move l(t in 1..a, s in 0..t) where s <= b and (t + s + c) % 3 == 0 -> g(a - t, b - s, c) move r "
    "where a + c > 0 -> c > 0 ? g(a, "
    "b, c - 1) : g(a - 1, b, c) }",
    "game g(n) { move m(t in 1..n) where abs(n - 2 * t) < 3 -> g(n - t) + g(t - 1) }",
    "game g(n) { move m(t in 1..n) where t % 3 == 1 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where (t % 3 != 1) == (n % 4 <= 2) -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where t <= 2 or t > n - 2 -> g(n - t) }",
    "game g(n) { move m -> sum(g(x) for x in 0..n - 1 where x % 3 == n % 3) }",
    "game g(n) { move m(t in 1..n) where all(x != t for x in {3, 5, 8}) and count(y for y in 1..t where y % 4 == 2) < "
    "3 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where t % 5 == 2 or t % 7 == n % 3 or t * t == n -> g(n - t) }",
    "game g(a, b) { move l(t in 1..a, s in 0..b) where t + s <= 9 and (t * s) % 3 != 1 -> g(a - t, b - s) }",
    "game g(a, b) { move l(t in 1..a) where gcd(t * 97 - 100, b * 60 - 3) == 1 -> g(a - t, b) move r(t in 1..b) where "
    "gcd(1020 + t, 1030 - a) < 3 or gcd(a - t, b - 4) == 0 -> g(a, b - t) }",
    "game g(a, b) { move l(t in 1..a) where gcd(t, b) == 1 -> g(b, a - t) move r(t in 1..b) where (t + a) % 3 == 0 -> "
    "g(a, b - t) }",
    "param k = 3 in 1..\nparam S = {2, 5} in 1..\ngame g(n) { move m(t in 1..n) where t % k != n % (k + 1) and t - k "
    "<= n / k -> g(n - t) move s(t "
    "in S) where t * k <= n and odd(n / t) -> g(n - t * k) }",
    "param k = 3000000000\ngame g(n) { move m(t in 1..n) where (t * k) % 7 < (n + k) % 9 -> g(n - t) }",
    "game g(n) where n >= 3 { move m(t in 1..n - 3) where (t * n) % 4 != 1 -> g(n - t) }",
    "game g(a: int, b) where a >= -9 { move l(t in 1..a + 9) where (a * t) % 3 != b % 2 -> g(a - t, b) move r(t in "
    "1..b) where abs(a) % 2 == t % 2 -> g(max(a - t, -9), b - t) }",
    "game g(n) { move m(t in 1..n) where n - t in fib or t + n in squares or (t in primes and t % 3 == n % 3) -> g(n - "
    "t) }",
    "game g(n) { move m(t in 1..n) where t in powers(3) or n * n - t - 8200 in primes -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where t in powers(n % 19) or t == 1 -> g(n - t) }",
    "game g(n) { move m(t in primes) where t <= n and t % 4 != n % 3 -> g(n - t) move d(t in divisors(n + 1)) where t "
    "<= n and gcd(t, n) == 1 -> g(n - t) }",
    "game g(n) { move m(t in powers(n % 3 + 2)) where t <= n and t % 5 != n % 4 -> g(n - t) move f(t in fib) where t "
    "<= n and (t + n) % 3 != 1 -> g(n - t) }",
    "game g(n) { move m(t in zeckendorf(n)) where (n - t) % 5 != 2 -> g(n - t) move p(t in 1..n) where all(t % p != 1 "
    "for p in primes where p * p <= t) -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where beatty(t) % 3 != n % 2 or partner(t) == n -> g(n - t) }",
    "game g(n) { move m(k in 1..n) where k * (k + 1) / 2 <= n and k % 3 != n % 2 -> g(n - k) move p(t in 1..n) where t "
    "< "
    "60 and pow(2, t) <= n -> g(n - t) }",
    "game g(a, b) { move m(s in 1..a, t in 0..b) where s * t <= 9 and (s + t) % 3 != 1 -> g(a - s, b - t) }",
    "game g(n) { move m(t in [n / 2, n, n / 3 + n % 2]) where n > 4 -> g(n - t) }",
    "game g(n) { move m(t in {1, 2, 5, 9, 14, 20, 21, 33, 40, 41, 47, 60, 77, 80, 81, 95, 99, 120, 150}) where t <= n "
    "-> "
    "g(n - t) move s(t in squares) where t <= n -> g(n - t) }",
    "param S = {1, 4, 9, 30} in 1..\ngame g(a, b) { move l(t in S) where t <= a -> g(a - t, b) move r(t in primes) "
    "where "
    "t <= b -> g(a, b - t) move d(t in divisors(b + 1)) where t <= b -> g(a, b - t) }",
    /* folds over one or two numbers, which are kept: some are large, of numbers below 0, beyond what is kept, of a set of few */
    "game g(n) { move m(t in 1..n) where t > 1 and all(t % d != 0 for d in 2..isqrt(t)) -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where all((n - t) % d != 0 or t % d != 0 for d in 2..min(t, n - t)) and sum(d for d "
    "in 1..t where t % d == 0) % 3 != n % 2 -> g(n - t) }",
    "fn f(x) = count(d for d in 1..9 where x % d == 0)\ngame g(n) { move m(t in 1..n) where f(n - 2 * t) != 3 and f(t "
    "* 70000) != 2 -> g(n - t) }",
    "game g(a, b) { move l(t in 1..a) where count(d for d in 1..b where t % d == b % d) % 2 == 0 -> g(a - t, b) move "
    "r(t in {1, 2, 5}) where t <= b and any(d * d == t + a for d in 0..a) -> g(a, b - t) }",
    "param k = 2 in 1..\ngame g(n) { move m(t in 1..n) where count(d for d in 1..t where t % d == k) % 2 == 1 -> g(n - "
    "t) }",
    /* ranges in steps of a number of the state */
    "game g(a, b) { move l(t in 1..a) where b > 0 and t % b == 0 -> g(a - t, b) move r(t in 1..b) where (b - t) % (a + "
    "1) == a / 3 and t % 4 != 1 -> g(a, b - t) }",
    "game g(a, b) { move l(t in 1..a, s in 0..b) where (s - t) % max(a - 2, 1) == 1 and (t * s) % 3 != 2 -> g(a - t, b "
    "- s) move r(t in 1..b) where a == t % (b - a) -> g(a, b - t) }",
    "game g(n) { move m(t in 1..n) where (t + 3) % (n / 3 - 20) == 2 -> g(n - t) }",
    "game g(n, l) { move m(t in 1..n) where t % max(l, 1) == 0 -> g(n - t, t % 24) }",
    /* failures: of arithmetic, of the state, of the invariant, of the order */
    "game g(n) { move m(t in 1..n) where sum(100 / (d - 30) for d in 1..t where d % 3 == 0) % 2 == n % 2 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where 100 / (n - 17) != t -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where t % (n - 23) != 1 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where n * 4611686018427387904 > t or t == 1 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where pow(t, n) != 7 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where xor(n - 40, t) != 3 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where fib(t + 40) % 3 != 1 -> g(n - t) }",
    "game g(n) { move m(t in powers(50 - n)) where t <= n and t % 3 != n % 2 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where bit(n - 2 * t + 30, 1) == 0 -> g(n - t) }",
    "game g(n) { move m(t in {1, 2, 30}) where t <= n or n == 44 -> g(n - t) }",
    "game g(n) where n * n % 30000 != 22500 { move m(t in 1..n) -> g(n - t) }",
    "game g(n) { move m(t in 1..n) -> g(n - t - n / 100 * (n % 100) / 99) }",
    "game g(n) { move m(t in primes) where t <= n -> g(n - t - n / 100 * (n % 100) / 99) }",
    "game g(n) { move m(t in 1..n) where t % 5 == 2 -> g(n - t - n / 100 * (n % 100) / 99) }",
    "game g(a, b) { move l(t in 1..min(a, b)) -> g(a - t, 2 * t) }",
    "game g(a, b) { move l(t in 1..a) where t % 3 != b % 3 -> g(a - t, b + t / 7 - t / 9) }",
};

static inline void table_rule_draw(uint64_t seed, struct text *text)
{
    struct random_rule rule;
    uint64_t state = seed * 7919;
    if (seed % 4 == 0) {
        random_game(seed, text);
    } else {
        random_rule(&state, 1 + (int)(seed % 2), &rule);
        random_write(&rule, text);
    }
}

/* A box of that many of each field, from -9 for int, else from 0. */
static inline void table_box(const struct game *g, int64_t extent, struct value_table *t)
{
    *t = (struct value_table){.game = 0, .fields = g->field_count, .count = 1};
    for (size_t i = t->fields; i-- > 0;) {
        t->low[i] = g->fields[i].kind == FIELD_INT ? -9 : 0;
        t->extent[i] = g->fields[i].kind == FIELD_BOOL ? 2 : extent;
        t->stride[i] = (int64_t)t->count;
        t->count *= (uint64_t)t->extent[i];
    }
}

/* The same with room for what it holds. */
enum held { WIDE, NARROW, OUTCOMES, MISERE };
static inline bool holds_outcomes(enum held held) { return held == OUTCOMES || held == MISERE; }

static inline void table_make(const struct game *g, int64_t extent, enum held held, struct value_table *t)
{
    table_box(g, extent, t);
    t->misere = held == MISERE;
    if (holds_outcomes(held)) t->losses = calloc(t->count / 64 + 1, sizeof *t->losses);
    else if (held == NARROW) t->narrow = calloc(t->count, sizeof *t->narrow);
    else t->values = calloc(t->count, sizeof *t->values);
}

static inline void table_discard(struct value_table *t)
{
    free(t->values);
    free(t->narrow);
    free(t->losses);
}

/* Of the first so many positions. */
static inline bool table_same(const struct value_table *a, const struct value_table *b, uint64_t count)
{
    bool same = true;
    for (uint64_t i = 0; same && i < count; i++)
        same = a->losses ? value_table_loses(a, i) == value_table_loses(b, i)
                         : value_table_at(a, i) == value_table_at(b, i);
    return same;
}

#endif
