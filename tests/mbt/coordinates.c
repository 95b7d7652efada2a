/* SPDX-License-Identifier: MIT */
/* Games of two heaps written in other numbers: sorted, exchanged, as the lesser and the difference, as the sum and a part of it, counted
 * from above; races, in which one number rises to a goal; and two or three heaps of which one feeds another. Values and outcomes by solvers that find other numbers for them against a
 * search of the rule as it is written.
 * usage: coordinates [FIRST_SEED [COUNT]]; prints TAP lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "drawn_box.h"
#include "random_rule.h"

enum kind { SORTED, EXCHANGED, DIFFERENCE, SUM, ABOVE, PASSED, RACE, FED, FED_THREE, KINDS };
enum { SIDE = 24, SHORT = 8, BOX_MOST = SIDE * SIDE };
static size_t answered[KINDS], outcomes, rules[KINDS], boxes[KINDS];

struct drawn {
    enum kind kind;
    const char *x, *y; /* the heaps */
    struct text *out;
};

/* What a move asks: of t, the heap that it is taken from and the other one. */
static void put_condition(const struct drawn *d, int form, const char *from, const char *other)
{
    static const char *const forms[] = {"t % 2 == 1",      "t != 3",  "t <= 6", "t <= %s + 2",
                                        "2 * t <= %s + 1", "%s >= 2", "t >= 2", "t < 3 or t > 5"};
    if (form < 8) {
        text_puts(d->out, " where ");
        text_add(d->out, forms[form], form == 4 ? from : other);
    }
}

static void put_result(const struct drawn *d, const char *x, const char *y, bool turn)
{
    static const char *const forms[] = {[SORTED] = "g(min(%1$s, %2$s), max(%1$s, %2$s))\n",
                                        [EXCHANGED] = "g(%s, %s)\n",
                                        [DIFFERENCE] = "g(min(%1$s, %2$s), max(%1$s, %2$s) - min(%1$s, %2$s))\n",
                                        [SUM] = "g(%1$s + %2$s, %1$s)\n",
                                        [ABOVE] = "g(23 - (%s), 23 - (%s))\n",
                                        [PASSED] = "g(%s, %s)\n"};
    text_puts(d->out, " -> ");
    text_add(d->out, forms[d->kind], turn ? y : x, turn ? x : y);
}

static void put_take(const struct drawn *d, const char *name, bool first, int form, bool turn)
{
    char less[64];
    const char *from = first ? d->x : d->y, *other = first ? d->y : d->x;
    snprintf(less, sizeof less, "%s - t", from);
    text_add(d->out, "  move %s(t in 1..%s)", name, from);
    put_condition(d, form, from, other);
    put_result(d, first ? less : other, first ? other : less, turn);
}

/* One number that rises to at most 40, by what it is told to, and as it was doubled. */
static void draw_race(uint64_t state, struct text *out)
{
    static const char *const takes[] = {"1..3", "1..9", "1..40 - a", "2..7", "a..40 - a", "1..a + 1"};
    static const char *const asks[] = {"t % 3 != 0",     "t != 2",          "t % 2 == a % 2",
                                       "t <= a + 2",     "gcd(t, a) == 1",  "a % 4 != t",
                                       "t < 5 or t > 7", "t % 5 in {1, 4}", "(a + t) % 6 != 5"};
    static const char *const jumps[] = {"where a >= 1 and 2 * a <= 40 -> g(2 * a)", "where 2 * a < 40 -> g(2 * a + 1)",
                                        "where a < 38 -> g(a + 2)", "where a < 20 -> g(20)",
                                        "where a <= 30 and a % 3 == 1 -> g(a + 9)"};
    text_add(out, "game g(a)%s {\n",
             random_below(&state, 2)   ? " where a <= 40"
             : random_below(&state, 3) ? ""
                                       : " where a < 50");
    size_t moves = 1 + random_below(&state, 2);
    for (size_t m = 0; m < moves; m++) {
        text_add(out, "  move add%zu(t in %s) where a + t <= 40 and t >= 1", m, takes[random_below(&state, 6)]);
        if (random_below(&state, 4)) text_add(out, " and (%s)", asks[random_below(&state, 9)]);
        text_puts(out, " -> g(a + t)\n");
    }
    if (random_below(&state, 2)) text_add(out, "  move jump() %s\n", jumps[random_below(&state, 5)]);
    text_puts(out, "}\n");
}

static size_t fields_of(enum kind kind) { return kind == RACE ? 1 : kind == FED_THREE ? 3 : 2; }

