/* The equation is checked component by component, because a sum's value is made of its components'. */
#include "trust/confirm.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "proof/normal/normal.h"
#include "play/options/print.h"
#include "play/options/store.h"

/* ---- accusing ---------------------------------------------------------------------------------------------------------- */
static enum status accuse(struct env *env, int game, const char *position, const char *said, const char *found)
{
    const struct match *match = &env->store->recognised->games[game];
    const struct plugin_info *info = host_info(env->plugins, (size_t)match->plugin);
    const struct game *g = &env->model->games[game];
    bool by_name = match->by_name;
    if (by_name) diag(env->diags, D_SOLVE_WRONG, g->solve_span, info->name, said, position, found);
    else diag(env->diags, D_PLUGIN_WRONG, g->span, info->name, said, position, found);
    store_game(env->store, game)->plugin_disagreed = true;
    if (!by_name) host_disable(env->plugins, (size_t)match->plugin, "it gave a wrong answer");
    return by_name ? ST_RULE_FAILED : ST_OK;
}

enum status confirm_disagreement(struct env *env, int game, const struct component *components, size_t count,
                                 const char *said, const char *found)
{
    struct text text = {0};
    print_sum(env->model, components, count, &text);
    enum status st = text.failed ? ST_NO_MEMORY : accuse(env, game, text_c(&text), said, found);
    text_free(&text);
    return st;
}

/* ---- all options ------------------------------------------------------------------------------------------------------- */
void confirm_begin(struct certify_options *check, struct query *q) { *check = (struct certify_options){.q = q}; }

void confirm_free(struct certify_options *check) { vec_free(&check->seen); }

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

uint64_t confirm_mex(uint64_t *values, size_t count)
{
    uint64_t mex = 0;
    if (count) qsort(values, count, sizeof *values, compare);
    for (size_t i = 0; i < count && values[i] <= mex; i++)
        if (values[i] == mex) mex++;
    return mex;
}

/* Is the value of the component that was walked last the mex of what it can become? */
static enum status close_component(struct certify_options *check)
{
    struct query *q = check->q;
    int64_t value;
    if (!q->valued || q->wrong || !integer_fits(q->values[check->component], &value)) return ST_OK;
    uint64_t mex = confirm_mex(check->seen.data, check->seen.count);
    check->seen.count = 0;
    if (mex == (uint64_t)value) return ST_OK;
    const struct component *component = &q->position->components[check->component];
    if (plan_plugin(q->env, component) < 0) return ST_OK;
    char said[64], found[64];
    snprintf(said, sizeof said, "SG value %" PRId64, value);
    snprintf(found, sizeof found, "%" PRIu64 " (the mex of its options)", mex);
    q->wrong = true;
    return confirm_disagreement(q->env, component_rule(component), component, 1, said, found);
}

enum status confirm_option(struct certify_options *check, const struct valued_option *option)
{
    enum status st = ST_OK;
    for (; check->component < option->component && st == ST_OK; check->component++) st = close_component(check);
    if (option->outcome == OUTCOME_P) check->any_p = true;
    if (st == ST_OK && option->has_sg && !vec_push(&check->seen, option->own)) st = ST_NO_MEMORY;
    return st;
}

static const char *outcome_phrase(enum outcome outcome)
{
    return outcome == OUTCOME_P ? "a loss for the player to move" : "a win for the player to move";
}

/* N if and only if some option is P; a position without options is decided by the convention. */
enum status confirm_end(struct certify_options *check)
{
    struct query *q = check->q;
    enum status st = ST_OK;
    for (; check->component < q->position->count && st == ST_OK; check->component++) st = close_component(check);
    if (st != ST_OK || q->wrong || !q->plugin_outcome) return st;
    enum outcome local = check->any_p || (q->options == 0 && q->asked.play == PLAY_MISERE) ? OUTCOME_N : OUTCOME_P;
    if (local == q->answer->outcome) return ST_OK;
    q->wrong = true;
    return accuse(q->env, component_rule(&q->position->components[0]), q->answer->position,
                  outcome_phrase(q->answer->outcome), outcome_phrase(local));
}

/* ---- a sample ------------------------------------------------------------------------------------------------------------ */
struct option_sample {
    struct query *q;
    size_t component;
    uint64_t p_options;
    bool broken;     /* an option is P below a P position, or is a winning move that is not listed */
    bool same_value; /* an option has the value of its position */
    char *where;
};

/* The whole position after the component at hand became these. */
static enum status position_after(const struct option_sample *s, const struct normal_position *result, size_t count,
                                  struct position *to)
{
    struct query *q = s->q;
    size_t n = q->position->count;
    *to = (struct position){.components = arena_array(q->arena, n + count, sizeof *to->components)};
    const struct integer *const **big = arena_array(q->arena, n + count, sizeof *big);
    if (!to->components || !big) return ST_NO_MEMORY;
    for (size_t c = 0; c < n; c++) {
        for (size_t i = 0; c == s->component && i < count; i++) {
            big[to->count] = result[i].cells;
            to->components[to->count++] =
                (struct component){.game = result[i].game, .count = (uint32_t)result[i].count};
        }
        if (c == s->component) continue;
        big[to->count] = q->position->big ? q->position->big[c] : NULL;
        to->components[to->count++] = q->position->components[c];
    }
    to->big = big;
    return ST_OK;
}

