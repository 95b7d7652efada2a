/* SPDX-License-Identifier: MIT */
/* Random boards of words (proof/ground): of random states move_reach clears exactly the numbers that the definition says, found here by
 * going through all moves until nothing changes; and what is left is the same game: whatever is reached, the same moves are possible in
 * both. usage: cleared [FIRST_SEED [COUNT]]; prints a TAP line, and the seed of each board with a state that differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "random_rule.h"
#include "solve/search/move_reach.h"

enum { NUMBERS = 12, MOVES = 48, STATES = 24, PAIRS = 400, GAP = 70, NO = -1 };

/* ---- boards ---------------------------------------------------------------------------------------------------------- */
/* A move asks and writes these values, or NO. */
struct asking {
    int ask[NUMBERS], put[NUMBERS];
};
struct board {
    int values[NUMBERS]; /* of each number */
    struct asking moves[MOVES];
    size_t count, move_count, tokens;
    bool steps;  /* the moves of a token that goes to free squares, and takes each, */
    bool slides; /* over free ones; */
    int strays;  /* 1: the last square is entered where the first is free; 2: the last number is asked, or put, too */
    struct ground g;
    struct ground_move listed[MOVES];
};

static int drawn(uint64_t *seed, int below) { return (int)random_below(seed, (uint64_t)below); }

static void draw_steps(uint64_t *seed, struct board *b, struct asking *m)
{
    size_t squares = (size_t)b->values[0];
    int to = drawn(seed, (int)squares);
    m->ask[0] = drawn(seed, (int)squares);
    m->put[0] = to;
    for (int i = m->ask[0]; b->slides && i != to; i += i < to ? 1 : -1) m->ask[1 + i] = 1;
    m->ask[1 + to] = 1;
    if (b->strays == 1 && to == (int)squares - 1) {
        m->ask[1 + to] = NO;
        m->ask[1] = 1;
    }
    if (b->strays == 2 && drawn(seed, 3) == 0) m->ask[b->count - 1] = 1;
    if (b->strays == 2 && drawn(seed, 3) == 0) m->put[b->count - 1] = 1;
    m->put[1 + (b->slides ? m->ask[0] : to)] = 0;
}

static void draw_any(uint64_t *seed, struct board *b, struct asking *m)
{
    for (size_t i = 0; i < b->count; i++) {
        bool token = i < b->tokens;
        if (token || drawn(seed, 4) == 0) m->ask[i] = drawn(seed, b->values[i]);
        if (!token && m->ask[i] == 0 && drawn(seed, 8)) m->ask[i] = NO;
        if (drawn(seed, token ? 2 : 4) == 0) m->put[i] = drawn(seed, drawn(seed, 4) ? 1 : b->values[i]);
        if (token && drawn(seed, 2)) m->put[i] = drawn(seed, b->values[i]);
    }
}

static void draw_board(uint64_t *seed, struct board *b)
{
    *b = (struct board){.steps = drawn(seed, 3) == 0};
    b->slides = b->steps && drawn(seed, 2);
    b->strays = b->steps && !b->slides ? drawn(seed, 4) : 0;
    b->tokens = b->steps ? 1 : (size_t)drawn(seed, 3);
    b->count = b->tokens + 3 + (size_t)drawn(seed, NUMBERS - 5);
    for (size_t i = 0; i < b->count; i++)
        b->values[i] = i < b->tokens ? 2 + drawn(seed, 4) : drawn(seed, 5) ? 2 : 3 + drawn(seed, 2);
    if (b->steps) b->values[0] = (int)b->count - 1 - (b->strays == 2);
    for (size_t i = 1; b->steps && i < b->count; i++) b->values[i] = 2;
    b->move_count = 3 + (size_t)drawn(seed, b->steps ? 3 * b->values[0] : 20);
    for (size_t i = 0; i < b->move_count; i++) {
        struct asking *m = &b->moves[i];
        for (size_t k = 0; k < NUMBERS; k++) m->ask[k] = m->put[k] = NO;
        if (b->steps) draw_steps(seed, b, m);
        else draw_any(seed, b, m);
    }
}

