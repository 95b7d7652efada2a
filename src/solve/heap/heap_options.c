/* SPDX-License-Identifier: MIT */
/* The enumeration ends itself after `most` sets of heaps. */
#include "solve/heap/heap_options.h"
#include "base/vec.h"
#include "play/options/store.h"
#include "solve/heap/decompositions.h"

#define LOOK_SECONDS 1e-6 /* more than a closed form that lists them, and less than trying every option */

void heap_options_offer(const struct env *env, struct way *way)
{
    const struct ask *ask = way->ask;
    int game = ask->components[0].game;
    if (ask->play == PLAY_MISERE || ask->mover) way->because = "SG values belong to normal play";
    else if (game < 0 || !env->traits->games[game].one_heap) way->because = "the state is not a single heap";
    else if (!decompositions_known(env, game)) way->because = "no period of its SG values is proved";
    if (way->because) return;
    way->can = true;
    way->because = "by residues of the proved period";
    way->cost.seconds = LOOK_SECONDS;
}

struct listing {
    struct env *env;
    struct arena *arena;
    uint64_t most;
    bool more;
    VEC(struct listed_move) moves;
};

static enum status take_heaps(void *context, const struct integer *const *heaps, size_t count)
{
    struct listing *l = context;
    if (l->moves.count >= l->most) {
        l->more = true;
        return ST_UNSUPPORTED;
    }
    struct listed_move move = {
        .cells = arena_array(l->arena, count + 1, sizeof *move.cells), .cell_count = count, .heaps = true};
    if (!move.cells) return ST_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        if (!(move.cells[i] = integer_from_limbs(l->arena, heaps[i]->sign, heaps[i]->limbs, heaps[i]->count)))
            return ST_NO_MEMORY;
    return vec_push(&l->moves, move) ? budget_check(l->env->budget) : ST_NO_MEMORY;
}

static enum status copy_moves(const struct listing *l, struct result *result)
{
    result->moves = arena_array(l->arena, l->moves.count + 1, sizeof *result->moves);
    if (!result->moves) return ST_NO_MEMORY;
    for (size_t i = 0; i < l->moves.count; i++) result->moves[result->move_count++] = l->moves.data[i];
    return ST_OK;
}

enum status heap_options_answer(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct ask *ask = way->ask;
    int game = ask->components[0].game;
    const struct periodic *periodic = store_game(env->store, game)->periodic;
    struct listing l = {.env = env, .arena = arena, .most = ask->most};
    struct decompositions ways = {.env = env, .game = game, .periodic = periodic, .emit = take_heaps, .context = &l};
    bool big = ask->big && ask->big[0];
    const struct integer *heap = big ? ask->big[0][0] : integer_from(arena, ask->components[0].cells[0]);
    int64_t target;
    result->claim = arena_printf(arena, "period %llu from %llu, proved", (unsigned long long)periodic->period.period,
                                 (unsigned long long)periodic->period.preperiod);
    result->source = periodic->period.theorem;
    result->extent = PERIODIC_EXTENT;
    enum status st = heap && result->claim ? ST_OK : ST_NO_MEMORY;
    if (st == ST_OK && integer_fits(ask->value, &target)) /* else no heap of it has so large a value */
        st = decompositions_of(&ways, heap, (uint64_t)target);
    if (st == ST_UNSUPPORTED && l.more) st = ST_OK;
    result->moves_complete = st == ST_OK && !l.more;
    enum status copied = copy_moves(&l, result);
    vec_free(&l.moves);
    return st == ST_OK ? copied : st;
}
