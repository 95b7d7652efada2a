/* SPDX-License-Identifier: MIT */
/* A row that increases, or a bag of different numbers, as the set of its numbers: a row of 0 and 1, which is searched as a board.
 *
 *     game belt(c: row) where increasing(c) {
 *       move go(i in 1..len(c), y in 0..c[i] - 1) where y not in c -> belt(sort(c with { [i] = y })) }       about belt([1, 4]):
 *     game belt(s: row) {
 *       move go(i in 1..len(s), y in 0..i - 2) where s[i] == 1 and s[y + 1] == 0 -> belt(s with { [i] = 0, [y + 1] = 1 }) }
 *                                                                                                about belt([0, 1, 0, 0, 1])
 *
 * Increasing rows of numbers below n and sets of such numbers are one to one, and proof/restate writes each move as the one of the set that
 * it is (as_set.c). So by induction over plays options correspond, and values and outcomes under either convention are the same.
 * The row has a place for each number up to the greatest one that was asked about so far: the rule says nothing of its length, and of
 * places that hold 0 nothing but that they do. A move to a place beyond it fails, and then another way answers. */
#include <string.h>
#include "plan/groups.h"
#include "plan/plan.h"
#include "plan/restated/other_rule.h"
#include "play/options/traits.h"
#include "proof/restate/substitution.h"
#include "solve/bits/bit_ranks.h"
#include "solve/search/mask_bits.h"
#include "solve/search/mask_boards.h"
#include "solve/search/masks.h"

/* Of more than 30 places there is no table of bits, and a search of the set goes through the moves between all places at each position,
 * one of the row through those of its few numbers: either may take several times as long. There the set is for a table of all its subsets
 * alone, which has so many places at most (solve/bits/bit_subsets.h). */
enum { PLACES_FEW = BIT_BITS_MOST, PLACES_MOST = BIT_RANKS_BITS };
#define FEW_STATES 3000.0  /* these are searched as soon */
#define PLACE_SECONDS 1e-8 /* of a state, for each place */

struct set_rule {
    struct written_rule rule;
    int field;
    int64_t places; /* at least as many as any question needed */
};
static const struct tenant tenant = {
    .name = "sets", .size = sizeof(struct written_rules), .forget = written_rules_forget};

/* ---- the rule ------------------------------------------------------------------------------------------------------- */
static enum status write_rule(const struct env *env, struct written_rule *rule)
{
    struct set_rule *r = (struct set_rule *)rule;
    struct game *g = &env->model->games[r->rule.game], *to;
    struct substitution view = substitution_identity(g->field_count);
    view.as_set = view.runs = true;
    enum status st = ST_UNSUPPORTED;
    for (r->field = 0; r->field < (int)g->field_count && st == ST_UNSUPPORTED; r->field++) {
        view.set = r->field;
        st = substitution_apply(env->model, r->rule.game, &view, &r->rule.as.arena, &r->rule.as.model);
    }
    if (st != ST_OK) return st == ST_UNSUPPORTED ? ST_OK : st;
    r->field--;
    to = &r->rule.as.model.games[r->rule.game];
    for (size_t m = 0; m < to->move_count; m++)
        if (!other_rule_leads_to(to->moves[m].result, r->rule.game)) return ST_OK;
    other_rule_plain(&r->rule.as, r->rule.game);
    to->measure = other_rule_measure(&to->measure);
    to->shrinking = to->kept = false;
    return other_rule_open(env, env->terms.restated + 1, false, &r->rule.as);
}

/* *out NULL: the game has no such row, or asks of it what a set does not tell. */
static enum status rule_of(const struct env *env, int game, struct set_rule **out)
{
    struct written_rule *r;
    enum status st = written_rule_of(env, &tenant, game, sizeof **out, write_rule, &r);
    *out = (struct set_rule *)r;
    return st;
}

