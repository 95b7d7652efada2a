/* SPDX-License-Identifier: MIT */
/* The theorem of shifts with parts of other games (solve/heap/period.h). */
#include "base/mem.h"
#include "base/numbers.h"
#include "plan/period_find.h"
#include "plan/values.h"
#include "play/options/traits.h"
#include "solve/heap/periodic.h"

enum { MOST_ABOVE = 4, FIRST_COUNT = 128, USUAL_COUNT = 1 << 13, LAST_COUNT = 1 << 24 };

static bool join(uint64_t *a, uint64_t b)
{
    uint64_t common = number_gcd(*a, b);
    if (b / common > FAMILY_MAX_MODULUS / *a) return false;
    *a *= b / common;
    return true;
}

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
    *known = st == ST_OK && f.kind == FAMILY_MIXED;
    if (*known) *rule = periodic_rule(&f);
    for (size_t i = 0; st == ST_OK && *known && i < f.other_count; i++) {
        struct period other = {0};
        st = period_of_other(env, f.others[i], above, arena, &other);
        *known = st == ST_OK && other.proved && other.saltus == 0 && join(&rule->modulus, other.period);
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

static enum status look(struct env *env, int game, uint64_t last, const struct period_rule *rule, uint32_t *values,
                        struct period *period, struct used *used)
{
    uint64_t count = 0;
    enum status st = ST_OK;
    while (st == ST_OK && count <= last && !period->found) {
        uint64_t to = count ? 2 * count : FIRST_COUNT;
        if (to > last) to = last + 1;
        st = extend(env, game, count, to, values, used);
        if (st == ST_OK) count = to;
        if (st == ST_OK && rule) st = period_prove(values, count, rule, period);
    }
    enum status seen = period->found || !count ? ST_OK : period_observe(values, count, period);
    return st == ST_OK ? seen : st;
}

enum status period_mixed(struct env *env, int game, uint64_t last, int above, struct arena *arena,
                         struct period *period, const char **solver)
{
    const struct game_traits *traits = &env->traits->games[game];
    struct period_rule rule;
    struct used used = {0};
    bool known = false;
    if (!traits->one_heap || traits->loopy || traits->mover) return ST_UNSUPPORTED;
    if (!last) last = USUAL_COUNT - 1;
    if (last >= LAST_COUNT) last = LAST_COUNT - 1;
    uint32_t *values = mem_alloc((size_t)(last + 1) * sizeof *values);
    enum status st = values ? find_rule(env, game, above, arena, &rule, &known) : ST_NO_MEMORY;
    if (st == ST_OK) st = look(env, game, last, known ? &rule : NULL, values, period, &used);
    if (st == ST_OK && period->proved) {
        period->theorem =
            arena_printf(arena, "parts of other games are always the same, or repeat too; %s", period->theorem);
        if (!period->theorem) st = ST_NO_MEMORY;
    }
    if (used.items.count) *solver = used.items.data[used.items.count - 1].name;
    if (values) mem_free(values, (size_t)(last + 1) * sizeof *values);
    used_free(&used);
    return st;
}
