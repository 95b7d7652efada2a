/* SPDX-License-Identifier: MIT */
/* One pass over the pieces finds what each reads and changes; then the rules of the parts are written, and the model gets them. */
#include "proof/parts/parts.h"
#include <string.h>
#include "proof/normal/axioms.h"
#include "proof/normal/may_fail.h"
#include "proof/parts/private.h"
#include "proof/parts/windows.h"
#include "proof/restate/substitution.h"

enum { STEPS = 20000 };

struct search {
    struct model *model;
    int game;
    struct arena scratch;
    struct normal_space space;
    struct normal *normal;
    uint32_t part_of[MODEL_MAX_FIELDS]; /* FIELDS: the other fields of its part, as bits */
    uint32_t *changes;                  /* FIELDS: per piece, the part that it changes */
    bool no_memory;
};

static const struct game *game_of(const struct search *s) { return &s->model->games[s->game]; }

/* ---- constraints -------------------------------------------------------------------------------------------------- */
static bool implied(struct search *s, struct linear_conjunction by, struct linear_constraint what)
{
    s->space.work.steps = STEPS;
    return linear_implies(&s->space.work, by.items, by.count, what);
}

/* Constraints that are judged one by one; one that follows from the others, and from what is known of all terms, goes. */
struct rule {
    struct linear_constraint *items;
    size_t count;
};

static bool copy_rule(struct search *s, struct linear_conjunction c, struct rule *rule)
{
    *rule = (struct rule){arena_array(&s->scratch, c.count + 1, sizeof *rule->items), c.count};
    if (!rule->items) return s->no_memory = true, false;
    if (c.count) memcpy(rule->items, c.items, c.count * sizeof *c.items);
    return true;
}

/* The constraints, those of the state's own domain, and the facts about all terms in them and in `about`. */
static struct linear_conjunction known_with(struct search *s, struct linear_conjunction items,
                                            struct linear_conjunction about)
{
    struct linear_conjunction parts[2] = {items, s->normal->domain};
    return axioms_gather(&s->space, parts, 2, &about, 1);
}

/* Is item i needed? If not it is taken away, and the last one stands in its place. */
static bool is_needed(struct search *s, struct rule *rule, size_t i)
{
    struct linear_constraint item = rule->items[i];
    rule->items[i] = rule->items[--rule->count];
    struct linear_conjunction rest = {rule->items, rule->count}, own = {&item, 1};
    if (implied(s, known_with(s, rest, own), item)) return false;
    rule->items[rule->count++] = rule->items[i];
    rule->items[i] = item;
    return true;
}

static const struct linear_form *variable(struct search *s, enum normal_var_kind kind, int index)
{
    int var = normal_var(&s->space, kind, index);
    return var < 0 ? NULL : linear_variable(&s->space.work, var);
}

/* a - b + constant */
static const struct linear_form *difference(struct search *s, const struct linear_form *a, const struct linear_form *b,
                                            int64_t constant)
{
    const struct linear_form *d = linear_sum(&s->space.work, a, 1, b, -1);
    return linear_scale(&s->space.work, d, 1, constant);
}

/* The one component that a piece leads to, of the same game; NULL. */
static const struct normal_component *same_game(const struct search *s, const struct normal_piece *p)
{
    return p->component_count == 1 && p->components[0].game == s->game ? &p->components[0] : NULL;
}

/* ---- cells -------------------------------------------------------------------------------------------------------- */
enum { SET_ONE_CELL = '=' * 16 + 1 * 4 }; /* `with { [i] = v }`, as a normal form has it (normal_update_width) */

/* What the piece says of the index i, and of len(h): exactly that i is in 1..len(h)? */
static bool only_in_range(struct search *s, struct linear_conjunction says, const struct normal_term *row, int index)
{
    struct normal_value arg = {.term = row};
    struct normal_term proto = {.kind = EXPR_CALL, .data = BUILTIN_LEN, .count = 1, .args = &arg};
    const struct linear_form *length = terms_make(&s->space, &proto, true).form, *i = variable(s, NORMAL_RESULT, index),
                             *one = linear_constant(&s->space.work, 1);
    struct linear_constraint range[2] = {{difference(s, i, one, 0), false}, {difference(s, length, i, 0), false}};
    struct linear_conjunction in_range = {range, 2};
    bool same = range[0].form && range[1].form;
    for (size_t k = 0; same && k < 2; k++) same = implied(s, says, range[k]);
    for (size_t k = 0; same && k < says.count; k++) same = implied(s, in_range, says.items[k]);
    return same;
}

