/* SPDX-License-Identifier: MIT */
/* Expressions: one function per construct, types bottom-up. What a place expects (`want`) only decides readings that
 * the expression alone leaves open; expect_type reports wrong types. */
#include "check/names/foreign.h"
#include <string.h>

struct expr *expect_type(struct checker *ck, struct expr *e, enum type type, const char *what)
{
    if (!e || e->type == type) return e;
    if (type == TYPE_BAG && e->type == TYPE_ROW) return e;
    diag(ck->diags, D_WRONG_TYPE, e->span, what, type_phrase(type), type_phrase(e->type));
    if (type == TYPE_INT && e->type == TYPE_POSITION)
        diag_note(ck->diags, (struct span){0}, "a position is not a number; sg(...) is the value of one");
    if (ck->scope && ck->scope->game >= 0 && strcmp(what, "the result of a move") == 0)
        diag_note(ck->diags, (struct span){0}, "a position is written with the name of its game, as in %s(...)",
                  ck->model->games[ck->scope->game].name);
    if (type == TYPE_INT && e->type == TYPE_ROW && strcmp(what, "the operand of '+'") == 0) note_foreign(ck, "concat");
    if (type == TYPE_INT && e->type == TYPE_ROW && strcmp(what, "the operand of '*'") == 0) note_foreign(ck, "row");
    return NULL;
}

struct expr *check_typed(struct checker *ck, const struct ast *a, enum type type, const char *what)
{
    return expect_type(ck, check_expr(ck, a, (int)type), type, what);
}

static struct expr *check_number(struct checker *ck, const struct ast *a, bool negative, bool big)
{
    struct expr *e = expr_new(ck, EXPR_INT, TYPE_INT, a->span, 0);
    if (!e) return NULL;
    const struct integer *number = a->number;
    if (!number) return NULL;
    e->number = negative ? integer_from_limbs(ck->arena, -number->sign, number->limbs, number->count)
                         : keep_integer(ck, number);
    if (!e->number) {
        ck->no_memory = true;
        return NULL;
    }
    if (integer_fits(e->number, &e->value) || big) return e;
    diag(ck->diags, D_NUMBER_TOO_LARGE, a->span);
    return NULL;
}

static struct expr *check_unary(struct checker *ck, const struct ast *a, bool big)
{
    const struct ast *operand = a->kids[0];
    if (a->op == OP_NOT)
        return expr_one(ck, EXPR_NOT, TYPE_BOOL, a->span, check_typed(ck, operand, TYPE_BOOL, "the operand of 'not'"));
    if (operand && operand->kind == AST_NUMBER) {
        struct expr *e = check_number(ck, operand, true, big);
        if (e) e->span = a->span;
        return e;
    }
    return expr_one(ck, EXPR_NEG, TYPE_INT, a->span, check_typed(ck, operand, TYPE_INT, "the operand of '-'"));
}

static enum expr_kind kind_of(enum ast_op op)
{
    switch (op) {
    case OP_ADD: return EXPR_ADD;
    case OP_SUB: return EXPR_SUB;
    case OP_MUL: return EXPR_MUL;
    case OP_DIV: return EXPR_DIV;
    case OP_MOD: return EXPR_MOD;
    case OP_EQ: return EXPR_EQ;
    case OP_NE: return EXPR_NE;
    case OP_LT: return EXPR_LT;
    case OP_LE: return EXPR_LE;
    case OP_GT: return EXPR_GT;
    case OP_GE: return EXPR_GE;
    case OP_AND: return EXPR_AND;
    case OP_OR: return EXPR_OR;
    default: return EXPR_IFF;
    }
}

static struct expr *check_bools(struct checker *ck, const struct ast *a)
{
    static const char *const what[] = {
        [OP_AND] = "the operand of 'and'", [OP_OR] = "the operand of 'or'", [OP_IFF] = "the operand of 'iff'"};
    struct expr *left = check_typed(ck, a->kids[0], TYPE_BOOL, what[a->op]);
    struct expr *right = check_typed(ck, a->kids[1], TYPE_BOOL, what[a->op]);
    return expr_two(ck, kind_of(a->op), TYPE_BOOL, a->span, left, right);
}

/* The right side when nothing is known of the left, such as an argument of a function that nothing calls, which
 * would decide how braces are read. */
static struct expr *check_beside_unknown(struct checker *ck, const struct ast *right)
{
    if (right && right->kind != AST_SET) check_expr(ck, right, WANT_ANY);
    return NULL;
}

