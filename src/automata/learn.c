/* SPDX-License-Identifier: MIT */
/* Learning (Angluin 1987, with the counterexamples of Rivest and Schapire 1993): a state is the first word that no
 * suffix so far tells from others; where the automaton and the teacher disagree, a binary search along the word is not
 * needed, as words are short: the first letter after which the state's own word no longer behaves as the word read
 * gives one more suffix. */
#include <string.h>
#include "automata/private.h"
#include "base/hash.h"
#include "base/vec.h"

enum { WORD_LONGEST = 40 };
struct word {
    int length;
    uint32_t letters[WORD_LONGEST];
};
struct learning {
    struct automata *w;
    const struct automata_teacher *t;
    uint32_t letters;
    uint32_t weight[AUTOMATON_TRACKS];
    VEC(struct word) suffixes, states;
    VEC(uint64_t) rows; /* of the states, `blocks` numbers each */
    VEC(uint32_t) next;
    size_t blocks;
};

/* Is the word that of a member? */
static bool member(struct learning *g, const struct word *a, const struct word *b)
{
    const struct numeration *in = g->w->in;
    int64_t numbers[AUTOMATON_TRACKS], digits[NUMERATION_PERIOD];
    int length = a->length + (b ? b->length : 0);
    for (int i = 0; i < g->t->tracks; i++) {
        struct numeration_state s = {0};
        bool full = false;
        for (int k = 0; k < length; k++) {
            uint32_t letter = k < a->length ? a->letters[k] : b->letters[k - a->length];
            int digit = (int)(letter / g->weight[i] % (uint32_t)in->letters);
            if (!numeration_allows(in, digit, &full)) return false;
            numeration_digits(in, digit, digits);
            if (!numeration_step(in, &s, digits)) return false;
        }
        if (!numeration_ends(in, full)) return false;
        numbers[i] = s.p + in->below * s.q;
    }
    return g->t->holds(g->t->context, numbers);
}

static bool extended(struct learning *g, const struct word *a, uint32_t letter, struct word *out)
{
    *out = *a;
    if (out->length >= g->t->digits) return false;
    out->letters[out->length++] = letter;
    return true;
}

/* What the suffixes say of a word, and which of them the teacher knows of: all but those that make it too long. */
static bool row_of(struct learning *g, const struct word *a, uint64_t *row, uint64_t *known, bool *all)
{
    memset(row, 0, g->blocks * sizeof *row);
    memset(known, 0, g->blocks * sizeof *known);
    *all = true;
    for (size_t i = 0; i < g->suffixes.count; i++) {
        const struct word *b = &g->suffixes.data[i];
        if (a->length + b->length > g->t->digits) {
            *all = false;
            continue;
        }
        known[i / 64] |= (uint64_t)1 << (i % 64);
        if (member(g, a, b)) row[i / 64] |= (uint64_t)1 << (i % 64);
    }
    return automata_spend(g->w, g->suffixes.count);
}

static bool no_memory(struct learning *g) { return automata_fail(g->w, ST_NO_MEMORY), false; }

static bool agrees(const struct learning *g, size_t state, const uint64_t *row, const uint64_t *known)
{
    for (size_t i = 0; i < g->blocks; i++)
        if ((g->rows.data[state * g->blocks + i] ^ row[i]) & known[i]) return false;
    return true;
}

/* The state of a word; one more if no state has its row. Where not all of the row is known, the first state that
 * agrees with what is: a guess, like all that is learned. */
static bool state_for(struct learning *g, const struct word *a, uint32_t *state)
{
    size_t from = g->rows.count;
    bool all;
    if (!vec_reserve(&g->rows, 2 * g->blocks)) return no_memory(g);
    uint64_t *row = g->rows.data + from, *known = row + g->blocks;
    if (!row_of(g, a, row, known, &all)) return false;
    for (*state = 0; *state < g->states.count; ++*state)
        if (agrees(g, *state, row, known)) return true;
    if (!all || g->states.count >= g->t->most) return false;
    g->rows.count += g->blocks;
    return vec_push(&g->states, *a) || no_memory(g);
}

/* The automaton that the suffixes give, breadth first. */
static bool close_states(struct learning *g)
{
    struct word empty = {0}, more;
    uint32_t state;
    g->blocks = (g->suffixes.count + 63) / 64;
    g->states.count = g->rows.count = g->next.count = 0;
    if (!state_for(g, &empty, &state)) return false;
    for (size_t s = 0; s < g->states.count; s++)
        for (uint32_t l = 0; l < g->letters; l++) {
            struct word at = g->states.data[s];
            if (!extended(g, &at, l, &more) || !state_for(g, &more, &state)) return false;
            if (!vec_push(&g->next, state)) return no_memory(g);
        }
    return true;
}

