/* SPDX-License-Identifier: MIT */
/* By how much is a component of a result less than the state?
 *
 *     assumptions_open(&f, ck, game); assumptions_move(&f, move);
 *     if (falls_everywhere(&f, game, move->result, smaller, &line)) ...
 *
 *     static bool smaller(struct fall *x, void *line) { return assumptions_prove(x->f, line_drop(x, line), 1); }
 *
 * A line is a weighted sum of features of a state: numbers, truth values, the edges of trees, the nodes of sets, and of the cells
 * of rows, bags and grids their sum, their number, ... Only components of games in the same circle count: play that leaves the
 * circle never returns to it. What would be an error (a number below 0, a cell that is not there) ends play, so it is assumed not to
 * happen. */
#ifndef CGI_CHECK_PROGRESS_DECREASE_H
#define CGI_CHECK_PROGRESS_DECREASE_H
#include "check/progress/rebuilt.h"

/* The weights of all games of a circle: game g has those from weights[place[g] * MODEL_MAX_FIELDS] on. */
struct line {
    const int *place;
    struct weight *weights;
};
static inline struct weight *line_weights(const struct line *line, int game)
{
    return line->weights + (size_t)line->place[game] * MODEL_MAX_FIELDS;
}

/* One component of a result; everything on which its change depends is decided among the assumptions. */
struct fall {
    struct assumptions *f;
    int from;
    const struct expr *to; /* EXPR_GAME */
    struct rebuilt rebuilt[REBUILT_MOST];
    size_t rebuilt_count;
};
typedef bool (*fall_test)(struct fall *x, void *context);

/* Assumes the generators and conditions of a move. */
void assumptions_move(struct assumptions *f, const struct move *m);
/* May play from one of the games come back to it through the other? */
bool same_circle(const struct assumptions *f, int a, int b);
/* Is the test true of each component, in each case? */
bool falls_everywhere(struct assumptions *f, int game, const struct expr *result, fall_test test, void *context);
/* The line of the state minus that of the component: a lower bound; NULL if none is known. */
const struct linear_form *line_drop(struct fall *x, const struct line *line);
/* Is there a number, or one that depends on parameters, below which no state with these assumptions has the line? True is
 * a proof. */
bool form_is_bounded(struct assumptions *f, const struct linear_form *form);
/* The same of the line, or a number that depends on `fixed`, lines that stay as they are. */
bool line_is_bounded(struct assumptions *f, int game, const struct line *line, const struct line *fixed, size_t count);
/* Is the field a number that no move of the game changes, and does the game lead to no other one of its circle? */
bool stays_in_play(const struct assumptions *f, int field);
/* Is there a number, or one that depends on parameters and numbers of the state that no move of its game changes, which the form does
 * not exceed? True is a proof. */
bool form_is_capped(struct assumptions *f, const struct linear_form *form);
/* No number or truth value of the component, which is of the same game, is larger. */
bool rises_nowhere(struct fall *x, void *context);

#endif
