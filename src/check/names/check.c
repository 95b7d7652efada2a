/* SPDX-License-Identifier: MIT */
/* The stages of the checker, in order: files, names, headers, graphs, parameters, bodies, claims, and then, if all
 * that is valid, what can be proved of the whole. Any expression may name a graph, so graphs come before all of
 * them. */
#include "check/names/check.h"
#include <string.h>
#include "check/private.h"

/* Bases are checked before their variants. */
static void check_bodies(struct checker *ck)
{
    size_t count = ck->games.count;
    bool *done = arena_array(ck->scratch, count + 1, sizeof *done);
    if (!done) {
        ck->no_memory = true;
        return;
    }
    for (size_t i = 0; i < count; i++) {
        int chain[64], depth = 0;
        for (int g = (int)i; g >= 0 && !done[g] && depth < 64; g = ck->games.data[g].base) chain[depth++] = g;
        while (depth-- > 0 && !ck->no_memory) {
            check_game(ck, chain[depth]);
            done[chain[depth]] = true;
        }
    }
}

static bool is_check(const struct ast *a)
{
    return a && (a->kind == AST_EXPECT || a->kind == AST_CLAIM || a->kind == AST_EXPECT_PERIOD);
}

/* In the order of the file, so that reports come in the order of the text. */
static void check_claims(struct checker *ck, const struct ast *file)
{
    for (uint32_t i = 0; i < file->count && !ck->no_memory; i++) {
        const struct ast *a = file->kids[i];
        if (!a) continue;
        if (is_check(a)) check_claim(ck, a, -1);
        const struct decl *decl = a->name ? decl_find(ck, a->name) : NULL;
        if (!decl || decl->kind != DECL_GAME || ck->games.data[decl->index].ast != a || a->count == 0) continue;
        const struct ast *clauses = a->kids[a->count - 1];
        for (uint32_t k = 0; clauses && k < clauses->count && !ck->no_memory; k++)
            if (is_check(clauses->kids[k])) check_claim(ck, clauses->kids[k], decl->index);
    }
}

static void check_graphs(struct checker *ck)
{
    size_t count = 0;
    for (size_t i = 0; i < ck->model->game_count; i++) count += ck->model->games[i].kind == GAME_GRAPH;
    if (!(ck->model->graphs = keep(ck, count, sizeof *ck->model->graphs))) return;
    for (size_t i = 0; i < ck->model->game_count && !ck->no_memory; i++)
        if (ck->model->games[i].kind == GAME_GRAPH) check_graph(ck, (int)i);
}

static void *copy(struct checker *ck, const void *from, size_t count, size_t size)
{
    void *to = keep(ck, count, size);
    if (to && count) memcpy(to, from, count * size);
    return to;
}

static void finish_lists(struct checker *ck)
{
    struct model *m = ck->model;
    m->lua_functions = copy(ck, ck->lua.data, ck->lua.count, sizeof *ck->lua.data);
    m->lua_function_count = ck->lua.count;
    m->lua_texts = copy(ck, ck->lua_texts.data, ck->lua_texts.count, sizeof *ck->lua_texts.data);
    m->lua_spans = copy(ck, ck->lua_spans.data, ck->lua_spans.count, sizeof *ck->lua_spans.data);
    m->lua_text_count = ck->lua_texts.count;
    m->checks = copy(ck, ck->checks.data, ck->checks.count, sizeof *ck->checks.data);
    m->check_count = ck->checks.count;
    if (!(m->hiding_fns = keep(ck, ck->fns.count, sizeof *m->hiding_fns))) return;
    for (size_t i = 0; i < ck->fns.count; i++)
        if (call_word_phrase(ck->fns.data[i].name))
            m->hiding_fns[m->hiding_fn_count++] = keep_name(ck, ck->fns.data[i].name);
}

static void check_questions_asked(struct checker *ck)
{
    for (size_t i = 0; i < ck->checks.count; i++) {
        struct check *c = &ck->checks.data[i];
        if (c->kind == CHECK_PERIOD) {
            if (ck->model->games[c->game].uses_mover) diag(ck->diags, D_PERIOD_GAME, c->span);
            continue;
        }
        check_asked(ck, c->condition);
        if (c->where) check_asked(ck, c->where);
    }
}

static void analyse(struct checker *ck, size_t errors)
{
    analyse_flow(ck);
    if (ck->no_memory || ck->diags->errors > errors) return;
    check_questions_asked(ck);
    report_graph_cycles(ck);
    if (ck->in->unproved) return;
    if (!ck->no_memory) analyse_bounds(ck);
    if (!ck->no_memory) analyse_small_states(ck);
    if (!ck->no_memory && ck->diags->errors == errors) analyse_measures(ck);
    if (!ck->no_memory) analyse_lints(ck);
    if (!ck->no_memory && ck->diags->errors == errors && ck->in->remarks) analyse_contained(ck);
    if (!ck->no_memory && ck->diags->errors == errors && ck->in->reasons) tell_reasons(ck);
}

/* A file with only functions, parameters or Lua is a library, to be imported. */
static bool is_library(const struct checker *ck) { return ck->fns.count || ck->params.count || ck->lua_texts.count; }

