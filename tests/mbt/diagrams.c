/* SPDX-License-Identifier: MIT */
/* Random rules on rows with arrows beside them and on grids, with conditions on what is connected, on numbers of cells and on
 * boards after a move, and with moves after which something falls, as the rule says it in many ways, or nearly does: on every board of a few cells the options of a board of diagrams (solve/search/diagram_board.h) must be those
 * that the machine finds, and a state and its least image must have the same options up to images (so, by induction, the same value).
 * usage: diagrams [FIRST_SEED [COUNT]]; prints TAP lines, and each rule with a board that differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "diagram_rules.h"
#include "engine/open/engine.h"
#include "engine/open/position.h"
#include "opened.h"
#include "play/options/options.h"
#include "random_rule.h"
#include "solve/bits/bit_table.h"
#include "solve/bits/bit_values.h"
#include "solve/search/diagram_bits.h"
#include "solve/search/diagram_board.h"
#include "solve/search/diagram_law.h"

enum { BOARDS_MOST = 1024, OPTIONS_MOST = 256, NONE = BOARDS_MOST };
struct tally {
    size_t rules, made, images, ending, falling, boards, tables, sets, lawful, wrong;
};

/* Sizes, arrows and the first cells, as a word with %s for the cells. */
struct boards {
    bool grid;
    uint32_t rows, columns, values, count;
    char arrows[400];
    int64_t cells[BOARDS_MOST][8];
    struct diagram_state states[BOARDS_MOST];
    bool coded[BOARDS_MOST];
};

static void draw_boards(uint64_t *seed, struct boards *b, bool grid, unsigned colours)
{
    static const uint32_t sizes[][2] = {{2, 3}, {2, 2}, {1, 5}, {3, 2}};
    size_t at = 0, pick = random_below(seed, 4), shape = random_below(seed, 3);
    b->grid = grid;
    b->rows = grid ? sizes[pick][0] : 1;
    b->columns = grid ? sizes[pick][1] : 4 + (uint32_t)random_below(seed, colours > 2 ? 2 : 3);
    b->values = colours + 1;
    uint32_t n = b->columns, cells = b->rows * n;
    b->count = 1;
    for (uint32_t i = 0; i < cells && b->count * b->values <= BOARDS_MOST; i++) b->count *= b->values;
    for (uint32_t i = 0; i < b->count; i++)
        for (uint32_t k = 0, left = i; k < cells; k++, left /= b->values) b->cells[i][k] = left % b->values;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++) {
            bool ring = k == (i + 1) % n, line = k == i + 1, drawn = random_below(seed, 3) == 0;
            bool arrow = shape == 0 ? ring : shape == 1 ? line : drawn;
            at += (size_t)sprintf(b->arrows + at, "%s%d%s", k ? ", " : i ? ", [" : "[[", arrow, k + 1 < n ? "" : "]");
        }
    sprintf(b->arrows + at, "]");
}

static const char *word_of(const struct boards *b, const int64_t *cells)
{
    static char word[800];
    size_t at = (size_t)sprintf(word, b->grid ? "[" : "");
    for (uint32_t r = 0; r < b->rows; r++)
        for (uint32_t c = 0; c < b->columns; c++)
            at += (size_t)sprintf(word + at, "%s%d%s",
                                  c   ? ", "
                                  : r ? ", ["
                                      : "[",
                                  (int)cells[r * b->columns + c], c + 1 < b->columns ? "" : "]");
    if (b->grid) sprintf(word + at, "]");
    else sprintf(word + at, ", %s", b->arrows);
    return word;
}

/* ---- options -------------------------------------------------------------------------------------------------------- */
struct found {
    const struct boards *boards;
    struct diagram_board *by;
    uint32_t count, options[OPTIONS_MOST];
    bool wrong; /* a least image of an option is another one */
};

static uint32_t index_of(const struct boards *b, const struct diagram_state *s)
{
    for (uint32_t i = 0; i < b->count; i++)
        if (b->coded[i] && b->states[i].low == s->low && b->states[i].high == s->high) return i;
    return NONE;
}

