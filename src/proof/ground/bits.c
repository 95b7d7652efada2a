/* SPDX-License-Identifier: MIT */
/* Arithmetic on numbers of which the binary digits are cells. A digit stays open until it makes a difference: to add pow(2, k) to x asks
 * bit k, and where that is 1, as many above it as a carry runs through; no other.
 * Every function gives what the language gives for each of the numbers that agree with what is asked: the tables of the full adder and
 * the full subtractor are gone through with the digits that are known, and a digit is passed on unasked only where both of its values
 * leave the same carry and come out as they are. What would be negative, or has more than BITS digits, is refused. */
#include "model/arithmetic.h"
#include "model/builtins.h"
#include "model/expr.h"
#include "proof/ground/private.h"

enum { BITS = 63, ASKED_AT_ONCE = 6, COUNTED_AT_ONCE = 12 };

static struct ground_number bit_at(const struct ground_value *x, size_t k)
{
    return k < x->columns ? x->cells[k] : ground_const(0);
}

static bool is_same_cell(struct ground_number a, struct ground_number b) { return a.cell >= 0 && a.cell == b.cell; }

/* Is it a number, or a cell that was asked? Then *value. */
static bool is_settled(struct ground_scope *s, struct ground_number n, int64_t *value)
{
    if (n.cell >= 0 && (s->closed || s->chosen[n.cell] < 0)) return false;
    return ground_known(s, n, value);
}

static bool make_bits(struct ground_scope *s, size_t columns, struct ground_value *x)
{
    *x = (struct ground_value){.array = true, .bits = true, .rows = 1, .columns = columns};
    if (!ground_spend(s, columns + 1)) return false;
    x->cells = arena_array(s->arena, columns + 1, sizeof *x->cells);
    if (!x->cells) s->no_memory = true;
    return x->cells || ground_refuse(s);
}

/* Without digits that are beyond 63 bits, or known to be 0 where none follows. One digit is a number as others are. */
static bool finish_bits(struct ground_scope *s, struct ground_value *x)
{
    int64_t bit;
    for (; x->columns > BITS; x->columns--)
        if (!ground_known(s, x->cells[x->columns - 1], &bit) || bit) return ground_refuse(s);
    while (x->columns && x->cells[x->columns - 1].cell < 0 && !x->cells[x->columns - 1].value) x->columns--;
    if (x->columns < 2) *x = (struct ground_value){.number = bit_at(x, 0)};
    return true;
}

/* May the cell hold nothing but 0 and 1? */
static bool is_digit(const struct ground_scope *s, size_t cell)
{
    const struct ground_held *held = ground_held_by(s, cell);
    bool digit = true;
    for (size_t i = 0; i < held->count; i++) digit = digit && held->values[i] <= 1;
    return digit;
}

bool ground_to_bits(struct ground_scope *s, struct ground_value *x)
{
    struct ground_number n = x->number;
    if (x->bits) return true;
    if (x->array) return ground_refuse(s);
    bool digit = n.cell >= 0 && is_digit(s, (size_t)n.cell);
    if (!digit && (!ground_known(s, n, &n.value) || n.value < 0)) return ground_refuse(s);
    if (!make_bits(s, digit ? 1 : BITS, x)) return false;
    if (digit) return x->cells[0] = n, true;
    size_t count = 0;
    for (; n.value >> count; count++) x->cells[count] = ground_const(n.value >> count & 1);
    return x->columns = count, true;
}

bool ground_number_of_bits(struct ground_scope *s, const struct ground_value *x, int64_t *value)
{
    size_t open = 0;
    int64_t bit;
    for (size_t k = 0; k < x->columns; k++) open += !is_settled(s, x->cells[k], &bit);
    if (open > ASKED_AT_ONCE) return ground_refuse(s);
    *value = 0;
    for (size_t k = 0; k < x->columns; k++) {
        if (!ground_known(s, x->cells[k], &bit)) return false;
        *value |= bit << k;
    }
    return true;
}

static bool number_of_value(struct ground_scope *s, const struct ground_value *x, int64_t *value)
{
    if (x->bits) return ground_number_of_bits(s, x, value);
    return x->array ? ground_refuse(s) : ground_known(s, x->number, value);
}

