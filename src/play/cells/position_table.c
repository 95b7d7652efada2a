/* SPDX-License-Identifier: MIT */
/* The tag is the low half of the hash and also chooses the slot, so growing does not hash any key again. */
#include "play/cells/position_table.h"
#include <string.h>
#include "base/hash.h"
#include "base/mem.h"

enum { FIRST_SLOTS = 256, FIRST_ROOM = 128, CHECK_EVERY = 1024 };

static uint32_t key_tag(const unsigned char *key, size_t length) { return (uint32_t)hash_bytes(key, length); }

const unsigned char *position_table_key(const struct position_table *table, uint32_t id, size_t *length)
{
    uint64_t begin = id ? table->ends[id - 1] : 0;
    *length = (size_t)(table->ends[id] - begin);
    return table->keys + begin;
}

/* The slot that holds the key, or the empty one where it belongs. */
static uint64_t probe(const struct position_table *table, uint32_t tag, const unsigned char *key, size_t length)
{
    uint64_t mask = table->slot_count - 1, at = tag & mask;
    for (;; at = (at + 1) & mask) {
        const struct table_slot *slot = &table->slots[at];
        if (slot->id == 0) return at;
        if (slot->tag != tag) continue;
        size_t found;
        const unsigned char *there = position_table_key(table, slot->id - 1, &found);
        if (found == length && (length == 0 || memcmp(there, key, length) == 0)) return at;
    }
}

bool position_table_find(const struct position_table *table, const unsigned char *key, size_t length, uint32_t *id)
{
    if (table->slot_count == 0) return false;
    uint64_t at = probe(table, key_tag(key, length), key, length);
    if (table->slots[at].id == 0) return false;
    *id = table->slots[at].id - 1;
    return true;
}

static enum status grow_slots(struct position_table *table)
{
    uint64_t wanted = table->slot_count ? table->slot_count * 2 : FIRST_SLOTS, bytes = wanted * sizeof *table->slots;
    if (wanted > (uint64_t)1 << 33) return ST_STATE_BUDGET;
    enum status st = budget_fits(table->budget, bytes);
    if (st != ST_OK) return st;
    struct table_slot *slots = mem_alloc((size_t)bytes);
    if (!slots) return ST_NO_MEMORY;
    for (uint64_t i = 0; i < table->slot_count; i++) {
        if (table->slots[i].id == 0) continue;
        uint64_t at = table->slots[i].tag & (wanted - 1);
        while (slots[at].id != 0) at = (at + 1) & (wanted - 1);
        slots[at] = table->slots[i];
    }
    mem_free(table->slots, (size_t)(table->slot_count * sizeof *slots));
    table->slots = slots;
    table->slot_count = wanted;
    return ST_OK;
}

/* Makes room for `wanted` elements of `size` bytes by doubling; the increase must fit the budget. */
static enum status grow(const struct budget *budget, void *block, size_t size, uint64_t *room, uint64_t wanted,
                        void **out)
{
    uint64_t larger = *room ? *room * 2 : FIRST_ROOM;
    if (larger < wanted) larger = wanted;
    enum status st = budget_fits(budget, (larger - *room) * size);
    if (st != ST_OK) return st;
    block = mem_resize(block, (size_t)*room * size, (size_t)larger * size);
    if (!block) return ST_NO_MEMORY;
    *room = larger;
    *out = block;
    return ST_OK;
}

static enum status make_room(struct position_table *table, size_t length)
{
    enum status st = ST_OK;
    void *block;
    uint64_t count = (uint64_t)table->count + 1, bytes = table->key_bytes + length + 1; /* + 1: never an empty array */
    if (count > VALUE_LARGEST) return ST_STATE_BUDGET;
    if (count * 10 > table->slot_count * 7) st = grow_slots(table);
    if (st == ST_OK && count > table->end_room) {
        st = grow(table->budget, table->ends, sizeof *table->ends, &table->end_room, count, &block);
        if (st == ST_OK) table->ends = block;
    }
    if (st == ST_OK && count > table->value_room) {
        st = grow(table->budget, table->values, sizeof *table->values, &table->value_room, count, &block);
        if (st == ST_OK) table->values = block;
    }
    if (st == ST_OK && bytes > table->key_room) {
        st = grow(table->budget, table->keys, 1, &table->key_room, bytes, &block);
        if (st == ST_OK) table->keys = block;
    }
    return st;
}

enum status position_table_intern(struct position_table *table, const unsigned char *key, size_t length, uint32_t *id,
                                  bool *fresh)
{
    uint32_t tag = key_tag(key, length);
    *fresh = false;
    if (table->slot_count) {
        uint64_t at = probe(table, tag, key, length);
        if (table->slots[at].id != 0) {
            *id = table->slots[at].id - 1;
            return ST_OK;
        }
    }
    enum status st = budget_take_states(table->budget, 1);
    if (st == ST_OK && table->count % CHECK_EVERY == 0) st = budget_check(table->budget);
    if (st == ST_OK) st = make_room(table, length);
    if (st != ST_OK) return st;
    uint64_t at = probe(table, tag, key, length);
    if (length) memcpy(table->keys + table->key_bytes, key, length);
    table->key_bytes += length;
    *id = table->count++;
    table->ends[*id] = table->key_bytes;
    table->values[*id] = VALUE_UNKNOWN;
    table->slots[at] = (struct table_slot){tag, *id + 1};
    *fresh = true;
    return ST_OK;
}

void position_table_free(struct position_table *table)
{
    mem_free(table->slots, (size_t)(table->slot_count * sizeof *table->slots));
    mem_free(table->keys, (size_t)table->key_room);
    mem_free(table->ends, (size_t)table->end_room * sizeof *table->ends);
    mem_free(table->values, (size_t)table->value_room * sizeof *table->values);
    *table = (struct position_table){.budget = table->budget};
}
