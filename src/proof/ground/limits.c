/* SPDX-License-Identifier: MIT */
/* A limit that all moves have: a sum over what single cells say, less than a bound.
 *
 *     count(1 for i in 1..rows(b), j in 1..cols(b) where b[i, j] == 1) < 5          at most five pieces
 *     not (sum(b[i, j] for ..) + 1 > n), 5 - len(s) + count(1 for i in .. where s[i] == 0) > 0, ...
 *
 * As a condition it asks every cell, and as sets of values there are as many ways as pieces may stand. Passed over it is one number beside
 * the board (closing_counted.h). It must say the same in every move, whatever is chosen there, so only what is known before the elements
 * of a move are is looked at; each element of a sum may ask one cell at most, and its number for each value of that is found by trying.
 * A comparison of such sums is one sum against a bound: a < b as a - b < 0, a <= b as a - b < 1, all in 64 bits without overflow. */
#include <string.h>
#include "model/expr.h"
#include "proof/ground/private.h"

enum { LIMIT_MOST = 1 << 24 }; /* a number that is added, and the sum of all: none leaves 64 bits */

struct weighing {
    int64_t *weights; /* of each cell, for each value */
    int64_t known, by;
    int64_t total; /* of what was added, without signs */
};

/* ---- sums -------------------------------------------------------------------------------------------------------------- */
static bool add(struct ground_scope *s, struct weighing *w, int64_t *to, int64_t x)
{
    if (x < -LIMIT_MOST || x > LIMIT_MOST) return ground_refuse(s);
    x *= w->by;
    w->total += x < 0 ? -x : x;
    *to += x;
    return w->total <= LIMIT_MOST || ground_refuse(s);
}

static bool has_sum(void *context, const struct expr *e)
{
    (void)context;
    return e->kind == EXPR_FOLD && (e->index == FOLD_SUM || e->index == FOLD_COUNT);
}

/* What one element adds: `body`, or 1, where `when` holds, or there is none. */
static bool weigh_element(struct ground_scope *s, struct weighing *w, const struct expr *when, const struct expr *body,
                          bool counts)
{
    size_t before = s->asked_count;
    for (;;) {
        int64_t in = 1, x = 1;
        struct arena_mark mark = arena_mark(s->arena);
        if (when && !ground_number_of(s, when, &in)) return false;
        if (in && body && !ground_number_of(s, body, &x)) return false;
        arena_rewind(s->arena, mark);
        x = !in ? 0 : counts ? x != 0 : x;
        if (s->asked_count == before) return add(s, w, &w->known, x);
        if (s->asked_count > before + 1) return ground_refuse(s);
        size_t cell = s->asked[before];
        if (!add(s, w, &w->weights[cell * GROUND_WIDE + (size_t)s->chosen[cell]], x)) return false;
        if (!ground_next_allowed(s, before)) return true;
    }
}

static bool weigh(struct ground_scope *s, struct weighing *w, const struct expr *e);

static bool fold_element(struct ground_scope *s, const struct expr *fold, void *w)
{
    int64_t in = 1;
    const struct expr *when = fold->kids[1], *body = fold->kids[0];
    if (when && ground_is_known(s, when, &in)) {
        if (!in) return true;
        when = NULL;
    }
    if (!when && body && fold->index == FOLD_SUM) return weigh(s, w, body);
    return weigh_element(s, w, when, body, fold->index == FOLD_COUNT);
}

/* Which elements there are is known without a cell. */
static bool weigh_fold(struct ground_scope *s, struct weighing *w, const struct expr *e)
{
    const bool on = true;
    size_t before = s->asked_count;
    return ground_each_element(s, e, &on, fold_element, w) && (s->asked_count == before || ground_refuse(s));
}

static bool weigh_times(struct ground_scope *s, struct weighing *w, const struct expr *e, int64_t factor)
{
    int64_t by = w->by;
    if (factor < -LIMIT_MOST || factor > LIMIT_MOST) return ground_refuse(s);
    w->by *= factor;
    if (w->by < -LIMIT_MOST || w->by > LIMIT_MOST) return ground_refuse(s);
    bool fine = weigh(s, w, e);
    w->by = by;
    return fine;
}

static bool weigh_let(struct ground_scope *s, struct weighing *w, const struct expr *e)
{
    struct ground_local here = {e->index, {0}, s->locals};
    size_t before = s->asked_count;
    if (!ground_value_of(s, e->kids[0], &here.value) || s->asked_count > before) return ground_refuse(s);
    s->locals = &here;
    bool fine = weigh(s, w, e->kids[1]);
    s->locals = here.next;
    return fine;
}

