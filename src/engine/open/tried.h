/* SPDX-License-Identifier: MIT */
/* What was tried of the games of which something is not proved.
 *
 *     const struct played_rule **tried;
 *     st = engine_try(engine, &tried);         // after engine_open with `reasons`
 *     if (tried[game]) ...                     // NULL: all is proved, or it cannot be tried without Lua
 *
 * At the first setting of the parameters; in the arena of answers. */
#ifndef CGI_ENGINE_OPEN_TRIED_H
#define CGI_ENGINE_OPEN_TRIED_H
#include "engine/open/engine.h"
#include "trust/tried.h"

enum status engine_try(struct engine *engine, const struct played_rule ***tried);

#endif
