/* SPDX-License-Identifier: MIT */
/* Random boards on which a move takes cells and others with them, as bites of Chomp do. From every position, also from those with
 * gaps, the tables of order ideals (solve/search/mask_ideals.h) and the searches that take turns with them must have the value, and who
 * wins in both conventions, that are found here from the numbers that the rule was made of.
 * usage: ideal_boards [FIRST_SEED [COUNT]]; prints TAP lines, and each rule with a position that differs. */
#include <stdio.h>
#include <stdlib.h>
#include "base/hash.h"
#include "engine/open/engine.h"
#include "engine/open/position.h"
#include "opened.h"
#include "random_rule.h"
#include "solve/search/mask_ideals.h"
#include "solve/search/mask_search.h"
#include "solve/search/mask_ways.h"
#include "solve/search/mask_whole.h"

enum { CELLS = 12, STATES = 1 << CELLS, MOVES = 18, SEARCHED = 60, ENOUGH = 1 << 24 };
struct drawn {
    unsigned cells, moves;
    struct {
        unsigned own, takes, full, empty; /* where `own` and all of `full` are left and all of `empty` are gone */
    } list[MOVES];
};
static unsigned values[STATES];
static bool lost[2][STATES]; /* [misere] */

/* Which cells go with each: rows and columns of a grid, a drawn order, or now and then any. */
static void draw(uint64_t *seed, struct drawn *d)
{
    unsigned with[CELLS], columns = 2 + (unsigned)random_below(seed, 4), kind = (unsigned)random_below(seed, 4);
    d->cells = 5 + (unsigned)random_below(seed, CELLS - 4);
    for (unsigned b = d->cells; b-- > 0;) {
        with[b] = 1u << b;
        if (kind < 2 && (b + 1) % columns && b + 1 < d->cells) with[b] |= with[b + 1];
        if (kind < 2 && b + columns < d->cells) with[b] |= with[b + columns];
        for (unsigned c = b + 1; kind == 2 && c < d->cells; c++)
            if (!random_below(seed, 4)) with[b] |= with[c];
        if (kind == 3) with[b] |= 1u << random_below(seed, d->cells);
    }
    d->moves = 2 + (unsigned)random_below(seed, MOVES - 1);
    for (unsigned i = 0; i < d->moves; i++) {
        unsigned own = (unsigned)random_below(seed, d->cells), other = (unsigned)random_below(seed, d->cells);
        d->list[i].own = own;
        d->list[i].takes = with[own] | (random_below(seed, 5) ? 0 : with[other]);
        d->list[i].full = random_below(seed, 3) ? 0 : 1u << random_below(seed, d->cells);
        d->list[i].empty = random_below(seed, 3) ? 0 : 1u << random_below(seed, d->cells);
        if (d->list[i].empty & (d->list[i].full | 1u << own)) d->list[i].empty = 0;
    }
}

static void write_rule(const struct drawn *d, struct text *out)
{
    text_puts(out, "game r(s: row) {");
    for (unsigned i = 0; i < d->moves; i++) {
        text_add(out, "\n move m%u where s[%u] == 1", i, d->list[i].own + 1);
        for (unsigned c = 0; c < d->cells; c++) {
            if (d->list[i].full >> c & 1) text_add(out, " and s[%u] == 1", c + 1);
            if (d->list[i].empty >> c & 1) text_add(out, " and s[%u] == 0", c + 1);
        }
        text_add(out, " -> r(s with { [%u] = 0", d->list[i].own + 1);
        for (unsigned c = 0; c < d->cells; c++)
            if (c != d->list[i].own && d->list[i].takes >> c & 1) text_add(out, ", [%u] = 0", c + 1);
        text_puts(out, " })");
    }
    text_puts(out, "\n}\n");
}

