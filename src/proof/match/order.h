/* SPDX-License-Identifier: MIT */
/* Which field of one game is which of another one.
 *
 *     int order[MODEL_MAX_FIELDS];              // of h(b, a) beside g(a, b): {1, 0}, field i of h is field order[i] of g
 *     bool fit;
 *     st = order_find(models, games, params, 0, order, &fit);
 *
 * Kinds have to be the same, where `nat` and `int` count as one. Fields of one name are each other's; if that cannot be, names say
 * nothing. The rest is tried in every order, and the one is taken in which the difference of the rules (difference.h) has the fewest moves,
 * the first of them in lexicographic order. Nothing depends on this choice but what the difference is about. */
#ifndef CGI_PROOF_MATCH_ORDER_H
#define CGI_PROOF_MATCH_ORDER_H
#include "base/status.h"
#include "model/model.h"

/* Have the games rules and the same kinds of fields in this order? NULL: as they are ordered. */
bool order_fits(const struct game *a, const struct game *b, const int *order);
/* By names where both have the same ones, else as they are ordered. False: kinds differ. */
bool order_of_names(const struct game *a, const struct game *b, int *order);
bool order_is_identity(const int *order, size_t count);
/* order[0] to order[field_count - 1], where *fit. ST_OK or ST_NO_MEMORY. At most 24 differences are looked at. below: as in
 * difference_wanted; 0: whatever their size. */
enum status order_find(const struct model *const models[2], const int games[2],
                       const struct param_value *const params[2], size_t below, int *order, bool *fit);

#endif