/* A move from one heap to another, or away; t is what is moved, or what is left. */
static void put_feed(uint64_t *state, size_t heaps, size_t from, size_t to, size_t number, struct text *out)
{
    static const char *const asks[] = {"t % 2 == 1", "t != 3",          "t <= 5",
                                       "t >= 2",     "t < 3 or t > 5",  "t <= %s + 2",
                                       "%s >= 2",    "2 * t <= %s + 1", "(t + %s) % 3 != 1"};
    static const char *const names[] = {"a", "b", "c"};
    size_t form = random_below(state, 18), twice = random_below(state, 5) == 0;
    bool left = random_below(state, 4) == 0;
    text_add(out, "  move m%zu(t in %s%s%s)", number, left ? "0.." : "1..", names[from], left ? " - 1" : "");
    if (form < 9) {
        text_puts(out, " where ");
        text_add(out, asks[form], names[random_below(state, heaps)]);
    }
    text_puts(out, " -> g(");
    for (size_t i = 0; i < heaps; i++) {
        if (i) text_puts(out, ", ");
        if (i == from) text_add(out, left ? "t" : "%s - t", names[i]);
        else if (i == to && left)
            text_add(out, "%s + %s%s - t%s", names[i], twice ? "2 * (" : "", names[from], twice ? ")" : "");
        else if (i == to) text_add(out, "%s + %st", names[i], twice ? "2 * " : "");
        else text_puts(out, names[i]);
    }
    text_puts(out, ")\n");
}

/* Heaps in an order, each of which may feed those behind it. */
static void draw_fed(uint64_t state, size_t heaps, struct text *out)
{
    size_t order[3] = {0, 1, 2}, number = 0;
    for (size_t i = heaps; i > 1; i--) {
        size_t k = random_below(&state, i), kept = order[k];
        order[k] = order[i - 1];
        order[i - 1] = kept;
    }
    text_puts(out, heaps == 2 ? "game g(a, b) {\n" : "game g(a, b, c) {\n");
    for (size_t i = 0; i < heaps; i++) {
        size_t next = i + 1 + (i + 2 < heaps ? random_below(&state, 2) : 0);
        if (next < heaps) put_feed(&state, heaps, order[i], order[next], number++, out);
        if (next >= heaps || random_below(&state, 2)) put_feed(&state, heaps, order[i], heaps, number++, out);
    }
    text_puts(out, "}\n");
}

static enum kind kind_of(uint64_t seed) { return (enum kind)(seed % KINDS); }

static void draw(uint64_t *seed, struct text *out)
{
    static const struct {
        const char *head, *x, *y;
    } shapes[] = {[SORTED] = {"game g(a, b) where a <= b {\n", "a", "b"},
                  [EXCHANGED] = {"game g(a, b) {\n", "a", "b"},
                  [DIFFERENCE] = {"game g(s, d) {\n", "s", "(s + d)"},
                  [SUM] = {"game g(n, a) where a <= n {\n", "a", "(n - a)"},
                  [ABOVE] = {"game g(a, b) where a <= 23 and b <= 23 {\n", "(23 - a)", "(23 - b)"},
                  [PASSED] = {"game g(a, b) {\n", "a", "b"}};
    enum kind kind = kind_of(*seed);
    if (kind == RACE) return draw_race(*seed, out);
    if (kind >= FED) return draw_fed(*seed, fields_of(kind), out);
    struct drawn d = {kind, shapes[kind].x, shapes[kind].y, out};
    uint64_t state = *seed;
    int form = (int)random_below(&state, 12), other = random_below(&state, 6) ? form : (int)random_below(&state, 12);
    bool plain = kind == SUM || kind == ABOVE, passed = kind == PASSED;
    text_puts(out, shapes[kind].head);
    put_take(&d, "one", true, form, passed || (!plain && random_below(&state, 2)));
    if (!passed || random_below(&state, 3) == 0)
        put_take(&d, "other", false, other, passed || (!plain && random_below(&state, 2)));
    if (random_below(&state, 3)) {
        char x[64], y[64];
        snprintf(x, sizeof x, "%s - t", d.x);
        snprintf(y, sizeof y, "%s - t", d.y);
        text_add(out, "  move both(t in 1..min(%s, %s))", d.x, d.y);
        if (random_below(&state, 3) == 0)
            text_puts(out, random_below(&state, 2) ? " where t <= 4" : " where t % 2 == 0");
        put_result(&d, x, y, !plain && !passed && random_below(&state, 2));
    }
    text_puts(out, "}\n");
}

static void draw_cells(enum kind kind, uint64_t *seed, int64_t *cells)
{
    uint64_t side = kind == FED ? SIDE / 2 : SIDE;
    int64_t x = (int64_t)random_below(seed, side), y = (int64_t)random_below(seed, side);
    int64_t least = x < y ? x : y, most = x < y ? y : x;
    bool sorted = kind == SORTED || kind == DIFFERENCE;
    cells[0] = kind == RACE ? (x + y) % 41 : sorted ? least : kind == SUM ? x + y : x;
    cells[1] = kind == SORTED ? most : kind == DIFFERENCE ? most - least : kind == SUM ? x : y;
    for (size_t i = 0; i < 3 && kind == FED_THREE; i++) cells[i] = (int64_t)random_below(seed, SHORT);
}

