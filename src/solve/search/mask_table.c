/* SPDX-License-Identifier: MIT */
/* Open addressing; growing hashes the keys again. */
#include "solve/search/mask_table.h"
#include <string.h>
#include "base/mem.h"

enum { FIRST_SLOTS = 1024, FIRST_ROOM = 512, CHECK_EVERY = 1024 };

static bool is_key(const struct mask_table *t, const struct mask_slot *slot, const uint64_t *key)
{
    return t->words == 1 || memcmp(t->keys + (slot->id - 1) * t->words, key, t->words * sizeof *key) == 0;
}

/* The slot that holds the key, or the empty one where it belongs. */
static struct mask_slot *probe(const struct mask_table *t, uint64_t hash, uint64_t tag, const uint64_t *key)
{
    for (uint64_t mask = t->slot_count - 1, at = hash & mask;; at = (at + 1) & mask) {
        struct mask_slot *slot = &t->slots[at];
        if (!slot->id || (slot->tag == tag && is_key(t, slot, key))) return slot;
    }
}

static enum status grow_slots(struct mask_table *t)
{
    uint64_t wanted = t->slot_count ? t->slot_count * 2 : FIRST_SLOTS, bytes = wanted * sizeof *t->slots;
    enum status st = budget_fits(t->budget, bytes);
    if (st != ST_OK) return st;
    struct mask_slot *slots = mem_alloc((size_t)bytes);
    if (!slots) return ST_NO_MEMORY;
    for (uint64_t i = 0; i < t->slot_count; i++) {
        const struct mask_slot *slot = &t->slots[i];
        if (!slot->id) continue;
        uint64_t at = (t->words == 1 ? mask_table_hash(&slot->tag, 1) : slot->tag) & (wanted - 1);
        while (slots[at].id) at = (at + 1) & (wanted - 1);
        slots[at] = *slot;
    }
    mem_free(t->slots, (size_t)(t->slot_count * sizeof *slots));
    t->slots = slots;
    t->slot_count = wanted;
    return ST_OK;
}

static enum status make_room(struct mask_table *t)
{
    if (t->count >= VALUE_LARGEST) return ST_STATE_BUDGET;
    enum status st = (t->count + 1) * 3 > t->slot_count * 2 ? grow_slots(t) : ST_OK;
    if (st != ST_OK || t->count < t->room) return st;
    uint64_t larger = t->room ? t->room * 2 : FIRST_ROOM, key = t->words * sizeof *t->keys;
    st = budget_fits(t->budget, (larger - t->room) * (key + sizeof *t->facts));
    if (st != ST_OK) return st;
    uint64_t *keys = mem_resize(t->keys, (size_t)(t->room * key), (size_t)(larger * key));
    if (!keys) return ST_NO_MEMORY;
    t->keys = keys;
    struct nimber_facts *facts = mem_resize(t->facts, (size_t)t->room * sizeof *facts, (size_t)larger * sizeof *facts);
    if (!facts) { /* back to the size that is held: to shrink does not fail */
        t->keys = mem_resize(t->keys, (size_t)(larger * key), (size_t)(t->room * key));
        return ST_NO_MEMORY;
    }
    t->facts = facts;
    t->room = larger;
    return ST_OK;
}

enum status mask_table_number(struct mask_table *t, const uint64_t *key, uint32_t *id, bool *fresh)
{
    uint64_t hash = mask_table_hash(key, t->words), tag = t->words == 1 ? *key : hash;
    struct mask_slot *slot = t->slot_count ? probe(t, hash, tag, key) : NULL;
    *fresh = false;
    if (slot && slot->id) return *id = (uint32_t)(slot->id - 1), ST_OK;
    enum status st = budget_take_states(t->budget, 1);
    if (st == ST_OK && t->count % CHECK_EVERY == 0) st = budget_check(t->budget);
    if (st == ST_OK) st = make_room(t);
    if (st != ST_OK) return st;
    memcpy(t->keys + t->count * t->words, key, t->words * sizeof *key);
    t->facts[t->count] = (struct nimber_facts){0, VALUE_UNKNOWN, 0};
    *id = (uint32_t)t->count++;
    *probe(t, hash, tag, key) = (struct mask_slot){tag, t->count};
    *fresh = true;
    return ST_OK;
}

void mask_table_free(struct mask_table *t)
{
    mem_free(t->slots, (size_t)(t->slot_count * sizeof *t->slots));
    mem_free(t->keys, (size_t)t->room * t->words * sizeof *t->keys);
    mem_free(t->facts, (size_t)t->room * sizeof *t->facts);
    *t = (struct mask_table){.budget = t->budget, .words = t->words};
}
