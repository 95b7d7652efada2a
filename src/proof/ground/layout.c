/* SPDX-License-Identifier: MIT */
/* Pieces are gone through in their order; what is between them are the other numbers. */
#include <string.h>
#include "proof/ground/ground.h"

/* A place among the numbers of a component that are still to be read. */
struct reader {
    const int64_t *numbers;
    size_t left;
    uint8_t *codes;
    int64_t *others;
    size_t other_count;
    int64_t total; /* of what the pieces hold, on a board of words */
};

static bool pass(struct reader *r, size_t count)
{
    if (r->left < count) return false;
    for (size_t i = 0; i < count; i++) r->others[r->other_count++] = *r->numbers++;
    r->left -= count;
    return true;
}

/* Numbers that no move asks. */
static bool pass_merged(struct reader *r, const struct ground_piece *piece)
{
    bool fine = r->left >= piece->passed;
    for (size_t i = 0; fine && i < piece->passed; i++, r->numbers++, r->left--)
        fine = *r->numbers >= 0 && *r->numbers < GROUND_MERGED_MOST;
    return fine;
}

static bool code_of(const struct ground_piece *piece, int64_t value, uint8_t *code)
{
    size_t k = 0;
    if (piece->merges && value >= GROUND_MERGED_MOST) return false;
    if (piece->merges && value > piece->from) value = piece->from;
    while (k < piece->value_count && piece->values[k] != value) k++;
    *code = (uint8_t)k;
    return k < piece->value_count && value >= 0;
}

static bool read_word(const struct ground_piece *piece, int64_t value, uint8_t *cells)
{
    uint8_t code;
    bool fine = code_of(piece, value, &code);
    for (size_t k = 0; fine && k < piece->width; k++) cells[k] = ground_word(piece, code) >> k & 1;
    return fine;
}

/* Of a cell that holds its own number or 0; of two values the one that is not 0 stands for its own. */
static bool read_own(int64_t own, int64_t value, const struct ground_piece *piece, uint8_t *code)
{
    size_t k = 0;
    while (k < piece->value_count && (value == 0 ? piece->values[k] != 0 : piece->values[k] <= 0)) k++;
    *code = (uint8_t)k;
    return k < piece->value_count && (value == 0 || value == own);
}

static bool read_cells(struct reader *r, const struct ground_piece *piece, const struct ground_layout *layout)
{
    size_t count = piece->rows * piece->columns;
    bool fine = r->left >= count;
    for (size_t i = 0; fine && i < count; i++, r->numbers++) {
        size_t cell = piece->first + i * piece->width;
        if (layout->fixed[cell]) fine = *r->numbers == layout->holds[cell];
        else if (piece->owns) fine = read_own(layout->own[cell], *r->numbers, piece, &r->codes[cell]);
        else if (layout->in_words) fine = read_word(piece, *r->numbers, &r->codes[cell]);
        else fine = code_of(piece, *r->numbers, &r->codes[cell]);
        if (layout->in_words) fine = fine && !__builtin_add_overflow(r->total, *r->numbers, &r->total);
    }
    r->left -= fine ? count : 0;
    return fine;
}

static bool read_bits(struct reader *r, const struct ground_piece *piece)
{
    bool fine = r->left >= piece->rows;
    for (size_t i = 0; fine && i < piece->rows; i++, r->numbers++, r->left--) {
        fine = *r->numbers >= 0 && *r->numbers >> piece->columns == 0;
        for (size_t k = 0; fine && k < piece->columns; k++) {
            int64_t bit = *r->numbers >> k & 1;
            fine = code_of(piece, bit, &r->codes[piece->first + i * piece->columns + k]);
            r->total += bit;
        }
    }
    return fine;
}

/* How many nodes there are, and the nodes, ascending. */
static bool read_nodes(struct reader *r, const struct ground_piece *piece)
{
    size_t count = r->left ? (size_t)*r->numbers : 0, next = 1;
    bool fine = r->left > 0 && r->left - 1 >= count;
    for (size_t node = 0; fine && node < piece->columns; node++) {
        bool in = next <= count && r->numbers[next] == (int64_t)node;
        next += in;
        fine = code_of(piece, in, &r->codes[piece->first + node]);
        r->total += in;
    }
    fine = fine && next == count + 1;
    if (fine) r->numbers += count + 1, r->left -= count + 1;
    return fine;
}

bool ground_read(const struct ground_layout *layout, const int64_t *numbers, size_t count, uint8_t *codes,
                 int64_t *others, size_t *other_count)
{
    struct reader r = {numbers, count, codes, others, 0, 0};
    memset(codes, 0, GROUND_CELLS * sizeof *codes);
    bool fine = layout->count > 0;
    for (size_t i = 0; fine && i < layout->count; i++) {
        const struct ground_piece *piece = &layout->pieces[i];
        fine = pass(&r, piece->gap);
        if (fine && piece->passed) {
            fine = pass_merged(&r, piece);
            continue;
        }
        if (fine && piece->set) fine = read_nodes(&r, piece);
        else if (fine && piece->bits) fine = read_bits(&r, piece);
        else if (fine) fine = read_cells(&r, piece, layout);
    }
    fine = fine && pass(&r, r.left) && (!layout->in_words || r.total <= layout->most);
    *other_count = r.other_count;
    return fine;
}
