/* SPDX-License-Identifier: MIT */
/* Codes of take-and-break games: .6  .77  .007  4.x  grundy */
#ifndef BENCH_CODES_H
#define BENCH_CODES_H
#include "common.h"

struct game {
    int ndig, unequal;
    uint8_t d[64]; /* bit0: take all, bit1: leave one heap, bit2: leave two */
};
static inline void parse(struct game *G, const char *s)
{
    memset(G, 0, sizeof *G);
    if (!strcmp(s, "grundy")) {
        G->ndig = 1;
        G->d[0] = 4;
        G->unequal = 1;
        return;
    }
    int i = 1;
    if (*s != '.') G->d[0] = (uint8_t)(*s++ - '0');
    if (*s == '.') s++;
    for (; *s; s++, i++) G->d[i] = (uint8_t)(*s - '0');
    G->ndig = i;
}

#endif
