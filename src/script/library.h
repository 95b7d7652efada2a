/* SPDX-License-Identifier: MIT */
/* The functions that a script may use.
 *
 *     library_open(state);        // into the global table of a fresh state; in sandbox_run, for it may raise errors */
#ifndef CGI_SCRIPT_LIBRARY_H
#define CGI_SCRIPT_LIBRARY_H
#include <lua.h>

void library_open(lua_State *state);

#endif
