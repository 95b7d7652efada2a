/* SPDX-License-Identifier: MIT */
/* Random claims about random rules, decided for all positions by automata (engine/prove/claims.h) and held against the machine and
 * search: what is proved must hold in a box many times as large as the claim's own, what is refuted must be false at the place that
 * is named, within the claim's bounds or beyond them as it says, and of one variable nowhere before. Claims are true by an identity
 * in disguise, true by the rule of the game, the same with one number changed, or anything.
 * usage: theorems [FIRST_SEED [COUNT]]; prints TAP lines, and each claim of which something else is true. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "engine/open/engine.h"
#include "engine/prove/claims.h"
#include "opened.h"
#include "random_rule.h"

enum { NEAR = 12, FAR = 150, NEAR_PAIR = 5, FAR_PAIR = 26, PLACE = 80 };
struct tally {
    size_t claims, proved, refuted, beyond, open, wrong;
};

/* ---- expressions --------------------------------------------------------------------------------------------------- */
/* The same `shape` writes the same expression; `disguise` puts identities around its parts, or changes a number if `change` says so. */
struct writer {
    uint64_t shape, disguise;
    bool disguised, change;
    const char *vars[3]; /* naturals that may be used */
    size_t var_count;
    bool asks, pair; /* questions about g(x), or g(x, y) */
    int binders, open;
};
static uint64_t pick(struct writer *w, uint64_t below) { return random_below(&w->shape, below); }
static void put_number(struct writer *w, struct text *out, int depth);
static void put_truth(struct writer *w, struct text *out, int depth);

static const char *variable(struct writer *w) { return w->vars[pick(w, w->var_count)]; }

static void put_constant(struct writer *w, struct text *out, int64_t value)
{
    bool other = w->change && random_below(&w->disguise, 5) == 0;
    text_add(out, "%lld", (long long)(value + other));
}

/* Over 0..x, or 1..x, of which there may be none: then min and max have no value. */
static void put_fold(struct writer *w, struct text *out, const char *fold, bool truth, int depth)
{
    static const char *const names[] = {"i", "k"};
    const char *name = names[w->open], *over = variable(w);
    size_t count = w->var_count;
    text_add(out, "%s(", fold);
    w->vars[w->var_count++] = name;
    w->open++;
    if (truth) put_truth(w, out, depth - 1);
    else put_number(w, out, depth - 1);
    w->var_count = count;
    w->open--;
    text_add(out, " for %s in %d..%s%s)", name, !truth && pick(w, 5) == 0, over,
             truth || pick(w, 2) ? ""
             : pick(w, 3)        ? " + 2"
                                 : " / 2");
    w->binders++;
}

static bool may_fold(struct writer *w, int depth) { return depth > 1 && w->open < 1 && w->binders < 2; }

static void put_few(struct writer *w, struct text *out, int depth)
{
    static const char *const sets[] = {"{1, 2}", "{0, 3}", "1..3", "{2, 2, 1}", "{-1, 4}"};
    bool count = pick(w, 2);
    text_add(out, "%s(t%s for t in %s where ", count ? "count" : "sum",
             count        ? ""
             : pick(w, 2) ? " * 2"
                          : "",
             sets[pick(w, 5)]);
    if (pick(w, 2)) text_add(out, "t <= %s)", variable(w));
    else put_truth(w, out, depth - 2), text_puts(out, ")");
}

static void put_plain(struct writer *w, struct text *out, int depth)
{
    static const char *const pairs[] = {" + ", " - ", ", ", ", "};
    uint64_t kind = depth <= 0 ? pick(w, 2) : pick(w, 13);
    if (kind == 0) put_constant(w, out, (int64_t)pick(w, 6));
    else if (kind <= 2) text_puts(out, variable(w));
    else if (kind <= 6) {
        if (kind > 4) text_puts(out, kind == 5 ? "min" : "max");
        text_puts(out, "(");
        put_number(w, out, depth - 1);
        text_puts(out, pairs[kind - 3]);
        put_number(w, out, depth - 1);
        text_puts(out, ")");
    } else if (kind <= 9) {
        static const char *const by[] = {" * ", " / ", " % "};
        text_puts(out, "(");
        put_number(w, out, depth - 1);
        text_puts(out, by[kind - 7]);
        if (pick(w, 6) == 0) text_puts(out, "(-2))");
        else put_constant(w, out, 2 + (int64_t)pick(w, 3)), text_puts(out, ")");
    } else if (kind == 10) {
        text_puts(out, pick(w, 2) ? "abs(" : "-(");
        put_number(w, out, depth - 1);
        text_puts(out, ")");
    } else if (kind == 11 && may_fold(w, depth)) put_fold(w, out, pick(w, 2) ? "min" : "max", false, depth);
    else if (kind == 12 && depth > 1) put_few(w, out, depth);
    else {
        text_puts(out, "(");
        put_truth(w, out, depth - 1);
        text_puts(out, " ? ");
        put_number(w, out, depth - 1);
        text_puts(out, " : ");
        put_number(w, out, depth - 1);
        text_puts(out, ")");
    }
}

