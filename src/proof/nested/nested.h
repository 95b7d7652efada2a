/* SPDX-License-Identifier: MIT */
/* Options that nest: those of a state are those of its neighbour in a fixed direction, and a few more.
 *
 *     struct nested_source source = {.model = model, .game = game, .params = params, .low = low};
 *     struct nested nested;
 *     st = nested_find(&source, &arena, &nested);
 *
 *     move both(t in 1..min(a, b)) -> g(a - t, b - t)      along (1, 1) enters (a - 1, b - 1), if a >= 1 and b >= 1
 *     move take(t in 1..min(n, q)) -> f(n - t, 2 * t)      along (0, 1) enters (n - q, 2 * q), if 1 <= q <= n
 *     move some(t in 3..a) where b >= 2 -> g(a - t, b)     along (1, 0) enters (a - 3, b), if a >= 3; counts if b >= 2
 *     move half(t in 1..n / 2) -> h(n - t)                 along (1) enters n - 1, if n >= 2; leaves (n - 1) / 2
 *     move few(t in 1..2) where t <= a -> g(a - t, b)      along nothing: (a - 1, b) if a >= 1, (a - 2, b) if a >= 2
 *
 * Theorem. Let the options of a piece of a rule be R(x, t) for all t with C(x, t), where R and the constraints of C
 * are linear in the state x and the one number t. Let u be a direction and s a shift with R(x + u, t + s) = R(x, t)
 * for all x and t, so that each constraint f changes by a constant d(f) = f(x + u, t + s) - f(x, t). Leave out
 * constraints without t that change (they say at which states the options count, not which they are). If of the
 * others no equality has d(f) != 0, then what C allows at x and not at x - u breaks some f at (x - u, t - s): 0 <=
 * f(x, t) < d(f). What it allows at x - u and not at x breaks some f at (x, t): d(f) <= f(x, t) < 0. With a t in f,
 * each of these |d(f)| values of f is that of at most one t, linear in x but for a division: these are the options
 * that enter and those that leave. So the options allowed at x are those allowed at x - u and those that enter,
 * without those that leave, if x - u is a state of the box; if it is not, nothing must be allowed there: that is
 * proved, C(x - u, t - s) implies that no field of x - u is below its least value (u is nowhere negative). Directions
 * in which nothing leaves are preferred.
 *
 * Before that, C may ask that the option is a state, if all of C implies it: that changes no option, and along u R is the same
 * (`t in 1..y where x >= y`, to (x - t, y): along (1, 0) enters (x - 1, y), leaves (x - 1 - y, y), if t <= x).
 *
 * Also proved of everything that C without those constraints allows: its fields are at or above the least ones, and
 * there is an order of the fields in which it is less than x, compared field by field: of the first field in which
 * they may differ it is proved that the option's is less, or that it is not greater; and then the next one is looked
 * at where they are equal. So the value of an option is known before that of x when positions are taken in this
 * order. If all fields are nowhere greater than those of x, they are known in any order that takes no position before
 * one that is nowhere greater. All that is said of fields here is in that order: field k of a form is field order[k]
 * of the game.
 *
 * Where the invariant, or the rule, says that states with two fields exchanged are the same game, options may be exchanged (`turned`;
 * the argument is in turned.c):
 *
 *     w(a, b) where a <= b with a move to w(min(a, b - t), max(a, b - t)): along (0, 1) enters (a, b - 1), if b >= 1
 *     w(a, b) with moves to w(b, a - t) and w(b - t, a): along (1, 0) enters (a - 1, b), along (0, 1) (a, b - 1)
 *
 * Conditions that are set aside (nested_source.aside). Let C also ask for E(x, t), whatever function E is of linear
 * forms of x and t, each of which is the same at (x + u, t + s) as at (x, t). Then E holds at both or at neither, so
 * what enters and what leaves along u is what would without E, as far as E holds for it: E is asked once of each, at
 * the state where it enters or leaves, and if it has no value there it has none wherever that is an option. What asks
 * of x alone says at which states the options count. All else is proved of the rule without these conditions, whose
 * options have those of the rule among them:
 *
 *     move both(t in 1..min(a, b)) where (a - t) * (b - t) % 3 != 0 -> g(a - t, b - t)
 *                                                  along (1, 1) enters (a - 1, b - 1), if (a - 1) * (b - 1) % 3 != 0
 *
 * Decided over integers by proof/linear; whatever is not proved makes `reason` say so.
 *
 *     nested_close(&nested, low, high, &closed);          // fibonacci(3000, 3000): up to (3000, 6000)
 *
 * Every option of a position enters at a position of its line that is nowhere greater than it, so a box that has what
 * enters at its positions has all their options. It is found by raising its upper ends until it has; `closed` is
 * false if it grows on. */
