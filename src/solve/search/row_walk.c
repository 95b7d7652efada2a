/* SPDX-License-Identifier: MIT */
/* One visit of every expression that counts at the place, in one order. */
#include "solve/search/row_walk.h"
#include "model/expr.h"
#include "solve/search/row_gather.h"

enum { WALK_STEPS = 1 << 20, PLACE_STEPS = 1 << 12, MOST_STEPS = 1 << 25 };

static bool walk(struct row_walk *w, const struct expr *e);

static bool note(struct row_walk *w, const void *of, int kind, int64_t value)
{
    struct row_note n = {.of = of, .value = value};
    n.kind = kind;
    if (w->notes.count == ROW_NOTES) return false;
    return vec_push(&w->notes, n) || !(w->no_memory = true);
}

static bool note_distance(struct row_walk *w, const void *of, int kind, int64_t number)
{
    int64_t d;
    if (!row_distance(w, number, &d) || d <= -ROW_SPAN || d >= ROW_SPAN) return false;
    if (d < w->low) w->low = d;
    if (d > w->high) w->high = d;
    return note(w, of, kind, d);
}

static bool index_at(struct row_walk *w, const struct expr *e)
{
    int64_t number;
    return e->type == TYPE_INT && row_number(&w->names, e, &number) && note_distance(w, e, NOTE_DISTANCE, number);
}

static bool name(struct row_walk *w, int slot, int kind, int64_t value)
{
    struct row_name n = {.slot = slot, .value = value};
    n.kind = kind;
    return row_name_push(&w->names, n);
}

/* ---- members ------------------------------------------------------------------------------------------------------- */
/* A number that is not known: what it ranges over is walked. */
static bool walk_domain(struct row_walk *w, const struct domain *d)
{
    bool fine = d->kind == DOMAIN_RANGE || d->kind == DOMAIN_SET || d->kind == DOMAIN_PARAM;
    fine = fine && (!d->low || walk(w, d->low)) && (!d->high || walk(w, d->high));
    for (size_t k = 0; fine && k < d->item_count; k++) fine = walk(w, d->items[k]);
    return fine;
}

/* As which of the members a fold comes to number i, where that can matter. */
static bool note_rank(struct row_walk *w, const struct gen *g, const struct expr *fold, const struct row_members *m,
                      size_t i)
{
    struct row_stretch s = {&w->names, g->slot, m->numbers[i], m->numbers[i], 0};
    bool free = true;
    int64_t rank = 0;
    for (size_t k = 0; free && k < fold->count; k++) free = !fold->kids[k] || row_cannot_fail(&s, fold->kids[k]);
    for (size_t k = 0; !free && k < m->count; k++) rank += m->numbers[k] < m->numbers[i];
    return note(w, g, NOTE_MEMBER, rank);
}

static enum row_truth move_test(struct row_stretch *s, const void *of)
{
    const struct move *m = of;
    for (size_t k = 0; k < m->condition_count; k++) {
        enum row_truth truth = row_truth(s, m->conditions[k]);
        if (truth == ROW_NEVER) return ROW_NEVER;
        if (truth == ROW_PERHAPS && !row_cannot_fail(s, m->conditions[k])) return ROW_PERHAPS;
    }
    return ROW_PERHAPS;
}

/* Goes on with each member of generator number `at` of the whole, which names it. */
typedef bool (*walk_on)(struct row_walk *w, const void *whole, size_t at);
static bool each_member(struct row_walk *w, const struct gen *g, row_test test, walk_on on, const void *whole,
                        size_t at)
{
    struct row_members m = {.count = 0};
    size_t names = w->names.count;
    bool known, fine = true;
    if (g->cap || !row_gather_domain(w, g, test, whole, &m, &known)) return false;
    if (!known) {
        fine = note(w, g, NOTE_OPEN, 0) && walk_domain(w, &g->domain) && name(w, g->slot, NAME_OPEN, 0) &&
               on(w, whole, at);
        w->names.count = names;
        return fine;
    }
    if (!row_order(w, &m) || !note(w, g, NOTE_COUNT, (int64_t)m.count)) return false;
    for (size_t i = 0; fine && i < m.count; i++) {
        fine = (test == move_test || note_rank(w, g, whole, &m, i)) && name(w, g->slot, NAME_NUMBER, m.numbers[i]) &&
               on(w, whole, at);
        w->names.count = names;
    }
    return fine;
}

