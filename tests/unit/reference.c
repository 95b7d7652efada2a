/* SPDX-License-Identifier: MIT */
/* An evaluator with nothing clever in it: one function a kind of expression, values copied freely, memory never reused. */
#include "reference.h"
#include <string.h>
#include "base/checked.h"

struct value {
    int64_t n;      /* a number; how many cells an array has */
    int64_t *cells; /* an array */
    int64_t rows, columns;
};
struct sum {
    struct component components[64];
    size_t count;
};
struct scene {
    struct reference *r;
    const struct value *fields;
    struct value slots[64];
};

static struct value eval(struct scene *p, const struct expr *e);

static struct value fail(struct scene *p)
{
    p->r->failed = true;
    return (struct value){0};
}

static struct value number(int64_t n) { return (struct value){.n = n}; }

static int64_t *cells_of(struct scene *p, int64_t count)
{
    return arena_array(&p->r->arena, (size_t)count + 1, sizeof(int64_t));
}

static int64_t n_of(struct scene *p, const struct expr *e) { return eval(p, e).n; }

/* ---- generators: calls body for every value, until it returns false --------------------------------------------- */

struct walk {
    struct scene *p;
    const struct gen *gens;
    size_t gen_count;
    const struct expr *const *conditions;
    size_t condition_count;
    bool (*body)(struct walk *w);
    const struct expr *first; /* what the comprehension collects */
    void *context;
    int64_t values[16];
};

static bool walk_gens(struct walk *w, size_t i);

static bool walk_value(struct walk *w, size_t i, int64_t v)
{
    w->p->slots[w->gens[i].slot] = number(v);
    w->values[i] = v;
    return walk_gens(w, i + 1);
}

static bool is_prime(int64_t n)
{
    for (int64_t d = 2; d * d <= n; d++)
        if (n % d == 0) return false;
    return n > 1;
}

static bool in_named(enum domain_kind kind, int64_t base, int64_t x)
{
    int64_t a = 1, b = 2;
    if (x < 1) return false;
    switch (kind) {
    case DOMAIN_PRIMES: return is_prime(x);
    case DOMAIN_DIVISORS: return base % x == 0;
    case DOMAIN_SQUARES:
        while (a * a < x) a++;
        return a * a == x;
    case DOMAIN_POWERS:
        while (a < x) a *= base;
        return a == x;
    default:
        while (a < x) {
            int64_t c = a + b;
            a = b;
            b = c;
        }
        return a == x;
    }
}

static bool walk_listed(struct walk *w, size_t i, const int64_t *cells, int64_t count, bool once)
{
    for (int64_t k = 0; k < count; k++) {
        bool seen = false;
        for (int64_t j = 0; j < k && once; j++) seen = seen || cells[j] == cells[k];
        if (!seen && !walk_value(w, i, cells[k])) return false;
    }
    return true;
}

static void sort(int64_t *x, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = i + 1; j < n; j++)
            if (x[j] < x[i]) {
                int64_t t = x[i];
                x[i] = x[j];
                x[j] = t;
            }
}

static bool walk_domain(struct walk *w, size_t i)
{
    struct scene *p = w->p;
    const struct domain *d = &w->gens[i].domain;
    const struct param_value *set;
    struct value row;
    switch (d->kind) {
    case DOMAIN_RANGE: {
        int64_t low = n_of(p, d->low), high = n_of(p, d->high);
        for (int64_t v = low; v <= high && !p->r->failed; v++)
            if (!walk_value(w, i, v)) return false;
        return true;
    }
    case DOMAIN_SET:
        row.cells = cells_of(p, (int64_t)d->item_count);
        for (size_t k = 0; k < d->item_count; k++) row.cells[k] = n_of(p, d->items[k]);
        sort(row.cells, (int64_t)d->item_count);
        return walk_listed(w, i, row.cells, (int64_t)d->item_count, true);
    case DOMAIN_PARAM: set = &p->r->params[d->index]; return walk_listed(w, i, set->set, (int64_t)set->set_count, true);
    case DOMAIN_ELEMENTS: row = eval(p, d->low); return walk_listed(w, i, row.cells, row.n, false);
    default: {
        int64_t cap = w->gens[i].cap ? n_of(p, w->gens[i].cap) : 10000, base = d->low ? n_of(p, d->low) : 0;
        if (d->kind == DOMAIN_DIVISORS && base == 0) return fail(p), true;
        for (int64_t v = 1; v <= cap && !p->r->failed; v++)
            if (in_named(d->kind, base, v) && !walk_value(w, i, v)) return false;
        return true;
    }
    }
}

