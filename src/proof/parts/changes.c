/* SPDX-License-Identifier: MIT */
/* A piece changes one cell of one field, or some numbers; everything else of its result is the state's own. */
#include "proof/normal/terms.h"
#include "proof/parts/private.h"

/* `with { [i] = v }` or `with { [i, j] = v }`, and those of cells in any order, as a normal form has them
 * (normal_update_width). */
enum {
    SET_CELL = '=' * 16 + 1 * 4,
    SET_GRID_CELL = '=' * 16 + 2 * 4,
    DROP_CELL = NORMAL_DROP * 16 + 1 * 4,
    APPEND_CELL = NORMAL_APPEND * 16
};

/* The one component that a piece leads to, of the same game; NULL. */
static const struct normal_component *same_game(const struct search *s, const struct normal_piece *p)
{
    bool same = p->component_count == 1 && p->components[0].game == s->game;
    return same && p->components[0].arg_count == search_game(s)->field_count ? &p->components[0] : NULL;
}

static bool is_field(const struct normal_term *base, size_t field)
{
    return base && base->kind == EXPR_FIELD && base->data == (int64_t)field;
}

/* Is the result's number proved not to be negative? Where it may be, the rule itself is at fault, and to be named. */
static bool stays_natural(struct search *s, const struct normal_piece *p, int result)
{
    return implied_by_all(s, p->rule, (struct linear_constraint){variable(s, NORMAL_RESULT, result), false});
}

/* ---- one cell ---------------------------------------------------------------------------------------------------- */
const struct linear_form *cell_at(struct search *s, const struct normal_arg *arg, const struct cell_place *place)
{
    struct normal_value args[3] = {{.term = arg->base}};
    struct normal_term read = {.kind = EXPR_INDEX, .count = (size_t)place->dims + 1, .args = args};
    for (int k = 0; k < place->dims; k++)
        if (!(args[k + 1].form = linear_variable(&s->space.work, place->index[k]))) return NULL;
    return terms_make(&s->space, &read, true).form;
}

/* Its numbers are the indices, what replaces the cell (0 if nothing does), and those of more cells. */
static bool replaces_one_cell(struct search *s, const struct normal_piece *p, size_t field, struct cell_place *place)
{
    const struct normal_arg *arg = &p->components[0].args[field];
    if (arg->kind != NORMAL_WITH || arg->update_count < 1 || !is_field(arg->base, field)) return false;
    bool drops = arg->updates[0] == DROP_CELL, fine = drops || arg->updates[0] == SET_CELL;
    bool grid = search_game(s)->fields[field].kind == FIELD_GRID;
    if (grid) fine = arg->updates[0] == SET_GRID_CELL && arg->update_count == 1;
    for (size_t i = 1; fine && i < arg->update_count; i++) fine = arg->updates[i] == APPEND_CELL;
    *place = (struct cell_place){.field = (int)field, .dims = grid ? 2 : 1};
    for (int k = 0; k < place->dims; k++)
        if ((place->index[k] = normal_var(&s->space, NORMAL_RESULT, arg->first_var + k)) < 0) s->no_memory = true;
    const struct linear_form *cell = fine && !s->no_memory ? cell_at(s, arg, place) : NULL;
    for (int i = place->dims + drops; fine && i < arg->var_count; i++) {
        int result = arg->first_var + i;
        struct linear_constraint less = {difference(s, cell, variable(s, NORMAL_RESULT, result), -1), false};
        fine = stays_natural(s, p, result);
        if (!implied_by_all(s, p->rule, less)) s->rising |= 1u << field;
    }
    if (drops || arg->update_count > 1) s->reshaped |= 1u << field;
    return fine && !s->no_memory;
}

/* ---- changes ----------------------------------------------------------------------------------------------------- */
bool piece_stays(const struct search *s, const struct normal_piece *p) { return same_game(s, p) != NULL; }

bool piece_keeps(struct search *s, const struct normal_piece *p, size_t field)
{
    const struct normal_arg *arg = &p->components[0].args[field];
    if (field_has_cells(search_game(s)->fields[field].kind))
        return arg->kind == NORMAL_OPAQUE && is_field(arg->base, field);
    const struct linear_form *d =
        difference(s, variable(s, NORMAL_RESULT, arg->first_var), variable(s, NORMAL_FIELD, (int)field), 0);
    return implied_by_all(s, p->rule, (struct linear_constraint){d, true});
}

static bool find_change(struct search *s, const struct normal_piece *p, struct piece_change *change)
{
    const struct game *g = search_game(s);
    *change = (struct piece_change){.cell = {.field = -1}};
    if (!same_game(s, p)) return false;
    for (size_t f = 0; f < g->field_count; f++) {
        const struct normal_arg *arg = &p->components[0].args[f];
        bool cells = field_has_cells(g->fields[f].kind);
        if (!cells && arg->kind != NORMAL_NUMBER) return false;
        if (piece_keeps(s, p, f)) continue;
        if (cells && (change->cell.field >= 0 || !replaces_one_cell(s, p, f, &change->cell))) return false;
        if (cells) continue;
        change->fields |= 1u << f;
        if (g->fields[f].kind == FIELD_NAT && !stays_natural(s, p, arg->first_var)) return false;
    }
    return (change->cell.field >= 0) != (change->fields != 0);
}

