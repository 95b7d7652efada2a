/* SPDX-License-Identifier: MIT */
/* How much of a board must stay around a part (windows.h). */
#include "proof/parts/private.h"

enum { STEPS = 20000 };

/* Is it a cell at a constant distance? Then either it is one of the case's places, or the form says so. */
static bool is_place_of(struct window_find *f, const struct window_case *c, const struct normal_term *cell)
{
    int64_t d;
    bool fine = true;
    for (int k = 0; fine && k < f->dims; k++)
        fine = linear_is_constant(difference(f->s, cell->args[k + 1].form, c->places[0].at[k], 0), &d);
    for (size_t i = 0; i < c->count && !fine; i++) {
        fine = !c->places[i].value;
        for (int k = 0; fine && k < f->dims; k++)
            fine = linear_compare(cell->args[k + 1].form, c->places[i].at[k]) == 0;
    }
    return fine;
}

/* Is the form about cells at constant distances, what is written, generators and constants only? */
static bool is_of_cells(struct window_find *f, const struct window_case *c, const struct linear_form *form)
{
    const struct normal_arg *board = window_board(f, c);
    for (uint32_t i = 0; i < form->count; i++) {
        const struct normal_var *v = &f->s->space.vars[form->terms[i].var];
        bool fine = v->kind == NORMAL_GEN || v->kind == NORMAL_PARAM || v->kind == NORMAL_FIELD;
        int own = v->index - board->first_var;
        if (v->kind == NORMAL_RESULT) /* each update: its indices, then the value */
            fine = own >= 0 && own < board->var_count && own % (f->dims + 1) == f->dims;
        if (v->kind == NORMAL_TERM && window_is_cell(f, v->term)) {
            fine = is_place_of(f, c, v->term);
        } else if (v->kind == NORMAL_TERM) {
            fine = true;
            for (size_t a = 0; fine && a < v->term->count; a++)
                fine = v->term->args[a].form && is_of_cells(f, c, v->term->args[a].form);
        }
        if (!fine) return false;
    }
    return true;
}

/* The rule, and that the distances are what they are, with every place that is written told by the first. */
static bool by_first_place(struct window_find *f, const struct window_case *c, struct linear_conjunction *rule)
{
    size_t count = f->s->space.var_count;
    const struct linear_form **map = arena_array(&f->s->scratch, count + 1, sizeof *map);
    if (!map) return f->s->no_memory = true, false;
    for (size_t i = 1; i < c->count; i++)
        for (int k = 0; c->places[i].value && k < f->dims; k++) {
            int var = c->places[i].at[k]->terms[0].var;
            map[var] = linear_scale(&f->s->space.work, c->places[0].at[k], 1, c->places[i].distance[k]);
            if (!map[var]) return false;
        }
    struct linear_conjunction all = c->rule;
    for (size_t i = 1; i < c->count; i++)
        for (int k = 0; k < f->dims; k++) {
            const struct linear_form *d =
                difference(f->s, c->places[i].at[k], c->places[0].at[k], -c->places[i].distance[k]);
            int64_t none;
            if (!d || !linear_is_constant(d, &none))
                all = window_with_item(f, all, (struct linear_constraint){d, true});
        }
    return normal_replace_all(&f->s->space, all, map, count, rule);
}

/* Does the case rule out that the cell at the place is the filler, and that it is outside? */
static bool is_inside(struct window_find *f, struct window_case *c, size_t at, uint32_t final, int64_t filler)
{
    uint32_t closed = 0;
    for (size_t i = 0; i < c->count; i++) /* it may be read as well as written */
        if (window_is_same_cell(&c->places[i], &c->places[at])) closed |= window_closing(f, c, i, final);
    return closed & WINDOW_OUTSIDE && closed & 1u << filler;
}

