/* SPDX-License-Identifier: MIT */
/* Two games are paired tentatively; the pair stands while what depends on it is proved (so a game may lead to itself)
 * and is removed if the proof fails. For a pair, every order of arguments that fits the kinds of the fields is
 * tried; then the games that the reference leads to are paired with games that the user's leads to; then the
 * reference's parameters, left symbolic in its normal form, are guessed, and each guess is proved. */
#include "proof/match/unify.h"
#include "proof/normal/may_fail.h"
#include "model/expr.h"
#include "proof/match/private.h"

enum { MAX_DEPTH = 16, MAX_PARAMS = 4, MAX_STEPS = 4000000 };

static void refuse(struct unifier *u, const char *reason) { u->reason = reason; }

const struct unify_pair *unify_find(const struct unifier *u, int user, int ref)
{
    for (size_t i = 0; i < u->pairs.count; i++)
        if (u->pairs.data[i].user == user && u->pairs.data[i].ref == ref) return &u->pairs.data[i];
    return NULL;
}

/* ---- normal forms ------------------------------------------------------------------------------------------------ */
struct normal *unify_built(struct unifier *u, const struct normal_source *source)
{
    struct normal *n;
    bool gave_up = u->space->work.gave_up;
    if (normal_build(u->space, source, &n) != ST_OK) return u->no_memory = true, NULL;
    u->space->work.gave_up |= gave_up;
    if (n->supported) return n;
    u->too_large |= n->too_large && source->owner == 0;
    refuse(u, n->reason);
    return NULL;
}

struct normal *unify_normal_user(struct unifier *u, int game)
{
    struct normal_source s = {.model = u->user,
                              .game = game,
                              .params = u->user_params,
                              .symbolic = u->user_open,
                              .mover = u->mover,
                              .most = u->first};
    if (!normal_may_fail(&s)) return unify_built(u, &s);
    refuse(u, "it may fail while it runs");
    return NULL;
}

struct normal *unify_normal_ref(struct unifier *u, const struct unify_pair *pair, bool symbolic)
{
    bool *open = arena_array(u->arena, u->ref->param_count + 1, sizeof *open);
    int *fields = arena_array(u->arena, MODEL_MAX_FIELDS, sizeof *fields);
    if (!open || !fields) return u->no_memory = true, NULL;
    for (size_t i = 0; i < u->ref->param_count; i++) open[i] = symbolic && !u->bound[i];
    for (int i = 0; i < MODEL_MAX_FIELDS; i++) fields[i] = pair->order[i];
    struct normal_source s = {.model = u->ref,
                              .game = pair->ref,
                              .params = u->params,
                              .symbolic = symbolic || !u->ref_open ? open : u->ref_open,
                              .params_as = symbolic ? NULL : u->ref_as,
                              .fields = fields,
                              .games = u->games,
                              .orders = (const int *const *)u->orders,
                              .owner = 1,
                              .mover = u->mover};
    if (symbolic || !normal_may_fail(&s))
        return unify_built(u, &s); /* nothing is proved of a form with open parameters */
    refuse(u, "the reference may fail while it runs");
    return NULL;
}

/* ---- pairs ------------------------------------------------------------------------------------------------------- */
static int unpaired_name(int ref) { return -2 - ref; /* no game of the user's has it */ }

bool unify_push(struct unifier *u, struct unify_pair pair)
{
    int *order = arena_array(u->arena, MODEL_MAX_FIELDS, sizeof *order);
    if (!order || !vec_push(&u->pairs, pair)) return u->no_memory = true, false;
    for (int i = 0; i < MODEL_MAX_FIELDS; i++) order[i] = pair.order[i];
    u->games[pair.ref] = pair.user;
    u->orders[pair.ref] = order;
    return true;
}

void unify_pop(struct unifier *u, size_t count)
{
    while (u->pairs.count > count) {
        struct unify_pair p = vec_pop(&u->pairs);
        u->games[p.ref] = unpaired_name(p.ref);
        u->orders[p.ref] = NULL;
    }
}

