/* SPDX-License-Identifier: MIT */
#include "solve/search/move_reach.h"
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "base/mem.h"
#include "base/vec.h"
#include "solve/search/move_number.h"

enum { PLACES = 256, SLOTS = 4 * PLACES, NOWHERE = PLACES, NUMBERS = GROUND_CELLS, IMPLIED_STEPS = 1 << 18 };

/* The moves from one place to another: edges from `first` up to that of the next one. Of each edge stands, in `words` words each, what it
 * asks for that must be so already, the value of that, and what it asks of numbers that may be cleared. */
struct way {
    struct ground_mask asks; /* all of them together */
    uint32_t first;
    uint16_t to;
};
/* Where each place is entered if and only if one cell of its own holds what it must, and nothing else is asked that may be cleared, what
 * is near is a set of such cells. */
struct steps {
    bool are;
    struct ground_mask cells, flips; /* xor `flips`, a cell is 1 where its place may be entered */
    struct ground_mask out[PLACES];  /* from a place: the cells of those that it leads to */
    uint16_t place[GROUND_CELLS];    /* of a cell */
};
struct move_reach {
    struct ground_mask place, may, clear; /* the cells of the place; of what may be cleared, and what it holds then */
    struct ground_mask at[PLACES];
    uint16_t slots[SLOTS]; /* by hash: a place, or NOWHERE */
    size_t words, count;
    uint32_t first[PLACES + 1]; /* in `ways` */
    struct way *ways;
    uint64_t *edges;
    struct ground_mask *writes; /* of each place: what its moves write of what may be cleared */
    struct steps steps;
};

/* ---- building ---------------------------------------------------------------------------------------------------------- */
struct number {
    size_t first, width, values;
    bool by_cell, everywhere;
    uint64_t asked, comes; /* values that some move asks it for; that some move brings about */
};
struct edge {
    uint16_t from, to;
    uint32_t cells; /* in `care` */
    struct ground_mask care, want, asks;
};
struct building {
    const struct ground *g;
    const struct ground_move *moves; /* whose places are looked for, */
    size_t move_count;               /* among all of g */
    struct move_reach *r;
    struct number numbers[NUMBERS];
    size_t number_count;
    VEC(struct edge) edges;
};

static void see_number(const struct building *b, struct number *n)
{
    for (size_t i = 0; i < b->g->move_count; i++) {
        const struct ground_move *m = &b->g->moves[i];
        bool asks = ground_has(&m->care, n->first), writes = ground_has(&m->write, n->first);
        size_t want = asks ? number_value(&m->want, n->first, n->width, n->by_cell) : SIZE_MAX,
               put = number_value(&m->put, n->first, n->width, n->by_cell);
        if (asks) n->asked |= UINT64_C(1) << want;
        if (writes && put != want) n->comes |= UINT64_C(1) << put;
    }
    for (size_t i = 0; n->everywhere && i < b->move_count; i++) n->everywhere = ground_has(&b->moves[i].care, n->first);
}

/* The least value that no move asks for. Where all numbers together are bounded, none may become larger. */
static void note_clear(struct building *b, const struct ground_piece *piece, const struct number *n)
{
    uint64_t free = ~n->asked & (n->values < 64 ? (UINT64_C(1) << n->values) - 1 : UINT64_MAX);
    if (b->g->layout.most < INT64_MAX) free &= 1;
    if (!free || !n->asked) return;
    uint64_t word = ground_word(piece, (size_t)__builtin_ctzll(free));
    number_cells(&b->r->may, n->first, n->width);
    for (size_t i = 0; i < n->width; i++)
        if (word >> i & 1) ground_add(&b->r->clear, n->first + i);
}

static void see_numbers(struct building *b)
{
    const struct ground_layout *layout = &b->g->layout;
    for (size_t k = 0; k < layout->count; k++) {
        const struct ground_piece *p = &layout->pieces[k];
        for (size_t i = 0; i < p->rows * p->columns; i++) {
            struct number *n = &b->numbers[b->number_count++];
            *n = (struct number){p->first + i * p->width, p->width, p->value_count, p->by_cell, true, 0, 0};
            see_number(b, n);
            if (n->everywhere) number_cells(&b->r->place, n->first, n->width);
            else note_clear(b, p, n);
        }
    }
}

