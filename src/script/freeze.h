/* SPDX-License-Identifier: MIT */
/* Inside the script room: after the blocks have run, nothing that they made can be changed.
 *
 *     freeze(state, functions, absent);    // in sandbox_run; raises an error for what cannot be frozen
 *     freeze_restore(state, &change);      // after every call: sandbox_run does it
 *
 * Why a call can leave nothing behind. All that a script can reach when a call begins is what hangs on the global table,
 * the functions that rules call, the metatable of strings, and the arguments, which are fresh. freeze() walks it all:
 * through tables (keys, values, metatables) and functions (upvalues). In it there are
 *   - numbers, strings, booleans: values without parts;
 *   - tables. Each is guarded (guard.h): it is empty for good, and its guard refuses every assignment; rawset,
 *     table.insert, setmetatable and the rest of the library ask guard_is_frozen. All references to the table are still
 *     right, and one that the walk had missed would lead to a guarded table all the same;
 *   - Lua functions: code, which nothing changes, and upvalues. No hook sees an assignment to an upvalue, so each is
 *     compared with what it was, by value or identity, after every call (and before one that begins inside another). A
 *     call that changed one has failed, and the old value is put back;
 *   - C functions of the library, which keep nothing; iterators of pairs do and are refused, as is anything else (there
 *     are no coroutines and no userdata).
 * So what is reachable before a call is what was reachable before the first, unchanged; the rest is garbage. */
#ifndef CGI_SCRIPT_FREEZE_H
#define CGI_SCRIPT_FREEZE_H
#include <lua.h>
#include <stdbool.h>

/* A frozen variable (an upvalue) that a call has changed. */
struct freeze_change {
    const char *name; /* valid as long as the state */
    const void *id;
};
/* A frozen function, by the lines of its block. */
struct freeze_function {
    int block, first, last;
};

/* Freezes what is reachable from the global table and from the list of functions at index `functions`; the function at
 * `absent` is asked for the value of global names that are not there. Once a state; may raise errors. O(what is
 * frozen). */
void freeze(lua_State *state, int functions, int absent);
/* Puts changed variables back; true if there were any, and the first is described. Needs 8 places on the stack, takes
 * no memory, raises nothing. O(number of variables). */
bool freeze_restore(lua_State *state, struct freeze_change *change);
/* The next frozen function, from number *at on, that has this variable. Needs 8 places, takes no memory, raises
 * nothing. */
bool freeze_function_with(lua_State *state, const void *id, lua_Integer *at, struct freeze_function *function);

#endif
