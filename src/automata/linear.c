/* SPDX-License-Identifier: MIT */
/* Linear constraints. While the k last digits are not read, what was read of a form is p U_k + q U_k-1, and the rest
 * of a track adds a number of 0 .. U_k - 1. A state in which these bounds decide, however many digits there will be,
 * is left: p U_k + q U_k-1 for all k is a sequence that either grows, falls, or is 0, as soon as p and q have the same
 * sign, so its least value is found exactly. Finitely many pairs (p, q) remain, as U_k grows and the other solution of
 * the recurrence does not: by Perron and Frobenius p U_k + q U_k-1 is bounded between multiples of U_k only where the
 * part of (p, q) along U is bounded, and reading digits keeps the other part bounded. */
#include <string.h>
#include "automata/private.h"
#include "base/checked.h"

enum { OPEN, ABOVE, BELOW, DEAD, WORD = 6, LOOK = 256 };

/* A state: what is decided, the tracks whose last digit was as large as can be, and p, q of the form. */
struct reading {
    uint32_t decided, full;
    struct numeration_state s;
};
struct linear_making {
    struct automata *w;
    const struct automata_form *form; /* its terms in the order of the tracks */
    bool equality;
    int64_t up, down;                     /* sums of the factors that are positive, negative, as magnitudes */
    int64_t (*digits)[NUMERATION_PERIOD]; /* per letter of one track */
};

static void put(const struct reading *r, uint32_t *to)
{
    uint64_t p = (uint64_t)r->s.p, q = (uint64_t)r->s.q;
    uint32_t word[WORD] = {r->decided, r->full, (uint32_t)p, (uint32_t)(p >> 32), (uint32_t)q, (uint32_t)(q >> 32)};
    memcpy(to, word, sizeof word);
}

static struct reading get(const uint32_t *from)
{
    return (struct reading){from[0],
                            from[1],
                            {(int64_t)((uint64_t)from[2] | (uint64_t)from[3] << 32),
                             (int64_t)((uint64_t)from[4] | (uint64_t)from[5] << 32)}};
}

static bool value(const struct numeration *in, struct numeration_state s, int64_t *v)
{
    return checked_mul(in->below, s.q, v) && checked_add(s.p, *v, v);
}

/* Is p U_k + q U_k-1 >= least for every number of letters to come, k = 0, period, ...? Only true is certain. */
static bool never_less(const struct numeration *in, struct numeration_state s, int64_t least)
{
    static const int64_t zeros[NUMERATION_PERIOD];
    for (int i = 0; i < LOOK; i++) {
        int64_t v;
        if (!value(in, s, &v) || v < least) return false;
        if (s.p >= 0 && s.q >= 0) return true;
        if ((s.p <= 0 && s.q <= 0) || !numeration_step(in, &s, zeros)) return false;
    }
    return false;
}

/* Is the form decided, whatever follows? */
static uint32_t decided(const struct linear_making *m, struct numeration_state s)
{
    const struct numeration *in = m->w->in;
    int64_t c = m->form->constant, least;
    struct numeration_state low = s, high = s;
    /* (p - down) U_k + q U_k-1 + down + c is the least value, and it is to be at least 0, or 1 */
    if (!checked_sub(s.p, m->down, &low.p) || !checked_add(c, m->down, &least) || least == INT64_MIN) return OPEN;
    if (never_less(in, low, (m->equality ? 1 : 0) - least)) return ABOVE;
    /* (p + up) U_k + q U_k-1 - up + c is the greatest, and it is to be at most -1 */
    if (!checked_add(s.p, m->up, &high.p) || high.p == INT64_MIN || s.q == INT64_MIN) return OPEN;
    high.p = -high.p;
    high.q = -s.q;
    if (!checked_sub(c, m->up, &least) || least == INT64_MAX) return OPEN;
    return never_less(in, high, least + 1) ? BELOW : OPEN;
}

static size_t step(void *context, const uint32_t *state, size_t width, uint32_t letter, uint32_t *to)
{
    struct linear_making *m = context;
    const struct numeration *in = m->w->in;
    struct reading r = get(state);
    int64_t sum[NUMERATION_PERIOD] = {0};
    (void)width;
    for (int i = 0; i < m->form->count && r.decided != DEAD; i++) {
        int digit = (int)(letter % (uint32_t)in->letters);
        bool full = r.full >> i & 1;
        letter /= (uint32_t)in->letters;
        if (!numeration_allows(in, digit, &full)) r.decided = DEAD;
        r.full = (r.full & ~(1u << i)) | (uint32_t)full << i;
        for (int k = 0; k < in->period; k++) sum[k] += m->form->terms[i].factor * m->digits[digit][k];
    }
    if (r.decided == OPEN) {
        if (numeration_step(in, &r.s, sum)) r.decided = decided(m, r.s);
        else automata_fail(m->w, ST_STATE_BUDGET);
    }
    if (r.decided != OPEN) r.s = (struct numeration_state){0};
    if (r.decided == BELOW || (r.decided == ABOVE && m->equality)) r.decided = DEAD;
    if (r.decided == DEAD) r.full = 0;
    put(&r, to);
    return WORD;
}

static bool accepts(void *context, const uint32_t *state, size_t width)
{
    struct linear_making *m = context;
    struct reading r = get(state);
    int64_t v;
    (void)width;
    if (r.decided == DEAD || !numeration_ends(m->w->in, r.full != 0)) return false;
    if (r.decided == ABOVE) return true;
    if (!value(m->w->in, r.s, &v) || !checked_add(v, m->form->constant, &v))
        return automata_fail(m->w, ST_STATE_BUDGET), false;
    return m->equality ? v == 0 : v >= 0;
}

/* Terms by track, without those that are 0; false: a factor is too large to be multiplied by digits. */
static bool ordered(const struct automata_form *form, struct automata_form *out, struct linear_making *m)
{
    *out = (struct automata_form){.constant = form->constant};
    for (int i = 0; i < form->count; i++) {
        struct automata_term t = form->terms[i];
        int at = out->count;
        if (t.factor > INT32_MAX || t.factor < -INT32_MAX) return false;
        if (!t.factor) continue;
        for (; at > 0 && out->terms[at - 1].track > t.track; at--) out->terms[at] = out->terms[at - 1];
        out->terms[at] = t;
        out->count++;
        if (t.factor > 0) m->up += t.factor;
        else m->down -= t.factor;
    }
    return true;
}

const struct automaton *automata_linear(struct automata *w, const struct automata_form *form, bool equality)
{
    struct automata_form own;
    struct linear_making m = {.w = w, .form = &own, .equality = equality};
    uint32_t first[WORD];
    int track[AUTOMATON_TRACKS];
    if (w->status != ST_OK) return NULL;
    m.digits = arena_array(w->arena, (size_t)w->in->letters, sizeof *m.digits);
    if (!m.digits) return automata_fail(w, ST_NO_MEMORY);
    if (form->count > AUTOMATON_TRACKS || !ordered(form, &own, &m)) return automata_fail(w, ST_STATE_BUDGET);
    for (int i = 0; i < w->in->letters; i++) numeration_digits(w->in, i, m.digits[i]);
    for (int i = 0; i < own.count; i++) track[i] = own.terms[i].track;
    put(&(struct reading){.decided = OPEN}, first);
    struct exploration e = {w, own.count, track, step, accepts, &m, WORD};
    const struct automaton *a = automata_explore(&e, first, WORD);
    return w->status == ST_OK ? a : NULL;
}
