/* SPDX-License-Identifier: MIT */
/* For tests: codes and sets of heaps by the names that `cgi identify` gives them, played in the plainest way.
 *
 *     struct plain_code code;
 *     if (plain_code(&code, "octal 0.137")) plain_code_values(&code, 200, values);       // also "subtraction {1, 3}", "all but {2}" */
#ifndef PLAIN_CODE_H
#define PLAIN_CODE_H
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PLAIN_DIGITS = 64 };
struct plain_code {
    int bits[PLAIN_DIGITS]; /* bit j of digit d: d taken, j heaps left */
    bool rest;              /* and all larger takes */
};

static bool plain_set(struct plain_code *c, const char *at, bool but)
{
    c->rest = but;
    for (int d = 1; but && d < PLAIN_DIGITS; d++) c->bits[d] = 3;
    for (char *end; *at && *at != '}'; at = end) {
        long take = strtol(at, &end, 10);
        if (end == at || take < 1 || take >= PLAIN_DIGITS) return false;
        c->bits[take] = but ? 0 : 3;
        while (*end == ',' || *end == ' ') end++;
    }
    return *at == '}' && !at[1];
}

static bool plain_code(struct plain_code *c, const char *name)
{
    static const char digits[] = "0123456789ABCDEF";
    memset(c, 0, sizeof *c);
    if (strncmp(name, "subtraction {", 13) == 0) return plain_set(c, name + 13, false);
    if (strncmp(name, "all but {", 9) == 0) return plain_set(c, name + 9, true);
    const char *at = strncmp(name, "octal ", 6) == 0 ? name + 6 : NULL;
    if (!at || !*at || at[1] != '.' || !strchr(digits, *at)) return false;
    c->bits[0] = (int)(strchr(digits, *at) - digits);
    for (int d = 1; at[d + 1]; d++) {
        if (d == PLAIN_DIGITS || !strchr(digits, at[d + 1])) return false;
        c->bits[d] = (int)(strchr(digits, at[d + 1]) - digits);
    }
    return true;
}

static void plain_leave(bool *seen, const uint32_t *g, int bits, int64_t d, int64_t m)
{
    if (bits & 1 && m == 0 && d) seen[0] = true;
    if (bits & 2 && m > 0 && d) seen[g[m]] = true;
    for (int64_t a = 1; bits & 4 && 2 * a <= m; a++) seen[g[a] ^ g[m - a]] = true;
    for (int64_t a = 1; bits & 8 && 3 * a <= m; a++)
        for (int64_t b = a; a + 2 * b <= m; b++) seen[g[a] ^ g[b] ^ g[m - a - b]] = true;
}

static void plain_code_values(const struct plain_code *c, int64_t count, uint32_t *g)
{
    bool *seen = malloc(4 * (size_t)count + 64);
    if (!seen) abort();
    for (int64_t n = 0; n < count; n++) {
        memset(seen, 0, 4 * (size_t)count + 64);
        for (int64_t d = 0; d <= n && (d < PLAIN_DIGITS || c->rest); d++)
            plain_leave(seen, g, d < PLAIN_DIGITS ? c->bits[d] : 3, d, n - d);
        for (g[n] = 0; seen[g[n]];) g[n]++;
    }
    free(seen);
}

#endif
