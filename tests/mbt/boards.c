/* SPDX-License-Identifier: MIT */
/* Random rules on states of several fields: rows, grids, sets of nodes, truth values, small numbers and numbers that are asked for binary
 * digits, beside numbers and rows that stay.
 * Of every state of a few cells the list of moves (proof/ground) must lead to what the machine finds, an order of the cells must take moves
 * to moves, and the value that is searched as masks (solve/search/masks.h) must be the least number that no option has; how long play takes, in
 * normal and in misère play, must follow from all options.
 * usage: boards [FIRST_SEED [COUNT]]; prints TAP lines, and each rule with a state that differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "engine/open/engine.h"
#include "engine/open/position.h"
#include "opened.h"
#include "play/options/options.h"
#include "random_rule.h"
#include "solve/search/mask_ways.h"
#include "solve/search/mask_whole.h"

enum { FIELDS = 3, CELLS = 10, STATES = 1536, NUMBERS = 40, WORD = 300, NODES = 3, FEW = 64, NONE = STATES };
#define PICK(seed, list) ((list)[random_below(seed, sizeof(list) / sizeof *(list))])

/* ---- states -------------------------------------------------------------------------------------------------------- */
enum kind { ROW, GRID, SET, FLAG, NUMBER, DIGITS };
struct piece {
    enum kind kind;
    unsigned rows, columns, values, first; /* its first cell */
    bool stays;
};
struct drawn {
    struct piece pieces[FIELDS];
    unsigned count, cells, states;
    bool twins;           /* the second is like the first, and so are the moves */
    unsigned held[CELLS]; /* by those that stay */
};

static unsigned size_of(const struct piece *p) { return p->rows * p->columns; }

static void draw_piece(uint64_t *seed, struct piece *p, bool first)
{
    static const unsigned sizes[][2] = {{1, 2}, {2, 2}, {2, 1}};
    unsigned pick = (unsigned)random_below(seed, 3);
    p->kind = (enum kind)random_below(seed, first ? 3 : 5);
    if (random_below(seed, 5) < 2) p->kind = DIGITS;
    p->values = p->kind == ROW || p->kind == GRID ? 2 + (unsigned)random_below(seed, 2) : 2;
    p->rows = p->columns = 1;
    if (p->kind == ROW) p->columns = 2 + (unsigned)random_below(seed, 2);
    if (p->kind == DIGITS) p->columns = 3 + (unsigned)random_below(seed, 2);
    if (p->kind == DIGITS && random_below(seed, 3) == 0) p->rows = 2, p->columns = 3; /* a row of two numbers */
    if (p->kind == GRID) p->rows = sizes[pick][0], p->columns = sizes[pick][1];
    if (p->kind == SET) p->columns = NODES;
    if (p->kind == NUMBER) p->values = 3 + (unsigned)random_below(seed, 2);
    p->stays = !first && p->kind != SET && random_below(seed, 5) == 0;
}

static void draw_pieces(uint64_t *seed, struct drawn *d)
{
    *d = (struct drawn){.count = 2 + (unsigned)(random_below(seed, 3) == 0), .states = 1};
    d->twins = random_below(seed, 3) == 0;
    for (unsigned i = 0; i < d->count; i++) {
        struct piece *p = &d->pieces[i];
        if (i == 1 && d->twins) *p = d->pieces[0];
        else draw_piece(seed, p, i == 0);
        unsigned before = d->states, cells = d->cells;
        p->first = d->cells;
        for (unsigned k = 0; k < size_of(p); k++) {
            if (!p->stays) d->states *= p->values;
            else d->held[(cells + k) % CELLS] = (unsigned)random_below(seed, p->values);
        }
        d->cells += size_of(p);
        if (d->states <= STATES && d->cells <= CELLS) continue;
        d->states = before, d->cells = cells, d->count = i;
        break;
    }
}

