/* Questions, offers, solvers: the middle of the house. Everything that answers is a solver.
 *
 *     struct offer offer;
 *     solver->offer(env, &question, &offer);               // can or cannot (and why), time, memory, strength
 *     if (offer.can) st = solver->run(env, &question, &result);
 *
 * The planner (planner.h) asks every solver of solvers.def and every plugin, and takes the cheapest sound offer.
 *
 * Quantities:
 *   Q_VALUES    SG values of `count` components (normal play, no draws); one 64-bit value each
 *   Q_OUTCOMES  outcome (and remoteness when asked) of `count` whole positions, under play and mover
 *   Q_SEQUENCE  SG values of heaps 0..last of a one-heap game
 *   Q_BOX       SG values (or outcomes, where no SG value exists) of a box of scalar positions
 *   Q_PERIOD    preperiod, period and saltus of a one-heap game's SG values, looked for up to `last`
 * A result is written into the arena given by the caller. */
#ifndef CGI_SOLVE_SOLVER_H
#define CGI_SOLVE_SOLVER_H
#include "base/budget.h"
#include "base/diag.h"
#include "code/compile/code.h"

enum play { PLAY_NORMAL, PLAY_MISERE };
enum quantity { Q_VALUES, Q_OUTCOMES, Q_SEQUENCE, Q_BOX, Q_PERIOD };
/* How strong an answer is: a theorem's closed form, a complete computation, a proved period. All three are exact. */
enum strength { STRENGTH_COMPUTED, STRENGTH_PROVED_PERIOD, STRENGTH_CLOSED_FORM };

/* All that is needed to answer questions about one model at one setting of its parameters. */
struct env {
    const struct model *model;
    const struct param_value *params;
    struct code *code; /* claims that fail have their two sides compiled into it */
    struct vm *vm;
    const struct script *script; /* NULL without Lua */
    struct budget *budget;
    struct diags *diags;
    struct store *store;            /* positions and their values, kept between questions (store.h) */
    struct host *plugins;           /* NULL with --no-plugins (host.h) */
    struct recognition *recognised; /* what the plugins recognise at these parameters (host.h); NULL without */
    const char *only_solver;        /* --solver NAME, or NULL */
    uint64_t seed;                  /* for samples */
    const struct sources *sources;  /* for quoting a check as it was written; NULL: it is printed from the model */
};

struct question {
    enum quantity quantity;
    enum play play;
    int mover;                          /* 1 or 2; 0 where the mover does not matter */
    int game;                           /* Q_SEQUENCE, Q_BOX, Q_PERIOD */
    const struct component *components; /* Q_VALUES */
    const struct position *positions;   /* Q_OUTCOMES */
    size_t count;
    bool remoteness;         /* Q_OUTCOMES: wanted too */
    uint64_t last;           /* Q_SEQUENCE, Q_PERIOD */
    struct value_table *box; /* Q_BOX: low, extent, stride filled in; values are written there */
};
struct offer {
    bool can;
    const char *reason; /* why not, or why it may: one sentence, static or in the arena passed to the planner */
    double seconds;     /* an estimate, for ordering only; never decides a result */
    double bytes;
    bool rough;     /* bytes is a guess: it may order offers but not refuse this one */
    uint64_t least; /* positions that it is sure to keep in memory all at once, proved (chain.h); 0: none are known */
    enum strength strength;
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
struct result {
    uint64_t *values;       /* Q_VALUES, Q_SEQUENCE: count or last + 1 */
    enum outcome *outcomes; /* Q_OUTCOMES */
    uint64_t *remoteness;   /* Q_OUTCOMES when asked; UINT64_MAX for a draw */
    struct period period;
    uint64_t positions; /* how many were computed, for the report */
    const char *claim;  /* what the answer rests on: "mex over all options", "period 12 from 71 proved" */
    const char *source; /* author, year of the theorem; "" when none is used */
    const char *extent; /* what was computed from what, static; NULL: every position from all its options */
};

struct solver {
    const char *name; /* "table", "hashed", "take-and-break", ...: --solver NAME */
    const char *kind; /* "search", "table", "periodic", "graph", "closed form" */
    const char *summary;
    void (*offer)(const struct env *env, const struct question *question, struct arena *arena, struct offer *offer);
    enum status (*run)(struct env *env, const struct question *question, struct arena *arena, struct result *result);
};
/* The generic solvers, one line each in solvers.def: SOLVER(identifier) declares `extern const struct solver
 * solver_identifier`. */
#define SOLVER(identifier) extern const struct solver solver_##identifier;
#include "solve/solvers.def"
#undef SOLVER
extern const struct solver *const solvers[];
extern const size_t solver_count;

#endif
