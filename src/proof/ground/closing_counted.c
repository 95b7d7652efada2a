/* SPDX-License-Identifier: MIT */
/* Ways to move that are the same for each value of a number: the board without it, and bits for how far it goes. */
#include "proof/ground/closing_counted.h"
#include <string.h>
#include "proof/ground/private.h"

struct counter {
    const struct ground_choices *of;
    const struct ground_piece *piece;
    size_t cell, values;
    size_t first;                   /* a value from which ways lead on */
    int next[GROUND_WIDE];          /* of each value the one that all ways lead to; -1: there are none */
    size_t left[GROUND_WIDE], most; /* how many steps it goes on, and the most of all values */
};

/* ---- is it one? --------------------------------------------------------------------------------------------------------- */
/* Which value of the cell the way asks for; -1: several. */
static int asked_of(const struct counter *c, const struct ground_choice *way)
{
    int asked = -1;
    for (size_t v = 0; v < c->values; v++) {
        if (!ground_has(&way->allowed[v], c->cell)) continue;
        if (asked >= 0) return -1;
        asked = (int)v;
    }
    return asked;
}

/* What it puts there; -1: nothing. */
static int put_to(const struct counter *c, const struct ground_choice *way)
{
    for (size_t v = 0; v < c->values; v++)
        if (ground_has(&way->puts[v], c->cell)) return (int)v;
    return -1;
}

/* Does each way ask for one value, and put the same smaller one as all that ask for it? */
static bool find_steps(struct counter *c)
{
    for (size_t v = 0; v < GROUND_WIDE; v++) c->next[v] = -1;
    for (size_t i = 0; i < c->of->count; i++) {
        int from = asked_of(c, &c->of->ways[i]), to = put_to(c, &c->of->ways[i]);
        if (from < 0 || to < 0 || c->piece->values[to] >= c->piece->values[from]) return false;
        if (c->next[from] >= 0 && c->next[from] != to) return false;
        c->next[from] = to;
        if (!i) c->first = (size_t)from;
    }
    for (size_t v = 0; v < c->values; v++) {
        c->left[v] = 0;
        for (int at = (int)v; c->next[at] >= 0; at = c->next[at]) c->left[v]++;
        if (c->left[v] > c->most) c->most = c->left[v];
    }
    return c->most > 0;
}

/* Do both ask and write the same but for the number? */
static bool are_alike(const struct counter *c, const struct ground_choice *a, const struct ground_choice *b)
{
    uint64_t off = 0, bit = UINT64_C(1) << (c->cell % 64);
    for (size_t v = 0; v < c->of->board.value_count; v++)
        for (size_t w = 0; w < c->of->board.span; w++) {
            uint64_t other = w == c->cell / 64 ? ~bit : ~UINT64_C(0);
            off |= ((a->allowed[v].words[w] ^ b->allowed[v].words[w]) | (a->puts[v].words[w] ^ b->puts[v].words[w])) &
                   other;
        }
    for (size_t w = 0; w < c->of->board.span; w++)
        off |= a->write.words[w] ^ b->write.words[w]; /* both write the number */
    return !off;
}

/* The next way from `i` on that asks for that value. */
static size_t next_from(const struct counter *c, size_t i, size_t value)
{
    while (i < c->of->count && asked_of(c, &c->of->ways[i]) != (int)value) i++;
    return i;
}

/* Are the ways from this value, in their order, those from the first one? */
static bool goes_on_alike(const struct counter *c, size_t value)
{
    size_t count = c->of->count, a = next_from(c, 0, c->first), b = next_from(c, 0, value);
    while (a < count && b < count && are_alike(c, &c->of->ways[a], &c->of->ways[b])) {
        a = next_from(c, a + 1, c->first);
        b = next_from(c, b + 1, value);
    }
    return a == count && b == count;
}

static bool is_counter(struct counter *c)
{
    if (!find_steps(c)) return false;
    for (size_t v = 0; v < c->values; v++)
        if (c->next[v] >= 0 && v != c->first && !goes_on_alike(c, v)) return false;
    return true;
}

/* ---- the board without it --------------------------------------------------------------------------------------------- */
/* A way from the first value, that neither asks nor writes the number. */
static bool copy_way(const struct counter *c, const struct ground_choice *from, struct arena *arena,
                     struct ground_choice *way)
{
    size_t values = c->of->board.value_count;
    uint64_t others = ~(UINT64_C(1) << (c->cell % 64));
    *way = *from;
    way->allowed = arena_array(arena, 2 * values, sizeof *way->allowed);
    if (!way->allowed) return false;
    way->puts = way->allowed + values;
    memcpy(way->allowed, from->allowed, values * sizeof *way->allowed);
    memcpy(way->puts, from->puts, values * sizeof *way->puts);
    way->write.words[c->cell / 64] &= others;
    for (size_t v = 0; v < values; v++) way->puts[v].words[c->cell / 64] &= others;
    for (size_t v = 0; v < c->values; v++) ground_add(&way->allowed[v], c->cell);
    return true;
}

