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
#include <stddef.h>
#include <stdint.h>
#include "base/checked.h"
#include "base/common_row.h"

#define CGI_RUN_FORM 8 /* of the structures below: code of another form is not loaded */
#define CGI_NONE UINT32_MAX
#ifndef CGI_VALUE
#define CGI_VALUE uint32_t /* or uint16_t, where every state has a value: a greater one is left to run->step */
#endif
#define CGI_FOLLOWED 8
#define CGI_BEHIND 64
#define CGI_KEPT_GCD 1024 /* a power of two */
#define CGI_SHORT_RAY 63  /* longer rays are the machine's, which may know better than to mark each option */

enum cgi_after { CGI_NEXT, CGI_JUMP, CGI_STOP };
struct cgi_cells {
    const int64_t *cells;
    uint64_t count;
};
/* Values of what reads two numbers: known[a * columns + b] is 1 more than the value at (a, b), 0 if that is not kept. */
#define CGI_MEMO_VALUES 255
struct cgi_memo {
    uint8_t *known;
    uint64_t rows, columns;
};
struct cgi_run {
    void *context;
    int64_t *registers;
    uint32_t *fuel;               /* loop turns until run->refuel */
    const struct cgi_cells *sets; /* the set parameters, by number of the parameter */
    const int64_t *low, *high, *stride;
    void *values;           /* CGI_VALUE each */
    uint8_t **seen, *stamp; /* seen[v] == stamp: an option has value v; CGI_BEHIND more entries are never set */
    uint64_t *losses;       /* of a table of outcomes, instead of values: a bit for each position */
    bool *decided;          /* then: the current position has an option that loses */
    bool *moved;            /* ... has an option; of misere play */
    uint64_t *capacity, *current, *along, to;
    uint64_t *const *sieve;     /* of primes; grows in run->step */
    const uint64_t *sieve_size; /* it knows the numbers below */
    uint32_t *rays;             /* of one component, at the current position */
    uint32_t *served;           /* a bit for each of them whose options are not marked; then run->mex knows them */
    struct cgi_memo *memos;     /* they grow in run->step */
    uint64_t *asked
        [CGI_FOLLOWED]; /* the last range of indices of each of the first ones, if it ran over adjacent ones: low, high */
    enum cgi_after (*step)(struct cgi_run *run, int32_t at);                      /* carries out one instruction */
    bool (*call)(int builtin, const int64_t *x, uint64_t count, int64_t *value);  /* false: it has none */
    const int64_t *(*row)(struct cgi_run *run, int32_t row, const int64_t **end); /* the cells of a row as it is now */
    /* An ascending array with all elements of a named set up to `most`; NULL: the step must look at it. */
    const int64_t *(*named)(struct cgi_run *run, int32_t set, int64_t most, const int64_t **end);
    /* Into the row; false: the step must find them. */
    bool (*divisors)(struct cgi_run *run, int32_t row, int64_t n, int64_t cap);
    enum cgi_after (*refuel)(struct cgi_run *run); /* CGI_NEXT: go on */
    /* The options at the indices that lie evenly from `from` to `to`, as many as low..high; CGI_JUMP: the step must look
     * at it, and nothing was done. */
    enum cgi_after (*ray)(struct cgi_run *run, int64_t low, int64_t high, int64_t from, int64_t to);
    uint32_t (*mex)(const struct cgi_run *run);
};

/* Generated code has the parts that it uses, those of which CGI_HAS_NUMBERS and the like are 1: reading the others takes longer than
 * compiling a short rule. Others have all. */