static void add_option(struct found *f, uint32_t option)
{
    uint32_t at = 0;
    while (at < f->count && f->options[at] < option) at++;
    if (at < f->count && f->options[at] == option) return;
    if (f->count == OPTIONS_MOST) return;
    memmove(&f->options[at + 1], &f->options[at], (f->count - at) * sizeof *f->options);
    f->options[at] = option;
    f->count++;
}

static enum status take_option(void *context, const struct component *components, size_t count)
{
    struct found *f = context;
    struct diagram_state state;
    bool coded = count == 1 && diagram_board_code(f->by, &components[0], &state);
    add_option(f, coded ? index_of(f->boards, &state) : NONE);
    return ST_OK;
}

/* The least image of an option, which must be that of where its move leads; NULL: it is not, or has other room. */
static const struct diagram_state *least_option(struct diagram_board *by, size_t at)
{
    static struct diagram_state option;
    uint32_t room;
    struct diagram_state after = diagram_board_after(by, at), least = diagram_board_least(by, &after);
    option = diagram_board_least_after(by, at, &room);
    return option.low == least.low && option.high == least.high && room == diagram_board_room(by, &after) ? &option
                                                                                                          : NULL;
}

static void options_by_diagrams(struct found *f, const struct diagram_state *state, bool least)
{
    f->count = 0;
    diagram_board_open(f->by, state);
    for (size_t at = 0; diagram_board_next(f->by, &at); at++) {
        struct diagram_state after = diagram_board_after(f->by, at);
        const struct diagram_state *option = least ? least_option(f->by, at) : &after;
        if (option) add_option(f, index_of(f->boards, option));
        else f->wrong = true;
    }
}

static uint32_t moves_of(struct diagram_board *by, const struct diagram_state *state)
{
    uint32_t count = 0;
    diagram_board_open(by, state);
    for (size_t at = 0; diagram_board_next(by, &at); at++) count++;
    return count;
}

/* By their numbers. */
static void note_moves(struct diagram_board *by, bool *able)
{
    memset(able, 0, OPTIONS_MOST);
    for (size_t at = 0; diagram_board_next(by, &at); at++) able[by->moves[at].number % OPTIONS_MOST] = true;
}

/* Of those that were possible before, if there is a law. */
static uint32_t replies_of(struct diagram_board *by, const struct diagram_state *state, const bool *before)
{
    static bool able[OPTIONS_MOST];
    uint32_t count = 0;
    if (!by->lawful) return moves_of(by, state);
    diagram_board_open(by, state);
    note_moves(by, able);
    for (size_t i = 0; i < OPTIONS_MOST; i++) count += able[i] && before[i];
    return count;
}

/* The moves after each option, counted from the state itself, are those that are there when the option is opened. */
static bool are_replies_right(struct diagram_board *by, const struct diagram_state *state)
{
    static struct diagram_state after[OPTIONS_MOST];
    static uint32_t replies[OPTIONS_MOST];
    static bool before[OPTIONS_MOST];
    size_t count = 0;
    bool right = true;
    diagram_board_open(by, state);
    note_moves(by, before);
    for (size_t at = 0; diagram_board_next(by, &at) && count < OPTIONS_MOST; at++) {
        after[count] = diagram_board_after(by, at);
        replies[count++] = diagram_board_replies(by, at);
    }
    for (size_t at = 0, i = 0; right && i < count && diagram_board_next(by, &at); at++, i++)
        right = diagram_board_replies(by, at) == replies[i]; /* nothing was left changed */
    for (size_t i = 0; right && i < count; i++) right = replies_of(by, &after[i], before) == replies[i];
    return right;
}

static bool same_options(const struct found *a, const struct found *b)
{
    return a->count == b->count && memcmp(a->options, b->options, a->count * sizeof *a->options) == 0;
}

