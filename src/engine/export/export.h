/* SPDX-License-Identifier: MIT */
/* The main game's table as a C program of its own.
 *
 *     struct text out = {0};
 *     enum status st = engine_export(engine, &out);      // a setting is selected; `out` is C for `cc -O2`
 *
 * With the parameters' values of the setting. ST_USAGE with a located diagnostic if the game has no table of values,
 * or something in its rule has no C. */
#ifndef CGI_ENGINE_EXPORT_EXPORT_H
#define CGI_ENGINE_EXPORT_EXPORT_H
#include "engine/open/engine.h"

enum status engine_export(struct engine *engine, struct text *out);

#endif
