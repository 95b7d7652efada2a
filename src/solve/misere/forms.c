/* SPDX-License-Identifier: MIT */
/* Parts are reduced depth first: a part is closed once all that its options have is. The lists of those that are open lie one
 * behind the other. */
#include "solve/misere/forms.h"
#include <string.h>

enum {
    FIRST_WORK = 1 << 13, /* options of parts that are reduced before anything is searched; */
    SHARE = 2,            /* and as many as so many of sums */
    PART_OF_WORK = 4,     /* one part takes so much of what is left */
    GROWTH =
        2, /* where that has come to so much more than the last part that was too large had, larger ones are tried */
    LISTS_MOST = 1 << 22, /* numbers in the pool, beyond which lists of parts that were not reduced are not kept */
    VALUES = 64           /* told apart, of tame parts */
};

/* ---- records ------------------------------------------------------------------------------------------------------ */
static struct form_part *record_of(struct forms *f, uint32_t part)
{
    while (f->parts.count <= part) {
        size_t more = part + 1 - f->parts.count;
        if (!vec_reserve(&f->parts, more)) return NULL;
        memset(f->parts.data + f->parts.count, 0, more * sizeof *f->parts.data);
        f->parts.count += more;
    }
    struct form_part *p = &f->parts.data[part];
    if (p->state == FORM_NEW && !p->size) {
        p->size = f->source.size(f->source.context, part) + 1;
        p->same = part;
    }
    return p;
}

static uint32_t part_of_star(const struct forms *f, size_t k)
{
    return k < f->stars.count ? f->stars.data[k] : FORMS_NONE;
}

static bool set_star(struct forms *f, size_t k, uint32_t part)
{
    while (f->stars.count <= k)
        if (!vec_push(&f->stars, FORMS_NONE)) return false;
    f->stars.data[k] = part;
    return true;
}

/* ---- sums --------------------------------------------------------------------------------------------------------- */
/* Each *k with odd k > 1 as *(k - 1) and *1; pairs of *1 are 0; one that is left is added to the greatest *k. False, and nothing is
 * changed: there is no part for one of them. */
static bool add_stars(const struct forms *f, uint32_t *ids, size_t *count)
{
    uint32_t greatest = 0, ones = 0;
    for (size_t i = 0; i < *count; i++) {
        uint32_t k = f->parts.data[ids[i]].star;
        if (k & 1 && k > 1 && part_of_star(f, k - 1) == FORMS_NONE) return false;
        ones += k & 1;
        if (k / 2 > greatest) greatest = k / 2;
    }
    ones &= 1;
    if (ones && part_of_star(f, 2 * greatest + 1) == FORMS_NONE) return false;
    size_t left = 0;
    bool added = false;
    for (size_t i = 0; i < *count; i++) {
        uint32_t k = f->parts.data[ids[i]].star, even = k & ~1u;
        if (k == 1) continue;
        bool takes = k && ones && !added && k / 2 == greatest;
        added |= takes;
        ids[left++] = k ? part_of_star(f, takes ? even + 1 : even) : ids[i];
    }
    if (ones && !added) ids[left++] = part_of_star(f, 1);
    *count = left;
    return true;
}

void forms_order(const struct forms *f, id_vec *sum, size_t from)
{
    size_t count = sum->count - from, stars = 0;
    uint32_t *ids = vec_from(sum, from);
    for (size_t i = 0; i < count; i++) stars += f->parts.data[ids[i]].star > 0;
    if (stars > 1) (void)add_stars(f, ids, &count);
    component_ids_sort(ids, count);
    sum->count = from + count;
}

bool forms_tame(const struct forms *f, const uint32_t *sum, size_t count, bool *lost)
{
    uint32_t value = 0, fixed = 0;
    for (size_t i = 0; i < count; i++) {
        const struct form_part *p = &f->parts.data[sum[i]];
        if (p->kind == FORM_WILD) return false;
        value ^= p->value;
        fixed += p->kind == FORM_FIXED;
    }
    *lost = value == (fixed ? 0 : 1);
    return true;
}

/* ---- options ------------------------------------------------------------------------------------------------------ */
/* Appends the options as the source has them. */
static enum status list(struct forms *f, uint32_t part, id_vec *to, uint32_t *count)
{
    struct form_part *p = &f->parts.data[part];
    if (!p->listed) return f->source.options(f->source.context, part, to, count);
    size_t end = p->first;
    *count = p->options;
    for (uint32_t i = 0; i < p->options; i++) end += 1 + f->pool.data[end];
    if (!vec_reserve(to, end - p->first)) return ST_NO_MEMORY;
    if (end > p->first) memcpy(to->data + to->count, f->pool.data + p->first, (end - p->first) * sizeof *to->data);
    to->count += end - p->first;
    return ST_OK;
}

