/* SPDX-License-Identifier: MIT */
/* Every piece is divided into classes of residues, and each is seen as a brick (bricks.h). */
#include "base/checked.h"
#include "proof/family/bricks.h"
#include "proof/family/private.h"

enum { MOST_EVALUATIONS = 2000000 };

struct shifter {
    const struct normal *n;
    struct family *f;
    bool *others; /* per game: heaps of it that are not bounded are in options; NULL: none of another may be */
    int64_t evaluations;
};

static bool refuse(struct shifter *s, const char *reason)
{
    s->f->reason = reason;
    return false;
}

static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

/* Is the form, a number that play leaves or takes, never negative? */
static bool natural(const struct shifter *s, struct linear_conjunction rule, const struct linear_form *number)
{
    struct linear_conjunction context[2] = {s->n->domain, rule};
    struct linear_constraint at_least = {number, false};
    struct linear_conjunction what = {&at_least, 1};
    return number && normal_covered(s->n->space, context, 2, &what, 1);
}

/* A heap of the game, or of another one. */
static int heap_of(struct shifter *s, const struct normal_piece *p, size_t k, unsigned *others)
{
    const struct normal_component *c = &p->components[k];
    int heap = family_heap(s->n, p, k);
    if (heap >= 0 || !s->others || c->game < 0 || c->game == s->n->source.game) return heap;
    const struct game *g = &s->n->source.model->games[c->game];
    if (g->field_count != 1 || g->fields[0].kind != FIELD_NAT || c->args[0].kind != NORMAL_NUMBER) return -1;
    *others |= 1u << k;
    return normal_var(s->n->space, NORMAL_RESULT, c->args[0].first_var);
}

static bool only_takes(struct shifter *s, const struct normal_piece *p, int *heaps, unsigned *others)
{
    struct linear_work *w = &s->n->space->work;
    const struct linear_form *taken = linear_variable(w, family_size(s->n));
    if (p->component_count > FAMILY_MAX_HEAPS) return refuse(s, "a move leaves more than three heaps");
    if (!p->exact) return refuse(s, "a generator that does not show in the result cannot be eliminated");
    for (size_t k = 0; k < p->component_count; k++) {
        heaps[k] = heap_of(s, p, k, others);
        if (heaps[k] < 0) return refuse(s, "an option is not made of heaps of the same game");
        const struct linear_form *heap = linear_variable(w, heaps[k]);
        if (!natural(s, p->rule, heap)) return refuse(s, "a heap may fall below zero");
        taken = linear_sum(w, taken, 1, heap, -1);
    }
    return natural(s, p->rule, taken) || refuse(s, "a move may add tokens");
}

/* What the brick asks of the theorem (period.h). */
static void join_brick(struct shifter *s, const struct brick *b, int heaps)
{
    struct family *f = s->f;
    int free_heaps = 0;
    int64_t rest = 0;
    for (int i = 0; i <= heaps; i++) {
        rest += b->free[i] ? (i == heaps ? b->low[i] : 0) : b->bound[i];
        if (i == heaps || !b->free[i]) continue;
        free_heaps++;
        f->least = larger(f->least, b->low[i]);
    }
    if (!free_heaps && !b->free[heaps]) {
        f->threshold = larger(f->threshold, rest + 1);
        return;
    }
    f->reach = larger(f->reach, rest);
    f->apart = larger(f->apart, b->apart);
    f->far |= b->free[heaps];
    if (free_heaps > f->most_heaps) f->most_heaps = free_heaps;
}

static bool next_class(int64_t *residues, int numbers, int64_t modulus)
{
    int i = 0;
    while (i < numbers && ++residues[i] == modulus) residues[i++] = 0;
    return i < numbers;
}

static bool read_piece(struct shifter *s, const struct normal_piece *p)
{
    int vars[FAMILY_MAX_HEAPS], heaps = (int)p->component_count;
    int64_t residues[AFFINE_UNKNOWNS] = {0};
    unsigned others = 0;
    if (!only_takes(s, p, vars, &others)) return false;
    struct brick_class c = {s->n, family_size(s->n), heaps, vars, others, s->f->modulus, residues};
    do {
        struct brick b;
        s->evaluations += (int64_t)p->rule.count + 1;
        if (s->evaluations > MOST_EVALUATIONS) return refuse(s, "too many cases");
        if (!brick_of(&c, p->rule, &b)) return refuse(s, "a condition that compares what is taken with what is left");
        if (b.empty) continue;
        if (b.itself) return refuse(s, "a move need not change anything");
        for (int k = 0; k < heaps; k++)
            if (others >> k & 1 && b.free[k]) s->others[p->components[k].game] = true;
        join_brick(s, &b, heaps);
    } while (next_class(residues, heaps + 1, s->f->modulus));
    return true;
}

bool family_shifted(const struct normal *n, struct family *f, bool *others)
{
    struct shifter s = {.n = n, .f = f, .others = others};
    *f = (struct family){.modulus = 1, .reason = f->reason};
    for (size_t i = 0; i < n->piece_count; i++)
        for (size_t k = 0; k < n->pieces[i].rule.count; k++)
            f->modulus = affine_join(f->modulus, affine_modulus(n->space, n->pieces[i].rule.items[k].form));
    if (!f->modulus) return refuse(&s, "its conditions repeat with too long a period");
    for (size_t i = 0; i < n->piece_count; i++)
        if (!read_piece(&s, &n->pieces[i])) return false;
    f->kind = FAMILY_SHIFTED;
    f->reason = NULL;
    return true;
}