/* a + b + c as one sum of three. */
static struct expr *join_sum(struct checker *ck, struct span span, struct expr *left, struct expr *right)
{
    size_t lefts = left->kind == EXPR_SUM ? left->count : 1, rights = right->kind == EXPR_SUM ? right->count : 1;
    struct expr *e = expr_new(ck, EXPR_SUM, TYPE_POSITION, span, lefts + rights);
    if (!e) return NULL;
    for (size_t i = 0; i < lefts; i++) e->kids[i] = left->kind == EXPR_SUM ? left->kids[i] : left;
    for (size_t i = 0; i < rights; i++) e->kids[lefts + i] = right->kind == EXPR_SUM ? right->kids[i] : right;
    return e;
}

static struct expr *check_add(struct checker *ck, const struct ast *a, int want)
{
    int kid_want = want == TYPE_POSITION || want == TYPE_TREE || wants(want, TYPE_NODES) ? want : WANT_ANY;
    struct expr *left = check_expr(ck, a->kids[0], tree_want(ck, a, kid_want));
    if (left && left->type == TYPE_NODES) return check_nodes_between(ck, a, left);
    if (left && left->type == TYPE_TREE) return check_trees_between(ck, a, left);
    if (!left) return check_beside_unknown(ck, a->kids[1]);
    struct expr *right = check_expr(ck, a->kids[1], kid_want);
    if (!right) return NULL;
    if (left->type == TYPE_POSITION && right->type == TYPE_POSITION) return join_sum(ck, a->span, left, right);
    if (left->type != TYPE_POSITION && right->type != TYPE_POSITION) {
        left = expect_type(ck, left, TYPE_INT, "the operand of '+'");
        right = expect_type(ck, right, TYPE_INT, "the operand of '+'");
        return expr_two(ck, EXPR_ADD, TYPE_INT, a->span, left, right);
    }
    const struct expr *position = left->type == TYPE_POSITION ? left : right, *other = position == left ? right : left;
    diag(ck->diags, D_MIXED_SUM, a->span);
    diag_note(ck->diags, position->span, "this is a position");
    diag_note(ck->diags, other->span, "this is %s", type_phrase(other->type));
    return NULL;
}

static struct expr *check_arithmetic(struct checker *ck, const struct ast *a, int want)
{
    static const char *const what[] = {[OP_SUB] = "the operand of '-'",
                                       [OP_MUL] = "the operand of '*'",
                                       [OP_DIV] = "the operand of '/'",
                                       [OP_MOD] = "the operand of '%'"};
    bool sets = wants(want, TYPE_NODES) || want == TYPE_TREE;
    struct expr *left = check_expr(ck, a->kids[0], tree_want(ck, a, sets ? want : TYPE_INT));
    if (left && left->type == TYPE_NODES && a->op == OP_SUB) return check_nodes_between(ck, a, left);
    if (left && left->type == TYPE_TREE && a->op == OP_SUB) return check_trees_between(ck, a, left);
    if (!left && a->op == OP_SUB) return check_beside_unknown(ck, a->kids[1]);
    left = expect_type(ck, left, TYPE_INT, what[a->op]);
    struct expr *right = check_typed(ck, a->kids[1], TYPE_INT, what[a->op]);
    if (right && (a->op == OP_DIV || a->op == OP_MOD) && right->kind == EXPR_INT && right->number->sign == 0) {
        diag(ck->diags, D_DIVISION_BY_ZERO, a->span);
        return NULL;
    }
    return expr_two(ck, kind_of(a->op), TYPE_INT, a->span, left, right);
}

/* v in { a, b } for a node v: the names are nodes of its graph. */
static bool check_node_set_domain(struct checker *ck, const struct ast *a, int graph, struct domain *domain)
{
    struct expr *set = check_nodes_set(ck, a, want_nodes(TYPE_NODES, graph));
    *domain = (struct domain){.kind = DOMAIN_ELEMENTS, .span = a->span, .low = set, .index = -1};
    return set != NULL;
}

