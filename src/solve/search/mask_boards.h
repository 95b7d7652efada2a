/* SPDX-License-Identifier: MIT */
/* The boards that are searched as masks, kept in the store; and questions about sums of components on them.
 *
 *     struct ground_mask state;
 *     struct masks *board;
 *     st = mask_board_find(env, &component, &board, &state);                // board NULL: it has none
 *     if (board) st = mask_search(board, &state, 3, &known);                // mask_ways.h
 */
#ifndef CGI_SOLVE_SEARCH_MASK_BOARDS_H
#define CGI_SOLVE_SEARCH_MASK_BOARDS_H
#include "solve/search/masks.h"
#include "solve/solver.h"

enum {
    MASK_BOARDS = 64,          /* at most: of more, those that were found last */
    MASK_BOARDS_WORTH = 100000 /* positions: fewer are searched before masks are made */
};

/* The board stays until MASK_BOARDS others have been found after it. What is searched on it counts against the budget of `env`, until it
 * is found for another question: find it again after other questions were asked. */
enum status mask_board_find(const struct env *env, const struct component *component, struct masks **board,
                            struct ground_mask *state);
/* The same; of so many seconds that another way takes a small part is used to list moves. */
enum status mask_board_within(const struct env *env, const struct component *component, double seconds,
                              struct masks **board, struct ground_mask *state);
/* What is asked next is worth a search of so many positions: boards of words may be made for it. */
void mask_boards_expect(const struct env *env, double about);
/* How many positions of all boards were noted so far. */
uint64_t mask_boards_count(const struct env *env);

/* What is known of a question whose components are all searched as masks. */
struct mask_boards_asked {
    bool all;         /* they are, and play on them ends */
    bool unlisted;    /* the moves of one of them at least are no list of masks */
    bool whole;       /* one of them at least is a board of words, */
    double positions; /* for the first few of them: they serve each other */
    double turns;     /* the same, but for what several hands search at the same time (mask_hands.h) */
    size_t count;
};
/* What such a question is worth. */
struct mask_boards_worth {
    double
        about; /* positions that a search of any kind may meet, at the least; no boards are made where these are few */
    double seconds; /* that another way takes: of these a small part to list moves; 0: there is none */
    double share; /* of a long search so much may be gone before it is chosen (mask_estimate.h); its results are kept */
    bool words;   /* boards of words are worth what they take */
};
enum status mask_boards_asked(const struct env *env, const struct ask *q, const struct mask_boards_worth *worth,
                              struct mask_boards_asked *asked);

#endif
