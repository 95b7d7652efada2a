/* SPDX-License-Identifier: MIT */
/* Each piece becomes cases in which all its places are at constant distances; then values are tried. */
#include "proof/parts/windows.h"
#include <string.h>
#include "proof/normal/axioms.h"
#include "proof/parts/private.h"

enum {
    STEPS = 20000,
    MOST_PLACES = WINDOW_CELLS,
    MOST_DISTANCES = 16,
    FARTHEST = 64,
    TRIED_VALUES = 3 /* and those that a move writes */
};

static bool give_up(struct window_find *f)
{
    f->s->no_memory = true;
    return false;
}

static struct linear_work *work_of(struct window_find *f) { return &f->s->space.work; }

/* ---- questions ---------------------------------------------------------------------------------------------------- */
bool window_is_cell(const struct window_find *f, const struct normal_term *t)
{
    return t->kind == EXPR_INDEX && (int)t->count == f->dims + 1 && t->args[0].term &&
           t->args[0].term->kind == EXPR_FIELD && t->args[0].term->data == f->field;
}

/* The rule, and what is always true of the terms in it and in `about`. */
struct linear_conjunction window_know(struct window_find *f, struct linear_conjunction rule,
                                      struct linear_conjunction about)
{
    struct linear_conjunction parts[2] = {rule, f->s->normal->domain};
    work_of(f)->steps = STEPS;
    struct linear_conjunction known = axioms_gather(&f->s->space, parts, 2, &about, 1);
    if (!known.items && work_of(f)->no_memory) give_up(f);
    return known;
}

static struct linear_conjunction with_items(struct window_find *f, struct linear_conjunction known,
                                            struct linear_conjunction more)
{
    struct linear_constraint *items = arena_array(&f->s->scratch, known.count + more.count + 1, sizeof *items);
    if (!items) return give_up(f), (struct linear_conjunction){0};
    if (known.count) memcpy(items, known.items, known.count * sizeof *items);
    if (more.count) memcpy(items + known.count, more.items, more.count * sizeof *items);
    return (struct linear_conjunction){items, known.count + more.count};
}

struct linear_conjunction window_with_item(struct window_find *f, struct linear_conjunction known,
                                           struct linear_constraint item)
{
    return with_items(f, known, (struct linear_conjunction){&item, 1});
}

static bool impossible(struct window_find *f, struct linear_conjunction known, struct linear_conjunction more)
{
    struct arena_mark mark = arena_mark(&f->s->scratch);
    struct linear_conjunction all = with_items(f, known, more);
    work_of(f)->steps = STEPS;
    bool none = known.items && all.items && linear_solve(work_of(f), all.items, all.count, NULL) == LINEAR_INFEASIBLE;
    arena_rewind(&f->s->scratch, mark);
    return none;
}

/* ---- places ------------------------------------------------------------------------------------------------------- */
static bool add_place(struct window_find *f, struct window_case *c, struct window_place place)
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

static const struct linear_form *result_variable(struct window_find *f, int index)
{
    int var = normal_var(&f->s->space, NORMAL_RESULT, index);
    return var < 0 ? NULL : linear_variable(work_of(f), var);
}

const struct normal_arg *window_board(const struct window_find *f, const struct window_case *c)
{
    return &c->piece->components[0].args[f->field];
}

/* Cells that are replaced, one by one. */
static bool add_written(struct window_find *f, struct window_case *c)
{
    const struct normal_arg *arg = window_board(f, c);
    if (arg->kind != NORMAL_WITH || !arg->base || arg->base->kind != EXPR_FIELD || arg->base->data != f->field)
        return false;
    int var = arg->first_var;
    for (size_t u = 0; u < arg->update_count; u++) {
        struct window_place place = {.value = NULL};
        if (arg->updates[u] != '=' * 16 + f->dims * 4) return false;
        for (int k = 0; k < f->dims; k++)
            if (!(place.at[k] = result_variable(f, var++))) return give_up(f);
        if (!(place.value = result_variable(f, var++))) return give_up(f);
        if (!add_place(f, c, place)) return false;
    }
    return c->count > 0;
}

static bool add_read(struct window_find *f, struct window_case *c, const struct linear_form *form);