static bool taken(const struct unifier *u, int user, int ref)
{
    for (size_t i = 0; i < u->pairs.count; i++)
        if (u->pairs.data[i].user == user || u->pairs.data[i].ref == ref) return true;
    return false;
}

/* ---- games that a rule leads to ---------------------------------------------------------------------------------- */
static bool mention(void *context, const struct expr *e)
{
    bool *seen = context;
    if (e->kind == EXPR_GAME) seen[e->game] = true;
    return false;
}

bool *unify_games_of(struct unifier *u, const struct model *model, int game)
{
    bool *seen = arena_array(u->arena, model->game_count + 1, sizeof *seen);
    if (!seen) return u->no_memory = true, NULL;
    const struct game *g = &model->games[game];
    expr_any(g->compound, mention, seen);
    for (size_t i = 0; i < g->move_count; i++) expr_any(g->moves[i].result, mention, seen);
    return seen;
}

static enum unify_result unify_two(struct unifier *u, int user, int ref);

/* Pairs every game that the reference leads to with a game that the user's leads to. */
static enum unify_result pair_others(struct unifier *u, int user, int ref)
{
    bool *theirs = unify_games_of(u, u->ref, ref), *ours = unify_games_of(u, u->user, user);
    if (!theirs || !ours) return UNIFY_NO_MEMORY;
    for (size_t r = 0; r < u->ref->game_count; r++) {
        if (!theirs[r] || u->games[r] >= 0) continue;
        enum unify_result found = UNIFY_NO;
        for (size_t g = 0; g < u->user->game_count && found != UNIFY_YES; g++)
            if (ours[g] && !taken(u, (int)g, (int)r)) found = unify_two(u, (int)g, (int)r);
        if (found != UNIFY_YES) return refuse(u, "it leads to other games than the reference"), found;
    }
    return UNIFY_YES;
}

/* ---- parameters -------------------------------------------------------------------------------------------------- */
struct match_search {
    struct unifier *u;
    const struct unify_pair *pair;
    const struct normal *user;
    int params[MAX_PARAMS];
    struct unify_guesses guesses[MAX_PARAMS];
    int count;
    const struct unify_samples *samples;
};

/* Attempts and the steps of their proofs are bounded for the question as a whole. */
static bool may_try(struct unifier *u)
{
    bool may = u->tries < UNIFY_MAX_TRIES && u->space->spent < MAX_STEPS && !u->no_memory;
    u->tries++;
    if (!may) u->gave_up = true;
    return may;
}

/* Terms that mention a tentative pair must not outlive it; what is needed again is built again. */
static void restore(struct unifier *u, struct normal_space before)
{
    u->no_memory |= u->space->work.no_memory;
    before.spent = u->space->spent;
    *u->space = before;
}

/* With all parameters bound: builds the reference there and proves. Restores the space. */
static bool try_guess(struct match_search *s)
{
    struct unifier *u = s->u;
    if (!may_try(u)) return false;
    struct normal_space before = *u->space;
    struct arena_mark mark = arena_mark(u->arena);
    u->space->work.gave_up = false;
    const struct normal *ref = unify_normal_ref(u, s->pair, false);
    bool same = ref && unify_prove(u, s->user, ref);
    u->no_memory |= u->space->work.no_memory;
    u->gave_up |= u->space->work.gave_up;
    restore(u, before);
    arena_rewind(u->arena, mark);
    return same;
}

/* All choices of guesses: first those that fit the user's options at the most states, otherwise in their given
 * order. */
struct match_choice {
    unsigned char at[MAX_PARAMS];
    size_t fit;
};
typedef VEC(struct match_choice) choices;

static void set_params(struct match_search *s, const struct match_choice *c)
{
    for (int i = 0; i < s->count; i++) s->u->params[s->params[i]] = s->guesses[i].values[c->at[i]];
}

static bool next_choice(const struct match_search *s, struct match_choice *c)
{
    for (int i = s->count; i-- > 0;) {
        if ((size_t)c->at[i] + 1 < s->guesses[i].count) return c->at[i]++, true;
        c->at[i] = 0;
    }
    return false;
}

