/* SPDX-License-Identifier: MIT */
/* Values of small expressions: defaults of parameters, --set, and the states that small_states.c tries. Scalars
 * only; anything that needs rows, Lua, positions or many steps is "not known". It never runs rules, only constants
 * and samples. */
#include "check/private.h"
#include "base/checked.h"
#include "base/golden.h"
#include "base/numbers.h"

static bool evaluate_all(struct values *v, const struct expr *e, int64_t *out, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!evaluate(v, e->kids[i], &out[i])) return false;
    return true;
}

static bool arithmetic(enum expr_kind kind, int64_t a, int64_t b, int64_t *r)
{
    switch (kind) {
    case EXPR_ADD: return checked_add(a, b, r);
    case EXPR_SUB: return checked_sub(a, b, r);
    case EXPR_MUL: return checked_mul(a, b, r);
    case EXPR_DIV: return checked_div(a, b, r);
    case EXPR_MOD: return checked_mod(a, b, r);
    case EXPR_EQ:
    case EXPR_IFF: *r = a == b; return true;
    case EXPR_NE: *r = a != b; return true;
    case EXPR_LT: *r = a < b; return true;
    case EXPR_LE: *r = a <= b; return true;
    case EXPR_GT: *r = a > b; return true;
    case EXPR_GE: *r = a >= b; return true;
    default: return false;
    }
}

/* ---- sets */

struct member {
    int64_t wanted;
    bool found;
};

static bool look_for(void *context, int64_t value)
{
    struct member *m = context;
    m->found = m->found || value == m->wanted;
    return !m->found;
}

bool evaluate_member(struct values *v, const struct domain *d, int64_t value, bool *holds)
{
    int64_t low, high;
    switch (d->kind) {
    case DOMAIN_RANGE:
        if (!evaluate(v, d->low, &low)) return false;
        if (d->high && !evaluate(v, d->high, &high)) return false;
        *holds = value >= low && (!d->high || value <= high);
        return true;
    case DOMAIN_SET:
    case DOMAIN_PARAM: {
        struct member m = {.wanted = value};
        if (!evaluate_elements(v, d, look_for, &m)) return false;
        *holds = m.found;
        return true;
    }
    case DOMAIN_SQUARES: *holds = number_is_square(value); return true;
    case DOMAIN_FIB: *holds = number_in_fib(value); return true;
    case DOMAIN_PRIMES: *holds = value > 0 && number_is_prime((uint64_t)value); return true;
    case DOMAIN_POWERS:
        if (!evaluate(v, d->low, &low) || low < 2) return false;
        *holds = number_is_power(value, low);
        return true;
    case DOMAIN_DIVISORS:
        if (!evaluate(v, d->low, &low) || low < 1) return false;
        *holds = value >= 1 && low % value == 0;
        return true;
    default: return false;
    }
}

bool evaluate_elements(struct values *v, const struct domain *d, value_visit each, void *context)
{
    int64_t low, high;
    if (d->kind == DOMAIN_RANGE) {
        if (!d->high || !evaluate(v, d->low, &low) || !evaluate(v, d->high, &high)) return false;
        for (int64_t x = low; x <= high; x++) {
            if (v->steps == 0) return false;
            v->steps--;
            if (!each(context, x) || x == INT64_MAX) return true;
        }
        return true;
    }
    if (d->kind == DOMAIN_SET) {
        for (size_t i = 0; i < d->item_count; i++)
            if (!evaluate(v, d->items[i], &low)) return false;
            else if (!each(context, low)) return true;
        return true;
    }
    if (d->kind != DOMAIN_PARAM) return false;
    const struct param *p = &v->model->params[d->index];
    const int64_t *set = v->params ? v->params[d->index].set : p->set;
    size_t count = v->params ? v->params[d->index].set_count : p->set_count;
    for (size_t i = 0; i < count; i++)
        if (!each(context, set[i])) return true;
    return true;
}

/* ---- folds */

struct folding {
    struct values *v;
    const struct expr *e;
    size_t gen;
    int64_t value;
    bool any, failed;
};