static uint16_t *slot_of(struct move_reach *r, const struct ground_mask *place)
{
    uint64_t hash = 0;
    for (size_t w = 0; w < r->words; w++) hash = hash_mix(hash + place->words[w]);
    size_t i = hash % SLOTS;
    while (r->slots[i] != NOWHERE && memcmp(&r->at[r->slots[i]], place, sizeof *place) != 0) i = (i + 1) % SLOTS;
    return &r->slots[i];
}

/* The places that moves begin at, and for each of them its moves, one after the other. */
static bool list_places(struct building *b)
{
    struct move_reach *r = b->r;
    for (size_t i = 0; i < SLOTS; i++) r->slots[i] = NOWHERE;
    for (size_t i = 0; i < b->move_count; i++) {
        struct ground_mask at = b->moves[i].want;
        for (size_t w = 0; w < GROUND_WORDS; w++) at.words[w] &= r->place.words[w];
        uint16_t *slot = slot_of(r, &at);
        if (*slot != NOWHERE) continue;
        if (r->count == PLACES) return false;
        r->at[r->count] = at;
        *slot = (uint16_t)r->count++;
    }
    return true;
}

static struct edge edge_of(struct building *b, const struct ground_move *m)
{
    struct move_reach *r = b->r;
    struct edge e = {0};
    struct ground_mask at = {{0}}, to = {{0}};
    for (size_t w = 0; w < r->words; w++) {
        at.words[w] = m->want.words[w] & r->place.words[w];
        to.words[w] = ((m->want.words[w] & ~m->write.words[w]) | m->put.words[w]) & r->place.words[w];
        e.asks.words[w] = m->care.words[w] & r->may.words[w];
    }
    for (size_t k = 0; k < b->number_count; k++) {
        const struct number *n = &b->numbers[k];
        if (n->everywhere || !ground_has(&m->care, n->first) ||
            n->comes >> number_value(&m->want, n->first, n->width, n->by_cell) & 1)
            continue;
        number_cells(&e.care, n->first, n->width);
    }
    for (size_t w = 0; w < r->words; w++) {
        e.want.words[w] = m->want.words[w] & e.care.words[w];
        e.cells += (uint32_t)__builtin_popcountll(e.care.words[w]);
    }
    e.from = *slot_of(r, &at);
    e.to = *slot_of(r, &to);
    return e;
}

static int compare_edges(const void *a, const void *b)
{
    const struct edge *x = a, *y = b;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    if (x->to != y->to) return x->to < y->to ? -1 : 1;
    return memcmp(&x->care, &y->care, sizeof *x - offsetof(struct edge, care));
}

/* Sorted, each once. */
static bool list_edges(struct building *b)
{
    size_t left = 0;
    for (size_t i = 0; i < b->move_count; i++)
        if (!vec_push(&b->edges, edge_of(b, &b->moves[i]))) return false;
    if (b->edges.count) qsort(b->edges.data, b->edges.count, sizeof *b->edges.data, compare_edges);
    for (size_t i = 0; i < b->edges.count; i++)
        if (!i || compare_edges(&b->edges.data[i], &b->edges.data[left - 1]) != 0)
            b->edges.data[left++] = b->edges.data[i];
    b->edges.count = left;
    return true;
}

/* Is it open wherever the other one is, which asks more cells? */
static bool is_easier(const struct edge *e, const struct edge *than)
{
    bool is = e->cells < than->cells;
    for (size_t w = 0; is && w < GROUND_WORDS; w++)
        is = !(e->care.words[w] & ~than->care.words[w]) && e->want.words[w] == (than->want.words[w] & e->care.words[w]);
    return is;
}

static bool ask_as_much(const struct edge *one, const struct edge *other, const struct edge *as)
{
    bool all = true;
    for (size_t w = 0; w < GROUND_WORDS; w++)
        all &= !(as->asks.words[w] & ~(one->asks.words[w] | other->asks.words[w]));
    return all;
}

