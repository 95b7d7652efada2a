/* SPDX-License-Identifier: MIT */
/* A conjunction over variables of a normal form as a set of tuples. */
#ifndef CGI_PROOF_AUTOMATIC_PRIVATE_H
#define CGI_PROOF_AUTOMATIC_PRIVATE_H
#include "proof/automatic/automatic.h"
#include "proof/normal/terms.h"

enum { CLAUSES_MOST = 96, SIGNS_MOST = 4 };
struct clauses {
    struct automata *w;
    struct normal_space *space;
    const char *reason;
    int *track;     /* per variable of the space; -1: it does not occur */
    bool *negative; /* the variable is -1 minus its track */
    size_t vars;    /* how long both are */
    int inner;      /* the next free track */
    int signs[SIGNS_MOST];
    size_t sign_count; /* variables that are not proved to be natural */
    const struct automaton *items[CLAUSES_MOST];
    size_t count;
};
/* Gives each variable in the conjunction, and in its terms, a track. `results` for NORMAL_RESULT: by index. False:
 * reason, or memory is out. */
bool clauses_tracks(struct clauses *c, struct linear_conjunction all, const int *results);
/* Which variables may be negative, given what is known of the conjunction with `known`. */
bool clauses_signs(struct clauses *c, struct linear_conjunction all, struct linear_conjunction known);
/* The tuples of the conjunction on the tracks below AUTOMATIC_INNER; NULL: reason or the workshop's status. */
const struct automaton *clauses_set(struct clauses *c, struct linear_conjunction all);
/* terms.c: adds what a term of which the track is known must satisfy. */
bool clauses_term(struct clauses *c, int var);
bool clauses_add(struct clauses *c, const struct automaton *a);
/* factor * form + other on tracks. False: too many variables or too large. */
bool clauses_form(struct clauses *c, const struct linear_form *form, int64_t factor, int64_t constant,
                  struct automata_form *out);
/* out + factor * track */
bool clauses_plus(struct clauses *c, struct automata_form *out, int track, int64_t factor);

/* words.c: "a" for a number of the position, "a'" of the result, "k'1" for others; "2 a - b + 3". */
void automatic_name(const struct automatic *r, int track, struct text *out);
void automatic_sum(const struct automatic *r, const struct automata_form *form, struct text *out);

#endif
