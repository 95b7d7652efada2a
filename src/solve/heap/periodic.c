/* SPDX-License-Identifier: MIT */
/* The sequence doubles while it is short and later grows by a quarter, when a search may end at any time; each step
 * is followed by a search for a period, so searching costs a constant factor. Heaps below a family's threshold are
 * computed by the rule itself. */
#include "solve/heap/private.h"
#include <string.h>
#include "base/mem.h"
#include "play/options/store.h"
#include "solve/heap/blocks.h"
#include "solve/heap/kept.h"
#include "solve/heap/observe.h"
#include "solve/heap/tables.h"

enum {
    FIRST_COUNT = 128,
    SHORT_COUNT = 1 << 15,
    SHORT_TABLE = 512, /* by the rule a heap may cost the square of its size */
    LIMIT_SLIDING = 1 << 24,
    LIMIT_BREAK = 1 << 25,
    LIMIT_THREE = 1 << 14,
    LIMIT_JOINED = 1 << 13,
    LIMIT_SETS = 1 << 11, /* most rules that take numbers of a set without a period have none either */
    LARGEST_THRESHOLD = 1 << 22,
    DIRECT = 4
};
#define BOUND_SECONDS (SEARCH_WORK * 1.2e-9)
#define PROOF_SECONDS 0.5 /* a period that may be proved comes before one that is seen (sequence.c) */

enum status periodic_get(const struct env *env, int game, struct periodic **out)
{
    struct game_memory *memory = store_game(env->store, game);
    *out = memory->periodic;
    if (*out) return ST_OK;
    struct arena *arena = &env->store->settings_arena;
    struct periodic *p = arena_alloc(arena, sizeof *p);
    enum status st = p ? family_find(env->model, game, env->params, arena, &p->family) : ST_NO_MEMORY;
    if (st == ST_OK) *out = memory->periodic = p;
    return st;
}

/* Are the values those of the rule's own table? */
static bool by_rule(const struct family *f) { return f->kind == FAMILY_JOINED || f->kind == FAMILY_SHIFTED; }

uint64_t periodic_limit(const struct family *family)
{
    if (family->kind == FAMILY_SLIDING) return LIMIT_SLIDING;
    if (family->set_count) return LIMIT_SETS;
    if (by_rule(family)) return LIMIT_JOINED;
    return family->most_heaps > 2 ? LIMIT_THREE : LIMIT_BREAK;
}

/* ---- growing ----------------------------------------------------------------------------------------------------- */
static enum status make_room(struct env *env, const struct family *f, struct game_memory *memory, uint64_t count)
{
    struct value_run *run = &memory->sequence;
    if (count <= run->room) return ST_OK;
    if (count > UINT32_MAX) return ST_MEMORY_BUDGET;
    bool narrow = !run->wide && periodic_narrow(f);
    enum status st = budget_fits(env->budget, (count - run->room) * (narrow ? sizeof *run->narrow : sizeof *run->wide));
    return st == ST_OK ? value_run_reserve(run, count, narrow) : st;
}

/* The first value that does not fit is there: from here on they are wide. */
static enum status widen(struct env *env, struct game_memory *memory)
{
    struct value_run *run = &memory->sequence;
    enum status st = budget_fits(env->budget, run->room * sizeof *run->wide);
    return st == ST_OK ? value_run_widen(run, memory->sequence_count) : st;
}

static enum status fill_by_rule(struct env *env, int game, struct game_memory *memory, uint64_t to)
{
    int64_t high = (int64_t)to - 1;
    enum status st = tables_cover(env, game, &high);
    while (st == ST_OK && memory->sequence_count < to)
        if (value_run_put(&memory->sequence, memory->sequence_count, memory->table.values[memory->sequence_count]))
            memory->sequence_count++;
        else st = widen(env, memory);
    return st;
}

