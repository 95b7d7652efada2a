/* SPDX-License-Identifier: MIT */
/* What rules need from a script language: two calls in a table, so that the core builds without any.
 *
 *     enum status st = script->call(script->self, function, args, 2, &result, &message);
 *
 * `function` is an index into model->lua_functions. Only integers are passed. A failure returns ST_RULE_FAILED with a
 * message (valid until the next call), or the status of a budget. Results are booleans (0, 1) if `want_bool` is set,
 * else integers; any other result is a failure. Script calls have a step budget of their own. */
#ifndef CGI_CODE_MACHINE_SCRIPT_H
#define CGI_CODE_MACHINE_SCRIPT_H
#include "code/machine/position.h"

/* One option from a Lua move generator: a sum of positions of the generator's own game. */
typedef enum status (*script_emit)(void *context, const struct component *components, size_t count);

struct script {
    void *self;
    enum status (*call)(void *self, int function, const int64_t *args, size_t count, bool want_bool, int64_t *result,
                        const char **message);
    /* Calls the generator with the fields of `from` (rows, bags and grids as new tables). */
    enum status (*generate)(void *self, int function, const struct component *from, int mover, script_emit emit,
                            void *context, const char **message);
    void (*close)(void *self);
    struct span place; /* after a failure: where it happened in the text of the script; source 0: unknown */
};

#endif
