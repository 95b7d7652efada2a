/* SPDX-License-Identifier: MIT */
#include <string.h>
#include <isl/constraint.h>
#include <isl/point.h>
#include <isl/val.h>
#include "base/checked.h"
#include "proof/match/agreement.h"
#include "proof/match/difference.h"
#include "proof/match/order.h"
#include "proof/match/private.h"
#include "proof/normal/axioms.h"
#include "proof/relation/heap.h"
#include "proof/relation/words.h"

enum { OPERATIONS = 100000, STEPS = 200000, MOVES_MOST = 64, BLOCKS_PER_OPERATION = 20 };

/* The question about one shape of results of one side. */
struct shape_question {
    struct unifier *u;
    const struct normal *mine;
    const struct normal_piece *shape;
    const struct linear_conjunction *states; /* a union */
    size_t state_count;
    VEC(struct linear_conjunction) pieces; /* mine, with what is known of their terms */
    VEC(unify_parts) parts;                /* for each piece: those of the other side */
    VEC(struct linear_conjunction) all;
    struct linear_conjunction facts; /* of all their terms */
    uint64_t operations;
    struct arena *keep;
    struct rule_difference *out;
    struct rule_only *only;
    match_cases
        *cases;   /* what both sides have instead of each other's pieces, for shapes with a difference; may be NULL */
    bool differs; /* this shape has one */
    size_t below; /* see difference_wanted */
    bool natural; /* all fields are */
    bool as_row, whether; /* see difference_wanted */
    struct pieces solved;
    struct text text;
    int64_t least_size;
    bool no_memory;
};

/* ---- within isl -------------------------------------------------------------------------------------------------- */
/* The dimension of cell `index` of a row, or -1. */
static int cell_column(const struct relation *r, const struct normal_term *row, int index)
{
    for (size_t d = 0; d < r->terms; d++) {
        const struct normal_term *t = r->space->vars[r->vars[d]].term;
        const struct linear_form *at = axioms_is_read(t) && t->args[0].term == row ? t->args[1].form : NULL;
        if (at && at->count == 1 && at->constant == 0 && at->terms[0].factor == 1 && at->terms[0].var == index)
            return (int)d;
    }
    return -1;
}

static int result_column(const struct relation *r, int index)
{
    int var = normal_var(r->space, NORMAL_RESULT, index);
    return var < 0 ? -1 : r->column[var];
}

static void place_arg(const struct shape_question *q, const struct relation *r, const struct normal_component *c,
                      size_t k, struct piece_place *places)
{
    const struct normal_arg *a = &c->args[k];
    const int *own = q->mine->source.fields;
    int field = normal_var(r->space, NORMAL_FIELD, own ? own[k] : (int)k), var = a->first_var;
    for (int v = 0; v < a->var_count; v++)
        if (result_column(r, var + v) >= 0) places[result_column(r, var + v)].natural = a->kind != NORMAL_NUMBER;
    if (a->kind == NORMAL_NUMBER && result_column(r, var) >= 0 && field >= 0) {
        struct piece_place *place = &places[result_column(r, var)];
        place->natural = q->mine->source.model->games[c->game].fields[k].kind == FIELD_NAT;
        place->truth = q->mine->source.model->games[c->game].fields[k].kind == FIELD_BOOL;
        if (c->game == q->mine->source.game) place->field = r->column[field];
    }
    for (size_t i = 0; i < a->update_count; var += normal_update_width(a->updates[i++]))
        if (normal_update_width(a->updates[i]) == 2 && result_column(r, var + 1) >= 0)
            places[result_column(r, var + 1)].field = cell_column(r, a->base, normal_var(r->space, NORMAL_RESULT, var));
}

static void place_results(const struct shape_question *q, const struct relation *r, struct piece_place *places)
{
    for (size_t d = 0; d < r->dims; d++) places[d].field = -1;
    for (size_t i = 0; i < q->shape->component_count; i++)
        for (size_t k = 0; q->shape->components[i].game >= 0 && k < q->shape->components[i].arg_count; k++)
            place_arg(q, r, &q->shape->components[i], k, places);
}

