/* SPDX-License-Identifier: MIT */
#include <string.h>
#include "proof/match/agreement.h"
#include "proof/normal/axioms.h"
#include "proof/relation/heap.h"
#include "proof/relation/words.h"

enum { OPERATIONS = 100000, STEPS = 200000, ALTERNATIVES_MOST = 4 };

struct agreement_question {
    struct agreement *asked;
    VEC(struct linear_conjunction) all;
    struct linear_conjunction facts; /* of all their terms */
    struct linear_conjunction *own[2];
    struct text text;
    struct pieces solved;
    bool no_memory;
    /* what is found, until isl is known not to have failed */
    const char *same, *same_params, *alone[2];
    bool all_same, within[2];
};

/* ---- within isl -------------------------------------------------------------------------------------------------- */
/* Nothing is said of the result, nor of terms over it. */
static __isl_give isl_set *on_states(const struct relation *r, __isl_take isl_set *set)
{
    for (size_t d = 0; d < r->dims; d++) {
        const struct normal_var *v = &r->space->vars[r->vars[d]];
        bool result =
            v->kind == NORMAL_RESULT || (v->kind == NORMAL_TERM && terms_hold(r->space, v->term, NORMAL_RESULT));
        if (result) set = isl_set_eliminate(set, isl_dim_set, (unsigned)d, 1);
    }
    return set;
}

/* Appends a union as "a and b or c". False: it has too many alternatives, or no words. */
static bool put_union(struct agreement_question *q, const struct relation *r, __isl_keep isl_set *set,
                      const struct normal *names, const struct piece_place *places)
{
    isl_basic_set_list *list = isl_set_get_basic_set_list(set);
    isl_size count = isl_basic_set_list_n_basic_set(list);
    bool fine = count >= 0 && count <= ALTERNATIVES_MOST;
    if (count == 0) text_puts(&q->text, "false");
    for (isl_size i = 0; fine && i < count; i++) {
        isl_basic_set *part = isl_basic_set_list_get_basic_set(list, i);
        if (i) text_puts(&q->text, " or ");
        pieces_free(&q->solved);
        fine = pieces_conditions(&q->solved, r, part, places, r->arena) && words_condition(&q->solved, names, &q->text);
        q->no_memory |= q->solved.no_memory || q->text.failed;
        isl_basic_set_free(part);
    }
    isl_basic_set_list_free(list);
    return fine;
}

static const char *keep_text(struct agreement_question *q)
{
    const char *kept = q->text.failed ? NULL : arena_strdup(q->asked->keep, text_c(&q->text));
    if (!kept) q->no_memory = true;
    return kept;
}

/* The states of the set, or where that is shorter those that are not in its complement. */
static const char *words_of(struct agreement_question *q, const struct relation *r, __isl_keep isl_set *set,
                            __isl_keep isl_set *complement, const struct piece_place *places)
{
    const struct normal *names = q->asked->side[0];
    bool turned = isl_set_n_basic_set(complement) < isl_set_n_basic_set(set);
    text_clear(&q->text);
    if (!turned && put_union(q, r, set, names, places)) return keep_text(q);
    text_clear(&q->text);
    text_puts(&q->text, "not (");
    if (!put_union(q, r, complement, names, places)) return NULL;
    text_puts(&q->text, ")");
    return keep_text(q);
}

/* Nothing is said of anything but parameters. */
static __isl_give isl_set *on_params(const struct relation *r, __isl_take isl_set *set)
{
    for (size_t d = 0; d < r->dims; d++)
        if (r->space->vars[r->vars[d]].kind != NORMAL_PARAM) set = isl_set_eliminate(set, isl_dim_set, (unsigned)d, 1);
    return set;
}

/* The values of parameters without a state of which the options may differ, or that one side alone has. */
static void find_params(struct agreement_question *q, const struct relation *r, __isl_take isl_set *differ,
                        const struct piece_place *places)
{
    const struct agreement *a = q->asked;
    isl_set *own[2];
    for (int side = 0; side < 2; side++) own[side] = relation_union(r, q->own[side], a->side[side]->invariant_count);
    isl_set *values = on_params(r, isl_set_union(isl_set_copy(own[0]), isl_set_copy(own[1])));
    values = isl_set_intersect(values, relation_set(r, a->ranges));
    for (int side = 0; side < 2; side++)
        differ = isl_set_union(differ, isl_set_subtract(isl_set_copy(own[side]), isl_set_copy(own[!side])));
    differ = isl_set_intersect(on_params(r, differ), isl_set_copy(values));
    isl_set *same = isl_set_subtract(isl_set_copy(values), isl_set_copy(differ));
    isl_bool none = isl_set_is_empty(same), all = isl_set_is_empty(differ);
    if (none == isl_bool_error || all == isl_bool_error) return;
    if (!all && !none) {
        same = relation_simplified(same, values);
        differ = relation_simplified(differ, values);
        q->same_params = words_of(q, r, same, differ, places);
        return;
    }
    text_clear(&q->text);
    text_puts(&q->text, all ? "true" : "false");
    q->same_params = keep_text(q);
}

