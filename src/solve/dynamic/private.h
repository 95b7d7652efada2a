/* SPDX-License-Identifier: MIT */
/* What the files of this folder share: the options of a row, and with which bound numbers each is allowed.
 *
 *     struct dynamic_visit v = {.take = take, .context = &mine};
 *     st = dynamic_choose(r, &v);                      // calls take for options that pass the other conditions
 *     st = dynamic_allowed(r, move, values, &row);             // a bit for each bound number
 */
#ifndef CGI_SOLVE_DYNAMIC_PRIVATE_H
#define CGI_SOLVE_DYNAMIC_PRIVATE_H
#include "solve/dynamic/cap.h"
#include "solve/dynamic/lanes.h"
#include "solve/dynamic/limits.h"
#include "solve/solver.h"

#define DYNAMIC_ENDS UINT64_MAX      /* the index of an option that is the empty sum */
#define DYNAMIC_OUT (UINT64_MAX - 1) /* of one that is not in an earlier row */
/* Options of one move in a row: their indices; the last value counts up from `first`, the others are in r->x. */
struct dynamic_batch {
    const struct dynamic_move *move;
    int64_t first;
    size_t count;
    const bool *passes;
    const uint64_t *index;
    const int64_t *bound; /* of rows of limits: the results' bound numbers, which `index` leaves out */
    bool *done;           /* set by who takes them: no more of this move with the other values as they are */
};
struct dynamic_visit {
    /* *enough: no more options are wanted. */
    enum status (*take)(struct dynamic_rows *r, const struct dynamic_batch *batch, void *context, bool *enough);
    /* NULL, or: takes a whole run of the last value by itself; *taken false: it does not. */
    enum status (*run)(struct dynamic_rows *r, const struct dynamic_move *move, int64_t low, int64_t high,
                       void *context, bool *taken, bool *enough);
    void *context;
};
enum status dynamic_choose(struct dynamic_rows *r, const struct dynamic_visit *visit);
/* The values of option i of a batch. */
void dynamic_values_of(const struct dynamic_rows *r, const struct dynamic_batch *b, size_t i, int64_t *values);
/* With which numbers of the row's positions an option is allowed; it stands until the next call. */
enum status dynamic_allowed(struct dynamic_rows *r, const struct dynamic_move *move, const int64_t *values,
                            const uint64_t **row);
/* How many choices a row in the middle of part i of n of the box has, as a guess for estimates. */
double dynamic_choices(struct dynamic_rows *r, size_t i, size_t n);

/* The ends of the range of value k, where those before it are in x, and do all conditions hold that are asked there? False: something has
 * no value. */
bool dynamic_range(struct dynamic_rows *r, const struct dynamic_move *move, size_t k, int64_t *low, int64_t *high);
bool dynamic_holds(struct dynamic_rows *r, const struct dynamic_terms *filter, bool *all);

/* ---- limits (limits.h): rising.c, steps.c, asked_limits.c */
/* spelled.c: the move, whose value may be what it leaves, said by what it takes; no other one is changed. Terms are NULL without memory. */
void dynamic_respell(struct term_store *terms, size_t cells, size_t bound, struct instance *move);
/* rule.c: of a comparison, that with its sides exchanged. */
enum expr_kind dynamic_turned(enum expr_kind kind);
/* Does the condition, or the number, never fall while the variable rises by 1 (direction 1) or falls (-1)? That is not always seen. */
bool dynamic_rises(const struct term *t, size_t variable, int direction);
/* From which y on the conditions on the bound number hold, at what is in x; LIMITS_NEVER: with no number from `low` on. */
int64_t dynamic_limit_of(const struct dynamic_limits *l, const struct dynamic_conditions *conditions, int64_t *x);
/* The same at `count` points in a row: the variable counts up, and is as before afterwards. */
void dynamic_limits_along(const struct dynamic_limits *l, const struct dynamic_conditions *conditions, int64_t *x,
                          size_t variable, size_t count, int64_t *limits);
/* Is that, while the variable counts up from 0, `*first` and then `*step` more each time, as far as it is within the bounds of limits? */
bool dynamic_limits_straight(const struct dynamic_limits *l, const struct dynamic_conditions *conditions,
                             size_t variable, int64_t *first, int64_t *step);
/* No limit is less. */
static inline int64_t dynamic_least(const struct dynamic_limits *l)
{
    return l->sign > 0 ? l->rows.low[l->rule->bound] : 1 - DYNAMIC_SMALL;
}
/* steps.c: next limits of a move by what is taken, and where its results lie; NULL: it has another form, or it is misere play. */
struct dynamic_steps {
    int64_t *next; /* LIMITS_NEVER: it may not be taken */
    size_t count, most;
    bool ended; /* no more of them are known */
    struct linear after[MODEL_MAX_FIELDS];
    int64_t row, step; /* of the run that has begun: the row of its first option, and how far the next one's is */
};
enum status dynamic_steps_open(const struct dynamic_limits *l, const struct dynamic_move *m, struct arena *arena,
                               struct dynamic_steps *s);
/* A run of options that take low..high. False: they are to be looked at one by one. The other cells are in r->x. */
bool dynamic_steps_begin(const struct dynamic_limits *l, const struct dynamic_move *m, struct dynamic_rows *r,
                         int64_t low, int64_t high, struct dynamic_steps *s);
/* The first of from..to that is lost, to + 1 if none is; row: that of `from`. */
int64_t dynamic_steps_next(const struct dynamic_limits *l, const struct dynamic_steps *s, int64_t from, int64_t to,
                           int64_t row);

