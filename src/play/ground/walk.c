/* SPDX-License-Identifier: MIT */
/* Choices of values, of a move and of `any`, `all`, `sum` and `count`. */
#include "base/checked.h"
#include "play/ground/private.h"

enum { MEMBERS_MOST = 4096 };

/* ---- generators ------------------------------------------------------------------------------------------------------- */
static const struct cases *known_number(struct ground_work *w, const struct expr *e)
{
    const struct cases *n = e ? ground_number(w, e) : &ground_none;
    if (!ground_is_known(n)) ground_refuse(w);
    return n;
}

static bool walk_value(struct ground_walk *walk, size_t gen, int64_t value)
{
    walk->work->locals[walk->gens[gen].slot] = (struct ground_local){.number = ground_constant(walk->work, value)};
    return ground_each(walk, gen + 1);
}

static bool walk_range(struct ground_walk *walk, size_t gen, const struct domain *d)
{
    const struct cases *low = known_number(walk->work, d->low), *high = known_number(walk->work, d->high);
    if (walk->work->refused) return false;
    int64_t x = low->of[0].value, last = high->of[0].value;
    bool more = x <= last;
    if (more && gen < 64 && walk->pinned >> gen & 1) last = x;
    for (; more; more = checked_next(&x, last))
        if (!walk_value(walk, gen, x)) return false;
    return true;
}

/* Each member once, of a set that is written out or of a parameter. */
static bool walk_set(struct ground_walk *walk, size_t gen, const struct domain *d)
{
    struct ground_work *w = walk->work;
    const struct param_value *set = d->kind == DOMAIN_PARAM ? &w->env->params[d->index] : NULL;
    size_t count = set ? set->set_count : d->item_count;
    struct cases *seen = ground_cases(w, count);
    for (size_t i = 0; i < count; i++) {
        const struct cases *x = set ? ground_constant(w, set->set[i]) : known_number(w, d->items[i]);
        uint32_t before = seen ? seen->count : 0;
        if (!w->refused) ground_add_case(w, seen, FORMULA_TRUE, x->of[0].value);
        if (w->refused) return false;
        if (seen->count > before && !walk_value(walk, gen, x->of[0].value)) return false;
    }
    return true;
}

/* What the cells of a row hold, one after the other. */
static bool walk_cells(struct ground_walk *walk, size_t gen, const struct expr *e)
{
    struct ground_work *w = walk->work;
    struct ground_row row = {0};
    w->edge = true;
    if (w->ground->grid || ground_is_made(w, e)) {
        if (!ground_by_meaning(w) || !ground_row(w, e, &row)) return ground_refuse(w);
    } else {
        row = (struct ground_row){w->ground->columns, ground_board(w, e)};
    }
    for (size_t i = 0; !w->refused && i < row.count; i++) {
        w->locals[walk->gens[gen].slot] = (struct ground_local){.number = row.cells[i]};
        if (!ground_each(walk, gen + 1)) return false;
    }
    return !w->refused;
}

bool ground_each(struct ground_walk *walk, size_t gen)
{
    if (walk->work->refused || walk->work->steps == 0) return ground_refuse(walk->work);
    walk->work->steps--; /* a body need not have anything to look at */
    if (gen == walk->count) return walk->body(walk) && !walk->work->refused;
    const struct domain *d = &walk->gens[gen].domain;
    if (d->kind == DOMAIN_RANGE && !walk->gens[gen].cap) return walk_range(walk, gen, d);
    if (d->kind == DOMAIN_ELEMENTS && d->low->type == TYPE_ROW) return walk_cells(walk, gen, d->low);
    bool set = d->kind == DOMAIN_SET || (d->kind == DOMAIN_PARAM && !walk->gens[gen].cap);
    return set ? walk_set(walk, gen, d) : ground_refuse(walk->work);
}

/* With one case for all numbers from there on. */
static const struct cases *up_to(struct ground_work *w, const struct cases *n, int64_t enough)
{
    bool more = false;
    for (uint32_t i = 0; i < n->count; i++) more |= n->of[i].value > enough;
    if (!more) return n;
    struct cases *made = ground_cases(w, n->count);
    for (uint32_t i = 0; i < n->count && made; i++)
        ground_add_case(w, made, n->of[i].when, n->of[i].value < enough ? n->of[i].value : enough);
    return made ? made : &ground_none;
}