/* What is said of cells, and that those are on the board that the case rules out to be elsewhere. *all: nothing more is needed. */
static struct linear_conjunction on_board(struct window_find *f, struct window_case *c, uint32_t final, int64_t filler,
                                          struct linear_conjunction rule, bool *all)
{
    struct linear_conjunction known = {NULL, 0};
    *all = true;
    for (size_t i = 0; i < rule.count; i++)
        if (is_of_cells(f, c, rule.items[i].form)) known = window_with_item(f, known, rule.items[i]);
    for (size_t i = 0; i < c->count; i++) {
        const struct window_place *place = &c->places[i];
        bool inside = is_inside(f, c, i, final, filler);
        if (!inside && (place->value || filler != 0)) *all = false;
        for (int k = 0; (inside || place->value) && k < 2 * f->dims; k++) {
            const struct linear_form *at =
                linear_scale(&f->s->space.work, c->places[0].at[k / 2], 1, place->distance[k / 2]);
            struct linear_constraint item = {at ? window_within(f, at, k / 2, k % 2) : NULL, false};
            if (item.form) known = window_with_item(f, known, item);
        }
    }
    return known;
}

/* Adds what the case says of how far the first place is from the edges; from rooms[k] cells on there is no difference. */
static bool add_edges(struct window_find *f, const struct window_case *c, struct linear_conjunction *known,
                      int64_t *rooms)
{
    struct linear_work *w = &f->s->space.work;
    for (int k = 0; k < 2 * f->dims; k++) {
        const struct linear_form *edge = window_within(f, c->places[0].at[k / 2], k / 2, k % 2);
        struct linear_bounds b;
        w->steps = STEPS;
        if (!edge || !linear_range(w, c->known.items, c->known.count, edge, &b) || b.empty) return false;
        bool high = b.has_high && b.high <= MARGIN_MOST, low = b.has_low && b.low > 0 && b.low <= MARGIN_MOST;
        if (high)
            *known = window_with_item(f, *known, (struct linear_constraint){linear_scale(w, edge, -1, b.high), false});
        if (low)
            *known = window_with_item(f, *known, (struct linear_constraint){linear_scale(w, edge, 1, -b.low), false});
        if (high && b.high + 1 > rooms[k / 2]) rooms[k / 2] = b.high + 1;
        if (low && b.low > rooms[k / 2]) rooms[k / 2] = b.low;
    }
    return true;
}

/* Does all that the case says of places follow? */
static bool follows(struct window_find *f, const struct window_case *c, struct linear_conjunction known,
                    struct linear_conjunction rule)
{
    for (size_t i = 0; i < known.count; i++)
        if (!known.items[i].form) return false;
    known = window_know(f, known, rule);
    bool fine = known.items != NULL;
    for (size_t i = 0; fine && i < rule.count; i++)
        fine = rule.items[i].form && (is_of_cells(f, c, rule.items[i].form) || implied(f->s, known, rule.items[i]));
    return fine;
}

/* Adds what the case needs; false: its places count in another way. */
static bool add_margins(struct window_find *f, struct window_case *c, uint32_t final, int64_t filler, int64_t *rooms,
                        bool *any)
{
    struct linear_conjunction rule;
    bool all;
    if (!by_first_place(f, c, &rule)) return false;
    for (size_t i = 0; i < rule.count; i++)
        if (!rule.items[i].form) return false;
    struct linear_conjunction known = on_board(f, c, final, filler, rule, &all);
    if (!all) *any = true;
    if (follows(f, c, known, rule)) return true;
    *any = true;
    return add_edges(f, c, &known, rooms) && follows(f, c, known, rule);
}

bool find_margins(struct window_find *f, uint32_t final, int64_t filler, int margins[2])
{
    int64_t rooms[2] = {0, 0}, reach[2] = {0, 0};
    bool any = false;
    for (size_t i = 0; i < f->cases.count; i++) {
        struct window_case *c = &f->cases.data[i];
        if (!add_margins(f, c, final, filler, rooms, &any)) return false;
        for (int k = 0; k < f->dims; k++) {
            int64_t low = 0, high = 0;
            for (size_t p = 0; p < c->count; p++) {
                int64_t d = c->places[p].distance[k];
                low = d < low ? d : low;
                high = d > high ? d : high;
            }
            if (high - low > reach[k]) reach[k] = high - low;
        }
    }
    margins[0] = margins[1] = 0;
    for (int k = 0; any && k < f->dims; k++) margins[f->dims == 1 ? 1 : k] = (int)(rooms[k] + reach[k]);
    return true;
}
