/* SPDX-License-Identifier: MIT */
/* Texts are read whole, checked once (UTF-8, no NUL) and cut into lines once; places are found by bisection. */
#include "base/source.h"
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/text.h"
#include "base/vec.h"

/* The length of the UTF-8 character at `at`, or 0: no overlong forms, no surrogates, nothing above U+10FFFF, no NUL. */
static size_t character_length(const unsigned char *at, size_t left)
{
    unsigned char first = at[0];
    if (first < 0x80) return first != 0;
    size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || left < length) return 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80) return 0;
    if (first == 0xe0 && at[1] < 0xa0) return 0;
    if (first == 0xed && at[1] > 0x9f) return 0;
    if (first == 0xf0 && at[1] < 0x90) return 0;
    if (first == 0xf4 && at[1] > 0x8f) return 0;
    return length;
}

/* Are these eight bytes ASCII, without NUL? */
static bool is_plain(const unsigned char *bytes)
{
    const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return ((word | (word - ones)) & tops) == 0; /* the first NUL, less one, has its top bit set */
}

/* The number of leading bytes that are valid text. */
static size_t text_length(const char *text, size_t length)
{
    const unsigned char *bytes = (const unsigned char *)text;
    size_t at = 0;
    for (size_t step = 1; step && at < length; at += step) {
        while (length - at > 8 && is_plain(bytes + at)) at += 8;
        step = character_length(bytes + at, length - at);
    }
    return at;
}

enum source_problem source_check(const char *text, size_t length)
{
    if (length > SOURCE_MAX_BYTES) return SOURCE_TOO_LARGE;
    return text_length(text, length) < length ? SOURCE_NOT_TEXT : SOURCE_FINE;
}

static size_t refused_line(const char *text, size_t length)
{
    size_t line = 1, good = text_length(text, length);
    for (size_t i = 0; i < good; i++) line += text[i] == '\n';
    return line;
}

static char *copy_bytes(const char *bytes, size_t length)
{
    char *copy = mem_alloc_raw(length + 1);
    if (!copy) return NULL;
    if (length) memcpy(copy, bytes, length);
    copy[length] = '\0';
    return copy;
}

static void free_string(const char *string)
{
    if (string) mem_free((void *)(uintptr_t)string, strlen(string) + 1);
}

static void source_free(struct source *source)
{
    free_string(source->name);
    free_string(source->path);
    mem_free(source->text, source->length + 2);
    mem_free(source->lines, source->line_count * sizeof *source->lines);
}

/* A text that ends in a line feed has an empty last line, the place of errors at its end. */
static bool cut_lines(struct source *source)
{
    VEC(uint32_t) lines = {0};
    const char *at = source->text, *end = at + source->length;
    bool good = vec_push(&lines, 0);
    while (good && (at = memchr(at, '\n', (size_t)(end - at))))
        good = vec_push(&lines, (uint32_t)(++at - source->text));
    if (!good) return vec_free(&lines), false;
    uint32_t *fitted = mem_resize(lines.data, lines.capacity * sizeof *fitted, lines.count * sizeof *fitted);
    source->lines = fitted;
    source->line_count = lines.count;
    return true;
}

/* `text` has two more bytes than `length` says, and is the source's from now on. */
static enum status append(struct sources *sources, const char *name, const char *path, char *text, size_t length,
                          uint32_t *id)
{
    struct source source = {.name = copy_bytes(name, strlen(name)), .text = text, .length = length};
    if (path) source.path = copy_bytes(path, strlen(path));
    void *items = sources->items;
    if (!source.name || !source.text || (path && !source.path) || sources->count >= UINT32_MAX - 1 ||
        !cut_lines(&source) || !vec_grow(&items, &sources->capacity, sizeof source, sources->count + 1)) {
        source_free(&source);
        return ST_NO_MEMORY;
    }
    text[length] = text[length + 1] = '\0';
    sources->items = items;
    sources->items[sources->count++] = source;
    *id = (uint32_t)sources->count;
    return ST_OK;
}

enum source_problem source_read(int file, struct text *out)
{
    char chunk[16384];
    struct stat about;
    if (fstat(file, &about) == 0 && S_ISDIR(about.st_mode)) return SOURCE_IS_FOLDER;
    while (!out->failed && out->length <= SOURCE_MAX_BYTES) {
        ssize_t got = read(file, chunk, sizeof chunk);
        if (got == 0) return SOURCE_FINE;
        if (got < 0 && errno != EINTR) return SOURCE_UNREADABLE;
        if (got > 0) text_put(out, chunk, (size_t)got);
    }
    return out->failed ? SOURCE_FINE : SOURCE_TOO_LARGE;
}

