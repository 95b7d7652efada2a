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

/* The invariant over the results of a piece. */
static bool over_results(struct search *s, const struct normal_piece *p, const struct normal *states,
                         struct linear_conjunction *parts)
{
    size_t count = s->space.var_count;
    const struct linear_form **map = arena_array(&s->scratch, count + 1, sizeof *map);
    if (!map) return s->no_memory = true, false;
    for (size_t f = 0; f < search_game(s)->field_count; f++) {
        const struct normal_arg *arg = &p->components[0].args[f];
        int field = normal_var(&s->space, NORMAL_FIELD, (int)f);
        if (arg->kind != NORMAL_NUMBER || field < 0 || (size_t)field >= count) continue;
        if (!(map[field] = variable(s, NORMAL_RESULT, arg->first_var))) return s->no_memory = true, false;
    }
    for (size_t i = 0; i < states->invariant_count; i++)
        if (!normal_replace_all(&s->space, states->invariant[i], map, count, &parts[i])) return false;
    return true;
}

/* What replaces the cell is within its bounds, if the cell is. */
static bool keeps_bounds(struct search *s, const struct normal_piece *p, const struct cell_place *place)
{
    struct linear_constraint own[2];
    struct linear_conjunction known[3] = {p->rule, s->normal->domain, {own, 0}};
    if (place->field < 0 || !s->bounds[place->field].given) return true;
    const struct normal_arg *arg = &p->components[0].args[place->field];
    const struct linear_form *cell = cell_at(s, arg, place);
    if (!cell || !bounds_hold(s, place->field, cell, own, &known[2].count)) return s->no_memory = true, false;
    int drops = arg->update_count && arg->updates[0] / 16 == NORMAL_DROP;
    for (int i = place->dims + drops; i < arg->var_count; i++) {
        const struct linear_form *value = variable(s, NORMAL_RESULT, arg->first_var + i);
        if (!value) return s->no_memory = true, false;
        struct linear_constraint about = {value, false};
        struct linear_conjunction asked = {&about, 1}, all = axioms_gather(&s->space, known, 3, &asked, 1);
        if (!within_bounds(s, place->field, all, value)) return false;
    }
    return true;
}

/* No piece leaves the states. */
static bool is_kept(struct search *s, const struct normal *states)
{
    struct linear_conjunction *parts = arena_array(&s->scratch, states->invariant_count + 1, sizeof *parts);
    if (!parts) return s->no_memory = true, false;
    for (size_t i = 0; i < s->normal->piece_count; i++) {
        const struct normal_piece *p = &s->normal->pieces[i];
        if (!over_results(s, p, states, parts)) return false;
        for (size_t k = 0; k < states->invariant_count; k++) {
            struct linear_conjunction context[3] = {p->rule, s->normal->domain, states->invariant[k]};
            if (!normal_covered(&s->space, context, 3, parts, states->invariant_count)) return false;
        }
    }
    return true;
}

bool find_invariant(struct search *s)
{
    struct normal_source source = s->normal->source;
    struct normal *states;
    if (!take_invariant(s)) return false;
    for (size_t i = 0; i < s->normal->piece_count; i++)
        if (!keeps_bounds(s, &s->normal->pieces[i], &s->changes[i].cell)) return false;
    if (!s->claim_count) return true;
    struct model *shown = model_with(s, &source);
    if (!shown) return false;
    shown->games[s->game].invariant = invariant_of(s, &(struct part){.cell = -1, .fields = ~0u});
    shown->games[s->game].move_count = 0;
    if (normal_build(&s->space, &source, &states) != ST_OK) return s->no_memory = true, false;
    return states->supported && is_kept(s, states);
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
    struct model *shown = arena_alloc(&s->scratch, sizeof *shown);
    struct game *games = arena_array(&s->scratch, s->model->game_count + 1, sizeof *games);
    if (!shown || !games) return s->no_memory = true, NULL;
    for (size_t i = 0; i < s->model->game_count; i++) games[i] = s->model->games[i];
    games[s->game].invariant = NULL;
    *shown = *s->model;
    shown->games = games;
    source->model = shown;
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
