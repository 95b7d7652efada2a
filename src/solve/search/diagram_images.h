/* SPDX-License-Identifier: MIT */
/* What the files on boards of diagrams share: diagram_board.c (boards and states), diagram_images.c (images). */
#ifndef CGI_SOLVE_SEARCH_DIAGRAM_IMAGES_H
#define CGI_SOLVE_SEARCH_DIAGRAM_IMAGES_H
#include "base/arena.h"
#include "play/ground/ground.h"
#include "solve/search/diagram_board.h"
#include "solve/search/diagram_pivots.h"
#include "solve/search/diagram_sets.h"
#include "solve/search/diagram_together.h"

enum { CELLS_MOST = 64, IMAGES_MOST = 48, EXCHANGES_MOST = 24 };
struct diagram_move {
    uint32_t root, rest; /* while the board is made: its condition; what it asks besides the law (diagram_law.h) */
    struct together_place place; /* of the condition */
    struct diagram_state write, put;
    bool falls;     /* after that, what no root holds becomes 0 */
    uint32_t fresh; /* how many of the cells that it writes may change afterwards */
    /* Of each image of the board what becomes of the image of a state: the words to keep and those to put. NULL: they are too many. */
    const uint64_t *images;
    uint32_t number;
    /* Where sets are known: the sets of stones that forbid it, what it closes with which stones. */
    uint32_t set_count, close_count;
    const uint64_t *sets;
    const struct diagram_close *closes;
};
/* What is looked up of a move by its place: the levels that it writes, and what it puts there. */
struct diagram_look {
    uint64_t write;
    struct diagram_state put;
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
    struct together together;
    struct diagram_move *moves;
    uint32_t move_count;
    bool falls;                           /* some move does: */
    uint64_t roots, beside[CELLS_MOST];   /* by level */
    uint64_t (*images[IMAGES_MOST])[256]; /* of each byte of a plane what it becomes */
    uint32_t image_count;
    struct diagram_pivots *pivots; /* if images generate more of them; else NULL */
    uint8_t exchanges[EXCHANGES_MOST][DIAGRAM_VALUES];
    uint32_t exchange_count;
    size_t words; /* of a state: 1 for both planes of up to 32 cells, or 2 */
    /* The state that was opened last, its images in words, what its cells hold, which may change, and the sets of moves. */
    struct diagram_state opened;
    uint64_t *opened_images, open;
    uint8_t digits[CELLS_MOST];
    uint32_t *sets;
    struct together_path *paths;
    bool sets_known; /* diagram_sets.h: then conditions are looked up by these, at levels where `turned` 0 is a stone */
    const struct diagram_close *forbids; /* in any state */
    uint32_t forbid_count, able_words;
    uint64_t turned, able[SETS_MOVES / 64]; /* what is possible in the state that was opened last */
    bool lawful;                  /* diagram_law.h: then conditions that are looked up together are the rest, and */
    uint32_t law_root, *law_able; /* what is possible, by group */
    struct together law;
    struct together_path law_path;
    const struct diagram_look *places; /* what the move writes that has this place */
};

/* Of a board whose moves have the roots of the ground's diagrams. False: memory is out. */
bool diagram_find_images(struct diagram_board *b, struct ground *g);
/* The images of what the moves write, once those of the board are found, unless something falls or they are too many. False: no memory. */
bool diagram_images_of_moves(struct diagram_board *b);
/* The state with its cells in order i, 0 as it is: i <= image_count. */
struct diagram_state diagram_ordered(const struct diagram_board *b, const struct diagram_state *s, uint32_t i);

/* With exchange e in these cells, 0 as it is: e <= exchange_count. */
static inline struct diagram_state diagram_value_image(const struct diagram_board *b, const struct diagram_state *s,
                                                       uint32_t e, uint64_t cells)
{
    return e ? diagram_exchanged(b->exchanges[e - 1], s, cells) : *s;
}
/* In so many words: ordered as the numbers that they are, the last word first. */
static inline void diagram_pack(size_t words, const struct diagram_state *s, uint64_t *to)
{
    to[0] = words == 1 ? s->low | s->high << 32 : s->low;
    if (words > 1) to[1] = s->high;
}
static inline struct diagram_state diagram_unpack(size_t words, const uint64_t *from)
{
    if (words == 1) return (struct diagram_state){(uint32_t)from[0], from[0] >> 32};
    return (struct diagram_state){from[0], from[1]};
}

#endif
