/* SPDX-License-Identifier: MIT */
/* Calls: builtins, folds over a comprehension or a row, Lua, functions, games, questions, distinguished by name. */
#include "check/private.h"
#include <string.h>

static const char *const fold_names[] = {"sum", "xor", "min", "max", "count", "any", "all"};

bool is_fold_name(const char *name, enum fold *fold)
{
    for (int i = 0; i < 7; i++)
        if (strcmp(name, fold_names[i]) == 0) {
            *fold = (enum fold)i;
            return true;
        }
    return false;
}

int builtin_find(const char *name)
{
    for (int i = 0; i < BUILTIN_COUNT; i++) {
        const char *spelling = builtin_info((enum builtin)i)->spelling;
        if (*spelling == *name && strcmp(spelling, name) == 0) return i;
    }
    return -1;
}

/* ---- folds */

/* sum(x for x in h): a fold for numbers, a sum of positions for positions. */
static struct expr *check_fold(struct checker *ck, const struct ast *a, enum fold fold)
{
    const struct ast *comprehension = a->kids[0];
    struct expr *e =
        check_comprehension(ck, comprehension, a->span, fold == FOLD_ANY || fold == FOLD_ALL ? TYPE_BOOL : WANT_ANY);
    if (!e) return NULL;
    struct expr *body = e->kids[0];
    e->kind = EXPR_FOLD;
    e->index = (int)fold;
    e->type = fold == FOLD_ANY || fold == FOLD_ALL ? TYPE_BOOL : TYPE_INT;
    if (fold == FOLD_SUM && body->type == TYPE_POSITION) {
        e->kind = EXPR_SUM_FOR;
        e->index = 0;
        e->type = TYPE_POSITION;
        return e;
    }
    if (fold == FOLD_COUNT) {
        /* count(odd(i) for i ...) counts the cases in which the body holds; any other body only names what is
         * counted. */
        if (body->type == TYPE_BOOL)
            e->kids[1] = e->kids[1] ? expr_two(ck, EXPR_AND, TYPE_BOOL, body->span, e->kids[1], body) : body;
        e->kids[0] = NULL;
        return ck->no_memory ? NULL : e;
    }
    char *what = arena_printf(ck->scratch, "the body of '%s'", fold_names[fold]);
    if (!what) ck->no_memory = true;
    return what && expect_type(ck, body, e->type, what) ? e : NULL;
}

/* max(h) for a row or bag h is max(x for x in h). */
static struct expr *fold_row(struct checker *ck, const struct ast *a, enum fold fold, struct expr *row)
{
    struct expr *e = expr_new(ck, EXPR_FOLD, TYPE_INT, a->span, 2);
    struct expr *body = expr_new(ck, EXPR_LOCAL, TYPE_INT, a->span, 0);
    struct gen *gen = keep(ck, 1, sizeof *gen);
    if (!e || !body || !gen) return NULL;
    body->index = ck->scope->slots++;
    body->name = gen->name = "x";
    gen->slot = body->index;
    gen->span = row->span;
    gen->domain = (struct domain){.kind = DOMAIN_ELEMENTS, .span = row->span, .low = row, .index = -1};
    e->index = (int)fold;
    e->gens = gen;
    e->gen_count = 1;
    e->kids[0] = fold == FOLD_COUNT ? NULL : body;
    return e;
}

/* ---- builtins */

static enum type letter_type(char letter)
{
    switch (letter) {
    case 'b': return TYPE_BOOL;
    case 'r':
    case 'n':
    case 'c':
    case 'g': return TYPE_ROW;
    case 'G': return TYPE_GRID;
    case 't': return TYPE_TREE;
    default: return TYPE_INT;
    }
}

static bool letter_takes(char letter, const struct expr *e)
{
    if (letter == 'c' && (e->type == TYPE_NODES || e->type == TYPE_TREE)) return true;
    if (letter == 'n' || letter == 'g' || letter == 'c') return e->type == TYPE_ROW || e->type == TYPE_BAG;
    return e->type == letter_type(letter);
}

static bool right_count(struct checker *ck, const struct ast *a, const char *args)
{
    size_t letters = strlen(args);
    bool many = letters && args[letters - 1] == '+';
    if (many) letters--;
    if (many ? a->count >= letters : a->count == letters) return true;
    diag(ck->diags, D_ARGUMENT_COUNT, a->span, a->name, many ? "at least " : "", letters, letters == 1 ? "" : "s",
         a->count);
    return false;
}

static struct expr *check_builtin(struct checker *ck, const struct ast *a, enum builtin builtin)
{
    const struct builtin_info *info = builtin_info(builtin);
    if (!right_count(ck, a, info->args)) return NULL;
    struct expr *e = expr_new(ck, EXPR_CALL, letter_type(info->result[0]), a->span, a->count);
    bool good = e != NULL;
    for (uint32_t i = 0; e && i < a->count; i++) {
        char letter = info->args[0];
        if (info->args[1] != '+') letter = info->args[i];
        struct expr *arg = check_expr(ck, a->kids[i], (int)letter_type(letter));
        if (arg && !letter_takes(letter, arg)) {
            char *what = arena_printf(ck->scratch, "argument %u of '%s'", (unsigned)i + 1, a->name);
            if (!what) ck->no_memory = true;
            else
                diag(ck->diags, D_WRONG_TYPE, arg->span, what,
                     letter == 'n' || letter == 'g' || letter == 'c' ? "a row or bag"
                                                                     : type_phrase(letter_type(letter)),
                     type_phrase(arg->type));
            arg = NULL;
        }
        e->kids[i] = arg;
        good = good && arg;
    }
    if (!good) return NULL;
    e->index = (int)builtin;
    return e;
}