static bool walk_gens(struct walk *w, size_t i)
{
    if (w->p->r->failed) return false;
    if (i < w->gen_count) return walk_domain(w, i);
    for (size_t k = 0; k < w->condition_count; k++)
        if (w->conditions[k] && !n_of(w->p, w->conditions[k])) return true;
    return w->p->r->failed ? false : w->body(w);
}

/* ---- expressions ------------------------------------------------------------------------------------------------ */

struct folding {
    const struct expr *e;
    int64_t total;
    bool any;
};

static bool fold_step(struct walk *w)
{
    struct folding *f = w->context;
    int64_t x = f->e->kids[0] ? n_of(w->p, f->e->kids[0]) : 1;
    bool first = !f->any;
    f->any = true;
    switch ((enum fold)f->e->index) {
    case FOLD_COUNT: f->total++; break;
    case FOLD_SUM: f->total += x; break;
    case FOLD_XOR:
        if (x < 0) fail(w->p);
        f->total ^= x;
        break;
    case FOLD_MIN: f->total = first || x < f->total ? x : f->total; break;
    case FOLD_MAX: f->total = first || x > f->total ? x : f->total; break;
    case FOLD_ANY: f->total = x != 0; return !x;
    case FOLD_ALL: f->total = x != 0; return x != 0;
    }
    return true;
}

static struct walk walk_of(struct scene *p, const struct expr *e, bool (*body)(struct walk *w), void *context)
{
    return (struct walk){.p = p,
                         .gens = e->gens,
                         .gen_count = e->gen_count,
                         .body = body,
                         .context = context,
                         .first = e->kids[0],
                         .conditions = (const struct expr *const *)e->kids + 1,
                         .condition_count = e->count > 1};
}

static struct value fold(struct scene *p, const struct expr *e)
{
    struct folding f = {e, e->index == FOLD_ALL, false};
    struct walk w = walk_of(p, e, fold_step, &f);
    walk_gens(&w, 0);
    if (!f.any && (e->index == FOLD_MIN || e->index == FOLD_MAX)) return fail(p);
    return number(f.total);
}

static bool row_step(struct walk *w)
{
    struct value *row = w->context;
    int64_t *grown = cells_of(w->p, row->n + 1);
    if (row->n) memcpy(grown, row->cells, (size_t)row->n * sizeof *grown);
    grown[row->n++] = n_of(w->p, w->first);
    row->cells = grown;
    return true;
}

static struct value row_for(struct scene *p, const struct expr *e)
{
    struct value row = {0};
    struct walk w = walk_of(p, e, row_step, &row);
    walk_gens(&w, 0);
    if (e->type == TYPE_BAG) sort(row.cells, row.n);
    return row;
}

static struct value literal_row(struct scene *p, const struct expr *e)
{
    struct value out = {0};
    if (e->type != TYPE_GRID) {
        out.cells = cells_of(p, (int64_t)e->count);
        for (size_t i = 0; i < e->count; i++) out.cells[out.n++] = n_of(p, e->kids[i]);
        if (e->type == TYPE_BAG) sort(out.cells, out.n);
        return out;
    }
    for (size_t i = 0; i < e->count; i++) {
        struct value row = eval(p, e->kids[i]);
        if (i && row.n != out.columns) return fail(p);
        int64_t *grown = cells_of(p, out.n + row.n);
        if (out.n) memcpy(grown, out.cells, (size_t)out.n * sizeof *grown);
        if (row.n) memcpy(grown + out.n, row.cells, (size_t)row.n * sizeof *grown);
        out = (struct value){out.n + row.n, grown, out.rows + 1, row.n};
    }
    return out;
}

