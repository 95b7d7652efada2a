/* SPDX-License-Identifier: MIT */
/* All pairs of moves are compared once; a row of bits for each move says what it closes, another one what closes it. */
#include "proof/ground/closing.h"
#include <string.h>
#include "proof/ground/private.h"

enum { CHOICES_MOST = 2048, PLANES_MOST = 2 };

/* Moves that write the same and differ in what they ask: together they ask each cell for one of some codes. */
struct choice {
    const struct ground_move *move;               /* one of them */
    struct ground_mask allowed[1 << PLANES_MOST]; /* of each code: the cells that may hold it */
    struct ground_mask puts[1 << PLANES_MOST];    /* and the cells where it puts it */
    struct ground_mask need;                      /* cells that each of them needs */
    bool joined;                                  /* with a later one */
};
struct closer {
    const struct ground *g;
    struct choice *choices;
    size_t count;
    uint16_t *choice_of;       /* of each move of the old board */
    size_t row;                /* words of a row of bits */
    uint64_t *closes, *closed; /* rows of the choices */
    uint16_t *cell, *bits;     /* of each choice */
};

static bool has_bit(const uint64_t *row, size_t i) { return row[i / 64] >> (i % 64) & 1; }
static void add_bit(uint64_t *row, size_t i) { row[i / 64] |= UINT64_C(1) << (i % 64); }

/* ---- choices ---------------------------------------------------------------------------------------------------- */
/* The cells of which the bits that are meant are those of the code. */
static struct ground_mask cells_of_code(const struct ground *g, const struct ground_mask *meant,
                                        const struct ground_mask *bits, size_t code)
{
    struct ground_mask cells = {{0}};
    for (size_t w = 0; w < g->span; w++) {
        cells.words[w] = ~UINT64_C(0);
        for (size_t p = 0; p < g->planes; p++) {
            uint64_t is = bits->words[p * g->span + w], of_code = code >> p & 1 ? ~UINT64_C(0) : 0;
            cells.words[w] &= ~(meant->words[p * g->span + w] & (is ^ of_code));
        }
    }
    return cells;
}

static struct choice choice_of(const struct ground *g, const struct ground_move *m)
{
    struct choice out = {.move = m, .need = m->need};
    for (size_t v = ground_first(g); v < g->value_count; v++) {
        out.allowed[v] = cells_of_code(g, &m->care, &m->want, v);
        out.puts[v] = cells_of_code(g, &m->write, &m->put, v);
        for (size_t w = 0; w < g->span; w++) out.puts[v].words[w] &= m->write.words[w];
    }
    return out;
}

/* Do they ask something else of one cell at most? */
static bool may_join(const struct ground *g, const struct choice *a, const struct choice *b)
{
    size_t cells = 0;
    if (memcmp(&a->move->write, &b->move->write, sizeof a->move->write) != 0 ||
        memcmp(&a->move->put, &b->move->put, sizeof a->move->put) != 0)
        return false;
    for (size_t w = 0; w < g->span && cells < 2; w++) {
        uint64_t other = 0;
        for (size_t v = 0; v < g->value_count; v++) other |= a->allowed[v].words[w] ^ b->allowed[v].words[w];
        cells += (size_t)__builtin_popcountll(other);
    }
    return cells < 2;
}

static void join(const struct ground *g, struct choice *a, const struct choice *b)
{
    for (size_t w = 0; w < g->span; w++) {
        for (size_t v = 0; v < g->value_count; v++) a->allowed[v].words[w] |= b->allowed[v].words[w];
        a->need.words[w] &= b->need.words[w];
    }
}

/* Appends the move, with all that it can be joined with. */
static void add_move(struct closer *c, size_t move)
{
    size_t at = c->count;
    struct choice made = choice_of(c->g, &c->g->moves[move]);
    for (size_t k = at; k-- > 0;) {
        if (c->choices[k].joined || !may_join(c->g, &made, &c->choices[k])) continue;
        join(c->g, &made, &c->choices[k]);
        c->choices[k].joined = true;
        for (size_t i = 0; i < move; i++)
            if (c->choice_of[i] == k) c->choice_of[i] = (uint16_t)at;
        k = at; /* it may be joined with more now */
    }
    c->choices[c->count++] = made;
    c->choice_of[move] = (uint16_t)at;
}

