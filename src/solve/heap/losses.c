/* SPDX-License-Identifier: MIT */
#include "solve/heap/losses.h"
#include "base/mem.h"
#include "play/options/store.h"
#include "solve/heap/tables.h"

struct losses_room {
    struct losses_box *first;
};

void losses_drop(struct losses_box *b)
{
    if (!b) return;
    mem_free(b->box.losses, b->box.losses ? b->bytes : 0);
    mem_free(b, sizeof *b);
}

static void forget(void *kept)
{
    struct losses_room *room = kept;
    while (room->first) {
        struct losses_box *b = room->first;
        room->first = b->next;
        losses_drop(b);
    }
}
static const struct tenant losses_tenant = {"boxes of outcomes", sizeof(struct losses_room), true, forget};

struct losses_box *losses_find(const struct env *env, const void *way, int game, bool misere)
{
    struct losses_room *room = store_room(env, &losses_tenant);
    struct losses_box *b = room ? room->first : NULL;
    while (b && (b->way != way || b->box.game != game || b->misere != misere)) b = b->next;
    return b;
}

bool losses_contains(const struct value_table *outer, const struct value_table *inner)
{
    for (size_t k = 0; k < inner->fields; k++)
        if (inner->extent[k] > outer->extent[k]) return false;
    return true;
}

enum status losses_new(struct env *env, const struct value_table *box, bool misere, struct losses_box **out)
{
    size_t bytes = (size_t)(box->count / 64 + 2) * sizeof(uint64_t);
    *out = NULL;
    enum status st = budget_fits(env->budget, bytes);
    if (st != ST_OK) return st;
    struct losses_box *b = mem_alloc(sizeof *b);
    if (!b) return ST_NO_MEMORY;
    *b = (struct losses_box){.box = *box, .misere = misere, .bytes = bytes};
    b->box.misere = misere;
    b->box.values = NULL;
    b->box.narrow = NULL;
    b->box.bytes = NULL;
    b->box.losses = mem_alloc(bytes);
    if (!b->box.losses) return losses_drop(b), ST_NO_MEMORY;
    mem_fill_soon(b->box.losses, bytes);
    *out = b;
    return ST_OK;
}

enum status losses_keep(struct env *env, const void *way, struct losses_box *box)
{
    struct losses_room *room = store_room(env, &losses_tenant);
    if (!room) return ST_NO_MEMORY;
    struct losses_box *old = losses_find(env, way, box->box.game, box->misere);
    for (struct losses_box **at = &room->first; *at; at = &(*at)->next)
        if (*at == old) {
            *at = old->next;
            losses_drop(old);
            break;
        }
    box->way = way;
    box->next = room->first;
    room->first = box;
    return ST_OK;
}

/* ---- questions --------------------------------------------------------------------------------------------------- */
bool losses_corner(const struct env *env, const struct ask *q, int64_t *high)
{
    int game = q->count && q->positions[0].count == 1 ? q->positions[0].components[0].game : -1;
    const char *reason = NULL;
    if (game < 0 || q->mover || q->remoteness || q->heap || q->big || !tables_boxed(env, game, &reason)) return false;
    const int64_t *low = env->traits->games[game].low;
    for (size_t i = 0; i < env->model->games[game].field_count; i++) high[i] = low[i];
    for (size_t i = 0; i < q->count; i++) {
        const struct position *p = &q->positions[i];
        if (p->count != 1 || p->big || p->components[0].game != game) return false;
        for (size_t k = 0; k < p->components[0].count; k++) {
            int64_t cell = p->components[0].cells[k];
            if (cell < low[k]) return false;
            if (cell > high[k]) high[k] = cell;
        }
    }
    return true;
}

enum status losses_answer(const struct losses_box *b, const struct ask *q, const size_t *order, struct arena *arena,
                          struct result *result)
{
    result->outcomes = arena_array(arena, q->count + 1, sizeof *result->outcomes);
    if (!result->outcomes) return ST_NO_MEMORY;
    for (size_t i = 0; i < q->count; i++) {
        const int64_t *cells = q->positions[i].components[0].cells;
        uint64_t at = 0;
        for (size_t k = 0; k < b->box.fields; k++)
            at += (uint64_t)(cells[order ? order[k] : k] - b->box.low[k]) * (uint64_t)b->box.stride[k];
        result->outcomes[i] = value_table_loses(&b->box, at) ? OUTCOME_P : OUTCOME_N;
    }
    struct lost_box *lost = arena_alloc(arena, sizeof *lost);
    if (!lost) return ST_NO_MEMORY;
    lost->box = &b->box;
    for (size_t k = 0; k < b->box.fields; k++) lost->order[k] = order ? order[k] : k;
    result->lost = lost;
    result->positions = b->box.count;
    return ST_OK;
}