static bool weigh(struct ground_scope *s, struct weighing *w, const struct expr *e)
{
    int64_t x;
    if (!ground_step(s)) return false;
    if (has_sum(NULL, e)) return weigh_fold(s, w, e);
    switch (e->kind) {
    case EXPR_ADD: return weigh(s, w, e->kids[0]) && weigh(s, w, e->kids[1]);
    case EXPR_SUB: return weigh(s, w, e->kids[0]) && weigh_times(s, w, e->kids[1], -1);
    case EXPR_NEG: return weigh_times(s, w, e->kids[0], -1);
    case EXPR_LET: return weigh_let(s, w, e);
    case EXPR_MUL:
        for (size_t i = 0; i < 2; i++)
            if (ground_is_known(s, e->kids[i], &x)) return weigh_times(s, w, e->kids[1 - i], x);
        return ground_refuse(s);
    default: return weigh_element(s, w, NULL, e, false);
    }
}

/* ---- conditions -------------------------------------------------------------------------------------------------------- */
static bool is_bound(const struct expr *e)
{
    bool compares = e->kind == EXPR_LT || e->kind == EXPR_LE || e->kind == EXPR_GT || e->kind == EXPR_GE;
    return compares && e->kids[0]->type == TYPE_INT && expr_any(e, has_sum, NULL);
}

static enum expr_kind denied(enum expr_kind kind)
{
    switch (kind) {
    case EXPR_LT: return EXPR_GE;
    case EXPR_LE: return EXPR_GT;
    case EXPR_GT: return EXPR_LE;
    default: return EXPR_LT;
    }
}

/* The limit that the comparison is, if it is to hold, or not to; false: none. */
static bool limit_of(struct grounding *d, const struct expr *e, bool want, struct ground_limit *limit)
{
    struct ground_scope *s = &d->s;
    enum expr_kind kind = want ? e->kind : denied(e->kind);
    bool turned = kind == EXPR_GT || kind == EXPR_GE, equal = kind == EXPR_LE || kind == EXPR_GE;
    struct weighing w = {.weights = arena_array(s->arena, d->board_cells * GROUND_WIDE, sizeof *w.weights), .by = 1};
    if (!w.weights) return grounding_no_memory(d);
    s->choice++;
    bool fine = weigh_times(s, &w, e->kids[0], turned ? -1 : 1) && weigh_times(s, &w, e->kids[1], turned ? 1 : -1);
    ground_forget(s, 0);
    *limit = (struct ground_limit){w.weights, equal - w.known};
    if (!fine && !s->no_memory) s->refused = false; /* it is a condition as any other */
    return fine;
}

/* Is one of the terms of the condition a limit? The first one. */
static bool find_in(struct grounding *d, const struct expr *e, bool want, struct ground_passed *passed,
                    struct ground_limit *limit)
{
    if (e->kind == EXPR_NOT) return find_in(d, e->kids[0], !want, passed, limit);
    if (e->kind == (want ? EXPR_AND : EXPR_OR))
        return find_in(d, e->kids[0], want, passed, limit) || find_in(d, e->kids[1], want, passed, limit);
    *passed = (struct ground_passed){e, want};
    return !d->s.no_memory && is_bound(e) && limit_of(d, e, want, limit);
}

static bool find_of_move(struct grounding *d, const struct move *m, struct ground_passed *passed,
                         struct ground_limit *limit)
{
    bool found = false;
    for (size_t i = 0; !found && i < m->condition_count; i++) found = find_in(d, m->conditions[i], true, passed, limit);
    return found;
}

static bool is_same(const struct grounding *d, const struct ground_limit *a, const struct ground_limit *b)
{
    return a->bound == b->bound &&
           memcmp(a->weights, b->weights, d->board_cells * GROUND_WIDE * sizeof *a->weights) == 0;
}

bool grounding_find_limit(struct grounding *d)
{
    const struct game *game = d->game;
    if (!d->limited) return true;
    for (size_t i = 0; i < game->move_count; i++) {
        struct ground_limit limit;
        if (!find_of_move(d, &game->moves[i], &d->passed[i], &limit)) return false;
        if (i && !is_same(d, &limit, &d->limit)) return false;
        d->limit = limit;
    }
    return game->move_count > 0;
}

/* As they are written. */
static bool may_have(const struct expr *e, bool want)
{
    if (e->kind == EXPR_NOT) return may_have(e->kids[0], !want);
    if (e->kind != (want ? EXPR_AND : EXPR_OR)) return is_bound(e);
    return may_have(e->kids[0], want) || may_have(e->kids[1], want);
}

bool ground_may_be_limited(const struct ground_from *from)
{
    const struct game *game = &from->model->games[from->game];
    bool may = game->move_count <= GROUND_LIMITS;
    for (size_t i = 0; may && i < game->move_count; i++) {
        const struct move *m = &game->moves[i];
        may = false;
        for (size_t k = 0; !may && k < m->condition_count; k++) may = may_have(m->conditions[k], true);
    }
    return may;
}
