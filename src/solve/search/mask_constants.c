/* SPDX-License-Identifier: MIT */
/* Boards of one word are in constant_words.c; two planes of one word are compiled apart. */
#include "solve/search/mask_constants.h"
#include <string.h>
#include "solve/search/constant_clauses.h"
#include "solve/search/constant_words.h"
#include "solve/search/mask_shape.h"
#include "solve/search/masks.h"

/* ---- of the board -------------------------------------------------------------------------------------------------- */
/* Are there cells that a move asks and does not write, and do all ask for values that are not final? Only then some are constant
 * of which another part may depend. */
static bool is_of_use(const struct masks *m)
{
    const struct ground *g = &m->ground;
    struct shape f = shape_of(g), cells = shape_of_cells(f);
    bool asks = false;
    if (!m->ends || m->joined || g->bitwise || g->in_words) return false;
    for (size_t i = 0; i < g->move_count; i++) {
        const struct ground_move *move = &g->moves[i];
        struct ground_mask asked = live_cells(f, &move->care), wrote = live_cells(f, &move->write);
        if (!is_within(cells, &asked, &move->need)) return false;
        asks |= !is_within(cells, &asked, &wrote);
    }
    return asks;
}

/* Moves of one effect come one after the other. */
static void sort_moves(const struct masks *m, struct mask_constants *c)
{
    const struct ground *g = &m->ground;
    struct shape f = shape_of(g);
    size_t count = 0;
    for (size_t i = 0; i < g->move_count; i++) c->effects[i] = UINT32_MAX;
    for (size_t i = 0; i < g->move_count; i++) {
        if (c->effects[i] != UINT32_MAX) continue;
        for (size_t k = i; k < g->move_count; k++) {
            const struct ground_move *move = &g->moves[k];
            if (!is_same(f, &move->write, &g->moves[i].write) || !is_same(f, &move->put, &g->moves[i].put)) continue;
            c->effects[k] = (uint32_t)c->effect_count;
            c->moves[count++] =
                (struct constant_move){move->need, live_cells(f, &move->write), move->want, c->effects[k]};
        }
        c->effect_count++;
    }
}

/* Room to work in. */
static bool make_room(struct masks *m, struct mask_constants *c)
{
    size_t moves = m->ground.move_count;
    c->effects = arena_array(&m->arena, moves + 1, sizeof *c->effects);
    c->made = arena_array(&m->arena, moves / 64 + 1, sizeof *c->made);
    c->able = arena_array(&m->arena, moves + 1, sizeof *c->able);
    c->left = arena_array(&m->arena, moves + 1, sizeof *c->left);
    c->kept = arena_array(&m->arena, moves + 1, sizeof *c->kept);
    c->asks = arena_array(&m->arena, moves + 1, sizeof *c->asks);
    c->alike = arena_array(&m->arena, moves + 1, sizeof *c->alike);
    c->effects_left = arena_array(&m->arena, moves + 1, sizeof *c->effects_left);
    c->classes = arena_array(&m->arena, m->ground.cells + 1, sizeof *c->classes);
    size_t words = m->ground.words == 1 ? moves + 1 : 1;
    c->able_words = arena_array(&m->arena, words, sizeof *c->able_words);
    c->left_words = arena_array(&m->arena, words, sizeof *c->left_words);
    c->left_asks = arena_array(&m->arena, words, sizeof *c->left_asks);
    c->able_first = arena_array(&m->arena, words, sizeof *c->able_first);
    return c->effects && c->made && c->able && c->left && c->kept && c->alike && c->asks && c->effects_left &&
           c->classes && c->able_words && c->left_words && c->left_asks && c->able_first;
}

bool mask_constants_make(struct masks *m)
{
    m->constants = NULL;
    if (!is_of_use(m)) return true;
    struct mask_constants *c = arena_alloc(&m->arena, sizeof *c);
    if (!c) return false;
    *c = (struct mask_constants){.moves = arena_array(&m->arena, m->ground.move_count + 1, sizeof *c->moves)};
    if (!c->moves || !make_room(m, c)) return false;
    sort_moves(m, c);
    c->apart = m->ground.words == 1 && c->effect_count == m->ground.move_count;
    bool clauses = m->ground.words == 1 && !c->apart;
    if (clauses && !constant_clauses_make(&m->arena, c, m->ground.move_count)) return false;
    m->constants = c;
    return true;
}

