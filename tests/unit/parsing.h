/* SPDX-License-Identifier: MIT */
/* Texts read for parser tests: the tree and the diagnostics on one line each.
 *
 *     assert_string_equal(expression("1 + n"), "(binary + (number 1) (name n))");
 *     assert_string_equal(complaints("game"), "1:5 E0101 expected a name, found the end of the file");
 *
 * What is returned is valid until the next call. */
#ifndef CGI_TESTS_PARSING_H
#define CGI_TESTS_PARSING_H
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "claims.h"
#include "syntax/parse/parse.h"

struct reading {
    struct arena trees, strings;
    struct interns names;
    struct sources sources;
    struct diags diags;
    struct ast *tree;
    const struct source *source;
    enum status status;
    struct text words;
};
static struct reading reading;
static bool reading_by_tokens;

static inline void reading_free(void)
{
    text_free(&reading.words);
    diags_free(&reading.diags);
    sources_free(&reading.sources);
    interns_free(&reading.names);
    arena_free(&reading.strings);
    arena_free(&reading.trees);
    reading = (struct reading){0};
}

static inline enum status read_bytes(const char *text, size_t length,
                                     enum status (*parse)(const struct ast_parse *, struct ast **))
{
    uint32_t id;
    reading_free();
    reading.names.arena = &reading.strings;
    reading.status = sources_add(&reading.sources, "text", text, length, &id);
    if (reading.status != ST_OK) return reading.status;
    struct ast_parse in = {.source = id,
                           .sources = &reading.sources,
                           .names = &reading.names,
                           .arena = &reading.trees,
                           .diags = &reading.diags,
                           .by_tokens = reading_by_tokens};
    reading.source = source_get(&reading.sources, id);
    return reading.status = parse(&in, &reading.tree);
}

static inline enum status read_file(const char *text) { return read_bytes(text, strlen(text), parse_file); }

/* The dump of a tree without its places, on one line. */
static inline const char *shape(const struct ast *tree)
{
    struct text dump = {0};
    text_clear(&reading.words);
    if (tree) ast_dump(tree, reading.source, &dump);
    for (const char *c = text_c(&dump); *c; c++) {
        unsigned place[4];
        int length = 0;
        if (sscanf(c, " %u:%u-%u:%u%n", &place[0], &place[1], &place[2], &place[3], &length) == 4 && *c == ' ')
            c += length;
        if (*c == '\n') {
            c += strspn(c, " \n");
            if (*c) text_putc(&reading.words, ' ');
            c--;
        } else {
            text_putc(&reading.words, *c);
        }
    }
    text_free(&dump);
    return text_c(&reading.words);
}

/* Every diagnostic as "line:column id message", then its notes as " | message"; lines between them. */
static inline const char *diagnostics(void)
{
    text_clear(&reading.words);
    for (size_t i = 0; i < reading.diags.count; i++) {
        const struct diagnostic *item = &reading.diags.items[i];
        struct place place = source_place(reading.source, item->span.begin);
        text_add(&reading.words, "%s%u:%u %s ", i ? "\n" : "", place.line, place.column, diag_code(item->id));
        text_puts(&reading.words, item->message);
        for (const struct note *note = item->notes; note; note = note->next)
            text_add(&reading.words, " | %s", note->message);
    }
    return text_c(&reading.words);
}

static inline const char *expression(const char *text)
{
    if (read_bytes(text, strlen(text), parse_expression) != ST_OK) return diagnostics();
    return shape(reading.tree);
}

/* The first statement of a file. */
static inline const char *statement(const char *text)
{
    if (read_file(text) != ST_OK) return diagnostics();
    assert_int_equal(reading.tree->count, 1);
    return shape(reading.tree->kids[0]);
}

/* The first clause of a game `g(n)`. */
static inline const char *clause(const char *text)
{
    struct text file = {0};
    text_add(&file, "game g(n) { %s }", text);
    enum status st = read_file(text_c(&file));
    text_free(&file);
    if (st != ST_OK) return diagnostics();
    return shape(reading.tree->kids[0]->kids[2]->kids[0]);
}

static inline const char *complaints(const char *text)
{
    read_file(text);
    return diagnostics();
}

static inline int finish_reading(void **state)
{
    (void)state;
    reading_free();
    return 0;
}

#endif
