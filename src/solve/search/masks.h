/* SPDX-License-Identifier: MIT */
/* One board whose positions are masks (proof/ground/ground.h), with the tables for options, parts and images.
 *
 *     struct masks *m;
 *     st = masks_make(env, &component, 0, &m);                    // m NULL: its rule has no masks
 *     if (m && masks_code(m, &component, &state)) ...             // a position of that board
 *
 * Of a state the cells are joined that some move asks or writes which may still be made: one that needs no cell that holds
 * the final value. Each class, with the final value elsewhere, is a part (proof/parts/windows.h has the theorem). A part is
 * known by the least of its images that are proved to be the same game, moved to the first row and column if that is too.
 * A board on which moves only close moves is searched as the set of the open ones (proof/ground/closing.h). */
#ifndef CGI_SOLVE_SEARCH_MASKS_H
#define CGI_SOLVE_SEARCH_MASKS_H
#include "base/vec.h"
#include "play/options/env.h"
#include "proof/ground/closing.h"
#include "proof/ground/ground.h"
#include "solve/search/kept_masks.h"
#include "solve/search/mask_alike.h"
#include "solve/search/mask_bits.h"
#include "solve/search/mask_exact.h"
#include "solve/search/mask_ideals.h"
#include "solve/search/mask_memo.h"
#include "solve/search/diagram_board.h"
#include "solve/search/strips.h"

enum { MASKS_IMAGES = GROUND_ORDERS + 1 /* MIRROR_ROWS, ... together, or the orders from 1 on */, MASKS_STRIDES = 8 };
/* Each cell of `up` is joined to the one that comes `by` cells later. */
struct mask_stride {
    uint64_t up;
    size_t by;
};
/* A part of an option: what is known of it when it was listed. */
struct mask_part {
    struct ground_mask state;
    uint64_t known;   /* for the search; 0 at first */
    uint32_t cells;   /* that do not hold the final value */
    uint32_t replies; /* one more than the moves that are possible in it; 0: they were not counted */
};
/* An option: the sum of parts `first`, ... and of what is known. */
struct mask_option {
    uint32_t first, count;
    uint32_t move;
    uint32_t weight; /* for the search */
    uint64_t known;  /* the nim-sum of parts that the search has left out */
};
typedef VEC(struct mask_part) mask_part_vec;
typedef VEC(struct mask_option) mask_option_vec;
/* A line of images is a number of these (mask_images.h). */
typedef uint64_t mask_two_words __attribute__((vector_size(16)));
struct mask_lines {
    mask_two_words *of; /* NULL: there is no image */
    size_t images;      /* of a line: how many there is room for */
};
struct mask_pivots;
struct move_tree;
struct move_reach;
struct move_apart;
struct mask_constants;
struct mask_sums;
struct masks {
    struct ground board;           /* as the rule has it; states are coded by it first */
    struct ground_closing closing; /* the same board on open moves, if it is one */
    struct ground ground;          /* that one, else `board`: all below is about this one */
    struct strips *strips; /* if there are: its states are strips, and of `ground` only the numbers are of use */
    struct diagram_board *diagrams; /* the same: its moves have conditions that cannot be listed */
    struct move_tree *tree;         /* of a board of words (mask_words.h); else NULL */
    struct move_reach *reach;       /* of such a board, while it is of use; else NULL */
    struct move_apart *families;    /* the same, in its place: of one with moves of several families */
    uint64_t looked_near, cleared;  /* states that it looked at, and changed */
    struct arena arena;
    int game;
    int64_t *frame;                   /* the numbers of a component besides those of the board */
    size_t frame_count, most_numbers; /* of a component of that board; */
    int64_t *others;                  /* scratch: room for as many */
    bool every_part; /* equal parts of one sum and balanced ones are listed too: in misère play they are not 0 */
    bool ends;       /* play does: each move leaves fewer cells that do not hold the final value */
    uint64_t *images[MASKS_IMAGES];  /* of each byte of a set of cells, see image.c; NULL: it is no image */
    uint64_t *places[MASKS_IMAGES];  /* the same, also of those that are images with codes exchanged alone */
    uint8_t exchanges[MASKS_IMAGES]; /* what goes with each (mask_images.h) */
    struct mask_lines lines;
    struct mask_pivots *pivots; /* if it has more orders than are listed (mask_pivots.h); else NULL */
    struct ground_mask column[GROUND_CELLS], corner; /* the cells of a column; those of the square that may be turned */
    /* If two cells that are not final are joined by moves that need no others: those that are joined to each cell, and the
     * cells that have moves alone. NULL: it takes the list of moves to know. */
    struct ground_mask *joined, alone;
    uint64_t
        alike_first;   /* what it may cost to hold parts against each other before that saves anything (mask_alike.h) */
    bool classes_move; /* `joined` is there, and whatever is one class is one in each image, and moved */
    uint64_t *
        asks; /* of each move of a list what it asks of a state: care and want, one after the other, as few words as there are */
    struct mask_constants *constants; /* of a board on which cells stay that moves ask (mask_constants.h); else NULL */
    struct mask_stride strides[MASKS_STRIDES]; /* the same as `joined` on a board of one word, if it is few of them */
    size_t stride_count;
    uint64_t *
        joined_bytes; /* the same of each byte of a set of cells: where that is quicker than strides and cells; else NULL */
    size_t row_gap;                         /* see mask_row.h */
    unsigned char row[GROUND_CELLS];        /* of a cell */
    uint64_t cell_images[64][MASKS_IMAGES]; /* on a board of one word: of each cell, all bits but that of its image */
    uint32_t inverse;                       /* of a board with orders: those that are inverses of themselves, as bits */
    VEC(uint64_t) able;    /* what moves that may still be made need, and all their cells, one after the other */
    VEC(uint64_t) classes; /* sets of cells */
    struct kept_masks kept, kept_whole[2]; /* its memo in a file, and `whole` */
    struct mask_memo memo;                 /* for mask_search.c, as the next four */
    struct mask_memo whole[2];             /* for mask_whole.c, [misere] */
    struct mask_alike alike;
    mask_part_vec parts;
    mask_option_vec options;
    uint64_t steps, asked;
    size_t depth;
    /* How far it may go before another way is tried, in the same steps; how far at first, if that is not 0 (in tests); and what it has
     * seen. */
    uint64_t work, allowed, first_turn;
    bool paused;
    uint64_t found, found_sum, listed, apart;
    double forecast; /* for mask_estimate.c: of the state that was asked about last, and for what; 0: none */
    struct ground_mask forecast_of;
    uint64_t forecast_for;
    bool forecast_found; /* a short search had the answer: so many it noted */
    double as_listed;    /* of a board of words: what was expected of this state by its list of masks; 0: it had none */
    struct ground_mask as_listed_of;
    double whole_forecast; /* the same of a whole state (mask_whole.c) */
    struct ground_mask whole_of;
    int whole_for;
    struct mask_ideals ideals;
    struct mask_exact exact;                   /* for mask_exact.c */
    struct mask_bits bits;                     /* for mask_bits.c */
    struct mask_sums *sums;                    /* for mask_sums.c, once it was asked, */
    void (*free_sums)(struct mask_sums *sums); /* set by it */
    bool sums_full;                            /* they took all memory that there is: whole boards are searched */
    unsigned hand;                             /* of several at one question (mask_hands.h), else 0 */
    const atomic_bool *stop;                   /* set when another hand has the answer; NULL: there is none */
    struct mask_paths *paths;                  /* of several hands: where each of them is; else NULL */
};

