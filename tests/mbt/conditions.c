/* SPDX-License-Identifier: MIT */
/* Heaps from which is taken if a condition on the take and the other heaps holds: residues, common divisors, nim-sums,
 * limits, what has no value somewhere, and any of these joined; as fields, as a row, as a bag; also moves of two heaps
 * at a time and from one heap to the next. Every numbered state has the value of a plain search, which knows nothing
 * of sets of takes (solve/ranked/sieve.h), and under both conventions the outcome that its options have.
 * usage: conditions [FIRST_SEED [COUNT]]; prints TAP lines, and what differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "numbering.h"
#include "random_rule.h"
#include "slow_outcomes.h"

extern const struct solver solver_hashed;
enum { HEAPS_MOST = 4, DEEP = 3, LONG = 60 };
struct tally {
    size_t rules, ordered, values, wrong;
    size_t ends[NUMBERING_ENDS]; /* of rules: how numbering them ended */
    struct outcomes_seen outcomes;
};
#define PICK(seed, list) ((list)[random_below(seed, sizeof(list) / sizeof *(list))])

/* ---- rules: X is the heap that is taken from, Y and Z are the next two, W the one before
 * --------------------------------------- */
static const char *const atoms[] = {
    "t % 2 == 1",
    "t % 3 == (Y + Z) % 3",
    "(X + Y + Z - t) % 3 != 0",
    "gcd(t, Y + Z) == 1",
    "gcd(X - t, Y) <= 1",
    "gcd(t, Y) == gcd(t, Z)",
    "gcd(X - t, 3 * X + 5 * Y - Z) >= 2",
    "gcd(Y, Z) == 1",
    "gcd(X, Y) != 2",
    "xor(X, Y, Z) >= t",
    "xor(Y, Z) != t",
    "xor(t, Y) < Z",
    "xor(X - t, Y) > Z - 1",
    "t <= Y + Z",
    "2 * t > X - 1",
    "3 * t != Y * Z",
    "2 * t == X * Y",
    "Y * Z - 3 * t >= 0",
    "X * Y + 2 * t < 9",
    "X - t != Y",
    "X - t == Z or t < 3",
    "(Y + Z) % t == 0",
    "X / t > Y",
    "Z / Y == t",
    "Y % X != t % 2",
    "t * t <= X + Y",
    "(t + Y) * (t + Y) % 5 < 3",
    "(2 * t + Y) % 4 != 1",
    "(t * Y + Z) % 3 != 1",
    "(Y * Z - 2 * t) % 5 < 3",
    "(t * Y % 7 - Z) % 3 == 1",
    "(Y - t) * (Z - t) % 3 != 2",
    "(t * t * Y - X) % 2 == Z % 2",
    "(t * Y * 3037000500 * 3037000499 + 1) % 5 != 2",
    "(Y - 1) * t * (Y - 1) * t * (Y - 1) * t * (Y - 1) * t * (Y - 1) * t * (Y - 1) * t % "
    "1000 < 600",
    "xor(t, X - t) % 3 != 1",
    "gcd(X - t, Y + t) == 1",
    "t * (X - t) % 5 < 3",
    "(X - t) / 3 == (Y + t) / 4",
    "xor(X - t, Y + t, Z) % 4 > 1",
    "(t * (Y - t) + Z) % 3 == 1",
    "Y / (X - t + 1) <= t",
    "min(t, Y) == max(t, Z)",
    "odd(t + X)",
    "(Y > 1 ? t % Y == 1 : t > 1)",
    "(t > Y ? Z > 0 : gcd(X, Z) == 1)",
    "X > Y",
    "even(Y)",
    "t in primes",
    "Y + t in squares",
    "X - t in fib or t == 1",
    "t in powers(2)",
    "t in powers(max(Y, 2))",
    "t in divisors(Y + Z + 1)"};
