/* SPDX-License-Identifier: MIT */
/* Values of a drawn rule's rows by strips, and by a search of whole boards.
 *
 *     struct engine *parts = by_strips(rule, false, &budget), *whole = by_strips(rule, true, &other);
 *     const char *value = strip_value(parts, &word, 1, &strips);      // "3"; "none"; strips is set if the board was one
 */
#ifndef CGI_TESTS_BY_STRIPS_H
#define CGI_TESTS_BY_STRIPS_H
#include "engine/open/engine.h"
#include "engine/open/position.h"
#include "opened.h"
#include "solve/search/mask_boards.h"

static inline struct engine *by_strips(const char *rule, bool whole, struct budget *budget)
{
    return opened((struct engine_options){
        .text = rule, .budget = budget, .whole = whole, .only_solver = whole ? "hashed" : "nimbers"});
}

static inline const char *strip_value(struct engine *e, const char *const *words, size_t count, bool *strips)
{
    struct position position;
    struct answer answer = {0};
    struct wanted wanted = {.play = PLAY_NORMAL, .sg = true};
    struct masks *board = NULL;
    struct ground_mask state;
    enum status st = engine_position(e, words, count, &position);
    if (st == ST_OK) st = analyze(e->env, &position, &wanted, &e->answers, &answer);
    if (st == ST_OK) mask_board_find(e->env, &position.components[0], &board, &state);
    *strips |= board && board->strips;
    return st == ST_OK && answer.has_sg ? answer.sg : "none";
}

#endif
