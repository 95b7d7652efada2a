/* SPDX-License-Identifier: MIT */
#include "solve/search/mask_words.h"
#include <string.h>
#include "base/hash.h"
#include "solve/search/mask_search.h"
#include "solve/search/mask_shape.h"
#include "solve/search/move_reach.h"
#include "solve/search/move_tree.h"

/* Options that are many are looked up before their replies are counted, as most of them are known; of few the table says less, and takes
 * longer. */
enum { PLAYS = 16, COUNTED_AT_ONCE = 4, LOOKED_NEAR = 1 << 14, CLEARED_ONE_IN = 16 };
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
    if (m->tree) m->reach = move_reach_make(&m->ground, &m->arena);
    return m->tree ? ST_OK : ST_NO_MEMORY;
}

/* What no move asks any more makes no difference. Where that is hardly ever found, it is no longer looked for. */
static void clear_unasked(struct masks *m, struct ground_mask *state)
{
    if (!m->reach) return;
    m->cleared += move_reach_clear(m->reach, state->words);
    if (++m->looked_near % LOOKED_NEAR == 0 && m->cleared * CLEARED_ONE_IN < m->looked_near) m->reach = NULL;
}

static struct ground_mask least_image(const struct masks *m, const struct ground_mask *state)
{
    struct shape f = shape_of(&m->ground);
    struct ground_mask least = *state;
    for (size_t k = 1; k <= m->ground.order_count; k++) {
        struct ground_mask image = image_of(f, m->images[k], state);
        if (is_less(f, &image, &least)) least = image;
    }
    return least;
}

struct ground_mask mask_words_least(const struct masks *m, const struct ground_mask *state)
{
    struct ground_mask clear = *state;
    if (m->reach) move_reach_clear(m->reach, clear.words);
    return least_image(m, &clear);
}

void mask_words_finish(struct masks *m, struct ground_mask *state)
{
    for (size_t w = m->ground.words; w < GROUND_WORDS; w++) state->words[w] = 0;
    clear_unasked(m, state);
    if (m->ground.order_count) *state = least_image(m, state);
}

/* The words of the state are there. */
static inline void finish_part(struct masks *m, struct mask_part *part)
{
    uint32_t cells = 0;
    mask_words_finish(m, &part->state);
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

/* False: there are none. */
static inline bool count_replies(const struct masks *m, struct mask_part *part)
{
    size_t replies = move_tree_count(m->tree, part->state.words);
    part->replies = 1 + (uint32_t)replies;
    return replies > 0;
}

bool mask_words_list(struct masks *m, struct mask_opening *o, mask_option_vec *options, mask_part_vec *parts)
{
    size_t most = move_tree_most(m->tree), first = parts->count;
    if (!most) return o->next = m->ground.move_count, true;
    if (!vec_reserve(options, most) || !vec_reserve(parts, most)) return false;
    size_t count = move_tree_options(m->tree, o->state.words, parts->data[first].state.words, PART_STRIDE);
    for (size_t i = first; i < first + count; i++) finish_part(m, &parts->data[i]);
    for (size_t i = first; i < first + count; i++) {
        bool open = count > COUNTED_AT_ONCE || count_replies(m, &parts->data[i]);
        options->data[options->count++] = (struct mask_option){(uint32_t)i, open, 0, 0, 0};
    }
    parts->count += count;
    o->next = m->ground.move_count;
    return true;
}

void mask_words_count(struct masks *m, struct mask_goal *goal)
{
    size_t kept = goal->first;
    for (size_t i = goal->first; i < m->options.count; i++) {
        struct mask_part *part = &m->parts.data[m->options.data[i].first];
        if (part->replies || count_replies(m, part)) m->options.data[kept++] = m->options.data[i];
        else mask_note_hit(goal, 0);
    }
    m->options.count = kept;
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