static struct value with(struct scene *p, const struct expr *e)
{
    struct value old = eval(p, e->kids[0]), out = old;
    bool grid = e->kids[0]->type == TYPE_GRID;
    int64_t columns = grid ? old.columns : old.n, rows = grid ? old.rows : 1;
    int64_t *touched = cells_of(p, old.n);
    out.cells = cells_of(p, old.n);
    if (old.n) memcpy(out.cells, old.cells, (size_t)old.n * sizeof *out.cells);
    for (size_t k = 0; k < e->update_count; k++) {
        const struct update *u = &e->updates[k];
        int64_t low[2] = {1, 1}, high[2] = {1, 1}, x = n_of(p, u->value);
        for (int i = 0; i < u->dims; i++) {
            int at = grid ? i : 1;
            low[at] = n_of(p, u->low[i]);
            high[at] = u->high[i] ? n_of(p, u->high[i]) : low[at];
        }
        for (int64_t i = low[0]; i <= high[0]; i++)
            for (int64_t j = low[1]; j <= high[1]; j++) {
                if (i < 1 || i > rows || j < 1 || j > columns || touched[(i - 1) * columns + j - 1]++) return fail(p);
                int64_t *cell = &out.cells[(i - 1) * columns + j - 1];
                *cell = u->op == '=' ? x : u->op == '+' ? *cell + x : *cell - x;
            }
    }
    if (e->type == TYPE_BAG) sort(out.cells, out.n);
    return out;
}

static bool equal(const struct value *a, const struct value *b)
{
    if (a->n != b->n || a->rows != b->rows || a->columns != b->columns) return false;
    return !a->cells || a->n == 0 || memcmp(a->cells, b->cells, (size_t)a->n * sizeof *a->cells) == 0;
}

static struct value compare(struct scene *p, const struct expr *a, const struct expr *b)
{
    bool same = true;
    if (a->type == TYPE_TUPLE) {
        for (size_t i = 0; i < a->count && i < b->count && same; i++) same = compare(p, a->kids[i], b->kids[i]).n;
        return number(same && a->count == b->count);
    }
    struct value x = eval(p, a), y = eval(p, b);
    return number(equal(&x, &y));
}

static struct value in_set(struct scene *p, const struct expr *e)
{
    const struct domain *d = e->domain;
    int64_t x = n_of(p, e->kids[0]);
    bool found = false;
    if (d->kind == DOMAIN_RANGE) return number(x >= n_of(p, d->low) && (!d->high || x <= n_of(p, d->high)));
    if (d->kind == DOMAIN_SET) {
        for (size_t i = 0; i < d->item_count; i++) found = found || x == n_of(p, d->items[i]);
    } else if (d->kind == DOMAIN_PARAM) {
        for (size_t i = 0; i < p->r->params[d->index].set_count; i++)
            found = found || x == p->r->params[d->index].set[i];
    } else if (d->kind == DOMAIN_ELEMENTS) {
        struct value row = eval(p, d->low);
        for (int64_t i = 0; i < row.n; i++) found = found || x == row.cells[i];
    } else {
        found = in_named(d->kind, d->low ? n_of(p, d->low) : 0, x);
    }
    return number(found);
}

static struct value index_of(struct scene *p, const struct expr *e)
{
    struct value a = eval(p, e->kids[0]);
    int64_t i = n_of(p, e->kids[1]), j = e->count > 2 ? n_of(p, e->kids[2]) : 0;
    if (e->kids[0]->type != TYPE_GRID) return number(i >= 1 && i <= a.n ? a.cells[i - 1] : 0);
    bool inside = i >= 1 && i <= a.rows && j >= 1 && j <= a.columns;
    return number(inside ? a.cells[(i - 1) * a.columns + j - 1] : 0);
}

