/* SPDX-License-Identifier: MIT */
/* What `compare`, `identify` and `law` say of rules drawn at random (drawn_heap.h), held against values by an evaluator of its own: what is
 * proved holds far beyond what was looked at, what agrees or holds to a heap does so, what differs or is refuted does so there.
 * usage: verdicts [FIRST_SEED [COUNT]]; prints TAP lines, and each verdict that is wrong with its rules. */
#include <stdio.h>
#include <stdlib.h>
#include "base/hash.h"
#include "drawn_heap.h"
#include "engine/compare/compare.h"
#include "engine/identify/identify.h"
#include "engine/law/laws.h"
#include "engine/open/engine.h"
#include "opened.h"
#include "plain_claim.h"
#include "plain_code.h"
#include "random_rule.h"

enum { TAKES = 700, SPLITS = 260, LAW_TO = 120, COMPARE_TO = 60 };
struct tally {
    size_t rules, same, differ, agree, named, codes, proved, hold, refuted, wrong;
};
struct drawn {
    struct drawn_heap rule;
    struct text text;
    struct budget budget;
    struct engine *engine;
    uint32_t values[TAKES];
    int64_t count;
};

static bool open_drawn(struct drawn *d)
{
    drawn_write(&d->rule, &d->text);
    d->engine = opened((struct engine_options){.text = text_c(&d->text), .budget = &d->budget});
    if (!d->engine) return false;
    d->count = d->rule.splits ? SPLITS : TAKES;
    drawn_values(&d->rule, d->count, d->values);
    return true;
}

static void close_drawn(struct drawn *d)
{
    engine_close(d->engine);
    text_free(&d->text);
}

static void complain(struct tally *t, const struct drawn *a, const char *what, int64_t n)
{
    t->wrong++;
    printf("# %s, heap %d: %s", what, (int)n, text_c(&a->text));
}

/* ---- compare ------------------------------------------------------------------------------------------------------------- */
static int64_t first_difference(const struct drawn *a, const struct drawn *b)
{
    int64_t count = a->count < b->count ? a->count : b->count, n = 0;
    while (n < count && a->values[n] == b->values[n]) n++;
    return n < count ? n : -1;
}

static void judge_comparison(struct tally *t, const struct drawn *a, const struct drawn *b, const struct comparison *c)
{
    int64_t first = first_difference(a, b), heap = -1;
    if (c->verdict == COMPARE_DIFFER) {
        t->differ++;
        if (sscanf(c->position[0], "g(%ld)", &heap) != 1 || heap != first) complain(t, a, "differs elsewhere", first);
        else if (c->is_sg &&
                 (strtol(c->value[0], NULL, 10) != a->values[heap] || strtol(c->value[1], NULL, 10) != b->values[heap]))
            complain(t, a, "other values where they differ", heap);
        return;
    }
    bool proved = c->verdict != COMPARE_AGREE;
    t->same += proved;
    t->agree += !proved;
    if (c->over || (first < 0)) return;
    if (proved || first <= (int64_t)c->to) {
        complain(t, a, proved ? "not the same" : "do not agree", first);
        printf("#   and %s", text_c(&b->text));
    }
}

static void try_compare(struct tally *t, struct drawn *a, struct drawn *b)
{
    struct arena arena = {0};
    struct comparison c = {0};
    struct compare_wanted wanted = {.to = COMPARE_TO};
    if (engine_compare(a->engine, b->engine, &wanted, &arena, &c) == ST_OK) judge_comparison(t, a, b, &c);
    arena_free(&arena);
}

/* ---- identify ------------------------------------------------------------------------------------------------------------ */
static void judge_item(struct tally *t, const struct drawn *a, const struct identified *item)
{
    static uint32_t values[2 * TAKES];
    struct plain_code code;
    if (!item->heaps || !plain_code(&code, item->name)) return;
    int64_t known = 2 * a->count;
    t->codes++;
    plain_code_values(&code, known, values);
    for (int64_t n = 0; n < a->count; n++) {
        int64_t top = item->map.times * n + item->map.offset, heap = top < 0 ? -1 : top / item->map.over;
        if (heap >= known || (item->verdict == IDENTIFIED_AGREE && n > (int64_t)item->to)) break;
        uint32_t theirs = heap < 0 ? 0 : values[heap];
        if (item->outcomes ? !theirs == !a->values[n] : theirs == a->values[n]) continue;
        complain(t, a, item->name, n);
        return;
    }
}

