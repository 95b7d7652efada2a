/* SPDX-License-Identifier: MIT */
/* Families are found once for a board, by numbers; then each has the places of its own moves. */
#include "solve/search/move_apart.h"
#include <string.h>
#include "base/mem.h"
#include "solve/search/move_number.h"
#include "solve/search/move_reach.h"

enum { NUMBERS = GROUND_CELLS, WIDE = 3 /* values: more than a cell that is free or not */ };

/* ---- building ---------------------------------------------------------------------------------------------------- */
struct number {
    size_t first, width, values;
    bool by_cell;
    bool told;      /* families are told apart by it */
    uint64_t asked; /* the values that some move asks it for, */
    uint64_t put;   /* and that some move writes */
    uint64_t clear; /* the word that it is cleared to: its value */
    bool closes;
    uint32_t asks, writes; /* the families that do, as bits, */
    uint32_t places;       /* and those of which each move asks it */
};
/* Numbers that close, and of which no family says where it is: only for these it is seen state by state who needs
 * them. */
static bool is_cell(const struct number *n) { return n->closes && !n->places; }

struct building {
    const struct ground *g;
    struct number numbers[NUMBERS];
    size_t number_count;
    uint16_t root[NUMBERS]; /* of each number: one of those that it is joined with, or itself */
    uint16_t roots[MOVE_APART_MOST];
    size_t family_count;
    uint8_t *family; /* of each move */
    struct ground_move *moves;
};
struct family {
    struct move_reach *reach;
    bool has_switch;
    struct ground_mask off_cells, off; /* numbers that it alone asks, and what these hold when it is switched off */
    double states;                     /* how many these have together */
};
struct move_apart {
    size_t words, count;
    struct family families[MOVE_APART_MOST];
    struct ground_mask may, clear; /* cells, and what they are cleared to */
    double states;                 /* of numbers that are written and never asked */
};

static bool touches(const struct ground_mask *set, const struct number *n) { return ground_has(set, n->first); }

static void add_word(struct ground_mask *set, const struct number *n, uint64_t word)
{
    for (size_t i = 0; i < n->width; i++)
        if (word >> i & 1) ground_add(set, n->first + i);
}

/* What moves ask it for and write; it closes if it is cleared to the only value that is written. */
static void see_number(const struct building *b, struct number *n)
{
    for (size_t i = 0; i < b->g->move_count; i++) {
        const struct ground_move *m = &b->g->moves[i];
        if (touches(&m->care, n)) n->asked |= UINT64_C(1) << number_value(&m->want, n->first, n->width, n->by_cell);
        if (touches(&m->write, n)) n->put |= UINT64_C(1) << number_value(&m->put, n->first, n->width, n->by_cell);
    }
    uint64_t free = ~n->asked & (n->values < 64 ? (UINT64_C(1) << n->values) - 1 : UINT64_MAX);
    if (b->g->layout.most < INT64_MAX) free &= 1; /* as in move_reach.c */
    n->closes = free && n->asked && (n->put & (n->put - 1)) == 0 && !(n->put & ~free);
    size_t value = n->put ? (size_t)__builtin_ctzll(n->put) : free ? (size_t)__builtin_ctzll(free) : 0;
    n->clear = n->by_cell ? UINT64_C(1) << value : value;
}

static void see_numbers(struct building *b)
{
    const struct ground_layout *layout = &b->g->layout;
    for (size_t k = 0; k < layout->count; k++) {
        const struct ground_piece *p = &layout->pieces[k];
        for (size_t i = 0; i < p->rows * p->columns; i++) {
            struct number *n = &b->numbers[b->number_count];
            *n = (struct number){.first = p->first + i * p->width,
                                 .width = p->width,
                                 .values = p->value_count,
                                 .by_cell = p->by_cell,
                                 .told = p->value_count >= WIDE};
            see_number(b, n);
            b->root[b->number_count] = (uint16_t)b->number_count;
            b->number_count++;
        }
    }
}

