/* SPDX-License-Identifier: MIT */
/* The clauses of a game: invariant, moves, starts, symmetry, compound. A variant's inherited moves are its bases'
 * syntax, checked again with calls of the base meaning the variant. */
#include "check/private.h"
#include <string.h>

static struct game *game_at(struct checker *ck, int game) { return &ck->model->games[game]; }

/* ---- moves */

static bool check_move_parts(struct checker *ck, const struct ast *a, struct move *m)
{
    bool good = check_gens(ck, a->kids[0], IN_GENERATOR, &m->gens, &m->gen_count);
    struct expr *condition = a->kids[1] ? check_typed(ck, a->kids[1], TYPE_BOOL, "the condition after 'where'") : NULL;
    m->result = check_typed(ck, a->kids[2], TYPE_POSITION, "the result of a move");
    if (!good || (a->kids[1] && !condition) || !m->result) return false;
    if (!split_condition(ck, condition, &m->conditions, &m->condition_count)) return false;
    return find_caps(ck, m->gens, m->gen_count, m->conditions, m->condition_count);
}

static bool check_move(struct checker *ck, const struct ast *a, int game, struct move *m)
{
    struct scope scope;
    *m = (struct move){.name = keep_name(ck, a->name ? a->name : "move"), .span = a->span, .lua = -1};
    scope_open(ck, &scope, game, ALLOW_FIELDS | ALLOW_PARAMS | ALLOW_MOVER);
    scope.slots = ck->games.data[game].invariant_slots;
    bool good = check_move_parts(ck, a, m);
    m->slots = scope.slots;
    scope_close(ck, &scope);
    return good;
}

static bool check_lua_move(struct checker *ck, const struct ast *a, int game, struct move *m)
{
    *m = (struct move){.name = keep_name(ck, a->name), .span = a->span, .lua = -1};
    if (ck->lua_texts.count == 0) {
        diag(ck->diags, D_LUA_MISSING, a->span, a->name);
        return false;
    }
    m->lua = lua_find(ck, a->name, a->span, game_at(ck, game)->field_count, true);
    return m->lua >= 0;
}

static size_t count_moves(const struct ast *clauses)
{
    size_t count = 0;
    for (uint32_t i = 0; clauses && i < clauses->count; i++)
        if (clauses->kids[i]) count += clauses->kids[i]->kind == AST_MOVE || clauses->kids[i]->kind == AST_MOVE_LUA;
    return count;
}

/* A variant's own move must not have the name of an inherited one. */
static bool name_is_new(struct checker *ck, const struct game *g, size_t inherited, const struct ast *a)
{
    for (size_t i = 0; i < inherited; i++) {
        if (!a->name || strcmp(g->moves[i].name, a->name) != 0) continue;
        diag(ck->diags, D_INHERITED_MOVE, a->name_span, a->name);
        diag_note(ck->diags, g->moves[i].span, "the inherited move is here");
        return false;
    }
    return true;
}

/* The moves written in game `from`, as moves of `game`. */
static bool add_moves(struct checker *ck, int game, int from)
{
    struct game *g = game_at(ck, game);
    const struct ast *clauses = ck->games.data[from].clauses;
    bool good = true;
    for (uint32_t i = 0; clauses && i < clauses->count; i++) {
        const struct ast *a = clauses->kids[i];
        if (!a || (a->kind != AST_MOVE && a->kind != AST_MOVE_LUA)) continue;
        if (from == game && !name_is_new(ck, g, ck->games.data[game].inherited, a)) good = false;
        struct move *m = &g->moves[g->move_count];
        bool fine = a->kind == AST_MOVE ? check_move(ck, a, game, m) : check_lua_move(ck, a, game, m);
        if (fine) g->move_count++;
        good = good && fine;
    }
    return good;
}

static bool check_moves(struct checker *ck, int game)
{
    size_t count = 0;
    int chain[64], depth = 0;
    for (int g = game; g >= 0 && depth < 64; g = ck->games.data[g].base) {
        count += count_moves(ck->games.data[g].clauses);
        chain[depth++] = g;
        if (g != game && ck->games.data[g].broken) return false;
    }
    if (!(game_at(ck, game)->moves = keep(ck, count, sizeof(struct move)))) return false;
    bool good = true;
    while (depth-- > 0) {
        if (chain[depth] == game) ck->games.data[game].inherited = game_at(ck, game)->move_count;
        ck->rebind_from = chain[depth];
        ck->rebind_to = game;
        good = add_moves(ck, game, chain[depth]) && good;
        ck->rebind_from = ck->rebind_to = -1;
    }
    return good;
}

