/* SPDX-License-Identifier: MIT */
/* Asks, ways and solvers. Everything that answers is a solver.
 *
 *     struct ask ask = {.what = Q_VALUE, .components = &component, .count = 1};     // const once it is made
 *     struct plan *plan;
 *     st = plan_make(env, &ask, &arena, &plan);            // plan.h: every solver offers a way; the cheapest is chosen
 *     st = plan_run(env, plan, &arena, &result);           // that way is run: result.values[0]
 *
 * A way may depend on other asks (a sum on the values of its parts), so a plan is a tree; it is what runs and what is
 * shown. The terms (the only solver allowed, without clauses, bounds) are in the environment (env.h).
 *
 * Quantities:
 *   Q_VALUE     SG values of `count` components (normal play, no draws)
 *   Q_OUTCOME   outcome (and remoteness if asked) of `count` whole positions, under play and mover
 *   Q_SEQUENCE  SG values of heaps 0..last of a one-heap game
 *   Q_BOX       SG values (or outcomes, if there are no SG values) of a box of scalar positions
 *   Q_PERIOD    preperiod, period and saltus of a one-heap game's SG values, looked for up to `last`
 *   Q_PAIR      of `count` components of tame games: SG value, and whether the component is a swap (tame.h)
 *   Q_LOOPY     Smith's values of `count` components: a number, or infinity(K) where play may go on for ever (smith.h)
 *   Q_WINS      winning moves of one position, at most `most`
 *   Q_OPTIONS   options of one component whose SG value is `value`, at most `most` of them or of what they lead to
 * Every solver is asked about the first five, so that all can be said to decline; about the others those that name
 * them (`also`). A result is written into the arena given by the caller. */
#ifndef CGI_SOLVE_SOLVER_H
#define CGI_SOLVE_SOLVER_H
#include "play/options/env.h"

enum play { PLAY_NORMAL, PLAY_MISERE };
enum quantity { Q_VALUE, Q_OUTCOME, Q_SEQUENCE, Q_BOX, Q_PERIOD, Q_PAIR, Q_LOOPY, Q_WINS, Q_OPTIONS };
#define ALSO(quantity) (1u << (quantity))
/* What an answer is based on: a complete computation, a theorem whose premises were established, a plugin's word. */
enum trust { TRUST_SEARCHED, TRUST_PROVED, TRUST_CLAIMED };

/* A part of a box, in row-major order: `count` values from index `from` on, found `times` times one after the other. */
struct box_block {
    uint64_t from;
    const uint32_t *values; /* VALUE_NONE where there is no position */
    size_t count;
    uint64_t times;
};
/* Who takes the blocks of a box, each once and in ascending order, while they are computed. A status other than ST_OK
 * ends the work with it. A solver that turns out to have no answer (ST_UNSUPPORTED) has given none; after one that goes beyond what is
 * asked and fails there, the next one begins again with the first. */
struct box_sink {
    enum status (*take)(void *context, const struct box_block *block);
    void *context;
};

