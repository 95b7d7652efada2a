/* SPDX-License-Identifier: MIT */
/* Is the value of this part k? (Lemoine and Viennot 2012: a part beside a heap of Nim of k.)
 *
 * An option with the value k says no, and is looked for first among those that are known, then by asking one after the other. If
 * there is none, the value is at most k; then the numbers below are looked for in the same way, ascending: the first that no option
 * has is the value. What was found of options on the way is kept, so a part is taken apart once however many numbers it
 * is asked for. A value is at most the number of options.
 *
 * An option is a sum of parts. All that are not known but the largest are valued, and the largest is asked for what is left. */
#include "solve/search/mask_search.h"
#include "base/crew.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/mex.h"
#include "solve/search/mask_diagrams.h"
#include "solve/search/mask_estimate.h"
#include "solve/search/mask_hands.h"
#include "solve/search/mask_parts.h"
#include "solve/search/mask_shape.h"
#include "solve/search/mask_words.h"

#define EXPECTED_MOST 1e15 /* positions: of more it says nothing how many are left */
enum { AT_ONCE = 3, MANY_AT_ONCE = 24, CHECK_EVERY = 4096, TOLD_MOST = 6 };

void mask_look_up(struct masks *m, struct mask_option *option)
{
    uint32_t left = 0;
    struct mask_part *parts = &m->parts.data[option->first];
    for (uint32_t i = 0; i < option->count; i++) {
        uint64_t known = mask_memo_find(&m->memo, parts[i].state.words);
        if (mask_is_valued(known)) {
            option->known ^= mask_value_of(known);
            continue;
        }
        parts[left] = parts[i];
        parts[left++].known = known;
    }
    option->count = left;
}

/* So many are listed before the first of them is looked up: what is expected takes its time to come. An option of diagrams takes hardly
 * any; of the others it is dear to list one that is not needed. */
static size_t at_once(const struct masks *m) { return m->diagrams ? MANY_AT_ONCE : AT_ONCE; }

enum status mask_list(struct masks *m, struct mask_goal *goal)
{
    struct mask_opening o = masks_open(m, goal->state);
    size_t kept = m->options.count;
    while (o.next < m->ground.move_count && !mask_is_decided(goal->known, goal->target)) {
        m->options.count = kept;
        if (!masks_list(m, &o, at_once(m), &m->options, &m->parts)) return ST_NO_MEMORY;
        size_t listed = m->options.count - kept, steps = listed ? (listed + AT_ONCE - 1) / AT_ONCE * AT_ONCE : AT_ONCE;
        for (size_t i = kept; i < m->options.count; i++) {
            struct mask_option *option = &m->options.data[i];
            m->apart += option->count > 1;
            mask_look_up(m, option);
            if (!option->count) mask_note_hit(goal, option->known);
            if (!option->count && option->known == goal->target) masks_prefer(m, option->move);
            if (option->count || option->known >= MASK_NUMBERS) m->options.data[kept++] = *option;
        }
        m->options.count = kept;
        m->steps += steps;
        m->listed += steps;
    }
    if (m->tree && !mask_is_decided(goal->known, goal->target)) mask_words_count(m, goal);
    return ST_OK;
}

/* The cube of the cells of its parts, and a little less the more is known of them. Where replies were counted, these
 * instead: what leaves the fewest of them is decided in the fewest steps. */
static uint32_t weight_of(const struct masks *m, const struct mask_option *option)
{
    uint64_t weight = 0;
    for (uint32_t i = 0; i < option->count; i++) {
        const struct mask_part *part = &m->parts.data[option->first + i];
        uint64_t cells = part->replies ? part->replies : part->cells;
        uint64_t told = bits_of(part->known);
        weight += cells * cells * cells * (TOLD_MOST + 4 - (told < TOLD_MOST ? told : TOLD_MOST));
    }
    return weight < UINT32_MAX ? (uint32_t)weight : UINT32_MAX;
}

