/* SPDX-License-Identifier: MIT */
#include "proof/loops/sorted.h"
#include "proof/loops/private.h"
#include "model/expr.h"
#include "proof/normal/may_fail.h"
#include "proof/normal/normal.h"

enum { PARTS_LEAST = 2, PARTS_MOST = 6, ATOMS_MOST = 8, PIECES_MOST = 32, STEPS = 20000 };

struct sorting {
    const struct model *model;
    int game;
    const struct move *move;
    struct normal_space space;
    struct linear_conjunction *pieces;    /* of the move */
    size_t count, parts, by;              /* which of their numbers ascends */
    const struct normal_component *shape; /* that all of them have */
};

/* ---- which moves --------------------------------------------------------------------------------------------------- */
/* Two parts are looked at from one end elsewhere, if that is a ray: where ends and steps are all that conditions say; and of one heap,
 * whose splits are known by their form. */
static bool are_enough(const struct move *m, size_t parts, size_t numbers)
{
    bool some = parts > 2;
    for (size_t i = 0; i < m->condition_count && !some; i++) some = numbers > 1 && expr_excludes(m->conditions[i]);
    return some;
}

/* The first number in which the parts differ as they are written; 0 if there is none. */
static size_t number_to_sort_by(const struct expr *sum)
{
    const struct expr *a = sum->kids[0], *b = sum->kids[1];
    size_t by = 0;
    while (by < a->count && expr_equal(a->kids[by], b->kids[by])) by++;
    return by < a->count ? by : 0;
}

static bool is_sum(const struct move *m, int game)
{
    const struct expr *e = m->result;
    bool fine = e && m->lua < 0 && e->kind == EXPR_SUM && e->count >= PARTS_LEAST && e->count <= PARTS_MOST;
    for (size_t i = 0; fine && i < e->count; i++) {
        const struct expr *part = e->kids[i];
        fine = part && part->kind == EXPR_GAME && part->game == game && part->start < 0 && part->count > 0;
    }
    size_t by = fine ? number_to_sort_by(e) : 0;
    for (size_t i = 0; fine && i < e->count; i++) fine = e->kids[i]->kids[by]->type == TYPE_INT;
    return fine && are_enough(m, e->count, e->kids[0]->count);
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

/* Has no option two parts with the same number? All pairs are as the first two are. */
static bool are_distinct(struct sorting *s, const struct normal *n)
{
    struct linear_work *w = &s->space.work;
    const struct linear_form *x = linear_variable(w, var_of(s, 0, s->by)), *y = linear_variable(w, var_of(s, 1, s->by));
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
/* constant + sum of factors times expressions. */
struct difference {
    int64_t constant, factor[ATOMS_MOST];
    const struct expr *atom[ATOMS_MOST];
    size_t count;
};

/* Adds `times` e. False: it is no sum of a few numbers with small factors. */
static bool add(struct difference *d, const struct expr *e, int64_t times)
{
    if (times > 1 << 20 || times < -(1 << 20)) return false;
    if (e->kind == EXPR_INT) {
        int64_t more;
        return !__builtin_mul_overflow(e->value, times, &more) &&
               !__builtin_add_overflow(d->constant, more, &d->constant);
    }
    if (e->kind == EXPR_ADD || e->kind == EXPR_SUB)
        return add(d, e->kids[0], times) && add(d, e->kids[1], e->kind == EXPR_ADD ? times : -times);
    if (e->kind == EXPR_NEG) return add(d, e->kids[0], -times);
    if (e->kind == EXPR_MUL && e->kids[0]->kind == EXPR_INT && e->kids[0]->value <= 1 << 20 &&
        e->kids[0]->value >= -(1 << 20))
        return add(d, e->kids[1], times * e->kids[0]->value);
    size_t i = 0;
    while (i < d->count && !expr_equal(d->atom[i], e)) i++;
    if (i == ATOMS_MOST) return false;
    if (i == d->count) d->atom[d->count] = e, d->factor[d->count++] = 0;
    d->factor[i] += times;
    return true;
}

/* Is l - r the same as x - y, or as y - x? */
static bool same_difference(const struct expr *l, const struct expr *r, const struct expr *x, const struct expr *y)
{
    bool same = false;
    for (int sign = -1; sign <= 1 && !same; sign += 2) {
        struct difference d = {0};
        same = add(&d, l, 1) && add(&d, r, -1) && add(&d, x, sign) && add(&d, y, -sign) && d.constant == 0;
        for (size_t i = 0; i < d.count; i++) same &= d.factor[i] == 0;
    }
    return same;
}

/* x != y of two parts, where they ascend strictly: it need not be asked. (x != x has no options at all.) */
static bool is_needless(const struct move *m, size_t by, const struct expr *e)
{
    bool needless = false;
    if (!expr_excludes(e)) return false;
    if (e->kind == EXPR_NOT) e = e->kids[0];
    for (size_t i = 0; i < m->result->count && !needless; i++)
        for (size_t k = i + 1; k < m->result->count && !needless; k++)
            needless =
                same_difference(e->kids[0], e->kids[1], m->result->kids[i]->kids[by], m->result->kids[k]->kids[by]);
    return needless;
}

static const struct move *with_order(const struct move *m, size_t by, bool strict, struct arena *arena)
{
    struct move *to = arena_alloc(arena, sizeof *to);
    size_t parts = m->result->count, count = 0;
    struct expr **conditions = arena_array(arena, m->condition_count + parts, sizeof *conditions);
    if (!to || !conditions) return NULL;
    for (size_t i = 0; i < m->condition_count; i++)
        if (!strict || !is_needless(m, by, m->conditions[i])) conditions[count++] = m->conditions[i];
    for (size_t i = 0; i + 1 < parts; i++) {
        struct expr like = {
            .kind = strict ? EXPR_LT : EXPR_LE, .type = TYPE_BOOL, .span = m->result->span, .start = -1};
        struct expr *const kids[2] = {m->result->kids[i]->kids[by], m->result->kids[i + 1]->kids[by]};
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
    const struct move *sorted = with_order(s->move, s->by, are_distinct(s, n), arena);
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
    s.by = number_to_sort_by(move->result);
    s.space = (struct normal_space){.arena = &own, .work = {.arena = &own}};
    struct normal_source source;
    enum status st = loops_source(model, game, &own, &source) ? ST_OK : ST_NO_MEMORY;
    if (st == ST_OK && !normal_may_fail(&source)) {
        st = normal_build(&s.space, &source, &n);
        if (st == ST_OK) st = sort(&s, n, arena, out);
        if (s.space.work.no_memory) st = ST_NO_MEMORY;
    }
    arena_free(&own);
    return st;
}
