/* SPDX-License-Identifier: MIT */
/* The tables: the middle first, which says how wide the others are; then the options of small numbers. */
#include "base/checked.h"
#include "proof/lanes/private.h"
#include "proof/normal/modulus.h"

static bool *make_table(struct lanes_finder *f, int64_t width)
{
    struct lanes *l = f->out;
    int64_t cells;
    bool fits = checked_mul(l->rows * l->rows, l->modulus, &cells) && checked_mul(cells, width, &cells);
    if (!fits || cells > LANES_CELLS) return lanes_refuse(f, "its tables are too large"), NULL;
    bool *table = arena_array(f->arena, (size_t)cells + 1, sizeof *table);
    if (!table) f->no_memory = true;
    return table;
}

static bool write_middle(struct lanes_finder *f)
{
    struct lanes *l = f->out;
    if (!(l->middle = make_table(f, l->modulus))) return false;
    for (size_t k = 0; k < f->lanes.count; k++) {
        const struct lane *lane = &f->lanes.data[k];
        for (int64_t residue = 0; residue < l->modulus; residue++)
            for (int64_t rest = 0; rest < l->modulus; rest++) {
                bool holds;
                if (!lanes_between(f, lane, residue, rest, &holds)) return false;
                if (holds)
                    l->middle[lanes_pair(l, lane->i, lane->j, residue) * (size_t)l->modulus + (size_t)rest] = true;
            }
    }
    return true;
}

static bool write_ends(struct lanes_finder *f)
{
    struct lanes *l = f->out;
    l->low = l->modulus * (f->beyond + 1);
    l->reach = l->low - 1;
    l->from = l->low + l->reach + 1;
    if (l->from > LANES_FROM) return lanes_refuse(f, "its conditions change too late");
    if (!(l->near = make_table(f, l->reach + 1)) || !(l->fixed = make_table(f, l->low))) return false;
    for (size_t k = 0; k < f->lanes.count; k++) {
        const struct lane *lane = &f->lanes.data[k];
        for (int64_t residue = 0; residue < l->modulus; residue++) {
            size_t at = lanes_pair(l, lane->i, lane->j, residue);
            for (int64_t d = 0; d <= l->reach; d++) {
                bool near, fixed = false;
                if (!lanes_in_the_end(f, lane, residue, d, false, &near)) return false;
                if (d < l->low && !lanes_in_the_end(f, lane, residue, d, true, &fixed)) return false;
                if (near) l->near[at * (size_t)(l->reach + 1) + (size_t)d] = true;
                if (fixed) l->fixed[at * (size_t)l->low + (size_t)d] = true;
                if (near && d == 0 && lane->i == lane->j) return lanes_refuse(f, "a move may change nothing");
            }
        }
    }
    return true;
}

/* ---- small numbers ----------------------------------------------------------------------------------------------- */
typedef VEC(struct lanes_option) option_list;

static bool list_options(struct lanes_finder *f, int64_t i, int64_t n, option_list *all)
{
    for (size_t k = 0; k < f->lanes.count; k++) {
        const struct lane *lane = &f->lanes.data[k];
        for (int64_t r = 0; lane->i == i && r <= n; r++) {
            bool holds;
            if (!lanes_holds(f, lane, n, r, &holds)) return false;
            if (!holds) continue;
            if (lane->j == i && r == n) return lanes_refuse(f, "a move may change nothing");
            if (all->count >= LANES_CELLS) return lanes_refuse(f, "too many cases");
            if (!vec_push(all, ((struct lanes_option){(uint32_t)lane->j, (uint32_t)r}))) return !(f->no_memory = true);
        }
    }
    return true;
}

static bool write_small(struct lanes_finder *f)
{
    struct lanes *l = f->out;
    option_list all = {0};
    bool fine = true;
    l->starts = arena_array(f->arena, (size_t)(l->from * l->rows) + 1, sizeof *l->starts);
    if (!l->starts) return !(f->no_memory = true);
    for (int64_t n = 0; n < l->from; n++)
        for (int64_t i = 0; fine && i < l->rows; i++) {
            l->starts[n * l->rows + i] = all.count;
            fine = list_options(f, i, n, &all);
        }
    l->starts[l->from * l->rows] = all.count;
    l->options = arena_array(f->arena, all.count + 1, sizeof *l->options);
    if (!l->options) f->no_memory = true;
    for (size_t k = 0; l->options && k < all.count; k++) l->options[k] = all.data[k];
    vec_free(&all);
    return fine && l->options;
}

bool lanes_write(struct lanes_finder *f)
{
    struct lanes *l = f->out;
    l->modulus = 1;
    for (size_t k = 0; k < f->lanes.count; k++)
        for (size_t c = 0; c < f->lanes.data[k].rule.count; c++)
            l->modulus = modulus_join(
                l->modulus, modulus_of(f->lanes.data[k].space, f->lanes.data[k].rule.items[c].form, LANES_MODULUS),
                LANES_MODULUS);
    if (!l->modulus) return lanes_refuse(f, "its conditions repeat with too long a period");
    return write_middle(f) && write_ends(f) && write_small(f);
}
