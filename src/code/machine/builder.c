/* SPDX-License-Identifier: MIT */
/* Sums under construction. Components are pushed on a stack; closing a part of a compound folds the components above
 * its mark into one piece (game PART), and closing the compound folds the parts into one component. */
#include <string.h>
#include "code/machine/private.h"

#define PART (-3)

void builder_open(struct builder *b) { b->marks[b->depth++] = (struct nest_mark){b->pieces.count, b->cells.count}; }

static enum status room(struct frame *f, const struct ins *ins, size_t cells)
{
    struct builder *b = &f->builder;
    if (cells > POSITION_MAX_CELLS) return fail_cells(f, ins, cells);
    if (b->cells.count + b->pieces.count > BUILDER_MAX_CELLS) return fail_cells(f, ins, b->cells.count + cells);
    return vec_reserve(&b->cells, cells) && vec_reserve(&b->pieces, 1) ? ST_OK : ST_NO_MEMORY;
}

static void push_piece(struct builder *b, int game, size_t at)
{
    b->pieces.data[b->pieces.count++] = (struct piece){game, (uint32_t)(b->cells.count - at), at};
}

static uint32_t array_cells(const struct array *a, enum field_kind kind)
{
    return a->count + (kind == FIELD_GRID ? 2 : 1);
}

static void push_array(struct builder *b, const struct array *a, enum field_kind kind)
{
    int64_t *out = vec_from(&b->cells, b->cells.count);
    if (kind == FIELD_GRID) {
        *out++ = a->rows;
        *out++ = a->columns;
    } else {
        *out++ = a->count;
    }
    if (a->count) memcpy(out, a->cells, a->count * sizeof *out);
    b->cells.count += array_cells(a, kind);
}

static enum status check_cells(struct frame *f, const struct ins *ins, int game, size_t field, const struct array *a)
{
    enum field_kind kind = f->vm->model->games[game].fields[field].kind;
    if (kind == FIELD_NODES || kind == FIELD_TREE) return ST_OK; /* their operations produce no others */
    for (uint32_t i = 0; i < a->count; i++)
        if (a->cells[i] < 0) return fail_field(f, ins, game, field, a->cells[i], i);
    return ST_OK;
}

static bool scalar_fits(const struct model *m, const struct game *g, enum field_kind kind, int64_t x)
{
    if (kind == FIELD_INT) return true;
    if (kind == FIELD_BOOL) return x == 0 || x == 1;
    if (kind == FIELD_NODE && g->kind == GAME_GRAPH) return x >= 0 && x < (int64_t)m->graphs[g->graph].node_count;
    return x >= 0;
}

enum status fields_check(struct frame *f, const struct ins *ins, int game, const int32_t *list)
{
    const struct game *g = &f->vm->model->games[game];
    enum status st = ST_OK;
    for (size_t i = 0; i < g->field_count && st == ST_OK; i++) {
        enum field_kind kind = g->fields[i].kind;
        if (!field_is_scalar(kind)) st = check_cells(f, ins, game, i, &f->arrays[list[i]]);
        else if (!scalar_fits(f->vm->model, g, kind, f->registers[list[i]]))
            st = fail_field(f, ins, game, i, f->registers[list[i]], -1);
    }
    return st;
}

/* Checks the fields in an operand list and appends their cells. */
static enum status push_fields(struct frame *f, const struct ins *ins, int game, const int32_t *list)
{
    const struct game *g = &f->vm->model->games[game];
    struct builder *b = &f->builder;
    size_t start = b->cells.count;
    enum status st = room(f, ins, g->field_count);
    for (size_t i = 0; i < g->field_count && st == ST_OK; i++) {
        enum field_kind kind = g->fields[i].kind;
        if (field_is_scalar(kind)) {
            int64_t x = f->registers[list[i]];
            bool plain = kind == FIELD_NAT && x >= 0;
            if (!plain && !scalar_fits(f->vm->model, g, kind, x)) return fail_field(f, ins, game, i, x, -1);
            b->cells.data[b->cells.count++] = x;
            continue;
        }
        const struct array *a = &f->arrays[list[i]];
        st = check_cells(f, ins, game, i, a);
        if (st == ST_OK) st = room(f, ins, array_cells(a, kind) + g->field_count);
        if (st == ST_OK) push_array(b, a, kind);
    }
    return st == ST_OK && b->cells.count - start > POSITION_MAX_CELLS ? fail_cells(f, ins, b->cells.count - start) : st;
}

enum status builder_component(struct frame *f, const struct ins *ins, int game, const int32_t *list)
{
    size_t at = f->builder.cells.count;
    enum status st = push_fields(f, ins, game, list);
    if (st == ST_OK) push_piece(&f->builder, game, at);
    return st;
}

enum status builder_option(struct frame *f, const struct ins *ins, int game, const int32_t *list,
                           const struct taken *taken)
{
    struct builder *b = &f->builder;
    enum status st = push_fields(f, ins, game, list);
    struct component component = {game, (uint32_t)b->cells.count, b->cells.data};
    if (st == ST_OK) st = f->emit(f->context, &component, 1, taken);
    b->cells.count = 0;
    return st;
}

enum status builder_add(struct frame *f, const struct ins *ins, const struct component *c)
{
    struct builder *b = &f->builder;
    enum status st = room(f, ins, c->count);
    if (st != ST_OK) return st;
    size_t at = b->cells.count;
    if (c->count) memcpy(b->cells.data + at, c->cells, c->count * sizeof *c->cells);
    b->cells.count += c->count;
    push_piece(b, c->game, at);
    return ST_OK;
}

