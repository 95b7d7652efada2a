/* SPDX-License-Identifier: MIT */
/* Each piece becomes cases in which all its places are at constant distances; then values are tried. */
#include "proof/parts/windows.h"
#include <string.h>
#include "base/vec.h"
#include "proof/normal/axioms.h"

enum {
    STEPS = 20000,
    MOST_PLACES = WINDOW_CELLS,
    MOST_CASES = 64,
    MOST_DISTANCES = 16,
    FARTHEST = 64,
    TRIED_VALUES = 3
};

struct find {
    struct normal *normal;
    struct normal_space *space;
    struct arena *scratch;
    int dims;                           /* 1: a row, 2: a grid */
    const struct linear_form *sizes[2]; /* as the indices: len; or rows, cols */
    VEC(struct window_case) cases;
    bool no_memory;
};

static bool give_up(struct find *f)
{
    f->no_memory = true;
    return false;
}

static struct linear_work *work_of(struct find *f) { return &f->space->work; }

/* ---- questions ---------------------------------------------------------------------------------------------------- */
static bool is_cell(const struct find *f, const struct normal_term *t)
{
    return t->kind == EXPR_INDEX && (int)t->count == f->dims + 1 && t->args[0].term &&
           t->args[0].term->kind == EXPR_FIELD;
}

/* The rule, and what is always true of the terms in it and in `about`. */
static struct linear_conjunction know(struct find *f, struct linear_conjunction rule, struct linear_conjunction about)
{
    struct linear_conjunction parts[2] = {rule, f->normal->domain};
    work_of(f)->steps = STEPS;
    struct linear_conjunction known = axioms_gather(f->space, parts, 2, &about, 1);
    if (!known.items && work_of(f)->no_memory) give_up(f);
    return known;
}

static struct linear_conjunction with_items(struct find *f, struct linear_conjunction known,
                                            struct linear_conjunction more)
{
    struct linear_constraint *items = arena_array(f->scratch, known.count + more.count + 1, sizeof *items);
    if (!items) return give_up(f), (struct linear_conjunction){0};
    if (known.count) memcpy(items, known.items, known.count * sizeof *items);
    if (more.count) memcpy(items + known.count, more.items, more.count * sizeof *items);
    return (struct linear_conjunction){items, known.count + more.count};
}

static struct linear_conjunction with_item(struct find *f, struct linear_conjunction known,
                                           struct linear_constraint item)
{
    return with_items(f, known, (struct linear_conjunction){&item, 1});
}

static bool implied(struct find *f, struct linear_conjunction known, const struct linear_form *form, bool equality)
{
    work_of(f)->steps = STEPS;
    return form && known.items &&
           linear_implies(work_of(f), known.items, known.count, (struct linear_constraint){form, equality});
}

static bool impossible(struct find *f, struct linear_conjunction known, struct linear_conjunction more)
{
    struct arena_mark mark = arena_mark(f->scratch);
    struct linear_conjunction all = with_items(f, known, more);
    work_of(f)->steps = STEPS;
    bool none = known.items && all.items && linear_solve(work_of(f), all.items, all.count, NULL) == LINEAR_INFEASIBLE;
    arena_rewind(f->scratch, mark);
    return none;
}

static const struct linear_form *difference(struct find *f, const struct linear_form *a, const struct linear_form *b,
                                            int64_t constant)
{
    return linear_scale(work_of(f), linear_sum(work_of(f), a, 1, b, -1), 1, constant);
}

/* ---- places ------------------------------------------------------------------------------------------------------- */
struct window_place {
    const struct linear_form *at[2];
    const struct linear_form *value; /* what is written; NULL: it is only read */
    int64_t distance[2];             /* from the first place */
};
struct window_case {
    const struct normal_piece *piece;
    struct linear_conjunction rule, known; /* the latter with what is always true of its terms */
    struct window_place places[MOST_PLACES];
    size_t count;
};

static bool add_place(struct find *f, struct window_case *c, struct window_place place)
{
    for (size_t i = 0; i < c->count && !place.value; i++) {
        bool same = true;
        for (int k = 0; k < f->dims; k++) same = same && linear_compare(c->places[i].at[k], place.at[k]) == 0;
        if (same) return true;
    }
    if (c->count == MOST_PLACES) return false;
    c->places[c->count++] = place;
    return true;
}

