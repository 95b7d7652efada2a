/* SPDX-License-Identifier: MIT */
/* Strings are sorted once and replaced by their ranks, so that each choice only merges small numbers. */
#include "play/cells/choices.h"
#include <string.h>

bool choices_string(struct choices *choices, const int64_t *cells, size_t count, uint32_t *string)
{
    if (!vec_reserve(&choices->cells, count + 1)) return false;
    *string = (uint32_t)choices->strings.count;
    if (!vec_push(&choices->strings, (struct choices_string){choices->cells.count, count})) return false;
    if (count) memcpy(choices->cells.data + choices->cells.count, cells, count * sizeof *cells);
    choices->cells.count += count;
    return true;
}

bool choices_class(struct choices *choices, uint32_t string, uint32_t copies)
{
    return vec_push(&choices->classes, (struct choices_class){string, copies, (uint32_t)choices->items.count});
}

bool choices_item(struct choices *choices, uint32_t string)
{
    uint32_t class = (uint32_t)choices->classes.count - 1;
    if (!vec_push(&choices->items, (struct choices_item){class, string})) return false;
    choices->classes.data[class].end = (uint32_t)choices->items.count;
    return true;
}

int choices_compare(const struct choices *choices, uint32_t a, uint32_t b)
{
    const struct choices_string *x = &choices->strings.data[a], *y = &choices->strings.data[b];
    const int64_t *p = vec_from(&choices->cells, x->at), *q = vec_from(&choices->cells, y->at);
    size_t common = x->count < y->count ? x->count : y->count;
    for (size_t i = 0; i < common; i++)
        if (p[i] != q[i]) return p[i] < q[i] ? -1 : 1;
    return (x->count > y->count) - (x->count < y->count);
}

/* Bottom-up merge sort of the string numbers in `order`, with `spare` as the other half. */
static void sort_strings(const struct choices *choices, uint32_t *order, uint32_t *spare, size_t n)
{
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t low = 0; low < n; low += 2 * width) {
            size_t middle = low + width < n ? low + width : n, high = low + 2 * width < n ? low + 2 * width : n;
            size_t i = low, j = middle;
            for (size_t out = low; out < high; out++) {
                bool left = i < middle && (j >= high || choices_compare(choices, order[i], order[j]) <= 0);
                spare[out] = left ? order[i++] : order[j++];
            }
        }
        memcpy(order, spare, n * sizeof *order);
    }
}

bool choices_sort(struct choices *choices, uint32_t *strings, size_t count)
{
    choices->subs.count = 0;
    if (!vec_reserve(&choices->subs, count + 1)) return false;
    sort_strings(choices, strings, choices->subs.data, count);
    return true;
}

/* rank[s]: the number of different strings that are smaller; unrank: one string of each rank. */
static bool rank_strings(struct choices *choices)
{
    size_t n = choices->strings.count;
    choices->rank.count = choices->unrank.count = choices->subs.count = 0;
    if (!vec_reserve(&choices->rank, n + 1) || !vec_reserve(&choices->unrank, n + 1) ||
        !vec_reserve(&choices->subs, n + 1))
        return false;
    uint32_t *order = choices->unrank.data;
    for (size_t i = 0; i < n; i++) order[i] = (uint32_t)i;
    sort_strings(choices, order, choices->subs.data, n);
    uint32_t rank = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t string = order[i];
        if (i && choices_compare(choices, order[rank], string) != 0) rank++;
        choices->rank.data[string] = rank;
        order[rank] = string; /* rank <= i: the entry overwritten has been read */
    }
    return true;
}

static bool is_empty(const struct choices *choices, uint32_t string) { return choices_cells(choices, string)[0] == 0; }

/* The ranks of the sub-positions before the move, ascending. */
static bool fill_base(struct choices *choices)
{
    size_t m = 0;
    choices->base.count = 0;
    for (size_t c = 0; c < choices->classes.count; c++) m += choices->classes.data[c].copies;
    if (!vec_reserve(&choices->base, m + 1) || !vec_reserve(&choices->subs, 2 * m + 2)) return false;
    for (size_t c = 0; c < choices->classes.count; c++)
        for (uint32_t i = 0; i < choices->classes.data[c].copies; i++) {
            uint32_t rank = choices->rank.data[choices->classes.data[c].string];
            size_t at = choices->base.count++;
            for (; at > 0 && choices->base.data[at - 1] > rank; at--)
                choices->base.data[at] = choices->base.data[at - 1];
            choices->base.data[at] = rank;
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
static size_t apply(struct choices *choices, size_t depth)
{
    uint32_t *subs = choices->subs.data;
    size_t count = choices->base.count;
    memcpy(subs, choices->base.data, count * sizeof *subs);
    for (size_t d = 0; d < depth; d++) {
        const struct choices_item *item = &choices->items.data[choices->picks.data[d]];
        uint32_t gone = choices->rank.data[choices->classes.data[item->class].string];
        size_t at = 0;
        while (subs[at] != gone) at++;
        memmove(subs + at, subs + at + 1, (--count - at) * sizeof *subs);
    }
    for (size_t d = 0; d < depth; d++) {
        uint32_t string = choices->items.data[choices->picks.data[d]].string;
        if (!is_empty(choices, string)) insert(subs, &count, choices->rank.data[string]);
    }
    for (size_t i = 0; i < count; i++) subs[i] = choices->unrank.data[subs[i]];
    return count;
}

/* Does the top pick exceed the number of copies of its class? */
static bool exceeds(const struct choices *choices, size_t depth)
{
    uint32_t class = choices->items.data[choices->picks.data[depth - 1]].class;
    uint32_t copies = choices->classes.data[class].copies;
    return depth > copies && choices->items.data[choices->picks.data[depth - 1 - copies]].class == class;
}

enum status choices_run(struct choices *choices, size_t k, choices_emit emit, void *context)
{
    if (k == 0 || choices->items.count == 0) return ST_OK;
    if (!rank_strings(choices) || !fill_base(choices)) return ST_NO_MEMORY;
    if (k > choices->base.count) k = choices->base.count;
    if (!vec_reserve(&choices->picks, k + 1)) return ST_NO_MEMORY;
    uint32_t *picks = choices->picks.data;
    size_t depth = 1;
    picks[0] = 0;
    while (depth > 0) {
        if (picks[depth - 1] >= choices->items.count) {
            if (--depth > 0) picks[depth - 1]++;
            continue;
        }
        if (exceeds(choices, depth)) {
            picks[depth - 1] = choices->classes.data[choices->items.data[picks[depth - 1]].class].end;
            continue;
        }
        size_t count = apply(choices, depth);
        enum status st = emit(context, choices->subs.data, count, picks, depth);
        if (st != ST_OK) return st;
        if (depth < k) picks[depth] = picks[depth - 1], depth++;
        else picks[depth - 1]++;
    }
    return ST_OK;
}

void choices_clear(struct choices *choices)
{
    choices->cells.count = choices->strings.count = choices->classes.count = choices->items.count = 0;
}

void choices_free(struct choices *choices)
{
    vec_free(&choices->cells);
    vec_free(&choices->strings);
    vec_free(&choices->classes);
    vec_free(&choices->items);
    vec_free(&choices->base);
    vec_free(&choices->subs);
    vec_free(&choices->picks);
    vec_free(&choices->rank);
    vec_free(&choices->unrank);
}
