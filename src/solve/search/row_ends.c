/* SPDX-License-Identifier: MIT */
/* Two lists of changes under conditions, each covered by the other. */
#include "solve/search/row_ends.h"
#include <string.h>
#include "base/hash.h"

enum { ANY = 0xff, CELLS = ROW_SHORT * ROW_SPAN, CHANGES = 4096, COVER_STEPS = 1 << 20 };

/* Where the cells that are asked hold `want`, cells become `to`, which is not what they hold. ANY: not asked; not changed. */
struct change {
    uint64_t key; /* of what is changed, from what, to what */
    unsigned char want[CELLS], to[CELLS];
};
struct changes {
    VEC(struct change) items;
    bool no_memory;
};
struct ends {
    const struct row_rule *rule;
    const struct ground *g;
    size_t cells;
    uint64_t steps;
};

static bool add(struct ends *e, struct changes *list, struct change *c)
{
    uint64_t key = 0;
    for (size_t i = 0; i < e->cells; i++)
        if (c->to[i] != ANY) key = hash_mix(key ^ (i << 16 | (uint64_t)c->want[i] << 8 | c->to[i]));
    c->key = key;
    if (!key || list->items.count == CHANGES) return false; /* it changes nothing */
    return vec_push(&list->items, *c) || !(list->no_memory = true);
}

/* ---- what the rule does ------------------------------------------------------------------------------------------------ */
/* From cell `at` on, every value of those that are written and not asked. */
static bool take_apart(struct ends *e, struct changes *list, struct change *c, size_t at)
{
    while (at < e->cells && (c->to[at] == ANY || c->want[at] != ANY)) at++;
    if (at == e->cells) return add(e, list, c);
    unsigned char to = c->to[at];
    bool fine = true;
    for (size_t v = 0; fine && v < e->rule->value_count; v++) {
        c->want[at] = (unsigned char)v;
        c->to[at] = v == to ? ANY : to;
        fine = take_apart(e, list, c, at + 1);
    }
    c->want[at] = ANY;
    c->to[at] = to;
    return fine;
}

static bool of_ground(struct ends *e, struct changes *list)
{
    bool fine = true;
    for (size_t m = 0; fine && m < e->g->move_count; m++) {
        const struct ground_move *move = &e->g->moves[m];
        struct change c;
        for (size_t i = 0; i < e->cells; i++) {
            bool asked = ground_code(e->g, &move->care, i), written = ground_code(e->g, &move->write, i);
            c.want[i] = asked ? (unsigned char)ground_code(e->g, &move->want, i) : ANY;
            c.to[i] = written ? (unsigned char)ground_code(e->g, &move->put, i) : ANY;
            if (c.to[i] == c.want[i]) c.to[i] = ANY;
        }
        fine = take_apart(e, list, &c, 0);
    }
    return fine;
}

/* ---- what the list does ------------------------------------------------------------------------------------------------ */
/* Asks that the cell hold the value. False: it is beyond the end and does not. */
static bool ask(const struct ends *e, struct change *c, int64_t at, unsigned char value)
{
    int64_t cells = (int64_t)e->cells;
    if (at >= 0 && at < cells) return c->want[at] = value, true;
    bool pad = at < 0 ? at >= -(int64_t)e->rule->pads[0] : at < cells + (int64_t)e->rule->pads[1];
    return value == (pad ? e->rule->pad : 0);
}

/* With its first cell there. *fits: it may be made, and changes no pad. False: it changes a pad. */
static bool place_move(const struct ends *e, const struct row_move *m, int64_t at, struct change *c, bool *fits)
{
    memset(c, ANY, sizeof *c);
    *fits = (!m->left_end || ask(e, c, at - 1, 0)) && (!m->right_end || ask(e, c, at + m->length, 0));
    for (int64_t k = 0; *fits && k < m->length; k++) *fits = ask(e, c, at + k, m->from[k]);
    for (int64_t k = 0; *fits && k < m->length; k++) {
        bool inside = at + k >= 0 && at + k < (int64_t)e->cells;
        if (m->to[k] == m->from[k]) continue;
        if (!inside) return false;
        c->to[at + k] = m->to[k];
    }
    return true;
}

static bool of_list(struct ends *e, struct changes *list)
{
    bool fine = true, fits;
    int64_t reach = ROW_SPAN + ROW_PADS;
    for (size_t i = 0; fine && i < e->rule->moves.count; i++)
        for (int64_t at = -reach; fine && at < (int64_t)e->cells + reach; at++) {
            struct change c;
            fine = place_move(e, &e->rule->moves.data[i], at, &c, &fits) && (!fits || add(e, list, &c));
        }
    return fine;
}

/* ---- one in the other ---------------------------------------------------------------------------------------------------- */
static bool same_changes(const struct ends *e, const struct change *a, const struct change *b)
{
    if (a->key != b->key || memcmp(a->to, b->to, e->cells) != 0) return false;
    for (size_t i = 0; i < e->cells; i++)
        if (a->to[i] != ANY && a->want[i] != b->want[i]) return false;
    return true;
}

/* A cell that b asks and `want` does not; e->cells: none is left. *meets: can both hold? */
static size_t open_cell(const struct ends *e, const unsigned char *want, const struct change *b, bool *meets)
{
    size_t open = e->cells;
    *meets = true;
    for (size_t i = e->cells; *meets && i-- > 0;) {
        if (b->want[i] == ANY || want[i] == b->want[i]) continue;
        if (want[i] == ANY) open = i;
        else *meets = false;
    }
    return open;
}

/* Does one of them hold wherever `want` does? a: what it changes. */
static bool covered(struct ends *e, unsigned char *want, const struct change *a, const struct changes *by)
{
    size_t open = e->cells;
    bool some = false;
    for (size_t i = 0; i < by->items.count; i++) {
        const struct change *b = &by->items.data[i];
        bool meets;
        if (b->key != a->key) continue;
        if (e->steps == 0) return false;
        e->steps--;
        if (!same_changes(e, a, b)) continue;
        size_t at = open_cell(e, want, b, &meets);
        if (meets && at == e->cells) return true;
        if (meets && !some) open = at, some = true;
    }
    bool fine = some;
    for (size_t v = 0; fine && v < e->rule->value_count; v++) {
        want[open] = (unsigned char)v;
        fine = covered(e, want, a, by);
    }
    if (some) want[open] = ANY;
    return fine;
}

static bool all_covered(struct ends *e, struct changes *list, const struct changes *by)
{
    bool fine = true;
    for (size_t i = 0; fine && i < list->items.count; i++) {
        unsigned char want[CELLS];
        memcpy(want, list->items.data[i].want, sizeof want);
        fine = covered(e, want, &list->items.data[i], by);
    }
    return fine;
}

enum status row_ends_fit(const struct row_rule *rule, const struct ground *g, bool *fine)
{
    struct ends e = {.rule = rule, .g = g, .cells = g->cells, .steps = COVER_STEPS};
    struct changes rules = {.no_memory = false}, lists = {.no_memory = false};
    *fine = g->cells <= CELLS && of_ground(&e, &rules) && of_list(&e, &lists) && all_covered(&e, &rules, &lists) &&
            all_covered(&e, &lists, &rules);
    bool no_memory = rules.no_memory || lists.no_memory;
    vec_free(&rules.items);
    vec_free(&lists.items);
    return no_memory ? ST_NO_MEMORY : ST_OK;
}
