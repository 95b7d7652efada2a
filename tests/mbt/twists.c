/* SPDX-License-Identifier: MIT */
/* Random rules on a row or grid of three or four values whose moves are taken to moves by an image together with a permutation of values
 * (toads and frogs). Of every state of a few cells the value that is searched as masks, and who wins in misère play, must follow from
 * all options; mostly the twist must be found. Where pieces move and none is taken off, the board is one of words, which has no
 * twists (never_apart.h); there must be many of both.
 * usage: twists [FIRST_SEED [COUNT]]; prints TAP lines, and each rule with a state that differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "engine/open/engine.h"
#include "opened.h"
#include "play/options/options.h"
#include "random_rule.h"
#include "solve/search/mask_ways.h"
#include "solve/search/mask_whole.h"

enum { STATES = 1024, CELLS = 6, MOVES = 2, MOST_OPTIONS = 64, ASKED = 3 };
struct shape_of_rule {
    unsigned rows, columns, values, states;
    uint32_t image;
    unsigned to[4]; /* of each value */
};
/* What a move asks at the cells with these distances from its own, and what it writes to the first two. */
struct drawn_move {
    int down[ASKED], right[ASKED];
    unsigned asks[ASKED], puts[2], asked;
};

static void draw_shape(uint64_t *seed, struct shape_of_rule *r)
{
    static const unsigned sizes[][2] = {{1, 4}, {1, 5}, {1, 6}, {2, 2}, {2, 3}, {3, 2}};
    static const uint32_t images[] = {MIRROR_ROWS, MIRROR_COLUMNS, MIRROR_ROWS | MIRROR_COLUMNS, MIRROR_TURN};
    static const unsigned orders[][4] = {{0, 2, 1, 3}, {0, 3, 2, 1}, {0, 1, 3, 2}};
    size_t pick = (size_t)random_below(seed, 6);
    r->rows = sizes[pick][0], r->columns = sizes[pick][1];
    r->values = r->rows * r->columns < 5 ? 3 + (unsigned)random_below(seed, 2) : 3;
    r->image = r->rows == 1 ? MIRROR_COLUMNS : images[random_below(seed, r->rows == r->columns ? 4 : 3)];
    memcpy(r->to, orders[random_below(seed, r->values == 4 ? 3 : 1)], sizeof r->to);
    r->states = 1;
    for (unsigned i = 0; i < r->rows * r->columns; i++) r->states *= r->values;
}

/* A piece is taken, or one of a kind goes forward, others the way that its image goes: play ends. */
static struct drawn_move draw_move(uint64_t *seed, const struct shape_of_rule *r)
{
    struct drawn_move m = {.asked = 2 + (unsigned)(random_below(seed, 3) == 0)};
    do {
        for (unsigned k = 1; k < ASKED; k++) {
            m.down[k] = r->rows > 1 ? (int)random_below(seed, 3) - 1 : 0;
            m.right[k] = (int)random_below(seed, 5) - 2;
        }
    } while ((!m.down[1] && !m.right[1]) || (m.down[1] == m.down[2] && m.right[1] == m.right[2]) ||
             (!m.down[2] && !m.right[2]));
    for (unsigned k = 0; k < ASKED; k++) m.asks[k] = (unsigned)random_below(seed, r->values);
    if (random_below(seed, 2)) { /* value 1 goes on */
        m.asks[0] = 1, m.asks[1] = 0;
        m.puts[0] = 0, m.puts[1] = 1;
        if (m.down[1] < 0 || (!m.down[1] && m.right[1] < 0)) m.down[1] = -m.down[1], m.right[1] = -m.right[1];
        if (m.down[1] == m.down[2] && m.right[1] == m.right[2]) m.asked = 2;
        return m;
    }
    m.asks[0] = 1 + (unsigned)random_below(seed, r->values - 1);
    m.puts[0] = 0;
    m.puts[1] = m.asks[1] ? (unsigned)random_below(seed, r->values) : 0;
    return m;
}

static struct drawn_move image_of_move(const struct shape_of_rule *r, const struct drawn_move *m)
{
    struct drawn_move out = *m;
    for (unsigned k = 0; k < ASKED; k++) {
        if (r->image == MIRROR_TURN) out.down[k] = m->right[k], out.right[k] = m->down[k];
        if (r->image & MIRROR_ROWS) out.down[k] = -m->down[k];
        if (r->image & MIRROR_COLUMNS) out.right[k] = -m->right[k];
        out.asks[k] = r->to[m->asks[k]];
    }
    for (unsigned k = 0; k < 2; k++) out.puts[k] = r->to[m->puts[k]];
    return out;
}

static void write_move(const struct shape_of_rule *r, const struct drawn_move *m, unsigned number, struct text *out)
{
    bool row = r->rows == 1;
    text_add(out, "\n move m%u(i in 1..%u, j in 1..%u) where true", number, r->rows, r->columns);
    for (unsigned k = 0; k < m->asked; k++) {
        text_add(out, " and i + %d >= 1 and i + %d <= %u and j + %d >= 1 and j + %d <= %u", m->down[k], m->down[k],
                 r->rows, m->right[k], m->right[k], r->columns);
        if (row) text_add(out, " and b[j + %d] == %u", m->right[k], m->asks[k]);
        else text_add(out, " and b[i + %d, j + %d] == %u", m->down[k], m->right[k], m->asks[k]);
    }
    if (row) text_add(out, " -> r(b with { [j] = %u, [j + %d] = %u })", m->puts[0], m->right[1], m->puts[1]);
    else
        text_add(out, " -> r(b with { [i, j] = %u, [i + %d, j + %d] = %u })", m->puts[0], m->down[1], m->right[1],
                 m->puts[1]);
}

