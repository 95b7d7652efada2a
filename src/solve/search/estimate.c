/* SPDX-License-Identifier: MIT */
/* Boxes multiply; components of one question share their box, so the largest counts. */
#include "solve/search/estimate.h"
#include <string.h>
#include "proof/normal/may_fail.h"
#include "proof/reach/reach.h"
#include "play/ground/residue.h"
#include "play/options/compound.h"
#include "play/options/ends.h"
#include "play/options/store.h"
#include "solve/heap/sampled.h"
#include "solve/ranked/ranked.h"
#include "solve/search/estimate_seen.h"
#include "solve/search/played.h"
#include "solve/search/splitting.h"
#include "solve/search/tops.h"

#define LISTED_OPTIONS 1e5
enum { BOUNDED_MOST = 16 }; /* components or positions of one question from which play is bounded from below */

static double cap(double x) { return x < 1e30 ? x : 1e30; }

/* `rise`: an empty cell may be filled. */
static struct estimate box(const int64_t *cells, size_t count, bool rise)
{
    struct estimate e = {1, 0, 0, false, false};
    double wide = 0;
    for (size_t i = 0; i < count; i++) {
        double cell = cells[i] < 0 ? -(double)cells[i] : (double)cells[i];
        if (rise && cell < 1) cell = 1;
        e.positions = cap(e.positions * (cell + 1));
        wide += cell;
    }
    e.options = cap(e.positions * (wide / 2 + 1));
    return e;
}

/* May moves raise cells? Where what falls is no sum of theirs, or nothing was found. */
static bool cells_may_rise(const struct game *game)
{
    const struct measure *m = &game->measure;
    bool rise = m->kind == MEASURE_NONE && !game->loopy, board = false;
    for (size_t i = 0; i < game->field_count; i++) {
        enum field_kind kind = game->fields[i].kind;
        board |= kind == FIELD_ROW || kind == FIELD_GRID;
        for (size_t k = 0; k < m->count; k++) {
            enum cell_feature of = m->lines[k][i].factor ? m->lines[k][i].cells : CELLS_NONE;
            rise |= of == CELLS_EMPTY || of == CELLS_OTHER || of == CELLS_ROOM;
        }
    }
    return rise && board;
}

/* Of numbers the options of some positions up to `high` are counted, where it is worth it: a heap that is broken into three has
 * n^2 / 12. */
static struct estimate listed(const struct env *env, const struct component *component, const int64_t *high,
                              struct estimate e)
{
    const struct game_traits *f = &env->traits->games[component->game];
    struct sampled s;
    bool counts = f->scalars && f->bounded && e.options >= LISTED_OPTIONS && e.options < 1e30;
    for (size_t i = 0; counts && i < component->count; i++) counts = high[i] >= f->low[i];
    if (!counts || !sampled_box(env, component->game, high, &s)) return e;
    e.options = cap(e.positions * (s.options + 1));
    e.steps = cap(e.positions * s.steps);
    return e;
}

/* Of so few digits all states are soon met. */
enum { FEW_DIGITS = 12 };
static unsigned digits_of(const struct component *c)
{
    unsigned digits = 0;
    for (size_t i = 0; i < c->count; i++)
        digits += c->cells[i] > 0 ? 64u - (unsigned)__builtin_clzll((uint64_t)c->cells[i]) : 1;
    return digits;
}

/* Where a number is a set that is written in binary digits, of which there are so many. */
static struct estimate in_digits(const struct env *env, const struct component *component, struct estimate e)
{
    if (env->traits->games[component->game].descends) return e; /* a box that play does not leave */
    if (digits_of(component) <= FEW_DIGITS) return e;
    double states = ends_states(env, component), cells = 0;
    if (states <= e.positions) return e;
    for (double s = states; s > 1; s /= 2) cells++;
    return (struct estimate){cap(states), cap(states * (cells / 2 + 1)), 0, false, false};
}

