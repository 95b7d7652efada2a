/* SPDX-License-Identifier: MIT */
/* Compiled tables against the machine: the same values, the same failures with the same words, the same account of
 * work. Rules by hand for each instruction that generated code carries out itself and for each way to fail, then
 * random ones. usage: native [FIRST_SEED [COUNT]]; prints TAP lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "code/compile/program.h"
#include "random_game.h"
#include "random_rule.h"
#include "rule_file.h"

static const char *const by_hand[] = {
    "game g(n) { move m(t in 1..n) where (n * t) % 7 != 3 and gcd(n, t) == 1 -> g(n - t) }",
    "game g(n) { move m(a in 1..n - 1) where a < n - a and xor(a, n) != 5 -> g(a) + g(n - a) }",
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
    /* failures: of arithmetic, of the state, of the invariant, of the order */
    "game g(n) { move m(t in 1..n) where 100 / (n - 17) != t -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where t % (n - 23) != 1 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where n * 4611686018427387904 > t or t == 1 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where pow(t, n) != 7 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where xor(n - 40, t) != 3 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where bit(n - 2 * t + 30, 1) == 0 -> g(n - t) }",
    "game g(n) { move m(t in {1, 2, 30}) where t <= n or n == 44 -> g(n - t) }",
    "game g(n) where n * n % 30000 != 22500 { move m(t in 1..n) -> g(n - t) }",
    "game g(n) { move m(t in 1..n) -> g(n - t - n / 100 * (n % 100) / 99) }",
    "game g(n) { move m(t in primes) where t <= n -> g(n - t - n / 100 * (n % 100) / 99) }",
    "game g(n) { move m(t in 1..n) where t % 5 == 2 -> g(n - t - n / 100 * (n % 100) / 99) }",
    "game g(a, b) { move l(t in 1..min(a, b)) -> g(a - t, 2 * t) }",
    "game g(a, b) { move l(t in 1..a) where t % 3 != b % 3 -> g(a - t, b + t / 7 - t / 9) }",
};

/* Long enough for rays over pairs to be marked in part, where positions without that ray or without a value lie
 * between: the machine's kernel must learn of these too. */
static const char *const long_ones[] = {
    "game g(n) { move m(a in 0..n - 1) where n < 2041 or n > 2048 or n % 2 == 0 -> g(a) + g(n - 1 - a) }",
    "game g(n) { move m(a in 1..(n - 1) / 2) where n % 50 != 30 -> g(a) + g(n - a) move k where n % 50 == 30 -> g(n - "
    "1) }",
    "game g(n) where n * n * n != 8000000000 { move m(a in 1..n - 1) -> g(a) + g(n - a) }",
    "game g(n) where n * n * n != 8000000000 { move m(a in 0..n - 1) -> g(a) + g(n - 1 - a) }",
    "game g(n) where n * n * n != 8000000000 { move m(a in 0..n - 1) where n < 2000 or n > 2050 -> g(a) + g(n - 1 - a) "
    "}",
};

static bool used[OP_COUNT];
static size_t filled, failed, compiled, fields_tried[4];

static void make_box(const struct rule_file *f, int64_t extent, struct value_table *t)
{
    const struct game *g = &f->model->games[0];
    *t = (struct value_table){.game = 0, .fields = g->field_count, .count = 1};
    for (size_t i = t->fields; i-- > 0;) {
        t->low[i] = g->fields[i].kind == FIELD_INT ? -9 : 0;
        t->extent[i] = g->fields[i].kind == FIELD_BOOL ? 2 : extent;
        t->stride[i] = (int64_t)t->count;
        t->count *= (uint64_t)t->extent[i];
    }
    t->values = calloc(t->count, sizeof *t->values);
}

static enum status fill(struct rule_file *f, struct value_table *t, uint64_t seed)
{
    enum status st = ST_OK;
    for (uint64_t from = 0; st == ST_OK && from < t->count;) {
        uint64_t to = from + 1 + random_below(&seed, t->count - from);
        st = vm_fill(f->vm, t, from, to, false, 1);
        from = to;
    }
    return st;
}

static void note_instructions(const struct rule_file *f)
{
    const struct program *p = f->code->programs.data[f->code->games[0].table];
    for (size_t i = 0; i < p->count; i++) used[p->code[i].op] = true;
}