/* ---- starts: their headers are in the model before any position is checked */

static bool check_start(struct checker *ck, const struct ast *a, int game, struct start *s)
{
    struct scope scope;
    scope_open(ck, &scope, game, ALLOW_PARAMS);
    for (size_t i = 0; i < s->field_count; i++) {
        const struct ast *name = a->kids[0]->kids[i];
        struct local *local = scope_declare(ck, name->name, name->name_span, field_type(s->fields[i].kind));
        if (!local) break;
        local->graph = s->fields[i].graph;
    }
    bool good = true;
    if (a->kids[1])
        good = (s->condition = check_typed(ck, a->kids[1], TYPE_BOOL, "the condition after 'where'")) != NULL;
    s->result = check_typed(ck, a->kids[2], TYPE_POSITION, "the result of a start");
    s->slots = scope.slots;
    scope_close(ck, &scope);
    return good && s->result;
}

/* ---- the other clauses */

static bool check_symmetric(struct checker *ck, const struct ast *a, struct game *g)
{
    if (g->symmetric) {
        diag(ck->diags, D_CLAUSE_TWICE, a->span, "symmetric");
        return false;
    }
    bool alike = g->field_count >= 2;
    for (size_t i = 0; i < g->field_count; i++)
        alike = alike && g->fields[i].kind == g->fields[0].kind && g->fields[i].kind <= FIELD_BOOL;
    if (!alike) diag(ck->diags, D_SYMMETRIC_FIELDS, a->span);
    g->symmetric = alike;
    g->symmetric_span = a->span;
    return alike;
}

static bool check_canon(struct checker *ck, const struct ast *a, int game)
{
    struct game *g = game_at(ck, game);
    if (g->canon) {
        diag(ck->diags, D_CLAUSE_TWICE, a->span, "canon");
        return false;
    }
    if (g->field_count != 1) {
        diag(ck->diags, D_CANON_FIELDS, a->span);
        return false;
    }
    struct scope scope;
    scope_open(ck, &scope, game, ALLOW_FIELDS | ALLOW_PARAMS);
    enum type type = field_type(g->fields[0].kind);
    struct expr *e = check_expr(ck, a->kids[0], type == TYPE_NODES ? want_nodes(type, g->fields[0].graph) : (int)type);
    g->canon = expect_type(ck, e, type, "the expression after 'canon'");
    if (g->canon && type == TYPE_NODES) g->canon = expect_graph(ck, g->canon, g->fields[0].graph);
    scope_close(ck, &scope);
    return g->canon != NULL;
}

static bool check_measure(struct checker *ck, const struct ast *a, int game)
{
    struct game *g = game_at(ck, game);
    if (g->claimed) {
        diag(ck->diags, D_CLAUSE_TWICE, a->span, "measure");
        return false;
    }
    struct expr **claimed = keep(ck, a->count, sizeof *claimed);
    bool good = claimed != NULL;
    struct scope scope;
    scope_open(ck, &scope, game, ALLOW_FIELDS | ALLOW_PARAMS);
    scope.slots = CLAIMED_SLOTS;
    for (uint32_t i = 0; good && i < a->count; i++)
        good = (claimed[i] = check_typed(ck, a->kids[i], TYPE_INT, "what 'measure' says falls")) != NULL;
    scope_close(ck, &scope);
    g = game_at(ck, game);
    g->claimed = claimed;
    g->claimed_count = good ? a->count : 0;
    g->claimed_span = a->span;
    return good;
}

static bool check_solve(struct checker *ck, const struct ast *a, int game)
{
    struct game *g = game_at(ck, game);
    if (g->solve_plugin) {
        diag(ck->diags, D_CLAUSE_TWICE, a->span, "solve");
        return false;
    }
    struct scope scope;
    scope_open(ck, &scope, game, ALLOW_PARAMS);
    g->solve_plugin = keep_name(ck, a->name);
    g->solve_span = a->span;
    g->solve_args = keep(ck, a->count, sizeof *g->solve_args);
    bool good = g->solve_args != NULL;
    for (uint32_t i = 0; g->solve_args && i < a->count; i++) {
        struct expr *e = check_typed(ck, a->kids[i], TYPE_INT, "an argument of 'solve'");
        if (e) g->solve_args[g->solve_arg_count++] = e;
        good = good && e;
    }
    scope_close(ck, &scope);
    return good;
}

