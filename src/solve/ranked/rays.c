/* SPDX-License-Identifier: MIT */
/* Where a ray begins, and what it adds up to. */
#include "solve/ranked/rays.h"
#include "base/bits.h"
#include "solve/ranked/clips.h"
#include "solve/ranked/groups.h"
#include "solve/ranked/options.h"

enum { OPTIONS_OF_RAY = 16 }; /* to begin a ray costs as much as so many options */

/* ---- rays -------------------------------------------------------------------------------------------------------- */
static bool within(int64_t start, int64_t step, int64_t count, int64_t most)
{
    int64_t end = start + step * (count - 1);
    return start >= 0 && start <= most && end >= 0 && end <= most;
}

/* From the first cell that changes on, sums differ by `more`, and by `step` more at each step, until both are 0 again. */
static bool add_chain(struct filling *f, const struct touched *t, struct ray *ray)
{
    const struct unit *u = t->unit;
    const struct changed *c = f->shot->changed;
    size_t i = t->first, p = c[i].place, end = u->first + u->count;
    int64_t more = 0, step = 0;
    for (; p < end && (i < t->end || more || step); p++) {
        if (i < t->end && c[i].place == p) {
            more += f->next[i] - f->at[p];
            step += c[i++].step;
        }
        int64_t sum = f->sums[p] + more;
        if (!within(sum, step, ray->count, f->r->bound[p])) return false;
        ray->base -= f->r->table[p][f->sums[p]];
        if (step) ray->tables[ray->table_count++] = (struct along){f->r->table[p], sum, step, false};
        else ray->base += f->r->table[p][sum];
    }
    return !u->exact || (more == 0 && step == 0);
}

/* Cells of a line stay in order if they are so at both ends, as they move evenly. */
static bool add_line(struct filling *f, const struct touched *t, struct ray *ray)
{
    const struct unit *u = t->unit;
    const struct changed *c = f->shot->changed;
    int64_t start = 0, end = 0, last = ray->count - 1;
    size_t i = t->first, stop = u->first + u->count;
    bool moved = false;
    for (size_t p = u->first; p < stop && (i < t->end || moved); p++) {
        bool moves = i < t->end && c[i].place == p;
        int64_t from = moves ? f->next[i] : f->at[p], to = moves ? from + last * c[i].step : from;
        if (p > u->first && (moves || moved)) {
            int64_t gap = f->r->gap[u->rises ? p - 1 : p][u->rises ? p : p - 1];
            if (u->rises ? start + gap > from || end + gap > to : from + gap > start || to + gap > end) return false;
        }
        start = from, end = to, moved = moves;
        if (!moves) continue;
        if (from > f->r->bound[p] || to > f->r->bound[p]) return false;
        ray->base -= f->r->table[p][f->at[p]];
        if (c[i].step) ray->tables[ray->table_count++] = (struct along){f->r->table[p], from, c[i].step, false};
        else ray->base += f->r->table[p][from];
        i++;
    }
    return true;
}

static size_t insert(int64_t *sorted, size_t n, int64_t value)
{
    size_t k = n;
    for (; k > 0 && sorted[k - 1] > value; k--) sorted[k] = sorted[k - 1];
    sorted[k] = value;
    return n + 1;
}

/* The group of which cells move along a ray: one by a step of 1 or -1, among `rest`, or others. */
struct moving {
    const struct unit *unit; /* NULL: none moves */
    size_t cell;             /* changed[cell], or TERM_CELLS: see movers */
    int64_t rest[TERM_CELLS];
    struct movers movers;
};

static void gather_movers(const struct filling *f, const struct touched *t, struct movers *m)
{
    m->count = 0;
    for (size_t i = 0; i < t->stay_count; i++) m->at[m->count] = f->at[t->stay[i]], m->step[m->count++] = 0;
    for (size_t i = t->first; i < t->end; i++)
        m->at[m->count] = f->next[i], m->step[m->count++] = f->shot->changed[i].step;
}

/* False: a second group moves, which is done option by option. */
static bool add_group(struct filling *f, const struct touched *t, struct ray *ray, struct moving *m)
{
    const struct changed *c = f->shot->changed;
    uint32_t *const *table = &f->r->table[t->unit->first];
    int64_t others[TERM_CELLS], *sorted = m->unit ? others : m->rest;
    size_t n = 0, moving = 0, cell = TERM_CELLS;
    for (; n < t->stay_count; n++) sorted[n] = f->at[t->stay[n]];
    for (size_t i = t->first; i < t->end; i++) {
        if (c[i].step == 0) n = insert(sorted, n, f->next[i]);
        else cell = i, moving++;
    }
    if (moving && m->unit) return false;
    ray->base -= f->groups[t->unit->first];
    for (size_t k = 0; k < n && !moving; k++) ray->base += table[k][sorted[k]];
    if (!moving) return true;
    m->unit = t->unit;
    m->cell = moving == 1 && (c[cell].step == 1 || c[cell].step == -1) ? cell : TERM_CELLS;
    if (m->cell == TERM_CELLS) gather_movers(f, t, &m->movers);
    return true;
}

