/* SPDX-License-Identifier: MIT */
/* For tests: claims on one heap as `cgi law` writes them, read and evaluated in the plainest way against values that are given.
 *
 *     struct plain_claim c;
 *     if (plain_claim(&c, "claim sg(g(n)) == n % 3 for n in 4..260 where n not in {7}", values, count)) ...
 *     c.low == 4; plain_holds(&c, 5)         // the condition for n = 5, where it is not left out; c.read stays true if all was understood
 *
 * Numbers are 64 bits; a list has up to 64 of them. What is not understood makes `read` false. */
#ifndef PLAIN_CLAIM_H
#define PLAIN_CLAIM_H
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAIN_ITEMS = 64, PLAIN_WORD = 16 };
struct plain_claim {
    const char *condition, *where; /* where: NULL or the words after it */
    const char *at;                /* while it is read */
    const uint32_t *values;
    int64_t count, n, low, high;
    bool read;
};

static int64_t plain_either(struct plain_claim *c);

static void plain_space(struct plain_claim *c)
{
    while (*c->at == ' ') c->at++;
}

/* Is this next? A word must end there. */
static bool plain_next(struct plain_claim *c, const char *word)
{
    size_t length = strlen(word);
    plain_space(c);
    if (strncmp(c->at, word, length) != 0) return false;
    if (isalpha((unsigned char)*word) && (isalnum((unsigned char)c->at[length]) || c->at[length] == '_')) return false;
    c->at += length;
    return true;
}

static void plain_need(struct plain_claim *c, const char *word)
{
    if (!plain_next(c, word)) c->read = false;
}

/* Numbers up to `end`, with commas and ranges; how many. */
static int plain_list(struct plain_claim *c, const char *end, int64_t *items)
{
    int count = 0;
    while (c->read && !plain_next(c, end)) {
        if (count) plain_need(c, ",");
        int64_t low = plain_either(c), high = low;
        if (plain_next(c, "..")) high = plain_either(c);
        for (; low <= high && c->read; low++) {
            c->read = count < PLAIN_ITEMS;
            if (c->read) items[count++] = low;
        }
    }
    return count;
}

static int64_t plain_floor(struct plain_claim *c, int64_t a, int64_t b, bool rest)
{
    if (b == 0) return c->read = false, 0;
    int64_t q = a / b - (a % b != 0 && (a < 0) != (b < 0));
    return rest ? a - q * b : q;
}

/* The value of a heap, after "sg(", "P(" or "N(". */
static int64_t plain_heap(struct plain_claim *c)
{
    plain_need(c, "g");
    plain_need(c, "(");
    int64_t heap = plain_either(c);
    plain_need(c, ")");
    plain_need(c, ")");
    if (heap < 0 || heap >= c->count) return c->read = false, 0;
    return c->values[heap];
}

static int64_t plain_call(struct plain_claim *c, const char *name)
{
    int64_t a[PLAIN_ITEMS];
    int count = plain_list(c, ")", a);
    if (count < 1) return c->read = false, 0;
    bool two = count == 2;
    if (strcmp(name, "odd") == 0) return a[0] & 1;
    if (strcmp(name, "even") == 0) return !(a[0] & 1);
    if (strcmp(name, "abs") == 0) return a[0] < 0 ? -a[0] : a[0];
    if (two && strcmp(name, "xor") == 0) return a[0] ^ a[1];
    if (two && strcmp(name, "max") == 0) return a[0] > a[1] ? a[0] : a[1];
    if (two && strcmp(name, "min") == 0) return a[0] < a[1] ? a[0] : a[1];
    return c->read = false, 0;
}

static int64_t plain_name(struct plain_claim *c)
{
    char name[PLAIN_WORD] = "";
    for (size_t i = 0; i + 1 < sizeof name && (isalnum((unsigned char)*c->at) || *c->at == '_'); i++)
        name[i] = *c->at++;
    if (strcmp(name, "n") == 0) return c->n;
    if (strcmp(name, "true") == 0) return 1;
    if (strcmp(name, "false") == 0) return 0;
    plain_need(c, "(");
    if (!c->read) return 0;
    if (strcmp(name, "sg") == 0) return plain_heap(c);
    if (strcmp(name, "P") == 0) return plain_heap(c) == 0;
    if (strcmp(name, "N") == 0) return plain_heap(c) != 0;
    return plain_call(c, name);
}

