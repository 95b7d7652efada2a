/* SPDX-License-Identifier: MIT */
/* Two results correspond if their components can be paired, game by game, argument by argument, update by update;
 * the pairing of result variables is then a renaming. All pairings are tried, since sums and updates have no order.
 * Each piece numbers its own result variables, so b cannot be compared with a before it is renamed: neither its rule
 * nor its bases, which contain result variables too (a generator is written as the result that determines it). Both
 * are renamed and compared once the pairing is complete. */
#include "proof/normal/terms.h"
#include "proof/match/private.h"
#include "proof/private.h"

enum { MAX_PAIRINGS = 5000 };

struct matcher {
    struct unifier *u;
    const struct normal_piece *a, *b;                 /* b's variables are renamed to a's */
    bool b_user;                                      /* b is on the user's side */
    int to[UNIFY_MAX_COMPONENTS];                     /* component of b for each of a */
    int turn[UNIFY_MAX_COMPONENTS][UNIFY_MAX_TURNED]; /* field k of the reference is read as its field turn[k] */
    const struct linear_form **map;
    size_t map_count, maps, pairings;
    unify_parts *parts;
};

static bool rename_var(struct matcher *m, int a_var, int b_var)
{
    struct normal_space *s = m->u->space;
    int from = normal_var(s, NORMAL_RESULT, b_var), to = normal_var(s, NORMAL_RESULT, a_var);
    if (from < 0 || to < 0 || (size_t)from >= m->map_count) return m->u->no_memory = true, false;
    m->map[from] = linear_variable(&s->work, to);
    if (!m->map[from]) m->u->no_memory = true;
    return m->map[from] != NULL;
}

/* The value of `var` by an equality that contains it with factor 1 or -1 and never inside a term; else NULL. */
static const struct linear_form *solved(struct normal_space *s, struct linear_conjunction c, int var)
{
    struct linear_work *w = &s->work;
    for (size_t i = 0; i < c.count; i++) {
        int64_t k = c.items[i].equality ? linear_factor(c.items[i].form, var) : 0;
        if (k != 1 && k != -1) continue;
        const struct linear_form *rest = linear_replace(w, c.items[i].form, var, linear_constant(w, 0));
        if (rest && !form_mentions(s, rest, var)) return linear_scale(w, rest, -k, 0);
    }
    return NULL;
}

/* Like emit, with a capped field: b leads to some z where a leads to another number, and both are at least the cap.
 * z is eliminated with the equality that determines it; if there is none, the part is left out. */
static void emit_capped(struct matcher *m)
{
    struct normal_space *s = m->u->space;
    struct linear_work *w = &s->work;
    const struct unify_pair *pair = m->u->capped_pair;
    const struct normal_component *a = &m->a->components[0], *b = &m->b->components[0];
    int field = m->u->cap.field, by = m->u->cap.by;
    int a_field = m->b_user ? field : pair->order[field], a_by = m->b_user ? by : pair->order[by];
    int b_field = m->b_user ? pair->order[field] : field;
    int z = normal_var(s, NORMAL_OTHER, 0), from = normal_var(s, NORMAL_RESULT, b->args[b_field].first_var);
    int mine = normal_var(s, NORMAL_RESULT, a->args[a_field].first_var);
    int cap = normal_var(s, NORMAL_RESULT, a->args[a_by].first_var);
    const struct linear_form *before = m->map[from];
    struct linear_conjunction rule;
    m->map[from] = linear_variable(w, z);
    bool fine = m->map[from] && normal_replace_all(s, m->b->rule, m->map, m->map_count, &rule);
    m->map[from] = before;
    const struct linear_form *value = fine ? solved(s, rule, z) : NULL;
    if (!value) return;
    struct linear_constraint *items = arena_array(m->u->arena, rule.count + 2, sizeof *items);
    const struct linear_form **map = arena_array(m->u->arena, s->var_count + 1, sizeof *map);
    if (!items || !map) {
        m->u->no_memory = true;
        return;
    }
    for (size_t i = 0; i < rule.count; i++) items[i] = rule.items[i];
    items[rule.count] = (struct linear_constraint){linear_sum(w, value, 1, linear_variable(w, cap), -1), false};
    items[rule.count + 1] =
        (struct linear_constraint){linear_sum(w, linear_variable(w, mine), 1, linear_variable(w, cap), -1), false};
    map[z] = value;
    struct linear_conjunction part = {items, rule.count + 2};
    if (!items[rule.count].form || !items[rule.count + 1].form ||
        !normal_replace_all(s, part, map, s->var_count, &part)) {
        m->u->gave_up = true;
    } else if (!vec_push(m->parts, part)) {
        m->u->no_memory = true;
    }
}