static void cells_of(const struct drawn *d, unsigned state, unsigned *cells)
{
    for (unsigned i = 0; i < d->count; i++)
        for (unsigned k = 0; k < size_of(&d->pieces[i]); k++) {
            const struct piece *p = &d->pieces[i];
            cells[p->first + k] = p->stays ? d->held[p->first + k] : state % p->values;
            if (!p->stays) state /= p->values;
        }
}

static unsigned state_of(const struct drawn *d, const unsigned *cells)
{
    unsigned state = 0, scale = 1;
    for (unsigned i = 0; i < d->count; i++)
        for (unsigned k = 0; k < size_of(&d->pieces[i]); k++) {
            const struct piece *p = &d->pieces[i];
            unsigned cell = cells[p->first + k];
            if (cell >= p->values || (p->stays && cell != d->held[p->first + k])) return NONE;
            if (p->stays) continue;
            state += scale * cell;
            scale *= p->values;
        }
    return state;
}

static int64_t digits_of(const struct piece *p, unsigned row, const unsigned *cells)
{
    int64_t number = 0;
    for (unsigned k = 0; k < p->columns; k++) number |= (int64_t)cells[p->first + row * p->columns + k] << k;
    return number;
}

/* As a component has them: dimensions, then cells. */
static size_t numbers_of(const struct drawn *d, unsigned state, int64_t *numbers)
{
    unsigned cells[CELLS];
    size_t at = 0;
    cells_of(d, state, cells);
    for (unsigned i = 0; i < d->count; i++) {
        const struct piece *p = &d->pieces[i];
        size_t count = at;
        if (p->kind == GRID) numbers[at++] = p->rows;
        if (p->kind <= SET) numbers[at++] = p->columns;
        if (p->kind == DIGITS && p->rows > 1) numbers[at++] = p->rows;
        for (unsigned k = 0; p->kind == DIGITS && k < p->rows; k++) numbers[at++] = digits_of(p, k, cells);
        for (unsigned k = 0; k < size_of(p); k++) {
            if (p->kind == DIGITS) break;
            if (p->kind != SET) numbers[at++] = cells[p->first + k];
            else if (cells[p->first + k]) numbers[at++] = k;
        }
        if (p->kind == SET) numbers[count] = (int64_t)(at - count - 1);
    }
    return at;
}

/* NONE: it is none of the states. */
static unsigned state_of_numbers(const struct drawn *d, const int64_t *numbers, size_t count)
{
    unsigned cells[CELLS] = {0};
    size_t at = 0;
    for (unsigned i = 0; i < d->count; i++) {
        const struct piece *p = &d->pieces[i];
        if (p->kind == SET) {
            size_t nodes = (size_t)numbers[at++];
            for (size_t k = 0; k < nodes; k++) cells[p->first + numbers[at++]] = 1;
            continue;
        }
        if (p->kind == DIGITS) {
            at += p->rows > 1;
            for (unsigned row = 0; row < p->rows; row++) {
                int64_t number = numbers[at++];
                if (number < 0 || number >> p->columns) return NONE;
                for (unsigned k = 0; k < p->columns; k++) cells[p->first + row * p->columns + k] = number >> k & 1;
            }
            continue;
        }
        at += p->kind == GRID ? 2 : p->kind == ROW ? 1 : 0;
        for (unsigned k = 0; k < size_of(p); k++) {
            if (numbers[at] < 0 || numbers[at] >= CELLS) return NONE;
            cells[p->first + k] = (unsigned)numbers[at++];
        }
    }
    return at == count ? state_of(d, cells) : NONE;
}

/* ---- rules ----------------------------------------------------------------------------------------------------------- */
static const char *const places[] = {"i", "j - 1", "i - 1", "0", "3 - j"}; /* of binary digits */

/* The number, and which one of a row it is. */
static const char *which(unsigned variant) { return (const char *[]){"i", "j", "1", "3 - i", "j"}[variant % 5]; }

static const char *number_word(const struct drawn *d, unsigned f, unsigned variant)
{
    static char word[24];
    bool row = d->pieces[f].rows > 1;
    snprintf(word, sizeof word, row ? "f%u[%s]" : "f%u", f, which(variant));
    return word;
}

