/* SPDX-License-Identifier: MIT */
/* Names for winning moves that plugins give by their results.
 *
 *     struct move_names n = {.q = q, .max = 1000};
 *     st = move_names_all(&n, wins, count);                    // n.found counts the moves; the first n.max are kept
 *     if (st == ST_OK && !move_names_publish(&n)) st = ST_NO_MEMORY;     // into the answer; frees
 *
 * A result that cannot be a move, or that the plugin itself calls a win for the next player, refutes the plugin:
 * q->wrong. A move that cannot be named because of its size is omitted, and the answer's wins_reason says so. */
#ifndef CGI_ANSWER_MOVES_MOVE_NAMES_H
#define CGI_ANSWER_MOVES_MOVE_NAMES_H
#include "base/vec.h"
#include "proof/normal/normal.h"
#include "plugin/plugin.h"
#include "answer/value/query.h"

enum { WINS_DEFAULT = 1000 }; /* listed unless --max-moves says otherwise */

struct move_names {
    struct query *q;
    uint64_t max, found;
    VEC(struct reply) replies;
    const struct game *game; /* of the current move, its component, and where it leads */
    size_t component;
    const char *to;
};
enum status move_names_all(struct move_names *n, const struct plugin_win *wins, size_t count);
/* Adds the move of n->game in n->component that leads to n->to; only counts it if enough are kept. */
enum status move_names_move(struct move_names *n, int move, const struct integer *const *values, size_t value_count);
/* The normal form in which moves are found; ST_UNSUPPORTED if the rule has none. */
enum status move_names_normal(const struct query *q, int game, struct normal **normal);
/* Adds a move that was named otherwise; false if memory runs out. */
bool move_names_add(struct move_names *n, const struct reply *reply);
/* Returns false if memory runs out. */
bool move_names_publish(struct move_names *n);

#endif
