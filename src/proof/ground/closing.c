/* SPDX-License-Identifier: MIT */
/* All pairs of moves are compared once; a row of bits for each move says what it closes, another one what closes it. */
#include "proof/ground/closing.h"
#include <string.h>
#include "proof/ground/private.h"

enum { CHOICES_MOST = GROUND_CHOICES, PLANES_MOST = 2 };

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

/* The masks are those of the codes, one after the other. */
static struct choice choice_of(const struct ground *g, const struct ground_move *m, struct ground_mask *masks)
{
    struct choice out = {.way = {.write = m->write, .allowed = masks, .puts = masks + g->value_count}, .need = m->need};
    for (size_t v = ground_first(g); v < g->value_count; v++) {
        out.way.allowed[v] = cells_of_code(g, &m->care, &m->want, v);
        out.way.puts[v] = cells_of_code(g, &m->write, &m->put, v);
        for (size_t w = 0; w < g->span; w++) out.way.puts[v].words[w] &= m->write.words[w];
    }
    return out;
}

/* Do they ask something else of one cell at most? */
static bool may_join(const struct ground *g, const struct choice *a, const struct choice *b)
{
    size_t cells = 0;
    if (memcmp(&a->way.write, &b->way.write, sizeof a->way.write) != 0 ||
        memcmp(a->way.puts, b->way.puts, g->value_count * sizeof *a->way.puts) != 0)
        return false;
    for (size_t w = 0; w < g->span && cells < 2; w++) {
        uint64_t other = 0;
        for (size_t v = 0; v < g->value_count; v++) other |= a->way.allowed[v].words[w] ^ b->way.allowed[v].words[w];
        cells += (size_t)__builtin_popcountll(other);
    }
    return cells < 2;
}

static void join(const struct ground *g, struct choice *a, const struct choice *b)
{
    for (size_t w = 0; w < g->span; w++) {
        for (size_t v = 0; v < g->value_count; v++) a->way.allowed[v].words[w] |= b->way.allowed[v].words[w];
        a->need.words[w] &= b->need.words[w];
    }
}

