/* SPDX-License-Identifier: MIT */
/* A move consists of its generators' domains, its conditions and its result; multiplied out, they give one piece per
 * choice, whose generators are then solved for. Pieces without a solution are dropped. */
#include "proof/normal/normal.h"
#include "base/checked.h"
#include "model/expr.h"
#include "model/sets.h"
#include "proof/normal/axioms.h"
#include "proof/private.h"

enum {
    FUEL = 400000,
    MAX_ALL_PIECES = 4 * NORMAL_MAX_PIECES,
    FEW = 33,
    FEW_NAMED = 256,
    FEW_WIDTHS = 4,
    MOST_BYTES = 32 << 20,
    MOST_ROWS = 1000000 /* about 160 times what any rule of the gallery or the tests needs, checked or analyzed */
};
typedef VEC(struct normal_piece) pieces;

/* ---- conditions of a move ---------------------------------------------------------------------------------------- */
/* Restores the state before a failure that was only too much splitting. */
static bool forgive(struct normal_builder *b)
{
    if (!b->too_many || b->space->work.no_memory) return false;
    b->failed = b->too_many = false;
    b->reason = NULL;
    return true;
}

static struct normal_union with_truth(struct normal_builder *b, struct normal_union u, const struct linear_form *truth)
{
    if (!expr_check(b, truth)) return union_none();
    return union_and(b, u, union_one(b, linear_scale(&b->space->work, truth, 1, -1), false));
}

static struct normal_union with_condition(struct normal_builder *b, struct normal_union u, const struct expr *e,
                                          const struct normal_binding *scope)
{
    struct normal_union both = union_and(b, u, expr_union(b, e, true, scope));
    if (!b->failed || !forgive(b)) return both;
    return with_truth(b, u, expr_value(b, e, scope).form);
}

static struct normal_union with_domain(struct normal_builder *b, struct normal_union u, const struct linear_form *v,
                                       const struct domain *d, const struct normal_binding *scope)
{
    struct normal_union both = union_and(b, u, domain_union(b, v, d, true, scope));
    if (!b->failed || !forgive(b)) return both;
    return with_truth(b, u, domain_truth(b, v, d, scope));
}

/* ---- pieces ------------------------------------------------------------------------------------------------------ */
/* What is known of positions of the rule's kind with these items, and whether there are such positions. */
struct known {
    struct linear_conjunction facts;
    enum linear_answer answer; /* LINEAR_UNKNOWN: it was not asked, or could not be said */
};

static struct known known_with(struct normal_builder *b, const struct normal *n, struct linear_conjunction items)
{
    struct linear_conjunction parts[2] = {n->domain, items};
    struct known k;
    k.facts = axioms_solved(b->space, parts, 2, &k.answer);
    return k;
}

static bool has_solution(struct normal_builder *b, const struct known *k)
{
    if (!k->facts.items || k->answer != LINEAR_UNKNOWN) return k->answer != LINEAR_INFEASIBLE;
    return linear_solve(&b->space->work, k->facts.items, k->facts.count, NULL) != LINEAR_INFEASIBLE;
}

static bool possible(struct normal_builder *b, const struct normal *n, struct linear_conjunction items)
{
    struct known k = known_with(b, n, items);
    return has_solution(b, &k);
}

/* guard and result_k = value_k */
static struct linear_conjunction piece_items(struct normal_builder *b, const struct normal_outcome *o,
                                             struct linear_conjunction guard)
{
    bool never;
    size_t n = (size_t)o->shape.result_vars;
    struct linear_constraint *equal = arena_array(b->space->arena, n + 1, sizeof *equal);
    if (!equal) return expr_check(b, NULL), guard;
    for (size_t k = 0; k < n; k++) {
        int var = normal_var(b->space, NORMAL_RESULT, (int)k);
        equal[k] = (struct linear_constraint){
            linear_sum(&b->space->work, linear_variable(&b->space->work, var), 1, o->values[k], -1), true};
        if (!expr_check(b, equal[k].form)) return guard;
    }
    return union_join(b, guard, (struct linear_conjunction){equal, n}, &never);
}

/* Components are copied: settling rewrites their bases. */
static struct normal_component *copy_components(struct normal_builder *b, const struct normal_piece *shape)
{
    struct normal_component *out = arena_array(b->space->arena, shape->component_count + 1, sizeof *out);
    if (!out) return expr_check(b, NULL), NULL;
    for (size_t i = 0; i < shape->component_count; i++) {
        out[i] = shape->components[i];
        out[i].args = arena_array(b->space->arena, out[i].arg_count + 1, sizeof *out[i].args);
        if (!out[i].args) return expr_check(b, NULL), NULL;
        for (size_t k = 0; k < out[i].arg_count; k++) out[i].args[k] = shape->components[i].args[k];
    }
    return out;
}

