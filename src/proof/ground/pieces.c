/* SPDX-License-Identifier: MIT */
/* The fields that moves change become pieces of one board, one after the other, with an open number for each cell. */
#include "proof/ground/private.h"

enum { FIRST_FEW = 4 }; /* moves for each value: so early a list is rather begun again than gone through twice */

/* The number of a value among those that cells of the piece may hold; one that is new is added. */
bool grounding_number(struct grounding *d, size_t piece, int64_t value, uint16_t *number)
{
    struct ground_held *held = &d->s.held[piece];
    size_t i = 0;
    if (value > held->from) value = held->from;
    while (i < held->count && held->values[i] != value) i++;
    if (value < 0 || i == (d->in_words || d->choices ? GROUND_WIDE : GROUND_VALUES)) return grounding_refuse(d);
    *number = (uint16_t)i;
    if (i < held->count) return true;
    held->values[held->count++] = value;
    d->stops = d->choices ? d->moves.count < FIRST_FEW * held->count : !d->in_words;
    return d->grown = true;
}

bool grounding_number_at(struct grounding *d, size_t cell, int64_t value, uint16_t *number)
{
    size_t piece = d->s.piece_of[cell];
    if (!d->s.held[piece].owns) return grounding_number(d, piece, value, number);
    *number = value != 0;
    return value == 0 || value == d->s.own[cell] || grounding_refuse(d);
}

/* Is the field left as it is by all that a move may lead to, as far as it is written so? */
static bool is_kept_by(const struct expr *e, size_t field)
{
    switch (e->kind) {
    case EXPR_IF: return is_kept_by(e->kids[1], field) && is_kept_by(e->kids[2], field);
    case EXPR_LET: return is_kept_by(e->kids[1], field);
    case EXPR_SUM_FOR: return is_kept_by(e->kids[0], field);
    case EXPR_GAME:
        return field >= e->count || (e->kids[field]->kind == EXPR_FIELD && e->kids[field]->index == (int)field);
    default: return true;
    }
}

bool grounding_changes(const struct game *game, size_t field)
{
    bool kept = true;
    for (size_t i = 0; kept && i < game->move_count; i++)
        kept = !game->moves[i].result || is_kept_by(game->moves[i].result, field);
    return !kept;
}

size_t grounding_changed(const struct game *game)
{
    size_t count = 0;
    for (size_t f = 0; f < game->field_count; f++) count += grounding_changes(game, f);
    return count;
}

/* The fields that are boards: all that some move changes, or the first of these that has several cells. */
void grounding_choose(struct grounding *d, bool all)
{
    bool found = false;
    for (size_t f = 0; f < d->game->field_count; f++) {
        bool takes = grounding_changes(d->game, f) && (all || (!found && !field_is_scalar(d->game->fields[f].kind)));
        d->piece[f] = takes ? 0 : -1;
        found |= takes;
    }
}

/* The field, of which the cells are laid out, becomes the next piece. */
static bool add_piece(struct grounding *d, size_t f, struct ground_value *v, size_t gap)
{
    struct ground_layout *layout = &d->g->layout;
    size_t count = v->array ? v->rows * v->columns : 1;
    if (layout->count == GROUND_PIECES || d->board_cells + count > GROUND_CELLS) return grounding_refuse(d);
    struct ground_piece *piece = &layout->pieces[layout->count];
    *piece = (struct ground_piece){.gap = gap,
                                   .first = d->board_cells,
                                   .rows = v->array ? v->rows : 1,
                                   .columns = v->array ? v->columns : 1,
                                   .set = d->game->fields[f].kind == FIELD_NODES,
                                   .bits = v->bits,
                                   .width = 1};
    for (size_t i = 0; i < count; i++) {
        struct ground_number open = ground_cell_number(piece->first + i);
        d->s.piece_of[open.cell] = (unsigned char)layout->count;
        if (v->array) v->cells[i] = open;
        else v->number = open;
    }
    d->s.held[layout->count].from = d->s.merges ? d->from[f] : INT64_MAX;
    piece->merges = d->s.held[layout->count].from < INT64_MAX;
    piece->from = d->s.held[layout->count].from;
    d->piece[f] = (int)layout->count++;
    d->board_cells += count;
    return true;
}

static bool lay_out(struct grounding *d, struct ground_value *v)
{
    size_t count = v->rows * v->columns;
    if (v->rows > GROUND_ELEMENTS || v->columns > GROUND_ELEMENTS || count > GROUND_ELEMENTS)
        return grounding_refuse(d);
    v->cells = arena_array(d->s.arena, count + 1, sizeof *v->cells);
    return v->cells || grounding_no_memory(d);
}