/* Are cells written as a whole? */
static bool writes_cells(const struct ground *g)
{
    bool whole = true;
    for (size_t i = 0; i < g->move_count && whole; i++)
        for (size_t w = g->span; w < g->words; w++)
            whole = whole && g->moves[i].write.words[w] == g->moves[i].write.words[w % g->span];
    return whole;
}

/* False: there are too many. */
static bool find_choices(struct closer *c)
{
    size_t left = 0;
    for (size_t i = 0; i < c->g->move_count; i++) add_move(c, i);
    for (size_t k = 0; k < c->count; k++) {
        if (c->choices[k].joined) continue;
        for (size_t i = 0; k != left && i < c->g->move_count; i++)
            if (c->choice_of[i] == k) c->choice_of[i] = (uint16_t)left;
        c->choices[left++] = c->choices[k];
    }
    c->count = left;
    c->row = (left + 63) / 64;
    return left <= CHOICES_MOST;
}

/* ---- what closes what --------------------------------------------------------------------------------------------- */
/* Does j leave i alone (0), or close it (1)? -1: it may open it. */
static int effect_of(const struct ground *g, const struct choice *j, const struct choice *i)
{
    uint64_t other = 0, unsure = 0;
    for (size_t w = 0; w < g->span; w++)
        for (size_t v = ground_first(g); v < g->value_count; v++) {
            other |= j->puts[v].words[w] & ~i->allowed[v].words[w];
            unsure |= j->move->write.words[w] & j->allowed[v].words[w] & ~i->allowed[v].words[w];
        }
    return other ? 1 : unsure ? -1 : 0;
}

static bool compare_all(struct closer *c)
{
    for (size_t j = 0; j < c->count; j++)
        for (size_t i = 0; i < c->count; i++) {
            int effect = effect_of(c->g, &c->choices[j], &c->choices[i]);
            if (effect < 0 || (i == j && !effect)) return false;
            if (!effect) continue;
            add_bit(c->closes + j * c->row, i);
            add_bit(c->closed + i * c->row, j);
        }
    return true;
}

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

/* The cells of which it writes some bit. */
static struct ground_mask written(const struct ground *g, const struct ground_move *m)
{
    struct ground_mask cells = {{0}};
    for (size_t w = 0; w < g->words; w++) cells.words[w % g->span] |= m->write.words[w];
    return cells;
}

enum anchor { THE_WRITTEN, THE_NEEDED, FIRST_WRITTEN, ANCHORS };

static bool find_cells(struct closer *c, enum anchor by)
{
    for (size_t i = 0; i < c->count; i++) {
        const struct choice *m = &c->choices[i];
        struct ground_mask cells = by == THE_NEEDED ? m->need : written(c->g, m->move);
        size_t first = 0, count = count_cells(c->g, &cells, &first);
        if (!count || (by != FIRST_WRITTEN && count > 1)) return false;
        c->cell[i] = (uint16_t)first;
    }
    return true;
}

/* What a move puts into its cell. */
static size_t put_of(const struct closer *c, size_t i)
{
    return ground_code(c->g, &c->choices[i].move->put, c->cell[i]);
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
        if (has_bit(c->closes + i * c->row, k)) {
            ground_add(&out->write, c->bits[k]);
            ground_add(&out->foot, c->cell[k]);
        }
}

static bool is_nested(const struct closer *c)
{
    size_t count = c->count;
    uint64_t off = 0;
    for (size_t j = 0; j < count && !off; j++)
        for (size_t i = 0; i < count && !off; i++)
            for (size_t w = 0; w < c->row && has_bit(c->closes + j * c->row, i); w++)
                off |= c->closes[i * c->row + w] & ~c->closes[j * c->row + w];
    return !off;
}

static bool has_no_less(const struct ground *new, const struct ground *old)
{
    if (new->order_count || old->order_count)
        return !old->slides[0] && !old->slides[1] && ground_image_count(new) >= ground_image_count(old);
    return new->slides[0] >= old->slides[0] && new->slides[1] >= old->slides[1] && !(old->images & ~new->images);
}