/* Are there as many pieces as are wanted? */
static bool are_enough(const struct normal_builder *b, const pieces *out)
{
    return b->source->most && out->count >= b->source->most;
}

static void keep_piece(struct normal_builder *b, const struct normal_piece *p, pieces *out)
{
    if (are_enough(b, out)) return;
    if (out->count == MAX_ALL_PIECES) {
        expr_fail(b, "the moves split into too many cases");
    } else if (!vec_push(out, *p)) {
        b->space->work.no_memory = true;
        expr_fail(b, "memory is out");
    }
}

/* Linear arithmetic cannot use membership in a set such as `primes`, but its elements can be listed. */
static bool is_infinite_set(const struct normal_builder *b, int move, size_t gen)
{
    return set_is_infinite(b->game->moves[move].gens[gen].domain.kind);
}

/* Is it worth while to ask for the generator's values? Yes, if it remains in the rule or ranges over a named set. */
static bool may_split_at(struct normal_builder *b, const struct normal_piece *p, size_t g)
{
    int var = normal_var(b->space, NORMAL_GEN, (int)g);
    bool left = false, named = is_infinite_set(b, p->move, g);
    if (p->exact && !named) return false;
    for (size_t i = 0; i < p->rule.count && !left; i++) left = form_mentions(b->space, p->rule.items[i].form, var);
    return named || (!p->recover[g] && left);
}

/* Should the piece be split at them? Yes, if they are few. */
static bool splits_at(struct normal_builder *b, const struct normal_piece *p, struct linear_conjunction known, size_t g,
                      struct linear_bounds *range)
{
    bool named = is_infinite_set(b, p->move, g);
    int64_t width;
    const struct linear_form *v = p->recover[g];
    if (!v) v = linear_variable(&b->space->work, normal_var(b->space, NORMAL_GEN, (int)g));
    if (!linear_range(&b->space->work, known.items, known.count, v, range)) return false;
    return !range->empty && range->has_low && range->has_high && checked_sub(range->high, range->low, &width) &&
           width < (named ? FEW_NAMED : FEW) && (width > 0 || !p->recover[g]);
}

/* The first such generator and its range; -1: there is none. `known`: of the rule, gathered when it is first needed. */
static int few_values(struct normal_builder *b, const struct normal *n, const struct normal_piece *p,
                      struct known *known, struct linear_bounds *range)
{
    for (size_t g = 0; g < p->gen_count; g++) {
        if (!may_split_at(b, p, g)) continue;
        if (!known->facts.items) *known = known_with(b, n, p->rule);
        if (!known->facts.items) return -1;
        if (splits_at(b, p, known->facts, g, range)) return (int)g;
    }
    return -1;
}

static void finish_piece(struct normal_builder *b, const struct normal *n, pieces *out,
                         const struct normal_piece *shape, struct linear_conjunction items, int depth);

/* The items with the generator set to this value, also inside terms; terms that become constant are folded. */
static bool fix_value(struct normal_builder *b, struct linear_conjunction items, int var, int64_t value,
                      struct linear_conjunction *out)
{
    struct linear_work *w = &b->space->work;
    const struct linear_form **map = arena_array(b->space->arena, (size_t)var + 1, sizeof *map);
    const struct linear_form *x = linear_constant(w, value);
    struct linear_conjunction fixed;
    int64_t minus;
    if (!checked_neg(value, &minus)) return false;
    if (!map || !x) return expr_check(b, NULL), false;
    map[var] = x;
    if (!normal_replace_all(b->space, items, map, (size_t)var + 1, &fixed)) return expr_check(b, NULL), false;
    struct linear_constraint here = {linear_scale(w, linear_variable(w, var), 1, minus), true};
    bool never = false;
    if (!expr_check(b, here.form)) return false;
    *out = union_join(b, fixed, (struct linear_conjunction){&here, 1}, &never);
    return !never && !b->failed;
}

/* One piece for each value of the generator. */
static void split_piece(struct normal_builder *b, const struct normal *n, pieces *out, const struct normal_piece *shape,
                        struct linear_conjunction items, int gen, struct linear_bounds range, int depth)
{
    int var = normal_var(b->space, NORMAL_GEN, gen);
    struct linear_conjunction fixed;
    bool more = range.low <= range.high;
    for (int64_t x = range.low; more && !b->failed; more = checked_next(&x, range.high))
        if (fix_value(b, items, var, x, &fixed)) finish_piece(b, n, out, shape, fixed, depth + 1);
}