/* Do both agree on this rule, with so many heaps if it has one field? What differs is printed. */
static bool agrees(const char *rule, uint64_t seed, int64_t heaps)
{
    const int64_t extents[] = {0, heaps, 24, 9, 5, 4, 3, 3, 2};
    struct rule_file machine, native;
    struct value_table a, b;
    bool is_native, same = true;
    rule_open(&machine, rule);
    if (machine.st != ST_OK || !vm_fillable(machine.code, 0) || machine.model->games[0].field_count > 8) {
        if (seed == 0) printf("# not a table: %s\n# %s\n", rule, rule_message(&machine));
        rule_close(&machine);
        return seed != 0;
    }
    rule_open(&native, rule);
    note_instructions(&native);
    size_t fields = machine.model->games[0].field_count;
    make_box(&machine, extents[fields], &a);
    make_box(&native, extents[fields], &b);
    same = vm_hasten(native.vm, 0, true, &is_native) == ST_OK && is_native;
    if (!same) printf("# not compiled: %s\n", rule);
    compiled += same;
    enum status st = fill(&machine, &a, seed), other = fill(&native, &b, seed);
    st == ST_OK ? filled++ : failed++;
    fields_tried[fields < 4 ? fields : 3]++;
    if (st != other || vm_filled(machine.vm) != vm_filled(native.vm) || vm_work(machine.vm) != vm_work(native.vm))
        same = false;
    if (memcmp(a.values, b.values, vm_filled(machine.vm) * sizeof *a.values) != 0) same = false;
    if (strcmp(rule_message(&machine), rule_message(&native)) != 0) same = false;
    if (!same)
        printf("# %s\n# machine: %d, filled %llu, work %llu, %s\n# native: %d, filled %llu, work %llu, %s\n", rule,
               (int)st, (unsigned long long)vm_filled(machine.vm), (unsigned long long)vm_work(machine.vm),
               rule_message(&machine), (int)other, (unsigned long long)vm_filled(native.vm),
               (unsigned long long)vm_work(native.vm), rule_message(&native));
    free(a.values);
    free(b.values);
    rule_close(&machine);
    rule_close(&native);
    return same;
}

/* The instructions that generated code carries out itself, of which tables make use: each is in some rule. */
static bool all_used(void)
{
    bool all = true;
    for (int i = 0; i < OP_COUNT; i++) {
        static const bool written[OP_COUNT] = {
#define FORM(name, text) [OP_##name] = true,
#include "code/native/forms.def"
#undef FORM
        };
        if (!written[i] || used[i]) continue;
        printf("# no rule uses %s\n", op_table[i].name);
        all = false;
    }
    return all;
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 20;
    bool hand = true, random = true;
    char folder[] = "/tmp/cgi-native-test-XXXXXX", command[64];
    if (!mkdtemp(folder) || setenv("XDG_CACHE_HOME", folder, 1) != 0) return 1;
    for (size_t i = 0; i < sizeof by_hand / sizeof *by_hand; i++) hand = agrees(by_hand[i], 0, 202) && hand;
    for (size_t i = 0; i < sizeof long_ones / sizeof *long_ones; i++) hand = agrees(long_ones[i], 0, 2100) && hand;
    size_t failures = failed;
    for (uint64_t seed = first; seed < first + count; seed++) {
        struct random_rule rule;
        struct text text = {0};
        uint64_t state = seed * 7919;
        if (seed % 4 == 0) {
            random_game(seed, &text);
        } else {
            random_rule(&state, 1 + (int)(seed % 2), &rule);
            random_write(&rule, &text);
        }
        random = agrees(text_c(&text), seed, 202) && random;
        text_free(&text);
    }
    printf("# %zu compiled, %zu filled, %zu fail, %zu of one field, %zu of two, %zu of more\n", compiled, filled,
           failed, fields_tried[1], fields_tried[2], fields_tried[3]);
    printf("%s 1 - rules by hand: values, failures and work as in the machine\n", hand ? "ok" : "not ok");
    printf("%s 2 - ten of them fail\n", failures >= 10 ? "ok" : "not ok");
    printf("%s 3 - every instruction that generated code carries out is in one of them\n",
           all_used() ? "ok" : "not ok");
    printf("%s 4 - random rules\n1..4\n", random ? "ok" : "not ok");
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) != 0;
}
