/* Unions of conjunctions, kept small: constant constraints are decided at once, so a contradiction never multiplies. */
#include "model/normal_expr.h"

struct normal_union union_none(void)
{
    return (struct normal_union){NULL, 0};
}

static struct linear_conjunction *make_items(struct normal_builder *b, size_t count)
{
    struct linear_conjunction *items = arena_array(b->space->arena, count + 1, sizeof *items);
    if (!items) {
        b->space->work.no_memory = true;
        expr_fail(b, "memory is out");
    }
    return items;
}

struct normal_union union_of(struct normal_builder *b, struct linear_conjunction guard)
{
    struct linear_conjunction *items = make_items(b, 1);
    if (!items) return union_none();
    items[0] = guard;
    return (struct normal_union){items, 1};
}

struct normal_union union_all(struct normal_builder *b)
{
    return union_of(b, (struct linear_conjunction){0});
}

struct normal_union union_one(struct normal_builder *b, const struct linear_form *form, bool equality)
{
    if (!expr_check(b, form)) return union_none();
    struct linear_constraint c = linear_tighten(&b->space->work, (struct linear_constraint){form, equality});
    if (!expr_check(b, c.form)) return union_none();
    int truth = linear_truth(c);
    if (truth >= 0) return truth ? union_all(b) : union_none();
    struct linear_constraint *item = arena_alloc(b->space->arena, sizeof *item);
    if (!item) return expr_check(b, NULL), union_none();
    *item = c;
    return union_of(b, (struct linear_conjunction){item, 1});
}

struct linear_conjunction union_join(struct normal_builder *b, struct linear_conjunction x, struct linear_conjunction y,
                                     bool *never)
{
    struct linear_conjunction none = {0};
    *never = false;
    if (!x.count && !y.count) return none;
    struct linear_constraint *items = arena_array(b->space->arena, x.count + y.count, sizeof *items);
    if (!items) {
        b->space->work.no_memory = true;
        expr_fail(b, "memory is out");
        return none;
    }
    size_t count = 0;
    for (size_t i = 0; i < x.count + y.count; i++) {
        struct linear_constraint c = i < x.count ? x.items[i] : y.items[i - x.count];
        int truth = linear_truth(c);
        if (truth == 0) *never = true;
        bool known = truth >= 0;
        for (size_t j = 0; j < count && !known; j++)
            known = items[j].equality == c.equality && linear_compare(items[j].form, c.form) == 0;
        if (!known) items[count++] = c;
    }
    return (struct linear_conjunction){items, count};
}

struct normal_union union_and(struct normal_builder *b, struct normal_union x, struct normal_union y)
{
    if (b->failed || !x.count || !y.count) return union_none();
    if (x.count * y.count > NORMAL_MAX_PIECES) {
        b->too_many = true;
        expr_fail(b, "the conditions split into too many cases");
        return union_none();
    }
    struct linear_conjunction *items = make_items(b, x.count * y.count);
    size_t count = 0;
    for (size_t i = 0; items && i < x.count; i++)
        for (size_t j = 0; j < y.count; j++) {
            bool never;
            items[count] = union_join(b, x.items[i], y.items[j], &never);
            if (b->failed) return union_none();
            count += !never;
        }
    return (struct normal_union){items, count};
}

struct normal_union union_or(struct normal_builder *b, struct normal_union x, struct normal_union y)
{
    if (b->failed) return union_none();
    if (!x.count) return y;
    if (!y.count) return x;
    if (x.count + y.count > NORMAL_MAX_PIECES) {
        b->too_many = true;
        expr_fail(b, "the conditions split into too many cases");
        return union_none();
    }
    struct linear_conjunction *items = make_items(b, x.count + y.count);
    for (size_t i = 0; items && i < x.count + y.count; i++) items[i] = i < x.count ? x.items[i] : y.items[i - x.count];
    return (struct normal_union){items, items ? x.count + y.count : 0};
}
