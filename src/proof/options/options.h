/* SPDX-License-Identifier: MIT */
/* Options of positions of any size, from the normal form alone: no rule is run, and cells may exceed 64 bits.
 *
 *     st = normal_moves_to(normal, cells, count, &result, 1, 1000, emit, context, &complete);
 *     st = normal_sample(normal, cells, count, &seed, 100, emit, context, &drawn);
 */
#ifndef CGI_PROOF_OPTIONS_OPTIONS_H
#define CGI_PROOF_OPTIONS_OPTIONS_H
#include "model/arithmetic.h"
#include "proof/normal/normal.h"

/* A component: the cells of its fields in order; rows and bags are preceded by their length. */
struct normal_position {
    int game;
    size_t count;
    const struct integer *const *cells;
};
/* One option: the move, its generator values in order, and the position it leads to. Valid during the call only; a
 * status other than ST_OK stops the enumeration and is returned. */
typedef enum status (*normal_emit)(void *context, int move, const struct integer *const *values, size_t value_count,
                                   const struct normal_position *result, size_t result_count);
/* Calls emit for every move and choice of generators that leads from `state` (cells of the game of the normal form,
 * laid out like a component's) to the given sum, with its components in any order; each choice once; at most
 * `limit`. *complete is false if the limit was reached, a condition could not be evaluated at this size, or a result
 * contains anything but numbers, literal rows and rows of the state with updates of single cells. */
enum status normal_moves_to(const struct normal *normal, const struct integer *const *state, size_t state_count,
                            const struct normal_position *result, size_t result_count, size_t limit, normal_emit emit,
                            void *context, bool *complete);
/* About `count` options drawn with the seed, extremes of the ranges first; all are legal, repeats may occur. *drawn
 * counts them; 0 with ST_OK if none was found. */
enum status normal_sample(const struct normal *normal, const struct integer *const *state, size_t state_count,
                          uint64_t *seed, size_t count, normal_emit emit, void *context, size_t *drawn);
/* A row or bag of the state; cells NULL: the field is neither. */
struct normal_row {
    const struct integer *const *cells;
    size_t count;
};
/* Splits the cells of a state: rows[i] for each field (MODEL_MAX_FIELDS of them), and the index where field i
 * begins. Returns false for grids and if there are more or fewer cells than the fields need. */
bool normal_rows(const struct game *game, const struct integer *const *cells, size_t count, struct normal_row *rows,
                 size_t *first);
/* The value of a form where `read` knows its variables. Without an arena all must fit 64 bits on the way. False: a term
 * cannot be evaluated. */
struct form_evaluation {
    const struct normal_space *space;
    const struct normal_row *rows; /* of the state, by field; NULL: none */
    struct arithmetic numbers;
    bool (*read)(void *context, int var, struct number *value);
    void *context;
};
bool form_evaluate(struct form_evaluation *e, const struct linear_form *form, struct number *value);
/* The value of a form at given variable values and rows of the state (by field; NULL: not a row); NULL if a term
 * cannot be evaluated at this size (no_memory is set if memory was the reason). values[v] may be NULL for variables
 * that do not occur. */
const struct integer *normal_evaluate(const struct normal_space *space, const struct linear_form *form,
                                      const struct integer *const *values, size_t value_count,
                                      const struct normal_row *rows, struct arena *arena, bool *no_memory);
/* The same as a number; false where that is NULL. */
bool normal_number(const struct normal_space *space, const struct linear_form *form,
                   const struct integer *const *values, size_t value_count, const struct normal_row *rows,
                   struct arithmetic *numbers, struct number *value);

#endif
