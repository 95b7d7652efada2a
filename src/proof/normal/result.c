/* SPDX-License-Identifier: MIT */
/* Results: sums are expanded, ?: splits, `let` is followed. Each number in a result (an argument, a cell of a
 * literal row, the indices and values of an update) becomes a result variable; what remains is the shape. */
#include <string.h>
#include "base/checked.h"
#include "model/expr.h"
#include "proof/private.h"

/* A result whose numbers have not been read yet. */
struct chosen {
    struct linear_conjunction guard;
    const struct expr **games; /* EXPR_GAME, or another position that is kept whole */
    const struct normal_binding **scopes;
    size_t count;
};
struct result_choices {
    struct chosen *items;
    size_t count;
};

/* ---- which positions --------------------------------------------------------------------------------------------- */
static struct result_choices no_choices(void) { return (struct result_choices){NULL, 0}; }

/* Room for one more behind `count` items of that size. Most results are one case of the many that are allowed, so an array
 * is as long as the next power of two, not as the limit. NULL: memory is out. */
static void *one_more(struct normal_builder *b, void *items, size_t count, size_t size)
{
    if (count & (count - 1)) return items;
    void *moved = arena_array(b->space->arena, count ? 2 * count : 1, size);
    if (!moved) expr_check(b, NULL);
    else if (count) memcpy(moved, items, count * size);
    return moved;
}

static void add_choice(struct normal_builder *b, struct result_choices *out, const struct chosen *choice)
{
    struct chosen *items = one_more(b, out->items, out->count, sizeof *items);
    if (!items) return;
    items[out->count++] = *choice;
    out->items = items;
}

static struct chosen new_chosen(struct normal_builder *b, struct linear_conjunction guard, size_t count)
{
    struct chosen c = {guard, arena_array(b->space->arena, count + 1, sizeof *c.games),
                       arena_array(b->space->arena, count + 1, sizeof *c.scopes), count};
    if (!c.games || !c.scopes) expr_check(b, NULL);
    return c;
}

static struct result_choices one_choice(struct normal_builder *b, const struct expr *game,
                                        const struct normal_binding *scope)
{
    struct result_choices out = {arena_alloc(b->space->arena, sizeof *out.items), 1};
    if (!out.items) return expr_check(b, NULL), no_choices();
    out.items[0] = new_chosen(b, (struct linear_conjunction){0}, game ? 1 : 0);
    if (!b->failed && game) {
        out.items[0].games[0] = game;
        out.items[0].scopes[0] = scope;
    }
    return b->failed ? no_choices() : out;
}

static struct result_choices add_choices(struct normal_builder *b, struct result_choices x, struct result_choices y)
{
    struct result_choices out = {arena_array(b->space->arena, x.count * y.count + 1, sizeof *out.items), 0};
    if (!out.items || x.count * y.count > NORMAL_MAX_PIECES) {
        expr_fail(b, "the results split into too many cases");
        return no_choices();
    }
    for (size_t i = 0; i < x.count; i++)
        for (size_t j = 0; j < y.count && !b->failed; j++) {
            bool never;
            const struct chosen *p = &x.items[i], *q = &y.items[j];
            struct chosen n = new_chosen(b, union_join(b, p->guard, q->guard, &never), p->count + q->count);
            for (size_t k = 0; k < n.count && !b->failed; k++) {
                n.games[k] = k < p->count ? p->games[k] : q->games[k - p->count];
                n.scopes[k] = k < p->count ? p->scopes[k] : q->scopes[k - p->count];
            }
            if (!never) out.items[out.count++] = n;
        }
    return out;
}

static struct result_choices guard_choices(struct normal_builder *b, struct normal_union when,
                                           struct result_choices then)
{
    struct result_choices out = {arena_array(b->space->arena, when.count * then.count + 1, sizeof *out.items), 0};
    if (!out.items || when.count * then.count > NORMAL_MAX_PIECES) {
        expr_fail(b, "the results split into too many cases");
        return no_choices();
    }
    for (size_t i = 0; i < when.count; i++)
        for (size_t j = 0; j < then.count && !b->failed; j++) {
            bool never;
            struct chosen n = then.items[j];
            n.guard = union_join(b, when.items[i], then.items[j].guard, &never);
            if (!never) out.items[out.count++] = n;
        }
    return out;
}

