/* SPDX-License-Identifier: MIT */
/* The equation is checked component by component, because a sum's value is computed from its components'. */
#include "answer/confirm/confirm.h"
#include "base/mex.h"
#include <inttypes.h>
#include <string.h>
#include "proof/normal/normal.h"
#include "plan/apart.h"
#include "trust/accuse.h"
#include "trust/assumed.h"
#include "play/options/print.h"
#include "play/options/store.h"
#include "proof/options/options.h"

/* ---- no answer --------------------------------------------------------------------------------------------------- */
/* Why a search may contradict itself. */
static const char *possible_cause(const struct query *q)
{
    if (q->pair.vouched) return "the plugin that calls its game tame is wrong";
    if (assumed_any_clause(q->env, q->position->components, q->position->count))
        return "'symmetric' or 'canon' is false here; drop the clause or correct it";
    if (q->env->model->lua_function_count)
        return "a Lua function of the rule does not always return the same result; let it depend on its arguments "
               "alone";
    return "this is a defect of the program, not of the rule";
}

static enum status not_confirmed(const struct query *q, const char *said, const char *found)
{
    diag(q->env->diags, D_NOT_CONFIRMED, (struct span){0}, q->answer->position, said, found, possible_cause(q));
    return ST_RULE_FAILED;
}

/* mex NULL: an option has the same value. */
static enum status contradict_value(struct query *q, size_t c, const uint64_t *mex)
{
    const struct component *component = &q->position->components[c];
    char *value = integer_string(q->arena, q->values[c]);
    const char *said = value ? arena_printf(q->arena, "SG value %s", value) : NULL;
    const char *found =
        mex ? arena_printf(q->arena, "%" PRIu64 " (the mex of its options)", *mex) : "an option of the same value";
    const char *clause =
        mex ? arena_printf(q->arena, "the mex of its options is %" PRIu64, *mex) : "one of its options has it too";
    struct text text = {0};
    if (!said || !found || !clause) return ST_NO_MEMORY;
    if (q->plugins[c] >= 0) {
        q->wrong = true;
        return accuse_plugin(q->env, query_plugin_game(q, c), q->plugins[c], component, 1, said, found);
    }
    if (q->position->count == 1) return not_confirmed(q, said, clause);
    component_print(q->env->model, component, &text);
    said = arena_printf(q->arena, "%s of %s", said, text_c(&text));
    text_free(&text);
    return said ? not_confirmed(q, said, clause) : ST_NO_MEMORY;
}

static const char *outcome_phrase(enum outcome outcome)
{
    return outcome == OUTCOME_P   ? "a loss for the player to move"
           : outcome == OUTCOME_N ? "a win for the player to move"
                                  : "a draw";
}

/* The whole position is told; the plugin is that of one component. */
static enum status accuse_component(struct query *q, size_t c, const char *said, const char *found)
{
    int game = query_plugin_game(q, c);
    if (q->plugins[c] < 0) return not_confirmed(q, said, found);
    return accuse_at(q->env, game, q->plugins[c], q->answer->position, said, found);
}

static enum status contradict_outcome(struct query *q, enum outcome local)
{
    const char *said = outcome_phrase(q->answer->outcome), *found = outcome_phrase(local);
    const char *clause = arena_printf(q->arena, "by its options it is %s", found);
    if (!clause) return ST_NO_MEMORY;
    if (!q->plugin_outcome) return not_confirmed(q, said, clause);
    q->wrong = true;
    return accuse_component(q, 0, said, found);
}

/* ---- all options ------------------------------------------------------------------------------------------------- */
void confirm_begin(struct confirmation *check, struct query *q) { *check = (struct confirmation){.q = q}; }

void confirm_free(struct confirmation *check) { vec_free(&check->seen); }

/* Is the value of the component just walked the mex of the values of its options? That also holds if some options
 * have no value because play may go on for ever there: the others have this mex (Smith 1966). */
static enum status close_component(struct confirmation *check)
{
    struct query *q = check->q;
    int64_t value;
    if (!q->valued || q->untold[check->component] || q->wrong) return ST_OK;
    if (!integer_fits(q->values[check->component], &value)) return ST_OK;
    size_t count = check->seen.count;
    uint64_t mex = mex_of(check->seen.data, count);
    check->seen.count = 0;
    if (mex != (uint64_t)value) return contradict_value(q, check->component, &mex);
    q->compared.mex += count;
    q->compared.endless += check->endless;
    check->endless = 0;
    return ST_OK;
}

/* No option has the value of its position, however many of them are examined. */
static enum status take_value(struct confirmation *check, const struct valued_option *option)
{
    struct query *q = check->q;
    int64_t value;
    if (q->untold[option->move.component]) return ST_OK;
    if (!option->has_own) return check->endless++, ST_OK;
    if (!vec_push(&check->seen, option->own)) return ST_NO_MEMORY;
    if (q->wrong || !integer_fits(q->values[option->move.component], &value)) return ST_OK;
    check->others++;
    return option->own == (uint64_t)value ? contradict_value(q, option->move.component, NULL) : ST_OK;
}

