/* SPDX-License-Identifier: MIT */
/* Lists of sums of positions in flat arrays: options are collected in them.
 *
 *     struct sums sums = {0};
 *     if (!sums_add(&sums, components, count)) return ST_NO_MEMORY;
 *     for (size_t i = 0; i < sums.count; i++) {
 *         size_t n = sums_size(&sums, i);
 *         for (size_t j = 0; j < n; j++) { struct component c = sums_component(&sums, i, j); ... }
 *     }
 *     sums_clear(&sums); sums_free(&sums);
 *
 * A component returned from a list is valid until the list grows. */
#ifndef CGI_PLAY_CELLS_SUMS_H
#define CGI_PLAY_CELLS_SUMS_H
#include "play/cells/pack.h"

struct sums_item {
    int game;
    uint32_t count;
    size_t at; /* its first cell */
};
struct sums {
    cell_vec cells;
    VEC(struct sums_item) items;
    VEC(size_t) ends; /* sum i holds items ends[i - 1] .. ends[i] */
    size_t count;
};
/* Adds a component to the sum that sums_end closes. Returns false if memory runs out. */
bool sums_push(struct sums *sums, const struct component *component);
bool sums_end(struct sums *sums);
/* Both at once, for one whole sum. */
bool sums_add(struct sums *sums, const struct component *components, size_t count);
static inline size_t sums_first(const struct sums *sums, size_t i) { return i ? sums->ends.data[i - 1] : 0; }
static inline size_t sums_size(const struct sums *sums, size_t i) { return sums->ends.data[i] - sums_first(sums, i); }
static inline struct component sums_item(const struct sums *sums, size_t item)
{
    const struct sums_item *c = &sums->items.data[item];
    return (struct component){c->game, c->count, vec_from(&sums->cells, c->at)};
}
static inline struct component sums_component(const struct sums *sums, size_t i, size_t j)
{
    return sums_item(sums, sums_first(sums, i) + j);
}
typedef VEC(struct component) component_vec;
/* Appends the components of sum i to the list; returns false if memory runs out. */
bool sums_list(const struct sums *sums, size_t i, component_vec *list);
void sums_clear(struct sums *sums);
void sums_free(struct sums *sums);

/* Writes `sum` with `parts` in the place of component number `moved`, to room for all of them; returns how many there are. */
size_t sum_after(struct component *after, const struct component *sum, size_t count, size_t moved,
                 const struct component *parts, size_t part_count);
/* Copies the component and its cells into an arena; returns false if memory runs out. */
bool component_copy(struct arena *arena, const struct component *from, struct component *to);

#endif
