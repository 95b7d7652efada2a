/* SPDX-License-Identifier: MIT */
/* A small grammar walked at random. */
#include "random_rule.h"
#include <stdio.h>
#include <string.h>

uint64_t random_below(uint64_t *seed, uint64_t below) { return random_next(seed) % below; }

static void number(uint64_t *seed, int fields, int depth, struct text *out)
{
    static const char *const leaf[2][6] = {{"n", "t", "n", "1", "2", "5"}, {"a", "b", "t", "1", "3", "b"}};
    const char *x = leaf[fields - 1][random_below(seed, 6)];
    uint64_t k = random_below(seed, 3) + 2;
    switch (depth ? random_below(seed, 9) : 0) {
    case 1: text_add(out, "(%s + %llu)", x, (unsigned long long)k); break;
    case 2: text_add(out, "(%llu * %s)", (unsigned long long)k, x); break;
    case 3: text_add(out, "(%s / %llu)", x, (unsigned long long)k); break;
    case 4: text_add(out, "(%s %% %llu)", x, (unsigned long long)k); break;
    case 5:
    case 6:
        text_puts(out, random_below(seed, 2) ? "min(" : "max(");
        number(seed, fields, depth - 1, out);
        text_puts(out, ", ");
        number(seed, fields, depth - 1, out);
        text_puts(out, ")");
        break;
    case 7:
        text_puts(out, "(");
        number(seed, fields, depth - 1, out);
        text_puts(out, random_below(seed, 2) ? " - " : " + ");
        number(seed, fields, depth - 1, out);
        text_puts(out, ")");
        break;
    default: text_puts(out, x); break;
    }
}

static void condition(uint64_t *seed, int fields, int depth, struct text *out)
{
    static const char *const compare[] = {"<=", "<", "==", "!=", ">", ">="};
    if (depth && random_below(seed, 3) == 0) {
        text_puts(out, random_below(seed, 3) ? "(" : "not (");
        condition(seed, fields, depth - 1, out);
        text_puts(out, random_below(seed, 2) ? " and " : " or ");
        condition(seed, fields, depth - 1, out);
        text_puts(out, ")");
    } else if (random_below(seed, 6) == 0) {
        number(seed, fields, 1, out);
        text_puts(out, random_below(seed, 2) ? " in {1, 2, 4, 5, 9}" : " in 2..7");
    } else {
        number(seed, fields, depth, out);
        text_add(out, " %s ", compare[random_below(seed, 6)]);
        number(seed, fields, 1, out);
    }
}

static void domain(uint64_t *seed, int fields, char *out, size_t room)
{
    static const char *const fixed[] = {"{1, 3, 4}", "{2, 5}", "1..3", "2..6", "{1, 2, 3, 7}"};
    const char *x = fields == 1 ? "n" : random_below(seed, 2) ? "a" : "b";
    switch (random_below(seed, 5)) {
    case 0: snprintf(out, room, "1..%s", x); break;
    case 1: snprintf(out, room, "1..min(%d, %s)", (int)random_below(seed, 5) + 1, x); break;
    case 2: snprintf(out, room, "1..(%s + 1) / 2", x); break;
    default: snprintf(out, room, "%s", fixed[random_below(seed, 5)]); break;
    }
}

static void result(uint64_t *seed, int fields, struct random_move *m)
{
    static const char *const two[][2] = {{"t <= a", "g(a - t, b)"},
                                         {"b >= t", "g(a, b - t)"},
                                         {"t <= min(a, b)", "g(a - t, b - t)"},
                                         {"t <= a", "g(b, a - t)"},
                                         {"t < a", "g(a - t - 1, b + t)"}};
    static const char *const one[][2] = {{"t <= n", "g(n - t)"},
                                         {"t < n", "g(n - t - 1)"},
                                         {"t <= n", "(n - t > 3 ? g(n - t) : end)"},
                                         {"2 * t <= n", "g(t) + g(n - 2 * t)"},
                                         {"t < n", "g(n - t - 1) + g(t / 2)"},
                                         {"t <= n / 2", "g(n / 2 - t)"}};
    const char *const *pick = fields == 2 ? two[random_below(seed, 5)] : one[random_below(seed, 6)];
    snprintf(m->guard, sizeof m->guard, "%s", pick[0]);
    snprintf(m->result, sizeof m->result, "%s", pick[1]);
}

