/* SPDX-License-Identifier: MIT */
/* Node names are stored once, in order of first use. Those that are numbered are found at their number (series.c), the others in a
 * hash table with open addressing, at most half full. A slot has the name itself if that is short, so that a name that is known
 * costs one look into memory instead of three. Messages
 * about a file point into a source that holds one line of it, so large files cost no more. */
#include <stdio.h>
#include <string.h>
#include "base/hash.h"
#include "syntax/graphs/private.h"

enum { FIRST_SLOTS = 64, SHOWN_BYTES = 24, PLAIN_EXCERPT = 160 };

enum { SHORT = 11, KEY_BYTES = 12, LONG = SHORT + 1 };

/* A short name is its bytes, with its length behind them; of a long one there are its hash and the low bytes of its length. */
static struct graph_slot key_of(const char *name, size_t length, uint64_t hash)
{
    unsigned char bytes[KEY_BYTES] = {0};
    struct graph_slot key = {.name_high = 0};
    if (length <= SHORT) {
        memcpy(bytes, name, length);
        bytes[SHORT] = (unsigned char)length;
    } else {
        memcpy(bytes, &hash, sizeof hash);
        for (size_t i = sizeof hash; i < SHORT; i++, length >>= 8) bytes[i] = (unsigned char)length;
        bytes[SHORT] = LONG;
    }
    memcpy(&key.name, bytes, sizeof key.name);
    memcpy(&key.name_high, bytes + sizeof key.name, sizeof key.name_high);
    return key;
}

static bool may_be(const struct graph_slot *slot, const struct graph_slot *key)
{
    return slot->name == key->name && slot->name_high == key->name_high;
}

static bool grow_slots(struct graph_reader *reader)
{
    size_t count = reader->slot_count ? 2 * reader->slot_count : FIRST_SLOTS;
    struct graph_slot *slots = mem_alloc(count * sizeof *slots);
    if (!slots) return false;
    for (size_t i = 0; i < reader->slot_count; i++) {
        if (!reader->slots[i].node) continue;
        const char *name = reader->names.data[reader->slots[i].node - 1];
        size_t at = hash_bytes(name, strlen(name)) & (count - 1);
        while (slots[at].node) at = (at + 1) & (count - 1);
        slots[at] = reader->slots[i];
    }
    mem_free(reader->slots, reader->slot_count * sizeof *slots);
    reader->slots = slots;
    reader->slot_count = count;
    return true;
}

static bool has_name(const struct graph_reader *reader, uint32_t node, const char *name, size_t length)
{
    const char *held = reader->names.data[node];
    return strncmp(held, name, length) == 0 && held[length] == '\0';
}

static bool is_text(const char *name, size_t length)
{
    bool plain = true;
    for (size_t i = 0; i < length; i++) plain &= (signed char)name[i] > 0;
    return plain || source_check(name, length) == SOURCE_FINE;
}

static enum status new_node(struct graph_reader *reader, const char *name, size_t length, const char *at,
                            uint32_t *node)
{
    const struct graph_input *in = reader->in;
    if (!is_text(name, length)) return diag(in->diags, D_GRAPH_NOT_TEXT, graph_span(reader, at, at + 1));
    if (reader->names.count >= GRAPH_FILE_MAX)
        return diag(in->diags, D_GRAPH_TOO_LARGE, graph_span(reader, at, at + 1), "nodes", GRAPH_FILE_MAX);
    const char *copy = arena_strndup(in->arena, name, length);
    if (!copy || !vec_push(&reader->names, copy)) return ST_NO_MEMORY;
    *node = reader->node_count++;
    return ST_OK;
}

/* The slot with that name, or the free one where it belongs; there is one. */
static struct graph_slot *find_slot(const struct graph_reader *reader, const char *name, size_t length,
                                    struct graph_slot *key)
{
    uint64_t hash = hash_bytes(name, length);
    size_t mask = reader->slot_count - 1, i = hash & mask;
    *key = key_of(name, length, hash);
    struct graph_slot *slots = reader->slots;
    while (slots[i].node &&
           !(may_be(&slots[i], key) && (length <= SHORT || has_name(reader, slots[i].node - 1, name, length))))
        i = (i + 1) & mask;
    return &slots[i];
}

