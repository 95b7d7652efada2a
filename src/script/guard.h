/* SPDX-License-Identifier: MIT */
/* Inside the script room: tables whose every change is seen.
 *
 *     guard_see(state, 1);                       // in a library function that reads its argument raw
 *     guard_set_metatable(state, 1, 2);          // what setmetatable does
 *     guard_build(state, 1, 0, true);            // frozen from now on
 *
 * A guarded table is empty for good. What was in it, its content, is in a table that only the guard knows: a metatable that
 * no script can get. So reading finds the content by __index, and each assignment meets the guard's __newindex. Two kinds of
 * tables are guarded:
 *   - frozen ones (freeze.h): all changes are refused;
 *   - metatables, from when they are set: their content takes the part of the metatable, and what would make a table weak,
 *     or let it be called by way of another table, is refused whenever it is asked for. Weak tables would show when garbage
 *     is collected; Lua follows a chain of __call from table to table in one instruction, at the cost of its square.
 * The metatable that a script gave a guarded table is kept in the guard, which has its metamethods too; it learns of later
 * changes of them, since that metatable is guarded as well. */
#ifndef CGI_SCRIPT_GUARD_H
#define CGI_SCRIPT_GUARD_H
#include <lua.h>
#include <stdbool.h>

bool guard_is_frozen(lua_State *state, int index);
/* Puts the content in the place of a guarded table, never to be handed to a script; else does nothing. A content may be
 * read raw, and written where the table is not frozen and the key is a number. */
void guard_see(lua_State *state, int index);
/* Pushes the metatable that the script has given, as the script knows it, or nil. */
void guard_push_metatable(lua_State *state, int index);
/* Gives the table at `table`, which is not frozen, the metatable at `metatable`, which may be nil; raises an error for one
 * that is refused. */
void guard_set_metatable(lua_State *state, int table, int metatable);
/* The same as an assignment to a table that is not frozen, without its metamethods. */
void guard_set(lua_State *state, int table, int key, int value);
/* Guards the table at `table`, or guards it anew, with the metatable at `own` (0: none). O(its size) when it is new. */
void guard_build(lua_State *state, int table, int own, bool frozen);
/* Raises the error for a change of the frozen table at `table`, under the key at `key` (0: none in particular). */
int guard_refuse(lua_State *state, int table, int key);
/* For messages: the table at `names` has, by the values, the names of the variables that hold them. */
void guard_keep_names(lua_State *state, int names);

#endif
