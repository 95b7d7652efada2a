/* SPDX-License-Identifier: MIT */
/* Sets from sets: pairs of states, complements, other names for tracks. */
#include <string.h>
#include "automata/private.h"

/* ---- all tuples ---- */
struct allowing {
    const struct numeration *in;
    int tracks;
};
enum { DEAD = UINT32_MAX };

static size_t allow_step(void *context, const uint32_t *state, size_t width, uint32_t letter, uint32_t *to)
{
    const struct allowing *c = context;
    uint32_t full = 0;
    (void)width;
    for (int i = 0; i < c->tracks; i++) {
        bool one = state[0] >> i & 1;
        if (state[0] == (uint32_t)DEAD || !numeration_allows(c->in, (int)(letter % (uint32_t)c->in->letters), &one))
            return to[0] = (uint32_t)DEAD, 1;
        full |= (uint32_t)one << i;
        letter /= (uint32_t)c->in->letters;
    }
    to[0] = full;
    return 1;
}

static bool allow_accepts(void *context, const uint32_t *state, size_t width)
{
    const struct allowing *c = context;
    (void)width;
    return state[0] != (uint32_t)DEAD && numeration_ends(c->in, state[0] != 0);
}

const struct automaton *automata_all(struct automata *w, const int *tracks, int count)
{
    struct allowing c = {w->in, count};
    int sorted[AUTOMATON_TRACKS];
    if (count > AUTOMATON_TRACKS) return automata_fail(w, ST_STATE_BUDGET);
    for (int i = 0; i < count; i++) {
        int at = i;
        for (; at > 0 && sorted[at - 1] > tracks[i]; at--) sorted[at] = sorted[at - 1];
        sorted[at] = tracks[i];
    }
    struct exploration e = {w, count, sorted, allow_step, allow_accepts, &c, 1};
    return automata_explore(&e, (uint32_t[]){0}, 1);
}

const struct automaton *automata_truth(struct automata *w, bool truth)
{
    struct automata_form form = {.constant = truth ? 0 : -1};
    return automata_linear(w, &form, false);
}

/* ---- pairs ---- */
struct pairing {
    const struct automaton *a, *b;
    uint32_t *of_a, *of_b; /* per letter of the pair: that of each */
    unsigned truth;        /* bit 2 * (a accepts) + (b accepts) */
};

static size_t pair_step(void *context, const uint32_t *state, size_t width, uint32_t letter, uint32_t *to)
{
    const struct pairing *c = context;
    (void)width;
    to[0] = c->a->next[(size_t)state[0] * c->a->letters + c->of_a[letter]];
    to[1] = c->b->next[(size_t)state[1] * c->b->letters + c->of_b[letter]];
    return 2;
}

static bool pair_accepts(void *context, const uint32_t *state, size_t width)
{
    const struct pairing *c = context;
    (void)width;
    return c->truth >> (2 * c->a->accepts[state[0]] + c->b->accepts[state[1]]) & 1;
}

static int place_of(const int *tracks, int count, int track)
{
    for (int i = 0; i < count; i++)
        if (tracks[i] == track) return i;
    return -1;
}

/* Per letter of the tracks `on`, which include those of a under the names `to` (NULL: its own), the letter of a. */
static uint32_t *letters_of(struct automata *w, const struct automaton *a, const int *to, const int *on, int count)
{
    uint32_t all = automata_alphabet(w->in, count), scale[AUTOMATON_TRACKS] = {0}, one = 1;
    uint32_t *out = all ? arena_array(w->arena, all, sizeof *out) : NULL;
    if (!out) return automata_fail(w, all ? ST_NO_MEMORY : ST_STATE_BUDGET), NULL;
    if (!automata_spend(w, all)) return NULL;
    for (int i = 0; i < a->tracks; i++, one *= (uint32_t)w->in->letters)
        scale[place_of(on, count, to ? to[i] : a->track[i])] += one;
    for (uint32_t l = 0; l < all; l++) {
        uint32_t rest = l, sum = 0;
        for (int i = 0; i < count; i++, rest /= (uint32_t)w->in->letters)
            sum += scale[i] * (rest % (uint32_t)w->in->letters);
        out[l] = sum;
    }
    return out;
}

