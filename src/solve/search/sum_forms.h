/* SPDX-License-Identifier: MIT */
/* Outcomes of sums of components in misère play, by the forms of components (solve/misere/forms.h).
 *
 *     if (sum_forms_fits(&facts)) st = sum_forms_lost(env, &ids, look, context, UINT64_MAX, &lost);    // ids: component_table.h
 *
 * Outcomes stand in the store's table of sums (`outcomes[true][false]`), of sums of components that stand for themselves. */
#ifndef CGI_SOLVE_SEARCH_SUM_FORMS_H
#define CGI_SOLVE_SEARCH_SUM_FORMS_H
#include "play/options/component_table.h"
#include "play/options/traits.h"
#include "solve/misere/forms_search.h"

/* Not where the mover matters, play may come round, or equal coins cancel: there a sum is more than its components. */
static inline bool sum_forms_fits(const struct game_traits *facts)
{
    return !facts->mover && !facts->watched && !facts->loopy && !facts->coins;
}
/* `look` is called now and then. `work`: so many options at most, then ST_STATE_BUDGET. */
enum status sum_forms_lost(struct env *env, const id_vec *ids, enum status (*look)(void *context), void *context,
                           uint64_t work, bool *lost);
/* For kept_sums.h: the components that stand for these, and what is known of their sum. */
enum status sum_forms_of(struct env *env, const id_vec *ids, id_vec *forms);
enum status sum_forms_known(struct env *env, const id_vec *ids, bool *known, bool *lost);

#endif
