/* SPDX-License-Identifier: MIT */
/* Conditions on the elements of moves, which are reckoned out apart from the board (proof/ground/plain.c): random ones, with all operators,
 * with what overflows or divides by 0, and with names that stand for cells, against the machine on every state of a row. */
#include <stdio.h>
#include <string.h>
#include "base/hash.h"
#include "base/text.h"
#include "claims.h"
#include "proof/ground/ground.h"
#include "runtime_case.h"

enum { CELLS = 3, VALUES = 3, STATES = VALUES * VALUES * VALUES, RULES = 300 };

static uint64_t seed;
static uint64_t below(uint64_t n) { return random_next(&seed) % n; }
#define PICK(...)                                                                                                      \
    ((const char *const[]){__VA_ARGS__})[below(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))]

static void add_number(struct text *out, int depth)
{
    if (depth == 0 || below(3) == 0) {
        text_puts(out,
                  PICK("i", "k", "x", "step", "0", "1", "2", "3", "len(s)", "s[i]", "s[k]", "9223372036854775807"));
        return;
    }
    if (below(4) == 0) {
        text_puts(out, PICK("abs(", "max(k, ", "min(i, ", "gcd(k, ", "bit(i, ", "xor(i, ", "pow(2, ", "isqrt("));
        add_number(out, depth - 1);
        text_puts(out, ")");
        return;
    }
    text_puts(out, "(");
    if (below(8) == 0) text_puts(out, "-");
    add_number(out, depth - 1);
    text_puts(out, PICK(" + ", " - ", " - ", " * ", " / ", " % "));
    add_number(out, depth - 1);
    text_puts(out, ")");
}

static void add_condition(struct text *out, int depth)
{
    if (depth > 0 && below(2)) {
        text_puts(out, PICK("(", "(", "not ("));
        add_condition(out, depth - 1);
        text_puts(out, PICK(" and ", " or ", " or "));
        add_condition(out, depth - 1);
        text_puts(out, ")");
        return;
    }
    add_number(out, 1);
    text_puts(out, PICK(" == ", " != ", " < ", " <= ", " > ", " >= "));
    add_number(out, (int)below(2));
}

/* In a fold over places as well, of which the machine knows nothing but the rule. */
static void add_rule(struct text *out)
{
    text_puts(out, "param step = 2 fn f(s, i, k, x) = ");
    add_condition(out, 2);
    text_puts(out, " game b(s: row) { move m(i in 1..len(s), k in 0..2) where s[i] > 0 and f(s, i, k, ");
    text_puts(out, PICK("i - k", "s[i]", "k", "s[k]", "1"));
    text_puts(out, ") ");
    uint64_t more = below(4);
    if (more == 1) { /* what is asked of cells stands in `where` */
        text_puts(out, PICK("and any(", "and not any(", "and all(", "and not all("));
        text_puts(out, PICK("j != i", "f(s, i, j, k)", "j == i + 1 or j == i - k", "j * (j - i) * (j - k) == 0"));
        text_puts(out, " for j in 1..len(s) where s[j] ");
        text_puts(out, PICK("!= 1)", "== 0)", "== 2)", "== s[i] + k)", "/ (j - k) == 0)"));
    } else if (more == 2) { /* a sum is asked whether it is 0 */
        text_puts(out, PICK("and ", "and ", "and not "));
        bool turned = below(4) == 0;
        text_puts(out, turned ? PICK("(0 == ", "(0 != ") : "(");
        for (int i = 0, parts = 1 + (int)below(2); i < parts; i++) {
            text_puts(out, i ? " + " : "");
            text_puts(out,
                      PICK("sum(s[j]", "count(s[j]", "sum(s[j - k] + s[j + 1]", "sum(s[s[j]]", "count(s[j] != s[k]"));
            text_puts(out, " for j in 1..len(s) where ");
            text_puts(out, PICK("j != i)", "f(s, i, j, k))", "s[j] != 2 and j + k > i)", "j / (j - k) < 2)"));
        }
        text_puts(out, turned ? ")" : PICK(" == 0)", " != 0)", " > 0)", " <= 0)", " < 1)", " >= 1)"));
    } else if (more == 3) {
        text_puts(out, PICK("and all(s[j] ", "and any(s[j] "));
        text_puts(out, PICK("!= 1", "== 0", "== 2"));
        text_puts(out, " for j in 1..len(s) where ");
        text_puts(out, PICK("j != i)", "f(s, i, j, k))", "j == i + 1 or j == i - k)", "j > k and j < len(s))"));
    }
    text_puts(out, " -> b(s with { [i] -= 1 }) }");
}

