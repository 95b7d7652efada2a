/* SPDX-License-Identifier: MIT */
/* The difference between a state and a component of a result, bounded from below: see decrease.h.
 *
 * Numbers, truth values and trees are weighed before and after, as a field of one game may become a field of another one with
 * another weight. A row of the component is compared with the field of which it is made. */
#include "check/progress/decrease.h"

enum { LINE_STEPS = 20000 };

/* The condition is evaluated. */
static void assume_met(struct assumptions *f, const struct expr *condition, bool truth)
{
    assumptions_assume(f, condition, truth);
    assumptions_witness(f, condition, truth);
}

void assumptions_move(struct assumptions *f, const struct move *m)
{
    f->move = m;
    for (size_t i = 0; i < m->gen_count; i++) assumptions_choice(f, &m->gens[i]);
    for (size_t i = 0; i < m->condition_count; i++) assume_met(f, m->conditions[i], true);
}

/* ---- one component: branches inside its arguments, and what is decided of its rows */

struct walk {
    struct assumptions *f;
    int game;
    fall_test test;
    void *context;
    struct fall x;
    size_t decided;
};

static bool decide_rest(void *context)
{
    struct walk *w = context;
    if (w->decided == w->x.rebuilt_count) return w->test(&w->x, w->context);
    struct rebuilt *r = &w->x.rebuilt[w->decided++];
    bool good = rebuilt_decide(w->f, r, decide_rest, w);
    w->decided--;
    return good;
}

static bool is_cells(enum type type) { return type == TYPE_ROW || type == TYPE_BAG || type == TYPE_GRID; }

/* The comprehensions in a row that is made of field `field`. */
static void note_rebuilt(struct walk *w, const struct expr *e, int field)
{
    while (e->kind == EXPR_WITH || (e->kind == EXPR_CALL && e->count && is_cells(e->kids[0]->type))) e = e->kids[0];
    const struct game *g = &w->f->ck->model->games[w->game];
    if (e->kind != EXPR_ROW_FOR || w->x.rebuilt_count == REBUILT_MOST) return;
    struct expr *like = (size_t)field < g->field_count ? made_expr(w->f, EXPR_FIELD, e->type, field, NULL, 0) : NULL;
    struct rebuilt *r = &w->x.rebuilt[w->x.rebuilt_count];
    if (!like || !rebuilt_open(w->f, e, like, r)) return;
    w->x.rebuilt_count++;
    if (is_cells(r->base->type)) note_rebuilt(w, r->base, field);
}

/* What conditions on all cells say of those that an update names. */
static void know_written(struct assumptions *f, const struct expr *base, const struct update *u)
{
    struct update last = *u;
    for (int d = 0; d < u->dims; d++)
        if (u->high[d]) last.low[d] = u->high[d];
    bool range = u->high[0] || u->high[1];
    for (int end = 0; f->alls.count && end < (range ? 2 : 1); end++) {
        const struct expr *cell = made_cell(f, base, end ? &last : u);
        if (cell) assumptions_know_cell(f, cell);
    }
}

/* An update outside the row would be an error. */
static void know_updates(struct assumptions *f, const struct expr *e)
{
    for (size_t i = 0; e->kind == EXPR_WITH && i < e->update_count; i++) {
        const struct update *u = &e->updates[i];
        know_written(f, e->kids[0], u);
        if (u->dims != 1 || u->high[0]) continue;
        const struct expr *length = size_call(f, BUILTIN_LEN, e->kids[0]);
        const struct linear_form *at = assumptions_form(f, u->low[0]);
        assumptions_at_least(f, at, -1);
        if (length) assumptions_difference(f, assumptions_form(f, length), at, 0);
    }
}

/* A cell of a field that is not 0 lies in its row. */
static void know_cells(struct assumptions *f)
{
    size_t count = f->terms.count;
    for (size_t i = 0; i < count; i++) {
        const struct expr *e = f->terms.data[i].expr;
        if (!e || e->kind != EXPR_INDEX || e->count != 2 || e->kids[0]->kind != EXPR_FIELD) continue;
        if (!assumptions_prove(f, linear_variable(&f->work, FIRST_TERM + (int)i), 1)) continue;
        const struct expr *length = size_call(f, BUILTIN_LEN, e->kids[0]);
        const struct linear_form *at = assumptions_form(f, e->kids[1]);
        assumptions_at_least(f, at, -1);
        if (length) assumptions_difference(f, assumptions_form(f, length), at, 0);
    }
}

bool same_circle(const struct assumptions *f, int a, int b)
{
    return f->ck->games.data[a].component == f->ck->games.data[b].component;
}

