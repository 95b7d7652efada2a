/* SPDX-License-Identifier: MIT */
/* Inside the graph reader: what its two notations share. Not for other rooms.
 *
 *     graph_file.c   reads the file, chooses the notation, sorts the edges into adjacency arrays
 *     edges.c        edge lists, and their nodes by name
 *     numbers.c      edge lists of numbers
 *     stream.c       large ones from the file, without holding its text
 *     dot.c          DOT
 *     plain_dot.c    DOT as most programs write it, without tokens
 *     names.c        the names of nodes and their numbers
 *     places.c       places in a file too large to be a source
 *     mentions.c     names that wait for their nodes together
 *     series.c       names that are a number behind the same bytes
 *     written.c      graphs in rule files, which have names alone */
#ifndef CGI_SYNTAX_GRAPHS_PRIVATE_H
#define CGI_SYNTAX_GRAPHS_PRIVATE_H
#include <stddef.h>
#include <string.h>
#include "base/hash.h"
#include "base/vec.h"
#include "syntax/graphs/graph_file.h"

struct graph_edge {
    uint32_t from, to;
};
/* A name, or what there is of it, and its node and one more; 0 if it is free (names.c). */
struct graph_slot {
    uint64_t name;
    uint32_t name_high, node;
};
/* A name in the text. numbered: it is letters, `before` of them, and then a number as series have it (series.c). */
struct graph_word {
    const char *begin, *end;
    size_t before;
    uint32_t number;
    bool numbered;
};
/* A name that waits for its node (mentions.c). */
struct graph_mention {
    const char *name;
    size_t length;
    struct graph_series *series; /* where it is looked up, at its number; NULL: by its key */
    uint32_t number;
    bool linked; /* an edge leads to it from the name before */
    struct graph_slot key;
};
/* Names of a few bytes and a number (series.c): nodes[number] is the node and one more, or 0. */
struct graph_series {
    uint64_t prefix; /* its bytes, and zeros */
    size_t length;
    uint32_t *nodes;
    size_t room, count; /* count: names, also those that are in no array */
    bool elsewhere;     /* some are found by their hash alone */
    size_t least_room;  /* numbers below are in the array however few the names are */
};
enum { GRAPH_SERIES_MOST = 8, GRAPH_PREFIX_MOST = 8, GRAPH_DIGITS_MOST = 9 };
enum { GRAPH_SHORT = 11 }; /* bytes of the longest name that is in its slot */
enum { GRAPH_WAITING = 64 };
struct graph_reader {
    const struct graph_input *in;
    const char *name; /* for messages */
    const char *text, *end;
    VEC(struct graph_edge) edges;
    uint32_t node_count;
    VEC(const char *) names;  /* if nodes have names: node_count of them */
    struct graph_slot *slots; /* open addressing */
    size_t slot_count, used;  /* used: of them */
    struct graph_series series[GRAPH_SERIES_MOST];
    size_t series_count;
    struct graph_mention waiting[GRAPH_WAITING];
    size_t waiting_count, long_count; /* long_count: of them have long names that are in no series */
    size_t rounds;                    /* so often were nodes found for all that waited */
    uint32_t mentioned;               /* the node of the last name that no longer waits */
    bool header;
    bool streamed; /* text[..end) is only how the file begins: ST_UNSUPPORTED in place of a message */
};
/* "# nodes N edges M" */
struct graph_declared {
    bool given;
    uint64_t nodes, edges;
    const char *at;
};
/* What was found among numbers. */
struct graph_numbers {
    uint32_t max, min; /* over all numbers but those of the first line of the edges; min is 0 or 1: at least 1 */
    bool any;
    VEC(uint32_t) alone; /* nodes on a line of their own */
};

/* The node with this name, created if it is new. `at` is where the name is, for messages. */
enum status graph_node(struct graph_reader *reader, const char *name, size_t length, const char *at, uint32_t *node);
enum status graph_add_edge(struct graph_reader *reader, const char *at, uint32_t from, uint32_t to);
/* names.c: what a name is looked up by, and the slot that has it or the free one where it belongs; there are slots. Bytes are read as far
 * as `readable`, which may be beyond the name. */
struct graph_slot graph_key(const char *name, size_t length, const char *readable);
struct graph_slot *graph_find_slot(const struct graph_reader *reader, const char *name, size_t length,
                                   const struct graph_slot *key);
