/* SPDX-License-Identifier: MIT */
/* Functions are inlined. An argument that is a name or a literal replaces its variable, any other is bound once
 * (EXPR_LET), so nothing is computed twice. Inside a body only its own arguments, the parameters of the file and
 * other functions are visible. */
#include "check/private.h"
#include <string.h>

static bool stands_for_itself(const struct expr *e)
{
    switch (e->kind) {
    case EXPR_INT:
    case EXPR_BOOL:
    case EXPR_OUTCOME:
    case EXPR_FIELD:
    case EXPR_PARAM:
    case EXPR_LOCAL:
    case EXPR_MOVER:
    case EXPR_NODE:
    case EXPR_END: return true;
    default: return e->type == TYPE_POSITION || e->type == TYPE_POSITIONS || e->type == TYPE_OUTCOME;
    }
}

static bool may_write_out(struct checker *ck, struct fn_decl *fn, struct span span)
{
    if (fn->broken) return false;
    if (fn->active) {
        diag(ck->diags, D_FN_RECURSION, span, fn->name);
        if (call_word_phrase(fn->name))
            diag_note(ck->diags, fn->ast->name_span,
                      "this '%s' hides that of the language, also in its own body; give it another name to use both",
                      fn->name);
        for (size_t i = 0; i < ck->fns.count; i++)
            if (ck->fns.data[i].active) ck->fns.data[i].broken = true;
        return false;
    }
    if (ck->fn_depth < CHECK_MAX_INLINE && ck->inlined < CHECK_MAX_INLINED) return true;
    if (!ck->grown_said) diag(ck->diags, D_FN_TOO_LARGE, span, fn->name, CHECK_MAX_INLINED);
    ck->grown_said = fn->broken = true;
    return false;
}

/* Introduces the arguments; args[i] is NULL if a mistake was reported in it. `slots` gets the slots of those that
 * need a LET. */
static bool bind_arguments(struct checker *ck, const struct ast *list, struct expr **args, int *slots)
{
    size_t first = ck->scope->locals.count;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct ast *name = list->kids[i];
        struct local local = {.name = name->name, .span = name->span, .slot = -1, .graph = -1, .unknown = !args[i]};
        slots[i] = -1;
        if (args[i]) {
            local.type = args[i]->type;
            if (args[i]->type == TYPE_NODE || args[i]->type == TYPE_NODES) local.graph = args[i]->game;
            if (stands_for_itself(args[i])) local.value = args[i];
            else local.slot = slots[i] = ck->scope->slots++;
        }
        if (!vec_push(&ck->scope->locals, local)) {
            ck->no_memory = true;
            return false;
        }
    }
    ck->scope->first_visible = first;
    return true;
}

static struct expr *wrap_lets(struct checker *ck, const struct ast *list, struct expr *body, struct expr **args,
                              const int *slots)
{
    for (uint32_t i = list->count; body && i-- > 0;) {
        if (slots[i] < 0) continue;
        body = expr_typed_like(expr_two(ck, EXPR_LET, body->type, body->span, args[i], body), body);
        if (!body) return NULL;
        body->index = slots[i];
        body->name = keep_name(ck, list->kids[i]->name);
    }
    return body;
}

static struct expr *check_body(struct checker *ck, struct fn_decl *fn, const struct ast *list, struct expr **args,
                               int *slots, int want)
{
    struct scope *s = ck->scope;
    size_t visible = s->first_visible, count = s->locals.count, errors = ck->diags->errors;
    if (ck->fn_depth++ == 0) {
        ck->inlined = 0;
        ck->grown_said = false;
    }
    fn->active = true;
    struct expr *body = bind_arguments(ck, list, args, slots) ? check_expr(ck, fn->ast->kids[1], want) : NULL;
    fn->active = false;
    ck->fn_depth--;
    s->locals.count = count;
    s->first_visible = visible;
    if (ck->diags->errors > errors) fn->broken = true;
    return body;
}

struct expr *inline_fn(struct checker *ck, struct fn_decl *fn, const struct ast *call, int want)
{
    const struct ast *list = fn->ast->kids[0];
    fn->used = true;
    if (call->count != list->count) {
        diag(ck->diags, D_ARGUMENT_COUNT, call->span, fn->name, "", (size_t)list->count, list->count == 1 ? "" : "s",
             call->count);
        diag_note(ck->diags, fn->ast->name_span, "the function is declared here");
        return NULL;
    }
    struct expr **args = arena_array(ck->scratch, list->count + 1, sizeof *args);
    int *slots = arena_array(ck->scratch, list->count + 1, sizeof *slots);
    if (!args || !slots) {
        ck->no_memory = true;
        return NULL;
    }
    bool good = true;
    for (uint32_t i = 0; i < list->count; i++) {
        args[i] = check_expr(ck, call->kids[i], WANT_ANY);
        good = good && args[i];
    }
    size_t errors = ck->diags->errors;
    if (!good || !may_write_out(ck, fn, call->span)) return NULL;
    struct expr *body = check_body(ck, fn, list, args, slots, want);
    if (!body && ck->diags->errors > errors && ck->fn_depth == 0)
        diag_note(ck->diags, call->span, "the function is written out for this call");
    return wrap_lets(ck, list, body, args, slots);
}

/* The names in a function that nothing calls are checked too; the types of its arguments are unknown, so type errors
 * are not reported. */
void check_unused_fns(struct checker *ck)
{
    for (size_t i = 0; i < ck->fns.count && !ck->no_memory; i++) {
        struct fn_decl *fn = &ck->fns.data[i];
        if (fn->used) continue;
        const struct ast *list = fn->ast->kids[0];
        struct expr **args = arena_array(ck->scratch, list->count + 1, sizeof *args);
        int *slots = arena_array(ck->scratch, list->count + 1, sizeof *slots);
        struct scope scope;
        if (!args || !slots) {
            ck->no_memory = true;
            return;
        }
        scope_open(ck, &scope, -1, ALLOW_PARAMS | ALLOW_MOVER | ALLOW_QUESTIONS);
        check_body(ck, fn, list, args, slots, WANT_ANY);
        scope_close(ck, &scope);
        fn->used = false;
    }
}