static bool joined(struct value g, int64_t i, int64_t j)
{
    return (i < g.rows && j < g.columns && g.cells[i * g.columns + j]) ||
           (j < g.rows && i < g.columns && g.cells[j * g.columns + i]);
}

/* As often as there are cells: every cell beside one that is kept is kept. */
static struct value component_of(struct scene *p, struct value row, struct value grid, int64_t v)
{
    struct value out = {row.n, cells_of(p, row.n), 0, 0};
    for (int64_t i = 0; i < row.n; i++) out.cells[i] = i + 1 == v ? row.cells[i] : 0;
    for (int64_t turn = 0; turn < row.n; turn++)
        for (int64_t i = 0; i < row.n; i++)
            for (int64_t j = 0; j < row.n; j++)
                if (out.cells[i] && joined(grid, i, j)) out.cells[j] = row.cells[j];
    return out;
}

static int64_t slow_fib(int64_t i) { return i < 2 ? i : slow_fib(i - 1) + slow_fib(i - 2); }

static struct value array_call(struct scene *p, const struct expr *e)
{
    struct value a = eval(p, e->kids[0]), out = a;
    if (e->index == BUILTIN_COMPONENT) return component_of(p, a, eval(p, e->kids[1]), n_of(p, e->kids[2]));
    if (e->index == BUILTIN_GRID) {
        int64_t r = a.n, c = n_of(p, e->kids[1]), v = n_of(p, e->kids[2]);
        if (r < 0 || c < 0) return fail(p);
        out = (struct value){r * c, cells_of(p, r * c), r, c};
        for (int64_t i = 0; i < r * c; i++) out.cells[i] = v;
        return out;
    }
    if (e->index == BUILTIN_ZECKENDORF) {
        if (a.n < 0) return fail(p);
        out = (struct value){.cells = cells_of(p, 64)};
        for (int64_t left = a.n, i; left > 0; left -= slow_fib(i)) {
            for (i = 2; slow_fib(i + 1) <= left; i++) continue;
            memmove(out.cells + 1, out.cells, (size_t)out.n++ * sizeof *out.cells);
            out.cells[0] = slow_fib(i);
        }
        return out;
    }
    out.cells = cells_of(p, a.n);
    for (int64_t i = 0; i < a.n; i++) {
        if (e->index == BUILTIN_REVERSE) out.cells[a.n - 1 - i] = a.cells[i];
        else if (e->index == BUILTIN_TRANSPOSE) out.cells[i % a.columns * a.rows + i / a.columns] = a.cells[i];
        else out.cells[i] = a.cells[i];
    }
    if (e->index == BUILTIN_SORT) sort(out.cells, out.n);
    if (e->index == BUILTIN_TRANSPOSE) out.rows = a.columns, out.columns = a.rows;
    return out;
}

/* A_k: the least number that is in no pair before. */
static int64_t slow_pair(int64_t k)
{
    bool taken[4096] = {0};
    int64_t a = 0;
    for (int64_t i = 0; i <= k && a + i < 4096; i++) {
        while (taken[a]) a++;
        taken[a] = taken[a + i] = true;
    }
    return a;
}