static const struct linear_form *result_variable(struct find *f, int index)
{
    int var = normal_var(f->space, NORMAL_RESULT, index);
    return var < 0 ? NULL : linear_variable(work_of(f), var);
}

/* Cells that are replaced, one by one. */
static bool add_written(struct find *f, struct window_case *c)
{
    const struct normal_piece *p = c->piece;
    bool same = p->component_count == 1 && p->components[0].game == f->normal->source.game;
    const struct normal_arg *arg = same && p->components[0].arg_count == 1 ? &p->components[0].args[0] : NULL;
    if (!arg || arg->kind != NORMAL_WITH || !arg->base || arg->base->kind != EXPR_FIELD) return false;
    int var = arg->first_var;
    for (size_t u = 0; u < arg->update_count; u++) {
        struct window_place place = {{NULL, NULL}, NULL, {0, 0}};
        if (arg->updates[u] != '=' * 16 + f->dims * 4) return false;
        for (int k = 0; k < f->dims; k++)
            if (!(place.at[k] = result_variable(f, var++))) return give_up(f);
        if (!(place.value = result_variable(f, var++))) return give_up(f);
        if (!add_place(f, c, place)) return false;
    }
    return c->count > 0;
}

static bool add_read(struct find *f, struct window_case *c, const struct linear_form *form);

static bool add_read_term(struct find *f, struct window_case *c, const struct normal_term *t)
{
    bool size = t->kind == EXPR_CALL &&
                (t->data == BUILTIN_LEN || t->data == BUILTIN_ROWS || t->data == BUILTIN_COLS) && t->count == 1;
    if (size && t->args[0].term && t->args[0].term->kind == EXPR_FIELD) return true;
    if (t->kind == EXPR_FIELD || t->kind == EXPR_LUA || t->kind == NORMAL_BINDER) return false;
    bool cell = is_cell(f, t), fine = true;
    struct window_place place = {{NULL, NULL}, NULL, {0, 0}};
    for (int k = 0; cell && fine && k < f->dims; k++) fine = (place.at[k] = t->args[k + 1].form) != NULL;
    fine = fine && (!cell || add_place(f, c, place));
    for (size_t i = cell; fine && i < t->count; i++) {
        if (t->args[i].form) fine = add_read(f, c, t->args[i].form);
        else if (t->args[i].term) fine = add_read_term(f, c, t->args[i].term);
    }
    return fine;
}

static bool add_read(struct find *f, struct window_case *c, const struct linear_form *form)
{
    bool fine = true;
    for (uint32_t i = 0; fine && i < form->count; i++) {
        const struct normal_var *v = &f->space->vars[form->terms[i].var];
        if (v->kind == NORMAL_TERM) fine = add_read_term(f, c, v->term);
        else fine = v->kind == NORMAL_RESULT || v->kind == NORMAL_GEN || v->kind == NORMAL_PARAM;
    }
    return fine;
}

static const struct linear_form *cell_at(struct find *f, const struct window_case *c, const struct window_place *place);

/* What is known where the distances are. */
static bool add_case(struct find *f, const struct window_case *c)
{
    struct window_case own = *c;
    struct linear_constraint cells[MOST_PLACES];
    if (f->cases.count == MOST_CASES) return false;
    for (size_t i = 0; i < c->count; i++)
        if (!(cells[i] = (struct linear_constraint){cell_at(f, c, &c->places[i]), true}).form) return false;
    own.known = know(f, c->rule, (struct linear_conjunction){cells, c->count});
    if (impossible(f, own.known, (struct linear_conjunction){NULL, 0})) return true;
    return own.known.items && (vec_push(&f->cases, own) || give_up(f));
}

