/* SPDX-License-Identifier: MIT */
/* Runs the stages from text to machine for a test, keeping everything in one struct. */
#include "rule_file.h"
#include <string.h>
#include "check/names/check.h"
#include "syntax/parse/parse.h"

static struct check_input input(struct rule_file *f, uint32_t source)
{
    return (struct check_input){
        .sources = &f->sources, .names = &f->names, .scratch = &f->arena, .diags = &f->diags, .source = source};
}

void rule_open(struct rule_file *f, const char *text)
{
    memset(f, 0, sizeof *f);
    f->names.arena = &f->arena;
    struct ast *file;
    f->st = sources_add(&f->sources, "rule.game", text, strlen(text), &f->source);
    struct ast_parse parse = {
        .source = f->source, .sources = &f->sources, .names = &f->names, .arena = &f->arena, .diags = &f->diags};
    if (f->st == ST_OK) f->st = parse_file(&parse, &file);
    struct check_input in = input(f, f->source);
    if (f->st == ST_OK) f->st = check_file(&in, file, &f->model);
    if (f->st == ST_OK) f->st = code_compile(f->model, &f->diags, &f->code);
    for (size_t i = 0; f->st == ST_OK && i < f->model->check_count; i++) f->st = code_claim(f->code, i, &f->diags);
    if (f->st != ST_OK) return;
    f->params = model_defaults(f->model, &f->arena);
    f->st = f->params ? vm_open(f->code, f->params, NULL, &f->budget, &f->diags, &f->vm) : ST_NO_MEMORY;
}

enum status rule_position(struct rule_file *f, const char *term, struct position *position)
{
    uint32_t source;
    struct ast *ast;
    struct expr *expr;
    int slots, program;
    *position = (struct position){0};
    enum status st = sources_add(&f->sources, "<position>", term, strlen(term), &source);
    struct ast_parse parse = {
        .source = source, .sources = &f->sources, .names = &f->names, .arena = &f->arena, .diags = &f->diags};
    if (st == ST_OK) st = parse_expression(&parse, &ast);
    struct check_input in = input(f, source);
    if (st == ST_OK) st = check_position(&in, f->model, ast, &f->arena, &expr, &slots);
    if (st == ST_OK) st = code_add_expression(f->code, expr, slots, &f->diags, &program);
    if (st == ST_OK) st = vm_position(f->vm, program, &f->arena, position);
    return st;
}

const char *rule_error(const struct rule_file *f)
{
    for (size_t i = f->diags.count; i > 0; i--)
        if (f->diags.items[i - 1].severity == SEVERITY_ERROR) return diag_code(f->diags.items[i - 1].id);
    return "";
}

const char *rule_message(struct rule_file *f)
{
    struct text out = {0};
    for (size_t i = f->diags.count; i > 0; i--) {
        const struct diagnostic *d = &f->diags.items[i - 1];
        if (d->severity != SEVERITY_ERROR) continue;
        text_puts(&out, d->message);
        for (const struct note *n = d->notes; n; n = n->next) text_add(&out, " | %s", n->message);
        break;
    }
    const char *message = arena_strdup(&f->arena, text_c(&out));
    text_free(&out);
    return message;
}

struct listing {
    const struct model *model;
    struct text out;
};

static enum status list_option(void *context, const struct component *components, size_t count,
                               const struct taken *taken)
{
    struct listing *l = context;
    struct position p = {(struct component *)components, count, NULL};
    if (l->out.length) text_puts(&l->out, "; ");
    if (taken->move) {
        text_add(&l->out, "%s(", taken->move->name);
        for (size_t i = 0; taken->values && i < taken->move->gen_count; i++)
            text_add(&l->out, "%s%lld", i ? "," : "", (long long)taken->values[i]);
        text_puts(&l->out, ") ");
    }
    position_print(l->model, &p, &l->out);
    return ST_OK;
}

const char *rule_options(struct rule_file *f, const char *term)
{
    struct position p;
    struct listing l = {.model = f->model};
    f->st = rule_position(f, term, &p);
    for (size_t i = 0; i < p.count && f->st == ST_OK; i++)
        f->st = vm_options(f->vm, &p.components[i], 1, list_option, &l);
    const char *text = arena_strdup(&f->arena, text_c(&l.out));
    text_free(&l.out);
    return text;
}

void rule_close(struct rule_file *f)
{
    vm_close(f->vm);
    code_free(f->code);
    model_free(f->model);
    diags_free(&f->diags);
    interns_free(&f->names);
    sources_free(&f->sources);
    arena_free(&f->arena);
}

bool rule_is_fillable(const char *text)
{
    struct rule_file f;
    rule_open(&f, text);
    bool is = f.st == ST_OK && vm_fillable(f.code, 0);
    rule_close(&f);
    return is;
}
