/* SPDX-License-Identifier: MIT */
/* Sets of tuples of natural numbers as machines that read digits, for cgi-verify-automaton; shares nothing with cgi.
 *
 *     base = 2, period = 1, quotient[0] = 2;                                    // binary
 *     struct machine even = some(linear(&(struct form){2, {0, 1}, {1, -2}, 0, 0, 0}, true), 1);    // some y with x - 2 y = 0
 *     if (!empty(join(even, AND, set))) ...                                     // an even number is in the set
 *
 * A machine reads the digits of its numbers side by side, the most significant ones first. It is deterministic, complete and minimal; its
 * first state comes back to itself by zeros, and words that are no representations are not accepted. Memory and steps are bounded; whatever
 * goes wrong leaves by `stop`, which does not return, and what was allocated is dropped by the program. */
#ifndef VERIFY_MACHINES_H
#define VERIFY_MACHINES_H
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ACCEPTED, REFUSED, UNREADABLE };
enum { FIELDS = 6, TRACKS = 12, NAMES = 64, PERIOD = 4 };
enum { MOST_DIGITS = 64, MOST_LETTERS = 1 << 20, MOST_MEMORY = 1 << 30 };

extern jmp_buf leave;
extern const char *file;
extern unsigned long line, steps, most_steps;
_Noreturn void stop(int status, const char *format, ...);
void *zeros(size_t count, size_t each);
void drop(void *data);
void drop_all(void);

/* U(0) = 1, U(k + 1) = a(k) U(k) + linked U(k - 1) with U(-1) = below; quotient: a(0), a(1), .., a(period - 1), which repeat. Base b: not
 * linked, a(0) = b. A letter is a block of `period` digits d(0) + (a(0) + linked) d(1) + ..; if linked, digit k is at most a(k), and if it
 * is that, digit k - 1 is 0, and digit 0 is less than a(0) if below is 0. So k digits write each number below U(k) once (Ostrowski 1922). */
extern int linked, below, period, base; /* base: how many letters; 0: no numeration yet */
extern int64_t quotient[PERIOD];

/* Track i is the variable name[i]; two tracks of the same name are equal numbers. Letter: digit of track i times base ^ i, summed. */
struct machine {
    int tracks, name[TRACKS];
    uint32_t letters, states, *next; /* state 0 is the first: next[state * letters + letter] */
    bool *accepts;
};
struct form {
    int count, name[TRACKS];
    int64_t factor[TRACKS], constant, up,
        down; /* up, down: what the positive and the negative factors add up to; set by linear() */
};
enum join { AND, OR, WITHOUT };

void add_track(struct machine *m, int name);
void add(struct form *f, int name, int64_t factor);
struct machine linear(const struct form *form, bool equality); /* the form is 0, or at least 0 */
struct machine natural(int name);                              /* every number, in its representation */
/* On one track one digit 1 and no other but zeros: a weight of the numeration. On three in base 2 the third is the xor. */
struct machine digitwise(const int *name, int tracks);
struct machine join(struct machine a, enum join how, struct machine b);
void joins(struct machine *a, enum join how, struct machine b); /* a becomes that */
struct machine some(struct machine of, int name);               /* some value of this variable, which is on one track */
struct machine renamed(struct machine m, const int *to);
bool empty(struct machine m);
void forget(struct machine m);

#endif