/* ---- the other question --------------------------------------------------------------------------------------------- */
static bool has_row(const struct env *env, int game)
{
    const struct game *g = &env->model->games[game];
    const struct game_traits *t = &env->traits->games[game];
    bool fine = g->kind == GAME_RULES && !g->split && !t->mover && !t->loopy && !t->folded && !t->coins;
    bool row = false;
    for (size_t f = 0; f < g->field_count; f++) row |= g->fields[f].kind == FIELD_ROW || g->fields[f].kind == FIELD_BAG;
    return fine && row && !t->graph;
}

/* The row of a component: where its length stands among the cells. */
static uint32_t row_at(const struct game *g, int field, const int64_t *cells)
{
    uint32_t at = 0;
    for (int f = 0; f < field; f++) at += (uint32_t)field_length(g->fields[f].kind, &cells[at]);
    return at;
}

/* What is asked about: how many places it takes; how many sets there are, at most, with as many numbers up to the greatest one. */
struct asked_sets {
    int64_t places;
    double states;
};

/* False: some numbers stand out of order, or twice. */
static bool look_at(const struct env *env, const struct set_rule *r, const struct component *c, struct asked_sets *all)
{
    if (c->game != r->rule.game) return false;
    uint32_t at = row_at(&env->model->games[r->rule.game], r->field, c->cells);
    int64_t count = c->cells[at], top = count ? c->cells[at + (uint32_t)count] + 1 : 0;
    if (top > PLACES_MOST) return false;
    if (top > PLACES_FEW && bit_ranks_choose((uint64_t)top, (uint64_t)count) > BIT_RANKS_MOST) return false;
    for (int64_t i = 1; i < count; i++)
        if (c->cells[at + i] >= c->cells[at + i + 1]) return false;
    double ways = 1;
    for (int64_t i = 0; i < count; i++) ways *= (double)(top - i) / (double)(i + 1);
    if (top > all->places) all->places = top;
    if (ways > all->states) all->states = ways;
    return true;
}

static bool look_at_all(const struct env *env, const struct set_rule *r, const struct ask *q, struct asked_sets *all)
{
    bool fine = true;
    for (size_t i = 0; i < q->count && fine && q->components; i++)
        fine = !(q->big && q->big[i]) && look_at(env, r, &q->components[i], all);
    for (size_t i = 0; i < q->count && fine && q->positions; i++)
        for (size_t c = 0; c < q->positions[i].count && fine; c++)
            fine = !(q->positions[i].big && q->positions[i].big[c]) &&
                   look_at(env, r, &q->positions[i].components[c], all);
    return fine;
}

struct imaged {
    const struct game *game;
    const struct set_rule *rule;
};
static bool image(void *context, const struct component *from, struct arena *arena, struct component *to)
{
    const struct imaged *im = context;
    uint32_t at = row_at(im->game, im->rule->field, from->cells), length = (uint32_t)from->cells[at],
             places = (uint32_t)im->rule->places, count = from->count - length + places;
    int64_t *cells = arena_array(arena, count, sizeof *cells);
    if (!cells) return false;
    for (uint32_t i = 0; i < at; i++) cells[i] = from->cells[i];
    cells[at] = places;
    for (uint32_t i = 1; i <= length; i++) cells[at + 1 + from->cells[at + i]] = 1;
    for (uint32_t i = at + length + 1; i < from->count; i++) cells[i + places - length] = from->cells[i];
    *to = (struct component){from->game, count, cells};
    return true;
}

/* ---- the solver ------------------------------------------------------------------------------------------------------- */
struct set_ask {
    struct set_rule *rule;
    struct plan *plan;
};

/* The game that is asked about; -1: another question. */
static int asked_game(const struct ask *q)
{
    if ((q->what != Q_VALUE && q->what != Q_OUTCOME) || !q->count || q->closed || q->mover) return -1;
    if (q->components) return q->components[0].game;
    return q->positions && q->positions[0].count ? q->positions[0].components[0].game : -1;
}

