/* SPDX-License-Identifier: MIT */
/* What answers with the image prove of boards of all sizes.
 *
 *     uint32_t free = pairs_classes(windows, false, image);        // cram, half a turn: 1, both sides even
 *     st = pairs_uniform(env, game, 1, &proved);                   // cram, cells that hold 1: won if one side is even
 *
 * Classes of sizes: bit 2 * (rows are odd) + (columns are odd); of a row, bit (its length is odd).
 *
 * Lost. Half a turn takes the cell at x + d to where x + e is only if 2 x + d + e is the size + 1, in each direction.
 * So no move meets its image on a board where, for each place d that a move writes and each place e that it reads or
 * writes, one of the sizes has the parity of d + e. A reflection: the same in the direction that it turns, and d and e
 * are equal in the other one; in a diagonal: the sum of row and column is the same for d and e (the difference, in the
 * other diagonal). There each position that is its own image is lost (pairs.h), whatever else it is.
 *
 * Won. Let the rule be one whose moves are the same wherever they stand, but for the edges within `margin` cells
 * (windows.h, `movable`), and the state the board alone. Let all cells hold the same value, let E be the greatest
 * distance between two places of a move. A first move that leaves a position that is its own image under half a turn
 * changes cells that are so too: they are no more than E from the centre, and its places no more than 2 E. A move that
 * meets its image has all its places as near. So where the centre is further than 2 E + margin + 1 from both edges,
 * what there is of either looks the same on a board of two more rows, or columns, seen from the centre. So what is
 * found of all boards of at most SIZES_CHECKED(E, margin) + 1 rows and columns, two for each parity at the end, is so
 * of all boards. */
#ifndef CGI_SOLVE_PAIRING_SIZES_H
#define CGI_SOLVE_PAIRING_SIZES_H
#include "solve/pairing/pairs.h"

enum { SIZES_MOST = 17, SIZES_CLASSES = 4 };
#define SIZES_CHECKED(reach, margin) (2 * (2 * (reach) + (margin) + 1) + 2)

/* Classes of sizes of boards on which no move meets its image. The image is one of windows->answers. */
uint32_t pairs_classes(const struct state_windows *windows, bool row, uint32_t image);
/* Of each class, from which number of rows and of columns on all boards are lost, or won (1: all that have cells); 0: not known. */
struct uniform_boards {
    bool known, row;
    int64_t lost[SIZES_CLASSES], won[SIZES_CLASSES];
};
/* Boards of which all cells hold the value; nothing is known where one of those that are looked at is no position, as of a rule that keeps
 * its cells below the value. Play must be known to end. ST_OK, ST_NO_MEMORY or what ends the work. */
enum status pairs_uniform(struct env *env, int game, int64_t value, struct uniform_boards *boards);

#endif
