/* SPDX-License-Identifier: MIT */
/* Buckets of one line. An entry is its key and a word of knowledge, which is not 0; growing moves half of the entries of each
 * bucket to the bucket that has the new bit in its number. */
#include "solve/search/mask_memo.h"
#include <string.h>
#include "base/mem.h"

enum { FIRST_BUCKETS = 64, CHECK_EVERY = 1024, LINE_BYTES = MASK_LINE * 8, VERSIONS = 4096, MOVED_AT_ONCE = 1024 };

static size_t entry_words(const struct mask_memo *t) { return t->words + 1; }
static size_t entries_of_bucket(const struct mask_memo *t) { return MASK_LINE / entry_words(t); }

static inline bool same_key(const uint64_t *a, const uint64_t *b, size_t words)
{
    uint64_t other = 0;
    for (size_t i = 0; i < words; i++) other |= a[i] ^ b[i];
    return !other;
}

/* Compiled for keys of one word by themselves: these are the most. */
static inline __attribute__((always_inline)) uint64_t *find_in(uint64_t *bucket, const uint64_t *key, size_t words)
{
    for (uint64_t *entry = bucket; entry + words < bucket + MASK_LINE; entry += words + 1)
        if (entry[words] && same_key(entry, key, words)) return entry;
    return NULL;
}

static uint64_t *find_entry(const struct mask_memo *t, const uint64_t *key)
{
    uint64_t *bucket = mask_memo_bucket(t, key);
    return t->words == 1 ? find_in(bucket, key, 1) : find_in(bucket, key, t->words);
}

/* ---- several hands ------------------------------------------------------------------------------------------------ */
static uint64_t load(const uint64_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }
static void store(uint64_t *word, uint64_t to) { __atomic_store_n(word, to, __ATOMIC_RELEASE); }

static _Atomic uint64_t *version_of(const struct mask_memo *t, const uint64_t *key)
{
    return &t->versions[mask_memo_hash(key, t->words) & (t->bucket_count - 1) & (VERSIONS - 1)];
}

static uint64_t *find_shared_entry(const struct mask_memo *t, const uint64_t *key)
{
    uint64_t *entry = mask_memo_bucket(t, key);
    for (size_t i = entries_of_bucket(t); i-- > 0; entry += entry_words(t)) {
        uint64_t other = 0;
        for (size_t k = 0; k < t->words; k++) other |= load(entry + k) ^ key[k];
        if (!other && load(entry + t->words)) return entry;
    }
    return NULL;
}

/* Who reads a word that is being written has read the odd version before (release, acquire), so the version has changed. */
static uint64_t find_shared(const struct mask_memo *t, const uint64_t *key)
{
    _Atomic uint64_t *version = version_of(t, key);
    uint64_t before = atomic_load_explicit(version, memory_order_acquire);
    const uint64_t *entry = before & 1 ? NULL : find_shared_entry(t, key);
    uint64_t known = entry ? load(entry + t->words) : 0;
    return atomic_load_explicit(version, memory_order_relaxed) == before ? known & ~MASK_SIZES : 0;
}

/* As find_shared, of one entry and all of its words. */
bool mask_memo_copy(const struct mask_memo *t, uint64_t bucket, size_t i, uint64_t *entry)
{
    const uint64_t *from = mask_memo_at(t, bucket, i);
    if (!t->versions) {
        memcpy(entry, from, entry_words(t) * sizeof *entry);
        return entry[t->words];
    }
    _Atomic uint64_t *version = &t->versions[bucket & (VERSIONS - 1)];
    uint64_t before = atomic_load_explicit(version, memory_order_acquire);
    for (size_t w = 0; w < entry_words(t); w++) entry[w] = load(from + w);
    bool same = !(before & 1) && atomic_load_explicit(version, memory_order_relaxed) == before;
    return same && entry[t->words];
}

static uint64_t joined(uint64_t a, uint64_t b) { return mask_is_valued(a) ? a : mask_is_valued(b) ? b : a | b; }

/* An empty place of the bucket, else the entry with the least size. */
static uint64_t *place_for(const struct mask_memo *t, const uint64_t *key)
{
    uint64_t *entry = mask_memo_bucket(t, key), *least = entry;
    for (size_t i = entries_of_bucket(t); i-- > 0; entry += entry_words(t)) {
        if (!load(entry + t->words)) return entry;
        if ((load(entry + t->words) & MASK_SIZES) < (load(least + t->words) & MASK_SIZES)) least = entry;
    }
    return least;
}

