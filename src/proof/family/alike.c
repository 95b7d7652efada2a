/* SPDX-License-Identifier: MIT */
#include "base/arena.h"
#include "proof/family/alike.h"

/* The code with heaps counted from the first one that has a move: bit i of heaps[take]. */
struct counted {
    unsigned *heaps;
    size_t size;
    int64_t dead; /* heaps of 0 to `dead` have no move */
};

static int64_t least_with_move(const struct family *f)
{
    int64_t least = INT64_MAX;
    for (size_t i = 0; i < f->digit_count; i++)
        for (int j = 0; j <= FAMILY_MAX_HEAPS; j++)
            if (f->digits[i].heaps >> j & 1 && f->digits[i].take + j < least) least = f->digits[i].take + j;
    return least;
}

/* Leaving n - take in j heaps, of which `kept` are not dropped. */
static void put_takes(struct counted *c, int64_t take, int j, int kept)
{
    int64_t dropped = j - kept;
    for (int64_t e = dropped; e <= dropped * c->dead; e++) {
        int64_t counted = take + e + (kept - 1) * c->dead;
        if (counted >= 0 && (counted > 0 || kept > 0)) c->heaps[counted] |= 1u << kept;
    }
}

static bool count_code(const struct family *f, struct arena *arena, struct counted *c)
{
    c->dead = least_with_move(f) - 1;
    c->size = (size_t)(f->largest_take + 2 * FAMILY_MAX_HEAPS * (c->dead + 1));
    c->heaps = arena_array(arena, c->size, sizeof *c->heaps);
    for (size_t i = 0; c->heaps && i < f->digit_count; i++)
        for (int j = 0; j <= FAMILY_MAX_HEAPS; j++)
            for (int kept = 0; f->digits[i].heaps >> j & 1 && kept <= j; kept++)
                put_takes(c, f->digits[i].take, j, kept);
    return c->heaps;
}

enum status family_alike(const struct family *a, const struct family *b, bool *alike, int64_t *shift)
{
    struct arena arena = {0};
    struct counted x, y;
    *alike = false;
    *shift = 0;
    if (a->kind != FAMILY_BREAK || b->kind != FAMILY_BREAK || !a->digit_count || !b->digit_count) return ST_OK;
    if (a->narrow || b->narrow || a->equals || b->equals) return ST_OK;
    bool fine = count_code(a, &arena, &x) && count_code(b, &arena, &y);
    if (fine) {
        *alike = true;
        *shift = y.dead - x.dead;
        for (size_t t = 0; t < x.size || t < y.size; t++)
            if ((t < x.size ? x.heaps[t] : 0) != (t < y.size ? y.heaps[t] : 0)) *alike = false;
    }
    arena_free(&arena);
    return fine ? ST_OK : ST_NO_MEMORY;
}
