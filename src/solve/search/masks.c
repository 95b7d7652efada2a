/* SPDX-License-Identifier: MIT */
/* Sets of at most 64 cells of two values fit one word, for which everything is compiled apart. */
#include "solve/search/masks.h"
#include <string.h>
#include "base/hash.h"
#include "base/mem.h"
#include "play/options/store.h"

/* How many words the loops go through: constants where a function is compiled for them. */
struct shape {
    size_t planes, span, words;
};
#define EVERYWHERE static inline __attribute__((always_inline))

EVERYWHERE bool meets(struct shape f, const struct ground_mask *a, const struct ground_mask *b)
{
    uint64_t any = 0;
    for (size_t i = 0; i < f.span; i++) any |= a->words[i] & b->words[i];
    return any != 0;
}

EVERYWHERE bool is_within(struct shape f, const struct ground_mask *a, const struct ground_mask *b)
{
    uint64_t any = 0;
    for (size_t i = 0; i < f.span; i++) any |= a->words[i] & ~b->words[i];
    return !any;
}

/* The cells that do not hold the final value. */
EVERYWHERE struct ground_mask live_cells(struct shape f, const struct ground_mask *state)
{
    struct ground_mask live = {{0}};
    for (size_t p = 0; p < f.planes; p++)
        for (size_t i = 0; i < f.span; i++) live.words[i] |= state->words[p * f.span + i];
    return live;
}

EVERYWHERE struct ground_mask restricted(struct shape f, const struct ground_mask *state,
                                         const struct ground_mask *cells)
{
    struct ground_mask out = {{0}};
    for (size_t p = 0; p < f.planes; p++)
        for (size_t i = 0; i < f.span; i++) out.words[p * f.span + i] = state->words[p * f.span + i] & cells->words[i];
    return out;
}

EVERYWHERE bool is_less(struct shape f, const struct ground_mask *a, const struct ground_mask *b)
{
    for (size_t i = 0; i < f.words; i++)
        if (a->words[i] != b->words[i]) return a->words[i] < b->words[i];
    return false;
}

/* ---- images ------------------------------------------------------------------------------------------------------- */
/* Each plane moved down by so many cells. */
EVERYWHERE void move_down(struct shape f, struct ground_mask *state, size_t by)
{
    for (size_t p = 0; p < f.planes; p++) {
        uint64_t *words = &state->words[p * f.span];
        if (f.span == 1) {
            words[0] >>= by;
            continue;
        }
        size_t whole = by / 64, bits = by % 64;
        for (size_t i = 0; i < f.span; i++) {
            uint64_t low = i + whole < f.span ? words[i + whole] : 0,
                     high = i + whole + 1 < f.span ? words[i + whole + 1] : 0;
            words[i] = bits ? low >> bits | high << (64 - bits) : low;
        }
    }
}

EVERYWHERE size_t first_cell(struct shape f, const struct ground_mask *set)
{
    for (size_t i = 0; i < f.span; i++)
        if (set->words[i]) return i * 64 + (size_t)__builtin_ctzll(set->words[i]);
    return 0;
}

/* To the first row and column, as far as that is the same game. The state is not empty. */
EVERYWHERE void slide(struct shape f, const struct masks *m, struct ground_mask *state)
{
    const struct ground *g = &m->ground;
    struct ground_mask live = live_cells(f, state);
    size_t down = g->slides[0] ? first_cell(f, &live) / g->columns : 0, across = 0;
    while (g->slides[1] && !meets(f, &live, &m->column[across])) across++;
    if (down || across) move_down(f, state, down * g->columns + across);
}

EVERYWHERE struct ground_mask image_of(struct shape f, const uint64_t *image, const struct ground_mask *state)
{
    struct ground_mask out = {{0}};
    for (size_t p = 0; p < f.planes; p++)
        for (size_t i = 0; i < f.span; i++)
            for (size_t b = 0; b < 8; b++) {
                uint64_t byte = state->words[p * f.span + i] >> (8 * b) & 255;
                if (!byte) continue;
                const uint64_t *to = image + ((8 * i + b) * 256 + byte) * f.span;
                for (size_t k = 0; k < f.span; k++) out.words[p * f.span + k] |= to[k];
            }
    return out;
}

