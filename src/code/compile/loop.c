/* SPDX-License-Identifier: MIT */
/* Generators become loops. A condition is tested in the outermost loop in which all its variables are known; one that
 * can fail (division by 0, a call of a script) is tested in the innermost loop, so that the conditions before it can
 * guard it. A comparison that is linear in a range's own variable is not tested at all: it becomes a bound of the
 * range. */
#include "code/compile/private.h"

size_t split_conditions(struct compiler *c, const struct expr *e, const struct expr *const **out)
{
    *out = NULL;
    if (!e) return 0;
    size_t count = 1;
    for (const struct expr *x = e; x->kind == EXPR_AND; x = x->kids[0]) count++;
    const struct expr **list = arena_array(&c->scratch, count, sizeof *list);
    if (!list) {
        compile_fail(c, ST_NO_MEMORY);
        return 0;
    }
    size_t i = count;
    const struct expr *x = e;
    for (; x->kind == EXPR_AND; x = x->kids[0]) list[--i] = x->kids[1];
    list[0] = x;
    *out = list;
    return count;
}

int nest_level_of(const struct nest *n, const struct expr *condition)
{
    if (!expr_is_quiet(condition)) return (int)n->gen_count;
    for (size_t i = n->gen_count; i > 0; i--)
        if (expr_reads(condition, n->gens[i - 1].slot)) return (int)i;
    return 0;
}

/* A condition as  coefficient * t + left(0) < or <= right(0): a bound of t from above or below. */
struct nest_bound {
    const struct expr *left, *right;
    int64_t coefficient;
    const struct expr *factor; /* s * t < or <= right, with a generator s that is at least 1; else NULL */
    bool strict;
};

static bool as_bound(const struct expr *e, int slot, struct nest_bound *b)
{
    if (e->kind != EXPR_LT && e->kind != EXPR_LE && e->kind != EXPR_GT && e->kind != EXPR_GE) return false;
    bool swap = e->kind == EXPR_GT || e->kind == EXPR_GE;
    b->left = e->kids[swap];
    b->right = e->kids[!swap];
    b->strict = e->kind == EXPR_LT || e->kind == EXPR_GT;
    b->factor = NULL;
    int64_t l, r;
    if (!expr_is_quiet(e) || !expr_coefficient(b->left, slot, &l) || !expr_coefficient(b->right, slot, &r))
        return false;
    if (l < -1000000 || l > 1000000 || r < -1000000 || r > 1000000) return false;
    b->coefficient = l - r;
    return b->coefficient != 0;
}

static bool is_positive(const struct gen *g)
{
    const struct expr *low = g->domain.low;
    return g->domain.kind == DOMAIN_RANGE && expr_is_small_literal(low) && low->value >= 1;
}

/* s * t <= right, where s is a generator before the i-th, which is t, and right does not read t: t <= right / s, as s is at least 1. */
static bool as_product_bound(const struct nest *n, size_t i, const struct expr *e, struct nest_bound *b)
{
    bool less = e->kind == EXPR_LT || e->kind == EXPR_LE, more = e->kind == EXPR_GT || e->kind == EXPR_GE;
    if (!less && !more) return false;
    const struct expr *product = e->kids[more], *right = e->kids[less];
    if (product->kind != EXPR_MUL || !expr_is_quiet(right) || expr_reads(right, n->gens[i].slot)) return false;
    size_t own = expr_is_local(product->kids[0], n->gens[i].slot) ? 0 : 1, s = 0;
    if (!expr_is_local(product->kids[own], n->gens[i].slot)) return false;
    while (s < i && !expr_is_local(product->kids[1 - own], n->gens[s].slot)) s++;
    *b = (struct nest_bound){.left = product, .right = right, .coefficient = 1, .factor = product->kids[1 - own]};
    b->strict = e->kind == EXPR_LT || e->kind == EXPR_GT;
    return s < i && is_positive(&n->gens[s]);
}