static const char *const ranges[] = {"1..X", "1..X", "1..min(X, Y + 2)", "X % 2 + 1..X", "max(1, X - 3)..X"};
/* What becomes of the heap and of the next one. */
enum change { TAKE, TAKE_TWICE, TAKE_BOTH, TAKE_SQUARE, SHIFT, LEAVE, CLEAR, SWAP, TAKE_EACH, TAKE_SIDED, CHANGES };
/* A value more, of fields. */
static const char *const beside_of[CHANGES] = {[TAKE_EACH] = "s in 1..min(Y, 3), ", [TAKE_SIDED] = "s in 139..140, "};
static const char *const with_beside[] = {"(s * t + X) % 3 == 1", "(s + t + Y) % 4 != 2", "(X * s - t) % 5 > 1",
                                          "xor(t, s + 2) > Y", "s * t * 1000000000000000 % 7 != 2"};

static void write_condition(uint64_t *seed, int deep, struct text *out)
{
    size_t how = random_below(seed, 6);
    if (deep == 0 || how < 2) {
        text_puts(out, PICK(seed, atoms));
        return;
    }
    text_puts(out, how == 5 ? "not (" : "(");
    write_condition(seed, deep - 1, out);
    text_puts(out, how == 5 ? "" : how % 2 ? ") and (" : ") or (");
    if (how != 5) write_condition(seed, deep - 1, out);
    text_putc(out, ')');
}

/* The letters replaced by the names of heaps. */
static void write_named(const char *text, const char *const *names, struct text *out)
{
    for (; *text; text++) {
        if (*text >= 'W' && *text <= 'Z') text_puts(out, names[*text - 'W']);
        else text_putc(out, *text);
    }
}

static const char *range_of(enum change change, uint64_t *seed)
{
    switch (change) {
    case TAKE_TWICE: return "1..X / 2";
    case TAKE_BOTH: return "1..min(X, Y)";
    case TAKE_SQUARE: return "0 - 2..X";
    case LEAVE: return random_below(seed, 2) ? "0..X - 1" : "max(0, X - 4)..X - 1";
    default: return PICK(seed, ranges);
    }
}

static const char *const taken[CHANGES] = {"X - t", "X - 2 * t", "X - t", "X - t * t", "X - t",
                                           "t",     "0",         "Y",     "X - t",     "X - t"};
static const char *const next_of[CHANGES] = {"Y", "Y", "Y - t", "Y", "Y", "Y", "Y", "X - t", "Y - s", "Y"};
static const char *const before_of[CHANGES] = {"W", "W", "W", "W", "W + t", "W", "W", "W", "W", "W"};
static const char *const always[CHANGES] = {"", "", "", "t * t >= 1 and t * t <= X and ", "", "", "", "", "", ""};

/* One move of heaps named one by one, or by a place i. */
static void write_move(const char *condition, enum change change, const char *range, const char *generator, int number,
                       const char *const *names, struct text *out)
{
    text_add(out, "\n  move m%d(%s", number, generator);
    if (beside_of[change]) write_named(beside_of[change], names, out);
    text_puts(out, "t in ");
    write_named(range, names, out);
    text_add(out, ") where %s", change == SHIFT && *generator ? "i > 1 and " : "");
    write_named(always[change], names, out);
    text_puts(out, "(");
    write_named(condition, names, out);
    text_puts(out, ")\n    -> ");
}

static void write_fields(const char *condition, enum change change, const char *range, size_t heaps, int m,
                         struct text *out)
{
    static const char *const letters[HEAPS_MOST] = {"a", "b", "c", "d"};
    for (size_t h = change == SHIFT; h < heaps; h++) {
        size_t next = (h + 1) % heaps, before = (h + heaps - 1) % heaps;
        const char *names[] = {letters[before], letters[h], letters[next], letters[(h + 2) % heaps]};
        write_move(condition, change, range, "", m * HEAPS_MOST + (int)h, names, out);
        for (size_t k = 0; k < heaps; k++) {
            text_puts(out, k ? ", " : "g(");
            const char *becomes = k == h        ? taken[change]
                                  : k == before ? before_of[change]
                                  : k == next   ? next_of[change]
                                                : letters[k];
            write_named(becomes, names, out);
        }
        text_putc(out, ')');
    }
}