/* The digit at that place. */
static void put_digit(const char *f, unsigned variant, char *word, size_t room)
{
    const char *k = places[variant % 5];
    switch (variant % 5) {
    case 0: snprintf(word, room, "bit(%s, %s)", f, k); break;
    case 1: snprintf(word, room, "%s / pow(2, %s) %% 2", f, k); break;
    case 2: snprintf(word, room, "%s %% (2 * pow(2, %s)) / pow(2, %s)", f, k, k); break;
    case 3: snprintf(word, room, "(odd(%s) ? 1 : 0)", f); break;
    default: snprintf(word, room, "bit(xor(%s, 1), %s)", f, k);
    }
}

/* What the number becomes: without the digit at that place if it is 1; no more than it is, and less if that digit is 1; or anything. */
static void put_digits(const struct drawn *d, unsigned field, unsigned variant, unsigned what, struct text *out)
{
    const char *k = places[variant % 5], *f = number_word(d, field, variant);
    unsigned most = (1u << d->pieces[field].columns) - 1, spelling = (variant + 3 * field + d->states) % 5;
    bool row = d->pieces[field].rows > 1;
    if (row && (variant + d->states) % 3) text_add(out, "f%u with { [%s] = ", field, which(variant));
    else if (row) text_add(out, "[k == %s ? ", which(variant));
    if (what == 0 && spelling == 1)
        text_add(out, "(bit(%s, %s) == 1 ? %s - (%s >= 3 * pow(2, %s) ? 3 : 1) * pow(2, %s) : %s)", f, k, f, f, k, k,
                 f);
    else if (what == 0 && spelling % 2) text_add(out, "%s - %s / pow(2, %s) %% 2 * pow(2, %s)", f, f, k, k);
    else if (what == 0 && spelling == 2) text_add(out, "(bit(%s, %s) == 1 ? xor(%s, pow(2, %s)) : %s)", f, k, f, k, f);
    else if (what == 0) text_add(out, "(bit(%s, %s) == 1 ? %s - pow(2, %s) : %s)", f, k, f, k, f);
    else if (what == 1 && spelling == 0) text_add(out, "%s / 2", f);
    else if (what == 1 && spelling == 1) text_add(out, "%s %% pow(2, %s)", f, k);
    else if (what == 1 && spelling == 3) text_add(out, "(%s > 4 ? %s - (%s %% 4 + 1) : %s / 2)", f, f, f, f);
    else if (what == 1 && spelling == 4) text_add(out, "(%s > 3 ? %s - 3 : %s / 2)", f, f, f);
    else if (what == 1 && spelling == 2) text_add(out, "(%s > 0 ? %s - 1 : 0)", f, f);
    else if (spelling == 0) text_add(out, "(bit(%s, %s) == 0 ? %s + pow(2, %s) : %s)", f, k, f, k, f);
    else if (spelling == 1) text_add(out, "xor(%s, pow(2, %s))", f, k);
    else if (spelling == 2) text_add(out, "(%s < %u ? 1 + %s : %s)", f, most, f, f);
    else if (spelling == 3) text_add(out, "(3 * %s + pow(2, %s)) %% %u", f, k, most + 1);
    else text_add(out, "xor(%s, %s / 2)", f, f);
    if (row && (variant + d->states) % 3) text_puts(out, " }");
    else if (row) text_add(out, " : f%u[k] for k in 1..2]", field);
}

/* A cell of field f as the move sees it, with the elements of the move. */
static const char *cell_word(const struct drawn *d, unsigned f, unsigned variant)
{
    static const char *const rows[] = {"[i]", "[j]", "[i + 1]", "[1]", "[4 - i]"};
    static const char *const grids[] = {"[i, j]", "[j, i]", "[i, 1]", "[3 - i, j]", "[i + 1, j]"};
    static const char *const sets[] = {"a", "b", "c"};
    static char words[4][80];
    static unsigned next;
    char *word = words[next++ % 4];
    switch (d->pieces[f].kind) {
    case ROW: snprintf(word, sizeof words[0], "f%u%s", f, rows[variant % 5]); break;
    case GRID: snprintf(word, sizeof words[0], "f%u%s", f, grids[variant % 5]); break;
    case SET: snprintf(word, sizeof words[0], "(%s in f%u ? 1 : 0)", sets[variant % 3], f); break;
    case FLAG: snprintf(word, sizeof words[0], "(f%u ? 1 : 0)", f); break;
    case DIGITS: put_digit(number_word(d, f, variant), variant, word, sizeof words[0]); break;
    default: snprintf(word, sizeof words[0], "f%u", f);
    }
    return word;
}