/* As it is written, the row is searched by itself. */
static void leave_out_hashed(struct plan *plan)
{
    struct way *least = NULL;
    for (size_t i = 0; i < plan->count; i++) {
        struct way *w = &plan->ways[i];
        if (w->by == &solver_hashed) w->can = false;
        if (w->can && (!least || w->cost.seconds < least->cost.seconds)) least = w;
    }
    if (plan->chosen && plan->chosen->by == &solver_hashed) plan->chosen = least;
}

/* Is a table of subsets among what is planned for the first component? */
static enum status has_subsets(struct env *env, const struct ask *q, bool *has)
{
    const struct component *c = q->components ? &q->components[0] : &q->positions[0].components[0];
    struct ground_mask state;
    struct masks *board;
    enum status st = mask_board_find(env, c, &board, &state);
    *has = st == ST_OK && board && board->bits.subsets;
    return st == ST_NO_MEMORY ? st : ST_OK;
}

static enum status plan_there(const struct env *env, const struct ask *q, struct arena *arena, struct set_ask *kept,
                              double *seconds)
{
    struct asked_sets all = {.places = kept->rule->places};
    bool only = env->terms.only != NULL;
    if (!look_at_all(env, kept->rule, q, &all) || (!only && all.states < FEW_STATES)) return ST_OK;
    kept->rule->places = all.places;
    *seconds = all.states * (double)all.places * PLACE_SECONDS;
    struct imaged im = {&env->model->games[kept->rule->rule.game], kept->rule};
    struct ask *other = other_ask(q, image, &im, arena);
    if (!other) return ST_NO_MEMORY;
    enum status st = plan_make(kept->rule->rule.as.env, other, arena, &kept->plan);
    bool fine = st == ST_OK;
    if (fine && !only && all.places > PLACES_FEW) st = has_subsets(kept->rule->rule.as.env, other, &fine);
    if (!fine) kept->plan = NULL;
    else if (!only) leave_out_hashed(kept->plan);
    return st == ST_NO_MEMORY ? st : ST_OK;
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    struct set_ask *kept = way->kept = arena_alloc(planner->arena, sizeof *kept);
    int game = asked_game(way->ask);
    if (!kept) planner->status = ST_NO_MEMORY;
    if (!kept || game < 0 || env->terms.restated >= RESTATED_MOST || !has_row(env, game)) return;
    *kept = (struct set_ask){0};
    if (env->terms.only && strcmp(env->terms.only, self->name) != 0) return;
    if (planner_answers(planner, way, PLANNER_QUICK)) return;
    enum status st = rule_of(env, game, &kept->rule);
    double seconds = 0;
    if (st == ST_OK && kept->rule) st = plan_there(env, way->ask, planner->arena, kept, &seconds);
    if (st != ST_OK) planner->status = st;
    if (!kept->plan || !kept->plan->chosen) return;
    way->because = other_rule_words("its row as a set", kept->plan, planner->arena);
    way->cost = kept->plan->chosen->cost;
    if (way->cost.seconds < seconds) way->cost.seconds = seconds; /* boards with few pieces are thought to end soon */
    way->can = way->because != NULL;
    if (!way->can) planner->status = ST_NO_MEMORY;
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    struct set_ask *kept = way->kept;
    struct result part = {0};
    const struct grounds item = {
        .name = "sets", .kind = "proof", .claim = "different numbers in order are a set", .source = ""};
    enum status st = written_rule_run(env, &kept->rule->rule, kept->plan, arena, &part);
    return st == ST_OK ? grounds_take(&part, item, arena, result) : st;
}

const struct solver solver_sets = {
    .name = "sets",
    .kind = "proof",
    .summary = "rows that increase, and bags of different numbers, as sets: rows of 0 and 1",
    .trust = TRUST_PROVED,
    .stands_on_others = true,
    .beyond = true,
    .offer = offer,
    .run = run,
};
