/* SPDX-License-Identifier: MIT */
/* The rule on one board, multiplied out (proof/ground/ground.h), in the words of a book. */
#include <string.h>
#include "certify/board.h"

enum { MOST_WEIGHT = 4 };

/* ---- masks --------------------------------------------------------------------------------------------------------- */

struct ground_mask certify_filled(const struct certify_board *b, const struct ground_mask *state)
{
    struct ground_mask filled = {{0}};
    for (size_t p = 0; p < b->ground.planes; p++)
        for (size_t w = 0; w < b->ground.span; w++) filled.words[w] |= state->words[p * b->ground.span + w];
    return filled;
}

bool certify_after(const struct ground_move *move, const struct ground_mask *state, struct ground_mask *after)
{
    for (size_t w = 0; w < GROUND_WORDS; w++) {
        if ((state->words[w] & move->care.words[w]) != move->want.words[w]) return false;
        after->words[w] = (state->words[w] & ~move->write.words[w]) | move->put.words[w];
    }
    return true;
}

int certify_mask_order(const void *a, const void *b) { return memcmp(a, b, sizeof(struct ground_mask)); }

static bool none_of(const struct ground_mask *a, const struct ground_mask *b)
{
    for (size_t w = 0; w < GROUND_WORDS; w++)
        if (a->words[w] & b->words[w]) return false;
    return true;
}

static bool within(const struct ground_mask *a, const struct ground_mask *b)
{
    for (size_t w = 0; w < GROUND_WORDS; w++)
        if (a->words[w] & ~b->words[w]) return false;
    return true;
}

static struct ground_mask cells_of(const struct certify_board *b, const struct ground_mask *state,
                                   const struct ground_mask *cells)
{
    struct ground_mask out = {{0}};
    for (size_t p = 0; p < b->ground.planes; p++)
        for (size_t w = 0; w < b->ground.span; w++)
            out.words[p * b->ground.span + w] = state->words[p * b->ground.span + w] & cells->words[w];
    return out;
}

/* ---- standard images ----------------------------------------------------------------------------------------------- */

/* The state with row r and column c moved to where mirrors and slides take them; *fits: none falls off. */
struct placing {
    bool rows, columns, turn;
    size_t up, left; /* after the mirrors; before the turn */
};
static struct ground_mask placed(const struct ground *g, const struct ground_mask *state, const struct placing *by)
{
    struct ground_mask out = {{0}};
    for (size_t r = 0; r < g->rows; r++)
        for (size_t c = 0; c < g->columns; c++) {
            size_t code = ground_code(g, state, ground_cell(g, r, c));
            size_t row = (by->rows ? g->rows - 1 - r : r) - by->up;
            size_t column = (by->columns ? g->columns - 1 - c : c) - by->left;
            if (code) ground_put(g, &out, by->turn ? ground_cell(g, column, row) : ground_cell(g, row, column), code);
        }
    return out;
}

/* The first and the last rows and columns that hold something. */
struct frame {
    size_t top, bottom, left, right;
};
static struct frame frame_of(const struct ground *g, const struct ground_mask *state)
{
    struct frame f = {g->rows, 0, g->columns, 0};
    for (size_t r = 0; r < g->rows; r++)
        for (size_t c = 0; c < g->columns; c++) {
            if (!ground_code(g, state, ground_cell(g, r, c))) continue;
            if (r < f.top) f.top = r;
            if (r > f.bottom) f.bottom = r;
            if (c < f.left) f.left = c;
            if (c > f.right) f.right = c;
        }
    return f;
}

static struct ground_mask standard(const struct certify_board *b, const struct ground_mask *state)
{
    const struct ground *g = &b->ground;
    struct frame f = frame_of(g, state);
    struct ground_mask best = *state;
    size_t square = g->rows < g->columns ? g->rows : g->columns;
    for (unsigned k = 0; k < 2 * MIRROR_TURN; k++) {
        unsigned mirrors = k & (MIRROR_ROWS | MIRROR_COLUMNS);
        struct placing by = {mirrors & MIRROR_ROWS, mirrors & MIRROR_COLUMNS, k & MIRROR_TURN, 0, 0};
        if (mirrors && !(g->images >> mirrors & 1)) continue;
        if (g->slides[0]) by.up = by.rows ? g->rows - 1 - f.bottom : f.top;
        if (g->slides[1]) by.left = by.columns ? g->columns - 1 - f.right : f.left;
        size_t bottom = (by.rows ? g->rows - 1 - f.top : f.bottom) - by.up;
        size_t right = (by.columns ? g->columns - 1 - f.left : f.right) - by.left;
        if (by.turn && (!(g->images >> MIRROR_TURN & 1) || bottom >= square || right >= square)) continue;
        struct ground_mask image = placed(g, state, &by);
        if (k == 0 || certify_mask_order(&image, &best) < 0) best = image;
    }
    return best;
}

