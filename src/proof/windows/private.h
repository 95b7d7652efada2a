/* SPDX-License-Identifier: MIT */
/* One constraint of a piece as windows.c reads it and bounds.c makes bounds of it. */
#ifndef CGI_PROOF_WINDOWS_PRIVATE_H
#define CGI_PROOF_WINDOWS_PRIVATE_H
#include "proof/normal/normal.h"
#include "proof/windows/windows.h"

#define WINDOWS_NUMBER ((int64_t)1 << 20)
enum { WINDOWS_STEPS = 20000 /* of a proof about a piece */ };
enum { WINDOWS_INNER = 4, WINDOWS_REMAINDERS = 8, WINDOWS_PIECES = 16, WINDOWS_HEAPS = WINDOWS_OTHERS + 1 };

/* factor * floor((form + r * result + the products) / divisor) */
struct windows_inner {
    struct heap_window_form form;
    int64_t r, divisor, factor;
    bool products;
    int64_t product[4][4];
};
/* form + r * result + the inner ones + product[i][j] * heap^i * result^j */
struct windows_row {
    struct heap_window_form form;
    int64_t r;
    struct windows_inner inner[WINDOWS_INNER];
    size_t inner_count;
    bool products;
    int64_t product[4][4];
};
/* Constraints that only ask for remainders: at the heap and the result modulo the cycle. Of each window as many as are counted; they
 * are large, and few. */
struct windows_remainders {
    struct windows_row rows[WINDOWS_MOST][WINDOWS_REMAINDERS];
    bool equality[WINDOWS_MOST][WINDOWS_REMAINDERS];
};
struct windows_finder {
    struct normal_space *space;
    struct arena *arena; /* of what is found */
    struct heap_windows *out;
    struct heap_window *window; /* that of the piece at hand */
    int n, r;                   /* variables of the heap and of the result */
    int nought;                 /* a variable that stands for 0, while a pick is read; -1 */
    bool with_sets;
    bool powers; /* it has a bound that is the constraint for natural numbers only */
    struct windows_remainders *remainders;
    size_t remainder_count, remainder_counts[WINDOWS_MOST];
    bool dropped[WINDOWS_PIECES]; /* of the first pieces: others have all of their sums */
};

/* Says why and returns false. */
bool heap_windows_refuse(struct windows_finder *f, const char *reason);
struct heap_window_form heap_windows_negative(struct heap_window_form form);
/* The term as a form: with divisor 1 that is the form itself. */
bool heap_windows_term(struct windows_finder *f, struct heap_window_term term, struct heap_window_form *out);
bool heap_windows_row_of(struct windows_finder *f, const struct linear_form *form, struct windows_row *row);
/* Is 0 <= heap < n for that variable wherever the rule holds? Else it is refused. */
bool heap_windows_falls(struct windows_finder *f, const struct normal *n, struct linear_conjunction rule, int heap);
/* One window more, of the results that meet `rule`, a condition on the heap and the result; `others`: the other heaps of the sum. `sure`:
 * all of them fall. */
bool heap_windows_read(struct windows_finder *f, struct linear_conjunction rule,
                       const struct linear_form *const *others, size_t other_count, bool sure);
/* sums.c: all windows of a piece of several heaps, or none where another piece has all of its sums. */
bool heap_windows_sums(struct windows_finder *f, const struct normal *n, size_t piece);
/* sets.c: does the constraint speak of what is taken, or of what is left, alone, and not linearly? */
bool heap_windows_is_pick(const struct windows_finder *f, const struct linear_form *form, bool *taken);
bool heap_windows_pick(struct windows_finder *f, struct linear_constraint c, bool taken);
/* Does it hold wherever 0 <= r < n, so that a window that has these bounds may do without it? False of picks and of what is linear. */
bool heap_windows_follows(struct windows_finder *f, struct linear_constraint c);
/* bounds.c: one more constraint of the window. */
bool heap_windows_constraint(struct windows_finder *f, struct linear_constraint c);
bool heap_windows_bound(struct windows_finder *f, const struct heap_window_form *form, bool low);
/* Notes how many remainders the window has, and what the common cycle is. */
bool heap_windows_remainders(struct windows_finder *f);
/* Tries all residues of the cycle, once all pieces are read. */
void heap_windows_residues(struct windows_finder *f);
void heap_windows_range(struct heap_windows *w);

#endif
