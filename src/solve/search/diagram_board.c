/* SPDX-License-Identifier: MIT */
/* Made from a grounded rule, which is forgotten then. */
#include "solve/search/diagram_board.h"
#include <string.h>
#include "base/mem.h"
#include "play/ground/ground.h"

enum { CELLS_MOST = 64, IMAGES_MOST = 48, EXCHANGES_MOST = 24, IMAGE_WORK = 1 << 22, TRIED_MOST = 1 << 16, BYTES = 8 };
/* What is asked of the cell of a level, and where its values lead. 0: false, 1: true. */
struct step {
    uint32_t level, kids[DIAGRAM_VALUES];
};
struct diagram_move {
    uint32_t root;
    uint32_t level, allowed; /* the first cell that it writes, and what that must hold before */
    struct diagram_state write, put;
};
struct diagram_board {
    struct arena arena;
    int game;
    size_t at;
    int64_t *frame; /* the component, the cells of the board 0 */
    size_t frame_count;
    uint32_t cells, values, final;
    uint8_t level[CELLS_MOST];
    uint64_t all;
    bool ends;
    struct step *steps;
    struct diagram_move *moves;
    uint32_t move_count;
    uint64_t (*images[IMAGES_MOST])[256]; /* of each byte of a plane what it becomes */
    uint32_t image_count;
    uint8_t exchanges[EXCHANGES_MOST][DIAGRAM_VALUES];
    uint32_t exchange_count;
};

/* ---- images ----------------------------------------------------------------------------------------------------------- */
struct finding {
    struct diagram_board *b;
    struct ground *g;
    const struct diagram_move *moves; /* roots as the diagrams have them */
    const int64_t *arrows;            /* cells x cells, of rows; NULL */
    uint8_t cells[CELLS_MOST];        /* being tried: to which cell each goes */
    uint64_t used;
    uint64_t tried;
    uint8_t found[IMAGES_MOST][CELLS_MOST]; /* levels, of the images so far */
};

static struct diagram_state moved(const struct diagram_state *s, const uint8_t *levels, uint32_t cells)
{
    struct diagram_state to = {0};
    for (uint32_t l = 0; l < cells; l++) {
        to.low |= (s->low >> l & 1) << levels[l];
        to.high |= (s->high >> l & 1) << levels[l];
    }
    return to;
}

static struct diagram_state exchanged(const struct diagram_board *b, const uint8_t *to, const struct diagram_state *s,
                                      uint64_t cells)
{
    uint64_t holds[DIAGRAM_VALUES] = {~s->low & ~s->high, s->low & ~s->high, ~s->low & s->high, s->low & s->high};
    struct diagram_state out = {0};
    for (uint32_t v = 0; v < b->values; v++) {
        out.low |= to[v] & 1 ? holds[v] & cells : 0;
        out.high |= to[v] & 2 ? holds[v] & cells : 0;
    }
    return out;
}

static bool same_state(const struct diagram_state *a, const struct diagram_state *b)
{
    return a->low == b->low && a->high == b->high;
}

/* Is the image of each move a move? */
static bool is_image(struct finding *f, const uint8_t *levels, const uint8_t *values)
{
    const struct diagram_board *b = f->b;
    bool fine = true;
    diagrams_image_others(&f->g->meaning);
    for (uint32_t i = 0; fine && i < b->move_count; i++) {
        const struct diagram_move *x = &f->moves[i];
        struct diagram_state write = moved(&x->write, levels, b->cells), put = moved(&x->put, levels, b->cells);
        put = exchanged(b, values, &put, write.low);
        bool found = false;
        uint32_t root = 0;
        for (uint32_t k = 0; !found && k < b->move_count; k++) {
            const struct diagram_move *y = &f->moves[k];
            if (!same_state(&write, &y->write) || !same_state(&put, &y->put)) continue;
            if (!root) root = diagram_image(&f->g->meaning, x->root, levels, values);
            found = root == y->root;
        }
        fine = found && !f->g->meaning.failed;
    }
    return fine;
}

static const uint8_t as_it_is[DIAGRAM_VALUES] = {0, 1, 2, 3};

/* One image after another is an image. */
static bool is_product(const struct finding *f, const uint8_t *levels)
{
    const struct diagram_board *b = f->b;
    bool found = false;
    for (uint32_t i = 0; !found && i < b->image_count; i++)
        for (uint32_t k = 0; !found && k < b->image_count; k++) {
            found = true;
            for (uint32_t l = 0; found && l < b->cells; l++) found = levels[l] == f->found[i][f->found[k][l]];
        }
    return found;
}

static bool add_image(struct finding *f)
{
    struct diagram_board *b = f->b;
    uint8_t levels[CELLS_MOST] = {0};
    bool changes = false;
    for (uint32_t c = 0; c < b->cells; c++) {
        levels[b->level[c]] = b->level[f->cells[c]];
        changes |= f->cells[c] != c;
    }
    if (!changes || b->image_count == IMAGES_MOST) return true;
    if (!is_product(f, levels) && !is_image(f, levels, as_it_is)) return true;
    memcpy(f->found[b->image_count], levels, sizeof levels);
    uint64_t(*bytes)[256] = arena_array(&b->arena, BYTES, sizeof *bytes);
    if (!bytes) return false;
    for (uint32_t l = 0; l < b->cells; l++)
        for (uint32_t byte = 0; byte < 256; byte++)
            if (byte >> l % 8 & 1) bytes[l / 8][byte] |= UINT64_C(1) << levels[l];
    b->images[b->image_count++] = bytes;
    return true;
}