/* ---- folds ----------------------------------------------------------------------------------------------------------- */
/* Does no member of the stretch count? */
static enum row_truth fold_test(struct row_stretch *s, const void *of)
{
    const struct expr *e = of, *body = e->kids[0], *when = e->count > 1 ? e->kids[1] : NULL;
    enum row_truth truth = when ? row_truth(s, when) : ROW_ALWAYS;
    if (truth == ROW_NEVER) return ROW_NEVER;
    if (!body || (truth == ROW_PERHAPS && !row_cannot_fail(s, when))) return ROW_PERHAPS;
    bool nothing = false;
    switch ((enum fold)e->index) {
    case FOLD_ANY:
    case FOLD_COUNT: nothing = row_truth(s, body) == ROW_NEVER; break;
    case FOLD_ALL: nothing = row_truth(s, body) == ROW_ALWAYS; break;
    case FOLD_SUM:
    case FOLD_XOR: nothing = row_is(s, body, 0); break;
    default: break;
    }
    return nothing ? ROW_NEVER : ROW_PERHAPS;
}

static bool walk_fold(struct row_walk *w, const void *whole, size_t at)
{
    const struct expr *e = whole, *when = e->count > 1 ? e->kids[1] : NULL;
    int64_t holds = 1;
    if (at < e->gen_count) return each_member(w, &e->gens[at], fold_test, walk_fold, whole, at + 1);
    if (when && !walk(w, when)) return false;
    if (when && row_number(&w->names, when, &holds) && !holds) return true;
    return !e->kids[0] || walk(w, e->kids[0]);
}

/* ---- expressions ----------------------------------------------------------------------------------------------------- */
static bool walk_all(struct row_walk *w, struct expr *const *kids, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (kids[k] && !walk(w, kids[k])) return false;
    return true;
}

static bool walk_let(struct row_walk *w, const struct expr *e, bool (*body)(struct row_walk *w, const struct expr *e))
{
    int64_t value = 0;
    bool known = row_number(&w->names, e->kids[0], &value);
    bool fine = walk(w, e->kids[0]) && name(w, e->index, known ? NAME_NUMBER : NAME_OPEN, value) && body(w, e->kids[1]);
    if (fine) w->names.count--;
    return fine;
}

/* The condition, and the arm that it chooses, or both. */
static bool walk_choice(struct row_walk *w, const struct expr *e, bool (*arm)(struct row_walk *w, const struct expr *e))
{
    int64_t when;
    if (!walk(w, e->kids[0])) return false;
    if (row_number(&w->names, e->kids[0], &when)) return arm(w, e->kids[when ? 1 : 2]);
    return arm(w, e->kids[1]) && arm(w, e->kids[2]);
}

static bool walk_connective(struct row_walk *w, const struct expr *e)
{
    int64_t first;
    if (!walk(w, e->kids[0])) return false;
    bool known = row_number(&w->names, e->kids[0], &first);
    return (known && !first == (e->kind == EXPR_AND)) || walk(w, e->kids[1]);
}

static bool walk_parts(struct row_walk *w, const struct expr *e)
{
    const struct row_name *named;
    switch (e->kind) {
    case EXPR_LOCAL: return (named = row_name_of(&w->names, e->index)) && named->kind == NAME_OPEN;
    case EXPR_INDEX: return e->count == 2 && e->kids[0]->kind == EXPR_FIELD && index_at(w, e->kids[1]);
    case EXPR_AND:
    case EXPR_OR: return walk_connective(w, e);
    case EXPR_IF: return walk_choice(w, e, walk);
    case EXPR_LET: return walk_let(w, e, walk);
    case EXPR_FOLD: return walk_fold(w, e, 0);
    case EXPR_IN: return e->count == 1 && walk(w, e->kids[0]) && walk_domain(w, e->domain);
    default: return (e->kind == EXPR_CALL || expr_operates(e->kind)) && walk_all(w, e->kids, e->count);
    }
}

