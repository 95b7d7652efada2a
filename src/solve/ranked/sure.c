/* SPDX-License-Identifier: MIT */
#include "solve/ranked/sure.h"
#include <string.h>
#include "base/checked.h"
#include "solve/ranked/bounds.h"

/* Where a move is looked at. */
struct sure {
    int64_t low[TERM_VARIABLES], high[TERM_VARIABLES]; /* of each variable; low > high: there is no such state */
    bool ends[TERM_VALUES];                            /* have both ends of the value's range a value? */
};

/* Not computed where all states have one number: the machine, which knows no states, would not look at `6 / h[1]` early. */
static struct bounds term_of(const struct sure *s, const struct term *t)
{
    return term_bounds(t, s->low, s->high, false);
}

/* The values of the move, at the cells that are there. */
static void find_values(struct sure *s, const struct instance *in)
{
    for (size_t v = 0; v < in->value_count; v++) {
        struct bounds low = term_of(s, in->values[v].low), high = term_of(s, in->values[v].high);
        s->ends[v] = low.sure && high.sure;
        s->low[TERM_CELLS + v] = low.low;
        s->high[TERM_CELLS + v] = high.high;
    }
}

static void know_nothing(struct sure *s)
{
    for (int v = 0; v < TERM_VARIABLES; v++) s->low[v] = INT64_MIN, s->high[v] = INT64_MAX;
}

static struct sure sure_open(const struct ranks *r, const struct instance *in)
{
    struct sure s;
    know_nothing(&s);
    for (size_t p = 0; p < r->cells; p++) {
        size_t cell = r->order[p];
        s.low[cell] = r->least[p];
        if (!checked_add(r->least[p], r->units[r->unit_of[p]].most, &s.high[cell])) s.high[cell] = INT64_MAX;
    }
    find_values(&s, in);
    return s;
}

static bool all_ends(const struct sure *s, const struct instance *in)
{
    bool all = true;
    for (size_t v = 0; v < in->value_count; v++) all &= s->ends[v];
    return all;
}

bool sure_ends(const struct ranks *r, const struct instance *in)
{
    struct sure s = sure_open(r, in);
    return all_ends(&s, in);
}

/* Ends, then conditions; what holds afterwards is in *s. */
static bool looked_at(struct sure *s, const struct instance *in)
{
    bool all = all_ends(s, in);
    for (size_t i = 0; i < in->condition_count && all; i++) {
        all = term_of(s, in->conditions[i]).sure;
        bounds_given(in->conditions[i], s->low, s->high);
    }
    return all;
}

bool sure_all(const struct ranks *r, const struct instance *in)
{
    struct sure s = sure_open(r, in);
    return looked_at(&s, in);
}

/* ---- boxes ------------------------------------------------------------------------------------------------------- */
static void sure_in(struct sure *s, const struct unrolled *u, const int64_t *low, const int64_t *high)
{
    know_nothing(s);
    memcpy(s->low, low, u->cells * sizeof *low);
    memcpy(s->high, high, u->cells * sizeof *high);
}

static void sure_at(struct sure *s, const struct unrolled *u, const struct instance *in, const int64_t *low,
                    const int64_t *high)
{
    sure_in(s, u, low, high);
    find_values(s, in);
}

bool sure_everywhere(const struct unrolled *u, const int64_t *low, const int64_t *high)
{
    struct sure s;
    sure_in(&s, u, low, high);
    bool all = u->fine && (!u->legal || term_of(&s, u->legal).sure);
    for (size_t i = 0; all && i < u->instances.count; i++) {
        const struct instance *in = &u->instances.data[i];
        sure_at(&s, u, in, low, high);
        all = looked_at(&s, in);
        for (size_t c = 0; all && !in->ends && c < u->cells; c++) all = term_of(&s, in->after[c]).sure;
    }
    return all;
}

/* The greatest value that a move leads to at cell q, and, where it is that cell and something more, by how much it is raised at
 * most; false: neither is known. */
static bool raised_to(const struct unrolled *u, size_t q, const int64_t *low, const int64_t *high, int64_t *to,
                      int64_t *by)
{
    *to = high[q], *by = 0;
    for (size_t i = 0; i < u->instances.count; i++) {
        struct sure s;
        struct linear line;
        const struct instance *in = &u->instances.data[i];
        if (in->ends) continue;
        sure_at(&s, u, in, low, high);
        if (!looked_at(&s, in)) return false;
        struct bounds b = term_of(&s, in->after[q]);
        if (!b.sure) return false;
        if (b.high > *to) *to = b.high;
        if (b.high <= high[q]) continue;
        if (!term_linear(in->after[q], &line) || line.factor[q] != 1) *by = INT64_MAX;
        else if (b.high - high[q] > *by) *by = b.high - high[q];
    }
    return true;
}

/* A number that rises: either what moves make of it ends somewhere, or it rises by at most `by` at a time. The second happens at most
 * `rows` times, if positions that differ in it alone are a row and play never comes back to a row after it has left it upwards:
 * which is so where the other fields, compared one by one, fall whenever this one rises. */
enum { ROUNDS_MOST = 8 };
#define RISEN_MOST ((int64_t)1 << 60)
static bool raise_end(const struct unrolled *u, size_t q, const int64_t *low, int64_t *high, double rows)
{
    int64_t first = high[q], to, by;
    for (int round = 0; round < ROUNDS_MOST; round++) {
        if (!raised_to(u, q, low, high, &to, &by)) return false;
        if (to == high[q]) return true;
        if (to > RISEN_MOST) return false;
        high[q] = to;
    }
    if (by > 1 << 20 || rows > (double)((int64_t)1 << 38) || first > RISEN_MOST / 4) return false;
    high[q] = first + by * (int64_t)rows + by;
    int64_t again;
    return raised_to(u, q, low, high, &to, &again) && again <= by;
}

enum status sure_box(const struct env *env, int game, const int64_t *low, const int64_t *high, size_t risen,
                     double rows, bool *sure)
{
    struct written_rule *w;
    int64_t ends[MODEL_MAX_FIELDS];
    enum status st = written_rule(env, game, &w);
    *sure = false;
    if (st != ST_OK) return st;
    size_t fields = env->model->games[game].field_count;
    if (!w->unrolled.fine || w->unrolled.cells != fields || fields > TERM_CELLS) return ST_OK;
    memcpy(ends, high, fields * sizeof *ends);
    if (risen != SURE_NONE && !raise_end(&w->unrolled, risen, low, ends, rows)) return ST_OK;
    *sure = sure_everywhere(&w->unrolled, low, ends);
    return ST_OK;
}

/* A condition that may have no value must not be looked at before another one that is written before it: that of a lower
 * level, or of the same one, comes first. Ends of ranges come before all conditions. */
bool sure_shown(const struct ranks *r, const struct instance *in)
{
    struct sure s = sure_open(r, in);
    const struct sure always = s;
    size_t floor = 0; /* a level */
    bool shown = true;
    for (size_t v = 0; v < in->value_count; v++)
        if (!s.ends[v]) floor = v + 1;
    for (size_t i = 0; i < in->condition_count && shown; i++) {
        size_t level = term_level(in->conditions[i]);
        shown = level >= floor || term_of(&always, in->conditions[i]).sure;
        if (!term_of(&s, in->conditions[i]).sure && level + (level > 0) > floor) floor = level + (level > 0);
        bounds_given(in->conditions[i], s.low, s.high);
    }
    return shown;
}
