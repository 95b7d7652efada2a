/* SPDX-License-Identifier: MIT */
/* The same question without clauses that are not proved, put to the plain environment within its bound. */
#include <inttypes.h>
#include <string.h>
#include "trust/assumed.h"
#include "answer/confirm/confirm.h"
#include "plan/audit_env.h"
#include "play/options/store.h"

enum { LOOKS_PLAIN = 1000 };

static bool may_be_false(const struct env *env, size_t g)
{
    const struct game *game = &env->model->games[g];
    return (game->canon || game->symmetric) && !store_game(env->store, (int)g)->clause_proved;
}

/* The clause that is named is that of the first game with one. */
enum status confirm_plain_failed(struct env *env, const char *position, const char *with, const char *without)
{
    size_t g = 0;
    while (g + 1 < env->model->game_count && !may_be_false(env, g)) g++;
    const struct game *game = &env->model->games[g];
    const char *clause = game->canon ? "canon" : "symmetric";
    struct span span = game->canon ? game->canon->span : game->symmetric_span;
    if (!position || !with || !without) return ST_NO_MEMORY;
    diag(env->diags, D_CANON_CHANGES, span, clause, game->name, position, with, without);
    return ST_RULE_FAILED;
}

static enum status report(struct query *q, const char *with, const char *without)
{
    return confirm_plain_failed(q->env, q->answer->position, with, without);
}

static const char *value_words(struct query *q, uint64_t value)
{
    return arena_printf(q->arena, "SG value %" PRIu64, value);
}

/* Once the bound is reached nothing more is compared. */
static enum status end(struct query *q, enum status st)
{
    q->plain = NULL;
    q->compared.plain = false;
    return audit_env_ends(q->env, st);
}

static enum status compare_outcome(struct query *q, const struct position *position, int mover, enum outcome said,
                                   const char *of)
{
    struct ask asked = {.play = q->asked.play, .mover = mover};
    enum outcome found;
    enum status st = outcomes_of(q->plain, position, 1, &asked, &found, NULL, NULL);
    if (st != ST_OK) return end(q, st);
    if (found == said) return ST_OK;
    return report(q, arena_printf(q->arena, "%soutcome %s", of, outcome_word(said, mover != 0)),
                  arena_printf(q->arena, "%s", outcome_word(found, mover != 0)));
}

static enum status compare_values(struct query *q)
{
    enum status st = ST_OK;
    for (size_t c = 0; st == ST_OK && q->plain && c < q->position->count; c++) {
        uint64_t found;
        int64_t said;
        if (!integer_fits(q->values[c], &said)) return end(q, ST_OK);
        st = values_of(q->plain, &q->position->components[c], 1, &found, NULL);
        if (st != ST_OK) return end(q, st);
        if (found != (uint64_t)said) return report(q, value_words(q, (uint64_t)said), value_words(q, found));
    }
    return st;
}

enum status confirm_plain(struct query *q)
{
    bool searched = false;
    for (size_t i = 0; i < q->used.items.count; i++) searched |= strcmp(q->used.items.data[i].kind, "closed form") != 0;
    if (!searched || q->big || q->wrong) return ST_OK;
    if (!assumed_any_clause(q->env, q->position->components, q->position->count)) return ST_OK;
    enum status st = audit_env_open(q->env, LOOKS_PLAIN, &q->plain);
    if (st != ST_OK) return st;
    q->compared.plain = true;
    if (q->valued) return compare_values(q);
    if (q->answer->outcome == OUTCOME_UNKNOWN) return end(q, ST_OK);
    return compare_outcome(q, q->position, q->asked.mover, q->answer->outcome, "");
}

/* The whole position that the option leads to. */
static enum status compare_option_outcome(struct query *q, const struct valued_option *option)
{
    struct arena_mark mark = arena_mark(q->arena);
    struct position to;
    if (!position_after(q->arena, q->position, &option->move, &to)) return ST_NO_MEMORY;
    enum status st = compare_outcome(q, &to, query_next_mover(q), option->outcome, "an option of ");
    arena_rewind(q->arena, mark);
    return st;
}

enum status confirm_plain_option(struct query *q, const struct valued_option *option)
{
    uint64_t sum = 0;
    if (!q->plain || q->wrong) return ST_OK;
    if (!option->has_own) return option->outcome == OUTCOME_UNKNOWN ? ST_OK : compare_option_outcome(q, option);
    for (size_t i = 0; i < option->move.part_count; i++) {
        uint64_t value;
        enum status st = values_of(q->plain, &option->move.parts[i], 1, &value, NULL);
        if (st != ST_OK) return end(q, st);
        sum ^= value;
    }
    if (sum == option->own) return ST_OK;
    return report(q, arena_printf(q->arena, "an option of SG value %" PRIu64, option->own), value_words(q, sum));
}
