/* SPDX-License-Identifier: MIT */
/* Declarations. First every file-level name of every file, then the headers: bases of variants, fields, starts and
 * parameters, so that bodies may refer to anything declared anywhere. */
#include "check/private.h"
#include <string.h>

static bool declare(struct checker *ck, enum decl_kind kind, const char *name, struct span span, int index)
{
    int first = name_map_get(&ck->map, name);
    if (first >= 0) {
        diag(ck->diags, D_DUPLICATE_NAME, span, name);
        diag_note(ck->diags, ck->decls.data[first].span, "'%s' is first declared here", name);
        return false;
    }
    struct decl decl = {.kind = kind, .name = name, .span = span, .index = index};
    if (!vec_push(&ck->decls, decl) || !name_map_put(&ck->map, name, (int)ck->decls.count - 1)) ck->no_memory = true;
    return !ck->no_memory;
}

/* The clauses of a game's syntax, which are its last kid. */
static const struct ast *clauses_of(const struct ast *a) { return a->count ? a->kids[a->count - 1] : NULL; }

static void declare_game(struct checker *ck, const struct ast *a, bool own)
{
    call_name_free(ck, a->name, a->name_span, "game");
    if (!declare(ck, DECL_GAME, a->name, a->name_span, (int)ck->games.count)) return;
    struct game_decl decl = {.ast = a, .clauses = clauses_of(a), .name = a->name, .own = own, .base = -1};
    if (!vec_push(&ck->games, decl)) ck->no_memory = true;
}

static void declare_fn(struct checker *ck, const struct ast *a, bool own)
{
    call_name_free(ck, a->name, a->name_span, "function");
    if (!declare(ck, DECL_FN, a->name, a->name_span, (int)ck->fns.count)) return;
    struct fn_decl decl = {.ast = a, .name = a->name, .own = own};
    const struct ast *list = a->kids[0];
    for (uint32_t i = 0; i < list->count; i++) {
        value_name_free(ck, list->kids[i]->name, list->kids[i]->span, "argument");
        for (uint32_t k = 0; k < i; k++) {
            if (list->kids[k]->name != list->kids[i]->name) continue;
            diag(ck->diags, D_DUPLICATE_NAME, list->kids[i]->span, list->kids[i]->name);
            diag_note(ck->diags, list->kids[k]->span, "'%s' is first declared here", list->kids[i]->name);
            decl.broken = true;
        }
    }
    if (!vec_push(&ck->fns, decl)) ck->no_memory = true;
}

static void declare_param(struct checker *ck, const struct ast *a, bool own)
{
    value_name_free(ck, a->name, a->name_span, "parameter");
    struct param_decl decl = {.ast = a, .own = own};
    if (!declare(ck, DECL_PARAM, a->name, a->name_span, (int)ck->params.count)) return;
    if (!vec_push(&ck->params, decl)) ck->no_memory = true;
}

static void declare_lua(struct checker *ck, const struct ast *a)
{
    const char *text = arena_strdup(ck->arena, a->text ? a->text : "");
    struct span span = a->text_span.source ? a->text_span : a->span;
    if (!text || !vec_push(&ck->lua_texts, text) || !vec_push(&ck->lua_spans, span)) ck->no_memory = true;
}

void declare_file(struct checker *ck, const struct ast *file, bool own)
{
    for (uint32_t i = 0; i < file->count && !ck->no_memory; i++) {
        const struct ast *a = file->kids[i];
        if (!a) continue;
        switch (a->kind) {
        case AST_PLAY_MISERE:
            if (own) ck->model->misere = true;
            break;
        case AST_GAME:
        case AST_VARIANT:
        case AST_CODE:
        case AST_COMPOUND:
        case AST_GRAPH:
        case AST_GRAPH_FROM: declare_game(ck, a, own); break;
        case AST_FN: declare_fn(ck, a, own); break;
        case AST_PARAM: declare_param(ck, a, own); break;
        case AST_LUA: declare_lua(ck, a); break;
        default: break;
        }
    }
}

