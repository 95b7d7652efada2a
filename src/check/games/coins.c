/* SPDX-License-Identifier: MIT */
/* Coin-turning games. A position is a row of coins; it is the sum of its heads (Lenstra; Winning Ways, chapter 14), so
 * a game over one coin suffices: the head numbered n, counted from 0, is turned to tails together with others to its
 * left, which leaves heads there in exchange (two heads on one place cancel, as equal components of a sum do).
 *
 *     "1-2"      turn one or two coins: n leads to nothing, or to m < n          (values n + 1)
 *     "1-3"      up to three: also to m1 and m2, m1 < m2 < n                     (values: the odious numbers)
 *     "1,3"      exactly one or three
 *     ruler      any run of neighbours that ends at n                            (values: the power of 2 in n + 1)
 *     turnips    three coins at equal distances, n the rightmost */
#include <stdio.h>
#include <string.h>
#include "check/games/codes_ast.h"

enum { TURNING_MAX = 4 };

static void write_count(struct syntax *s, int coins)
{
    static const char *const names[] = {"a", "b", "c"};
    struct ast *gens[3], *result = NULL, *low = syntax_number(s, 0);
    struct ast *one = syntax_number(s, 1);
    char name[16];
    for (int i = 0; i < coins - 1; i++) {
        gens[i] = syntax_gen(s, names[i], low, syntax_op(s, OP_SUB, syntax_name(s, "n"), one));
        low = syntax_op(s, OP_ADD, syntax_name(s, names[i]), one);
        struct ast *head = syntax_self(s, syntax_name(s, names[i]));
        result = result ? syntax_op(s, OP_ADD, result, head) : head;
    }
    snprintf(name, sizeof name, "turn%d", coins);
    syntax_move(s, name, (size_t)coins - 1, gens, NULL, result ? result : syntax_name(s, "end"));
}

static void write_ruler(struct syntax *s)
{
    struct ast *gen = syntax_gen(s, "k", syntax_number(s, 0), syntax_name(s, "n"));
    struct ast *head = syntax_self(s, syntax_op(s, OP_SUB, syntax_name(s, "n"), syntax_name(s, "i")));
    struct ast *inner = syntax_gen(s, "i", syntax_number(s, 1), syntax_name(s, "k"));
    syntax_move(s, "turn", 1, &gen, NULL, syntax_sum_for(s, head, inner));
}

static void write_turnips(struct syntax *s)
{
    struct ast *d = syntax_name(s, "d"), *n = syntax_name(s, "n"), *two = syntax_number(s, 2);
    struct ast *gen = syntax_gen(s, "d", syntax_number(s, 1), syntax_op(s, OP_DIV, n, two));
    struct ast *near = syntax_self(s, syntax_op(s, OP_SUB, n, d));
    struct ast *far = syntax_self(s, syntax_op(s, OP_SUB, n, syntax_op(s, OP_MUL, two, d)));
    syntax_move(s, "turn3", 1, &gen, NULL, syntax_op(s, OP_ADD, near, far));
}

/* "1-3", "1,3", "2": which counts are allowed. */
static bool read_counts(const char *text, bool counts[TURNING_MAX + 1])
{
    const char *c = text;
    do {
        int low = *c - '0';
        if (low < 1 || low > TURNING_MAX) return false;
        int high = low;
        c++;
        if (*c == '-') {
            high = c[1] - '0';
            if (c[1] == '\0' || high < low || high > TURNING_MAX) return false;
            c += 2;
        }
        for (int i = low; i <= high; i++) counts[i] = true;
    } while (*c == ',' && *++c);
    return *c == '\0' && text[strlen(text) - 1] != ',';
}

const struct ast *turning_moves(struct checker *ck, const struct ast *a, const char *name)
{
    struct span span = a->text_span.source ? a->text_span : a->span;
    struct syntax s = {.ck = ck, .span = span, .self = name};
    const char *text = a->text ? a->text : "";
    bool counts[TURNING_MAX + 1] = {false};
    if (strcmp(text, "ruler") == 0) {
        write_ruler(&s);
    } else if (strcmp(text, "turnips") == 0) {
        write_turnips(&s);
    } else if (text[0] && read_counts(text, counts)) {
        for (int i = 1; i <= TURNING_MAX; i++)
            if (counts[i]) write_count(&s, i);
    } else {
        diag(ck->diags, D_TURNING_CODE, span, text, (int)TURNING_MAX);
        return NULL;
    }
    return syntax_list(&s);
}