/* The case, in which the distances of the places up to number `at` in direction k are known. Impossible cases are dropped. */
static bool add_cases(struct find *f, const struct window_case *c, size_t at, int k)
{
    if (at == c->count) return add_case(f, c);
    const struct linear_form *d = difference(f, c->places[at].at[k], c->places[0].at[k], 0);
    struct linear_bounds bounds = {0};
    int64_t constant;
    if (!d) return false;
    work_of(f)->steps = STEPS;
    if (linear_is_constant(d, &constant))
        bounds = (struct linear_bounds){.low = constant, .high = constant, .has_low = true, .has_high = true};
    else if (!linear_range(work_of(f), c->known.items, c->known.count, d, &bounds)) return false;
    if (bounds.empty) return true;
    if (!bounds.has_low || !bounds.has_high || bounds.low < -FARTHEST || bounds.high > FARTHEST) return false;
    if (bounds.high - bounds.low >= MOST_DISTANCES) return false;
    bool fine = true, last = k + 1 == f->dims;
    for (int64_t i = bounds.low; fine && i <= bounds.high; i++) {
        struct window_case own = *c;
        struct linear_constraint here = {linear_scale(work_of(f), d, 1, -i), true};
        if (bounds.low < bounds.high) {
            if (impossible(f, c->known, (struct linear_conjunction){&here, 1})) continue;
            own.rule = with_item(f, c->rule, here);
            own.known = with_item(f, c->known, here);
        }
        own.places[at].distance[k] = i;
        fine = here.form && add_cases(f, &own, last ? at + 1 : at, last ? 0 : k + 1);
    }
    return fine;
}

static bool add_piece(struct find *f, const struct normal_piece *piece)
{
    struct window_case c = {.piece = piece, .rule = piece->rule};
    if (!add_written(f, &c)) return false;
    for (size_t i = 0; i < c.rule.count; i++)
        if (!add_read(f, &c, c.rule.items[i].form)) return false;
    c.known = know(f, c.rule, c.rule);
    return c.known.items && add_cases(f, &c, 0, 0);
}

/* ---- what is proved of a case --------------------------------------------------------------------------------------- */
/* The cell at that place, as it is before the move. */
static const struct linear_form *cell_at(struct find *f, const struct window_case *c, const struct window_place *place)
{
    struct normal_value args[3] = {{.term = c->piece->components[0].args[0].base}};
    for (int k = 0; k < f->dims; k++)
        args[k + 1].form = linear_scale(work_of(f), c->places[0].at[k], 1, place->distance[k]);
    struct normal_term proto = {.kind = EXPR_INDEX, .count = (size_t)f->dims + 1, .args = args};
    for (int k = 0; k < f->dims; k++)
        if (!args[k + 1].form) return NULL;
    return terms_make(f->space, &proto, true).form;
}

static bool holds(struct find *f, const struct window_case *c, const struct window_place *place, int64_t value,
                  struct linear_constraint *out)
{
    *out = (struct linear_constraint){linear_scale(work_of(f), cell_at(f, c, place), 1, -value), true};
    return out->form != NULL;
}

/* Within the board: at - 1 >= 0 and size - at >= 0. */
static const struct linear_form *within(struct find *f, const struct linear_form *at, int k, bool high)
{
    return high ? difference(f, f->sizes[k], at, 0) : linear_scale(work_of(f), at, 1, -1);
}

/* Two updates of one cell fail, and that is to be told of the board as it was written. */
static bool writes_twice(const struct window_case *c)
{
    bool twice = false;
    for (size_t i = 0; i < c->count && !twice; i++)
        for (size_t k = 0; k < i && c->places[i].value && !twice; k++)
            twice = memcmp(c->places[i].distance, c->places[k].distance, sizeof c->places[i].distance) == 0;
    return twice;
}

static bool writes_properly(struct find *f, const struct window_case *c)
{
    bool fine = !writes_twice(c);
    struct linear_constraint same[MOST_PLACES];
    struct linear_conjunction all = {same, 0};
    for (size_t i = 0; fine && i < c->count; i++) {
        const struct window_place *place = &c->places[i];
        if (!place->value) continue;
        fine = implied(f, c->known, place->value, false);
        for (int k = 0; fine && k < f->dims; k++)
            fine = implied(f, c->known, within(f, place->at[k], k, false), false) &&
                   implied(f, c->known, within(f, place->at[k], k, true), false);
        const struct linear_form *before = cell_at(f, c, place);
        same[all.count++] = (struct linear_constraint){difference(f, place->value, before, 0), true};
        fine = fine && same[all.count - 1].form;
    }
    return fine && impossible(f, c->known, all);
}

/* Where one of the places it writes holds the value, it still does afterwards. */
static bool keeps(struct find *f, const struct window_case *c, int64_t value)
{
    bool fine = true;
    for (size_t i = 0; fine && i < c->count; i++) {
        struct linear_constraint is;
        if (!c->places[i].value) continue;
        fine = holds(f, c, &c->places[i], value, &is);
        if (fine && impossible(f, c->known, (struct linear_conjunction){&is, 1})) continue;
        fine = fine &&
               implied(f, with_item(f, c->known, is), linear_scale(work_of(f), c->places[i].value, 1, -value), true);
    }
    return fine;
}

