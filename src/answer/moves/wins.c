/* SPDX-License-Identifier: MIT */
/* The walk over all options also serves the comparison: it collects what a closed form says of each option. */
#include "answer/moves/wins.h"
#include "answer/moves/private.h"
#include <inttypes.h>
#include "answer/confirm/confirm.h"
#include "answer/moves/valued_options.h"
#include "play/options/store.h"
#include "answer/moves/move_names.h"
#include "answer/value/query_strategy.h"

struct wins_listing {
    struct query *q;
    struct confirmation check;
    VEC(struct reply) replies;
    uint64_t max, found;
    const struct valued_options *options;
    bool enough; /* more than are listed, and more options than are counted for the sake of a number */
};

static enum status take_option(void *context, const struct valued_option *option)
{
    struct wins_listing *l = context;
    struct reply reply;
    enum status st = confirm_option(&l->check, option);
    if (st != ST_OK || option->outcome != OUTCOME_P) return st;
    if (l->found++ >= l->max) {
        l->enough = l->options->count >= OPTIONS_ALL;
        return l->enough ? ST_UNSUPPORTED : ST_OK;
    }
    st = valued_option_reply(l->q, option, &reply);
    return st == ST_OK && !vec_push(&l->replies, reply) ? ST_NO_MEMORY : st;
}

static enum status publish(struct wins_listing *l)
{
    struct answer *a = l->q->answer;
    a->wins = arena_array(l->q->arena, l->replies.count + 1, sizeof *a->wins);
    if (!a->wins) return ST_NO_MEMORY;
    for (size_t i = 0; i < l->replies.count; i++) a->wins[a->win_count++] = l->replies.data[i];
    if (l->found <= l->max) return ST_OK;
    a->wins_complete = false;
    if (!l->q->options_all)
        a->wins_reason =
            arena_printf(l->q->arena, "more winning moves than the %" PRIu64 " that --max-moves lists", l->max);
    else
        a->wins_reason = arena_printf(l->q->arena, "%" PRIu64 " winning moves, of which --max-moves lists %" PRIu64,
                                      l->found, l->max);
    return a->wins_reason ? ST_OK : ST_NO_MEMORY;
}

static bool anything_big(const struct query *q)
{
    int64_t small;
    return q->big || (q->valued && !integer_fits(q->sum, &small));
}

/* `whole`: all options or none. */
static enum status list_all(struct query *q, struct env *env, uint64_t limit, bool whole, bool *all)
{
    struct wins_listing l = {.q = q, .max = q->wanted->max_moves ? q->wanted->max_moves : WINS_DEFAULT};
    struct valued_options options = {
        .query = q, .env = env, .take = take_option, .context = &l, .limit = limit, .whole = whole};
    l.options = &options;
    confirm_begin(&l.check, q);
    enum status st = valued_options_run(&options);
    if (l.enough) st = ST_OK, options.all = false;
    *all = options.all;
    q->options = whole && !options.all ? 0 : options.count; /* counted only */
    q->options_all = st == ST_OK && options.all;
    if (q->options_all) st = confirm_end(&l.check);
    else if (st == ST_OK && q->options) st = confirm_cut(&l.check);
    if (st == ST_OK && !q->wrong && (options.all || l.enough || !whole)) {
        q->answer->wins_complete = options.all;
        if (!options.all) {
            const char *found = l.found ? "winning moves among" : "no winning move is among";
            q->answer->wins_reason =
                arena_printf(q->arena, "%s the first %" PRIu64 " options, and there are more", found, options.count);
            if (!q->answer->wins_reason) st = ST_NO_MEMORY;
        }
        if (st == ST_OK) st = publish(&l);
    } else if (status_is_budget(st)) {
        enum status partial = publish(&l); /* those found before the budget ended */
        q->answer->wins_complete = false;
        q->answer->wins_reason = status_words(st);
        if (partial != ST_OK) st = partial;
    }
    confirm_free(&l.check);
    vec_free(&l.replies);
    return st;
}

