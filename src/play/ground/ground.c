/* SPDX-License-Identifier: MIT */
/* Each move with each choice of its values is made into instances; then it is looked up in them what never changes. */
#include "play/ground/ground.h"
#include <string.h>
#include "play/ground/around.h"
#include "play/ground/private.h"
#include "play/options/store.h"

enum {
    STEPS = 1 << 20,
    ROW_STEPS = 1 << 22 /* strips (solve/search) pay for more */,
    MEANING_WORK = 1 << 24,
    MEANING_NODES = 1 << 22,
    STATES_FEW = 1 << 26
};

/* ---- boards --------------------------------------------------------------------------------------------------------- */
/* The board with cells replaced, one by one. */
static const struct cases *const *board_with(struct ground_work *w, const struct expr *e)
{
    const struct cases *const *base = ground_board(w, e->kids[0]);
    size_t count = ground_cell_count(w->ground);
    const struct cases **cells = ground_alloc(w, (count + 1) * sizeof *cells);
    uint64_t written = 0;
    if (!cells || w->refused) return NULL;
    memcpy(cells, base, count * sizeof *cells);
    for (size_t i = 0; i < e->update_count && !w->refused; i++) {
        const struct update *u = &e->updates[i];
        if (u->op != '=' || u->high[0] || u->high[1] || (u->dims == 2) != w->ground->grid)
            return ground_refuse(w), NULL;
        const struct cases *row = u->dims == 2 ? ground_number(w, u->low[0]) : ground_constant(w, 1);
        const struct cases *column = ground_number(w, u->low[u->dims - 1]), *value = ground_number(w, u->value);
        if (w->refused || row->count != 1 || column->count != 1) return ground_refuse(w), NULL;
        int64_t r = row->of[0].value, c = column->of[0].value;
        if (r < 1 || r > w->ground->rows || c < 1 || c > w->ground->columns) return ground_refuse(w), NULL;
        uint64_t at = (uint64_t)(r - 1) * w->ground->columns + (uint64_t)c - 1;
        if (written >> at & 1) ground_refuse(w);
        written |= UINT64_C(1) << at;
        cells[at] = value;
    }
    return cells;
}

/* Does it say what the cell holds anyway? Equal conditions have equal numbers. */
static bool stays(struct ground_work *w, const struct cases *n, uint32_t cell)
{
    uint32_t same = 0;
    for (uint32_t i = 0; i < n->count; i++)
        for (uint32_t k = 0; k < w->board[cell]->count; k++)
            same += n->of[i].value == w->board[cell]->of[k].value && n->of[i].when == w->board[cell]->of[k].when;
    return same == w->board[cell]->count;
}

/* A row, or a grid row by row, that is all of the board. */
static const struct cases *const *board_of(struct ground_work *w, const struct ground_row *row)
{
    size_t count = ground_cell_count(w->ground);
    const struct cases **cells = ground_alloc(w, (count + 1) * sizeof *cells);
    if (!cells || row->count != count) return ground_refuse(w), NULL;
    for (uint32_t i = 0; i < count; i++) cells[i] = stays(w, row->cells[i], i) ? w->board[i] : row->cells[i];
    return cells;
}

/* All cells by a comprehension. */
static const struct cases *const *board_anew(struct ground_work *w, const struct expr *e)
{
    struct ground_row row;
    bool made = w->ground->grid ? ground_grid(w, e, w->ground->columns, &row) : ground_row(w, e, &row);
    return made ? board_of(w, &row) : NULL;
}

static const struct cases *const *board_of_local(struct ground_work *w, const struct ground_local *local)
{
    return local->board || !local->row.cells || w->ground->grid ? local->board : board_of(w, &local->row);
}

const struct cases *const *ground_board(struct ground_work *w, const struct expr *e)
{
    const struct cases *const *board = NULL;
    struct ground_row row;
    if (w->refused || w->steps == 0) return ground_refuse(w), NULL;
    w->steps--;
    if (e->kind == EXPR_FIELD && e->index == w->ground->field) board = w->board;
    else if (e->kind == EXPR_LOCAL) board = board_of_local(w, &w->locals[e->index]);
    else if (e->kind == EXPR_WITH) board = board_with(w, e);
    else if (e->kind == EXPR_LET && ground_bind(w, e)) board = ground_board(w, e->kids[1]);
    else if (e->kind == EXPR_ROW_FOR && ground_by_meaning(w)) board = board_anew(w, e);
    else if (e->kind == EXPR_CALL && ground_is_made(w, e) && ground_row(w, e, &row)) board = board_of(w, &row);
    if (!board || w->formulas->failed) ground_refuse(w);
    return w->refused ? NULL : board;
}

