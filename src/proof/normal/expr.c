/* SPDX-License-Identifier: MIT */
/* Integer expressions as guarded linear forms. Only min, max, abs and ?: split; everything else is computed on every
 * choice of forms for its arguments. With b->whole nothing splits and there is always exactly one case. */
#include "proof/private.h"

/* ---- leaves ------------------------------------------------------------------------------------------------------ */
static const struct linear_form *variable(struct normal_builder *b, enum normal_var_kind kind, int index)
{
    return linear_variable(&b->space->work, normal_var(b->space, kind, index));
}

const struct linear_form *expr_leaf(struct normal_builder *b, const struct expr *e)
{
    const struct normal_source *s = b->source;
    int64_t value = e->value;
    switch (e->kind) {
    case EXPR_INT:
        if (e->number && !integer_fits(e->number, &value)) return b->space->work.gave_up = true, NULL;
        return linear_constant(&b->space->work, value);
    case EXPR_BOOL: return linear_constant(&b->space->work, e->value != 0);
    case EXPR_FIELD:
        if (s->held && s->held[e->index]) return linear_constant(&b->space->work, *s->held[e->index]);
        return variable(b, NORMAL_FIELD, s->fields ? s->fields[e->index] : e->index);
    case EXPR_PARAM:
        if (s->symbolic && s->symbolic[e->index])
            return variable(b, NORMAL_PARAM, s->params_as ? s->params_as[e->index] : e->index);
        return linear_constant(&b->space->work, s->params[e->index].value);
    case EXPR_MOVER:
        if (s->mover == NORMAL_EITHER) return variable(b, NORMAL_MOVER, 0);
        return linear_constant(&b->space->work, s->mover ? s->mover : 1); /* 0: the mover does not matter */
    default: return NULL;
    }
}

static bool is_leaf(const struct expr *e)
{
    return e->kind == EXPR_INT || e->kind == EXPR_BOOL || e->kind == EXPR_FIELD || e->kind == EXPR_PARAM ||
           e->kind == EXPR_MOVER;
}

/* ---- cases ------------------------------------------------------------------------------------------------------- */
static struct normal_cases no_cases(void) { return (struct normal_cases){NULL, 0}; }

static struct normal_cases one_case(struct normal_builder *b, const struct linear_form *value)
{
    if (!expr_check(b, value)) return no_cases();
    struct normal_case *item = arena_alloc(b->space->arena, sizeof *item);
    if (!item) return expr_check(b, NULL), no_cases();
    item->value = value;
    return (struct normal_cases){item, 1};
}

static bool add_case(struct normal_builder *b, struct normal_cases *to, size_t room, struct linear_conjunction x,
                     struct linear_conjunction y, const struct linear_form *value)
{
    bool never;
    if (!expr_check(b, value)) return false;
    struct linear_conjunction guard = union_join(b, x, y, &never);
    if (b->failed) return false;
    if (never) return true;
    if (to->count == room) {
        b->too_many = true;
        expr_fail(b, "the expressions split into too many cases");
        return false;
    }
    to->items[to->count++] = (struct normal_case){guard, value};
    return true;
}

static struct normal_cases room_for(struct normal_builder *b, size_t *room)
{
    if (*room > NORMAL_MAX_PIECES) *room = NORMAL_MAX_PIECES;
    struct normal_cases c = {arena_array(b->space->arena, *room + 1, sizeof *c.items), 0};
    if (!c.items) expr_check(b, NULL);
    return c;
}

struct normal_vectors expr_extend(struct normal_builder *b, struct normal_vectors v, size_t at, struct normal_cases c,
                                  size_t width)
{
    struct normal_vectors out = {0};
    size_t room = v.count * c.count;
    if (room > NORMAL_MAX_PIECES) {
        b->too_many = true;
        expr_fail(b, "the expressions split into too many cases");
        return out;
    }
    out.items = arena_array(b->space->arena, room + 1, sizeof *out.items);
    for (size_t i = 0; out.items && i < v.count; i++)
        for (size_t j = 0; j < c.count; j++) {
            bool never;
            struct normal_vector n = {union_join(b, v.items[i].guard, c.items[j].guard, &never),
                                      arena_array(b->space->arena, width + 1, sizeof *n.values)};
            if (!n.values) return expr_check(b, NULL), out;
            for (size_t k = 0; k < at; k++) n.values[k] = v.items[i].values[k];
            n.values[at] = terms_of_form(c.items[j].value);
            if (!never) out.items[out.count++] = n;
        }
    if (!out.items) expr_check(b, NULL);
    return out;
}

