/* SPDX-License-Identifier: MIT */
/* Wythoff's game, SG table of N x N positions, option by option: what one writes in an evening.
 * usage: wythoff N     prints a checksum */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 300;
    uint16_t *g = calloc((size_t)n * (size_t)n, sizeof *g);
    uint32_t *seen = calloc((size_t)(4 * n + 8), sizeof *seen), stamp = 0;
    uint64_t sum = 0;
    if (!g || !seen) return 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            uint32_t m = 0;
            stamp++;
            for (int k = 0; k < i; k++) seen[g[k * n + j]] = stamp;
            for (int k = 0; k < j; k++) seen[g[i * n + k]] = stamp;
            for (int k = 1; k <= i && k <= j; k++) seen[g[(i - k) * n + j - k]] = stamp;
            while (seen[m] == stamp) m++;
            g[i * n + j] = (uint16_t)m;
            sum = sum * 31 + m;
        }
    printf("%" PRIu64 "\n", sum);
    free(g);
    free(seen);
    return 0;
}
