/* SPDX-License-Identifier: MIT */
/* Arenas: memory with one named lifetime.
 *
 *     struct arena parse = {0};                            // zero is the empty arena
 *     struct node *n = arena_alloc(&parse, sizeof *n);     // zeroed, 16-byte aligned; NULL if memory runs out
 *     arena_free(&parse);                                  // everything at once; the arena is empty again
 *
 * Lifetimes in this program: parse (AST), game (model, code), scratch (per position), store (positions). */
#ifndef CGI_BASE_ARENA_H
#define CGI_BASE_ARENA_H
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

struct arena_block;
struct arena {
    struct arena_block *head;
    uint64_t bytes; /* allocated, for budgets and dumps */
};
/* A mark for arena_rewind, which frees everything allocated after it. */
struct arena_mark {
    struct arena_block *block;
    size_t used;
    uint64_t bytes;
};

void *arena_alloc(struct arena *arena, size_t size);
/* count * size with overflow detected (NULL). */
void *arena_array(struct arena *arena, size_t count, size_t size);
char *arena_strndup(struct arena *arena, const char *text, size_t length);
char *arena_strdup(struct arena *arena, const char *text);
/* sprintf into the arena; NULL if memory runs out. */
char *arena_printf(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *arena, const char *format, va_list args);
struct arena_mark arena_mark(const struct arena *arena);
void arena_rewind(struct arena *arena, struct arena_mark mark);
void arena_free(struct arena *arena);

#endif
