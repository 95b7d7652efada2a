/* SPDX-License-Identifier: MIT */
/* A move to a sum, of whose innermost range a condition leaves all but evenly spaced numbers, as several moves that are rays each:
 *
 *     cut(t in 1..a - 1) where t % 3 != 0 -> g(t, b) + g(a - t, b)       t % 3 == 1;  t % 3 == 2
 *     cut(t in 1..a - 1) where t != b     -> g(t, b) + g(a - t, b)       not t >= b;  not t <= b
 *
 * The options are the same, each as often as before: of two numbers that differ one is less, and a remainder by m > 0 is one of 0 .. m - 1,
 * so that `x % m` stands in the comparison for that number (x % m == j and j != r). What is put in the place of the condition fails where
 * it would: x, r and the other operands are quiet and m is a number. Options of a sum that is no ray are computed one by one, which takes
 * about ten times as long; single positions are marked for many turns at once, so they stay. For values: options are named by the
 * generators of the rule. */
#include "code/compile/private.h"

enum { MODULUS_MOST = 8 };

static struct expr *made(struct compiler *c, enum expr_kind kind, const struct expr *like, struct expr *const *kids,
                         size_t count)
{
    struct expr proto = {.kind = kind, .type = TYPE_BOOL, .span = like->span, .game = -1, .start = -1};
    struct expr *e = kids[0] && kids[count - 1] ? expr_create(&c->code->arena, proto, kids, count) : NULL;
    if (!e) compile_fail(c, ST_NO_MEMORY);
    return e;
}

/* The move with others in the place of that condition; `second` may be NULL. */
static const struct move *with(struct compiler *c, const struct move *m, size_t condition, struct expr *first,
                               struct expr *second)
{
    struct move *copy = arena_alloc(&c->code->arena, sizeof *copy);
    struct expr **conditions = arena_array(&c->code->arena, m->condition_count + 1, sizeof(struct expr *));
    if (!copy || !conditions) return compile_fail(c, ST_NO_MEMORY), m;
    *copy = *m;
    copy->condition_count = 0;
    copy->conditions = conditions;
    for (size_t i = 0; i < m->condition_count; i++) {
        if (i != condition) conditions[copy->condition_count++] = m->conditions[i];
        else conditions[copy->condition_count++] = first;
        if (i == condition && second) conditions[copy->condition_count++] = second;
    }
    return copy;
}

/* ---- which conditions ---------------------------------------------------------------------------------------------- */
/* What a condition compares, and how; NULL: it is another one, or might fail. `not x == y` is x != y. */
static const struct expr *compared(const struct expr *e, enum expr_kind *how)
{
    bool excludes = expr_excludes(e);
    if (!excludes && !expr_compares(e->kind)) return NULL;
    *how = excludes ? EXPR_NE : e->kind;
    if (e->kind == EXPR_NOT) e = e->kids[0];
    return e->kids[0]->type == TYPE_INT && expr_is_quiet(e) ? e : NULL;
}

/* A remainder, by a small number, of what rises or falls evenly with the generator? */
static bool is_remainder(const struct expr *e, int slot)
{
    return e->kind == EXPR_MOD && expr_reads(e, slot) && expr_is_affine(e->kids[0], slot) &&
           expr_is_small_literal(e->kids[1]) && e->kids[1]->value >= 2 && e->kids[1]->value <= MODULUS_MOST;
}

static bool is_even(const struct expr *e, int slot) { return expr_is_affine(e, slot) || is_remainder(e, slot); }

