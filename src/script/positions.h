/* SPDX-License-Identifier: MIT */
/* Converts positions to Lua values for a move generator, and what it emits to components.
 *
 *     positions_push_fields(state, game, component);        // the fields, in their order, onto the stack
 *
 * emit and emit_sum are functions in the script's global table; outside a generator's call they raise an error. */
#ifndef CGI_SCRIPT_POSITIONS_H
#define CGI_SCRIPT_POSITIONS_H
#include "base/vec.h"
#include "code/machine/script.h"
#include "script/sandbox.h"

/* One call of a generator. */
struct generation {
    const struct model *model;
    const struct component *from;
    script_emit emit;
    void *context;
    uint64_t count; /* options so far */
    VEC(int64_t) cells;
    VEC(size_t) starts; /* of each component's cells */
    VEC(struct component) components;
};

int positions_push_fields(lua_State *state, const struct game *game, const struct component *component);
/* Defines emit and emit_sum; they read the current generation through *current. */
void positions_open(lua_State *state, struct generation **current);
void generation_free(struct generation *generation);

#endif
