/* SPDX-License-Identifier: MIT */
/* What a variable runs over and what may follow `in`: ranges, sets, cells of rows, and caps for infinite sets.
 *
 * An infinite set is enumerated upwards, so it needs a greatest element worth trying, which is derived from the
 * conditions: a conjunct that bounds the variable from above by something known before the variable (t <= E, t < E,
 * E - t >= 0, t in lo..hi). Nothing is ever dropped silently: the conditions are still tested for each element. */
#include "check/private.h"
#include <string.h>
#include "model/sets.h"

bool is_set_name(const char *name) { return set_of_name(name, false) != DOMAIN_RANGE; }

bool is_set_call(const char *name)
{
    return set_of_name(name, true) != DOMAIN_RANGE || strcmp(name, "all_rows") == 0 || strcmp(name, "components") == 0;
}

static bool check_range(struct checker *ck, const struct ast *a, enum domain_place place, struct domain *d)
{
    d->kind = DOMAIN_RANGE;
    d->low = check_typed(ck, a->kids[0], TYPE_INT, "the low end of a range");
    if (a->count < 2 || !a->kids[1]) {
        if (place == IN_PARAM) return d->low != NULL;
        diag(ck->diags, D_RANGE_MISPLACED, a->span);
        return false;
    }
    d->high = check_typed(ck, a->kids[1], TYPE_INT, "the high end of a range");
    return d->low && d->high;
}

static bool check_literal_set(struct checker *ck, const struct ast *a, struct domain *d)
{
    d->kind = DOMAIN_SET;
    bool good = (d->items = keep(ck, a->count, sizeof *d->items)) != NULL;
    for (uint32_t i = 0; good && i < a->count; i++) {
        if (a->kids[i] && a->kids[i]->kind == AST_COMPREHENSION) {
            diag(ck->diags, D_COMPREHENSION_MISPLACED, a->kids[i]->span);
            return false;
        }
        struct expr *item = check_typed(ck, a->kids[i], TYPE_INT, "an element of a set");
        if (item) d->items[d->item_count++] = item;
    }
    return good && d->item_count == a->count;
}

static bool check_rows_domain(struct checker *ck, const struct ast *a, enum domain_place place, struct domain *d)
{
    if (place != IN_CLAIM) {
        diag(ck->diags, D_CLAIM_DOMAIN, a->span, "all_rows(...)");
        return false;
    }
    const struct ast *range = a->count == 2 ? a->kids[1] : NULL;
    if (!range || range->kind != AST_RANGE || range->count < 2 || !range->kids[1]) {
        diag(ck->diags, D_ALL_ROWS_FORM, a->span);
        return false;
    }
    d->kind = DOMAIN_ALL_ROWS;
    d->low = check_typed(ck, a->kids[0], TYPE_INT, "the length of the rows");
    d->high = check_typed(ck, range->kids[0], TYPE_INT, "the low end of a range");
    d->limit = check_typed(ck, range->kids[1], TYPE_INT, "the high end of a range");
    return d->low && d->high && d->limit;
}

/* components(s): the parts of a set of nodes. */
static bool check_components(struct checker *ck, const struct ast *a, enum domain_place place, struct domain *d)
{
    if (a->count != 1) {
        diag(ck->diags, D_ARGUMENT_COUNT, a->span, a->name, "", (size_t)1, "", a->count);
        return false;
    }
    if (place == IN_TEST || place == IN_PARAM) {
        diag(ck->diags, D_COMPONENTS_TESTED, a->span);
        return false;
    }
    d->kind = DOMAIN_COMPONENTS;
    d->low = check_typed(ck, a->kids[0], TYPE_NODES, "the argument of components(s)");
    return d->low != NULL;
}

