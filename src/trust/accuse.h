/* SPDX-License-Identifier: MIT */
/* Reports that a plugin is wrong.
 *
 *     return accuse_plugin(env, game, plugin, &component, 1, "SG value 6", "5");      // E0790, or E0791 for `solve NAME`
 *
 * It is reported, and the plugin (by number; -1: none) does not answer for the game again. ST_OK; ST_RULE_FAILED
 * where the rule says `solve NAME`, since then the rule is wrong about itself; ST_NO_MEMORY. */
#ifndef CGI_TRUST_ACCUSE_H
#define CGI_TRUST_ACCUSE_H
#include "play/options/env.h"

/* What it said of the sum, and what was found, in words. */
enum status accuse_plugin(struct env *env, int game, int plugin, const struct component *components, size_t count,
                          const char *said, const char *found);
/* The same where the position is text. */
enum status accuse_at(struct env *env, int game, int plugin, const char *position, const char *said, const char *found);

#endif
