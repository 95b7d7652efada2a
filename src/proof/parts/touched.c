/* SPDX-License-Identifier: MIT */
/* Terms are looked into: a quotient of a cell is about that cell. */
#include "proof/parts/private.h"

/* Is it the field whose cell changes? */
static bool is_own(struct normal_value v, const struct cell_place *place)
{
    return place && v.term && v.term->kind == EXPR_FIELD && v.term->data == place->field;
}

/* Is the form just this variable? */
static bool is_variable(const struct linear_form *form, int var)
{
    return form && form->constant == 0 && form->count == 1 && form->terms[0].var == var && form->terms[0].factor == 1;
}

static bool is_length(const struct normal_term *t)
{
    return t->kind == EXPR_CALL && t->count == 1 &&
           (t->data == BUILTIN_LEN || t->data == BUILTIN_ROWS || t->data == BUILTIN_COLS);
}

static bool is_index_form(const struct linear_form *form, const struct cell_place *place, int k)
{
    if (!form) return false;
    return is_variable(form, place->index[k]) || (place->also[k] && linear_compare(form, place->also[k]) == 0);
}

/* A cell with the indices of the one that changes, of that field or of another one. */
static bool is_at_place(const struct normal_term *term, const struct cell_place *place)
{
    bool read = place && term->kind == EXPR_INDEX && term->count == (size_t)place->dims + 1;
    for (int k = 0; read && k < place->dims; k++) read = is_index_form(term->args[k + 1].form, place, k);
    return read;
}

static bool is_beside(const struct normal_term *term, const struct cell_place *place)
{
    bool read = is_at_place(term, place) && term->args[0].term && term->args[0].term->kind == EXPR_FIELD;
    return read && term->args[0].term->data < MODEL_MAX_FIELDS;
}

static void add_term(const struct normal_space *space, const struct normal_term *term, const struct cell_place *place,
                     struct touched *touched)
{
    if (is_at_place(term, place) && is_own(term->args[0], place)) {
        touched->cell = true;
        return;
    }
    if (is_beside(term, place)) {
        touched->beside |= 1u << term->args[0].term->data;
        return;
    }
    if (is_length(term) && is_own(term->args[0], place)) {
        touched->length = true;
        return;
    }
    if (term->kind == EXPR_FIELD || term->kind == EXPR_LUA) touched->other = true;
    for (size_t i = 0; i < term->count; i++) {
        if (term->args[i].form) touched_add(space, term->args[i].form, place, touched);
        else if (term->args[i].term) add_term(space, term->args[i].term, place, touched);
    }
}

static bool is_index(const struct cell_place *place, int var)
{
    bool is = false;
    for (int k = 0; place && k < place->dims; k++) is |= place->index[k] == var;
    return is;
}

void touched_add(const struct normal_space *space, const struct linear_form *form, const struct cell_place *place,
                 struct touched *touched)
{
    for (uint32_t i = 0; i < form->count; i++) {
        const struct normal_var *v = &space->vars[form->terms[i].var];
        switch (v->kind) {
        case NORMAL_FIELD: touched->fields |= 1u << v->index; break;
        case NORMAL_RESULT:
            if (is_index(place, form->terms[i].var)) touched->index = true;
            else if (v->index < 32) touched->results |= 1u << v->index;
            else touched->other = true;
            break;
        case NORMAL_TERM: add_term(space, v->term, place, touched); break;
        case NORMAL_GEN: touched->generators = true; break;
        case NORMAL_PARAM:
        case NORMAL_BOUND: break;
        default: touched->other = true; break;
        }
    }
}