/* ---- Lua */

int lua_find(struct checker *ck, const char *name, struct span span, size_t arity, bool generator)
{
    for (size_t i = 0; i < ck->lua.count; i++) {
        const struct lua_function *f = &ck->lua.data[i];
        if (strcmp(f->name, name) != 0) continue;
        if (f->generator != generator) {
            diag(ck->diags, D_LUA_BOTH, span, name);
            diag_note(ck->diags, f->span, "the other use is here");
            return -1;
        }
        if (generator || (size_t)f->arity == arity) return (int)i;
        diag(ck->diags, D_LUA_ARITY, span, name, arity, f->arity);
        diag_note(ck->diags, f->span, "the first use is here");
        return -1;
    }
    struct lua_function f = {.name = keep_name(ck, name), .span = span, .arity = (int)arity, .generator = generator};
    if (!vec_push(&ck->lua, f)) ck->no_memory = true;
    return ck->no_memory ? -1 : (int)ck->lua.count - 1;
}

static struct expr *check_lua(struct checker *ck, const struct ast *a, int want)
{
    if (ck->lua_texts.count == 0 && ck->model->lua_text_count == 0) {
        diag(ck->diags, D_LUA_MISSING, a->span, a->name);
        return NULL;
    }
    struct expr *e = expr_new(ck, EXPR_LUA, want == TYPE_BOOL ? TYPE_BOOL : TYPE_INT, a->span, a->count);
    bool good = e != NULL;
    for (uint32_t i = 0; e && i < a->count; i++) {
        e->kids[i] = check_typed(ck, a->kids[i], TYPE_INT, "the argument of a Lua function");
        good = good && e->kids[i];
    }
    if (!good) return NULL;
    e->index = lua_find(ck, a->name, a->span, a->count, false);
    return e->index >= 0 ? e : NULL;
}

/* ---- all calls */

static struct expr *check_fold_call(struct checker *ck, const struct ast *a, enum fold fold)
{
    if (a->count == 1 && a->kids[0] && a->kids[0]->kind == AST_COMPREHENSION) return check_fold(ck, a, fold);
    int builtin = builtin_find(a->name);
    if (a->count != 1) {
        if (builtin >= 0) return check_builtin(ck, a, (enum builtin)builtin);
        diag(ck->diags, D_FOLD_FORM, a->span, a->name, a->name);
        return NULL;
    }
    struct expr *only = check_expr(ck, a->kids[0], WANT_ANY);
    if (!only) return NULL;
    if ((only->type == TYPE_ROW || only->type == TYPE_BAG) && fold != FOLD_ANY && fold != FOLD_ALL)
        return fold_row(ck, a, fold, only);
    if (builtin < 0) {
        diag(ck->diags, D_FOLD_FORM, a->span, a->name, a->name);
        return NULL;
    }
    char *what = arena_printf(ck->scratch, "the argument of '%s'", a->name);
    if (!what) ck->no_memory = true;
    struct expr *e = what ? expr_one(ck, EXPR_CALL, TYPE_INT, a->span, expect_type(ck, only, TYPE_INT, what)) : NULL;
    if (e) e->index = builtin;
    return e;
}

/* A call of something declared in the files, which takes precedence over the words of the language. */
static struct expr *check_declared(struct checker *ck, const struct ast *a, int want)
{
    const struct decl *decl = decl_find(ck, a->name);
    if (!decl && model_find_game(ck->model, a->name) < 0) {
        diag(ck->diags, D_UNKNOWN_NAME, a->name_span, a->name);
        diag_note(ck->diags, (struct span){0},
                  "'%s' is a function of the file, and those cannot be called in typed text", a->name);
        return NULL;
    }
    struct expr *e = decl && decl->kind == DECL_FN ? inline_fn(ck, &ck->fns.data[decl->index], a, want)
                                                   : check_game_call(ck, a, game_find(ck, a->name));
    bool folds = a->count == 1 && a->kids[0] && a->kids[0]->kind == AST_COMPREHENSION;
    if (!e && decl && folds && call_word_phrase(a->name))
        diag_note(ck->diags, decl->span, "'%s' is declared here and hides that of the language", a->name);
    return e;
}

struct expr *check_call(struct checker *ck, const struct ast *a, int want)
{
    enum fold fold;
    if (a->text) return check_lua(ck, a, want); /* only `lua` can precede a point */
    if (call_declared(ck, a->name, a->span)) return check_declared(ck, a, want);
    if (is_fold_name(a->name, &fold)) return check_fold_call(ck, a, fold);
    int builtin = builtin_find(a->name);
    if (builtin == BUILTIN_ADJACENT) return check_nodes_call(ck, a, BUILTIN_ADJACENT, want);
    if (builtin == BUILTIN_COMPONENT || builtin == BUILTIN_PART) /* two of one name */
        return a->count < 3 ? check_nodes_call(ck, a, BUILTIN_PART, want) : check_builtin(ck, a, BUILTIN_COMPONENT);
    if (builtin >= 0) return check_builtin(ck, a, (enum builtin)builtin);
    if (strcmp(a->name, "arrows") == 0) return check_arrows(ck, a);
    if (is_question_name(a->name)) return check_question_call(ck, a);
    if (is_set_call(a->name) || is_set_name(a->name)) diag(ck->diags, D_SET_MISPLACED, a->span, a->name);
    else report_unknown_call(ck, a);
    return NULL;
}