static void write_row(const char *condition, enum change change, const char *range, bool bag, bool beside, int m,
                      struct text *out)
{
    static const char *const names[] = {"h[(i + len(h) - 2) % len(h) + 1]", "h[i]", "h[i % len(h) + 1]",
                                        "h[(i + 1) % len(h) + 1]"};
    write_move(condition, change, range, "i in 1..len(h), ", m, names, out);
    text_puts(out, bag ? "g([k == i ? " : "g(h with { [i] = ");
    write_named(taken[change], names, out);
    if (change == TAKE_BOTH) text_puts(out, bag ? " : k == i % len(h) + 1 ? h[k] - t" : ", [i % len(h) + 1] -= t");
    if (change == SWAP) text_puts(out, bag ? " : k == i % len(h) + 1 ? h[i] - t" : ", [i % len(h) + 1] = h[i] - t");
    if (change == SHIFT) text_puts(out, bag ? " : k == i - 1 ? h[k] + t" : ", [i - 1] += t");
    text_puts(out, bag ? " : h[k] for k in 1..len(h)]" : " }");
    text_puts(out, beside ? ", n)" : ")");
}

/* 0: fields, 1: a row, 2: a bag; beside: a number that no move changes. */
static void write_rule(uint64_t *seed, size_t form, size_t heaps, bool beside, struct text *out)
{
    static const char *const fields[] = {"a, b", "a, b, c", "a, b, c, d"};
    size_t moves = 1 + random_below(seed, 2);
    text_add(out, "game g(%s%s) {",
             form == 0   ? fields[heaps - 2]
             : form == 1 ? "h: row"
                         : "h: bag",
             beside ? ", n" : "");
    for (size_t m = 0; m < moves; m++) {
        struct text condition = {0};
        enum change change = random_below(seed, 3) ? TAKE : (enum change)random_below(seed, CHANGES);
        if (change == SHIFT && form == 2) change = TAKE; /* places of a bag follow its order */
        if (form > 0 && beside_of[change]) change = TAKE;
        if (beside_of[change])
            text_add(&condition, "%s %s ", PICK(seed, with_beside), random_below(seed, 2) ? "and" : "or");
        write_condition(seed, DEEP, &condition);
        const char *range = range_of(change, seed);
        if (form == 0) write_fields(text_c(&condition), change, range, heaps, (int)m, out);
        else write_row(text_c(&condition), change, range, form == 2, beside, (int)m, out);
        text_free(&condition);
    }
    text_puts(out, "\n}\n");
}

/* ---- values ------------------------------------------------------------------------------------------------------ */
static bool value_of(struct runtime_case *c, const int64_t *cells, size_t count, uint64_t *value)
{
    struct component one = {c->file.model->main_game, (uint32_t)count, cells};
    struct ask q = {.what = Q_VALUE, .components = &one, .count = 1, .apart = true};
    struct way way = {.by = &solver_hashed, .ask = &q};
    struct result result = {0};
    if (solver_hashed.run(c->env, &way, &c->arena, &result) != ST_OK) return false;
    *value = result.values[0];
    return true;
}

/* `before`: cells before those of the heaps. */
static void compare_all(struct tally *t, struct runtime_case *c, const char *rule, const struct ranks *r,
                        const uint16_t *values, size_t before, int64_t length)
{
    int64_t cells[TERM_CELLS + 1] = {length};
    uint64_t i = 0, value = 0;
    ranks_first(r, cells + before);
    do {
        t->values++;
        bool has = value_of(c, cells, before + r->cells, &value);
        if (has && value == values[i]) continue;
        t->wrong++;
        printf("# numbered as %u, searched as %s%llu:", values[i], has ? "" : "nothing, not ",
               (unsigned long long)value);
        for (size_t k = 0; k < before + r->cells; k++) printf(" %lld", (long long)cells[k]);
        printf(" in %s", rule);
        return;
    } while (i++, ranks_next(r, cells + before));
}

