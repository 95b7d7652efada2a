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
#include "play/options/moves.h"
#include "plugin/plugin.h"
#include "answer/value/query.h"

enum { WINS_DEFAULT = 1000 }; /* listed unless --max-moves says otherwise */

struct move_names {
    struct query *q;
    uint64_t max, found;
    VEC(struct reply) replies;
    size_t component; /* the one whose moves are named, and its game */
    const struct game *game;
};
enum status move_names_all(struct move_names *n, const struct listed_move *wins, size_t count);
/* A move of n->game in n->component (normal_emit, with `n` as context); only counted when enough are kept. */
enum status move_names_move(void *n, int move, const struct integer *const *values, size_t value_count,
                            const struct normal_position *result, size_t result_count);
/* The normal form in which moves are found; ST_UNSUPPORTED where the rule has none. */
enum status move_names_normal(const struct query *q, int game, struct normal **normal);
/* A reply that was made otherwise, for a move that wins; false when memory is out. */
bool move_names_add(struct move_names *n, const struct reply *reply);
/* The move as a reply, if so many are kept. */
enum status move_names_reply(struct move_names *n, const struct made_move *move);
/* False when memory is out. */
bool move_names_publish(struct move_names *n);

#endif