/* An option has a lower number. */
static void value_state(const struct drawn *d, unsigned state)
{
    uint64_t met = 0;
    bool any = false, misere = false;
    for (unsigned i = 0; i < d->moves; i++) {
        unsigned full = d->list[i].full | 1u << d->list[i].own;
        if ((state & full) != full || state & d->list[i].empty) continue;
        any = true;
        met |= UINT64_C(1) << values[state & ~d->list[i].takes];
        misere |= lost[1][state & ~d->list[i].takes];
    }
    values[state] = (unsigned)__builtin_ctzll(~met);
    lost[0][state] = values[state] == 0;
    lost[1][state] = any && !misere;
}

struct tally {
    size_t rules, boards, states, tables, wrong;
};

static void wrong(struct tally *t, const char *rule, unsigned state, const char *what)
{
    t->wrong++;
    printf("# position %u: %s\n# %s\n", state, what, rule);
}

/* All that is asked of one position, in an order that is drawn: tables that are there are used by what comes later. */
static void ask(struct tally *t, struct masks *m, const struct ground_mask *code, unsigned state, unsigned what,
                const char *rule)
{
    uint32_t value;
    uint64_t known = 0;
    bool done = false, loses = false, misere = what & 1;
    if (what < 3) {
        if (mask_ideals_try(m, code, (enum ideal_question)what, ENOUGH, &done) != ST_OK) wrong(t, rule, state, "fails");
        if (!done) return;
        t->tables++;
        unsigned right = what == IDEAL_VALUES ? values[state] : !lost[what == IDEAL_MISERE][state];
        if (!mask_ideals_find(m, code, (enum ideal_question)what, &value) || value != right)
            wrong(t, rule, state, what == IDEAL_VALUES ? "another value in a table" : "another outcome in a table");
    } else if (what == 3) {
        if (mask_search(m, code, MASK_ANY, &known) != ST_OK || mask_value_of(known) != values[state])
            wrong(t, rule, state, "another value");
    } else if (what == 4) {
        if (mask_search(m, code, 0, &known) != ST_OK || (known == mask_value(0)) != lost[0][state])
            wrong(t, rule, state, "another outcome");
    } else if (m->ends && (mask_whole_lost(m, misere, code, &loses) != ST_OK || loses != lost[misere][state])) {
        wrong(t, rule, state, "another outcome of a whole board");
    }
}

static void try_state(struct tally *t, struct masks *m, const struct drawn *d, int game, unsigned state, unsigned what,
                      const char *rule)
{
    int64_t numbers[CELLS + 1] = {d->cells};
    struct component c = {game, d->cells + 1, numbers};
    struct ground_mask code;
    for (unsigned k = 0; k < d->cells; k++) numbers[k + 1] = state >> k & 1;
    if (!masks_code(m, &c, &code)) return;
    t->states++;
    ask(t, m, &code, state, what, rule);
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
    for (unsigned k = 0; k < d.cells; k++) numbers[k + 1] = 1;
    int game = e ? (int)e->env->model->game_count - 1 : -1;
    struct component first = {game, d.cells + 1, numbers};
    if (e && masks_make(e->env, &first, 0, &m) == ST_OK && m) {
        t->boards++;
        m->first_turn = 1 + random_below(&seed, 6);
        for (unsigned s = 0; s < 1u << d.cells; s++) value_state(&d, s);
        for (unsigned i = 0; i < SEARCHED; i++)
            try_state(t, m, &d, game, i % 7 ? (unsigned)random_below(&seed, 1u << d.cells) : (1u << d.cells) - 1,
                      (unsigned)random_below(&seed, 7), text_c(&rule));
    }
    t->rules += e != NULL;
    masks_free(m);
    engine_close(e);
    text_free(&rule);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 150;
    struct tally t = {0};
    for (uint64_t seed = first; seed < first + count; seed++) try_rule(&t, seed);
    bool many = t.rules > count / 2 && t.boards > count / 2 && t.tables > 8 * t.boards;
    printf("%s 1 - boards of order ideals: %zu rules, %zu boards, %zu positions, %zu in tables, %zu wrong\n1..1\n",
           many && !t.wrong ? "ok" : "not ok", t.rules, t.boards, t.states, t.tables, t.wrong);
    return !many || t.wrong;
}
