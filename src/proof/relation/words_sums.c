/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>
#include "base/checked.h"
#include "model/sets.h"
#include "proof/relation/private.h"

const struct game *words_game(const struct words *w) { return &w->normal->source.model->games[w->normal->source.game]; }
const struct field *words_field(const struct words *w, int index)
{
    const int *fields = w->normal->source.fields;
    size_t own = 0;
    while (fields && own < words_game(w)->field_count && fields[own] != index) own++;
    if (!fields) own = (size_t)index;
    return own < words_game(w)->field_count ? &words_game(w)->fields[own] : NULL;
}

/* ---- terms ------------------------------------------------------------------------------------------------------- */
enum { DEPTH_MOST = 40 };

/* A number that is chosen as what is removed is written as the difference that it is. */
static void add_variable(struct words *w, int64_t *k, size_t d, int64_t factor)
{
    const struct piece_result *r = &w->p->results[d];
    bool removed = r->how == PIECE_CHOSEN && r->removed_from >= 0;
    int64_t *field = removed ? &k[1 + r->removed_from] : NULL, own = removed ? -factor : factor;
    if (!checked_add(k[1 + d], own, &k[1 + d]) || (field && !checked_add(*field, factor, field))) w->failed = true;
}

/* A form over variables of the normal form, as a row; those of the result are replaced by what they are. */
static void put_form(struct words *w, const struct linear_form *form, bool tight)
{
    int64_t *k = arena_array(w->p->arena, w->p->columns, sizeof *k), divisor = 1;
    if (!k) w->failed = true;
    for (uint32_t i = 0; !w->failed && i < form->count; i++) {
        int d = w->p->relation->column[form->terms[i].var];
        if (d < 0) {
            w->failed = true;
        } else if (w->p->results[d].how != PIECE_SOLVED) {
            add_variable(w, k, (size_t)d, form->terms[i].factor);
        } else if (form->count > 1 || form->terms[i].factor != 1 || form->constant) {
            w->failed = true;
        } else {
            memcpy(k, w->p->results[d].value, w->p->columns * sizeof *k);
            divisor = w->p->results[d].divisor;
        }
    }
    if (w->depth > DEPTH_MOST) w->failed = true;
    if (w->failed) return;
    if (divisor == 1) k[0] += form->constant;
    w->depth++;
    words_row(w, k, divisor, tight);
    w->depth--;
}

static void put_call(struct words *w, const char *name, const struct normal_term *t)
{
    text_add(w->out, "%s(", name);
    for (size_t i = 0; i < t->count; i++) {
        if (i) text_puts(w->out, ", ");
        words_value(w, t->args[i], false);
    }
    text_putc(w->out, ')');
}

void words_member(struct words *w, const struct normal_term *t)
{
    const struct named_set *set = named_set((enum domain_kind)t->data);
    if (!set || !t->args[0].form) {
        w->failed = true;
        return;
    }
    put_form(w, t->args[0].form, true);
    text_add(w->out, " in %s", set->name);
    if (t->count < 2) return;
    text_putc(w->out, '(');
    words_value(w, t->args[1], false);
    text_putc(w->out, ')');
}

static void put_term(struct words *w, const struct normal_term *t, bool tight)
{
    if (t->kind == EXPR_FIELD && words_field(w, (int)t->data)) {
        text_puts(w->out, words_field(w, (int)t->data)->name);
    } else if (t->kind == NORMAL_PRODUCT) {
        if (tight) text_putc(w->out, '(');
        for (size_t i = 0; i < t->count; i++) {
            if (i) text_puts(w->out, " * ");
            words_value(w, t->args[i], true);
        }
        if (tight) text_putc(w->out, ')');
    } else if (t->kind == EXPR_INDEX && t->count >= 2) {
        words_value(w, t->args[0], true);
        for (size_t i = 1; i < t->count; i++) {
            text_puts(w->out, i == 1 ? "[" : ", ");
            words_value(w, t->args[i], false);
        }
        text_putc(w->out, ']');
    } else if (t->kind == EXPR_CALL) {
        put_call(w, builtin_info((enum builtin)t->data)->spelling, t);
    } else {
        w->failed = true;
    }
}

void words_value(struct words *w, struct normal_value v, bool tight)
{
    if (w->failed) return;
    if (v.form) put_form(w, v.form, tight);
    else if (v.term) put_term(w, v.term, tight);
    else w->failed = true;
}

/* ---- sums -------------------------------------------------------------------------------------------------------- */
const struct normal_var *words_var(const struct words *w, size_t column)
{
    return &w->p->relation->space->vars[w->p->relation->vars[column - 1]];
}

bool words_is_truth(const struct words *w, size_t column)
{
    if (words_is_floor(w, column)) return false;
    const struct normal_var *v = words_var(w, column);
    if (v->kind == NORMAL_FIELD) return words_field(w, v->index)->kind == FIELD_BOOL;
    return v->kind == NORMAL_TERM ? v->term->truth : w->p->places[column - 1].truth;
}

/* A parameter as the model calls it. */
static void put_param(struct words *w, int index)
{
    const struct normal_source *s = &w->normal->source;
    size_t own = 0;
    while (s->params_as && own < s->model->param_count && (!s->symbolic[own] || s->params_as[own] != index)) own++;
    if (!s->params_as) own = (size_t)index;
    if (own >= s->model->param_count) w->failed = true;
    else if (s->model->params[own].owner == s->game) text_puts(w->out, s->model->params[own].name);
    else param_name_print(s->model, own, w->out);
}

