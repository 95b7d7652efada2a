/* SPDX-License-Identifier: MIT */
/* The lines of forms.def with the operands of each instruction. */
#include <string.h>
#include "code/native/private.h"

static const struct {
    const char *any, *fine;
} forms[OP_COUNT] = {
#define FORM(name, any, fine) [OP_##name] = {any, fine},
#include "code/native/forms.def"
#undef FORM
};

static const char *form_of(const struct writer *w, size_t at)
{
    enum opcode op = (enum opcode)w->p->code[at].op;
    return known_fine(&w->known, at) && *forms[op].fine ? forms[op].fine : forms[op].any;
}

bool writes_instruction(const struct writer *w, const struct ins *ins)
{
    if (ins->op == OP_ITER_PARAM || ins->op == OP_ITER_POOL || ins->op == OP_ITER_NEXT) return w->sets[ins->a];
    if (ins->op == OP_TABLE_NONE || ins->op == OP_TABLE_STEP) return !w->pairs;
    return forms[ins->op].any != NULL || ins->op == OP_RAY;
}

bool may_step(const struct writer *w, size_t at)
{
    const struct ins *ins = &w->p->code[at];
    return !writes_instruction(w, ins) || ins->op == OP_RAY || ins->op == OP_TABLE_STEP || strchr(form_of(w, at), '~');
}

/* ---- operands --------------------------------------------------------------------------------------------------- */

/* A jump. One out of a second body goes by way of the account of its turns. */
static void write_label(const struct writer *w, size_t at, int32_t to)
{
    bool inside = w->is_second && (size_t)to > w->open && to <= w->ends[w->open];
    if (w->is_second && !inside) text_add(w->out, "E%zu", at);
    else text_add(w->out, "%c%d", w->is_second ? 'F' : 'L', (int)to);
}

static void write_run(const struct writer *w, int32_t first, int32_t count)
{
    text_puts(w->out, "(const int64_t[]){");
    if (count == 0) text_putc(w->out, '0');
    for (int32_t i = 0; i < count; i++) {
        text_puts(w->out, i ? ", " : "");
        write_reg(w, first + i, w->out);
    }
    text_putc(w->out, '}');
}

static void write_operand(const struct writer *w, size_t at, char kind, int k)
{
    const struct ins *ins = &w->p->code[at];
    int32_t x = ins_operand(ins, k);
    switch (kind) {
    case '$': write_reg(w, x, w->out); break;
    case '%': text_add(w->out, "%d", (int)x); break;
    case '@': write_label(w, at, x); break;
    case '^': write_number(w->premises->low[x], w->out); break;
    case '&': text_add(w->out, "pool%d", (int)x); break;
    default: write_run(w, x, ins_operand(ins, k + 1)); break;
    }
}

static void write_form(const struct writer *w, size_t at, const char *form)
{
    for (const char *c = form; *c; c++) {
        if (*c == '~') text_add(w->out, "goto %c%zu", w->is_second ? 'E' : 'S', at);
        else if (*c == '#') text_puts(w->out, "if (!cgi_turn(run, &fuel)) goto end;");
        else if (strncmp(c, "(!)", 3) == 0) {
            bool small = known_most(&w->known, at, 1) <= UINT32_MAX && known_most(&w->known, at, 2) <= UINT32_MAX;
            text_puts(w->out, small ? "(uint32_t)" : "(uint64_t)");
            c += 2;
        } else if (strchr("$%@^&*", *c) && c[1] >= 'a' && c[1] <= 'e' && (c[2] < 'a' || c[2] > 'z')) {
            write_operand(w, at, *c, c[1] - 'a');
            c++;
        } else text_putc(w->out, *c);
    }
}

/* ---- instructions ----------------------------------------------------------------------------------------------- */

