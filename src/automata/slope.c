/* SPDX-License-Identifier: MIT */
/* y = floor(eta k) for the unit eta of a numeration: U_k+2p - trace U_k+p + determinant U_k = 0 for the period p, and eta is the
 * greater root of x^2 - trace x + determinant. So S(k), the letters of k one place up, is eta k but for a bounded part
 * that the other root makes, and floor(eta k) = S(k) - e(k) with few values of e. Where e is which is learned, one
 * track each. Nothing depends on that: the relation F made of it is then proved.
 *
 * Theorem. Let f be a function on the natural numbers with f(0) = 0, f(1) >= 1, 0 <= f(i + j) - f(i) - f(j) <= 1 for all
 * i, j, and f(f(k)) - trace f(k) + determinant k bounded, where x^2 - trace x + determinant has irrational roots of which exactly
 * one is at least 1. Then f(k) = floor(eta k). Proof: f is superadditive and f + 1 subadditive, so with t = lim f(k) / k
 * (Fekete 1923) f(k) <= t k <= f(k) + 1. Divided by k the bounded expression gives t^2 - trace t + determinant = 0, and t >= f(1)
 * >= 1, so t is eta. As eta is irrational t k is no integer for k > 0, so both inequalities are strict there.
 * All premises are decided by automata. (The roots: of determinant -1 the other is negative, of 1 it is 1 / eta < 1.) */
#include <string.h>
#include "automata/private.h"
#include "base/checked.h"
#include "base/numbers.h"

enum { K, Y, Z, I, J, X, M, SAMPLE = 20000, LARGEST_TRACE = 1000, EXCESS = 8 };

bool numeration_unit(const struct numeration *in, struct automata_unit *unit)
{
    static const int64_t zeros[NUMERATION_PERIOD];
    struct numeration_state a = {1, 0}, b = {0, 1};
    if (!in->link || !numeration_step(in, &a, zeros) || !numeration_step(in, &b, zeros)) return false;
    *unit = (struct automata_unit){a.p + b.q, in->period % 2 ? -1 : 1};
    return unit->trace <= LARGEST_TRACE;
}

/* ---- guessing ---- */
struct excess {
    const struct numeration *in;
    struct automata_unit unit;
    int64_t of; /* the value whose places are learned */
};

/* S(k) - floor(eta k), for k below SAMPLE. */
static int64_t excess_at(const struct excess *e, int64_t k)
{
    int letters[NUMERATION_LONGEST + 1];
    int64_t digits[NUMERATION_PERIOD], d = e->unit.trace * e->unit.trace - 4 * e->unit.determinant;
    struct numeration_state s = {0};
    int count = numeration_letters(e->in, k, 0, NUMERATION_LONGEST, letters);
    letters[count++] = 0;
    for (int i = 0; i < count; i++) {
        numeration_digits(e->in, letters[i], digits);
        if (!numeration_step(e->in, &s, digits)) return INT64_MIN;
    }
    return s.p + e->in->below * s.q - (e->unit.trace * k + (int64_t)number_root((uint64_t)(d * k * k))) / 2;
}

static bool has_excess(void *context, const int64_t *numbers)
{
    const struct excess *e = context;
    return excess_at(e, numbers[0]) == e->of;
}

/* For one value of e: k and S(k) - e. */
static const struct automaton *branch(struct automata *w, struct excess *e, int digits)
{
    struct automata_teacher teacher = {has_excess, e, 1, {K}, digits, 60};
    struct automata_form less = {2, {{Y, 1}, {Z, -1}}, e->of};
    const struct automaton *at = automata_learn(w, &teacher);
    if (!at) return automata_fail(w, ST_UNSUPPORTED);
    const struct automaton *sets[3] = {at, automata_shift(w, K, Z), automata_linear(w, &less, true)};
    return automata_some(w, automata_meet(w, sets, 3, AUTOMATON_NAMES), Z);
}

