/* SPDX-License-Identifier: MIT */
/* Random rules that write one of several numbers to a cell of a row, under conditions that ask other cells one at a time, or several
 * together (proof/ground/allowed.c, closing.h). In every state of the row the moves that are listed with sets of values must lead to what
 * the machine finds. Where moves only close moves, every state must have the options of its open moves, and the value that is
 * searched on these, who loses in misere play and how long play takes must be what follows from all options.
 * usage: placed [FIRST_SEED [COUNT]]; prints TAP lines, and each rule with a state that differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "engine/open/engine.h"
#include "opened.h"
#include "plain_play.h"
#include "play/options/options.h"
#include "random_rule.h"
#include "solve/search/mask_ways.h"
#include "solve/search/mask_whole.h"

enum { CELLS = 4, VALUES = 5, STATES = 625, NUMBERS = CELLS + 1 };
#define PICK(seed, ...)                                                                                                \
    ((const char *const[]){                                                                                            \
        __VA_ARGS__})[random_below(seed, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))]

/* ---- rules ---------------------------------------------------------------------------------------------------------- */
/* What is said of the cell x, which is number `at`. */
static void add_atom(uint64_t *seed, const char *x, const char *at, struct text *out)
{
    switch (random_below(seed, 11)) {
    case 0: text_add(out, "%s == 0", x); break;
    case 1: text_add(out, "%s != c", x); break;
    case 2: text_add(out, "%s < c", x); break;
    case 3: text_add(out, "(%s == 0 or (%s != c and abs(%s - c) != abs(%s - i)))", x, x, x, at); break;
    case 4: text_add(out, "not (%s == c or %s == c + 1)", x, x); break;
    case 5: text_add(out, "%s in {0, 1, c}", x); break;
    case 6: text_add(out, "%s %% 2 == 0", x); break;
    case 7: text_add(out, "(c == 1 ? %s != 2 : %s != 1)", x, x); break;
    case 8: text_add(out, "%s + c != 4", x); break;
    case 9: text_add(out, "(%s < 1 or %s > 2 or %s == c - 1)", x, x, x); break;
    default: text_add(out, "(%s == i or %s != c)", at, x);
    }
}

/* The same of all cells of a range. */
static void add_each(uint64_t *seed, struct text *out)
{
    const char *over = PICK(seed, "1..len(g)", "i + 1..len(g)", "1..i - 1", "i - 1..i + 1"),
               *where = PICK(seed, "", "", " where a != i", " where abs(a - i) == 1", " where g[a] > 0",
                             " where a != i and g[a] < 3", " where g[i] == 0", " where g[a] == g[1]");
    uint64_t form = random_below(seed, 6);
    if (form == 0) {
        const char *part = PICK(seed, "(c == 2 ? g[a] : 0)", "g[a]", "count(x == c + a for x in g)");
        text_add(out, "0 == sum(%s for a in %s%s) + count(x > 3 for x in g)", part, over, where);
        return;
    }
    text_puts(out, form == 1 ? "not any(not (" : form == 2 ? "count(not (" : "all((");
    add_atom(seed, "g[a]", "a", out);
    text_add(out, ") for a in %s%s)%s", over, where, form == 2 ? " == 0" : "");
}

static void add_condition(uint64_t *seed, struct text *out)
{
    switch (random_below(seed, 8)) {
    case 0:
        text_puts(out, " and (");
        add_atom(seed, "g[i + 1]", "d", out);
        text_puts(out, ")");
        break;
    case 1:
        text_add(out, " and %s", PICK(seed, "g[i + 1] != g[i - 1]", "g[1] + g[2] < 4", "i <= c", "g[2] >= g[3]"));
        break;
    case 2: text_puts(out, " and (c == 3 or i == 1 or all(x != c for x in g))"); break;
    case 3: text_puts(out, " and not (c > 1 and any(x == c for x in g))"); break;
    case 4: text_puts(out, " and not any(x == c and i > 1 for x in g)"); break;
    default: text_puts(out, " and "); add_each(seed, out);
    }
}

static void write_rule(uint64_t *seed, struct text *out)
{
    unsigned moves = 1 + (random_below(seed, 4) == 0);
    const char *invariant =
        PICK(seed, "", "", "", " where all(x <= 4 for x in g)", " where all(g[a] != 2 or a != 1 for a in 1..len(g))",
             " where all(g[a] == 0 or g[b] != g[a] for a in 1..len(g), b in 1..len(g) where a < b)");
    text_add(out, "game r(g: row)%s {", invariant);
    for (unsigned i = 0; i < moves; i++) {
        text_add(out, "\n  move m%u(i in 1..len(g), d in {%s}, c in 1..%u) where %s", i, PICK(seed, "1", "1, 2"),
                 2 + (unsigned)random_below(seed, VALUES - 2), random_below(seed, 5) ? "g[i] == 0" : "g[i] < c");
        for (uint64_t k = 0, count = random_below(seed, 4); k < count; k++) add_condition(seed, out);
        text_add(out, " -> r(g with { [i] = %s })", random_below(seed, 6) ? "c" : "(g[2] == 2 and i != 2 ? 4 : c)");
    }
    text_puts(out, "\n}\n");
}