/* The box that play goes through: of a number that only rises what is above it. `tops`, or NULL: the greatest numbers of it. */
static struct estimate box_of(const struct env *env, const struct component *component, int64_t *tops)
{
    int64_t cells[MODEL_MAX_FIELDS];
    if (tops_below(env, component, cells, tops)) return box(cells, component->count, false);
    if (tops && component->count <= MODEL_MAX_FIELDS)
        for (size_t i = 0; i < component->count; i++) tops[i] = component->cells[i];
    return box(component->cells, component->count, cells_may_rise(&env->model->games[component->game]));
}

/* `grounded`: with a look at the rule on its board. */
static struct estimate of_rules(const struct env *env, const struct component *component, bool grounded)
{
    int64_t tops[MODEL_MAX_FIELDS];
    struct estimate e = listed(env, component, tops, box_of(env, component, tops));
    return grounded ? in_digits(env, component, e) : e;
}

static struct estimate component_of(const struct env *env, const struct component *component, bool grounded)
{
    if (component->game != POSITION_COMPOUND) {
        const struct game *game = &env->model->games[component->game];
        if (game->kind != GAME_GRAPH) return of_rules(env, component, grounded);
        const struct graph *graph = &env->model->graphs[game->graph];
        return (struct estimate){graph->node_count, graph->edge_count, 0, false, false};
    }
    struct compound_walk walk = compound_open(component);
    struct component inner;
    struct estimate e = {1, 1, 0, false, false};
    while (compound_next(&walk, &inner)) {
        struct estimate part = component_of(env, &inner, grounded);
        e.positions = cap(e.positions * part.positions);
        e.options = cap(e.options * (part.options / part.positions + 1));
    }
    e.options = cap(e.options * e.positions);
    return e;
}

struct estimate estimate_component(const struct env *env, const struct component *component)
{
    return component_of(env, component, true);
}

struct estimate estimate_component_quick(const struct env *env, const struct component *component)
{
    return component_of(env, component, false);
}

double estimate_positions(const struct env *env, const struct component *c)
{
    bool rules = c->game != POSITION_COMPOUND && env->model->games[c->game].kind != GAME_GRAPH;
    if (!rules) return estimate_component(env, c).positions;
    return box_of(env, c, NULL).positions;
}

static struct estimate estimate_sum(const struct env *env, const struct position *position, bool grounded)
{
    struct estimate e = {1, 0, 0, false, false};
    for (size_t i = 0; i < position->count; i++) {
        struct estimate part = component_of(env, &position->components[i], grounded);
        e.positions = cap(e.positions * part.positions);
        e.options = cap(e.options + part.options / part.positions);
    }
    double sums = splitting_sums(env, position);
    if (sums > 0) e.positions = sums;
    e.options = cap(e.options * e.positions);
    return e;
}

static struct estimate larger(struct estimate a, struct estimate b) { return a.options > b.options ? a : b; }

/* Where states of that shape were counted, no fewer are met. Options that were listed are not taken from there: conditions that a number
 * fails count as options. */
static struct estimate as_counted(const struct env *env, const struct component *component, struct estimate e)
{
    struct ranked_count known;
    if (!ranked_known(env, component, &known)) return e;
    struct estimate counted = {cap(known.states), cap(known.options), 0, false, false};
    double share = known.states / e.positions;
    if (e.steps > 0) counted = (struct estimate){counted.positions, e.options * share, e.steps * share, false, false};
    return known.most ? counted : larger(e, counted);
}

static struct estimate of_position(const struct env *env, const struct position *position, bool grounded)
{
    struct estimate e = estimate_sum(env, position, grounded);
    return position->count == 1 && !position->big ? as_counted(env, &position->components[0], e) : e;
}

/* Boards that fill up: cells that hold little count for nothing in a box. */
static struct estimate value_of(const struct env *env, const struct component *component, bool grounded)
{
    double boards, instances;
    struct estimate e = as_counted(env, component, component_of(env, component, grounded));
    if (!grounded || !residue_boards(env, component, &boards, &instances)) return e;
    return larger(e, (struct estimate){cap(boards), cap(boards * instances / 2), 0, false, false});
}

struct estimate estimate_value(const struct env *env, const struct component *component)
{
    return value_of(env, component, true);
}

static double about_of(const struct env *env, const struct component *component, bool grounded)
{
    struct played p;
    double about = value_of(env, component, grounded).positions;
    bool rise = component->game >= 0 && cells_may_rise(&env->model->games[component->game]);
    return rise && played_from(env, component, &p) && p.positions > about ? p.positions : about;
}

