/* SPDX-License-Identifier: MIT */
/* If the game is the reference over other states (substitution.h), positions are converted on their way to the
 * plugin and back. */
#include "plugin/private.h"

bool restated_not_at_all(const struct match *match)
{
    return substitution_is_identity(&match->view) && substitution_is_identity(&match->ref_view);
}

static const struct integer *integer_of(struct arena *arena, const cgi_integer *cell)
{
    return integer_from_limbs(arena, cell->sign, cell->limbs, cell->count);
}

/* ---- there ------------------------------------------------------------------------------------------------------- */
static bool cell_there(struct arena *arena, const struct substitution_number *n, const cgi_integer *cell,
                       cgi_integer *out)
{
    *out = *cell;
    if (substitution_number_is_identity(n)) return true;
    const struct integer *x = integer_of(arena, cell), *y = x ? substitution_image(arena, n, x) : NULL;
    if (y) *out = (cgi_integer){.sign = y->sign, .count = y->count, .limbs = y->limbs};
    return y != NULL;
}

/* A row reversed, or with other numbers in its cells. */
static enum status row_there(const struct match *match, struct arena *arena, cgi_field *row)
{
    cgi_integer *cells = arena_array(arena, row->rows + 1, sizeof *cells);
    if (!cells) return ST_NO_MEMORY;
    for (uint32_t i = 0; i < row->rows; i++)
        if (!cell_there(arena, &match->view.numbers[0], &row->cells[match->view.reversed ? row->rows - 1 - i : i],
                        &cells[i]))
            return ST_NO_MEMORY;
    row->cells = cells;
    return ST_OK;
}

/* Numbers, of fields or of an unpacked row, to numbers of fields or of a row. */
static enum status numbers_there(const struct match *match, const struct game *reference, const cgi_field *fields,
                                 struct arena *arena, cgi_component *out)
{
    static const uint32_t kinds[] = {[FIELD_NAT] = CGI_NAT, [FIELD_INT] = CGI_INT};
    const struct substitution *v = &match->view;
    cgi_integer *numbers = arena_array(arena, v->count, sizeof *numbers);
    cgi_field *to = arena_array(arena, v->count, sizeof *to);
    if (!numbers || !to) return ST_NO_MEMORY;
    if (v->unpacked && fields[0].rows != v->count) return ST_UNSUPPORTED;
    for (size_t i = 0; i < v->count; i++) {
        int field = match->permutation[i];
        const cgi_integer *cell = v->unpacked ? &fields[0].cells[field] : fields[field].cells;
        if (!cell_there(arena, &v->numbers[field], cell, &numbers[i])) return ST_NO_MEMORY;
        if (!match->ref_view.unpacked)
            to[i] =
                (cgi_field){.kind = kinds[reference->fields[i].kind], .rows = 1, .columns = 1, .cells = &numbers[i]};
    }
    if (match->ref_view.unpacked)
        to[0] = (cgi_field){.kind = CGI_ROW, .rows = (uint32_t)v->count, .columns = 1, .cells = numbers};
    *out = (cgi_component){.field_count = reference->field_count, .fields = to};
    return ST_OK;
}

enum status restated_position(const struct match *match, const struct game *reference, cgi_field *fields,
                              struct arena *arena, cgi_component *out)
{
    bool row = !match->view.unpacked && fields[0].kind == CGI_ROW;
    if (!row) return numbers_there(match, reference, fields, arena, out);
    *out = (cgi_component){.field_count = 1, .fields = fields};
    return row_there(match, arena, fields);
}

/* ---- back -------------------------------------------------------------------------------------------------------- */
struct back {
    const struct match *match;
    struct arena *arena;
    const struct integer *numbers[MODEL_MAX_FIELDS]; /* of the reference as seen */
    const struct integer **found[24];                /* different arrangements of them, as cells of the user's game */
    size_t count, cells;
    bool no_memory;
};

