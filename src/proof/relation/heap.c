/* SPDX-License-Identifier: MIT */
/* Blocks of one size class are kept in a list when they are freed; large ones are given back. */
#include <setjmp.h>
#include <stdbool.h>
#include <string.h>
#include <isl/ctx.h>
#include <isl/options.h>
#include "base/mem.h"
#include "proof/relation/heap.h"

enum { UNIT = 16, CLASSES = 64, PAGE = 1 << 16 };

/* In front of each block; 16 bytes, so that blocks are aligned as malloc's. */
struct block {
    size_t size;        /* of what follows, a multiple of UNIT */
    struct block *next; /* in the list of free blocks */
};
/* What was asked of mem.h: room for small blocks, or one large block. */
struct page {
    struct page *next, *previous;
    size_t size;
    size_t padding;
};
struct heap {
    struct heap *outer;
    struct page *small, *large; /* the first small page is being cut up, from `used` on */
    size_t used, held;
    uint64_t blocks;                 /* that were asked for */
    struct block *free[CLASSES + 1]; /* by size in units */
    enum status st;
    jmp_buf out;
};
/* isl passes nothing to malloc, so this cannot be an argument. */
static _Thread_local struct heap *current;

/* What the archives call in the place of the C library; see cmake/isl.cmake. */
void *cgi_isl_malloc(size_t size);
void *cgi_isl_calloc(size_t count, size_t size);
void *cgi_isl_realloc(void *memory, size_t size);
void cgi_isl_free(void *memory);
char *cgi_isl_strdup(const char *text);
void cgi_isl_abort(void) __attribute__((noreturn));
extern void *const cgi_isl_stderr;
void *const cgi_isl_stderr = NULL;

/* ---- pages ------------------------------------------------------------------------------------------------------- */
_Noreturn static void leave(enum status st)
{
    current->st = st;
    longjmp(current->out, 1);
}

static struct page *page_take(struct page **list, size_t size)
{
    if (size > HEAP_MOST || current->held > HEAP_MOST - size) leave(ST_UNSUPPORTED);
    struct page *page = mem_alloc_raw(size);
    if (!page) leave(ST_NO_MEMORY);
    *page = (struct page){.size = size, .next = *list};
    if (*list) (*list)->previous = page;
    *list = page;
    current->held += size;
    return page;
}

static void page_give(struct page **list, struct page *page)
{
    if (page->next) page->next->previous = page->previous;
    if (page->previous) page->previous->next = page->next;
    else *list = page->next;
    current->held -= page->size;
    mem_free(page, page->size);
}

/* ---- blocks ------------------------------------------------------------------------------------------------------ */
static struct block *block_of(void *memory) { return (struct block *)memory - 1; }

static struct block *block_cut(size_t size)
{
    if (!current->small || current->used + sizeof(struct block) + size > PAGE) {
        page_take(&current->small, PAGE);
        current->used = sizeof(struct page);
    }
    struct block *block = (struct block *)((char *)current->small + current->used);
    current->used += sizeof *block + size;
    return block;
}

static struct block *block_take(size_t size)
{
    struct block *block;
    if (size > (size_t)CLASSES * UNIT) {
        if (size > HEAP_MOST) leave(ST_UNSUPPORTED);
        block = (struct block *)(page_take(&current->large, sizeof(struct page) + sizeof *block + size) + 1);
    } else if ((block = current->free[size / UNIT])) {
        current->free[size / UNIT] = block->next;
    } else {
        block = block_cut(size);
    }
    block->size = size;
    return block;
}

void *cgi_isl_malloc(size_t size)
{
    current->blocks++;
    if (size > HEAP_MOST) leave(ST_UNSUPPORTED);
    return block_take(size ? (size + UNIT - 1) / UNIT * UNIT : UNIT) + 1;
}

void *cgi_isl_calloc(size_t count, size_t size)
{
    if (size && count > HEAP_MOST / size) leave(ST_UNSUPPORTED);
    void *memory = cgi_isl_malloc(count * size);
    memset(memory, 0, count * size);
    return memory;
}

void cgi_isl_free(void *memory)
{
    if (!memory) return;
    struct block *block = block_of(memory);
    if (block->size > (size_t)CLASSES * UNIT) {
        page_give(&current->large, (struct page *)block - 1);
        return;
    }
    block->next = current->free[block->size / UNIT];
    current->free[block->size / UNIT] = block;
}

void *cgi_isl_realloc(void *memory, size_t size)
{
    if (memory && block_of(memory)->size >= size) return memory;
    void *moved = cgi_isl_malloc(size);
    if (memory) memcpy(moved, memory, block_of(memory)->size);
    cgi_isl_free(memory);
    return moved;
}

char *cgi_isl_strdup(const char *text)
{
    size_t length = strlen(text) + 1;
    return memcpy(cgi_isl_malloc(length), text, length);
}

/* GMP ends here when a number has more limbs than it can count. */
void cgi_isl_abort(void) { leave(ST_UNSUPPORTED); }

/* Last words before abort, on stderr; nobody else calls these. */
#define SILENT(name)                                                                                                   \
    int name(void);                                                                                                    \
    int name(void) { return 0; }
SILENT(cgi_isl_fprintf)
SILENT(cgi_isl___fprintf_chk)
SILENT(cgi_isl_fwrite)
SILENT(cgi_isl_fputs)
SILENT(cgi_isl_fputc)

/* ---- a question -------------------------------------------------------------------------------------------------- */
static void ask_within(uint64_t operations, void (*ask)(struct isl_ctx *ctx, void *context), void *context)
{
    struct isl_ctx *ctx = isl_ctx_alloc();
    isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
    isl_ctx_set_max_operations(ctx, operations);
    ask(ctx, context);
    if (isl_ctx_last_error(ctx) != isl_error_none) current->st = ST_UNSUPPORTED;
}

/* Apart from heap_run, since what a function changes after its own setjmp may be lost. */
static void enter(uint64_t operations, void (*ask)(struct isl_ctx *ctx, void *context), void *context)
{
    if (setjmp(current->out) == 0) ask_within(operations, ask, context);
}

enum status heap_count(uint64_t operations, uint64_t *blocks, void (*ask)(struct isl_ctx *ctx, void *context),
                       void *context)
{
    struct heap heap = {.outer = current, .st = ST_OK};
    current = &heap;
    enter(operations, ask, context);
    while (heap.small) page_give(&heap.small, heap.small);
    while (heap.large) page_give(&heap.large, heap.large);
    current = heap.outer;
    *blocks += heap.blocks;
    return heap.st;
}

enum status heap_run(uint64_t operations, void (*ask)(struct isl_ctx *ctx, void *context), void *context)
{
    uint64_t blocks = 0;
    return heap_count(operations, &blocks, ask, context);
}
