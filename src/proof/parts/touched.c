/* SPDX-License-Identifier: MIT */
/* Terms are looked into: a quotient of a cell is about that cell. */
#include "proof/parts/private.h"

static bool is_row(struct normal_value v) { return v.term && v.term->kind == EXPR_FIELD; }

/* Is the form just this variable? */
static bool is_variable(const struct linear_form *form, int var)
{
    return form && form->constant == 0 && form->count == 1 && form->terms[0].var == var && form->terms[0].factor == 1;
}

static void add_term(const struct normal_space *space, const struct normal_term *term, int index,
                     struct touched *touched)
{
    bool read = term->kind == EXPR_INDEX && term->count == 2 && is_row(term->args[0]);
    if (index >= 0 && read && is_variable(term->args[1].form, index)) {
        touched->cell = true;
        return;
    }
    if (term->kind == EXPR_CALL && term->data == BUILTIN_LEN && term->count == 1 && is_row(term->args[0])) {
        touched->length = true;
        return;
    }
    if (term->kind == EXPR_FIELD || term->kind == EXPR_LUA) touched->other = true;
    for (size_t i = 0; i < term->count; i++) {
        if (term->args[i].form) touched_add(space, term->args[i].form, index, touched);
        else if (term->args[i].term) add_term(space, term->args[i].term, index, touched);
    }
}

void touched_add(const struct normal_space *space, const struct linear_form *form, int index, struct touched *touched)
{
    for (uint32_t i = 0; i < form->count; i++) {
        const struct normal_var *v = &space->vars[form->terms[i].var];
        switch (v->kind) {
        case NORMAL_FIELD: touched->fields |= 1u << v->index; break;
        case NORMAL_RESULT:
            if (v->index < 32) touched->results |= 1u << v->index;
            else touched->other = true;
            break;
        case NORMAL_TERM: add_term(space, v->term, index, touched); break;
        case NORMAL_GEN: touched->generators = true; break;
        case NORMAL_PARAM:
        case NORMAL_BOUND: break;
        default: touched->other = true; break;
        }
    }
}
