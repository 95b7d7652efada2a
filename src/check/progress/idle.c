/* SPDX-License-Identifier: MIT */
/* Superfluous parts of a move: conditions that hold whenever the rest of it does, and variables that nothing reads.
 * Both are reported only if it is proved that removing them would change nothing, failures included. */
#include "check/progress/private.h"

enum { CONDITIONS_ANALYSED = 8 };

/* ---- what may fail when it is evaluated, apart from numbers that grow too large */

struct failure {
    const struct checker *ck;
    const struct game *game;
    bool found;
};

static bool is_natural_here(const struct game *g, const struct expr *e)
{
    if (e->kind == EXPR_INT) return e->number->sign >= 0;
    return e->kind == EXPR_FIELD && g->fields[e->index].kind == FIELD_NAT;
}

static bool is_positive_here(const struct checker *ck, const struct expr *e)
{
    if (e->kind == EXPR_INT) return e->number->sign > 0;
    const struct domain *d = e->kind == EXPR_PARAM ? ck->model->params[e->index].domain : NULL;
    return d && d->kind == DOMAIN_RANGE && d->low->number->sign > 0;
}

static bool call_may_fail(const struct game *g, const struct expr *e)
{
    const struct builtin_info *info = builtin_info((enum builtin)e->index);
    bool may = info->needs == NEEDS_MORE || info->size == SIZE_GROWS;
    for (size_t i = 0; info->needs == NEEDS_NATURALS && i < e->count; i++) may = may || !is_natural_here(g, e->kids[i]);
    return may;
}

static bool set_may_fail(const struct domain *d)
{
    if (d->kind == DOMAIN_POWERS) return d->low->kind != EXPR_INT;
    return divides_what_may_be_0(d);
}

/* All rows of a grid must have the same length. */
static bool shape_may_fail(const struct expr *e)
{
    if (e->type != TYPE_GRID || (e->kind != EXPR_ROW && e->kind != EXPR_ROW_FOR)) return false;
    if (e->kind == EXPR_ROW_FOR) return e->kids[0]->kind != EXPR_ROW;
    for (size_t i = 0; i < e->count; i++)
        if (e->kids[i]->kind != EXPR_ROW || e->kids[i]->count != e->kids[0]->count) return true;
    return false;
}

static void note_failure(void *context, struct expr *e)
{
    struct failure *f = context;
    bool found = shape_may_fail(e) || (e->domain && set_may_fail(e->domain));
    for (size_t i = 0; i < e->gen_count; i++) found = found || set_may_fail(&e->gens[i].domain);
    switch (e->kind) {
    case EXPR_DIV:
    case EXPR_MOD: found = found || !is_positive_here(f->ck, e->kids[1]); break;
    case EXPR_CALL: found = found || call_may_fail(f->game, e); break;
    case EXPR_FOLD: found = found || e->index == FOLD_MIN || e->index == FOLD_MAX || e->index == FOLD_XOR; break;
    case EXPR_WITH:
    case EXPR_TREE_AT:
    case EXPR_TREE_PUT:
    case EXPR_TREE_CUT:
    case EXPR_LUA: found = true; break;
    default: break;
    }
    f->found = f->found || found;
}

bool may_fail(const struct assumptions *facts, struct expr *e)
{
    struct failure f = {.ck = facts->ck, .game = &facts->ck->model->games[facts->game]};
    expr_walk(e, note_failure, &f);
    return f.found;
}

bool domain_may_fail(const struct assumptions *facts, struct domain *d)
{
    struct failure f = {.ck = facts->ck, .game = &facts->ck->model->games[facts->game], .found = set_may_fail(d)};
    domain_walk(d, note_failure, &f);
    return f.found;
}

/* ---- the order in which the parts of a move are evaluated */

struct last_read {
    const struct move *move;
    size_t after; /* one more than the last generator that it reads */
};

static void note_generator(void *context, struct expr *e)
{
    struct last_read *r = context;
    for (size_t i = r->after; e->kind == EXPR_LOCAL && i < r->move->gen_count; i++)
        if (r->move->gens[i].slot == e->index) r->after = i + 1;
}

/* Generators 0 .. result - 1 are known when the condition is evaluated. */
static size_t generators_known(const struct move *m, struct expr *condition)
{
    struct last_read read = {.move = m};
    expr_walk(condition, note_generator, &read);
    return read.after;
}

/* Conditions are evaluated as soon as their generators are known, in the order of the text; one that may fail comes
 * after all generators. */
static size_t condition_level(const struct assumptions *f, const struct move *m, size_t k)
{
    return may_fail(f, m->conditions[k]) ? m->gen_count : generators_known(m, m->conditions[k]);
}

/* Condition `which` of level `level`, or (which = -1) the generator with that number. */
struct part {
    size_t level;
    ptrdiff_t which;
};

static bool same_place(const struct expr *a, const struct expr *b)
{
    return a->span.source == b->span.source && a->span.begin == b->span.begin && a->span.end == b->span.end;
}

