/* SPDX-License-Identifier: MIT */
/* Boxes of SG values of rules that take vectors of a fixed set (rule.h), from sets that follow from one another
 * (sets.h). */
#include "play/options/store.h"
#include "solve/heap/tables.h"
#include "solve/vectors/estimate.h"
#include "solve/vectors/fill.h"
#include "solve/vectors/private.h"
#include "solve/vectors/sets.h"

/* For fewer options whatever else answers does so in milliseconds. */
#define OPTIONS_LEAST (1 << 20)

static enum status fill(struct env *env, struct game_memory *memory, struct blocks *blocks, const void *context)
{
    struct value_table *table = &memory->table;
    struct vectors_parts parts;
    struct vectors_work work;
    double choices;
    (void)blocks;
    memory->filled = 0;
    budget_expect(env->budget, table->count);
    enum status st = vectors_find_parts(context, table, env->budget, &parts, &choices);
    if (st == ST_OK) {
        double rest = (double)plane_count(&parts.rest);
        enum vectors_manner manner = vectors_manner_for(rest, parts.count > 0, table);
        const struct kept_rows of = {.env = env, .table = table};
        st = vectors_fill_by(&parts, manner, table, env->budget, &of, &memory->filled, &work);
    }
    vectors_parts_free(&parts);
    return st;
}

void vectors_offer_values(const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *q = way->ask;
    int64_t high[MODEL_MAX_FIELDS];
    int game = q->what == Q_VALUE ? q->components[0].game : q->game;
    struct value_table box;
    struct vectors_estimate estimate = {0, 0};
    double options;
    if (game < 0 || env->model->games[game].field_count < 2 || !tables_askable(env, q)) return;
    tables_corner(env, q, high);
    tables_cells(env, game, high, &options);
    if ((options < OPTIONS_LEAST || planner_answers(planner, way, VECTORS_OFFER)) && !env->terms.only) return;
    struct vectors_rule *rule = way->kept = vectors_of(env, planner, way, game);
    if (!rule) return;
    way->because = "the box below is too large";
    if (!vectors_below(env, game, high, NULL, &box)) return;
    enum status st = estimate_values(rule, &box, &estimate);
    way->because = "a condition has no value somewhere, a heap may grow, or there is too much to take";
    if (st == ST_NO_MEMORY) planner->status = st;
    if (st != ST_OK) return;
    way->can = true;
    way->because = "every position of the box below, from sets of values that follow from one another";
    way->cost.seconds = tables_covered(env, game, high) ? 1e-7 : estimate.seconds;
    way->cost.bytes = estimate.bytes + tables_cells(env, game, high, &options) * (vectors_narrow(&box) ? 2 : 4);
}

/* The table may be made twice as large, or stay as it is where it is larger. */
static enum tables_width width_of(const struct env *env, int game, const int64_t *high)
{
    const struct value_table *old = &store_game(env->store, game)->table;
    struct value_table box;
    if (!vectors_below(env, game, high, NULL, &box)) return TABLES_WIDE;
    for (size_t c = 0; c < box.fields; c++) {
        box.extent[c] *= 2;
        if (value_table_is_kept(old) && old->extent[c] > box.extent[c]) box.extent[c] = old->extent[c];
    }
    return vectors_narrow(&box) ? TABLES_NARROW : TABLES_WIDE;
}

enum status vectors_answer_values(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct vectors_rule *rule = way->kept;
    const struct ask *q = way->ask;
    int game = q->what == Q_VALUE ? q->components[0].game : q->game;
    int64_t high[MODEL_MAX_FIELDS];
    result->claim =
        "mex over all options, for every position of a box, from sets of values that follow from one another";
    result->source = "Sprague 1935, Grundy 1939";
    if (!tables_corner(env, q, high)) return ST_UNSUPPORTED;
    struct tables_filler by = {fill, rule, NULL, width_of(env, game, high)};
    return tables_answer_by(env, q, high, &by, arena, result);
}
