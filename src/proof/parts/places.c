/* SPDX-License-Identifier: MIT */
/* The index of a cell, and how many cells there are, are constants of each cell where cells keep their places. */
#include "model/expr.h"
#include "proof/normal/terms.h"
#include "proof/parts/private.h"
#include "proof/restate/substitution.h"

static bool orders(void *context, const struct expr *e)
{
    return (void)context, e->kind == EXPR_CALL && (e->index == BUILTIN_SORT || e->index == BUILTIN_REVERSE);
}

bool puts_in_order(const struct game *g)
{
    bool any = false;
    for (size_t i = 0; i < g->move_count && !any; i++) any = expr_any(g->moves[i].result, orders, NULL);
    return any;
}

bool cells_keep_places(const struct search *s, int field)
{
    const struct game *g = search_game(s);
    return g->fields[field].kind != FIELD_BAG && !(s->reshaped >> field & 1) && !puts_in_order(g);
}

enum { STEPS = 20000 };

/* How many cells a field has in direction k. */
static const struct linear_form *length_of(struct search *s, const struct normal_term *row, int dims, int k)
{
    struct normal_value arg = {.term = row};
    enum builtin builtin = dims == 1 ? BUILTIN_LEN : k ? BUILTIN_COLS : BUILTIN_ROWS;
    struct normal_term proto = {.kind = EXPR_CALL, .data = builtin, .count = 1, .args = &arg};
    return terms_make(&s->space, &proto, true).form;
}

/* 1 <= index <= length, in each direction. False: memory is out, or a number too large. */
static bool cell_range(struct search *s, const struct normal_piece *p, const struct cell_place *place,
                       struct linear_constraint *range)
{
    const struct normal_term *row = p->components[0].args[place->field].base;
    const struct linear_form *one = linear_constant(&s->space.work, 1);
    for (int k = 0; k < place->dims; k++) {
        const struct linear_form *length = length_of(s, row, place->dims, k),
                                 *i = linear_variable(&s->space.work, place->index[k]);
        range[2 * k] = (struct linear_constraint){difference(s, i, one, 0), false};
        range[2 * k + 1] = (struct linear_constraint){difference(s, length, i, 0), false};
        if (!range[2 * k].form || !range[2 * k + 1].form) return false;
    }
    return true;
}

bool within_cells(struct search *s, const struct normal_piece *p, const struct cell_place *place)
{
    struct linear_constraint range[4];
    const struct linear_form *cell = cell_at(s, &p->components[0].args[place->field], place);
    struct linear_constraint filled = {cell ? linear_scale(&s->space.work, cell, 1, -1) : NULL, false};
    if (implied_by_all(s, p->rule, filled)) return true; /* outside there are only cells of 0 */
    bool same = cell_range(s, p, place, range);
    for (int k = 0; same && k < 2 * place->dims; k++)
        same = implied(s, p->rule, range[k]) || implied_by_all(s, p->rule, range[k]);
    return same;
}

bool says_within_cells(struct search *s, const struct normal_piece *p, const struct cell_place *place,
                       struct linear_conjunction says)
{
    struct linear_constraint range[4];
    bool same = cell_range(s, p, place, range);
    for (size_t k = 0; same && k < says.count; k++)
        same = implied(s, (struct linear_conjunction){range, 2 * (size_t)place->dims}, says.items[k]);
    return same;
}

/* The form, if it is constant where the piece is. */
static bool find_constant(struct search *s, const struct normal_piece *p, const struct linear_form *form,
                          int64_t *value)
{
    struct linear_bounds b;
    if (!form || linear_is_constant(form, value)) return form != NULL;
    s->space.work.steps = STEPS;
    if (!linear_range(&s->space.work, p->rule.items, p->rule.count, form, &b)) return false;
    *value = b.low;
    return !b.empty && b.has_low && b.has_high && b.low == b.high;
}

void find_also(struct search *s, const struct normal_piece *p, struct cell_place *place)
{
    const struct linear_form *at[2] = {NULL, NULL};
    for (int k = 0; k < place->dims; k++) at[k] = linear_variable(&s->space.work, place->index[k]);
    for (int k = 0; k < place->dims; k++) {
        int64_t value;
        if (find_constant(s, p, at[k], &value)) place->also[k] = linear_constant(&s->space.work, value);
        else if (place->dims == 2 && find_constant(s, p, difference(s, at[k], at[1 - k], 0), &value))
            place->also[k] = linear_scale(&s->space.work, at[1 - k], 1, value);
    }
}

/* ---- moves ------------------------------------------------------------------------------------------------------- */
/* Generator `gen` less the index, or the index itself if there is no such generator, in all of the part's pieces of the move. */
static bool find_offset(struct search *s, const struct part *part, size_t move, int k, int gen, int64_t *offset)
{
    bool same = true, first = true;
    for (size_t i = 0; same && i < s->normal->piece_count; i++) {
        const struct normal_piece *p = &s->normal->pieces[i];
        if ((size_t)p->move != move || !piece_of(s, i, part)) continue;
        const struct linear_form *index = linear_variable(&s->space.work, s->changes[i].cell.index[k]);
        int64_t here = 0;
        same = find_constant(s, p, gen < 0 ? index : difference(s, p->recover[gen], index, 0), &here);
        if (first) *offset = here;
        same = same && *offset == here;
        first = false;
    }
    return same && !first;
}

struct place_way *ways_of(struct search *s, const struct part *part, const size_t *moves, size_t count)
{
    struct place_way *ways = arena_array(&s->scratch, count + 1, sizeof *ways);
    int dims = search_game(s)->fields[part->cell].kind == FIELD_GRID ? 2 : 1;
    if (!ways) return s->no_memory = true, NULL;
    for (size_t m = 0; m < count; m++)
        for (int k = 0; k < dims; k++) {
            int gens = (int)search_game(s)->moves[moves[m]].gen_count, *gen = &ways[m].gen[k];
            int64_t *offset = &ways[m].offset[k];
            for (*gen = 0; *gen < gens; ++*gen) /* one for each direction */
                if ((k == 0 || *gen != ways[m].gen[0]) && find_offset(s, part, moves[m], k, *gen, offset)) break;
            if (*gen < gens) continue;
            *gen = -1;
            if (!find_offset(s, part, moves[m], k, -1, offset)) return NULL;
        }
    return ways;
}
