/* SPDX-License-Identifier: MIT */
/* A table has no line for what each of its values rests on, so all of them are compared. */
#include <inttypes.h>
#include <string.h>
#include "answer/confirm/confirm.h"
#include "answer/lists/private.h"
#include "base/mem.h"
#include "plan/open_env.h"
#include "play/options/print.h"
#include "play/options/store.h"
#include "trust/assumed.h"

/* What the table says of a position, as text; NULL if memory runs out. */
static const char *words_at(const struct drawing *d, uint64_t index)
{
    if (d->valued) return arena_printf(d->arena, "%" PRIu64, d->values[index]);
    return outcome_word(d->outcomes[index], d->asked.mover != 0);
}

static const char *position_words(const struct drawing *d, const int64_t *cells)
{
    const struct component one = {d->box.game, (uint32_t)d->box.fields, cells};
    struct text text = {0};
    component_print(d->env->model, &one, &text);
    return print_keep(d->arena, &text);
}

static bool same_at(const struct drawing *a, uint64_t i, const struct drawing *b, uint64_t j)
{
    return a->valued ? a->values[i] == b->values[j] : a->outcomes[i] == b->outcomes[j];
}

static bool absent(const struct drawing *d, uint64_t i)
{
    return d->valued ? d->values[i] == UINT64_MAX : d->outcomes[i] == OUTCOME_UNKNOWN;
}

/* Where the cells are in the box; false: outside. */
static bool index_of(const struct drawing *d, const int64_t *cells, uint64_t *index)
{
    *index = 0;
    for (size_t f = 0; f < d->box.fields; f++) {
        if (cells[f] < d->box.low[f] || cells[f] - d->box.low[f] >= d->box.extent[f]) return false;
        *index += (uint64_t)((cells[f] - d->box.low[f]) * d->box.stride[f]);
    }
    return true;
}

static enum status report_pair(const struct drawing *plain, const int64_t *a, const int64_t *b, uint64_t i, uint64_t j)
{
    const struct game *g = &plain->env->model->games[plain->box.game];
    const char *left = position_words(plain, a), *right = position_words(plain, b);
    const char *x = words_at(plain, i), *y = words_at(plain, j);
    const char *what = plain->valued ? "SG values" : plain->asked.play == PLAY_MISERE ? "misere outcomes" : "outcomes";
    if (!left || !right || !x || !y) return ST_NO_MEMORY;
    diag(plain->env->diags, D_CANON_DIFFERS, g->canon ? g->canon->span : g->symmetric_span,
         g->canon ? "canon" : "symmetric", left, right, what, x, y);
    return ST_RULE_FAILED;
}

/* Does each position have what its representative has? */
static enum status compare_pairs(const struct drawing *d, const struct drawing *plain)
{
    struct arena *scratch = &d->env->store->scratch;
    struct arena_mark mark = arena_mark(scratch);
    enum status st = ST_OK;
    for (uint64_t i = 0; st == ST_OK && i < d->box.count; i++) {
        int64_t cells[MODEL_MAX_FIELDS];
        struct component p = {d->box.game, (uint32_t)d->box.fields, cells}, q;
        uint64_t j;
        if (absent(plain, i)) continue;
        drawing_place(d, i, cells);
        st = vm_canon(d->env->vm, &p, scratch, &q);
        bool both = st == ST_OK && q.game == p.game && index_of(d, q.cells, &j) && !absent(plain, j);
        if (both && !same_at(plain, i, plain, j)) st = report_pair(plain, cells, q.cells, i, j);
        arena_rewind(scratch, mark);
        if (st == ST_OK && i % 4096 == 4095) st = budget_check(d->env->budget);
    }
    return st;
}

static enum status compare_all(const struct drawing *d, const struct drawing *plain)
{
    const char *kind = d->valued ? "SG value " : "outcome ";
    for (uint64_t i = 0; i < d->box.count; i++) {
        int64_t cells[MODEL_MAX_FIELDS];
        if (same_at(d, i, plain, i)) continue;
        drawing_place(d, i, cells);
        const char *with = words_at(d, i), *without = words_at(plain, i);
        if (!with || !without) return ST_NO_MEMORY;
        return confirm_plain_failed(d->env, position_words(d, cells), arena_printf(d->arena, "%s%s", kind, with),
                                    arena_printf(d->arena, "%s%s", kind, without));
    }
    return ST_OK;
}

/* The box once more, with a store of its own, where no value was found with the clauses; *done: it was searched to its end. */
static enum status search_again(struct drawing *d, struct drawing *plain, bool *done)
{
    struct diags diags = {0};
    struct env_options options = {.params = d->env->params,
                                  .script = d->env->script,
                                  .plain = true,
                                  .only_solver = d->env->terms.only,
                                  .native = d->env->terms.native,
                                  .budget = d->env->budget,
                                  .diags = &diags};
    enum status st = env_open(d->env->model, d->env->code, &options, &plain->env);
    for (uint64_t i = 0; d->valued && i < d->box.count; i++) plain->values[i] = UINT64_MAX;
    if (st == ST_OK) st = d->valued ? drawing_by_plan(plain) : drawing_outcomes(plain);
    env_close(plain->env);
    diags_free(&diags);
    plain->env = d->env;
    *done = st == ST_OK;
    return st == ST_NO_MEMORY || st == ST_INTERRUPTED ? st : ST_OK;
}

static bool rests_on_a_clause(const struct drawing *d)
{
    const struct component any = {.game = d->box.game};
    bool searched = false;
    for (size_t i = 0; i < d->used.items.count; i++) searched |= strcmp(d->used.items.data[i].kind, "closed form") != 0;
    return searched && assumed_any_clause(d->env, &any, 1);
}

enum status table_plain(struct drawing *d)
{
    size_t values = (size_t)d->box.count * sizeof *d->values, outcomes = (size_t)d->box.count * sizeof *d->outcomes;
    struct drawing plain = *d;
    const struct game *game = &d->env->model->games[d->box.game];
    bool done = false, own = (game->symmetric || game->canon) && !store_game(d->env->store, d->box.game)->clause_proved;
    if (!rests_on_a_clause(d)) return ST_OK;
    if (budget_fits(d->env->budget, values + outcomes + d->box.count * sizeof *d->box.values) != ST_OK) return ST_OK;
    plain.used = (struct used){0};
    plain.values = mem_alloc_raw(values);
    plain.outcomes = mem_alloc_raw(outcomes);
    enum status st = plain.values && plain.outcomes ? search_again(d, &plain, &done) : ST_NO_MEMORY;
    if (st == ST_OK && done && own) st = compare_pairs(d, &plain);
    if (st == ST_OK && done) st = compare_all(d, &plain);
    d->plain = st == ST_OK && done;
    mem_free(plain.values, plain.values ? values : 0);
    mem_free(plain.outcomes, plain.outcomes ? outcomes : 0);
    used_free(&plain.used);
    return st;
}
