/* SPDX-License-Identifier: MIT */
/* One position, one answer. If a plugin is refuted or fails meanwhile, the whole question is asked again without it, so an answer
 * never mixes the claims of a refuted plugin with searched values. */
#include "answer/value/analyze.h"
#include "answer/value/private.h"
#include <string.h>
#include "plan/tame_refute.h"
#include "answer/confirm/confirm.h"
#include "answer/value/draw_line.h"
#include "play/options/print.h"
#include "play/options/store.h"
#include "answer/moves/wins.h"

/* ---- remoteness, kernels ----------------------------------------------------------------------------------------- */
/* Before it is answered: afterwards all of it is known, and would be foretold to take no time. */
static enum status plan_remoteness(struct query *q)
{
    struct ask *ask = arena_alloc(q->arena, sizeof *ask);
    if (!ask) return ST_NO_MEMORY;
    *ask = query_ask(q, Q_OUTCOME);
    ask->remoteness = true;
    return plan_make(q->env, ask, q->arena, &q->of_remoteness);
}

static enum status add_remoteness(struct query *q)
{
    struct ask asked = q->asked;
    enum outcome outcome;
    uint64_t remoteness = UINT64_MAX;
    asked.remoteness = true;
    if (q->big && !q->env->terms.only) return ST_TOO_LARGE;
    enum status st = plan_remoteness(q);
    if (st == ST_OK && q->big) return plan_refuse(q->env, q->of_remoteness);
    if (st == ST_OK) st = outcomes_of(q->env, q->position, 1, &asked, &outcome, &remoteness, NULL);
    /* Why nobody gives it: with --solver, that one. */
    if (st == ST_UNSUPPORTED && q->of_remoteness) return plan_refuse(q->env, q->of_remoteness);
    if (st != ST_OK) return st;
    q->answer->has_remoteness = remoteness != UINT64_MAX;
    q->answer->remoteness = remoteness;
    if (q->answer->outcome == OUTCOME_UNKNOWN) q->answer->outcome = outcome;
    return ST_OK;
}

/* Of the positions as the rule writes them. */
static enum status add_kernels(struct query *q)
{
    struct env_view view;
    struct terms terms = q->env->terms;
    terms.whole = true;
    env_view_open(&view, q->env, &terms);
    enum status st = labels_kernels(&view.env, q->position->components, q->position->count, q->arena,
                                    &q->answer->kernels, &q->answer->kernel_count, &q->answer->kernel_reason);
    env_view_close(&view);
    return st;
}

enum status analyze_extras(struct query *q)
{
    enum status st = ST_OK;
    if (q->wanted->remoteness) st = add_remoteness(q);
    if (q->wanted->kernel && q->big) {
        q->answer->kernel_reason = "the position is too large for a list of what can be reached";
        return ST_TOO_LARGE;
    }
    return st == ST_OK && q->wanted->kernel ? add_kernels(q) : st;
}

/* ---- who answered ------------------------------------------------------------------------------------------------ */
static void join(struct text *text, const char *word, const char *between)
{
    if (!word || !*word) return;
    if (text->length) text_puts(text, between);
    text_puts(text, word);
}

