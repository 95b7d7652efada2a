/* SPDX-License-Identifier: MIT */
/* Parameters: defaults are constants, domains say which values may be set. A parameter without a domain gets one
 * from its default (check.h), because whatever is proved of a rule must hold for every value that --set accepts. */
#include "check/private.h"
#include <stdlib.h>
#include <string.h>
#include "base/checked.h"
#include "check/names/params.h"

static int ascending(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Evaluates the elements of a literal set into an ascending array without repeats. */
static bool set_values(struct checker *ck, const struct domain *d, int64_t **set, size_t *count)
{
    *count = 0;
    if (!(*set = keep(ck, d->item_count, sizeof **set))) return false;
    for (size_t i = 0; i < d->item_count; i++) {
        if (!evaluate_constant(ck, d->items[i], &(*set)[i])) {
            report_no_value(ck, d->items[i]);
            return false;
        }
    }
    qsort(*set, d->item_count, sizeof **set, ascending);
    for (size_t i = 0; i < d->item_count; i++)
        if (i == 0 || (*set)[i] != (*set)[*count - 1]) (*set)[(*count)++] = (*set)[i];
    return true;
}

/* Braces may also denote a set of nodes, which is not a value of a parameter. */
static bool is_listed(struct checker *ck, const struct domain *d)
{
    if (d->kind != DOMAIN_SET) diag(ck->diags, D_NOT_CONSTANT, d->span);
    return d->kind == DOMAIN_SET;
}

static struct expr *check_set_default(struct checker *ck, const struct ast *a)
{
    struct domain *d = keep(ck, 1, sizeof *d);
    enum type element;
    if (!d || !check_domain(ck, a, IN_TEST, d, &element) || !is_listed(ck, d)) return NULL;
    struct expr *e = expr_new(ck, EXPR_IN, TYPE_SET, a->span, 0);
    if (e) e->domain = d;
    return e;
}

static bool check_default(struct checker *ck, const struct ast *a, struct param *p)
{
    if (!a) return false;
    if (a->kind == AST_SET) {
        p->kind = PARAM_SET;
        p->initial = check_set_default(ck, a);
        return p->initial && set_values(ck, p->initial->domain, &p->set, &p->set_count);
    }
    struct expr *e = p->initial = check_expr(ck, a, WANT_ANY);
    if (!e) return false;
    if (e->type != TYPE_INT && e->type != TYPE_BOOL) {
        diag(ck->diags, D_WRONG_TYPE, e->span, "a parameter's default", "a number, true or false, or a set",
             type_phrase(e->type));
        return false;
    }
    p->kind = e->type == TYPE_BOOL ? PARAM_BOOL : PARAM_INT;
    if (evaluate_constant(ck, e, &p->value)) return true;
    report_no_value(ck, e);
    return false;
}

/* The domain that a default implies. */
static struct domain *implied_domain(struct checker *ck, const struct param *p)
{
    int64_t least = p->kind == PARAM_SET ? (p->set_count ? p->set[0] : 1) : p->value;
    if (p->kind == PARAM_BOOL || least < 0) return NULL;
    struct domain *d = keep(ck, 1, sizeof *d);
    if (!d) return NULL;
    *d = (struct domain){.kind = DOMAIN_RANGE, .span = p->span, .index = -1};
    d->low = expr_int(ck, p->span, p->kind == PARAM_SET && least >= 1 ? 1 : 0);
    return d;
}

/* Replaces a constant expression by its value: its variables are numbered in a scope that is closed once the domain
 * has been read. */
static bool make_constant(struct checker *ck, struct expr **e)
{
    int64_t value;
    if (!*e || (*e)->kind == EXPR_INT) return true;
    if (!evaluate_constant(ck, *e, &value)) {
        report_no_value(ck, *e);
        return false;
    }
    struct expr *constant = expr_int(ck, (*e)->span, value);
    if (constant) *e = constant;
    return constant != NULL;
}

static bool constant_domain(struct checker *ck, struct domain *d)
{
    if (!make_constant(ck, &d->low) || !make_constant(ck, &d->high)) return false;
    for (size_t i = 0; i < d->item_count; i++)
        if (!make_constant(ck, &d->items[i])) return false;
    if (d->kind == DOMAIN_POWERS && d->low->value < 2) {
        diag(ck->diags, D_POWERS_BASE, d->low->span, (long)d->low->value);
        return false;
    }
    if (d->kind == DOMAIN_DIVISORS && d->low->value < 1) {
        report_no_value(ck, d->low);
        return false;
    }
    return true;
}

static bool allowed(struct checker *ck, const struct param *p, int64_t value)
{
    struct evaluation v = {.model = ck->model, .steps = 1000000};
    bool holds = true;
    return !p->domain || !evaluate_member(&v, p->domain, value, &holds) || holds;
}

static const char *domain_text(struct checker *ck, const struct domain *d)
{
    struct text out = {0};
    domain_print(ck->model, -1, d, &out);
    const char *copy = out.failed ? NULL : arena_strndup(ck->scratch, text_c(&out), out.length);
    text_free(&out);
    if (!copy) ck->no_memory = true;
    return copy ? copy : "";
}

/* Reports the first value outside the domain. */
static bool values_allowed(struct checker *ck, const struct param *p, const int64_t *values, size_t count,
                           struct span span)
{
    for (size_t i = 0; i < count; i++) {
        if (allowed(ck, p, values[i])) continue;
        diag(ck->diags, D_PARAM_OUTSIDE, span, (long long)values[i], p->name, domain_text(ck, p->domain));
        return false;
    }
    return true;
}

static void check_param(struct checker *ck, int param)
{
    struct param *p = &ck->model->params[param];
    const struct ast *a = ck->params.data[param].ast;
    struct scope scope;
    p->name = keep_name(ck, a->name);
    p->span = a->name_span;
    scope_open(ck, &scope, p->owner, 0);
    bool good = check_default(ck, a->kids[0], p);
    if (good && a->kids[1]) {
        enum type element;
        p->domain = keep(ck, 1, sizeof *p->domain);
        good =
            p->domain && check_domain(ck, a->kids[1], IN_PARAM, p->domain, &element) && constant_domain(ck, p->domain);
        if (!good) p->domain = NULL;
        if (good && p->kind == PARAM_BOOL) {
            diag(ck->diags, D_WRONG_TYPE, a->kids[1]->span, "the domain of a parameter that is true or false", "absent",
                 "a domain");
            p->domain = NULL;
        }
    } else if (good) {
        p->domain = implied_domain(ck, p);
    }
    scope_close(ck, &scope);
    if (!good || !a->kids[1] || !p->domain) return;
    if (p->kind == PARAM_SET) values_allowed(ck, p, p->set, p->set_count, a->kids[0]->span);
    else values_allowed(ck, p, &p->value, 1, a->kids[0]->span);
}

/* The earlier parameter with the same name as parameter `at` of a game; -1 if none. One of the file may be hidden. */
static int first_of_name(struct checker *ck, size_t at)
{
    const struct model *m = ck->model;
    const char *name = ck->params.data[at].ast->name;
    for (int g = m->params[at].owner; g >= 0; g = ck->games.data[g].base) {
        const struct game_decl *d = &ck->games.data[g];
        for (size_t k = d->first_param; k < d->first_param + d->param_count && k != at; k++)
            if (ck->params.data[k].ast->name == name) return (int)k;
    }
    return -1;
}

/* A game's parameter must not have the name of a field or of another parameter of the game or its bases. */
static void check_param_names(struct checker *ck)
{
    struct model *m = ck->model;
    for (size_t i = 0; i < m->param_count; i++) {
        struct param *p = &m->params[i];
        if (p->owner < 0) continue;
        value_name_free(ck, p->name, p->span, "parameter");
        const struct game *g = &m->games[p->owner];
        for (size_t f = 0; f < g->field_count; f++) {
            if (strcmp(g->fields[f].name, p->name) != 0) continue;
            diag(ck->diags, D_SHADOWED_NAME, p->span, p->name, "a field");
            diag_note(ck->diags, g->fields[f].span, "the field is declared here");
        }
        int first = first_of_name(ck, i);
        if (first < 0) continue;
        diag(ck->diags, D_DUPLICATE_NAME, p->span, p->name);
        diag_note(ck->diags, m->params[first].span, "'%s' is first declared here", p->name);
    }
}

void check_params(struct checker *ck)
{
    for (size_t i = 0; i < ck->params.count && !ck->no_memory; i++) check_param(ck, (int)i);
    if (!ck->no_memory) check_param_names(ck);
}

/* ---- the command line */

static void list_params(struct diags *diags, const struct model *model)
{
    struct text out = {0};
    for (size_t i = 0; i < model->param_count && i < 10; i++) {
        const struct param *p = &model->params[i];
        text_add(&out, "%s%s%s%s", i ? ", " : "", p->owner >= 0 ? model->games[p->owner].name : "",
                 p->owner >= 0 ? "." : "", p->name);
    }
    if (model->param_count == 0) diag_note(diags, (struct span){0}, "the file declares no parameter");
    else
        diag_note(diags, (struct span){0}, "its parameters are %s%s", text_c(&out),
                  model->param_count > 10 ? ", ..." : "");
    if (out.failed) diags->failed = true;
    text_free(&out);
}

enum status check_param_name(const struct check_input *in, const struct model *model, const char *name,
                             struct span span, int *param)
{
    const char *dot = strchr(name, '.');
    size_t owner_length = dot ? (size_t)(dot - name) : 0;
    const char *wanted = dot ? dot + 1 : name;
    int found = -1;
    for (size_t i = 0; i < model->param_count; i++) {
        const struct param *p = &model->params[i];
        if (strcmp(p->name, wanted) != 0) continue;
        const char *owner = p->owner >= 0 ? model->games[p->owner].name : "";
        if (dot && (strlen(owner) != owner_length || memcmp(owner, name, owner_length) != 0)) continue;
        if (p->owner < 0) {
            *param = (int)i;
            return ST_OK;
        }
        if (found >= 0) {
            diag(in->diags, D_SET_AMBIGUOUS, span, name, model->games[model->params[found].owner].name, name);
            return ST_USAGE;
        }
        found = (int)i;
    }
    if (found >= 0) {
        *param = found;
        return ST_OK;
    }
    diag(in->diags, D_UNKNOWN_PARAM, span, name);
    const char *names[100];
    size_t count = 0;
    for (size_t i = 0; i < model->param_count && count < 100; i++) names[count++] = model->params[i].name;
    if (diag_nearest(wanted, names, count)) diag_suggest(in->diags, wanted, names, count);
    else list_params(in->diags, model);
    return ST_USAGE;
}

struct setting {
    struct checker *ck;
    const struct param *param;
    struct param_value *values;
    size_t count;
};

static void set_one(struct setting *s, struct expr *e)
{
    int64_t value;
    if (!e) return;
    if (e->type != (s->param->kind == PARAM_BOOL ? TYPE_BOOL : TYPE_INT)) {
        diag(s->ck->diags, D_WRONG_TYPE, e->span, s->param->name,
             s->param->kind == PARAM_BOOL ? "true or false" : "a number", type_phrase(e->type));
    } else if (!evaluate_constant(s->ck, e, &value)) {
        report_no_value(s->ck, e);
    } else if (values_allowed(s->ck, s->param, &value, 1, e->span) && (s->values = keep(s->ck, 1, sizeof *s->values))) {
        s->values[0] = (struct param_value){.value = value};
        s->count = 1;
    }
}

static void set_range(struct setting *s, const struct ast *a)
{
    int64_t low, high, size;
    struct expr *from = check_typed(s->ck, a->kids[0], TYPE_INT, "the low end of a range");
    struct expr *to = check_typed(s->ck, a->count > 1 ? a->kids[1] : NULL, TYPE_INT, "the high end of a range");
    if (!from || !to) return;
    bool from_known = evaluate_constant(s->ck, from, &low);
    if (!from_known || !evaluate_constant(s->ck, to, &high)) {
        report_no_value(s->ck, from_known ? to : from);
        return;
    }
    if (low > high || !checked_sub(high, low, &size) || size >= (int64_t)CHECK_SWEEP_MAX) {
        diag(s->ck->diags, D_SWEEP_SIZE, a->span, CHECK_SWEEP_MAX);
        return;
    }
    struct param_value *values = keep(s->ck, (size_t)size + 1, sizeof *values);
    if (!values) return;
    for (int64_t i = 0; i <= size; i++) {
        values[i] = (struct param_value){.value = low + i};
        if (!values_allowed(s->ck, s->param, &values[i].value, 1, a->span)) return;
    }
    s->values = values;
    s->count = (size_t)size + 1;
}

static void set_set(struct setting *s, const struct ast *a)
{
    struct domain d;
    enum type element;
    int64_t *set;
    size_t count;
    if (a->kind != AST_SET) {
        diag(s->ck->diags, D_SETTING_KIND, a->span, s->param->name, "a set such as {1, 3}");
        return;
    }
    if (!check_domain(s->ck, a, IN_TEST, &d, &element) || !is_listed(s->ck, &d) || !set_values(s->ck, &d, &set, &count))
        return;
    if (!values_allowed(s->ck, s->param, set, count, a->span)) return;
    if (!(s->values = keep(s->ck, 1, sizeof *s->values))) return;
    s->values[0] = (struct param_value){.set = set, .set_count = count};
    s->count = 1;
}

enum status check_value(const struct check_input *in, const struct model *model, int param,
                        const struct ast *expression, struct arena *arena, struct param_value **values, size_t *count)
{
    struct checker ck = {
        .in = in, .diags = in->diags, .scratch = in->scratch, .arena = arena, .rebind_from = -1, .rebind_to = -1};
    ck.model = (struct model *)model; /* only read: nothing is declared here */
    struct setting s = {.ck = &ck, .param = &model->params[param]};
    size_t errors = in->diags->errors;
    struct scope scope;
    scope_open(&ck, &scope, -1, 0);
    if (s.param->kind == PARAM_SET) set_set(&s, expression);
    else if (expression->kind == AST_RANGE && s.param->kind == PARAM_INT) set_range(&s, expression);
    else if (expression->kind == AST_SET || expression->kind == AST_RANGE)
        diag(in->diags, D_SETTING_KIND, expression->span, s.param->name,
             s.param->kind == PARAM_INT ? "a number, or a sweep such as 1..9" : "true or false");
    else set_one(&s, check_expr(&ck, expression, WANT_ANY));
    scope_close(&ck, &scope);
    *values = s.values;
    *count = s.count;
    if (ck.no_memory || in->diags->failed) return ST_NO_MEMORY;
    return in->diags->errors > errors || !s.count ? ST_INVALID : ST_OK;
}
