/* SPDX-License-Identifier: MIT */
/* Folding constants, evaluating, and the text by which terms are compared. */
#include "solve/ranked/terms.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "model/arithmetic.h"

enum { FACTOR_MOST = 1 << 16, TEXT_MOST = 1 << 14, SMALL = 1 << 30 };

static struct term *new_term(struct term_store *t, struct term like, struct term *const *kids, size_t count)
{
    struct term *term = t->made++ < t->most ? arena_alloc(t->arena, sizeof *term) : NULL;
    if (term) *term = like;
    if (term && count) {
        term->kids = arena_array(t->arena, count, sizeof *term->kids);
        if (term->kids) memcpy(term->kids, kids, count * sizeof *kids);
        term->count = (uint32_t)count;
    }
    if (!term || (count && !term->kids)) t->no_memory = true;
    return t->no_memory ? NULL : term;
}

struct term *term_int(struct term_store *t, int64_t value)
{
    return new_term(t, (struct term){.kind = EXPR_INT, .constant = value}, NULL, 0);
}

struct term *term_cell(struct term_store *t, int cell)
{
    return new_term(t, (struct term){.kind = EXPR_FIELD, .index = cell, .reads = term_bit(cell)}, NULL, 0);
}

struct term *term_value(struct term_store *t, int value)
{
    return new_term(t, (struct term){.kind = EXPR_LOCAL, .index = value, .reads = term_bit(TERM_CELLS + value)}, NULL,
                    0);
}

static struct term *fold(struct term_store *t, struct term like, struct term *const *kids, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!kids[i]) return NULL;
        like.reads |= kids[i]->reads;
    }
    struct term *term = new_term(t, like, kids, count);
    int64_t value, none[TERM_VARIABLES] = {0};
    if (term && !term->reads && term_value_at(term, none, &value)) return term_int(t, value);
    return term;
}

static struct term *simple(enum expr_kind kind, struct term *const *k)
{
    switch (kind) {
    case EXPR_ADD: return term_is(k[0], 0) ? k[1] : term_is(k[1], 0) ? k[0] : NULL;
    case EXPR_SUB: return term_is(k[1], 0) ? k[0] : NULL;
    case EXPR_MUL: return term_is(k[0], 1) ? k[1] : term_is(k[1], 1) ? k[0] : NULL;
    case EXPR_AND: return term_is(k[0], 1) ? k[1] : term_is(k[1], 1) || term_is(k[0], 0) ? k[0] : NULL;
    case EXPR_OR: return term_is(k[0], 0) ? k[1] : term_is(k[1], 0) || term_is(k[0], 1) ? k[0] : NULL;
    case EXPR_IF: return k[0]->kind == EXPR_INT ? k[k[0]->constant ? 1 : 2] : NULL;
    default: return NULL;
    }
}

struct term *term_make(struct term_store *t, enum expr_kind kind, struct term *const *kids, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!kids[i]) return NULL;
    struct term *same = simple(kind, kids);
    return same ? same : fold(t, (struct term){.kind = kind}, kids, count);
}

struct term *term_pair(struct term_store *t, enum expr_kind kind, struct term *a, struct term *b)
{
    return term_make(t, kind, (struct term *[]){a, b}, 2);
}

struct term *term_call(struct term_store *t, int builtin, struct term *const *kids, size_t count)
{
    return fold(t, (struct term){.kind = EXPR_CALL, .index = builtin}, kids, count);
}

struct term *term_member(struct term_store *t, enum domain_kind set, struct term *x, struct term *of)
{
    return fold(t, (struct term){.kind = EXPR_IN, .index = (int)set}, (struct term *[]){x, of}, of ? 2 : 1);
}

struct term *term_mapped(struct term_store *t, const struct term *from, const int *map)
{
    if (!from) return NULL;
    if (from->kind == EXPR_INT) return term_int(t, from->constant);
    int variable = from->kind == EXPR_FIELD ? from->index : TERM_CELLS + from->index;
    if (from->kind == EXPR_FIELD || from->kind == EXPR_LOCAL)
        return map[variable] < TERM_CELLS ? term_cell(t, map[variable]) : term_value(t, map[variable] - TERM_CELLS);
    struct term *kids[TERM_VARIABLES];
    if (from->count > TERM_VARIABLES) return t->no_memory = true, NULL;
    for (uint32_t i = 0; i < from->count; i++) kids[i] = term_mapped(t, from->kids[i], map);
    return fold(t, (struct term){.kind = from->kind, .index = from->index}, kids, from->count);
}

