/* SPDX-License-Identifier: MIT */
/* Orders of cells that the shape of the board suggests, and orders of values, each decided by the diagrams of all moves. */
#include "solve/search/diagram_images.h"
#include <string.h>

enum { IMAGE_WORK = 1 << 21, TRIED_MOST = 1 << 16, WRITES_MOST = 1 << 15, BYTES = 8, APART_MOST = 512 };
struct finding {
    struct diagram_board *b;
    struct ground *g;
    const int64_t *arrows;     /* cells x cells, of a row beside which a grid has some */
    uint8_t cells[CELLS_MOST]; /* being tried: to which cell each goes */
    uint64_t used;
    uint64_t tried;
    bool apart;                             /* no two moves write the same */
    bool by_sets;                           /* what is tried takes stones to stones, and conditions are sets of these */
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

static bool same_state(const struct diagram_state *a, const struct diagram_state *b)
{
    return a->low == b->low && a->high == b->high;
}

static const uint8_t as_it_is[DIAGRAM_VALUES] = {0, 1, 2, 3};

/* The first move that writes this; move_count: there is none. */
static uint32_t writer(const struct diagram_board *b, const struct diagram_state *write,
                       const struct diagram_state *put)
{
    uint32_t k = 0;
    while (k < b->move_count && !(same_state(write, &b->moves[k].write) && same_state(put, &b->moves[k].put))) k++;
    return k;
}

/* Does each move write what no other one writes? */
static bool write_apart(const struct diagram_board *b)
{
    bool apart = b->move_count <= APART_MOST;
    for (uint32_t i = 0; apart && i < b->move_count; i++) apart = writer(b, &b->moves[i].write, &b->moves[i].put) == i;
    return apart;
}

/* Does it take everything back that it did? */
static bool is_involution(const struct diagram_board *b, const uint8_t *levels, const uint8_t *values)
{
    bool back = true;
    for (uint32_t l = 0; back && l < b->cells; l++) back = levels[levels[l]] == l;
    for (uint32_t v = 0; back && v < DIAGRAM_VALUES; v++) back = values[values[v]] == v;
    return back;
}

/* Is it an earlier move with values exchanged? */
static bool is_exchanged(const struct diagram_board *b, uint32_t i)
{
    bool earlier = false;
    for (size_t e = 0; !earlier && e < b->exchange_count; e++) {
        struct diagram_state put = diagram_exchanged(b->exchanges[e], &b->moves[i].put, b->moves[i].write.low);
        earlier = writer(b, &b->moves[i].write, &put) < i;
    }
    return earlier;
}

static bool has_image(struct finding *f, const struct diagram_move *x, const struct diagram_state *write,
                      const struct diagram_state *put, const uint8_t *levels, const uint8_t *values)
{
    const struct diagram_board *b = f->b;
    bool found = false;
    if (f->by_sets) {
        for (uint32_t k = 0; !found && k < b->move_count; k++)
            found = same_state(write, &b->moves[k].write) && same_state(put, &b->moves[k].put) &&
                    diagram_sets_same(b, x->number, levels, k);
        return found;
    }
    uint32_t root = diagram_image(&f->g->meaning, x->root, levels, values);
    for (uint32_t k = 0; !found && k < b->move_count; k++)
        found = same_state(write, &b->moves[k].write) && same_state(put, &b->moves[k].put) &&
                root == b->moves[k].root && x->falls == b->moves[k].falls;
    return found && !f->g->meaning.failed;
}

/* Are the roots those of the image, and the same cells beside each other, and is 0 what it was? Then what is held goes to what is. */
static bool falls_alike(const struct diagram_board *b, const uint8_t *levels, const uint8_t *values)
{
    bool alike = values[0] == 0;
    for (uint32_t l = 0; alike && l < b->cells; l++) {
        alike = (b->roots >> l & 1) == (b->roots >> levels[l] & 1);
        for (uint32_t k = 0; alike && k < b->cells; k++)
            alike = (b->beside[l] >> k & 1) == (b->beside[levels[l]] >> levels[k] & 1);
    }
    return alike;
}

/* Does it take the law to itself, and what each move asks besides to what its image does? */
static bool keeps_law(struct finding *f, const uint8_t *levels, const uint8_t *values)
{
    const struct diagram_board *b = f->b;
    bool fine = b->lawful && f->apart;
    for (uint32_t i = 0; fine && i < b->move_count; i++) {
        const struct diagram_move *x = &b->moves[i];
        struct diagram_state write = moved(&x->write, levels, b->cells), put = moved(&x->put, levels, b->cells);
        put = diagram_exchanged(values, &put, write.low);
        uint32_t to = writer(b, &write, &put);
        fine = to < b->move_count && diagram_image(&f->g->meaning, x->rest, levels, values) == b->moves[to].rest;
    }
    return fine && diagram_image(&f->g->meaning, b->law_root, levels, values) == b->law_root && !f->g->meaning.failed;
}

/* Is the image of each move a move? Where no two moves write the same, what a move writes says which it is, and some need not be looked at:
 *   If the image takes everything back that it did, and takes an earlier move to this one, it takes this one to that.
 *   If cells alone are moved, and this is an earlier move with values exchanged, where exchanged values take moves to moves: the image of
 *   this move is that of the earlier one with these values exchanged, for what moves cells and what exchanges values may change
 *   places; and that is a move. */
static bool is_image(struct finding *f, const uint8_t *levels, const uint8_t *values)
{
    const struct diagram_board *b = f->b;
    bool fine = !b->falls || falls_alike(b, levels, values), back = f->apart && is_involution(b, levels, values),
         cells = f->apart && values == as_it_is;
    struct diagram_state turned = {b->turned, 0};
    f->by_sets = b->sets_known && values == as_it_is && moved(&turned, levels, b->cells).low == b->turned;
    diagrams_image_others(&f->g->meaning);
    if (fine && !b->sets_known && keeps_law(f, levels, values)) return true;
    for (uint32_t i = 0; fine && i < b->move_count; i++) {
        const struct diagram_move *x = &b->moves[i];
        struct diagram_state write = moved(&x->write, levels, b->cells), put = moved(&x->put, levels, b->cells);
        put = diagram_exchanged(values, &put, write.low);
        uint32_t to = writer(b, &write, &put);
        if (to == b->move_count) return false;
        if ((back && to < i) || (cells && is_exchanged(b, i))) continue;
        fine = has_image(f, x, &write, &put, levels, values);
    }
    return fine;
}

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

/* ---- of moves --------------------------------------------------------------------------------------------------------- */
struct diagram_state diagram_ordered(const struct diagram_board *b, const struct diagram_state *s, uint32_t i)
{
    struct diagram_state to = {0};
    if (!i) return *s;
    for (uint32_t k = 0; k < (b->cells + 7) / 8; k++) {
        to.low |= b->images[i - 1][k][s->low >> 8 * k & 255];
        to.high |= b->images[i - 1][k][s->high >> 8 * k & 255];
    }
    return to;
}

static void write_images(const struct diagram_board *b, const struct diagram_move *x, uint64_t *to)
{
    for (uint32_t i = 0; i <= b->image_count; i++) {
        struct diagram_state write = diagram_ordered(b, &x->write, i), put = diagram_ordered(b, &x->put, i);
        struct diagram_state keep = {~write.low & b->all, ~write.high & b->all};
        for (uint32_t e = 0; e <= b->exchange_count; e++, to += 2 * b->words) {
            struct diagram_state other = diagram_value_image(b, &put, e, write.low);
            diagram_pack(b->words, &keep, to);
            diagram_pack(b->words, &other, to + b->words);
        }
    }
}

bool diagram_images_of_moves(struct diagram_board *b)
{
    size_t count = diagram_board_images(b), each = 2 * b->words * count;
    if (count * b->move_count > WRITES_MOST || b->falls || b->pivots) return true;
    uint64_t *words = arena_array(&b->arena, b->move_count + 1u, each * sizeof *words);
    for (uint32_t i = 0; words && i < b->move_count; i++) {
        write_images(b, &b->moves[i], words + i * each);
        b->moves[i].images = words + i * each;
    }
    return words != NULL;
}

/* ---- more images than are listed --------------------------------------------------------------------------------------- */
static bool find_pivots(const struct finding *f)
{
    struct diagram_board *b = f->b;
    const uint8_t *orders[IMAGES_MOST], *exchanges[EXCHANGES_MOST];
    for (uint32_t i = 0; i < b->image_count; i++) orders[i] = f->found[i];
    for (uint32_t e = 0; e < b->exchange_count; e++) exchanges[e] = b->exchanges[e];
    return diagram_pivots_make(&b->arena, b->cells, orders, b->image_count, exchanges, b->exchange_count, &b->pivots);
}

bool diagram_find_images(struct diagram_board *b, struct ground *g)
{
    struct finding f = {.b = b, .g = g, .arrows = g->shape.data + g->arrows, .apart = write_apart(b)};
    g->meaning.work_most = g->meaning.work + IMAGE_WORK;
    exchange_values(&f);
    bool fine = g->grid ? grid_images(&f) : g->arrows ? graph_images(&f, 0) : row_images(&f);
    return fine && !g->meaning.no_memory && find_pivots(&f);
}
