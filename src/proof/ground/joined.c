/* SPDX-License-Identifier: MIT */
/* Moves that are one but for what a cell holds, whatever that is, are one move that does not ask it.
 *
 * Theorem. Let moves write the same and ask the same but for one cell, which none of them writes, and let there be one for each
 * value that the cell may hold. Then the move that asks what they ask elsewhere is possible in a state if and only if one of them
 * is, and leads to the same. Proof. The cell holds one of these values. []
 * So the options of each state stay what they are, and with them all that is proved of these: images, slides, parts. (The image of
 * a move may be none of the list any more; it is still possible where it was.) */
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