static bool one_component(struct walk *w, const struct expr *e)
{
    const struct game *to = &w->f->ck->model->games[e->game];
    struct assumptions *f = w->f;
    w->x = (struct fall){.f = f, .from = w->game, .to = e};
    w->decided = 0;
    for (size_t i = 0; i < to->field_count; i++) {
        enum field_kind kind = to->fields[i].kind;
        if (kind == FIELD_NAT) assumptions_at_least(f, assumptions_form(f, e->kids[i]), 0);
        if (is_cells(e->kids[i]->type)) know_updates(f, e->kids[i]);
        if (is_cells(e->kids[i]->type)) note_rebuilt(w, e->kids[i], (int)i);
    }
    if (w->x.rebuilt_count) know_cells(f);
    return decide_rest(w);
}

/* The value of a variable that denotes a row, a set or a tree. */
static const struct expr *meant(const struct assumptions *f, const struct expr *e)
{
    for (size_t i = f->sets.count; e->kind == EXPR_LOCAL && i-- > 0;)
        if (f->sets.data[i].slot == e->index) return f->sets.data[i].kind == FACT_SET_IS ? f->sets.data[i].from : e;
    return e;
}

static bool game_falls(struct walk *w, const struct expr *e);

static bool with_argument(struct walk *w, const struct expr *e, size_t at, const struct expr *argument)
{
    struct expr *other = expr_create(w->f->ck->scratch, *e, e->kids, e->count);
    if (!other) {
        w->f->ck->no_memory = true;
        return false;
    }
    other->kids[at] = (struct expr *)argument;
    return game_falls(w, other);
}

static bool game_falls(struct walk *w, const struct expr *e)
{
    if (e->start >= 0 || !same_circle(w->f, w->game, e->game)) {
        w->x = (struct fall){.f = w->f, .from = w->game, .to = e};
        return w->test(&w->x, w->context);
    }
    for (size_t i = 0; i < e->count; i++) {
        const struct expr *a = e->kids[i], *value = meant(w->f, a);
        if (a->type <= TYPE_BOOL) continue;
        if (value != a) return with_argument(w, e, i, value);
        if (a->kind == EXPR_LET) {
            assumptions_bind(w->f, a);
            return with_argument(w, e, i, a->kids[1]);
        }
        if (a->kind != EXPR_IF) continue;
        bool good = true;
        for (int k = 0; k < 2 && good; k++) {
            struct assumptions_mark mark = assumptions_mark(w->f);
            assume_met(w->f, a->kids[0], k == 0);
            good = with_argument(w, e, i, a->kids[1 + k]);
            assumptions_rewind(w->f, mark);
        }
        return good;
    }
    return one_component(w, e);
}

/* ---- every component of a result */

static bool every(struct walk *w, const struct expr *e);

static bool every_branch(struct walk *w, const struct expr *e)
{
    for (int i = 0; i < 2; i++) {
        struct assumptions_mark mark = assumptions_mark(w->f);
        assume_met(w->f, e->kids[0], i == 0);
        bool good = every(w, e->kids[1 + i]);
        assumptions_rewind(w->f, mark);
        if (!good) return false;
    }
    return true;
}

static bool every_part(struct walk *w, const struct expr *e)
{
    switch (e->kind) {
    case EXPR_END: return true;
    case EXPR_GAME: return game_falls(w, e);
    case EXPR_SUM:
        for (size_t i = 0; i < e->count; i++)
            if (!every(w, e->kids[i])) return false;
        return true;
    case EXPR_COMPOUND:
        for (size_t i = 1; i < e->count; i++)
            if (!every(w, e->kids[i])) return false;
        return true;
    case EXPR_SUM_FOR:
        for (size_t i = 0; i < e->gen_count; i++) assumptions_gen(w->f, &e->gens[i]);
        if (e->kids[1]) assumptions_assume(w->f, e->kids[1], true);
        return every(w, e->kids[0]);
    case EXPR_LET: assumptions_bind(w->f, e); return every(w, e->kids[1]);
    default: return false;
    }
}

static bool every(struct walk *w, const struct expr *e)
{
    if (e->kind == EXPR_IF) return every_branch(w, e);
    struct assumptions_mark mark = assumptions_mark(w->f);
    bool good = every_part(w, e);
    assumptions_rewind(w->f, mark);
    return good;
}

/* ---- scalars */

static const struct linear_form *flag_form(struct assumptions *f, const struct expr *e)
{
    if (e->kind == EXPR_BOOL) return linear_constant(&f->work, e->value);
    if (e->kind == EXPR_FIELD) return linear_variable(&f->work, assumptions_field_var(e->index));
    if (e->kind == EXPR_NOT) return linear_scale(&f->work, flag_form(f, e->kids[0]), -1, 1);
    return NULL;
}

