/* SPDX-License-Identifier: MIT */
/* Word by word: what one cell may hold is worked out for all cells of a word together. */
#include "solve/search/mask_later.h"

/* Cells of a word of which a move asks nothing that they do not have if they hold the code. */
static uint64_t agreeing(const struct ground *g, const struct ground_move *move, size_t w, size_t code)
{
    uint64_t out = 0;
    for (size_t plane = 0; plane < g->planes; plane++) {
        size_t at = plane * g->span + w;
        out |= move->care.words[at] & (move->want.words[at] ^ (code >> plane & 1 ? UINT64_MAX : 0));
    }
    return ~out;
}

/* Cells of a word that hold `to` after the move if they hold `from` before, and that it writes. */
static uint64_t becoming(const struct ground *g, const struct ground_move *move, size_t w, size_t from, size_t to)
{
    uint64_t out = agreeing(g, move, w, from), written = 0;
    for (size_t plane = 0; plane < g->planes; plane++) {
        size_t at = plane * g->span + w;
        uint64_t was = from >> plane & 1 ? UINT64_MAX : 0, is = to >> plane & 1 ? UINT64_MAX : 0;
        out &= ~(is ^ ((was & ~move->write.words[at]) | move->put.words[at]));
        written |= move->write.words[at];
    }
    return out & written;
}

void mask_becoming_find(const struct ground *g, struct mask_becoming *found)
{
    size_t codes = (size_t)1 << g->planes;
    *found = (struct mask_becoming){{0}};
    for (size_t from = 0; from < codes; from++)
        for (size_t to = 0; to < codes; to++) {
            bool can = from == to;
            for (size_t k = 0; k < g->move_count && !can; k++)
                for (size_t w = 0; w < g->span && !can; w++) can = becoming(g, &g->moves[k], w, from, to) != 0;
            found->codes[from] |= (uint8_t)(can << to);
        }
    for (size_t by = 0; by < codes; by++)
        for (size_t from = 0; from < codes; from++)
            if (found->codes[from] >> by & 1) found->codes[from] |= found->codes[by];
}

struct mask_later mask_later(const struct ground *g, const struct mask_becoming *becoming,
                             const struct ground_mask *state)
{
    struct mask_later l = {{{0}}};
    size_t codes = (size_t)1 << g->planes;
    for (size_t w = 0; w < g->span; w++)
        for (size_t from = 0; from < codes; from++) {
            uint64_t holding = UINT64_MAX;
            for (size_t plane = 0; plane < g->planes; plane++)
                holding &= state->words[plane * g->span + w] ^ (from >> plane & 1 ? 0 : UINT64_MAX);
            for (size_t to = 0; to < codes; to++)
                if (becoming->codes[from] >> to & 1) l.cells[to][w] |= holding;
        }
    return l;
}

bool mask_may_be_made(const struct ground *g, const struct mask_later *later, const struct ground_move *move)
{
    size_t codes = (size_t)1 << g->planes;
    uint64_t never = 0;
    for (size_t w = 0; w < g->span; w++) {
        uint64_t can = 0;
        for (size_t code = 0; code < codes; code++) can |= later->cells[code][w] & agreeing(g, move, w, code);
        never |= ~can;
    }
    return !never;
}
