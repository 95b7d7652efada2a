/* SPDX-License-Identifier: MIT */
/* Random boards of words (proof/ground) with tokens, heaps and cells, of which move_apart takes random states apart:
 * the value of a state is the nim-sum of those of its parts, who wins in misere play is who wins the sum of the
 * parts, and what is cleared is the same game, move by move. All by going through lists of moves. Parts are
 * tree-listed as well: their words need not stand for values. usage: apart [FIRST_SEED [COUNT]]; prints a TAP line,
 * and the seed of each board with a state that differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "random_rule.h"
#include "solve/search/move_apart.h"
#include "solve/search/move_tree.h"

enum { NUMBERS = 12, MOVES = 64, STATES = 8, KEPT = 1 << 16, SUMS = 1 << 18, OPTIONS = MOVES, PAIRS = 300, NO = -1 };

/* ---- boards
 * ---------------------------------------------------------------------------------------------------------- */
struct board {
    struct ground g;
    struct ground_move moves[MOVES];
    size_t tokens, count;
    int values[NUMBERS];
};

static int drawn(uint64_t *seed, int below) { return (int)random_below(seed, (uint64_t)below); }

static void write_word(const struct board *b, struct ground_mask *mask, size_t i, uint64_t word)
{
    const struct ground_piece *p = &b->g.layout.pieces[i];
    for (size_t k = 0; k < p->width; k++)
        if (word >> k & 1) ground_add(mask, p->first + k);
}

static void write_value(const struct board *b, struct ground_mask *mask, size_t i, int value)
{
    write_word(b, mask, i, ground_word(&b->g.layout.pieces[i], (size_t)value));
}

static void ask(const struct board *b, struct ground_move *m, size_t i, int value)
{
    write_word(b, &m->care, i, UINT64_MAX);
    write_value(b, &m->want, i, value);
}

static void put(const struct board *b, struct ground_move *m, size_t i, int value)
{
    write_word(b, &m->write, i, UINT64_MAX);
    write_value(b, &m->put, i, value);
}

static void draw_numbers(uint64_t *seed, struct board *b)
{
    size_t cells = drawn(seed, 4) ? 0 : 60;
    b->tokens = (size_t)drawn(seed, 4);
    b->count = b->tokens + 3 + (size_t)drawn(seed, NUMBERS - 6);
    b->g.layout.count = b->count;
    b->g.layout.most = drawn(seed, 6) ? INT64_MAX : 1000;
    for (size_t i = 0; i < b->count; i++) {
        struct ground_piece *p = &b->g.layout.pieces[i];
        b->values[i] = i < b->tokens ? 3 + drawn(seed, 3) : drawn(seed, 6) ? 2 : 3;
        *p = (struct ground_piece){.first = cells, .rows = 1, .columns = 1, .value_count = (size_t)b->values[i]};
        p->by_cell = b->values[i] > 2 && drawn(seed, 2);
        p->width = p->by_cell ? p->value_count : p->value_count > 4 ? 3 : p->value_count > 2 ? 2 : 1;
        cells += p->width;
    }
    b->g.cells = b->g.columns = cells;
    b->g.words = (cells + 63) / 64;
}

/* Cells fall, and a token goes anywhere as a cell falls, else down: play ends. Mostly to cells beside each other, so
 * that not all is joined. */
static void draw_move(uint64_t *seed, struct board *b, struct ground_move *m)
{
    size_t cells = b->count - b->tokens, token = b->tokens ? (size_t)drawn(seed, (int)b->tokens + 1) : 0;
    size_t from = (size_t)drawn(seed, (int)cells), wide = 1 + (size_t)drawn(seed, 2);
    bool has_token = token < b->tokens, falls = !has_token || drawn(seed, 3);
    if (has_token && drawn(seed, 5)) from = token * cells / b->tokens + (size_t)drawn(seed, 2);
    if (has_token) {
        int at = drawn(seed, b->values[token]);
        if (!falls && !at) at = 1;
        ask(b, m, token, at);
        if (!falls || drawn(seed, 2)) put(b, m, token, drawn(seed, falls ? b->values[token] : at));
    }
    for (size_t k = 0; k < wide; k++) {
        size_t cell = b->tokens + (from + k) % cells;
        int value = 1 + (drawn(seed, 3) ? 0 : drawn(seed, b->values[cell] - 1));
        if (!k || drawn(seed, 2)) ask(b, m, cell, !k || drawn(seed, 8) ? value : 0);
        if (falls && !k) put(b, m, cell, drawn(seed, 5) ? 0 : value - 1);
    }
    size_t other = b->tokens + (size_t)drawn(seed, (int)cells);
    if (falls && drawn(seed, 6) == 0) put(b, m, other, 0);
}