/* ---- as a board of words --------------------------------------------------------------------------------------------- */
static void write_number(const struct board *b, struct ground_mask *mask, size_t i, uint64_t word)
{
    const struct ground_piece *p = &b->g.layout.pieces[i];
    for (size_t k = 0; k < p->width; k++)
        if (word >> k & 1) ground_add(mask, p->first + k);
}

static void write_value(const struct board *b, struct ground_mask *mask, size_t i, int value)
{
    write_number(b, mask, i, ground_word(&b->g.layout.pieces[i], (size_t)value));
}

static struct ground_mask mask_of(const struct board *b, const int *state)
{
    struct ground_mask mask = {{0}};
    for (size_t i = 0; i < b->count; i++) write_value(b, &mask, i, state[i]);
    return mask;
}

static void make_ground(uint64_t *seed, struct board *b)
{
    size_t cells = (size_t)drawn(seed, 2) * (size_t)drawn(seed, GAP);
    b->g.layout.count = b->count;
    b->g.layout.most = drawn(seed, 4) ? INT64_MAX : 1000;
    for (size_t i = 0; i < b->count; i++) {
        struct ground_piece *p = &b->g.layout.pieces[i];
        *p = (struct ground_piece){.first = cells, .rows = 1, .columns = 1, .value_count = (size_t)b->values[i]};
        p->by_cell = b->values[i] > 2 && drawn(seed, 2);
        p->width = p->by_cell ? p->value_count : p->value_count > 4 ? 4 : p->value_count > 2 ? 2 : 1;
        cells += p->width + (drawn(seed, 6) ? 0 : (size_t)drawn(seed, 8));
    }
    b->g.cells = b->g.columns = cells;
    b->g.words = (cells + 63) / 64;
    for (size_t i = 0; i < b->move_count; i++) {
        struct ground_move *m = &b->listed[i];
        for (size_t k = 0; k < b->count; k++) {
            if (b->moves[i].ask[k] != NO) {
                write_number(b, &m->care, k, UINT64_MAX);
                write_value(b, &m->want, k, b->moves[i].ask[k]);
            }
            if (b->moves[i].put[k] != NO) {
                write_number(b, &m->write, k, UINT64_MAX);
                write_value(b, &m->put, k, b->moves[i].put[k]);
            }
        }
    }
    b->g.moves = b->listed;
    b->g.move_count = b->move_count;
}

/* ---- the definition -------------------------------------------------------------------------------------------------- */
static bool all_ask(const struct board *b, size_t number)
{
    bool all = true;
    for (size_t i = 0; i < b->move_count; i++) all &= b->moves[i].ask[number] != NO;
    return all;
}

static bool is_asked(const struct board *b, size_t number, int value)
{
    bool is = false;
    for (size_t i = 0; i < b->move_count; i++) is |= b->moves[i].ask[number] == value;
    return is;
}

static bool comes(const struct board *b, size_t number, int value)
{
    bool is = false;
    for (size_t i = 0; i < b->move_count; i++)
        is |= b->moves[i].put[number] == value && b->moves[i].ask[number] != value;
    return is;
}

static bool is_shut(const struct board *b, const struct asking *m, const int *state)
{
    bool is = false;
    for (size_t k = 0; k < b->count; k++)
        is |= m->ask[k] != NO && !all_ask(b, k) && m->ask[k] != state[k] && !comes(b, k, m->ask[k]);
    return is;
}

/* Does the move begin at the place of the state, or where an open one ends? */
static bool begins_near(const struct board *b, const struct asking *m, const int *state, const bool *open)
{
    bool here = true;
    for (size_t k = 0; k < b->count; k++) here &= !all_ask(b, k) || m->ask[k] == state[k];
    for (size_t i = 0; i < b->move_count && !here; i++) {
        here = open[i];
        for (size_t k = 0; k < b->count; k++) {
            int held = b->moves[i].put[k] != NO ? b->moves[i].put[k] : b->moves[i].ask[k];
            here &= !all_ask(b, k) || m->ask[k] == held;
        }
    }
    return here;
}

