/* SPDX-License-Identifier: MIT */
/* The allocator counts what is held and numbers each attempt, so that a test can make the n-th one fail. The counters
 * are the only mutable static state of the program; they are atomic because solvers may run on several threads. */
#include "base/mem.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static atomic_uint_least64_t held;
static atomic_uint_least64_t tried;
static atomic_uint_least64_t fail_from; /* with the bit ONCE: that one fails alone */

#define ONCE ((uint64_t)1 << 63)

/* Numbers this attempt and says whether it may go ahead. Sizes beyond PTRDIFF_MAX are never meant. */
static bool may_allocate(size_t size)
{
    uint64_t number = atomic_fetch_add_explicit(&tried, 1, memory_order_relaxed) + 1;
    uint64_t first_failure = atomic_load_explicit(&fail_from, memory_order_relaxed);
    bool refused = first_failure & ONCE ? number == (first_failure ^ ONCE) : first_failure && number >= first_failure;
    return size <= PTRDIFF_MAX && !refused;
}

static void *count_block(void *block, size_t size)
{
    if (block) atomic_fetch_add_explicit(&held, size, memory_order_relaxed);
    return block;
}

/* An empty block still gets an address of its own: NULL means failure only. */
static size_t at_least_one(size_t size) { return size ? size : 1; }

void *mem_alloc(size_t size)
{
    if (!may_allocate(size)) return NULL;
    return count_block(calloc(1, at_least_one(size)), size);
}

void *mem_alloc_raw(size_t size)
{
    if (!may_allocate(size)) return NULL;
    return count_block(malloc(at_least_one(size)), size);
}

void *mem_resize(void *block, size_t old_size, size_t new_size)
{
    bool shrinks = block && new_size <= old_size;
    if (!shrinks && !may_allocate(new_size)) return NULL;
    char *grown = realloc(block, at_least_one(new_size));
    if (!grown && shrinks) grown = block; /* larger than it is said to be, until it is freed */
    if (!grown) return NULL;
    if (new_size > old_size) memset(grown + old_size, 0, new_size - old_size);
    atomic_fetch_add_explicit(&held, (uint64_t)new_size - (uint64_t)old_size, memory_order_relaxed);
    return grown;
}

void mem_free(void *block, size_t size)
{
    if (!block) return;
    atomic_fetch_sub_explicit(&held, size, memory_order_relaxed);
    free(block);
}

uint64_t mem_held(void) { return atomic_load_explicit(&held, memory_order_relaxed); }

void mem_fail_from(uint64_t nth)
{
    atomic_store_explicit(&tried, 0, memory_order_relaxed);
    atomic_store_explicit(&fail_from, nth, memory_order_relaxed);
}

void mem_fail_only(uint64_t nth) { mem_fail_from(nth ? nth | ONCE : 0); }

uint64_t mem_tried(void) { return atomic_load_explicit(&tried, memory_order_relaxed); }
