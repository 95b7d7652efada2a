/* SPDX-License-Identifier: MIT */
/* The sets of values along lines of a box: where they lie, and the rows that use them.
 *
 *     struct lines l;
 *     st = lines_open(&l, nested, table, NULL, budget);
 *     if (st == ST_OK) st = lines_fill_all(&l, budget, NULL, &filled);   // lines_next, lines_fill; filled: positions
 *     lines_close(&l);
 *
 *     struct line_losses losses = {bits, misere};                // outcomes: a bit for each position
 *     st = lines_open(&l, nested, table, &losses, budget);
 *     while (st == ST_OK && lines_next(&l)) lines_decide(&l);
 *
 * A line is what the box has of x, x + u, x + 2 u, ... In a direction whose first field that changes is p, it is
 * known by x_p mod u_p and by the other fields, moved back along u to where x_p is least; so the lines of a row
 * follow one another. Those along the last field alone have sets that later rows use again.
 *
 * Some rows are filled together, the k-th one k positions behind the first. Where the last two fields may be
 * exchanged, which is read off the directions and conditions, only positions are computed whose last field is not the greater one of
 * the two; a line and its image have one set. */
#ifndef CGI_SOLVE_LINES_PRIVATE_H
#define CGI_SOLVE_LINES_PRIVATE_H
#include "base/crew.h"
#include "solve/heap/kept_rows.h"
#include "solve/lines/lines.h"
#include "solve/ranked/terms.h"
#include "solve/solver.h"

enum { LINES_ROWS = 8, LINES_PLAIN = 4, LINES_COLUMNS = 1 << 16, LINES_STRIDE = 4, LINES_TILE = 64 };

/* An option that enters or leaves, in one row: its value is values[(at + step * j) / divisor] where from <= j < to
 * and the divisor divides rest + rest_step * j. */
struct line_option {
    int64_t at, step, from, to, divisor, rest, rest_step;
    bool inside; /* some of them are in the same row: only where rows are filled one by one */
    /* Only where bit j is set; NULL: everywhere. Of a ray that is `before` or `ahead`: where x enters at x + v. */
    const uint64_t *filter;
};
/* A ray in one row. */
struct line_row {
    uint64_t line;    /* of j = 0 */
    int64_t from, to; /* where its options count */
    int64_t *rest;    /* of its conditions on remainders, at j = 0 */
    struct line_option *enter, *leave;
    const uint64_t *gate; /* and where bit j is set; NULL: everywhere */
    uint64_t *filters;    /* room for all these bits */
    /* Where the options count, all told (gates.c); NULL: everywhere, or this is not computed (l->gated). */
    const uint64_t *counts;
    /* Of a ray that is `ahead`: the line of x + v is so many lines further on, and x + v is a position for j < reach. */
    int64_t lead, reach;
};
/* constant + of[0] * x[0] + ... of a position's offsets from the least values. */
struct line_form {
    int64_t constant, of[MODEL_MAX_FIELDS];
};
/* An option that enters or leaves, by the position: its index in the table, the number that the divisor must divide, and what must be
 * 0 or more and is not so everywhere. */
