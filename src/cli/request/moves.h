/* A move in a player's words: "3", "take 2", "take(t = 2) in nim(5)", "nim(3) + nim(3)".
 *
 *     size_t index;
 *     enum move_found found = moves_find(engine, &turn, "take 2", &index, &other);     // index into turn.options
 *
 * A number is a number of the list, from 1. A name is followed by all values of its generators, in order or as `t = 2`, with
 * brackets and commas or without, names of nodes in quotes where they are shown so; `in` tells equal moves of several components
 * apart. Anything else is read as the position that the move leads to. Moves that lead to the same position are the same move. */
#ifndef CGI_CLI_REQUEST_MOVES_H
#define CGI_CLI_REQUEST_MOVES_H
#include "engine/play/rated_moves.h"

enum move_found { MOVE_FOUND, MOVE_NONE, MOVE_NUMBER, MOVE_AMBIGUOUS };

/* AMBIGUOUS: *index and *other are two of the moves that fit. NUMBER: no move of the list has that number. */
enum move_found moves_find(struct engine *engine, const struct rated_moves *turn, const char *words, size_t *index,
                           size_t *other);

#endif
