/* SPDX-License-Identifier: MIT */
/* A generator that occurs in an equality is a function of the rest: t with factor 1 by solving, with factor c as
 * floor(rest / c), the equality then saying that c divides. One that occurs in inequalities only is eliminated: by
 * combining bounds if that is exact over integers, else by its extreme values, one case per bound. */
#include "proof/private.h"

enum { FRESH = 1000, MAX_FRESH = 8, MAX_CASES = 24 };

static bool term_mentions(const struct normal_space *space, const struct normal_term *t, int var)
{
    for (size_t i = 0; i < t->count; i++)
        if (value_mentions(space, t->args[i], var)) return true;
    return false;
}

bool value_mentions(const struct normal_space *space, struct normal_value v, int var)
{
    return v.form ? form_mentions(space, v.form, var) : v.term && term_mentions(space, v.term, var);
}

/* Does var occur in the form, but only inside terms? */
static bool hides(const struct normal_space *space, const struct linear_form *form, int var)
{
    for (uint32_t i = 0; i < form->count; i++) {
        const struct normal_term *t = space->vars[form->terms[i].var].term;
        if (t && term_mentions(space, t, var)) return true;
    }
    return false;
}

bool form_mentions(const struct normal_space *space, const struct linear_form *form, int var)
{
    return linear_factor(form, var) != 0 || hides(space, form, var);
}

/* The equality to solve for var, preferably one with a factor of 1; SIZE_MAX if there is none. */
static size_t find_equality(const struct normal_space *space, struct linear_conjunction in, int var)
{
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < in.count; i++) {
        int64_t k = in.items[i].equality ? linear_factor(in.items[i].form, var) : 0;
        if (!k || k == INT64_MIN || hides(space, in.items[i].form, var)) continue;
        if (k == 1 || k == -1) return i;
        if (best == SIZE_MAX) best = i;
    }
    return best;
}

/* k var + rest == 0 solved: -rest / k. */
static const struct linear_form *solved(struct normal_builder *b, const struct linear_form *form, int var)
{
    struct linear_work *w = &b->space->work;
    int64_t k = linear_factor(form, var);
    const struct linear_form *rest = linear_replace(w, form, var, linear_constant(w, 0));
    rest = linear_scale(w, rest, k > 0 ? -1 : 1, 0);
    return terms_divide(b->space, rest, linear_constant(w, k > 0 ? k : -k));
}

static bool tidy(struct normal_builder *b, struct linear_conjunction *c, bool *never)
{
    struct linear_constraint *items = arena_array(b->space->arena, c->count + 1, sizeof *items);
    if (!items) return expr_check(b, NULL);
    for (size_t i = 0; i < c->count; i++) {
        items[i] = linear_tighten(&b->space->work, c->items[i]);
        if (!expr_check(b, items[i].form)) return false;
    }
    *c = union_join(b, (struct linear_conjunction){items, c->count}, (struct linear_conjunction){0}, never);
    return !b->failed;
}

static bool replace_bases(struct normal_builder *b, struct normal_piece *p, const struct linear_form *const *map,
                          size_t n)
{
    for (size_t i = 0; i < p->component_count; i++)
        for (size_t k = 0; k < p->components[i].arg_count; k++) {
            struct normal_arg *a = &p->components[i].args[k];
            if (!a->base) continue;
            a->base = normal_replace_term(b->space, a->base, map, n);
            if (!a->base) {
                expr_fail(b, "a term could not be rewritten");
                return false;
            }
        }
    return true;
}

/* Replaces var by form everywhere. */
static bool replace_gen(struct normal_builder *b, struct normal_piece *p, struct linear_conjunction *items, int var,
                        const struct linear_form *form)
{
    size_t n = b->space->var_count;
    const struct linear_form **map = arena_array(b->space->arena, n, sizeof *map);
    if (!map || !expr_check(b, form)) return expr_check(b, NULL);
    map[var] = form;
    if (!normal_replace_all(b->space, *items, map, n, items)) return expr_check(b, NULL);
    for (size_t g = 0; g < p->gen_count; g++)
        if (p->recover[g] && !expr_check(b, p->recover[g] = normal_replace(b->space, p->recover[g], map, n)))
            return false;
    return replace_bases(b, p, map, n);
}

