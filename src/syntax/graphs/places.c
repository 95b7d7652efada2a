/* SPDX-License-Identifier: MIT */
/* Places in a graph file for messages: each points into a source that holds one line of it, so large files cost no more. */
#include <stdio.h>
#include <string.h>
#include "syntax/graphs/private.h"

enum { SHOWN_BYTES = 24, PLAIN_EXCERPT = 160 };

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
    bool shown = graph_is_text(at, length);
    for (size_t i = 0; i < length; i++) shown &= (unsigned char)at[i] >= ' ' && at[i] != 127;
    struct arena *arena = &reader->in->diags->arena;
    const char *words = shown ? arena_printf(arena, "'%.*s'", (int)length, at)
                              : arena_printf(arena, "the byte 0x%02x", (unsigned char)*at);
    if (!words) reader->in->diags->failed = true;
    return words ? words : "";
}
