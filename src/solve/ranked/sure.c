/* SPDX-License-Identifier: MIT */
#include "solve/ranked/sure.h"
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

static struct sure sure_open(const struct ranks *r, const struct instance *in)
{
    struct sure s;
    for (int v = 0; v < TERM_VARIABLES; v++) s.low[v] = INT64_MIN, s.high[v] = INT64_MAX;
    for (size_t p = 0; p < r->cells; p++) {
        size_t cell = r->order[p];
        s.low[cell] = r->least[p];
        if (!checked_add(r->least[p], r->units[r->unit_of[p]].most, &s.high[cell])) s.high[cell] = INT64_MAX;
    }
    for (size_t v = 0; v < in->value_count; v++) {
        struct bounds low = term_of(&s, in->values[v].low), high = term_of(&s, in->values[v].high);
        s.ends[v] = low.sure && high.sure;
        s.low[TERM_CELLS + v] = low.low;
        s.high[TERM_CELLS + v] = high.high;
    }
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

bool sure_all(const struct ranks *r, const struct instance *in)
{
    struct sure s = sure_open(r, in);
    bool all = all_ends(&s, in);
    for (size_t i = 0; i < in->condition_count && all; i++) {
        all = term_of(&s, in->conditions[i]).sure;
        bounds_given(in->conditions[i], s.low, s.high);
    }
    return all;
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
