/* SPDX-License-Identifier: MIT */
/* Positions: games called with their state or with a start form, nodes of graphs, sums, comprehensions, compounds. */
#include "check/private.h"
#include <string.h>

enum type field_type(enum field_kind kind)
{
    static const enum type types[] = {TYPE_INT,  TYPE_INT,  TYPE_BOOL,  TYPE_ROW, TYPE_BAG,
                                      TYPE_GRID, TYPE_NODE, TYPE_NODES, TYPE_TREE};
    return types[kind];
}

/* ---- a game's arguments */

static bool natural_literals(struct checker *ck, const struct expr *e)
{
    if (e->kind == EXPR_INT && e->number->sign < 0) {
        diag(ck->diags, D_NEGATIVE_NATURAL, e->span);
        return false;
    }
    for (size_t i = 0; (e->kind == EXPR_ROW) && i < e->count; i++)
        if (!natural_literals(ck, e->kids[i])) return false;
    return true;
}

/* What an error is about: made when there is one, since the expectations of a file are checked at each start. */
static const char *argument_phrase(struct checker *ck, int game, const struct field *field, unsigned number)
{
    const char *phrase =
        arena_printf(ck->scratch, "argument %u of '%s' (%s)", number, ck->model->games[game].name, field->name);
    if (!phrase) ck->no_memory = true;
    return phrase ? phrase : "the argument";
}

static struct expr *check_argument(struct checker *ck, const struct ast *a, int game, const struct field *field,
                                   unsigned number)
{
    if (!a) return NULL;
    if (field->kind == FIELD_NODE) return check_node(ck, a, game, "the argument of a graph");
    enum type type = field_type(field->kind);
    bool nodes = type == TYPE_NODES;
    if (nodes && a->kind == AST_ROW) {
        diag(ck->diags, D_WRONG_TYPE, a->span, argument_phrase(ck, game, field, number),
             "a set of nodes in braces, as in { a, b }", "a row");
        return NULL;
    }
    ck->big = (ck->scope->allow & ALLOW_QUESTIONS) != 0;
    struct expr *e = check_expr(ck, a, nodes ? want_nodes(type, field->graph) : (int)type);
    if (!e) return NULL;
    if (type == TYPE_INT && e->type == TYPE_ROW) {
        diag(ck->diags, D_WRONG_TYPE, e->span, argument_phrase(ck, game, field, number), type_phrase(type),
             "a row in brackets");
        return NULL;
    }
    if (e->type != type && !expect_type(ck, e, type, argument_phrase(ck, game, field, number))) {
        if (type == TYPE_GRID && e->kind == EXPR_ROW_FOR && e->gen_count == 2)
            diag_note(ck->diags, (struct span){0}, "a grid is a row of rows: [[... for j in ...] for i in ...]");
        return NULL;
    }
    if (nodes && !expect_graph(ck, e, field->graph)) return NULL;
    return field->kind == FIELD_INT || natural_literals(ck, e) ? e : NULL;
}

static void report_arity(struct checker *ck, const struct ast *a, const struct game *g)
{
    diag(ck->diags, D_GAME_ARGUMENTS, a->span, g->name, g->field_count, g->field_count == 1 ? "" : "s", a->count);
    struct text form = {0};
    for (size_t i = 0; i < g->field_count; i++) text_add(&form, "%s%s", i ? ", " : "", g->fields[i].name);
    if (!form.failed) diag_note(ck->diags, g->span, "its state is %s(%s)", g->name, text_c(&form));
    text_free(&form);
    for (size_t i = 0; i < g->start_count; i++)
        diag_note(ck->diags, g->starts[i].span, "this start takes %zu", g->starts[i].field_count);
}

/* ---- which form a call has: that of the state, or of one of its starts */

/* Forms differ in the number of their arguments or in what an argument is: a number, a truth value, or something in brackets. Rows, bags,
 * grids and trees are one, as `[]` may be any of them; nodes and sets of nodes are anything, as a node may be called anything. */
enum look { LOOKS_NUMBER, LOOKS_BOOL, LOOKS_BRACKETS, LOOKS_LIKE_ANYTHING };

static enum look look_of_type(enum type type)
{
    switch (type) {
    case TYPE_INT: return LOOKS_NUMBER;
    case TYPE_BOOL: return LOOKS_BOOL;
    case TYPE_ROW:
    case TYPE_BAG:
    case TYPE_GRID:
    case TYPE_TREE: return LOOKS_BRACKETS;
    default: return LOOKS_LIKE_ANYTHING;
    }
}

static bool differ(enum look a, enum look b) { return a != b && a != LOOKS_LIKE_ANYTHING && b != LOOKS_LIKE_ANYTHING; }

bool forms_differ(const struct field *a, size_t a_count, const struct field *b, size_t b_count)
{
    if (a_count != b_count) return true;
    for (size_t i = 0; i < a_count; i++)
        if (differ(look_of_type(field_type(a[i].kind)), look_of_type(field_type(b[i].kind)))) return true;
    return false;
}

/* What the argument is by itself. It is checked again once the form is known, so nothing is said of its mistakes now. */
static enum look look_of_argument(struct checker *ck, const struct ast *a)
{
    struct diags muted = {0}, *diags = ck->diags;
    ck->diags = &muted;
    ck->big = (ck->scope->allow & ALLOW_QUESTIONS) != 0;
    const struct expr *e = a ? check_expr(ck, a, WANT_ANY) : NULL;
    ck->diags = diags;
    diags_free(&muted);
    return e ? look_of_type(e->type) : LOOKS_LIKE_ANYTHING;
}