/* ---- values ------------------------------------------------------------------------------------------------------ */
static bool call_at(const struct term *t, const int64_t *x, int64_t *value)
{
    int64_t arguments[TERM_VARIABLES];
    if (t->count == 0 || t->count > TERM_VARIABLES) return false;
    for (uint32_t i = 0; i < t->count; i++)
        if (!term_value_at(t->kids[i], x, &arguments[i])) return false;
    if (t->index != BUILTIN_MIN && t->index != BUILTIN_MAX)
        return builtin_apply((enum builtin)t->index, arguments, t->count, value);
    *value = arguments[0];
    for (uint32_t i = 1; i < t->count; i++)
        if (t->index == BUILTIN_MIN ? arguments[i] < *value : arguments[i] > *value) *value = arguments[i];
    return true;
}

/* The operators that need not look at both sides. */
static bool branch_at(const struct term *t, const int64_t *x, int64_t *value)
{
    if (!term_value_at(t->kids[0], x, value)) return false;
    if (t->kind == EXPR_IF) return term_value_at(t->kids[*value ? 1 : 2], x, value);
    if ((*value != 0) == (t->kind == EXPR_OR)) return true;
    return term_value_at(t->kids[1], x, value);
}

/* The place, and what stands there. */
static bool element_at(const struct term *t, const int64_t *x, int64_t *value)
{
    int64_t place;
    if (!term_value_at(t->kids[0], x, &place)) return false;
    if (place < 1 || place >= (int64_t)t->count) return *value = 0, true;
    return term_value_at(t->kids[place], x, value);
}

static bool member_at(const struct term *t, int64_t x, int64_t of, int64_t *value)
{
    bool holds;
    if (!arithmetic_member((enum domain_kind)t->index, number_small(x), number_small(of), &holds)) return false;
    return *value = holds, true;
}

bool term_value_at(const struct term *t, const int64_t *x, int64_t *value)
{
    int64_t a, b = 0;
    switch (t->kind) {
    case EXPR_INT: return *value = t->constant, true;
    case EXPR_FIELD: return *value = x[t->index], true;
    case EXPR_LOCAL: return *value = x[TERM_CELLS + t->index], true;
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_IF: return branch_at(t, x, value);
    case EXPR_CALL: return call_at(t, x, value);
    case EXPR_INDEX: return element_at(t, x, value);
    default: break;
    }
    if (!term_value_at(t->kids[0], x, &a) || (t->count > 1 && !term_value_at(t->kids[1], x, &b))) return false;
    return t->kind == EXPR_IN ? member_at(t, a, b, value) : arithmetic_small(t->kind, a, b, value);
}

uint32_t term_size(const struct term *t, uint32_t most)
{
    uint32_t size = 1;
    uint32_t count = t->kind == EXPR_INDEX ? 2 : t->count; /* the place, and one of the others */
    for (uint32_t i = 0; i < count && size < most; i++) size += term_size(t->kids[i], most - size);
    return size < most ? size : most;
}

/* ---- linear terms ------------------------------------------------------------------------------------------------ */
static bool combine(struct linear *line, int64_t a, const struct linear *other, int64_t b)
{
    bool small = true;
    line->constant = a * line->constant + b * other->constant;
    small &= line->constant > -((int64_t)1 << 40) && line->constant < (int64_t)1 << 40;
    for (int v = 0; v < TERM_VARIABLES; v++) {
        line->factor[v] = a * line->factor[v] + b * other->factor[v];
        small &= line->factor[v] >= -FACTOR_MOST && line->factor[v] <= FACTOR_MOST;
    }
    return small;
}