/* The grid turned over and, if it is square, turned. */
static bool grid_images(struct finding *f)
{
    uint32_t rows = f->g->rows, columns = f->g->columns;
    bool fine = true;
    for (uint32_t k = 1; fine && k < (rows == columns ? 8u : 4u); k++) {
        for (uint32_t r = 0; r < rows; r++)
            for (uint32_t c = 0; c < columns; c++) {
                uint32_t to_row = k & 4 ? c : r, to_column = k & 4 ? r : c;
                if (k & 1) to_row = rows - 1 - to_row;
                if (k & 2) to_column = columns - 1 - to_column;
                f->cells[r * columns + c] = (uint8_t)(to_row * columns + to_column);
            }
        fine = add_image(f);
    }
    return fine;
}

/* A row read from each of its cells on, forwards and backwards. */
static bool row_images(struct finding *f)
{
    uint32_t n = f->b->cells;
    bool fine = true, turns = false;
    for (uint32_t k = 1; fine && k < 2 * n; k++) {
        if (k > 2 && !turns) break; /* not by one cell, so by hardly any other number */
        for (uint32_t c = 0; c < n; c++) f->cells[c] = (uint8_t)(((k % 2 ? n - 1 - c : c) + k / 2) % n);
        uint32_t before = f->b->image_count;
        fine = add_image(f);
        turns |= k == 2 && f->b->image_count > before;
    }
    return fine;
}

/* The orders of nodes that take arrows to arrows, cell by cell. */
static bool graph_images(struct finding *f, uint32_t cell)
{
    uint32_t n = f->b->cells;
    if (f->tried++ > TRIED_MOST || f->b->image_count == IMAGES_MOST) return true;
    if (cell == n) return add_image(f);
    for (uint32_t to = 0; to < n; to++) {
        bool fits = !(f->used >> to & 1) && f->arrows[cell * n + cell] == f->arrows[to * n + to];
        for (uint32_t k = 0; fits && k < cell; k++)
            fits = f->arrows[cell * n + k] == f->arrows[to * n + f->cells[k]] &&
                   f->arrows[k * n + cell] == f->arrows[f->cells[k] * n + to];
        if (!fits) continue;
        f->cells[cell] = (uint8_t)to;
        f->used |= UINT64_C(1) << to;
        bool fine = graph_images(f, cell + 1);
        f->used &= ~(UINT64_C(1) << to);
        if (!fine) return false;
    }
    return true;
}

static void exchange_values(struct finding *f)
{
    struct diagram_board *b = f->b;
    uint8_t levels[CELLS_MOST];
    for (uint32_t l = 0; l < CELLS_MOST; l++) levels[l] = (uint8_t)l;
    for (uint32_t code = 1; code < 1u << 2 * DIAGRAM_VALUES && !f->g->meaning.failed; code++) {
        uint8_t to[DIAGRAM_VALUES];
        uint32_t met = 0;
        bool changes = false;
        for (uint32_t v = 0; v < DIAGRAM_VALUES; v++) {
            to[v] = code >> 2 * v & 3;
            met |= 1u << to[v];
            changes |= to[v] != v;
            if (v >= b->values && to[v] != v) met = 0;
        }
        if (met != 15 || !changes || b->exchange_count == EXCHANGES_MOST) continue;
        if (is_image(f, levels, to)) memcpy(b->exchanges[b->exchange_count++], to, sizeof to);
    }
}

static bool find_images(struct diagram_board *b, struct ground *g, const struct diagram_move *moves, const int64_t *arrows)
{
    struct finding f = {.b = b, .g = g, .moves = moves, .arrows = arrows};
    g->meaning.work_most = g->meaning.work + IMAGE_WORK;
    exchange_values(&f);
    bool fine = g->grid ? grid_images(&f) : arrows ? graph_images(&f, 0) : row_images(&f);
    return fine && !g->meaning.no_memory;
}

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

/* The grid beside a row that says which cells are side by side. */
static const int64_t *find_arrows(const struct env *env, const struct component *c, uint32_t cells)
{
    const struct game *game = &env->model->games[c->game];
    const int64_t *at = c->cells;
    for (size_t f = 0; f < game->field_count; f++) {
        if (game->fields[f].kind == FIELD_GRID && at[0] == cells && at[1] == cells) return at + 2;
        at += field_length(game->fields[f].kind, at);
    }
    return NULL;
}

static bool fill(struct diagram_board *b, struct ground *g, const struct env *env, const struct component *c)
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
    if (!find_images(b, g, b->moves, g->grid ? NULL : find_arrows(env, c, b->cells))) return false;
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
        if (b && fill(b, g, env, component)) *board = b;
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
        struct diagram_state other = exchanged(b, b->exchanges[i], s, b->all);
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
