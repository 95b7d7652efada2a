/* SPDX-License-Identifier: MIT */
/* A rule played at small and drawn positions: what is found is certain, and what is not found proves nothing.
 *
 *     struct played_rule tried;
 *     st = try_rule(env, game, &arena, &tried);
 *     if (tried.problem) ...       // "at nim(3): option outside the state: ...", in the arena
 *     else ...                     // tried.positions with tried.options: all states; below tried.ended of them play ends
 *
 * Within a bound on work that is the same on every machine (audit_env.h). ST_OK whatever is found. */
#ifndef CGI_TRUST_TRIED_H
#define CGI_TRUST_TRIED_H
#include "play/options/env.h"

struct played_rule {
    size_t positions, options, ended;
    const char *problem;
    const char *differs; /* "at kl(1) player 2 can move to kl(0) and player 1 cannot"; NULL: not found */
};
enum status try_rule(struct env *env, int game, struct arena *arena, struct played_rule *tried);

#endif
