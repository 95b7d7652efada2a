/* SPDX-License-Identifier: MIT */
/* How many positions a search of a board as masks will note: a rough figure, from games played at random.
 *
 *     double positions = mask_estimate(m, &state);         // cram on 5 x 7: 3e5; it notes 2.8e5
 *
 * Some games are played; each goes on in the largest part that a move leaves, as parts are searched apart. With l(i)
 * places for moves left in it before move i, about the product of l(i) for i <= d, over d!, sets of d moves can have
 * been made there, each move in half of the ways that there are now at a place. The greatest of these numbers, the
 * mean of the logarithms over the games, over the number of images, to a power, as a search for a value looks at few
 * of them. The power was fitted to 30 boards: kings, knights, queens and node Kayles on rectangles, dominoes,
 * straight triominoes, clobber, chomp, most of which the bench does not have. On five of them it was beyond a factor
 * of three, at worst 8 times too low: what is found early decides how much is left, and that is not known.
 * Moves of which one writes all that another writes, and asks for what that one does not find, are cases of one move, at one place:
 * a rule that reads what lies around has one for each way in which that may lie. A move is left while it may still be made (mask_later.h).
 * Whole positions are counted as they are reached: before move i there are o(i) places to choose from, and l(i) moves may have been the
 * last one after it (mask_orders.h); for each set of moves that do not meddle with one another these are l(i) and i. The lesser of both
 * counts is taken. Only images that leave the first position as it is are taken for one. There the power is 0.87.
 * Where each order ideal can be reached (ideal_rule.h) there are as many states as ideals, of the largest part: these are counted, if that
 * takes few steps. Games played at random take away much at once, and say far too few. If nothing falls apart, hardly any is left out: the
 * power is 0.9.
 * Two more bounds are taken: states (a number that no move makes occur more or less often is arranged), and all games there are, the
 * mean over those that were played of the product of o(i) (Knuth 1975): a search that leaves out what it need not see looks at
 * about the root of them (Knuth and Moore 1975, of trees in which the best move comes first), at the power 0.6 where nothing
 * falls apart. A token that marks its way has few games, while each cell may come to be marked. A board of words has no more
 * states than its words can say (the same power of it).
 * Where there is hardly a choice hardly a game is left out, so that power is 1 less 0.17 times the mean logarithm of how many moves can be
 * made, if that is more: 0.8 of a ring around which a token takes one step or two.
 * Where the first position has several colours, orders of cells count as images if they keep or exchange these: of most colourings of
 * a graph none does. Of three colours that may be exchanged hardly any state is left out (Clobber in three colours): the power is 1,
 * for one number too.
 * A board of strips has an estimate of its own (mask_strips.h). Time: a few games, a pass over the moves for each move in them. */
#ifndef CGI_SOLVE_SEARCH_MASK_ESTIMATE_H
#define CGI_SOLVE_SEARCH_MASK_ESTIMATE_H
#include "solve/search/masks.h"

enum { MASK_SAMPLE = 64 };
double mask_estimate(struct masks *m, const struct ground_mask *state);
/* The state itself, if it is the only part; else the part with most cells. *part is `state` if there is no memory. */
void mask_largest_part(struct masks *m, const struct ground_mask *state, struct ground_mask *part);
/* The same after a short search for `target`, or the value (MASK_ANY), whose results are kept: how many that noted if it found what is
 * asked, which m->forecast_found says (an outcome that the first moves decide; a board on which each move has an answer). To be asked for
 * one number is to note fewer: the power 0.9 of it. Where `share`
 * is not 0, and the search may be long, it goes on for that share of it, PROBED_MOST options at most. */
enum { PROBED_MOST = 1 << 17 };
#define MASK_PROBED_SHARE 0.0625 /* of a long search, before it is chosen, unless another way takes less than */
#define MASK_PROBED_SECONDS 0.1
double mask_forecast(struct masks *m, const struct ground_mask *state, uint64_t target, double share);
/* The same of a search for an outcome in which whole positions are noted (mask_whole.h); of no board of strips. */
double mask_whole_estimate(struct masks *m, const struct ground_mask *state);
/* So many positions in turns of about 2.5 microseconds: each takes more where there are images. */
double mask_turns(const struct masks *m, double positions);

#endif
