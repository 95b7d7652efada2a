/* SPDX-License-Identifier: MIT */
/* What a one-heap rule is made of, derived from its normal form: every fact is proved, and names do not matter.
 *
 *     struct family f;
 *     enum status st = family_find(model, game, params, &arena, &f);
 *     if (f.kind == FAMILY_SLIDING) window = f.reach;   // SG(n) depends on the `reach` values before n
 *
 * A game with one nat field (and no invariant that excludes some natural number) may be
 *   SLIDING  for all n >= threshold the options of n are exactly the heaps n - d, d in D(n mod modulus), a finite set
 *            of positive constants each. Below the threshold the options are whatever the rule says.
 *            If `far`, for all n >= threshold the options are these, d <= reach, every heap r with far_low <= r < n - reach,
 *            every r < far_low with lows[r], and perhaps others below far_low: all but finitely many numbers may be taken.
 *   BREAK    every option of every n removes a constant number d >= 0 of tokens and leaves the rest in 0 to 3 non-empty
 *            heaps, in all possible ways; a rule that leaves possibly empty heaps counts as leaving fewer. This is a
 *            finite take-and-break code: bit j of a digit says that d tokens may be removed leaving exactly j heaps.
 *            Two heaps may be narrowed (`narrow`): to at least `least` tokens each, to a difference of `apart` or more, to
 *            heaps n >= `from`, as in Grundy's game (apart == 1); all such pairs are left. Then d may be negative, if
 *            least > -d: both heaps are below n all the same, as where a heap of n stands for n - 1 things.
 *   JOINED   the options that are one heap are those of a SLIDING rule, perhaps `far`, and the others are those of a BREAK rule
 *            that leaves two or three heaps, as in Lasker's Nim. Its threshold, modulus, residues, reach and lows are those of the
 *            first, with what the splits leave as one heap among them, and its digits have no bits but 2 and 3; no take of a digit is
 *            above the reach. Without `far` it leaves two heaps at most, perhaps none by splits; then for n >= threshold there may also be
 *            options that are heaps below the threshold, certain ones for each n mod modulus, which are not listed: "take 1 or 4, or all".
 *            A rule of takes alone is also JOINED if it is far for certain residues only (`classes`): of the heaps r with
 *            far_low <= r < n - reach just those with classes[(n mod modulus) * modulus + r mod modulus] are left, and of those below
 *            far_low just those with lows[(n mod modulus) * far_low + r].
 *   SHIFTED  something else of which only this is known: for n >= threshold every option leaves up to three heaps and takes a
 *            number, all at least 0 and n their sum, and is still an option when certain of these numbers grow or fall by
 *            multiples of the modulus, within the bounds reach, least and apart as the theorem of shifts needs them
 *            (solve/heap/period.h); most_heaps and `far`: how many heaps, and whether the number taken, may be arbitrarily large.
 *            That is said by bricks, and if there are others (`loose`), of those bricks alone.
 *   MIXED    SHIFTED, where options may also hold heaps of other games of one heap among the heaps (`others`: games whose heaps are not
 *            bounded), and besides positions of other games that are the same for all n. Only family_find_mixed finds it.
 * A rule that is both is reported as SLIDING. Every set is exact, proved from the pieces for all n.
 * If `equals`, some options are listed without two heaps of theirs that are always equal: the SG values of all heaps are those of the
 * listed options, but the options are others. */
#ifndef CGI_PROOF_FAMILY_FAMILY_H
#define CGI_PROOF_FAMILY_FAMILY_H
#include "base/status.h"
#include "model/model.h"

#define FAMILY_MAX_TAKES 65536 /* constants in all D together; more is NONE */
#define FAMILY_MAX_MODULUS 5040
#define FAMILY_MAX_HEAPS 3