/* Where the search for a key begins. */
static inline size_t graph_key_place(const struct graph_reader *reader, const struct graph_slot *key)
{
    return hash_mix(key->name ^ key->name_high * 0x9e3779b97f4a7c15u) & (reader->slot_count - 1);
}
/* series.c: the series with this prefix of `length` bytes, zeros behind them; NULL: there are too many. */
struct graph_series *graph_series_with(struct graph_reader *reader, uint64_t prefix, size_t length);
/* series.c: the series of the name and its number there; NULL: none, or there are too many. */
struct graph_series *graph_series_of(struct graph_reader *reader, const char *name, size_t length, uint32_t *number);
/* *put: the node is found at its number from now on. ST_OK or ST_NO_MEMORY. */
enum status graph_series_put(struct graph_series *s, uint32_t number, uint32_t node, bool *put);
void graph_series_free(struct graph_reader *reader);
void graph_reader_free(struct graph_reader *reader);
bool graph_is_text(const char *name, size_t length);
/* The span of text[begin..end) in a new source that holds the line of `begin`; nowhere if memory runs out. */
struct span graph_span(struct graph_reader *reader, const char *begin, const char *end);
/* Describes the text at `at` in words that fit "found %s". */
const char *graph_found(struct graph_reader *reader, const char *at);
/* Checks the budget; to be called every million steps or so. */
enum status graph_check(const struct graph_reader *reader);

enum status graph_edges_read(struct graph_reader *reader);
struct graph_declared graph_find_declared(const struct graph_reader *reader);
/* Where the edges begin, or the header "N M". */
const char *graph_first_line(const struct graph_reader *reader);
enum status graph_check_edges(struct graph_reader *reader, const struct graph_declared *declared);
enum status graph_refuse_counts(struct graph_reader *reader, const struct graph_declared *declared, const char *what,
                                uint64_t said, uint64_t found);
enum status graph_refuse_header(struct graph_reader *reader, uint64_t nodes, uint64_t edges);
void graph_note_header(struct graph_reader *reader, uint32_t nodes, uint32_t edges);

/* An edge list of plain numbers; ST_UNSUPPORTED, and nothing is said, where something else is in it. In steps: the
 * lines of text[0..length) are read, of which the last may lack its line feed if a NUL follows; then nodes are
 * numbered. */
enum status graph_numbers_read(struct graph_reader *reader, const struct graph_declared *declared);
enum status graph_numbers_lines(struct graph_reader *reader, struct graph_numbers *found, const char *text,
                                size_t length);
enum status graph_numbers_nodes(struct graph_reader *reader, const struct graph_declared *declared,
                                struct graph_numbers *found);
/* The same from a file of `size` bytes, a window at a time. ST_UNSUPPORTED also if it is no edge list, too small to be
 * worth it, or there is anything to refuse: then the file is to be read whole. */
enum status graph_numbers_stream(struct graph_reader *reader, int file, size_t size);

enum status graph_dot_read(struct graph_reader *reader);
/* Statements of a graph outside any subgraph, read from *p as far as they are plain (plain_dot.c). */
struct graph_plain {
    const char *p; /* from the beginning of a statement to what is not plain */
    bool left;     /* there the statement has an operand, the node reader->mentioned */
    bool arrow;    /* and an arrow behind it */
};
enum status graph_dot_plain(struct graph_reader *reader, struct graph_plain *plain);
/* A numeral -?(.d+ | d+(.d*)?): its end; NULL if there is none. */
const char *graph_dot_numeral(const char *p);
/* Where a text begins behind its byte order mark. */
const char *graph_begin(const char *text, size_t length);
/* Does the text begin as a DOT graph does? */
bool graph_dot_likely(const struct graph_reader *reader);

/* ---- characters ------------------------------------------------------------------------------------------------ */
static inline bool graph_is_digit(char c) { return (unsigned)(c - '0') <= 9; }

/* A letter of DOT; edge lists have more in their names. */
static inline bool graph_is_letter(char c) { return ((unsigned)(c | 32) - 'a') < 26 || c == '_' || (signed char)c < 0; }

static inline const char *graph_skip_blanks(const char *p)
{
    while (*p == ' ' || *p == '\t' || *p == '\r') p++;
    return p;
}

static inline const char *graph_line_end(const char *end, const char *p)
{
    const char *line = memchr(p, '\n', (size_t)(end - p));
    return line ? line : end;
}

/* A plain number below 2^32 - 1, as people write it; NULL for anything else. */
static inline const char *graph_read_number(const char *p, uint32_t *value)
{
    const char *begin = p;
    uint64_t v = (unsigned)(*p - '0');
    unsigned d;
    if (v > 9) return NULL;
    while ((d = (unsigned)(*++p - '0')) <= 9) v = 10 * v + d;
    if (p - begin > 10 || v >= UINT32_MAX || (*begin == '0' && p - begin > 1)) return NULL;
    *value = (uint32_t)v;
    return p;
}

