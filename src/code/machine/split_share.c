/* SPDX-License-Identifier: MIT */
/* Target values are dealt in small groups: neighbours share lines of the cache, and cost about the same. */
#include "code/machine/split_share.h"
#include <string.h>
#include "base/mem.h"

enum { GROUP = 4, LINE_BYTES = 64 };
struct share {
    struct split_blocks *b;
    const split_chunks *chunks;
    struct value_view values;
    uint64_t n;
    size_t count;
    uint32_t from, to;
    bool first;
};

/* ---- lines of the cache ------------------------------------------------------------------------------------------ */
bool split_align(struct split_aligned *a, size_t words)
{
    a->held = mem_alloc(words * sizeof *a->words + LINE_BYTES);
    if (!a->held) return false;
    a->words = (uint64_t *)((char *)a->held + (LINE_BYTES - (uintptr_t)a->held % LINE_BYTES) % LINE_BYTES);
    return true;
}

void split_unalign(struct split_aligned *a, size_t words)
{
    mem_free(a->held, words * sizeof *a->words + LINE_BYTES);
    *a = (struct split_aligned){0};
}

/* ---- hands ------------------------------------------------------------------------------------------------------- */
enum status split_share_make(struct split_work *w, unsigned hands, size_t copies, size_t spare)
{
    w->copies_words = copies;
    w->spare_words = spare;
    for (; w->hand_count < hands; w->hand_count++) {
        struct split_hand *h = &w->hands[w->hand_count];
        bool made = split_align(&h->copies, copies);
        h->spare = mem_alloc(spare * sizeof *h->spare);
        h->live = mem_alloc(w->values * sizeof *h->live);
        h->alive = mem_alloc(w->values * sizeof *h->alive);
        if (made && h->spare && h->live && h->alive) continue;
        w->hand_count++;
        return ST_NO_MEMORY;
    }
    return ST_OK;
}

void split_share_free(struct split_work *w)
{
    for (unsigned i = 0; i < w->hand_count; i++) {
        struct split_hand *h = &w->hands[i];
        split_unalign(&h->copies, w->copies_words);
        mem_free(h->spare, w->spare_words * sizeof *h->spare);
        mem_free(h->live, w->values * sizeof *h->live);
        mem_free(h->alive, w->values * sizeof *h->alive);
    }
    w->hand_count = 0;
}

void split_share_begin(struct split_blocks *b, unsigned hands)
{
    struct split_work *w = b->work;
    w->sharing = hands < w->hand_count ? hands : w->hand_count;
    w->dealt = 0;
    for (unsigned i = 0; i < w->hand_count; i++) {
        w->hands[i].live_count = 0;
        memset(w->hands[i].alive, 0, w->values * sizeof *w->hands[i].alive);
    }
}

void split_share_value(struct split_blocks *b, uint32_t v)
{
    struct split_work *w = b->work;
    struct split_hand *h = &w->hands[w->dealt++ / GROUP % w->sharing];
    h->live[h->live_count++] = (uint16_t)v;
    h->alive[v] = 1;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */
static enum status add_rows(void *context, size_t part)
{
    struct share *s = context;
    struct split_blocks *b = s->b;
    struct split_hand *h = &b->work->hands[part];
    h->steps = h->left = 0;
    for (uint32_t i = s->from; i < s->to && h->live_count; i++)
        for (size_t k = 0; k < s->chunks->count; k++) {
            const struct split_chunk *c = &s->chunks->data[k];
            int64_t at = (int64_t)s->n - (int64_t)c->back;
            const uint64_t *row = split_rows_from(&b->rows, b->order[i], at);
            split_chunk_copies(c, b->by, b->rule->modulus, row, at, h->spare, h->copies.words);
            struct sweep_task t = {h->copies.words, c->lists, b->work->covered, h->live,
                                   h->live_count,   h->alive, b->order[i],      0};
            b->by->cover(&t);
            h->live_count = t.live_count;
            h->steps += SPLIT_SET_STEPS * t.steps;
        }
    for (size_t i = 0; i < h->live_count; i++) h->left += b->by->missing(b->work->covered[h->live[i]]);
    return ST_OK;
}

uint64_t split_share_rows(struct split_blocks *b, const split_chunks *chunks, uint64_t n, uint32_t from, uint32_t to,
                          uint64_t *left)
{
    uint64_t steps = 0;
    struct share s = {.b = b, .chunks = chunks, .n = n, .from = from, .to = to};
    crew_run(b->crew, add_rows, &s, b->work->sharing);
    *left = 0;
    for (unsigned i = 0; i < b->work->sharing; i++) {
        steps += b->work->hands[i].steps;
        *left += b->work->hands[i].left;
    }
    return steps;
}

/* ---- from sets of heaps to sets of values ------------------------------------------------------------------------ */
/* Splits of heaps n + from .. n + to - 1 in which one part is this rare heap, and the other below n. */
static void mark_lonely(const struct share *s, const struct split_offset *o, size_t from, size_t to)
{
    const struct split_blocks *b = s->b;
    const struct split_kind *k = &b->rule->kinds[o->kind];
    size_t words = (b->values + 63) / 64;
    if (o->distance > s->n && o->distance - s->n > from) from = (size_t)(o->distance - s->n);
    for (size_t j = from; j < to && j < s->count && j < o->distance; j++) {
        uint64_t a = s->n + j - o->distance;
        if (k->two && !split_allows(b->rule, k, o->place, a)) continue;
        uint32_t v = value_view_at(s->values, a) ^ o->value;
        b->work->inside[j * words + v / 64] |= (uint64_t)1 << v % 64;
    }
}

/* Sets were full from the start where values are rare; that is no option. */
static void only_common(const struct share *s, size_t from, size_t to)
{
    for (uint32_t v = 0; v < split_limit(s->b); v++) {
        uint64_t no = split_rare_bits(s->b, v, s->n);
        for (size_t q = from; q < to && no; q++) s->b->work->covered[v][q] &= ~no;
    }
}

static void spread(struct split_blocks *b, size_t from)
{
    struct split_work *w = b->work;
    size_t words = (b->values + 63) / 64, rows = b->values < 64 ? b->values : 64;
    for (size_t k = 0; k < words; k++) {
        const uint64_t(*covered)[SPLIT_WORDS] = (const uint64_t(*)[SPLIT_WORDS]) & w->covered[64 * k];
        b->by->spread(covered, rows, from, words, w->inside + k);
    }
}

static enum status spread_part(void *context, size_t part)
{
    struct share *s = context;
    struct split_blocks *b = s->b;
    size_t words = (b->values + 63) / 64, from = SPLIT_SPREAD * part, to = from + SPLIT_SPREAD;
    if (s->first) {
        memset(b->work->inside + 64 * from * words, 0, 64 * (to - from) * words * sizeof *b->work->inside);
        for (size_t i = 0; i < b->lonely.count; i++) mark_lonely(s, &b->lonely.data[i], 64 * from, 64 * to);
        only_common(s, from, to);
    }
    spread(b, from);
    return ST_OK;
}

void split_share_spread(struct split_blocks *b, struct value_view values, uint64_t n, size_t count, bool first)
{
    struct share s = {.b = b, .values = values, .n = n, .count = count, .first = first};
    size_t parts = SPLIT_WORDS / SPLIT_SPREAD;
    if (b->work->sharing > 1) crew_run(b->crew, spread_part, &s, parts);
    else
        for (size_t part = 0; part < parts; part++) spread_part(&s, part);
}