static bool add_read_term(struct window_find *f, struct window_case *c, const struct normal_term *t)
{
    bool size = t->kind == EXPR_CALL &&
                (t->data == BUILTIN_LEN || t->data == BUILTIN_ROWS || t->data == BUILTIN_COLS) && t->count == 1;
    if (size && t->args[0].term && t->args[0].term->kind == EXPR_FIELD) return true;
    if (t->kind == EXPR_FIELD && t->data != f->field) return true; /* it never changes */
    if (t->kind == EXPR_FIELD || t->kind == EXPR_LUA || t->kind == NORMAL_BINDER) return false;
    bool cell = window_is_cell(f, t), fine = true;
    struct window_place place = {.value = NULL};
    for (int k = 0; cell && fine && k < f->dims; k++) fine = (place.at[k] = t->args[k + 1].form) != NULL;
    fine = fine && (!cell || add_place(f, c, place));
    for (size_t i = cell; fine && i < t->count; i++) {
        if (t->args[i].form) fine = add_read(f, c, t->args[i].form);
        else if (t->args[i].term) fine = add_read_term(f, c, t->args[i].term);
    }
    return fine;
}

static bool add_read(struct window_find *f, struct window_case *c, const struct linear_form *form)
{
    bool fine = true;
    for (uint32_t i = 0; fine && i < form->count; i++) {
        const struct normal_var *v = &f->s->space.vars[form->terms[i].var];
        if (v->kind == NORMAL_TERM) fine = add_read_term(f, c, v->term);
        else if (v->kind == NORMAL_FIELD) fine = !(f->beside >> v->index & 1);
        else fine = v->kind == NORMAL_RESULT || v->kind == NORMAL_GEN || v->kind == NORMAL_PARAM;
    }
    return fine;
}

static const struct linear_form *cell_of(struct window_find *f, const struct window_case *c,
                                         const struct window_place *place);

/* Is the variable in the form, or in a term of it? Whatever is there is met where facts about terms are gathered. */
static bool form_has(const struct window_find *f, const struct linear_form *form, int var);
static bool term_has(const struct window_find *f, const struct normal_term *t, int var)
{
    bool has = false;
    for (size_t i = 0; i < t->count && !has; i++)
        has = t->args[i].form ? form_has(f, t->args[i].form, var) : term_has(f, t->args[i].term, var);
    return has;
}

static bool form_has(const struct window_find *f, const struct linear_form *form, int var)
{
    bool has = false;
    for (uint32_t i = 0; i < form->count && !has; i++) {
        const struct normal_term *t = f->s->space.vars[form->terms[i].var].term;
        has = form->terms[i].var == var || (t && term_has(f, t, var));
    }
    return has;
}

/* Does the rule say something of each of these cells? */
static bool tells_of(const struct window_find *f, struct linear_conjunction rule, const struct linear_constraint *cells,
                     size_t count)
{
    bool all = true;
    for (size_t i = 0; i < count && all; i++) {
        const struct linear_form *cell = cells[i].form;
        bool told = false;
        for (size_t k = 0; k < rule.count && cell->count == 1 && !told; k++)
            told = form_has(f, rule.items[k].form, cell->terms[0].var);
        all = told;
    }
    return all;
}

/* What is known where the distances are: what the rule says, and what is always true of terms in it, is in c->known. */
static bool add_case(struct window_find *f, const struct window_case *c)
{
    struct window_case own = *c;
    struct linear_constraint cells[MOST_PLACES];
    if (f->cases.count == WINDOW_CASES) return false;
    for (size_t i = 0; i < c->count; i++)
        if (!(cells[i] = (struct linear_constraint){cell_of(f, c, &c->places[i]), true}).form) return false;
    if (c->narrowed || !tells_of(f, c->rule, cells, c->count))
        own.known = window_know(f, c->rule, (struct linear_conjunction){cells, c->count});
    if (impossible(f, own.known, (struct linear_conjunction){NULL, 0})) return true;
    return own.known.items && (vec_push(&f->cases, own) || give_up(f));
}

/* The case, in which the distances of the places up to number `at` in direction k are known. Impossible cases are dropped. */
static bool add_cases(struct window_find *f, const struct window_case *c, size_t at, int k)
{
    if (at == c->count) return add_case(f, c);
    const struct linear_form *d = difference(f->s, c->places[at].at[k], c->places[0].at[k], 0);
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
            own.rule = window_with_item(f, c->rule, here);
            own.known = window_with_item(f, c->known, here);
            own.narrowed = true;
        }
        own.places[at].distance[k] = i;
        fine = here.form && add_cases(f, &own, last ? at + 1 : at, last ? 0 : k + 1);
    }
    return fine;
}