static bool add_one(struct ground_walk *walk)
{
    struct ground_work *w = walk->work;
    const struct expr *e = walk->context;
    uint32_t when = e->count > 1 && e->kids[1] ? ground_truth(w, e->kids[1]) : FORMULA_TRUE;
    if (w->refused || when == FORMULA_FALSE) return !w->refused;
    const struct cases *one = e->index == FOLD_SUM ? ground_number(w, e->kids[0]) : ground_constant(w, 1);
    const struct cases *none = ground_constant(w, 0);
    for (uint32_t i = 0; i < one->count; i++) walk->falls |= one->of[i].value < 0;
    walk->total = ground_combine(w, EXPR_ADD, walk->total, ground_choose(w, when, one, none));
    walk->total = up_to(w, walk->total, walk->enough);
    return !w->refused && (walk->enough == INT64_MAX || !walk->falls);
}

/* A member of `any` or `all`. */
static uint32_t part_of(struct ground_work *w, const struct expr *e)
{
    uint32_t when = e->count > 1 && e->kids[1] ? ground_truth(w, e->kids[1]) : FORMULA_TRUE;
    if (w->refused || when == FORMULA_FALSE) return GROUND_NO_PART;
    uint32_t body = e->kids[0] ? ground_truth(w, e->kids[0]) : FORMULA_TRUE;
    if (e->index == FOLD_ANY) return formula_both(w->formulas, when, body);
    return formula_either(w->formulas, formula_not(w->formulas, when), body);
}

static uint32_t known_part(struct ground_walk *walk)
{
    struct ground_work *w = walk->work;
    bool known;
    struct ground_member *m =
        ground_member_at(walk->members, w->locals[walk->gens[0].slot].number->of[0].value, &known);
    if (!known) m->part = part_of(w, walk->context);
    return m->part;
}

/* `any` stops where it is true whatever the cells hold, as it does when it runs; `all` likewise. */
static bool join_one(struct ground_walk *walk)
{
    struct ground_work *w = walk->work;
    const struct expr *e = walk->context;
    uint32_t part = walk->members ? known_part(walk) : part_of(w, e);
    if (w->refused || part == GROUND_NO_PART) return !w->refused;
    if (w->parts.count - walk->first == MEMBERS_MOST || w->formulas->failed) return ground_refuse(w);
    if (!vec_push(&w->parts, part)) return w->no_memory = true, ground_refuse(w);
    return part != (e->index == FOLD_ANY ? FORMULA_TRUE : FORMULA_FALSE);
}

static struct ground_walk open_fold(struct ground_work *w, const struct expr *e)
{
    bool sum = ground_is_sum(e);
    return (struct ground_walk){
        .work = w, .gens = e->gens, .count = e->gen_count, .body = sum ? add_one : join_one, .context = e};
}

uint32_t ground_any(struct ground_work *w, const struct expr *e)
{
    struct ground_walk walk = open_fold(w, e);
    struct arena_mark mark = arena_mark(w->arena);
    uint32_t made;
    if (ground_by_meaning(w) && (ground_reached(w, e, &made) || w->refused)) {
        arena_rewind(w->arena, mark);
        return made;
    }
    walk.first = w->parts.count;
    walk.members = ground_members_of(w, e);
    ground_each(&walk, 0);
    made = formula_join(w->formulas, e->index == FOLD_ANY ? FORMULA_ANY : FORMULA_ALL, vec_from(&w->parts, walk.first),
                        w->parts.count - walk.first);
    w->parts.count = walk.first;
    arena_rewind(w->arena, mark);
    return made;
}

const struct cases *ground_sum_to(struct ground_work *w, const struct expr *e, int64_t enough)
{
    struct ground_walk walk = open_fold(w, e);
    if (!ground_is_sum(e)) return ground_refuse(w), &ground_none;
    walk.enough = enough;
    walk.total = ground_constant(w, 0);
    ground_each(&walk, 0);
    return walk.falls && enough < INT64_MAX && !w->refused ? ground_sum(w, e) : walk.total;
}

const struct cases *ground_sum(struct ground_work *w, const struct expr *e) { return ground_sum_to(w, e, INT64_MAX); }
