/* SPDX-License-Identifier: MIT */
/* Names in C are made of a rule's names and the numbers of registers. */
#include <string.h>
#include "code/native/private.h"

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

void write_number(int64_t x, struct text *out)
{
    if (x == INT64_MIN) text_puts(out, "INT64_MIN");
    else if (x < 0) text_add(out, "(-INT64_C(%lld))", (long long)-x);
    else text_add(out, x <= INT32_MAX ? "%lld" : "INT64_C(%lld)", (long long)x);
}

void write_reg(const struct writer *w, int32_t r, struct text *out)
{
    const struct model *m = w->code->model;
    const struct program *p = w->p;
    int params = (int)m->param_count, constants = p->registers - p->constant_count;
    if (premises_fix(w->premises, m, r)) write_number(w->premises->params[r], out);
    else if (r < params) write_name(m->params[r].name, r, out);
    else if (r == params) write_name("mover", r, out);
    else if (r < p->first_own) write_name(m->games[p->game].fields[r - params - 1].name, r, out);
    else if (r < constants) write_name(generator_name(p, r), r, out);
    else write_number(p->constants[r - constants], out);
}

/* The text of a rule, as it may stand in a comment. */
void write_comment(const struct writer *w, const struct origin *o)
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
