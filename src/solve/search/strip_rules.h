/* SPDX-License-Identifier: MIT */
/* What the files on strips share: strips.c (strips and their moves), strip_boards.c (boards of all lengths), strip_meaning.c (those whose
 * conditions are diagrams), strip_rules.c (what may be written for final cells), strip_images.c, strip_sights.h (what is
 * compared for all of these). */
#ifndef CGI_SOLVE_SEARCH_STRIP_RULES_H
#define CGI_SOLVE_SEARCH_STRIP_RULES_H
#include "play/ground/diagram.h"
#include "play/ground/ground.h"
#include "solve/search/diagram_together.h"
#include "solve/search/strips.h"

enum { STRIP_PAIRS = STRIP_VALUES * STRIP_VALUES };
/* What may be written for some final cells, by number in a table of ways (strip_rules.c). */
enum { STRIP_UNKNOWN, STRIP_NONE, STRIP_WAYS };
struct strip_instance {
    uint32_t when;       /* as a formula; by meaning there is none */
    uint32_t asks, rest; /* as a diagram; without the law of the board, if it has one; and */
    uint32_t root;       /* with what is known of positions: what is compared */
    uint64_t write, put; /* of a strip */
};
/* An exchange of values: every order of four is affine in their two bits, x = x[0] low + x[1] high + x[2] without carry. */
struct strip_exchange {
    uint8_t to[STRIP_VALUES];
    uint32_t low[3], high[3];
};
/* Boards of one length. Rules of one cell by its value, and of two side by side by the value of the first and that of the second; where
 * there may be any. */
struct strip_board {
    bool fine, around; /* is it proved of the rule that its moves are the same all around? */
    uint32_t known;    /* a diagram: what is taken as known of its positions */
    struct ground ground;
    struct strip_instance *instances;
    uint16_t *order;
    uint32_t count;
    uint32_t law;             /* what all moves ask of the board as they leave it (ground.h); 0: nothing says so */
    struct together together; /* their conditions, when the first strip is opened; NULL places: not yet */
    struct together_place *places;
    uint32_t *sets; /* of groups, of the strip that was opened last; 0: not yet looked up, else with TOGETHER_END */
    uint32_t one_any, two_any;
    uint8_t ones[STRIP_CELLS][STRIP_VALUES], twos[STRIP_CELLS][STRIP_PAIRS];
    uint8_t *cuts; /* of rings (strip_rings.h), by the cell and both walls */
};
struct strips {
    struct arena arena;
    int game;
    size_t at; /* the first cell of the board among the numbers of a component */
    int64_t *frame;
    size_t frame_count; /* the numbers besides the length and the cells of the board */
    uint32_t length, values, final;
    bool ends, backwards, around, failed; /* read backwards, or from another cell on as a ring: the same games */
    bool meant;                           /* conditions are diagrams; shorter boards have other numbers beside them */
    uint32_t final_of[STRIP_VALUES];      /* all bits where the value is final */
    uint32_t walls;                       /* bits; of rings (strip_rings.h) */
    struct strip_exchange exchanges[24];
    size_t exchange_count;
    size_t moves;
    struct diagrams diagrams;
    struct ground_recall together;    /* of the boards of all lengths but their own */
    VEC(struct strip_effect) effects; /* scratch */
    uint8_t digits[STRIP_CELLS + 2];  /* what the cells of the strip hold that was opened last */
    struct strip_board boards[STRIP_CELLS + 1];
};
/* An instance as another board has it. */
struct strip_effect {
    uint64_t write, put;
    uint32_t root;
};

/* The cell with this value. */
static inline uint64_t strip_cell(uint32_t cell, uint32_t value)
{
    return ((uint64_t)(value >> 1) << 32 | (value & 1)) << cell;
}

/* What may be written for the final cell, or the two of them, from `cell` on: STRIP_NONE or a way. */
uint8_t strip_find_one(struct strips *s, uint32_t size, uint32_t cell, uint32_t value);
uint8_t strip_find_two(struct strips *s, uint32_t size, uint32_t cell, uint32_t values);
/* The same, which mostly is known. */
static inline uint8_t strip_one(struct strips *s, uint32_t size, uint32_t cell, uint32_t value)
{
    uint8_t known = s->boards[size].ones[cell][value];
    return known == STRIP_UNKNOWN ? strip_find_one(s, size, cell, value) : known;
}
static inline uint8_t strip_two(struct strips *s, uint32_t size, uint32_t cell, uint32_t values)
{
    uint8_t known = s->boards[size].twos[cell][values];
    return known == STRIP_UNKNOWN ? strip_find_two(s, size, cell, values) : known;
}
/* The way carried out: *right is 0 where the strip is not cut. */
uint64_t strip_apply(uint64_t strip, uint32_t cell, uint32_t taken, uint8_t way, uint64_t *right);
/* For how many contents of two final cells side by side, at all places of this length but its ends, the row is cut there. (At an end a
 * content may be such that no move is possible any more.) */
size_t strip_cuts(struct strips *s, uint32_t size);
/* Are there rules for at least half of the places of two equal final cells, or of final cells that differ, or of one, on this length? */
bool strip_pays(struct strips *s, uint32_t size);

#endif
