/* SPDX-License-Identifier: MIT */
#include "solve/bits/bit_table.h"
#include <string.h>
#include "base/bits.h"
#include "base/mem.h"
#include "solve/bits/bit_walk.h"

/* ---- memory ------------------------------------------------------------------------------------------------------ */
static uint64_t flag_words(uint64_t count) { return (count + 63) / 64; }

uint64_t bit_table_bytes(const struct bit_rule *rule)
{
    uint64_t count = UINT64_C(1) << (rule->bits - BIT_LOW), words = count;
    for (uint64_t i = 0, level = count; i < BIT_FLAGS; i++) words += level = flag_words(level);
    return words * sizeof(uint64_t) + count * sizeof(uint32_t);
}

/* All of it 0; fresh memory, as little of it may be used. */
static bool clear(struct bit_table *t)
{
    mem_free(t->block, t->block_bytes);
    t->block_bytes = (size_t)bit_table_bytes(t->rule);
    t->block = mem_alloc(t->block_bytes);
    if (!t->block) t->block_bytes = 0;
    if (!t->block) return false;
    t->reached = t->block;
    uint64_t *at = t->reached + t->word_count;
    for (uint64_t i = 0, level = t->word_count; i < BIT_FLAGS; i++) {
        t->flags[i] = at;
        at += level = flag_words(level);
    }
    t->slots = (uint32_t *)at;
    t->used = t->states = 0;
    return true;
}

struct bit_table *bit_table_open(const struct bit_rule *rule, uint64_t start, struct budget *budget)
{
    if (budget_fits(budget, bit_table_bytes(rule)) != ST_OK) return NULL;
    struct bit_table *t = mem_alloc(sizeof *t);
    if (!t) return NULL;
    *t = (struct bit_table){.rule = rule, .budget = budget, .start = start};
    t->word_count = UINT64_C(1) << (rule->bits - BIT_LOW);
    if (clear(t)) return t;
    bit_table_free(t);
    return NULL;
}

static void drop_values(struct bit_table *t)
{
    mem_free(t->values, (size_t)(t->used * t->planes) * sizeof *t->values);
    t->values = NULL;
    t->planes = 0;
}

void bit_table_free(struct bit_table *t)
{
    if (!t) return;
    drop_values(t);
    mem_free(t->block, t->block_bytes);
    mem_free(t, sizeof *t);
}

/* ---- what is reached --------------------------------------------------------------------------------------------- */
static inline void mark(struct bit_table *t, uint32_t word, uint64_t states)
{
    uint64_t before = t->reached[word];
    t->reached[word] = before | states;
    for (size_t i = 0; !before && i < BIT_FLAGS; i++, word >>= 6) {
        before = t->flags[i][word / 64];
        t->flags[i][word / 64] = before | UINT64_C(1) << (word & 63);
    }
}

/* What was reached from smaller words leads on within this one, and then to greater ones. */
static void reach_from(struct bit_walk *w, uint32_t word, const struct bit_live *live, size_t count)
{
    struct bit_table *t = w->table;
    const struct bit_diagrams *d = &t->rule->diagrams;
    uint64_t states = t->reached[word], before;
    do {
        before = states;
        for (size_t i = 0; i < count; i++) {
            const struct bit_step *s = &w->steps[live[i].move];
            if (bit_step_to(s, word) != word) continue;
            states |= bit_pushed(s, states & bit_word(d, live[i].when));
        }
    } while (states != before);
    t->reached[word] = states;
    t->slots[word] = (uint32_t)++t->used;
    t->states += bits_of(states);
    for (size_t i = 0; i < count; i++) {
        const struct bit_step *s = &w->steps[live[i].move];
        uint32_t to = bit_step_to(s, word);
        uint64_t from = states & bit_word(d, live[i].when);
        if (to != word && from) mark(t, to, bit_pushed(s, from));
    }
}

enum status bit_table_reach(struct bit_table *t, uint64_t allowed, bool *done)
{
    struct bit_walk w = {.table = t, .visit = reach_from, .allowed = allowed};
    *done = t->has_reached;
    if (*done) return ST_OK;
    if (t->work && !clear(t)) return ST_NO_MEMORY;
    t->work = 1;
    mark(t, (uint32_t)(t->start >> BIT_LOW), UINT64_C(1) << (t->start & 63));
    enum status st = bit_walk_open(&w) ? bit_walk(&w) : ST_NO_MEMORY;
    t->has_reached = *done = st == ST_OK && !w.paused;
    t->work = w.work;
    bit_walk_close(&w);
    return st;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */
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
    uint64_t states = t->reached[word], *values = t->values + (uint64_t)(t->slots[word] - 1) * planes;
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
            take_values(planes, s, t->values + (uint64_t)(t->slots[to] - 1) * planes, when, &has);
        }
    }
    value_inside(planes, w, moves, inside, states, misere ? ~able : 0, &has, values);
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

uint64_t bit_table_value_work(const struct bit_table *t, uint32_t planes) { return t->work * (4 + planes) / 4; }

enum status bit_table_value(struct bit_table *t, uint32_t planes, bool misere)
{
    struct bit_walk w = {.table = t, .down = true, .allowed = UINT64_MAX};
    if (t->planes >= planes && t->misere == misere) return ST_OK;
    drop_values(t);
    size_t bytes = (size_t)(t->used * planes) * sizeof *t->values;
    enum status st = budget_fits(t->budget, bytes);
    if (st == ST_OK && !t->taken) st = budget_take_states(t->budget, t->states);
    if (st != ST_OK) return st;
    t->taken = true;
    t->values = mem_alloc(bytes);
    if (!t->values) return ST_NO_MEMORY;
    t->planes = planes;
    t->misere = misere;
    w.visit = misere ? value_misere : planes == 1 ? value_1 : planes == BIT_PLANES ? value_8 : value_many;
    st = bit_walk_open(&w) ? bit_walk(&w) : ST_NO_MEMORY;
    bit_walk_close(&w);
    if (st != ST_OK) drop_values(t);
    return st;
}

bool bit_table_find(const struct bit_table *t, uint64_t code, uint32_t *value)
{
    uint64_t word = code >> BIT_LOW;
    if (!t->planes || !(t->reached[word] >> (code & 63) & 1)) return false;
    const uint64_t *values = t->values + (uint64_t)(t->slots[word] - 1) * t->planes;
    *value = 0;
    while (*value < t->planes && !(values[*value] >> (code & 63) & 1)) ++*value;
    if (*value == t->planes) *value = BIT_LARGE;
    return true;
}
