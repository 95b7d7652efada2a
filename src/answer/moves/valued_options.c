/* SPDX-License-Identifier: MIT */
/* A portion is flat: the parts of all options in one list of sums, their steps in another. */
#include "answer/moves/valued_options.h"
#include <inttypes.h>
#include "answer/moves/reply.h"
#include "play/options/store.h"

enum { PORTION = 8192, PORTION_COMPONENTS = 1 << 18, PORTION_CELLS = 1 << 22 };

struct portion {
    struct valued_options *all;
    struct query *q;
    size_t component; /* the component that moves */
    size_t size;      /* options in a full portion */
    bool rest_fits;   /* the nim-sum of the others, if it fits 63 bits */
    uint64_t rest;
    struct sums parts;      /* what the component becomes; */
    struct step_list steps; /* and how: one of each an option */
    component_vec scratch;
    step_vec step_scratch;
};

/* ---- collecting ----------------------------------------------------------------------------------------------------- */
static void empty_portion(struct portion *p)
{
    sums_clear(&p->parts);
    steps_clear(&p->steps);
}

static enum status flush(struct portion *p);

static enum status collect(void *context, const struct made_move *move)
{
    struct portion *p = context;
    if (p->all->count + p->parts.count >= p->all->limit) {
        p->all->all = false;
        return ST_UNSUPPORTED;
    }
    if (!steps_add(&p->steps, move->steps, move->step_count) || !sums_add(&p->parts, move->parts, move->part_count))
        return ST_NO_MEMORY;
    return p->parts.count >= p->size ? flush(p) : ST_OK;
}

/* Option i of the portion, valid until the next one is asked for. False when memory is out. */
static bool read_move(struct portion *p, size_t i, struct made_move *move)
{
    p->scratch.count = p->step_scratch.count = 0;
    if (!sums_list(&p->parts, i, &p->scratch) || !steps_get(&p->steps, i, &p->step_scratch)) return false;
    *move = (struct made_move){p->component,    p->step_scratch.data, p->step_scratch.count,
                               p->scratch.data, p->scratch.count,     NULL};
    return true;
}

/* ---- valuing ----------------------------------------------------------------------------------------------------- */
static enum status value_portion(struct portion *p, uint64_t *own)
{
    size_t n = p->parts.items.count;
    uint64_t *values = mem_alloc_raw((n + 1) * sizeof *values);
    p->scratch.count = 0;
    if (!values || !vec_reserve(&p->scratch, n + 1)) {
        mem_free(values, values ? (n + 1) * sizeof *values : 0);
        return ST_NO_MEMORY;
    }
    for (size_t i = 0; i < n; i++) p->scratch.data[i] = sums_item(&p->parts, i);
    enum status st = values_of(p->all->env, p->scratch.data, n, values, NULL);
    for (size_t i = 0; st == ST_OK && i < p->parts.count; i++) {
        own[i] = 0;
        for (size_t j = 0; j < sums_size(&p->parts, i); j++) own[i] ^= values[sums_first(&p->parts, i) + j];
    }
    mem_free(values, (n + 1) * sizeof *values);
    return st;
}

/* If play may recur, a position with a value can have options without one (Smith 1966): each option separately. */
static enum status value_each(struct portion *p, uint64_t *own)
{
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < p->parts.count; i++) {
        own[i] = 0;
        for (size_t j = 0; st == ST_OK && j < sums_size(&p->parts, i); j++) {
            struct component part = sums_component(&p->parts, i, j);
            uint64_t value;
            st = values_of(p->all->env, &part, 1, &value, NULL);
            if (st == ST_OK && own[i] != NO_VALUE) own[i] ^= value;
            if (st == ST_UNSUPPORTED) own[i] = NO_VALUE, st = ST_OK; /* play may go on for ever */
        }
    }
    return st;
}

/* The whole positions that the options lead to. */
static enum status build_positions(struct portion *p, struct arena *arena, struct position *positions)
{
    for (size_t i = 0; i < p->parts.count; i++) {
        struct made_move move;
        if (!read_move(p, i, &move) || !position_after(arena, p->q->position, &move, &positions[i]))
            return ST_NO_MEMORY;
    }
    return ST_OK;
}

/* What component p->component becomes, alone: the others are a heap. ST_UNSUPPORTED: a closed form has their values. */
static enum status build_parts(struct portion *p, struct arena *arena, struct position *positions)
{
    size_t n = p->parts.items.count;
    struct component *parts = arena_array(arena, n + 1, sizeof *parts);
    if (!parts) return ST_NO_MEMORY;
    for (size_t i = 0; i < n; i++) {
        parts[i] = sums_item(&p->parts, i);
        if (plan_solver_at(p->all->env, &parts[i])) return ST_UNSUPPORTED;
    }
    for (size_t i = 0; i < p->parts.count; i++)
        positions[i] = (struct position){parts + sums_first(&p->parts, i), sums_size(&p->parts, i), NULL};
    return ST_OK;
}

