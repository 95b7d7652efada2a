/* SPDX-License-Identifier: MIT */
#include "solve/search/diagram_pivots.h"
#include <string.h>
#include "solve/search/mask_pivots.h"

enum { EXCHANGES_MOST = 24 };
struct diagram_pivots {
    struct mask_pivots *of;
    uint64_t all;
    size_t exchange_count;
    uint8_t exchanges[EXCHANGES_MOST][GROUND_VALUES];
};

bool diagram_pivots_make(struct arena *arena, size_t cells, const uint8_t *const *orders, size_t count,
                         const uint8_t *const *exchanges, size_t exchange_count, struct diagram_pivots **pivots)
{
    struct pivot_orders group = {cells, count, {NULL}};
    bool stays = count >= FEW_ORDERS && count <= PIVOT_CELLS && exchange_count <= EXCHANGES_MOST;
    *pivots = NULL;
    for (size_t e = 0; e < exchange_count; e++) stays &= exchanges[e][0] == 0;
    if (!stays) return true;
    struct diagram_pivots *p = arena_alloc(arena, sizeof *p);
    if (!p) return false;
    memcpy(group.orders, orders, count * sizeof *orders);
    *p = (struct diagram_pivots){.all = cells < 64 ? (UINT64_C(1) << cells) - 1 : UINT64_MAX};
    p->exchange_count = exchange_count;
    for (size_t e = 0; e < exchange_count; e++) memcpy(p->exchanges[e], exchanges[e], sizeof p->exchanges[e]);
    if (!mask_pivots_of(&group, arena, &p->of)) return false;
    if (p->of) *pivots = p;
    return true;
}

size_t diagram_pivots_order(const struct diagram_pivots *p) { return p->of->order; }

struct diagram_state diagram_pivots_least(const struct diagram_pivots *p, const struct diagram_state *s)
{
    const struct shape f = {2, 1, 2};
    const struct ground_mask state = {{s->low, s->high}};
    struct diagram_state least = {UINT64_MAX, UINT64_MAX};
    for (uint64_t left = find_pivots(f, p->of, &state); left; left &= left - 1) {
        struct ground_mask turned = image_of(f, p->of->turns[__builtin_ctzll(left)], &state);
        struct mask_image_words images;
        find_line_images(f, &p->of->lines, &turned, &images);
        for (size_t e = 0; e <= p->exchange_count; e++)
            for (size_t k = 0; k <= p->of->kept; k++) {
                struct ground_mask image = image_words(f, &images, k);
                struct diagram_state other = {image.words[0], image.words[1]};
                if (e) other = diagram_exchanged(p->exchanges[e - 1], &other, p->all);
                bool less = other.high != least.high ? other.high < least.high : other.low < least.low;
                if (less) least = other;
            }
    }
    return least;
}
