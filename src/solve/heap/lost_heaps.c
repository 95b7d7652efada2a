/* SPDX-License-Identifier: MIT */
/* A bit a heap, of twice as many heaps each time a period was looked for in vain. From the threshold on they are found from the takes: if
 * these are at most 64, from one word that has the heaps before. */
#include "solve/heap/lost_heaps.h"
#include <string.h>
#include "base/mem.h"
#include "play/options/store.h"
#include "solve/heap/look.h"
#include "solve/heap/periodic.h"
#include "solve/heap/tables.h"

enum {
    FIRST_COUNT = 128,
    LIMIT = 1 << 24,         /* heaps among which a period is looked for */
    LIMIT_BY_RULE = 1 << 13, /* each heap costs all its options */
    DIRECT = 1 << 27,        /* a heap that is decided without one */
    HEAPS_PER_CHECK = 1 << 14,
    WORD = 64,
    EXPECTED_ROUNDS = 16, /* of the greatest take, until a period shows */
    EXPECTED = 1024
};
#define SECONDS_A_HEAP 1.5e-9
#define SECONDS_A_TAKE 1e-9
#define SECONDS_AN_OPTION 2e-9

/* What is known of a game; in the store. */
struct lost_heaps {
    int game;
    uint64_t *losses;
    size_t bytes;
    uint64_t count, looked; /* heaps that are decided; among which a period was looked for */
    struct period period;
    struct lost_heaps *next;
};
struct lost_room {
    struct lost_heaps *first;
};
static void forget(void *kept)
{
    struct lost_room *room = kept;
    while (room->first) {
        struct lost_heaps *l = room->first;
        room->first = l->next;
        mem_free(l->losses, l->bytes);
        mem_free(l, sizeof *l);
    }
}
static const struct tenant lost_tenant = {"lost heaps", sizeof(struct lost_room), true, forget};

static struct lost_heaps *find(const struct env *env, int game)
{
    struct lost_room *room = store_room(env, &lost_tenant);
    struct lost_heaps *l = room ? room->first : NULL;
    while (l && l->game != game) l = l->next;
    return l;
}

static struct lost_heaps *find_or_open(const struct env *env, int game)
{
    struct lost_room *room = store_room(env, &lost_tenant);
    struct lost_heaps *l = find(env, game);
    if (l || !room || !(l = mem_alloc(sizeof *l))) return l;
    *l = (struct lost_heaps){.game = game, .next = room->first};
    return room->first = l;
}

/* ---- periods ----------------------------------------------------------------------------------------------------- */
static bool by_takes(const struct family *f) { return f->kind == FAMILY_SLIDING; }

/* Is one of the theorems of period.h about it? */
static bool fits(const struct family *f)
{
    bool only_growth = f->kind == FAMILY_SHIFTED ? f->loose != 0 : f->far && !f->classes;
    return f->kind != FAMILY_NONE && f->kind != FAMILY_MIXED && !f->equals && !only_growth && look_rule(f).heaps <= 1;
}

static bool is_lost(const uint64_t *losses, uint64_t heap) { return losses[heap / WORD] >> heap % WORD & 1; }

enum status lost_heaps_prove(const struct family *f, const uint64_t *losses, uint64_t count, struct period *period)
{
    *period = (struct period){.to = count ? count - 1 : 0};
    if (!fits(f)) return ST_OK;
    struct period_rule rule = look_rule(f);
    uint16_t *numbers = mem_alloc_raw((size_t)(count + 1) * sizeof *numbers);
    if (!numbers) return ST_NO_MEMORY;
    for (uint64_t n = 0; n < count; n++) numbers[n] = is_lost(losses, n);
    enum status st = period_prove_view((struct value_view){.narrow = numbers}, count, &rule, period);
    mem_free(numbers, (size_t)(count + 1) * sizeof *numbers);
    return st;
}

static uint64_t limit_of(const struct family *f) { return by_takes(f) ? LIMIT : LIMIT_BY_RULE; }

static enum status look(struct env *env, const struct family *f, struct lost_heaps *l)
{
    if (l->count <= l->looked || l->looked >= limit_of(f)) return ST_OK;
    enum status st = budget_fits(env->budget, l->count * (sizeof(uint16_t) + sizeof(uint32_t)));
    if (st == ST_OK) st = lost_heaps_prove(f, l->losses, l->count, &l->period);
    l->looked = l->count;
    return st;
}

