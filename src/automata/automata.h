/* SPDX-License-Identifier: MIT */
/* Finite automata that read several natural numbers at once, written in a numeration system: sets of tuples that can
 * be decided about exactly (Buchi 1960, Bruyere 1994; Ostrowski 1922, Hieronymi and Terry 2018).
 *
 *     struct numeration fibonacci = numeration_simple("Fibonacci", 1, 1, 1);
 *     struct automata w = {.arena = &arena, .in = &fibonacci, .most_states = 100000, .most_work = 100000000};
 *     struct automata_form sum = {3, {{0, 1}, {1, 1}, {2, -1}}, 0};                      // track 0 + track 1 - track 2
 *     const struct automaton *a = automata_linear(&w, &sum, true);                         // ... == 0: addition
 *     const struct automaton *even = automata_some(&w, automata_renamed(&w, a, (int[]){0, 0, 2}), 0);
 *     if (automaton_holds(even, (int64_t[]){6})) ...       // of its tracks, 2 alone: some x with x + x == 6
 *
 * An automaton reads words over tuples of digits, one digit for each of its tracks, most significant first, as if the
 * numbers were written below each other with leading zeros. A track is a number that names a variable; tracks ascend.
 * Automata are complete and minimal, state 0 is the first, and it comes back to itself by zeros, so leading zeros
 * never matter; and no word that is not a representation is accepted. So two automata with the same tracks denote the
 * same set if and only if they are equal. They live in the arena of the workshop and never change.
 *
 * Every function accepts NULL for an automaton and returns NULL for it, so a caller may check once at the end. NULL
 * otherwise means that memory is out (ST_NO_MEMORY) or that a bound was reached (ST_STATE_BUDGET, or what budget_check
 * said); the workshop's status says which. Bounds count states and transitions made, so the same question always ends
 * in the same way. Nothing here rounds: numbers of states are 64-bit with overflow detected (ST_STATE_BUDGET). */
#ifndef CGI_AUTOMATA_AUTOMATA_H
#define CGI_AUTOMATA_AUTOMATA_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/arena.h"
#include "base/budget.h"

/* ---- numeration systems ------------------------------------------------------------------------------------------ */
/* Weights U_0 = 1, U_k+1 = a_k U_k + link U_k-1, where a_k repeats a[0 .. period - 1], and U_-1 = below.
 *
 *     link 0, a = [b]:  base b                                            digits 0 .. b - 1
 *     link 1, a = [1], below 1:  1 2 3 5 8 ..                             Fibonacci numbers (Zeckendorf 1939)
 *     link 1, a = [2], below 1:  1 3 7 17 ..; below 0:  1 2 5 12 ..       Ostrowski's for the square root of 2
 *
 * With link 1 digit k is at most a_k, and if it is that, digit k - 1 is 0 (and digit 0 is less if `below` is 0): each
 * natural number has one such representation, the greedy one (Ostrowski 1922), and k digits make the numbers below
 * U_k. A letter of an automaton is a block of `period` digits, so that each letter means the same wherever it stands.
 * */
enum { NUMERATION_PERIOD = 4, NUMERATION_LONGEST = 96 /* digits of any number below 2^62 */ };
struct numeration {
    char name[40];
    int link, below, period;
    int64_t a[NUMERATION_PERIOD];
    int letters; /* how many blocks of digits there are, allowed or not */
};
/* Of period 1; letters is set. */
struct numeration numeration_simple(const char *name, int link, int64_t a, int below);
struct numeration numeration_periodic(const char *name, const int64_t *a, int period, int below);
/* The number of tuples of one number that `count` letters can write: the next weight. False: beyond 2^62. */
bool numeration_reach(const struct numeration *in, int count, int64_t *reach);
/* The letters of a natural number, most significant first, with leading zeros to at least `least`; the count, or -1 if
 * there are more than `most`. */
int numeration_letters(const struct numeration *in, int64_t number, int least, int most, int *letters);
/* The digits of a letter, most significant first, as text: "1", or "(1 0)" where it is a block. */
void numeration_print_letter(const struct numeration *in, int letter, char *out, size_t size);