static void put_number(struct writer *w, struct text *out, int depth)
{
    static const char *const before[] = {"(", "((2 * (", "(-(-(", "(7 - (3 - ("};
    static const char *const after[] = {" + 3 - 3)", ")) / 2)", ")))", ")) - 4)"};
    uint64_t kind = w->disguised && !w->change ? random_below(&w->disguise, 12) : 12;
    if (kind < 4) text_puts(out, before[kind]);
    put_plain(w, out, depth);
    if (kind < 4) text_puts(out, after[kind]);
}

static void put_question(struct writer *w, struct text *out)
{
    static const char *const sums[] = {"", "", " + 1", " + 3"};
    text_puts(out, pick(w, 3) ? "P(g(" : "N(g(");
    text_add(out, "%s%s", variable(w), sums[pick(w, 4)]);
    if (w->pair) text_add(out, ", %s%s", variable(w), sums[pick(w, 4)]);
    text_puts(out, "))");
}

static void put_truth(struct writer *w, struct text *out, int depth)
{
    static const char *const compare[] = {" == ", " != ", " < ", " <= ", " > ", " >= "};
    static const char *const join[] = {" and ", " or ", " iff "};
    uint64_t kind = depth <= 0 ? 0 : pick(w, 10);
    if (w->asks && kind >= 8) return put_question(w, out);
    if (kind <= 2 || kind == 9) {
        text_puts(out, "(");
        put_number(w, out, depth - 1);
        text_puts(out, compare[pick(w, 6)]);
        put_number(w, out, depth - 1);
        text_puts(out, ")");
    } else if (kind <= 4) {
        text_puts(out, "(");
        put_truth(w, out, depth - 1);
        text_puts(out, join[pick(w, 3)]);
        put_truth(w, out, depth - 1);
        text_puts(out, ")");
    } else if (kind == 5) {
        text_puts(out, w->disguised && random_below(&w->disguise, 2) ? "(not not (" : "((");
        put_truth(w, out, depth - 1);
        text_puts(out, "))");
    } else if (kind == 6) {
        text_puts(out, pick(w, 2) ? "even(" : "(3 >= ");
        put_number(w, out, depth - 1);
        text_puts(out, ")");
    } else if (kind == 7 && may_fold(w, depth)) put_fold(w, out, pick(w, 2) ? "any" : "all", true, depth);
    else {
        text_puts(out, "(");
        put_number(w, out, depth - 1);
        text_puts(out, pick(w, 2) ? " in {0, 2, 5})" : " in 1..4)");
    }
}

/* ---- rules and claims ---------------------------------------------------------------------------------------------- */
struct drawn {
    struct text rule, claim; /* the claim without its generators */
    bool pair;
};

static void draw_set(uint64_t *seed, struct text *out)
{
    size_t count = 1 + random_below(seed, 3);
    text_puts(out, "{");
    for (size_t i = 0; i < count; i++) text_add(out, "%s%zu", i ? ", " : "", (size_t)(1 + random_below(seed, 5)));
    text_puts(out, "}");
}

static void draw_rule(uint64_t *seed, struct drawn *d, struct text *set)
{
    bool misere = random_below(seed, 4) == 0;
    draw_set(seed, set);
    if (misere) text_puts(&d->rule, "play misere\n");
    if (!d->pair) {
        text_add(&d->rule, "game g(n) { move t(t in %s) where t <= n -> g(n - t) }\n", text_c(set));
        return;
    }
    text_add(&d->rule, "game g(a, b) {\n  move l(t in %s) where t <= a -> g(a - t, b)\n", text_c(set));
    text_add(&d->rule, "  move r(t in {1, %zu}) where t <= b -> g(a, b - t)\n", (size_t)(2 + random_below(seed, 2)));
    if (random_below(seed, 2)) text_puts(&d->rule, "  move d where a > 0 and b > 0 -> g(a - 1, b - 1)\n");
    text_puts(&d->rule, "}\n");
}