static bool walk(struct row_walk *w, const struct expr *e)
{
    int64_t value;
    if (w->names.steps == 0 || e->type > TYPE_BOOL) return false;
    if (row_number(&w->names, e, &value)) return note(w, e, NOTE_NUMBER, value);
    return w->names.steps > 0 && note(w, e, NOTE_OPEN, 0) && walk_parts(w, e);
}

/* ---- results --------------------------------------------------------------------------------------------------------- */
static bool walk_row(struct row_walk *w, const struct expr *e);

static bool walk_update(struct row_walk *w, const struct update *u)
{
    int64_t low, high;
    if (u->dims != 1 || !index_at(w, u->low[0])) return false;
    if (u->high[0]) {
        bool known = row_number(&w->names, u->low[0], &low) && row_number(&w->names, u->high[0], &high);
        if (!known || high < -ROW_BOUND || high > ROW_BOUND) return false;
        if (!index_at(w, u->high[0]) || !note(w, u, NOTE_NUMBER, high - low)) return false;
    }
    return walk(w, u->value);
}

/* A row that is built anew, of as many cells. */
static bool walk_built(struct row_walk *w, const struct expr *e)
{
    const struct gen *g = &e->gens[0];
    const struct domain *d = &g->domain;
    struct row_stretch s = {.names = &w->names, .slot = g->slot};
    struct row_members m = {.count = 0};
    size_t names = w->names.count;
    bool plain = e->gen_count == 1 && !g->cap && (e->count < 2 || !e->kids[1]) && d->kind == DOMAIN_RANGE && d->high;
    if (!plain || e->kids[0]->type != TYPE_INT) return false;
    if (!row_number(&w->names, d->low, &s.low) || !row_number(&w->names, d->high, &s.high)) return false;
    if (s.low < -ROW_BOUND || s.high > ROW_BOUND || s.high - s.low + 1 != w->names.length) return false;
    struct row_built b = {e->kids[0], 1 - s.low, &w->two};
    bool fine = row_gather(w, &s, row_kept, &b, &m);
    for (size_t i = 0; i < m.count; i++) m.numbers[i] += b.shift;
    fine = fine && row_order(w, &m) && note(w, e, NOTE_COUNT, (int64_t)m.count);
    for (size_t i = 0; fine && i < m.count; i++) {
        fine = note_distance(w, e, NOTE_WRITTEN, m.numbers[i]) &&
               name(w, g->slot, NAME_NUMBER, m.numbers[i] - b.shift) && walk(w, b.body);
        w->names.count = names;
    }
    return fine;
}

static bool walk_row(struct row_walk *w, const struct expr *e)
{
    if (e->type != TYPE_ROW || !note(w, e, NOTE_OPEN, 0)) return false;
    switch (e->kind) {
    case EXPR_FIELD: return true;
    case EXPR_IF: return walk_choice(w, e, walk_row);
    case EXPR_LET: return walk_let(w, e, walk_row);
    case EXPR_ROW_FOR: return walk_built(w, e);
    case EXPR_WITH:
        for (size_t k = 0; k < e->update_count; k++)
            if (!walk_update(w, &e->updates[k])) return false;
        return walk_row(w, e->kids[0]);
    default: return false;
    }
}

static bool walk_result(struct row_walk *w, const struct expr *e)
{
    if (e->kind == EXPR_IF) return walk_choice(w, e, walk_result);
    if (e->kind == EXPR_LET) return walk_let(w, e, walk_result);
    return e->kind == EXPR_GAME && e->game == w->number && e->start < 0 && e->count == 1 && walk_row(w, e->kids[0]);
}

