/* SPDX-License-Identifier: MIT */
/* Conditions that are found once for boards of many lengths (recall.c), against those that are found for each board alone. */
#include <stdio.h>
#include "claims.h"
#include "play/ground/ground.h"
#include "runtime_case.h"

#define FUNCTIONS                                                                                                      \
    "fn left(s, i, c) = any(s[a] == 0 and all(s[k] == c for k in a + 1..i - 1) for a in 1..i - 1) "                    \
    "fn right(s, i, c) = any(s[a] == 0 and all(s[k] == c for k in i + 1..a - 1) for a in i + 1..len(s)) "              \
    "fn beyond(s, i, c) = all(s[a + 1] != c or s[a - 1] == c for a in i..i + 2) "                                      \
    "fn before(s, i, c) = any(s[a] == c and s[a - 2] != c for a in i - 1..i) "                                         \
    "fn last(s, i, c) = any(s[a] == c and s[len(s)] != i for a in 1..3) "                                              \
    "fn elements(s, i, c) = all(x != c or i > 2 for x in s) "
enum { LENGTH = 7 };

/* Do both say the same of every state, instance by instance? */
static bool is_same(const struct ground *a, const struct ground *b)
{
    static const uint8_t cells[DIAGRAM_CELLS] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    struct diagrams d;
    bool same = a->fine == b->fine && a->instances.count == b->instances.count && a->final == b->final;
    assert_true(diagrams_open(&d, 3));
    for (size_t i = 0; same && i < a->instances.count; i++) {
        const struct ground_instance *x = &a->instances.data[i], *y = &b->instances.data[i];
        uint32_t first = diagram_of(&d, a->formulas, x->when, cells);
        diagrams_read_others(&d);
        same = first == diagram_of(&d, b->formulas, y->when, cells) && x->count == y->count;
        diagrams_read_others(&d);
        for (uint32_t k = 0; same && k < x->count; k++)
            same = a->writes.data[x->first + k].cell == b->writes.data[y->first + k].cell &&
                   a->writes.data[x->first + k].value == b->writes.data[y->first + k].value;
    }
    assert_false(d.failed);
    diagrams_close(&d);
    return same;
}

/* On rows of these lengths, one after the other; how many are not the same. */
static size_t unlike(struct runtime_case *c, const int *lengths, size_t count, size_t *recalled)
{
    struct ground_recall together;
    struct ground known[LENGTH], alone;
    size_t wrong = 0;
    assert_true(ground_recall_open(&together, 3));
    for (size_t i = 0; i < count; i++) {
        char term[40] = "b([2";
        for (int k = 1; k < lengths[i]; k++) snprintf(term + 2 + 2 * k, 4, ",0");
        snprintf(term + 2 + 2 * lengths[i], 4, "])");
        struct position p = case_position(c, term);
        assert_int_equal(ground_open_together(&known[i], c->env, &p.components[0], &together), ST_OK);
        assert_int_equal(ground_open(&alone, c->env, &p.components[0]), ST_OK);
        wrong += !alone.fine || !is_same(&alone, &known[i]);
        ground_close(&alone);
    }
    *recalled += together.found.count;
    for (size_t i = 0; i < count; i++) ground_close(&known[i]);
    ground_recall_close(&together);
    return wrong;
}

CLAIM(conditions_found_before_are_those_of_the_board_alone)
{
    static const char *const says[] = {"left(s, i, c)",
                                       "left(s, i, 3 - c)",
                                       "left(s, i + 1, c)",
                                       "left(s, c + 2, i)",
                                       "right(s, i, c)",
                                       "right(s, i, 3 - c)",
                                       "right(s, c, 2)",
                                       "beyond(s, i, c)",
                                       "beyond(s, i + 2, 2)",
                                       "before(s, i, c)",
                                       "before(s, c, i)",
                                       "last(s, i, c)",
                                       "last(s, c, 3 - c)",
                                       "elements(s, i, c)",
                                       "elements(s, c, 2)",
                                       "i != 3",
                                       "any(s[a] == 1 for a in 1..2) == left(s, i, c)"};
    static const int falling[] = {7, 6, 5, 4, 3, 2, 1}, rising[] = {1, 2, 3, 4, 5, 6, 7},
                     mixed[] = {4, 6, 4, 2, 7, 3, 5};
    enum { SAYS = sizeof says / sizeof *says };
    size_t recalled = 0;
    for (size_t a = 0; a < SAYS; a++)
        for (size_t b = 0; b < SAYS; b++) {
            char rule[1200];
            struct runtime_case c;
            snprintf(rule, sizeof rule,
                     FUNCTIONS
                     "game b(s: row) { move put(i in 1..len(s), c in 1..2) where s[i] == 0 and (%s or not (%s))"
                     " -> b(s with { [i] = c }) }",
                     says[a], says[b]);
            case_open(&c, rule);
            size_t wrong = unlike(&c, falling, LENGTH, &recalled) + unlike(&c, rising, LENGTH, &recalled) +
                           unlike(&c, mixed, LENGTH, &recalled);
            if (wrong) print_error("%s, %s: %zu\n", says[a], says[b], wrong);
            assert_int_equal(wrong, 0);
            case_close(&c);
        }
    assert_true(recalled > 0);
}

CLAIMS(IT(conditions_found_before_are_those_of_the_board_alone))
