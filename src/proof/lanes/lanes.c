/* SPDX-License-Identifier: MIT */
/* One normal form for each row; of each piece what it says of each row that it may lead to. */
#include "proof/lanes/lanes.h"
#include "proof/lanes/private.h"
#include "proof/match/itself.h"
#include "proof/normal/may_fail.h"

/* ---- what the rule must be --------------------------------------------------------------------------------------- */
static const char *unfit(const struct lanes_source *s)
{
    const struct game *g = &s->model->games[s->game];
    if (s->rows > LANES_ROWS) return "rows are read up to number 63";
    if (g->kind != GAME_RULES) return "it is not given by moves";
    if (g->field_count != 2 || g->fields[0].kind != FIELD_NAT || g->fields[1].kind != FIELD_NAT)
        return "its state is not two natural numbers";
    if (g->uses_mover) return "its moves depend on the player";
    if (g->canon) return "its positions are counted otherwise by 'canon'";
    if (g->loopy || !g->measure.text || g->measure.kind == MEASURE_NONE || claim_is_open(g))
        return "its play is not proved to end";
    if (normal_may_fail(&(struct normal_source){.model = s->model, .game = s->game, .params = s->params}))
        return "the rule may fail while it runs";
    return NULL;
}

/* ---- one piece --------------------------------------------------------------------------------------------------- */
struct reading {
    struct lanes_finder *f;
    const struct normal *n;
    int64_t row;
    int number; /* the variable that is not held */
};

static struct linear_conjunction facts_of(const struct reading *r, struct linear_conjunction rule)
{
    struct linear_conjunction parts[2] = {r->n->domain, rule};
    return normal_axioms(r->n->space, parts, 2);
}

/* No state has it. */
static bool is_empty(const struct reading *r, struct linear_conjunction facts)
{
    struct linear_work *w = &r->n->space->work;
    return facts.items && linear_solve(w, facts.items, facts.count, NULL) == LINEAR_INFEASIBLE;
}

static int argument(const struct reading *r, const struct normal_piece *piece, int field)
{
    const struct normal_component *c = piece->components;
    bool fits = piece->component_count == 1 && c->game == r->n->source.game && c->arg_count == 2 &&
                c->args[field].kind == NORMAL_NUMBER;
    return fits ? normal_var(r->n->space, NORMAL_RESULT, c->args[field].first_var) : -1;
}

/* 0 <= held <= row, 0 <= left <= number. */
static bool stays_inside(const struct reading *r, struct linear_conjunction facts, int held, int left)
{
    struct linear_work *w = &r->n->space->work;
    const struct linear_form *h = linear_variable(w, held), *l = linear_variable(w, left);
    const struct linear_form *inside[] = {h, linear_scale(w, h, -1, r->row), l,
                                          linear_sum(w, linear_variable(w, r->number), 1, l, -1)};
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++)
        if (!inside[i] || !linear_implies(w, facts.items, facts.count, (struct linear_constraint){inside[i], false}))
            return false;
    return true;
}

/* Leaves out what is always true; *never: something is always false. */
static struct linear_conjunction shorten(struct linear_conjunction c, struct linear_constraint *room, bool *never)
{
    size_t count = 0;
    for (size_t i = 0; i < c.count; i++) {
        int truth = linear_truth(c.items[i]);
        *never = *never || truth == 0;
        if (truth < 0) room[count++] = c.items[i];
    }
    return (struct linear_conjunction){room, count};
}

