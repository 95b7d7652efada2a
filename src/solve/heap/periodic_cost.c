/* SPDX-License-Identifier: MIT */
/* What the values of a heap will cost. How sparse they are, and whether a period comes soon, cannot be read off a rule, so the first heaps
 * are computed when a long question is planned: a tenth of what the rest seems to cost at most. They are kept, so nothing is done twice,
 * and they are counted in steps, not timed, so a plan is the same on every machine. */
#include "play/options/store.h"
#include "solve/heap/private.h"

/* Fitted to codes that the bench does not have (.104, .16, .161, .354, .36, .123456, 4.007), 10^4 to 10^6 heaps. */
#define SECONDS_PER_STEP 1.2e-9
#define SECONDS_PER_SET_STEP 4e-10 /* many bits of sets at a time */
#define HEAP_SECONDS 4e-8          /* of one that takes and breaks, besides its steps */
#define FEW_HEAPS 1024.0           /* so few take as long with any solver; this one may find a period */
#define SPARSE_STEPS 1000.0 /* per heap if the values are sparse: Officers and Grundy's game take about as many */
#define TRIPLE_STEPS 5.4    /* m / 3 thirds of the heap, 32 steps for the set of the other two, half of the heaps */
#define LOOKED 1e6          /* steps that are worth a closer look: a millisecond */
#define EACH_STEPS 200.0    /* of a heap whatever it is, as takebreak.c counts them */
#define SHARE 10.0          /* of the rest that a look may take */
#define BLOCKS_BYTES 4e6    /* sets of heaps for each value */
enum {
    LOOKED_MOST = 200000000,
    STARTS_MOST = 1 << 10,
    STARTS_PART = 1000,
    BLOCKS_FROM = 1 << 14,
    STEPS_A_LOOK = 1 << 20,
    HEAPS_A_LOOK = 32,
    LOOKS = 10
};

/* Steps of one heap of a sliding family. */
static double sliding_steps(const struct family *f)
{
    double takes = 0;
    if (f->modulus == 1 && !f->far) return 4 + 4 * (double)periodic_runs(&f->residues[0]);
    for (int64_t r = 0; r < f->modulus; r++) takes += (double)f->residues[r].count;
    return 8 + 4 * takes / (double)f->modulus;
}

/* Of codes of which nothing is known yet: taken to be sparse. */
static double steps_unseen(const struct family *f, double to)
{
    double splits = 0, triples = 0;
    for (size_t i = 0; i < f->digit_count; i++)
        splits += f->digits[i].heaps >> 2 & 1, triples += f->digits[i].heaps >> 3 & 1;
    if (triples > 0) return to * to * (splits / 4 + TRIPLE_STEPS * triples);
    double dense = to * to / 4, bound = to * SPARSE_STEPS;
    return (dense < bound ? dense : bound) * splits;
}

/* What the next piece of the sequence takes if it is twice as long as this one, and so on. */
static double steps_doubling(double piece, double growth, double from, double to)
{
    double all = 0;
    for (; 2 * from <= to; from *= 2) all += piece *= growth;
    return all + piece * growth * (to - from) / from * (to / from / 2);
}

/* The last heaps show what one takes, and beside those before them whether that grows: as the heap does, where all pairs are marked;
 * not at all, where values are sparse; and with three heaps as the values do. */
static double steps_on(const struct periodic *p, double from, double to)
{
    const struct periodic_mark *a = &p->marks[0], *b = &p->marks[1];
    if (p->family.kind == FAMILY_SLIDING) return (to - from) * sliding_steps(&p->family);
    if (p->family.kind == FAMILY_JOINED || p->family.kind == FAMILY_SHIFTED)
        return (to * to - from * from) * JOINED_STEPS;
    if (a->count == 0 || b->work <= a->work || p->work <= b->work || from <= (double)b->count)
        return steps_unseen(&p->family, to) * (1 - from / to);
    double before = (double)(b->work - a->work), last = (double)(p->work - b->work);
    if (p->family.most_heaps > 2) return steps_doubling(last, last > before ? last / before : 1, from, to);
    double middles = (from + (double)b->count) / (double)(a->count + b->count); /* of the heaps of both */
    before /= (double)(b->count - a->count);
    last /= from - (double)b->count;
    if (last - EACH_STEPS < (before - EACH_STEPS) * (1 + middles) / 2) return (to - from) * last;
    return last * (to * to - from * from) / (from + (double)b->count);
}

