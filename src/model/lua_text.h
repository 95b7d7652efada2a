/* SPDX-License-Identifier: MIT */
/* What the text of a file's Lua blocks says, without Lua.
 *
 *     if (model_lua_says_mover(model)) ...            // the games with a `move lua` may depend on the mover
 *
 * The checker takes a game with a move generator to depend on the mover if any block has the word; the script room
 * gives the mover to no generator otherwise, by whatever way a block asks for it. So a game that is taken not to
 * depend on it cannot. Both sides ask here. */
#ifndef CGI_MODEL_LUA_TEXT_H
#define CGI_MODEL_LUA_TEXT_H
#include "model/model.h"

/* Is the name `word` in the text, or the string that holds it alone? Comments and other strings do not count.
 * O(length). */
bool lua_text_says(const char *text, const char *word);
/* The first line from `first` to `last`, counted from 1, that looks like `word = ...` or `word, x = ...`; 0: none. For
 * pointing at it in a message. */
int lua_text_assignment(const char *text, int first, int last, const char *word);
bool model_lua_says_mover(const struct model *model);

#endif