static bool determine(struct normal_builder *b, struct normal_piece *p, struct linear_conjunction *items)
{
    for (bool again = true; again;) {
        again = false;
        for (size_t g = 0; g < p->gen_count && !again; g++) {
            int var = normal_var(b->space, NORMAL_GEN, (int)g);
            size_t at = p->recover[g] ? SIZE_MAX : find_equality(b->space, *items, var);
            if (at == SIZE_MAX) continue;
            const struct linear_form *form = solved(b, items->items[at].form, var);
            if (!replace_gen(b, p, items, var, form)) return false;
            p->recover[g] = form;
            again = true;
        }
    }
    return true;
}

static bool hidden_somewhere(const struct normal_space *space, struct linear_conjunction c,
                             const struct normal_piece *p, int var)
{
    for (size_t i = 0; i < c.count; i++)
        if (hides(space, c.items[i].form, var)) return true;
    for (size_t i = 0; i < p->component_count; i++)
        for (size_t k = 0; k < p->components[i].arg_count; k++)
            if (p->components[i].args[k].base && term_mentions(space, p->components[i].args[k].base, var)) return true;
    return false;
}

static bool left_over(const struct normal_space *space, struct linear_conjunction c, const struct normal_piece *p,
                      int var)
{
    for (size_t i = 0; i < c.count; i++)
        if (form_mentions(space, c.items[i].form, var)) return true;
    return hidden_somewhere(space, c, p, var);
}

/* ---- generators that do not occur in results --------------------------------------------------------------------- */
/* Replaces floors of forms that contain var by new variables, constrained by the definition of the floor, so that no
 * floor contains var any more. The new variables are GEN variables from FRESH on; *fresh counts them. */
static bool open_floors(struct normal_builder *b, struct linear_conjunction *c, int var, int *fresh)
{
    struct normal_space *s = b->space;
    size_t known = s->var_count, count = c->count;
    const struct linear_form **map = arena_array(s->arena, known, sizeof *map);
    struct linear_constraint *items = arena_array(s->arena, count + 2 * MAX_FRESH, sizeof *items);
    if (!map || !items) return expr_check(b, NULL);
    for (size_t i = 0; i < count; i++) items[i] = c->items[i];
    for (size_t v = 0; v < known; v++) {
        const struct normal_term *t = s->vars[v].term;
        if (!t || t->kind != NORMAL_FLOOR || !form_mentions(s, t->args[0].form, var)) continue;
        bool occurs = false;
        for (size_t i = 0; i < c->count && !occurs; i++) occurs = form_mentions(s, c->items[i].form, (int)v);
        if (!occurs) continue;
        if (*fresh == MAX_FRESH) return false;
        const struct linear_form *q = linear_variable(&s->work, normal_var(s, NORMAL_GEN, FRESH + (*fresh)++));
        const struct linear_form *rest = linear_sum(&s->work, t->args[0].form, 1, q, -t->data);
        map[v] = q;
        items[count++] = (struct linear_constraint){rest, false};
        items[count++] = (struct linear_constraint){linear_scale(&s->work, rest, -1, t->data - 1), false};
    }
    struct linear_conjunction opened = {items, count};
    for (size_t i = 0; i < count; i++)
        if (!expr_check(b, items[i].form)) return false;
    return normal_replace_all(s, opened, map, known, c);
}

/* The value of var at which k var + rest >= 0 is just true: floor(rest / -k) from above, -floor(rest / k) from below.
 * An equality gives its only value; the equality itself then says whether that is an integer. */
static const struct linear_form *extreme_value(struct normal_builder *b, const struct linear_form *form, int var)
{
    struct linear_work *w = &b->space->work;
    int64_t k = linear_factor(form, var);
    const struct linear_form *rest = linear_replace(w, form, var, linear_constant(w, 0));
    const struct linear_form *q = terms_divide(b->space, rest, linear_constant(w, k > 0 ? k : -k));
    return k > 0 ? linear_scale(w, q, -1, 0) : q;
}

/* If some value of var satisfies all constraints, so does the greatest possible one, at which an upper bound is
 * attained, and the least one. One case per bound of the rarer kind, or a single case for an equality. */
static bool at_extremes(struct normal_builder *b, struct linear_conjunction c, int var, struct normal_union *out)
{
    size_t up = 0, down = 0, equality = SIZE_MAX;
    for (size_t i = 0; i < c.count; i++) {
        int64_t k = linear_factor(c.items[i].form, var);
        if (k == INT64_MIN) return false;
        if (k && c.items[i].equality) equality = i;
        up += k < 0;
        down += k > 0;
    }
    *out = union_none();
    for (size_t i = 0; i < c.count && !b->failed; i++) {
        int64_t k = linear_factor(c.items[i].form, var);
        if (!k || (equality != SIZE_MAX ? i != equality : (up <= down) != (k < 0))) continue;
        size_t n = b->space->var_count;
        const struct linear_form **map = arena_array(b->space->arena, n, sizeof *map);
        const struct linear_form *value = extreme_value(b, c.items[i].form, var);
        struct linear_conjunction here;
        if (!map || !value) return expr_check(b, NULL);
        map[var] = value;
        if (!normal_replace_all(b->space, c, map, n, &here)) return expr_check(b, NULL);
        *out = union_or(b, *out, union_of(b, here));
    }
    return !b->failed;
}

