/* SPDX-License-Identifier: MIT */
/* One cell of the state is taken as an axis: cell = least + q. Of the other fields only those are known that no move
 * changes, and how many cells they have. If at every point some move is certain, and no move takes more than `fall` from
 * the cell, play from n meets at least (n - least) / fall + 1 positions before the cell is below `least`. */
#include "base/checked.h"
#include "model/expr.h"
#include "model/sets.h"
#include "proof/reach/cells.h"

enum { LEAST_MOST = 32, EVERY_MOST = 12 };
#define STEPS_MOST 200000u

struct plays {
    struct reach_scope s;
    struct reach_cells from;
    bool kept[MODEL_MAX_FIELDS]; /* no move changes the field */
    size_t field, cell;          /* the cell, which is one of the field's; 0 of a number */
    int64_t fall;                /* the most that a move takes from it */
    bool turns;                  /* the mover matters */
};

/* ---- fields that stay -------------------------------------------------------------------------------------------- */
static bool changes(void *context, const struct expr *e)
{
    struct plays *p = context;
    if (e->kind != EXPR_GAME || e->game != p->s.game) return false;
    for (size_t i = 0; i < p->from.fields; i++) {
        bool same = e->start < 0 && i < e->count && e->kids[i]->kind == EXPR_FIELD && e->kids[i]->index == (int)i;
        p->kept[i] = p->kept[i] && same;
    }
    return false;
}

static void forget(struct reach_value *v, enum field_kind kind)
{
    struct boxed natural = boxed_between(0, INT64_MAX);
    if (kind == FIELD_NAT) v->number = natural;
    else if (kind == FIELD_BOOL) v->number = boxed_between(0, 1);
    else if (kind == FIELD_INT || kind == FIELD_BAG) v->kind = REACH_NOTHING;
    for (size_t i = 0; v->kind == REACH_ROW && i < v->rows * v->columns; i++) v->cells[i] = natural;
}

static struct boxed *cell_of(const struct plays *p, struct reach_value *v)
{
    return p->from.number[p->field] ? &v->number : &v->cells[p->cell];
}

/* ---- no move takes more ------------------------------------------------------------------------------------------ */
static bool falls(struct plays *p, const struct expr *e, int64_t *fall);

/* Of a choice of positions the worst, of a sum the best. */
static bool falls_under(struct plays *p, const struct expr *e, int64_t *fall)
{
    struct reach_scope *s = &p->s;
    if (e->kind == EXPR_LET) {
        struct reach_local here = {e->index, reach_value_of(s, e->kids[0]), s->locals};
        s->locals = &here;
        bool fine = falls(p, e->kids[1], fall);
        s->locals = here.next;
        return fine;
    }
    int64_t one, most = 0;
    bool any = false;
    for (size_t i = e->kind == EXPR_IF; i < e->count; i++) {
        bool fine = falls(p, e->kids[i], &one);
        if (e->kind == EXPR_IF && !fine) return false;
        if (!fine) continue;
        if (!any || (e->kind == EXPR_IF ? one > most : one < most)) most = one;
        any = true;
    }
    *fall = most;
    return any;
}

static bool falls(struct plays *p, const struct expr *e, int64_t *fall)
{
    struct reach_scope *s = &p->s;
    if (e->kind == EXPR_LET || e->kind == EXPR_IF || e->kind == EXPR_SUM) return falls_under(p, e, fall);
    if (e->kind != EXPR_GAME || e->game != s->game || e->start >= 0 || e->count != p->from.fields) return false;
    struct boxed less = {.known = false};
    for (size_t i = 0; i < e->count; i++) {
        bool bag = reach_game(s)->fields[i].kind == FIELD_BAG;
        if ((p->from.number[i] || p->kept[i] || bag) && i != p->field) continue;
        struct reach_value after = reach_value_of(s, e->kids[i]), *old = &s->fields[i];
        bool same = after.kind == old->kind && after.rows == old->rows && after.columns == old->columns;
        if (!same || after.kind == REACH_NOTHING) return false;
        if (i == p->field) less = boxed_operate(&s->box, EXPR_SUB, cell_of(p, old), cell_of(p, &after));
    }
    int64_t low;
    return boxed_range(&s->box, &less, &low, fall);
}

