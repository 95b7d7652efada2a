/* SPDX-License-Identifier: MIT */
/* Which numerations to try. The order is that of their cost, and decides nothing. */
#include <stdio.h>
#include <string.h>
#include "base/numbers.h"
#include "engine/prove/prove.h"

struct choice {
    struct numeration *out;
    size_t count;
};

static bool same(const struct numeration *a, const struct numeration *b)
{
    return a->link == b->link && (a->below == b->below || !a->link) && a->period == b->period &&
           memcmp(a->a, b->a, (size_t)a->period * sizeof *a->a) == 0;
}

static void add(struct choice *c, struct numeration in)
{
    for (size_t i = 0; i < c->count; i++)
        if (same(&c->out[i], &in)) return;
    if (c->count < PROVE_NUMERATIONS) c->out[c->count++] = in;
}

static void add_base(struct choice *c, int64_t base)
{
    char name[40];
    snprintf(name, sizeof name, "base %d", (int)base);
    add(c, numeration_simple(name, 0, base, 0));
}

static void add_ostrowski(struct choice *c, int64_t a, int below)
{
    char name[40];
    snprintf(name, sizeof name, "Ostrowski [%d], 1 %d ..", (int)a, (int)a + below);
    if (a == 1) add(c, numeration_simple("Zeckendorf", 1, 1, 1)); /* both begin like it, one with a digit more */
    else add(c, numeration_simple(name, 1, a, below));
}

/* Magnitudes of the numbers in a form, up to `most`. */
static void note(const struct linear_form *f, bool *seen, int64_t most)
{
    uint64_t size = number_magnitude(f->constant);
    if (size <= (uint64_t)most) seen[size] = true;
    for (uint32_t i = 0; i < f->count; i++) {
        size = number_magnitude(f->terms[i].factor);
        if (size <= (uint64_t)most) seen[size] = true;
    }
}

static void note_terms(const struct normal *n, bool *seen, int64_t most)
{
    for (size_t i = 0; i < n->space->term_count; i++) {
        const struct normal_term *t = n->space->terms[i];
        if (t->kind == NORMAL_FLOOR && t->data <= most) seen[t->data] = true;
        for (size_t k = 0; k < t->count; k++)
            if (t->args[k].form) note(t->args[k].form, seen, most);
    }
}

/* The bases of named powers. */
static void add_powers(struct choice *c, const struct normal *n)
{
    int64_t base;
    for (size_t i = 0; i < n->space->term_count; i++) {
        const struct normal_term *t = n->space->terms[i];
        if (t->kind != EXPR_IN || t->data != DOMAIN_POWERS || t->count < 2 || !t->args[1].form) continue;
        if (linear_is_constant(t->args[1].form, &base) && base >= 2 && base <= PROVE_BASE) add_base(c, base);
    }
}

size_t prove_numerations(const struct normal *n, struct numeration *out)
{
    enum { MOST = 9 };
    bool seen[MOST + 2] = {false};
    struct choice c = {.out = out};
    for (size_t i = 0; i < n->piece_count; i++)
        for (size_t k = 0; k < n->pieces[i].rule.count; k++) note(n->pieces[i].rule.items[k].form, seen, MOST);
    note_terms(n, seen, MOST);
    add_base(&c, 2);
    add_powers(&c, n);
    add_ostrowski(&c, 1, 1);
    for (int64_t a = 2; a <= MOST; a++)
        if (seen[a] || seen[a - 1] || seen[a + 1]) add_ostrowski(&c, a, 1);
    for (int64_t a = 3; a <= MOST; a++)
        if (seen[a]) add_base(&c, a);
    add_base(&c, 3);
    add_ostrowski(&c, 2, 1);
    add_ostrowski(&c, 3, 1);
    add_ostrowski(&c, 2, 0);
    add(&c, numeration_periodic("Ostrowski [1, 2], 1 2 3 ..", (int64_t[]){1, 2}, 2, 1));
    add(&c, numeration_periodic("Ostrowski [2, 1], 1 3 4 ..", (int64_t[]){2, 1}, 2, 1));
    return c.count;
}