static bool may_be(const struct field *fields, size_t count, const struct ast *a, const enum look *looks)
{
    if (count != a->count) return false;
    for (size_t i = 0; looks && i < count; i++)
        if (differ(looks[i], look_of_type(field_type(fields[i].kind)))) return false;
    return true;
}

/* The form that a call has: *start is -1, or the start's number. If no form fits what the arguments are, one that has as many.
 * False: none has. */
static bool form_of_call(struct checker *ck, const struct ast *a, const struct game *g, int *start)
{
    size_t fitting = g->field_count == a->count;
    *start = -1;
    for (size_t i = 0; i < g->start_count; i++) {
        if (g->starts[i].field_count != a->count) continue;
        if (!fitting++) *start = (int)i;
    }
    if (fitting < 2) return fitting;
    enum look looks[MODEL_MAX_FIELDS] = {LOOKS_NUMBER};
    for (uint32_t i = 0; i < a->count; i++) looks[i] = look_of_argument(ck, a->kids[i]);
    if (may_be(g->fields, g->field_count, a, looks)) return true;
    for (size_t i = 0; i < g->start_count; i++)
        if (may_be(g->starts[i].fields, g->starts[i].field_count, a, looks)) return *start = (int)i, true;
    return true;
}

struct expr *check_game_call(struct checker *ck, const struct ast *a, int game)
{
    if (game == ck->rebind_from) game = ck->rebind_to;
    const struct game *g = &ck->model->games[game];
    int start;
    if (!form_of_call(ck, a, g, &start)) {
        if (!ck->games.count || !ck->games.data[game].broken) report_arity(ck, a, g);
        return NULL;
    }
    const struct field *fields = start < 0 ? g->fields : g->starts[start].fields;
    struct expr *e = expr_new(ck, EXPR_GAME, TYPE_POSITION, a->span, a->count);
    bool good = e != NULL;
    for (uint32_t i = 0; e && i < a->count; i++) {
        e->kids[i] = check_argument(ck, a->kids[i], game, &fields[i], i + 1);
        good = good && e->kids[i];
    }
    if (!good) return NULL;
    e->game = game;
    e->start = start;
    return e;
}

/* ---- comprehensions and compounds */

struct expr *check_comprehension(struct checker *ck, const struct ast *a, struct span span, int want)
{
    size_t locals = ck->scope->locals.count;
    struct expr *e = expr_new(ck, EXPR_FOLD, TYPE_INT, span, 2);
    if (!e) return NULL;
    bool good = check_gens(ck, a->kids[1], IN_GENERATOR, &e->gens, &e->gen_count);
    struct expr *body = check_expr(ck, a->kids[0], want);
    struct expr *condition =
        a->count > 2 && a->kids[2] ? check_typed(ck, a->kids[2], TYPE_BOOL, "the condition after 'where'") : NULL;
    ck->scope->locals.count = locals;
    if (!good || !body || (a->count > 2 && a->kids[2] && !condition)) return NULL;
    e->kids[0] = body;
    e->kids[1] = condition;
    struct expr **conditions;
    size_t count;
    if (!split_condition(ck, condition, &conditions, &count)) return NULL;
    return find_caps(ck, e->gens, e->gen_count, conditions, count) ? e : NULL;
}

static struct expr *check_component(struct checker *ck, const struct ast *a)
{
    if (!a || a->kind != AST_COMPREHENSION) return check_typed(ck, a, TYPE_POSITION, "a component");
    struct expr *e = check_comprehension(ck, a, a->span, TYPE_POSITION);
    if (!e || !expect_type(ck, e->kids[0], TYPE_POSITION, "a component")) return NULL;
    e->kind = EXPR_SUM_FOR;
    e->type = TYPE_POSITION;
    return e;
}

struct expr *check_compound(struct checker *ck, const struct ast *a)
{
    if (a->op != OP_UPTO) {
        diag(ck->diags, D_COMPOUND_UNANSWERED, a->span, ast_op_spelling(a->op));
        return NULL;
    }
    struct expr *e = expr_new(ck, EXPR_COMPOUND, TYPE_POSITION, a->span, a->count);
    if (!e) return NULL;
    e->index = COMPOUND_UPTO;
    bool good = true;
    if (a->kids[0]) {
        e->kids[0] = check_typed(ck, a->kids[0], TYPE_INT, "the count of 'upto'");
        good = e->kids[0] != NULL;
    } else {
        diag(ck->diags, D_UPTO_COUNT, a->span);
        good = false;
    }
    if (good && e->kids[0]->kind == EXPR_INT && e->kids[0]->value < 1) {
        diag(ck->diags, D_UPTO_COUNT, e->kids[0]->span);
        good = false;
    }
    for (uint32_t i = 1; i < a->count; i++) {
        e->kids[i] = check_component(ck, a->kids[i]);
        good = good && e->kids[i];
    }
    return good ? e : NULL;
}

/* { nim(1), nim(2) + nim(3) } next to wins(...) or options(...). */
struct expr *check_positions_set(struct checker *ck, const struct ast *a)
{
    if (!(ck->scope->allow & ALLOW_QUESTIONS)) {
        diag(ck->diags, D_SET_MISPLACED, a->span, "{ ... }");
        return NULL;
    }
    struct expr *e = expr_new(ck, EXPR_POSITIONS, TYPE_POSITIONS, a->span, a->count);
    bool good = e != NULL;
    for (uint32_t i = 0; e && i < a->count; i++) {
        e->kids[i] = check_typed(ck, a->kids[i], TYPE_POSITION, "an element of a set of positions");
        good = good && e->kids[i];
    }
    return good ? e : NULL;
}
