/* SPDX-License-Identifier: MIT */
/* A walk over everything in a model that holds an expression. */
#include "coverage.h"

static void add_expr(struct coverage *c, const struct expr *e);

static void add_domain(struct coverage *c, const struct domain *d)
{
    c->domains[d->kind]++;
    add_expr(c, d->low);
    add_expr(c, d->high);
    add_expr(c, d->limit);
    for (size_t i = 0; i < d->item_count; i++) add_expr(c, d->items[i]);
}

static void add_expr(struct coverage *c, const struct expr *e)
{
    if (!e) return;
    c->kinds[e->kind]++;
    if (e->kind == EXPR_CALL) c->builtins[e->index]++;
    if (e->kind == EXPR_FOLD) c->folds[e->index]++;
    if (e->kind == EXPR_ASK) c->asks[e->index]++;
    if (e->domain) add_domain(c, e->domain);
    for (size_t i = 0; i < e->count; i++) add_expr(c, e->kids[i]);
    for (size_t i = 0; i < e->gen_count; i++) add_domain(c, &e->gens[i].domain);
    for (size_t i = 0; i < e->update_count; i++) {
        add_expr(c, e->updates[i].low[0]);
        add_expr(c, e->updates[i].low[1]);
        add_expr(c, e->updates[i].high[0]);
        add_expr(c, e->updates[i].value);
    }
}

static void add_game(struct coverage *c, const struct game *g)
{
    c->games[g->kind]++;
    c->measures[g->measure.kind]++;
    c->codes += g->code != NULL;
    c->canons += g->canon != NULL;
    c->invariants += g->invariant != NULL;
    c->starts += g->start_count;
    add_expr(c, g->invariant);
    add_expr(c, g->canon);
    add_expr(c, g->compound);
    for (size_t i = 0; i < g->field_count; i++) c->fields[g->fields[i].kind]++;
    for (size_t i = 0; i < g->start_count; i++) add_expr(c, g->starts[i].condition), add_expr(c, g->starts[i].result);
    for (size_t i = 0; i < g->move_count; i++) {
        const struct move *m = &g->moves[i];
        c->lua_moves += m->lua >= 0;
        for (size_t k = 0; k < m->gen_count; k++) add_domain(c, &m->gens[k].domain);
        for (size_t k = 0; k < m->condition_count; k++) add_expr(c, m->conditions[k]);
        add_expr(c, m->result);
    }
}

void coverage_add(struct coverage *c, const struct model *model)
{
    c->misere += model->misere;
    for (size_t i = 0; i < model->game_count; i++) add_game(c, &model->games[i]);
    for (size_t i = 0; i < model->check_count; i++) {
        const struct check *k = &model->checks[i];
        for (size_t g = 0; g < k->gen_count; g++) add_domain(c, &k->gens[g].domain);
        add_expr(c, k->condition);
        add_expr(c, k->where);
    }
}

static void need(struct text *out, size_t count, const char *what, const char *name)
{
    if (!count) text_add(out, "%s%s%s", out->length ? ", " : "", what, name);
}

void coverage_missing(const struct coverage *c, struct text *out)
{
#define EXPR_NAME(kind, name, doc) name,
    static const char *const kinds[] = {EXPR_KINDS(EXPR_NAME)};
#undef EXPR_NAME
    static const char *const folds[] = {"sum", "xor", "min", "max", "count", "any", "all"},
                             *const domains[] = {"range",  "set",      "param",    "squares",  "fib",   "powers",
                                                 "primes", "divisors", "elements", "all_rows", "nodes", "components"},
                             *const games[] = {"rules", "graph", "compound"}, *const asks[] = {"sg",        "outcome",
                                                                                               "P",         "N",
                                                                                               "options",   "wins",
                                                                                               "remoteness"},
                             *const measures[] = {"none", "linear", "lexicographic", "graph", "claimed"};
    for (int i = 0; i < EXPR_KIND_COUNT; i++) need(out, c->kinds[i], "", kinds[i]);
    for (int i = 0; i < BUILTIN_COUNT; i++)
        need(out, c->builtins[i], "builtin ", builtin_info((enum builtin)i)->spelling);
    for (int i = 0; i <= FOLD_ALL; i++) need(out, c->folds[i], "fold ", folds[i]);
    for (int i = 0; i <= DOMAIN_COMPONENTS; i++) need(out, c->domains[i], "domain ", domains[i]);
    for (int i = 0; i <= FIELD_TREE; i++) need(out, c->fields[i], "field ", field_kind_name((enum field_kind)i));
    for (int i = 0; i <= GAME_COMPOUND; i++) need(out, c->games[i], "game ", games[i]);
    for (int i = 0; i <= ASK_REMOTENESS; i++) need(out, c->asks[i], "question ", asks[i]);
    for (int i = 0; i <= MEASURE_GRAPH; i++) need(out, c->measures[i], "measure ", measures[i]);
    need(out, c->starts, "a start", "");
    need(out, c->canons, "canon", "");
    need(out, c->invariants, "an invariant", "");
    need(out, c->codes, "a code", "");
    need(out, c->lua_moves, "a move in Lua", "");
    need(out, c->misere, "play misere", "");
}
