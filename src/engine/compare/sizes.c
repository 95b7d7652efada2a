/* SPDX-License-Identifier: MIT */
/* A walk in depth: field by field, cell by cell, each taking a share of the size; the last cell takes what is left. */
#include "engine/compare/sizes.h"
#include "base/vec.h"

struct sizes {
    const struct game *game;
    int number;
    VEC(int64_t) cells;
    sizes_take take;
    void *context;
};
static enum status fill_field(struct sizes *s, size_t field, uint64_t left);

static enum status put(struct sizes *s, int64_t cell) { return vec_push(&s->cells, cell) ? ST_OK : ST_NO_MEMORY; }

/* `count` more cells that share `share`, each at least the one before it in a bag; then the next field with `left`. */
static enum status fill_cells(struct sizes *s, size_t field, uint64_t count, uint64_t share, uint64_t least,
                              uint64_t left)
{
    bool bag = s->game->fields[field].kind == FIELD_BAG;
    if (count == 0) return share ? ST_OK : fill_field(s, field + 1, left);
    if (count == 1 && share < least) return ST_OK;
    uint64_t cell = count == 1 ? share : least, most = bag ? share / count : share;
    enum status st = ST_OK;
    for (; st == ST_OK && cell <= most; cell++) {
        st = put(s, (int64_t)cell);
        if (st == ST_OK) st = fill_cells(s, field, count - 1, share - cell, bag ? cell : 0, left);
        s->cells.count--;
    }
    return st;
}

static enum status fill_row(struct sizes *s, size_t field, uint64_t share, uint64_t left)
{
    enum status st = ST_OK;
    for (uint64_t length = 0; st == ST_OK && length <= share; length++) {
        st = put(s, (int64_t)length);
        if (st == ST_OK) st = fill_cells(s, field, length, share - length, 0, left);
        s->cells.count--;
    }
    return st;
}

static enum status fill_grid(struct sizes *s, size_t field, uint64_t share, uint64_t left)
{
    enum status st = ST_OK;
    for (uint64_t rows = 1; st == ST_OK && rows <= share; rows++)
        for (uint64_t columns = 1; st == ST_OK && columns <= share / rows; columns++) {
            if (put(s, (int64_t)rows) != ST_OK || put(s, (int64_t)columns) != ST_OK) return ST_NO_MEMORY;
            st = fill_cells(s, field, rows * columns, share - rows * columns, 0, left);
            s->cells.count -= 2;
        }
    return st;
}

static enum status fill_number(struct sizes *s, size_t field, int64_t value, uint64_t left)
{
    enum status st = put(s, value);
    if (st == ST_OK) st = fill_field(s, field + 1, left);
    s->cells.count--;
    return st;
}

/* The trees of `share` edges. */
static enum status fill_tree(struct sizes *s, size_t field, uint64_t share, uint64_t left)
{
    if (share >= POSITION_MAX_CELLS) return ST_TOO_LARGE;
    size_t head = s->cells.count;
    enum status st = put(s, (int64_t)share);
    for (uint64_t i = 1; st == ST_OK && i <= share; i++) st = put(s, (int64_t)i);
    while (st == ST_OK) {
        st = fill_field(s, field + 1, left);
        if (st != ST_OK || !tree_next(s->cells.data + head + 1, share)) break;
    }
    s->cells.count = head;
    return st;
}

/* The field gets exactly `share`. */
static enum status fill_share(struct sizes *s, size_t field, uint64_t share, uint64_t left)
{
    enum status st = ST_OK;
    switch (s->game->fields[field].kind) {
    case FIELD_ROW:
    case FIELD_BAG: return fill_row(s, field, share, left);
    case FIELD_GRID: return fill_grid(s, field, share, left);
    case FIELD_BOOL: return share > 1 ? ST_OK : fill_number(s, field, (int64_t)share, left);
    case FIELD_INT:
        if (share) st = fill_number(s, field, -(int64_t)share, left);
        return st == ST_OK ? fill_number(s, field, (int64_t)share, left) : st;
    case FIELD_NAT: return fill_number(s, field, (int64_t)share, left);
    case FIELD_TREE: return fill_tree(s, field, share, left);
    case FIELD_NODE:
    case FIELD_NODES: break;
    }
    return ST_UNSUPPORTED;
}

static enum status fill_field(struct sizes *s, size_t field, uint64_t left)
{
    if (field == s->game->field_count) {
        struct component component = {s->number, (uint32_t)s->cells.count, s->cells.data};
        return s->take(s->context, &component);
    }
    if (field + 1 == s->game->field_count) return fill_share(s, field, left, 0);
    enum status st = ST_OK;
    for (uint64_t share = 0; st == ST_OK && share <= left; share++) st = fill_share(s, field, share, left - share);
    return st;
}

enum status sizes_each(const struct model *model, int game, uint64_t size, sizes_take take, void *context)
{
    struct sizes s = {.game = &model->games[game], .number = game, .take = take, .context = context};
    if (size > INT32_MAX) return ST_TOO_LARGE;
    enum status st = fill_field(&s, 0, size);
    vec_free(&s.cells);
    return st;
}