/* `t < e`, `e >= t`, `t == e`, ...: bounds the generator on that side. */
static void bound_by(struct reach_scope *s, const struct expr *e, bool left, struct reach_local *local)
{
    const struct expr *mine = e->kids[left ? 0 : 1];
    int64_t low, high, bounds[2];
    if (mine->kind != EXPR_LOCAL || mine->index != local->slot || local->value.kind != REACH_NUMBER) return;
    struct boxed other = reach_number_of(s, e->kids[left ? 1 : 0]);
    if (!boxed_range(&s->box, &other, &low, &high)) return;
    if (!boxed_range(&s->box, &local->value.number, &bounds[0], &bounds[1])) return;
    bool below = e->kind == EXPR_EQ || e->kind == (left ? EXPR_LE : EXPR_GE) || e->kind == (left ? EXPR_LT : EXPR_GT);
    if (below && high < bounds[1] && high >= bounds[0]) local->value.number = boxed_between(bounds[0], high);
}

/* Any value of the generator, as far as its domain and the conditions bound it. */
static struct reach_local any_of(struct reach_scope *s, const struct move *m, size_t gen)
{
    const struct domain *d = &m->gens[gen].domain;
    struct boxed items[REACH_CELLS], all = {.known = false};
    struct reach_local local = {m->gens[gen].slot, {.kind = REACH_NOTHING}, s->locals};
    if (d->kind == DOMAIN_RANGE) {
        struct boxed a = reach_number_of(s, d->low), b = boxed_constant(INT64_MAX);
        if (d->high) b = reach_number_of(s, d->high);
        all = boxed_join(&s->box, &a, &b);
    } else if (named_set(d->kind)) {
        all = boxed_between(1, INT64_MAX);
    } else {
        int count = reach_elements(s, d, items, REACH_CELLS);
        for (int i = 0; i < count; i++) all = i ? boxed_join(&s->box, &all, &items[i]) : items[i];
    }
    if (all.known) local.value = (struct reach_value){.kind = REACH_NUMBER, .number = all};
    s->locals = &local;
    for (size_t i = 0; i < m->condition_count; i++) {
        const struct expr *e = m->conditions[i];
        if (e->kind != EXPR_EQ && (e->kind < EXPR_LT || e->kind > EXPR_GE)) continue;
        bound_by(s, e, true, &local);
        bound_by(s, e, false, &local);
    }
    s->locals = local.next;
    return local;
}

static bool move_falls(struct plays *p, const struct move *m, size_t gen)
{
    struct reach_scope *s = &p->s;
    int64_t fall;
    if (gen < m->gen_count) {
        struct boxed items[REACH_CELLS];
        struct reach_local local = any_of(s, m, gen);
        int count = reach_elements(s, &m->gens[gen].domain, items, REACH_CELLS);
        bool fine = true;
        s->locals = &local;
        for (int i = 0; fine && i < (count < 0 ? 1 : count); i++) {
            if (count >= 0) local.value = (struct reach_value){.kind = REACH_NUMBER, .number = items[i]};
            fine = s->steps > 0 && move_falls(p, m, gen + 1);
        }
        s->locals = local.next;
        return fine;
    }
    for (size_t i = 0; i < m->condition_count; i++)
        if (reach_never(s, m->conditions[i])) return true;
    if (!falls(p, m->result, &fall)) return false;
    if (fall > p->fall) p->fall = fall;
    return true;
}

/* ---- a move is certain ------------------------------------------------------------------------------------------- */
static bool found(void *context, const struct reach_move *move, const struct reach_value *after)
{
    (void)move, (void)after;
    *(bool *)context = true;
    return false;
}

/* The fields where the cell is first, first + every, ... up to n. */
static bool at_points(struct plays *p, int64_t first, int64_t every, int64_t n)
{
    struct reach_scope *s = &p->s;
    bool fine = reach_write(s, &p->from, NULL);
    for (size_t i = 0; fine && i < p->from.fields; i++)
        if (!p->kept[i]) forget(&s->fields[i], reach_game(s)->fields[i].kind);
    if (!fine) return false;
    struct boxed *cell = cell_of(p, &s->fields[p->field]);
    *cell = boxed_constant(first);
    cell->slope[0] = every;
    s->box = (struct box){1, {(n - first) / every}};
    return true;
}

