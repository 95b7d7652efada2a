/* SPDX-License-Identifier: MIT */
/* Cells of which some keep below others, as paths in a web of nodes: a unit of ranks.h.
 *
 *     made = web_tables(r, unit, arena, &fits);    // 16 heights of a plane partition below 4 x 4 x 4: r->web, unit->size == 232848
 *
 * At a place, a node stands for all ways to fill the places before it that leave the same bounds to the cells from there on: what
 * may follow is the same. A strand leads from a node, by a value, to the next place's node, if what is left there can be filled
 * at all. Numbers of strands ascend with values, so the number of a state is the number of states that are less at the first
 * place where they differ. */
#ifndef CGI_SOLVE_RANKED_WEB_H
#define CGI_SOLVE_RANKED_WEB_H
#include "solve/ranked/ranks.h"

enum { WEB_STRANDS = 1 << 22 };
/* False: memory is out. *fits: at most WEB_STRANDS strands and RANKS_MOST ways. */
bool web_tables(struct ranks *r, struct unit *u, struct arena *arena, bool *fits);
void web_multiply(struct ranks *r, const struct unit *u, uint32_t stride);
void web_least(const struct ranks *r, const struct unit *u, int64_t *x);
/* False after the last. */
bool web_next(const struct ranks *r, const struct unit *u, int64_t *x);
/* Each state as likely as any other. */
void web_draw(const struct ranks *r, const struct unit *u, uint64_t *seed, int64_t *x);

#endif
