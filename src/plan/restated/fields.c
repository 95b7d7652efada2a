/* SPDX-License-Identifier: MIT */
/* Rows and grids of sizes that no move changes, as that many fields beside the others, numbers that no move changes as parts of the rule,
 * and fields in an order in which moves fall: what is known of fields (boxes along lines, periods, tables) answers for these as well.
 *
 *     game w(p: row) { move one(i in 1..2, t in 1..p[i]) -> w(p with { [i] -= t })  .. }       asked about w([1999, 1999]):
 *     game w(p1, p2) { move one(t in 1..p1) -> w(p1 - t, p2)  move one(t in 1..p2) -> w(p1, p2 - t)  .. }, about w(1999, 1999)
 *     game b(n, m) { move take(t in 1..min(n, m)) -> b(n - t, m) }                             asked about b(1000000, 7):
 *     game b(n) { move take(t in 1..min(n, 7)) -> b(n - t) }                                   about b(1000000)
 *     game g(last, n) { move m(t in 1..n) where t != last -> g(t, n - t) }                     asked about g(1, 1000):
 *     game g(n, last) { move m(t in 1..n) where t != last -> g(n - t, t) }                     about g(1000, 1)
 *
 * The rule is written anew (seen_rule.h). It is offered where a way that is none for rows, or for the fields as they are written,
 * answers there: searches are left to the rule as it is written. */
#include <string.h>
#include "plan/groups.h"
#include "plan/plan.h"
#include "play/options/traits.h"
#include "plan/restated/seen_box.h"
#include "plan/restated/seen_coordinates.h"
#include "solve/lines/lines.h"

#define FEW_POSITIONS 20000.0 /* these are searched as soon */
#define SECONDS_A_PLACE 1e-8
/* To write a rule anew, and to ask everybody about it, takes about so long for each pair of its numbers; a state that is numbered takes
 * no less than so long. */
#define SECONDS_A_PAIR 7e-4
#define SECONDS_A_STATE 5e-8

/* ---- the other question --------------------------------------------------------------------------------------------- */
/* Might some number only rise? Where one is a difference, it falls. */
static bool may_rise(const struct env *env, int game)
{
    const struct game *g = &env->model->games[game];
    bool may = !env->traits->games[game].descends && g->move_count > 0;
    for (size_t m = 0; m < g->move_count && may; m++) {
        const struct expr *e = g->moves[m].result;
        may = e && e->kind == EXPR_GAME;
        for (size_t i = 0; may && i < e->count; i++) may = e->kids[i] && e->kids[i]->kind != EXPR_SUB;
    }
    return may;
}

/* May the game be written in other fields: of natural numbers and rows, where that is of some use? */
static enum status may_be_written(const struct env *env, int game, const struct seen_shape *shape, bool *may)
{
    const struct game *g = &env->model->games[game];
    bool rows = false;
    for (size_t f = 0; f < g->field_count; f++) rows |= shape->length[f] >= 0;
    *may = seen_may_be_written(env, game);
    if (!*may || rows || shape->fixed_count || shape->lowered) return ST_OK;
    if (env->terms.settled) return *may = false, ST_OK;
    if (!env->traits->games[game].descends) return *may = g->field_count >= 2 || may_rise(env, game), ST_OK;
    struct nested *nested; /* tables have it as it is; do lines? */
    enum status st = g->field_count >= 2 ? lines_nested(env, game, false, &nested) : ST_OK;
    *may = st == ST_OK && g->field_count >= 2 && nested->reason && nested->read;
    return st;
}

/* Of that shape, and so that its numbers add up in 64 bits? */
static bool has_shape(const struct env *env, const struct component *c, int game, const struct seen_shape *shape)
{
    struct seen_shape own;
    bool fine = c->game == game && seen_shape_of(&env->model->games[game], c, &own) &&
                seen_shape_lower(env, c, &own) == ST_OK && seen_shape_same(&own, shape);
    for (size_t i = 0; fine && i < shape->count; i++) fine = c->cells[shape->at[i]] <= INT64_MAX / SEEN_CELLS_MOST;
    return fine;
}