/* Are its moves a list of masks? */
static inline bool masks_are_listed(const struct masks *m) { return !m->strips && !m->diagrams; }
/* And is a position the sum of its parts? */
static inline bool masks_have_parts(const struct masks *m) { return masks_are_listed(m) && !m->tree; }
/* Did many options that were listed so far fall apart? Then most of what can be reached is never looked at. */
static inline bool masks_fall_apart(const struct masks *m) { return m->apart > m->listed / 8; }
/* Of a component whose rule has masks: a new one. *masks NULL: it has not, or its moves are not listed in so many steps (ground.h; 0: as
 * many as boards are worth). */
enum status masks_make(const struct env *env, const struct component *component, uint64_t steps, struct masks **masks);
/* The same as a board of words, found in so many steps of some ten nanoseconds. */
enum status masks_make_words(const struct env *env, const struct component *component, uint64_t steps,
                             struct masks **masks);
void masks_free(struct masks *masks);
/* The budget of the question that comes next, which bounds all that is searched for it; until then that of the one before it may be
 * gone, since boards are kept longer. */
static inline void masks_bound(struct masks *masks, struct budget *budget)
{
    masks->memo.budget = masks->alike.budget = budget;
}
/* So that the lists `able` and `classes` need not grow; false if memory runs out. */
bool masks_room(struct masks *masks);
static inline bool masks_stopped(const struct masks *m)
{
    return m->stop && atomic_load_explicit(m->stop, memory_order_relaxed);
}
/* The same moves in an array of their own. False: no memory. */
bool masks_read_asks(struct masks *masks, struct arena *arena);
/* The state; false if it is not on that board. */
bool masks_code(const struct masks *m, const struct component *component, struct ground_mask *state);

#endif
