/* SPDX-License-Identifier: MIT */
/* Making, measuring, evaluating and writing expressions. */
#include "law/term.h"
#include <inttypes.h>
#include "base/checked.h"
#include "base/golden.h"
#include "base/numbers.h"

static const struct form {
    int kids;
    enum law_binds binds;
    const char *before, *between, *after;
} forms[LAW_OPS] = {
#define LAW_OP(id, kids, binds, before, between, after) {kids, LAW_BINDS_##binds, before, between, after},
#include "law/ops.def"
#undef LAW_OP
};

static struct law_term *make(struct arena *arena, enum law_op op)
{
    struct law_term *t = arena_alloc(arena, sizeof *t);
    if (t) t->op = op;
    return t;
}

const struct law_term *law_number(struct arena *arena, int64_t number)
{
    struct law_term *t = make(arena, LAW_NUMBER);
    if (t) t->number = number;
    return t;
}

const struct law_term *law_field(struct arena *arena, size_t field)
{
    struct law_term *t = make(arena, LAW_FIELD);
    if (t) t->number = (int64_t)field;
    return t;
}

const struct law_term *law_one(struct arena *arena, enum law_op op, const struct law_term *kid)
{
    struct law_term *t = kid ? make(arena, op) : NULL;
    if (t) t->kid[0] = kid;
    return t;
}

const struct law_term *law_two(struct arena *arena, enum law_op op, const struct law_term *a, const struct law_term *b)
{
    struct law_term *t = a && b ? make(arena, op) : NULL;
    if (t) t->kid[0] = a, t->kid[1] = b;
    return t;
}

const struct law_term *law_if(struct arena *arena, const struct law_term *condition, const struct law_term *then,
                              const struct law_term *otherwise)
{
    struct law_term *t = condition && then && otherwise ? make(arena, LAW_IF) : NULL;
    if (t) t->kid[0] = condition, t->kid[1] = then, t->kid[2] = otherwise;
    return t;
}

const struct law_term *law_cells(struct arena *arena, enum law_op op, const struct law_term *kid, const int64_t *row,
                                 size_t count)
{
    int64_t *copy = arena_array(arena, count + 1, sizeof *copy);
    struct law_term *t = kid && copy ? make(arena, op) : NULL;
    if (!t) return NULL;
    for (size_t i = 0; i < count; i++) copy[i] = row[i];
    t->kid[0] = kid;
    t->row = copy;
    t->count = count;
    return t;
}

const struct law_term *law_digits(struct arena *arena, enum law_op op, const struct law_term *kid, int64_t base,
                                  const int64_t *digits, size_t count)
{
    const struct law_term *made = law_cells(arena, op, kid, digits, count);
    struct law_term *t = made ? make(arena, op) : NULL;
    if (!t) return NULL;
    *t = *made;
    t->number = base;
    return t;
}

const struct law_term *law_linear(struct arena *arena, int64_t a, const struct law_term *x, int64_t b)
{
    if (a == 0) return law_number(arena, b);
    if (a == -1) return law_two(arena, LAW_SUB, law_number(arena, b), x);
    const struct law_term *product = a == 1 ? x : law_two(arena, LAW_MUL, law_number(arena, a), x);
    if (b == 0) return product;
    if (b < 0 && b > INT64_MIN) return law_two(arena, LAW_SUB, product, law_number(arena, -b));
    return law_two(arena, LAW_ADD, product, law_number(arena, b));
}

const struct law_term *law_ratio(struct arena *arena, int64_t a, const struct law_term *x, int64_t b, int64_t c)
{
    const struct law_term *above = law_linear(arena, a, x, b);
    return c == 1 ? above : law_two(arena, LAW_DIV, above, law_number(arena, c));
}

const struct law_term *law_put(struct arena *arena, const struct law_term *term, const struct law_term *value)
{
    if (!term || !value) return NULL;
    if (term->op == LAW_FIELD) return term->number == 0 ? value : term;
    struct law_term *t = make(arena, term->op);
    if (!t) return NULL;
    *t = *term;
    for (int i = 0; i < forms[t->op].kids; i++)
        if (!(t->kid[i] = law_put(arena, term->kid[i], value))) return NULL;
    return t;
}

unsigned law_number_bits(int64_t number)
{
    uint64_t size = number < 0 ? -(uint64_t)number : (uint64_t)number;
    return size < 2 ? 1 : 64 - (unsigned)__builtin_clzll(size);
}

/* 28 operations: 5 bits each, but a field is what most expressions end with. What is read off the digits stands for a fold of its own:
 * "n is odd" is not to be told by the power of two in n. */
