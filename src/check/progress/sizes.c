/* SPDX-License-Identifier: MIT */
/* Upper bounds, as linear forms, on the number of edges of a tree expression. size(t) of a field, a branch or a node
 * of a tree is a term like any other, so conditions on it count too. */
#include "check/progress/private.h"

static const struct fact_set *set_of(const struct assumptions *f, const struct expr *e)
{
    for (size_t i = f->sets.count; e->kind == EXPR_LOCAL && i-- > 0;)
        if (f->sets.data[i].slot == e->index) return &f->sets.data[i];
    return NULL;
}

static struct expr *call_of(struct assumptions *f, enum builtin builtin, const struct expr *e)
{
    return made_expr(f, EXPR_CALL, TYPE_INT, (int)builtin, (struct expr *[]){(struct expr *)e}, 1);
}

const struct linear_form *size_term(struct assumptions *f, const struct expr *e)
{
    const struct expr *call = call_of(f, BUILTIN_SIZE, e);
    return call ? assumptions_form(f, call) : NULL;
}

/* Is it certain that v is a node of t other than its root? */
static bool is_edge(struct assumptions *f, const struct expr *t, const struct expr *v)
{
    const struct linear_form *form = assumptions_form(f, v);
    if (!form || !assumptions_prove(f, form, 1)) return false;
    return assumptions_prove(f, linear_sum(&f->work, size_term(f, t), 1, form, -1), 0);
}

/* The subtree on an edge has fewer edges than the tree. Nothing is assumed for a node that may not exist: its size
 * would never be evaluated. */
void know_size(struct assumptions *f, const struct expr *e, const struct linear_form *size)
{
    const struct expr *t = e->kids[0];
    if (t->kind != EXPR_TREE_AT || !is_edge(f, t->kids[0], t->kids[1])) return;
    assumptions_difference(f, size_term(f, t->kids[0]), size, -1);
}

/* Is it a branch of `tree` by its form: a variable that runs through its branches, or the subtree at v where the
 * tree is the one at v's parent? */
static bool is_branch(const struct assumptions *f, const struct expr *e, const struct expr *tree)
{
    const struct fact_set *set = set_of(f, e);
    if (set) return set->kind == FACT_BRANCH_OF && expr_equal(set->from, tree);
    if (e->kind != EXPR_TREE_AT || tree->kind != EXPR_TREE_AT || !expr_equal(e->kids[0], tree->kids[0])) return false;
    const struct expr *p = tree->kids[1];
    return p->kind == EXPR_CALL && p->index == BUILTIN_PARENT && expr_equal(p->kids[0], e->kids[0]) &&
           expr_equal(p->kids[1], e->kids[1]);
}

static const struct linear_form *sum(struct assumptions *f, const struct linear_form *a, int64_t factor,
                                     const struct linear_form *b)
{
    return a && b ? linear_sum(&f->work, a, 1, b, factor) : NULL;
}

static const struct linear_form *less(struct assumptions *f, const struct linear_form *a, int64_t edges)
{
    return a ? linear_scale(&f->work, a, 1, -edges) : NULL;
}

/* `from` without the edges written as [x, ...]: only the first x is considered, which must certainly exist. The root
 * has no parent, so if v may be 0 nothing is concluded. */
static const struct linear_form *without(struct assumptions *f, const struct expr *from, const struct expr *taken)
{
    const struct linear_form *size = size_most(f, from);
    const struct expr *x = taken->kind == EXPR_TREE && taken->count ? taken->kids[0] : NULL;
    if (!x || !is_branch(f, x, from) || (x->kind == EXPR_TREE_AT && !is_edge(f, x->kids[0], x->kids[1]))) return size;
    return less(f, sum(f, size, -1, size_term(f, x)), 1);
}

/* An edge that does not exist cannot be cut, so at least one is removed, and if it is a single one its whole
 * subtree. */
static const struct linear_form *cut(struct assumptions *f, const struct expr *e)
{
    const struct linear_form *size = size_most(f, e->kids[0]);
    const struct expr *edges = e->kids[1];
    if (edges->kind != EXPR_ROW || edges->count == 0) return size;
    if (edges->count > 1) return less(f, size, 1);
    struct expr *at[2] = {e->kids[0], edges->kids[0]};
    const struct expr *fallen = made_expr(f, EXPR_TREE_AT, TYPE_TREE, 0, at, 2);
    return fallen ? less(f, sum(f, size, -1, size_term(f, fallen)), 1) : NULL;
}

static const struct linear_form *put(struct assumptions *f, const struct expr *e)
{
    const struct expr *old =
        made_expr(f, EXPR_TREE_AT, TYPE_TREE, 0, e->kids, 2); /* the subtree there before the update */
    const struct linear_form *now = NULL;
    if (!old) return NULL;
    if (e->index == '=') now = size_most(f, e->kids[2]);
    else if (e->index == '+') now = sum(f, size_term(f, old), 1, size_most(f, e->kids[2]));
    else now = without(f, old, e->kids[2]);
    return sum(f, sum(f, size_most(f, e->kids[0]), -1, size_term(f, old)), 1, now);
}

static const struct linear_form *branches(struct assumptions *f, const struct expr *e)
{
    const struct linear_form *size = linear_constant(&f->work, (int64_t)e->count);
    for (size_t i = 0; i < e->count; i++) size = sum(f, size, 1, size_most(f, e->kids[i]));
    return size;
}

/* [b for b in t where ...]: some branches of t. */
static const struct linear_form *some_branches(struct assumptions *f, const struct expr *e)
{
    const struct expr *body = e->kids[0];
    bool plain = e->gen_count == 1 && gen_is_branch(&e->gens[0]) && expr_is_local(body, e->gens[0].slot);
    return plain ? size_most(f, e->gens[0].domain.low) : NULL;
}

const struct linear_form *size_most(struct assumptions *f, const struct expr *e)
{
    const struct fact_set *set;
    switch (e->kind) {
    case EXPR_FIELD:
    case EXPR_TREE_AT: return size_term(f, e);
    case EXPR_LOCAL:
        set = set_of(f, e);
        return set && set->kind == FACT_SET_IS ? size_most(f, set->from) : size_term(f, e);
    case EXPR_TREE: return branches(f, e);
    case EXPR_TREE_FOR: return some_branches(f, e);
    case EXPR_TREE_CUT: return cut(f, e);
    case EXPR_TREE_PUT: return put(f, e);
    case EXPR_TREE_LESS: return without(f, e->kids[0], e->kids[1]);
    case EXPR_TREE_JOIN: return sum(f, size_most(f, e->kids[0]), 1, size_most(f, e->kids[1]));
    case EXPR_CALL: {
        const struct expr *length = e->index == BUILTIN_TREE ? call_of(f, BUILTIN_LEN, e->kids[0]) : NULL;
        return length ? assumptions_form(f, length) : NULL;
    }
    case EXPR_LET: assumptions_bind(f, e); return size_most(f, e->kids[1]);
    default: return NULL;
    }
}

const struct linear_form *size_of_field(struct assumptions *f, int field)
{
    const struct expr *tree = made_expr(f, EXPR_FIELD, TYPE_TREE, field, NULL, 0);
    return tree ? size_term(f, tree) : NULL;
}

void assumptions_gen_branch(struct assumptions *f, const struct gen *gen)
{
    const struct expr *branch = made_expr(f, EXPR_LOCAL, TYPE_TREE, gen->slot, NULL, 0);
    assumptions_set(f, gen->slot, FACT_BRANCH_OF, gen->domain.low);
    if (branch) assumptions_difference(f, size_most(f, gen->domain.low), size_term(f, branch), -1);
}