static uint32_t final_values(struct find *f)
{
    uint32_t final = 0;
    for (int64_t v = 0; v < TRIED_VALUES; v++) {
        bool all = true;
        for (size_t i = 0; all && i < f->cases.count; i++) all = keeps(f, &f->cases.data[i], v);
        if (all) final |= 1u << v;
    }
    return final;
}

/* ---- the same game wherever it stands ---------------------------------------------------------------------------------- */
/* Is the form about cells at constant distances, what is written, generators and parameters only? */
static bool is_of_cells(struct find *f, const struct window_case *c, const struct linear_form *form)
{
    const struct normal_piece *p = c->piece;
    for (uint32_t i = 0; i < form->count; i++) {
        const struct normal_var *v = &f->space->vars[form->terms[i].var];
        bool fine = v->kind == NORMAL_GEN || v->kind == NORMAL_PARAM;
        if (v->kind == NORMAL_RESULT) /* each update: its indices, then the value */
            fine = (v->index - p->components[0].args[0].first_var) % (f->dims + 1) == f->dims;
        if (v->kind == NORMAL_TERM && is_cell(f, v->term)) {
            fine = true;
            int64_t d;
            for (int k = 0; fine && k < f->dims; k++)
                fine = linear_is_constant(difference(f, v->term->args[k + 1].form, c->places[0].at[k], 0), &d);
        } else if (v->kind == NORMAL_TERM) {
            fine = true;
            for (size_t a = 0; fine && a < v->term->count; a++)
                fine = v->term->args[a].form && is_of_cells(f, c, v->term->args[a].form);
        }
        if (!fine) return false;
    }
    return true;
}

/* The rule with every place that is written told by the first. */
static bool by_first_place(struct find *f, const struct window_case *c, struct linear_conjunction *rule)
{
    const struct linear_form **map = arena_array(f->scratch, f->space->var_count + 1, sizeof *map);
    if (!map) return give_up(f);
    for (size_t i = 1; i < c->count; i++)
        for (int k = 0; c->places[i].value && k < f->dims; k++) {
            int var = c->places[i].at[k]->terms[0].var;
            if (!(map[var] = linear_scale(work_of(f), c->places[0].at[k], 1, c->places[i].distance[k]))) return false;
        }
    return normal_replace_all(f->space, c->rule, map, f->space->var_count, rule);
}

/* What is said of cells, and that those are within the board that are written, or that then cannot be 0. */
static struct linear_conjunction within_board(struct find *f, const struct window_case *c,
                                              struct linear_conjunction cells, struct linear_conjunction known)
{
    struct linear_conjunction all = cells;
    for (size_t i = 0; i < c->count; i++) {
        struct linear_constraint zero;
        bool inside = c->places[i].value != NULL;
        if (!inside && holds(f, c, &c->places[i], 0, &zero))
            inside = impossible(f, known, (struct linear_conjunction){&zero, 1});
        for (int k = 0; inside && k < f->dims; k++) {
            const struct linear_form *at = linear_scale(work_of(f), c->places[0].at[k], 1, c->places[i].distance[k]);
            for (int high = 0; at && high < 2; high++)
                all = with_item(f, all, (struct linear_constraint){within(f, at, k, high), false});
        }
    }
    return all;
}

static bool is_movable(struct find *f, const struct window_case *c)
{
    struct linear_conjunction rule, cells = {NULL, 0};
    if (!by_first_place(f, c, &rule)) return false;
    for (size_t i = 0; i < rule.count; i++)
        if (is_of_cells(f, c, rule.items[i].form)) cells = with_item(f, cells, rule.items[i]);
    struct linear_conjunction known = know(f, cells, c->known), all;
    bool fine = true;
    for (size_t i = 0; fine && i < c->count; i++) {
        struct linear_constraint same = {NULL, true};
        if (!c->places[i].value) continue;
        same.form = difference(f, c->places[i].value, cell_at(f, c, &c->places[i]), 0);
        fine = same.form && impossible(f, known, (struct linear_conjunction){&same, 1});
    }
    if (!fine) return false;
    all = within_board(f, c, cells, known);
    for (size_t i = 0; fine && i < all.count; i++) fine = all.items[i].form != NULL;
    if (fine) known = know(f, all, rule);
    for (size_t i = 0; fine && i < rule.count; i++)
        fine = is_of_cells(f, c, rule.items[i].form) || implied(f, known, rule.items[i].form, rule.items[i].equality);
    return fine;
}

