/* SPDX-License-Identifier: MIT */
/* Memory, and what is reached. */
#include "solve/bits/bit_table.h"
#include "base/mem.h"
#include "solve/bits/bit_sample.h"
#include "solve/bits/bit_values.h"
#include "solve/bits/bit_walk.h"

#define STATES_MOST 1e12

/* ---- memory ------------------------------------------------------------------------------------------------------ */
static uint64_t flag_words(uint64_t count) { return (count + 63) / 64; }

uint64_t bit_table_bytes(const struct bit_rule *rule)
{
    uint64_t count = UINT64_C(1) << (rule->bits - BIT_LOW), words = count;
    for (uint64_t i = 0, level = count; i < BIT_FLAGS; i++) words += level = flag_words(level);
    return words * sizeof(uint64_t) + count * sizeof(uint32_t);
}

/* All of it 0; fresh memory, as little of it may be used. */
bool bit_table_clear(struct bit_table *t)
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
    t->used = t->states = t->work = t->from = 0;
    bit_table_mark(t, (uint32_t)(t->start >> BIT_LOW), UINT64_C(1) << (t->start & 63));
    return true;
}

struct bit_table *bit_table_open(const struct bit_rule *rule, uint64_t start, struct budget *budget)
{
    if (budget_spares(budget, bit_table_bytes(rule)) != ST_OK) return NULL;
    struct bit_table *t = mem_alloc(sizeof *t);
    if (!t) return NULL;
    *t = (struct bit_table){.rule = rule, .budget = budget, .start = start, .kept.journal.file = -1};
    t->word_count = UINT64_C(1) << (rule->bits - BIT_LOW);
    if (bit_table_clear(t)) return t;
    bit_table_free(t);
    return NULL;
}

void bit_table_free(struct bit_table *t)
{
    if (!t) return;
    bit_values_drop(t);
    bit_kept_close(&t->kept);
    mem_free(t->block, t->block_bytes);
    mem_free(t, sizeof *t);
}

/* ---- what is reached --------------------------------------------------------------------------------------------- */
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
    bit_table_number(t, word);
    for (size_t i = 0; i < count; i++) {
        const struct bit_step *s = &w->steps[live[i].move];
        uint32_t to = bit_step_to(s, word);
        uint64_t from = states & bit_word(d, live[i].when);
        if (to != word && from) bit_table_mark(t, to, bit_pushed(s, from));
    }
}

/* For progress reports, of a run that is long enough for one. */
static void expect(struct bit_table *t)
{
    if (t->expects || !budget_outermost(t->budget)->progress) return;
    double about = bit_sample_states(t->rule, t->start);
    budget_expect_about(t->budget, about < STATES_MOST ? 2 * (uint64_t)about : 0); /* reached, then valued */
    t->expects = true;
}

static enum status tick(struct bit_walk *w)
{
    struct bit_table *t = w->table;
    expect(t);
    if (t->states > t->passed) budget_pass(t->budget, t->states - t->passed), t->passed = t->states;
    return bit_walk_look(w);
}

enum status bit_table_reach(struct bit_table *t, uint64_t allowed, bool *done)
{
    struct bit_walk w = {.table = t, .visit = reach_from, .tick = tick, .from = t->from, .to = t->word_count};
    *done = t->has_reached;
    if (*done) return ST_OK;
    w.work = w.checked = t->work;
    w.allowed = allowed;
    enum status st = bit_walk_open(&w) ? bit_walk_on(&w) : ST_NO_MEMORY;
    bit_walk_close(&w);
    t->has_reached = *done = st == ST_OK && !w.paused;
    t->work = w.work;
    t->from = w.from;
    return st;
}
