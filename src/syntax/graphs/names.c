/* SPDX-License-Identifier: MIT */
/* Node names are stored once, in order of first use. Those that are numbered are found at their number (series.c), the others in a
 * hash table with open addressing, at most half full. A slot has the name itself if that is short, so that a name that is known
 * costs one look into memory instead of three; and where a slot belongs follows from what is in it. */
#include <string.h>
#include "syntax/graphs/private.h"

enum { FIRST_SLOTS = 64, LONG = GRAPH_SHORT + 1 };

/* A short name is its bytes, with its length behind them; of a long one there are its hash and the low bytes of its length. */
struct graph_slot graph_key(const char *name, size_t length, const char *readable)
{
    unsigned char high[4] = {0};
    struct graph_slot key = {.name_high = 0};
    if (length <= GRAPH_SHORT) {
        uint64_t rest = length > 8 ? graph_first_bytes(name + 8, length - 8, readable) : 0;
        key.name = graph_first_bytes(name, length, readable);
        memcpy(high, &rest, 3);
        high[3] = (unsigned char)length;
    } else {
        key.name = hash_bytes(name, length);
        for (size_t i = 0; i < 3; i++, length >>= 8) high[i] = (unsigned char)length;
        high[3] = LONG;
    }
    memcpy(&key.name_high, high, sizeof key.name_high);
    return key;
}

static bool may_be(const struct graph_slot *slot, const struct graph_slot *key)
{
    return slot->name == key->name && slot->name_high == key->name_high;
}

static bool grow_slots(struct graph_reader *reader)
{
    struct graph_slot *held = reader->slots;
    size_t before = reader->slot_count, count = before ? 2 * before : FIRST_SLOTS;
    struct graph_slot *slots = mem_alloc(count * sizeof *slots);
    if (!slots) return false;
    reader->slots = slots;
    reader->slot_count = count;
    for (size_t i = 0; i < before; i++) {
        if (!held[i].node) continue;
        size_t at = graph_key_place(reader, &held[i]);
        while (slots[at].node) at = (at + 1) & (count - 1);
        slots[at] = held[i];
    }
    mem_free(held, before * sizeof *slots);
    return true;
}

static bool has_name(const struct graph_reader *reader, uint32_t node, const char *name, size_t length)
{
    const char *held = reader->names.data[node];
    return strncmp(held, name, length) == 0 && held[length] == '\0';
}

bool graph_is_text(const char *name, size_t length)
{
    bool plain = true;
    for (size_t i = 0; i < length; i++) plain &= (signed char)name[i] > 0;
    return plain || source_check(name, length) == SOURCE_FINE;
}

static enum status new_node(struct graph_reader *reader, const char *name, size_t length, const char *at,
                            uint32_t *node)
{
    const struct graph_input *in = reader->in;
    if (!graph_is_text(name, length)) return diag(in->diags, D_GRAPH_NOT_TEXT, graph_span(reader, at, at + 1));
    if (reader->names.count >= GRAPH_FILE_MAX)
        return diag(in->diags, D_GRAPH_TOO_LARGE, graph_span(reader, at, at + 1), "nodes", GRAPH_FILE_MAX);
    const char *copy = arena_strndup(in->arena, name, length);
    if (!copy || !vec_push(&reader->names, copy)) return ST_NO_MEMORY;
    *node = reader->node_count++;
    return ST_OK;
}

struct graph_slot *graph_find_slot(const struct graph_reader *reader, const char *name, size_t length,
                                   const struct graph_slot *key)
{
    size_t mask = reader->slot_count - 1, i = graph_key_place(reader, key);
    struct graph_slot *slots = reader->slots;
    while (slots[i].node &&
           !(may_be(&slots[i], key) && (length <= GRAPH_SHORT || has_name(reader, slots[i].node - 1, name, length))))
        i = (i + 1) & mask;
    return &slots[i];
}

static enum status named_node(struct graph_reader *reader, const char *name, size_t length, const char *at,
                              struct graph_series *series, uint32_t *node)
{
    struct graph_slot key = graph_key(name, length, name + length);
    if (2 * (reader->used + 1) > reader->slot_count && !grow_slots(reader)) return ST_NO_MEMORY;
    struct graph_slot *slot = graph_find_slot(reader, name, length, &key);
    if (slot->node) return *node = slot->node - 1, ST_OK;
    enum status st = new_node(reader, name, length, at, node);
    if (st != ST_OK) return st;
    key.node = *node + 1;
    *slot = key;
    reader->used++;
    if (series) series->elsewhere = true, series->count++;
    return ST_OK;
}

enum status graph_node(struct graph_reader *reader, const char *name, size_t length, const char *at, uint32_t *node)
{
    uint32_t number;
    struct graph_series *s = graph_series_of(reader, name, length, &number);
    if (!s) return named_node(reader, name, length, at, NULL, node);
    if (number < s->room && s->nodes[number]) return *node = s->nodes[number] - 1, ST_OK;
    struct graph_slot key = graph_key(name, length, name + length);
    const struct graph_slot *held = s->elsewhere ? graph_find_slot(reader, name, length, &key) : NULL;
    bool known = held && held->node, put;
    *node = known ? held->node - 1 : reader->node_count;
    enum status st = graph_series_put(s, number, *node, &put);
    if (st != ST_OK || known) return st;
    if (!put) return named_node(reader, name, length, at, s, node);
    s->count++;
    st = new_node(reader, name, length, at, node);
    if (st != ST_OK) s->nodes[number] = 0;
    return st;
}

enum status graph_check(const struct graph_reader *reader)
{
    return reader->in->budget ? budget_check(reader->in->budget) : ST_OK;
}

enum status graph_add_edge(struct graph_reader *reader, const char *at, uint32_t from, uint32_t to)
{
    if (reader->edges.count >= GRAPH_FILE_MAX)
        return diag(reader->in->diags, D_GRAPH_TOO_LARGE, graph_span(reader, at, at + 1), "edges", GRAPH_FILE_MAX);
    if (!vec_push(&reader->edges, (struct graph_edge){from, to})) return ST_NO_MEMORY;
    return (reader->edges.count & 0xfffff) == 0 ? graph_check(reader) : ST_OK;
}
