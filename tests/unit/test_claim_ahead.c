/* SPDX-License-Identifier: MIT */
/* Claims whose questions are answered together, held against the same asked one at a time: drawn rules and drawn claims, those made
 * to fail or to be refused in the middle, and the files of the gallery. */
#include "claims.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "random_rule.h"
#include "engine/open/engine.h"

/* All that a person sees of a file's checks. */
static char *seen(const char *path, const char *rule, const char *set, uint64_t states, bool singly)
{
    struct budget budget = {.states = states};
    struct engine_options options = {
        .path = path, .text = rule, .name = "rule.game", .plugins = true, .until = STAGE_ALL};
    struct engine *engine;
    struct text out = {0};
    const char *label;
    options.budget = &budget;
    options.sets = &set;
    options.set_count = set != NULL;
    enum status st = engine_open(&options, &engine);
    for (size_t i = 0; st == ST_OK && i < engine->sweep_count; i++) {
        st = engine_select(engine, i, &label);
        if (st != ST_OK) break;
        engine->env->terms.singly = singly;
        text_add(&out, "[%s]", label);
        for (size_t k = 0; k < engine->model->check_count; k++) {
            struct tried t;
            enum status end = try_check(engine->env, k, &engine->answers, &t);
            text_add(&out, "%s: %d %d %s; %s; %s\n", t.text, (int)end, (int)t.verdict, t.words ? t.words : "-",
                     t.counterexample ? t.counterexample : "-", t.replay ? t.replay : "-");
        }
    }
    text_add(&out, "%d", (int)st);
    for (size_t i = 0; engine && i < engine->diags.count; i++)
        text_add(&out, "\n%s %s", diag_code(engine->diags.items[i].id), engine->diags.items[i].message);
    assert_false(out.failed);
    if (engine) engine_close(engine);
    char *kept = strdup(text_c(&out));
    text_free(&out);
    assert_non_null(kept);
    return kept;
}

static void same_limited(const char *path, const char *rule, const char *set, uint64_t states)
{
    char *one = seen(path, rule, set, states, true), *many = seen(path, rule, set, states, false);
    if (strcmp(one, many) != 0) fail_msg("%s\nsingly: %s\ntogether: %s", rule ? rule : path, one, many);
    free(one);
    free(many);
}
static void same(const char *rule) { same_limited(NULL, rule, NULL, 0); }

/* Does it say this, in both ways? */
static void says(const char *rule, const char *set, const char *words)
{
    same_limited(NULL, rule, set, 0);
    char *text = seen(NULL, rule, set, 0, false);
    if (!strstr(text, words)) fail_msg("%s\n%s\nnot said: %s", rule, text, words);
    free(text);
}

/* ---- drawn */
static const char *const conditions[][12] = {
    {"sg(g(n)) == n %% 3", "P(g(n)) iff sg(g(n)) == 0", "sg(g(n) + g(n)) == 0", "N(g(n)) or P(g(n))",
     "sg(g(n)) <= n and (P(g(n)) or remoteness(g(n)) >= 1)", "outcome(g(n)) == (sg(g(n)) == 0 ? P : N)",
     "N(g(n)) iff any(P(g(n - t)) for t in 1..n)", "sg(g(n) + g(sg(g(n)))) <= n + 3", "wins(g(n)) == { } or N(g(n))",
     "options(g(n)) == { g(n) } or sg(g(n)) * 2 <= n + 2", "100 / (sg(g(n)) - 2) != 7",
     "sg(g(n)) == mex(sg(g(n - 1 > 0 ? n - 1 : 0)))"},
    {"sg(g(a, b)) == xor(a, b)", "P(g(a, b)) iff sg(g(a, b)) == 0", "sg(g(a, b)) == sg(g(b, a))",
     "P(g(a, b)) iff P(g(b, a))", "sg(g(a, b) + g(b, a)) == xor(sg(g(a, b)), sg(g(b, a)))",
     "wins(g(a, b)) == { } iff P(g(a, b))", "N(g(a, b)) or all(sg(g(a, k)) <= a + k for k in 0..b)",
     "sg(g(a, b)) == 0 or any(sg(g(a, k)) == 0 for k in 0..b)", "a < 9 or 10 / sg(g(a, b)) <= 10",
     "remoteness(g(a, b)) %% 2 == 0 iff P(g(a, b))", "sg(g(a - 20, b)) >= 0 or a < 20",
     "outcome(g(a, b)) == (a == b ? P : N)"}};
static const char *const ranges[][4] = {
    {"n in 0..90", "n in 3..70 where n %% 2 == 1", "n in 0..60 where P(g(n)) or n > 9", "n in {1, 5, 44, 2, 80}"},
    {"a in 0..11, b in 0..11", "a in 0..14, b in a..14 where a + b > 3", "a in 0..12, b in 0..sg(g(a, 2)) + 9",
     "b in 0..9, a in {9, 3, 12} where N(g(a, b))"}};

CLAIM(drawn_claims_about_drawn_rules_end_the_same)
{
    uint64_t seed = 20;
    for (int i = 0; i < 120; i++) {
        struct random_rule rule;
        struct text text = {0};
        int fields = 1 + (int)random_below(&seed, 2);
        random_rule(&seed, fields, &rule);
        if (random_below(&seed, 4) == 0) text_puts(&text, "play misere\n");
        random_write(&rule, &text);
        for (int k = 0; k < 3; k++) {
            text_puts(&text, "\nclaim ");
            text_add(&text, conditions[fields - 1][random_below(&seed, 12)], 0);
            text_puts(&text, " for ");
            text_add(&text, ranges[fields - 1][random_below(&seed, 4)], 0);
        }
        assert_false(text.failed);
        same(text_c(&text));
        text_free(&text);
    }
}

