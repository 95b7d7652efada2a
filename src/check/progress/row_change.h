/* SPDX-License-Identifier: MIT */
/* What a row, bag or grid loses, gathered loss by loss.
 *
 *     struct losses l = {.x = x, .f = x->f, .of = CELLS_SUM, .field = field, .factor = 1, .sum = linear_constant(&x->f->work, 0)};
 *     if (losses_row(&l, component->kids[k])) ...                // l.sum and l.items: at least so much is lost
 *
 * All functions return false, or NULL, if nothing is known, and then the losses are of no use. */
#ifndef CGI_CHECK_PROGRESS_ROW_CHANGE_H
#define CGI_CHECK_PROGRESS_ROW_CHANGE_H
#include "check/progress/decrease.h"

struct loss {
    const struct linear_form *amount, *weight; /* amount * weight; weight a form over places */
};
struct losses {
    struct fall *x;
    struct assumptions *f;
    enum cell_feature of;
    int field;
    int64_t factor, value; /* of CELLS_OTHER */
    struct loss items[16];
    size_t count;
    const struct linear_form *sum; /* the sum of the linear losses */
};

/* The row `e`, made of the field, against the field. */
bool losses_row(struct losses *l, const struct expr *e);
/* What is decided of a comprehension; NULL: it is none of those that were opened. */
const struct rebuilt *losses_rebuilt(const struct fall *x, const struct expr *e);
bool losses_add(struct losses *l, const struct linear_form *form, int64_t factor);
bool losses_count(struct losses *l, int64_t count);
/* A cell becomes another number at the same place, an expression that need not be known where the feature does not depend on it. */
bool losses_cell(struct losses *l, const struct linear_form *old, const struct linear_form *now,
                 const struct expr *place);
/* Is it at least 1? */
bool losses_positive(struct losses *l, const struct linear_form *form);
/* Is it 0, if it is natural? */
bool losses_zero(struct losses *l, const struct linear_form *form);
/* Wherever `then` is positive, is `first` too? Both are natural. */
bool losses_positive_with(struct losses *l, const struct linear_form *first, const struct linear_form *then);
/* Features that count cells of the row, which it must be to count: those that are 0, or not a value. */
static inline bool losses_in_row(const struct losses *l) { return l->of == CELLS_EMPTY || l->of == CELLS_OTHER; }
/* Does such a feature surely count a cell that holds this; surely not; not where it has not counted the old one? */
bool losses_counts(struct losses *l, const struct linear_form *form);
bool losses_passes(struct losses *l, const struct linear_form *form);
bool losses_passes_with(struct losses *l, const struct linear_form *now, const struct linear_form *old);
/* How many cells the field has; a grid has no such number. */
const struct linear_form *losses_length(struct losses *l);

#endif
