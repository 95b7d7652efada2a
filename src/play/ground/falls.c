/* SPDX-License-Identifier: MIT */
/* Moves that take away what nothing holds after them.
 *
 * Of a board with roots and with cells beside each other, F keeps of a state s the cells that a path of cells that are not 0 joins with a
 * root (ground_fall), and makes all others 0. A move that writes known values and leaves what F leaves of that is one instance with
 * these writes that falls, instead of one for each set of cells that may be left.
 *
 * Theorem. Let H_i be the condition "cell i is held", W the writes, and H_i | W that condition with the cells of W known. If wherever the
 * move is possible
 *   1. each cell i to which W writes v becomes v where H_i | W holds, else 0, and
 *   2. every other cell i becomes its own value where H_i | W holds, else 0,
 * then the move leads from s to F(s with W).
 * Proof. H_i | W says of s what H_i says of s with W (W is known). A cell that is 0 there is not held and F leaves it 0. []
 * Both are looked up in the numbers of conditions, which are equal if they mean the same (diagram.h): whatever the rule is, what is
 * guessed of writes, of roots and of cells beside each other is decided here. Where a cell becomes its own value less 1, or the like, it is
 * one instance for each value that it holds.
 *
 * The guess: cells are beside each other that `component` was asked about as such, and i is a root if it stays when all others are 0.
 * What is beside each other is settled with the first such move. Roots are found as moves come. A move that was decided before all roots
 * were known writes 0 to those that were not, so F with all of them is what it was with those. */
#include <string.h>
#include "play/ground/private.h"

/* Where cell i becomes v. */
static uint32_t becomes(struct ground_work *w, const struct cases *after, int64_t v)
{
    uint32_t found = FORMULA_FALSE;
    for (uint32_t i = 0; i < after->count; i++)
        if (after->of[i].value == v) found = formula_either(w->formulas, found, after->of[i].when);
    return found;
}

enum { NOTHING = -1, SEVERAL = -2, NEVER = -3, SPLITS_MOST = 3 };
/* The same where the cell holds u; NEVER: it does not. */
static int64_t written_over(struct ground_work *w, uint32_t when, const struct cases *after, uint32_t i, uint32_t u)
{
    int64_t value = 0;
    when = formula_both(w->formulas, when, formula_cell(w->formulas, i, 1u << u));
    if (when == FORMULA_FALSE) return NEVER;
    for (uint32_t v = 1; v < w->ground->values; v++) {
        if (formula_both(w->formulas, when, becomes(w, after, v)) == FORMULA_FALSE) continue;
        if (value != 0) return SEVERAL;
        value = v == u ? NOTHING : (int64_t)v;
    }
    return value;
}

/* What is written to cell i, wherever `when` holds: a value, NOTHING, or SEVERAL, that of each depends on what it holds. */
static int64_t written(struct ground_work *w, uint32_t when, const struct cases *after, uint32_t i)
{
    int64_t value = NEVER;
    if (after == w->board[i]) return NOTHING;
    if (ground_is_known(after)) return after->of[0].value;
    for (uint32_t u = w->ground->values; u-- > 0;) {
        int64_t here = written_over(w, when, after, i, u);
        if (here == NEVER || (u == 0 && here == 0 && value == NOTHING)) continue; /* 0 stays what it is */
        if (value != NEVER && value != here) return SEVERAL;
        value = here;
    }
    return value == NEVER ? NOTHING : value;
}

/* A move as it is being decided. */
struct falling {
    uint32_t when;
    const struct cases *const *after;
    int64_t writes[FORMULA_CELLS];
    uint32_t several; /* a cell to which several are written; else as many as there are cells */
};

/* Is it a root, as far as this move shows, which does not make it 0? */
static bool stays_alone(struct ground_work *w, const struct falling *m, uint32_t cell)
{
    struct ground *g = w->ground;
    uint32_t stays = ground_is_on(w, m->after[cell]), when = m->when;
    for (uint32_t i = 0; i < ground_cell_count(g); i++) {
        if (m->writes[i] != NOTHING) continue;
        when = diagram_without(&g->meaning, when, g->meaning.level[i]);
        if (i != cell) stays = diagram_with(&g->meaning, stays, g->meaning.level[i], 0);
    }
    return formula_both(w->formulas, when, stays) != FORMULA_FALSE;
}

/* All that may matter to this move; false: there are none. */
static bool find_roots(struct ground_work *w, const struct falling *m)
{
    struct ground *g = w->ground;
    for (uint32_t i = 0; i < ground_cell_count(g); i++) {
        if (w->fall.asked >> i & 1 || m->writes[i] == 0) continue;
        w->fall.asked |= UINT64_C(1) << i;
        if (!stays_alone(w, m, i)) continue;
        g->fall.roots |= UINT64_C(1) << i;
        w->fall.found = false;
    }
    return g->fall.roots != 0;
}