static bool has_cell(const struct drawn *d, unsigned f, unsigned variant, struct text *out)
{
    const struct piece *p = &d->pieces[f];
    if (p->kind == ROW)
        text_add(out, " and %s in 1..len(f%u)", (const char *[]){"i", "j", "i + 1", "1", "4 - i"}[variant % 5], f);
    if (p->kind == GRID)
        text_add(out, " and %s in 1..rows(f%u) and %s in 1..cols(f%u)",
                 (const char *[]){"i", "j", "i", "3 - i", "i + 1"}[variant % 5], f,
                 (const char *[]){"j", "i", "1", "j", "j"}[variant % 5], f);
    return true;
}

/* The field with that cell as `what`: 0, or one less, or one more. */
static void put_written(const struct drawn *d, unsigned f, unsigned variant, bool written, unsigned what,
                        struct text *out)
{
    const struct piece *p = &d->pieces[f];
    const char *cell = cell_word(d, f, variant);
    if (!written || p->stays) {
        text_add(out, "f%u", f);
        return;
    }
    if (p->kind == DIGITS) put_digits(d, f, variant, what, out);
    else if (p->kind == SET) text_add(out, "f%u %s {%c}", f, what == 2 ? "+" : "-", "abc"[variant % 3]);
    else if (p->kind == FLAG) text_puts(out, what == 2 ? "true" : "false");
    else {
        char now[160];
        snprintf(now, sizeof now,
                 what == 0   ? "0"
                 : what == 1 ? "max(%s - 1, 0)"
                             : "min(%s + 1, %u)",
                 cell, p->values - 1);
        if (p->kind == NUMBER) text_puts(out, now);
        else text_add(out, "f%u with { %s = %s }", f, strchr(cell, '['), now);
    }
}

static const char *counts_word(const struct drawn *d, unsigned f, unsigned variant, unsigned spelling)
{
    static const char *const counts[] = {"popcount(%s) < 2",  "popcount(%s) != 2", "3 > popcount(%s)",
                                         "popcount(%s) == 1", "2 <= popcount(%s)", "popcount(%s) - 1 != 1"};
    static char word[80];
    snprintf(word, sizeof word, counts[spelling], number_word(d, f, variant));
    return word;
}

/* Field f falls; a later field may become anything, an earlier one falls or stays: play ends. */
static void add_move(uint64_t *seed, const struct drawn *d, unsigned number, unsigned f, struct text *out)
{
    static const char *const tests[] = {"== 0", "== 1", "> 0", "!= 1", "< 2"};
    static const char *const wholes[] = {"< 5", "!= 3", ">= 2", "% 3 != 1", "* 2 > 6", "- 1 != 4", "/ 2 + 3 <= 5"};
    static const char *const others[] = {"i != 2", "i <= j", "(i + j) % 2 == 0", "i != j", "true"};
    unsigned own = (unsigned)random_below(seed, 5), g = (unsigned)random_below(seed, d->count),
             there = (unsigned)random_below(seed, 5), asked = (unsigned)random_below(seed, d->count),
             where = (unsigned)random_below(seed, 5), what = (unsigned)random_below(seed, 3);
    bool two = g != f && random_below(seed, 4);
    if (f > g && what == 2) what = 0;
    text_add(out, "\n  move m%u(i in 1..2, j in 1..2) where %s > 0", number, cell_word(d, f, own));
    has_cell(d, f, own, out);
    if (two) has_cell(d, g, there, out);
    if (random_below(seed, 3)) text_add(out, " and %s %s", cell_word(d, asked, where), PICK(seed, tests));
    if (random_below(seed, 3) == 0) text_add(out, " and %s", PICK(seed, others));
    if (d->pieces[asked].kind == DIGITS && random_below(seed, 3) == 0)
        text_add(out, " and %s %s", number_word(d, asked, where), PICK(seed, wholes));
    if (d->pieces[asked].kind == DIGITS && random_below(seed, 3) == 0)
        text_add(out, " and %s", counts_word(d, asked, there, (unsigned)random_below(seed, 6)));
    if (random_below(seed, 6) == 0)
        text_add(out, " and %s + %s != 2", cell_word(d, f, where), cell_word(d, asked, there));
    text_puts(out, " -> r(");
    for (unsigned k = 0; k < d->count; k++) {
        if (k) text_puts(out, ", ");
        if (k == f) put_written(d, k, own, true, random_below(seed, 2) ? 0 : 1, out);
        else put_written(d, k, there, two && k == g, what, out);
    }
    text_puts(out, ")");
}

