/* SPDX-License-Identifier: MIT */
/* Laws guessed from numbers, and tried on numbers that did not suggest them.
 *
 *     // SG values of heaps 0..19999 that take 1, 2 or 3: 0 1 2 3 0 1 2 3 ...
 *     struct law_box box = {.fields = 1, .low = {0}, .extent = {20000}, .count = 20000, .values = values};
 *     struct law_list laws = {0};
 *     if (law_find(&box, &arena, &laws) != ST_OK) ...
 *     laws.best->term                                     // field 0 modulo 4; no exceptions
 *
 * What may guess sees the least quarter of every field (law_seen) and nothing else. A guess is a law of the box if it is right
 * everywhere outside that part, wrong in few places inside (its exceptions), and if writing it down with them takes at most a
 * quarter of the bits that the values take (law_bits_of_box). So a list of what happens to be there is no law, and neither is what
 * fits because it can fit anything. A law of a box is an observation: it says nothing of positions outside.
 *
 * A guess that is right in the part that was seen and for a while beyond is `refuted` instead, with the first place where it is wrong. */
#ifndef CGI_LAW_LAW_H
#define CGI_LAW_LAW_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/arena.h"
#include "base/status.h"

enum { LAW_FIELDS = 8, LAW_EXCEPTIONS = 8, LAW_SHARE = 4, LAW_FRESH = 64, LAW_WHILE = 16 };
#define LAW_NONE INT64_MIN /* no position there */

/* Values in row-major order, the last field the fastest. Outcomes: 1 is lost, 0 is not; expressions are truth values then. */
struct law_box {
    size_t fields;
    int64_t low[LAW_FIELDS], extent[LAW_FIELDS];
    uint64_t count;
    const int64_t *values;
    bool outcomes;
};
struct law_term;
/* `from`: of one field, the law is about the numbers from there on; `exceptions`: indices into the box. */
struct law {
    const struct law_term *term;
    int64_t from;
    uint64_t bits, exceptions[LAW_EXCEPTIONS];
    size_t exception_count;
    uint64_t wrong; /* refuted: the least index where it is wrong */
};
struct law_list {
    const struct law *best, *refuted; /* NULL: none */
};

/* Guesses from the part that is seen, tries the guesses on all, and keeps the shortest law. `refuted` is set only if there is no law.
 * Work: a few hundred times the values. ST_OK or ST_NO_MEMORY. */
enum status law_find(const struct law_box *box, struct arena *arena, struct law_list *laws);
/* How many values of the field from its lowest on are seen by what guesses. */
int64_t law_seen(const struct law_box *box, size_t field);
/* The numbers of the position with that index. */
void law_place(const struct law_box *box, uint64_t index, int64_t *numbers);

#endif