struct normal_vectors expr_no_choice(struct normal_builder *b, size_t width)
{
    struct normal_vectors v = {arena_alloc(b->space->arena, sizeof *v.items), 1};
    if (v.items && (v.items[0].values = arena_array(b->space->arena, width + 1, sizeof *v.items[0].values))) return v;
    expr_check(b, NULL);
    return (struct normal_vectors){NULL, 0};
}

struct normal_vectors expr_vectors(struct normal_builder *b, struct expr *const *kids, size_t count,
                                   const struct normal_binding *scope)
{
    struct normal_vectors v = expr_no_choice(b, count);
    for (size_t i = 0; i < count && !b->failed; i++) {
        if (kids[i]->type == TYPE_INT) {
            v = expr_extend(b, v, i, expr_cases(b, kids[i], scope), count);
            continue;
        }
        struct normal_value whole = expr_value(b, kids[i], scope);
        for (size_t k = 0; k < v.count; k++) v.items[k].values[i] = whole;
    }
    return b->failed ? (struct normal_vectors){NULL, 0} : v;
}

/* ---- operations -------------------------------------------------------------------------------------------------- */
struct normal_value expr_apply(struct normal_builder *b, const struct expr *e, struct normal_value *args, size_t count)
{
    struct linear_work *w = &b->space->work;
    const struct linear_form *x = count > 0 ? args[0].form : NULL, *y = count > 1 ? args[1].form : NULL;
    struct normal_term proto = {.kind = (int)e->kind, .count = count, .args = args, .truth = e->type == TYPE_BOOL};
    bool number = e->type == TYPE_INT || e->type == TYPE_BOOL;
    switch (e->kind) {
    case EXPR_NEG: return terms_of_form(linear_scale(w, x, -1, 0));
    case EXPR_ADD: return terms_of_form(linear_sum(w, x, 1, y, 1));
    case EXPR_SUB: return terms_of_form(linear_sum(w, x, 1, y, -1));
    case EXPR_MUL: return terms_of_form(terms_multiply(b->space, x, y));
    case EXPR_DIV: return terms_of_form(terms_divide(b->space, x, y));
    case EXPR_MOD: return terms_of_form(terms_remainder(b->space, x, y));
    case EXPR_CALL: proto.data = e->index; break;
    case EXPR_LUA:
        proto.data = e->index;
        proto.owner = b->source->owner;
        break;
    case EXPR_INDEX:
    case EXPR_ROW:
    case EXPR_EQ: break;
    default: expr_fail(b, "an expression of a kind that has no normal form"); return (struct normal_value){0};
    }
    return terms_make(b->space, &proto, number);
}

/* ---- splitting --------------------------------------------------------------------------------------------------- */
/* For each choice of arguments and each i: argument i, under the condition that none is better. */
static struct normal_cases split_extreme(struct normal_builder *b, const struct expr *e,
                                         const struct normal_binding *scope)
{
    struct normal_vectors v = expr_vectors(b, e->kids, e->count, scope);
    if (b->failed) return no_cases();
    int64_t sign = e->index == BUILTIN_MAX ? -1 : 1;
    size_t room = v.count * e->count;
    struct normal_cases out = room_for(b, &room);
    for (size_t k = 0; k < v.count && !b->failed; k++)
        for (size_t i = 0; i < e->count && !b->failed; i++) {
            struct normal_union best = union_of(b, v.items[k].guard);
            for (size_t j = 0; j < e->count && !b->failed; j++) {
                if (j == i) continue;
                const struct linear_form *d =
                    linear_sum(&b->space->work, v.items[k].values[j].form, sign, v.items[k].values[i].form, -sign);
                best = union_and(b, best, union_one(b, d, false));
            }
            if (best.count)
                add_case(b, &out, room, best.items[0], (struct linear_conjunction){0}, v.items[k].values[i].form);
        }
    return out;
}

