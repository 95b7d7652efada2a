/* SPDX-License-Identifier: MIT */
/* A rule text, parsed and checked, for tests.
 *
 *     struct checked c;
 *     checked_open(&c, "game nim(n) { move take(t in 1..n) -> nim(n - t) }");
 *     assert_non_null(c.model);                       // c.st, c.diags say why not
 *     checked_close(&c); */
#ifndef CGI_TESTS_CHECKED_H
#define CGI_TESTS_CHECKED_H
#include <string.h>
#include "check/names/check.h"
#include "syntax/parse/parse.h"

struct checked {
    struct sources sources;
    struct arena names_arena, scratch, answers;
    struct interns names;
    struct diags diags;
    struct check_input in;
    struct model *model;
    enum status st;
};

static inline enum status checked_parse(struct checked *c, const char *name, const char *text, bool file,
                                        struct ast **ast)
{
    enum status st = sources_add(&c->sources, name, text, strlen(text), &c->in.source);
    struct ast_parse parse = {
        .source = c->in.source, .sources = &c->sources, .names = &c->names, .arena = &c->scratch, .diags = &c->diags};
    if (st != ST_OK) return st;
    return file ? parse_file(&parse, ast) : parse_expression(&parse, ast);
}

static inline void checked_file(struct checked *c, const char *text, struct check_input how)
{
    *c = (struct checked){0};
    c->names.arena = &c->names_arena;
    c->in = how;
    c->in.sources = &c->sources;
    c->in.names = &c->names;
    c->in.scratch = &c->scratch;
    c->in.diags = &c->diags;
    struct ast *file;
    c->st = checked_parse(c, "test.game", text, true, &file);
    if (c->st == ST_OK) c->st = check_file(&c->in, file, &c->model);
}

static inline void checked_open(struct checked *c, const char *text) { checked_file(c, text, (struct check_input){0}); }

/* Also says why: freed by the caller. */
static inline void checked_reasons(struct checked *c, const char *text, struct reasons *reasons)
{
    checked_file(c, text, (struct check_input){.reasons = reasons});
}

/* With what only `cgi check` notes. */
static inline void checked_remarks(struct checked *c, const char *text)
{
    checked_file(c, text, (struct check_input){.remarks = true});
}

static inline void checked_close(struct checked *c)
{
    model_free(c->model);
    diags_free(&c->diags);
    interns_free(&c->names);
    sources_free(&c->sources);
    arena_free(&c->names_arena);
    arena_free(&c->scratch);
    arena_free(&c->answers);
}

/* The code of the n-th diagnostic, "" when there are not so many. */
static inline const char *checked_code(const struct checked *c, size_t n)
{
    return n < c->diags.count ? diag_code(c->diags.items[n].id) : "";
}

#endif
