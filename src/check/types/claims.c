/* SPDX-License-Identifier: MIT */
/* expect and claim. A variable of a claim with the name of a parameter sweeps it: the parameter takes these values. */
#include "check/private.h"
#include "base/checked.h"
#include "check/names/params.h"
#include <string.h>

static bool period_number(struct checker *ck, const struct ast *a, int64_t *value)
{
    *value = -1;
    if (!a) return true;
    if (a->number && integer_fits(a->number, value)) return true;
    diag(ck->diags, D_NUMBER_TOO_LARGE, a->span);
    return false;
}

static bool one_heap(const struct game *g)
{
    return g->kind == GAME_RULES && g->field_count == 1 && g->fields[0].kind == FIELD_NAT;
}

static bool check_period(struct checker *ck, const struct ast *a, int game, struct check *c)
{
    c->kind = CHECK_PERIOD;
    bool good = period_number(ck, a->kids[0], &c->period) && period_number(ck, a->kids[1], &c->preperiod) &&
                period_number(ck, a->kids[2], &c->saltus);
    if (good && c->period < 1) {
        diag(ck->diags, D_PERIOD_NUMBER, a->kids[0]->span);
        good = false;
    }
    if (game < 0 || !one_heap(&ck->model->games[game])) {
        diag(ck->diags, D_PERIOD_GAME, a->span);
        return false;
    }
    if (ck->model->misere) {
        diag(ck->diags, D_PERIOD_MISERE, a->span);
        return false;
    }
    return good;
}

/* Is every value of a swept domain allowed for the parameter? Domains of sweeps are constants. */
struct sweep {
    struct checker *ck;
    const struct param *param;
    bool outside;
    int64_t value;
};

static bool sweep_value(void *context, int64_t value)
{
    struct sweep *s = context;
    struct evaluation v = {.model = s->ck->model, .steps = 100000};
    bool holds = true;
    if (s->param->domain && evaluate_member(&v, s->param->domain, value, &holds) && !holds) {
        s->outside = true;
        s->value = value;
    }
    return !s->outside;
}

/* For a range its ends decide if the parameter's domain is a range too; otherwise every value is checked. */
static bool sweep_range(struct sweep *s, struct evaluation *v, const struct domain *d)
{
    int64_t low, high;
    if (d->kind != DOMAIN_RANGE || (s->param->domain && s->param->domain->kind != DOMAIN_RANGE)) return false;
    if (!evaluate(v, d->low, &low) || !evaluate(v, d->high, &high)) return false;
    if (low <= high) (void)(sweep_value(s, low) && sweep_value(s, high));
    return true;
}

static bool check_sweep(struct checker *ck, const struct gen *gen, int param)
{
    const struct param *p = &ck->model->params[param];
    if (p->kind == PARAM_SET) {
        diag(ck->diags, D_SWEEP_OF_SET, gen->span, p->name);
        return false;
    }
    struct sweep s = {.ck = ck, .param = p};
    struct evaluation v = {.model = ck->model, .steps = CHECK_SWEEP_MAX};
    if (!sweep_range(&s, &v, &gen->domain) && !evaluate_elements(&v, &gen->domain, sweep_value, &s)) {
        diag(ck->diags, D_SWEEP_CONSTANT, gen->domain.span, p->name, CHECK_SWEEP_MAX);
        return false;
    }
    if (!s.outside) return true;
    struct text out = {0};
    domain_print(ck->model, -1, p->domain, &out);
    diag(ck->diags, D_PARAM_OUTSIDE, gen->domain.span, (long long)s.value, p->name, text_c(&out));
    text_free(&out);
    return false;
}

struct claim_reads {
    const struct gen *gens;
    size_t count;
    bool found;
};

static void note_locals(void *context, struct expr *e)
{
    struct claim_reads *r = context;
    if (e->kind == EXPR_LOCAL) r->found = true;
    if (e->kind == EXPR_PARAM) r->found = true;
}

static bool check_claim_gens(struct checker *ck, const struct ast *list, struct check *c)
{
    if (!list || list->count == 0) return true;
    if (list->count > CHECK_MAX_GENS) {
        diag(ck->diags, D_TOO_MANY, list->span, (unsigned)list->count, "variables", (int)CHECK_MAX_GENS);
        return false;
    }
    if (!(c->sweep = keep(ck, list->count, sizeof *c->sweep)) || !(c->gens = keep(ck, list->count, sizeof *c->gens)))
        return false;
    bool good = true;
    for (uint32_t i = 0; i < list->count && !ck->no_memory; i++) {
        struct ast one = {.kind = AST_LIST, .span = list->span, .count = 1, .kids = &list->kids[i]};
        const struct ast *a = list->kids[i];
        int param = scope_find(ck, a->name) ? -1 : param_find(ck, a->name, a->name_span);
        struct gen *gens;
        size_t count;
        bool fine = param != -2 && check_gens(ck, &one, IN_CLAIM, &gens, &count);
        c->sweep[i] = param;
        if (fine) c->gens[i] = gens[0];
        if (fine && param >= 0) {
            /* Reads of the name are reads of the parameter, which holds the swept value; so the variable itself is
             * removed. */
            struct claim_reads r = {0};
            domain_walk(&c->gens[i].domain, note_locals, &r);
            if (r.found) {
                diag(ck->diags, D_SWEEP_CONSTANT, gens[0].domain.span, ck->model->params[param].name, CHECK_SWEEP_MAX);
                fine = false;
            }
            fine = fine && check_sweep(ck, &c->gens[i], param);
            ck->scope->locals.data[ck->scope->locals.count - 1].name = NULL;
        }
        good = good && fine;
    }
    c->gen_count = list->count;
    return good;
}

static bool check_statement(struct checker *ck, const struct ast *a, struct check *c)
{
    bool claim = a->kind == AST_CLAIM, good = true;
    if (claim) good = check_claim_gens(ck, a->kids[1], c);
    c->condition = check_typed(ck, a->kids[0], TYPE_BOOL, claim ? "a claim" : "an expect");
    if (claim && a->kids[2]) {
        c->where = check_typed(ck, a->kids[2], TYPE_BOOL, "the condition after 'where'");
        good = good && c->where;
    }
    if (!good || !c->condition) return false;
    struct expr **conditions;
    size_t count;
    if (!split_condition(ck, c->where, &conditions, &count)) return false;
    return find_caps(ck, c->gens, c->gen_count, conditions, count);
}

void check_claim(struct checker *ck, const struct ast *a, int game)
{
    if (game >= 0 && ck->games.data[game].broken) return;
    struct check c = {.kind = CHECK_EXPR,
                      .claim = a->kind == AST_CLAIM,
                      .game = game,
                      .span = a->span,
                      .period = -1,
                      .preperiod = -1,
                      .saltus = -1};
    struct scope scope;
    unsigned allow = ALLOW_PARAMS | ALLOW_QUESTIONS | (game < 0 ? ALLOW_ALL_PARAMS : 0);
    scope_open(ck, &scope, game, allow);
    bool good = a->kind == AST_EXPECT_PERIOD ? check_period(ck, a, game, &c) : check_statement(ck, a, &c);
    c.slots = scope.slots;
    scope_close(ck, &scope);
    if (good && !vec_push(&ck->checks, c)) ck->no_memory = true;
}
