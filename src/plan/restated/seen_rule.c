/* SPDX-License-Identifier: MIT */
/* The order is asked of the rule of numbers, so a rule with rows is written twice if its numbers are to stand in another one. */
#include "plan/restated/seen_rule.h"
#include <string.h>
#include "base/mem.h"
#include "plan/open_env.h"
#include "play/options/traits.h"
#include "play/options/store.h"
#include "proof/boxes/boxes.h"
#include "proof/restate/substitution.h"

enum { SHAPES_MOST = 8, SIDE_TRIED = 1000 };
/* Fields that are 0 in no option where they are not 0, and of which some move asks for 0. */
struct seen_starts {
    int game;
    bool field[MODEL_MAX_FIELDS];
};
struct seen_rules {
    struct seen_rule *items[SHAPES_MOST];
    struct seen_starts starts[SHAPES_MOST];
    size_t count, start_count;
};

static void close_rule(struct seen_rule *r)
{
    env_close(r->env);
    if (r->code) code_free(r->code);
    diags_free(&r->diags);
    arena_free(&r->arena);
    mem_free(r, sizeof *r);
}

static void forget(void *kept)
{
    struct seen_rules *all = kept;
    while (all->count) close_rule(all->items[--all->count]);
    all->start_count = 0;
}

static const struct tenant tenant = {.name = "fields", .size = sizeof(struct seen_rules), .forget = forget};

/* ---- shapes --------------------------------------------------------------------------------------------------------- */
/* What the results of a rule have in a field: it as it was, or a constant, the same in all that have one. */
struct seen_results {
    bool constant;
    int64_t value;
};

/* The number, or truth, that is written there. */
static bool is_written(const struct expr *e, int64_t *value)
{
    *value = e->kind == EXPR_BOOL && e->value;
    return e->kind == EXPR_BOOL || (e->kind == EXPR_INT && e->number && integer_fits(e->number, value));
}

/* Do all positions of this result have the field so? Those of other games are none of the shape's anyhow. */
static bool keeps(const struct expr *e, int field, struct seen_results *r)
{
    int64_t value;
    if (e->kind == EXPR_GAME) {
        const struct expr *arg = (size_t)field < e->count ? e->kids[field] : NULL;
        if (!arg || (arg->kind == EXPR_FIELD && arg->index == field)) return arg != NULL;
        if (!is_written(arg, &value) || (r->constant && r->value != value)) return false;
        *r = (struct seen_results){true, value};
        return true;
    }
    bool fine = e->kind == EXPR_IF || e->kind == EXPR_LET || e->kind == EXPR_SUM || e->kind == EXPR_END;
    for (size_t i = 0; i < e->count && fine; i++)
        if (e->kids[i] && e->kids[i]->type == TYPE_POSITION) fine = keeps(e->kids[i], field, r);
    return fine;
}

static bool are_so(const struct game *game, size_t field, struct seen_results *r)
{
    bool so = game->move_count > 0;
    *r = (struct seen_results){0};
    for (size_t m = 0; m < game->move_count && so; m++)
        so = game->moves[m].result && keeps(game->moves[m].result, (int)field, r);
    return so;
}

/* The number or the cells of a field, from cell `*at` of the state on. */
static bool add_field(const struct game *game, size_t f, const struct component *component, uint32_t *at,
                      struct seen_shape *shape)
{
    struct seen_results results;
    bool row = game->fields[f].kind == FIELD_ROW, fixed = are_so(game, f, &results);
    if (fixed && results.constant && results.value != component->cells[*at]) {
        shape->left = true;
        fixed = false;
    }
    if (!fixed && game->fields[f].kind == FIELD_BOOL) return false;
    for (int64_t i = 0; i < (row ? shape->length[f] : 1); i++, ++*at) {
        struct substitution_cell cell = {(int)f, row ? (int)i : -1};
        if (fixed ? shape->fixed_count == SEEN_FIXED_MOST : shape->count == SEEN_CELLS_MOST) return false;
        if (fixed) {
            shape->fixed[shape->fixed_count++] = (struct substitution_fixed){cell, component->cells[*at]};
            continue;
        }
        shape->at[shape->count] = *at;
        shape->cell[shape->count++] = cell;
    }
    return true;
}