/* Appends the move, with all that it can be joined with. Where many are, each is compared with all others again and again. */
static enum status add_choice(struct closer *c, struct choice made, size_t move)
{
    size_t at = c->count;
    enum status st = c->budget ? budget_over(c->budget) : ST_OK;
    for (size_t k = at; st == ST_OK && k-- > 0;) {
        if (c->choices[k].joined || !may_join(c->g, &made, &c->choices[k])) continue;
        join(c->g, &made, &c->choices[k]);
        c->choices[k].joined = true;
        for (size_t i = 0; i < move; i++)
            if (c->choice_of[i] == k) c->choice_of[i] = (uint16_t)at;
        k = at; /* it may be joined with more now */
        if (c->budget) st = budget_over(c->budget);
    }
    c->choices[c->count++] = made;
    c->choice_of[move] = (uint16_t)at;
    return st;
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

/* Those that were joined with others go. False: there are too many. */
static bool keep_choices(struct closer *c, size_t moves)
{
    size_t left = 0;
    for (size_t k = 0; k < c->count; k++) {
        if (c->choices[k].joined) continue;
        for (size_t i = 0; k != left && i < moves; i++)
            if (c->choice_of[i] == k) c->choice_of[i] = (uint16_t)left;
        c->choices[left++] = c->choices[k];
    }
    c->count = left;
    c->row = (left + 63) / 64;
    return left <= CHOICES_MOST;
}

/* ---- what closes what --------------------------------------------------------------------------------------------- */
/* Of each choice, for each code and word: what it puts, which of the cells that it writes may hold the code, and where that is not
 * allowed. */
struct effects {
    size_t words; /* of each of the three */
    uint64_t *of;
};

static bool read_effects(const struct closer *c, struct arena *scratch, struct effects *e)
{
    const struct ground *g = c->g;
    size_t first = ground_first(g), n = (g->value_count - first) * g->span;
    *e = (struct effects){n, arena_array(scratch, c->count * 3 * n + 1, sizeof *e->of)};
    for (size_t i = 0; e->of && i < c->count; i++)
        for (size_t k = 0; k < n; k++) {
            const struct ground_choice *way = &c->choices[i].way;
            size_t v = first + k / g->span, w = k % g->span;
            uint64_t *of = e->of + 3 * n * i + k;
            of[0] = way->puts[v].words[w];
            of[n] = way->write.words[w] & way->allowed[v].words[w];
            of[2 * n] = ~way->allowed[v].words[w];
        }
    return e->of != NULL;
}

/* Does j leave i alone (0), or close it (1)? -1: it may open it. */
static inline int effect_of(const uint64_t *j, const uint64_t *i, size_t n)
{
    uint64_t other = 0, unsure = 0;
    for (size_t k = 0; k < n; k++) {
        other |= j[k] & i[2 * n + k];
        unsure |= j[n + k] & i[2 * n + k];
    }
    return other ? 1 : unsure ? -1 : 0;
}

static void add_bit(uint64_t *row, size_t i) { row[i / 64] |= UINT64_C(1) << (i % 64); }

static bool compare_all(struct closer *c, const struct effects *e)
{
    size_t n = e->words;
    for (size_t j = 0; j < c->count; j++)
        for (size_t i = 0; i < c->count; i++) {
            int effect = effect_of(e->of + 3 * n * j, e->of + 3 * n * i, n);
            if (effect < 0 || (i == j && !effect)) return false;
            if (!effect) continue;
            add_bit(c->closes + j * c->row, i);
            add_bit(c->closed + i * c->row, j);
        }
    return true;
}

static bool is_nested(const struct closer *c)
{
    size_t count = c->count;
    uint64_t off = 0;
    for (size_t j = 0; j < count && !off; j++)
        for (size_t i = 0; i < count && !off; i++)
            for (size_t w = 0; w < c->row && closing_has(c->closes + j * c->row, i); w++)
                off |= c->closes[i * c->row + w] & ~c->closes[j * c->row + w];
    return !off;
}

/* What closes what, and a board of that. */
static enum status close_in(struct closer *c, bool in_masks, struct arena *arena, struct arena *scratch,
                            struct ground_closing *out)
{
    struct effects effects;
    c->closes = arena_array(scratch, c->count * c->row, sizeof *c->closes);
    c->closed = arena_array(scratch, c->count * c->row, sizeof *c->closed);
    c->cell = arena_array(scratch, c->count, sizeof *c->cell);
    c->bits = arena_array(scratch, c->count, sizeof *c->bits);
    if (!c->closes || !c->closed || !c->cell || !c->bits || !read_effects(c, scratch, &effects)) return ST_NO_MEMORY;
    if (!compare_all(c, &effects)) return ST_OK;
    bool fine = c->in_row ? closing_make_row(c, arena, scratch, &out->ground)
                          : closing_make_board(c, in_masks, arena, scratch, &out->ground);
    if (!fine) return ST_NO_MEMORY;
    out->nested = out->ground.cells && is_nested(c);
    return ST_OK;
}

static enum status find_in(struct closer *c, struct arena *arena, struct arena *scratch, struct ground_closing *out)
{
    const struct ground *g = c->g;
    struct ground_mask *masks = arena_array(scratch, g->move_count * 2 * g->value_count, sizeof *masks);
    c->choices = arena_array(scratch, g->move_count, sizeof *c->choices);
    c->choice_of = arena_array(scratch, g->move_count, sizeof *c->choice_of);
    if (!masks || !c->choices || !c->choice_of) return ST_NO_MEMORY;
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < g->move_count; i++)
        st = add_choice(c, choice_of(g, &g->moves[i], masks + i * 2 * g->value_count), i);
    if (st != ST_OK || !keep_choices(c, g->move_count)) return st;
    st = close_in(c, true, arena, scratch, out);
    if (st != ST_OK || !out->ground.cells) return st;
    uint16_t *bits = arena_array(arena, g->move_count + 1, sizeof *bits);
    if (!bits) return ST_NO_MEMORY;
    for (size_t i = 0; i < g->move_count; i++) bits[i] = c->bits[c->choice_of[i]];
    out->from = g->moves;
    out->from_count = g->move_count;
    out->from_words = g->words;
    out->bits = bits;
    return ST_OK;
}

enum status closing_find(const struct ground *g, size_t words, const struct budget *budget, struct arena *arena,
                         struct ground_closing *closing)
{
    struct arena scratch = {0};
    struct closer c = {.g = g, .words = words, .budget = budget};
    *closing = (struct ground_closing){.bits = NULL};
    if (!g->move_count || g->move_count > GROUND_MOVES || g->planes > PLANES_MOST || !writes_cells(g)) return ST_OK;
    enum status st = find_in(&c, arena, &scratch, closing);
    if (st != ST_OK) closing->ground = (struct ground){0};
    arena_free(&scratch);
    return st;
}

/* Does some way to move change a cell of the set that holds value v? */
static bool changes_value(const struct ground_choices *choices, const struct ground_mask *set, size_t v)
{
    uint64_t changed = 0;
    for (size_t i = 0; i < choices->count; i++) {
        const struct ground_choice *way = &choices->ways[i];
        for (size_t w = 0; w < choices->board.span; w++)
            changed |= set->words[w] & way->write.words[w] & way->allowed[v].words[w] & ~way->puts[v].words[w];
    }
    return changed != 0;
}

