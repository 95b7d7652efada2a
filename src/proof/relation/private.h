/* SPDX-License-Identifier: MIT */
/* What the files that write solved pieces as moves share.
 *
 *     words.c               moves: generators, results
 *     words_sums.c          terms and sums
 *     words_conditions.c    conditions
 */
#ifndef CGI_PROOF_RELATION_PRIVATE_H
#define CGI_PROOF_RELATION_PRIVATE_H
#include "proof/relation/words.h"

struct words {
    const struct pieces *p;
    const struct normal *normal;
    const struct normal_piece *shape;
    struct text *out;
    const char **names; /* of chosen numbers, by dimension */
    bool as_row;        /* see words_move */
    unsigned depth;     /* a result may be solved by a term over itself */
    bool failed;
};
/* factor * what, where what is a column, or the remainder of a floor's dividend. */
struct summand {
    int64_t factor;
    size_t column;
    bool remainder;
};
struct sum {
    struct summand *items;
    size_t count;
    int64_t constant;
};

const struct game *words_game(const struct words *w);
/* A field of the state as the game calls it. */
const struct field *words_field(const struct words *w, int index);
static inline bool words_is_floor(const struct words *w, size_t column) { return column >= w->p->floors_from; }
const struct normal_var *words_var(const struct words *w, size_t column);
/* Is it a truth value, which no number may be made of? */
bool words_is_truth(const struct words *w, size_t column);
/* `tight`: in parentheses where a factor or a member stands before or behind it. */
void words_value(struct words *w, struct normal_value v, bool tight);
void words_member(struct words *w, const struct normal_term *t);
void words_column(struct words *w, size_t column, bool tight);
/* row / divisor */
void words_row(struct words *w, const int64_t *k, int64_t divisor, bool tight);
/* The summands of a row; x - d * (x / d) is read as x % d where that makes it shorter. */
struct sum words_sum(struct words *w, const int64_t *row);
/* Those with a positive factor (sign 1) or a negative one (sign -1), and the constant if it has that sign. */
size_t words_side(struct words *w, const struct sum *s, int sign);
/* A single truth value: b >= 1 is "b", b == 0 is "not b". False: it is none. */
bool words_truth(struct words *w, const struct sum *s, bool equality);
/* " where x and y", of all conditions; `from` is where they begin in w->out. Nothing where there is none. */
void words_conditions(struct words *w, size_t from);

#endif
