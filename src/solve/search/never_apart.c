/* SPDX-License-Identifier: MIT */
#include "solve/search/never_apart.h"
#include "solve/search/mask_shape.h"

/* Does the move leave the final value in a cell? */
static bool writes_final(struct shape f, const struct ground_move *move)
{
    struct ground_mask wrote = live_cells(f, &move->write), live = live_cells(f, &move->put);
    return !is_within(shape_of_cells(f), &wrote, &live);
}

/* The cells that are joined to those of the first move that may be made, and those of all that may. */
struct joined {
    struct ground_mask first, all;
};

/* One pass over the moves; true: it has joined more. */
static bool join_more(struct shape f, const struct ground *g, const struct ground_mask *live, struct joined *j)
{
    bool more = false;
    for (size_t i = 0; i < g->move_count; i++) {
        const struct ground_move *move = &g->moves[i];
        struct ground_mask cells = {{0}};
        if (!is_within(f, &move->need, live)) continue;
        for (size_t w = 0; w < f.span; w++) cells.words[w] = move->foot.words[w] & live->words[w];
        bool joins = is_empty(f, &j->first) || meets(f, &cells, &j->first);
        more |= joins && !is_within(f, &cells, &j->first);
        for (size_t w = 0; w < f.span; w++) {
            j->all.words[w] |= cells.words[w];
            if (joins) j->first.words[w] |= cells.words[w];
        }
    }
    return more;
}

bool never_apart(const struct ground *g, const struct ground_mask *state)
{
    struct shape f = shape_of(g);
    struct ground_mask live = live_cells(f, state);
    struct joined j = {{{0}}, {{0}}};
    for (size_t i = 0; i < g->move_count; i++)
        if (writes_final(f, &g->moves[i])) return false;
    while (join_more(f, g, &live, &j)) continue;
    return is_within(f, &j.all, &j.first);
}
