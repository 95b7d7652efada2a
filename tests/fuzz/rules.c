/* SPDX-License-Identifier: MIT */
/* Thousands of rules that are nearly right, the same in every run, checked and run; a broken promise aborts. Together they must
 * have held every form of the language. Arguments: how many, and the first number; printed where a rule breaks a promise. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "advice.h"
#include "base/hash.h"
#include "coverage.h"
#include "run_text.h"
#include "typed_rule.h"

enum { RULES = 3000, RUN_EVERY = 4, BYTES_MOST = 900 };

struct seen {
    struct coverage coverage;
    size_t files, models;
};

static void look(void *context, const struct model *model, const struct diags *diags)
{
    struct seen *seen = context;
    (void)diags;
    seen->files++;
    if (!model) return;
    seen->models++;
    coverage_add(&seen->coverage, model);
}

static void draw(uint64_t number, struct text *out)
{
    uint8_t bytes[BYTES_MOST];
    uint64_t seed = number * 2 + 1;
    size_t size = 60 + (size_t)(random_next(&seed) % (BYTES_MOST - 60));
    for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)(random_next(&seed) >> 40);
    typed_rule(bytes, size, out);
}

int main(int argc, char **argv)
{
    size_t count = argc > 1 ? strtoul(argv[1], NULL, 10) : RULES, first = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    bool show = argc > 3;
    size_t wrong = 0;
    struct seen seen = {0};
    struct text missing = {0};
    for (size_t i = first; i < first + count; i++) {
        struct text rule = {0};
        draw(i, &rule);
        if (show) printf("# rule %zu\n%s", i, text_c(&rule)), fflush(stdout);
        char why[400];
        if (i % RUN_EVERY == 0) run_text(text_c(&rule), look, &seen);
        else check_text(text_c(&rule), look, &seen);
        bool holds = advice_holds(text_c(&rule), why, sizeof why);
        if (!holds) printf("# rule %zu: %s\n%s", i, why, text_c(&rule));
        wrong += !holds;
        text_free(&rule);
    }
    coverage_missing(&seen.coverage, &missing);
    printf("# %zu files, %zu without mistakes\n", seen.files, seen.models);
    printf("%s 1 - %zu rules keep what is promised\n", seen.files == count ? "ok" : "not ok", count);
    printf("%s 2 - a third of the rules at least have no mistakes\n", seen.models * 3 >= count ? "ok" : "not ok");
    printf("%s 3 - every form of the language is in one of them\n", missing.length ? "not ok" : "ok");
    if (missing.length) printf("# not seen: %s\n", text_c(&missing));
    bool compared = advice_count.replaced > count / 2 && advice_count.measures > count / 2;
    printf("# %zu options compared with advice taken, %zu with measures, %zu moves for ever\n", advice_count.replaced,
           advice_count.measures, advice_count.endless);
    printf("%s 4 - what the checker says of them is so in small states\n", wrong || !compared ? "not ok" : "ok");
    printf("1..4\n");
    bool fine = !missing.length && seen.models * 3 >= count && !wrong && compared;
    text_free(&missing);
    return !fine;
}
