/* Inside concrete options: a search for values of what a piece leaves open, the state known.
 *
 *     struct finder f = {.n = normal, .emit = emit, .context = context, .limit = count};
 *     if (!finder_open(&f, state, state_count)) return finder_close(&f);
 *     f.piece = &normal->pieces[0];                       // set f.values, then
 *     if (finder_holds(&f, f.piece->full, &known)) finder_hand_out(&f, false);
 *     return finder_close(&f); */
#ifndef CGI_MODEL_NORMAL_FINDER_H
#define CGI_MODEL_NORMAL_FINDER_H
#include "model/normal_expr.h"

struct emitted {
    int move;
    const struct integer **values;
};
struct finder {
    const struct normal *n;
    const struct normal_piece *piece;
    struct arena work, keep;       /* rewound after each try; what has been handed out */
    const struct integer **values; /* per variable; NULL: not known */
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
bool finder_running(const struct finder *f);
/* Do all constraints hold? *known is false when one cannot be evaluated. */
bool finder_holds(struct finder *f, struct linear_conjunction c, bool *known);
/* What the values say is emitted; `once`: unless it was before. */
void finder_hand_out(struct finder *f, bool once);
/* Bounds of one unknown by what is known. */
struct interval finder_interval(struct finder *f, struct linear_conjunction c, int var);
/* The variables of all pieces, before they are counted. */
void finder_make_vars(const struct normal *n);
/* False: memory is out, or the state is none. */
bool finder_open(struct finder *f, const struct integer *const *state, size_t count);
enum status finder_close(struct finder *f);
/* Forgets what a try has set. */
void finder_clear(struct finder *f);
/* Are all arguments of a kind that can be handed out? */
bool finder_plain(const struct finder *f, const struct normal_piece *p);

#endif
