/* SPDX-License-Identifier: MIT */
/* States are passed in runs that differ in one cell. */
#include "solve/ranked/decide.h"
#include <string.h>
#include "base/hash.h"
#include "solve/ranked/kept_bits.h"
#include "solve/ranked/moves.h"
#include "solve/ranked/options.h"

enum { STATES_PER_CHECK = 1 << 12, STATES_PER_TRIAL = 64 };
struct deciding {
    struct filling f;
    const struct shots *shots;
    const struct inverse *inverse;
    struct decided *d;
    bool misere;
    bool anew; /* every option is looked at, whatever was marked */
    struct kept_bits kept;
};

/* Are all options won, and is it lost therefore? They are looked at up to the first that is lost. */
static bool look(struct deciding *g, bool *lost)
{
    struct filling *f = &g->f;
    uint64_t before = f->options;
    f->use = RAYS_LOOK;
    f->found = false;
    f->none_yet = g->misere ? before : UINT64_MAX;
    for (size_t i = 0; i < g->shots->count && !f->found; i++) {
        f->marked = g->inverse->made[i] && g->shots->legal_count == 0 && !g->anew;
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

/* ---- what is kept ------------------------------------------------------------------------------------------------ */
/* What is tried: bits that were kept, and in g->f.won the same with all states from `have` on won, so that who has an option that
 * loses has one before. */
struct trial {
    struct deciding *g;
    const struct decided *old;
    uint64_t have, size, seed;
};

static uint64_t ones(const uint64_t *bits, uint64_t words)
{
    uint64_t count = 0;
    for (uint64_t w = 0; w < words; w++) count += (uint64_t)__builtin_popcountll(bits[w]);
    return count;
}

/* Is state `i`, in f.x, as it was kept: lost with all that it marks, or won? A state behind that is not marked says nothing. That
 * options of won states have numbers is not looked at otherwise, and such a one says nothing here. */
static bool try_state(const struct trial *t, uint64_t i)
{
    struct deciding *g = t->g;
    uint64_t *won = g->f.won;
    bool legal = true, lost, claimed = !bit_at(t->old->won, (uint32_t)i);
    if (!moves_allowed(&g->f, g->shots->legal, g->shots->legal_count, &legal)) return false;
    if (i < t->have && g->shots->legal_count && legal == bit_at(t->old->none, (uint32_t)i)) return false;
    if (!legal || (i >= t->have && claimed)) return true;
    moves_place(&g->f);
    if (!look(g, &lost)) return !claimed;
    if (lost != claimed || !lost) return lost == claimed;
    g->f.won = t->old->won;
    bool fine = mark(g);
    g->f.won = won;
    return fine;
}

static bool is_tried(const struct trial *t, uint64_t i) { return hash_mix(t->seed ^ i) % STATES_PER_TRIAL == 0; }

/* A walk through all states; *x is left as at number `have`, which must begin a run. */
static enum status try_all(const struct trial *t, struct budget *budget, int64_t *x, bool *fine)
{
    struct filling *f = &t->g->f;
    uint64_t before = ones(t->old->won, t->size / 64 + 1), since = 0;
    uint32_t count;
    size_t cell;
    bool met = t->have == t->size;
    enum status st = ST_OK;
    ranks_first(f->r, f->x);
    for (uint64_t i = 0; st == ST_OK && *fine && i < t->size; i += count) {
        count = ranks_run(f->r, f->x, &cell);
        if (i == t->have) memcpy(x, f->x, sizeof f->x), met = true;
        for (uint64_t k = i; *fine && k < i + count; k++, f->x[cell]++)
            if (is_tried(t, k)) *fine = try_state(t, k);
        f->x[cell]--;
        since += count;
        if (since >= STATES_PER_CHECK) st = budget_check(budget), since = 0;
        if (*fine) *fine = ranks_next(f->r, f->x) || i + count >= t->size;
    }
    *fine = *fine && met && ones(t->old->won, t->size / 64 + 1) == before;
    return st;
}

static void win_from(uint64_t *won, uint64_t from, uint64_t size)
{
    for (uint64_t w = from / 64; w <= size / 64; w++) won[w] |= ~UINT64_C(0) << (w == from / 64 ? from % 64 : 0);
}

static void clear_from(uint64_t *bits, uint64_t from, uint64_t size)
{
    for (uint64_t w = from / 64; w <= size / 64; w++) bits[w] &= w == from / 64 ? ~(~UINT64_C(0) << from % 64) : 0;
}

/* Do bits before `end` differ? */
static bool differ(const uint64_t *a, const uint64_t *b, uint64_t end)
{
    return memcmp(a, b, end / 64 * sizeof *a) != 0 || (end % 64 && (a[end / 64] ^ b[end / 64]) << (64 - end % 64));
}

/* Takes what is kept, or what was found is given up as well, and *i is 0. */
static enum status take(struct deciding *g, struct budget *budget, const struct decided *old, uint64_t have,
                        uint64_t *i)
{
    struct decided *d = g->d;
    uint64_t size = g->f.r->size, words = size / 64 + 1;
    struct trial t = {g, old, have, size, size ^ have};
    int64_t x[TERM_VARIABLES];
    bool fine = have <= size && !differ(d->won, old->won, *i) && (!d->none || !differ(d->none, old->none, *i));
    memcpy(d->won, old->won, words * sizeof *d->won);
    if (d->none) memcpy(d->none, old->none, words * sizeof *d->none);
    win_from(d->won, have, size);
    if (d->none) clear_from(d->none, have, size);
    memcpy(x, g->f.x, sizeof x);
    g->anew = true;
    enum status st = fine ? try_all(&t, budget, x, &fine) : ST_OK;
    g->anew = false;
    g->f.found = false;
    g->f.reason = NULL;
    if (st == ST_OK && fine) {
        memcpy(d->won, old->won, words * sizeof *d->won);
        memcpy(g->f.x, x, sizeof x);
        kept_bits_took(&g->kept, have, have - *i);
        *i = have;
        return ST_OK;
    }
    memset(d->won, 0, words * sizeof *d->won);
    if (d->none) memset(d->none, 0, words * sizeof *d->none);
    ranks_first(g->f.r, g->f.x);
    *i = 0;
    return st;
}

static enum status look_kept(struct deciding *g, struct budget *budget, uint64_t *i)
{
    struct decided old;
    uint64_t have;
    enum status st = ST_OK;
    if (kept_bits_due(&g->kept) && kept_bits_read(&g->kept, &have, &old)) {
        if (have > *i) st = take(g, budget, &old, have, i);
        kept_bits_drop(&g->kept, &old);
    } else kept_bits_put(&g->kept, *i);
    return st;
}

/* ---- all states -------------------------------------------------------------------------------------------------- */
static enum status pass_all(struct deciding *g, struct budget *budget)
{
    struct filling *f = &g->f;
    uint32_t since = STATES_PER_CHECK, count = 0;
    uint64_t i = 0;
    enum status st = ST_OK;
    bool fine = true;
    size_t cell;
    ranks_first(f->r, f->x);
    while (st == ST_OK && i < f->r->size) {
        if (budget && since >= STATES_PER_CHECK) {
            st = budget_check(budget), since = 0;
            if (st == ST_OK) st = look_kept(g, budget, &i);
            if (st != ST_OK || i == f->r->size) break;
        }
        count = ranks_run(f->r, f->x, &cell);
        since += count;
        fine = g->shots->legal_count ? pass_legal(g, (uint32_t)i, count, &f->x[cell])
                                     : pass_run(g, (uint32_t)i, count, &f->x[cell]);
        if (!fine || (!ranks_next(f->r, f->x) && i + count < f->r->size)) return ST_UNSUPPORTED;
        i += count;
    }
    kept_bits_close(&g->kept, i);
    return st;
}

static enum status decide_all(struct deciding *g, const struct shots *shots, struct budget *budget)
{
    struct decided *d = g->d;
    g->shots = shots;
    g->f = (struct filling){.use = RAYS_LOOK,
                            .shots = shots,
                            .r = shots->ranks,
                            .won = d->won,
                            .none = shots->legal_count ? d->none : NULL,
                            .end_loses = !g->misere,
                            .counted = d->counted};
    enum status st = pass_all(g, budget);
    d->options = g->f.options;
    d->rays = g->f.rays;
    d->tests = g->f.tests;
    d->signs = g->f.signs;
    d->singles = g->f.singles;
    d->walks = g->f.walks;
    d->cuts = g->f.cuts;
    d->reason = g->f.reason;
    return st;
}

enum status decide_states(const struct shots *shots, const struct inverse *inverse, const struct env *env,
                          const struct kept_name *name, bool misere, struct decided *d)
{
    struct deciding g = {.inverse = inverse, .d = d, .misere = misere};
    enum status st = budget_take_states(env->budget, shots->ranks->size);
    if (st != ST_OK) return st;
    kept_bits_open(&g.kept, env, name, d, shots->ranks->size);
    return decide_all(&g, shots, env->budget);
}

enum status decide_few(const struct shots *shots, const struct inverse *inverse, bool misere, struct decided *d)
{
    struct deciding g = {.inverse = inverse, .d = d, .misere = misere};
    return decide_all(&g, shots, NULL);
}