/* A choice that fits at no state cannot be right. */
static bool list_choices(struct match_search *s, const struct normal *symbolic, choices *list)
{
    struct match_choice c = {.fit = 0};
    const struct unify_samples *samples = s->samples;
    size_t all = samples ? unify_samples_count(samples) : 0;
    for (int i = 0; i < s->count; i++)
        if (s->guesses[i].count == 0) return true;
    do {
        set_params(s, &c);
        c.fit = all ? unify_samples_fit(samples, symbolic, s->u->params) : 0;
        if (all && c.fit == 0) continue;
        if (!vec_push(list, c)) return s->u->no_memory = true, false;
    } while (next_choice(s, &c) && list->count < UNIFY_MAX_CHOICES);
    return true;
}

/* A copy that outlives the search. */
static struct param_value *keep_params(const struct unifier *u, const struct param_value *params)
{
    size_t count = u->ref->param_count;
    struct param_value *kept = arena_array(u->kept, count + 1, sizeof *kept);
    for (size_t i = 0; kept && i < count; i++) {
        int64_t *set = arena_array(u->kept, params[i].set_count + 1, sizeof *set);
        if (!set) return NULL;
        for (size_t k = 0; k < params[i].set_count; k++) set[k] = params[i].set[k];
        kept[i] = (struct param_value){params[i].value, set, params[i].set_count};
    }
    return kept;
}

static void note_nearest(struct match_search *s, const choices *list, size_t most)
{
    struct unifier *u = s->u;
    if (!most || most <= u->nearest_fit) return;
    for (size_t i = 0; i < list->count; i++) {
        if (list->data[i].fit != most) continue;
        set_params(s, &list->data[i]);
        u->nearest = keep_params(u, u->params);
        u->nearest_fit = most;
        u->no_memory |= !u->nearest;
        return;
    }
}

static bool try_choices(struct match_search *s, const struct normal *symbolic)
{
    choices list = {0};
    bool found = false;
    if (list_choices(s, symbolic, &list)) {
        size_t most = 0;
        for (size_t i = 0; i < list.count; i++)
            if (list.data[i].fit > most) most = list.data[i].fit;
        note_nearest(s, &list, most);
        for (size_t fit = most + 1; fit-- > 0 && !found;)
            for (size_t i = 0; i < list.count && !found && !s->u->no_memory; i++) {
                if (list.data[i].fit != fit) continue;
                set_params(s, &list.data[i]);
                found = try_guess(s);
            }
    }
    vec_free(&list);
    return found;
}

static enum unify_result no_or_unknown(const struct unifier *u)
{
    return u->no_memory ? UNIFY_NO_MEMORY : u->gave_up ? UNIFY_UNKNOWN : UNIFY_NO;
}

static enum unify_result find_params(struct match_search *s, const struct normal *symbolic)
{
    struct unifier *u = s->u;
    bool *used = arena_array(u->arena, u->ref->param_count + 1, sizeof *used);
    if (!used) return UNIFY_NO_MEMORY;
    /* Without capped fields, an option that the reference has for no parameters rules it out. */
    s->samples = unify_samples_draw(u, s->user, s->pair, u->may_turn ? symbolic : NULL);
    if (s->samples && unify_samples_apart(s->samples))
        return refuse(u, "it has options that the reference does not have"), UNIFY_NO;
    unify_params_used(symbolic, used);
    for (size_t p = 0; p < u->ref->param_count; p++) {
        if (!used[p]) continue;
        if (s->count == MAX_PARAMS) return refuse(u, "the reference has too many parameters"), UNIFY_UNKNOWN;
        s->params[s->count] = (int)p;
        if (!unify_guess(u, s->user, symbolic, (int)p, &s->guesses[s->count++])) return UNIFY_NO_MEMORY;
    }
    if (!try_choices(s, symbolic)) return no_or_unknown(u);
    for (int i = 0; i < s->count; i++) u->bound[s->params[i]] = true;
    return UNIFY_YES;
}

