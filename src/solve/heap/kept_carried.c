/* SPDX-License-Identifier: MIT */
/* In the file: where the kernel stood, how many bytes it carried, and these. */
#include "solve/heap/kept_carried.h"
#include <string.h>
#include "base/hash.h"
#include "base/mem.h"
#include "base/snapshot.h"

enum { PLACES = 12 };

void kept_carried_open(struct kept_carried *c, const struct kept_rows *of, const struct row_kernel *kernel,
                       void (*words)(const void *of, struct text *out))
{
    void *bytes;
    *c = (struct kept_carried){.of = of, .kernel = kernel, .words = words};
    for (size_t i = 0, part; kernel->carried && (part = kernel->carried(kernel->kernel, i, &bytes)); i++)
        c->bytes += part;
}

void kept_carried_close(struct kept_carried *c)
{
    mem_free(c->copy, c->copy ? c->bytes : 0);
    c->copy = NULL;
}

bool kept_carried_copy(struct kept_carried *c)
{
    void *from;
    size_t done = 0;
    if (!c->copy && !c->failed && budget_fits(c->of->env->budget, c->bytes) == ST_OK) c->copy = mem_alloc_raw(c->bytes);
    c->there = c->copy != NULL;
    c->failed = !c->there;
    for (size_t i = 0, part; c->there && (part = c->kernel->carried(c->kernel->kernel, i, &from)); i++, done += part)
        memcpy(c->copy + done, from, part);
    c->at = *c->kernel->filled;
    return c->there;
}

static bool words_of(const struct kept_carried *c, struct text *out)
{
    text_puts(out, "carried\n");
    c->words(c->of, out);
    keep_words(c->of->env, out);
    return !out->failed;
}

void kept_carried_write(struct kept_carried *c, const char *folder)
{
    struct snapshot s;
    struct text words = {0};
    uint64_t head[2] = {c->at, c->bytes};
    if (c->there && words_of(c, &words)) {
        if (snapshot_begin(&s, folder, text_c(&words), words.length)) {
            snapshot_put(&s, head, sizeof head);
            snapshot_put(&s, c->copy, c->bytes);
            (void)snapshot_end(&s);
        }
        snapshot_close(&s);
    }
    text_free(&words);
    c->there = false;
}

static bool read_parts(struct kept_carried *c, struct snapshot *s)
{
    void *to;
    unsigned char more;
    for (size_t i = 0, part; (part = c->kernel->carried(c->kernel->kernel, i, &to)); i++)
        if (!snapshot_get(s, to, part)) return false;
    return !snapshot_get(s, &more, 1) && snapshot_ended(s) && c->kernel->sound(c->kernel->kernel);
}

bool kept_carried_read(struct kept_carried *c, const char *folder, uint64_t limit)
{
    struct snapshot s;
    struct text words = {0};
    uint64_t head[2] = {0, 0};
    bool fine = false, touched = false;
    if (words_of(c, &words)) {
        fine = snapshot_open(&s, folder, text_c(&words), words.length) && snapshot_get(&s, head, sizeof head);
        fine = fine && head[1] == c->bytes && head[0] > *c->kernel->filled && head[0] <= limit;
        fine = fine && head[0] % c->kernel->columns == 0;
        touched = fine;
        fine = fine && read_parts(c, &s);
        snapshot_close(&s);
    }
    text_free(&words);
    if (fine) *c->kernel->filled = head[0];
    else if (touched) c->kernel->reset(c->kernel->kernel);
    return fine;
}

enum status kept_carried_try(const struct kept_carried *c, uint64_t from, uint64_t to, uint64_t seed, bool *same)
{
    struct value_table table = *c->of->table;
    enum status st = ST_OK;
    table.judged = 0;
    table.most = 0;
    for (uint64_t i = 0; st == ST_OK && *same && i < PLACES && from < to; i++) {
        uint64_t low = from + (to - from) / PLACES * i, high = from + (to - from) / PLACES * (i + 1);
        uint64_t at = i + 1 == PLACES ? to - 1 : low + (high > low ? random_next(&seed) % (high - low) : 0);
        uint32_t old = value_table_at(&table, at);
        st = vm_fill(c->of->env->vm, &table, at, at + 1, 1);
        *same = st == ST_OK && value_table_at(&table, at) == old;
        if (st == ST_UNSUPPORTED) st = ST_OK;
    }
    return st;
}
