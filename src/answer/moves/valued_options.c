/* SPDX-License-Identifier: MIT */
/* A portion is flat: the parts of all options in one list of sums, their steps in another. */
#include "answer/moves/valued_options.h"
#include <inttypes.h>
#include "play/options/print.h"
#include "play/options/store.h"

enum { PORTION = 8192, PORTION_COMPONENTS = 1 << 18 };

struct kept_option {
    size_t component, first_step, step_count;
};
struct portion {
    struct valued_options *spread;
    struct query *q;
    size_t component; /* the component that moves */
    size_t size;      /* options in a full portion */
    bool rest_fits;   /* the nim-sum of the others, if it fits 63 bits */
    uint64_t rest;
    struct sums parts;
    VEC(struct kept_option) options;
    VEC(struct step) steps;
    VEC(size_t) values_at; /* per step: where its generator values begin */
    cell_vec values;
    VEC(struct component) scratch;
};

/* ---- collecting -------------------------------------------------------------------------------------------------- */
static bool keep_step(struct portion *p, const struct step *step)
{
    size_t count = step->taken.move && step->taken.values ? step->taken.move->gen_count : 0;
    if (!vec_reserve(&p->values, count + 1) || !vec_push(&p->values_at, p->values.count)) return false;
    for (size_t i = 0; i < count; i++) p->values.data[p->values.count++] = step->taken.values[i];
    return vec_push(&p->steps, *step);
}

static void empty_portion(struct portion *p)
{
    sums_clear(&p->parts);
    p->options.count = p->steps.count = p->values_at.count = p->values.count = 0;
}

static enum status flush(struct portion *p);

static enum status collect(void *context, const struct component *components, size_t count, const struct step *steps,
                           size_t step_count)
{
    struct portion *p = context;
    if (p->spread->count + p->options.count >= p->spread->limit) {
        p->spread->all = false;
        return ST_UNSUPPORTED;
    }
    struct kept_option option = {p->component, p->steps.count, step_count};
    for (size_t i = 0; i < step_count; i++)
        if (!keep_step(p, &steps[i])) return ST_NO_MEMORY;
    if (!sums_add(&p->parts, components, count) || !vec_push(&p->options, option)) return ST_NO_MEMORY;
    return p->options.count >= p->size ? flush(p) : ST_OK;
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
    enum status st = values_of(p->spread->env, p->scratch.data, n, values, NULL);
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
            st = values_of(p->spread->env, &part, 1, &value, NULL);
            if (st == ST_OK && own[i] != NO_VALUE) own[i] ^= value;
            if (st == ST_UNSUPPORTED) own[i] = NO_VALUE, st = ST_OK; /* play may go on for ever */
        }
    }
    return st;
}

/* The whole positions that the options lead to. */
static enum status build_positions(struct portion *p, struct arena *arena, struct position *positions)
{
    const struct position *from = p->q->position;
    for (size_t i = 0; i < p->options.count; i++) {
        struct position *to = &positions[i];
        size_t own = sums_size(&p->parts, i);
        to->components = arena_array(arena, from->count + own, sizeof *to->components);
        if (!to->components) return ST_NO_MEMORY;
        for (size_t c = 0; c < from->count; c++)
            if (c != p->options.data[i].component) to->components[to->count++] = from->components[c];
        for (size_t j = 0; j < own; j++) to->components[to->count++] = sums_component(&p->parts, i, j);
    }
    return ST_OK;
}

