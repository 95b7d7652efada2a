/* SPDX-License-Identifier: MIT */
/* Moves of which each option's number is one look into one table: a beam.
 *
 *     beams_find(ranks, shot);                                    // move(t in 1..b) -> f(a + t, b - t), a chain b, a
 *     if (shot->beam.fine && beams_run(f, 1, 7, ~UINT64_C(0))) ...  // the options of t = 1..7 are marked
 *
 * The number of a state is a sum of a summand for each place, which is looked up by the sum of a chain's cells up to
 * it, or by a cell that stands alone (ranks.h). What a move takes from one cell of a chain and adds to the next one
 * changes one of these sums and no other. So if each cell becomes itself and a constant and a multiple of the last
 * value v, and only the sum at place p is not what it was, but s + c + k * v for s at the state, the option is
 *
 *     number - table_p[s] + table_p[s + c + k * v]
 *
 * Then that cell changes by d = c + k * v and the one behind it in the chain by -d. The option is a state if none of
 * them is negative and the sum is in bounds (in a chain a cell is not greater than a sum that it is part of); as d is
 * linear in v, that is seen at both ends of a range of v. All else, and what does not stay in bounds, is done by rays.h. */
#ifndef CGI_SOLVE_RANKED_BEAMS_H
#define CGI_SOLVE_RANKED_BEAMS_H
#include "base/bits.h"
#include "solve/ranked/marks.h"
#include "solve/ranked/picks.h"
#include "solve/ranked/plain_ends.h"

/* Sets shot->beam, after its cells that change. */
void beams_find(const struct ranks *r, struct shot *shot);
/* Marks the values of the options of v = low..high of which bits v - low are in `picked`; ~0: of all, however many.
 * RAYS_VALUES only. False: an option is out of bounds, and nothing is marked. */
bool beams_run(struct filling *f, int64_t low, int64_t high, uint64_t picked);
/* Sets shot->even. */
void beams_even(const struct ranks *r, struct shot *shot);
/* The same where shot->even is fine, for values low + i of which bits i are set; |low| <= VALUE_BOUND. Cells move evenly, so those between
 * the first and the last are in bounds if these are. */
bool beams_picked(struct filling *f, int64_t low, size_t words, const uint64_t *some);
/* ---- inlined where states are filled ----------------------------------------------------------------------------- */
/* The same for |low|, |high| <= VALUE_BOUND. */
static inline bool beams_mark(struct filling *f, int64_t low, int64_t high, uint64_t picked)
{
    const struct beam *beam = &f->shot->beam;
    const uint32_t *table = f->r->table[beam->place];
    int64_t sum = f->sums[beam->place], from = beam->more + beam->step * low, to = beam->more + beam->step * high;
    int64_t least = from < to ? from : to, most = from < to ? to : from;
    if (f->at[beam->place] + least < 0 || sum + most > beam->bound) return false;
    if (beam->next && f->at[beam->place + 1] < most) return false;
    const uint16_t *g = f->values;
    uint32_t *seen = f->seen, stamp = f->stamp, base = f->number - table[sum];
    if (beam->stride && picked != ~UINT64_C(0)) {
        base = f->number + (uint32_t)from * beam->stride;
        marks_word(&(struct marks){g, seen, stamp, base, (uint32_t)beam->step * beam->stride}, picked);
        f->options += bits_of(picked);
        return true;
    }
    const uint32_t *here = table + sum + from;
    if (picked != ~UINT64_C(0))
        for (; picked; picked &= picked - 1, f->options++)
            seen[g[base + here[beam->step * __builtin_ctzll(picked)]]] = stamp;
    else {
        f->options += (uint64_t)(high - low + 1);
        for (int64_t v = low, step = beam->step; v <= high; v++, here += step) seen[g[base + *here]] = stamp;
    }
    return true;
}

/* The same of all values, if the beam is plain: f->shot's conditions on cells alone hold. Where ends were cut to
 * VALUE_BOUND (plain_ends.h), the option there is out of bounds, as k is not 0 and c is small beside it, so all is done
 * by rays.h. What is empty only because of that is left to it, too. */
static inline bool beams_all(struct filling *f)
{
    const struct beam *beam = &f->shot->beam;
    const struct level *level = &f->shot->levels[0];
    int64_t low, high;
    uint64_t picked = ~UINT64_C(0);
    if (!plain_ends_at(&beam->ends, f->x, &low, &high)) return false;
    if (low > high) return plain_ends_empty(low, high);
    if (level->test_count && !picks_at(level->picks, f->x, low, high, &picked)) return false;
    return beams_mark(f, low, high, picked);
}

#endif
