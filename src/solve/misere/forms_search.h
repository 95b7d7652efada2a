/* SPDX-License-Identifier: MIT */
/* Who wins a sum of parts in their forms, in misère play (forms.h). */
#ifndef CGI_SOLVE_MISERE_FORMS_SEARCH_H
#define CGI_SOLVE_MISERE_FORMS_SEARCH_H
#include "solve/misere/forms.h"

/* `work`: so many options more, then ST_STATE_BUDGET. *table has outcomes of sums, 1 where the player to move wins: the key is a byte 0
 * and the numbers (pack_number). */
enum status forms_lost(struct forms *f, struct position_table *table, const id_vec *sum, uint64_t work, bool *lost);
/* What is known of a sum, in its forms, without a search. */
enum status forms_known(struct forms *f, const struct position_table *table, const id_vec *sum, bool *known,
                        bool *lost);

#endif