/* Does another one, or one after another, lead there wherever this does, and ask as much? (A rook goes step by step.) */
static bool is_implied(const struct building *b, const uint32_t *first, const struct edge *e, size_t *steps)
{
    const struct edge *edges = b->edges.data;
    for (uint32_t i = first[e->from]; i < first[e->from + 1]; i++) {
        const struct edge *one = &edges[i];
        if (!is_easier(one, e)) continue;
        if (one->to == e->to && ask_as_much(one, one, e)) return true;
        if (one->to == NOWHERE) continue;
        for (uint32_t k = first[one->to]; k < first[one->to + 1] && *steps; k++, --*steps)
            if (edges[k].to == e->to && is_easier(&edges[k], e) && ask_as_much(one, &edges[k], e)) return true;
    }
    return false;
}

/* What implies an edge asks fewer cells, and is there still or is implied itself, by what asks fewer again. */
static bool leave_out_implied(struct building *b)
{
    uint32_t first[PLACES + 2] = {0};
    size_t steps = IMPLIED_STEPS, left = 0, count = b->edges.count;
    bool *implied = mem_alloc(count + 1);
    if (!implied) return false;
    for (size_t i = 0; i < count; i++) first[b->edges.data[i].from + 1]++;
    for (size_t place = 0; place < PLACES; place++) first[place + 1] += first[place];
    for (size_t i = 0; i < count && steps; i++) implied[i] = is_implied(b, first, &b->edges.data[i], &steps);
    for (size_t i = 0; i < count; i++)
        if (!implied[i]) b->edges.data[left++] = b->edges.data[i];
    b->edges.count = left;
    mem_free(implied, count + 1);
    return true;
}

static bool pack(struct building *b, struct arena *arena)
{
    struct move_reach *r = b->r;
    size_t ways = 0, place = 0;
    r->ways = arena_array(arena, b->edges.count + 1, sizeof *r->ways);
    r->edges = arena_array(arena, b->edges.count * 3 * r->words + 1, sizeof *r->edges);
    if (!r->ways || !r->edges) return false;
    for (size_t i = 0; i < b->edges.count; i++) {
        const struct edge *e = &b->edges.data[i];
        uint64_t *out = r->edges + i * 3 * r->words;
        if (!i || e[-1].from != e->from || e[-1].to != e->to) {
            while (place <= e->from) r->first[place++] = (uint32_t)ways;
            r->ways[ways++] = (struct way){{{0}}, (uint32_t)i, e->to};
        }
        for (size_t w = 0; w < r->words; w++) {
            out[w] = e->care.words[w];
            out[r->words + w] = e->want.words[w];
            r->ways[ways - 1].asks.words[w] |= out[2 * r->words + w] = e->asks.words[w];
        }
    }
    while (place <= r->count) r->first[place++] = (uint32_t)ways;
    r->ways[ways].first = (uint32_t)b->edges.count;
    return true;
}

static bool list_writes(struct building *b, struct arena *arena)
{
    struct move_reach *r = b->r;
    r->writes = arena_array(arena, r->count + 1, sizeof *r->writes);
    for (size_t i = 0; r->writes && i < b->move_count; i++) {
        const struct ground_move *m = &b->moves[i];
        struct ground_mask at = {{0}};
        for (size_t w = 0; w < r->words; w++) at.words[w] = m->want.words[w] & r->place.words[w];
        struct ground_mask *writes = &r->writes[*slot_of(r, &at)];
        for (size_t w = 0; w < r->words; w++) writes->words[w] |= m->write.words[w] & r->may.words[w];
    }
    return r->writes != NULL;
}

/* The only cell that it asks; SIZE_MAX: there is another number of them, or it asks something else that may be cleared. */
static size_t only_cell(const struct move_reach *r, const struct edge *e)
{
    size_t cell = SIZE_MAX, count = 0;
    for (size_t w = 0; w < r->words; w++) {
        uint64_t care = e->care.words[w];
        count += (size_t)__builtin_popcountll(care);
        if (care) cell = w * 64 + (size_t)__builtin_ctzll(care);
        if (e->asks.words[w] & ~care) return SIZE_MAX;
    }
    return count == 1 ? cell : SIZE_MAX;
}

