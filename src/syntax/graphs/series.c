/* SPDX-License-Identifier: MIT */
/* Names that are a number behind the same few bytes, n0, n1, .., are a series: a node is found at its number, not by a hash. Most files
 * name their nodes so, and one array of numbers lies nearer than a table of names.
 *
 * A number is in the array if it is small beside how many names the series has, or beside the text. So the array is at most a few times as
 * long as these names are many, or takes a sixteenth of what the text takes, and a name that came while its number was too large is found
 * by its hash; once. */
#include <string.h>
#include "syntax/graphs/private.h"

enum { FIRST_ROOM = 4096, SPREAD = 4, TEXT_PART = 64 };

/* The bytes before the number. false: the name does not end in a number as people write it. */
static bool split_name(const char *name, size_t length, struct graph_series *s, uint32_t *number)
{
    size_t digits = 0;
    while (digits < length && graph_is_digit(name[length - 1 - digits])) digits++;
    while (digits > 1 && name[length - digits] == '0') digits--; /* n007 is 7 behind n00 */
    size_t before = length - digits;
    if (digits == 0 || digits > GRAPH_DIGITS_MOST || before > GRAPH_PREFIX_MOST) return false;
    uint32_t v = 0;
    for (size_t i = before; i < length; i++) v = 10 * v + (uint32_t)(name[i] - '0');
    *number = v;
    s->length = before;
    s->prefix = 0;
    memcpy(&s->prefix, name, before);
    return true;
}

struct graph_series *graph_series_with(struct graph_reader *reader, uint64_t prefix, size_t length)
{
    for (size_t i = 0; i < reader->series_count; i++) {
        struct graph_series *s = &reader->series[i];
        if (s->prefix == prefix && s->length == length) return s;
    }
    if (reader->series_count == GRAPH_SERIES_MOST) return NULL;
    struct graph_series *s = &reader->series[reader->series_count++];
    size_t by_text = (size_t)(reader->end - reader->text) / TEXT_PART;
    *s = (struct graph_series){
        .prefix = prefix, .length = length, .least_room = by_text > FIRST_ROOM ? by_text : FIRST_ROOM};
    return s;
}

struct graph_series *graph_series_of(struct graph_reader *reader, const char *name, size_t length, uint32_t *number)
{
    struct graph_series wanted;
    if (!split_name(name, length, &wanted, number)) return NULL;
    return graph_series_with(reader, wanted.prefix, wanted.length);
}

enum status graph_series_put(struct graph_series *s, uint32_t number, uint32_t node, bool *put)
{
    uint64_t most = SPREAD * ((uint64_t)s->count + 1);
    if (most < s->least_room) most = s->least_room;
    *put = false;
    if (number >= most) return ST_OK;
    if (number >= s->room) {
        uint64_t room = s->room ? 2 * (uint64_t)s->room : FIRST_ROOM;
        if (room <= number) room = (uint64_t)number + 1;
        if (room > most) room = most;
        uint32_t *nodes = mem_resize(s->nodes, s->room * sizeof *nodes, (size_t)room * sizeof *nodes);
        if (!nodes) return ST_NO_MEMORY;
        memset(nodes + s->room, 0, (size_t)(room - s->room) * sizeof *nodes);
        s->nodes = nodes;
        s->room = (size_t)room;
    }
    s->nodes[number] = node + 1;
    *put = true;
    return ST_OK;
}

void graph_series_free(struct graph_reader *reader)
{
    for (size_t i = 0; i < reader->series_count; i++)
        mem_free(reader->series[i].nodes, reader->series[i].room * sizeof *reader->series[i].nodes);
    reader->series_count = 0;
}
