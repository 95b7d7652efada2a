/* SPDX-License-Identifier: MIT */
#include "solve/search/mask_words.h"
#include <string.h>
#include "base/hash.h"
#include "solve/search/mask_search.h"
#include "solve/search/mask_shape.h"
#include "solve/search/move_tree.h"

enum { PLAYS = 16 };
#define ESTIMATE_MOST 1e15
/* A part, and an option of one, begin with the words of the state. */
enum { PART_STRIDE = sizeof(struct mask_part) / sizeof(uint64_t) };
_Static_assert(sizeof(struct mask_part) % sizeof(uint64_t) == 0 && offsetof(struct mask_part, state) == 0, "strides");

enum status mask_words_make(struct masks *m, const struct ground_from *from, uint64_t steps)
{
    enum status st = ground_make_words(from, steps, &m->arena, &m->board);
    m->ground = m->board;
    if (st != ST_OK || !m->board.cells) return st;
    m->tree = move_tree_make(&m->ground, &m->arena);
    return m->tree ? ground_falls(&m->board, &m->ends) : ST_NO_MEMORY;
}

struct ground_mask mask_words_least(const struct masks *m, const struct ground_mask *state)
{
    struct shape f = shape_of(&m->ground);
    struct ground_mask least = *state;
    for (size_t k = 1; k <= m->ground.order_count; k++) {
        struct ground_mask image = image_of(f, m->images[k], state);
        if (is_less(f, &image, &least)) least = image;
    }
    return least;
}

/* The words of the state are there. */
static inline void finish_part(const struct masks *m, struct mask_part *part)
{
    uint32_t cells = 0;
    for (size_t w = m->ground.words; w < GROUND_WORDS; w++) part->state.words[w] = 0;
    if (m->ground.order_count) part->state = mask_words_least(m, &part->state);
    for (size_t w = 0; w < m->ground.words; w++) cells += bits_of(part->state.words[w]);
    part->known = 0;
    part->cells = cells;
    part->replies = 0;
    mask_memo_expect(&m->memo, part->state.words);
}

bool mask_words_split(struct masks *m, const struct ground_mask *state, mask_part_vec *parts)
{
    if (!vec_reserve(parts, 1)) return false;
    parts->data[parts->count].state = *state;
    finish_part(m, &parts->data[parts->count++]);
    return true;
}

bool mask_words_list(struct masks *m, struct mask_opening *o, mask_option_vec *options, mask_part_vec *parts)
{
    size_t most = move_tree_most(m->tree), first = parts->count;
    if (!vec_reserve(options, most) || !vec_reserve(parts, most)) return false;
    size_t count = move_tree_options(m->tree, o->state.words, parts->data[first].state.words, PART_STRIDE);
    for (size_t i = first; i < first + count; i++) finish_part(m, &parts->data[i]);
    for (size_t i = first; i < first + count; i++) {
        struct mask_part *part = &parts->data[parts->count];
        uint32_t replies = (uint32_t)move_tree_count(m->tree, parts->data[i].state.words);
        options->data[options->count++] = (struct mask_option){(uint32_t)parts->count, replies > 0, 0, 0, 0};
        if (!replies) continue;
        *part = parts->data[i];
        part->replies = 1 + replies;
        parts->count++;
    }
    o->next = m->ground.move_count;
    return true;
}

/* A few plays at random: about as many positions as there are plays of half as many moves, since those that go on lead to what others lead
 * to. */
double mask_words_estimate(struct masks *m, const struct ground_mask *state)
{
    uint64_t seed = 1;
    size_t moves = 0;
    double all = 1, options[MASK_DEPTH] = {0};
    for (int play = 0; play < PLAYS; play++) {
        struct mask_opening o = {.state = *state};
        for (size_t depth = 0; depth < MASK_DEPTH; depth++) {
            size_t first = m->parts.count, before = m->options.count;
            if (!mask_words_list(m, &o, &m->options, &m->parts)) return all;
            size_t count = m->parts.count - first;
            if (count) o.state = m->parts.data[first + random_next(&seed) % count].state;
            m->parts.count = first;
            m->options.count = before;
            options[depth] += (double)count;
            if (!count) break;
            if (depth >= moves) moves = depth + 1;
        }
    }
    for (size_t depth = 0; depth < moves / 2 && all < ESTIMATE_MOST; depth++) all *= 1 + options[depth] / PLAYS;
    return all;
}
