/* SPDX-License-Identifier: MIT */
/* Tables of one board. */
#include "solve/search/masks.h"
#include <string.h>
#include "base/mem.h"
#include "play/options/store.h"
#include "solve/search/mask_shape.h"
#include "solve/search/mask_diagrams.h"
#include "solve/search/mask_strips.h"

/* How many numbers of a component the board takes, from `at` on. */
static size_t board_numbers(const struct ground *g, const struct component *component)
{
    return g->set ? 1 + (size_t)component->cells[g->at] : g->cells;
}

static size_t code_of(const struct ground *g, int64_t value)
{
    size_t code = 0;
    while (code < g->value_count && g->values[code] != value) code++;
    return code;
}

static bool code_set(const struct masks *m, const struct component *component, struct ground_mask *state)
{
    const struct ground *g = &m->board;
    if (component->game != m->game || component->count <= g->at) return false;
    size_t end = g->at + board_numbers(g, component), next = g->at + 1;
    if (component->count != m->frame_count + end - g->at) return false;
    for (size_t i = 0, k = 0; i < component->count; i++)
        if ((i < g->at || i >= end) && component->cells[i] != m->frame[k++]) return false;
    for (size_t node = 0; node < g->cells; node++) {
        bool in = next < end && component->cells[next] == (int64_t)node;
        ground_put(g, state, node, code_of(g, in));
        next += in;
    }
    return true;
}

static bool code_cells(const struct masks *m, const struct component *component, struct ground_mask *state)
{
    const struct ground *g = &m->board;
    if (component->game != m->game || component->count != m->frame_count + g->cells) return false;
    for (size_t i = 0, k = 0; i < component->count; i++) {
        bool board = i >= g->at && i < g->at + g->cells;
        size_t code = 0;
        if (!board && component->cells[i] != m->frame[k++]) return false;
        if (board) code = code_of(g, component->cells[i]);
        if (code == g->value_count) return false;
        if (board) ground_put(g, state, i - g->at, code);
    }
    return true;
}

bool masks_code(const struct masks *m, const struct component *component, struct ground_mask *state)
{
    *state = (struct ground_mask){{0}};
    if (m->strips) return strips_code(m->strips, component, &state->words[0]);
    if (m->diagrams) return mask_diagrams_code(m, component, state);
    bool found = m->board.set ? code_set(m, component, state) : code_cells(m, component, state);
    if (found && m->closing.ground.cells) *state = closing_state(&m->closing, state);
    return found;
}

static size_t image_cell(const struct ground *g, size_t image, size_t row, size_t column)
{
    if (image == MIRROR_TURN) return ground_cell(g, column, row);
    if (image & MIRROR_ROWS) row = g->rows - 1 - row;
    if (image & MIRROR_COLUMNS) column = g->columns - 1 - column;
    return ground_cell(g, row, column);
}

/* For boards of one word. */
static void make_cell_images(struct masks *m)
{
    const struct ground *g = &m->ground;
    for (size_t cell = 0; g->words == 1 && cell < g->cells; cell++)
        for (size_t k = 1; k < 2 * MIRROR_TURN; k++) {
            size_t to = cell;
            if (k & MIRROR_TURN && !ground_has(&m->corner, cell)) continue;
            if (k & MIRROR_TURN) to = image_cell(g, MIRROR_TURN, to / g->columns, to % g->columns);
            if (k % MIRROR_TURN) to = image_cell(g, k % MIRROR_TURN, to / g->columns, to % g->columns);
            m->cell_images[cell][k] = ~(UINT64_C(1) << to);
        }
}

static bool make_image(struct masks *m, size_t image)
{
    const struct ground *g = &m->ground;
    size_t count = (g->cells + 7) / 8;
    uint64_t *bytes = arena_array(&m->arena, count * 256 * g->span, sizeof *bytes);
    m->images[image] = bytes;
    for (size_t cell = 0; bytes && cell < g->cells; cell++) {
        if (image == MIRROR_TURN && !ground_has(&m->corner, cell)) continue;
        size_t to = image_cell(g, image, cell / g->columns, cell % g->columns);
        for (size_t byte = 0; byte < 256; byte++)
            if (byte >> (cell % 8) & 1) bytes[(cell / 8 * 256 + byte) * g->span + to / 64] |= UINT64_C(1) << (to % 64);
    }
    return bytes != NULL;
}

/* Are two cells that are not final joined by what is known of these two? Else `joined` stays NULL. */
static bool joins_pairs(const struct ground_move *move, size_t span)
{
    struct shape f = {1, span, span};
    uint32_t need = cell_count(f, &move->need);
    return need == 1 || (need == 2 && is_same(f, &move->need, &move->foot));
}

static void make_strides(struct masks *m)
{
    const struct ground *g = &m->ground;
    if (g->span > 1) return;
    for (size_t by = 1; by < g->cells; by++) {
        struct mask_stride stride = {0, by};
        for (size_t c = 0; c + by < g->cells; c++)
            if (ground_has(&m->joined[c], c + by)) stride.up |= UINT64_C(1) << c;
        if (!stride.up) continue;
        if (m->stride_count == MASKS_STRIDES) {
            m->stride_count = 0;
            return;
        }
        m->strides[m->stride_count++] = stride;
    }
}

