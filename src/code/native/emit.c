/* SPDX-License-Identifier: MIT */
/* The lines of forms.def with the operands of each instruction, then the ways to run->step. */
#include "code/native/emit.h"
#include <string.h>
#include "code/native/live.h"
#include "code/native/signs.h"

enum { MOST_INSTRUCTIONS = 1000 };

struct writer {
    const struct code *code;
    const struct program *p;
    struct text *out;
    struct live live;
    struct signs signs;
    bool *target;  /* of each instruction: some jump leads there */
    bool *stepped; /* it may be left to run->step */
    bool *sets;    /* of each iterator: it runs over numbers in memory, here */
    bool pairs;    /* some ray is one of pairs of heaps: the machine's kernel for these looks at each position's end */
};

static const char *const prelude_text[] = {
#include "code/native/prelude.inc"
    NULL};
static const char *const forms[OP_COUNT] = {
#define FORM(name, text) [OP_##name] = text,
#include "code/native/forms.def"
#undef FORM
};

/* ---- words
 * ------------------------------------------------------------------------------------------------------- */

static void write_name(const char *name, int32_t reg, struct text *out)
{
    for (; *name; name++) {
        bool plain = (*name >= 'a' && *name <= 'z') || (*name >= 'A' && *name <= 'Z') || (*name >= '0' && *name <= '9');
        text_putc(out, plain ? *name : '_');
    }
    text_add(out, "_%d", (int)reg);
}

/* The name of the generators that the register is for, if it is one name. */
static const char *generator_name(const struct program *p, int32_t reg)
{
    const char *name = NULL;
    for (size_t i = 0; i < p->loop_count; i++) {
        if (p->loops[i].is_array || p->loops[i].reg != reg) continue;
        if (!p->loops[i].name || (name && strcmp(name, p->loops[i].name) != 0)) return "r";
        name = p->loops[i].name;
    }
    return name ? name : "r";
}

static void write_number(int64_t x, struct text *out)
{
    if (x == INT64_MIN) text_puts(out, "INT64_MIN");
    else if (x < 0) text_add(out, "(-INT64_C(%lld))", (long long)-x);
    else text_add(out, x <= INT32_MAX ? "%lld" : "INT64_C(%lld)", (long long)x);
}

static void write_reg(const struct writer *w, int32_t r, struct text *out)
{
    const struct model *m = w->code->model;
    const struct program *p = w->p;
    int params = (int)m->param_count, constants = p->registers - p->constant_count;
    if (r < params) write_name(m->params[r].name, r, out);
    else if (r == params) write_name("mover", r, out);
    else if (r < p->first_own) write_name(m->games[p->game].fields[r - params - 1].name, r, out);
    else if (r < constants) write_name(generator_name(p, r), r, out);
    else write_number(p->constants[r - constants], out);
}

/* The text of a rule, as it may stand in a comment. */
static void write_comment(const struct writer *w, const struct origin *o)
{
    struct text text = {0};
    expr_print(w->code->model, o->game, o->from, &text);
    text_puts(w->out, " /* ");
    for (const char *c = text_c(&text); *c; c++)
        text_putc(w->out, (*c == '/' && c > text.data && c[-1] == '*') || *c < ' ' || *c == '\\' ? ' ' : *c);
    text_puts(w->out, " */");
    if (text.failed) w->out->failed = true;
    text_free(&text);
}

/* ---- instructions
 * ------------------------------------------------------------------------------------------------ */

static void write_form(const struct writer *w, size_t at, const char *form)
{
    const struct ins *ins = &w->p->code[at];
    for (const char *c = form; *c; c++) {
        if (*c == '~') text_add(w->out, "goto S%zu", at);
        else if (*c == '#') text_puts(w->out, "if (!cgi_turn(run, &fuel)) return;");
        else if (*c == '$') write_reg(w, ins_operand(ins, *++c - 'a'), w->out);
        else if (*c == '%' && c[1] >= 'a' && c[1] <= 'e') text_add(w->out, "%d", (int)ins_operand(ins, *++c - 'a'));
        else if (*c == '@') text_add(w->out, "L%d", (int)ins_operand(ins, *++c - 'a'));
        else text_putc(w->out, *c);
    }
}

