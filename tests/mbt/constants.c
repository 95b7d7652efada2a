/* SPDX-License-Identifier: MIT */
/* Random rules whose moves ask cells to be not empty, this one or that one, and leave some of them as they are: cells that no move
 * writes any more are conditions that always hold (solve/search/mask_constants.h). And rules whose moves are the same at each cell, but that
 * they ask the first cells as well, which may be moved along the row (masks.h: classes_move). Of every position the value that is searched as
 * masks, and the values of its parts together, must be the one that is found here from the numbers that the rule was made of.
 * usage: constants [FIRST_SEED [COUNT]]; prints TAP lines, and each rule with a position that differs. */
#include <stdio.h>
#include <stdlib.h>
#include "base/hash.h"
#include "engine/open/engine.h"
#include "engine/open/position.h"
#include "opened.h"
#include "random_rule.h"
#include "solve/search/mask_constants.h"
#include "solve/search/mask_parts.h"
#include "solve/search/mask_search.h"
#include "solve/search/mask_ways.h"

enum { CELLS = 10, MOST = 1100, MOVES = 20, CLAUSES = 3, ANY = 3, SEARCHED = 40, EMPTY = 9 };

/* A move lowers its own cell by one, or empties it, and perhaps another one, if each clause has a cell that holds what it asks. */
struct asked {
    unsigned cell, value; /* 0: anything but 0; EMPTY: 0 */
};
struct drawn_move {
    unsigned own, other; /* `other` is `own`: none */
    bool empties;
    unsigned clauses, counts[CLAUSES];
    struct asked any[CLAUSES][ANY];
};
struct drawn {
    bool grid; /* of one row: the board is no row */
    unsigned cells, values, states, moves;
    struct drawn_move list[MOVES];
};
static int values[MOST];

static void draw(uint64_t *seed, struct drawn *d)
{
    /* No two moves write the same, and three of them write the first cell and another one: they are no moves of a closing board. */
    bool apart = random_below(seed, 3) == 0;
    d->grid = false;
    d->values = apart ? 2 : 2 + (random_below(seed, 3) == 0);
    d->cells = d->values == 2 ? 6 + (unsigned)random_below(seed, 5) : 4 + (unsigned)random_below(seed, 3);
    d->moves = apart ? d->cells : d->cells + (unsigned)random_below(seed, 6);
    d->states = 1;
    for (unsigned k = 0; k < d->cells; k++) d->states *= d->values;
    for (unsigned i = 0; i < d->moves; i++) {
        struct drawn_move *m = &d->list[i];
        m->own = i < d->cells ? i : (unsigned)random_below(seed, d->cells);
        m->other = random_below(seed, 6) || apart ? m->own : (unsigned)random_below(seed, d->cells);
        if (apart && i < 3) m->own = 0, m->other = i + 1;
        m->empties = random_below(seed, 2);
        m->clauses = (unsigned)random_below(seed, CLAUSES + 1);
        for (unsigned c = 0; c < m->clauses; c++) {
            m->counts[c] = apart ? 1 : 1 + (unsigned)random_below(seed, ANY);
            for (unsigned a = 0; a < m->counts[c]; a++) {
                unsigned near = m->own + 1 + (unsigned)random_below(seed, 4);
                m->any[c][a].cell = random_below(seed, 3) ? near % d->cells : (unsigned)random_below(seed, d->cells);
                m->any[c][a].value = d->values > 2 && random_below(seed, 2) ? 1 + (unsigned)random_below(seed, 2) : 0;
            }
        }
    }
}

/* Where the clause asks at cell `at`: beside it, or one of the first cells. */
static bool place_of(const struct drawn *d, unsigned at, unsigned place, unsigned *cell)
{
    static const int beside[] = {-1, 1, -1, 2};
    if (place >= 4) return *cell = place == 4 ? 0 : place == 5 ? d->cells - 1 : 1, true;
    *cell = at + (unsigned)beside[place];
    return *cell < d->cells;
}