static bool is_right(struct engine *e, const struct component *c, struct boards *b, struct diagram_board *by,
                     uint32_t i)
{
    struct found machine = {.boards = b, .by = by}, diagrams = machine, image = machine, own = machine;
    struct diagram_state least = diagram_board_least(by, &b->states[i]);
    if (options_written(e->env, c, 1, take_option, &machine) != ST_OK) return true; /* it fails there, reported */
    options_by_diagrams(&diagrams, &b->states[i], false);
    options_by_diagrams(&own, &b->states[i], true);
    options_by_diagrams(&image, &least, true);
    return !own.wrong && !image.wrong && are_replies_right(by, &b->states[i]) && same_options(&machine, &diagrams) &&
           same_options(&own, &image);
}

static struct component component_of(struct engine *e, const struct boards *b, uint32_t i)
{
    struct position position;
    char text[900];
    const char *word = text;
    snprintf(text, sizeof text, "r(%s)", word_of(b, b->cells[i]));
    if (engine_position(e, &word, 1, &position) != ST_OK || position.count != 1) return (struct component){.game = -1};
    return position.components[0];
}

/* ---- tables of bits --------------------------------------------------------------------------------------------------- */
/* In the words that masks have. */
static bool code_of(const struct bit_rule *rule, const struct diagram_state *s, size_t words, uint64_t *code)
{
    uint64_t state[BIT_STATE_WORDS] = {words == 1 ? s->low | s->high << 32 : s->low, words == 1 ? 0 : s->high};
    return bit_rule_code(rule, state, code);
}

/* Is the value that the table has the least that it has of no option, and does it have all options? */
static bool is_least(const struct boards *b, struct diagram_board *by, const struct bit_rule *rule,
                     const struct bit_table *t, size_t words, uint32_t board)
{
    uint64_t code, met = 0;
    uint32_t value;
    if (!code_of(rule, &b->states[board], words, &code) || !bit_values_find(t, code, &value)) return true;
    diagram_board_open(by, &b->states[board]);
    for (size_t at = 0; diagram_board_next(by, &at); at++) {
        struct diagram_state after = diagram_board_after(by, at);
        uint32_t option;
        if (!code_of(rule, &after, words, &code) || !bit_values_find(t, code, &option)) return false;
        met |= UINT64_C(1) << (option & 63);
    }
    return value == (uint32_t)__builtin_ctzll(~met);
}

/* The table of all that is reached from a board. */
static bool try_table(struct tally *t, const struct boards *b, struct diagram_board *by, uint32_t from, size_t words)
{
    struct budget budget = {0};
    struct bit_rule *rule = NULL;
    uint64_t state[BIT_STATE_WORDS] = {b->states[from].low, b->states[from].high}, code = 0;
    bool done = false, right = true, more;
    uint32_t value;
    if (words == 1) state[0] |= state[1] << 32, state[1] = 0;
    if (diagram_bit_rule(by, state, words, BIT_BITS_MOST, 1 << 16, &rule, &more) != ST_OK) return false;
    if (!rule) return !diagram_board_ends(by) || by->falls;
    right = bit_rule_code(rule, state, &code);
    struct bit_table *table = bit_table_open(rule, code, &budget);
    right = right && table && bit_table_reach(table, UINT64_MAX, &done) == ST_OK && done;
    right = right && bit_values_fill(table, BIT_PLANES_MOST, false) == ST_OK && bit_values_find(table, code, &value);
    for (uint32_t i = 0; right && i < b->count; i++) right = !b->coded[i] || is_least(b, by, rule, table, words, i);
    t->tables++;
    bit_table_free(table);
    bit_rule_free(rule);
    return right;
}

/* ---- all -------------------------------------------------------------------------------------------------------------- */
static void try_boards(struct tally *t, struct engine *e, struct boards *b, const char *rule, uint32_t law_steps)
{
    struct diagram_board *by;
    struct component *all = calloc(b->count, sizeof *all);
    for (uint32_t i = 0; all && i < b->count; i++) all[i] = component_of(e, b, i);
    if (all && all[b->count - 1].game >= 0 &&
        diagram_board_make_lawful(e->env, &all[b->count - 1], law_steps, &by) == ST_OK && by) {
        t->made++;
        t->images += diagram_board_images(by) > 1;
        t->ending += diagram_board_ends(by);
        t->falling += by->falls;
        t->sets += by->sets_known;
        t->lawful += by->lawful;
        for (uint32_t i = 0; i < b->count; i++) b->coded[i] = diagram_board_code(by, &all[i], &b->states[i]);
        for (uint32_t i = 0; i < b->count; i++) {
            if (!b->coded[i]) continue;
            t->boards++;
            bool table = i % 16 || try_table(t, b, by, i, 1 + i / 16 % 2);
            if (is_right(e, &all[i], b, by, i) && table) continue;
            if (t->wrong++ < 10) printf("# %s#   at %s\n", rule, word_of(b, b->cells[i]));
        }
        diagram_board_free(by);
    }
    free(all);
}

