/* SPDX-License-Identifier: MIT */
/* A rule of a heap as docs/manual/certificates.md has it, read and played in the plainest way, for judging what readers accept.
 *
 *     struct plain_heap rule = {0};
 *     if (plain_line(&rule, "rule subtraction 1 2")) ...                  // true: the line is of a rule
 *     plain_options(&rule, 5, count_it, &context);                       // calls it with each option: up to three heaps, 0 where there is none */
#ifndef PLAIN_HEAP_H
#define PLAIN_HEAP_H
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAIN_PIECES = 64, PLAIN_LISTS = 64 };
struct plain_heap {
    int pieces, modulus, from;
    struct {
        long take, heaps, least, apart, from; /* heaps: bits */
    } piece[PLAIN_PIECES];
    int list[PLAIN_LISTS][PLAIN_LISTS],
        length[PLAIN_LISTS]; /* rule heaps: of the heaps below `from`, then of the residues */
    bool known, listed, odd; /* odd: more than this can say */
};

static void plain_piece(struct plain_heap *r, long take, long heaps)
{
    if (r->pieces == PLAIN_PIECES) r->odd = true;
    else r->piece[r->pieces].take = take, r->piece[r->pieces].heaps = heaps, r->piece[r->pieces++].least = 1;
}

static void plain_code(struct plain_heap *r, const char *code)
{
    static const char shown[] = "0123456789abcdef";
    if (*code && strchr(shown, *code)) plain_piece(r, 0, strchr(shown, *code) - shown);
    for (int d = 1; code[0] && code[1] == '.' && code[d + 1] > ' '; d++)
        if (strchr(shown, code[d + 1])) plain_piece(r, d, strchr(shown, code[d + 1]) - shown);
}

static void plain_take(struct plain_heap *r, const char *l)
{
    long n;
    int used = 0;
    bool minus = strncmp(l, "minus ", 6) == 0;
    if (sscanf(l + (minus ? 6 : 0), "%ld leaves%n", &n, &used) != 1) return;
    plain_piece(r, minus ? -n : n, 0);
    if (r->odd) return;
    for (l += used + (minus ? 6 : 0); *l;) {
        char what[8] = "";
        if (sscanf(l, " least %ld%n", &n, &used) == 1) r->piece[r->pieces - 1].least = n;
        else if (sscanf(l, " apart %ld%n", &n, &used) == 1) r->piece[r->pieces - 1].apart = n;
        else if (sscanf(l, " from %ld%n", &n, &used) == 1) r->piece[r->pieces - 1].from = n;
        else if (sscanf(l, " %7[0-9]%n", what, &used) == 1) r->piece[r->pieces - 1].heaps |= 1L << (atoi(what) & 31);
        else return;
        l += used;
    }
}

static void plain_list(struct plain_heap *r, long which, const char *l)
{
    long n;
    int used;
    if (which < 0 || which >= PLAIN_LISTS) {
        r->odd = true;
        return;
    }
    for (int i = 0; sscanf(l, " %ld%n", &n, &used) == 1; l += used, r->length[which] = ++i) {
        if (i + 1 == PLAIN_LISTS || n > 100000) {
            r->odd = true;
            break;
        }
        r->list[which][i] = (int)n;
    }
}

static bool plain_line(struct plain_heap *r, const char *l)
{
    int used = 0;
    long n;
    if (strncmp(l, "rule ", 5) == 0) r->known = true;
    if (strncmp(l, "rule code ", 10) == 0) return plain_code(r, l + 10), true;
    if (strncmp(l, "rule subtraction", 16) == 0) {
        for (l += 16; sscanf(l, " %ld%n", &n, &used) == 1; l += used) plain_piece(r, n, 3);
        return true;
    }
    if (strncmp(l, "rule takes", 10) == 0) return true;
    if (sscanf(l, "rule heaps modulus %d from %d", &r->modulus, &r->from) == 2) {
        r->listed = true, r->odd = r->odd || r->modulus + r->from > PLAIN_LISTS;
        return true;
    }
    if (strncmp(l, "take ", 5) == 0) return plain_take(r, l + 5), true;
    if (sscanf(l, "heap %ld to%n", &n, &used) == 1 && used) return plain_list(r, n, l + used), true;
    if (sscanf(l, "residue %ld takes%n", &n, &used) == 1 && used) return plain_list(r, r->from + n, l + used), true;
    return false;
}

typedef void plain_each(void *context, const long *heap);
static void plain_options(const struct plain_heap *r, long n, plain_each *each, void *context)
{
    for (int i = 0; i < r->pieces; i++) {
        long rest = n - r->piece[i].take, heaps = r->piece[i].heaps;
        if (heaps & 1 && rest == 0) each(context, (long[3]){0});
        if (heaps & 2 && rest >= 1) each(context, (long[3]){rest});
        for (long a = 1; heaps & 4 && a <= rest - a; a++)
            if (n >= r->piece[i].from && a >= r->piece[i].least && rest - 2 * a >= r->piece[i].apart)
                each(context, (long[3]){a, rest - a});
        for (long a = 1; heaps & 8 && a <= rest; a++)
            for (long b = a; rest - a - b >= b; b++) each(context, (long[3]){a, b, rest - a - b});
    }
    if (!r->listed) return;
    int k = n < r->from ? (int)n : r->from + (int)(n % r->modulus);
    for (int i = 0; i < r->length[k]; i++) each(context, (long[3]){n < r->from ? r->list[k][i] : n - r->list[k][i]});
}

/* ---- values by definition ---- */
enum { PLAIN_VALUES = 4096 };
struct plain_values {
    const struct plain_heap *rule;
    int known;
    unsigned value[3000];
    bool seen[PLAIN_VALUES];
};
static void plain_see(void *context, const long *heap)
{
    struct plain_values *v = context;
    v->seen[(v->value[heap[0]] ^ v->value[heap[1]] ^ v->value[heap[2]]) % PLAIN_VALUES] = true;
}
/* Of heap n < 3000; heaps that are none (0) have the value 0. */
static inline unsigned plain_value(struct plain_values *v, long n)
{
    for (; v->known <= n; v->known++) {
        unsigned m = 0;
        memset(v->seen, 0, sizeof v->seen);
        plain_options(v->rule, v->known, plain_see, v);
        while (v->seen[m]) m++;
        v->value[v->known] = m;
    }
    return v->value[n];
}
#endif