/* ---- states ---------------------------------------------------------------------------------------------------------- */
struct node {
    bool coded, reached, listed; /* reached: from the state of zeros */
    uint8_t codes[GROUND_CELLS];
    struct ground_mask open;
};
struct all {
    struct engine *e;
    int game;
    unsigned cells, states, at;
    bool failed;
    struct node nodes[STATES];
    struct plain_play plays[STATES];
};
struct tally {
    size_t rules, invariants, listed, sets, closing, grids, states, options, values, whole, wrong;
};

static struct component component_of(const struct all *a, unsigned state, int64_t *numbers)
{
    numbers[0] = a->cells;
    for (unsigned i = 0; i < a->cells; i++, state /= VALUES) numbers[i + 1] = state % VALUES;
    return (struct component){a->game, a->cells + 1, numbers};
}

static enum status take_option(void *context, const struct component *components, size_t count)
{
    struct all *a = context;
    unsigned to = 0;
    if (count != 1 || components[0].count != a->cells + 1) return a->failed = true, ST_OK;
    for (unsigned i = a->cells; i > 0; i--) {
        if (components[0].cells[i] < 0 || components[0].cells[i] >= VALUES) return a->failed = true, ST_OK;
        to = to * VALUES + (unsigned)components[0].cells[i];
    }
    if (!plain_play_add(&a->plays[a->at], to)) a->failed = true;
    return ST_OK;
}

static bool list_all(struct all *a)
{
    int64_t numbers[NUMBERS];
    bool invariant = a->e->env->model->games[a->game].invariant;
    for (unsigned s = 0; s < a->states; s++) {
        a->nodes[s] = (struct node){.reached = s == 0 || !invariant};
        a->plays[s] = plain_play_new();
    }
    for (bool more = true; more && !a->failed;) {
        more = false;
        for (a->at = 0; a->at < a->states && !a->failed; a->at++) {
            struct node *n = &a->nodes[a->at];
            struct component c = component_of(a, a->at, numbers);
            if (!n->reached || n->listed) continue;
            n->listed = more = true;
            if (options_written(a->e->env, &c, 1, take_option, a) != ST_OK) a->failed = true;
            for (unsigned i = 0; i < a->plays[a->at].count; i++) a->nodes[a->plays[a->at].options[i]].reached = true;
        }
    }
    return !a->failed;
}

static void wrong(struct tally *t, const struct all *a, const char *rule, unsigned state, const char *what)
{
    int64_t numbers[NUMBERS];
    component_of(a, state, numbers);
    if (t->wrong++ > 5) return;
    printf("# %s#   %s at", rule, what);
    for (unsigned i = 0; i < a->cells; i++) printf(" %d", (int)numbers[i + 1]);
    printf("\n");
}

/* ---- moves as sets ----------------------------------------------------------------------------------------------------- */
/* What the way leads to; a->states: it is not possible there. */
static unsigned led_to(const struct all *a, const struct ground_choices *choices, const struct ground_choice *way,
                       unsigned state)
{
    const struct ground_piece *piece = &choices->board.layout.pieces[0];
    unsigned to = 0, factor = 1;
    for (unsigned i = 0; i < a->cells; i++, factor *= VALUES) {
        size_t code = a->nodes[state].codes[i], put = choices->board.value_count;
        if (!ground_has(&way->allowed[code], i)) return a->states;
        for (size_t v = 0; v < choices->board.value_count; v++)
            if (ground_has(&way->puts[v], i)) put = v;
        bool written = ground_has(&way->write, i);
        to += factor * (unsigned)piece->values[written ? put : code];
    }
    return to;
}

static bool same_options(const struct all *a, const struct ground_choices *choices, unsigned state)
{
    const struct plain_play *n = &a->plays[state];
    bool met[PLAIN_PLAY_OPTIONS] = {false}, same = true;
    for (size_t i = 0; i < choices->count && same; i++) {
        unsigned to = led_to(a, choices, &choices->ways[i], state), k = 0;
        if (to == a->states) continue;
        while (k < n->count && n->options[k] != to) k++;
        same = k < n->count;
        if (same) met[k] = true;
    }
    for (unsigned k = 0; k < n->count; k++) same = same && met[k];
    return same;
}

static void try_sets(struct tally *t, struct all *a, const char *rule)
{
    int64_t numbers[NUMBERS], others[NUMBERS];
    size_t count;
    struct component c = component_of(a, 0, numbers);
    struct ground_from from = {a->e->env->model, a->game, a->e->env->params, c.cells, c.count, NULL, 0};
    struct arena arena = {0};
    struct ground_choices choices;
    bool made = ground_make_choices(&from, &arena, &choices) == ST_OK && choices.board.cells;
    t->listed += made;
    for (size_t i = 0; made && i < choices.count; i++)
        for (size_t v = 0; v < choices.board.value_count; v++)
            for (size_t u = 0; u < v; u++)
                t->sets += (choices.ways[i].allowed[v].words[0] & choices.ways[i].allowed[u].words[0]) != 0;
    for (unsigned s = 0; made && s < a->states; s++) {
        c = component_of(a, s, numbers);
        if (!a->nodes[s].reached) continue;
        if (!ground_read(&choices.board.layout, c.cells, c.count, a->nodes[s].codes, others, &count)) continue;
        t->states++;
        t->options += a->plays[s].count;
        if (!same_options(a, &choices, s)) wrong(t, a, rule, s, "other options");
    }
    arena_free(&arena);
}

