/* SPDX-License-Identifier: MIT */
/* Syntax nodes built by hand, in the scratch arena, like the parser's own. */
#include "check/games/codes_ast.h"
#include <inttypes.h>
#include <stdio.h>

static struct ast *node(struct syntax *s, enum ast_kind kind, uint32_t count)
{
    struct ast *a = arena_alloc(s->ck->scratch, sizeof *a);
    struct ast **kids = arena_array(s->ck->scratch, count + 1u, sizeof *kids);
    if (!a || !kids) {
        s->ck->no_memory = true;
        return NULL;
    }
    *a = (struct ast){.kind = kind, .span = s->span, .name_span = s->span, .count = count, .kids = kids};
    return a;
}

static const char *name_of(struct syntax *s, const char *name)
{
    const char *interned = intern_c(s->ck->in->names, name);
    if (!interned) s->ck->no_memory = true;
    return interned;
}

struct ast *syntax_name(struct syntax *s, const char *name)
{
    struct ast *a = node(s, AST_NAME, 0);
    if (a) a->name = name_of(s, name);
    return a && a->name ? a : NULL;
}

struct ast *syntax_number(struct syntax *s, int64_t value)
{
    struct ast *a = node(s, AST_NUMBER, 0);
    if (!a) return NULL;
    a->number = integer_from(s->ck->scratch, value);
    a->text = arena_printf(s->ck->scratch, "%" PRId64, value);
    if (a->number && a->text) return a;
    s->ck->no_memory = true;
    return NULL;
}

struct ast *syntax_op(struct syntax *s, enum ast_op op, struct ast *left, struct ast *right)
{
    struct ast *a = left && right ? node(s, AST_BINARY, 2) : NULL;
    if (!a) return NULL;
    a->op = op;
    a->kids[0] = left;
    a->kids[1] = right;
    return a;
}

struct ast *syntax_gen(struct syntax *s, const char *name, struct ast *low, struct ast *high)
{
    struct ast *a = node(s, AST_GEN, 1), *range = low && high ? node(s, AST_RANGE, 2) : NULL;
    if (!a || !range) return NULL;
    range->kids[0] = low;
    range->kids[1] = high;
    a->name = name_of(s, name);
    a->kids[0] = range;
    return a->name ? a : NULL;
}

static struct ast *call(struct syntax *s, const char *name, struct ast *argument)
{
    struct ast *a = argument ? node(s, AST_CALL, 1) : NULL;
    if (!a) return NULL;
    a->name = name_of(s, name);
    a->kids[0] = argument;
    return a->name ? a : NULL;
}

struct ast *syntax_self(struct syntax *s, struct ast *argument) { return call(s, s->self, argument); }

struct ast *syntax_sum_for(struct syntax *s, struct ast *body, struct ast *gen)
{
    struct ast *a = body && gen ? node(s, AST_COMPREHENSION, 3) : NULL, *list = node(s, AST_LIST, 1);
    if (!a || !list) return NULL;
    list->kids[0] = gen;
    a->kids[0] = body;
    a->kids[1] = list;
    struct ast *sum = call(s, s->self, a);
    if (sum) sum->name = "sum"; /* not an interned name: the language's own sum, even if a file declares one */
    return sum;
}

void syntax_move(struct syntax *s, const char *name, size_t gen_count, struct ast *const *gens, struct ast *condition,
                 struct ast *result)
{
    struct ast *a = result ? node(s, AST_MOVE, 3) : NULL, *list = node(s, AST_LIST, (uint32_t)gen_count);
    if (!a || !list) return;
    for (size_t i = 0; i < gen_count; i++) list->kids[i] = gens[i];
    a->name = name_of(s, name);
    a->kids[0] = list;
    a->kids[1] = condition;
    a->kids[2] = result;
    if (!vec_push(&s->moves, a)) s->ck->no_memory = true;
}

const struct ast *syntax_list(struct syntax *s)
{
    struct ast *list = node(s, AST_LIST, (uint32_t)s->moves.count);
    for (size_t i = 0; list && i < s->moves.count; i++) list->kids[i] = s->moves.data[i];
    vec_free(&s->moves);
    return s->ck->no_memory ? NULL : list;
}
