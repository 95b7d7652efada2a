/* SPDX-License-Identifier: MIT */
/* Are two games the same? First by proof of the rules, then of the values, then position by position.
 *
 *     struct comparison c;
 *     struct compare_wanted wanted = {.play = {PLAY_NORMAL, PLAY_NORMAL}, .to = COMPARE_AS_FAR_AS_USUAL};
 *     enum status st = engine_compare(a, b, &wanted, &arena, &c);      // both engines opened and selected
 *
 * The main games of both engines are compared at the parameters that are set. SAME_RULES: one rule is proved to be the other
 * (unify.h), either way; where that one has fewer positions, `fewer` says so, and nothing is said of the others. Codes of heaps
 * are the same without the heaps that have no moves (alike.h). Such a code with heaps counted otherwise, or a rule over other states
 * (restate.h), is `restated`: the positions that are called the same are compared nevertheless. SAME_VALUES:
 * both SG sequences have proved periods and agree where that suffices. AGREE: the positions of size 0 to `to` that both games
 * have all agree. DIFFER: `first` is the least position in which they do not, in the order of sizes and, within a size, of the
 * cells.
 *
 * The size of a position is the sum of its numbers without their signs, a row or bag also counting its cells and a grid its
 * squares; so every size has finitely many positions. SG values are compared where both games have them, else outcomes,
 * for both movers where that matters. Without a bound sizes go to 1000, or as far as COMPARE_USUAL positions or a bound on work reach.
 *
 * Explicit graphs are compared whole, their nodes by their names: SAME_RULES for the same nodes and arrows (or, where no two
 * nodes are called the same, arrows that fit under other names), SAME_VALUES when all nodes of both have a partner of their
 * value, AGREE for those that have one. Beside a rule a node is the position that it is called.
 *
 * Fields correspond in an order that is found (proof/match/order.h), and a row that has as many cells in every state as the other game has
 * numbers is these numbers: `fields`.
 *
 * A game whose positions are sums is compared part by part with a game of one heap and with other sums; if the parts are the same,
 * the games are: `restated` says how.
 *
 * Budget statuses: `c` says how far the comparison came. ST_USAGE with a diagnostic when the games have different
 * fields, or nothing in common. */
#ifndef CGI_ENGINE_COMPARE_COMPARE_H
#define CGI_ENGINE_COMPARE_COMPARE_H
#include "engine/open/engine.h"
#include "proof/match/difference.h"

#define COMPARE_USUAL 5000u
#define COMPARE_AS_FAR_AS_USUAL UINT64_MAX

enum compare_verdict { COMPARE_SAME_RULES, COMPARE_SAME_VALUES, COMPARE_AGREE, COMPARE_DIFFER };
struct compare_wanted {
    enum play play[2];
    uint64_t to;
    bool any_params;  /* the second game is a model: its parameters are whatever makes it the first */
    bool proofs;      /* nothing but proofs of the rules: SAME_RULES, or `restated`, or nothing is known */
    bool values_only; /* no proofs: AGREE or DIFFER */
};
/* A field of the first game and its partner in the second, as they are called; a cell of a row is "h[1]". */
struct field_pair {
    const char *name[2];
};
struct comparison {
    enum compare_verdict verdict;
    uint64_t to;        /* AGREE: all positions up to this size; SAME_VALUES: heaps compared */
    uint64_t positions; /* compared one by one */
    bool ended;         /* AGREE of no position: the least ones take too much work, unless a bound is given */
    const char *why;    /* SAME_RULES: with what parameters and order; SAME_VALUES: the theorem; else NULL */
    int fewer;          /* SAME_RULES: the side on whose positions, as the other has more; -1: both have the same */
    bool said;          /* SAME_RULES: `why` says all of it, such as that both files say the same */
    /* Not SAME_RULES, or SAME_RULES with `over`: proved, the rules are the same where positions are counted otherwise, "up(n) is
     * nim(n - 1)"; NULL: not known. */
    const char *restated;
    /* With it, of one number each: n of the first is floor((times n + more) / over) of the second; over 0: not of this kind. */
    struct restated_number {
        int64_t times, more, over;
    } number;
    bool over;               /* that is the verdict, as no position is in both games */
    bool sum;                /* with `over`: the positions of one are sums of those of the other */
    const char *position[2]; /* DIFFER: as each file writes it */
    const char *value[2];    /* an SG value ("3", "infinity{0, 1}"), or "N", "win" */
    bool is_sg;
    bool nodes; /* a graph is compared: `to` counts its nodes that have a partner */
    int mover;  /* DIFFER: who moves, where it matters */
    /* Not NULL: all else is about parts of that side's game, which is a sum of them, "r(h) is sum(r.h(x) for x in h)"; proved. Its
     * model's main game is the part then. */
    const char *parts[2];
    /* Which field is which, in the order of the first game's; NULL: as both files order them, or a proof said so in `why`. */
    const struct field_pair *fields;
    size_t field_count;
    /* Both have parameters: proved, the rules are the same at these values of them, "m <= 3" in the names of the first file, "true" at
     * all, "false" at none; where those of `params`, and no others, may have any value. NULL: not known. */
    const char *same_params;
    bool params_exact; /* nowhere else are they the same */
    const struct field_pair *params;
    size_t param_count;
    bool params_left; /* one side has others, which are as they are set */
    /* Not SAME_RULES: proved, that side would be the other one with its own parameters as said, "m = 4", on the other's positions;
     * NULL: not known. */
    const char *same_at[2];
    /* Not SAME_RULES: how the rules differ, and the least position in which they do, as each file writes it (NULL: not known), with
     * the options that only that side has there (NULL: none). Parts without moves make no difference. */
    struct rule_difference rules;
    const char *least[2], *least_own[2];
    int least_mover; /* whose options, where it matters */
};
enum status engine_compare(struct engine *a, struct engine *b, const struct compare_wanted *wanted, struct arena *arena,
                           struct comparison *comparison);

#endif