void words_column(struct words *w, size_t column, bool tight)
{
    if (words_is_truth(w, column)) w->failed = true;
    if (words_is_floor(w, column)) {
        size_t f = column - w->p->floors_from;
        words_row(w, w->p->floor[f], w->p->divisor[f], tight);
        return;
    }
    const struct normal_var *v = words_var(w, column);
    if (v->kind == NORMAL_FIELD) text_puts(w->out, words_field(w, v->index)->name);
    else if (v->kind == NORMAL_MOVER) text_puts(w->out, "mover");
    else if (v->kind == NORMAL_PARAM) put_param(w, v->index);
    else if (v->kind == NORMAL_TERM) put_term(w, v->term, tight);
    else if (w->p->results[column - 1].how == PIECE_CHOSEN) text_puts(w->out, w->names[column - 1]);
    else w->failed = true;
}

static void put_summand(struct words *w, const struct summand *s, int64_t factor)
{
    if (factor != 1) text_add(w->out, "%" PRId64 " * ", factor);
    if (!s->remainder) {
        words_column(w, s->column, factor != 1);
        return;
    }
    size_t f = s->column - w->p->floors_from;
    if (factor != 1) text_putc(w->out, '(');
    words_row(w, w->p->floor[f], 1, true);
    text_add(w->out, " %% %" PRId64, w->p->divisor[f]);
    if (factor != 1) text_putc(w->out, ')');
}

size_t words_side(struct words *w, const struct sum *s, int sign)
{
    size_t put = 0;
    for (size_t i = 0; i < s->count; i++) {
        if ((s->items[i].factor > 0) != (sign > 0)) continue;
        if (put++) text_puts(w->out, " + ");
        put_summand(w, &s->items[i], sign * s->items[i].factor);
    }
    if ((s->constant > 0) == (sign > 0) && s->constant != 0) {
        if (put++) text_puts(w->out, " + ");
        text_add(w->out, "%" PRId64, sign * s->constant);
    } else if (!put) {
        text_putc(w->out, '0');
    }
    return put;
}

static size_t count_nonzero(const struct words *w, const int64_t *k)
{
    size_t count = 0;
    for (size_t c = 1; c < w->p->columns; c++) count += k[c] != 0;
    return count;
}

struct sum words_sum(struct words *w, const int64_t *row)
{
    const struct pieces *p = w->p;
    struct sum s = {.items = arena_array(p->arena, p->columns + p->floors, sizeof *s.items)};
    int64_t *k = arena_array(p->arena, 2 * p->columns, sizeof *k), *less = k + p->columns;
    if (!k || !s.items) {
        w->failed = true;
        return (struct sum){0};
    }
    memcpy(k, row, p->columns * sizeof *k);
    for (size_t f = 0; f < p->floors; f++) {
        size_t column = p->floors_from + f;
        int64_t times = -(k[column] / p->divisor[f]);
        bool fine = k[column] != 0 && k[column] % p->divisor[f] == 0;
        for (size_t c = 0; fine && c < p->columns; c++)
            fine = !__builtin_mul_overflow(times, p->floor[f][c], &less[c]) &&
                   !__builtin_sub_overflow(c == column ? 0 : k[c], less[c], &less[c]);
        if (!fine || count_nonzero(w, less) >= count_nonzero(w, k)) continue;
        memcpy(k, less, p->columns * sizeof *k);
        s.items[s.count++] = (struct summand){times, column, true};
    }
    for (size_t c = 1; c < p->columns; c++)
        if (k[c]) s.items[s.count++] = (struct summand){k[c], c, false};
    s.constant = k[0];
    return s;
}

void words_row(struct words *w, const int64_t *k, int64_t divisor, bool tight)
{
    struct sum s = words_sum(w, k);
    size_t parts = s.count + (s.constant != 0);
    bool inner = divisor != 1 &&
                 (parts > 1 || (s.count == 1 && (s.items[0].factor != 1 || words_is_floor(w, s.items[0].column))));
    bool outer =
        tight && (divisor != 1 || parts > 1 || (s.count == 1 && (s.items[0].factor != 1 || s.items[0].remainder)));
    if (w->failed) return;
    if (outer) text_putc(w->out, '(');
    if (inner) text_putc(w->out, '(');
    size_t positive = 0;
    for (size_t i = 0; i < s.count; i++) positive += s.items[i].factor > 0;
    if (!s.count) text_add(w->out, "%" PRId64, s.constant);
    else if (positive || s.constant > 0) words_side(w, &s, 1);
    else text_putc(w->out, '0');
    for (size_t i = 0; i < s.count; i++) {
        if (s.items[i].factor > 0) continue;
        text_puts(w->out, " - ");
        put_summand(w, &s.items[i], -s.items[i].factor);
    }
    if (s.constant < 0 && s.count) text_add(w->out, " - %" PRIu64, -(uint64_t)s.constant);
    if (inner) text_putc(w->out, ')');
    if (divisor != 1) text_add(w->out, " / %" PRId64, divisor);
    if (outer) text_putc(w->out, ')');
}