/* No number of its own says that of a cell, so it is no digit and not merged. */
#define OWN_NUMBER (INT64_MAX - 1)
static bool begin_own(struct grounding *d, size_t piece, const int64_t *holds, size_t count)
{
    struct ground_layout *layout = &d->g->layout;
    size_t first = layout->pieces[piece].first;
    d->s.held[piece] = (struct ground_held){.values = {0, OWN_NUMBER}, .count = 2, .owns = true, .from = INT64_MAX};
    layout->pieces[piece].owns = true;
    for (size_t i = 0; i < count; i++) {
        if (holds[i] < 0 || holds[i] >= OWN_NUMBER) return grounding_refuse(d);
        d->s.own[first + i] = layout->own[first + i] = holds[i];
    }
    return true;
}

/* What a piece may hold at first. */
static bool begin_piece(struct grounding *d, size_t f, struct ground_value *v, const int64_t *holds, size_t count,
                        size_t gap)
{
    uint16_t number;
    size_t piece = d->g->layout.count;
    if (!add_piece(d, f, v, gap)) return false;
    for (size_t i = 0; i < count && !d->g->layout.pieces[piece].set; i++)
        if (__builtin_add_overflow(d->total, holds[i], &d->total)) d->total = INT64_MAX;
    if (d->owns && v->array && !d->g->layout.pieces[piece].set) return begin_own(d, piece, holds, count);
    bool fixes = d->fixes && v->array && !v->bits && !d->g->layout.pieces[piece].set;
    for (size_t i = 0; i < count; i++) {
        if (d->s.merges && holds[i] >= GROUND_MERGED_MOST) return grounding_refuse(d);
        if (fixes) {
            size_t cell = d->g->layout.pieces[piece].first + i;
            d->g->layout.fixed[cell] = true;
            d->g->layout.holds[cell] = holds[i];
            d->g->layout.fixed_count++;
            v->cells[i] = ground_const(holds[i]);
        } else if (!grounding_number(d, piece, holds[i], &number)) {
            return false;
        }
    }
    return true;
}

/* The cell, which holds what it is fixed at, may hold something else as well. */
static bool open_cell(struct grounding *d, struct ground_number *number, size_t cell)
{
    uint16_t held;
    *number = ground_cell_number(cell);
    d->g->layout.fixed[cell] = d->opened[cell] = false;
    d->g->layout.fixed_count--;
    return grounding_number(d, d->s.piece_of[cell], d->g->layout.holds[cell], &held);
}

bool grounding_open(struct grounding *d)
{
    bool fine = true;
    d->opens = false;
    for (size_t f = 0; fine && f < d->game->field_count; f++) {
        if (d->piece[f] < 0 || !d->s.fields[f].array) continue;
        const struct ground_piece *piece = &d->g->layout.pieces[d->piece[f]];
        for (size_t i = 0; fine && i < piece->rows * piece->columns; i++)
            if (d->opened[piece->first + i]) fine = open_cell(d, &d->s.fields[f].cells[i], piece->first + i);
    }
    return fine;
}

/* As many digits as the largest of the numbers has, and as moves were found to write. Their row, one number after the other, becomes the
 * next piece, and each[i] the digits of number i. */
static bool begin_digits(struct grounding *d, size_t f, const int64_t *numbers, size_t count, struct ground_value *each,
                         size_t gap)
{
    static const int64_t holds[2] = {0, 1};
    int64_t ones = 0;
    for (size_t i = 0; i < count; i++) {
        if (numbers[i] < 0) return grounding_refuse(d);
        while (d->digits[f] < 63 && numbers[i] >> d->digits[f]) d->digits[f]++;
        ones += __builtin_popcountll((uint64_t)numbers[i]);
    }
    struct ground_value all = {.array = true, .bits = true, .rows = count, .columns = d->digits[f]};
    if (!lay_out(d, &all) || !begin_piece(d, f, &all, holds, 2, gap)) return false;
    if (__builtin_add_overflow(d->total, ones - 1, &d->total)) d->total = INT64_MAX; /* not 0 and 1, but the digits */
    for (size_t i = 0; i < count; i++) {
        each[i] = all;
        each[i].rows = 1;
        each[i].cells += i * all.columns;
    }
    return true;
}

static bool begin_digits_of_array(struct grounding *d, size_t f, struct ground_value *v, const int64_t *numbers,
                                  size_t gap)
{
    size_t count = v->rows * v->columns;
    struct ground_value *each = arena_array(d->s.arena, count + 1, sizeof *each);
    if (!each) return grounding_no_memory(d);
    if (!begin_digits(d, f, numbers, count, each, gap)) return false;
    for (size_t i = 0; i < count; i++) v->cells[i] = ground_in_digits(&each[i]);
    return true;
}

