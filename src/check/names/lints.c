/* SPDX-License-Identifier: MIT */
/* Warnings about what is never used, written twice, or read otherwise than it looks; only for the file itself, not
 * for its imports. */
#include "check/private.h"
#include <string.h>

static bool same_move(const struct move *a, const struct move *b)
{
    if (a->lua != b->lua || a->gen_count != b->gen_count || a->condition_count != b->condition_count) return false;
    if (a->lua >= 0) return true;
    for (size_t i = 0; i < a->gen_count; i++)
        if (!domain_equal(&a->gens[i].domain, &b->gens[i].domain)) return false;
    for (size_t i = 0; i < a->condition_count; i++)
        if (!expr_equal(a->conditions[i], b->conditions[i])) return false;
    return expr_equal(a->result, b->result);
}

static void lint_game(struct checker *ck, int game)
{
    const struct game *g = &ck->model->games[game];
    const struct game_decl *decl = &ck->games.data[game];
    if (g->kind != GAME_RULES) return;
    if (g->move_count == 0) diag(ck->diags, D_NO_MOVES, g->span, g->name);
    for (size_t i = decl->inherited; i < g->move_count && i < 200; i++)
        for (size_t k = 0; k < i; k++) {
            if (!same_move(&g->moves[i], &g->moves[k])) continue;
            diag(ck->diags, D_DUPLICATE_MOVE, g->moves[i].span, g->moves[i].name, g->moves[k].name);
            diag_note(ck->diags, g->moves[k].span, "the other one is here");
            break;
        }
}

/* ---- a line end does not end an edge */

static size_t column_of(const char *text, size_t at)
{
    size_t column = 0;
    while (column < at && text[at - 1 - column] != '\n') column++;
    return column;
}

static bool opens_line(const char *text, size_t at)
{
    while (at && (text[at - 1] == ' ' || text[at - 1] == '\t')) at--;
    return at && text[at - 1] == '\n';
}

/* `a -> b` with `c` below it, no further to the right: it looks like a node without moves, but it is one that a
 * leads to. */
static void lint_graph(struct checker *ck, const struct ast *list)
{
    const struct written_edges *edges = list->edges;
    const struct source *source = source_get(ck->in->sources, ck->in->source);
    const char *text = source ? source->text : NULL;
    size_t column = 0; /* of the first edge on the line */
    for (uint32_t i = 0, end, before = 0; text && i < edges->place_count; i = end) {
        end = written_edge_end(edges, i);
        if (end == i + 1) continue;
        uint32_t begin = written_place(edges, i)->begin;
        if (!before || memchr(text + before, '\n', begin - before)) column = column_of(text, begin);
        before = begin;
        for (uint32_t k = i + 1; k < end; k++) {
            uint32_t at = written_place(edges, k)->begin;
            if (!opens_line(text, at) || column_of(text, at) > column) continue;
            const char *name = edges->names[written_place(edges, k)->node];
            struct span span = {ck->in->source, at, at + (uint32_t)strlen(name)};
            diag(ck->diags, D_NODE_ON_ITS_OWN, span, name, edges->names[written_place(edges, i)->node]);
            break;
        }
    }
}

/* A name of the language to which the file gives another meaning; reported only if remarks are wanted. */
static void lint_hidden(struct checker *ck)
{
    for (size_t i = 0; i < ck->decls.count; i++) {
        const struct decl *d = &ck->decls.data[i];
        bool game = d->kind == DECL_GAME, graph = game && ck->model->games[d->index].kind == GAME_GRAPH;
        const char *hides = d->kind == DECL_PARAM ? NULL : call_word_phrase(d->name);
        if (!hides && (d->kind == DECL_PARAM || graph) && is_set_name(d->name)) hides = "set";
        if (!hides || d->span.source != ck->in->source) continue;
        const char *kind = graph ? "graph" : game ? "game" : d->kind == DECL_FN ? "function" : "parameter";
        diag(ck->diags, D_HIDES_WORD, d->span, d->name, kind, hides);
    }
    for (size_t i = 0; i < ck->params.count; i++) {
        const struct param *p = &ck->model->params[i];
        if (p->owner >= 0 && ck->params.data[i].own && is_set_name(p->name))
            diag(ck->diags, D_HIDES_WORD, p->span, p->name, "parameter", "set");
    }
}

void analyse_lints(struct checker *ck)
{
    if (ck->in->remarks) lint_hidden(ck);
    for (size_t i = 0; i < ck->games.count; i++)
        if (ck->games.data[i].own) {
            const struct ast *a = ck->games.data[i].ast;
            if (a && a->kind == AST_GRAPH) lint_graph(ck, a->kids[0]);
            lint_game(ck, (int)i);
        }
    for (size_t i = 0; i < ck->params.count; i++)
        if (ck->params.data[i].own && !ck->params.data[i].used)
            diag(ck->diags, D_UNUSED_PARAM, ck->model->params[i].span, ck->model->params[i].name);
    for (size_t i = 0; i < ck->fns.count; i++)
        if (ck->fns.data[i].own && !ck->fns.data[i].used)
            diag(ck->diags, D_UNUSED_FN, ck->fns.data[i].ast->name_span, ck->fns.data[i].name);
}
