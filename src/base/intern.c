/* SPDX-License-Identifier: MIT */
/* Open addressing with linear probing, at most half full; the table holds pointers to strings in the owner's arena. */
#include "base/intern.h"
#include <stdbool.h>
#include <string.h>
#include "base/hash.h"
#include "base/mem.h"

enum { FIRST_CAPACITY = 64 };

/* The slot that holds the text, or the free one where it belongs. The table is never full. */
static const char **find_slot(const char **slots, size_t capacity, const char *text, size_t length)
{
    size_t i = (size_t)hash_bytes(text, length) & (capacity - 1);
    while (slots[i] && (strlen(slots[i]) != length || memcmp(slots[i], text, length) != 0))
        i = (i + 1) & (capacity - 1);
    return &slots[i];
}

static bool grow(struct interns *table)
{
    size_t capacity = table->capacity ? table->capacity * 2 : FIRST_CAPACITY;
    size_t bytes;
    if (__builtin_mul_overflow(capacity, sizeof *table->slots, &bytes)) return false;
    const char **slots = mem_alloc(bytes);
    if (!slots) return false;
    for (size_t i = 0; i < table->capacity; i++) {
        const char *text = table->slots[i];
        if (text) *find_slot(slots, capacity, text, strlen(text)) = text;
    }
    mem_free(table->slots, table->capacity * sizeof *table->slots);
    table->slots = slots;
    table->capacity = capacity;
    return true;
}

const char *intern(struct interns *table, const char *text, size_t length)
{
    if (table->count >= table->capacity / 2 && !grow(table)) return NULL;
    const char **slot = find_slot(table->slots, table->capacity, text, length);
    if (!*slot) {
        *slot = arena_strndup(table->arena, text, length);
        if (*slot) table->count++;
    }
    return *slot;
}

const char *intern_c(struct interns *table, const char *text) { return intern(table, text, strlen(text)); }

void interns_free(struct interns *table)
{
    mem_free(table->slots, table->capacity * sizeof *table->slots);
    *table = (struct interns){.arena = table->arena};
}
