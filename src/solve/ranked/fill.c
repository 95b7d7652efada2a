/* SPDX-License-Identifier: MIT */
/* The loops over states, moves and values; the last value of a move is left to rays.h. */
#include "solve/ranked/fill.h"
#include <string.h>
#include "base/hash.h"
#include "base/mem.h"
#include "solve/ranked/passing.h"
#include "solve/ranked/sieve.h"

enum { SEEN = 1 << 16, STATES_PER_CHECK = 1 << 10, DRAWN = 24, VALUES_COUNTED = 8 };
enum { SIEVE_SIGNS = 8 }; /* a set of bits costs about as much as so many conditions that are signs */

/* ---- loops ------------------------------------------------------------------------------------------------------- */
static inline bool tests_hold(struct filling *f, const struct test *tests, size_t count, bool *hold)
{
    *hold = true;
    for (size_t i = 0; i < count && !f->values; i++) ++*(tests[i].kind == TEST_TERM ? &f->tests : &f->signs);
    for (size_t i = 0; i < count && *hold; i++)
        if (!test_at(&tests[i], f->x, hold)) return filling_fails(f, "the rule has no value somewhere");
    return true;
}

static int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

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
    return true;
}

/* The last level, with tests: the values that pass, as many at a time as a set of bits holds. */
static bool run_tested(struct filling *f, const struct level *level, int64_t low, int64_t high)
{
    uint64_t some[SIEVE_WORDS];
    for (; low <= high; low += SIEVE_MOST) {
        int64_t count = high - low < SIEVE_MOST ? high - low + 1 : SIEVE_MOST;
        size_t words = (size_t)(count + 63) / 64;
        for (size_t w = 0; w < words; w++) some[w] = ~UINT64_C(0);
        if (count % 64) some[words - 1] >>= 64 - count % 64;
        for (size_t i = 0; i < level->test_count; i++)
            if (!sieve_run(level->sieves[i], f->x, low, words, some, &f->tests))
                return filling_fails(f, "the rule has no value somewhere");
        f->signs += SIEVE_SIGNS * level->test_count;
        if (!rays_some(f, low, words, some)) return false;
    }
    return true;
}

/* Options are only counted: of many values that other values follow, some stand for all. They are so far apart that
 * what repeats every 2, 3, 5 or 7 values is met. */
static int64_t step_of(const struct filling *f, int64_t low, int64_t high)
{
    int64_t step = f->values || high - low < 4 * VALUES_COUNTED ? 1 : (high - low) / VALUES_COUNTED;
    while (step > 1 && (step % 2 == 0 || step % 3 == 0 || step % 5 == 0 || step % 7 == 0)) step++;
    return step;
}

/* What was counted since `before` counts `step` times. */
static void count_again(struct filling *f, const struct filling *before, uint64_t step)
{
    f->options += (step - 1) * (f->options - before->options);
    f->rays += (step - 1) * (f->rays - before->rays);
    f->tests += (step - 1) * (f->tests - before->tests);
    f->singles += (step - 1) * (f->singles - before->singles);
    f->walks += (step - 1) * (f->walks - before->walks);
    f->cuts += (step - 1) * (f->cuts - before->cuts);
    f->signs += (step - 1) * (f->signs - before->signs);
}

static bool run_level(struct filling *f, size_t k);
static bool run_values(struct filling *f, size_t k, int64_t low, int64_t high, int64_t step)
{
    const struct level *level = &f->shot->levels[k];
    int64_t *x = &f->x[TERM_CELLS + k];
    for (int64_t v = low; v <= high; v += step) {
        bool hold = true;
        *x = v;
        if (level->test_count && !tests_hold(f, level->tests, level->test_count, &hold)) return false;
        if (hold && !run_level(f, k + 1)) return false;
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
    if (k + 1 == s->level_count) return level->test_count ? run_tested(f, level, low, high) : rays_run(f, low, high);
    return run_some_values(f, k, low, high);
}

static bool run_shot(struct filling *f, const struct shot *s)
{
    bool hold = true;
    f->shot = s;
    for (size_t i = 0; i < s->twin_count; i++)
        if (f->x[s->twins[i]] == f->x[s->twins_before[i]]) return true;
    if (s->test_count && !tests_hold(f, s->tests, s->test_count, &hold)) return false;
    if (!hold) return true;
    return s->level_count ? run_level(f, 0) : rays_run(f, 0, 0);
}

/* The state in f->x: its cells by place, and what makes its number. */
static void place_state(struct filling *f)
{
    const struct ranks *r = f->r;
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
        f->groups[u->first] = f->number - before;
        f->before[u->first + u->count] = f->number;
    }
}

