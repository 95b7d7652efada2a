/* SPDX-License-Identifier: MIT */
/* Boxes in which losses mark what they win, of rules that take vectors of a fixed set, against outcomes over all
 * options that the machine lists, position by position: drawn rules in drawn boxes, both conventions, and whole
 * answers of the solver.
 * usage: vectors [FIRST_SEED [COUNT]]; prints TAP lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "random_rule.h"
#include "runtime_case.h"
#include "solve/vectors/marks.h"

static size_t filled, other_rules, refused, terminals, whole, losing;

/* ---- the obvious way --------------------------------------------------------------------------------------------- */
struct slow {
    const struct value_table *t;
    const bool *loses;
    const int64_t *from;
    bool any, lost, wrong;
};

static uint64_t index_of(const struct value_table *t, const int64_t *cells)
{
    uint64_t at = 0;
    for (size_t c = 0; c < t->fields; c++) at += (uint64_t)(cells[c] * t->stride[c]);
    return at;
}

static enum status look(void *context, const struct component *components, size_t count, const struct taken *taken)
{
    struct slow *s = context;
    (void)taken;
    s->any = true;
    bool less = false;
    for (size_t c = 0; count == 1 && c < s->t->fields; c++) {
        int64_t left = components[0].cells[c];
        s->wrong |= left < 0 || left > s->from[c];
        less |= left < s->from[c];
    }
    s->wrong |= count != 1 || !less;
    if (!s->wrong) s->lost |= s->loses[index_of(s->t, components[0].cells)];
    return ST_OK;
}

/* False: a move is not of the kind, or the rule fails. */
static bool fill_slow(struct rule_file *f, const struct value_table *t, bool *loses, bool misere)
{
    int64_t cells[MODEL_MAX_FIELDS] = {0};
    struct component from = {0, (uint32_t)t->fields, cells};
    for (bool more = true; more;) {
        struct slow s = {.t = t, .loses = loses, .from = cells};
        if (vm_options(f->vm, &from, 1, look, &s) != ST_OK || s.wrong) return false;
        loses[index_of(t, cells)] = misere ? s.any && !s.lost : !s.lost;
        terminals += !s.any;
        more = false;
        for (size_t c = t->fields; !more && c-- > 0;) {
            more = ++cells[c] < t->extent[c];
            if (!more) cells[c] = 0;
        }
    }
    return true;
}

/* ---- by marks ---------------------------------------------------------------------------------------------------- */
static bool same_box(struct rule_file *f, const struct vectors_rule *rule, const struct value_table *t, bool misere)
{
    struct vectors_marks m;
    struct budget budget = {0};
    bool *loses = calloc(t->count, 1);
    uint64_t *bits = calloc(t->count / 64 + 2, sizeof *bits);
    bool good = fill_slow(f, t, loses, misere), same = true;
    enum status st = vectors_open(&m, rule, t, &budget);
    if (st == ST_OK) st = vectors_decide(&m, bits, misere);
    losing += st == ST_OK ? m.losing : 0;
    vectors_close(&m);
    if (!good || st != ST_OK) {
        same = st == ST_UNSUPPORTED; /* what the rule fails in is never decided */
        refused++;
    } else {
        for (uint64_t i = 0; same && i < t->count; i++) same = (bits[i / 64] >> i % 64 & 1) == loses[i];
        filled++;
    }
    free(loses);
    free(bits);
    return same;
}

/* The solver's answer about one position is that of a search. */
static const char *answer_by(struct runtime_case *c, const char *solver, const char *term, enum play play)
{
    c->env->terms.only = solver;
    store_clear(c->env->store);
    struct wanted wanted = {.play = play, .outcome = true};
    struct position *position = arena_alloc(&c->arena, sizeof *position);
    *position = case_position(c, term);
    c->st = analyze(c->env, position, &wanted, &c->arena, &c->answer);
    c->env->terms.only = NULL;
    return c->st != ST_OK ? NULL : c->answer.outcome == OUTCOME_P ? "P" : "N";
}

static bool same_answer(struct runtime_case *c, size_t fields, uint64_t *seed)
{
    char term[64], kept[32];
    size_t at = (size_t)snprintf(term, sizeof term, "g(");
    for (size_t i = 0; i < fields; i++)
        at += (size_t)snprintf(term + at, sizeof term - at, "%s%d", i ? ", " : "",
                               (int)random_below(seed, fields > 2 ? 9 : 20));
    snprintf(term + at, sizeof term - at, ")");
    enum play play = random_below(seed, 2) ? PLAY_MISERE : PLAY_NORMAL;
    const char *by_marks = answer_by(c, "vectors", term, play);
    if (!by_marks) return true;
    snprintf(kept, sizeof kept, "%s", by_marks);
    const char *by_search = answer_by(c, "hashed", term, play);
    whole += by_search != NULL;
    return !by_search || strcmp(kept, by_search) == 0;
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
    same = same && same_answer(&c, zero.count, &seed);
    if (!same) printf("# %s\n", text);
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
                                         "a - s >= b - t"};
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

static void draw(uint64_t *seed, struct text *out)
{
    bool third = random_below(seed, 4) == 0;
    const char *rest = third ? ", c" : "";
    text_add(out, "game g(a, b%s) {\n", rest);
    if (random_below(seed, 2)) text_add(out, "  move first(t in 1..a) -> g(a - t, b%s)\n", rest);
    if (random_below(seed, 2))
        text_add(out, "  move second(t in 1..%s) -> g(a, b - t%s)\n", random_below(seed, 2) ? "b" : "min(b, 5)", rest);
    if (third) text_puts(out, "  move third(t in 1..min(b, c)) where t % 3 != 2 -> g(a, b - t, c - t)\n");
    for (size_t i = 0, count = 1 + random_below(seed, 5) / 4; i < count; i++) draw_move(seed, out, i, third);
    text_puts(out, "}\n");
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 1500;
    size_t bad = 0;
    for (uint64_t i = first; i < first + count; i++) {
        uint64_t seed = i * 7919 + 1;
        struct text rule = {0};
        draw(&seed, &rule);
        bad += !agrees(text_c(&rule), seed);
        text_free(&rule);
    }
    printf("# %zu boxes filled, %zu refused, %zu rules of other kinds, %zu answers, %zu losses, %zu ends of play\n",
           filled, refused, other_rules, whole, losing, terminals);
    bool seen = argc > 1 || (filled > 300 && other_rules > 100 && whole > 50 && terminals > 0 && losing > filled);
    printf("1..2\n%s 1 - marked boxes agree with outcomes over all options\n", bad ? "not ok" : "ok");
    printf("%s 2 - all kinds were met\n", seen ? "ok" : "not ok");
    return bad || !seen;
}
