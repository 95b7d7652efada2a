/* SPDX-License-Identifier: MIT */
/* Many sets at once: what is not asked for is projected away as soon as nothing else mentions it. */
#include <string.h>
#include "automata/private.h"

struct meeting {
    struct automata *w;
    const struct automaton **sets;
    size_t count;
};

static bool mentions(const struct automaton *a, int track)
{
    for (int i = 0; i < a->tracks; i++)
        if (a->track[i] == track) return true;
    return false;
}

/* How many tracks those have together that mention the track. */
static int cost_of(const struct meeting *m, int track)
{
    int cost = 0;
    for (int t = 0; t < AUTOMATON_NAMES; t++) {
        bool any = false;
        for (size_t i = 0; i < m->count; i++) any = any || (mentions(m->sets[i], track) && mentions(m->sets[i], t));
        cost += any;
    }
    return cost;
}

/* The track from `from` on that is cheapest to lose; -1: there is none. */
static int cheapest(const struct meeting *m, int from)
{
    int best = -1, least = 0;
    for (int t = from; t < AUTOMATON_NAMES; t++) {
        int cost = cost_of(m, t);
        if (cost && (best < 0 || cost < least)) best = t, least = cost;
    }
    return best;
}

/* Those that mention the track (-1: all), as one. */
static const struct automaton *joined(struct meeting *m, int track)
{
    const struct automaton *all = automata_truth(m->w, true);
    size_t kept = 0, count = m->count;
    m->count = 0;
    for (size_t i = 0; i < count; i++) {
        if (track < 0 || mentions(m->sets[i], track)) all = automata_and(m->w, all, m->sets[i]);
        else m->sets[kept++] = m->sets[i];
    }
    m->count = kept;
    return all;
}

const struct automaton *automata_meet(struct automata *w, const struct automaton **sets, size_t count, int from)
{
    struct meeting m = {w, sets, count};
    for (size_t i = 0; i < count; i++)
        if (!sets[i]) return NULL;
    for (int t; (t = cheapest(&m, from)) >= 0;) {
        const struct automaton *one = automata_some(w, joined(&m, t), t);
        if (!one) return NULL;
        m.sets[m.count++] = one;
    }
    return joined(&m, -1);
}

/* ---- the smallest tuple ---- */
/* The least number of a set on one track. */
static bool least_of(struct automata *w, const struct automaton *a, int track, int64_t *least)
{
    for (int i = 0; a && i < a->tracks; i++)
        if (a->track[i] != track) return least_of(w, automata_some(w, a, a->track[i]), track, least);
    return a && automaton_least(a, least);
}

static const struct automaton *fixed(struct automata *w, const struct automaton *a, int track, int64_t value)
{
    struct automata_form form = {1, {{track, 1}}, -value};
    return automata_and(w, a, automata_linear(w, &form, true));
}

bool automata_smallest(struct automata *w, const struct automaton *a, int64_t *numbers)
{
    enum { SUM = AUTOMATON_NAMES + 8 };
    struct automata_form sum = {a->tracks + 1, {{SUM, -1}}, 0};
    int64_t least;
    if (a->tracks == 0) return !automaton_empty(a);
    if (a->tracks >= AUTOMATON_TRACKS) return false;
    for (int i = 0; i < a->tracks; i++) sum.terms[i + 1] = (struct automata_term){a->track[i], 1};
    const struct automaton *rest = automata_and(w, a, automata_linear(w, &sum, true));
    if (!least_of(w, rest, SUM, &least)) return false;
    rest = fixed(w, rest, SUM, least);
    for (int i = 0; i < a->tracks; i++) {
        if (!least_of(w, rest, a->track[i], &numbers[i])) return false;
        rest = fixed(w, rest, a->track[i], numbers[i]);
    }
    return rest != NULL;
}