static bool make_board(const struct closer *c, size_t planes, struct arena *arena, struct arena *scratch,
                       struct ground *to)
{
    size_t count = c->count;
    *to = (struct ground){.cells = c->g->cells,
                          .rows = c->g->rows,
                          .columns = c->g->columns,
                          .layout = c->g->layout,
                          .planes = planes,
                          .span = c->g->span,
                          .words = planes * c->g->span,
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

static bool make_row(const struct closer *c, size_t cells, struct arena *arena, struct arena *scratch,
                     struct ground *to)
{
    size_t span = (cells + 63) / 64;
    *to = (struct ground){.cells = cells,
                          .rows = 1,
                          .columns = cells,
                          .layout = c->g->layout,
                          .planes = 1,
                          .span = span,
                          .words = span,
                          .value_count = 2};
    if (!(to->moves = arena_array(arena, cells + 1, sizeof *to->moves))) return false;
    for (size_t i = 0; i < c->count; i++)
        if (c->bits[i] == to->move_count) make_move(c, i, &to->moves[to->move_count++]);
    return ground_find_alike(to, arena, scratch);
}

/* False: no memory. Nothing is made where a cell cannot be given to each move. */
static bool make_cells(struct closer *c, struct arena *arena, struct arena *scratch, struct ground *to)
{
    bool crowded = false; /* moves of one cell each, of which a cell has several */
    size_t planes, cells;
    for (int by = 0; by < ANCHORS; by++) {
        if (!find_cells(c, by)) continue;
        bool numbered = number_moves(c, &planes);
        crowded |= by != FIRST_WRITTEN && (!numbered || planes > 1);
        if (!numbered || crowded) continue;
        if (!make_board(c, planes, arena, scratch, to)) return false;
        if (has_no_less(to, c->g)) return true;
    }
    *to = (struct ground){0};
    if (!crowded || !number_in_row(c, &cells)) return true;
    if (!make_row(c, cells, arena, scratch, to)) return false;
    if (ground_image_count(to) < ground_image_count(c->g)) *to = (struct ground){0};
    return true;
}

static enum status close_in(struct closer *c, struct arena *arena, struct arena *scratch, struct ground_closing *out)
{
    size_t count = c->g->move_count;
    if (!compare_all(c)) return ST_OK;
    if (!make_cells(c, arena, scratch, &out->ground)) return ST_NO_MEMORY;
    if (!out->ground.cells) return ST_OK;
    uint16_t *bits = arena_array(arena, count + 1, sizeof *bits);
    if (!bits) return ST_NO_MEMORY;
    for (size_t i = 0; i < count; i++) bits[i] = c->bits[c->choice_of[i]];
    out->from = c->g->moves;
    out->from_count = count;
    out->from_words = c->g->words;
    out->bits = bits;
    out->nested = is_nested(c);
    return ST_OK;
}

enum status closing_find(const struct ground *g, struct arena *arena, struct ground_closing *closing)
{
    struct arena scratch = {0};
    struct closer c = {.g = g};
    *closing = (struct ground_closing){.bits = NULL};
    if (!g->move_count || g->move_count > GROUND_MOVES || g->planes > PLANES_MOST || !writes_cells(g)) return ST_OK;
    c.choices = arena_array(&scratch, g->move_count, sizeof *c.choices);
    c.choice_of = arena_array(&scratch, g->move_count, sizeof *c.choice_of);
    bool room = c.choices && c.choice_of, few = room && find_choices(&c);
    if (few) {
        c.closes = arena_array(&scratch, c.count * c.row, sizeof *c.closes);
        c.closed = arena_array(&scratch, c.count * c.row, sizeof *c.closed);
        c.cell = arena_array(&scratch, c.count, sizeof *c.cell);
        c.bits = arena_array(&scratch, c.count, sizeof *c.bits);
        room = c.closes && c.closed && c.cell && c.bits;
    }
    enum status st = !room ? ST_NO_MEMORY : few ? close_in(&c, arena, &scratch, closing) : ST_OK;
    if (st != ST_OK) closing->ground = (struct ground){0};
    arena_free(&scratch);
    return st;
}

struct ground_mask closing_state(const struct ground_closing *c, const struct ground_mask *state)
{
    struct ground_mask open = {{0}};
    for (size_t i = 0; i < c->from_count; i++) {
        uint64_t off = 0;
        for (size_t w = 0; w < c->from_words; w++)
            off |= (state->words[w] & c->from[i].care.words[w]) ^ c->from[i].want.words[w];
        if (!off) ground_add(&open, c->bits[i]);
    }
    return open;
}
