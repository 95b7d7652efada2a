/* SPDX-License-Identifier: MIT */
/* A conjunction of isl, solved for the result: what a move of the language says of it.
 *
 *     struct pieces p;
 *     if (pieces_read(&p, &relation, basic_set, arena)) ...
 *
 *     2 r - n + 1 == 0                   the result is (n - 1) / 2, where n % 2 == 1
 *     0 <= r, r <= n - 2, n % 2 == 0     the result is chosen: n - t for t in 2..n, where n % 2 == 0
 *
 * A row is a linear form over columns: the constant, the relation's dimensions, and floors, each of a row over the columns
 * before it divided by a number > 1. Every variable of the result is either *solved*, a row divided by a number that then
 * divides it, or *chosen* within bounds that mention only the state and what was chosen before; a chosen number that takes
 * the place of a field which it lowers is counted as what is removed. What remains are conditions. */
#ifndef CGI_PROOF_RELATION_PIECES_H
#define CGI_PROOF_RELATION_PIECES_H
#include "proof/relation/relation.h"

struct piece_row {
    int64_t *k;
    bool equality;
};
typedef VEC(struct piece_row) piece_rows;
enum piece_how { PIECE_GIVEN, PIECE_SOLVED, PIECE_CHOSEN };
struct piece_result {
    enum piece_how how;
    int64_t *value, divisor; /* SOLVED */
    int removed_from;        /* CHOSEN: the dimension of that field or cell; -1: it is the result itself */
    struct piece_bounds {
        int64_t **rows; /* rows[i] / divisor[i], rounded towards the inside */
        int64_t *divisors;
        size_t count;
    } low, high;
};
/* What is known of each dimension that is a variable of the result. */
struct piece_place {
    int field;    /* the dimension of the field or the cell whose place it takes, or -1 */
    bool natural; /* it is never negative */
    bool truth;   /* it is a truth value */
};
struct pieces {
    const struct relation *relation;
    const struct piece_place *places; /* by dimension; of the caller */
    struct arena *arena;
    size_t columns, floors, floors_from; /* the first floor's column */
    int64_t **floor, *divisor;
    struct piece_result *results; /* by dimension */
    piece_rows conditions;        /* of pieces_read; to be freed by pieces_free */
    bool failed, no_memory;
};
/* False: numbers beyond 64 bits, a result without bounds, or memory is out. */
bool pieces_read(struct pieces *p, const struct relation *relation, __isl_keep isl_basic_set *set,
                 const struct piece_place *places, struct arena *arena);
/* The conditions alone, of a set in which no variable of the result occurs: nothing is solved or chosen. */
bool pieces_conditions(struct pieces *p, const struct relation *relation, __isl_keep isl_basic_set *set,
                       const struct piece_place *places, struct arena *arena);
void pieces_free(struct pieces *p);

#endif
