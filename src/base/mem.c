/* SPDX-License-Identifier: MIT */
/* The allocator counts what is held and numbers each attempt, so that a test can make the n-th one fail. The counters
 * and the list of mapped blocks are the only mutable static state of the program; they are atomic because solvers may
 * run on several threads.
 *
 * Blocks of 2 MB and more are mapped from the kernel, on an address that 2 MB divide, with a wish for pages of that
 * size: a table that is filled meets one page fault where it met 512, which cost more than what is written. They are told
 * from malloc's by the list of their addresses, which is looked at only where 2 MB divide an address. */
#include "base/mem.h"
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

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

/* ---- blocks of the kernel's ------------------------------------------------------------------------------------- */
enum { PAGE = 1 << 16, HUGE_PAGE = 1 << 21, MOST_MAPPED = 128 }; /* PAGE: no processor's small pages are larger */

/* Sizes from here on are mapped. With redzones around blocks larger ones alone, so that tests meet both. */
#ifdef __SANITIZE_ADDRESS__
static const size_t mapped_from = 16 * (size_t)HUGE_PAGE;
#else
static const size_t mapped_from = HUGE_PAGE;
#endif

static atomic_uintptr_t mapped[MOST_MAPPED]; /* their addresses; 0: free. If all are taken, malloc serves */

/* One entry goes from one address to another. */
static bool replace_entry(uintptr_t from, uintptr_t to)
{
    for (int i = 0; i < MOST_MAPPED; i++) {
        uintptr_t found = from;
        if (atomic_compare_exchange_strong(&mapped[i], &found, to)) return true;
    }
    return false;
}

static bool is_mapped(const void *block)
{
    if ((uintptr_t)block % HUGE_PAGE != 0) return false;
    for (int i = 0; i < MOST_MAPPED; i++)
        if (atomic_load(&mapped[i]) == (uintptr_t)block) return true;
    return false;
}

static size_t in_pages(size_t size) { return (at_least_one(size) + PAGE - 1) / PAGE * PAGE; }

static void unmap(void *block, size_t size)
{
    replace_entry((uintptr_t)block, 0);
    munmap(block, in_pages(size));
}

static void *map(size_t size)
{
    size_t length = in_pages(size), whole = length + HUGE_PAGE;
    char *all = mmap(NULL, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) return NULL;
    size_t before = (HUGE_PAGE - (uintptr_t)all % HUGE_PAGE) % HUGE_PAGE;
    char *block = all + before;
    if (before) munmap(all, before);
    if (before < HUGE_PAGE) munmap(block + length, HUGE_PAGE - before);
    if (!replace_entry(0, (uintptr_t)block)) return munmap(block, length), NULL;
#ifdef MADV_HUGEPAGE
    madvise(block, length, MADV_HUGEPAGE); /* a wish: without it pages are small */
#endif
    return block;
}

/* ---- all blocks ------------------------------------------------------------------------------------------------- */
/* calloc does not reuse what this thread has freed, and saves nothing where a block is not fresh from the kernel. */
enum { SMALL = 1 << 14 };

static void *allocate(size_t size, bool zeroed)
{
    void *block = size >= mapped_from ? map(size) : NULL;
    if (block) return block;
    if (zeroed && size > SMALL) return calloc(1, size);
    block = malloc(at_least_one(size));
    return block && zeroed ? memset(block, 0, size) : block;
}

void *mem_alloc(size_t size)
{
    if (!may_allocate(size)) return NULL;
    return count_block(allocate(size, true), size);
}

void *mem_alloc_raw(size_t size)
{
    if (!may_allocate(size)) return NULL;
    return count_block(allocate(size, false), size);
}

void mem_fill_soon(void *block, size_t size)
{
#ifdef MADV_POPULATE_WRITE
    uintptr_t from = ((uintptr_t)block + PAGE - 1) / PAGE * PAGE, to = ((uintptr_t)block + size) / PAGE * PAGE;
    if (size < mapped_from && from < to) madvise((void *)from, to - from, MADV_POPULATE_WRITE); /* a wish, too */
#else
    (void)block, (void)size;
#endif
}

static void release(void *block, size_t size) { is_mapped(block) ? unmap(block, size) : free(block); }

/* A mapped block in a larger one: the pages themselves move. */
static bool move_pages(void *block, size_t old_size, void *larger)
{
#ifdef MREMAP_FIXED
    size_t length = in_pages(old_size);
    memset((char *)block + old_size, 0, length - old_size); /* was in use if the block was larger once */
    if (mremap(block, length, length, MREMAP_MAYMOVE | MREMAP_FIXED, larger) == larger)
        return replace_entry((uintptr_t)block, 0);
#endif
    return (void)block, (void)old_size, (void)larger, false;
}

/* The block in a larger one in another place, where what is behind it is 0. NULL leaves it as it was. */
static void *move(void *block, size_t old_size, size_t new_size)
{
    void *larger = allocate(new_size, true);
    if (!larger) return NULL;
    if (is_mapped(block) && is_mapped(larger) && move_pages(block, old_size, larger)) return larger;
    memcpy(larger, block, old_size);
    release(block, old_size);
    return larger;
}

static void *grow(void *block, size_t old_size, size_t new_size)
{
    if (!block) return allocate(new_size, true);
    if (is_mapped(block) || new_size >= mapped_from) return move(block, old_size, new_size);
    char *grown = realloc(block, at_least_one(new_size));
    if (grown) memset(grown + old_size, 0, new_size - old_size);
    return grown;
}

/* Where there is no smaller block, the old one is larger than it is said to be until it is freed. */
static void *shrink(void *block, size_t old_size, size_t new_size)
{
    if (!is_mapped(block)) {
        void *smaller = realloc(block, at_least_one(new_size));
        return smaller ? smaller : block;
    }
    size_t from = in_pages(new_size), to = in_pages(old_size);
    if (from < to) munmap((char *)block + from, to - from);
    return block;
}

void *mem_resize(void *block, size_t old_size, size_t new_size)
{
    bool shrinks = block && new_size <= old_size;
    if (!shrinks && !may_allocate(new_size)) return NULL;
    block = shrinks ? shrink(block, old_size, new_size) : grow(block, old_size, new_size);
    if (!block) return NULL;
    atomic_fetch_add_explicit(&held, (uint64_t)new_size - (uint64_t)old_size, memory_order_relaxed);
    return block;
}

void mem_free(void *block, size_t size)
{
    if (!block) return;
    atomic_fetch_sub_explicit(&held, size, memory_order_relaxed);
    release(block, size);
}

void mem_give_back(void)
{
#ifdef M_MMAP_THRESHOLD
    enum { APART = 1 << 18 }; /* what is set is not raised by blocks that are freed */
    mallopt(M_MMAP_THRESHOLD, APART);
    mallopt(M_TRIM_THRESHOLD, 2 * APART);
#endif
}

uint64_t mem_held(void) { return atomic_load_explicit(&held, memory_order_relaxed); }

void mem_fail_from(uint64_t nth)
{
    atomic_store_explicit(&tried, 0, memory_order_relaxed);
    atomic_store_explicit(&fail_from, nth, memory_order_relaxed);
}

void mem_fail_only(uint64_t nth) { mem_fail_from(nth ? nth | ONCE : 0); }

uint64_t mem_tried(void) { return atomic_load_explicit(&tried, memory_order_relaxed); }