/* The values below the threshold. Where there are far heaps it is raised until those show all values of the lowest ones. */
static enum status begin(struct env *env, int game, struct periodic *p, uint64_t count)
{
    struct game_memory *memory = store_game(env->store, game);
    for (;;) {
        uint64_t threshold = (uint64_t)p->family.threshold;
        enum status st = ST_OK;
        if (memory->sequence_count < threshold)
            st = fill_by_rule(env, game, memory, count < threshold ? count : threshold);
        if (st != ST_OK || count <= threshold || p->family.kind != FAMILY_SLIDING || !p->family.far) return st;
        if (periodic_far_starts(&p->family, value_view(&memory->sequence), threshold)) return ST_OK;
        if (p->family.threshold > LARGEST_THRESHOLD) return ST_UNSUPPORTED;
        p->family.threshold *= 2;
    }
}

struct again {
    struct env *env;
    int game;
    const struct family *family;
    struct value_run *values;
    struct break_fill **state;
};

/* By the rule's own code, whose table is kept. */
static enum status fill_joined(struct again *a, uint64_t from, uint64_t to, uint64_t *work)
{
    int64_t high = (int64_t)to - 1;
    uint64_t before = vm_work(a->env->vm);
    enum status st = tables_cover(a->env, a->game, &high);
    *work += vm_work(a->env->vm) - before;
    if (st != ST_OK) return st;
    memcpy(a->values->wide + from, store_game(a->env->store, a->game)->table.values + from,
           (size_t)(to - from) * sizeof *a->values->wide);
    return ST_OK;
}

/* ST_UNSUPPORTED: as of periodic_fill_break. */
static enum status fill_by_family(struct again *a, uint64_t from, uint64_t to, uint64_t *work, uint64_t *done)
{
    if (by_rule(a->family)) return fill_joined(a, from, to, work);
    if (a->family->kind == FAMILY_SLIDING) return periodic_fill_sliding(a->env, a->family, a->values, from, to, work);
    return periodic_fill_break(a->env, a->family, a->values, from, to, work, a->state, done);
}

static enum status again(void *context, uint64_t from, uint64_t to)
{
    struct again own = *(const struct again *)context;
    struct break_fill *state = NULL;
    uint64_t work = 0, done = from;
    own.state = &state;
    enum status st = fill_by_family(&own, from, to, &work, &done);
    periodic_end_break(state);
    return st;
}

/* In 32 bits from the first value on that does not fit in 16. */
static enum status fill_wider(struct again *a, struct game_memory *memory, uint64_t from, uint64_t to, uint64_t *work)
{
    uint64_t done = from;
    enum status st = fill_by_family(a, from, to, work, &done);
    if (st != ST_UNSUPPORTED || !memory->sequence.narrow) return st;
    memory->sequence_count = done;
    st = widen(a->env, memory);
    return st == ST_OK ? fill_by_family(a, done, to, work, &done) : st;
}

static struct journal_values values_of(const struct game_memory *memory)
{
    return (struct journal_values){.wide = memory->sequence.wide, .narrow = memory->sequence.narrow};
}

/* Values up to count - 1, from the threshold on. */
static enum status fill_on(struct env *env, int game, struct game_memory *memory, struct periodic *p, uint64_t count,
                           struct kept *kept, struct break_fill **state)
{
    struct again context = {env, game, &p->family, &memory->sequence, state};
    struct kept_values values = {.values = values_of(memory),
                                 .have = &memory->sequence_count,
                                 .limit = count,
                                 .work = &p->work,
                                 .again = again,
                                 .context = &context};
    bool pieces = kept && p->family.most_heaps <= 2; /* with three heaps it costs much to begin again */
    enum status st = ST_OK;
    while (st == ST_OK && memory->sequence_count < count) {
        if (kept) st = kept_take(kept, &values);
        uint64_t from = memory->sequence_count, to = pieces ? kept_piece(kept, from, count) : count;
        if (st == ST_OK && to > from) st = budget_take_states(env->budget, to - from);
        if (st == ST_OK && to > from) st = fill_wider(&context, memory, from, to, &p->work);
        values.values = values_of(memory);
        if (st != ST_OK) break;
        memory->sequence_count = to;
        if (kept) kept_put(kept, values.values, to, p->work);
    }
    return st;
}

/* Makes values 0..count-1 available. */
static enum status grow(struct env *env, int game, struct periodic *p, uint64_t count, struct kept *kept,
                        struct break_fill **state)
{
    struct game_memory *memory = store_game(env->store, game);
    if (count <= memory->sequence_count) return ST_OK;
    enum status st = make_room(env, &p->family, memory, count);
    if (st == ST_OK) st = begin(env, game, p, count);
    return st == ST_OK ? fill_on(env, game, memory, p, count, kept, state) : st;
}

