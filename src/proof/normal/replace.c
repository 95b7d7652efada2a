/* SPDX-License-Identifier: MIT */
/* Replacement walks forms and, through them, terms: a term with a changed argument is made anew, so that it is
 * simplified and interned like any other. */
#include "proof/normal/terms.h"
#include "proof/private.h"

bool forms_hold(const struct normal_space *space, const struct linear_form *form, enum normal_var_kind kind)
{
    for (uint32_t i = 0; i < form->count; i++) {
        const struct normal_var *v = &space->vars[form->terms[i].var];
        if (v->kind == kind || (v->term && terms_hold(space, v->term, kind))) return true;
    }
    return false;
}

bool terms_hold(const struct normal_space *space, const struct normal_term *term, enum normal_var_kind kind)
{
    for (size_t i = 0; i < term->count; i++) {
        const struct normal_value *a = &term->args[i];
        if (a->form ? forms_hold(space, a->form, kind) : terms_hold(space, a->term, kind)) return true;
    }
    return false;
}

static struct normal_value replace_value(struct normal_space *space, struct normal_value value,
                                         const struct linear_form *const *map, size_t map_count);

/* The term with its arguments replaced; the term itself if nothing changed. */
static struct normal_value rebuild(struct normal_space *space, const struct normal_term *term,
                                   const struct linear_form *const *map, size_t map_count)
{
    struct normal_value none = {0};
    struct normal_value *args = arena_array(space->arena, term->count + 1, sizeof *args);
    if (!args) return space->work.no_memory = true, none;
    bool changed = false;
    for (size_t i = 0; i < term->count; i++) {
        args[i] = replace_value(space, term->args[i], map, map_count);
        if (terms_failed(args[i])) return none;
        changed |= terms_compare(args[i], term->args[i]) != 0;
    }
    if (!changed)
        return term->var < 0 ? (struct normal_value){.term = term}
                             : terms_of_form(linear_variable(&space->work, term->var));
    struct normal_term proto = *term;
    proto.args = args;
    return terms_make(space, &proto, term->var >= 0);
}

static const struct linear_form *replace_var(struct normal_space *space, int var, const struct linear_form *const *map,
                                             size_t map_count)
{
    if ((size_t)var < map_count && map[var]) return map[var];
    if (space->vars[var].kind != NORMAL_TERM) return linear_variable(&space->work, var);
    return rebuild(space, space->vars[var].term, map, map_count).form;
}

const struct linear_form *normal_replace(struct normal_space *space, const struct linear_form *form,
                                         const struct linear_form *const *map, size_t map_count)
{
    if (!form) return NULL;
    const struct linear_form *out = linear_constant(&space->work, form->constant);
    for (uint32_t i = 0; i < form->count && out; i++)
        out = linear_sum(&space->work, out, 1, replace_var(space, form->terms[i].var, map, map_count),
                         form->terms[i].factor);
    return out;
}

static struct normal_value replace_value(struct normal_space *space, struct normal_value value,
                                         const struct linear_form *const *map, size_t map_count)
{
    if (value.form) return terms_of_form(normal_replace(space, value.form, map, map_count));
    return rebuild(space, value.term, map, map_count);
}

const struct normal_term *normal_replace_term(struct normal_space *space, const struct normal_term *term,
                                              const struct linear_form *const *map, size_t map_count)
{
    return rebuild(space, term, map, map_count).term;
}

bool normal_replace_all(struct normal_space *space, struct linear_conjunction in, const struct linear_form *const *map,
                        size_t map_count, struct linear_conjunction *out)
{
    struct linear_constraint *items = arena_array(space->arena, in.count + 1, sizeof *items);
    if (!items) return space->work.no_memory = true, false;
    for (size_t i = 0; i < in.count; i++) {
        items[i] =
            (struct linear_constraint){normal_replace(space, in.items[i].form, map, map_count), in.items[i].equality};
        if (!items[i].form) return false;
    }
    *out = (struct linear_conjunction){items, in.count};
    return true;
}
