/* SPDX-License-Identifier: MIT */
#include "code/machine/split_lists.h"
#include <stdlib.h>

enum { GAP = 2048 }; /* a longer one ends a chunk */

static int by_partners(const void *a, const void *b)
{
    const struct split_offset *x = a, *y = b;
    if (x->partners != y->partners) return x->partners < y->partners ? -1 : 1;
    return (x->distance > y->distance) - (x->distance < y->distance);
}

void split_offsets_sort(split_offsets *o)
{
    if (o->count) qsort(o->data, o->count, sizeof *o->data, by_partners);
}

size_t split_chunk_extent(const split_offsets *o, size_t from)
{
    const struct split_offset *first = &o->data[from];
    size_t i = from + 1;
    while (i < o->count && o->data[i].partners == first->partners &&
           o->data[i].distance - first->distance <= SPLIT_SPAN && o->data[i].distance - o->data[i - 1].distance <= GAP)
        i++;
    return i - from;
}

enum {
    WORDS_MOST = (SPLIT_SPAN + 64) / 64 + 1 + SPLIT_WORDS + 7,
    BYTES_MOST = SPLIT_SHIFTS * (WORDS_MOST + SPLIT_OVER) * 8
};
_Static_assert((int)BYTES_MOST <= UINT16_MAX, "places in the copies fit 16 bits");

/* Those with most places first; insertion, as neighbours are of about the same number. */
static void put_in_order(struct sweep_lists *l, size_t values)
{
    for (size_t v = 0; v < values; v++) {
        uint32_t count = l->first[v + 1] - l->first[v];
        size_t k = l->count;
        if (count == 0) continue;
        for (; k > 0 && l->first[l->order[k - 1] + 1] - l->first[l->order[k - 1]] < count; k--)
            l->order[k] = l->order[k - 1];
        l->order[k] = (uint16_t)v;
        l->count++;
    }
}

/* Counting sort by value. */
static void fill_lists(struct split_chunk *c, const struct split_offset *offsets)
{
    uint32_t *first = c->lists.first;
    for (size_t i = 0; i < c->entries; i++) first[offsets[i].value + 1]++;
    for (size_t v = 0; v < c->values; v++) first[v + 1] += first[v];
    for (size_t i = c->entries; i-- > 0;) { /* first[v + 1] is used as the end, and is then the start of v */
        uint64_t ahead = c->back - offsets[i].distance;
        size_t at = (ahead & 7) * (c->words + SPLIT_OVER) * sizeof(uint64_t) + (ahead >> 3);
        c->shifts |= 1u << (ahead & 7);
        c->lists.at[--first[offsets[i].value + 1]] = (uint16_t)at;
    }
    for (size_t v = 0; v < c->values; v++) first[v] = first[v + 1];
    first[c->values] = (uint32_t)c->entries;
    put_in_order(&c->lists, c->values);
}

enum status split_chunk_make(struct split_chunk *c, const struct split_offset *offsets, size_t count, size_t values)
{
    *c = (struct split_chunk){.values = values, .entries = count, .partners = offsets[0].partners};
    c->back = (offsets[count - 1].distance + 63) / 64 * 64;
    c->words = (size_t)((c->back - offsets[0].distance) / 64 + 1 + SPLIT_WORDS + 7) / 8 * 8;
    c->lists.first = mem_alloc((values + 2) * sizeof *c->lists.first);
    c->lists.at = mem_alloc_raw(count * sizeof *c->lists.at);
    c->lists.order = mem_alloc_raw(values * sizeof *c->lists.order);
    if (c->lists.first && c->lists.at && c->lists.order) {
        fill_lists(c, offsets);
        return ST_OK;
    }
    split_chunk_free(c);
    return ST_NO_MEMORY;
}

void split_chunk_free(struct split_chunk *c)
{
    mem_free(c->lists.first, (c->values + 2) * sizeof *c->lists.first);
    mem_free(c->lists.at, c->entries * sizeof *c->lists.at);
    mem_free(c->lists.order, c->values * sizeof *c->lists.order);
    *c = (struct split_chunk){0};
}

size_t split_copies_words(const struct split_chunk *c) { return SPLIT_SHIFTS * (c->words + SPLIT_OVER); }
size_t split_spare_words(const struct split_chunk *c) { return c->words + 2 * SPLIT_OVER; }

/* The bits of heaps whose residues are among the partners. */
static void pick(const struct split_chunk *c, unsigned modulus, const uint64_t *row, int64_t at, uint64_t *spare)
{
    uint64_t pattern[SPLIT_MODULUS_MOST] = {0}; /* by the residue of a word's first heap */
    for (unsigned r = 0; r < modulus; r++)
        for (unsigned k = 0; k < 64; k++) pattern[r] |= (c->partners >> (r + k) % modulus & 1) << k;
    unsigned residue = (unsigned)((at % (int64_t)modulus + (int64_t)modulus) % (int64_t)modulus);
    for (size_t i = 0; i < split_spare_words(c); i++) {
        spare[i] = row[i] & pattern[residue];
        residue = (residue + 64) % modulus;
    }
}

void split_chunk_copies(const struct split_chunk *c, const struct split_sweep *by, unsigned modulus,
                        const uint64_t *row, int64_t at, uint64_t *spare, uint64_t *copies)
{
    bool all = modulus == 1 || c->partners == ((uint64_t)1 << modulus) - 1;
    if (!all) pick(c, modulus, row, at, spare);
    by->shift(copies, c->words, all ? row : spare, c->shifts);
}
