/* SPDX-License-Identifier: MIT */
/* Boxes of rules that take vectors of a fixed set, outcomes by losses that mark what they win and SG values from sets
 * that follow from one another, against all options that the machine lists, position by position: drawn rules in drawn
 * boxes, both conventions, and whole answers of the solver. usage: vectors [FIRST_SEED [COUNT]]; prints TAP lines. */
#include <stdio.h>
#include <stdlib.h>
#include "drawn_box.h"
#include "random_rule.h"
#include "solve/vectors/fill.h"
#include "solve/vectors/marks.h"

static size_t filled, other_rules, refused, terminals, whole, values_whole, losing;

/* ---- by marks ---------------------------------------------------------------------------------------------------- */
/* Is ST_UNSUPPORTED where the rule fails, and has all values where it does not? */
static bool same_values(const struct vectors_rule *rule, const struct drawn_box *b, bool good,
                        enum vectors_manner manner)
{
    struct value_table t = *b->t;
    struct vectors_parts parts;
    struct vectors_work work;
    struct budget budget = {0};
    uint64_t count = 1;
    double choices;
    for (size_t c = t.fields; c-- > 0; count *= (uint64_t)t.extent[c]) t.stride[c] = (int64_t)count;
    t.count = count;
    t.values = malloc((size_t)count * sizeof *t.values);
    enum status st = vectors_find_parts(rule, &t, &budget, &parts, &choices);
    if (st == ST_OK) st = vectors_fill_by(&parts, manner, &t, &budget, NULL, &count, &work);
    bool same = good ? st == ST_OK && count == t.count && drawn_box_values(b, &t) : st == ST_UNSUPPORTED;
    vectors_parts_free(&parts);
    free(t.values);
    return same;
}

static bool same_box(struct rule_file *f, const struct vectors_rule *rule, const struct value_table *t, bool misere)
{
    struct vectors_marks m;
    struct budget budget = {0};
    struct drawn_box b;
    uint64_t *bits = calloc(t->count / 64 + 2, sizeof *bits);
    bool good = drawn_box_open(&b, f, t), same = true;
    enum status st = vectors_open(&m, rule, t, &budget);
    if (st == ST_OK) st = vectors_decide(&m, NULL, bits, misere);
    losing += st == ST_OK ? m.losing : 0;
    terminals += b.terminals;
    vectors_close(&m);
    if (!good || st != ST_OK) {
        same = st == ST_UNSUPPORTED; /* what the rule fails in is never decided */
        refused++;
    } else {
        same = drawn_box_outcomes(&b, bits, misere);
        filled++;
    }
    bool decided = good && st == ST_OK;
    same = same && same_values(rule, &b, decided, misere ? VECTORS_BY_CROWD : VECTORS_BY_SEEDS);
    free(bits);
    drawn_box_close(&b);
    return same;
}

/* ---- rules ------------------------------------------------------------------------------------------------------- */
static bool draw_box(const struct vectors_rule *rule, uint64_t *seed, struct value_table *t)
{
    *t = (struct value_table){.fields = rule->cells};
    for (size_t c = 0; c < t->fields; c++)
        t->extent[c] = 1 + (int64_t)random_below(seed, t->fields > 2 ? 8 : c ? 90 : 14);
    if (t->fields > 2) t->extent[t->fields - 1] += (int64_t)random_below(seed, 2) * 61;
    return vectors_box(t);
}

static bool agrees(const char *text, uint64_t seed)
{
    struct runtime_case c;
    struct arena arena = {0};
    struct unrolled u;
    struct vectors_rule rule;
    int64_t cells[3] = {0};
    if (!rule_is_fillable(text)) return true;
    case_open(&c, text);
    struct component zero = {0, (uint32_t)c.file.model->games[0].field_count, cells};
    bool same = unroll(c.env, &zero, &arena, &u) == ST_OK && vectors_find(&u, &arena, &rule) == ST_OK;
    for (int i = 0; same && rule.fine && i < 4; i++) {
        struct value_table t;
        same = draw_box(&rule, &seed, &t) && same_box(&c.file, &rule, &t, i % 2);
    }
    other_rules += !rule.fine;
    same = same && drawn_outcome(&c, "vectors", zero.count, zero.count > 2 ? 9 : 20, &seed, &whole) &&
           drawn_value(&c, "vectors", zero.count, zero.count > 2 ? 9 : 20, &seed, &values_whole);
    unrolled_free(&u);
    arena_free(&arena);
    case_close(&c);
    return same;
}

/* Heaps are a and b, and c if there is a third; s and t are taken. Some ends and conditions depend on more than there
 * being enough, or allow to take more than there is: those must be found out. */
static const char *const ends[] = {"a",           "a",           "a",     "min(a, 9)", "min(a, b)", "a / 2",
                                   "a - 1",       "(a + 1) / 2", "a + 0", "b",         "7",         "min(a - 0, 40)",
                                   "(a - 1) / 1", "(b + a) / 2"};