static struct value call(struct scene *p, const struct expr *e)
{
    struct value a = eval(p, e->kids[0]);
    int64_t x = a.n, y = 0;
    switch ((enum builtin)e->index) {
    case BUILTIN_MIN:
    case BUILTIN_MAX:
    case BUILTIN_XOR:
        if (e->index == BUILTIN_XOR && x < 0) return fail(p);
        for (size_t i = 1; i < e->count; i++) {
            y = n_of(p, e->kids[i]);
            if (e->index == BUILTIN_XOR && y < 0) return fail(p);
            x = e->index == BUILTIN_XOR ? x ^ y : (e->index == BUILTIN_MIN) == (y < x) ? y : x;
        }
        return number(x);
    case BUILTIN_MEX:
        for (y = 0;; y++) {
            bool found = false;
            for (size_t i = 0; i < e->count; i++) found = found || n_of(p, e->kids[i]) == y;
            if (!found) return number(y);
        }
    case BUILTIN_ABS: return number(x < 0 ? -x : x);
    case BUILTIN_GCD:
        y = n_of(p, e->kids[1]);
        while (y) {
            int64_t t = x % y;
            x = y;
            y = t;
        }
        return number(x < 0 ? -x : x);
    case BUILTIN_BIT: y = n_of(p, e->kids[1]); return x < 0 || y < 0 ? fail(p) : number(y > 62 ? 0 : x >> y & 1);
    case BUILTIN_POPCOUNT:
        if (x < 0) return fail(p);
        for (; x; x &= x - 1) y++;
        return number(y);
    case BUILTIN_ODD: return number(x % 2 != 0);
    case BUILTIN_EVEN: return number(x % 2 == 0);
    case BUILTIN_POWER_OF_TWO: return number(in_named(DOMAIN_POWERS, 2, x));
    case BUILTIN_ISQRT:
        while (x >= 0 && (y + 1) * (y + 1) <= x) y++;
        return x < 0 ? fail(p) : number(y);
    case BUILTIN_POW:
        y = n_of(p, e->kids[1]);
        if (x < 0 || y < 0) return fail(p);
        for (int64_t power = 1;; power *= x, y--)
            if (y == 0) return number(power);
    case BUILTIN_FIB: return x < 0 ? fail(p) : number(slow_fib(x));
    case BUILTIN_GOLDEN_LOWER: return x < 0 ? fail(p) : number(slow_pair(x));
    case BUILTIN_GOLDEN_UPPER: return x < 0 ? fail(p) : number(slow_pair(x) + x);
    case BUILTIN_PARTNER:
        if (x < 0) return fail(p);
        for (y = 0;; y++) {
            if (slow_pair(y) == x) return number(x + y);
            if (slow_pair(y) + y == x) return number(slow_pair(y));
        }
    case BUILTIN_LEN: return number(a.n);
    case BUILTIN_ROWS: return number(a.rows);
    case BUILTIN_COLS: return number(a.columns);
    case BUILTIN_INCREASING:
        for (int64_t i = 1; i < a.n; i++)
            if (a.cells[i] <= a.cells[i - 1]) return number(0);
        return number(1);
    default: return array_call(p, e);
    }
}

static struct value arithmetic(struct scene *p, const struct expr *e)
{
    int64_t a = n_of(p, e->kids[0]), b = n_of(p, e->kids[1]), r = 0;
    bool fine = true;
    switch (e->kind) {
    case EXPR_ADD: fine = checked_add(a, b, &r); break;
    case EXPR_SUB: fine = checked_sub(a, b, &r); break;
    case EXPR_MUL: fine = checked_mul(a, b, &r); break;
    case EXPR_DIV: fine = checked_div(a, b, &r); break;
    case EXPR_MOD: fine = checked_mod(a, b, &r); break;
    case EXPR_LT: r = a < b; break;
    case EXPR_LE: r = a <= b; break;
    case EXPR_GT: r = a > b; break;
    case EXPR_GE: r = a >= b; break;
    default: r = a == b; break;
    }
    return fine ? number(r) : fail(p);
}