/* A range that may be long, and conditions all of which bounds and steps can say; else no part of the move is a ray. */
static bool may_be_rays(const struct move *m)
{
    const struct gen *g = &m->gens[m->gen_count - 1];
    const struct expr *high = g->domain.high;
    enum expr_kind how;
    if (g->domain.kind != DOMAIN_RANGE || !high || high->kind == EXPR_INT) return false;
    for (size_t i = 0; high->kind == EXPR_CALL && high->index == BUILTIN_MIN && i < high->count; i++)
        if (high->kids[i]->kind == EXPR_INT) return false;
    for (size_t k = 0; k < m->condition_count; k++) {
        if (!expr_reads(m->conditions[k], g->slot)) continue;
        const struct expr *e = compared(m->conditions[k], &how);
        if (!e || !is_even(e->kids[0], g->slot) || !is_even(e->kids[1], g->slot)) return false;
    }
    return true;
}

/* ---- parts --------------------------------------------------------------------------------------------------------- */
/* As `not >=` and `not <=`, bounds that are computed without limit (runs.c): the ends of a range to the last before a number might leave
 * 64 bits, where the rule does not. */
static size_t by_order(struct compiler *c, const struct move *m, size_t condition, int slot, const struct move **out)
{
    static const enum expr_kind orders[] = {EXPR_GE, EXPR_LE};
    enum expr_kind how;
    const struct expr *e = compared(m->conditions[condition], &how);
    if (!e || how != EXPR_NE || !expr_is_affine(e->kids[0], slot) || !expr_is_affine(e->kids[1], slot)) return 0;
    for (size_t i = 0; i < 2 && c->status == ST_OK; i++) {
        struct expr *other = made(c, orders[i], e, (struct expr *const[]){e->kids[0], e->kids[1]}, 2);
        out[i] = with(c, m, condition, made(c, EXPR_NOT, e, &other, 1), NULL);
    }
    return 2;
}

static size_t by_remainder(struct compiler *c, const struct move *m, size_t condition, int slot,
                           const struct move **out)
{
    enum expr_kind how;
    const struct expr *e = compared(m->conditions[condition], &how);
    if (!e) return 0;
    bool turned = !is_remainder(e->kids[0], slot);
    struct expr *remainder = e->kids[turned], *other = e->kids[!turned];
    if (!is_remainder(remainder, slot) || expr_reads(other, slot)) return 0;
    if (how == EXPR_EQ && other->kind == EXPR_INT) return 0; /* it is a ray */
    if (turned) how = expr_turned(how);
    size_t count = 0;
    for (int64_t j = 0; j < remainder->kids[1]->value && c->status == ST_OK; j++) {
        struct expr *number = expr_create_int(&c->code->arena, e->span, j);
        struct expr *holds = made(c, how, e, (struct expr *const[]){number, other}, 2);
        out[count++] = with(c, m, condition, holds, made(c, EXPR_EQ, e, (struct expr *const[]){remainder, number}, 2));
    }
    return count;
}

/* The move at that place is replaced by its first part, and the others follow all there are. */
static bool part(struct compiler *c, const struct move *out[MOVE_PARTS], size_t at, size_t *count)
{
    const struct move *m = out[at], *parts[MODULUS_MOST];
    int slot = m->gens[m->gen_count - 1].slot;
    for (size_t k = 0; k < m->condition_count && c->status == ST_OK; k++) {
        if (!expr_reads(m->conditions[k], slot)) continue;
        size_t found = by_order(c, m, k, slot, parts);
        if (!found) found = by_remainder(c, m, k, slot, parts);
        if (!found || *count - 1 + found > MOVE_PARTS) continue;
        out[at] = parts[0];
        for (size_t i = 1; i < found; i++) out[(*count)++] = parts[i];
        return true;
    }
    return false;
}

size_t move_parted(struct compiler *c, const struct move *m, const struct move *out[MOVE_PARTS])
{
    size_t count = 1;
    bool fails = c->model->games[c->request->game].invariant != NULL; /* then runs are no rays */
    out[0] = m;
    if (fails || m->gen_count == 0 || !m->result || m->result->kind != EXPR_SUM || !may_be_rays(m)) return count;
    for (size_t at = 0; at < count && c->status == ST_OK;) at += !part(c, out, at, &count);
    return count;
}