void wins_try_open(struct wins_try *t, struct query *q, uint64_t looks)
{
    struct terms terms = q->env->terms;
    terms.looks = looks;
    t->query = q;
    env_view_open(&t->bounded, q->env, &terms);
    env_view_quiet(&t->quiet, &t->bounded.env);
}

enum status wins_try_close(struct wins_try *t, enum status st, bool *ended)
{
    struct query *q = t->query;
    bool refused = st == ST_MEMORY_BUDGET && t->quiet.diags.count == 1 && t->quiet.diags.items[0].id == D_TOO_MUCH;
    if (!refused) diags_add(q->env->diags, &t->quiet.diags);
    env_view_close(&t->quiet);
    env_view_close(&t->bounded);
    *ended = refused || st == ST_STATE_BUDGET;
    if (*ended) st = budget_check(q->env->budget);
    if (st != ST_OK) return st;
    if (*ended) q->answer->wins_reason = "the outcomes of the options would take too long a search";
    if (*ended) q->answer->wins_complete = false;
    if (q->answer->outcome != OUTCOME_N) q->answer->wins_complete = true, q->answer->wins_reason = NULL; /* none */
    return ST_OK;
}

/* Where only the outcome could be searched for, the outcomes of the options may need far more than it did. */
static enum status list_tried(struct query *q, uint64_t looks, uint64_t limit, bool whole)
{
    struct wins_try t;
    bool all, ended;
    wins_try_open(&t, q, looks);
    return wins_try_close(&t, list_all(q, &t.quiet.env, limit, whole, &all), &ended);
}

/* Options of a position near 2^63 may need larger numbers than the rule is run with. A closed form may still know
 * them. */
static bool only_too_large(enum status st, const struct diags *diags)
{
    return st == ST_RULE_FAILED && diags->count == 1 && diags->items[0].id == D_RUN_OVERFLOW;
}

/* list_all if something else can name the winning moves too: *all is false if only the size of numbers ended it. */
static enum status list_or_leave(struct query *q, uint64_t limit, bool whole, bool *all)
{
    struct env_view quiet;
    env_view_quiet(&quiet, q->env);
    enum status st = list_all(q, &quiet.env, limit, whole, all);
    if (only_too_large(st, &quiet.diags)) st = ST_OK, *all = false, q->answer->win_count = 0;
    else diags_add(q->env->diags, &quiet.diags);
    env_view_close(&quiet);
    return st;
}

enum status wins_list(struct query *q)
{
    struct answer *a = q->answer;
    bool all;
    if (a->outcome == OUTCOME_UNKNOWN) {
        a->wins_reason = "the outcome is not known";
        return ST_OK;
    }
    if (q->by_strategy) return wins_by_strategy(q);
    bool by_plugin = q->plugin >= 0 && q->plugin_wins, by_values = false;
    enum status st = by_plugin ? ST_OK : wins_from_values(q, &by_values);
    if (st != ST_OK) return st;
    if (!anything_big(q)) {
        bool known = a->outcome != OUTCOME_N || by_plugin || by_values; /* without examining every option */
        uint64_t compared = by_plugin ? q->options_most : q->paired ? OPTIONS_MOST : OPTIONS_ALL; /* pairs are cheap */
        uint64_t limit = known ? compared : OPTIONS_MOST;
        if (q->outcome_alone) return list_tried(q, OUTCOMES_TRY, limit, known);
        if (query_may_last(q)) return list_tried(q, WINS_LOOKS, limit, known);
        st = by_plugin || by_values ? list_or_leave(q, limit, known, &all) : list_all(q, q->env, limit, known, &all);
        if (st != ST_OK || all || !known || q->wrong || a->win_count) return st;
    }
    a->wins_complete = a->outcome != OUTCOME_N; /* others have none, at any size */
    if (!a->wins_complete && by_plugin) st = wins_by_plugin(q);
    else if (!a->wins_complete && by_values) st = wins_by_values(q);
    else if (!a->wins_complete) a->wins_reason = "the position is too large for listing its moves";
    return st == ST_OK && !q->wrong ? confirm_sample(q) : st;
}
