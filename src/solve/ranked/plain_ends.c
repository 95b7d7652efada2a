/* SPDX-License-Identifier: MIT */
#include "solve/ranked/plain_ends.h"

static void keep_end(struct plain_ends *ends, bool low, struct plain_end end)
{
    size_t *count = low ? &ends->low_count : &ends->high_count;
    (low ? ends->lows : ends->highs)[(*count)++] = end;
}

/* One more end, from sign * q: a constant, or one number and a constant, or, as it is, what is kept for each number of a cell. */
static bool add_end(struct plain_ends *ends, const struct quick *q, int64_t sign, bool low)
{
    int64_t constant = sign * q->constant;
    bool kept = q->reading && sign == 1, linear = !q->term && !q->choice;
    size_t count = low ? ends->low_count : ends->high_count;
    if ((!linear && !kept) || q->count > 1 || count == PLAIN_ENDS) return false;
    if (q->constant < -VALUE_BOUND || q->constant > VALUE_BOUND) return false;
    if (kept) keep_end(ends, low, (struct plain_end){.reading = q->reading});
    else if (q->count)
        keep_end(ends, low, (struct plain_end){constant, sign * q->first.factor, q->first.variable, NULL});
    else if (low && constant > ends->low) ends->low = constant;
    else if (!low && constant < ends->high) ends->high = constant;
    return true;
}

bool plain_ends_find(const struct level *level, struct plain_ends *ends)
{
    *ends = (struct plain_ends){.low = -VALUE_BOUND, .high = VALUE_BOUND};
    bool plain = add_end(ends, &level->low, 1, true) && add_end(ends, &level->high, 1, false);
    for (size_t i = 0; i < level->edge_count && plain; i++) {
        const struct edge *edge = &level->edges[i];
        bool low = edge->factor > 0;
        plain = (edge->factor == 1 || edge->factor == -1) && add_end(ends, &edge->rest, low ? -1 : 1, low);
    }
    return plain && !level->bend_count;
}
