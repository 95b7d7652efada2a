/* SPDX-License-Identifier: MIT */
/* Growing arrays of any type.
 *
 *     VEC(int64_t) heaps = {0};
 *     if (!vec_push(&heaps, 5)) return ST_NO_MEMORY;       // false if memory runs out; the array is unchanged
 *     for (size_t i = 0; i < heaps.count; i++) use(heaps.data[i]);
 *     vec_free(&heaps);
 *
 * A named type: typedef VEC(struct span) span_vec;  vec_reserve makes room for `extra` more elements. */
#ifndef CGI_BASE_VEC_H
#define CGI_BASE_VEC_H
#include <stdbool.h>
#include <stddef.h>
#include "base/mem.h"

#define VEC(T)                                                                                                         \
    struct {                                                                                                           \
        T *data;                                                                                                       \
        size_t count;                                                                                                  \
        size_t capacity;                                                                                               \
    }

/* Grows data (of elements of `size` bytes) to hold `wanted` elements; false if memory runs out. */
bool vec_grow(void **data, size_t *capacity, size_t size, size_t wanted);

#define vec_reserve(v, extra)                                                                                          \
    ((v)->count + (extra) <= (v)->capacity ||                                                                          \
     vec_grow((void **)&(v)->data, &(v)->capacity, sizeof *(v)->data, (v)->count + (extra)))
#define vec_push(v, ...) (vec_reserve(v, 1) && (((v)->data[(v)->count++] = (__VA_ARGS__)), true))
/* The address of item i; NULL for an empty vector that has no data yet. */
#define vec_from(v, i) ((v)->data ? (v)->data + (i) : NULL)
#define vec_pop(v) ((v)->data[--(v)->count])
#define vec_free(v)                                                                                                    \
    (mem_free((v)->data, (v)->capacity * sizeof *(v)->data), (v)->data = NULL, (v)->count = (v)->capacity = 0)

#endif
