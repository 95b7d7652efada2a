/* SPDX-License-Identifier: MIT */
/* Checks what a plugin claims about a rule against search on small positions, before the plugin is used.
 *
 *     st = audit_plugins(env, components, count, PLAY_MISERE, 0);
 *
 * Each game once under each play convention, per setting of the parameters, within a bound on work that is the same
 * on every machine (audit_env.h). A plugin that is wrong is accused (accuse.h). */
#ifndef CGI_TRUST_AUDIT_PLUGINS_H
#define CGI_TRUST_AUDIT_PLUGINS_H
#include "solve/solver.h"

/* Audits the plugins of all games in the position. */
enum status audit_plugins(struct env *env, const struct component *components, size_t count, enum play play, int mover);

#endif
