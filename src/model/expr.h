/* SPDX-License-Identifier: MIT */
/* Expressions of the model: making, comparing and walking them.
 *
 *     struct expr like = {.kind = EXPR_ADD, .type = TYPE_INT, .game = -1, .start = -1};
 *     struct expr *sum = expr_create(arena, like, (struct expr *[]){a, b}, 2);            a + b
 *     if (expr_any(sum, is_question, NULL)) ...                                           does it ask anything?
 *
 * A walk visits an expression before what is in it: its kids, its domain, its generators with their caps, the indices and values
 * of its updates. NULL is an expression without parts. Its depth is that of the syntax tree, which is capped. */
#ifndef CGI_MODEL_EXPR_H
#define CGI_MODEL_EXPR_H
#include "model/model.h"

/* Like the given one, with these kids (copied; NULL: as many empty places). NULL when memory is out. */
struct expr *expr_create(struct arena *arena, struct expr like, struct expr *const *kids, size_t count);
struct expr *expr_create_int(struct arena *arena, struct span span, int64_t value);
/* Same expression, spans aside. Slots are compared as they are: expressions of different moves are equal only where their
 * slots agree. */
bool expr_equal(const struct expr *a, const struct expr *b);
bool domain_equal(const struct domain *a, const struct domain *b);
/* The same with slots renamed, one to one: `from` of a are `to` of b, in the order in which they are met. False too where there are more of
 * them than there is room for, or where a generator has a cap. */
enum { EXPR_RENAMED = 24 };
struct expr_renaming {
    size_t count;
    int from[EXPR_RENAMED], to[EXPR_RENAMED];
};
bool expr_alike(const struct expr *a, const struct expr *b, struct expr_renaming *slots);
/* Is it true of the expression or of one inside it? Stops at the first. */
typedef bool (*expr_test)(void *context, const struct expr *e);
bool expr_any(const struct expr *e, expr_test test, void *context);
/* Is it the local with this slot? Does it read that one? */
static inline bool expr_is_local(const struct expr *e, int slot) { return e->kind == EXPR_LOCAL && e->index == slot; }
bool expr_reads(const struct expr *e, int slot);
bool domain_reads(const struct domain *d, int slot);
/* Is it `==`, `!=`, `<`, `<=`, `>` or `>=`? */
static inline bool expr_compares(enum expr_kind kind) { return kind >= EXPR_EQ && kind <= EXPR_GE; }
/* Does it exclude one value: is it `!=`, or `not` of `==`? */
static inline bool expr_excludes(const struct expr *e)
{
    return e->kind == EXPR_NE || (e->kind == EXPR_NOT && e->kids[0]->kind == EXPR_EQ);
}
/* Is it arithmetic, a comparison, a connective or a choice between two, so that its kids say all of it? */
_Static_assert(EXPR_IF - EXPR_NEG == 16, "these stand together, in the order of EXPR_KINDS");
static inline bool expr_operates(enum expr_kind kind) { return kind >= EXPR_NEG && kind <= EXPR_IF; }
/* The comparison with its sides exchanged: `<` becomes `>`; `==` and all that is no order stay. */
static inline enum expr_kind expr_turned(enum expr_kind kind)
{
    switch (kind) {
    case EXPR_LT: return EXPR_GT;
    case EXPR_LE: return EXPR_GE;
    case EXPR_GT: return EXPR_LT;
    case EXPR_GE: return EXPR_LE;
    default: return kind;
    }
}
bool domain_any(const struct domain *d, expr_test test, void *context);
/* Calls visit for all of them. */
typedef void (*expr_visit)(void *context, struct expr *e);
void expr_walk(struct expr *e, expr_visit visit, void *context);
void domain_walk(struct domain *d, expr_visit visit, void *context);

#endif
