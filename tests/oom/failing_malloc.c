/* SPDX-License-Identifier: MIT */
/* To be loaded before the C library: the allocation of number $FAIL_AT, counted from 1 over the whole process, and with
 * FAIL_ALL all after it, gets no memory, whoever asks for it. The number of allocations goes to the file $FAIL_COUNT. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);

static atomic_ullong tried;

static bool refused(void)
{
    const char *at = getenv("FAIL_AT");
    unsigned long long number = atomic_fetch_add(&tried, 1) + 1, first = at ? strtoull(at, NULL, 10) : 0;
    if (!first || (getenv("FAIL_ALL") ? number < first : number != first)) return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size) { return refused() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return refused() ? NULL : __libc_calloc(count, size); }
void *realloc(void *block, size_t size) { return refused() ? NULL : __libc_realloc(block, size); }

__attribute__((destructor)) static void write_count(void)
{
    const char *path = getenv("FAIL_COUNT");
    if (!path) return;
    unsigned long long count = atomic_load(&tried);
    FILE *file = fopen(path, "w");
    if (!file) return;
    fprintf(file, "%llu\n", count);
    fclose(file);
}