/* Is the result's number proved not to be negative? Where it may be, the rule itself is at fault, and to be named. */
static bool stays_natural(struct search *s, struct linear_conjunction rule, int result)
{
    const struct linear_form *number = variable(s, NORMAL_RESULT, result);
    struct linear_constraint natural = {number, false};
    return number && implied(s, known_with(s, rule, (struct linear_conjunction){&natural, 1}), natural);
}

static bool changes_one_cell(struct search *s, const struct normal_piece *p)
{
    const struct normal_component *to = same_game(s, p);
    const struct normal_arg *arg = to && to->arg_count == 1 ? &to->args[0] : NULL;
    if (!arg || arg->kind != NORMAL_WITH || arg->update_count != 1 || arg->updates[0] != SET_ONE_CELL) return false;
    if (!arg->base || arg->base->kind != EXPR_FIELD || arg->first_var != 0) return false;
    int index = normal_var(&s->space, NORMAL_RESULT, 0);
    struct linear_constraint *places = arena_array(&s->scratch, p->rule.count + 1, sizeof *places);
    struct rule rule;
    size_t count = 0;
    if (index < 0 || !places) return s->no_memory = true, false;
    if (!copy_rule(s, p->rule, &rule) || !stays_natural(s, p->rule, 1)) return false;
    for (size_t i = 0; i < rule.count;) {
        struct touched t = {0};
        touched_add(&s->space, rule.items[i].form, index, &t);
        bool place = t.length || t.results & 1;
        bool ties = t.other || (place && (t.cell || t.generators || t.results & 2));
        if (ties && is_needed(s, &rule, i)) return false;
        if (ties) continue;
        if (place) places[count++] = rule.items[i];
        i++;
    }
    return only_in_range(s, (struct linear_conjunction){places, count}, arg->base, 0);
}

static bool is_sum_of_cells(struct search *s)
{
    bool all = s->normal->piece_count > 0;
    for (size_t i = 0; all && i < s->normal->piece_count; i++) all = changes_one_cell(s, &s->normal->pieces[i]);
    return all && !s->no_memory;
}

/* ---- fields -------------------------------------------------------------------------------------------------------- */
/* The fields that the piece may change, as bits; false if its result is not made of numbers. */
static bool changed_fields(struct search *s, const struct normal_piece *p, uint32_t *changed)
{
    const struct normal_component *to = same_game(s, p);
    size_t fields = game_of(s)->field_count;
    if (!to || to->arg_count != fields) return false;
    struct linear_conjunction parts[2] = {p->rule, s->normal->domain}, known = normal_axioms(&s->space, parts, 2);
    *changed = 0;
    for (size_t f = 0; f < fields; f++) {
        if (to->args[f].kind != NORMAL_NUMBER || to->args[f].first_var != (int)f) return false;
        const struct linear_form *d =
            difference(s, variable(s, NORMAL_RESULT, (int)f), variable(s, NORMAL_FIELD, (int)f), 0);
        if (!d) return false;
        if (implied(s, known, (struct linear_constraint){d, true})) continue;
        *changed |= 1u << f;
        if (game_of(s)->fields[f].kind == FIELD_NAT && !stays_natural(s, p->rule, (int)f)) return false;
    }
    return *changed != 0;
}

/* The fields that its constraints are about, where those that it leaves as they are, are one variable. */
static bool read_fields(struct search *s, const struct normal_piece *p, uint32_t changed, uint32_t *read)
{
    size_t count = s->space.var_count;
    const struct linear_form **map = arena_array(&s->scratch, count + 1, sizeof *map);
    struct linear_conjunction unchanged;
    struct rule rule;
    if (!map) return s->no_memory = true, false;
    for (size_t v = 0; v < count; v++) {
        const struct normal_var *var = &s->space.vars[v];
        bool same = var->kind == NORMAL_RESULT && (size_t)var->index < game_of(s)->field_count;
        if (same && !(changed >> var->index & 1)) map[v] = variable(s, NORMAL_FIELD, var->index);
    }
    if (!normal_replace_all(&s->space, p->rule, map, count, &unchanged) || !copy_rule(s, unchanged, &rule))
        return false;
    *read = 0;
    for (size_t i = 0; i < rule.count;) {
        struct touched t = {0};
        touched_add(&s->space, rule.items[i].form, -1, &t);
        bool ties = t.other || t.cell || t.length || (t.fields | t.results) & ~changed;
        if (ties && !is_needed(s, &rule, i)) continue;
        if (t.other || t.cell || t.length) return false;
        *read |= t.fields | t.results;
        i++;
    }
    return true;
}