/* The lightest first; of those that are alike the one whose move has decided before. */
static void sort_options(struct masks *m, size_t first)
{
    struct mask_option *options = vec_from(&m->options, first);
    size_t count = m->options.count - first;
    for (size_t i = 0; i < count; i++) options[i].weight = weight_of(m, &options[i]);
    for (size_t i = 1; i < count; i++) {
        struct mask_option option = options[i];
        size_t k = i;
        for (; k > 0 && options[k - 1].weight > option.weight; k--) options[k] = options[k - 1];
        options[k] = option;
    }
}

/* Values the parts of option i but the largest; *last is that one, unless nothing is left of the option. */
static enum status value_small(struct masks *m, size_t i, struct mask_part *last)
{
    struct mask_option *option = &m->options.data[i];
    mask_look_up(m, option);
    while (option->count > 1) {
        struct mask_part *parts = &m->parts.data[option->first], least;
        uint32_t at = 0;
        uint64_t known;
        for (uint32_t k = 1; k < option->count; k++)
            if (parts[k].cells < parts[at].cells) at = k;
        least = parts[at];
        parts[at] = parts[option->count - 1];
        enum status st = mask_ask(m, &least, MASK_ANY, &known);
        if (st != ST_OK) return st;
        option = &m->options.data[i];
        option->known ^= mask_value_of(known);
        option->count--;
    }
    if (option->count) *last = m->parts.data[option->first];
    return ST_OK;
}

/* It will be looked up soon. */
static void expect_option(const struct masks *m, size_t i)
{
    const struct mask_option *option = &m->options.data[i];
    for (uint32_t k = 0; k < option->count; k++)
        mask_memo_expect(&m->memo, m->parts.data[option->first + k].state.words);
}

/* Has option i the value k? What is found of it is noted; one whose value is found is left without parts. */
static enum status try_option(struct masks *m, struct mask_goal *goal, size_t i, uint64_t k)
{
    struct mask_option *option = &m->options.data[i];
    struct mask_part last;
    uint64_t known, rest;
    if (!option->count) return ST_OK;
    if (option->count == 1 && mask_is_decided(m->parts.data[option->first].known, k ^ option->known)) return ST_OK;
    enum status st = value_small(m, i, &last);
    if (st != ST_OK) return st;
    option = &m->options.data[i];
    rest = k ^ option->known;
    if (!option->count) return mask_note_hit(goal, option->known), ST_OK;
    st = mask_ask(m, &last, rest < MASK_NUMBERS ? rest : MASK_ANY, &known);
    if (st != ST_OK) return st;
    option = &m->options.data[i];
    m->parts.data[option->first].known = known;
    if (!mask_is_valued(known)) return ST_OK;
    option->known ^= mask_value_of(known);
    option->count = 0;
    mask_note_hit(goal, option->known);
    return ST_OK;
}

/* ---- several hands ----------------------------------------------------------------------------------------------- */
static uint64_t path_key(const struct masks *m, const struct ground_mask *state)
{
    uint64_t key = 1;
    for (size_t w = 0; w < m->ground.words; w++) key = hash_mix(key ^ state->words[w]);
    return key;
}

/* What this hand searches at its depth; NULL: nothing. */
static void say_path(struct masks *m, const struct ground_mask *state)
{
    if (m->paths && m->depth < MASK_PATH)
        atomic_store_explicit(&m->paths->keys[m->hand][m->depth], state ? path_key(m, state) : 0, memory_order_relaxed);
}

/* Is another hand searching a part of the option? */
static bool is_elsewhere(const struct masks *m, const struct mask_option *option)
{
    bool is = false;
    for (uint32_t i = 0; i < option->count && m->depth < MASK_PATH; i++) {
        uint64_t key = path_key(m, &m->parts.data[option->first + i].state);
        for (unsigned h = 0; h < m->paths->hands; h++)
            is |= h != m->hand && atomic_load_explicit(&m->paths->keys[h][m->depth], memory_order_relaxed) == key;
    }
    return is;
}

/* Is k the value of an option? All hands begin with the first one, as it may decide; from then on all options may be needed, and
 * what another hand is at is left until the others are done (Feldmann 1993: young brothers wait). */