/* About how many positions play may lead to: those of the box below, or, where numbers may rise, as in pour(l - k, r + k), those of at
 * most the same sum. */
static double positions_from(const int64_t *numbers, size_t count, bool descends)
{
    double box = 1, sum = 0, ways = 1;
    for (size_t i = 0; i < count; i++) {
        box *= (double)numbers[i] + 1;
        sum += (double)numbers[i];
    }
    for (size_t i = 0; i < count && !descends; i++) ways *= (sum + (double)i + 1) / ((double)i + 1);
    return ways > box ? ways : box;
}

static bool is_large(const struct env *env, const struct seen_shape *shape, const struct component *c,
                     const struct component *first)
{
    int64_t numbers[SEEN_CELLS_MOST];
    if (c->game != first->game || c->count != first->count) return false;
    for (size_t i = 0; i < shape->count; i++) numbers[i] = c->cells[shape->at[i]];
    return positions_from(numbers, shape->count, env->traits->games[c->game].descends) >= FEW_POSITIONS;
}

static bool has_large(const struct env *env, const struct ask *q, const struct seen_shape *shape,
                      const struct component *first)
{
    bool large = false;
    for (size_t i = 0; i < q->count && !large && q->components; i++)
        large = is_large(env, shape, &q->components[i], first);
    for (size_t i = 0; i < q->count && !large && q->positions; i++)
        for (size_t c = 0; c < q->positions[i].count; c++)
            large |= is_large(env, shape, &q->positions[i].components[c], first);
    return large;
}

static bool suits(const struct env *env, const struct ask *q, int game, const struct seen_shape *shape)
{
    bool fine = true;
    for (size_t i = 0; i < q->count && fine && q->components; i++)
        fine = !(q->big && q->big[i]) && has_shape(env, &q->components[i], game, shape);
    for (size_t i = 0; i < q->count && fine && q->positions; i++)
        for (size_t c = 0; c < q->positions[i].count && fine; c++)
            fine = !(q->positions[i].big && q->positions[i].big[c]) &&
                   has_shape(env, &q->positions[i].components[c], game, shape);
    return fine;
}

/* Are these states among those that are seen? large: and some of them a large one. */
static bool are_seen(const struct seen_rule *r, const struct component *c, size_t count, bool *large)
{
    int64_t seen[SEEN_CELLS_MOST];
    bool all = true;
    for (size_t i = 0; i < count && all; i++) {
        all = seen_numbers(r, c[i].cells, seen);
        *large |=
            all && positions_from(seen, r->shape.count, r->as.env->traits->games[r->game].descends) >= FEW_POSITIONS;
    }
    return all;
}

static bool is_seen(const struct seen_rule *r, const struct ask *q, bool *large)
{
    bool all = !q->components || are_seen(r, q->components, q->count, large);
    for (size_t i = 0; i < q->count && q->positions && all; i++)
        all = are_seen(r, q->positions[i].components, q->positions[i].count, large);
    return all;
}

static bool image(void *context, const struct component *from, struct arena *arena, struct component *to)
{
    const struct seen_rule *r = context;
    int64_t *cells = arena_array(arena, r->shape.count + 1, sizeof *cells);
    if (!cells) return false;
    *to = (struct component){from->game, (uint32_t)r->shape.count, cells};
    seen_numbers(r, from->cells, cells);
    return true;
}

/* The question about what is seen; *other NULL: it is not, or there is little of it. */
static enum status other_box(const struct env *env, const struct seen_rule *r, const struct ask *q, struct arena *arena,
                             struct ask **other)
{
    struct value_table about;
    *other = NULL;
    if (!seen_box_about(env, r, q->box, &about) || (!env->terms.only && (double)about.count < FEW_POSITIONS))
        return ST_OK;
    struct ask *ask = arena_alloc(arena, sizeof *ask);
    struct value_table *box = arena_alloc(arena, sizeof *box);
    if (!ask || !box) return ST_NO_MEMORY;
    *box = about;
    *ask = (struct ask){.what = Q_BOX, .play = q->play, .game = r->game, .box = box, .yields = true};
    *other = ask;
    return ST_OK;
}

