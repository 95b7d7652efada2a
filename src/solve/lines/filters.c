/* SPDX-License-Identifier: MIT */
/* Conditions that are set aside (nested.h), asked for a row at a time. Where x - v enters when its value is known, it is asked at x - v
 * whether it will enter x: the condition at x + v, said of x. */
#include <string.h>
#include "solve/dynamic/lane_bits.h"
#include "solve/dynamic/lanes.h"
#include "solve/lines/private.h"
#include "solve/ranked/unroll.h"

enum { TERMS_MOST = 1 << 16 };

/* ---- terms over the numbers of a position ------------------------------------------------------------------------ */
/* The same with what is linear written out at its shortest: a + 1 - 1 is a. */
static struct term *gathered(struct term_store *s, const struct term *t)
{
    struct linear line;
    struct term *kids[TERM_VARIABLES] = {NULL};
    if (term_linear(t, &line)) return term_of_linear(s, &line);
    if (t->count > TERM_VARIABLES) return NULL;
    for (uint32_t i = 0; i < t->count; i++)
        if (!(kids[i] = gathered(s, t->kids[i]))) return NULL;
    if (t->kind == EXPR_CALL) return term_call(s, t->index, kids, t->count);
    if (t->kind == EXPR_IN) return term_member(s, (enum domain_kind)t->index, kids[0], kids[1]);
    return term_make(s, t->kind, kids, t->count);
}

/* Number k of a position that is `by` further on. */
static struct term *form_at(struct term_store *s, const struct nested_form *form, const int64_t *by, size_t fields)
{
    struct linear line = {.constant = form->constant};
    for (size_t k = 0; k < fields; k++) {
        line.factor[k] = form->of[k];
        line.constant += form->of[k] * by[k];
    }
    return term_of_linear(s, &line);
}

const struct term *lines_filter_term(const struct nested *n, const struct nested_filter *filter, const int64_t *by,
                                     struct arena *arena)
{
    struct term_store s = {.arena = arena, .most = TERMS_MOST};
    struct term *fields[MODEL_MAX_FIELDS], *all = term_int(&s, 1);
    struct term **gens = arena_array(arena, filter->move->gen_count + 1, sizeof *gens);
    struct unroll_names names = {n->model, n->params, n->game, fields, gens, filter->move};
    if (!gens) return NULL;
    for (size_t k = 0; k < n->fields; k++) {
        struct nested_form itself = {0};
        itself.of[k] = 1;
        fields[n->order[k]] = form_at(&s, &itself, by, n->fields);
    }
    for (size_t g = 0; filter->values && g < filter->move->gen_count; g++) {
        struct term *sides[] = {form_at(&s, &filter->values[g], by, n->fields), term_int(&s, filter->divisor)};
        gens[g] = filter->divisor == 1 ? sides[0] : term_make(&s, EXPR_DIV, sides, 2);
    }
    for (size_t i = 0; i < filter->count && all && !s.no_memory; i++) {
        struct term *sides[] = {all, NULL};
        unroll_condition(&names, filter->conditions[i], arena, &sides[1]);
        if (sides[1]) sides[1] = gathered(&s, sides[1]);
        all = sides[1] ? term_make(&s, EXPR_AND, sides, 2) : NULL;
    }
    return s.no_memory ? NULL : all;
}

/* ---- offers ------------------------------------------------------------------------------------------------------ */
static bool weigh(const struct nested *n, const struct nested_filter *filter, struct arena *arena, double *nanoseconds)
{
    static const int64_t nowhere[MODEL_MAX_FIELDS];
    const struct term *t = filter ? lines_filter_term(n, filter, nowhere, arena) : NULL;
    if (t) *nanoseconds += lanes_work(t);
    return t || !filter;
}

bool lines_filters_work(const struct nested *n, double *nanoseconds)
{
    struct arena arena = {0};
    bool known = true;
    *nanoseconds = 0;
    for (size_t i = 0; i < n->count && n->aside && known; i++) {
        const struct nested_ray *r = &n->rays[i];
        known = weigh(n, r->gate, &arena, nanoseconds);
        for (size_t k = 0; k < r->enter_count && known; k++) known = weigh(n, r->enter[k].filter, &arena, nanoseconds);
        for (size_t k = 0; k < r->leave_count && known; k++) known = weigh(n, r->leave[k].filter, &arena, nanoseconds);
    }
    arena_free(&arena);
    return known;
}