/* ---- parts --------------------------------------------------------------------------------------------------------- */

size_t certify_split(const struct certify_board *b, const struct ground_mask *state, struct ground_mask *parts)
{
    struct ground_mask filled = certify_filled(b, state), joined[GROUND_CELLS];
    size_t count = 0;
    for (size_t i = 0; i < b->ground.move_count; i++) {
        const struct ground_move *m = &b->ground.moves[i];
        struct ground_mask cells;
        size_t left = 0;
        if (!within(&m->need, &filled)) continue;
        for (size_t w = 0; w < GROUND_WORDS; w++) cells.words[w] = m->foot.words[w] & filled.words[w];
        for (size_t k = 0; k < count; k++) {
            if (none_of(&joined[k], &cells)) joined[left++] = joined[k];
            else
                for (size_t w = 0; w < GROUND_WORDS; w++) cells.words[w] |= joined[k].words[w];
        }
        joined[left++] = cells;
        count = left;
    }
    for (size_t i = 0; i < count; i++) {
        struct ground_mask part = cells_of(b, state, &joined[i]);
        parts[i] = standard(b, &part);
    }
    return count;
}

struct ground_mask certify_live(const struct certify_board *b, const struct ground_mask *state)
{
    struct ground_mask filled = certify_filled(b, state), live = {{0}};
    for (size_t i = 0; i < b->ground.move_count; i++) {
        const struct ground_move *m = &b->ground.moves[i];
        if (!within(&m->need, &filled)) continue;
        for (size_t w = 0; w < GROUND_WORDS; w++) live.words[w] |= m->foot.words[w] & filled.words[w];
    }
    live = cells_of(b, state, &live);
    return standard(b, &live);
}

/* ---- what a book can say of the rule --------------------------------------------------------------------------------- */

/* What the move asks of the cell and what it leaves there, as digits; '?' anything, 0 nothing. False if it asks or writes
 * a part of a digit. */
static bool change_of(const struct ground *g, const struct ground_move *m, size_t cell, char *from, char *to)
{
    size_t cares = ground_code(g, &m->care, cell), writes = ground_code(g, &m->write, cell);
    size_t all = ((size_t)1 << g->planes) - 1;
    *from = *to = 0;
    if (!cares && !writes) return true;
    if ((cares && cares != all) || (writes && writes != all)) return false;
    *from = cares ? (char)('0' + ground_code(g, &m->want, cell)) : '?';
    *to = writes ? (char)('0' + ground_code(g, &m->put, cell)) : *from;
    return *to == '0' || (*from != '0' && *from != '?');
}

/* Do the weights fall with this move, whatever is in cells that it does not ask? */
static bool falls(const struct certify_board *b, const struct ground_move *m, const int *weights)
{
    int fall = 0;
    char from, to;
    for (size_t cell = 0; cell < b->ground.cells; cell++)
        if (change_of(&b->ground, m, cell, &from, &to) && from > '0' && from <= '9')
            fall += weights[from - '0'] - weights[to - '0'];
    return fall > 0;
}

/* Weights of 0 to MOST_WEIGHT for the codes, the first in their order that do. */
static bool find_weights(struct certify_board *b)
{
    size_t choices = 1, codes = ((size_t)1 << b->ground.planes) - 1;
    for (size_t i = 0; i < codes; i++) choices *= MOST_WEIGHT + 1;
    for (size_t choice = 0; choice < choices; choice++) {
        size_t left = choice, i = 0;
        for (size_t code = 1; code <= codes; code++, left /= MOST_WEIGHT + 1)
            b->weights[code] = (int)(left % (MOST_WEIGHT + 1));
        while (i < b->ground.move_count && falls(b, &b->ground.moves[i], b->weights)) i++;
        if (i == b->ground.move_count) return true;
    }
    return false;
}

