/* SPDX-License-Identifier: MIT */
#include "solve/search/strip_sights.h"
#include <stdlib.h>
#include <string.h>

/* A set of bits of a strip as the sight has it: what known cells hold is left out, as they keep it. */
static uint64_t sighted(const struct strip_sight *at, uint64_t strip)
{
    uint64_t out = 0;
    for (uint32_t left = (uint32_t)(strip | strip >> 32); left; left &= left - 1) {
        uint32_t cell = (uint32_t)__builtin_ctz(left);
        if (!(at->to[cell] & DIAGRAM_FIXED)) out |= (strip >> cell & strip_twice(1)) << at->to[cell];
    }
    return out;
}

static struct diagram_view view_of(struct strips *s, const struct strip_sight *at)
{
    struct diagram_view view = diagram_view(&s->diagrams);
    view.name = at->name;
    memcpy(view.to, at->to, at->size);
    for (view.left = at->size; view.left > 0 && at->to[view.left - 1] == view.left - 1;) view.left--;
    return view;
}

uint32_t strip_known_in(struct strips *s, const struct strip_sight *at)
{
    if (!at->size || s->boards[at->size].known == DIAGRAM_TRUE) return DIAGRAM_TRUE;
    struct diagram_view view = view_of(s, at);
    return diagram_viewed(&s->diagrams, &view, s->boards[at->size].known);
}

/* ---- sets of effects ---------------------------------------------------------------------------------------------------- */
static bool same_effect(const struct strip_effect *a, const struct strip_effect *b)
{
    return a->write == b->write && a->put == b->put && a->root == b->root;
}

static int by_content(const void *a, const void *b)
{
    const struct strip_effect *x = a, *y = b;
    if (x->write != y->write) return x->write < y->write ? -1 : 1;
    if (x->put != y->put) return x->put < y->put ? -1 : 1;
    return (x->root > y->root) - (x->root < y->root);
}

void strip_sort_effects(struct strips *s, size_t from)
{
    struct strip_effect *e = vec_from(&s->effects, from);
    size_t left = 0, count = s->effects.count - from;
    if (count) qsort(e, count, sizeof *e, by_content);
    for (size_t i = 0; i < count; i++)
        if (!left || !same_effect(&e[left - 1], &e[i])) e[left++] = e[i];
    s->effects.count = from + left;
}

bool strip_is_among(const struct strips *s, size_t count, const struct strip_effect *e)
{
    size_t low = 0;
    while (low < count) {
        size_t middle = low + (count - low) / 2;
        int order = by_content(&s->effects.data[middle], e);
        if (!order) return true;
        if (order < 0) low = middle + 1;
        else count = middle;
    }
    return false;
}

bool strip_add_effects(struct strips *s, const struct strip_sight *at, uint32_t writing, uint32_t under,
                       const size_t *known)
{
    const struct strip_board *b = &s->boards[at->size];
    struct diagram_view view;
    if (!at->size) return true;
    view = view_of(s, at);
    for (uint32_t i = 0; i < b->count; i++) {
        const struct strip_instance *x = &b->instances[i];
        struct strip_effect e = {.write = sighted(at, x->write), .put = sighted(at, x->put)};
        if (e.write && !((e.write | e.write >> 32) & writing)) continue;
        e.root = diagram_viewed(&s->diagrams, &view, x->root);
        e.root = diagram_join(&s->diagrams, FORMULA_ALL, e.root, under);
        if (e.root == DIAGRAM_FALSE) continue;
        if (!e.write || (known && !strip_is_among(s, *known, &e)) || !vec_push(&s->effects, e)) return false;
    }
    return !s->diagrams.failed;
}

bool strip_same_effects(struct strips *s, size_t from)
{
    strip_sort_effects(s, from);
    struct strip_effect *e = s->effects.data;
    bool same = s->effects.count == 2 * from;
    for (size_t i = 0; same && i < from; i++) same = same_effect(&e[i], &e[from + i]);
    return same;
}
