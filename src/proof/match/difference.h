/* SPDX-License-Identifier: MIT */
/* How do two rules differ? For each side the options that only it has, as moves of the language.
 *
 *     struct rule_difference d;
 *     st = difference_find(models, games, params, (struct difference_wanted){0}, &arena, &d);
 *     for (size_t i = 0; i < d.only[0].count; i++) puts(d.only[0].moves[i]);     // take where n % 2 == 1 -> half((n - 1) / 2)
 *
 * Both games have the same number of fields, which correspond as `wanted.order` says (order.h finds one); games that the two lead to
 * correspond by their names, their fields by names or else as they are ordered, the two games themselves to each other. The options
 * that are listed for a side are, on the states that both have, those of its rule without those of the other one. `exact`: all of
 * the difference is listed and nothing else. Without it terms occur that are not linear (a cell, a product): then what is listed is
 * a difference if those can have such values, and no more is claimed. `known` is false where the relation of a rule is out of
 * reach; `why` is a phrase then.
 *
 * Method: the pieces of each normal form, without the union of those of the other form that may lead to the same results, as
 * sets of isl (Verdoolaege 2010), which subtracts exactly. Bounded work. */
#ifndef CGI_PROOF_MATCH_DIFFERENCE_H
#define CGI_PROOF_MATCH_DIFFERENCE_H
#include "base/status.h"
#include "model/model.h"

struct rule_difference {
    bool known, exact;
    const char *why;
    struct rule_only {
        const char **moves;
        size_t count;
        size_t unwritten; /* pieces that have no words */
    } only[2];
    /* The least state (of the first game) in which the options differ, in the order of the sum of its fields, then of the fields;
     * NULL if both are the same or a field is no natural number, or the difference is not exact. */
    int64_t *state;
    /* Proved, whether `exact` or not. The states of both on which the options are the same, as a condition over the fields of the
     * first game: of those and no others where `exact`, else perhaps not of all ("false": none is proved). NULL: not known. */
    const char *same;
    bool all_same; /* `same` is "true", and no other game is led to */
    /* With parameters that are open, proved: for these values of theirs, as a condition over the first model's, the states are the
     * same and the options on all of them; for others perhaps too, unless `exact`. "true": for all values; NULL: not known, or moves
     * lead to other games, which may differ at other values. */
    const char *same_params;
    /* The states that only that side has, as a condition over its fields, exactly; NULL: none, or not known. */
    const char *alone[2];
    uint64_t blocks; /* of isl (heap.h), for the moves */
    bool within[2];  /* proved: every state of that side is one of the other's */
};
struct difference_wanted {
    uint64_t
        operations; /* of isl for each shape of results (heap.h); 0: about a tenth of a second, and twice that for all shapes */
    bool states;      /* else `same`, all_same, alone and within stay empty */
    const int *order; /* field i of the second game is field order[i] of the first; NULL: i */
    /* Per parameter of the second model: that of the first one which it is, both left open as one more number of the state that no move
     * changes, or -1: it has its value. NULL: all have. */
    const int *open;
    /* Only whether the first game has options of its own is asked, and not which: only[0].unwritten is 0 or not.
     * `first`: of those only what the first piece of its normal form has, at a small part of the cost: what it has of
     * its own the whole has too, and what is not known of it is not known of the whole. */
    bool whether, first;
    bool as_row[2]; /* what leads back to that side's game is written with its numbers as the cells of a row */
    size_t
        below; /* not 0: only what is exact and has fewer moves than this on the whole; else it is not known, at less cost,
                   * and `state` is not asked for */
};
/* ST_OK or ST_NO_MEMORY. */
enum status difference_find(const struct model *const models[2], const int games[2],
                            const struct param_value *const params[2], struct difference_wanted wanted,
                            struct arena *arena, struct rule_difference *out);

#endif
