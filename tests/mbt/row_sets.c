/* SPDX-License-Identifier: MIT */
/* Rows that increase, and bags of different numbers: tokens on squares that move to others, in pairs, or leave, spelled in many ways, beside a number or not, under
 * conditions on indices, numbers and other tokens, and in some rules onto a square that is taken. Values and outcomes by the solver that
 * sees the row as a set against searches of the rule as it is written.
 * usage: row_sets [FIRST_SEED [COUNT]]; prints TAP lines. */
#include <stdio.h>
#include <string.h>
#include "drawn_box.h"
#include "random_rule.h"

enum { SQUARES = 9, STARTS = 8 };
enum beside { NONE, BEFORE, BEHIND }; /* a number beside the row, and where it stands */
static size_t rules, seen_rules, values, outcomes, refused;
#define PICK(seed, list) ((list)[random_below(seed, sizeof(list) / sizeof *(list))])

/* ---- rules --------------------------------------------------------------------------------------------------------- */
/* A token goes from its square %1$s to %2$s; it has the index i, but for those of which x is the square. */
static const char *const free_squares[] = {"%2$s not in c",
                                           "not %2$s in c",
                                           "all(c[j] != %2$s for j in 1..len(c))",
                                           "all(%2$s != c[k] for k in 1..len(c))",
                                           "not any(z == %2$s for z in c)",
                                           "all(z != %2$s for z in c where z < %1$s)",
                                           "count(z for z in c where z == %2$s) == 0",
                                           "sum(c[j] == %2$s ? 1 : 0 for j in 1..len(c)) == 0",
                                           "%2$s not in c and %2$s + 1 not in c or %2$s not in c"};
static const char *const conditions[] = {"odd(%1$s + %2$s)",
                                         "(%1$s - %2$s) %% 3 != 1",
                                         "len(c) >= 2",
                                         "count(z for z in c where z > %2$s) <= 2",
                                         "any(z < %2$s for z in c)",
                                         "sum(z for z in c) %% 2 == 0",
                                         "not any(c[j] in %2$s + 1..%1$s - 1 for j in 1..len(c))",
                                         "min(%1$s, 3) > %2$s",
                                         "%2$s + 1 in c",
                                         "max(z for z in c) == %1$s",
                                         "any(z > 12 / (%1$s - %2$s + 1) for z in c)",
                                         "all(12 / (z + 1) != %2$s for z in c)",
                                         "xor(z for z in c) != 3"};
static const char *const of_indices[] = {"any(c[j] > c[i] for j in i + 1..len(c))",
                                         "all(j == i or c[j] > 0 for j in 1..len(c))",
                                         "count(j for j in 1..i) <= 2",
                                         "any(j != i and c[j] %% 2 == 0 for j in 1..len(c))",
                                         "not any(c[j] in y + 1..c[i] - 1 for j in 1..i - 1)",
                                         "c[i - 1] < y",
                                         "i >= 2",
                                         "c[1] != 2",
                                         "y < i + 3"};
static const char *const by_index[] = {"sort(c with { [i] = y })",
                                       "sort(c with { [i] -= c[i] - y })",
                                       "sort([j == i ? y : c[j] for j in 1..len(c)])",
                                       "sort([j != i ? c[j] : y for j in 1..len(c)])",
                                       "sort([c[j] == c[i] ? y : c[j] for j in 1..len(c)])",
                                       "sort([i == j ? y : c[j] for j in 1..len(c)])",
                                       "y == 0 ? [c[j] for j in 1..len(c) where j != i] : sort(c with { [i] = y })",
                                       "y %% 4 == 3 ? [z for z in c where z != c[i]] : sort(c with { [i] = y })"};
static const char *const by_number[] = {"sort([z == x ? y : z for z in c])", "sort([z != x ? z : y for z in c])",
                                        "y == 0 ? [z for z in c where z != x] : sort([z == x ? y : z for z in c])"};
static const char *const bags_by_index[] = {
    "[j == i ? y : c[j] for j in 1..len(c)]", "[z == c[i] ? y : z for z in c]",
    "y %% 4 == 3 ? [z for z in c where z != c[i]] : [z != c[i] ? z : y for z in c]"};
