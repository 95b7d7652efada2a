/* SPDX-License-Identifier: MIT */
/* Depth first without recursion: a level is a sum; its options that are not known lie one behind the other, and the next level's behind
 * them. */
#include "solve/misere/forms_search.h"
#include <stdlib.h>
#include <string.h>

enum { LOOK_EVERY = 2048, FEW = 24 };
enum known { UNKNOWN, LOST, WON };

/* ---- what is known ------------------------------------------------------------------------------------------------ */
static bool write_key(struct forms *f, const uint32_t *sum, size_t count)
{
    f->key.count = 0;
    if (!vec_reserve(&f->key, (count + 1) * PACK_NUMBER_MAX)) return false;
    unsigned char *at = f->key.data;
    *at++ = 0;
    for (size_t i = 0; i < count; i++) at = pack_number(at, sum[i]);
    f->key.count = (size_t)(at - f->key.data);
    return true;
}

/* A part that was not reduced, alone, of which the source knows. */
static bool is_of_source(const struct forms *f, const uint32_t *sum, size_t count)
{
    return count == 1 && f->source.known && f->parts.data[sum[0]].state == FORM_LARGE;
}

static enum status look_up(struct forms *f, const struct position_table *t, size_t at, size_t count, enum known *known)
{
    const uint32_t *sum = vec_from(&f->sums, at);
    uint32_t id;
    bool lost;
    *known = UNKNOWN;
    if (!count) return *known = WON, ST_OK;
    if (forms_tame(f, sum, count, &lost)) return *known = lost ? LOST : WON, ST_OK;
    if (is_of_source(f, sum, count)) {
        if (f->source.known(f->source.context, sum[0], &lost)) *known = lost ? LOST : WON;
        return ST_OK;
    }
    if (!write_key(f, sum, count)) return ST_NO_MEMORY;
    if (!t->count || !position_table_find(t, f->key.data, f->key.count, &id)) return ST_OK;
    if (t->values[id] <= VALUE_LARGEST) *known = t->values[id] ? WON : LOST;
    return ST_OK;
}

enum status forms_known(struct forms *f, const struct position_table *table, const id_vec *sum, bool *is_known,
                        bool *lost)
{
    size_t at = f->sums.count;
    enum known known = UNKNOWN;
    if (!vec_reserve(&f->sums, sum->count + 1)) return ST_NO_MEMORY;
    if (sum->count) memcpy(f->sums.data + at, sum->data, sum->count * sizeof *sum->data);
    f->sums.count += sum->count;
    enum status st = look_up(f, table, at, sum->count, &known);
    f->sums.count = at;
    *is_known = known != UNKNOWN;
    *lost = known == LOST;
    return st;
}

static enum status note(struct forms *f, struct position_table *t, size_t at, size_t count, bool lost)
{
    const uint32_t *sum = vec_from(&f->sums, at);
    uint32_t id;
    bool fresh;
    if (is_of_source(f, sum, count)) return f->source.note(f->source.context, sum[0], lost);
    if (!write_key(f, sum, count)) return ST_NO_MEMORY;
    enum status st = position_table_intern(t, f->key.data, f->key.count, &id, &fresh);
    if (st == ST_OK) t->values[id] = !lost;
    return st;
}

/* ---- options ------------------------------------------------------------------------------------------------------ */
static int compare_options(const void *a, const void *b)
{
    const struct forms_option *x = a, *y = b;
    if (x->size != y->size) return x->size < y->size ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at;
}

static void sort(struct forms_option *o, size_t count)
{
    if (count > FEW) {
        qsort(o, count, sizeof *o, compare_options);
        return;
    }
    for (size_t i = 1; i < count; i++) {
        struct forms_option one = o[i];
        size_t j = i;
        for (; j > 0 && o[j - 1].size > one.size; j--) o[j] = o[j - 1];
        o[j] = one;
    }
}

/* The sum at `sum` without its part `i`, with these instead, behind all others. */
static bool replace(struct forms *f, size_t sum, size_t count, size_t i, const uint32_t *option, size_t *at)
{
    id_vec *s = &f->sums;
    *at = s->count;
    if (!vec_reserve(s, count + option[0])) return false;
    for (size_t k = 0; k < count; k++)
        if (k != i) s->data[s->count++] = s->data[sum + k];
    for (uint32_t k = 1; k <= option[0]; k++) s->data[s->count++] = option[k];
    forms_order(f, s, *at);
    return true;
}

static uint32_t size_of(const struct forms *f, size_t at)
{
    uint32_t size = 0;
    for (size_t i = at; i < f->sums.count; i++) size += f->parts.data[f->sums.data[i]].size;
    return size;
}

