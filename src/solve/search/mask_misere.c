/* SPDX-License-Identifier: MIT */
/* Depth first; options that are known are looked at before one of the others is searched, and then those that leave least. */
#include "solve/search/mask_misere.h"
#include "base/bits.h"
#include "solve/search/mask_diagrams.h"
#include "solve/search/mask_estimate.h"
#include "solve/search/mask_parts.h"
#include "solve/search/mask_search.h"
#include "solve/search/mask_shape.h"
#include "solve/search/mask_words.h"
#include "solve/search/move_tree.h"

enum { WON = 1, LOST = 0, CHECK_EVERY = 4096, TRIED_WORK = 1 << 12 };

struct misere_option {
    struct ground_mask state;
    uint32_t size; /* how much is left to be played, more or less */
};
/* The options of the state on top of the path stand behind those of the states below it. */
struct misere_search {
    struct masks *m;
    VEC(struct misere_option) options;
    uint64_t steps, work; /* since the last look at the budget, and all */
    uint64_t allowed;     /* of all; then it ends */
};

/* Cells that are not final. */
static uint32_t size_of(const struct ground *g, const struct ground_mask *state)
{
    uint32_t size = 0;
    for (size_t w = 0; w < g->span; w++)
        size += bits_of(state->words[w] | (g->planes > 1 ? state->words[g->span + w] : 0));
    return size;
}

static bool list_ground(struct misere_search *s, const struct ground_mask *state)
{
    const struct ground *g = &s->m->ground;
    if (!vec_reserve(&s->options, g->move_count)) return false;
    for (size_t i = 0; i < g->move_count; i++) {
        const struct ground_move *move = &g->moves[i];
        struct ground_mask to = {{0}};
        uint64_t off = 0;
        for (size_t w = 0; w < g->words; w++) off |= (state->words[w] & move->care.words[w]) ^ move->want.words[w];
        if (off) continue;
        for (size_t w = 0; w < g->words; w++)
            to.words[w] = (state->words[w] & ~move->write.words[w]) | move->put.words[w];
        to = masks_least(s->m, &to);
        s->options.data[s->options.count++] = (struct misere_option){to, size_of(g, &to)};
    }
    return true;
}

/* As words: an option begins with those of its state. */
static bool list_words(struct misere_search *s, const struct ground_mask *state)
{
    const struct masks *m = s->m;
    const size_t stride = sizeof *s->options.data / sizeof(uint64_t);
    if (!move_tree_most(m->tree)) return true;
    if (!vec_reserve(&s->options, move_tree_most(m->tree))) return false;
    struct misere_option *first = s->options.data + s->options.count;
    size_t count = move_tree_options(m->tree, state->words, first->state.words, stride);
    for (size_t i = 0; i < count; i++) {
        for (size_t w = m->ground.words; w < GROUND_WORDS; w++) first[i].state.words[w] = 0;
        first[i].state = mask_words_least(m, &first[i].state);
        first[i].size = (uint32_t)move_tree_count(m->tree, first[i].state.words);
    }
    s->options.count += count;
    return true;
}

/* There an option is one state, brought to its least image already. */
static bool list_diagrams(struct misere_search *s, const struct ground_mask *state)
{
    struct masks *m = s->m;
    struct mask_opening o = masks_open(m, state);
    m->options.count = m->parts.count = 0;
    if (!masks_list(m, &o, m->ground.move_count, &m->options, &m->parts)) return false;
    if (!vec_reserve(&s->options, m->parts.count)) return false;
    for (size_t i = 0; i < m->parts.count; i++)
        s->options.data[s->options.count++] = (struct misere_option){m->parts.data[i].state, m->parts.data[i].cells};
    return true;
}

/* Leaves out the options from `first` on that are known, and sorts the others; *lost: none is known that wins. Returns where they end. */
static size_t look_up(struct misere_search *s, size_t first, bool *lost)
{
    struct misere_option *options = s->options.data;
    size_t end = first;
    for (size_t i = first; i < s->options.count && *lost; i++) {
        struct misere_option option = options[i];
        uint64_t known = mask_memo_find(&s->m->misere, option.state.words);
        size_t at = end;
        if (mask_is_valued(known)) {
            *lost = mask_value_of(known) != LOST;
            continue;
        }
        for (; at > first && options[at - 1].size > option.size; at--) options[at] = options[at - 1];
        options[at] = option;
        end++;
    }
    return end;
}

/* Who has no move has won. */
static enum status settle(struct misere_search *s, const struct ground_mask *state, size_t depth, bool *lost)
{
    struct masks *m = s->m;
    size_t first = s->options.count;
    enum status st = ST_OK;
    if (depth == MASK_DEPTH) return ST_UNSUPPORTED;
    bool listed = m->diagrams ? list_diagrams(s, state) : m->tree ? list_words(s, state) : list_ground(s, state);
    if (!listed) return ST_NO_MEMORY;
    size_t count = s->options.count - first;
    *lost = count > 0;
    s->options.count = look_up(s, first, lost);
    s->work += 1 + count;
    if ((s->steps += 1 + count) >= CHECK_EVERY) s->steps = 0, st = budget_check(m->misere.budget);
    if (st == ST_OK && s->work > s->allowed) st = ST_STATE_BUDGET;
    for (size_t i = first, end = s->options.count; i < end && *lost && st == ST_OK; i++) {
        struct ground_mask option = s->options.data[i].state;
        uint64_t known = mask_memo_find(&m->misere, option.words); /* it may be an option of one before it */
        bool loses = mask_is_valued(known) && mask_value_of(known) == LOST;
        if (!mask_is_valued(known)) st = settle(s, &option, depth + 1, &loses);
        *lost = !loses;
    }
    s->options.count = first;
    return st == ST_OK ? mask_memo_note(&m->misere, state->words, mask_value(*lost ? LOST : WON), count) : st;
}

static enum status search(struct misere_search *s, const struct ground_mask *state, bool *lost)
{
    struct masks *m = s->m;
    if (m->strips || !m->ends) return ST_UNSUPPORTED;
    m->misere.budget = m->memo.budget;
    m->misere.words = m->memo.words;
    struct ground_mask least = m->diagrams ? *state : masks_least(m, state);
    uint64_t known = mask_memo_find(&m->misere, least.words);
    enum status st = ST_OK;
    if (mask_is_valued(known)) *lost = mask_value_of(known) == LOST;
    else st = settle(s, &least, 0, lost);
    vec_free(&s->options);
    return st;
}

enum status mask_misere(struct masks *m, const struct ground_mask *state, bool *lost)
{
    struct misere_search s = {.m = m, .allowed = UINT64_MAX};
    return search(&s, state, lost);
}

enum status mask_misere_try(struct masks *m, const struct ground_mask *state, uint64_t work, bool *done)
{
    struct misere_search s = {.m = m, .allowed = work};
    bool lost;
    enum status st = search(&s, state, &lost);
    *done = st == ST_OK;
    return st == ST_STATE_BUDGET && s.work > work ? ST_OK : st;
}

double mask_misere_forecast(struct masks *m, const struct ground_mask *state)
{
    bool done = false;
    if (m->strips || !m->ends) return 0;
    if (m->misere_forecast > 0 && is_same(shape_of(&m->ground), &m->misere_of, state)) return m->misere_forecast;
    m->misere_of = *state;
    bool found = mask_misere_try(m, state, TRIED_WORK, &done) == ST_OK && done;
    return m->misere_forecast = found ? 1 + (double)m->misere.count : mask_misere_estimate(m, state);
}