static const char *const bags_by_number[] = {"[z == x ? y : z for z in c]", "[z for z in c where z != x]"};
static const char *const of_pairs[] = {
    "(i in 1..len(c), j in i + 1..len(c)) where c[i] >= 1 and c[i] - 1 not in c and c[j] - 1 not in c",
    "(j in 1..len(c), i in 1..j - 1) where c[i] > 0 and all(z != c[i] - 1 and z != c[j] - 1 for z in c)",
    ("(i in 1..len(c), j in 1..len(c)) where i != j and c[i] >= 1 and c[j] >= 1 and c[i] - 1 not in c and c[j] - 1 "
     "not in c"),
    "(i in 1..len(c), j in 1..i - 1) where c[j] >= 1 and c[i] == c[j] + 2 and c[j] - 1 not in c"};

static void put_guard(uint64_t *seed, const char *from, const char *to, bool index, struct text *out)
{
    if (random_below(seed, 12)) text_add(out, PICK(seed, free_squares), from, to);
    else text_puts(out, "len(c) <= 3"); /* the square may be taken */
    size_t more = random_below(seed, 3);
    for (size_t i = 0; i < more; i++) {
        text_puts(out, " and ");
        if (index && random_below(seed, 3) == 0) text_add(out, PICK(seed, of_indices), from, to);
        else text_add(out, PICK(seed, conditions), from, to);
    }
}

static void put_result(const char *row, enum beside number, const char *left, struct text *out)
{
    text_puts(out, "\n    -> g(");
    if (number == BEFORE) text_add(out, "%s, ", left);
    text_add(out, row, "");
    if (number == BEHIND) text_add(out, ", %s", left);
    text_puts(out, ")\n");
}

static const char *row_of(uint64_t *seed, bool index, bool bag)
{
    if (bag) return index ? PICK(seed, bags_by_index) : PICK(seed, bags_by_number);
    return index ? PICK(seed, by_index) : PICK(seed, by_number);
}

static void put_move(uint64_t *seed, size_t m, enum beside number, bool bag, struct text *out)
{
    static const char *const ranges[] = {"0..%s - 1", "max(%s - 3, 0)..%s - 1", "0..min(%s, 4) - 1"};
    size_t kind = bag + random_below(seed, 8 - bag);
    const char *left = random_below(seed, 2) ? "n - 1" : "n";
    text_add(out, "  move m%zu", m);
    if (kind == 0) {
        text_add(out, "%s", PICK(seed, of_pairs));
        if (number) text_puts(out, " and n >= 1");
        put_result("sort(c with { [i] -= 1, [j] -= 1 })", number, left, out);
        return;
    }
    if (kind == 1) {
        text_puts(out, "(i in 1..len(c)) where ");
        if (number) text_puts(out, "n >= 1 and ");
        text_add(out, PICK(seed, free_squares), "c[i]", "(c[i] + 1)");
        put_result("[c[j] for j in 1..len(c) where i != j]", number, left, out);
        return;
    }
    bool index = kind > 3;
    if (kind <= 3 && number) { /* a number that may be none of the row's, and then nothing else changes */
        const char *which = random_below(seed, 2) ? "t" : "t - 1";
        text_puts(out, "(t in 2..8, y in 0..t - 2) where n >= 1 and y not in c");
        if (random_below(seed, 3) == 0) text_add(out, " and %s in c", which);
        struct text row = {0};
        if (random_below(seed, 3) == 0) text_add(&row, "[z for z in c where z != %s]", which);
        else text_add(&row, bag ? "[z == %s ? y : z for z in c]" : "sort([z == %s ? y : z for z in c])", which);
        put_result(text_c(&row), number, "n - 1", out);
        text_free(&row);
        return;
    }
    const char *from = index ? "c[i]" : "x";
    text_puts(out, index ? "(i in 1..len(c), y in " : "(x in c, y in ");
    text_add(out, PICK(seed, ranges), from, from);
    text_puts(out, ") where ");
    if (number) text_puts(out, "n >= 1 and ");
    put_guard(seed, from, "y", index, out);
    put_result(row_of(seed, index, bag), number, left, out);
}