/* The options by part `i` of the level on top. */
static enum status list_part(struct forms *f, const struct position_table *t, struct forms_level *l, size_t i)
{
    const id_vec *from;
    size_t first, at;
    uint32_t count;
    enum known known;
    enum status st = forms_options(f, f->sums.data[l->sum + i], &from, &first, &count);
    for (uint32_t o = 0; st == ST_OK && o < count && !l->won; o++, first += 1 + from->data[first]) {
        f->searched++;
        if (!replace(f, l->sum, l->count, i, from->data + first, &at)) return ST_NO_MEMORY;
        st = look_up(f, t, at, f->sums.count - at, &known);
        l->won |= known == LOST;
        if (known != UNKNOWN) {
            f->sums.count = at;
            continue;
        }
        if (!vec_push(&f->options, (struct forms_option){at, (uint32_t)(f->sums.count - at), size_of(f, at)}))
            return ST_NO_MEMORY;
    }
    return st;
}

static enum status list_options(struct forms *f, const struct position_table *t, struct forms_level *l)
{
    enum status st = ST_OK;
    uint64_t before = f->searched;
    l->listed = true;
    for (size_t i = 0; st == ST_OK && i < l->count && !l->won; i++)
        if (!i || f->sums.data[l->sum + i] != f->sums.data[l->sum + i - 1]) st = list_part(f, t, l, i);
    l->last = f->options.count;
    l->won |= f->searched == before; /* nobody can move */
    if (!l->won && l->last > l->first) sort(f->options.data + l->first, l->last - l->first);
    f->looked += f->searched - before + 1;
    if (st != ST_OK || f->looked < LOOK_EVERY) return st;
    f->looked = 0;
    return f->source.look(f->source.context);
}

/* ---- the search --------------------------------------------------------------------------------------------------- */
static enum status push(struct forms *f, size_t sum, size_t count)
{
    struct forms_level l = {
        .sum = sum, .count = count, .base = f->sums.count, .first = f->options.count, .next = f->options.count};
    return vec_push(&f->levels, l) ? ST_OK : ST_NO_MEMORY;
}

/* *next: an option of the level on top that is not known; SIZE_MAX: it is decided. */
static enum status find_next(struct forms *f, const struct position_table *t, struct forms_level *l, size_t *next)
{
    enum status st = ST_OK;
    enum known known;
    *next = SIZE_MAX;
    while (st == ST_OK && !l->won && l->next < l->last && *next == SIZE_MAX) {
        const struct forms_option *o = &f->options.data[l->next++];
        st = look_up(f, t, o->at, o->count, &known);
        l->won |= known == LOST;
        if (known == UNKNOWN) *next = l->next - 1;
    }
    return st;
}

/* One step of the level on top, which is put back. */
static enum status advance(struct forms *f, struct position_table *t, bool *lost)
{
    size_t top = f->levels.count - 1, next = SIZE_MAX;
    struct forms_level l = f->levels.data[top];
    enum status st = l.listed ? ST_OK : list_options(f, t, &l);
    if (st == ST_OK) st = find_next(f, t, &l, &next);
    f->levels.data[top] = l;
    if (st != ST_OK) return st;
    if (next != SIZE_MAX) return push(f, f->options.data[next].at, f->options.data[next].count);
    *lost = !l.won;
    st = note(f, t, l.sum, l.count, *lost);
    f->options.count = l.first;
    f->sums.count = l.base;
    f->levels.count = top;
    if (top && *lost) f->levels.data[top - 1].won = true;
    return st;
}

enum status forms_lost(struct forms *f, struct position_table *table, const id_vec *sum, uint64_t work, bool *lost)
{
    uint64_t end = work < UINT64_MAX - f->searched ? f->searched + work : UINT64_MAX;
    enum known known = UNKNOWN;
    f->sums.count = f->options.count = f->levels.count = 0;
    if (!vec_reserve(&f->sums, sum->count + 1)) return ST_NO_MEMORY;
    if (sum->count) memcpy(f->sums.data, sum->data, sum->count * sizeof *sum->data);
    f->sums.count = sum->count;
    enum status st = look_up(f, table, 0, sum->count, &known);
    *lost = known == LOST;
    if (st == ST_OK && known == UNKNOWN) st = push(f, 0, sum->count);
    while (st == ST_OK && f->levels.count) {
        st = advance(f, table, lost);
        if (st == ST_OK && f->levels.count && f->searched > end) st = ST_STATE_BUDGET;
    }
    return st;
}
