/* SPDX-License-Identifier: MIT */
/* Expressions are walked once; what is not known to repeat has no period. */
#include "answer/lists/claim_forever.h"
#include "base/checked.h"
#include "base/numbers.h"
#include "model/builtins.h"
#include "model/evaluate.h"
#include "plan/periods/period_find.h"
#include "play/options/traits.h"
#include "solve/heap/periodic.h"

enum { STEPS = 100000, MORE_HEAPS = 256 };
/* e(n + period) = e(n) + gain for all n >= from. Where `line`, e(n) = slope n + start for all n. */
struct repeat {
    int64_t from, period, gain;
    bool line;
    int64_t slope, start;
};
struct bound_local {
    int slot;
    struct repeat value;
    const struct bound_local *next;
};
struct forever {
    struct env *env;
    struct arena *arena;
    int slot; /* of n */
    int64_t low, high;
    const char *theorem;
    const struct bound_local *locals;
};

static bool repeats(struct forever *f, const struct expr *e, struct repeat *out);

static bool constant(const struct forever *f, const struct expr *e, int64_t *value)
{
    struct evaluation v = {.model = f->env->model, .params = f->env->params, .steps = STEPS};
    return evaluate(&v, e, value);
}

/* ---- arithmetic -------------------------------------------------------------------------------------------------- */
static bool stretch(struct repeat *a, int64_t times)
{
    return checked_mul(a->period, times, &a->period) && checked_mul(a->gain, times, &a->gain);
}

/* Both over the same period, from the later beginning on. */
static bool make_equal(struct repeat *a, struct repeat *b)
{
    int64_t divisor = (int64_t)number_gcd((uint64_t)a->period, (uint64_t)b->period), times = b->period / divisor;
    if (a->from < b->from) a->from = b->from;
    b->from = a->from;
    return stretch(b, a->period / divisor) && stretch(a, times);
}

static bool divide(struct repeat *x, int64_t c, bool quotient)
{
    if (c < 1) return false;
    int64_t rest = x->gain % c;
    if (!stretch(x, c / (int64_t)number_gcd(number_magnitude(rest), (uint64_t)c))) return false;
    x->gain = quotient ? x->gain / c : 0;
    x->line = false;
    return true;
}

static bool times(struct repeat *x, int64_t c)
{
    x->line = x->line && checked_mul(x->slope, c, &x->slope) && checked_mul(x->start, c, &x->start);
    return checked_mul(x->gain, c, &x->gain);
}

static bool add(struct repeat *a, struct repeat *b, bool minus)
{
    if (minus && !times(b, -1)) return false;
    if (!make_equal(a, b) || !checked_add(a->gain, b->gain, &a->gain)) return false;
    a->line =
        a->line && b->line && checked_add(a->slope, b->slope, &a->slope) && checked_add(a->start, b->start, &a->start);
    return true;
}

static bool of_product(struct forever *f, const struct expr *e, struct repeat *out)
{
    struct repeat b;
    int64_t c;
    for (int k = 0; k < 2; k++)
        if (constant(f, e->kids[k], &c)) return repeats(f, e->kids[1 - k], out) && times(out, c);
    if (!repeats(f, e->kids[0], out) || !repeats(f, e->kids[1], &b) || out->gain || b.gain) return false;
    out->line = false;
    return make_equal(out, &b);
}

/* From some n on the sign of the difference of two lines does not change. */
static bool lines_part(struct repeat *a, const struct repeat *b, int64_t low)
{
    int64_t slope, start, n;
    if (!a->line || !b->line || !checked_sub(a->slope, b->slope, &slope) || !checked_sub(a->start, b->start, &start))
        return false;
    if (slope == 0 || slope == INT64_MIN || start == INT64_MIN) return false;
    n = (int64_t)(number_magnitude(start) / number_magnitude(slope)) + 1;
    *a = (struct repeat){.from = n > low ? n : low, .period = 1};
    return true;
}

static bool of_comparison(struct forever *f, const struct expr *e, struct repeat *out)
{
    struct repeat b;
    if (!repeats(f, e->kids[0], out) || !repeats(f, e->kids[1], &b)) return false;
    struct repeat first = *out;
    if (make_equal(out, &b) && out->gain == b.gain) {
        out->gain = 0;
        out->line = false;
        return true;
    }
    *out = first;
    return lines_part(out, &b, f->low);
}

