/* SPDX-License-Identifier: MIT */
/* A hash table of keys of a few words, each with a number and what is known of its value: 16 bytes and the key, and a slot of 16
 * bytes of which at least every third is in use.
 *
 *     struct mask_table t = {.budget = budget, .words = 1};
 *     st = mask_table_number(&t, key, &id, &fresh);        // ids count from 0; fresh: t.facts[id] has no value, and size 0
 *     mask_table_free(&t);
 *
 * A key of one word is compared in its slot. Growth is charged to the budget first (ST_MEMORY_BUDGET); each new key takes one
 * state (ST_STATE_BUDGET). */
#ifndef CGI_SOLVE_SEARCH_MASK_TABLE_H
#define CGI_SOLVE_SEARCH_MASK_TABLE_H
#include <stddef.h>
#include "base/budget.h"
#include "base/hash.h"
#include "play/cells/position_table.h"

/* What is known of a component: its value, or VALUE_UNKNOWN and which numbers it is not. */
struct nimber_facts {
    uint64_t excluded; /* bit k: the value is not k */
    uint32_t value;
    uint32_t size; /* a measure of the work: the sum of its cells, how many nodes there are, or moves */
};
struct mask_slot {
    uint64_t tag; /* the hash, or of one word the key */
    uint64_t id;  /* id + 1; 0: empty */
};
struct mask_table {
    struct budget *budget; /* set by the owner */
    size_t words;
    struct mask_slot *slots;
    uint64_t slot_count; /* a power of 2, or 0 */
    uint64_t *keys;      /* `words` of each */
    struct nimber_facts *facts;
    uint64_t count, room;
};
static inline uint64_t mask_table_hash(const uint64_t *key, size_t words)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < words; i++) hash = hash_mix(hash + key[i]);
    return hash;
}
enum status mask_table_number(struct mask_table *t, const uint64_t *key, uint32_t *id, bool *fresh);
void mask_table_free(struct mask_table *t);

#endif
