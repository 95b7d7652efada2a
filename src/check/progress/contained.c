/* SPDX-License-Identifier: MIT */
/* Moves all of whose options are options of other moves of their game: the game with this move alone, without the game with the
 * others, is empty (proof/match/difference.h, an upper bound where it is not exact). So it is a proof, failures included: a rule
 * that may fail has no difference. A difference is one at certain values of the parameters, so those are fields here
 * (open_params.h).
 *
 * Conditions that hold whenever the rest of their move does, likewise: the move where the rest holds and the condition does not
 * is never made, wherever it leads. */
#include "check/progress/open_params.h"
#include "proof/match/difference.h"

enum { MOVES_MOST = 12, CONDITIONS_MOST = 8, OPERATIONS = 8000 }; /* the gallery needs less than a tenth of those */

/* A game as it is looked at, in place of its number. */
struct looked_at {
    struct checker *ck;
    int number;
    struct game game;
    struct param_value *params; /* any: none is read */
};

/* The model with these moves of the game alone. */
static bool with_moves(const struct looked_at *at, struct move *moves, size_t count, struct model *out)
{
    struct checker *ck = at->ck;
    struct game *games = arena_array(ck->scratch, ck->model->game_count, sizeof *games);
    if (!games) return !(ck->no_memory = true);
    for (size_t i = 0; i < ck->model->game_count; i++) games[i] = ck->model->games[i];
    games[at->number] = at->game;
    games[at->number].moves = moves;
    games[at->number].move_count = count;
    *out = *ck->model;
    out->games = games;
    return true;
}

/* Have the first moves no option that the others do not have? True is a proof. */
static bool adds_nothing(const struct looked_at *at, struct move *first, size_t first_count, struct move *others,
                         size_t count)
{
    struct checker *ck = at->ck;
    struct model models[2];
    struct rule_difference d = {0};
    if (!with_moves(at, first, first_count, &models[0]) || !with_moves(at, others, count, &models[1])) return false;
    const struct model *const both[2] = {&models[0], &models[1]};
    const struct param_value *const params[2] = {at->params, at->params};
    const int games[2] = {at->number, at->number};
    for (int whole = 0; whole < 2; whole++) { /* nearly all show in their first piece that they add something */
        const struct difference_wanted wanted = {.operations = OPERATIONS, .whether = true, .first = !whole};
        if (difference_find(both, games, params, wanted, ck->scratch, &d) != ST_OK) return !(ck->no_memory = true);
        if (!d.known || d.only[0].unwritten) return false;
    }
    return true;
}

/* ---- moves */

static bool is_contained(const struct looked_at *at, size_t which, const bool *left)
{
    struct move others[MOVES_MOST];
    size_t count = 0;
    for (size_t k = 0; k < at->game.move_count; k++)
        if (left[k] && k != which) others[count++] = at->game.moves[k];
    return count && adds_nothing(at, &at->game.moves[which], 1, others, count);
}

/* W0905 says more. */
static bool is_duplicate(const struct checker *ck, const struct move *m)
{
    bool found = false;
    for (size_t i = 0; i < ck->diags->count; i++) {
        const struct diagnostic *d = &ck->diags->items[i];
        found =
            found || (d->id == D_DUPLICATE_MOVE && d->span.source == m->span.source && d->span.begin == m->span.begin);
    }
    return found;
}

static void look_at_moves(const struct looked_at *at)
{
    struct checker *ck = at->ck;
    const struct game *g = &at->game;
    bool left[MOVES_MOST];
    for (size_t k = 0; k < g->move_count; k++) left[k] = true;
    for (size_t k = g->move_count; k-- > ck->games.data[at->number].inherited && !ck->no_memory;) {
        struct arena_mark mark = arena_mark(ck->scratch);
        if (is_duplicate(ck, &g->moves[k])) {
            left[k] = false;
        } else if (is_contained(at, k, left)) {
            left[k] = false;
            diag(ck->diags, D_MOVE_CONTAINED, g->moves[k].span, g->moves[k].name, g->name);
        }
        arena_rewind(ck->scratch, mark);
    }
}

/* ---- conditions */

