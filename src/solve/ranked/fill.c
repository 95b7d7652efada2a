/* SPDX-License-Identifier: MIT */
/* The loop over states. */
#include "solve/ranked/fill.h"
#include <string.h>
#include "base/hash.h"
#include "base/mem.h"
#include "solve/ranked/beams.h"
#include "solve/ranked/clips.h"
#include "solve/ranked/marks.h"
#include "solve/ranked/moves.h"
#include "solve/ranked/passing.h"

/* SEEN: one more than there are values, so that one is never seen, and room to look at some together. */
enum { TOGETHER = 8, SEEN = (1 << 16) + 1 + TOGETHER, STATES_PER_CHECK = 1 << 10, STATES_PER_TRIAL = 64, DRAWN = 24 };

static bool is_passage(const struct paths *paths, size_t i)
{
    return paths->passages[i].trail >= 0 || paths->passages[i].option >= 0;
}

/* The instances that are paths; *stays: what passes on could be used. */
static bool run_paths(struct filling *f, bool *stays)
{
    struct passing *p = f->passing;
    bool fine = passing_state(p, f);
    for (size_t i = 0, count = f->shots->count; i < count && fine; i++) {
        const struct shot *s = &f->shots->items[i];
        bool hold = true;
        if (!is_passage(p->paths, i)) continue;
        if (s->test_count && !moves_allowed(f, s->tests, s->test_count, &hold)) return false;
        fine = !hold || passing_add(p, f, i);
    }
    *stays = fine;
    return true;
}

static bool run_state(struct filling *f, bool *legal)
{
    bool stays = true;
    if (!moves_allowed(f, f->shots->legal, f->shots->legal_count, legal)) return false;
    if (!*legal) return true;
    f->outlined = NULL;
    if (!f->placed) moves_place(f);
    if (f->passing && !run_paths(f, &stays)) return false;
    if (!stays) f->passing = NULL;
    bool apart = f->passing || f->apart, beams = f->use == RAYS_VALUES;
    for (size_t i = 0; i < f->shots->count; i++) {
        const struct shot *s = f->shot = &f->shots->items[i];
        if (apart && is_passage(&f->shots->paths, i)) continue;
        if (s->beam.direct && beams && beams_all(f)) continue;
        if (s->clip.alone && beams && clips_all(f)) continue;
        if (!moves_run(f, s)) return false;
    }
    return true;
}

/* Are all of so many values seen? */
static bool all_seen(const uint32_t *seen, uint32_t stamp)
{
    uint32_t other = 0;
    for (int i = 0; i < TOGETHER; i++) other |= seen[i] ^ stamp;
    return !other;
}

static bool value_here(struct filling *f, uint16_t *value)
{
    uint32_t m = f->passing ? passing_least(f->passing, 0) : 0;
    while (!f->passing && all_seen(f->seen + m, f->stamp)) m += TOGETHER;
    while (f->seen[m] == f->stamp) m = f->passing ? passing_least(f->passing, m + 1) : m + 1;
    *value = (uint16_t)m;
    if (f->seen[FILL_UNKNOWN] == f->stamp)
        return filling_fails(f, "a move does not lead down in the order that was chosen");
    if (f->seen[FILL_NONE] == f->stamp) return filling_fails(f, "a move leads to what is no position");
    if (f->passing && !passing_keep(f->passing, m)) f->passing = NULL;
    return m < FILL_NONE || filling_fails(f, "values grow too large");
}

/* ---- all states -------------------------------------------------------------------------------------------------- */
struct fill_run {
    struct filling f; /* f.x is state number `at` */
    struct passing passing;
    struct kept kept;
    struct budget *budget;
    uint16_t *values;
    uint64_t at;
    uint32_t left; /* states of the run after this one */
    size_t cell;   /* in which they differ */
    bool looked;   /* for what is kept */
};

/* The next state. States of a run (ranks_run) differ in the last cell: where that is one of a chain or stands alone, the
 * state's places follow from those before. */
static bool step(struct fill_run *w)
{
    struct filling *f = &w->f;
    const struct ranks *r = f->r;
    const struct unit *u = &r->units[r->unit_count - 1];
    size_t p = u->first + u->count - 1;
    if (!w->left) {
        f->placed = false;
        if (!ranks_next(r, f->x)) return w->at + 1 == r->size;
        if (u->kind > UNIT_CHAIN || f->shots->legal_count) return true;
        w->left = ranks_run(r, f->x, &w->cell) - 1;
        return true;
    }
    w->left--;
    f->x[w->cell]++;
    if (!f->placed) return true;
    f->at[p]++;
    f->sums[p]++;
    f->number++;
    f->groups[u->first]++;
    f->before[p + 1]++;
    return true;
}

/* The value of the state at hand. */
static bool find_value(struct fill_run *w, uint16_t *value)
{
    bool legal;
    w->f.stamp++;
    *value = FILL_NONE;
    return run_state(&w->f, &legal) && (!legal || value_here(&w->f, value));
}

static enum status fill_to(struct fill_run *w, uint64_t to)
{
    uint16_t value;
    for (; w->at < to; w->at++) {
        if (!find_value(w, &value)) return ST_UNSUPPORTED;
        w->values[w->at] = value;
        if (!step(w)) return ST_UNSUPPORTED;
    }
    return ST_OK;
}

/* ---- what is kept ------------------------------------------------------------------------------------------------ */
/* Past a state whose value is known: the sets of paths are made again, and the value is none of those along them. What is no
 * position has none. Every so many states, at seeded places, the value itself is found again. */
