/* SPDX-License-Identifier: MIT */
/* The one allocator at the bottom of the house: counts bytes and can be told to fail.
 *
 *     void *p = mem_alloc(64);             // NULL when memory is out, or when the test switch says so
 *     p = mem_resize(p, 64, 128);          // old and new size; NULL leaves p as it was; to a smaller size never NULL
 *     mem_free(p, 128);                    // the size that is now held; p may be NULL
 *
 * Fresh memory is zeroed by mem_alloc, and the grown part by mem_resize. No other file of src/ calls malloc, calloc,
 * realloc or free (Lua is served through these as well; GMP takes no memory). Aligned to 16 bytes. Thread-safe counters. */
#ifndef CGI_BASE_MEM_H
#define CGI_BASE_MEM_H
#include <stddef.h>
#include <stdint.h>

void *mem_alloc(size_t size);
/* As mem_alloc but not zeroed: for large tables that are filled at once. */
void *mem_alloc_raw(size_t size);
/* The block is about to be written from end to end: its pages are asked for at once, which costs half of what it costs to meet them one
 * by one. Changes nothing else, and does nothing for blocks that are small, or mapped in large pages already. */
void mem_fill_soon(void *block, size_t size);
void *mem_resize(void *block, size_t old_size, size_t new_size);
void mem_free(void *block, size_t size);
/* Bytes held now, over the whole process. */
uint64_t mem_held(void);
/* From now on blocks of a quarter of a megabyte and more go back to the system when they are freed. (glibc otherwise keeps all sizes that
 * were freed once; a table that has grown by doubling then holds twice what it needs.) For a program as it starts: it concerns all blocks
 * of the process, and does nothing where the C library has no such choice. */
void mem_give_back(void);

/* Tests only: the n-th allocation from now (1 = the next) and all after it fail; 0 switches this off. */
void mem_fail_from(uint64_t nth);
/* The n-th allocation from now fails and it alone: what goes on after an unnoticed failure shows. 0: off. */
void mem_fail_only(uint64_t nth);
/* Allocations tried since the last call of either. */
uint64_t mem_tried(void);

#endif