bool term_linear(const struct term *t, struct linear *line)
{
    struct linear other;
    *line = (struct linear){0};
    switch (t->kind) {
    case EXPR_INT:
        line->constant = t->constant;
        return t->constant > -((int64_t)1 << 30) && t->constant < (int64_t)1 << 30;
    case EXPR_FIELD: return line->factor[t->index] = 1, true;
    case EXPR_LOCAL: return line->factor[TERM_CELLS + t->index] = 1, true;
    case EXPR_NEG: return term_linear(t->kids[0], line) && combine(line, -1, line, 0);
    case EXPR_ADD:
    case EXPR_SUB:
        if (!term_linear(t->kids[0], line) || !term_linear(t->kids[1], &other)) return false;
        return combine(line, 1, &other, t->kind == EXPR_ADD ? 1 : -1);
    case EXPR_MUL:
        for (int i = 0; i < 2; i++) {
            int64_t by = t->kids[i]->constant;
            if (t->kids[i]->kind != EXPR_INT || by < -FACTOR_MOST || by > FACTOR_MOST) continue;
            return term_linear(t->kids[1 - i], line) && combine(line, by, line, 0);
        }
        return false;
    default: return false;
    }
}

struct term *term_of_linear(struct term_store *terms, const struct linear *line)
{
    struct term *sum = NULL;
    for (int sign = 1; sign >= -1; sign -= 2)
        for (int v = 0; v <= TERM_VARIABLES; v++) { /* the last one is the constant */
            int64_t size = sign * (v < TERM_VARIABLES ? line->factor[v] : line->constant);
            if (size <= 0) continue;
            struct term *one = v == TERM_VARIABLES ? term_int(terms, size)
                               : v < TERM_CELLS    ? term_cell(terms, v)
                                                   : term_value(terms, v - TERM_CELLS);
            if (v < TERM_VARIABLES) one = term_pair(terms, EXPR_MUL, term_int(terms, size), one);
            if (!sum) sum = sign > 0 ? one : term_pair(terms, EXPR_SUB, term_int(terms, 0), one);
            else sum = term_pair(terms, sign > 0 ? EXPR_ADD : EXPR_SUB, sum, one);
        }
    return sum ? sum : term_int(terms, 0);
}

bool term_taken(const struct term *after, size_t cell, struct linear *taken)
{
    struct linear line;
    if (!term_linear(after, &line)) return false;
    line.factor[cell] -= 1;
    *taken = (struct linear){.constant = -line.constant};
    for (size_t v = 0; v < TERM_VARIABLES; v++) {
        if (v < TERM_CELLS && line.factor[v]) return false;
        taken->factor[v] = -line.factor[v];
    }
    return true;
}

int64_t linear_at(const struct linear *line, const int64_t *x)
{
    int64_t sum = line->constant;
    for (int v = 0; v < TERM_VARIABLES; v++) sum += line->factor[v] * x[v];
    return sum;
}

/* ---- text -------------------------------------------------------------------------------------------------------- */
static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* `size`: what is shown has the same absolute value, whose first factor is not negative: linear terms are far from the
 * least number of 64 bits, so with each its negative has a value. */
static bool linear_text(const struct term *t, bool size, const int *names, struct text *out)
{
    struct linear line;
    if (!term_linear(t, &line)) return false;
    int order[TERM_VARIABLES], count = 0; /* the variables that occur, by their names */
    for (int v = 0; v < TERM_VARIABLES; v++) {
        if (!line.factor[v]) continue;
        int i = count++;
        for (; i > 0 && names[order[i - 1]] > names[v]; i--) order[i] = order[i - 1];
        order[i] = v;
    }
    int sign = size && count && line.factor[order[0]] < 0 ? -1 : 1;
    text_putc(out, '{');
    text_put_int(out, sign * line.constant);
    for (int i = 0; i < count; i++) {
        text_putc(out, ' ');
        text_put_int(out, sign * line.factor[order[i]]);
        text_putc(out, 'x');
        text_put_int(out, names[order[i]]);
    }
    text_putc(out, '}');
    return true;
}

/* Linear terms are far from the least number of 64 bits. */
static bool call_never_fails(const struct term *t)
{
    const struct builtin_info *info = builtin_info((enum builtin)t->index);
    struct linear line;
    bool never = info->needs == NEEDS_ANY && info->size != SIZE_GROWS;
    for (uint32_t i = 0; i < t->count && never && info->size == SIZE_EDGE; i++) never = term_linear(t->kids[i], &line);
    return never;
}

