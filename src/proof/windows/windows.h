/* SPDX-License-Identifier: MIT */
/* Options of one heap that are windows: all heaps between two ends, which move with the heap.
 *
 *     struct heap_windows_source source = {model, game, params};
 *     struct heap_windows windows;
 *     st = heap_windows_find(&source, &arena, &windows);
 *
 *     move take(t in 1..n / 3) -> g(n - t)                           n - floor(n / 3) <= r <= n - 1
 *     move take(t in 1..n) where t * t <= n -> g(n - t)              n - root(n) <= r <= n - 1, x * x <= n for x =
 *     root(n)
 *     move take(t in 1..n / 2) where odd(t) -> g(n - t)              the same, of r with (n - r) % 2 == 1
 *     move leave(m in isqrt(n)..n / 3) where m < n -> g(m)           root(n) <= r <= floor(n / 3), r <= n - 1
 *     move half where n >= 2 -> g(n / 2)                             floor(n / 2) <= r <= floor(n / 2)
 *
 *     move part(t in 1..4, a in 0..n - t) where abs(n - t - 2 * a) <= 3 -> g(a) + g(n - t - a)
 *                                                                    sums of r and n - t - r for each t, r <= (n - t) / 2,
 *                                                                    (n - t - 3) / 2 rounded up <= r
 *
 * Every piece of the normal form is one window, and no two numbers r of a piece are asked for but the result itself. A
 * constraint of the piece is, exactly,
 *     c r + f >= 0 with f over n and terms of n:    r >= -floor(f / c), or r <= floor(f / -c);
 *     q(x) <= f or q(x) >= f, q a polynomial without constant, x being r or n - r:    x <= root or x > root, where
 *     root is the
 *         greatest x >= 0 with q(x) <= f (or f - 1), and -1 if there is none. That needs x >= 0, which holds of every
 *         option, and that q does not fall from 0 on: q(x + 1) - q(x) >= 0 at 0, and no coefficient beyond x is
 *         negative;
 *     e floor(X / m) + f >= 0, X of n and r:    X >= m * G or X <= m * G + m - 1 with G of n alone, each as above;
 *     a sum in which n and r cancel but for remainders, as in (n * r + r) % 5 == 2:    it depends on n and r modulo the
 *         cycle, where it is tried;
 *     f >= 0 without r:    a least or a greatest heap, if f is linear; else r >= -FAR f, which is no condition if it
 *     holds, and
 *         no r < FAR meets it if not, heaps being below FAR (where r may be negative, r >= -2 FAR f - FAR).
 *     any function of n alone (digits, a product, whether it is a square): a term that is computed for each heap.
 *     any condition on what is taken, n - r, or on what is left, r, alone (`t in fib`, `popcount(r) % 3 == 1`): a set of numbers, where the
 *         rule cannot be read without sets; then remainders are such conditions as well, and those of n and r together are refused.
 * Also proved of every option: 0 <= r < n, so these bounds are added where powers are, which are read for x >= 0, and
 * remainders. Where it is not proved (`t <= popcount(n)`), a window with neither, and with both ends, is taken as it is: then whoever uses
 * it looks at its ends, and that r may be no smaller heap is found there. Anything else refuses the rule. Ends need not be monotone,
 * nor windows be disjoint: whoever uses them follows the ends as they come.
 *
 * A piece with two or three heaps is a few windows of one of them. Let s be another one, and s + L, L over n, the other heaps and
 * terms of n, lie between two numbers k, as constraints of the piece say: for each k in between s is k - L, in all other constraints. What
 * is left are constraints on n and one heap r, which are read as above; the others are forms of n and a multiple of r, and 0 <= s < n is
 * proved of each. A piece of two heaps whose pairs, exchanged, are all among those of another one is left out: an option is a sum,
 * which does not depend on the order. */
#ifndef CGI_PROOF_WINDOWS_WINDOWS_H
#define CGI_PROOF_WINDOWS_WINDOWS_H
#include "base/arena.h"
#include "base/status.h"
#include "model/model.h"

