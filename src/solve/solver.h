/* SPDX-License-Identifier: MIT */
/* Asks, ways, solvers: the middle of the house. Everything that answers is a solver.
 *
 *     struct ask ask = {.what = Q_VALUE, .components = &component, .count = 1};     // const once it is made
 *     struct plan *plan;
 *     st = plan_make(env, &ask, &arena, &plan);            // plan.h: every solver offers a way; the cheapest is chosen
 *     st = plan_run(env, plan, &arena, &result);           // that way is run: result.values[0]
 *
 * A way may stand on other asks (a sum on the values of its parts), so a plan is a tree; it is what runs, and what is shown.
 * Which terms hold (who alone may answer, without clauses, bounds) says the environment (env.h).
 *
 * Quantities:
 *   Q_VALUE     SG values of `count` components (normal play, no draws); one 64-bit value each
 *   Q_OUTCOME   outcome (and remoteness when asked) of `count` whole positions, under play and mover
 *   Q_SEQUENCE  SG values of heaps 0..last of a one-heap game
 *   Q_BOX       SG values (or outcomes, where no SG value exists) of a box of scalar positions
 *   Q_PERIOD    preperiod, period and saltus of a one-heap game's SG values, looked for up to `last`
 * A result is written into the arena given by the caller. */
#ifndef CGI_SOLVE_SOLVER_H
#define CGI_SOLVE_SOLVER_H
#include "play/options/env.h"

enum play { PLAY_NORMAL, PLAY_MISERE };
enum quantity { Q_VALUE, Q_OUTCOME, Q_SEQUENCE, Q_BOX, Q_PERIOD };
/* What stands behind an answer: a complete computation, a theorem whose premises were established, a plugin's word. */
enum trust { TRUST_SEARCHED, TRUST_PROVED, TRUST_CLAIMED };

struct ask {
    enum quantity what;
    enum play play;
    int mover;                          /* 1 or 2; 0 where the mover does not matter */
    int game;                           /* Q_SEQUENCE, Q_BOX, Q_PERIOD */
    const struct component *components; /* Q_VALUE */
    const struct position *positions;   /* Q_OUTCOME */
    size_t count;
    bool apart;              /* Q_VALUE: the components are of one game and need not be taken apart any more (sum.c) */
    bool remoteness;         /* Q_OUTCOME: wanted too */
    uint64_t last;           /* Q_SEQUENCE, Q_PERIOD */
    struct value_table *box; /* Q_BOX: low, extent, stride filled in; values are written there */
};
/* Orders ways and never decides an answer. */
struct cost {
    double seconds, bytes;
    bool rough;     /* bytes is a guess: it may order ways but not refuse this one */
    uint64_t least; /* positions that it is sure to keep in memory all at once, proved (chain.h); 0: none are known */
};
struct plan;
/* What an offer may use (plan.h). */
struct planner {
    struct env *env;
    struct arena *arena;
    enum status status; /* ST_OK, or what ends the planning */
};
/* One solver's way to answer an ask: a node of the plan. */
struct way {
    const struct solver *by;
    const struct ask *ask;
    bool can;            /* it could be run now */
    bool ran;            /* it gave the answer */
    bool too_large;      /* turned down for its memory alone */
    const char *because; /* why it cannot, or how it does: one sentence; NULL with !can: not worth a word */
    struct cost cost;
    struct plan **parts; /* what it stands on: one a game of a sum; a search before a table */
    size_t part_count;
    void *kept; /* of the solver, from its offer to its run; in the planner's arena */
};
/* Every solver's way for one ask, in the order of solvers.def, plugins last. */
struct plan {
    const struct ask *ask;
    struct way *ways;
    size_t count;
    struct way *chosen; /* the cheapest that can, and has not failed yet; NULL: nobody */
    bool over_budget;   /* some way was turned down for its memory alone */
};
/* Steps of about a nanosecond that a search without an end may take: a few seconds, and the same work everywhere. */
#define SEARCH_WORK 2000000000u
struct period {
    bool found, proved;
    uint64_t preperiod, period;
    int64_t saltus;
    uint64_t to;         /* values were computed for heaps 0..to */
    const char *theorem; /* "Guy and Smith 1956: ...", NULL when only observed */
};
struct grounds;
struct result {
    uint64_t *values;       /* Q_VALUE, Q_SEQUENCE: count or last + 1 */
    enum outcome *outcomes; /* Q_OUTCOME */
    uint64_t *remoteness;   /* Q_OUTCOME when asked; UINT64_MAX for a draw */
    struct period period;
    uint64_t positions;      /* how many were computed, for the report */
    const char *claim;       /* what the answer rests on: "mex over all options", "period 12 from 71 proved" */
    const char *source;      /* author, year of the theorem; "" when none is used */
    const char *extent;      /* what was computed from what, static; NULL: every position from all its options */
    bool claimed;            /* a plugin's word is part of it, whoever used it */
    struct grounds *grounds; /* by plan_run: of every way that gave a part of the answer */
    size_t ground_count;
};
/* What an answer rests on, in words. */
struct grounds {
    const char *name, *kind, *claim, *source, *extent;
    bool claimed;
};

struct solver {
    const char *name; /* "table", "hashed", "take-and-break", ...: --solver NAME */
    const char *kind; /* "search", "table", "periodic", "graph", "closed form" */
    const char *summary;
    enum trust trust;
    bool stands_on_others; /* it only puts other answers together: allowed whoever alone may answer */
    /* Fills in can, because, cost and parts of a way whose `by` and `ask` are set. Cheap; prints nothing, changes nothing. */
    void (*offer)(const struct solver *self, const struct env *env, struct planner *planner, struct way *way);
    /* ST_UNSUPPORTED: it found that it has no answer after all, and the next way is taken. */
    enum status (*run)(struct env *env, const struct way *way, struct arena *arena, struct result *result);
    size_t plugin; /* whose word it is, of TRUST_CLAIMED */
};
/* The generic solvers, one line each in solvers.def: SOLVER(identifier) declares `extern const struct solver
 * solver_identifier`. */
#define SOLVER(identifier) extern const struct solver solver_##identifier;
#include "solve/solvers.def"
#undef SOLVER
extern const struct solver *const solvers[];
extern const size_t solver_count;

#endif
