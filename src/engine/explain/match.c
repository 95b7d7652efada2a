/* SPDX-License-Identifier: MIT */
/* Which values of its variables make a question of a claim one about a position. They are guessed from the arguments as they are
 * written; what was guessed is put in, and the machine says which position that is. */
#include "engine/explain/private.h"
#include <string.h>
#include "base/checked.h"
#include "model/evaluate.h"
#include "model/expr.h"

/* ---- guessing ---------------------------------------------------------------------------------------------------- */
static const struct gen *variable_of(const struct applying *a, int slot)
{
    for (size_t i = 0; i < a->check->gen_count; i++) {
        const struct gen *g = &a->check->gens[i];
        if (g->slot == slot && !(a->check->sweep && a->check->sweep[i] >= 0)) return g;
    }
    return NULL;
}

static bool bind(struct applying *a, const struct expr *local, struct expr *value)
{
    if (!value || !variable_of(a, local->index)) return false;
    for (size_t i = 0; i < a->bound_count; i++)
        if (a->bound[i].slot == local->index) return true; /* the first guess stands */
    if (a->bound_count == MODEL_MAX_FIELDS) return false;
    a->bound[a->bound_count++] = (struct reckon_binding){local->index, value};
    return true;
}

/* x, x + c or x - c. */
static void guess_number(struct applying *a, const struct expr *e, int64_t cell)
{
    bool sum = e->kind == EXPR_ADD || e->kind == EXPR_SUB;
    if (sum && e->kids[0]->kind == EXPR_LOCAL && e->kids[1]->kind == EXPR_INT) {
        int64_t c = e->kids[1]->value;
        if (e->kind == EXPR_ADD ? !checked_sub(cell, c, &cell) : !checked_add(cell, c, &cell)) return;
        e = e->kids[0];
    }
    if (e->kind == EXPR_LOCAL && (e->type == TYPE_INT || e->type == TYPE_BOOL))
        bind(a, e, reckon_literal(&a->reckoning, e->type, e->span, cell));
}

static struct expr *row_of(struct applying *a, const struct expr *like, const int64_t *cells, size_t count)
{
    struct expr row = {.kind = EXPR_ROW, .type = like->type, .span = like->span, .game = -1, .start = -1};
    struct expr *e = expr_create(a->arena, row, NULL, count);
    for (size_t i = 0; e && i < count; i++)
        if (!(e->kids[i] = expr_create_int(a->arena, like->span, cells[i]))) e = NULL;
    if (!e) a->reckoning.no_memory = true;
    return e;
}

static void guess_row(struct applying *a, const struct expr *e, const int64_t *cells, size_t count)
{
    bool row = e->type == TYPE_ROW || e->type == TYPE_BAG;
    if (e->kind == EXPR_LOCAL && row) bind(a, e, row_of(a, e, cells, count));
    for (size_t i = 0; e->kind == EXPR_ROW && row && e->count == count && i < count; i++)
        guess_number(a, e->kids[i], cells[i]);
}

/* The arguments of g(...), as its fields. */
static void guess_fields(struct applying *a, const struct expr *e, const struct component *c)
{
    const struct game *g = &a->engine->model->games[c->game];
    const int64_t *at = c->cells;
    for (size_t i = 0; i < g->field_count && i < e->count; i++) {
        enum field_kind kind = g->fields[i].kind;
        if (field_is_scalar(kind)) guess_number(a, e->kids[i], *at);
        else if (kind == FIELD_ROW || kind == FIELD_BAG) guess_row(a, e->kids[i], at + 1, (size_t)at[0]);
        at += field_length(kind, at);
    }
}

/* grid(r, c, x) */
static void guess_sides(struct applying *a, const struct expr *e, const struct expr *grid, const int64_t *cells)
{
    for (size_t i = 0; grid->kind == EXPR_CALL && i < 2 && i < grid->count; i++)
        if (grid->kids[i]->kind == EXPR_LOCAL && (size_t)grid->kids[i]->index < e->count)
            guess_number(a, e->kids[grid->kids[i]->index], cells[i]);
}

/* A start clause: its result shows which argument becomes which field. */
static void guess_start(struct applying *a, const struct expr *e, const struct component *c)
{
    const struct game *g = &a->engine->model->games[c->game];
    const struct expr *result = g->starts[e->start].result;
    const int64_t *at = c->cells;
    if (result->kind != EXPR_GAME || result->game != c->game || result->start >= 0) return;
    for (size_t i = 0; i < g->field_count && i < result->count; i++) {
        const struct expr *from = result->kids[i];
        bool argument = from->kind == EXPR_LOCAL && (size_t)from->index < e->count;
        if (field_is_scalar(g->fields[i].kind) && argument) guess_number(a, e->kids[from->index], *at);
        if (g->fields[i].kind == FIELD_GRID) guess_sides(a, e, from, at);
        at += field_length(g->fields[i].kind, at);
    }
}

