/* SPDX-License-Identifier: MIT */
/* Bounds of differences between variables, and what each is the sum of.
 *
 *     zone_assume(z, t, n, 0);                       // from here on t - n <= 0
 *     zone_begin(z);                                 // a new number ...
 *     zone_is(z, zone_sum(n, 1, t, -1));             // ... n - t
 *     zone_end(z, r);                                // ... which r holds from here on
 *     zone_most(z, ZONE_ZERO, r);                    // 0: r is 0 or more
 *
 * Variable 0 is the number 0, the last one is the new number. A bound is ZONE_NONE, where nothing is known, or
 * between -ZONE_LIMIT and ZONE_LIMIT; greater ones are as good as none, lesser ones are raised, so sums of two never
 * overflow. Bounds are kept closed as far as that is cheap: zone_assume costs the square of the variables, what a new
 * number costs is linear but for zone_is. */
#ifndef CGI_CODE_NATIVE_ZONE_H
#define CGI_CODE_NATIVE_ZONE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ZONE_ZERO, ZONE_TERMS = 4 };
#define ZONE_NONE INT64_MAX
#define ZONE_LIMIT ((int64_t)1 << 62)

/* constant + the sum of factor[i] * var[i]; vars ascend, factors are not 0. */
struct zone_form {
    int count;
    int var[ZONE_TERMS];
    int64_t factor[ZONE_TERMS], constant;
};
/* What else is known of a variable that holds an index or a value. */
struct zone_note {
    uint8_t fields; /* an index: of so many fields, each within the box */
    bool less;      /* ... and below the index of those fields of the current position; else not above it */
    bool value;     /* below the capacity of the marks, if it is 0 or more */
    int under;      /* if it is 1 or more, it is below the variable `under` + beyond; 0: nothing is known */
    int64_t beyond;
};
/* The iterator's elements: in least..most, and at most var + offset unless var < 0. */
struct zone_iterator {
    int var;
    int64_t offset, least, most;
};
struct zone {
    int count, iterators;
    bool reached; /* false: no run comes here */
    int64_t *bound;
    struct zone_form *form;
    struct zone_note *note;
    struct zone_iterator *iterator;
};
size_t zone_bytes(int count, int iterators);
bool zone_open(struct zone *z, int count, int iterators); /* false: no memory; nothing is known */
void zone_close(struct zone *z);
void zone_copy(struct zone *to, const struct zone *from);
/* `into` becomes what both agree on. Changed bounds of `into` become ZONE_NONE if `widen`. Was it changed? */
bool zone_join(struct zone *into, const struct zone *from, bool widen);
/* All bounds that follow from others. */
void zone_tighten(struct zone *z);

int64_t zone_plus(int64_t a, int64_t b);               /* of two bounds */
int64_t zone_most(const struct zone *z, int x, int y); /* of x - y */
void zone_assume(struct zone *z, int x, int y, int64_t most);
void zone_begin(struct zone *z);
/* Of the new number: new - y <= most, y - new <= most. */
void zone_below(struct zone *z, int y, int64_t most);
void zone_above(struct zone *z, int y, int64_t most);
/* The new number is `form`; NULL: nothing. */
void zone_is(struct zone *z, const struct zone_form *form);
void zone_end(struct zone *z, int x);
void zone_forget(struct zone *z, int x);
/* *out = a * x + b * y; false: it is beyond what is kept. */
bool zone_sum(const struct zone_form *x, int64_t a, const struct zone_form *y, int64_t b, struct zone_form *out);

#endif