static const struct automaton *guessed(struct automata *w, struct automata_unit unit)
{
    struct excess e = {w->in, unit, 0};
    int digits = 0;
    int64_t reach = 1, low = 0, high = 0;
    while (numeration_reach(w->in, digits + 1, &reach) && reach <= SAMPLE) digits++;
    numeration_reach(w->in, digits, &reach);
    for (int64_t k = 0; k < reach; k++) {
        int64_t at = excess_at(&e, k);
        if (at < low) low = at;
        if (at > high) high = at;
    }
    if (low < -EXCESS || high > EXCESS) return automata_fail(w, ST_UNSUPPORTED);
    const struct automaton *all = automata_truth(w, false);
    for (e.of = low; e.of <= high; e.of++) all = automata_or(w, all, branch(w, &e, digits));
    return all;
}

/* ---- proving ---- */
static const struct automaton *f_of(struct automata *w, const struct automaton *f, int k, int y)
{
    return automata_renamed(w, f, (int[]){k, y});
}

/* Is the set empty where the form is at least 0? */
static bool never(struct automata *w, const struct automaton *a, struct automata_form form)
{
    const struct automaton *some = automata_and(w, a, automata_linear(w, &form, false));
    return some && automaton_empty(some);
}

static bool is_function(struct automata *w, const struct automaton *f)
{
    const struct automaton *has = automata_some(w, f, Y), *all = automata_all(w, (int[]){K}, 1);
    const struct automaton *two = automata_and(w, f, f_of(w, f, K, Z));
    return has && all && automaton_equal(has, all) && never(w, two, (struct automata_form){2, {{Z, 1}, {Y, -1}}, -1});
}

static bool is_additive(struct automata *w, const struct automaton *f)
{
    struct automata_form sum = {3, {{I, 1}, {J, 1}, {M, -1}}, 0};
    const struct automaton *of_sum = automata_and(w, automata_linear(w, &sum, true), f_of(w, f, M, Z));
    const struct automaton *all = automata_and(w, automata_some(w, of_sum, M), f_of(w, f, I, X));
    all = automata_and(w, all, f_of(w, f, J, Y));
    return never(w, all, (struct automata_form){3, {{X, 1}, {Y, 1}, {Z, -1}}, -1}) &&
           never(w, all, (struct automata_form){3, {{Z, 1}, {X, -1}, {Y, -1}}, -2});
}

static bool is_root(struct automata *w, const struct automaton *f, struct automata_unit u)
{
    const struct automaton *twice = automata_and(w, f, f_of(w, f, Y, Z));
    int64_t bound = u.trace + 3;
    return never(w, twice, (struct automata_form){3, {{Z, 1}, {Y, -u.trace}, {K, u.determinant}}, -bound}) &&
           never(w, twice, (struct automata_form){3, {{Z, -1}, {Y, u.trace}, {K, -u.determinant}}, -bound});
}

static bool is_irrational(struct automata_unit u)
{
    uint64_t d = (uint64_t)(u.trace * u.trace - 4 * u.determinant), root = number_root(d);
    return root * root != d;
}

const struct automaton *automata_slope(struct automata *w, int k, int y)
{
    struct automata_unit unit;
    if (w->status != ST_OK) return NULL;
    if (!numeration_unit(w->in, &unit) || !is_irrational(unit) || unit.trace - unit.determinant < 2)
        return automata_fail(w, ST_UNSUPPORTED);
    const struct automaton *f = guessed(w, unit);
    int64_t zero[2] = {0, 0};
    bool proved = f && automaton_holds(f, zero) && is_function(w, f) &&
                  never(w, f, (struct automata_form){2, {{K, 1}, {Y, -1}}, -1}) && is_additive(w, f) &&
                  is_root(w, f, unit);
    if (!proved) return automata_fail(w, ST_UNSUPPORTED);
    return f_of(w, f, k, y);
}
