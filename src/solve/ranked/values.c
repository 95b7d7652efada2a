/* SPDX-License-Identifier: MIT */
/* Expressions at a state of known shape. */
#include <string.h>
#include "model/sets.h"
#include "solve/ranked/private.h"

void unroll_refuse(struct unrolling *w) { w->refused = true; }

struct shown unroll_one(struct unrolling *w, struct term *t)
{
    struct shown v = {false, 1, 0, arena_array(w->arena, 1, sizeof *v.items)};
    if (!v.items || !t) {
        w->terms.no_memory = true;
        unroll_refuse(w);
    } else v.items[0] = t;
    return v;
}

static struct shown nothing(struct unrolling *w)
{
    unroll_refuse(w);
    return unroll_one(w, term_int(&w->terms, 0));
}

static struct shown new_row(struct unrolling *w, size_t count)
{
    struct shown v = {true, count, 0, NULL};
    if (count <= UNROLL_ROW) v.items = arena_array(w->arena, count + 1, sizeof *v.items);
    if (v.items) return v;
    unroll_refuse(w);
    return (struct shown){true, 0, 0, arena_array(w->arena, 1, sizeof *v.items)};
}

struct term *unroll_number(struct unrolling *w, const struct expr *e)
{
    struct shown v = unroll_value(w, e);
    if (!w->refused && !v.row) return v.items[0];
    unroll_refuse(w);
    return term_int(&w->terms, 0);
}

static struct shown literal(struct unrolling *w, const struct expr *e)
{
    int64_t value = e->value;
    if (e->number && !integer_fits(e->number, &value)) return nothing(w);
    return unroll_one(w, term_int(&w->terms, value));
}

/* A bag that was made here has its cells in any order, and so no first one. */
static bool has_places(const struct expr *e) { return e->type != TYPE_BAG || e->kind == EXPR_FIELD; }

/* Which generators the term reads: they are spread, and the move is begun anew. */
static void spread(struct unrolling *w, const struct term *t)
{
    if (term_cells_read(t)) return;
    for (int v = 0; v < TERM_VALUES; v++)
        if (t->reads >> (TERM_CELLS + v) & 1) w->spread[w->slot_of[v]] = w->again = true;
}

int64_t unroll_constant(struct unrolling *w, const struct expr *e)
{
    struct term *t = unroll_number(w, e);
    if (!w->refused && t && t->kind == EXPR_INT) return t->constant;
    if (!w->refused && t) spread(w, t);
    unroll_refuse(w);
    return 0;
}

/* ---- operators --------------------------------------------------------------------------------------------------- */
static struct term *join(struct unrolling *w, enum expr_kind kind, struct term *a, struct term *b)
{
    struct term *t = term_pair(&w->terms, kind, a, b);
    if (!t) unroll_refuse(w);
    return t;
}

/* Rows are equal if they are as long and all cells are. */
static struct shown compare(struct unrolling *w, const struct expr *e)
{
    struct shown a = unroll_value(w, e->kids[0]), b = unroll_value(w, e->kids[1]);
    if (w->refused) return nothing(w);
    if (!a.row && !b.row) return unroll_one(w, join(w, e->kind, a.items[0], b.items[0]));
    if (e->kids[0]->type != TYPE_ROW || e->kids[1]->type != TYPE_ROW) return nothing(w);
    struct term *same = term_int(&w->terms, a.count == b.count);
    for (size_t i = 0; !w->refused && i < a.count && a.count == b.count; i++)
        same = join(w, EXPR_AND, same, join(w, EXPR_EQ, a.items[i], b.items[i]));
    if (e->kind == EXPR_NE && same) same = join(w, EXPR_EQ, same, term_int(&w->terms, 0));
    return unroll_one(w, same);
}

static struct shown operate(struct unrolling *w, const struct expr *e)
{
    struct term *kids[2] = {NULL, NULL};
    if ((e->kind == EXPR_EQ || e->kind == EXPR_NE)) return compare(w, e);
    for (size_t i = 0; i < e->count && i < 2; i++) kids[i] = unroll_number(w, e->kids[i]);
    return w->refused ? nothing(w) : unroll_one(w, term_make(&w->terms, e->kind, kids, e->count));
}