static enum status asked_there(const struct env *env, struct seen_rule *r, const struct ask *q, struct arena *arena,
                               struct ask **other)
{
    bool large = env->terms.only != NULL;
    if (q->what == Q_BOX) return other_box(env, r, q, arena, other);
    *other = NULL;
    if (!is_seen(r, q, &large) || !large) return ST_OK;
    return (*other = other_ask(q, image, r, arena)) ? ST_OK : ST_NO_MEMORY;
}

/* ---- the solver ------------------------------------------------------------------------------------------------------- */
struct seen_ask {
    struct seen_rule *rule;
    struct plan *plan;
};

/* Lines are found in whatever order fields are written, and numbers of states too, but not where only the sum falls. */
static bool is_for_fields(const struct seen_rule *rule, const struct solver *by)
{
    if (rule->anew && !rule->rows) return true; /* there are fewer of them */
    if (!rule->anew && seen_moved(rule) && by == &solver_ranked) return true;
    if (!rule->anew && !seen_moved(rule)) return by == &solver_table || by == &solver_try;
    return by == &solver_lines || by == &solver_windows || by == &solver_dynamic || by == &solver_vectors ||
           by == &solver_table || by == &solver_choices || by == &solver_sequence || by == &solver_subtraction ||
           by == &solver_takebreak || by == &solver_try;
}

/* A position that the question is about, the greatest of a box in `cells`; NULL: none, or another question. */
static const struct component *asked_about(const struct ask *q, struct component *corner, int64_t *cells)
{
    if (q->what == Q_BOX) return seen_box_corner(q, corner, cells) ? corner : NULL;
    if ((q->what != Q_VALUE && q->what != Q_OUTCOME) || !q->count) return NULL;
    if (q->components) return q->components;
    return q->positions && q->positions[0].count ? q->positions[0].components : NULL;
}

/* Are states of the rule as it is written numbered, and answered before the rule could be written anew? */
static bool is_soon(struct planner *planner, const struct ask *q, const struct seen_shape *shape,
                    const struct component *first)
{
    double states = 1, written = SECONDS_A_PAIR * (double)(shape->count * shape->count);
    if (planner->env->terms.only || q->what == Q_BOX) return false;
    for (size_t i = 0; i < shape->count; i++) /* at least, as in a multiset */
        states *= ((double)first->cells[shape->at[i]] + 1) / (double)(i + 1);
    if (states * SECONDS_A_STATE > written) return false;
    const struct plan *numbered = planner_by(planner, q, &solver_ranked);
    return numbered && numbered->chosen && numbered->chosen->cost.seconds <= written;
}

/* Is it searched before the rule is looked at once more? That takes up to 0.1 s for some cells with conditions on each other. */
#define SEARCHED_SECONDS 0.02
static bool is_searched(struct planner *planner, const struct ask *q)
{
    const struct plan *search = planner_by(planner, q, &solver_hashed);
    return search && search->chosen && search->chosen->cost.seconds < SEARCHED_SECONDS;
}

/* The rule in other numbers, if it is worth writing: *rule NULL. */
static enum status find_rule(struct planner *planner, const struct ask *q, struct seen_rule **rule)
{
    const struct env *env = planner->env;
    int64_t cells[MODEL_MAX_FIELDS];
    struct component corner;
    const struct component *first = asked_about(q, &corner, cells);
    struct seen_shape shape;
    bool box = q->what == Q_BOX, may = false;
    if (!first || first->game < 0 || !seen_shape_of(&env->model->games[first->game], first, &shape)) return ST_OK;
    bool large = box ? is_large(env, &shape, first, first) : has_large(env, q, &shape, first);
    if (!env->terms.only && !large && (!may_rise(env, first->game) || is_searched(planner, q))) return planner->status;
    enum status st = seen_shape_lower(env, first, &shape);
    if (st == ST_OK) st = may_be_written(env, first->game, &shape, &may);
    if (!may || st != ST_OK) return st;
    if (box ? !has_shape(env, first, first->game, &shape) : !suits(env, q, first->game, &shape)) return ST_OK;
    return is_soon(planner, q, &shape, first) ? planner->status : seen_rule_of(env, first->game, &shape, rule);
}