static bool pass_state(struct fill_run *w)
{
    struct filling *f = &w->f;
    uint16_t value = w->values[w->at], anew;
    bool legal, stays = true;
    if (hash_mix(w->kept.journal.key ^ w->at) % STATES_PER_TRIAL == 0) return find_value(w, &anew) && anew == value;
    if (!moves_allowed(f, f->shots->legal, f->shots->legal_count, &legal)) return false;
    if (legal ? value >= FILL_NONE : value != FILL_NONE) return false;
    if (!legal || !f->passing) return true;
    moves_place(f);
    if (!run_paths(f, &stays)) return false;
    if (!stays) return f->passing = NULL, true;
    if (passing_least(f->passing, value) != value) return false;
    if (!passing_keep(f->passing, value)) f->passing = NULL;
    return true;
}

static enum status pass_to(struct fill_run *w, uint64_t to)
{
    enum status st = ST_OK;
    for (; w->at < to; w->at++) {
        if (w->at % STATES_PER_CHECK == 0) st = budget_check(w->budget);
        if (st != ST_OK) return st;
        if (!pass_state(w) || !step(w)) return ST_UNSUPPORTED;
    }
    return ST_OK;
}

/* Places ascend up to the end of what was read, so the walk through the states is there in the end. */
static enum status again(void *context, uint64_t from, uint64_t to)
{
    struct fill_run *w = context;
    enum status st = pass_to(w, from);
    return st == ST_OK ? fill_to(w, to) : st;
}

/* Has the run lasted so long that the file is to be looked for? True once. */
static bool is_due(struct fill_run *w)
{
    const struct kept *k = &w->kept;
    if (!k->keep || w->looked || budget_now_ns() - k->began < k->keep->look) return false;
    return w->looked = true;
}

/* What is not right leaves nothing behind: neither values nor sets. */
static enum status take_kept(struct fill_run *w)
{
    struct fill_run before = {.at = w->at, .passing = w->passing};
    struct passing *passing = w->f.passing;
    uint64_t have = w->at, size = w->f.r->size;
    memcpy(before.f.x, w->f.x, sizeof w->f.x);
    enum status st = kept_take(
        &w->kept,
        &(struct kept_values){.values.narrow = w->values, .have = &have, .limit = size, .again = again, .context = w});
    if (st == ST_OK && have > before.at) return pass_to(w, have);
    w->at = before.at;
    w->left = 0;
    w->f.placed = false;
    memcpy(w->f.x, before.f.x, sizeof w->f.x);
    w->f.passing = passing && passing_back(passing, before.passing.done) ? passing : NULL;
    w->f.reason = NULL;
    memset(w->values + w->at, 0xff, (size_t)(size - w->at) * sizeof *w->values);
    return st;
}

/* States are taken from the budget as they are filled, so that it can say how far that is. */
static enum status fill_all(struct fill_run *w)
{
    uint64_t size = w->f.r->size;
    struct journal_values values = {.narrow = w->values};
    enum status st = ST_OK;
    ranks_first(w->f.r, w->f.x);
    while (st == ST_OK && w->at < size) {
        if (is_due(w)) st = take_kept(w);
        uint64_t left = size - w->at, count = left < STATES_PER_CHECK ? left : STATES_PER_CHECK;
        if (st == ST_OK) st = budget_take_states(w->budget, count);
        if (st == ST_OK) st = budget_check(w->budget);
        if (st == ST_OK) st = fill_to(w, w->at + count);
        kept_put(&w->kept, values, w->at, 0);
    }
    kept_close(&w->kept, values, st == ST_UNSUPPORTED ? 0 : w->at, 0);
    return st;
}

enum status fill_values(const struct shots *shots, const struct env *env, const struct kept_name *name,
                        uint16_t *values, struct fill_done *done)
{
    struct fill_run w = {
        .f = {.use = RAYS_VALUES, .shots = shots, .r = shots->ranks, .values = values, .marks = marks_kinds() - 1},
        .budget = env->budget,
        .values = values};
    uint64_t size = shots->ranks->size;
    if (size > budget_states_left(env->budget)) return ST_STATE_BUDGET;
    budget_expect(env->budget, size);
    w.f.seen = mem_alloc(SEEN * sizeof *w.f.seen);
    if (!w.f.seen) return ST_NO_MEMORY;
    memset(values, 0xff, (size_t)size * sizeof *values);
    if (passing_open(&w.passing, &shots->paths, size, env->budget)) w.f.passing = &w.passing;
    if (name) kept_open_as(&w.kept, env, name);
    enum status st = fill_all(&w);
    *done = (struct fill_done){w.f.reason, w.f.options, w.passing.done};
    passing_close(&w.passing);
    mem_free(w.f.seen, SEEN * sizeof *w.f.seen);
    return st;
}

struct fill_count fill_estimate(const struct shots *shots, bool apart, uint64_t seed)
{
    struct filling f = {.shots = shots, .r = shots->ranks, .apart = apart};
    bool legal, fine = true;
    for (int i = 0; i < DRAWN && fine; i++) {
        ranks_draw(f.r, &seed, f.x);
        f.placed = false;
        fine = run_state(&f, &legal);
    }
    return (struct fill_count){.options = (double)f.options / DRAWN,
                               .rays = (double)f.rays / DRAWN,
                               .beams = (double)f.beams / DRAWN,
                               .tests = (double)f.tests / DRAWN,
                               .singles = (double)f.singles / DRAWN,
                               .cuts = (double)f.cuts / DRAWN,
                               .signs = (double)f.signs / DRAWN,
                               .words = (double)f.words / DRAWN,
                               .bends = (double)f.bends / DRAWN,
                               .walks = (double)f.walks / DRAWN,
                               .reason = f.reason};
}
