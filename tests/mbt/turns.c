/* SPDX-License-Identifier: MIT */
/* Loops that are run in blocks against the same loops turn by turn: the same values, the same failures with the same words, the same
 * account of work, for each kind of processor that there is code for. Rules by hand, then random ones.
 * usage: turns [FIRST_SEED [COUNT]]; prints TAP lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "code/compile/program.h"
#include "code/machine/turns.h"
#include "rule_file.h"
#include "table_rules.h"

/* Turns that part and meet again, that fail where others do not, numbers at the ends of 64 bits and of 32, what is the same for all
 * turns now and then, loops in loops, sums, several runs, values beyond the first array of marks. */
static const char *const by_hand[] = {
    "game g(n) { move m(t in 1..n) where t % 3 == 1 or t * t % 11 == n % 5 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where (t % 2 == 0 ? t % 3 : n % 7) < 2 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where (t % 2 == 0 ? 3 : n % (t + 1)) < 2 -> g(n - t) }",
    /* divisors of each turn's own, small ones and such that hardly fit, and where some turns have none */
    "game g(n) { move m(t in 1..n) where n / t % 3 == 1 or (n - t) % (t % 7 + 2) == 1 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where 2147483647 / t % 5 < 2 and (2147483600 - t) % (t * 7000000 + 3) % 3 != 1 -> "
    "g(n - t) }",
    "game g(n) { move m(t in 1..n) where (t % 2 == 0 ? n / (t + 1) : n % (t * t)) % 4 < 2 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where (t % 3 == 0 ? 2147483646 % (2147483647 - t) : t) % 5 < 3 -> g(n - t) }",
    "game g(a, b) { move l(t in 1..a) where b / t % 2 == 0 -> g(a - t, b) move r(t in 1..b) where b % (b + 1 - t) < 3 "
    "-> g(a, b - t) }",
    /* all turns of a heap or none, which bounds do not tell */
    "game g(n) { move m(t in 1..n) where (4 * t + n) % 4 in {1, 2} -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where (n % 2 == 0 ? 3 : n % 5) < 3 and gcd(t, n) != 2 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where t == 5 or 100 / (t - 5) > 3 or t % 7 == 3 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where t % 7 != 5 and 100 / (n - 2 * t) > 3 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where 4611686018427387904 / n * t > 5000 or t % 5 == 1 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where (t + 4294967290) % 7 < 3 and (t * 4294967296) % 11 != 2 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where (t + 4294967200) / 97 % 3 == 1 or (t + 2147483600) * (t + 2147483590) % 5 == "
    "2 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where (t - 60) / 7 % 3 == 1 or (n - t - 90) % 11 == 2 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where (n * t) % 4294967295 % 3 != 1 and (t * t) / 4294967296 == 0 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where min(t, n - t) % 3 == 1 or max(3 * t, n) % 4 == 2 or abs(n - 2 * t) % 5 == 3 "
    "-> g(n - t) }",
    "game g(n) { move m(t in 1..n) where xor(t, n) % 3 == 1 and popcount(t + 255) < 6 and not (bit(t, 2) == 1 and "
    "odd(n - t)) -> g(n - t) }",
    "game g(n) { move m(a in 1..n - 1) where a * (n - a) % 7 < 3 -> g(a) + g(n - a) }",
    "game g(n) { move m(a in 1..n - 1) where a % 5 != 2 -> a % 2 == 0 ? g(a) + g(n - 1 - a) : g(n - a) }",
    /* what goes up or down evenly, part of it beyond the box, written in some turns only, or no more than the same for all */
    "game g(n) { move m(t in 1..n) where t + t <= n and t % 3 != 1 -> g(n - t - t) }",
    "game g(n) { move m(t in 1..n) where t % 4 < 2 -> t % 2 == 0 ? g(n - t) : g(t - 1) }",
    "game g(n) { move m(t in 1..n) where (t % 2 == 0 ? n - t : t) % 5 < 3 and t * n % 7 != 2 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where (t % 3 == 0 ? t : n - (n - t) - t + 4) % 5 < 3 -> g(n - t) + g(t - 1) + g(n - "
    "t) "
    "}",
    "game g(n) { move m(a in 1..n / 2) where xor(a, n - a) > 5 -> g(a) + g(n - a) }",
    "game g(n) { move m(t in 1..n) where t * t % 7 < 4 -> n - t > 250 ? g(n - t) + g(n - t - 240) : g(n - t) }",
    "game g(n) { move m(a in 1..n - 1) where a % 3 == 1 and (n - a) % 4 != 2 -> g(a) + g(n - a) }",
    "game g(a, b) { move l(t in 1..a) where t % 3 != 1 and t <= b -> g(a - t, b - t) move r(t in 1..a) where t % 2 == "
    "1 "
    "and b + t <= 44 -> g(a - t, b + t) }",
    "game g(a, b) { move l(t in 1..a) where t * b % 5 == 1 -> g(a - t, t) move r(t in 1..b) where t * a % 3 == 1 -> "
    "g(a, "
    "b - t) + g(0, t) }",
    "game g(n) { move m(t in 1..n) where t <= 60 or t % 4 == 1 or t > n - 3 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where count(y for y in 1..t where y * y % 17 == n % 17) % 3 == 1 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where all(y * t % 19 != 3 for y in 1..40) -> g(n - t) }",
    "game g(n) { move m(s in 1..n, t in s..n) where s + t <= n and s * t % 7 == 3 -> g(n - s - t) }",
    "game g(a, b) { move l(t in 1..a) where t % (b + 1) < 3 -> g(a - t, b) move r(t in 1..b) where t % (a + 2) < 2 -> "
    "g(a, b - t) }",
    "game g(a, b) { move l(t in 1..a) where t * t <= a + b -> g(a - t, b) move r(t in 1..b) where (t + a) % 3 == 0 -> "
    "g(t % 2 == 0 ? a : a / 2, b - t) }",
    "game g(a, b) { move l(t in 1..a) where 2 * t <= a and t % 3 != 1 -> g(a - 2 * t, b) move r(t in 1..b) where t % 4 "
    "< 2 -> g(a, b - t) }",
    "game g(a, b) { move l(t in 1..a) where t % 3 != 1 -> g(a - t, b + t / 9 - t / 11) }",
    "game g(n) where n % 7 != 3 { move m(t in 1..n) where (n - t) % 7 != 3 and t * n % 5 != 2 -> g(n - t) }",
    "game g(n) where n % 70 != 3 { move m(t in 1..n) where t * n % 5 != 2 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where t % 1000 != 999 and t * 0 == 0 and (t % 2 == 0 or t % 2 == 1) -> g(n - t) }",
    "param S = {2, 3, 7, 50, 51} in 1..\ngame g(n) { move m(t in 1..n) where t in S or t % 30 in S or t in powers(n % "
    "5 + 2) -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where t in powers(n % 50) or t == 1 -> g(n - t) }",
    "game g(n) { move m(t in 1..n) where power_of_two(t) or isqrt(t) * isqrt(t) == t or t in divisors(n + 1) -> g(n - "
    "t) }",
    "game g(n) { move m(t in 1..n) where isqrt(150 - t) > 3 or t > 120 -> g(n - t) }",
    "game g(n: int) where n >= -9 { move m(t in 1..n + 9) where (n - t) % 4 != -t % 3 and (n - 2 * t) / 5 % 2 == 0 -> "
    "g(n - t) }",
};
#define BY_HAND (sizeof by_hand / sizeof *by_hand)