/* Fields of one part have the same bits. */
static void join_fields(struct search *s, uint32_t fields)
{
    uint32_t all = fields;
    for (int f = 0; f < MODEL_MAX_FIELDS; f++)
        if (fields >> f & 1) all |= s->part_of[f];
    for (int f = 0; f < MODEL_MAX_FIELDS; f++)
        if (all >> f & 1) s->part_of[f] = all;
}

static uint32_t part_with(const struct search *s, uint32_t fields)
{
    return fields ? s->part_of[__builtin_ctz(fields)] : 0;
}

/* Is it impossible where all fields of its part are 0? */
static bool stops_at_zero(struct search *s, const struct normal_piece *p, uint32_t part)
{
    struct linear_constraint zero[MODEL_MAX_FIELDS];
    struct linear_conjunction parts[3] = {p->rule, s->normal->domain, {zero, 0}};
    for (int f = 0; f < MODEL_MAX_FIELDS; f++)
        if (part >> f & 1) {
            zero[parts[2].count++] = (struct linear_constraint){variable(s, NORMAL_FIELD, f), true};
            if (!zero[parts[2].count - 1].form) return false;
        }
    struct linear_conjunction all = normal_axioms(&s->space, parts, 3);
    s->space.work.steps = STEPS;
    return linear_solve(&s->space.work, all.items, all.count, NULL) == LINEAR_INFEASIBLE;
}

/* Moves that change one part now and another one then stay in the rule of each part. */
static bool moves_apart(struct search *s)
{
    const struct normal *n = s->normal;
    for (size_t i = 0; i < n->piece_count; i++) {
        uint32_t own = part_with(s, s->changes[i]);
        bool mixed = false;
        for (size_t j = 0; j < n->piece_count; j++)
            mixed |= n->pieces[j].move == n->pieces[i].move && part_with(s, s->changes[j]) != own;
        if (mixed && !stops_at_zero(s, &n->pieces[i], own)) return false;
    }
    return true;
}

/* The parts in which there is a move, as bits of their fields; in the order of their first fields. */
static size_t list_parts(const struct search *s, uint32_t *parts)
{
    uint32_t moved = 0;
    size_t count = 0;
    for (size_t i = 0; i < s->normal->piece_count; i++) moved |= part_with(s, s->changes[i]);
    for (int f = 0; f < MODEL_MAX_FIELDS; f++) {
        bool first = moved >> f & 1 && __builtin_ctz(s->part_of[f]) == f;
        if (first) parts[count++] = s->part_of[f];
    }
    return count;
}

static bool is_sum_of_fields(struct search *s)
{
    const struct normal *n = s->normal;
    s->changes = arena_array(&s->scratch, n->piece_count + 1, sizeof *s->changes);
    if (!s->changes) return s->no_memory = true, false;
    for (int f = 0; f < MODEL_MAX_FIELDS; f++) s->part_of[f] = 1u << f;
    for (size_t i = 0; i < n->piece_count; i++) {
        uint32_t read;
        if (!changed_fields(s, &n->pieces[i], &s->changes[i])) return false;
        if (!read_fields(s, &n->pieces[i], s->changes[i], &read)) return false;
        join_fields(s, s->changes[i] | read);
    }
    uint32_t parts[MODEL_MAX_FIELDS];
    return list_parts(s, parts) > 1 && moves_apart(s) && !s->no_memory;
}

/* ---- the games of the parts ------------------------------------------------------------------------------------------ */
/* Results are the part's own positions. Returns false if one is a position that no rule can write (substitution.h). */
static bool lead_to(struct expr *e, int game)
{
    bool fine = e->kind != EXPR_COMPOUND;
    if (e->kind == EXPR_GAME) e->game = game;
    bool position = e->kind == EXPR_IF || e->kind == EXPR_LET;
    for (size_t i = 0; position && fine && i < e->count; i++)
        if (e->kids[i] && e->kids[i]->type == TYPE_POSITION) fine = lead_to(e->kids[i], game);
    return fine && (position || e->kind == EXPR_GAME);
}

