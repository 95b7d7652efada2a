/* SPDX-License-Identifier: MIT */
/* The period is found once for each setting of the parameters, and kept with the values up to its end. */
#include "plan/periods/mixed.h"
#include "plan/periods/period_find.h"
#include "plan/values.h"
#include "proof/normal/modulus.h"
#include "play/options/store.h"
#include "solve/heap/look.h"
#include "solve/heap/tables.h"

#define FIND_SECONDS 0.3
enum { MOST_ABOVE = 4, FIRST_COUNT = 128, USUAL_COUNT = 1 << 13, LAST_COUNT = 1 << 24, MIXED_LOOKS = 1 << 20 };

static enum status period_of_other(struct env *env, int game, int above, struct arena *arena, struct period *period)
{
    const char *ignored;
    if (above == MOST_ABOVE) return ST_UNSUPPORTED;
    return period_from(env, game, 0, above + 1, arena, period, &ignored);
}

/* *known: the rule is one of the theorem, with the periods of the other games in it. */
static enum status find_rule(struct env *env, int game, int above, struct arena *arena, struct period_rule *rule,
                             bool *known)
{
    struct family f;
    enum status st = family_find_mixed(env->model, game, env->params, arena, &f);
    *known = st == ST_OK && f.kind == FAMILY_MIXED && !f.loose && !f.set_count;
    if (*known) *rule = look_rule(&f);
    for (size_t i = 0; st == ST_OK && *known && i < f.other_count; i++) {
        struct period other = {0};
        st = period_of_other(env, f.others[i], above, arena, &other);
        int64_t joined = modulus_join((int64_t)rule->modulus, (int64_t)other.period, FAMILY_MAX_MODULUS);
        *known = st == ST_OK && other.proved && other.saltus == 0 && joined;
        if (*known) rule->modulus = (uint64_t)joined;
        if (*known && other.preperiod > rule->least) rule->least = other.preperiod;
        if (st == ST_UNSUPPORTED) st = ST_OK;
    }
    return st;
}

/* The values of the heaps from `from` on; ST_UNSUPPORTED also if one is beyond 32 bits. */
static enum status extend(struct env *env, int game, uint64_t from, uint64_t to, uint32_t *values, struct used *used)
{
    struct arena arena = {0};
    size_t count = (size_t)(to - from);
    struct component *heaps = arena_array(&arena, count + 1, sizeof *heaps);
    int64_t *cells = arena_array(&arena, count + 1, sizeof *cells);
    uint64_t *found = arena_array(&arena, count + 1, sizeof *found);
    enum status st = heaps && cells && found ? ST_OK : ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < count; i++) {
        cells[i] = (int64_t)(from + i);
        heaps[i] = (struct component){game, 1, &cells[i]};
    }
    if (st == ST_OK) st = values_of(env, heaps, count, found, used);
    for (size_t i = 0; st == ST_OK && i < count; i++) {
        if (found[i] > UINT32_MAX) st = ST_UNSUPPORTED;
        values[from + i] = (uint32_t)found[i];
    }
    arena_free(&arena);
    return st;
}

/* How many heaps are valued next: as many again, until a part of the work that is allowed is spent; then fewer, since
 * the options of a heap may grow as any power of it. */
static uint64_t reach_next(uint64_t count, uint64_t spent, uint64_t last)
{
    uint64_t to = !count ? FIRST_COUNT : spent < SEARCH_WORK / 16 ? 2 * count : count + count / 4;
    return to > last ? last + 1 : to;
}

static enum status look(struct env *env, int game, uint64_t last, const struct period_rule *rule, uint64_t work,
                        uint32_t *values, struct period *period, struct used *used)
{
    uint64_t count = 0, before = vm_work(env->vm), spent = 0;
    enum status st = ST_OK;
    while (st == ST_OK && count <= last && !period->found && spent < work) {
        uint64_t to = reach_next(count, work == UINT64_MAX ? 0 : spent, last);
        st = extend(env, game, count, to, values, used);
        if (st == ST_OK) count = to;
        if (st == ST_OK && rule) st = period_prove(values, count, rule, period);
        spent = vm_work(env->vm) - before;
    }
    enum status seen = period->found || !count ? ST_OK : period_observe(values, count, period);
    return st == ST_OK ? seen : st;
}

/* Without `last` the work is bounded, as where no other games are in it (solve/heap/observe.c): a heap may have so many
 * options, or so many parts in each, that the usual number of heaps would take hours. */
static enum status look_default(struct env *env, int game, const struct period_rule *rule, uint32_t *values,
                                struct period *period, struct used *used)
{
    struct env_view view;
    struct terms terms = env->terms;
    terms.looks = MIXED_LOOKS;
    env_view_open(&view, env, &terms);
    enum status st = look(&view.env, game, USUAL_COUNT - 1, rule, SEARCH_WORK, values, period, used);
    bool ended = st == ST_STATE_BUDGET && view.budget.looks_used > MIXED_LOOKS;
    env_view_close(&view);
    return ended ? ST_OK : st;
}