#ifdef CGI_SOME_PARTS
#define CGI_HAS(part) CGI_HAS_##part
#else
#define CGI_HAS(part) 1
#endif
#define CGI_KNOWN(x) ((x) ? (void)0 : __builtin_unreachable())
#define CGI_RARE(x) __builtin_expect(!!(x), 0)
#if CGI_HAS(NUMBERS)
/* Small ones are kept: conditions on heaps ask for the same ones again and again. */
static inline bool cgi_gcd(struct common_row *row, int64_t a, int64_t b, int64_t *r)
{
    static uint16_t kept[CGI_KEPT_GCD][CGI_KEPT_GCD]; /* 0: not known yet, or 0 */
    if (((uint64_t)a | (uint64_t)b) >= CGI_KEPT_GCD) return common_gcd(row, a, b, r);
    *r = kept[a][b];
    if (CGI_RARE(!*r)) {
        common_gcd_of_any(a, b, r);
        kept[a][b] = (uint16_t)*r;
    }
    return true;
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
#endif

/* ---- named sets -------------------------------------------------------------------------------------------------- */

#if CGI_HAS(SETS)
static inline bool cgi_is_square(int64_t x)
{
    if (x < 1 || !(UINT64_C(0x0202021202030213) >> (x & 63) & 1)) return false; /* squares by 64 leave one of 12 */
    int64_t root = cgi_root(x);
    return root * root == x;
}
/* Of each length in binary digits there are at most two. */
static inline bool cgi_is_fib(int64_t x)
{
    static const int64_t of_length[64][2] = {{0, 0},
                                             {1, 0},
                                             {2, 3},
                                             {5, 0},
                                             {8, 13},
                                             {21, 0},
                                             {34, 55},
                                             {89, 0},
                                             {144, 233},
                                             {377, 0},
                                             {610, 987},
                                             {1597, 0},
                                             {2584, 0},
                                             {4181, 6765},
                                             {10946, 0},
                                             {17711, 28657},
                                             {46368, 0},
                                             {75025, 121393},
                                             {196418, 0},
                                             {317811, 514229},
                                             {832040, 0},
                                             {1346269, 0},
                                             {2178309, 3524578},
                                             {5702887, 0},
                                             {9227465, 14930352},
                                             {24157817, 0},
                                             {39088169, 63245986},
                                             {102334155, 0},
                                             {165580141, 267914296},
                                             {433494437, 0},
                                             {701408733, 0},
                                             {1134903170, 1836311903},
                                             {INT64_C(2971215073), 0},
                                             {INT64_C(4807526976), INT64_C(7778742049)},
                                             {INT64_C(12586269025), 0},
                                             {INT64_C(20365011074), INT64_C(32951280099)},
                                             {INT64_C(53316291173), 0},
                                             {INT64_C(86267571272), 0},
                                             {INT64_C(139583862445), INT64_C(225851433717)},
                                             {INT64_C(365435296162), 0},
                                             {INT64_C(591286729879), INT64_C(956722026041)},
                                             {INT64_C(1548008755920), 0},
                                             {INT64_C(2504730781961), INT64_C(4052739537881)},
                                             {INT64_C(6557470319842), 0},
                                             {INT64_C(10610209857723), INT64_C(17167680177565)},
                                             {INT64_C(27777890035288), 0},
                                             {INT64_C(44945570212853), 0},
                                             {INT64_C(72723460248141), INT64_C(117669030460994)},
                                             {INT64_C(190392490709135), 0},
                                             {INT64_C(308061521170129), INT64_C(498454011879264)},
                                             {INT64_C(806515533049393), 0},
                                             {INT64_C(1304969544928657), INT64_C(2111485077978050)},
                                             {INT64_C(3416454622906707), 0},
                                             {INT64_C(5527939700884757), INT64_C(8944394323791464)},
                                             {INT64_C(14472334024676221), 0},
                                             {INT64_C(23416728348467685), 0},
                                             {INT64_C(37889062373143906), INT64_C(61305790721611591)},
                                             {INT64_C(99194853094755497), 0},
                                             {INT64_C(160500643816367088), INT64_C(259695496911122585)},
                                             {INT64_C(420196140727489673), 0},
                                             {INT64_C(679891637638612258), INT64_C(1100087778366101931)},
                                             {INT64_C(1779979416004714189), 0},
                                             {INT64_C(2880067194370816120), 0},
                                             {INT64_C(4660046610375530309), INT64_C(7540113804746346429)}};
    if (x < 1) return false;
    const int64_t *fib = of_length[64 - __builtin_clzll((uint64_t)x)];
    return x == fib[0] || x == fib[1];
}
/* `sieve`: a bit for each odd number, set unless it is prime. */
static inline bool cgi_is_prime(const uint64_t *sieve, int64_t x)
{
    return x % 2 ? !(sieve[x / 128] >> x / 2 % 64 & 1) : x == 2;
}
static inline bool cgi_is_power(int64_t x, int64_t base)
{
    if (x < 1) return false;
    while ((uint64_t)x % (uint64_t)base == 0) x = (int64_t)((uint64_t)x / (uint64_t)base);
    return x == 1;
}
/* The number after x whose binary digits are digits of the mask; -1: there is none. */
static inline int64_t cgi_submask_after(int64_t mask, int64_t x)
{
    x = (x - mask) & mask;
    return x ? x : -1;
}
/* The least number from `least` on whose binary digits are digits of the mask; -1: there is none. */
static inline int64_t cgi_submask(int64_t mask, int64_t least)
{
    if (mask < 0) return -1;
    if (least <= 0) return 0;
    uint64_t m = (uint64_t)mask, x = (uint64_t)least, not_in = x & ~m;
    if (!not_in) return least;
    /* what differs is above the highest digit that the mask lacks: there a digit is set that x has not, the lowest one */
    uint64_t above = ~(uint64_t)0 << (63 - __builtin_clzll(not_in)), more = m & ~x & above;
    if (!more) return -1;
    uint64_t digit = more & -more;
    return (int64_t)((x & m & ~(digit - 1)) | digit);
}
/* The powers of a base, at least 2, up to `most`. */
static inline const int64_t *cgi_powers_up_to(int64_t powers[63], int64_t base, int64_t most, const int64_t **end)
{
    int64_t *at = powers;
    for (int64_t x = 1; x <= most;) {
        *at++ = x;
        if (__builtin_mul_overflow(x, base, &x)) break;
    }
    *end = at;
    return powers;
}
#endif

/* ---- bounds of loops: rows of factors, a constant and a divisor, computed without limit
 * --------------------------- */

#if CGI_HAS(BOUNDS)
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
/* x + (to - from) modulo the modulus. */
static inline bool cgi_step_by(int64_t *x, int64_t from, int64_t modulus, int64_t to)
{
    if (modulus < 1) return true;
    if ((uint64_t)from <= UINT32_MAX && (uint64_t)modulus <= UINT32_MAX && (uint64_t)to <= UINT32_MAX) {
        uint32_t m = (uint32_t)modulus, a = (uint32_t)from % m, b = (uint32_t)to < m ? (uint32_t)to : (uint32_t)to % m;
        return checked_add(*x, b >= a ? b - a : (int64_t)m - a + b, x);
    }
    cgi_wide way = (cgi_wide)to - from;
    way -= cgi_floor_div(way, modulus) * modulus;
    return checked_add(*x, (int64_t)way, x);
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
#endif
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

/* Marks are bytes: a store of one seldom leaves the line of the store before, the array stays in the nearest cache, and
 * the mex is read off eight at a time. They are cleared when the stamps, 1 to 255, come round. */
static inline uint64_t cgi_unlike(const uint8_t *seen, uint8_t stamp)
{
    uint64_t eight;
    __builtin_memcpy(&eight, seen, sizeof eight);
    return eight ^ UINT64_C(0x0101010101010101) * stamp;
}
/* The least number that was not seen. */
static inline uint32_t cgi_mex(const uint8_t *seen, uint8_t stamp)
{
    uint32_t m = 0;
    while (!(cgi_unlike(seen + m, stamp) | cgi_unlike(seen + m + 8, stamp) | cgi_unlike(seen + m + 16, stamp) |
             cgi_unlike(seen + m + 24, stamp)))
        m += 32;
    while (!cgi_unlike(seen + m, stamp)) m += 8;
    while (seen[m] == stamp) m++;
    return m;
}
#if CGI_HAS(WORDS)
/* Bit i: seen[i] has the stamp, for 64 of them. A byte of x is 0 if neither its upper bit nor a carry into that is set; the
 * product gathers the lowest bits of eight bytes. */
static inline uint64_t cgi_seen_word(const uint8_t *seen, uint8_t stamp)
{
    const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f);
    uint64_t word = 0;
    for (int i = 0; i < 64; i += 8) {
        uint64_t x = cgi_unlike(seen + i, stamp);
        if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__) x = __builtin_bswap64(x);
        word |= (~(((x & low) + low) | x | low) >> 7) * UINT64_C(0x0102040810204080) >> 56 << i;
    }
    return word;
}
#endif
static inline uint8_t cgi_stamp(uint8_t *seen, uint64_t capacity, uint8_t stamp)
{
    if (!CGI_RARE(++stamp == 0)) return stamp;
    __builtin_memset(seen, 0, capacity);
    return 1;
}
static inline bool cgi_mark(uint8_t *seen, uint64_t capacity, uint8_t stamp, uint64_t value)
{
    if (CGI_RARE(value >= capacity)) return false;
    seen[value] = stamp;
    return true;
}
#if CGI_HAS(LANES)
#ifdef __clang__
#define CGI_VECTORS __attribute__((noinline))
#else
#define CGI_VECTORS __attribute__((noinline, optimize("O3")))
#endif
/* Bit i: byte i, which is 0 or 1, for 64 of them. */
static inline uint64_t cgi_bits(const uint8_t *bytes)
{
    uint64_t word = 0;
    for (int i = 0; i < 64; i += 8) {
        uint64_t x;
        __builtin_memcpy(&x, bytes + i, sizeof x);
        if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__) x = __builtin_bswap64(x);
        word |= x * UINT64_C(0x0102040810204080) >> 56 << i;
    }
    return word;
}
#endif
#if CGI_HAS(CASTS)
/* Turns that were not counted one by one. */
static inline bool cgi_charge(struct cgi_run *run, uint32_t *fuel, uint64_t turns)
{
    *run->along += turns;
    for (; CGI_RARE(turns >= *fuel); *fuel = *run->fuel) {
        turns -= *fuel;
        if (run->refuel(run) != CGI_NEXT) return false;
    }
    *fuel -= (uint32_t)turns;
    return true;
}
/* The elements before `at` are done; the next one, if there is one, must be looked at by itself. */
static inline enum cgi_after cgi_cast_end(struct cgi_run *run, uint32_t *fuel, const int64_t **set, const int64_t *at,
                                          const int64_t *end, int64_t most, int64_t *element)
{
    uint64_t done = (uint64_t)(at - *set);
    bool again = at < end && *at <= most;
    if (again) *element = *at++;
    *set = at;
    if (!cgi_charge(run, fuel, done)) return CGI_STOP;
    return again ? CGI_JUMP : CGI_NEXT;
}
/* Behind the last of the ascending cells that is not above the limit; *kept: how many that were the last time, 0 at first. */
static inline const int64_t *cgi_reach(const int64_t *at, const int64_t *end, int64_t limit, uint64_t *kept)
{
    uint64_t count = (uint64_t)(end - at), k = *kept < count ? *kept : count;
    while (k < count && at[k] <= limit) k++;
    while (k > 0 && at[k - 1] > limit) k--;
    *kept = k;
    return at + k;
}
#if CGI_HAS(SUBMASKS)
/* As cgi_cast_end: x is the next one. */
static inline enum cgi_after cgi_submasks_end(struct cgi_run *run, uint32_t *fuel, int64_t *next, int64_t mask,
                                              int64_t most, int64_t x, uint64_t done, int64_t *element)
{
    bool again = x >= 0 && x <= most;
    *next = again ? cgi_submask_after(mask, x) : x;
    if (again) *element = x;
    if (!cgi_charge(run, fuel, done)) return CGI_STOP;
    return again ? CGI_JUMP : CGI_NEXT;
}
/* As cgi_cast, of numbers whose binary digits are digits of the mask, *next the next one of them. */
static inline enum cgi_after cgi_cast_submasks(struct cgi_run *run, uint32_t *fuel, int64_t *next, int64_t mask,
                                               int64_t most, int64_t *element, uint64_t index, uint64_t stride,
                                               uint64_t room, uint8_t *seen, uint64_t capacity, uint8_t stamp)
{
    const CGI_VALUE *values = run->values;
    const int64_t first = *element, deepest = room > (uint64_t)(INT64_MAX - first) ? INT64_MAX : first + (int64_t)room;
    const int64_t to = most < deepest ? most : deepest;
    const uint64_t top = index + (uint64_t)first * stride;
    uint64_t done = 0;
    int64_t x = *next;
    for (; x >= 0 && x <= to; x = cgi_submask_after(mask, x), done++) {
        CGI_VALUE value = values[top - (uint64_t)x * stride];
        if (CGI_RARE(value >= capacity)) break;
        seen[value] = stamp;
    }
    return cgi_submasks_end(run, fuel, next, mask, most, x, done, element);
}
#endif
/* The elements of a set that follow *element, whose option is at `index`, in a field that can fall by `room`: their
 * options are marked. CGI_JUMP: up to one that must be looked at by itself, which is *element then. kept: cgi_reach's, of an
 * ascending set; NULL: of any. */