static enum status note_shared(struct mask_memo *t, const uint64_t *key, uint64_t known, size_t size)
{
    enum status st = ST_OK;
    _Atomic uint64_t *version = version_of(t, key);
    uint64_t before = atomic_load_explicit(version, memory_order_relaxed);
    if (before & 1 || !atomic_compare_exchange_strong_explicit(version, &before, before + 1, memory_order_acquire,
                                                               memory_order_relaxed))
        return ST_OK;
    uint64_t *entry = find_shared_entry(t, key);
    if (entry) known = joined(known, load(entry + t->words) & ~MASK_SIZES);
    if (!entry) {
        entry = place_for(t, key);
        bool fresh = !load(entry + t->words);
        if (fresh) st = budget_take_states(t->budget, 1);
        else budget_renew(t->budget);
        t->count += fresh;
        t->replaced += !fresh;
        for (size_t k = 0; k < t->words; k++) store(entry + k, key[k]);
    }
    store(entry + t->words, known | (uint64_t)(size < 127 ? size : 127) << MASK_NUMBERS);
    atomic_store_explicit(version, before + 2, memory_order_release);
    if (st == ST_OK && (t->count + t->replaced) % CHECK_EVERY == 0) st = budget_check(t->budget);
    return st;
}

/* ---- one hand ----------------------------------------------------------------------------------------------------- */
uint64_t mask_memo_find(const struct mask_memo *t, const uint64_t *key)
{
    if (t->versions) return find_shared(t, key);
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
    uint64_t more = block_bytes(wanted) - block_bytes(old);
    enum status st = old ? budget_spares(t->budget, more) : budget_fits(t->budget, more);
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

static bool may_grow(const struct mask_memo *t)
{
    uint64_t entries = t->bucket_count * entries_of_bucket(t);
    return (!t->most || entries * 2 <= t->most) && t->count * 2 >= entries;
}

enum status mask_memo_note(struct mask_memo *t, const uint64_t *key, uint64_t known, size_t size)
{
    if (t->versions) return note_shared(t, key, known, size);
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
        else budget_renew(t->budget);
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

/* Each new bucket takes entries of one old bucket alone, so all of them find room. It may take seconds until so much memory is there:
 * what a budget says ends it. */
static enum status move_entries(const struct mask_memo *t, uint64_t *buckets, uint64_t count)
{
    size_t each = entry_words(t), room = entries_of_bucket(t);
    enum status st = ST_OK;
    for (uint64_t b = 0; b < t->bucket_count && st == ST_OK; b++) {
        if (b % MOVED_AT_ONCE == 0) st = budget_check(t->budget);
        for (size_t i = 0; i < room; i++) {
            const uint64_t *from = t->buckets + b * MASK_LINE + i * each;
            if (!from[t->words]) continue;
            uint64_t *to = buckets + (mask_memo_hash(from, t->words) & (count - 1)) * MASK_LINE;
            while (to[t->words]) to += each;
            memcpy(to, from, each * sizeof *from);
        }
    }
    return st;
}

/* The whole size is taken at once: what is not touched of it costs nothing, while to double all of it again and again would touch it. */
static void make_whole(struct mask_memo *t, uint64_t entries)
{
    uint64_t wanted = FIRST_BUCKETS;
    while (wanted * entries_of_bucket(t) < entries) wanted *= 2;
    if (wanted <= t->bucket_count || budget_spares(t->budget, block_bytes(wanted)) != ST_OK) return;
    uint64_t *block = mem_alloc(block_bytes(wanted));
    if (!block) return;
    uint64_t *buckets = block + ((LINE_BYTES - (uintptr_t)block % LINE_BYTES) % LINE_BYTES) / sizeof *block;
    if (move_entries(t, buckets, wanted) != ST_OK) {
        mem_free(block, block_bytes(wanted));
        return;
    }
    mem_free(t->block, block_bytes(t->bucket_count));
    t->block = block;
    t->buckets = buckets;
    t->bucket_count = wanted;
}

bool mask_memo_share(struct mask_memo *t, uint64_t entries)
{
    _Atomic uint64_t *versions = mem_alloc(VERSIONS * sizeof *versions);
    uint64_t most = t->most && t->most < entries ? t->most : entries;
    if (versions) make_whole(t, most);
    while (versions && t->bucket_count * entries_of_bucket(t) < most && budget_over(t->budget) == ST_OK &&
           grow(t) == ST_OK)
        continue;
    if (versions && t->bucket_count) t->versions = versions;
    else mem_free(versions, versions ? VERSIONS * sizeof *versions : 0);
    return t->versions;
}

void mask_memo_join(struct mask_memo *t, const struct mask_memo *hand)
{
    t->count += hand->count;
    t->replaced += hand->replaced;
}

void mask_memo_unshare(struct mask_memo *t)
{
    mem_free(t->versions, t->versions ? VERSIONS * sizeof *t->versions : 0);
    t->versions = NULL;
}