/* powers(b), divisors(n), all_rows(r, lo..hi); *is_one false for any other call. */
static bool check_set_call(struct checker *ck, const struct ast *a, enum domain_place place, struct domain *d,
                           bool *is_one)
{
    bool ours = !a->text && !call_declared(ck, a->name, a->span);
    *is_one = true;
    if (ours && strcmp(a->name, "all_rows") == 0) return check_rows_domain(ck, a, place, d);
    if (ours && strcmp(a->name, "components") == 0) return check_components(ck, a, place, d);
    d->kind = ours ? set_of_name(a->name, true) : DOMAIN_RANGE;
    *is_one = named_set(d->kind) != NULL;
    if (!*is_one) return false;
    if (a->count != 1) {
        diag(ck->diags, D_ARGUMENT_COUNT, a->span, a->name, "", (size_t)1, "", a->count);
        return false;
    }
    bool powers = d->kind == DOMAIN_POWERS;
    d->low = check_typed(ck, a->kids[0], TYPE_INT, powers ? "the base of powers(b)" : "the argument of divisors(n)");
    if (d->low && powers && d->low->kind == EXPR_INT && d->low->value < 2) {
        diag(ck->diags, D_POWERS_BASE, d->low->span, d->low->value);
        return false;
    }
    return d->low != NULL;
}

/* A set parameter, a named set or the nodes of a graph; *is_one false for any other name. */
static bool check_set_name(struct checker *ck, const struct ast *a, enum domain_place place, struct domain *d,
                           bool *is_one)
{
    bool ours = is_set_name(a->name);
    *is_one = false;
    if (scope_find(ck, a->name) || field_find(ck, a->name) >= 0) return false;
    int param = ours ? param_hiding_set(ck, a->name, a->span) : param_find(ck, a->name, a->span);
    if (param < -1) { /* it cannot be read here: an error of its own, unless already reported */
        *is_one = !ours;
        return false;
    }
    if (param >= 0 && ck->model->params[param].kind != PARAM_SET) return false;
    *is_one = true;
    if (param >= 0) {
        if ((size_t)param < ck->params.count) ck->params.data[param].used = true;
        d->kind = DOMAIN_PARAM;
        d->index = param;
        return true;
    }
    const struct decl *decl = ours ? decl_meant(ck, a->name, a->span) : NULL;
    int game = ours && ck->map.count ? (decl && decl->kind == DECL_GAME ? decl->index : -1) : game_find(ck, a->name);
    bool graph = game >= 0 && ck->model->games[game].kind == GAME_GRAPH;
    bool values = place == IN_GENERATOR || place == IN_TEST; /* there a graph is the set of its nodes, as elsewhere */
    if (graph && !values) {
        d->kind = DOMAIN_NODES;
        d->index = ck->model->games[game].graph;
        if (place == IN_CLAIM) return true;
        diag(ck->diags, D_CLAIM_DOMAIN, a->span, "the nodes of a graph");
        return false;
    }
    *is_one = ours && !graph;
    if (*is_one && is_set_name(a->name)) d->kind = set_of_name(a->name, false);
    return *is_one;
}

static bool check_elements(struct checker *ck, const struct ast *a, struct domain *d)
{
    struct expr *row = check_expr(ck, a, TYPE_ROW);
    if (!row) return false;
    if (row->type != TYPE_ROW && row->type != TYPE_BAG && row->type != TYPE_NODES && row->type != TYPE_TREE) {
        diag(ck->diags, D_NOT_A_DOMAIN, a->span, type_phrase(row->type));
        if (a->kind == AST_CALL && is_set_name(a->name))
            diag_note(ck->diags, (struct span){0}, "the set '%s' is written without brackets", a->name);
        if (a->kind == AST_NAME && is_set_name(a->name))
            diag_note(ck->diags, (struct span){0}, "what the file calls '%s' hides the set of that name here", a->name);
        return false;
    }
    d->kind = DOMAIN_ELEMENTS;
    d->low = row;
    return true;
}

/* { v, w } of nodes, which may be recognised by its first name, or any { ... for ... }. */
static bool is_set_of_nodes(struct checker *ck, const struct ast *a)
{
    return a->kind == AST_SET && a->count && is_nodes_set(ck, a, WANT_ANY);
}