/* `proved`: what is only seen is not looked for. */
static enum status find(struct env *env, int game, uint64_t last, int above, bool proved, struct arena *arena,
                        struct mixed *out)
{
    const struct game_traits *traits = &env->traits->games[game];
    struct period_rule rule;
    struct used used = {0};
    bool known = false;
    *out = (struct mixed){0};
    if (!traits->one_heap || traits->loopy || traits->mover) return ST_UNSUPPORTED;
    if (last >= LAST_COUNT) last = LAST_COUNT - 1;
    uint32_t *values = arena_array(arena, last ? (size_t)last + 1 : USUAL_COUNT, sizeof *values);
    enum status st = values ? find_rule(env, game, above, arena, &rule, &known) : ST_NO_MEMORY;
    if (st == ST_OK && proved && !known) st = ST_UNSUPPORTED;
    const struct period_rule *by = known ? &rule : NULL;
    if (st == ST_OK && last) st = look(env, game, last, by, UINT64_MAX, values, &out->period, &used);
    else if (st == ST_OK) st = look_default(env, game, by, values, &out->period, &used);
    if (st == ST_OK && out->period.proved) {
        out->period.theorem =
            arena_printf(arena, "parts of other games are always the same, or repeat too; %s", out->period.theorem);
        if (!out->period.theorem) st = ST_NO_MEMORY;
    }
    out->values = values;
    if (used.items.count) out->solver = used.items.data[used.items.count - 1].name;
    used_free(&used);
    return st;
}

enum status mixed_find(struct env *env, int game, uint64_t last, int above, struct arena *arena, struct mixed *out)
{
    return find(env, game, last, above, false, arena, out);
}

/* ---- the solver: heaps of any size ------------------------------------------------------------------------------- */
struct kept_mixed {
    int game;
    bool under_way;
    struct mixed found;
};
struct all_mixed {
    VEC(struct kept_mixed) games;
    struct arena arena;
};
static void forget(void *kept)
{
    struct all_mixed *all = kept;
    vec_free(&all->games);
    arena_free(&all->arena);
}
static const struct tenant mixed_tenant = {.name = "mixed", .size = sizeof(struct all_mixed), .forget = forget};

static struct kept_mixed *kept_of(struct all_mixed *all, int game)
{
    for (size_t i = 0; all && i < all->games.count; i++)
        if (all->games.data[i].game == game) return &all->games.data[i];
    return NULL;
}

static bool is_large(const struct ask *q)
{
    bool large = ask_is_big(q);
    for (size_t i = 0; i < q->count && !large; i++) large = q->components[i].cells[0] >= USUAL_COUNT;
    return large;
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *q = way->ask;
    (void)self;
    if (q->what != Q_VALUE || q->play == PLAY_MISERE || !q->count || q->components[0].game < 0) return;
    int game = q->components[0].game;
    const struct game_traits *traits = &env->traits->games[game];
    const char *ignored;
    for (size_t i = 1; i < q->count; i++)
        if (q->components[i].game != game) return;
    if (!traits->one_heap || traits->loopy || traits->mover || env->model->misere || !is_large(q)) return;
    if (tables_possible(env, game, &ignored)) return; /* its moves lead to no other game */
    struct all_mixed *all = store_room(env, &mixed_tenant);
    if (!all) planner->status = ST_NO_MEMORY;
    const struct kept_mixed *kept = kept_of(all, game);
    if (planner->status != ST_OK || (kept && kept->under_way)) return;
    way->can = !kept || kept->found.period.proved;
    way->because = "moves lead to other games too, and a period can be proved with theirs";
    way->cost = (struct cost){kept ? 1e-6 : FIND_SECONDS, USUAL_COUNT * 64.0, true, 0};
}

/* ST_UNSUPPORTED: no period is proved. */
static enum status find_kept(struct env *env, int game, struct mixed *found)
{
    struct all_mixed *all = store_room(env, &mixed_tenant);
    if (!all) return ST_NO_MEMORY;
    struct kept_mixed *kept = kept_of(all, game);
    if (!kept) {
        if (!vec_push(&all->games, ((struct kept_mixed){.game = game, .under_way = true}))) return ST_NO_MEMORY;
        enum status st = find(env, game, 0, 0, true, &all->arena, found);
        kept = kept_of(all, game);
        kept->under_way = false;
        kept->found = *found;
        if (st != ST_OK) return kept->found.period.proved = false, st;
    }
    *found = kept->found;
    return found->period.proved ? ST_OK : ST_UNSUPPORTED;
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct ask *q = way->ask;
    struct mixed m;
    enum status st = find_kept(env, q->components[0].game, &m);
    if (st != ST_OK) return st;
    result->values = arena_array(arena, q->count, sizeof *result->values);
    for (size_t i = 0; result->values && i < q->count; i++) {
        uint64_t heap = 0;
        bool big = q->big && q->big[i];
        if (big && !period_index_big(&m.period, arena, q->big[i][0], &heap)) return ST_NO_MEMORY;
        if (!big) heap = period_index(&m.period, (uint64_t)q->components[i].cells[0]);
        result->values[i] = m.values[heap];
    }
    result->positions = m.period.to + 1;
    result->source = "after Guy and Smith 1956";
    result->period = m.period;
    result->extent = PERIODIC_EXTENT;
    result->claim = arena_printf(arena, "period %llu from %llu, proved", (unsigned long long)m.period.period,
                                 (unsigned long long)m.period.preperiod);
    return result->values && result->claim ? ST_OK : ST_NO_MEMORY;
}

const struct solver solver_mixed = {
    .name = "mixed",
    .kind = "periodic",
    .summary = "SG values of a large heap whose moves lead to other games too, the period proved",
    .any_size = true, /* by the period */
    .offer = offer,
    .run = run,
};