static bool same_place(struct span a, struct span b)
{
    return a.source == b.source && a.begin == b.begin && a.end == b.end;
}

static bool inside(struct span inner, struct span outer)
{
    return inner.source == outer.source && inner.begin >= outer.begin && inner.end <= outer.end;
}

/* Something else was said of it, or of a part of it, or it is the first of what is written as one. */
static bool is_left(struct checker *ck, const struct move *m, size_t which)
{
    struct span own = m->conditions[which]->span;
    bool left =
        inside(own, m->span) && !caps_alone(ck, m->gens, m->gen_count, m->conditions, m->condition_count, which);
    for (size_t k = 0; k < which; k++) left = left && !same_place(own, m->conditions[k]->span);
    for (size_t i = 0; i < ck->diags->count; i++) {
        struct span said = ck->diags->items[i].span;
        left = left && !inside(said, own) && !inside(own, said);
    }
    return left;
}

/* Was it said to be superfluous? */
static bool is_gone(const struct checker *ck, const struct expr *condition)
{
    bool gone = false;
    for (size_t i = 0; i < ck->diags->count; i++)
        gone =
            gone || (ck->diags->items[i].id == D_ALWAYS_TRUE && same_place(ck->diags->items[i].span, condition->span));
    return gone;
}

/* The move where the rest holds and what is written there does not. */
static bool without(struct checker *ck, const struct move *m, size_t which, struct move *out)
{
    struct expr **conditions = arena_array(ck->scratch, m->condition_count + 1, sizeof *conditions), *whole = NULL;
    size_t count = 0;
    for (size_t k = 0; conditions && k < m->condition_count; k++) {
        struct expr both = {.kind = EXPR_AND, .type = TYPE_BOOL}, *e = m->conditions[k];
        bool here = same_place(e->span, m->conditions[which]->span);
        if (!here && !is_gone(ck, e)) conditions[count++] = e;
        if (here) whole = whole ? expr_create(ck->scratch, both, (struct expr *[]){whole, e}, 2) : e;
    }
    struct expr negation = {.kind = EXPR_NOT, .type = TYPE_BOOL}, end = {.kind = EXPR_END, .type = TYPE_POSITION};
    struct expr *open = whole ? expr_create(ck->scratch, negation, &whole, 1) : NULL;
    *out = *m;
    out->result = expr_create(ck->scratch, end, NULL, 0);
    if (!conditions || !open || !out->result) return !(ck->no_memory = true);
    conditions[count++] = open;
    out->conditions = conditions;
    out->condition_count = count;
    return true;
}

static void look_at_conditions(const struct looked_at *at)
{
    struct checker *ck = at->ck;
    for (size_t k = ck->games.data[at->number].inherited; k < at->game.move_count && !ck->no_memory; k++) {
        const struct move *m = &at->game.moves[k];
        for (size_t i = 0; i < m->condition_count && m->condition_count <= CONDITIONS_MOST && !ck->no_memory; i++) {
            struct arena_mark mark = arena_mark(ck->scratch);
            struct move open;
            if (is_left(ck, m, i) && without(ck, m, i, &open) && adds_nothing(at, &open, 1, NULL, 0))
                diag(ck->diags, D_ALWAYS_TRUE, m->conditions[i]->span);
            arena_rewind(ck->scratch, mark);
        }
    }
}

void analyse_contained(struct checker *ck)
{
    for (size_t i = 0; i < ck->model->game_count && !ck->no_memory; i++) {
        const struct game *g = &ck->model->games[i];
        if (g->kind != GAME_RULES || g->code || g->loopy || !ck->games.data[i].own) continue;
        struct arena_mark mark = arena_mark(ck->scratch);
        struct looked_at at = {.ck = ck, .number = (int)i};
        at.params = arena_array(ck->scratch, ck->model->param_count + 1, sizeof *at.params);
        if (!at.params) ck->no_memory = true;
        bool fine = at.params && params_as_fields(ck, (int)i, &at.game);
        fine = fine && g->move_count <= MOVES_MOST;
        if (fine) look_at_conditions(&at);
        if (fine && g->move_count > 1) look_at_moves(&at);
        arena_rewind(ck->scratch, mark);
    }
}