static bool form_steps(const char *form) { return strchr(form, '~') != NULL; }

/* The next position: the last field first. What was left to run->step at this position is known there alone. */
static void write_next(const struct writer *w, size_t at)
{
    const struct program *p = w->p;
    const struct game *g = &w->code->model->games[p->game];
    int32_t field = p->first_own;
    text_add(w->out, "if (!none && kernels) goto S%zu;\n", at);
    text_puts(w->out, "    run->values[current++] = none ? CGI_NONE : cgi_mex(seen, stamp);\n"
                      "    *run->current = current;\n"
                      "    *run->rays = 0;\n"
                      "    *run->stamp = stamp = cgi_stamp(seen, capacity, stamp);\n"
                      "    none = false;\n    ");
    for (size_t i = g->field_count; i-- > 0;) {
        field--;
        text_puts(w->out, "if (");
        write_reg(w, field, w->out);
        text_add(w->out, " < run->high[%zu]) run->registers[%d] = ++", i, (int)field);
        write_reg(w, field, w->out);
        text_puts(w->out, ";\n    else {\n    ");
        text_add(w->out, "run->registers[%d] = ", (int)field);
        write_reg(w, field, w->out);
        text_add(w->out, " = run->low[%zu];\n    ", i);
    }
    for (size_t i = 0; i < g->field_count; i++) text_putc(w->out, '}');
    text_add(w->out, "\n    if (!cgi_turn(run, &fuel)) return;\n    if (current < run->to) goto L%d;\n",
             (int)p->code[at].a);
}

static void write_ray(const struct writer *w, size_t at)
{
    const struct ins *ins = &w->p->code[at];
    bool two = ins->d == 4;
    if (ins->d != 2 && (!two || w->code->model->games[w->p->game].field_count == 1)) {
        text_add(w->out, "goto S%zu;\n", at);
        return;
    }
    text_add(w->out, "if (!cgi_ray%s(run, &fuel, current, ", two ? "_of_two" : "");
    write_form(w, at, "$a, $b");
    for (int32_t i = 0; i < ins->d; i++) {
        text_puts(w->out, ", ");
        write_reg(w, ins->c + i, w->out);
    }
    text_add(w->out, ")) goto S%zu;\n", at);
}

static bool is_written(const struct writer *w, const struct ins *ins)
{
    if (ins->op == OP_ITER_PARAM || ins->op == OP_ITER_POOL || ins->op == OP_ITER_NEXT) return w->sets[ins->a];
    if (ins->op == OP_TABLE_NONE || ins->op == OP_TABLE_STEP) return !w->pairs;
    return forms[ins->op] != NULL || ins->op == OP_RAY;
}

/* For the compiler: divisions by natural numbers need no care. */
static void write_known(const struct writer *w, size_t at)
{
    const struct ins *ins = &w->p->code[at];
    if (ins->op != OP_DIV && ins->op != OP_MOD) return;
    for (int k = 1; k <= 2; k++) {
        int32_t reg = ins_operand(ins, k);
        if (reg >= w->p->registers - w->p->constant_count || !signs_natural(&w->signs, at, reg)) continue;
        text_puts(w->out, "CGI_KNOWN(");
        write_reg(w, reg, w->out);
        text_puts(w->out, " >= 0); ");
    }
}

static void write_instruction(const struct writer *w, size_t at)
{
    const struct program *p = w->p;
    const struct ins *ins = &p->code[at];
    for (size_t i = 0; i < p->move_count; i++)
        if ((size_t)p->moves[i].begin == at)
            text_add(w->out, "    /* move %s */\n", w->code->model->games[p->game].moves[i].name);
    if (w->target[at]) text_add(w->out, "L%zu:\n", at);
    text_puts(w->out, "    ");
    if (!is_written(w, ins)) text_add(w->out, "goto S%zu;", at);
    else if (ins->op == OP_RAY) write_ray(w, at);
    else if (ins->op == OP_TABLE_STEP) write_next(w, at);
    else {
        write_known(w, at);
        write_form(w, at, forms[ins->op]);
    }
    if (p->origins[at].from && (at == 0 || p->origins[at].from != p->origins[at - 1].from))
        write_comment(w, &p->origins[at]);
    text_putc(w->out, '\n');
}

