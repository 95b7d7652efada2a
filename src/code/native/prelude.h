/* SPDX-License-Identifier: MIT */
/* What generated code stands on: the text of this file is the head of every generated C file, and the program that
 * loads it includes it too.
 *
 *     void cgi_table(struct cgi_run *run);          // the one function that a generated file defines
 *
 * An instruction that the generated code does not carry out itself, or one that may fail here, is carried out by
 * run->step, from the registers in memory: so there is one place where a rule fails, and one text for it. */
#ifndef CGI_CODE_NATIVE_PRELUDE_H
#define CGI_CODE_NATIVE_PRELUDE_H
#include <stdbool.h>
#include <stdint.h>
#include "base/checked.h"

#define CGI_RUN_FORM 2 /* of the structures below: code of another form is not loaded */
#define CGI_NONE UINT32_MAX
#define CGI_FOLLOWED 8
#define CGI_SHORT_RAY 63 /* longer rays are left to run->step, which may know better than to mark each option */

enum cgi_after { CGI_NEXT, CGI_JUMP, CGI_STOP };
struct cgi_cells {
    const int64_t *cells;
    uint64_t count;
};
struct cgi_run {
    void *context;
    int64_t *registers;
    uint32_t *fuel;               /* loop turns until run->refuel */
    const struct cgi_cells *sets; /* the set parameters, by number of the parameter */
    const int64_t *low, *high, *stride;
    uint32_t *values, **seen, *stamp;
    uint64_t *capacity, *current, *along, to;
    uint32_t *rays; /* of one component, at the current position */
    uint64_t *asked
        [CGI_FOLLOWED]; /* the last range of indices of each of the first ones, if it ran over adjacent ones: low, high */
    enum cgi_after (*step)(struct cgi_run *run, int32_t at); /* carries out one instruction */
    enum cgi_after (*refuel)(struct cgi_run *run);           /* CGI_NEXT: go on */
};

#define CGI_KNOWN(x) ((x) ? (void)0 : __builtin_unreachable())
#define CGI_RARE(x) __builtin_expect(!!(x), 0)
static inline bool cgi_gcd(int64_t a, int64_t b, int64_t *r)
{
    uint64_t x = a < 0 ? -(uint64_t)a : (uint64_t)a, y = b < 0 ? -(uint64_t)b : (uint64_t)b;
    if (x == 0 || y == 0) {
        x |= y;
    } else {
        int twos = __builtin_ctzll(x | y);
        x >>= __builtin_ctzll(x);
        y >>= __builtin_ctzll(y);
        for (uint64_t way = x - y; way; way = x - y) { /* both odd; the zeros of x - y are those of y - x */
            int zeros = __builtin_ctzll(way);
            uint64_t less = x < y ? x : y;
            x = (x < y ? y - x : way) >> zeros;
            y = less;
        }
        x <<= twos;
    }
    *r = (int64_t)x;
    return x <= INT64_MAX;
}
static inline bool cgi_in(const struct cgi_cells *set, int64_t x)
{
    uint64_t low = 0, high = set->count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (set->cells[middle] < x) low = middle + 1;
        else high = middle;
    }
    return low < set->count && set->cells[low] == x;
}
/* The root of a natural number, rounded down. */
static inline int64_t cgi_root(int64_t x)
{
    uint64_t n = (uint64_t)x, root = 0;
    for (uint64_t bit = n ? (uint64_t)1 << (63 - __builtin_clzll(n)) / 2 : 0; bit; bit >>= 1)
        if ((root + bit) * (root + bit) <= n) root += bit;
    return (int64_t)root;
}

/* ---- bounds of loops: rows of factors, a constant and a divisor, computed without limit
 * --------------------------- */

__extension__ typedef __int128 cgi_wide;
static inline cgi_wide cgi_row(const int64_t *values, const int64_t *row, int terms)
{
    cgi_wide sum = row[terms];
    for (int i = 0; i < terms; i++) sum += (cgi_wide)row[i] * values[i];
    return sum;
}
static inline cgi_wide cgi_floor_div(cgi_wide x, int64_t d)
{
    if (d == 1) return x;
    cgi_wide q = x == (int64_t)x ? (int64_t)x / d : x / d;
    return q * d > x ? q - 1 : q;
}
static inline bool cgi_at_least(int64_t *x, const int64_t *values, const int64_t *row, int terms)
{
    cgi_wide low = cgi_floor_div(cgi_row(values, row, terms) + row[terms + 1] - 1, row[terms + 1]);
    if (low > INT64_MAX) return false;
    if (low > *x) *x = (int64_t)low;
    return true;
}
static inline bool cgi_at_most(int64_t *x, const int64_t *values, const int64_t *row, int terms)
{
    cgi_wide high = cgi_floor_div(cgi_row(values, row, terms), row[terms + 1]);
    if (high < INT64_MIN) return false;
    if (high < *x) *x = (int64_t)high;
    return true;
}
static inline bool cgi_step_from(int64_t *x, const int64_t *values, const int64_t *row, int terms)
{
    int64_t step = row[terms + 1];
    cgi_wide ahead = cgi_row(values, row, terms) - *x, next = *x + (ahead - cgi_floor_div(ahead, step) * step);
    if (next > INT64_MAX) return false;
    *x = (int64_t)next;
    return true;
}
static inline int64_t cgi_floor(const int64_t *values, const int64_t *row, int terms)
{
    cgi_wide value = cgi_floor_div(cgi_row(values, row, terms), row[terms + 1]);
    return value > INT64_MAX ? INT64_MAX : value < INT64_MIN ? INT64_MIN : (int64_t)value;
}
/* The least number from `from` on in first, first + step .. last. */
static inline bool cgi_run_next(int64_t first, int64_t last, int64_t step, int64_t from, int64_t *x)
{
    uint64_t ahead = 0;
    if (from < first) from = first;
    else if (step > 1) ahead = ((uint64_t)from - (uint64_t)first) % (uint64_t)step;
    if (ahead) ahead = (uint64_t)step - ahead;
    if (last < from || (uint64_t)last - (uint64_t)from < ahead) return false;
    *x = from + (int64_t)ahead;
    return true;
}
static inline bool cgi_runs_next(const int64_t *runs, int count, int64_t from, int64_t *x)
{
    bool found = false;
    int64_t best = 0, next;
    for (int i = 0; i < count; i += 3) {
        if (!cgi_run_next(runs[i], runs[i + 1], runs[i + 2], from, &next) || (found && next >= best)) continue;
        best = next;
        found = true;
    }
    if (found) *x = best;
    return found;
}
static inline bool cgi_runs_after(const int64_t *runs, int count, int64_t *x)
{
    if (count == 3 && runs[2] > 0) { /* x is one of it */
        if (*x >= runs[1] || (uint64_t)runs[1] - (uint64_t)*x < (uint64_t)runs[2]) return false;
        *x += runs[2];
        return true;
    }
    return *x < INT64_MAX && cgi_runs_next(runs, count, *x + 1, x);
}

