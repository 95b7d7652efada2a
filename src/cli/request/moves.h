/* SPDX-License-Identifier: MIT */
/* A move in a player's words: "3", "take 2", "take(t = 2) in nim(5)", "nim(3) + nim(3)".
 *
 *     size_t index;
 *     enum move_found found = moves_find(engine, &turn, "take 2", &index, &other);     // index into turn.options
 *
 * A number is an index into the list, from 1. A name is followed by the values of all its generators, in order or as `t
 * = 2`, with or without brackets and commas, names of nodes in quotes if they are shown so; `in` tells equal moves of
 * several components apart. Anything else is read as the position after the move. Moves that lead to the same position
 * are the same move. */
#ifndef CGI_CLI_REQUEST_MOVES_H
#define CGI_CLI_REQUEST_MOVES_H
#include "engine/play/rated_moves.h"

enum move_found { MOVE_FOUND, MOVE_NONE, MOVE_NUMBER, MOVE_AMBIGUOUS };

/* AMBIGUOUS: *index and *other are two moves that fit. NUMBER: the list has no move with this number. */
enum move_found moves_find(struct engine *engine, const struct rated_moves *turn, const char *words, size_t *index,
                           size_t *other);

#endif
