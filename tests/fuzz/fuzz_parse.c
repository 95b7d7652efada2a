/* SPDX-License-Identifier: MIT */
/* Any text through the parser: as a file and as an expression, with its dump. What is promised of every tree is
 * checked; a broken promise aborts, which both libFuzzer and replay.c see. */
#include <stdint.h>
#include <stdlib.h>
#include "syntax/parse/parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void promise(bool kept)
{
    if (!kept) abort();
}

static void check_node(const struct ast *node, const struct source *source)
{
    uint32_t deepest = 0;
    promise(node->kind < AST_KINDS && node->op < OP_COUNT && node->depth <= AST_MAX_DEPTH);
    promise(node->span.begin <= node->span.end && node->span.end <= source->length);
    promise(node->name_span.begin <= node->name_span.end && node->name_span.end <= source->length);
    promise(node->text_span.begin <= node->text_span.end && node->text_span.end <= source->length);
    promise((node->kind == AST_NUMBER) == (node->number != NULL));
    for (uint32_t i = 0; i < node->count; i++) {
        const struct ast *kid = node->kids[i];
        if (!kid) continue;
        if (kid->depth > deepest) deepest = kid->depth;
        check_node(kid, source);
    }
    promise(node->depth == deepest + 1);
}

static void check_diagnostics(const struct diags *diags, enum status st, const struct source *source)
{
    promise(!diags->failed && (st == ST_INVALID) == (diags->errors > 0));
    for (size_t i = 0; i < diags->count; i++) {
        struct span span = diags->items[i].span;
        promise(span.source == 1 && span.begin <= span.end && span.end <= source->length);
    }
}

static void parse_as(struct sources *sources, enum status (*parse)(const struct ast_parse *, struct ast **))
{
    struct arena trees = {0}, strings = {0};
    struct interns names = {.arena = &strings};
    struct diags diags = {0};
    struct text dump = {0};
    struct ast *tree = NULL;
    struct ast_parse in = {.source = 1, .sources = sources, .names = &names, .arena = &trees, .diags = &diags};
    const struct source *source = source_get(sources, 1);
    enum status st = parse(&in, &tree);
    promise(st == ST_OK || st == ST_INVALID);
    promise(tree || st == ST_INVALID);
    check_diagnostics(&diags, st, source);
    if (tree) {
        check_node(tree, source);
        ast_dump(tree, source, &dump);
    }
    text_free(&dump);
    diags_free(&diags);
    interns_free(&names);
    arena_free(&strings);
    arena_free(&trees);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sources sources = {0};
    uint32_t id;
    if (sources_add(&sources, "input", size ? (const char *)data : "", size, &id) == ST_OK) {
        parse_as(&sources, parse_file);
        parse_as(&sources, parse_expression);
    }
    sources_free(&sources);
    return 0;
}