/* At all points, whoever moves: does every move take no more than p->fall, which is set? */
static bool all_fall(struct plays *p, int64_t least, int64_t n)
{
    const struct game *g = reach_game(&p->s);
    bool fine = at_points(p, least, 1, n);
    p->fall = 0;
    for (p->s.mover = 1; fine && p->s.mover <= (p->turns ? 2 : 1); p->s.mover++)
        for (size_t m = 0; fine && m < g->move_count; m++) fine = move_falls(p, &g->moves[m], 0);
    p->s.box.axes = 0;
    return fine && p->fall > 0 && p->s.steps > 0;
}

static bool some_move(struct plays *p, int64_t least, int64_t every, int64_t n)
{
    bool always = true;
    for (int64_t rest = 0; always && rest < every; rest++) {
        always = at_points(p, least + rest, every, n);
        for (p->s.mover = 1; always && p->s.mover <= (p->turns ? 2 : 1); p->s.mover++) {
            always = false;
            reach_each(&p->s, found, &always);
        }
        p->s.box.axes = 0;
    }
    return always && p->s.steps > 0;
}

/* Small bounds first; then remainders of the cell are told apart. */
static uint64_t by_cell(struct plays *p, int64_t n)
{
    struct arena_mark mark = arena_mark(p->s.arena);
    int64_t every = n > LEAST_MOST + EVERY_MOST && all_fall(p, LEAST_MOST, n) ? 1 : EVERY_MOST + 1, least = 1;
    for (; every <= EVERY_MOST; every++)
        for (least = every > 1 ? LEAST_MOST : 1; least <= LEAST_MOST; least *= 2) {
            bool holds = some_move(p, least, every, n) && all_fall(p, least, n);
            arena_rewind(p->s.arena, mark);
            if (holds) return (uint64_t)((n - least) / p->fall) + 1;
        }
    arena_rewind(p->s.arena, mark);
    return 1;
}

/* Cells in turn; small ones bound nothing that matters. */
static uint64_t by_cells(struct plays *p)
{
    const struct game *g = reach_game(&p->s);
    uint64_t least = 1;
    size_t at = 0;
    for (p->field = 0; p->field < g->field_count; p->field++) {
        enum field_kind kind = g->fields[p->field].kind;
        size_t count = p->from.number[p->field] ? 1 : p->from.shape[p->field][0] * p->from.shape[p->field][1];
        bool fit = (kind == FIELD_NAT || kind == FIELD_ROW || kind == FIELD_GRID) && !p->kept[p->field];
        for (p->cell = 0; p->cell < count; p->cell++, at++) {
            int64_t n = p->from.cells[at];
            uint64_t one = fit && n > 1 && (uint64_t)n > least ? by_cell(p, n) : 1;
            if (one > least) least = one;
        }
    }
    return least;
}

enum status reach_plays(const struct reach_from *from, uint64_t *least)
{
    struct arena arena = {0};
    *least = 1;
    if (from->game < 0 || !reach_understood(from)) return ST_OK;
    const struct game *g = &from->model->games[from->game];
    struct plays *p = arena_alloc(&arena, sizeof *p);
    if (!p) return ST_NO_MEMORY;
    p->s = (struct reach_scope){.model = from->model,
                                .game = from->game,
                                .params = from->params,
                                .arena = &arena,
                                .anywhere = true,
                                .steps = STEPS_MOST};
    p->turns = from->mover != 0;
    bool fine = reach_read(from, &p->from);
    for (size_t i = 0; i < g->field_count; i++) p->kept[i] = true;
    for (size_t i = 0; i < g->move_count && fine; i++) expr_any(g->moves[i].result, changes, p);
    if (fine) *least = by_cells(p);
    enum status st = p->s.no_memory ? ST_NO_MEMORY : ST_OK;
    arena_free(&arena);
    return st;
}
