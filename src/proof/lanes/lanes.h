/* SPDX-License-Identifier: MIT */
/* A rule with two numbers of which one is held: the options of (i, n) for i = 0 .. rows - 1 and every n.
 *
 *     struct lanes_source source = {.model = model, .game = game, .params = params, .held = 0, .rows = 4};
 *     struct lanes lanes;
 *     st = lanes_find(&source, &arena, &lanes);
 *     if (!lanes.reason && lanes_near(&lanes, 3, 1, n % lanes.modulus, 2)) ...     // (1, n - 2) is an option of (3, n)
 *
 *     move left(t in 1..a) -> w(a - t, b)                   rows i, j < i: near, d = 0
 *     move right(t in 1..b) -> w(a, b - t)                  row i itself: all d >= 1: near, in the middle, low
 *     move both(t in 1..min(a, b)) -> w(a - t, b - t)       rows i, j < i: near, d = i - j
 *     move gcd(k in 1..b) where k * a <= b -> e(a, b - k * a)   row i itself: in the middle where i divides d
 *
 * Position (i, n): the held number is i, the other one n, whichever comes first in the rule. For every n >= from the options
 * of (i, n) are the (j, r), j <= i, d = n - r >= 0, that one of these tables has, by residues modulo `modulus`:
 *     d <= reach                  near(i, j, n % modulus, d)
 *     r < low                     fixed(i, j, n % modulus, r)
 *     low <= r < n - reach        middle(i, j, n % modulus, d % modulus)
 * and from > reach + low, so that each (j, r) belongs to one of the three. For n < from they are listed. No other number is
 * ever larger than in the position, and no option is the position itself.
 *
 * Proof. The held number is put into the rule before its normal form is made, so products with it are linear; then the held
 * number j of the result. What remains are constraints over n and r. Modulo M, a multiple of all divisors, n = M m + x and
 * d = M k + y: each constraint is A m + B k + C >= 0 (or == 0). Near (k known) and low (r known) that is a line in m, which is
 * true or false in the end; in the middle, with w = m - k, it is (A + B) k + A w + C, which is decided for all k, w >= T if both
 * factors have one sign. Where they do not (t <= n / 2), the rule is refused. Refused is all that is not proved: results that are no
 * (j, r) of the same game, j > i, r > n, conditions that are not linear, rules that may fail or play that may be endless. */
#ifndef CGI_PROOF_LANES_LANES_H
#define CGI_PROOF_LANES_LANES_H
#include "base/status.h"
#include "model/model.h"

enum { LANES_MODULUS = 840, LANES_CELLS = 8000000, LANES_WORK = 20000000, LANES_FROM = 4096, LANES_ROWS = 64 };

struct lanes_option {
    uint32_t row, at;
};
struct lanes_source {
    const struct model *model;
    int game;
    const struct param_value *params;
    int held; /* 0 or 1: which number is held */
    int64_t rows;
};
struct lanes {
    const char *reason; /* why there is nothing, one phrase; else NULL */
    int64_t rows, modulus, reach, low, from;
    bool *near, *fixed, *middle;  /* by the functions below */
    struct lanes_option *options; /* of (i, n), n < from: options[starts[n * rows + i]] to before the next start */
    size_t *starts;
};
static inline size_t lanes_pair(const struct lanes *l, int64_t i, int64_t j, int64_t residue)
{
    return (size_t)((i * l->rows + j) * l->modulus + residue);
}
static inline bool lanes_near(const struct lanes *l, int64_t i, int64_t j, int64_t residue, int64_t d)
{
    return l->near[lanes_pair(l, i, j, residue) * (size_t)(l->reach + 1) + (size_t)d];
}
static inline bool lanes_fixed(const struct lanes *l, int64_t i, int64_t j, int64_t residue, int64_t r)
{
    return l->fixed[lanes_pair(l, i, j, residue) * (size_t)l->low + (size_t)r];
}
static inline bool lanes_middle(const struct lanes *l, int64_t i, int64_t j, int64_t residue, int64_t d)
{
    return l->middle[lanes_pair(l, i, j, residue) * (size_t)l->modulus + (size_t)(d % l->modulus)];
}
/* ST_OK (see reason) or ST_NO_MEMORY. Bounded by the counts above: at most some seconds, mostly milliseconds. */
enum status lanes_find(const struct lanes_source *source, struct arena *arena, struct lanes *out);

#endif
