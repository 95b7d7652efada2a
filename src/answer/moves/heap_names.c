/* SPDX-License-Identifier: MIT */
/* Which moves of the rule leave given heaps is determined from its normal form, as for a plugin's winning moves. A rule
 * may leave empty heaps: each result is sought with and without them. */
#include "answer/moves/heap_names.h"
#include "proof/options/options.h"

enum { NAMES_EACH = 4096, HEAPS_MOST = 8 };

struct heap_naming {
    struct move_names *naming;
    const struct integer *const *from, *zero;
    int game;
    struct normal *normal;
    bool complete; /* every result could be named */
};

/* One more than are listed ends the search. */
static enum status take_move(void *context, int move, const struct integer *const *values, size_t value_count,
                             const struct normal_position *result, size_t result_count)
{
    struct heap_naming *c = context;
    struct move_names *n = c->naming;
    enum status st = move_names_move(n, move, values, value_count, result, result_count);
    return st == ST_OK && n->found > n->max ? ST_UNSUPPORTED : st;
}

static enum status name_heaps(struct heap_naming *c, const struct listed_move *to)
{
    struct normal_position result[HEAPS_MOST];
    uint64_t before = c->naming->found;
    enum status st = ST_OK;
    for (size_t i = 0; i < HEAPS_MOST; i++)
        result[i] = (struct normal_position){c->game, 1, i < to->cell_count ? &to->cells[i] : &c->zero};
    bool all = true;
    for (size_t k = to->cell_count; st == ST_OK && k < HEAPS_MOST; k++) {
        bool complete, used = false;
        for (size_t p = 0; p < c->normal->piece_count; p++) used |= c->normal->pieces[p].component_count == k;
        if (!used) continue;
        st = normal_moves_to(c->normal, c->from, 1, result, k, NAMES_EACH, take_move, c, &complete);
        all &= complete;
    }
    if (st == ST_OK && (!all || c->naming->found == before)) c->complete = false;
    return st == ST_OK ? budget_check(c->naming->q->env->budget) : st;
}

enum status heap_names_all(struct move_names *naming, size_t component, const struct listed_move *moves, size_t count)
{
    struct query *q = naming->q;
    struct heap_naming c = {.naming = naming,
                            .from = query_cells(q, component),
                            .zero = integer_from(q->arena, 0),
                            .game = q->position->components[component].game,
                            .complete = true};
    naming->component = component;
    naming->game = &q->env->model->games[c.game];
    enum status st = c.from && c.zero ? move_names_normal(q, c.game, &c.normal) : ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < count; i++) st = name_heaps(&c, &moves[i]);
    if (!c.complete) q->answer->wins_reason = "not every way to make a winning move could be named at this size";
    return st == ST_UNSUPPORTED && naming->found > naming->max ? ST_OK : st;
}