EVERYWHERE void try_images(struct shape f, const struct masks *m, const struct ground_mask *state,
                           struct ground_mask *least)
{
    for (size_t k = 1; k < MIRROR_TURN; k++) {
        if (!m->images[k]) continue;
        struct ground_mask image = image_of(f, m->images[k], state);
        slide(f, m, &image);
        if (is_less(f, &image, least)) *least = image;
    }
}

EVERYWHERE struct ground_mask least_image(struct shape f, const struct masks *m, struct ground_mask state)
{
    slide(f, m, &state);
    struct ground_mask least = state, live = live_cells(f, &state);
    try_images(f, m, &state, &least);
    if (!m->images[MIRROR_TURN] || !is_within(f, &live, &m->corner)) return least;
    struct ground_mask turned = image_of(f, m->images[MIRROR_TURN], &state);
    if (is_less(f, &turned, &least)) least = turned;
    try_images(f, m, &turned, &least);
    return least;
}

/* ---- parts -------------------------------------------------------------------------------------------------------- */
/* The cells joined by the moves that may still be made, as classes; returns how many there are. */
EVERYWHERE size_t find_classes(struct shape f, struct masks *m, const struct ground_mask *live)
{
    size_t count = 0;
    uint64_t *classes = m->classes.data;
    for (const uint64_t *need = m->able.data; need < m->able.data + m->able.count; need += 2 * f.span) {
        uint64_t cells[GROUND_WORDS], off = 0;
        size_t left = 0;
        for (size_t w = 0; w < f.span; w++) {
            off |= need[w] & ~live->words[w];
            cells[w] = need[f.span + w] & live->words[w];
        }
        if (off) continue;
        for (size_t k = 0; k < count; k++) {
            uint64_t *other = classes + k * f.span, both = 0;
            for (size_t w = 0; w < f.span; w++) both |= cells[w] & other[w];
            for (size_t w = 0; w < f.span; w++) {
                if (both) cells[w] |= other[w];
                else classes[left * f.span + w] = other[w];
            }
            left += !both;
        }
        for (size_t w = 0; w < f.span; w++) classes[left * f.span + w] = cells[w];
        count = left + 1;
    }
    return count;
}

/* How many moves may still be made in it, now or later. */
static uint32_t size_of(const struct masks *m, const struct ground_mask *state)
{
    struct shape f = {m->ground.planes, m->ground.span, m->ground.words};
    struct ground_mask live = live_cells(f, state);
    uint32_t size = 0;
    for (size_t i = 0; i < m->ground.move_count; i++) size += is_within(f, &m->ground.moves[i].need, &live);
    return size;
}

/* Appends the parts of a state to m->parts, and has the memory brought near in which they will be looked up. */
EVERYWHERE bool split_in(struct shape f, struct masks *m, const struct ground_mask *state)
{
    struct ground_mask live = live_cells(f, state);
    size_t count = find_classes(f, m, &live);
    if (!vec_reserve(&m->parts, count)) return false;
    for (size_t i = 0; i < count; i++) {
        struct ground_mask cells = {{0}}, *part = &m->parts.data[m->parts.count++];
        for (size_t w = 0; w < f.span; w++) cells.words[w] = m->classes.data[i * f.span + w];
        *part = least_image(f, m, restricted(f, state, &cells));
        mask_table_expect(&m->positions, part->words);
    }
    return true;
}

static bool split(struct masks *m, const struct ground_mask *state)
{
    struct shape f = {m->ground.planes, m->ground.span, m->ground.words};
    if (f.words == 1) return split_in((struct shape){1, 1, 1}, m, state);
    if (f.planes == 2 && f.span == 1) return split_in((struct shape){2, 1, 2}, m, state);
    return split_in(f, m, state);
}