enum family_kind { FAMILY_NONE, FAMILY_SLIDING, FAMILY_BREAK, FAMILY_JOINED, FAMILY_SHIFTED, FAMILY_MIXED };
struct family_digit {
    int64_t take;
    unsigned heaps;             /* bit j: leaving j non-empty heaps, j = 0..3 */
    int64_t least, apart, from; /* two heaps: each one, their difference, n at least; 1, 0 and 0 if not narrowed */
};
struct family_takes {
    int64_t *takes; /* ascending, at least 1 */
    size_t count;
};
enum { AFFINE_UNKNOWNS = FAMILY_MAX_HEAPS + 1 };
struct affine { /* the sum of slope[i] * unknown i, and start */
    int64_t slope[AFFINE_UNKNOWNS], start;
};
/* Options of heaps r_0 .. r_{j-1} and a number d taken, all at least 0 and n their sum, each number q m_i + residues[i]: those with all
 * forms in the m_i at least 0. A number is bounded, or else free, and then
 *   - a free number may grow by q, and the option is one of the brick still, unless it is the heap `below`;
 *   - a free number of at least low + q may fall by q, unless it is the other free heap of a brick with `below`;
 *   - with `below` there are just two free heaps x (`below`) and y, x <= y + apart in every option, and y may fall by q as long as
 *     y >= low + q and y - x >= apart + q. */
struct brick {
    bool empty; /* no option */
    int heaps;
    int64_t residues[AFFINE_UNKNOWNS]; /* of the heaps, then of d; so in what follows */
    int64_t least[AFFINE_UNKNOWNS];    /* none of the options has less */
    bool free[AFFINE_UNKNOWNS];
    int64_t bound[AFFINE_UNKNOWNS]; /* not free: at most */
    int64_t low[AFFINE_UNKNOWNS];   /* free */
    int below;                      /* a heap; -1: none */
    int64_t apart;
    bool itself; /* the heap n may be among the heaps of its own option */
    struct affine *forms;
    size_t form_count;
    bool no_memory;
};
/* Takes d with d + offset in a named set that has infinitely many numbers and no period; `base` of the powers. An option of one
 * of the bricks that takes such a number is one of the rule; not all that are need be in a brick. */
struct family_set {
    int64_t domain, base, offset; /* domain: DOMAIN_POWERS or DOMAIN_PRIMES */
    struct brick *bricks;
    size_t brick_count;
};
struct family {
    enum family_kind kind;
    const char *reason; /* NONE: one phrase why */
    bool equals;
    /* SLIDING, JOINED; of SHIFTED the first three and `far` */
    int64_t threshold, modulus, reach; /* reach: the greatest take, far ones apart; 0 if there is none */
    struct family_takes *residues;     /* `modulus` of them */
    bool far;
    int64_t far_low;
    bool *lows;    /* far_low of them; with classes, as many for each residue of n */
    bool *classes; /* NULL: far for all residues */
    /* BREAK, JOINED */
    struct family_digit *digits; /* takes ascending, heaps not 0 */
    size_t digit_count;
    int most_heaps;
    int64_t largest_take;
    bool narrow; /* some two heaps are narrowed */
    /* SHIFTED, MIXED */
    int64_t least, apart;
    struct brick *bricks; /* all of them; none if there are too many */
    size_t brick_count;
    unsigned
        loose; /* bit j: besides, there are options that leave j heaps, all below n, of which no more is known than */
    /* The loose ones leave one heap, and take numbers of these sets, all of them or some; none if there are others. */
    struct family_set *sets;
    size_t set_count;
    int64_t loose_least[FAMILY_MAX_HEAPS + 1],
        loose_most[FAMILY_MAX_HEAPS + 1]; /* what they take; INT64_MAX: no bound */
    /* MIXED */
    int *others;
    size_t other_count;
};
/* ST_OK (also for NONE) or ST_NO_MEMORY. The arrays are allocated in `arena`. */
enum status family_find(const struct model *model, int game, const struct param_value *params, struct arena *arena,
                        struct family *out);
/* The same for a game whose moves lead to other games as well: MIXED or NONE. */
enum status family_find_mixed(const struct model *model, int game, const struct param_value *params,
                              struct arena *arena, struct family *out);

#endif
