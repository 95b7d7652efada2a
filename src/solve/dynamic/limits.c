/* SPDX-License-Identifier: MIT */
/* The argument stands in limits.h. */
#include "solve/dynamic/private.h"
#include "solve/dynamic/cap.h"

static bool all_hold_from(const struct dynamic_conditions *conditions, size_t bound, int sign)
{
    bool all = true;
    for (size_t i = 0; all && i < conditions->count; i++) {
        const struct term *t = conditions->items[i].term;
        all = term_never_fails(t) && dynamic_rises(t, bound, sign);
    }
    return all;
}

bool dynamic_limited(const struct dynamic_rule *rule, const int64_t *low, int *sign)
{
    if (!rule->fine || low[rule->bound] <= -DYNAMIC_SMALL || low[rule->bound] >= DYNAMIC_SMALL) return false;
    for (*sign = 1; *sign >= -1; *sign -= 2) {
        bool all = true;
        for (size_t i = 0; all && i < rule->move_count; i++) {
            const struct dynamic_move *m = &rule->moves[i];
            all = all_hold_from(&m->gate, rule->bound, *sign) && all_hold_from(&m->shared, rule->bound, *sign) &&
                  all_hold_from(&m->own, rule->bound, *sign);
        }
        if (all) return true;
    }
    return false;
}

enum { STEPS_MOST = 512 };

/* The row that is being filled. */
struct limiting {
    const struct dynamic_limits *l;
    const struct dynamic_condition *
        *leading;                /* by move: its limit does not fall along the last value; NULL: none is known */
    struct dynamic_steps *steps; /* by move */
    int64_t won, moves, least;   /* least: no limit is less */
};

const struct dynamic_condition *dynamic_leading(const struct dynamic_move *m)
{
    const struct dynamic_conditions *const kinds[] = {&m->shared, &m->own};
    for (size_t i = 0; m->value_count && i < sizeof kinds / sizeof *kinds; i++)
        for (size_t k = 0; k < kinds[i]->count; k++)
            if (dynamic_rises(kinds[i]->items[k].term, TERM_CELLS + m->value_count - 1, -1)) return &kinds[i]->items[k];
    return NULL;
}

/* The last value of the move is in x. */
static int64_t limit_of(struct dynamic_rows *r, const struct limiting *at, const struct dynamic_move *m)
{
    const struct dynamic_conditions *const kinds[] = {&m->shared, &m->own, &m->gate};
    int64_t limit = at->least;
    for (size_t i = 0; limit < LIMITS_NEVER && i < sizeof kinds / sizeof *kinds; i++) {
        int64_t from = dynamic_limit_of(at->l, kinds[i], r->x);
        if (from > limit) limit = from;
    }
    return limit;
}

/* Do options of the run that follow change nothing any more? */
static bool is_done(struct dynamic_rows *r, const struct limiting *at, const struct dynamic_move *m)
{
    const struct dynamic_condition *c = at->leading[m - r->rule->moves];
    if (!c) return false;
    const struct dynamic_conditions alone = {.items = {*c}, .count = 1};
    return dynamic_limit_of(at->l, &alone, r->x) >= at->won;
}

static enum status limit_batch(struct dynamic_rows *r, const struct dynamic_batch *b, void *context, bool *enough)
{
    struct limiting *at = context;
    const struct dynamic_limits *l = at->l;
    size_t last = b->move->value_count;
    int64_t unused, *value = last ? &r->x[TERM_CELLS + last - 1] : &unused;
    if (!dynamic_small_batch(r, b)) return ST_UNSUPPORTED;
    for (size_t i = 0; i < b->count; i++) {
        uint64_t row = b->index[i];
        bool out = row == DYNAMIC_OUT, ends = row == DYNAMIC_ENDS;
        if (!b->passes[i]) continue;
        if (!out && !ends) out = b->bound[i] < l->rows.low[l->rule->bound] || b->bound[i] >= DYNAMIC_SMALL;
        bool loses = !out && (ends ? !l->misere : dynamic_limits_lose(l, row, b->bound[i]));
        if (!out && !loses && !(l->misere && at->moves > at->least)) continue;
        *value = b->first + (int64_t)i;
        int64_t limit = limit_of(r, at, b->move);
        r->since += 16;
        if (limit == LIMITS_NEVER) continue;
        if (out) return ST_UNSUPPORTED;
        if (limit < at->moves) at->moves = limit;
        if (loses && limit < at->won) at->won = limit;
        if (at->won == at->least) return *enough = true, ST_OK;
    }
    *value = b->first + (int64_t)b->count - 1;
    *b->done = is_done(r, at, b->move);
    return ST_OK;
}

/* Options that are lost, one after the other; in between, now and then, is it enough? */
static enum status limit_run(struct dynamic_rows *r, const struct dynamic_move *m, int64_t low, int64_t high,
                             void *context, bool *taken, bool *enough)
{
    struct limiting *at = context;
    struct dynamic_steps *s = &at->steps[m - r->rule->moves];
    int64_t *value = &r->x[TERM_CELLS];
    *taken = dynamic_steps_begin(at->l, m, r, low, high, s);
    for (int64_t t = low; *taken && t <= high; t++) {
        int64_t end = high - t < STEPS_MOST ? high : t + STEPS_MOST;
        t = dynamic_steps_next(at->l, s, t, end, s->row + (t - low) * s->step);
        *value = t <= end ? t : end;
        int64_t limit = t <= end ? limit_of(r, at, m) : LIMITS_NEVER;
        if (t > end) t = end;
        if (limit < at->won) at->won = limit;
        if (at->won == at->least) return *enough = true, ST_OK;
        if (is_done(r, at, m)) break;
        r->since += 8 + STEPS_MOST / 8;
        if (r->since <= 1 << 18) continue;
        enum status st = budget_check(r->budget);
        r->since = 0;
        if (st != ST_OK) return st;
    }
    return ST_OK;
}

static enum status fill_row(struct dynamic_rows *r, struct limiting *at)
{
    struct dynamic_visit visit = {.take = limit_batch, .run = limit_run, .context = at};
    at->won = at->moves = LIMITS_NEVER;
    enum status st = dynamic_choose(r, &visit);
    at->l->won[r->at] = at->won;
    if (at->l->misere) at->l->moves[r->at] = at->moves;
    return st;
}

enum status dynamic_fill_limits(struct dynamic_limits *l, const size_t *order, struct budget *budget)
{
    struct dynamic_rows r = {.rule = l->rule, .box = l->rows, .order = order, .budget = budget, .limits = true};
    struct limiting at = {.l = l, .least = dynamic_least(l)};
    enum status st = ST_OK;
    at.leading = arena_array(&r.arena, l->rule->move_count + 1, sizeof *at.leading);
    for (size_t i = 0; at.leading && i < l->rule->move_count; i++) at.leading[i] = dynamic_leading(&l->rule->moves[i]);
    for (size_t c = 0; c < l->rows.fields; c++) r.x[c] = l->rows.low[c];
    if (!dynamic_small_rows(&l->rows)) st = ST_UNSUPPORTED;
    at.steps = arena_array(&r.arena, l->rule->move_count + 1, sizeof *at.steps);
    if (!at.leading || !at.steps) st = ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < l->rule->move_count; i++)
        st = dynamic_steps_open(l, &l->rule->moves[i], &r.arena, &at.steps[i]);
    while (st == ST_OK && dynamic_next(&r)) {
        st = budget_take_states(budget, 1);
        if (st == ST_OK) st = fill_row(&r, &at);
    }
    arena_free(&r.arena);
    return st;
}