#define WINDOWS_NEAR ((int64_t)1 << 16)
#define WINDOWS_FAR ((int64_t)1 << 30)
enum {
    WINDOWS_MOST = 16,
    WINDOWS_TERMS = 16,
    WINDOWS_BOUNDS = 12,
    WINDOWS_CYCLE = 12,
    WINDOWS_OTHERS = 2,
    WINDOWS_SLOPE = 4,
    WINDOWS_ARGUMENTS = 3,
    WINDOWS_PICKS = 6
};

/* constant + n * heap + sum of[i] * term i */
struct heap_window_form {
    int64_t constant, n, of[WINDOWS_TERMS];
};
/* Of the heap and terms before it: floor(of / divisor), divisor > 0; or, if that is 0, the greatest x >= 0 with
 * power[0] x + power[1] x^2 +
 * power[2] x^3 <= of, which does not fall from x = 0 on and is not constant; -1 where of < 0; or else, by `call`, a value that is computed
 * (windows_compute), with `of` its first argument. Whoever computes it must see that it is within `limit` of 0. */
enum window_call { WINDOW_NO_CALL, WINDOW_BUILTIN, WINDOW_PRODUCT, WINDOW_OPERATION, WINDOW_MEMBER };
struct heap_window_term {
    struct heap_window_form of;
    int64_t divisor, power[3];
    enum window_call call;
    int64_t
        data; /* enum builtin; of an operation DIV or MOD; of whether the first argument is a member an enum domain_kind */
    size_t more; /* arguments besides the first one */
    struct heap_window_form with[WINDOWS_ARGUMENTS - 1];
};
#define WINDOWS_COMPUTED                                                                                               \
    ((int64_t)1 << 28) /* values that are computed must be within that of 0, if nothing less is known */
/* A condition on one number x alone, what is taken, n - r, or what is left, r: the form over x and the terms of sets is 0 or more, or 0. */
struct heap_window_pick {
    struct heap_window_form form;
    bool taken, equality;
};
/* All r with low <= r <= high for each of the bounds, r % cycle in allowed[n % cycle] (a bit each). */
struct heap_window {
    struct heap_window_form low[WINDOWS_BOUNDS], high[WINDOWS_BOUNDS];
    size_t low_count, high_count;
    int64_t from, to; /* only of these heaps */
    uint16_t allowed[WINDOWS_CYCLE];
    /* The option is the sum of r and of these, smaller heaps as well: form + slope * r. */
    struct heap_window_other {
        struct heap_window_form form;
        int64_t slope; /* within WINDOWS_SLOPE of 0 */
    } others[WINDOWS_OTHERS];
    size_t other_count;
    bool one; /* never more than one r: low[0] and high[0] are the same, and there is no other high end */
    struct heap_window_pick picks[WINDOWS_PICKS]; /* all of which hold */
    size_t pick_count;
    bool sure; /* 0 <= r < n is proved of it; else it must be looked at, and where it is not so the rule fails */
};
struct heap_windows {
    const char *reason; /* why there are none, one phrase; NULL: they are the options of every heap */
    struct heap_window_term *terms;
    struct heap_window *windows;
    size_t term_count, count;
    int64_t cycle;                      /* of remainders of r; 1: there are none */
    bool sets;                          /* some have picks; then there are no remainders */
    struct heap_window_term *set_terms; /* of picks: functions of x */
    size_t set_term_count;
    bool
        near; /* all options are within a fixed distance of the heap, by the same rule from some heap below WINDOWS_NEAR on */
    bool sums;      /* one of them at least has other heaps */
    int64_t beyond; /* no number in it leaves 62 bits for heaps below this, at most WINDOWS_FAR */
};
struct heap_windows_source {
    const struct model *model;
    int game; /* one field of type nat, no invariant */
    const struct param_value *params;
};
/* How far from 0 a value that is computed may be. */
int64_t windows_limit(const struct heap_window_term *term);
/* The result is in the arena. ST_OK (see reason) or ST_NO_MEMORY. Time is bounded: some milliseconds. */
enum status heap_windows_find(const struct heap_windows_source *source, struct arena *arena, struct heap_windows *out);

#endif