/* The cells, each with all values that it may hold. */
static bool open_board(struct ground_work *w)
{
    size_t count = ground_cell_count(w->ground);
    const struct cases **board = ground_alloc(w, (count + 1) * sizeof *board);
    for (uint32_t i = 0; board && i < count; i++) {
        struct cases *n = ground_alloc(w, sizeof *n + w->ground->values * sizeof *n->of);
        if (!n) return false;
        for (uint32_t v = 0; v < w->ground->values; v++)
            n->of[n->count++] = (struct number_case){formula_cell(w->formulas, i, 1u << v), v};
        board[i] = n;
    }
    w->board = board;
    return board && !w->formulas->failed;
}

/* ---- instances ------------------------------------------------------------------------------------------------------ */
/* All ways in which the cells from number `from` on become what they become. */
static void add_instances(struct ground_work *w, uint32_t when, const struct cases *const *after, uint32_t from,
                          struct ground_write *writes, uint32_t count)
{
    struct ground *g = w->ground;
    while (from < ground_cell_count(g) && after[from] == w->board[from]) from++;
    if (when == FORMULA_FALSE || w->refused) return;
    if (from == ground_cell_count(g)) {
        struct ground_instance new = {
            .when = when, .first = (uint32_t)g->writes.count, .count = count, .law = w->law.root, .rest = w->law.rest};
        bool fine = g->instances.count < GROUND_INSTANCES && vec_push(&g->instances, new);
        for (uint32_t i = 0; fine && i < count; i++) fine = vec_push(&g->writes, writes[i]);
        if (!fine) ground_refuse(w);
        return;
    }
    for (uint32_t i = 0; i < after[from]->count && !w->refused; i++) {
        const struct number_case *c = &after[from]->of[i];
        uint32_t both = formula_both(w->formulas, when, c->when);
        if (both == FORMULA_FALSE) continue;
        if (w->formulas->failed || c->value < 0 || c->value >= FORMULA_VALUES) {
            ground_refuse(w);
            return;
        }
        if (c->value > w->greatest) w->greatest = (uint32_t)c->value;
        writes[count] = (struct ground_write){from, (uint32_t)c->value};
        add_instances(w, both, after, from + 1, writes, count + 1);
    }
}

/* The position that the move leads to: this game, with cells replaced. */
static void add_results(struct ground_work *w, const struct expr *e, uint32_t when)
{
    struct ground_write writes[FORMULA_CELLS];
    if (w->refused || when == FORMULA_FALSE) return;
    if (e->kind == EXPR_IF) {
        uint32_t condition = ground_truth(w, e->kids[0]);
        w->law.let = NULL;
        add_results(w, e->kids[1], formula_both(w->formulas, when, condition));
        add_results(w, e->kids[2], formula_both(w->formulas, when, formula_not(w->formulas, condition)));
    } else if (e->kind == EXPR_LET) {
        if (ground_bind(w, e)) add_results(w, e->kids[1], when);
    } else if (e->kind == EXPR_GAME && e->game == w->ground->game && e->start < 0) {
        for (size_t i = 0; i < e->count; i++)
            if ((int)i != w->ground->field && (e->kids[i]->kind != EXPR_FIELD || e->kids[i]->index != (int)i))
                ground_refuse(w);
        const struct cases *const *after = ground_board(w, e->kids[w->ground->field]);
        if (w->refused || ground_add_fall(w, when, after)) return;
        if (!ground_is_law_of(w, after)) w->law = (struct ground_law){0};
        add_instances(w, when, after, 0, writes, 0);
    } else {
        ground_refuse(w);
    }
}

static bool one_choice(struct ground_walk *walk)
{
    struct ground_work *w = walk->work;
    const struct move *move = walk->context;
    struct arena_mark mark = arena_mark(w->arena);
    uint32_t when = FORMULA_TRUE;
    w->law = (struct ground_law){.rest = FORMULA_TRUE};
    for (size_t i = 0; i < move->condition_count; i++) when = ground_add_condition(w, move->conditions[i], when);
    add_results(w, move->result, when);
    arena_rewind(w->arena, mark);
    return !w->refused;
}