/* Of a position whose options were left out, an option is only asked whether it wins: whether it has the value 0, or what
 * the component becomes that of the others. The values of all options, or their outcomes one by one, may take far longer.
 * ST_UNSUPPORTED: they are to be valued, also where a table takes less than the search has taken. */
static enum status win_portion(struct portion *p, enum outcome *outcomes)
{
    struct env *env = p->all->env;
    struct arena arena = {0};
    struct result result = {0};
    struct plan *plan;
    bool valued = p->q->valued;
    struct position *positions = arena_array(&arena, p->parts.count, sizeof *positions);
    struct ask ask = {.what = Q_OUTCOME, .positions = positions, .count = p->parts.count, .heap = p->rest};
    enum status st = positions ? ST_OK : ST_NO_MEMORY;
    if (st == ST_OK && valued && !p->rest_fits) st = ST_UNSUPPORTED;
    if (st == ST_OK) st = valued ? build_parts(p, &arena, positions) : build_positions(p, &arena, positions);
    if (st == ST_OK) st = outcomes_plan_sets(env, &ask, &arena, &plan);
    if (st == ST_OK) st = outcomes_run_within(env, plan, valued ? 0 : p->q->worth_looks, &arena, &result);
    for (size_t i = 0; st == ST_OK && i < p->parts.count; i++) outcomes[i] = result.outcomes[i];
    arena_free(&arena);
    return st;
}

/* Every option by the tame rule: the rest is known, only the new parts are looked up. */
static enum status pair_portion(struct portion *p, enum outcome *outcomes)
{
    struct query *q = p->q;
    const struct tame_sum *own = &q->pairs[p->component];
    const struct tame_sum rest = {q->pair.xor_ ^ own->xor_, q->pair.wide, q->pair.fixed - own->fixed, false, NULL};
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < p->parts.count; i++) {
        struct tame_sum to = rest;
        struct arena_mark mark = arena_mark(q->arena);
        for (size_t j = 0; st == ST_OK && j < sums_size(&p->parts, i); j++) {
            struct component part = sums_component(&p->parts, i, j);
            st = misere_pair(p->all->env, &part, NULL, q->arena, &to);
        }
        outcomes[i] = tame_outcome(&to);
        arena_rewind(q->arena, mark);
    }
    return st;
}

static enum status outcome_portion(struct portion *p, enum outcome *outcomes)
{
    if (p->q->paired) {
        enum status st = pair_portion(p, outcomes);
        if (st != ST_UNSUPPORTED) return st;
    }
    struct arena arena = {0};
    struct ask asked = p->q->asked;
    struct position *positions = arena_array(&arena, p->parts.count, sizeof *positions);
    enum status st = positions ? build_positions(p, &arena, positions) : ST_NO_MEMORY;
    asked.mover = query_next_mover(p->q);
    asked.remoteness = false;
    if (st == ST_OK) st = outcomes_of(p->all->env, positions, p->parts.count, &asked, outcomes, NULL, NULL);
    arena_free(&arena);
    return st;
}

/* The nim-sum of the components that do not move. */
static enum status find_rest(struct portion *p)
{
    const struct query *q = p->q;
    int64_t small;
    if (!q->valued) return ST_OK;
    struct arena_mark mark = arena_mark(q->arena);
    const struct integer *rest = integer_xor(q->arena, q->sum, q->values[p->component]);
    if (!rest) return ST_NO_MEMORY;
    p->rest_fits = integer_fits(rest, &small);
    p->rest = p->rest_fits ? (uint64_t)small : 0;
    arena_rewind(q->arena, mark);
    return ST_OK;
}

static enum status hand_out(struct portion *p, const uint64_t *own, const enum outcome *outcomes)
{
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < p->parts.count; i++) {
        struct valued_option option = {.outcome = OUTCOME_UNKNOWN};
        if (!read_move(p, i, &option.move)) return ST_NO_MEMORY;
        if (outcomes) option.outcome = outcomes[i];
        if (own && own[i] != NO_VALUE) {
            option.has_own = true;
            option.has_sg = p->rest_fits;
            option.own = own[i];
            option.sg = own[i] ^ p->rest;
            option.outcome =
                option.has_sg && option.sg == 0 ? OUTCOME_P : OUTCOME_N; /* a larger rest is another value */
        }
        st = p->all->take(p->all->context, &option);
        p->all->count++;
    }
    return st;
}

