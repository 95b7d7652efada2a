/* SPDX-License-Identifier: MIT */
/* Tables of one board. */
#include "solve/search/masks.h"
#include <string.h>
#include "base/mem.h"
#include "proof/ground/closing_counted.h"
#include "play/options/store.h"
#include "solve/search/longer_board.h"
#include "solve/search/mask_constants.h"
#include "solve/search/mask_estimate.h"
#include "solve/search/mask_shape.h"
#include "solve/search/mask_diagrams.h"
#include "solve/search/mask_images.h"
#include "solve/search/mask_pivots.h"
#include "solve/search/mask_strips.h"
#include "solve/search/mask_words.h"
#include "solve/search/never_apart.h"
#include "solve/search/row_gap.h"
#include "solve/search/strip_meaning.h"

static bool read_cells(const struct masks *m, const struct component *component, uint8_t *codes)
{
    const struct ground *g = &m->board;
    int64_t *others = m->others;
    size_t count;
    if (component->game != m->game || component->count > m->most_numbers) return false;
    if (!ground_read(&g->layout, component->cells, component->count, codes, others, &count)) return false;
    return count == m->frame_count && (!count || memcmp(others, m->frame, count * sizeof *others) == 0);
}

bool masks_code(const struct masks *m, const struct component *component, struct ground_mask *state)
{
    *state = (struct ground_mask){{0}};
    if (m->strips) return strips_code(m->strips, component, &state->words[0]);
    if (m->diagrams) return mask_diagrams_code(m, component, state);
    const struct ground *g = &m->board;
    uint8_t codes[GROUND_CELLS];
    if (!read_cells(m, component, codes)) return false;
    if (m->closing.ways) return *state = closing_state_of(&m->closing, codes, g->cells), true;
    for (size_t cell = 0; cell < g->cells; cell++) ground_put(g, state, cell, codes[cell]);
    if (m->closing.ground.cells) *state = closing_state(&m->closing, state);
    return true;
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
        for (size_t k = 0; k < g->order_count; k++) m->cell_images[cell][k + 1] = ~(UINT64_C(1) << g->orders[k][cell]);
    for (size_t cell = 0; g->words == 1 && !g->order_count && cell < g->cells; cell++)
        for (size_t k = 1; k < 2 * MIRROR_TURN; k++) {
            size_t to = cell;
            if (k & MIRROR_TURN && !ground_has(&m->corner, cell)) continue;
            if (k & MIRROR_TURN) to = image_cell(g, MIRROR_TURN, to / g->columns, to % g->columns);
            if (k % MIRROR_TURN) to = image_cell(g, k % MIRROR_TURN, to / g->columns, to % g->columns);
            m->cell_images[cell][k] = ~(UINT64_C(1) << to);
        }
}

/* Where the cell goes, `image` being an order (from 1 on) or made of MIRROR_ROWS and so on; SIZE_MAX: nowhere. */
static size_t cell_to(const struct masks *m, size_t image, size_t cell)
{
    const struct ground *g = &m->ground;
    if (g->order_count) return g->orders[image - 1][cell];
    if (image == MIRROR_TURN && !ground_has(&m->corner, cell)) return SIZE_MAX;
    return image_cell(g, image, cell / g->columns, cell % g->columns);
}