/* A condition that never holds is a mistake of the rule. */
static bool is_rule(const char *text)
{
    struct rule_file f;
    rule_open(&f, text);
    bool valid = f.st == ST_OK;
    rule_close(&f);
    return valid;
}

/* "b([0, 2, 1])" */
static const char *term_of(size_t state)
{
    static char words[40];
    size_t at = 0;
    for (size_t cell = 0; cell < CELLS; cell++, state /= VALUES)
        at += (size_t)snprintf(words + at, sizeof words - at, "%s%zu", cell ? ", " : "b([", state % VALUES);
    snprintf(words + at, sizeof words - at, "])");
    return words;
}

static bool code_state(const struct ground *g, size_t state, struct ground_mask *mask)
{
    *mask = (struct ground_mask){{0}};
    for (size_t cell = 0; cell < CELLS; cell++, state /= VALUES) {
        size_t code = 0;
        while (code < g->value_count && g->layout.pieces[0].values[code] != (int64_t)(state % VALUES)) code++;
        if (code == g->value_count) return false;
        ground_put(g, mask, cell, code);
    }
    return true;
}

static bool leads(const struct ground *g, const struct ground_mask *from, const struct ground_mask *to)
{
    bool found = false;
    for (size_t i = 0; i < g->move_count && !found; i++) {
        const struct ground_move *m = &g->moves[i];
        found = true;
        for (size_t w = 0; w < g->words; w++)
            found &= (from->words[w] & m->care.words[w]) == m->want.words[w] &&
                     ((from->words[w] & ~m->write.words[w]) | m->put.words[w]) == to->words[w];
    }
    return found;
}

/* How many pairs of states are joined by the board and not by the machine, or the other way round. What `and` need not look at may
 * fail in the machine, which looks at it all the same. */
static size_t count_differences(struct runtime_case *c, const struct ground *g)
{
    size_t wrong = 0;
    for (size_t from = 0; from < STATES; from++) {
        struct ground_mask here, there;
        const char *options = rule_options(&c->file, term_of(from));
        for (size_t to = 0; to < STATES && c->file.st == ST_OK; to++)
            if (code_state(g, from, &here) && code_state(g, to, &there))
                wrong += leads(g, &here, &there) != (strstr(options, term_of(to) + 1) != NULL);
    }
    return wrong;
}

CLAIM(conditions_on_elements_are_as_in_the_machine)
{
    size_t made = 0, refused = 0, wrong = 0;
    for (seed = 1; made < RULES;) {
        struct text rule = {0};
        struct runtime_case c;
        struct ground g;
        do {
            text_free(&rule);
            add_rule(&rule);
        } while (!is_rule(text_c(&rule)));
        case_open(&c, text_c(&rule));
        struct position p = case_position(&c, "b([0, 1, 2])");
        struct ground_from from = {
            c.env->model, p.components[0].game, c.env->params, p.components[0].cells, p.components[0].count, NULL, 0};
        assert_int_equal(ground_make(&from, &c.arena, &g), ST_OK);
        size_t differences = g.cells ? count_differences(&c, &g) : 0;
        if (differences) print_error("%zu %s\n", differences, text_c(&rule));
        wrong += differences;
        made += g.cells > 0;
        refused += g.cells == 0;
        case_close(&c);
        text_free(&rule);
    }
    assert_int_equal(wrong, 0);
    assert_true(refused > 10); /* rules in which something fails */
}

CLAIMS(IT(conditions_on_elements_are_as_in_the_machine))