/* A number that has no value at n = 0, with a guard before it or behind it, or with none that does. */
static void draw_guarded(uint64_t *seed, struct writer *w, struct text *out)
{
    static const char *const before[] = {"n == 0 or (", "n > 0 and (", "(n == 0 ? true : ", "(", "(", "n < 2 or ("};
    static const char *const after[] = {")", ")", ")", ") or n == 0", ") and n > 0", ") iff n >= 0"};
    size_t guard = random_below(seed, 6);
    text_add(out, "%s%s(", before[guard], random_below(seed, 2) ? "min" : "max");
    w->vars[w->var_count++] = "i";
    w->open++;
    put_number(w, out, 1);
    w->var_count--;
    text_puts(out, " for i in 1..n");
    if (random_below(seed, 3) == 0) text_puts(out, random_below(seed, 2) ? " where i != 4" : " where n != 3");
    text_add(out, ") %s ", random_below(seed, 3) ? random_below(seed, 2) ? "<=" : ">=" : "==");
    put_number(w, out, 1);
    text_puts(out, after[guard]);
}

static void draw_claim(uint64_t *seed, struct drawn *d, const struct text *set)
{
    uint64_t kind = random_below(seed, 5);
    struct writer w = {.shape = hash_mix(*seed + 1),
                       .vars = {d->pair ? "a" : "n", "b"},
                       .var_count = d->pair ? 2 : 1,
                       .asks = random_below(seed, 3) != 0,
                       .pair = d->pair};
    int depth = d->pair ? 2 : 3;
    if (kind == 0 && !d->pair) { /* what the rule says of its losses, perhaps with another set */
        text_add(&d->claim, "P(g(n)) iff %sall(N(g(n - t)) for t in %s where t <= n)%s",
                 strstr(text_c(&d->rule), "misere") ? "any(t <= n for t in {1, 2, 3, 4, 5}) and " : "",
                 random_below(seed, 2) ? text_c(set) : "{1, 3}", random_below(seed, 4) ? "" : " or n == 40");
        return;
    }
    if (kind == 4 && !d->pair && random_below(seed, 2)) return draw_guarded(seed, &w, &d->claim);
    struct writer again = w;
    again.disguised = kind != 1;
    again.change = kind == 2;
    again.disguise = hash_mix(*seed + 2);
    put_truth(&w, &d->claim, depth);
    if (kind == 1) return;
    text_puts(&d->claim, " iff ");
    put_truth(&again, &d->claim, depth);
}

/* ---- judging ------------------------------------------------------------------------------------------------------- */
struct asked {
    struct budget budget;
    struct engine *engine;
};

/* NULL engine: the text is no rule. */
static void open_asked(struct asked *a, const struct drawn *d, const char *gens)
{
    struct text text = {0};
    text_add(&text, "%sclaim %s for %s\n", text_c(&d->rule), text_c(&d->claim), gens);
    *a = (struct asked){.budget = {.states = 20000000}};
    a->engine = opened((struct engine_options){.text = text_c(&text), .budget = &a->budget, .native = NATIVE_NEVER});
    text_free(&text);
}

/* By the machine and search, over these generators. */
static enum verdict verdict_over(const struct drawn *d, const char *gens)
{
    struct asked a;
    struct tried tried = {.verdict = VERDICT_ERROR};
    open_asked(&a, d, gens);
    if (a.engine) try_check(a.engine->env, 0, &a.engine->answers, &tried);
    bool unasked = tried.words && strcmp(tried.words, "no case was tried") == 0; /* no question was come to */
    engine_close(a.engine);
    return unasked ? VERDICT_PASSED : tried.verdict;
}

static void box(char *out, bool pair, long to)
{
    if (pair) snprintf(out, PLACE, "a in 0..%ld, b in 0..%ld", to, to);
    else snprintf(out, PLACE, "n in 0..%ld", to);
}

