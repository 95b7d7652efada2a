/* SPDX-License-Identifier: MIT */
/* The states of a drawn rule from a start, numbered and valued by solve/ranked.
 *
 *     struct numbering n;
 *     numbering_open(&n, &c, &start, starts);            // starts: what it is unrolled from, as ranks_open has it
 *     if (n.end == NUMBERING_VALUED) ... n.values[rank] ...
 *     numbering_close(&n);
 *
 * What it points to is in the case's arena. */
#ifndef CGI_TESTS_NUMBERING_H
#define CGI_TESTS_NUMBERING_H
#include "base/mem.h"
#include "runtime_case.h"
#include "solve/ranked/fill.h"

enum numbering_end {
    NUMBERING_REFUSED,  /* it is not of that kind, or too large */
    NUMBERING_NO_MOVES, /* they are not made ready */
    NUMBERING_HIDDEN,   /* a failure might be hidden */
    NUMBERING_FAILED,
    NUMBERING_VALUED,
    NUMBERING_ENDS
};
struct numbering {
    struct unrolled u;
    struct exchange x;
    struct ranks r;
    struct shots shots;
    uint16_t *values; /* r.size of them */
    enum numbering_end end;
};

static inline void numbering_open(struct numbering *n, struct runtime_case *c, const struct component *start,
                                  const int64_t (*starts)[TERM_CELLS])
{
    struct fill_done done = {0};
    *n = (struct numbering){.end = NUMBERING_REFUSED};
    bool ready = unroll(c->env, start, &c->arena, &n->u) == ST_OK && n->u.fine;
    ready = ready && exchange_find(&n->u, &c->arena, &n->x) == ST_OK;
    ready = ready && ranks_open(&n->u, &n->x, NULL, starts, 1, &c->arena, &n->r) == ST_OK && n->r.fine;
    if (!ready) return;
    n->end = NUMBERING_NO_MOVES;
    if (shots_open(&n->u, &n->x, &n->r, &c->arena, &n->shots) != ST_OK) return;
    n->end = NUMBERING_HIDDEN;
    if (n->shots.hides) return;
    n->values = mem_alloc(n->r.size * sizeof *n->values);
    bool valued = n->values && fill_values(&n->shots, c->env, NULL, n->values, &done) == ST_OK;
    n->end = valued ? NUMBERING_VALUED : NUMBERING_FAILED;
}

static inline void numbering_close(struct numbering *n)
{
    mem_free(n->values, n->values ? n->r.size * sizeof *n->values : 0);
    unrolled_free(&n->u);
}

#endif
