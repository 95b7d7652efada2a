/* SPDX-License-Identifier: MIT */
/* Answers: what the runtime returns to the command line, ready to be printed.
 *
 *     struct answer answer;
 *     enum status st = analyze(env, &position, &wanted, &arena, &answer);    // budget statuses: answer is partial
 *
 * All strings and arrays live in the given arena. */
#ifndef CGI_ANSWER_ANSWER_H
#define CGI_ANSWER_ANSWER_H
#include "solve/heap/rare.h"
#include "plan/open_env.h"
#include "solve/solver.h"

struct wanted {
    enum play play;
    int mover; /* 0: not given (1 is then assumed if the mover matters) */
    bool sg, wins, outcome, remoteness, kernel, loopy;
    bool sg_alone;      /* of a table by a solver that is named: an error where it has no SG values, not outcomes */
    uint64_t max_moves; /* winning moves listed at most; 0: 1000 */
};
/* The value of one generator of a move. */
struct reply_value {
    const char *gen, *key; /* the generator's name, "t"; the same, or in a compound "part2.t" for sub-position 2 */
    const char *value;     /* a decimal number or the name of a node */
    bool is_node;
};
/* One option or winning move, as text. */
struct reply {
    size_t component; /* which component of the position moved, from 1 */
    const char *move; /* "take(t = 4) in nim(5)" ; "take(t = 4)" when there is one component */
    const char *name; /* "take" */
    struct reply_value *values;
    size_t value_count;
    const char *to; /* the whole resulting position */
    bool has_sg;
    const char *sg; /* of the resulting position, if known */
    enum outcome outcome;
};
/* One way of the plan (plan.h); a way precedes those it depends on. */
struct plan_line {
    int depth;
    const char *part; /* if it is the first of a part of a sum: "nim(3)", or of what listed moves; else NULL */
    const char *solver, *kind, *reason;
    bool can,
        chosen; /* chosen: it gave its part of the answer; before anything ran, or if nothing was completed: it would */
    double seconds, bytes;
};
struct answer {
    const char *game, *position; /* the name of the game asked about ("nim + kayles" for mixed sums), the position */
    enum play play;
    bool with_mover;
    int mover;
    const char *impartial; /* the rule reads `mover` although it makes no difference: how that is known; else NULL */
    enum outcome outcome;
    bool has_sg;
    const char *sg;        /* decimal, any size */
    const char *sg_reason; /* why there is none */
    struct reply *wins;
    size_t win_count;
    bool wins_complete;
    const char *wins_reason; /* if not complete */
    const char *solver, *kind, *claim, *source, *checked;
    struct reply *line;           /* of a draw: a sequence of moves that keep it */
    size_t line_count, line_back; /* after the last move the position recurs that was reached after `line_back` moves */
    bool line_closed;             /* line_back is set; else the line was cut short */
    bool has_remoteness;
    uint64_t remoteness;
    const char **kernels; /* --ask kernel: each a list of positions "{a, c}" */
    size_t kernel_count;
    const char *kernel_reason;
    bool has_loopy; /* the value is infinity(K) */
    uint64_t *loopy;
    size_t loopy_count;
    struct plan_line
        *plan; /* of the main question: the tree that ran, and the ways that declined; then of winning moves */
    size_t plan_count;
};
struct explanation {
    struct answer answer;
    struct reply *options; /* all, at most wanted.max_moves */
    size_t option_count;
    bool options_complete;
    const char *options_reason; /* why none is listed; NULL: they are */
    bool has_mex;
    uint64_t mex;
    const char **because; /* sentences that say why, with the numbers at hand */
    size_t because_count;
    const char
        *nearest; /* how the rule differs from that of the plugin nearest to it; NULL: one fits, or nothing is known */
};
struct table_answer {
    const char **columns; /* the fields' names, then "sg" and "outcome" (no "sg" if there are no values) */
    size_t column_count, row_count;
    const char **cells; /* row by row */
    const char *solver, *claim;
    const char *assumed; /* what the claim is based on without proof (assumed.h), a part of its words; NULL: nothing */
    bool has_sg;
    bool with_mover; /* outcomes are those of the player to move, in other words (outcome_word) */
};
/* Some rows of a table, in row-major order of its box: `count` values from index `from` on, found `times` times one after the other.
 * A value is an SG value if the table has some, else an enum outcome; NO_VALUE where there is no position. */
struct table_rows {
    uint64_t from;
    const uint64_t *values;
    size_t count;
    uint64_t times;
};
/* Who takes the rows, each once and in ascending order, while they are found. The columns of the table and has_sg are set by
 * then. A status other than ST_OK ends the work with it. */