static void draw(uint64_t *seed, struct text *out)
{
    uint64_t state = *seed;
    enum beside number = *seed % 4 ? NONE : *seed % 8 ? BEFORE : BEHIND;
    bool bag = *seed % 5 == 0, said = *seed % 3 > 0;
    text_add(out, "game g(%sc: %s%s)%s%s {\n", number == BEFORE ? "n, " : "", bag ? "bag" : "row",
             number == BEHIND ? ", n" : "", said ? " where increasing(c)" : "",
             said && random_below(&state, 4) == 0 ? " and len(c) <= 6" : "");
    size_t moves = 1 + random_below(&state, 2);
    for (size_t m = 0; m < moves; m++) put_move(&state, m, number, bag, out);
    text_puts(out, "}\n");
}

/* ---- answers --------------------------------------------------------------------------------------------------------- */
static struct component drawn(uint64_t *seed, enum beside number, int64_t *cells)
{
    int64_t n = (int64_t)random_below(seed, 5), *row = &cells[number == BEFORE];
    uint64_t wanted = random_below(seed, 6);
    row[0] = 0;
    for (int64_t square = 0; square < SQUARES; square++)
        if (random_below(seed, SQUARES) < wanted) row[++row[0]] = square;
    if (number != NONE) cells[number == BEFORE ? 0 : row[0] + 1] = n;
    return (struct component){0, (uint32_t)row[0] + 1 + (number != NONE), cells};
}

static bool same_outcome(struct runtime_case *c, const struct component *at, enum play play)
{
    enum outcome by[2];
    struct component own = *at;
    struct position position = {&own, 1, NULL};
    struct ask asked = {.what = Q_OUTCOME, .play = play};
    static const char *const names[] = {"sets", "wholesum"};
    for (int i = 0; i < 2; i++) {
        c->env->terms.only = names[i];
        store_clear(c->env->store);
        c->st = outcomes_of(c->env, &position, 1, &asked, &by[i], NULL, NULL);
        c->env->terms.only = NULL;
        if (c->st != ST_OK) return i == 0 || c->st == ST_RULE_FAILED;
    }
    outcomes++;
    return by[0] == by[1];
}

/* A rule that fails in a search of all options may have a value by one that looks at some. */
static bool same_value(struct runtime_case *c, const struct component *at)
{
    int64_t value = case_value_by(c, "sets", at, 1), slow = case_value_by(c, "hashed", at, 1);
    if (value >= 0 && slow >= 0) values++;
    else refused++;
    return value < 0 || slow < 0 || value == slow;
}

static bool agrees(const char *rule, uint64_t seed)
{
    struct runtime_case c;
    enum beside number = strstr(rule, "g(n, c") ? BEFORE : strstr(rule, ", n)") ? BEHIND : NONE;
    bool same = true;
    size_t before = values;
    case_open(&c, rule);
    rules++;
    for (int i = 0; same && c.env && i < STARTS; i++) {
        int64_t cells[SQUARES + 2];
        struct component at = drawn(&seed, number, cells);
        same = same_value(&c, &at) && same_outcome(&c, &at, PLAY_NORMAL) && same_outcome(&c, &at, PLAY_MISERE);
        for (uint32_t k = 0; k < at.count && !same; k++) printf("%s%d", k ? " " : "# at ", (int)at.cells[k]);
        if (!same) printf("\n");
    }
    seen_rules += values > before;
    case_close(&c);
    return same;
}

int main(int argc, char **argv)
{
    size_t bad = drawn_rules(argc, argv, 150, draw, agrees);
    printf("# %zu rules, %zu of them seen; %zu values and %zu outcomes compared, %zu refused\n", rules, seen_rules,
           values, outcomes, refused);
    printf("%s 1 - a row that increases has the values and outcomes of its set\n", bad ? "not ok" : "ok");
    printf("%s 2 - many rules were seen so\n1..2\n", 2 * seen_rules > rules || rules < 50 ? "ok" : "not ok");
    return 0;
}