static size_t filled, failed, tables;

struct run {
    struct rule_file rule;
    struct value_table table, smaller; /* a box of other sides, after the first one */
    enum status st;
    uint64_t filled, work; /* of the first */
};

static void run(struct run *r, const char *rule, int64_t extent, enum held held, size_t kind)
{
    rule_open(&r->rule, rule);
    table_make(&r->rule.model->games[0], extent, held, &r->table);
    table_make(&r->rule.model->games[0], extent - extent / 4, held, &r->smaller);
    vm_turns(r->rule.vm, kind);
    r->st = vm_fill(r->rule.vm, &r->table, 0, r->table.count / 3, 1);
    if (r->st == ST_OK) r->st = vm_fill(r->rule.vm, &r->table, r->table.count / 3, r->table.count, 1);
    r->filled = vm_filled(r->rule.vm);
    r->work = vm_work(r->rule.vm);
    if (r->st == ST_OK) r->st = vm_fill(r->rule.vm, &r->smaller, 0, r->smaller.count, 1);
}

static void end(struct run *r)
{
    table_discard(&r->table);
    table_discard(&r->smaller);
    rule_close(&r->rule);
}

static bool same_run(struct run *a, struct run *b, const char *rule, size_t kind)
{
    bool same = a->st == b->st && a->filled == b->filled && a->work == b->work &&
                strcmp(rule_message(&a->rule), rule_message(&b->rule)) == 0;
    same = same && table_same(&a->table, &b->table, a->filled);
    same = same && (a->st != ST_OK || table_same(&a->smaller, &b->smaller, a->smaller.count));
    if (!same)
        printf("# %s\n# one by one: %d, filled %llu, work %llu, %s\n# blocks %zu: %d, filled %llu, work %llu, %s\n",
               rule, (int)a->st, (unsigned long long)a->filled, (unsigned long long)a->work, rule_message(&a->rule),
               kind, (int)b->st, (unsigned long long)b->filled, (unsigned long long)b->work, rule_message(&b->rule));
    return same;
}