/* All that is a function of parts which do not grow. */
static bool of_parts(struct forever *f, const struct expr *e, struct repeat *out)
{
    *out = (struct repeat){.from = f->low, .period = 1};
    for (size_t i = 0; i < e->count; i++) {
        struct repeat part;
        if (!e->kids[i] || !repeats(f, e->kids[i], &part) || part.gain || !make_equal(out, &part)) return false;
    }
    out->line = false;
    return true;
}

static bool of_if(struct forever *f, const struct expr *e, struct repeat *out)
{
    struct repeat yes, no;
    if (!repeats(f, e->kids[0], out) || !repeats(f, e->kids[1], &yes) || !repeats(f, e->kids[2], &no)) return false;
    if (out->gain || !make_equal(&yes, &no) || yes.gain != no.gain || !make_equal(&yes, out)) return false;
    *out = yes;
    out->line = false;
    return true;
}

static bool of_let(struct forever *f, const struct expr *e, struct repeat *out)
{
    struct bound_local local = {.slot = e->index, .next = f->locals};
    if (!repeats(f, e->kids[0], &local.value)) return false;
    f->locals = &local;
    bool known = repeats(f, e->kids[1], out);
    f->locals = local.next;
    return known;
}

static bool of_local(const struct forever *f, const struct expr *e, struct repeat *out)
{
    for (const struct bound_local *l = f->locals; l; l = l->next)
        if (l->slot == e->index) return *out = l->value, true;
    *out = (struct repeat){f->low, 1, 1, true, 1, 0};
    return e->index == f->slot;
}

/* v in {1, 3, 4}, the elements constants. */
static bool of_set(struct forever *f, const struct expr *e, struct repeat *out)
{
    int64_t ignored;
    bool fixed = e->domain->kind == DOMAIN_PARAM;
    if (e->domain->kind == DOMAIN_SET) {
        fixed = true;
        for (size_t i = 0; fixed && i < e->domain->item_count; i++) fixed = constant(f, e->domain->items[i], &ignored);
    }
    if (!fixed || !repeats(f, e->kids[0], out) || out->gain) return false;
    out->line = false;
    return true;
}

static bool of_call(struct forever *f, const struct expr *e, struct repeat *out)
{
    if (e->index != BUILTIN_ODD && e->index != BUILTIN_EVEN) return of_parts(f, e, out);
    return repeats(f, e->kids[0], out) && divide(out, 2, false);
}

/* ---- questions --------------------------------------------------------------------------------------------------- */
static bool find_proved(struct forever *f, int game, const struct repeat *heap, struct period *p)
{
    struct periodic *known;
    const char *solver;
    int64_t last, wanted;
    if (periodic_get(f->env, game, &known) != ST_OK || known->family.kind == FAMILY_NONE) return false;
    last = heap->line ? heap->start : 0;
    if (heap->line && (!checked_mul(heap->slope, f->high, &wanted) || !checked_add(last, wanted, &last))) return false;
    if (!checked_mul(last < 0 ? 0 : last, 2, &wanted) || !checked_add(wanted, MORE_HEAPS, &wanted)) return false;
    if (period_find(f->env, game, (uint64_t)wanted, f->arena, p, &solver) != ST_OK) return false;
    return p->found && p->proved && p->theorem && p->saltus >= 0 && p->period < INT64_MAX / 4 &&
           p->preperiod < INT64_MAX / 4;
}

/* The least n with slope n + start >= heap, slope > 0. */
static bool reaches(const struct repeat *line, int64_t heap, int64_t low, int64_t *n)
{
    int64_t rest;
    if (!checked_sub(heap, line->start, &rest)) return false;
    *n = rest <= 0 ? low : (rest - 1) / line->slope + 1;
    if (*n < low) *n = low;
    return true;
}

static bool of_heap(struct forever *f, const struct expr *position, bool value, struct repeat *out)
{
    struct repeat heap;
    struct period p;
    const struct game *g = position->kind == EXPR_GAME ? &f->env->model->games[position->game] : NULL;
    if (!g || position->start >= 0 || position->count != 1 || !f->env->traits->games[position->game].one_heap)
        return false;
    if (!repeats(f, position->kids[0], &heap)) return false;
    if (!find_proved(f, position->game, &heap, &p)) return false;
    f->theorem = p.theorem;
    *out = heap;
    out->line = false;
    if (heap.gain == 0) return true; /* finitely many heaps, in turn */
    if (!heap.line || heap.slope < 1) return false;
    int64_t period = (int64_t)p.period, step = period / (int64_t)number_gcd(p.period, (uint64_t)heap.slope), gain;
    if (!value && p.saltus) { /* never lost from there on */
        *out = (struct repeat){.period = 1};
        return reaches(&heap, (int64_t)p.preperiod + period, f->low, &out->from);
    }
    if (!checked_mul(heap.slope, step, &gain) || !checked_mul(gain / period, p.saltus, &gain)) return false;
    *out = (struct repeat){.period = step, .gain = gain};
    return reaches(&heap, (int64_t)p.preperiod, f->low, &out->from);
}