static enum source_problem judge(const struct stat *about)
{
    if (S_ISDIR(about->st_mode)) return SOURCE_IS_FOLDER;
    if (!S_ISREG(about->st_mode)) return SOURCE_UNREADABLE;
    return about->st_size > (off_t)SOURCE_MAX_BYTES ? SOURCE_TOO_LARGE : SOURCE_FINE;
}

/* Checks the kind of file before opening it, since opening a device can have effects, and again afterwards, since the
 * name may refer to another file by then. */
static enum source_problem read_file(const char *path, struct text *out)
{
    struct stat about;
    if (stat(path, &about) != 0) return errno == ENOENT || errno == ENOTDIR ? SOURCE_MISSING : SOURCE_UNREADABLE;
    enum source_problem problem = judge(&about);
    if (problem != SOURCE_FINE) return problem;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (file < 0) return errno == ENOENT ? SOURCE_MISSING : SOURCE_UNREADABLE;
    problem = fstat(file, &about) == 0 ? judge(&about) : SOURCE_UNREADABLE;
    if (problem == SOURCE_FINE) problem = source_read(file, out);
    close(file);
    return problem;
}

/* The buffer itself becomes the source's text. */
static enum status append_text(struct sources *sources, const char *path, struct text *bytes, uint32_t *id)
{
    size_t length = bytes->length;
    char *text = mem_resize(bytes->data, bytes->capacity, length + 2);
    if (!text) return ST_NO_MEMORY;
    *bytes = (struct text){0};
    return append(sources, path, path, text, length, id);
}

enum status sources_load(struct sources *sources, const char *path, uint32_t *id, enum source_problem *problem)
{
    struct text bytes = {0};
    enum status st = ST_NO_MEMORY;
    *problem = read_file(path, &bytes);
    if (!bytes.failed) {
        if (*problem == SOURCE_FINE) *problem = source_check(text_c(&bytes), bytes.length);
        if (*problem == SOURCE_NOT_TEXT) sources->refused_line = refused_line(text_c(&bytes), bytes.length);
        st = *problem == SOURCE_FINE ? append_text(sources, path, &bytes, id) : ST_USAGE;
    }
    text_free(&bytes);
    return st;
}

enum status sources_add(struct sources *sources, const char *name, const char *text, size_t length, uint32_t *id)
{
    enum source_problem problem = source_check(text, length);
    if (problem == SOURCE_NOT_TEXT) sources->refused_line = refused_line(text, length);
    if (problem != SOURCE_FINE) return ST_USAGE;
    char *copy = mem_alloc_raw(length + 2);
    if (copy && length) memcpy(copy, text, length);
    return append(sources, name, NULL, copy, length, id);
}

enum status sources_add_excerpt(struct sources *sources, const char *name, const char *text, size_t length,
                                uint32_t lines_before, uint32_t *id)
{
    enum status st = sources_add(sources, name, text, length, id);
    if (st == ST_OK) sources->items[*id - 1].lines_before = lines_before;
    return st;
}

const struct source *source_get(const struct sources *sources, uint32_t id)
{
    return id >= 1 && id <= sources->count ? &sources->items[id - 1] : NULL;
}

/* The index of the last line that begins at or before the offset. */
static size_t line_of(const struct source *source, uint32_t offset)
{
    size_t low = 0, high = source->line_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (source->lines[middle] <= offset) low = middle;
        else high = middle;
    }
    return low;
}

struct place source_place(const struct source *source, uint32_t offset)
{
    if (offset > source->length) offset = (uint32_t)source->length;
    size_t line = line_of(source, offset);
    uint32_t column = 1;
    for (uint32_t i = source->lines[line]; i < offset; i++) column += ((unsigned char)source->text[i] & 0xc0) != 0x80;
    return (struct place){(uint32_t)line + 1 + source->lines_before, column};
}

const char *source_line(const struct source *source, uint32_t line, size_t *length)
{
    *length = 0;
    line -= source->lines_before; /* a line before the excerpt wraps round to a large number */
    if (line < 1 || line > source->line_count) return "";
    size_t begin = source->lines[line - 1];
    size_t end = line < source->line_count ? source->lines[line] - 1u : source->length;
    if (end > begin && source->text[end - 1] == '\r') end--;
    *length = end - begin;
    return source->text + begin;
}

struct span span_join(struct span a, struct span b)
{
    if (!a.source) return b;
    if (!b.source || a.source != b.source) return a;
    return (struct span){a.source, a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end};
}

void sources_free(struct sources *sources)
{
    for (size_t i = 0; i < sources->count; i++) source_free(&sources->items[i]);
    mem_free(sources->items, sources->capacity * sizeof *sources->items);
    *sources = (struct sources){0};
}
