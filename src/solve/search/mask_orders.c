/* SPDX-License-Identifier: MIT */
#include "solve/search/mask_orders.h"
#include <string.h>
#include "base/hash.h"
#include "base/mem.h"

static bool writes_same(const struct ground *g, uint32_t a, uint32_t b)
{
    const struct ground_move *x = &g->moves[a], *y = &g->moves[b];
    return memcmp(&x->write, &y->write, sizeof x->write) == 0 && memcmp(&x->put, &y->put, sizeof x->put) == 0;
}

static uint64_t hash_of(const struct ground_move *move)
{
    uint64_t hash = 1;
    for (size_t w = 0; w < GROUND_WORDS; w++) hash = hash_mix(hash ^ move->write.words[w]) + move->put.words[w];
    return hash_mix(hash);
}

/* Into rings, by a table of the first of each that was found. */
static void join_cases(struct mask_orders *o, uint32_t *table, size_t room)
{
    for (uint32_t k = 0; k < o->ground->move_count; k++) {
        size_t at = hash_of(&o->ground->moves[k]) & (room - 1);
        while (table[at] && !writes_same(o->ground, table[at] - 1, k)) at = (at + 1) & (room - 1);
        o->next[k] = k;
        if (!table[at]) {
            table[at] = k + 1;
            continue;
        }
        o->next[k] = o->next[table[at] - 1];
        o->next[table[at] - 1] = k;
    }
}

void mask_orders_open(struct mask_orders *o, const struct ground *ground)
{
    size_t room = 2;
    *o = (struct mask_orders){.ground = ground};
    while (room < 2 * ground->move_count) room *= 2;
    uint32_t *table = mem_alloc(room * sizeof *table);
    o->next = table ? mem_alloc((ground->move_count + 1) * sizeof *o->next) : NULL;
    if (o->next) {
        memset(table, 0, room * sizeof *table);
        join_cases(o, table, room);
    }
    mem_free(table, table ? room * sizeof *table : 0);
}

void mask_orders_close(struct mask_orders *o)
{
    mem_free(o->next, o->next ? (o->ground->move_count + 1) * sizeof *o->next : 0);
    vec_free(&o->ghosts);
}

void mask_orders_begin(struct mask_orders *o, const struct ground_mask *state)
{
    o->state = *state;
    o->ghosts.count = o->made = 0;
}

static bool can_be_made(const struct ground *g, uint32_t k, const struct ground_mask *state)
{
    uint64_t off = 0;
    for (size_t w = 0; w < g->words; w++)
        off |= (state->words[w] & g->moves[k].care.words[w]) ^ g->moves[k].want.words[w];
    return !off;
}

/* The move, or another case of it. */
static bool make(const struct mask_orders *o, uint32_t move, struct ground_mask *state)
{
    const struct ground *g = o->ground;
    uint32_t k = move;
    while (!can_be_made(g, k, state))
        if ((k = o->next[k]) == move) return false;
    for (size_t w = 0; w < g->words; w++)
        state->words[w] = (state->words[w] & ~g->moves[k].write.words[w]) | g->moves[k].put.words[w];
    return true;
}

static bool may_be_last(const struct mask_orders *o, const struct mask_ghost *ghost)
{
    struct ground_mask after = ghost->state;
    return make(o, ghost->move, &after) &&
           memcmp(after.words, o->state.words, o->ground->words * sizeof *after.words) == 0;
}

size_t mask_orders_made(struct mask_orders *o, uint32_t move)
{
    size_t kept = 0, last = 0;
    o->made++;
    if (!o->next || !vec_reserve(&o->ghosts, 1)) return o->made;
    for (size_t i = 0; i < o->ghosts.count; i++) {
        struct mask_ghost *ghost = &o->ghosts.data[i];
        if (make(o, move, &ghost->state)) o->ghosts.data[kept++] = *ghost;
    }
    o->ghosts.count = kept;
    o->ghosts.data[o->ghosts.count++] = (struct mask_ghost){o->state, move};
    if (!make(o, move, &o->state)) return o->made;
    for (size_t i = 0; i < o->ghosts.count; i++) last += may_be_last(o, &o->ghosts.data[i]);
    return last ? last : 1;
}
