/* SPDX-License-Identifier: MIT */
/* The rules of the parts are written where everything else is 0 or empty (proof/restate), and the model gets them. */
#include <string.h>
#include "model/expr.h"
#include "proof/parts/private.h"
#include "proof/restate/substitution.h"

/* Results are the part's own positions. Returns false if one is a position that no rule can write (substitution.h). */
static bool lead_to(struct expr *e, int game)
{
    bool fine = e->kind != EXPR_COMPOUND;
    if (e->kind == EXPR_GAME) e->game = game;
    bool position = e->kind == EXPR_IF || e->kind == EXPR_LET || e->kind == EXPR_SUM || e->kind == EXPR_END;
    for (size_t i = 0; position && fine && i < e->count; i++)
        if (e->kids[i] && e->kids[i]->type == TYPE_POSITION) fine = lead_to(e->kids[i], game);
    return fine && (position || e->kind == EXPR_GAME);
}

/* ---- why play of a part ends ------------------------------------------------------------------------------------------ */
static bool has(uint32_t fields, int field) { return field >= 0 && fields >> field & 1; }

/* The weight of number i of the part: what a move of the part changes in the whole. False: no number of the part says it. */
static bool own_weight(const struct weight *line, const struct substitution *view, size_t i, struct weight *own)
{
    if (view->kept[i] >= MODEL_MAX_FIELDS) return true;
    *own = line[view->kept[i]];
    if (i > 0 && own->cells != CELLS_NONE) *own = (struct weight){0}; /* a row that no move changes */
    if (view->cell < 0 || i > 0) return true;
    bool number = own->cells == CELLS_SUM || own->cells == CELLS_PLACES || own->cells == CELLS_BACK;
    if (own->cells == CELLS_LENGTH) own->factor = 0; /* stays */
    own->cells = CELLS_NONE;
    return (number || own->factor == 0) && (!view->apart || own->factor > 0);
}

/* The lines of the whole's measure, as numbers of the part say them. False: none does. */
static bool own_lines(struct search *s, const struct measure *whole, const struct substitution *view,
                      struct measure *own)
{
    bool fine = whole->kind == MEASURE_LINEAR || (whole->kind == MEASURE_LEXICOGRAPHIC && !view->apart);
    for (size_t k = 0; fine && k < own->count; k++) {
        struct weight *line = arena_array(&s->model->arena, view->count + 1, sizeof *line);
        if (!line) return s->no_memory = true, false;
        for (size_t i = 0; fine && i < view->count; i++) fine = own_weight(whole->lines[k], view, i, &line[i]);
        own->lines[k] = line;
    }
    return fine;
}

/* A cell whose number falls is its own measure. Else: an endless play of a part would be one of the whole, in which the other parts
 * stay as they are; so the part's ends too, and the lines of the whole's measure change as they do without the other parts. */
static struct measure own_measure(struct search *s, const struct game *whole, const struct substitution *view)
{
    struct measure own = whole->measure;
    if (view->cell >= 0 && !has(s->rising, view->cell)) {
        struct weight *line = arena_array(&s->model->arena, view->count, sizeof *line);
        if (!line) return s->no_memory = true, own;
        line[0].factor = 1;
        return (struct measure){.kind = MEASURE_LINEAR,
                                .lines = {line},
                                .count = 1,
                                .rank = own.rank,
                                .text = whole->fields[view->cell].name};
    }
    if (own_lines(s, &whole->measure, view, &own)) return own;
    own.count = 0;
    if (own.kind != MEASURE_NONE) own.kind = MEASURE_LEXICOGRAPHIC;
    return own;
}

static bool only_shrinks(const struct search *s, const struct game *part, const struct substitution *view)
{
    bool linear = part->measure.kind == MEASURE_LINEAR && part->measure.count == 1;
    if (linear && view->count == 1 && part->measure.lines[0][0].factor > 0) return true;
    if (view->cell >= 0) return !has(s->rising, view->cell); /* the others stay */
    return search_game(s)->shrinking;
}

/* ---- rules ------------------------------------------------------------------------------------------------------------ */
bool piece_of(const struct search *s, size_t i, const struct part *part)
{
    const struct piece_change *c = &s->changes[i];
    return part->cell >= 0 ? c->cell.field == part->cell : c->cell.field < 0 && (c->fields & part->fields);
}

/* Of a move that some piece of the part comes from. */
static bool moves_in(const struct search *s, size_t move, const struct part *part)
{
    bool found = false;
    for (size_t i = 0; !found && i < s->normal->piece_count; i++)
        found = (size_t)s->normal->pieces[i].move == move && piece_of(s, i, part);
    return found;
}

/* The game's moves without those that other parts make; *which: their numbers. */
static bool with_own_moves(struct search *s, const struct part *part, struct model *shown, size_t **which)
{
    struct model *m = s->model;
    struct game *games = arena_array(&s->scratch, m->game_count + 1, sizeof *games);
    struct move *moves = arena_array(&s->scratch, search_game(s)->move_count + 1, sizeof *moves);
    *which = arena_array(&s->scratch, search_game(s)->move_count + 1, sizeof **which);
    if (!games || !moves || !*which) return s->no_memory = true, false;
    memcpy(games, m->games, m->game_count * sizeof *games);
    struct game *g = &games[s->game];
    g->moves = moves;
    g->invariant = invariant_of(s, part);
    g->move_count = 0;
    for (size_t i = 0; i < search_game(s)->move_count; i++) {
        if (!moves_in(s, i, part)) continue;
        (*which)[g->move_count] = i;
        moves[g->move_count++] = search_game(s)->moves[i];
    }
    *shown = *m;
    shown->games = games;
    return true;
}