static bool is_tuple(const struct ast *a) { return a && a->kind == AST_TUPLE; }

static bool is_of_names(const struct ast *a)
{
    bool names = is_tuple(a);
    for (uint32_t i = 0; names && i < a->count; i++) names = a->kids[i] && a->kids[i]->kind == AST_NAME;
    return names;
}

/* x == a and y == b; "!=" and `or` where it is not in the set. */
static void put_tuple(const struct ast *left, const struct ast *item, bool in, struct text *out)
{
    for (uint32_t i = 0; i < left->count; i++)
        text_add(out, "%s%s %s %s", i ? in ? " and " : " or " : "", left->kids[i]->name,
                 in ? "==" : "!=", item->kids[i]->name);
}

bool report_tuples(struct checker *ck, const struct ast *left, const struct ast *set, bool in)
{
    bool tuple = is_tuple(left), literal = set && set->kind == AST_SET, named = is_of_names(left) && literal;
    const char *example = in ? "'x == a and y == b or ...'" : "'(x != a or y != b) and ...'";
    struct text out = {0};
    for (uint32_t i = 0; literal && i < set->count; i++) {
        tuple |= is_tuple(set->kids[i]);
        named = named && is_of_names(set->kids[i]) && set->kids[i]->count == left->count;
    }
    if (!tuple) return false;
    for (uint32_t i = 0; named && i < set->count; i++) {
        text_puts(&out, i ? in ? " or " : " and " : "'");
        if (!in && set->count > 1) text_putc(&out, '(');
        put_tuple(left, set->kids[i], in, &out);
        if (!in && set->count > 1) text_putc(&out, ')');
    }
    named = named && set->count > 0;
    if (named) text_putc(&out, '\'');
    if (out.failed) ck->diags->failed = true;
    struct span span = left ? left->span : set->span;
    if (left && set) span.end = set->span.end;
    diag(ck->diags, D_TUPLE_IN_SET, span, named ? text_c(&out) : example);
    text_free(&out);
    return true;
}

bool check_domain(struct checker *ck, const struct ast *a, enum domain_place place, struct domain *d,
                  enum type *element)
{
    *element = TYPE_INT;
    if (!a || report_tuples(ck, NULL, a, true)) return false;
    *d = (struct domain){.kind = DOMAIN_SET, .span = a->span, .index = -1};
    bool is_one = false, good = false;
    if (a->kind == AST_RANGE) return check_range(ck, a, place, d);
    if (a->kind == AST_SET && !is_set_of_nodes(ck, a)) return check_literal_set(ck, a, d);
    if (a->kind == AST_CALL) good = check_set_call(ck, a, place, d, &is_one);
    if (a->kind == AST_NAME) good = check_set_name(ck, a, place, d, &is_one);
    if (is_one) {
        if (d->kind == DOMAIN_ALL_ROWS) *element = TYPE_ROW;
        if (d->kind == DOMAIN_NODES) *element = TYPE_NODE;
        if (d->kind == DOMAIN_COMPONENTS) *element = TYPE_NODES;
        return good;
    }
    good = check_elements(ck, a, d);
    if (good && d->low->type == TYPE_TREE && (place == IN_TEST || place == IN_PARAM)) {
        diag(ck->diags, D_BRANCHES_TESTED, a->span);
        return false;
    }
    if (good && d->low->type == TYPE_TREE) *element = TYPE_TREE;
    if (good && d->low->type == TYPE_NODES) *element = TYPE_NODE;
    return good;
}

static int graph_game(const struct checker *ck, int graph)
{
    for (size_t i = 0; i < ck->model->game_count; i++)
        if (ck->model->games[i].kind == GAME_GRAPH && ck->model->games[i].graph == graph) return (int)i;
    return -1;
}

int domain_graph(const struct checker *ck, const struct domain *d)
{
    if (d->kind == DOMAIN_NODES) return graph_game(ck, d->index);
    return d->low && d->low->type == TYPE_NODES ? d->low->game : -1;
}

