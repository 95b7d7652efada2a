/* SPDX-License-Identifier: MIT */
/* Random rules on a row or grid beside numbers: tokens that walk, push and jump, pebbles, counters, sets of bits. As a board of words (proof/ground) each
 * state has the options that the machine finds, by the list of moves and by their tree; orders take moves to moves; and the values by all
 * searches of masks, and who wins and how long play takes, in normal and in misere play, are those of going through all options.
 * usage: words [FIRST_SEED [COUNT]]; prints TAP lines, and each rule with a state that differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "engine/open/engine.h"
#include "opened.h"
#include "plain_play.h"
#include "play/options/options.h"
#include "random_rule.h"
#include "solve/search/mask_whole.h"
#include "solve/search/mask_ways.h"
#include "solve/search/move_apart.h"
#include "solve/search/move_reach.h"
#include "solve/search/move_tree.h"

enum { STATES = 3000, NUMBERS = 16, FEW = PLAIN_PLAY_OPTIONS, TRIED = 12, STARTS = 6, FIRST_TURN = 16, FORGETS = 3 };
#define PICK(seed, list) ((list)[random_below(seed, sizeof(list) / sizeof *(list))])

/* ---- rules ----------------------------------------------------------------------------------------------------------- */
/* The state is a row or grid b, the place x (and y) of a token, perhaps that of another one on a row, u, and a counter m. */
struct drawn {
    bool grid, second;
    unsigned rows, columns, most; /* a cell holds at most so much at the start */
    bool set;                     /* m is a set of eight bits */
};

static size_t numbers_of(uint64_t *seed, const struct drawn *d, int64_t *numbers)
{
    size_t count = 0;
    if (d->grid) numbers[count++] = d->rows;
    numbers[count++] = d->columns;
    for (unsigned i = 0; i < d->rows * d->columns; i++) numbers[count++] = (int64_t)random_below(seed, d->most + 1);
    if (d->grid) numbers[count++] = 1 + (int64_t)random_below(seed, d->rows);
    for (int i = 0; i <= d->second; i++) numbers[count++] = 1 + (int64_t)random_below(seed, d->columns);
    if (d->set) numbers[count++] = 255 - (1 << random_below(seed, 8));
    else numbers[count++] = (int64_t)random_below(seed, d->second ? 3 : 7);
    return count;
}

/* Of a move: generators, what must hold, and what b, the place and m become. N is how many places there are. */
struct form {
    const char *gens, *where, *board, *place, *count;
};

/* In a row a cell is [p], in a grid [p, y] or, `across`, [x, p]. In a row with two tokens `across` stands for the second one. */
static void put(const char *text, const struct drawn *d, bool across, struct text *out)
{
    if (d->second) {
        for (; *text; text++)
            text_puts(out, *text == 'N' ? "len(b)" : (char[]){*text == 'x' && across ? 'u' : *text, 0});
        return;
    }
    for (; *text; text++) {
        if (*text == 'N') text_puts(out, !d->grid ? "len(b)" : across ? "cols(b)" : "rows(b)");
        else if (*text == 'x' && across) text_putc(out, 'y');
        else if (*text == '[' && across) text_puts(out, "[x, ");
        else if (*text == ']' && d->grid && !across) text_puts(out, ", y]");
        else text_putc(out, *text);
    }
}

