/* SPDX-License-Identifier: MIT */
/* Both lists as boxes of a short row, which do the same or not. */
#include "solve/search/row_ends.h"
#include "solve/search/row_box.h"

enum { STEPS = 1 << 22 };

struct ends {
    const struct row_rule *rule;
    const struct ground *g;
    size_t cells;
    bool no_memory;
};

/* Every cell holds anything, and stays. */
static struct row_box any_row(const struct ends *e)
{
    struct row_box box = {{0}, {0}};
    for (size_t i = 0; i < e->cells; i++) {
        box.may[i] = (UINT64_C(1) << e->rule->value_count) - 1;
        box.to[i] = BOX_KEEP;
    }
    return box;
}

/* ---- what the rule does ------------------------------------------------------------------------------------------------ */
static bool of_ground(struct ends *e, row_boxes *list)
{
    bool fine = true;
    for (size_t m = 0; fine && m < e->g->move_count; m++) {
        const struct ground_move *move = &e->g->moves[m];
        struct row_box box = any_row(e);
        for (size_t i = 0; i < e->cells; i++) {
            if (ground_code(e->g, &move->care, i)) box.may[i] = UINT64_C(1) << ground_code(e->g, &move->want, i);
            if (ground_code(e->g, &move->write, i)) box.to[i] = (unsigned char)ground_code(e->g, &move->put, i);
        }
        fine = row_boxes_add(list, &box, e->cells, &e->no_memory);
    }
    return fine;
}

/* ---- what the list does ------------------------------------------------------------------------------------------------ */
/* Asks that the cell hold the value. False: it is beyond the end and does not. */
static bool ask(const struct ends *e, struct row_box *box, int64_t at, unsigned char value)
{
    int64_t cells = (int64_t)e->cells;
    if (at >= 0 && at < cells) return box->may[at] = UINT64_C(1) << value, true;
    bool pad = at < 0 ? at >= -(int64_t)e->rule->pads[0] : at < cells + (int64_t)e->rule->pads[1];
    return value == (pad ? e->rule->pad : 0);
}

/* With its first cell there. *fits: it may be made, and changes no pad. False: it changes a pad. */
static bool place_move(const struct ends *e, const struct row_move *m, int64_t at, struct row_box *box, bool *fits)
{
    *box = any_row(e);
    *fits = (!m->left_end || ask(e, box, at - 1, 0)) && (!m->right_end || ask(e, box, at + m->length, 0));
    for (int64_t k = 0; *fits && k < m->length; k++) *fits = ask(e, box, at + k, m->from[k]);
    for (int64_t k = 0; *fits && k < m->length; k++) {
        bool inside = at + k >= 0 && at + k < (int64_t)e->cells;
        if (m->to[k] == m->from[k]) continue;
        if (!inside) return false;
        box->to[at + k] = m->to[k];
    }
    return true;
}

static bool of_list(struct ends *e, row_boxes *list)
{
    bool fine = true, fits;
    int64_t reach = ROW_SPAN + ROW_PADS;
    for (size_t i = 0; fine && i < e->rule->moves.count; i++)
        for (int64_t at = -reach; fine && at < (int64_t)e->cells + reach; at++) {
            struct row_box box;
            fine = place_move(e, &e->rule->moves.data[i], at, &box, &fits) &&
                   (!fits || row_boxes_add(list, &box, e->cells, &e->no_memory));
        }
    return fine;
}

enum status row_ends_fit(const struct row_rule *rule, const struct ground *g, bool *fine)
{
    struct ends e = {.rule = rule, .g = g, .cells = g->cells};
    row_boxes rules = {0}, lists = {0};
    uint64_t steps = STEPS;
    *fine = g->cells <= BOX_CELLS && of_ground(&e, &rules) && of_list(&e, &lists) &&
            row_boxes_same(&rules, &lists, e.cells, &steps);
    vec_free(&rules);
    vec_free(&lists);
    return e.no_memory ? ST_NO_MEMORY : ST_OK;
}
