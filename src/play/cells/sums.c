/* SPDX-License-Identifier: MIT */
/* Three growing arrays; clearing keeps their memory, so a search reuses one list for all positions. */
#include "play/cells/sums.h"
#include <stdlib.h>
#include <string.h>

bool sums_push(struct sums *sums, const struct component *component)
{
    if (!vec_reserve(&sums->cells, component->count + (size_t)1)) return false;
    struct sums_item item = {component->game, component->count, sums->cells.count};
    if (!vec_push(&sums->items, item)) return false;
    if (component->count)
        memcpy(sums->cells.data + sums->cells.count, component->cells, component->count * sizeof *component->cells);
    sums->cells.count += component->count;
    return true;
}

bool sums_end(struct sums *sums)
{
    if (!vec_push(&sums->ends, sums->items.count)) return false;
    sums->count++;
    return true;
}

bool sums_add(struct sums *sums, const struct component *components, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!sums_push(sums, &components[i])) return false;
    return sums_end(sums);
}

bool sums_list(const struct sums *sums, size_t i, component_vec *list)
{
    size_t n = sums_size(sums, i);
    if (!vec_reserve(list, n + 1)) return false;
    for (size_t j = 0; j < n; j++) list->data[list->count++] = sums_component(sums, i, j);
    return true;
}

size_t sum_after(struct component *after, const struct component *sum, size_t count, size_t moved,
                 const struct component *parts, size_t part_count)
{
    size_t n = 0;
    for (size_t c = 0; c < count; c++) {
        if (c != moved) after[n++] = sum[c];
        for (size_t i = 0; c == moved && i < part_count; i++) after[n++] = parts[i];
    }
    return n;
}

void sums_clear(struct sums *sums) { sums->cells.count = sums->items.count = sums->ends.count = sums->count = 0; }

void sums_free(struct sums *sums)
{
    vec_free(&sums->cells);
    vec_free(&sums->items);
    vec_free(&sums->ends);
    sums->count = 0;
}

bool component_copy(struct arena *arena, const struct component *from, struct component *to)
{
    int64_t *cells = arena_array(arena, (size_t)from->count + 1, sizeof *cells);
    if (!cells) return false;
    if (from->count) memcpy(cells, from->cells, from->count * sizeof *cells);
    *to = (struct component){from->game, from->count, cells};
    return true;
}
