/* SPDX-License-Identifier: MIT */
/* Random rules on boards whose cells are given numbers of pieces, turns, places or players, some of which conditions tell apart and
 * some of which no move does (proof/ground/merged.c); and on rows of many numbers that moves make 0. Of every position that play reaches the list of moves must lead to what the
 * machine finds, up to numbers that are one value there; and the value that is searched as masks, who loses in misere play, and how
 * long play takes, must be what follows from all options.
 * usage: merged [FIRST_SEED [COUNT]]; prints TAP lines, and each rule with a position that differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "engine/open/engine.h"
#include "engine/open/position.h"
#include "opened.h"
#include "plain_play.h"
#include "play/options/options.h"
#include "random_rule.h"
#include "solve/search/mask_ways.h"
#include "solve/search/mask_whole.h"

enum { CELLS = 4, OWN_CELLS = 7, NUMBERS = CELLS + 8, POSITIONS = 1200 };
#define PICK(seed, list) ((list)[random_below(seed, sizeof(list) / sizeof *(list))])

/* ---- rules --------------------------------------------------------------------------------------------------------- */
/* Beside the board g: a counter k, who is to play p, a row h of what was done. */
struct drawn {
    unsigned cells, moves;
    bool counter, player, history, rises; /* cells are filled; else they are emptied */
    bool own;                             /* cells are emptied of many numbers, and there is nothing beside them */
};

/* A number that is not 0. */
static const char *number(uint64_t *seed, const struct drawn *d)
{
    static const char *const plain[] = {"1", "2", "3", "i", "j + 1", "c + 1", "2 * i + c", "g[j] + 1"};
    unsigned pick = (unsigned)random_below(seed, 5);
    if (pick == 0 && d->counter) return random_below(seed, 2) ? "k + 1" : "k + c + 1";
    if (pick == 1 && d->player) return "p";
    return PICK(seed, plain);
}

static void add_condition(uint64_t *seed, const struct drawn *d, struct text *out)
{
    static const char *const tests[] = {"g[j] == 0",
                                        "g[j] > 0",
                                        "g[i + 1] != 0",
                                        "0 < g[i - 1]",
                                        "g[j] + g[i + 1] == 0",
                                        "g[j] + g[i + 1] + 1 < 2",
                                        "g[j] != 2",
                                        "g[j] >= 2",
                                        "1 >= g[i + 1]",
                                        "3 >= g[j]",
                                        "i <= j",
                                        "i != j",
                                        "(i + j) % 2 == 0",
                                        "g[j] == g[i + 1]",
                                        "g[j] % 2 == 0",
                                        "2 < g[j] + 1",
                                        "1 + g[i + 1] <= 1",
                                        "any(x == 1 for x in [g[a] + 1 for a in 1..j])",
                                        "any(x > 1 for x in g)",
                                        "sum(g[a] for a in j..len(g)) > 0",
                                        "0 == g[j] + sum(g[a] for a in 1..i - 1)",
                                        "count(x == 0 for x in g) > 1",
                                        "(g[j] + 1 > 1 or g[i + 1] < 1)"};
    static const char *const counts[] = {"k < 3", "k != 1", "k + 1 < 3", "k == 0", "k >= 1"};
    if (random_below(seed, 3)) text_add(out, " and %s", PICK(seed, tests));
    if (random_below(seed, 4) == 0) text_add(out, " and %s", PICK(seed, tests));
    if (d->counter && random_below(seed, 6) == 0) text_add(out, " and %s", PICK(seed, counts));
    if (d->player && random_below(seed, 8) == 0) text_puts(out, " and (p == 1 or g[j] == 0)");
}

static void add_others(uint64_t *seed, const struct drawn *d, struct text *out)
{
    if (d->counter) text_add(out, ", %s", random_below(seed, 5) ? "k + 1" : random_below(seed, 2) ? "k + i" : "0");
    if (d->player) text_puts(out, ", 3 - p");
    if (d->history) text_add(out, ", h with { [1] = %s, [2] += c }", random_below(seed, 2) ? "h[2]" : "i");
    text_puts(out, ")");
}

