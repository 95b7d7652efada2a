/* SPDX-License-Identifier: MIT */
/* What the table solver would fill is what the program fills; of a file of misere play, outcomes. */
#include "engine/export/export.h"
#include "code/machine/fill.h"
#include "code/native/export.h"
#include "play/options/traits.h"
#include "solve/heap/tables.h"

enum status engine_export(struct engine *engine, struct text *out)
{
    if (engine_needs_game(engine) != ST_OK) return ST_USAGE;
    int game = engine->model->main_game;
    const struct game *g = &engine->model->games[game];
    const struct source *source = source_get(&engine->sources, engine->source);
    struct refusal refusal = {.span = g->span};
    struct export what = {.code = engine->code,
                          .game = game,
                          .params = engine->params,
                          .low = engine->env->traits->games[game].low,
                          .rule = source->text,
                          .rule_length = source->length,
                          .misere = engine->model->misere};
    const char *because;
    enum status st;
    if (!tables_possible(engine->env, game, &because))
        return diag(&engine->diags, D_NO_EXPORT, g->span, g->name, because), ST_USAGE;
    if (what.misere && !vm_decidable(engine->code, game, true, true))
        return diag(&engine->diags, D_NO_EXPORT, g->span, g->name,
                    "in misere play outcomes of sums, and of 'end', do not follow from a table of outcomes"),
               ST_USAGE;
    st = native_export(&what, out, &refusal);
    if (st != ST_OK || !refusal.step) return st;
    because = arena_printf(&engine->answers, "its step '%s' has no C", refusal.step);
    if (!because) return ST_NO_MEMORY;
    return diag(&engine->diags, D_NO_EXPORT, refusal.span, g->name, because), ST_USAGE;
}
