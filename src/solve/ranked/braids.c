/* SPDX-License-Identifier: MIT */
/* As many places as keep the strands of a braid small enough to stay near the processor. */
#include "solve/ranked/braids.h"
#include <string.h>

enum { CODES_MOST = 1 << 12, STRANDS_MOST = 1 << 13, PATTERNS_MOST = 1 << 9, SIZE_LEAST = 1 << 6 };

struct tracing {
    const struct ranks *r;
    struct braid *b;
    uint16_t *of_code;
    uint32_t *code_of;
    struct strand *strands; /* NULL: patterns are found */
    uint32_t from;
    bool many;
};

/* All that the cells may hold from a node on, from cell k of the braid on. */
static void trace(struct tracing *t, size_t k, uint32_t code, struct strand so_far)
{
    struct braid *b = t->b;
    size_t p = b->first + k;
    if (k == b->count && t->strands) {
        t->strands[(size_t)t->from * b->patterns + t->of_code[code] - 1] = so_far;
        return;
    }
    if (k == b->count) {
        if (t->of_code[code]) return;
        t->many |= b->patterns == PATTERNS_MOST;
        if (t->many) return;
        t->code_of[b->patterns++] = code;
        t->of_code[code] = (uint16_t)b->patterns;
        return;
    }
    const struct strand *s = &t->r->web[p][so_far.next * (uint64_t)(t->r->bound[p] + 1)];
    for (int64_t v = 0; v <= t->r->bound[p] && !t->many; v++)
        if (s[v].next != RANKS_NOWHERE)
            trace(t, k + 1, code + (uint32_t)v * b->factors[k], (struct strand){s[v].next, so_far.add + s[v].add});
}

/* How many nodes the place behind has. */
static uint32_t nodes_behind(const struct ranks *r, size_t p, uint32_t nodes)
{
    uint64_t count = nodes * (uint64_t)(r->bound[p] + 1);
    uint32_t behind = 0;
    for (uint64_t i = 0; i < count; i++)
        if (r->web[p][i].next != RANKS_NOWHERE && r->web[p][i].next >= behind) behind = r->web[p][i].next + 1;
    return behind;
}

/* The patterns of b->count places, from all of `nodes`. *few: they are few enough. */
static bool find_patterns(struct arena *arena, struct tracing *t, uint32_t nodes, bool *few)
{
    struct braid *b = t->b;
    b->patterns = 0;
    b->codes = 1;
    t->strands = NULL;
    for (size_t k = 0; k < b->count; k++) {
        b->factors[k] = b->codes;
        *few = t->r->bound[b->first + k] < CODES_MOST;
        if (*few) b->codes *= (uint32_t)t->r->bound[b->first + k] + 1;
        *few = *few && b->codes <= CODES_MOST;
        if (!*few) return true;
    }
    t->of_code = arena_array(arena, b->codes, sizeof *t->of_code);
    t->code_of = arena_array(arena, PATTERNS_MOST, sizeof *t->code_of);
    if (!t->of_code || !t->code_of) return false;
    t->many = false;
    for (uint32_t n = 0; n < nodes && !t->many; n++) trace(t, 0, 0, (struct strand){n, 0});
    *few = !t->many && (uint64_t)nodes * b->patterns <= STRANDS_MOST;
    return true;
}

static bool fill_strands(struct arena *arena, struct tracing *t, uint32_t nodes)
{
    struct braid *b = t->b;
    size_t count = (size_t)nodes * b->patterns;
    t->strands = arena_array(arena, count + 1, sizeof *t->strands);
    if (!t->strands) return false;
    for (size_t i = 0; i < count; i++) t->strands[i] = (struct strand){RANKS_NOWHERE, 0};
    for (t->from = 0; t->from < nodes; t->from++) trace(t, 0, 0, (struct strand){t->from, 0});
    b->of_code = t->of_code;
    b->code_of = t->code_of;
    b->strands = t->strands;
    return true;
}

/* As many places from p on as may be. *few: there is one at least. */
static bool make_braid(struct arena *arena, const struct braids *b, size_t p, uint32_t nodes, struct braid *made,
                       bool *few)
{
    struct braid one = {.first = p};
    struct tracing t = {.r = b->r, .b = &one};
    bool more = true;
    *few = false;
    while (more && p + one.count < b->unit->first + b->unit->count) {
        struct tracing before = t;
        struct braid kept = one;
        one.count++;
        if (!find_patterns(arena, &t, nodes, &more)) return false;
        if (!more) one = kept, t = before;
        *few |= more;
    }
    *made = one;
    t.b = made;
    return !*few || fill_strands(arena, &t, nodes);
}

bool braids_make(struct arena *arena, const struct ranks *r, const struct unit *u, struct braids *b)
{
    size_t end = u->first + u->count;
    uint32_t nodes = 1;
    bool few = u->kind == UNIT_WEB && r->size >= SIZE_LEAST;
    *b = (struct braids){.r = r, .unit = u};
    for (size_t p = u->first; p < end; p++) b->most = r->bound[p] > b->most ? r->bound[p] : b->most;
    for (size_t p = u->first; p < end && few;) {
        struct braid *one = &b->items[b->count];
        if (!make_braid(arena, b, p, nodes, one, &few)) return false;
        b->count += few;
        for (; few && p < one->first + one->count; p++) nodes = nodes_behind(r, p, nodes);
    }
    if (!few || 2 * b->count > u->count) b->count = 0;
    return true;
}

bool braids_cut(struct arena *arena, struct braids *b, size_t i, uint64_t cells, const uint16_t **to)
{
    const struct braid *one = &b->items[i];
    *to = NULL;
    for (size_t k = 0; k < b->cut_count; k++)
        if (b->cuts[k].braid == i && b->cuts[k].cells == cells) return *to = b->cuts[k].to, true;
    if (b->cut_count == sizeof b->cuts / sizeof *b->cuts) return true;
    size_t limits = (size_t)b->most + 1;
    uint16_t *cut = arena_array(arena, limits * one->patterns, sizeof *cut);
    if (!cut) return false;
    for (size_t limit = 0; limit < limits; limit++)
        for (uint32_t pattern = 0; pattern < one->patterns; pattern++) {
            uint32_t code = one->code_of[pattern], left = 0;
            for (size_t k = 0; k < one->count; k++) {
                uint32_t width = (uint32_t)b->r->bound[one->first + k] + 1, v = code / one->factors[k] % width;
                left += (cells >> k & 1 && v > limit ? (uint32_t)limit : v) * one->factors[k];
            }
            cut[limit * one->patterns + pattern] = one->of_code[left] ? (uint16_t)(one->of_code[left] - 1) : BRAID_NONE;
        }
    b->cuts[b->cut_count++] = (struct braid_cut){i, cells, cut};
    return *to = cut, true;
}
