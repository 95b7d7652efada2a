/* SPDX-License-Identifier: MIT */
/* Capacity doubles, so n pushes move O(n) elements in all. */
#include "base/vec.h"
#include <stdint.h>
#include <string.h>

enum { FIRST_CAPACITY = 8 };

/* The caller's pointer is not a void *, so it is copied as bytes. */
bool vec_grow(void **data, size_t *capacity, size_t size, size_t wanted)
{
    if (wanted <= *capacity) return true;
    size_t grown = *capacity <= SIZE_MAX / 2 ? *capacity * 2 : wanted;
    if (grown < FIRST_CAPACITY) grown = FIRST_CAPACITY;
    if (grown < wanted) grown = wanted;
    size_t bytes;
    if (__builtin_mul_overflow(grown, size, &bytes)) return false;
    void *block;
    memcpy(&block, data, sizeof block);
    block = mem_resize(block, *capacity * size, bytes);
    if (!block) return false;
    memcpy(data, &block, sizeof block);
    *capacity = grown;
    return true;
}