/* The first cell that a move changes goes from 0 to another number, or back, and only the next changes with it, or others rise where no
 * cell becomes 0: play ends. */
static void add_move(uint64_t *seed, const struct drawn *d, unsigned at, struct text *out)
{
    static const char *const others[] = {"0", "g[j]", "g[i]", "g[i + 1] + 1", "2 + g[i + 1]"};
    static const char *const orders[] = {"<", ">", "!=", "<="}, *const steps[] = {"1", "2", "j", "c"};
    bool two = random_below(seed, 2);
    text_add(out, "\n  move m%u(i in 1..len(g), j in 1..len(g), c in 0..%u) where g[i] %s 0%s", at,
             (unsigned)random_below(seed, 2), d->rises ? "==" : ">", two ? " and i < len(g)" : "");
    add_condition(seed, d, out);
    if (d->rises && !two && random_below(seed, 2)) {
        text_add(out, " -> r([a == i ? %s : a %s j ? g[a] + %s : g[a] for a in 1..len(g)]", number(seed, d),
                 PICK(seed, orders), PICK(seed, steps));
        return add_others(seed, d, out);
    }
    text_add(out, " -> r(g with { [i] = %s", d->rises ? number(seed, d) : "0");
    if (two) text_add(out, ", [i + 1] = %s", random_below(seed, 2) ? number(seed, d) : PICK(seed, others));
    text_puts(out, " }");
    add_others(seed, d, out);
}

static void write_own_rule(uint64_t *seed, struct drawn *d, struct text *out)
{
    static const char *const tests[] = {"g[i] < 9",
                                        "sum(x for x in g) % 3 != 1",
                                        "g[i] > g[i + 1]",
                                        "count(x > 0 for x in g) > 2",
                                        "all(x == 0 or x >= g[i] for x in g)",
                                        "(i == 1 or g[i - 1] != 2 * g[i])",
                                        "g[1] + g[2] != 7"};
    static const char *const results[] = {"[g[a] % g[i] == 0 ? 0 : g[a] for a in 1..len(g)]",
                                          "[x % g[i] == 0 ? 0 : x for x in g]",
                                          "[x != 0 and g[i] % x == 0 ? 0 : x for x in g]",
                                          "[gcd(x, g[i]) > 1 ? 0 : x for x in g]",
                                          "[x <= g[i] ? 0 : x for x in g]",
                                          "[a == i or (g[a] > g[i] and a > i) ? 0 : g[a] for a in 1..len(g)]",
                                          "[a == i or (a == 2 and g[1] == 0) ? 0 : g[a] for a in 1..len(g)]",
                                          "g with { [i] = 0 }",
                                          "g with { [i] = 0, [len(g)] = g[2] > 0 ? g[len(g)] : 0 }",
                                          "g with { [i] = g[i] / 2 }",
                                          "g with { [i] = i == 1 ? 0 : min(g[1], g[i]) - g[1] }"};
    *d = (struct drawn){.cells = 5 + (unsigned)random_below(seed, OWN_CELLS - 4),
                        .moves = 1 + (unsigned)random_below(seed, 2),
                        .own = true};
    text_puts(out, "game r(g: row) {");
    for (unsigned i = 0; i < d->moves; i++) {
        text_add(out, "\n  move m%u(i in 1..len(g)) where g[i] > 0", i);
        if (random_below(seed, 2)) text_add(out, " and %s", PICK(seed, tests));
        text_add(out, " -> r(%s)", PICK(seed, results));
    }
    text_puts(out, "\n}\n");
}

static void write_rule(uint64_t *seed, struct drawn *d, struct text *out)
{
    if (random_below(seed, 4) == 0) {
        write_own_rule(seed, d, out);
        return;
    }
    *d = (struct drawn){.cells = 3 + (unsigned)random_below(seed, CELLS - 2),
                        .moves = 1 + (unsigned)random_below(seed, 2),
                        .counter = random_below(seed, 3) == 0,
                        .player = random_below(seed, 4) == 0,
                        .history = random_below(seed, 6) == 0,
                        .rises = random_below(seed, 3)};
    text_add(out, "game r(g: row%s%s%s) {", d->counter ? ", k" : "", d->player ? ", p" : "",
             d->history ? ", h: row" : "");
    for (unsigned i = 0; i < d->moves; i++) add_move(seed, d, i, out);
    text_puts(out, "\n}\n");
}