static int64_t plain_primary(struct plain_claim *c)
{
    int64_t items[PLAIN_ITEMS];
    plain_space(c);
    if (isdigit((unsigned char)*c->at)) return strtoll(c->at, (char **)&c->at, 10);
    if (plain_next(c, "(")) {
        int64_t value = plain_either(c);
        plain_need(c, ")");
        return value;
    }
    if (plain_next(c, "-")) return -plain_primary(c);
    if (!plain_next(c, "[")) return isalpha((unsigned char)*c->at) ? plain_name(c) : (c->read = false, 0);
    int count = plain_list(c, "]", items);
    plain_need(c, "[");
    int64_t at = plain_either(c);
    plain_need(c, "]");
    return at >= 1 && at <= count ? items[at - 1] : 0;
}

static int64_t plain_product(struct plain_claim *c)
{
    int64_t value = plain_primary(c);
    for (;;) {
        if (plain_next(c, "*")) value *= plain_primary(c);
        else if (plain_next(c, "/")) value = plain_floor(c, value, plain_primary(c), false);
        else if (plain_next(c, "%")) value = plain_floor(c, value, plain_primary(c), true);
        else return value;
    }
}

static int64_t plain_sum(struct plain_claim *c)
{
    int64_t value = plain_product(c);
    for (;;) {
        if (plain_next(c, "+")) value += plain_product(c);
        else if (plain_next(c, "-")) value -= plain_product(c);
        else return value;
    }
}

static int64_t plain_among(struct plain_claim *c, int64_t value)
{
    int64_t items[PLAIN_ITEMS];
    bool found = false;
    plain_need(c, "{");
    for (int i = 0, count = plain_list(c, "}", items); i < count; i++) found |= items[i] == value;
    return found;
}

static int64_t plain_comparison(struct plain_claim *c)
{
    if (plain_next(c, "not")) return !plain_comparison(c);
    int64_t value = plain_sum(c);
    if (plain_next(c, "==")) return value == plain_sum(c);
    if (plain_next(c, "!=")) return value != plain_sum(c);
    if (plain_next(c, "<=")) return value <= plain_sum(c);
    if (plain_next(c, ">=")) return value >= plain_sum(c);
    if (plain_next(c, "<")) return value < plain_sum(c);
    if (plain_next(c, ">")) return value > plain_sum(c);
    if (plain_next(c, "in")) return plain_among(c, value);
    if (plain_next(c, "not in")) return !plain_among(c, value);
    return value;
}

static int64_t plain_both(struct plain_claim *c)
{
    int64_t value = plain_comparison(c);
    while (plain_next(c, "and")) value = (plain_comparison(c) != 0) & (value != 0);
    return value;
}

static int64_t plain_some(struct plain_claim *c)
{
    int64_t value = plain_both(c);
    while (plain_next(c, "or")) value = (plain_both(c) != 0) | (value != 0);
    return value;
}

/* iff, and the choice of two. */
static int64_t plain_either(struct plain_claim *c)
{
    int64_t value = plain_some(c);
    if (plain_next(c, "iff")) value = (plain_some(c) != 0) == (value != 0);
    if (!plain_next(c, "?")) return value;
    int64_t yes = plain_either(c);
    plain_need(c, ":");
    int64_t no = plain_either(c);
    return value ? yes : no;
}

static int64_t plain_value(struct plain_claim *c, const char *words, int64_t n)
{
    c->at = words;
    c->n = n;
    int64_t value = plain_either(c);
    plain_space(c);
    if (*c->at && strncmp(c->at, "for n in ", 9) != 0) c->read = false;
    return value;
}

/* True also where n is left out. */
static bool plain_holds(struct plain_claim *c, int64_t n)
{
    if (c->where && !plain_value(c, c->where, n)) return true;
    return plain_value(c, c->condition, n);
}

static bool plain_claim(struct plain_claim *c, const char *text, const uint32_t *values, int64_t count)
{
    *c = (struct plain_claim){.values = values, .count = count, .read = true};
    const char *range = strstr(text, " for n in "), *where = range ? strstr(range, " where ") : NULL;
    if (strncmp(text, "claim ", 6) != 0 || !range) return c->read = false;
    long long low, high;
    if (sscanf(range, " for n in %lld..%lld", &low, &high) != 2) return c->read = false;
    c->low = low;
    c->high = high;
    c->condition = text + 6;
    c->where = where ? where + 7 : NULL;
    return true;
}

#endif
