/* SPDX-License-Identifier: MIT */
/* The words in which something is reached, upwards or downwards, each with the moves that are possible there somewhere.
 *
 *     struct bit_walk w = {.table = t, .to = t->word_count, .visit = value_word, .down = true, .tick = bit_walk_look, .allowed = 1 << 20};
 *     if (bit_walk_open(&w)) st = bit_walk_on(&w);
 *     if (w.paused) ...                                   // `allowed` is reached: what is left is w.from .. w.to
 *     bit_walk_close(&w);
 *
 * From the highest bit down; a move whose condition has become false is left out, and so are words without flags. */
#ifndef CGI_SOLVE_BITS_BIT_WALK_H
#define CGI_SOLVE_BITS_BIT_WALK_H
#include "solve/bits/bit_table.h"

/* What a move does to words: the number of the word is kept and put; `count` low bits are written. */
struct bit_step {
    uint32_t keep, put, count;
    struct bit_low {
        uint64_t ones; /* the states of a word in which the bit is 1 */
        uint32_t by;
        bool one; /* that is what is written */
    } low[BIT_LOW];
};
struct bit_live {
    uint32_t move;
    bit_ref when;
};
struct bit_walk {
    struct bit_table *table;
    bool down;
    void (*visit)(struct bit_walk *walk, uint32_t word, const struct bit_live *live, size_t count);
    uint64_t from, to;               /* no others are visited; what is visited is taken off */
    uint64_t allowed, work, checked; /* after so much it ends; the same whether it was paused in between */
    /* Called now and then, all that was visited being done; ends as bit_walk_look. */
    enum status (*tick)(struct bit_walk *walk);
    uint64_t every; /* so many steps */
    bool paused;
    struct bit_step *steps;
    struct bit_live *lists; /* one for each bit that is left */
    uint64_t *whens;        /* scratch of a visit: as many as there are moves */
};

bool bit_walk_open(struct bit_walk *walk);
void bit_walk_close(struct bit_walk *walk);
/* Until all words are visited, or it has taken what is allowed; with what is kept of it in files. */
enum status bit_walk_on(struct bit_walk *walk);
/* Looks at the budget and at the files. ST_OK, or what ends the walk. */
enum status bit_walk_look(struct bit_walk *walk);
/* That word alone, in which something is reached; without ticks. */
void bit_walk_at(struct bit_walk *walk, uint32_t word);

static inline uint32_t bit_step_to(const struct bit_step *s, uint32_t word) { return (word & s->keep) | s->put; }
/* Where the states lead to, as states of that word. */
static inline uint64_t bit_pushed(const struct bit_step *s, uint64_t states)
{
    for (uint32_t i = 0; i < s->count; i++) {
        const struct bit_low *l = &s->low[i];
        states = l->one ? (states & l->ones) | (states & ~l->ones) << l->by
                        : (states & ~l->ones) | (states & l->ones) >> l->by;
    }
    return states;
}
/* The states that lead to these. */
static inline uint64_t bit_pulled(const struct bit_step *s, uint64_t states)
{
    for (uint32_t i = 0; i < s->count; i++) {
        const struct bit_low *l = &s->low[i];
        uint64_t hit = states & (l->one ? l->ones : ~l->ones);
        states = l->one ? hit | hit >> l->by : hit | hit << l->by;
    }
    return states;
}

#endif