static bool add_piece(struct window_find *f, const struct normal_piece *piece)
{
    struct window_case c = {.piece = piece};
    uint32_t numbers;
    int field = board_of_piece(f->s, piece, &numbers);
    if (field == BOARD_NONE) return true;
    if (field != f->field) return false;
    if (!add_written(f, &c) || !rule_with_kept(f->s, piece, 1u << f->field, &c.rule)) return false;
    for (size_t i = 0; i < c.rule.count; i++)
        if (!add_read(f, &c, c.rule.items[i].form)) return false;
    c.known = window_know(f, c.rule, c.rule);
    return c.known.items && add_cases(f, &c, 0, 0);
}

/* ---- what is proved of a case --------------------------------------------------------------------------------------- */
/* The cell at that place, as it is before the move. */
static const struct linear_form *cell_of(struct window_find *f, const struct window_case *c,
                                         const struct window_place *place)
{
    struct normal_value args[3] = {{.term = window_board(f, c)->base}};
    for (int k = 0; k < f->dims; k++)
        args[k + 1].form = linear_scale(work_of(f), c->places[0].at[k], 1, place->distance[k]);
    struct normal_term proto = {.kind = EXPR_INDEX, .count = (size_t)f->dims + 1, .args = args};
    for (int k = 0; k < f->dims; k++)
        if (!args[k + 1].form) return NULL;
    return terms_make(&f->s->space, &proto, true).form;
}

static bool holds(struct window_find *f, const struct window_case *c, const struct window_place *place, int64_t value,
                  struct linear_constraint *out)
{
    *out = (struct linear_constraint){linear_scale(work_of(f), cell_of(f, c, place), 1, -value), true};
    return out->form != NULL;
}

/* Within the board: at - 1 >= 0 and size - at >= 0. */
const struct linear_form *window_within(struct window_find *f, const struct linear_form *at, int k, bool high)
{
    return high ? difference(f->s, f->sizes[k], at, 0) : linear_scale(work_of(f), at, 1, -1);
}

/* Two updates of one cell fail, and that is to be told of the board as it was written. */
static bool writes_twice(const struct window_case *c)
{
    bool twice = false;
    for (size_t i = 0; i < c->count && !twice; i++)
        for (size_t k = 0; k < i && c->places[i].value && !twice; k++)
            twice = window_is_same_cell(&c->places[i], &c->places[k]);
    return twice;
}

static bool writes_properly(struct window_find *f, const struct window_case *c)
{
    bool fine = !writes_twice(c);
    struct linear_constraint same[MOST_PLACES];
    struct linear_conjunction all = {same, 0};
    for (size_t i = 0; fine && i < c->count; i++) {
        const struct window_place *place = &c->places[i];
        if (!place->value) continue;
        fine = implied(f->s, c->known, (struct linear_constraint){place->value, false});
        for (int k = 0; fine && k < 2 * f->dims; k++) {
            struct linear_constraint inside = {window_within(f, place->at[k / 2], k / 2, k % 2), false};
            fine = inside.form && implied(f->s, c->known, inside);
        }
        const struct linear_form *before = cell_of(f, c, place);
        same[all.count++] = (struct linear_constraint){difference(f->s, place->value, before, 0), true};
        fine = fine && same[all.count - 1].form;
    }
    return fine && impossible(f, c->known, all);
}

/* Where one of the places it writes holds the value, it still does afterwards. */
static bool keeps(struct window_find *f, const struct window_case *c, int64_t value)
{
    bool fine = true;
    for (size_t i = 0; fine && i < c->count; i++) {
        struct linear_constraint is;
        if (!c->places[i].value) continue;
        fine = holds(f, c, &c->places[i], value, &is);
        if (fine && impossible(f, c->known, (struct linear_conjunction){&is, 1})) continue;
        struct linear_constraint stays = {linear_scale(work_of(f), c->places[i].value, 1, -value), true};
        fine = fine && stays.form && implied(f->s, window_with_item(f, c->known, is), stays);
    }
    return fine;
}

/* What is said of a cell, or of what is written there, alone, where nothing is said of it together with anything else: then it may hold
 * just what that lets it, as the case is not impossible. */
struct alone {
    bool told; /* else it is said together with other things */
    int64_t low, high;
};

