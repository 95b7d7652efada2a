/* SPDX-License-Identifier: MIT */
/* Positions of other games that a piece always leaves, the same for all n, are left out of it: each is a number that all values of the
 * piece are added to without carry. What is left of it are heaps, those of other games too, and what is taken (shifts.c). */
#include "proof/family/private.h"
#include "proof/normal/may_fail.h"

struct mixing {
    const struct normal *n;
    struct family *f;
    struct arena *arena; /* of the result */
};

/* The numbers of a component that the piece determines, put in their places in its rule. */
static bool settle(const struct normal *n, const struct normal_component *c, struct linear_conjunction facts,
                   struct linear_conjunction *rule)
{
    struct linear_work *w = &n->space->work;
    struct linear_conjunction settled = *rule;
    for (size_t a = 0; a < c->arg_count; a++) {
        struct linear_bounds is;
        if (c->args[a].kind != NORMAL_NUMBER) return false;
        int var = normal_var(n->space, NORMAL_RESULT, c->args[a].first_var);
        if (var < 0 || !linear_range(w, facts.items, facts.count, linear_variable(w, var), &is)) return false;
        if (is.empty || !is.has_low || !is.has_high || is.low != is.high) return false;
        if (!family_replace(n, &settled, var, linear_constant(w, is.low))) return false;
    }
    *rule = settled;
    return true;
}

static bool without_settled(struct mixing *m, const struct normal_piece *from, struct normal_piece *to)
{
    struct linear_conjunction facts = family_facts(m->n, from->rule);
    struct normal_component *left = arena_array(m->n->space->arena, from->component_count + 1, sizeof *left);
    *to = *from;
    if (!left) return false;
    to->components = left;
    to->component_count = 0;
    for (size_t k = 0; k < from->component_count; k++) {
        const struct normal_component *c = &from->components[k];
        bool other = c->game >= 0 && c->game != m->n->source.game && facts.items;
        if (!other || !settle(m->n, c, facts, &to->rule)) left[to->component_count++] = *c;
    }
    return true;
}

static bool list_others(struct mixing *m, const bool *others)
{
    size_t count = m->n->source.model->game_count;
    m->f->others = arena_array(m->arena, count + 1, sizeof *m->f->others);
    for (size_t g = 0; m->f->others && g < count; g++)
        if (others[g]) m->f->others[m->f->other_count++] = (int)g;
    return m->f->others;
}

static bool mix(struct mixing *m)
{
    struct normal fewer = *m->n;
    struct arena *scratch = m->n->space->arena;
    bool *others = arena_array(scratch, m->n->source.model->game_count + 1, sizeof *others);
    fewer.pieces = arena_array(scratch, m->n->piece_count + 1, sizeof *fewer.pieces);
    if (!others || !fewer.pieces) return false;
    if (!m->n->supported) return m->f->reason = m->n->reason, true;
    if (!normal_covered(m->n->space, &m->n->domain, 1, m->n->invariant, m->n->invariant_count))
        return m->f->reason = "its invariant excludes some heaps", true;
    for (size_t i = 0; i < m->n->piece_count; i++)
        if (!without_settled(m, &m->n->pieces[i], &fewer.pieces[i])) return false;
    if (!family_shifted(&fewer, scratch, m->f, others)) return false;
    m->f->bricks = NULL; /* they know of no other games */
    m->f->brick_count = 0;
    if (m->f->kind == FAMILY_NONE) return true;
    m->f->kind = FAMILY_MIXED;
    return list_others(m, others);
}

enum status family_find_mixed(const struct model *model, int game, const struct param_value *params,
                              struct arena *arena, struct family *out)
{
    *out = (struct family){.reason = family_unsuitable(model, game)};
    if (out->reason) return ST_OK;
    struct arena scratch = {0};
    struct normal_space space = {.arena = &scratch, .work = {.arena = &scratch}};
    struct normal_source source = {.model = model, .game = game, .params = params};
    struct normal *n;
    if (normal_may_fail(&source)) return out->reason = "the rule may fail while it runs", ST_OK;
    enum status st = normal_build(&space, &source, &n);
    struct mixing m = {n, out, arena};
    if (st == ST_OK && (!mix(&m) || space.work.no_memory)) st = ST_NO_MEMORY;
    arena_free(&scratch);
    return st;
}
