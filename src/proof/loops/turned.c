/* SPDX-License-Identifier: MIT */
#include "proof/loops/turned.h"
#include "model/builtins.h"
#include "model/expr.h"
#include "proof/loops/private.h"
#include "proof/normal/may_fail.h"

enum { ENDS_MOST = 16 };
#define FAR ((int64_t)1 << 30)
/* One end of the last generator, as its range or a condition says it. */
struct turning_end {
    struct expr *end;
    int64_t number; /* `known`: it is that, or the generator before it and that */
    bool known, upper;
};
struct turning {
    struct arena *arena;
    const struct move *move;
    int outer, inner; /* slots */
    bool beside;      /* ends are counted from the outer generator */
    struct turning_end ends[ENDS_MOST];
    size_t count;
    bool *said; /* per condition: it is such an end */
    int64_t low, high;
    bool no_memory;
};

static bool is_number(const struct expr *e, int64_t *out)
{
    return e->kind == EXPR_INT && e->number && integer_fits(e->number, out) && *out > -FAR && *out < FAR;
}

/* A number; or with `beside` the outer generator and a number. */
static bool counted(const struct turning *t, const struct expr *e, int64_t *number)
{
    *number = 0;
    if (!t->beside) return is_number(e, number);
    if (expr_is_local(e, t->outer)) return true;
    if (e->kind != EXPR_ADD && e->kind != EXPR_SUB) return false;
    if (expr_is_local(e->kids[0], t->outer) && is_number(e->kids[1], number)) {
        if (e->kind == EXPR_SUB) *number = -*number;
        return true;
    }
    return e->kind == EXPR_ADD && expr_is_local(e->kids[1], t->outer) && is_number(e->kids[0], number);
}

/* The least of several is an upper end by each of them, the greatest a lower one. */
static bool add_ends(struct turning *t, struct expr *e, bool upper)
{
    int joins = upper ? BUILTIN_MIN : BUILTIN_MAX;
    if (e->kind == EXPR_CALL && e->index == joins && !e->gen_count) {
        for (size_t i = 0; i < e->count; i++)
            if (!add_ends(t, e->kids[i], upper)) return false;
        return true;
    }
    if (t->count == ENDS_MOST || expr_reads(e, t->inner)) return false;
    struct turning_end *end = &t->ends[t->count++];
    *end = (struct turning_end){.end = e, .upper = upper};
    end->known = counted(t, e, &end->number);
    return true;
}

/* y <= x + 6: an end that is known is not asked again. */
static void read_condition(struct turning *t, size_t i)
{
    const struct expr *e = t->move->conditions[i];
    bool le = e->kind == EXPR_LE || e->kind == EXPR_LT, ge = e->kind == EXPR_GE || e->kind == EXPR_GT;
    if (!le && !ge) return;
    size_t own = expr_is_local(e->kids[0], t->inner) ? 0 : 1;
    int64_t number;
    if (!expr_is_local(e->kids[own], t->inner) || t->count == ENDS_MOST) return;
    if (!counted(t, e->kids[1 - own], &number)) return;
    bool upper = le == (own == 0), strict = e->kind == EXPR_LT || e->kind == EXPR_GT;
    t->ends[t->count++] =
        (struct turning_end){.number = number - (strict ? upper ? 1 : -1 : 0), .known = true, .upper = upper};
    t->said[i] = true;
}

/* Is the last generator between two such ends that are near? */
static bool is_short(struct turning *t, bool beside)
{
    const struct domain *range = &t->move->gens[t->move->gen_count - 1].domain;
    bool low = false, high = false;
    t->beside = beside;
    t->count = 0;
    for (size_t i = 0; i < t->move->condition_count; i++) t->said[i] = false;
    if (!add_ends(t, range->low, false) || !add_ends(t, range->high, true)) return false;
    for (size_t i = 0; i < t->move->condition_count; i++) read_condition(t, i);
    for (size_t i = 0; i < t->count; i++) {
        const struct turning_end *e = &t->ends[i];
        if (!e->known) continue;
        if (e->upper && (!high || e->number < t->high)) t->high = e->number;
        if (!e->upper && (!low || e->number > t->low)) t->low = e->number;
        *(e->upper ? &high : &low) = true;
    }
    return low && high && t->high - t->low <= TURNED_MOST;
}

/* ---- written the other way round ------------------------------------------------------------------------------------ */
static struct expr *pair(struct turning *t, enum expr_kind kind, struct expr *a, struct expr *b)
{
    struct expr like = {.kind = kind, .type = kind == EXPR_ADD ? TYPE_INT : TYPE_BOOL, .start = -1};
    if (a) like.span = a->span;
    struct expr *e = a && b ? expr_create(t->arena, like, (struct expr *const[2]){a, b}, 2) : NULL;
    t->no_memory |= !e;
    return e;
}

