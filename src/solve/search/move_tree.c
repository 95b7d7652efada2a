/* SPDX-License-Identifier: MIT */
#include "solve/search/move_tree.h"
#include <string.h>
#include "base/bits.h"
#include "base/vec.h"
#include "solve/bits/bit_patterns.h"

enum { LISTED = 4, NONE = 0, MOVE_WORDS = 4, PATTERN_PLACES = 4 /* on average */, PATTERN_ASKS = 48 };

/* A number of the board: `width` cells from `first` on. */
struct number {
    uint16_t first, width;
    uint16_t values;
    bool by_cell;
};
struct node {
    uint64_t mask;         /* the number, moved down; 0: nothing is asked */
    uint32_t below;        /* in `below`, by the value */
    uint32_t rest;         /* the node of those that do not ask it; NONE */
    uint32_t first, count; /* the moves that are listed here */
    uint8_t word, shift;
    bool split, by_cell; /* it goes on in the next word */
};
struct move_tree {
    struct node *nodes; /* node 0 is the first */
    uint32_t *below;
    uint64_t *moves; /* care, want, kept and put of each */
    size_t words, count, most;
    struct bit_patterns patterns; /* the same moves, if that is shorter; else `count` of it is 0 */
};

/* ---- building ---------------------------------------------------------------------------------------------------------- */
struct building {
    const struct ground *g;
    struct move_tree *t;
    struct number numbers[GROUND_CELLS];
    size_t number_count;
    VEC(struct node) nodes;
    VEC(uint32_t) below;
    VEC(uint32_t) order; /* moves, as they stand in the tree */
};

static void list_numbers(struct building *b)
{
    const struct ground_layout *layout = &b->g->layout;
    for (size_t k = 0; k < layout->count; k++) {
        const struct ground_piece *p = &layout->pieces[k];
        for (size_t i = 0; i < p->rows * p->columns; i++)
            b->numbers[b->number_count++] = (struct number){(uint16_t)(p->first + i * p->width), (uint16_t)p->width,
                                                            (uint16_t)p->value_count, p->by_cell};
    }
}

static bool asks(const struct ground_move *m, const struct number *n) { return ground_has(&m->care, n->first); }

/* The index of the value that it asks for. */
static size_t value_asked(const struct ground_move *m, const struct number *n)
{
    size_t word = 0;
    for (size_t i = 0; i < n->width; i++)
        if (ground_has(&m->want, n->first + i)) word |= n->by_cell ? i : (size_t)1 << i;
    return word;
}

/* The number that most moves ask, of those that were not asked yet; of equals the first. */
static size_t choose(const struct building *b, const uint32_t *moves, size_t count, const bool *asked)
{
    size_t best = SIZE_MAX, most = 1;
    for (size_t k = 0; k < b->number_count; k++) {
        size_t here = 0;
        for (size_t i = 0; i < count && !asked[k]; i++) here += asks(&b->g->moves[moves[i]], &b->numbers[k]);
        if (here > most) most = here, best = k;
    }
    return best;
}

static bool list_here(struct building *b, uint32_t node, const uint32_t *moves, size_t count)
{
    b->nodes.data[node].first = (uint32_t)b->order.count;
    b->nodes.data[node].count = (uint32_t)count;
    for (size_t i = 0; i < count; i++)
        if (!vec_push(&b->order, moves[i])) return false;
    return true;
}

/* Brings the moves that ask for `value` of the number, or SIZE_MAX: that do not ask it, to the front, in their order; how many. */
static size_t take_out(const struct building *b, const struct number *n, size_t value, uint32_t *moves, size_t count,
                       uint32_t *scratch)
{
    size_t taken = 0, left = 0;
    for (size_t i = 0; i < count; i++) {
        const struct ground_move *m = &b->g->moves[moves[i]];
        bool fits = value == SIZE_MAX ? !asks(m, n) : asks(m, n) && value_asked(m, n) == value;
        if (fits) moves[taken++] = moves[i];
        else scratch[left++] = moves[i];
    }
    memcpy(moves + taken, scratch, left * sizeof *moves);
    return taken;
}

