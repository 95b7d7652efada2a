/* SPDX-License-Identifier: MIT */
/* Terms are interned in one list per space: a rule has a few dozen, so a walk with a cheap first comparison is enough.
 * Each kind has one maker that brings it into canonical shape; replacing variables makes every affected term anew. */
#include "proof/normal/terms.h"
#include <string.h>
#include "base/checked.h"
#include "base/numbers.h"
#include "proof/private.h"

/* ---- variables --------------------------------------------------------------------------------------------------- */
static bool grow(struct normal_space *space, void **data, size_t *capacity, size_t size)
{
    size_t wanted = *capacity ? *capacity * 2 : 32;
    void *fresh = arena_array(space->arena, wanted, size);
    if (!fresh) return space->work.no_memory = true, false;
    if (*capacity) memcpy(fresh, *data, *capacity * size);
    *data = fresh;
    *capacity = wanted;
    return true;
}

static int add_var(struct normal_space *space, struct normal_var var)
{
    if (space->var_count == space->var_capacity) {
        void *data = space->vars;
        if (!grow(space, &data, &space->var_capacity, sizeof *space->vars)) return -1;
        space->vars = data;
    }
    space->vars[space->var_count] = var;
    return (int)space->var_count++;
}

int normal_var(struct normal_space *space, enum normal_var_kind kind, int index)
{
    for (size_t i = 0; i < space->var_count; i++)
        if (space->vars[i].kind == kind && space->vars[i].index == index) return (int)i;
    return add_var(space, (struct normal_var){.kind = kind, .index = index});
}

/* ---- order ------------------------------------------------------------------------------------------------------- */
int terms_compare(struct normal_value a, struct normal_value b)
{
    if (a.form && b.form) return linear_compare(a.form, b.form);
    if (a.form || b.form) return a.form ? -1 : 1;
    return (a.term->id > b.term->id) - (a.term->id < b.term->id);
}

void terms_sort(struct normal_value *values, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        struct normal_value v = values[i];
        size_t j = i;
        for (; j > 0 && terms_compare(values[j - 1], v) > 0; j--) values[j] = values[j - 1];
        values[j] = v;
    }
}

static size_t without_repeats(struct normal_value *values, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!kept || terms_compare(values[kept - 1], values[i]) != 0) values[kept++] = values[i];
    return kept;
}

const struct normal_term *terms_behind(const struct normal_space *space, const struct linear_form *form)
{
    if (!form || form->count != 1 || form->constant || form->terms[0].factor != 1) return NULL;
    const struct normal_var *v = &space->vars[form->terms[0].var];
    return v->kind == NORMAL_TERM ? v->term : NULL;
}

/* ---- interning --------------------------------------------------------------------------------------------------- */
/* What same_term looks at, in one number. */
static uint32_t name_value(uint32_t name, struct normal_value v)
{
    const uint32_t spread = 0x9E3779B1u;
    if (!v.form) return (name ^ (v.term ? (uint32_t)v.term->id : 0)) * spread + 1;
    name = (name ^ (uint32_t)v.form->constant) * spread;
    for (uint32_t i = 0; i < v.form->count; i++)
        name = (name ^ (uint32_t)v.form->terms[i].var ^ (uint32_t)v.form->terms[i].factor << 20) * spread;
    return name;
}

static uint32_t name_term(const struct normal_term *t, bool number)
{
    uint32_t name = (uint32_t)t->kind << 16 ^ (uint32_t)t->data << 1 ^ (uint32_t)t->owner << 8 ^ number;
    for (size_t i = 0; i < t->count; i++) name = name_value(name, t->args[i]);
    return name ^ name >> 15;
}

static bool same_term(const struct normal_term *a, const struct normal_term *b, bool number)
{
    if (a->kind != b->kind || a->data != b->data || a->owner != b->owner || a->count != b->count) return false;
    if ((a->var >= 0) != number) return false;
    for (size_t i = 0; i < a->count; i++)
        if (terms_compare(a->args[i], b->args[i]) != 0) return false;
    return true;
}

