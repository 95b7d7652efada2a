/* SPDX-License-Identifier: MIT */
/* Folds, rows and sums with generators, as terms. Three things are normalised: a condition that holds for all members
 * is dropped; so is one that only drops summands without options; and a generator that merely scans a row becomes one
 * over its cells:
 *
 *     upto k of (nim(s[i]) for i in 1..len(s) where s[i] > 0)          upto k of (nim(x) for x in s)
 * */
#include "proof/private.h"
#include "proof/normal/may_fail.h"

static struct normal_value no_value(void) { return (struct normal_value){NULL, NULL}; }

/* ---- conditions that may be dropped ------------------------------------------------------------------------------ */
struct condition {
    struct normal_builder own; /* a failure here does not fail the whole */
    const struct expr *e;
    const struct normal_binding *scope;
    struct linear_conjunction
        members; /* what is known of them: elements of rows and bags of the state are natural numbers */
};

/* Is it a row or bag of the state, in any order? A constructed row may contain negative numbers: [n - 5]. */
static bool is_of_state(struct normal_builder *b, const struct expr *e, const struct normal_binding *scope)
{
    for (;;) {
        if (e->kind == EXPR_FIELD) return e->type == TYPE_ROW || e->type == TYPE_BAG;
        if (e->kind == EXPR_CALL && (e->index == BUILTIN_SORT || e->index == BUILTIN_REVERSE)) {
            e = e->kids[0];
        } else if (e->kind == EXPR_LET) {
            scope = expr_bind(b, scope, e->index, NULL, e->kids[0], scope);
            e = e->kids[1];
        } else if (e->kind == EXPR_LOCAL) {
            const struct normal_binding *n = expr_binding(b, scope, e->index);
            if (!n || !n->expr) return false;
            e = n->expr;
            scope = n->scope;
        } else {
            return false;
        }
    }
}

static bool open_condition(struct condition *c, struct normal_builder *b, const struct expr *e, int level,
                           const struct normal_binding *scope)
{
    *c = (struct condition){.own = *b, .e = e, .scope = scope};
    c->own.whole = false;
    struct linear_constraint *known = arena_array(b->space->arena, e->gen_count + 1, sizeof *known);
    size_t count = 0;
    for (size_t i = 0; known && i < e->gen_count; i++) {
        int var = normal_var(b->space, NORMAL_BOUND, level + (int)i);
        if (e->gens[i].domain.kind != DOMAIN_ELEMENTS || !is_of_state(b, e->gens[i].domain.low, scope)) continue;
        known[count].form = linear_variable(&b->space->work, var);
        if (!known[count++].form) return false;
    }
    c->members = (struct linear_conjunction){known, count};
    return known != NULL;
}

static bool always_true(struct condition *c)
{
    struct normal_union when = expr_union(&c->own, c->e->kids[1], true, c->scope);
    return !c->own.failed && normal_covered(c->own.space, &c->members, 1, when.items, when.count);
}

/* The substitution that gives the game in terms of the arguments: its fields become these, and its generators are
 * renumbered above those in use; NULL if that is not possible. */
static const struct linear_form *const *argument_map(struct condition *c, const struct expr *position, size_t *count)
{
    enum { APART = 100000 };
    struct normal_space *s = c->own.space;
    for (size_t i = 0; i < position->count; i++)
        if (position->kids[i]->type != TYPE_INT || normal_var(s, NORMAL_FIELD, (int)i) < 0) return NULL;
    *count = s->var_count;
    const struct linear_form **map = arena_array(s->arena, *count + 1, sizeof *map);
    for (size_t v = 0; map && v < *count; v++) {
        bool apart = s->vars[v].kind == NORMAL_GEN && s->vars[v].index < APART;
        if (apart && !(map[v] = linear_variable(&s->work, normal_var(s, NORMAL_GEN, s->vars[v].index + APART))))
            return NULL;
    }
    for (size_t i = 0; map && i < position->count; i++) {
        const struct linear_form *value = expr_value(&c->own, position->kids[i], c->scope).form;
        if (c->own.failed || !value) return NULL;
        map[normal_var(s, NORMAL_FIELD, (int)i)] = value;
    }
    return map;
}

/* Does the conjunction contain variables of that kind? Bound variables of its own folds could be confused with the
 * enclosing ones. */
static bool conjunction_holds(const struct normal_space *s, struct linear_conjunction c, enum normal_var_kind kind)
{
    for (size_t i = 0; i < c.count; i++)
        if (forms_hold(s, c.items[i].form, kind)) return true;
    return false;
}

