/* SPDX-License-Identifier: MIT */
/* Source texts and spans: where something is in a file.
 *
 *     struct sources sources = {0};
 *     uint32_t id;
 *     enum status st = sources_load(&sources, "nim.game", &id, &problem);
 *     struct place p = source_place(source_get(&sources, id), span.begin);      // line 3, column 7
 *
 * A span is a half-open range of byte offsets in one source. Lines and columns count from 1; columns count characters
 * (UTF-8), not bytes. Texts live until sources_free. */
#ifndef CGI_BASE_SOURCE_H
#define CGI_BASE_SOURCE_H
#include <stddef.h>
#include <stdint.h>
#include "base/status.h"

#define SOURCE_MAX_BYTES (16u << 20)

struct span {
    uint32_t source; /* 0 is "nowhere"; ids start at 1 */
    uint32_t begin, end;
};
struct place {
    uint32_t line, column;
};
struct source {
    const char *name; /* as the user spelt it; "<position>" and the like for texts without a file */
    const char *path; /* the file read, for resolving imports; NULL for texts without a file */
    char *text;       /* `length` bytes, and two NULs as a scanner needs them, which may use it as its buffer */
    size_t length;
    uint32_t *lines; /* offset of each line's first byte */
    size_t line_count;
    uint32_t lines_before; /* of an excerpt: how many lines of the file precede it; else 0 */
};
struct sources {
    struct source *items;
    size_t count, capacity;
    size_t refused_line; /* after SOURCE_NOT_TEXT: the line, from 1, of the first byte that is not text */
};

/* Why a file could not be read; the caller chooses the message (diag.h). */
enum source_problem {
    SOURCE_FINE,
    SOURCE_MISSING,
    SOURCE_UNREADABLE,
    SOURCE_IS_FOLDER,
    SOURCE_TOO_LARGE,
    SOURCE_NOT_TEXT
};

/* Reads the rest of an open file, such as standard input, up to one byte more than the limit. */
struct text;
enum source_problem source_read(int file, struct text *out);
/* Reads a file: at most SOURCE_MAX_BYTES of valid UTF-8 without NUL bytes. ST_USAGE with *problem set for any other. */
enum status sources_load(struct sources *sources, const char *path, uint32_t *id, enum source_problem *problem);
/* Copies `text` under a display name. ST_USAGE if source_check finds a problem in it. */
enum status sources_add(struct sources *sources, const char *name, const char *text, size_t length, uint32_t *id);
/* The same for an excerpt, such as one line, of a file too large to keep; `lines_before` lines precede it. */
enum status sources_add_excerpt(struct sources *sources, const char *name, const char *text, size_t length,
                                uint32_t lines_before, uint32_t *id);
/* What is wrong with a text: too large, not UTF-8, or a NUL byte in it; SOURCE_FINE if nothing is. */
enum source_problem source_check(const char *text, size_t length);
/* NULL for an unknown id. The pointer is valid until the next text is added, its members until sources_free. */
const struct source *source_get(const struct sources *sources, uint32_t id);
struct place source_place(const struct source *source, uint32_t offset);
/* The bytes of one line without its line end. */
const char *source_line(const struct source *source, uint32_t line, size_t *length);
struct span span_join(struct span a, struct span b);
void sources_free(struct sources *sources);

#endif
