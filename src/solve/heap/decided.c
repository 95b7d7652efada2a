/* SPDX-License-Identifier: MIT */
/* The machine's table program, or the compiled one, on bits. A box that must grow is at least doubled while it is
 * small, and filled again. */
#include "solve/heap/decided.h"
#include "play/options/store.h"
#include "solve/heap/closed_box.h"
#include "solve/heap/looked_at.h"
#include "solve/heap/losses.h"
#include "solve/heap/sampled.h"
#include "solve/heap/tables.h"
#include "solve/ranked/ranked.h"

/* For fewer options SG values take milliseconds. */
#define OPTIONS_LEAST (1 << 20)
#define SECONDS_A_POSITION 2e-8
#define COMPILED_POSITION 5e-9
#define SECONDS_AN_OPTION 1e-9 /* of all options, where nothing is known of how many are looked at */
#define SECONDS_ALONE 6e-9     /* more for a turn that is not in a block, as in misere play */
enum { DOUBLING_CELLS = 1 << 24, FIRST_SLICE = 64 };

static const char by_rule; /* whose boxes they are */

/* The box up to `high` of a game whose moves are proved to keep its invariant, if it has one; false: it is too large to be counted. */
static bool box_of(const struct env *env, int game, const int64_t *high, struct value_table *box)
{
    const int64_t *low = env->traits->games[game].low;
    int64_t count = 1;
    *box = (struct value_table){.game = game, .fields = env->model->games[game].field_count, .kept = true};
    for (size_t i = box->fields; i-- > 0;) {
        box->low[i] = low[i];
        box->stride[i] = count;
        if (__builtin_sub_overflow(high[i], low[i], &box->extent[i]) || box->extent[i] >= INT64_MAX / 64) return false;
        box->extent[i]++;
        if (__builtin_mul_overflow(count, box->extent[i], &count) || count >= INT64_MAX / 64) return false;
    }
    box->count = (uint64_t)count;
    return true;
}

/* The box that is filled for a question: the one below, or one that play does not leave (`closed`), which has the kept one in it. */
struct decided_box {
    struct value_table box;
    bool closed;
};

static enum status find_box(const struct env *env, int game, bool misere, int64_t *high, struct decided_box *b,
                            bool *found)
{
    const char *reason = NULL;
    const struct losses_box *kept = losses_find(env, &by_rule, game, misere);
    enum status st = ST_OK;
    b->closed = !tables_possible(env, game, &reason);
    *found = box_of(env, game, high, &b->box);
    if (!b->closed || !*found) return ST_OK;
    if (kept && losses_contains(&kept->box, &b->box)) {
        b->box = kept->box; /* it is closed */
        b->box.losses = NULL;
        return ST_OK;
    }
    st = closed_box(env, game, kept ? &kept->box : NULL, high, found);
    *found = st == ST_OK && *found && box_of(env, game, high, &b->box);
    return st;
}

/* A closed box has smaller ones that play leaves; there the values' cost says how many options there are at most. */
static void look_closer(const struct env *env, int game, const int64_t *high, bool misere, struct way *way)
{
    const char *reason = NULL;
    struct sampled s;
    struct looked_at l;
    double options, cells = tables_cells(env, game, high, &options);
    struct way values = {0};
    if (tables_possible(env, game, &reason) && sampled_box(env, game, high, &s) &&
        looked_at(env, game, high, misere, &l)) {
        double along = l.along * VM_PRICE_ALONG * PRICE_SECONDS, turn = s.turn_machine + (misere ? SECONDS_ALONE : 0);
        way->cost.seconds = tables_seconds(env, cells * (SECONDS_A_POSITION + l.turns * turn + along),
                                           cells * (COMPILED_POSITION + l.turns * s.turn_compiled + along));
        return;
    }
    tables_cost(env, game, high, &values);
    if (values.cost.seconds / 2 < way->cost.seconds) way->cost.seconds = values.cost.seconds / 2;
}

