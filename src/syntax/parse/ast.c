/* SPDX-License-Identifier: MIT */
/* The tree's names, comparison, and dump: s-expressions, one node per line, two spaces deeper for each level. */
#include "syntax/parse/ast.h"
#include <string.h>

static const char *const kind_names[] = {
#define AST(kind, name, kids) name,
#include "syntax/parse/ast.def"
#undef AST
};

static const char *const op_spellings[] = {
#define OP_SPELLING(name, spelling) spelling,
    AST_OPERATORS(OP_SPELLING)
#undef OP_SPELLING
};

const char *ast_kind_name(enum ast_kind kind) { return (unsigned)kind < AST_KINDS ? kind_names[kind] : "?"; }

const char *ast_op_spelling(enum ast_op op) { return (unsigned)op < OP_COUNT ? op_spellings[op] : "?"; }

static bool same_string(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

static bool same_edges(const struct written_edges *a, const struct written_edges *b)
{
    if (!a || !b) return a == b;
    if (a->place_count != b->place_count || a->node_count != b->node_count) return false;
    for (uint32_t i = 0; i < a->place_count; i++)
        if (written_place(a, i)->node != written_place(b, i)->node ||
            written_place(a, i)->opens_edge != written_place(b, i)->opens_edge)
            return false;
    for (uint32_t v = 0; v < a->node_count; v++)
        if (strcmp(a->names[v], b->names[v]) != 0) return false;
    return true;
}

bool ast_same(const struct ast *a, const struct ast *b)
{
    if (!a || !b) return a == b;
    if (a->kind != b->kind || a->op != b->op || a->count != b->count) return false;
    if (!same_string(a->name, b->name) || !same_string(a->text, b->text)) return false;
    if (!same_edges(a->edges, b->edges)) return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (!ast_same(a->kids[i], b->kids[i])) return false;
    return true;
}

static void dump_quoted(const char *string, struct text *out)
{
    text_putc(out, '"');
    for (; *string; string++) {
        if (*string == '\n') text_puts(out, "\\n");
        else if (*string == '\r') text_puts(out, "\\r");
        else if (*string == '"' || *string == '\\') text_add(out, "\\%c", *string);
        else text_putc(out, *string);
    }
    text_putc(out, '"');
}

static void dump_data(const struct ast *node, struct text *out)
{
    if (node->op != OP_NONE) {
        text_puts(out, " ");
        text_puts(out, ast_op_spelling(node->op));
    }
    if (node->name) {
        text_puts(out, " ");
        text_puts(out, node->name);
    }
    if (!node->text) return;
    text_puts(out, " ");
    if (node->kind == AST_NUMBER) text_puts(out, node->text);
    else dump_quoted(node->text, out);
}

/* Finds a place starting from the last one, since columns count characters and lines may be long: a walk down the tree
 * asks for neighbouring places, once for the beginnings of nodes and once for their ends. */
struct cursor {
    uint32_t offset, line, column; /* line 0: nowhere yet */
};
struct dump {
    const struct source *source;
    struct text *out;
    struct cursor begin, end;
};

static uint32_t line_of(const struct source *source, uint32_t offset)
{
    size_t low = 0, high = source->line_count;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (source->lines[middle] <= offset) low = middle;
        else high = middle;
    }
    return (uint32_t)low + 1;
}

static uint32_t characters(const struct source *source, uint32_t from, uint32_t to)
{
    uint32_t count = 0;
    for (uint32_t i = from; i < to; i++) count += ((unsigned char)source->text[i] & 0xc0) != 0x80;
    return count;
}

static void dump_place(struct dump *dump, struct cursor *at, uint32_t offset)
{
    const struct source *source = dump->source;
    uint32_t line = line_of(source, offset);
    if (line != at->line) *at = (struct cursor){source->lines[line - 1], line, 1};
    if (offset >= at->offset) at->column += characters(source, at->offset, offset);
    else at->column -= characters(source, offset, at->offset);
    at->offset = offset;
    text_add(dump->out, "%u:%u", at->line, at->column);
}

static void dump_span(struct dump *dump, uint32_t begin, uint32_t end)
{
    text_puts(dump->out, " ");
    dump_place(dump, &dump->begin, begin);
    text_puts(dump->out, "-");
    dump_place(dump, &dump->end, end);
}

static uint32_t end_of_place(const struct written_edges *edges, uint32_t place)
{
    return written_place(edges, place)->begin + (uint32_t)strlen(edges->names[written_place(edges, place)->node]);
}

static void dump_edges(struct dump *dump, const struct written_edges *edges, int indent)
{
    for (uint32_t i = 0, end; i < edges->place_count; i = end) {
        end = written_edge_end(edges, i);
        text_add(dump->out, "\n%*s(edge %s", indent, "", edges->names[written_place(edges, i)->node]);
        dump_span(dump, written_place(edges, i)->begin, end_of_place(edges, end - 1));
        for (uint32_t k = i + 1; k < end; k++) {
            text_add(dump->out, "\n%*s(name %s", indent + 2, "", edges->names[written_place(edges, k)->node]);
            dump_span(dump, written_place(edges, k)->begin, end_of_place(edges, k));
            text_puts(dump->out, ")");
        }
        text_puts(dump->out, ")");
    }
}

static void dump_node(struct dump *dump, const struct ast *node, int indent)
{
    struct text *out = dump->out;
    text_add(out, "%*s", indent, "");
    if (!node) {
        text_puts(out, "-");
        return;
    }
    text_puts(out, "(");
    text_puts(out, ast_kind_name(node->kind));
    dump_data(node, out);
    dump_span(dump, node->span.begin, node->span.end);
    if (node->edges) dump_edges(dump, node->edges, indent + 2);
    for (uint32_t i = 0; i < node->count; i++) {
        text_putc(out, '\n');
        dump_node(dump, node->kids[i], indent + 2);
    }
    text_puts(out, ")");
}

void ast_dump(const struct ast *node, const struct source *source, struct text *out)
{
    struct dump dump = {.source = source, .out = out};
    dump_node(&dump, node, 0);
    text_putc(out, '\n');
}