/* The bound's value as a register: the greatest (or least) t that the condition allows. */
static int bound_value(struct compiler *c, const struct nest_bound *b, int slot)
{
    int64_t k = b->coefficient;
    bool upper = k > 0;
    if (b->factor) {
        int d = reg_new(c), most = compile_int(c, b->right);
        if (b->strict) emit(c, OP_SUB, d, most, constant_reg(c, 1), 0, 0);
        emit(c, OP_DIV, d, b->strict ? d : most, compile_int(c, b->factor), 0, 0);
        return d;
    }
    const struct expr *plain = expr_is_local(b->left, slot) && upper     ? b->right
                               : expr_is_local(b->right, slot) && !upper ? b->left
                                                                         : NULL;
    if (plain && !expr_reads(plain, slot)) {
        int r = compile_int(c, plain), d;
        if (!b->strict) return r;
        emit(c, upper ? OP_SUB : OP_ADD, d = reg_new(c), r, constant_reg(c, 1), 0, 0);
        return d;
    }
    binding_set(c, slot, (struct binding){BINDING_INT, constant_reg(c, 0)});
    int x = compile_int(c, b->right), y = compile_int(c, b->left), d = reg_new(c);
    emit(c, OP_SUB, d, x, y, 0, 0);
    if (b->strict) emit(c, OP_SUB, d, d, constant_reg(c, 1), 0, 0);
    if (k != 1 && k != -1) emit(c, OP_DIV, d, d, constant_reg(c, upper ? k : -k), 0, 0);
    if (!upper) emit(c, OP_NEG, d, d, 0, 0, 0);
    return d;
}

static bool takes_bounds(const struct gen *g, bool upper)
{
    switch (g->domain.kind) {
    case DOMAIN_RANGE: return true;
    case DOMAIN_ELEMENTS:
    case DOMAIN_COMPONENTS:
    case DOMAIN_ALL_ROWS: return false;
    default: return upper; /* sets are visited in ascending order, up to a cap */
    }
}

static bool folds(const struct nest *n, size_t i, size_t condition, struct nest_bound *b)
{
    const struct expr *e = n->conditions[condition];
    return n->level[condition] == (int)i + 1 && (as_bound(e, n->gens[i].slot, b) || as_product_bound(n, i, e, b)) &&
           takes_bounds(&n->gens[i], b->coefficient > 0);
}

/* Is it tested in the innermost loop only because it can fail, and reads nothing of it? Before it stand only such conditions there, so
 * it is looked at in the first turn if there is one, and all turns say the same: once, ahead of the loop, is enough. */
static bool is_ahead(const struct nest *n, size_t condition)
{
    size_t last = n->gen_count - 1;
    if (n->gen_count == 0 || n->gens[last].domain.kind != DOMAIN_RANGE || !n->gens[last].domain.high) return false;
    if (n->exact && n->exact->ranges[last].count > 1)
        return false; /* whether one of several has a turn is seen later */
    for (size_t k = 0; k <= condition; k++)
        if (n->level[k] == (int)n->gen_count && expr_reads(n->conditions[k], n->gens[last].slot)) return false;
    return n->level[condition] == (int)n->gen_count;
}

/* To `leave`, or to where the loop around it is left if that is known to be over. */
void nest_ahead(struct compiler *c, struct nest *n, int low, int high, int leave)
{
    size_t last = n->gen_count - 1;
    bool first = true;
    for (size_t k = 0; k < n->condition_count; k++) {
        if (!is_ahead(n, k)) continue;
        if (first) emit(c, OP_JLT, high, low, leave, 0, 0);
        first = false;
        bool ends = last > 0 && nest_ends(c, n, last - 1, k);
        compile_jump(c, n->conditions[k], false, ends ? n->loops[last - 1].leave : leave);
    }
    for (size_t k = n->condition_count; k-- > 0;)
        if (is_ahead(n, k)) n->level[k] = -1;
}

bool nest_folds(const struct nest *n, size_t i)
{
    struct nest_bound b;
    for (size_t k = 0; k < n->condition_count; k++)
        if (n->level[k] == (int)i + 1 && !folds(n, i, k, &b) && !is_ahead(n, k)) return false;
    return true;
}

/* Folds all bounds of one side into `reg`: the min of upper ones, the max of lower ones. If there are any, returns a
 * new register that holds the result. */
static int fold_bounds(struct compiler *c, struct nest *n, size_t i, bool upper, int reg, int into)
{
    struct nest_bound b;
    for (size_t k = 0; k < n->condition_count; k++) {
        if (!folds(n, i, k, &b) || (b.coefficient > 0) != upper) continue;
        const struct expr *from = c->from;
        c->from = n->conditions[k];
        int limit = bound_value(c, &b, n->gens[i].slot);
        if (into < 0) into = reg_new(c);
        emit(c, upper ? OP_MIN : OP_MAX, into, reg, limit, 0, 0);
        reg = into;
        c->from = from;
        n->level[k] = -1;
    }
    return reg;
}