static bool keep_list(struct forms *f, uint32_t part, const uint32_t *lists, size_t numbers, uint32_t count)
{
    struct form_part *p = &f->parts.data[part];
    if (!vec_reserve(&f->pool, numbers)) return false;
    if (numbers) memcpy(f->pool.data + f->pool.count, lists, numbers * sizeof *lists);
    p->first = f->pool.count;
    p->options = count;
    p->listed = true;
    f->pool.count += numbers;
    return true;
}

/* Each list with its parts in their forms, in order; from `to->count` on. */
static enum status map(struct forms *f, const uint32_t *lists, uint32_t count, id_vec *to)
{
    for (uint32_t i = 0; i < count; i++, lists += 1 + lists[0]) {
        size_t head = to->count;
        if (!vec_reserve(to, 1 + lists[0])) return ST_NO_MEMORY;
        to->data[to->count++] = 0;
        for (uint32_t k = 1; k <= lists[0]; k++)
            if (f->parts.data[lists[k]].same != FORMS_NONE) to->data[to->count++] = f->parts.data[lists[k]].same;
        forms_order(f, to, head + 1);
        to->data[head] = (uint32_t)(to->count - head - 1);
    }
    return ST_OK;
}

/* ---- what a part is ----------------------------------------------------------------------------------------------- */
/* f->order: the lists, each once. */
static bool sort_lists(struct forms *f, uint32_t count)
{
    const uint32_t *at = f->mapped.data;
    f->order.count = 0;
    if (!vec_reserve(&f->order, count)) return false;
    for (uint32_t i = 0; i < count; i++, at += 1 + at[0]) f->order.data[i] = at;
    f->order.count = component_lists_sort(f->order.data, count);
    return true;
}

static bool is_star(const struct forms *f, const uint32_t *list, uint32_t *k)
{
    *k = list[0] == 1 ? f->parts.data[list[1]].star : 0;
    return list[0] == 0 || *k;
}

static bool has_star(const struct forms *f, uint32_t k)
{
    uint32_t of;
    for (size_t i = 0; i < f->order.count; i++)
        if (is_star(f, f->order.data[i], &of) && of == k) return true;
    return false;
}

/* Has the sum *m as an option, as far as is known? */
static bool has_option(struct forms *f, const uint32_t *sum, uint32_t m, bool *has)
{
    uint32_t k;
    *has = false;
    for (uint32_t i = 1; i <= sum[0] && !*has; i++) {
        const struct form_part *p = &f->parts.data[sum[i]];
        if (p->state != FORM_DONE) continue;
        const uint32_t *option = f->pool.data + p->first;
        for (uint32_t o = 0; o < p->options && !*has; o++, option += 1 + option[0]) {
            id_vec *s = &f->scratch;
            s->count = 1;
            if (!vec_reserve(s, sum[0] + option[0])) return false;
            for (uint32_t j = 1; j <= sum[0]; j++)
                if (j != i) s->data[s->count++] = sum[j];
            for (uint32_t j = 1; j <= option[0]; j++) s->data[s->count++] = option[j];
            forms_order(f, s, 1);
            s->data[0] = (uint32_t)s->count - 1;
            *has = is_star(f, s->data, &k) && k == m;
        }
    }
    return true;
}

static bool has_lost(const struct forms *f)
{
    bool lost = false;
    for (size_t i = 0; i < f->order.count && !lost; i++)
        if (!forms_tame(f, f->order.data[i] + 1, f->order.data[i][0], &lost)) lost = false;
    return lost;
}

/* By theorem 1: *found, and the part is *m. */
static bool find_star(struct forms *f, uint32_t *m, bool *found)
{
    uint32_t k;
    *m = 0;
    while (has_star(f, *m)) ++*m;
    *found = *m > 0 || !f->order.count || has_lost(f);
    for (size_t i = 0; i < f->order.count && *found; i++)
        if (!is_star(f, f->order.data[i], &k) && !has_option(f, f->order.data[i], *m, found)) return false;
    return true;
}

static uint32_t least_missing(uint64_t values) { return values + 1 ? (uint32_t)__builtin_ctzll(~values) : VALUES; }