static void draw_board(uint64_t *seed, struct board *b)
{
    memset(b, 0, sizeof *b);
    draw_numbers(seed, b);
    b->g.moves = b->moves;
    b->g.move_count = 4 + (size_t)drawn(seed, 24);
    for (size_t i = 0; i < b->g.move_count; i++) draw_move(seed, b, &b->moves[i]);
}

/* ---- play
 * ------------------------------------------------------------------------------------------------------------ */
static bool is_possible(const struct ground_move *m, const struct ground_mask *s)
{
    uint64_t off = 0;
    for (size_t w = 0; w < GROUND_WORDS; w++) off |= (s->words[w] & m->care.words[w]) ^ m->want.words[w];
    return !off;
}

static struct ground_mask moved(const struct ground_move *m, const struct ground_mask *s)
{
    struct ground_mask to;
    for (size_t w = 0; w < GROUND_WORDS; w++) to.words[w] = (s->words[w] & ~m->write.words[w]) | m->put.words[w];
    return to;
}

/* Values of states, by hash: of one board at a time. */
struct kept {
    struct ground_mask state;
    int value;
    uint64_t board;
};
static struct kept values[KEPT];
static uint64_t now;

static uint64_t hash_of(const struct ground_mask *s, uint64_t hash)
{
    for (size_t w = 0; w < GROUND_WORDS; w++) hash = hash_mix(hash + s->words[w]);
    return hash;
}

static struct kept *kept_of(const struct ground_mask *s)
{
    size_t i = hash_of(s, 0) % KEPT;
    while (values[i].board == now && memcmp(&values[i].state, s, sizeof *s) != 0) i = (i + 1) % KEPT;
    return &values[i];
}

static int value_of(const struct board *b, const struct ground_mask *s)
{
    uint64_t used[2] = {0};
    const struct kept *known = kept_of(s);
    if (known->board == now) return known->value;
    for (size_t i = 0; i < b->g.move_count; i++) {
        if (!is_possible(&b->moves[i], s)) continue;
        struct ground_mask to = moved(&b->moves[i], s);
        int value = value_of(b, &to);
        used[value / 64] |= UINT64_C(1) << value % 64;
    }
    int value = ~used[0] ? __builtin_ctzll(~used[0]) : 64 + __builtin_ctzll(~used[1]);
    *kept_of(s) = (struct kept){*s, value, now};
    return value;
}

/* Who is to move in a sum of so many states: wins in misere play? */
struct sum {
    struct ground_mask parts[MOVE_APART_MOST];
    size_t count;
};
static struct {
    struct sum sum;
    uint64_t board;
    bool wins;
} sums[SUMS];
static size_t sum_count;

static size_t sum_place(const struct sum *s)
{
    uint64_t hash = s->count;
    for (size_t i = 0; i < s->count; i++) hash = hash_of(&s->parts[i], hash);
    size_t i = hash % SUMS;
    while (sums[i].board == now && memcmp(&sums[i].sum, s, sizeof *s) != 0) i = (i + 1) % SUMS;
    return i;
}

/* -1: there are too many positions. */
static int wins_misere(const struct board *b, const struct sum *s)
{
    size_t at = sum_place(s);
    bool wins = false, any = false;
    if (sums[at].board == now) return sums[at].wins;
    if (sum_count > SUMS / 2) return -1;
    for (size_t p = 0; p < s->count && !wins; p++)
        for (size_t i = 0; i < b->g.move_count && !wins; i++) {
            struct sum to = *s;
            if (!is_possible(&b->moves[i], &s->parts[p])) continue;
            any = true;
            to.parts[p] = moved(&b->moves[i], &s->parts[p]);
            int other = wins_misere(b, &to);
            if (other < 0) return other;
            wins = !other;
        }
    at = sum_place(s);
    sums[at].sum = *s;
    sums[at].board = now;
    sums[at].wins = wins || !any;
    sum_count++;
    return sums[at].wins;
}

