/* SPDX-License-Identifier: MIT */
/* Tables whose every change is detected.
 *
 *     guard_see(state, 1);                       // in a library function that reads its argument raw
 *     guard_set_metatable(state, 1, 2);          // what setmetatable does
 *     guard_build(state, 1, 0, true);            // frozen from now on
 *
 * A guarded table stays empty. What was in it, its content, is in a table that only the guard knows; the guard is a
 * metatable that no script can obtain. So reading finds the content by __index, and each assignment calls the guard's
 * __newindex. Two kinds of tables are guarded:
 *   - frozen ones (freeze.h): all changes are refused;
 *   - metatables, once they are set: their content acts as the metatable, and anything that would make a table weak,
 *     or callable through another table, is refused. Weak tables would show when garbage is collected; and Lua
 *     follows a chain of __call from table to table in one instruction, in quadratic time.
 * The metatable that a script gave a guarded table is kept in the guard, which has copies of its metamethods; that
 * metatable is guarded too, so the copies follow later changes. */
#ifndef CGI_SCRIPT_GUARD_H
#define CGI_SCRIPT_GUARD_H
#include <lua.h>
#include <stdbool.h>

bool guard_is_frozen(lua_State *state, int index);
/* Replaces a guarded table by its content, which must never reach a script; leaves anything else. The content may be
 * read raw, and written if the table is not frozen and the key is a number. */
void guard_see(lua_State *state, int index);
/* Pushes the metatable that the script has set, in the form the script knows, or nil. */
void guard_push_metatable(lua_State *state, int index);
/* Sets the metatable of the table at `table`, which is not frozen, to the one at `metatable`, which may be nil;
 * raises an error if it is refused. */
void guard_set_metatable(lua_State *state, int table, int metatable);
/* A raw assignment to a table that is not frozen. */
void guard_set(lua_State *state, int table, int key, int value);
/* Guards the table at `table`, or guards it anew, with the metatable at `own` (0: none). O(its size) if it is new. */
void guard_build(lua_State *state, int table, int own, bool frozen);
/* Raises the error for a change of the frozen table at `table`, under the key at `key` (0: no particular key). */
int guard_refuse(lua_State *state, int table, int key);
/* For messages: the table at `names` maps values to the names of the variables that hold them. */
void guard_keep_names(lua_State *state, int names);

#endif