/* Its pair, if all options are tame (tame.h). */
static void find_pair(const struct forms *f, struct form_part *p)
{
    uint64_t values = 0, misere = 0;
    for (size_t i = 0; i < f->order.count; i++) {
        const uint32_t *l = f->order.data[i];
        uint32_t value = 0;
        bool fixed = false;
        for (uint32_t k = 1; k <= l[0]; k++) {
            const struct form_part *of = &f->parts.data[l[k]];
            if (of->kind == FORM_WILD) return;
            value ^= of->value;
            fixed |= of->kind == FORM_FIXED;
        }
        if (value >= VALUES - 1) return;
        values |= UINT64_C(1) << value;
        misere |= UINT64_C(1) << (fixed ? value : value ^ 1);
    }
    uint32_t a = least_missing(values), b = least_missing(misere);
    p->value = a;
    if (a + b == 1) p->kind = FORM_SWAP;
    else if (a == b) p->kind = FORM_FIXED;
}

static bool keep_order(struct forms *f, uint32_t part)
{
    id_vec *s = &f->scratch;
    s->count = 0;
    for (size_t i = 0; i < f->order.count; i++) {
        const uint32_t *l = f->order.data[i];
        if (!vec_reserve(s, 1 + l[0])) return false;
        memcpy(s->data + s->count, l, (1 + l[0]) * sizeof *l);
        s->count += 1 + l[0];
    }
    return keep_list(f, part, s->data, s->count, (uint32_t)f->order.count);
}

/* It is *m: what else it has is left out. */
static enum status be_star(struct forms *f, uint32_t part, uint32_t m)
{
    size_t left = 0;
    uint32_t k;
    struct form_part *p = &f->parts.data[part];
    p->same = m ? part_of_star(f, m) : FORMS_NONE;
    if (!m || p->same != FORMS_NONE) return ST_OK;
    for (size_t i = 0; i < f->order.count; i++)
        if (is_star(f, f->order.data[i], &k) && k < m) f->order.data[left++] = f->order.data[i];
    f->order.count = left;
    p->same = part;
    p->star = p->value = m;
    p->kind = m == 1 ? FORM_SWAP : FORM_FIXED;
    return keep_order(f, part) && set_star(f, m, part) ? ST_OK : ST_NO_MEMORY;
}

/* A part with these options stands for all that have them. */
static enum status be_set(struct forms *f, uint32_t part)
{
    uint32_t id;
    bool fresh;
    struct form_part *p = &f->parts.data[part];
    if (!keep_order(f, part)) return ST_NO_MEMORY;
    f->sets.budget = f->budget;
    enum status st = position_table_intern(&f->sets, (const unsigned char *)f->scratch.data,
                                           f->scratch.count * sizeof(uint32_t), &id, &fresh);
    if (st == ST_OK && fresh) {
        f->sets.values[id] = part;
        p->same = part;
        find_pair(f, p);
        return ST_OK;
    }
    if (st == ST_OK) p->same = f->sets.values[id];
    p->listed = false;
    f->pool.count = p->first;
    return st;
}

/* ---- depth first -------------------------------------------------------------------------------------------------- */
static enum status open_part(struct forms *f, uint32_t part)
{
    struct forms_open o = {.part = part, .lists = f->open_lists.count};
    enum status st = list(f, part, &f->open_lists, &o.options);
    if (st != ST_OK) return st;
    o.next = o.lists;
    o.end = f->open_lists.count;
    f->reduced += 1 + o.options;
    f->parts.data[part].state = FORM_OPEN;
    return vec_push(&f->opened, o) ? ST_OK : ST_NO_MEMORY;
}

static enum status close_part(struct forms *f)
{
    struct forms_open o = vec_pop(&f->opened);
    uint32_t m;
    bool star;
    f->mapped.count = 0;
    enum status st = map(f, f->open_lists.data + o.lists, o.options, &f->mapped);
    if (st != ST_OK || !sort_lists(f, o.options) || !find_star(f, &m, &star)) return ST_NO_MEMORY;
    f->open_lists.count = o.lists;
    f->parts.data[o.part].listed = false;
    st = star ? be_star(f, o.part, m) : be_set(f, o.part);
    f->parts.data[o.part].state = st == ST_OK ? FORM_DONE : FORM_LARGE;
    return st;
}

/* The next part of the options of the one on top that is not done: it is opened. *all: there is none. */
static enum status open_next(struct forms *f, bool *all)
{
    struct forms_open *o = &f->opened.data[f->opened.count - 1];
    while (o->next < o->end) {
        uint32_t of = f->open_lists.data[o->next++];
        if (!o->left) {
            o->left = of;
            continue;
        }
        o->left--;
        const struct form_part *p = record_of(f, of);
        if (!p) return ST_NO_MEMORY;
        if (p->state == FORM_OPEN) return ST_UNSUPPORTED; /* play comes round: it is not for these */
        if (p->state != FORM_DONE) return *all = false, open_part(f, of);
    }
    *all = true;
    return ST_OK;
}

