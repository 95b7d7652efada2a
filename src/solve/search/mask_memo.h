/* SPDX-License-Identifier: MIT */
/* What is known of the values of positions, in a table that forgets: a key of 1 to 4 words and one word of knowledge each, 16 bytes
 * for a key of one word. One line of the cache is looked at.
 *
 *     struct mask_memo t = {.budget = budget, .words = 1};
 *     mask_memo_expect(&t, key);                                          // it will be asked for soon
 *     uint64_t known = mask_memo_find(&t, key);                           // 0: nothing
 *     st = mask_memo_note(&t, key, mask_value(3), size);                  // replaces what was known of it
 *     mask_memo_free(&t);
 *
 * Knowledge is the value, or the numbers that it is not (bit k: not k, for k < MASK_NUMBERS). The table doubles while the budget
 * lets it, and `most` entries at most (0: any number); after that an entry of the bucket makes room, the one with the least size,
 * which is the cheapest to find again. So nothing may be expected to be still there. Each entry that takes an empty place takes
 * one state of the budget (ST_STATE_BUDGET); to find or note takes constant time but for growth. */
#ifndef CGI_SOLVE_SEARCH_MASK_MEMO_H
#define CGI_SOLVE_SEARCH_MASK_MEMO_H
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include "base/budget.h"
#include "base/hash.h"

enum { MASK_NUMBERS = 56, MASK_LINE = 8 /* words of a bucket: a line of the cache */ };
#define MASK_VALUED (UINT64_C(1) << 63)
#define MASK_SIZES UINT64_C(0x7f00000000000000) /* of an entry: how large it is, at most 127 */

static inline uint64_t mask_value(uint64_t value) { return MASK_VALUED | value; }
static inline bool mask_is_valued(uint64_t known) { return known >> 63; }
static inline uint64_t mask_value_of(uint64_t known) { return known & ~MASK_VALUED; }

struct mask_memo {
    struct budget *budget; /* set by the owner */
    size_t words;
    uint64_t most;   /* entries; 0: what the budget allows */
    uint64_t *block; /* the buckets, aligned within it */
    uint64_t *buckets;
    uint64_t bucket_count; /* a power of 2, or 0 */
    uint64_t count, replaced;
    _Atomic uint64_t *versions; /* while hands share it, else NULL */
};
static inline uint64_t mask_memo_hash(const uint64_t *key, size_t words)
{
    uint64_t hash = hash_mix(key[0]);
    for (size_t i = 1; i < words; i++) hash = hash_mix(hash + key[i]);
    return hash;
}
static inline uint64_t *mask_memo_bucket(const struct mask_memo *t, const uint64_t *key)
{
    return t->buckets + (mask_memo_hash(key, t->words) & (t->bucket_count - 1)) * MASK_LINE;
}
/* Always inlined: gcc sees no effect in a function that only fetches ahead, and drops calls to it (up to gcc 12 at least). */
static inline __attribute__((always_inline)) void mask_memo_expect(const struct mask_memo *t, const uint64_t *key)
{
    if (t->bucket_count) __builtin_prefetch(mask_memo_bucket(t, key));
}
/* The entries of a bucket, key and knowledge: i < mask_memo_room; one whose knowledge is 0 is empty. */
static inline size_t mask_memo_room(const struct mask_memo *t) { return MASK_LINE / (t->words + 1); }
static inline const uint64_t *mask_memo_at(const struct mask_memo *t, uint64_t bucket, size_t i)
{
    return t->buckets + bucket * MASK_LINE + i * (t->words + 1);
}
uint64_t mask_memo_find(const struct mask_memo *t, const uint64_t *key);
enum status mask_memo_note(struct mask_memo *t, const uint64_t *key, uint64_t known, size_t size);
void mask_memo_free(struct mask_memo *t);

/* Several hands at one table (base/crew.h), each with a copy of the struct that has a budget of its own:
 *
 *     mask_memo_share(&t, 1 << 20);                 // room for so many entries, if the budget has it; false: none
 *     struct mask_memo hand = t;
 *     hand.budget = &own;                           // ... used by one hand: find, note, expect
 *     mask_memo_join(&t, &hand);                    // when all hands have ended: its counts
 *     mask_memo_unshare(&t);
 *
 * It does not grow meanwhile. A bucket has a version, which is odd while one writes there; who meets that finds nothing, or notes
 * nothing. What is noted is added to what another hand has found of the same position. */
bool mask_memo_share(struct mask_memo *t, uint64_t entries);
/* Entry i of a bucket as it is: its key and its knowledge. False: none is there, or a hand is writing to the bucket. */
bool mask_memo_copy(const struct mask_memo *t, uint64_t bucket, size_t i, uint64_t *entry);
void mask_memo_join(struct mask_memo *t, const struct mask_memo *hand);
void mask_memo_unshare(struct mask_memo *t);

#endif
