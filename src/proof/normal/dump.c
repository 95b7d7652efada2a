/* SPDX-License-Identifier: MIT */
/* Normal forms as text, one line per piece; terms are written as functions of forms. */
#include <inttypes.h>
#include "proof/normal/terms.h"
#include "base/numbers.h"

static void put_value(const struct normal *n, struct normal_value v, struct text *out);

static void put_term(const struct normal *n, const struct normal_term *t, struct text *out)
{
    static const char *const kinds[] = {
#define EXPR_WORD(kind, name, doc) name,
        EXPR_KINDS(EXPR_WORD)
#undef EXPR_WORD
            "floor",
        "product",
        "is>=0",
        "is==0",
        "domain",
        "for",
        "update",
        "none"};
    if (t->kind == EXPR_CALL) text_puts(out, builtin_info((enum builtin)t->data)->spelling);
    else text_puts(out, kinds[t->kind]);
    if (t->kind != EXPR_CALL && t->data) text_add(out, ":%" PRId64, t->data);
    if (!t->count) return;
    text_putc(out, '(');
    for (size_t i = 0; i < t->count; i++) {
        if (i) text_puts(out, ", ");
        put_value(n, t->args[i], out);
    }
    text_putc(out, ')');
}

static void put_var(const struct normal *n, int var, struct text *out)
{
    const struct normal_var *v = &n->space->vars[var];
    const struct game *g = &n->source.model->games[n->source.game];
    switch (v->kind) {
    case NORMAL_FIELD:
        if ((size_t)v->index < g->field_count && !n->source.fields) text_puts(out, g->fields[v->index].name);
        else text_add(out, "x%d", v->index);
        break;
    case NORMAL_PARAM: text_puts(out, n->source.model->params[v->index].name); break;
    case NORMAL_RESULT: text_add(out, "r%d", v->index); break;
    case NORMAL_OTHER: text_add(out, "s%d", v->index); break;
    case NORMAL_GEN: text_add(out, "t%d", v->index); break;
    case NORMAL_MOVER: text_puts(out, "mover"); break;
    case NORMAL_BOUND: text_add(out, "b%d", v->index); break;
    case NORMAL_TERM: put_term(n, v->term, out); break;
    }
}

static void put_form(const struct normal *n, const struct linear_form *f, struct text *out)
{
    for (uint32_t i = 0; i < f->count; i++) {
        int64_t k = f->terms[i].factor;
        uint64_t size = number_magnitude(k);
        if (i || k < 0) text_puts(out, k < 0 ? (i ? " - " : "-") : " + ");
        if (size != 1) text_add(out, "%" PRIu64 " ", size);
        put_var(n, f->terms[i].var, out);
    }
    if (!f->count) text_add(out, "%" PRId64, f->constant);
    else if (f->constant > 0) text_add(out, " + %" PRId64, f->constant);
    else if (f->constant < 0) text_add(out, " - %" PRIu64, -(uint64_t)f->constant);
}

static void put_value(const struct normal *n, struct normal_value v, struct text *out)
{
    if (v.form) put_form(n, v.form, out);
    else if (v.term) put_term(n, v.term, out);
}

static void put_conjunction(const struct normal *n, struct linear_conjunction c, struct text *out)
{
    if (!c.count) text_puts(out, "always");
    for (size_t i = 0; i < c.count; i++) {
        if (i) text_puts(out, ", ");
        put_form(n, c.items[i].form, out);
        text_puts(out, c.items[i].equality ? " == 0" : " >= 0");
    }
}

static void put_arg(const struct normal *n, const struct normal_arg *a, struct text *out)
{
    if (a->base) put_term(n, a->base, out);
    if (a->kind == NORMAL_WITH) text_puts(out, " with ");
    if (a->kind == NORMAL_CELLS) text_putc(out, '[');
    for (int i = 0; i < a->var_count; i++) text_add(out, "%sr%d", i ? " " : "", a->first_var + i);
    if (a->kind == NORMAL_CELLS) text_putc(out, ']');
}

static void put_piece(const struct normal *n, const struct normal_piece *p, struct text *out)
{
    text_add(out, "move %d ->", p->move);
    if (!p->component_count) text_puts(out, " end");
    for (size_t i = 0; i < p->component_count; i++) {
        const struct normal_component *c = &p->components[i];
        text_add(out, "%s %s(", i ? " +" : "", c->game < 0 ? "" : n->source.model->games[c->game].name);
        for (size_t k = 0; k < c->arg_count; k++) {
            if (k) text_puts(out, ", ");
            put_arg(n, &c->args[k], out);
        }
        text_putc(out, ')');
    }
    text_puts(out, ": ");
    put_conjunction(n, p->rule, out);
    for (size_t g = 0; g < p->gen_count; g++) {
        text_add(out, "; t%zu ", g);
        if (!p->recover[g]) {
            text_puts(out, "free");
        } else {
            text_puts(out, "= ");
            put_form(n, p->recover[g], out);
        }
    }
    text_putc(out, '\n');
}

void normal_dump(const struct normal *n, struct text *out)
{
    const char *name = n->source.model->games[n->source.game].name;
    if (!n->supported) {
        text_add(out, "game %s: no normal form: %s\n", name, n->reason ? n->reason : "memory is out");
        return;
    }
    text_add(out, "game %s: ", name);
    put_conjunction(n, n->domain, out);
    for (size_t i = 0; i < n->invariant_count; i++) {
        text_puts(out, i ? " or " : "; where ");
        put_conjunction(n, n->invariant[i], out);
    }
    if (!terms_failed(n->compound)) {
        text_puts(out, "; stands for ");
        put_value(n, n->compound, out);
    }
    text_putc(out, '\n');
    for (size_t i = 0; i < n->piece_count; i++) put_piece(n, &n->pieces[i], out);
}
