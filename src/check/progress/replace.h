/* SPDX-License-Identifier: MIT */
/* Expressions with other expressions in the place of fields and variables.
 *
 *     struct replacement r = {.ck = ck, .fields = component->kids};
 *     struct expr *next = replace_in(&r, condition);              // what it says of the state that a move leads to
 *
 *     struct replacement r = {.ck = ck, .slots = {{i, k}}, .slot_count = 1};      s[i] becomes s[k]
 *
 * `let` is written out, so that a variable never stands for two things. Where nothing changes the expression itself is
 * returned; copies are in the scratch arena. Fails (`failed`; the result is then of no use) for more variables than there is
 * room for, and, where fields are replaced, for the mover and Lua, which read more than the state. */
#ifndef CGI_CHECK_PROGRESS_REPLACE_H
#define CGI_CHECK_PROGRESS_REPLACE_H
#include "check/private.h"

enum { REPLACE_SLOTS = 16 };
struct replacement {
    struct checker *ck;
    struct expr *const *fields; /* by field; NULL: they stay */
    struct {
        int slot;
        struct expr *by;
    } slots[REPLACE_SLOTS];
    size_t slot_count;
    struct expr *const *params; /* by parameter, sets fail; NULL: they stay */
    bool failed;
};
struct expr *replace_in(struct replacement *r, struct expr *e);
/* In place; true: something changed. */
bool replace_in_domain(struct replacement *r, struct domain *d);

#endif
