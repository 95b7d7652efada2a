/* SPDX-License-Identifier: MIT */
/* Subsets by the form of the expression: what is removed from a set of nodes, a part of it, what a condition keeps
 * of it, what it is joined with. That suffices to show that a move removes or adds nodes; anything else is not
 * claimed. */
#include "check/progress/private.h"

static const struct fact_set *set_of(const struct assumptions *f, const struct expr *e, enum fact_set_kind kind)
{
    if (e->kind != EXPR_LOCAL) return NULL;
    for (size_t i = f->sets.count; i-- > 0;)
        if (f->sets.data[i].slot == e->index) return f->sets.data[i].kind == kind ? &f->sets.data[i] : NULL;
    return NULL;
}

void assumptions_set(struct assumptions *f, int slot, enum fact_set_kind kind, const struct expr *from)
{
    struct fact_set set = {slot, kind, from};
    if (!vec_push(&f->sets, set)) f->ck->no_memory = true;
}

void assumptions_gen_set(struct assumptions *f, const struct gen *gen)
{
    const struct domain *d = &gen->domain;
    if (!d->low || d->low->type != TYPE_NODES) return;
    if (d->kind == DOMAIN_ELEMENTS) assumptions_set(f, gen->slot, FACT_NODE_IN, d->low);
    if (d->kind == DOMAIN_COMPONENTS) assumptions_set(f, gen->slot, FACT_PART_OF, d->low);
}

typedef bool (*set_test)(struct assumptions *f, const struct expr *e, int field);

/* Applies the test to the body of a LET or a comprehension, whose variables are known meanwhile. */
static bool inside(struct assumptions *f, const struct expr *e, int field, set_test test)
{
    size_t sets = f->sets.count;
    bool good;
    if (e->kind == EXPR_LET) {
        if (e->kids[0]->type == TYPE_NODES) assumptions_set(f, e->index, FACT_SET_IS, e->kids[0]);
        good = test(f, e->kids[1], field);
    } else {
        for (size_t i = 0; i < e->gen_count; i++) assumptions_gen_set(f, &e->gens[i]);
        good = test(f, e, field);
    }
    f->sets.count = sets;
    return good;
}

/* Is the node known to be in the field? It may be known to be in several sets. */
static bool node_is_in(struct assumptions *f, const struct expr *node, int field)
{
    for (size_t i = f->sets.count; node->kind == EXPR_LOCAL && i-- > 0;) {
        struct fact_set set = f->sets.data[i];
        if (set.slot == node->index && set.kind == FACT_NODE_IN && subset_holds(f, set.from, field)) return true;
    }
    return false;
}

static bool body_is_in(struct assumptions *f, const struct expr *e, int field)
{
    return node_is_in(f, e->kids[0], field);
}

bool subset_holds(struct assumptions *f, const struct expr *e, int field)
{
    const struct fact_set *set;
    switch (e->kind) {
    case EXPR_FIELD: return e->index == field;
    case EXPR_LOCAL:
        if (!(set = set_of(f, e, FACT_PART_OF))) set = set_of(f, e, FACT_SET_IS);
        return set && subset_holds(f, set->from, field);
    case EXPR_NODES:
        for (size_t i = 0; i < e->count; i++)
            if (!node_is_in(f, e->kids[i], field)) return false;
        return true;
    case EXPR_NODES_FOR: return inside(f, e, field, body_is_in);
    case EXPR_NODES_LESS: return subset_holds(f, e->kids[0], field);
    case EXPR_NODES_JOIN: return subset_holds(f, e->kids[0], field) && subset_holds(f, e->kids[1], field);
    case EXPR_CALL: return e->index == BUILTIN_PART && subset_holds(f, e->kids[0], field);
    case EXPR_IF: return subset_holds(f, e->kids[1], field) && subset_holds(f, e->kids[2], field);
    case EXPR_LET: return inside(f, e, field, subset_holds);
    default: return false;
    }
}

/* Does e certainly contain a node of the field? */
static bool meets(struct assumptions *f, const struct expr *e, int field)
{
    const struct fact_set *set;
    switch (e->kind) {
    case EXPR_LOCAL:
        set = set_of(f, e, FACT_PART_OF);
        if (set) return subset_holds(f, set->from, field); /* parts are not empty */
        set = set_of(f, e, FACT_SET_IS);
        return set && meets(f, set->from, field);
    case EXPR_NODES:
        for (size_t i = 0; i < e->count; i++)
            if (node_is_in(f, e->kids[i], field)) return true;
        return false;
    case EXPR_NODES_JOIN: return meets(f, e->kids[0], field) || meets(f, e->kids[1], field);
    case EXPR_CALL: /* component(s, v) contains v if s does */
        return e->index == BUILTIN_PART && e->kids[0]->kind == EXPR_FIELD && e->kids[0]->index == field &&
               node_is_in(f, e->kids[1], field);
    case EXPR_IF: return meets(f, e->kids[1], field) && meets(f, e->kids[2], field);
    case EXPR_LET: return inside(f, e, field, meets);
    default: return false;
    }
}

