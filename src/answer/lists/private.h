/* SPDX-License-Identifier: MIT */
/* A table while it is drawn, and a claim while it is tried, shared by the files of this folder.
 *
 *     enum status st = drawing_by_plan(&d);           // SG values, d.values; or drawing_outcomes(&d), d.outcomes
 *     if (st == ST_OK) st = table_plain(&d);                            // are they the same without unproved clauses?
 */
#ifndef CGI_ANSWER_LISTS_PRIVATE_H
#define CGI_ANSWER_LISTS_PRIVATE_H
#include "answer/answer.h"
#include "answer/lists/claim_questions.h"
#include "plan/values.h"

struct drawing {
    struct env *env;
    const struct axis *axes;
    size_t axis_count;
    struct ask asked;
    struct arena *arena;
    struct table_answer *table;
    struct value_table box;
    uint64_t *values; /* UINT64_MAX if there is no position */
    enum outcome *outcomes;
    const char **numbers; /* "0" .. "1023" */
    struct used used;
    int start;          /* the rows are positions that begin with the numbers: the start clause, from 1; 0: states */
    bool valued;        /* `values` are the SG values; else `outcomes` */
    bool values_only;   /* no outcomes in the place of values that the solver that is named does not give */
    bool outcomes_only; /* what is shown is the outcome alone */
    bool plain;         /* all that is printed was found by a search without unproved clauses too */
};

/* The cells of position `index` of the box, in row-major order. */
void drawing_place(const struct drawing *d, uint64_t index, int64_t *cells);
/* Fills in what the question is; ST_USAGE if the game has no table with these axes. */
enum status drawing_open(struct drawing *d, const struct axis *axes, size_t axis_count, const struct wanted *wanted,
                         int game);
/* The box in memory: values or outcomes of all its positions, by whoever has them, and the columns. drawing_close frees
 * them. */
enum status drawing_find(struct drawing *d);
void drawing_close(struct drawing *d);
/* Names of columns, once d->valued is known; who answered and what that is based on, at the end. */
enum status drawing_columns(struct drawing *d);
enum status drawing_say(struct drawing *d);
/* Would a closed form answer for the greatest position of the box? */
enum status drawing_by_plugin(struct drawing *d, bool *answers);
/* Reports why nobody answers. */
enum status drawing_refuse(struct drawing *d);
/* All values of the box by the cheapest plan for it; the outcomes of its positions. Statuses of plan_answer and outcomes_of. */
enum status drawing_by_plan(struct drawing *d);
enum status drawing_outcomes(struct drawing *d);
/* The same where rows are starts (starts.c): `valued` values, else outcomes. */
enum status drawing_starts(struct drawing *d, bool valued);

/* table_plain.c: if `symmetric` or `canon` of a game in play is used without being proved, searches the box again without them, within
 * the same budget, and compares. ST_RULE_FAILED with E0591 if a position and its representative, both in the box, differ; with
 * E0594 if a value is another one. d->plain: all agree; not set if nothing had to be compared or the budget ended the
 * search. Time and memory of a second table. */
enum status table_plain(struct drawing *d);

/* ---- claims ---- */
/* One expect or claim while it is tried: claims.c runs one setting of the parameters, claim_settings.c all of a sweep. */
struct check_trial {
    struct env *env;
    const struct check *check;
    size_t number;
    struct arena *arena;
    struct tried *tried;
    struct check_asker asker;
    uint64_t cases;
    bool no_memory; /* while a counterexample was being described */
    /* the sweep: which generators are parameters, their values, and the current index of each */
    size_t sweeps, gen[MODEL_MAX_FIELDS], count[MODEL_MAX_FIELDS], at[MODEL_MAX_FIELDS];
    int64_t *values[MODEL_MAX_FIELDS];
    struct param_value *params;         /* of the current case */
    bool forever;                       /* proved for all heaps at every setting so far */
    const struct known_settings *known; /* NULL: none */
};

/* At the parameters of the environment. */
enum status claim_run_setting(struct check_trial *t, bool *holds);
/* Which generators are parameters, and their values. */
enum status claim_open_sweep(struct check_trial *t);
/* All settings, until one fails; the parameters are then what they were. */
enum status claim_run_sweep(struct check_trial *t, bool *holds);
/* One of them, opened by this. */
enum status claim_try_setting(struct check_trial *t, uint64_t setting, bool *holds);

#endif