/* The weight of a field of the part: what a move of the part changes in the whole. False: no number of the part says it. */
static bool own_weight(const struct weight *line, const struct substitution *view, size_t field, struct weight *own)
{
    *own = line[view->unpacked ? 0 : view->kept[field]];
    bool number = own->cells == CELLS_SUM || own->cells == CELLS_PLACES || own->cells == CELLS_BACK;
    if (!view->unpacked) return true;
    if (own->cells == CELLS_LENGTH) own->factor = 0; /* stays */
    own->cells = CELLS_NONE;
    return number || own->factor == 0;
}

/* An endless play of a part would be one of the whole, in which the other parts stay as they are; so the part's ends too, and the
 * lines of the whole's measure change as they do without the other parts. Lines that no number of the part says are left out. */
static struct measure own_measure(struct search *s, const struct game *whole, const struct substitution *view)
{
    struct measure own = whole->measure;
    bool fine = own.kind == MEASURE_LINEAR || own.kind == MEASURE_LEXICOGRAPHIC;
    for (size_t k = 0; fine && k < own.count; k++) {
        struct weight *line = arena_array(&s->model->arena, view->count + 1, sizeof *line);
        if (!line) s->no_memory = true;
        for (size_t i = 0; fine && line && i < view->count; i++)
            fine = own_weight(whole->measure.lines[k], view, i, &line[i]);
        own.lines[k] = line;
        fine = fine && line;
    }
    if (!fine) own.count = 0;
    if (!fine && own.kind != MEASURE_NONE) own.kind = MEASURE_LEXICOGRAPHIC;
    return own;
}

/* Of a move that some piece of the part comes from. */
static bool moves_in(const struct search *s, size_t move, uint32_t part)
{
    bool found = part == 0;
    for (size_t i = 0; !found && i < s->normal->piece_count; i++)
        found = (size_t)s->normal->pieces[i].move == move && part_with(s, s->changes[i]) == part;
    return found;
}

/* The game's moves without those that other parts make. */
static struct game *with_own_moves(struct search *s, uint32_t part, struct model *shown)
{
    struct model *m = s->model;
    struct game *games = arena_array(&s->scratch, m->game_count + 1, sizeof *games);
    struct move *moves = arena_array(&s->scratch, game_of(s)->move_count + 1, sizeof *moves);
    if (!games || !moves) return s->no_memory = true, NULL;
    memcpy(games, m->games, m->game_count * sizeof *games);
    struct game *g = &games[s->game];
    g->moves = moves;
    g->move_count = 0;
    for (size_t i = 0; i < game_of(s)->move_count; i++)
        if (moves_in(s, i, part)) moves[g->move_count++] = game_of(s)->moves[i];
    *shown = *m;
    shown->games = games;
    return g;
}

static const char *name_of(struct search *s, const struct substitution *view)
{
    struct text text = {0};
    const struct game *g = game_of(s);
    text_puts(&text, g->name);
    for (size_t i = 0; i < view->count; i++)
        text_add(&text, "%s%s", i ? "," : ".", g->fields[view->part ? view->kept[i] : 0].name);
    const char *name = text.failed ? NULL : arena_strdup(&s->model->arena, text_c(&text));
    text_free(&text);
    return name;
}

/* The game of a part (0: of a cell), which gets the number `game`. False: it cannot be written. */
static bool write_part(struct search *s, uint32_t part, int game, struct game *out, struct split_part *fields)
{
    struct substitution view = substitution_identity(1);
    struct model shown, seen;
    view.runs = true;
    view.unpacked = part == 0;
    view.part = part != 0;
    if (part) view.count = 0;
    for (int f = 0; f < MODEL_MAX_FIELDS; f++)
        if (part >> f & 1) view.kept[view.count++] = f;
    if (!with_own_moves(s, part, &shown)) return false;
    enum status st = substitution_apply(&shown, s->game, &view, &s->model->arena, &seen);
    if (st != ST_OK) return s->no_memory |= st == ST_NO_MEMORY, false;
    *out = seen.games[s->game];
    *fields = (struct split_part){.game = game, .count = view.count};
    memcpy(fields->fields, view.kept, sizeof fields->fields);
    for (size_t m = 0; m < out->move_count; m++)
        if (!lead_to(out->moves[m].result, game)) return false;
    out->measure = own_measure(s, game_of(s), &view);
    out->claimed_count = 0;
    bool linear = out->measure.kind == MEASURE_LINEAR && out->measure.count == 1;
    bool numbers = linear && view.count == 1 && out->measure.lines[0][0].factor > 0;
    out->shrinking = part ? out->shrinking || numbers : numbers;
    out->name = name_of(s, &view);
    out->code = NULL;
    return out->name || (s->no_memory = true, false);
}