static void add_move(uint64_t *seed, const struct drawn *d, unsigned number, struct text *out)
{
    static const struct form forms[] = {
        {"i in 1..N", "b[i] == 1 and abs(i - x) == 1", "b with { [i] = 0 }", "i", "m"},
        {"i in 1..N", "b[i] > 0 and i != x and m > 0", "b with { [i] -= 1 }", "i", "m - 1"},
        {"i in 1..N", "b[i] > 0 and abs(i - x) < 3", "b with { [i] -= 1 }", "i", "m"},
        {"s in {-1, 1}", "x + s in 1..N and b[x + s] > 0 and m > 0", "b with { [x + s] -= 1 }", "x + s", "m - 1"},
        {"s in {-1, 1}", "x + s in 1..N and x + 2 * s in 1..N and b[x + s] > 0 and m > 0",
         "b with { [x + s] = 0, [x + 2 * s] = b[x + s] }", "x + s", "m - 1"},
        {"i in 1..N, j in 1..N", "abs(i - j) == 1 and b[i] >= 2", "b with { [i] -= 2, [j] += 1 }", "x", "m"},
        {"i in 1..N", "b[i] >= 2 and b[i] > b[x]", "b with { [i] -= 2 }", "x", "m + 1"},
        {"k in 1..m", "b[x] < k and k < 4", "b", "x", "m - k"},
        {"", "b[x] != 0", "b with { [x] = 0 }", "x % N + 1", "m"},
        {"i in 1..N", "m > 1", "b with { [i] = 1 }", "i", "m - 2"},
        {"", "m > 0 and any(b[i] == 2 for i in 1..N)", "b with { [x] = m % 3 }", "N - x + 1", "m - 1"},
        {"i in 1..N", "b[i] == 3 - min(m, 2)", "b with { [i] = 0 }", "x", "m"},
    };
    static const struct form of_sets[] = {
        {"i in 0..7", "bit(m, i) == 1 and i % N + 1 != x", "b", "i % N + 1", "m - pow(2, i)"},
        {"i in 1..N", "odd(m / pow(2, i)) and b[i] > 0", "b with { [i] -= 1 }", "i", "m - pow(2, i)"},
        {"i in 0..6", "m / pow(2, i) % 4 == 2", "b", "x", "m - pow(2, i)"},
        {"i in 1..N", "m > 99 and bit(m, x) == 1", "b with { [i] = bit(m, i) }", "x", "m - pow(2, x)"},
        {"i in 1..N", "b[i] > 0 and bit(m, i) == 0", "b with { [i] -= 1 }", "i", "m + pow(2, i)"},
    };
    const struct form *f = d->set ? &PICK(seed, of_sets) : &PICK(seed, forms);
    bool across = (d->grid || d->second) && random_below(seed, 2) == 0;
    text_add(out, "\n  move m%u", number);
    if (f->gens[0]) text_putc(out, '('), put(f->gens, d, across, out), text_putc(out, ')');
    text_puts(out, " where ");
    put(f->where, d, across, out);
    text_puts(out, " -> g(");
    put(f->board, d, across, out);
    text_puts(out, across ? ", x, " : ", ");
    put(f->place, d, across, out);
    text_add(out, d->grid && !across ? ", y, %s)" : d->second && !across ? ", u, %s)" : ", %s)", f->count);
}

static void draw_rule(uint64_t *seed, struct drawn *d, struct text *out)
{
    d->grid = random_below(seed, 2);
    d->rows = d->grid ? 2 : 1;
    d->columns = d->grid ? 2 + (unsigned)random_below(seed, 2) : 3 + (unsigned)random_below(seed, 4);
    d->most = 1 + (unsigned)random_below(seed, d->grid ? 2 : 4);
    d->second = !d->grid && random_below(seed, 2);
    if (d->second) d->columns += 1, d->most = 1;
    text_puts(out, d->grid     ? "game g(b: grid, x, y, m) {"
                   : d->second ? "game g(b: row, x, u, m) {"
                               : "game g(b: row, x, m) {");
    d->set = !d->second && random_below(seed, 2) == 0;
    unsigned moves = 1 + (unsigned)random_below(seed, 3) + d->second;
    for (unsigned i = 0; i < moves; i++) add_move(seed, d, i, out);
    text_puts(out, "\n}\n");
}