/* "a = 3, b = 5" as "a in 3..3, b in 5..5"; false: it is too far to be tried. */
static bool point(const char *place, bool pair, char *out, long *x, long *y)
{
    *y = 0;
    if (sscanf(place, pair ? "a = %ld, b = %ld" : "n = %ld", x, y) != (pair ? 2 : 1)) return false;
    if (pair) snprintf(out, PLACE, "a in %ld..%ld, b in %ld..%ld", *x, *x, *y, *y);
    else snprintf(out, PLACE, "n in %ld..%ld", *x, *x);
    return *x < 100000 && *y < 100000;
}

static const char *judge_refuted(const struct drawn *d, const struct claim_theorem *t)
{
    char gens[PLACE];
    long x, y, near = d->pair ? NEAR_PAIR : NEAR;
    if (!point(t->place, d->pair, gens, &x, &y)) return NULL;
    if (verdict_over(d, gens) != VERDICT_FAILED) return "it is not false there";
    if (t->beyond == (x <= near && y <= near)) return "that is on the other side of its bounds";
    box(gens, d->pair, t->beyond || d->pair ? near : x - 1);
    if ((t->beyond || !d->pair) && (t->beyond || x > 0) && verdict_over(d, gens) == VERDICT_FAILED)
        return "it is false before";
    return NULL;
}

static const char *judge_proved(const struct drawn *d)
{
    char gens[PLACE];
    box(gens, d->pair, d->pair ? FAR_PAIR : FAR);
    return verdict_over(d, gens) == VERDICT_PASSED ? NULL : "it does not hold in a larger box";
}

static void try_claim(struct tally *t, uint64_t seed, bool pair)
{
    struct drawn d = {.pair = pair};
    struct text set = {0};
    struct asked a;
    struct claim_prover *prover = NULL;
    struct claim_theorem theorem = {.verdict = THEOREM_OPEN};
    const char *wrong = NULL;
    char gens[PLACE];
    uint64_t state = hash_mix(seed * 2 + pair);
    draw_rule(&state, &d, &set);
    draw_claim(&state, &d, &set);
    box(gens, pair, pair ? NEAR_PAIR : NEAR);
    open_asked(&a, &d, gens);
    if (a.engine) {
        enum status st = claims_open(a.engine, CLAIM_QUICK, &prover);
        if (st == ST_OK) st = claim_decide(prover, 0, &a.engine->answers, &theorem);
        if (st != ST_OK) wrong = "no answer";
        t->claims++;
        t->proved += theorem.verdict == THEOREM_PROVED;
        t->refuted += theorem.verdict == THEOREM_REFUTED && !theorem.beyond;
        t->beyond += theorem.verdict == THEOREM_REFUTED && theorem.beyond;
        t->open += theorem.verdict == THEOREM_OPEN;
        if (theorem.verdict == THEOREM_PROVED) wrong = judge_proved(&d);
        if (theorem.verdict == THEOREM_REFUTED) wrong = judge_refuted(&d, &theorem);
        if (wrong)
            printf("# seed %llu: %s\n# %s%sclaim %s for %s\n", (unsigned long long)seed, wrong,
                   theorem.place ? theorem.place : "", theorem.place ? "\n# " : "", text_c(&d.claim), gens);
        t->wrong += wrong != NULL;
        claims_close(prover);
    } else printf("# seed %llu: no rule: %sclaim %s\n", (unsigned long long)seed, text_c(&d.rule), text_c(&d.claim));
    engine_close(a.engine);
    text_free(&set);
    text_free(&d.rule);
    text_free(&d.claim);
}

static int claim(int number, const struct tally *t, const char *what, uint64_t count)
{
    bool fine = t->wrong == 0 && t->claims > count * 9 / 10 && t->proved > count / 5 && t->refuted > count / 12;
    printf("%s %d - %s: %zu claims, %zu proved, %zu refuted and %zu beyond their bounds, %zu open, %zu wrong\n",
           fine ? "ok" : "not ok", number, what, t->claims, t->proved, t->refuted, t->beyond, t->open, t->wrong);
    return !fine;
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 150;
    struct tally heaps = {0}, pairs = {0};
    for (uint64_t seed = first; seed < first + count; seed++) try_claim(&heaps, seed, false);
    for (uint64_t seed = first; seed < first + count / 3; seed++) try_claim(&pairs, seed, true);
    int status = claim(1, &heaps, "one number", count);
    status |= claim(2, &pairs, "two numbers", count / 3);
    printf("1..2\n");
    return status;
}