/* ---- steps
 * ------------------------------------------------------------------------------------------------------- */

static bool changes_table(const struct ins *ins)
{
    return ins->op == OP_TABLE_MARK || ins->op == OP_RAY || ins->op == OP_CAST || ins->op == OP_TABLE_STEP;
}

static void read_back(const struct writer *w, int32_t reg)
{
    text_puts(w->out, "    ");
    write_reg(w, reg, w->out);
    text_add(w->out, " = run->registers[%d];\n", (int)reg);
}

static void write_step(const struct writer *w, size_t at)
{
    const struct program *p = w->p;
    const struct ins *ins = &p->code[at];
    const struct op_info *op = &op_table[ins->op];
    int32_t target = -1;
    text_add(w->out, "S%zu: /* %s */\n", at, op->name);
    for (int r = w->live.first; r < w->live.end; r++) {
        if (!live_at(&w->live, at, r)) continue;
        text_add(w->out, "    run->registers[%d] = ", r);
        write_reg(w, r, w->out);
        text_puts(w->out, ";\n");
    }
    text_add(w->out,
             "    *run->fuel = fuel;\n    after = run->step(run, %zu);\n    if (after == CGI_STOP) return;\n    fuel = "
             "*run->fuel;\n",
             at);
    for (int k = 0; k < OPERANDS; k++) {
        enum operand_kind kind = op->operands[k];
        if (kind == OPD_W || kind == OPD_U || kind == OPD_WJ) read_back(w, ins_operand(ins, k));
        if (kind == OPD_L || kind == OPD_B) target = ins_operand(ins, k);
    }
    if (changes_table(ins))
        text_puts(w->out,
                  "    seen = *run->seen, stamp = *run->stamp, capacity = *run->capacity, current = *run->current;\n");
    if (ins->op == OP_TABLE_STEP)
        for (int r = (int)w->code->model->param_count + 1; r < p->first_own; r++) read_back(w, r);
    if (changes_table(ins))
        text_puts(w->out, ins->op == OP_TABLE_STEP ? "    kernels = false;\n" : "    kernels = true;\n");
    if (target >= 0) text_add(w->out, "    if (after == CGI_JUMP) goto L%d;\n", (int)target);
    text_add(w->out, "    goto L%zu;\n", at + 1);
}

/* ---- the file
 * ---------------------------------------------------------------------------------------------------- */

static bool is_set_use(enum opcode op) { return op == OP_ITER_PARAM || op == OP_ITER_POOL || op == OP_ITER_NEXT; }

static void look(struct writer *w)
{
    const struct program *p = w->p;
    for (size_t at = 0; at < p->count; at++)
        if (p->code[at].op == OP_RAY && p->code[at].d == 4) w->pairs = w->code->model->games[p->game].field_count == 1;
    for (int i = 0; i < p->iterators; i++) w->sets[i] = true;
    for (size_t at = 0; at < p->count; at++)
        for (int k = 0; k < OPERANDS; k++) {
            enum operand_kind kind = op_table[p->code[at].op].operands[k];
            int32_t x = ins_operand(&p->code[at], k);
            if (kind == OPD_L || kind == OPD_B) w->target[x] = true;
            bool iterator = kind == OPD_IT || kind == OPD_ITW || kind == OPD_RIT || kind == OPD_RITW;
            if (iterator && !is_set_use((enum opcode)p->code[at].op)) w->sets[x] = false;
        }
    for (size_t at = 0; at < p->count; at++) {
        const struct ins *ins = &p->code[at];
        bool written = is_written(w, ins);
        w->stepped[at] = !written || ins->op == OP_RAY || ins->op == OP_TABLE_STEP || form_steps(forms[ins->op]);
        if (w->stepped[at] && at + 1 < p->count) w->target[at + 1] = true;
    }
}