bool check_gens(struct checker *ck, const struct ast *list, enum domain_place place, struct gen **gens, size_t *count)
{
    *gens = NULL;
    *count = 0;
    if (!list || list->count == 0) return true;
    if (list->count > CHECK_MAX_GENS) {
        diag(ck->diags, D_TOO_MANY, list->span, (unsigned)list->count, "variables", (int)CHECK_MAX_GENS);
        return false;
    }
    if (!(*gens = keep(ck, list->count, sizeof **gens))) return false;
    bool good = true;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct ast *a = list->kids[i];
        if (!a) return false;
        struct gen *gen = &(*gens)[i];
        enum type element;
        bool fine = check_domain(ck, a->kids[0], place, &gen->domain, &element);
        struct local *local = scope_declare(ck, a->name, a->name_span, element);
        if (!local) return false;
        local->unknown = !fine;
        if (fine) local->graph = domain_graph(ck, &gen->domain);
        gen->name = keep_name(ck, a->name);
        gen->slot = local->slot;
        gen->span = a->name_span;
        good = good && fine;
    }
    *count = list->count;
    return good;
}

/* ---- caps */

struct domain_reads {
    const struct gen *gens;
    size_t from, count;
    bool found;
};

static void note_read(void *context, struct expr *e)
{
    struct domain_reads *r = context;
    if (e->kind != EXPR_LOCAL) return;
    for (size_t i = r->from; i < r->count; i++)
        if (r->gens[i].slot == e->index) r->found = true;
}

/* Does e read generator `from` or a later one? */
static bool reads_from(struct expr *e, const struct gen *gens, size_t from, size_t count)
{
    struct domain_reads r = {.gens = gens, .from = from, .count = count};
    expr_walk(e, note_read, &r);
    return r.found;
}

/* The variable, perhaps times natural numbers: not less than the variable, as infinite sets have positive elements
 * only. */
static bool is_multiple(const struct expr *e, int slot)
{
    if (e->kind == EXPR_LOCAL) return e->index == slot;
    if (e->kind != EXPR_MUL) return false;
    for (int side = 0; side < 2; side++)
        if (e->kids[side]->kind == EXPR_INT && e->kids[side]->value >= 1) return is_multiple(e->kids[1 - side], slot);
    return is_multiple(e->kids[0], slot) && is_multiple(e->kids[1], slot);
}

/* e as  sign * variable + rest, or with something not less than the variable in its place, through sums and
 * differences; *rest is NULL if there is nothing else. */
static bool isolate(struct checker *ck, struct expr *e, int slot, int *sign, struct expr **rest)
{
    if (is_multiple(e, slot)) {
        *sign = 1;
        *rest = NULL;
        return true;
    }
    if (e->kind != EXPR_ADD && e->kind != EXPR_SUB) return false;
    for (int side = 0; side < 2; side++) {
        struct expr *other = e->kids[1 - side], *inner;
        if (!isolate(ck, e->kids[side], slot, sign, &inner)) continue;
        bool minus = e->kind == EXPR_SUB;
        if (side == 0) {
            *rest = inner ? expr_two(ck, e->kind, TYPE_INT, e->span, inner, other)
                          : (minus ? expr_one(ck, EXPR_NEG, TYPE_INT, e->span, other) : other);
        } else {
            if (minus) *sign = -*sign;
            *rest = inner ? expr_two(ck, e->kind, TYPE_INT, e->span, other, inner) : other;
        }
        return *rest != NULL;
    }
    return false;
}

/* The bound on the variable that follows from `small <= large`, or NULL. */
static struct expr *bound_of(struct checker *ck, struct expr *small, struct expr *large, const struct gen *gens,
                             size_t i, size_t count)
{
    struct expr *rest;
    int sign;
    if (isolate(ck, small, gens[i].slot, &sign, &rest) && sign > 0) {
        struct expr *cap = rest ? expr_two(ck, EXPR_SUB, TYPE_INT, large->span, large, rest) : large;
        return cap && !reads_from(cap, gens, i, count) ? cap : NULL;
    }
    if (isolate(ck, large, gens[i].slot, &sign, &rest) && sign < 0) { /* small <= rest - t */
        struct expr *cap = small->kind == EXPR_INT && small->value == 0
                               ? rest
                               : expr_two(ck, EXPR_SUB, TYPE_INT, large->span, rest, small);
        return cap && !reads_from(cap, gens, i, count) ? cap : NULL;
    }
    return NULL;
}