double estimate_about(const struct env *env, const struct component *component)
{
    return about_of(env, component, true);
}

enum { PLAYED_MOST = 4 };
double estimate_asked(const struct env *env, const struct ask *q, double least, bool grounded)
{
    double most = least, of;
    size_t seen = 0;
    for (size_t i = 0; i < q->count; i++) {
        const struct position *p = q->what == Q_OUTCOME ? &q->positions[i] : NULL;
        for (size_t j = 0; j < (p ? p->count : 1) && seen++ < PLAYED_MOST; j++)
            if ((of = about_of(env, p ? &p->components[j] : &q->components[i], grounded)) > most) most = of;
    }
    return most;
}

/* What item i is, if it is one component; NULL: a sum, or with numbers beyond 64 bits. */
static const struct component *item_of(const struct ask *q, size_t i)
{
    const struct position *p = q->what == Q_OUTCOME ? &q->positions[i] : NULL;
    if (!p) return &q->components[i];
    return p->count == 1 && !p->big ? &p->components[0] : NULL;
}

static struct estimate_seen see_all(const struct env *env, const struct ask *q)
{
    struct estimate_seen seen = {0};
    for (size_t i = 0; i < q->count; i++)
        if (item_of(q, i)) estimate_see(env, &seen, item_of(q, i));
    return seen;
}

static bool is_needed(const struct env *env, const struct ask *q, size_t i, const struct estimate_seen *seen)
{
    const struct component *item = item_of(q, i);
    return !item || estimate_needed(env, seen, item);
}

static struct estimate search_of(const struct env *env, const struct ask *question, bool grounded)
{
    struct estimate e = {0};
    if (question->what == Q_BOX) {
        int64_t top[MODEL_MAX_FIELDS];
        const struct value_table *b = question->box;
        for (size_t f = 0; f < b->fields; f++) top[f] = b->low[f] + b->extent[f] - 1;
        return box(top, b->fields, false);
    }
    struct estimate_seen seen = see_all(env, question);
    for (size_t i = 0; i < question->count; i++)
        if (is_needed(env, question, i, &seen))
            e = larger(e, question->what == Q_OUTCOME ? of_position(env, &question->positions[i], grounded)
                                                      : value_of(env, &question->components[i], grounded));
    return e;
}

struct estimate estimate_search(const struct env *env, const struct ask *question)
{
    return search_of(env, question, true);
}

struct estimate estimate_search_quick(const struct env *env, const struct ask *question)
{
    return search_of(env, question, false);
}

/* States that were counted stay as many. Plays that are short, or end in a corner, say less than the box. */
static struct estimate as_played(const struct env *env, const struct component *c, struct estimate e)
{
    struct ranked_count counted;
    struct played p;
    if (!played_from(env, c, &p)) return e;
    struct estimate of = {p.positions, cap(p.positions * (p.options + 1)), cap(p.positions * p.steps), true, p.dense};
    if (!ranked_known(env, c, &counted) && of.options > e.options) return of;
    return (struct estimate){e.positions, e.options, cap(e.positions * p.steps), true, p.dense};
}

static struct estimate all_of(const struct env *env, const struct ask *q, bool grounded)
{
    struct estimate e = {0}, of;
    if (q->what != Q_VALUE && q->what != Q_OUTCOME) return search_of(env, q, grounded);
    struct estimate_seen seen = see_all(env, q);
    for (size_t i = 0; i < q->count; i++) {
        if (!is_needed(env, q, i, &seen)) continue;
        const struct position *p = q->what == Q_OUTCOME ? &q->positions[i] : NULL;
        const struct component *c = p ? p->components : &q->components[i];
        of = p ? of_position(env, p, grounded) : value_of(env, c, grounded);
        if (i < PLAYED_MOST && (!p || (p->count == 1 && !p->big))) of = as_played(env, c, of);
        e = larger(e, of);
    }
    return e;
}

struct estimate estimate_all(const struct env *env, const struct ask *q) { return all_of(env, q, true); }

struct estimate estimate_all_quick(const struct env *env, const struct ask *q) { return all_of(env, q, false); }