/* ---- one pair ---------------------------------------------------------------------------------------------------- */
static enum unify_result with_order(struct unifier *u, struct unify_pair pair)
{
    enum unify_result found = pair_others(u, pair.user, pair.ref);
    if (found != UNIFY_YES) return found;
    const struct normal *user = unify_normal_user(u, pair.user);
    const struct normal *ref = user ? unify_normal_ref(u, &pair, true) : NULL;
    if (!ref) return no_or_unknown(u);
    struct match_search s = {.u = u, .pair = &pair, .user = user};
    return find_params(&s, ref);
}

static enum unify_result try_order(struct unifier *u, struct unify_pair pair)
{
    if (!may_try(u)) return u->no_memory ? UNIFY_NO_MEMORY : UNIFY_UNKNOWN;
    struct arena_mark mark = arena_mark(u->arena);
    struct normal_space before = *u->space;
    size_t pairs = u->pairs.count, params = u->ref->param_count;
    bool *bound = arena_array(u->arena, params + 1, sizeof *bound);
    struct param_value *values = arena_array(u->arena, params + 1, sizeof *values);
    if (!bound || !values || !unify_push(u, pair)) return UNIFY_NO_MEMORY;
    for (size_t i = 0; i < params; i++) {
        bound[i] = u->bound[i];
        values[i] = u->params[i];
    }
    enum unify_result found = with_order(u, pair);
    restore(u, before);
    if (found == UNIFY_YES) return found;
    unify_pop(u, pairs);
    for (size_t i = 0; i < params; i++) {
        u->bound[i] = bound[i];
        u->params[i] = values[i];
    }
    arena_rewind(u->arena, mark);
    return found;
}

/* A row matches a bag if only a compound is made of it, since the parts of a compound have no order; that the
 * compound does not depend on the order of the cells is proved with the rest (prove.c). */
static bool fits(const struct game *user, enum field_kind field, enum field_kind ref)
{
    if (field == FIELD_ROW && ref == FIELD_BAG)
        return user->kind == GAME_COMPOUND && user->compound->kind == EXPR_COMPOUND &&
               user->compound->index == COMPOUND_UPTO && !user->invariant;
    return field == ref || (field_is_number(field) && field_is_number(ref));
}

/* All orders of the arguments, field by field; the first that fits ends the search. */
static enum unify_result orders(struct unifier *u, struct unify_pair *pair, size_t at, unsigned used)
{
    const struct game *user = &u->user->games[pair->user], *ref = &u->ref->games[pair->ref];
    if (at == ref->field_count) return try_order(u, *pair);
    enum unify_result best = UNIFY_NO;
    for (size_t i = 0; i < user->field_count; i++) {
        if (used >> i & 1 || !fits(user, user->fields[i].kind, ref->fields[at].kind)) continue;
        pair->order[at] = (int)i;
        enum unify_result found = orders(u, pair, at + 1, used | 1u << i);
        if (found == UNIFY_YES || found == UNIFY_NO_MEMORY) return found;
        if (found == UNIFY_UNKNOWN) best = found;
        if (u->tries > UNIFY_MAX_TRIES || u->too_large) return UNIFY_UNKNOWN;
    }
    return best;
}

static bool comparable(struct unifier *u, const struct game *user, const struct game *ref)
{
    if (user->kind != ref->kind || user->kind == GAME_GRAPH)
        return refuse(u, "they are games of different kinds"), false;
    if (user->field_count != ref->field_count) return refuse(u, "their states have different numbers of fields"), false;
    if (ref->uses_mover && !user->uses_mover) return refuse(u, "the mover matters in the reference only"), false;
    if (user->loopy || ref->loopy) return refuse(u, "play may go in circles"), false;
    return true;
}