static bool find_held(struct ground_work *w)
{
    struct ground *g = w->ground;
    uint32_t count = (uint32_t)ground_cell_count(g);
    if (w->fall.found) return true;
    uint32_t *on = ground_alloc(w, (count + 1) * sizeof *on);
    uint32_t *beside = ground_alloc(w, ((size_t)count * count + 1) * sizeof *beside);
    if (w->refused) return false;
    for (uint32_t i = 0; i < count; i++) {
        on[i] = ground_is_on(w, w->board[i]);
        for (uint32_t k = 0; k < count; k++) beside[i * count + k] = g->fall.beside[i] >> k & 1;
    }
    ground_connect(w, &(struct ground_connecting){count, beside, on, w->fall.held, on}, g->fall.roots);
    w->fall.found = !w->refused;
    return w->fall.found;
}

static bool is_same(struct ground_work *w, uint32_t when, uint32_t a, uint32_t b)
{
    return a == b || formula_both(w->formulas, when, a) == formula_both(w->formulas, when, b);
}

/* The premises for cell i. */
static bool falls_or_stays(struct ground_work *w, const struct falling *m, uint32_t i)
{
    struct ground *g = w->ground;
    uint32_t held = m->writes[i] == 0 ? FORMULA_FALSE : w->fall.held[i];
    for (uint32_t k = 0; k < ground_cell_count(g); k++)
        if (m->writes[k] != NOTHING)
            held = diagram_with(&g->meaning, held, g->meaning.level[k], (uint32_t)m->writes[k]);
    bool same = true;
    for (uint32_t v = 1; same && v < g->values; v++) {
        uint32_t stays = m->writes[i] == NOTHING
                             ? formula_both(w->formulas, held, formula_cell(w->formulas, i, 1u << v))
                         : m->writes[i] == v ? held
                                             : FORMULA_FALSE;
        same = is_same(w, m->when, becomes(w, m->after[i], v), stays);
    }
    return same;
}

/* Wherever the move is possible, all values are those of a cell, and some cell becomes what no write makes it. */
static bool may_fall(struct ground_work *w, uint32_t when, const struct cases *const *after)
{
    const struct ground *g = w->ground;
    bool some = false;
    for (uint32_t i = 0; i < ground_cell_count(g); i++) {
        for (uint32_t k = 0; k < after[i]->count; k++) {
            const struct number_case *c = &after[i]->of[k];
            if ((c->value < 0 || c->value >= g->values) && formula_both(w->formulas, when, c->when) != FORMULA_FALSE)
                return false;
        }
        some |= after[i] != w->board[i] && !ground_is_known(after[i]);
    }
    return some;
}

static void find_writes(struct ground_work *w, struct falling *m)
{
    uint32_t count = (uint32_t)ground_cell_count(w->ground);
    m->several = count;
    for (uint32_t i = 0; i < count; i++) {
        m->writes[i] = written(w, m->when, m->after[i], i);
        if (m->writes[i] == SEVERAL && m->several == count) m->several = i;
    }
}

static bool add_instance(struct ground_work *w, const struct falling *m)
{
    struct ground *g = w->ground;
    struct ground_instance new = {.when = m->when, .first = (uint32_t)g->writes.count, .falls = true};
    bool fine = g->instances.count < GROUND_INSTANCES;
    for (uint32_t i = 0; fine && i < ground_cell_count(g); i++) {
        if (m->writes[i] == NOTHING) continue;
        new.count++;
        fine = vec_push(&g->writes, ((struct ground_write){i, (uint32_t)m->writes[i]}));
    }
    w->fall.settled = true;
    return (fine && vec_push(&g->instances, new)) || ground_refuse(w);
}

/* `splits` more cells may be taken value by value. */
static bool add_falling(struct ground_work *w, uint32_t when, const struct cases *const *after, int splits)
{
    struct ground *g = w->ground;
    struct falling m = {.when = when, .after = after};
    find_writes(w, &m);
    bool falls = !w->refused && !w->formulas->failed;
    if (m.several < ground_cell_count(g)) {
        for (uint32_t v = 0; falls && v < g->values; v++) {
            uint32_t both = formula_both(w->formulas, when, formula_cell(w->formulas, m.several, 1u << v));
            falls = splits > 0 && (both == FORMULA_FALSE || add_falling(w, both, after, splits - 1));
        }
        return falls;
    }
    falls = falls && find_roots(w, &m) && find_held(w);
    for (uint32_t i = 0; falls && i < ground_cell_count(g); i++) falls = falls_or_stays(w, &m, i);
    return falls && !w->refused && !w->formulas->failed && add_instance(w, &m);
}

bool ground_add_fall(struct ground_work *w, uint32_t when, const struct cases *const *after)
{
    struct ground *g = w->ground;
    size_t instances = g->instances.count, writes = g->writes.count;
    if (!g->may_fall || when == FORMULA_FALSE || !may_fall(w, when, after)) return false;
    if (add_falling(w, when, after, SPLITS_MOST)) return true;
    g->instances.count = instances;
    g->writes.count = writes;
    return false;
}
