/* SPDX-License-Identifier: MIT */
/* Pairs of random rules: what is said to be the difference is put into rules of its own, and their options are compared with
 * those that are really different, state by state.
 * usage: differences [FIRST_SEED [COUNT]]; prints TAP lines, and each pair for which something else is said. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "proof/match/difference.h"
#include "random_pair.h"
#include "random_rule.h"
#include "same_options.h"

struct tally {
    size_t asked, known, exact, same, moves, where, refused, wrong;
};

static void complain(struct tally *t, const char *what, const char *a, const char *b)
{
    t->wrong++;
    printf("# %s\n#   %s\n#   %s\n", what, a, b);
}

/* The rule with these moves alone, so all before the brace of its last game is kept. */
static void put_only(const char *rule, const struct rule_only *only, struct text *out)
{
    const char *game = rule, *next;
    while ((next = strstr(game + 1, "game "))) game = next;
    text_put(out, rule, (size_t)(strchr(game, '{') - rule) + 1);
    for (size_t i = 0; i < only->count; i++) text_add(out, "\n  move %s", only->moves[i]);
    text_puts(out, "\n}\n");
}

/* What a rule does wrong in some states the checker finds more easily in one of its pieces; and a difference that is not exact may
 * be empty. */
static bool is_refused(struct rule_file *only, bool exact)
{
    const char *message = rule_message(only);
    return strstr(message, "outside the state") || strstr(message, "is updated twice") ||
           strstr(message, "a natural number (0, 1, 2, ...) is expected") ||
           strstr(message, "the position it starts from") ||
           (!exact && (strstr(message, "contradict each other") || strstr(message, "is empty whenever")));
}

static void check_side(struct tally *t, struct rule_file *files, int side, const char *const *texts,
                       const struct rule_difference *d)
{
    struct rule_file only = {0};
    struct text text = {0};
    bool some = d->only[side].count > 0;
    if (some) put_only(texts[side], &d->only[side], &text);
    if (some) rule_open(&only, text_c(&text));
    if (only.st != ST_OK && is_refused(&only, d->exact)) {
        t->refused++;
    } else if (only.st != ST_OK) {
        complain(t, rule_message(&only), text_c(&text), texts[1 - side]);
    } else {
        const char *wrong = options_without(&files[side], &files[1 - side], some ? &only : NULL, d->exact);
        if (wrong) complain(t, wrong, text_c(&text), "");
        if (wrong) printf("#   of\n#   %s\n#   without\n#   %s\n", texts[side], texts[1 - side]);
    }
    if (some) rule_close(&only);
    text_free(&text);
}

/* The condition of agreement as the invariant of a game without anything else. */
static void check_same(struct tally *t, struct rule_file *files, const char *const *texts,
                       const struct rule_difference *d)
{
    struct rule_file where = {0};
    struct text text = {0};
    const char *game = texts[0], *next;
    while ((next = strstr(game + 1, "game "))) game = next;
    text_put(&text, game, (size_t)(strchr(game, ')') - game) + 1);
    text_add(&text, " where %s { move none -> end }\n", d->same);
    rule_open(&where, text_c(&text));
    bool none = where.st != ST_OK && strstr(rule_message(&where), "no state of");
    bool refused = where.st != ST_OK && strstr(rule_message(&where), "the position it starts from");
    const char *wrong = NULL;
    if (where.st == ST_OK || none) wrong = options_same_where(&files[0], &files[1], none ? NULL : &where, d->exact);
    else if (!refused) wrong = rule_message(&where);
    if (wrong) complain(t, wrong, text_c(&text), "");
    if (wrong) printf("#   of\n#   %s\n#   and\n#   %s\n", texts[0], texts[1]);
    rule_close(&where);
    text_free(&text);
}

static void compare(struct tally *t, const char *a, const char *b)
{
    struct rule_file files[2];
    const char *texts[] = {a, b};
    struct rule_difference d = {0};
    struct arena arena = {0};
    for (int i = 0; i < 2; i++) rule_open(&files[i], texts[i]);
    if (files[0].st == ST_OK && files[1].st == ST_OK) {
        const struct model *models[] = {files[0].model, files[1].model};
        const struct param_value *params[] = {files[0].params, files[1].params};
        int games[] = {models[0]->main_game, models[1]->main_game};
        t->asked++;
        if (difference_find(models, games, params, (struct difference_wanted){.states = true}, &arena, &d) != ST_OK)
            complain(t, "memory is out", a, b);
        t->known += d.known;
        t->exact += d.known && d.exact;
        t->same += d.known && !d.only[0].count && !d.only[1].count && !d.only[0].unwritten && !d.only[1].unwritten;
        bool some = d.same && strcmp(d.same, "true") != 0 && strcmp(d.same, "false") != 0;
        t->where += some;
        if (d.same) check_same(t, files, texts, &d);
        for (int side = 0; d.known && side < 2; side++) {
            t->moves += d.only[side].count;
            if (!d.only[side].unwritten) check_side(t, files, side, texts, &d);
        }
    }
    for (int i = 0; i < 2; i++) rule_close(&files[i]);
    arena_free(&arena);
}

static void try_numbers(struct tally *t, uint64_t seed)
{
    struct random_rule one, two;
    struct text a = {0}, b = {0}, c = {0};
    seed = hash_mix(seed + 1);
    int fields = 1 + (int)random_below(&seed, 2);
    random_rule(&seed, fields, &one);
    two = one;
    struct random_rule other;
    random_rule(&seed, fields, &other);
    two.move[0] = other.move[0];
    random_write(&one, &a);
    random_write(&two, &b);
    random_respell(&one, &seed, &c);
    compare(t, text_c(&a), text_c(&b));
    compare(t, text_c(&a), text_c(&c));
    text_free(&a);
    text_free(&b);
    text_free(&c);
}

static void try_rows(struct tally *t, uint64_t seed)
{
    struct text rule = {0}, other = {0}, a = {0}, b = {0};
    seed = hash_mix(seed + 1);
    random_rows_rule(&seed, PAIR_PLAIN, &rule);
    random_change(text_c(&rule), &seed, (unsigned)random_below(&seed, 3) + 1, &other);
    text_add(&a, "%s%s", RANDOM_HELPER, text_c(&rule));
    text_add(&b, "%s%s", RANDOM_HELPER, text_c(&other));
    compare(t, text_c(&a), text_c(&b));
    text_free(&rule);
    text_free(&other);
    text_free(&a);
    text_free(&b);
}

static int claim(unsigned number, const struct tally *t, const char *what, size_t least)
{
    bool fine = !t->wrong && t->exact >= least;
    printf("# %s: %zu asked, %zu known, %zu exactly, %zu equal, %zu moves, %zu conditions, %zu wrong\n%s %u - the "
           "difference of %s is "
           "what is said\n",
           what, t->asked, t->known, t->exact, t->same, t->moves, t->where, t->wrong, fine ? "ok" : "not ok", number,
           what);
    return fine ? 0 : 1;
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 150;
    struct tally numbers = {0}, rows = {0};
    for (uint64_t seed = first; seed < first + count; seed++) {
        try_numbers(&numbers, seed);
        try_rows(&rows, seed);
    }
    int status = claim(1, &numbers, "rules over numbers", count / 4);
    status |= claim(2, &rows, "rules over rows", 0);
    printf("1..2\n");
    return status;
}
