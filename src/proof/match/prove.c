/* SPDX-License-Identifier: MIT */
/* The same options on every state: each piece of one side lies in the union of the matching pieces of the other
 * side, for states in the user's domain. The user's states must be states of the reference; if they are fewer, the
 * options must be among them too (the reference's own options stay in its states). */
#include <string.h>
#include "proof/match/private.h"
#include "proof/match/itself.h"

static bool refuse(struct unifier *u, const char *reason)
{
    u->reason = reason;
    return false;
}

/* domain and one part of the invariant */
static bool join_state(struct unifier *u, const struct normal *n, size_t i, struct linear_conjunction *out)
{
    size_t count = n->domain.count + n->invariant[i].count;
    struct linear_constraint *items = arena_array(u->arena, count + 1, sizeof *items);
    if (!items) return u->no_memory = true, false;
    for (size_t k = 0; k < count; k++)
        items[k] = k < n->domain.count ? n->domain.items[k] : n->invariant[i].items[k - n->domain.count];
    *out = (struct linear_conjunction){items, count};
    return true;
}

static struct linear_conjunction *states_of(struct unifier *u, const struct normal *n)
{
    struct linear_conjunction *out = arena_array(u->arena, n->invariant_count + 1, sizeof *out);
    if (!out) return u->no_memory = true, NULL;
    for (size_t i = 0; i < n->invariant_count; i++)
        if (!join_state(u, n, i, &out[i])) return NULL;
    return out;
}

/* Is every state of `inner` a state of `outer`? */
static bool states_within(struct unifier *u, const struct normal *inner, const struct normal *outer)
{
    struct linear_conjunction *in = states_of(u, inner), *out = states_of(u, outer);
    if (!in || !out) return false;
    for (size_t i = 0; i < inner->invariant_count; i++)
        if (!normal_covered(u->space, &in[i], 1, out, outer->invariant_count)) return false;
    return true;
}

/* Are all options that the pieces of `a` give among those of `b`, on the user's states? */
static bool options_within(struct unifier *u, const struct normal *a, const struct normal *b, bool b_user,
                           const struct linear_conjunction *states, size_t state_count)
{
    bool ok = true;
    for (size_t i = 0; i < a->piece_count && ok; i++) {
        unify_parts parts = {0};
        ok = unify_match(u, &a->pieces[i], b, b_user, &parts);
        for (size_t k = 0; k < state_count && ok; k++) {
            struct linear_conjunction context[2] = {states[k], a->pieces[i].rule};
            ok = normal_covered(u->space, context, 2, parts.data, parts.count);
        }
        vec_free(&parts);
    }
    return ok;
}

/* Does it depend on the field, a row, only through its length? */
static bool value_by_length(const struct normal_space *space, struct normal_value v, int64_t field);

static bool term_by_length(const struct normal_space *space, const struct normal_term *t, int64_t field)
{
    if (t->kind == EXPR_FIELD && t->data == field) return false;
    if (t->kind == EXPR_CALL && t->data == BUILTIN_LEN && t->args[0].term && t->args[0].term->kind == EXPR_FIELD)
        return true;
    for (size_t i = 0; i < t->count; i++)
        if (!value_by_length(space, t->args[i], field)) return false;
    return true;
}

static bool value_by_length(const struct normal_space *space, struct normal_value v, int64_t field)
{
    if (v.term) return term_by_length(space, v.term, field);
    for (uint32_t i = 0; v.form && i < v.form->count; i++) {
        const struct normal_term *t = space->vars[v.form->terms[i].var].term;
        if (t && !term_by_length(space, t, field)) return false;
    }
    return true;
}

/* The argument is the row with other cells, and the invariant depends only on the row's length. */
static bool keeps_length(struct unifier *u, const struct normal *n, const struct normal_arg *a, size_t field)
{
    bool same = a->kind == NORMAL_WITH && a->base && a->base->kind == EXPR_FIELD && a->base->data == (int64_t)field;
    for (size_t i = 0; i < n->invariant_count && same; i++)
        for (size_t k = 0; k < n->invariant[i].count && same; k++)
            same =
                value_by_length(u->space, (struct normal_value){.form = n->invariant[i].items[k].form}, (int64_t)field);
    return same;
}

