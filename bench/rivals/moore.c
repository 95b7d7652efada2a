/* SPDX-License-Identifier: MIT */
/* Moore's Nim with k = 2, five heaps of at most H, SG values of all (H+1)^5 ordered positions.
 * usage: moore H       prints the largest value */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int h = argc > 1 ? atoi(argv[1]) : 12, b = h + 1;
    int stride[5] = {1, b, b * b, b * b * b, b * b * b * b}, count = stride[4] * b, heap[5], most = 0;
    uint16_t *g = calloc((size_t)count, sizeof *g);
    static uint32_t seen[65536];
    if (!g) return 1;
    for (int s = 0; s < count; s++) {
        uint32_t stamp = (uint32_t)s + 1;
        for (int i = 0, x = s; i < 5; i++, x /= b) heap[i] = x % b;
        for (int i = 0; i < 5; i++)
            for (int a = 1; a <= heap[i]; a++) {
                seen[g[s - a * stride[i]]] = stamp;
                for (int j = i + 1; j < 5; j++)
                    for (int c = 1; c <= heap[j]; c++) seen[g[s - a * stride[i] - c * stride[j]]] = stamp;
            }
        int m = 0;
        while (seen[m] == stamp) m++;
        g[s] = (uint16_t)m;
        if (m > most) most = m;
    }
    printf("%d\n", most);
    free(g);
    return 0;
}