static void finish_piece(struct normal_builder *b, const struct normal *n, pieces *out,
                         const struct normal_piece *shape, struct linear_conjunction items, int depth)
{
    struct normal_piece p = *shape;
    struct linear_bounds range;
    if (are_enough(b, out) || !expr_enter(b)) return;
    p.components = copy_components(b, shape);
    if (b->failed || !possible(b, n, items)) return;
    struct normal_union rules;
    if (!piece_finish(b, &p, items, &rules)) return;
    struct linear_conjunction whole = p.rule;
    struct known known = {0};
    int gen = depth > 2 ? -1 : few_values(b, n, &p, &known, &range);
    if (gen >= 0) {
        split_piece(b, n, out, shape, items, gen, range, depth);
        return;
    }
    for (size_t i = 0; i < rules.count && !b->failed; i++) {
        p.rule = rules.items[i];
        bool same = p.rule.items == whole.items && p.rule.count == whole.count; /* no generator was eliminated */
        bool fine = same && known.facts.items ? has_solution(b, &known) : possible(b, n, p.rule);
        if (fine) keep_piece(b, &p, out);
    }
}

static void add_piece(struct normal_builder *b, const struct normal *n, pieces *out, int move,
                      struct linear_conjunction when, const struct normal_outcome *o)
{
    bool never;
    struct linear_conjunction guard = union_join(b, when, o->guard, &never);
    if (b->failed || never) return;
    struct normal_piece shape = o->shape;
    shape.move = move;
    shape.gen_count = b->game->moves[move].gen_count;
    struct linear_conjunction items = piece_items(b, o, guard);
    if (!b->failed) finish_piece(b, n, out, &shape, items, 0);
}

/* ---- moves ------------------------------------------------------------------------------------------------------- */
static bool is_range_of_slot(const struct domain *d, int slot)
{
    return d && d->kind == DOMAIN_RANGE && domain_reads(d, slot);
}

static bool tests_range(void *context, const struct expr *e)
{
    return e->kind == EXPR_IN && is_range_of_slot(e->domain, *(const int *)context);
}

/* Does the number say how many cells are looked at, made or written? `all(s[j] == 1 for j in i..i + w)`, `[i..i + w] = 0` */
static bool counts_cells(void *context, const struct expr *e)
{
    int slot = *(const int *)context;
    bool counts = false;
    for (size_t i = 0; i < e->gen_count && !counts; i++) counts = is_range_of_slot(&e->gens[i].domain, slot);
    for (size_t i = 0; e->kind == EXPR_ROW_FOR && i < e->count && !counts; i++)
        counts = expr_any(e->kids[i], tests_range, context);
    for (size_t i = 0; e->kind == EXPR_WITH && i < e->update_count && !counts; i++)
        counts = e->updates[i].high[0] &&
                 (expr_reads(e->updates[i].low[0], slot) || expr_reads(e->updates[i].high[0], slot));
    return counts;
}

static bool counts_in_move(const struct move *m, int slot)
{
    bool counts = expr_any(m->result, counts_cells, &slot);
    for (size_t i = 0; i < m->condition_count && !counts; i++) counts = expr_any(m->conditions[i], counts_cells, &slot);
    return counts;
}

/* The values of a domain that always has the same, at most FEW_WIDTHS; else 0. */
static size_t few_widths(struct normal_builder *b, const struct domain *d, const struct normal_binding *scope,
                         int64_t *values)
{
    int64_t low, high;
    if (d->kind != DOMAIN_RANGE || !d->high) return 0;
    const struct linear_form *from = expr_value(b, d->low, scope).form, *to = expr_value(b, d->high, scope).form;
    if (!from || !to || !linear_is_constant(from, &low) || !linear_is_constant(to, &high)) return 0;
    if (low < -FEW_WIDTHS || high > FEW_WIDTHS || high - low >= FEW_WIDTHS) return 0;
    size_t count = 0;
    while (low <= high) values[count++] = low++;
    return count;
}

static void build_with(struct normal_builder *b, const struct normal *n, pieces *out, int index,
                       struct normal_union when, const struct normal_binding *scope)
{
    const struct move *m = &b->game->moves[index];
    for (size_t i = 0; i < m->condition_count && !b->failed; i++)
        when = with_condition(b, when, m->conditions[i], scope);
    if (b->failed || !when.count) return;
    struct normal_outcomes o = expr_outcomes(b, m->result, scope);
    for (size_t i = 0; i < when.count; i++)
        for (size_t k = 0; k < o.count && !b->failed; k++) add_piece(b, n, out, index, when.items[i], &o.items[k]);
}