/* Does the piece have no option wherever the condition fails? */
static bool never_moves(struct condition *c, const struct normal_piece *p, const struct linear_form *const *map,
                        size_t map_count, struct normal_union fails)
{
    struct normal_space *s = c->own.space;
    struct linear_conjunction rule;
    if (conjunction_holds(s, p->rule, NORMAL_BOUND) || !normal_replace_all(s, p->rule, map, map_count, &rule))
        return false;
    for (size_t i = 0; i < fails.count; i++) {
        struct linear_conjunction context[3] = {c->members, fails.items[i], rule};
        if (!normal_covered(s, context, 3, NULL, 0)) return false;
    }
    return true;
}

/* Is the summand a position of its game wherever the condition fails? If not, dropping the condition would introduce
 * an error. */
static bool is_position(struct condition *c, const struct normal *part, const struct linear_form *const *map,
                        size_t map_count, struct normal_union fails)
{
    struct normal_space *s = c->own.space;
    struct linear_conjunction domain, *states = arena_array(s->arena, part->invariant_count + 1, sizeof *states);
    bool all = states && normal_replace_all(s, part->domain, map, map_count, &domain);
    for (size_t i = 0; i < part->invariant_count && all; i++) {
        all = !conjunction_holds(s, part->invariant[i], NORMAL_BOUND) &&
              normal_replace_all(s, part->invariant[i], map, map_count, &states[i]);
    }
    for (size_t i = 0; i < fails.count && all; i++) {
        struct linear_conjunction context[2] = {c->members, fails.items[i]};
        all = normal_covered(s, context, 2, &domain, 1) && normal_covered(s, context, 2, states, part->invariant_count);
    }
    return all;
}

/* Does the summand have no options wherever the condition fails, whoever is to move? Proved from its normal form. */
static bool leaves_out_nothing(struct condition *c)
{
    const struct expr *position = c->e->kids[0];
    const struct normal_source *s = c->own.source;
    bool either = s->mover == 0 || s->mover == NORMAL_EITHER,
         part_of_sum = c->e->kind == EXPR_SUM_FOR && !c->own.counted;
    if (!either || !part_of_sum || c->own.space->within || position->kind != EXPR_GAME || position->start >= 0)
        return false;
    if (!c->own.build || s->model->games[position->game].kind != GAME_RULES) return false;
    struct normal_source inner = {.model = s->model,
                                  .game = position->game,
                                  .params = s->params,
                                  .symbolic = s->symbolic,
                                  .params_as = s->params_as,
                                  .games = s->games,
                                  .orders = s->orders,
                                  .owner = s->owner,
                                  .mover = s->mover};
    struct normal *part;
    size_t map_count;
    if (normal_may_fail(&inner)) return false;
    c->own.space->within = true;
    enum status st = c->own.build(c->own.space, &inner, &part);
    c->own.space->within = false;
    if (st != ST_OK || !part->supported) return false;
    struct normal_union fails = expr_union(&c->own, c->e->kids[1], false, c->scope);
    const struct linear_form *const *map = argument_map(c, position, &map_count);
    bool none = map && !c->own.failed && is_position(c, part, map, map_count, fails);
    for (size_t i = 0; i < part->piece_count && none; i++)
        none = never_moves(c, &part->pieces[i], map, map_count, fails);
    return none;
}

static bool says_nothing(struct normal_builder *b, const struct expr *e, int level, const struct normal_binding *scope)
{
    struct condition c;
    if (!open_condition(&c, b, e, level, scope)) return expr_check(b, NULL);
    bool nothing = always_true(&c);
    if (!nothing && open_condition(&c, b, e, level, scope)) nothing = leaves_out_nothing(&c);
    b->fuel = c.own.fuel;
    if (b->space->work.no_memory) expr_check(b, NULL);
    return nothing && !b->failed;
}

/* ---- reading a row from end to end ------------------------------------------------------------------------------- */
/* The row of low..len(row) + low - 1, with a constant low; NULL for any other domain. */
static const struct normal_term *whole_row(struct normal_builder *b, struct normal_value binder, int64_t *low)
{
    const struct normal_term *domain = binder.term ? binder.term->args[0].term : NULL;
    if (!domain || domain->kind != NORMAL_DOMAIN || domain->data != DOMAIN_RANGE || domain->count < 2) return NULL;
    const struct linear_form *from = domain->args[0].form, *to = domain->args[1].form;
    if (!from || !to || !linear_is_constant(from, low) || to->count != 1 || to->terms[0].factor != 1) return NULL;
    const struct normal_term *length = b->space->vars[to->terms[0].var].term;
    bool is = *low > INT64_MIN / 2 && to->constant == *low - 1 && length && length->kind == EXPR_CALL &&
              length->data == BUILTIN_LEN && length->args[0].term && length->args[0].term->kind == EXPR_FIELD;
    return is ? length->args[0].term : NULL;
}

