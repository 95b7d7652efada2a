/* SPDX-License-Identifier: MIT */
/* For tests: the statements of numbers in a line of text, calculated again.
 *
 *     arithmetic_check("pile(9): 9 = 2 * 4 + 1, so 1 < 4", &checked);      // 2 statements; fails the test at a false one
 *
 * A statement is two or more expressions joined by =, <, <=, > or >=. An expression is made of decimal numbers of any size,
 * + - * / ^, mod, xor, floor(...), isqrt(...) and parentheses; / is floor division, and must leave no rest outside floor(...).
 * Words around a statement are passed over: it begins at the first number from which a whole statement can be read. */
#ifndef CGI_TESTS_ARITHMETIC_H
#define CGI_TESTS_ARITHMETIC_H
#include <ctype.h>
#include <string.h>
#include "base/integer.h"
#include "claims.h"

struct arithmetic {
    struct arena arena;
    const char *line, *at;
    bool failed, inside_floor;
};
static const struct integer *arithmetic_sum(struct arithmetic *a);

static inline void arithmetic_spaces(struct arithmetic *a)
{
    while (*a->at == ' ') a->at++;
}
static inline bool arithmetic_word(struct arithmetic *a, const char *word)
{
    size_t length = strlen(word);
    arithmetic_spaces(a);
    if (strncmp(a->at, word, length) != 0) return false;
    if (isalpha((unsigned char)word[length - 1]) && isalnum((unsigned char)a->at[length])) return false;
    a->at += length;
    return true;
}
static inline const struct integer *arithmetic_fail(struct arithmetic *a)
{
    a->failed = true;
    return integer_from(&a->arena, 0);
}
/* The root by bisection. */
static inline const struct integer *arithmetic_root(struct arithmetic *a, const struct integer *n)
{
    const struct integer *low = integer_from(&a->arena, 0), *one = integer_from(&a->arena, 1),
                         *two = integer_from(&a->arena, 2), *high = integer_add(&a->arena, n, one);
    while (integer_compare(integer_sub(&a->arena, high, low), one) > 0) {
        const struct integer *mid = integer_div(&a->arena, integer_add(&a->arena, low, high), two);
        if (integer_compare(integer_mul(&a->arena, mid, mid), n) <= 0) low = mid;
        else high = mid;
    }
    return low;
}
static inline const struct integer *arithmetic_atom(struct arithmetic *a)
{
    arithmetic_spaces(a);
    bool floor_ = arithmetic_word(a, "floor("), root = !floor_ && arithmetic_word(a, "isqrt(");
    if (floor_ || root || arithmetic_word(a, "(")) {
        bool before = a->inside_floor;
        a->inside_floor |= floor_;
        const struct integer *inner = arithmetic_sum(a);
        a->inside_floor = before;
        if (!arithmetic_word(a, ")")) return arithmetic_fail(a);
        return root ? arithmetic_root(a, inner) : inner;
    }
    size_t length = strspn(a->at, "0123456789");
    bool name = length && a->at > a->line && (isalnum((unsigned char)a->at[-1]) || a->at[-1] == '_');
    if (!length || name || isalpha((unsigned char)a->at[length])) return arithmetic_fail(a);
    const struct integer *n = integer_parse(&a->arena, a->at, length);
    a->at += length;
    return n;
}
static inline const struct integer *arithmetic_power(struct arithmetic *a)
{
    const struct integer *base = arithmetic_atom(a), *power = integer_from(&a->arena, 1);
    int64_t exponent;
    if (a->failed || !arithmetic_word(a, "^")) return base;
    if (!integer_fits(arithmetic_atom(a), &exponent) || a->failed) return arithmetic_fail(a);
    while (exponent-- > 0) power = integer_mul(&a->arena, power, base);
    return power;
}
static inline const struct integer *arithmetic_product(struct arithmetic *a)
{
    const struct integer *x = arithmetic_power(a);
    while (!a->failed) {
        if (arithmetic_word(a, "*")) x = integer_mul(&a->arena, x, arithmetic_power(a));
        else if (arithmetic_word(a, "mod")) x = integer_mod(&a->arena, x, arithmetic_power(a));
        else if (arithmetic_word(a, "/")) {
            const struct integer *y = arithmetic_power(a);
            if (a->failed || y->sign == 0) return arithmetic_fail(a);
            if (!a->inside_floor) assert_int_equal(integer_mod(&a->arena, x, y)->sign, 0);
            x = integer_div(&a->arena, x, y);
        } else break;
        if (!x) return arithmetic_fail(a);
    }
    return x;
}
static const struct integer *arithmetic_sum(struct arithmetic *a)
{
    const struct integer *x = arithmetic_product(a);
    while (!a->failed) {
        if (arithmetic_word(a, "+")) x = integer_add(&a->arena, x, arithmetic_product(a));
        else if (arithmetic_word(a, "- ")) x = integer_sub(&a->arena, x, arithmetic_product(a));
        else if (arithmetic_word(a, "xor")) x = integer_xor(&a->arena, x, arithmetic_product(a));
        else break;
        if (!x) return arithmetic_fail(a);
    }
    return x;
}

static inline int arithmetic_relation(struct arithmetic *a)
{
    static const char *const words[] = {"<=", ">=", "=", "<", ">"};
    for (int i = 0; i < 5; i++)
        if (arithmetic_word(a, words[i])) return i;
    return -1;
}
static inline bool arithmetic_holds(int relation, int order)
{
    switch (relation) {
    case 0: return order <= 0;
    case 1: return order >= 0;
    case 2: return order == 0;
    case 3: return order < 0;
    default: return order > 0;
    }
}
/* A statement from here on: moves past it and counts its relations, which must hold. */
static inline bool arithmetic_statement(struct arithmetic *a, size_t *checked)
{
    const char *from = a->at;
    size_t relations = 0;
    a->failed = false;
    const struct integer *left = arithmetic_sum(a);
    while (!a->failed) {
        const char *end = a->at;
        int relation = arithmetic_relation(a);
        const struct integer *right = relation >= 0 ? arithmetic_sum(a) : NULL;
        if (!right || a->failed) {
            a->at = end;
            break;
        }
        if (!arithmetic_holds(relation, integer_compare(left, right))) fail_msg("false at '%s' in: %s", from, a->line);
        left = right;
        relations++;
    }
    *checked += relations;
    if (!relations) a->at = from;
    return relations > 0;
}
static inline void arithmetic_check(const char *line, size_t *checked)
{
    struct arithmetic a = {.line = line, .at = line};
    while (*a.at) {
        bool start = isdigit((unsigned char)*a.at) || *a.at == '(' || strncmp(a.at, "floor(", 6) == 0;
        if (a.at > line && (isalnum((unsigned char)a.at[-1]) || a.at[-1] == '_' || a.at[-1] == '(')) start = false;
        if (!start || !arithmetic_statement(&a, checked)) a.at++;
    }
    arena_free(&a.arena);
}

#endif