static struct result_choices positions_of(struct normal_builder *b, const struct expr *e,
                                          const struct normal_binding *scope);

static struct result_choices choose_if(struct normal_builder *b, const struct expr *e,
                                       const struct normal_binding *scope)
{
    struct result_choices out = no_choices();
    for (int k = 0; k < 2 && !b->failed; k++) {
        struct normal_union when = expr_union(b, e->kids[0], k == 0, scope);
        if (!when.count) continue;
        struct result_choices branch = guard_choices(b, when, positions_of(b, e->kids[1 + k], scope));
        for (size_t i = 0; i < branch.count && !b->failed; i++) add_choice(b, &out, &branch.items[i]);
    }
    return out;
}

/* A start clause used in a result means its own result; with a condition it could fail, and is not opened. */
static struct result_choices choose_start(struct normal_builder *b, const struct expr *e,
                                          const struct normal_binding *scope)
{
    const struct start *s = &b->source->model->games[e->game].starts[e->start];
    if (s->condition) {
        expr_fail(b, "a result uses a start clause with a condition");
        return no_choices();
    }
    const struct normal_binding *inner = NULL;
    for (size_t i = 0; i < e->count; i++) inner = expr_bind(b, inner, (int)i, NULL, e->kids[i], scope);
    return positions_of(b, s->result, inner);
}

static struct result_choices positions_of(struct normal_builder *b, const struct expr *e,
                                          const struct normal_binding *scope)
{
    if (!expr_enter(b)) return no_choices();
    switch (e->kind) {
    case EXPR_END: return one_choice(b, NULL, scope);
    case EXPR_GAME: return e->start >= 0 ? choose_start(b, e, scope) : one_choice(b, e, scope);
    case EXPR_SUM: {
        struct result_choices out = one_choice(b, NULL, scope);
        for (size_t i = 0; i < e->count && !b->failed; i++)
            out = add_choices(b, out, positions_of(b, e->kids[i], scope));
        return out;
    }
    case EXPR_IF: return choose_if(b, e, scope);
    case EXPR_LET: return positions_of(b, e->kids[1], expr_bind(b, scope, e->index, NULL, e->kids[0], scope));
    case EXPR_LOCAL: {
        const struct normal_binding *n = expr_binding(b, scope, e->index);
        if (n && n->expr) return positions_of(b, n->expr, n->scope);
        expr_fail(b, "a position that has no normal form");
        return no_choices();
    }
    default: return one_choice(b, e, scope);
    }
}

/* ---- rows constructed cell by cell ------------------------------------------------------------------------------- */
static const struct expr *follow_locals(struct normal_builder *b, const struct expr *e,
                                        const struct normal_binding **scope)
{
    while (e->kind == EXPR_LOCAL || e->kind == EXPR_LET) {
        if (e->kind == EXPR_LET) {
            *scope = expr_bind(b, *scope, e->index, NULL, e->kids[0], *scope);
            e = e->kids[1];
            continue;
        }
        const struct normal_binding *n = expr_binding(b, *scope, e->index);
        if (!n || !n->expr) break;
        e = n->expr;
        *scope = n->scope;
    }
    return e;
}

/* The row itself; where its cells have no order, what is only put in another order. */
static const struct expr *row_itself(struct normal_builder *b, const struct expr *e,
                                     const struct normal_binding **scope)
{
    e = follow_locals(b, e, scope);
    while (b->source->unordered && e->kind == EXPR_CALL && (e->index == BUILTIN_SORT || e->index == BUILTIN_REVERSE))
        e = follow_locals(b, e->kids[0], scope);
    return e;
}