/* Two kinds of moves at most, each at every cell. What is asked beside the row holds. */
static void draw_repeated(uint64_t *seed, struct drawn *d)
{
    d->grid = true;
    d->values = 2;
    d->cells = 3 + (unsigned)random_below(seed, 8);
    d->states = 1u << d->cells;
    d->moves = 0;
    for (uint64_t kinds = random_below(seed, 3) ? 1 : 2; kinds > 0; kinds--) {
        unsigned clauses = random_below(seed, 4) ? 1 : 2, counts[CLAUSES], places[CLAUSES][ANY], asks[CLAUSES][ANY];
        for (unsigned c = 0; c < clauses; c++) {
            counts[c] = random_below(seed, 4) ? 2 : 1;
            for (unsigned a = 0; a < counts[c]; a++)
                places[c][a] = (unsigned)random_below(seed, 7), asks[c][a] = random_below(seed, 2) ? EMPTY : 0;
            if (counts[c] == 1 || random_below(seed, 2))
                continue; /* a neighbour is there, or the first or last cell is empty */
            places[c][0] = (unsigned)random_below(seed, 4), asks[c][0] = 0;
            places[c][1] = 4 + (unsigned)random_below(seed, 2), asks[c][1] = EMPTY;
        }
        for (unsigned at = 0; at < d->cells; at++) {
            struct drawn_move *m = &d->list[d->moves++];
            *m = (struct drawn_move){.own = at, .other = at, .empties = true};
            for (unsigned c = 0; c < clauses; c++) {
                bool within = true;
                for (unsigned a = 0; a < counts[c] && within; a++) {
                    struct asked *asked = &m->any[m->clauses][a];
                    asked->value = asks[c][a];
                    within = place_of(d, at, places[c][a], &asked->cell);
                }
                m->counts[m->clauses] = counts[c];
                m->clauses += within;
            }
        }
    }
}

static void write_rule(const struct drawn *d, struct text *out)
{
    const char *line = d->grid ? "1, " : "";
    text_add(out, "game r(s: %s) {", d->grid ? "grid" : "row");
    for (unsigned i = 0; i < d->moves; i++) {
        const struct drawn_move *m = &d->list[i];
        text_add(out, "\n move m%u where s[%s%u] > 0", i, line, m->own + 1);
        for (unsigned c = 0; c < m->clauses; c++) {
            text_puts(out, " and (");
            for (unsigned a = 0; a < m->counts[c]; a++)
                text_add(out, m->any[c][a].value ? "%ss[%s%u] == %u" : "%ss[%s%u] > %u", a ? " or " : "", line,
                         m->any[c][a].cell + 1, m->any[c][a].value % EMPTY);
            text_puts(out, ")");
        }
        text_add(out, " -> r(s with { [%s%u] = ", line, m->own + 1);
        if (m->empties) text_puts(out, "0");
        else text_add(out, "s[%s%u] - 1", line, m->own + 1);
        if (m->other != m->own) text_add(out, ", [%s%u] = 0", line, m->other + 1);
        text_puts(out, " })");
    }
    text_puts(out, "\n}\n");
}

/* As a component has them. */
static uint32_t numbers_of(const struct drawn *d, const unsigned *cells, int64_t *numbers)
{
    uint32_t count = 0;
    if (d->grid) numbers[count++] = 1;
    numbers[count++] = d->cells;
    for (unsigned k = 0; k < d->cells; k++) numbers[count++] = cells[k];
    return count;
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
            one |= m->any[c][a].value ? held == m->any[c][a].value % EMPTY : held > 0;
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
    size_t rules, constant, apart, clauses, wide, joined, still, states, parts,
        wrong; /* still: classes do not stay classes */
};

static void wrong(struct tally *t, const char *rule, unsigned state, const char *what)
{
    t->wrong++;
    printf("# position %u: %s\n# %s\n", state, what, rule);
}

/* The classes of what is left of a state when some cells became final; returns how many, in `classes`. */
static size_t classes_of(struct masks *m, uint64_t opened, uint64_t live, uint64_t *classes)
{
    struct ground_mask all = {{opened}}, left = {{live}};
    mask_constants_open(m, &all);
    size_t count = mask_constants_classes(m, &left, &left);
    for (size_t i = 0; i < count; i++) classes[i] = m->constants->classes[i].cells.words[0];
    return count;
}

