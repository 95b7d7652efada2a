/* SPDX-License-Identifier: MIT */
#include "proof/family/affine.h"
#include "base/checked.h"
#include "proof/private.h"

enum { MOST_ARGUMENTS = 8 };

/* ---- forms ------------------------------------------------------------------------------------------------------- */
static bool is_constant(const struct affine_map *map, const struct affine *a)
{
    for (int i = 0; i < map->unknowns; i++)
        if (a->slope[i]) return false;
    return true;
}

static bool divide(const struct affine_map *map, const struct affine *a, int64_t by, struct affine *out)
{
    for (int i = 0; i < map->unknowns; i++) {
        if (a->slope[i] % by) return false;
        out->slope[i] = a->slope[i] / by;
    }
    return checked_div(a->start, by, &out->start);
}

static bool add(const struct affine_map *map, struct affine *sum, const struct affine *a, int64_t times)
{
    int64_t more;
    for (int i = 0; i < map->unknowns; i++)
        if (!checked_mul(a->slope[i], times, &more) || !checked_add(sum->slope[i], more, &sum->slope[i])) return false;
    return checked_mul(a->start, times, &more) && checked_add(sum->start, more, &sum->start);
}

static bool of_term(const struct affine_map *map, const struct normal_term *t, struct affine *out)
{
    struct affine args[MOST_ARGUMENTS] = {{{0}, 0}};
    int64_t values[MOST_ARGUMENTS] = {0};
    bool constant = true;
    if (t->count > MOST_ARGUMENTS) return false;
    for (size_t i = 0; i < t->count; i++) {
        if (!t->args[i].form || !affine_of(map, t->args[i].form, &args[i])) return false;
        constant &= is_constant(map, &args[i]);
        values[i] = args[i].start;
    }
    *out = (struct affine){{0}, 0};
    if (t->kind == NORMAL_FLOOR && divide(map, &args[0], t->data, out)) return true;
    *out = (struct affine){{0}, 0};
    return constant && terms_fold(t, values, t->count, &out->start);
}

static bool of_variable(const struct affine_map *map, int var, struct affine *out)
{
    if (var == map->size_var) return *out = map->size, true;
    for (int k = 0; k < map->heaps; k++)
        if (var == map->heap_vars[k]) return *out = map->heap[k], true;
    const struct normal_term *t = map->n->space->vars[var].term;
    return t && of_term(map, t, out);
}

bool affine_of(const struct affine_map *map, const struct linear_form *form, struct affine *out)
{
    *out = (struct affine){{0}, form->constant};
    for (uint32_t i = 0; i < form->count; i++) {
        struct affine v;
        if (!of_variable(map, form->terms[i].var, &v) || !add(map, out, &v, form->terms[i].factor)) return false;
    }
    return true;
}