/* ---- automata ---------------------------------------------------------------------------------------------------- */
enum { AUTOMATON_TRACKS = 12, AUTOMATON_NAMES = 64 /* tracks are below this */ };
struct automaton {
    const struct numeration *in;
    int tracks, track[AUTOMATON_TRACKS]; /* ascending */
    uint32_t states,
        letters;          /* letters = in->letters ^ tracks: the digit of track i is l / in->letters^i % in->letters */
    const uint32_t *next; /* next[state * letters + letter] */
    const bool *accepts;
};
struct automata {
    struct arena *arena;
    const struct numeration *in;
    struct budget *budget; /* NULL: none */
    uint32_t most_states;  /* of one automaton before it is minimised */
    uint64_t most_work;    /* transitions that may be made in all */
    uint64_t work;
    uint32_t largest; /* the most states that any had, minimised */
    enum status status;
};
struct automata_term {
    int track;
    int64_t factor;
};
struct automata_form {
    int count;
    struct automata_term terms[AUTOMATON_TRACKS]; /* different tracks, in any order */
    int64_t constant;
};
/* form == 0, or (equality false) form >= 0. Exact for numbers of any size. */
const struct automaton *automata_linear(struct automata *w, const struct automata_form *form, bool equality);
/* All tuples on these tracks. */
const struct automaton *automata_all(struct automata *w, const int *tracks, int count);
/* No tuple, on no track. */
const struct automaton *automata_truth(struct automata *w, bool truth);
/* The weights U_0, U_1, ... of the numeration on one track: powers of b in base b, Fibonacci numbers. */
const struct automaton *automata_weights(struct automata *w, int track);
/* Track c = a xor b digit by digit, in base 2 or a power of it; NULL with ST_UNSUPPORTED elsewhere. */
const struct automaton *automata_xor(struct automata *w, int a, int b, int c);
/* Track s is track n times the numeration's own unit, roughly: its letters moved one place up. ST_UNSUPPORTED in base b. */
const struct automaton *automata_shift(struct automata *w, int n, int s);
/* Track v is the i-th least weight in the greedy sum of weights that is track n, counted from 1; 0 if there are fewer.
 * For numerations with digits 0 and 1 only, ST_UNSUPPORTED elsewhere. */
const struct automaton *automata_part(struct automata *w, int n, int v, int i);
/* Track p is a weight; and track r is track n modulo it, or the digit of track n at it is `digit`. Both ST_UNSUPPORTED unless in base b. */
const struct automaton *automata_below(struct automata *w, int n, int p, int r);
const struct automaton *automata_digit_at(struct automata *w, int n, int p, int digit);
/* The sum of the digits is r modulo m. */
const struct automaton *automata_digit_sum(struct automata *w, int track, int m, int r);
/* y = floor(eta k), eta the numeration's unit, the greater root of x^2 = trace x - determinant (slope.c); proved, not
 * sampled. NULL with ST_UNSUPPORTED where that cannot be done. */
struct automata_unit {
    int64_t trace, determinant;
};
/* False: in base b, or beyond small numbers. */
bool numeration_unit(const struct numeration *in, struct automata_unit *unit);
const struct automaton *automata_slope(struct automata *w, int k, int y);
/* On the tracks of either; a set on fewer tracks leaves the others free. */
const struct automaton *automata_and(struct automata *w, const struct automaton *a, const struct automaton *b);
const struct automaton *automata_or(struct automata *w, const struct automaton *a, const struct automaton *b);
const struct automaton *automata_except(struct automata *w, const struct automaton *a, const struct automaton *b);
const struct automaton *automata_not(struct automata *w, const struct automaton *a);
/* Track i of the automaton becomes to[i]; two that become the same must be equal numbers. */
const struct automaton *automata_renamed(struct automata *w, const struct automaton *a, const int *to);
/* Those tuples which some value of the track completes. */
const struct automaton *automata_some(struct automata *w, const struct automaton *a, int track);
/* The tuples of the tracks below `from` that are in all sets for some values of the others; each value is projected away
 * as soon as nothing else mentions it, the cheapest first. `sets` is overwritten. NULL also if one of them is NULL. */
const struct automaton *automata_meet(struct automata *w, const struct automaton **sets, size_t count, int from);
/* The same set on more tracks, which are free: so that two sets can be compared. */
const struct automaton *automata_on(struct automata *w, const struct automaton *a, const int *tracks, int count);

bool automaton_empty(const struct automaton *a);
/* Minimal automata of the same tracks. */
bool automaton_equal(const struct automaton *a, const struct automaton *b);
/* One natural number per track. */
bool automaton_holds(const struct automaton *a, const int64_t *numbers);
/* A tuple with the fewest letters, among these the first when they are compared letter by letter. False: the set is
 * empty, or the numbers are beyond 62 bits. */
bool automaton_least(const struct automaton *a, int64_t *numbers);
/* The tuple of which the sum is least, among these the first in the order of the numbers. False as above, or where a
 * bound was reached (w->status). */
bool automata_smallest(struct automata *w, const struct automaton *a, int64_t *numbers);

/* ---- learning ---------------------------------------------------------------------------------------------------- */
/* The set of which `holds` tells the members among tuples of at most `digits` letters, as the least automaton that
 * agrees with all of these: states are words that some suffix tells apart (Nerode 1958; Angluin 1987, Rivest and
 * Schapire 1993). What is found is a guess about all other tuples, to be proved. NULL with ST_OK: the words are too
 * short to tell, or there are more than `most` states. */
struct automata_teacher {
    bool (*holds)(void *context, const int64_t *numbers);
    void *context;
    int tracks, track[AUTOMATON_TRACKS], digits;
    uint32_t most;
};
const struct automaton *automata_learn(struct automata *w, const struct automata_teacher *teacher);

#endif
