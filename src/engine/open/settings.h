/* SPDX-License-Identifier: MIT */
/* The parameters of one run: the defaults, overridden by --set; a sweep gives several settings, selected by number.
 *
 *     enum status st = settings_read(engine);                           // fills settings, params and sweep_count
 *     if (st == ST_OK) st = settings_choose(engine, 0, &label);         // params of the first setting */
#ifndef CGI_ENGINE_OPEN_SETTINGS_H
#define CGI_ENGINE_OPEN_SETTINGS_H
#include "engine/open/engine.h"

/* Parses and checks every --set; fills settings, params (the defaults) and sweep_count. ST_USAGE with diagnostics. */
enum status settings_read(struct engine *engine);
/* Writes setting `index` to engine->params; *label names the swept parameters, "m = 3, S = {1, 4}", or is "" without a
 * sweep. */
enum status settings_choose(struct engine *engine, size_t index, const char **label);

#endif
