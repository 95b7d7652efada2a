/* SPDX-License-Identifier: MIT */
/* What the files on loops share.
 *
 *     solved.c  also: what is written with something else in the place of a generator
 *     derive.c  ranges and conditions as a union of conjunctions; the runs of each generator
 *     forms.c   constraints as bounds and steps of one generator */
#ifndef CGI_PROOF_LOOPS_PRIVATE_H
#define CGI_PROOF_LOOPS_PRIVATE_H
#include "proof/loops/loops.h"
#include "proof/private.h"

struct loop_name {
    int var;
    const struct expr *expr;
};
struct deriving {
    struct normal_builder builder;
    struct normal_space space;
    struct arena *arena;
    const struct move *move;
    const struct normal_binding *scope; /* all generators */
    struct linear_conjunction state;    /* fields that are natural numbers, the mover */
    struct linear_conjunction own;      /* what the ranges say */
    struct normal_union all;            /* that and the conditions that are used */
    struct normal_union *holds;         /* per condition; no items: it is not used */
    struct loop_name *names;            /* what computes a variable */
    size_t name_count, name_room;
    struct loops *out;
};
/* The constraints of a run, as they were kept: an equality that gives a step has a new variable for its floor. */
struct kept_run {
    struct linear_conjunction known;
    struct loop_run run;
};

/* Does the form mention a generator from `first` on, terms included? */
bool loops_mention(const struct deriving *d, const struct linear_form *form, size_t first);
/* Is what is known covered by the parts? False as well when as many steps were spent as may be: about a quarter of a
 * millisecond for a move. */
enum { LOOPS_MOST_STEPS = 2000 };
bool loops_covered(struct deriving *d, struct linear_conjunction known, const struct linear_conjunction *parts,
                   size_t count);
/* Finds what computes the variables of the move's ranges and conditions. */
bool loops_name(struct deriving *d);
/* What a conjunction over generators up to `gen` says of it beyond its range: steps from `part`, bounds from `ends`, the same
 * without terms that mention it. False: memory is out. */
bool loops_read_run(struct deriving *d, struct linear_conjunction part, struct linear_conjunction ends, size_t gen,
                    struct kept_run *out);

/* The game with any parameters and either mover, in the arena. False: memory is out. */
bool loops_source(const struct model *model, int game, struct arena *arena, struct normal_source *out);
/* The expression with `by` in the place of a generator. NULL: it stands where it cannot be replaced, or memory is out. */
struct expr *loops_replaced(struct arena *arena, struct expr *e, int slot, struct expr *by, bool *no_memory);

#endif
