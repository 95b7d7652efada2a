/* SPDX-License-Identifier: MIT */
/* The first number that is missing is found by a word of each level, however many there are. */
#include <string.h>
#include "base/mem.h"
#include "solve/windows/private.h"

enum status set_open(struct value_set *set, uint64_t room, const struct budget *budget)
{
    size_t words = 0;
    *set = (struct value_set){.room = room};
    for (uint64_t bits = room; set->levels == 0 || bits > 1; set->levels++) {
        bits = (bits + 63) / 64;
        set->words[set->levels] = (size_t)bits;
        words += (size_t)bits;
    }
    set->size = words * sizeof(uint64_t) + (size_t)room * sizeof *set->counts;
    enum status st = budget_fits(budget, set->size);
    if (st != ST_OK) return st;
    set->block = mem_alloc(set->size);
    if (!set->block) return ST_NO_MEMORY;
    uint64_t *at = set->block;
    for (size_t j = 0; j < set->levels; j++) {
        set->level[j] = at;
        at += set->words[j];
    }
    set->counts = (uint32_t *)at;
    return ST_OK;
}

void set_close(struct value_set *set)
{
    mem_free(set->block, set->block ? set->size : 0);
    *set = (struct value_set){0};
}

void set_carry(struct value_set *set, uint64_t word)
{
    for (size_t j = 1; j < set->levels; j++, word /= 64) {
        set->level[j][word / 64] |= (uint64_t)1 << word % 64;
        if (set->level[j][word / 64] != UINT64_MAX) break;
    }
}

void set_uncarry(struct value_set *set, uint64_t word)
{
    for (size_t j = 1; j < set->levels; j++, word /= 64) {
        bool full = set->level[j][word / 64] == UINT64_MAX;
        set->level[j][word / 64] &= ~((uint64_t)1 << word % 64);
        if (!full) break;
    }
}

enum status set_grow(struct value_set *set, uint64_t value, const struct budget *budget)
{
    struct value_set grown;
    uint64_t room = set->room;
    while (room <= value) room *= 2;
    enum status st = set_open(&grown, room, budget);
    if (st != ST_OK) return st;
    memcpy(grown.counts, set->counts, (size_t)set->room * sizeof *set->counts);
    memcpy(grown.level[0], set->level[0], set->words[0] * sizeof(uint64_t));
    for (size_t k = 0; k < set->words[0]; k++)
        if (grown.level[0][k] == UINT64_MAX) set_carry(&grown, k);
    grown.least = set->least;
    set_close(set);
    *set = grown;
    return ST_OK;
}

/* Up to the level where something is missing behind `from`, and down again. */
uint64_t set_free_beyond(const struct value_set *set, uint64_t from)
{
    size_t j = 0;
    uint64_t at = from; /* of bits of level j */
    for (;; j++) {
        if (j == set->levels || at / 64 >= set->words[j]) return set->room;
        uint64_t word = ~set->level[j][at / 64] >> at % 64;
        if (word) {
            at += (uint64_t)__builtin_ctzll(word);
            break;
        }
        at = at / 64 + 1;
    }
    for (; j > 0; j--) {
        if (at >= set->words[j - 1]) return set->room;
        at = at * 64 + (uint64_t)__builtin_ctzll(~set->level[j - 1][at]);
    }
    return at;
}