enum status analyze_sources(struct query *q)
{
    struct answer *a = q->answer;
    struct text name = {0}, kind = {0}, claim = {0}, source = {0};
    size_t n = q->used.items.count;
    for (size_t i = 0; i < n; i++) {
        const struct grounds *u = &q->used.items.data[i];
        const char *said = u->claim && *u->claim ? host_claim(q->env, q->position->components, q->position->count,
                                                              u->name, u->claim, q->arena)
                                                 : "";
        bool known_kind = false, known_source = false;
        if (!said) claim.failed = true;
        for (size_t j = 0; j < i; j++) {
            known_kind |= strcmp(q->used.items.data[j].kind, u->kind) == 0;
            known_source |=
                u->source && q->used.items.data[j].source && strcmp(q->used.items.data[j].source, u->source) == 0;
        }
        join(&name, u->name, " + ");
        if (!known_kind) join(&kind, u->kind, " + ");
        if (n > 1 && said && *said) {
            join(&claim, u->name, "; ");
            text_puts(&claim, ": ");
            text_puts(&claim, said);
        } else {
            join(&claim, said, "; ");
        }
        if (!known_source) join(&source, u->source, "; ");
    }
    if (n == 0) {
        bool known = a->outcome != OUTCOME_UNKNOWN; /* nothing needs to be computed: there are no moves */
        text_puts(&name, known ? "rule" : "none");
        text_puts(&kind, known ? "definition" : "none");
        if (!known) text_puts(&claim, "no solver finished");
        else text_puts(&claim, q->position->count ? "no component has a move" : "the empty sum has no options");
    }
    a->solver = print_keep(q->arena, &name);
    a->kind = print_keep(q->arena, &kind);
    a->claim = print_keep(q->arena, &claim);
    a->source = print_keep(q->arena, &source);
    a->checked = n                               ? confirm_words(q)
                 : a->outcome == OUTCOME_UNKNOWN ? "nothing: no answer was found"
                                                 : "nothing to check";
    return a->solver && a->kind && a->claim && a->source && a->checked ? ST_OK : ST_NO_MEMORY;
}

/* If no solver was asked, makes the plan of what each would offer. */
static enum status plan_for_show(struct query *q)
{
    struct ask *ask = arena_alloc(q->arena, sizeof *ask);
    if (!ask) return ST_NO_MEMORY;
    *ask = query_ask(q, Q_OUTCOME);
    return plan_make(q->env, ask, q->arena, &q->plan);
}

enum status analyze_plan(struct query *q)
{
    enum status st = ST_OK;
    if (!q->plan && (q->big || q->position->count == 0)) return ST_OK; /* nobody was asked */
    bool coins = traits_coins_meet(q->env->traits, q->position, true);
    if (q->asked.play == PLAY_MISERE && !coins && !q->big)
        st = tame_refute(q->env, q->position->components, q->position->count);
    if (st == ST_OK) st = q->plan ? plan_update(q->env, q->plan, q->arena) : plan_for_show(q);
    return st == ST_OK ? analyze_plan_lines(q) : st;
}

/* ---- analyze ----------------------------------------------------------------------------------------------------- */
static enum status attempt(struct env *env, const struct position *position, const struct wanted *wanted,
                           struct arena *arena, struct answer *answer, bool *again)
{
    struct query q;
    enum status st = query_open(&q, env, position, wanted, arena, answer);
    if (st == ST_OK) st = query_value(&q);
    if (st == ST_OK) st = confirm_plain(&q);
    if (st == ST_OK) st = analyze_extras(&q);
    if (st == ST_OK && wanted->wins) st = wins_list(&q);
    if (st == ST_OK && wanted->wins && !q.wrong) st = draw_line_find(&q);
    *again = query_again(&q, st);
    if (*again) st = ST_OK;
    bool partial = st == ST_OK || status_is_budget(st);
    if (st != ST_OK && partial && !answer->wins_complete && !answer->wins_reason)
        answer->wins_reason = status_words(st);
    if (st != ST_OK && partial && !answer->has_sg && !answer->sg_reason) answer->sg_reason = status_words(st);
    if (partial && answer->position && !*again) {
        enum status later = analyze_sources(&q);
        if (later == ST_OK) later = analyze_plan(&q);
        if (st == ST_OK) st = later;
    }
    query_close(&q);
    return st;
}

enum status analyze(struct env *env, const struct position *position, const struct wanted *wanted, struct arena *arena,
                    struct answer *answer)
{
    bool again = true;
    enum status st = ST_OK;
    while (st == ST_OK && again) st = attempt(env, position, wanted, arena, answer, &again);
    if (st == ST_OK && env->diags->failed) return ST_NO_MEMORY;
    return st;
}