bool seen_shape_of(const struct game *game, const struct component *component, struct seen_shape *shape)
{
    uint32_t at = 0;
    *shape = (struct seen_shape){.fields = game->field_count};
    if (game->kind != GAME_RULES) return false;
    for (size_t f = 0; f < game->field_count; f++) {
        enum field_kind kind = game->fields[f].kind;
        if (kind != FIELD_ROW && kind != FIELD_NAT && kind != FIELD_BOOL) return false;
        shape->length[f] = kind == FIELD_ROW ? component->cells[at++] : -1;
        if (!add_field(game, f, component, &at, shape)) return false;
    }
    return shape->count > 0;
}

/* NULL: memory is out. */
static const struct seen_starts *starts_of(const struct env *env, int game)
{
    static const struct seen_starts none = {0};
    struct seen_rules *all = store_room(env, &tenant);
    struct boxes b;
    if (!all) return NULL;
    for (size_t i = 0; i < all->start_count; i++)
        if (all->starts[i].game == game) return &all->starts[i];
    if (all->start_count == SHAPES_MOST) return &none;
    struct seen_starts *own = &all->starts[all->start_count];
    *own = (struct seen_starts){.game = game};
    enum status st = boxes_open(env->model, game, env->params, &b);
    for (size_t f = 0; st == ST_OK && f < env->model->games[game].field_count; f++)
        own->field[f] = boxes_leaves_zero(&b, f);
    boxes_done(&b);
    if (st != ST_OK) return NULL;
    all->start_count++;
    return own;
}

enum status seen_shape_lower(const struct env *env, const struct component *component, struct seen_shape *shape)
{
    const struct seen_starts *starts = starts_of(env, component->game);
    if (!starts) return ST_NO_MEMORY;
    for (size_t i = 0; i < shape->count; i++) {
        if (shape->cell[i].cell >= 0 || !starts->field[shape->cell[i].field]) continue;
        bool more = component->cells[shape->at[i]] > 0;
        shape->low[i] = more;
        shape->lowered |= more;
        shape->left |= !more;
    }
    return ST_OK;
}

bool seen_may_be_written(const struct env *env, int game)
{
    const struct game *g = &env->model->games[game];
    const struct game_traits *t = &env->traits->games[game];
    bool fine = g->kind == GAME_RULES && !g->split && g->field_count > 0;
    return fine && !t->mover && !t->loopy && !t->folded && !t->coins && !t->graph;
}

bool seen_shape_same(const struct seen_shape *a, const struct seen_shape *b)
{
    if (a->fields != b->fields || memcmp(a->length, b->length, a->fields * sizeof *a->length) != 0) return false;
    bool same = true; /* of the same game: of a field that is fixed all cells are */
    if (a->fixed_count != b->fixed_count || a->count != b->count) return false;
    for (size_t i = 0; i < a->fixed_count; i++)
        same &= a->fixed[i].value == b->fixed[i].value && a->fixed[i].cell.field == b->fixed[i].cell.field;
    for (size_t i = 0; i < a->count; i++) same &= a->low[i] == b->low[i];
    return same;
}

static bool has_rows(const struct seen_shape *shape)
{
    bool rows = false;
    for (size_t f = 0; f < shape->fields; f++) rows |= shape->length[f] >= 0;
    return rows;
}

/* ---- the other rule ------------------------------------------------------------------------------------------------- */
/* Is it a position of the game itself? Updates that might fail are not. */
static bool leads_to(const struct expr *e, int game)
{
    bool choice = e->kind == EXPR_IF || e->kind == EXPR_LET || e->kind == EXPR_SUM || e->kind == EXPR_END,
         fine = choice;
    for (size_t i = 0; i < e->count && fine; i++)
        if (e->kids[i] && e->kids[i]->type == TYPE_POSITION) fine = leads_to(e->kids[i], game);
    return fine || (e->kind == EXPR_GAME && e->game == game);
}

