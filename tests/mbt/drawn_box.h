/* SPDX-License-Identifier: MIT */
/* For tests: boxes of positions of drawn rules in the obvious way, over all options that the machine lists, position by
 * position; and answers of a solver against those of a search.
 *
 *     struct drawn_box b;
 *     bool good = drawn_box_open(&b, &file, &table);       // values and outcomes; false: the rule fails, or leaves it
 *     same = drawn_box_values(&b, &filled_table) && drawn_box_outcomes(&b, bits, true);
 *     drawn_box_close(&b);
 *
 *     bad = drawn_rules(argc, argv, 700, draw, agrees);    // of 700 rules, or those that the arguments say
 */
#ifndef CGI_TESTS_DRAWN_BOX_H
#define CGI_TESTS_DRAWN_BOX_H
#include "runtime_case.h"

struct drawn_box {
    const struct value_table *t;
    uint32_t *values;   /* by the strides of the table; what is between its rows is not looked at */
    bool *loses[2];     /* in normal and in misere play */
    uint64_t terminals; /* positions without options */
};
/* Every option must have a smaller index in the box, or be the empty sum. The table stays. */
bool drawn_box_open(struct drawn_box *b, struct rule_file *f, const struct value_table *t);
void drawn_box_close(struct drawn_box *b);
/* Are all values the same? `filled` has the same extents, and strides of its own. */
bool drawn_box_values(const struct drawn_box *b, const struct value_table *filled);
/* A bit for each index, set where the mover loses. */
bool drawn_box_outcomes(const struct drawn_box *b, const uint64_t *bits, bool misere);

/* The value of a drawn position, or its outcome, by the solver and by `hashed`: false if both have one and these
 * differ. Cells are below `limit`; *answered is raised if both have one. */
bool drawn_value(struct runtime_case *c, const char *solver, size_t fields, uint64_t limit, uint64_t *seed,
                 size_t *answered);
bool drawn_outcome(struct runtime_case *c, const char *solver, size_t fields, uint64_t limit, uint64_t *seed,
                   size_t *answered);

typedef void (*drawn_writer)(uint64_t *seed, struct text *out);
typedef bool (*drawn_reader)(const char *text, uint64_t seed);
/* How many rules are bad. Arguments: [FIRST_SEED [COUNT]]. */
size_t drawn_rules(int argc, char **argv, uint64_t count, drawn_writer draw, drawn_reader agrees);

#endif