static struct expr *check_in(struct checker *ck, const struct ast *a)
{
    if (report_tuples(ck, a->kids[0], a->kids[1], a->op == OP_IN)) return NULL;
    const char *what = a->op == OP_IN ? "the left side of 'in'" : "the left side of 'not in'";
    struct domain *domain = keep(ck, 1, sizeof *domain);
    enum type element = TYPE_INT;
    const struct local *local = a->kids[0] && a->kids[0]->kind == AST_NAME ? scope_find(ck, a->kids[0]->name) : NULL;
    bool literal = local && local->type == TYPE_NODE && a->kids[1] && a->kids[1]->kind == AST_SET;
    if (!domain) return NULL;
    bool good = literal ? check_node_set_domain(ck, a->kids[1], local->graph, domain)
                        : check_domain(ck, a->kids[1], IN_TEST, domain, &element);
    int graph = good ? domain_graph(ck, domain) : -1;
    struct expr *value = graph < 0
                             ? good ? check_typed(ck, a->kids[0], TYPE_INT, what) : check_expr(ck, a->kids[0], WANT_ANY)
                         : a->kids[0] ? check_node(ck, a->kids[0], graph, what)
                                      : NULL;
    if (!good || !value) return NULL;
    struct expr *e = expr_one(ck, EXPR_IN, TYPE_BOOL, a->span, value);
    if (!e) return NULL;
    e->domain = domain;
    return a->op == OP_IN ? e : expr_one(ck, EXPR_NOT, TYPE_BOOL, a->span, e);
}

/* ---- comparisons */

static bool is_literal(const struct ast *a)
{
    return a->kind == AST_ROW || a->kind == AST_SET || (a->kind == AST_CALL && a->text && strcmp(a->text, "lua") == 0);
}

static bool is_number_literal(const struct ast *a)
{
    return a->kind == AST_NUMBER ||
           (a->kind == AST_UNARY && a->op == OP_NEG && a->kids[0] && a->kids[0]->kind == AST_NUMBER);
}

static struct expr *check_side(struct checker *ck, const struct ast *a, int want)
{
    ck->big = is_number_literal(a) && (ck->scope->allow & ALLOW_QUESTIONS);
    return check_expr(ck, a, want);
}

static struct expr *compare(struct checker *ck, const struct ast *at, enum ast_op op, const struct ast *a,
                            const struct ast *b);

/* (i, j) != (1, 1) is i != 1 or j != 1. */
static struct expr *compare_tuples(struct checker *ck, const struct ast *at, const struct ast *a, const struct ast *b)
{
    if (a->kind != AST_TUPLE || b->kind != AST_TUPLE || a->count != b->count || (at->op != OP_EQ && at->op != OP_NE)) {
        diag(ck->diags, D_TUPLE_MISPLACED, a->kind == AST_TUPLE ? a->span : b->span);
        return NULL;
    }
    struct expr *all = compare(ck, at, at->op, a->kids[0], b->kids[0]);
    for (uint32_t i = 1; i < a->count; i++) {
        struct expr *next = compare(ck, at, at->op, a->kids[i], b->kids[i]);
        all = expr_two(ck, at->op == OP_EQ ? EXPR_AND : EXPR_OR, TYPE_BOOL, at->span, all, next);
    }
    return all;
}

/* wins(...) and options(...) are never built as sets; the machine compares each option with the listed ones. */
static bool asks_for_set(const struct expr *question, const struct expr *written)
{
    return question->kind == EXPR_ASK && written->kind == EXPR_POSITIONS;
}

static struct expr *compare(struct checker *ck, const struct ast *at, enum ast_op op, const struct ast *a,
                            const struct ast *b)
{
    if (!a || !b) return NULL;
    if (a->kind == AST_TUPLE || b->kind == AST_TUPLE) return compare_tuples(ck, at, a, b);
    bool right_first = is_literal(a) && !is_literal(b);
    struct expr *first = check_side(ck, right_first ? b : a, WANT_ANY);
    struct expr *second = check_side(ck, right_first ? a : b, want_like(first));
    struct expr *left = right_first ? second : first, *right = right_first ? first : second;
    if (!left || !right) return NULL;
    if (op != OP_EQ && op != OP_NE) {
        static const char *const what[] = {[OP_LT] = "the operand of '<'",
                                           [OP_LE] = "the operand of '<='",
                                           [OP_GT] = "the operand of '>'",
                                           [OP_GE] = "the operand of '>='"};
        left = expect_type(ck, left, TYPE_INT, what[op]);
        right = expect_type(ck, right, TYPE_INT, what[op]);
    } else if (left->type != right->type) {
        diag(ck->diags, D_UNLIKE_COMPARISON, at->span, type_phrase(left->type), type_phrase(right->type));
        return NULL;
    } else if (left->type == TYPE_NODE || left->type == TYPE_NODES) {
        right = expect_graph(ck, right, left->game);
    } else if (left->type == TYPE_POSITIONS && !asks_for_set(left, right) && !asks_for_set(right, left)) {
        diag(ck->diags, D_SETS_COMPARED, at->span);
        return NULL;
    }
    return expr_two(ck, kind_of(op), TYPE_BOOL, at->span, left, right);
}