static void fold_one(struct folding *f)
{
    int64_t x = 1, condition = 1;
    const struct expr *e = f->e;
    if ((e->kids[1] && !evaluate(f->v, e->kids[1], &condition)) ||
        (condition && e->kids[0] && !evaluate(f->v, e->kids[0], &x))) {
        f->failed = true;
        return;
    }
    if (!condition) return;
    switch ((enum fold)e->index) {
    case FOLD_SUM:
    case FOLD_COUNT: f->failed = !checked_add(f->value, x, &f->value); break;
    case FOLD_XOR:
        if (x < 0) f->failed = true;
        else f->value ^= x;
        break;
    case FOLD_MIN:
        if (!f->any || x < f->value) f->value = x;
        break;
    case FOLD_MAX:
        if (!f->any || x > f->value) f->value = x;
        break;
    case FOLD_ANY: f->value = f->value || x; break;
    case FOLD_ALL: f->value = f->value && x; break;
    }
    f->any = true;
}

static bool fold_step(void *context, int64_t value)
{
    struct folding *f = context;
    f->v->slots[f->e->gens[f->gen].slot] = value;
    if (++f->gen == f->e->gen_count) fold_one(f);
    else if (!evaluate_elements(f->v, &f->e->gens[f->gen].domain, fold_step, f)) f->failed = true;
    f->gen--;
    return !f->failed;
}

static bool evaluate_fold(struct values *v, const struct expr *e, int64_t *value)
{
    struct folding f = {.v = v, .e = e, .value = e->index == FOLD_ALL};
    if (!evaluate_elements(v, &e->gens[0].domain, fold_step, &f) || f.failed) return false;
    if (!f.any && (e->index == FOLD_MIN || e->index == FOLD_MAX)) return false;
    *value = f.value;
    return true;
}

/* ---- builtins */