/* With three heaps each step rebuilds the sets of pairs (takebreak.c), so the length goes on doubling. */
static uint64_t next_count(const struct family *f, uint64_t count)
{
    if (by_rule(f)) return count < SHORT_TABLE ? 2 * count : count + count / 4;
    return count < SHORT_COUNT || f->most_heaps > 2 ? 2 * count : count + count / 4;
}

/* Where the last step but one of the sequence began, and the last one. */
static void mark(struct periodic *p, uint64_t known, uint64_t count)
{
    if (count <= known || known == p->marks[1].count) return;
    p->marks[0] = p->marks[1];
    p->marks[1] = (struct periodic_mark){known, p->work};
}

enum status periodic_reach(struct env *env, int game, struct periodic *p, uint64_t last, uint64_t work)
{
    struct game_memory *memory = store_game(env->store, game);
    uint64_t count = FIRST_COUNT;
    if (last == UINT64_MAX) last--; /* there is one more value than the last heap's number */
    while (count < memory->sequence_count) count = next_count(&p->family, count);
    struct kept kept;
    bool keeps = work == UINT64_MAX && !by_rule(&p->family); /* how far a search goes must not depend on files */
    kept_open(&kept, env, game, NULL);
    if (keeps && last + 1 > memory->sequence_count) budget_expect(env->budget, last + 1 - memory->sequence_count);
    struct break_fill *state = NULL;
    enum status st = ST_OK;
    for (;; count = next_count(&p->family, count)) {
        if (count > last + 1) count = last + 1;
        mark(p, memory->sequence_count, count);
        st = grow(env, game, p, count, keeps ? &kept : NULL, &state);
        if (st == ST_OK) st = periodic_look(env, game, p);
        if (st != ST_OK || p->period.found || count == last + 1 || p->work >= work) break;
    }
    periodic_end_break(state);
    if (keeps) kept_close(&kept, values_of(memory), memory->sequence_count, p->work);
    return st;
}

bool periodic_value(const struct env *env, int game, const struct periodic *p, uint64_t heap, uint64_t *value)
{
    const struct game_memory *memory = store_game(env->store, game);
    if (heap >= memory->sequence_count)
        return p->period.found && period_value(&p->period, value_view(&memory->sequence), heap, value);
    *value = value_view_at(value_view(&memory->sequence), heap);
    return true;
}

/* ---- the two solvers --------------------------------------------------------------------------------------------- */
static uint64_t largest_heap(const struct ask *q)
{
    if (ask_is_big(q)) return UINT64_MAX;
    if (q->what == Q_BOX) {
        int64_t high = q->box->low[0] + q->box->extent[0] - 1;
        return high < 0 ? 0 : (uint64_t)high;
    }
    uint64_t last = q->what == Q_VALUE ? 0 : q->last;
    for (size_t i = 0; q->what == Q_VALUE && i < q->count; i++)
        if ((uint64_t)q->components[i].cells[0] > last) last = (uint64_t)q->components[i].cells[0];
    return last;
}

static uint64_t largest_direct(const struct family *f) { return DIRECT * periodic_limit(f); }

static const char *unsuitable(const struct env *env, const struct ask *q, int game)
{
    if (q->play == PLAY_MISERE) return "SG values belong to normal play";
    if (q->what == Q_OUTCOME) return "it gives SG values of heaps only";
    for (size_t i = 1; q->what == Q_VALUE && i < q->count; i++)
        if (q->components[i].game != game) return "one game at a time";
    if (game < 0 || !env->traits->games[game].one_heap) return "the state is not a single heap";
    if (env->traits->games[game].loopy) return "the game is loopy: play may go on for ever";
    return NULL;
}

/* Why the values below the threshold, which the rule itself must give, cannot be computed; NULL if they can. */
static const char *no_start(const struct env *env, const struct family *f, int game)
{
    const char *reason;
    if (f->threshold == 0 && !by_rule(f)) return NULL;
    if (f->threshold > LARGEST_THRESHOLD) return "its rule becomes regular only at very large heaps";
    return tables_possible(env, game, &reason) ? NULL : reason;
}