/* The next position: the last field first. What was left to run->step at this position is known there alone. */
static void write_next(const struct writer *w, size_t at)
{
    const struct program *p = w->p;
    const struct game *g = &w->code->model->games[p->game];
    int32_t field = p->first_own;
    text_puts(w->out, "least = none ? 0 : cgi_mex(seen, stamp);\n");
    text_add(w->out, "    if (CGI_RARE((!none && kernels) || least >= capacity)) goto S%zu;\n", at);
    text_puts(w->out, "    values[current++] = none ? CGI_NONE : least;\n"
                      "    *run->current = current;\n"
                      "    *run->rays = 0;\n"
                      "    *run->stamp = stamp = cgi_stamp(seen, capacity, stamp);\n"
                      "    none = false;\n    ");
    for (size_t i = g->field_count; i-- > 0;) {
        field--;
        text_puts(w->out, "if (");
        write_reg(w, field, w->out);
        text_add(w->out, " < high%zu) run->registers[%d] = ++", i, (int)field);
        write_reg(w, field, w->out);
        text_puts(w->out, ";\n    else {\n    ");
        text_add(w->out, "run->registers[%d] = ", (int)field);
        write_reg(w, field, w->out);
        text_puts(w->out, " = ");
        write_number(w->premises->low[i], w->out);
        text_puts(w->out, ";\n    ");
    }
    for (size_t i = 0; i < g->field_count; i++) text_putc(w->out, '}');
    text_add(w->out, "\n    if (!cgi_turn(run, &fuel)) goto end;\n    if (current < run->to) goto L%d;\n",
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

/* For the compiler: divisions of natural numbers need no care. */
static void write_known(const struct writer *w, size_t at)
{
    const struct ins *ins = &w->p->code[at];
    bool helps = (ins->op == OP_DIV || ins->op == OP_MOD || ins->op == OP_GCD) && w->known.at[at].reached;
    if (!helps || (ins->op != OP_GCD && known_fine(&w->known, at))) return;
    for (int k = 1; k <= 2; k++) {
        int32_t reg = ins_operand(ins, k);
        if (reg >= w->p->registers - w->p->constant_count || known_least(&w->known, at, k) < 0) continue;
        text_puts(w->out, "CGI_KNOWN(");
        write_reg(w, reg, w->out);
        text_puts(w->out, " >= 0); ");
    }
}

static void write_body(const struct writer *w, size_t at)
{
    const struct ins *ins = &w->p->code[at];
    text_puts(w->out, "    ");
    if (!writes_instruction(w, ins)) text_add(w->out, "goto S%zu;", at);
    else if (ins->op == OP_RAY) write_ray(w, at);
    else if (ins->op == OP_TABLE_STEP) write_next(w, at);
    else {
        write_known(w, at);
        write_form(w, at, form_of(w, at));
    }
}

/* ---- bodies without a count of turns ---------------------------------------------------------------------------- */

/* The instruction behind the loop that one of its body jumps to; 0: it does not. */
static int32_t target_outside(const struct writer *w, size_t at)
{
    const struct ins *ins = &w->p->code[at];
    for (int k = 0; k < OPERANDS && strchr(form_of(w, at), '@'); k++)
        if (op_table[ins->op].operands[k] == OPD_L && ins_operand(ins, k) > w->ends[w->open])
            return ins_operand(ins, k);
    return 0;
}

static bool leaves(const struct writer *w, size_t at) { return strchr(form_of(w, at), '~') || target_outside(w, at); }

/* The way out of the body: its turns so far are charged. */
static void write_exit(const struct writer *w, size_t at)
{
    text_add(w->out, "E%zu: fuel -= (uint32_t)(", at);
    write_reg(w, w->p->code[w->open].a, w->out);
    text_puts(w->out, " - from); ");
    if (strchr(form_of(w, at), '~')) text_add(w->out, "goto S%zu;\n", at);
    else text_add(w->out, "goto L%d;\n", (int)target_outside(w, at));
}

/* Turns of a loop for which there is fuel, charged together. Where there is none left, or an instruction of the body
 * cannot be carried out here, the first body goes on, and its next turn comes here again. */
static void write_second(struct writer *w, size_t open)
{
    size_t end = (size_t)w->ends[open];
    w->open = open;
    w->is_second = true;
    text_add(w->out, "N%zu:\n    if (CGI_RARE(fuel < 3)) goto L%zu;\n", open, open + 1);
    write_form(
        w, open,
        "    from = $a;\n    until = (uint64_t)$b - (uint64_t)from < fuel - 1 ? $b : from + (int64_t)(fuel - 2);\n");
    for (size_t at = open + 1; at < end; at++) {
        if (w->target[at]) text_add(w->out, "F%zu:\n", at);
        write_body(w, at);
        text_putc(w->out, '\n');
    }
    if (w->target[end]) text_add(w->out, "F%zu:\n", end);
    write_form(w, open, "    if ($a < until) { $a = $a + 1; ");
    text_add(w->out, "goto F%zu; }\n    fuel -= (uint32_t)(until - from) + 1;\n", open + 1);
    write_form(w, open, "    if ($a >= $b) ");
    text_add(w->out, "goto L%zu;\n    ", end + 1);
    write_form(w, open, "$a = $a + 1;\n");
    text_add(w->out, "    goto N%zu;\n", open);
    for (size_t at = open + 1; at < end; at++)
        if (leaves(w, at)) write_exit(w, at);
    w->is_second = false;
}

static void write_again(const struct writer *w, size_t at)
{
    write_form(w, at, "    # if ($a < $b) { $a = $a + 1; ");
    text_add(w->out, "goto N%d; }", (int)w->p->code[at].c - 1);
}

void write_instruction(struct writer *w, size_t at)
{
    const struct program *p = w->p;
    for (size_t i = 0; i < p->move_count; i++)
        if ((size_t)p->moves[i].begin == at)
            text_add(w->out, "    /* move %s */\n", w->code->model->games[p->game].moves[i].name);
    if (w->target[at]) text_add(w->out, "L%zu:\n", at);
    bool again = at && w->p->code[at].op == OP_RANGE_NEXT && w->ends[w->p->code[at].c - 1];
    if (again) write_again(w, at);
    else write_body(w, at);
    if (p->origins[at].from && (at == 0 || p->origins[at].from != p->origins[at - 1].from))
        write_comment(w, &p->origins[at]);
    text_putc(w->out, '\n');
    if (w->ends[at]) write_second(w, at);
}
