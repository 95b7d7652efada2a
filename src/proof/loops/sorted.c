/* SPDX-License-Identifier: MIT */
#include "proof/loops/sorted.h"
#include "model/expr.h"
#include "proof/normal/may_fail.h"
#include "proof/normal/normal.h"

enum { PARTS_LEAST = 3, PARTS_MOST = 6, PIECES_MOST = 32, STEPS = 20000 };

struct sorting {
    const struct model *model;
    int game;
    const struct move *move;
    struct normal_space space;
    struct linear_conjunction *pieces; /* of the move */
    size_t count, parts;
    const struct normal_component *shape; /* that all of them have */
};

/* ---- which moves --------------------------------------------------------------------------------------------------- */
static bool is_sum(const struct move *m, int game)
{
    const struct expr *e = m->result;
    bool fine = e && m->lua < 0 && e->kind == EXPR_SUM && e->count >= PARTS_LEAST && e->count <= PARTS_MOST;
    for (size_t i = 0; fine && i < e->count; i++) {
        const struct expr *part = e->kids[i];
        fine = part && part->kind == EXPR_GAME && part->game == game && part->start < 0 && part->count > 0 &&
               part->kids[0]->type == TYPE_INT;
    }
    return fine;
}

static bool same_shape(const struct sorting *s, const struct normal_piece *p)
{
    bool same = p->exact && p->component_count == s->parts;
    for (size_t i = 0; same && i < s->parts; i++) {
        const struct normal_component *c = &p->components[i];
        same = c->game == s->game && c->arg_count == s->shape[0].arg_count;
        for (size_t a = 0; same && a < c->arg_count; a++)
            same = c->args[a].kind == NORMAL_NUMBER && c->args[a].first_var == s->shape[i].args[a].first_var;
    }
    return same;
}

static bool read_pieces(struct sorting *s, const struct normal *n)
{
    s->pieces = arena_array(s->space.arena, n->piece_count + 1, sizeof *s->pieces);
    for (size_t i = 0; s->pieces && i < n->piece_count; i++) {
        const struct normal_piece *p = &n->pieces[i];
        if (&s->model->games[s->game].moves[p->move] != s->move) continue;
        if (!s->shape) s->shape = p->components;
        if (s->count == PIECES_MOST || p->component_count != s->parts || !same_shape(s, p)) return false;
        s->pieces[s->count++] = p->rule;
    }
    return s->count > 0;
}

/* ---- exchanges ----------------------------------------------------------------------------------------------------- */
static int var_of(struct sorting *s, size_t part, size_t arg)
{
    return normal_var(&s->space, NORMAL_RESULT, s->shape[part].args[arg].first_var);
}

/* The forms that take part i to part i + 1 and back, by variable; NULL: memory is out. */
static const struct linear_form **exchange(struct sorting *s, size_t i, size_t *count)
{
    for (size_t a = 0; a < s->shape[i].arg_count; a++)
        if (var_of(s, i, a) < 0 || var_of(s, i + 1, a) < 0) return NULL;
    *count = s->space.var_count;
    const struct linear_form **map = arena_array(s->space.arena, *count + 1, sizeof *map);
    for (size_t v = 0; map && v < *count; v++) map[v] = NULL;
    for (size_t a = 0; map && a < s->shape[i].arg_count; a++) {
        int x = var_of(s, i, a), y = var_of(s, i + 1, a);
        map[x] = linear_variable(&s->space.work, y);
        map[y] = linear_variable(&s->space.work, x);
        if (!map[x] || !map[y]) return NULL;
    }
    return map;
}

static bool may_change_places(struct sorting *s, const struct normal *n, size_t i)
{
    size_t count;
    const struct linear_form **map = exchange(s, i, &count);
    bool covered = map != NULL;
    for (size_t p = 0; covered && p < s->count; p++) {
        struct linear_conjunction context[2] = {{NULL, 0}, n->domain};
        s->space.work.steps = STEPS;
        covered = normal_replace_all(&s->space, s->pieces[p], map, count, &context[0]) &&
                  normal_covered(&s->space, context, 2, s->pieces, s->count);
    }
    return covered;
}

