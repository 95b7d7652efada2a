/* Winning moves: every component, move name and generator values whose result the next player loses.
 *
 *     st = wins_list(&q);                  // after inquiry_value
 *
 * A P position has none. Else all options are listed and valued (beyond OPTIONS_ALL only until there are more winning moves
 * than are listed), or, where there are more than OPTIONS_ALL of them or numbers beyond 64 bits, the plugin or a proved
 * period names the resulting positions and the moves to them are found in the rule's normal form. The answer says whether the
 * list is complete and why not. */
#ifndef CGI_RUNTIME_WINS_H
#define CGI_RUNTIME_WINS_H
#include "model/normal.h"
#include "runtime/inquiry.h"

enum status wins_list(struct inquiry *q);
/* Moves of a heap whose period is proved, found by residues (ways.h); beside others, whose options are listed. */
bool wins_periodic(const struct inquiry *q);
enum status wins_by_period(struct inquiry *q);
/* A reply for a move that the rule's normal form found; `to`: where it leads, as text. */
enum status wins_reply(const struct inquiry *q, size_t component, const struct move *move, const struct integer *const *values,
                       size_t value_count, const char *to, struct reply *reply);
enum status wins_normal(struct inquiry *q, int game, struct normal **normal);
#define MOVES_DEFAULT 1000u
/* The winning moves as the plugin of the whole position names them. */
enum status wins_by_plugin(struct inquiry *q);

#endif
