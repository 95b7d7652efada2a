/* SPDX-License-Identifier: MIT */
#include "solve/search/diagram_pivots.h"
#include <string.h>
#include "base/bits.h"
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

/* Of exchanges, bits, with 0 as the one that changes nothing: those after which there are the most cells with 1, among them those after
 * which there are the most with 2, ... What an image holds is what the state holds, exchanged; so the states that these lead to are the
 * same for both, if exchanges are a group. If they are not, some images are known by different ones. */
static uint32_t best_exchanges(const struct diagram_pivots *p, const struct diagram_state *s)
{
    uint32_t counts[GROUND_VALUES] = {0, bits_of(s->low & ~s->high), bits_of(s->high & ~s->low),
                                      bits_of(s->low & s->high)};
    uint32_t found = 1, most = counts[1] << 16 | counts[2] << 8 | counts[3];
    for (size_t e = 0; e < p->exchange_count; e++) {
        const uint8_t *to = p->exchanges[e];
        uint32_t after[GROUND_VALUES] = {0};
        for (size_t v = 1; v < GROUND_VALUES; v++) after[to[v]] = counts[v];
        uint32_t all = after[1] << 16 | after[2] << 8 | after[3];
        if (all < most) continue;
        found = (all == most ? found : 0) | 2u << e;
        most = all;
    }
    return found;
}

/* *least is the lesser of it and of all images of the state that leave the base. */
static void take_kept_images(const struct diagram_pivots *p, const struct ground_mask *state,
                             struct diagram_state *least)
{
    const struct shape f = {2, 1, 2};
    struct mask_image_words images;
    find_line_images(f, &p->of->lines, state, &images);
    for (size_t k = 0; k <= p->of->kept; k++) {
        uint64_t low = images.words[0][k / 2][k % 2], high = images.words[1][k / 2][k % 2];
        bool less = high != least->high ? high < least->high : low < least->low;
        least->low = less ? low : least->low;
        least->high = less ? high : least->high;
    }
}

struct diagram_state diagram_pivots_least(const struct diagram_pivots *p, const struct diagram_state *s)
{
    const struct shape f = {2, 1, 2};
    const struct ground_mask state = {{s->low, s->high}};
    struct diagram_state least = {UINT64_MAX, UINT64_MAX};
    uint32_t exchanges = best_exchanges(p, s);
    for (uint64_t left = find_pivots(f, p->of, &state); left; left &= left - 1) {
        struct ground_mask turned = image_of(f, p->of->turns[__builtin_ctzll(left)], &state);
        for (uint32_t e = exchanges; e; e &= e - 1) {
            struct diagram_state as = {turned.words[0], turned.words[1]};
            if (!(e & 1)) as = diagram_exchanged(p->exchanges[__builtin_ctz(e) - 1], &as, p->all);
            take_kept_images(p, &(struct ground_mask){{as.low, as.high}}, &least);
        }
    }
    return least;
}