static struct alone said_alone(const struct window_case *c, const struct linear_form *cell)
{
    struct alone a = {cell->count == 1 && cell->terms[0].factor == 1 && cell->constant == 0, INT64_MIN, INT64_MAX};
    for (size_t i = 0; a.told && i < c->known.count; i++) {
        const struct linear_form *form = c->known.items[i].form;
        a.told = form != NULL;
        for (uint32_t k = 0; a.told && k < form->count; k++) {
            if (form->terms[k].var != cell->terms[0].var) continue;
            int64_t factor = form->terms[k].factor;
            a.told = form->count == 1 && (factor == 1 || factor == -1) && form->constant != INT64_MIN;
            int64_t is = factor == 1 ? -form->constant : form->constant;
            if (a.told && (c->known.items[i].equality || factor == 1) && is > a.low) a.low = is;
            if (a.told && (c->known.items[i].equality || factor == -1) && is < a.high) a.high = is;
        }
    }
    return a;
}

static bool is_written(struct window_find *f, int64_t value)
{
    bool found = false;
    for (size_t i = 0; !found && i < f->cases.count; i++) {
        const struct window_case *c = &f->cases.data[i];
        for (size_t k = 0; !found && k < c->count; k++) {
            if (!c->places[k].value) continue;
            struct linear_constraint is = {linear_scale(work_of(f), c->places[k].value, 1, -value), true};
            struct alone alone = said_alone(c, c->places[k].value);
            if (alone.told) found = alone.low == value && alone.high == value;
            else found = is.form && implied(f->s, c->known, is);
        }
    }
    return found;
}

static uint32_t final_values(struct window_find *f)
{
    uint32_t final = 0;
    for (int64_t v = 0; v < WINDOW_VALUES; v++) {
        bool all = v < TRIED_VALUES || is_written(f, v);
        for (size_t i = 0; all && i < f->cases.count; i++) all = keeps(f, &f->cases.data[i], v);
        if (all) final |= 1u << v;
    }
    return final;
}

/* ---- the windows ------------------------------------------------------------------------------------------------------- */
bool window_is_same_cell(const struct window_place *a, const struct window_place *b)
{
    return memcmp(a->distance, b->distance, sizeof a->distance) == 0;
}

/* The values, of the final ones and of cells outside, that the rule does not let the cell hold. */
static uint32_t excluded(struct window_find *f, const struct window_case *c, const struct window_place *place,
                         uint32_t final)
{
    const struct linear_form *cell = cell_of(f, c, place);
    struct alone alone = cell ? said_alone(c, cell) : (struct alone){false, 0, 0};
    uint32_t closed = 0;
    for (int v = 0; v < WINDOW_VALUES; v++) {
        struct linear_constraint is;
        bool asked = final >> v & 1 || v == 0; /* a cell outside is 0 */
        if (!asked || !holds(f, c, place, v, &is)) continue;
        if (alone.told ? v >= alone.low && v <= alone.high
                       : !impossible(f, c->known, (struct linear_conjunction){&is, 1}))
            continue;
        closed |= final & 1u << v;
        if (v == 0) closed |= WINDOW_OUTSIDE;
    }
    return closed;
}

uint32_t window_closing(struct window_find *f, struct window_case *c, size_t at, uint32_t final)
{
    struct window_place *place = &c->places[at];
    size_t first = 0;
    while (!window_is_same_cell(&c->places[first], place)) first++;
    if (!c->places[first].asked) c->places[first].closed = excluded(f, c, place, final);
    c->places[first].asked = true;
    return c->places[first].closed | (place->value ? WINDOW_OUTSIDE : 0); /* it writes within the board */
}

static bool write_window(struct window_find *f, struct window_case *c, uint32_t final, struct arena *arena,
                         struct move_window *window)
{
    window->cells = arena_array(arena, c->count + 1, sizeof *window->cells);
    if (!window->cells) return give_up(f);
    for (size_t i = 0; i < c->count; i++) {
        const struct window_place *p = &c->places[i];
        bool known = false;
        for (size_t k = 0; k < i && !known; k++) known = window_is_same_cell(p, &c->places[k]);
        if (known) continue;
        int row = f->dims == 2 ? (int)p->distance[0] : 0, column = (int)p->distance[f->dims - 1];
        uint32_t closed = window_closing(f, c, i, final);
        window->cells[window->count++] = (struct window_cell){row, column, closed, p->value != NULL};
    }
    return true;
}

/* Cells become a value that moves write, so it stands around a part if no margin is needed then; else the least one does. False: none
 * is within the bounds of cells. */
