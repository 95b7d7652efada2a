/* Names for winning moves that plugins know by their results.
 *
 *     struct naming n = {.q = q, .max = 1000};
 *     st = naming_all(&n, wins, count);                    // n.found counts the moves; the first n.max are kept
 *     if (st == ST_OK && !naming_publish(&n)) st = ST_NO_MEMORY;     // into the answer; frees
 *
 * What cannot be a move, or leads where the plugin itself sees a win for the next player, is an accusation: q->wrong. A move
 * that cannot be named at its size is left out, and the answer's wins_reason says so. */
#ifndef CGI_RUNTIME_WINS_NAMING_H
#define CGI_RUNTIME_WINS_NAMING_H
#include "base/vec.h"
#include "model/normal.h"
#include "runtime/host.h"
#include "runtime/inquiry.h"

enum { WINS_DEFAULT = 1000 }; /* listed where --max-moves does not say otherwise */

struct naming {
    struct inquiry *q;
    uint64_t max, found;
    VEC(struct reply) replies;
    const struct game *game; /* of the move at hand, its component, and where it leads */
    size_t component;
    const char *to;
};
enum status naming_all(struct naming *n, const struct plugin_win *wins, size_t count);
/* The move of n->game in n->component that leads to n->to; only counted when enough are kept. */
enum status naming_move(struct naming *n, int move, const struct integer *const *values, size_t value_count);
/* The normal form in which moves are found; ST_UNSUPPORTED where the rule has none. */
enum status naming_normal(const struct inquiry *q, int game, struct normal **normal);
/* One that was named otherwise; false when memory is out. */
bool naming_add(struct naming *n, const struct reply *reply);
/* False when memory is out. */
bool naming_publish(struct naming *n);

#endif