static double seconds_per_step(const struct family *f)
{
    return f->most_heaps > 2 ? SECONDS_PER_SET_STEP : SECONDS_PER_STEP;
}

static double seconds_on(const struct periodic *p, double from, double to)
{
    if (to <= from) return 0;
    double each = p->family.kind == FAMILY_BREAK ? HEAP_SECONDS : 0, first = from > FEW_HEAPS ? from : FEW_HEAPS;
    return steps_on(p, from, to) * seconds_per_step(&p->family) + (to > first ? to - first : 0) * each;
}

/* The next step of the sequence, if it does not take much more than is to be expected of it. */
static enum status look_on(const struct env *env, int game, struct periodic *p, uint64_t to)
{
    struct env_view view;
    struct terms terms = env->terms;
    terms.looks = LOOKS + p->work * LOOKS / STEPS_A_LOOK + (uint64_t)p->family.threshold / HEAPS_A_LOOK;
    env_view_open(&view, env, &terms);
    view.env.diags = view.vm.diags = &view.diags;
    enum status st = periodic_reach(&view.env, game, p, to, p->work + 1);
    env_view_close(&view);
    return st;
}

/* Positions of a step that fails are counted again when it runs; is there room for them, if there is for the run at all? */
static bool has_room(const struct env *env, uint64_t known, uint64_t to)
{
    uint64_t left = budget_states_left(env->budget), run = to - known + 1;
    return left < run || left - run > 2 * known + 256;
}

/* Until what is left is not worth it. What goes wrong goes wrong again when it runs. */
static void look_ahead(const struct env *env, int game, struct periodic *p, uint64_t to)
{
    const struct game_memory *memory = store_game(env->store, game);
    enum status st = ST_OK;
    for (uint64_t known = UINT64_MAX; st == ST_OK && !p->period.found && known != memory->sequence_count;) {
        known = memory->sequence_count;
        if (known > to || p->work > LOOKED_MOST || !has_room(env, known, to)) break;
        double left = steps_on(p, (double)known, (double)to);
        bool seen = p->marks[0].count > 0 || p->work > LOOKED;
        if (left < LOOKED || (seen && left < SHARE * (double)p->work)) break;
        st = look_on(env, game, p, to);
    }
}

/* Where a heap may be broken into three, the sets of the values of its pairs; these double when values do. */
static double bytes_of_sets(const struct game_memory *memory, double to)
{
    uint32_t top = 0, half = 0;
    uint64_t known = memory->sequence_count;
    double bytes = sizeof(uint64_t);
    for (uint64_t n = 0; n < known; n++) {
        uint32_t value = value_view_at(value_view(&memory->sequence), n);
        if (value > top) top = value;
        if (n == known / 2) half = top;
    }
    double values = top + 1.0, growth = values / (half + 1.0), n = (double)known;
    for (; known && 2 * n <= to && values < 1e30; n *= 2) values *= growth;
    if (known && to > n) values *= 1 + (growth - 1) * (to - n) / n;
    for (double room = 64; room <= values; room *= 2) bytes *= 2;
    return to * bytes;
}

static uint64_t bytes_of_value(const struct game_memory *memory, const struct family *f)
{
    bool wide = memory->sequence.wide || (!memory->sequence.narrow && !periodic_narrow(f));
    return wide ? sizeof *memory->sequence.wide : sizeof *memory->sequence.narrow;
}

void periodic_cost(const struct env *env, int game, struct periodic *p, uint64_t to, bool all, struct cost *cost)
{
    const struct game_memory *memory = store_game(env->store, game);
    /* The rule itself is asked up to there. */
    bool starts = p->family.threshold <= STARTS_MOST || (uint64_t)p->family.threshold <= to / STARTS_PART;
    uint64_t before = p->work;
    if (starts && !p->period.found) look_ahead(env, game, p, to);
    double known = (double)memory->sequence_count, wanted = p->period.found && !all ? known : (double)to;
    cost->seconds = 1e-7 + (double)(p->work - before) * seconds_per_step(&p->family) + seconds_on(p, known, wanted);
    cost->bytes = (wanted > known ? wanted : known) * (double)bytes_of_value(memory, &p->family);
    if (wanted > known && wanted > BLOCKS_FROM && p->family.most_heaps == 2) cost->bytes += BLOCKS_BYTES;
    if (wanted > known && p->family.most_heaps > 2) cost->bytes += bytes_of_sets(memory, wanted);
}
