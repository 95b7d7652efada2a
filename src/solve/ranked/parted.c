/* SPDX-License-Identifier: MIT */
/* Terms with a value replaced, and the instances that this makes of one. */
#include "solve/ranked/parted.h"
#include <string.h>

enum { TERMS_MOST = 1 << 24, PARTS_MOST = 8, FEW = 4 };

struct parting {
    struct unrolled *u;
    struct term_store terms;
    VEC(struct instance) parts;
};

/* Value v is `by`, and the values behind it are counted one less. */
static struct term *put(struct term_store *s, struct term *t, int v, struct term *by)
{
    struct term *kids[TERM_VARIABLES] = {NULL};
    if (!t || !(t->reads >> (TERM_CELLS + v))) return t;
    if (t->kind == EXPR_LOCAL) return t->index == v ? by : term_value(s, t->index - 1);
    if (t->count > TERM_VARIABLES) return s->no_memory = true, NULL;
    for (uint32_t i = 0; i < t->count; i++)
        if (!(kids[i] = put(s, t->kids[i], v, by))) return NULL;
    if (t->kind == EXPR_CALL) return term_call(s, t->index, kids, t->count);
    if (t->kind == EXPR_IN) return term_member(s, (enum domain_kind)t->index, kids[0], kids[1]);
    return term_make(s, t->kind, kids, t->count);
}

/* An equation that gives a value by what is known before it. */
static bool gives_value(const struct term *t, int *v, struct term **by)
{
    if (t->kind != EXPR_EQ) return false;
    for (int side = 0; side < 2; side++) {
        const struct term *value = t->kids[side];
        struct term *other = t->kids[1 - side];
        if (value->kind != EXPR_LOCAL || term_level(other) > (size_t)value->index) continue;
        *v = value->index;
        *by = other;
        return true;
    }
    return false;
}

/* A bound of what is chosen, which leaves a range. */
static bool is_bound(const struct term *t)
{
    struct linear line;
    bool compares = t->kind == EXPR_LT || t->kind == EXPR_LE || t->kind == EXPR_GT || t->kind == EXPR_GE;
    return compares && term_reads_values(t) && term_linear(t->kids[0], &line) && term_linear(t->kids[1], &line);
}

/* What `or` joins: how many give values, and how many are bounds. False: some is neither, or there are too many. */
struct disjuncts {
    size_t given, bounds;
    const struct term *bound;
};
static bool are_parts(const struct term *t, struct disjuncts *d)
{
    int v;
    struct term *by;
    if (t->kind == EXPR_OR) return are_parts(t->kids[0], d) && are_parts(t->kids[1], d);
    if (gives_value(t, &v, &by)) d->given++;
    else if (is_bound(t)) d->bounds++, d->bound = t;
    else return false;
    return d->given + d->bounds <= PARTS_MOST && d->bounds <= 1;
}

static bool never_fails(const struct unrolled *u, const struct instance *in)
{
    bool never = true;
    for (size_t k = 0; k < in->value_count && never; k++)
        never = term_never_fails(in->values[k].low) && term_never_fails(in->values[k].high);
    for (size_t i = 0; i < in->condition_count && never; i++) never = term_never_fails(in->conditions[i]);
    for (size_t c = 0; c < u->cells && never && !in->ends; c++) never = term_never_fails(in->after[c]);
    return never;
}

/* The condition that says of the instance which values are known, one way or another, and what it joins; its number of conditions: none. */
static size_t find_condition(const struct unrolled *u, const struct instance *in, struct disjuncts *d)
{
    size_t i = 0;
    while (i < in->condition_count) {
        *d = (struct disjuncts){0};
        if (in->conditions[i]->kind == EXPR_OR && are_parts(in->conditions[i], d) && d->given) break;
        i++;
    }
    bool fits = in->condition_count < UNROLL_CONDITIONS; /* one goes, two come */
    return i < in->condition_count && fits && never_fails(u, in) ? i : in->condition_count;
}

/* Adds a condition; false: it never holds. */
static bool ask(struct instance *in, struct term *t)
{
    if (t && term_is(t, 1)) return true;
    if (!t || term_is(t, 0)) return false;
    in->conditions[in->condition_count++] = t;
    return true;
}