static struct shown choose(struct unrolling *w, const struct expr *e)
{
    struct term *when = unroll_number(w, e->kids[0]);
    if (w->refused) return nothing(w);
    if (when->kind == EXPR_INT) return unroll_value(w, e->kids[when->constant ? 1 : 2]);
    struct shown a = unroll_value(w, e->kids[1]), b = unroll_value(w, e->kids[2]);
    if (w->refused || a.row != b.row || a.count != b.count || a.columns != b.columns) return nothing(w);
    struct shown v = a.row ? new_row(w, a.count) : unroll_one(w, when);
    v.columns = a.columns;
    for (size_t i = 0; !w->refused && i < a.count; i++)
        v.items[i] = term_make(&w->terms, EXPR_IF, (struct term *[]){when, a.items[i], b.items[i]}, 3);
    return v;
}

static struct shown bind(struct unrolling *w, const struct expr *e)
{
    struct shown value = unroll_value(w, e->kids[0]);
    if (w->refused || e->index < 0 || e->index >= UNROLL_SLOTS) return nothing(w);
    w->bound[e->index] = value;
    return unroll_value(w, e->kids[1]);
}

static struct shown member(struct unrolling *w, const struct expr *e)
{
    const struct domain *d = e->domain;
    struct term *x = unroll_number(w, e->kids[0]), *holds = term_int(&w->terms, d->kind == DOMAIN_RANGE);
    if (d->kind == DOMAIN_RANGE) {
        holds = join(w, EXPR_GE, x, unroll_number(w, d->low));
        if (d->high && !w->refused) holds = join(w, EXPR_AND, holds, join(w, EXPR_LE, x, unroll_number(w, d->high)));
    } else if (d->kind == DOMAIN_SET) {
        for (size_t i = 0; !w->refused && i < d->item_count; i++)
            holds = join(w, EXPR_OR, holds, join(w, EXPR_EQ, x, unroll_number(w, d->items[i])));
    } else if (d->kind == DOMAIN_PARAM) {
        const struct param_value *p = &w->env->params[d->index];
        for (size_t i = 0; !w->refused && i < p->set_count; i++)
            holds = join(w, EXPR_OR, holds, join(w, EXPR_EQ, x, term_int(&w->terms, p->set[i])));
    } else if (named_set(d->kind)) {
        struct term *of = set_takes_number(d->kind) ? unroll_number(w, d->low) : NULL;
        if (!w->refused) holds = term_member(&w->terms, d->kind, x, of);
    } else return nothing(w);
    return w->refused ? nothing(w) : unroll_one(w, holds);
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */
/* Of the items from `first` on, at a place that is counted from there and depends on cells: one of them, or 0. */
static struct term *item_at(struct unrolling *w, const struct shown *row, size_t first, struct term *place)
{
    enum { AT_ONCE = TERM_VARIABLES - 1 };
    struct term_store *terms = &w->terms;
    struct term *kids[TERM_VARIABLES] = {place};
    size_t left = row->count - first, count = left < AT_ONCE ? left : AT_ONCE;
    memcpy(kids + 1, row->items + first, count * sizeof *kids);
    struct term *item = term_make(terms, EXPR_INDEX, kids, count + 1);
    if (left == count || !item) return item;
    struct term *most = term_int(terms, AT_ONCE), *behind = term_pair(terms, EXPR_GT, place, most);
    struct term *further = item_at(w, row, first + count, term_pair(terms, EXPR_SUB, place, most));
    return term_make(terms, EXPR_IF, (struct term *[]){behind, further, item}, 3);
}

static struct term *cell_at(struct unrolling *w, const struct shown *row, struct term *place)
{
    struct term *item = item_at(w, row, 0, place);
    if (!item) unroll_refuse(w);
    return item ? item : place;
}

/* Of a grid, at a place that is known. */
static struct shown element_of_grid(struct unrolling *w, const struct shown *grid, const struct expr *e)
{
    int64_t row = unroll_constant(w, e->kids[1]), column = w->refused ? 0 : unroll_constant(w, e->kids[2]);
    if (w->refused) return nothing(w);
    int64_t columns = (int64_t)grid->columns, rows = (int64_t)grid->count / columns;
    bool inside = row >= 1 && row <= rows && column >= 1 && column <= columns;
    return unroll_one(w, inside ? grid->items[(row - 1) * columns + column - 1] : term_int(&w->terms, 0));
}

static struct shown element(struct unrolling *w, const struct expr *e)
{
    struct shown row = unroll_value(w, e->kids[0]);
    if (!w->refused && row.columns && e->count == 3) return element_of_grid(w, &row, e);
    struct term *place = e->count == 2 && !row.columns ? unroll_number(w, e->kids[1]) : NULL;
    if (w->refused || !place || !row.row || !has_places(e->kids[0])) return nothing(w);
    if (place->kind != EXPR_INT) {
        spread(w, place);
        return w->again ? nothing(w) : unroll_one(w, cell_at(w, &row, place));
    }
    bool inside = place->constant >= 1 && place->constant <= (int64_t)row.count;
    return unroll_one(w, inside ? row.items[place->constant - 1] : term_int(&w->terms, 0));
}

/* The places of an update along one side of so many cells: false if there are none, or it fails there. */
static bool update_places(struct unrolling *w, const struct update *u, size_t side, size_t cells, int64_t *ends)
{
    ends[0] = w->refused ? 0 : unroll_constant(w, u->low[side]);
    ends[1] = !w->refused && u->high[side] ? unroll_constant(w, u->high[side]) : ends[0];
    if (w->refused || ends[0] > ends[1]) return false;
    if (ends[0] < 1 || ends[1] > (int64_t)cells) unroll_refuse(w);
    return !w->refused;
}

/* `updated`: bits of the cells that were updated before; once more is an error of the rule. */
static void update_cells(struct unrolling *w, const struct update *u, struct shown *row, uint64_t *updated)
{
    int64_t down[2] = {1, 1}, along[2];
    size_t columns = row->columns ? row->columns : row->count, sides = row->columns ? 2 : 1;
    if ((size_t)u->dims != sides) return unroll_refuse(w);
    bool some = sides == 1 || update_places(w, u, 0, row->count / columns, down);
    some = !w->refused && update_places(w, u, sides - 1, columns, along) && some;
    struct term *value = w->refused ? NULL : unroll_number(w, u->value);
    enum expr_kind kind = u->op == '+' ? EXPR_ADD : EXPR_SUB;
    for (int64_t i = down[0]; some && i <= down[1]; i++)
        for (int64_t k = along[0]; !w->refused && k <= along[1]; k++) {
            size_t at = (size_t)(i - 1) * columns + (size_t)k - 1;
            if (at >= UNROLL_ROW || *updated >> at & 1) return unroll_refuse(w);
            *updated |= UINT64_C(1) << at;
            row->items[at] = u->op == '=' ? value : join(w, kind, row->items[at], value);
        }
}

static struct shown with(struct unrolling *w, const struct expr *e)
{
    struct shown base = unroll_value(w, e->kids[0]), row = new_row(w, base.count);
    uint64_t updated = 0;
    if (w->refused || !base.row) return nothing(w);
    row.columns = base.columns;
    memcpy(row.items, base.items, base.count * sizeof *row.items);
    for (size_t i = 0; !w->refused && i < e->update_count; i++) update_cells(w, &e->updates[i], &row, &updated);
    return row;
}

/* One row more of a grid. */
static void add_row(struct unrolling *w, struct shown *grid, const struct shown *row)
{
    bool fits = row->row && !row->columns && row->count && (!grid->count || row->count == grid->columns);
    if (w->refused || !fits || grid->count + row->count > UNROLL_ROW) return unroll_refuse(w);
    grid->columns = row->count;
    memcpy(grid->items + grid->count, row->items, row->count * sizeof *row->items);
    grid->count += row->count;
}

static struct shown literal_grid(struct unrolling *w, const struct expr *e)
{
    struct shown grid = new_row(w, UNROLL_ROW);
    grid.count = 0;
    for (size_t i = 0; !w->refused && i < e->count; i++) {
        struct shown row = unroll_value(w, e->kids[i]);
        add_row(w, &grid, &row);
    }
    return grid.count ? grid : nothing(w);
}

static struct shown literal_row(struct unrolling *w, const struct expr *e)
{
    if (e->type == TYPE_GRID) return literal_grid(w, e);
    struct shown row = new_row(w, e->count);
    for (size_t i = 0; !w->refused && i < e->count; i++) row.items[i] = unroll_number(w, e->kids[i]);
    return e->name ? nothing(w) : row;
}

/* ---- what runs over several values ------------------------------------------------------------------------------- */
/* A comprehension or a fold while it is written out. */
struct run {
    const struct expr *e;
    size_t depth;
    struct shown row;
    struct term *so_far;
};

static void take_row(struct unrolling *w, struct run *r, struct term *when, struct term *body)
{
    if (when->kind != EXPR_INT || r->row.count == UNROLL_ROW) unroll_refuse(w); /* its length would depend on cells */
    else if (when->constant) r->row.items[r->row.count++] = body;
}

static struct term *extreme(struct unrolling *w, enum fold fold, struct term *a, struct term *b)
{
    struct term *kids[] = {a, b};
    return a ? term_call(&w->terms, fold == FOLD_MIN ? BUILTIN_MIN : BUILTIN_MAX, kids, 2) : b;
}

static void take_fold(struct unrolling *w, struct run *r, struct term *when, struct term *body)
{
    struct term *zero = term_int(&w->terms, 0);
    struct term *counted = term_make(&w->terms, EXPR_IF, (struct term *[]){when, body, zero}, 3);
    enum fold fold = (enum fold)r->e->index;
    struct term *not_when = join(w, EXPR_EQ, when, zero);
    if (!counted || w->refused) return unroll_refuse(w);
    if (fold == FOLD_SUM || fold == FOLD_COUNT) r->so_far = join(w, EXPR_ADD, r->so_far, counted);
    else if (fold == FOLD_XOR) r->so_far = term_call(&w->terms, BUILTIN_XOR, (struct term *[]){r->so_far, counted}, 2);
    else if (fold == FOLD_ANY) r->so_far = join(w, EXPR_OR, r->so_far, join(w, EXPR_AND, when, body));
    else if (fold == FOLD_ALL) r->so_far = join(w, EXPR_AND, r->so_far, join(w, EXPR_OR, not_when, body));
    else if (when->kind != EXPR_INT) unroll_refuse(w); /* the least of perhaps none */
    else if (when->constant) r->so_far = extreme(w, fold, r->so_far, body);
}

static void run_on(struct unrolling *w, void *context)
{
    struct run *r = context;
    const struct expr *e = r->e;
    if (w->refused) return;
    if (r->depth < e->gen_count) {
        const struct gen *g = &e->gens[r->depth++];
        unroll_elements(w, g, run_on, r);
        r->depth--;
        return;
    }
    struct term *when = e->count > 1 && e->kids[1] ? unroll_number(w, e->kids[1]) : term_int(&w->terms, 1);
    if (w->refused || !when) return unroll_refuse(w);
    if (term_is(when, 0)) return;
    if (e->kind == EXPR_ROW_FOR && e->type == TYPE_GRID) {
        struct shown row = unroll_value(w, e->kids[0]);
        if (when->kind != EXPR_INT) return unroll_refuse(w);
        return add_row(w, &r->row, &row);
    }
    struct term *body = e->kids[0] ? unroll_number(w, e->kids[0]) : term_int(&w->terms, 1);
    if (w->refused || !body) return unroll_refuse(w);
    if (e->kind == EXPR_ROW_FOR) take_row(w, r, when, body);
    else take_fold(w, r, when, body);
}

static struct shown runs(struct unrolling *w, const struct expr *e)
{
    struct run r = {.e = e};
    enum fold fold = (enum fold)e->index;
    if (e->kind == EXPR_ROW_FOR) r.row = new_row(w, UNROLL_ROW), r.row.count = 0;
    else if (fold != FOLD_MIN && fold != FOLD_MAX) r.so_far = term_int(&w->terms, fold == FOLD_ALL);
    run_on(w, &r);
    if (w->refused || (e->type == TYPE_GRID && !r.row.count) || (e->kind == EXPR_FOLD && !r.so_far)) return nothing(w);
    return e->kind == EXPR_ROW_FOR ? r.row : unroll_one(w, r.so_far);
}

/* The cells one after the other: increasing, or not falling. */
static struct shown ascending(struct unrolling *w, const struct shown *row, enum expr_kind kind)
{
    struct term *all = term_int(&w->terms, 1);
    for (size_t i = 1; !w->refused && i < row->count; i++)
        all = join(w, EXPR_AND, all, join(w, kind, row->items[i - 1], row->items[i]));
    return w->refused ? nothing(w) : unroll_one(w, all);
}

static struct shown call(struct unrolling *w, const struct expr *e)
{
    struct term *kids[TERM_VARIABLES];
    struct shown row;
    size_t size;
    if (e->count > TERM_VARIABLES || e->count == 0) return nothing(w);
    switch (e->index) {
    case BUILTIN_LEN:
        row = unroll_value(w, e->kids[0]);
        return row.row && !row.columns ? unroll_one(w, term_int(&w->terms, (int64_t)row.count)) : nothing(w);
    case BUILTIN_ROWS:
    case BUILTIN_COLS:
        row = unroll_value(w, e->kids[0]);
        if (w->refused || !row.columns) return nothing(w);
        size = e->index == BUILTIN_COLS ? row.columns : row.count / row.columns;
        return unroll_one(w, term_int(&w->terms, (int64_t)size));
    case BUILTIN_INCREASING:
    case BUILTIN_SORTED:
        if (!has_places(e->kids[0])) return nothing(w);
        row = unroll_value(w, e->kids[0]);
        if (row.columns) return nothing(w);
        return ascending(w, &row, e->index == BUILTIN_SORTED ? EXPR_LE : EXPR_LT);
    case BUILTIN_REVERSE: {
        struct shown from = unroll_value(w, e->kids[0]), to = new_row(w, from.count);
        if (from.columns) return nothing(w);
        for (size_t i = 0; !w->refused && i < from.count; i++) to.items[i] = from.items[from.count - 1 - i];
        return to;
    }
    default: break;
    }
    for (size_t i = 0; i < e->count; i++) {
        if (e->kids[i]->type != TYPE_INT && e->kids[i]->type != TYPE_BOOL) return nothing(w);
        kids[i] = unroll_number(w, e->kids[i]);
    }
    if (!builtin_info((enum builtin)e->index)->value) return nothing(w);
    return w->refused ? nothing(w) : unroll_one(w, term_call(&w->terms, e->index, kids, e->count));
}

struct shown unroll_value(struct unrolling *w, const struct expr *e)
{
    if (w->refused || w->terms.no_memory) return nothing(w);
    switch (e->kind) {
    case EXPR_INT: return literal(w, e);
    case EXPR_BOOL: return unroll_one(w, term_int(&w->terms, e->value));
    case EXPR_FIELD: return w->fields[e->index];
    case EXPR_PARAM: return unroll_one(w, term_int(&w->terms, w->env->params[e->index].value));
    case EXPR_LOCAL:
        if (e->index < 0 || e->index >= UNROLL_SLOTS || !w->bound[e->index].items) return nothing(w);
        return w->bound[e->index];
    case EXPR_NEG:
    case EXPR_NOT:
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_MUL:
    case EXPR_DIV:
    case EXPR_MOD:
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_GT:
    case EXPR_GE:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_IFF: return operate(w, e);
    case EXPR_IF: return choose(w, e);
    case EXPR_LET: return bind(w, e);
    case EXPR_IN: return member(w, e);
    case EXPR_INDEX: return element(w, e);
    case EXPR_ROW: return literal_row(w, e);
    case EXPR_WITH: return with(w, e);
    case EXPR_ROW_FOR:
    case EXPR_FOLD: return runs(w, e);
    case EXPR_CALL: return call(w, e);
    default: return nothing(w);
    }
}
