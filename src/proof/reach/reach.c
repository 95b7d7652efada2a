/* SPDX-License-Identifier: MIT */
/* Axis after axis: a walk of single moves from the state decreases one cell, preferring moves that change nothing else
 * and that least. After each step the walk so far, or what came after its first few moves, is tried as one vector: at
 * every point of the box of the axes found before, its moves must be certain and must add up to the vector, over as long a
 * new axis as possible. Points of the box are reached one axis after the other, so later axes need not be considered. The
 * box then begins where the vector did. */
#include "proof/reach/reach.h"
#include <string.h>
#include "base/checked.h"
#include "proof/reach/cells.h"

enum { WALK_MOST = 64, TRIES_MOST = 256, CELLS_TRIED = 16 };
#define STEPS_MOST 400000u

/* A move from a point of the walk; the order in which they are taken. */
struct rank {
    int64_t changes, fall, number; /* cells changed, by how much the target falls, which of the moves it is */
};
struct waypoint {
    int64_t at[REACH_CELLS];
    struct rank taken;      /* the last move tried from here; number 0: none */
    struct reach_move move; /* that move */
};
struct axes {
    struct reach_scope s;
    struct reach_cells from;
    int64_t slopes[BOX_AXES][REACH_CELLS];
    int64_t top[BOX_AXES];
    size_t count;
    size_t target; /* the cell that is to decrease */
    bool turns;    /* the mover matters: vectors must lead back to the same one */
    /* the walk */
    struct waypoint points[WALK_MOST + 1];
    size_t length;
    /* the move being looked for at its end */
    struct rank best;
    struct reach_move move;
    int64_t next[REACH_CELLS], number;
};

static int mover_of(const struct axes *a, size_t step) { return a->turns && step % 2 ? 3 - a->s.mover : a->s.mover; }

/* ---- walking ----------------------------------------------------------------------------------------------------- */
static bool before(const struct rank *a, const struct rank *b)
{
    if (a->changes != b->changes) return a->changes < b->changes;
    return a->fall != b->fall ? a->fall < b->fall : a->number < b->number;
}

static bool look_at(void *context, const struct reach_move *move, const struct reach_value *after)
{
    struct axes *a = context;
    const struct waypoint *here = &a->points[a->length];
    struct boxed cells[REACH_CELLS];
    int64_t to[REACH_CELLS];
    struct rank rank = {.number = ++a->number};
    if (!reach_flatten(&a->from, after, cells)) return true;
    for (size_t k = 0; k < a->from.count; k++) {
        if (!boxed_is_constant(&cells[k], &to[k])) return true;
        rank.changes += to[k] != here->at[k];
    }
    if (to[a->target] >= here->at[a->target]) return true;
    if (!checked_sub(here->at[a->target], to[a->target], &rank.fall)) return true;
    if (here->taken.number && !before(&here->taken, &rank)) return true;
    if (a->best.number && !before(&rank, &a->best)) return true;
    a->best = rank;
    a->move = *move;
    memcpy(a->next, to, a->from.count * sizeof *to);
    return true;
}

/* One more move; false if there is none that was not tried. */
static bool walk_on(struct axes *a)
{
    struct reach_scope s = a->s;
    struct reach_cells cells = a->from;
    struct waypoint *here = &a->points[a->length];
    struct arena_mark mark = arena_mark(s.arena);
    memcpy(cells.cells, here->at, sizeof cells.cells);
    s.box.axes = 0;
    s.mover = mover_of(a, a->length);
    a->best.number = a->number = 0;
    if (reach_write(&s, &cells, NULL)) reach_each(&s, look_at, a);
    a->s.steps = s.steps;
    a->s.no_memory |= s.no_memory;
    arena_rewind(s.arena, mark);
    if (!a->best.number || a->s.steps == 0) return false;
    here->taken = a->best;
    here->move = a->move;
    a->length++;
    memcpy(a->points[a->length].at, a->next, a->from.count * sizeof *a->next);
    a->points[a->length].taken.number = 0;
    return true;
}

/* Another point of the walk that was not seen; from a dead end it goes back. */
static bool walk(struct axes *a, size_t *tries)
{
    while (a->length < WALK_MOST && a->s.steps && (*tries)++ < TRIES_MOST) {
        if (walk_on(a)) return true;
        if (a->length == 0) return false;
        a->length--;
    }
    return false;
}

/* ---- proving ----------------------------------------------------------------------------------------------------- */
/* Are these moves of the walk certain at every point of the scope's box, from its fields on? */
static bool replay(const struct axes *a, struct reach_scope *s, size_t first, size_t end)
{
    const struct expr *invariant = reach_game(s)->invariant;
    for (size_t i = first; i < end; i++) {
        struct reach_value after[MODEL_MAX_FIELDS];
        s->mover = mover_of(a, i);
        if (!reach_apply(s, &a->points[i].move, after)) return false;
        memcpy(s->fields, after, sizeof after);
        if (invariant && !reach_holds(s, invariant)) return false;
    }
    return true;
}

/* Do the moves from one point of the walk to another lead there at all points of the first `axes` axes? */
static bool leads(struct axes *a, size_t axes, size_t first, size_t end)
{
    struct reach_scope s = a->s;
    struct boxed cells[REACH_CELLS];
    struct reach_cells from = a->from;
    struct arena_mark mark = arena_mark(s.arena);
    memcpy(from.cells, a->points[first].at, sizeof from.cells);
    s.box.axes = axes;
    for (size_t i = 0; i < axes; i++) s.box.top[i] = a->top[i];
    bool same = reach_write(&s, &from, (const int64_t(*)[REACH_CELLS])a->slopes) && replay(a, &s, first, end) &&
                reach_flatten(&from, s.fields, cells);
    for (size_t k = 0; same && k < from.count; k++) {
        struct boxed expected = boxed_constant(a->points[end].at[k]);
        for (size_t i = 0; i < axes; i++) expected.slope[i] = a->slopes[i][k];
        same = boxed_same(&cells[k], &expected);
    }
    a->s.steps = s.steps;
    a->s.no_memory |= s.no_memory;
    arena_rewind(s.arena, mark);
    return same;
}