static const char *name_of(struct search *s, const struct substitution *view)
{
    struct text text = {0};
    const struct game *g = search_game(s);
    text_puts(&text, g->name);
    for (size_t i = 0; i < view->count; i++) {
        int field = view->kept[i];
        const char *own = field < MODEL_MAX_FIELDS ? g->fields[field].name : substitution_place_name(g, view, field);
        text_add(&text, "%s%s", i ? "," : ".", own);
    }
    const char *name = text.failed ? NULL : arena_strdup(&s->model->arena, text_c(&text));
    text_free(&text);
    return name;
}

static struct substitution view_of(const struct search *s, const struct part *part)
{
    struct substitution view = substitution_identity(0);
    view.runs = view.part = true;
    view.cell = part->cell;
    view.apart = has(s->reshaped, part->cell);
    if (part->cell >= 0) view.kept[view.count++] = part->cell;
    for (int f = 0; f < MODEL_MAX_FIELDS; f++)
        if ((part->fields | part->fixed | part->beside) >> f & 1) view.kept[view.count++] = f;
    return view;
}

/* ---- a cell at its place --------------------------------------------------------------------------------------------- */
static bool is_code(void *context, const struct expr *e)
{
    return e->kind == EXPR_FIELD && e->index == *(int *)context;
}

/* Is the number of the place, which is not kept, looked at? */
static bool asks(const struct game *g, int code)
{
    bool any = false;
    for (size_t i = 0; i < g->move_count && !any; i++) {
        const struct move *m = &g->moves[i];
        any = expr_any(m->result, is_code, &code);
        for (size_t k = 0; k < m->condition_count && !any; k++) any = expr_any(m->conditions[k], is_code, &code);
        for (size_t k = 0; k < m->gen_count && !any; k++)
            any = domain_any(&m->gens[k].domain, is_code, &code) || expr_any(m->gens[k].cap, is_code, &code);
    }
    return any;
}

/* The rule without the numbers of the place shows which of them it needs. */
static bool keep_places(struct search *s, const struct model *shown, struct substitution *view)
{
    struct model seen;
    enum status st = substitution_apply(shown, s->game, view, &s->scratch, &seen);
    if (st != ST_OK) return s->no_memory |= st == ST_NO_MEMORY, false;
    for (int code = SPLIT_PLACE; code < SPLIT_SIZE + 2; code++) {
        if (!asks(&seen.games[s->game], code)) continue;
        if (view->count == MODEL_MAX_FIELDS) return false;
        view->kept[view->count++] = code;
    }
    return true;
}

/* The game of a part, which gets the number `game`. False: it cannot be written. */
static bool write_part(struct search *s, const struct part *part, int game, struct game *out, struct split_part *fields)
{
    struct substitution view = view_of(s, part);
    struct model shown, seen;
    size_t *which;
    if (!with_own_moves(s, part, &shown, &which)) return false;
    if (part->placed || part->beside) {
        view.ways = ways_of(s, part, which, shown.games[s->game].move_count);
        if (!view.ways || !keep_places(s, &shown, &view)) return false;
    }
    enum status st = substitution_apply(&shown, s->game, &view, &s->model->arena, &seen);
    if (st != ST_OK) return s->no_memory |= st == ST_NO_MEMORY, false;
    *out = seen.games[s->game];
    *fields = (struct split_part){.game = game, .cells = part->cell, .reshapes = view.apart, .count = view.count};
    memcpy(fields->fields, view.kept, sizeof fields->fields);
    for (size_t m = 0; m < out->move_count; m++)
        if (!lead_to(out->moves[m].result, game)) return false;
    out->measure = own_measure(s, search_game(s), &view);
    out->claimed_count = 0;
    out->claim = CLAIM_NONE;
    out->circle = -1;
    out->shrinking = only_shrinks(s, out, &view);
    out->closed = out->closed && !view.apart;
    out->name = name_of(s, &view);
    out->code = NULL;
    return out->name || (s->no_memory = true, false);
}

/* Appends games to the model. */
static void add_games(struct search *s, const struct game *games, size_t count, struct state_split *split)
{
    struct model *m = s->model;
    struct game *all = arena_array(&m->arena, m->game_count + count, sizeof *all);
    if (!all) {
        s->no_memory = true;
        return;
    }
    memcpy(all, m->games, m->game_count * sizeof *all);
    memcpy(all + m->game_count, games, count * sizeof *all);
    all[s->game].split = split;
    m->games = all;
    m->game_count += count;
}

static bool has_bag(const struct game *g)
{
    bool any = false;
    for (size_t i = 0; i < g->field_count; i++) any |= g->fields[i].kind == FIELD_BAG;
    return any;
}

void write_parts(struct search *s, const struct part *parts, size_t count)
{
    const struct game *g = search_game(s);
    struct game *games = arena_array(&s->scratch, count + 1, sizeof *games);
    struct state_split *split = arena_alloc(&s->model->arena, sizeof *split);
    if (split)
        *split = (struct state_split){.count = count,
                                      .parts = arena_array(&s->model->arena, count + 1, sizeof *split->parts),
                                      .fields = g->fields,
                                      .field_count = g->field_count};
    s->no_memory |= !games || !split || !split->parts;
    bool fine = !s->no_memory;
    if (fine) split->reorders = has_bag(g) || puts_in_order(g);
    for (size_t i = 0; fine && i < count; i++) {
        fine = write_part(s, &parts[i], (int)(s->model->game_count + i), &games[i], &split->parts[i]);
        if (fine) split->reorders |= split->parts[i].reshapes;
    }
    if (fine) add_games(s, games, count, split);
}
