/* SPDX-License-Identifier: MIT */
/* What is known of every state: its fields are at their least values or above, and what the invariant says, if moves keep it. */
#include "proof/nested/private.h"

enum { STEPS = 20000 };

/* Does every move lead from positions to positions? */
static bool is_kept(const struct normal *n)
{
    bool kept = true;
    for (size_t i = 0; kept && i < n->piece_count; i++) {
        const struct normal_piece *p = &n->pieces[i];
        n->space->work.steps = STEPS;
        for (size_t k = 0; kept && k < p->component_count; k++)
            kept = p->components[k].game == n->source.game && normal_keeps(n->space, n, n, p, &p->components[k]);
    }
    return kept;
}

/* What the invariant says, if that is one conjunction over fields; else nothing is known of it. */
static bool read_legal(struct nested_finder *f, const struct normal *n, const int *vars)
{
    if (n->invariant_count != 1) return true;
    size_t count = n->invariant[0].count;
    f->legal = arena_array(&f->scratch, count + 1, sizeof *f->legal);
    if (!f->legal) return f->no_memory = true, false;
    for (size_t i = 0; i < count; i++) {
        if (!nested_row_of(f, n->invariant[0].items[i].form, vars, &f->legal[i])) return true;
        f->legal[i].equality = n->invariant[0].items[i].equality;
    }
    f->legal_count = count;
    return true;
}

/* Fields are at their least values or above; bool fields are bounded as well. */
bool nested_read_known(struct nested_finder *f, const struct normal *n)
{
    int vars[MODEL_MAX_FIELDS + 1];
    struct linear_work *w = &n->space->work;
    f->known = arena_array(&f->scratch, f->fields + n->domain.count + 1, sizeof *f->known);
    struct linear_constraint *lows = arena_array(&f->scratch, f->fields + n->domain.count + 1, sizeof *lows);
    if (!f->known || !lows) return f->no_memory = true, false;
    for (size_t i = 0; i < f->fields; i++) {
        vars[i] = normal_var(n->space, NORMAL_FIELD, (int)i);
        f->known[i] = (struct nested_row){.form.constant = -f->source->low[i]};
        f->known[i].form.of[i] = 1;
        lows[i] =
            (struct linear_constraint){linear_scale(w, linear_variable(w, vars[i]), 1, -f->source->low[i]), false};
    }
    vars[f->fields] = -1;
    f->known_count = f->fields;
    for (size_t i = 0; i < n->domain.count; i++) {
        lows[f->fields + i] = n->domain.items[i];
        if (!nested_row_of(f, n->domain.items[i].form, vars, &f->known[f->known_count]))
            return nested_refuse(f, "the state is not one of numbers");
        f->known[f->known_count++].equality = n->domain.items[i].equality;
    }
    struct linear_conjunction context = {lows, f->fields + n->domain.count};
    if (normal_covered(n->space, &context, 1, n->invariant, n->invariant_count)) return true;
    if (!f->source->model->games[f->source->game].kept && !is_kept(n))
        return nested_refuse(f, "its invariant excludes some positions of a box");
    return read_legal(f, n, vars);
}
