/* SPDX-License-Identifier: MIT */
/* A rule over the states of a view. The numbers of a result are rewritten as seen, and the fields that they are
 * computed from are replaced by their original values in terms of what is seen; so conditions and ranges need no
 * change of their own. */
#include "proof/restate/substitution.h"
#include "proof/restate/private.h"

enum { FUEL = 20000, MAX_MOVES = 128 };

/* ---- numbers ----------------------------------------------------------------------------------------------------- */
struct substitution substitution_identity(size_t count)
{
    struct substitution v = {.count = count};
    for (size_t i = 0; i < MODEL_MAX_FIELDS; i++) v.numbers[i] = (struct substitution_number){.num = 1, .den = 1};
    return v;
}

struct substitution_cell substitution_cell(const struct substitution *view, size_t i)
{
    return view->cells ? view->cells[i] : (struct substitution_cell){0, (int)i};
}

bool substitution_number_is_identity(const struct substitution_number *n)
{
    return n->num == 1 && n->den == 1 && n->add == 0 && !n->clamp;
}

int substitution_find(const struct substitution *view, int field)
{
    for (size_t i = 0; i < view->count; i++)
        if (view->kept[i] == field) return (int)i;
    return -1;
}

const char *substitution_place_name(const struct game *game, const struct substitution *view, int field)
{
    static const char *const names[2][4] = {{"place", "", "len", ""}, {"row", "column", "rows", "cols"}};
    return names[game->fields[view->cell].kind == FIELD_GRID][field - SPLIT_PLACE];
}

bool substitution_is_identity(const struct substitution *view)
{
    bool plain = !view->unpacked && !view->reversed;
    for (size_t i = 0; i < view->count; i++) plain = plain && substitution_number_is_identity(&view->numbers[i]);
    return plain;
}

/* floor((k x + add) / den) */
static const struct integer *scaled(struct arena *arena, const struct integer *x, int64_t k, int64_t add, int64_t den)
{
    const struct integer *factor = integer_from(arena, k), *plus = integer_from(arena, add),
                         *by = integer_from(arena, den);
    const struct integer *up = factor && x ? integer_mul(arena, factor, x) : NULL;
    up = up && plus ? integer_add(arena, up, plus) : NULL;
    return up && by && den != 1 ? integer_div(arena, up, by) : up;
}

const struct integer *substitution_image(struct arena *arena, const struct substitution_number *n,
                                         const struct integer *x)
{
    if (substitution_number_is_identity(n)) return x;
    const struct integer *y = scaled(arena, x, n->num, n->add, n->den);
    return y && n->clamp && y->sign < 0 ? integer_from(arena, 0) : y;
}

bool substitution_inverse(struct arena *arena, const struct substitution_number *n, const struct integer *y,
                          const struct integer **back)
{
    struct substitution_number open = *n;
    open.clamp = false;
    *back = y;
    if (substitution_number_is_identity(&open)) return true;
    if (n->num == -1) *back = scaled(arena, y, -1, n->add, 1);
    else *back = scaled(arena, y, n->den, n->num - 1 - n->add, n->num);
    const struct integer *again = *back ? substitution_image(arena, &open, *back) : NULL;
    if (!again) return false;
    if (integer_compare(again, y) != 0) *back = NULL;
    return true;
}

/* ---- the game ---------------------------------------------------------------------------------------------------- */
/* A move and the moves it becomes: if the row is unpacked, one for each cell that it may choose. */
struct rewriting {
    struct rewriter *r;
    const struct move *from;
    struct move *to;
    size_t count;
    struct expr *says; /* more conditions; NULL: none */
};

/* Returns false if one of them is known to be false: the cells that were chosen are no choice of the move. One that is known to
 * be true is left out. */
static bool rewrite_conditions(struct rewriting *w, struct move *to, const struct view_binding *scope)
{
    struct rewriter *r = w->r;
    size_t count = 0;
    for (size_t i = 0; i < w->from->condition_count && !r->failed; i++) {
        struct expr *c = rewrite(r, w->from->conditions[i], scope);
        bool known = !r->failed && !r->guard && c && c->kind == EXPR_BOOL;
        if (known && !c->value) return false;
        if (!known) to->conditions[count++] = c;
    }
    to->condition_count = count;
    return true;
}

/* What holds of the choices stands in front: what is asked behind it may fail where it does not. */
static void say_first(struct rewriter *r, struct expr *says, struct move *to)
{
    if (!says || r->failed) return;
    if (says->kind == EXPR_AND) {
        say_first(r, says->kids[1], to);
        say_first(r, says->kids[0], to);
        return;
    }
    for (size_t i = to->condition_count++; i > 0; i--) to->conditions[i] = to->conditions[i - 1];
    to->conditions[0] = says;
}

