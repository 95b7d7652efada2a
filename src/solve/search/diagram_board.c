/* SPDX-License-Identifier: MIT */
/* Made from a grounded rule, which is forgotten then. */
#include "solve/search/diagram_board.h"
#include <string.h>
#include "base/mem.h"
#include "solve/search/diagram_images.h"

/* ---- making ----------------------------------------------------------------------------------------------------------- */
/* The nodes that are reached, numbered as they are met. */
static uint32_t take_steps(struct diagram_board *b, const struct diagrams *d, uint32_t root, uint32_t *numbers,
                           uint32_t *count)
{
    if (root <= DIAGRAM_TRUE) return root;
    if (numbers[root]) return numbers[root];
    uint32_t id = numbers[root] = (*count)++;
    b->steps[id].level = d->nodes.data[root].cell;
    for (uint32_t v = 0; v < d->values; v++)
        b->steps[id].kids[v] = take_steps(b, d, d->nodes.data[root].kids[v], numbers, count);
    return id;
}

static bool make_steps(struct diagram_board *b, const struct diagrams *d)
{
    uint32_t count = DIAGRAM_TRUE + 1;
    size_t bytes = (d->nodes.count + 1) * sizeof(uint32_t);
    uint32_t *numbers = mem_alloc(bytes);
    b->steps = arena_array(&b->arena, d->nodes.count + 1, sizeof *b->steps);
    bool fine = numbers && b->steps;
    if (numbers) memset(numbers, 0, bytes);
    for (uint32_t i = 0; fine && i < b->move_count; i++)
        b->moves[i].root = take_steps(b, d, b->moves[i].root, numbers, &count);
    mem_free(numbers, bytes);
    return fine;
}

/* `ends`: each move writes a final value where there was none. */
static bool make_moves(struct diagram_board *b, const struct ground *g)
{
    b->move_count = (uint32_t)g->instances.count;
    b->moves = arena_array(&b->arena, b->move_count + 1u, sizeof *b->moves);
    b->ends = true;
    for (uint32_t i = 0; b->moves && i < b->move_count; i++) {
        const struct ground_instance *from = &g->instances.data[i];
        struct diagram_move *x = &b->moves[i];
        bool rests = false;
        x->root = from->when;
        for (uint32_t k = from->count; k-- > 0;) {
            const struct ground_write *w = &g->writes.data[from->first + k];
            x->level = b->level[w->cell];
            x->allowed = formula_allows(&g->formulas, from->when, w->cell);
            x->write.low |= UINT64_C(1) << x->level;
            x->put.low |= (uint64_t)(w->value & 1) << x->level;
            x->put.high |= (uint64_t)(w->value >> 1) << x->level;
            rests |= g->final >> w->value & 1 && !(x->allowed & g->final);
        }
        x->write.high = x->write.low;
        b->ends = b->ends && rests;
    }
    return b->moves != NULL;
}

static bool fill(struct diagram_board *b, struct ground *g, const struct component *c)
{
    b->game = c->game;
    b->at = g->at;
    b->cells = g->rows * g->columns;
    b->values = g->values;
    b->final = g->final;
    b->all = b->cells < 64 ? (UINT64_C(1) << b->cells) - 1 : UINT64_MAX;
    memcpy(b->level, g->meaning.level, sizeof b->level);
    b->frame_count = c->count;
    b->frame = arena_array(&b->arena, c->count + 1u, sizeof *b->frame);
    if (!b->frame || !make_moves(b, g)) return false;
    memcpy(b->frame, g->shape.data, c->count * sizeof *b->frame);
    if (!diagram_find_images(b, g)) return false;
    return make_steps(b, &g->meaning);
}

enum status diagram_board_make(const struct env *env, const struct component *component, struct diagram_board **board)
{
    struct ground *g = mem_alloc(sizeof *g);
    *board = NULL;
    if (!g) return ST_NO_MEMORY;
    enum status st = ground_open_meaning(g, env, component);
    struct diagram_board *b = NULL;
    if (st == ST_OK && g->fine && g->instances.count) {
        b = mem_alloc(sizeof *b);
        if (b) memset(b, 0, sizeof *b);
        if (b && fill(b, g, component)) *board = b;
        else st = ST_NO_MEMORY;
    }
    if (st != ST_OK) diagram_board_free(b);
    ground_close(g);
    mem_free(g, sizeof *g);
    return st;
}