static struct normal_value value_of(struct normal_space *space, const struct normal_term *term)
{
    if (term->var < 0) return (struct normal_value){.term = term};
    return terms_of_form(linear_variable(&space->work, term->var));
}

static struct normal_value intern_term(struct normal_space *space, const struct normal_term *proto, bool number)
{
    struct normal_value none = {0};
    uint32_t name = name_term(proto, number);
    const struct normal_term **chain = &space->chains[name % NORMAL_CHAINS];
    for (const struct normal_term *t = *chain; t; t = t->next)
        if (t->name == name && same_term(t, proto, number)) return value_of(space, t);
    if (space->term_count == space->term_capacity) {
        void *data = space->terms;
        if (!grow(space, &data, &space->term_capacity, sizeof *space->terms)) return none;
        space->terms = data;
    }
    struct normal_term *t = arena_alloc(space->arena, sizeof *t);
    struct normal_value *args = arena_array(space->arena, proto->count + 1, sizeof *args);
    if (!t || !args) return space->work.no_memory = true, none;
    *t = *proto;
    for (size_t i = 0; i < proto->count; i++) args[i] = proto->args[i];
    t->args = args;
    t->id = (int)space->term_count;
    t->var = -1;
    t->name = name;
    if (number && (t->var = add_var(space, (struct normal_var){NORMAL_TERM, t->id, t})) < 0) return none;
    space->terms[space->term_count++] = t;
    t->next = *chain;
    *chain = t;
    return value_of(space, t);
}

const struct linear_form *terms_call(struct normal_space *space, int kind, int64_t data, bool truth,
                                     const struct linear_form *const *forms, size_t count)
{
    struct normal_value args[8];
    if (count > 8) return NULL;
    for (size_t i = 0; i < count; i++)
        if (!(args[i] = terms_of_form(forms[i])).form) return NULL;
    struct normal_term proto = {.kind = kind, .data = data, .truth = truth, .count = count, .args = args};
    return terms_make(space, &proto, true).form;
}

/* ---- arithmetic -------------------------------------------------------------------------------------------------- */
/* form = c * whole + rest with every factor of rest and its constant in 0..c-1. */
static bool split_by(struct normal_space *space, const struct linear_form *form, int64_t c,
                     const struct linear_form **whole, const struct linear_form **rest)
{
    size_t size = sizeof **whole + form->count * sizeof form->terms[0];
    struct linear_form *w = arena_alloc(space->arena, size), *r = arena_alloc(space->arena, size);
    if (!w || !r) return space->work.no_memory = true, false;
    checked_div(form->constant, c, &w->constant); /* c > 1: these fit */
    checked_mod(form->constant, c, &r->constant);
    for (uint32_t i = 0; i < form->count; i++) {
        struct linear_term q = form->terms[i], m = q;
        checked_div(form->terms[i].factor, c, &q.factor);
        checked_mod(form->terms[i].factor, c, &m.factor);
        if (q.factor) w->terms[w->count++] = q;
        if (m.factor) r->terms[r->count++] = m;
    }
    *whole = w;
    *rest = r;
    return true;
}

/* Of c and the factors, which are natural. */
static int64_t common_factor(const struct linear_form *f, int64_t c)
{
    int64_t g = c;
    for (uint32_t i = 0; i < f->count; i++) g = (int64_t)number_gcd((uint64_t)g, (uint64_t)f->terms[i].factor);
    return g;
}

/* floor((floor(e / a) + k) / c) = floor((e + k a) / (a c)) */
static bool unnest(struct normal_space *space, const struct linear_form **rest, int64_t *c)
{
    const struct linear_form *f = *rest;
    if (f->count != 1 || f->terms[0].factor != 1) return false;
    const struct normal_var *v = &space->vars[f->terms[0].var];
    int64_t both, shift;
    if (v->kind != NORMAL_TERM || v->term->kind != NORMAL_FLOOR) return false;
    if (!checked_mul(v->term->data, *c, &both) || !checked_mul(f->constant, v->term->data, &shift)) return false;
    *rest = linear_scale(&space->work, v->term->args[0].form, 1, shift);
    *c = both;
    return *rest != NULL;
}

