/* SPDX-License-Identifier: MIT */
/* How many states are lost is not seen before: what a table takes is estimated by two small ones. */
#include "solve/ranked/outcomes.h"
#include <string.h>
#include "base/mem.h"
#include "play/options/traits.h"
#include "solve/ranked/decide.h"
#include "solve/ranked/fill.h"
#include "solve/ranked/shapes.h"

enum { SAMPLE_STATES = 1 << 13, SAMPLE_LEAST = 1 << 9, HALVINGS_MOST = 32 };

/* The question about values of the same components; they are in the arena. False: positions are sums, or more than an
 * outcome is asked. */
static bool as_values(const struct ask *q, struct arena *arena, struct ask *values)
{
    struct component *components = arena_array(arena, q->count + 1, sizeof *components);
    if (!components || q->mover || q->remoteness || q->heap || q->big) return false;
    for (size_t i = 0; i < q->count; i++) {
        if (q->positions[i].count != 1 || q->positions[i].big) return false;
        components[i] = q->positions[i].components[0];
    }
    *values = (struct ask){.what = Q_VALUE, .components = components, .count = q->count};
    return true;
}

static enum shapes_what what_of(const struct ask *q) { return q->play == PLAY_MISERE ? SHAPES_MISERE : SHAPES_NORMAL; }

static uint64_t bytes_of(const struct ranks *r) { return (r->size / 64 + 1) * sizeof(uint64_t); }

static enum status new_bits(const struct ranks *r, const struct shots *shots, struct decided *d)
{
    d->won = mem_alloc((size_t)bytes_of(r));
    if (d->won && shots->legal_count) d->none = mem_alloc((size_t)bytes_of(r));
    return d->won && (d->none || !shots->legal_count) ? ST_OK : ST_NO_MEMORY;
}

static void free_bits(const struct ranks *r, struct decided *d)
{
    mem_free(d->won, d->won ? (size_t)bytes_of(r) : 0);
    mem_free(d->none, d->none ? (size_t)bytes_of(r) : 0);
}

/* ---- what it costs ----------------------------------------------------------------------------------------------- */
/* A table, by what takes time in it. */
struct measured {
    double states, looked, work;
};

static double work_of(const struct decided *d)
{
    return (double)d->rays * 5e-8 + (double)d->options * 1.2e-9 + (double)d->tests * 2e-8 + (double)d->singles * 1e-8 +
           (double)d->walks * 3e-9 + (double)d->cuts * 1.5e-8 + (double)d->signs * 3e-9 + (double)d->looked * 5e-8;
}

/* ST_UNSUPPORTED: not even that could be decided. */
static enum status measure(const struct env *env, const struct ranked *t, const struct batch *b, bool misere,
                           struct measured *out)
{
    struct arena arena = {0};
    struct ranks r;
    struct shots shots;
    struct inverse inverse;
    struct decided d = {.counted = true};
    enum status st = shapes_number(env, t, b, &arena, &r, &shots);
    *out = (struct measured){0};
    if (st == ST_OK && !r.fine) st = ST_UNSUPPORTED;
    if (st == ST_OK) out->states = (double)r.size;
    if (st == ST_OK && r.size <= SAMPLE_STATES) {
        st = inverse_open(&t->unrolled, &t->exchange, &r, &arena, &inverse);
        if (st == ST_OK) st = new_bits(&r, &shots, &d);
        if (st == ST_OK) st = decide_few(&shots, &inverse, misere, &d);
        free_bits(&r, &d);
    }
    out->looked = (double)d.looked + 1;
    out->work = work_of(&d) + 1e-7;
    arena_free(&arena);
    return st;
}

static void halve(const struct ranked *t, struct batch *b)
{
    for (size_t i = 0; i < b->count; i++)
        for (size_t c = 0; c < t->unrolled.cells; c++) {
            int64_t least = t->unrolled.least[c];
            b->starts[i][c] = least + (b->starts[i][c] - least) / 2;
        }
}

/* Of all starts the first `cells` cells; the others are as little as they may be. */
static void cut(const struct ranked *t, struct batch *b, const struct batch *from, size_t cells)
{
    for (size_t i = 0; i < b->count; i++)
        for (size_t c = 0; c < t->unrolled.cells; c++)
            b->starts[i][c] = c < cells ? from->starts[i][c] : t->unrolled.least[c];
}