/* The result component is a state of its game: its domain and invariant with fields replaced by result variables. */
static bool component_stays(struct unifier *u, const struct normal *user, const struct normal_piece *p,
                            const struct normal_component *c, const struct linear_conjunction *states)
{
    if (c->game < 0) return false;
    const struct normal *n = c->game == user->source.game ? user : unify_normal_user(u, c->game);
    if (!n) return false;
    const struct linear_form **map = arena_array(u->arena, u->space->var_count + 1, sizeof *map);
    size_t map_count = u->space->var_count;
    if (!map) return u->no_memory = true, false;
    for (size_t k = 0; k < c->arg_count; k++) {
        if (n == user && keeps_length(u, n, &c->args[k], k)) continue;
        if (c->args[k].kind != NORMAL_NUMBER) return false;
        int field = normal_var(u->space, NORMAL_FIELD, (int)k);
        int result = normal_var(u->space, NORMAL_RESULT, c->args[k].first_var);
        if (field < 0 || result < 0) return u->no_memory = true, false;
        if ((size_t)field < map_count) map[field] = linear_variable(&u->space->work, result);
    }
    struct linear_conjunction *parts = states_of(u, n);
    for (size_t i = 0; parts && i < n->invariant_count; i++)
        if (!normal_replace_all(u->space, parts[i], map, map_count, &parts[i])) return false;
    for (size_t i = 0; parts && i < user->invariant_count; i++) {
        struct linear_conjunction context[2] = {states[i], p->rule};
        if (!normal_covered(u->space, context, 2, parts, n->invariant_count)) return false;
    }
    return parts != NULL;
}

/* Do the user's game and its partner have the same states? Then the reference's options are the user's states too. */
static bool same_states(struct unifier *u, const struct unify_pair *pair)
{
    const struct normal *user = unify_normal_user(u, pair->user), *ref = unify_normal_ref(u, pair, false);
    return user && ref && states_within(u, ref, user);
}

static bool stays_inside(struct unifier *u, const struct normal *user, const struct linear_conjunction *states)
{
    bool *same = arena_array(u->arena, u->pairs.count + 1, sizeof *same), all = true;
    if (!same) return u->no_memory = true, false;
    for (size_t i = 0; i < u->pairs.count; i++) all &= same[i] = same_states(u, &u->pairs.data[i]);
    if (all) return true;
    for (size_t i = 0; i < user->piece_count; i++)
        for (size_t k = 0; k < user->pieces[i].component_count; k++) {
            const struct normal_component *c = &user->pieces[i].components[k];
            bool fine = false;
            for (size_t j = 0; j < u->pairs.count && !fine; j++) fine = same[j] && u->pairs.data[j].user == c->game;
            if (!fine && !component_stays(u, user, &user->pieces[i], c, states)) return false;
        }
    return true;
}

static bool same_options(struct unifier *u, const struct normal *user, const struct normal *ref,
                         const struct linear_conjunction *states)
{
    if (!options_within(u, user, ref, false, states, user->invariant_count))
        return refuse(u, "it has options that the reference does not have");
    if (!options_within(u, ref, user, true, states, user->invariant_count))
        return refuse(u, "the reference has options that it does not have");
    return true;
}

/* The same options with a field whose excess over another field does not matter. */
static bool same_when_capped(struct unifier *u, const struct normal *user, const struct normal *ref,
                             const struct linear_conjunction *states)
{
    const struct unify_pair *pair = unify_find(u, user->source.game, ref->source.game);
    struct unify_cap cap = {-1, -1};
    bool same = false;
    while (!same && pair && unify_next_cap(u, user, pair, ref, &cap)) {
        u->cap = cap;
        u->capped_pair = pair;
        same = same_options(u, user, ref, states);
    }
    u->capped_pair = NULL;
    if (!same) u->cap = (struct unify_cap){-1, -1};
    return same;
}

