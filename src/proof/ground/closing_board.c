/* SPDX-License-Identifier: MIT */
/* The moves of a closing board get cells. */
#include <string.h>
#include "proof/ground/private.h"

static bool are_one(const struct closer *c, size_t i, size_t j)
{
    size_t bytes = c->row * sizeof *c->closes;
    return memcmp(c->closes + i * c->row, c->closes + j * c->row, bytes) == 0 &&
           memcmp(c->closed + i * c->row, c->closed + j * c->row, bytes) == 0;
}

/* ---- cells -------------------------------------------------------------------------------------------------------- */
static size_t count_cells(const struct ground *g, const struct ground_mask *set, size_t *first)
{
    size_t count = 0;
    for (size_t cell = g->cells; cell-- > 0;)
        if (ground_has(set, cell)) count++, *first = cell;
    return count;
}

/* The cells that it writes. */
static struct ground_mask written(const struct ground *g, const struct choice *m)
{
    struct ground_mask cells = {{0}};
    for (size_t w = 0; w < g->words; w++) cells.words[w % g->span] |= m->way.write.words[w];
    return cells;
}

enum anchor { THE_WRITTEN, THE_NEEDED, FIRST_WRITTEN, ANCHORS };

static bool find_cells(struct closer *c, enum anchor by)
{
    for (size_t i = 0; i < c->count; i++) {
        const struct choice *m = &c->choices[i];
        struct ground_mask cells = by == THE_NEEDED ? m->need : written(c->g, m);
        size_t first = 0, count = count_cells(c->g, &cells, &first);
        if (!count || (by != FIRST_WRITTEN && count > 1)) return false;
        c->cell[i] = (uint16_t)first;
    }
    return true;
}

/* What a move puts into its cell; it need not write it. */
static size_t put_of(const struct closer *c, size_t i)
{
    size_t v = c->g->value_count - 1;
    while (v && !ground_has(&c->choices[i].way.puts[v], c->cell[i])) v--;
    return v;
}

/* The moves of a cell that are not one, in the order of what they put, so that images have the same order. */
static bool number_moves(struct closer *c, size_t *planes)
{
    size_t count = c->count;
    *planes = 1;
    for (size_t i = 0; i < count; i++) {
        size_t plane = 0;
        bool found = false;
        for (size_t k = 0; k < i && !found; k++)
            if (c->cell[k] == c->cell[i] && are_one(c, k, i)) found = true, c->bits[i] = c->bits[k];
        if (found) continue;
        for (size_t k = 0; k < count; k++)
            if (c->cell[k] == c->cell[i] && !are_one(c, k, i)) {
                if (put_of(c, k) == put_of(c, i)) plane |= k < i;
                else plane |= put_of(c, k) < put_of(c, i);
            }
        for (size_t k = 0; k < i; k++)
            if (c->cell[k] == c->cell[i] && c->bits[k] == plane * c->g->span * 64 + c->cell[i]) return false;
        c->bits[i] = (uint16_t)(plane * c->g->span * 64 + c->cell[i]);
        if (plane + 1 > *planes) *planes = plane + 1;
    }
    return *planes * c->g->span <= GROUND_WORDS;
}

/* ---- the new board ------------------------------------------------------------------------------------------------ */
static void make_move(const struct closer *c, size_t i, struct ground_move *out)
{
    *out = (struct ground_move){0};
    ground_add(&out->care, c->bits[i]);
    ground_add(&out->want, c->bits[i]);
    ground_add(&out->need, c->cell[i]);
    for (size_t k = 0; k < c->count; k++)
        if (closing_has(c->closes + i * c->row, k)) {
            ground_add(&out->write, c->bits[k]);
            ground_add(&out->foot, c->cell[k]);
        }
}

static bool has_no_less(const struct ground *new, const struct ground *old)
{
    if (new->order_count || old->order_count)
        return !old->slides[0] && !old->slides[1] && ground_image_count(new) >= ground_image_count(old);
    return new->slides[0] >= old->slides[0] && new->slides[1] >= old->slides[1] && !(old->images & ~new->images);
}