static bool replace_values(struct normal_builder *b, struct normal_value *values, size_t count, int var,
                           const struct linear_form *by)
{
    size_t n = b->space->var_count;
    const struct linear_form **map = arena_array(b->space->arena, n + 1, sizeof *map);
    if (!map || !by) return expr_check(b, NULL);
    map[var] = by;
    for (size_t i = 0; i < count; i++) {
        if (values[i].form) values[i].form = normal_replace(b->space, values[i].form, map, n);
        else values[i].term = normal_replace_term(b->space, values[i].term, map, n);
        if (terms_failed(values[i])) return false;
    }
    return true;
}

/* If what follows the generator reads only row[generator], the generator runs over the cells instead. */
static void run_over_cells(struct normal_builder *b, struct normal_value *binder, struct normal_value *rest,
                           size_t count, int level)
{
    enum { BESIDE = 1000 }; /* a nesting level that no rule reaches */
    int64_t low = 1;
    const struct normal_term *row = whole_row(b, *binder, &low);
    if (!row || b->failed) return;
    int var = normal_var(b->space, NORMAL_BOUND, level), beside = normal_var(b->space, NORMAL_BOUND, BESIDE + level);
    const struct linear_form *v = linear_variable(&b->space->work, var);
    struct normal_value read[2] = {{.term = row}, terms_of_form(linear_scale(&b->space->work, v, 1, 1 - low))};
    struct normal_value elements[2] = {{.term = row}, no_value()};
    const struct linear_form *cell = v ? expr_make(b, EXPR_INDEX, 0, read, 2, true, false).form : NULL;
    struct normal_value *changed = arena_array(b->space->arena, count + 1, sizeof *changed);
    if (!cell || !changed || beside < 0 || b->failed) {
        expr_check(b, cell && changed && beside >= 0 ? cell : NULL);
        return;
    }
    for (size_t i = 0; i < count; i++) changed[i] = rest[i];
    if (!replace_values(b, changed, count, cell->terms[0].var, linear_variable(&b->space->work, beside))) return;
    for (size_t i = 0; i < count; i++)
        if (value_mentions(b->space, changed[i], var)) return;
    if (!replace_values(b, changed, count, beside, v)) return;
    elements[1] = expr_optional(b, NULL, NULL);
    struct normal_value domain = expr_make(b, NORMAL_DOMAIN, DOMAIN_ELEMENTS, elements, 2, false, false);
    if (!b->failed) *binder = expr_make(b, NORMAL_BINDER, level, &domain, 1, false, false);
    for (size_t i = 0; i < count && !b->failed; i++) rest[i] = changed[i];
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */
/* args: the generators' domains as binders, the body, and the condition unless it can be dropped. */
struct normal_value expr_bound(struct normal_builder *b, const struct expr *e, const struct normal_binding *scope)
{
    size_t n = e->gen_count;
    int outer = b->level;
    struct normal_value *args = arena_array(b->space->arena, n + 2, sizeof *args);
    if (!args) return expr_check(b, NULL), no_value();
    for (size_t i = 0; i < n && !b->failed; i++) {
        struct normal_value domain = domain_value(b, &e->gens[i].domain, scope);
        if (b->failed) break;
        args[i] = expr_make(b, NORMAL_BINDER, b->level, &domain, 1, false, false);
        const struct linear_form *v = linear_variable(&b->space->work, normal_var(b->space, NORMAL_BOUND, b->level++));
        if (expr_check(b, v)) scope = expr_bind(b, scope, e->gens[i].slot, v, NULL, NULL);
    }
    args[n] = expr_optional(b, e->count > 0 ? e->kids[0] : NULL, scope);
    struct expr *condition = e->count > 1 ? e->kids[1] : NULL;
    if (condition && !b->failed && says_nothing(b, e, outer, scope)) condition = NULL;
    args[n + 1] = expr_optional(b, condition, scope);
    for (size_t i = n; i-- > 0 && !b->failed;) run_over_cells(b, &args[i], &args[i + 1], n + 1 - i, outer + (int)i);
    b->level = outer;
    if (b->failed) return no_value();
    bool truth = e->type == TYPE_BOOL;
    return expr_make(b, (int)e->kind, e->kind == EXPR_FOLD ? e->index : 0, args, n + 2, truth || e->type == TYPE_INT,
                     truth);
}
