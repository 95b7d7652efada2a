/* SPDX-License-Identifier: MIT */
#include "solve/bits/bit_values.h"
#include <string.h>
#include "base/bits.h"
#include "base/mem.h"
#include "solve/bits/bit_walk.h"

void bit_values_drop(struct bit_table *t)
{
    mem_free(t->values, t->values ? (size_t)((t->used + 1) * t->planes) * sizeof *t->values : 0);
    t->values = NULL;
    t->planes = 0;
}

#define EVERYWHERE static inline __attribute__((always_inline))

struct planes {
    uint64_t of[BIT_PLANES_MOST];
};

EVERYWHERE void take_values(size_t planes, const struct bit_step *s, const uint64_t *values, uint64_t when,
                            struct planes *has)
{
    if (!s->count)
        for (size_t v = 0; v < planes; v++) has->of[v] |= values[v] & when;
    else
        for (size_t v = 0; v < planes; v++) has->of[v] |= bit_pulled(s, values[v]) & when;
}

/* The states `now` have options with the values `has`, and all of these are known. */
EVERYWHERE void set_values(size_t planes, const struct planes *has, uint64_t now, uint64_t *fresh, uint64_t *values)
{
    for (size_t v = 0; v < planes; v++) {
        fresh[v] = now & ~has->of[v];
        values[v] |= fresh[v];
        now &= has->of[v];
    }
}

/* The states of a word that lead to these by a move that stays within it, among those where it is possible. One that
 * writes a single bit makes it 1 (moves rise), so it is 0 where that is possible. */
EVERYWHERE uint64_t pulled_inside(const struct bit_step *s, uint64_t states)
{
    return s->count == 1 ? states >> s->low[0].by : bit_pulled(s, states);
}

/* What the states `now`, whose values are known, are to the others. */
EVERYWHERE void give_values(size_t planes, const struct bit_walk *w, const uint32_t *moves, size_t inside,
                            uint64_t left, const uint64_t *fresh, struct planes *has)
{
    for (size_t v = 0; v < planes; v++) {
        if (!fresh[v]) continue;
        uint64_t hit = 0;
        for (size_t i = 0; i < inside; i++) hit |= pulled_inside(&w->steps[moves[i]], fresh[v]) & w->whens[i];
        has->of[v] |= hit & left;
    }
}

/* Moves that stay within the word: `inside` of them. States that are `stuck` are never valued. */
EVERYWHERE void value_inside(size_t planes, struct bit_walk *w, const uint32_t *moves, size_t inside, uint64_t left,
                             uint64_t stuck, struct planes *has, uint64_t *values)
{
    uint64_t fresh[BIT_PLANES_MOST];
    while (left) {
        uint64_t later = 0;
        for (size_t i = 0; i < inside; i++) later |= w->whens[i] & pulled_inside(&w->steps[moves[i]], left);
        uint64_t now = left & ~later;
        if (!now) return; /* never: moves rise */
        set_values(planes, has, now & ~stuck, fresh, values);
        left &= ~now;
        if (left) give_values(planes, w, moves, inside, left, fresh, has);
    }
}

EVERYWHERE void value_word(size_t planes, bool misere, struct bit_walk *w, uint32_t word, const struct bit_live *live,
                           size_t count)
{
    const struct bit_table *t = w->table;
    const struct bit_diagrams *d = &t->rule->diagrams;
    uint64_t states = t->reached[word], *values = bit_table_values(t, word);
    uint32_t moves[BIT_MOVES_MOST];
    struct planes has;
    uint64_t able = 0;
    size_t inside = 0;
    memset(has.of, 0, planes * sizeof has.of[0]);
    for (size_t i = 0; i < count; i++) {
        const struct bit_step *s = &w->steps[live[i].move];
        uint32_t to = bit_step_to(s, word);
        uint64_t when = states & bit_word(d, live[i].when);
        able |= when;
        if (!when) continue;
        if (to == word) {
            w->whens[inside] = when;
            moves[inside++] = live[i].move;
        } else {
            take_values(planes, s, bit_table_values(t, to), when, &has);
        }
    }
    value_inside(planes, w, moves, inside, states, misere ? ~able : 0, &has, values);
    w->table->valued++;
    w->table->judged += bits_of(states);
}

static void value_1(struct bit_walk *w, uint32_t word, const struct bit_live *live, size_t count)
{
    value_word(1, false, w, word, live, count);
}
static void value_misere(struct bit_walk *w, uint32_t word, const struct bit_live *live, size_t count)
{
    value_word(1, true, w, word, live, count);
}
static void value_8(struct bit_walk *w, uint32_t word, const struct bit_live *live, size_t count)
{
    value_word(BIT_PLANES, false, w, word, live, count);
}
static void value_many(struct bit_walk *w, uint32_t word, const struct bit_live *live, size_t count)
{
    value_word(w->table->planes, false, w, word, live, count);
}

uint64_t bit_values_work(const struct bit_table *t, uint32_t planes) { return t->work * (4 + planes) / 4; }

/* States are taken from the budget as they are valued for the first time. */
static enum status report(struct bit_table *t, uint64_t judged)
{
    uint64_t fresh = judged > t->taken ? judged - t->taken : 0, more = judged > t->passed ? judged - t->passed : 0;
    t->passed += more;
    t->taken += fresh;
    if (more > fresh) budget_pass(t->budget, more - fresh);
    return budget_take_states(t->budget, fresh);
}

static enum status tick(struct bit_walk *w)
{
    struct bit_table *t = w->table;
    enum status st = report(t, t->judged);
    if (!t->expects) budget_expect(t->budget, t->states - t->passed);
    t->expects = true;
    return st == ST_OK ? bit_walk_look(w) : st;
}

static enum status value_all(struct bit_table *t)
{
    struct bit_walk w = {.table = t, .down = true, .to = t->word_count, .allowed = UINT64_MAX, .tick = tick};
    w.visit = t->misere ? value_misere : t->planes == 1 ? value_1 : t->planes == BIT_PLANES ? value_8 : value_many;
    t->valued = t->judged = t->passed = 0;
    t->expects = false;
    bit_kept_renew(&t->kept);
    enum status st = bit_walk_open(&w) ? bit_walk_on(&w) : ST_NO_MEMORY;
    bit_walk_close(&w);
    return st == ST_OK ? report(t, t->states) : st;
}

enum status bit_values_fill(struct bit_table *t, uint32_t planes, bool misere)
{
    if (t->planes >= planes && t->misere == misere) return ST_OK;
    bit_values_drop(t);
    size_t bytes = (size_t)((t->used + 1) * planes) * sizeof *t->values;
    enum status st = budget_spares(t->budget, bytes);
    if (st == ST_OK && t->states - t->taken > budget_states_left(t->budget)) st = ST_STATE_BUDGET;
    if (st != ST_OK) return st;
    t->values = mem_alloc(bytes);
    if (!t->values) return ST_NO_MEMORY;
    t->planes = planes;
    t->misere = misere;
    st = value_all(t);
    if (st != ST_OK) bit_values_drop(t);
    return st;
}

bool bit_values_find(const struct bit_table *t, uint64_t code, uint32_t *value)
{
    uint64_t word = code >> BIT_LOW;
    if (!t->planes || !(t->reached[word] >> (code & 63) & 1)) return false;
    const uint64_t *values = bit_table_values(t, (uint32_t)word);
    *value = 0;
    while (*value < t->planes && !(values[*value] >> (code & 63) & 1)) ++*value;
    if (*value == t->planes) *value = BIT_LARGE;
    return true;
}
