/* SPDX-License-Identifier: MIT */
/* A table with one place for each hash; what comes later replaces what was there. */
#include "solve/search/mask_alike.h"
#include "base/mem.h"
#include "solve/search/mask_shape.h"

enum { FIRST_ROOM = 1024, ALIKE_FULL = 2 /* it grows when this share is used */ };

/* Grows while that is allowed, and while the entries that it may come to hold find room. False: there is none at all. Those of two
 * places never come together: their hashes differ in the bits that told the places. */
static bool has_room(struct mask_alike *a)
{
    size_t room = a->room ? a->room * 4 : FIRST_ROOM;
    if ((a->room && a->used * ALIKE_FULL < a->room) || room > ALIKE_MOST) return true;
    size_t bytes = room * sizeof *a->entries;
    bool spared = budget_spares(a->budget, bytes + room * sizeof **a->entries) == ST_OK;
    struct alike_entry **entries = spared ? mem_alloc(bytes) : NULL;
    if (!entries) return a->room > 0;
    for (size_t i = 0; i < a->room; i++)
        if (a->entries[i]) entries[a->entries[i]->labels.hash & (room - 1)] = a->entries[i];
    mem_free(a->entries, a->room * sizeof *a->entries);
    a->entries = entries;
    a->room = room;
    return true;
}

static bool is_ready(struct mask_alike *a, const struct ground *g, struct arena *arena)
{
    if (!a->moves) {
        a->part = arena_alloc(arena, sizeof *a->part);
        a->other = arena_alloc(arena, sizeof *a->other);
        if (a->part && a->other) a->moves = board_moves_make(g, arena);
    }
    return a->moves;
}

/* Do labels pay for parts of this size? */
static bool pays(struct mask_alike *a, struct alike_size *size, uint64_t asked, uint64_t first)
{
    if (size->pause) return size->pause--, false;
    if (a->spent > a->saved + asked / ALIKE_SHARE + first) return false;
    if (size->spent < ALIKE_TRIAL) return true;
    bool paid = size->saved >= size->spent;
    if (paid) size->pauses = 0;
    else size->pause = (uint64_t)ALIKE_PAUSE << (size->pauses < 20 ? size->pauses++ : 20);
    size->spent = size->saved = 0;
    return paid;
}

static void spend(struct mask_alike *a, struct alike_size *size, uint64_t terms)
{
    uint64_t cost = terms / ALIKE_TERMS + ALIKE_COST;
    size->spent += cost;
    a->spent += cost;
}

static void save(struct mask_alike *a, struct alike_size *size, uint64_t positions)
{
    size->saved += positions;
    a->saved += positions;
}

/* Is the part that has these labels the same as the one of the entry? */
static bool is_match(struct mask_alike *a, const struct part_labels *labels, const struct alike_entry *entry)
{
    return entry->labels.hash == labels->hash && part_moves_read(a->moves, &entry->state, a->other) &&
           part_labels_match(a->part, labels, a->other, &entry->labels);
}

/* Of a part whose moves were read. */
static void look_up(struct mask_alike *a, struct alike_size *size, struct shape f, struct alike_part *part)
{
    struct part_colours colours;
    struct part_labels labels;
    part_colours_find(a->part, &colours);
    part->balanced = part_is_balanced(a->part, &colours);
    if (part->balanced) {
        spend(a, size, a->part->term_count * (colours.rounds + 4));
        save(a, size, size->valued ? size->worked / size->valued : 1);
        return;
    }
    part_labels_find(a->part, &colours, &labels);
    spend(a, size, a->part->term_count * (colours.rounds + 4));
    struct alike_entry **at = &a->entries[labels.hash & (a->room - 1)], *entry = *at;
    part->hash = labels.hash;
    if (entry && entry->labels.hash == labels.hash && is_same(f, &entry->state, &part->state)) return;
    if (entry && is_match(a, &labels, entry)) {
        part->same = entry->state;
        save(a, size, entry->work);
        return;
    }
    if (!entry) entry = *at = arena_alloc(&a->pool, sizeof *entry);
    if (!entry) return;
    a->used += !entry->labels.hash;
    *entry = (struct alike_entry){part->state, 0, labels};
}

enum status mask_alike_find(struct mask_alike *a, const struct ground *g, struct arena *arena, uint64_t asked,
                            uint64_t first, struct alike_part *part)
{
    struct shape f = shape_of(g);
    struct ground_mask live = live_cells(f, &part->state);
    size_t cells = cell_count(f, &live);
    part->same = part->state;
    part->hash = 0;
    part->balanced = false;
    if (g->bitwise || cells < ALIKE_LEAST || cells > PART_CELLS || !pays(a, &a->sizes[cells], asked, first))
        return ST_OK;
    if (!is_ready(a, g, arena)) return ST_NO_MEMORY;
    if (!has_room(a) || !part_moves_read(a->moves, &part->state, a->part)) return ST_OK;
    look_up(a, &a->sizes[cells], f, part);
    return ST_OK;
}

void mask_alike_worked(struct mask_alike *a, const struct alike_part *part, size_t cells, uint64_t work)
{
    struct alike_entry *entry = a->room ? a->entries[part->hash & (a->room - 1)] : NULL;
    if (entry && part->hash && entry->labels.hash == part->hash) entry->work += work;
    if (cells > PART_CELLS) return;
    a->sizes[cells].worked += work;
    a->sizes[cells].valued++;
}

void mask_alike_free(struct mask_alike *a)
{
    mem_free(a->entries, a->room * sizeof *a->entries);
    arena_free(&a->pool);
    a->entries = NULL;
    a->room = a->used = 0;
}