static bool some_falls(const struct ground *g, size_t first)
{
    bool falls = false;
    for (size_t i = first; i < g->instances.count; i++) falls |= g->instances.data[i].falls;
    return falls;
}

/* Where it is the same all around, at one place, and turned to the others; but for one that falls, which is all of the board's. */
static void add_move(struct ground_work *w, const struct move *move)
{
    struct ground *g = w->ground;
    struct ground_walk walk = {
        .work = w, .gens = move->gens, .count = move->gen_count, .body = one_choice, .context = move};
    size_t first = g->instances.count, writes = g->writes.count;
    struct around around;
    bool turns = ground_around(w, move, &around);
    for (int i = 0; turns && i < AROUND_AXES; i++)
        if (around.gens[i] >= 0) walk.pinned |= UINT64_C(1) << around.gens[i];
    ground_each(&walk, 0);
    bool falls = some_falls(g, first);
    g->around = g->around && turns && !falls;
    if (!turns || w->refused) return;
    if (!falls) {
        ground_turn_around(w, &around, first);
        return;
    }
    g->instances.count = first;
    g->writes.count = writes;
    walk.pinned = 0;
    ground_each(&walk, 0);
}

static void add_moves(struct ground_work *w)
{
    w->ground->around = !w->ground->grid;
    for (size_t m = 0; m < w->game->move_count && !w->refused; m++) {
        const struct move *move = &w->game->moves[m];
        if (!move->result || move->lua >= 0) ground_refuse(w);
        else if ((w->locals = ground_alloc(w, ((size_t)move->slots + 1) * sizeof *w->locals))) add_move(w, move);
    }
}

/* Cells hold what they may hold in all that follows, so an invariant that holds of all such boards is kept. Its names are numbered before
 * those of the moves. */
static void look_at_invariant(struct ground_work *w)
{
    size_t slots = 0;
    if (!w->game->invariant || w->refused) return;
    for (size_t m = 0; m < w->game->move_count; m++)
        if ((size_t)w->game->moves[m].slots > slots) slots = (size_t)w->game->moves[m].slots;
    w->locals = ground_alloc(w, (slots + 1) * sizeof *w->locals);
    if (w->locals && ground_truth(w, w->game->invariant) != FORMULA_TRUE) ground_refuse(w);
}

/* ---- what never changes --------------------------------------------------------------------------------------------- */
static void find_final(struct ground *g)
{
    bool changes = true;
    g->final = some_falls(g, 0) ? 1 : g->formulas->values; /* whatever is not 0 may fall */
    for (size_t i = 0; i < g->instances.count; i++) {
        const struct ground_instance *x = &g->instances.data[i];
        bool some = false;
        for (uint32_t k = 0; k < x->count; k++) {
            const struct ground_write *write = &g->writes.data[x->first + k];
            uint32_t held = formula_allows(g->formulas, x->when, write->cell) & ~(1u << write->value);
            g->final &= ~held;
            some |= held == formula_allows(g->formulas, x->when, write->cell);
        }
        changes = changes && some;
    }
    if (!changes) g->final = 0;
}

/* ---- all ------------------------------------------------------------------------------------------------------------ */
/* Where each field stands. */
static bool find_fields(struct ground_work *w, const struct component *component)
{
    const int64_t *at = component->cells;
    for (size_t f = 0; f < w->game->field_count; f++) {
        enum field_kind kind = w->game->fields[f].kind;
        bool cells = kind == FIELD_ROW || kind == FIELD_BAG || kind == FIELD_GRID;
        if (!cells && kind > FIELD_BOOL) return false;
        w->sizes[f][0] = kind == FIELD_GRID ? *at++ : 1;
        w->sizes[f][1] = cells ? *at++ : 1;
        w->fields[f] = at;
        at += w->sizes[f][0] * w->sizes[f][1];
    }
    return true;
}

/* The field of the result that is not left as it is; -1. */
static int changed_field(const struct expr *result, int game)
{
    if (!result) return -1;
    if (result->kind == EXPR_IF || result->kind == EXPR_LET) {
        int found = changed_field(result->kids[1], game);
        return found < 0 && result->kind == EXPR_IF ? changed_field(result->kids[2], game) : found;
    }
    for (size_t i = 0; result->kind == EXPR_GAME && result->game == game && i < result->count; i++)
        if (result->kids[i]->kind != EXPR_FIELD || result->kids[i]->index != (int)i) return (int)i;
    return -1;
}