bool term_never_fails(const struct term *t)
{
    struct linear line;
    bool never = true, divides = t->kind == EXPR_DIV || t->kind == EXPR_MOD;
    if (term_linear(t, &line)) return true;
    if (t->kind == EXPR_CALL) never = call_never_fails(t);
    else if (t->kind == EXPR_IN) never = t->count == 1; /* there are no powers of 1 */
    else if (divides) never = t->kids[1]->kind == EXPR_INT && t->kids[1]->constant > 0;
    else never = t->kind != EXPR_MUL && t->kind != EXPR_ADD && t->kind != EXPR_SUB && t->kind != EXPR_NEG;
    for (uint32_t i = 0; i < t->count && never; i++) never = term_never_fails(t->kids[i]);
    return never;
}

static bool joins_freely(const struct term *t)
{
    if (t->kind == EXPR_CALL) return builtin_info((enum builtin)t->index)->commutes;
    if (t->kind == EXPR_AND || t->kind == EXPR_OR) return term_never_fails(t);
    return t->kind == EXPR_ADD || t->kind == EXPR_MUL || t->kind == EXPR_EQ || t->kind == EXPR_NE ||
           t->kind == EXPR_IFF;
}

/* Is it a sum of choices between small numbers and of remainders, as a count is? There are few of them, so it fits in 64 bits however
 * it is added up. */
static bool counts(const struct term *t)
{
    bool one = t->kind == EXPR_IF || t->kind == EXPR_INDEX, all = one || t->kind == EXPR_ADD;
    if (t->kind == EXPR_INT) return t->constant > -SMALL && t->constant < SMALL;
    if (t->kind == EXPR_MOD) return t->kids[1]->kind == EXPR_INT && t->kids[1]->constant > 0 && counts(t->kids[1]);
    for (uint32_t i = one; i < t->count && all; i++) all = counts(t->kids[i]);
    return all;
}

/* Is it the same in whatever way its operands are put together? They fail alike: least, greatest and xor of numbers are numbers. */
static bool associates(const struct term *t)
{
    bool call = t->kind == EXPR_CALL;
    if (call) return t->index == BUILTIN_MIN || t->index == BUILTIN_MAX || t->index == BUILTIN_XOR;
    return t->kind == EXPR_AND || t->kind == EXPR_OR || (t->kind == EXPR_ADD && counts(t));
}

/* What the operator joins; `all`: where several of it follow each other, all that they join. False: too much. */
static bool joined(const struct term *of, bool all, const struct term **kids, size_t *count)
{
    bool fits = true;
    for (uint32_t i = 0; i < of->count && fits; i++) {
        const struct term *kid = of->kids[i];
        if (all && kid->kind == of->kind && kid->index == of->index) fits = joined(kid, all, kids, count);
        else if ((fits = *count < TERM_VARIABLES)) kids[(*count)++] = kid;
    }
    return fits;
}

static void text_of(const struct term *t, bool size, const int *names, struct text *out)
{
    char *parts[TERM_VARIABLES] = {0};
    const struct term *kids[TERM_VARIABLES];
    size_t count = 0;
    bool abs = t->kind == EXPR_CALL && t->index == BUILTIN_ABS;
    if (linear_text(t, size, names, out)) return;
    if (!joined(t, associates(t), kids, &count)) {
        count = 0;
        out->failed |= !joined(t, false, kids, &count);
    }
    if (out->failed || out->length > TEXT_MOST) {
        out->failed = true;
        return;
    }
    text_putc(out, '(');
    text_put_int(out, (int64_t)t->kind);
    text_putc(out, '.');
    text_put_int(out, t->index);
    for (size_t i = 0; i < count; i++) {
        struct text part = {0};
        text_of(kids[i], abs, names, &part);
        if (part.failed) out->failed = true;
        parts[i] = mem_alloc(part.length + 1);
        if (parts[i]) memcpy(parts[i], text_c(&part), part.length);
        else out->failed = true;
        text_free(&part);
    }
    if (!out->failed && joins_freely(t)) qsort(parts, count, sizeof *parts, by_text);
    for (size_t i = 0; i < count; i++) {
        if (!out->failed) text_putc(out, ' '), text_puts(out, parts[i]);
        mem_free(parts[i], parts[i] ? strlen(parts[i]) + 1 : 0);
    }
    text_putc(out, ')');
}

void term_text(const struct term *t, const int *names, struct text *out) { text_of(t, false, names, out); }
