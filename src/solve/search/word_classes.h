/* SPDX-License-Identifier: MIT */
/* Sets of cells of one word that are joined where they meet. Only for the files on constants of one word; all of it is inlined. */
#ifndef CGI_SOLVE_SEARCH_WORD_CLASSES_H
#define CGI_SOLVE_SEARCH_WORD_CLASSES_H
#include <stddef.h>
#include <stdint.h>
#include "solve/search/mask_constants.h"

struct word_classes {
    uint64_t cells[64], whole[64]; /* `whole`: with constants */
    size_t count;
};

static inline void word_classes_join(struct word_classes *classes, uint64_t cells)
{
    size_t left = 0;
    for (size_t k = 0; k < classes->count; k++) {
        uint64_t other = classes->cells[k];
        if (!(cells & ~other)) return; /* no other one has been met */
        if (cells & other) cells |= other;
        else classes->cells[left++] = other;
    }
    classes->cells[left] = cells;
    classes->count = left + 1;
}

/* The class of these cells, which are within one. */
static inline size_t word_classes_of(const struct word_classes *classes, uint64_t cells)
{
    size_t k = 0;
    while (!(cells & classes->cells[k])) k++;
    return k;
}

static inline void word_classes_begin_wholes(struct word_classes *classes)
{
    for (size_t k = 0; k < classes->count; k++) classes->whole[k] = classes->cells[k];
}

static inline size_t word_classes_write(const struct word_classes *classes, struct constant_class *to)
{
    for (size_t k = 0; k < classes->count; k++)
        to[k] = (struct constant_class){{{classes->cells[k]}}, {{classes->whole[k]}}};
    return classes->count;
}

#endif
