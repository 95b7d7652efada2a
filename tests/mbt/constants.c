/* SPDX-License-Identifier: MIT */
/* Random rules whose moves ask cells to be not empty, this one or that one, and leave some of them as they are: cells that no move
 * writes any more are conditions that always hold (solve/search/mask_constants.h). Of every position the value that is searched as
 * masks, and the values of its parts together, must be the one that is found here from the numbers that the rule was made of.
 * usage: constants [FIRST_SEED [COUNT]]; prints TAP lines, and each rule with a position that differs. */
#include <stdio.h>
#include <stdlib.h>
#include "base/hash.h"
#include "engine/open/engine.h"
#include "engine/open/position.h"
#include "opened.h"
#include "random_rule.h"
#include "solve/search/mask_parts.h"
#include "solve/search/mask_search.h"
#include "solve/search/mask_ways.h"

enum { CELLS = 10, MOST = 1100, MOVES = 16, CLAUSES = 3, ANY = 3, SEARCHED = 40 };

/* A move lowers its own cell by one, or empties it, and perhaps another one, if each clause has a cell that holds what it asks. */
struct asked {
    unsigned cell, value; /* 0: anything but 0 */
};
struct drawn_move {
    unsigned own, other; /* `other` is `own`: none */
    bool empties;
    unsigned clauses, counts[CLAUSES];
    struct asked any[CLAUSES][ANY];
};
struct drawn {
    unsigned cells, values, states, moves;
    struct drawn_move list[MOVES];
};
static int values[MOST];

static void draw(uint64_t *seed, struct drawn *d)
{
    d->values = 2 + (random_below(seed, 3) == 0);
    d->cells = d->values == 2 ? 6 + (unsigned)random_below(seed, 5) : 4 + (unsigned)random_below(seed, 3);
    d->moves = d->cells + (unsigned)random_below(seed, 6);
    d->states = 1;
    for (unsigned k = 0; k < d->cells; k++) d->states *= d->values;
    for (unsigned i = 0; i < d->moves; i++) {
        struct drawn_move *m = &d->list[i];
        m->own = i < d->cells ? i : (unsigned)random_below(seed, d->cells);
        m->other = random_below(seed, 6) ? m->own : (unsigned)random_below(seed, d->cells);
        m->empties = random_below(seed, 2);
        m->clauses = (unsigned)random_below(seed, CLAUSES + 1);
        for (unsigned c = 0; c < m->clauses; c++) {
            m->counts[c] = 1 + (unsigned)random_below(seed, ANY);
            for (unsigned a = 0; a < m->counts[c]; a++) {
                unsigned near = m->own + 1 + (unsigned)random_below(seed, 4);
                m->any[c][a].cell = random_below(seed, 3) ? near % d->cells : (unsigned)random_below(seed, d->cells);
                m->any[c][a].value = d->values > 2 && random_below(seed, 2) ? 1 + (unsigned)random_below(seed, 2) : 0;
            }
        }
    }
}

static void write_rule(const struct drawn *d, struct text *out)
{
    text_puts(out, "game r(s: row) {");
    for (unsigned i = 0; i < d->moves; i++) {
        const struct drawn_move *m = &d->list[i];
        text_add(out, "\n move m%u where s[%u] > 0", i, m->own + 1);
        for (unsigned c = 0; c < m->clauses; c++) {
            text_puts(out, " and (");
            for (unsigned a = 0; a < m->counts[c]; a++)
                text_add(out, m->any[c][a].value ? "%ss[%u] == %u" : "%ss[%u] > %u", a ? " or " : "",
                         m->any[c][a].cell + 1, m->any[c][a].value);
            text_puts(out, ")");
        }
        text_add(out, m->empties ? " -> r(s with { [%u] = 0" : " -> r(s with { [%u] = s[%u] - 1", m->own + 1,
                 m->own + 1);
        if (m->other != m->own) text_add(out, ", [%u] = 0", m->other + 1);
        text_puts(out, " })");
    }
    text_puts(out, "\n}\n");
}

static void cells_of(const struct drawn *d, unsigned state, unsigned *cells)
{
    for (unsigned k = 0; k < d->cells; k++, state /= d->values) cells[k] = state % d->values;
}

