/* SPDX-License-Identifier: MIT */
#include "solve/search/never_apart.h"
#include "solve/search/mask_shape.h"

/* Are there cells that the move writes and that may hold this code before it, or after it? */
static bool has_code(struct shape f, const struct ground_move *move, size_t code, bool after)
{
    struct ground_mask cells = live_cells(f, &move->write); /* those of any plane */
    for (size_t p = 0; p < f.planes; p++)
        for (size_t i = 0; i < f.span; i++) {
            size_t w = p * f.span + i;
            uint64_t bit = code >> p & 1 ? ~UINT64_C(0) : 0,
                     before = ~move->care.words[w] | ~(move->want.words[w] ^ bit);
            uint64_t put = (move->write.words[w] & ~(move->put.words[w] ^ bit)) | (~move->write.words[w] & before);
            cells.words[i] &= after ? put : before;
        }
    return !is_empty(shape_of_cells(f), &cells);
}

/* Does a move leave a value that no move takes from any cell? The final value is one, code 0. */
static bool writes_lasting(struct shape f, const struct ground *g)
{
    bool lasting = false;
    for (size_t code = 0; !lasting && code < (size_t)1 << f.planes; code++) {
        bool taken = false;
        for (size_t i = 0; code && !taken && i < g->move_count; i++) taken = has_code(f, &g->moves[i], code, false);
        for (size_t i = 0; !taken && !lasting && i < g->move_count; i++)
            lasting = has_code(f, &g->moves[i], code, true);
    }
    return lasting;
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
    if (writes_lasting(f, g)) return false;
    while (join_more(f, g, &live, &j)) continue;
    return is_within(f, &j.all, &j.first);
}