static bool drop_var(struct normal_builder *b, const struct normal_piece *p, struct linear_conjunction c, int var,
                     struct normal_union *out)
{
    struct linear_conjunction less;
    if (hidden_somewhere(b->space, c, p, var)) return false;
    b->space->work.steps = 10000;
    if (!linear_eliminate(&b->space->work, c.items, c.count, var, &less)) return at_extremes(b, c, var, out);
    *out = union_of(b, less);
    return !b->failed;
}

static bool drop_everywhere(struct normal_builder *b, const struct normal_piece *p, struct normal_union *u, int var)
{
    struct normal_union out = union_none();
    for (size_t i = 0; i < u->count; i++) {
        struct normal_union one;
        bool never = false;
        if (!drop_var(b, p, u->items[i], var, &one) || out.count + one.count > MAX_CASES) return false;
        for (size_t k = 0; k < one.count; k++) {
            if (!tidy(b, &one.items[k], &never)) return false;
            if (!never) out = union_or(b, out, union_of(b, one.items[k]));
        }
    }
    *u = out;
    return !b->failed;
}

/* Eliminates var from one case: exactly, in several cases, or not at all. */
static bool eliminate_gen(struct normal_builder *b, const struct normal_piece *p, struct linear_conjunction c, int var,
                          struct normal_union *out)
{
    int fresh = 0;
    if (hidden_somewhere(b->space, c, p, var) && !open_floors(b, &c, var, &fresh)) return false;
    struct normal_union u = union_of(b, c);
    if (!drop_everywhere(b, p, &u, var)) return false;
    for (int k = 0; k < fresh; k++)
        if (!drop_everywhere(b, p, &u, normal_var(b->space, NORMAL_GEN, FRESH + k))) return false;
    *out = u;
    return !b->failed;
}

static bool eliminate_all(struct normal_builder *b, struct normal_piece *p, int var, struct normal_union *rules)
{
    struct normal_union out = union_none();
    for (size_t i = 0; i < rules->count; i++) {
        struct normal_union one = union_of(b, rules->items[i]);
        if (left_over(b->space, rules->items[i], p, var) && !eliminate_gen(b, p, rules->items[i], var, &one))
            return false;
        if (out.count + one.count > MAX_CASES) return false;
        out = union_or(b, out, one);
    }
    *rules = out;
    return !b->failed;
}

/* Turns f >= 0 and -f >= 0 into f == 0, which can be solved for a generator. */
static bool join_opposites(struct normal_builder *b, struct linear_conjunction *c)
{
    struct linear_constraint *items = arena_array(b->space->arena, c->count + 1, sizeof *items);
    size_t count = 0;
    if (!items) return expr_check(b, NULL);
    for (size_t i = 0; i < c->count; i++) {
        const struct linear_form *minus = linear_scale(&b->space->work, c->items[i].form, -1, 0);
        bool joined = false;
        if (!expr_check(b, minus)) return false;
        for (size_t k = 0; k < count && !joined && !c->items[i].equality; k++)
            if (!items[k].equality && linear_compare(items[k].form, minus) == 0) joined = items[k].equality = true;
        if (!joined) items[count++] = c->items[i];
    }
    *c = (struct linear_conjunction){items, count};
    return true;
}

bool piece_finish(struct normal_builder *b, struct normal_piece *p, struct linear_conjunction items,
                  struct normal_union *rules)
{
    bool never = false;
    p->recover = arena_array(b->space->arena, p->gen_count + 1, sizeof *p->recover);
    if (!p->recover) return expr_check(b, NULL);
    if (!join_opposites(b, &items) || !determine(b, p, &items) || !tidy(b, &items, &never) || never) return false;
    p->full = p->rule = items;
    p->exact = true;
    *rules = union_of(b, items);
    for (size_t g = 0; g < p->gen_count && !b->failed; g++)
        if (!p->recover[g]) p->exact &= eliminate_all(b, p, normal_var(b->space, NORMAL_GEN, (int)g), rules);
    return !b->failed && (!b->space->work.no_memory || expr_check(b, NULL));
}
