/* SPDX-License-Identifier: MIT */
/* Pairs of random rules, of which one is the other with some of its words changed: whenever it is proved that they are the same,
 * that a rule is symmetric, or that it does not matter who moves, the options of small states are listed and compared.
 * usage: same_rules [FIRST_SEED [COUNT]]; prints TAP lines, and each pair for which a proof is wrong. */
#include <stdio.h>
#include <stdlib.h>
#include "random_pair.h"
#include "random_rule.h"
#include "same_options.h"

struct tally {
    size_t legal, asked, proved, wrong;
};
static struct tally pairs, reworded, turned, movers;

static void open_rule(struct rule_file *f, const char *rule)
{
    struct text whole = {0};
    text_add(&whole, "%s%s", RANDOM_HELPER, rule);
    rule_open(f, text_c(&whole));
    text_free(&whole);
}

static bool open_pair(struct rule_file *user, struct rule_file *ref, const char *a, const char *b)
{
    open_rule(user, a);
    open_rule(ref, b);
    return user->st == ST_OK && ref->st == ST_OK;
}

static void complain(struct tally *t, const char *what, const char *wrong, const char *a, const char *b)
{
    t->wrong++;
    printf("# %s, but %s\n#   %s\n#   %s\n", what, wrong, a, b);
}

static void ask_same(struct tally *t, struct rule_file *user, struct rule_file *ref, const char *a, const char *b)
{
    struct unification how;
    enum unify_result found =
        unify_games(user->model, user->model->main_game, user->params, ref->model, ref->model->main_game, &how);
    const char *wrong = found == UNIFY_YES ? same_options(user, ref, &how) : NULL;
    t->asked++;
    t->proved += found == UNIFY_YES;
    if (wrong) complain(t, "proved to be the same", wrong, a, b);
    unification_free(&how);
}

/* Either way. */
static void compare(struct tally *t, const char *a, const char *b)
{
    struct rule_file user, ref;
    if (open_pair(&user, &ref, a, b)) {
        t->legal++;
        ask_same(t, &user, &ref, a, b);
        ask_same(t, &ref, &user, b, a);
    }
    rule_close(&user);
    rule_close(&ref);
}

static void ask_alone(const char *text)
{
    struct rule_file f;
    open_rule(&f, text);
    const struct game *g = f.st == ST_OK ? &f.model->games[f.model->main_game] : NULL;
    if (g && g->field_count > 1) {
        bool found = unify_symmetric(f.model, f.model->main_game, f.params) == UNIFY_YES;
        const char *wrong = found ? symmetric_options(&f) : NULL;
        turned.asked++;
        turned.proved += found;
        if (wrong) complain(&turned, "proved to be symmetric", wrong, text, "");
    }
    if (g && g->reads_mover) {
        bool here = unify_movers(f.model, f.model->main_game, f.params) == UNIFY_YES;
        bool anywhere = unify_movers(f.model, f.model->main_game, NULL) == UNIFY_YES;
        const char *wrong = here || anywhere ? options_for_both(&f) : NULL;
        movers.asked++;
        movers.proved += here;
        if (wrong) complain(&movers, "proved to be the same for both players", wrong, text, "");
    }
    rule_close(&f);
}

static void try_seed(uint64_t seed)
{
    struct text rule = {0}, other = {0}, again = {0};
    seed = hash_mix(seed + 1); /* neighbouring seeds begin alike */
    static const enum pair_kind kinds[] = {PAIR_PLAIN, PAIR_PLAIN, PAIR_TURNED, PAIR_MOVER, PAIR_MOVER};
    enum pair_kind kind = kinds[random_below(&seed, sizeof kinds / sizeof *kinds)];
    random_rows_rule(&seed, kind, &rule);
    random_change(text_c(&rule), &seed, (unsigned)random_below(&seed, 3) + 1, &other);
    random_rewording(text_c(&rule), &seed, &again);
    compare(&pairs, text_c(&rule), text_c(&other));
    compare(&reworded, text_c(&rule), text_c(&again));
    compare(&pairs, text_c(&again), text_c(&other));
    ask_alone(text_c(&rule));
    ask_alone(text_c(&other));
    text_free(&rule);
    text_free(&other);
    text_free(&again);
}

static int claim(unsigned number, const struct tally *t, const char *what, size_t least)
{
    bool fine = !t->wrong && t->proved >= least;
    printf("# %s: %zu asked, %zu proved, %zu wrong\n%s %u - what is proved of %s is so\n", what, t->asked, t->proved,
           t->wrong, fine ? "ok" : "not ok", number, what);
    return fine ? 0 : 1;
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 250;
    for (uint64_t seed = first; seed < first + count; seed++) try_seed(seed);
    int status = claim(1, &pairs, "rules with some words changed", count / 5);
    status |= claim(2, &reworded, "rules in other words", count / 2);
    status |= claim(3, &turned, "symmetric rules", count / 20);
    status |= claim(4, &movers, "rules that ask for the mover", count / 40);
    printf("%s 5 - half of the rules are legal\n1..5\n", reworded.legal * 2 >= count ? "ok" : "not ok");
    return status || reworded.legal * 2 < count;
}
