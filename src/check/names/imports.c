/* SPDX-License-Identifier: MIT */
/* Imported files, depth first, each once. Two paths are the same file if device and file number agree. */
#include "check/private.h"
#include <string.h>
#include <sys/stat.h>
#include "syntax/parse/parse.h"

enum { SEEN_WORDS = (CHECK_MAX_FILES + 63) / 64 };

struct file_mark {
    uint64_t device, number;
    uint32_t source;
    bool open;                 /* still being followed: to reach it again is a cycle */
    uint64_t sees[SEEN_WORDS]; /* bit i: file i is imported by it, directly or through others */
};

const char *resolve_path(struct checker *ck, uint32_t source, const char *path)
{
    const struct source *from = source_get(ck->in->sources, source);
    const char *slash = from && from->path ? strrchr(from->path, '/') : NULL;
    const char *full = path[0] == '/' || !slash
                           ? arena_strdup(ck->scratch, path)
                           : arena_printf(ck->scratch, "%.*s/%s", (int)(slash - from->path), from->path, path);
    if (!full) ck->no_memory = true;
    return full;
}

static struct file_mark *find_mark(struct checker *ck, const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0) return NULL;
    for (size_t i = 0; i < ck->file_count; i++)
        if (ck->files[i].device == (uint64_t)info.st_dev && ck->files[i].number == (uint64_t)info.st_ino)
            return &ck->files[i];
    return NULL;
}

/* The index of the mark, or -1. Files that cannot be examined get a mark that differs from all others. */
static int add_mark(struct checker *ck, const char *path, uint32_t source)
{
    struct stat info;
    struct file_mark mark = {.source = source, .open = true};
    if (path && stat(path, &info) == 0) {
        mark.device = (uint64_t)info.st_dev;
        mark.number = (uint64_t)info.st_ino;
    }
    void *files = ck->files;
    if (!vec_grow(&files, &ck->file_capacity, sizeof mark, ck->file_count + 1)) {
        ck->no_memory = true;
        return -1;
    }
    ck->files = files;
    ck->files[ck->file_count] = mark;
    return (int)ck->file_count++;
}

static void report_unreadable(struct checker *ck, const struct ast *a, enum source_problem problem)
{
    static const char *const words[] = {
        [SOURCE_FINE] = "cannot be read",   [SOURCE_MISSING] = "does not exist", [SOURCE_UNREADABLE] = "cannot be read",
        [SOURCE_IS_FOLDER] = "is a folder", [SOURCE_TOO_LARGE] = "is too large", [SOURCE_NOT_TEXT] = "is not text"};
    diag(ck->diags, D_IMPORT_FAILED, a->text_span.source ? a->text_span : a->span, a->text, words[problem]);
}

/* File `mark` imports file `other`, all of whose imports are known. */
static void mark_seen(struct checker *ck, int mark, const struct file_mark *other)
{
    size_t i = (size_t)(other - ck->files);
    uint64_t *sees = ck->files[mark].sees;
    sees[i / 64] |= (uint64_t)1 << (i % 64);
    for (size_t k = 0; k < SEEN_WORDS; k++) sees[k] |= other->sees[k];
}

bool file_sees(const struct checker *ck, uint32_t from, uint32_t to)
{
    size_t at = 0, i = 0;
    while (at < ck->file_count && ck->files[at].source != from) at++;
    while (i < ck->file_count && ck->files[i].source != to) i++;
    return at == ck->file_count || i == ck->file_count || at == i || (ck->files[at].sees[i / 64] >> (i % 64) & 1);
}

static int follow(struct checker *ck, const struct ast *file, const char *path, uint32_t source, bool own,
                  unsigned depth);

static void import_file(struct checker *ck, const struct ast *a, int by, unsigned depth)
{
    const char *path = resolve_path(ck, a->span.source, a->text);
    if (!path) return;
    struct span span = a->text_span.source ? a->text_span : a->span;
    const struct file_mark *mark = find_mark(ck, path);
    if (mark && mark->open) diag(ck->diags, D_IMPORT_CYCLE, span, a->text);
    if (mark) {
        mark_seen(ck, by, mark);
        return;
    }
    if (depth >= CHECK_MAX_IMPORTS) {
        diag(ck->diags, D_TOO_MANY, span, depth + 1, "files that import one another", (int)CHECK_MAX_IMPORTS);
        return;
    }
    if (ck->file_count >= CHECK_MAX_FILES) { /* said once */
        if (!ck->many_files)
            diag(ck->diags, D_TOO_MANY, span, (unsigned)ck->file_count + 1, "files", (int)CHECK_MAX_FILES);
        ck->many_files = true;
        return;
    }
    uint32_t source;
    enum source_problem problem;
    enum status st = sources_load(ck->in->sources, path, &source, &problem);
    if (st == ST_NO_MEMORY) ck->no_memory = true;
    else if (st != ST_OK) report_unreadable(ck, a, problem);
    if (st != ST_OK) {
        ck->loaded_badly = true;
        return;
    }
    struct ast_parse in = {
        .source = source, .sources = ck->in->sources, .names = ck->in->names, .arena = ck->scratch, .diags = ck->diags};
    struct ast *file = NULL;
    size_t errors = ck->diags->errors;
    st = parse_file(&in, &file);
    if (st == ST_NO_MEMORY) ck->no_memory = true;
    if (ck->diags->errors > errors) {
        diag_note(ck->diags, span, "the file is imported here");
        ck->loaded_badly = true;
    }
    int followed = file && !ck->no_memory ? follow(ck, file, path, source, false, depth + 1) : -1;
    if (followed >= 0) mark_seen(ck, by, &ck->files[followed]);
}

/* The index of the file's mark, or -1. */
static int follow(struct checker *ck, const struct ast *file, const char *path, uint32_t source, bool own,
                  unsigned depth)
{
    int mark = add_mark(ck, path, source);
    for (uint32_t i = 0; mark >= 0 && i < file->count && !ck->no_memory; i++)
        if (file->kids[i] && file->kids[i]->kind == AST_IMPORT) import_file(ck, file->kids[i], mark, depth);
    if (mark >= 0) ck->files[mark].open = false;
    if (!ck->no_memory) declare_file(ck, file, own);
    return mark;
}

void follow_imports(struct checker *ck, const struct ast *file, uint32_t source)
{
    const struct source *own = source_get(ck->in->sources, source);
    follow(ck, file, own ? own->path : NULL, source, true, 0);
}

void imports_free(struct checker *ck)
{
    mem_free(ck->files, ck->file_capacity * sizeof *ck->files);
    ck->files = NULL;
    ck->file_count = ck->file_capacity = 0;
}