static enum status look_for(struct masks *m, struct mask_goal *goal, uint64_t k)
{
    enum status st = ST_OK;
    size_t count = m->options.count, left = 1;
    sort_options(m, goal->first);
    for (int turn = 0; turn < 2 && left; turn++) {
        left = 0;
        for (size_t i = goal->first; st == ST_OK && i < count && !(goal->known >> k & 1); i++) {
            bool waits = m->paths && turn == 0 && i > goal->first && is_elsewhere(m, &m->options.data[i]);
            left += waits;
            if (waits) continue;
            if (i + 1 < count) expect_option(m, i + 1);
            st = try_option(m, goal, i, k);
        }
    }
    return st;
}

/* All numbers below MASK_NUMBERS are values of options: every option is valued. */
static enum status value_all(struct masks *m, struct mask_goal *goal)
{
    VEC(uint32_t) values = {0};
    struct mex mex = {0};
    struct mask_part last;
    uint32_t value;
    size_t count = m->options.count;
    enum status st = ST_OK;
    for (size_t i = goal->first; st == ST_OK && i < count; i++) {
        uint64_t known = 0;
        st = value_small(m, i, &last);
        if (st == ST_OK && m->options.data[i].count) st = mask_ask(m, &last, MASK_ANY, &known);
        uint64_t all = m->options.data[i].known ^ mask_value_of(known);
        if (st == ST_OK && all >= MASK_NUMBERS && !vec_push(&values, (uint32_t)(all - MASK_NUMBERS))) st = ST_NO_MEMORY;
    }
    if (st == ST_OK && !mex_marked(&mex, values.data, values.count, &value)) st = ST_NO_MEMORY;
    if (st == ST_OK) goal->known = mask_value((uint64_t)value + MASK_NUMBERS);
    vec_free(&values);
    mex_free(&mex);
    return st;
}

void mask_bound(const struct masks *m, struct mask_goal *goal)
{
    uint64_t most = bits_of(goal->known) + (m->options.count - goal->first);
    if (goal->target < MASK_NUMBERS && goal->target > most) goal->known |= UINT64_C(1) << goal->target;
}

/* Numbers are looked for until the target is excluded or the value is found. */
static enum status decide(struct masks *m, struct mask_goal *goal)
{
    enum status st = ST_OK;
    mask_bound(m, goal);
    if (goal->target < MASK_NUMBERS && !mask_is_decided(goal->known, goal->target))
        st = look_for(m, goal, goal->target);
    while (st == ST_OK && !mask_is_decided(goal->known, goal->target)) {
        uint64_t k = (uint64_t)__builtin_ctzll(~goal->known);
        if (k >= MASK_NUMBERS) return value_all(m, goal);
        st = look_for(m, goal, k);
        if (st == ST_OK && !(goal->known >> k & 1)) goal->known = mask_value(k);
    }
    return st;
}

/* Asks about a state of which `goal->known` does not decide; that is changed to what is found. */
static enum status ask_state(struct masks *m, struct mask_goal *goal)
{
    enum status st = ST_OK;
    if (m->depth >= MASK_DEPTH) return ST_UNSUPPORTED;
    if (m->steps >= CHECK_EVERY || m->work + m->steps >= m->allowed) {
        m->work += m->steps;
        m->steps = 0;
        st = budget_check(m->memo.budget);
        if (st == ST_OK) kept_masks_look(m);
        if (st == ST_OK && m->work >= m->allowed) m->paused = true;
        if (m->paused) return ST_STATE_BUDGET;
        if (masks_stopped(m)) return ST_UNSUPPORTED;
    }
    m->depth++;
    m->asked++;
    if (st == ST_OK) st = mask_list(m, goal);
    if (m->diagrams && !mask_is_decided(goal->known, goal->target)) mask_diagrams_count(m, goal->first);
    if (st == ST_OK) st = decide(m, goal);
    m->depth--;
    m->options.count = goal->first;
    m->parts.count = goal->parts;
    return st;
}

/* Of what is known of one value. */
static uint64_t both_known(uint64_t a, uint64_t b) { return mask_is_valued(a) ? a : mask_is_valued(b) ? b : a | b; }