static bool is_possible(const struct drawn_move *m, const unsigned *cells)
{
    bool all = cells[m->own] > 0;
    for (unsigned c = 0; c < m->clauses; c++) {
        bool one = false;
        for (unsigned a = 0; a < m->counts[c]; a++) {
            unsigned held = cells[m->any[c][a].cell];
            one |= m->any[c][a].value ? held == m->any[c][a].value : held > 0;
        }
        all = all && one;
    }
    return all;
}

/* An option has a lower number. */
static int value_of(const struct drawn *d, unsigned state)
{
    unsigned cells[CELLS];
    uint64_t met = 0;
    cells_of(d, state, cells);
    for (unsigned i = 0; i < d->moves; i++) {
        const struct drawn_move *m = &d->list[i];
        unsigned to = 0;
        if (!is_possible(m, cells)) continue;
        for (unsigned k = d->cells; k-- > 0;) {
            unsigned held = cells[k];
            if (k == m->own) held = m->empties ? 0 : held - 1;
            else if (k == m->other) held = 0;
            to = to * d->values + held;
        }
        met |= UINT64_C(1) << values[to];
    }
    return __builtin_ctzll(~met);
}

struct tally {
    size_t rules, constant, wide, states, parts, wrong;
};

static void wrong(struct tally *t, const char *rule, unsigned state, const char *what)
{
    t->wrong++;
    printf("# position %u: %s\n# %s\n", state, what, rule);
}

static void try_state(struct tally *t, struct masks *m, const struct drawn *d, int game, unsigned state,
                      const char *rule)
{
    unsigned cells[CELLS];
    int64_t numbers[CELLS + 1] = {d->cells};
    struct component c = {game, d->cells + 1, numbers};
    struct ground_mask code;
    uint64_t known, sum = 0;
    cells_of(d, state, cells);
    for (unsigned k = 0; k < d->cells; k++) numbers[k + 1] = cells[k];
    if (!masks_code(m, &c, &code)) return;
    t->states++;
    if (mask_search(m, &code, MASK_ANY, &known) != ST_OK || mask_value_of(known) != (uint64_t)values[state])
        wrong(t, rule, state, "another value");
    mask_part_vec parts = {0};
    if (!masks_split(m, &code, &parts)) return;
    t->parts += parts.count;
    for (size_t i = 0; i < parts.count; i++)
        if (mask_search(m, &parts.data[i].state, MASK_ANY, &known) == ST_OK) sum ^= mask_value_of(known);
    vec_free(&parts);
    if (sum != (uint64_t)values[state]) wrong(t, rule, state, "another sum of parts");
}

static void try_rule(struct tally *t, uint64_t seed)
{
    struct drawn d;
    struct text rule = {0};
    struct budget budget = {0};
    struct masks *m = NULL;
    seed = hash_mix(seed);
    draw(&seed, &d);
    write_rule(&d, &rule);
    struct engine *e = opened((struct engine_options){.text = text_c(&rule), .budget = &budget});
    int64_t numbers[CELLS + 1] = {d.cells};
    for (unsigned k = 0; k < d.cells; k++) numbers[k + 1] = d.values - 1;
    int game = e ? (int)e->env->model->game_count - 1 : -1;
    struct component first = {game, d.cells + 1, numbers};
    if (e && masks_make(e->env, &first, &m) == ST_OK && m && m->constants) {
        t->constant++;
        t->wide += m->ground.planes > 1;
        for (unsigned s = 0; s < d.states; s++) values[s] = value_of(&d, s);
        for (unsigned i = 0; i < SEARCHED; i++)
            try_state(t, m, &d, game, i ? (unsigned)random_below(&seed, d.states) : d.states - 1, text_c(&rule));
    }
    t->rules += e != NULL;
    masks_free(m);
    engine_close(e);
    text_free(&rule);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 120;
    struct tally t = {0};
    for (uint64_t seed = first; seed < first + count; seed++) try_rule(&t, seed);
    bool many = t.rules > count / 2 && t.constant > count / 4 && t.wide > count / 20 && t.parts > t.states / 2;
    printf("%s 1 - cells that stay: %zu rules, %zu with constants, %zu of them with three values, %zu positions, %zu "
           "parts, "
           "%zu wrong\n1..1\n",
           many && !t.wrong ? "ok" : "not ok", t.rules, t.constant, t.wide, t.states, t.parts, t.wrong);
    return !many || t.wrong;
}