/* The position with another row as its argument, which a new local denotes. */
static void replace_row(struct normal_builder *b, struct chosen *c, size_t k, size_t arg, const struct expr_row *row)
{
    int slot = EXPR_OWN_SLOTS + b->rows++;
    struct expr like = {.kind = EXPR_LOCAL, .type = TYPE_ROW, .index = slot, .name = "row"};
    struct expr *name = expr_create(b->space->arena, like, NULL, 0);
    struct expr *game = expr_create(b->space->arena, *c->games[k], c->games[k]->kids, c->games[k]->count);
    if (!game || !name) {
        expr_check(b, NULL);
        return;
    }
    game->kids[arg] = name;
    c->games[k] = game;
    c->scopes[k] = expr_bind(b, c->scopes[k], slot, NULL, row->row, row->scope);
}

/* Every choice in which argument `arg` of position k is such a row becomes one choice per way to read it. */
static struct result_choices open_row(struct normal_builder *b, const struct chosen *c, size_t k, size_t arg)
{
    struct expr_rows rows;
    struct result_choices same = {arena_alloc(b->space->arena, sizeof *same.items), 1};
    if (!same.items) return expr_check(b, NULL), no_choices();
    same.items[0] = *c;
    const struct normal_binding *scope = c->scopes[k];
    const struct expr *row = row_itself(b, c->games[k]->kids[arg], &scope);
    if (b->failed || row->kind != EXPR_ROW_FOR || !expr_built_row(b, row, scope, &rows)) return same;
    struct result_choices out = {arena_array(b->space->arena, rows.count + 1, sizeof *out.items), 0};
    if (!out.items) return expr_check(b, NULL), no_choices();
    for (size_t i = 0; i < rows.count && !b->failed; i++) {
        bool never;
        struct chosen n = new_chosen(b, union_join(b, c->guard, rows.items[i].guard, &never), c->count);
        for (size_t j = 0; j < n.count && !b->failed; j++) {
            n.games[j] = c->games[j];
            n.scopes[j] = c->scopes[j];
        }
        if (!b->failed) replace_row(b, &n, k, arg, &rows.items[i]);
        if (!never) out.items[out.count++] = n;
    }
    return out;
}

static struct result_choices open_rows_from(struct normal_builder *b, const struct chosen *c, size_t k, size_t arg)
{
    while (k < c->count && (c->games[k]->kind != EXPR_GAME || arg == c->games[k]->count)) k++, arg = 0;
    struct result_choices out = no_choices();
    if (k == c->count) {
        add_choice(b, &out, c);
        return out;
    }
    struct result_choices here = open_row(b, c, k, arg);
    for (size_t i = 0; i < here.count && !b->failed; i++) {
        struct result_choices rest = open_rows_from(b, &here.items[i], k, arg + 1);
        if (out.count + rest.count > NORMAL_MAX_PIECES) expr_fail(b, "the results split into too many cases");
        for (size_t j = 0; j < rest.count && !b->failed; j++) add_choice(b, &out, &rest.items[j]);
    }
    return out;
}

enum { MAX_CELLS = 8 }; /* of a range that is written, one by one */

/* ---- their numbers ----------------------------------------------------------------------------------------------- */
struct result_number {
    const struct expr *e;
    const struct normal_binding *scope;
};
/* += and -= on one cell: number `value` becomes the old cell of `base` at `index[]` plus or minus it. */
struct step {
    size_t value, index[2];
    int dims, sign;
    const struct normal_term *base;
};
struct result_reader {
    struct normal_builder *b;
    VEC(struct result_number) numbers;
    VEC(struct step) steps;
};

static void add_number(struct result_reader *r, const struct expr *e, const struct normal_binding *scope)
{
    if (!vec_push(&r->numbers, (struct result_number){e, scope})) {
        r->b->space->work.no_memory = true;
        expr_fail(r->b, "memory is out");
    }
}

int normal_update_width(int64_t code)
{
    int64_t dims = code / 4 % 4, ranges = (code & 1) + (code >> 1 & 1);
    return (int)(dims + ranges + 1);
}

/* Numbers of one update: for each index its low end, its high end if it is a range, and then the value. The code:
 * operator * 16 + dims * 4 + which indices are ranges. */
