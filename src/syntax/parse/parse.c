/* SPDX-License-Identifier: MIT */
/* Sets up a parser for one source, runs it, and reports the result. */
#include <string.h>
#include "base/mem.h"
#include "syntax/parse/grammar.h"
#include "syntax/parse/private.h"

static enum status open_source(struct parser *p, const struct ast_parse *in)
{
    const struct source *source = source_get(in->sources, in->source);
    if (!source) return ST_USAGE;
    p->in = in;
    p->arena = in->arena;
    p->text = p->buffer = source->text;
    p->whole = (struct span){in->source, 0, (uint32_t)source->length};
    lexer_open(p);
    return ST_OK;
}

static void close_source(struct parser *p)
{
    lexer_close(p);
    written_graph_free(p->edges);
}

static enum status parse(struct parser *p, const struct ast_parse *in, int start)
{
    enum status st = open_source(p, in);
    if (st != ST_OK) return st;
    p->queue[p->queued++] = (struct token){.kind = start, .span = {in->source, 0, 0}};
    p->statements = ast_list_new(p);
    if (p->statements) grammar_parse(p);
    close_source(p);
    return p->no_memory ? ST_NO_MEMORY : ST_OK;
}

static enum status verdict(const struct ast_parse *in, size_t errors_before)
{
    if (in->diags->failed) return ST_NO_MEMORY;
    return in->diags->errors > errors_before ? ST_INVALID : ST_OK;
}

enum status parse_file(const struct ast_parse *in, struct ast **file)
{
    struct parser p = {.file = true};
    size_t errors = in->diags->errors;
    *file = NULL;
    enum status st = parse(&p, in, T_FILE_START);
    if (st != ST_OK) return st;
    *file = ast_build_from(&p, (struct ast){.kind = AST_FILE, .span = p.whole}, p.statements);
    return p.no_memory ? ST_NO_MEMORY : verdict(in, errors);
}

enum status parse_expression(const struct ast_parse *in, struct ast **expression)
{
    struct parser p = {.file = false};
    size_t errors = in->diags->errors;
    *expression = NULL;
    enum status st = parse(&p, in, T_EXPRESSION_START);
    if (st != ST_OK) return st;
    st = verdict(in, errors);
    *expression = st == ST_OK ? p.expression : NULL;
    return st == ST_OK && !p.expression ? ST_INVALID : st; /* errors beyond DIAG_LIMIT are not counted */
}

enum status parse_tokens(const struct ast_parse *in, token_visitor visit, void *context)
{
    struct parser p = {.file = true};
    enum status st = open_source(&p, in);
    if (st != ST_OK) return st;
    struct token token;
    bool more = true;
    do {
        token = lexer_next(&p);
        more = visit(context, token.kind, token.span);
    } while (more && token.kind != T_END && !p.no_memory);
    close_source(&p);
    return more && !p.no_memory ? ST_OK : ST_NO_MEMORY;
}