static uint16_t root_of(const struct building *b, uint16_t number)
{
    while (b->root[number] != number) number = b->root[number];
    return number;
}

/* The number by which the move is told: the first wide one that it asks, else the first that it asks or writes. With
 * `join`, all of these are joined. */
static uint16_t told_by(struct building *b, const struct ground_move *m, bool join)
{
    uint16_t first = NUMBERS;
    bool wide = false;
    for (size_t k = 0; k < b->number_count; k++) wide |= b->numbers[k].told && touches(&m->care, &b->numbers[k]);
    for (uint16_t k = 0; k < b->number_count; k++) {
        const struct number *n = &b->numbers[k];
        bool tells = wide ? n->told && touches(&m->care, n) : touches(&m->care, n) || touches(&m->write, n);
        if (!tells) continue;
        if (first == NUMBERS) first = k;
        else if (join) b->root[root_of(b, k)] = root_of(b, first);
    }
    return first;
}

/* False: there are too many, or there is one. */
static bool find_families(struct building *b)
{
    b->family_count = 0;
    for (size_t i = 0; i < b->g->move_count; i++) {
        uint16_t by = told_by(b, &b->g->moves[i], false);
        size_t f = 0;
        if (by == NUMBERS) return false; /* it asks nothing and writes nothing */
        uint16_t root = root_of(b, by);
        while (f < b->family_count && b->roots[f] != root) f++;
        if (f == MOVE_APART_MOST) return false;
        if (f == b->family_count) b->roots[b->family_count++] = root;
        b->family[i] = (uint8_t)f;
    }
    return b->family_count > 1;
}

/* Which families ask and write each number, and which are told their places by it. */
static void see_families(struct building *b)
{
    for (size_t k = 0; k < b->number_count; k++) {
        struct number *n = &b->numbers[k];
        n->asks = n->writes = 0;
        n->places = (1u << b->family_count) - 1;
        for (size_t i = 0; i < b->g->move_count; i++) {
            const struct ground_move *m = &b->g->moves[i];
            if (touches(&m->care, n)) n->asks |= 1u << b->family[i];
            else n->places &= ~(1u << b->family[i]);
            if (touches(&m->write, n)) n->writes |= 1u << b->family[i];
        }
    }
}

/* Joins families where one writes a number that is no cell and another one asks it; false: there are none. */
static bool join_families(struct building *b)
{
    bool joined = false;
    for (size_t k = 0; k < b->number_count; k++) {
        const struct number *n = &b->numbers[k];
        if (is_cell(n) || !n->writes || !n->asks) continue;
        uint32_t all = n->writes | n->asks, first = (uint32_t)__builtin_ctz(all);
        for (all &= all - 1; all; all &= all - 1) {
            uint16_t one = root_of(b, b->roots[first]), other = root_of(b, b->roots[__builtin_ctz(all)]);
            joined |= one != other;
            b->root[other] = one;
        }
    }
    return joined;
}

/* ---- families
 * -------------------------------------------------------------------------------------------------------- */
/* A word that no move asks for; UINT64_MAX: there is none. */
static uint64_t unasked_word(const struct number *n)
{
    if (n->by_cell) return 0;
    for (uint64_t word = 0; word < 64 && word >> n->width == 0; word++)
        if (!(n->asked >> word & 1)) return word;
    return UINT64_MAX;
}

/* Does each of its moves ask a cell? */
static bool all_ask_cells(const struct building *b, size_t f)
{
    bool all = true;
    for (size_t i = 0; all && i < b->g->move_count; i++) {
        bool some = b->family[i] != f;
        for (size_t k = 0; !some && k < b->number_count; k++)
            some = is_cell(&b->numbers[k]) && touches(&b->g->moves[i].care, &b->numbers[k]);
        all = some;
    }
    return all;
}