/* Has no option two parts with the same first number? All pairs are as the first two are. */
static bool are_distinct(struct sorting *s, const struct normal *n)
{
    struct linear_work *w = &s->space.work;
    const struct linear_form *x = linear_variable(w, var_of(s, 0, 0)), *y = linear_variable(w, var_of(s, 1, 0));
    struct linear_constraint equal = {x && y ? linear_sum(w, x, 1, y, -1) : NULL, true};
    bool distinct = equal.form != NULL;
    for (size_t p = 0; distinct && p < s->count; p++) {
        struct linear_conjunction parts[3] = {s->pieces[p], n->domain, {&equal, 1}};
        w->steps = STEPS;
        struct linear_conjunction all = normal_axioms(&s->space, parts, 3);
        distinct = all.items && linear_solve(w, all.items, all.count, NULL) == LINEAR_INFEASIBLE;
    }
    return distinct;
}

/* ---- the move ------------------------------------------------------------------------------------------------------ */
static bool is_first_number(const struct move *m, const struct expr *e)
{
    bool found = false;
    for (size_t i = 0; i < m->result->count; i++) found |= expr_equal(e, m->result->kids[i]->kids[0]);
    return found;
}

/* x != y of two parts, where they ascend strictly: it need not be asked. (x != x has no options at all.) */
static bool is_needless(const struct move *m, const struct expr *e)
{
    bool differ = e->kind == EXPR_NOT && e->kids[0]->kind == EXPR_EQ;
    if (differ) e = e->kids[0];
    return (differ || e->kind == EXPR_NE) && is_first_number(m, e->kids[0]) && is_first_number(m, e->kids[1]) &&
           !expr_equal(e->kids[0], e->kids[1]);
}

static const struct move *with_order(const struct move *m, bool strict, struct arena *arena)
{
    struct move *to = arena_alloc(arena, sizeof *to);
    size_t parts = m->result->count, count = 0;
    struct expr **conditions = arena_array(arena, m->condition_count + parts, sizeof *conditions);
    if (!to || !conditions) return NULL;
    for (size_t i = 0; i < m->condition_count; i++)
        if (!strict || !is_needless(m, m->conditions[i])) conditions[count++] = m->conditions[i];
    for (size_t i = 0; i + 1 < parts; i++) {
        struct expr like = {
            .kind = strict ? EXPR_LT : EXPR_LE, .type = TYPE_BOOL, .span = m->result->span, .start = -1};
        struct expr *const kids[2] = {m->result->kids[i]->kids[0], m->result->kids[i + 1]->kids[0]};
        conditions[count] = expr_create(arena, like, kids, 2);
        if (!conditions[count++]) return NULL;
    }
    *to = *m;
    to->conditions = conditions;
    to->condition_count = count;
    return to;
}

static enum status sort(struct sorting *s, const struct normal *n, struct arena *arena, const struct move **out)
{
    if (!n->supported || !read_pieces(s, n)) return ST_OK;
    for (size_t i = 0; i + 1 < s->parts; i++)
        if (!may_change_places(s, n, i)) return ST_OK;
    const struct move *sorted = with_order(s->move, are_distinct(s, n), arena);
    if (sorted) *out = sorted;
    return sorted ? ST_OK : ST_NO_MEMORY;
}

enum status loops_sorted(const struct model *model, int game, const struct move *move, struct arena *arena,
                         const struct move **out)
{
    struct arena own = {0};
    struct sorting s = {.model = model, .game = game, .move = move};
    struct normal *n;
    *out = move;
    if (!is_sum(move, game)) return ST_OK;
    s.parts = move->result->count;
    s.space = (struct normal_space){.arena = &own, .work = {.arena = &own}};
    bool *symbolic = arena_array(&own, model->param_count + 1, sizeof *symbolic);
    struct param_value *params = arena_array(&own, model->param_count + 1, sizeof *params);
    enum status st = symbolic && params ? ST_OK : ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < model->param_count; i++)
        symbolic[i] = true, params[i] = (struct param_value){0};
    struct normal_source source = {
        .model = model, .game = game, .params = params, .symbolic = symbolic, .mover = NORMAL_EITHER};
    if (st == ST_OK && !normal_may_fail(&source)) {
        st = normal_build(&s.space, &source, &n);
        if (st == ST_OK) st = sort(&s, n, arena, out);
        if (s.space.work.no_memory) st = ST_NO_MEMORY;
    }
    arena_free(&own);
    return st;
}