static struct value eval(struct scene *p, const struct expr *e)
{
    if (p->r->failed) return (struct value){0};
    switch (e->kind) {
    case EXPR_INT:
    case EXPR_BOOL:
    case EXPR_OUTCOME: return number(e->value);
    case EXPR_NODE: return number(e->index);
    case EXPR_FIELD: return p->fields[e->index];
    case EXPR_PARAM: return number(p->r->params[e->index].value);
    case EXPR_LOCAL: return p->slots[e->index];
    case EXPR_MOVER: return number(p->r->mover);
    case EXPR_NEG: return number(-n_of(p, e->kids[0]));
    case EXPR_NOT: return number(!n_of(p, e->kids[0]));
    case EXPR_AND: return number(n_of(p, e->kids[0]) && n_of(p, e->kids[1]));
    case EXPR_OR: return number(n_of(p, e->kids[0]) || n_of(p, e->kids[1]));
    case EXPR_EQ: return compare(p, e->kids[0], e->kids[1]);
    case EXPR_NE: return number(!compare(p, e->kids[0], e->kids[1]).n);
    case EXPR_IF: return eval(p, n_of(p, e->kids[0]) ? e->kids[1] : e->kids[2]);
    case EXPR_LET: p->slots[e->index] = eval(p, e->kids[0]); return eval(p, e->kids[1]);
    case EXPR_IN: return in_set(p, e);
    case EXPR_INDEX: return index_of(p, e);
    case EXPR_ROW: return literal_row(p, e);
    case EXPR_ROW_FOR: return row_for(p, e);
    case EXPR_WITH: return with(p, e);
    case EXPR_CALL: return call(p, e);
    case EXPR_FOLD: return fold(p, e);
    default: return arithmetic(p, e);
    }
}

/* ---- positions -------------------------------------------------------------------------------------------------- */

static void read_fields(const struct game *g, const struct component *c, struct value *fields)
{
    const int64_t *cell = c->cells;
    for (size_t i = 0; i < g->field_count; i++) {
        int64_t a = *cell++;
        fields[i] = number(a);
        if (g->fields[i].kind == FIELD_ROW || g->fields[i].kind == FIELD_BAG) fields[i].cells = (int64_t *)cell;
        if (g->fields[i].kind == FIELD_GRID)
            fields[i] = (struct value){a * cell[0], (int64_t *)cell + 1, a, cell[0]}, cell++;
        if (fields[i].cells) cell += fields[i].n;
    }
}

static bool inside(struct scene *p, int game, struct value *fields)
{
    const struct game *g = &p->r->model->games[game];
    for (size_t i = 0; i < g->field_count; i++) {
        if (g->fields[i].kind == FIELD_NAT && fields[i].n < 0) return false;
        for (int64_t k = 0; fields[i].cells && k < fields[i].n; k++)
            if (fields[i].cells[k] < 0) return false;
    }
    struct scene q = {.r = p->r, .fields = fields};
    return !g->invariant || n_of(&q, g->invariant);
}

static void add_component(struct scene *p, int game, struct value *fields, struct sum *out)
{
    const struct game *g = &p->r->model->games[game];
    int64_t total = 0, *cells;
    for (size_t i = 0; i < g->field_count; i++) total += fields[i].cells ? fields[i].n + 2 : 2;
    cells = cells_of(p, total);
    struct component c = {game, 0, cells};
    for (size_t i = 0; i < g->field_count; i++) {
        enum field_kind kind = g->fields[i].kind;
        bool row = kind == FIELD_ROW || kind == FIELD_BAG;
        if (kind == FIELD_GRID) cells[c.count++] = fields[i].rows;
        cells[c.count++] = kind == FIELD_GRID ? fields[i].columns : fields[i].n;
        for (int64_t k = 0; (row || kind == FIELD_GRID) && k < fields[i].n; k++) cells[c.count++] = fields[i].cells[k];
        if (kind == FIELD_BAG) sort(cells + c.count - fields[i].n, fields[i].n);
    }
    if (!inside(p, game, fields) || out->count == 64) fail(p);
    else out->components[out->count++] = c;
}

static void result(struct scene *p, const struct expr *e, struct sum *out);

static bool sum_step(struct walk *w)
{
    result(w->p, w->first, w->context);
    return true;
}

