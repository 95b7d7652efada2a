/* SPDX-License-Identifier: MIT */
/* Boxes of outcomes that are kept: one for each game and kind of play, a bit for each position. A box that must grow
 * grows to twice its size while it is small, so that a sequence of growing questions costs a constant factor. */
#include "play/options/store.h"
#include "solve/heap/losses.h"
#include "solve/heap/tables.h"
#include "solve/lines/private.h"

/* For fewer options whatever else answers does so in milliseconds. */
#define OPTIONS_LEAST (1 << 17)
#define SECONDS_A_POSITION 1e-10
#define SECONDS_A_ROW 1e-7
#define SECONDS_NEAR 1.6e-9 /* where one look at a word settles it */
#define SECONDS_ONE_BY_ONE 2e-9
#define SECONDS_AN_OPTION 1.5e-9
enum { DOUBLING_CELLS = 1 << 24, NEAR = 64 };

static const char by_lines; /* whose boxes they are */

/* ---- the offer --------------------------------------------------------------------------------------------------- */
/* A bit for each line does not say how many losses have entered. */
bool lines_only_enter(const struct nested *nested)
{
    for (size_t i = 0; i < nested->count; i++) {
        if (nested->rays[i].leave_count || nested->rays[i].divide_count) return false;
        if (nested->aside) return false;
        for (size_t k = 0; k < nested->rays[i].enter_count; k++)
            if (nested->rays[i].enter[k].divisor != 1) return false;
    }
    return true;
}

/* Is the option in the row of its position: does no other than the last field change? */
static bool is_inside(const struct nested *nested, const struct nested_option *o)
{
    for (size_t k = 0; k + 1 < nested->fields; k++)
        for (size_t i = 0; i < nested->fields; i++)
            if (o->at[k].constant != 0 || o->at[k].of[i] != (i == k)) return false;
    return true;
}

/* As many places before the position in all rows, and few? */
static bool is_near(const struct nested *nested, const struct nested_option *o)
{
    const struct nested_form *at = &o->at[nested->fields - 1];
    bool near = at->constant >= -NEAR;
    for (size_t i = 0; i < nested->fields; i++) near &= at->of[i] == (i + 1 == nested->fields);
    return near;
}

/* Of a position, where a row is not settled 64 of them at a time (outcomes.c). */
static double seconds_within_rows(const struct nested *nested, const struct value_table *box)
{
    double seconds = 0;
    bool near = true;
    for (size_t i = 0; i < nested->count; i++) {
        const struct nested_ray *r = &nested->rays[i];
        size_t axis, inside = 0;
        bool alone, set = lines_axis(r, nested->fields, &axis, &alone);
        bool before = set && lines_enters_before(box, r);
        for (size_t k = 0; k < r->enter_count && !before; k++)
            if (is_inside(nested, &r->enter[k])) inside++, near &= !set && is_near(nested, &r->enter[k]);
        if (set && alone && r->along[axis] > 1) inside++, near = false;
        near &= !(set && alone && before);
        seconds += SECONDS_AN_OPTION * (double)inside;
    }
    return seconds > 0 ? near ? SECONDS_NEAR : SECONDS_ONE_BY_ONE + seconds : 0;
}

void lines_offer_outcomes(const struct env *env, struct planner *planner, struct way *way)
{
    int64_t high[MODEL_MAX_FIELDS];
    struct nested *nested;
    const struct nested *use;
    struct value_table *box = arena_alloc(planner->arena, sizeof *box);
    bool closed;
    double options;
    if (!box) planner->status = ST_NO_MEMORY;
    if (!box || !losses_corner(env, way->ask, high)) return;
    int game = way->ask->positions[0].components[0].game;
    bool misere = way->ask->play == PLAY_MISERE;
    tables_cells(env, game, high, &options);
    if (options < OPTIONS_LEAST && !env->terms.only && !losses_find(env, &by_lines, game, misere)) return;
    planner->status = lines_nested(env, game, false, &nested);
    if (planner->status != ST_OK) return;
    way->because = nested->reason ? nested->reason : "an option leaves, or a remainder is asked for";
    if (nested->reason || !lines_only_enter(nested)) return;
    way->because = "no box is known that has all options of its positions";
    planner->status = lines_box(env, game, nested, high, box, planner->arena, &use, &closed);
    if (planner->status != ST_OK || !closed) return;
    const struct losses_box *kept = losses_find(env, &by_lines, game, misere);
    double cells = (double)box->count, rows = cells / (double)box->extent[box->fields - 1];
    way->can = true;
    way->because = "every position of the box below, 64 at a time";
    double each = SECONDS_A_POSITION + seconds_within_rows(use, box);
    way->cost.seconds = kept && losses_contains(&kept->box, box) ? 1e-7 : cells * each + rows * SECONDS_A_ROW;
    way->cost.bytes = cells / 8 + lines_bytes(use, box, true);
    way->kept = box;
}