/* A node of these moves; *most is raised by as many as may be possible at once. Returns it, or UINT32_MAX: no memory. */
static uint32_t build(struct building *b, uint32_t *moves, size_t count, uint32_t *scratch, bool *asked, size_t *most)
{
    uint32_t node = (uint32_t)b->nodes.count, below = (uint32_t)b->below.count;
    if (!vec_push(&b->nodes, (struct node){0})) return UINT32_MAX;
    size_t k = count > LISTED ? choose(b, moves, count, asked) : SIZE_MAX;
    if (k == SIZE_MAX) {
        *most += count;
        return list_here(b, node, moves, count) ? node : UINT32_MAX;
    }
    const struct number n = b->numbers[k];
    b->nodes.data[node] = (struct node){.mask = n.width < 64 ? (UINT64_C(1) << n.width) - 1 : UINT64_MAX,
                                        .below = below,
                                        .word = (uint8_t)(n.first / 64),
                                        .shift = (uint8_t)(n.first % 64),
                                        .split = n.first % 64 + n.width > 64,
                                        .by_cell = n.by_cell};
    /* A word may stand for no value (move_apart.h): by cell, one without a cell comes after all others. */
    for (size_t v = 0, words = n.by_cell ? n.values + 1u : (size_t)1 << n.width; v < words; v++)
        if (!vec_push(&b->below, NONE)) return UINT32_MAX;
    size_t greatest = 0;
    asked[k] = true;
    for (size_t v = 0; v < n.values; v++) {
        size_t taken = take_out(b, &n, v, moves, count, scratch), here = 0;
        if (!taken) continue;
        uint32_t to = build(b, moves, taken, scratch, asked, &here);
        if (to == UINT32_MAX) return to;
        b->below.data[below + v] = to;
        if (here > greatest) greatest = here;
        moves += taken, count -= taken;
    }
    uint32_t rest = count ? build(b, moves, count, scratch, asked, &greatest) : NONE;
    asked[k] = false;
    if (rest != UINT32_MAX) b->nodes.data[node].rest = rest;
    *most += greatest;
    return rest == UINT32_MAX ? rest : node;
}

static bool pack(struct building *b, struct arena *arena)
{
    struct move_tree *t = b->t;
    const struct ground *g = b->g;
    size_t words = t->words = g->words;
    t->count = b->nodes.count;
    t->nodes = arena_array(arena, b->nodes.count + 1, sizeof *t->nodes);
    t->below = arena_array(arena, b->below.count + 1, sizeof *t->below);
    t->moves = arena_array(arena, b->order.count * words * MOVE_WORDS + 1, sizeof *t->moves);
    if (!t->nodes || !t->below || !t->moves) return false;
    memcpy(t->nodes, b->nodes.data, b->nodes.count * sizeof *t->nodes);
    if (b->below.count) memcpy(t->below, b->below.data, b->below.count * sizeof *t->below);
    for (size_t i = 0; i < b->order.count; i++) {
        const struct ground_move *m = &g->moves[b->order.data[i]];
        uint64_t *out = t->moves + i * words * MOVE_WORDS;
        for (size_t w = 0; w < words; w++) {
            out[w] = m->care.words[w];
            out[words + w] = m->want.words[w];
            out[2 * words + w] = ~m->write.words[w];
            out[3 * words + w] = m->put.words[w];
        }
    }
    return true;
}

/* Shifts take less than a walk down a tree that is as deep as some moves ask cells. False: no memory. */
static bool find_patterns(struct move_tree *t, const struct ground *g, struct arena *arena)
{
    size_t bytes = (g->move_count + 1) * sizeof(struct bit_pattern);
    if (g->words != 1 || g->move_count < PATTERN_PLACES) return true;
    struct bit_pattern *moves = mem_alloc(bytes);
    if (!moves) return false;
    for (size_t i = 0; i < g->move_count; i++) {
        const struct ground_move *m = &g->moves[i];
        moves[i] = (struct bit_pattern){1, m->care.words[0], m->want.words[0], m->write.words[0], m->put.words[0], 0,
                                        0, BIT_TRUE};
    }
    bool fine = bit_patterns_make(moves, g->move_count, arena, &t->patterns);
    mem_free(moves, bytes);
    bool few = t->patterns.count * PATTERN_PLACES <= g->move_count && t->patterns.ask_count <= PATTERN_ASKS;
    if (!few) t->patterns.count = 0;
    return fine;
}

