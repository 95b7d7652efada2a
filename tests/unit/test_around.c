/* SPDX-License-Identifier: MIT */
/* Moves that are grounded at one place and turned to the others (play/ground/around.h), against the same moves with the place spelt so
 * that nothing is seen: drawn conditions on rows and grids, on rings and not, in formulas and by meaning. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "base/text.h"
#include "claims.h"
#include "play/ground/ground.h"
#include "runtime_case.h"

enum { RULES = 150, LONGEST = 2000, INSTANCES = 400 };

static uint64_t seed;
static uint64_t below(uint64_t n) { return random_next(&seed) % n; }
#define PICK(...)                                                                                                      \
    ((const char *const[]){__VA_ARGS__})[below(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))]

/* Of rules on n cells; `@` is the place of the move. */
static const char *place(void)
{
    if (below(4) == 0)
        return PICK("@ + 1", "n(s) + 1 - @", "c", "2 * @ % n(s) + 1", "(@ == n(s) ? 2 : @ + 1)", "@ % 3 + 1");
    return PICK("@", "@ % n(s) + 1", "(@ + n(s) - 2) % n(s) + 1", "(@ + c - 1) % n(s) + 1", "(@ == n(s) ? 1 : @ + 1)",
                "(@ == 1 ? n(s) : @ - 1)", "(c == 1 ? @ : @ % n(s) + 1)");
}

/* Also one that is the same for all moves. */
static const char *at(void)
{
    return below(3) ? PICK("@", "@ % n(s) + 1", "(@ == 1 ? n(s) : @ - 1)") : PICK("1", "2", "c");
}

static void add_atom(struct text *out)
{
    switch (below(9)) {
    case 0: text_add(out, "s[%s] == c", place()); break;
    case 8:
        text_add(out, "([%s for k in 1..n(s)] with { [%s] = 0 })[%s] == c", PICK("c", "s[k]", "k % 3", "1"), at(),
                 at());
        break;
    case 1: text_add(out, "s[%s] + 2 * s[%s] != c + 1", place(), place()); break;
    case 2: text_add(out, "far(s, @, %s)", PICK("c", "3 - c", "0")); break;
    case 3: text_add(out, "any(k in {%s, %s} and s[k] == c for k in 1..n(s))", place(), place()); break;
    case 4:
        text_add(out, "all(s[k] != c or %s for k in 1..n(s))", PICK("k == @", "(k - @) % n(s) in 1..2", "k < @"));
        break;
    case 5:
        text_add(out, "sum(s[k] for k in 1..n(s) where k != %s) %% 2 == %s", place(), PICK("0", "c % 2", "@ % 2"));
        break;
    case 6: text_add(out, "any(s[k] == 0 for k in {%s, %s})", place(), place()); break;
    default: text_add(out, "(s with { [%s] = c })[%s] < 2", place(), place()); break;
    }
}

static void add_rule(struct text *out)
{
    text_puts(out, "fn n(s) = len(s) "
                   "fn far(s, i, c) = any(s[(i + d - 1) % n(s) + 1] == 0 and all(s[(i + e - 1) % n(s) + 1] == c"
                   " for e in 1..d - 1) for d in 1..n(s) - 1) game b(s: row) { move m(i in 1..len(s), c in 1..2)"
                   " where s[i] == 0 and (");
    for (uint64_t more = below(2) + 1; more > 0; more--) {
        text_puts(out, PICK("", "", "not "));
        text_puts(out, "(");
        add_atom(out);
        text_puts(out, more > 1 ? PICK(") and ", ") or ") : ")");
    }
    text_puts(out, " or (c == 2 and s[@ % n(s) + 1] == 1)) -> b("); /* else it may contradict itself */
    bool anew = below(3) == 0; /* a row that is the same, however it is turned, but for what is written to it */
    text_puts(out, !anew ? "s"
                         : PICK("[c for k in 1..n(s)]", "[1 for k in 1..n(s)]", "[k == @ ? c : s[k] for k in 1..n(s)]",
                                "[s[k % n(s) + 1] for k in 1..n(s)]"));
    text_add(out, " with { [%s] = ", anew ? at() : "@");
    text_puts(out, PICK("c", "3 - c"));
    if (!anew && below(3) == 0)
        text_add(out, ", [%s] = %s", PICK("@ % n(s) + 1", "(@ + 1) % n(s) + 1"), PICK("c", "0", "s[@]"));
    text_puts(out, " }) }");
}

/* On a grid both indices may be turned; J is the second one. */
static const char *second(void) { return PICK("J", "J % cols(s) + 1", "(J + cols(s) - 2) % cols(s) + 1", "J + 1"); }
static const char *first(void) { return PICK("@", "@ % rows(s) + 1", "(@ == 1 ? rows(s) : @ - 1)", "@ - 1"); }

