/* SPDX-License-Identifier: MIT */
/* Blocks of rows that are filled at the same time, each by one hand, some columns behind the block before.
 *
 * Only where every option is nowhere greater than the position (nested.below). Let a block be filled at column j, and all blocks before
 * it beyond j, those after it not yet to j. Then everything before a position x on one of its lines is known, and nothing behind it:
 * x - k u has no greater column and is in the same block or one before; x + k u has no smaller one and is in the same block or one
 * after. So at no time do two blocks use one line, and whoever comes to a line finds what those before left. Where the last two fields
 * may be exchanged, only (.., i, j) with j <= i are computed, and a line serves its image as well. If y = x - k u has j' > i', its image
 * has the column i' < j' <= j, and its row j' <= j <= i is in the same block or one before; if y = x + k u has, the image's row is
 * j' > i' >= i and its column is i' >= i >= j. So the same holds. Within a block all is as if it were filled alone (fill.c).
 *
 * A block waits for the one before, whose part was begun earlier; the least that is not finished never waits. */
#include <string.h>
#include "base/mem.h"
#include "solve/lines/private.h"

enum { BLOCKS_A_HAND = 4, A_LOOK = 4096 };

/* Rows that are long enough are filled by several hands. */
size_t lines_slots(const struct lines *l, const struct budget *budget)
{
    unsigned hands = crew_hands(budget_crew(budget));
    const struct value_table *t = l->table;
    if (l->together == 1 || t->fields == 1 || t->extent[t->fields - 1] < 4 * l->tile) return 1;
    return hands > 1 ? BLOCKS_A_HAND * hands : 1;
}

/* ---- blocks beside the one that is placed ------------------------------------------------------------------------ */
/* A block as it was placed. Its rows have arrays of their own. */
struct block {
    struct lines lines;
    struct line_row rows[NESTED_MOST_RAYS][LINES_ROWS];
    _Atomic int64_t done;
};

static bool open_block(struct block *b, struct lines *l)
{
    bool fits = true;
    for (size_t i = 0; i < l->count; i++)
        for (size_t k = 0; k < LINES_ROWS; k++) {
            const struct nested_ray *ray = l->rays[i].ray;
            struct line_row *w = &b->rows[i][k];
            w->enter = arena_array(&l->arena, ray->enter_count + 1, sizeof *w->enter);
            w->leave = arena_array(&l->arena, ray->leave_count + 1, sizeof *w->leave);
            w->rest = arena_array(&l->arena, ray->divide_count + 1, sizeof *w->rest);
            w->filters = arena_array(&l->arena, l->rays[i].filter_words + 1, sizeof *w->filters);
            fits &= w->enter && w->leave && w->rest && w->filters;
        }
    return fits;
}

/* The bits of a row's conditions; its options are copied. */
static void keep_filters(const struct line_ray *r, const struct line_row *from, struct line_row *own)
{
    if (!r->filter_words) return;
    memcpy(own->filters, from->filters, r->filter_words * sizeof *own->filters);
    own->gate = from->gate ? own->filters + (from->gate - from->filters) : NULL;
    own->counts = from->counts ? own->filters + (from->counts - from->filters) : NULL;
    for (size_t k = 0; k < r->ray->enter_count; k++)
        if (own->enter[k].filter) own->enter[k].filter = own->filters + (from->enter[k].filter - from->filters);
    for (size_t k = 0; k < r->ray->leave_count; k++)
        if (own->leave[k].filter) own->leave[k].filter = own->filters + (from->leave[k].filter - from->filters);
}

static void keep(struct block *b, const struct lines *l)
{
    b->lines = *l;
    for (size_t i = 0; i < l->count; i++)
        for (size_t k = 0; k < l->rows; k++) {
            const struct nested_ray *ray = l->rays[i].ray;
            const struct line_row *from = &l->rays[i].rows[k];
            struct line_row *own = &b->rows[i][k], *to = &b->lines.rays[i].rows[k];
            memcpy(own->enter, from->enter, ray->enter_count * sizeof *own->enter);
            memcpy(own->leave, from->leave, ray->leave_count * sizeof *own->leave);
            memcpy(own->rest, from->rest, ray->divide_count * sizeof *own->rest);
            keep_filters(&l->rays[i], from, own);
            to->gate = own->gate;
            to->counts = own->counts;
            to->enter = own->enter;
            to->leave = own->leave;
            to->rest = own->rest;
        }
}

/* ---- filling ----------------------------------------------------------------------------------------------------- */
static enum status fill_block(void *context, size_t part)
{
    lines_fill(&((struct block *)context)[part].lines);
    return ST_OK;
}

