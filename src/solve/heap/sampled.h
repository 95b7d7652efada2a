/* SPDX-License-Identifier: MIT */
/* How many options the positions of a box have, from a few of them.
 *
 *     struct sampled s;
 *     if (sampled_box(env, game, high, &s)) seconds = cells * s.options * 4e-9;      // of a position, on average
 *
 * Options are listed at eight places of boxes of the same shape that double in size, until there are two thousand. If that is the
 * box itself, they are its own; else they are taken to grow on as they did from the last box but one to the last, as a power of
 * the size (a heap broken into three has n^2 / 12 options, and so 4 times as many where it is twice as large). A figure for
 * choosing a solver, it decides nothing else. Found once for a game and boxes of about the same shape. Bounded: some ten thousand
 * options or 100000 steps of the machine. */
#ifndef CGI_SOLVE_HEAP_SAMPLED_H
#define CGI_SOLVE_HEAP_SAMPLED_H
#include "play/options/env.h"

#define PRICE_SECONDS (1e-9 / 16) /* of vm_price */
struct sampled {
    double options, steps; /* of a position, on average; steps: of the machine while it lists them */
    /* Seconds that they take in a table, by the machine and compiled, counted, not timed (vm_price_options); and a turn of a loop. */
    double machine, compiled, turn_machine, turn_compiled;
};
/* `high`: the greatest cell of each scalar field. False: the rule fails there, or memory is out. */
bool sampled_box(const struct env *env, int game, const int64_t *high, struct sampled *sampled);

/* A box whose sides were all halved so often. */
struct sampled_size {
    int64_t high[MODEL_MAX_FIELDS];
    size_t halvings;
};
/* By what factor something has grown from there to the box up to `high`, if it grows by that factor where the sides double. */
double sampled_grown(const struct env *env, int game, const struct sampled_size *from, const int64_t *high,
                     double growth);

#endif
