/* SPDX-License-Identifier: MIT */
/* Kept tables: SG values of a box of scalar positions of one game, filled in index order and grown on demand.
 *
 *     if (tables_possible(env, game, &reason)) st = tables_cover(env, game, high);
 *     store_value(env->store, &component, &value);          // an index and a load
 *
 * The box always begins at the proved least state (traits.h: low) and is closed under moves because the rule is
 * shrinking; a measure proves that every option has a smaller index. */
#ifndef CGI_SOLVE_HEAP_TABLES_H
#define CGI_SOLVE_HEAP_TABLES_H
#include "solve/solver.h"

bool tables_possible(const struct env *env, int game, const char **reason);
/* All of that but that moves stay in the box below a position. */
bool tables_boxed(const struct env *env, int game, const char **reason);
/* Is it a question about SG values of such a game, in normal play, at or above its least state? */
bool tables_askable(const struct env *env, const struct ask *question);
/* Is everything up to `high` filled? */
bool tables_covered(const struct env *env, int game, const int64_t *high);
/* The greatest cell per field over the question's components or box; false if some cell is below the least state. */
bool tables_corner(const struct env *env, const struct ask *question, int64_t *high);
/* The number of cells of the box up to `high`, as a double (may be huge), and of its options, roughly. */
double tables_cells(const struct env *env, int game, const int64_t *high, double *options);
/* Extends the kept table to `high` in every field. In slices, checking the budget between them; the filled part is
 * kept. Afterwards it has table.values. */
enum status tables_cover(struct env *env, int game, const int64_t *high);
/* How fast a table is filled, from when it is opened. Work grows with the positions, so what is left is guessed from how much it has
 * grown of late. */
enum { TABLES_PACE = 6 }; /* slices that grow by an eighth: about a doubling */
struct tables_pace {
    uint64_t nanoseconds; /* of the machine before (vm_nanoseconds) */
    struct tables_work {
        uint64_t done;
        double seconds;
    } before[TABLES_PACE]; /* at the ends of the last slices, the latest first */
};
struct tables_pace tables_pace(const struct env *env);
/* To be called after each slice: `done` positions since it was opened, `left` are left. Takes compiled code of the table's program if
 * that is kept, or has it compiled, if what is left is worth it. */
enum status tables_hasten(const struct env *env, const struct value_table *table, struct tables_pace *pace,
                          uint64_t done, uint64_t left);
enum tables_width { TABLES_WIDE, TABLES_NARROW, TABLES_BYTES }; /* table.values, table.narrow, table.bytes */
/* Another way to fill: it computes all values from memory->filled (or again from the first) up to the end of
 * memory->table, and keeps memory->filled right if it ends early. */
struct game_memory;
struct blocks;
struct tables_filler {
    /* blocks: somebody who waits for slices, and gets all in the end; NULL: nobody. */
    enum status (*fill)(struct env *env, struct game_memory *memory, struct blocks *blocks, const void *context);
    const void *context;
    /* Of the fields, the one with the largest stride first; the box is then as large as was said, or as it was before.
     * NULL: as they are, and it may be larger. */
    const size_t *order;
    enum tables_width width; /* where it writes: every value fits, or it makes the table wider itself */
};
/* Does even an empty table of that box take longer than is wanted? */
#define TABLES_UNWANTED "it takes longer than what it is compared with"
bool tables_unwanted(const struct env *env, const struct ask *question, int game, const int64_t *high);
/* The whole of it, if one part is done until compiled code is there and that does the rest: seconds either way. */
double tables_seconds(const struct env *env, double machine, double compiled);
/* What filling the box up to `high` by the rule's program costs. */
void tables_cost(const struct env *env, int game, const int64_t *high, struct way *way);
/* tables_answer for a box that is proved to have all options of its positions, each with a smaller index (proof/boxes); `high` is not
 * below what the kept table has. */
enum status tables_answer_closed(struct env *env, const struct ask *question, const int64_t *high, struct arena *arena,
                                 struct result *result);
/* Offer and run shared by the one-field and the many-field solver. */
void tables_offer(const struct env *env, struct way *way);
enum status tables_answer(struct env *env, const struct ask *question, struct arena *arena, struct result *result);
/* high: of the box to be filled, at or above the corner of the question. */
enum status tables_answer_by(struct env *env, const struct ask *question, const int64_t *high,
                             const struct tables_filler *by, struct arena *arena, struct result *result);

#endif
