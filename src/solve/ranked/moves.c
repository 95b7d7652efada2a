/* SPDX-License-Identifier: MIT */
#include "solve/ranked/moves.h"
#include "base/numbers.h"
#include "solve/ranked/beams.h"
#include "solve/ranked/bends.h"
#include "solve/ranked/braids.h"
#include "solve/ranked/clips.h"
#include "solve/ranked/falls.h"
#include "solve/ranked/picks.h"
#include "solve/ranked/sieve_run.h"

enum { VALUES_COUNTED = 8 };
enum { SIEVE_SIGNS = 8 }; /* a set of bits costs about as much as so many conditions that are signs */

/* ---- loops ------------------------------------------------------------------------------------------------------- */
static void count_test(struct filling *f, const struct test *t)
{
    if (t->kind == TEST_TERM) f->tests += t->weight;
    else f->signs++;
}

bool moves_allowed(struct filling *f, const struct test *tests, size_t count, bool *hold)
{
    *hold = true;
    for (size_t i = 0; i < count && f->use == RAYS_COUNT; i++) count_test(f, &tests[i]);
    for (size_t i = 0; i < count && *hold; i++) {
        if (f->counted) count_test(f, &tests[i]);
        if (!test_at(&tests[i], f->x, hold)) return filling_fails(f, "the rule has no value somewhere");
    }
    return true;
}

static int64_t floor_div(int64_t a, int64_t b)
{
    if (b == 1) return a; /* as it nearly always is, and a division takes longer than all else */
    return number_floor(a, b);
}

static bool ends_of(struct filling *f, const struct level *level, int64_t *low, int64_t *high)
{
    if (!quick_at(&level->low, f->x, low) || !quick_at(&level->high, f->x, high))
        return filling_fails(f, "the rule has no value somewhere");
    for (size_t i = 0; i < level->edge_count; i++) {
        int64_t rest, factor = level->edges[i].factor;
        if (!quick_at(&level->edges[i].rest, f->x, &rest)) return filling_fails(f, "the rule has no value somewhere");
        int64_t end = factor > 0 ? -floor_div(rest, factor) : floor_div(rest, -factor);
        if (factor > 0 && end > *low) *low = end;
        if (factor < 0 && end < *high) *high = end;
    }
    if (*low <= *high && (*low < -VALUE_BOUND || *high > VALUE_BOUND))
        return filling_fails(f, "numbers grow too large");
    for (size_t i = 0; i < level->bend_count && *low <= *high; i++) {
        f->bends += level->bends[i]->count;
        bends_cut(level->bends[i], f->x, low, high);
    }
    return true;
}

static inline bool use_beam(const struct filling *f) { return f->shot->beam.fine && f->use == RAYS_VALUES; }

/* The options of the last values low + i, of which bits i are set, of `count` values. */
static bool run_some(struct filling *f, int64_t low, int64_t count, size_t words, const uint64_t *some)
{
    if (words == 1 && !some[0]) return true;
    if (f->shot->even.fine && f->use == RAYS_VALUES && beams_picked(f, low, words, some)) return true;
    if (words == 1 && use_beam(f) && beams_run(f, low, low + count - 1, some[0])) return true;
    return rays_some(f, low, words, some);
}

/* The last level, where its values fit a word and its tests are plain. */
static bool run_word(struct filling *f, const struct level *level, int64_t low, int64_t high)
{
    uint64_t some = sieves_word(level->sieves, level->test_count, f->x, low, ~UINT64_C(0) >> (63 - (high - low)));
    f->signs += SIEVE_SIGNS * level->test_count;
    f->words += level->test_count;
    return run_some(f, low, high - low + 1, 1, &some);
}

/* The last level, with tests: the values that pass, as many at a time as a set of bits holds. */
static bool run_tested(struct filling *f, const struct level *level, int64_t low, int64_t high)
{
    uint64_t some[SIEVE_WORDS], *looked = f->use == RAYS_COUNT || f->counted ? &f->tests : NULL;
    if (level->picks && picks_at(level->picks, f->x, low, high, some)) {
        f->signs++;
        return run_some(f, low, high - low + 1, 1, some);
    }
    if (level->plain && high - low < 64) return run_word(f, level, low, high);
    for (; low <= high; low += SIEVE_MOST) {
        int64_t count = high - low < SIEVE_MOST ? high - low + 1 : SIEVE_MOST;
        size_t words = (size_t)(count + 63) / 64;
        for (size_t w = 0; w < words; w++) some[w] = ~UINT64_C(0);
        if (count % 64) some[words - 1] >>= 64 - count % 64;
        for (size_t i = 0; i < level->test_count; i++)
            if (!sieve_run(level->sieves[i], f->x, low, count, some, looked))
                return filling_fails(f, "the rule has no value somewhere");
        f->signs += SIEVE_SIGNS * level->test_count;
        f->words += words * level->test_count;
        if (!run_some(f, low, count, words, some)) return false;
        if (f->found) return true;
    }
    return true;
}

/* Options are only counted: of many values that other values follow, some stand for all. They are so far apart that
 * what repeats every 2, 3, 5 or 7 values is met. */