struct ask {
    enum quantity what;
    enum play play;
    int mover;                          /* 1 or 2; 0 if the mover does not matter */
    int game;                           /* Q_SEQUENCE, Q_BOX, Q_PERIOD */
    const struct component *components; /* Q_VALUE, Q_PAIR, Q_LOOPY, Q_OPTIONS */
    const struct integer *const *const
        *big; /* of these, as in a position: one per component, or NULL; NULL: all fit 64 bits */
    const struct position *positions; /* Q_OUTCOME, Q_WINS */
    size_t count;
    bool apart;      /* Q_VALUE: the components are of one game and need not be split any more (sum.c) */
    bool remoteness; /* Q_OUTCOME: wanted too */
    uint64_t heap;   /* Q_OUTCOME: a heap of Nim of this size beside each position; only `nimbers` knows it */
    bool options;    /* Q_VALUE: the values of all options will be asked for next */
    bool some;       /* Q_VALUE, Q_OUTCOME: each way answers those it can, the next one is asked for the rest; NO_VALUE,
                        OUTCOME_UNKNOWN where nobody has an answer. Of one game, or with first components of one */
    bool closed;     /* only ways based on closed forms may run; the others only show what they would need */
    double below;    /* only ways that take less than so many seconds are wanted: others may decline; 0: all */
    bool yields;   /* if nothing fits the memory it is ST_UNSUPPORTED, not reported: the caller has another question */
    uint64_t most; /* Q_WINS, Q_OPTIONS */
    const struct integer *value; /* Q_OPTIONS */
    uint64_t last;               /* Q_SEQUENCE, Q_PERIOD */
    struct value_table *box; /* Q_BOX: low, extent, stride filled in; values are written there, unless it has none */
    const struct box_sink *sink; /* Q_BOX: is given the blocks as well (heap/blocks.h); NULL: nobody */
};
#define NO_VALUE UINT64_MAX
/* Is a way that takes at least so long not wanted? Asked before anything costly is looked at for an offer. */
static inline bool ask_unwanted(const struct ask *ask, double seconds)
{
    return ask->below > 0 && seconds >= ask->below;
}
/* So many seconds, or what else answers in, if that is less: what is begun ahead of a choice takes a part of that. */
static inline double ask_at_most(const struct ask *ask, double seconds)
{
    return ask_unwanted(ask, seconds) ? ask->below : seconds;
}
/* Does the ask contain a number beyond 64 bits? */
bool ask_is_big(const struct ask *ask);
/* Orders ways and never decides an answer. */
struct cost {
    double seconds, bytes;
    bool rough;     /* bytes is a guess: it may order ways but not refuse this one */
    uint64_t least; /* proved number of positions that must be in memory at the same time (reach.h); 0: unknown */
};
struct plan;
/* What an offer may use (plan.h). */
struct planner {
    struct env *env;
    struct arena *arena;
    enum status status; /* ST_OK, or what ends the planning */
    const struct ask *asked;
    const struct solver *quickest; /* of those that were asked for `asked` so far, in that many seconds */
    double least;
};
/* One solver's way to answer an ask: a node of the plan. */
struct way {
    const struct solver *by;
    const struct ask *ask;
    bool can;            /* it could be run now */
    bool put_off;        /* the cost is the least that it may be: `refine` says more */
    bool ran;            /* it gave the answer */
    bool failed;         /* it was run and turned out to have no answer: it is not asked again */
    bool too_large;      /* rejected for its memory alone */
    enum status lacks;   /* the budget for which alone its solver rejected it; ST_OK: for no budget */
    const char *because; /* why it cannot, or how it does: one sentence; NULL with !can: not worth mentioning */
    struct cost cost;
    struct plan **parts; /* what it depends on: one per game of a sum; a search before a table */
    size_t part_count;
    void *kept; /* owned by the solver, from its offer to its run; in the planner's arena */
};
static inline bool planner_has_other(const struct planner *planner, const struct way *way)
{
    return planner->asked == way->ask && planner->quickest != way->by;
}
/* Has another solver, of this plan or of what it is compared with, a way that takes at most so long? Asked before anything
 * costly is looked at for an offer, where what is offered can be done without. */
static inline bool planner_answers(const struct planner *planner, const struct way *way, double seconds)
{
    bool other = planner_has_other(planner, way) && planner->least <= seconds;
    return other || ask_unwanted(way->ask, seconds);
}
/* What it takes; 0: none has offered yet. */
static inline double planner_other_seconds(const struct planner *planner, const struct way *way)
{
    return planner_has_other(planner, way) ? planner->least : 0;
}
/* Does no other one that has offered take as little, by what its cost is so far? */
static inline bool planner_is_least(const struct planner *planner, const struct way *way)
{
    double other = planner_other_seconds(planner, way);
    return other <= 0 || way->cost.seconds < other;
}
#define PLANNER_QUICK 0.002 /* seconds: of what is answered so soon, the rule need not be looked at once more */
#define PLANNER_QUICKER "something else answers in milliseconds"
#define PLANNER_REPEATS "one heap of which a fixed set of numbers is taken may have a period"
/* Every solver's way for one ask, in the order of solvers.def, plugins last. */
struct plan {
    const struct ask *ask;
    struct way *ways;
    size_t count;
    struct way *chosen; /* the cheapest that can, and has not failed yet; NULL: none */
    bool of_all;        /* all solvers were asked, so that they can be asked again */
    bool over_budget;   /* some way was rejected for its memory alone */
};
/* Steps of about a nanosecond allowed to a search without an end: a few seconds, and the same work on every machine. */
#define SEARCH_WORK 2000000000u
struct period {
    bool found, proved;
    uint64_t preperiod, period;
    int64_t saltus;
    uint64_t to;         /* values were computed for heaps 0..to */
    const char *theorem; /* "Guy and Smith 1956: ...", NULL if only observed */
};
struct grounds;
struct smith_value;
/* A move by what it leads to: one component, as its cells. A compound's cells are those of the game as it was
 * written. */