static enum status flush(struct portion *p)
{
    size_t n = p->parts.count;
    if (n == 0) return ST_OK;
    bool valued = p->q->valued, endless = false, told = false;
    uint64_t *own = valued ? mem_alloc_raw(n * sizeof *own) : NULL;
    enum outcome *outcomes = mem_alloc_raw(n * sizeof *outcomes);
    enum status st = (own || !valued) && outcomes ? budget_check(p->all->env->budget) : ST_NO_MEMORY;
    if (st == ST_OK && (valued ? p->q->untold[p->component] : p->q->by_sets)) {
        st = win_portion(p, outcomes);
        told = st == ST_OK;
        if (st == ST_UNSUPPORTED) st = ST_OK;
    }
    if (st == ST_OK && valued && !told) st = value_portion(p, own);
    if (st == ST_UNSUPPORTED) {
        endless = true;
        st = value_each(p, own);
    }
    bool asked = (!valued && !told) || (endless && !p->q->big); /* search knows no numbers beyond 64 bits */
    if (st == ST_OK && asked) st = outcome_portion(p, outcomes);
    if (st == ST_OK) st = hand_out(p, told ? NULL : own, told || asked ? outcomes : NULL);
    mem_free(own, own ? n * sizeof *own : 0);
    mem_free(outcomes, outcomes ? n * sizeof *outcomes : 0);
    empty_portion(p);
    return st;
}

/* ---- the walk --------------------------------------------------------------------------------------------------------- */
static enum status count_option(void *context, const struct made_move *move)
{
    uint64_t *left = context;
    (void)move;
    return (*left)-- ? ST_OK : ST_UNSUPPORTED;
}

/* No values are computed yet: counting up to the limit is cheap, whatever a closed form costs per option. */
static enum status count_all(struct valued_options *options)
{
    const struct query *q = options->query;
    uint64_t left = options->limit;
    enum status st = ST_OK;
    for (size_t c = 0; st == ST_OK && c < q->position->count; c++) {
        if (query_is_big(q, c)) continue;
        st = options_within(options->env, q->position->components, c, query_lister(q), left, count_option, &left);
    }
    options->all = st != ST_UNSUPPORTED;
    if (!options->all) options->count = options->limit;
    return options->all ? st : ST_OK;
}

/* A script is not reentrant, so with scripts options are valued after all have been collected. */
static size_t portion_size(const struct query *q, size_t cells)
{
    size_t size = PORTION;
    if (cells > PORTION_CELLS / PORTION) size = PORTION_CELLS / cells + 1;
    if (!q->valued && q->position->count > PORTION_COMPONENTS / PORTION) {
        size_t few = PORTION_COMPONENTS / q->position->count + 1;
        size = few < size ? few : size;
    }
    return size;
}

enum status valued_options_run(struct valued_options *options)
{
    struct query *q = options->query;
    struct portion p = {.all = options, .q = q};
    bool scripts = options->env->model->lua_function_count > 0;
    options->all = true;
    enum status st = options->whole && !scripts ? count_all(options) : ST_OK;
    if (st != ST_OK || !options->all) return st;
    size_t last = options->last ? options->last : q->position->count;
    for (p.component = options->first; st == ST_OK && p.component < last; p.component++) {
        if (query_is_big(q, p.component)) continue;
        if ((st = find_rest(&p)) != ST_OK) break;
        const struct component *sum = q->position->components;
        p.size = scripts ? SIZE_MAX : portion_size(q, sum[p.component].count);
        st = options_within(options->env, sum, p.component, query_lister(q), options->limit - options->count, collect,
                            &p);
        if (st == ST_UNSUPPORTED && sum[p.component].game == POSITION_COMPOUND) options->all = false;
        if (!options->all) st = ST_OK;
        if (st == ST_OK) st = flush(&p);
        if (!options->all) break;
    }
    sums_free(&p.parts);
    steps_free(&p.steps);
    vec_free(&p.scratch);
    vec_free(&p.step_scratch);
    return st;
}

/* ---- replies ------------------------------------------------------------------------------------------------------------ */
enum status valued_option_reply(const struct query *q, const struct valued_option *option, struct reply *reply)
{
    enum status st = reply_make(q->env->model, q->position, &option->move, q->arena, reply);
    reply->outcome = option->outcome;
    reply->has_sg = option->has_sg;
    if (st == ST_OK && option->has_sg && !(reply->sg = arena_printf(q->arena, "%" PRIu64, option->sg)))
        return ST_NO_MEMORY;
    return st;
}
