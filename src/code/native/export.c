/* SPDX-License-Identifier: MIT */
/* Comment, head, program, what it knows of the rule, main. */
#include "code/native/export.h"
#include "code/native/private.h"

static const char *const main_text[] = {
#include "code/native/standalone.inc"
    NULL};

/* Looks for an instruction that always needs the machine. */
static bool is_left_over(const struct writer *w, struct refusal *refusal)
{
    for (size_t at = 0; at < w->p->count; at++) {
        if (writes_instruction(w, &w->p->code[at])) continue;
        refusal->step = op_table[w->p->code[at].op].name;
        if (w->p->origins[at].from) refusal->span = w->p->origins[at].from->span;
        return true;
    }
    return false;
}

static void write_rule(const struct export *what, struct text *out)
{
    text_puts(out, "/* Written by `cgi export --c` from this rule:\n\n");
    for (size_t i = 0; i < what->rule_length; i++) {
        char c = what->rule[i];
        bool after = i && ((c == '/' && what->rule[i - 1] == '*') || (c == '*' && what->rule[i - 1] == '/'));
        text_putc(out, after || c == '\\' ? ' ' : c);
    }
    text_puts(out, "\n   usage: PROGRAM [--csv] RANGE...     one range for each field: 0..20, or 7\n"
                   "   A label L17 is instruction 17 of the rule's table (cgi check --dump=code), S17 what is done "
                   "there if it needs care.\n"
                   "   Each option's value is marked with the position's stamp; the value is the least number without "
                   "that mark.");
    text_puts(out, what->misere ? "\n   Misere play: 0 is lost, 1 is won, and so is a position without options. */\n"
                                : " */\n");
    text_puts(out, "#ifdef __GNUC__ /* each instruction by itself: a rule need not use all that is there, and each "
                   "test is a line */\n"
                   "#pragma GCC diagnostic ignored \"-Wunused-variable\"\n"
                   "#pragma GCC diagnostic ignored \"-Wunused-but-set-variable\"\n"
                   "#pragma GCC diagnostic ignored \"-Wunused-function\"\n"
                   "#pragma GCC diagnostic ignored \"-Wunused-label\"\n"
                   "#pragma GCC diagnostic ignored \"-Wunused-parameter\"\n"
                   "#pragma GCC diagnostic ignored \"-Wmisleading-indentation\"\n"
                   "#pragma GCC diagnostic ignored \"-Wtautological-compare\"\n"
                   "#endif\n"
                   "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n");
}

static void write_string(const char *s, struct text *out)
{
    text_putc(out, '"');
    for (; *s; s++) {
        if (*s == '"' || *s == '\\') text_putc(out, '\\');
        text_putc(out, *s == '\n' ? ' ' : *s);
    }
    text_putc(out, '"');
}

static void write_numbers(const int64_t *x, size_t count, struct text *out)
{
    for (size_t i = 0; i < count; i++) {
        text_puts(out, i ? ", " : "");
        write_number(x[i], out);
    }
    if (count == 0) text_putc(out, '0');
}

/* What is left to `step`: rays, marks beyond the array, the end of a position; anything else is a failure, by the
 * words of the rule. */
static void write_left(const struct writer *w)
{
    text_puts(w->out, "static const struct cgi_left cgi_lefts[] = {\n");
    for (size_t at = 0; at < w->p->count; at++) {
        const struct ins *ins = &w->p->code[at];
        const struct origin *o = &w->p->origins[at];
        struct text words = {0};
        if (!w->stepped[at]) continue;
        char what = ins->op == OP_RAY ? 'r' : ins->op == OP_TABLE_MARK ? 'm' : ins->op == OP_TABLE_STEP ? 's' : 'f';
        text_add(w->out, "    {%zu, '%c', %d, %d, %d, %d, ", at, what, (int)ins->a, (int)ins->b, (int)ins->c,
                 (int)ins->d);
        if (o->from) expr_print(w->code->model, o->game, o->from, &words);
        write_string(text_c(&words), w->out);
        text_puts(w->out, "},\n");
        w->out->failed = w->out->failed || words.failed;
        text_free(&words);
    }
    text_puts(w->out, "    {-1, 'f', 0, 0, 0, 0, 0}};\n");
}