void decided_offer(const struct env *env, struct planner *planner, struct way *way)
{
    int64_t high[MODEL_MAX_FIELDS];
    bool found, kept, misere = way->ask->play == PLAY_MISERE;
    if (!losses_corner(env, way->ask, high)) return;
    int game = way->ask->positions[0].components[0].game;
    struct decided_box *b = arena_alloc(planner->arena, sizeof *b);
    double options, cells;
    struct ranked_count counted;
    if (!b) planner->status = ST_NO_MEMORY;
    if (!b || closed_box_options(env, game, high) < OPTIONS_LEAST || !vm_decidable(env->code, game, misere, true))
        return;
    planner->status = closed_box_kept(env, game, &kept);
    if (planner->status != ST_OK || !kept) return;
    planner->status = find_box(env, game, misere, high, b, &found);
    if (planner->status != ST_OK || !found) return;
    const struct value_table *box = &b->box;
    struct component corner = {game, (uint32_t)box->fields, high};
    cells = tables_cells(env, game, high, &options);
    const struct losses_box *old = losses_find(env, &by_rule, game, misere);
    bool known = old && losses_contains(&old->box, box);
    if (!known && (options < OPTIONS_LEAST || planner_answers(planner, way, PLANNER_QUICK))) return;
    bool fits = budget_fits(env->budget, box->count / 8) == ST_OK; /* else that is what is said */
    if (!known && fits && box->count > budget_states_left(env->budget)) {
        way->because = "more positions would be decided than may be stored";
        return;
    }
    struct sampled s;
    if (ranked_known(env, &corner, &counted) && !counted.most) options = cells * counted.options / counted.states;
    else if (!known && sampled_box(env, game, high, &s)) options = cells * s.options;
    way->can = true;
    way->because = "the outcome of every position of the box below, up to its first option that loses";
    way->cost.seconds = cells * SECONDS_A_POSITION + options * SECONDS_AN_OPTION;
    if (!known && !planner_answers(planner, way, cells * COMPILED_POSITION)) look_closer(env, game, high, misere, way);
    if (known) way->cost.seconds = 1e-7;
    way->cost.bytes = cells / 8;
    way->kept = b;
}

/* Sides that must grow are at least doubled. */
static void grow(const struct env *env, const struct value_table *old, struct value_table *box)
{
    int64_t high[MODEL_MAX_FIELDS];
    struct value_table larger;
    if (!old) return;
    for (size_t i = 0; i < box->fields; i++) {
        int64_t extent = box->extent[i] > old->extent[i] ? box->extent[i] : old->extent[i];
        if (box->extent[i] > old->extent[i] && extent < 2 * old->extent[i]) extent = 2 * old->extent[i];
        high[i] = box->low[i] + extent - 1;
    }
    if (box_of(env, box->game, high, &larger) && larger.count <= DOUBLING_CELLS) *box = larger;
}

static enum status decide(struct env *env, struct value_table *t)
{
    struct tables_pace pace = tables_pace(env);
    uint64_t filled = 0;
    budget_expect(env->budget, t->count);
    enum status st = tables_hasten(env, t, &pace, 0, t->count);
    while (st == ST_OK && filled < t->count) {
        uint64_t to = filled + filled / 8 + FIRST_SLICE;
        if (to > t->count) to = t->count;
        st = budget_check(env->budget);
        if (st == ST_OK) st = budget_take_states(env->budget, to - filled);
        if (st == ST_OK) st = vm_fill(env->vm, t, filled, to, 1);
        filled = to;
        if (st == ST_OK) st = tables_hasten(env, t, &pace, filled, t->count - filled);
    }
    return st;
}

enum status decided_run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct decided_box *found = way->kept;
    struct value_table box = found->box;
    bool misere = way->ask->play == PLAY_MISERE;
    struct losses_box *b = losses_find(env, &by_rule, box.game, misere);
    enum status st = ST_OK;
    result->claim = "outcomes of every position of a box, each up to its first option that loses";
    result->source = "";
    result->extent = "every position computed from all its options or from one that wins";
    if (!b || !losses_contains(&b->box, &box)) {
        if (!found->closed) grow(env, b ? &b->box : NULL, &box); /* a box that is twice as large need not be closed */
        st = losses_new(env, &box, misere, &b);
        if (st == ST_OK) st = decide(env, &b->box);
        if (st == ST_OK) st = losses_keep(env, &by_rule, b);
        if (st != ST_OK) losses_drop(b);
    }
    return st == ST_OK ? losses_answer(b, way->ask, NULL, arena, result) : st;
}