void nest_bounds(struct compiler *c, struct nest *n, size_t i, int low, int *high, int leave)
{
    const struct domain *d = &n->gens[i].domain;
    compile_int_into(c, d->low, low);
    *high = d->high ? compile_int(c, d->high) : constant_reg(c, INT64_MAX);
    if (n->gens[i].cap) {
        int r = reg_new(c);
        emit(c, OP_MIN, r, *high, compile_int(c, n->gens[i].cap), 0, 0);
        *high = r;
    }
    fold_bounds(c, n, i, false, low, low);
    *high = fold_bounds(c, n, i, true, *high, -1);
    nest_narrow(c, n, i, low, high, leave);
}

/* ---- opening ---------------------------------------------------------------------------------------------------- */

static int set_limit(struct compiler *c, struct nest *n, size_t i)
{
    int cap = n->gens[i].cap ? compile_int(c, n->gens[i].cap) : constant_reg(c, INT64_MAX);
    return fold_bounds(c, n, i, true, cap, -1);
}

static bool all_constant(const struct domain *d)
{
    for (size_t i = 0; i < d->item_count; i++)
        if (!expr_is_small_literal(d->items[i])) return false;
    return true;
}

static void sort_unique(int64_t *cells, size_t *count)
{
    for (size_t i = 1; i < *count; i++) {
        int64_t x = cells[i];
        size_t j = i;
        for (; j > 0 && cells[j - 1] > x; j--) cells[j] = cells[j - 1];
        cells[j] = x;
    }
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++)
        if (kept == 0 || cells[kept - 1] != cells[i]) cells[kept++] = cells[i];
    *count = kept;
}

static void open_constant_set(struct compiler *c, const struct domain *d, int iterator, int cap)
{
    int64_t *cells = arena_array(&c->code->arena, d->item_count, sizeof *cells);
    if (!cells) {
        compile_fail(c, ST_NO_MEMORY);
        return;
    }
    size_t count = d->item_count;
    for (size_t i = 0; i < count; i++) cells[i] = d->items[i]->value;
    sort_unique(cells, &count);
    if (!vec_push(&c->pools, (struct pool_set){cells, count})) compile_fail(c, ST_NO_MEMORY);
    emit(c, OP_ITER_POOL, iterator, (int)c->pools.count - 1, cap, 0, 0);
}

static void open_set(struct compiler *c, const struct domain *d, int iterator, int cap)
{
    if (d->item_count <= 4096 && all_constant(d)) {
        open_constant_set(c, d, iterator, cap);
        return;
    }
    int a = array_new(c);
    emit(c, OP_ROW_NEW, a, 0, 0, 0, 0);
    for (size_t i = 0; i < d->item_count; i++) {
        int registers = c->registers;
        emit(c, OP_ROW_PUSH, a, compile_int(c, d->items[i]), 0, 0, 0);
        c->registers = registers;
    }
    emit(c, OP_ROW_SET, a, 0, 0, 0, 0);
    emit(c, OP_ITER_ROW, iterator, a, cap, 0, 0);
}

static void open_rows(struct compiler *c, const struct domain *d, int iterator)
{
    int length = compile_int(c, d->low), low = compile_int(c, d->high);
    emit(c, OP_ROWS_OPEN, iterator, length, low, compile_int(c, d->limit), 0);
}