static bool add_lane(const struct reading *r, const struct normal_piece *piece, int held, int left, int64_t j)
{
    struct normal_space *space = r->n->space;
    size_t count = space->var_count;
    const struct linear_form **map = arena_array(space->arena, count + 1, sizeof *map);
    struct linear_constraint *room = arena_array(space->arena, piece->rule.count + 1, sizeof *room);
    struct lane lane = {.i = r->row, .j = j, .space = space, .n = r->number, .r = left};
    bool never = false;
    if (!map || !room) return !(r->f->no_memory = true);
    map[held] = linear_constant(&space->work, j);
    if (!map[held] || !normal_replace_all(space, piece->rule, map, count, &lane.rule))
        return lanes_refuse(r->f, "its numbers are too large");
    lane.rule = shorten(lane.rule, room, &never);
    if (never || is_empty(r, facts_of(r, lane.rule))) return true;
    return vec_push(&r->f->lanes, lane) ? true : !(r->f->no_memory = true);
}

static bool read_piece(const struct reading *r, const struct normal_piece *piece)
{
    struct linear_conjunction facts = facts_of(r, piece->rule);
    int held = argument(r, piece, r->f->source->held), left = argument(r, piece, 1 - r->f->source->held);
    if (is_empty(r, facts)) return true;
    if (held < 0 || left < 0) return lanes_refuse(r->f, "an option is not one position of the same game");
    if (!piece->exact) return lanes_refuse(r->f, "a generator that does not show in the result cannot be eliminated");
    if (!facts.items || !stays_inside(r, facts, held, left))
        return lanes_refuse(r->f, "a move is not proved to make neither number larger");
    for (int64_t j = 0; j <= r->row; j++)
        if (!add_lane(r, piece, held, left, j)) return false;
    return true;
}

/* ---- one row ----------------------------------------------------------------------------------------------------- */
static enum status read_row(struct lanes_finder *f, int64_t row, bool *fine)
{
    const int64_t *held[2] = {NULL, NULL};
    struct normal_space *space = arena_alloc(&f->scratch, sizeof *space);
    struct normal *n;
    held[f->source->held] = &row;
    struct normal_source source = {
        .model = f->source->model, .game = f->source->game, .params = f->source->params, .held = held};
    if (!space) return ST_NO_MEMORY;
    space->arena = &f->scratch;
    enum status st = normal_build(space, &source, &n);
    if (st != ST_OK) return st;
    if (!n->supported) return *fine = lanes_refuse(f, n->reason), ST_OK;
    if (!normal_covered(space, &n->domain, 1, n->invariant, n->invariant_count))
        return *fine = lanes_refuse(f, "its invariant excludes some positions"), ST_OK;
    struct reading r = {f, n, row, normal_var(space, NORMAL_FIELD, 1 - f->source->held)};
    for (size_t i = 0; i < n->piece_count && *fine; i++) *fine = read_piece(&r, &n->pieces[i]);
    if (!*fine && !f->no_memory && !f->out->reason) lanes_refuse(f, "a proof about it took too much work");
    return space->work.no_memory || f->no_memory ? ST_NO_MEMORY : ST_OK;
}

static enum status clause_holds(struct lanes_finder *f, bool *fine)
{
    const struct lanes_source *s = f->source;
    if (!s->model->games[s->game].symmetric) return ST_OK;
    enum unify_result symmetric = unify_symmetric(s->model, s->game, s->params);
    if (symmetric == UNIFY_NO_MEMORY) return ST_NO_MEMORY;
    if (symmetric != UNIFY_YES) *fine = lanes_refuse(f, "it is not proved to be symmetric");
    return ST_OK;
}

enum status lanes_find(const struct lanes_source *source, struct arena *arena, struct lanes *out)
{
    struct lanes_finder f = {.source = source, .out = out, .arena = arena};
    bool fine = true;
    *out = (struct lanes){.rows = source->rows};
    out->reason = unfit(source);
    if (out->reason) return ST_OK;
    enum status st = clause_holds(&f, &fine);
    for (int64_t row = 0; row < source->rows && st == ST_OK && fine; row++) st = read_row(&f, row, &fine);
    if (st == ST_OK && fine && !lanes_write(&f) && !out->reason) st = ST_NO_MEMORY;
    vec_free(&f.lanes);
    arena_free(&f.scratch);
    return f.no_memory ? ST_NO_MEMORY : st;
}
