/* SPDX-License-Identifier: MIT */
/* What the files of this folder share. */
#ifndef CGI_PROOF_FORMULA_PRIVATE_H
#define CGI_PROOF_FORMULA_PRIVATE_H
#include "proof/formula/formula.h"

/* False, with a reason unless there is one. */
bool formula_refuse(struct formula *f, const char *reason);
/* Where a scope began: what is bound to tracks and said of them since is closed at its end. */
struct formula_scope {
    size_t sets;
    int next;
};
static inline struct formula_scope formula_open(const struct formula *f)
{
    return (struct formula_scope){f->set_count, f->next};
}
/* The set, with what was said in the scope, over the tracks from before it. The scope stays open. */
const struct automaton *formula_close(struct formula *f, struct formula_scope s, const struct automaton *set);
void formula_leave(struct formula *f, struct formula_scope s);
bool formula_say(struct formula *f, const struct automaton *set);

/* ---- numbers.c: forms ---- */
bool formula_number(struct formula *f, const struct expr *e, struct automata_form *out);
/* Is it a constant? By itself, parameters known. */
bool formula_constant(const struct formula *f, const struct expr *e, int64_t *value);
bool form_is_constant(const struct automata_form *form, int64_t *value);
bool form_is_natural(const struct automata_form *form); /* by its signs alone */
/* out += factor * form. */
bool form_add(struct formula *f, struct automata_form *out, const struct automata_form *form, int64_t factor);
static inline struct automata_form form_of(int track) { return (struct automata_form){1, {{track, 1}}, 0}; }
/* A new number; natural, or p - n. False: there are too many. */
bool formula_fresh(struct formula *f, bool natural, struct automata_form *out);
/* A track that is the number; none if it is negative. */
bool formula_track(struct formula *f, const struct automata_form *form, int *track);
/* a - b == 0, a - b >= 0 */
const struct automaton *forms_equal(struct formula *f, const struct automata_form *a, const struct automata_form *b);
const struct automaton *form_at_least(struct formula *f, const struct automata_form *a, const struct automata_form *b);

/* calls.c: a function of the language that is a number. */
bool formula_call(struct formula *f, const struct expr *e, struct automata_form *out);
bool formula_floor(struct formula *f, const struct automata_form *form, int64_t divisor, struct automata_form *out);
/* m of popcount(x) % m, as a number; false with no reason: it is none. */
bool formula_digit_sum(struct formula *f, const struct expr *e, int64_t m, struct automata_form *out);
/* powers.c: n % p; m of n / p % m, false with no reason: it is none. */
bool formula_below(struct formula *f, const struct expr *e, struct automata_form *out);
bool formula_digit_at(struct formula *f, const struct expr *e, int64_t m, struct automata_form *out);
bool formula_indexed(struct formula *f, const struct expr *e, struct automata_form *out);
/* asks.c */
bool formula_ask(struct formula *f, const struct expr *e, struct formula_truth *out);
bool formula_ask_outcome(struct formula *f, const struct expr *e, enum outcome outcome, struct formula_truth *out);
bool formula_ask_value(struct formula *f, const struct expr *e, struct automata_form *out);
bool formula_ask_zero(struct formula *f, const struct expr *e, struct formula_truth *out);
/* truth.c */
bool formula_bind(struct formula *f, struct formula_binding binding);
const struct formula_binding *formula_bound(const struct formula *f, int slot);
const struct automaton *formula_domain(struct formula *f, const struct automata_form *x, const struct domain *d);
bool formula_let(struct formula *f, const struct expr *e);
/* folds.c */
bool formula_fold(struct formula *f, const struct expr *e, struct formula_truth *out);
/* min or max over generators. */
bool formula_extreme(struct formula *f, const struct expr *e, struct automata_form *out);
void formula_swap(struct formula_truth *t);

#endif