static bool leave_out(const struct counter *c, struct arena *arena, struct ground_choices *board)
{
    *board = *c->of;
    board->count = 0;
    board->ways = arena_array(arena, c->of->count, sizeof *board->ways);
    if (!board->ways) return false;
    for (size_t i = next_from(c, 0, c->first); i < c->of->count; i = next_from(c, i + 1, c->first))
        if (!copy_way(c, &c->of->ways[i], arena, &board->ways[board->count++])) return false;
    return true;
}

/* ---- both together ------------------------------------------------------------------------------------------------------ */
/* Each move of the board, as the step of the number that `left` are left after. */
static void add_steps(const struct ground *board, size_t left, size_t most, struct ground *to)
{
    for (size_t i = 0; i < board->move_count; i++) {
        struct ground_move *m = &to->moves[to->move_count++];
        *m = board->moves[i];
        size_t bit = board->cells + left;
        ground_add(&m->care, bit);
        ground_add(&m->want, bit);
        ground_add(&m->need, bit);
        ground_add(&m->write, bit);
        ground_add(&m->foot, bit);
        if (left + 1 == most) continue;
        ground_add(&m->care, bit + 1);
        ground_add(&m->foot, bit + 1);
    }
}

/* Orders of the cells of a row that slides or has images have these as orders; the number stays. */
static bool copy_orders(const struct ground *board, struct arena *arena, struct ground *to)
{
    size_t mirrored = board->images >> MIRROR_COLUMNS & 1, count = board->order_count + mirrored;
    to->orders = arena_array(arena, count + 1, sizeof *to->orders);
    if (!to->orders) return false;
    for (size_t k = 0; k < count && k < GROUND_ORDERS; k++, to->order_count++)
        for (size_t cell = 0; cell < to->cells; cell++) {
            size_t image = cell;
            if (cell < board->cells) image = k < board->order_count ? board->orders[k][cell] : board->cells - 1 - cell;
            to->orders[k][cell] = (uint8_t)image;
        }
    return true;
}

static bool join_both(const struct ground *board, size_t steps, struct arena *arena, struct ground *to)
{
    size_t cells = board->cells + steps, span = (cells + 63) / 64;
    *to = *board;
    to->cells = to->columns = cells;
    to->rows = 1;
    to->span = to->words = span;
    to->steps = steps;
    to->step_moves = board->move_count;
    to->slides[0] = to->slides[1] = false;
    to->images = 0;
    to->move_count = to->order_count = to->exchange_count = to->twist_count = 0;
    to->moves = arena_array(arena, board->move_count * steps + 1, sizeof *to->moves);
    if (!to->moves) return false;
    for (size_t left = steps; left-- > 0;) add_steps(board, left, steps, to);
    return copy_orders(board, arena, to);
}

/* A state has the bit of a step where the number goes on for more. */
static bool add_ways(const struct counter *c, size_t cells, struct arena *arena, struct ground_closing *out)
{
    size_t values = c->of->board.value_count, count = out->from_count + c->most;
    struct ground_choice *ways = arena_array(arena, count, sizeof *ways);
    uint16_t *bits = arena_array(arena, count, sizeof *bits);
    if (!ways || !bits) return false;
    memcpy(ways, out->ways, out->from_count * sizeof *ways);
    memcpy(bits, out->bits, out->from_count * sizeof *bits);
    for (size_t step = 0; step < c->most; step++) {
        struct ground_choice *way = &ways[out->from_count + step];
        bits[out->from_count + step] = (uint16_t)(cells + step);
        *way = (struct ground_choice){.allowed = arena_array(arena, values, sizeof *way->allowed)};
        if (!way->allowed) return false;
        memset(way->allowed, 0xff, values * sizeof *way->allowed);
        for (size_t v = 0; v < c->values; v++)
            if (c->left[v] <= step) way->allowed[v].words[c->cell / 64] &= ~(UINT64_C(1) << (c->cell % 64));
    }
    out->ways = ways;
    out->bits = bits;
    out->from_count = count;
    return true;
}

/* *row: whose moves close, a row of them, becomes that with so many steps beside it; without cells where that is too much. */
static bool put_beside(struct ground *row, size_t steps, struct arena *arena)
{
    struct ground joined;
    size_t cells = row->cells, moves = row->move_count;
    bool fits = steps <= GROUND_CELLS - cells && moves * steps <= GROUND_MOVES && row->rows <= 1;
    if (fits && !join_both(row, steps, arena, &joined)) return false;
    *row = fits ? joined : (struct ground){0};
    return true;
}