/* From generator `gen` on. One that counts cells is a number of its own for each of its few values. */
static void build_from(struct normal_builder *b, const struct normal *n, pieces *out, int index, size_t gen,
                       struct normal_union when, const struct normal_binding *scope)
{
    const struct move *m = &b->game->moves[index];
    int64_t widths[FEW_WIDTHS];
    if (b->failed) return;
    if (gen == m->gen_count) {
        build_with(b, n, out, index, when, scope);
        return;
    }
    const struct gen *g = &m->gens[gen];
    const struct linear_form *v = linear_variable(&b->space->work, normal_var(b->space, NORMAL_GEN, (int)gen));
    if (!expr_check(b, v)) return;
    size_t few = counts_in_move(m, g->slot) ? few_widths(b, &g->domain, scope, widths) : 0;
    for (size_t i = 0; i < few && !b->failed; i++) {
        const struct linear_form *width = linear_constant(&b->space->work, widths[i]);
        struct normal_union here = union_one(b, linear_scale(&b->space->work, v, 1, -widths[i]), true);
        build_from(b, n, out, index, gen + 1, union_and(b, when, here),
                   expr_bind(b, scope, g->slot, width, NULL, NULL));
    }
    if (few || b->failed) return;
    when = with_domain(b, when, v, &g->domain, scope);
    build_from(b, n, out, index, gen + 1, when, expr_bind(b, scope, g->slot, v, NULL, NULL));
}

static void build_move(struct normal_builder *b, const struct normal *n, pieces *out, int index)
{
    if (!b->game->moves[index].result) expr_fail(b, "a move is generated by Lua");
    else build_from(b, n, out, index, 0, union_all(b), NULL);
}

/* ---- the state --------------------------------------------------------------------------------------------------- */
static void build_domain(struct normal_builder *b, struct normal *n)
{
    struct linear_work *w = &b->space->work;
    struct normal_union u = union_all(b);
    for (size_t i = 0; i < b->game->field_count && !b->failed; i++) {
        enum field_kind kind = b->game->fields[i].kind;
        int field = b->source->fields ? b->source->fields[i] : (int)i;
        const struct linear_form *v = linear_variable(w, normal_var(b->space, NORMAL_FIELD, field));
        if (kind == FIELD_NODE) expr_fail(b, "the state is a node of a graph");
        if (kind == FIELD_TREE) expr_fail(b, "the state is a tree");
        if (kind == FIELD_NODES) expr_fail(b, "the state is a set of nodes of a graph");
        if (kind == FIELD_NAT || kind == FIELD_BOOL) u = union_and(b, u, union_one(b, v, false));
        if (kind == FIELD_BOOL) u = union_and(b, u, union_one(b, linear_scale(w, v, -1, 1), false));
    }
    if (!b->failed && b->source->mover == NORMAL_EITHER) {
        const struct linear_form *v = linear_variable(w, normal_var(b->space, NORMAL_MOVER, 0));
        u = union_and(b, u, union_one(b, linear_scale(w, v, 1, -1), false));
        u = union_and(b, u, union_one(b, linear_scale(w, v, -1, 2), false));
    }
    if (!b->failed) n->domain = u.items[0];
    struct normal_union i = union_all(b);
    if (b->game->invariant && !b->failed) i = with_condition(b, i, b->game->invariant, NULL);
    n->invariant = i.items;
    n->invariant_count = i.count;
}

static bool build_pieces(struct normal_builder *b, struct normal *n)
{
    pieces out = {0};
    for (size_t i = 0; i < b->game->move_count && !b->failed && !are_enough(b, &out); i++)
        build_move(b, n, &out, (int)i);
    n->pieces = arena_array(b->space->arena, out.count + 1, sizeof *n->pieces);
    if (!n->pieces) b->space->work.no_memory = b->failed = true;
    for (size_t i = 0; i < out.count && n->pieces; i++) n->pieces[i] = out.data[i];
    n->piece_count = out.count;
    vec_free(&out);
    return !b->failed;
}

enum status normal_build(struct normal_space *space, const struct normal_source *source, struct normal **normal)
{
    space->work.arena = space->arena;
    space->work.no_memory = space->work.gave_up = false;
    space->work.steps = FUEL;
    struct normal *n = arena_alloc(space->arena, sizeof *n);
    if (!n) return ST_NO_MEMORY;
    n->space = space;
    n->source = *source;
    *normal = n;
    struct normal_builder b = {.space = space,
                               .source = &n->source,
                               .game = &source->model->games[source->game],
                               .build = source->held ? NULL : normal_build,
                               .fuel = FUEL,
                               .ceiling = space->arena->bytes + MOST_BYTES,
                               .most_rows = space->work.rows + MOST_ROWS};
    if (b.game->kind == GAME_GRAPH) expr_fail(&b, "an explicit graph");
    if (b.game->uses_mover && !source->mover) expr_fail(&b, "the mover matters");
    if (!b.failed) build_domain(&b, n);
    if (!b.failed) b.states = n;
    if (!b.failed && b.game->kind == GAME_COMPOUND) n->compound = expr_value(&b, b.game->compound, NULL);
    if (!b.failed) build_pieces(&b, n);
    n->supported = !b.failed;
    n->too_large = b.too_large || (b.failed && b.too_many);
    n->reason = b.reason;
    return space->work.no_memory ? ST_NO_MEMORY : ST_OK;
}