static void write_rule(uint64_t *seed, const struct shape_of_rule *r, struct text *out)
{
    text_add(out, "game r(b: %s) {", r->rows == 1 ? "row" : "grid");
    unsigned count = 1 + (unsigned)random_below(seed, MOVES);
    for (unsigned i = 0; i < count; i++) {
        struct drawn_move m = draw_move(seed, r), image = image_of_move(r, &m);
        write_move(r, &m, 2 * i, out);
        if (random_below(seed, 8)) write_move(r, &image, 2 * i + 1, out); /* else there is no twist, mostly */
    }
    text_puts(out, "\n}\n");
}

/* ---- states ---------------------------------------------------------------------------------------------------------- */
static struct component component_of(const struct shape_of_rule *r, int game, unsigned state, int64_t *numbers)
{
    size_t at = 0;
    if (r->rows > 1) numbers[at++] = r->rows;
    numbers[at++] = r->columns;
    for (unsigned i = 0; i < r->rows * r->columns; i++, state /= r->values) numbers[at++] = state % r->values;
    return (struct component){game, (uint32_t)at, numbers};
}

struct all {
    struct shape_of_rule r;
    unsigned count[STATES], options[STATES][MOST_OPTIONS];
    unsigned at; /* whose options are being listed */
    bool failed;
    int values[STATES], lost[STATES];
};

static enum status take_option(void *context, const struct component *components, size_t count)
{
    struct all *a = context;
    unsigned state = 0, cells = a->r.rows * a->r.columns;
    a->failed |= count != 1 || a->count[a->at] == MOST_OPTIONS;
    if (a->failed) return ST_OK;
    const int64_t *held = components[0].cells + components[0].count - cells;
    for (unsigned i = cells; i-- > 0;) state = state * a->r.values + (unsigned)held[i];
    a->options[a->at][a->count[a->at]++] = state;
    return ST_OK;
}

static int value_of(struct all *a, unsigned state)
{
    uint64_t met = 0;
    if (a->values[state] >= 0) return a->values[state];
    for (unsigned i = 0; i < a->count[state]; i++) met |= UINT64_C(1) << value_of(a, a->options[state][i]);
    return a->values[state] = __builtin_ctzll(~met);
}

/* In misère play. */
static int is_lost(struct all *a, unsigned state)
{
    int lost = a->count[state] > 0;
    if (a->lost[state] >= 0) return a->lost[state];
    for (unsigned i = 0; lost && i < a->count[state]; i++) lost = !is_lost(a, a->options[state][i]);
    return a->lost[state] = lost;
}

struct tally {
    size_t rules, made, twisted, words, values, misere, wrong;
};

static void try_state(struct tally *t, struct all *a, struct masks *m, int game, unsigned s, const char *rule)
{
    int64_t numbers[CELLS + 2];
    struct component c = component_of(&a->r, game, s, numbers);
    struct ground_mask state;
    uint64_t known;
    bool lost;
    if (!masks_code(m, &c, &state)) return;
    bool fine = mask_search(m, &state, MASK_ANY, &known) == ST_OK && mask_value_of(known) == (uint64_t)value_of(a, s);
    t->values++;
    if (fine && m->ends && !m->strips) {
        fine = mask_whole_lost(m, true, &state, &lost) == ST_OK && lost == is_lost(a, s);
        t->misere++;
    }
    if (!fine && t->wrong++ < 5) {
        printf("# %s# at", rule);
        for (uint32_t i = 0; i < c.count; i++) printf(" %d", (int)numbers[i]);
        printf("\n");
    }
}

static void try_rule(struct tally *t, uint64_t seed)
{
    static struct all a;
    struct text rule = {0};
    struct budget budget = {0};
    int64_t numbers[CELLS + 2];
    struct masks *m = NULL;
    seed = hash_mix(seed);
    draw_shape(&seed, &a.r);
    write_rule(&seed, &a.r, &rule);
    struct engine *e = opened((struct engine_options){.text = text_c(&rule), .budget = &budget});
    int game = e ? (int)e->env->model->game_count - 1 : -1;
    a.failed = !e;
    for (a.at = 0; !a.failed && a.at < a.r.states; a.at++) {
        struct component c = component_of(&a.r, game, a.at, numbers);
        a.count[a.at] = 0;
        a.values[a.at] = a.lost[a.at] = -1;
        a.failed |= options_written(e->env, &c, 1, take_option, &a) != ST_OK;
    }
    t->rules += !a.failed;
    struct component start = component_of(&a.r, game, a.r.states * 5 / 9, numbers);
    if (!a.failed && masks_make(e->env, &start, 0, &m) == ST_OK && m) {
        t->made++;
        t->twisted += m->board.twist_count > 0;
        t->words += m->tree != NULL;
        for (unsigned s = 0; s < a.r.states; s++) try_state(t, &a, m, game, s, text_c(&rule));
    }
    masks_free(m);
    engine_close(e);
    text_free(&rule);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 200;
    struct tally t = {0};
    for (uint64_t seed = first; seed < first + count; seed++) try_rule(&t, seed);
    bool many = t.made > count / 2 && 2 * t.twisted > t.made - t.words && t.words > count / 8;
    many = many && t.values > 50 * count && t.misere > t.values / 2;
    printf(
        "%s 1 - images with values exchanged: %zu rules, %zu made, %zu with twists, %zu of words, %zu values, %zu in "
        "misère play, %zu wrong\n1..1\n",
        many && !t.wrong ? "ok" : "not ok", t.rules, t.made, t.twisted, t.words, t.values, t.misere, t.wrong);
    return !many || t.wrong;
}