/* Also of a numbering by orders that seem to be kept, in which equal heaps need not be in one group. */
static void compare_outcomes(struct tally *t, const char *rule, struct numbered n, const int64_t (*starts)[TERM_CELLS])
{
    struct orders orders;
    struct ranks ordered = {0};
    struct shots shots;
    size_t differ = outcomes_differ(&n, &t->outcomes);
    orders_find(n.u, starts, 1, 1, &orders);
    n.r = &ordered;
    n.shots = &shots;
    bool ready = orders.any && ranks_open(n.u, n.x, &orders, starts, 1, &n.c->arena, &ordered) == ST_OK && ordered.fine;
    if (ready && shots_open(n.u, n.x, &ordered, &n.c->arena, &shots) == ST_OK) {
        differ += outcomes_differ(&n, &t->outcomes);
        t->ordered++;
    }
    if (differ) printf("# in %s", rule);
    t->wrong += differ;
}

static void number(struct tally *t, struct runtime_case *c, const char *rule, const int64_t *start, size_t count,
                   size_t before)
{
    struct component one = {c->file.model->main_game, (uint32_t)count, start};
    const int64_t(*starts)[TERM_CELLS] = (const int64_t(*)[TERM_CELLS])(start + before);
    struct numbering n;
    numbering_open(&n, c, &one, starts);
    t->ends[n.end]++;
    if (n.end == NUMBERING_VALUED) {
        struct numbered all = {c, &n.u, &n.x, &n.r, &n.shots, .before = before, .length = start[0]};
        compare_all(t, c, rule, &n.r, n.values, before, start[0]);
        compare_outcomes(t, rule, all, starts);
    }
    numbering_close(&n);
}

/* Conditions that contradict each other make no rule. */
static bool is_rule(const char *text)
{
    struct rule_file file;
    rule_open(&file, text);
    bool fine = file.st == ST_OK;
    rule_close(&file);
    return fine;
}

static void try_rule(struct tally *t, uint64_t seed)
{
    struct text text = {0};
    struct runtime_case c;
    int64_t start[1 + TERM_CELLS] = {0};
    seed = hash_mix(seed);
    size_t form = random_below(&seed, 3), heaps = 2 + random_below(&seed, 3), before = form > 0;
    static const int64_t least[] = {8, 4, 2};
    bool beside = form > 0 && random_below(&seed, 2);
    write_rule(&seed, form, heaps, beside, &text);
    start[0] = (int64_t)heaps;
    for (size_t h = 0; h < heaps; h++) start[before + h] = least[heaps - 2] + (int64_t)random_below(&seed, 3);
    if (heaps == 2) start[before + (form == 2)] += LONG; /* sets of two words */
    for (size_t h = 1; h < heaps && form == 2; h++)      /* a bag ascends */
        if (start[before + h] < start[before + h - 1]) start[before + h] = start[before + h - 1];
    if (beside) start[before + heaps] = (int64_t)random_below(&seed, 4);
    for (size_t h = 0; h < heaps && beside && form == 1 && random_below(&seed, 2); h++)
        start[before + h] = 1 + (int64_t)random_below(&seed, 3); /* some are below it */
    t->rules++;
    if (is_rule(text_c(&text))) {
        case_open(&c, text_c(&text));
        number(t, &c, text_c(&text), start, before + heaps + beside, before);
        case_close(&c);
    } else {
        t->ends[NUMBERING_REFUSED]++;
    }
    text_free(&text);
}

/* Heaps that may be exchanged, of which one seems to stay below n and so is in no group with the others. */
static void try_apart(struct tally *t)
{
    static const char rule[] =
        "game g(h: row, n) {\n  move m(i in 1..len(h), t in 1..h[i]) -> g(h with { [i] -= t }, n)\n}\n";
    static const int64_t starts[][6] = {{3, 1, 2, 3, 1}, {3, 3, 2, 1, 1}, {3, 0, 0, 2, 0}, {4, 1, 4, 2, 4, 1}};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        struct runtime_case c;
        case_open(&c, rule);
        number(t, &c, rule, starts[i], (size_t)starts[i][0] + 2, 1);
        case_close(&c);
    }
}

