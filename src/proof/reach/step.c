/* SPDX-License-Identifier: MIT */
/* One move at every point of a box at once. A few values of each generator are tried: near its bounds, or all of a short
 * list. */
#include "base/checked.h"
#include "model/arithmetic.h"
#include "model/sets.h"
#include "proof/reach/private.h"

enum { PARTS_MOST = 4 };

struct stepping {
    struct reach_scope *s;
    const struct move *m;
    struct reach_move move;
    const struct reach_move *given; /* the choices to make; NULL: try some */
    struct reach_value *after;
    reach_visit visit;
    void *context;
};

/* ---- results ----------------------------------------------------------------------------------------------------- */
static bool natural(const struct reach_scope *s, const struct boxed *x)
{
    int64_t low, high;
    return boxed_range(&s->box, x, &low, &high) && low >= 0;
}

static bool argument(struct reach_scope *s, const struct expr *e, enum field_kind kind, struct reach_value *out)
{
    bool fine = true;
    *out = reach_value_of(s, e);
    if (kind == FIELD_NAT || kind == FIELD_INT || kind == FIELD_BOOL)
        return out->kind == REACH_NUMBER && (kind != FIELD_NAT || natural(s, &out->number));
    if (out->kind != REACH_ROW) return false;
    for (size_t i = 0; fine && i < out->rows * out->columns; i++) fine = natural(s, &out->cells[i]);
    if (!fine || kind != FIELD_BAG) return fine;
    struct reach_value sorted = reach_make(s, 1, out->columns);
    for (size_t i = 0; sorted.kind == REACH_ROW && i < sorted.columns; i++) sorted.cells[i] = out->cells[i];
    *out = sorted;
    return sorted.kind == REACH_ROW && reach_sort(s, sorted.cells, sorted.columns);
}

static bool result(struct reach_scope *s, const struct expr *e, size_t part, struct reach_value *after)
{
    const struct game *g = reach_game(s);
    bool fine = true;
    if (e->kind == EXPR_IF) {
        if (reach_holds(s, e->kids[0])) return result(s, e->kids[1], part, after);
        return reach_never(s, e->kids[0]) && result(s, e->kids[2], part, after);
    }
    if (e->kind == EXPR_LET) {
        struct reach_local here = {e->index, reach_value_of(s, e->kids[0]), s->locals};
        s->locals = &here;
        fine = result(s, e->kids[1], part, after);
        s->locals = here.next;
        return fine;
    }
    if (e->kind == EXPR_SUM) return !s->alone && part < e->count && result(s, e->kids[part], 0, after);
    if (e->kind != EXPR_GAME || part || e->game != s->game || e->start >= 0 || e->count != g->field_count) return false;
    for (size_t i = 0; fine && i < e->count; i++) fine = argument(s, e->kids[i], g->fields[i].kind, &after[i]);
    return fine;
}

/* ---- generators -------------------------------------------------------------------------------------------------- */
static bool nth_member(enum domain_kind kind, int64_t of, int at, int64_t *value)
{
    struct set_walk walk = set_first();
    bool holds = false;
    if (kind == DOMAIN_DIVISORS ? at : at < 0 || at >= REACH_EACH) return false; /* 1 divides all */
    for (bool more = true; more; more = set_next(&walk, kind, of)) {
        if (kind != DOMAIN_DIVISORS && !arithmetic_member(kind, number_small(walk.x), number_small(of), &holds))
            return false;
        if ((holds || kind == DOMAIN_DIVISORS) && at-- == 0) return *value = walk.x, true;
    }
    return false;
}

static bool from_range(struct reach_scope *s, const struct domain *d, struct reach_choice choice, struct boxed *value)
{
    bool low = choice.from == CHOICE_LOW;
    struct boxed at = boxed_constant(choice.at), bound, fits, by;
    if (!d->high && !low) return false;
    by = reach_number_of(s, low ? d->low : d->high);
    *value = boxed_operate(&s->box, low ? EXPR_ADD : EXPR_SUB, &by, &at);
    if (!value->known || !d->high) return value->known;
    bound = reach_number_of(s, low ? d->high : d->low);
    fits = boxed_compare(&s->box, low ? EXPR_LE : EXPR_GE, value, &bound);
    return boxed_true(&s->box, &fits);
}

