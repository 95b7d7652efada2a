/* SPDX-License-Identifier: MIT */
/* Strings are sorted once and replaced by their ranks, so that each choice only merges small numbers. */
#include "play/cells/choices.h"
#include <string.h>

bool choices_string(struct choices *mix, const int64_t *cells, size_t count, uint32_t *string)
{
    if (!vec_reserve(&mix->cells, count + 1)) return false;
    *string = (uint32_t)mix->strings.count;
    if (!vec_push(&mix->strings, (struct choices_string){mix->cells.count, count})) return false;
    if (count) memcpy(mix->cells.data + mix->cells.count, cells, count * sizeof *cells);
    mix->cells.count += count;
    return true;
}

bool choices_class(struct choices *mix, uint32_t string, uint32_t copies)
{
    return vec_push(&mix->classes, (struct choices_class){string, copies, (uint32_t)mix->items.count});
}

bool choices_item(struct choices *mix, uint32_t string)
{
    uint32_t class = (uint32_t)mix->classes.count - 1;
    if (!vec_push(&mix->items, (struct choices_item){class, string})) return false;
    mix->classes.data[class].end = (uint32_t)mix->items.count;
    return true;
}

int choices_compare(const struct choices *mix, uint32_t a, uint32_t b)
{
    const struct choices_string *x = &mix->strings.data[a], *y = &mix->strings.data[b];
    const int64_t *p = vec_from(&mix->cells, x->at), *q = vec_from(&mix->cells, y->at);
    size_t common = x->count < y->count ? x->count : y->count;
    for (size_t i = 0; i < common; i++)
        if (p[i] != q[i]) return p[i] < q[i] ? -1 : 1;
    return (x->count > y->count) - (x->count < y->count);
}

/* Bottom-up merge sort of the string numbers in `order`, with `spare` as the other half. */
static void sort_strings(const struct choices *mix, uint32_t *order, uint32_t *spare, size_t n)
{
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t low = 0; low < n; low += 2 * width) {
            size_t middle = low + width < n ? low + width : n, high = low + 2 * width < n ? low + 2 * width : n;
            size_t i = low, j = middle;
            for (size_t out = low; out < high; out++) {
                bool left = i < middle && (j >= high || choices_compare(mix, order[i], order[j]) <= 0);
                spare[out] = left ? order[i++] : order[j++];
            }
        }
        memcpy(order, spare, n * sizeof *order);
    }
}

bool choices_sort(struct choices *mix, uint32_t *strings, size_t count)
{
    mix->subs.count = 0;
    if (!vec_reserve(&mix->subs, count + 1)) return false;
    sort_strings(mix, strings, mix->subs.data, count);
    return true;
}

/* rank[s]: the number of different strings that are smaller; unrank: one string of each rank. */
static bool rank_strings(struct choices *mix)
{
    size_t n = mix->strings.count;
    mix->rank.count = mix->unrank.count = mix->subs.count = 0;
    if (!vec_reserve(&mix->rank, n + 1) || !vec_reserve(&mix->unrank, n + 1) || !vec_reserve(&mix->subs, n + 1))
        return false;
    uint32_t *order = mix->unrank.data;
    for (size_t i = 0; i < n; i++) order[i] = (uint32_t)i;
    sort_strings(mix, order, mix->subs.data, n);
    uint32_t rank = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t string = order[i];
        if (i && choices_compare(mix, order[rank], string) != 0) rank++;
        mix->rank.data[string] = rank;
        order[rank] = string; /* rank <= i: the entry overwritten has been read */
    }
    return true;
}

static bool is_empty(const struct choices *mix, uint32_t string) { return mix_cells(mix, string)[0] == 0; }

/* The ranks of the sub-positions before the move, ascending. */
static bool fill_base(struct choices *mix)
{
    size_t m = 0;
    mix->base.count = 0;
    for (size_t c = 0; c < mix->classes.count; c++) m += mix->classes.data[c].copies;
    if (!vec_reserve(&mix->base, m + 1) || !vec_reserve(&mix->subs, 2 * m + 2)) return false;
    for (size_t c = 0; c < mix->classes.count; c++)
        for (uint32_t i = 0; i < mix->classes.data[c].copies; i++) {
            uint32_t rank = mix->rank.data[mix->classes.data[c].string];
            size_t at = mix->base.count++;
            for (; at > 0 && mix->base.data[at - 1] > rank; at--) mix->base.data[at] = mix->base.data[at - 1];
            mix->base.data[at] = rank;
        }
    return true;
}

static void insert(uint32_t *list, size_t *count, uint32_t value)
{
    size_t at = (*count)++;
    for (; at > 0 && list[at - 1] > value; at--) list[at] = list[at - 1];
    list[at] = value;
}

/* The sub-positions after the picked items, as string numbers in ascending order. */
static size_t apply(struct choices *mix, size_t depth)
{
    uint32_t *subs = mix->subs.data;
    size_t count = mix->base.count;
    memcpy(subs, mix->base.data, count * sizeof *subs);
    for (size_t d = 0; d < depth; d++) {
        const struct choices_item *item = &mix->items.data[mix->picks.data[d]];
        uint32_t gone = mix->rank.data[mix->classes.data[item->class].string];
        size_t at = 0;
        while (subs[at] != gone) at++;
        memmove(subs + at, subs + at + 1, (--count - at) * sizeof *subs);
    }
    for (size_t d = 0; d < depth; d++) {
        uint32_t string = mix->items.data[mix->picks.data[d]].string;
        if (!is_empty(mix, string)) insert(subs, &count, mix->rank.data[string]);
    }
    for (size_t i = 0; i < count; i++) subs[i] = mix->unrank.data[subs[i]];
    return count;
}

/* Does the top pick exceed the number of copies of its class? */
static bool exceeds(const struct choices *mix, size_t depth)
{
    uint32_t class = mix->items.data[mix->picks.data[depth - 1]].class;
    uint32_t copies = mix->classes.data[class].copies;
    return depth > copies && mix->items.data[mix->picks.data[depth - 1 - copies]].class == class;
}

enum status choices_run(struct choices *mix, size_t k, mix_emit emit, void *context)
{
    if (k == 0 || mix->items.count == 0) return ST_OK;
    if (!rank_strings(mix) || !fill_base(mix)) return ST_NO_MEMORY;
    if (k > mix->base.count) k = mix->base.count;
    if (!vec_reserve(&mix->picks, k + 1)) return ST_NO_MEMORY;
    uint32_t *picks = mix->picks.data;
    size_t depth = 1;
    picks[0] = 0;
    while (depth > 0) {
        if (picks[depth - 1] >= mix->items.count) {
            if (--depth > 0) picks[depth - 1]++;
            continue;
        }
        if (exceeds(mix, depth)) {
            picks[depth - 1] = mix->classes.data[mix->items.data[picks[depth - 1]].class].end;
            continue;
        }
        size_t count = apply(mix, depth);
        enum status st = emit(context, mix->subs.data, count, picks, depth);
        if (st != ST_OK) return st;
        if (depth < k) picks[depth] = picks[depth - 1], depth++;
        else picks[depth - 1]++;
    }
    return ST_OK;
}

void choices_clear(struct choices *mix)
{
    mix->cells.count = mix->strings.count = mix->classes.count = mix->items.count = 0;
}

void choices_free(struct choices *mix)
{
    vec_free(&mix->cells);
    vec_free(&mix->strings);
    vec_free(&mix->classes);
    vec_free(&mix->items);
    vec_free(&mix->base);
    vec_free(&mix->subs);
    vec_free(&mix->picks);
    vec_free(&mix->rank);
    vec_free(&mix->unrank);
}
