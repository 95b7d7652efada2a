/* SPDX-License-Identifier: MIT */
/* Explicit graphs: `dag gen N M FILE` writes a random acyclic graph as "u v" lines after an "N M" line; `dag solve FILE`
 * reads it with its own number parser into compressed rows, sorts it topologically and prints the value of node 0. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = 88172645463325252u;
static uint64_t next_random(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static int generate(uint32_t n, uint32_t m, const char *name)
{
    FILE *out = fopen(name, "w");
    uint32_t *order = malloc(n * sizeof *order);
    if (!out || !order) return 1;
    for (uint32_t i = 0; i < n; i++) order[i] = i;
    for (uint32_t i = n - 1; i > 0; i--) {
        uint32_t j = (uint32_t)(next_random() % (i + 1)), t = order[i];
        order[i] = order[j];
        order[j] = t;
    }
    fprintf(out, "%u %u\n", n, m);
    for (uint32_t e = 0; e < m; e++) {
        uint32_t a = (uint32_t)(next_random() % n), b = (uint32_t)(next_random() % n);
        while (a == b) b = (uint32_t)(next_random() % n);
        fprintf(out, "%u %u\n", order[a > b ? a : b], order[a > b ? b : a]);
    }
    free(order);
    return fclose(out) != 0;
}

static char *read_all(const char *name)
{
    FILE *in = fopen(name, "rb");
    if (!in || fseek(in, 0, SEEK_END) != 0) return NULL;
    long size = ftell(in);
    char *text = malloc((size_t)size + 1);
    rewind(in);
    if (!text || fread(text, 1, (size_t)size, in) != (size_t)size) return NULL;
    text[size] = 'x';
    fclose(in);
    return text;
}

static uint32_t number(const char **p)
{
    uint32_t x = 0, d;
    while ((unsigned)(**p - '0') > 9) ++*p;
    while ((d = (uint32_t)(**p - '0')) <= 9) {
        x = 10 * x + d;
        ++*p;
    }
    return x;
}

static int solve(const char *name)
{
    char *text = read_all(name);
    const char *p = text;
    if (!text) return 1;
    uint32_t n = number(&p), m = number(&p), head = 0, tail = 0;
    uint32_t *edge = malloc(2 * (size_t)m * sizeof *edge), *first = calloc(n + 2, sizeof *first);
    uint32_t *to = malloc((size_t)m * sizeof *to), *in = calloc(n, sizeof *in), *queue = malloc(n * sizeof *queue);
    uint32_t *g = calloc(n, sizeof *g), *seen = calloc((size_t)m + 2, sizeof *seen);
    if (!edge || !first || !to || !in || !queue || !g || !seen) return 1;
    for (size_t i = 0; i < 2 * (size_t)m; i++) edge[i] = number(&p);
    for (size_t i = 0; i < m; i++) first[edge[2 * i] + 2]++;
    for (uint32_t i = 0; i < n; i++) first[i + 2] += first[i + 1];
    for (size_t i = 0; i < m; i++) {
        to[first[edge[2 * i] + 1]++] = edge[2 * i + 1];
        in[edge[2 * i + 1]]++;
    }
    for (uint32_t i = 0; i < n; i++)
        if (!in[i]) queue[tail++] = i;
    while (head < tail) {
        uint32_t u = queue[head++];
        for (uint32_t i = first[u]; i < first[u + 1]; i++)
            if (!--in[to[i]]) queue[tail++] = to[i];
    }
    for (uint32_t k = n; k-- > 0;) {
        uint32_t u = queue[k], v = 0;
        for (uint32_t i = first[u]; i < first[u + 1]; i++) seen[g[to[i]]] = u + 1;
        while (seen[v] == u + 1) v++;
        g[u] = v;
    }
    printf("%" PRIu32 "\n", g[0]);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 5 && strcmp(argv[1], "gen") == 0)
        return generate((uint32_t)atoi(argv[2]), (uint32_t)atoi(argv[3]), argv[4]);
    if (argc == 3 && strcmp(argv[1], "solve") == 0) return solve(argv[2]);
    fputs("usage: dag gen N M FILE | dag solve FILE\n", stderr);
    return 2;
}