/* ---- moves ----------------------------------------------------------------------------------------------------------- */
static bool walk_move(struct row_walk *w, const void *whole, size_t at)
{
    const struct move *m = whole;
    const struct row_way *way = &w->ways[m - w->game->moves];
    int64_t holds;
    if ((int)at == way->gen) at++;
    if (at < m->gen_count) return each_member(w, &m->gens[at], move_test, walk_move, whole, at + 1);
    for (size_t k = 0; k < m->condition_count; k++) {
        if (!walk(w, m->conditions[k])) return false;
        if (row_number(&w->names, m->conditions[k], &holds) && !holds) return true;
    }
    return walk_result(w, m->result);
}

static bool walk_place(struct row_walk *w, size_t k)
{
    const struct move *m = &w->game->moves[k];
    const struct row_way *way = &w->ways[k];
    bool here = w->around || (w->place >= way->low && w->place <= way->high);
    int64_t place = w->place;
    w->names.count = 0;
    if (!note(w, m, NOTE_NUMBER, here)) return false;
    if (!here) return true;
    if (w->around) w->place += way->low - 1; /* so all numbers of the generator are met */
    bool fine = (way->gen < 0 || name(w, m->gens[way->gen].slot, NAME_NUMBER, w->place)) && walk_move(w, m, 0);
    w->place = place;
    return fine;
}

bool row_walk_at(struct row_walk *w, int64_t place)
{
    w->place = place;
    w->notes.count = 0;
    for (size_t k = 0; k < w->game->move_count; k++)
        if (!walk_place(w, k)) return false;
    return w->names.steps > 0 && !w->no_memory;
}

/* ---- where moves stand ------------------------------------------------------------------------------------------------- */
/* A range made of the length. */
static bool is_of_places(struct row_walk *w, const struct gen *g, struct row_way *way)
{
    const struct domain *d = &g->domain;
    int64_t none;
    if (d->kind != DOMAIN_RANGE || !d->high || g->cap) return false;
    if (!row_number(&w->names, d->low, &way->low) || !row_number(&w->names, d->high, &way->high)) return false;
    return !row_fixed_number(w, d->low, &none) || !row_fixed_number(w, d->high, &none);
}

/* On a ring all of it, each place once. */
static bool find_way(struct row_walk *w, size_t k)
{
    const struct move *m = &w->game->moves[k];
    struct row_way *way = &w->ways[k];
    int64_t cells = w->names.length;
    w->names.count = 0;
    *way = (struct row_way){.gen = -1};
    if (m->lua >= 0) return false;
    for (size_t g = 0; way->gen < 0 && g < m->gen_count; g++)
        if (is_of_places(w, &m->gens[g], way)) way->gen = (int)g;
    if (w->around) return way->gen >= 0 && way->low >= -1 && way->low <= 1 && way->high == way->low + cells - 1;
    if (way->gen >= 0) return way->low > -ROW_SPAN && way->high < cells + ROW_SPAN;
    for (int64_t at = 1; at <= cells; at += cells - 1) {
        int64_t low = w->low, high = w->high;
        w->place = way->low = way->high = at;
        if (walk_place(w, k) && !w->no_memory) return true;
        w->low = low, w->high = high;
    }
    return false;
}

bool row_walk_open(struct row_walk *w, const struct env *env, int game, size_t cells, bool around)
{
    *w = (struct row_walk){.number = game, .game = &env->model->games[game], .around = around};
    w->names = (struct row_names){.env = env, .length = (int64_t)cells, .steps = WALK_STEPS};
    w->names.steps += cells < MOST_STEPS / PLACE_STEPS ? cells * PLACE_STEPS : MOST_STEPS;
    bool fine = cells > 1 && w->game->move_count <= ROW_WAYS;
    for (size_t k = 0; fine && k < w->game->move_count; k++) fine = find_way(w, k);
    return fine;
}

void row_walk_close(struct row_walk *w) { vec_free(&w->notes); }
