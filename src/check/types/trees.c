/* SPDX-License-Identifier: MIT */
/* Trees: nested brackets, joined with +, reduced with -, read and changed at their nodes. Brackets denote a tree if
 * a tree is expected, if they contain one, or if they contain nothing but brackets and no grid is expected; the
 * meaning of [] alone is never guessed. */
#include "check/private.h"

/* Can this only be a tree? Looks names up and reports nothing. */
static bool is_tree_value(struct checker *ck, const struct ast *a)
{
    if (!a) return false;
    if (a->kind == AST_INDEX || a->kind == AST_WITH) return a->count == 2 && is_tree_value(ck, a->kids[0]);
    if (a->kind == AST_BINARY && (a->op == OP_ADD || a->op == OP_SUB))
        return is_tree_value(ck, a->kids[0]) ||
               (a->kids[0] && a->kids[0]->kind == AST_ROW && is_tree_value(ck, a->kids[1]));
    if (a->kind == AST_ROW) return is_tree(ck, a);
    if (a->kind == AST_CALL)
        return !a->text && !call_declared(ck, a->name, a->span) && builtin_find(a->name) == BUILTIN_TREE;
    if (a->kind != AST_NAME) return false;
    const struct local *local = scope_find(ck, a->name);
    if (local) return local->type == TYPE_TREE;
    int field = field_find(ck, a->name);
    return field >= 0 && ck->model->games[ck->scope->game].fields[field].kind == FIELD_TREE;
}

static bool is_bare(const struct ast *a)
{
    for (uint32_t i = 0; a && a->kind == AST_ROW && i < a->count; i++)
        if (!is_bare(a->kids[i])) return false;
    return a && a->kind == AST_ROW;
}

bool is_tree(struct checker *ck, const struct ast *a)
{
    if (a->count && is_bare(a)) return true;
    for (uint32_t i = 0; i < a->count; i++)
        if (a->kids[i] && a->kids[i]->kind != AST_COMPREHENSION && is_tree_value(ck, a->kids[i])) return true;
    return false;
}

struct expr *check_tree(struct checker *ck, const struct ast *a, struct expr *first)
{
    struct expr *e = expr_new(ck, EXPR_TREE, TYPE_TREE, a->span, a->count);
    if (e && first) e->kids[0] = first;
    for (uint32_t i = first != NULL; e && i < a->count;
         i++) /* a grid given for a tree is one mistake, not one per cell */
        if (!(e->kids[i] = check_typed(ck, a->kids[i], TYPE_TREE, "a branch of a tree"))) return NULL;
    return e;
}

/* ---- + and - */

int tree_want(struct checker *ck, const struct ast *a, int want)
{
    bool brackets = a->kids[0] && a->kids[0]->kind == AST_ROW;
    return brackets && a->kids[1] && is_tree_value(ck, a->kids[1]) ? (int)TYPE_TREE : want;
}

/* { v, w } or { v for ... } after a minus: edges, by their numbers. */
static struct expr *check_edges(struct checker *ck, const struct ast *a)
{
    bool all = a->count == 1 && a->kids[0] && a->kids[0]->kind == AST_COMPREHENSION;
    struct expr *e = all ? check_comprehension(ck, a->kids[0], a->span, TYPE_INT)
                         : expr_new(ck, EXPR_ROW, TYPE_ROW, a->span, a->count);
    if (!e) return NULL;
    if (all) {
        e->kind = EXPR_ROW_FOR;
        e->type = TYPE_ROW;
        return expect_type(ck, e->kids[0], TYPE_INT, "an edge of a tree") ? e : NULL;
    }
    bool good = true;
    for (uint32_t i = 0; i < a->count; i++) {
        e->kids[i] = check_typed(ck, a->kids[i], TYPE_INT, "an edge of a tree");
        good = good && e->kids[i];
    }
    return good ? e : NULL;
}

struct expr *check_trees_between(struct checker *ck, const struct ast *a, struct expr *left)
{
    bool less = a->op == OP_SUB;
    if (less && a->kids[1] && a->kids[1]->kind == AST_SET)
        return expr_two(ck, EXPR_TREE_CUT, TYPE_TREE, a->span, left, check_edges(ck, a->kids[1]));
    struct expr *right = check_expr(ck, a->kids[1], TYPE_TREE);
    if (right && less && right->type == TYPE_INT) {
        diag(ck->diags, D_WRONG_TYPE, right->span, "what is taken from a tree",
             "a tree, or edges in braces as in { v }", type_phrase(right->type));
        return NULL;
    }
    right = expect_type(ck, right, TYPE_TREE, less ? "the operand of '-'" : "the operand of '+'");
    return expr_two(ck, less ? EXPR_TREE_LESS : EXPR_TREE_JOIN, TYPE_TREE, a->span, left, right);
}

/* ---- nodes */

struct expr *check_tree_at(struct checker *ck, const struct ast *a, struct expr *tree)
{
    if (a->count != 2) {
        diag(ck->diags, D_INDEX_COUNT, a->span, type_phrase(TYPE_TREE), 1u, "index", a->count - 1);
        return NULL;
    }
    struct expr *node = check_typed(ck, a->kids[1], TYPE_INT, "a node of a tree");
    return expr_two(ck, EXPR_TREE_AT, TYPE_TREE, a->span, tree, node);
}

struct expr *check_tree_with(struct checker *ck, const struct ast *a, struct expr *tree)
{
    const struct ast *update = a->kids[1], *nodes = update ? update->kids[0] : NULL;
    if (!nodes || !nodes->kids[0]) return NULL;
    if (a->count != 2 || nodes->count != 1 || nodes->kids[0]->kind == AST_RANGE) {
        diag(ck->diags, D_TREE_UPDATE, a->count != 2 ? a->kids[2]->span : nodes->span);
        return NULL;
    }
    struct expr *node = check_typed(ck, nodes->kids[0], TYPE_INT, "a node of a tree");
    struct expr *value = check_typed(ck, update->kids[1], TYPE_TREE, "what a node of a tree bears");
    if (!node || !value) return NULL;
    struct expr *e = expr_new(ck, EXPR_TREE_PUT, TYPE_TREE, a->span, 3);
    if (!e) return NULL;
    e->index = update->op == OP_SET ? '=' : update->op == OP_ADD ? '+' : '-';
    e->kids[0] = tree;
    e->kids[1] = node;
    e->kids[2] = value;
    return e;
}
