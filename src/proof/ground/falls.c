/* SPDX-License-Identifier: MIT */
/* Weights are raised and lowered until every move lowers the total.
 *
 * Each cell has a weight for each value, or all cells have the same weights. A move changes the total by what its cells lose. A
 * cell that is written and was not asked may have held any value, so it counts as if it had held the lightest one.
 *
 * Theorem. If for some weights every move on the list lowers the total, play on the board ends.
 * Proof. The list has all moves of the states of the board (ground.h), and these lead to such states. There are finitely many of
 * them, so the total, a whole number of any sign, cannot fall for ever. []
 *
 * Search: while some move does not lower the total, its own coefficients are added to the weights (the perceptron of Rosenblatt
 * 1958; Novikoff 1962 shows that it ends if there are such weights; a cell that was not asked stands for the constraint of its
 * lightest value, one of finitely many linear ones). The last round changes nothing, and so is the proof: it has looked at every
 * move with the weights that are the result. Steps are bounded, so failure says nothing. A step changes a weight by 1, so nothing
 * overflows.
 *
 * What a round does depends on the weights alone. So where weights come again it would go on for ever, and nearly always they
 * do where there are none that are wanted (Minsky and Papert 1969: they stay bounded): they are compared with those of the last
 * round whose number was a power of two (Brent 1980). */
#include <string.h>
#include "proof/ground/private.h"

enum { FALL_STEPS = 1 << 20, UNKNOWN = 0xff };

/* A cell that a move writes: the codes of what it held, or UNKNOWN, and holds. */
struct change {
    uint16_t cell;
    uint8_t old, put;
};
struct falling {
    const struct ground *g;
    VEC(struct change) changes;
    VEC(size_t) ends; /* of each move */
    int64_t weights[GROUND_CELLS][GROUND_VALUES], before[GROUND_CELLS][GROUND_VALUES];
    bool by_cell; /* else only those of cell 0 are used */
    size_t steps;
};

static bool list_changes(struct falling *f, const struct ground_move *m)
{
    const struct ground *g = f->g;
    for (size_t cell = 0; cell < g->cells; cell++) {
        if (!ground_code(g, &m->write, cell)) continue;
        struct change c = {(uint16_t)cell, UNKNOWN, (uint8_t)ground_code(g, &m->put, cell)};
        if (ground_code(g, &m->care, cell)) c.old = (uint8_t)ground_code(g, &m->want, cell);
        if (!vec_push(&f->changes, c)) return false;
    }
    return vec_push(&f->ends, f->changes.count);
}

static int64_t *weights_of(struct falling *f, const struct change *c) { return f->weights[f->by_cell ? c->cell : 0]; }

/* What the cell held, or may have held at worst; what it holds now if that is as light. */
static size_t lightest(const struct falling *f, const struct change *c, const int64_t *weights)
{
    size_t least = c->put;
    if (c->old != UNKNOWN) return c->old;
    for (size_t v = ground_first(f->g); v < f->g->value_count; v++)
        if (weights[v] < weights[least]) least = v;
    return least;
}

static bool lowers(struct falling *f, size_t from, size_t to)
{
    int64_t loss = 0;
    for (size_t i = from; i < to; i++) {
        const struct change *c = &f->changes.data[i];
        const int64_t *weights = weights_of(f, c);
        loss += weights[lightest(f, c, weights)] - weights[c->put];
    }
    return loss > 0;
}

static void correct(struct falling *f, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        const struct change *c = &f->changes.data[i];
        int64_t *weights = weights_of(f, c);
        size_t old = lightest(f, c, weights);
        weights[old]++;
        weights[c->put]--;
    }
}

/* Goes through all moves; true: no weight was changed. */
static bool go_round(struct falling *f)
{
    bool fine = true;
    for (size_t i = 0, from = 0; i < f->ends.count; i++) {
        size_t to = f->ends.data[i];
        if (!lowers(f, from, to)) correct(f, from, to), fine = false;
        from = to;
    }
    return fine;
}

static bool find_weights(struct falling *f, bool by_cell)
{
    size_t used = (by_cell ? f->g->cells : 1) * sizeof f->weights[0];
    memset(f->weights, 0, sizeof f->weights);
    memset(f->before, 0, sizeof f->before);
    f->by_cell = by_cell;
    f->steps = FALL_STEPS;
    for (size_t round = 1; f->steps >= f->changes.count; round++) {
        f->steps -= f->changes.count;
        if (go_round(f)) return true;
        if (memcmp(f->weights, f->before, used) == 0) return false;
        if ((round & (round - 1)) == 0) memcpy(f->before, f->weights, used);
    }
    return false;
}

enum status ground_falls(const struct ground *g, bool *falls)
{
    struct falling *f = mem_alloc(sizeof *f);
    bool fine = f != NULL;
    *falls = false;
    if (f) *f = (struct falling){.g = g};
    for (size_t i = 0; fine && i < g->move_count; i++) fine = list_changes(f, &g->moves[i]);
    if (fine) *falls = g->cells && (find_weights(f, false) || find_weights(f, true));
    if (f) {
        vec_free(&f->changes);
        vec_free(&f->ends);
        mem_free(f, sizeof *f);
    }
    return fine ? ST_OK : ST_NO_MEMORY;
}
