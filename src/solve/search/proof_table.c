/* SPDX-License-Identifier: MIT */
/* Lines of four entries. The knowledge: 8 bits of the work's logarithm, to the base of the square root of two; 28 bits each of
 * both numbers. */
#include "solve/search/proof_table.h"
#include "base/mem.h"

enum { LINE_WORDS = 8, LINE_BYTES = 64, ENTRY_WORDS = 2, LEAST_LINES = 1, LOSS_FROM = 28, WORK_FROM = 56 };

static size_t block_bytes(uint64_t lines) { return lines ? (size_t)(lines + 1) * LINE_BYTES : 0; }

enum status proof_table_make(struct proof_table *t, const struct budget *budget, uint64_t entries)
{
    uint64_t lines = LEAST_LINES;
    while (lines * 2 * (LINE_WORDS / ENTRY_WORDS) <= entries && budget_fits(budget, block_bytes(lines * 4)) == ST_OK)
        lines *= 2;
    t->block = mem_alloc(block_bytes(lines));
    if (!t->block) return ST_NO_MEMORY;
    t->lines = t->block + (LINE_BYTES - (uintptr_t)t->block % LINE_BYTES) % LINE_BYTES / sizeof *t->block;
    t->line_count = lines;
    return ST_OK;
}

void proof_table_free(struct proof_table *t)
{
    mem_free(t->block, block_bytes(t->line_count));
    *t = (struct proof_table){0};
}

static _Atomic uint64_t *line_of(const struct proof_table *t, uint64_t hash)
{
    return t->lines + (hash & (t->line_count - 1)) * LINE_WORDS;
}
static uint64_t load(const _Atomic uint64_t *word) { return atomic_load_explicit(word, memory_order_relaxed); }
static void store(_Atomic uint64_t *word, uint64_t to) { atomic_store_explicit(word, to, memory_order_relaxed); }

bool proof_table_find(const struct proof_table *t, uint64_t hash, struct proof_numbers *numbers)
{
    const _Atomic uint64_t *entry = line_of(t, hash);
    for (size_t i = 0; i < LINE_WORDS; i += ENTRY_WORDS) {
        uint64_t told = load(entry + i + 1);
        if (!told || (load(entry + i) ^ told) != hash) continue;
        *numbers = (struct proof_numbers){(uint32_t)(told & PROOF_NEVER), (uint32_t)(told >> LOSS_FROM & PROOF_NEVER)};
        return true;
    }
    return false;
}

static uint64_t log_of(uint64_t work)
{
    uint64_t bits = 63 - (uint64_t)__builtin_clzll(work | 2);
    return 2 * bits + (work >> (bits - 1) & 1);
}

/* The entry of this question, else the one with the least work, which an empty one has. */
static _Atomic uint64_t *place_for(const struct proof_table *t, uint64_t hash)
{
    _Atomic uint64_t *line = line_of(t, hash), *least = line;
    uint64_t fewest = UINT64_MAX;
    for (size_t i = 0; i < LINE_WORDS; i += ENTRY_WORDS) {
        uint64_t told = load(line + i + 1);
        if (told && (load(line + i) ^ told) == hash) return line + i;
        if (told >> WORK_FROM >= fewest) continue;
        fewest = told >> WORK_FROM;
        least = line + i;
    }
    return least;
}

void proof_table_note(struct proof_table *t, uint64_t hash, struct proof_numbers numbers, uint64_t work)
{
    uint64_t told = numbers.win | (uint64_t)numbers.loss << LOSS_FROM | log_of(work) << WORK_FROM;
    _Atomic uint64_t *entry = place_for(t, hash);
    store(entry, hash ^ told);
    store(entry + 1, told);
}
