/* SPDX-License-Identifier: MIT */
/* The loop over states. */
#include "solve/ranked/fill.h"
#include <string.h>
#include "base/hash.h"
#include "base/mem.h"
#include "solve/ranked/moves.h"
#include "solve/ranked/passing.h"

enum { SEEN = 1 << 16, STATES_PER_CHECK = 1 << 10, DRAWN = 24 };

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
        if (s->test_count && !moves_allowed(f, s->tests, s->test_count, &hold)) return false;
        *stays = !hold || passing_add(f->passing, f, i);
    }
    return true;
}

static bool run_state(struct filling *f, bool *legal)
{
    bool stays = true;
    if (!moves_allowed(f, f->shots->legal, f->shots->legal_count, legal)) return false;
    if (!*legal) return true;
    moves_place(f);
    if (f->passing && !run_paths(f, &stays)) return false;
    if (!stays) f->passing = NULL;
    bool apart = f->passing || f->apart;
    for (size_t i = 0; i < f->shots->count; i++)
        if (!(apart && is_passage(&f->shots->paths, i)) && !moves_run(f, &f->shots->items[i])) return false;
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

/* States are taken from the budget as they are filled, so that it can say how far that is. */
static enum status take_next(const struct filling *f, struct budget *budget, uint64_t from)
{
    uint64_t left = f->r->size - from;
    enum status st = budget_take_states(budget, left < STATES_PER_CHECK ? left : STATES_PER_CHECK);
    return st == ST_OK ? budget_check(budget) : st;
}

static enum status fill_all(struct filling *f, const struct env *env, uint16_t *values)
{
    bool legal, more = true;
    enum status st = ST_OK;
    ranks_first(f->r, f->x);
    for (uint64_t i = 0; st == ST_OK && more; i++, more = ranks_next(f->r, f->x)) {
        if (i % STATES_PER_CHECK == 0) st = take_next(f, env->budget, i);
        f->stamp++;
        if (st == ST_OK && (!run_state(f, &legal) || (legal && !value_here(f, &values[i])))) return ST_UNSUPPORTED;
        if (st == ST_OK && !legal) values[i] = FILL_NONE;
    }
    return st;
}

enum status fill_values(const struct shots *shots, const struct env *env, uint16_t *values, struct fill_done *done)
{
    struct filling f = {.use = RAYS_VALUES, .shots = shots, .r = shots->ranks, .values = values};
    struct passing passing;
    enum status st = ST_OK;
    if (shots->ranks->size > budget_states_left(env->budget)) return ST_STATE_BUDGET;
    budget_expect(env->budget, shots->ranks->size);
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
