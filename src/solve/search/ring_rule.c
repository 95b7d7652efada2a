/* SPDX-License-Identifier: MIT */
/* Every expression of a move is walked, in one order for rings of all lengths; indices are evaluated. */
#include "solve/search/ring_rule.h"
#include "model/evaluate.h"
#include "model/expr.h"

enum { LETS = 8, INDEX_STEPS = 400, WALK_STEPS = 1 << 24, NOTHING = -1, UNKNOWN = 2 };

struct ring_walk {
    const struct env *env;
    int game;
    int64_t cells; /* of the ring */
    bool few;      /* at a few numbers alone */
    int slot;      /* of i */
    int64_t first; /* the least i */
    int64_t i;
    uint64_t steps; /* that are left for the value at hand, and all names in it */
    uint64_t all;   /* ... for all of them: a fraction of a second */
    struct {
        int slot;
        const struct expr *value;
        bool local; /* of the length and i it reads nothing */
    } lets[LETS];   /* bound to numbers made of these and constants */
    size_t let_count;
    struct ring_reach *reach;
};

/* ---- indices ------------------------------------------------------------------------------------------------------ */
/* 1 + its number among those that are bound; 0: it is none. */
static size_t let_of(const struct ring_walk *w, int slot)
{
    size_t k = w->let_count;
    while (k > 0 && w->lets[k - 1].slot != slot) k--;
    return k;
}

static bool at_place(struct ring_walk *w, const struct expr *e, struct number *value);

static bool read_local(void *context, const struct expr *e, struct number *value)
{
    struct ring_walk *w = context;
    if (e->kind != EXPR_LOCAL) return false;
    if (e->index == w->slot) return *value = number_small(w->i), true;
    size_t bound = let_of(w, e->index), all = w->let_count;
    if (!bound) return false;
    w->let_count = bound - 1; /* what it is bound to reads those before it */
    bool known = at_place(w, w->lets[bound - 1].value, value);
    w->let_count = all;
    return known;
}

/* Of the number w->i, if w->slot is known, within w->steps. */
static bool at_place(struct ring_walk *w, const struct expr *e, struct number *value)
{
    uint64_t before = w->steps;
    struct evaluation v = {.model = w->env->model,
                           .params = w->env->params,
                           .read = read_local,
                           .context = w,
                           .length = w->cells,
                           .steps = before};
    bool known = evaluate_number(&v, e, value) && !value->large;
    uint64_t took = before - v.steps; /* and what names took is gone from w->steps */
    w->steps = w->steps > took ? w->steps - took : 0;
    return known;
}

static bool value_at(struct ring_walk *w, const struct expr *e, int64_t i, struct number *value)
{
    w->i = i;
    w->steps = INDEX_STEPS;
    bool known = w->all >= INDEX_STEPS && at_place(w, e, value);
    w->all -= w->all >= INDEX_STEPS ? INDEX_STEPS - w->steps : 0;
    return known;
}

static bool note(struct ring_walk *w, const void *of, int kind, int value)
{
    struct ring_reach *r = w->reach;
    if (r->count == RING_NOTES) return false;
    r->notes[r->count].of = of;
    r->notes[r->count].kind = kind;
    r->notes[r->count++].value = value;
    return true;
}

/* The numbers i that are tried are so far from each other. */
static int64_t stride_of(const struct ring_walk *w) { return w->few && w->cells > 2 ? (w->cells - 1) / 2 : 1; }

/* From place i forwards, as a number from -(cells - 1) / 2 on. */
static bool distance(struct ring_walk *w, const struct expr *e, int64_t i, int64_t *out)
{
    struct number value;
    if (e->type != TYPE_INT || !value_at(w, e, i, &value) || value.small < 1 || value.small > w->cells) return false;
    int64_t forwards = (value.small - i) % w->cells;
    if (forwards < 0) forwards += w->cells;
    *out = forwards > w->cells / 2 ? forwards - w->cells : forwards;
    return true;
}

