/* SPDX-License-Identifier: MIT */
/* Linear forms, with values at the ends of their ranges. */
#include "solve/ranked/signs.h"

/* A quotient of what is never negative by a positive constant is not negative either. */
static bool never_negative(const struct signs *s, const struct term *t)
{
    struct linear line;
    bool never = t->kind == EXPR_DIV && t->kids[1]->kind == EXPR_INT && t->kids[1]->constant > 0 &&
                 term_linear(t->kids[0], &line) && line.constant >= 0;
    for (int v = 0; v < TERM_VARIABLES && never; v++)
        never = line.factor[v] == 0 || (line.factor[v] > 0 && v < TERM_CELLS && s->u->least[v] >= 0);
    return never;
}

/* value v >= line (sign 1), or value v <= line (sign -1), by one of the instance's conditions? */
static bool condition_bound(const struct instance *in, size_t v, int sign, struct linear *line)
{
    for (size_t i = 0; i < in->condition_count; i++) {
        const struct term *t = in->conditions[i];
        struct linear a, b;
        bool less = t->kind == EXPR_LT || t->kind == EXPR_LE, more = t->kind == EXPR_GT || t->kind == EXPR_GE;
        if ((!less && !more) || !term_linear(t->kids[less ? 0 : 1], &a) || !term_linear(t->kids[less ? 1 : 0], &b))
            continue; /* a <= b */
        for (int x = 0; x < TERM_VARIABLES; x++) b.factor[x] -= a.factor[x];
        b.constant -= a.constant + (t->kind == EXPR_LT || t->kind == EXPR_GT);
        if (b.factor[TERM_CELLS + v] != sign) continue; /* b >= 0 */
        for (int x = 0; x < TERM_VARIABLES; x++) line->factor[x] = -sign * b.factor[x];
        line->factor[TERM_CELLS + v] = 0;
        line->constant = -sign * b.constant;
        return true;
    }
    return false;
}

/* A linear bound of the value, below (sign 1) or above: an end of its range, of several that it is the greatest or least of one, or
 * a condition. It reads earlier values only. */
static bool value_bound(const struct signs *s, const struct instance *in, size_t v, int sign, struct linear *line)
{
    const struct term *end = sign > 0 ? in->values[v].low : in->values[v].high;
    if (term_linear(end, line)) return true;
    for (uint32_t i = 0; end->kind == EXPR_CALL && i < end->count; i++)
        if (end->index == (sign > 0 ? BUILTIN_MAX : BUILTIN_MIN) && term_linear(end->kids[i], line)) return true;
    if (condition_bound(in, v, sign, line)) {
        bool earlier = true;
        for (size_t w = v; w < TERM_VALUES; w++) earlier &= line->factor[TERM_CELLS + w] == 0;
        if (earlier) return true;
    }
    *line = (struct linear){0};
    return sign > 0 && never_negative(s, end);
}

/* f * (x_a - x_b) is at most -f * gap where x_a + gap <= x_b: what stands of it in the line is replaced by that. */
static void use_orders(const struct signs *s, struct linear *line)
{
    for (size_t a = 0; a < s->u->cells && s->orders; a++)
        for (size_t b = 0; b < s->u->cells && line->factor[a] > 0; b++) {
            int64_t f = line->factor[a] < -line->factor[b] ? line->factor[a] : -line->factor[b];
            if (f <= 0 || s->orders->gap[a][b] == NO_ORDER) continue;
            line->factor[a] -= f;
            line->factor[b] += f;
            line->constant -= f * s->orders->gap[a][b];
        }
}

/* Is the linear term never positive? Values are replaced by the end of their range at which it is greatest, last values first, since ranges
 * read earlier ones; then cells by what is known of their order, and as they are at least u->least. */
static bool never_positive(const struct signs *s, const struct instance *in, struct linear line)
{
    for (size_t v = in->value_count; v-- > 0;) {
        int64_t factor = line.factor[TERM_CELLS + v];
        struct linear end;
        if (factor == 0) continue;
        if (!value_bound(s, in, v, factor > 0 ? -1 : 1, &end)) return false;
        line.factor[TERM_CELLS + v] = 0;
        line.constant += factor * end.constant;
        for (int i = 0; i < TERM_VARIABLES; i++) line.factor[i] += factor * end.factor[i];
    }
    use_orders(s, &line);
    int64_t most = line.constant;
    for (size_t c = 0; c < s->u->cells; c++) {
        if (line.factor[c] > 0) return false;
        most += line.factor[c] * s->u->least[c];
    }
    return most <= 0;
}

static bool is_zero(const struct linear *line)
{
    bool zero = line->constant == 0;
    for (int v = 0; v < TERM_VARIABLES; v++) zero &= line->factor[v] == 0;
    return zero;
}

enum change sign_of_change(const struct signs *s, const struct instance *in, size_t cell)
{
    struct linear line;
    if (in->ends) return FALLS;
    if (!term_linear(in->after[cell], &line)) return FALLS;
    line.factor[cell]--;
    if (is_zero(&line)) return STAYS;
    return never_positive(s, in, line) ? FALLS : RISES;
}

/* What the instance adds to the sum of the cells for which `in_sum` holds; false: not linear. */
static bool sum_change(const struct signs *s, const struct instance *in, const bool *in_sum, struct linear *sum)
{
    *sum = (struct linear){0};
    for (size_t c = 0; c < s->u->cells && !in->ends; c++) {
        struct linear line;
        if (!in_sum[c]) continue;
        if (!term_linear(in->after[c], &line)) return false;
        line.factor[c]--;
        sum->constant += line.constant;
        for (int v = 0; v < TERM_VARIABLES; v++) sum->factor[v] += line.factor[v];
    }
    return true;
}

/* Does the sum never rise? *stays: it never changes either. */
bool signs_sum_falls(const struct signs *s, const bool *in_sum, bool *stays)
{
    *stays = true;
    for (size_t i = 0; i < s->u->instances.count; i++) {
        const struct instance *in = &s->u->instances.data[i];
        struct linear sum;
        if (!sum_change(s, in, in_sum, &sum) || !never_positive(s, in, sum)) return false;
        *stays &= is_zero(&sum) && !in->ends;
    }
    return true;
}
