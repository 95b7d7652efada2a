/* SPDX-License-Identifier: MIT */
#include "solve/search/mask_words.h"
#include <string.h>
#include "base/hash.h"
#include "solve/search/mask_search.h"
#include "solve/search/mask_shape.h"
#include "solve/search/move_apart.h"
#include "solve/search/move_reach.h"
#include "solve/search/move_tree.h"

enum { PLAYS = 16, LOOKED_NEAR = 1 << 14, CLEARED_ONE_IN = 16 };
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
    if (m->tree) m->families = move_apart_make(&m->ground, &m->arena);
    if (m->tree && !m->families) m->reach = move_reach_make(&m->ground, &m->arena);
    return m->tree ? ST_OK : ST_NO_MEMORY;
}

/* What no move asks any more makes no difference. Where that is hardly ever found, it is no longer looked for. */
static void note_looked(struct masks *m, bool changed)
{
    m->cleared += changed;
    if (++m->looked_near % LOOKED_NEAR || m->cleared * CLEARED_ONE_IN >= m->looked_near) return;
    m->reach = NULL;
    m->families = NULL;
}

static bool clear_in(const struct masks *m, struct ground_mask *state)
{
    if (m->families) return move_apart_clear(m->families, state->words);
    return m->reach && move_reach_clear(m->reach, state->words);
}

static void clear_unasked(struct masks *m, struct ground_mask *state)
{
    if (m->families || m->reach) note_looked(m, clear_in(m, state));
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
    clear_in(m, &clear);
    return least_image(m, &clear);
}

static void cut_words(const struct masks *m, struct ground_mask *state)
{
    for (size_t w = m->ground.words; w < GROUND_WORDS; w++) state->words[w] = 0;
}

void mask_words_finish(struct masks *m, struct ground_mask *state)
{
    cut_words(m, state);
    clear_unasked(m, state);
    if (m->ground.order_count) *state = least_image(m, state);
}

/* The state of the part is what mask_words_finish makes. */
static inline void finish_part(struct masks *m, struct mask_part *part)
{
    uint32_t cells = 0;
    for (size_t w = 0; w < m->ground.words; w++) cells += bits_of(part->state.words[w]);
    part->known = 0;
    part->cells = cells;
    part->replies = 0;
    mask_memo_expect(&m->memo, part->state.words);
}

/* A pair of equal parts of one sum is 0. */
static size_t drop_pairs(struct ground_mask *parts, size_t count)
{
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        size_t k = 0;
        while (k < left && memcmp(&parts[k], &parts[i], sizeof *parts) != 0) k++;
        if (k < left) parts[k] = parts[--left];
        else parts[left++] = parts[i];
    }
    return left;
}

/* So many parts a state has at most. */
static size_t most_parts(const struct masks *m) { return m->families ? MOVE_APART_MOST : 1; }

/* Appends the parts of a state, of which only the words that the board has are there; there is room for most_parts. */
static inline size_t add_parts(struct masks *m, struct ground_mask state, mask_part_vec *parts)
{
    struct ground_mask apart[MOVE_APART_MOST];
    size_t count = 1;
    if (m->families) {
        cut_words(m, &state);
        count = move_apart_split(m->families, &state, apart);
        note_looked(m, count != 1 || memcmp(&apart[0], &state, sizeof state) != 0);
        for (size_t i = 0; m->ground.order_count && i < count; i++) apart[i] = least_image(m, &apart[i]);
        if (count > 1) count = drop_pairs(apart, count);
    } else {
        mask_words_finish(m, &state);
        apart[0] = state;
    }
    for (size_t i = 0; i < count; i++) {
        struct mask_part *part = &parts->data[parts->count++];
        part->state = apart[i];
        finish_part(m, part);
    }
    return count;
}

bool mask_words_split(struct masks *m, const struct ground_mask *state, mask_part_vec *parts)
{
    if (!vec_reserve(parts, most_parts(m))) return false;
    add_parts(m, *state, parts);
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
    size_t most = move_tree_most(m->tree), each = most_parts(m), first = parts->count;
    if (!most) return o->next = m->ground.move_count, true;
    if (!vec_reserve(options, most) || !vec_reserve(parts, most * each + (each > 1 ? most : 0))) return false;
    /* Where an option may be several parts, the options stand after all of these. */
    struct mask_part *listed = parts->data + first + (each > 1 ? most * each : 0);
    size_t count = move_tree_options(m->tree, o->state.words, listed[0].state.words, PART_STRIDE);
    for (size_t i = 0; i < count; i++) {
        size_t at = parts->count, own = add_parts(m, listed[i].state, parts);
        options->data[options->count++] = (struct mask_option){(uint32_t)at, (uint32_t)own, 0, 0, 0};
    }
    o->next = m->ground.move_count;
    return true;
}

void mask_words_count(struct masks *m, struct mask_goal *goal)
{
    size_t kept = goal->first;
    for (size_t i = goal->first; i < m->options.count; i++) {
        const struct mask_option *option = &m->options.data[i];
        struct mask_part *part = &m->parts.data[option->first];
        if (option->count != 1 || part->replies || count_replies(m, part)) m->options.data[kept++] = *option;
        else mask_note_hit(goal, option->known);
    }
    m->options.count = kept;
}

/* A few plays at random: about as many positions as there are plays of half as many moves, since those that go on lead to what others lead
 * to. */
static double play_some(struct masks *m, const struct ground_mask *state)
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

static double least_of(double a, double b) { return a < b ? a : b; }

double mask_words_estimate(struct masks *m, const struct ground_mask *state)
{
    struct ground_mask parts[MOVE_APART_MOST];
    const struct move_apart *families = m->families;
    double all = 1;
    if (!families) return play_some(m, state);
    size_t count = move_apart_split(families, state, parts);
    for (size_t i = 0; i < count; i++) all += play_some(m, &parts[i]);
    return least_of(all, 1 + move_apart_states(families, state, false));
}

double mask_words_whole_estimate(struct masks *m, const struct ground_mask *state)
{
    struct move_apart *families = m->families;
    m->families = NULL; /* nothing falls apart */
    double all = play_some(m, state);
    m->families = families;
    return families ? least_of(all, 1 + move_apart_states(families, state, true)) : all;
}
