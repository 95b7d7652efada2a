/* SPDX-License-Identifier: MIT */
/* Random rules on a row, or a grid of one column, whose moves take windows and runs of cells: of every state of a
 * few cells who wins and how long play takes, in normal and in misère play, by searches that bring the parts of a
 * row into one order (mask_row.h), are those of going through the list of moves; and the state with its parts in
 * order has what the state has. usage: packed [FIRST_SEED [COUNT]]; prints TAP lines, and each rule with a state
 * that differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "engine/open/engine.h"
#include "opened.h"
#include "random_rule.h"
#include "solve/search/mask_parts.h"
#include "solve/search/mask_row.h"
#include "solve/search/mask_whole.h"

enum { CELLS = 11, STATES = 1 << 12, KEPT = 1 << 14 };

struct drawn {
    bool column;
    unsigned cells, values;
};

/* ---- rules
 * ----------------------------------------------------------------------------------------------------------- */
static void put_cell(const struct drawn *d, const char *i, unsigned plus, struct text *out)
{
    text_add(out, plus ? "[%s + %u%s]" : "[%s%.0u%s]", i, plus, d->column ? ", 1" : "");
}

/* Takes cells i, i + a, ...; what one of them holds may become 1 in place of 0. */
static void add_window(uint64_t *seed, const struct drawn *d, unsigned number, struct text *out)
{
    unsigned at = 0, last, count = 1 + (unsigned)random_below(seed, 3), places[3] = {0};
    for (unsigned k = 0; k < count; k++) places[k] = at, at += 1 + (random_below(seed, 3) == 0);
    last = places[count - 1];
    text_add(out, "\n  move m%u(i in 1..%s - %u) where ", number, d->column ? "rows(s)" : "len(s)", last);
    unsigned asked[3];
    for (unsigned k = 0; k < count; k++) {
        asked[k] = 1 + (unsigned)random_below(seed, d->values - 1);
        text_puts(out, k ? " and s" : "s");
        put_cell(d, "i", places[k], out);
        text_add(out, k && random_below(seed, 6) == 0 ? " < %u" : " == %u", asked[k]);
    }
    text_puts(out, " -> g(s with { ");
    for (unsigned k = 0; k < count; k++) {
        if (k && random_below(seed, 4) == 0) continue;
        text_puts(out, k ? ", " : "");
        put_cell(d, "i", places[k], out);
        text_add(out, " = %u", k ? 0 : (unsigned)random_below(seed, asked[k]));
    }
    text_puts(out, " })");
}

static void add_run(uint64_t *seed, const struct drawn *d, unsigned number, struct text *out)
{
    const char *size = d->column ? "rows(s)" : "len(s)";
    text_add(out, "\n  move m%u(i in 1..%s, j in 1..%s) where i + %u <= j and j <= i + 3 and all(s", number, size, size,
             (unsigned)random_below(seed, 2));
    put_cell(d, "k", 0, out);
    text_puts(out, " == 1 for k in i..j) -> g(s with { [i..j");
    text_puts(out, d->column ? ", 1] = 0 })" : "] = 0 })");
}

static void draw_rule(uint64_t *seed, struct drawn *d, struct text *out)
{
    unsigned moves = 1 + (unsigned)random_below(seed, 3);
    d->column = random_below(seed, 4) == 0;
    d->values = 2 + (random_below(seed, 3) == 0);
    d->cells = d->values == 3 ? 7 : 7 + (unsigned)random_below(seed, CELLS - 6);
    text_puts(out, d->column ? "game g(s: grid) {" : "game g(s: row) {");
    for (unsigned i = 0; i < moves; i++)
        if (random_below(seed, 4)) add_window(seed, d, i, out);
        else add_run(seed, d, i, out);
    text_puts(out, "\n}\n");
}

/* ---- by the list of moves
 * -------------------------------------------------------------------------------------------- */
/* How long play takes, in normal and in misère play: who wins is whether that is odd, or even in misère play. */
static struct {
    struct ground_mask state;
    unsigned moves[2];
    uint64_t rule;
} kept[KEPT];
static uint64_t now;

static size_t place_of(const struct ground_mask *s)
{
    uint64_t hash = 0;
    for (size_t w = 0; w < GROUND_WORDS; w++) hash = hash_mix(hash + s->words[w]);
    size_t i = hash % KEPT;
    while (kept[i].rule == now && memcmp(&kept[i].state, s, sizeof *s) != 0) i = (i + 1) % KEPT;
    return i;
}