/* Strips that are the same are one already; of diagrams no list of moves is left. */
static enum status find_alike(struct masks *m, struct alike_part *part)
{
    part->same = part->state;
    return !masks_have_parts(m) ? ST_OK
                                : mask_alike_find(&m->alike, &m->ground, &m->arena, m->asked, m->alike_first, part);
}

/* What is found of a part is known of the one that stands for it as well. */
enum status mask_ask(struct masks *m, const struct mask_part *part, uint64_t target, uint64_t *known)
{
    struct alike_part alike = {.state = part->state};
    size_t cells = part->cells;
    uint64_t before = m->asked, found = mask_memo_find(&m->memo, alike.state.words);
    struct mask_goal goal = {&alike.same, target, found, m->options.count, m->parts.count};
    *known = goal.known;
    if (mask_is_decided(goal.known, target)) return ST_OK;
    enum status st = find_alike(m, &alike);
    bool another = st == ST_OK && !is_same(shape_of(&m->ground), &alike.state, &alike.same);
    if (another) goal.known = both_known(goal.known, mask_memo_find(&m->memo, alike.same.words));
    if (st == ST_OK && alike.balanced) goal.known = mask_value(0);
    bool told = mask_is_decided(goal.known, target);
    if (st == ST_OK && !told) {
        say_path(m, &alike.state);
        st = ask_state(m, &goal);
        say_path(m, NULL);
    }
    *known = goal.known;
    if (st == ST_OK && !told && mask_is_valued(*known)) m->found++, m->found_sum += mask_value_of(*known);
    if (st == ST_OK && (!told || alike.balanced)) st = mask_memo_note(&m->memo, alike.same.words, goal.known, cells);
    if (st == ST_OK && another) st = mask_memo_note(&m->memo, alike.state.words, goal.known, cells);
    if (!told) mask_alike_worked(&m->alike, &alike, cells, m->asked - before);
    return st;
}

struct mask_question {
    struct mask_part part;
    uint64_t target;
};
static enum status ask(struct masks *own, void *context, uint64_t *known)
{
    const struct mask_question *q = context;
    return mask_ask(own, &q->part, q->target, known);
}

enum status mask_search_on(struct masks *m, const struct ground_mask *state, uint64_t target, uint64_t *known)
{
    struct mask_part last;
    m->options.count = m->parts.count = m->depth = 0;
    if (!masks_split(m, state, &m->parts)) return ST_NO_MEMORY;
    if (!vec_push(&m->options, (struct mask_option){.count = (uint32_t)m->parts.count})) return ST_NO_MEMORY;
    enum status st = value_small(m, 0, &last);
    if (st != ST_OK) return st;
    uint64_t others = m->options.data[0].known, rest = others ^ target;
    *known = mask_value(others);
    if (!m->options.data[0].count) return ST_OK;
    struct mask_question q = {last, target != MASK_ANY && rest < MASK_NUMBERS ? rest : MASK_ANY};
    uint64_t worth = m->tree ? MASK_WHOLE_WORK : MASK_SEVERAL_WORK;
    bool several = !m->strips && m->allowed >= worth && crew_hands(budget_crew(m->memo.budget)) > 1;
    double positions = several ? mask_estimate(m, &last.state) : 0;
    double left = positions - (double)m->memo.count;
    budget_expect_about(m->memo.budget, left > 0 && left < EXPECTED_MOST ? (uint64_t)left : 0);
    st = mask_hands(m, positions, ask, &q, known);
    if (st != ST_OK) return st;
    *known = mask_is_valued(*known) ? mask_value(mask_value_of(*known) ^ others) : 0;
    return ST_OK;
}

enum status mask_try(struct masks *m, const struct ground_mask *state, uint64_t target, uint64_t work, bool *done)
{
    uint64_t known = 0;
    enum status st = kept_masks_take(m);
    m->work = 0;
    m->allowed = work;
    m->paused = *done = false;
    if (st == ST_OK) st = mask_search_on(m, state, target, &known);
    *done = st == ST_OK && !m->paused;
    kept_masks_end(m);
    return m->paused ? ST_OK : st;
}
