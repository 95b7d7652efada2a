/* SPDX-License-Identifier: MIT */
#include "engine/identify/oeis.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool open_terms(struct oeis_terms *t, const char *of, struct arena *arena)
{
    *t = (struct oeis_terms){.of = of, .terms = arena_array(arena, OEIS_MOST + 1, sizeof *t->terms)};
    return t->terms;
}

static void put_term(struct oeis_terms *t, int64_t term)
{
    if (t->count < OEIS_MOST) t->terms[t->count++] = term;
}

static void put_value(struct oeis *oeis, int64_t n, uint32_t value)
{
    put_term(&oeis->own[0], value);
    if (value == 0) put_term(&oeis->own[1], n);
    put_term(&oeis->own[2], value == 0);
    put_term(&oeis->own[3], value != 0);
}

enum status oeis_begin(struct oeis *oeis, const struct identification *found, struct arena *arena)
{
    static const char *const names[2][OEIS_KINDS] = {
        {"SG values", "lost heaps", "1 for lost heaps", "1 for won heaps"},
        {"SG values", "lost sizes", "1 for lost sizes", "1 for won sizes"}};
    const struct start_values *s = &found->starts;
    *oeis = (struct oeis){.least = found->values ? OEIS_TERMS : OEIS_FEW};
    for (int k = 0; k < OEIS_KINDS; k++)
        if (!open_terms(&oeis->own[k], names[!found->values][k], arena)) return ST_NO_MEMORY;
    for (uint64_t n = found->from; found->values && n < found->heaps; n++)
        put_value(oeis, (int64_t)n, found->values[n]);
    for (size_t i = 0; !found->values && i < s->count; i++) put_value(oeis, s->from + (int64_t)i, s->values[i]);
    return ST_OK;
}

/* How many terms agree when so many are left out in front; 0 if some do not, or if they are too few. Few terms must have three
 * different ones among them. */
static unsigned agree(const struct oeis_terms *own, const int64_t *terms, size_t count, size_t ours, size_t theirs,
                      unsigned least)
{
    unsigned n = 0, different = 1;
    int64_t other = 0;
    for (; ours + n < own->count && theirs + n < count; n++) {
        int64_t term = terms[theirs + n];
        if (own->terms[ours + n] != term) return 0;
        if (term == terms[theirs] || (different > 1 && term == other)) continue;
        other = term;
        different++;
    }
    return n >= least && different >= (least < OEIS_TERMS ? 3 : 2) ? n : 0;
}

/* The fewest terms left out. */
static bool fits(const struct oeis_terms *own, const int64_t *terms, size_t count, unsigned least,
                 struct oeis_item *item)
{
    for (unsigned dropped = 0; dropped <= OEIS_DROPPED; dropped++)
        for (int side = 0; side < (dropped ? 2 : 1); side++) {
            item->ours = side ? dropped : 0;
            item->theirs = side ? 0 : dropped;
            item->terms = agree(own, terms, count, item->ours, item->theirs, least);
            if (item->terms) return true;
        }
    return false;
}

/* The terms of "A000045 ,0,1,1,2,". */
static size_t read_terms(const char *line, int64_t *terms)
{
    size_t count = 0;
    const char *at = strchr(line, ',');
    while (at && count < OEIS_MOST) {
        char *end;
        errno = 0;
        long long term = strtoll(at + 1, &end, 10);
        if (end == at + 1 || errno || *end != ',') break;
        terms[count++] = term;
        at = end;
    }
    return count;
}

enum status oeis_line(struct oeis *oeis, const char *line)
{
    int64_t terms[OEIS_MOST];
    struct oeis_item item = {0};
    size_t id = strspn(line, "A0123456789");
    if (line[0] != 'A' || id < 2 || id >= sizeof item.id) return ST_OK;
    const char *at = line + id + strspn(line + id, " ");
    if (*at != ',') return ST_OK; /* as in the list of names */
    memcpy(item.id, line, id);
    oeis->lines++;
    size_t count = read_terms(line, terms);
    for (int k = 0; k < OEIS_KINDS; k++) {
        item.of = oeis->own[k].of;
        if (!fits(&oeis->own[k], terms, count, k ? OEIS_TERMS : oeis->least, &item)) continue;
        if (oeis->items.count >= OEIS_ITEMS) oeis->more++;
        else if (!vec_push(&oeis->items, item)) return ST_NO_MEMORY;
    }
    return ST_OK;
}

static int better(const void *a, const void *b)
{
    const struct oeis_item *x = a, *y = b;
    unsigned dropped[2] = {x->ours + x->theirs, y->ours + y->theirs};
    if (dropped[0] != dropped[1]) return dropped[0] < dropped[1] ? -1 : 1;
    if (x->terms != y->terms) return x->terms > y->terms ? -1 : 1;
    int by_id = strcmp(x->id, y->id);
    return by_id ? by_id : strcmp(x->of, y->of);
}

void oeis_end(struct oeis *oeis)
{
    if (oeis->items.count) qsort(oeis->items.data, oeis->items.count, sizeof *oeis->items.data, better);
}