/* One arrangement: number order[i] as field i of the reference. Skipped if it is not a state of the user's game. */
static void arrange(struct back *b, const size_t *order)
{
    const struct substitution *v = &b->match->view;
    const struct integer **cells = arena_array(b->arena, v->count + 1, sizeof *cells), *x;
    size_t first = v->unpacked;
    if (cells && v->unpacked) cells[0] = integer_from(b->arena, (int64_t)v->count);
    if (!cells || (v->unpacked && !cells[0])) b->no_memory = true;
    for (size_t i = 0; i < v->count && !b->no_memory; i++) {
        int field = b->match->permutation[i];
        if (!substitution_inverse(b->arena, &v->numbers[field], b->numbers[order[i]], &x)) b->no_memory = true;
        if (!b->no_memory && !x) return;
        if (!b->no_memory) cells[first + (size_t)field] = x;
    }
    if (!b->no_memory && b->count < sizeof b->found / sizeof *b->found) b->found[b->count++] = cells;
}

/* All arrangements; equal numbers are in one order only. */
static void arrangements(struct back *b, size_t *order, size_t at, unsigned used)
{
    size_t n = b->match->view.count;
    const struct integer *last = NULL;
    if (at == n) {
        arrange(b, order);
        return;
    }
    for (size_t i = 0; i < n && !b->no_memory; i++) {
        if (used >> i & 1 || (last && integer_compare(last, b->numbers[i]) == 0)) continue;
        last = b->numbers[i];
        order[at] = i;
        arrangements(b, order, at + 1, used | 1u << i);
    }
}

static void sort_numbers(struct back *b)
{
    for (size_t i = 1; i < b->match->view.count; i++)
        for (size_t k = i; k > 0 && integer_compare(b->numbers[k], b->numbers[k - 1]) < 0; k--) {
            const struct integer *x = b->numbers[k];
            b->numbers[k] = b->numbers[k - 1];
            b->numbers[k - 1] = x;
        }
}

static const char no_state[] = "it gave a move to something that is not a position";

static enum status numbers_back(const struct match *match, const cgi_component *result, struct arena *arena,
                                struct listed_move *win, const char **problem)
{
    struct back b = {.match = match, .arena = arena};
    size_t order[MODEL_MAX_FIELDS], n = match->view.count;
    if (match->ref_view.unpacked && result->fields[0].rows != n) return *problem = no_state, ST_OK;
    for (size_t i = 0; i < n; i++) {
        const cgi_integer *cell = match->ref_view.unpacked ? &result->fields[0].cells[i] : result->fields[i].cells;
        if (!(b.numbers[i] = integer_of(arena, cell))) return ST_NO_MEMORY;
        order[i] = i;
    }
    if (match->capped >= 0 && integer_compare(b.numbers[match->capped], b.numbers[match->cap]) > 0)
        b.numbers[match->capped] = b.numbers[match->cap];
    if (match->turns) {
        sort_numbers(&b);
        arrangements(&b, order, 0, 0);
    } else {
        arrange(&b, order);
    }
    if (b.no_memory) return ST_NO_MEMORY;
    if (b.count == 0) return *problem = no_state, ST_OK;
    win->cells = b.found[0];
    win->cell_count = n + match->view.unpacked;
    if (!match->turns) return ST_OK;
    win->turns = arena_array(arena, b.count, sizeof *win->turns);
    for (size_t i = 0; win->turns && i < b.count; i++) win->turns[win->turn_count++] = b.found[i];
    return win->turns ? ST_OK : ST_NO_MEMORY;
}

static enum status row_back(const struct match *match, const cgi_field *row, struct arena *arena,
                            struct listed_move *win, const char **problem)
{
    win->cells = arena_array(arena, (size_t)row->rows + 1, sizeof *win->cells);
    if (!win->cells || !(win->cells[0] = integer_from(arena, row->rows))) return ST_NO_MEMORY;
    for (uint32_t i = 0; i < row->rows; i++) {
        const struct integer *y = integer_of(arena, &row->cells[match->view.reversed ? row->rows - 1 - i : i]), *x;
        if (!y || !substitution_inverse(arena, &match->view.numbers[0], y, &x)) return ST_NO_MEMORY;
        if (!x) return *problem = no_state, ST_OK;
        win->cells[i + 1] = x;
    }
    win->cell_count = (size_t)row->rows + 1;
    return ST_OK;
}

enum status restated_back(const struct match *match, const cgi_component *result, struct arena *arena,
                          struct listed_move *win, const char **problem)
{
    bool row = !match->ref_view.unpacked && result->fields[0].kind == CGI_ROW;
    return row ? row_back(match, &result->fields[0], arena, win, problem)
               : numbers_back(match, result, arena, win, problem);
}
