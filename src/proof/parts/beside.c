/* SPDX-License-Identifier: MIT */
/* Numbers beside a board, whose moves have nothing to do with it (windows.h). */
#include "proof/parts/private.h"

int board_of_piece(struct search *s, const struct normal_piece *p, uint32_t *numbers)
{
    const struct game *g = search_game(s);
    int field = BOARD_NONE;
    *numbers = 0;
    if (!piece_stays(s, p)) return BOARD_REFUSED;
    for (size_t i = 0; i < g->field_count; i++) {
        enum field_kind kind = g->fields[i].kind;
        if (piece_keeps(s, p, i)) continue;
        if (!field_has_cells(kind)) *numbers |= 1u << i;
        else if (field == BOARD_NONE && kind != FIELD_BAG) field = (int)i;
        else return BOARD_REFUSED;
    }
    return (field == BOARD_NONE) == (*numbers != 0) ? field : BOARD_REFUSED;
}

/* Does the piece lead to numbers, natural where they are to be, and ask for numbers alone? */
static bool asks_numbers(struct search *s, const struct normal_piece *p, uint32_t numbers)
{
    struct linear_conjunction all;
    struct rule rule;
    for (size_t f = 0; f < search_game(s)->field_count; f++) {
        const struct normal_arg *arg = &p->components[0].args[f];
        if (!(numbers >> f & 1)) continue;
        struct linear_constraint natural = {variable(s, NORMAL_RESULT, arg->first_var), false};
        if (arg->kind != NORMAL_NUMBER) return false;
        if (search_game(s)->fields[f].kind == FIELD_NAT && !implied_by_all(s, p->rule, natural)) return false;
    }
    if (!rule_with_kept(s, p, numbers, &all) || !rule_copy(s, all, &rule)) return false;
    for (size_t i = 0; i < rule.count;) {
        struct touched t = {0};
        touched_add(&s->space, rule.items[i].form, NULL, &t);
        if (!t.other) i++;
        else if (rule_needs(s, &rule, i)) return false;
    }
    return true;
}

bool find_beside(struct search *s, uint32_t *numbers)
{
    const struct normal *n = s->normal;
    uint32_t own;
    *numbers = 0;
    for (size_t i = 0; i < n->piece_count; i++)
        if (board_of_piece(s, &n->pieces[i], &own) == BOARD_NONE) *numbers |= own;
    const struct part all = {.cell = -1, .fields = *numbers};
    for (size_t i = 0; i < n->piece_count; i++) {
        const struct normal_piece *p = &n->pieces[i];
        if (board_of_piece(s, p, &own) != BOARD_NONE) continue;
        if (!asks_numbers(s, p, *numbers) || !stops_at_zero(s, p, &all)) return false;
    }
    return true;
}