static void keep_move(struct shape_question *q, const struct relation *r, __isl_keep isl_basic_set *set,
                      const struct piece_place *places)
{
    pieces_free(&q->solved);
    text_clear(&q->text);
    bool fine = pieces_read(&q->solved, r, set, places, r->arena) &&
                words_move(&q->solved, q->mine, q->shape, q->as_row, &q->text);
    q->no_memory |= q->solved.no_memory || q->text.failed;
    if (!fine || q->only->count == MOVES_MOST) {
        q->only->unwritten++;
        return;
    }
    const char **moves = arena_array(q->keep, q->only->count + 1, sizeof *moves);
    const char *text = arena_strdup(q->keep, text_c(&q->text));
    if (!moves || !text) {
        q->no_memory = true;
        return;
    }
    for (size_t i = 0; i < q->only->count; i++) moves[i] = q->only->moves[i];
    moves[q->only->count++] = text;
    q->only->moves = moves;
}

/* The least state, by the sum of the fields and then by the fields. */
static void keep_least(struct shape_question *q, const struct relation *r, __isl_take isl_set *rest)
{
    size_t fields = q->mine->source.model->games[q->mine->source.game].field_count, at = 0;
    while (at < r->dims && r->space->vars[r->vars[at]].kind == NORMAL_FIELD) at++;
    if (at != fields || !q->natural) {
        isl_set_free(rest);
        return;
    }
    rest = isl_set_project_out(rest, isl_dim_set, (unsigned)fields, (unsigned)(r->dims - fields));
    rest = isl_set_insert_dims(rest, isl_dim_set, 0, 1);
    isl_constraint *sum = isl_constraint_alloc_equality(isl_local_space_from_space(isl_set_get_space(rest)));
    sum = isl_constraint_set_coefficient_si(sum, isl_dim_set, 0, -1);
    for (size_t f = 0; f < fields; f++) sum = isl_constraint_set_coefficient_si(sum, isl_dim_set, (int)f + 1, 1);
    rest = isl_set_lexmin(isl_set_add_constraint(rest, sum));
    isl_point *point = isl_set_sample_point(rest);
    int64_t *state = arena_array(q->keep, fields + 1, sizeof *state), size = 0;
    q->no_memory |= !state;
    bool fine = state && isl_point_is_void(point) == isl_bool_false;
    for (size_t f = 0; fine && f <= fields; f++) {
        isl_val *v = isl_point_get_coordinate_val(point, isl_dim_set, (int)f);
        fine = isl_val_cmp_si(v, INT64_MAX / 4) < 0;
        if (fine) *(f ? &state[f - 1] : &size) = isl_val_get_num_si(v);
        isl_val_free(v);
    }
    isl_point_free(point);
    if (!fine) return;
    bool less = !q->out->state || size < q->least_size;
    for (size_t f = 0; !less && size == q->least_size && f < fields && state[f] <= q->out->state[f]; f++)
        less = state[f] < q->out->state[f];
    if (!less) return;
    q->out->state = state;
    q->least_size = size;
}

/* Does it still help to know more? */
static bool is_wanted(const struct shape_question *q)
{
    const struct rule_difference *d = q->out;
    size_t unwritten = d->only[0].unwritten + d->only[1].unwritten;
    return !q->below || (d->exact && !unwritten && d->only[0].count + d->only[1].count < q->below);
}

