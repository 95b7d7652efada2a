/* SPDX-License-Identifier: MIT */
/* SG values of a box, choice by choice: a choice of all positions of a row at a time.
 *
 *     struct choice_rows r;
 *     st = choice_rows_open(&r, &choices, &table, budget);
 *     if (st == ST_OK) st = choice_rows_fill(&r, NULL);            // r.filled: how many values, also if it ends early
 *     choice_rows_close(&r);
 *
 * What a position sees is a number of which bit v says that some option has the value v. By a choice that leads to an earlier row,
 * positions of a row see that row's values, shifted, where the guards hold: the bits of these are joined for all of the row. What leads
 * to the same row is looked up position by position; or, where all of that leads so far back from each position of the row that there is
 * one, each position is added to what those see that lead to it, once it is known. A value is the first bit that is not there. Numbers
 * have 64 bits more whenever a value does not fit: before it there was none.
 *
 * Why it is right: at each position all choices whose guards hold there are joined, and these are the rule's choices
 * (choices.h). That each leads to a position of the box is looked at wherever it holds; that this one comes earlier
 * follows from its vector. */
#ifndef CGI_SOLVE_CHOICES_ROWS_H
#define CGI_SOLVE_CHOICES_ROWS_H
#include "solve/choices/alive.h"
#include "solve/choices/choices.h"
#include "solve/choices/kernels.h"
#include "solve/dynamic/lanes.h"
#include "solve/heap/kept_rows.h"

enum { ROWS_WORDS = (CHOICES_MOST + 64) / 64 };
struct choice_rows {
    struct choices *choices;
    struct value_table *table;
    struct budget *budget;
    uint64_t columns, filled;
    uint64_t *all;
    uint64_t *now
        [ROWS_WORDS]; /* the numbers of this row, behind `pad` zeros: what is looked up in front of the row is none */
    uint64_t pad, *take;      /* take: a row (kernels.h) */
    size_t words, words_most; /* a value is at most the number of choices of the box */
    bool misere; /* set after opening: in place of values outcomes of misere play, 1 where the player to move wins */
    int64_t x[TERM_VARIABLES];
    struct lanes_known *known;               /* what terms of this row have in common; NULL: it is not kept */
    int8_t *masks, *spare;                   /* a row for each choice that needs one; one row for what is computed */
    uint64_t *places;                        /* a row for each choice that is no vector */
    const struct row_choice **nearby_places; /* of a piece of this row: those in the same row that are no vectors */
    size_t nearby_count;
    int8_t *shared;             /* a row for each condition that reads no values */
    unsigned char *shared_is;   /* of these: 0 not looked at, 1 computed, 2 has no value somewhere */
    struct choice_alive *alive; /* alive.h */
    struct row_guard *guards;
    size_t alive_count;
    int64_t alive_at[MODEL_MAX_FIELDS]; /* of which numbers before the last two, once they are known */
    bool alive_known, filling;          /* filling: not only a look at some rows */
    int8_t *across; /* conditions for all numbers before the last, where they are computed at once */
    size_t across_bytes, crossed,
        pushed;              /* how many were computed so; rows in which positions tell those that see them */
    struct row_choice *here; /* of this row: from the front those that lead to earlier rows, from the back the others */
    size_t before, within;
    const struct choice_rows_kernels *kernels;
    double computed, looked_up, read; /* positions times operators; choices of a row; places */
};
enum status choice_rows_open(struct choice_rows *r, struct choices *choices, struct value_table *table,
                             struct budget *budget);
/* Values that are kept under `of` are not computed again (heap/kept_rows.h); NULL: none are. ST_UNSUPPORTED: a choice
 * leads out of the box, or a condition has no value. */
enum status choice_rows_fill(struct choice_rows *r, const struct kept_rows *of);
void choice_rows_close(struct choice_rows *r);
/* Of a row whose choices are placed (place.h): looks at positions of the same row. */
double choice_rows_nearby(const struct choice_rows *r);
/* Bytes beside the table and the choices. */
double choice_rows_bytes(const struct choices *choices);

#endif
