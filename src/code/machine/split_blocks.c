/* SPDX-License-Identifier: MIT */
/* The lists of a block and its first half: common values. */
#include "code/machine/split_blocks.h"
#include <string.h>
#include "base/mem.h"
#include "code/machine/split_settle.h"
#include "code/machine/split_share.h"

enum { FIRST = 4 * SPLIT_BLOCK, TRIES_OF_A_VALUE = 64, ORDER_BLOCKS = 64, LONELY_FEW = 8 };

static uint64_t residues(const struct split_rule *r) { return ((uint64_t)1 << r->modulus) - 1; }

/* ---- what lists are made of -------------------------------------------------------------------------------------- */
static enum status put_rare(struct split_blocks *b, struct splits_place rare, uint32_t kind, uint64_t n,
                            split_offsets *safe)
{
    const struct split_kind *k = &b->rule->kinds[kind];
    if (!k->two || rare.place < k->least) return ST_OK;
    struct split_offset o = {rare.place, (uint64_t)((int64_t)rare.place + k->take), rare.value, kind,
                             k->with[rare.place % b->rule->modulus]};
    bool partner_above = 2 * (int64_t)rare.place + k->take + (int64_t)k->apart <= (int64_t)n;
    return vec_push(partner_above && safe ? safe : &b->lonely, o) ? ST_OK : ST_NO_MEMORY;
}

static enum status gather_rare(struct split_blocks *b, uint64_t n, split_offsets *safe)
{
    enum status st = ST_OK;
    for (uint32_t k = 0; k < b->rule->count && st == ST_OK; k++) {
        if (!b->rule->kinds[k].two) { /* as if the heap that is left stood beside an empty one */
            struct split_offset o = {0, (uint64_t)b->rule->kinds[k].take, 0, k, residues(b->rule)};
            st = vec_push(safe, o) ? ST_OK : ST_NO_MEMORY;
        }
        for (uint64_t i = 0; i < b->space->count && st == ST_OK; i++) st = put_rare(b, b->space->rare[i], k, n, safe);
    }
    b->known = b->space->count;
    return st;
}

/* Heaps that are tried as parts of splits which give rare values; of each value some. */
static enum status gather_tries(struct split_blocks *b, struct value_view values, uint64_t n, split_offsets *out)
{
    uint32_t kind = 0, *count = mem_alloc(b->values * sizeof *count);
    enum status st = count ? ST_OK : ST_NO_MEMORY;
    while (kind < b->rule->count && !b->rule->kinds[kind].two) kind++;
    const struct split_kind *k = &b->rule->kinds[kind];
    uint64_t low = k->least + SPLIT_BLOCK + (uint64_t)(k->take < 0 ? -k->take : 0);
    for (uint64_t a = low; a < low + SPLIT_SPAN && st == ST_OK; a++) {
        if (2 * (int64_t)a + k->take + (int64_t)k->apart > (int64_t)n) break;
        if (count[value_view_at(values, a)]++ >= TRIES_OF_A_VALUE * b->rule->modulus) continue;
        struct split_offset o = {a, (uint64_t)((int64_t)a + k->take), value_view_at(values, a), kind,
                                 k->with[a % b->rule->modulus]};
        st = vec_push(out, o) ? ST_OK : ST_NO_MEMORY;
    }
    mem_free(count, b->values * sizeof *count);
    return st;
}

/* ---- lists ------------------------------------------------------------------------------------------------------- */
/* Are shifted copies of all rows cheaper than marking heap by heap? In steps of a vector or of a mark. */
static bool crowded(const struct split_blocks *b, const struct split_chunk *c)
{
    size_t copies = (size_t)__builtin_popcount(c->shifts) * c->words;
    return b->often_count * (copies + 4 * c->entries) < c->entries * SPLIT_BLOCK * 4;
}

static enum status make_chunks(struct split_blocks *b, split_offsets *offsets, split_chunks *out, bool always)
{
    enum status st = ST_OK;
    split_offsets_sort(offsets);
    for (size_t i = 0, extent; i < offsets->count && st == ST_OK; i += extent) {
        struct split_chunk c;
        extent = split_chunk_extent(offsets, i);
        if ((st = split_chunk_make(&c, &offsets->data[i], extent, b->values)) != ST_OK) break;
        if (always || crowded(b, &c)) {
            if (vec_push(out, c)) continue;
            split_chunk_free(&c);
            return ST_NO_MEMORY;
        }
        split_chunk_free(&c);
        for (size_t k = i; k < i + extent; k++)
            if (!vec_push(&b->lonely, offsets->data[k])) return ST_NO_MEMORY;
    }
    return st;
}

/* Those within a block of each other; ascending, once each. */
static enum status make_near(struct split_blocks *b, const split_offsets *safe)
{
    for (size_t i = 0; i < safe->count; i++) {
        const struct split_offset *o = &safe->data[i];
        if (o->distance >= SPLIT_BLOCK) continue;
        if (!vec_push(&b->near, (struct split_near){(uint32_t)o->distance, o->value, o->partners})) return ST_NO_MEMORY;
        for (size_t k = b->near.count - 1; k > 0 && b->near.data[k - 1].distance > b->near.data[k].distance; k--) {
            struct split_near x = b->near.data[k];
            b->near.data[k] = b->near.data[k - 1];
            b->near.data[k - 1] = x;
        }
    }
    return ST_OK;
}