static void try_identify(struct tally *t, struct drawn *a)
{
    struct arena arena = {0};
    struct identification found = {0};
    struct identify_wanted wanted = {.most = 6};
    if (identify(a->engine, &wanted, &arena, &found) == ST_OK) {
        t->named += found.count > 0;
        for (size_t i = 0; i < found.count; i++) judge_item(t, a, &found.items[i]);
    }
    arena_free(&arena);
}

/* ---- law ----------------------------------------------------------------------------------------------------------------- */
static void judge_law(struct tally *t, const struct drawn *a, const struct law_claim *law)
{
    struct plain_claim c;
    bool refuted = law->verdict == LAW_REFUTED;
    long long place = -1;
    if (!plain_claim(&c, law->text, a->values, a->count)) return;
    if (refuted && sscanf(law->place, "n = %lld", &place) != 1) complain(t, a, law->text, -1);
    int64_t last = law->verdict == LAW_PROVED ? a->count - 1 : refuted ? place : c.high;
    for (int64_t n = c.low; n <= last && c.read; n++)
        if (plain_holds(&c, n) == (refuted && n == place) && c.read) {
            complain(t, a, law->text, n);
            return;
        }
    t->proved += c.read && law->verdict == LAW_PROVED;
    t->hold += c.read && law->verdict == LAW_HOLDS;
    t->refuted += c.read && refuted;
    if (!c.read) printf("# not read: %s\n", law->text);
}

static void try_law(struct tally *t, struct drawn *a)
{
    struct arena arena = {0};
    struct law_report report = {0};
    struct law_wanted wanted = {.to = LAW_TO};
    if (engine_laws(a->engine, &wanted, &arena, &report) == ST_OK)
        for (size_t i = 0; i < report.claim_count; i++) judge_law(t, a, &report.claims[i]);
    arena_free(&arena);
}

/* ---- all ----------------------------------------------------------------------------------------------------------------- */
/* The same rule with its moves in another order, the rule with a test or a move less, or another rule. */
static void draw_other(uint64_t *seed, const struct drawn_heap *a, struct drawn_heap *b)
{
    uint64_t kind = random_below(seed, 4);
    *b = *a;
    if (kind == 0) drawn_heap(seed, b);
    if (kind == 1)
        for (int i = 0; i < a->moves; i++) b->move[i] = a->move[a->moves - 1 - i];
    if (kind == 2 && b->moves > 1) b->moves--;
    struct drawn_move *last = &b->move[b->moves - 1];
    if (kind == 3 && last->tests) last->tests--;
    if (last->any > last->tests) last->any = last->tests;
}

static void try_rule(struct tally *t, uint64_t seed)
{
    static struct drawn a, b;
    uint64_t mixed = hash_mix(seed);
    a = b = (struct drawn){.count = 0};
    drawn_heap(&mixed, &a.rule);
    draw_other(&mixed, &a.rule, &b.rule);
    if (open_drawn(&a)) {
        t->rules++;
        if (open_drawn(&b)) try_compare(t, &a, &b);
        try_law(t, &a);
        if (seed % 6 == 0) try_identify(t, &a);
    }
    close_drawn(&a);
    close_drawn(&b);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 12;
    struct tally t = {0};
    for (uint64_t seed = first; seed < first + count; seed++) try_rule(&t, seed);
    bool fine = !t.wrong && t.same && t.differ && t.proved && t.codes;
    printf("%s 1 - %zu rules: %zu proved the same, %zu differ, %zu agree; %zu have a name, %zu codes tried; laws: %zu "
           "proved, %zu hold, %zu "
           "refuted; %zu wrong\n1..1\n",
           fine ? "ok" : "not ok", t.rules, t.same, t.differ, t.agree, t.named, t.codes, t.proved, t.hold, t.refuted,
           t.wrong);
    return fine ? 0 : 1;
}
