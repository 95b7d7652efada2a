/* SPDX-License-Identifier: MIT */
/* States are passed in runs that differ in one cell. */
#include "solve/ranked/decide.h"
#include "solve/ranked/moves.h"
#include "solve/ranked/options.h"

enum { STATES_PER_CHECK = 1 << 12 };
struct deciding {
    struct filling f;
    const struct shots *shots;
    const struct inverse *inverse;
    struct decided *d;
    bool misere;
};

/* Are all options won, and is it lost therefore? They are looked at up to the first that is lost. */
static bool look(struct deciding *g, bool *lost)
{
    struct filling *f = &g->f;
    uint64_t before = f->options;
    f->use = RAYS_LOOK;
    f->found = false;
    for (size_t i = 0; i < g->shots->count && !f->found; i++) {
        f->skips = !g->misere;
        f->marked = g->inverse->made[i] && g->shots->legal_count == 0;
        if (!moves_run(f, &g->shots->items[i])) return false;
    }
    *lost = !f->found && (!g->misere || f->options > before);
    f->found = false;
    return true;
}

static bool mark(struct deciding *g)
{
    bool fine = true;
    g->f.use = RAYS_WIN;
    for (size_t i = 0; i < g->inverse->shots.count && fine; i++)
        if (g->inverse->made[i]) fine = moves_run(&g->f, &g->inverse->shots.items[i]);
    return fine;
}

/* The state in f.x, which is not marked. */
static bool decide(struct deciding *g, uint32_t number)
{
    bool lost = false;
    moves_place(&g->f);
    g->d->looked++;
    if (!look(g, &lost)) return false;
    if (!lost) g->f.won[number / 64] |= (uint64_t)1 << number % 64;
    g->d->lost += lost;
    return !lost || mark(g);
}

/* Of `count` states from the one in f.x on, which differ in `cell`: the cell is left at the last of them. */
static bool pass_run(struct deciding *g, uint32_t number, uint32_t count, int64_t *cell)
{
    const uint64_t *won = g->f.won;
    int64_t first = *cell;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t open = ~won[(number + i) / 64] >> (number + i) % 64;
        if (!open) {
            i += 63 - (number + i) % 64;
            continue;
        }
        i += (uint32_t)__builtin_ctzll(open);
        if (i >= count) break;
        *cell = first + i;
        if (!decide(g, number + i)) return false;
    }
    *cell = first + count - 1;
    return true;
}

/* The same where some are no positions: those are told apart one by one. */
static bool pass_legal(struct deciding *g, uint32_t number, uint32_t count, int64_t *cell)
{
    for (uint32_t i = number; i < number + count; i++, ++*cell) {
        bool legal;
        if (!moves_allowed(&g->f, g->shots->legal, g->shots->legal_count, &legal)) return false;
        if (!legal) g->d->none[i / 64] |= (uint64_t)1 << i % 64;
        if (legal && !bit_at(g->f.won, i) && !decide(g, i)) return false;
    }
    --*cell;
    return true;
}

static enum status pass_all(struct deciding *g, struct budget *budget)
{
    struct filling *f = &g->f;
    uint32_t since = STATES_PER_CHECK, count;
    enum status st = ST_OK;
    bool fine = true;
    size_t cell;
    ranks_first(f->r, f->x);
    for (uint64_t i = 0; st == ST_OK && i < f->r->size; i += count) {
        count = ranks_run(f->r, f->x, &cell);
        if (budget && since >= STATES_PER_CHECK) st = budget_check(budget), since = 0;
        since += count;
        if (st == ST_OK)
            fine = g->shots->legal_count ? pass_legal(g, (uint32_t)i, count, &f->x[cell])
                                         : pass_run(g, (uint32_t)i, count, &f->x[cell]);
        if (st == ST_OK && (!fine || (!ranks_next(f->r, f->x) && i + count < f->r->size))) return ST_UNSUPPORTED;
    }
    return st;
}

static enum status decide_all(const struct shots *shots, const struct inverse *inverse, struct budget *budget,
                              bool misere, struct decided *d)
{
    struct deciding g = {.f = {.use = RAYS_LOOK,
                               .shots = shots,
                               .r = shots->ranks,
                               .won = d->won,
                               .none = shots->legal_count ? d->none : NULL,
                               .end_loses = !misere},
                         .shots = shots,
                         .inverse = inverse,
                         .d = d,
                         .misere = misere};
    enum status st = pass_all(&g, budget);
    d->options = g.f.options;
    d->rays = g.f.rays;
    d->tests = g.f.tests;
    d->singles = g.f.singles;
    d->walks = g.f.walks;
    d->cuts = g.f.cuts;
    d->reason = g.f.reason;
    return st;
}

enum status decide_states(const struct shots *shots, const struct inverse *inverse, const struct env *env, bool misere,
                          struct decided *d)
{
    enum status st = budget_take_states(env->budget, shots->ranks->size);
    return st == ST_OK ? decide_all(shots, inverse, env->budget, misere, d) : st;
}

enum status decide_few(const struct shots *shots, const struct inverse *inverse, bool misere, struct decided *d)
{
    return decide_all(shots, inverse, NULL, misere, d);
}