/* ---- headers */

/* The graph of `nodes of NAME`. */
static bool read_graph_of(struct checker *ck, const struct ast *a, struct field *field)
{
    const struct ast *of = a->count ? a->kids[0] : NULL;
    const struct decl *decl = of ? decl_find(ck, of->name) : NULL;
    const struct game_decl *graph = decl && decl->kind == DECL_GAME ? &ck->games.data[decl->index] : NULL;
    bool nodes = field->kind == FIELD_NODES;
    if (nodes && graph && (graph->ast->kind == AST_GRAPH || graph->ast->kind == AST_GRAPH_FROM)) {
        field->graph = decl->index;
        return true;
    }
    const char *example = "NAME";
    for (size_t i = 0; i < ck->games.count; i++)
        if (ck->games.data[i].ast->kind == AST_GRAPH || ck->games.data[i].ast->kind == AST_GRAPH_FROM)
            example = ck->games.data[i].name;
    diag(ck->diags, D_NODES_OF, of ? of->span : a->text_span.source ? a->text_span : a->span, example);
    if (strcmp(a->text, "row") == 0 || strcmp(a->text, "bag") == 0 || strcmp(a->text, "grid") == 0)
        diag_note(ck->diags, (struct span){0},
                  "cells are natural numbers; what they may be stands after the fields, as in %s",
                  "g(s: row) where all(x <= 1 for x in s)");
    return false;
}

static bool read_kind(struct checker *ck, const struct ast *a, struct field *field)
{
    field->kind = FIELD_NAT;
    if (!a->text) return true;
    if (a->count || strcmp(a->text, "nodes") == 0) {
        if (strcmp(a->text, "nodes") == 0) field->kind = FIELD_NODES;
        return read_graph_of(ck, a, field);
    }
    for (int k = FIELD_NAT; k < FIELD_NODE; k++)
        if (strcmp(a->text, field_kind_name((enum field_kind)k)) == 0) {
            field->kind = (enum field_kind)k;
            return true;
        }
    if (strcmp(a->text, field_kind_name(FIELD_TREE)) == 0) return field->kind = FIELD_TREE, true;
    static const char *const kinds[] = {"nat", "int", "bool", "row", "bag", "grid", "tree", "nodes"};
    diag(ck->diags, D_FIELD_KIND, a->span, a->text);
    diag_suggest(ck->diags, a->text, kinds, 8);
    return false;
}

struct field *declare_fields(struct checker *ck, const struct ast *list, size_t *count)
{
    *count = 0;
    if (list->count > MODEL_MAX_FIELDS) {
        diag(ck->diags, D_TOO_MANY, list->span, (unsigned)list->count, "fields", MODEL_MAX_FIELDS);
        return NULL;
    }
    struct field *fields = keep(ck, list->count, sizeof *fields);
    bool good = fields != NULL;
    for (uint32_t i = 0; fields && i < list->count; i++) {
        const struct ast *a = list->kids[i];
        good = value_name_free(ck, a->name, a->name_span, "field") && good;
        for (uint32_t k = 0; k < i; k++) {
            if (list->kids[k]->name != a->name) continue;
            diag(ck->diags, D_DUPLICATE_NAME, a->name_span, a->name);
            diag_note(ck->diags, list->kids[k]->name_span, "'%s' is first declared here", a->name);
            good = false;
        }
        fields[i] = (struct field){.name = keep_name(ck, a->name), .span = a->name_span, .graph = -1};
        good = read_kind(ck, a, &fields[i]) && good;
    }
    if (!good) return NULL;
    *count = list->count;
    return fields;
}

static struct field *one_field(struct checker *ck, const char *name, enum field_kind kind, struct span span,
                               size_t *count)
{
    struct field *field = keep(ck, 1, sizeof *field);
    *count = 1;
    if (field) *field = (struct field){.name = name, .kind = kind, .span = span, .graph = -1};
    return field;
}

