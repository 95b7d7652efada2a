/* SPDX-License-Identifier: MIT */
/* Inside the room: guesses from a line of numbers, each an expression in field 0.
 *
 *     struct law_line line = {.low = 0, .count = 5000, .values = values};
 *     struct law_guesses guesses = {.arena = &arena};
 *     st = law_guess_periodic(&line, &guesses);                   // guesses.list.data[0].term: n % 4
 *
 * Each guesser offers what fits all of the line from some number on, the shortest of its kind as far as it can tell; all return ST_OK or
 * ST_NO_MEMORY. LAW_NONE in a line is no number, and anything fits it. */
#ifndef CGI_LAW_PRIVATE_H
#define CGI_LAW_PRIVATE_H
#include "base/vec.h"
#include "law/term.h"

struct law_line {
    int64_t low;
    size_t count;
    const int64_t *values;
    bool outcomes;
};
struct law_guess {
    const struct law_term *term;
    int64_t from;
    uint64_t bits; /* what it takes if its parts that are written several times are told once; 0: law_bits */
};
struct law_guesses {
    struct arena *arena;
    VEC(struct law_guess) list;
};
/* A term that is NULL is memory that ran out. */
enum status law_offer(struct law_guesses *guesses, const struct law_term *term, int64_t from);

/* ---- guess.c: all of them */
enum status law_guess_line(const struct law_line *line, struct law_guesses *guesses);

/* ---- box.c: of several fields: a line of one number read off all of them, or a line for each that are joined. `seen` is what may be
 * looked at. */
enum status law_guess_box(const struct law_box *seen, struct law_guesses *guesses);

/* ---- pairs.c: lost pairs: b below f(a), b = f(a), Beatty pairs */
enum status law_guess_pairs(const struct law_box *seen, struct law_guesses *guesses);

/* ---- shape.c: values v[i] at x[i], x ascending: the shortest expression in `x_term` that has them; NULL if there is none of a few
 * shapes (*st is ST_OK), or if memory ran out. Time: O(count) a shape. */
struct law_points {
    const int64_t *x, *v;
    size_t count;
    bool outcomes;
};
const struct law_term *law_shape(const struct law_points *points, const struct law_term *x_term, struct arena *arena,
                                 enum status *st);
/* (a x + b) / c with c at most `most`; false if nothing of this kind fits. */
struct law_floor {
    int64_t a, b, c;
};
bool law_floor_fit(const struct law_points *points, int64_t most, struct law_floor *fit);

/* ---- periodic.c: from some number on, v(n + p) = v(n) + s */
enum status law_guess_periodic(const struct law_line *line, struct law_guesses *guesses);
/* ---- features.c: a function of digits, of powers that divide, of Zeckendorf's form, of the root */
enum status law_guess_features(const struct law_line *line, struct law_guesses *guesses);
/* ---- similar.c: v(b n + r) by v(n), for each r */
enum status law_guess_similar(const struct law_line *line, struct law_guesses *guesses);

#endif
