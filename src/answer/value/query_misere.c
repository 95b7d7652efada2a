/* SPDX-License-Identifier: MIT */
/* What the tame rule (tame.h) read of each component, for the options of a position whose outcome it gave. */
#include "answer/value/private.h"

/* The pairs of the components within 64 bits, and of all of them together. */
static enum status pair_components(struct query *q)
{
    size_t n = q->position->count;
    enum status st = ST_OK;
    q->pair = (struct tame_sum){0};
    q->pairs = arena_array(q->arena, n + 1, sizeof *q->pairs);
    if (!q->pairs) return ST_NO_MEMORY;
    for (size_t c = 0; st == ST_OK && c < n; c++) {
        bool big = query_is_big(q, c);
        st = misere_pair(q->env, &q->position->components[c], big ? q->position->big[c] : NULL, q->arena,
                         big ? &q->pair : &q->pairs[c]);
        if (!big && q->pairs[c].wide) st = ST_UNSUPPORTED; /* then nothing is known of the options */
        if (!big) tame_add(&q->pair, &q->pairs[c]);
    }
    q->paired = st == ST_OK;
    return st;
}

enum status query_pairs(struct query *q)
{
    if (q->used.items.count != 1 || q->used.items.data[0].name != solver_misere.name) return ST_OK;
    enum status st = pair_components(q);
    return st == ST_UNSUPPORTED ? ST_OK : st;
}