static void leave_open(struct forms *f)
{
    for (size_t i = 0; i < f->opened.count; i++) f->parts.data[f->opened.data[i].part].state = FORM_LARGE;
    f->opened.count = f->open_lists.count = 0;
}

static enum status reduce(struct forms *f, uint32_t part, uint64_t most)
{
    bool all;
    enum status st = open_part(f, part);
    while (st == ST_OK && f->opened.count && f->reduced <= most) {
        st = open_next(f, &all);
        if (st == ST_OK && all) st = close_part(f);
    }
    leave_open(f);
    return st == ST_UNSUPPORTED ? ST_OK : st;
}

/* Parts that are too large are tried again as the search goes on: those that are just below the limit may all be reduced by then, and
 * nothing would ever raise it. */
static bool is_too_large(struct forms *f, const struct form_part *p, uint64_t most)
{
    if (f->kept && most / GROWTH >= f->given) {
        f->kept = f->kept < UINT32_MAX / GROWTH ? f->kept * GROWTH : 0;
        f->given = most;
    }
    return !most || (f->kept && p->size >= f->kept);
}

enum status forms_settle(struct forms *f, uint32_t part)
{
    struct form_part *p = record_of(f, part);
    uint64_t allowed = FIRST_WORK + f->searched / SHARE;
    uint64_t most = f->reduced < allowed ? (allowed - f->reduced) / PART_OF_WORK : 0;
    if (!p) return ST_NO_MEMORY;
    if (p->state == FORM_DONE) return ST_OK;
    if (is_too_large(f, p, most)) {
        p->state = FORM_LARGE;
        return ST_OK;
    }
    enum status st = reduce(f, part, f->reduced + most);
    if (st != ST_OK) return st;
    p = &f->parts.data[part];
    if (p->state != FORM_DONE) {
        f->kept = f->kept && p->size / 2 > f->kept ? f->kept : p->size / 2 + 1;
        f->given = most;
    } else if (f->kept && p->size + 1 >= f->kept) {
        f->kept++;
    }
    return st;
}

enum status forms_options(struct forms *f, uint32_t part, const id_vec **from, size_t *first, uint32_t *count)
{
    struct form_part *p = &f->parts.data[part];
    if (p->state == FORM_DONE && p->same != FORMS_NONE)
        p = &f->parts.data[p->same]; /* found since it came to be in a sum */
    *from = &f->pool;
    *first = p->first;
    *count = p->same == FORMS_NONE ? 0 : p->options;
    if (p->state == FORM_DONE) return ST_OK;
    f->raw.count = f->mapped.count = 0;
    enum status st = list(f, part, &f->raw, count);
    if (st != ST_OK) return st;
    p = &f->parts.data[part];
    if (p->seen && !p->listed && f->pool.count < LISTS_MOST && !keep_list(f, part, f->raw.data, f->raw.count, *count))
        return ST_NO_MEMORY;
    p->seen = true;
    for (size_t i = 0; i < f->raw.count; i += 1 + f->raw.data[i])
        for (uint32_t k = 1; k <= f->raw.data[i] && st == ST_OK; k++) st = forms_settle(f, f->raw.data[i + k]);
    *from = &f->mapped;
    *first = f->mapped.count = 0;
    return st == ST_OK ? map(f, f->raw.data, *count, &f->mapped) : st;
}

enum status forms_add(struct forms *f, uint32_t part, id_vec *sum)
{
    enum status st = forms_settle(f, part);
    if (st != ST_OK || f->parts.data[part].same == FORMS_NONE) return st;
    if (!vec_push(sum, f->parts.data[part].same)) return ST_NO_MEMORY;
    forms_order(f, sum, 0);
    return ST_OK;
}

void forms_free(struct forms *f)
{
    vec_free(&f->parts);
    vec_free(&f->pool);
    vec_free(&f->stars);
    position_table_free(&f->sets);
    vec_free(&f->opened);
    vec_free(&f->levels);
    vec_free(&f->options);
    vec_free(&f->order);
    vec_free(&f->open_lists);
    vec_free(&f->mapped);
    vec_free(&f->sums);
    vec_free(&f->raw);
    vec_free(&f->scratch);
    bytes_free(&f->key);
}
