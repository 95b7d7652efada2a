/* SPDX-License-Identifier: MIT */
/* One pass over the pieces finds what each changes, a second one what it looks at; then the rules of the parts are written. */
#include "proof/parts/parts.h"
#include "model/expr.h"
#include "proof/normal/may_fail.h"
#include "proof/parts/private.h"
#include "proof/parts/windows.h"

/* ---- which parts there are ------------------------------------------------------------------------------------------ */
/* Fields of one part have the same bits. */
static void join_fields(struct search *s, uint32_t fields)
{
    uint32_t all = fields;
    for (int f = 0; f < MODEL_MAX_FIELDS; f++)
        if (fields >> f & 1) all |= s->part_of[f];
    for (int f = 0; f < MODEL_MAX_FIELDS; f++)
        if (all >> f & 1) s->part_of[f] = all;
}

static struct part part_at(const struct search *s, int field)
{
    bool cells = field_has_cells(search_game(s)->fields[field].kind);
    struct part part = {.cell = cells ? field : -1, .fields = cells ? 0 : s->part_of[field]};
    for (size_t i = 0; i < s->normal->piece_count; i++) {
        if (!piece_of(s, i, &part)) continue;
        part.fixed |= s->changes[i].fixed;
        part.beside |= s->changes[i].beside;
        part.placed |= s->changes[i].placed;
    }
    for (size_t i = 0; i < s->claim_count; i++)
        if (s->claims[i].fields & part.fields) part.fixed |= s->claims[i].fields & ~s->moving;
    return part;
}

/* The parts in which there is a move, in the order of their first fields. */
static size_t list_parts(struct search *s, struct part *parts)
{
    uint32_t cells = 0;
    size_t count = 0;
    for (int f = 0; f < MODEL_MAX_FIELDS; f++) s->part_of[f] = 1u << f;
    for (size_t i = 0; i < s->normal->piece_count; i++) {
        if (s->changes[i].cell.field >= 0) cells |= 1u << s->changes[i].cell.field;
        else join_fields(s, s->changes[i].fields | s->changes[i].reads);
    }
    for (size_t i = 0; i < s->claim_count; i++) join_fields(s, s->claims[i].fields & s->moving);
    for (int f = 0; f < (int)search_game(s)->field_count; f++) {
        bool first = s->moving >> f & 1 && __builtin_ctz(s->part_of[f]) == f;
        if (first || cells >> f & 1) parts[count++] = part_at(s, f);
    }
    return count;
}

bool stops_at_zero(struct search *s, const struct normal_piece *p, const struct part *part)
{
    struct linear_constraint zero[MODEL_MAX_FIELDS];
    struct linear_conjunction all[2] = {p->rule, {zero, 0}};
    const struct linear_form *never = linear_constant(&s->space.work, -1);
    struct linear_constraint *items;
    if (part->cell >= 0) return true;
    for (int f = 0; f < MODEL_MAX_FIELDS; f++)
        if (part->fields >> f & 1)
            zero[all[1].count++] = (struct linear_constraint){variable(s, NORMAL_FIELD, f), true};
    items = arena_array(&s->scratch, p->rule.count + MODEL_MAX_FIELDS, sizeof *items);
    if (!items || !never) return s->no_memory = true, false;
    size_t count = 0;
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < all[k].count; i++) {
            if (!all[k].items[i].form) return false;
            items[count++] = all[k].items[i];
        }
    return implied_by_all(s, (struct linear_conjunction){items, count}, (struct linear_constraint){never, false});
}

/* Moves that change one part now and another one then stay in the rule of each part. */
static bool moves_apart(struct search *s, const struct part *parts, size_t count)
{
    const struct normal *n = s->normal;
    for (size_t i = 0; i < n->piece_count; i++) {
        const struct part *own = parts;
        while (own < parts + count && !piece_of(s, i, own)) own++;
        if (own == parts + count) return false;
        bool mixed = false;
        for (size_t j = 0; j < n->piece_count; j++)
            mixed |= n->pieces[j].move == n->pieces[i].move && !piece_of(s, j, own);
        if (mixed && !stops_at_zero(s, &n->pieces[i], own)) return false;
    }
    return true;
}