static enum status find_beside(const struct counter *c, const struct budget *budget, struct arena *arena,
                               struct ground_closing *closing)
{
    struct ground_choices board;
    if (!leave_out(c, arena, &board)) return ST_NO_MEMORY;
    enum status st = closing_find_row(&board, budget, arena, closing);
    size_t cells = closing->ground.cells;
    if (st != ST_OK || !cells) return st;
    closing->nested = false;
    if (!put_beside(&closing->ground, c->most, arena)) return ST_NO_MEMORY;
    return !closing->ground.cells || add_ways(c, cells, arena, closing) ? ST_OK : ST_NO_MEMORY;
}

enum status closing_find_counted(const struct ground_choices *choices, const struct budget *budget, struct arena *arena,
                                 struct ground_closing *closing)
{
    const struct ground_layout *layout = &choices->board.layout;
    *closing = (struct ground_closing){.bits = NULL};
    for (size_t k = 0; k < layout->count && choices->count; k++) {
        const struct ground_piece *piece = &layout->pieces[k];
        struct counter c = {.of = choices, .piece = piece, .cell = piece->first, .values = piece->value_count};
        if (piece->rows * piece->columns != 1 || piece->set || piece->value_count < 3 || !is_counter(&c)) continue;
        enum status st = find_beside(&c, budget, arena, closing);
        if (st != ST_OK || closing->ground.cells) return st;
    }
    return ST_OK;
}

/* ---- a limit ------------------------------------------------------------------------------------------------------------ */
/* By how much the way changes the sum of the limit; false: not by the same in all states in which it is possible. */
static bool raised_by(const struct ground_choices *choices, const struct ground_choice *way, int64_t *by)
{
    *by = 0;
    for (size_t cell = 0; cell < choices->board.cells; cell++) {
        const int64_t *weights = choices->limit.weights + cell * GROUND_WIDE;
        int64_t before = 0, after = 0;
        bool any = false;
        if (!ground_has(&way->write, cell)) continue;
        for (size_t v = 0; v < choices->board.value_count; v++) {
            if (ground_has(&way->puts[v], cell)) after = weights[v];
            if (!ground_has(&way->allowed[v], cell)) continue;
            if (any && weights[v] != before) return false;
            before = weights[v];
            any = true;
        }
        *by += after - before;
    }
    return true;
}

/* How many steps are left where the sum is this. */
static size_t steps_from(const struct ground_limit *limit, int64_t by, int64_t sum)
{
    return sum < limit->bound ? (size_t)((limit->bound - sum + by - 1) / by) : 0;
}

static size_t values_at(const struct ground *g, size_t cell)
{
    size_t k = g->layout.count - 1;
    while (k && (g->layout.pieces[k].passed || g->layout.pieces[k].first > cell)) k--;
    return g->layout.pieces[k].value_count;
}

/* And the most that can be left, in any state. */
static size_t most_steps(const struct ground_choices *choices, int64_t by)
{
    int64_t sum = 0;
    for (size_t cell = 0; cell < choices->board.cells; cell++) {
        const int64_t *weights = choices->limit.weights + cell * GROUND_WIDE;
        int64_t least = weights[0];
        for (size_t v = 1; v < values_at(&choices->board, cell); v++)
            if (weights[v] < least) least = weights[v];
        sum += least;
    }
    return steps_from(&choices->limit, by, sum);
}

void closing_add_steps(const struct ground_closing *c, const uint8_t *codes, size_t cells, struct ground_mask *open)
{
    int64_t sum = 0;
    for (size_t cell = 0; cell < cells; cell++) sum += c->limit.weights[cell * GROUND_WIDE + codes[cell]];
    for (size_t step = steps_from(&c->limit, c->by, sum); step-- > 0;)
        ground_add(open, c->ground.cells - c->ground.steps + step);
}

enum status closing_find_limited(struct ground_choices *choices, const struct budget *budget, struct arena *arena,
                                 struct ground_closing *closing)
{
    int64_t by = 0, other;
    *closing = (struct ground_closing){.bits = NULL};
    for (size_t i = 0; i < choices->count; i++) {
        if (!raised_by(choices, &choices->ways[i], &other) || other <= 0 || (i && other != by)) return ST_OK;
        by = other;
    }
    size_t most = choices->count ? most_steps(choices, by) : 0;
    if (!most || most > GROUND_CELLS) return ST_OK;
    enum status st = closing_find_row(choices, budget, arena, closing);
    if (st != ST_OK || !closing->ground.cells) return st;
    closing->nested = false;
    closing->limit = choices->limit;
    closing->by = by;
    return put_beside(&closing->ground, most, arena) ? ST_OK : ST_NO_MEMORY;
}