static void write_pools(const struct writer *w)
{
    const struct program *p = w->p;
    for (size_t at = 0; at < p->count; at++) {
        const struct ins *ins = &p->code[at];
        bool again = false;
        if (ins->op != OP_ITER_POOL || !w->sets[ins->a]) continue;
        for (size_t k = 0; k < at; k++)
            again = again || (p->code[k].op == OP_ITER_POOL && p->code[k].b == ins->b && w->sets[p->code[k].a]);
        if (again) continue;
        text_add(w->out, "static const int64_t pool%d[] = {", (int)ins->b);
        for (size_t i = 0; i < p->pools[ins->b].count; i++) {
            text_puts(w->out, i ? ", " : "");
            write_number(p->pools[ins->b].cells[i], w->out);
        }
        text_puts(w->out, "};\n");
    }
}

/* The box. The last field has stride 1. */
static void write_box(const struct writer *w)
{
    size_t fields = w->code->model->games[w->p->game].field_count;
    for (size_t i = 0; i < fields; i++) {
        text_add(w->out,
                 "    const uint64_t low%zu = (uint64_t)run->low[%zu], side%zu = (uint64_t)run->high[%zu] - low%zu, "
                 "stride%zu = ",
                 i, i, i, i, i, i);
        if (i + 1 < fields) text_add(w->out, "(uint64_t)run->stride[%zu];\n", i);
        else text_puts(w->out, "1;\n");
    }
}

static void write_locals(const struct writer *w)
{
    const struct program *p = w->p;
    for (int r = 0; r < p->registers - p->constant_count; r++) {
        text_puts(w->out, "    int64_t ");
        write_reg(w, r, w->out);
        if (r < p->first_own) text_add(w->out, " = run->registers[%d];\n", r);
        else text_puts(w->out, " = 0;\n");
    }
    for (int i = 0; i < p->iterators; i++)
        if (w->sets[i])
            text_add(w->out, "    const int64_t *set%d = 0, *end%d = 0;\n    int64_t most%d = 0;\n", i, i, i);
    text_puts(w->out, "    const uint32_t *const values = run->values;\n"
                      "    uint32_t *seen = *run->seen, stamp = *run->stamp, fuel = *run->fuel;\n"
                      "    uint64_t capacity = *run->capacity, current = *run->current;\n"
                      "    bool none = false, kernels = false;\n"
                      "    enum cgi_after after;\n"
                      "    int64_t x;\n");
}

static void write_file(const struct writer *w)
{
    for (const char *const *line = prelude_text; *line; line++) text_puts(w->out, *line);
    text_add(w->out, "\nconst int32_t cgi_run_form = CGI_RUN_FORM;\n\n");
    write_pools(w);
    text_puts(w->out, "void cgi_table(struct cgi_run *run)\n{\n");
    write_box(w);
    write_locals(w);
    for (size_t at = 0; at < w->p->count; at++) write_instruction(w, at);
    text_puts(w->out, "end:\n    *run->fuel = fuel;\n    return;\n");
    for (size_t at = 0; at < w->p->count; at++)
        if (w->stepped[at]) write_step(w, at);
    text_puts(w->out, "}\n");
}

enum status native_emit(const struct code *code, int program, struct text *out, const char **because)
{
    struct writer w = {.code = code, .p = code->programs.data[program], .out = out};
    const struct program *p = w.p;
    size_t iterators = (size_t)p->iterators + 1;
    *because = p->kind != PROGRAM_TABLE       ? "only programs of tables have one"
               : p->count > MOST_INSTRUCTIONS ? "its program is too long"
                                              : NULL;
    if (*because) return ST_OK;
    w.target = mem_alloc(p->count);
    w.stepped = mem_alloc(p->count);
    w.sets = mem_alloc(iterators);
    bool fine =
        w.target && w.stepped && w.sets && live_of(p, code->model, &w.live) && signs_of(p, code->model, &w.signs);
    if (fine) {
        look(&w);
        write_file(&w);
    }
    if (w.live.bits) live_free(&w.live);
    signs_free(&w.signs);
    mem_free(w.target, p->count);
    mem_free(w.stepped, p->count);
    mem_free(w.sets, iterators);
    return fine && !out->failed ? ST_OK : ST_NO_MEMORY;
}