static const char *offered(const struct family *f, enum family_kind kind)
{
    if (f->kind == FAMILY_SHIFTED) return "takes and parts by their residues, so a period can be proved";
    if (f->kind == FAMILY_JOINED && f->digit_count)
        return "takes, and breaks by a finite code, so a period can be proved";
    if (f->classes) return "takes by their residues, so a period can be proved";
    if (f->kind == FAMILY_JOINED)
        return "takes from a fixed set, or leaves one of fixed heaps, so a period can be proved";
    if (f->far) return "takes all but finitely many numbers, so an arithmetic period can be proved";
    return kind == FAMILY_SLIDING ? "takes from a fixed set, so a period can be proved"
                                  : "takes and breaks by a finite code, so a period can be proved";
}

void periodic_offer(const struct env *env, enum family_kind kind, struct way *way)
{
    const struct ask *q = way->ask;
    struct periodic *p;
    int game = q->what == Q_VALUE && q->count ? q->components[0].game : q->game;
    way->because = unsuitable(env, q, game);
    if (way->because) return;
    if (periodic_get(env, game, &p) != ST_OK) {
        way->because = "memory is out";
        return;
    }
    bool joined = kind == FAMILY_SLIDING && by_rule(&p->family);
    way->because = p->family.kind == kind || joined ? no_start(env, &p->family, game)
                   : p->family.kind == FAMILY_NONE  ? p->family.reason
                                                    : "another solver knows this family better";
    if (way->because) return;
    uint64_t last = largest_heap(q), limit = largest_direct(&p->family);
    way->can = true;
    way->because = offered(&p->family, kind);
    periodic_cost(env, game, p, last < limit ? last : limit, q->what == Q_SEQUENCE, &way->cost);
    if (last > limit && way->cost.seconds > BOUND_SECONDS) {
        way->cost.bytes *= BOUND_SECONDS / way->cost.seconds; /* a period ends it, or this bound (periodic_answer) */
        way->cost.seconds = BOUND_SECONDS;
    }
    if (q->what == Q_PERIOD && way->cost.seconds > PROOF_SECONDS) way->cost.seconds = PROOF_SECONDS;
    way->cost.rough = true; /* a period usually ends the search long before */
}

static const struct integer *heap_number(const struct env *env, const struct ask *q, int game, const struct periodic *p,
                                         size_t i, struct arena *arena)
{
    bool big = q->big && q->big[i];
    const struct integer *heap = big ? q->big[i][0] : integer_from(arena, q->components[i].cells[0]);
    return heap ? period_value_big(&p->period, value_view(&store_game(env->store, game)->sequence), arena, heap) : NULL;
}

/* For heaps of any size, by the period. */
static enum status write_numbers(const struct env *env, const struct ask *q, int game, const struct periodic *p,
                                 struct arena *arena, struct result *result)
{
    if (!p->period.found) return ST_UNSUPPORTED;
    result->numbers = arena_array(arena, q->count, sizeof *result->numbers);
    for (size_t i = 0; result->numbers && i < q->count; i++)
        if (!(result->numbers[i] = heap_number(env, q, game, p, i, arena))) return ST_NO_MEMORY;
    return result->numbers ? ST_OK : ST_NO_MEMORY;
}

static enum status write_values(struct env *env, const struct ask *q, int game, const struct periodic *p,
                                struct arena *arena, struct result *result)
{
    size_t count = q->what == Q_VALUE ? q->count : (size_t)q->last + 1;
    if (ask_is_big(q) && p->period.saltus) return write_numbers(env, q, game, p, arena, result);
    result->values = arena_array(arena, count, sizeof *result->values);
    if (!result->values) return ST_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        bool big = q->what == Q_VALUE && q->big && q->big[i];
        uint64_t heap = i;
        if (big && !p->period.found) return ST_UNSUPPORTED;
        if (big && !period_index_big(&p->period, arena, q->big[i][0], &heap)) return ST_NO_MEMORY;
        if (q->what == Q_VALUE && !big) heap = (uint64_t)q->components[i].cells[0];
        if (!periodic_value(env, game, p, heap, &result->values[i])) return ST_UNSUPPORTED;
    }
    return ST_OK;
}

