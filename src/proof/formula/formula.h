/* SPDX-License-Identifier: MIT */
/* Conditions of claims as sets of tuples of numbers of any size.
 *
 *     struct formula f = {.w = &workshop, .model = model, .params = params, .asked = lost_of, .context = c};
 *     formula_bind(&f, slot, FORMULA_NATURAL, ...);                             // a variable: a track of its own
 *     struct formula_truth t;
 *     if (formula_truth(&f, condition, &t)) ...                        // t.yes, t.no; else f.reason or workshop->status
 *
 * A condition becomes a pair of sets: the tuples for which it is surely true, and those for which it is surely false. A
 * tuple for which its evaluation fails (a position that is none, a negative number where a natural one is needed) is in
 * neither; so is one for which an order of evaluation that we do not follow might matter: `any` and `all` are decided only
 * where all their cases have values. What is said of a condition is said from `yes` and `no` alone, never from what is
 * missing in the other. Numbers are those of mathematics; whether a value on the way fits 64 bits is not asked.
 *
 * Numbers. A number is a linear form over tracks. What is not linear gets tracks of its own, together with a set that says
 * what they are: floors of quotients by their inequalities, least, greatest and conditional numbers by cases, the least and
 * greatest over a range as the one that occurs and that none is beyond, sums over at most FORMULA_ELEMENTS constants, and
 * xor, what is below a power of the base, parts of a Zeckendorf sum, sums of digits and floor(k sqrt(d)) as the
 * numeration knows them. Such a track is determined by the others wherever the number has a value, and has no value
 * elsewhere. So "some value of it, and then the condition" and "some value of it, and then not" are the sets of where
 * the condition is true and false. A number that may be negative is p - n with p = 0 or n = 0. What no numeration
 * recognises is refused, and `reason` says what. */
#ifndef CGI_PROOF_FORMULA_FORMULA_H
#define CGI_PROOF_FORMULA_FORMULA_H
#include "automata/automata.h"
#include "model/model.h"

enum { FORMULA_BOUND = 24, FORMULA_SETS = 64, FORMULA_ELEMENTS = 8 };
struct formula_truth {
    const struct automaton *yes, *no;
};
/* What is known of a game: on the tracks of its fields the positions and the lost ones; values has one track more, the SG
 * value (NULL: not known). */
struct formula_game {
    const struct automaton *states, *lost, *values;
};
struct formula_binding {
    int slot;
    bool truth;
    struct automata_form number;
    struct formula_truth holds;
};
struct formula {
    struct automata *w;
    const struct model *model;
    const struct param_value *params;
    bool misere, values; /* values: those of SG are to be known */
    /* False: not known, and a reason may be set. */
    bool (*asked)(void *context, int game, struct formula_game *game_known);
    void *context;
    const char *reason; /* refused: one phrase */
    int next;           /* the first track that is free */
    /* the rest is this folder's own */
    struct formula_binding bound[FORMULA_BOUND];
    int bound_count, hidden; /* bindings below `hidden` are of another scope */
    const struct automaton *sets[FORMULA_SETS];
    size_t set_count;
    const struct automaton *slope;
};
bool formula_truth(struct formula *f, const struct expr *e, struct formula_truth *out);
/* Binds the slot to a new variable of the domain, with tracks of its own from f->next on; *in are its values over the tracks so far and
 * its own. Bounds that are not linear are refused. `open`: a greatest value that is a constant is left out, and *opened says whether;
 * `natural` says that there is one track, and the form that it is positive. */
bool formula_variable(struct formula *f, const struct gen *gen, bool open, bool *opened, const struct automaton **in);
/* With it, the greatest value that was left out: the variable bound last is at most that. */
const struct automaton *formula_within(struct formula *f, int64_t high);
/* The value of the variable that was bound last but `back`, at what the tracks are. */
int64_t formula_value(const struct formula *f, int back, const int64_t *track_values);

/* What a numeration must be for the condition: asked before any work is done. */
struct formula_needs {
    bool base_2;        /* xor and the like */
    bool golden;        /* Fibonacci numbers by their digits */
    int64_t power;      /* powers of it; 0: none */
    int64_t root;       /* the square-free part of what roots are taken of; 0: none */
    bool values;        /* SG values are asked for, not only where they are 0 */
    bool asks;          /* positions are asked about */
    const char *reason; /* no numeration does; NULL: one may */
};
void formula_needs(const struct model *model, const struct param_value *params, const struct expr *e,
                   struct formula_needs *needs);
bool formula_fits(const struct formula_needs *needs, const struct numeration *in);

#endif