bool mask_constants_share(struct masks *own)
{
    const struct mask_constants *all = own->constants;
    if (!all) return true;
    struct mask_constants *c = arena_alloc(&own->arena, sizeof *c);
    if (!c) return false;
    *c = (struct mask_constants){.moves = all->moves, .effect_count = all->effect_count, .apart = all->apart};
    if (!make_room(own, c)) return false;
    memcpy(c->effects, all->effects, own->ground.move_count * sizeof *c->effects);
    if (all->clauses) c->clauses = constant_clauses_share(&own->arena, all->clauses);
    own->constants = c;
    return c->clauses || !all->clauses;
}

void mask_constants_forget(struct mask_constants *c)
{
    memset(c->made, 0, (c->effect_count + 63) / 64 * sizeof *c->made);
}

bool mask_constants_was_made(struct mask_constants *c, size_t move)
{
    uint64_t *word = &c->made[c->effects[move] / 64], bit = UINT64_C(1) << (c->effects[move] % 64);
    bool was = *word & bit;
    *word |= bit;
    return was;
}

void mask_constants_prefer(struct mask_constants *c, size_t move)
{
    uint32_t other = c->effects[move - 1];
    c->effects[move - 1] = c->effects[move];
    c->effects[move] = other;
}

/* ---- of what is opened ---------------------------------------------------------------------------------------------- */
void mask_constants_open(struct masks *m, const struct ground_mask *live)
{
    struct mask_constants *c = m->constants;
    struct shape f = shape_of_cells(shape_of(&m->ground));
    if (m->ground.words == 1) {
        if (c->clauses) constant_clauses_open(c->clauses, live->words[0]);
        else constant_words_open(c, m->ground.move_count, live->words[0]);
        return;
    }
    c->able_count = 0;
    for (size_t i = 0; i < m->ground.move_count; i++)
        if (is_within(f, &c->moves[i].need, live)) c->able[c->able_count++] = (uint32_t)i;
}

/* ---- of an option --------------------------------------------------------------------------------------------------- */
/* Do two states agree in these cells? */
EVERYWHERE bool agree(struct shape f, const struct ground_mask *a, const struct ground_mask *b,
                      const struct ground_mask *cells)
{
    uint64_t other = 0;
    for (size_t p = 0; p < f.planes; p++)
        for (size_t w = 0; w < f.span; w++)
            other |= (a->words[p * f.span + w] ^ b->words[p * f.span + w]) & cells->words[w];
    return !other;
}

EVERYWHERE struct ground_mask both(struct shape f, const struct ground_mask *a, const struct ground_mask *b)
{
    struct ground_mask out = {{0}};
    for (size_t w = 0; w < f.span; w++) out.words[w] = a->words[w] & b->words[w];
    return out;
}

EVERYWHERE void add_cells(struct shape f, struct ground_mask *to, const struct ground_mask *from)
{
    for (size_t w = 0; w < f.span; w++) to->words[w] |= from->words[w];
}

EVERYWHERE void take_cells(struct shape f, struct ground_mask *from, const struct ground_mask *cells)
{
    for (size_t w = 0; w < f.span; w++) from->words[w] &= ~cells->words[w];
}

/* The moves that are left, by effect. */
EVERYWHERE void find_left(struct shape f, struct mask_constants *c, const struct ground_mask *live)
{
    uint32_t left = 0;
    c->found = 0;
    for (const uint32_t *able = c->able, *end = able + c->able_count; able < end;) {
        uint32_t effect = c->moves[*able].effect, first = left;
        for (; able < end && c->moves[*able].effect == effect; able++) {
            c->left[left] = *able;
            left += is_within(f, &c->moves[*able].need, live);
        }
        c->effects_left[c->found] = (struct constant_effect){.first = first, .end = left, .kept = first};
        c->found += left > first;
    }
}

