/* SPDX-License-Identifier: MIT */
/* Claims about all heaps: what is called proved holds for many times as many, and a claim that only begins well is not. */
#include "claims.h"
#include <stdio.h>
#include <string.h>
#include "base/hash.h"
#include "random_rule.h"
#include "runtime_case.h"

static void try_text(const char *rule, struct runtime_case *c, struct tried *t)
{
    case_open(c, rule);
    if (try_check(c->env, 0, &c->arena, t) != ST_OK) fail_msg("%s: %s", rule, rule_message(&c->file));
}

static bool is_proved(const struct tried *t)
{
    return t->verdict == VERDICT_PASSED && strncmp(t->words, "proved for all n >= ", 20) == 0;
}

static void proves(const char *rule, bool proved)
{
    struct runtime_case c;
    struct tried t;
    try_text(rule, &c, &t);
    if (t.verdict != VERDICT_PASSED) fail_msg("%s: %s", rule, t.counterexample);
    if (is_proved(&t) != proved) fail_msg("%s: %s", rule, t.words);
    case_close(&c);
}

#define BASH "game g(n) { move take(t in 1..3) where t <= n -> g(n - t) "
CLAIM(what_repeats_with_the_values_is_proved)
{
    proves(BASH "claim sg(g(n)) == n % 4 for n in 0..40 }", true);
    proves(BASH "claim P(g(4 * n)) for n in 0..20 where odd(n) }", true);
    proves(BASH "claim sg(g(n)) == [0, 1, 2, 3][n % 4 + 1] for n in 5..40 }", true);
    proves(BASH "claim outcome(g(n + 8)) == outcome(g(n)) for n in 0..40 }", true);
    proves(BASH "claim sg(g(n) + g(n + 2)) == 2 for n in 0..40 }", true);
    proves(BASH "claim P(g(n)) iff n % 4 in {0} for n in 0..40 }", true);
    proves(BASH "claim n < 9 or sg(g(n)) == xor(n % 2, n % 4 / 2 * 2) for n in 0..40 }", true);
    proves("game g(n) { move take(t in 1..n) -> g(n - t) move split(a in 1..n - 1) -> g(a) + g(n - a)\n"
           "claim sg(g(n)) == (n % 4 == 3 ? n + 1 : n > 0 and n % 4 == 0 ? n - 1 : n) for n in 0..60 }",
           true);
    proves("game g(n) { move take(t in 1..n) where t != 2 -> g(n - t)\nclaim sg(g(n)) == n / 4 * 2 + n % 2 for n in "
           "0..60 }",
           true);
    proves("game g(n) { move take(t in 1..n) where t != 2 -> g(n - t)\nclaim N(g(n)) for n in 3..60 }", true);
}

CLAIM(what_only_begins_well_is_not)
{
    proves(BASH "claim sg(g(n)) == n % 4 for n in 0..2 }", false);             /* less than a period */
    proves(BASH "claim n < 41 and sg(g(n)) == n % 4 for n in 0..40 }", false); /* false at the next number */
    proves(BASH "claim sg(g(n)) == n % 4 for n in 0..40 where n < 41 }", false);
    proves(BASH "claim n % 100 < 50 and sg(g(n)) <= 3 for n in 0..40 }", false); /* its own period is longer */
    proves(BASH "claim n == 41 iff sg(g(n)) > 3 for n in 0..40 }", false);
    proves(BASH "claim sg(g(n)) * 14 <= n + 42 for n in 0..40 }", false); /* true, but this shows no such thing */
    proves(BASH "claim n not in {41} and sg(g(n)) <= 3 for n in 0..40 }", false);
    proves(BASH "claim bit(n, 6) == 0 and sg(g(n)) <= 3 for n in 0..40 }", false);
    proves(BASH "claim 2 * 2 == 4 for n in 0..40 }", false); /* no value is asked for */
    proves("game g(n) { move take(t in 1..n) where 2 * t <= n -> g(n - t)\nclaim sg(g(n)) <= n for n in 0..40 }",
           false);
    proves("play misere\n" BASH "claim N(g(n)) iff n % 4 != 1 for n in 0..40 }", false);
}

/* The same claim as far as `to`. */
static const char *const conditions[] = {
    "sg(g(n)) == sg(g(n + %u))",       "P(g(n)) iff P(g(n + %u))",           "sg(g(n)) %% 2 == sg(g(n + %u)) %% 2",
    "sg(g(%u * n)) == sg(g(0))",       "N(g(n + %u)) or n %% 3 == 0",        "sg(g(n)) + %u >= sg(g(n + 1)) or odd(n)",
    "sg(g(2 * n + %u)) <= 2 * n + 9",  "sg(g(n) + g(n + %u)) != 1 or n < 7", "sg(g(n)) <= n %% 5 + %u",
    "(n - 2 * sg(g(n))) / 3 <= n + %u"};

CLAIM(what_is_called_proved_of_drawn_rules_holds_much_further)
{
    uint64_t seed = 77;
    int proved = 0;
    for (int i = 0; i < 500; i++) {
        struct text rule = {0}, file = {0};
        char condition[128];
        struct runtime_case c;
        struct tried t;
        unsigned takes = 1 + (unsigned)random_below(&seed, 63), far = (unsigned)random_below(&seed, 3) == 0;
        unsigned q = 1 + (unsigned)random_below(&seed, 3), split = (unsigned)random_below(&seed, 4) == 0;
        text_puts(&rule, far ? "game g(n) { move take(t in 1..n) where t not in {"
                             : "game g(n) { move take(t in 1..n) where t in {");
        for (int d = 0; d < 6; d++)
            if (takes >> d & 1) text_add(&rule, "%d, ", d + 1);
        text_add(&rule, "%s} and n %% %u <= 1 -> g(n - t)", "9", q);
        if (split) text_puts(&rule, " move s(a in 1..n - 2) -> g(a) + g(n - 1 - a)");
        snprintf(condition, sizeof condition, conditions[random_below(&seed, 10)], (unsigned)random_below(&seed, 13));
        unsigned low = (unsigned)random_below(&seed, 5), to = 20 + (unsigned)random_below(&seed, 50);
        text_add(&file, "%s claim %s for n in %u..%u }", text_c(&rule), condition, low, to);
        try_text(text_c(&file), &c, &t);
        bool called = is_proved(&t);
        case_close(&c);
        proved += called;
        text_clear(&file);
        text_add(&file, "%s claim %s for n in %u..%u }", text_c(&rule), condition, low, 12 * to);
        if (called) {
            try_text(text_c(&file), &c, &t);
            if (t.verdict != VERDICT_PASSED)
                fail_msg("%s\ncalled proved up to %u: %s", text_c(&file), to, t.counterexample);
            case_close(&c);
        }
        text_free(&rule);
        text_free(&file);
    }
    print_message("%d proved\n", proved);
    assert_true(proved >= 25);
}

CLAIMS(IT(what_repeats_with_the_values_is_proved), IT(what_only_begins_well_is_not),
       IT(what_is_called_proved_of_drawn_rules_holds_much_further))
