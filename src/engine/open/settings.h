/* Parameters for one run: the defaults, overlaid by --set; a sweep makes several settings, chosen by number. */
#ifndef CGI_ENGINE_OPEN_SETTINGS_H
#define CGI_ENGINE_OPEN_SETTINGS_H
#include "engine/open/engine.h"

/* Parses and checks every --set; fills settings, params (the defaults) and sweep_count. ST_USAGE with diagnostics. */
enum status settings_read(struct engine *engine);
/* Puts setting `index` into engine->params; *label is "m = 3, S = {1, 4}" for what is swept, "" without a sweep. */
enum status settings_choose(struct engine *engine, size_t index, const char **label);

#endif