static int64_t read_update(struct result_reader *r, const struct update *u, const struct normal_term *base,
                           const struct normal_binding *scope)
{
    int ranges = 0, op = u->op;
    struct step s = {.dims = u->dims, .sign = op == '+' ? 1 : -1, .base = base};
    for (int i = 0; i < u->dims; i++) {
        s.index[i] = r->numbers.count;
        add_number(r, u->low[i], scope);
        if (!u->high[i]) continue;
        add_number(r, u->high[i], scope);
        ranges |= 1 << i;
    }
    s.value = r->numbers.count;
    add_number(r, u->value, scope);
    if ((op == '+' || op == '-') && !ranges) {
        op = '=';
        if (!vec_push(&r->steps, s)) {
            r->b->space->work.no_memory = true;
            expr_fail(r->b, "memory is out");
        }
    }
    return op * 16 + u->dims * 4 + ranges;
}

/* How many cells the range of a row has, if that is always the same, and few; else 0. */
static int64_t few_cells(struct normal_builder *b, const struct update *u, const struct normal_binding *scope)
{
    int64_t more;
    if (u->dims != 1 || !u->high[0]) return 0;
    const struct linear_form *low = expr_value(b, u->low[0], scope).form, *high = expr_value(b, u->high[0], scope).form;
    const struct linear_form *d = low && high ? linear_sum(&b->space->work, high, 1, low, -1) : NULL;
    return d && linear_is_constant(d, &more) && more >= 0 && more < MAX_CELLS ? more + 1 : 0;
}

/* `[i..i + 1] = v` as `[i] = v, [i + 1] = v`. */
static void read_cells(struct result_reader *r, const struct update *u, int64_t cells, const struct normal_term *base,
                       const struct normal_binding *scope, int64_t *codes)
{
    struct arena *arena = r->b->space->arena;
    for (int64_t k = 0; k < cells && !r->b->failed; k++) {
        struct expr *more = expr_create_int(arena, u->low[0]->span, k);
        struct expr *sum[] = {u->low[0], more};
        struct update one = *u;
        one.high[0] = NULL;
        one.low[0] = more ? expr_create(arena, (struct expr){.kind = EXPR_ADD, .type = TYPE_INT}, sum, 2) : NULL;
        if (!one.low[0]) expr_check(r->b, NULL);
        else codes[k] = read_update(r, &one, base, scope);
    }
}

static void read_with(struct result_reader *r, const struct expr *e, const struct normal_binding *scope,
                      struct normal_arg *arg)
{
    int64_t *codes = arena_array(r->b->space->arena, e->update_count * MAX_CELLS + 1, sizeof *codes);
    if (!codes) {
        expr_check(r->b, NULL);
        return;
    }
    arg->kind = NORMAL_WITH;
    arg->base = expr_value(r->b, e->kids[0], scope).term;
    if (!arg->base) expr_fail(r->b, "an updated value that is not a row or grid");
    size_t count = 0;
    for (size_t i = 0; i < e->update_count && !r->b->failed; i++) {
        int64_t cells = few_cells(r->b, &e->updates[i], scope);
        if (!cells) codes[count++] = read_update(r, &e->updates[i], arg->base, scope);
        else read_cells(r, &e->updates[i], cells, arg->base, scope, codes + count);
        count += (size_t)cells;
    }
    arg->updates = codes;
    arg->update_count = count;
}

static struct normal_arg read_arg(struct result_reader *r, const struct expr *e, const struct normal_binding *scope)
{
    e = row_itself(r->b, e, &scope);
    struct normal_arg arg = {.kind = NORMAL_OPAQUE, .first_var = (int)r->numbers.count};
    if (e->type == TYPE_INT || e->type == TYPE_BOOL) {
        arg.kind = NORMAL_NUMBER;
        add_number(r, e, scope);
    } else if (e->kind == EXPR_ROW && (e->type == TYPE_ROW || e->type == TYPE_BAG)) {
        arg.kind = NORMAL_CELLS;
        for (size_t i = 0; i < e->count; i++) add_number(r, e->kids[i], scope);
    } else if (e->kind == EXPR_WITH) {
        read_with(r, e, scope, &arg);
    } else {
        arg.base = expr_value(r->b, e, scope).term;
        if (!arg.base) expr_fail(r->b, "an argument that has no normal form");
    }
    arg.var_count = (int)r->numbers.count - arg.first_var;
    return arg;
}

