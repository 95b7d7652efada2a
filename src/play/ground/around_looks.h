/* SPDX-License-Identifier: MIT */
/* What the value of an expression is in a world that is turned (around.h), by its value in the one that is not. */
#ifndef CGI_PLAY_GROUND_AROUND_LOOKS_H
#define CGI_PLAY_GROUND_AROUND_LOOKS_H
#include "play/ground/private.h"

enum { MODE_SAME = 1, MODE_TURNED = 2 };
struct look {
    bool fine; /* else nothing is said */
    bool same, exact, known;
    int64_t by, base, value; /* value: if it is known */
    int64_t most;            /* no number, or item, is greater, nor less than -most */
    uint32_t
        modes; /* rows: bits MODE_SAME, MODE_TURNED; grids: bit a + 2 * b, a and b: is the first, the second index turned? */
    int64_t size[2]; /* of a row 1 and its length; -1: not known */
};
/* What is gone through. `axis`: the index of the board that is turned, of a row 1. */
struct looking {
    struct ground_work *work;
    const struct move *move;
    struct look *locals;
    int axis;
    int64_t n; /* how many places there are along it */
    uint64_t steps;
};

/* What is known of an expression; not fine: nothing. */
struct look around_look(struct looking *l, const struct expr *e);
/* The ways in which a generator may be gone through, of which the second is the one that is turned: fine or not. */
void around_generator(struct looking *l, const struct gen *gen, struct look ways[2]);

#endif