/* Does the condition on the comprehension's only variable exclude a node of the field? u != v, u not in t */
static bool leaves_out(struct assumptions *f, const struct expr *condition, int slot, int field)
{
    if (!condition) return false;
    if (condition->kind == EXPR_AND)
        return leaves_out(f, condition->kids[0], slot, field) || leaves_out(f, condition->kids[1], slot, field);
    if (condition->kind == EXPR_NE)
        for (int i = 0; i < 2; i++) {
            const struct expr *own = condition->kids[i], *other = condition->kids[1 - i];
            if (expr_is_local(own, slot) && !expr_is_local(other, slot) && node_is_in(f, other, field)) return true;
        }
    const struct expr *in = condition->kind == EXPR_NOT ? condition->kids[0] : NULL;
    if (!in || in->kind != EXPR_IN || in->domain->kind != DOMAIN_ELEMENTS) return false;
    return expr_is_local(in->kids[0], slot) && meets(f, in->domain->low, field);
}

static bool comprehension_is_proper(struct assumptions *f, const struct expr *e, int field)
{
    const struct expr *body = e->kids[0];
    if (e->gen_count != 1 || body->kind != EXPR_LOCAL || body->index != e->gens[0].slot) return false;
    if (!e->gens[0].domain.low || !subset_holds(f, e, field)) return false;
    return subset_is_proper(f, e->gens[0].domain.low, field) || leaves_out(f, e->kids[1], e->gens[0].slot, field);
}

/* So many nodes written out, of a field that has more. */
static bool has_more(struct assumptions *f, const struct expr *e, int field)
{
    struct expr *whole = made_expr(f, EXPR_FIELD, TYPE_NODES, field, NULL, 0);
    if (whole) whole->game = f->ck->model->games[f->game].fields[field].graph;
    const struct expr *length =
        whole ? made_expr(f, EXPR_CALL, TYPE_INT, BUILTIN_LEN, (struct expr *[]){whole}, 1) : NULL;
    return length && assumptions_prove(f, assumptions_form(f, length), (int64_t)e->count + 1);
}

bool subset_is_proper(struct assumptions *f, const struct expr *e, int field)
{
    const struct fact_set *set;
    switch (e->kind) {
    case EXPR_LOCAL:
        if (!(set = set_of(f, e, FACT_PART_OF))) set = set_of(f, e, FACT_SET_IS);
        return set && subset_is_proper(f, set->from, field);
    case EXPR_NODES: return subset_holds(f, e, field) && has_more(f, e, field);
    case EXPR_NODES_FOR: return comprehension_is_proper(f, e, field);
    case EXPR_NODES_LESS:
        return subset_is_proper(f, e->kids[0], field) ||
               (subset_holds(f, e->kids[0], field) && meets(f, e->kids[1], field));
    case EXPR_CALL: return e->index == BUILTIN_PART && subset_is_proper(f, e->kids[0], field);
    case EXPR_IF: return subset_is_proper(f, e->kids[1], field) && subset_is_proper(f, e->kids[2], field);
    case EXPR_LET: return inside(f, e, field, subset_is_proper);
    default: return false;
    }
}

/* ---- sets that grow */

static bool is_field(const struct expr *e, int field) { return e->kind == EXPR_FIELD && e->index == field; }

/* Does e certainly contain no node of the field? */
static bool shuns(const struct expr *e, int field)
{
    return e->kind == EXPR_NODES_LESS && (is_field(e->kids[1], field) || shuns(e->kids[0], field));
}

static bool node_is_outside(const struct assumptions *f, const struct expr *node, int field)
{
    for (size_t i = f->sets.count; node->kind == EXPR_LOCAL && i-- > 0;) {
        struct fact_set set = f->sets.data[i];
        if (set.slot != node->index) continue;
        if (set.kind == FACT_NODE_OUTSIDE && is_field(set.from, field)) return true;
        if (set.kind == FACT_NODE_IN && shuns(set.from, field)) return true;
    }
    return false;
}

/* Does e certainly contain a node that is not in the field? */
static bool adds(const struct assumptions *f, const struct expr *e, int field)
{
    for (size_t i = 0; e->kind == EXPR_NODES && i < e->count; i++)
        if (node_is_outside(f, e->kids[i], field)) return true;
    return e->kind == EXPR_NODES_JOIN && (adds(f, e->kids[0], field) || adds(f, e->kids[1], field));
}

static bool holds_field(const struct expr *e, int field)
{
    if (is_field(e, field)) return true;
    return e->kind == EXPR_NODES_JOIN && (holds_field(e->kids[0], field) || holds_field(e->kids[1], field));
}

bool subset_grows(struct assumptions *f, const struct expr *e, int field)
{
    if (e->kind == EXPR_IF) return subset_grows(f, e->kids[1], field) && subset_grows(f, e->kids[2], field);
    return holds_field(e, field) && adds(f, e, field);
}