/* rows.c: are all numbers of rows small (cap.h), so that linear terms of them fit? */
bool dynamic_small_rows(const struct value_table *rows);
/* And what the move of the batch chooses, from r->x on? */
bool dynamic_small_batch(const struct dynamic_rows *r, const struct dynamic_batch *batch);

/* level_moves.c: what levels.c and takes.c follow of a move: what it gives, and from where on it is allowed, by what is taken. */
struct level_move {
    const struct dynamic_move *move;
    bool fits;                       /* else there is no more of it than this */
    int64_t shift[MODEL_MAX_FIELDS]; /* how much of each field a take of one is */
    int64_t step;                    /* how many rows that is; 0: the move chooses nothing, and has no tables */
    int64_t most;                    /* no more is taken from any row */
    int64_t known, room;             /* takes 0..known - 1 are in the tables, which have room for some more */
    int64_t *next;                   /* y of what it leads to */
    int64_t *limit; /* by conditions on what is taken and the bound number alone; LIMITS_NEVER: not allowed */
    /* Of each take there is: its limit and y are these numbers, and no tables are made (level_move_straighten). */
    bool straight;
    int64_t limit_at, limit_by, next_at, next_by; /* at 0, and for one more */
    bool rises;                                   /* does next[t] rise, or fall? */
    bool nearest;                                 /* limits do not fall as t rises, or do not rise */
    bool sifted;                                  /* conditions without the bound number that read the row, too */
    /* What is allowed by what is taken alone repeats itself so, from 1 to `most`; 1 as well if it does not. */
    int64_t period;
};
bool level_move_form(const struct dynamic_rule *rule, const struct dynamic_move *m);
/* The same, and it takes something, of which alone depends whether it may be taken, but for conditions on the row or the bound number. */
bool level_move_takes(const struct dynamic_rule *rule, const struct dynamic_move *m);
/* No tables yet. */
void level_move_open(const struct dynamic_limits *l, const struct dynamic_move *m, struct level_move *out);
/* Limits of `count` takes from `from` on, at most LANES_MOST, LIMITS_NEVER for what may not be taken, and y of what each gives; of one that
 * gives no such number, that of the one before, which is `before` at first. False: one that is allowed gives none. */
bool level_move_look(const struct dynamic_limits *l, const struct dynamic_move *move, int64_t from, size_t count,
                     int64_t before, int64_t *limit, int64_t *next);
/* Tables of takes up to `to`, or `most`, at least. `fits` is false afterwards if something that is allowed gives no such number. */
enum status level_move_extend(const struct dynamic_limits *l, struct level_move *m, struct arena *arena, int64_t to);
/* Sets `straight` where all takes from 1 to `most` are allowed, and limits and next numbers are linear, by how the conditions are made. */
void level_move_straighten(const struct dynamic_limits *l, struct level_move *m);
static inline int64_t level_move_limit(const struct level_move *m, int64_t t)
{
    return m->straight ? m->limit_at + t * m->limit_by : m->limit[t];
}
static inline int64_t level_move_next(const struct level_move *m, int64_t t)
{
    return m->straight ? m->next_at + t * m->next_by : m->next[t];
}
/* All of them, with what levels.c has to know. */
enum status level_move_complete(const struct dynamic_limits *l, struct level_move *m, struct arena *arena);
/* Is it proved, by how its conditions are made or by looking at all takes, that limits do not fall as t rises, or do not rise? False: no,
 * or there is no memory. */
bool level_move_direct(const struct dynamic_limits *l, struct level_move *m, struct arena *arena);
/* The least t' above t, up to `end`, at which the next number has reached `bound` (or, where it falls, is less); end + 1: none. */
int64_t level_move_turn(const struct level_move *m, int64_t t, int64_t end, int64_t bound);

/* row_takes.c: what a move of that form may take from each of some rows. */
struct row_takes {
    struct level_move m;
    int64_t low[LANES_MOST], high[LANES_MOST]; /* what is taken */
    int64_t place[LANES_MOST];                 /* of the row on its line */
    int64_t gate[LANES_MOST];                  /* limits by conditions on the row */
    bool open[LANES_MOST];                     /* may anything be taken, with some bound number? */
};
/* The cells of a row, and how many follow along the inner field, that row with them, LANES_MOST at most. */
size_t row_takes_stand(const struct value_table *rows, const size_t *order, uint64_t at, int64_t *x);
/* Of these rows, all but f->m. False: something has no value. */
bool row_takes_look(const struct dynamic_limits *l, const size_t *order, int64_t *x, size_t count, struct row_takes *f);

/* barred.c: at which number an option is barred, whose values are in x; BARS_NONE (barred.h): at none. */
int64_t dynamic_barred_at(const struct dynamic_rule *rule, const struct dynamic_move *m, const int64_t *x);
/* A set (barred.h), and one of a number at most. */
int64_t dynamic_bars_meet(int64_t set, int64_t one);

/* asked_limits.c: questions about outcomes, answered by limits that are kept. */
struct dynamic_asked {
    const struct dynamic_rule *rule;
    const size_t *order;
    struct value_table rows; /* as those of dynamic_limits */
    int sign;
    bool barred; /* no limit, but barred.h */
};
/* `rule` and `order` are set. high: of the positions asked about. *can false: it cannot be done so. *seconds: a guess, next to nothing if
 * they are kept. */
enum status dynamic_ask_limits(const struct env *env, int game, const struct ask *ask, const int64_t *high,
                               struct dynamic_asked *asked, bool *can, double *seconds);
enum status dynamic_answer_limits(struct env *env, const struct dynamic_asked *asked, const struct ask *ask,
                                  struct arena *arena, struct result *result);

#endif
