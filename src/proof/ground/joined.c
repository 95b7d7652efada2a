/* SPDX-License-Identifier: MIT */
/* Moves that are one but for what a cell holds, whatever that is, are one move that does not ask it.
 *
 * Theorem. Let moves write the same and ask the same but for one cell, which none of them writes, and let there be one for each
 * value that the cell may hold. Then the move that asks what they ask elsewhere is possible in a state if and only if one of them
 * is, and leads to the same. Proof. The cell holds one of these values. []
 * So the options of each state stay what they are, and with them all that is proved of these: images, slides, parts. (The image of
 * a move may be none of the list any more; it is still possible where it was.)
 *
 * A move *covers* another one if both write the same and it asks nothing but what the other asks too.
 * Theorem. Let move m ask cell x, which it does not write, and let, for each other value of x, the move that asks that value there and
 * else what m asks be covered by a move of the list. Then m may ask x no more; and a move that another one covers may be left
 * out. Proof. In a state where x holds another value and the rest is as m asks, the move that covers is possible and leads
 * to the same. []
 * So `e and f, or e and not f and g` is `e and f, or e and g`. Moves are widened by this until none asks for a final value (final means
 * that nothing changes it, so what is asked can only come true): the options depend on nothing but what is still there. */
#include <stdlib.h>
#include <string.h>
#include "proof/ground/private.h"

enum { JOIN_WORK = 1 << 22 };

struct joining {
    const struct ground *g;
    struct ground_move *moves; /* the list so far, */
    size_t count;
    bool *taken; /* and which of it are joined */
    size_t work; /* that is left */
};

/* Those that may be joined stand together. */
static int compare(const void *a, const void *b)
{
    const struct ground_move *x = a, *y = b;
    int by = memcmp(&x->write, &y->write, sizeof x->write);
    if (!by) by = memcmp(&x->put, &y->put, sizeof x->put);
    if (!by) by = memcmp(&x->care, &y->care, sizeof x->care);
    return by ? by : memcmp(&x->want, &y->want, sizeof x->want);
}

static bool are_alike(const struct ground_move *a, const struct ground_move *b)
{
    return memcmp(&a->write, &b->write, sizeof a->write) == 0 && memcmp(&a->put, &b->put, sizeof a->put) == 0 &&
           memcmp(&a->care, &b->care, sizeof a->care) == 0;
}

static void leave_out(const struct ground *g, struct ground_mask *mask, size_t cell)
{
    for (size_t p = 0; p < g->planes; p++) {
        size_t bit = p * g->span * 64 + cell;
        mask->words[bit / 64] &= ~(UINT64_C(1) << (bit % 64));
    }
}

/* The codes that the cell may have, as bits. */
static uint32_t codes_of(const struct ground *g, size_t cell)
{
    const struct ground_layout *layout = &g->layout;
    size_t k = 0;
    while (k + 1 < layout->count && layout->pieces[k + 1].first <= cell) k++;
    uint32_t all = (1u << layout->pieces[k].value_count) - 1;
    return layout->pieces[k].values[0] == GROUND_NO_VALUE ? all & ~1u : all;
}

/* Joins move i of the group that ends at `end` with those that differ from it at the cell, if there are enough. */
static bool join_at(struct joining *j, size_t i, size_t end, size_t cell)
{
    const struct ground *g = j->g;
    struct ground_mask want = j->moves[i].want;
    size_t members[GROUND_VALUES], count = 0;
    uint32_t codes = 0;
    leave_out(g, &want, cell);
    for (size_t k = i; k < end && count < GROUND_VALUES && j->work; k++, j->work--) {
        struct ground_mask other = j->moves[k].want;
        leave_out(g, &other, cell);
        if (j->taken[k] || !are_alike(&j->moves[k], &j->moves[i])) continue;
        if (memcmp(&want, &other, sizeof want) != 0) continue;
        codes |= 1u << ground_code(g, &j->moves[k].want, cell);
        members[count++] = k;
    }
    if (codes != codes_of(g, cell)) return false;
    for (size_t k = 1; k < count; k++) j->taken[members[k]] = true;
    struct ground_move *m = &j->moves[i];
    leave_out(g, &m->care, cell);
    leave_out(g, &m->want, cell);
    m->need.words[cell / 64] &= ~(UINT64_C(1) << (cell % 64));
    m->foot.words[cell / 64] &= ~(UINT64_C(1) << (cell % 64));
    return true;
}

/* All moves from `first` on to before `end` are alike. A move that was joined is no longer, until the list is gone through again. */
static bool join_group(struct joining *j, size_t first, size_t end)
{
    const struct ground *g = j->g;
    const struct ground_move like = j->moves[first];
    size_t all = ((size_t)1 << g->planes) - 1;
    bool any = false;
    for (size_t cell = 0; cell < g->cells; cell++) {
        if (ground_code(g, &like.care, cell) != all || ground_code(g, &like.write, cell)) continue;
        for (size_t i = first; i < end && j->work; i++)
            if (!j->taken[i] && are_alike(&j->moves[i], &like)) any |= join_at(j, i, end, cell);
    }
    return any;
}