static const char *const conditions[] = {"s < 2 * t and t < 2 * s",
                                         "abs(s - t) < 3",
                                         "gcd(s, t) == 1",
                                         "(s + t) % 3 == 0",
                                         "s * t <= 30",
                                         "s <= t",
                                         "3 * s <= 4 * t and t - 1 <= s",
                                         "s != t",
                                         "s == t",
                                         "xor(s, t) > 2",
                                         "t <= b",
                                         "b >= t",
                                         "b - t >= 0",
                                         "b > t",
                                         "t < b + 1",
                                         "2 * t <= 2 * b + 1",
                                         "2 * b - 2 * t >= 0",
                                         "(a + t) % 2 == 0",
                                         "a >= b",
                                         "s + t <= a",
                                         "t <= b / 2",
                                         "60 / (t - 3) > 1",
                                         "s % 4 != 2 or t > 5",
                                         "t <= min(b, a)",
                                         "a - s >= b - t",
                                         "s + t in primes",
                                         "t in squares and s in fib",
                                         "s in powers(3)",
                                         "s in divisors(t + 6)",
                                         "s in powers(t)"};
static const char *const results[] = {"a - s, b - t", "a - s, b - t",     "a - s, b - t",     "a - s, b",
                                      "a - t, b - t", "a - s - t, b",     "a - s, b - 2 * t", "a - s + 1, b - t",
                                      "b - t, a - s", "a - 2 * s, b - t", "a - s, b - s + t", "a, b - t"};

#define PICK(list) list[random_below(seed, sizeof(list) / sizeof *(list))]

static void draw_move(uint64_t *seed, struct text *out, size_t number, bool third)
{
    const char *first = random_below(seed, 4) ? "a" : PICK(ends), *most = random_below(seed, 4) ? "b" : PICK(ends);
    const char *result = random_below(seed, 2) ? "a - s, b - t" : PICK(results);
    text_add(out, "  move m%zu(s in %d..%s, t in %d..%s)", number, (int)(1 - random_below(seed, 9) / 8), first,
             (int)(1 - random_below(seed, 9) / 8), most);
    for (uint64_t k = 0, count = random_below(seed, 3); k < count; k++)
        text_add(out, " %s (%s)", k ? "and" : "where", PICK(conditions));
    text_add(out, " -> g(%s%s)\n", result, third ? random_below(seed, 2) ? ", c" : ", c - 0 * s" : "");
}

/* Amounts that are no linear terms of what is chosen, each said to be there in one way or another, or nearly. */
static const char *const skewed[][2] = {{"t * t <= b", "b - t * t"},
                                        {"t <= isqrt(b)", "b - t * t"},
                                        {"b >= t * t + 1", "b - 1 - t * t"},
                                        {"t * (t + 1) / 2 <= b", "b - t * (t + 1) / 2"},
                                        {"t % 3 + 1 <= b", "b - (t % 3 + 1)"},
                                        {"popcount(t) <= b and t >= 2", "b - popcount(t)"},
                                        {"2 * t * t <= b", "b - 2 * t * t"},
                                        {"b - t * t >= 0", "b - t * t"},
                                        {"t * t <= b + 1", "b - t * t"},
                                        {"t * t <= a", "b - t * t"},
                                        {"min(t, 4) <= b and t * t >= 2", "b - min(4, t)"},
                                        {"abs(t - 5) + 1 <= b", "b - 1 - abs(5 - t)"},
                                        {"t <= isqrt(b) + 1", "b - t * t"},
                                        {"gcd(t, 6) < b", "b - gcd(t, 6)"},
                                        {"12 / t <= b and t % 2 == 1", "b - 12 / t"}};
static void draw_skew(uint64_t *seed, struct text *out, bool third)
{
    size_t i = random_below(seed, sizeof skewed / sizeof *skewed);
    text_add(out, "  move skew(t in %d..%s) where %s -> g(a - t, %s%s)\n", (int)(1 - random_below(seed, 9) / 8),
             random_below(seed, 4) ? "a" : "min(a, 6)", skewed[i][0], skewed[i][1], third ? ", c" : "");
}

static void draw(uint64_t *seed, struct text *out)
{
    bool third = random_below(seed, 4) == 0;
    const char *rest = third ? ", c" : "";
    text_add(out, "game g(a, b%s) {\n", rest);
    if (random_below(seed, 2)) text_add(out, "  move first(t in 1..a) -> g(a - t, b%s)\n", rest);
    if (random_below(seed, 2))
        text_add(out, "  move second(t in 1..%s) -> g(a, b - t%s)\n", random_below(seed, 2) ? "b" : "min(b, 5)", rest);
    if (third) text_puts(out, "  move third(t in 1..min(b, c)) where t % 3 != 2 -> g(a, b - t, c - t)\n");
    if (random_below(seed, 8) == 0)
        text_add(out, "  move listed(t in %s) where t <= b and t <= a -> g(a - t, b - t%s)\n",
                 random_below(seed, 2) ? "primes" : "squares", rest);
    bool skew = random_below(seed, 4) == 0;
    if (skew) draw_skew(seed, out, third);
    for (size_t i = skew, count = 1 + random_below(seed, 5) / 4; i < count; i++) draw_move(seed, out, i, third);
    text_puts(out, "}\n");
}

int main(int argc, char **argv)
{
    size_t bad = drawn_rules(argc, argv, 1500, draw, agrees);
    printf("# %zu boxes filled, %zu refused, %zu rules of other kinds, %zu and %zu answers, %zu losses, %zu ends of "
           "play\n",
           filled, refused, other_rules, whole, values_whole, losing, terminals);
    bool seen = argc > 1 || (filled > 300 && other_rules > 100 && whole > 50 && values_whole > 50 && terminals > 0 &&
                             losing > filled);
    printf("1..2\n%s 1 - outcomes and values agree with all options\n", bad ? "not ok" : "ok");
    printf("%s 2 - all kinds were met\n", seen ? "ok" : "not ok");
    return bad || !seen;
}
