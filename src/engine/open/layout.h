/* SPDX-License-Identifier: MIT */
/* The opened file in the standard layout.
 *
 *     bool same;
 *     enum status st = engine_layout(engine, &out, &same);                   // what `cgi fmt` writes
 */
#ifndef CGI_ENGINE_OPEN_LAYOUT_H
#define CGI_ENGINE_OPEN_LAYOUT_H
#include "engine/open/engine.h"

/* The file in the standard layout (syntax/layout/layout.h); *same: parsing it gives the same tree, as it must. */
enum status engine_layout(struct engine *engine, struct text *out, bool *same);

#endif