static void play(const struct ground *g, const struct ground_mask *s, unsigned moves[2])
{
    unsigned win[2] = {0}, lose[2] = {0};
    bool any = false;
    size_t at = place_of(s);
    if (kept[at].rule == now) {
        memcpy(moves, kept[at].moves, sizeof kept[at].moves);
        return;
    }
    for (size_t i = 0; i < g->move_count; i++) {
        struct ground_mask to = {{0}};
        uint64_t off = 0;
        unsigned after[2];
        for (size_t w = 0; w < g->words; w++) {
            off |= (s->words[w] & g->moves[i].care.words[w]) ^ g->moves[i].want.words[w];
            to.words[w] = (s->words[w] & ~g->moves[i].write.words[w]) | g->moves[i].put.words[w];
        }
        if (off) continue;
        any = true;
        play(g, &to, after);
        for (int misere = 0; misere < 2; misere++) {
            bool lost = after[misere] % 2 == (unsigned)misere; /* for who is to move there */
            if (lost && (!win[misere] || after[misere] + 1 < win[misere])) win[misere] = after[misere] + 1;
            if (!lost && after[misere] + 1 > lose[misere]) lose[misere] = after[misere] + 1;
        }
    }
    for (int misere = 0; misere < 2; misere++) moves[misere] = !any ? 0 : win[misere] ? win[misere] : lose[misere];
    at = place_of(s);
    kept[at].state = *s;
    kept[at].rule = now;
    memcpy(kept[at].moves, moves, sizeof kept[at].moves);
}

/* ---- rules that are tried
 * -------------------------------------------------------------------------------------------- */
struct tally {
    size_t rules, made, states, other, values, wrong;
};

static void wrong(struct tally *t, const char *rule, const char *what, const int64_t *numbers, size_t count)
{
    if (t->wrong++ > 5) return;
    printf("# %s#   %s at", rule, what);
    for (size_t i = 0; i < count; i++) printf(" %d", (int)numbers[i]);
    printf("\n");
}

static void try_state(struct tally *t, struct masks *m, const int64_t *numbers, size_t count, const char *rule)
{
    struct component c = {m->game, (uint32_t)count, numbers};
    struct ground_mask state;
    unsigned right[2], packed[2];
    if (!masks_code(m, &c, &state)) return;
    struct ground_mask least = mask_row_least(m, &state), image = masks_least(m, &state);
    t->states++;
    t->other += memcmp(&least, &image, sizeof least) != 0;
    play(&m->ground, &state, right);
    play(&m->ground, &least, packed);
    if (memcmp(right, packed, sizeof right) != 0) wrong(t, rule, "other play", numbers, count);
    for (int misere = 0; m->ends && misere < 2 && t->states % 4 == 0; misere++) {
        bool lost;
        uint64_t moves;
        if (mask_whole_lost(m, misere, &state, &lost) != ST_OK || lost != (right[misere] % 2 == (unsigned)misere))
            wrong(t, rule, misere ? "another outcome in misere play" : "another outcome", numbers, count);
        if (mask_whole_remoteness(m, misere, &state, &moves) != ST_OK || moves != right[misere])
            wrong(t, rule, misere ? "another remoteness in misere play" : "another remoteness", numbers, count);
        t->values++;
    }
}

static void try_rule(struct tally *t, uint64_t seed)
{
    struct text rule = {0};
    struct drawn d;
    struct budget budget = {0};
    struct masks *m = NULL;
    int64_t numbers[CELLS + 2];
    seed = hash_mix(seed);
    draw_rule(&seed, &d, &rule);
    struct engine *e = opened((struct engine_options){.text = text_c(&rule), .budget = &budget});
    size_t count = 0, states = 1;
    if (d.column) numbers[count++] = d.cells, numbers[count++] = 1;
    else numbers[count++] = d.cells;
    size_t first = count;
    for (unsigned i = 0; i < d.cells; i++) numbers[count++] = 1, states *= d.values;
    struct component c = {e ? (int)e->env->model->game_count - 1 : -1, (uint32_t)count, numbers};
    now++;
    if (e) t->rules++;
    if (e && masks_make(e->env, &c, 0, &m) == ST_OK && m && masks_are_listed(m) && m->row_gap) {
        t->made++;
        for (size_t s = 0; s < states && s < STATES; s++) {
            for (size_t k = first, left = s; k < count; k++, left /= d.values) numbers[k] = (int64_t)(left % d.values);
            try_state(t, m, numbers, count, text_c(&rule));
        }
    }
    masks_free(m);
    engine_close(e);
    text_free(&rule);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 500;
    struct tally t = {0};
    for (uint64_t seed = first; seed < first + count; seed++) try_rule(&t, seed);
    bool many = t.rules > count / 2 && t.made > count / 4 && t.other > t.states / 8 && t.values > count;
    printf("%s 1 - rows with their parts in order: %zu rules, %zu made, %zu states, %zu of which become others, "
           "%zu values, %zu wrong\n1..1\n",
           many && !t.wrong ? "ok" : "not ok", t.rules, t.made, t.states, t.other, t.values, t.wrong);
    return !many || t.wrong;
}