/* ---- sums and differences -------------------------------------------------------------------------------------------- */
/* One digit of x + y + carry. */
static bool add_digit(struct ground_scope *s, struct ground_number x, struct ground_number y, int64_t *carry,
                      struct ground_number *out)
{
    int64_t a = 0, b = 0;
    bool has_a = is_settled(s, x, &a), has_b = is_settled(s, y, &b);
    int64_t rest = *carry + (has_a ? a : 0) + (has_b ? b : 0);
    if (has_a != has_b && rest != 1) {
        *out = has_a ? y : x; /* 0 and a digit, or 2 and a digit */
        *carry = rest / 2;
        return true;
    }
    if (!ground_known(s, x, &a) || !ground_known(s, y, &b)) return false;
    *out = ground_const((*carry + a + b) & 1);
    *carry = (*carry + a + b) >> 1;
    return true;
}

/* One digit of x - y - borrow. */
static bool subtract_digit(struct ground_scope *s, struct ground_number x, struct ground_number y, int64_t *borrow,
                           struct ground_number *out)
{
    int64_t a = 0, b = 0;
    if (is_same_cell(x, y)) return *out = ground_const(*borrow), true;
    if (is_settled(s, y, &b) && !is_settled(s, x, &a) && b + *borrow != 1) {
        *out = x; /* less 0 or 2 */
        *borrow = (b + *borrow) / 2;
        return true;
    }
    if (!ground_known(s, x, &a) || !ground_known(s, y, &b)) return false;
    int64_t rest = a - b - *borrow;
    *out = ground_const(rest & 1);
    *borrow = rest < 0;
    return true;
}

static bool sum(struct ground_scope *s, const struct ground_value *x, const struct ground_value *y, bool less,
                struct ground_value *out)
{
    size_t most = x->columns > y->columns ? x->columns : y->columns;
    int64_t carry = 0;
    bool fine = make_bits(s, most + 1, out);
    for (size_t k = 0; fine && k < most; k++)
        fine = (less ? subtract_digit : add_digit)(s, bit_at(x, k), bit_at(y, k), &carry, &out->cells[k]);
    if (!fine || (less && carry)) return ground_refuse(s);
    out->cells[most] = ground_const(carry);
    return true;
}

/* ---- known numbers as factors ----------------------------------------------------------------------------------------- */
/* The digits from `low` on, `up` places higher, as many as `count` at most. */
static bool shift(struct ground_scope *s, const struct ground_value *x, size_t low, size_t up, size_t count,
                  struct ground_value *out)
{
    size_t stay = x->columns > low ? x->columns - low : 0;
    if (stay > count) stay = count;
    if (!make_bits(s, stay + up, out)) return false;
    for (size_t k = 0; k < stay + up; k++) out->cells[k] = k < up ? ground_const(0) : x->cells[low + k - up];
    return true;
}

static bool times(struct ground_scope *s, const struct ground_value *x, int64_t by, struct ground_value *out)
{
    bool fine = by >= 0 && make_bits(s, 0, out);
    for (size_t k = 0; fine && by >> k; k++) {
        struct ground_value part, all;
        if (!(by >> k & 1)) continue;
        fine = shift(s, x, 0, k, BITS, &part) && sum(s, out, &part, false, &all);
        if (!fine) break;
        *out = all;
        while (out->columns && out->cells[out->columns - 1].cell < 0 && !out->cells[out->columns - 1].value)
            out->columns--;
    }
    return fine || ground_refuse(s);
}

static bool divide(struct ground_scope *s, enum expr_kind kind, const struct ground_value *x, int64_t by,
                   struct ground_value *out)
{
    int64_t number, result;
    if (by > 0 && (by & (by - 1)) == 0) {
        size_t k = (size_t)__builtin_ctzll((uint64_t)by);
        return kind == EXPR_DIV ? shift(s, x, k, 0, BITS, out) : shift(s, x, 0, 0, k, out);
    }
    if (!ground_number_of_bits(s, x, &number) || !arithmetic_small(kind, number, by, &result)) return ground_refuse(s);
    return ground_give(out, result);
}