/* Is the result one position of the pair whose field is capped? */
static bool may_cap(const struct matcher *m)
{
    const struct unify_pair *pair = m->u->capped_pair;
    if (!pair || m->u->cap.field < 0 || m->a->component_count != 1) return false;
    int user = m->b_user ? m->b->components[0].game : m->a->components[0].game;
    int ref = m->b_user ? m->a->components[0].game : m->b->components[0].game;
    return user == pair->user && ref == pair->ref;
}

static size_t partner_arg(const struct matcher *m, size_t at, size_t k);

/* Are the bases of b, in a's variables, those of a? Terms are interned, so equal terms are identical. */
static bool same_bases(struct matcher *m)
{
    struct normal_space *s = m->u->space;
    for (size_t i = 0; i < m->a->component_count; i++)
        for (size_t k = 0; k < m->a->components[i].arg_count; k++) {
            const struct normal_term *x = m->a->components[i].args[k].base;
            const struct normal_term *y = m->b->components[m->to[i]].args[partner_arg(m, i, k)].base;
            if (!x && !y) continue;
            const struct normal_term *renamed = x && y ? normal_replace_term(s, y, m->map, m->map_count) : NULL;
            if (x && y && !renamed) *(s->work.no_memory ? &m->u->no_memory : &m->u->gave_up) = true;
            if (!renamed || renamed != x) return false;
        }
    return true;
}

/* The pairing is complete: emits b's rule in a's variables, provided that the bases are the same in them. */
static void emit(struct matcher *m)
{
    struct linear_conjunction part;
    if (m->pairings++ >= MAX_PAIRINGS) m->u->gave_up = true;
    if (m->pairings > MAX_PAIRINGS || !same_bases(m)) return;
    if (m->maps++ >= UNIFY_MAX_MAPS) {
        m->u->gave_up = true;
        return;
    }
    if (!normal_replace_all(m->u->space, m->b->rule, m->map, m->map_count, &part)) {
        *(m->u->space->work.no_memory ? &m->u->no_memory : &m->u->gave_up) = true;
    } else if (!vec_push(m->parts, part)) {
        m->u->no_memory = true;
    }
    if (may_cap(m)) emit_capped(m);
}

/* May the component of the reference be any state with the same fields in another order? */
static bool may_turn(const struct matcher *m, const struct normal_component *a, const struct normal_component *b)
{
    return m->u->turned >= 0 && (m->b_user ? a : b)->game == m->u->turned && a->arg_count <= UNIFY_MAX_TURNED;
}

/* Which argument of its partner in b corresponds to argument k of component `at` of a. */
static size_t partner_arg(const struct matcher *m, size_t at, size_t k)
{
    const struct normal_component *a = &m->a->components[at], *b = &m->b->components[m->to[at]];
    if (a->game < 0) return k;
    const struct unify_pair *p = m->b_user ? unify_find(m->u, b->game, a->game) : unify_find(m->u, a->game, b->game);
    const int *turn = may_turn(m, a, b) ? m->turn[at] : NULL;
    if (m->b_user)
        return (size_t)p->order[turn ? turn[k] : (int)k]; /* a is the reference: its field k is the user's order[k] */
    for (size_t i = 0; i < b->arg_count; i++)
        if ((size_t)p->order[turn ? turn[i] : (int)i] == k) return i;
    return k;
}

static void match_args(struct matcher *m, size_t component, size_t arg);

/* Pairs update `at` of a with each free update of b that has the same operator, dimensions and ranges. */
static void match_updates(struct matcher *m, size_t component, size_t arg, size_t at, unsigned taken)
{
    const struct normal_component *ca = &m->a->components[component], *cb = &m->b->components[m->to[component]];
    const struct normal_arg *x = &ca->args[arg], *y = &cb->args[partner_arg(m, component, arg)];
    if (at == x->update_count) {
        match_args(m, component, arg + 1);
        return;
    }
    int a_var = x->first_var, b_var = y->first_var;
    for (size_t i = 0; i < at; i++) a_var += normal_update_width(x->updates[i]);
    for (size_t j = 0; j < y->update_count; b_var += normal_update_width(y->updates[j]), j++) {
        if (taken >> j & 1 || x->updates[at] != y->updates[j] || m->u->no_memory) continue;
        for (int k = 0; k < normal_update_width(x->updates[at]); k++)
            if (!rename_var(m, a_var + k, b_var + k)) return;
        match_updates(m, component, arg, at + 1, taken | 1u << j);
    }
}