static enum status number_parts(struct masks *m, struct masks_split parts, id_vec *ids)
{
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < parts.count; i++) {
        const struct ground_mask *part = &m->parts.data[parts.at + i];
        uint32_t id;
        bool fresh;
        st = mask_table_number(&m->positions, part->words, &id, &fresh);
        if (st == ST_OK && fresh) m->positions.facts[id].size = size_of(m, part);
        if (st == ST_OK && !vec_push(ids, id)) st = ST_NO_MEMORY;
    }
    return st;
}

static void add_able(struct masks *m, const struct ground_move *move)
{
    for (size_t w = 0; w < m->ground.span; w++) m->able.data[m->able.count++] = move->need.words[w];
    for (size_t w = 0; w < m->ground.span; w++) m->able.data[m->able.count++] = move->foot.words[w];
}

/* So that no list has to grow. */
static bool make_room(struct masks *m)
{
    size_t moves = m->ground.move_count, span = m->ground.span;
    return vec_reserve(&m->able, 2 * moves * span + 1) && vec_reserve(&m->options, moves + 1) &&
           vec_reserve(&m->splits, moves + 1) && vec_reserve(&m->classes, (m->ground.cells + 1) * span);
}

enum status masks_parts(struct masks *m, const struct ground_mask *state, id_vec *ids)
{
    m->able.count = m->parts.count = 0;
    for (size_t i = 0; i < m->ground.move_count; i++) add_able(m, &m->ground.moves[i]);
    return split(m, state) ? number_parts(m, (struct masks_split){0, m->parts.count, true}, ids) : ST_NO_MEMORY;
}

/* ---- options ------------------------------------------------------------------------------------------------------ */
EVERYWHERE void list_options(struct shape f, struct masks *m, const struct ground_mask *state)
{
    struct ground_mask live = live_cells(f, state);
    for (size_t i = 0; i < m->ground.move_count; i++) {
        const struct ground_move *move = &m->ground.moves[i];
        uint64_t off = 0;
        if (!is_within(f, &move->need, &live)) continue;
        add_able(m, move);
        for (size_t w = 0; w < f.words; w++) off |= (state->words[w] & move->care.words[w]) ^ move->want.words[w];
        if (off) continue;
        m->splits.data[m->options.count].known = false;
        struct ground_mask *to = &m->options.data[m->options.count++];
        *to = (struct ground_mask){{0}};
        for (size_t w = 0; w < f.words; w++)
            to->words[w] = (state->words[w] & ~move->write.words[w]) | move->put.words[w];
    }
}

static uint64_t *slot_of(const struct masks *m, const struct ground_mask *state)
{
    size_t words = m->ground.words;
    return m->slots + ((mask_table_hash(state->words, words) >> 32) & (m->slot_count - 1)) * (words + 1);
}

enum status masks_open(struct masks *m, uint32_t id)
{
    struct shape f = {m->ground.planes, m->ground.span, m->ground.words};
    struct ground_mask state = {{0}};
    memcpy(state.words, m->positions.keys + id * f.words, f.words * sizeof *state.words);
    m->able.count = m->options.count = m->parts.count = 0;
    if (f.words == 1) list_options((struct shape){1, 1, 1}, m, &state);
    else list_options(f, m, &state);
    for (size_t i = 0; i < m->options.count; i++) __builtin_prefetch(slot_of(m, &m->options.data[i]));
    return ST_OK;
}

bool masks_find(const struct masks *m, const struct ground_mask *state, uint32_t *sum)
{
    size_t words = m->ground.words;
    const uint64_t *slot = slot_of(m, state);
    *sum = (uint32_t)(slot[words] - 1);
    return slot[words] && memcmp(slot, state->words, words * sizeof *slot) == 0;
}

void masks_keep(struct masks *m, const struct ground_mask *state, uint32_t sum)
{
    size_t words = m->ground.words;
    uint64_t *slot = slot_of(m, state);
    memcpy(slot, state->words, words * sizeof *slot);
    slot[words] = (uint64_t)sum + 1;
}