static void drop_chunks(split_chunks *chunks)
{
    for (size_t i = 0; i < chunks->count; i++) split_chunk_free(&chunks->data[i]);
    vec_free(chunks);
}

static void drop_work(struct split_work *w)
{
    if (!w) return;
    split_unalign(&w->sets, w->values * SPLIT_WORDS);
    mem_free(w->inside, (w->values + 63) / 64 * SPLIT_BLOCK * sizeof *w->inside);
    mem_free(w->first, (w->values + 1) * sizeof *w->first);
    split_share_free(w);
    mem_free(w, sizeof *w);
}

static void drop_lists(struct split_blocks *b)
{
    drop_chunks(&b->rare);
    drop_chunks(&b->tries);
    split_rows_free(&b->rows);
    vec_free(&b->lonely);
    vec_free(&b->near);
    mem_free(b->often, b->values * sizeof *b->often);
    mem_free(b->order, b->values * sizeof *b->order);
    drop_work(b->work);
    b->often = b->order = NULL;
    b->work = NULL;
    b->made = 0;
}

void split_blocks_free(struct split_blocks *b) { drop_lists(b); }

/* ---- preparing --------------------------------------------------------------------------------------------------- */
static enum status make_work(struct split_blocks *b, const struct budget *budget)
{
    struct split_work *w = mem_alloc(sizeof *w);
    size_t words = (b->values + 63) / 64;
    if (!w) return ST_NO_MEMORY;
    b->work = w;
    w->values = b->values;
    enum status st = budget_fits(budget, b->values * sizeof *w->covered + words * SPLIT_BLOCK * sizeof *w->inside);
    if (st != ST_OK) return st;
    if (!split_align(&w->sets, b->values * SPLIT_WORDS)) return ST_NO_MEMORY;
    w->covered = (uint64_t(*)[SPLIT_WORDS])w->sets.words;
    w->inside = mem_alloc(words * SPLIT_BLOCK * sizeof *w->inside);
    w->first = mem_alloc((b->values + 1) * sizeof *w->first);
    b->often = mem_alloc(b->values * sizeof *b->often);
    b->order = mem_alloc(b->values * sizeof *b->order);
    return w->inside && w->first && b->often && b->order ? ST_OK : ST_NO_MEMORY;
}

static bool has_row(const struct split_blocks *b, uint32_t value) { return b->flag || split_common(b, value, 0); }

/* By how often values occurred lately. Without the flag two rare heaps have no common value together, so rows of rare
 * values are of no use. */
static void put_in_order(struct split_blocks *b, struct value_view values, uint64_t n)
{
    memset(b->often, 0, b->values * sizeof *b->often);
    b->often_count = 0;
    for (uint64_t a = n > b->rows.reach + FIRST ? n - b->rows.reach - FIRST : 0; a < n; a++)
        b->often[value_view_at(values, a)]++;
    for (uint32_t v = 0; v < b->values; v++) {
        if (!b->often[v] || !has_row(b, v)) continue;
        uint32_t k = b->often_count++;
        for (; k > 0 && b->often[b->order[k - 1]] < b->often[v]; k--) b->order[k] = b->order[k - 1];
        b->order[k] = v;
    }
}

static enum status make_rows(struct split_blocks *b, struct value_view values, uint64_t n, const struct budget *budget)
{
    uint64_t reach = 64;
    const split_chunks *both[2] = {&b->rare, &b->tries};
    size_t copies = 0, spare = 0;
    for (int i = 0; i < 2; i++)
        for (size_t k = 0; k < both[i]->count; k++) {
            const struct split_chunk *c = &both[i]->data[k];
            if (c->back > reach) reach = c->back;
            if (split_copies_words(c) > copies) copies = split_copies_words(c);
            if (split_spare_words(c) > spare) spare = split_spare_words(c);
        }
    enum status st = split_share_make(b->work, crew_hands(budget_crew(budget)), copies, spare);
    if (st == ST_OK) st = split_rows_open(&b->rows, b->values, n, reach, budget);
    for (uint64_t a = n > b->rows.reach ? n - b->rows.reach : 0; a < n && st == ST_OK; a++)
        if (has_row(b, value_view_at(values, a))) split_rows_add(&b->rows, a, value_view_at(values, a));
    return st;
}

static enum status make_lists(struct split_blocks *b, struct value_view values, uint64_t n)
{
    split_offsets safe = {0}, tries = {0};
    enum status st = gather_rare(b, n, &safe);
    if (st == ST_OK) st = make_near(b, &safe);
    if (st == ST_OK) st = make_chunks(b, &safe, &b->rare, false);
    if (st == ST_OK) st = gather_tries(b, values, n, &tries);
    if (st == ST_OK) st = make_chunks(b, &tries, &b->tries, true);
    vec_free(&safe);
    vec_free(&tries);
    return st;
}