static struct normal_component read_component(struct result_reader *r, const struct expr *e,
                                              const struct normal_binding *scope)
{
    struct normal_component c = {.game = -1, .arg_count = 1};
    bool game = e->kind == EXPR_GAME;
    if (game) {
        c.game = e->game;
        c.arg_count = e->count;
    }
    c.args = arena_array(r->b->space->arena, c.arg_count + 1, sizeof *c.args);
    if (!c.args) {
        expr_check(r->b, NULL);
        return c;
    }
    for (size_t i = 0; i < c.arg_count && game && !r->b->failed; i++) c.args[i] = read_arg(r, e->kids[i], scope);
    if (!game) c.args[0] = (struct normal_arg){.kind = NORMAL_OPAQUE, .base = expr_value(r->b, e, scope).term};
    if (!game && !c.args[0].base) expr_fail(r->b, "a position that has no normal form");
    return c;
}

/* The forms of all numbers of one choice, with += and -= evaluated. */
static const struct linear_form **finish_values(struct result_reader *r, struct normal_value *values)
{
    const struct linear_form **out = arena_array(r->b->space->arena, r->numbers.count + 1, sizeof *out);
    if (!out) return expr_check(r->b, NULL), NULL;
    for (size_t i = 0; i < r->numbers.count; i++) out[i] = values[i].form;
    for (size_t i = 0; i < r->steps.count; i++) {
        const struct step *s = &r->steps.data[i];
        struct normal_value args[3] = {{.term = s->base}, values[s->index[0]], values[s->index[s->dims > 1]]};
        struct normal_term read = {.kind = EXPR_INDEX, .count = (size_t)s->dims + 1, .args = args};
        out[s->value] =
            linear_sum(&r->b->space->work, terms_make(r->b->space, &read, true).form, 1, out[s->value], s->sign);
        if (!expr_check(r->b, out[s->value])) return NULL;
    }
    return out;
}

static struct normal_vectors all_values(struct result_reader *r)
{
    struct normal_builder *b = r->b;
    struct normal_vectors v = expr_no_choice(b, r->numbers.count);
    for (size_t i = 0; i < r->numbers.count && !b->failed; i++)
        v = expr_extend(b, v, i, expr_cases(b, r->numbers.data[i].e, r->numbers.data[i].scope), r->numbers.count);
    return v;
}

static void read_chosen(struct result_reader *r, const struct chosen *c, struct normal_outcomes *out)
{
    struct normal_builder *b = r->b;
    struct normal_piece shape = {.component_count = c->count};
    shape.components = arena_array(b->space->arena, c->count + 1, sizeof *shape.components);
    if (!shape.components) expr_check(b, NULL);
    r->numbers.count = r->steps.count = 0;
    for (size_t i = 0; i < c->count && !b->failed; i++)
        shape.components[i] = read_component(r, c->games[i], c->scopes[i]);
    shape.result_vars = (int)r->numbers.count;
    if (b->failed) return;
    struct normal_vectors v = all_values(r);
    for (size_t i = 0; i < v.count && !b->failed; i++) {
        bool never;
        struct normal_outcome o = {union_join(b, c->guard, v.items[i].guard, &never), shape,
                                   finish_values(r, v.items[i].values)};
        if (never || b->failed) continue;
        if (out->count == NORMAL_MAX_PIECES) expr_fail(b, "the results split into too many cases");
        else if ((out->items = one_more(b, out->items, out->count, sizeof o))) out->items[out->count++] = o;
    }
}

struct normal_outcomes expr_outcomes(struct normal_builder *b, const struct expr *e, const struct normal_binding *scope)
{
    struct normal_outcomes out = {0};
    struct result_choices c = positions_of(b, e, scope);
    struct result_reader r = {.b = b};
    for (size_t i = 0; i < c.count && !b->failed; i++) {
        struct result_choices opened = open_rows_from(b, &c.items[i], 0, 0);
        for (size_t k = 0; k < opened.count && !b->failed; k++) read_chosen(&r, &opened.items[k], &out);
    }
    vec_free(&r.numbers);
    vec_free(&r.steps);
    return out;
}
