/* SPDX-License-Identifier: MIT */
/* Inside concrete options: a search for values of what a piece leaves open, the state known.
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
    struct arena work, keep;                  /* rewound after each try; what has been handed out */
    const struct integer **values;            /* per variable; NULL: not known */
    struct normal_row rows[MODEL_MAX_FIELDS]; /* of the state */
    normal_emit emit;
    void *context;
    size_t limit, tries;
    bool complete, no_memory;
    enum status st;
    VEC(struct emitted) seen;
};
/* What bounds say of one unknown. */
struct interval {
    const struct integer *low, *high; /* NULL: open */
};

/* May more be handed out? */
bool option_search_running(const struct option_search *f);
/* Do all constraints hold? *known is false when one cannot be evaluated. */
bool option_search_holds(struct option_search *f, struct linear_conjunction c, bool *known);
/* What the values say is emitted; `once`: unless it was before. */
void option_search_hand_out(struct option_search *f, bool once);
/* Bounds of one unknown by what is known. */
struct interval option_search_interval(struct option_search *f, struct linear_conjunction c, int var);
/* The variables of all pieces, before they are counted. */
void option_search_make_vars(const struct normal *n);
/* False: memory is out, or the state is none. */
bool option_search_open(struct option_search *f, const struct integer *const *state, size_t count);
enum status option_search_close(struct option_search *f);
/* Forgets what a try has set. */
void option_search_clear(struct option_search *f);
/* Are all arguments of a kind that can be handed out? */
bool option_search_plain(const struct option_search *f, const struct normal_piece *p);

#endif