static bool state_accepts(const struct learning *g, uint32_t s) { return g->rows.data[s * g->blocks] & 1; }

/* The first word of this length, without a zero at its front, that the automaton judges otherwise than the teacher.
 * Counted like an odometer, with the states on the way. *more: automata_spend allowed it. */
static bool disagreement(struct learning *g, int length, struct word *out)
{
    uint32_t path[WORD_LONGEST + 1] = {0};
    int at = 0;
    out->length = length;
    if (length) out->letters[0] = 1;
    for (int k = 1; k < length; k++) out->letters[k] = 0;
    for (;;) {
        for (; at < length; at++) path[at + 1] = g->next.data[path[at] * g->letters + out->letters[at]];
        if (state_accepts(g, path[length]) != member(g, out, NULL)) return true;
        if (!automata_spend(g->w, 1)) return false;
        for (at = length - 1; at >= 0 && ++out->letters[at] == g->letters; at--) out->letters[at] = 0;
        if (at < 0) return false;
    }
}

/* One that is there already tells nothing more apart: then a guess was wrong. */
static bool is_fresh(const struct learning *g, const struct word *suffix)
{
    size_t bytes = (size_t)suffix->length * sizeof *suffix->letters;
    for (size_t i = 0; i < g->suffixes.count; i++) {
        const struct word *b = &g->suffixes.data[i];
        if (b->length == suffix->length && memcmp(b->letters, suffix->letters, bytes) == 0) return false;
    }
    return true;
}

/* One more suffix: where the states' own words stop behaving as the word read. */
static bool add_suffix(struct learning *g, const struct word *a)
{
    struct word rest = *a;
    uint32_t state = 0;
    bool before = member(g, a, NULL);
    for (int k = 0; k < a->length; k++) {
        state = g->next.data[state * g->letters + a->letters[k]];
        rest.length = a->length - k - 1;
        memcpy(rest.letters, a->letters + k + 1, (size_t)rest.length * sizeof *rest.letters);
        bool now = member(g, &g->states.data[state], &rest);
        if (now != before) return is_fresh(g, &rest) && (vec_push(&g->suffixes, rest) || no_memory(g));
    }
    return false;
}

static const struct automaton *learned(struct learning *g)
{
    struct automaton a = {.in = g->w->in, .tracks = g->t->tracks, .letters = g->letters, .next = g->next.data};
    bool *accepts = arena_array(g->w->arena, g->states.count, sizeof *accepts);
    if (!accepts) return automata_fail(g->w, ST_NO_MEMORY);
    memcpy(a.track, g->t->track, sizeof a.track);
    a.states = (uint32_t)g->states.count;
    for (uint32_t s = 0; s < a.states; s++) accepts[s] = state_accepts(g, s);
    a.accepts = accepts;
    return automata_minimised(g->w, &a);
}

static const struct automaton *search(struct learning *g)
{
    struct word found = {0};
    if (!vec_push(&g->suffixes, (struct word){0})) return automata_fail(g->w, ST_NO_MEMORY);
    for (;;) {
        int length = 1;
        if (!close_states(g)) return NULL;
        while (length <= g->t->digits && !disagreement(g, length, &found) && g->w->status == ST_OK) length++;
        if (g->w->status != ST_OK) return NULL;
        if (length > g->t->digits) return learned(g);
        if (!add_suffix(g, &found)) return NULL;
    }
}

const struct automaton *automata_learn(struct automata *w, const struct automata_teacher *teacher)
{
    struct learning g = {.w = w, .t = teacher, .letters = automata_alphabet(w->in, teacher->tracks)};
    uint32_t weight = 1;
    if (w->status != ST_OK) return NULL;
    if (!g.letters || teacher->digits > WORD_LONGEST) return automata_fail(w, ST_STATE_BUDGET);
    for (int i = 0; i < teacher->tracks; i++, weight *= (uint32_t)w->in->letters) g.weight[i] = weight;
    const struct automaton *a = search(&g);
    vec_free(&g.suffixes);
    vec_free(&g.states);
    vec_free(&g.rows);
    vec_free(&g.next);
    return a;
}
