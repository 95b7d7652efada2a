/* SPDX-License-Identifier: MIT */
/* The set D of what may be taken (set.h), apart into sets that steps keep: of the options of x by such a set nearly all
 * are options of x - h for some step h.
 *
 *     struct vectors_parts parts;
 *     st = vectors_split(&d, &parts);       // s < 2 * t and t < 2 * s: steps (1, 1), (1, 2), (2, 1), one seed, (1, 1)
 *     for (size_t i = 0; st == ST_OK && i < parts.count; i++) use(&parts.items[i]);
 *     vectors_parts_free(&parts);
 *
 * A part E has steps h with E + h in E, as far as the box reaches, and seeds: those of its members that are no e + h.
 * So each member is a seed, or e + h for a member e and a step h, and x - (e + h) = (x - h) - e: the options of x by E
 * are those of x - h by E, for all steps h that leave x - h in the box, and x - m for the seeds m. If x - e - h is in
 * the box, so is x - h, since nothing is negative.
 *
 * Which steps are tried is found in a small window; that a part is kept is seen of the whole of it, and what is not
 * kept is left for other parts, and at last in `rest`. Vectors that are 0 in the same places are split together, as
 * vectors of the other numbers alone: so rays along one heap are parts of their own, and what moves two of many numbers
 * is split as in a plane. A step that is not 0 where its part is would lead out of it. */
#ifndef CGI_SOLVE_VECTORS_PARTS_H
#define CGI_SOLVE_VECTORS_PARTS_H
#include "solve/vectors/plane.h"
#include "solve/vectors/set.h"

enum { VECTORS_PARTS = 16, VECTORS_STEPS = 8, VECTORS_SEEDS = 1 << 16 };
struct vectors_seed {
    uint32_t at[MODEL_MAX_FIELDS];
};
struct vectors_part {
    bool within; /* it leads from a position to others of the same row */
    size_t step_count;
    uint32_t steps[VECTORS_STEPS][MODEL_MAX_FIELDS];
    VEC(struct vectors_seed) seeds; /* row by row */
};
struct vectors_parts {
    struct vectors_part items[VECTORS_PARTS];
    size_t count;
    struct plane rest;   /* members of D that are in no part */
    struct plane within; /* one row: members that lead to the same row, whatever part they are in */
};
/* ST_UNSUPPORTED: D is 0 in more ways than there may be parts, or there are more seeds. Also then to be freed. */
enum status vectors_split(const struct vectors_set *d, struct vectors_parts *parts);
/* The same parts of what of D is in a smaller box. */
enum status vectors_parts_corner(const struct vectors_parts *parts, const int64_t *extent, struct vectors_parts *out);
/* Makes a part without steps of the rest: all of its members are seeds. */
enum status vectors_seed_rest(struct vectors_parts *parts);
void vectors_parts_free(struct vectors_parts *parts);

#endif
