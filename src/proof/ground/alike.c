/* SPDX-License-Identifier: MIT */
/* Maps of some of the cells to other ones, one to one, are tried on all moves.
 *
 * Theorem. Let a map be given from the set A of cells to the set B. Restrict a move to a set: leave out what it asks and writes
 * elsewhere. Let every move that needs cells of A alone, restricted to A, have for its image the restriction to B of a move that
 * needs cells of B alone, and the other way round; and let these moves write nothing but the final value elsewhere. Then a part of which
 * the cells are in A has, moved by the map, the moves moved by the map.
 * Proof. In a part all cells elsewhere hold the final value. They keep it, by the last premise, and a move that needs no other value there
 * is satisfied with it; so for the part such a move is what is left of it if it is restricted to A, and other moves are not possible.
 * What follows in play is a part with some cells of A as well. []
 * The last premise holds where a value is final: a move that asks nothing else of a cell would change it. It need not where none is, of
 * cells that are taken for final because they are constant (mask_constants.h): a stone that jumps off a row, whatever is there, would
 * land on one.
 *
 * The same with codes in place of cells: where the codes of all that moves ask and write may be exchanged, so may those of states. And
 * with both at once: a map may exchange codes as well, since the final one stays what it is.
 *
 * A part that is moved by several rows is moved by one after the other, and stays on the board on the way. */
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "proof/ground/private.h"

/* Where a cell goes; -1: it is not in A. */
struct cell_map {
    int to[GROUND_CELLS];
};

static int compare_moves(const void *a, const void *b) { return memcmp(a, b, sizeof(struct ground_move)); }

/* The cells of one plane, from its first word on. */
static void map_plane(const struct ground *g, const struct cell_map *map, const uint64_t *from, uint64_t *to)
{
    for (size_t w = 0; w < g->span; w++)
        for (uint64_t left = from[w]; left; left &= left - 1) {
            size_t cell = w * 64 + (size_t)__builtin_ctzll(left);
            if (cell < g->cells && map->to[cell] >= 0)
                to[map->to[cell] / 64] |= UINT64_C(1) << ((unsigned)map->to[cell] % 64);
        }
}

static struct ground_mask map_cells(const struct ground *g, const struct cell_map *map, const struct ground_mask *set)
{
    struct ground_mask out = {{0}};
    map_plane(g, map, set->words, out.words);
    return out;
}

static struct ground_mask map_state(const struct ground *g, const struct cell_map *map, const struct ground_mask *state)
{
    struct ground_mask out = {{0}};
    for (size_t p = 0; p < g->planes; p++) map_plane(g, map, state->words + p * g->span, out.words + p * g->span);
    return out;
}

/* Are all cells of the set in A? */
static bool is_mapped(const struct ground *g, const struct cell_map *map, const struct ground_mask *set)
{
    for (size_t w = 0; w < g->span; w++)
        for (uint64_t left = set->words[w]; left; left &= left - 1)
            if (map->to[w * 64 + (size_t)__builtin_ctzll(left)] < 0) return false;
    return true;
}

static void exchange_codes(const struct ground *g, const struct ground_exchange *by, struct ground_move *move)
{
    move->want = ground_exchanged(g, by, &move->want);
    move->put = ground_exchanged(g, by, &move->put);
    if (!g->bitwise) return;
    move->care = ground_exchanged(g, by, &move->care);
    move->write = ground_exchanged(g, by, &move->write);
}

/* Does the move write nothing but the final value to cells that are not in A? */
static bool leaves_final(const struct ground *g, const struct cell_map *map, const struct ground_move *move)
{
    struct ground_mask put = {{0}};
    for (size_t p = 0; p < g->planes; p++)
        for (size_t w = 0; w < g->span; w++)
            put.words[w] |= move->write.words[p * g->span + w] & move->put.words[p * g->span + w];
    return is_mapped(g, map, &put);
}

/* The images of the restrictions of all moves that need cells of A alone, in *all. False: one of them changes a cell elsewhere. */
static bool map_moves(const struct ground *g, const struct cell_map *map, struct ground_move *out, size_t *all)
{
    size_t count = 0;
    for (size_t i = 0; i < g->move_count; i++) {
        const struct ground_move *m = &g->moves[i];
        if (!is_mapped(g, map, &m->need)) continue;
        if (!leaves_final(g, map, m)) return false;
        out[count++] =
            (struct ground_move){map_state(g, map, &m->care), map_state(g, map, &m->want), map_state(g, map, &m->write),
                                 map_state(g, map, &m->put),  map_cells(g, map, &m->need), map_cells(g, map, &m->foot)};
    }
    *all = count;
    return true;
}

/* Of a list in any order. Lists that differ in it are not the same but for their order, unless a move stands there twice. */
static uint64_t hash_of(const struct ground_move *moves, size_t count)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) sum += hash_bytes(&moves[i], sizeof moves[i]);
    return sum;
}

