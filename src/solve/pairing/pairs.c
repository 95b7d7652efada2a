/* SPDX-License-Identifier: MIT */
/* First a board is compared with its image, then the moves that clash with theirs are sought. */
#include "solve/pairing/pairs.h"
#include "play/options/board.h"

enum { HALF_A_TURN = MIRROR_ROWS | MIRROR_COLUMNS };
struct paired_board {
    const struct state_windows *windows;
    bool row, alone; /* the numbers beside the board are 0 */
    int64_t rows, columns;
    const int64_t *cells;
};
struct board_place {
    int64_t row, column;
};

static void find_board(const struct game *game, const struct component *component, struct paired_board *b)
{
    const int64_t *at = component->cells;
    b->alone = true;
    for (size_t f = 0; f < game->field_count; f++) {
        enum field_kind kind = game->fields[f].kind;
        bool grid = kind == FIELD_GRID, row = kind == FIELD_ROW || kind == FIELD_BAG;
        if (b->windows->beside >> f & 1 && *at) b->alone = false;
        if (!grid && !row) {
            at++;
            continue;
        }
        int64_t rows = grid ? *at++ : 1, columns = *at++;
        if (f == (size_t)b->windows->field) b->row = row, b->rows = rows, b->columns = columns, b->cells = at;
        at += rows * columns;
    }
}

static bool is_inside(const struct paired_board *b, struct board_place p)
{
    return p.row >= 0 && p.row < b->rows && p.column >= 0 && p.column < b->columns;
}

static struct board_place image_of(const struct paired_board *b, uint32_t image, struct board_place p)
{
    if (image & MIRROR_TURN) p = (struct board_place){p.column, p.row};
    if (image & MIRROR_ROWS) p.row = b->rows - 1 - p.row;
    if (image & MIRROR_COLUMNS) p.column = b->columns - 1 - p.column;
    return p;
}

static int64_t cell_at(const struct paired_board *b, struct board_place p)
{
    return b->cells[p.row * b->columns + p.column];
}

static bool is_own_image(const struct paired_board *b, uint32_t image)
{
    bool same = true;
    for (int64_t row = 0; same && row < b->rows; row++)
        for (int64_t column = 0; same && column < b->columns; column++) {
            struct board_place p = {row, column};
            same = cell_at(b, p) == cell_at(b, image_of(b, image, p));
        }
    return same;
}

/* ---- moves that meet their images ---------------------------------------------------------------------------------- */
static struct board_place place_of(struct board_place first, const struct window_cell *c)
{
    return (struct board_place){first.row + c->row, first.column + c->column};
}

static bool meets_image(const struct paired_board *b, uint32_t image, const struct move_window *move,
                        struct board_place first)
{
    for (size_t i = 0; i < move->count; i++) {
        if (!move->cells[i].written) continue;
        struct board_place p = image_of(b, image, place_of(first, &move->cells[i]));
        for (size_t k = 0; k < move->count; k++) {
            struct board_place q = place_of(first, &move->cells[k]);
            if (p.row == q.row && p.column == q.column) return true;
        }
    }
    return false;
}

/* Is there no such move in any state with these frozen cells? */
static bool is_ruled_out(const struct paired_board *b, const struct move_window *move, struct board_place first)
{
    for (size_t i = 0; i < move->count; i++) {
        const struct window_cell *c = &move->cells[i];
        struct board_place p = place_of(first, c);
        if (!is_inside(b, p)) {
            if (c->closed & WINDOW_OUTSIDE) return true;
            continue;
        }
        int64_t value = cell_at(b, p);
        bool small = value >= 0 && value < WINDOW_VALUES;
        if (small && b->windows->final >> value & c->closed >> value & 1) return true;
    }
    return false;
}

static bool moves_stay_apart(const struct paired_board *b, uint32_t image)
{
    bool apart = true;
    for (size_t m = 0; apart && m < b->windows->move_count; m++)
        for (int64_t row = 0; apart && row < b->rows; row++)
            for (int64_t column = 0; apart && column < b->columns; column++) {
                const struct move_window *move = &b->windows->moves[m];
                struct board_place first = {row, column};
                apart = !meets_image(b, image, move, first) || is_ruled_out(b, move, first);
            }
    return apart;
}

static bool within_work(const struct paired_board *b)
{
    double each = 1;
    for (size_t m = 0; m < b->windows->move_count; m++)
        each += (double)(b->windows->moves[m].count * b->windows->moves[m].count);
    return each * (double)b->rows * (double)b->columns <= PAIRS_WORK;
}

/* ---- all ------------------------------------------------------------------------------------------------------------ */
bool pairs_known(const struct env *env, const struct component *component)
{
    const struct state_windows *windows = component->game >= 0 ? board_of(env, component) : NULL;
    return windows && windows->answers;
}

static bool find_among(const struct env *env, const struct component *component, uint32_t among, struct pairs *pairs)
{
    static const uint32_t images[] = {HALF_A_TURN, MIRROR_COLUMNS, MIRROR_ROWS, MIRROR_TURN, HALF_A_TURN | MIRROR_TURN};
    if (!pairs_known(env, component)) return false;
    struct paired_board b = {.windows = board_of(env, component)};
    find_board(&env->model->games[component->game], component, &b);
    if (!b.alone || !within_work(&b)) return false;
    for (size_t i = 0; i < sizeof images / sizeof *images; i++) {
        bool turn = images[i] & MIRROR_TURN, known = b.windows->answers & among & 1u << images[i];
        if (!known || (turn && b.rows != b.columns)) continue;
        *pairs = (struct pairs){images[i], b.row};
        if (is_own_image(&b, images[i]) && moves_stay_apart(&b, images[i])) return true;
    }
    return false;
}

bool pairs_find(const struct env *env, const struct component *component, struct pairs *pairs)
{
    return find_among(env, component, PAIRS_ANY, pairs);
}

bool pairs_all(const struct env *env, const struct component *components, size_t count, uint32_t images,
               struct pairs *pairs)
{
    bool all = true;
    *pairs = (struct pairs){0};
    for (size_t i = 0; all && i < count; i++) all = find_among(env, &components[i], images, pairs);
    return all;
}

const char *pairs_words(const struct pairs *pairs)
{
    switch (pairs->image) {
    case MIRROR_ROWS: return "the reflection that exchanges top and bottom";
    case MIRROR_COLUMNS:
        return pairs->row ? "the reflection of the row" : "the reflection that exchanges left and right";
    case HALF_A_TURN: return "half a turn";
    case MIRROR_TURN: return "the reflection in the diagonal";
    case HALF_A_TURN | MIRROR_TURN: return "the reflection in the other diagonal";
    default: return "nothing";
    }
}