static void write_rule(uint64_t *seed, const struct drawn *d, struct text *out)
{
    static const char *const kinds[] = {"row", "grid", "nodes of p", "bool", "nat", "nat"};
    text_puts(out, "graph p { a -> b; b -> c }\ngame r(");
    for (unsigned i = 0; i < d->count; i++)
        text_add(out, "%sf%u: %s", i ? ", " : "", i,
                 d->pieces[i].kind == DIGITS && d->pieces[i].rows > 1 ? "row" : kinds[d->pieces[i].kind]);
    text_puts(out, ") {");
    unsigned number = 0;
    for (unsigned f = 0; f < d->count; f++) {
        if (d->pieces[f].stays) continue;
        uint64_t before = *seed;
        bool twin = f == 1 && d->twins && random_below(seed, 2);
        for (unsigned m = 1 + (unsigned)random_below(seed, 2); m > 0; m--) add_move(seed, d, number++, f, out);
        if (twin) *seed = before;
    }
    text_puts(out, "\n}\n");
}

/* ---- moves ------------------------------------------------------------------------------------------------------------ */
struct options {
    const struct drawn *d;
    unsigned count, all[FEW];
    bool failed;
};
static void add_option(struct options *o, unsigned state)
{
    unsigned at = 0;
    while (at < o->count && o->all[at] < state) at++;
    if (at < o->count && o->all[at] == state) return;
    if (state == NONE || o->count == FEW) {
        o->failed = true;
        return;
    }
    memmove(&o->all[at + 1], &o->all[at], (o->count++ - at) * sizeof *o->all);
    o->all[at] = state;
}

static enum status take_option(void *context, const struct component *components, size_t count)
{
    struct options *o = context;
    add_option(o, count == 1 ? state_of_numbers(o->d, components[0].cells, components[0].count) : NONE);
    return ST_OK;
}

struct tally {
    size_t rules, made, digits, rows, joined, ordered, closing, fewer, constant, fixed, states, values, tables, whole,
        wrong;
};
/* What is known of all states of a rule. */
struct all {
    struct engine *e;
    struct drawn d;
    int game;
    struct options options[STATES];
    struct ground_mask codes[STATES];
    bool coded[STATES];
    int values[STATES];
    unsigned char lost[STATES]; /* as is_lost has it */
    int moves[2][STATES];       /* [misere], as moves_of has it; -1: not known */
};

static struct component component_of(const struct all *a, unsigned state, int64_t *numbers)
{
    return (struct component){a->game, (uint32_t)numbers_of(&a->d, state, numbers), numbers};
}

static int value_of(struct all *a, unsigned state)
{
    uint64_t met = 0;
    if (a->values[state] >= 0) return a->values[state];
    for (unsigned i = 0; i < a->options[state].count; i++) met |= UINT64_C(1) << value_of(a, a->options[state].all[i]);
    return a->values[state] = __builtin_ctzll(~met);
}