/* ---- proved ------------------------------------------------------------------------------------------------------ */
/* A slot, the end of the key, the value; the key has at least one byte (position_table.h). */
enum { POSITION_BYTES = sizeof(struct table_slot) + sizeof(uint64_t) + sizeof(uint32_t) + 1 };

/* Positions that a clause identifies are stored once: of those that differ in the order of their fields, one in at
 * most fields! many. 0: nothing is known. */
static uint64_t orders(uint64_t fields)
{
    uint64_t orders = 1;
    for (uint64_t i = 2; i <= fields; i++)
        if (__builtin_mul_overflow(orders, i, &orders)) return 0;
    return orders;
}

/* Play that fails or comes round ends a search early; boards that fall apart are searched part by part. */
static bool is_sure(const struct env *env, const struct component *component)
{
    if (component->game < 0) return false;
    struct game_traits f = traits_of(env->traits, component);
    bool sure = !f.loopy && !f.graph && !f.coins && !f.folded;
    for (size_t g = 0; sure && g < env->traits->count; g++) {
        struct normal_source source = {.model = env->model, .game = (int)g, .params = env->params};
        if (!env->traits->reaches[(size_t)component->game * env->traits->count + g]) continue;
        const struct game *game = &env->model->games[g];
        sure = game->kind == GAME_RULES && !game->canon && !game->windows && !normal_may_fail(&source);
    }
    return sure && !(f.watched && ends_watched(env, component, 1));
}

/* Bounds that were proved last: several solvers ask for that of one component. */
enum { BOUNDS_KEPT = 4, BOUND_CELLS = 64 };
typedef enum status (*counting)(const struct reach_from *from, uint64_t *least);
struct bound_kept {
    counting count;
    struct reach_from from; /* its cells are those here */
    int64_t cells[BOUND_CELLS];
    uint64_t least;
};
struct bounds_kept {
    struct bound_kept items[BOUNDS_KEPT];
    size_t next;
};
static void forget_bounds(void *kept) { (void)kept; }
static const struct tenant bounds_tenant = {
    .name = "bounds", .size = sizeof(struct bounds_kept), .forget = forget_bounds};

static enum status count_once(const struct env *env, const struct reach_from *from, counting count, uint64_t *least)
{
    struct bounds_kept *m = from->count <= BOUND_CELLS ? store_room(env, &bounds_tenant) : NULL;
    size_t bytes = from->count * sizeof *from->cells;
    if (!m) return count(from, least);
    for (size_t i = 0; i < BOUNDS_KEPT; i++) {
        const struct bound_kept *k = &m->items[i];
        if (k->count != count || k->from.game != from->game || k->from.count != from->count) continue;
        if (k->from.mover != from->mover || k->from.alone != from->alone || memcmp(k->cells, from->cells, bytes) != 0)
            continue;
        *least = k->least;
        return ST_OK;
    }
    struct bound_kept *new = &m->items[m->next++ % BOUNDS_KEPT];
    enum status st = count(from, least);
    *new = (struct bound_kept){.count = st == ST_OK ? count : NULL, .from = *from, .least = *least};
    memcpy(new->cells, from->cells, bytes);
    return st;
}

/* 0 where memory runs out: then nothing is known. */
static uint64_t count_from(const struct env *env, const struct component *component, int mover, bool alone,
                           counting count)
{
    uint64_t least = 0;
    struct reach_from from = {.model = env->model,
                              .game = component->game,
                              .params = env->params,
                              .cells = component->cells,
                              .count = component->count,
                              .mover = mover,
                              .alone = alone};
    const struct game *game = &env->model->games[component->game];
    uint64_t alike = game->symmetric ? orders(game->field_count) : 1;
    return alike && count_once(env, &from, count, &least) == ST_OK ? least / alike : 0;
}

uint64_t estimate_least(const struct env *env, const struct component *component)
{
    return is_sure(env, component) ? count_from(env, component, 0, false, reach_positions) : 0;
}

