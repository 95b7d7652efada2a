/* SPDX-License-Identifier: MIT */
/* What the files on parts share.
 *
 *     parts.c       what each piece of a rule reads and changes; the games of the parts, added to the model
 *     touched.c     which fields, cells and indices a constraint is about
 */
#ifndef CGI_PROOF_PARTS_PRIVATE_H
#define CGI_PROOF_PARTS_PRIVATE_H
#include "proof/normal/normal.h"
#include "proof/parts/parts.h"

/* What a constraint is about. */
struct touched {
    uint32_t fields;  /* bits: numbers of the state */
    uint32_t results; /* bits: variables of the result */
    bool cell;        /* the cell that changes */
    bool length;      /* the length of the row */
    bool generators;  /* numbers of the move that its result does not determine */
    bool other;       /* anything else: another cell, the row as a whole, the mover */
};
/* `index`: the variable of the result that is the index of the cell that changes; -1: the state is no row. */
void touched_add(const struct normal_space *space, const struct linear_form *form, int index, struct touched *touched);

#endif
