/* SPDX-License-Identifier: MIT */
/* Compiled tables against the machine: the same values, the same failures with the same words, the same account of
 * work. Rules by hand for each instruction that generated code carries out itself and for each way to fail, then
 * random ones. usage: native [FIRST_SEED [COUNT]]; prints TAP lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "code/compile/program.h"
#include "rule_file.h"
#include "table_rules.h"

/* Long enough for rays over pairs to be marked in part, where positions without that ray or without a value lie
 * between: the machine's kernel must learn of these too. */
static const char *const long_ones[] = {
    "game g(n) { move m(t in 1..n) where n % popcount(t) == 0 or n / popcount(t) % 3 == 1 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where t % 7 > 0 and n % (t % 7) == 0 and (n < 2040 or t % 7 / (t % 5) < 3) -> g(n - "
    "t) }",
    "game g(n) { move m(t in 1..n) where gcd(n, t) > 1 and gcd(n + 2000, t) % 2 == 1 -> g(n - t) }",
    "game g(n) { move m(a in 0..n - 1) where n < 2041 or n > 2048 or n % 2 == 0 -> g(a) + g(n - 1 - a) }",
    "game g(n) { move m(a in 1..(n - 1) / 2) where n % 50 != 30 -> g(a) + g(n - a) move k where n % 50 == 30 -> g(n - "
    "1) }",
    "game g(n) where n * n * n != 8000000000 { move m(a in 1..n - 1) -> g(a) + g(n - a) }",
    "game g(n) where n * n * n != 8000000000 { move m(a in 0..n - 1) -> g(a) + g(n - 1 - a) }",
    "game g(n) where n * n * n != 8000000000 { move m(a in 0..n - 1) where n < 2000 or n > 2050 -> g(a) + g(n - 1 - a) "
    "}",
};

/* Rays of more than 64 options over two numbers: served along the last one and marked along others, with states that are
 * no positions, rays that begin late, several of one kind, and values beyond the first array of marks. */
static const char *const wide_ones[] = {
    "game g(a, b) { move one(t in 1..a) -> g(a - t, b) move other(t in 1..b) -> g(a, b - t) move both(t in "
    "1..min(a, b)) -> g(a - t, b - t) }",
    "game g(a, b) where a * b != 5000 { move one(t in 1..a) where (a - t) * b != 5000 -> g(a - t, b) move other(t in "
    "1..b) where a * (b - t) != 5000 -> g(a, b - t) }",
    "game g(a, b) where b * b * b != 1000000 or a * a * a == 125000 { move one(t in 1..a) -> g(a - t, b) move other(t "
    "in 1..b) -> g(a, b - t) }",
    "game g(a, b) { move low(t in 1..b / 2) -> g(a, b - t) move high(t in b / 2 + 1..b) -> g(a, b - t) move one(t in "
    "1..a) -> g(a - t, b) move two(t in 1..min(a / 2, b)) -> g(a - 2 * t, b - t) move drop where a > 1 -> g(a - 2, b) "
    "}",
    "game g(a, b) { move other(t in 1..b) where (a + t) % 3 != 0 -> g(a, b - t) move one(t in 1..a) -> g(a - t, b) }",
    "game g(a, b) { move other(t in 1..b) -> g(a, b - t) move one(t in 1..a) -> g(a - t, b) move half(t in 1 + "
    "(a + 1) / 2..a) -> g(a - t, b) move few(t in 1..min(b, 3)) -> g(a, b - t) move split(t in 1..b - 1) -> "
    "g(0, t) + g(0, b - t) }",
};

/* Loops of many turns, whose conditions are told for 64 turns at once: every operation of lanes, jumps that meet again, numbers that
 * leave what lanes are good for within the box, conditions behind them that are no lanes', and options that fail. */
static const char *const lane_ones[] = {
    "game g(n) { move m(t in 1..n) where xor(t, n) % 3 == 1 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where (t + 2147481600) / 7 % 3 < 2 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where max(n - t, 3 * t - n) % 9 > abs(n - 2 * t) % 5 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where popcount(t) + bit(n, 3) > min(popcount(n - t), 4) -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where (t % 2 == 0 ? t / 3 : n - t) % 5 == (odd(n) ? 1 : t % 4) -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where t % 5 == 1 or (t > 40 and xor(n, t) % 4 == 2) or n - t == 7 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where not (t % 3 == 1 and n * t % 7 < 4) and gcd(n, t) <= 2 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where n * n % 100 * t % 13 < 6 and n * n * t % 17 != 3 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where -(t % 6) < 3 - n % 8 and (t == 3) == (n % 5 == 2) -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where xor(n, t) % 5 == 2 -> g((n - t) / (n < 1500 ? 1 : 7 - t % 64 % 8)) }",
    "game g(n) { move m(t in 1..n) where xor(n, t) % 5 == 2 -> g(n - t) move k(t in 1..n) where xor(n, t) % 5 == 2 and "
    "n / (t - 1800) < 3 -> g(n - t) }",
    "param q = 3\nparam u = -70\ngame g(n) { move m(t in 1..n) where xor(n + q, t) % 5 != abs(t + u) % 3 -> g(n - t) }",
    "game g(a, b) { move m(t in 1..a) where (t + 3 * b) % 4 < 2 and t != b -> g(a - t, b) move k(t in 1..b) where "
    "xor(t, a) % 3 < 2 -> g(a, b - t) move both(t in 1..min(a, b)) where (a * t + b) % 7 in {1, 2, 4} -> g(a - t, b - "
    "t) }",
    "game g(a: int, b) where a >= -30 { move m(t in 1..a + 30) where (a - t) * (a - t) % 5 < 2 and a * t < 100 -> g(a "
    "- "
    "t, b) move k(t in -20..b - 21) where abs(t) % 4 < 2 and t * a < 40 -> g(a, t + 20) }",
};

