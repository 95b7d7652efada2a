/* SPDX-License-Identifier: MIT */
/* Positions as bytes: what the store keeps and hashes.
 *
 *     struct bytes key = {0};
 *     if (!pack_component(&key, &component)) return ST_NO_MEMORY;
 *     store_intern(table, key.data, key.count, &id, &fresh);
 *     const unsigned char *at = key.data;
 *     at = unpack_component(at, &cells, &component);        // cells: an array that the component then points into
 *
 * Numbers are varints with 7 bits per byte, signed ones folded (0, -1, 1, -2, ... become 0, 1, 2, 3, ...), so a heap
 * below 64 takes one byte. A component is its game, its number of cells and its cells. Packing is injective: equal
 * bytes mean equal components. */
#ifndef CGI_PLAY_CELLS_PACK_H
#define CGI_PLAY_CELLS_PACK_H
#include "base/vec.h"
#include "code/machine/position.h"

struct bytes {
    unsigned char *data;
    size_t count, capacity;
};
typedef VEC(int64_t) cell_vec;

enum { PACK_NUMBER_MAX = 10 };

static inline unsigned char *pack_number(unsigned char *at, uint64_t value)
{
    while (value >= 128) {
        *at++ = (unsigned char)(value | 128);
        value >>= 7;
    }
    *at++ = (unsigned char)value;
    return at;
}
static inline const unsigned char *unpack_number(const unsigned char *at, uint64_t *value)
{
    uint64_t result = *at & 127;
    for (int shift = 7; *at++ & 128; shift += 7) result |= (uint64_t)(*at & 127) << shift;
    *value = result;
    return at;
}
static inline uint64_t pack_fold(int64_t value) { return (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0); }
static inline int64_t pack_unfold(uint64_t value) { return (int64_t)(value >> 1 ^ (value & 1 ? UINT64_MAX : 0)); }

/* Appends the component; returns false if memory runs out. */
bool pack_component(struct bytes *to, const struct component *component);
/* All of them, one after the other: the key of a sum, where they are in order. */
bool pack_components(struct bytes *to, const struct component *components, size_t count);
/* Reads one component written by pack_component and returns the address after it; NULL if memory runs out. The cells
 * are appended to `cells` and remain valid until that array grows again. */
const unsigned char *unpack_component(const unsigned char *at, cell_vec *cells, struct component *component);
void bytes_free(struct bytes *bytes);

#endif