#ifndef CGI_PROOF_NESTED_NESTED_H
#define CGI_PROOF_NESTED_NESTED_H
#include "base/arena.h"
#include "base/status.h"
#include "model/model.h"

enum { NESTED_MOST_RAYS = 12, NESTED_MOST_ENTERING = 64 };

/* constant + sum of[i] * field i; factors are below 2^25, the constant below 2^43 in magnitude. A condition is that it
 * is >= 0. */
struct nested_form {
    int64_t constant, of[MODEL_MAX_FIELDS];
};
/* The condition that the modulus divides the form. */
struct nested_remainder {
    struct nested_form form;
    int64_t modulus;
};
/* Conditions that are set aside, all of which must hold. In their order. */
struct nested_filter {
    const struct expr *const *conditions; /* over fields of the game and generators of the move */
    size_t count;
    const struct move *move;
    const struct nested_form *values; /* one per generator that they read: divisor times it */
    int64_t divisor;
};
struct nested_option {
    int64_t divisor; /* there is such an option where this divides `number`, and then it divides all of `at` */
    struct nested_form number;
    struct nested_form *at;    /* one per field: divisor times it */
    struct nested_form *where; /* all of them must be >= 0 */
    size_t where_count;
    const struct nested_filter *filter; /* and this must hold; NULL: nothing */
};
struct nested_ray {
    int64_t along[MODEL_MAX_FIELDS]; /* all 0: only those that enter */
    struct nested_option *enter;
    size_t enter_count;
    struct nested_option *leave; /* options of x - u that are none of x; if there are any, none enters twice */
    size_t leave_count;
    struct nested_form *where; /* the state's options count where all of these are >= 0 */
    size_t where_count;
    const struct nested_remainder *divides; /* and all of these hold */
    size_t divide_count;
    const struct nested_filter *gate; /* and this, which reads no generators; NULL: nothing */
};
struct nested {
    const char *reason; /* why there are none, one phrase; NULL: `rays` give the options of every state */
    struct nested_ray *rays;
    size_t count, fields;
    size_t order[MODEL_MAX_FIELDS]; /* fields of the game, the one compared first first */
    bool below;                     /* no field of an option is greater than that of the position */
    /* Moves could be read, so if there is a reason it is where they lead, and the rule may nest in other numbers. */
    bool read;
    /* Some options have filters, or some rays gates: of this rule, which must stay. */
    bool aside;
    const struct model *model;
    const struct param_value *params;
    int game;
    bool turned; /* `rays` are of another rule, in which each position that the invariant allows is the same game */
};
struct nested_source {
    const struct model *model;
    int game; /* all of its fields scalar */
    const struct param_value *params;
    const int64_t *low; /* the least value of each field */
    bool aside;         /* if nothing else helps, conditions may be set aside; */
    bool fewest;        /* and those that forms say in several ways, where that leaves half as much to do, or less */
};
/* The result is in the arena. ST_OK (see reason) or ST_NO_MEMORY. Time is bounded: some milliseconds. */
enum status nested_find(const struct nested_source *source, struct arena *arena, struct nested *out);
/* low, high: of the box, in that order; high is raised. ST_OK or ST_NO_MEMORY. */
enum status nested_close(const struct nested *nested, const int64_t *low, int64_t *high, bool *closed);
/* The same without raising field q (in that order) where that is of no use: fibonacci(3000, 3000) needs no more than
 * (3000, 3000), as a limit of more than the heap is a limit of the heap. `out`, in the arena, are the options of a
 * position of that box, but that one with a greater field q than the box has is the one with the greatest.
 *
 * The argument. Let C be so large that, for all other fields in the box, what is said of field q does not change from C
 * on: along q nothing enters beyond C; nothing else that counts at or above C reads q, but for conditions that hold for
 * all of these q or for none. Then states that differ in q alone, with C or more, have the same options, so the
 * same value and the same outcome, and one stands for the other. C is found by the greatest values of linear forms in
 * the box. A lesser q is not changed, so options are less than their positions in the same order as before.
 * capped false: no such C was found, or the box grows on. ST_OK or ST_NO_MEMORY. */
enum status nested_cap(const struct nested *nested, size_t q, const int64_t *low, int64_t *high, struct arena *arena,
                       struct nested *out, bool *capped);

#endif