/* ---- comparisons -------------------------------------------------------------------------------------------------------- */
/* *sign: of x - y. From the highest digit down, until one differs; where one that is known differs, equality asks no other. */
static bool compare(struct ground_scope *s, const struct ground_value *x, const struct ground_value *y, bool equality,
                    int *sign)
{
    size_t most = x->columns > y->columns ? x->columns : y->columns;
    int64_t a, b;
    *sign = 0;
    for (size_t k = most; equality && k-- > 0;)
        if (is_settled(s, bit_at(x, k), &a) && is_settled(s, bit_at(y, k), &b) && a != b) return *sign = 1, true;
    for (size_t k = most; !*sign && k-- > 0;) {
        if (is_same_cell(bit_at(x, k), bit_at(y, k))) continue;
        if (!ground_known(s, bit_at(x, k), &a) || !ground_known(s, bit_at(y, k), &b)) return false;
        *sign = (a > b) - (a < b);
    }
    return true;
}

static bool compares(struct ground_scope *s, enum expr_kind kind, struct ground_value *x, struct ground_value *y,
                     struct ground_value *out)
{
    int sign;
    int64_t holds;
    if (!x->bits && x->number.cell < 0 && x->number.value < 0) sign = -1; /* digits are of no negative number */
    else if (!y->bits && y->number.cell < 0 && y->number.value < 0) sign = 1;
    else if (!ground_to_bits(s, x) || !ground_to_bits(s, y) ||
             !compare(s, x, y, kind == EXPR_EQ || kind == EXPR_NE, &sign))
        return false;
    return arithmetic_small(kind, sign, 0, &holds) ? ground_give(out, holds) : ground_refuse(s);
}

/* ---- operations and calls ------------------------------------------------------------------------------------------------ */
static bool operate_bits(struct ground_scope *s, enum expr_kind kind, struct ground_value *x, struct ground_value *y,
                         struct ground_value *out)
{
    int64_t by, first;
    switch (kind) {
    case EXPR_ADD:
    case EXPR_SUB: return ground_to_bits(s, x) && ground_to_bits(s, y) && sum(s, x, y, kind == EXPR_SUB, out);
    case EXPR_MUL:
        if (x->bits) return number_of_value(s, y, &by) && times(s, x, by, out);
        return number_of_value(s, x, &by) && times(s, y, by, out);
    case EXPR_DIV:
    case EXPR_MOD:
        if (x->bits) return number_of_value(s, y, &by) && divide(s, kind, x, by, out);
        if (!number_of_value(s, x, &first) || !number_of_value(s, y, &by)) return false;
        return arithmetic_small(kind, first, by, &by) ? ground_give(out, by) : ground_refuse(s);
    default: return compares(s, kind, x, y, out);
    }
}

/* An open digit times a known number is digits (`x - bit(x, k) * pow(2, k)` asks nothing). */
static bool lift_factor(struct ground_scope *s, struct ground_value *x, const struct ground_value *by)
{
    if (x->array || by->array || x->number.cell < 0 || by->number.cell >= 0 || by->number.value < 0) return true;
    return s->chosen[x->number.cell] >= 0 || !is_digit(s, (size_t)x->number.cell) || ground_to_bits(s, x);
}

bool ground_hold(struct ground_scope *s, const struct ground_value *x, struct ground_number *n)
{
    struct ground_value *digits;
    if (!x->array) return *n = x->number, true;
    if (!x->bits) return ground_refuse(s);
    if (!(digits = arena_alloc(s->arena, sizeof *digits))) return s->no_memory = true, ground_refuse(s);
    *digits = *x;
    return *n = ground_in_digits(digits), true;
}

bool ground_change_bits(struct ground_scope *s, enum expr_kind kind, const struct ground_value *x,
                        struct ground_number *n)
{
    struct ground_value old, by = *x, now;
    ground_of(*n, &old);
    bool fine = operate_bits(s, kind, &old, &by, &now) && finish_bits(s, &now);
    return fine && ground_hold(s, &now, n);
}