/* ---- all ---------------------------------------------------------------------------------------------------------------- */
static bool has_cells(const struct game *g)
{
    bool cells = false;
    for (size_t i = 0; i < g->field_count; i++) cells |= field_has_cells(g->fields[i].kind);
    return cells;
}

/* Has the state cells, or several numbers, so that a proof may be worth while? */
static bool may_split(const struct game *g)
{
    bool numbers = true;
    for (size_t i = 0; i < g->field_count; i++) {
        enum field_kind kind = g->fields[i].kind;
        if (!field_has_cells(kind)) numbers = numbers && (kind == FIELD_NAT || kind == FIELD_INT || kind == FIELD_BOOL);
    }
    return g->kind == GAME_RULES && numbers && (has_cells(g) || g->field_count > 1) && !g->loopy && !g->uses_mover &&
           !g->solve_plugin && !g->code && g->move_count > 0;
}

/* `unordered`: as if the order of cells did not matter; `most`: so many pieces at most, 0: all (normal_source). */
static enum status build(struct search *s, bool unordered, size_t most)
{
    const struct model *m = s->model;
    struct param_value *params = model_defaults(m, &s->scratch);
    bool *symbolic = arena_array(&s->scratch, m->param_count + 1, sizeof *symbolic);
    if (!params || !symbolic) return ST_NO_MEMORY;
    for (size_t i = 0; i < m->param_count; i++) symbolic[i] = true;
    struct normal_source source = {
        .model = m, .game = s->game, .params = params, .symbolic = symbolic, .unordered = unordered, .most = most};
    if (search_game(s)->reads_mover) source.mover = NORMAL_EITHER;
    if (normal_may_fail(&source)) return ST_OK;
    struct normal *normal;
    if (!model_with(s, &source)) return ST_NO_MEMORY;
    enum status st = normal_build(&s->space, &source, &normal);
    if (st == ST_OK && normal->supported) s->normal = normal;
    return st;
}

static void search_open(struct search *s, struct model *model, int game, struct linear_answers *answers)
{
    *s = (struct search){.model = model, .game = game};
    s->space = (struct normal_space){.arena = &s->scratch, .work = {.arena = &s->scratch, .answers = answers}};
}

static enum status search_close(struct search *s, enum status st)
{
    if (s->no_memory || s->space.work.no_memory) st = ST_NO_MEMORY;
    arena_free(&s->scratch);
    return st;
}

/* Is there none, or does every move keep it? That is said in the model. */
static bool look_at_invariant(struct search *s)
{
    struct game *g = &s->model->games[s->game];
    bool fine = find_invariant(s);
    g->kept = fine && g->invariant;
    return fine;
}

static void split_game(struct search *s)
{
    struct part parts[MODEL_MAX_FIELDS];
    s->sums = true;
    if (!find_changes(s) || !find_reads(s)) return;
    size_t count = list_parts(s, parts);
    bool sum = count > 1 || (count == 1 && parts[0].cell >= 0);
    if (sum && moves_apart(s, parts, count) && !s->no_memory) write_parts(s, parts, count);
}

/* A row or grid, which may fall apart during play. */
static bool has_board(const struct game *g)
{
    bool any = false;
    for (size_t i = 0; i < g->field_count; i++)
        any |= g->fields[i].kind == FIELD_ROW || g->fields[i].kind == FIELD_GRID;
    return any;
}

static bool may_move_cells(void *context, const struct expr *e)
{
    bool sorts = e->kind == EXPR_CALL && (e->index == BUILTIN_SORT || e->index == BUILTIN_REVERSE);
    return (void)context, e->kind == EXPR_ROW_FOR || sorts;
}