/* Can the bases be the same under some pairing? A base without result variables is the same under every pairing. */
static bool may_be_same(const struct normal_space *s, const struct normal_term *x, const struct normal_term *y)
{
    if (!x || !y || x == y) return !x == !y;
    return x->kind == y->kind && x->data == y->data && x->count == y->count && terms_hold(s, x, NORMAL_RESULT) &&
           terms_hold(s, y, NORMAL_RESULT);
}

static bool same_kind(const struct normal_space *s, const struct normal_arg *x, const struct normal_arg *y)
{
    return x->kind == y->kind && x->var_count == y->var_count && may_be_same(s, x->base, y->base) &&
           x->update_count == y->update_count && x->update_count <= UNIFY_MAX_UPDATES;
}

static void match_components(struct matcher *m, size_t component, unsigned taken);

static void match_args(struct matcher *m, size_t component, size_t arg)
{
    const struct normal_component *ca = &m->a->components[component], *cb = &m->b->components[m->to[component]];
    if (arg == ca->arg_count) {
        unsigned taken = 0;
        for (size_t i = 0; i <= component; i++) taken |= 1u << m->to[i];
        match_components(m, component + 1, taken);
        return;
    }
    const struct normal_arg *x = &ca->args[arg], *y = &cb->args[partner_arg(m, component, arg)];
    if (!same_kind(m->u->space, x, y)) return;
    if (x->kind == NORMAL_WITH) {
        match_updates(m, component, arg, 0, 0);
        return;
    }
    for (int k = 0; k < x->var_count; k++)
        if (!rename_var(m, x->first_var + k, y->first_var + k)) return;
    match_args(m, component, arg + 1);
}

static bool same_game(const struct matcher *m, const struct normal_component *a, const struct normal_component *b)
{
    if (a->arg_count != b->arg_count) return false;
    if (a->game < 0 || b->game < 0) return a->game == b->game;
    return (m->b_user ? unify_find(m->u, b->game, a->game) : unify_find(m->u, a->game, b->game)) != NULL;
}

/* The arguments of one component, in every order that the reference's symmetry allows. */
static void match_turns(struct matcher *m, size_t component, size_t field, unsigned used)
{
    const struct normal_component *ca = &m->a->components[component], *cb = &m->b->components[m->to[component]];
    if (!may_turn(m, ca, cb) || field == ca->arg_count) {
        match_args(m, component, 0);
        return;
    }
    for (int k = 0; (size_t)k < ca->arg_count && !m->u->no_memory; k++) {
        if (used >> k & 1) continue;
        m->turn[component][field] = k;
        match_turns(m, component, field + 1, used | 1u << k);
    }
}

static void match_components(struct matcher *m, size_t component, unsigned taken)
{
    if (component == m->a->component_count) {
        emit(m);
        return;
    }
    for (size_t j = 0; j < m->b->component_count && !m->u->no_memory; j++) {
        if (taken >> j & 1 || !same_game(m, &m->a->components[component], &m->b->components[j])) continue;
        m->to[component] = (int)j;
        match_turns(m, component, 0, 0);
    }
}

bool unify_match(struct unifier *u, const struct normal_piece *piece, const struct normal *from, bool from_user,
                 unify_parts *parts)
{
    for (size_t i = 0; i < from->piece_count && !u->no_memory; i++) {
        const struct normal_piece *b = &from->pieces[i];
        if (b->component_count != piece->component_count || b->result_vars != piece->result_vars) continue;
        if (b->component_count > UNIFY_MAX_COMPONENTS) {
            u->gave_up = true;
            continue;
        }
        for (int v = 0; v < b->result_vars; v++) /* so that the map covers every result variable */
            if (normal_var(u->space, NORMAL_RESULT, v) < 0) u->no_memory = true;
        if (normal_var(u->space, NORMAL_OTHER, 0) < 0) u->no_memory = true;
        struct matcher m = {.u = u, .a = piece, .b = b, .b_user = from_user, .parts = parts};
        m.map_count = u->space->var_count;
        m.map = arena_array(u->arena, m.map_count + 1, sizeof *m.map);
        if (!m.map) u->no_memory = true;
        else match_components(&m, 0, 0);
    }
    return !u->no_memory;
}