/* Any rule, or one that forbids sets of stones. */
static void try_rule(struct tally *t, uint64_t seed, bool forbids)
{
    static struct boards boards;
    struct text rule = {0};
    struct budget budget = {0};
    seed = hash_mix(seed);
    unsigned colours = forbids ? 1 : 1 + (unsigned)random_below(&seed, 3);
    bool grid = random_below(&seed, 3) == 0;
    if (forbids) write_forbidding_rule(&seed, &rule, grid);
    else write_rule(&seed, &rule, grid, colours);
    draw_boards(&seed, &boards, grid, colours);
    struct engine *engine = opened((struct engine_options){.text = text_c(&rule), .budget = &budget, .whole = true});
    if (engine) {
        t->rules++;
        try_boards(t, engine, &boards, text_c(&rule), random_below(&seed, 2) ? 0 : DIAGRAM_LAW_STEPS);
    } else {
        printf("# no rule: %s", text_c(&rule));
    }
    engine_close(engine);
    text_free(&rule);
}

/* ---- large boards ----------------------------------------------------------------------------------------------------- */
/* Beyond what can be gone through: games at random. Of one word and of two; with images that are kept of each move, and so many (each
 * turn of a ring, each order of the colours) that they are not. */
static const struct large {
    const char *rule, *start;
    uint32_t cells, images;
    bool sets, lawful; /* conditions forbid sets of stones; there is a law (diagram_law.h) */
} larges[] = {
    {"game r(s: row) { move put(i in 1..len(s), c in 1..2)\n"
     "    where s[i] == 0 and s[i % len(s) + 1] != c and s[(i + len(s) - 2) % len(s) + 1] != c\n"
     "      and count(s[k] != 0 for k in 1..len(s)) != 5 -> r(s with { [i] = c }) }\n",
     "r([0 for i in 1..20])", 20, 80, false, false},
    {"game r(s: row) { move put(i in 1..len(s), c in 1..3)\n"
     "    where s[i] == 0 and s[i % len(s) + 1] != c and s[(i + len(s) - 2) % len(s) + 1] != c -> r(s with { [i] = c "
     "}) }\n",
     "r([0 for i in 1..64])", 64, 294, false, false},
    {"fn free(b, x, y, c) = all(b[x + d, y] != c and b[x, y + d] != c for d in -1..1)\n"
     "game r(b: grid) { move put(i in 1..rows(b), j in 1..cols(b), c in 1..2)\n"
     "    where b[i, j] == 0 and free(b, i, j, c) and sum(b[i, k] for k in 1..cols(b)) != 4 -> r(b with { [i, j] = c "
     "}) }\n",
     "r(grid(5, 8, 0))", 40, 4, false, false},
    /* what falls: an arch, whose ends stand on the ground, and a wall on its lowest row, of which a move leaves one stone fewer */
    {"game r(s: row) { move cut(v in 1..len(s)) where s[v] != 0\n"
     "    -> r([component(s with { [v] = 0 }, [[b == a + 1 ? 1 : 0 for b in 1..len(s)] for a in 1..len(s)], w)[1] +\n"
     "          component(s with { [v] = 0 }, [[b == a + 1 ? 1 : 0 for b in 1..len(s)] for a in 1..len(s)], "
     "w)[len(s)]\n"
     "          > 0 ? s[w] * (w == v ? 0 : 1) : 0 for w in 1..len(s)]) }\n",
     "r([1 + i % 2 for i in 1..41])", 41, 4, false, false},
    {"fn near(a, b) = (b == a + 1 and a % 5 != 0) or b == a + 5 ? 1 : 0\n"
     "fn flat(g) = [g[i, j] for i in 1..rows(g), j in 1..cols(g)]\n"
     "fn stands(t, w) = any(component(t, [[near(a, b) for b in 1..len(t)] for a in 1..len(t)], r)[w] > 0 for r in "
     "1..5)\n"
     "fn left(g) = [[stands(flat(g), 5 * i - 5 + j) ? g[i, j] : 0 for j in 1..cols(g)] for i in 1..rows(g)]\n"
     "game r(b: grid) { move take(i in 1..rows(b), j in 1..cols(b)) where b[i, j] > 0\n"
     "    -> r(left(b with { [i, j] = b[i, j] - 1 })) }\n",
     "r(grid(4, 5, 2))", 20, 2, false, false},
    /* sets of stones that are forbidden: 79 moves; and 0 as a stone, where the ring of cells turns */
    {"fn bad(s) = any(s[i] == 1 and s[i + 1] == 1 and s[i + 3] == 1 for i in 1..len(s) - 3)\n"
     "game r(s: row) { move put(i in 1..len(s)) where s[i] == 0 and not bad(s with { [i] = 1 }) -> r(s with { [i] = 1 "
     "})\n"
     "  move two(i in 1..len(s) - 1) where s[i] == 0 and s[i + 1] == 0 and not bad(s with { [i] = 1, [i + 1] = 1 })\n"
     "    -> r(s with { [i] = 1, [i + 1] = 1 }) }\n",
     "r([0 for i in 1..40])", 40, 1, true, false},
    {"game r(s: row) { move put(i in 1..len(s)) where s[i] == 1\n"
     "    and not any(s[(i + d) % len(s) + 1] == 0 and s[(i + d + 1) % len(s) + 1] == 0 for d in -3..0 where d != -1 "
     "and "
     "d != -2)\n"
     "    -> r(s with { [i] = 0 }) }\n",
     "r([1 for i in 1..22])", 22, 44, true, false},
    /* a law of many steps, on a torus: what is kept of it, and images that are too many to list */
    {"fn alive(t, e, v) = any(component([t[m] == t[v] ? 1 : 0 for m in 1..len(t)], e, v)[k] == 1\n"
     "    and any(e[k, l] == 1 and t[l] == 0 for l in 1..len(t)) for k in 1..len(t))\n"
     "fn legal(t, e) = all(t[v] == 0 or alive(t, e, v) for v in 1..len(t))\n"
     "game r(s: row, e: grid) { move put(i in 1..len(s), c in 1..2) where s[i] == 0 and legal(s with { [i] = c }, e)\n"
     "    -> r(s with { [i] = c }, e)\n"
     "  move two(i in 1..len(s), c in 1..2) where s[i] == 0 and s[(i + 4) % len(s) + 1] == 0\n"
     "    and legal(s with { [i] = c, [(i + 4) % len(s) + 1] = 3 - c }, e)\n"
     "    -> r(s with { [i] = c, [(i + 4) % len(s) + 1] = 3 - c }, e) }\n",
     "r([0 for i in 1..15], [[((i - 1) / 5 == (j - 1) / 5 and abs(i - j) in {1, 4}) or ((i - 1) % 5 == (j - 1) % 5 and "
     "abs((i - 1) / 5 - (j - 1) / 5) in {1, 2}) ? 1 : 0 for j in 1..15] for i in 1..15])",
     15, 98, false, true},
};
struct options {
    struct diagram_board *by;
    size_t count;
    struct diagram_state all[OPTIONS_MOST];
    struct component next; /* one of them */
    struct arena *arena;
    uint64_t *seed;
};