static bool add_index(struct ring_walk *w, const struct expr *e)
{
    int64_t stride = stride_of(w), found, one;
    if (!distance(w, e, w->first, &found) || found < -RING_SPAN || found > RING_SPAN) return false;
    for (int64_t k = stride; k < w->cells; k += stride)
        if (!distance(w, e, w->first + k, &one) || one != found) return false;
    return note(w, e, RING_INDEX, (int)found);
}

/* Has it a value at every place? */
static bool is_number(struct ring_walk *w, const struct expr *e)
{
    struct number value;
    int64_t stride = stride_of(w);
    for (int64_t k = 0; k < w->cells; k += stride)
        if (!value_at(w, e, w->first + k, &value)) return false;
    return true;
}

/* ---- what reads nothing else ---------------------------------------------------------------------------------------- */
static bool is_local(struct ring_walk *w, const struct expr *e);

static bool is_local_domain(struct ring_walk *w, const struct domain *d)
{
    bool fine = d->kind == DOMAIN_RANGE || d->kind == DOMAIN_SET || d->kind == DOMAIN_PARAM;
    fine = fine && (!d->low || is_local(w, d->low)) && (!d->high || is_local(w, d->high));
    for (size_t k = 0; fine && k < d->item_count; k++) fine = is_local(w, d->items[k]);
    return fine;
}

static bool are_local(struct ring_walk *w, struct expr *const *kids, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (kids[k] && !is_local(w, kids[k])) return false;
    return true;
}

/* A number made of i and the length may be bound, and then stands in indices, and where only the length is read, in conditions on it. */
static bool is_local_let(struct ring_walk *w, const struct expr *e)
{
    size_t before = w->reach->count;
    bool local = is_local(w, e->kids[0]), number = is_number(w, e->kids[0]);
    if (!local) w->reach->count = before;
    if (!note(w, e, RING_NAME, 2 * number + local) || (!number && !local)) return false;
    if (!number) return is_local(w, e->kids[1]);
    if (w->let_count == LETS) return false;
    w->lets[w->let_count].slot = e->index;
    w->lets[w->let_count].local = local;
    w->lets[w->let_count++].value = e->kids[0];
    bool fine = is_local(w, e->kids[1]);
    w->let_count--;
    return fine;
}

static bool is_local_fold(struct ring_walk *w, const struct expr *e)
{
    for (size_t k = 0; k < e->gen_count; k++)
        if (e->gens[k].cap || !is_local_domain(w, &e->gens[k].domain)) return false;
    return are_local(w, e->kids, e->count);
}

/* A condition on the length, or on nothing: *is. False: there is no room for the note. */
static bool add_truth(struct ring_walk *w, const struct expr *e, bool *is)
{
    struct number value;
    int slot = w->slot;
    *is = false;
    if (e->type != TYPE_BOOL) return true;
    w->slot = NOTHING;
    *is = value_at(w, e, w->first, &value);
    w->slot = slot;
    return note(w, e, RING_TRUTH, *is ? value.small != 0 : UNKNOWN);
}

/* The row itself is not local. */
static bool is_local_operator(struct ring_walk *w, const struct expr *e)
{
    bool truth;
    return add_truth(w, e, &truth) && (truth || are_local(w, e->kids, e->count));
}

static bool is_local_name(const struct ring_walk *w, int slot)
{
    size_t bound = let_of(w, slot);
    return !bound || w->lets[bound - 1].local;
}

static bool is_local(struct ring_walk *w, const struct expr *e)
{
    switch (e->kind) {
    case EXPR_INT:
    case EXPR_BOOL:
    case EXPR_PARAM: return true;
    case EXPR_LOCAL: return e->index != w->slot && is_local_name(w, e->index);
    case EXPR_INDEX: return e->count == 2 && e->kids[0]->kind == EXPR_FIELD && add_index(w, e->kids[1]);
    case EXPR_LET: return is_local_let(w, e);
    case EXPR_FOLD: return is_local_fold(w, e);
    case EXPR_IN: return e->count == 1 && is_local(w, e->kids[0]) && is_local_domain(w, e->domain);
    case EXPR_CALL: return is_local_operator(w, e);
    default: return expr_operates(e->kind) && is_local_operator(w, e);
    }
}

