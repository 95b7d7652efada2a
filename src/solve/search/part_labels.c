/* SPDX-License-Identifier: MIT */
/* A colour is a hash. A round makes a hash of each move from the colours of its cells, and then new colours from those. */
#include "solve/search/part_labels.h"
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "solve/search/mask_shape.h"

/* One multiplication: labels that are unlucky cost a match, and are never wrong. */
static inline uint64_t stir(uint64_t x)
{
    x *= 0x9e3779b97f4a7c15;
    return x ^ x >> 31;
}
static inline uint64_t role_of(const struct part_term *t) { return (uint64_t)t->role << 57; }

/* ---- refinement ---------------------------------------------------------------------------------------------------- */
static void sort_colours(struct part_colours *c, size_t count)
{
    c->distinct = count > 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t colour = c->of[i];
        size_t k = i;
        for (; k > 0 && c->sorted[k - 1] > colour; k--) c->sorted[k] = c->sorted[k - 1];
        c->sorted[k] = colour;
    }
    for (size_t i = 1; i < count; i++) c->distinct += c->sorted[i] != c->sorted[i - 1];
}

/* Returns about how many colours there are then, which depends on nothing but these. */
static size_t refine_once(const struct part_moves *p, struct part_colours *c)
{
    uint64_t next[PART_CELLS], seen[4] = {0};
    for (size_t i = 0; i < p->cell_count; i++) next[i] = 3 * c->of[i];
    for (size_t i = 0; i < p->move_count; i++) {
        const struct part_term *terms = p->terms + p->moves[i].first;
        size_t count = p->moves[i].count;
        uint64_t move = 0;
        for (size_t t = 0; t < count; t++) move += stir(c->of[terms[t].cell] + role_of(&terms[t]));
        move = stir(move);
        for (size_t t = 0; t < count; t++) next[terms[t].cell] += stir(move + role_of(&terms[t]));
    }
    for (size_t i = 0; i < p->cell_count; i++) {
        uint64_t colour = c->of[i] = hash_mix(next[i]);
        seen[colour >> 62] |= UINT64_C(1) << (colour >> 56 & 63);
    }
    size_t count = 0;
    for (size_t i = 0; i < 4; i++) count += bits_of(seen[i]);
    return count;
}

/* Until no more cells are told apart. */
static void refine(const struct part_moves *p, struct part_colours *c)
{
    size_t before;
    do {
        size_t about = 0, now = 0;
        before = c->distinct;
        do {
            about = now;
            now = refine_once(p, c);
            c->rounds++;
        } while (now > about && now < p->cell_count);
        sort_colours(c, p->cell_count);
    } while (c->distinct > before && c->distinct < p->cell_count);
}

void part_colours_find(const struct part_moves *p, struct part_colours *c)
{
    c->distinct = 1;
    c->rounds = 0;
    for (size_t i = 0; i < p->cell_count; i++) c->of[i] = p->codes[i];
    refine(p, c);
}

void part_colours_tell(const struct part_moves *p, size_t cell, uint64_t number, struct part_colours *c)
{
    c->of[cell] = hash_mix(c->of[cell] + number);
    c->distinct++;
    refine(p, c);
}

static uint64_t hash_of(const struct part_colours *c, size_t count)
{
    uint64_t hash = count;
    for (size_t i = 0; i < count; i++) hash = hash_mix(hash + c->sorted[i]);
    return hash;
}

/* The colour of the fewest cells that are alike; there are some. */
static uint64_t choose_class(const struct part_colours *c, size_t count)
{
    uint64_t chosen = 0;
    size_t fewest = count + 1;
    for (size_t i = 0, k; i < count; i = k) {
        for (k = i + 1; k < count && c->sorted[k] == c->sorted[i];) k++;
        if (k - i > 1 && k - i < fewest) fewest = k - i, chosen = c->sorted[i];
    }
    return chosen;
}