/* ---- all that is reached --------------------------------------------------------------------------------------------- */
struct state {
    int64_t numbers[NUMBERS];
    bool coded;
    struct ground_mask code;
};
struct all {
    struct engine *e;
    int game;
    size_t numbers; /* of a state */
    struct state states[STATES];
    struct plain_play plays[STATES]; /* value -2: it is asked about */
    unsigned count, at;              /* the state whose options are listed */
    bool failed, cycles;
};

static unsigned number_state(struct all *a, const int64_t *numbers)
{
    unsigned i = 0;
    while (i < a->count && memcmp(a->states[i].numbers, numbers, a->numbers * sizeof *numbers) != 0) i++;
    if (i < a->count) return i;
    if (a->count == STATES) return a->failed = true, 0;
    struct state *s = &a->states[a->count];
    *s = (struct state){.coded = false};
    a->plays[a->count++] = plain_play_new();
    memcpy(s->numbers, numbers, a->numbers * sizeof *numbers);
    return i;
}

static enum status take_option(void *context, const struct component *components, size_t count)
{
    struct all *a = context;
    if (count != 1 || components[0].count != a->numbers) return a->failed = true, ST_OK;
    unsigned to = number_state(a, components[0].cells);
    if (!plain_play_add(&a->plays[a->at], to)) a->failed = true;
    return ST_OK;
}

static struct component component_of(struct all *a, unsigned state)
{
    return (struct component){a->game, (uint32_t)a->numbers, a->states[state].numbers};
}

static bool reach_all(struct all *a)
{
    for (a->at = 0; a->at < a->count && !a->failed; a->at++) {
        struct component c = component_of(a, a->at);
        if (options_written(a->e->env, &c, 1, take_option, a) != ST_OK) return false;
    }
    return !a->failed;
}

/* Rules may lead back. */
static int value_of(struct all *a, unsigned state)
{
    struct plain_play *s = &a->plays[state];
    uint64_t met = 0;
    a->cycles |= s->value == -2;
    if (s->value != -1) return s->value < 0 ? 0 : s->value;
    s->value = -2;
    for (unsigned i = 0; i < s->count; i++) met |= UINT64_C(1) << value_of(a, s->options[i]);
    return s->value = __builtin_ctzll(~met);
}

/* ---- boards of words --------------------------------------------------------------------------------------------------- */
struct tally {
    size_t rules, made, digits, capped, wide, by_cell, ordered, states, values, whole, cleared, apart, wrong;
};

static void wrong(struct tally *t, struct all *a, const char *rule, unsigned state, const char *what)
{
    if (t->wrong++ > 5) return;
    printf("# %s#   %s at", rule, what);
    for (size_t i = 0; i < a->numbers; i++) printf(" %d", (int)a->states[state].numbers[i]);
    printf("\n");
}

static int compare_masks(const void *a, const void *b) { return memcmp(a, b, sizeof(struct ground_mask)); }

static size_t distinct(struct ground_mask *masks, size_t count)
{
    size_t left = 0;
    qsort(masks, count, sizeof *masks, compare_masks);
    for (size_t i = 0; i < count; i++)
        if (!i || compare_masks(&masks[i], &masks[left - 1]) != 0) masks[left++] = masks[i];
    return left;
}

/* By the list; how many moves are possible. */
static size_t by_list(const struct ground *g, const struct ground_mask *from, struct ground_mask *to)
{
    size_t count = 0;
    for (size_t i = 0; i < g->move_count; i++) {
        const struct ground_move *m = &g->moves[i];
        bool fits = true;
        struct ground_mask next = {{0}};
        for (size_t w = 0; w < GROUND_WORDS; w++) {
            fits = fits && (from->words[w] & m->care.words[w]) == m->want.words[w];
            next.words[w] = (from->words[w] & ~m->write.words[w]) | m->put.words[w];
        }
        if (fits && count < FEW) to[count++] = next;
    }
    return count;
}

static bool same_lists(const struct ground_mask *a, size_t count, const struct ground_mask *b, size_t other)
{
    return count == other && (!count || memcmp(a, b, count * sizeof *a) == 0);
}

