/* SPDX-License-Identifier: MIT */
/* Nodes of expressions: building and naming them. */
#include "check/private.h"
#include <string.h>

void *keep(struct checker *ck, size_t count, size_t size)
{
    void *block = arena_array(ck->arena, count ? count : 1, size);
    if (!block) ck->no_memory = true;
    return block;
}

const char *keep_name(struct checker *ck, const char *name)
{
    const char *copy = arena_strdup(ck->arena, name);
    if (!copy) ck->no_memory = true;
    return copy;
}

const struct integer *keep_integer(struct checker *ck, const struct integer *number)
{
    const struct integer *copy = integer_from_limbs(ck->arena, number->sign, number->limbs, number->count);
    if (!copy) ck->no_memory = true;
    return copy;
}

struct expr *expr_new(struct checker *ck, enum expr_kind kind, enum type type, struct span span, size_t kids)
{
    struct expr like = {.kind = kind, .type = type, .span = span, .game = -1, .start = -1};
    struct expr *e = expr_create(ck->arena, like, NULL, kids);
    if (!e) ck->no_memory = true;
    if (e && ck->fn_depth) ck->inlined++;
    return e;
}

struct expr *expr_int(struct checker *ck, struct span span, int64_t value)
{
    struct expr *e = expr_create_int(ck->arena, span, value);
    if (!e) ck->no_memory = true;
    if (e && ck->fn_depth) ck->inlined++;
    return e;
}

struct expr *expr_bool(struct checker *ck, struct span span, bool value)
{
    struct expr *e = expr_new(ck, EXPR_BOOL, TYPE_BOOL, span, 0);
    if (e) e->value = value;
    return e;
}

struct expr *expr_one(struct checker *ck, enum expr_kind kind, enum type type, struct span span, struct expr *a)
{
    struct expr *e = a ? expr_new(ck, kind, type, span, 1) : NULL;
    if (e) e->kids[0] = a;
    return e;
}

struct expr *expr_two(struct checker *ck, enum expr_kind kind, enum type type, struct span span, struct expr *a,
                      struct expr *b)
{
    struct expr *e = a && b ? expr_new(ck, kind, type, span, 2) : NULL;
    if (!e) return NULL;
    e->kids[0] = a;
    e->kids[1] = b;
    return e;
}

int want_like(const struct expr *e)
{
    if (!e) return WANT_ANY;
    return e->type == TYPE_NODE || e->type == TYPE_NODES ? want_nodes(e->type, e->game) : (int)e->type;
}

struct expr *expr_typed_like(struct expr *e, const struct expr *like)
{
    if (e && (like->type == TYPE_NODE || like->type == TYPE_NODES)) e->game = like->game;
    return e;
}

const char *type_phrase(enum type type)
{
    switch (type) {
    case TYPE_INT: return "a number";
    case TYPE_BOOL: return "true or false";
    case TYPE_ROW: return "a row";
    case TYPE_BAG: return "a bag";
    case TYPE_GRID: return "a grid";
    case TYPE_SET: return "a set";
    case TYPE_TUPLE: return "a tuple";
    case TYPE_OUTCOME: return "an outcome";
    case TYPE_POSITION: return "a position";
    case TYPE_POSITIONS: return "a set of positions";
    case TYPE_NODE: return "a node";
    case TYPE_NODES: return "a set of nodes";
    case TYPE_TREE: return "a tree";
    }
    return "something";
}

const char *expr_text(struct checker *ck, int game, const struct expr *e)
{
    struct text out = {0};
    expr_print(ck->model, game, e, &out);
    const char *copy = out.failed ? NULL : arena_strndup(ck->scratch, text_c(&out), out.length);
    text_free(&out);
    if (!copy) ck->no_memory = true;
    return copy ? copy : "";
}