static void open_iterator(struct compiler *c, struct nest *n, size_t i, struct nest_loop *l)
{
    const struct domain *d = &n->gens[i].domain;
    int it = l->iterator = c->iterators++, cap, a;
    if (d->kind == DOMAIN_ALL_ROWS) {
        open_rows(c, d, it);
        return;
    }
    switch (d->kind) {
    case DOMAIN_SET:
        cap = set_limit(c, n, i);
        open_set(c, d, it, cap);
        break;
    case DOMAIN_PARAM: emit(c, OP_ITER_PARAM, it, d->index, set_limit(c, n, i), 0, 0); break;
    case DOMAIN_POWERS:
        a = compile_int(c, d->low);
        emit(c, OP_ITER_POWERS, it, a, set_limit(c, n, i), 0, 0);
        break;
    case DOMAIN_SUBMASKS: {
        int mask = compile_int(c, d->high), least = constant_reg(c, d->low->value);
        emit(c, OP_ITER_SUBMASKS, it, mask, least, set_limit(c, n, i), 0);
        break;
    }
    case DOMAIN_DIVISORS: {
        int number = compile_int(c, d->low);
        a = array_new(c);
        cap = set_limit(c, n, i);
        emit(c, OP_DIVISORS, a, number, cap, 0, 0);
        emit(c, OP_ITER_ROW, it, a, cap, 0, 0);
        break;
    }
    case DOMAIN_ELEMENTS:
        a = compile_array(c, d->low);
        emit(c, OP_ITER_ROW, it, a, constant_reg(c, INT64_MAX), 0, 0);
        break;
    default: emit(c, OP_ITER_NAMED, it, d->kind, set_limit(c, n, i), 0, 0); break;
    }
}

/* A register of its own holds the rest of the set, from which each iteration removes a part. */
static void open_parts(struct compiler *c, const struct nest *n, size_t i, struct nest_loop *l)
{
    const struct expr *set = n->gens[i].domain.low;
    l->rest = array_new(c);
    l->graph = c->model->games[set->game].graph;
    emit(c, OP_ROW_COPY, l->rest, compile_array(c, set), 0, 0, 0);
}

/* The register holds 0, then the edge of each branch. */
static void open_branches(struct compiler *c, const struct nest *n, size_t i, struct nest_loop *l)
{
    l->tree = compile_array(c, n->gens[i].domain.low);
    emit(c, OP_COPY, l->reg, constant_reg(c, 0), 0, 0, 0);
}

static void open_nodes(struct compiler *c, const struct nest *n, size_t i, struct nest_loop *l)
{
    emit(c, OP_COPY, l->reg, constant_reg(c, 0), 0, 0, 0);
    l->high = constant_reg(c, (int64_t)c->model->graphs[n->gens[i].domain.index].node_count - 1);
}

static void open_loop_body(struct compiler *c, struct nest_loop *l)
{
    const struct gen *g = l->gen;
    if (l->runs >= 0) {
        emit(c, OP_RUNS_OPEN, l->reg, l->runs, l->run_cells, l->leave, 0);
    } else if (l->iterator < 0 && l->rest < 0 && l->tree < 0) {
        emit(c, OP_RANGE_OPEN, l->reg, l->high, l->leave, 0, 0);
    } else {
        emit(c, OP_JUMP, l->next, 0, 0, 0, 0);
    }
    label_here(c, l->body);
    bool parts = l->rest >= 0;
    int seen = l->is_rows ? l->high : l->reg;
    l->info = loop_info_open(c, g, seen, l->is_rows);
    if (parts) emit(c, OP_ROW_GET, l->reg, seen, constant_reg(c, 1), 0, 0); /* the part's first node represents it */
    else if (l->is_rows && l->tree < 0)
        emit(c, OP_ADD, l->reg, l->reg, constant_reg(c, 1), 0, 0); /* the index of the row */
    binding_set(c, g->slot, (struct binding){l->is_rows ? BINDING_ARRAY : BINDING_INT, seen});
}

static void place_conditions(struct compiler *c, struct nest *n, int level)
{
    for (size_t k = 0; k < n->condition_count; k++) {
        if (n->level[k] != level) continue;
        bool ends = level > 0 && nest_ends(c, n, (size_t)level - 1, k);
        int holds = nest_open_strided(c, n, k);
        compile_jump(c, n->conditions[k], false, ends ? n->loops[level - 1].leave : nest_continue(n));
        if (holds >= 0) label_here(c, holds);
    }
}

static void bind_swept(struct compiler *c, struct nest *n, size_t i, struct nest_loop *l)
{
    emit(c, OP_COPY, l->reg, n->skip[i], 0, 0, 0);
    binding_set(c, n->gens[i].slot, (struct binding){BINDING_INT, l->reg});
}

