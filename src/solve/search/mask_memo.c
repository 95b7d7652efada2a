/* SPDX-License-Identifier: MIT */
/* Buckets of one line. An entry is its key and a word of knowledge, which is not 0; growing moves half of the entries of each
 * bucket to the bucket that has the new bit in its number. */
#include "solve/search/mask_memo.h"
#include <string.h>
#include "base/mem.h"

enum { FIRST_BUCKETS = 64, CHECK_EVERY = 1024, LINE_BYTES = MASK_LINE * 8 };

static size_t entry_words(const struct mask_memo *t) { return t->words + 1; }
static size_t entries_of_bucket(const struct mask_memo *t) { return MASK_LINE / entry_words(t); }

static bool same_key(const uint64_t *a, const uint64_t *b, size_t words)
{
    uint64_t other = 0;
    for (size_t i = 0; i < words; i++) other |= a[i] ^ b[i];
    return !other;
}

static uint64_t *find_entry(const struct mask_memo *t, const uint64_t *key)
{
    uint64_t *entry = mask_memo_bucket(t, key);
    for (size_t i = entries_of_bucket(t); i-- > 0; entry += entry_words(t))
        if (entry[t->words] && same_key(entry, key, t->words)) return entry;
    return NULL;
}

uint64_t mask_memo_find(const struct mask_memo *t, const uint64_t *key)
{
    const uint64_t *entry = t->bucket_count ? find_entry(t, key) : NULL;
    return entry ? entry[t->words] & ~MASK_SIZES : 0;
}

/* Entries of the lower half whose hash has the new bit. */
static void spread(struct mask_memo *t, uint64_t half)
{
    size_t each = entry_words(t), room = entries_of_bucket(t);
    for (uint64_t b = 0; b < half; b++) {
        uint64_t *low = t->buckets + b * MASK_LINE, *high = low + half * MASK_LINE, *left = low;
        for (size_t i = 0; i < room; i++) {
            uint64_t *from = low + i * each;
            if (!from[t->words]) continue;
            bool up = mask_memo_hash(from, t->words) & half;
            memmove(up ? high : left, from, each * sizeof *from);
            if (up) high += each;
            else left += each;
        }
        memset(left, 0, (size_t)(low + room * each - left) * sizeof *left);
    }
}

static size_t block_bytes(uint64_t buckets) { return buckets ? (size_t)(buckets + 1) * LINE_BYTES : 0; }

/* ST_MEMORY_BUDGET, ST_NO_MEMORY: it stays as it is. */
static enum status grow(struct mask_memo *t)
{
    uint64_t old = t->bucket_count, wanted = old ? old * 2 : FIRST_BUCKETS;
    enum status st = budget_fits(t->budget, block_bytes(wanted) - block_bytes(old));
    if (st != ST_OK) return st;
    size_t shift = old ? (size_t)(t->buckets - t->block) : 0;
    uint64_t *block = mem_resize(t->block, block_bytes(old), block_bytes(wanted));
    if (!block) return ST_NO_MEMORY;
    size_t aligned = ((LINE_BYTES - (uintptr_t)block % LINE_BYTES) % LINE_BYTES) / sizeof *block;
    if (aligned != shift) {
        memmove(block + aligned, block + shift, (size_t)old * LINE_BYTES);
        if (aligned > shift) memset(block + shift, 0, (aligned - shift) * sizeof *block);
        else memset(block + aligned + old * MASK_LINE, 0, (shift - aligned) * sizeof *block);
    }
    t->block = block;
    t->buckets = block + aligned;
    t->bucket_count = wanted;
    spread(t, old);
    return ST_OK;
}

/* An empty place of the bucket, else the entry with the least size. */
static uint64_t *place_for(const struct mask_memo *t, const uint64_t *key)
{
    uint64_t *entry = mask_memo_bucket(t, key), *least = entry;
    for (size_t i = entries_of_bucket(t); i-- > 0; entry += entry_words(t)) {
        if (!entry[t->words]) return entry;
        if ((entry[t->words] & MASK_SIZES) < (least[t->words] & MASK_SIZES)) least = entry;
    }
    return least;
}

static bool may_grow(const struct mask_memo *t)
{
    uint64_t entries = t->bucket_count * entries_of_bucket(t);
    return (!t->most || entries * 2 <= t->most) && t->count * 2 >= entries;
}

enum status mask_memo_note(struct mask_memo *t, const uint64_t *key, uint64_t known, size_t size)
{
    uint64_t *entry = t->bucket_count ? find_entry(t, key) : NULL;
    if (!entry) {
        enum status st = t->bucket_count ? ST_OK : grow(t);
        if (st != ST_OK) return st;
        entry = place_for(t, key);
        if (entry[t->words] && may_grow(t)) {
            if (grow(t) != ST_OK) t->most = t->bucket_count * entries_of_bucket(t);
            entry = place_for(t, key);
        }
        bool fresh = !entry[t->words];
        if (fresh) st = budget_take_states(t->budget, 1);
        if (st == ST_OK && (t->count + t->replaced) % CHECK_EVERY == 0) st = budget_check(t->budget);
        if (st != ST_OK) return st;
        t->count += fresh;
        t->replaced += !fresh;
        memcpy(entry, key, t->words * sizeof *key);
    }
    entry[t->words] = known | (uint64_t)(size < 127 ? size : 127) << MASK_NUMBERS;
    return ST_OK;
}

void mask_memo_free(struct mask_memo *t)
{
    mem_free(t->block, block_bytes(t->bucket_count));
    *t = (struct mask_memo){.budget = t->budget, .words = t->words, .most = t->most};
}