static void insert(struct options *o, const struct diagram_state *s)
{
    size_t at = 0;
    while (at < o->count && memcmp(&o->all[at], s, sizeof *s) < 0) at++;
    if (at < o->count && memcmp(&o->all[at], s, sizeof *s) == 0) return;
    memmove(&o->all[at + 1], &o->all[at], (o->count++ - at) * sizeof *s);
    o->all[at] = *s;
}

static enum status take_large(void *context, const struct component *components, size_t count)
{
    struct options *o = context;
    struct diagram_state state = {~UINT64_C(0), ~UINT64_C(0)};
    if (count != 1 || !diagram_board_code(o->by, &components[0], &state)) o->count = OPTIONS_MOST;
    if (o->count == OPTIONS_MOST) return ST_OK;
    insert(o, &state);
    if (random_below(o->seed, o->count)) return ST_OK;
    int64_t *cells = arena_array(o->arena, components[0].count, sizeof *cells);
    memcpy(cells, components[0].cells, components[0].count * sizeof *cells);
    o->next = components[0];
    o->next.cells = cells;
    return ST_OK;
}

static bool play_large(struct engine *e, struct component at, struct diagram_board *by, uint64_t *seed)
{
    static struct options machine, own;
    struct arena arena = {0};
    bool right = true, ended = false;
    for (uint32_t depth = 0; right && !ended && depth < diagram_board_cells(by); depth++) {
        struct diagram_state state;
        machine = (struct options){.by = by, .arena = &arena, .seed = seed};
        own.count = 0;
        right = diagram_board_code(by, &at, &state) && options_written(e->env, &at, 1, take_large, &machine) == ST_OK;
        if (!right) break;
        diagram_board_open(by, &state);
        for (size_t k = 0; right && diagram_board_next(by, &k); k++) {
            struct diagram_state after = diagram_board_after(by, k);
            insert(&own, &after);
            right = least_option(by, k) != NULL;
        }
        right = right && own.count == machine.count && memcmp(own.all, machine.all, own.count * sizeof *own.all) == 0;
        ended = !machine.count;
        at = machine.next;
    }
    arena_free(&arena);
    return right;
}

