/* A table of byte strings with a number each and a 32-bit value beside it: positions that a search has met.
 *
 *     struct position_table t = {.budget = budget};
 *     st = position_table_intern(&t, key, length, &id, &fresh);     // ids count from 0 in the order of their first meeting
 *     t.values[id] = 3;                                    // fresh ones are VALUE_UNKNOWN
 *     const unsigned char *key = position_table_key(&t, id, &length);   // valid until the next position_table_intern
 *     position_table_free(&t);
 *
 * Open addressing: a slot is 8 bytes (32 bits of the hash and the id), keys stand apart in one array, so a probe touches
 * one cache line and compares bytes only when 32 bits agree. About 30 bytes a position and its key. Growth asks the
 * budget first (ST_MEMORY_BUDGET), each fresh key takes one state (ST_STATE_BUDGET). */
#ifndef CGI_PLAY_CELLS_POSITION_TABLE_H
#define CGI_PLAY_CELLS_POSITION_TABLE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/budget.h"

#define VALUE_UNKNOWN UINT32_MAX    /* met, not valued */
#define VALUE_OPEN (UINT32_MAX - 1) /* on the path of the search that is running */
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
    uint64_t *ends; /* key id stands at ends[id - 1] .. ends[id] */
    uint32_t *values;
    uint32_t count;
    uint64_t end_room, value_room;
};

enum status position_table_intern(struct position_table *table, const unsigned char *key, size_t length, uint32_t *id,
                                  bool *fresh);
/* False when the key was never met. */
bool position_table_find(const struct position_table *table, const unsigned char *key, size_t length, uint32_t *id);
const unsigned char *position_table_key(const struct position_table *table, uint32_t id, size_t *length);
/* Forgets all keys and gives their memory back. */
void position_table_free(struct position_table *table);

#endif