static const struct linear_form *scalar_form(struct assumptions *f, const struct expr *e)
{
    return e->type == TYPE_BOOL ? flag_form(f, e) : assumptions_form(f, e);
}

/* ---- lines */

/* The weight of the fields that are numbers and trees in the state. */
static const struct linear_form *weight_before(struct assumptions *f, const struct game *from, const struct weight *w)
{
    const struct linear_form *sum = linear_constant(&f->work, 0);
    for (size_t i = 0; i < from->field_count; i++) {
        const struct linear_form *form = NULL;
        if (!w[i].factor) continue;
        if (from->fields[i].kind <= FIELD_BOOL) form = linear_variable(&f->work, assumptions_field_var((int)i));
        else if (from->fields[i].kind == FIELD_TREE) form = size_of_field(f, (int)i);
        else continue;
        sum = linear_sum(&f->work, sum, 1, form, w[i].factor);
    }
    return sum;
}

/* A lower bound of what a set of nodes loses; only within one game, field by field. */
static const struct linear_form *nodes_drop(struct assumptions *f, int field, int64_t factor, const struct expr *e)
{
    if (e->kind == EXPR_FIELD && e->index == field) return linear_constant(&f->work, 0);
    if (factor < 0) /* the nodes outside the set count */
        return subset_grows(f, e, field) ? linear_constant(&f->work, -factor) : NULL;
    if (subset_is_proper(f, e, field)) return linear_constant(&f->work, factor); /* a subset loses one node or none */
    return subset_holds(f, e, field) ? linear_constant(&f->work, 0) : NULL;
}

/* What argument `at`, of cells, loses against the field of which it is made; each field counts once. */
static const struct linear_form *cells_drop(struct fall *x, const struct line *line, size_t at, uint32_t *used)
{
    struct weight want = line_weights(line, x->to->game)[at];
    const struct game *from = &x->f->ck->model->games[x->from];
    int field = row_origin(x, x->to->kids[at]);
    if (field < 0) field = (int)at;
    if ((size_t)field >= from->field_count || *used >> field & 1) return NULL;
    struct weight have = line_weights(line, x->from)[field];
    enum field_kind kind = from->fields[field].kind;
    if (kind != FIELD_ROW && kind != FIELD_BAG && kind != FIELD_GRID) return NULL;
    if (have.factor != want.factor || have.cells != want.cells || have.value != want.value) return NULL;
    *used |= UINT32_C(1) << field;
    return row_drop(x, field, &want, x->to->kids[at]);
}

const struct linear_form *line_drop(struct fall *x, const struct line *line)
{
    struct assumptions *f = x->f;
    const struct game *to = &f->ck->model->games[x->to->game];
    const struct weight *after = line_weights(line, x->to->game);
    const struct linear_form *sum = weight_before(f, &f->ck->model->games[x->from], line_weights(line, x->from));
    uint32_t used = 0;
    for (size_t i = 0; i < to->field_count && sum; i++) {
        struct linear_work *w = &f->work;
        int64_t factor = after[i].factor;
        enum field_kind kind = to->fields[i].kind;
        if (!factor) continue;
        if (kind <= FIELD_BOOL) sum = linear_sum(w, sum, 1, scalar_form(f, x->to->kids[i]), -factor);
        else if (kind == FIELD_TREE) sum = linear_sum(w, sum, 1, size_most(f, x->to->kids[i]), -factor);
        else if (kind != FIELD_NODES) sum = linear_sum(w, sum, 1, cells_drop(x, line, i, &used), 1);
        else if (x->from != x->to->game) return NULL;
        else sum = linear_sum(w, sum, 1, nodes_drop(f, (int)i, factor, x->to->kids[i]), 1);
    }
    const struct game *from = &f->ck->model->games[x->from];
    for (size_t i = 0; i < from->field_count; i++) { /* what is left of the state is never negative, but for lengths */
        struct weight have = line_weights(line, x->from)[i];
        if (have.cells == CELLS_LENGTH && have.factor < 0 && !(used >> i & 1)) return NULL;
    }
    return sum;
}

/* ---- bounds */

/* The numbers of the line, and lengths of rows with their factors; whatever else counts is never negative. */
static const struct linear_form *numbers_of(struct assumptions *f, const struct game *g, const struct weight *w)
{
    const struct linear_form *sum = linear_constant(&f->work, 0);
    for (size_t i = 0; i < g->field_count && sum; i++) {
        const struct linear_form *form = NULL;
        if (!w[i].factor) continue;
        if (g->fields[i].kind <= FIELD_BOOL) form = linear_variable(&f->work, assumptions_field_var((int)i));
        if (w[i].cells == CELLS_LENGTH) {
            enum type type = g->fields[i].kind == FIELD_BAG ? TYPE_BAG : TYPE_ROW;
            const struct expr *row = made_expr(f, EXPR_FIELD, type, (int)i, NULL, 0);
            const struct expr *call = row ? size_call(f, BUILTIN_LEN, row) : NULL;
            form = call ? assumptions_form(f, call) : NULL;
        }
        if (form) sum = linear_sum(&f->work, sum, 1, form, w[i].factor);
    }
    return sum;
}

