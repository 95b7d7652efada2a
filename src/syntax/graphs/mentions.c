/* SPDX-License-Identifier: MIT */
/* Names wait until some tens of them are there: where the node of each is held is asked of the memory at once, and looked at when it has
 * come. One by one, most of the time of a large file would go into waiting. Nodes are numbered, and messages given, in the order of the
 * text all the same. */
#include <string.h>
#include "syntax/graphs/private.h"

static struct graph_series *series_of_word(struct graph_reader *reader, const struct graph_word *word, uint32_t *number)
{
    *number = word->number;
    if (word->numbered) {
        uint64_t prefix = graph_first_bytes(word->begin, word->before, reader->end);
        struct graph_series *first = &reader->series[0]; /* most files have one series */
        if (reader->series_count && first->prefix == prefix && first->length == word->before) return first;
        return graph_series_with(reader, prefix, word->before);
    }
    if (word->end == word->begin || !graph_is_digit(word->end[-1])) return NULL;
    return graph_series_of(reader, word->begin, (size_t)(word->end - word->begin), number);
}

enum status graph_mention_later(struct graph_reader *reader, const struct graph_word *word, bool linked)
{
    struct graph_mention *m = &reader->waiting[reader->waiting_count++];
    m->name = word->begin;
    m->length = (size_t)(word->end - word->begin);
    m->linked = linked;
    m->series = series_of_word(reader, word, &m->number);
    if (m->series) {
        if (m->number < m->series->room) __builtin_prefetch(&m->series->nodes[m->number]);
    } else {
        m->key = graph_key(m->name, m->length, reader->end);
        reader->long_count += m->length > GRAPH_SHORT;
        if (reader->slot_count) __builtin_prefetch(&reader->slots[graph_key_place(reader, &m->key)]);
    }
    return reader->waiting_count == GRAPH_WAITING ? graph_mentions_end(reader) : ST_OK;
}

/* What the text of a long name will be compared with: first where it is written, then itself. */
static void ask_for_names(const struct graph_reader *reader)
{
    uint32_t nodes[GRAPH_WAITING];
    size_t count = 0;
    if (!reader->slot_count || !reader->long_count) return;
    for (size_t i = 0; i < reader->waiting_count; i++) {
        const struct graph_mention *m = &reader->waiting[i];
        if (m->series || m->length <= GRAPH_SHORT) continue;
        const struct graph_slot *slot = &reader->slots[graph_key_place(reader, &m->key)];
        if (slot->node) __builtin_prefetch(&reader->names.data[nodes[count++] = slot->node - 1]);
    }
    for (size_t i = 0; i < count; i++) __builtin_prefetch(reader->names.data[nodes[i]]);
}

static enum status find_node(struct graph_reader *reader, const struct graph_mention *m, uint32_t *node)
{
    const struct graph_series *s = m->series;
    uint32_t held = 0; /* one more than the node */
    if (s) held = m->number < s->room ? s->nodes[m->number] : 0;
    else if (reader->slot_count) held = graph_find_slot(reader, m->name, m->length, &m->key)->node;
    if (!held) return graph_node(reader, m->name, m->length, m->name, node);
    *node = held - 1;
    return ST_OK;
}

static enum status link_node(struct graph_reader *reader, const char *at, uint32_t node)
{
    if (!graph_has_room(reader)) return graph_add_edge(reader, at, reader->mentioned, node);
    reader->edges.data[reader->edges.count++] = (struct graph_edge){reader->mentioned, node};
    return ST_OK;
}

enum status graph_mentions_end(struct graph_reader *reader)
{
    enum { ROUNDS = (1 << 20) / GRAPH_WAITING };
    enum status st = ++reader->rounds % ROUNDS == 0 ? graph_check(reader) : ST_OK;
    ask_for_names(reader);
    for (size_t i = 0; i < reader->waiting_count && st == ST_OK; i++) {
        const struct graph_mention *m = &reader->waiting[i];
        uint32_t node;
        st = find_node(reader, m, &node);
        if (st == ST_OK && m->linked) st = link_node(reader, m->name, node);
        if (st == ST_OK) reader->mentioned = node;
    }
    reader->waiting_count = reader->long_count = 0;
    return st;
}