/* ---- the box ----------------------------------------------------------------------------------------------------- */
/* Sides that must grow are at least doubled. */
static enum status grow(const struct env *env, const struct nested *nested, const struct value_table *old,
                        struct value_table *box, struct arena *arena)
{
    const struct nested *use;
    int64_t corner[MODEL_MAX_FIELDS];
    double cells = (double)box->count;
    struct value_table larger;
    bool closed;
    if (old) cells *= 2;
    if (!old || cells > DOUBLING_CELLS) return ST_OK;
    for (size_t k = 0; k < box->fields; k++) {
        int64_t extent = box->extent[k] > old->extent[k] ? box->extent[k] : old->extent[k];
        if (box->extent[k] > old->extent[k] && 2 * old->extent[k] > extent) extent = 2 * old->extent[k];
        corner[nested->order[k]] = box->low[k] + extent - 1;
    }
    enum status st = lines_box(env, box->game, nested, corner, &larger, arena, &use, &closed);
    if (st == ST_OK && closed && larger.count <= 4 * (uint64_t)DOUBLING_CELLS) *box = larger;
    return st;
}

static enum status decide(struct env *env, const struct nested *nested, struct arena *arena, struct losses_box *b)
{
    const struct nested *use;
    struct lines l;
    struct line_losses losses = {b->box.losses, b->misere};
    uint64_t row = (uint64_t)b->box.extent[b->box.fields - 1];
    enum status st = lines_of_box(nested, &b->box, arena, &use);
    if (st == ST_OK) st = lines_open(&l, use, &b->box, &losses, env->budget);
    if (st != ST_OK) return st;
    budget_expect(env->budget, b->box.count);
    for (uint64_t since = 0; st == ST_OK && lines_next(&l);) {
        since += row;
        if (since >= 65536) {
            budget_pass(env->budget, since);
            st = budget_check(env->budget);
            since = 0;
        }
        if (st == ST_OK) lines_decide(&l);
    }
    lines_close(&l);
    return st;
}

/* A new box in place of the old one. */
static enum status make_box(struct env *env, const struct nested *nested, bool misere, const struct value_table *wanted,
                            struct arena *arena, struct losses_box **out)
{
    struct losses_box *old = losses_find(env, &by_lines, wanted->game, misere);
    struct value_table box = *wanted;
    *out = NULL;
    enum status st = grow(env, nested, old ? &old->box : NULL, &box, arena);
    if (st == ST_OK) st = losses_new(env, &box, misere, out);
    if (st == ST_OK) st = decide(env, nested, arena, *out);
    if (st == ST_OK) st = losses_keep(env, &by_lines, *out);
    if (st != ST_OK) losses_drop(*out);
    return st;
}

enum status lines_answer_outcomes(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct value_table *wanted = way->kept;
    struct nested *nested;
    bool misere = way->ask->play == PLAY_MISERE;
    struct losses_box *b = losses_find(env, &by_lines, wanted->game, misere);
    enum status st = lines_nested(env, wanted->game, false, &nested);
    if (st == ST_OK && (!b || !losses_contains(&b->box, wanted))) st = make_box(env, nested, misere, wanted, arena, &b);
    if (st != ST_OK) return st;
    result->claim = misere ? "misere outcomes of every position of a box, 64 at a time along its lines"
                           : "outcomes of every position of a box, 64 at a time along its lines";
    result->source = "";
    result->extent = "every position computed from all its options or from one that wins";
    return losses_answer(b, way->ask, nested->order, arena, result);
}