static void result(struct scene *p, const struct expr *e, struct sum *out)
{
    struct value fields[MODEL_MAX_FIELDS];
    if (e->kind == EXPR_SUM) {
        for (size_t i = 0; i < e->count; i++) result(p, e->kids[i], out);
    } else if (e->kind == EXPR_SUM_FOR) {
        struct walk w = walk_of(p, e, sum_step, out);
        walk_gens(&w, 0);
    } else if (e->kind == EXPR_IF) {
        result(p, n_of(p, e->kids[0]) ? e->kids[1] : e->kids[2], out);
    } else if (e->kind == EXPR_LET) {
        p->slots[e->index] = eval(p, e->kids[0]);
        result(p, e->kids[1], out);
    } else if (e->kind == EXPR_GAME) {
        for (size_t i = 0; i < e->count; i++) fields[i] = eval(p, e->kids[i]);
        if (!p->r->failed) add_component(p, e->game, fields, out);
    }
}

struct emission {
    const struct move *move;
    int game;
    vm_emit emit;
    void *context;
};

static bool option_step(struct walk *w)
{
    struct emission *m = w->context;
    struct sum out = {.count = 0};
    result(w->p, m->move->result, &out);
    struct taken taken = {m->move, m->game, w->values};
    if (!w->p->r->failed) m->emit(m->context, out.components, out.count, &taken);
    return !w->p->r->failed;
}

void reference_options(struct reference *r, const struct component *from, vm_emit emit, void *context)
{
    const struct game *g = &r->model->games[from->game];
    struct value fields[MODEL_MAX_FIELDS];
    read_fields(g, from, fields);
    for (size_t i = 0; i < g->move_count && !r->failed; i++) {
        struct scene p = {.r = r, .fields = fields};
        struct emission m = {&g->moves[i], from->game, emit, context};
        struct walk w = {.p = &p,
                         .gens = m.move->gens,
                         .gen_count = m.move->gen_count,
                         .body = option_step,
                         .context = &m,
                         .conditions = (const struct expr *const *)m.move->conditions,
                         .condition_count = m.move->condition_count};
        walk_gens(&w, 0);
    }
}

struct marks {
    struct reference *r;
    bool seen[256];
};

static enum status mark(void *context, const struct component *components, size_t count, const struct taken *taken)
{
    struct marks *m = context;
    (void)taken;
    int64_t v = reference_value(m->r, components, count);
    if (v >= 0 && v < 256) m->seen[v] = true;
    return ST_OK;
}

/* Where the value of a small position is remembered; NULL for others. */
static int16_t *memory_of(struct reference *r, const struct component *c)
{
    const struct game *g = &r->model->games[c->game];
    int64_t x = c->count > 0 ? c->cells[0] : 0, y = c->count > 1 ? c->cells[1] : 0;
    if (c->game >= 4 || c->count != g->field_count || c->count > 2 || x < 0 || x > 15 || y < 0 || y > 15) return NULL;
    for (size_t i = 0; i < g->field_count; i++)
        if (g->fields[i].kind >= FIELD_ROW) return NULL;
    return &r->known[c->game][x][y];
}

static int64_t component_value(struct reference *r, const struct component *c)
{
    struct marks m = {.r = r};
    int16_t *known = memory_of(r, c);
    int64_t v = 0;
    if (known && *known) return *known - 1;
    reference_options(r, c, mark, &m);
    while (v < 256 && m.seen[v]) v++;
    if (known && !r->failed) *known = (int16_t)(v + 1);
    return v;
}

int64_t reference_value(struct reference *r, const struct component *components, size_t count)
{
    int64_t total = 0;
    for (size_t i = 0; i < count && !r->failed; i++) total ^= component_value(r, &components[i]);
    return r->failed ? -1 : total;
}

bool reference_legal(struct reference *r, const struct component *c)
{
    struct value fields[MODEL_MAX_FIELDS];
    struct scene p = {.r = r};
    read_fields(&r->model->games[c->game], c, fields);
    return inside(&p, c->game, fields);
}

void reference_free(struct reference *r) { arena_free(&r->arena); }