static bool leads(const struct ground_move *m, const struct ground_mask *from, struct ground_mask *to)
{
    bool fine = true;
    for (size_t w = 0; w < GROUND_WORDS; w++) {
        fine = fine && (from->words[w] & m->care.words[w]) == m->want.words[w];
        to->words[w] = (from->words[w] & ~m->write.words[w]) | m->put.words[w];
    }
    return fine;
}

static unsigned state_of_code(const struct all *a, const struct ground_mask *code)
{
    for (unsigned s = 0; s < a->d.states; s++)
        if (a->coded[s] && memcmp(&a->codes[s], code, sizeof *code) == 0) return s;
    return NONE;
}

/* The options of a state by the list of moves. */
static bool same_options(const struct all *a, const struct ground *g, unsigned state)
{
    struct options found = {.d = &a->d};
    for (size_t i = 0; i < g->move_count; i++) {
        struct ground_mask to;
        if (leads(&g->moves[i], &a->codes[state], &to)) add_option(&found, state_of_code(a, &to));
    }
    const struct options *machine = &a->options[state];
    return !found.failed && found.count == machine->count &&
           memcmp(found.all, machine->all, found.count * sizeof *found.all) == 0;
}

static struct ground_mask image_by(const struct ground *g, size_t order, const struct ground_mask *state)
{
    struct ground_mask image = {{0}};
    for (size_t c = 0; c < g->cells; c++) ground_put(g, &image, g->orders[order][c], ground_code(g, state, c));
    return image;
}

/* Is the image of each option an option of the image? */
static bool has_images(const struct all *a, const struct ground *g, size_t order, unsigned state)
{
    struct ground_mask image = image_by(g, order, &a->codes[state]), to, of_image;
    bool fine = true;
    for (size_t i = 0; fine && i < g->move_count; i++) {
        if (!leads(&g->moves[i], &a->codes[state], &to)) continue;
        to = image_by(g, order, &to);
        fine = false;
        for (size_t k = 0; !fine && k < g->move_count; k++)
            fine = leads(&g->moves[k], &image, &of_image) && memcmp(&of_image, &to, sizeof to) == 0;
    }
    return fine;
}

static void wrong(struct tally *t, const struct all *a, const char *rule, unsigned state, const char *what)
{
    int64_t numbers[NUMBERS];
    size_t count = numbers_of(&a->d, state, numbers);
    if (t->wrong++ > 5) return;
    printf("# %s#   %s at", rule, what);
    for (size_t i = 0; i < count; i++) printf(" %d", (int)numbers[i]);
    printf("\n");
}

/* In misere play; `known` has what was found: 0 nothing, 1 lost, 2 won. */
static bool is_lost(const struct all *a, unsigned state, unsigned char *known)
{
    bool any = a->options[state].count, lost = any;
    if (known[state]) return known[state] == 1;
    for (unsigned i = 0; lost && i < a->options[state].count; i++) lost = !is_lost(a, a->options[state].all[i], known);
    known[state] = lost ? 1 : 2;
    return lost;
}

/* How long play takes; whoever has an even number before him loses in normal play, and wins in misère play. */
static int moves_of(struct all *a, unsigned state, bool misere)
{
    const struct options *o = &a->options[state];
    int least = -1, most = -1;
    if (a->moves[misere][state] >= 0) return a->moves[misere][state];
    for (unsigned i = 0; i < o->count; i++) {
        int moves = moves_of(a, o->all[i], misere);
        if (moves % 2 == (int)misere && (least < 0 || moves < least)) least = moves;
        if (moves > most) most = moves;
    }
    return a->moves[misere][state] = 1 + (least >= 0 ? least : most);
}

static void try_whole(struct tally *t, struct all *a, struct masks *m, unsigned s, const struct ground_mask *state,
                      const char *rule)
{
    for (int misere = 0; m->ends && misere < 2; misere++) {
        uint64_t moves = 0;
        bool lost = false;
        int right = moves_of(a, s, misere);
        mask_memo_free(&m->whole[misere]);
        m->whole[misere].most = s % 3 == 0; /* some tables forget all but the last */
        bool fine = mask_whole_lost(m, misere, state, &lost) == ST_OK && lost == (right % 2 == misere) &&
                    mask_whole_remoteness(m, misere, state, &moves) == ST_OK && moves == (uint64_t)right;
        t->whole++;
        if (!fine) wrong(t, a, rule, s, misere ? "another remoteness in misere play" : "another remoteness");
    }
}