static size_t first_position(uint64_t *seed, const struct drawn *d, int64_t *numbers)
{
    size_t at = 0;
    numbers[at++] = d->cells;
    for (unsigned i = 0; i < d->cells; i++)
        numbers[at++] = d->rises ? 0 : (d->own ? 0 : 1) + (int64_t)random_below(seed, d->own ? 19 : 7);
    if (d->counter) numbers[at++] = (int64_t)random_below(seed, 3);
    if (d->player) numbers[at++] = 1;
    if (d->history) numbers[at++] = 2, numbers[at++] = 5, numbers[at++] = 0;
    return at;
}

/* ---- positions ------------------------------------------------------------------------------------------------------ */
struct node {
    int64_t numbers[NUMBERS];
    struct ground_mask state, raw; /* as it is searched, and as the rule has it */
    bool coded;
};
struct all {
    struct engine *e;
    int game;
    size_t numbers, count;
    bool failed;
    unsigned at; /* whose options are taken */
    struct node nodes[POSITIONS];
    struct plain_play plays[POSITIONS];
};

static unsigned node_of(struct all *a, const int64_t *numbers)
{
    for (size_t i = 0; i < a->count; i++)
        if (memcmp(a->nodes[i].numbers, numbers, a->numbers * sizeof *numbers) == 0) return (unsigned)i;
    if (a->count == POSITIONS) return a->failed = true, 0;
    struct node *n = &a->nodes[a->count];
    *n = (struct node){.coded = false};
    a->plays[a->count] = plain_play_new();
    memcpy(n->numbers, numbers, a->numbers * sizeof *numbers);
    return (unsigned)a->count++;
}

static enum status take_option(void *context, const struct component *components, size_t count)
{
    struct all *a = context;
    if (count != 1 || components[0].count != a->numbers || a->failed) return a->failed = true, ST_OK;
    unsigned to = node_of(a, components[0].cells);
    if (!plain_play_add(&a->plays[a->at], to)) a->failed = true;
    return ST_OK;
}

static struct component component_of(const struct all *a, unsigned node)
{
    return (struct component){a->game, (uint32_t)a->numbers, a->nodes[node].numbers};
}

static bool reach_all(struct all *a)
{
    for (a->at = 0; a->at < a->count && !a->failed; a->at++) {
        struct component c = component_of(a, a->at);
        if (options_written(a->e->env, &c, 1, take_option, a) != ST_OK) a->failed = true;
    }
    return !a->failed;
}

/* ---- boards ---------------------------------------------------------------------------------------------------------- */
struct tally {
    size_t rules, made, merged, owned, passed, positions, options, values, whole, wrong;
};

static void wrong(struct tally *t, const struct all *a, const char *rule, unsigned node, const char *what)
{
    if (t->wrong++ > 5) return;
    printf("# %s#   %s at", rule, what);
    for (size_t i = 0; i < a->numbers; i++) printf(" %d", (int)a->nodes[node].numbers[i]);
    printf("\n");
}

static bool is_same(const struct ground_mask *a, const struct ground_mask *b) { return memcmp(a, b, sizeof *a) == 0; }

/* Is each option in the list, and each of the list one? */
static bool same_options(const struct all *a, const struct ground *g, unsigned node)
{
    const struct node *n = &a->nodes[node];
    const struct plain_play *play = &a->plays[node];
    unsigned met = 0, listed[PLAIN_PLAY_OPTIONS] = {0};
    for (size_t i = 0; i < g->move_count; i++) {
        const struct ground_move *m = &g->moves[i];
        struct ground_mask to = {{0}};
        bool possible = true, found = false;
        for (size_t w = 0; w < GROUND_WORDS; w++) {
            possible = possible && (n->raw.words[w] & m->care.words[w]) == m->want.words[w];
            to.words[w] = (n->raw.words[w] & ~m->write.words[w]) | m->put.words[w];
        }
        for (unsigned k = 0; possible && k < play->count; k++)
            if (is_same(&to, &a->nodes[play->options[k]].raw)) listed[k] = 1, found = true;
        if (possible && !found) return false;
    }
    for (unsigned k = 0; k < play->count; k++) met += listed[k];
    return met == play->count;
}

