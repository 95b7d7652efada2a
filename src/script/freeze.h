/* SPDX-License-Identifier: MIT */
/* Freezing: after the blocks have run, nothing that they made can be changed.
 *
 *     freeze(state, functions, absent);    // in sandbox_run; raises an error for what cannot be frozen
 *     freeze_restore(state, &change);      // after every call: sandbox_run does it
 *
 * Why a call can leave nothing behind. When a call begins, a script can reach only what is reachable from the global
 * table, the functions that rules call, the metatable of strings, and the arguments, which are fresh. freeze() visits
 * all of that, through tables (keys, values, metatables) and functions (upvalues). There are
 *   - numbers, strings, booleans: values without parts;
 *   - tables. Each is guarded (guard.h): it stays empty, and its guard refuses every assignment; rawset,
 *     table.insert, setmetatable and the rest of the library ask guard_is_frozen. All references to the table remain
 *     valid, and even one that the walk missed would lead to a guarded table;
 *   - Lua functions: code, which nothing changes, and upvalues. No hook can detect an assignment to an upvalue, so
 *     each is compared with its old value, by value or identity, after every call (and before a nested call). A call
 *     that changed one fails, and the old value is restored;
 *   - C functions of the library, which have no state. Iterators of pairs have state and are refused, as is anything
 *     else (there are no coroutines and no userdata).
 * So whatever is reachable before a call was reachable before the first one and is unchanged; the rest is garbage. */
#ifndef CGI_SCRIPT_FREEZE_H
#define CGI_SCRIPT_FREEZE_H
#include <lua.h>
#include <stdbool.h>

/* A frozen variable (an upvalue) that a call has changed. */
struct freeze_change {
    const char *name; /* valid as long as the state is open */
    const void *id;
};
/* A frozen function: its block and lines. */
struct freeze_function {
    int block, first, last;
};

/* Freezes what is reachable from the global table and from the list of functions at index `functions`; the function
 * at `absent` is called for global names without a value. Once per state; may raise errors. O(size of what is
 * frozen). */
void freeze(lua_State *state, int functions, int absent);
/* Restores changed variables; returns true if there were any, and describes the first. Needs 8 slots on the stack,
 * allocates nothing, raises nothing. O(number of variables). */
bool freeze_restore(lua_State *state, struct freeze_change *change);
/* The next frozen function, from number *at on, that has this variable. Needs 8 slots on the stack, allocates
 * nothing, raises nothing. */
bool freeze_function_with(lua_State *state, const void *id, lua_Integer *at, struct freeze_function *function);

#endif
