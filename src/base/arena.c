/* SPDX-License-Identifier: MIT */
/* A chain of blocks, each at least as large as the one before, up to a limit. Only the newest is filled, and the unused
 * rest of the others is given up, so a mark is a block and a fill level. Under the address sanitizer a gap after every
 * allocation stays poisoned, so that overruns are detected although allocations share blocks. */
#include "base/arena.h"
#include <stdalign.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "base/mem.h"

#if defined(__SANITIZE_ADDRESS__)
#define ARENA_WATCHED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_WATCHED 1
#endif
#endif
#ifdef ARENA_WATCHED
#include <sanitizer/asan_interface.h>
enum { GAP = 16 };
#else
#define ASAN_POISON_MEMORY_REGION(at, size) ((void)(at), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(at, size) ((void)(at), (void)(size))
enum { GAP = 0 };
#endif

enum { ALIGNMENT = 16, FIRST_BLOCK = 4096 - 64, LARGEST_STEP = 1 << 20 };

struct arena_block {
    struct arena_block *older;
    size_t size, used; /* of the bytes after this header */
    alignas(ALIGNMENT) char bytes[];
};

static bool push_block(struct arena *arena, size_t needed)
{
    size_t size = arena->head ? arena->head->size : FIRST_BLOCK / 2;
    if (size < LARGEST_STEP) size *= 2;
    if (size > LARGEST_STEP) size = LARGEST_STEP;
    if (size < needed) size = needed;
    if (size > SIZE_MAX - sizeof(struct arena_block)) return false;
    struct arena_block *block = mem_alloc_raw(sizeof *block + size);
    if (!block) return false;
    *block = (struct arena_block){.older = arena->head, .size = size};
    ASAN_POISON_MEMORY_REGION(block->bytes, size);
    arena->head = block;
    return true;
}

static void pop_block(struct arena *arena)
{
    struct arena_block *block = arena->head;
    arena->head = block->older;
    ASAN_UNPOISON_MEMORY_REGION(block->bytes, block->size);
    mem_free(block, sizeof *block + block->size);
}

void *arena_alloc(struct arena *arena, size_t size)
{
    if (size > PTRDIFF_MAX) return NULL;
    size_t room = ((size ? size : 1) + GAP + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    struct arena_block *head = arena->head;
    if (!head || head->size - head->used < room) {
        if (!push_block(arena, room)) return NULL;
        head = arena->head;
    }
    char *piece = head->bytes + head->used;
    head->used += room;
    arena->bytes += room;
    ASAN_UNPOISON_MEMORY_REGION(piece, size);
    return memset(piece, 0, size);
}

void *arena_array(struct arena *arena, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) return NULL;
    return arena_alloc(arena, bytes);
}

char *arena_strndup(struct arena *arena, const char *text, size_t length)
{
    if (length == SIZE_MAX) return NULL;
    char *copy = arena_alloc(arena, length + 1);
    if (copy && length) memcpy(copy, text, length);
    return copy;
}

char *arena_strdup(struct arena *arena, const char *text) { return arena_strndup(arena, text, strlen(text)); }

char *arena_vprintf(struct arena *arena, const char *format, va_list args)
{
    char small[256]; /* most are phrases: written once */
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(small, sizeof small, format, again);
    va_end(again);
    if (length < 0) return NULL;
    if ((size_t)length < sizeof small) return arena_strndup(arena, small, (size_t)length);
    char *out = arena_alloc(arena, (size_t)length + 1);
    if (out) vsnprintf(out, (size_t)length + 1, format, args);
    return out;
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *out = arena_vprintf(arena, format, args);
    va_end(args);
    return out;
}

struct arena_mark arena_mark(const struct arena *arena)
{
    return (struct arena_mark){arena->head, arena->head ? arena->head->used : 0, arena->bytes};
}

void arena_rewind(struct arena *arena, struct arena_mark mark)
{
    while (arena->head != mark.block) pop_block(arena);
    if (arena->head) {
        arena->head->used = mark.used;
        ASAN_POISON_MEMORY_REGION(arena->head->bytes + mark.used, arena->head->size - mark.used);
    }
    arena->bytes = mark.bytes;
}

void arena_free(struct arena *arena) { arena_rewind(arena, (struct arena_mark){0}); }