static void clear_slowly(const struct board *b, const int *state, int *clear)
{
    bool open[MOVES] = {false}, more = true;
    while (more) {
        more = false;
        for (size_t i = 0; i < b->move_count; i++) {
            const struct asking *m = &b->moves[i];
            if (open[i] || is_shut(b, m, state) || !begins_near(b, m, state, open)) continue;
            open[i] = more = true;
        }
    }
    for (size_t k = 0; k < b->count; k++) {
        bool asked = false, ever = false;
        int least = 0;
        for (size_t i = 0; i < b->move_count; i++) {
            asked |= open[i] && b->moves[i].ask[k] != NO;
            ever |= b->moves[i].ask[k] != NO;
        }
        while (least < b->values[k] && is_asked(b, k, least)) least++;
        bool may = ever && !all_ask(b, k) && least < (b->g.layout.most < INT64_MAX ? 1 : b->values[k]);
        clear[k] = may && !asked ? least : state[k];
    }
}

/* ---- play ------------------------------------------------------------------------------------------------------------ */
static bool is_possible(const struct board *b, const struct asking *m, const int *state)
{
    bool is = true;
    for (size_t k = 0; k < b->count; k++) is &= m->ask[k] == NO || m->ask[k] == state[k];
    return is;
}

/* Are the same moves possible, in these two and in what is reached from both by the same moves? Of a bounded number of pairs. */
static bool is_same_play(const struct board *b, const int *one, const int *other)
{
    static int pairs[PAIRS + MOVES][2][NUMBERS];
    size_t count = 1;
    memset(pairs[0], 0, sizeof pairs[0]);
    memcpy(pairs[0][0], one, b->count * sizeof *one);
    memcpy(pairs[0][1], other, b->count * sizeof *other);
    for (size_t at = 0; at < count && count < PAIRS; at++)
        for (size_t i = 0; i < b->move_count; i++) {
            bool possible = is_possible(b, &b->moves[i], pairs[at][0]);
            if (possible != is_possible(b, &b->moves[i], pairs[at][1])) return false;
            if (!possible) continue;
            memcpy(pairs[count], pairs[at], sizeof pairs[at]);
            for (size_t k = 0; k < b->count; k++)
                if (b->moves[i].put[k] != NO) pairs[count][0][k] = pairs[count][1][k] = b->moves[i].put[k];
            size_t met = 0;
            while (memcmp(pairs[met], pairs[count], sizeof pairs[met]) != 0) met++;
            count += met == count;
        }
    return true;
}

struct tally {
    size_t boards, made, of_steps, states, cleared, wrong;
};

static void try_board(struct tally *t, uint64_t seed)
{
    static struct board b;
    struct arena arena = {0};
    uint64_t first = seed;
    seed = hash_mix(seed);
    draw_board(&seed, &b);
    make_ground(&seed, &b);
    struct move_reach *r = move_reach_make(&b.g, &arena);
    t->boards++;
    t->made += r != NULL;
    t->of_steps += r && move_reach_steps(r);
    for (size_t i = 0; i < STATES; i++) {
        int state[NUMBERS] = {0}, slow[NUMBERS] = {0};
        for (size_t k = 0; k < b.count; k++) state[k] = drawn(&seed, drawn(&seed, 3) ? b.values[k] : 2);
        clear_slowly(&b, state, slow);
        struct ground_mask fast = mask_of(&b, state), before = fast, expected = mask_of(&b, slow);
        bool changed = r && move_reach_clear(r, fast.words);
        bool fine = memcmp(&fast, &expected, sizeof fast) == 0 && changed == (memcmp(&fast, &before, sizeof fast) != 0);
        fine = fine && is_same_play(&b, state, slow);
        t->states++;
        t->cleared += changed;
        if (!fine && t->wrong++ < 5) printf("# board %llu, state %zu\n", (unsigned long long)first, i);
    }
    arena_free(&arena);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 2000;
    struct tally t = {0};
    for (uint64_t seed = first; seed < first + count; seed++) try_board(&t, seed);
    bool many = t.made > count / 4 && t.of_steps > count / 32 && t.made - t.of_steps > count / 10 && t.cleared > count;
    printf("%s 1 - what is no longer asked: %zu boards, %zu made, %zu of steps, %zu states, %zu cleared, %zu "
           "wrong\n1..1\n",
           many && !t.wrong ? "ok" : "not ok", t.boards, t.made, t.of_steps, t.states, t.cleared, t.wrong);
    return !many || t.wrong;
}