static const char *clause_words(enum ast_kind kind)
{
    switch (kind) {
    case AST_MOVE:
    case AST_MOVE_LUA: return "a move";
    case AST_START: return "a start";
    case AST_SYMMETRIC: return "'symmetric'";
    case AST_CANON: return "'canon'";
    case AST_MEASURE: return "'measure'";
    case AST_LOOPY: return "'loopy'";
    case AST_PARAM: return "a parameter";
    default: return "this clause";
    }
}

/* Is the clause allowed in this kind of game? */
static bool clause_fits(struct checker *ck, const struct game_decl *decl, const struct ast *a)
{
    enum ast_kind sort = decl->ast->kind, kind = a->kind;
    bool graph = sort == AST_GRAPH || sort == AST_GRAPH_FROM;
    if (kind == AST_EXPECT || kind == AST_CLAIM || kind == AST_EXPECT_PERIOD || kind == AST_SOLVE) return true;
    if (sort == AST_GAME || sort == AST_VARIANT) return true;
    if (kind == AST_LOOPY && graph) return true;
    if ((kind == AST_START || kind == AST_PARAM) && sort == AST_COMPOUND) return true;
    diag(ck->diags, D_CLAUSE_MISPLACED, a->span, clause_words(kind),
         graph              ? "a graph"
         : sort == AST_CODE ? "a game given by a code"
                            : "a compound of other games");
    return false;
}

static bool check_clause(struct checker *ck, const struct ast *a, int game, size_t *start)
{
    struct game *g = game_at(ck, game);
    if (!clause_fits(ck, &ck->games.data[game], a)) return false;
    switch (a->kind) {
    case AST_SYMMETRIC: return check_symmetric(ck, a, g);
    case AST_CANON: return check_canon(ck, a, game);
    case AST_MEASURE: return check_measure(ck, a, game);
    case AST_SOLVE: return check_solve(ck, a, game);
    case AST_LOOPY:
        if (g->loopy) diag(ck->diags, D_CLAUSE_TWICE, a->span, "loopy");
        g->loopy = true;
        return true;
    case AST_START: return *start < g->start_count && check_start(ck, a, game, &g->starts[(*start)++]);
    default: return true;
    }
}

static bool check_invariant(struct checker *ck, const struct ast *a, int game)
{
    if (!a) return true;
    struct scope scope;
    scope_open(ck, &scope, game, ALLOW_FIELDS | ALLOW_PARAMS);
    struct expr *e = check_typed(ck, a, TYPE_BOOL, "the condition after 'where'");
    ck->games.data[game].invariant_slots = scope.slots;
    scope_close(ck, &scope);
    game_at(ck, game)->invariant = e;
    return e != NULL;
}

static bool check_compound_body(struct checker *ck, const struct ast *a, int game)
{
    struct scope scope;
    scope_open(ck, &scope, game, ALLOW_FIELDS | ALLOW_PARAMS);
    struct expr *e = check_typed(ck, a, TYPE_POSITION, "the definition of a compound");
    scope_close(ck, &scope);
    game_at(ck, game)->compound = e;
    return e != NULL;
}

/* The base's invariant over the same fields, checked from its syntax in the variant. */
static const struct ast *invariant_of(struct checker *ck, int game)
{
    while (ck->games.data[game].base >= 0) game = ck->games.data[game].base;
    const struct ast *a = ck->games.data[game].ast;
    return a->kind == AST_GAME || a->kind == AST_COMPOUND ? a->kids[1] : NULL;
}

void check_game(struct checker *ck, int game)
{
    struct game_decl *decl = &ck->games.data[game];
    if (decl->base >= 0 && ck->games.data[decl->base].broken) decl->broken = true;
    if (!decl->broken && !check_nodes_fields(ck, game)) decl->broken = true;
    if (decl->broken) return;
    size_t errors = ck->diags->errors, start = 0;
    bool good = check_invariant(ck, invariant_of(ck, game), game);
    if (decl->ast->kind == AST_COMPOUND) good = check_compound_body(ck, decl->ast->kids[2], game) && good;
    const struct ast *written =
        decl->ast->kind == AST_CODE ? decl->ast->count ? decl->ast->kids[0] : NULL : decl->clauses;
    for (uint32_t i = 0; written && i < written->count; i++)
        if (written->kids[i]) good = check_clause(ck, written->kids[i], game, &start) && good;
    if (game_at(ck, game)->kind == GAME_RULES) good = check_moves(ck, game) && good;
    if (!good || ck->diags->errors > errors) decl->broken = true;
}