/* The cells of the piece that are asked not to hold its final value; if it has none, those that are asked. */
static void add_needed(const struct closer *c, const struct ground_choices *choices, const struct ground_piece *piece)
{
    struct ground_mask cells = {{0}};
    size_t final = piece->value_count;
    for (size_t i = 0; i < piece->rows * piece->columns; i++) ground_add(&cells, piece->first + i);
    for (size_t v = 0; v < piece->value_count; v++)
        if ((final == piece->value_count || piece->values[v] == 0) && !changes_value(choices, &cells, v)) final = v;
    for (size_t i = 0; i < choices->count; i++)
        for (size_t v = 0; v < piece->value_count; v++)
            for (size_t w = 0; w < c->g->span && (v == final || final == piece->value_count); w++)
                c->choices[i].need.words[w] |= cells.words[w] & ~choices->ways[i].allowed[v].words[w];
}

/* The ways, which will be joined; those of the list stay as they are. False: no memory. */
static bool copy_ways(struct closer *c, const struct ground_choices *choices, struct arena *arena)
{
    size_t values = c->g->value_count;
    struct ground_mask *allowed = arena_array(arena, choices->count * values, sizeof *allowed);
    for (size_t i = 0; allowed && i < choices->count; i++) {
        c->choices[i].way = choices->ways[i];
        c->choices[i].way.allowed = allowed + i * values;
        memcpy(c->choices[i].way.allowed, choices->ways[i].allowed, values * sizeof *allowed);
    }
    return allowed != NULL;
}

static enum status find_in_choices(struct closer *c, const struct ground_choices *choices, struct arena *arena,
                                   struct arena *scratch, struct ground_closing *out)
{
    c->choices = arena_array(scratch, choices->count, sizeof *c->choices);
    c->choice_of = arena_array(scratch, choices->count, sizeof *c->choice_of);
    struct ground_choice *ways = arena_array(arena, choices->count, sizeof *ways);
    uint16_t *bits = arena_array(arena, choices->count, sizeof *bits);
    if (!c->choices || !c->choice_of || !ways || !bits || !copy_ways(c, choices, arena)) return ST_NO_MEMORY;
    for (size_t k = 0; k < c->g->layout.count; k++) add_needed(c, choices, &c->g->layout.pieces[k]);
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < choices->count; i++) st = add_choice(c, c->choices[i], i);
    if (st != ST_OK || !keep_choices(c, choices->count)) return st;
    st = close_in(c, false, arena, scratch, out);
    if (st != ST_OK || !out->ground.cells) return st;
    for (size_t i = 0; i < c->count; i++) ways[i] = c->choices[i].way, bits[i] = c->bits[i];
    out->ways = ways;
    out->from_count = c->count;
    out->from_words = c->g->span;
    out->from_values = c->g->value_count;
    out->bits = bits;
    return ST_OK;
}

static enum status find_choices(const struct ground_choices *choices, bool in_row, const struct budget *budget,
                                struct arena *arena, struct ground_closing *closing)
{
    struct arena scratch = {0};
    struct closer c = {.g = &choices->board, .words = GROUND_WORDS, .budget = budget, .in_row = in_row};
    *closing = (struct ground_closing){.bits = NULL};
    if (!choices->count) return ST_OK;
    enum status st = find_in_choices(&c, choices, arena, &scratch, closing);
    if (st != ST_OK) closing->ground = (struct ground){0};
    arena_free(&scratch);
    return st;
}

enum status closing_find_choices(const struct ground_choices *choices, const struct budget *budget, struct arena *arena,
                                 struct ground_closing *closing)
{
    return find_choices(choices, false, budget, arena, closing);
}

enum status closing_find_row(const struct ground_choices *choices, const struct budget *budget, struct arena *arena,
                             struct ground_closing *closing)
{
    return find_choices(choices, true, budget, arena, closing);
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

struct ground_mask closing_state_of(const struct ground_closing *c, const uint8_t *codes, size_t cells)
{
    struct ground_mask open = {{0}}, holds[GROUND_WIDE] = {0};
    for (size_t cell = 0; cell < cells; cell++) ground_add(&holds[codes[cell]], cell);
    for (size_t i = 0; i < c->from_count; i++) {
        uint64_t off = 0;
        for (size_t v = 0; v < c->from_values; v++)
            for (size_t w = 0; w < c->from_words; w++) off |= holds[v].words[w] & ~c->ways[i].allowed[v].words[w];
        if (!off) ground_add(&open, c->bits[i]);
    }
    if (c->limit.weights) closing_add_steps(c, codes, cells, &open);
    return open;
}
