/* SPDX-License-Identifier: MIT */
/* Rows whose moves may read far, but of which cells that have come to rest need not be kept as they are.
 *
 *     struct strips *s;
 *     st = strips_make(env, &component, &s);                 // NULL: it is no such row
 *     uint64_t strip;
 *     if (strips_code(s, &component, &strip)) ...            // NoGo, stones 1 and 2: 0 1 1 0 0 2 1 0 is
 *     count = strips_normal(s, strip, parts);                // 0 1 0 0 2 and 1 0, each or its image
 *     strips_free(s);
 *
 * For boards of every length up to that of the component the rule is a list of conditions on cells (play/ground/ground.h). A cell
 * that holds a *final* value keeps it. A *rule* of a strip says what may be written for a few final cells side by side: fewer cells,
 * or that the strip is cut there and some of them stay at either end.
 *
 * Theorem. Let the instances of moves on m cells, those final cells being known, be those on m' cells with what is written for them
 * known, the others numbered in order; or, where the strip is cut, those of the left and those of the right piece together. Then the game
 * on the strip is the game on the other one, or the sum of those on the pieces.
 * Proof. Conditions are compared by what they mean (diagram.h). Final cells stay as they are in all that follows on both sides, so
 * it is the same conditions with the same effects on the other cells for ever, each of them of one piece only. [] The rules are proved
 * for each length, place and content of the final cells by themselves, when they are first needed; so conditions on places (`i != 3`)
 * or on the length only make rules fewer. Rings are cut at two places at once (strip_rings.h).
 * The same holds for images: the strip read backwards, or as a ring from another cell on, and values exchanged (NoGo: the
 * stones), where this takes the instances on all lengths to themselves. A strip is known by the least of its images.
 *
 * What is computed of a strip is right whatever rules are found; these decide only which strips are taken for the same. */
#ifndef CGI_SOLVE_SEARCH_STRIPS_H
#define CGI_SOLVE_SEARCH_STRIPS_H
#include "play/options/env.h"

/* A strip: cell i has bit i of its value in bit i of the lower half and the other bit in the upper one; above the last cell a 1 in
 * the lower half. */
enum { STRIP_CELLS = 30, STRIP_VALUES = 4, STRIP_PARTS = STRIP_CELLS };

struct strips;
struct strip_part {
    uint64_t strip;
    uint32_t cells; /* that are not final; a few more in a ring without walls (strip_rings.h) */
};
/* A strip whose options are being listed. */
struct strip_opening {
    uint64_t strip;
    uint32_t size;
};

/* ST_OK or ST_NO_MEMORY. *strips NULL: the rule is not understood, its conditions are so simple that others do better, or final cells
 * have to be kept as they are. */
enum status strips_make(const struct env *env, const struct component *component, struct strips **strips);
void strips_free(struct strips *s);
bool strips_code(const struct strips *s, const struct component *component, uint64_t *strip);
/* What kept values of its strips are known by: what a strip of some length is, besides the game and the numbers of the component. */
const char *strips_name(const struct strips *s);
/* Is it proved that each move brings a cell to rest? */
bool strips_end(const struct strips *s);
/* The most moves on one strip. */
size_t strips_moves(const struct strips *s);
/* The parts of which a strip is the sum: at most STRIP_PARTS; without those that have no cells that are not final, and without
 * pairs of equal ones, unless `every`. Time: a few word operations for each final cell, but for rules that are proved. */
size_t strips_normal(struct strips *s, uint64_t strip, bool every, struct strip_part *parts);
void strips_open(struct strips *s, uint64_t strip, struct strip_opening *opening);
/* The next move that is possible from number *move on, and where it leads to; false: there is none. Of the strip that was opened last. */
bool strips_next(struct strips *s, const struct strip_opening *opening, size_t *move, uint64_t *after);
/* That move of a strip of this length is tried a little earlier from now on. */
void strips_prefer(struct strips *s, uint32_t size, size_t move);

static inline uint32_t strip_size(uint64_t strip) { return 31u - (uint32_t)__builtin_clz((uint32_t)strip); }
/* The same cells of both planes. */
static inline uint64_t strip_twice(uint32_t cells) { return cells | (uint64_t)cells << 32; }
static inline uint64_t strip_below(uint32_t cell) { return strip_twice((1u << cell) - 1); }
/* The first so many cells of a strip: of more than there are all. */
static inline uint64_t strip_start(uint64_t strip, uint32_t size)
{
    return size < strip_size(strip) ? (strip & strip_below(size)) | UINT64_C(1) << size : strip;
}
/* Memory ran out since the strips were made. */
bool strips_failed(const struct strips *s);

#endif