/* upto k of (g(x) for x in h) of the row of all x. */
static void guess_compound(struct applying *a, const struct expr *e, const struct component *c)
{
    int64_t *values = arena_array(a->arena, c->count + 1, sizeof *values);
    size_t count = 0;
    uint32_t at = 4;
    if (!values) {
        a->reckoning.no_memory = true;
        return;
    }
    while (at + 3 < c->count && c->cells[at] == 1 && c->cells[at + 2] == 1) {
        values[count++] = c->cells[at + 3];
        at += 4;
    }
    if (at == c->count && e->count == 1) guess_row(a, e->kids[0], values, count);
}

static void guess_game(struct applying *a, const struct expr *e, const struct component *c)
{
    if (e->kind != EXPR_GAME || e->game != component_rule(c)) return;
    if (c->game == POSITION_COMPOUND) guess_compound(a, e, c);
    else if (e->start >= 0) guess_start(a, e, c);
    else guess_fields(a, e, c);
}

static void guess(struct applying *a, const struct expr *e)
{
    const struct position *p = a->position;
    a->bound_count = 0;
    if (e->kind != EXPR_SUM && p->count == 1) guess_game(a, e, &p->components[0]);
    if (e->kind != EXPR_SUM || e->count != p->count) return;
    for (size_t i = 0; i < e->count; i++) guess_game(a, e->kids[i], &p->components[i]);
}

/* ---- holding it against the claim -------------------------------------------------------------------------------- */
static bool same_positions(const struct position *x, const struct position *y)
{
    components_sort(x->components, x->count);
    components_sort(y->components, y->count);
    for (size_t i = 0; i < x->count && i < y->count; i++)
        if (component_compare(&x->components[i], &y->components[i]) != 0) return false;
    return x->count == y->count;
}

/* Is that the position? */
static bool is_about(struct applying *a, const struct expr *question)
{
    const struct position *p = a->position;
    struct expr *e = reckon_put(&a->reckoning, question->kids[0], a->bound, a->bound_count);
    struct position found, own = {arena_array(a->arena, p->count + 1, sizeof *own.components), p->count, NULL};
    struct diags muted = {0};
    int program;
    if (!e || !own.components) return a->reckoning.no_memory = true, false;
    memcpy(own.components, p->components, p->count * sizeof *own.components);
    enum status st = code_add_expression(a->env->code, e, a->check->slots, &muted, &program);
    diags_free(&muted);
    if (st == ST_OK) st = vm_position(a->env->vm, program, a->arena, &found);
    if (st == ST_NO_MEMORY || st == ST_INTERRUPTED) a->status = st;
    return st == ST_OK && same_positions(&own, &found);
}

/* Its value in the domain, perhaps beyond a greatest one that is a constant. */
static bool is_in_domain(struct applying *a, const struct gen *g, const struct expr *value)
{
    struct evaluation v = {.model = a->engine->model, .params = a->engine->params, .steps = 100000};
    struct domain d;
    bool holds = false;
    if (!value) return false;
    if (value->kind == EXPR_ROW) return g->domain.kind == DOMAIN_ALL_ROWS;
    if (!reckon_put_domain(&a->reckoning, &g->domain, a->bound, a->bound_count, &d)) return false;
    if (!evaluate_member(&v, &d, value->value, &holds)) return false;
    if (holds || d.kind != DOMAIN_RANGE || !g->domain.high || g->domain.high->kind != EXPR_INT) return holds;
    int64_t low;
    holds = evaluate(&v, d.low, &low) && value->value >= low;
    a->beyond |= holds;
    return holds;
}

/* A parameter that is swept, at what it is now. */
static bool is_swept_value(struct applying *a, size_t gen)
{
    const struct gen *g = &a->check->gens[gen];
    int param = a->check->sweep[gen];
    if (a->engine->model->params[param].kind == PARAM_SET) return true;
    return is_in_domain(a, g, reckon_literal(&a->reckoning, TYPE_INT, g->span, a->engine->params[param].value));
}

static bool allows(struct applying *a)
{
    const struct check *c = a->check;
    size_t own = 0;
    a->beyond = false;
    for (size_t i = 0; i < c->gen_count; i++) {
        bool found = false;
        if (c->sweep && c->sweep[i] >= 0) {
            if (!is_swept_value(a, i)) return false;
            continue;
        }
        own++;
        for (size_t k = 0; k < a->bound_count; k++) {
            if (a->bound[k].slot != c->gens[i].slot) continue;
            if (!is_in_domain(a, &c->gens[i], a->bound[k].value)) return false;
            found = true;
        }
        if (!found) return false;
    }
    if (!c->where) return own == a->bound_count;
    struct expr *where = reckon_put(&a->reckoning, c->where, a->bound, a->bound_count);
    where = where ? reckon_all(&a->reckoning, where) : NULL;
    return where && reckon_is_literal(where) && where->value != 0;
}

static bool try_question(void *context, const struct expr *e)
{
    struct applying *a = context;
    if (e->kind != EXPR_ASK) return false;
    if (a->answer->with_mover && e->mover != a->answer->mover) return false;
    guess(a, e->kids[0]);
    if (a->reckoning.no_memory || a->status != ST_OK) return false;
    return allows(a) && is_about(a, e);
}

bool law_matches(struct applying *a) { return expr_any(a->check->condition, try_question, a); }