/* A turn of a loop; false: the run is over. */
static inline bool cgi_turn(struct cgi_run *run, uint32_t *fuel)
{
    if (!CGI_RARE(--*fuel == 0)) return true;
    if (run->refuel(run) != CGI_NEXT) return false;
    *fuel = *run->fuel;
    return true;
}

/* ---- tables
 * ------------------------------------------------------------------------------------------------------ */

/* The least number that was not seen; the entry behind the last is never set. */
static inline uint32_t cgi_mex(const uint32_t *seen, uint32_t stamp)
{
    uint32_t m = 0;
    while (seen[m] == stamp) m++;
    return m;
}
static inline uint32_t cgi_stamp(uint32_t *seen, uint64_t capacity, uint32_t stamp)
{
    if (!CGI_RARE(++stamp == 0)) return stamp;
    for (uint64_t i = 0; i <= capacity; i++) seen[i] = 0;
    return 1;
}
static inline bool cgi_mark(uint32_t *seen, uint64_t capacity, uint32_t stamp, uint64_t value)
{
    if (CGI_RARE(value >= capacity)) return false;
    seen[value] = stamp;
    return true;
}
/* The distance between two of the last + 1 indices that lie evenly from `from` to `to`, the distance of small ones
 * by a division of 32 bits. */
static inline int64_t cgi_pace(uint64_t from, uint64_t to, uint32_t last)
{
    uint64_t way = from < to ? to - from : from - to;
    if (last > 1) way = way <= UINT32_MAX ? (uint32_t)way / last : way / last;
    return from < to ? (int64_t)way : -(int64_t)way;
}
/* Marks the options of a ray whose indices lie evenly from `from` to `to`; false: the step must look at it. */
static inline bool cgi_ray(struct cgi_run *run, uint32_t *fuel, uint64_t current, int64_t low, int64_t high,
                           int64_t from, int64_t to)
{
    const uint32_t *values = run->values;
    uint32_t *seen = *run->seen, stamp = *run->stamp;
    uint64_t capacity = *run->capacity, last = (uint64_t)high - (uint64_t)low, at = (uint64_t)from;
    if (low > high) return true;
    if (at >= current || (uint64_t)to >= current || last >= CGI_SHORT_RAY || last >= *fuel - 1) return false;
    int64_t pace = cgi_pace(at, (uint64_t)to, (uint32_t)last);
    bool adjacent = pace == 1 || pace == -1;
    if (pace == 0) last = 0;
    for (uint64_t i = 0; i <= last; i++, at += (uint64_t)pace)
        if (!cgi_mark(seen, capacity, stamp, values[at])) return false;
    uint32_t ray = (*run->rays)++;
    if (adjacent && ray < CGI_FOLLOWED) {
        run->asked[ray][0] = (uint64_t)(from < to ? from : to);
        run->asked[ray][1] = run->asked[ray][0] + last + 1;
    }
    *fuel -= (uint32_t)last + 1;
    *run->along += last + 1;
    return true;
}
/* The same where the options are sums of two. */
static inline bool cgi_ray_of_two(struct cgi_run *run, uint32_t *fuel, uint64_t current, int64_t low, int64_t high,
                                  int64_t from, int64_t to, int64_t other_from, int64_t other_to)
{
    const uint32_t *values = run->values;
    uint32_t *seen = *run->seen, stamp = *run->stamp;
    uint64_t capacity = *run->capacity, last = (uint64_t)high - (uint64_t)low, at = (uint64_t)from,
             other = (uint64_t)other_from;
    if (low > high) return true;
    if (at >= current || (uint64_t)to >= current || other >= current || (uint64_t)other_to >= current) return false;
    if (last >= CGI_SHORT_RAY || last >= *fuel - 1) return false;
    int64_t pace = cgi_pace(at, (uint64_t)to, (uint32_t)last),
            other_pace = cgi_pace(other, (uint64_t)other_to, (uint32_t)last);
    if (pace == 0 && other_pace == 0) last = 0;
    for (uint64_t i = 0; i <= last; i++, at += (uint64_t)pace, other += (uint64_t)other_pace) {
        uint32_t x = values[at], y = values[other];
        if (x == CGI_NONE || y == CGI_NONE || !cgi_mark(seen, capacity, stamp, x ^ y)) return false;
    }
    *fuel -= (uint32_t)last + 1;
    *run->along += last + 1;
    return true;
}

#endif