/* Short lines are looked at as a few thousand positions are. */
static enum status take(struct lines *l, struct budget *budget)
{
    uint64_t row = (uint64_t)l->table->extent[l->table->fields - 1];
    uint64_t states = l->rows > 1 ? l->rows * row : (uint64_t)(l->to - l->from);
    if (l->failed) return ST_UNSUPPORTED;
    bool first = l->since == 0, look = (l->since += states) >= A_LOOK;
    enum status st = first || look ? budget_check(budget) : ST_OK;
    if (look) l->since = 1;
    if (st != ST_OK || l->known) return st;
    return budget_take_states(budget, states);
}

/* As many blocks as there are slots, then all of them at once; what the budget does not allow is left out. */
static enum status fill_waves(struct lines *l, struct block *blocks, struct budget *budget)
{
    enum status st = ST_OK;
    for (bool more = true; more && st == ST_OK;) {
        size_t count = 0;
        while (count < l->slots) {
            l->slot = count;
            more = lines_next(l);
            if (!more || (st = take(l, budget)) != ST_OK) break;
            struct block *b = &blocks[count];
            keep(b, l);
            b->lines.done = &b->done;
            b->lines.ahead = count ? &blocks[count - 1].done : NULL;
            atomic_store_explicit(&b->done, 0, memory_order_relaxed);
            count++;
        }
        crew_run(budget_crew(budget), fill_block, blocks, count);
        if (count) l->positions = blocks[count - 1].lines.positions;
    }
    return st;
}

static enum status fill_in_turn(struct lines *l, struct budget *budget)
{
    enum status st = ST_OK;
    while (st == ST_OK && lines_next(l)) {
        st = take(l, budget);
        if (st == ST_OK) lines_fill(l);
    }
    return st;
}

/* ---- rows that are kept ------------------------------------------------------------------------------------------ */
struct filling {
    struct lines *lines;
    struct block *blocks; /* NULL: one at a time */
    struct budget *budget;
};

static enum status fill_to(void *kernel, uint64_t to)
{
    struct filling *f = kernel;
    f->lines->stop = to;
    return f->blocks ? fill_waves(f->lines, f->blocks, f->budget) : fill_in_turn(f->lines, f->budget);
}

/* A set has room for more numbers than a position has options. Values that are less than that lie in it, and as no more
 * of them are marked than in filling, it is not full; so whatever they are, nothing is written outside the sets. */
static bool fit_sets(const struct lines *l, uint64_t from, uint64_t to)
{
    uint32_t most = 0;
    if (l->narrow)
        for (uint64_t i = from; i < to; i++) most = l->narrow[i] > most ? l->narrow[i] : most;
    else
        for (uint64_t i = from; i < to; i++) most = l->values[i] > most ? l->values[i] : most;
    return most / 64 < l->words;
}

/* What enters sets and leaves them is known without them. */
static enum status pass_to(void *kernel, uint64_t to)
{
    struct lines *l = ((struct filling *)kernel)->lines;
    if (!fit_sets(l, l->positions, to)) return ST_UNSUPPORTED;
    l->known = true;
    enum status st = fill_to(kernel, to);
    l->known = false;
    return st;
}

static void restart(void *kernel) { lines_restart(((struct filling *)kernel)->lines); }

static enum status fill_kept(struct filling *f, const struct line_keeper *keep)
{
    struct lines *l = f->lines;
    const struct value_table *t = l->table;
    uint64_t row = (uint64_t)t->extent[t->fields - 1];
    struct row_kernel kernel = {.kernel = f,
                                .columns = t->fields > 1 ? row : LINES_COLUMNS,
                                .together = l->slots * (size_t)l->together,
                                .filled = &l->positions,
                                .fill = fill_to,
                                .pass = pass_to,
                                .reset = restart};
    if (!keep) return fill_to(f, t->count);
    struct kept_rows of = *keep->of;
    of.half = l->half;
    return keep->fill(&of, &kernel, t->count);
}

enum status lines_fill_all(struct lines *l, struct budget *budget, const struct line_keeper *keep, uint64_t *filled)
{
    struct block *blocks = l->slots > 1 ? mem_alloc(l->slots * sizeof *blocks) : NULL;
    struct filling f = {l, blocks, budget};
    bool fits = blocks || l->slots == 1;
    for (size_t i = 0; l->slots > 1 && i < l->slots && fits; i++) fits = open_block(&blocks[i], l);
    enum status st = fits ? fill_kept(&f, keep) : ST_NO_MEMORY;
    mem_free(blocks, blocks ? l->slots * sizeof *blocks : 0);
    lines_mirror(l, budget);
    *filled = l->positions;
    if (l->half) { /* rows of a square are complete when all are */
        uint64_t side = (uint64_t)l->table->extent[l->table->fields - 1];
        *filled -= *filled % (side * side);
    }
    return st;
}