/* Leaves out moves that ask something else of a constant cell; false if there is none. With two values none does. */
EVERYWHERE bool drop_dead(struct shape f, struct mask_constants *c, const struct ground_mask *state,
                          const struct ground_mask *constant)
{
    bool dropped = false;
    size_t found = 0;
    for (size_t i = 0; f.planes > 1 && i < c->found; i++) {
        struct constant_effect e = c->effects_left[i];
        uint32_t left = e.first;
        for (uint32_t k = e.first; k < e.end; k++) {
            const struct constant_move *move = &c->moves[c->left[k]];
            struct ground_mask asked = both(f, &move->need, constant);
            c->left[left] = c->left[k];
            left += agree(f, state, &move->want, &asked);
        }
        dropped |= left < e.end;
        e.end = left;
        c->effects_left[found] = e;
        found += left > e.first;
    }
    if (f.planes > 1) c->found = found;
    return dropped;
}

/* The cells that the moves that are left write and that are not final. */
EVERYWHERE struct ground_mask find_open(struct shape f, struct mask_constants *c, const struct ground_mask *state,
                                        const struct ground_mask *live)
{
    struct ground_mask open = {{0}}, constant;
    find_left(f, c, live);
    do {
        open = (struct ground_mask){{0}};
        for (size_t i = 0; i < c->found; i++) add_cells(f, &open, &c->moves[c->left[c->effects_left[i].first]].wrote);
        open = both(f, &open, live);
        constant = *live;
        take_cells(f, &constant, &open);
    } while (drop_dead(f, c, state, &constant));
    return open;
}

/* Does move a, of `left`, stand for move b, which writes the same? */
EVERYWHERE bool stands_for(struct shape f, const struct mask_constants *c, size_t a, size_t b)
{
    return is_within(f, &c->asks[a], &c->asks[b]) &&
           (f.planes == 1 || agree(f, &c->moves[c->left[a]].want, &c->moves[c->left[b]].want, &c->asks[a]));
}

/* A move of this effect: it is kept, unless one that is kept stands for it; those that it stands for are kept no more. */
EVERYWHERE void keep_weakest(struct shape f, struct mask_constants *c, struct constant_effect *e, uint32_t i)
{
    uint32_t *kept = &c->kept[e->kept], left = 0;
    c->alike[i] = UINT32_MAX;
    for (uint32_t k = 0; k < e->kept_count; k++) {
        if (!stands_for(f, c, kept[k], i)) continue;
        if (!is_within(f, &c->asks[i], &c->asks[kept[k]])) return;
        c->alike[i] = c->alike[kept[k]];
        c->alike[kept[k]] = i;
        e->choice = true;
        return;
    }
    for (uint32_t k = 0; k < e->kept_count; k++)
        if (!stands_for(f, c, i, kept[k])) kept[left++] = kept[k];
    kept[left++] = i;
    e->kept_count = left;
}

/* Joins the cells as one class. */
EVERYWHERE size_t join(struct shape f, struct constant_class *classes, size_t count, struct ground_mask *cells)
{
    size_t left = 0;
    for (size_t k = 0; k < count; k++) {
        bool met = meets(f, cells, &classes[k].cells);
        if (met && is_within(f, cells, &classes[k].cells)) return count; /* no other one has been met */
        if (met) add_cells(f, cells, &classes[k].cells);
        else if (left++ < k) classes[left - 1].cells = classes[k].cells;
    }
    classes[left].cells = *cells;
    return left + 1;
}

/* The moves of one effect. All are kept if none needs a constant cell. What the kept ones ask and write is joined, as each of them changes
 * one cell. */