struct line_plan {
    int64_t divisor;
    struct line_form at, rest, *where;
    size_t where_count;
    const struct term *filter; /* over the position's numbers, in that order; NULL: none */
};
struct line_ray {
    const struct nested_ray *ray;
    struct line_form *where; /* its options count where all of these are 0 or more: those that are not so everywhere */
    size_t where_count;
    struct line_plan *enter, *leave;
    bool set;    /* along something: its options have a set for each line */
    bool alone;  /* along the last field alone, and its sets are used again: `cycle` lines a row */
    bool before; /* what enters is x - u, wherever that is a position: it enters when its value is known */
    bool ahead;  /* or x - v, wherever that is a position: x enters on the line of x + v (windows.c) */
    int64_t distance[MODEL_MAX_FIELDS]; /* v; of a ray that is `before`, u */
    bool fixed;                         /* or what enters is read, each option at a fixed distance */
    bool window;                        /* and one option leaves, whose value no other of the set has (windows.c) */
    size_t image;                       /* of l->half: the ray that is exchanged with it, by number; itself if it is */
    bool swapped;                       /* its lines are those of its image */
    const struct term *gate;
    bool partly;                  /* its options do not count everywhere */
    bool steady;                  /* where they count, they do on the whole line */
    size_t filters, filter_words; /* conditions of the options and the gate; words for them and `counts`, in each row */
    size_t axis;
    uint64_t lines;      /* how many */
    int64_t step, cycle; /* from one position of a row to the next: so many lines on, or modulo `cycle` */
    uint64_t *bits;      /* `words` for each line; of outcomes one bit: has a loss entered */
    uint64_t *any;       /* of outcomes in misere play, a bit for each line: has anything entered */
    uint32_t
        *counts; /* if options leave, and it is no window: how often each value is there; 64 * words for each line */
    uint64_t *heaped; /* then also: which words are full; `heaps` words for each line */
    uint32_t *full;   /* so many words of each line at least are full from the first one on */
    struct line_row rows[LINES_ROWS];
};
/* Outcomes of a box: a bit for each position, set where the player to move loses. */
struct line_losses {
    uint64_t *bits;
    bool misere;
};
struct lines {
    const struct value_table *table;
    uint32_t *values;
    uint16_t *narrow;           /* instead of `values` */
    struct line_losses *losses; /* instead of values */
    uint64_t *row;              /* for outcomes: twice a bit for each position of a row */
    struct arena arena;
    struct line_ray rays[NESTED_MOST_RAYS];
    size_t count, sets, words, heaps, bytes; /* `sets` rays have sets, and they are the first ones */
    bool plain;                              /* few rays, all with `before`, and their options count everywhere */
    bool windows;                            /* some of them are windows */
    bool counted;                            /* some of them have counts */
    bool gated;                              /* some count partly, and none is counted: line_row.counts is computed */
    uint64_t *none;                          /* an empty set */
    const struct line_conditions *conditions;
    bool filtered; /* some of them have filters or gates */
    bool failed;   /* one of these has no value somewhere: nothing is filled any more */
    bool half;     /* the last two fields may be exchanged: the others of these positions are written by lines_mirror */
    bool started;
    bool known;    /* the values are there, all less than 64 * words: sets are filled, and nothing is looked for */
    uint64_t stop; /* rows are placed up to here: the beginning of a row, or the end of all */
    int64_t x[MODEL_MAX_FIELDS];  /* the first row: all fields but the last; offsets from the least values */
    int64_t together;             /* rows filled together, at most */
    size_t rows;                  /* rows filled together */
    int64_t from, to;             /* their columns: if it is one row, a part of it */
    int64_t tile;                 /* columns that are filled before others are told */
    size_t slots, slot;           /* blocks of rows that may be placed at a time; which of them the next one is */
    uint64_t since;               /* positions taken after the budget was looked at */
    const _Atomic int64_t *ahead; /* columns that the block before has in all its rows; NULL: all */
    _Atomic int64_t *done;        /* those of this block; NULL: nobody waits for it */
    uint64_t at, positions;       /* where the first of them begins; how many positions from the first on are filled */
};

/* Do values of a box up to `extent` fit 16 bits? A value is at most the number of options. */
bool lines_narrow(const struct nested *nested, const int64_t *extent);
/* Bytes for the sets of a box, for values or for outcomes; a double, since it may be huge. */
double lines_bytes(const struct nested *nested, const struct value_table *box, bool outcomes);
/* filters.c: what asks the conditions that are set aside. */
struct line_conditions {
    /* The terms of a ray, by the position, or where it is `before` by what enters it; false: memory is out. */
    bool (*plan)(struct lines *l, struct line_ray *r, const struct nested *nested);
    /* Of the rows that are placed, or the part of one; where something has no value, l->failed. */
    void (*ask)(struct lines *l);
};
extern const struct line_conditions lines_conditions;
/* table: its fields in the order of `nested`, the last one with stride 1; it must stay. losses: for outcomes, all
 * bits 0; NULL: for values. conditions: NULL if nothing is set aside. The sets are empty, and no row is placed yet.
 * ST_NO_MEMORY, or the status of the budget. */
enum status lines_open_tiled(struct lines *l, const struct nested *nested, const struct value_table *table,
                             struct line_losses *losses, const struct budget *budget, int64_t tile,
                             const struct line_conditions *conditions);
static inline enum status lines_open(struct lines *l, const struct nested *nested, const struct value_table *table,
                                     struct line_losses *losses, const struct budget *budget)
{
    return lines_open_tiled(l, nested, table, losses, budget, LINES_TILE, &lines_conditions);
}
void lines_close(struct lines *l);
/* A table, without values, of the least box up to `corner` (by field of the game) that has all options of its
 * positions, or those that stand for them (nested_cap); its fields are in the order of `nested`. *use: by what options
 * it is filled, `nested` or of the arena. Not closed: none is known, or it is too large to be counted. */
