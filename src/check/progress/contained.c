/* SPDX-License-Identifier: MIT */
/* Moves all of whose options are options of other moves of their game: the game with this move alone, without the game with the
 * others, is empty (proof/match/difference.h, an upper bound where it is not exact). So it is a proof, failures included: a rule
 * that may fail has no difference. Only where no parameter is declared, since a difference is one at certain values. */
#include "check/private.h"
#include "proof/match/difference.h"

enum { MOVES_MOST = 12, OPERATIONS = 8000 }; /* the gallery needs less than a tenth */

/* The model with these moves of the game alone. */
static bool with_moves(struct checker *ck, int game, const bool *wanted, struct model *out)
{
    const struct game *g = &ck->model->games[game];
    struct game *games = arena_array(ck->scratch, ck->model->game_count, sizeof *games);
    struct move *moves = arena_array(ck->scratch, g->move_count + 1, sizeof *moves);
    if (!games || !moves) return !(ck->no_memory = true);
    for (size_t i = 0; i < ck->model->game_count; i++) games[i] = ck->model->games[i];
    games[game].moves = moves;
    games[game].move_count = 0;
    for (size_t k = 0; k < g->move_count; k++)
        if (wanted[k]) moves[games[game].move_count++] = g->moves[k];
    *out = *ck->model;
    out->games = games;
    return true;
}

static bool is_contained(struct checker *ck, int game, size_t which, const bool *left)
{
    const struct game *g = &ck->model->games[game];
    bool alone[MOVES_MOST] = {false}, others[MOVES_MOST] = {false}, any = false;
    struct model models[2];
    struct rule_difference d;
    alone[which] = true;
    for (size_t k = 0; k < g->move_count; k++) any |= others[k] = left[k] && k != which;
    if (!any || !with_moves(ck, game, alone, &models[0]) || !with_moves(ck, game, others, &models[1])) return false;
    const struct model *const both[2] = {&models[0], &models[1]};
    const struct param_value none = {0}, *const params[2] = {&none, &none};
    if (difference_find(both, (int[2]){game, game}, params, (struct difference_wanted){.operations = OPERATIONS},
                        ck->scratch, &d) != ST_OK)
        return !(ck->no_memory = true);
    return d.known && d.only[0].count == 0 && d.only[0].unwritten == 0;
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

static void look_at_game(struct checker *ck, int game)
{
    const struct game *g = &ck->model->games[game];
    bool left[MOVES_MOST];
    for (size_t k = 0; k < g->move_count; k++) left[k] = true;
    for (size_t k = g->move_count; k-- > ck->games.data[game].inherited && !ck->no_memory;) {
        struct arena_mark mark = arena_mark(ck->scratch);
        if (is_duplicate(ck, &g->moves[k])) {
            left[k] = false;
        } else if (is_contained(ck, game, k, left)) {
            left[k] = false;
            diag(ck->diags, D_MOVE_CONTAINED, g->moves[k].span, g->moves[k].name, g->name);
        }
        arena_rewind(ck->scratch, mark);
    }
}

void analyse_contained(struct checker *ck)
{
    for (size_t i = 0; i < ck->model->game_count && !ck->no_memory && !ck->model->param_count; i++) {
        const struct game *g = &ck->model->games[i];
        bool rules = g->kind == GAME_RULES && !g->code && !g->loopy && ck->games.data[i].own;
        if (rules && g->move_count > 1 && g->move_count <= MOVES_MOST) look_at_game(ck, (int)i);
    }
}