/* Is the rule one with a table, and may it hold this? */
static bool has_table(const char *rule, enum held held, size_t *fields)
{
    struct rule_file f;
    rule_open(&f, rule);
    bool has = f.st == ST_OK && vm_fillable(f.code, 0) && f.model->games[0].field_count <= 4;
    if (has && holds_outcomes(held)) has = vm_decidable(f.code, 0, held == MISERE, false);
    if (has && held == NARROW) has = !f.model->games[0].invariant;
    if (f.st == ST_OK) *fields = f.model->games[0].field_count;
    rule_close(&f);
    return has;
}

static bool agrees_on(const char *rule, enum held held)
{
    static const int64_t extents[] = {0, 300, 45, 22, 9};
    size_t fields = 0;
    bool same = true;
    if (!has_table(rule, held, &fields)) return true;
    struct run slow, fast;
    run(&slow, rule, extents[fields], held, 0);
    slow.st == ST_OK ? filled++ : failed++;
    for (size_t kind = 1; kind <= vm_turn_kinds(); kind++) {
        run(&fast, rule, extents[fields], held, kind);
        same = same_run(&slow, &fast, rule, kind) && same;
        end(&fast);
    }
    tables++;
    end(&slow);
    return same;
}

static bool agrees(const char *rule)
{
    bool same = true;
    for (enum held held = WIDE; held <= MISERE; held++) same = agrees_on(rule, held) && same;
    return same;
}

/* How many loops of its table are run in blocks? */
static size_t loops_of(const char *rule)
{
    struct rule_file f;
    struct turns *turns = NULL;
    size_t loops = 0;
    rule_open(&f, rule);
    const struct program *p = f.code->programs.data[f.code->games[0].table];
    if (turns_open(p, &turns) == ST_OK && turns)
        for (size_t i = 0; i < p->count; i++) loops += turns_has(turns, i);
    turns_close(turns);
    rule_close(&f);
    return loops;
}

/* A loop whose turns depend on one another, or that does more than numbers, is none. */
static bool loops_are_told(void)
{
    static const struct {
        size_t loops;
        const char *rule;
    } known[] = {
        {1, "game g(n) { move m(t in 1..n) where t * t % 7 == 1 -> g(n - t) }"},
        {2, "game g(a, b) { move l(t in 1..a) where t % 3 == b % 3 and gcd(t, b) == 1 -> g(a - t, b) move r(t in 1..b) "
            "where t * t % 7 < a -> g(a, b - t) }"},
        /* it ends at the first turn that fails, before that turn has an option */
        {1, "game g(a, b) { move r(t in 1..b) where t * t < a -> g(a, b - t) }"},
        {1, "game g(a, b) { move l(s in 1..a, t in 1..b) where s * t % 5 == 1 -> g(a - s, b - t) }"},
        {0, "game g(n) { move m(t in 1..n) -> g(n - t) }"},
        {0, "game g(n) { move m(t in 1..n) where count(y for y in 1..t where y * y % 17 == 2) == 3 -> g(n - t) }"},
        {0, "game g(n) { move m(t in 1..n) where fib(t % 50) % 3 == 1 -> g(n - t) }"},
    };
    bool fine = true;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t loops = loops_of(known[i].rule);
        if (loops == known[i].loops) continue;
        printf("# %zu loops in blocks, not %zu: %s\n", loops, known[i].loops, known[i].rule);
        fine = false;
    }
    return fine;
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 60;
    bool hand = true, random = true;
    for (size_t i = 0; i < BY_HAND; i++) hand = agrees(by_hand[i]) && hand;
    for (size_t i = 0; i < TABLE_RULES; i++) hand = agrees(table_rules[i]) && hand;
    size_t failures = failed;
    for (uint64_t seed = first; seed < first + count; seed++) {
        struct text text = {0};
        table_rule_draw(seed, &text);
        random = agrees(text_c(&text)) && random;
        text_free(&text);
    }
    printf("# %zu tables, %zu filled, %zu fail; %zu kinds of processors\n", tables, filled, failed, vm_turn_kinds());
    printf("%s 1 - rules by hand: values, failures and work as turn by turn\n", hand ? "ok" : "not ok");
    printf("%s 2 - ten of them fail\n", failures >= 10 ? "ok" : "not ok");
    printf("%s 3 - random rules\n", random ? "ok" : "not ok");
    printf("%s 4 - which loops are run in blocks\n1..4\n", loops_are_told() ? "ok" : "not ok");
    return 0;
}