static bool make_image(struct masks *m, size_t image)
{
    const struct ground *g = &m->ground;
    size_t count = (g->cells + 7) / 8;
    uint64_t *bytes = arena_array(&m->arena, count * 256 * g->span, sizeof *bytes);
    m->places[image] = bytes;
    for (size_t cell = 0; bytes && cell < g->cells; cell++) {
        size_t to = cell_to(m, image, cell);
        if (to == SIZE_MAX) continue;
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

static size_t pairs_joined(const struct masks *m)
{
    const struct ground *g = &m->ground;
    struct shape cells = {1, g->span, g->span};
    size_t pairs = 0;
    for (size_t c = 0; m->joined && c < g->cells; c++) pairs += cell_count(cells, &m->joined[c]);
    return pairs;
}

/* Where cells are joined to many others, as those of pieces that see far, parts are mostly what is left of a whole board, each at its
 * place, and seldom the same; where the board is small as well, most searches end before labels are of use. (In a graph with many images
 * they are of use at once.) */
enum { DENSE = 5, SMALL_CELLS = 64 };
static void find_dense(struct masks *m)
{
    const struct ground *g = &m->ground;
    bool dense = g->steps || DENSE * pairs_joined(m) >= g->cells * g->cells;
    m->alike_first = dense && g->cells - g->steps <= SMALL_CELLS ? ALIKE_DENSE : ALIKE_FIRST;
}

/* A step from all cells at once takes 8 instructions for a stride and 3 for a byte. Without strides, cells that are joined to few are gone
 * through one after the other until the last seed is found, in a dense graph one or two of them. */
enum { FEW_STRIDES = 4 };
static bool make_joined_bytes(struct masks *m)
{
    const struct ground *g = &m->ground;
    bool strides = m->stride_count && m->stride_count <= FEW_STRIDES;
    if (g->span > 1 || strides || (!m->stride_count && DENSE * pairs_joined(m) >= g->cells * g->cells)) return true;
    m->joined_bytes = arena_array(&m->arena, (g->cells + 7) / 8 * 256, sizeof *m->joined_bytes);
    for (size_t c = 0; m->joined_bytes && c < g->cells; c++)
        for (size_t byte = 0; byte < 256; byte++)
            if (byte >> (c % 8) & 1) m->joined_bytes[c / 8 * 256 + byte] |= m->joined[c].words[0];
    return m->joined_bytes != NULL;
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
    return m->joined && make_joined_bytes(m);
}

/* Orders that leave most cells where they are exchange a few leaves, or branches of a few cells. In a sparse graph a move near these
 * takes mostly what told the two apart, so hardly a part is met again by such an image; each image takes as long as to find the part. Those
 * that are the same, their labels find (mask_alike.h). */
enum { SPARSE_NUM = 5, SPARSE_DEN = 2 /* joined to fewer cells on the average */ };
static void drop_local_orders(struct masks *m)
{
    struct ground *g = &m->ground;
    size_t kept = 0;
    if (!m->joined || g->words > 1) return;
    if (SPARSE_DEN * pairs_joined(m) >= SPARSE_NUM * g->cells) return;
    for (size_t k = 0; k < g->order_count; k++) {
        size_t moved = 0;
        for (size_t c = 0; c < g->cells; c++) moved += g->orders[k][c] != c;
        if (2 * moved < g->cells) continue;
        if (kept < k) memcpy(g->orders[kept], g->orders[k], sizeof *g->orders);
        kept++;
    }
    g->order_count = kept;
}

/* ---- do classes stay classes? ------------------------------------------------------------------------------------- */
typedef size_t cell_map(const struct masks *m, size_t by, size_t cell);

static size_t slid_to(const struct masks *m, size_t by_column, size_t cell)
{
    const struct ground *g = &m->ground;
    size_t row = cell / g->columns + !by_column, column = cell % g->columns + by_column;
    return row < g->rows && column < g->columns ? ground_cell(g, row, column) : SIZE_MAX;
}

/* Are the images of two cells joined where these are, and nowhere else? */
static bool keeps_joined(const struct masks *m, cell_map *to, size_t by)
{
    bool keeps = true;
    for (size_t a = 0; a < m->ground.cells && keeps; a++) {
        size_t image = to(m, by, a), other;
        for (size_t b = a + 1; b < m->ground.cells && keeps && image != SIZE_MAX; b++)
            if ((other = to(m, by, b)) != SIZE_MAX)
                keeps = ground_has(&m->joined[a], b) == ground_has(&m->joined[image], other);
    }
    return keeps;
}

/* A part is kept as one of its images, moved to the first row and column. What is proved of these is that they are the same game
 * (ground.h); moves may have been widened since (ground_join), so that the image is two classes where the part was one. Not so
 * if images and slides take joined cells to joined cells: then a class has classes for its images. */
static bool moves_classes(const struct masks *m)
{
    const struct ground *g = &m->ground;
    bool keeps = m->joined != NULL;
    for (size_t k = 1; k < MASKS_IMAGES && keeps; k++) keeps = !m->places[k] || keeps_joined(m, cell_to, k);
    for (size_t k = 0; k < 2 && keeps; k++) keeps = !g->slides[k] || keeps_joined(m, slid_to, k);
    return keeps;
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
    fine = m->tree || make_joined(m);
    drop_local_orders(m);
    for (size_t k = 1; fine && k <= MIRROR_TURN; k++)
        if (!g->order_count && g->images >> k & 1 && (k < MIRROR_TURN || turns)) fine = make_image(m, k);
    for (size_t k = 0; fine && k < g->order_count; k++) fine = make_image(m, k + 1);
    for (size_t k = 0; k < MASKS_IMAGES; k++) m->images[k] = m->places[k];
    for (size_t i = 0; fine && i < g->twist_count; i++) {
        size_t k = g->twists[i].image;
        if (!m->places[k] && (k < MIRROR_TURN || turns)) fine = make_image(m, k);
    }
    for (size_t k = 0; k < g->order_count; k++) {
        bool inverse = true;
        for (size_t cell = 0; inverse && cell < g->cells; cell++) inverse = g->orders[k][g->orders[k][cell]] == cell;
        m->inverse |= (uint32_t)inverse << (k + 1);
    }
    make_cell_images(m);
    m->row_gap = m->tree ? 0 : row_gap(g);
    fine = fine && mask_images_make(m) && mask_pivots_make(m) && (m->tree || mask_constants_make(m)) &&
           masks_read_asks(m, &m->arena);
    m->classes_move = fine && moves_classes(m);
    find_dense(m);
    return fine;
}

bool masks_read_asks(struct masks *m, struct arena *arena)
{
    size_t words = m->ground.words;
    if (m->tree) return true;
    m->asks = arena_array(arena, m->ground.move_count + 1, 2 * words * sizeof *m->asks);
    for (size_t i = 0; m->asks && i < m->ground.move_count; i++)
        for (size_t w = 0; w < words; w++) {
            m->asks[2 * words * i + w] = m->ground.moves[i].care.words[w];
            m->asks[2 * words * i + words + w] = m->ground.moves[i].want.words[w];
        }
    return m->asks != NULL;
}

bool masks_room(struct masks *m)
{
    size_t span = m->ground.span;
    if (m->tree) return true;
    return vec_reserve(&m->able, 2 * m->ground.move_count * span + 1) &&
           vec_reserve(&m->classes, (m->ground.cells + 1) * span);
}

static bool make_frame(struct masks *m, const struct component *component)
{
    uint8_t codes[GROUND_CELLS];
    m->most_numbers = component->count + m->board.cells;
    m->frame = arena_array(&m->arena, m->most_numbers + 1, sizeof *m->frame);
    m->others = arena_array(&m->arena, m->most_numbers + 1, sizeof *m->others);
    return m->frame && m->others &&
           ground_read(&m->board.layout, component->cells, component->count, codes, m->frame, &m->frame_count);
}

/* A closing board whose moves ask cells for one of some values. *known: it has images, or slides, as the board that the moves make as
 * masks might have, and is no longer. */
static enum status make_choices(struct masks *m, const struct ground_from *from, struct ground_choices *choices,
                                bool *known)
{
    const struct ground *g = &m->closing.ground;
    bool longer;
    enum status st = ground_make_choices(from, &m->arena, choices);
    if (st == ST_OK && choices->count) st = closing_find_counted(choices, from->budget, &m->arena, &m->closing);
    bool counted = st == ST_OK && choices->count && g->cells;
    if (st == ST_OK && choices->count && !counted)
        st = closing_find_choices(choices, from->budget, &m->arena, &m->closing);
    if (st != ST_OK || !g->cells) return st;
    st = longer_than_masks(choices, g, &m->arena, &longer);
    *known = st == ST_OK && (counted || g->slides[0] || g->slides[1] || g->images || g->order_count) && !longer;
    m->board = choices->board;
    m->ground = *g;
    return m->ends = true, st;
}

/* The same where all moves have a limit in common (closing_counted.h). */
static enum status make_limited(struct masks *m, const struct ground_from *from)
{
    struct ground_choices choices;
    enum status st = ground_make_limited(from, &m->arena, &choices);
    if (st == ST_OK && choices.count) st = closing_find_limited(&choices, from->budget, &m->arena, &m->closing);
    if (st != ST_OK || !m->closing.ground.cells) return st;
    m->board = choices.board;
    m->ground = m->closing.ground;
    return m->ends = true, st;
}

/* Each move of a closing board leaves fewer moves open. Of any other the masks play the ground's own moves, without clauses. */
static enum status make_listed(struct masks *m, const struct ground_from *from, const struct ground_choices *choices)
{
    size_t words;
    enum status st = ground_make_of(from, choices, &m->arena, &m->board);
    if (st == ST_OK && m->board.cells) st = longer_most(&m->board, &m->arena, &words);
    if (st == ST_OK && m->board.cells) st = closing_find(&m->board, words, from->budget, &m->arena, &m->closing);
    bool closes = st == ST_OK && m->closing.ground.cells;
    m->ground = closes ? m->closing.ground : m->board;
    m->ends = closes;
    if (st == ST_OK && m->board.cells && !closes) st = ground_falls(&m->board, &m->ends);
    if (st == ST_OK && m->board.cells && !closes && !ground_join(&m->ground, &m->arena)) st = ST_NO_MEMORY;
    if (st == ST_OK && m->board.cells && !closes && !ground_widen(&m->ground, &m->arena)) st = ST_NO_MEMORY;
    return st;
}

static enum status make_board(struct masks *m, const struct ground_from *from)
{
    bool known = false;
    struct ground_choices choices;
    enum status st = make_choices(m, from, &choices, &known);
    if (st != ST_OK || known) return st;
    struct ground board = m->board;
    struct ground_closing closing = m->closing;
    m->closing = (struct ground_closing){.bits = NULL};
    st = make_listed(m, from, &choices);
    if (st != ST_OK || m->ground.cells || !closing.ground.cells) return st;
    m->board = board;
    m->closing = closing;
    m->ground = closing.ground;
    return m->ends = true, ST_OK;
}

/* What is made of a component that a board was found for, or not. */
static enum status finish(const struct env *env, const struct component *component, struct masks *m, enum status st,
                          struct masks **masks)
{
    m->game = component->game;
    m->memo.words = m->ground.words;
    masks_bound(m, env->budget);
    bool found = st == ST_OK && m->ground.cells;
    if (found && masks_are_listed(m) && (!make_frame(m, component) || !make_tables(m) || !masks_room(m)))
        st = ST_NO_MEMORY;
    if (found && st == ST_OK) *masks = m;
    else masks_free(m);
    return st;
}

enum status masks_make_words(const struct env *env, const struct component *component, uint64_t steps,
                             struct masks **masks)
{
    struct ground_from from = {
        env->model, component->game, env->params, component->cells, component->count, env->budget, 0};
    struct masks *m = mem_alloc(sizeof *m);
    *masks = NULL;
    if (!m) return ST_NO_MEMORY;
    enum status st = mask_words_make(m, &from, steps);
    m->ends = !traits_of(env->traits, component).watched; /* rules that declare cycles have no board */
    if (st == ST_OK && m->ground.cells && !m->ends) st = ground_falls(&m->board, &m->ends);
    return finish(env, component, m, st, masks);
}

/* Where nothing falls apart a board of words is as good, and finds moves in fewer steps. Where none can be made, the list stays. */
static enum status move_to_words(const struct env *env, const struct component *component, struct masks **masks)
{
    struct ground_mask state, coded;
    struct masks *m = *masks, *words;
    if (!masks_are_listed(m) || m->closing.ground.cells || !masks_code(m, component, &state)) return ST_OK;
    if (!never_apart(&m->ground, &state)) return ST_OK;
    enum status st = masks_make_words(env, component, GROUND_WORDS_STEPS, &words);
    bool take = words && masks_code(words, component, &coded);
    if (take) {
        words->as_listed = mask_estimate(m, &state);
        words->as_listed_of = coded;
    }
    if (take || st != ST_OK) *masks = take ? words : NULL;
    masks_free(*masks == m ? words : m);
    return st;
}

/* Conditions on the board as a move leaves it are found once by meaning, for all moves; as a list they are found anew for each, and hardly
 * ever in as many steps as are allowed. Of what all cells are together a list has every way in which that comes about. So where there are
 * any of these, the list comes last. */
static enum status make_any(const struct env *env, const struct component *component, const struct ground_from *from,
                            struct masks *m)
{
    bool all = strips_ask_of_all(env, component);
    enum status st = all ? strips_make_by_meaning(env, component, &m->strips) : ST_OK;
    if (st == ST_OK && !m->strips) st = strips_make(env, component, &m->strips);
    if (st == ST_OK && m->strips) mask_strips_fill(m);
    else if (st == ST_OK && all) st = diagram_board_make(env, component, &m->diagrams);
    if (st == ST_OK && !m->strips && !m->diagrams) st = make_board(m, from);
    if (st == ST_OK && !m->ground.cells && !all) st = strips_make_by_meaning(env, component, &m->strips);
    if (st == ST_OK && !m->ground.cells && m->strips) mask_strips_fill(m);
    if (st == ST_OK && !m->ground.cells && !all) st = diagram_board_make(env, component, &m->diagrams);
    if (st == ST_OK && m->diagrams) mask_diagrams_fill(m);
    return st;
}

enum status masks_make(const struct env *env, const struct component *component, uint64_t steps, struct masks **masks)
{
    struct ground_from from = {env->model,       component->game, env->params, component->cells,
                               component->count, env->budget,     steps};
    struct masks *m = mem_alloc(sizeof *m);
    *masks = NULL;
    if (!m) return ST_NO_MEMORY;
    enum status st = make_limited(m, &from);
    if (st == ST_OK && !m->ground.cells) st = make_any(env, component, &from, m);
    st = finish(env, component, m, st, masks);
    return st == ST_OK && *masks ? move_to_words(env, component, masks) : st;
}

void masks_free(struct masks *m)
{
    if (!m) return;
    strips_free(m->strips);
    diagram_board_free(m->diagrams);
    arena_free(&m->arena);
    mask_memo_free(&m->memo);
    for (size_t i = 0; i < 2; i++) mask_memo_free(&m->whole[i]);
    mask_alike_free(&m->alike);
    mask_exact_free(&m->exact);
    mask_bits_free(&m->bits);
    if (m->sums) m->free_sums(m->sums);
    mask_ideals_free(&m->ideals);
    kept_masks_close(&m->kept);
    for (int misere = 0; misere < 2; misere++) kept_masks_close(&m->kept_whole[misere]);
    vec_free(&m->able);
    vec_free(&m->classes);
    vec_free(&m->parts);
    vec_free(&m->options);
    mem_free(m, sizeof *m);
}
