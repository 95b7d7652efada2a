/* SPDX-License-Identifier: MIT */
/* Boxes of outcomes of rules that take vectors of a fixed set (rule.h), by marking what losses win (marks.h). */
#include "play/options/keep.h"
#include "play/options/store.h"
#include "solve/heap/losses.h"
#include "solve/heap/tables.h"
#include "solve/ranked/written.h"
#include "solve/vectors/estimate.h"
#include "solve/vectors/marks.h"
#include "solve/vectors/private.h"

/* For fewer options whatever else answers does so in milliseconds. */
#define OPTIONS_LEAST (1 << 19)
static const char by_vectors; /* whose boxes they are */

static enum status find(const struct env *env, int game, struct vectors_rule **out)
{
    struct arena *arena = &env->store->settings_arena;
    struct written_rule *written;
    enum status st = written_rule(env, game, &written);
    if (st != ST_OK || (*out = written->found[WRITTEN_VECTORS])) return st;
    struct vectors_rule *rule = arena_alloc(arena, sizeof *rule);
    st = rule ? vectors_find(&written->unrolled, arena, rule) : ST_NO_MEMORY;
    if (st == ST_OK) *out = written->found[WRITTEN_VECTORS] = rule;
    return st;
}

/* ---- the offer --------------------------------------------------------------------------------------------------- */
struct vectors_rule *vectors_of(const struct env *env, struct planner *planner, struct way *way, int game)
{
    struct vectors_rule *rule = NULL;
    planner->status = find(env, game, &rule);
    if (planner->status != ST_OK) return NULL;
    way->because = "what may be taken depends on more than there being enough";
    return rule->fine ? rule : NULL;
}

bool vectors_below(const struct env *env, int game, const int64_t *high, const struct value_table *old,
                   struct value_table *box)
{
    const int64_t *low = env->traits->games[game].low;
    *box = (struct value_table){.game = game, .fields = env->model->games[game].field_count};
    for (size_t c = 0; c < box->fields; c++) {
        box->low[c] = low[c];
        if (__builtin_sub_overflow(high[c], low[c], &box->extent[c]) || box->extent[c] == INT64_MAX) return false;
        box->extent[c]++;
        if (old && old->extent[c] > box->extent[c]) box->extent[c] = old->extent[c];
    }
    return vectors_box(box);
}

struct offered {
    struct vectors_rule *rule;
    struct value_table box;
};

static void offer_outcomes(const struct env *env, struct planner *planner, struct way *way)
{
    int64_t high[MODEL_MAX_FIELDS];
    double options;
    if (!losses_corner(env, way->ask, high)) return;
    int game = way->ask->positions[0].components[0].game;
    const struct losses_box *kept = losses_find(env, &by_vectors, game, way->ask->play == PLAY_MISERE);
    if (env->model->games[game].field_count < 2) return;
    tables_cells(env, game, high, &options);
    bool quick = options < OPTIONS_LEAST || planner_answers(planner, way, VECTORS_OFFER);
    if (quick && !env->terms.only && !kept) return;
    struct offered *o = way->kept = arena_alloc(planner->arena, sizeof *o);
    if (!o) planner->status = ST_NO_MEMORY;
    if (!o || !(o->rule = vectors_of(env, planner, way, game))) return;
    way->because = "the box below is too large";
    if (!vectors_below(env, game, high, kept ? &kept->box : NULL, &o->box)) return;
    enum status st = estimate_outcomes(o->rule, &o->box, &way->cost.seconds);
    way->because = "a condition has no value somewhere, or a heap may grow";
    if (st == ST_NO_MEMORY) planner->status = st;
    if (st != ST_OK) return;
    way->can = true;
    way->because = "every position of the box below: losses mark what they win, 64 at a time";
    if (kept && losses_contains(&kept->box, &o->box)) way->cost.seconds = 1e-7;
    way->cost.bytes = (double)o->box.count / 8 + vectors_bytes(&o->box);
}

/* ---- the run ----------------------------------------------------------------------------------------------------- */
/* Files are looked at where it will take so long that they would be. */
static enum status decide(struct env *env, const struct vectors_rule *rule, double seconds, struct losses_box *b)
{
    bool is_long = env->keep && seconds * 1e9 >= (double)env->keep->look;
    struct vectors_marks m;
    enum status st = vectors_open(&m, rule, &b->box, env->budget);
    budget_expect(env->budget, b->box.count);
    if (st == ST_OK) st = vectors_decide(&m, is_long ? env : NULL, b->box.losses, b->misere);
    vectors_close(&m);
    return st;
}

static enum status answer_outcomes(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct offered *o = way->kept;
    bool misere = way->ask->play == PLAY_MISERE;
    struct losses_box *b = losses_find(env, &by_vectors, o->box.game, misere);
    enum status st = ST_OK;
    result->claim = misere ? "misere outcomes of every position of a box: each loss marks all positions that it wins"
                           : "outcomes of every position of a box: each loss marks all positions that it wins";
    result->source = "";
    result->extent = "every position is marked by an option that loses, or none of its options loses";
    if (!b || !losses_contains(&b->box, &o->box)) {
        st = losses_new(env, &o->box, misere, &b);
        if (st == ST_OK) st = decide(env, o->rule, way->cost.seconds, b);
        if (st == ST_OK) st = losses_keep(env, &by_vectors, b);
        if (st != ST_OK) losses_drop(b);
    }
    return st == ST_OK ? losses_answer(b, way->ask, NULL, arena, result) : st;
}

/* ---- the solver -------------------------------------------------------------------------------------------------- */
static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    (void)self;
    if (way->ask->what == Q_OUTCOME) offer_outcomes(env, planner, way);
    else if (way->ask->what == Q_VALUE || way->ask->what == Q_BOX) vectors_offer_values(env, planner, way);
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    if (way->ask->what == Q_OUTCOME) return answer_outcomes(env, way, arena, result);
    return vectors_answer_values(env, way, arena, result);
}

const struct solver solver_vectors = {
    .name = "vectors",
    .kind = "table",
    .summary = "SG values and outcomes of a box of positions of which vectors of a fixed set are taken",
    .beyond = true,
    .offer = offer,
    .run = run,
};