static bool used[OP_COUNT];
static size_t filled, failed, compiled, decided, narrowed, fields_tried[4];

static enum status fill(struct rule_file *f, struct value_table *t, uint64_t seed)
{
    enum status st = ST_OK;
    for (uint64_t from = 0; st == ST_OK && from < t->count;) {
        uint64_t to = from + 1 + random_below(&seed, t->count - from);
        st = vm_fill(f->vm, t, from, to, 1);
        from = to;
    }
    return st;
}

static void note_instructions(const struct rule_file *f)
{
    const struct program *p = f->code->programs.data[f->code->games[0].table];
    for (size_t i = 0; i < p->count; i++) used[p->code[i].op] = true;
}

/* Do both agree on this rule, with so many heaps if it has one field? The compiled table holds `held`, the machine's wide values or
 * outcomes. What differs is printed. */
static bool agrees_on(const char *rule, uint64_t seed, int64_t heaps, enum held held)
{
    const int64_t extents[] = {0, heaps, heaps > 2000 ? 170 : 24, 9, 5, 4, 3, 3, 2};
    struct rule_file machine, native;
    struct value_table a, b;
    bool is_native, same = true;
    rule_open(&machine, rule);
    if (machine.st != ST_OK || !vm_fillable(machine.code, 0) || machine.model->games[0].field_count > 8) {
        if (seed == 0) printf("# not a table: %s\n# %s\n", rule, rule_message(&machine));
        rule_close(&machine);
        return seed != 0;
    }
    bool splits = machine.code->games[0].splits, invariant = machine.model->games[0].invariant;
    if ((holds_outcomes(held) && (splits || invariant)) || (held == NARROW && invariant)) {
        rule_close(&machine);
        return true;
    }
    rule_open(&native, rule);
    note_instructions(&native);
    const struct game *game = &machine.model->games[0];
    size_t fields = game->field_count;
    table_make(game, extents[fields], holds_outcomes(held) ? held : WIDE, &a);
    table_make(game, extents[fields], held, &b);
    same = vm_hasten(native.vm, &b, true, &is_native) == ST_OK && is_native;
    if (!same) printf("# not compiled: %s\n", rule);
    compiled += same;
    enum status st = fill(&machine, &a, seed), other = fill(&native, &b, seed);
    st == ST_OK ? filled++ : failed++;
    fields_tried[fields < 4 ? fields : 3]++;
    if (st != other || vm_filled(machine.vm) != vm_filled(native.vm) || vm_work(machine.vm) != vm_work(native.vm))
        same = false;
    if (!table_same(&a, &b, vm_filled(machine.vm))) same = false;
    decided += holds_outcomes(held);
    narrowed += held == NARROW;
    if (strcmp(rule_message(&machine), rule_message(&native)) != 0) same = false;
    if (!same)
        printf("# %s\n# machine: %d, filled %llu, work %llu, %s\n# native: %d, filled %llu, work %llu, %s\n", rule,
               (int)st, (unsigned long long)vm_filled(machine.vm), (unsigned long long)vm_work(machine.vm),
               rule_message(&machine), (int)other, (unsigned long long)vm_filled(native.vm),
               (unsigned long long)vm_work(native.vm), rule_message(&native));
    table_discard(&a);
    table_discard(&b);
    rule_close(&machine);
    rule_close(&native);
    return same;
}

static bool agrees(const char *rule, uint64_t seed, int64_t heaps)
{
    bool values = agrees_on(rule, seed, heaps, WIDE);
    return (seed % 3 == 1 || agrees_on(rule, seed, heaps, seed % 3 == 2 ? MISERE : OUTCOMES)) && values;
}

/* The same rule, filled up to the first value beyond 16 bits: by the machine and compiled. */
static bool ends_where_narrow(bool hastened, int64_t high, uint64_t filled_to, enum status expected)
{
    struct rule_file f;
    struct value_table t;
    bool is_native = false, same = true;
    rule_open(&f, "game g(a, b) { move one(t in 1..a) -> g(a - t, b) move other(t in 1..b) -> g(a, b - t) }");
    t = (struct value_table){
        .fields = 2, .extent = {1, high + 1}, .stride = {high + 1, 1}, .count = (uint64_t)high + 1};
    t.narrow = calloc(t.count, sizeof *t.narrow);
    if (hastened) same = vm_hasten(f.vm, &t, true, &is_native) == ST_OK && is_native;
    same = same && vm_fill(f.vm, &t, 0, t.count, 1) == expected && vm_filled(f.vm) == filled_to;
    for (uint64_t i = 0; i < filled_to && same; i++) same = value_table_at(&t, i) == i;
    table_discard(&t);
    rule_close(&f);
    return same;
}