static bool same_options(struct all *a, const struct masks *m, unsigned state)
{
    const struct state *s = &a->states[state];
    const struct plain_play *play = &a->plays[state];
    struct ground_mask list[FEW], tree[8 * FEW], machine[FEW];
    const size_t stride = sizeof *tree / sizeof(uint64_t);
    size_t count = by_list(&m->ground, &s->code, list), expected = 0;
    memset(tree, 0, sizeof tree);
    if (move_tree_most(m->tree) > 8 * FEW) return true;
    bool fine = move_tree_count(m->tree, s->code.words) == count &&
                move_tree_options(m->tree, s->code.words, tree[0].words, stride) == count;
    for (unsigned i = 0; i < play->count; i++) {
        const struct state *to = &a->states[play->options[i]];
        fine = fine && to->coded;
        machine[expected++] = to->code;
    }
    size_t listed = distinct(list, count), found = distinct(tree, count);
    return fine && same_lists(list, listed, tree, found) &&
           same_lists(list, listed, machine, distinct(machine, expected));
}

/* Are the images of the options those of the image? */
static bool has_images(const struct ground *g, const struct ground_mask *from)
{
    bool fine = true;
    for (size_t k = 0; k < g->order_count && fine; k++) {
        struct ground_mask options[FEW + 1], images[FEW], of_image[FEW];
        size_t count = by_list(g, from, options);
        options[count] = *from;
        for (size_t i = 0; i <= count; i++) {
            struct ground_mask image = {{0}};
            for (size_t c = 0; c < g->cells; c++)
                if (ground_has(&options[i], c)) ground_add(&image, g->orders[k][c]);
            if (i < count) images[i] = image;
            else options[i] = image;
        }
        size_t other = by_list(g, &options[count], of_image);
        fine = same_lists(images, distinct(images, count), of_image, distinct(of_image, other));
    }
    return fine;
}

/* Who wins, and how long play takes, in a table of so many entries (0: any number). */
static void try_whole(struct tally *t, struct all *a, struct masks *m, unsigned state, bool misere, uint64_t entries,
                      const char *rule)
{
    const struct state *s = &a->states[state];
    bool lost = false;
    uint64_t moves = 0;
    int right = plain_play_moves(a->plays, state, misere);
    mask_memo_free(&m->whole[misere]);
    m->whole[misere].most = entries;
    if (mask_whole_lost(m, misere, &s->code, &lost) != ST_OK || lost != (right % 2 == (int)misere))
        wrong(t, a, rule, state, misere ? "another outcome in misere play" : "another outcome");
    if (mask_whole_remoteness(m, misere, &s->code, &moves) != ST_OK || moves != (uint64_t)right)
        wrong(t, a, rule, state, misere ? "another remoteness in misere play" : "another remoteness");
}

/* By each of the searches, beginning with nothing known. */
static void try_values(struct tally *t, struct all *a, struct masks *m, unsigned state, const char *rule)
{
    const struct state *s = &a->states[state];
    for (int way = 0; way < 3; way++) {
        uint64_t known = 0;
        bool done = true;
        mask_memo_free(&m->memo);
        m->first_turn = way ? 0 : FIRST_TURN;
        enum status st = way == 2 ? mask_exact_parts(m, &s->code, UINT64_MAX, &done) : ST_OK;
        if (st == ST_OK) st = mask_search(m, &s->code, MASK_ANY, &known);
        if (st != ST_OK || !done || mask_value_of(known) != (uint64_t)value_of(a, state))
            wrong(t, a, rule, state, way == 2 ? "another exact value" : "another value");
        t->values++;
    }
    if (!m->ends) return;
    t->whole++;
    for (int play = 0; play < 4; play++) try_whole(t, a, m, state, play & 1, play & 2 ? FORGETS : 0, rule);
}