static void find_steps(struct building *b)
{
    struct steps *s = &b->r->steps;
    size_t cell_of[PLACES + 1];
    for (size_t i = 0; i <= PLACES; i++) cell_of[i] = SIZE_MAX;
    for (size_t i = 0; i < b->edges.count; i++) {
        const struct edge *e = &b->edges.data[i];
        size_t cell = only_cell(b->r, e);
        bool flips = cell != SIZE_MAX && !ground_has(&e->want, cell);
        if (cell == SIZE_MAX || e->to == NOWHERE) return;
        bool is_new = cell_of[e->to] == SIZE_MAX;
        if (is_new ? ground_has(&s->cells, cell) : cell_of[e->to] != cell || ground_has(&s->flips, cell) != flips)
            return;
        cell_of[e->to] = cell;
        s->place[cell] = e->to;
        ground_add(&s->cells, cell);
        if (flips) ground_add(&s->flips, cell);
        ground_add(&s->out[e->from], cell);
    }
    s->are = true;
}

static struct move_reach *make(struct building *b, struct arena *arena)
{
    bool fine = list_places(b) && list_edges(b) && leave_out_implied(b) && pack(b, arena) && list_writes(b, arena);
    if (fine) find_steps(b);
    return fine ? b->r : NULL;
}

static struct building *open_building(const struct ground *g, const struct ground_move *moves, size_t count,
                                      struct arena *arena)
{
    struct building *b = mem_alloc(sizeof *b);
    struct move_reach *r = b ? arena_alloc(arena, sizeof *r) : NULL;
    if (b) *b = (struct building){.g = g, .moves = moves, .move_count = count, .r = r};
    if (r) *r = (struct move_reach){.words = g->words};
    if (r) see_numbers(b);
    return b;
}

static void close_building(struct building *b)
{
    if (!b) return;
    vec_free(&b->edges);
    mem_free(b, sizeof *b);
}

struct move_reach *move_reach_make(const struct ground *g, struct arena *arena)
{
    struct building *b = open_building(g, g->moves, g->move_count, arena);
    bool some = false;
    for (size_t w = 0; b && b->r && w < g->words; w++) some |= b->r->may.words[w] != 0;
    struct move_reach *made = some ? make(b, arena) : NULL;
    close_building(b);
    return made;
}

struct move_reach *move_reach_make_some(const struct ground *g, const struct ground_move *moves, size_t count,
                                        struct arena *arena)
{
    struct building *b = open_building(g, moves, count, arena);
    struct move_reach *made = b && b->r ? make(b, arena) : NULL;
    close_building(b);
    return made;
}

/* ---- states ------------------------------------------------------------------------------------------------------------ */
#define EVERYWHERE static inline __attribute__((always_inline))

EVERYWHERE uint16_t place_of(const struct move_reach *r, size_t words, const uint64_t *state)
{
    uint64_t hash = 0;
    for (size_t w = 0; w < words; w++) hash = hash_mix(hash + (state[w] & r->place.words[w]));
    for (size_t i = hash % SLOTS;; i = (i + 1) % SLOTS) {
        uint64_t off = 0;
        uint16_t at = r->slots[i];
        if (at == NOWHERE) return at;
        for (size_t w = 0; w < words; w++) off |= r->at[at].words[w] ^ (state[w] & r->place.words[w]);
        if (!off) return at;
    }
}

EVERYWHERE void add_writes(const struct move_reach *r, size_t words, uint16_t at, uint64_t *writes)
{
    for (size_t w = 0; writes && w < words; w++) writes[w] |= r->writes[at].words[w];
}

/* Near places as cells, until all that might be cleared is asked: what is left of it is in `left`. What all near places write is added to
 * `writes`, if that is given and something is left. */
EVERYWHERE void leave_entered(const struct move_reach *r, size_t words, uint16_t at, const uint64_t *state,
                              uint64_t *left, uint64_t *writes)
{
    const struct steps *s = &r->steps;
    uint64_t free[GROUND_WORDS], next[GROUND_WORDS];
    for (size_t w = 0; w < words; w++) {
        free[w] = (state[w] ^ s->flips.words[w]) & s->cells.words[w];
        next[w] = 0;
    }
    for (;;) {
        uint64_t some = 0;
        add_writes(r, words, at, writes);
        for (size_t w = 0; w < words; w++) {
            uint64_t entered = s->out[at].words[w] & free[w];
            free[w] ^= entered;
            next[w] |= entered;
            some |= left[w] &= ~entered;
        }
        size_t w = 0;
        while (w < words && !next[w]) w++;
        if (w == words || !some) return;
        at = s->place[w * 64 + (size_t)__builtin_ctzll(next[w])];
        next[w] &= next[w] - 1;
    }
}