/* ---- how many digits are 1 ----------------------------------------------------------------------------------------------- */
static const struct expr *counted(const struct expr *e)
{
    return e->kind == EXPR_CALL && e->index == BUILTIN_POPCOUNT ? e->kids[0] : NULL;
}

/* *holds: popcount(x) compared with a number, or the number with it. A digit is asked only while those that are known do not decide:
 * each comparison is true of the counts of one range, or false of these, so it has one value between two counts if it has it at
 * both and, of equality, the number is not between them. */
static bool compare_count(struct ground_scope *s, enum expr_kind kind, const struct ground_value *x, int64_t with,
                          bool right, int64_t *holds)
{
    for (size_t asked = 0;; asked++) {
        int64_t least = 0, open = 0, bit, at_most, first = -1;
        for (size_t k = 0; k < x->columns; k++)
            if (is_settled(s, x->cells[k], &bit)) least += bit;
            else if (open++ == 0) first = (int64_t)k;
        int64_t ends[2] = {least, least + open};
        if (!arithmetic_small(kind, right ? with : ends[0], right ? ends[0] : with, holds)) return ground_refuse(s);
        if (!arithmetic_small(kind, right ? with : ends[1], right ? ends[1] : with, &at_most)) return ground_refuse(s);
        bool between = (kind == EXPR_EQ || kind == EXPR_NE) && ends[0] <= with && with <= ends[1];
        if (!open || (*holds == at_most && !between)) return true;
        if (asked == 0 && open > COUNTED_AT_ONCE) return ground_refuse(s);
        if (!ground_known(s, x->cells[first], &bit)) return false;
    }
}

/* Is one side of a comparison popcount(x) of a number in digits? Then that is said in *value. */
static bool compares_count(struct ground_scope *s, const struct expr *e, bool *is, struct ground_value *value)
{
    int64_t with, holds;
    struct ground_value x;
    bool right = counted(e->kids[0]) == NULL;
    const struct expr *of = counted(e->kids[right]);
    *is = false;
    if (e->kind < EXPR_EQ || e->kind > EXPR_GE || !of || counted(e->kids[!right])) return true;
    if (!ground_value_of(s, of, &x)) return false;
    if (!x.bits) return true;
    *is = true;
    if (!ground_number_of(s, e->kids[!right], &with)) return false;
    return compare_count(s, e->kind, &x, with, right, &holds) && ground_give(value, holds);
}

bool ground_operate(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    struct ground_value x, y;
    int64_t a, b, result;
    bool is;
    if (!compares_count(s, e, &is, value)) return false;
    if (is) return true;
    if (!ground_value_of(s, e->kids[0], &x) || !ground_value_of(s, e->kids[1], &y)) return false;
    if (e->kind == EXPR_MUL && (!lift_factor(s, &x, &y) || !lift_factor(s, &y, &x))) return false;
    if (x.bits || y.bits)
        return operate_bits(s, e->kind, &x, &y, value) && (value->bits ? finish_bits(s, value) : true);
    if (!number_of_value(s, &x, &a) || !number_of_value(s, &y, &b)) return false;
    return arithmetic_small(e->kind, a, b, &result) ? ground_give(value, result) : ground_refuse(s);
}

/* Digit by digit; of 1 and an open digit that is asked. */
static bool xor_bits(struct ground_scope *s, const struct ground_value *x, const struct ground_value *y,
                     struct ground_value *out)
{
    size_t most = x->columns > y->columns ? x->columns : y->columns;
    bool fine = make_bits(s, most, out);
    for (size_t k = 0; fine && k < most; k++) {
        struct ground_number a = bit_at(x, k), b = bit_at(y, k);
        int64_t one = 0, other = 0;
        if (is_same_cell(a, b)) out->cells[k] = ground_const(0);
        else if (is_settled(s, a, &one) && !one) out->cells[k] = b;
        else if (is_settled(s, b, &other) && !other) out->cells[k] = a;
        else {
            fine = ground_known(s, a, &one) && ground_known(s, b, &other);
            out->cells[k] = ground_const(one ^ other);
        }
    }
    return fine;
}