static void try_words(struct tally *t, struct all *a, struct masks *m, const char *rule)
{
    const struct ground *g = &m->ground;
    bool wide = false, by_cell = false;
    for (size_t k = 0; k < g->layout.count; k++) {
        by_cell |= g->layout.pieces[k].by_cell;
        t->digits += g->layout.pieces[k].bits;
        wide |= !g->layout.pieces[k].by_cell && g->layout.pieces[k].value_count > 4;
    }
    t->made++;
    t->capped += g->layout.most < INT64_MAX;
    t->wide += wide;
    t->by_cell += by_cell;
    t->ordered += g->order_count > 0;
    for (unsigned i = 0; i < a->count; i++) {
        struct component c = component_of(a, i);
        a->states[i].coded = masks_code(m, &c, &a->states[i].code);
    }
    if (!a->states[0].coded) wrong(t, a, rule, 0, "no code");
    for (unsigned i = 0; i < a->count; i++) {
        if (!a->states[i].coded) continue;
        struct ground_mask clear = a->states[i].code;
        struct ground_mask parts[MOVE_APART_MOST];
        t->apart += m->families && move_apart_split(m->families, &clear, parts) > 1;
        t->cleared += m->reach && move_reach_clear(m->reach, clear.words);
        t->states++;
        if (!same_options(a, m, i)) wrong(t, a, rule, i, "other options");
        if (!has_images(g, &a->states[i].code)) wrong(t, a, rule, i, "no image");
    }
    for (unsigned i = 0; i < a->count && !a->cycles; i++)
        if (a->states[i].coded) value_of(a, i); /* the options of those are coded too */
    if (m->ends && a->cycles) wrong(t, a, rule, 0, "a cycle");
    for (unsigned i = 0; i < a->count && !a->cycles; i += 1 + a->count / TRIED)
        if (a->states[i].coded) try_values(t, a, m, i, rule);
}

static void try_rule(struct tally *t, uint64_t seed)
{
    static struct all a;
    struct text rule = {0};
    struct drawn d;
    struct budget budget = {0};
    struct masks *m = NULL;
    int64_t numbers[NUMBERS];
    seed = hash_mix(seed);
    draw_rule(&seed, &d, &rule);
    a.e = opened((struct engine_options){.text = text_c(&rule), .budget = &budget});
    a.game = a.e ? (int)a.e->env->model->game_count - 1 : -1;
    a.count = 0;
    a.failed = a.cycles = false;
    for (int i = 0; i < STARTS; i++) {
        a.numbers = numbers_of(&seed, &d, numbers);
        number_state(&a, numbers);
    }
    bool fine = a.e && reach_all(&a);
    t->rules += fine;
    struct component first = component_of(&a, 0);
    if (fine && masks_make_words(a.e->env, &first, 1 << 22, &m) == ST_OK && m) try_words(t, &a, m, text_c(&rule));
    masks_free(m);
    engine_close(a.e);
    text_free(&rule);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 200;
    struct tally t = {0};
    for (uint64_t seed = first; seed < first + count; seed++) try_rule(&t, seed);
    bool many = t.rules > count / 4 && t.made > count / 8 && t.digits > count / 40 && t.capped && t.wide &&
                t.by_cell > count / 10 && t.ordered && t.values && t.whole && t.cleared > count && t.apart > count / 2;
    printf("%s 1 - boards of words: %zu rules, %zu made, %zu with binary digits, %zu capped by the total, %zu with "
           "wide words, %zu with a cell "
           "for each value, %zu with orders, %zu states, %zu of which clear something and %zu fall apart, %zu values, "
           "%zu as a whole, %zu wrong\n1..1\n",
           many && !t.wrong ? "ok" : "not ok", t.rules, t.made, t.digits, t.capped, t.wide, t.by_cell, t.ordered,
           t.states, t.cleared, t.apart, t.values, t.whole, t.wrong);
    return !many || t.wrong;
}