/* Every option by the tame rule: the rest is known, only the new parts are looked up. */
static enum status pair_portion(struct portion *p, enum outcome *outcomes)
{
    struct query *q = p->q;
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < p->options.count; i++) {
        const struct tame_sum *own = &q->pairs[p->options.data[i].component];
        struct tame_sum to = {q->pair.xor_ ^ own->xor_, q->pair.wide, q->pair.fixed - own->fixed, false, NULL};
        struct arena_mark mark = arena_mark(q->arena);
        for (size_t j = 0; st == ST_OK && j < sums_size(&p->parts, i); j++) {
            struct component part = sums_component(&p->parts, i, j);
            st = misere_pair(p->spread->env, &part, NULL, q->arena, &to);
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
    struct position *positions = arena_array(&arena, p->options.count, sizeof *positions);
    enum status st = positions ? build_positions(p, &arena, positions) : ST_NO_MEMORY;
    asked.mover = query_next_mover(p->q);
    asked.remoteness = false;
    if (st == ST_OK) st = outcomes_of(p->spread->env, positions, p->options.count, &asked, outcomes, NULL, NULL);
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
    for (size_t i = 0; st == ST_OK && i < p->options.count; i++) {
        const struct kept_option *k = &p->options.data[i];
        struct valued_option option = {.component = k->component,
                                       .step_count = k->step_count,
                                       .part_count = sums_size(&p->parts, i),
                                       .outcome = OUTCOME_UNKNOWN};
        struct step *steps = vec_from(&p->steps, k->first_step);
        for (size_t s = 0; s < k->step_count; s++)
            steps[s].taken.values = vec_from(&p->values, p->values_at.data[k->first_step + s]);
        option.steps = steps;
        p->scratch.count = 0;
        if (!vec_reserve(&p->scratch, option.part_count + 1)) return ST_NO_MEMORY;
        for (size_t j = 0; j < option.part_count; j++) p->scratch.data[j] = sums_component(&p->parts, i, j);
        option.parts = p->scratch.data;
        if (outcomes) option.outcome = outcomes[i];
        if (own && own[i] != NO_VALUE) {
            option.has_own = true;
            option.has_sg = p->rest_fits;
            option.own = own[i];
            option.sg = own[i] ^ p->rest;
            option.outcome =
                option.has_sg && option.sg == 0 ? OUTCOME_P : OUTCOME_N; /* a larger rest is another value */
        }
        st = p->spread->take(p->spread->context, &option);
        p->spread->count++;
    }
    return st;
}

static enum status flush(struct portion *p)
{
    size_t n = p->options.count;
    if (n == 0) return ST_OK;
    bool valued = p->q->valued, endless = false;
    uint64_t *own = valued ? mem_alloc_raw(n * sizeof *own) : NULL;
    enum status st = own || !valued ? budget_check(p->spread->env->budget) : ST_NO_MEMORY;
    if (st == ST_OK && valued) st = value_portion(p, own);
    if (st == ST_UNSUPPORTED) {
        endless = true;
        st = value_each(p, own);
    }
    bool asked = !valued || (endless && !p->q->big); /* search knows no numbers beyond 64 bits */
    enum outcome *outcomes = asked ? mem_alloc_raw(n * sizeof *outcomes) : NULL;
    if (st == ST_OK && asked) st = outcomes ? outcome_portion(p, outcomes) : ST_NO_MEMORY;
    if (st == ST_OK) st = hand_out(p, own, outcomes);
    mem_free(own, own ? n * sizeof *own : 0);
    mem_free(outcomes, outcomes ? n * sizeof *outcomes : 0);
    empty_portion(p);
    return st;
}

/* ---- the walk ---------------------------------------------------------------------------------------------------- */
static enum status count_option(void *context, const struct component *components, size_t count,
                                const struct step *steps, size_t step_count)
{
    uint64_t *left = context;
    (void)components, (void)count, (void)steps, (void)step_count;
    return (*left)-- ? ST_OK : ST_UNSUPPORTED;
}

/* No values are computed yet: counting up to the limit is cheap, whatever a closed form costs per option. */
static enum status count_all(struct valued_options *spread)
{
    const struct query *q = spread->inquiry;
    uint64_t left = spread->limit;
    enum status st = ST_OK;
    for (size_t c = 0; st == ST_OK && c < q->position->count; c++) {
        if (inquiry_is_big(q, c)) continue;
        st = options_within(spread->env, &q->position->components[c], query_lister(q), left, count_option, &left);
    }
    spread->all = st != ST_UNSUPPORTED;
    if (!spread->all) spread->count = spread->limit;
    return spread->all ? st : ST_OK;
}

enum status valued_options_run(struct valued_options *spread)
{
    struct query *q = spread->inquiry;
    struct portion p = {.spread = spread, .q = q};
    bool scripts = spread->env->model->lua_function_count > 0;
    spread->all = true;
    enum status st = spread->whole && !scripts ? count_all(spread) : ST_OK;
    if (st != ST_OK || !spread->all) return st;
    /* a script is not reentrant, so with scripts options are valued after all have been collected */
    p.size = scripts ? SIZE_MAX : PORTION;
    if (!q->valued && q->position->count > PORTION_COMPONENTS / PORTION)
        p.size = PORTION_COMPONENTS / q->position->count + 1;
    size_t last = spread->last ? spread->last : q->position->count;
    for (p.component = spread->first; st == ST_OK && p.component < last; p.component++) {
        if (inquiry_is_big(q, p.component)) continue;
        if ((st = find_rest(&p)) != ST_OK) break;
        const struct component *from = &q->position->components[p.component];
        st = options_within(spread->env, from, query_lister(q), spread->limit - spread->count, collect, &p);
        if (st == ST_UNSUPPORTED && from->game == POSITION_COMPOUND) spread->all = false;
        if (!spread->all) st = ST_OK;
        if (st == ST_OK) st = flush(&p);
        if (!spread->all) break;
    }
    sums_free(&p.parts);
    vec_free(&p.options);
    vec_free(&p.steps);
    vec_free(&p.values_at);
    vec_free(&p.values);
    vec_free(&p.scratch);
    return st;
}

/* ---- replies ----------------------------------------------------------------------------------------------------- */
static enum status reply_gens(const struct query *q, const struct valued_option *option, struct reply *reply)
{
    size_t count = 0;
    for (size_t s = 0; s < option->step_count; s++)
        if (option->steps[s].taken.move) count += option->steps[s].taken.move->gen_count;
    reply->gens = arena_array(q->arena, count + 1, sizeof *reply->gens);
    reply->values = arena_array(q->arena, count + 1, sizeof *reply->values);
    reply->is_node = arena_array(q->arena, count + 1, sizeof *reply->is_node);
    if (!reply->gens || !reply->values || !reply->is_node) return ST_NO_MEMORY;
    for (size_t s = 0; s < option->step_count; s++) {
        const struct taken *taken = &option->steps[s].taken;
        for (size_t g = 0; taken->move && taken->move->result && g < taken->move->gen_count; g++) {
            const struct graph *graph = gen_graph(q->env->model, &taken->move->gens[g]);
            struct text text = {0};
            value_print(graph, taken->values[g], &text);
            const char *value = print_keep(q->arena, &text);
            if (!value) return ST_NO_MEMORY;
            const char *name = taken->move->gens[g].name;
            if (option->steps[s].part) name = arena_printf(q->arena, "part%zu.%s", option->steps[s].part, name);
            if (!name) return ST_NO_MEMORY;
            reply->gens[reply->gen_count] = name;
            reply->is_node[reply->gen_count] = graph != NULL;
            reply->values[reply->gen_count++] = value;
        }
    }
    return ST_OK;
}

static enum status reply_to(const struct query *q, const struct valued_option *option, struct reply *reply)
{
    size_t n = q->position->count;
    struct position to = {.components = arena_array(q->arena, n + option->part_count, sizeof *to.components)};
    const struct integer *const **big =
        q->position->big ? arena_array(q->arena, n + option->part_count, sizeof *big) : NULL;
    if (!to.components || (q->position->big && !big)) return ST_NO_MEMORY;
    for (size_t c = 0; c <= n; c++) {
        /* the new parts replace the old component */
        if (c == option->component)
            for (size_t j = 0; j < option->part_count; j++) to.components[to.count++] = option->parts[j];
        else if (c < n) {
            if (big) big[to.count] = q->position->big[c];
            to.components[to.count++] = q->position->components[c];
        }
    }
    to.big = big;
    struct text text = {0};
    if (to.count) position_print(q->env->model, &to, &text);
    else text_puts(&text, "end");
    reply->to = print_keep(q->arena, &text);
    return reply->to ? ST_OK : ST_NO_MEMORY;
}

enum status valued_option_reply(const struct query *q, const struct valued_option *option, struct reply *reply)
{
    struct text text = {0};
    const struct move *move = option->steps[0].taken.move;
    bool named = q->position->count > 1 || q->position->components[option->component].game == POSITION_COMPOUND;
    *reply = (struct reply){.component = option->component + 1, .outcome = option->outcome, .has_sg = option->has_sg};
    reply->name = move ? move->name : "step";
    for (size_t s = 0; s < option->step_count; s++) {
        if (s) text_puts(&text, " and ");
        print_step(q->env->model, &option->steps[s], named, &text);
    }
    reply->move = print_keep(q->arena, &text);
    if (option->has_sg) reply->sg = arena_printf(q->arena, "%" PRIu64, option->sg);
    if (!reply->move || (option->has_sg && !reply->sg)) return ST_NO_MEMORY;
    enum status st = reply_gens(q, option, reply);
    return st == ST_OK ? reply_to(q, option, reply) : st;
}
