/* SPDX-License-Identifier: MIT */
/* Ranges that are empty in every state, moves that can never be made, and options outside the state: what linear
 * reasoning can prove, and counterexamples that it proposes and small_states.c confirms. */
#include "check/progress/private.h"
#include "check/progress/replace.h"
#include "check/progress/small_states.h"
#include "proof/relation/least.h"

/* In a file with very many moves proofs stop here, so that checking remains fast. */
enum { MOVES_ANALYSED = 2000, SEARCH_STEPS = 20000 };

/* ---- counterexamples */

struct bounds_search {
    struct assumptions *facts;
    struct small_states search;
    int64_t *slots;
    int64_t fields[MODEL_MAX_FIELDS];
};

static void add_defaults(struct assumptions *f, size_t from)
{
    for (size_t i = from; i < f->terms.count; i++) {
        const struct expr *e = f->terms.data[i].expr;
        if (!e || e->kind != EXPR_PARAM) continue;
        const struct linear_form *v = assumptions_form(f, e);
        if (e->type != TYPE_INT) continue;
        int64_t value = f->ck->model->params[e->index].value;
        assumptions_at_least(f, linear_sum(&f->work, v, 1, linear_constant(&f->work, value), -1), 0);
        assumptions_at_least(f, linear_sum(&f->work, v, -1, linear_constant(&f->work, value), 1), 0);
    }
}

/* The least state, if isl finds it, else any. */
static bool find_point(struct assumptions *f, struct linear_witness *witness)
{
    bool found;
    enum status st = least_point(f->items.data, f->items.count, (int)f->ck->model->games[f->game].field_count,
                                 FIRST_TERM, f->ck->scratch, witness, &found);
    if (st == ST_NO_MEMORY) f->ck->no_memory = true;
    if (st != ST_UNSUPPORTED) return found;
    f->work.steps = 5000;
    return linear_solve(&f->work, f->items.data, f->items.count, witness) == LINEAR_FEASIBLE;
}

/* Passes a solution of the assumptions to the search of small states. */
static void propose(struct bounds_search *s)
{
    struct assumptions *f = s->facts;
    struct assumptions_mark mark = assumptions_mark(f);
    struct linear_witness witness = {0};
    add_defaults(f, 0);
    bool found = find_point(f, &witness);
    assumptions_rewind(f, mark);
    if (!found) return;
    for (size_t i = 0; i < MODEL_MAX_FIELDS; i++) s->fields[i] = 0;
    for (int i = 0; i < s->search.move->slots; i++) s->slots[i] = 0;
    for (size_t i = 0; i < witness.count; i++) {
        int var = witness.vars[i];
        if (var < MODEL_MAX_FIELDS) s->fields[var] = witness.values[i];
        else if (var - assumptions_local_var(0) < s->search.move->slots)
            s->slots[var - assumptions_local_var(0)] = witness.values[i];
    }
    small_states_try(&s->search, s->fields, s->slots);
}

/* One after the other, what the condition of the game joins with `and`, and says of the component. */
static void search_condition(struct bounds_search *s, const struct expr *e, struct expr *condition)
{
    struct assumptions *f = s->facts;
    if (condition->kind == EXPR_AND) {
        for (size_t i = 0; i < condition->count && !s->search.reported; i++) search_condition(s, e, condition->kids[i]);
        return;
    }
    struct assumptions_mark mark = assumptions_mark(f);
    struct replacement r = {.ck = f->ck, .fields = e->kids};
    const struct expr *next = replace_in(&r, condition);
    if (!r.failed) {
        assumptions_assume(f, next, false);
        if (!assumptions_contradictory(f)) propose(s);
    }
    assumptions_rewind(f, mark);
}

static void search_game(struct bounds_search *s, const struct expr *e)
{
    struct assumptions *f = s->facts;
    const struct game *g = &f->ck->model->games[e->game];
    const struct field *fields = e->start < 0 ? g->fields : g->starts[e->start].fields;
    for (size_t i = 0; i < e->count && !s->search.reported; i++) {
        if (fields[i].kind != FIELD_NAT) continue;
        struct assumptions_mark mark = assumptions_mark(f);
        const struct linear_form *form = assumptions_form(f, e->kids[i]);
        if (form && !assumptions_prove(f, form, 0)) {
            assumptions_at_least(f, linear_scale(&f->work, form, -1, -1), 0);
            propose(s);
        }
        assumptions_rewind(f, mark);
    }
    if (g->invariant && e->start < 0 && !s->search.reported) search_condition(s, e, g->invariant);
}

