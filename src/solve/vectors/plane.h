/* SPDX-License-Identifier: MIT */
/* Sets of vectors of a box as rows of bits, and what steps make of them.
 *
 *     struct plane p;
 *     st = plane_open(&p, fields, extent);                 // empty
 *     plane_keep(&p, step);                                // what stays in it however often the step is added
 *     plane_shift(&p, step, &out);                         // out gets all p + step
 *     plane_close(&p);
 *
 * The box is all there is: what a step leads out of it is neither missed nor marked. Each takes an operation or two for
 * each word. */
#ifndef CGI_SOLVE_VECTORS_PLANE_H
#define CGI_SOLVE_VECTORS_PLANE_H
#include <stdbool.h>
#include "base/status.h"
#include "model/model.h"

struct plane {
    size_t fields;
    int64_t extent[MODEL_MAX_FIELDS];
    uint64_t words, rows; /* of a row; how many rows */
    uint64_t *bits;       /* row r from r * words on; bits behind the extent are 0 */
    size_t bytes;
};
/* fields >= 1, extents >= 1. ST_OK or ST_NO_MEMORY. */
enum status plane_open(struct plane *p, size_t fields, const int64_t *extent);
void plane_close(struct plane *p);
enum status plane_copy(struct plane *p, const struct plane *from);
/* Leaves of p the d for which d + step, d + 2 * step, ... are all in p, as far as they are in the box. Steps are
 * nowhere negative and not 0. If p was kept by other steps, it still is. */
void plane_keep(struct plane *p, const uint32_t *step);
/* Adds all d + step, d in p, to `out`, of the same box. */
void plane_shift(const struct plane *p, const uint32_t *step, struct plane *out);
/* Without what is in `other`. */
void plane_without(struct plane *p, const struct plane *other);
/* With what is in `other`. */
void plane_add(struct plane *p, const struct plane *other);
/* With this vector, which is in the box. */
void plane_add_one(struct plane *p, const uint32_t *at);
/* With the row `other`, which is a box of one row, in the first one. */
void plane_add_row(struct plane *p, const struct plane *other);
/* Of p what is in a box that is not larger. ST_OK or ST_NO_MEMORY. */
enum status plane_corner(const struct plane *p, const int64_t *extent, struct plane *out);
uint64_t plane_count(const struct plane *p);
/* The numbers of a row but the last. */
void plane_row(const struct plane *p, uint64_t row, uint32_t *at);
/* 64 bits of a row from bit `at` on, which may be negative or behind its end: there are zeros. */
static inline uint64_t plane_word(const uint64_t *row, uint64_t words, int64_t at)
{
    int64_t word = at >> 6;
    unsigned shift = (unsigned)(at & 63);
    uint64_t low = word >= 0 && word < (int64_t)words ? row[word] : 0;
    uint64_t high = word + 1 >= 0 && word + 1 < (int64_t)words ? row[word + 1] : 0;
    return shift ? low >> shift | high << (64 - shift) : low;
}

#endif