/* Numbers that this family alone asks make no difference where it is off. */
static void find_switch(const struct building *b, size_t f, struct family *family)
{
    family->states = 1;
    for (size_t k = 0; k < b->number_count; k++) {
        const struct number *n = &b->numbers[k];
        uint64_t word = unasked_word(n);
        if (is_cell(n) || n->asks != 1u << f) continue;
        if (n->writes) family->states *= (double)n->values;
        number_cells(&family->off_cells, n->first, n->width);
        if (family->has_switch || !(n->places >> f & 1) || word == UINT64_MAX) continue;
        add_word(&family->off, n, word);
        family->has_switch = true;
    }
    /* Without one, what shuts a move may be one of these numbers. */
    if (!family->has_switch) family->off_cells = (struct ground_mask){{0}};
}

/* False: it cannot be switched off, or there is no memory. */
static bool make_family(struct building *b, size_t f, struct move_apart *a, struct arena *arena)
{
    struct family *family = &a->families[f];
    size_t count = 0;
    for (size_t i = 0; i < b->g->move_count; i++)
        if (b->family[i] == f) b->moves[count++] = b->g->moves[i];
    family->reach = move_reach_make_some(b->g, b->moves, count, arena);
    if (!family->reach) return false;
    find_switch(b, f, family);
    return family->has_switch || all_ask_cells(b, f);
}

static void find_cells(const struct building *b, struct move_apart *a)
{
    a->states = 1;
    for (size_t k = 0; k < b->number_count; k++) {
        const struct number *n = &b->numbers[k];
        if (!n->asks && n->writes) a->states *= (double)n->values;
        if (!is_cell(n)) continue;
        number_cells(&a->may, n->first, n->width);
        add_word(&a->clear, n, n->clear);
    }
}

static bool make(struct building *b, struct move_apart *a, struct arena *arena)
{
    see_numbers(b);
    for (size_t i = 0; i < b->g->move_count; i++) told_by(b, &b->g->moves[i], true);
    do {
        if (!find_families(b)) return false;
        see_families(b);
    } while (join_families(b));
    a->words = b->g->words;
    a->count = b->family_count;
    for (size_t f = 0; f < a->count; f++)
        if (!make_family(b, f, a, arena)) return false;
    find_cells(b, a);
    return true;
}

struct move_apart *move_apart_make(const struct ground *g, struct arena *arena)
{
    struct building *b = mem_alloc(sizeof *b);
    struct move_apart *a = arena_alloc(arena, sizeof *a);
    size_t size = g->move_count + 1;
    if (b) {
        *b = (struct building){.g = g};
        b->family = mem_alloc(size * sizeof *b->family);
        b->moves = mem_alloc(size * sizeof *b->moves);
    }
    bool made = a && b && b->family && b->moves && make(b, a, arena);
    if (b) {
        mem_free(b->family, size * sizeof *b->family);
        mem_free(b->moves, size * sizeof *b->moves);
        mem_free(b, sizeof *b);
    }
    return made ? a : NULL;
}

/* ---- states
 * ------------------------------------------------------------------------------------------------------------ */
/* Of each family that can still move: the cells that it asks, and what it may write. */
struct looked {
    uint32_t active;
    uint64_t open[GROUND_WORDS]; /* cells that are not cleared */
    uint64_t asks[MOVE_APART_MOST][GROUND_WORDS], writes[MOVE_APART_MOST][GROUND_WORDS];
};

static void look(const struct move_apart *a, const uint64_t *state, struct looked *l)
{
    l->active = 0;
    for (size_t w = 0; w < a->words; w++) l->open[w] = (state[w] ^ a->clear.words[w]) & a->may.words[w];
    for (size_t f = 0; f < a->count; f++) {
        uint64_t left[GROUND_WORDS];
        for (size_t w = 0; w < a->words; w++) left[w] = l->open[w], l->writes[f][w] = 0;
        if (!move_reach_look(a->families[f].reach, state, left, l->writes[f])) continue;
        uint64_t any = 0;
        for (size_t w = 0; w < a->words; w++) any |= l->asks[f][w] = l->open[w] & ~left[w];
        if (any || a->families[f].has_switch) l->active |= 1u << f; /* without a switch each open move asks a cell */
    }
}