/* The value that the choice stands for; false if it is not certain that there is one. */
static bool chosen(struct reach_scope *s, const struct domain *d, struct reach_choice choice, struct boxed *value)
{
    struct boxed items[REACH_CELLS], of = boxed_constant(0), one = boxed_constant(1);
    int64_t x, base = 0;
    if (d->kind == DOMAIN_RANGE) return choice.from != CHOICE_ITEM && from_range(s, d, choice, value);
    if (d->kind == DOMAIN_SET || d->kind == DOMAIN_PARAM || d->kind == DOMAIN_ELEMENTS) {
        int count = reach_elements(s, d, items, REACH_CELLS);
        if (choice.at < count) *value = items[choice.at];
        return choice.at < count;
    }
    if (set_takes_number(d->kind)) of = reach_number_of(s, d->low);
    struct boxed fits = boxed_compare(&s->box, EXPR_GE, &of, &one);
    if (d->kind == DOMAIN_DIVISORS && !boxed_true(&s->box, &fits)) return false;
    if (d->kind == DOMAIN_POWERS && !boxed_is_constant(&of, &base)) return false;
    if (!nth_member(d->kind, base, choice.at, &x)) return false;
    *value = boxed_constant(x);
    return true;
}

static bool next_generator(struct stepping *p, size_t gen);

static bool choose(struct stepping *p, size_t gen, struct reach_choice choice)
{
    struct reach_scope *s = p->s;
    struct reach_local here = {p->m->gens[gen].slot, {.kind = REACH_NUMBER}, s->locals};
    if (!chosen(s, &p->m->gens[gen].domain, choice, &here.value.number)) return p->given == NULL;
    p->move.choices[gen] = choice;
    s->locals = &here;
    bool more = next_generator(p, gen + 1);
    s->locals = here.next;
    return more;
}

/* The whole of a short range, or both of its ends. */
static bool try_range(struct stepping *p, size_t gen)
{
    struct boxed items[REACH_CELLS];
    int count = reach_elements(p->s, &p->m->gens[gen].domain, items, REACH_CELLS);
    bool more = true;
    for (int i = 0; more && i < (count < 0 ? REACH_EACH : count); i++)
        more = choose(p, gen, (struct reach_choice){CHOICE_LOW, i});
    for (int i = 0; more && i < REACH_EACH && count < 0; i++)
        more = choose(p, gen, (struct reach_choice){CHOICE_HIGH, i});
    return more;
}

static bool next_generator(struct stepping *p, size_t gen)
{
    struct reach_scope *s = p->s;
    bool more = true;
    if (s->steps == 0 || s->no_memory) return false;
    if (gen < p->m->gen_count) {
        if (p->given) return choose(p, gen, p->given->choices[gen]);
        if (p->m->gens[gen].domain.kind == DOMAIN_RANGE) return try_range(p, gen);
        for (int i = 0; more && i < REACH_CELLS; i++) {
            struct boxed ignored;
            struct reach_choice choice = {CHOICE_ITEM, i};
            if (!chosen(s, &p->m->gens[gen].domain, choice, &ignored)) break;
            more = choose(p, gen, choice);
        }
        return more;
    }
    for (size_t i = 0; i < p->m->condition_count; i++)
        if (!reach_holds(s, p->m->conditions[i])) return p->given == NULL;
    if (s->anywhere) return p->visit(p->context, &p->move, NULL);
    if (p->given) return result(s, p->m->result, p->given->part, p->after);
    for (size_t part = 0; more && part < PARTS_MOST; part++) {
        p->move.part = part;
        if (result(s, p->m->result, part, p->after)) more = p->visit(p->context, &p->move, p->after);
    }
    return more;
}

static bool suits(const struct move *m) { return m->result && m->lua < 0 && m->gen_count <= REACH_GENS; }

bool reach_apply(struct reach_scope *s, const struct reach_move *move, struct reach_value *after)
{
    struct stepping p = {.s = s, .m = &reach_game(s)->moves[move->move], .given = move, .after = after};
    return suits(p.m) && next_generator(&p, 0);
}

bool reach_each(struct reach_scope *s, reach_visit visit, void *context)
{
    struct reach_value after[MODEL_MAX_FIELDS];
    bool more = true;
    for (size_t m = 0; more && m < reach_game(s)->move_count; m++) {
        struct stepping p = {.s = s, .m = &reach_game(s)->moves[m], .after = after, .visit = visit, .context = context};
        p.move.move = (int)m;
        if (suits(p.m)) more = next_generator(&p, 0);
    }
    return more;
}