static void close_move(struct rewriting *w, const struct gen *gens, size_t gen_count, const struct view_binding *scope)
{
    struct rewriter *r = w->r;
    if (w->count == MAX_MOVES) {
        rewrite_failed(r);
        return;
    }
    struct move *to = &w->to[w->count];
    *to = *w->from;
    to->gens = arena_array(r->arena, gen_count + 1, sizeof *to->gens);
    to->conditions = arena_array(r->arena, to->condition_count + gen_count + 2, sizeof *to->conditions);
    to->gen_count = gen_count;
    if (!to->gens || !to->conditions) r->failed = r->no_memory = true;
    for (size_t i = 0; i < gen_count && !r->failed; i++) to->gens[i] = gens[i];
    if (!rewrite_conditions(w, to, scope)) return;
    w->count++;
    struct expr *says = r->way ? place_constants(r, w->says) : NULL;
    if (says && !r->failed) to->conditions[to->condition_count++] = says;
    if (r->view->as_set) say_first(r, w->says, to);
    r->said = to->conditions;
    r->said_count = to->condition_count;
    if (r->guard) rewrite_failed(r); /* updates outside of results */
    to->result = r->failed ? NULL : rewrite(r, w->from->result, scope);
    r->said_count = 0;
    if (r->view->as_set) to->slots = r->fresh;
    if (r->guard) rewrite_failed(r); /* updates in a condition of a result */
}

static void open_gens(struct rewriting *w, size_t gen, struct gen *gens, size_t gen_count,
                      const struct view_binding *scope)
{
    struct rewriter *r = w->r;
    struct expr **items;
    size_t count;
    if (r->failed || gen == w->from->gen_count) {
        if (!r->failed) close_move(w, gens, gen_count, scope);
        return;
    }
    const struct gen *g = &w->from->gens[gen];
    struct expr *seen, *says = NULL;
    const struct view_binding *inner = scope;
    if (r->view->as_set && set_generator(r, g, &inner, &gens[gen_count], &says)) {
        struct expr *before = w->says;
        w->says = make_both(r, before, says);
        open_gens(w, gen + 1, gens, gen_count + 1, inner);
        w->says = before;
        return;
    }
    if (r->way && place_generator(r, g, gen, scope, &seen, &says)) {
        struct expr *before = w->says;
        w->says = make_both(r, before, says);
        open_gens(w, gen + 1, gens, gen_count, bind_seen(r, scope, g->slot, seen));
        w->says = before;
        return;
    }
    bool cells = r->view->unpacked || (r->view->part && r->view->cell >= 0 && !r->view->ways);
    if (cells && move_picks(w->from, gen) && row_members(r, &g->domain, scope, &items, &count)) {
        for (size_t i = 0; i < count && !r->failed; i++)
            open_gens(w, gen + 1, gens, gen_count, bind_seen(r, scope, g->slot, items[i]));
        return;
    }
    gens[gen_count] = *g;
    gens[gen_count].cap = NULL;
    if (!rewrite_domain(r, &g->domain, scope, &gens[gen_count].domain)) return;
    if (r->view->runs && g->cap) gens[gen_count].cap = rewrite(r, g->cap, scope);
    open_gens(w, gen + 1, gens, gen_count + 1, scope);
}

static void rewrite_move(struct rewriting *w, const struct move *from)
{
    struct gen *gens = arena_array(w->r->arena, from->gen_count + 1, sizeof *gens);
    if (!gens) w->r->failed = w->r->no_memory = true;
    if (!from->result) rewrite_failed(w->r);
    w->from = from;
    if (!w->r->failed) open_gens(w, 0, gens, 0, NULL);
}

/* The condition that the numbers as seen are images of natural numbers; a multiple leaves gaps between them. */
static struct expr *seen_numbers(struct rewriter *r, struct expr *so_far)
{
    for (size_t i = 0; i < r->view->count && r->view->unpacked; i++) {
        bool added = false;
        for (size_t k = i + 1; k < r->view->count; k++) added |= r->view->plus[i][k] > 0;
        if (added) so_far = make_both(r, so_far, make_two(r, EXPR_GE, make_number(r, i), make_int(r, 0)));
    }
    for (size_t i = 0; i < r->view->count && !r->failed; i++) {
        const struct substitution_number *n = &r->view->numbers[i];
        const struct substitution_number open = {n->num, n->den, n->add, false};
        if (substitution_number_is_identity(&open)) continue;
        struct expr *x = make_back(r, n, make_field(r, (int)i, TYPE_INT));
        bool natural = r->view->unpacked || r->from->fields[i].kind == FIELD_NAT;
        if (r->view->unpacked && n->num == 1 && n->den == 1 && n->add <= 0)
            continue; /* x is y - add, and y is natural */
        if (natural) so_far = make_both(r, so_far, make_two(r, EXPR_GE, x, make_int(r, 0)));
        if (n->num > 1)
            so_far = make_both(r, so_far, make_two(r, EXPR_EQ, make_there(r, n, x), make_field(r, (int)i, TYPE_INT)));
    }
    return so_far;
}

/* For a row it is stated of the first cell only, the least one; used for places in ascending order that are counted
 * from another start. */