void nest_open_loop(struct compiler *c, struct nest *n, size_t i)
{
    if (c->status != ST_OK) return;
    struct nest_loop *l = &n->loops[i];
    const struct gen *g = &n->gens[i];
    *l = (struct nest_loop){
        .gen = g, .iterator = -1, .info = -1, .body = -1, .rest = -1, .tree = -1, .runs = -1, .strided = -1};
    l->reg = n->first_reg >= 0 ? n->first_reg + (int)i : reg_new(c);
    if (n->skip && n->skip[i] >= 0) {
        bind_swept(c, n, i, l);
    } else {
        l->body = label_new(c);
        l->next = label_new(c);
        l->leave = label_new(c);
        bool parts = g->domain.kind == DOMAIN_COMPONENTS, branches = gen_is_branch(g);
        l->is_rows = parts || branches || g->domain.kind == DOMAIN_ALL_ROWS;
        if (l->is_rows) l->high = array_new(c);
        if (l->is_rows && !parts && !branches) emit(c, OP_COPY, l->reg, constant_reg(c, -1), 0, 0, 0);
        if (g->domain.kind == DOMAIN_RANGE) nest_bounds(c, n, i, l->reg, &l->high, l->leave);
        else if (g->domain.kind == DOMAIN_NODES) open_nodes(c, n, i, l);
        else if (parts) open_parts(c, n, i, l);
        else if (branches) open_branches(c, n, i, l);
        else open_iterator(c, n, i, l);
        if (nest_has_runs(n, i)) nest_open_runs(c, n, i, l);
        if (i + 1 == n->gen_count) nest_ahead(c, n, l->reg, l->high, l->leave);
        if (i + 1 == n->gen_count) nest_open_strides(c, n, i, l);
        open_loop_body(c, l);
    }
    n->opened = i + 1;
    place_conditions(c, n, (int)i + 1);
}

static void derive(struct compiler *c, struct nest *n)
{
    bool *folded = arena_array(&c->scratch, n->condition_count + 1, sizeof *folded);
    struct nest_bound b;
    if (!folded) compile_fail(c, ST_NO_MEMORY);
    if (!folded) return;
    for (size_t k = 0; k < n->condition_count; k++)
        folded[k] = n->level[k] == 0 || folds(n, (size_t)n->level[k] - 1, k, &b);
    nest_derive(c, n, folded);
}

void nest_begin(struct compiler *c, struct nest *n)
{
    bool divisors = n->move && nest_divisors(c, n); /* not the ranges of which bounds are known */
    n->loops = arena_array(&c->scratch, n->gen_count, sizeof *n->loops);
    n->level = arena_array(&c->scratch, n->condition_count, sizeof *n->level);
    n->opened = 0;
    n->end = label_new(c);
    if (!n->loops || !n->level) {
        compile_fail(c, ST_NO_MEMORY);
        n->condition_count = 0;
        return;
    }
    for (size_t k = 0; k < n->condition_count; k++) n->level[k] = nest_level_of(n, n->conditions[k]);
    if (n->move && !divisors) derive(c, n);
    place_conditions(c, n, 0);
}

void nest_open(struct compiler *c, struct nest *n)
{
    nest_begin(c, n);
    for (size_t i = 0; i < n->gen_count; i++) nest_open_loop(c, n, i);
}

int nest_continue(const struct nest *n)
{
    for (size_t i = n->opened; i > 0; i--)
        if (n->loops[i - 1].body >= 0) return n->loops[i - 1].next;
    return n->end;
}

void nest_close(struct compiler *c, struct nest *n)
{
    for (size_t i = n->opened; i > 0 && c->status == ST_OK; i--) {
        struct nest_loop *l = &n->loops[i - 1];
        if (l->body < 0) continue;
        if (l->info >= 0) c->loops.data[l->info].end = (int)c->ins.count;
        label_here(c, l->next);
        if (l->rest >= 0) emit(c, OP_NODES_PART, l->rest, l->high, l->graph, l->body, 0);
        else if (l->tree >= 0) emit(c, OP_TREE_BRANCH, l->reg, l->tree, l->high, l->body, 0);
        else if (l->runs >= 0) emit(c, OP_RUNS_NEXT, l->reg, l->runs, l->run_cells, l->body, 0);
        else if (l->iterator < 0) {
            nest_next_quotient(c, n, i - 1);
            emit(c, OP_RANGE_NEXT, l->reg, l->high, l->body, 0, 0);
        } else if (l->is_rows) emit(c, OP_ROWS_NEXT, l->iterator, l->high, l->body, 0, 0);
        else emit(c, OP_ITER_NEXT, l->iterator, l->reg, l->body, 0, 0);
        label_here(c, l->leave);
    }
    label_here(c, n->end);
}
