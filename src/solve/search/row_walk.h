/* SPDX-License-Identifier: MIT */
/* The moves that a rule on one row makes about one place, as far as they can be told before any cell is known.
 *
 *     struct row_walk w;
 *     fine = row_walk_open(&w, env, game, 600, false) && row_walk_at(&w, 7);     // daw: s[7] is asked, 6, 7 and 8 are written
 *     ... w.notes                                                       // the same at 8, not the same at 1
 *     row_walk_close(&w);
 *
 * The *place* of a move is the value of its first generator that runs over a range made of the length (i in 1..len(s), 2..len(s) - 1); a
 * move without one stands at the first cell, or at the last one. Other generators are tried number by number: those that a
 * condition excludes whatever cells hold (row_names.h) are passed over, and what is left must be few. The same is done with
 * generators of folds, and with the cells of a row that is built anew: those that stay what they are at their own place are passed
 * over, others are written.
 *
 * Each step of the walk is a *note*: the expression and what is known of it. A number that reads no cell is noted as it is, an index of a
 * cell, read or written, by its distance from the place, forwards less backwards; on a ring (`around`) modulo the length.
 *
 * Theorem. If the notes at place p of a row of n cells and at place q of one of m cells are the same, the instances of all moves at
 * both are the same function of the cells at these distances, where cells outside of the row are 0: which are possible, what they write
 * where, and whether they fail. Proof. The walk follows the expression as it is computed: it goes into each part that is not noted
 * as a number, and leaves out what a number that is noted decides (the second part of `and` or `or`, an arm of a choice), and members of
 * ranges for which it is proved that a condition is false and that none before it fails, whatever cells hold. The members that
 * are left are walked one by one, on a ring by their distance; the order of options, of terms of a sum, and of writes to different
 * cells makes no difference, and two writes to one cell fail. Where the notes are the same, so are the steps, and all that
 * they compute is made of the numbers noted, of the cells, and of numbers that range over what is made of these. []
 * `any` and `all` stop at the first member that decides, so on a ring, where members are walked by their distance, the order of the
 * numbers is noted as well, if a member may fail. */
#ifndef CGI_SOLVE_SEARCH_ROW_WALK_H
#define CGI_SOLVE_SEARCH_ROW_WALK_H
#include "base/vec.h"
#include "solve/search/row_names.h"

enum { ROW_SPAN = 12 /* no distance is as large */, ROW_WAYS = 32, ROW_NOTES = 4096 };
struct row_note {
    const void *of; /* an expression, a generator, an update, or a move */
    enum { NOTE_OPEN, NOTE_NUMBER, NOTE_DISTANCE, NOTE_COUNT, NOTE_MEMBER, NOTE_WRITTEN } kind;
    int64_t value;
};
typedef VEC(struct row_note) row_notes;
/* How a move chooses its place. */
struct row_way {
    int gen; /* -1: it stands at the first cell, or at the last one */
    int64_t low, high;
};
struct row_walk {
    struct row_names names;
    const struct game *game;
    int number; /* of the game */
    bool around;
    struct row_way ways[ROW_WAYS];
    int64_t place;
    int64_t low, high; /* between which all distances met so far are, and 0 */
    row_notes notes;
    bool two; /* what was walked is what the rule does where no cell holds more than 1 */
    bool no_memory;
};
/* False: some move has no place, or no_memory. To be closed in any case. */
bool row_walk_open(struct row_walk *w, const struct env *env, int game, size_t cells, bool around);
/* False: something is not understood, steps ran out, or no_memory. */
bool row_walk_at(struct row_walk *w, int64_t place);
void row_walk_close(struct row_walk *w);

#endif