static const char *words_of(const struct seen_ask *kept, struct arena *arena)
{
    const char *how = kept->rule->rows            ? "its cells as fields"
                      : kept->rule->shape.lowered ? "without positions that no move leads to"
                      : kept->rule->anew          ? "without numbers that no move changes"
                      : seen_moved(kept->rule)    ? "in other numbers"
                                                  : "its fields in another order";
    return other_rule_words(how, kept->plan, arena);
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *q = way->ask;
    struct seen_ask *kept = way->kept = arena_alloc(planner->arena, sizeof *kept);
    struct ask *other = NULL;
    if (!kept) planner->status = ST_NO_MEMORY;
    if (!kept || q->heap || q->closed || env->terms.restated >= RESTATED_MOST) return;
    *kept = (struct seen_ask){0};
    if (env->terms.only && strcmp(env->terms.only, self->name) != 0) return;
    enum status st = find_rule(planner, q, &kept->rule);
    if (st == ST_OK && kept->rule) st = asked_there(env, kept->rule, q, planner->arena, &other);
    if (st != ST_OK) planner->status = st;
    if (!other) return;
    st = plan_make(kept->rule->as.env, other, planner->arena, &kept->plan);
    if (st == ST_NO_MEMORY) planner->status = st;
    if (st != ST_OK || !kept->plan->chosen || !(env->terms.only || is_for_fields(kept->rule, kept->plan->chosen->by)))
        return;
    way->because = words_of(kept, planner->arena);
    way->cost = kept->plan->chosen->cost;
    if (q->what == Q_BOX) {
        way->cost.seconds += SECONDS_A_PLACE * (double)(q->box->count + other->box->count);
        way->cost.bytes += sizeof(uint32_t) * (double)(q->box->count + other->box->count);
    }
    way->can = way->because != NULL;
    if (!way->can) planner->status = ST_NO_MEMORY;
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    struct seen_ask *kept = way->kept;
    struct result part = {0};
    other_rule_begin(env, &kept->rule->as);
    bool box = way->ask->what == Q_BOX; /* whose sink may have a status of its own */
    enum status st = box ? seen_box_run(env, kept->rule, way->ask, kept->plan, arena, &part)
                         : plan_run_else(kept->rule->as.env, kept->plan, arena, &part);
    if (!box && (st == ST_RULE_FAILED || st == ST_INVALID || st == ST_USAGE)) return ST_UNSUPPORTED;
    if (st != ST_OK) return st;
    struct grounds item = {.name = "fields", .kind = "proof", .source = ""};
    item.claim = seen_shape_grids(&kept->rule->shape) ? "a grid of a size that no move changes is as many numbers"
                 : kept->rule->rows                   ? "a row of a length that no move changes is as many numbers"
                 : kept->rule->shape.lowered ? "of a number that no option has as 0 the rule asks for more than 0 alone"
                 : kept->rule->anew          ? "a number that no move changes is a part of the rule"
                 : seen_moved(kept->rule)
                     ? "sums, differences and numbers counted from above in place of others are the same game"
                     : "the fields in another order are the same game";
    return grounds_take(&part, item, arena, result);
}

const struct solver solver_fields = {
    .name = "fields",
    .kind = "proof",
    .summary =
        "rows and grids of a size that no move changes, as that many fields; numbers that no move changes; fields in "
        "another order",
    .trust = TRUST_PROVED,
    .stands_on_others = true,
    .beyond = true,
    .offer = offer,
    .run = run,
};
