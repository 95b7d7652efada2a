/* SPDX-License-Identifier: MIT */
/* Hands take the settings of a stretch; the caller asks for them one by one, and a new stretch begins where the last one ended. */
#include "engine/trial/trial.h"
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include "base/crew.h"
#include "base/mem.h"
#include "plan/open_env.h"

enum { STRETCH = CREW_MOST * TRIAL_AHEAD };

struct hand {
    atomic_bool busy;
    bool ready, broken; /* the engine is open; it could not be opened */
    struct engine *engine;
    struct budget budget;
};
struct found {
    struct tried_setting setting;
    uint64_t states;
};
struct trial {
    struct engine *engine; /* the caller's */
    size_t number;
    uint64_t began;  /* on the monotonic clock */
    bool over;       /* no more stretches: one found nothing */
    pthread_t owner; /* the caller, whose hand is the first */
    struct hand hands[CREW_MOST];
    uint64_t first, count; /* settings of the stretch */
    struct found found[STRETCH];
    bool *games;                /* of each setting of a stretch */
    atomic_uint_least64_t used; /* positions stored in the stretch so far */
};

/* ---- hands ------------------------------------------------------------------------------------------------------- */
static void show(void *context, uint64_t states)
{
    struct trial *t = context;
    struct budget *outer = t->engine->options.budget; /* states: from what it had used when the hand was opened */
    outer->progress(outer->progress_context, states + atomic_load(&t->used));
}

/* Was the same text read again? A file may have changed meanwhile, or be one that can be read once. */
static bool same_text(const struct engine *a, const struct engine *b)
{
    bool same = a->sources.count <= b->sources.count;
    for (uint32_t i = 1; same && i <= a->sources.count; i++) {
        const struct source *one = source_get(&a->sources, i), *other = source_get(&b->sources, i);
        same = one->length == other->length && memcmp(one->text, other->text, one->length) == 0;
    }
    return same;
}

static bool open_hand(struct trial *t, struct hand *h, bool owner)
{
    const struct budget *outer = t->engine->options.budget;
    struct engine_options options = t->engine->options;
    const char *label;
    h->budget = (struct budget){.deadline_ns = outer->deadline_ns,
                                .memory = outer->memory,
                                .states = outer->states,
                                .states_used = outer->states_used,
                                .interrupt = outer->interrupt};
    if (owner && outer->progress) h->budget.progress = show, h->budget.progress_context = t;
    options.budget = &h->budget;
    options.keep = NULL;
    options.reasons = options.remarks = false;
    enum status st = engine_open(&options, &h->engine);
    if (st == ST_OK) st = engine_select(h->engine, 0, &label);
    if (st == ST_OK) st = env_set_params(h->engine->env, t->engine->params);
    h->ready = st == ST_OK && h->engine->diags.count == 0 && same_text(h->engine, t->engine);
    h->broken = !h->ready;
    return h->ready;
}

static struct hand *take_hand(struct trial *t)
{
    bool owner = pthread_equal(pthread_self(), t->owner);
    for (size_t i = owner ? 0 : 1; i < CREW_MOST; i++)
        if (!atomic_exchange(&t->hands[i].busy, true)) return &t->hands[i];
    return NULL;
}

static enum status try_part(void *context, size_t part)
{
    struct trial *t = context;
    struct found *f = &t->found[part];
    struct hand *h = take_hand(t);
    size_t games = t->engine->model->game_count;
    if (!h) return ST_OK;
    if (!h->broken && (h->ready || open_hand(t, h, h == &t->hands[0]))) {
        uint64_t used = h->budget.states_used;
        struct engine *e = h->engine;
        enum status st = try_setting(e->env, t->number, t->first + part, &e->answers, &f->setting);
        f->states = h->budget.states_used - used;
        h->budget.states_used = used;
        f->setting.passed = f->setting.passed && st == ST_OK && e->diags.count == 0;
        if (f->setting.passed) memcpy(t->games + part * games, f->setting.games, games * sizeof *t->games);
        f->setting.games = t->games + part * games;
        atomic_fetch_add(&t->used, f->states);
        diags_free(&e->diags);
        arena_free(&e->answers);
    }
    atomic_store(&h->busy, false);
    return ST_OK;
}

static void close_hands(struct trial *t)
{
    for (size_t i = 0; i < CREW_MOST; i++) {
        engine_close(t->hands[i].engine);
        t->hands[i].engine = NULL;
        t->hands[i].ready = false;
    }
}

/* ---- stretches --------------------------------------------------------------------------------------------------- */
static void run_stretch(struct trial *t, uint64_t setting, uint64_t count)
{
    struct crew *crew = budget_crew(t->engine->options.budget);
    uint64_t most = crew_hands(crew) * (uint64_t)TRIAL_AHEAD;
    t->first = setting;
    t->count = count - setting < most ? count - setting : most;
    memset(t->found, 0, sizeof t->found);
    atomic_store(&t->used, 0);
    crew_run(crew, try_part, t, (size_t)t->count);
    t->over = true;
    for (uint64_t i = 0; i < t->count; i++)
        if (t->found[i].setting.passed) t->over = false;
}

/* What one passed uses is taken from the caller's budget, if it has so much. */
static bool take(struct trial *t, const struct found *f, struct tried_setting *out)
{
    struct budget *b = t->engine->options.budget;
    if (!f->setting.passed || budget_states_left(b) < f->states) return false;
    if (budget_take_states(b, f->states) != ST_OK || budget_check(b) != ST_OK) return false;
    *out = f->setting;
    return true;
}

static bool passed(void *context, uint64_t setting, uint64_t count, struct tried_setting *out)
{
    struct trial *t = context;
    bool inside = setting - t->first < t->count;
    if (!inside && !t->over && count - setting > 1 && budget_now_ns() - t->began > TRIAL_LONG) {
        run_stretch(t, setting, count);
        inside = true;
    }
    bool known = inside && take(t, &t->found[setting - t->first], out);
    if (inside && !known) close_hands(t); /* the caller has their memory, too */
    return known;
}

/* May hands have engines of their own? */
static bool may_share(const struct engine *e)
{
    return crew_hands(budget_crew(e->options.budget)) > 1 && !e->options.budget->looks && !e->options.budget->outer &&
           (!e->host || host_all_inside(e->host));
}

enum status engine_try_check(struct engine *engine, size_t number, struct arena *arena, struct tried *tried)
{
    const struct check *c = &engine->model->checks[number];
    bool sweeps = false;
    for (size_t i = 0; c->sweep && i < c->gen_count; i++) sweeps |= c->sweep[i] >= 0;
    if (!sweeps || !may_share(engine)) return try_check(engine->env, number, arena, tried);
    struct trial *t = mem_alloc(sizeof *t);
    size_t bytes = (engine->model->game_count + 1) * STRETCH * sizeof *t->games;
    bool *games = t ? mem_alloc(bytes) : NULL;
    enum status st = ST_NO_MEMORY;
    if (games) {
        t->engine = engine;
        t->number = number;
        t->games = games;
        t->began = budget_now_ns();
        t->owner = pthread_self();
        st = try_check_knowing(engine->env, number, &(struct known_settings){passed, t}, arena, tried);
        close_hands(t);
    }
    mem_free(games, bytes);
    mem_free(t, sizeof *t);
    return st;
}