enum status confirm_option(struct confirmation *check, const struct valued_option *option)
{
    enum status st = confirm_plain_option(check->q, option);
    for (; check->component < option->move.component && st == ST_OK; check->component++) st = close_component(check);
    if (option->outcome == OUTCOME_P) check->any_p = true;
    if (option->outcome == OUTCOME_D) check->any_d = true;
    if (option->outcome == OUTCOME_UNKNOWN) check->any_unknown = true;
    check->count++;
    return st == ST_OK && check->q->valued ? take_value(check, option) : st;
}

/* N if and only if some option is P, else a draw if and only if some option is one; the convention decides a
 * position without options. */
enum status confirm_end(struct confirmation *check)
{
    struct query *q = check->q;
    enum status st = ST_OK;
    for (; check->component < q->position->count && st == ST_OK; check->component++) st = close_component(check);
    if (st != ST_OK || q->wrong || check->any_unknown || q->answer->outcome == OUTCOME_UNKNOWN) return st;
    bool misere_end = check->count == 0 && q->asked.play == PLAY_MISERE;
    enum outcome local = check->any_p || misere_end ? OUTCOME_N : check->any_d ? OUTCOME_D : OUTCOME_P;
    if (local != q->answer->outcome) return contradict_outcome(q, local);
    q->compared.outcomes = check->count;
    return ST_OK;
}

enum status confirm_cut(struct confirmation *check)
{
    struct query *q = check->q;
    if (q->wrong || check->count == 0) return ST_OK;
    enum outcome said = q->answer->outcome;
    if (check->any_p && said != OUTCOME_N && said != OUTCOME_UNKNOWN) return contradict_outcome(q, OUTCOME_N);
    q->compared.others = check->others;
    q->compared.cut_win = check->any_p;
    q->compared.cut_none = !check->any_p && !check->any_unknown;
    return ST_OK;
}

/* ---- a sample ---------------------------------------------------------------------------------------------------- */
struct option_sample {
    struct query *q;
    size_t component;
    uint64_t p_options;
    bool broken;     /* an option of a P position is P, or is a winning move that is not listed */
    bool same_value; /* an option has the value of its position */
    char *where;
};

/* The plugin that answered is asked about its options, whatever else fits. */
static struct env env_of(const struct option_sample *s)
{
    struct env asked = *s->q->env;
    asked.terms.plugin = s->q->plugins[s->component] + 1;
    return asked;
}

static enum status outcome_after(struct option_sample *s, const struct position *to, enum outcome *outcome)
{
    const struct query *q = s->q;
    struct env asked = env_of(s);
    *outcome = q->asked.play == PLAY_MISERE ? OUTCOME_N : OUTCOME_P;
    return to->count ? outcome_by_plugins(&asked, to, q->asked.play, query_next_mover(q), outcome, NULL) : ST_OK;
}

/* As a plan, so the plugin is let in for the game that the move leads to as well. */
static enum status value_of_part(const struct option_sample *s, const struct component *part,
                                 const struct integer *const *big, const struct integer **value)
{
    struct env asked = env_of(s);
    struct ask ask = {.what = Q_VALUE, .components = part, .big = &big, .count = 1, .apart = true};
    struct result result = {0};
    struct plan *plan;
    enum status st = plan_closed(&asked, &ask, s->q->arena, &plan);
    if (st == ST_OK) st = plan_run(&asked, plan, s->q->arena, &result);
    if (st == ST_TOO_LARGE) st = ST_UNSUPPORTED;
    if (st == ST_OK && !(*value = result_number(s->q->arena, &result, 0))) st = ST_NO_MEMORY;
    return st;
}

/* The nim-sum of the parts of a state that is a sum, or of the one. */
static enum status value_of_parts(const struct option_sample *s, const struct component *of,
                                  const struct integer *const *big, const struct integer **sum)
{
    struct arena *arena = s->q->arena;
    struct position one = {(struct component *)of, 1, &big}, parts;
    enum status st = apart_position(s->q->env, &one, arena, &parts, NULL);
    *sum = integer_from(arena, 0);
    for (size_t i = 0; st == ST_OK && i < parts.count; i++) {
        const struct integer *value;
        st = value_of_part(s, &parts.components[i], parts.big ? parts.big[i] : NULL, &value);
        if (st == ST_OK) *sum = *sum ? integer_xor(arena, *sum, value) : NULL;
    }
    return st == ST_OK && !*sum ? ST_NO_MEMORY : st;
}

/* The nim-sum of what the component becomes is never its own value. *outcome: that of the whole position, where the plugins
 * of its components do not answer for it together. */
