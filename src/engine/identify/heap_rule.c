/* SPDX-License-Identifier: MIT */
/* The slow and obvious way, for short sequences: every option of every heap is looked at. */
#include "engine/identify/heap_rule.h"
#include <string.h>
#include "base/mex.h"

typedef VEC(uint32_t) value_list;

/* All ways to leave `left` tokens in j heaps: of 0, 1, 2 or 3 values the nim-sum. */
static bool put_options(const uint32_t *values, size_t left, unsigned j, value_list *list)
{
    if (j == 0) return left || vec_push(list, 0);
    if (j == 1) return !left || vec_push(list, values[left]);
    if (!vec_reserve(list, j == 2 ? left : left * left)) return false;
    for (size_t a = 1; a < left; a++) {
        if (j == 2) {
            if (a <= left - a) list->data[list->count++] = values[a] ^ values[left - a];
            continue;
        }
        for (size_t b = a; a + b < left && b <= left - a - b; b++)
            list->data[list->count++] = values[a] ^ values[b] ^ values[left - a - b];
    }
    return true;
}

static bool put_all(const struct heap_rule *rule, const uint32_t *values, size_t n, value_list *list)
{
    bool fine = true;
    for (size_t d = 0; fine && d < rule->count && d <= n; d++)
        for (unsigned j = d ? 0 : 2; fine && j <= FAMILY_MAX_HEAPS; j++)
            if (rule->bits[d] >> j & 1) fine = put_options(values, n - d, j, list);
    for (size_t d = rule->count ? rule->count : 1; fine && rule->rest && d <= n; d++)
        fine = vec_push(list, values[n - d]);
    return fine;
}

enum status heap_rule_values(const struct heap_rule *rule, size_t count, uint32_t *values)
{
    struct mex mex = {0};
    value_list list = {0};
    bool fine = true;
    for (size_t n = 0; fine && n < count; n++) {
        list.count = 0;
        fine = put_all(rule, values, n, &list) && mex_marked(&mex, list.data, list.count, &values[n]);
    }
    mex_free(&mex);
    vec_free(&list);
    return fine ? ST_OK : ST_NO_MEMORY;
}

static void put_set(const struct heap_rule *rule, unsigned char bits, struct text *out)
{
    bool more = false;
    text_puts(out, "{");
    for (unsigned d = 1; d < rule->count; d++) {
        if (rule->bits[d] != bits) continue;
        text_add(out, "%s%u", more ? ", " : "", d);
        more = true;
    }
    text_puts(out, "}");
}

static void put_code(const struct heap_rule *rule, struct text *out)
{
    text_add(out, "%X.", rule->count ? rule->bits[0] : 0u);
    for (unsigned d = 1; d < rule->count; d++) text_add(out, "%X", rule->bits[d]);
    if (rule->count < 2) text_puts(out, "0");
}

void heap_rule_name(const struct heap_rule *rule, struct text *out)
{
    if (rule->kind == HEAP_CODE) {
        text_puts(out, "octal ");
        put_code(rule, out);
        return;
    }
    text_puts(out, rule->kind == HEAP_SET ? "subtraction " : "all but ");
    put_set(rule, rule->kind == HEAP_SET ? 3 : 0, out);
}

void heap_rule_text(const struct heap_rule *rule, struct text *out)
{
    if (rule->kind == HEAP_CODE) {
        text_puts(out, "game code = octal \"");
        put_code(rule, out);
        text_puts(out, "\"\n");
    } else if (rule->kind == HEAP_SET) {
        text_puts(out, "game subtraction(n) { move take(t in ");
        put_set(rule, 3, out);
        text_puts(out, ") where t <= n -> subtraction(n - t) }\n");
    } else {
        text_puts(out, "game all_but(n) { move take(t in 1..n)");
        for (unsigned d = 1; d < rule->count; d++)
            if (!rule->bits[d]) text_add(out, " %s t != %u", strstr(text_c(out), "where") ? "and" : "where", d);
        text_puts(out, " -> all_but(n - t) }\n");
    }
}

enum status heap_rule_family(const struct heap_rule *rule, struct arena *arena, struct family *family)
{
    *family = (struct family){0};
    if (rule->rest) return ST_OK;
    family->digits = arena_array(arena, rule->count + 1, sizeof *family->digits);
    if (!family->digits) return ST_NO_MEMORY;
    family->kind = FAMILY_BREAK;
    for (unsigned d = 0; d < rule->count; d++) {
        if (!rule->bits[d]) continue;
        family->digits[family->digit_count++] = (struct family_digit){.take = d, .heaps = rule->bits[d], .least = 1};
        family->largest_take = d;
        for (int j = 1; j <= FAMILY_MAX_HEAPS; j++)
            if (rule->bits[d] >> j & 1 && j > family->most_heaps) family->most_heaps = j;
    }
    return ST_OK;
}

bool heap_rule_of(const struct family *family, struct heap_rule *rule)
{
    *rule = (struct heap_rule){.kind = HEAP_CODE};
    if (family->kind != FAMILY_BREAK || family->narrow || family->equals) return false;
    for (size_t i = 0; i < family->digit_count; i++) {
        const struct family_digit *d = &family->digits[i];
        if (d->take < 0 || d->take >= HEAP_RULE_DIGITS) return false;
        rule->bits[d->take] |= (unsigned char)d->heaps;
        if (rule->count < d->take + 1u) rule->count = (unsigned)d->take + 1;
    }
    return true;
}

static unsigned bits_of(const struct heap_rule *rule, size_t d)
{
    return d < rule->count ? rule->bits[d] : rule->rest ? 3 : 0;
}

bool heap_rules_near(const struct heap_rule *a, const struct heap_rule *b, uint64_t *from)
{
    *from = 0;
    if (a->rest != b->rest) return false;
    for (size_t d = 0; d < HEAP_RULE_DIGITS; d++) {
        unsigned apart = bits_of(a, d) ^ bits_of(b, d);
        if (apart & ~1u) return false;
        if (apart) *from = d + 1;
    }
    return true;
}