static struct expr *cap_from(struct checker *ck, struct expr *c, const struct gen *gens, size_t i, size_t count)
{
    switch (c->kind) {
    case EXPR_LE:
    case EXPR_LT: return bound_of(ck, c->kids[0], c->kids[1], gens, i, count);
    case EXPR_GE:
    case EXPR_GT: return bound_of(ck, c->kids[1], c->kids[0], gens, i, count);
    case EXPR_EQ: {
        if (c->kids[0]->type != TYPE_INT) return NULL;
        struct expr *cap = bound_of(ck, c->kids[0], c->kids[1], gens, i, count);
        return cap ? cap : bound_of(ck, c->kids[1], c->kids[0], gens, i, count);
    }
    case EXPR_IN:
        if (c->domain->kind != DOMAIN_RANGE) return NULL;
        return bound_of(ck, c->kids[0], c->domain->high, gens, i, count);
    default: return NULL;
    }
}

bool find_caps(struct checker *ck, struct gen *gens, size_t count, struct expr *const *conditions,
               size_t condition_count)
{
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        if (!set_is_infinite(gens[i].domain.kind)) continue;
        for (size_t c = 0; c < condition_count; c++) {
            struct expr *cap = cap_from(ck, conditions[c], gens, i, count);
            if (cap && gens[i].cap) {
                struct expr *least = expr_two(ck, EXPR_CALL, TYPE_INT, gens[i].span, gens[i].cap, cap);
                if (least) least->index = BUILTIN_MIN;
                cap = least;
            }
            if (cap) gens[i].cap = cap;
        }
        if (gens[i].cap || ck->no_memory) continue;
        diag(ck->diags, D_INFINITE_SET, gens[i].domain.span, gens[i].name, gens[i].name);
        good = false;
    }
    return good && !ck->no_memory;
}

bool divides_what_may_be_0(const struct domain *d)
{
    return d->kind == DOMAIN_DIVISORS && !(d->low->kind == EXPR_INT && d->low->number->sign > 0);
}

/* n > 0, 1 <= n, n != 0: of what is divided. */
static bool says_not_zero(const struct expr *e, const struct domain *d)
{
    int64_t than;
    if (!expr_compares(e->kind)) return false;
    for (int k = 0; k < 2; k++) {
        enum expr_kind kind = k ? expr_turned(e->kind) : e->kind;
        const struct expr *other = e->kids[1 - k];
        if (!expr_equal(e->kids[k], d->low) || other->kind != EXPR_INT || !integer_fits(other->number, &than)) continue;
        return (kind == EXPR_GT && than >= 0) || (kind == EXPR_GE && than >= 1) || (kind == EXPR_NE && than == 0) ||
               (kind == EXPR_EQ && than != 0);
    }
    return false;
}

bool caps_alone(struct checker *ck, struct gen *gens, size_t count, struct expr *const *conditions,
                size_t condition_count, size_t which)
{
    for (size_t i = 0; i < count; i++) {
        /* where nothing says that there is something to divide, only a cap leaves an end, and another one may leave something at 0 */
        bool divisors = divides_what_may_be_0(&gens[i].domain), others = false;
        if (!divisors && !set_is_infinite(gens[i].domain.kind)) continue;
        if (!cap_from(ck, conditions[which], gens, i, count)) continue;
        for (size_t c = 0; c < condition_count && !others; c++)
            if (c != which)
                others = divisors ? says_not_zero(conditions[c], &gens[i].domain)
                                  : cap_from(ck, conditions[c], gens, i, count) != NULL;
        if (!others) return true;
    }
    return false;
}
