/* SPDX-License-Identifier: MIT */
/* Constructors of the tree. The depth cap is enforced here, in the one place where nodes are made: the first construct
 * that is too deep is reported and parsing stops, so no later walk can run out of stack. */
#include <string.h>
#include "syntax/parse/private.h"

enum { LIST_FIRST_CAPACITY = 4, CHAIN_DEEP = 64 };

void parser_out_of_memory(struct parser *p)
{
    p->no_memory = true;
    p->stop = true;
}

/* Statements, clauses and their lists may be above an expression of the greatest depth. */
static uint32_t depth_limit(enum ast_kind kind)
{
    return kind == AST_LIST || kind < AST_GEN ? AST_MAX_DEPTH : EXPRESSION_MAX_DEPTH;
}

static struct ast *finish(struct parser *p, struct ast shape, uint32_t count, struct ast **kids)
{
    shape.depth = 1;
    shape.count = count;
    shape.kids = kids;
    for (uint32_t i = 0; i < count; i++)
        if (kids[i] && kids[i]->depth >= shape.depth) shape.depth = kids[i]->depth + 1;
    if (shape.depth > depth_limit(shape.kind)) {
        parser_report_too_deep(p, p->last.span);
        shape.depth = 1;
        shape.count = 0;
    }
    struct ast *node = arena_alloc(p->arena, sizeof *node);
    if (node) *node = shape;
    else parser_out_of_memory(p);
    return node;
}

struct ast *ast_build(struct parser *p, struct ast shape, uint32_t count, struct ast *const *kids)
{
    struct ast **copy = NULL;
    if (count) {
        copy = arena_array(p->arena, count, sizeof(struct ast *));
        if (!copy) {
            parser_out_of_memory(p);
            return NULL;
        }
        memcpy(copy, kids, count * sizeof *copy);
    }
    return finish(p, shape, count, copy);
}

/* left OP right for 'and' and 'or', which a rule may list by the hundred: `a or b or c or d` means the same however it is
 * bracketed, parts evaluated from the left, so where the left side is deep the right operand goes into its right side as
 * long as that is less deep. So 400000 operands are less than 200 deep. */
struct ast *ast_build_chain(struct parser *p, enum ast_op op, struct span place, struct ast *left, struct ast *right)
{
    const struct ast shape = {.kind = AST_BINARY, .span = place, .op = op};
    struct ast *const *parts = left ? left->kids : NULL;
    bool deep = left && right && left->kind == AST_BINARY && left->op == op && left->depth >= CHAIN_DEEP;
    if (!deep || !parts[0] || !parts[1] || parts[1]->depth + 1 >= left->depth)
        return ast_build(p, shape, 2, (struct ast *[]){left, right});
    struct ast *rest = ast_build_chain(p, op, span_join(parts[1]->span, right->span), parts[1], right);
    return ast_build(p, shape, 2, (struct ast *[]){parts[0], rest});
}

struct ast *ast_build_from(struct parser *p, struct ast shape, struct ast_list *items)
{
    return items ? finish(p, shape, items->count, items->items) : finish(p, shape, 0, NULL);
}

struct ast *ast_build_with_first(struct parser *p, struct ast shape, struct ast *first, const struct ast_list *items)
{
    uint32_t count = items ? items->count : 0;
    struct ast **kids = arena_array(p->arena, (size_t)count + 1, sizeof(struct ast *));
    if (!kids) {
        parser_out_of_memory(p);
        return NULL;
    }
    kids[0] = first;
    if (count) memcpy(kids + 1, items->items, count * sizeof *kids);
    return finish(p, shape, count + 1, kids);
}

struct ast *ast_build_list(struct parser *p, struct span place, struct ast_list *items)
{
    struct span span = place;
    if (items && items->count) span = span_join(items->items[0]->span, items->items[items->count - 1]->span);
    return ast_build_from(p, (struct ast){.kind = AST_LIST, .span = span}, items);
}

struct ast *ast_build_play(struct parser *p, struct span span)
{
    if (p->statements->count) diag(p->in->diags, D_PLAY_NOT_FIRST, span);
    return ast_build(p, (struct ast){.kind = AST_PLAY_MISERE, .span = span}, 0, NULL);
}

struct ast *ast_build_number(struct parser *p, struct span span, const char *digits)
{
    const struct integer *value = digits ? integer_parse(p->arena, digits, strlen(digits)) : NULL;
    if (!value) parser_out_of_memory(p); /* the lexer has checked digits and length */
    struct ast shape = {.kind = AST_NUMBER, .span = span, .number = value, .text = digits, .text_span = span};
    return ast_build(p, shape, 0, NULL);
}

struct ast_list *ast_list_new(struct parser *p)
{
    struct ast_list *list = arena_alloc(p->arena, sizeof *list);
    if (!list) parser_out_of_memory(p);
    return list;
}

struct ast_list *ast_list_add(struct parser *p, struct ast_list *list, struct ast *item)
{
    if (!list || !item) return list;
    if (list->count == list->capacity) {
        uint32_t capacity = list->capacity ? list->capacity * 2 : LIST_FIRST_CAPACITY;
        struct ast **items = arena_array(p->arena, capacity, sizeof(struct ast *));
        if (!items) {
            parser_out_of_memory(p);
            return list;
        }
        if (list->count) memcpy(items, list->items, list->count * sizeof *items);
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = item;
    return list;
}

/* ---- graphs */

static bool is_node_name(const char *text, size_t length)
{
    const struct word *word = parser_word_find(text, length);
    return !word || word->place == WORD_NAME;
}

static void note(struct parser *p, enum status st)
{
    if (st != ST_OK) parser_out_of_memory(p);
    p->ahead = st == ST_OK;
}

void ast_edges_begin(struct parser *p)
{
    const struct written_input in = {p->text, p->whole.end, p->arena, is_node_name};
    written_graph_free(p->edges);
    p->edges = NULL;
    note(p, written_graph_open(&in, &p->edges));
}

void ast_edges_node(struct parser *p, struct span span, const char *name, bool opens)
{
    if (!p->edges || !name) return;
    note(p, written_graph_node(p->edges, name, strlen(name), span.begin, opens));
    p->ahead &= opens;
}

void ast_edges_end(struct parser *p)
{
    if (p->edges) written_graph_end_edge(p->edges);
    p->ahead = p->edges != NULL;
}

void ast_edges_ahead(struct parser *p, uint32_t *at) { note(p, written_graph_ahead(p->edges, at)); }

struct ast *ast_edges_close(struct parser *p, struct span place)
{
    struct written_edges *edges = arena_alloc(p->arena, sizeof *edges);
    if (!edges || !p->edges || written_graph_close(p->edges, edges) != ST_OK) {
        parser_out_of_memory(p);
        return NULL;
    }
    struct span span = place;
    if (edges->place_count) {
        const struct written_node *last = written_place(edges, edges->place_count - 1);
        span.begin = written_place(edges, 0)->begin;
        span.end = last->begin + (uint32_t)strlen(edges->names[last->node]);
    }
    return ast_build(p, (struct ast){.kind = AST_EDGES, .span = span, .edges = edges}, 0, NULL);
}