/* The new vector is what the walk adds from its point `base` on. Can it be added so often? */
static bool repeats(struct axes *a, size_t base, int64_t times)
{
    a->top[a->count] = times - 1;
    return leads(a, a->count + 1, base, a->length);
}

/* How often at most; 0: not even twice. */
static int64_t longest(struct axes *a, size_t base)
{
    const int64_t *from = a->points[base].at, *to = a->points[a->length].at;
    for (size_t k = 0; k < a->from.count; k++)
        if (!checked_sub(to[k], from[k], &a->slopes[a->count][k])) return 0;
    int64_t fall, low = 2, high;
    if (!checked_sub(from[a->target], to[a->target], &fall)) return 0;
    high = from[a->target] / fall;
    if (!repeats(a, base, low) || (base && !leads(a, a->count, 0, base))) return 0;
    if (high <= low) return low;
    if (repeats(a, base, high)) return high;
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (repeats(a, base, middle)) low = middle;
        else high = middle;
    }
    return low;
}

/* The longest axis so far. */
struct axis {
    int64_t times, moves, slopes[REACH_CELLS], from[REACH_CELLS];
    uint64_t met;
};

static void try_axis(struct axes *a, size_t base, struct axis *best)
{
    uint64_t met;
    int64_t times = longest(a, base), moves = (int64_t)(a->length - base);
    if (__builtin_mul_overflow((uint64_t)times, (uint64_t)moves, &met)) met = UINT64_MAX;
    if (met <= best->met) return;
    *best = (struct axis){.times = times, .moves = moves, .met = met};
    memcpy(best->slopes, a->slopes[a->count], sizeof best->slopes);
    memcpy(best->from, a->points[base].at, sizeof best->from);
}

/* An axis that decreases the target; `inner`: how many positions a step of it meets. */
static bool find_axis(struct axes *a, int64_t *inner)
{
    static const size_t bases[] = {0, 2, 4, 8, 16, 32};
    struct axis best = {0};
    size_t tries = 0;
    bool done = false; /* nothing much longer can follow */
    a->length = 0;
    a->points[0].taken.number = 0;
    memcpy(a->points[0].at, a->from.cells, sizeof a->from.cells);
    while (!done && walk(a, &tries)) {
        for (size_t i = 0; i < sizeof bases / sizeof *bases && bases[i] < a->length && !done; i++) {
            if (a->turns && a->length % 2) continue;
            try_axis(a, bases[i], &best);
            done = best.met && best.times > a->from.cells[a->target] / 2 / -best.slopes[a->target];
        }
    }
    if (!best.met) return false;
    memcpy(a->from.cells, best.from, sizeof best.from);
    memcpy(a->slopes[a->count], best.slopes, sizeof best.slopes);
    a->top[a->count] = best.times;
    *inner = best.moves;
    return true;
}

/* ---- all --------------------------------------------------------------------------------------------------------- */
/* The greatest cell that no vector has changed and that was not tried. */
static bool next_target(struct axes *a, const bool *tried)
{
    bool found = false;
    for (size_t k = 0; k < a->from.count; k++) {
        bool fresh = !tried[k];
        for (size_t i = 0; i < a->count; i++) fresh = fresh && a->slopes[i][k] == 0;
        if (!fresh || (found && a->from.cells[k] <= a->from.cells[a->target])) continue;
        a->target = k;
        found = true;
    }
    return found && a->from.cells[a->target] > 1;
}

/* Points of all axes but the last, and along that one every position on the way. */
static uint64_t positions(const struct axes *a, int64_t inner)
{
    uint64_t least = (uint64_t)inner;
    if (!a->count) return 1;
    for (size_t i = 0; i < a->count; i++) {
        uint64_t points = (uint64_t)a->top[i] + (i + 1 < a->count);
        if (__builtin_mul_overflow(least, points, &least)) return UINT64_MAX;
    }
    return least == UINT64_MAX ? least : least + 1;
}

static void find_axes(struct axes *a, uint64_t *least)
{
    bool tried[REACH_CELLS] = {false};
    for (size_t i = 0; i < CELLS_TRIED && a->count < BOX_AXES && next_target(a, tried); i++) {
        int64_t inner = 1;
        tried[a->target] = true;
        if (!find_axis(a, &inner)) continue;
        a->count++;
        uint64_t met = positions(a, inner);
        if (met > *least) *least = met;
    }
}

enum status reach_positions(const struct reach_from *from, uint64_t *least)
{
    struct arena arena = {0};
    *least = 1;
    if (from->game < 0 || !reach_understood(from)) return ST_OK;
    struct axes *a = arena_alloc(&arena, sizeof *a);
    if (!a) return ST_NO_MEMORY;
    a->s = (struct reach_scope){.model = from->model,
                                .game = from->game,
                                .params = from->params,
                                .arena = &arena,
                                .mover = from->mover ? from->mover : 1,
                                .alone = from->alone,
                                .steps = STEPS_MOST};
    a->turns = from->mover != 0;
    if (reach_read(from, &a->from)) find_axes(a, least);
    enum status st = a->s.no_memory ? ST_NO_MEMORY : ST_OK;
    arena_free(&arena);
    return st;
}