static inline enum cgi_after cgi_cast(struct cgi_run *run, uint32_t *fuel, uint64_t *kept, const int64_t **set,
                                      const int64_t *end, int64_t most, int64_t *element, uint64_t index,
                                      uint64_t stride, uint64_t room, uint8_t *seen, uint64_t capacity, uint8_t stamp)
{
    const CGI_VALUE *values = run->values;
    const int64_t *at = *set, *to = end;
    const int64_t first = *element, deepest = room > (uint64_t)(INT64_MAX - first) ? INT64_MAX : first + (int64_t)room;
    const uint64_t top = index + (uint64_t)first * stride;
    if (kept) {
        to = cgi_reach(at, end, most < deepest ? most : deepest, kept);
        for (; to - at >= 4; at += 4) {
            CGI_VALUE a = values[top - (uint64_t)at[0] * stride], b = values[top - (uint64_t)at[1] * stride],
                      c = values[top - (uint64_t)at[2] * stride], d = values[top - (uint64_t)at[3] * stride];
            if (CGI_RARE((uint32_t)(a | b | c | d) >= capacity)) break;
            seen[a] = seen[b] = seen[c] = seen[d] = stamp;
        }
    }
    for (; at < to && *at <= most && *at >= first && *at <= deepest; at++) {
        CGI_VALUE value = values[top - (uint64_t)*at * stride];
        if (CGI_RARE(value >= capacity)) break;
        seen[value] = stamp;
    }
    return cgi_cast_end(run, fuel, set, at, end, most, element);
}
#endif
#if CGI_HAS(RAYS)
/* The distance between two of the last + 1 indices that lie evenly from `from` to `to`, the distance of small ones
 * by a division of 32 bits. */