uint64_t law_bits(const struct law_term *term)
{
    if (term->op == LAW_FIELD) return 3;
    uint64_t bits = term->op >= LAW_POWER_IN ? 11 : 5;
    if (term->op == LAW_NUMBER) bits += 2 * law_number_bits(term->number) - 1;
    else if (term->number) bits += 2 * law_number_bits(term->number);
    unsigned widest = 0;
    for (size_t i = 0; i < term->count; i++)
        if (law_number_bits(term->row[i]) > widest) widest = law_number_bits(term->row[i]);
    bits += term->count * (widest + 1);
    for (int i = 0; i < forms[term->op].kids; i++) bits += law_bits(term->kid[i]);
    return bits;
}

bool law_reads_self(const struct law_term *term)
{
    bool reads = term->op == LAW_SELF;
    for (int i = 0; !reads && i < forms[term->op].kids; i++) reads = law_reads_self(term->kid[i]);
    return reads;
}

/* ---- values: exactly as the language has them ---- */
static bool is_among(const struct law_term *t, int64_t x)
{
    for (size_t i = 0; i < t->count; i++)
        if (t->row[i] == x) return true;
    return false;
}

/* The language folds the powers that are at most x: no power where x is below 1, and a maximum of nothing has no value. */
static bool digits_value(const struct law_term *t, int64_t x, int64_t *value)
{
    bool power = t->op == LAW_POWER_IN || t->op == LAW_POWER_BELOW;
    if (x < 1 && power) return false;
    *value = power ? 1 : 0;
    if (x < 1) return true;
    for (int64_t rest = x; rest > 0; rest /= t->number) {
        int64_t digit = rest % t->number;
        if (t->op == LAW_POWER_IN && digit) return true;
        if (power && rest >= t->number) *value *= t->number;
        if (t->op == LAW_DIGIT_SUM) *value += digit;
        if (t->op == LAW_DIGIT_COUNT) *value += is_among(t, digit);
    }
    return true;
}

/* Outside the row the language reads 0. */
static bool zeckendorf_value(int64_t x, bool least, int64_t *value)
{
    int64_t parts[GOLDEN_PARTS_MAX];
    if (x < 0) return false;
    size_t count = golden_zeckendorf(x, parts);
    *value = least ? (count ? parts[0] : 0) : (int64_t)count;
    return true;
}

static bool one_value(const struct law_term *t, int64_t x, const struct law_box *box, int64_t *value)
{
    switch (t->op) {
    case LAW_NOT: *value = !x; return true;
    case LAW_ABS: *value = x < 0 ? -x : x; return x != INT64_MIN;
    case LAW_ISQRT: return golden_root(x, value);
    case LAW_ZECK_COUNT:
    case LAW_ZECK_LEAST: return zeckendorf_value(x, t->op == LAW_ZECK_LEAST, value);
    case LAW_SELF:
        if (!box || box->fields != 1 || x < box->low[0] || x - box->low[0] >= box->extent[0]) return false;
        *value = box->values[x - box->low[0]];
        return *value != LAW_NONE;
    case LAW_CELL: /* outside the row the language reads 0 */
        *value = x >= 0 && (uint64_t)x < t->count ? t->row[x] : 0;
        return true;
    case LAW_AMONG: *value = is_among(t, x); return true;
    default: return digits_value(t, x, value);
    }
}

static bool two_value(enum law_op op, int64_t a, int64_t b, int64_t *value)
{
    switch (op) {
    case LAW_ADD: return checked_add(a, b, value);
    case LAW_SUB: return checked_sub(a, b, value);
    case LAW_MUL: return checked_mul(a, b, value);
    case LAW_DIV: return checked_div(a, b, value);
    case LAW_MOD: return checked_mod(a, b, value);
    case LAW_EQUAL: *value = a == b; return true;
    case LAW_AT_MOST: *value = a <= b; return true;
    case LAW_XOR: *value = a ^ b; return a >= 0 && b >= 0;
    case LAW_MAX: *value = a > b ? a : b; return true;
    case LAW_MIN: *value = a < b ? a : b; return true;
    case LAW_GCD: return number_gcd_fits(a, b, value);
    default: return false;
    }
}

