/* SPDX-License-Identifier: MIT */
/* Sums in misere play by the tame rule (tame.h). Components within 64 bits are looked at, as everywhere; one beyond is the word of
 * its plugin, which is held against search on small positions. */
#include "answer/value/query.h"
#include "play/options/print.h"
#include "play/options/store.h"

/* The pairs of the components that fit search, and of all of them together. */
static enum status pair_components(struct query *q)
{
    size_t n = q->position->count;
    const struct integer *total = integer_from(q->arena, 0), *value;
    int64_t small = 0;
    q->pair = (struct tame_sum){0};
    q->pairs = arena_array(q->arena, n + 1, sizeof *q->pairs);
    if (!q->pairs || !total) return ST_NO_MEMORY;
    for (size_t c = 0; c < n; c++) {
        bool swap = false;
        enum status st = ST_OK;
        if (inquiry_is_big(q, c)) {
            st = host_tame_component(q->env, q->position, c, q->arena, &value, &swap);
            if (st == ST_OK) total = integer_xor(q->arena, total, value);
            q->pair.fixed += !swap;
        } else {
            st = tame_position(q->env, &q->position->components[c], 1, &q->pairs[c]);
            if (st == ST_OK) tame_add(&q->pair, &q->pairs[c]);
        }
        if (st != ST_OK) return st;
        if (!total) return ST_NO_MEMORY;
    }
    q->pair.large = !integer_fits(total, &small);
    q->pair.xor_ ^= (uint64_t)small;
    q->paired = true;
    return ST_OK;
}

enum status query_pairs(struct query *q)
{
    if (q->used.items.count != 1 || q->used.items.data[0].name != solver_misere.name) return ST_OK;
    enum status st = pair_components(q);
    return st == ST_UNSUPPORTED ? ST_OK : st;
}

/* What refuses the rule is said of the moves, too. */
static enum status refuse(struct query *q, const char *why)
{
    q->answer->wins_reason = arena_printf(q->arena, "a number is too large for search; misere: %s", why);
    return q->answer->wins_reason ? ST_UNSUPPORTED : ST_NO_MEMORY;
}

/* The premise for the components that fit search, in words. */
static enum status look_at_small(struct query *q, const struct position *small, const char *vouched, struct text *words)
{
    struct ask question = {.what = Q_OUTCOME, .play = PLAY_MISERE, .positions = small, .count = 1};
    struct planner planner = {q->env, q->arena, ST_OK};
    struct way way = {.by = &solver_misere, .ask = &question};
    bool refused;
    solver_misere.offer(&solver_misere, q->env, &planner, &way);
    if (!way.can) return refuse(q, way.because);
    enum status st = tame_premise(q->env, small->components, small->count, vouched, words);
    if (st != ST_UNSUPPORTED) return st;
    st = tame_describe(q->env, small->components, small->count);
    const char *why = st == ST_OK ? tame_reason(q->env, small->components, small->count, &refused) : NULL;
    if (st != ST_OK) return st;
    return why ? refuse(q, why) : ST_UNSUPPORTED;
}

/* *name: of the plugin that vouches for the components beyond 64 bits; one of them. */
static enum status ask_vouchers(struct query *q, const char **name)
{
    enum status st = ST_OK;
    for (size_t c = 0; st == ST_OK && c < q->position->count; c++)
        if (inquiry_is_big(q, c)) st = tame_vouches(q->env, &q->position->components[c], name);
    return st;
}

static enum status answer_tame(struct query *q, struct text *words)
{
    const char *vouched = NULL;
    struct position small = {arena_array(q->arena, q->position->count + 1, sizeof *small.components), 0, NULL};
    if (!small.components) return ST_NO_MEMORY;
    for (size_t c = 0; c < q->position->count; c++)
        if (!inquiry_is_big(q, c)) small.components[small.count++] = q->position->components[c];
    enum status st = ask_vouchers(q, &vouched);
    if (st == ST_OK) st = look_at_small(q, &small, vouched, words);
    if (st == ST_OK) st = pair_components(q);
    if (st != ST_OK) return st;
    q->pair.vouched = vouched;
    struct grounds by = {solver_misere.name, solver_misere.kind,  print_keep(q->arena, words),
                         "Conway 1976",      TAME_EXTENT_VOUCHED, vouched != NULL};
    q->answer->outcome = tame_outcome(&q->pair);
    return by.claim && used_add(&q->used, by) ? ST_OK : ST_NO_MEMORY;
}

enum status query_tame(struct query *q)
{
    struct text words = {0};
    if (!plan_allows(q->env, solver_misere.name)) return ST_TOO_LARGE;
    if (traits_coins_meet(q->env->traits, q->position, true)) return ST_TOO_LARGE;
    enum status st = answer_tame(q, &words);
    text_free(&words);
    return st == ST_UNSUPPORTED ? ST_TOO_LARGE : st;
}
