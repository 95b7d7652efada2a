/* SPDX-License-Identifier: MIT */
#include "proof/loops/solved.h"
#include "model/expr.h"
#include "proof/loops/private.h"

enum { TERMS_MOST = 8, KIDS_MOST = 8 };

struct solving {
    struct arena *arena;
    int slot; /* of the generator */
    struct expr *by, *terms[TERMS_MOST];
    int sign[TERMS_MOST];
    size_t count;
    int own; /* the sign of the generator; 0: it does not stand by itself */
    bool failed, no_memory;
};

static bool reads(const struct solving *s, const struct expr *e) { return expr_reads(e, s->slot); }

/* Might it fail, sums that leave 64 bits aside? It is computed for choices as well for which the equality is not looked at. */
static bool is_doubtful(void *context, const struct expr *e)
{
    (void)context;
    int64_t by;
    switch (e->kind) {
    case EXPR_INT:
    case EXPR_FIELD:
    case EXPR_PARAM:
    case EXPR_LOCAL:
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_NEG: return false;
    case EXPR_MUL: return e->kids[0]->kind != EXPR_INT && e->kids[1]->kind != EXPR_INT;
    case EXPR_DIV:
    case EXPR_MOD: e = e->kids[1]; return e->kind != EXPR_INT || !e->number || !integer_fits(e->number, &by) || by == 0;
    default: return true;
    }
}

/* ---- the equality -------------------------------------------------------------------------------------------------- */
static void gather(struct solving *s, struct expr *e, int sign)
{
    if (e->kind == EXPR_ADD || e->kind == EXPR_SUB) {
        gather(s, e->kids[0], sign);
        gather(s, e->kids[1], e->kind == EXPR_ADD ? sign : -sign);
    } else if (expr_is_local(e, s->slot) && s->own == 0) {
        s->own = sign;
    } else if (s->count == TERMS_MOST || reads(s, e) || expr_any(e, is_doubtful, NULL)) {
        s->failed = true;
    } else {
        s->sign[s->count] = sign;
        s->terms[s->count++] = e;
    }
}

static struct expr *made(struct solving *s, enum expr_kind kind, struct expr *a, struct expr *b)
{
    bool truth = kind == EXPR_GE || kind == EXPR_LE;
    struct expr like = {.kind = kind, .type = truth ? TYPE_BOOL : TYPE_INT, .start = -1};
    if (a) like.span = a->span;
    struct expr *e = a && b ? expr_create(s->arena, like, (struct expr *const[2]){a, b}, 2) : NULL;
    s->no_memory |= !e;
    return e;
}

/* What the generator is: the terms, those of its own sign taken away. */
static void solve(struct solving *s)
{
    struct expr *sum = NULL;
    for (int less = 0; less < 2; less++)
        for (size_t i = 0; i < s->count && !s->no_memory; i++) {
            if ((s->sign[i] == s->own) != less) continue;
            if (!sum && less) s->no_memory |= !(sum = expr_create_int(s->arena, s->terms[i]->span, 0));
            sum = sum ? made(s, less ? EXPR_SUB : EXPR_ADD, sum, s->terms[i]) : s->terms[i];
        }
    s->by = sum;
    s->failed |= !sum; /* it is alone */
}

static bool determines(struct solving *s, const struct expr *e)
{
    if (e->kind != EXPR_EQ || e->kids[0]->type != TYPE_INT || e->kids[1]->type != TYPE_INT || !reads(s, e))
        return false;
    s->count = 0;
    s->own = 0;
    s->failed = false;
    gather(s, e->kids[0], 1);
    gather(s, e->kids[1], -1);
    if (!s->failed && s->own) solve(s);
    return !s->failed && s->own && !s->no_memory;
}

/* ---- in its place --------------------------------------------------------------------------------------------------- */
struct expr *loops_replaced(struct arena *arena, struct expr *e, int slot, struct expr *by, bool *no_memory)
{
    struct expr *kids[KIDS_MOST];
    if (!e || !expr_reads(e, slot)) return e;
    if (expr_is_local(e, slot)) return by;
    if (e->gen_count || e->update_count || e->domain || e->kind == EXPR_LET || e->count > KIDS_MOST) return NULL;
    for (size_t i = 0; i < e->count; i++) {
        kids[i] = loops_replaced(arena, e->kids[i], slot, by, no_memory);
        if (!kids[i] && e->kids[i]) return NULL;
    }
    struct expr *copy = expr_create(arena, *e, kids, e->count);
    *no_memory |= !copy;
    return copy;
}

static struct expr *replaced(struct solving *s, struct expr *e)
{
    return loops_replaced(s->arena, e, s->slot, s->by, &s->no_memory);
}

/* The conditions that read the generator, or those that do not, with what it is in its place. */
static bool place(struct solving *s, const struct move *m, size_t equality, bool reading, struct move *to)
{
    for (size_t i = 0; i < m->condition_count && !s->no_memory; i++) {
        if (i == equality || reads(s, m->conditions[i]) != reading) continue;
        to->conditions[to->condition_count] = replaced(s, m->conditions[i]);
        if (!to->conditions[to->condition_count++]) return false;
    }
    return true;
}

static bool replace_all(struct solving *s, const struct move *m, size_t equality, struct move *to)
{
    const struct domain *range = &m->gens[m->gen_count - 1].domain;
    to->conditions = arena_array(s->arena, m->condition_count + 2, sizeof *to->conditions);
    to->condition_count = 0;
    s->no_memory |= !to->conditions;
    /* What does not read the generator stands before its range, whose ends may have no value without it (`b in 1..n / a` where a > 0);
     * then the range, as what the others ask may have no value beyond it. */
    if (!s->no_memory && !place(s, m, equality, false, to)) return false;
    for (int side = 0; side < 2 && !s->no_memory; side++) {
        struct expr *end = side ? range->high : range->low;
        if (end) to->conditions[to->condition_count++] = made(s, side ? EXPR_LE : EXPR_GE, s->by, end);
    }
    if (!s->no_memory && !place(s, m, equality, true, to)) return false;
    to->result = replaced(s, m->result);
    return to->result && !s->no_memory;
}

enum status loops_solved(const struct move *move, struct arena *arena, const struct move **out)
{
    *out = move;
    const struct gen *last = move->gen_count > 1 ? &move->gens[move->gen_count - 1] : NULL;
    if (!last || move->lua >= 0 || last->domain.kind != DOMAIN_RANGE || last->domain.limit) return ST_OK;
    struct solving s = {.arena = arena, .slot = last->slot};
    struct move *to = arena_alloc(arena, sizeof *to);
    if (!to) return ST_NO_MEMORY;
    for (size_t i = 0; i < move->condition_count && *out == move && !s.no_memory; i++) {
        if (!determines(&s, move->conditions[i])) continue;
        *to = *move;
        to->gen_count--;
        if (replace_all(&s, move, i, to)) *out = to;
    }
    return s.no_memory ? ST_NO_MEMORY : ST_OK;
}
