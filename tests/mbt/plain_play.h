/* SPDX-License-Identifier: MIT */
/* What follows from the options of each position of a finite game, as its definitions have it.
 *
 *     struct plain_play plays[3] = {plain_play_new(), plain_play_new(), plain_play_new()};
 *     plain_play_add(&plays[2], 0), plain_play_add(&plays[2], 1), plain_play_add(&plays[1], 0);
 *     plain_play_value(plays, 2) == 2, plain_play_moves(plays, 2, false) == 1
 *
 * Positions are numbers of an array, and no play comes back to one. */
#ifndef CGI_TESTS_PLAIN_PLAY_H
#define CGI_TESTS_PLAIN_PLAY_H
#include <stdbool.h>
#include <stdint.h>

enum { PLAIN_PLAY_OPTIONS = 64 }; /* so values are below 64 */
struct plain_play {
    unsigned options[PLAIN_PLAY_OPTIONS], count; /* each once */
    int value, moves[2];                         /* [misere]; -1: not known */
};

static inline struct plain_play plain_play_new(void) { return (struct plain_play){.value = -1, .moves = {-1, -1}}; }

/* False: there are too many. */
static inline bool plain_play_add(struct plain_play *from, unsigned to)
{
    for (unsigned i = 0; i < from->count; i++)
        if (from->options[i] == to) return true;
    if (from->count == PLAIN_PLAY_OPTIONS) return false;
    from->options[from->count++] = to;
    return true;
}

static inline int plain_play_value(struct plain_play *all, unsigned at)
{
    struct plain_play *p = &all[at];
    uint64_t met = 0;
    if (p->value >= 0) return p->value;
    for (unsigned i = 0; i < p->count; i++) met |= UINT64_C(1) << plain_play_value(all, p->options[i]);
    return p->value = __builtin_ctzll(~met);
}

/* How long play takes; whoever has an even number before him loses in normal play, and wins in misère play. */
static inline int plain_play_moves(struct plain_play *all, unsigned at, bool misere)
{
    struct plain_play *p = &all[at];
    int least = -1, most = -1;
    if (p->moves[misere] >= 0) return p->moves[misere];
    for (unsigned i = 0; i < p->count; i++) {
        int moves = plain_play_moves(all, p->options[i], misere);
        if (moves % 2 == (int)misere && (least < 0 || moves < least)) least = moves;
        if (moves > most) most = moves;
    }
    return p->moves[misere] = 1 + (least >= 0 ? least : most);
}

#endif
