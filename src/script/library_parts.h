/* SPDX-License-Identifier: MIT */
/* Shared by the two halves of a script's library: library.c and library_tables.c. */
#ifndef CGI_SCRIPT_LIBRARY_PARTS_H
#define CGI_SCRIPT_LIBRARY_PARTS_H
#include <lua.h>

/* The argument must be a table. It will be read without metamethods: a guarded one is replaced by its content
 * (guard_see). */
void library_check_readable(lua_State *state, int index);
/* It will be changed under numbers: a frozen one is an error, another guarded one is replaced by its content. */
void library_check_writable(lua_State *state, int index);
/* Defines pairs, next and the table library. */
void library_open_tables(lua_State *state);

#endif
