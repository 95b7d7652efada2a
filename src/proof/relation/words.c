/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>
#include "base/checked.h"
#include "model/sets.h"
#include "proof/relation/words.h"

struct words {
    const struct pieces *p;
    const struct normal *normal;
    const struct normal_piece *shape;
    struct text *out;
    const char **names; /* of chosen numbers, by dimension */
    bool as_row;        /* see words_move */
    unsigned depth;     /* a result may be solved by a term over itself */
    bool failed;
};
/* factor * what, where what is a column, or the remainder of a floor's dividend. */
struct summand {
    int64_t factor;
    size_t column;
    bool remainder;
};
struct sum {
    struct summand *items;
    size_t count;
    int64_t constant;
};

static const struct game *game_of(const struct words *w)
{
    return &w->normal->source.model->games[w->normal->source.game];
}
/* A field of the state as the game calls it. */
static const struct field *field_of(const struct words *w, int index)
{
    const int *fields = w->normal->source.fields;
    size_t own = 0;
    while (fields && own < game_of(w)->field_count && fields[own] != index) own++;
    if (!fields) own = (size_t)index;
    return own < game_of(w)->field_count ? &game_of(w)->fields[own] : NULL;
}
static bool is_floor(const struct words *w, size_t column) { return column >= w->p->floors_from; }

/* ---- terms ------------------------------------------------------------------------------------------------------- */
enum { DEPTH_MOST = 40 };
static void put_row(struct words *w, const int64_t *k, int64_t divisor, bool tight);

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
    put_row(w, k, divisor, tight);
    w->depth--;
}

static void put_value(struct words *w, struct normal_value v, bool tight);

static void put_call(struct words *w, const char *name, const struct normal_term *t)
{
    text_add(w->out, "%s(", name);
    for (size_t i = 0; i < t->count; i++) {
        if (i) text_puts(w->out, ", ");
        put_value(w, t->args[i], false);
    }
    text_putc(w->out, ')');
}

static void put_member(struct words *w, const struct normal_term *t)
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
    put_value(w, t->args[1], false);
    text_putc(w->out, ')');
}

static void put_term(struct words *w, const struct normal_term *t, bool tight)
{
    if (t->kind == EXPR_FIELD && field_of(w, (int)t->data)) {
        text_puts(w->out, field_of(w, (int)t->data)->name);
    } else if (t->kind == NORMAL_PRODUCT) {
        if (tight) text_putc(w->out, '(');
        for (size_t i = 0; i < t->count; i++) {
            if (i) text_puts(w->out, " * ");
            put_value(w, t->args[i], true);
        }
        if (tight) text_putc(w->out, ')');
    } else if (t->kind == EXPR_INDEX && t->count >= 2) {
        put_value(w, t->args[0], true);
        for (size_t i = 1; i < t->count; i++) {
            text_puts(w->out, i == 1 ? "[" : ", ");
            put_value(w, t->args[i], false);
        }
        text_putc(w->out, ']');
    } else if (t->kind == EXPR_CALL) {
        put_call(w, builtin_info((enum builtin)t->data)->spelling, t);
    } else {
        w->failed = true;
    }
}

static void put_value(struct words *w, struct normal_value v, bool tight)
{
    if (w->failed) return;
    if (v.form) put_form(w, v.form, tight);
    else if (v.term) put_term(w, v.term, tight);
    else w->failed = true;
}

/* ---- sums -------------------------------------------------------------------------------------------------------- */
static const struct normal_var *var_of(const struct words *w, size_t column)
{
    return &w->p->relation->space->vars[w->p->relation->vars[column - 1]];
}

/* Is it a truth value, which no number may be made of? */
static bool is_truth(const struct words *w, size_t column)
{
    if (is_floor(w, column)) return false;
    const struct normal_var *v = var_of(w, column);
    if (v->kind == NORMAL_FIELD) return field_of(w, v->index)->kind == FIELD_BOOL;
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

static void put_column(struct words *w, size_t column, bool tight)
{
    if (is_truth(w, column)) w->failed = true;
    if (is_floor(w, column)) {
        size_t f = column - w->p->floors_from;
        put_row(w, w->p->floor[f], w->p->divisor[f], tight);
        return;
    }
    const struct normal_var *v = var_of(w, column);
    if (v->kind == NORMAL_FIELD) text_puts(w->out, field_of(w, v->index)->name);
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
        put_column(w, s->column, factor != 1);
        return;
    }
    size_t f = s->column - w->p->floors_from;
    if (factor != 1) text_putc(w->out, '(');
    put_row(w, w->p->floor[f], 1, true);
    text_add(w->out, " %% %" PRId64, w->p->divisor[f]);
    if (factor != 1) text_putc(w->out, ')');
}