static bool same_value(struct runtime_case *c, enum kind kind, const char *solver, const int64_t *cells)
{
    struct component at = {0, (uint32_t)fields_of(kind), cells};
    int64_t value = case_value_by(c, solver, &at, 1);
    if (value < 0) return true;
    answered[kind]++;
    return value == case_value_by(c, "hashed", &at, 1);
}

static bool same_outcome(struct runtime_case *c, enum kind kind, const char *solver, const int64_t *cells,
                         enum play play)
{
    enum outcome by[2];
    struct component at = {0, (uint32_t)fields_of(kind), cells};
    struct position position = {&at, 1, NULL};
    struct ask asked = {.what = Q_OUTCOME, .play = play};
    const char *const names[] = {solver, "wholesum"};
    for (int i = 0; i < 2; i++) {
        c->env->terms.only = names[i];
        store_clear(c->env->store);
        c->st = outcomes_of(c->env, &position, 1, &asked, &by[i], NULL, NULL);
        c->env->terms.only = NULL;
        if (c->st != ST_OK) return i == 0;
    }
    outcomes++;
    return by[0] == by[1];
}

/* The values of a box by a solver; false: it has none. */
static bool box_by(struct runtime_case *c, const char *solver, struct value_table *box, uint32_t *values)
{
    struct ask ask = {.what = Q_BOX, .game = 0, .box = box, .yields = true};
    struct result result = {0};
    box->values = values;
    c->env->terms.only = solver;
    store_clear(c->env->store);
    c->st = plan_answer(c->env, &ask, &c->arena, &result);
    c->env->terms.only = NULL;
    return c->st == ST_OK;
}

static bool same_box(struct runtime_case *c, enum kind kind, uint64_t *seed)
{
    static uint32_t seen[BOX_MOST], searched[BOX_MOST];
    struct value_table box = {.fields = fields_of(kind), .count = 1};
    for (size_t f = box.fields; f-- > 0;) {
        box.low[f] = random_below(seed, 2) ? 0 : (int64_t)random_below(seed, 12);
        box.extent[f] = 1 + (int64_t)random_below(seed, kind == FED_THREE ? SHORT : kind == FED ? SIDE / 2 : SIDE);
        if (kind == FED_THREE) box.low[f] %= 3;
        box.stride[f] = (int64_t)box.count;
        box.count *= (uint64_t)box.extent[f];
    }
    if (!box_by(c, "fields", &box, seen)) return true;
    boxes[kind]++;
    return box_by(c, "hashed", &box, searched) && memcmp(seen, searched, box.count * sizeof *seen) == 0;
}

static bool agrees(const char *rule, uint64_t seed)
{
    static const char *const names[] = {"fields", "lines"};
    struct runtime_case c;
    enum kind kind = kind_of(seed);
    bool same = true;
    case_open(&c, rule);
    rules[kind]++;
    for (int i = 0; same && c.env && i < 12; i++) {
        int64_t cells[3];
        const char *by = names[kind >= RACE ? 0 : i % 2];
        draw_cells(kind, &seed, cells);
        same = same_value(&c, kind, by, cells) && same_outcome(&c, kind, by, cells, PLAY_NORMAL) &&
               same_outcome(&c, kind, by, cells, PLAY_MISERE);
        if (!same) printf("# %s at (%d, %d)\n", by, (int)cells[0], (int)cells[1]);
    }
    for (int i = 0; same && c.env && i < 4; i++)
        if (!(same = same_box(&c, kind, &seed))) printf("# a box of kind %d\n", kind);
    case_close(&c);
    return same;
}

int main(int argc, char **argv)
{
    size_t bad = drawn_rules(argc, argv, 120, draw, agrees), all = 0;
    bool each = true;
    for (int k = 0; k < KINDS; k++) {
        printf("# kind %d: %zu rules, %zu values, %zu boxes\n", k, rules[k], answered[k], boxes[k]);
        all += rules[k];
        /* lines have the other two as they are written */
        each &= answered[k] > rules[k] && (boxes[k] > 0 || k == SORTED || k == SUM);
    }
    printf("# %zu outcomes\n%s 1 - other numbers say what a search says\n", outcomes, bad ? "not ok" : "ok");
    printf("%s 2 - every kind was answered\n1..2\n", each || all < 100 ? "ok" : "not ok");
    return 0;
}
