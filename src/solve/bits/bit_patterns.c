/* SPDX-License-Identifier: MIT */
#include "solve/bits/bit_patterns.h"
#include "base/bits.h"

static bool is_same(const struct bit_pattern *a, const struct bit_pattern *b)
{
    bool plain = a->when == BIT_TRUE && b->when == BIT_TRUE;
    return plain && a->care == b->care && a->want == b->want && a->write == b->write && a->put == b->put;
}

static void move_up(struct bit_pattern *p, unsigned by)
{
    p->care <<= by, p->want <<= by, p->write <<= by, p->put <<= by;
}

/* As far down as it goes it is the same as others; a move that is there twice is counted twice. */
static void add(struct bit_patterns *all, const struct bit_pattern *move)
{
    struct bit_pattern p = *move;
    uint64_t cells = p.care | p.write;
    unsigned by = p.when == BIT_TRUE && cells ? (unsigned)__builtin_ctzll(cells) : 0;
    p.care >>= by, p.want >>= by, p.write >>= by, p.put >>= by, p.places <<= by;
    for (size_t i = 0; i < all->count; i++) {
        if (!is_same(&all->list[i], &p) || (all->list[i].places & p.places)) continue;
        all->list[i].places |= p.places;
        return;
    }
    all->list[all->count++] = p;
}

static void add_asks(struct bit_patterns *all, struct bit_pattern *p)
{
    p->first = p->end = (uint32_t)all->ask_count;
    if (!(p->places & (p->places - 1))) {
        move_up(p, (unsigned)__builtin_ctzll(p->places));
        p->places = 1;
        return;
    }
    for (uint64_t left = p->care; left; left &= left - 1) {
        unsigned by = (unsigned)__builtin_ctzll(left);
        all->asks[all->ask_count++] = (struct bit_ask){by, p->want >> by & 1 ? 0 : UINT64_MAX};
    }
    p->end = (uint32_t)all->ask_count;
}

bool bit_patterns_make(const struct bit_pattern *moves, size_t count, struct arena *arena, struct bit_patterns *all)
{
    size_t asks = 0;
    *all = (struct bit_patterns){.list = arena_array(arena, count + 1, sizeof *all->list)};
    if (!all->list) return false;
    for (size_t i = 0; i < count; i++) add(all, &moves[i]);
    for (size_t i = 0; i < all->count; i++) asks += bits_of(all->list[i].care);
    all->asks = arena_array(arena, asks + 1, sizeof *all->asks);
    if (!all->asks) return false;
    for (size_t i = 0; i < all->count; i++) add_asks(all, &all->list[i]);
    return true;
}