/* Is the reference symmetric at the bound parameters? Each view of the user's rule asks again. */
static bool is_symmetric(struct unifier *u, int game)
{
    struct unify_symmetry *known = u->symmetry, now = {.known = true};
    bool keep = known && u->ref->param_count <= UNIFY_MOST_KEPT;
    if (known) now.answers = known->answers;
    for (size_t i = 0; keep && i < u->ref->param_count; i++) {
        keep = !u->params[i].set_count;
        now.params[i] = u->params[i].value;
    }
    if (keep && known->known && memcmp(known->params, now.params, sizeof now.params) == 0)
        return known->answer == UNIFY_YES;
    now.answer = unify_symmetric(u->ref, game, u->params);
    u->no_memory |= now.answer == UNIFY_NO_MEMORY;
    if (keep && !u->no_memory) *known = now;
    return now.answer == UNIFY_YES;
}

/* The same options up to the order of the fields of results, if the reference does not depend on that order. By
 * induction a state has the same value with its fields in any order, so it is enough to reach one of them. */
static bool same_when_turned(struct unifier *u, const struct normal *user, const struct normal *ref,
                             const struct linear_conjunction *states)
{
    const struct game *g = &u->ref->games[ref->source.game];
    if (g->field_count < 2 || g->field_count > UNIFY_MAX_TURNED) return false;
    for (size_t i = 0; i < g->field_count; i++)
        if (g->fields[i].kind != FIELD_NAT) return false;
    if (!is_symmetric(u, ref->source.game)) return false;
    u->turned = ref->source.game;
    bool same = same_options(u, user, ref, states);
    if (!same) u->turned = -1;
    return same;
}

bool unify_same_options(struct unifier *u, const struct normal *a, const struct normal *b)
{
    struct linear_conjunction *states = states_of(u, a);
    return states && options_within(u, a, b, false, states, a->invariant_count) &&
           options_within(u, b, a, true, states, a->invariant_count);
}

/* ---- rows for bags ----------------------------------------------------------------------------------------------- */
static bool order_free(const struct normal_space *space, struct normal_value v);

/* Does the term depend only on which cells a row has, not on their order? */
static bool term_order_free(const struct normal_space *space, const struct normal_term *t)
{
    bool row = t->count && t->args[0].term && t->args[0].term->kind == EXPR_FIELD;
    if (row && t->kind == NORMAL_DOMAIN && t->data == DOMAIN_ELEMENTS) return true;
    if (row && t->kind == EXPR_CALL && (t->data == BUILTIN_LEN || t->data == BUILTIN_SORT)) return true;
    if (t->kind == EXPR_FIELD || t->kind == EXPR_ROW_FOR) return false;
    for (size_t i = 0; i < t->count; i++)
        if (!order_free(space, t->args[i])) return false;
    return true;
}

static bool order_free(const struct normal_space *space, struct normal_value v)
{
    if (v.term) return term_order_free(space, v.term);
    for (uint32_t i = 0; v.form && i < v.form->count; i++) {
        const struct normal_term *t = space->vars[v.form->terms[i].var].term;
        if (t && !term_order_free(space, t)) return false;
    }
    return true;
}

static bool bags_fit(const struct unifier *u, const struct normal *user, const struct normal *ref)
{
    const struct game *mine = &user->source.model->games[user->source.game],
                      *theirs = &ref->source.model->games[ref->source.game];
    for (size_t i = 0; i < theirs->field_count; i++)
        if (theirs->fields[i].kind == FIELD_BAG && mine->fields[ref->source.fields[i]].kind == FIELD_ROW)
            return order_free(u->space, user->compound);
    return true;
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */
bool unify_prove(struct unifier *u, const struct normal *user, const struct normal *ref)
{
    u->cap = (struct unify_cap){-1, -1};
    u->turned = -1;
    if (user->compound.form != ref->compound.form || user->compound.term != ref->compound.term)
        return refuse(u, "the sums they stand for differ");
    if (!bags_fit(u, user, ref)) return refuse(u, "the order of a row matters");
    if (!states_within(u, user, ref)) return refuse(u, "it has states that the reference does not have");
    struct linear_conjunction *states = states_of(u, user);
    if (!states) return false;
    if (!same_options(u, user, ref, states)) {
        const char *reason = u->reason;
        bool same = u->may_turn ? same_when_turned(u, user, ref, states) : same_when_capped(u, user, ref, states);
        if (!same) return refuse(u, reason);
    }
    if (!stays_inside(u, user, states)) return refuse(u, "its options may leave its states");
    u->fewer = !states_within(u, ref, user);
    return true;
}