/* ---- heaps ------------------------------------------------------------------------------------------------------- */
static enum status make_room(const struct env *env, struct lost_heaps *l, uint64_t count)
{
    size_t bytes = (size_t)(count / WORD + 2) * sizeof *l->losses;
    if (bytes <= l->bytes) return ST_OK;
    enum status st = budget_fits(env->budget, bytes);
    uint64_t *losses = st == ST_OK ? mem_alloc(bytes) : NULL;
    if (!losses) return st == ST_OK ? ST_NO_MEMORY : st;
    if (l->losses) memcpy(losses, l->losses, l->bytes);
    mem_free(l->losses, l->bytes);
    l->losses = losses;
    l->bytes = bytes;
    return ST_OK;
}

static enum status fill_by_rule(struct env *env, struct lost_heaps *l, uint64_t to)
{
    struct value_table t = {.game = l->game,
                            .fields = 1,
                            .extent = {(int64_t)to},
                            .stride = {1},
                            .count = to,
                            .losses = l->losses,
                            .misere = true,
                            .kept = true};
    return vm_fill(env->vm, &t, l->count, to, 1);
}

/* Heaps from..to-1 of one set of takes, none above 64; `from` is not below one of them. */
static void fill_by_word(const struct family_takes *t, uint64_t *losses, uint64_t from, uint64_t to)
{
    uint64_t takes = 0, before = 0; /* bit d - 1: heap n - d */
    for (size_t i = 0; i < t->count; i++) takes |= (uint64_t)1 << (t->takes[i] - 1);
    for (uint64_t d = 1; d <= WORD && d <= from; d++) before |= (uint64_t)is_lost(losses, from - d) << (d - 1);
    for (uint64_t n = from; n < to && takes; n++) {
        uint64_t lost = !(before & takes);
        before = before << 1 | lost;
        losses[n / WORD] |= lost << n % WORD;
    }
}

static void fill_by_looks(const struct family *f, uint64_t *losses, uint64_t from, uint64_t to)
{
    for (uint64_t n = from; n < to; n++) {
        const struct family_takes *t = &f->residues[n % (uint64_t)f->modulus];
        size_t i = 0;
        while (i < t->count && !is_lost(losses, n - (uint64_t)t->takes[i])) i++;
        if (t->count && i == t->count) losses[n / WORD] |= (uint64_t)1 << n % WORD;
    }
}

static enum status fill_to(struct env *env, const struct family *f, struct lost_heaps *l, uint64_t count)
{
    enum status st = make_room(env, l, count);
    while (st == ST_OK && l->count < count) {
        uint64_t from = l->count, to = from + HEAPS_PER_CHECK < count ? from + HEAPS_PER_CHECK : count;
        bool rule = !by_takes(f) || from < (uint64_t)f->threshold;
        if (rule && by_takes(f) && to > (uint64_t)f->threshold) to = (uint64_t)f->threshold;
        st = budget_check(env->budget);
        if (st == ST_OK) st = budget_take_states(env->budget, to - from);
        if (st == ST_OK && rule) st = fill_by_rule(env, l, to);
        else if (st == ST_OK && f->modulus == 1 && f->reach <= WORD) fill_by_word(&f->residues[0], l->losses, from, to);
        else if (st == ST_OK) fill_by_looks(f, l->losses, from, to);
        if (st == ST_OK) l->count = to;
    }
    return st;
}

/* Until the heap is decided, or a period is proved. */
static enum status reach(struct env *env, const struct family *f, struct lost_heaps *l, uint64_t heap)
{
    enum status st = ST_OK;
    uint64_t limit = limit_of(f), most = by_takes(f) && heap < DIRECT ? heap : limit - 1;
    if (heap < most) most = heap;
    if (l->count <= most && !l->period.found) budget_expect(env->budget, most + 1 - l->count);
    for (uint64_t count = FIRST_COUNT; st == ST_OK && !l->period.found && l->count <= most; count *= 2) {
        if (count <= l->count) continue;
        st = fill_to(env, f, l, count < most + 1 ? count : most + 1);
        if (st == ST_OK) st = look(env, f, l);
    }
    return st == ST_OK && !l->period.found && heap >= l->count ? ST_UNSUPPORTED : st;
}

