/* SPDX-License-Identifier: MIT */
/* Take-and-break codes d0.d1d2d3..., with a repeating tail in brackets: 0.137, 4.7, 0.(3), 0.1(23).
 *
 * Digit d_t says what may be left of the heap of which t tokens are taken: bit 0 nothing, bit 1 one heap, bit 2 two
 * heaps, bit 3 three heaps, none of them empty (Guy and Smith 1956; Winning Ways, chapter 4). Bits 0 and 1 together are
 * one move that may leave an empty heap. With nothing taken (d0) only breaking makes progress. A tail of p digits after
 * k plain ones covers every t > k by the remainder of t - k - 1 modulo p. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include "check/games/codes_ast.h"

enum { CODE_MAX_DIGITS = 256 };

struct code {
    int zero; /* d0 */
    unsigned char digits[CODE_MAX_DIGITS];
    size_t plain, tail; /* the number of digits before the bracket and in it */
};

static int digit_value(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* ---- reading */

struct code_reader {
    struct checker *ck;
    const char *text;
    struct span span;
    size_t at;
};

static struct span at_offset(const struct code_reader *r, size_t from, size_t to)
{
    if (r->span.end - r->span.begin < to) return r->span;
    return (struct span){r->span.source, r->span.begin + (uint32_t)from, r->span.begin + (uint32_t)to};
}

static bool refuse(const struct code_reader *r, enum diag_id id, size_t from, size_t to)
{
    diag(r->ck->diags, id, at_offset(r, from, to), r->text);
    return false;
}

static bool read_zero(struct code_reader *r, struct code *code)
{
    const char *point = strchr(r->text, '.');
    if (!r->text[0]) return refuse(r, D_CODE_EMPTY, 0, 0);
    if (!point) return refuse(r, D_CODE_POINT, 0, strlen(r->text));
    size_t before = (size_t)(point - r->text);
    if (before > 1) return refuse(r, D_CODE_POINT, 0, before);
    code->zero = before ? digit_value(r->text[0]) : 0;
    if (code->zero < 0) return diag(r->ck->diags, D_CODE_DIGIT, at_offset(r, 0, 1), r->text[0]), false;
    if (code->zero & 3) return diag(r->ck->diags, D_CODE_PROGRESS, at_offset(r, 0, 1), r->text[0]), false;
    r->at = before + 1;
    return true;
}

static bool read_digits(struct code_reader *r, struct code *code)
{
    size_t open = 0, close = 0, count = 0;
    for (; r->text[r->at]; r->at++) {
        char c = r->text[r->at];
        if (c == '.') return refuse(r, D_CODE_POINT, r->at, r->at + 1);
        if (c == '(' && !open) {
            open = r->at;
            code->plain = count;
            continue;
        }
        if (c == ')' && open && !close && count > code->plain) {
            close = r->at;
            continue;
        }
        if (c == '(' || c == ')' || close) return refuse(r, D_CODE_TAIL, r->at, r->at + 1);
        if (digit_value(c) < 0) {
            diag(r->ck->diags, D_CODE_DIGIT, at_offset(r, r->at, r->at + 1), c);
            return false;
        }
        if (count == CODE_MAX_DIGITS) {
            diag(r->ck->diags, D_TOO_MANY, r->span, CODE_MAX_DIGITS + 1u, "digits of a code", (int)CODE_MAX_DIGITS);
            return false;
        }
        code->digits[count++] = (unsigned char)digit_value(c);
    }
    if (open && !close) return refuse(r, D_CODE_TAIL, open, open + 1);
    if (!open) code->plain = count;
    code->tail = count - code->plain;
    if (count == 0 && !code->zero) return refuse(r, D_CODE_EMPTY, 0, strlen(r->text));
    return true;
}

/* ---- writing out */

/* The tokens that a move takes: a fixed number, or the variable t over a class of a tail. */
struct take {
    struct syntax *s;
    int64_t number;             /* fixed take; -1: the variable t */
    int64_t from, step, offset; /* tail: t >= from, (t - from - offset) % step == 0 */
    const char *suffix;
};

static struct ast *amount(const struct take *k)
{
    return k->number >= 0 ? syntax_number(k->s, k->number) : syntax_name(k->s, "t");
}

/* n - t, or just n if nothing is taken */
static struct ast *left_over(const struct take *k)
{
    struct ast *n = syntax_name(k->s, "n");
    return k->number == 0 ? n : syntax_op(k->s, OP_SUB, n, amount(k));
}

/* The generator of t with its condition, for tails: at least `rest` tokens are left. */
static void write_move(const struct take *k, const char *word, int64_t rest, size_t extra, struct ast *const *gens,
                       struct ast *condition, struct ast *result)
{
    struct syntax *s = k->s;
    char name[40];
    struct ast *all[4];
    size_t count = 0;
    if (k->number < 0) {
        struct ast *n = syntax_name(s, "n");
        struct ast *high = rest ? syntax_op(s, OP_SUB, n, syntax_number(s, rest)) : n;
        all[count++] = syntax_gen(s, "t", syntax_number(s, k->from + k->offset), high);
        if (k->step > 1) {
            struct ast *since = syntax_op(s, OP_SUB, syntax_name(s, "t"), syntax_number(s, k->from + k->offset));
            struct ast *in_class =
                syntax_op(s, OP_EQ, syntax_op(s, OP_MOD, since, syntax_number(s, k->step)), syntax_number(s, 0));
            condition = condition ? syntax_op(s, OP_AND, condition, in_class) : in_class;
        }
    }
    for (size_t i = 0; i < extra; i++) all[count++] = gens[i];
    snprintf(name, sizeof name, "%s%s", word, k->suffix);
    syntax_move(s, name, count, all, condition, result);
}

static void write_take(const struct take *k, int digit)
{
    struct syntax *s = k->s;
    struct ast *n = syntax_name(s, "n");
    if ((digit & 3) == 0) return;
    if ((digit & 3) == 1) { /* only the whole heap */
        write_move(k, "take", 0, 0, NULL, syntax_op(s, OP_EQ, n, amount(k)), syntax_name(s, "end"));
        return;
    }
    int64_t rest = (digit & 1) ? 0 : 1;
    struct ast *enough = k->number < 0 ? NULL : syntax_op(s, rest ? OP_GT : OP_GE, n, amount(k));
    write_move(k, "take", rest, 0, NULL, enough, syntax_self(s, left_over(k)));
}

static void write_split(const struct take *k)
{
    struct syntax *s = k->s;
    struct ast *half = syntax_op(s, OP_DIV, left_over(k), syntax_number(s, 2));
    struct ast *gen = syntax_gen(s, "a", syntax_number(s, 1), half);
    struct ast *other = syntax_op(s, OP_SUB, left_over(k), syntax_name(s, "a"));
    struct ast *sum = syntax_op(s, OP_ADD, syntax_self(s, syntax_name(s, "a")), syntax_self(s, other));
    write_move(k, "split", 2, 1, &gen, NULL, sum);
}

/* The condition a <= b <= the third heap. */
static void write_three(const struct take *k)
{
    struct syntax *s = k->s;
    struct ast *gens[2];
    struct ast *after_a = syntax_op(s, OP_SUB, left_over(k), syntax_name(s, "a"));
    gens[0] = syntax_gen(s, "a", syntax_number(s, 1), syntax_op(s, OP_DIV, left_over(k), syntax_number(s, 3)));
    gens[1] = syntax_gen(s, "b", syntax_name(s, "a"), syntax_op(s, OP_DIV, after_a, syntax_number(s, 2)));
    struct ast *third = syntax_op(s, OP_SUB, after_a, syntax_name(s, "b"));
    struct ast *two = syntax_op(s, OP_ADD, syntax_self(s, syntax_name(s, "a")), syntax_self(s, syntax_name(s, "b")));
    write_move(k, "three", 3, 2, gens, NULL, syntax_op(s, OP_ADD, two, syntax_self(s, third)));
}

static void write_digit(const struct take *k, int digit)
{
    write_take(k, digit);
    if (digit & 4) write_split(k);
    if (digit & 8) write_three(k);
}

const struct ast *octal_moves(struct checker *ck, const struct ast *a, const char *name)
{
    struct span span = a->text_span.source ? a->text_span : a->span;
    struct code_reader reader = {.ck = ck, .text = a->text ? a->text : "", .span = span};
    struct code code = {0};
    if (!read_zero(&reader, &code) || !read_digits(&reader, &code)) return NULL;
    struct syntax s = {.ck = ck, .span = span, .self = name};
    char suffix[32] = "0";
    write_digit(&(struct take){.s = &s, .number = 0, .suffix = suffix}, code.zero);
    for (size_t i = 0; i < code.plain; i++) {
        snprintf(suffix, sizeof suffix, "%zu", i + 1);
        write_digit(&(struct take){.s = &s, .number = (int64_t)i + 1, .suffix = suffix}, code.digits[i]);
    }
    for (size_t i = 0; i < code.tail; i++) {
        if (code.tail > 1) snprintf(suffix, sizeof suffix, "_%zu", code.plain + i + 1);
        else suffix[0] = '\0';
        struct take tail = {.s = &s,
                            .number = -1,
                            .from = (int64_t)code.plain + 1,
                            .step = (int64_t)code.tail,
                            .offset = (int64_t)i,
                            .suffix = suffix};
        write_digit(&tail, code.digits[code.plain + i]);
    }
    return syntax_list(&s);
}