static void run_stages(struct checker *ck, const struct ast *file)
{
    size_t errors = ck->diags->errors;
    follow_imports(ck, file, ck->in->source);
    if (ck->no_memory || ck->loaded_badly) {
        ck->incomplete = true;
        return;
    }
    if (ck->games.count == 0 && !is_library(ck) && ck->diags->errors == 0) diag(ck->diags, D_NO_GAME, file->span);
    declare_headers(ck);
    if (!ck->no_memory) check_graphs(ck);
    if (!ck->no_memory) check_params(ck);
    if (!ck->no_memory) check_bodies(ck);
    if (!ck->no_memory) check_claims(ck, file);
    if (!ck->no_memory) check_unused_fns(ck);
    for (size_t i = 0; i < ck->games.count; i++) ck->incomplete = ck->incomplete || ck->games.data[i].broken;
    if (!ck->no_memory) finish_lists(ck);
    if (!ck->no_memory && ck->diags->errors == errors) analyse(ck, errors);
}

static void free_lists(struct checker *ck)
{
    imports_free(ck);
    name_map_free(&ck->map);
    vec_free(&ck->decls);
    vec_free(&ck->fns);
    vec_free(&ck->params);
    vec_free(&ck->games);
    vec_free(&ck->lua);
    vec_free(&ck->checks);
    vec_free(&ck->lua_texts);
    vec_free(&ck->lua_spans);
}

enum status check_file(const struct check_input *in, const struct ast *file, struct model **model)
{
    *model = NULL;
    struct model *made = mem_alloc(sizeof *made);
    if (!made) return ST_NO_MEMORY;
    made->main_game = -1;
    struct checker ck = {.in = in,
                         .diags = in->diags,
                         .scratch = in->scratch,
                         .model = made,
                         .arena = &made->arena,
                         .rebind_from = -1,
                         .rebind_to = -1};
    size_t errors = in->diags->errors;
    run_stages(&ck, file);
    free_lists(&ck);
    enum status st = ck.no_memory || in->diags->failed             ? ST_NO_MEMORY
                     : in->diags->errors > errors || ck.incomplete ? ST_INVALID
                                                                   : ST_OK;
    if (st == ST_OK) *model = made;
    else model_free(made);
    return st;
}

/* ---- the command line */

/* An argument of the main game alone: 5, -2, [2,1,3], [1 for i in 1..9], {a, b}, grid(3, 4, 1), tree([1, 2]). */
static bool is_bare_argument(const struct ast *a)
{
    if (a->kind == AST_CALL) return !a->text && builtin_find(a->name) >= 0;
    return a->kind == AST_NUMBER || a->kind == AST_ROW || a->kind == AST_SET ||
           (a->kind == AST_UNARY && a->op == OP_NEG);
}

static bool takes_one(const struct game *g)
{
    if (g->field_count == 1) return true;
    for (size_t i = 0; i < g->start_count; i++)
        if (g->starts[i].field_count == 1) return true;
    return false;
}

static struct expr *check_bare(struct checker *ck, const struct ast *a)
{
    const struct model *m = ck->model;
    const struct game *main = m->main_game >= 0 ? &m->games[m->main_game] : NULL;
    bool node = main && main->kind == GAME_GRAPH && (a->kind == AST_NAME || a->kind == AST_NUMBER);
    if (node && a->kind == AST_NAME && strcmp(a->name, "end") == 0 &&
        graph_find_node(&m->graphs[main->graph], a->name) < 0)
        node = false;
    bool declared = a->kind == AST_CALL && call_declared(ck, a->name, a->span);
    if (!node && !(main && is_bare_argument(a) && !declared && takes_one(main)))
        return check_expr(ck, a, TYPE_POSITION);
    struct ast *kid = (struct ast *)a;
    struct ast call = {
        .kind = AST_CALL, .name = main->name, .span = a->span, .name_span = a->span, .count = 1, .kids = &kid};
    return check_game_call(ck, &call, m->main_game);
}

static enum status check_typed_text(const struct check_input *in, const struct model *model,
                                    const struct ast *expression, struct arena *arena, bool position,
                                    struct expr **result, int *slots)
{
    struct checker ck = {
        .in = in, .diags = in->diags, .scratch = in->scratch, .arena = arena, .rebind_from = -1, .rebind_to = -1};
    ck.model = (struct model *)model; /* only read: nothing is declared here */
    struct scope scope;
    size_t errors = in->diags->errors;
    scope_open(&ck, &scope, model->main_game, ALLOW_QUESTIONS | (position ? 0 : ALLOW_PARAMS | ALLOW_ALL_PARAMS));
    struct expr *e = position ? expect_type(&ck, check_bare(&ck, expression), TYPE_POSITION, "this")
                              : check_expr(&ck, expression, WANT_ANY);
    if (e) check_asked(&ck, e);
    *slots = scope.slots;
    scope_close(&ck, &scope);
    if (ck.lua.count) diag(in->diags, D_POSITION_LUA, expression->span);
    vec_free(&ck.lua);
    *result = e;
    if (ck.no_memory || in->diags->failed) return ST_NO_MEMORY;
    return in->diags->errors > errors || !e ? ST_INVALID : ST_OK;
}

enum status check_position(const struct check_input *in, const struct model *model, const struct ast *expression,
                           struct arena *arena, struct expr **position, int *slots)
{
    return check_typed_text(in, model, expression, arena, true, position, slots);
}

enum status check_question(const struct check_input *in, const struct model *model, const struct ast *expression,
                           struct arena *arena, struct expr **question, int *slots)
{
    return check_typed_text(in, model, expression, arena, false, question, slots);
}