static bool join_all(struct joining *j)
{
    bool any = false;
    qsort(j->moves, j->count, sizeof *j->moves, compare);
    memset(j->taken, 0, j->count * sizeof *j->taken);
    for (size_t first = 0, end; first < j->count; first = end) {
        const struct ground_move like = j->moves[first];
        for (end = first + 1; end < j->count && are_alike(&like, &j->moves[end]);) end++;
        if (end - first > 1) any |= join_group(j, first, end);
    }
    size_t left = 0;
    for (size_t i = 0; i < j->count; i++)
        if (!j->taken[i]) j->moves[left++] = j->moves[i];
    j->count = left;
    return any;
}

bool ground_join(struct ground *g, struct arena *arena)
{
    struct joining j = {.g = g, .count = g->move_count, .work = JOIN_WORK};
    j.moves = arena_array(arena, g->move_count + 1, sizeof *j.moves);
    j.taken = arena_array(arena, g->move_count + 1, sizeof *j.taken);
    if (!j.moves || !j.taken) return false;
    memcpy(j.moves, g->moves, g->move_count * sizeof *j.moves);
    while (join_all(&j)) {
    }
    if (j.count == g->move_count) return true; /* in their order */
    g->moves = j.moves;
    g->move_count = j.count;
    return true;
}

/* ---- moves that ask for nothing final ------------------------------------------------------------------------------ */
static bool have_one_effect(const struct ground_move *a, const struct ground_move *b)
{
    return memcmp(&a->write, &b->write, sizeof a->write) == 0 && memcmp(&a->put, &b->put, sizeof a->put) == 0;
}

/* Both have one effect. */
static bool covers(const struct ground_move *a, const struct ground_mask *care, const struct ground_mask *want)
{
    uint64_t off = 0;
    for (size_t w = 0; w < GROUND_WORDS; w++)
        off |= (a->care.words[w] & ~care->words[w]) | (a->care.words[w] & (a->want.words[w] ^ want->words[w]));
    return !off;
}

static bool asks_final(const struct ground *g, const struct ground_move *m, size_t cell)
{
    return ground_code(g, &m->care, cell) && !ground_has(&m->need, cell);
}

/* Need move i not ask the cell, in the group from `first` on to before `end`? */
static bool is_idle(struct joining *j, size_t first, size_t end, size_t i, size_t cell)
{
    const struct ground *g = j->g;
    const struct ground_move *m = &j->moves[i];
    uint32_t codes = codes_of(g, cell) & ~1u; /* a final value has the code 0 */
    for (size_t code = 1; codes >> code; code++) {
        struct ground_mask want = m->want;
        bool covered = !(codes >> code & 1);
        leave_out(g, &want, cell);
        ground_put(g, &want, cell, code);
        for (size_t k = first; !covered && k < end && j->work; k++, j->work--)
            covered = covers(&j->moves[k], &m->care, &want);
        if (!covered) return false;
    }
    return true;
}

/* False: some move of the group still asks for a final value. */
static bool widen_group(struct joining *j, size_t first, size_t end)
{
    const struct ground *g = j->g;
    bool changed = true, asks = true;
    while (changed && asks && j->work) {
        changed = asks = false;
        for (size_t i = first; i < end; i++)
            for (size_t cell = 0; cell < g->cells; cell++) {
                struct ground_move *m = &j->moves[i];
                if (!asks_final(g, m, cell)) continue;
                bool idle = !ground_code(g, &m->write, cell) && is_idle(j, first, end, i, cell);
                asks |= !idle;
                changed |= idle;
                if (!idle) continue;
                leave_out(g, &m->care, cell);
                m->foot.words[cell / 64] &= ~(UINT64_C(1) << (cell % 64));
            }
    }
    return !asks;
}

/* Marks those that others cover; of two that cover each other the first stays. */
static void cover_group(struct joining *j, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        for (size_t k = first; k < end && !j->taken[i]; k++)
            j->taken[i] = k != i && !j->taken[k] && covers(&j->moves[k], &j->moves[i].care, &j->moves[i].want);
}

static bool widen_all(struct joining *j)
{
    bool all = true;
    qsort(j->moves, j->count, sizeof *j->moves, compare);
    memset(j->taken, 0, j->count * sizeof *j->taken);
    for (size_t first = 0, end; all && first < j->count; first = end) {
        for (end = first + 1; end < j->count && have_one_effect(&j->moves[first], &j->moves[end]);) end++;
        all = widen_group(j, first, end);
        if (all) cover_group(j, first, end);
    }
    size_t left = 0;
    for (size_t i = 0; i < j->count; i++)
        if (!j->taken[i]) j->moves[left++] = j->moves[i];
    j->count = left;
    return all && j->work;
}

bool ground_widen(struct ground *g, struct arena *arena)
{
    struct joining j = {.g = g, .count = g->move_count, .work = JOIN_WORK};
    bool asks = false;
    for (size_t i = 0; i < g->move_count && !asks; i++)
        for (size_t cell = 0; cell < g->cells; cell++) asks |= asks_final(g, &g->moves[i], cell);
    if (!asks) return true;
    j.moves = arena_array(arena, g->move_count + 1, sizeof *j.moves);
    j.taken = arena_array(arena, g->move_count + 1, sizeof *j.taken);
    if (!j.moves || !j.taken) return false;
    memcpy(j.moves, g->moves, g->move_count * sizeof *j.moves);
    if (!widen_all(&j)) return true;
    g->moves = j.moves;
    g->move_count = j.count;
    return true;
}