static int64_t gcd_of(int64_t a, int64_t b)
{
    while (b) {
        int64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

static bool mex_of(const int64_t *x, size_t count, int64_t *value)
{
    for (*value = 0;; ++*value) {
        bool found = false;
        for (size_t i = 0; i < count; i++) found = found || x[i] == *value;
        if (!found) return true;
    }
}

static bool evaluate_call(struct values *v, const struct expr *e, int64_t *value)
{
    int64_t x[16];
    if (e->count > 16 || e->type == TYPE_ROW || e->type == TYPE_GRID || e->type == TYPE_NODES || e->type == TYPE_TREE)
        return false;
    if (e->index == BUILTIN_LEN || e->index == BUILTIN_ROWS || e->index == BUILTIN_COLS || e->index == BUILTIN_SIZE ||
        e->index == BUILTIN_PARENT || e->index == BUILTIN_INCREASING || e->index == BUILTIN_SORTED)
        return false;
    if (!evaluate_all(v, e, x, e->count)) return false;
    *value = x[0];
    switch ((enum builtin)e->index) {
    case BUILTIN_MIN:
        for (size_t i = 1; i < e->count; i++)
            if (x[i] < *value) *value = x[i];
        return true;
    case BUILTIN_MAX:
        for (size_t i = 1; i < e->count; i++)
            if (x[i] > *value) *value = x[i];
        return true;
    case BUILTIN_XOR:
        for (size_t i = 0; i < e->count; i++)
            if (x[i] < 0) return false;
        for (size_t i = 1; i < e->count; i++) *value ^= x[i];
        return true;
    case BUILTIN_MEX: return mex_of(x, e->count, value);
    case BUILTIN_ABS: return x[0] >= 0 || checked_neg(x[0], value);
    case BUILTIN_GCD:
        if (x[0] == INT64_MIN || x[1] == INT64_MIN) return false;
        *value = gcd_of(x[0] < 0 ? -x[0] : x[0], x[1] < 0 ? -x[1] : x[1]);
        return true;
    case BUILTIN_BIT:
        if (x[0] < 0 || x[1] < 0) return false;
        *value = x[1] > 62 ? 0 : (x[0] >> x[1]) & 1;
        return true;
    case BUILTIN_POPCOUNT: *value = __builtin_popcountll((unsigned long long)x[0]); return x[0] >= 0;
    case BUILTIN_ODD: *value = x[0] & 1; return true;
    case BUILTIN_EVEN: *value = !(x[0] & 1); return true;
    case BUILTIN_POWER_OF_TWO: *value = x[0] > 0 && (x[0] & (x[0] - 1)) == 0; return true;
    case BUILTIN_ISQRT: return golden_root(x[0], value);
    case BUILTIN_POW: return checked_pow(x[0], x[1], value);
    case BUILTIN_FIB: return golden_fib(x[0], value);
    case BUILTIN_GOLDEN_LOWER: return golden_lower(x[0], value);
    case BUILTIN_GOLDEN_UPPER: return golden_upper(x[0], value);
    case BUILTIN_PARTNER: return golden_partner(x[0], value);
    default: return false;
    }
}

static bool evaluate_param(const struct values *v, int param, int64_t *value)
{
    *value = v->params ? v->params[param].value : v->model->params[param].value;
    return v->model->params[param].kind != PARAM_SET;
}

bool evaluate(struct values *v, const struct expr *e, int64_t *value)
{
    int64_t x[2];
    bool holds;
    if (v->steps == 0 || e->type > TYPE_BOOL) return false;
    v->steps--;
    switch (e->kind) {
    case EXPR_INT: return integer_fits(e->number, value);
    case EXPR_BOOL: *value = e->value; return true;
    case EXPR_FIELD: return v->fields && (*value = v->fields[e->index], e->type == TYPE_INT || e->type == TYPE_BOOL);
    case EXPR_LOCAL: return v->slots && (*value = v->slots[e->index], e->type == TYPE_INT || e->type == TYPE_BOOL);
    case EXPR_PARAM: return evaluate_param(v, e->index, value);
    case EXPR_MOVER: *value = v->mover; return v->mover != 0;
    case EXPR_NEG: return evaluate(v, e->kids[0], &x[0]) && checked_neg(x[0], value);
    case EXPR_NOT: return evaluate(v, e->kids[0], &x[0]) && (*value = !x[0], true);
    case EXPR_AND:
    case EXPR_OR:
        if (!evaluate(v, e->kids[0], value)) return false;
        return !*value == (e->kind == EXPR_AND) ? true : evaluate(v, e->kids[1], value);
    case EXPR_IF: return evaluate(v, e->kids[0], &x[0]) && evaluate(v, e->kids[x[0] ? 1 : 2], value);
    case EXPR_LET:
        if (!v->slots || !evaluate(v, e->kids[0], &x[0])) return false;
        v->slots[e->index] = x[0];
        return evaluate(v, e->kids[1], value);
    case EXPR_IN:
        if (!e->count || !evaluate(v, e->kids[0], &x[0]) || !evaluate_member(v, e->domain, x[0], &holds)) return false;
        *value = holds;
        return true;
    case EXPR_CALL: return evaluate_call(v, e, value);
    case EXPR_FOLD: return v->slots && evaluate_fold(v, e, value);
    default:
        if (e->count != 2 || e->kids[0]->type > TYPE_BOOL) return false;
        return evaluate_all(v, e, x, 2) && arithmetic(e->kind, x[0], x[1], value);
    }
}

bool evaluate_constant(struct checker *ck, const struct expr *e, int64_t *value)
{
    size_t slots = ck->scope ? (size_t)ck->scope->slots : 0;
    int64_t *room = arena_array(ck->scratch, slots + 1, sizeof *room);
    if (!room) {
        ck->no_memory = true;
        return false;
    }
    struct values v = {.model = ck->model, .slots = room, .steps = 1000000};
    return evaluate(&v, e, value);
}

static void find_other_kinds(void *context, struct expr *e)
{
    bool *other = context;
    if ((e->type != TYPE_INT && e->type != TYPE_BOOL) || e->kind == EXPR_LUA) *other = true;
}

void report_no_value(struct checker *ck, const struct expr *e)
{
    bool other = false;
    expr_walk((struct expr *)e, find_other_kinds, &other); /* which only reads */
    diag(ck->diags, other ? D_NOT_CONSTANT : D_NO_VALUE, e->span);
}