/* Follows `of` to the game that has the fields; false if it reported an error. */
static bool find_base(struct checker *ck, int game)
{
    struct game_decl *decl = &ck->games.data[game];
    const struct ast *a = decl->ast;
    const char *name = intern_c(ck->in->names, a->text);
    if (!name) ck->no_memory = true;
    const struct decl *base = name ? decl_find(ck, name) : NULL;
    if (!base || base->kind != DECL_GAME) {
        struct span span = a->text_span.source ? a->text_span : a->span;
        diag(ck->diags, D_UNKNOWN_BASE, span, a->text);
        const char *names[200];
        size_t count = 0;
        for (size_t i = 0; i < ck->games.count && count < 200; i++) names[count++] = ck->games.data[i].name;
        diag_suggest(ck->diags, a->text, names, count);
        return false;
    }
    enum ast_kind kind = ck->games.data[base->index].ast->kind;
    if (kind != AST_GAME && kind != AST_VARIANT && kind != AST_CODE) {
        diag(ck->diags, D_BASE_KIND, a->text_span.source ? a->text_span : a->span, a->text);
        return false;
    }
    decl->base = base->index;
    return true;
}

static void report_base_cycles(struct checker *ck)
{
    for (size_t i = 0; i < ck->games.count; i++) {
        size_t steps = 0;
        int at = (int)i;
        while (at >= 0 && steps <= ck->games.count && steps < 60) {
            at = ck->games.data[at].base;
            steps++;
        }
        if (at < 0) continue;
        struct game_decl *decl = &ck->games.data[i];
        diag(ck->diags, D_BASE_CYCLE, decl->ast->name_span, decl->name);
        decl->broken = true;
        decl->base = -1;
    }
}

static void fill_starts(struct checker *ck, struct game *g, const struct ast *clauses, struct game_decl *decl)
{
    size_t count = 0;
    for (uint32_t i = 0; clauses && i < clauses->count; i++)
        count += clauses->kids[i] && clauses->kids[i]->kind == AST_START;
    if (count == 0) return;
    if (!(g->starts = keep(ck, count, sizeof *g->starts))) return;
    for (uint32_t i = 0; i < clauses->count; i++) {
        const struct ast *a = clauses->kids[i];
        if (!a || a->kind != AST_START) continue;
        struct start *s = &g->starts[g->start_count++];
        *s = (struct start){.span = a->span};
        s->fields = declare_fields(ck, a->kids[0], &s->field_count);
        if (!s->fields) {
            decl->broken = true;
            s->field_count = SIZE_MAX; /* matches no call */
        }
    }
}

static void fill_game(struct checker *ck, int game)
{
    struct game_decl *decl = &ck->games.data[game];
    const struct ast *a = decl->ast;
    struct game *g = &ck->model->games[game];
    *g = (struct game){.name = keep_name(ck, a->name), .span = a->name_span, .graph = -1};
    switch (a->kind) {
    case AST_GAME:
    case AST_COMPOUND:
        g->kind = a->kind == AST_GAME ? GAME_RULES : GAME_COMPOUND;
        g->fields = declare_fields(ck, a->kids[0], &g->field_count);
        break;
    case AST_CODE:
        g->fields = one_field(ck, "n", FIELD_NAT, a->name_span, &g->field_count);
        g->code = arena_printf(ck->arena, "%s %s", ast_op_spelling(a->op), a->text ? a->text : "");
        g->code_span = a->text_span.source ? a->text_span : a->span;
        if (!g->code) ck->no_memory = true;
        decl->clauses = a->op == OP_OCTAL ? octal_moves(ck, a, decl->name) : turning_moves(ck, a, decl->name);
        if (!decl->clauses) decl->broken = true;
        break;
    case AST_GRAPH:
    case AST_GRAPH_FROM:
        g->kind = GAME_GRAPH;
        g->fields = one_field(ck, "node", FIELD_NODE, a->name_span, &g->field_count);
        if (g->fields) g->fields[0].graph = game;
        break;
    default: break; /* a variant: handled below */
    }
    if (!g->fields && a->kind != AST_VARIANT) decl->broken = true;
    if (a->kind != AST_CODE) fill_starts(ck, g, decl->clauses, decl);
}

