/* SPDX-License-Identifier: MIT */
#include "base/value_run.h"
#include "base/mem.h"

static void *block(const struct value_run *run) { return run->narrow ? (void *)run->narrow : run->wide; }

enum status value_run_reserve(struct value_run *run, uint64_t room, bool narrow)
{
    bool empty = !run->wide && !run->narrow;
    size_t size = run->narrow || (empty && narrow) ? sizeof *run->narrow : sizeof *run->wide;
    if (room <= run->room) return ST_OK;
    if (room > SIZE_MAX / sizeof *run->wide) return ST_NO_MEMORY;
    void *grown = mem_resize(block(run), (size_t)run->room * size, (size_t)room * size);
    if (!grown) return ST_NO_MEMORY;
    if (size == sizeof *run->narrow) run->narrow = grown;
    else run->wide = grown;
    run->room = room;
    return ST_OK;
}

enum status value_run_widen(struct value_run *run, uint64_t count)
{
    if (!run->narrow) return ST_OK;
    if (run->room > SIZE_MAX / sizeof *run->wide) return ST_NO_MEMORY;
    uint32_t *wide = mem_alloc((size_t)run->room * sizeof *wide);
    if (!wide) return ST_NO_MEMORY;
    for (uint64_t i = 0; i < count; i++) wide[i] = run->narrow[i];
    mem_free(run->narrow, (size_t)run->room * sizeof *run->narrow);
    run->narrow = NULL;
    run->wide = wide;
    return ST_OK;
}

void value_run_free(struct value_run *run)
{
    mem_free(block(run), (size_t)value_run_bytes(run, run->room));
    *run = (struct value_run){0};
}