static bool is_passage(const struct paths *paths, size_t i)
{
    return paths->passages[i].trail >= 0 || paths->passages[i].option >= 0;
}

/* The instances that are paths; *stays: what passes on could be used. */
static bool run_paths(struct filling *f, bool *stays)
{
    *stays = passing_state(f->passing, f);
    for (size_t i = 0; i < f->shots->count && *stays; i++) {
        const struct shot *s = &f->shots->items[i];
        bool hold = true;
        if (!is_passage(&f->shots->paths, i)) continue;
        if (s->test_count && !tests_hold(f, s->tests, s->test_count, &hold)) return false;
        *stays = !hold || passing_add(f->passing, f, i);
    }
    return true;
}

static bool run_state(struct filling *f, bool *legal)
{
    bool stays = true;
    if (!tests_hold(f, f->shots->legal, f->shots->legal_count, legal)) return false;
    if (!*legal) return true;
    place_state(f);
    if (f->passing && !run_paths(f, &stays)) return false;
    if (!stays) f->passing = NULL;
    bool apart = f->passing || f->apart;
    for (size_t i = 0; i < f->shots->count; i++)
        if (!(apart && is_passage(&f->shots->paths, i)) && !run_shot(f, &f->shots->items[i])) return false;
    return true;
}

static bool value_here(struct filling *f, uint16_t *value)
{
    uint32_t m = f->passing ? passing_least(f->passing, 0) : 0;
    while (f->seen[m] == f->stamp) m = f->passing ? passing_least(f->passing, m + 1) : m + 1;
    *value = (uint16_t)m;
    if (f->seen[FILL_UNKNOWN] == f->stamp)
        return filling_fails(f, "a move does not lead down in the order that was chosen");
    if (f->seen[FILL_NONE] == f->stamp) return filling_fails(f, "a move leads to what is no position");
    if (f->passing && !passing_keep(f->passing, m)) f->passing = NULL;
    return m < FILL_NONE || filling_fails(f, "values grow too large");
}

static enum status fill_all(struct filling *f, const struct env *env, uint16_t *values)
{
    bool legal, more = true;
    enum status st = ST_OK;
    ranks_first(f->r, f->x);
    for (uint64_t i = 0; st == ST_OK && more; i++, more = ranks_next(f->r, f->x)) {
        if (i % STATES_PER_CHECK == 0) st = budget_check(env->budget);
        f->stamp++;
        if (st == ST_OK && (!run_state(f, &legal) || (legal && !value_here(f, &values[i])))) return ST_UNSUPPORTED;
        if (st == ST_OK && !legal) values[i] = FILL_NONE;
    }
    return st;
}

enum status fill_values(const struct shots *shots, const struct env *env, uint16_t *values, struct fill_done *done)
{
    struct filling f = {.shots = shots, .r = shots->ranks, .values = values};
    struct passing passing;
    enum status st = budget_take_states(env->budget, shots->ranks->size);
    if (st != ST_OK) return st;
    f.seen = mem_alloc(SEEN * sizeof *f.seen);
    if (!f.seen) return ST_NO_MEMORY;
    memset(values, 0xff, shots->ranks->size * sizeof *values);
    if (passing_open(&passing, &shots->paths, shots->ranks->size, env->budget)) f.passing = &passing;
    st = fill_all(&f, env, values);
    *done = (struct fill_done){f.reason, f.options, passing.done};
    passing_close(&passing);
    mem_free(f.seen, SEEN * sizeof *f.seen);
    return st;
}

struct fill_count fill_estimate(const struct shots *shots, bool apart, uint64_t seed)
{
    struct filling f = {.shots = shots, .r = shots->ranks, .apart = apart};
    bool legal, fine = true;
    for (int i = 0; i < DRAWN && fine; i++) {
        ranks_draw(f.r, &seed, f.x);
        fine = run_state(&f, &legal);
    }
    return (struct fill_count){.options = (double)f.options / DRAWN,
                               .rays = (double)f.rays / DRAWN,
                               .tests = (double)f.tests / DRAWN,
                               .singles = (double)f.singles / DRAWN,
                               .cuts = (double)f.cuts / DRAWN,
                               .signs = (double)f.signs / DRAWN,
                               .walks = (double)f.walks / DRAWN,
                               .reason = f.reason};
}
