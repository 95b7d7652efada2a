/* SPDX-License-Identifier: MIT */
/* Changed certificates of values that grow: what cgi-verify-growth accepts is true of values by definition. */
int verifier_main(int count, char **files);
#define main verifier_main
#include "../../verify/cgi-verify-growth.c"
#undef main
#define FORGED_KIND "growth"
#define FORGED_NAME name
#define FORGED_SETUP most_heaps = 5000
enum { FAR = 1200, PLAIN_LISTS = 200, PLAIN_TAKES = 200 };
static long plain_modulus, plain_from, plain_near, takes[PLAIN_LISTS][PLAIN_TAKES], counts[PLAIN_LISTS], sg[FAR + 1],
    sg_known;
static long seen_period, seen_saltus, seen_from;

/* Every option of heap n by itself. */
static long plain_value(long n)
{
    for (; sg_known <= n; sg_known++) {
        static bool seen[FAR + 2];
        long m = sg_known, which = m < plain_from ? m : plain_from + m % plain_modulus, v = 0;
        memset(seen, 0, sizeof seen);
        for (long i = 0; i < counts[which]; i++)
            seen[sg[m < plain_from ? takes[which][i] : m - takes[which][i]]] = true;
        for (long r = 0; m >= plain_from && r < m - plain_near; r++) seen[sg[r]] = true;
        while (seen[v]) v++;
        sg[m] = v;
    }
    return sg[n];
}

static bool plain_list(long which, const char *l)
{
    long n;
    int used;
    if (which < 0 || which >= PLAIN_LISTS) return false;
    for (; sscanf(l, " %ld%n", &n, &used) == 1; l += used) {
        if (counts[which] == PLAIN_TAKES) return false;
        takes[which][counts[which]++] = n;
    }
    return true;
}

static bool repeats_to(long p, long s, long e)
{
    for (long n = e; n + p <= FAR; n++)
        if (plain_value(n + p) != plain_value(n) + s) return false;
    return true;
}

static bool grows_so(long p, long s, long e)
{
    if (p < 1 || e + 4 * p > FAR || !repeats_to(p, s, e)) return false;
    if (e && plain_value(e - 1 + p) == plain_value(e - 1) + s) return false;
    for (long q = 1; q < p; q++)
        for (long t = 0; t <= s; t++)
            if (repeats_to(q, t, e)) return false;
    seen_period = p, seen_saltus = s, seen_from = e;
    return true;
}

static bool sum_is(const char *w, long stated_value)
{
    long sum = 0;
    for (; (w = strpbrk(w, "0123456789")); w += strspn(w, "0123456789")) {
        long heap = atol(w), times = 0;
        if (heap > FAR && !seen_period) return false;
        if (heap > FAR) times = (heap - seen_from) / seen_period;
        sum ^= plain_value(heap - times * seen_period) + times * seen_saltus;
    }
    return sum == stated_value;
}

static bool is_true(char *text)
{
    seen_period = sg_known = plain_modulus = 0;
    memset(counts, 0, sizeof counts);
    for (char *l = strtok(text, "\n"); l; l = strtok(NULL, "\n")) {
        long p, s, e;
        int used = 0;
        if (sscanf(l, "rule all but modulus %ld from %ld near %ld", &p, &s, &e) == 3) {
            plain_modulus = p, plain_from = s, plain_near = e;
            if (p + s > PLAIN_LISTS) return false;
        }
        if (sscanf(l, "heap %ld to%n", &p, &used) == 1 && used && !plain_list(p, l + used)) return false;
        if (sscanf(l, "residue %ld takes%n", &p, &used) == 1 && used && !plain_list(plain_from + p, l + used))
            return false;
        if (sscanf(l, "grows %ld by %ld from %ld", &p, &s, &e) == 3 && !grows_so(p, s, e)) return false;
        if (sscanf(l, "value %ld of%n", &p, &used) == 1 && used && !sum_is(l + used, p)) return false;
    }
    return plain_modulus > 0;
}
#include "forged.h"