/* The square grid beside a row, one that stays: who is beside whom. */
static size_t find_arrows(const struct ground_work *w, const struct component *component)
{
    const struct ground *g = w->ground;
    for (size_t f = 0; !g->grid && f < w->game->field_count; f++)
        if (w->game->fields[f].kind == FIELD_GRID && w->sizes[f][0] == g->columns && w->sizes[f][1] == g->columns)
            return (size_t)(w->fields[f] - component->cells);
    return 0;
}

static bool find_board(struct ground_work *w, const struct component *component)
{
    struct ground *g = w->ground;
    g->field = -1;
    for (size_t m = 0; m < w->game->move_count && g->field < 0; m++)
        g->field = changed_field(w->game->moves[m].result, g->game);
    if (w->game->kind != GAME_RULES || g->field < 0 || !find_fields(w, component)) return false;
    enum field_kind kind = w->game->fields[g->field].kind;
    const int64_t *size = w->sizes[g->field];
    bool small = size[0] >= 1 && size[1] >= 1 && size[0] <= FORMULA_CELLS && size[1] <= FORMULA_CELLS;
    if ((kind != FIELD_ROW && kind != FIELD_GRID) || !small || size[0] * size[1] > FORMULA_CELLS) return false;
    g->grid = kind == FIELD_GRID;
    g->rows = (uint32_t)size[0];
    g->columns = (uint32_t)size[1];
    g->at = (size_t)(w->fields[g->field] - component->cells);
    g->arrows = find_arrows(w, component);
    for (size_t i = 0; i < ground_cell_count(g); i++) {
        int64_t value = component->cells[g->at + i];
        if (value < 0 || value >= FORMULA_VALUES) return false;
        if (value > w->greatest) w->greatest = (uint32_t)value;
    }
    return true;
}

/* The cells are asked for along the shorter side, so that few of those that were asked for are near others. */
static void find_levels(const struct ground_work *w)
{
    struct ground *g = w->ground;
    size_t count = ground_cell_count(g);
    if (g->grid && g->columns > g->rows)
        for (uint32_t i = 0; i < count; i++) g->meaning.level[i] = (uint8_t)(i % g->columns * g->rows + i / g->columns);
    if (!g->grid && !g->in_order) ground_levels(w, g->meaning.level);
}

/* So few that they may all be met: then conditions are looked up so often that even large diagrams pay. */
static bool are_few_states(const struct ground *g)
{
    uint64_t states = 1;
    for (size_t i = 0; i < ground_cell_count(g) && states <= STATES_FEW; i++) states *= g->values;
    return states <= STATES_FEW;
}

static bool open_meaning(struct ground_work *w)
{
    struct ground *g = w->ground;
    if (!g->by_meaning) return true;
    if (g->values > DIAGRAM_VALUES) return false;
    diagrams_close(&g->meaning);
    arena_free(&w->kept);
    memset(w->constants, 0, sizeof w->constants);
    w->bodies = w->grids = w->joined = w->reached = NULL;
    if (!diagrams_open(&g->meaning, g->values)) return w->no_memory = true, false;
    g->meaning.work_most = MEANING_WORK;
    if (are_few_states(g)) g->meaning.most = MEANING_NODES;
    g->formulas->meaning = &g->meaning;
    find_levels(w);
    return true;
}

/* Formulas for these values, of all boards together if they may be. */
static bool open_formulas(struct ground_work *w, struct ground_recall *together)
{
    struct ground *g = w->ground;
    bool taken = together && together->values == g->values && !together->formulas.failed;
    w->members = NULL; /* of other formulas */
    ground_recall_close(&g->own);
    g->own = (struct ground_recall){0};
    w->recall = taken ? together : &g->own;
    w->formulas = g->formulas = &w->recall->formulas;
    return taken || ground_recall_open(&g->own, g->values);
}

/* With cells that hold up to `greatest`, which grows if more is written. */
static void try_values(struct ground_work *w, struct ground_recall *together)
{
    struct ground *g = w->ground;
    struct arena_mark mark = arena_mark(w->arena);
    g->instances.count = g->writes.count = 0;
    g->fall = (struct ground_fall){0};
    w->fall = (struct ground_falling){0};
    g->values = w->greatest + 1;
    w->steps = g->grid ? STEPS : ROW_STEPS;
    if (!open_formulas(w, together) || !open_meaning(w) || !open_board(w)) ground_refuse(w);
    else add_moves(w), look_at_invariant(w);
    if (g->formulas->failed) ground_refuse(w); /* the last choice may have been left out for it */
    arena_rewind(w->arena, mark);
}

