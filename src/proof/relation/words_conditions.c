/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>
#include "base/checked.h"
#include "proof/relation/private.h"

bool words_truth(struct words *w, const struct sum *s, bool equality)
{
    if (s->count != 1 || s->items[0].remainder || !words_is_truth(w, s->items[0].column)) return false;
    const struct normal_var *v = words_var(w, s->items[0].column);
    bool no = equality ? s->constant == 0 : s->items[0].factor < 0;
    if (v->kind == NORMAL_FIELD) {
        text_add(w->out, "%s%s", no ? "not " : "", words_field(w, v->index)->name);
        return true;
    }
    if (v->kind != NORMAL_TERM || v->term->kind != EXPR_IN) return w->failed = true;
    if (no) text_puts(w->out, "not (");
    words_member(w, v->term);
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
    words_row(w, k, 1, true);
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
    words_side(w, s, flip ? -1 : 1);
    text_puts(w->out, equality ? " == " : strict ? " > " : flip ? " <= " : " >= ");
    if (positive && negative) words_side(w, s, -1);
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
    if (!words_is_floor(w, column))
        return words_var(w, column)->kind == NORMAL_TERM && may_fail(words_var(w, column)->term);
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
        struct sum s = words_sum(w, row->k);
        int64_t value;
        if (w->failed || computes(w, &s) != computed) continue;
        if (!s.count && (row->equality ? s.constant == 0 : s.constant >= 0)) continue;
        enum congruence c = congruence_of(w, &s, row->equality, &value);
        if (c == ALWAYS) continue;
        text_clear(&one);
        w->out = &one;
        if (c != NO_CONGRUENCE) put_congruence(w, &s.items[0], c == EQUAL, value);
        else if (!words_truth(w, &s, row->equality)) put_comparison(w, &s, row->equality);
        w->out = out;
        add_condition(w, from, text_c(&one));
    }
    w->failed |= one.failed;
    text_free(&one);
}

void words_conditions(struct words *w, size_t from)
{
    put_some(w, from, false);
    put_some(w, from, true);
}