/* A walk down goes on until all components are used up: their plays add up. */
static uint64_t least_walk(const struct env *env, const struct position *position, int mover)
{
    uint64_t least = 0;
    for (size_t i = 0; i < position->count; i++) {
        uint64_t one = count_from(env, &position->components[i], mover, false, reach_plays);
        if (__builtin_add_overflow(least, one ? one - 1 : 0, &least)) return UINT64_MAX;
    }
    return least;
}

/* Every sum of what the components reach, of which those that differ in order are one. */
static uint64_t least_sums(const struct env *env, const struct position *position, int mover)
{
    uint64_t least = 1, alike = orders(position->count);
    for (size_t i = 0; i < position->count; i++) {
        uint64_t one = count_from(env, &position->components[i], mover, true, reach_positions);
        if (__builtin_mul_overflow(least, one > 1 ? one - 1 : 1, &least)) least = UINT64_MAX;
    }
    return alike ? least / alike : 0;
}

/* Does no move of what it leads to leave more than one component? */
static bool stays_one(const struct env *env, const struct component *component)
{
    bool one = true;
    for (size_t g = 0; one && g < env->traits->count; g++) {
        const struct game *game = &env->model->games[g];
        if (!env->traits->reaches[(size_t)component->game * env->traits->count + g]) continue;
        for (size_t m = 0; one && m < game->move_count; m++)
            one = game->moves[m].result && game->moves[m].result->kind == EXPR_GAME;
    }
    return one;
}

uint64_t estimate_least_whole(const struct env *env, const struct ask *question, const struct position *position)
{
    bool mover = false;
    for (size_t i = 0; i < position->count; i++) {
        if (!is_sure(env, &position->components[i])) return 0;
        mover |= traits_of(env->traits, &position->components[i]).mover;
    }
    /* There a sum of components that were looked at needs no search (sum_forms.h): what is left of the bound is a play of one component,
     * each position of which is looked at, as a sum or as a component. */
    bool forms = question->play == PLAY_MISERE && !question->remoteness && !mover;
    if (forms && (position->count != 1 || !stays_one(env, &position->components[0]))) return 0;
    int who = !mover ? 0 : question->mover == 2 ? 2 : 1;
    return question->remoteness ? least_sums(env, position, who) : least_walk(env, position, who);
}

/* The greatest position of a box, if it is one. */
static uint64_t least_corner(const struct env *env, const struct value_table *box)
{
    int64_t top[MODEL_MAX_FIELDS];
    struct component corner = {box->game, (uint32_t)box->fields, top};
    for (size_t f = 0; f < box->fields; f++) top[f] = box->low[f] + box->extent[f] - 1;
    return box->count && !env->model->games[box->game].invariant ? estimate_least(env, &corner) : 0;
}

void estimate_bound(const struct env *env, const struct ask *question, struct estimate about, struct cost *cost)
{
    uint64_t bytes, positions = about.positions < 1e18 ? (uint64_t)about.positions : UINT64_MAX;
    bool values = question->what == Q_VALUE;
    if (ask_is_big(question) || !estimate_too_many(env, positions, &bytes)) return; /* no proof is needed */
    if (question->what == Q_BOX) cost->least = least_corner(env, question->box);
    if (!values && question->what != Q_OUTCOME) return;
    for (size_t i = 0; i < question->count && i < BOUNDED_MOST; i++) {
        uint64_t least = values ? estimate_least(env, &question->components[i])
                                : estimate_least_whole(env, question, &question->positions[i]);
        if (least > cost->least) cost->least = least;
    }
}

/* Against the whole budget, not what is left of it: some of the positions may be known already. */
bool estimate_too_many(const struct env *env, uint64_t positions, uint64_t *bytes)
{
    if (__builtin_mul_overflow(positions, (uint64_t)POSITION_BYTES, bytes)) *bytes = UINT64_MAX;
    const struct budget *budget = env->budget;
    while (budget->outer) budget = budget->outer;
    return budget->memory && *bytes > budget->memory;
}

struct game_traits estimate_traits(const struct env *env, const struct ask *q)
{
    struct game_traits all = {0};
    if (q->what == Q_VALUE) traits_join(env->traits, q->components, q->count, &all);
    for (size_t i = 0; q->what == Q_OUTCOME && i < q->count; i++)
        traits_join(env->traits, q->positions[i].components, q->positions[i].count, &all);
    return all;
}