/* floor(form / c), c > 1: multiples of c are taken out, common factors cancel, nested floors are merged. */
static const struct linear_form *make_floor(struct normal_space *space, const struct linear_form *form, int64_t c)
{
    const struct linear_form *out = linear_constant(&space->work, 0);
    for (;;) {
        const struct linear_form *whole, *rest;
        if (!form || !split_by(space, form, c, &whole, &rest)) return NULL;
        out = linear_sum(&space->work, out, 1, whole, 1);
        if (!rest->count) return out; /* 0 <= constant < c */
        int64_t g = common_factor(rest, c);
        if (g > 1) { /* the constant's part below g never matters */
            const struct linear_form *low;
            if (!split_by(space, rest, g, &form, &low)) return NULL;
            c /= g;
            continue;
        }
        if (unnest(space, &rest, &c)) {
            form = rest;
            continue;
        }
        struct normal_value arg = terms_of_form(rest);
        struct normal_term proto = {.kind = NORMAL_FLOOR, .data = c, .count = 1, .args = &arg};
        return linear_sum(&space->work, out, 1, intern_term(space, &proto, true).form, 1);
    }
}

const struct linear_form *terms_divide(struct normal_space *space, const struct linear_form *a,
                                       const struct linear_form *b)
{
    int64_t c;
    if (!a || !b) return NULL;
    if (!linear_is_constant(b, &c) || c == 0) {
        const struct linear_form *both[2] = {a, b};
        struct normal_value args[2] = {terms_of_form(both[0]), terms_of_form(both[1])};
        struct normal_term proto = {.kind = EXPR_DIV, .count = 2, .args = args};
        return intern_term(space, &proto, true).form;
    }
    if (c == INT64_MIN) return space->work.gave_up = true, NULL;
    if (c < 0) return terms_divide(space, linear_scale(&space->work, a, -1, 0), linear_constant(&space->work, -c));
    return c == 1 ? a : make_floor(space, a, c);
}

const struct linear_form *terms_remainder(struct normal_space *space, const struct linear_form *a,
                                          const struct linear_form *b)
{
    int64_t c;
    if (!a || !b) return NULL;
    if (linear_is_constant(b, &c) && c != 0)
        return linear_sum(&space->work, a, 1, terms_divide(space, a, b), c == INT64_MIN ? 0 : -c);
    struct normal_value args[2] = {terms_of_form(a), terms_of_form(b)};
    struct normal_term proto = {.kind = EXPR_MOD, .count = 2, .args = args};
    return intern_term(space, &proto, true).form;
}

/* The variables of a product, those of nested products included; false if there are too many. */
static bool add_factors(const struct normal_space *space, int var, struct normal_value *args, size_t *count,
                        size_t room, struct linear_work *work)
{
    const struct normal_var *v = &space->vars[var];
    if (v->kind == NORMAL_TERM && v->term->kind == NORMAL_PRODUCT) {
        if (*count + v->term->count > room) return work->gave_up = true, false;
        for (size_t i = 0; i < v->term->count; i++) args[(*count)++] = v->term->args[i];
        return true;
    }
    if (*count == room) return work->gave_up = true, false;
    return (args[(*count)++] = terms_of_form(linear_variable(work, var))).form != NULL;
}

static const struct linear_form *product_of_two(struct normal_space *space, int x, int y)
{
    struct normal_value args[8];
    size_t count = 0;
    if (!add_factors(space, x, args, &count, 8, &space->work) || !add_factors(space, y, args, &count, 8, &space->work))
        return NULL;
    terms_sort(args, count);
    struct normal_term proto = {.kind = NORMAL_PRODUCT, .count = count, .args = args};
    return intern_term(space, &proto, true).form;
}