static struct normal_cases split_abs(struct normal_builder *b, const struct expr *e, const struct normal_binding *scope)
{
    struct normal_cases in = expr_cases(b, e->kids[0], scope);
    size_t room = in.count * 2;
    struct normal_cases out = room_for(b, &room);
    for (size_t i = 0; i < in.count && !b->failed; i++) {
        const struct linear_form *x = in.items[i].value, *minus = linear_scale(&b->space->work, x, -1, 0);
        struct normal_union up = union_one(b, x, false);
        struct normal_union down = union_one(b, linear_scale(&b->space->work, x, -1, -1), false);
        if (up.count) add_case(b, &out, room, in.items[i].guard, up.items[0], x);
        if (down.count) add_case(b, &out, room, in.items[i].guard, down.items[0], minus);
    }
    return out;
}

static struct normal_cases split_if(struct normal_builder *b, const struct expr *e, const struct normal_binding *scope)
{
    struct normal_cases out = no_cases();
    struct normal_union when[2];
    struct normal_cases branch[2];
    size_t room = 0;
    for (int k = 0; k < 2; k++) {
        when[k] = expr_union(b, e->kids[0], k == 0, scope);
        branch[k] = when[k].count ? expr_cases(b, e->kids[1 + k], scope) : no_cases();
        room += when[k].count * branch[k].count;
    }
    if (b->failed) return out;
    out = room_for(b, &room);
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < when[k].count; i++)
            for (size_t j = 0; j < branch[k].count && !b->failed; j++)
                add_case(b, &out, room, when[k].items[i], branch[k].items[j].guard, branch[k].items[j].value);
    return out;
}

static bool splits(const struct normal_builder *b, const struct expr *e)
{
    if (b->whole) return false;
    return e->kind == EXPR_IF ||
           (e->kind == EXPR_CALL && (e->index == BUILTIN_MIN || e->index == BUILTIN_MAX || e->index == BUILTIN_ABS));
}

static struct normal_cases apply_cases(struct normal_builder *b, const struct expr *e,
                                       const struct normal_binding *scope)
{
    struct normal_vectors v = expr_vectors(b, e->kids, e->count, scope);
    size_t room = v.count;
    struct normal_cases out = room_for(b, &room);
    for (size_t i = 0; i < v.count && !b->failed; i++)
        add_case(b, &out, room, v.items[i].guard, (struct linear_conjunction){0},
                 expr_apply(b, e, v.items[i].values, e->count).form);
    return out;
}

struct normal_cases expr_cases(struct normal_builder *b, const struct expr *e, const struct normal_binding *scope)
{
    if (!expr_enter(b)) return no_cases();
    if (is_leaf(e)) return one_case(b, expr_leaf(b, e));
    if (e->type != TYPE_INT || e->kind == EXPR_FOLD) return one_case(b, expr_value(b, e, scope).form);
    if (e->kind == EXPR_LOCAL) {
        const struct normal_binding *n = expr_binding(b, scope, e->index);
        if (!n) return no_cases();
        return n->form ? one_case(b, n->form) : expr_cases(b, n->expr, n->scope);
    }
    if (e->kind == EXPR_LET) return expr_cases(b, e->kids[1], expr_bind(b, scope, e->index, NULL, e->kids[0], scope));
    if (e->kind == EXPR_IF && b->whole) return one_case(b, expr_value(b, e, scope).form);
    struct normal_cases cell;
    if (!b->whole && listed_cell(b, e, scope, &cell)) return cell;
    if (!splits(b, e)) return apply_cases(b, e, scope);
    if (e->kind == EXPR_IF) return split_if(b, e, scope);
    return e->index == BUILTIN_ABS ? split_abs(b, e, scope) : split_extreme(b, e, scope);
}