/* All that is reached from the state is in a table of its own, with its value, and who loses in misere play in another. */
static void try_bits(struct tally *t, struct all *a, struct masks *m, unsigned from, const char *rule)
{
    int64_t numbers[NUMBERS];
    struct component c = component_of(a, from, numbers);
    struct ground_mask state;
    uint64_t known = 0;
    bool done;
    mask_bits_free(&m->bits);
    if (!masks_code(m, &c, &state) || mask_bits_try(m, &state, MASK_ANY, UINT64_MAX, &done) != ST_OK || !done) return;
    t->tables++;
    for (unsigned i = 0; i <= a->options[from].count; i++) {
        unsigned s = i ? a->options[from].all[i - 1] : from;
        c = component_of(a, s, numbers);
        bool found = masks_code(m, &c, &state) && mask_bits_find(m, &state, MASK_ANY, &known);
        if (!found || mask_value_of(known) != (uint64_t)value_of(a, s)) wrong(t, a, rule, s, "another value of bits");
    }
    for (unsigned i = 0; i <= a->options[from].count; i++) {
        unsigned s = i ? a->options[from].all[i - 1] : from;
        bool lost = false, right;
        c = component_of(a, s, numbers);
        right = masks_code(m, &c, &state) && mask_bits_misere(m, &state, &done, &lost) == ST_OK && done;
        if (!right || lost != is_lost(a, s, a->lost)) wrong(t, a, rule, s, "another outcome of bits");
    }
}

static void try_masks(struct tally *t, struct all *a, struct masks *m, const char *rule)
{
    const struct ground *g = &m->board;
    t->made++;
    t->joined += g->layout.count > 1;
    for (size_t i = 0; i < g->layout.count; i++) {
        t->digits += g->layout.pieces[i].bits;
        t->rows += g->layout.pieces[i].bits && g->layout.pieces[i].rows > 1;
    }
    t->ordered += g->order_count > 0;
    t->closing += m->closing.ground.cells > 0;
    t->constant += m->constants != NULL;
    t->fewer += !m->closing.ground.cells && m->ground.move_count < g->move_count;
    for (unsigned s = 0; s < a->d.states; s++) {
        int64_t numbers[NUMBERS], others[NUMBERS];
        uint8_t codes[GROUND_CELLS];
        size_t other_count;
        struct component c = component_of(a, s, numbers);
        struct ground_mask state;
        a->codes[s] = (struct ground_mask){{0}};
        a->coded[s] = masks_code(m, &c, &state);
        if (!a->coded[s] || !ground_read(&g->layout, numbers, c.count, codes, others, &other_count)) continue;
        for (size_t k = 0; k < g->cells; k++) ground_put(g, &a->codes[s], k, codes[k]);
    }
    for (unsigned s = 0; s < a->d.states; s++) {
        int64_t numbers[NUMBERS];
        struct component c = component_of(a, s, numbers);
        struct ground_mask state;
        uint64_t known;
        if (!a->coded[s]) continue;
        t->states++;
        if (!m->closing.ways && !same_options(a, g, s)) wrong(t, a, rule, s, "other options"); /* else mbt/placed.c */
        if (!m->closing.ground.cells && !same_options(a, &m->ground, s)) wrong(t, a, rule, s, "other joined options");
        for (size_t k = 0; k < g->order_count; k++)
            if (!has_images(a, g, k, s)) wrong(t, a, rule, s, "no image");
        if (!masks_code(m, &c, &state) || mask_search(m, &state, MASK_ANY, &known) != ST_OK) continue;
        t->values++;
        if (mask_value_of(known) != (uint64_t)value_of(a, s)) wrong(t, a, rule, s, "another value");
        try_whole(t, a, m, s, &state, rule);
        try_bits(t, a, m, s, rule);
    }
}

