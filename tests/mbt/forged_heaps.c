/* SPDX-License-Identifier: MIT */
/* Changed certificates of heaps: what cgi-verify accepts is true of values by definition. */
int verifier_main(int count, char **files);
#define main verifier_main
#include "../../verify/cgi-verify.c"
#undef main
#include "plain_heap.h"
#define FORGED_KIND "heaps"
#define FORGED_NAME name
enum { FAR = 2900 };
static struct plain_heap plain;
static struct plain_values values;
static long seen_period, seen_from;

static bool repeats_to(long p, long e, long last)
{
    for (long n = e; n + p <= last; n++)
        if (plain_value(&values, n) != plain_value(&values, n + p)) return false;
    return true;
}

static bool least_period_here(long p, long e)
{
    long last = e + 4 * p + 40 > FAR ? FAR : e + 4 * p + 40;
    if (p < 1 || e + 3 * p > FAR || !repeats_to(p, e, last)) return false;
    if (e && plain_value(&values, e - 1) == plain_value(&values, e - 1 + p)) return false;
    for (long q = 1; q < p; q++)
        if (p % q == 0 && repeats_to(q, e, last)) return false;
    seen_period = p, seen_from = e;
    return true;
}

static bool sum_of(const char *w, unsigned *sum)
{
    *sum = 0;
    for (; (w = strpbrk(w, "0123456789")); w += strspn(w, "0123456789")) {
        long left = 0, heap = atol(w);
        size_t length = strspn(w, "0123456789");
        if (length > 4 || heap > FAR) {
            if (!seen_period) return false;
            for (size_t i = 0; i < length; i++) left = (10 * left + (w[i] - '0')) % seen_period;
            heap = seen_from + ((left - seen_from) % seen_period + seen_period) % seen_period;
        }
        *sum ^= plain_value(&values, heap);
    }
    return true;
}

static bool line_is_true(const char *l)
{
    long p, e, n;
    unsigned v, sum;
    char won;
    int used = 0;
    if (plain_line(&plain, l)) return !plain.odd;
    if (sscanf(l, "period %ld from %ld", &p, &e) == 2) return least_period_here(p, e);
    if (sscanf(l, "value %u of%n", &v, &used) == 1 && used) return sum_of(l + used, &sum) && sum == v;
    if (sscanf(l, "outcome %c of%n", &won, &used) == 1 && used)
        return sum_of(l + used, &sum) && (sum != 0) == (won == 'N');
    if (sscanf(l, "none to %ld from to %ld by %ld", &p, &e, &n) != 3)
        return strcmp(l, "end") == 0 || strncmp(l, "cgi-", 4) == 0;
    for (long each = 1; each <= p; each++)
        if (n > FAR || repeats_to(each, e, n)) return false;
    return true;
}

static bool is_true(char *text)
{
    plain = (struct plain_heap){0};
    values = (struct plain_values){.rule = &plain};
    seen_period = 0;
    for (char *l = strtok(text, "\n"); l; l = strtok(NULL, "\n"))
        if (!line_is_true(l)) return false;
    return true;
}
#include "forged.h"