/* Are two lists, in order, the same but for repetitions? */
static bool same_moves(const struct ground_move *a, size_t a_count, const struct ground_move *b, size_t b_count)
{
    size_t i = 0, k = 0;
    while (i < a_count && k < b_count && compare_moves(&a[i], &b[k]) == 0) {
        for (i++; i < a_count && compare_moves(&a[i - 1], &a[i]) == 0;) i++;
        for (k++; k < b_count && compare_moves(&b[k - 1], &b[k]) == 0;) k++;
    }
    return i == a_count && k == b_count;
}

/* IDLE: it keeps them, as no move needs cells of A alone. Such a map is of no use. */
enum likeness { UNLIKE, IDLE, ALIKE };

/* By the map and, unless it is NULL, the exchange. */
static enum likeness compare_by(const struct ground_alike *a, const struct cell_map *map,
                                const struct ground_exchange *by)
{
    struct cell_map same;
    for (size_t cell = 0; cell < a->g->cells; cell++) same.to[cell] = -1;
    for (size_t cell = 0; cell < a->g->cells; cell++)
        if (map->to[cell] >= 0) same.to[map->to[cell]] = map->to[cell];
    size_t moved, there;
    if (!map_moves(a->g, map, a->moved, &moved) || !map_moves(a->g, &same, a->there, &there)) return UNLIKE;
    for (size_t i = 0; by && i < moved; i++) exchange_codes(a->g, by, &a->moved[i]);
    if (by && hash_of(a->moved, moved) != hash_of(a->there, there)) return UNLIKE; /* mostly, and without a sort */
    if (moved) qsort(a->moved, moved, sizeof *a->moved, compare_moves);
    if (there) qsort(a->there, there, sizeof *a->there, compare_moves);
    if (!same_moves(a->moved, moved, a->there, there)) return UNLIKE;
    return moved ? ALIKE : IDLE;
}

bool ground_is_image(const struct ground_alike *a, const int *to)
{
    struct cell_map map;
    memcpy(map.to, to, a->g->cells * sizeof *to);
    return compare_by(a, &map, NULL) == ALIKE;
}

static enum likeness slides(const struct ground_alike *a, size_t down, size_t across)
{
    struct cell_map map;
    for (size_t row = 0; row < a->g->rows; row++)
        for (size_t column = 0; column < a->g->columns; column++) {
            bool inside = row + down < a->g->rows && column + across < a->g->columns;
            map.to[ground_cell(a->g, row, column)] = inside ? (int)ground_cell(a->g, row + down, column + across) : -1;
        }
    return compare_by(a, &map, NULL);
}

static bool mirrors(const struct ground_alike *a, uint32_t image, const struct ground_exchange *by)
{
    struct cell_map map;
    const struct ground *g = a->g;
    size_t least = g->rows < g->columns ? g->rows : g->columns;
    for (size_t row = 0; row < g->rows; row++)
        for (size_t column = 0; column < g->columns; column++) {
            size_t r = image & MIRROR_ROWS ? g->rows - 1 - row : row,
                   c = image & MIRROR_COLUMNS ? g->columns - 1 - column : column;
            if (image & MIRROR_TURN) r = column, c = row;
            bool inside = !(image & MIRROR_TURN) || (r < least && c < least);
            map.to[ground_cell(g, row, column)] = inside ? (int)ground_cell(g, r, c) : -1;
        }
    return compare_by(a, &map, by) == ALIKE;
}

static const uint32_t images_of_shape[] = {MIRROR_ROWS, MIRROR_COLUMNS, MIRROR_ROWS | MIRROR_COLUMNS, MIRROR_TURN};

/* Else there is nothing to be had from it. */
static bool is_worth(const struct ground *g, uint32_t image)
{
    bool rows = g->rows > 1, columns = g->columns > 1;
    return (!(image & (MIRROR_ROWS | MIRROR_TURN)) || rows) && (!(image & (MIRROR_COLUMNS | MIRROR_TURN)) || columns);
}

/* ---- exchanged values ---------------------------------------------------------------------------------------------- */
static bool exchanges(const struct ground_alike *a, const struct ground_exchange *by)
{
    for (size_t i = 0; i < a->g->move_count; i++) {
        a->there[i] = a->moved[i] = a->g->moves[i];
        exchange_codes(a->g, by, &a->moved[i]);
    }
    qsort(a->moved, a->g->move_count, sizeof *a->moved, compare_moves);
    return same_moves(a->moved, a->g->move_count, a->there, a->g->move_count);
}

static const struct ground_exchange all_exchanges[GROUND_EXCHANGES] = {
    {{0, 2, 1, 3}}, {{0, 3, 2, 1}}, {{0, 1, 3, 2}}, {{0, 2, 3, 1}}, {{0, 3, 1, 2}}};

/* Code 0 stays, and so does a code that no value has. Where moves ask and write single bits, it is the planes that are exchanged: the
 * first of these. */