bool masks_expect(struct masks *m, size_t i)
{
    struct masks_split *own = &m->splits.data[i];
    size_t at = m->parts.count;
    if (own->known) return true;
    if (!split(m, &m->options.data[i])) return false;
    *own = (struct masks_split){at, m->parts.count - at, true};
    return true;
}

enum status masks_option(struct masks *m, size_t i, id_vec *ids)
{
    return masks_expect(m, i) ? number_parts(m, m->splits.data[i], ids) : ST_NO_MEMORY;
}

/* ---- one board ---------------------------------------------------------------------------------------------------- */
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
    const struct ground *g = &m->ground;
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

bool masks_code(const struct masks *m, const struct component *component, struct ground_mask *state)
{
    const struct ground *g = &m->ground;
    *state = (struct ground_mask){{0}};
    if (g->set) return code_set(m, component, state);
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

static size_t image_cell(const struct ground *g, size_t image, size_t row, size_t column)
{
    if (image == MIRROR_TURN) return ground_cell(g, column, row);
    if (image & MIRROR_ROWS) row = g->rows - 1 - row;
    if (image & MIRROR_COLUMNS) column = g->columns - 1 - column;
    return ground_cell(g, row, column);
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

static size_t slot_bytes(const struct masks *m) { return m->slot_count * (m->ground.words + 1) * sizeof *m->slots; }

/* They only save time, so they take at most an eighth of the memory that is left. */
static bool make_slots(struct masks *m)
{
    const struct budget *budget = m->positions.budget;
    m->slot_count = MASKS_SLOTS;
    while (m->slot_count > 1 && budget_fits(budget, 8 * slot_bytes(m)) != ST_OK) m->slot_count /= 2;
    m->slots = mem_alloc(slot_bytes(m));
    return m->slots != NULL;
}

/* Parts of a board that is not square can be turned if they can be moved to its corner. */
static bool make_tables(struct masks *m)
{
    const struct ground *g = &m->ground;
    size_t least = g->rows < g->columns ? g->rows : g->columns;
    bool fine = true, turns = g->rows == g->columns || (g->slides[0] && g->slides[1]);
    for (size_t cell = 0; cell < g->cells; cell++) {
        ground_add(&m->column[cell % g->columns], cell);
        if (cell / g->columns < least && cell % g->columns < least) ground_add(&m->corner, cell);
    }
    for (size_t k = 1; fine && k <= MIRROR_TURN; k++)
        if (g->images >> k & 1 && (k < MIRROR_TURN || turns)) fine = make_image(m, k);
    return fine && make_slots(m);
}

static bool make_frame(struct masks *m, const struct component *component)
{
    size_t end = m->ground.at + board_numbers(&m->ground, component);
    m->frame = arena_array(&m->arena, component->count + 1, sizeof *m->frame);
    for (size_t i = 0; m->frame && i < component->count; i++)
        if (i < m->ground.at || i >= end) m->frame[m->frame_count++] = component->cells[i];
    return m->frame != NULL;
}

enum status masks_make(const struct env *env, const struct component *component, struct masks **masks)
{
    struct ground_from from = {env->model, component->game, env->params, component->cells, component->count};
    struct masks *m = mem_alloc(sizeof *m);
    *masks = NULL;
    if (!m) return ST_NO_MEMORY;
    enum status st = ground_make(&from, &m->arena, &m->ground);
    m->game = component->game;
    m->positions = (struct mask_table){.budget = env->store->components.budget, .words = m->ground.words};
    bool found = st == ST_OK && m->ground.cells;
    if (found && (!make_frame(m, component) || !make_tables(m) || !make_room(m))) st = ST_NO_MEMORY;
    if (found && st == ST_OK) *masks = m;
    else masks_free(m);
    return st;
}

void masks_free(struct masks *m)
{
    if (!m) return;
    arena_free(&m->arena);
    mask_table_free(&m->positions);
    mem_free(m->slots, m->slots ? slot_bytes(m) : 0);
    vec_free(&m->able);
    vec_free(&m->options);
    vec_free(&m->classes);
    vec_free(&m->splits);
    vec_free(&m->parts);
    mem_free(m, sizeof *m);
}
