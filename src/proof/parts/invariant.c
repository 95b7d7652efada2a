/* SPDX-License-Identifier: MIT */
/* An invariant that is a conjunction over single parts is one of each part. The moves are looked at without it, as if all states
 * were allowed: what is written where all else is 0 would otherwise be written at a state that is none. What it says of every cell
 * (cell_bounds.c) need not be said of a part: where no move breaks it, the options of a state that it allows are those without it. */
#include <string.h>
#include "model/expr.h"
#include "proof/normal/axioms.h"
#include "proof/parts/private.h"

struct meeting {
    const struct game *game;
    uint32_t fields;
    bool other;
};

static bool meet(void *context, const struct expr *e)
{
    struct meeting *m = context;
    if (e->kind == EXPR_MOVER || e->kind == EXPR_LUA) m->other = true;
    if (e->kind != EXPR_FIELD) return false;
    if (field_has_cells(m->game->fields[e->index].kind)) m->other = true;
    else m->fields |= 1u << e->index;
    return false;
}

static bool take_conjuncts(struct search *s, struct expr *e)
{
    if (e->kind == EXPR_AND) return take_conjuncts(s, e->kids[0]) && take_conjuncts(s, e->kids[1]);
    struct meeting m = {.game = search_game(s)};
    if (take_cell_bounds(s, e)) return true;
    expr_any(e, meet, &m);
    if (m.other || s->claim_count == MAX_CLAIMS) return false;
    s->claims[s->claim_count++] = (struct part_claim){e, m.fields};
    return true;
}

static bool is_cell_of(const struct normal_var *v, int field)
{
    return v->kind == NORMAL_TERM && v->term->kind == EXPR_INDEX && v->term->args[0].term &&
           v->term->args[0].term->kind == EXPR_FIELD && v->term->args[0].term->data == field;
}

/* That cells are within the bounds of their field: the one that is replaced (NULL: none is), and where 0 is within them those that the
 * piece reads, since one outside the board is 0. */
static bool cells_are_bounded(struct search *s, struct linear_conjunction rule, int field,
                              const struct linear_form *cell, struct linear_conjunction *out)
{
    size_t terms = 1, count = 0;
    for (size_t i = 0; i < rule.count; i++) terms += rule.items[i].form->count;
    struct linear_constraint *items = arena_array(&s->scratch, 2 * terms, sizeof *items);
    if (!items || (cell && !bounds_hold(s, field, cell, items, &count))) return s->no_memory = true, false;
    *out = (struct linear_conjunction){items, count};
    for (size_t i = 0; i < rule.count && s->bounds[field].low == 0; i++)
        for (uint32_t k = 0; k < rule.items[i].form->count; k++) {
            int var = rule.items[i].form->terms[k].var;
            if (!is_cell_of(&s->space.vars[var], field)) continue;
            const struct linear_form *read = linear_variable(&s->space.work, var);
            if (!read || !bounds_hold(s, field, read, items + out->count, &count)) return s->no_memory = true, false;
            out->count += count;
        }
    return true;
}

/* What the cell becomes is within the bounds of its field, if cells are. Its number is variable `value` of the results. */
static bool becomes_bounded(struct search *s, const struct normal_piece *p, int field, const struct linear_form *cell,
                            int value)
{
    struct linear_constraint about = {variable(s, NORMAL_RESULT, value), false};
    struct linear_conjunction known[3] = {p->rule, s->normal->domain, {NULL, 0}}, asked = {&about, 1};
    if (!about.form) return s->no_memory = true, false;
    if (!cells_are_bounded(s, p->rule, field, cell, &known[2])) return false;
    return within_bounds(s, field, axioms_gather(&s->space, known, 3, &asked, 1), about.form);
}

/* The field of a result: it stays as it is, or cells are replaced one by one, dropped and added. */
static bool keeps_bounds(struct search *s, const struct normal_piece *p, const struct normal_arg *arg, int field)
{
    int dims = search_game(s)->fields[field].kind == FIELD_GRID ? 2 : 1, at = arg->first_var;
    bool own = arg->base && arg->base->kind == EXPR_FIELD && arg->base->data == field;
    if (!s->bounds[field].given) return true;
    if (!own || arg->kind == NORMAL_OPAQUE) return own;
    bool fine = arg->kind == NORMAL_WITH;
    for (size_t u = 0; u < arg->update_count && fine; u++) {
        int64_t op = arg->updates[u] / 16;
        struct cell_place place = {.field = field, .dims = dims};
        bool sets = op == '=' && arg->updates[u] == '=' * 16 + dims * 4;
        for (int k = 0; sets && k < dims; k++)
            if ((place.index[k] = normal_var(&s->space, NORMAL_RESULT, at + k)) < 0) s->no_memory = true;
        at += normal_update_width(arg->updates[u]);
        const struct linear_form *cell = sets && !s->no_memory ? cell_at(s, arg, &place) : NULL;
        if (op == NORMAL_DROP) continue;
        fine = (sets ? cell != NULL : op == NORMAL_APPEND) && becomes_bounded(s, p, field, cell, at - 1);
    }
    return fine;
}

/* No piece leads from positions to what is none. */
static bool is_kept(struct search *s, const struct normal_piece *p, const struct normal_component *to,
                    const struct normal *states)
{
    const struct game *g = search_game(s);
    if (to->game != s->game || to->arg_count != g->field_count) return false;
    for (size_t f = 0; f < g->field_count; f++) {
        bool cells = field_has_cells(g->fields[f].kind);
        if (cells ? !keeps_bounds(s, p, &to->args[f], (int)f) : to->args[f].kind != NORMAL_NUMBER) return false;
    }
    return !states || normal_keeps(&s->space, s->normal, states, p, to);
}

bool find_invariant(struct search *s)
{
    struct normal_source source = s->normal->source;
    struct normal *states = NULL;
    if (!search_game(s)->invariant) return true;
    if (!take_invariant(s)) return false;
    struct model *shown = s->claim_count ? model_with(s, &source) : NULL;
    if (s->claim_count && !shown) return false;
    if (shown) {
        shown->games[s->game].invariant = invariant_of(s, &(struct part){.cell = -1, .fields = ~0u});
        shown->games[s->game].move_count = 0;
        if (normal_build(&s->space, &source, &states) != ST_OK) return s->no_memory = true, false;
        if (!states->supported) return false;
    }
    for (size_t i = 0; i < s->normal->piece_count; i++)
        for (size_t k = 0; k < s->normal->pieces[i].component_count; k++)
            if (!is_kept(s, &s->normal->pieces[i], &s->normal->pieces[i].components[k], states)) return false;
    return true;
}

bool take_invariant(struct search *s)
{
    const struct game *g = search_game(s);
    s->claim_count = 0;
    memset(s->bounds, 0, sizeof s->bounds);
    return !g->invariant || take_conjuncts(s, g->invariant);
}

struct model *model_with(struct search *s, struct normal_source *source)
{
    struct model *shown = model_without_invariant(s->model, s->game, &s->scratch);
    s->no_memory |= !shown;
    if (shown) source->model = shown;
    return shown;
}

struct expr *invariant_of(struct search *s, const struct part *part)
{
    struct expr *all = NULL;
    for (size_t i = 0; i < s->claim_count; i++) {
        if (!(s->claims[i].fields & part->fields)) continue;
        struct expr *kids[2] = {all, s->claims[i].expr};
        struct expr both = {.kind = EXPR_AND, .type = TYPE_BOOL, .span = kids[1]->span};
        all = all ? expr_create(&s->scratch, both, kids, 2) : kids[1];
        if (!all) return s->no_memory = true, NULL;
    }
    return all;
}