static void code_all(struct tally *t, struct all *a, struct masks *m, const char *rule)
{
    const struct ground *g = &m->board;
    for (unsigned i = 0; i < a->count; i++) {
        struct node *n = &a->nodes[i];
        struct component c = component_of(a, i);
        int64_t others[NUMBERS];
        uint8_t codes[GROUND_CELLS];
        size_t count;
        n->coded = masks_code(m, &c, &n->state) && ground_read(&g->layout, c.cells, c.count, codes, others, &count);
        if (!n->coded) wrong(t, a, rule, i, "no code");
        for (size_t k = 0; n->coded && k < g->cells; k++) ground_put(g, &n->raw, k, codes[k]);
    }
}

static void try_board(struct tally *t, struct all *a, struct masks *m, const char *rule)
{
    code_all(t, a, m, rule);
    for (unsigned i = 0; i < a->count && !t->wrong; i++) {
        struct node *n = &a->nodes[i];
        uint64_t known;
        t->positions++;
        t->options += a->plays[i].count;
        if (!m->closing.ways && !same_options(a, &m->board, i))
            wrong(t, a, rule, i, "other options"); /* else placed.c */
        if (mask_search(m, &n->state, MASK_ANY, &known) != ST_OK) continue;
        t->values++;
        if (mask_value_of(known) != (uint64_t)plain_play_value(a->plays, i)) wrong(t, a, rule, i, "another value");
        for (int misere = 0; m->ends && misere < 2; misere++) {
            bool lost = false;
            uint64_t moves = 0;
            int right = plain_play_moves(a->plays, i, misere);
            bool fine = mask_whole_lost(m, misere, &n->state, &lost) == ST_OK && lost == (right % 2 == misere) &&
                        mask_whole_remoteness(m, misere, &n->state, &moves) == ST_OK && moves == (uint64_t)right;
            t->whole++;
            if (!fine) wrong(t, a, rule, i, misere ? "another misere play" : "another remoteness");
        }
    }
}

static void try_rule(struct tally *t, uint64_t seed)
{
    static struct all a;
    struct drawn d;
    struct text rule = {0};
    struct budget budget = {0};
    struct masks *m = NULL;
    int64_t first[NUMBERS] = {0};
    seed = hash_mix(seed);
    write_rule(&seed, &d, &rule);
    a.e = opened((struct engine_options){.text = text_c(&rule), .budget = &budget});
    a.count = 0, a.failed = false;
    a.game = a.e ? (int)a.e->env->model->game_count - 1 : -1;
    a.numbers = first_position(&seed, &d, first);
    node_of(&a, first);
    struct component c = component_of(&a, 0);
    if (a.e && reach_all(&a)) {
        t->rules++;
        if (masks_make(a.e->env, &c, 0, &m) == ST_OK && m && masks_are_listed(m)) {
            t->made++;
            t->merged += ground_merges(&m->board.layout);
            t->owned += m->board.layout.pieces[0].owns;
            for (size_t k = 0; k < m->board.layout.count; k++) t->passed += m->board.layout.pieces[k].passed > 0;
            try_board(t, &a, m, text_c(&rule));
        }
    }
    masks_free(m);
    engine_close(a.e);
    text_free(&rule);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 200;
    struct tally t = {0};
    for (uint64_t seed = first; seed < first + count; seed++) try_rule(&t, seed);
    bool many = t.rules > count / 3 && t.merged > count / 12 && t.owned > count / 20 && t.passed > count / 40 &&
                t.options > t.positions;
    printf("%s 1 - numbers that are one value: %zu rules, %zu boards, %zu with merged numbers, %zu with their own, %zu "
           "fields passed over, "
           "%zu "
           "positions, %zu options, %zu values, %zu as a whole, %zu wrong\n1..1\n",
           many && !t.wrong ? "ok" : "not ok", t.rules, t.made, t.merged, t.owned, t.passed, t.positions, t.options,
           t.values, t.whole, t.wrong);
    return !many || t.wrong;
}