/* Option by option, by the cells themselves. */
static bool one_by_one(struct filling *f, int64_t count)
{
    const struct ranks *r = f->r;
    for (int64_t t = 0; t < count; t++) {
        int64_t x[TERM_CELLS];
        uint32_t number;
        if (f->picked && !(f->picked[(f->skip + t) / 64] >> (f->skip + t) % 64 & 1)) continue;
        f->options++;
        f->singles += r->cells;
        for (size_t p = 0; p < r->cells; p++) x[r->order[p]] = f->at[p] + r->least[p];
        for (size_t i = 0; i < f->shot->changed_count; i++) {
            const struct changed *c = &f->shot->changed[i];
            x[r->order[c->place]] = f->next[i] + t * c->step + r->least[c->place];
        }
        bool numbered = ranks_of(r, x, &number);
        if (!numbered && f->use == RAYS_WIN) continue; /* who is no state is not won */
        if (!numbered) return filling_fails(f, "a move leads out of the positions that were numbered");
        if (!option_one(f, number)) return false;
        if (f->found) break;
    }
    return true;
}

static bool shoot(struct filling *f, int64_t count)
{
    const struct shot *s = f->shot;
    struct moving m;
    struct ray ray;
    m.unit = NULL;
    ray.base = f->number;
    ray.count = count;
    ray.skip = f->skip;
    ray.step = 0;
    ray.table_count = 0;
    if (f->use == RAYS_COUNT && (s->beam.fine || s->falls.fine)) f->beams += s->falls.fine ? 2 : 1;
    else f->rays++;
    for (const struct touched *t = s->touched; t < s->touched + s->touched_count; t++) {
        const struct changed *c = &s->changed[t->first];
        bool fine = true;
        if (t->unit->kind == UNIT_CHAIN) fine = add_chain(f, t, &ray);
        else if (t->unit->kind == UNIT_GROUP) fine = add_group(f, t, &ray, &m);
        else if (t->unit->kind == UNIT_LINE) fine = add_line(f, t, &ray);
        else if (t->unit->kind == UNIT_WEB) fine = false;
        else {
            uint32_t stride = f->r->table[c->place][1];
            ray.base += (uint32_t)(f->next[t->first] - f->at[c->place]) * stride;
            ray.step += (uint32_t)c->step * stride;
        }
        if (!fine) return one_by_one(f, count);
    }
    if (!m.unit) return options_of(f, &ray);
    if (m.cell == TERM_CELLS) return groups_cross(f, &ray, m.unit, &m.movers);
    return groups_pass(f, &ray, m.unit, m.rest, f->next[m.cell], s->changed[m.cell].step);
}

/* The cells at the first value of a ray of `count`; *fine: each stays within its bounds along the ray. */
static bool begin_ray(struct filling *f, int64_t first, int64_t count, bool *fine)
{
    const struct shot *s = f->shot;
    *fine = true;
    for (size_t i = 0; i < s->changed_count; i++) {
        const struct changed *c = &s->changed[i];
        int64_t at;
        if (!quick_at(&c->more, f->x, &at)) return filling_fails(f, "the rule has no value somewhere");
        if (at < -VALUE_BOUND || at > VALUE_BOUND) return filling_fails(f, "numbers grow too large");
        at += c->more.term ? -c->more.constant : f->at[c->place] + c->step * first;
        f->next[i] = at;
        *fine &= (uint64_t)at <= (uint64_t)c->most && (uint64_t)(at + c->step * (count - 1)) <= (uint64_t)c->most;
    }
    return true;
}

/* Have all options of a ray smaller numbers, or all of them greater ones (`sign` -1)? So they have if no cell rises and one falls: what is
 * numbered before the state has a lesser cell first where they differ, or, in a group, no greater one anywhere when it is in order. Cells
 * stay in bounds (begin_ray) and sums of a chain as well, if they fall; cells of a line might pass each other. */
static bool all_fall(const struct filling *f, int64_t count, int64_t sign)
{
    const struct shot *s = f->shot;
    bool falls = false, bounded = true;
    for (size_t i = 0; i < s->changed_count && bounded; i++) {
        const struct changed *c = &s->changed[i];
        int64_t from = sign * (f->next[i] - f->at[c->place]), to = from + sign * c->step * (count - 1);
        bounded = from <= 0 && to <= 0;
        falls |= from < 0 && to < 0;
    }
    for (const struct touched *t = s->touched; t < s->touched + s->touched_count; t++)
        bounded &= t->unit->kind < UNIT_LINE && !t->unit->exact;
    return falls && bounded;
}

