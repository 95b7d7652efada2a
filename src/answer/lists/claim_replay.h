/* SPDX-License-Identifier: MIT */
/* The words after `cgi explain FILE` that show a counterexample again.
 *
 *     replay = claim_replay(env, "bash(7)", 0, arena);              // "'bash(7)' --set m=3", where m is 4 in the file
 *
 * Parameters with the values that the file gives them are left out. */
#ifndef CGI_ANSWER_LISTS_CLAIM_REPLAY_H
#define CGI_ANSWER_LISTS_CLAIM_REPLAY_H
#include "play/options/env.h"

/* position: as it is printed; mover: 0 where it makes no difference. NULL: memory is out, or it cannot be quoted. */
const char *claim_replay(const struct env *env, const char *position, int mover, struct arena *arena);

#endif
