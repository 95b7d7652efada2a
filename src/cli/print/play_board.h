/* SPDX-License-Identifier: MIT */
/* What playing a game prints: text for people, or one object per line for programs.
 *
 *     struct board board = {.json = false, .color = true};
 *     board_start(&board, "nim", PLAY_NORMAL, true);
 *     board_position(&board, &turn);                       // the position and its moves, numbered from 1
 *     board_rating(&board, &turn, 2);                      // how good the user's move was
 *
 * As JSON each object has `event`: start, position, moves, move, rated, message, end. */
#ifndef CGI_CLI_PRINT_PLAY_BOARD_H
#define CGI_CLI_PRINT_PLAY_BOARD_H
#include "cli/request/request.h"
#include "engine/play/rated_moves.h"

struct board {
    bool json, color;
};
void board_start(const struct board *board, const char *game, enum play play, bool mine);
void board_position(const struct board *board, const struct rated_moves *turn);
/* All moves; board_position shows only the first ones. */
void board_moves(const struct board *board, const struct rated_moves *turn);
/* The user's move `chosen`, compared with the best one. */
void board_rating(const struct board *board, const struct rated_moves *turn, size_t chosen);
/* A move that is only asked about, with the best reply, if any. */
void board_rated(const struct board *board, const struct rated_moves *turn, size_t index,
                 const struct rated_move *reply);
void board_reply(const struct board *board, const struct rated_move *option);
void board_say(const struct board *board, const char *format, ...) __attribute__((format(printf, 2, 3)));
void board_help(const struct board *board);
void board_end(const struct board *board, bool i_win);

#endif