/* ---- open moves ------------------------------------------------------------------------------------------------------- */
static bool leads(const struct ground_move *m, const struct ground_mask *from, struct ground_mask *to)
{
    bool fine = true;
    for (size_t w = 0; w < GROUND_WORDS; w++) {
        fine = fine && (from->words[w] & m->care.words[w]) == m->want.words[w];
        to->words[w] = (from->words[w] & ~m->write.words[w]) | m->put.words[w];
    }
    return fine;
}

/* Is each option of the open moves one of the state, and the other way round? */
static bool same_open(const struct all *a, const struct masks *m, unsigned state)
{
    const struct plain_play *n = &a->plays[state];
    bool met[PLAIN_PLAY_OPTIONS] = {false}, same = true;
    for (size_t i = 0; i < m->ground.move_count && same; i++) {
        struct ground_mask to;
        if (!leads(&m->ground.moves[i], &a->nodes[state].open, &to)) continue;
        same = false;
        for (unsigned k = 0; k < n->count; k++)
            if (memcmp(&a->nodes[n->options[k]].open, &to, sizeof to) == 0) met[k] = same = true;
    }
    for (unsigned k = 0; k < n->count; k++) same = same && met[k];
    return same;
}

static void try_open(struct tally *t, struct all *a, struct masks *m, const char *rule)
{
    int64_t numbers[NUMBERS];
    for (unsigned s = 0; s < a->states; s++) {
        struct component c = component_of(a, s, numbers);
        a->nodes[s].coded = a->nodes[s].reached && masks_code(m, &c, &a->nodes[s].open);
    }
    for (unsigned s = 0; s < a->states; s++) {
        struct node *n = &a->nodes[s];
        uint64_t known;
        if (!n->coded) continue;
        if (!same_open(a, m, s)) wrong(t, a, rule, s, "other open moves");
        if (mask_search(m, &n->open, MASK_ANY, &known) != ST_OK) continue;
        t->values++;
        if (mask_value_of(known) != (uint64_t)plain_play_value(a->plays, s)) wrong(t, a, rule, s, "another value");
        for (int misere = 0; misere < 2; misere++) {
            bool lost = false;
            uint64_t moves = 0;
            int right = plain_play_moves(a->plays, s, misere);
            bool fine = mask_whole_lost(m, misere, &n->open, &lost) == ST_OK && lost == (right % 2 == misere) &&
                        mask_whole_remoteness(m, misere, &n->open, &moves) == ST_OK && moves == (uint64_t)right;
            t->whole++;
            if (!fine) wrong(t, a, rule, s, misere ? "another misere play" : "another remoteness");
        }
    }
}

static void try_rule(struct tally *t, uint64_t seed)
{
    static struct all a;
    struct text rule = {0};
    struct budget budget = {0};
    struct masks *m = NULL;
    int64_t numbers[NUMBERS];
    seed = hash_mix(seed);
    write_rule(&seed, &rule);
    a.e = opened((struct engine_options){.text = text_c(&rule), .budget = &budget});
    a.failed = false;
    a.cells = 3 + (unsigned)random_below(&seed, CELLS - 2);
    a.states = a.cells == CELLS ? STATES : STATES / VALUES;
    a.game = a.e ? (int)a.e->env->model->game_count - 1 : -1;
    if (a.e && list_all(&a)) {
        struct component c = component_of(&a, 0, numbers);
        t->rules++;
        t->invariants += a.e->env->model->games[a.game].invariant != NULL;
        try_sets(t, &a, text_c(&rule));
        if (masks_make(a.e->env, &c, 0, &m) == ST_OK && m && m->closing.ways) {
            t->closing++;
            t->grids += m->ground.rows > 1;
            try_open(t, &a, m, text_c(&rule));
        }
    }
    masks_free(m);
    engine_close(a.e);
    text_free(&rule);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 150;
    struct tally t = {0};
    for (uint64_t seed = first; seed < first + count; seed++) try_rule(&t, seed);
    bool many = t.rules > count / 3 && t.listed > count / 3 && t.closing > count / 10 && t.sets > t.listed;
    printf("%s 1 - moves as sets of values: %zu rules, %zu with invariants, %zu listed, %zu closing, %zu of these "
           "grids, %zu states, %zu "
           "options, "
           "%zu values, %zu as a whole, %zu wrong\n1..1\n",
           many && !t.wrong ? "ok" : "not ok", t.rules, t.invariants, t.listed, t.closing, t.grids, t.states, t.options,
           t.values, t.whole, t.wrong);
    return !many || t.wrong;
}
