/* SPDX-License-Identifier: MIT */
/* Options of rules come straight from the machine. For searches, results to be made canonical are collected first,
 * because that uses the machine too. */
#include "play/options/options.h"
#include "code/machine/part_words.h"
#include "play/options/compound.h"
#include "play/options/canonical.h"
#include "play/options/store.h"

struct rule_moves {
    move_emit emit;
    void *context;
    struct step step;
    struct made_move move;
};

static enum status emit_move(void *context, const struct component *components, size_t count, const struct taken *taken)
{
    struct rule_moves *m = context;
    m->step.taken = *taken;
    m->move.parts = components;
    m->move.part_count = count;
    return m->emit(m->context, &m->move);
}

enum status options_each(const struct env *env, const struct component *sum, size_t moving, int mover, move_emit emit,
                         void *context)
{
    return options_within(env, sum, moving, mover, UINT64_MAX, emit, context);
}

enum status options_within(const struct env *env, const struct component *sum, size_t moving, int mover, uint64_t limit,
                           move_emit emit, void *context)
{
    if (sum[moving].game == POSITION_COMPOUND) return compound_options(env, sum, moving, mover, limit, emit, context);
    struct rule_moves moves = {.emit = emit, .context = context, .step.in = sum[moving]};
    moves.move = (struct made_move){.component = moving, .steps = &moves.step, .step_count = 1};
    return vm_options(env->vm, &sum[moving], mover ? mover : 1, emit_move, &moves);
}

/* Otherwise a search would follow a move that can be repeated for ever until its budget is used up. */
static enum status refuse_endless(const struct env *env, const struct component *component, const struct taken *taken)
{
    if (!taken->move || !taken->move->endless) return ST_OK;
    struct text text = {0};
    component_print_written(env->model, component, &text);
    diag(env->diags, D_ENDLESS, taken->move->span, text_c(&text), taken->move->name);
    text_free(&text);
    return ST_RULE_FAILED;
}

struct collecting {
    struct sums *out;
    uint64_t limit;
    bool all;
};

static enum status collect_option(void *context, const struct component *components, size_t count,
                                  const struct taken *taken)
{
    (void)taken;
    struct collecting *c = context;
    if (c->limit && c->out->count >= c->limit) {
        c->all = false;
        return ST_UNSUPPORTED;
    }
    return sums_add(c->out, components, count) ? ST_OK : ST_NO_MEMORY;
}

enum status options_collect(struct env *env, const struct component *component, int mover, uint64_t limit,
                            struct sums *out, bool *all)
{
    struct collecting collecting = {.out = out, .limit = limit, .all = true};
    enum status st = vm_options(env->vm, component, mover ? mover : 1, collect_option, &collecting);
    *all = collecting.all;
    return collecting.all ? st : ST_OK;
}

struct passing {
    const struct env *env;
    const struct component *component;
    sum_emit emit;
    void *context;
};

static enum status pass_option(void *context, const struct component *components, size_t count,
                               const struct taken *taken)
{
    struct passing *p = context;
    enum status st = refuse_endless(p->env, p->component, taken);
    return st == ST_OK ? p->emit(p->context, components, count) : st;
}

static enum status emit_canonical(struct env *env, const struct sums *raw, sum_emit emit, void *context)
{
    struct sums canonical = {0};
    component_vec parts = {0};
    struct arena_mark mark = arena_mark(&env->store->scratch);
    /* One block for all options, where each would get and return its own. */
    enum status st = arena_alloc(&env->store->scratch, 1) ? ST_OK : ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < raw->count; i++) {
        sums_clear(&canonical);
        parts.count = 0;
        for (size_t j = 0; st == ST_OK && j < sums_size(raw, i); j++) {
            struct component part = sums_component(raw, i, j);
            st = canonical_push(env, &part, &canonical);
        }
        if (st == ST_OK && (!sums_end(&canonical) || !sums_list(&canonical, 0, &parts))) st = ST_NO_MEMORY;
        if (st == ST_OK) st = emit(context, parts.data, parts.count);
    }
    arena_rewind(&env->store->scratch, mark);
    vec_free(&parts);
    sums_free(&canonical);
    return st;
}

static enum status keep_raw(void *context, const struct component *components, size_t count)
{
    return sums_add(context, components, count) ? ST_OK : ST_NO_MEMORY;
}

enum status options_written(struct env *env, const struct component *component, int mover, sum_emit emit, void *context)
{
    struct passing passing = {env, component, emit, context};
    return vm_options(env->vm, component, mover ? mover : 1, pass_option, &passing);
}

enum status options_canonical(struct env *env, const struct component *component, int mover, sum_emit emit,
                              void *context)
{
    if (component->game == POSITION_COMPOUND) return compound_options_canonical(env, component, mover, emit, context);
    if (env->traits->games[component->game].direct) return options_written(env, component, mover, emit, context);
    struct sums raw = {0};
    enum status st = options_written(env, component, mover, keep_raw, &raw);
    if (st == ST_OK) st = emit_canonical(env, &raw, emit, context);
    sums_free(&raw);
    return st;
}