static inline int64_t cgi_pace(uint64_t from, uint64_t to, uint32_t last)
{
    uint64_t way = from < to ? to - from : from - to;
    if (last > 1) way = way <= UINT32_MAX ? (uint32_t)way / last : way / last;
    return from < to ? (int64_t)way : -(int64_t)way;
}
/* The same of a ray whose last pace was *kept: mostly it is that again, which a product shows. */
static inline int64_t cgi_pace_again(int64_t *kept, uint64_t from, uint64_t to, uint32_t last)
{
    if (last == 0) return 0;
    if (CGI_RARE((uint64_t)*kept * last != to - from)) *kept = cgi_pace(from, to, last);
    return *kept;
}
/* Marks values[at], values[at + pace], ... The capacity is a power of 2, so four are below it if none has a bit from it
 * on. False: one is not. */
static inline bool cgi_mark_along(const CGI_VALUE *values, uint64_t at, int64_t pace, uint64_t count, uint8_t *seen,
                                  uint64_t capacity, uint8_t stamp)
{
    for (; count >= 4; count -= 4, at += 4 * (uint64_t)pace) {
        CGI_VALUE a = values[at], b = values[at + (uint64_t)pace], c = values[at + 2 * (uint64_t)pace],
                  d = values[at + 3 * (uint64_t)pace];
        if (CGI_RARE((uint32_t)(a | b | c | d) >= capacity)) return false;
        seen[a] = seen[b] = seen[c] = seen[d] = stamp;
    }
    for (; count; count--, at += (uint64_t)pace)
        if (!cgi_mark(seen, capacity, stamp, values[at])) return false;
    return true;
}
/* Marks the options of a ray whose indices lie evenly from `from` to `to`; false: the step must look at it. `kept`: of
 * this ray, 0 at first. */