/* The sum of a row is that of its numbers; what else falls in every move still says that play ends. */
static bool write_measure(struct seen_rule *r, const struct substitution *view, struct game *to)
{
    const struct measure *old = &to->measure;
    struct weight *line = arena_array(&r->arena, view->count + 1, sizeof *line);
    if (!line) return false;
    bool sum = old->kind == MEASURE_LINEAR && old->count == 1 && !r->sum;
    for (size_t f = 0; sum && f < r->shape.fields; f++)
        sum = r->shape.length[f] < 0 || old->lines[0][f].factor == 0 || old->lines[0][f].cells == CELLS_SUM;
    for (size_t i = 0; sum && i < view->count; i++) line[i].factor = old->lines[0][view->cells[i].field].factor;
    struct measure own = {.kind = old->kind, .rank = old->rank, .text = old->text};
    if (own.kind != MEASURE_NONE) own.kind = MEASURE_LEXICOGRAPHIC;
    if (sum) own.kind = MEASURE_LINEAR, own.lines[0] = line, own.count = 1;
    to->measure = own;
    return true;
}

/* Writes the rule with its numbers in the order of r->order. */
static enum status write_rule(struct seen_rule *r, const struct env *env, bool *fine)
{
    struct substitution view = substitution_identity(r->shape.count);
    struct substitution_cell cells[SEEN_CELLS_MOST];
    for (size_t i = 0; i < r->shape.count; i++) {
        cells[i] = r->shape.cell[r->order[i]];
        view.numbers[i].add = -r->shape.low[r->order[i]];
    }
    view.fixed = r->shape.fixed;
    view.fixed_count = r->shape.fixed_count;
    view.unpacked = view.runs = true;
    view.sum = r->sum;
    view.cells = cells;
    enum status st = substitution_apply(env->model, r->game, &view, &r->arena, &r->model);
    *fine = st == ST_OK;
    if (st != ST_OK) return st == ST_UNSUPPORTED ? ST_OK : st;
    struct game *to = &r->model.games[r->game];
    for (size_t m = 0; m < to->move_count && *fine; m++) *fine = leads_to(to->moves[m].result, r->game);
    if (to->invariant && to->invariant->kind == EXPR_BOOL && to->invariant->value) to->invariant = NULL;
    to->split = NULL;
    to->windows = NULL;
    to->claimed = NULL;
    to->claimed_count = 0;
    to->claim = CLAIM_NONE;
    to->code = NULL;
    r->model.check_count = 0;
    return write_measure(r, &view, to) ? ST_OK : ST_NO_MEMORY;
}

/* In which order do the numbers of this rule fall? falls: in some; other: in one that is not theirs; closes: from a box of which all sides
 * are alike a box is found that play does not leave. */
struct falling {
    bool shrinks, falls, other, closes;
    size_t order[MODEL_MAX_FIELDS];
};

static enum status find_order(const struct seen_rule *r, const struct env *env, const struct model *model,
                              struct falling *f)
{
    struct boxes b;
    int64_t high[MODEL_MAX_FIELDS];
    for (size_t i = 0; i < r->shape.count; i++) high[i] = SIDE_TRIED;
    enum status st = boxes_open(model, r->game, env->params, &b);
    *f = (struct falling){0};
    b.legal = true; /* of tables: they leave out what is no position */
    f->shrinks = f->falls = st == ST_OK && boxes_shrinks(&b);
    if (st == ST_OK && !f->shrinks && (f->falls = boxes_order(&b, f->order)))
        for (size_t i = 0; i < r->shape.count; i++) f->other |= f->order[i] != i;
    f->closes = f->shrinks || (f->falls && boxes_close(&b, high));
    boxes_done(&b);
    return st;
}

