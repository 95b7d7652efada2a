/* Parameters for one run: the defaults, overlaid by --set; a sweep makes several settings, chosen by number. */
#ifndef CGI_ENGINE_OPEN_SETTINGS_H
#define CGI_ENGINE_OPEN_SETTINGS_H
#include "check/names/check.h"
#include "engine/open/engine.h"

/* Parses and checks every --set; fills settings, params (the defaults) and sweep_count. ST_USAGE with diagnostics. */
enum status settings_read(struct engine *engine);
/* Puts setting `index` into engine->params; *label is "m = 3, S = {1, 4}" for what is swept, "" without a sweep. */
enum status settings_choose(struct engine *engine, size_t index, const char **label);
/* What somebody typed as a source of its own, called "<what>" in messages; ST_USAGE with a diagnostic when it is no text. */
enum status engine_add_typed(struct engine *engine, const char *what, const char *text, uint32_t *source);
struct check_input engine_check_input(struct engine *engine, uint32_t source);

#endif