/* Once the fields of variants are known. */
static void distinguish_starts(struct checker *ck, int game)
{
    const struct game *g = &ck->model->games[game];
    for (size_t i = 0; i < g->start_count; i++) {
        const struct start *s = &g->starts[i];
        if (s->field_count == SIZE_MAX) continue;
        bool same = !forms_differ(s->fields, s->field_count, g->fields, g->field_count);
        for (size_t k = 0; k < i; k++)
            same = same || !forms_differ(s->fields, s->field_count, g->starts[k].fields, g->starts[k].field_count);
        if (!same) continue;
        diag(ck->diags, D_START_ARGUMENTS, s->span, s->field_count, s->field_count == 1 ? "" : "s");
        ck->games.data[game].broken = true;
    }
}

static void inherit_fields(struct checker *ck, int game)
{
    struct game_decl *decl = &ck->games.data[game];
    if (decl->ast->kind != AST_VARIANT) return;
    int root = decl->base;
    while (root >= 0 && ck->games.data[root].base >= 0) root = ck->games.data[root].base;
    if (root < 0 || ck->games.data[root].broken) {
        decl->broken = true;
        return;
    }
    struct game *g = &ck->model->games[game];
    g->fields = ck->model->games[root].fields;
    g->field_count = ck->model->games[root].field_count;
}

/* The parameters of games come after those of the files. */
static void collect_params(struct checker *ck)
{
    for (size_t g = 0; g < ck->games.count; g++) {
        const struct ast *clauses = clauses_of(ck->games.data[g].ast);
        ck->games.data[g].first_param = ck->params.count;
        for (uint32_t i = 0; clauses && i < clauses->count; i++) {
            const struct ast *a = clauses->kids[i];
            struct param_decl decl = {.ast = a, .own = ck->games.data[g].own};
            if (a && a->kind == AST_PARAM && !vec_push(&ck->params, decl)) ck->no_memory = true;
        }
        ck->games.data[g].param_count = ck->params.count - ck->games.data[g].first_param;
    }
    struct model *m = ck->model;
    if (!(m->params = keep(ck, ck->params.count, sizeof *m->params))) return;
    m->param_count = ck->params.count;
    for (size_t i = 0; i < m->param_count; i++)
        m->params[i] = (struct param){.name = ck->params.data[i].ast->name, .owner = -1};
    for (size_t g = 0; g < ck->games.count; g++)
        for (size_t i = 0; i < ck->games.data[g].param_count; i++)
            m->params[ck->games.data[g].first_param + i].owner = (int)g;
}

static void choose_main(struct checker *ck)
{
    struct model *m = ck->model;
    m->main_game = (int)ck->games.count - 1;
    for (size_t i = 0; i < ck->games.count; i++)
        if (ck->games.data[i].own) m->main_game = (int)i;
}

void declare_headers(struct checker *ck)
{
    struct model *m = ck->model;
    if (ck->no_memory || !(m->games = keep(ck, ck->games.count, sizeof *m->games))) return;
    m->game_count = ck->games.count;
    collect_params(ck);
    choose_main(ck);
    for (size_t i = 0; i < ck->games.count; i++)
        if (ck->games.data[i].ast->kind == AST_VARIANT && !find_base(ck, (int)i)) ck->games.data[i].broken = true;
    report_base_cycles(ck);
    for (size_t i = 0; i < ck->games.count && !ck->no_memory; i++) fill_game(ck, (int)i);
    for (size_t i = 0; i < ck->games.count && !ck->no_memory; i++) inherit_fields(ck, (int)i);
    for (size_t i = 0; i < ck->games.count && !ck->no_memory; i++) distinguish_starts(ck, (int)i);
}