static bool ends_where_it_must(void)
{
    bool fine = true;
    for (int hastened = 0; hastened < 2; hastened++) {
        fine = ends_where_narrow(hastened, 65534, 65535, ST_OK) && fine;
        fine = ends_where_narrow(hastened, 65535, 65536, ST_OK) && fine;
        fine = ends_where_narrow(hastened, 65536, 65536, ST_UNSUPPORTED) && fine;
        fine = ends_where_narrow(hastened, 65600, 65536, ST_UNSUPPORTED) && fine;
    }
    return fine;
}

/* Compiled code knows the numbers of its parameters: with others it is not run, and compiled anew when it is asked for. */
static bool follows_parameters(void)
{
    static const char rule[] =
        "param p = 7\nparam q = 5\ngame g(n) { move m(t in 1..n) where n * t % p != 3 and t / q != "
        "n % q -> g(n - t) }";
    static const int64_t settings[][2] = {{7, 5}, {7, 3}, {11, 3}, {4000000000, 2}, {7, 5}};
    struct rule_file machine, native;
    bool same = true, is_native;
    rule_open(&machine, rule);
    rule_open(&native, rule);
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        const struct param_value params[] = {{.value = settings[i][0]}, {.value = settings[i][1]}};
        vm_set_params(machine.vm, params);
        vm_set_params(native.vm, params);
        for (int hastened = i == 0; hastened < 2; hastened++) {
            struct value_table a, b;
            table_make(&machine.model->games[0], 300, WIDE, &a);
            table_make(&native.model->games[0], 300, WIDE, &b);
            if (hastened) same = vm_hasten(native.vm, &b, true, &is_native) == ST_OK && is_native && same;
            same = fill(&machine, &a, i) == ST_OK && fill(&native, &b, i) == ST_OK && same;
            same = table_same(&a, &b, a.count) && same;
            table_discard(&a);
            table_discard(&b);
        }
    }
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
#define FORM(name, text, fine) [OP_##name] = true,
#define HOSTED(name, text) [OP_##name] = true,
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
    for (size_t i = 0; i < TABLE_RULES; i++) hand = agrees(table_rules[i], 0, 202) && hand;
    for (size_t i = 0; i < sizeof long_ones / sizeof *long_ones; i++) hand = agrees(long_ones[i], 0, 2100) && hand;
    for (size_t i = 0; i < sizeof lane_ones / sizeof *lane_ones; i++) hand = agrees(lane_ones[i], 0, 2100) && hand;
    for (size_t i = 0; i < sizeof lane_ones / sizeof *lane_ones; i++)
        hand = agrees_on(lane_ones[i], 0, 2100, NARROW) && hand;
    for (size_t i = 0; i < sizeof wide_ones / sizeof *wide_ones; i++) hand = agrees(wide_ones[i], 0, 2100) && hand;
    for (size_t i = 0; i < sizeof wide_ones / sizeof *wide_ones; i++)
        hand = agrees_on(wide_ones[i], 0, 2100, NARROW) && hand;
    for (size_t i = 1; i < TABLE_RULES; i += 4) hand = agrees_on(table_rules[i], 0, 202, MISERE) && hand;
    hand = agrees_on(wide_ones[0], 0, 2100, MISERE) && hand;
    for (size_t i = 0; i < TABLE_RULES; i += 5) hand = agrees_on(table_rules[i], 0, 202, NARROW) && hand;
    size_t failures = failed;
    for (uint64_t seed = first; seed < first + count; seed++) {
        struct text text = {0};
        table_rule_draw(seed, &text);
        random = agrees(text_c(&text), seed, 202) && random;
        random = (seed % 3 != 1 || agrees_on(text_c(&text), seed, 202, NARROW)) && random;
        text_free(&text);
    }
    printf("# %zu compiled, %zu of outcomes, %zu narrow, %zu filled, %zu fail, %zu of one field, %zu of two, %zu of "
           "more\n",
           compiled, decided, narrowed, filled, failed, fields_tried[1], fields_tried[2], fields_tried[3]);
    printf("%s 1 - rules by hand: values, failures and work as in the machine\n", hand ? "ok" : "not ok");
    printf("%s 2 - ten of them fail\n", failures >= 10 ? "ok" : "not ok");
    printf("%s 3 - every instruction that generated code carries out is in one of them\n",
           all_used() ? "ok" : "not ok");
    printf("%s 4 - random rules\n", random ? "ok" : "not ok");
    printf("%s 5 - a narrow table ends before the first value of more than 16 bits\n",
           ends_where_it_must() ? "ok" : "not ok");
    printf("%s 6 - other parameters, other code\n1..6\n", follows_parameters() ? "ok" : "not ok");
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) != 0;
}