/* With the sum of all in front and one of the numbers left out, if they fall so and by themselves do not: whichever is left out, the
 * states are the same, but where the sum stays another number must fall. */
static enum status write_sum(struct seen_rule *r, const struct env *env, bool *fine)
{
    struct falling f = {0};
    enum status st = ST_OK;
    bool kept = false;
    r->sum = true;
    for (size_t out = 0; st == ST_OK && !kept && out < r->shape.count; out++) {
        for (size_t i = 0; i < r->shape.count; i++) r->order[i] = i == 0 ? out : i - (i <= out);
        st = write_rule(r, env, fine);
        if (st == ST_OK && *fine) st = find_order(r, env, &r->model, &f);
        kept = st == ST_OK && *fine && f.falls && f.closes && !f.other;
    }
    if (kept) r->model.games[r->game].shrinking = f.shrinks;
    if (kept || st != ST_OK) return *fine = kept, st;
    r->sum = false;
    for (size_t i = 0; i < r->shape.count; i++) r->order[i] = i;
    *fine = r->anew;
    return r->anew ? write_rule(r, env, fine) : ST_OK;
}

static enum status write_fields(struct seen_rule *r, const struct env *env, bool *fine)
{
    struct falling f;
    enum status st = ST_OK;
    for (size_t i = 0; i < r->shape.count; i++) r->order[i] = i;
    *fine = true;
    if (r->anew) st = write_rule(r, env, fine);
    if (st != ST_OK || !*fine) return st;
    st = find_order(r, env, r->anew ? &r->model : env->model, &f);
    if (st == ST_OK && !f.closes && r->shape.count > 1) {
        st = write_sum(r, env, fine);
        if (st != ST_OK || r->sum || !f.falls) return st;
    }
    if (st == ST_OK && f.other) {
        memcpy(r->order, f.order, r->shape.count * sizeof *r->order);
        st = write_rule(r, env, fine);
    } else if (!r->anew) {
        *fine = false;
    }
    if (st == ST_OK && *fine) r->model.games[r->game].shrinking = f.shrinks;
    return st;
}

static enum status open_rule(const struct env *env, struct seen_rule *r)
{
    bool fine;
    enum status st = write_fields(r, env, &fine);
    if (st != ST_OK || !fine) return st;
    r->budget = budget_within(env->budget, 0, 0);
    struct env_options options = {.params = env->params,
                                  .script = env->script,
                                  .native = env->terms.native,
                                  .budget = &r->budget,
                                  .diags = &r->diags};
    st = code_compile(&r->model, &r->diags, &r->code);
    if (st == ST_INVALID) return ST_OK;
    return st == ST_OK ? env_open(&r->model, r->code, &options, &r->env) : st;
}

void seen_rule_begin(const struct env *env, struct seen_rule *rule)
{
    rule->budget = budget_within(env->budget, 0, 0);
    diags_free(&rule->diags);
    rule->diags = (struct diags){0};
}

enum status seen_rule_of(const struct env *env, int game, const struct seen_shape *shape, struct seen_rule **out)
{
    struct seen_rules *all = store_room(env, &tenant);
    *out = NULL;
    if (!all) return ST_NO_MEMORY;
    for (size_t i = 0; i < all->count && !*out; i++)
        if (all->items[i]->game == game && seen_shape_same(&all->items[i]->shape, shape)) *out = all->items[i];
    if (!*out && all->count < SHAPES_MOST) {
        struct seen_rule *r = *out = mem_alloc(sizeof *r);
        if (!r) return ST_NO_MEMORY;
        r->game = game;
        r->shape = *shape;
        r->rows = has_rows(shape);
        r->anew = r->rows || shape->fixed_count > 0 || shape->lowered;
        all->items[all->count++] = r;
        enum status st = open_rule(env, r);
        if (st != ST_OK) return st;
    }
    if (*out && !(*out)->env) *out = NULL;
    if (*out) (*out)->budget = budget_within(env->budget, 0, 0);
    return ST_OK;
}