static void write_sets(const struct export *what, struct text *out)
{
    const struct model *m = what->code->model;
    for (size_t i = 0; i < m->param_count; i++) {
        if (m->params[i].kind != PARAM_SET) continue;
        text_add(out, "static const int64_t cgi_set%zu[] = {", i);
        write_numbers(what->params[i].set, what->params[i].set_count, out);
        text_puts(out, "};\n");
    }
    text_puts(out, "static const struct cgi_cells cgi_sets[] = {");
    for (size_t i = 0; i < m->param_count; i++)
        if (m->params[i].kind == PARAM_SET) text_add(out, "{cgi_set%zu, %zu}, ", i, what->params[i].set_count);
        else text_puts(out, "{0, 0}, ");
    text_puts(out, "{0, 0}};\n");
}

/* Parameters, the mover, fields and own registers, constants. */
static void write_registers(const struct export *what, const struct program *p, struct text *out)
{
    size_t params = what->code->model->param_count, own = (size_t)(p->registers - p->constant_count);
    text_puts(out, "static int64_t cgi_registers[] = {");
    for (size_t i = 0; i < own; i++) {
        write_number(i < params ? what->params[i].value : i == params, out);
        text_puts(out, ", ");
    }
    write_numbers(p->constants, (size_t)p->constant_count, out);
    text_puts(out, "};\n");
}

static void write_facts(const struct export *what, const struct program *p, struct text *out)
{
    const struct game *g = &what->code->model->games[what->game];
    write_sets(what, out);
    write_registers(what, p, out);
    text_add(out,
             "enum { CGI_FIELDS = %zu, CGI_FIRST = %zu, CGI_MISERE = %d };\nstatic const char *const cgi_names[] = {",
             g->field_count, what->code->model->param_count + 1, what->misere);
    for (size_t i = 0; i < g->field_count; i++) {
        text_puts(out, i ? ", " : "");
        write_string(g->fields[i].name, out);
    }
    text_puts(out, "};\nstatic const int64_t cgi_low[] = {");
    write_numbers(what->low, g->field_count, out);
    text_puts(out, "};\n");
}

static void write_program(const struct export *what, struct writer *w)
{
    write_rule(what, w->out);
    write_head(w->out);
    text_puts(w->out, "\n/* ---- the rule */\n\n"
                      "static const int64_t *cgi_named(int set, int64_t most, const int64_t **end);\n"
                      "static bool cgi_is_named(int set, int64_t x);\n");
    write_function(w);
    text_puts(
        w->out,
        "\n/* ---- what the rest knows of it */\n\n"
        "struct cgi_left {\n    int32_t at;\n    char what;\n    int32_t a, b, c, d;\n    const char *words;\n};\n");
    write_left(w);
    write_facts(what, w->p, w->out);
    text_add(w->out, "enum { CGI_SQUARES = %d, CGI_FIB = %d, CGI_PRIMES = %d };\n\n", (int)DOMAIN_SQUARES,
             (int)DOMAIN_FIB, (int)DOMAIN_PRIMES);
    for (const char *const *line = main_text; *line; line++) text_puts(w->out, *line);
}

enum status native_export(const struct export *what, struct text *out, struct refusal *refusal)
{
    const struct model *m = what->code->model;
    const struct game *g = &m->games[what->game];
    struct premises premises = {.small_params = true, .misere = what->misere};
    for (size_t i = 0; i < g->field_count; i++) premises.low[i] = what->low[i];
    for (size_t i = 0; i < m->param_count; i++)
        if (m->params[i].kind != PARAM_SET && !known_is_small(what->params[i].value)) premises.small_params = false;
    struct writer w = {.code = what->code,
                       .p = what->code->programs.data[what->code->games[what->game].table],
                       .premises = &premises,
                       .out = out,
                       .alone = true};
    *refusal = (struct refusal){.span = g->span};
    bool fine = writer_open(&w);
    if (fine && !is_left_over(&w, refusal)) write_program(what, &w);
    writer_close(&w);
    return fine && !out->failed ? ST_OK : ST_NO_MEMORY;
}