/* Boards on which the cells that hold 0 in a state stay as they are: each state of one, listed by its codes. */
static void try_fixed(struct tally *t, struct all *a, unsigned from, const char *rule)
{
    int64_t numbers[NUMBERS], others[NUMBERS];
    uint8_t codes[GROUND_CELLS];
    size_t count;
    struct arena arena = {0};
    struct ground g;
    struct component c = component_of(a, from, numbers);
    struct ground_from first = {a->e->env->model, a->game, a->e->env->params, c.cells, c.count, NULL, 0};
    bool made = ground_make_fixed(&first, &arena, &g) == ST_OK && g.layout.fixed_count;
    t->fixed += made;
    for (unsigned s = 0; made && s < a->d.states; s++) {
        c = component_of(a, s, numbers);
        a->codes[s] = (struct ground_mask){{0}};
        a->coded[s] = ground_read(&g.layout, c.cells, c.count, codes, others, &count);
        for (size_t k = 0; a->coded[s] && k < g.cells; k++) ground_put(&g, &a->codes[s], k, codes[k]);
    }
    for (unsigned s = 0; made && s < a->d.states; s++)
        if (a->coded[s] && !same_options(a, &g, s)) wrong(t, a, rule, s, "other options of fixed cells");
    arena_free(&arena);
}

static void try_rule(struct tally *t, uint64_t seed)
{
    static struct all a;
    struct text rule = {0};
    struct budget budget = {0};
    int64_t numbers[NUMBERS];
    struct masks *m = NULL;
    seed = hash_mix(seed);
    draw_pieces(&seed, &a.d);
    write_rule(&seed, &a.d, &rule);
    a.e = opened((struct engine_options){.text = text_c(&rule), .budget = &budget});
    a.game = a.e ? (int)a.e->env->model->game_count - 1 : -1;
    bool fine = a.e != NULL; /* conditions of a move may contradict each other */
    for (unsigned s = 0; fine && s < a.d.states; s++) {
        struct component c = component_of(&a, s, numbers);
        a.options[s] = (struct options){.d = &a.d};
        a.values[s] = -1;
        a.lost[s] = 0;
        a.moves[0][s] = a.moves[1][s] = -1;
        fine = options_written(a.e->env, &c, 1, take_option, &a.options[s]) == ST_OK && !a.options[s].failed;
    }
    t->rules += fine;
    struct component last = component_of(&a, a.d.states - 1, numbers);
    if (fine && masks_make(a.e->env, &last, 0, &m) == ST_OK && m && masks_are_listed(m))
        try_masks(t, &a, m, text_c(&rule));
    for (unsigned s = 0; fine && s < a.d.states; s += 1 + a.d.states / 8) try_fixed(t, &a, s, text_c(&rule));
    masks_free(m);
    engine_close(a.e);
    text_free(&rule);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 200;
    struct tally t = {0};
    for (uint64_t seed = first; seed < first + count; seed++) try_rule(&t, seed);
    bool many = t.digits > count / 5 && t.rows > count / 50 && t.rules > count / 2 && t.made > count / 2 &&
                t.joined > count / 3 && t.ordered > count / 20 && t.closing && t.fewer && t.constant &&
                t.fixed > count / 4 && t.tables > t.values / 4 && t.whole > t.values;
    printf("%s 1 - boards of several fields: %zu rules, %zu made, %zu numbers in digits, %zu rows of these, %zu of "
           "several, %zu with "
           "orders, %zu close, %zu with fewer moves, %zu with constants, %zu with fixed cells, %zu states, "
           "%zu values, %zu tables, %zu as a whole, %zu wrong\n1..1\n",
           many && !t.wrong ? "ok" : "not ok", t.rules, t.made, t.digits, t.rows, t.joined, t.ordered, t.closing,
           t.fewer, t.constant, t.fixed, t.states, t.values, t.tables, t.whole, t.wrong);
    return !many || t.wrong;
}
