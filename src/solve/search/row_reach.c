/* SPDX-License-Identifier: MIT */
/* The notes at the places near the ends are kept, those in the middle compared with each other. */
#include "solve/search/row_reach.h"
#include <string.h>

/* Of a row: left[k] at place k + 1 - ROW_SPAN, right[k] at the length + k + 1 - ROW_SPAN. Of a ring the middle is all. */
struct places {
    row_notes left[2 * ROW_SPAN], right[2 * ROW_SPAN], middle;
    int64_t low, high;
};

static void forget(struct places *p)
{
    for (size_t k = 0; k < 2 * ROW_SPAN; k++) {
        vec_free(&p->left[k]);
        vec_free(&p->right[k]);
    }
    vec_free(&p->middle);
}

static bool same(const row_notes *a, const row_notes *b)
{
    bool same = a->count == b->count;
    for (size_t k = 0; same && k < a->count; k++) {
        const struct row_note *x = &a->data[k], *y = &b->data[k];
        same = x->of == y->of && x->kind == y->kind && x->value == y->value;
    }
    return same;
}

/* Takes the notes for those that are kept, or compares them. */
static bool keep(struct row_walk *w, row_notes *kept, bool compare)
{
    if (compare) return same(&w->notes, kept);
    *kept = w->notes;
    w->notes = (row_notes){0};
    return true;
}

/* ---- all places -------------------------------------------------------------------------------------------------------- */
static bool read_ring(struct row_walk *w, struct places *p, bool compare)
{
    for (int64_t at = 1; at <= w->names.length; at++)
        if (!row_walk_at(w, at) || !keep(w, &p->middle, compare || at > 1)) return false;
    return true;
}

/* Not of short rows: the ends would meet. */
static bool read_row(struct row_walk *w, struct places *p)
{
    int64_t cells = w->names.length;
    if (cells <= 2 * ROW_SPAN) return false;
    for (int64_t at = 1 - ROW_SPAN; at <= cells + ROW_SPAN; at++) {
        int64_t right = at - cells + ROW_SPAN - 1;
        if (!row_walk_at(w, at)) return false;
        row_notes *kept = at <= ROW_SPAN ? &p->left[at + ROW_SPAN - 1] : right >= 0 ? &p->right[right] : &p->middle;
        if (!keep(w, kept, kept == &p->middle && at > ROW_SPAN + 1)) return false;
    }
    return true;
}

/* The places of a row of so many cells, with arcs of w: those of the long one are p. */
static bool is_like(struct row_walk *w, const struct places *p, int64_t width)
{
    int64_t cells = w->names.length;
    bool fine = true;
    for (int64_t k = ROW_SPAN + width; fine && k < 2 * ROW_SPAN; k++)
        fine = same(&p->left[k], &p->middle) && same(&p->right[2 * ROW_SPAN - 1 - k], &p->middle);
    for (int64_t at = 1 - ROW_SPAN; fine && at <= cells + ROW_SPAN; at++) {
        int64_t right = at - cells + ROW_SPAN - 1;
        const row_notes *there = at <= width          ? &p->left[at + ROW_SPAN - 1]
                                 : at > cells - width ? &p->right[right]
                                                      : &p->middle;
        fine = row_walk_at(w, at) && same(&w->notes, there);
    }
    return fine;
}

static void widen(struct places *p, const struct row_walk *w)
{
    if (w->low < p->low) p->low = w->low;
    if (w->high > p->high) p->high = w->high;
}

static enum status find(const struct env *env, const struct component *row, bool around, struct row_reach *reach)
{
    struct places p = {.low = 0};
    struct row_walk w;
    size_t cells = row->count - 1;
    *reach = (struct row_reach){.around = around};
    bool fine =
        row_walk_open(&w, env, row->game, cells, around) && (around ? read_ring(&w, &p, false) : read_row(&w, &p));
    bool no_memory = w.no_memory;
    reach->two = w.two;
    widen(&p, &w);
    row_walk_close(&w);
    size_t width = p.high - p.low + 1 < 2 ? 2 : (size_t)(p.high - p.low + 1);
    if (fine && width <= ROW_SPAN && cells >= ROW_SHORT * width) {
        fine = row_walk_open(&w, env, row->game, ROW_SHORT * width, around) &&
               (around ? read_ring(&w, &p, true) : is_like(&w, &p, (int64_t)width));
        no_memory |= w.no_memory;
        reach->two |= w.two;
        row_walk_close(&w);
        if (fine) reach->width = width;
    }
    forget(&p);
    return no_memory ? ST_NO_MEMORY : ST_OK;
}

/* ---- the whole --------------------------------------------------------------------------------------------------------- */
static bool is_one_row(const struct env *env, const struct component *row)
{
    if (row->game < 0 || env->terms.whole || row->count <= 2) return false;
    const struct game *g = &env->model->games[row->game];
    return g->kind == GAME_RULES && g->field_count == 1 && g->fields[0].kind == FIELD_ROW && !g->loopy &&
           !g->uses_mover && (!g->invariant || g->kept);
}

enum status row_reach_find(const struct env *env, const struct component *row, struct row_reach *reach)
{
    *reach = (struct row_reach){0};
    if (!is_one_row(env, row)) return ST_OK;
    enum status st = find(env, row, false, reach);
    return st == ST_OK && !reach->width ? find(env, row, true, reach) : st;
}

/* In the middle, and near both ends, while what is met is near. */
static bool few_places(const struct env *env, const struct component *row, bool around)
{
    struct row_walk w;
    int64_t cells = (int64_t)row->count - 1, places[] = {cells / 2, 1, cells};
    bool fine = row_walk_open(&w, env, row->game, (size_t)cells, around);
    for (size_t i = 0; fine && i < sizeof places / sizeof *places; i++)
        fine = row_walk_at(&w, places[i]) && w.high - w.low < ROW_SPAN && cells >= ROW_SHORT * (w.high - w.low + 1);
    row_walk_close(&w);
    return fine;
}

bool row_reach_may_be(const struct env *env, const struct component *row)
{
    return is_one_row(env, row) && (few_places(env, row, false) || few_places(env, row, true));
}