static int64_t step_of(const struct filling *f, int64_t low, int64_t high)
{
    bool all = f->use != RAYS_COUNT || high - low < 4 * VALUES_COUNTED;
    int64_t step = all ? 1 : (high - low) / VALUES_COUNTED;
    while (step > 1 && (step % 2 == 0 || step % 3 == 0 || step % 5 == 0 || step % 7 == 0)) step++;
    return step;
}

/* What was counted since `before` counts `step` times. */
static void count_again(struct filling *f, const struct filling *before, uint64_t step)
{
    f->options += (step - 1) * (f->options - before->options);
    f->rays += (step - 1) * (f->rays - before->rays);
    f->beams += (step - 1) * (f->beams - before->beams);
    f->tests += (step - 1) * (f->tests - before->tests);
    f->singles += (step - 1) * (f->singles - before->singles);
    f->walks += (step - 1) * (f->walks - before->walks);
    f->cuts += (step - 1) * (f->cuts - before->cuts);
    f->signs += (step - 1) * (f->signs - before->signs);
    f->words += (step - 1) * (f->words - before->words);
    f->bends += (step - 1) * (f->bends - before->bends);
}

/* None of the values low..high is an option that is lost; but one that is an option is looked for. */
static bool find_one(struct filling *f, size_t k, int64_t low, int64_t high)
{
    const struct level *level = &f->shot->levels[k];
    bool hold = level->test_count == 0;
    for (int64_t v = low; v <= high && !hold; v++) {
        f->x[TERM_CELLS + k] = v;
        if (!moves_allowed(f, level->tests, level->test_count, &hold)) return false;
    }
    f->options += hold;
    return true;
}

static bool run_level(struct filling *f, size_t k);
static bool run_values(struct filling *f, size_t k, int64_t low, int64_t high, int64_t step)
{
    const struct level *level = &f->shot->levels[k];
    int64_t *x = &f->x[TERM_CELLS + k];
    for (int64_t v = low; v <= high; v += step) {
        bool hold = true;
        *x = v;
        if (level->test_count && !moves_allowed(f, level->tests, level->test_count, &hold)) return false;
        if (hold && !run_level(f, k + 1)) return false;
        if (f->found) return true;
    }
    return true;
}

static bool run_some_values(struct filling *f, size_t k, int64_t low, int64_t high)
{
    int64_t step = step_of(f, low, high);
    if (step == 1) return run_values(f, k, low, high, 1);
    struct filling before = *f;
    if (!run_values(f, k, low, high, step)) return false;
    count_again(f, &before, (uint64_t)step);
    return true;
}

static bool run_level(struct filling *f, size_t k)
{
    const struct shot *s = f->shot;
    const struct level *level = &s->levels[k];
    int64_t low, high;
    if (!ends_of(f, level, &low, &high)) return false;
    if (low > high) return true;
    bool last = k + 1 == s->level_count;
    if (last && f->use == RAYS_LOOK && f->marked && level->never_fails && rays_fall(f, low, high))
        return f->options != f->none_yet || find_one(f, k, low, high);
    if (last && level->test_count) return run_tested(f, level, low, high);
    if (last) return (use_beam(f) && beams_run(f, low, high, ~UINT64_C(0))) || rays_run(f, low, high);
    return run_some_values(f, k, low, high);
}

bool moves_run(struct filling *f, const struct shot *s)
{
    bool hold = true;
    f->shot = s;
    for (size_t i = 0; i < s->twin_count; i++)
        if (f->x[s->twins[i]] == f->x[s->twins_before[i]]) return true;
    if (s->test_count && !moves_allowed(f, s->tests, s->test_count, &hold)) return false;
    if (!hold || (s->beam.plain && f->use == RAYS_VALUES && beams_all(f))) return true;
    if (s->falls.fine && f->use == RAYS_VALUES && falls_all(f)) return true;
    if (s->clip.direct && f->use == RAYS_VALUES && clips_all(f)) return true;
    return s->level_count ? run_level(f, 0) : rays_run(f, 0, 0);
}

void moves_place(struct filling *f)
{
    const struct ranks *r = f->r;
    f->placed = true;
    f->number = 0;
    for (size_t i = 0; i < r->unit_count; i++) {
        const struct unit *u = &r->units[i];
        int64_t sum = 0;
        uint32_t before = f->number, node = 0;
        for (size_t p = u->first; p < u->first + u->count; p++) {
            f->at[p] = f->x[r->order[p]] - r->least[p];
            f->before[p] = f->number;
            if (u->kind == UNIT_WEB) {
                const struct strand *s = &r->web[p][node * (uint64_t)(r->bound[p] + 1) + (uint64_t)f->at[p]];
                f->nodes[p] = node;
                f->number += s->add;
                node = s->next;
                continue;
            }
            sum = u->kind == UNIT_CHAIN ? sum + f->at[p] : f->at[p];
            f->sums[p] = sum;
            f->number += r->table[p][sum];
        }
        const struct braids *braids = u->kind == UNIT_WEB ? f->shots->braids[i] : NULL;
        for (size_t k = 0; braids && k < braids->count; k++)
            f->patterns[braids->items[k].first] = braid_pattern(&braids->items[k], f->at);
        f->groups[u->first] = f->number - before;
        f->before[u->first + u->count] = f->number;
    }
}