/* Are the same moves possible, in these two and in what is reached from both by the same moves? Of a bounded number
 * of pairs. */
static bool is_same_play(const struct board *b, const struct ground_mask *one, const struct ground_mask *other)
{
    static struct ground_mask pairs[PAIRS + MOVES][2];
    size_t count = 1;
    pairs[0][0] = *one, pairs[0][1] = *other;
    for (size_t at = 0; at < count && count < PAIRS; at++)
        for (size_t i = 0; i < b->g.move_count; i++) {
            const struct ground_move *m = &b->moves[i];
            bool possible = is_possible(m, &pairs[at][0]);
            if (possible != is_possible(m, &pairs[at][1])) return false;
            if (!possible) continue;
            pairs[count][0] = moved(m, &pairs[at][0]), pairs[count][1] = moved(m, &pairs[at][1]);
            size_t met = 0;
            while (memcmp(pairs[met], pairs[count], sizeof pairs[met]) != 0) met++;
            count += met == count;
        }
    return true;
}

static bool tree_agrees(const struct board *b, const struct move_tree *t, const struct ground_mask *s)
{
    size_t count = 0;
    for (size_t i = 0; i < b->g.move_count; i++) count += is_possible(&b->moves[i], s);
    return move_tree_count(t, s->words) == count;
}

/* ---- boards that are tried
 * ------------------------------------------------------------------------------------------- */
struct tally {
    size_t boards, made, states, apart, cleared, misere, wrong;
};

static bool try_state(struct tally *t, const struct board *b, const struct move_apart *a, const struct move_tree *tree,
                      const struct ground_mask *state)
{
    struct sum whole = {.parts = {*state}, .count = 1}, parts = {.count = 0};
    struct ground_mask clear = *state;
    parts.count = move_apart_split(a, state, parts.parts);
    int value = 0;
    bool fine = true;
    for (size_t i = 0; i < parts.count; i++) {
        struct ground_mask again[MOVE_APART_MOST];
        int part = value_of(b, &parts.parts[i]);
        value ^= part;
        for (size_t k = move_apart_split(a, &parts.parts[i], again); k-- > 0;) part ^= value_of(b, &again[k]);
        fine &= !part && tree_agrees(b, tree, &parts.parts[i]);
    }
    bool changed = move_apart_clear(a, clear.words);
    fine &= changed == (memcmp(&clear, state, sizeof clear) != 0) && is_same_play(b, state, &clear);
    fine &= value == value_of(b, state);
    fine &= (double)value <= move_apart_states(a, state, false);
    sum_count = 0;
    int one = wins_misere(b, &whole), other = one < 0 ? -1 : wins_misere(b, &parts);
    if (one >= 0 && other >= 0) t->misere++, fine &= one == other;
    t->states++;
    t->apart += parts.count > 1;
    t->cleared += changed;
    return fine;
}

static void try_board(struct tally *t, uint64_t seed)
{
    static struct board b;
    struct arena arena = {0};
    uint64_t first = seed;
    seed = hash_mix(seed);
    draw_board(&seed, &b);
    const struct move_apart *a = move_apart_make(&b.g, &arena);
    const struct move_tree *tree = a ? move_tree_make(&b.g, &arena) : NULL;
    t->boards++;
    t->made += tree != NULL;
    for (size_t i = 0; tree && i < STATES; i++) {
        struct ground_mask state = {{0}};
        for (size_t k = 0; k < b.count; k++) write_value(&b, &state, k, drawn(&seed, b.values[k]));
        now++;
        if (!try_state(t, &b, a, tree, &state) && t->wrong++ < 5)
            printf("# board %llu, state %zu\n", (unsigned long long)first, i);
    }
    arena_free(&arena);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 10000;
    struct tally t = {0};
    for (uint64_t seed = first; seed < first + count; seed++) try_board(&t, seed);
    bool many = t.made > count / 10 && t.apart > count / 10 && t.cleared > count / 10 && t.misere > count / 4;
    printf("%s 1 - states that are sums: %zu boards, %zu made, %zu states, %zu apart, %zu cleared, %zu in misere play, "
           "%zu wrong\n1..1\n",
           many && !t.wrong ? "ok" : "not ok", t.boards, t.made, t.states, t.apart, t.cleared, t.misere, t.wrong);
    return !many || t.wrong;
}