static struct expr *seen_cells(struct rewriter *r, struct expr *so_far)
{
    struct expr *row = make_field(r, 0, TYPE_ROW);
    struct expr *length = row ? make_call(r, BUILTIN_LEN, TYPE_INT, &row, 1) : NULL;
    struct expr *cell = make_cell(r, (struct span){0}, row, make_int(r, 1));
    struct expr *natural = make_two(r, EXPR_GE, make_back(r, &r->view->numbers[0], cell), make_int(r, 0));
    return make_both(r, so_far, make_two(r, EXPR_OR, make_two(r, EXPR_EQ, length, make_int(r, 0)), natural));
}

static bool rewrite_fields(struct rewriter *r, struct game *to)
{
    bool rows =
        !r->view->unpacked && !r->view->part && r->from->field_count == 1 && r->from->fields[0].kind == FIELD_ROW;
    to->fields = arena_array(r->arena, r->view->count + 1, sizeof *to->fields);
    if (!to->fields) return r->failed = r->no_memory = true, false;
    for (size_t i = 0; i < r->view->count; i++) {
        const struct substitution_number *n = &r->view->numbers[i];
        size_t from = i;
        if (r->view->unpacked) from = (size_t)substitution_cell(r->view, i).field;
        else if (r->view->part) from = (size_t)r->view->kept[i];
        bool place = from >= MODEL_MAX_FIELDS;
        to->fields[i] = r->from->fields[place ? (size_t)r->view->cell : from];
        if (place) to->fields[i].name = substitution_place_name(r->from, r->view, (int)from);
        if (r->view->part && to->fields[i].kind != FIELD_INT && to->fields[i].kind != FIELD_BOOL)
            to->fields[i].kind = FIELD_NAT;
        if (r->view->as_set && (int)i == r->view->set) to->fields[i].kind = FIELD_ROW;
        if (!rows && (r->view->unpacked || !substitution_number_is_identity(n))) to->fields[i].kind = FIELD_NAT;
    }
    to->field_count = r->view->count;
    to->invariant = r->from->invariant ? rewrite(r, r->from->invariant, NULL) : NULL;
    if (r->guard) rewrite_failed(r);
    if (!r->failed && !rows) to->invariant = seen_numbers(r, to->invariant);
    if (!r->failed && r->view->ways) to->invariant = place_states(r, to->invariant);
    if (!r->failed && rows && !substitution_number_is_identity(&r->view->numbers[0]))
        to->invariant = seen_cells(r, to->invariant);
    return !r->failed;
}

static bool is_fixed(const struct substitution *view, int field)
{
    bool fixed = false;
    for (size_t i = 0; i < view->fixed_count; i++) fixed |= view->fixed[i].cell.field == field;
    return fixed;
}

/* Only numbers, or a single row; more than that in parts, and rows beside natural numbers if they are unpacked. */
static bool can_be_seen(const struct game *g, const struct substitution *view)
{
    if (g->kind != GAME_RULES || g->loopy || g->field_count == 0) return false;
    if (view->as_set) return set_can_be_seen(g, view->set);
    if (g->field_count == 1 && g->fields[0].kind == FIELD_ROW) return true;
    for (size_t i = 0; i < g->field_count; i++) {
        enum field_kind kind = g->fields[i].kind;
        bool more = kind == FIELD_BOOL || kind == FIELD_ROW || kind == FIELD_BAG || kind == FIELD_GRID;
        if (view->unpacked && view->cells && (kind == FIELD_NAT || kind == FIELD_ROW)) continue;
        if (view->unpacked && view->cells && kind == FIELD_GRID && view->columns[i] > 0) continue;
        if (kind == FIELD_BOOL && is_fixed(view, (int)i)) continue;
        if (kind != FIELD_NAT && kind != FIELD_INT && !(view->part && more)) return false;
    }
    return true;
}

enum status substitution_apply(const struct model *model, int game, const struct substitution *view,
                               struct arena *arena, struct model *seen)
{
    struct rewriter r = {.arena = arena, .view = view, .from = &model->games[game], .game = game, .fuel = FUEL};
    struct game *games = arena_array(arena, model->game_count, sizeof *games);
    if (!games) return ST_NO_MEMORY;
    if (!can_be_seen(r.from, view)) return ST_UNSUPPORTED;
    if (view->as_set) r.fresh = set_fresh_slot(r.from);
    for (size_t i = 0; i < model->game_count; i++) games[i] = model->games[i];
    struct game *to = &games[game];
    struct rewriting w = {.r = &r, .to = arena_array(arena, MAX_MOVES, sizeof *w.to)};
    if (!w.to) return ST_NO_MEMORY;
    to->symmetric = false;
    to->canon = NULL;
    to->start_count = 0;
    to->solve_plugin = NULL;
    if (rewrite_fields(&r, to))
        for (size_t i = 0; i < r.from->move_count && !r.failed; i++) {
            r.way = view->ways ? &view->ways[i] : NULL;
            rewrite_move(&w, &r.from->moves[i]);
        }
    to->moves = w.to;
    to->move_count = w.count;
    *seen = *model;
    seen->games = games;
    return r.no_memory ? ST_NO_MEMORY : r.failed ? ST_UNSUPPORTED : ST_OK;
}
