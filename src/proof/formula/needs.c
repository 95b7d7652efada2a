/* SPDX-License-Identifier: MIT */
/* What a condition needs of a numeration, by its functions and sets. */
#include "base/numbers.h"
#include "model/evaluate.h"
#include "model/expr.h"
#include "proof/formula/formula.h"

struct wanting {
    const struct model *model;
    const struct param_value *params;
    struct formula_needs *needs;
    const struct expr *zero; /* a question whether an SG value is 0, which is one for an outcome */
    bool *seen;              /* per game: its start clauses, or its sum, were looked at */
};

static bool walk(void *context, const struct expr *e);

static void refuse(struct wanting *w, const char *reason)
{
    if (!w->needs->reason) w->needs->reason = reason;
}

static bool constant(const struct wanting *w, const struct expr *e, int64_t *value)
{
    struct evaluation v = {.model = w->model, .params = w->params, .steps = 2000};
    return evaluate(&v, e, value);
}

static int64_t square_free(int64_t n)
{
    for (int64_t p = 2; p <= 1000 && p * p <= n; p++)
        while (n % (p * p) == 0) n /= p * p;
    return n;
}

/* The constant in a product; roots of products that are no squares are refused later. */
static void take_root(struct wanting *w, const struct expr *e)
{
    int64_t value, factor = 1;
    const struct expr *rest = e->kids[0];
    struct {
        const struct expr *items[8];
        int count;
    } open = {{rest}, 1};
    while (open.count) {
        const struct expr *x = open.items[--open.count];
        if (constant(w, x, &value)) {
            if (value < 0 || value > 1000000 || factor > 1000000) return refuse(w, "it takes a root of a large number");
            factor *= value;
        } else if (x->kind == EXPR_MUL && open.count < 6) {
            open.items[open.count++] = x->kids[0];
            open.items[open.count++] = x->kids[1];
        }
    }
    int64_t root = square_free(factor);
    if (factor <= 0 || root == 1) return;
    if (w->needs->root && w->needs->root != root) refuse(w, "it takes roots of different kinds");
    w->needs->root = root;
}

static void call(struct wanting *w, const struct expr *e)
{
    struct formula_needs *n = w->needs;
    switch ((enum builtin)e->index) {
    case BUILTIN_XOR:
    case BUILTIN_POPCOUNT:
    case BUILTIN_POWER_OF_TWO: n->base_2 = true; break;
    case BUILTIN_GOLDEN_LOWER:
    case BUILTIN_GOLDEN_UPPER:
    case BUILTIN_PARTNER:
    case BUILTIN_ZECKENDORF: n->golden = true; break;
    case BUILTIN_ISQRT: take_root(w, e); break;
    default: break;
    }
}

static void use_domain(struct wanting *w, const struct domain *d)
{
    int64_t base;
    switch (d->kind) {
    case DOMAIN_RANGE:
    case DOMAIN_SET:
    case DOMAIN_PARAM: break;
    case DOMAIN_FIB: w->needs->golden = true; break;
    case DOMAIN_POWERS:
        if (!constant(w, d->low, &base) || base < 2 || (w->needs->power && w->needs->power != base))
            refuse(w, "it uses powers of different numbers");
        else w->needs->power = base;
        break;
    default: refuse(w, "it uses a set that no numeration recognises");
    }
}

static void ask(struct wanting *w, const struct expr *e)
{
    w->needs->asks = true;
    if (e->index == ASK_SG && e != w->zero) w->needs->values = true;
    if (e->index == ASK_OPTIONS || e->index == ASK_WINS || e->index == ASK_REMOTENESS || e->mover)
        refuse(w, "it asks for more than outcomes and SG values");
}

static void game(struct wanting *w, const struct expr *e)
{
    const struct game *g = &w->model->games[e->game];
    if (w->seen[e->game]) return;
    w->seen[e->game] = true;
    if (g->kind == GAME_GRAPH) refuse(w, "it asks about an explicit graph");
    if (g->kind == GAME_COMPOUND) expr_any(g->compound, walk, w);
    for (size_t i = 0; i < g->start_count; i++) {
        if (g->starts[i].condition) expr_any(g->starts[i].condition, walk, w);
        expr_any(g->starts[i].result, walk, w);
    }
}

static void compare(struct wanting *w, const struct expr *e)
{
    int64_t value;
    for (int i = 0; i < 2; i++)
        if (e->kids[i]->kind == EXPR_ASK && e->kids[i]->index == ASK_SG && constant(w, e->kids[1 - i], &value) &&
            !value)
            w->zero = e->kids[i];
}

static bool walk(void *context, const struct expr *e)
{
    struct wanting *w = context;
    int64_t ignored;
    if ((e->type == TYPE_INT || e->type == TYPE_BOOL) && constant(w, e, &ignored)) return w->needs->reason != NULL;
    switch (e->kind) {
    case EXPR_EQ:
    case EXPR_NE: compare(w, e); break;
    case EXPR_CALL: call(w, e); break;
    case EXPR_IN: use_domain(w, e->domain); break;
    case EXPR_ASK: ask(w, e); break;
    case EXPR_GAME: game(w, e); break;
    case EXPR_SUM: w->needs->values = true; break;
    case EXPR_LUA: refuse(w, "it calls Lua"); break;
    case EXPR_MOVER: refuse(w, "it asks who moves"); break;
    case EXPR_COMPOUND:
    case EXPR_SUM_FOR:
    case EXPR_POSITIONS: refuse(w, "it asks about positions that are not written out"); break;
    default: break;
    }
    for (size_t i = 0; i < e->gen_count; i++) use_domain(w, &e->gens[i].domain);
    return w->needs->reason != NULL;
}

void formula_needs(const struct model *model, const struct param_value *params, const struct expr *e,
                   struct formula_needs *needs)
{
    bool seen[64] = {false};
    struct wanting w = {model, params, needs, NULL, seen};
    if (model->game_count > sizeof seen / sizeof *seen) return refuse(&w, "the file has too many games");
    if (e) expr_any(e, walk, &w);
}

bool formula_fits(const struct formula_needs *n, const struct numeration *in)
{
    bool zeckendorf = in->link && in->period == 1 && in->a[0] == 1 && in->below == 1;
    struct automata_unit u;
    if (n->reason) return false;
    if (n->base_2 && (in->link || in->a[0] != 2)) return false;
    if (n->golden && !zeckendorf) return false;
    if (n->power && (in->link || in->a[0] != n->power)) return false;
    if (!n->root) return true;
    return numeration_unit(in, &u) && square_free(u.trace * u.trace - 4 * u.determinant) == n->root;
}
