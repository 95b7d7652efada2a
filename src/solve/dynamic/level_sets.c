/* SPDX-License-Identifier: MIT */
#include "solve/dynamic/level_sets.h"
#include <string.h>

/* Behind the words of a set are those that say which of them are not empty. */
static int64_t words_of(const struct level_sets *s) { return s->length / 64 + 1; }

/* The greatest bit from `high` down to `low`; -1: there is none. */
static int64_t find_last_bit(const uint64_t *words, int64_t low, int64_t high)
{
    if (high < low) return -1;
    int64_t w = high / 64;
    uint64_t word = words[w] & ~(uint64_t)0 >> (63 - high % 64);
    while (!word && w > low / 64) word = words[--w];
    int64_t found = word ? 64 * w + 63 - __builtin_clzll(word) : -1;
    return found >= low ? found : -1;
}

static int64_t find_first_bit(const uint64_t *words, int64_t low, int64_t high)
{
    if (high < low) return -1;
    int64_t w = low / 64;
    uint64_t word = words[w] & ~(uint64_t)0 << low % 64;
    while (!word && w < high / 64) word = words[++w];
    int64_t found = word ? 64 * w + __builtin_ctzll(word) : high + 1;
    return found <= high ? found : -1;
}

/* The greatest member from `high` down to `low`; -1: there is none. */
static int64_t find_last(const struct level_sets *s, const uint64_t *words, int64_t low, int64_t high)
{
    if (high < low) return -1;
    int64_t w = high / 64, found = find_last_bit(words, w * 64 > low ? w * 64 : low, high);
    if (found >= 0 || w == low / 64) return found;
    w = find_last_bit(words + words_of(s), low / 64, w - 1);
    return w < 0 ? -1 : find_last_bit(words, w * 64 > low ? w * 64 : low, w * 64 + 63);
}

static int64_t find_first(const struct level_sets *s, const uint64_t *words, int64_t low, int64_t high)
{
    if (high < low) return -1;
    int64_t w = low / 64, found = find_first_bit(words, low, w * 64 + 63 < high ? w * 64 + 63 : high);
    if (found >= 0 || w == high / 64) return found;
    w = find_first_bit(words + words_of(s), w + 1, high / 64);
    return w < 0 ? -1 : find_first_bit(words, w * 64, w * 64 + 63 < high ? w * 64 + 63 : high);
}

static bool make_set(struct level_sets *s, struct arena *arena, uint64_t value)
{
    if (value >= s->count) {
        uint64_t count = value + 1 + value / 2 + 8;
        struct level_set *sets = arena_array(arena, count, sizeof *sets);
        if (!sets) return false;
        if (s->count) memcpy(sets, s->sets, s->count * sizeof *sets);
        for (uint64_t v = s->count; v < count; v++) sets[v].leads = -1;
        s->sets = sets;
        s->count = count;
    }
    struct level_set *set = &s->sets[value];
    size_t words = (size_t)words_of(s);
    if (!set->words) set->words = arena_array(arena, words + words / 64 + 1, sizeof *set->words);
    return set->words != NULL;
}

bool level_sets_add(struct level_sets *s, struct arena *arena, uint64_t value, int64_t place)
{
    if ((value >= s->count || !s->sets[value].words) && !make_set(s, arena, value)) return false;
    struct level_set *set = &s->sets[value];
    set->words[place / 64] |= (uint64_t)1 << place % 64;
    set->words[words_of(s) + place / 4096] |= (uint64_t)1 << place / 64 % 64;
    if (set->leads < 0 || (s->nearest ? place > set->leads : place < set->leads)) set->leads = place;
    return true;
}

void level_sets_remove(struct level_sets *s, uint64_t value, int64_t place)
{
    struct level_set *set = &s->sets[value];
    set->words[place / 64] &= ~((uint64_t)1 << place % 64);
    if (!set->words[place / 64]) set->words[words_of(s) + place / 4096] &= ~((uint64_t)1 << place / 64 % 64);
    if (place != set->leads) return;
    set->leads = s->nearest ? find_last(s, set->words, 0, place) : find_first(s, set->words, place, s->length - 1);
}

int64_t level_sets_next(const struct level_sets *s, uint64_t value, int64_t low, int64_t high)
{
    if (value >= s->count || s->sets[value].leads < 0) return -1;
    const struct level_set *set = &s->sets[value];
    if (s->nearest && set->leads < high) high = set->leads;
    if (!s->nearest && set->leads > low) low = set->leads;
    return s->nearest ? find_last(s, set->words, low, high) : find_first(s, set->words, low, high);
}