static void add_grid_rule(struct text *out)
{
    text_puts(out, "game b(s: grid) { move m(i in 1..rows(s), j in 1..cols(s), c in 1..2) where s[i, j] == 0");
    for (uint64_t more = below(2) + 1; more > 0; more--)
        text_add(out, " and s[%s, %s] %s", first(), second(), PICK("!= c", "== 0", "< 2"));
    if (below(2)) text_add(out, " and any(s[%s, k] == 0 for k in 1..cols(s))", first());
    text_puts(out, " -> b(s with { [@, J] = c }) }");
}

/* The rule with the place as it is, or in a way of which nothing is known. */
static void spell(const char *rule, bool hidden, char *out)
{
    for (; *rule; rule++) {
        if (*rule == '@') strcpy(out, hidden ? "max(i, i)" : "i");
        else if (*rule == 'J') strcpy(out, hidden ? "max(j, j)" : "j");
        else if (*rule == 'V') strcpy(out, hidden ? "max(v, v)" : "v");
        else out[0] = *rule, out[1] = '\0';
        out += strlen(out);
    }
}

/* What is written, cell by cell, and on which condition. */
struct effect {
    uint64_t write;
    uint32_t when;
};

static int by_content(const void *a, const void *b)
{
    const struct effect *x = a, *y = b;
    if (x->write != y->write) return x->write < y->write ? -1 : 1;
    return (x->when > y->when) - (x->when < y->when);
}

static size_t effects_of(struct diagrams *d, const struct ground *g, struct effect *effects)
{
    uint8_t cells[DIAGRAM_CELLS];
    uint32_t *made = calloc(g->meaning.nodes.count + 1, sizeof *made);
    assert_true(made && g->instances.count <= INSTANCES);
    for (uint32_t c = 0; c < DIAGRAM_CELLS; c++) cells[c] = (uint8_t)c;
    diagrams_read_others(d);
    size_t count = 0;
    for (size_t i = 0; i < g->instances.count; i++) {
        struct effect *e = &effects[count];
        const struct ground_instance *x = &g->instances.data[i];
        *e = (struct effect){0};
        e->when =
            g->by_meaning ? diagram_taken(d, &g->meaning, x->when, made) : diagram_of(d, g->formulas, x->when, cells);
        for (uint32_t k = 0; k < x->count; k++) {
            const struct ground_write *w = &g->writes.data[x->first + k];
            assert_true(k == 0 || w[-1].cell < w->cell);
            e->write |= (uint64_t)(w->value + 1) << 3 * w->cell;
        }
        count += e->when != DIAGRAM_FALSE; /* as a formula it need not be seen */
    }
    free(made);
    qsort(effects, count, sizeof *effects, by_content);
    return count;
}

static bool are_alike(const struct ground *a, const struct ground *b)
{
    static struct effect x[INSTANCES], y[INSTANCES];
    struct diagrams d;
    if (!a->fine || !b->fine) return a->fine == b->fine;
    assert_int_equal(a->values, b->values);
    assert_true(diagrams_open(&d, a->values));
    size_t count = effects_of(&d, a, x);
    bool alike = (a->final == b->final || a->by_meaning != b->by_meaning) && count == effects_of(&d, b, y);
    for (size_t i = 0; alike && i < count; i++) alike = by_content(&x[i], &y[i]) == 0;
    assert_false(d.failed);
    diagrams_close(&d);
    return alike;
}

static void open_one(struct runtime_case *c, const char *rule, const char *term, int way, struct ground *g)
{
    case_open(c, rule);
    struct position p = case_position(c, term);
    enum status st = way == 0   ? ground_open(g, c->env, &p.components[0])
                     : way == 1 ? ground_open_in_order(g, c->env, &p.components[0])
                                : ground_open_meaning(g, c->env, &p.components[0]);
    assert_int_equal(st, ST_OK);
}

/* Where nothing is found once for the board as it is, in formulas, each place is asked by itself. */
static size_t compare_ways(const char *rule, const char *term)
{
    char seen[LONGEST * 4], hidden[LONGEST * 4];
    struct runtime_case a, b;
    struct ground x, y;
    spell(rule, false, seen);
    spell(rule, true, hidden);
    open_one(&a, seen, term, 1, &x);
    open_one(&b, hidden, term, 0, &y);
    size_t both = x.fine && y.fine;
    if (both && !are_alike(&x, &y)) print_error("by meaning %s: %s\n", term, seen);
    assert_true(!both || are_alike(&x, &y));
    ground_close(&x);
    ground_close(&y);
    case_close(&a);
    case_close(&b);
    return both;
}

/* How many of both are fine, and how many of those around. */
static void compare(const char *rule, const char *term, size_t *fine, size_t *around)
{
    char seen[LONGEST * 4], hidden[LONGEST * 4];
    spell(rule, false, seen);
    spell(rule, true, hidden);
    for (int way = 0; way < 3; way++) {
        struct runtime_case a, b;
        struct ground x, y;
        open_one(&a, seen, term, way, &x);
        open_one(&b, hidden, term, way, &y);
        bool alike = are_alike(&x, &y);
        if (!alike) print_error("way %d of %s: %s\n", way, term, seen);
        assert_true(alike);
        assert_false(y.around);
        *fine += x.fine;
        *around += x.fine && x.around;
        ground_close(&x);
        ground_close(&y);
        case_close(&a);
        case_close(&b);
    }
}