static void close_values(struct ground_work *w, struct ground_recall *together)
{
    do try_values(w, together);
    while (!w->refused && w->greatest >= w->ground->values);
    if (!w->refused || w->no_memory || w->recall != together || !w->formulas->failed) return;
    w->refused = false; /* there may be few enough formulas of this board alone */
    close_values(w, NULL);
}

static enum status open_as(struct ground *g, const struct env *env, const struct component *component,
                           struct ground_recall *together)
{
    struct ground_work w = {
        .env = env, .game = &env->model->games[component->game], .ground = g, .arena = &env->store->scratch};
    g->formulas = &g->own.formulas;
    if (!vec_reserve(&g->shape, component->count + 1u)) return ST_NO_MEMORY;
    if (component->count) memcpy(g->shape.data, component->cells, component->count * sizeof *component->cells);
    g->shape.count = component->count;
    bool found = find_board(&w, component);
    for (size_t i = 0; found && i < ground_cell_count(g); i++) g->shape.data[g->at + i] = 0;
    if (found) close_values(&w, together);
    bool falls = found && !w.refused && some_falls(g, 0);
    if (found && !w.refused) find_final(g);
    if (falls && !g->final) { /* it may have one where each way to fall is an instance */
        g->may_fall = false;
        close_values(&w, NULL);
        if (!w.refused) find_final(g);
    }
    vec_free(&w.parts);
    vec_free(&w.cells);
    arena_free(&w.kept);
    if (w.no_memory || g->formulas->no_memory) return ST_NO_MEMORY;
    g->fine = found && !w.refused && g->final != 0;
    return ST_OK;
}

enum status ground_open(struct ground *g, const struct env *env, const struct component *component)
{
    *g = (struct ground){.game = component->game};
    return open_as(g, env, component, NULL);
}

enum status ground_open_together(struct ground *g, const struct env *env, const struct component *component,
                                 struct ground_recall *together)
{
    *g = (struct ground){.game = component->game};
    return open_as(g, env, component, together);
}

enum status ground_open_meaning(struct ground *g, const struct env *env, const struct component *component)
{
    *g = (struct ground){.game = component->game, .by_meaning = true, .may_fall = true};
    return open_as(g, env, component, NULL);
}

enum status ground_open_in_order(struct ground *g, const struct env *env, const struct component *component)
{
    *g = (struct ground){.game = component->game, .by_meaning = true, .in_order = true};
    return open_as(g, env, component, NULL);
}

void ground_close(struct ground *g)
{
    ground_recall_close(&g->own);
    diagrams_close(&g->meaning);
    vec_free(&g->shape);
    vec_free(&g->instances);
    vec_free(&g->writes);
}

#define COPY_ALL(from, to)                                                                                             \
    (vec_reserve(&(to), (from).count + 1) &&                                                                           \
     (memcpy((to).data, (from).data, (from).count * sizeof *(from).data), (to).count = (from).count, true))

bool ground_copy(const struct ground *from, struct ground *to)
{
    const struct formulas *f = from->formulas;
    *to = (struct ground){.fine = from->fine,
                          .game = from->game,
                          .field = from->field,
                          .grid = from->grid,
                          .rows = from->rows,
                          .columns = from->columns,
                          .values = from->values,
                          .at = from->at,
                          .final = from->final,
                          .around = from->around,
                          .formulas = &to->own.formulas,
                          .own = {.formulas = {.values = f->values}}};
    return COPY_ALL(from->shape, to->shape) && COPY_ALL(from->instances, to->instances) &&
           COPY_ALL(from->writes, to->writes) && COPY_ALL(f->items, to->formulas->items) &&
           COPY_ALL(f->literals, to->formulas->literals) && COPY_ALL(f->kids, to->formulas->kids);
}

bool ground_fits(const struct ground *g, const struct component *component)
{
    if (component->game != g->game || component->count != g->shape.count) return false;
    size_t count = ground_cell_count(g);
    for (size_t i = 0; i < component->count; i++) {
        bool board = i >= g->at && i < g->at + count;
        int64_t cell = component->cells[i];
        if (board ? g->fine && (cell < 0 || cell >= g->values) : cell != g->shape.data[i]) return false;
    }
    return true;
}