static bool has_low(struct assumptions *f, const struct linear_form *form)
{
    struct linear_bounds bounds;
    return form && linear_range(&f->work, f->items.data, f->items.count, form, &bounds) &&
           (bounds.empty || bounds.has_low);
}

bool form_is_bounded(struct assumptions *f, const struct linear_form *form)
{
    f->work.steps = LINE_STEPS;
    if (has_low(f, form)) return true;
    for (size_t i = 0; form && i < f->terms.count; i++) {
        if (f->terms.data[i].kind != EXPR_PARAM || f->terms.data[i].expr->type != TYPE_INT) continue;
        const struct linear_form *param = linear_variable(&f->work, FIRST_TERM + (int)i);
        for (int64_t k = -2; k <= 2; k++)
            if (k && has_low(f, linear_sum(&f->work, form, 1, param, k))) return true;
    }
    return false;
}

/* Does a result change the field, or lead on to another game of the circle? */
struct keeping {
    const struct assumptions *f;
    int field;
};
static bool changes_field(void *context, const struct expr *e)
{
    const struct keeping *k = context;
    if (e->kind != EXPR_GAME || !same_circle(k->f, k->f->game, e->game)) return false;
    if (e->game != k->f->game || e->start >= 0) return true;
    const struct expr *next = e->kids[k->field];
    return next->kind != EXPR_FIELD || next->index != k->field;
}

bool stays_in_play(const struct assumptions *f, int field)
{
    const struct game *g = &f->ck->model->games[f->game];
    struct keeping k = {f, field};
    bool stays = field_is_number(g->fields[field].kind);
    for (size_t m = 0; m < g->move_count && stays; m++)
        stays = g->moves[m].result && !expr_any(g->moves[m].result, changes_field, &k);
    return stays;
}

bool form_is_capped(struct assumptions *f, const struct linear_form *form)
{
    const struct linear_form *below = linear_scale(&f->work, form, -1, 0);
    if (form_is_bounded(f, below)) return true;
    for (size_t i = 0; below && i < f->ck->model->games[f->game].field_count; i++) {
        if (!stays_in_play(f, (int)i)) continue;
        const struct linear_form *v = linear_variable(&f->work, assumptions_field_var((int)i));
        for (int64_t k = -2; k <= 2; k++)
            if (k && has_low(f, linear_sum(&f->work, below, 1, v, k))) return true;
    }
    return false;
}

/* Is the line no more than numbers and lengths? */
static bool is_numbers(const struct game *g, const struct weight *w)
{
    bool good = true;
    for (size_t i = 0; i < g->field_count; i++)
        good = good && (!w[i].factor || w[i].cells == CELLS_LENGTH || g->fields[i].kind <= FIELD_BOOL);
    return good;
}

bool line_is_bounded(struct assumptions *f, int game, const struct line *line, const struct line *fixed, size_t count)
{
    const struct game *g = &f->ck->model->games[game];
    const struct linear_form *form = numbers_of(f, g, line_weights(line, game));
    if (form_is_bounded(f, form)) return true;
    for (size_t i = 0; i < count; i++) {
        const struct weight *w = line_weights(&fixed[i], game);
        const struct linear_form *stays = is_numbers(g, w) ? numbers_of(f, g, w) : NULL;
        for (int64_t k = -2; stays && k <= 2; k++)
            if (k && has_low(f, linear_sum(&f->work, form, 1, stays, k))) return true;
    }
    return false;
}

bool rises_nowhere(struct fall *x, void *context)
{
    (void)context;
    const struct expr *e = x->to;
    if (e->game != x->from || e->start >= 0) return false;
    for (size_t i = 0; i < e->count; i++) {
        const struct linear_form *old = linear_variable(&x->f->work, assumptions_field_var((int)i));
        const struct linear_form *now = scalar_form(x->f, e->kids[i]);
        if (!assumptions_prove(x->f, linear_sum(&x->f->work, old, 1, now, -1), 0)) return false;
    }
    return true;
}

bool falls_everywhere(struct assumptions *f, int game, const struct expr *result, fall_test test, void *context)
{
    struct walk w = {.f = f, .game = game, .test = test, .context = context};
    return every(&w, result);
}