static struct batch copy_of(const struct batch *b, struct arena *arena)
{
    struct batch copy = *b;
    copy.starts = arena_array(arena, b->count + 1, sizeof *copy.starts);
    if (copy.starts) memcpy(copy.starts, b->starts, b->count * sizeof *copy.starts);
    return copy;
}

/* The work for so many states, if it grows from a to them as it did from b to a: at least with their square root, at
 * most with their square. */
static double carried(const struct measured *a, const struct measured *b, double states)
{
    double times = b->states > 0 ? a->states / b->states : 1, more = a->work / b->work, at = a->states, work = a->work;
    if (times < 1.5) return work * states / at;
    if (more * more < times) more = times < 4 ? 1 : 2;
    if (more > times * times) more = times * times;
    for (; at * times <= states; at *= times) work *= more;
    return work * (1 + (more - 1) * (states / at - 1) / (times - 1));
}

/* A table of the whole, and two of parts of it that are small enough to be filled: the greater one first. */
struct sampling {
    const struct env *env;
    const struct ranked *t;
    const struct batch *whole;
    struct batch small;
    bool misere;
    struct measured a, before;
};

/* Cells of few values are not halved: that leaves nothing of them. The most of them that are few enough, and one less. */
static enum status sample_few(struct sampling *s)
{
    size_t few = 0, many = s->t->unrolled.cells;
    enum status st = ST_OK;
    s->a = s->before = (struct measured){0};
    while (many - few > 1 && st == ST_OK) {
        size_t middle = few + (many - few) / 2;
        struct measured m;
        cut(s->t, &s->small, s->whole, middle);
        st = measure(s->env, s->t, &s->small, s->misere, &m);
        if (m.states > SAMPLE_STATES) many = middle;
        else few = middle, s->before = s->a, s->a = m;
    }
    for (size_t less = few; less-- > 0 && st == ST_OK;) {
        cut(s->t, &s->small, s->whole, less);
        st = measure(s->env, s->t, &s->small, s->misere, &s->before);
        if (s->before.states < s->a.states) break;
    }
    return st;
}

static enum status sample(struct sampling *s, double states)
{
    enum status st = ST_OK;
    s->a.states = states;
    for (int i = 0; i < HALVINGS_MOST && st == ST_OK && s->a.states > SAMPLE_STATES; i++) {
        halve(s->t, &s->small);
        st = measure(s->env, s->t, &s->small, s->misere, &s->a);
    }
    if (st == ST_OK && states > SAMPLE_STATES && s->a.states < SAMPLE_LEAST) return sample_few(s);
    halve(s->t, &s->small);
    return st == ST_OK ? measure(s->env, s->t, &s->small, s->misere, &s->before) : st;
}

/* Seconds of a table of so many states. */
static enum status estimate(const struct env *env, const struct ranked *t, const struct batch *b, double states,
                            bool misere, struct arena *arena, double *seconds)
{
    struct sampling s = {.env = env, .t = t, .whole = b, .small = copy_of(b, arena), .misere = misere};
    if (!s.small.starts) return ST_NO_MEMORY;
    enum status st = sample(&s, states);
    if (st != ST_OK) return st;
    *seconds = states * 2e-9 + carried(&s.a, &s.before, states);
    return ST_OK;
}

/* ---- the offer --------------------------------------------------------------------------------------------------- */
/* What the components of one shape cost, added to the way; what is returned: why they are not answered, or NULL. */
static const char *add_cost(const struct env *env, const struct ask *values, size_t i, enum shapes_what what,
                            struct arena *arena, struct way *way, enum status *st)
{
    struct shapes_counted c;
    double seconds = 0;
    const char *why = shapes_estimate(env, values, i, what, arena, &c, st);
    if (why || c.batch.covered) return why;
    shapes_known(&c, c.count.options + c.count.tests);
    if (c.count.reason) return c.count.reason;
    *st = estimate(env, c.batch.table, &c.batch, (double)c.ranks.size, what == SHAPES_MISERE, arena, &seconds);
    if (*st == ST_UNSUPPORTED) return *st = ST_OK, "a move of a small state does not lead down";
    if (*st != ST_OK) return "memory is out";
    way->cost.seconds += seconds;
    way->cost.bytes += (double)bytes_of(&c.ranks) * (c.shots.legal_count ? 2 : 1) + (1 << 18);
    return NULL;
}