static struct expr *check_binary(struct checker *ck, const struct ast *a, int want)
{
    switch (a->op) {
    case OP_AND:
    case OP_OR:
    case OP_IFF: return check_bools(ck, a);
    case OP_IN:
    case OP_NOT_IN: return check_in(ck, a);
    case OP_ADD: return check_add(ck, a, want);
    case OP_SUB:
    case OP_MUL:
    case OP_DIV:
    case OP_MOD: return check_arithmetic(ck, a, want);
    default: return compare(ck, a, a->op, a->kids[0], a->kids[1]);
    }
}

static struct expr *check_conditional(struct checker *ck, const struct ast *a, int want)
{
    struct expr *condition = check_typed(ck, a->kids[0], TYPE_BOOL, "the condition before '?'");
    struct expr *yes = check_expr(ck, a->kids[1], want);
    struct expr *no = check_expr(ck, a->kids[2], want == WANT_ANY ? want_like(yes) : want);
    if (!condition || !yes || !no) return NULL;
    if (yes->type != no->type) {
        diag(ck->diags, D_UNLIKE_BRANCHES, a->span, type_phrase(yes->type), type_phrase(no->type));
        return NULL;
    }
    if ((yes->type == TYPE_NODE || yes->type == TYPE_NODES) && !expect_graph(ck, no, yes->game)) return NULL;
    struct expr *e = expr_typed_like(expr_new(ck, EXPR_IF, yes->type, a->span, 3), yes);
    if (!e) return NULL;
    e->kids[0] = condition;
    e->kids[1] = yes;
    e->kids[2] = no;
    return e;
}

static struct expr *report_misplaced(struct checker *ck, const struct ast *a)
{
    switch (a->kind) {
    case AST_TUPLE: diag(ck->diags, D_TUPLE_MISPLACED, a->span); break;
    case AST_RANGE: diag(ck->diags, D_RANGE_MISPLACED, a->span); break;
    case AST_NAMED_ARG: diag(ck->diags, D_NAMED_ARGUMENT, a->span, a->name); break;
    default: diag(ck->diags, D_COMPREHENSION_MISPLACED, a->span); break;
    }
    return NULL;
}

static struct expr *check_kind(struct checker *ck, const struct ast *a, int want, bool big)
{
    bool named = a->kind == AST_NAME || a->kind == AST_NUMBER;
    if (want == TYPE_NODES && graph_meant(ck, a) >= 0) want = want_nodes(TYPE_NODES, graph_meant(ck, a));
    if (named && wants(want, TYPE_NODE) && want_graph(want) >= 0) return check_node(ck, a, want_graph(want), "a node");
    switch (a->kind) {
    case AST_NUMBER: return check_number(ck, a, false, big);
    case AST_NAME: return resolve_name(ck, a, want);
    case AST_MEMBER: return resolve_member(ck, a);
    case AST_CALL: return check_call(ck, a, want);
    case AST_UNARY: return check_unary(ck, a, big);
    case AST_BINARY: return check_binary(ck, a, want);
    case AST_CONDITIONAL: return check_conditional(ck, a, want);
    case AST_ROW: return check_row(ck, a, want, big);
    case AST_INDEX: return check_index(ck, a, want);
    case AST_WITH: return check_with(ck, a, want);
    case AST_COMPOUND_OF: return check_compound(ck, a);
    case AST_SET: return is_nodes_set(ck, a, want) ? check_nodes_set(ck, a, want) : check_positions_set(ck, a);
    default: return report_misplaced(ck, a);
    }
}

struct expr *check_expr(struct checker *ck, const struct ast *a, int want)
{
    bool big = ck->big;
    ck->big = false;
    if (!a || ck->no_memory) return NULL;
    if (ck->depth >= CHECK_MAX_DEPTH) {
        diag(ck->diags, D_EXPRESSION_TOO_DEEP, a->span, CHECK_MAX_DEPTH);
        return NULL;
    }
    ck->depth++;
    struct expr *e = check_kind(ck, a, want, big);
    ck->depth--;
    return e;
}

static bool split_into(struct checker *ck, struct expr *e, struct expr **items, size_t *count)
{
    (void)ck;
    if (e->kind == EXPR_AND) {
        split_into(ck, e->kids[0], items, count);
        return split_into(ck, e->kids[1], items, count);
    }
    if (items) items[*count] = e;
    ++*count;
    return true;
}

bool split_condition(struct checker *ck, struct expr *e, struct expr ***items, size_t *count)
{
    *count = 0;
    *items = NULL;
    if (!e) return true;
    size_t wanted = 0;
    split_into(ck, e, NULL, &wanted);
    if (!(*items = keep(ck, wanted, sizeof **items))) return false;
    return split_into(ck, e, *items, count);
}