static bool choose_filler(struct window_find *f, struct state_windows *out)
{
    const struct cell_bounds *bounds = &f->s->bounds[f->field];
    uint32_t fit = 0;
    for (int v = 0; v < WINDOW_VALUES; v++)
        if (!bounds->given || (v >= bounds->low && v <= bounds->high)) fit |= out->final & 1u << v;
    int tried = -1;
    for (int v = 0; v < WINDOW_VALUES; v++) {
        if (!(fit >> v & 1) || !is_written(f, v)) continue;
        out->filler = tried = v;
        out->movable = find_margins(f, out->final, v, out->margin);
        if (out->movable && !out->margin[0] && !out->margin[1]) return true;
    }
    if (!fit) return false;
    out->filler = __builtin_ctz(fit);
    if (out->filler != tried) out->movable = find_margins(f, out->final, out->filler, out->margin);
    return true;
}

static bool write_windows(struct window_find *f, uint32_t final, const struct state_windows **windows)
{
    struct arena *arena = &f->s->model->arena;
    struct state_windows *out = arena_alloc(arena, sizeof *out);
    if (!out) return give_up(f);
    *out = (struct state_windows){.field = f->field, .beside = f->beside, .final = final};
    out->windows = arena_array(arena, f->cases.count + 1, sizeof *out->windows);
    out->moves = arena_array(arena, f->cases.count + 1, sizeof *out->moves);
    if (!out->windows || !out->moves) return give_up(f);
    for (size_t i = 0; i < f->cases.count; i++) {
        if (!write_window(f, &f->cases.data[i], final, arena, &out->moves[i])) return false;
        out->windows[out->count++] = out->moves[out->move_count++];
        window_drop_repeat(out);
    }
    out->mirrors = find_mirrors(f);
    out->answers = find_answers(f, out->mirrors);
    if (!choose_filler(f, out)) return false;
    *windows = out;
    return true;
}

static bool open_sizes(struct window_find *f)
{
    struct normal_term field = {.kind = EXPR_FIELD, .data = f->field};
    static const enum builtin row[] = {BUILTIN_LEN}, grid[] = {BUILTIN_ROWS, BUILTIN_COLS};
    struct normal_value board = terms_make(&f->s->space, &field, false);
    for (int k = 0; k < f->dims; k++) {
        struct normal_term proto = {
            .kind = EXPR_CALL, .data = f->dims == 1 ? row[k] : grid[k], .count = 1, .args = &board};
        if (terms_failed(board) || !(f->sizes[k] = terms_make(&f->s->space, &proto, true).form)) return false;
    }
    return true;
}

/* What changes beside the board is not looked at, which only rules out more. */
bool windows_may_be(struct search *s)
{
    const struct normal *n = s->normal;
    struct window_find f = {.s = s, .field = BOARD_NONE};
    uint32_t numbers;
    if (n->piece_count) f.field = board_of_piece(s, &n->pieces[0], &numbers);
    if (f.field < 0) return f.field == BOARD_NONE;
    f.dims = search_game(s)->fields[f.field].kind == FIELD_GRID ? 2 : 1;
    bool may = open_sizes(&f) && add_piece(&f, &n->pieces[0]);
    vec_free(&f.cases);
    return may;
}

/* Is the invariant kept, and one on single cells and on numbers that stay as they are? It holds of parts then, if it does of d. */
static bool allowed(struct search *s, uint32_t beside)
{
    bool fine = (!search_game(s)->invariant || search_game(s)->kept) && take_invariant(s);
    for (size_t i = 0; fine && i < s->claim_count; i++) fine = !(s->claims[i].fields & beside);
    return fine;
}

bool windows_find(struct search *s, const struct state_windows **windows)
{
    const struct normal *n = s->normal;
    struct window_find f = {.s = s, .field = BOARD_NONE};
    *windows = NULL;
    if (n->piece_count > WINDOW_PIECES) return true;
    uint32_t numbers;
    for (size_t i = 0; f.field == BOARD_NONE && i < n->piece_count; i++)
        f.field = board_of_piece(s, &n->pieces[i], &numbers);
    if (f.field < 0 || !find_beside(s, &f.beside) || !allowed(s, f.beside)) return !s->no_memory;
    f.dims = search_game(s)->fields[f.field].kind == FIELD_GRID ? 2 : 1;
    bool fine = open_sizes(&f);
    for (size_t i = 0; fine && i < n->piece_count; i++) fine = add_piece(&f, &n->pieces[i]);
    for (size_t i = 0; fine && i < f.cases.count; i++) fine = writes_properly(&f, &f.cases.data[i]);
    uint32_t final = fine && f.cases.count ? final_values(&f) : 0;
    if (final) write_windows(&f, final, windows);
    vec_free(&f.cases);
    return !s->no_memory && !s->space.work.no_memory;
}