enum status lines_box(const struct env *env, int game, const struct nested *nested, const int64_t *corner,
                      struct value_table *box, struct arena *arena, const struct nested **use, bool *closed);
/* The same for a box that is known to be closed, else ST_UNSUPPORTED. */
enum status lines_of_box(const struct nested *nested, const struct value_table *box, struct arena *arena,
                         const struct nested **use);
/* kept.c: does nothing leave, and is nothing found by a division? Else lines_decide must not be used. */
bool lines_only_enter(const struct nested *nested);
/* kept.c: Q_OUTCOME, from a box that is kept. */
void lines_offer_outcomes(const struct env *env, struct planner *planner, struct way *way);
enum status lines_answer_outcomes(struct env *env, const struct way *way, struct arena *arena, struct result *result);
/* The field whose coordinate is made least; false: along nothing. *alone: no other than the last field changes. */
bool lines_axis(const struct nested_ray *ray, size_t fields, size_t *axis, bool *alone);
/* windows.c: is all that enters x - v for some fixed v? */
bool lines_enters_fixed(const struct value_table *t, const struct nested_ray *ray);
/* windows.c: is x - v all that enters, whenever that is a position, for a fixed v, 0 <= v <= u, that is not 0? */
bool lines_enters_at(const struct value_table *t, const struct nested_ray *ray, int64_t *v);
/* windows.c: is x - u all that enters, whenever that is a position? */
bool lines_enters_before(const struct value_table *t, const struct nested_ray *ray);
bool lines_window(const struct value_table *t, const struct nested_ray *ray);
/* The same options, but that x - u, x - 2 u, .., x - m u that are named one by one are a window. In the arena. */
enum status lines_windows(const struct nested *nested, const struct value_table *box, struct arena *arena,
                          const struct nested **out);
/* forms.c: where, enter and leave of the ray; false: there is no memory. */
bool lines_plan_ray(struct lines *l, struct line_ray *r);
/* filters.c: */
/* All conditions of a filter for the position that is `by` further on; NULL: it is not among terms, or memory ran out. */
const struct term *lines_filter_term(const struct nested *n, const struct nested_filter *filter, const int64_t *by,
                                     struct arena *arena);
/* What asking them takes for a position; false: not all of them can be asked. */
bool lines_filters_work(const struct nested *n, double *nanoseconds);
/* exchange.c: may the last two fields be exchanged? Then l->half, and what rays know of it. */
void lines_find_half(struct lines *l);
/* gates.c: room in each row for bits of conditions and, where nothing is counted, of where options count; l->gated. */
bool lines_open_gates(struct lines *l);
/* gates.c: do the options of the ray that count at x count at x + u, and conversely? */
bool lines_is_steady(const struct lines *l, const struct line_ray *r);
/* gates.c: bits of conditions, and line_row.counts, of the rows that are placed, or the part of one. */
void lines_place_bits(struct lines *l);
/* Places the next rows; false: there are none before `stop`. */
bool lines_next(struct lines *l);
/* To the first row, with empty sets. */
void lines_restart(struct lines *l);
/* fill.c: the values of these rows. Where l->half, 0 for positions whose last field is the greater one of the two. */
void lines_fill(struct lines *l);
/* counted.c: the same where options leave sets that are no windows. */
void lines_fill_counted(struct lines *l);
/* mixed.c: the same where none do. */
void lines_fill_mixed(struct lines *l);
/* mirror.c: where l->half, the values of these positions, of all squares before l->positions. */
void lines_mirror(const struct lines *l, const struct budget *budget);
/* together.c: how many blocks may be placed at a time. */
size_t lines_slots(const struct lines *l, const struct budget *budget);
/* What fills rows between memory and a file: kept_rows_fill, and the table that it is told of. */
struct line_keeper {
    enum status (*fill)(const struct kept_rows *of, const struct row_kernel *kernel, uint64_t count);
    const struct kept_rows *of;
};
/* The values of all rows, by all hands of the budget's crew. *filled: how many positions from the first on, also if the
 * budget ends it. keep: how rows that are filled are kept; NULL: not at all. */
enum status lines_fill_all(struct lines *l, struct budget *budget, const struct line_keeper *keep, uint64_t *filled);
/* outcomes.c: the outcomes of the row. */
void lines_decide(struct lines *l);

#endif