/* The edges of a way that are open: what they ask is left out of `left`. Are there any? */
EVERYWHERE bool is_open(const struct move_reach *r, size_t words, const struct way *way, const uint64_t *state,
                        uint64_t *left)
{
    const uint64_t *edge = r->edges + (size_t)way[0].first * 3 * words;
    bool open = false;
    for (uint32_t i = way[0].first; i < way[1].first; i++, edge += 3 * words) {
        uint64_t off = 0;
        for (size_t w = 0; w < words; w++) off |= (state[w] & edge[w]) ^ edge[words + w];
        if (off) continue;
        for (size_t w = 0; w < words; w++) left[w] &= ~edge[2 * words + w];
        open = true;
    }
    return open;
}

/* The same, place by place. A way to where it has been already is looked at if it may ask what is left. */
EVERYWHERE void leave_asked(const struct move_reach *r, size_t words, uint16_t at, const uint64_t *state,
                            uint64_t *left, uint64_t *writes)
{
    uint16_t stack[PLACES];
    uint64_t seen[PLACES / 64 + 1] = {0};
    size_t depth = 0;
    stack[depth++] = at;
    seen[at / 64] |= UINT64_C(1) << at % 64;
    seen[NOWHERE / 64] = 1;
    while (depth) {
        at = stack[--depth];
        add_writes(r, words, at, writes);
        for (const struct way *way = r->ways + r->first[at]; way < r->ways + r->first[at + 1]; way++) {
            uint64_t asked = 0, some = 0;
            bool been = seen[way->to / 64] >> way->to % 64 & 1;
            for (size_t w = 0; w < words; w++) asked |= way->asks.words[w] & left[w];
            if (been && !asked) continue;
            if (!is_open(r, words, way, state, left)) continue;
            for (size_t w = 0; w < words; w++) some |= left[w];
            if (!some) return;
            if (been) continue;
            seen[way->to / 64] |= UINT64_C(1) << way->to % 64;
            stack[depth++] = way->to;
        }
    }
}

EVERYWHERE bool clear_in(const struct move_reach *r, size_t words, uint64_t *state)
{
    uint64_t left[GROUND_WORDS], some = 0;
    for (size_t w = 0; w < words; w++) some |= left[w] = (state[w] ^ r->clear.words[w]) & r->may.words[w];
    if (!some) return false;
    uint16_t at = place_of(r, words, state);
    if (at != NOWHERE && r->steps.are) leave_entered(r, words, at, state, left, NULL);
    else if (at != NOWHERE) leave_asked(r, words, at, state, left, NULL);
    some = 0;
    for (size_t w = 0; w < words; w++) {
        state[w] ^= left[w];
        some |= left[w];
    }
    return some != 0;
}

bool move_reach_clear(const struct move_reach *r, uint64_t *state)
{
    if (r->words == 1) return clear_in(r, 1, state);
    if (r->words == 2) return clear_in(r, 2, state);
    return clear_in(r, r->words, state);
}

EVERYWHERE bool look_in(const struct move_reach *r, size_t words, const uint64_t *state, uint64_t *left,
                        uint64_t *writes)
{
    uint16_t at = place_of(r, words, state);
    if (at == NOWHERE) return false;
    uint64_t some = 0;
    if (r->steps.are) leave_entered(r, words, at, state, left, writes);
    else leave_asked(r, words, at, state, left, writes);
    for (size_t w = 0; w < words; w++) some |= left[w];
    for (size_t w = 0; !some && w < words; w++) writes[w] = UINT64_MAX;
    return true;
}

bool move_reach_look(const struct move_reach *r, const uint64_t *state, uint64_t *left, uint64_t *writes)
{
    if (r->words == 1) return look_in(r, 1, state, left, writes);
    if (r->words == 2) return look_in(r, 2, state, left, writes);
    return look_in(r, r->words, state, left, writes);
}

const struct ground_mask *move_reach_may(const struct move_reach *r) { return &r->may; }
const struct ground_mask *move_reach_place(const struct move_reach *r) { return &r->place; }

bool move_reach_steps(const struct move_reach *r) { return r->steps.are; }
