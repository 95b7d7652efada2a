/* SPDX-License-Identifier: MIT */
/* The options at a state s and at s with one field replaced by another are compared piece by piece: both results
 * are in the same variables, so no renaming is needed. Then the states s with field >= by form classes with the
 * same options, and by induction it does not matter to which member of a class a move leads. */
#include "proof/match/private.h"

static bool scalar(const struct normal_piece *p)
{
    for (size_t i = 0; i < p->component_count; i++)
        for (size_t k = 0; k < p->components[i].arg_count; k++)
            if (p->components[i].game < 0 || p->components[i].args[k].kind != NORMAL_NUMBER) return false;
    return true;
}

static bool same_shape(const struct normal_piece *a, const struct normal_piece *b)
{
    bool same = a->component_count == b->component_count && a->result_vars == b->result_vars;
    for (size_t i = 0; i < a->component_count && same; i++)
        same =
            a->components[i].game == b->components[i].game && a->components[i].arg_count == b->components[i].arg_count;
    return same;
}

/* The rules of all pieces that can have the results of `piece`; with the map or, if NULL, as they are. */
static struct linear_conjunction *alike(struct unifier *u, const struct normal *ref, const struct normal_piece *piece,
                                        const struct linear_form *const *map, size_t map_count, size_t *count)
{
    struct linear_conjunction *parts = arena_array(u->arena, ref->piece_count + 1, sizeof *parts);
    *count = 0;
    if (!parts) u->no_memory = true;
    for (size_t i = 0; parts && i < ref->piece_count; i++) {
        if (!same_shape(piece, &ref->pieces[i])) continue;
        struct linear_conjunction rule = ref->pieces[i].rule;
        if (map && !normal_replace_all(u->space, rule, map, map_count, &rule)) return NULL;
        parts[(*count)++] = rule;
    }
    return parts;
}

static bool proved(struct unifier *u, const struct normal *ref, int field, int by)
{
    struct linear_work *w = &u->space->work;
    int x = normal_var(u->space, NORMAL_FIELD, field), y = normal_var(u->space, NORMAL_FIELD, by);
    size_t map_count = u->space->var_count;
    const struct linear_form **map = arena_array(u->arena, map_count + 1, sizeof *map);
    if (!map || x < 0 || y < 0) return u->no_memory = true, false;
    map[x] = linear_variable(w, y);
    struct linear_constraint *above = arena_array(u->arena, 1, sizeof *above);
    if (!above) return u->no_memory = true, false;
    *above = (struct linear_constraint){linear_sum(w, linear_variable(w, x), 1, map[x], -1), false};
    bool same = above->form != NULL;
    for (size_t i = 0; i < ref->piece_count && same; i++)
        for (int back = 0; back < 2 && same; back++) {
            struct linear_conjunction here = ref->pieces[i].rule, *parts;
            size_t count;
            if (!scalar(&ref->pieces[i])) return false;
            if (back && !normal_replace_all(u->space, here, map, map_count, &here)) return false;
            parts = alike(u, ref, &ref->pieces[i], back ? NULL : map, map_count, &count);
            struct linear_conjunction context[3] = {ref->domain, here, {above, 1}};
            same = parts && normal_covered(u->space, context, 3, parts, count);
        }
    return same;
}

/* Do all the user's results keep the field at or below the other one? */
static bool kept_below(struct unifier *u, const struct normal *user, const struct unify_pair *pair,
                       struct unify_cap cap)
{
    struct linear_work *w = &u->space->work;
    int field = pair->order[cap.field], by = pair->order[cap.by];
    for (size_t i = 0; i < user->piece_count; i++) {
        const struct normal_piece *p = &user->pieces[i];
        if (p->component_count != 1 || !scalar(p) || p->components[0].game != pair->user) return false;
        const struct normal_arg *args = p->components[0].args;
        struct linear_constraint low = {
            linear_sum(w, linear_variable(w, normal_var(u->space, NORMAL_RESULT, args[by].first_var)), 1,
                       linear_variable(w, normal_var(u->space, NORMAL_RESULT, args[field].first_var)), -1),
            false};
        struct linear_conjunction part = {&low, 1};
        for (size_t k = 0; k < user->invariant_count; k++) {
            struct linear_conjunction context[3] = {user->domain, user->invariant[k], p->rule};
            if (!low.form || !normal_covered(u->space, context, 3, &part, 1)) return false;
        }
    }
    return true;
}

bool unify_next_cap(struct unifier *u, const struct normal *user, const struct unify_pair *pair,
                    const struct normal *ref, struct unify_cap *cap)
{
    const struct game *g = &ref->source.model->games[ref->source.game];
    int fields = (int)g->field_count;
    if (g->kind != GAME_RULES || ref->invariant_count != 1 || ref->invariant[0].count) return false;
    for (int at = cap->field < 0 ? 0 : cap->field * fields + cap->by + 1; at < fields * fields; at++) {
        int field = at / fields, by = at % fields;
        if (field == by || g->fields[field].kind != FIELD_NAT || g->fields[by].kind != FIELD_NAT) continue;
        *cap = (struct unify_cap){field, by};
        /* of the two proofs the first nearly always ends at its first piece */
        if (kept_below(u, user, pair, *cap) && proved(u, ref, ref->source.fields[field], ref->source.fields[by]))
            return true;
        if (u->no_memory) return false;
    }
    return false;
}