enum status builder_put(struct frame *f, const struct ins *ins, const struct saved *saved)
{
    enum status st = ST_OK;
    for (size_t i = 0; i < saved->count && st == ST_OK; i++) st = builder_add(f, ins, &saved->components[i]);
    return st;
}

/* The components above the top mark, valid until the builder changes. */
enum status builder_finish(struct builder *b, const struct component **components, size_t *count)
{
    size_t first = b->marks[b->depth - 1].pieces, n = b->pieces.count - first;
    b->out.count = 0;
    if (!vec_reserve(&b->out, n)) return ST_NO_MEMORY;
    for (size_t i = 0; i < n; i++) {
        const struct piece *p = &b->pieces.data[first + i];
        b->out.data[i] = (struct component){p->game, p->count, vec_from(&b->cells, p->at)};
    }
    *components = b->out.data;
    *count = n;
    return ST_OK;
}

void builder_close(struct builder *b)
{
    struct nest_mark m = b->marks[--b->depth];
    b->pieces.count = m.pieces;
    b->cells.count = m.cells;
}

enum status builder_save(struct builder *b, struct saved *s)
{
    const struct component *components;
    size_t count, cells = b->cells.count - b->marks[b->depth - 1].cells;
    enum status st = builder_finish(b, &components, &count);
    if (st != ST_OK) return st;
    if (count > s->capacity && !vec_grow((void **)&s->components, &s->capacity, sizeof *s->components, count))
        return ST_NO_MEMORY;
    if (cells > s->cell_capacity && !vec_grow((void **)&s->cells, &s->cell_capacity, sizeof *s->cells, cells))
        return ST_NO_MEMORY;
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        struct component c = components[i];
        if (c.count) memcpy(s->cells + at, c.cells, c.count * sizeof *c.cells);
        s->components[i] = (struct component){c.game, c.count, s->cells + at};
        at += c.count;
    }
    s->count = count;
    builder_close(b);
    return ST_OK;
}

/* ---- order ------------------------------------------------------------------------------------------------------ */

/* Lexicographic by cells, prefixes first. */
static int compare_parts(const struct component *a, const struct component *b)
{
    for (uint32_t i = 0; i < a->count && i < b->count; i++)
        if (a->cells[i] != b->cells[i]) return a->cells[i] < b->cells[i] ? -1 : 1;
    return (a->count > b->count) - (a->count < b->count);
}

bool saved_equal(struct saved *a, struct saved *b)
{
    if (a->count != b->count) return false;
    components_sort(a->components, a->count);
    components_sort(b->components, b->count);
    for (size_t i = 0; i < a->count; i++)
        if (component_compare(&a->components[i], &b->components[i]) != 0) return false;
    return true;
}

/* ---- compounds -------------------------------------------------------------------------------------------------- */

/* Replaces the pieces above the top mark by the cells from `from` on, as one piece. */
static void fold_above(struct builder *b, size_t from, int game)
{
    struct nest_mark m = b->marks[--b->depth];
    size_t count = b->cells.count - from;
    if (count) memmove(b->cells.data + m.cells, b->cells.data + from, count * sizeof *b->cells.data);
    b->pieces.count = m.pieces;
    b->cells.count = m.cells + count;
    push_piece(b, game, m.cells);
}

enum status builder_sub_close(struct frame *f, const struct ins *ins)
{
    struct builder *b = &f->builder;
    const struct component *out;
    size_t count, cells = 1;
    enum status st = builder_finish(b, &out, &count);
    if (st != ST_OK) return st;
    if (count == 0) { /* an empty part has no moves and is dropped */
        builder_close(b);
        return ST_OK;
    }
    for (size_t i = 0; i < count; i++) cells += 2 + out[i].count;
    if ((st = room(f, ins, cells)) != ST_OK || (st = builder_finish(b, &out, &count)) != ST_OK) return st;
    components_sort(b->out.data, count);
    size_t from = b->cells.count;
    int64_t *to = vec_from(&b->cells, from);
    *to++ = (int64_t)count;
    for (size_t i = 0; i < count; i++) {
        *to++ = out[i].game;
        *to++ = out[i].count;
        if (out[i].count) memcpy(to, out[i].cells, out[i].count * sizeof *to);
        to += out[i].count;
    }
    b->cells.count += cells;
    fold_above(b, from, PART);
    return ST_OK;
}

enum status builder_compound_close(struct frame *f, const struct ins *ins, int64_t k)
{
    struct builder *b = &f->builder;
    const struct component *out;
    size_t count, cells = 4;
    if (k < 0) return fail_at(f, ins, D_RUN_COMPOUND_COUNT, (long long)k);
    enum status st = builder_finish(b, &out, &count);
    if (st != ST_OK) return st;
    for (size_t i = 0; i < count; i++) cells += out[i].count;
    if ((st = room(f, ins, cells)) != ST_OK || (st = builder_finish(b, &out, &count)) != ST_OK) return st;
    if (ins->b <= COMPOUND_SELECTIVE) components_sort_by(b->out.data, count, compare_parts);
    size_t from = b->cells.count;
    int64_t *to = vec_from(&b->cells, from);
    *to++ = ins->a;
    *to++ = ins->b;
    *to++ = k;
    *to++ = (int64_t)count;
    for (size_t i = 0; i < count; i++) {
        memcpy(to, out[i].cells, out[i].count * sizeof *to);
        to += out[i].count;
    }
    b->cells.count += cells;
    fold_above(b, from, POSITION_COMPOUND);
    return ST_OK;
}

void builder_free(struct builder *b)
{
    vec_free(&b->pieces);
    vec_free(&b->cells);
    vec_free(&b->out);
}
