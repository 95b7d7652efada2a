/* SPDX-License-Identifier: MIT */
/* What the rivals share. */
#ifndef BENCH_COMMON_H
#define BENCH_COMMON_H
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static inline void *xalloc(size_t n)
{
    void *p = NULL;
    if (posix_memalign(&p, 64, n ? n : 64)) {
        perror("alloc");
        exit(1);
    }
    return p;
}
static inline void *xzalloc(size_t n)
{
    void *p = xalloc(n);
    memset(p, 0, n);
    return p;
}
/* The answer: the one line on standard output. */
static inline void answer(uint64_t value) { printf("%" PRIu64 "\n", value); }
#endif
