/* SPDX-License-Identifier: MIT */
/* For tests: outcomes of all states of a numbering, by the options that the machine lists, held against those that are decided in
 * bits (solve/ranked/decide.h), with moves turned round and without.
 *
 *     struct numbered n = {&c, &u, &exchange, &ranks, &shots, .before = 1, .length = 3};   // before: cells before those of the state
 *     size_t wrong = outcomes_differ(&n, &seen);                              // both conventions; what differs is printed
 */
#ifndef CGI_TESTS_SLOW_OUTCOMES_H
#define CGI_TESTS_SLOW_OUTCOMES_H
#include "runtime_case.h"
#include "solve/ranked/decide.h"

struct numbered {
    struct runtime_case *c;
    const struct unrolled *u;
    const struct exchange *x;
    const struct ranks *r;
    const struct shots *shots;
    size_t before;
    int64_t length;    /* the first of these cells, if there is one: how long the row is */
    const bool *legal; /* by number; NULL: all are */
};
/* How much was met. */
struct outcomes_seen {
    size_t tables, states, lost, turned, refused;
};
size_t outcomes_differ(const struct numbered *n, struct outcomes_seen *seen);

#endif
