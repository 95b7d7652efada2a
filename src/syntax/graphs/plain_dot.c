/* SPDX-License-Identifier: MIT */
/* Most DOT files are written by programs: line after line `a -> b;`, perhaps with attributes. Such statements are read here as they
 * stand, in one look at each byte; at anything else (ports, settings, subgraphs, comments, reserved words, joined or escaped strings,
 * and all that is wrong) this reader stops before it, and dot.c reads on by tokens. So nothing is refused here, and dot.c need not care
 * where a stretch of plain statements ends: it is told whether there is an operand, and an arrow behind it. */
#include <string.h>
#include <strings.h>
#include "syntax/graphs/private.h"

static const char *skip_white(const char *p)
{
    while (*p == ' ' || *p == '\n' || *p == '\t' || *p == '\r') p++;
    return p;
}

/* Behind the quote that closes what was opened at p; NULL if there is a backslash or a NUL before. */
static const char *skip_quoted(const char *p)
{
    for (p++; *p != '"'; p++)
        if (*p == '\\' || *p == '\0') return NULL;
    return p + 1;
}

static bool is_word(const struct graph_word *word, const char *other, size_t length)
{
    return (size_t)(word->end - word->begin) == length && strncasecmp(word->begin, other, length) == 0;
}

static bool is_reserved(const struct graph_word *word)
{
    switch (*word->begin | 32) {
    case 'n': return is_word(word, "node", 4);
    case 'e': return is_word(word, "edge", 4);
    case 'g': return is_word(word, "graph", 5);
    case 's': return is_word(word, "subgraph", 8);
    default: return false;
    }
}

/* Reads the name at p and returns its end; NULL if it is not plain. */
static const char *read_name(const char *p, struct graph_word *word)
{
    bool quoted = *p == '"', digits = graph_is_digit(*p);
    const char *begin = p + quoted, *end = graph_read_word(begin, word);
    if (quoted && *end == '"') return end + 1;
    if (quoted) {
        end = skip_quoted(p);
        word->numbered = false;
        word->end = end ? end - 1 : begin;
        return end;
    }
    if (end == begin) return NULL;
    if (digits) return end; /* and letters behind them are another name */
    if (graph_is_letter(*end)) {
        while (graph_is_letter(*end) || graph_is_digit(*end)) end++;
        word->numbered = false;
        word->end = end;
    }
    return is_reserved(word) ? NULL : end;
}

/* May the name that ended before p be followed by what is there? A comment, a port, a setting, a numeral with a point are not plain. */
static bool may_follow(const char *p)
{
    if (*p == ';' || (*p == '-' && p[1] == '>')) return true;
    return *p == '[' || *p == '}' || *p == '"' || graph_is_letter(*p) || graph_is_digit(*p);
}

/* Behind the bracket that closes the attributes opened before p; NULL if something in them is not plain. */
static const char *skip_list(const char *p)
{
    while (*p != ']') {
        if (graph_is_letter(*p))
            while (graph_is_letter(*p) || graph_is_digit(*p)) p++;
        else if (*p == '"') p = skip_quoted(p);
        else if (graph_is_digit(*p) || *p == '-' || *p == '.') p = graph_dot_numeral(p);
        else if (*p == '=' || *p == ',' || *p == ';' || *p == ' ' || *p == '\n' || *p == '\t' || *p == '\r') p++;
        else return NULL;
        if (!p) return NULL;
    }
    return p + 1;
}

/* Behind all lists of attributes that stand at p; NULL if they are not plain, or if a comment may be followed by more of them. */
static const char *skip_attributes(const char *p)
{
    while (p && *p == '[') {
        p = skip_list(p + 1);
        p = p ? skip_white(p) : NULL;
    }
    return p && *p != '/' && *p != '#' ? p : NULL;
}

/* One name and its place in the statement; NULL: it is not plain. */
static const char *take_name(struct graph_reader *reader, struct graph_plain *plain, const char *p, enum status *st)
{
    struct graph_word word;
    const char *end = read_name(p, &word);
    end = end ? skip_white(end) : NULL;
    if (!end || !may_follow(end)) return NULL;
    *st = graph_mention(reader, &word, plain->arrow);
    plain->left = true;
    plain->arrow = false;
    return end;
}

enum status graph_dot_plain(struct graph_reader *reader, struct graph_plain *plain)
{
    enum status st = ST_OK;
    const char *p = skip_white(plain->p);
    plain->left = plain->arrow = false;
    while (p && st == ST_OK) {
        plain->p = p;
        if (*p == '-' && p[1] == '>') {
            if (!plain->left || plain->arrow) break;
            plain->arrow = true;
            p = skip_white(p + 2);
        } else if (*p == ';' && !plain->arrow) {
            plain->left = false;
            p = skip_white(p + 1);
        } else if (*p == '[') {
            if (!plain->left || plain->arrow) break;
            p = skip_attributes(p);
            if (p) plain->left = false;
        } else p = take_name(reader, plain, p, &st);
    }
    enum status ended = graph_mentions_end(reader);
    return st == ST_OK ? ended : st;
}
