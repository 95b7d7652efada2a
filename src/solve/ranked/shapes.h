/* SPDX-License-Identifier: MIT */
/* Tables of numbered states, one for each shape of state and what is kept of it: a shape is a game and the lengths of
 * its rows, or k, the game and the number of parts of `upto k of`.
 *
 *     struct shapes_counted c;                                // for an offer:
 *     why = shapes_estimate(env, question, first, SHAPES_VALUES, &arena, &c, &st);
 *     if (!why && !c.batch.covered) ...                       // what the states of c.ranks will cost
 *     st = shapes_cover(env, question, first, SHAPES_VALUES, &arena, fill);      // and to answer it
 *
 * Tables are the store's. */
#ifndef CGI_SOLVE_RANKED_SHAPES_H
#define CGI_SOLVE_RANKED_SHAPES_H
#include "solve/ranked/fill.h"
#include "solve/ranked/inverse.h"
#include "solve/ranked/ranked.h"
#include "solve/solver.h"

enum { SHAPES_STARTS = 8, SHAPES_FIELDS = MODEL_MAX_FIELDS };
#define SHAPES_NO_GAIN "its numbers are those of the box, which has a table"
enum shapes_what { SHAPES_VALUES, SHAPES_NORMAL, SHAPES_MISERE };
struct shape {
    int game, what;
    int64_t lengths[SHAPES_FIELDS]; /* of each field, -1 of a number; of a compound k, the game, the number of parts */
};
struct ranked {
    struct shape shape;
    struct arena rule, numbers; /* what is found once; what depends on the starts */
    struct unrolled unrolled;
    struct exchange exchange;
    struct ranks ranks;
    struct shots shots;
    uint16_t *values; /* SHAPES_VALUES: ranks.size of them; NULL: none yet */
    uint64_t *won;    /* else: a bit each, of numbers */
    int64_t starts[SHAPES_STARTS][TERM_CELLS];
    size_t start_count;
    struct ranked_count counted; /* at the last offer */
    const char *failed;          /* why it could not be filled: it is not tried again */
    bool disordered;             /* what seemed to be kept between cells is not: it is not looked for again */
};
/* The components of a question that have one shape. */
struct batch {
    struct ranked *table;
    int64_t (*starts)[TERM_CELLS];
    size_t count;
    bool covered;
    bool whole; /* all states below the start are asked about, in whatever order their cells are */
};
/* The table for the component's shape; NULL with ST_OK: there are too many. */
enum status shapes_table(const struct env *env, const struct component *c, enum shapes_what what, struct ranked **out);
/* For an offer: the components from `first` on that have the shape of that one, and those of before, what they reach in numbers, and
 * what options a few of the states have; if the kept table has it all, batch.covered, and nothing is numbered. Where cells seemed to
 * keep an order and a move of such a state breaks it, they are numbered without. What is returned: they are not answered, and why;
 * *st, not ST_OK then, says whether memory is out. count.reason: what fails all the same; what was counted is then no figure. */
struct shapes_counted {
    struct batch batch;
    struct ranks ranks;
    struct shots shots;
    struct fill_count count; /* not where batch.covered */
};
const char *shapes_estimate(const struct env *env, const struct ask *q, size_t first, enum shapes_what what,
                            struct arena *arena, struct shapes_counted *c, enum status *st);
/* What ranked_known tells others: so many options a state on average, or nothing if the count failed. */
void shapes_known(struct shapes_counted *c, double options);
/* Fills what a shape keeps, of all states of t->ranks; what was begun is dropped if that fails. */
typedef enum status (*shapes_fill)(struct env *env, struct ranked *t);
/* The table of the shape of component `first` is filled, unless it is already. */
enum status shapes_cover(struct env *env, const struct ask *q, size_t first, enum shapes_what what, struct arena *arena,
                         shapes_fill fill);
/* Which state has which number, and what is kept of it: the words of a file of a `struct ranked`. */
void shapes_words(const void *ranked, struct text *out);
/* Why a shape is not answered that has more states than the budget has left. */
extern const char shapes_many[];
/* The first component of its shape? */
bool shapes_first(const struct env *env, const struct ask *q, size_t i);
/* ST_OK and r not fine: they are not numbered, r->why. */
enum status shapes_number(const struct env *env, const struct ranked *t, const struct batch *b, struct arena *arena,
                          struct ranks *r, struct shots *s);
#endif