/* ---- opening ----------------------------------------------------------------------------------------------------- */
static bool plan_filters(struct lines *l, struct line_ray *r, const struct nested *n,
                         const struct nested_option *options, struct line_plan *plans, size_t count)
{
    static const int64_t nowhere[MODEL_MAX_FIELDS];
    for (size_t k = 0; k < count; k++) {
        if (!options[k].filter) continue;
        plans[k].filter =
            lines_filter_term(n, options[k].filter, r->before || r->ahead ? r->distance : nowhere, &l->arena);
        if (!plans[k].filter) return false;
        r->filters++;
    }
    return true;
}

static bool plan(struct lines *l, struct line_ray *r, const struct nested *n)
{
    static const int64_t nowhere[MODEL_MAX_FIELDS];
    const struct nested_ray *ray = r->ray;
    if (!n->aside) return true;
    if (ray->gate && !(r->gate = lines_filter_term(n, ray->gate, nowhere, &l->arena))) return false;
    r->filters = r->gate ? 1 : 0;
    if (!plan_filters(l, r, n, ray->enter, r->enter, ray->enter_count)) return false;
    if (!plan_filters(l, r, n, ray->leave, r->leave, ray->leave_count)) return false;
    l->filtered |= r->filters > 0;
    return true;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */
struct asking {
    struct lines *l;
    int64_t x[TERM_VARIABLES]; /* the row's numbers; of the last one the least */
    uint64_t *bits;            /* for the next of them */
    size_t words;
};

/* A bit for each of the positions from .. to - 1 that are placed: does the condition hold? */
static const uint64_t *ask_row(struct asking *a, const struct term *t, int64_t from, int64_t to)
{
    struct lines *l = a->l;
    uint64_t *bits = a->bits;
    int64_t last = (int64_t)l->table->fields - 1, least = a->x[last];
    a->bits += a->words;
    memset(bits + l->from / 64, 0, (size_t)((l->to + 63) / 64 - l->from / 64) * sizeof *bits);
    if (from < l->from) from = l->from;
    if (to > l->to) to = l->to;
    if (from >= to || l->failed) return bits;
    a->x[last] = least + from;
    l->failed = !lane_bits(t, a->x, (int)last, (size_t)(to - from), bits, (size_t)from);
    a->x[last] = least;
    return bits;
}

static void ask_options(struct asking *a, const struct line_plan *plans, struct line_option *options, size_t count)
{
    for (size_t k = 0; k < count; k++)
        options[k].filter = plans[k].filter ? ask_row(a, plans[k].filter, options[k].from, options[k].to) : NULL;
}

/* x + v is a position. */
static void ask_before(struct asking *a, const struct line_ray *r, struct line_row *w)
{
    const struct value_table *t = a->l->table;
    size_t last = t->fields - 1;
    int64_t end = t->extent[last] - r->distance[last];
    for (size_t i = 0; i < last; i++)
        if (a->x[i] - t->low[i] + r->distance[i] >= t->extent[i]) end = 0;
    w->enter[0].filter = r->enter[0].filter ? ask_row(a, r->enter[0].filter, 0, end) : NULL;
}

static void ask_ray(struct asking *a, const struct line_ray *r, struct line_row *w)
{
    a->bits = w->filters;
    w->gate = r->gate ? ask_row(a, r->gate, w->from, w->to) : NULL;
    if (r->before || r->ahead) ask_before(a, r, w);
    else ask_options(a, r->enter, w->enter, r->ray->enter_count);
    ask_options(a, r->leave, w->leave, r->ray->leave_count);
}

static void ask(struct lines *l)
{
    const struct value_table *t = l->table;
    struct asking a = {.l = l, .words = (size_t)(t->extent[t->fields - 1] + 63) / 64};
    for (size_t row = 0; row < l->rows && l->filtered; row++) {
        for (size_t i = 0; i < t->fields; i++) a.x[i] = t->low[i] + (i + 1 < t->fields ? l->x[i] : 0);
        if (t->fields > 1) a.x[t->fields - 2] += (int64_t)row;
        for (size_t i = 0; i < l->count; i++)
            if (l->rays[i].filters) ask_ray(&a, &l->rays[i], &l->rays[i].rows[row]);
    }
}

const struct line_conditions lines_conditions = {plan, ask};