static void search_result(struct bounds_search *s, const struct expr *e)
{
    struct assumptions *f = s->facts;
    struct assumptions_mark mark = assumptions_mark(f);
    switch (e->kind) {
    case EXPR_GAME: search_game(s, e); break;
    case EXPR_SUM:
        for (size_t i = 0; i < e->count && !s->search.reported; i++) search_result(s, e->kids[i]);
        break;
    case EXPR_SUM_FOR:
        for (size_t i = 0; i < e->gen_count; i++) assumptions_gen(f, &e->gens[i]);
        if (e->kids[1]) assumptions_assume(f, e->kids[1], true);
        search_result(s, e->kids[0]);
        break;
    case EXPR_IF:
        for (int i = 0; i < 2 && !s->search.reported; i++) {
            assumptions_assume(f, e->kids[0], i == 0);
            search_result(s, e->kids[1 + i]);
            assumptions_rewind(f, mark);
        }
        break;
    case EXPR_LET:
        assumptions_bind(f, e);
        search_result(s, e->kids[1]);
        break;
    default: break;
    }
    assumptions_rewind(f, mark);
}

static void search_outside(struct assumptions *f, int game, const struct move *m)
{
    struct bounds_search s = {.facts = f, .search = {.ck = f->ck, .game = game, .move = m, .steps = SEARCH_STEPS}};
    if (!(s.slots = arena_array(f->ck->scratch, (size_t)m->slots + 1, sizeof *s.slots))) {
        f->ck->no_memory = true;
        return;
    }
    search_result(&s, m->result);
}

/* ---- ranges and conditions */

static bool check_ranges(struct assumptions *f, const struct move *m)
{
    for (size_t i = 0; i < m->gen_count; i++) {
        struct assumptions_mark before = assumptions_mark(f);
        assumptions_gen(f, &m->gens[i]);
        if (m->gens[i].domain.kind != DOMAIN_RANGE || !assumptions_contradictory(f)) continue;
        assumptions_rewind(f, before);
        if (!assumptions_contradictory(f)) diag(f->ck->diags, D_EMPTY_RANGE, m->gens[i].domain.span, m->gens[i].name);
        return false;
    }
    return true;
}

static void bound_move(struct checker *ck, int game, const struct move *m, bool own)
{
    struct assumptions f;
    assumptions_open(&f, ck, game);
    struct assumptions_mark nothing = assumptions_mark(&f);
    if (check_ranges(&f, m)) {
        struct assumptions_mark mark = assumptions_mark(&f);
        for (size_t i = 0; i < m->condition_count; i++) assumptions_assume(&f, m->conditions[i], true);
        bool never = m->condition_count && assumptions_contradictory(&f);
        if (never) diag(ck->diags, D_MOVE_NEVER_FIRES, m->conditions[0]->span, m->name);
        else search_outside(&f, game, m);
        assumptions_rewind(&f, mark);
        if (own && !never) report_idle(&f, m, nothing);
    }
    assumptions_close(&f);
}

/* If no state satisfies the invariant, everything else is vacuous. */
static bool has_states(struct checker *ck, int game)
{
    const struct game *g = &ck->model->games[game];
    if (!g->invariant) return true;
    struct assumptions f;
    assumptions_open(&f, ck, game);
    bool none = assumptions_contradictory(&f);
    assumptions_close(&f);
    if (none) diag(ck->diags, D_NO_STATE, g->invariant->span, g->name);
    return !none;
}

void analyse_bounds(struct checker *ck)
{
    size_t moves = 0;
    for (size_t i = 0; i < ck->model->game_count && !ck->no_memory && moves < MOVES_ANALYSED; i++) {
        const struct game *g = &ck->model->games[i];
        const struct game_decl *decl = &ck->games.data[i];
        if (g->kind != GAME_RULES || g->code || !has_states(ck, (int)i)) continue;
        for (size_t k = decl->inherited; k < g->move_count && !ck->no_memory && moves < MOVES_ANALYSED; k++, moves++)
            if (g->moves[k].lua < 0) bound_move(ck, (int)i, &g->moves[k], decl->own);
    }
}
