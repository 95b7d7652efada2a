/* SPDX-License-Identifier: MIT */
/* analyze without its list of winning moves, then every option with its value. */
#include "answer/value/analyze.h"
#include "base/mex.h"
#include "answer/confirm/confirm.h"
#include "answer/moves/valued_options.h"
#include "answer/moves/wins.h"
#include "answer/value/private.h"
#include "answer/value/query_strategy.h"
#include "answer/value/reasons.h"

enum { MOVES_DEFAULT = 1000 };

struct list {
    struct query *q;
    struct confirmation check;
    struct explanation *explanation;
    VEC(struct reply) options, wins;
    VEC(uint64_t) values;
    uint64_t max, count, win_count;
    struct reasons *reasons;
};

static enum status take(void *context, const struct valued_option *option)
{
    struct list *l = context;
    struct reply reply;
    enum status st = confirm_option(&l->check, option);
    l->count++;
    if (st == ST_OK && option->has_sg && !vec_push(&l->values, option->sg)) st = ST_NO_MEMORY;
    bool win = option->outcome == OUTCOME_P && l->win_count++ < l->max, shown = l->count <= l->max;
    if (st != ST_OK || (!win && !shown && !reasons_wants(l->reasons, option))) return st;
    st = valued_option_reply(l->q, option, &reply);
    if (st == ST_OK) st = reasons_note(l->reasons, option, &reply);
    if (st == ST_OK && shown && !vec_push(&l->options, reply)) st = ST_NO_MEMORY;
    if (st == ST_OK && win && !vec_push(&l->wins, reply)) st = ST_NO_MEMORY;
    return st;
}

static enum status publish(struct list *l, bool all)
{
    struct explanation *e = l->explanation;
    struct answer *a = &e->answer;
    struct arena *arena = l->q->arena;
    e->options = arena_array(arena, l->options.count + 1, sizeof *e->options);
    a->wins = arena_array(arena, l->wins.count + 1, sizeof *a->wins);
    if (!e->options || !a->wins) return ST_NO_MEMORY;
    for (size_t i = 0; i < l->options.count; i++) e->options[e->option_count++] = l->options.data[i];
    for (size_t i = 0; i < l->wins.count; i++) a->wins[a->win_count++] = l->wins.data[i];
    e->options_complete = all && l->count <= l->max;
    a->wins_complete = all && l->win_count <= l->max;
    if (!a->wins_complete) a->wins_reason = "more winning moves than --max-moves lists";
    e->has_mex = all && l->q->valued && l->values.count == l->count;
    if (e->has_mex) e->mex = mex_of(l->values.data, l->values.count);
    return ST_OK;
}

static enum status list_options(struct query *q, struct env *env, struct explanation *explanation,
                                struct reasons *reasons)
{
    struct list l = {.q = q,
                     .explanation = explanation,
                     .reasons = reasons,
                     .max = q->wanted->max_moves ? q->wanted->max_moves : MOVES_DEFAULT};
    struct valued_options options = {.query = q, .env = env, .take = take, .context = &l, .limit = OPTIONS_MOST};
    if (q->big) {
        explanation->options_reason = "the position is too large for listing its moves";
        return wins_list(q);
    }
    confirm_begin(&l.check, q);
    enum status st = valued_options_run(&options);
    q->options = options.count;
    q->options_all = options.all;
    if (st == ST_OK) st = options.all ? confirm_end(&l.check) : confirm_cut(&l.check);
    if (st == ST_OK && !q->wrong) st = publish(&l, options.all);
    confirm_free(&l.check);
    vec_free(&l.options);
    vec_free(&l.wins);
    vec_free(&l.values);
    return st;
}

/* The outcomes of the options may need far more than that of the position did. */
static enum status list_worth(struct query *q, struct explanation *explanation, struct reasons *reasons)
{
    static const char too_long[] = "the outcomes of all options would take too long a search";
    struct wins_try t;
    bool ended;
    if (q->by_strategy && query_is_large(q)) {
        explanation->options_reason = too_long;
        return wins_list(q);
    }
    if (!query_may_last(q)) return list_options(q, q->env, explanation, reasons);
    wins_try_open(&t, q, WINS_LOOKS);
    enum status st = wins_try_close(&t, list_options(q, &t.quiet.env, explanation, reasons), &ended);
    if (st == ST_OK && ended) explanation->options_reason = too_long;
    return st;
}

/* Of a single component that no plugin was found to fit. */
static enum status add_nearest(const struct query *q, struct explanation *explanation)
{
    const struct recognition *known = q->env->store->recognised;
    int game = q->position->count == 1 ? q->position->components[0].game : -1;
    if (game < 0 || !known || (size_t)game >= known->count || known->games[game].plugin >= 0) return ST_OK;
    return host_nearest(q->env, game, NULL, q->arena, &explanation->nearest);
}

static enum status attempt(struct env *env, const struct position *position, const struct wanted *wanted,
                           struct arena *arena, struct explanation *explanation, bool *again)
{
    struct query q;
    struct reasons reasons = {.query = &q, .env = env, .explanation = explanation};
    *explanation = (struct explanation){0};
    enum status st = query_open(&q, env, position, wanted, arena, &explanation->answer);
    q.every = true;
    if (st == ST_OK) st = query_value(&q);
    if (st == ST_OK) st = confirm_plain(&q);
    if (st == ST_OK) st = analyze_extras(&q);
    if (st == ST_OK) st = list_worth(&q, explanation, &reasons);
    if (st == ST_OK) st = reasons_write(&reasons);
    *again = query_again(&q, st);
    if (*again) st = ST_OK;
    if (st == ST_OK && !*again) st = analyze_sources(&q);
    if (st == ST_OK && !*again) st = analyze_plan(&q);
    if (st == ST_OK && !*again) st = add_nearest(&q, explanation);
    query_close(&q);
    return st;
}

enum status explain(struct env *env, const struct position *position, const struct wanted *wanted, struct arena *arena,
                    struct explanation *explanation)
{
    bool again = true;
    enum status st = ST_OK;
    while (st == ST_OK && again) st = attempt(env, position, wanted, arena, explanation, &again);
    return st;
}