/* A board of so many rows and columns, with a move for each bit. */
static bool make_board(const struct closer *c, size_t rows, size_t columns, size_t planes, struct arena *arena,
                       struct arena *scratch, struct ground *to)
{
    size_t count = c->count, cells = rows * columns, span = (cells + 63) / 64;
    *to = (struct ground){.cells = cells,
                          .rows = rows,
                          .columns = columns,
                          .layout = c->g->layout,
                          .planes = planes,
                          .span = span,
                          .words = planes * span,
                          .bitwise = planes > 1,
                          .first_code = 0,
                          .value_count = (size_t)1 << planes};
    if (!(to->moves = arena_array(arena, count + 1, sizeof *to->moves))) return false;
    for (size_t i = 0; i < count; i++) {
        bool found = false;
        for (size_t k = 0; k < i && !found; k++) found = c->bits[k] == c->bits[i];
        if (!found) make_move(c, i, &to->moves[to->move_count++]);
    }
    return ground_find_alike(to, arena, scratch);
}

/* A cell of a row for each move that is not one with an earlier one. False: it has too many. */
static bool number_in_row(struct closer *c, size_t *cells)
{
    *cells = 0;
    for (size_t i = 0; i < c->count; i++) {
        size_t k = 0;
        while (k < i && !are_one(c, k, i)) k++;
        if (k == i && *cells == GROUND_CELLS) return false;
        c->cell[i] = c->bits[i] = k < i ? c->cell[k] : (uint16_t)(*cells)++;
    }
    return true;
}

/* Of a row of numbers the cells are rows, and the values that moves put are columns, ascending. False: that gives no cell to each move,
 * or several to moves that are one. */
static bool number_in_grid(struct closer *c, size_t *columns)
{
    size_t rank[GROUND_WIDE], first;
    bool put[GROUND_WIDE] = {false};
    const struct ground_piece *piece = &c->g->layout.pieces[0];
    if (c->g->layout.count > 1 || c->g->rows > 1) return false;
    for (size_t i = 0; i < c->count; i++) {
        if (count_cells(c->g, &c->choices[i].way.write, &first) != 1) return false;
        c->cell[i] = (uint16_t)first;
        put[put_of(c, i)] = true;
    }
    *columns = 0;
    for (size_t v = 0; v < c->g->value_count; v++) {
        rank[v] = 0;
        *columns += put[v];
        for (size_t u = 0; u < c->g->value_count; u++) rank[v] += put[u] && piece->values[u] < piece->values[v];
    }
    if (c->g->columns * *columns > GROUND_CELLS) return false;
    for (size_t i = 0; i < c->count; i++) c->bits[i] = (uint16_t)(c->cell[i] * *columns + rank[put_of(c, i)]);
    for (size_t i = 0; i < c->count; i++)
        for (size_t k = 0; k < i; k++)
            if ((c->bits[i] == c->bits[k]) != are_one(c, i, k)) return false;
    for (size_t i = 0; i < c->count; i++) c->cell[i] = c->bits[i];
    return true;
}

bool closing_make_row(struct closer *c, struct arena *arena, struct arena *scratch, struct ground *to)
{
    size_t cells;
    *to = (struct ground){0};
    if (!number_in_row(c, &cells) || (cells + 63) / 64 > c->words) return true;
    if (!make_board(c, 1, cells, 1, arena, scratch, to)) return false;
    if (ground_image_count(to) < ground_image_count(c->g)) *to = (struct ground){0};
    return true;
}

bool closing_make_board(struct closer *c, bool in_masks, struct arena *arena, struct arena *scratch, struct ground *to)
{
    bool crowded = false; /* moves of one cell each, of which a cell has several */
    size_t planes, columns;
    for (int by = 0; by < (in_masks ? ANCHORS : FIRST_WRITTEN); by++) {
        if (!find_cells(c, by)) continue;
        bool numbered = number_moves(c, &planes);
        crowded |= by != FIRST_WRITTEN && (!numbered || planes > 1);
        if (!numbered || crowded || planes * c->g->span > c->words) continue;
        if (!make_board(c, c->g->rows, c->g->columns, planes, arena, scratch, to)) return false;
        if (!in_masks || has_no_less(to, c->g)) return true;
    }
    *to = (struct ground){0};
    if (!crowded) return true;
    if (!in_masks && number_in_grid(c, &columns)) return make_board(c, c->g->columns, columns, 1, arena, scratch, to);
    return closing_make_row(c, arena, scratch, to);
}
