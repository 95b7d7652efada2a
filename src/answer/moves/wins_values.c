/* SPDX-License-Identifier: MIT */
/* Winning moves of a sum, component by component. Normal play (Sprague 1935, Grundy 1939): a component of value g
 * must become one of value g ^ X, where X is the xor of all values. Misère play of tame games (tame.c): let Y be
 * the xor of the other values. If some other component is not a swap, exactly the options of value Y win; if all
 * others are swaps, the options of value Y that are not swaps and those of value Y ^ 1 that are swaps win. So it is
 * enough to know which options of a component have a given value: a plugin or a proved period tells that at any size
 * (Q_OPTIONS); without these every option is tried, if the component is small enough to be searched. */
#include <inttypes.h>
#include "plugin/plugin.h"
#include "answer/moves/valued_options.h"
#include "play/options/print.h"
#include "play/options/store.h"
#include "answer/moves/private.h"
#include "answer/moves/wins.h"
#include "answer/moves/move_names.h"
#include "answer/moves/heap_names.h"

struct values_listing {
    struct move_names naming; /* first */
    struct query *q;
    bool full;        /* more moves than will be listed */
    const char *left; /* the first component whose moves are not known, as text; NULL */
    uint64_t tried;
    bool unknown; /* for some option it is not known whether it wins */
};

/* ---- what is possible -------------------------------------------------------------------------------------------- */
/* The ask for the options of a component that have a value, and its plan. */
static enum status plan_options(const struct query *q, size_t c, const struct integer *value, uint64_t most,
                                struct plan **plan)
{
    struct ask *ask = arena_alloc(q->arena, sizeof *ask);
    *plan = NULL;
    if (!ask || !value) return ST_NO_MEMORY;
    *ask = (struct ask){.what = Q_OPTIONS,
                        .components = &q->position->components[c],
                        .big = q->position->big ? (const struct integer *const *const *)&q->position->big[c] : NULL,
                        .count = 1,
                        .value = value,
                        .most = most};
    return plan_make(q->env, ask, q->arena, plan);
}

/* Can the options of a value be listed without trying all? A period says nothing of pairs, which the tame rule needs. */
static enum status has_options(const struct query *q, size_t c, bool *has)
{
    struct plan *plan;
    struct arena_mark mark = arena_mark(q->arena);
    enum status st = plan_options(q, c, integer_from(q->arena, 0), 1, &plan);
    *has = st == ST_OK && plan->chosen && (q->valued || plan->chosen->by->trust == TRUST_CLAIMED);
    arena_rewind(q->arena, mark);
    return st;
}

enum status wins_from_values(const struct query *q, bool *can)
{
    enum status st = ST_OK;
    *can = false;
    if (!q->valued && !q->plugin_tame && !q->paired) return ST_OK;
    for (size_t c = 0; st == ST_OK && !*can && c < q->position->count; c++) st = has_options(q, c, can);
    return st;
}

/* The first component that is omitted is named in the answer. */
static enum status leave_out(struct values_listing *l, size_t c)
{
    const struct integer *const *big = query_is_big(l->q, c) ? l->q->position->big[c] : NULL;
    struct position one = {&l->q->position->components[c], 1, big ? &big : NULL};
    struct text text = {0};
    if (l->left) return ST_OK;
    position_print(l->q->env->model, &one, &text);
    l->left = print_keep(l->q->arena, &text);
    return l->left ? ST_OK : ST_NO_MEMORY;
}

/* ---- one component by its options of a value --------------------------------------------------------------------- */
enum which { ALL_OPTIONS, SWAPS, OTHERS };

/* Is what the component becomes a swap? */
static enum status leads_to_swap(struct query *q, size_t c, const struct listed_move *move, bool *swap)
{
    struct tame_sum pair = {0};
    enum status st = ST_OK;
    size_t parts = move->heaps ? move->cell_count : 1;
    for (size_t i = 0; st == ST_OK && i < parts; i++) {
        struct component to = {.game = component_rule(&q->position->components[c]),
                               .count = move->heaps ? 1 : (uint32_t)move->cell_count};
        st = misere_pair(q->env, &to, move->cells + i, q->arena, &pair);
    }
    *swap = pair.fixed == 0;
    return st;
}

