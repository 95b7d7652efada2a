/* SPDX-License-Identifier: MIT */
/* Concrete options: a search for values of the unknowns of a piece, with the state known.
 *
 *     struct option_search f = {.n = normal, .emit = emit, .context = context, .limit = count};
 *     if (!option_search_open(&f, state, state_count)) return option_search_close(&f);
 *     f.piece = &normal->pieces[0];                       // set f.values, then
 *     if (option_search_holds(&f, f.piece->full, &known)) option_search_hand_out(&f, false);
 *     return option_search_close(&f); */
#ifndef CGI_PROOF_OPTIONS_FIND_H
#define CGI_PROOF_OPTIONS_FIND_H
#include "proof/options/options.h"
#include "proof/private.h"

struct emitted {
    int move;
    const struct integer **values;
};
struct option_search {
    const struct normal *n;
    const struct normal_piece *piece;
    struct arena work, keep;                  /* rewound after each attempt; what has been reported */
    const struct integer **values;            /* per variable; NULL: unknown */
    struct normal_row rows[MODEL_MAX_FIELDS]; /* of the state */
    normal_emit emit;
    void *context;
    size_t limit, tries;
    bool complete, no_memory;
    enum status st;
    VEC(struct emitted) seen;
};
/* Bounds of one unknown. */
struct interval {
    const struct integer *low, *high; /* NULL: unbounded */
};

/* May more options be reported? */
bool option_search_running(const struct option_search *f);
/* Do all constraints hold? *known is false if one cannot be evaluated. */
bool option_search_holds(struct option_search *f, struct linear_conjunction c, bool *known);
/* Emits the option that the values describe; with `once`, unless it was emitted before. */
void option_search_hand_out(struct option_search *f, bool once);
/* Bounds of one unknown from the constraints on known values. */
struct interval option_search_interval(struct option_search *f, struct linear_conjunction c, int var);
/* Creates the variables of all pieces; to be called before they are counted. */
void option_search_make_vars(const struct normal *n);
/* Returns false if memory runs out or `state` is not a valid state. */
bool option_search_open(struct option_search *f, const struct integer *const *state, size_t count);
enum status option_search_close(struct option_search *f);
/* Forgets the values that an attempt has set. */
void option_search_clear(struct option_search *f);
/* Are all arguments of a kind that can be reported? */
bool option_search_plain(const struct option_search *f, const struct normal_piece *p);

#endif