/* Assumes what holds of the rest of the move wherever the part matters: everything before it, and everything after
 * it up to the first place that may fail, since the part may be what keeps that from failing: without `n > 0`
 * divisors(n) is an error, not an empty set. `gone`: conditions of which it was said that they are superfluous; of two that
 * follow from each other one is. */
static void assume_rest(struct assumptions *f, const struct move *m, struct part part, unsigned gone)
{
    bool safe = true, gen = part.which < 0;
    for (size_t level = 0; level <= m->gen_count; level++) {
        for (size_t k = 0; k < m->condition_count; k++) {
            if (!gen && same_place(m->conditions[k], m->conditions[part.which])) continue;
            if (gone >> k & 1 || condition_level(f, m, k) != level) continue;
            bool after = level > part.level || (level == part.level && !gen && (ptrdiff_t)k > part.which);
            safe = safe && !(after && may_fail(f, m->conditions[k]));
            if (safe || !after) assumptions_assume(f, m->conditions[k], true);
        }
        if (level == m->gen_count || (gen && level == part.level)) continue;
        safe = safe && !(level >= part.level && domain_may_fail(f, &m->gens[level].domain));
        if (safe || level < part.level) assumptions_gen(f, &m->gens[level]);
    }
}

/* ---- conditions */

static bool condition_is_idle(struct assumptions *f, const struct move *m, size_t which, unsigned gone)
{
    if (may_fail(f, m->conditions[which])) return false;
    assume_rest(f, m, (struct part){condition_level(f, m, which), (ptrdiff_t)which}, gone);
    assumptions_assume(f, m->conditions[which], false);
    return assumptions_contradictory(f);
}

/* Conditions that are written as one, such as (a, b) == (c, d), are idle together or not at all; those in a function
 * belong to its text and may matter to other callers. */
static bool place_is_idle(struct assumptions *f, const struct move *m, size_t which, unsigned gone,
                          struct assumptions_mark nothing)
{
    const struct expr *own = m->conditions[which];
    bool idle = own->span.source == m->span.source && own->span.begin >= m->span.begin && own->span.end <= m->span.end;
    for (size_t k = 0; idle && k < m->condition_count; k++) {
        if (!same_place(own, m->conditions[k])) continue;
        assumptions_rewind(f, nothing);
        idle = k >= which && !caps_alone(f->ck, m->gens, m->gen_count, m->conditions, m->condition_count, k) &&
               condition_is_idle(f, m, k, gone);
    }
    return idle;
}

/* ---- variables */

static bool is_read(const struct move *m, size_t which)
{
    int slot = m->gens[which].slot;
    bool read = expr_reads(m->result, slot);
    for (size_t i = which + 1; i < m->gen_count && !read; i++)
        read = domain_reads(&m->gens[i].domain, slot) || expr_reads(m->gens[i].cap, slot);
    for (size_t k = 0; k < m->condition_count && !read; k++) read = expr_reads(m->conditions[k], slot);
    return read;
}

/* Does the generator have a value wherever the rest of the move holds? */
static bool has_values(struct assumptions *f, const struct move *m, size_t which)
{
    const struct domain *d = &m->gens[which].domain;
    if (domain_may_fail(f, (struct domain *)d)) return false;
    assume_rest(f, m, (struct part){which, -1}, 0);
    switch (d->kind) {
    case DOMAIN_RANGE: {
        const struct linear_form *low = assumptions_form(f, d->low), *high = assumptions_form(f, d->high);
        return low && high && assumptions_prove(f, linear_sum(&f->work, high, 1, low, -1), 0);
    }
    case DOMAIN_SET: return d->item_count > 0;
    case DOMAIN_DIVISORS: return true; /* a literal number, if it cannot fail */
    case DOMAIN_COMPONENTS: return d->low->kind == EXPR_NODES_ALL;
    case DOMAIN_ELEMENTS:
        return d->low->kind == EXPR_NODES_ALL ||
               ((d->low->kind == EXPR_ROW || d->low->kind == EXPR_TREE) && d->low->count > 0);
    default: return false;
    }
}

/* A variable that nothing reads may still test whether its range is empty. */
static void report_variable(struct assumptions *f, const struct move *m, size_t which)
{
    const struct gen *gen = &m->gens[which];
    if (gen->name[0] == '_' || is_read(m, which)) return;
    diag(f->ck->diags, has_values(f, m, which) ? D_UNUSED_GENERATOR : D_UNREAD_GENERATOR, gen->span, gen->name);
}

void report_idle(struct assumptions *f, const struct move *m, struct assumptions_mark nothing)
{
    for (size_t i = 0; i < m->gen_count; i++) {
        assumptions_rewind(f, nothing);
        report_variable(f, m, i);
    }
    unsigned gone = 0;
    for (size_t i = 0; i < m->condition_count && m->condition_count <= CONDITIONS_ANALYSED; i++) {
        if (!place_is_idle(f, m, i, gone, nothing)) continue;
        diag(f->ck->diags, D_ALWAYS_TRUE, m->conditions[i]->span);
        for (size_t k = i; k < m->condition_count; k++)
            gone |= (unsigned)same_place(m->conditions[i], m->conditions[k]) << k;
    }
    assumptions_rewind(f, nothing);
}