static struct expr *local(struct turning *t, const struct gen *gen)
{
    struct expr like = {
        .kind = EXPR_LOCAL, .type = TYPE_INT, .index = gen->slot, .name = gen->name, .span = gen->span, .start = -1};
    struct expr *e = expr_create(t->arena, like, NULL, 0);
    t->no_memory |= !e;
    return e;
}

static bool write_ends(struct turning *t, struct expr *inner, struct move *to)
{
    for (size_t i = 0; i < t->count && !t->no_memory; i++) {
        const struct turning_end *e = &t->ends[i];
        if (!e->known) to->conditions[to->condition_count++] = pair(t, e->upper ? EXPR_LE : EXPR_GE, inner, e->end);
    }
    return !t->no_memory;
}

/* Those that read the last generator, or those that do not, which come before its ends, as before its range in the rule. */
static bool write_conditions(struct turning *t, struct expr *inner, bool reading, struct move *to)
{
    const struct move *m = t->move;
    for (size_t i = 0; i < m->condition_count && !t->no_memory; i++) {
        struct expr *e = m->conditions[i];
        if (t->said[i] || expr_reads(e, t->inner) != reading) continue;
        if (t->beside) e = loops_replaced(t->arena, e, t->inner, inner, &t->no_memory);
        if (!e) return false;
        to->conditions[to->condition_count++] = e;
    }
    return !t->no_memory;
}

static bool write_move(struct turning *t, struct move *to)
{
    const struct move *m = t->move;
    size_t last = m->gen_count - 1;
    struct expr *inner = local(t, &m->gens[last]);
    if (t->beside) inner = pair(t, EXPR_ADD, local(t, &m->gens[last - 1]), inner);
    struct gen *gens = arena_array(t->arena, m->gen_count, sizeof *gens);
    *to = *m;
    to->condition_count = 0;
    to->conditions = arena_array(t->arena, m->condition_count + ENDS_MOST, sizeof *to->conditions);
    t->no_memory |= !gens || !to->conditions;
    if (t->no_memory || !write_conditions(t, inner, false, to)) return false;
    if (!write_ends(t, inner, to) || !write_conditions(t, inner, true, to)) return false;
    for (size_t i = 0; i + 1 < last; i++) gens[i] = m->gens[i];
    gens[last] = m->gens[last - 1];
    gens[last - 1] = m->gens[last];
    gens[last - 1].domain.low = expr_create_int(t->arena, m->gens[last].span, t->low);
    gens[last - 1].domain.high = expr_create_int(t->arena, m->gens[last].span, t->high);
    t->no_memory |= !gens[last - 1].domain.low || !gens[last - 1].domain.high;
    to->gens = gens;
    if (t->beside) to->result = loops_replaced(t->arena, m->result, t->inner, inner, &t->no_memory);
    return to->result && !t->no_memory;
}

static bool is_range(const struct gen *g)
{
    return g->domain.kind == DOMAIN_RANGE && g->domain.low && g->domain.high && !g->domain.limit && !g->cap;
}

static bool may_fail(const struct model *model, int game, struct arena *own, bool *no_memory)
{
    struct normal_source source;
    *no_memory = !loops_source(model, game, own, &source);
    return *no_memory || normal_may_fail(&source);
}

enum status loops_turned(const struct model *model, int game, const struct move *move, struct arena *arena,
                         const struct move **out)
{
    *out = move;
    if (move->gen_count < 2 || move->lua >= 0) return ST_OK;
    const struct gen *last = &move->gens[move->gen_count - 1], *outer = last - 1;
    if (!is_range(last) || !is_range(outer) || outer->domain.high->kind == EXPR_INT) return ST_OK;
    struct arena own = {0};
    struct turning t = {.arena = arena, .move = move, .outer = outer->slot, .inner = last->slot};
    t.said = arena_array(&own, move->condition_count + 1, sizeof *t.said);
    t.no_memory = !t.said;
    if (!t.no_memory && (is_short(&t, false) || is_short(&t, true)) && !may_fail(model, game, &own, &t.no_memory)) {
        struct move *to = arena_alloc(arena, sizeof *to);
        t.no_memory |= !to;
        if (to && write_move(&t, to)) *out = to;
    }
    arena_free(&own);
    return t.no_memory ? ST_NO_MEMORY : ST_OK;
}