static enum status outcome_after(const struct query *q, const struct position *to, enum outcome *outcome)
{
    *outcome = q->asked.play == PLAY_MISERE ? OUTCOME_N : OUTCOME_P;
    return to->count ? host_outcome(q->env, to, q->asked.play, query_next_mover(q), q->arena, outcome) : ST_OK;
}

/* The nim-sum of what the component becomes is never its own value. *outcome: that of the whole position, where the plugins
 * of its components do not answer for it together. */
static enum status value_after(struct option_sample *s, const struct normal_position *result, size_t count, bool *same,
                               enum outcome *outcome)
{
    struct query *q = s->q;
    const struct integer *sum = integer_from(q->arena, 0), *value;
    *same = false;
    for (size_t i = 0; i < count; i++) {
        struct component component = {.game = result[i].game, .count = (uint32_t)result[i].count};
        const struct integer *const *big = result[i].cells;
        struct position one = {&component, 1, &big};
        enum status st =
            plan_plugin(q->env, &component) < 0 ? ST_UNSUPPORTED : host_value(q->env, &one, 0, q->arena, &value);
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
    struct position to;
    bool same = false;
    enum status st = position_after(s, result, result_count, &to);
    if (st == ST_OK && q->plugin_outcome) st = outcome_after(q, &to, &outcome);
    if (st == ST_OK && q->valued) st = value_after(s, result, result_count, &same, &outcome);
    if (same) {
        s->broken = s->same_value = true;
        return ST_UNSUPPORTED;
    }
    if (st == ST_UNSUPPORTED) return ST_OK; /* leads to a game without this closed form: nothing to compare */
    if (st != ST_OK) return st;
    q->sampled++;
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
    if (q->position->components[s->component].game < 0) return ST_OK; /* its moves are choices over several rules */
    int plugin = plan_plugin(q->env, &q->position->components[s->component]);
    if (plugin < 0 || !plan_allows(q->env, host_info(q->env->plugins, (size_t)plugin)->name))
        return ST_OK; /* was searched */
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
        return accuse(q->env, component_rule(&q->position->components[s.component - 1]), q->answer->position,
                      "the SG value of one of its options", "that no option has the value of its position");
    const char *found = arena_printf(q->arena, "a move to %s, which it calls %s", s.where, outcome_phrase(OUTCOME_P));
    if (!found) return ST_NO_MEMORY;
    size_t accused = together ? 0 : s.component - 1;
    return accuse(q->env, component_rule(&q->position->components[accused]), q->answer->position,
                  q->answer->outcome == OUTCOME_P ? outcome_phrase(OUTCOME_P) : "what all winning moves are", found);
}

/* ---- words ----------------------------------------------------------------------------------------------------------------- */
/* Clauses and closed forms about which the bound of the audits allowed nothing to be found out. */
static void add_unaudited(const struct query *q, bool closed, struct text *text)
{
    const struct model *model = q->env->model;
    if (closed && q->window == 0)
        text_add(text, "%sthe closed form not audited against search", text->length ? ", and " : "");
    for (size_t g = 0; g < model->game_count; g++) {
        if (store_game(q->env->store, (int)g)->clause != CLAUSE_UNUSED) continue;
        text_add(text, "%s'%s' of %s not audited, so not used", text->length ? ", and " : "",
                 model->games[g].canon ? "canon" : "symmetric", model->games[g].name);
    }
}

static bool rests_on_plugin(const struct query *q)
{
    bool claimed = q->plugin_outcome || q->plugin_value;
    for (size_t i = 0; i < q->used.items.count; i++) claimed |= q->used.items.data[i].claimed;
    return claimed;
}

const char *confirm_words(const struct query *q)
{
    struct text text = {0};
    bool closed = rests_on_plugin(q);
    if (q->options_all)
        text_add(&text, "%s over all %" PRIu64 " option%s", q->valued ? "mex" : "outcome", q->options,
                 q->options == 1 ? "" : "s");
    else if (q->sampled)
        text_add(&text, "%zu winning move%s and %" PRIu64 " sampled options", q->answer->win_count,
                 q->answer->win_count == 1 ? "" : "s", q->sampled);
    else if (q->options) text_add(&text, "%" PRIu64 " options", q->options);
    if (closed && q->window)
        text_add(&text, "%s%" PRIu64 " small positions against search", text.length ? ", and " : "", q->window);
    bool periodic = false;
    for (size_t i = 0; i < q->used.items.count; i++) periodic |= strcmp(q->used.items.data[i].kind, "periodic") == 0;
    if (!closed)
        text_add(&text, "%severy position%s computed from all its options", text.length ? ", and " : "",
                 periodic ? " up to the end of the period's proof" : "");
    add_unaudited(q, closed, &text);
    if (text.length == 0) text_puts(&text, "nothing beyond the closed form itself");
    return print_keep(q->arena, &text);
}