static bool are_joined(const struct move_apart *a, const struct looked *l, size_t f, size_t g)
{
    bool both = !a->families[f].has_switch || !a->families[g].has_switch;
    uint64_t any = 0;
    for (size_t w = 0; w < a->words; w++) {
        any |= (l->asks[f][w] & l->writes[g][w]) | (l->asks[g][w] & l->writes[f][w]);
        if (both) any |= l->asks[f][w] & l->asks[g][w];
    }
    return any != 0;
}

/* The class of the least family in `left`, which is taken out. */
static uint32_t next_class(const struct move_apart *a, const struct looked *l, uint32_t *left)
{
    uint32_t class = *left & -*left, ahead = class;
    *left &= ~class;
    while (ahead) {
        size_t f = (size_t)__builtin_ctz(ahead);
        ahead &= ahead - 1;
        for (uint32_t others = *left; others; others &= others - 1) {
            uint32_t other = others & -others;
            if (!are_joined(a, l, f, (size_t)__builtin_ctz(other))) continue;
            class |= other;
            ahead |= other;
            *left &= ~other;
        }
    }
    return class;
}

/* The state with these families alone. */
static void restrict_to(const struct move_apart *a, const struct looked *l, uint32_t class, uint64_t *state)
{
    uint64_t kept[GROUND_WORDS] = {0};
    for (size_t f = 0; f < a->count; f++) {
        const struct family *family = &a->families[f];
        for (size_t w = 0; w < a->words; w++) {
            if (class >> f & 1) kept[w] |= l->asks[f][w];
            else state[w] = (state[w] & ~family->off_cells.words[w]) | family->off.words[w];
        }
    }
    for (size_t w = 0; w < a->words; w++) state[w] ^= l->open[w] & ~kept[w];
}

size_t move_apart_split(const struct move_apart *a, const struct ground_mask *state, struct ground_mask *parts)
{
    struct looked l;
    size_t count = 0;
    look(a, state->words, &l);
    for (uint32_t left = l.active; left;) {
        struct ground_mask *part = &parts[count++];
        *part = *state;
        restrict_to(a, &l, next_class(a, &l, &left), part->words);
    }
    return count;
}

bool move_apart_clear(const struct move_apart *a, uint64_t *state)
{
    struct looked l;
    uint64_t before[GROUND_WORDS], other = 0;
    look(a, state, &l);
    for (size_t w = 0; w < a->words; w++) before[w] = state[w];
    restrict_to(a, &l, l.active, state);
    for (size_t w = 0; w < a->words; w++) other |= before[w] ^ state[w];
    return other != 0;
}

/* A cell that is not cleared holds what it does, or is cleared. */
static double states_of(const struct move_apart *a, const struct looked *l, uint32_t class)
{
    double states = a->states;
    for (size_t w = 0; w < a->words; w++) {
        uint64_t open = 0;
        for (size_t f = 0; f < a->count; f++)
            if (class >> f & 1) open |= l->asks[f][w];
        for (; open; open &= open - 1) states *= 2;
    }
    for (size_t f = 0; f < a->count; f++)
        if (class >> f & 1) states *= a->families[f].states;
    return states;
}

double move_apart_states(const struct move_apart *a, const struct ground_mask *state, bool whole)
{
    struct looked l;
    double all = 0;
    look(a, state->words, &l);
    if (whole) return states_of(a, &l, l.active);
    for (uint32_t left = l.active; left;) all += states_of(a, &l, next_class(a, &l, &left));
    return all;
}

size_t move_apart_families(const struct move_apart *a) { return a->count; }