static bool run_ray(struct filling *f, int64_t count, bool fine)
{
    if (!fine) return one_by_one(f, count);
    f->sure = f->use == RAYS_WIN && all_fall(f, count, -1);
    if (f->use != RAYS_LOOK || !f->marked || !all_fall(f, count, 1)) return shoot(f, count);
    f->rays++;
    f->options++;
    return true;
}

bool rays_fall(struct filling *f, int64_t low, int64_t high)
{
    const struct shot *s = f->shot;
    bool fine;
    if (s->ends || s->slow || s->clip.unit) return false;
    f->x[TERM_CELLS + s->level_count - 1] = low;
    return begin_ray(f, low, high - low + 1, &fine) && fine && all_fall(f, high - low + 1, 1);
}

/* Values low..high of the last level, all of which are moves. */
bool rays_run(struct filling *f, int64_t low, int64_t high)
{
    const struct shot *s = f->shot;
    int64_t *last = s->level_count ? &f->x[TERM_CELLS + s->level_count - 1] : NULL;
    bool fine;
    if (s->ends) {
        f->options++;
        if (f->use == RAYS_VALUES) f->seen[0] = f->stamp;
        if (f->use == RAYS_LOOK) f->found = f->end_loses;
        return true;
    }
    if (s->clip.unit) {
        if (!clips_run(f, low, s->clip.step ? high - low + 1 : 1, &fine)) return false;
        if (fine) return true;
    }
    for (int64_t v = low; v <= high; v++) {
        int64_t count = s->slow ? 1 : high - low + 1;
        if (last) *last = v;
        if (!begin_ray(f, v, count, &fine)) return false;
        if (!run_ray(f, count, fine)) return false;
        if (!s->slow || f->found) break;
    }
    return true;
}

/* Runs of bits, each of which is a ray of its own. */
static bool run_by_run(struct filling *f, int64_t low, size_t words, const uint64_t *some)
{
    int64_t end = (int64_t)(64 * words), from = 0, to;
    for (;; from = to) {
        while (from < end && !(some[from / 64] >> from % 64 & 1))
            from = some[from / 64] >> from % 64 ? from + __builtin_ctzll(some[from / 64] >> from % 64)
                                                : (from / 64 + 1) * 64;
        if (from >= end) return true;
        for (to = from; to < end && some[to / 64] >> to % 64 & 1;) {
            uint64_t not = ~(some[to / 64] >> to % 64);
            int64_t ones = not ? __builtin_ctzll(not ) : 64, left = 64 - to % 64;
            to += ones < left ? ones : left;
        }
        if (!rays_run(f, low + from, low + to - 1)) return false;
        if (f->found) return true;
    }
}

/* `count` values from low + begin on, of which those are moves that have bits. */
static bool run_picked(struct filling *f, int64_t low, const uint64_t *some, int64_t begin, int64_t count)
{
    bool fine;
    f->x[TERM_CELLS + f->shot->level_count - 1] = low + begin;
    if (!begin_ray(f, low + begin, count, &fine)) return false;
    f->picked = some;
    f->skip = begin;
    bool shot = run_ray(f, count, fine);
    f->picked = NULL;
    f->skip = 0;
    return shot;
}

/* Are runs of bits so long, or so few, that rays of their own take less? Where that is not so, it mostly shows at the first words. */
static bool has_long_runs(const uint64_t *some, size_t first, size_t end)
{
    uint64_t count = 0, runs = 0, carry = 0, most = 64 * (end - first) + 2 * OPTIONS_OF_RAY;
    for (size_t w = first; w < end && runs * OPTIONS_OF_RAY < most; w++) {
        count += bits_of(some[w]);
        runs += bits_of(some[w] & ~(some[w] << 1 | carry));
        carry = some[w] >> 63;
    }
    return runs * OPTIONS_OF_RAY < count + 2 * OPTIONS_OF_RAY;
}

bool rays_some(struct filling *f, int64_t low, size_t words, const uint64_t *some)
{
    const struct shot *s = f->shot;
    if (s->alone && !s->clip.unit && words == 1 && some[0] && f->use == RAYS_VALUES) { /* groups.h takes its bits */
        int64_t begin = __builtin_ctzll(some[0]);
        return run_picked(f, low, some, begin, 64 - __builtin_clzll(some[0]) - begin);
    }
    size_t first = 0;
    while (words && !some[words - 1]) words--;
    while (first < words && !some[first]) first++;
    if (!words) return true;
    if (s->ends || s->slow || s->clip.unit || has_long_runs(some, first, words)) return run_by_run(f, low, words, some);
    int64_t begin = (int64_t)first * 64 + __builtin_ctzll(some[first]);
    return run_picked(f, low, some, begin, (int64_t)words * 64 - __builtin_clzll(some[words - 1]) - begin);
}
