/* SPDX-License-Identifier: MIT */
/* The premises of the second theorem of growth.h, for rules that are known by bricks (proof/family/family.h). */
#include "solve/heap/growth_bricks.h"
#include "proof/family/bricks.h"

/* ---- options ----------------------------------------------------------------------------------------------------- */
/* An option as it is put together; numbers: its heaps, then what is taken. */
struct putting {
    struct growth *t;
    const struct brick *b;
    bool movable; /* only options with such a heap are wanted */
    int64_t numbers[AFFINE_UNKNOWNS];
};

/* The greatest heap of the option that may grow by P and its value by S; -1: none. */
static int64_t movable_heap(const struct putting *p, uint32_t value)
{
    const struct growth *t = p->t;
    int64_t greatest = -1;
    for (int k = 0; k < p->b->heaps; k++) {
        int64_t a = p->numbers[k];
        bool may = p->b->free[k] && k != p->b->below && a >= t->e && (value ^ t->g[a]) >> t->w == 0;
        if (may && a > greatest) greatest = a;
    }
    return greatest;
}

static void put_option(struct putting *p)
{
    uint32_t value = 0;
    p->t->steps -= (int64_t)p->b->form_count + 1;
    if (!brick_holds(p->b, p->t->f->modulus, p->numbers)) return;
    for (int k = 0; k < p->b->heaps; k++) value ^= p->t->g[p->numbers[k]];
    int64_t heap = movable_heap(p, value);
    if (p->movable ? heap >= 0 : p->b->free[p->b->heaps]) growth_put(p->t, value, heap);
}

static void put_from(struct putting *p, int k, int64_t rest)
{
    if (k == p->b->heaps) {
        p->numbers[k] = rest;
        put_option(p);
        return;
    }
    for (int64_t a = p->b->residues[k]; a <= rest && p->t->steps > 0; a += p->t->f->modulus) {
        if (!p->b->free[k] && a > p->b->bound[k]) break;
        p->numbers[k] = a;
        put_from(p, k + 1, rest - a);
    }
}

void growth_put_bricks(struct growth *t, int64_t n, bool movable)
{
    for (size_t i = 0; i < t->f->brick_count && t->steps > 0; i++) {
        struct putting p = {.t = t, .b = &t->f->bricks[i], .movable = movable};
        if (p.b->free[p.b->heaps] || movable) put_from(&p, 0, n);
    }
}

/* ---- (4) --------------------------------------------------------------------------------------------------------- */
/* b NULL: heaps of any kind. What is left of lo and of hi for the heaps that follow, and of the tokens. */
struct meeting {
    struct growth *t;
    const struct brick *b;
    int heaps;
    int64_t taken;
    bool late; /* one of the heaps must be from e on */
};
struct rest {
    int64_t tokens, low, high;
    bool late;
    int present; /* heaps that are not empty; e >= 1, so none of these becomes empty modulo P */
};

static bool may_be(const struct meeting *m, int k, int64_t a)
{
    const struct brick *b = m->b;
    if (!b) return true;
    if (k < b->heaps && a < m->t->e && a < b->least[k]) return false;
    return (a - b->residues[k]) % m->t->f->modulus == 0 && (b->free[k] || a <= b->bound[k]);
}

static bool meets_at(const struct meeting *m, int k, struct rest r)
{
    struct growth *t = m->t;
    bool last = k + 1 == m->heaps;
    int64_t step = last ? t->p : 1, first = last ? (r.tokens % t->p + t->p) % t->p : 0;
    for (int64_t a = first; a < t->e + t->p; a += step) {
        if (t->steps-- <= 0) return true;
        if (!may_be(m, k, a)) continue;
        struct rest next = {r.tokens - a, r.low ^ (t->g[a] & (((int64_t)1 << t->w) - 1)), r.high - (t->g[a] >> t->w),
                            r.late || a >= t->e, r.present + (a > 0)};
        if (!last && meets_at(m, k + 1, next)) return true;
        if (!last || (m->taken == 0 && next.present < 2)) continue; /* the heap itself is not among its options */
        if (next.low == 0 && (next.late || !m->late) && next.tokens / t->p * (t->s >> t->w) == next.high) return true;
    }
    return false;
}

/* All that take `taken`, if that is little enough to have so great a value; *over: it is too much, and so is more. */
static bool meets_taking(struct meeting m, int64_t n, int64_t taken, bool *over)
{
    struct growth *t = m.t;
    int64_t room = t->s * (n - taken) + m.heaps * t->c - t->p * t->g[n];
    *over = room < 0;
    if (*over) return false;
    if (!m.b && (taken < t->f->loose_least[m.heaps] || taken > t->f->loose_most[m.heaps])) return false;
    if (m.b && (taken < m.b->least[m.heaps] || !may_be(&m, m.heaps, taken))) return false;
    if (room / (2 * t->p) >> t->w) return true;
    m.taken = taken;
    m.late = n + t->p - taken > m.heaps * (t->e - 1);
    int64_t low = t->g[n] & (((int64_t)1 << t->w) - 1), high = t->g[n] >> t->w;
    return meets_at(&m, 0, (struct rest){n - taken, low, high, false, 0});
}

static bool meets(struct growth *t, const struct brick *b, int heaps, int64_t n)
{
    bool over = false;
    for (int64_t taken = 0; !over; taken++)
        if (meets_taking((struct meeting){t, b, heaps, 0, false}, n, taken, &over)) return true;
    return false;
}

bool growth_bricks_meet(struct growth *t, int64_t n)
{
    for (size_t i = 0; i < t->f->brick_count; i++)
        if (t->f->bricks[i].heaps > 1 && meets(t, &t->f->bricks[i], t->f->bricks[i].heaps, n)) return true;
    for (int heaps = 1; heaps <= FAMILY_MAX_HEAPS; heaps++)
        if (t->f->loose >> heaps & 1 && meets(t, NULL, heaps, n)) return true;
    return false;
}