/* Is the normal form the same whether or not the order of cells matters? Only rows made anew are read otherwise then. */
static bool keeps_order(const struct game *g)
{
    bool moves = false;
    for (size_t i = 0; i < g->field_count; i++) moves |= g->fields[i].kind == FIELD_BAG;
    for (size_t i = 0; i < g->move_count && !moves; i++) moves = expr_any(g->moves[i].result, may_move_cells, NULL);
    return !moves;
}

/* What is seen of the first piece alone. A rule of a board has many, each of which takes solving systems of constraints, and most rules
 * that are no sum, or have no windows, show it in each of them: their conditions look at cells here and there. Both searches look at the
 * pieces one after the other, and at nothing of the later ones before the first. */
static enum status look_at_first(struct model *model, int game, struct linear_answers *answers, bool *sum,
                                 bool *windows)
{
    struct search s;
    *sum = *windows = true;
    if (!has_board(&model->games[game]) || !keeps_order(&model->games[game])) return ST_OK;
    search_open(&s, model, game, answers);
    enum status st = build(&s, true, 1);
    s.sums = true;
    bool looks = st == ST_OK && s.normal && s.normal->piece_count;
    *sum = st == ST_OK && s.normal && (!looks || find_changes(&s));
    *windows = st == ST_OK && s.normal && (*sum || windows_may_be(&s));
    return search_close(&s, st);
}

/* The game as a board that falls apart; its normal form was built without an order of cells. */
static enum status find_windows(struct search *s, struct linear_answers *answers, enum status st)
{
    struct game *g = &s->model->games[s->game];
    if (st != ST_OK || s->no_memory || g->split || !has_board(g)) return st;
    if (!keeps_order(g)) {
        if ((st = search_close(s, st)) != ST_OK) return st;
        search_open(s, s->model, s->game, answers);
        st = build(s, false, 0);
        if (st == ST_OK && s->normal && !g->kept) look_at_invariant(s);
    }
    if (st == ST_OK && s->normal && !windows_find(s, &g->windows)) s->no_memory = true;
    return st;
}

static enum status take_apart(struct model *model, int game, struct linear_answers *answers)
{
    struct search s;
    bool sum, windows, invariant = model->games[game].invariant;
    enum status st = look_at_first(model, game, answers, &sum, &windows);
    if (st != ST_OK || (!sum && !windows && !invariant)) return st;
    search_open(&s, model, game, answers);
    st = build(&s, true,
               sum || invariant ? 0 : WINDOW_PIECES + 1); /* so many tell that there are too many for windows */
    if (st == ST_OK && s.normal && look_at_invariant(&s)) split_game(&s);
    if (sum || windows) st = find_windows(&s, answers, st);
    return search_close(&s, st);
}

/* "each cell of h becomes smaller ones" */
static const char *name_falling(struct search *s)
{
    struct text text = {0};
    for (size_t f = 0, count = 0; f < search_game(s)->field_count; f++) {
        bool any = false;
        for (size_t i = 0; i < s->normal->piece_count; i++) any |= s->changes[i].cell.field == (int)f;
        if (any) text_add(&text, "%s%s", count++ ? " and " : "each cell of ", search_game(s)->fields[f].name);
    }
    text_puts(&text, " becomes smaller ones");
    const char *kept = text.failed ? NULL : arena_strdup(&s->model->arena, text_c(&text));
    text_free(&text);
    s->no_memory |= !kept;
    return kept;
}

enum status parts_fall(struct model *model, int game, struct linear_answers *answers, const char **text)
{
    struct search s;
    *text = NULL;
    if (!has_cells(&model->games[game]) || !may_split(&model->games[game])) return ST_OK;
    search_open(&s, model, game, answers);
    enum status st = build(&s, true, false);
    if (st == ST_OK && s.normal && find_changes(&s) && !s.moving && !s.rising) *text = name_falling(&s);
    return search_close(&s, st);
}

enum status parts_add(struct model *model, struct linear_answers *answers)
{
    size_t count = model->game_count;
    enum status st = ST_OK;
    for (size_t g = 0; st == ST_OK && g < count; g++) {
        if (!may_split(&model->games[g])) continue;
        st = take_apart(model, (int)g, answers);
    }
    return st;
}