static enum status write_claim(const struct env *env, const struct ask *q, int game, const struct periodic *p,
                               struct arena *arena, struct result *result)
{
    const struct period *period = &p->period;
    result->positions = store_game(env->store, game)->sequence_count;
    result->source = "Sprague 1935, Grundy 1939";
    result->claim = "mex over all options, for every heap from 0 on";
    result->period = *period;
    if (!period->found) return ST_OK;
    result->extent = PERIODIC_EXTENT;
    if (p->family.kind != FAMILY_SLIDING) result->source = "Guy and Smith 1956";
    if (p->family.kind == FAMILY_SHIFTED || (p->family.classes && !period->saltus)) result->source = period->theorem;
    else if (period->saltus)
        result->source = p->family.far ? "Berlekamp, Conway and Guy 1982" : "Austin 1976, Howse and Nowakowski 2004";
    else if (ask_is_big(q) && period->theorem) result->source = period->theorem;
    if (period->saltus)
        result->claim =
            arena_printf(arena, "period %llu from %llu with saltus %lld, proved", (unsigned long long)period->period,
                         (unsigned long long)period->preperiod, (long long)period->saltus);
    else
        result->claim = arena_printf(arena, "period %llu from %llu, proved", (unsigned long long)period->period,
                                     (unsigned long long)period->preperiod);
    return result->claim ? ST_OK : ST_NO_MEMORY;
}

/* The heaps of a box, in steps: those that are known by now are handed on. */
static enum status give_heaps(struct env *env, int game, struct periodic *p, uint64_t last, struct blocks *b)
{
    const struct game_memory *memory = store_game(env->store, game);
    const struct value_table *box = b->ask->box;
    uint64_t below = box->low[0] < 0 ? 0 - (uint64_t)box->low[0] : 0;
    enum status st = blocks_skip(b, below < box->count ? below : box->count);
    for (uint64_t to = FIRST_COUNT; st == ST_OK && b->next < box->count; to = next_count(&p->family, to)) {
        if (last <= largest_direct(&p->family)) st = periodic_reach(env, game, p, to < last ? to : last, UINT64_MAX);
        uint64_t heap = (uint64_t)(box->low[0] + (int64_t)b->next), count = memory->sequence_count;
        if (count > last + 1) count = last + 1;
        if (st == ST_OK && heap < count) st = blocks_add_view(b, value_view(&memory->sequence), heap, count - heap);
        if (st == ST_OK && p->period.found) st = blocks_repeat(b, value_view(&memory->sequence), &p->period);
    }
    return st;
}

static enum status answer_box(struct env *env, const struct ask *q, struct periodic *p)
{
    struct blocks blocks;
    uint64_t last = largest_heap(q);
    enum status st = blocks_open(&blocks, q);
    bool direct = last <= largest_direct(&p->family);
    if (st == ST_OK && !direct) st = periodic_reach(env, q->game, p, periodic_limit(&p->family), SEARCH_WORK);
    if (st == ST_OK && !direct && !p->period.found) st = ST_UNSUPPORTED;
    if (st == ST_OK) st = give_heaps(env, q->game, p, last, &blocks);
    if (st == ST_OK) st = blocks_end(&blocks);
    blocks_close(&blocks);
    return st;
}

enum status periodic_answer(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct ask *q = way->ask;
    struct periodic *p;
    int game = q->what == Q_VALUE ? q->components[0].game : q->game;
    enum status st = periodic_get(env, game, &p);
    if (st != ST_OK) return st;
    if (q->what == Q_PERIOD) return period_by_family(env, game, p, q->last, &result->period);
    if (q->what == Q_BOX) {
        st = answer_box(env, q, p);
        return st == ST_OK ? write_claim(env, q, game, p, arena, result) : st;
    }
    uint64_t last = largest_heap(q);
    if (last <= largest_direct(&p->family)) st = periodic_reach(env, game, p, last, UINT64_MAX);
    else st = periodic_reach(env, game, p, periodic_limit(&p->family), SEARCH_WORK);
    if (st == ST_OK) st = write_values(env, q, game, p, arena, result);
    return st == ST_OK ? write_claim(env, q, game, p, arena, result) : st;
}