static __attribute__((noinline, unused)) bool cgi_ray(struct cgi_run *run, uint32_t *fuel, int64_t *kept,
                                                      uint64_t current, int64_t low, int64_t high, int64_t from,
                                                      int64_t to)
{
    uint64_t last = (uint64_t)high - (uint64_t)low, at = (uint64_t)from;
    if (low > high) return true;
    if (at >= current || (uint64_t)to >= current || last >= CGI_SHORT_RAY || last >= *fuel - 1) return false;
    int64_t pace = cgi_pace_again(kept, at, (uint64_t)to, (uint32_t)last);
    bool adjacent = pace == 1 || pace == -1;
    if (pace == 0) last = 0;
    if (!cgi_mark_along(run->values, at, pace, last + 1, *run->seen, *run->capacity, *run->stamp)) return false;
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
    const CGI_VALUE *values = run->values;
    uint8_t *seen = *run->seen, stamp = *run->stamp;
    uint64_t capacity = *run->capacity, last = (uint64_t)high - (uint64_t)low, at = (uint64_t)from,
             other = (uint64_t)other_from;
    if (low > high) return true;
    if (at >= current || (uint64_t)to >= current || other >= current || (uint64_t)other_to >= current) return false;
    if (last >= CGI_SHORT_RAY || last >= *fuel - 1) return false;
    int64_t pace = cgi_pace(at, (uint64_t)to, (uint32_t)last),
            other_pace = cgi_pace(other, (uint64_t)other_to, (uint32_t)last);
    if (pace == 0 && other_pace == 0) last = 0;
    else if (from == other_to && to == other_from) last /= 2; /* the pairs come twice: table_ray */
    for (uint64_t i = 0; i <= last; i++, at += (uint64_t)pace, other += (uint64_t)other_pace) {
        uint32_t x = values[at], y = values[other];
        if (x == CGI_NONE || y == CGI_NONE || !cgi_mark(seen, capacity, stamp, x ^ y)) return false;
    }
    *fuel -= (uint32_t)last + 1;
    *run->along += last + 1;
    return true;
}
#endif
#if CGI_HAS(OUTCOMES)
static inline bool cgi_loses(const uint64_t *losses, uint64_t at) { return losses[at / 64] >> at % 64 & 1; }
#if CGI_HAS(CASTS)
/* As cgi_cast: up to an option that loses. */
static inline enum cgi_after cgi_cast_seek(struct cgi_run *run, uint32_t *fuel, const int64_t **set, const int64_t *end,
                                           int64_t most, int64_t *element, uint64_t index, uint64_t stride,
                                           uint64_t room)
{
    const uint64_t *losses = run->losses;
    const int64_t *at = *set;
    const int64_t first = *element;
    for (; at < end && *at <= most; at++) {
        uint64_t fall = (uint64_t)*at - (uint64_t)first;
        if (CGI_RARE(*at < first || fall > room || cgi_loses(losses, index - fall * stride))) break;
    }
    return cgi_cast_end(run, fuel, set, at, end, most, element);
}
#endif
#if CGI_HAS(SUBMASKS)
static inline enum cgi_after cgi_seek_submasks(struct cgi_run *run, uint32_t *fuel, int64_t *next, int64_t mask,
                                               int64_t most, int64_t *element, uint64_t index, uint64_t stride,
                                               uint64_t room)
{
    const int64_t first = *element;
    uint64_t done = 0;
    int64_t x = *next;
    for (; x >= 0 && x <= most; x = cgi_submask_after(mask, x), done++) {
        uint64_t fall = (uint64_t)x - (uint64_t)first;
        if (CGI_RARE(fall > room || cgi_loses(run->losses, index - fall * stride))) break;
    }
    return cgi_submasks_end(run, fuel, next, mask, most, x, done, element);
}
#endif
static inline void cgi_settle(uint64_t *losses, uint64_t at, bool wins)
{
    uint64_t bit = (uint64_t)1 << at % 64;
    losses[at / 64] = wins ? losses[at / 64] & ~bit : losses[at / 64] | bit;
}
/* Looks for a loss among the options of a ray; CGI_STOP: the step must look at it. */
static inline enum cgi_after cgi_seek(struct cgi_run *run, uint32_t *fuel, uint64_t current, int64_t low, int64_t high,
                                      int64_t from, int64_t to)
{
    uint64_t last = (uint64_t)high - (uint64_t)low, at = (uint64_t)from;
    if (low > high) return CGI_NEXT;
    *run->moved = true;
    if (at >= current || (uint64_t)to >= current || last >= *fuel - 1) return CGI_STOP;
    int64_t pace = cgi_pace(at, (uint64_t)to, (uint32_t)last);
    if (pace == 0) last = 0;
    for (uint64_t i = 0; i <= last; i++, at += (uint64_t)pace)
        if (cgi_loses(run->losses, at)) {
            *run->decided = true;
            return CGI_JUMP;
        }
    *fuel -= (uint32_t)last + 1;
    *run->along += last + 1;
    return CGI_NEXT;
}
#endif

#endif