struct table_sink {
    enum status (*take)(void *context, const struct table_answer *table, const struct table_rows *rows);
    void *context;
    /* NULL, or: takes outcomes as bits, each set where the mover loses, bit i % 64 of word i / 64 for index from + i. */
    enum status (*take_lost)(void *context, const struct table_answer *table, uint64_t from, const uint64_t *lost,
                             size_t count);
};
/* The result of one expect or claim. */
enum verdict {
    VERDICT_PASSED,
    VERDICT_FAILED,
    VERDICT_BUDGET, /* not decided: out of budget, refused by the solver named, a period observed but not proved, no case to try */
    VERDICT_ERROR
};
/* How far what has passed holds: where no variable runs, as far as it was tried, for all heaps. */
enum reach { REACH_ITSELF, REACH_TRIED, REACH_ALL };
struct tried {
    struct span span;
    const char *text; /* as written, on one line */
    enum verdict verdict;
    enum reach reach;
    const char *words; /* "holds", "holds to n = 10000", "refuted at n = 7", "observed to n = 4104, not proved", ... */
    const char *counterexample; /* "n = 7: sg(bash(7)) is 3"; NULL */
    const char *replay; /* what shows its first position: "'bash(7)' --set m=3", after `cgi explain FILE`; NULL: none */
    bool assumed;       /* the words end with what the answers are based on without proof (assumed.h) */
};

/* A box on the command line: one range per field of the game. */
struct axis {
    int64_t low, high;
};

/* Is it a position of its game (else ST_USAGE, reported), and does the mover matter? Fills in game, position, mover and impartial, and asks
 * nobody about it. */
enum status examine(struct env *env, const struct position *position, const struct wanted *wanted, struct arena *arena,
                    struct answer *answer);
enum status analyze(struct env *env, const struct position *position, const struct wanted *wanted, struct arena *arena,
                    struct answer *answer);
enum status explain(struct env *env, const struct position *position, const struct wanted *wanted, struct arena *arena,
                    struct explanation *explanation);
/* With `outcome` wanted and not `sg`, the table has outcomes alone. */
enum status tabulate(struct env *env, int game, const struct axis *axes, size_t axis_count, const struct wanted *wanted,
                     struct arena *arena, struct table_answer *table);
/* The same table without its cells: the rows go to the sink as soon as they are known, and are not kept; heaps far
 * beyond a proved period cost what repeating it costs. */
enum status table_pour(struct env *env, int game, const struct axis *axes, size_t axis_count,
                       const struct wanted *wanted, struct arena *arena, const struct table_sink *sink,
                       struct table_answer *table);
struct row_wanted {
    int game, held; /* 0 or 1 */
    int64_t number;
    uint64_t last; /* of the other number; 0: as far as that is of use */
};
/* Searches for a period in the SG values of heaps 0..last (last 0: within SEARCH_WORK). */
enum status find_period(struct env *env, int game, uint64_t last, struct arena *arena, struct period *period,
                        const char **solver);
/* The same of a row of two numbers, by rows_prove (solve/rows/rows.h): those with field `held` held at `number`. *premises: of a
 * proved one. ST_UNSUPPORTED with a diagnostic where the rule is not read so. */
enum status find_row_period(struct env *env, const struct row_wanted *wanted, struct arena *arena,
                            struct period *period, const char **premises);
/* The source text of a check on one line, without comments; if there are no sources, as the model prints it. NULL: memory. */
const char *check_source(const struct env *env, const struct check *check, struct arena *arena);
/* Runs check number `check` of the model, sweeping parameters if it says so. */
enum status try_check(struct env *env, size_t check, struct arena *arena, struct tried *tried);
/* One setting of a sweep, as number `setting` of all, counted from 0, the last parameter fastest. */
struct tried_setting {
    bool passed;
    uint64_t cases, asked;
    bool forever;      /* proved for all heaps there */
    const bool *games; /* one per game of the model: it was asked about */
};
enum status try_setting(struct env *env, size_t check, uint64_t setting, struct arena *arena,
                        struct tried_setting *out);
/* The same as try_check, which runs no setting that is known to pass: before each of `count` it asks. What fails is always run, so that
 * verdict, counterexample and messages are those of try_check. */
struct known_settings {
    bool (*passed)(void *context, uint64_t setting, uint64_t count, struct tried_setting *out);
    void *context;
};
enum status try_check_knowing(struct env *env, size_t check, const struct known_settings *known, struct arena *arena,
                              struct tried *tried);

#endif