static enum status prepare(struct split_blocks *b, struct value_view values, uint64_t n, const struct budget *budget)
{
    drop_lists(b);
    b->values = (size_t)b->space->top + 1;
    b->mask = b->space->mask;
    b->flag = b->space->flag;
    enum status st = make_work(b, budget);
    if (st != ST_OK) return st;
    put_in_order(b, values, n);
    st = make_lists(b, values, n);
    if (st == ST_OK) st = make_rows(b, values, n, budget);
    if (st != ST_OK) return st;
    put_in_order(b, values, n);
    for (uint64_t a = 0; a < n; a++)
        if (value_view_at(values, a) > b->top) b->top = value_view_at(values, a);
    b->made = b->next = n;
    b->blocks = 0;
    return ST_OK;
}

static bool outdated(const struct split_blocks *b, uint64_t n)
{
    const struct sparse_space *s = b->space;
    if (!b->made || n != b->next || b->values != (size_t)s->top + 1) return true;
    if (b->mask != s->mask || b->flag != s->flag || n >= 2 * b->made) return true;
    return b->lonely.count > LONELY_FEW ? n - b->made >= b->made / 16 : b->lonely.count && n - b->made >= b->made / 4;
}

/* ---- blocks ------------------------------------------------------------------------------------------------------ */
/* Sets that are full from the start: heaps beyond the block, and those of which the value is rare. */
static void begin(struct split_blocks *b, uint64_t n, size_t count)
{
    struct split_work *w = b->work;
    bool together = b->last > b->alone && crew_hands(b->crew) > 1;
    b->together += together;
    split_share_begin(b, together ? crew_hands(b->crew) : 1);
    for (uint32_t v = 0; v < split_limit(b); v++) {
        uint64_t no = split_rare_bits(b, v, n);
        for (size_t q = 0; q < SPLIT_WORDS; q++) {
            size_t left = count > 64 * q ? count - 64 * q : 0;
            w->covered[v][q] = no | (left < 64 ? UINT64_MAX << left : 0);
        }
        if (no != UINT64_MAX) split_share_value(b, v);
    }
}

static uint64_t cover(struct split_blocks *b, struct value_view values, uint64_t n, size_t count)
{
    uint64_t left;
    begin(b, n, count);
    b->last = split_share_rows(b, &b->rare, n, 0, b->often_count, &left) + b->lonely.count * SPLIT_BLOCK;
    split_share_spread(b, values, n, count, true);
    return b->last;
}

/* The rows learn what was settled. */
static void publish(struct split_blocks *b, struct value_view values, uint64_t n, size_t settled)
{
    for (uint64_t a = n; a < n + settled; a++) {
        uint32_t v = value_view_at(values, a);
        if (v > b->top) b->top = v;
        if (v >= b->values || !has_row(b, v)) continue;
        split_rows_add(&b->rows, a, v);
        if (!b->often[v]++) b->order[b->often_count++] = v;
    }
    b->next = n + settled;
    if (settled == SPLIT_BLOCK) split_rows_advance(&b->rows, b->next);
    else b->made = 0;
    if (++b->blocks % ORDER_BLOCKS == 0) put_in_order(b, values, b->next);
}

static enum status ready(struct split_blocks *b, struct value_view values, uint64_t n, const struct budget *budget)
{
    enum status st = ST_OK;
    if (outdated(b, n)) return prepare(b, values, n, budget);
    for (; b->known < b->space->count && st == ST_OK; b->known++)
        for (uint32_t k = 0; k < b->rule->count && st == ST_OK; k++)
            st = put_rare(b, b->space->rare[b->known], k, n, NULL);
    return st;
}

bool split_blocks_may(const struct split_blocks *b, uint64_t n)
{
    uint64_t least = FIRST;
    if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__ || b->space->top >= SPLIT_VALUES_MOST) return false;
    for (size_t i = 0; i < b->rule->count; i++) {
        const struct split_kind *k = &b->rule->kinds[i];
        uint64_t need = FIRST + 2 * (k->least + k->apart + (uint64_t)(k->take < 0 ? -k->take : k->take));
        if (need + k->from > least) least = need + k->from;
    }
    return n >= least && sparse_space_worth(b->space);
}

enum status split_blocks_fill(struct split_blocks *b, struct value_run *run, uint64_t n, uint64_t to,
                              struct budget *budget, uint64_t *done, uint64_t *work)
{
    enum status st = ST_OK;
    struct value_view values = value_view(run);
    b->crew = budget_crew(budget);
    while (st == ST_OK && n < to && split_blocks_may(b, n)) {
        size_t count = to - n < SPLIT_BLOCK ? (size_t)(to - n) : SPLIT_BLOCK;
        if ((st = ready(b, values, n, budget)) != ST_OK) break;
        uint64_t steps = cover(b, values, n, count);
        steps += split_doubts(b, n, count);
        size_t settled = split_settle(b, run, n, count, &steps);
        publish(b, values, n, settled);
        n += settled;
        *work += steps;
        st = sparse_space_learn(b->space, values, n, budget);
        if (st == ST_OK) st = budget_check(budget);
    }
    *done = n;
    return st;
}