void random_rule(uint64_t *seed, int fields, struct random_rule *rule)
{
    memset(rule, 0, sizeof *rule);
    rule->fields = fields;
    rule->moves = (int)random_below(seed, RANDOM_MOVES) + 1;
    for (int i = 0; i < rule->moves; i++) {
        struct random_move *m = &rule->move[i];
        domain(seed, fields, m->domain, sizeof m->domain);
        result(seed, fields, m);
        struct text c = {0};
        if (random_below(seed, 3)) condition(seed, fields, 2, &c);
        snprintf(m->condition, sizeof m->condition, "%s", c.length < sizeof m->condition ? text_c(&c) : "");
        text_free(&c);
    }
}

static void write_move(const struct random_move *m, const char *name, const char *more, struct text *out)
{
    text_add(out, " move %s(t in %s) where %s", name, m->domain, m->guard);
    if (*m->condition) text_add(out, " and (%s)", m->condition);
    text_add(out, "%s -> %s", more, m->result);
}

void random_write(const struct random_rule *rule, struct text *out)
{
    text_add(out, "game g(%s) {", rule->fields == 1 ? "n" : "a, b");
    for (int i = 0; i < rule->moves; i++) write_move(&rule->move[i], i == 0 ? "x" : i == 1 ? "y" : "z", "", out);
    text_puts(out, " }");
}

/* One move in other words. */
static void respell_move(const struct random_move *m, uint64_t *seed, struct text *out)
{
    const char *c = *m->condition ? m->condition : "1 < 2";
    switch (random_below(seed, 8)) {
    case 0: /* in two halves */
        write_move(m, "even", " and t % 2 == 0", out);
        write_move(m, "odd", " and odd(t)", out);
        break;
    case 1: /* twice, the second time less of it */
        write_move(m, "all", "", out);
        write_move(m, "some", " and t < 3", out);
        break;
    case 2: /* the range as a condition */
        text_add(out, " move r(t in 0..a0 + 9) where t in %s and (%s) and %s -> %s", m->domain, c, m->guard, m->result);
        break;
    case 3:
        text_add(out, " move d(t in %s) where not (not (%s) or not (%s)) -> %s", m->domain, m->guard, c, m->result);
        break;
    case 4: /* cut at a size of t */
        write_move(m, "small", " and t <= 2", out);
        write_move(m, "large", " and 2 < t", out);
        break;
    case 5:
        text_add(out, " move b(t in %s) where (%s) and %s and t + 1 > t -> %s", m->domain, c, m->guard, m->result);
        break;
    case 6:
        text_add(out, " move i(t in %s, u in 1..3) where %s and (%s) and u == 2 -> %s", m->domain, m->guard, c,
                 m->result);
        break;
    default:
        text_add(out, " move c(t in %s) where ((%s) ? %s : 2 < 1) -> %s", m->domain, c, m->guard, m->result);
        break;
    }
}

void random_respell(const struct random_rule *rule, uint64_t *seed, struct text *out)
{
    struct text body = {0};
    int first = (int)random_below(seed, (uint64_t)rule->moves);
    for (int i = 0; i < rule->moves; i++) respell_move(&rule->move[(first + i) % rule->moves], seed, &body);
    text_add(out, "game g(%s) {", rule->fields == 1 ? "n" : "a, b");
    const char *at = text_c(&body), *mark;
    while ((mark = strstr(at, "a0 + 9"))) { /* a bound that is large enough, in this rule's fields */
        text_put(out, at, (size_t)(mark - at));
        text_puts(out, rule->fields == 1 ? "n + 9" : "a + b + 9");
        at = mark + strlen("a0 + 9");
    }
    text_add(out, "%s }", at);
    text_free(&body);
}

void random_row_invariant(uint64_t *seed, struct text *out)
{
    static const char *const words[] = {"all(s[j] in 0..2 for j in 1..len(s))",
                                        "all(s[j] < 3 for j in 1..len(s))",
                                        "all(c <= 2 for c in s)",
                                        "len(s) >= 1 and all(s[j] in 0..2 for j in 1..len(s))",
                                        "not any(s[j] == 2 and s[j + 1] == 2 for j in 1..len(s) - 1)",
                                        "s[1] <= 1"};
    size_t words_count = sizeof words / sizeof *words;
    if (random_below(seed, 2)) text_add(out, " where %s", words[random_below(seed, words_count)]);
}