/* Tells one cell of the class from the others. */
static void tell_one(const struct part_moves *p, struct part_colours *c, size_t *rounds)
{
    struct part_colours best = {.distinct = 0}, other;
    uint64_t class = choose_class(c, p->cell_count), least = 0;
    for (size_t i = 0; i < p->cell_count; i++) {
        if (c->of[i] != class || (best.distinct && *rounds >= LABEL_ROUNDS)) continue;
        other = *c;
        other.rounds = 0;
        part_colours_tell(p, i, 1, &other);
        *rounds += other.rounds;
        uint64_t hash = hash_of(&other, p->cell_count);
        if (!best.distinct || hash < least) best = other, least = hash;
    }
    *c = best;
}

void part_labels_of(const struct part_moves *p, const struct part_colours *c, struct part_labels *labels)
{
    uint64_t taken = 0;
    labels->hash = hash_mix(hash_of(c, p->cell_count) + p->move_count);
    for (size_t i = 0; i < p->cell_count; i++) {
        size_t at = 0;
        while (c->sorted[at] != c->of[i] || taken >> at & 1) at++;
        taken |= UINT64_C(1) << at;
        labels->cell[at] = (uint8_t)i;
    }
}

void part_labels_find(const struct part_moves *p, struct part_colours *c, struct part_labels *labels)
{
    struct part_colours all = *c;
    size_t rounds = 0;
    for (size_t told = 0; all.distinct < p->cell_count && told < p->cell_count; told++) tell_one(p, &all, &rounds);
    part_labels_of(p, &all, labels);
    c->rounds += rounds;
}

/* ---- are two parts the same? ---------------------------------------------------------------------------------------- */
/* A move with its cells numbered by labels. */
struct labelled_move {
    uint64_t hash;
    const struct part_term *terms;
    size_t count;
};

static int compare_moves(const void *a, const void *b)
{
    const struct labelled_move *x = a, *y = b;
    return x->hash < y->hash ? -1 : x->hash > y->hash;
}

/* Writes the moves, ordered by what they do to numbered cells; the terms of each in the order of these. */
static void number_moves(const struct part_moves *p, const struct part_labels *labels, struct part_term *terms,
                         struct labelled_move *moves)
{
    uint8_t number[PART_CELLS];
    for (size_t i = 0; i < p->cell_count; i++) number[labels->cell[i]] = (uint8_t)i;
    for (size_t i = 0; i < p->move_count; i++) {
        struct part_term *own = terms + p->moves[i].first;
        moves[i] = (struct labelled_move){0, own, p->moves[i].count};
        for (size_t t = 0; t < moves[i].count; t++) {
            struct part_term term = p->terms[p->moves[i].first + t];
            size_t k = t;
            term.cell = number[term.cell];
            moves[i].hash += stir(term.cell + 1 + role_of(&term));
            for (; k > 0 && own[k - 1].cell > term.cell; k--) own[k] = own[k - 1];
            own[k] = term;
        }
    }
    if (p->move_count) qsort(moves, p->move_count, sizeof *moves, compare_moves);
}

static bool is_same_move(const struct labelled_move *a, const struct labelled_move *b)
{
    bool same = a->count == b->count;
    for (size_t t = 0; same && t < a->count; t++)
        same = a->terms[t].cell == b->terms[t].cell && a->terms[t].role == b->terms[t].role;
    return same;
}

bool part_labels_match(const struct part_moves *p, const struct part_labels *a, const struct part_moves *q,
                       const struct part_labels *b)
{
    struct part_term terms[2][PART_TERMS];
    struct labelled_move moves[2][PART_MOVES];
    bool same = p->cell_count == q->cell_count && p->move_count == q->move_count && p->term_count == q->term_count;
    for (size_t i = 0; same && i < p->cell_count; i++) same = p->codes[a->cell[i]] == q->codes[b->cell[i]];
    if (!same) return false;
    number_moves(p, a, terms[0], moves[0]);
    number_moves(q, b, terms[1], moves[1]);
    for (size_t i = 0; same && i < p->move_count; i++) same = is_same_move(&moves[0][i], &moves[1][i]);
    return same;
}
