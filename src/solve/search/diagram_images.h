/* SPDX-License-Identifier: MIT */
/* What the files on boards of diagrams share: diagram_board.c (boards and states), diagram_images.c (images). */
#ifndef CGI_SOLVE_SEARCH_DIAGRAM_IMAGES_H
#define CGI_SOLVE_SEARCH_DIAGRAM_IMAGES_H
#include "base/arena.h"
#include "play/ground/ground.h"
#include "solve/search/diagram_board.h"

enum { CELLS_MOST = 64, IMAGES_MOST = 48, EXCHANGES_MOST = 24 };
/* What is asked of the cell of a level, and where its values lead. 0: false, 1: true. */
struct step {
    uint32_t level, kids[DIAGRAM_VALUES];
};
struct diagram_move {
    uint32_t root;
    uint32_t level, allowed; /* the first cell that it writes, and what that must hold before */
    struct diagram_state write, put;
};
struct diagram_board {
    struct arena arena;
    int game;
    size_t at;
    int64_t *frame; /* the component, the cells of the board 0 */
    size_t frame_count;
    uint32_t cells, values, final;
    uint8_t level[CELLS_MOST];
    uint64_t all;
    bool ends;
    struct step *steps;
    struct diagram_move *moves;
    uint32_t move_count;
    uint64_t (*images[IMAGES_MOST])[256]; /* of each byte of a plane what it becomes */
    uint32_t image_count;
    uint8_t exchanges[EXCHANGES_MOST][DIAGRAM_VALUES];
    uint32_t exchange_count;
};

/* Of a board whose moves have the roots of the ground's diagrams. False: memory is out. */
bool diagram_find_images(struct diagram_board *b, struct ground *g);

/* The state with values exchanged in these cells, and 0 in all others. */
static inline struct diagram_state diagram_exchanged(const struct diagram_board *b, const uint8_t *to,
                                                     const struct diagram_state *s, uint64_t cells)
{
    uint64_t holds[DIAGRAM_VALUES] = {~s->low & ~s->high, s->low & ~s->high, ~s->low & s->high, s->low & s->high};
    struct diagram_state out = {0};
    for (uint32_t v = 0; v < b->values; v++) {
        out.low |= to[v] & 1 ? holds[v] & cells : 0;
        out.high |= to[v] & 2 ? holds[v] & cells : 0;
    }
    return out;
}

#endif
