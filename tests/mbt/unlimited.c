/* SPDX-License-Identifier: MIT */
/* Random heaps with an invariant. Where a heap is answered without it (plan/restated/unlimited.c), the value is that of a search of the rule
 * as it is written, in which no option is a position that the invariant excludes; and values of a table are those of its heaps.
 * usage: unlimited [FIRST_SEED [COUNT]]; prints TAP lines, and what differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "drawn_heap.h"
#include "opened.h"
#include "random_rule.h"

enum { RULES = 600, HEAPS = 6, LARGEST = 90 };
struct tally {
    size_t rules, answered, values, wrong;
};

static const char *const invariants[] = {"n <= 90",
                                         "n < 100 and n >= 0",
                                         "n >= 0",
                                         "n >= 1",
                                         "n >= 2 and n <= 95",
                                         "n != 3",
                                         "n % 2 == 0",
                                         "n <= 60 or n <= 99",
                                         "90 - n >= 0",
                                         "n <= 40 or n >= 50",
                                         "n * n <= 9000",
                                         "n in 0..98",
                                         "200 / (n + 1) > 0",
                                         "2 * n <= 181",
                                         "n == 0 or n > 1"};

/* The rule with the invariant behind the fields of its first game, which is `game g(n)`. */
static bool write_rule(uint64_t *seed, struct text *out)
{
    struct drawn_heap rule;
    struct text plain = {0};
    drawn_heap(seed, &rule);
    drawn_write(&rule, &plain);
    const char *all = text_c(&plain), *head = strstr(all, "game g(n)");
    if (head) {
        size_t before = (size_t)(head - all) + strlen("game g(n)");
        text_add(out, "%.*s where %s%s", (int)before, all,
                 invariants[random_below(seed, sizeof invariants / sizeof *invariants)], all + before);
    }
    text_free(&plain);
    return head && !out->failed;
}

static void say(struct tally *t, const char *rule, const char *word, const char *seen, const char *plain)
{
    t->wrong++;
    printf("# %s#   at %s: %s without the invariant, %s as it is written\n", rule, word, seen, plain);
}

static void try_rule(struct tally *t, uint64_t seed)
{
    struct text text = {0};
    struct budget budgets[2] = {{0}, {0}};
    seed = hash_mix(seed);
    bool fine = write_rule(&seed, &text);
    struct engine_options seen = {.text = text_c(&text), .budget = &budgets[0], .only_solver = "unlimited"},
                          plain = {
                              .text = text_c(&text), .budget = &budgets[1], .whole = true, .only_solver = "hashed"};
    struct engine *other = fine ? opened(seen) : NULL, *own = fine ? opened(plain) : NULL;
    bool any = false;
    t->rules += other && own;
    for (int i = 0; other && own && i < HEAPS; i++) {
        char word[32], value[32];
        snprintf(word, sizeof word, "%d", (int)random_below(&seed, LARGEST));
        snprintf(value, sizeof value, "%s", sg_of(other, word));
        if (strcmp(value, "none") == 0) continue;
        const char *searched = sg_of(own, word);
        any = true;
        t->values++;
        if (strcmp(value, searched) != 0) say(t, text_c(&text), word, value, searched);
    }
    t->answered += any;
    engine_close(other);
    engine_close(own);
    text_free(&text);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : RULES;
    struct tally t = {0};
    for (uint64_t seed = first; seed < first + count; seed++) try_rule(&t, seed);
    printf("%sok 1 - heaps without their invariants: %zu rules, %zu of them answered, %zu values, %zu wrong\n",
           t.wrong || !t.answered ? "not " : "", t.rules, t.answered, t.values, t.wrong);
    printf("1..1\n");
    return t.wrong || !t.answered;
}