/* Keeps the moves that lead to swaps, or those that do not. */
static enum status keep(struct query *q, size_t c, enum which which, struct listed_move *moves, size_t *count)
{
    size_t kept = 0;
    for (size_t i = 0; which != ALL_OPTIONS && i < *count; i++) {
        bool swap;
        struct arena_mark mark = arena_mark(q->arena);
        enum status st = leads_to_swap(q, c, &moves[i], &swap);
        arena_rewind(q->arena, mark);
        if (st != ST_OK) return st;
        if (swap == (which == SWAPS)) moves[kept++] = moves[i];
    }
    if (which != ALL_OPTIONS) *count = kept;
    return ST_OK;
}

static enum status name_moves(struct values_listing *l, size_t c, struct listed_move *moves, size_t count)
{
    if (count && moves[0].heaps) return heap_names_all(&l->naming, c, moves, count);
    for (size_t i = 0; i < count; i++) moves[i].component = c;
    return move_names_all(&l->naming, moves, count);
}

/* *known false: nobody can list them here. */
static enum status list_value(struct values_listing *l, size_t c, const struct integer *value, enum which which,
                              bool *known)
{
    struct query *q = l->q;
    struct result result = {0};
    struct plan *plan;
    uint64_t room = l->naming.max >= l->naming.found ? l->naming.max - l->naming.found + 1 : 1;
    if (which != ALL_OPTIONS) room = OPTIONS_MOST; /* not all of them need be winning moves */
    enum status st = plan_options(q, c, value, room, &plan);
    if (st == ST_OK) st = plan_run(q->env, plan, q->arena, &result);
    if (host_usable(q->env->plugins) < q->usable) q->wrong = true; /* one failed: ask again without it */
    if (st == ST_OK) st = keep(q, c, which, result.moves, &result.move_count);
    if (st == ST_OK && !q->wrong) st = name_moves(l, c, result.moves, result.move_count);
    if (st == ST_OK) st = query_listed(q, plan, &result);
    if (status_is_budget(st) && result.move_count && which == ALL_OPTIONS && !l->naming.found) {
        enum status some = name_moves(l, c, result.moves, result.move_count); /* those found before the budget ended */
        if (some == ST_NO_MEMORY) st = some;
    }
    *known = st == ST_OK;
    if (st == ST_OK && !result.moves_complete) l->full = true;
    return st == ST_TOO_LARGE || st == ST_UNSUPPORTED ? ST_OK : st;
}

/* ---- one component by all its options ---------------------------------------------------------------------------- */
static enum status take_option(void *context, const struct valued_option *option)
{
    struct values_listing *l = context;
    struct reply reply;
    if (option->outcome == OUTCOME_UNKNOWN) l->unknown = true;
    if (option->outcome != OUTCOME_P) return ST_OK;
    enum status st = valued_option_reply(l->q, option, &reply);
    return st == ST_OK && !move_names_add(&l->naming, &reply) ? ST_NO_MEMORY : st;
}

static enum status list_tried(struct values_listing *l, size_t c, bool *known)
{
    struct query *q = l->q;
    struct valued_options options = {.query = q,
                                     .env = q->env,
                                     .take = take_option,
                                     .context = l,
                                     .limit = OPTIONS_MOST - l->tried,
                                     .first = c,
                                     .last = c + 1};
    *known = false;
    if (!(q->valued || q->paired) || query_is_big(q, c)) return ST_OK;
    l->unknown = false;
    enum status st = valued_options_run(&options);
    l->tried += options.count;
    if (st == ST_TOO_LARGE || st == ST_UNSUPPORTED) return ST_OK; /* an option has a value beyond 63 bits, or none */
    *known = st == ST_OK && options.all && !l->unknown;
    return st;
}

/* ---- the sum ----------------------------------------------------------------------------------------------------- */
static enum status list_normal(struct values_listing *l, size_t c)
{
    struct query *q = l->q;
    bool known = false;
    const struct integer *wanted = integer_xor(q->arena, q->sum, q->values[c]);
    enum status st = wanted ? ST_OK : ST_NO_MEMORY;
    if (st == ST_OK) st = list_value(l, c, wanted, ALL_OPTIONS, &known);
    if (st == ST_OK && !known && !q->wrong) st = list_tried(l, c, &known);
    return st == ST_OK && !known ? leave_out(l, c) : st;
}

/* The data of the components for misère play of tame games. */
struct tame_parts {
    const struct integer **values, *sum;
    bool *swaps;
    size_t fixed; /* the number of components that are not swaps */
};

static enum status ask_pair(struct query *q, size_t c, const struct integer **value, bool *swap)
{
    struct ask ask = {.what = Q_PAIR,
                      .components = &q->position->components[c],
                      .big = q->position->big ? (const struct integer *const *const *)&q->position->big[c] : NULL,
                      .count = 1,
                      .apart = true};
    struct result result = {0};
    enum status st = plan_answer(q->env, &ask, q->arena, &result);
    if (st != ST_OK) return st == ST_TOO_LARGE ? ST_UNSUPPORTED : st;
    *value = result.pairs[0].value;
    *swap = result.pairs[0].swap;
    return ST_OK;
}

