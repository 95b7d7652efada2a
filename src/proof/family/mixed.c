/* SPDX-License-Identifier: MIT */
/* Positions of other games that a piece always leaves, the same for all n, are left out of it: each is a number that all values of the
 * piece are added to without carry. What is left of it are heaps, those of other games too, and what is taken (shifts.c). */
#include "proof/family/private.h"

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

static bool without_settled(const struct normal *n, const struct normal_piece *from, struct normal_piece *to)
{
    struct linear_conjunction facts = family_facts(n, from->rule);
    struct normal_component *left = arena_array(n->space->arena, from->component_count + 1, sizeof *left);
    *to = *from;
    if (!left) return false;
    to->components = left;
    to->component_count = 0;
    for (size_t k = 0; k < from->component_count; k++) {
        const struct normal_component *c = &from->components[k];
        bool other = c->game >= 0 && c->game != n->source.game && facts.items;
        if (!other || !settle(n, c, facts, &to->rule)) left[to->component_count++] = *c;
    }
    return true;
}

static bool list_others(const struct normal *n, const bool *others, struct arena *arena, struct family *f)
{
    size_t count = n->source.model->game_count;
    f->others = arena_array(arena, count + 1, sizeof *f->others);
    for (size_t g = 0; f->others && g < count; g++)
        if (others[g]) f->others[f->other_count++] = (int)g;
    return f->others;
}

static bool mix(const struct normal *n, struct arena *arena, struct family *f)
{
    struct normal fewer = *n;
    struct arena *scratch = n->space->arena;
    bool *others = arena_array(scratch, n->source.model->game_count + 1, sizeof *others);
    fewer.pieces = arena_array(scratch, n->piece_count + 1, sizeof *fewer.pieces);
    if (!others || !fewer.pieces) return false;
    if (!n->supported) return f->reason = n->reason, true;
    if (!normal_covered(n->space, &n->domain, 1, n->invariant, n->invariant_count))
        return f->reason = "its invariant excludes some heaps", true;
    for (size_t i = 0; i < n->piece_count; i++)
        if (!without_settled(n, &n->pieces[i], &fewer.pieces[i])) return false;
    if (!family_shifted(&fewer, arena, f, others)) return false; /* its sets stay */
    f->bricks = NULL;                                            /* they know of no other games */
    f->brick_count = 0;
    if (f->kind == FAMILY_NONE) return true;
    f->kind = FAMILY_MIXED;
    return list_others(n, others, arena, f);
}

enum status family_find_mixed(const struct model *model, int game, const struct param_value *params,
                              struct arena *arena, struct family *out)
{
    return family_read(model, game, params, arena, mix, out);
}