static void compare_drawn(void (*add)(struct text *out), const char *const *terms, size_t *fine, size_t *around)
{
    for (int i = 0; i < RULES; i++) {
        struct text rule = {0};
        seed = (uint64_t)i;
        add(&rule);
        compare(text_c(&rule), terms[i % 4], fine, around);
        text_free(&rule);
    }
}

CLAIM(moves_of_rows_turned_around_are_those_at_each_place)
{
    static const char *const terms[] = {"b([2,0,0,0])", "b([2,0,0])", "b([0,2])", "b([0,0,0,0,2])"};
    size_t fine = 0, around = 0;
    compare_drawn(add_rule, terms, &fine, &around);
    assert_in_range(around, fine / 5, fine / 5 * 4);
    assert_true(fine > RULES);
}

CLAIM(moves_of_grids_turned_around_are_those_at_each_place)
{
    static const char *const terms[] = {"b([[2,0],[0,0]])", "b([[2,0,0],[0,0,0]])", "b([[0,2],[0,0],[0,0]])",
                                        "b([[0,0,0],[0,0,0],[2,0,0]])"};
    size_t fine = 0, around = 0;
    compare_drawn(add_grid_rule, terms, &fine, &around);
    assert_true(fine > RULES);
}

/* Neighbours by a square beside the board, and what is connected. */
CLAIM(rings_by_squares_are_turned_around)
{
    size_t fine = 0, around = 0;
    const char *rule = "game b(s: row, e: grid) { move m(i in 1..len(s), c in 1..2) where s[i] == 0 and"
                       " any(component([s[m] == c or m == @ ? 1 : 0 for m in 1..len(s)], e, @)[k] == 1 and"
                       " any(e[k, l] == 1 and s[l] == 0 and l != @ for l in 1..len(s)) for k in 1..len(s))"
                       " -> b(s with { [@] = c }, e) }";
    compare(rule, "b([2,0,0,0], [[0,1,0,1],[1,0,1,0],[0,1,0,1],[1,0,1,0]])", &fine, &around);
    assert_int_equal(fine, 2); /* by meaning */
    assert_int_equal(around, 2);
    compare(rule, "b([2,0,0,0], [[0,1,0,0],[1,0,1,0],[0,1,0,1],[0,0,1,0]])", &fine, &around);
    assert_int_equal(fine, 4);
    assert_int_equal(around, 2);
}

/* What is asked of the board as a move leaves it is turned around by itself, also where the move is not. */
CLAIM(bodies_turned_around_are_those_at_each_place)
{
    static const char *const says[] = {"far(t, V, t[V])",
                                       "far(t, V, c)",
                                       "t[V % len(t) + 1] != c",
                                       "t[V + 1] != t[V]",
                                       "t[(V + c) % len(t) + 1] < 2",
                                       "t[c] != t[V]",
                                       "t[(V + len(t) - 2) % len(t) + 1] == 0",
                                       "V != 3",
                                       "any(t[k] == 0 and k != V for k in 1..len(t))",
                                       "sum(t[k] for k in V..len(t)) < 4"};
    static const char *const moves[] = {"s[@] == 0", "s[@] == 0 and @ != 2"};
    enum { SAYS = sizeof says / sizeof *says };
    size_t fine = 0, around = 0, both = 0;
    for (int i = 0; i < SAYS * 2; i++) {
        char rule[LONGEST];
        snprintf(rule, sizeof rule,
                 "fn far(s, i, c) = any(s[(i + d - 1) %% len(s) + 1] == 0 and all(s[(i + e - 1) %% len(s) + 1] == c"
                 " for e in 1..d - 1) for d in 1..len(s) - 1) fn says(t, v, c) = %s"
                 " game b(s: row) { move m(i in 1..len(s), c in 1..2) where %s and"
                 " all(s[w] == c or says(s with { [@] = c }, w, c) for w in 1..len(s)) -> b(s with { [@] = c }) }",
                 says[i / 2], moves[i % 2]);
        compare(rule, "b([2,0,0,0,0])", &fine, &around);
        compare(rule, "b([0,0,2])", &fine, &around);
        both += compare_ways(rule, "b([2,0,0,0])");
    }
    assert_true(both >= SAYS);
    assert_true(fine > SAYS * 4);
}

CLAIMS(IT(bodies_turned_around_are_those_at_each_place), IT(moves_of_rows_turned_around_are_those_at_each_place),
       IT(moves_of_grids_turned_around_are_those_at_each_place), IT(rings_by_squares_are_turned_around))