static enum unify_result unify_two(struct unifier *u, int user, int ref)
{
    if (unify_find(u, user, ref)) return UNIFY_YES;
    if (taken(u, user, ref) || !comparable(u, &u->user->games[user], &u->ref->games[ref])) return UNIFY_NO;
    if (u->depth >= MAX_DEPTH) return UNIFY_UNKNOWN;
    u->depth++;
    struct unify_pair pair = {.user = user, .ref = ref};
    enum unify_result found = orders(u, &pair, 0, 0);
    u->depth--;
    return found;
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */
bool unify_open(struct unifier *u, struct unification *out)
{
    size_t params = u->ref->param_count, games = u->ref->game_count;
    u->kept = &out->arena;
    u->params = arena_array(&out->arena, params + 1, sizeof *u->params);
    u->bound = arena_array(u->arena, params + 1, sizeof *u->bound);
    u->games = arena_array(u->arena, games + 1, sizeof *u->games);
    u->orders = arena_array(u->arena, games + 1, sizeof *u->orders);
    out->arguments = arena_array(&out->arena, MODEL_MAX_FIELDS, sizeof *out->arguments);
    if (!u->params || !u->bound || !u->games || !u->orders || !out->arguments) return false;
    for (size_t i = 0; i < games; i++) u->games[i] = unpaired_name((int)i);
    for (size_t i = 0; i < params; i++) {
        const struct param *p = &u->ref->params[i];
        u->params[i] = (struct param_value){p->value, p->set, p->set_count};
    }
    return true;
}

/* Copies what was found out of the scratch arena; a parameter that was not bound keeps its default. */
static bool hand_out(const struct unifier *u, int game, int ref, struct unification *out)
{
    const struct unify_pair *pair = unify_find(u, game, ref);
    out->argument_count = u->ref->games[ref].field_count;
    out->capped = u->cap.field;
    out->cap = u->cap.by;
    out->turns = u->turned == ref;
    out->fewer = u->fewer;
    out->view = out->ref_view = substitution_identity(out->argument_count);
    for (size_t i = 0; i < out->argument_count; i++) out->arguments[i] = pair->order[i];
    for (size_t i = 0; i < u->ref->param_count; i++) {
        const struct param *p = &u->ref->params[i];
        if (!u->bound[i]) u->params[i] = (struct param_value){p->value, p->set, p->set_count};
    }
    return (out->params = keep_params(u, u->params)) != NULL;
}

enum unify_result unify_as_seen(const struct model *user, int game, const struct param_value *user_params,
                                const struct model *ref, int ref_game, struct unify_symmetry *symmetry,
                                struct unification *out)
{
    *out = (struct unification){0};
    struct arena scratch = {0};
    struct linear_answers *answers = symmetry ? symmetry->answers : NULL;
    struct normal_space space = {.arena = &scratch, .work = {.arena = &scratch, .answers = answers}};
    struct unifier u = {.user = user,
                        .ref = ref,
                        .user_params = user_params,
                        .arena = &scratch,
                        .space = &space,
                        .turned = -1,
                        .symmetry = symmetry,
                        .may_turn = symmetry != NULL};
    enum unify_result found = UNIFY_NO_MEMORY;
    if (user->games[game].uses_mover) u.mover = NORMAL_EITHER;
    if (unify_open(&u, out)) found = unify_two(&u, game, ref_game);
    if (u.no_memory && found != UNIFY_YES) found = UNIFY_NO_MEMORY;
    if (found == UNIFY_YES && !hand_out(&u, game, ref_game, out)) found = UNIFY_NO_MEMORY;
    if (found != UNIFY_YES) out->params = u.nearest;
    out->too_large = u.too_large;
    out->reason = found == UNIFY_YES ? NULL : found == UNIFY_NO_MEMORY ? "memory is out" : u.reason;
    vec_free(&u.pairs);
    arena_free(&scratch);
    return found;
}

enum unify_result unify_games(const struct model *user, int game, const struct param_value *user_params,
                              const struct model *ref, int ref_game, struct unification *out)
{
    return unify_as_seen(user, game, user_params, ref, ref_game, NULL, out);
}

void unification_free(struct unification *unification) { arena_free(&unification->arena); }