void ranked_outcomes_offer(const struct env *env, struct planner *planner, struct way *way)
{
    struct arena scratch = {0};
    struct ask *values = way->kept = arena_alloc(planner->arena, sizeof *values);
    enum status st = ST_OK;
    if (!values) planner->status = ST_NO_MEMORY;
    if (!values || !as_values(way->ask, planner->arena, values)) return;
    const char *why = ranked_unsuitable(env, values);
    for (size_t i = 0; i < values->count && !why; i++)
        if (values->components[i].game >= 0 && env->traits->games[values->components[i].game].one_heap)
            why = "outcomes of a single heap are found as a sequence";
    if (!why && planner_answers(planner, way, ranked_offer_seconds(env, values))) why = PLANNER_QUICKER;
    if (why && env->terms.only) way->because = why;
    if (why) return;
    way->cost.seconds = 1e-6 * (double)values->count;
    for (size_t i = 0; i < values->count && !way->because; i++)
        if (shapes_first(env, values, i))
            way->because = add_cost(env, values, i, what_of(way->ask), &scratch, way, &st);
    arena_free(&scratch);
    if (st != ST_OK) planner->status = st;
    way->can = !way->because;
    if (way->because == shapes_many) way->lacks = ST_STATE_BUDGET;
    if (way->can) way->because = "outcomes of every position that can be reached, numbered without gaps, a bit each";
}

/* ---- the run ----------------------------------------------------------------------------------------------------- */
static enum status decide(struct env *env, struct ranked *t, struct decided *d)
{
    struct inverse inverse;
    uint64_t bytes = bytes_of(&t->ranks) * (t->shots.legal_count ? 2 : 1);
    enum status st = budget_fits(env->budget, bytes);
    if (st == ST_OK) st = inverse_open(&t->unrolled, &t->exchange, &t->ranks, &t->numbers, &inverse);
    if (st == ST_OK) st = new_bits(&t->ranks, &t->shots, d);
    if (st != ST_OK) return st;
    budget_expect(env->budget, t->ranks.size);
    return decide_states(&t->shots, &inverse, env, &(struct kept_name){shapes_words, t}, t->shape.what == SHAPES_MISERE,
                         d);
}

static enum status fill(struct env *env, struct ranked *t)
{
    struct decided d = {0};
    enum status st = decide(env, t, &d);
    t->failed = d.reason;
    if (st == ST_OK) {
        t->won = d.won;
        d.won = NULL;
    }
    free_bits(&t->ranks, &d);
    return st;
}

enum status ranked_outcomes_run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct ask *values = way->kept;
    enum shapes_what what = what_of(way->ask);
    enum status st = ST_OK;
    result->claim = what == SHAPES_MISERE
                        ? "misere outcomes of every position that can be reached, numbered without gaps"
                        : "outcomes of every position that can be reached, numbered without gaps";
    result->source = "";
    result->extent = "every position has an option that loses, or all of its options win";
    result->outcomes = arena_array(arena, values->count + 1, sizeof *result->outcomes);
    if (!result->outcomes) return ST_NO_MEMORY;
    for (size_t i = 0; i < values->count && st == ST_OK; i++)
        if (shapes_first(env, values, i)) st = shapes_cover(env, values, i, what, arena, fill);
    for (size_t i = 0; i < values->count && st == ST_OK; i++) {
        struct ranked *t;
        int64_t cells[TERM_CELLS];
        uint32_t number;
        size_t n;
        st = shapes_table(env, &values->components[i], what, &t);
        if (st != ST_OK) break;
        if (!t || !t->won || !unroll_cells(env, &values->components[i], cells, &n)) return ST_UNSUPPORTED;
        if (!ranks_of(&t->ranks, cells, &number)) return ST_UNSUPPORTED;
        result->outcomes[i] = t->won[number / 64] >> number % 64 & 1 ? OUTCOME_N : OUTCOME_P;
        if (shapes_first(env, values, i)) result->positions += t->ranks.size;
    }
    return st;
}
