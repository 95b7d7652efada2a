/* SPDX-License-Identifier: MIT */
/* A heap beside a small number, row by row and by the period of the rows, against all options that the machine lists, position by
 * position: values and misere outcomes of drawn rules at all positions of a box, and whole answers of the solver.
 * usage: recurrence [FIRST_SEED [COUNT]]; prints TAP lines. */
#include <stdio.h>
#include <stdlib.h>
#include "drawn_box.h"
#include "proof/boxes/boxes.h"
#include "random_rule.h"
#include "solve/recurrence/recurrence.h"

enum { HEAPS = 260 };
static size_t found, refused, failing, repeating, residues, whole, decided;

/* All positions of the box, which has the heap first. */
static bool same_rows(const struct drawn_box *b, struct recurrence *r, bool misere)
{
    struct budget budget = {0};
    size_t count = (size_t)b->t->count;
    struct recurrence_target *targets = calloc(count, sizeof *targets);
    r->misere = misere;
    for (size_t i = 0; i < count; i++) {
        int64_t cells[2];
        for (size_t c = 0; c < 2; c++) cells[c] = (int64_t)i / b->t->stride[c] % b->t->extent[c];
        targets[i] = (struct recurrence_target){.heap = cells[r->heap], .state = recurrence_state(r, cells)};
    }
    enum status st = recurrence_find(r, targets, count, UINT64_MAX, &budget);
    bool same = st == ST_OK;
    for (size_t i = 0; same && i < count; i++)
        same = misere ? b->loses[1][i] == (targets[i].value == 0) : b->values[i] == targets[i].value;
    repeating += r->repeats > 0;
    free(targets);
    return same;
}

static bool same_box(struct rule_file *f, const struct choices_rule *rule, const struct value_table *t, size_t heap)
{
    struct recurrence r;
    struct budget budget = {0};
    struct drawn_box b;
    bool good = drawn_box_open(&b, f, t), same = true;
    enum status st = recurrence_open(&r, rule, t, heap, INT64_MAX, &budget);
    if (st == ST_OK && good) {
        found++;
        residues += r.period > 1;
        same = same_rows(&b, &r, false) && same_rows(&b, &r, true);
    } else if (st == ST_OK) same = false; /* what the rule fails in has no rows */
    else refused++;
    failing += !good;
    recurrence_close(&r);
    drawn_box_close(&b);
    return same && (st == ST_OK || st == ST_UNSUPPORTED);
}

static bool find_box(struct runtime_case *c, size_t heap, struct value_table *t)
{
    struct boxes b;
    int64_t high[MODEL_MAX_FIELDS] = {0};
    *t = (struct value_table){.fields = 2, .count = 1};
    high[heap] = HEAPS;
    high[1 - heap] = 2;
    bool fine = boxes_open(c->file.model, 0, c->file.params, &b) == ST_OK && boxes_close_without(&b, heap, high);
    boxes_done(&b);
    for (size_t k = 0; fine && k < 2; k++) {
        size_t f = k ? heap : 1 - heap; /* the heap has the larger stride */
        t->extent[f] = high[f] + 1;
        t->stride[f] = (int64_t)t->count;
        t->count *= (uint64_t)t->extent[f];
        fine = t->extent[f] <= (k ? HEAPS + 1 : 40);
    }
    return fine;
}

static bool agrees(const char *text, uint64_t seed)
{
    struct runtime_case c;
    struct arena arena = {0};
    struct unrolled u;
    struct choices_rule rule;
    int64_t cells[2] = {0};
    struct component zero = {0, 2, cells};
    struct value_table t;
    if (!rule_is_fillable(text)) return true;
    case_open(&c, text);
    bool same = unroll(c.env, &zero, &arena, &u) == ST_OK && choices_read(&u, &arena, &rule) == ST_OK;
    for (size_t heap = 0; same && rule.fine && heap < 2; heap++)
        if (find_box(&c, heap, &t)) same = same_box(&c.file, &rule, &t, heap);
    for (int i = 0; same && i < 2; i++) same = drawn_value(&c, "recurrence", 2, 60, &seed, &whole);
    for (int i = 0; same && i < 2; i++) same = drawn_outcome(&c, "recurrence", 2, 60, &seed, &decided);
    unrolled_free(&u);
    arena_free(&arena);
    case_close(&c);
    return same;
}

/* ---- rules ------------------------------------------------------------------------------------------------------- */
static const char *const ends[] = {"4", "min(n, 5)", "n", "3", "min(6, n / 2 + 1)", "s + 2", "min(s + 1, n)", "n / 2"};
static const char *const conditions[] = {
    "t != s",          "t != s",          "t % 2 == n % 2",   "(n + t) % 3 != 1",     "n % 4 != s",
    "t <= s + 1",      "t + s <= n",      "2 * t <= n + s",   "(t != 2 or n > 20)",   "n > 7",
    "t in {1, 2, 5}",  "gcd(n, 3) == 1",  "n - t != 11",      "not (n < t + 4)",      "min(n, 6) > t",
    "6 / (n + 1) < t", "6 / (n - 9) < t", "6 / (s - 1) != t", "(n - t) % 5 != s % 5", "n != 30"};
static const char *const memories[] = {"t",         "t",           "t % 3",      "n % 3", "min(t, 4)", "0",
                                       "1 - s % 2", "(n - t) % 4", "abs(t - s)", "s",     "min(n, 3)", "t + 1"};
#define PICK(list) list[random_below(seed, sizeof(list) / sizeof *(list))]

static void draw(uint64_t *seed, struct text *out)
{
    bool turned = random_below(seed, 3) == 0;
    size_t moves = 1 + random_below(seed, 2);
    text_puts(out, turned ? "game g(s, n) {\n" : "game g(n, s) {\n");
    for (size_t i = 0; i < moves; i++) {
        const char *memory = PICK(memories);
        text_add(out, "  move m%zu(t in 1..%s) where t <= n", i, PICK(ends));
        if (random_below(seed, 4)) text_add(out, " and t <= %d", 2 + (int)random_below(seed, 5));
        for (uint64_t k = random_below(seed, 3); k > 0; k--) text_add(out, " and %s", PICK(conditions));
        text_add(out, turned ? " -> g(%s, n - t)\n" : " -> g(n - t, %s)\n", memory);
    }
    if (random_below(seed, 4) == 0)
        text_puts(out, turned ? "  move pass where s > 0 and n > 0 -> g(s - 1, n)\n"
                              : "  move pass where s > 0 and n > 0 -> g(n, s - 1)\n");
    text_puts(out, "}\n");
}

int main(int argc, char **argv)
{
    size_t bad = drawn_rules(argc, argv, 300, draw, agrees);
    printf("# %zu rules found, %zu refused, %zu fail, %zu with rows that repeat, %zu by residues, %zu values, %zu "
           "outcomes\n",
           found, refused, failing, repeating, residues, whole, decided);
    bool seen = argc > 1 || (found > 100 && refused > 20 && failing > 5 && repeating > 100 && residues > 20 &&
                             whole > 50 && decided > 50);
    printf("1..2\n%s 1 - rows agree with all options\n", bad ? "not ok" : "ok");
    printf("%s 2 - all kinds were met\n", seen ? "ok" : "not ok");
    return bad || !seen;
}