const struct linear_form *terms_multiply(struct normal_space *space, const struct linear_form *a,
                                         const struct linear_form *b)
{
    int64_t k;
    if (!a || !b) return NULL;
    if (linear_is_constant(a, &k)) return linear_scale(&space->work, b, k, 0);
    if (linear_is_constant(b, &k)) return linear_scale(&space->work, a, k, 0);
    if ((uint64_t)a->count * b->count > 64) return space->work.gave_up = true, NULL;
    /* (a' + ca)(b' + cb) = a' b' + cb a' + ca b' + ca cb */
    const struct linear_form *sum = linear_scale(&space->work, a, b->constant, 0);
    struct linear_form *pure = arena_alloc(space->arena, sizeof *pure + b->count * sizeof pure->terms[0]);
    if (!pure) return space->work.no_memory = true, NULL;
    memcpy(pure, b, sizeof *pure + b->count * sizeof pure->terms[0]);
    pure->constant = 0;
    sum = linear_sum(&space->work, sum, 1, pure, a->constant);
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count && sum; j++) {
            int64_t f;
            if (!checked_mul(a->terms[i].factor, b->terms[j].factor, &f)) return space->work.gave_up = true, NULL;
            sum = linear_sum(&space->work, sum, 1, product_of_two(space, a->terms[i].var, b->terms[j].var), f);
        }
    return sum;
}

/* ---- truth values ------------------------------------------------------------------------------------------------ */
static const struct linear_form *negated(struct normal_space *space, const struct linear_form *truth)
{
    return linear_scale(&space->work, truth, -1, 1);
}

/* form >= 0 with its first factor made positive; else 1 - (-form - 1 >= 0). */
static const struct linear_form *make_comparison(struct normal_space *space, int kind, const struct linear_form *form)
{
    struct linear_constraint c = linear_tighten(&space->work, (struct linear_constraint){form, kind == NORMAL_EQ0});
    if (!c.form) return NULL;
    int truth = linear_truth(c);
    if (truth >= 0) return linear_constant(&space->work, truth);
    bool flip = kind == NORMAL_GE0 && c.form->terms[0].factor < 0;
    struct normal_value arg = terms_of_form(flip ? linear_scale(&space->work, c.form, -1, -1) : c.form);
    if (!arg.form) return NULL;
    struct normal_term proto = {.kind = kind, .truth = true, .count = 1, .args = &arg};
    const struct linear_form *t = intern_term(space, &proto, true).form;
    return flip ? negated(space, t) : t;
}

/* The parts of a conjunction, nested ones flattened; *value is its value if a constant decides it. */
static bool gather_and(struct normal_space *space, const struct normal_term *proto, struct normal_value *out,
                       size_t *count, size_t room, int *value)
{
    for (size_t i = 0; i < proto->count; i++) {
        int64_t k;
        const struct normal_term *inner = terms_behind(space, proto->args[i].form);
        if (linear_is_constant(proto->args[i].form, &k)) {
            if (!k) *value = 0;
        } else if (inner && inner->kind == EXPR_AND) {
            if (*count + inner->count > room) return space->work.gave_up = true, false;
            for (size_t j = 0; j < inner->count; j++) out[(*count)++] = inner->args[j];
        } else {
            if (*count == room) return space->work.gave_up = true, false;
            out[(*count)++] = proto->args[i];
        }
    }
    return true;
}

static const struct linear_form *make_and(struct normal_space *space, const struct normal_term *proto)
{
    struct normal_value args[64];
    size_t count = 0;
    int value = 1;
    if (!gather_and(space, proto, args, &count, 64, &value)) return NULL;
    terms_sort(args, count);
    count = without_repeats(args, count);
    for (size_t i = 0; i < count && value; i++) { /* x and not x */
        const struct linear_form *other = negated(space, args[i].form);
        if (!other) return NULL;
        for (size_t j = i + 1; j < count; j++)
            if (linear_compare(args[j].form, other) == 0) value = 0;
    }
    if (!value || !count) return linear_constant(&space->work, value);
    if (count == 1) return args[0].form;
    struct normal_term t = {.kind = EXPR_AND, .truth = true, .count = count, .args = args};
    return intern_term(space, &t, true).form;
}

static const struct linear_form *make_or(struct normal_space *space, const struct normal_term *proto)
{
    struct normal_value args[64];
    if (proto->count > 64) return space->work.gave_up = true, NULL;
    for (size_t i = 0; i < proto->count; i++)
        if (!(args[i] = terms_of_form(negated(space, proto->args[i].form))).form) return NULL;
    struct normal_term t = {.kind = EXPR_AND, .truth = true, .count = proto->count, .args = args};
    return negated(space, make_and(space, &t));
}

