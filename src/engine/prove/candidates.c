/* SPDX-License-Identifier: MIT */
/* Numerations that read a claim, by what it needs. */
#include "engine/prove/candidates.h"
#include <stdio.h>
#include <string.h>

enum { ROOT_MOST = 14 };

bool candidates_same(const struct numeration *a, const struct numeration *b)
{
    return a->link == b->link && a->below == b->below && a->period == b->period &&
           memcmp(a->a, b->a, (size_t)a->period * sizeof *a->a) == 0;
}

void candidates_add(struct candidates *c, const struct formula_needs *needs, struct numeration in)
{
    if (!formula_fits(needs, &in) || c->count == PROVE_NUMERATIONS) return;
    for (size_t i = 0; i < c->count; i++)
        if (candidates_same(&c->items[i], &in)) return;
    c->items[c->count++] = in;
}

static void add_simple(struct candidates *c, const struct formula_needs *needs, int link, int64_t a)
{
    char name[40];
    if (!link) snprintf(name, sizeof name, "base %d", (int)a);
    else if (a == 1) snprintf(name, sizeof name, "Zeckendorf");
    else snprintf(name, sizeof name, "Ostrowski [%d], 1 %d ..", (int)a, (int)a + 1);
    candidates_add(c, needs, numeration_simple(name, link, a, link));
}

/* Those in which the square root is at home: periods of one number, and of two. */
static void add_roots(struct candidates *c, const struct formula_needs *needs)
{
    char name[40];
    for (int64_t a = 1; a <= 9; a++) add_simple(c, needs, 1, a);
    for (int64_t a = 1; a <= ROOT_MOST && !c->count; a++)
        for (int64_t b = 1; a * b <= ROOT_MOST && !c->count; b++) {
            snprintf(name, sizeof name, "Ostrowski [%d, %d]", (int)a, (int)b);
            candidates_add(c, needs, numeration_periodic(name, (int64_t[]){a, b}, 2, 1));
        }
}

void candidates_add_usual(struct candidates *c, const struct formula_needs *needs)
{
    if (needs->root) add_roots(c, needs);
    add_simple(c, needs, 0, 2);
    if (needs->power) add_simple(c, needs, 0, needs->power);
    add_simple(c, needs, 1, 1);
    add_simple(c, needs, 0, 3);
    add_simple(c, needs, 1, 2);
}