/* The same where eight bytes can be read, which most numbers are shorter than: they are taken at once. A byte less '0' (xor: digits become
 * 0 to 9, and nothing else does) that is above 9 has its top bit set, or has it with 0x76 more; digits carry nothing into the bytes behind
 * them, so the lowest such bit is that of the first byte that is none. The digits are moved to the end, with zeros before them, and pairs,
 * fours and eights of them put together. */
static inline const char *graph_read_number_wide(const char *p, const char *end, uint32_t *value)
{
    const uint64_t ones = 0x0101010101010101u;
    uint64_t word;
    if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__ || end - p < 8) return graph_read_number(p, value);
    memcpy(&word, p, 8);
    word ^= '0' * ones;
    uint64_t others = ((word + 0x76 * ones) | word) & 0x80 * ones;
    if (!others) return graph_read_number(p, value);
    unsigned bits = (unsigned)__builtin_ctzll(others) & ~7u;
    if (bits == 0 || (bits > 8 && *p == '0')) return NULL;
    word <<= 64 - bits;
    word = (10 * word + (word >> 8)) & 0x00ff00ff00ff00ffu;
    word = (100 * word + (word >> 16)) & 0x0000ffff0000ffffu;
    *value = (uint32_t)(10000 * word + (word >> 32));
    return p + bits / 8;
}

/* The first `length` bytes, at most 8, and zeros behind them, as one number. */
static inline uint64_t graph_first_bytes(const char *name, size_t length, const char *readable)
{
    static const unsigned char taken[16] = {255, 255, 255, 255, 255, 255, 255, 255};
    uint64_t word = 0, mask;
    if (length > 8) length = 8;
    if (readable - name < 8) return memcpy(&word, name, length), word;
    memcpy(&word, name, 8);
    memcpy(&mask, taken + 8 - length, 8);
    return word & mask;
}

/* Reads letters and then digits, and says whether they are a name of a series. Returns their end, where the name may go on. */
static inline const char *graph_read_word(const char *p, struct graph_word *word)
{
    const char *begin = p;
    uint32_t v = 0;
    while (graph_is_letter(*p)) p++;
    const char *digits = p;
    while (graph_is_digit(*p)) v = 10 * v + (unsigned)(*p++ - '0'); /* may wrap if they are too many to be a number */
    size_t before = (size_t)(digits - begin), count = (size_t)(p - digits);
    bool numbered = count - 1 < GRAPH_DIGITS_MOST && before <= GRAPH_PREFIX_MOST && (*digits != '0' || count == 1);
    *word = (struct graph_word){begin, p, before, v, numbered};
    return p;
}

static inline const char *graph_skip_comment(const char *end, const char *p)
{
    return *p == '#' || *p == '%' ? graph_line_end(end, p) : p;
}

/* ---- names, one after the other --------------------------------------------------------------------------------- */
/* mentions.c: the next name of the text; its node is found with those of the next names, or when they are ended, in order. linked: an edge
 * leads to it from the one before. Names are ended before anything else is asked of the reader. */
enum status graph_mention_later(struct graph_reader *reader, const struct graph_word *word, bool linked);
enum status graph_mentions_end(struct graph_reader *reader);

/* Can an edge be put down where it stands, without graph_add_edge? */
static inline bool graph_has_room(const struct graph_reader *reader)
{
    return reader->edges.count < reader->edges.capacity && reader->edges.count < GRAPH_FILE_MAX;
}

/* The same; a name of the first series that is known needs not wait if nothing does and there is room for its edge. */
static inline enum status graph_mention(struct graph_reader *reader, const struct graph_word *word, bool linked)
{
    const struct graph_series *s = &reader->series[0];
    size_t edges = reader->edges.count;
    if (reader->waiting_count || !word->numbered || word->number >= s->room || s->length != word->before ||
        !graph_has_room(reader))
        return graph_mention_later(reader, word, linked);
    uint32_t node = s->nodes[word->number];
    if (!node || s->prefix != graph_first_bytes(word->begin, word->before, reader->end))
        return graph_mention_later(reader, word, linked);
    reader->edges.data[edges] = (struct graph_edge){reader->mentioned, node - 1};
    reader->edges.count = edges + linked;
    reader->mentioned = node - 1;
    return ST_OK;
}

#endif