struct move_tree *move_tree_make(const struct ground *g, struct arena *arena)
{
    struct building *b = mem_alloc(sizeof *b);
    size_t bytes = 2 * (g->move_count + 1) * sizeof(uint32_t);
    uint32_t *moves = mem_alloc(bytes);
    bool asked[GROUND_CELLS] = {false}, fine = b && moves;
    if (fine) {
        *b = (struct building){.g = g, .t = arena_alloc(arena, sizeof *b->t)};
        list_numbers(b);
        for (size_t i = 0; i < g->move_count; i++) moves[i] = (uint32_t)i;
        fine = b->t != NULL;
    }
    if (fine) {
        *b->t = (struct move_tree){.nodes = NULL};
        fine =
            build(b, moves, g->move_count, moves + g->move_count, asked, &b->t->most) != UINT32_MAX && pack(b, arena);
        fine = fine && find_patterns(b->t, g, arena);
    }
    struct move_tree *made = fine ? b->t : NULL;
    if (b) {
        vec_free(&b->nodes);
        vec_free(&b->below);
        vec_free(&b->order);
    }
    if (moves) mem_free(moves, bytes);
    if (b) mem_free(b, sizeof *b);
    return made;
}

size_t move_tree_most(const struct move_tree *t) { return t->most; }

/* ---- options ------------------------------------------------------------------------------------------------------------- */
/* What is done with the moves that are possible: they are made, or counted where `to` is NULL. */
struct found {
    uint64_t *to;
    size_t stride, count;
};
#define EVERYWHERE static inline __attribute__((always_inline))

EVERYWHERE void try_listed(const struct move_tree *t, size_t words, const struct node *n, const uint64_t *state,
                           struct found *f)
{
    const uint64_t *move = t->moves + (size_t)n->first * words * MOVE_WORDS;
    for (uint32_t i = 0; i < n->count; i++, move += words * MOVE_WORDS) {
        uint64_t off = 0;
        for (size_t w = 0; w < words; w++) off |= (state[w] & move[w]) ^ move[words + w];
        if (off) continue;
        for (size_t w = 0; f->to && w < words; w++)
            f->to[f->count * f->stride + w] = (state[w] & move[2 * words + w]) | move[3 * words + w];
        f->count++;
    }
}

/* The node below n that is met, or NONE. */
EVERYWHERE uint32_t node_below(const struct move_tree *t, const struct node *n, const uint64_t *state)
{
    uint64_t held = state[n->word] >> n->shift;
    if (n->split) held |= state[n->word + 1] << (64 - n->shift);
    held &= n->mask;
    return t->below[n->below + (n->by_cell ? (uint64_t)__builtin_ctzll(held | (n->mask + 1)) : held)];
}

/* Nodes that are still to be visited stand on a stack: a number is asked once on each way, so there are few. */
EVERYWHERE size_t find_in(const struct move_tree *t, size_t words, const uint64_t *state, uint64_t *to, size_t stride)
{
    uint32_t stack[GROUND_CELLS + 1], depth = 0, at = 0;
    struct found f = {to, stride, 0};
    for (;;) {
        const struct node *n = &t->nodes[at];
        at = NONE;
        if (!n->mask) try_listed(t, words, n, state, &f);
        else if ((at = node_below(t, n, state)) != NONE && n->rest) stack[depth++] = n->rest;
        else if (at == NONE) at = n->rest;
        if (at != NONE) continue;
        if (!depth) return f.count;
        at = stack[--depth];
    }
}

/* By the patterns, which are of one word. */
static size_t make_at_places(const struct bit_patterns *all, uint64_t state, uint64_t *to, size_t stride)
{
    uint64_t *next = to;
    for (size_t i = 0; i < all->count; i++)
        for (uint64_t able = bit_pattern_places(all, &all->list[i], state); able; able &= able - 1, next += stride)
            *next = bit_pattern_made(&all->list[i], state, able);
    return (size_t)(next - to) / stride;
}

static size_t count_places(const struct bit_patterns *all, uint64_t state)
{
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++) count += bits_of(bit_pattern_places(all, &all->list[i], state));
    return count;
}

size_t move_tree_options(const struct move_tree *t, const uint64_t *state, uint64_t *to, size_t stride)
{
    if (t->patterns.count) return make_at_places(&t->patterns, *state, to, stride);
    if (t->words == 1) return find_in(t, 1, state, to, stride);
    if (t->words == 2) return find_in(t, 2, state, to, stride);
    return find_in(t, t->words, state, to, stride);
}

size_t move_tree_count(const struct move_tree *t, const uint64_t *state)
{
    if (t->patterns.count) return count_places(&t->patterns, *state);
    if (t->words == 1) return find_in(t, 1, state, NULL, 0);
    if (t->words == 2) return find_in(t, 2, state, NULL, 0);
    return find_in(t, t->words, state, NULL, 0);
}
