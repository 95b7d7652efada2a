/* SPDX-License-Identifier: MIT */
/* A position with all its moves, each rated: what playing needs.
 *
 *     struct rated_moves rated;
 *     st = engine_rated_moves(engine, &position, PLAY_NORMAL, 0, &arena, &rated);
 *     size_t best = rated_best(&rated);                     // SIZE_MAX if there is no move
 *     st = engine_rated_moves(engine, &rated.options[best].to, PLAY_NORMAL, rated.next_mover, &arena, &rated);
 *
 * The outcome of an option is that of the position it leads to, for the player to move there: P means a winning move, N
 * a losing one, D keeps the draw. Remoteness is computed if there are at most RATED_FAR_OPTIONS moves, with at most
 * RATED_STATES positions, and omitted if that is not enough. The best move wins soonest, else draws, else loses as late
 * as possible; among equals it is the first. */
#ifndef CGI_ENGINE_PLAY_RATED_MOVES_H
#define CGI_ENGINE_PLAY_RATED_MOVES_H
#include "engine/open/engine.h"

#define RATED_STATES 20000u
#define RATED_FAR_OPTIONS 200u
#define RATED_OPTIONS 100000u

struct rated_move {
    struct reply reply; /* the move as text, and its outcome */
    const char *in;     /* the component that moved, "nim(5)" */
    struct position to;
    uint64_t remoteness; /* UINT64_MAX: a draw, or unknown */
};
struct rated_moves {
    struct position position;
    const char *text;
    int mover, next_mover; /* 0 if the mover does not matter */
    enum outcome outcome;
    struct rated_move *options;
    size_t count;
};
/* ST_TOO_LARGE for numbers beyond 64 bits, and with E0700 for more than RATED_OPTIONS moves. `mover` 0: player 1, if it matters. */
enum status engine_rated_moves(struct engine *engine, const struct position *position, enum play play, int mover,
                               struct arena *arena, struct rated_moves *rated);
size_t rated_best(const struct rated_moves *rated);
/* Do both have the same components, in any order? */
bool rated_same(const struct position *a, const struct position *b);
/* Notes (W0792) what ratings of the main game assume: clauses and `solve` that are not proved. */
enum status engine_note_assumed(struct engine *engine);

#endif
