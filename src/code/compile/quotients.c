/* SPDX-License-Identifier: MIT */
/* A number that a move reads as a divisor alone is taken once for each quotient, where positions are valued:
 *
 *     t in 2..n -> d(n / t)         is, from t on, n / t as far as t = n / (n / t), and goes on behind that
 *
 * For x >= 0 and t >= 1 with q = x / t >= 1 the greatest t' with x / t' = q is x / q. All that is looked at for the numbers between reads
 * them in x / t alone, so it is what was looked at for t: the same conditions hold, the same fails, the same option is reached, and a
 * value or an outcome does not say how often. Where q < 1 nothing is left out. There are at most 2 sqrt(x) quotients (Dirichlet). Moves
 * that are listed are not compiled so. */
#include "code/compile/private.h"
#include "model/expr.h"

struct quotient {
    int slot;
    const struct expr *x; /* what is divided */
    size_t divided, read; /* as often it is, and its divisor is read at all */
    bool differ;
};

static void visit(void *context, struct expr *e)
{
    struct quotient *q = context;
    q->read += expr_is_local(e, q->slot);
    if (e->kind != EXPR_DIV || e->kids[1]->kind != EXPR_LOCAL || e->kids[1]->index != q->slot) return;
    q->divided++;
    if (!q->x) q->x = e->kids[0];
    q->differ |= !expr_equal(q->x, e->kids[0]);
}

/* x, if all that is looked at in the loop of generator i, or inside, reads its number in x / t alone; NULL: it does not. What is folded
 * into the range of t itself only says which t there are, but what is folded into a range inside, or tested ahead of one, is looked at. */
static const struct expr *divided_by(const struct nest *n, size_t i)
{
    struct quotient q = {.slot = n->gens[i].slot};
    for (size_t k = 0; k < n->condition_count; k++) {
        bool own = n->level[k] < 0 && nest_level_of(n, n->conditions[k]) <= (int)i + 1;
        if (!own) expr_walk((struct expr *)n->conditions[k], visit, &q);
    }
    for (size_t k = i + 1; k < n->gen_count; k++) {
        domain_walk((struct domain *)&n->gens[k].domain, visit, &q);
        if (n->gens[k].cap) expr_walk(n->gens[k].cap, visit, &q);
    }
    expr_walk(n->move->result, visit, &q);
    bool alone = q.x && !q.differ && q.divided == q.read && expr_is_quiet(q.x);
    for (size_t k = i; alone && k < n->gen_count; k++) alone = !expr_reads(q.x, n->gens[k].slot);
    return alone ? q.x : NULL;
}

void nest_next_quotient(struct compiler *c, const struct nest *n, size_t i)
{
    const struct gen *g = &n->gens[i];
    if (c->request->kind != PROGRAM_TABLE || !n->move || !n->move->result || g->domain.kind != DOMAIN_RANGE) return;
    if (!expr_is_small_literal(g->domain.low) || g->domain.low->value < 1) return;
    const struct expr *x = divided_by(n, i);
    if (!x) return;
    int registers = c->registers, t = n->loops[i].reg, number = compile_int(c, x), q = reg_new(c);
    emit(c, OP_DIV, q, number, t, 0, 0);
    emit(c, OP_MAX, q, q, constant_reg(c, 1), 0, 0); /* of what is divided less than once nothing is left out */
    emit(c, OP_DIV, q, number, q, 0, 0);
    emit(c, OP_MAX, t, t, q, 0, 0);
    c->registers = registers;
}
