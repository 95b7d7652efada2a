/* SPDX-License-Identifier: MIT */
/* A hash table of byte strings, each with a number and a 32-bit value: positions that a search has visited.
 *
 *     struct position_table t = {.budget = budget};
 *     st = position_table_intern(&t, key, length, &id, &fresh);     // ids count from 0 in order of insertion
 *     t.values[id] = 3;                                    // VALUE_UNKNOWN at first
 *     const unsigned char *key = position_table_key(&t, id, &length);   // valid until the next position_table_intern
 *     position_table_free(&t);
 *
 * Open addressing: a slot is 8 bytes (32 bits of the hash and the id), and the keys are in a separate array, so a probe
 * touches one cache line and compares bytes only if 32 bits agree. About 30 bytes per position and its key. Growth is
 * charged to the budget first (ST_MEMORY_BUDGET); each new key takes one state (ST_STATE_BUDGET). */
#ifndef CGI_PLAY_CELLS_POSITION_TABLE_H
#define CGI_PLAY_CELLS_POSITION_TABLE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/budget.h"

#define VALUE_UNKNOWN UINT32_MAX    /* visited, without a value */
#define VALUE_OPEN (UINT32_MAX - 1) /* on the path of the running search */
#define VALUE_LARGEST (UINT32_MAX - 2)

struct table_slot {
    uint32_t tag, id; /* id + 1; 0: empty */
};
struct position_table {
    struct budget *budget; /* set by the owner */
    struct table_slot *slots;
    uint64_t slot_count; /* a power of 2, or 0 */
    unsigned char *keys;
    uint64_t key_bytes, key_room;
    uint64_t *ends; /* key `id` is keys[ends[id - 1]] .. keys[ends[id] - 1] */
    uint32_t *values;
    uint32_t count;
    uint64_t end_room, value_room;
};

enum status position_table_intern(struct position_table *table, const unsigned char *key, size_t length, uint32_t *id,
                                  bool *fresh);
/* Returns false if the key is not in the table. */
bool position_table_find(const struct position_table *table, const unsigned char *key, size_t length, uint32_t *id);
const unsigned char *position_table_key(const struct position_table *table, uint32_t id, size_t *length);
/* Removes all keys and frees their memory. */
void position_table_free(struct position_table *table);

#endif