static enum status named_node(struct graph_reader *reader, const char *name, size_t length, const char *at,
                              struct graph_series *series, uint32_t *node)
{
    struct graph_slot key;
    if (2 * (reader->used + 1) > reader->slot_count && !grow_slots(reader)) return ST_NO_MEMORY;
    struct graph_slot *slot = find_slot(reader, name, length, &key);
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
    struct graph_slot key;
    struct graph_series *s = graph_series_of(reader, name, length, &number);
    if (!s) return named_node(reader, name, length, at, NULL, node);
    if (number < s->room && s->nodes[number]) return *node = s->nodes[number] - 1, ST_OK;
    const struct graph_slot *held = s->elsewhere ? find_slot(reader, name, length, &key) : NULL;
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

/* ---- places ---------------------------------------------------------------------------------------------------- */
static const char *line_start(const struct graph_reader *reader, const char *at)
{
    while (at > reader->text && at[-1] != '\n') at--;
    return at;
}

static uint32_t lines_before(const struct graph_reader *reader, const char *at)
{
    uint64_t count = 0;
    for (const char *p = reader->text; p < at; p++) count += *p == '\n';
    return count < UINT32_MAX - 1 ? (uint32_t)count : UINT32_MAX - 1;
}

/* Bytes that a source cannot hold are shown as question marks; columns are right as far as the bytes are text. */
static enum status add_excerpt(struct graph_reader *reader, const char *line, size_t length, uint32_t before,
                               uint32_t *id)
{
    const struct graph_input *in = reader->in;
    enum status st = sources_add_excerpt(in->sources, reader->name, line, length, before, id);
    if (st != ST_USAGE) return st;
    char *copy = mem_alloc_raw(length);
    if (!copy) return ST_NO_MEMORY;
    for (size_t i = 0; i < length; i++) copy[i] = (signed char)line[i] > 0 ? line[i] : '?';
    st = sources_add_excerpt(in->sources, reader->name, copy, length, before, id);
    mem_free(copy, length);
    return st;
}

struct span graph_span(struct graph_reader *reader, const char *begin, const char *end)
{
    const char *line = line_start(reader, begin);
    if ((size_t)(end - line) > SOURCE_MAX_BYTES - PLAIN_EXCERPT) begin = line, end = line;
    const char *stop = end;
    while (stop < reader->end && *stop != '\n' && stop - end < PLAIN_EXCERPT) stop++;
    while (stop > end && stop < reader->end && ((unsigned char)*stop & 0xc0) == 0x80) stop--;
    uint32_t id;
    if (add_excerpt(reader, line, (size_t)(stop - line), lines_before(reader, line), &id) != ST_OK) {
        reader->in->diags->failed = true;
        return (struct span){0};
    }
    return (struct span){id, (uint32_t)(begin - line), (uint32_t)(end - line)};
}

static bool is_separator(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\0'; }

const char *graph_found(struct graph_reader *reader, const char *at)
{
    if (at >= reader->end) return "the end of the file";
    if (*at == '\n' || *at == '\r') return "the end of the line";
    size_t length = 1;
    while (at + length < reader->end && length < SHOWN_BYTES && !is_separator(at[length])) length++;
    while (length > 1 && ((unsigned char)at[length] & 0xc0) == 0x80) length--;
    bool shown = is_text(at, length);
    for (size_t i = 0; i < length; i++) shown &= (unsigned char)at[i] >= ' ' && at[i] != 127;
    struct arena *arena = &reader->in->diags->arena;
    const char *words = shown ? arena_printf(arena, "'%.*s'", (int)length, at)
                              : arena_printf(arena, "the byte 0x%02x", (unsigned char)*at);
    if (!words) reader->in->diags->failed = true;
    return words ? words : "";
}