static const char *unfit(struct certify_board *b)
{
    char from, to;
    for (size_t i = 0; i < b->ground.move_count; i++)
        for (size_t cell = 0; cell < b->ground.cells; cell++)
            if (!change_of(&b->ground, &b->ground.moves[i], cell, &from, &to))
                return "no value of a cell is final, or a move changes it";
    return find_weights(b) ? NULL : "no weights of what the cells hold were found that fall with every move";
}

enum status certify_board_make(struct certify_work *w, const struct component *component, struct certify_board *b)
{
    const struct model *model = w->env->model;
    struct ground_from from = {
        model, component->game, w->env->params, component->cells, component->count, w->env->budget, 0};
    *b = (struct certify_board){0};
    if (model->games[component->game].uses_mover) return w->reason = "the moves depend on whose turn it is", ST_OK;
    if (model->games[component->game].kind != GAME_RULES) return w->reason = "it is not given by moves", ST_OK;
    enum status st = ground_make_exact(&from, w->arena, &b->ground);
    if (st != ST_OK) return st;
    if (!b->ground.cells)
        return w->reason = "it is neither a heap nor a board of at most 256 cells with few values", ST_OK;
    if (b->ground.layout.count > 1) return w->reason = "its board is more than one field", ST_OK;
    b->ground.order_count = 0; /* a book has slides and images of rows and grids */
    w->reason = unfit(b);
    uint8_t codes[GROUND_CELLS];
    size_t other_count = 0;
    int64_t *others = arena_array(w->arena, component->count + 1, sizeof *others);
    if (!others) return ST_NO_MEMORY;
    if (!w->reason && !ground_read(&b->ground.layout, component->cells, component->count, codes, others, &other_count))
        w->reason = "a cell holds a value that no move knows";
    for (size_t cell = 0; cell < b->ground.cells && !w->reason; cell++)
        ground_put(&b->ground, &b->start, cell, codes[cell]);
    return ST_OK;
}

/* ---- text ------------------------------------------------------------------------------------------------------------ */

void certify_state_put(const struct certify_board *b, const struct ground_mask *state, struct text *out)
{
    for (size_t cell = 0; cell < b->ground.cells; cell++)
        text_putc(out, (char)('0' + ground_code(&b->ground, state, cell)));
}

static void put_move(const struct ground *g, const struct ground_move *m, struct text *out)
{
    char from, to;
    text_puts(out, "move");
    for (size_t cell = 0; cell < g->cells; cell++) {
        if (!change_of(g, m, cell, &from, &to) || !from) continue;
        text_add(out, " %zu:%c", cell, from);
        if (from != to) text_add(out, ">%c", to);
    }
    text_putc(out, '\n');
}

/* Where cells go that are moved by so many rows and columns, or mirrored, or turned. */
static void put_image(const struct ground *g, int rows, int columns, unsigned mirrors, struct text *out)
{
    size_t square = g->rows < g->columns ? g->rows : g->columns;
    text_puts(out, "image");
    for (size_t r = 0; r < g->rows; r++)
        for (size_t c = 0; c < g->columns; c++) {
            size_t row = (mirrors & MIRROR_ROWS ? g->rows - 1 - r : r) + (size_t)rows;
            size_t column = (mirrors & MIRROR_COLUMNS ? g->columns - 1 - c : c) + (size_t)columns;
            bool on = row < g->rows && column < g->columns;
            if (mirrors & MIRROR_TURN) on = r < square && c < square;
            if (!on) text_puts(out, " -");
            else text_add(out, " %zu", mirrors & MIRROR_TURN ? ground_cell(g, c, r) : ground_cell(g, row, column));
        }
    text_putc(out, '\n');
}

void certify_board_put(const struct certify_board *b, struct text *out)
{
    const struct ground *g = &b->ground;
    text_add(out, "board %zu weights", g->cells);
    for (size_t code = 1; code < (size_t)1 << g->planes; code++) text_add(out, " %d", b->weights[code]);
    text_putc(out, '\n');
    for (size_t i = 0; i < g->move_count; i++) put_move(g, &g->moves[i], out);
    for (int by = -1; by <= 1; by += 2) {
        if (g->slides[0]) put_image(g, by, 0, 0, out);
        if (g->slides[1]) put_image(g, 0, by, 0, out);
    }
    for (unsigned mirrors = 1; mirrors <= MIRROR_TURN; mirrors++)
        if (g->images >> mirrors & 1) put_image(g, 0, 0, mirrors, out);
}