static bool try_large(const struct large *l, uint64_t seed)
{
    struct budget budget = {0};
    struct engine *e = opened((struct engine_options){.text = l->rule, .budget = &budget, .whole = true});
    struct position position;
    struct diagram_board *by = NULL;
    bool right = e && engine_position(e, &l->start, 1, &position) == ST_OK && position.count == 1 &&
                 diagram_board_make(e->env, &position.components[0], &by) == ST_OK && by &&
                 diagram_board_cells(by) == l->cells && diagram_board_images(by) == l->images &&
                 by->sets_known == l->sets && by->lawful == l->lawful;
    if (by && !right) printf("# %u cells, %u images\n", diagram_board_cells(by), diagram_board_images(by));
    if (by && l->lawful && by->pivots == NULL) right = false;
    for (int play = 0; right && play < 6; play++) right = play_large(e, position.components[0], by, &seed);
    diagram_board_free(by);
    engine_close(e);
    return right;
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 100;
    struct tally t = {0};
    for (uint64_t seed = first; seed < first + count; seed++) try_rule(&t, seed, false);
    size_t any = t.sets;
    for (uint64_t seed = first; seed < first + count / 2; seed++) try_rule(&t, seed, true);
    bool fine = t.wrong == 0 && t.rules > count / 2 && t.made > count / 2 && t.images > count / 8 &&
                t.ending > count / 4 && t.falling > count / 20 && t.tables > count && t.sets > any + count / 8 &&
                t.lawful > count / 25;
    printf("%s 1 - boards of diagrams: %zu rules, %zu made, %zu with images, %zu end, %zu fall, %zu by sets, "
           "%zu by a law, %zu boards, %zu tables, %zu wrong\n",
           fine ? "ok" : "not ok", t.rules, t.made, t.images, t.ending, t.falling, t.sets, t.lawful, t.boards, t.tables,
           t.wrong);
    for (size_t i = 0; i < sizeof larges / sizeof *larges; i++) {
        bool right = try_large(&larges[i], first);
        printf("%s %zu - games at random on %u cells with %u images\n", right ? "ok" : "not ok", i + 2, larges[i].cells,
               larges[i].images);
        fine = fine && right;
    }
    printf("1..%zu\n", 1 + sizeof larges / sizeof *larges);
    return !fine;
}
