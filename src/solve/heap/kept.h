/* SPDX-License-Identifier: MIT */
/* The values of one game, filled from 0 on, between memory and a file (base/journal.h).
 *
 *     struct kept kept;
 *     kept_open(&kept, env, game, NULL);
 *     while (st == ST_OK && have < count) {
 *         st = kept_take(&kept, &(struct kept_values){values, &have, count, &work, again, context});
 *         uint64_t to = kept_piece(&kept, have, count);            // not so far that much would be lost
 *         if (st == ST_OK && have < to) st = fill(values, have, to);
 *         if (st == ST_OK) have = to;
 *         kept_put(&kept, values, have, work);                     // now and then to the file
 *     }
 *     kept_close(&kept, values, have, work);                       // the rest, if the run was long
 *
 * The words of the file are those of keep.h and the box, or in its place what `kept_open_as` is given. What is read is trusted
 * no further than these words, the sums of the blocks, the values that were known already, how large a value can be after those before
 * it, and runs of values at seeded places and at the end, which are computed again.
 *
 * Nothing is kept of rules with scripts or graphs, whose text the model does not hold, nor within bounded views: how far these
 * come must not depend on files. */
#ifndef CGI_SOLVE_HEAP_KEPT_H
#define CGI_SOLVE_HEAP_KEPT_H
#include "base/journal.h"
#include "play/options/env.h"
#include "play/options/keep.h"

/* What the values belong to: words that say which value is which. */
struct kept_name {
    void (*words)(const void *context, struct text *out);
    const void *context;
};
struct kept {
    const struct env *env;
    struct keep *keep; /* NULL: nothing is kept */
    const struct value_table *box;
    const struct kept_name *name; /* in place of game and box */
    struct journal journal;
    int game;
    bool opened;               /* the journal */
    uint64_t began, next;      /* of the run; when it is written next */
    uint64_t since, from;      /* when the piece that is filled began, and where */
    uint64_t piece_ns, pieces; /* how long the last piece took, and how many values it had */
    uint64_t writing_ns;       /* in kept_put_some */
};
struct kept_values {
    struct journal_values values;
    uint64_t *have, limit; /* values[0..*have) are known, there is room for `limit` */
    uint64_t *work;        /* that they took; NULL: is not counted */
    /* Computes these anew, given all before them, at ascending places, the last of which ends where the values do. */
    enum status (*again)(void *context, uint64_t from, uint64_t to);
    void *context;
    /* Instead of it: are all of values[from..to) to be believed? Whoever says so takes their positions from the budget.
     * */
    enum status (*tried)(void *context, uint64_t from, uint64_t to, bool *right);
};

/* `box`: of a table whose values these are (borrowed); NULL: values of heaps. Reads and writes nothing yet. */
void kept_open(struct kept *kept, const struct env *env, int game, const struct value_table *box);
void kept_open_as(struct kept *kept, const struct env *env, const struct kept_name *name);
/* If the run has lasted long enough: takes what is kept beyond *have. Positions are taken from the budget as if they
 * were computed. Returns ST_OK also if there is nothing or it is not right; else what `again` or the budget says. */
enum status kept_take(struct kept *kept, const struct kept_values *values);
/* At most `to`. */
uint64_t kept_piece(struct kept *kept, uint64_t have, uint64_t to);
void kept_put(struct kept *kept, struct journal_values values, uint64_t have, uint64_t work);
void kept_close(struct kept *kept, struct journal_values values, uint64_t have, uint64_t work);
/* The same for what may be computed as fast as it is written: so much of it as takes a small part of the run to write.
 * */
void kept_put_some(struct kept *kept, struct journal_values values, uint64_t have);
void kept_close_some(struct kept *kept, struct journal_values values, uint64_t have);

#endif