static int united(const struct automaton *a, const struct automaton *b, int *out)
{
    int count = 0, i = 0, j = 0;
    while (i < a->tracks || j < b->tracks) {
        bool from_a = i < a->tracks && (j >= b->tracks || a->track[i] <= b->track[j]);
        int track = from_a ? a->track[i] : b->track[j];
        i += i < a->tracks && a->track[i] == track;
        j += j < b->tracks && b->track[j] == track;
        if (count < 2 * AUTOMATON_TRACKS) out[count++] = track;
    }
    return count;
}

static const struct automaton *paired(struct automata *w, const struct automaton *a, const struct automaton *b,
                                      unsigned truth)
{
    int on[2 * AUTOMATON_TRACKS];
    int count = united(a, b, on);
    if (count > AUTOMATON_TRACKS) return automata_fail(w, ST_STATE_BUDGET);
    struct pairing c = {a, b, letters_of(w, a, NULL, on, count), NULL, truth};
    if (c.of_a) c.of_b = letters_of(w, b, NULL, on, count);
    if (!c.of_b) return NULL;
    struct exploration e = {w, count, on, pair_step, pair_accepts, &c, 2};
    return automata_explore(&e, (uint32_t[]){0, 0}, 2);
}

enum { BOTH = 8, EITHER = 14, FIRST_ONLY = 4 };

const struct automaton *automata_and(struct automata *w, const struct automaton *a, const struct automaton *b)
{
    return a && b && w->status == ST_OK ? paired(w, a, b, BOTH) : NULL;
}

const struct automaton *automata_on(struct automata *w, const struct automaton *a, const int *tracks, int count)
{
    bool more = false;
    for (int i = 0; a && i < count; i++) more = more || place_of(a->track, a->tracks, tracks[i]) < 0;
    return more ? automata_and(w, a, automata_all(w, tracks, count)) : a;
}

const struct automaton *automata_or(struct automata *w, const struct automaton *a, const struct automaton *b)
{
    if (!a || !b || w->status != ST_OK) return NULL;
    const struct automaton *x = automata_on(w, a, b->track, b->tracks), *y = automata_on(w, b, a->track, a->tracks);
    return x && y ? paired(w, x, y, EITHER) : NULL;
}

const struct automaton *automata_except(struct automata *w, const struct automaton *a, const struct automaton *b)
{
    if (!a || !b || w->status != ST_OK) return NULL;
    const struct automaton *x = automata_on(w, a, b->track, b->tracks), *y = automata_on(w, b, a->track, a->tracks);
    return x && y ? paired(w, x, y, FIRST_ONLY) : NULL;
}

const struct automaton *automata_not(struct automata *w, const struct automaton *a)
{
    return a && w->status == ST_OK ? automata_except(w, automata_all(w, a->track, a->tracks), a) : NULL;
}

/* ---- names ---- */
struct renaming {
    const struct automaton *a;
    uint32_t *of;
};

static size_t rename_step(void *context, const uint32_t *state, size_t width, uint32_t letter, uint32_t *to)
{
    const struct renaming *c = context;
    (void)width;
    to[0] = c->a->next[(size_t)state[0] * c->a->letters + c->of[letter]];
    return 1;
}

static bool rename_accepts(void *context, const uint32_t *state, size_t width)
{
    const struct renaming *c = context;
    (void)width;
    return c->a->accepts[state[0]];
}

const struct automaton *automata_renamed(struct automata *w, const struct automaton *a, const int *to)
{
    int on[AUTOMATON_TRACKS], count = 0;
    bool same = true;
    if (!a || w->status != ST_OK) return NULL;
    for (int i = 0; i < a->tracks; i++) {
        int at = count;
        same = same && to[i] == a->track[i];
        if (place_of(on, count, to[i]) >= 0) continue;
        for (count++; at > 0 && on[at - 1] > to[i]; at--) on[at] = on[at - 1];
        on[at] = to[i];
    }
    if (same) return a;
    struct renaming c = {a, letters_of(w, a, to, on, count)};
    struct exploration e = {w, count, on, rename_step, rename_accepts, &c, 1};
    return c.of ? automata_explore(&e, (uint32_t[]){0}, 1) : NULL;
}
