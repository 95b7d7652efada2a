/* SPDX-License-Identifier: MIT */
/* The ways in which wins_list can name winning moves without examining every option. */
#ifndef CGI_ANSWER_MOVES_PRIVATE_H
#define CGI_ANSWER_MOVES_PRIVATE_H
#include "answer/value/query.h"

/* The winning moves as the plugin of the whole position names them. */
enum status wins_by_plugin(struct query *q);
/* The same for sums of different games, from the values of the components (wins_values.c): can it be used? */
enum status wins_from_values(const struct query *q, bool *can);
enum status wins_by_values(struct query *q);
/* The one winning move that a strategy names (query.h: by_strategy). */
enum status wins_by_strategy(struct query *q);

#endif
