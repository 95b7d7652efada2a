/* SPDX-License-Identifier: MIT */
/* A search for "the value, if it is in this set", for games whose positions fall into parts (Beling and Rogalski 2020). The
 * file that includes this has defined before:
 *
 *     typedef struct ... KEY;                      a part in its normal form; all zero: none
 *     static uint64_t key_hash(KEY k);
 *     static int key_same(KEY a, KEY b);
 *     static uint32_t key_weight(KEY k);           about how much there is to search in it
 *     static int expand(KEY k, KEY *parts, uint8_t *counts);    the options: how many parts each has, one after the other
 *
 * full(k) is the nimber of a part. */
#include "common.h"

enum { MOST_OPTIONS = 512, MOST_PARTS = 2048 };
struct entry {
    KEY key;
    uint32_t no; /* bit j: the nimber is known not to be j */
    int32_t value;
};
static struct entry *table;
static size_t table_mask = 0xffff, table_count;

static struct entry *slot_of(KEY k)
{
    size_t i = key_hash(k) >> 16 & table_mask;
    while (table[i].value != -2 && !key_same(table[i].key, k)) i = (i + 1) & table_mask;
    return &table[i];
}

static void make_table(void)
{
    table = xalloc(sizeof *table * (table_mask + 1));
    for (size_t i = 0; i <= table_mask; i++) table[i].value = -2;
}

static struct entry *enter(KEY k)
{
    struct entry *e = slot_of(k);
    if (e->value != -2) return e;
    if (2 * table_count > table_mask) {
        struct entry *old = table;
        size_t most = table_mask;
        table_mask = 2 * table_mask + 1;
        make_table();
        for (size_t i = 0; i <= most; i++)
            if (old[i].value != -2) *slot_of(old[i].key) = old[i];
        free(old);
        e = slot_of(k);
    }
    table_count++;
    *e = (struct entry){k, 0, -1};
    return e;
}

static struct entry *known(KEY k)
{
    struct entry *e = slot_of(k);
    return e->value == -2 ? NULL : e;
}

struct kid {
    uint64_t hash;
    uint32_t weight;
    uint16_t at;
    uint8_t count, x;
};
static int in_set(KEY k, uint32_t wanted);

static int full(KEY k)
{
    for (int v = 0;; v++) {
        struct entry *e = known(k);
        if (e && e->value >= 0) return e->value;
        if (e && (e->no >> v & 1)) continue;
        int found = in_set(k, 1u << v);
        if (found >= 0) return found;
    }
}

/* The r + 1 least values that no option has yet: with r options unread the nimber is one of them. */
static uint32_t possible(uint32_t got, int r)
{
    uint32_t out = 0, left = ~got;
    for (int i = 0; i <= r && left; i++, left &= left - 1) out |= left & -left;
    return out;
}

/* Options whose parts are all known go to *got; the others are kids, each once. */
static int read_options(KEY k, uint32_t *got, struct kid *kids, KEY *parts)
{
    KEY all[MOST_PARTS];
    uint8_t counts[MOST_OPTIONS];
    int options = expand(k, all, counts), kid_count = 0, used = 0;
    for (int i = 0, at = 0; i < options; at += counts[i++]) {
        struct kid d = {.at = (uint16_t)used};
        for (int j = 0; j < counts[i]; j++) {
            struct entry *e = known(all[at + j]);
            if (e && e->value >= 0) {
                d.x ^= (uint8_t)e->value;
                continue;
            }
            uint32_t w = key_weight(all[at + j]);
            parts[used + d.count++] = all[at + j];
            d.weight += w * w;
            d.hash += key_hash(all[at + j]) * 0x9e3779b97f4a7c15u;
        }
        if (!d.count) {
            *got |= 1u << d.x;
            continue;
        }
        d.hash ^= (uint64_t)d.x << 59 ^ (uint64_t)d.x << 3;
        int same = 0;
        for (int q = 0; q < kid_count && !same; q++) same = kids[q].hash == d.hash;
        if (same) continue;
        kids[kid_count++] = d;
        used += d.count;
    }
    for (int i = 1; i < kid_count; i++) {
        struct kid d = kids[i];
        int j = i;
        for (; j && kids[j - 1].weight > d.weight; j--) kids[j] = kids[j - 1];
        kids[j] = d;
    }
    return kid_count;
}

/* The value of an option if it is in `useful`, else -1. */
static int option_in(const struct kid *d, const KEY *parts, uint32_t useful)
{
    KEY left[64];
    int y = d->x, count = 0, big = 0;
    for (int j = 0; j < d->count; j++) {
        struct entry *e = known(parts[d->at + j]);
        if (e && e->value >= 0) y ^= e->value;
        else left[count++] = parts[d->at + j];
    }
    if (!count) return y;
    for (int j = 1; j < count; j++)
        if (key_weight(left[j]) > key_weight(left[big])) big = j;
    for (int j = 0; j < count; j++)
        if (j != big) y ^= full(left[j]);
    uint32_t wanted = 0;
    for (uint32_t b = useful; b; b &= b - 1) wanted |= 1u << ((__builtin_ctz(b) ^ y) & 31);
    int v = wanted ? in_set(left[big], wanted) : -1;
    return v < 0 ? -1 : v ^ y;
}

static int leave(KEY k, uint32_t got)
{
    enter(k)->no |= got;
    return -1;
}

static int in_set(KEY k, uint32_t wanted)
{
    struct entry *e = known(k);
    if (e && e->value >= 0) return e->value;
    if (e) wanted &= ~e->no;
    if (!wanted) return -1;
    struct kid kids[MOST_OPTIONS];
    KEY parts[MOST_PARTS];
    uint32_t got = 0, upto = UINT32_MAX >> __builtin_clz(wanted);
    int count = read_options(k, &got, kids, parts);
    uint32_t may = possible(got, count);
    if (!(may & wanted)) return leave(k, got);
    for (int i = 0; i < count; i++) {
        uint32_t useful = may & ~(0x80000000u >> __builtin_clz(may)) & upto;
        int v = option_in(&kids[i], parts, useful);
        if (v >= 0 && v < 32) got |= 1u << v;
        may = possible(got, count - i - 1);
        if (!(may & wanted)) return leave(k, got);
    }
    if (!(may & upto)) return leave(k, got);
    e = enter(k);
    e->value = __builtin_ctz(may);
    return wanted >> e->value & 1 ? e->value : -1;
}