/* ---- questions --------------------------------------------------------------------------------------------------- */
/* The game that all positions are single heaps of; -1: there is none. */
static int game_of(const struct env *env, const struct ask *q, uint64_t *largest)
{
    int game = q->count && q->positions[0].count == 1 ? q->positions[0].components[0].game : -1;
    const char *reason = NULL;
    *largest = 0;
    if (game < 0 || q->play != PLAY_MISERE || q->mover || q->remoteness || q->heap || q->big) return -1;
    if (!env->traits->games[game].one_heap || !tables_possible(env, game, &reason)) return -1;
    if (env->traits->games[game].low[0] != 0 || !vm_decidable(env->code, game, true, true)) return -1;
    for (size_t i = 0; i < q->count; i++) {
        const struct position *p = &q->positions[i];
        if (p->count != 1 || p->components[0].game != game || p->components[0].count != 1) return -1;
        if (p->big && p->big[0]) *largest = UINT64_MAX;
        else if (p->components[0].cells[0] < 0) return -1;
        else if ((uint64_t)p->components[0].cells[0] > *largest) *largest = (uint64_t)p->components[0].cells[0];
    }
    return game;
}

static double seconds_of(const struct family *f, uint64_t largest)
{
    double heaps = (double)f->threshold + EXPECTED + EXPECTED_ROUNDS * (double)f->reach, takes = 0;
    if (heaps > (double)largest + 1) heaps = (double)largest + 1;
    if (!by_takes(f)) return heaps * heaps / 2 * SECONDS_AN_OPTION;
    for (int64_t r = 0; r < f->modulus; r++) takes += (double)f->residues[r].count / (double)f->modulus;
    double by_rule = heaps < (double)f->threshold ? heaps : (double)f->threshold;
    double each = f->modulus == 1 && f->reach <= WORD ? 0 : SECONDS_A_TAKE * takes;
    return heaps * (SECONDS_A_HEAP + each) + by_rule * by_rule / 2 * SECONDS_AN_OPTION;
}

bool lost_heaps_offer(const struct env *env, struct planner *planner, struct way *way)
{
    uint64_t largest;
    struct periodic *p;
    int game = way->ask->what == Q_OUTCOME ? game_of(env, way->ask, &largest) : -1;
    if (game < 0) return false;
    planner->status = periodic_get(env, game, &p);
    if (planner->status != ST_OK || !fits(&p->family)) return false;
    const struct lost_heaps *l = find(env, game);
    bool known = l && (l->period.found || largest < l->count);
    if (!known && l && l->looked >= limit_of(&p->family) && (!by_takes(&p->family) || largest >= DIRECT)) {
        way->because = "no period was found";
        return true;
    }
    way->can = true;
    way->because = "each heap may be lost as one of those before it is, so a period can be proved";
    way->cost.seconds = known ? 1e-7 : seconds_of(&p->family, largest);
    way->cost.bytes = (double)(largest < DIRECT ? largest : LIMIT) / 8;
    way->cost.rough = true; /* a period usually ends the search long before */
    return true;
}

static bool index_of(const struct lost_heaps *l, const struct position *p, struct arena *arena, uint64_t *index)
{
    if (p->big && p->big[0]) return period_index_big(&l->period, arena, p->big[0][0], index);
    uint64_t heap = (uint64_t)p->components[0].cells[0];
    *index = heap < l->count ? heap : period_index(&l->period, heap);
    return true;
}

enum status lost_heaps_answer(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct ask *q = way->ask;
    uint64_t largest, index;
    struct periodic *p;
    int game = game_of(env, q, &largest);
    struct lost_heaps *l = find_or_open(env, game);
    enum status st = l ? periodic_get(env, game, &p) : ST_NO_MEMORY;
    if (st == ST_OK) st = reach(env, &p->family, l, largest);
    if (st != ST_OK) return st;
    result->outcomes = arena_array(arena, q->count + 1, sizeof *result->outcomes);
    for (size_t i = 0; result->outcomes && i < q->count; i++) {
        if (!index_of(l, &q->positions[i], arena, &index)) return ST_NO_MEMORY;
        result->outcomes[i] = is_lost(l->losses, index) ? OUTCOME_P : OUTCOME_N;
    }
    result->positions = l->count;
    result->source = "";
    result->claim = "misere outcomes of every heap from 0 on";
    result->extent = "every position computed from all its options or from one that wins";
    if (l->period.found) {
        result->extent = PERIODIC_EXTENT;
        result->claim = arena_printf(arena, "misere outcomes of every heap: period %llu from %llu, proved",
                                     (unsigned long long)l->period.period, (unsigned long long)l->period.preperiod);
    }
    return result->outcomes && result->claim ? ST_OK : ST_NO_MEMORY;
}