/* The field's cells, as far as they go. *gap: how many numbers since the last piece; the dimensions are among them. */
static bool read_array(struct grounding *d, size_t f, size_t *at, size_t *gap)
{
    const struct ground_from *from = d->s.from;
    struct ground_value *v = &d->s.fields[f];
    bool grid = d->game->fields[f].kind == FIELD_GRID;
    if (from->count - *at < (grid ? 2u : 1u)) return grounding_refuse(d);
    *v = (struct ground_value){.array = true, .rows = grid ? (size_t)from->cells[(*at)++] : 1};
    v->columns = (size_t)from->cells[(*at)++];
    *gap += grid ? 2 : 1;
    if (!lay_out(d, v)) return false;
    size_t count = v->rows * v->columns;
    if (from->count - *at < count) return grounding_refuse(d);
    const int64_t *cells = from->cells + *at;
    *at += count;
    for (size_t i = 0; i < count; i++) v->cells[i] = ground_const(cells[i]);
    bool fine = true;
    if (d->piece[f] < 0) return *gap += count, true;
    if (d->digits[f]) fine = begin_digits_of_array(d, f, v, cells, *gap);
    else if (d->s.merges && !d->from[f]) fine = grounding_pass_over(d, f, v, cells, count, *gap);
    else fine = begin_piece(d, f, v, cells, count, *gap);
    return *gap = 0, fine;
}

/* A set of nodes: a row of 0 and 1 with a cell for each node of the graph. */
static bool read_set(struct grounding *d, size_t f, size_t *at, size_t *gap)
{
    static const int64_t holds[2] = {0, 1};
    const struct ground_from *from = d->s.from;
    struct ground_value *v = &d->s.fields[f];
    if (*at == from->count) return grounding_refuse(d);
    size_t count = (size_t)from->cells[*at];
    if (from->count - *at - 1 < count) return grounding_refuse(d);
    *v = (struct ground_value){
        .array = true, .rows = 1, .columns = ground_graph(d->s.from, d->game->fields[f].graph)->node_count};
    if (!lay_out(d, v)) return false;
    for (size_t i = 0; i < v->columns; i++) v->cells[i] = ground_const(0);
    for (size_t i = 0; i < count; i++) v->cells[from->cells[*at + 1 + i]].value = 1;
    *at += 1 + count;
    if (d->piece[f] < 0) return *gap += 1 + count, true;
    if (!begin_piece(d, f, v, holds, 2, *gap)) return false;
    if (__builtin_add_overflow(d->total, (int64_t)count, &d->total)) d->total = INT64_MAX;
    return *gap = 0, true;
}

static bool read_number(struct grounding *d, size_t f, size_t *at, size_t *gap)
{
    const struct ground_from *from = d->s.from;
    struct ground_value *v = &d->s.fields[f];
    if (*at == from->count) return grounding_refuse(d);
    const int64_t *number = &from->cells[(*at)++];
    *v = (struct ground_value){.number = ground_const(*number)};
    if (d->piece[f] < 0) return ++*gap, true;
    bool fine;
    if (d->digits[f]) fine = begin_digits(d, f, number, 1, v, *gap);
    else if (d->s.merges && !d->from[f]) fine = grounding_pass_over(d, f, v, number, 1, *gap);
    else fine = begin_piece(d, f, v, number, 1, *gap);
    return *gap = 0, fine;
}

bool grounding_read(struct grounding *d)
{
    size_t at = 0, gap = 0;
    bool fine = true;
    d->set = -1;
    for (size_t f = 0; fine && f < d->game->field_count; f++) {
        enum field_kind kind = d->game->fields[f].kind;
        if (kind == FIELD_ROW || kind == FIELD_GRID) fine = read_array(d, f, &at, &gap);
        else if (kind == FIELD_NODES) fine = read_set(d, f, &at, &gap);
        else if (kind > FIELD_BOOL) fine = grounding_refuse(d);
        else fine = read_number(d, f, &at, &gap);
    }
    const struct ground_layout *layout = &d->g->layout;
    if (!fine || at != d->s.from->count) return false;
    if (!layout->count || (!d->board_cells && !d->s.merges)) return false;
    const struct ground_piece *first = layout->pieces, *last = layout->pieces + layout->count - 1;
    while (first < last && first->passed) first++;
    while (first < last && last->passed) last--;
    d->g->rows = first == last ? first->rows : 1;
    d->g->columns = first == last ? first->columns : d->board_cells;
    for (size_t f = 0; layout->count == 1 && f < d->game->field_count; f++)
        if (d->piece[f] == 0 && layout->pieces[0].set) d->set = (int)f;
    return true;
}