static bool fits(const struct ground *g, size_t exchange)
{
    const uint8_t *to = all_exchanges[exchange].to;
    bool fine = g->move_count && (!g->bitwise || exchange == 0);
    for (size_t code = 0; code < GROUND_VALUES; code++)
        fine = fine && (to[code] == code || (code < g->value_count && to[code] < g->value_count));
    return fine;
}

static void find_exchanges(struct ground *g, const struct ground_alike *a)
{
    for (size_t i = 0; i < GROUND_EXCHANGES; i++)
        if (fits(g, i) && exchanges(a, &all_exchanges[i])) g->exchanges[g->exchange_count++] = all_exchanges[i];
}

/* Of a row or grid. */
static void find_twists(struct ground *g, const struct ground_alike *a)
{
    for (size_t k = 0; k < MIRROR_TURN; k++) {
        uint32_t image = images_of_shape[k];
        if (!is_worth(g, image) || g->images >> image & 1) continue;
        for (size_t i = 0; i < GROUND_EXCHANGES; i++)
            if (fits(g, i) && mirrors(a, image, &all_exchanges[i]))
                g->twists[g->twist_count++] = (struct ground_twist){image, all_exchanges[i]};
    }
}

size_t ground_image_count(const struct ground *g)
{
    size_t count = 1;
    if (g->order_count) return 1 + g->order_count;
    for (uint32_t k = 1; k < MIRROR_TURN; k++) count += g->images >> k & 1;
    return g->images >> MIRROR_TURN & 1 ? 2 * count : count;
}

/* Slides and images of one row or grid. Returns whether nothing speaks against some slide. */
static bool find_by_shape(struct ground *g, const struct ground_alike *a)
{
    enum likeness down = g->rows > 1 ? slides(a, 1, 0) : UNLIKE, across = g->columns > 1 ? slides(a, 0, 1) : UNLIKE;
    g->slides[0] = down == ALIKE;
    g->slides[1] = across == ALIKE;
    for (size_t k = 0; k < MIRROR_TURN; k++) {
        uint32_t image = images_of_shape[k];
        if (is_worth(g, image) && mirrors(a, image, NULL)) g->images |= 1u << image;
    }
    return down != UNLIKE || across != UNLIKE;
}

/* Has some move to do with the first and the last row, or column, but not with all between? It may be that the board is a cylinder. */
static bool may_go_around(const struct ground *g)
{
    uint64_t all_rows = g->rows < 64 ? (UINT64_C(1) << g->rows) - 1 : 0,
             all_columns = g->columns < 64 ? (UINT64_C(1) << g->columns) - 1 : 0;
    bool around = false;
    for (size_t i = 0; !around && i < g->move_count && all_rows && all_columns; i++) {
        uint64_t rows = 0, columns = 0;
        for (size_t c = 0; c < g->cells; c++)
            if (ground_has(&g->moves[i].foot, c))
                rows |= UINT64_C(1) << c / g->columns, columns |= UINT64_C(1) << c % g->columns;
        around = (rows & 1 && rows >> (g->rows - 1) && rows != all_rows) ||
                 (columns & 1 && columns >> (g->columns - 1) && columns != all_columns);
    }
    return around;
}

/* Orders stand in the place of slides and images: of boards that are no row or grid, and where they are twice as many; three times,
 * where parts slide beside what goes around. There they are taken only if one of them does: others (cells with the same neighbours, which
 * may be exchanged) bring no part to where it was met before. They are not looked for where no move is content with all rows but one or
 * all columns but one (queens: whole lines are asked): such boards close mostly (closing.h), and those that are made then slide. */
bool ground_find_alike(struct ground *g, struct arena *arena, struct arena *scratch)
{
    struct ground_alike a = {g, NULL, arena_array(scratch, g->move_count + 1, sizeof *g->moves),
                             arena_array(scratch, g->move_count + 1, sizeof *g->moves)};
    if (!a.moved || !a.there) return false;
    bool slid = g->layout.count == 1 && find_by_shape(g, &a);
    if ((!slid || may_go_around(g)) && !ground_find_orders(g, &a, slid, arena, scratch)) return false;
    size_t orders = g->order_count, times = slid ? 3 : 2;
    g->order_count = 0;
    if (orders && orders + 1 >= times * ground_image_count(g)) {
        g->order_count = orders;
        g->slides[0] = g->slides[1] = 0;
    }
    find_exchanges(g, &a);
    if (g->layout.count == 1 && !g->order_count) find_twists(g, &a);
    return true;
}

bool ground_find_kept(struct ground *g, const struct ground_mask *start, struct arena *arena, struct arena *scratch)
{
    struct ground_alike a = {g, start, arena_array(scratch, g->move_count + 1, sizeof *g->moves),
                             arena_array(scratch, g->move_count + 1, sizeof *g->moves)};
    return a.moved && a.there && ground_find_orders(g, &a, false, arena, scratch);
}