struct listed_move {
    size_t component; /* the one that moves */
    const struct integer **cells;
    size_t cell_count;
    bool heaps; /* each cell is a component of its own instead, none of them empty */
    /* If the order of the cells is lost: all arrangements that the move may lead to, `cells` first; at least one is an
     * option. NULL: only `cells`. */
    const struct integer ***turns;
    size_t turn_count;
};
/* One component of a tame game. */
struct tame_pair {
    const struct integer *value;
    bool swap;
};
/* A box with a bit for each position: does the mover lose? It is kept until the store has another one of this game in its place. */
struct lost_box {
    const struct value_table *box;  /* `losses` of it */
    size_t order[MODEL_MAX_FIELDS]; /* the field of the game that each of its own is */
};
struct result {
    uint64_t *values;               /* Q_VALUE, Q_SEQUENCE: count or last + 1 */
    const struct integer **numbers; /* Q_VALUE: instead of them if one is beyond 63 bits, else NULL */
    enum outcome *outcomes;         /* Q_OUTCOME */
    const struct lost_box *lost;    /* Q_OUTCOME, where all positions of a box were decided for it; else NULL */
    struct tame_pair *pairs;        /* Q_PAIR */
    struct smith_value *loopy;      /* Q_LOOPY */
    struct listed_move *moves;      /* Q_WINS, Q_OPTIONS */
    size_t move_count;
    bool moves_complete, moves_some; /* the list is complete; Q_WINS: only some of them can be given */
    uint64_t *remoteness;            /* Q_OUTCOME if asked; UINT64_MAX for a draw */
    struct period period;
    uint64_t positions;      /* how many were computed, for the report */
    const char *claim;       /* what the answer is based on: "mex over all options", "period 12 from 71 proved" */
    const char *source;      /* author, year of the theorem; "" if none is used */
    const char *extent;      /* what was computed from what, static; NULL: every position from all its options */
    struct grounds *grounds; /* set by plan_run: of every way that gave a part of the answer */
    size_t ground_count;
};
/* Value i of a result, whatever its size; NULL if memory runs out. */
const struct integer *result_number(struct arena *arena, const struct result *result, size_t i);
/* What an answer is based on, in words. */
struct grounds {
    const char *name, *kind, *claim, *source, *extent;
};

struct solver {
    const char *name; /* "table", "hashed", "take-and-break", ...: --solver NAME */
    const char *kind; /* "search", "table", "periodic", "graph", "closed form" */
    const char *summary;
    enum trust trust;
    bool stands_on_others; /* it only combines other answers: allowed whatever --solver says */
    bool beyond;   /* it computes positions too that those asked about need not reach, where the rule may fail */
    bool any_size; /* it may be asked about numbers beyond 64 bits */
    unsigned also; /* ALSO(Q_PAIR) | ...: quantities beyond the first five that it answers */
    /* Fills in can, because, cost and parts of a way whose `by` and `ask` are set. Cheap; prints nothing, changes
     * nothing. */
    void (*offer)(const struct solver *self, const struct env *env, struct planner *planner, struct way *way);
    /* NULL, or: fills in the cost of a way whose offer put that off, which is asked where no other way takes less. */
    void (*refine)(const struct env *env, struct planner *planner, struct way *way);
    /* NULL, or: once all have offered and the best of them takes so many seconds, works for a small part of that, which is
     * counted, and says what the way costs after it. What is found stays in the store. */
    void (*look)(struct planner *planner, struct way *way, double seconds);
    /* ST_UNSUPPORTED: it turned out to have no answer, and the next way is taken. */
    enum status (*run)(struct env *env, const struct way *way, struct arena *arena, struct result *result);
    size_t plugin; /* TRUST_CLAIMED: the plugin whose word it is */
};
/* The generic solvers, one line each in solvers.def: SOLVER(identifier) declares `extern const struct solver
 * solver_identifier`. */
#define SOLVER(identifier) extern const struct solver solver_##identifier;
#include "solve/solvers.def"
#undef SOLVER
extern const struct solver *const solvers[];
extern const size_t solver_count;

#endif