bool law_value(const struct law_term *term, const int64_t *fields, const struct law_box *box, int64_t *value)
{
    int64_t a, b;
    if (term->op == LAW_NUMBER || term->op == LAW_FIELD) {
        *value = term->op == LAW_NUMBER ? term->number : fields[term->number];
        return true;
    }
    if (!law_value(term->kid[0], fields, box, &a)) return false;
    if (term->op == LAW_IF) return law_value(term->kid[a ? 1 : 2], fields, box, value);
    if (term->op == LAW_AND || term->op == LAW_OR) {
        *value = a;
        return (term->op == LAW_AND) == !a || law_value(term->kid[1], fields, box, value);
    }
    if (!term->kid[1]) return one_value(term, a, box, value);
    return law_value(term->kid[1], fields, box, &b) && two_value(term->op, a, b, value);
}

/* ---- text ---- */
static void print_row(const struct law_term *t, struct text *out)
{
    for (size_t i = 0; i < t->count; i++) text_add(out, "%s%" PRId64, i ? ", " : "", t->row[i]);
}

/* [5, 7][x + 1]; a number that is added to x already is added to. */
static void print_cell(const struct law_term *t, const struct law_words *words, struct text *out)
{
    text_putc(out, '[');
    print_row(t, out);
    text_puts(out, "][");
    law_print(t->kid[0], words, LAW_BINDS_SUM, out);
    text_puts(out, " + 1]");
}

/* max(d for d in powers(2) where d <= x and x % d == 0), sum(x / d % 3 for d in powers(3) where d <= x) */
static void print_digits(const struct law_term *t, const struct law_words *words, struct text *out)
{
    const char *d = words->power;
    struct text x = {0}, sum = {0};
    law_print(t->kid[0], words, LAW_BINDS_MINUS, &x);
    law_print(t->kid[0], words, LAW_BINDS_SUM, &sum);
    const char *kid = text_c(&x);
    if (t->op == LAW_DIGIT_SUM) text_add(out, "sum(%s / %s %% %" PRId64, kid, d, t->number);
    else text_add(out, "%s(%s", t->op == LAW_DIGIT_COUNT ? "count" : "max", d);
    text_add(out, " for %s in powers(%" PRId64 ") where %s <= %s", d, t->number, d, text_c(&sum));
    if (t->op == LAW_POWER_IN) text_add(out, " and %s %% %s == 0", kid, d);
    if (t->op == LAW_DIGIT_COUNT) {
        text_add(out, " and %s / %s %% %" PRId64 " %s", kid, d, t->number, t->count == 1 ? "== " : "in {");
        print_row(t, out);
        text_puts(out, t->count == 1 ? "" : "}");
    }
    text_putc(out, ')');
    out->failed |= x.failed || sum.failed;
    text_free(&x);
    text_free(&sum);
}

static void print_kids(const struct law_term *t, const struct law_words *words, struct text *out)
{
    const struct form *f = &forms[t->op];
    bool call = f->binds == LAW_BINDS_CALL;
    enum law_binds first = call ? LAW_BINDS_CONDITION : f->binds;
    enum law_binds second = call ? LAW_BINDS_CONDITION : f->binds + 1;
    if (f->binds == LAW_BINDS_COMPARISON || f->binds == LAW_BINDS_CONDITION) first = second;
    text_puts(out, f->before);
    law_print(t->kid[0], words, first, out);
    text_puts(out, f->between);
    if (f->kids > 1) law_print(t->kid[1], words, second, out);
    if (f->kids > 2) {
        text_puts(out, " : ");
        law_print(t->kid[2], words, f->binds, out);
    }
    text_puts(out, f->after);
}

static void print_bare(const struct law_term *t, const struct law_words *words, struct text *out)
{
    switch (t->op) {
    case LAW_NUMBER: text_add(out, "%" PRId64, t->number); break;
    case LAW_FIELD: text_puts(out, words->fields[t->number]); break;
    case LAW_SELF:
        text_puts(out, words->before);
        law_print(t->kid[0], words, LAW_BINDS_CONDITION, out);
        text_puts(out, words->after);
        break;
    case LAW_CELL: print_cell(t, words, out); break;
    case LAW_AMONG:
        law_print(t->kid[0], words, LAW_BINDS_SUM, out);
        text_puts(out, " in {");
        print_row(t, out);
        text_putc(out, '}');
        break;
    case LAW_POWER_IN:
    case LAW_POWER_BELOW:
    case LAW_DIGIT_SUM:
    case LAW_DIGIT_COUNT: print_digits(t, words, out); break;
    default: print_kids(t, words, out);
    }
}

void law_print(const struct law_term *term, const struct law_words *words, enum law_binds least, struct text *out)
{
    enum law_binds binds = term->op == LAW_NUMBER && term->number < 0 ? LAW_BINDS_MINUS : forms[term->op].binds;
    if (binds < least) text_putc(out, '(');
    print_bare(term, words, out);
    if (binds < least) text_putc(out, ')');
}