static enum status value_after(struct option_sample *s, const struct made_move *made, bool *same, enum outcome *outcome)
{
    struct query *q = s->q;
    const struct integer *sum = integer_from(q->arena, 0), *value;
    *same = false;
    for (size_t i = 0; i < made->part_count; i++) {
        enum status st = value_of_parts(s, &made->parts[i], made->big[i], &value);
        if (st != ST_OK) return st;
        if (!sum || !(sum = integer_xor(q->arena, sum, value))) return ST_NO_MEMORY;
    }
    const struct integer *rest = sum ? integer_xor(q->arena, q->sum, q->values[s->component]) : NULL;
    if (!rest) return ST_NO_MEMORY;
    *same = integer_compare(sum, q->values[s->component]) == 0;
    if (!q->plugin_outcome) *outcome = integer_compare(sum, rest) == 0 ? OUTCOME_P : OUTCOME_N;
    return ST_OK;
}

static bool listed(const struct query *q, const char *to)
{
    for (size_t i = 0; i < q->answer->win_count; i++)
        if (strcmp(q->answer->wins[i].to, to) == 0) return true;
    return false;
}

static enum status take_sample(void *context, int move, const struct integer *const *values, size_t value_count,
                               const struct normal_position *result, size_t result_count)
{
    (void)move;
    (void)values;
    (void)value_count;
    struct option_sample *s = context;
    struct query *q = s->q;
    struct arena_mark mark = arena_mark(q->arena);
    enum outcome outcome = OUTCOME_UNKNOWN;
    struct made_move made = {.component = s->component};
    struct position to;
    bool same = false, fine = move_lead_to(q->arena, result, result_count, &made);
    enum status st = fine && position_after(q->arena, q->position, &made, &to) ? ST_OK : ST_NO_MEMORY;
    if (st == ST_OK && q->plugin_outcome) st = outcome_after(s, &to, &outcome);
    if (st == ST_OK && q->valued) st = value_after(s, &made, &same, &outcome);
    if (same) {
        s->broken = s->same_value = true;
        return ST_UNSUPPORTED;
    }
    if (st == ST_UNSUPPORTED) return ST_OK; /* it leads to a game without this closed form: nothing to compare */
    if (st != ST_OK) return st;
    q->compared.sampled++;
    if (outcome ==
        OUTCOME_P) { /* the empty sum prints as end; the list is compared as printed, components in the same order */
        struct text text = {0};
        position_print(q->env->model, &to, &text);
        if (!(s->where = print_keep(q->arena, &text))) return ST_NO_MEMORY;
        s->broken = q->answer->outcome != OUTCOME_N || (q->answer->wins_complete && !listed(q, s->where));
        if (s->broken) return ST_UNSUPPORTED;
    }
    arena_rewind(q->arena, mark);
    return budget_check(q->env->budget);
}

static enum status sample_component(struct option_sample *s)
{
    struct query *q = s->q;
    if (q->position->components[s->component].game < 0) return ST_OK; /* its moves are choices from several rules */
    if (q->plugins[s->component] < 0) return ST_OK;                   /* it was searched */
    struct normal_space space = {.arena = q->arena};
    struct normal_source source = {.model = q->env->model,
                                   .game = q->position->components[s->component].game,
                                   .params = q->env->params,
                                   .mover = query_lister(q)};
    struct normal *normal;
    enum status st = normal_build(&space, &source, &normal);
    const struct integer *const *cells = query_cells(q, s->component);
    size_t drawn;
    uint64_t seed = q->env->seed + s->component;
    if (st != ST_OK || !normal->supported) return st;
    if (!cells) return ST_NO_MEMORY;
    size_t each = SAMPLE_COUNT / (q->position->count < 100 ? q->position->count : 100) + 1;
    st = normal_sample(normal, cells, q->position->components[s->component].count, &seed, each, take_sample, s, &drawn);
    return s->broken ? ST_OK : st;
}

enum status confirm_sample(struct query *q)
{
    struct option_sample s = {.q = q};
    enum status st = ST_OK;
    bool together = q->plugin_outcome || (q->valued && q->plugin_value); /* else a sum of different games */
    if (!together && !(q->valued && q->plugin < 0)) return ST_OK;
    for (s.component = 0; st == ST_OK && !s.broken && s.component < q->position->count && s.component < 100;
         s.component++)
        st = sample_component(&s);
    if (st != ST_OK || !s.broken) return st;
    q->wrong = true;
    if (s.same_value)
        return accuse_component(q, s.component - 1, "the SG value of one of its options",
                                "that no option has the value of its position");
    const char *found = arena_printf(q->arena, "a move to %s, which it calls %s", s.where, outcome_phrase(OUTCOME_P));
    if (!found) return ST_NO_MEMORY;
    size_t accused = together ? 0 : s.component - 1;
    return accuse_component(
        q, accused, q->answer->outcome == OUTCOME_P ? outcome_phrase(OUTCOME_P) : "what all winning moves are", found);
}