static bool xor_all(struct ground_scope *s, struct ground_value *x, size_t count, struct ground_value *value)
{
    bool fine = ground_to_bits(s, &x[0]);
    *value = x[0];
    for (size_t i = 1; fine && i < count; i++) {
        struct ground_value before = *value;
        fine = ground_to_bits(s, &x[i]) && xor_bits(s, &before, &x[i], value);
    }
    return fine && finish_bits(s, value);
}

bool ground_call_bits(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    struct ground_value x[ARITHMETIC_ARGUMENTS] = {{0}};
    int64_t n[ARITHMETIC_ARGUMENTS], result;
    bool any = false;
    for (size_t i = 0; i < e->count; i++) {
        if (e->kids[i]->type > TYPE_BOOL) return ground_refuse(s);
        if (!ground_value_of(s, e->kids[i], &x[i])) return false;
        any |= x[i].bits;
    }
    if (any && e->index == BUILTIN_XOR) return xor_all(s, x, e->count, value);
    if (x[0].bits && (e->index == BUILTIN_ODD || e->index == BUILTIN_EVEN)) {
        if (!ground_known(s, bit_at(&x[0], 0), &result)) return false;
        return ground_give(value, result == (e->index == BUILTIN_ODD));
    }
    if (x[0].bits && e->index == BUILTIN_BIT) {
        if (!number_of_value(s, &x[1], &n[1]) || n[1] < 0) return ground_refuse(s);
        *value = (struct ground_value){.number = bit_at(&x[0], (size_t)n[1])};
        return true;
    }
    for (size_t i = 0; i < e->count; i++)
        if (!number_of_value(s, &x[i], &n[i])) return false;
    return builtin_value((enum builtin)e->index, n, e->count, &result) ? ground_give(value, result) : ground_refuse(s);
}

/* ---- which numbers are written in digits ----------------------------------------------------------------------------------- */
/* Is a number of the field read? How many cells it has says nothing of them. */
static bool reads_field(const struct expr *e, int field)
{
    if (!e) return false; /* a part that is not there, as the condition of a fold that has none */
    bool size =
        e->kind == EXPR_CALL && (e->index == BUILTIN_LEN || e->index == BUILTIN_ROWS || e->index == BUILTIN_COLS);
    bool reads = e->kind == EXPR_FIELD && e->index == field;
    for (size_t i = 0; !size && i < e->count && !reads; i++) reads = reads_field(e->kids[i], field);
    return reads;
}

/* Is it a question for binary digits of the field, as far as it is written so? */
static bool asks_digits(void *context, const struct expr *e)
{
    bool of_digits = e->kind == EXPR_DIV || e->kind == EXPR_MOD;
    if (e->kind == EXPR_CALL)
        of_digits = e->index == BUILTIN_BIT || e->index == BUILTIN_XOR || e->index == BUILTIN_ODD ||
                    e->index == BUILTIN_EVEN || e->index == BUILTIN_POPCOUNT;
    bool of_field = false;
    for (size_t i = 0; of_digits && i < e->count && !of_field; i++)
        of_field = reads_field(e->kids[i], *(const int *)context);
    return of_field;
}

bool grounding_has_digits(const struct game *game, size_t field)
{
    int index = (int)field;
    bool asks = false;
    enum field_kind kind = game->fields[field].kind;
    if (kind != FIELD_NAT && kind != FIELD_INT && kind != FIELD_ROW && kind != FIELD_GRID) return false;
    if (!grounding_changes(game, field)) return false;
    for (size_t i = 0; i < game->move_count && !asks; i++) {
        const struct move *m = &game->moves[i];
        asks = m->result && expr_any(m->result, asks_digits, &index);
        for (size_t k = 0; k < m->condition_count && !asks; k++) asks = expr_any(m->conditions[k], asks_digits, &index);
        for (size_t k = 0; k < m->gen_count && !asks; k++) {
            const struct domain *d = &m->gens[k].domain;
            asks = domain_any(d, asks_digits, &index);
        }
    }
    return asks;
}

bool ground_has_digits(const struct game *game)
{
    bool has = false;
    for (size_t f = 0; f < game->field_count && !has; f++) has = grounding_has_digits(game, f);
    return has && game->kind == GAME_RULES;
}