void diagram_board_free(struct diagram_board *b)
{
    if (!b) return;
    arena_free(&b->arena);
    mem_free(b, sizeof *b);
}

struct diagram_board *diagram_board_share(const struct diagram_board *b, struct arena *arena)
{
    struct diagram_board *own = arena_alloc(arena, sizeof *own);
    struct diagram_move *moves = arena_array(arena, b->move_count + 1u, sizeof *moves);
    if (!own || !moves) return NULL;
    *own = *b;
    own->moves = memcpy(moves, b->moves, b->move_count * sizeof *moves);
    return own;
}

bool diagram_board_ends(const struct diagram_board *b) { return b->ends; }
uint32_t diagram_board_cells(const struct diagram_board *b) { return b->cells; }
uint32_t diagram_board_moves(const struct diagram_board *b) { return b->move_count; }
uint32_t diagram_board_images(const struct diagram_board *b) { return (b->image_count + 1) * (b->exchange_count + 1); }

/* ---- states ------------------------------------------------------------------------------------------------------------ */
bool diagram_board_code(const struct diagram_board *b, const struct component *c, struct diagram_state *state)
{
    *state = (struct diagram_state){0};
    if (c->game != b->game || c->count != b->frame_count) return false;
    for (size_t i = 0; i < c->count; i++) {
        bool board = i >= b->at && i < b->at + b->cells;
        int64_t cell = c->cells[i];
        if (board ? cell < 0 || cell >= b->values : cell != b->frame[i]) return false;
        if (!board) continue;
        state->low |= (uint64_t)(cell & 1) << b->level[i - b->at];
        state->high |= (uint64_t)(cell >> 1) << b->level[i - b->at];
    }
    return true;
}

static inline bool is_less(const struct diagram_state *a, const struct diagram_state *b)
{
    return a->low != b->low ? a->low < b->low : a->high < b->high;
}

static struct diagram_state least_exchanged(const struct diagram_board *b, const struct diagram_state *s)
{
    struct diagram_state least = *s;
    for (uint32_t i = 0; i < b->exchange_count; i++) {
        struct diagram_state other = diagram_exchanged(b, b->exchanges[i], s, b->all);
        if (is_less(&other, &least)) least = other;
    }
    return least;
}

struct diagram_state diagram_board_least(const struct diagram_board *b, const struct diagram_state *s)
{
    struct diagram_state least = least_exchanged(b, s);
    for (uint32_t i = 0; i < b->image_count; i++) {
        struct diagram_state to = {0};
        for (uint32_t k = 0; k < (b->cells + 7) / 8; k++) {
            to.low |= b->images[i][k][s->low >> 8 * k & 255];
            to.high |= b->images[i][k][s->high >> 8 * k & 255];
        }
        to = least_exchanged(b, &to);
        if (is_less(&to, &least)) least = to;
    }
    return least;
}

uint32_t diagram_board_open(const struct diagram_board *b, const struct diagram_state *s)
{
    uint64_t holds[DIAGRAM_VALUES] = {~s->low & ~s->high, s->low & ~s->high, ~s->low & s->high, s->low & s->high};
    uint64_t open = 0;
    for (uint32_t v = 0; v < b->values; v++)
        if (!(b->final >> v & 1)) open |= holds[v] & b->all;
    return (uint32_t)__builtin_popcountll(open);
}

static inline uint32_t value_at(const struct diagram_state *s, uint32_t level)
{
    return (uint32_t)(s->low >> level & 1) | (uint32_t)(s->high >> level & 1) << 1;
}

bool diagram_board_next(const struct diagram_board *b, const struct diagram_state *s, size_t *at,
                        struct diagram_state *after)
{
    for (; *at < b->move_count; ++*at) {
        const struct diagram_move *x = &b->moves[*at];
        uint32_t id = x->root;
        if (!(x->allowed >> value_at(s, x->level) & 1)) continue;
        while (id > DIAGRAM_TRUE) id = b->steps[id].kids[value_at(s, b->steps[id].level)];
        if (id != DIAGRAM_TRUE) continue;
        after->low = (s->low & ~x->write.low) | x->put.low;
        after->high = (s->high & ~x->write.high) | x->put.high;
        return true;
    }
    return false;
}

void diagram_board_prefer(struct diagram_board *b, size_t at)
{
    if (!at) return;
    struct diagram_move other = b->moves[at - 1];
    b->moves[at - 1] = b->moves[at];
    b->moves[at] = other;
}