/* Of one component: what the tame rule found when it answered, or what the plugin says. */
static enum status read_pair(struct query *q, size_t c, const struct integer **value, bool *swap)
{
    if (!q->paired || query_is_big(q, c)) return ask_pair(q, c, value, swap);
    if (q->pairs[c].xor_ > INT64_MAX) return ST_UNSUPPORTED;
    *swap = q->pairs[c].fixed == 0;
    *value = integer_from(q->arena, (int64_t)q->pairs[c].xor_);
    return *value ? ST_OK : ST_NO_MEMORY;
}

static enum status read_tame(struct query *q, struct tame_parts *t)
{
    size_t n = q->position->count;
    *t = (struct tame_parts){.values = arena_array(q->arena, n, sizeof *t->values),
                             .sum = integer_from(q->arena, 0),
                             .swaps = arena_array(q->arena, n, sizeof *t->swaps)};
    if (!t->values || !t->sum || !t->swaps) return ST_NO_MEMORY;
    for (size_t c = 0; c < n; c++) {
        enum status st = read_pair(q, c, &t->values[c], &t->swaps[c]);
        if (st != ST_OK) return st;
        t->fixed += !t->swaps[c];
        if (!(t->sum = integer_xor(q->arena, t->sum, t->values[c]))) return ST_NO_MEMORY;
    }
    return ST_OK;
}

static enum status list_tame(struct values_listing *l, const struct tame_parts *t, size_t c)
{
    struct query *q = l->q;
    bool known = false, listable = false, swaps_only = t->fixed == (size_t)!t->swaps[c];
    const struct integer *wanted = integer_xor(q->arena, t->sum, t->values[c]), *one = integer_from(q->arena, 1);
    const struct integer *turned = wanted && one ? integer_xor(q->arena, wanted, one) : NULL;
    enum status st = turned ? ST_OK : ST_NO_MEMORY;
    uint64_t before = l->naming.found;
    if (st == ST_OK) st = has_options(q, c, &listable);
    if (st == ST_OK && listable) st = list_value(l, c, wanted, swaps_only ? OTHERS : ALL_OPTIONS, &known);
    if (st == ST_OK && known && swaps_only && !q->wrong) st = list_value(l, c, turned, SWAPS, &known);
    if (st == ST_OK && !known && !q->wrong && l->naming.found == before) st = list_tried(l, c, &known);
    return st == ST_OK && !known ? leave_out(l, c) : st;
}

static enum status publish(struct values_listing *l)
{
    struct answer *a = l->q->answer;
    bool full = l->full || l->naming.found > l->naming.max;
    if (!move_names_publish(&l->naming)) return ST_NO_MEMORY;
    a->wins_complete = !full && !l->left && !a->wins_reason;
    if (a->wins_complete || a->wins_reason) return ST_OK;
    a->wins_reason =
        arena_printf(l->q->arena, "more winning moves than the %" PRIu64 " that --max-moves lists", l->naming.max);
    if (!full) a->wins_reason = arena_printf(l->q->arena, "which moves in %s win is not known at this size", l->left);
    return a->wins_reason ? ST_OK : ST_NO_MEMORY;
}

enum status wins_by_values(struct query *q)
{
    struct values_listing l = {.naming = {.q = q, .max = q->wanted->max_moves ? q->wanted->max_moves : WINS_DEFAULT},
                               .q = q};
    struct tame_parts tame = {0};
    enum status st = q->valued ? ST_OK : read_tame(q, &tame);
    for (size_t c = 0; st == ST_OK && !q->wrong && l.naming.found <= l.naming.max && c < q->position->count; c++) {
        st = q->valued ? list_normal(&l, c) : list_tame(&l, &tame, c);
        if (st == ST_OK) st = budget_check(q->env->budget);
    }
    if (st == ST_UNSUPPORTED) {
        q->answer->wins_reason = "the moves cannot be listed at this size";
        st = ST_OK;
    } else if (!q->wrong && (st == ST_OK || status_is_budget(st))) {
        if (st != ST_OK) q->answer->wins_reason = status_words(st); /* those found before the budget ended */
        enum status partial = publish(&l);
        if (partial != ST_OK) st = partial;
    }
    vec_free(&l.naming.replies);
    return st;
}