/* ---- the windows ------------------------------------------------------------------------------------------------------- */
/* The values, of the final ones and of cells outside, with which there is no such move. */
static uint32_t closing(struct find *f, const struct window_case *c, const struct window_place *place, uint32_t final)
{
    uint32_t closed = place->value ? WINDOW_OUTSIDE : 0; /* it writes within the board */
    for (int v = 0; v < TRIED_VALUES; v++) {
        struct linear_constraint is;
        bool asked = final >> v & 1 || v == 0; /* a cell outside is 0 */
        if (!asked || !holds(f, c, place, v, &is)) continue;
        if (!impossible(f, c->known, (struct linear_conjunction){&is, 1})) continue;
        closed |= final & 1u << v;
        if (v == 0) closed |= WINDOW_OUTSIDE;
    }
    return closed;
}

static bool write_window(struct find *f, const struct window_case *c, uint32_t final, struct arena *arena,
                         struct move_window *window)
{
    window->cells = arena_array(arena, c->count + 1, sizeof *window->cells);
    if (!window->cells) return give_up(f);
    for (size_t i = 0; i < c->count; i++) {
        const struct window_place *p = &c->places[i];
        bool known = false;
        for (size_t k = 0; k < i && !known; k++)
            known = memcmp(p->distance, c->places[k].distance, sizeof p->distance) == 0;
        if (known) continue;
        int row = f->dims == 2 ? (int)p->distance[0] : 0, column = (int)p->distance[f->dims - 1];
        window->cells[window->count++] = (struct window_cell){row, column, closing(f, c, p, final)};
    }
    return true;
}

static bool write_windows(struct find *f, uint32_t final, struct arena *arena, const struct state_windows **windows)
{
    struct state_windows *out = arena_alloc(arena, sizeof *out);
    if (!out) return give_up(f);
    *out = (struct state_windows){.final = final, .filler = __builtin_ctz(final), .movable = final & 1};
    out->windows = arena_array(arena, f->cases.count + 1, sizeof *out->windows);
    if (!out->windows) return give_up(f);
    for (size_t i = 0; i < f->cases.count; i++) {
        out->movable = out->movable && is_movable(f, &f->cases.data[i]);
        if (!write_window(f, &f->cases.data[i], final, arena, &out->windows[out->count++])) return false;
    }
    *windows = out;
    return true;
}

static bool open_sizes(struct find *f)
{
    struct normal_term field = {.kind = EXPR_FIELD};
    static const enum builtin row[] = {BUILTIN_LEN}, grid[] = {BUILTIN_ROWS, BUILTIN_COLS};
    struct normal_value board = terms_make(f->space, &field, false);
    for (int k = 0; k < f->dims; k++) {
        struct normal_term proto = {
            .kind = EXPR_CALL, .data = f->dims == 1 ? row[k] : grid[k], .count = 1, .args = &board};
        if (terms_failed(board) || !(f->sizes[k] = terms_make(f->space, &proto, true).form)) return false;
    }
    return true;
}

bool windows_find(struct normal *normal, struct arena *scratch, struct arena *arena,
                  const struct state_windows **windows)
{
    const struct game *game = &normal->source.model->games[normal->source.game];
    struct find f = {.normal = normal, .space = normal->space, .scratch = scratch};
    f.dims = game->fields[0].kind == FIELD_GRID ? 2 : 1;
    *windows = NULL;
    bool fine = open_sizes(&f) && normal->piece_count > 0;
    for (size_t i = 0; fine && i < normal->piece_count; i++) fine = add_piece(&f, &normal->pieces[i]);
    for (size_t i = 0; fine && i < f.cases.count; i++) fine = writes_properly(&f, &f.cases.data[i]);
    uint32_t final = fine && f.cases.count ? final_values(&f) : 0;
    if (final) write_windows(&f, final, arena, windows);
    vec_free(&f.cases);
    return !f.no_memory && !f.space->work.no_memory;
}