bool rule_with_kept(struct search *s, const struct normal_piece *p, uint32_t changes, struct linear_conjunction *rule)
{
    size_t count = s->space.var_count;
    const struct linear_form **map = arena_array(&s->scratch, count + 1, sizeof *map);
    if (!map) return s->no_memory = true, false;
    for (size_t f = 0; f < search_game(s)->field_count; f++) {
        if (field_has_cells(search_game(s)->fields[f].kind) || changes >> f & 1) continue;
        int result = normal_var(&s->space, NORMAL_RESULT, p->components[0].args[f].first_var);
        const struct linear_form *field = variable(s, NORMAL_FIELD, (int)f);
        if (result < 0 || !field) return s->no_memory = true, false;
        if ((size_t)result < count) map[result] = field;
    }
    return normal_replace_all(&s->space, p->rule, map, count, rule);
}

static bool plain_rule(struct search *s, const struct normal_piece *p, const struct piece_change *change,
                       struct rule *rule)
{
    struct linear_conjunction unchanged;
    return rule_with_kept(s, p, change->fields, &unchanged) && rule_copy(s, unchanged, rule);
}

/* Does it look at other cells than the one that changes, in a constraint that is needed? Then the state is no sum, whatever the
 * other pieces do: found here before all of them are looked at. */
static bool looks_elsewhere(struct search *s, const struct normal_piece *p, struct cell_place place)
{
    struct rule rule;
    if (place.field < 0) return false;
    find_also(s, p, &place);
    if (!plain_rule(s, p, &(struct piece_change){.cell = place}, &rule)) return false;
    for (size_t i = 0; i < rule.count;) {
        struct touched t = {0};
        touched_add(&s->space, rule.items[i].form, &place, &t);
        if (t.other && rule_needs(s, &rule, i)) return true;
        i += !t.other;
    }
    return false;
}

bool find_changes(struct search *s)
{
    const struct normal *n = s->normal;
    s->changes = arena_array(&s->scratch, n->piece_count + 1, sizeof *s->changes);
    if (!s->changes) return s->no_memory = true, false;
    for (size_t i = 0; i < n->piece_count; i++) {
        if (!find_change(s, &n->pieces[i], &s->changes[i])) return false;
        if (s->sums && !i && looks_elsewhere(s, &n->pieces[i], s->changes[i].cell)) return false;
        s->moving |= s->changes[i].fields;
        if (s->changes[i].cell.field >= 0) s->replaced |= 1u << s->changes[i].cell.field;
    }
    return n->piece_count > 0 && !s->no_memory;
}

/* ---- what it looks at -------------------------------------------------------------------------------------------- */
/* What ties the cell to others, and what makes its place count; the latter is fine if cells keep their places. */
static bool ties_cell(const struct search *s, const struct touched *t, int field)
{
    return t->other || t->fields & s->moving || t->beside & s->replaced || (t->beside && !cells_keep_places(s, field));
}

static bool counts_place(const struct touched *t)
{
    return (t->length || t->index) && (t->cell || t->generators || t->results || t->fields || t->beside);
}

static bool reads_of_cell(struct search *s, const struct normal_piece *p, struct piece_change *change)
{
    const struct cell_place *place = &change->cell;
    struct linear_constraint *places = arena_array(&s->scratch, p->rule.count + 1, sizeof *places);
    struct rule rule;
    size_t count = 0;
    find_also(s, p, &change->cell);
    if (!places) s->no_memory = true;
    if (!places || !plain_rule(s, p, change, &rule)) return false;
    for (size_t i = 0; i < rule.count;) {
        struct touched t = {0};
        touched_add(&s->space, rule.items[i].form, place, &t);
        bool ties = ties_cell(s, &t, place->field), counts = counts_place(&t);
        if (ties || counts || t.beside) {
            if (!rule_needs(s, &rule, i)) continue;
            if (ties) return false;
        }
        if (counts) change->placed = true;
        else if (t.length || t.index) places[count++] = rule.items[i];
        change->beside |= t.beside;
        change->fixed |= t.fields;
        i++;
    }
    if (!says_within_cells(s, p, place, (struct linear_conjunction){places, count})) change->placed = true;
    return (!change->placed || cells_keep_places(s, place->field)) && within_cells(s, p, place);
}

/* Result variables as fields. */
static uint32_t fields_of(const struct search *s, const struct normal_piece *p, uint32_t results)
{
    uint32_t fields = 0;
    for (size_t f = 0; f < search_game(s)->field_count; f++) {
        const struct normal_arg *arg = &p->components[0].args[f];
        bool is = arg->kind == NORMAL_NUMBER && arg->first_var < 32;
        if (is && results >> arg->first_var & 1) fields |= 1u << f;
    }
    return fields;
}

static bool reads_of_fields(struct search *s, const struct normal_piece *p, struct piece_change *change)
{
    struct rule rule;
    if (!plain_rule(s, p, change, &rule)) return false;
    for (size_t i = 0; i < rule.count;) {
        struct touched t = {0};
        touched_add(&s->space, rule.items[i].form, NULL, &t);
        uint32_t fields = t.fields | fields_of(s, p, t.results);
        bool ties = t.other || fields & ~change->fields;
        if (ties && !rule_needs(s, &rule, i)) continue;
        if (t.other) return false;
        change->reads |= fields & s->moving;
        change->fixed |= fields & ~s->moving;
        i++;
    }
    return true;
}

bool find_reads(struct search *s)
{
    bool fine = true;
    for (size_t i = 0; fine && i < s->normal->piece_count; i++) {
        const struct normal_piece *p = &s->normal->pieces[i];
        struct piece_change *change = &s->changes[i];
        fine = change->cell.field >= 0 ? reads_of_cell(s, p, change) : reads_of_fields(s, p, change);
    }
    return fine && !s->no_memory;
}