EVERYWHERE struct ground_mask joined_by(struct shape f, struct mask_constants *c, struct constant_effect *e,
                                        const struct ground_mask *open, const struct ground_mask *constant)
{
    struct ground_mask cells = both(f, &c->moves[c->left[e->first]].wrote, open), needed = cells;
    for (uint32_t i = e->first; i < e->end; i++) add_cells(f, &needed, &c->moves[c->left[i]].need);
    e->kept_count = 0;
    e->choice = false;
    if (!meets(f, &needed, constant)) return needed;
    for (uint32_t i = e->first; i < e->end; i++) {
        c->asks[i] = both(f, &c->moves[c->left[i]].need, open);
        keep_weakest(f, c, e, i);
    }
    for (uint32_t i = 0; i < e->kept_count; i++) add_cells(f, &cells, &c->asks[c->kept[e->kept + i]]);
    return cells;
}

EVERYWHERE size_t find_classes(struct shape f, struct mask_constants *c, const struct ground_mask *open,
                               const struct ground_mask *constant)
{
    size_t count = 0;
    for (size_t i = 0; i < c->found; i++) {
        struct ground_mask cells = joined_by(f, c, &c->effects_left[i], open, constant);
        count = join(f, c->classes, count, &cells);
    }
    return count;
}

/* Those of the kept move, or of one that asks the same of open cells and so stands for the same, if that takes fewer. */
EVERYWHERE void add_constants(struct shape f, const struct mask_constants *c, uint32_t kept,
                              const struct ground_mask *constant, struct ground_mask *whole)
{
    struct ground_mask least = {{0}};
    uint32_t fewest = UINT32_MAX;
    for (uint32_t k = kept; k != UINT32_MAX && fewest; k = c->alike[k]) {
        struct ground_mask more = both(f, &c->moves[c->left[k]].need, constant);
        take_cells(f, &more, whole);
        uint32_t count = cell_count(f, &more);
        if (count < fewest) fewest = count, least = more;
    }
    add_cells(f, whole, &least);
}

/* Those of the kept moves of one effect that have a choice, or have none. */
EVERYWHERE void add_constants_of(struct shape f, struct mask_constants *c, const struct constant_effect *e, bool choice,
                                 const struct ground_mask *constant)
{
    struct constant_class *class = c->classes;
    const uint32_t *kept = &c->kept[e->kept];
    while (!meets(f, &class->cells, &c->asks[kept[0]])) class ++;
    for (uint32_t i = 0; i < e->kept_count; i++) {
        if ((c->alike[kept[i]] != UINT32_MAX) != choice) continue;
        if (choice) add_constants(f, c, kept[i], constant, &class->whole);
        else {
            struct ground_mask more = both(f, &c->moves[c->left[kept[i]]].need, constant);
            add_cells(f, &class->whole, &more);
        }
    }
}

/* Moves that have no choice come first. */
EVERYWHERE void find_wholes(struct shape f, struct mask_constants *c, const struct ground_mask *constant, size_t count)
{
    for (size_t i = 0; i < count; i++) c->classes[i].whole = c->classes[i].cells;
    if (is_empty(f, constant)) return;
    for (size_t i = 0; i < c->found; i++)
        if (c->effects_left[i].kept_count) add_constants_of(f, c, &c->effects_left[i], false, constant);
    for (size_t i = 0; i < c->found; i++)
        if (c->effects_left[i].choice) add_constants_of(f, c, &c->effects_left[i], true, constant);
}

EVERYWHERE size_t classes_in(struct shape f, struct mask_constants *c, const struct ground_mask *state,
                             const struct ground_mask *live)
{
    struct ground_mask open = find_open(f, c, state, live), constant = *live;
    take_cells(f, &constant, &open);
    size_t count = find_classes(f, c, &open, &constant);
    find_wholes(f, c, &constant, count);
    return count;
}

size_t mask_constants_classes(struct masks *m, const struct ground_mask *state, const struct ground_mask *live)
{
    struct shape f = shape_of(&m->ground);
    struct mask_constants *c = m->constants;
    if (f.words == 1 && c->clauses) return constant_clauses_classes(c->clauses, live->words[0], c->classes);
    if (f.words == 1) return constant_words_classes(c, live->words[0]);
    if (f.words == 2 && f.span == 1) return classes_in((struct shape){2, 1, 2}, c, state, live);
    return classes_in(f, c, state, live);
}