/* ---- failures, refusals, limits, parameters */
CLAIM(a_rule_that_fails_fails_at_the_same_case)
{
    says("game g(n) { move take(t in 1..n) where 10 / (n - 55) < 99 -> g(n - t)\n"
         "claim sg(g(n)) == n for n in 0..99 }",
         NULL, "E0502");
    says("game g(n) where n != 70 { move take(t in 1..n) where n - t != 70 -> g(n - t)\n"
         "claim N(g(n)) or n == 0 for n in 0..99 }",
         NULL, "E05");
    says("game g(a, b) { move l(t in 1..a) -> g(a - t, b) move r(t in 1..b) -> g(a, b - t)\n"
         "claim 10 / (sg(g(a, b)) - 31) <= 10 for a in 0..40, b in 0..40 }",
         NULL, "E0502");
}

CLAIM(the_first_counterexample_is_found)
{
    says("game g(a, b) { move l(t in 1..a) -> g(a - t, b) move r(t in 1..b) -> g(a, b - t)\n"
         "claim sg(g(a, b)) != 47 for a in 0..60, b in 0..60 }",
         NULL, "refuted at a = 0, b = 47");
    says("game g(a, b) { move l(t in 1..a) -> g(a - t, b) move r(t in 1..b) -> g(a, b - t)\n"
         "claim P(g(b, a)) iff a == b and a != 33 for a in 0..60, b in 0..60 }",
         NULL, "refuted at a = 33, b = 33");
}

CLAIM(movers_draws_and_misere_are_asked_for)
{
    says("game kl(n) { move take(t in 1..n) where t != (mover == 1 ? 1 : 2) -> kl(n - t)\n"
         "claim outcome(kl(n), mover = 1) == win iff N(kl(n), mover = 1) for n in 0..80\n"
         "claim wins(kl(n), mover = 2) == { } or n > 0 for n in 0..50\n"
         "claim N(kl(n)) for n in 0..80 }",
         NULL, "");
    says("game l(a, b) { loopy\n move x where a > 0 -> l(a - 1, b) move y where b > 0 and a < 9 -> l(a + 1, b - 1)\n"
         "move z where a == 2 -> l(3, b)\n"
         "claim outcome(l(a, b)) != D for a in 0..9, b in 0..9\nclaim remoteness(l(a, b)) <= 99 for a in 0..5, b in "
         "0..9\n"
         "claim sg(l(a, b)) >= 0 for a in 0..9, b in 0..9 }",
         NULL, "");
    says("play misere\ngame nim(n) { move take(t in 1..n) -> nim(n - t)\n"
         "claim P(nim(a) + nim(b)) iff (a == b and a > 1) or a + b == 1 for a in 0..40, b in 0..40 }",
         NULL, "holds to a = 40, b = 40 (1681 cases)");
}

CLAIM(parameters_are_swept)
{
    const char *bash =
        "game bash(n) { param m = 3 in 1..\nmove take(t in 1..min(m, n)) -> bash(n - t)\n"
        "claim sg(bash(n)) == n % (m + 1) for n in 0..100, m in 1..8\n"
        "claim P(bash(n)) iff n % 5 == 0 for n in 0..99\n"
        "claim wins(bash(n)) == { bash(n - n % (m + 1)) } or n % (m + 1) == 0 for n in 1..70, m in 2..5 }";
    says(bash, NULL, "holds to n = 100, m = 8 (808 cases)");
    says(bash, "m=3..6", "[m = 4]");
}

CLAIM(few_positions_are_enough_or_not_in_both_ways)
{
    const char *rule = "game g(s: row) { move take(i in 1..len(s), t in 1..s[i]) -> g(s with { [i] -= t })\n"
                       "claim sg(g(s)) == xor(s[i] for i in 1..len(s)) for s in all_rows(3, 0..6) }";
    for (uint64_t states = 1; states < 2000; states = states * 3 + 1) same_limited(NULL, rule, NULL, states);
}

CLAIM(a_case_that_is_too_hard_does_not_keep_an_early_one_from_refuting)
{
    /* from n = 24 on a question would take longer than the test; the claim fails at 20 */
    says("game g(s: row) { start(n) -> g([1 for i in 1..n])\n"
         "move take(i in 1..len(s)) where s[i] > 0 -> g(s with { [i] = 0 })\n"
         "claim sg(g(n)) == n % 2 and n != 20 for n in 0..60 }",
         NULL, "refuted at n = 20");
}

/* ---- the gallery */
CLAIM(the_gallery_ends_the_same)
{
    const char *root = getenv("CGI_SOURCE");
    char path[4096];
    if (!root) skip();
    snprintf(path, sizeof path, "%s/games", root);
    DIR *folder = opendir(path);
    assert_non_null(folder);
    size_t count = 0;
    for (struct dirent *e; (e = readdir(folder));) {
        const char *dot = strrchr(e->d_name, '.');
        if (!dot || strcmp(dot, ".game") != 0) continue;
        snprintf(path, sizeof path, "%s/games/%s", root, e->d_name);
        same_limited(path, NULL, NULL, 0);
        count++;
    }
    closedir(folder);
    assert_true(count > 40);
}

CLAIMS(IT(drawn_claims_about_drawn_rules_end_the_same), IT(a_rule_that_fails_fails_at_the_same_case),
       IT(the_first_counterexample_is_found), IT(movers_draws_and_misere_are_asked_for), IT(parameters_are_swept),
       IT(few_positions_are_enough_or_not_in_both_ways),
       IT(a_case_that_is_too_hard_does_not_keep_an_early_one_from_refuting), IT(the_gallery_ends_the_same))