static void subtract(struct isl_ctx *ctx, void *context)
{
    struct shape_question *q = context;
    struct relation r;
    if (!relation_open(&r, ctx, q->u->space, q->u->arena, q->all.data, q->all.count)) {
        q->out->known = false;
        q->out->why = "a condition is made over what was chosen";
        return;
    }
    struct piece_place *places = arena_array(r.arena, r.dims + 1, sizeof *places);
    if (!places) {
        q->no_memory = true;
        return;
    }
    place_results(q, &r, places);
    isl_set *states = relation_union(&r, q->states, q->state_count);
    isl_set *rest = relation_union(&r, NULL, 0);
    for (size_t i = 0; i < q->pieces.count; i++) {
        isl_set *piece = isl_set_intersect(relation_set(&r, q->pieces.data[i]), isl_set_copy(states));
        piece = isl_set_subtract(piece, relation_union(&r, q->parts.data[i].data, q->parts.data[i].count));
        rest = isl_set_union(rest, piece);
    }
    states = isl_set_intersect(states, relation_set(&r, q->facts));
    isl_bool empty = isl_set_is_empty(rest);
    if (empty == isl_bool_error || !states) q->out->known = false;
    if (empty == isl_bool_false && states) {
        q->differs = true;
        if (q->whether) q->only->unwritten++;
        else if (r.terms) q->out->exact = false;
        else if (!q->below) keep_least(q, &r, isl_set_copy(rest));
        if (q->whether || !is_wanted(q)) return;
        rest = relation_guarded(&r, rest, states);
        isl_basic_set_list *list = isl_set_get_basic_set_list(rest);
        for (isl_size i = 0; i < isl_basic_set_list_n_basic_set(list); i++) {
            isl_basic_set *set = isl_basic_set_list_get_basic_set(list, i);
            keep_move(q, &r, set, places);
            isl_basic_set_free(set);
        }
        isl_basic_set_list_free(list);
        isl_set_free(rest);
    }
}

/* ---- shapes ------------------------------------------------------------------------------------------------------ */
static bool same_arg(const struct normal_arg *a, const struct normal_arg *b)
{
    bool same = a->kind == b->kind && a->first_var == b->first_var && a->var_count == b->var_count &&
                a->base == b->base && a->update_count == b->update_count;
    for (size_t i = 0; same && i < a->update_count; i++) same = a->updates[i] == b->updates[i];
    return same;
}

static bool same_shape(const struct normal_piece *a, const struct normal_piece *b)
{
    bool same = a->component_count == b->component_count && a->result_vars == b->result_vars && a->move == b->move;
    for (size_t i = 0; same && i < a->component_count; i++) {
        const struct normal_component *x = &a->components[i], *y = &b->components[i];
        same = x->game == y->game && x->arg_count == y->arg_count;
        for (size_t k = 0; same && k < x->arg_count; k++) same = same_arg(&x->args[k], &y->args[k]);
    }
    return same;
}

static bool push_all(struct shape_question *q, struct linear_conjunction c)
{
    return vec_push(&q->all, c) || (q->no_memory = true, false);
}

/* Adds a piece of this side, and what the other side has in its place. */
static bool add_piece(struct shape_question *q, const struct normal_piece *p, const struct normal *other,
                      bool other_user)
{
    unify_parts parts = {0};
    bool fine = unify_match(q->u, p, other, other_user, &parts);
    if (!vec_push(&q->parts, parts)) return vec_free(&parts), q->no_memory = true, false;
    if (!fine || q->u->gave_up) return false;
    q->u->space->work.steps = STEPS;
    struct linear_conjunction known = axioms_gather(q->u->space, &p->rule, 1, parts.data, parts.count);
    if (!known.items) return false;
    if (!vec_push(&q->pieces, known)) return q->no_memory = true, false;
    fine = push_all(q, known);
    for (size_t i = 0; fine && i < parts.count; i++) fine = push_all(q, parts.data[i]);
    return fine;
}

static void close_shape(struct shape_question *q)
{
    for (size_t i = 0; i < q->parts.count; i++) vec_free(&q->parts.data[i]);
    vec_free(&q->parts);
    vec_free(&q->pieces);
    vec_free(&q->all);
    pieces_free(&q->solved);
    text_free(&q->text);
}

/* Keeps the pieces of a shape for the question about states. */
static bool keep_cases(struct shape_question *q)
{
    for (size_t i = 0; i < q->pieces.count; i++) {
        struct match_case c = {q->pieces.data[i], NULL, q->parts.data[i].count};
        struct linear_conjunction *parts = arena_array(q->u->arena, c.count + 1, sizeof *parts);
        for (size_t k = 0; parts && k < c.count; k++) parts[k] = q->parts.data[i].data[k];
        c.parts = parts;
        if (!parts || !vec_push(q->cases, c)) return q->no_memory = true, false;
    }
    return true;
}