static bool of_question(struct forever *f, const struct expr *e, struct repeat *out)
{
    const struct expr *position = e->kids[0];
    if (e->index != ASK_SG && e->index != ASK_OUTCOME && e->index != ASK_IS_P && e->index != ASK_IS_N) return false;
    if (e->mover || f->env->model->misere) return false;
    if (position->kind != EXPR_SUM) return of_heap(f, position, e->index == ASK_SG, out);
    *out = (struct repeat){.from = f->low, .period = 1};
    for (size_t i = 0; i < position->count; i++) {
        struct repeat part;
        if (!of_heap(f, position->kids[i], true, &part) || part.gain || !make_equal(out, &part)) return false;
    }
    return true;
}

/* ---- all --------------------------------------------------------------------------------------------------------- */
static bool repeats(struct forever *f, const struct expr *e, struct repeat *out)
{
    struct repeat b;
    int64_t value;
    switch (e->kind) {
    case EXPR_INT:
    case EXPR_PARAM:
        if (!constant(f, e, &value)) return false;
        *out = (struct repeat){f->low, 1, 0, true, 0, value};
        return true;
    case EXPR_BOOL:
    case EXPR_OUTCOME: *out = (struct repeat){.from = f->low, .period = 1}; return true;
    case EXPR_LOCAL: return of_local(f, e, out);
    case EXPR_NEG: return repeats(f, e->kids[0], out) && times(out, -1);
    case EXPR_ADD:
    case EXPR_SUB:
        return repeats(f, e->kids[0], out) && repeats(f, e->kids[1], &b) && add(out, &b, e->kind == EXPR_SUB);
    case EXPR_MUL: return of_product(f, e, out);
    case EXPR_DIV:
    case EXPR_MOD:
        return constant(f, e->kids[1], &value) && repeats(f, e->kids[0], out) &&
               divide(out, value, e->kind == EXPR_DIV);
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_GT:
    case EXPR_GE: return of_comparison(f, e, out);
    case EXPR_NOT:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_IFF:
    case EXPR_ROW:
    case EXPR_INDEX: return of_parts(f, e, out);
    case EXPR_CALL: return of_call(f, e, out);
    case EXPR_IF: return of_if(f, e, out);
    case EXPR_LET: return of_let(f, e, out);
    case EXPR_IN: return of_set(f, e, out);
    case EXPR_ASK: return of_question(f, e, out);
    default: return false;
    }
}

const struct gen *claim_heaps(const struct check *c)
{
    const struct gen *only = NULL;
    for (size_t i = 0; i < c->gen_count; i++) {
        if (c->sweep && c->sweep[i] >= 0) continue;
        if (only) return NULL;
        only = &c->gens[i];
    }
    return only;
}

/* n in low..high, both constants. */
static bool open_range(struct forever *f, const struct check *c)
{
    const struct gen *g = claim_heaps(c);
    if (!c->claim || c->kind != CHECK_EXPR || !g) return false;
    if (g->domain.kind != DOMAIN_RANGE || !g->domain.high || g->cap) return false;
    f->slot = g->slot;
    return constant(f, g->domain.low, &f->low) && constant(f, g->domain.high, &f->high) && f->low >= 0;
}

bool claim_forever(struct env *env, const struct check *check, struct arena *arena, const char **theorem, int64_t *low)
{
    struct env_view view;
    struct repeat all, where;
    struct forever f = {.arena = arena};
    int64_t end;
    env_view_quiet(&view, env);
    f.env = &view.env;
    bool holds = open_range(&f, check) && repeats(&f, check->condition, &all);
    if (holds && check->where) holds = repeats(&f, check->where, &where) && make_equal(&all, &where);
    env_view_close(&view);
    *theorem = f.theorem;
    *low = f.low;
    return holds && f.theorem && checked_add(all.from, all.period - 1, &end) && end <= f.high;
}
