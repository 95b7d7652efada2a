/* SPDX-License-Identifier: MIT */
/* Reserves room for the longest possible form once, so nothing is checked byte by byte. */
#include "play/cells/pack.h"

bool pack_component(struct bytes *to, const struct component *component)
{
    if (!vec_reserve(to, ((size_t)component->count + 2) * PACK_NUMBER_MAX)) return false;
    unsigned char *at = vec_from(to, to->count);
    at = pack_number(at, pack_fold(component->game));
    at = pack_number(at, component->count);
    for (uint32_t i = 0; i < component->count; i++) at = pack_number(at, pack_fold(component->cells[i]));
    to->count = (size_t)(at - to->data);
    return true;
}

bool pack_components(struct bytes *to, const struct component *components, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!pack_component(to, &components[i])) return false;
    return true;
}

const unsigned char *unpack_component(const unsigned char *at, cell_vec *cells, struct component *component)
{
    uint64_t game, count, cell;
    at = unpack_number(at, &game);
    at = unpack_number(at, &count);
    if (!vec_reserve(cells, count + 1)) return NULL;
    int64_t *to = vec_from(cells, cells->count);
    *component = (struct component){(int)pack_unfold(game), (uint32_t)count, to};
    for (uint64_t i = 0; i < count; i++) {
        at = unpack_number(at, &cell);
        to[i] = pack_unfold(cell);
    }
    cells->count += count;
    return at;
}

void bytes_free(struct bytes *bytes) { vec_free(bytes); }