/* The instance with value v known. */
static bool with_value(struct parting *p, const struct instance *in, size_t without, int v, struct term *by)
{
    struct term_store *s = &p->terms;
    struct instance out = *in;
    struct term *low[] = {by, in->values[v].low}, *high[] = {by, in->values[v].high};
    out.condition_count = out.value_count = 0;
    for (size_t k = 0; k < in->value_count; k++)
        if (k != (size_t)v)
            out.values[out.value_count++] =
                (struct range){put(s, in->values[k].low, v, by), put(s, in->values[k].high, v, by)};
    for (size_t c = 0; c < p->u->cells && !in->ends; c++) out.after[c] = put(s, in->after[c], v, by);
    bool may = ask(&out, term_make(s, EXPR_GE, low, 2)) && ask(&out, term_make(s, EXPR_LE, high, 2));
    for (size_t i = 0; i < in->condition_count && may; i++)
        may = i == without || ask(&out, put(s, in->conditions[i], v, by));
    return !may || s->no_memory || vec_push(&p->parts, out);
}

/* The constant from which on the bound allows value v; false: it is none. */
static bool allows_from(const struct term *bound, int v, int64_t *from)
{
    bool up = bound->kind == EXPR_GE || bound->kind == EXPR_GT,
         strictly = bound->kind == EXPR_GT || bound->kind == EXPR_LT;
    const struct term *value = bound->kids[!up], *least = bound->kids[up];
    if (value->kind != EXPR_LOCAL || value->index != v || least->kind != EXPR_INT) return false;
    return !__builtin_add_overflow(least->constant, strictly, from);
}

/* The value is `by`, which the bound allows but for a few: one of these, and `by` is the same. False: it is no such case. */
static bool add_few(struct parting *p, const struct instance *in, size_t at, const struct term *bound, int v,
                    struct term *by, bool *fits)
{
    int64_t from, low = in->values[v].low->constant;
    if (in->values[v].low->kind != EXPR_INT || !bound || !allows_from(bound, v, &from) || from < low ||
        from - low > FEW)
        return false;
    for (int64_t k = low; k < from && *fits; k++) {
        struct instance out = *in;
        struct term *one = term_int(&p->terms, k);
        out.conditions[at] = term_pair(&p->terms, EXPR_EQ, by, one);
        *fits = out.conditions[at] && with_value(p, &out, in->condition_count, v, one);
    }
    return true;
}

static bool add_parts(struct parting *p, const struct instance *in, size_t at, const struct term *t,
                      const struct term *bound)
{
    int v;
    bool fits = true;
    struct term *by;
    if (t->kind == EXPR_OR) return add_parts(p, in, at, t->kids[0], bound) && add_parts(p, in, at, t->kids[1], bound);
    if (gives_value(t, &v, &by)) return add_few(p, in, at, bound, v, by, &fits) ? fits : with_value(p, in, at, v, by);
    struct instance out = *in;
    out.conditions[at] = (struct term *)t;
    return vec_push(&p->parts, out);
}

enum status unrolled_part(struct unrolled *u, struct arena *arena)
{
    struct parting p = {.u = u, .terms = {.arena = arena, .most = TERMS_MOST}};
    bool fits = true, any = false;
    for (size_t i = 0; i < u->instances.count && fits; i++) {
        const struct instance *in = &u->instances.data[i];
        struct disjuncts d;
        size_t at = find_condition(u, in, &d);
        any |= at < in->condition_count;
        fits = at < in->condition_count ? add_parts(&p, in, at, in->conditions[at], d.bound) : vec_push(&p.parts, *in);
    }
    if (!fits || p.terms.no_memory || !any || p.parts.count > UNROLL_MOST) {
        vec_free(&p.parts);
        return fits && !p.terms.no_memory ? ST_OK : ST_NO_MEMORY;
    }
    vec_free(&u->instances);
    u->instances.data = p.parts.data;
    u->instances.count = p.parts.count;
    u->instances.capacity = p.parts.capacity;
    return ST_OK;
}
