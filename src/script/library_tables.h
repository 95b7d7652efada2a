/* SPDX-License-Identifier: MIT */
/* The part of a script's library that is about tables, and how library functions take a table as an argument.
 *
 *     library_check_readable(state, 1);        // the argument of a function that reads it without metamethods */
#ifndef CGI_SCRIPT_LIBRARY_TABLES_H
#define CGI_SCRIPT_LIBRARY_TABLES_H
#include <lua.h>

/* The argument must be a table. It will be read without metamethods: a guarded one is replaced by its content
 * (guard_see). */
void library_check_readable(lua_State *state, int index);
/* It will be changed under numbers: a frozen one is an error, another guarded one is replaced by its content. */
void library_check_writable(lua_State *state, int index);
/* Defines pairs, next and the table library. */
void library_open_tables(lua_State *state);
/* What an iterator of pairs is. */
int library_next_pair(lua_State *state);

#endif