/* All pieces of the shape of piece `first`, which is the first one of it. */
static bool ask_shape(struct shape_question *q, size_t first, const struct normal *other, bool other_user)
{
    bool fine = true;
    q->shape = &q->mine->pieces[first];
    for (size_t i = 0; i < q->state_count; i++) fine = fine && push_all(q, q->states[i]);
    for (size_t i = first; fine && i < q->mine->piece_count; i++)
        if (same_shape(q->shape, &q->mine->pieces[i])) fine = add_piece(q, &q->mine->pieces[i], other, other_user);
    q->u->space->work.steps = STEPS;
    if (fine) q->facts = axioms_gather(q->u->space, NULL, 0, q->all.data, q->all.count);
    fine = fine && q->facts.items && push_all(q, q->facts);
    enum status st = fine ? heap_count(q->operations, &q->out->blocks, subtract, q) : ST_UNSUPPORTED;
    q->no_memory |= st == ST_NO_MEMORY;
    if (st != ST_OK) q->out->known = false;
    fine = st == ST_OK && q->out->known && !q->no_memory && is_wanted(q);
    return fine && q->differs && q->cases ? keep_cases(q) : fine;
}

/* Shapes are many where moves are; `blocks`: of isl, beyond which no more are asked about. */
static bool ask_side(struct shape_question like, const struct normal *other, bool other_user, uint64_t blocks)
{
    const struct normal *mine = like.mine;
    bool fine = true;
    for (size_t i = 0; fine && i < mine->piece_count; i++) {
        bool met = false;
        if (like.out->blocks > blocks) return false;
        for (size_t k = 0; k < i && !met; k++) met = same_shape(&mine->pieces[k], &mine->pieces[i]);
        if (met) continue;
        struct shape_question q = like;
        fine = ask_shape(&q, i, other, other_user);
        like.least_size = q.least_size;
        like.u->no_memory |= q.no_memory;
        close_shape(&q);
    }
    return fine;
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */
/* The range of parameter p of the first model, as far as its bounds are written numbers. */
static bool add_range(struct unifier *u, int p, struct linear_constraint *items, size_t *count)
{
    const struct domain *d = u->user->params[p].domain;
    const struct linear_form *v = linear_variable(&u->space->work, normal_var(u->space, NORMAL_PARAM, p));
    const struct expr *ends[2] = {d && d->kind == DOMAIN_RANGE ? d->low : NULL,
                                  d && d->kind == DOMAIN_RANGE ? d->high : NULL};
    for (int i = 0; v && i < 2; i++) {
        int64_t end, minus;
        if (!ends[i] || ends[i]->kind != EXPR_INT || !integer_fits(ends[i]->number, &end) || !checked_neg(end, &minus))
            continue;
        const struct linear_form *f = linear_scale(&u->space->work, v, i ? -1 : 1, i ? end : minus);
        if (!f) return false;
        items[(*count)++] = (struct linear_constraint){f, false};
    }
    return v != NULL;
}

/* What is known of the parameters that are open. */
static bool ranges_of(struct unifier *u, struct linear_conjunction *out)
{
    struct linear_constraint *items = arena_array(u->arena, 2 * u->user->param_count + 1, sizeof *items);
    *out = (struct linear_conjunction){items, 0};
    for (size_t p = 0; items && u->user_open && p < u->user->param_count; p++)
        if (u->user_open[p] && !add_range(u, (int)p, items, &out->count)) return u->no_memory = true, false;
    if (!items) u->no_memory = true;
    return items != NULL;
}

/* The states that both have: every part of one with every part of the other. */
static struct linear_conjunction *common_states(struct unifier *u, const struct normal *a, const struct normal *b,
                                                size_t *count)
{
    struct linear_conjunction *out = arena_array(u->arena, a->invariant_count * b->invariant_count + 1, sizeof *out);
    struct linear_conjunction ranges;
    *count = 0;
    if (!ranges_of(u, &ranges)) return NULL;
    for (size_t i = 0; out && i < a->invariant_count; i++)
        for (size_t k = 0; k < b->invariant_count; k++) {
            const struct linear_conjunction all[] = {a->domain, a->invariant[i], b->domain, b->invariant[k], ranges};
            const size_t parts = sizeof all / sizeof *all;
            size_t items = 0, at = 0;
            for (size_t n = 0; n < parts; n++) items += all[n].count;
            struct linear_constraint *joined = arena_array(u->arena, items + 1, sizeof *joined);
            if (!joined) return u->no_memory = true, NULL;
            for (size_t n = 0; n < parts; n++)
                for (size_t c = 0; c < all[n].count; c++) joined[at++] = all[n].items[c];
            out[(*count)++] = (struct linear_conjunction){joined, items};
        }
    if (!out) u->no_memory = true;
    return out;
}

/* The main games, and others of the same name and state. */
static bool pair_games(struct unifier *u, int game, int ref, const int *order)
{
    struct unify_pair pair = {.user = game, .ref = ref};
    for (int f = 0; f < MODEL_MAX_FIELDS; f++)
        pair.order[f] = order && f < (int)u->ref->games[ref].field_count ? order[f] : f;
    if (!unify_push(u, pair)) return false;
    for (size_t r = 0; r < u->ref->game_count; r++) {
        int g = (int)r == ref ? -1 : model_find_game_at(u->user, r, u->ref->games[r].name);
        if (g < 0 || g == game || !order_of_names(&u->user->games[g], &u->ref->games[r], pair.order)) continue;
        pair.user = g;
        pair.ref = (int)r;
        if (!unify_push(u, pair)) return false;
    }
    return true;
}

/* Are two results the same only if their variables are? Not of rows under updates, which may change nothing, of bags, and of
 * sums, whose parts have no order and may be without moves. */
static bool results_are_variables(const struct normal *n)
{
    for (size_t i = 0; i < n->piece_count; i++) {
        const struct normal_piece *p = &n->pieces[i];
        const struct normal_component *c = p->components;
        if (p->component_count > 1 || (p->component_count && c->game < 0)) return false;
        for (size_t k = 0; p->component_count && k < c->arg_count; k++)
            if (n->source.model->games[c->game].fields[k].kind == FIELD_BAG || c->args[k].kind > NORMAL_CELLS)
                return false;
    }
    return true;
}

/* Is a part of the result that stays whole made over a generator? Then it is not a variable of the relation. */
static bool whole_over_generator(const struct normal *n)
{
    for (size_t i = 0; i < n->piece_count; i++)
        for (size_t c = 0; c < n->pieces[i].component_count; c++)
            for (size_t k = 0; k < n->pieces[i].components[c].arg_count; k++) {
                const struct normal_term *base = n->pieces[i].components[c].args[k].base;
                if (base && terms_hold(n->space, base, NORMAL_GEN)) return true;
            }
    return false;
}

/* Does a move lead to a game other than its own? */
static bool leads_on(const struct normal *n)
{
    for (size_t i = 0; i < n->piece_count; i++)
        for (size_t c = 0; c < n->pieces[i].component_count; c++)
            if (n->pieces[i].components[c].game >= 0 && n->pieces[i].components[c].game != n->source.game) return true;
    return false;
}

static void find(struct unifier *u, const int games[2], struct difference_wanted wanted, struct arena *keep,
                 struct rule_difference *out)
{
    const struct game *game = &u->user->games[games[0]], *other = &u->ref->games[games[1]];
    size_t count = 0;
    out->why = "they are not two rules over the same fields";
    if (!order_fits(game, other, wanted.order) || game->loopy || other->loopy) return;
    if (!pair_games(u, games[0], games[1], wanted.order)) return;
    const struct normal *user = unify_normal_user(u, games[0]);
    const struct normal *ref = user ? unify_normal_ref(u, unify_find(u, games[0], games[1]), false) : NULL;
    out->why = u->reason;
    const struct linear_conjunction *states = ref ? common_states(u, user, ref, &count) : NULL;
    if (!states) return;
    out->why = "a result is made over what was chosen";
    if (whole_over_generator(user) || whole_over_generator(ref)) return;
    out->known = true;
    out->exact = results_are_variables(user) && results_are_variables(ref);
    if (wanted.below && !out->exact) out->known = false;
    out->why = "the rules are too large to be subtracted";
    uint64_t blocks = BLOCKS_PER_OPERATION * (wanted.operations ? wanted.operations : OPERATIONS);
    match_cases cases = {0};
    struct shape_question q = {.u = u,
                               .states = states,
                               .state_count = count,
                               .keep = keep,
                               .out = out,
                               .cases = wanted.states ? &cases : NULL,
                               .operations = wanted.operations ? wanted.operations : OPERATIONS,
                               .below = wanted.below,
                               .whether = wanted.whether,
                               .natural = true};
    for (size_t f = 0; f < game->field_count; f++)
        q.natural = q.natural && game->fields[f].kind == FIELD_NAT && other->fields[f].kind == FIELD_NAT;
    for (int side = 0; side < (wanted.whether ? 1 : 2) && out->known && !u->no_memory; side++) {
        q.mine = side ? ref : user;
        q.only = &out->only[side];
        q.as_row = wanted.as_row[side];
        if (!ask_side(q, side ? user : ref, side, blocks)) out->known = false;
        q.least_size = 0;
        for (size_t f = 0; out->state && f < game->field_count; f++) q.least_size += out->state[f];
    }
    if (!out->exact) out->state = NULL; /* a shape that is not may differ in a lesser one */
    out->exact = out->exact && !out->only[0].unwritten && !out->only[1].unwritten;
    if (out->known) out->why = NULL;
    struct agreement asked = {u, {user, ref}, states, count, cases.data, cases.count, {NULL, 0}, keep, out};
    if (wanted.states && out->known && !u->no_memory && ranges_of(u, &asked.ranges)) agreement_find(&asked);
    if (leads_on(user) || leads_on(ref)) out->same_params = NULL; /* those games may differ at other values */
    vec_free(&cases);
}

/* Only numbers can be. */
static bool leave_open(struct unifier *u, const int *open)
{
    bool *mine = arena_array(u->arena, u->user->param_count + 1, sizeof *mine);
    bool *theirs = arena_array(u->arena, u->ref->param_count + 1, sizeof *theirs);
    if (!mine || !theirs) return false;
    for (size_t p = 0; p < u->ref->param_count; p++)
        if (open[p] >= 0) mine[open[p]] = theirs[p] = true;
    u->user_open = mine;
    u->ref_open = theirs;
    u->ref_as = open;
    return true;
}

enum status difference_find(const struct model *const models[2], const int games[2],
                            const struct param_value *const params[2], struct difference_wanted wanted,
                            struct arena *arena, struct rule_difference *out)
{
    struct arena scratch = {0};
    struct unification kept = {0};
    struct normal_space space = {.arena = &scratch, .work = {.arena = &scratch}};
    struct unifier u = {.user = models[0],
                        .ref = models[1],
                        .user_params = params[0],
                        .arena = &scratch,
                        .space = &space,
                        .cap = {-1, -1},
                        .first = wanted.first,
                        .turned = -1};
    *out = (struct rule_difference){0};
    if (u.user->games[games[0]].uses_mover || u.ref->games[games[1]].uses_mover) u.mover = NORMAL_EITHER;
    bool opened = unify_open(&u, &kept);
    for (size_t p = 0; opened && p < u.ref->param_count; p++) u.params[p] = params[1][p];
    if (opened && wanted.open) opened = leave_open(&u, wanted.open);
    if (opened) find(&u, games, wanted, arena, out);
    bool no_memory = !opened || u.no_memory || space.work.no_memory;
    vec_free(&u.pairs);
    arena_free(&scratch);
    unification_free(&kept);
    return no_memory ? ST_NO_MEMORY : ST_OK;
}