static bool make_joined(struct masks *m)
{
    const struct ground *g = &m->ground;
    bool pairs = true;
    for (size_t i = 0; pairs && i < g->move_count; i++) pairs = joins_pairs(&g->moves[i], g->span);
    if (!pairs) return true;
    m->joined = arena_array(&m->arena, g->cells, sizeof *m->joined);
    for (size_t i = 0; m->joined && i < g->move_count; i++) {
        const struct ground_move *move = &g->moves[i];
        size_t a = first_cell((struct shape){1, g->span, g->span}, &move->need);
        bool one = cell_count((struct shape){1, g->span, g->span}, &move->need) == 1;
        if (one) ground_add(&m->alone, a);
        for (size_t c = 0; c < g->cells; c++)
            if (c != a && ground_has(&move->foot, c)) {
                ground_add(&m->joined[a], c);
                ground_add(&m->joined[c], a);
            }
    }
    if (m->joined) make_strides(m);
    return m->joined != NULL;
}

/* Parts of a board that is not square can be turned if they can be moved to its corner. */
static bool make_tables(struct masks *m)
{
    const struct ground *g = &m->ground;
    size_t least = g->rows < g->columns ? g->rows : g->columns;
    bool fine = true, turns = g->rows == g->columns ? g->slides[0] == g->slides[1] : g->slides[0] && g->slides[1];
    for (size_t cell = 0; cell < g->cells; cell++) {
        ground_add(&m->column[cell % g->columns], cell);
        m->row[cell] = (unsigned char)(cell / g->columns);
        if (cell / g->columns < least && cell % g->columns < least) ground_add(&m->corner, cell);
    }
    for (size_t k = 1; fine && k <= MIRROR_TURN; k++)
        if (g->images >> k & 1 && (k < MIRROR_TURN || turns)) fine = make_image(m, k);
    make_cell_images(m);
    return fine && make_joined(m);
}

bool masks_room(struct masks *m)
{
    size_t span = m->ground.span;
    return vec_reserve(&m->able, 2 * m->ground.move_count * span + 1) &&
           vec_reserve(&m->classes, (m->ground.cells + 1) * span);
}

static bool make_frame(struct masks *m, const struct component *component)
{
    size_t at = m->board.at, end = at + board_numbers(&m->board, component);
    m->frame = arena_array(&m->arena, component->count + 1, sizeof *m->frame);
    for (size_t i = 0; m->frame && i < component->count; i++)
        if (i < at || i >= end) m->frame[m->frame_count++] = component->cells[i];
    return m->frame != NULL;
}

/* Each move of a closing board leaves fewer moves open. Of any other the masks play the ground's own moves, without clauses. */
static enum status make_board(struct masks *m, const struct ground_from *from)
{
    enum status st = ground_make(from, &m->arena, &m->board);
    if (st == ST_OK && m->board.cells) st = closing_find(&m->board, &m->arena, &m->closing);
    bool closes = st == ST_OK && m->closing.ground.cells;
    m->ground = closes ? m->closing.ground : m->board;
    m->ends = closes;
    if (st == ST_OK && m->board.cells && !closes) st = ground_falls(&m->board, &m->ends);
    return st;
}

enum status masks_make(const struct env *env, const struct component *component, struct masks **masks)
{
    struct ground_from from = {env->model, component->game, env->params, component->cells, component->count};
    struct masks *m = mem_alloc(sizeof *m);
    *masks = NULL;
    if (!m) return ST_NO_MEMORY;
    enum status st = strips_make(env, component, &m->strips);
    if (st == ST_OK && m->strips) mask_strips_fill(m);
    else if (st == ST_OK) st = make_board(m, &from);
    if (st == ST_OK && !m->ground.cells) st = diagram_board_make(env, component, &m->diagrams);
    if (st == ST_OK && m->diagrams) mask_diagrams_fill(m);
    m->game = component->game;
    m->memo = (struct mask_memo){.budget = env->store->components.budget, .words = m->ground.words};
    m->alike.budget = m->memo.budget;
    bool found = st == ST_OK && m->ground.cells;
    if (found && masks_are_listed(m) && (!make_frame(m, component) || !make_tables(m) || !masks_room(m)))
        st = ST_NO_MEMORY;
    if (found && st == ST_OK) *masks = m;
    else masks_free(m);
    return st;
}

void masks_free(struct masks *m)
{
    if (!m) return;
    strips_free(m->strips);
    diagram_board_free(m->diagrams);
    arena_free(&m->arena);
    mask_memo_free(&m->memo);
    mask_alike_free(&m->alike);
    mask_exact_free(&m->exact);
    kept_masks_close(&m->kept);
    vec_free(&m->able);
    vec_free(&m->classes);
    vec_free(&m->parts);
    vec_free(&m->options);
    mem_free(m, sizeof *m);
}