/* ---- moves ---------------------------------------------------------------------------------------------------------- */
static bool is_local_result(struct ring_walk *w, const struct expr *e)
{
    if (e->kind == EXPR_LET) return false;
    if (e->kind != EXPR_GAME || e->game != w->game || e->start >= 0 || e->count != 1) return false;
    const struct expr *row = e->kids[0];
    bool fine = row->kind == EXPR_WITH && row->kids[0]->kind == EXPR_FIELD;
    for (size_t k = 0; fine && k < row->update_count; k++) {
        const struct update *u = &row->updates[k];
        fine = u->dims == 1 && !u->high[0] && add_index(w, u->low[0]) && is_local(w, u->value);
    }
    return fine;
}

/* Does the generator run over as many numbers as there are cells? Then it is i. */
static bool is_around(struct ring_walk *w, const struct gen *gen)
{
    struct number low, high;
    const struct domain *d = &gen->domain;
    w->slot = NOTHING;
    bool fine = d->kind == DOMAIN_RANGE && d->high && !gen->cap && value_at(w, d->low, 0, &low) &&
                value_at(w, d->high, 0, &high);
    if (!fine || low.small < -1 || low.small > 1 || high.small != low.small + w->cells - 1) return false;
    w->slot = gen->slot;
    w->first = low.small;
    return note(w, gen, RING_AROUND, (int)low.small);
}

static bool is_local_move(struct ring_walk *w, const struct move *m)
{
    size_t around = 0;
    w->let_count = 0;
    while (around < m->gen_count && !is_around(w, &m->gens[around])) around++;
    if (around == m->gen_count || m->lua >= 0) return false;
    for (size_t k = 0; k < m->gen_count; k++)
        if (k != around && (m->gens[k].cap || !is_local_domain(w, &m->gens[k].domain))) return false;
    return are_local(w, m->conditions, m->condition_count) && is_local_result(w, m->result);
}

static bool walk(const struct env *env, int game, size_t cells, bool few, struct ring_reach *reach)
{
    struct ring_walk w = {.env = env,
                          .game = game,
                          .cells = (int64_t)cells,
                          .few = few,
                          .slot = NOTHING,
                          .all = WALK_STEPS,
                          .reach = reach};
    const struct game *g = &env->model->games[game];
    *reach = (struct ring_reach){0};
    for (size_t k = 0; k < g->move_count; k++)
        if (!is_local_move(&w, &g->moves[k])) return false;
    int low = 0, high = 0;
    for (size_t k = 0; k < reach->count; k++) {
        if (reach->notes[k].kind != RING_INDEX) continue;
        low = reach->notes[k].value < low ? reach->notes[k].value : low;
        high = reach->notes[k].value > high ? reach->notes[k].value : high;
    }
    reach->width = high - low + 1 < 2 ? 2 : (size_t)(high - low + 1);
    return reach->width <= RING_SPAN && cells >= RING_SHORT * reach->width;
}

static bool is_one_row(const struct env *env, const struct component *row)
{
    if (row->game < 0 || env->terms.whole || row->count <= 1) return false;
    const struct game *g = &env->model->games[row->game];
    return g->kind == GAME_RULES && g->field_count == 1 && g->fields[0].kind == FIELD_ROW && !g->loopy &&
           !g->uses_mover && !g->invariant;
}

bool ring_reach_same(const struct ring_reach *a, const struct ring_reach *b)
{
    bool same = a->width == b->width && a->count == b->count;
    for (size_t k = 0; same && k < a->count; k++) {
        const struct ring_note *x = &a->notes[k], *y = &b->notes[k];
        same = x->of == y->of && x->kind == y->kind && x->value == y->value;
    }
    return same;
}

bool ring_may_be(const struct env *env, const struct component *ring)
{
    struct ring_reach reach;
    return is_one_row(env, ring) && walk(env, ring->game, ring->count - 1, true, &reach);
}

bool ring_reach_find(const struct env *env, const struct component *ring, struct ring_reach *reach)
{
    struct ring_reach again;
    if (!is_one_row(env, ring) || !walk(env, ring->game, ring->count - 1, false, reach)) return false;
    return walk(env, ring->game, RING_SHORT * reach->width, false, &again) && ring_reach_same(&again, reach);
}