static void find_same(struct agreement_question *q, const struct relation *r, const struct piece_place *places)
{
    const struct agreement *a = q->asked;
    isl_set *states = relation_union(r, a->states, a->state_count), *differ = relation_union(r, NULL, 0);
    for (size_t i = 0; i < a->case_count; i++) {
        isl_set *piece = isl_set_intersect(relation_set(r, a->cases[i].piece), isl_set_copy(states));
        piece = isl_set_subtract(piece, relation_union(r, a->cases[i].parts, a->cases[i].count));
        differ = isl_set_union(differ, on_states(r, piece));
    }
    states = on_states(r, isl_set_intersect(states, relation_set(r, q->facts)));
    isl_set *same = isl_set_subtract(isl_set_copy(states), isl_set_copy(differ));
    isl_bool none = isl_set_is_empty(same), all = isl_set_is_empty(differ);
    if (none == isl_bool_error || all == isl_bool_error) return;
    q->all_same = all;
    if (a->u->user_open) find_params(q, r, isl_set_copy(differ), places);
    if (all || none) {
        text_clear(&q->text);
        text_puts(&q->text, all ? "true" : "false");
        q->same = keep_text(q);
        return;
    }
    same = relation_guarded(r, same, states);
    differ = relation_guarded(r, differ, states);
    q->same = words_of(q, r, same, differ, places);
}

/* With its own names. Terms in it might have other values than the set says. */
static void find_alone(struct agreement_question *q, const struct relation *r, const struct piece_place *places)
{
    const struct agreement *a = q->asked;
    for (int side = 0; side < 2; side++) {
        isl_set *own = relation_union(r, q->own[side], a->side[side]->invariant_count);
        isl_set *rest =
            isl_set_subtract(isl_set_copy(own), relation_union(r, q->own[!side], a->side[!side]->invariant_count));
        q->within[side] = isl_set_is_empty(rest) == isl_bool_true;
        if (isl_set_is_empty(rest) != isl_bool_false) continue;
        rest = relation_simplified(rest, own);
        if (isl_set_involves_dims(rest, isl_dim_set, 0, (unsigned)r->terms) != isl_bool_false) continue;
        text_clear(&q->text);
        if (put_union(q, r, rest, a->side[side], places)) q->alone[side] = keep_text(q);
    }
}

static void ask(struct isl_ctx *ctx, void *context)
{
    struct agreement_question *q = context;
    struct relation r;
    if (!relation_open(&r, ctx, q->asked->u->space, q->asked->u->arena, q->all.data, q->all.count)) return;
    struct piece_place *places = arena_array(r.arena, r.dims + 1, sizeof *places);
    if (!places) {
        q->no_memory = true;
        return;
    }
    find_same(q, &r, places);
    find_alone(q, &r, places);
}

/* ---- the question ------------------------------------------------------------------------------------------------ */
static struct linear_conjunction *states_of(struct unifier *u, const struct normal *n)
{
    struct linear_conjunction *out = arena_array(u->arena, n->invariant_count + 1, sizeof *out);
    for (size_t i = 0; out && i < n->invariant_count; i++) {
        size_t own = n->invariant[i].count, all = own + n->domain.count;
        struct linear_constraint *items = arena_array(u->arena, all + 1, sizeof *items);
        if (!items) return u->no_memory = true, NULL;
        for (size_t k = 0; k < all; k++) items[k] = k < own ? n->invariant[i].items[k] : n->domain.items[k - own];
        out[i] = (struct linear_conjunction){items, all};
    }
    if (!out) u->no_memory = true;
    return out;
}

static bool gather(struct agreement_question *q)
{
    const struct agreement *a = q->asked;
    struct normal_space *space = a->u->space;
    bool fine = true;
    for (size_t i = 0; fine && i < a->state_count; i++) fine = vec_push(&q->all, a->states[i]);
    for (size_t i = 0; fine && i < a->case_count; i++) {
        fine = vec_push(&q->all, a->cases[i].piece);
        for (size_t k = 0; fine && k < a->cases[i].count; k++) fine = vec_push(&q->all, a->cases[i].parts[k]);
    }
    for (int side = 0; fine && side < 2; side++) {
        q->own[side] = states_of(a->u, a->side[side]);
        fine = q->own[side];
        for (size_t i = 0; fine && i < a->side[side]->invariant_count; i++) fine = vec_push(&q->all, q->own[side][i]);
    }
    if (fine) fine = vec_push(&q->all, a->ranges);
    space->work.steps = STEPS;
    if (fine) q->facts = axioms_gather(space, NULL, 0, q->all.data, q->all.count);
    if (!fine) q->no_memory = true;
    fine = fine && q->facts.items;
    if (fine && !vec_push(&q->all, q->facts)) q->no_memory = true;
    return fine && !q->no_memory;
}

void agreement_find(struct agreement *asked)
{
    struct agreement_question q = {.asked = asked};
    struct rule_difference *out = asked->out;
    enum status st = gather(&q) ? heap_run(OPERATIONS, ask, &q) : ST_UNSUPPORTED;
    asked->u->no_memory |= q.no_memory || st == ST_NO_MEMORY;
    if (st == ST_OK && !asked->u->no_memory) {
        out->same = q.same;
        out->same_params = q.same_params;
        out->all_same = q.all_same && asked->u->pairs.count == 1;
        for (int side = 0; side < 2; side++) {
            out->alone[side] = q.alone[side];
            out->within[side] = q.within[side];
        }
    }
    vec_free(&q.all);
    pieces_free(&q.solved);
    text_free(&q.text);
}