/* Appends games to the model. */
static bool add_games(struct search *s, const struct game *games, size_t count, struct state_split *split)
{
    struct model *m = s->model;
    struct game *all = arena_array(&m->arena, m->game_count + count, sizeof *all);
    if (!all) return s->no_memory = true, false;
    memcpy(all, m->games, m->game_count * sizeof *all);
    memcpy(all + m->game_count, games, count * sizeof *all);
    all[s->game].split = split;
    m->games = all;
    m->game_count += count;
    return true;
}

static void write_parts(struct search *s, const uint32_t *parts, size_t count, bool cells)
{
    struct game *games = arena_array(&s->scratch, count + 1, sizeof *games);
    struct state_split *split = arena_alloc(&s->model->arena, sizeof *split);
    if (split)
        *split = (struct state_split){cells, count, arena_array(&s->model->arena, count + 1, sizeof *split->parts)};
    s->no_memory |= !games || !split || !split->parts;
    bool fine = !s->no_memory;
    for (size_t i = 0; fine && i < count; i++)
        fine = write_part(s, parts[i], (int)(s->model->game_count + i), &games[i], &split->parts[i]);
    if (fine) add_games(s, games, count, split);
}

/* ---- all ---------------------------------------------------------------------------------------------------------------- */
static bool is_board(const struct game *g)
{
    return g->field_count == 1 && (g->fields[0].kind == FIELD_ROW || g->fields[0].kind == FIELD_GRID);
}

/* Is the state one row or grid, or several numbers, so that a proof may be worth while? */
static bool may_split(const struct game *g)
{
    bool row = is_board(g), numbers = g->field_count > 1;
    for (size_t i = 0; i < g->field_count; i++)
        numbers = numbers && (g->fields[i].kind == FIELD_NAT || g->fields[i].kind == FIELD_INT);
    return g->kind == GAME_RULES && (row || numbers) && !g->loopy && !g->invariant && !g->uses_mover &&
           !g->solve_plugin && !g->code && g->move_count > 0;
}

static enum status build(struct search *s)
{
    const struct model *m = s->model;
    struct param_value *params = model_defaults(m, &s->scratch);
    bool *symbolic = arena_array(&s->scratch, m->param_count + 1, sizeof *symbolic);
    if (!params || !symbolic) return ST_NO_MEMORY;
    for (size_t i = 0; i < m->param_count; i++) symbolic[i] = true;
    struct normal_source source = {.model = m, .game = s->game, .params = params, .symbolic = symbolic};
    if (game_of(s)->reads_mover) source.mover = NORMAL_EITHER;
    if (normal_may_fail(&source)) return ST_OK;
    struct normal *normal;
    enum status st = normal_build(&s->space, &source, &normal);
    if (st == ST_OK && normal->supported) s->normal = normal;
    return st;
}

static enum status split_game(struct model *model, int game)
{
    struct search s = {.model = model, .game = game};
    s.space = (struct normal_space){.arena = &s.scratch, .work = {.arena = &s.scratch}};
    enum status st = build(&s);
    uint32_t parts[MODEL_MAX_FIELDS] = {0};
    struct game *g = &model->games[game];
    bool cells = g->fields[0].kind == FIELD_ROW;
    if (st == ST_OK && s.normal) {
        bool sum = cells ? is_sum_of_cells(&s) : !is_board(g) && is_sum_of_fields(&s);
        if (sum) write_parts(&s, parts, cells ? 1 : list_parts(&s, parts), cells);
        else if (is_board(g) && !windows_find(s.normal, &s.scratch, &model->arena, &g->windows)) s.no_memory = true;
    }
    if (s.no_memory || s.space.work.no_memory) st = ST_NO_MEMORY;
    arena_free(&s.scratch);
    return st;
}

enum status parts_add(struct model *model)
{
    size_t count = model->game_count;
    enum status st = ST_OK;
    for (size_t g = 0; st == ST_OK && g < count; g++)
        if (may_split(&model->games[g])) st = split_game(model, (int)g);
    return st;
}