/* ---- the maker --------------------------------------------------------------------------------------------------- */
static bool all_constant(const struct normal_term *t, int64_t *values, size_t room)
{
    if (t->count > room) return false;
    for (size_t i = 0; i < t->count; i++)
        if (!linear_is_constant(t->args[i].form, &values[i])) return false;
    return true;
}

static struct normal_value make_product(struct normal_space *space, const struct normal_term *proto)
{
    const struct linear_form *f = linear_constant(&space->work, 1);
    for (size_t i = 0; i < proto->count; i++) f = terms_multiply(space, f, proto->args[i].form);
    return terms_of_form(f);
}

/* Symmetric operations: the arguments from `start` on are sorted; duplicates are removed for MIN and MAX. */
static struct normal_value make_sorted(struct normal_space *space, const struct normal_term *proto, bool number,
                                       size_t start)
{
    struct normal_value *args = arena_array(space->arena, proto->count + 1, sizeof *args);
    if (!args) return space->work.no_memory = true, (struct normal_value){0};
    for (size_t i = 0; i < proto->count; i++) args[i] = proto->args[i];
    if (proto->count > start) terms_sort(args + start, proto->count - start);
    struct normal_term t = *proto;
    t.args = args;
    bool once = t.kind == EXPR_CALL && (t.data == BUILTIN_MIN || t.data == BUILTIN_MAX);
    if (once) t.count = without_repeats(args, t.count);
    if (once && t.count == 1) return args[0];
    return intern_term(space, &t, number);
}

static struct normal_value make_if(struct normal_space *space, const struct normal_term *proto, bool number)
{
    int64_t k;
    if (linear_is_constant(proto->args[0].form, &k)) return proto->args[k ? 1 : 2];
    if (terms_compare(proto->args[1], proto->args[2]) == 0) return proto->args[1];
    return intern_term(space, proto, number);
}

struct normal_value terms_make(struct normal_space *space, const struct normal_term *proto, bool number)
{
    for (size_t i = 0; i < proto->count; i++)
        if (terms_failed(proto->args[i])) return (struct normal_value){0};
    int64_t values[8], value;
    bool constant = number && proto->count && all_constant(proto, values, 8);
    if (constant && terms_fold(proto, values, proto->count, &value))
        return terms_of_form(linear_constant(&space->work, value));
    const struct linear_form *first = proto->count ? proto->args[0].form : NULL;
    switch (proto->kind) {
    case NORMAL_FLOOR: return terms_of_form(make_floor(space, first, proto->data));
    case NORMAL_PRODUCT: return make_product(space, proto);
    case NORMAL_GE0:
    case NORMAL_EQ0: return terms_of_form(make_comparison(space, proto->kind, first));
    case EXPR_DIV: return terms_of_form(terms_divide(space, first, proto->args[1].form));
    case EXPR_MOD: return terms_of_form(terms_remainder(space, first, proto->args[1].form));
    case EXPR_AND: return terms_of_form(make_and(space, proto));
    case EXPR_OR: return terms_of_form(make_or(space, proto));
    case EXPR_IF: return make_if(space, proto, number);
    case EXPR_INDEX: /* rows count from 1 and read 0 outside */
        if (proto->count == 2 && linear_is_constant(proto->args[1].form, &value) && value < 1)
            return terms_of_form(linear_constant(&space->work, 0));
        return intern_term(space, proto, number);
    case EXPR_EQ:
    case EXPR_SUM: return make_sorted(space, proto, number, 0);
    case EXPR_WITH: return make_sorted(space, proto, number, 1); /* updates read the old state: any order */
    case EXPR_COMPOUND: return make_sorted(space, proto, number, proto->data == COMPOUND_UPTO ? 1 : proto->count);
    case NORMAL_DOMAIN: return make_sorted(space, proto, number, proto->data == DOMAIN_SET ? 0 : proto->count);
    case EXPR_CALL:
        return make_sorted(space, proto, number, builtin_info((enum builtin)proto->data)->commutes ? 0 : proto->count);
    default: return intern_term(space, proto, number);
    }
}