/* What may have no value, among what the cells alone decide, what ends a range, and what is looked at late. */
static void write_hidden(uint64_t *seed, struct text *out)
{
    static const char *const looks[] = {"h[1] / h[2] != t",
                                        "6 / (t - 2) > -9",
                                        "h[i] % (t - 1) != 7",
                                        "n / h[1] != 1",
                                        "pow(2, 30 * t) > 0",
                                        "isqrt(t - 2) >= 0",
                                        "(h[2] > 0 and h[1] % h[2] != 1)",
                                        "(h[2] == 0 or 3 / h[2] != t)",
                                        "gcd(t, h[1]) != 2",
                                        "h[2] > 0",
                                        "h[2] != 0",
                                        "t < 3",
                                        "t != 2",
                                        "t > 1",
                                        "i == 1",
                                        "i != 2",
                                        "t <= h[2]",
                                        "n == 1",
                                        "n / (h[1] * h[1] - 2) > 0",
                                        "h[2] / (h[1] * h[1] - 2) < 1",
                                        "t / (t * t - 2) > 0"};
    static const char *const first_ends[] = {"1..h[i]",     "1..h[i]",     "1..4",
                                             "1..6 / h[2]", "1..6 / h[i]", "1..pow(2, 32 * n)"};
    static const char *const second_ends[] = {"", "", ", s in 0..6 / h[1]", ", s in 0..6 / (t - 1)", ", s in 1..h[1]"};
    text_add(out, "game g(h: row, n) {\n  move m(i in 1..len(h), t in %s%s) where ", PICK(seed, first_ends),
             PICK(seed, second_ends));
    size_t count = 1 + random_below(seed, 3), at = random_below(seed, count + 1);
    for (size_t k = 0; k <= count; k++)
        text_add(out, "%s%s", k ? " and " : "", k == at ? "t <= h[i]" : PICK(seed, looks));
    text_puts(out, " -> g(h with { [i] -= t }, n)\n}\n");
}

static void try_hidden(struct tally *t, uint64_t seed)
{
    struct text text = {0};
    seed = hash_mix(seed);
    write_hidden(&seed, &text);
    int64_t start[5] = {3};
    for (size_t k = 1; k < 5; k++) start[k] = (int64_t)random_below(&seed, k < 4 ? 5 : 2);
    t->rules++;
    if (is_rule(text_c(&text))) {
        struct runtime_case c;
        case_open(&c, text_c(&text));
        number(t, &c, text_c(&text), start, 5, 1);
        case_close(&c);
    } else {
        t->ends[NUMBERING_REFUSED]++;
    }
    text_free(&text);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 160;
    struct tally t = {0};
    for (uint64_t seed = first; seed < first + count; seed++) try_rule(&t, seed);
    try_apart(&t);
    for (uint64_t seed = first; seed < first + 4 * count; seed++) try_hidden(&t, seed);
    bool fine = !t.wrong && t.ends[NUMBERING_VALUED] > count / 2 && t.outcomes.turned > count / 4;
    printf("# outcomes: %zu tables, %zu refused, %zu with moves turned round, %zu states, %zu lost, %zu ordered\n",
           t.outcomes.tables, t.outcomes.refused, t.outcomes.turned, t.outcomes.states, t.outcomes.lost, t.ordered);
    printf("%s 1 - conditions: %zu rules, %zu numbered, %zu values, %zu failed, %zu that would hide, "
           "%zu refused, %zu wrong\n",
           fine ? "ok" : "not ok", t.rules, t.ends[NUMBERING_VALUED], t.values, t.ends[NUMBERING_FAILED],
           t.ends[NUMBERING_HIDDEN], t.ends[NUMBERING_REFUSED], t.wrong);
    printf("1..1\n");
    return fine ? 0 : 1;
}