/* Clauses join what the sets of cells that moves ask join, unless there was a move that another one stands for. */
static void try_clauses(struct tally *t, struct masks *m, uint64_t opened, uint64_t live, unsigned state,
                        const char *rule)
{
    struct mask_constants *c = m->constants;
    struct constant_clauses *clauses = c->clauses;
    uint64_t by_clauses[64], by_sets[64], open[2] = {0, 0};
    size_t count = classes_of(m, opened, live, by_clauses);
    c->clauses = NULL;
    size_t sets = classes_of(m, opened, live, by_sets);
    c->clauses = clauses;
    for (size_t k = 0; k < sets; k++) open[1] |= by_sets[k];
    for (size_t i = 0; i < count; i++) {
        bool is_within = false;
        open[0] |= by_clauses[i];
        for (size_t k = 0; k < sets; k++) is_within |= !(by_clauses[i] & ~by_sets[k]);
        if (!is_within) wrong(t, rule, state, "a class of clauses is in none of sets");
    }
    if (open[0] != open[1]) wrong(t, rule, state, "other cells are open by clauses");
}

static void try_state(struct tally *t, struct masks *m, const struct drawn *d, int game, unsigned state,
                      const char *rule)
{
    unsigned cells[CELLS];
    int64_t numbers[CELLS + 2];
    struct component c = {game, 0, numbers};
    struct ground_mask code;
    uint64_t known, sum = 0;
    cells_of(d, state, cells);
    c.count = numbers_of(d, cells, numbers);
    if (!masks_code(m, &c, &code)) return;
    t->states++;
    if (mask_search(m, &code, MASK_ANY, &known) != ST_OK || mask_value_of(known) != (uint64_t)values[state])
        wrong(t, rule, state, "another value");
    uint64_t live = code.words[0];
    if (m->constants && m->constants->clauses) try_clauses(t, m, live, live & hash_mix(state + live), state, rule);
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
    bool repeated = random_below(&seed, 2);
    if (repeated) draw_repeated(&seed, &d);
    else draw(&seed, &d);
    write_rule(&d, &rule);
    struct engine *e = opened((struct engine_options){.text = text_c(&rule), .budget = &budget});
    int64_t numbers[CELLS + 2];
    unsigned full[CELLS];
    for (unsigned k = 0; k < d.cells; k++) full[k] = d.values - 1;
    int game = e ? (int)e->env->model->game_count - 1 : -1;
    struct component first = {game, numbers_of(&d, full, numbers), numbers};
    if (e && masks_make(e->env, &first, 0, &m) == ST_OK && m && (m->constants || (repeated && m->joined))) {
        t->constant += m->constants != NULL;
        t->apart += m->constants && m->constants->apart;
        t->clauses += m->constants && m->constants->clauses;
        t->joined += m->joined != NULL;
        t->still += m->joined && !m->classes_move;
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
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 600;
    struct tally t = {0};
    for (uint64_t seed = first; seed < first + count; seed++) try_rule(&t, seed);
    bool many = t.rules > count / 2 && t.constant > count / 8 && t.apart > count / 20 && t.apart < t.constant &&
                t.clauses > count / 20 && t.wide > count / 40 && t.parts > t.states / 2;
    many = many && t.joined > count / 20 && (t.still > 0 || count < 300);
    printf("%s 1 - cells that stay: %zu rules, %zu with constants, %zu of them apart, %zu by clauses, %zu with three "
           "values, %zu "
           "joined by pairs, "
           "%zu of these not "
           "wherever they are, %zu positions, %zu parts, %zu wrong\n1..1\n",
           many && !t.wrong ? "ok" : "not ok", t.rules, t.constant, t.apart, t.clauses, t.wide, t.joined, t.still,
           t.states, t.parts, t.wrong);
    return !many || t.wrong;
}