/* Those with a positive factor (sign 1) or a negative one (sign -1), and the constant if it has that sign. */
static size_t put_side(struct words *w, const struct sum *s, int sign)
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

/* The summands of a row; x - d * (x / d) is read as x % d where that makes it shorter. */
static struct sum sum_of(struct words *w, const int64_t *row)
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

/* row / divisor, in parentheses where a factor or a member stands before or behind it (`tight`). */
static void put_row(struct words *w, const int64_t *k, int64_t divisor, bool tight)
{
    struct sum s = sum_of(w, k);
    size_t parts = s.count + (s.constant != 0);
    bool inner =
        divisor != 1 && (parts > 1 || (s.count == 1 && (s.items[0].factor != 1 || is_floor(w, s.items[0].column))));
    bool outer =
        tight && (divisor != 1 || parts > 1 || (s.count == 1 && (s.items[0].factor != 1 || s.items[0].remainder)));
    if (w->failed) return;
    if (outer) text_putc(w->out, '(');
    if (inner) text_putc(w->out, '(');
    size_t positive = 0;
    for (size_t i = 0; i < s.count; i++) positive += s.items[i].factor > 0;
    if (!s.count) text_add(w->out, "%" PRId64, s.constant);
    else if (positive || s.constant > 0) put_side(w, &s, 1);
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

/* ---- conditions -------------------------------------------------------------------------------------------------- */
/* A single truth value: b >= 1 is "b", b == 0 is "not b". */
static bool put_truth(struct words *w, const struct sum *s, bool equality)
{
    if (s->count != 1 || s->items[0].remainder || !is_truth(w, s->items[0].column)) return false;
    const struct normal_var *v = var_of(w, s->items[0].column);
    bool no = equality ? s->constant == 0 : s->items[0].factor < 0;
    if (v->kind == NORMAL_FIELD) {
        text_add(w->out, "%s%s", no ? "not " : "", field_of(w, v->index)->name);
        return true;
    }
    if (v->kind != NORMAL_TERM || v->term->kind != EXPR_IN) return w->failed = true;
    if (no) text_puts(w->out, "not (");
    put_member(w, v->term);
    if (no) text_putc(w->out, ')');
    return true;
}

/* A condition on one remainder alone: x % d == value, x % d != value, or nothing at all (0 <= x % d <= d - 1). */
enum congruence { NO_CONGRUENCE, ALWAYS, EQUAL, UNEQUAL };

/* factor * (x % d) + constant compared with 0; *value: what x % d is compared with. */
static enum congruence congruence_of(const struct words *w, const struct sum *s, bool equality, int64_t *value)
{
    if (s->count != 1 || !s->items[0].remainder || (s->items[0].factor != 1 && s->items[0].factor != -1))
        return NO_CONGRUENCE;
    int64_t d = w->p->divisor[s->items[0].column - w->p->floors_from], factor = s->items[0].factor, c = s->constant;
    bool inside = c > -d && c < d;
    *value = -factor * (inside ? c : 0);
    if (equality) return inside && *value >= 0 ? EQUAL : NO_CONGRUENCE;
    if (factor == 1 ? c >= 0 : c >= d - 1) return ALWAYS;
    *value = factor == 1 ? 0 : d - 1;
    return c == (factor == 1 ? -1 : d - 2) ? UNEQUAL : NO_CONGRUENCE;
}

/* x % d is written with small factors of x, a positive one first, and its constant on the other side. */
static void put_congruence(struct words *w, const struct summand *remainder, bool equal, int64_t value)
{
    size_t f = remainder->column - w->p->floors_from;
    int64_t d = w->p->divisor[f], sign = 0, *k = arena_array(w->p->arena, w->p->columns, sizeof *k);
    if (!k || !checked_sub(value, w->p->floor[f][0], &value)) {
        w->failed = true;
        return;
    }
    for (size_t c = 1; c < w->p->columns; c++) {
        checked_mod(w->p->floor[f][c], d, &k[c]);
        if (k[c] > d / 2) k[c] -= d;
        if (!sign && k[c]) sign = k[c] > 0 ? 1 : -1;
        k[c] *= sign;
    }
    checked_mod(sign < 0 ? -(value % d) : value, d, &value);
    put_row(w, k, 1, true);
    text_add(w->out, " %% %" PRId64 " %s %" PRId64, d, equal ? "==" : "!=", value);
}

/* With summands on one side alone the constant stands on the other one. */
static void put_comparison(struct words *w, struct sum *s, bool equality)
{
    size_t positive = 0, negative = 0;
    for (size_t i = 0; i < s->count; i++) *(s->items[i].factor > 0 ? &positive : &negative) += 1;
    bool strict = !equality && positive && negative && s->constant == -1, flip = !positive;
    int64_t constant = s->constant;
    if (strict || !positive || !negative) s->constant = 0;
    put_side(w, s, flip ? -1 : 1);
    text_puts(w->out, equality ? " == " : strict ? " > " : flip ? " <= " : " >= ");
    if (positive && negative) put_side(w, s, -1);
    else if (flip) text_add(w->out, "%" PRId64, constant);
    else text_add(w->out, "%" PRId64, -constant);
}

/* Adds " where x" or " and x", unless x was added before: the same may be said by two rows. */
static void add_condition(struct words *w, size_t from, const char *condition)
{
    const char *all = text_c(w->out) + from;
    size_t length = strlen(condition);
    for (const char *at = all; length && (at = strstr(at, condition)); at++) {
        bool begins =
            at - all >= 5 && (memcmp(at - 5, " and ", 5) == 0 || (at - all >= 7 && memcmp(at - 7, " where ", 7) == 0));
        if (begins && (at[length] == '\0' || strncmp(at + length, " and ", 5) == 0)) return;
    }
    text_puts(w->out, *all ? " and " : " where ");
    text_puts(w->out, condition);
}

/* Not all numbers have a digit, a power, or divisors: it may fail where another condition does not hold. */
static bool may_fail(const struct normal_term *t)
{
    bool divides = t->kind == EXPR_DIV || t->kind == EXPR_MOD,
         calls = t->kind == EXPR_CALL && t->count && t->args[0].form;
    return divides || calls || t->kind == EXPR_IN;
}

static bool is_computed(const struct words *w, size_t column)
{
    const struct pieces *p = w->p;
    bool any = false;
    if (!is_floor(w, column)) return var_of(w, column)->kind == NORMAL_TERM && may_fail(var_of(w, column)->term);
    for (size_t c = 1; c < p->columns && !any; c++)
        any = p->floor[column - p->floors_from][c] != 0 && is_computed(w, c);
    return any;
}

static bool computes(const struct words *w, const struct sum *s)
{
    bool any = false;
    for (size_t i = 0; i < s->count; i++) any |= is_computed(w, s->items[i].column);
    return any;
}

/* From `from` on, where nothing but conditions stands: those that may fail, or the others. */
static void put_some(struct words *w, size_t from, bool computed)
{
    struct text *out = w->out, one = {0};
    for (size_t i = 0; i < w->p->conditions.count && !w->failed; i++) {
        const struct piece_row *row = &w->p->conditions.data[i];
        struct sum s = sum_of(w, row->k);
        int64_t value;
        if (w->failed || computes(w, &s) != computed) continue;
        if (!s.count && (row->equality ? s.constant == 0 : s.constant >= 0)) continue;
        enum congruence c = congruence_of(w, &s, row->equality, &value);
        if (c == ALWAYS) continue;
        text_clear(&one);
        w->out = &one;
        if (c != NO_CONGRUENCE) put_congruence(w, &s.items[0], c == EQUAL, value);
        else if (!put_truth(w, &s, row->equality)) put_comparison(w, &s, row->equality);
        w->out = out;
        add_condition(w, from, text_c(&one));
    }
    w->failed |= one.failed;
    text_free(&one);
}

static void put_conditions(struct words *w, size_t from)
{
    put_some(w, from, false);
    put_some(w, from, true);
}

/* ---- generators -------------------------------------------------------------------------------------------------- */
static bool name_taken(const struct words *w, const char *name)
{
    const struct model *m = w->normal->source.model;
    for (size_t i = 0; i < game_of(w)->field_count; i++)
        if (strcmp(game_of(w)->fields[i].name, name) == 0) return true;
    for (size_t i = 0; i < m->param_count; i++)
        if (strcmp(m->params[i].name, name) == 0) return true;
    for (size_t i = 0; i < m->game_count; i++)
        if (strcmp(m->games[i].name, name) == 0) return true;
    return false;
}

static size_t result_dim(const struct words *w, int index)
{
    const struct relation *r = w->p->relation;
    for (size_t d = 0; d < r->dims; d++)
        if (r->space->vars[r->vars[d]].kind == NORMAL_RESULT && r->space->vars[r->vars[d]].index == index) return d;
    return r->dims;
}

/* Gives the chosen numbers of this sort, places in rows or others, the first names that are free. */
static bool name_some(struct words *w, const bool *is_place, bool places)
{
    static const char *const names[2][8] = {{"t", "s", "u", "v", "w", "r", "t1", "t2"},
                                            {"i", "j", "k", "l", "m", "i1", "i2", "i3"}};
    size_t at = 0;
    for (size_t d = 0; d < w->p->relation->dims; d++) {
        if (w->p->results[d].how != PIECE_CHOSEN || is_place[d] != places) continue;
        while (at < 8 && name_taken(w, names[places][at])) at++;
        if (at == 8) return false;
        w->names[d] = names[places][at++];
    }
    return true;
}

static bool name_chosen(struct words *w)
{
    bool *is_place = arena_array(w->p->arena, w->p->relation->dims + 1, sizeof *is_place);
    for (size_t i = 0; is_place && i < w->shape->component_count; i++)
        for (size_t k = 0; k < w->shape->components[i].arg_count; k++) {
            const struct normal_arg *a = &w->shape->components[i].args[k];
            int var = a->first_var;
            for (size_t n = 0; n < a->update_count; var += normal_update_width(a->updates[n++]))
                for (int v = 0; v + 1 < normal_update_width(a->updates[n]); v++)
                    is_place[result_dim(w, var + v)] = true;
        }
    return is_place && name_some(w, is_place, true) && name_some(w, is_place, false);
}

/* `min`/`max` of all; low bounds are rounded up. */
static void put_bounds(struct words *w, const struct piece_bounds *b, bool low)
{
    if (b->count > 1) text_puts(w->out, low ? "max(" : "min(");
    for (size_t i = 0; i < b->count && !w->failed; i++) {
        if (i) text_puts(w->out, ", ");
        int64_t *k = arena_array(w->p->arena, w->p->columns, sizeof *k);
        if (!k) w->failed = true;
        if (!k) return;
        memcpy(k, b->rows[i], w->p->columns * sizeof *k);
        if (low && __builtin_add_overflow(k[0], b->divisors[i] - 1, &k[0])) w->failed = true;
        if (!w->failed) put_row(w, k, b->divisors[i], false);
    }
    if (b->count > 1) text_putc(w->out, ')');
}

static void put_generators(struct words *w)
{
    bool first = true;
    for (size_t d = 0; d < w->p->relation->dims && !w->failed; d++) {
        const struct piece_result *r = &w->p->results[d];
        if (r->how != PIECE_CHOSEN) continue;
        text_add(w->out, "%s%s in ", first ? "(" : ", ", w->names[d]);
        first = false;
        put_bounds(w, &r->low, true);
        text_puts(w->out, "..");
        put_bounds(w, &r->high, false);
    }
    if (!first) text_putc(w->out, ')');
}

/* ---- results ----------------------------------------------------------------------------------------------------- */
/* A truth value of the result: known, or that of a field. */
static void put_truth_result(struct words *w, const struct piece_result *x)
{
    struct sum s = {0};
    if (x->how != PIECE_SOLVED || x->divisor != 1) w->failed = true;
    else s = sum_of(w, x->value);
    if (w->failed) return;
    if (!s.count && (s.constant == 0 || s.constant == 1)) text_puts(w->out, s.constant ? "true" : "false");
    else if (s.constant == 0 && s.items[0].factor == 1) w->failed |= !put_truth(w, &s, false);
    else w->failed = true;
}

static void put_result_var(struct words *w, int index)
{
    size_t d = result_dim(w, index);
    if (d == w->p->relation->dims) {
        w->failed = true;
        return;
    }
    const struct piece_result *x = &w->p->results[d];
    if (w->p->places[d].truth) {
        put_truth_result(w, x);
        return;
    }
    if (x->how == PIECE_SOLVED) {
        put_row(w, x->value, x->divisor, false);
        return;
    }
    if (x->removed_from >= 0) put_column(w, 1 + (size_t)x->removed_from, false);
    text_add(w->out, "%s%s", x->removed_from >= 0 ? " - " : "", w->names[d]);
}

/* [i] -= t where the cell is lowered by what was chosen. */
static void put_update(struct words *w, int place)
{
    size_t d = result_dim(w, place + 1);
    bool lowered =
        d < w->p->relation->dims && w->p->results[d].how == PIECE_CHOSEN && w->p->results[d].removed_from >= 0;
    text_putc(w->out, '[');
    put_result_var(w, place);
    text_puts(w->out, lowered ? "] -= " : "] = ");
    if (lowered) text_puts(w->out, w->names[d]);
    else put_result_var(w, place + 1);
}

static void put_updates(struct words *w, const struct normal_arg *a)
{
    int var = a->first_var;
    text_puts(w->out, " with { ");
    for (size_t i = 0; i < a->update_count && !w->failed; i++) {
        if (i) text_puts(w->out, ", ");
        if (a->updates[i] != '=' * 16 + 4) w->failed = true;
        else put_update(w, var);
        var += normal_update_width(a->updates[i]);
    }
    text_puts(w->out, " }");
}

static void put_arg(struct words *w, const struct normal_arg *a)
{
    if (a->kind == NORMAL_NUMBER) {
        put_result_var(w, a->first_var);
    } else if (a->kind == NORMAL_CELLS) {
        text_putc(w->out, '[');
        for (int i = 0; i < a->var_count; i++) {
            if (i) text_puts(w->out, ", ");
            put_result_var(w, a->first_var + i);
        }
        text_putc(w->out, ']');
    } else {
        put_value(w, (struct normal_value){.term = a->base}, true);
        if (a->kind == NORMAL_WITH) put_updates(w, a);
    }
}

static void put_result(struct words *w)
{
    text_puts(w->out, w->shape->component_count ? " -> " : " -> end");
    for (size_t i = 0; i < w->shape->component_count; i++) {
        const struct normal_component *c = &w->shape->components[i];
        if (c->game < 0) w->failed = true;
        if (w->failed) return;
        bool row = w->as_row && c->game == w->normal->source.game;
        text_add(w->out, "%s%s(%s", i ? " + " : "", w->normal->source.model->games[c->game].name, row ? "[" : "");
        for (size_t k = 0; k < c->arg_count; k++) {
            if (k) text_puts(w->out, ", ");
            put_arg(w, &c->args[k]);
        }
        text_puts(w->out, row ? "])" : ")");
    }
}

bool words_move(const struct pieces *pieces, const struct normal *normal, const struct normal_piece *shape, bool as_row,
                struct text *out)
{
    struct words w = {.p = pieces, .normal = normal, .shape = shape, .out = out, .as_row = as_row};
    w.names = arena_array(pieces->arena, pieces->relation->dims + 1, sizeof *w.names);
    if (!w.names || !name_chosen(&w)) return false;
    text_puts(out, game_of(&w)->moves[shape->move].name);
    put_generators(&w);
    put_conditions(&w, out->length);
    put_result(&w);
    return !w.failed && !out->failed;
}

bool words_condition(const struct pieces *pieces, const struct normal *normal, struct text *out)
{
    static const char before[] = " where ";
    struct text conditions = {0};
    struct words w = {.p = pieces, .normal = normal, .out = &conditions};
    put_conditions(&w, 0);
    text_puts(out, conditions.length ? text_c(&conditions) + sizeof before - 1 : "true");
    bool fine = !w.failed && !conditions.failed && !out->failed;
    out->failed |= conditions.failed;
    text_free(&conditions);
    return fine;
}
