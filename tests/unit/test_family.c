/* SPDX-License-Identifier: MIT */
/* Families: what is read off known rules, and random rules whose claimed sets are compared with the options found. */
#include "claims.h"
#include <stdio.h>
#include <string.h>
#include "proof/family/family.h"
#include "random_rule.h"
#include "rule_file.h"

static enum family_kind family_of(struct rule_file *f, const char *rule, struct family *out)
{
    rule_open(f, rule);
    if (f->st != ST_OK) fail_msg("%s: %s", rule, rule_message(f));
    assert_int_equal(family_find(f->model, f->model->main_game, f->params, &f->arena, out), ST_OK);
    return out->kind;
}

/* "1:7 2:7": take and heaps bits, with "/least/apart/from" if some pairs are narrowed; or "{1 3 4}" for each residue. */
static const char *in_words(struct rule_file *f, const struct family *family)
{
    char *out = arena_strdup(&f->arena, "");
    for (size_t i = 0; i < family->digit_count; i++) {
        const struct family_digit *d = &family->digits[i];
        out = arena_printf(&f->arena, "%s%s%lld:%u", out, i ? " " : "", (long long)d->take, d->heaps);
        if (family->narrow)
            out = arena_printf(&f->arena, "%s/%lld/%lld/%lld", out, (long long)d->least, (long long)d->apart,
                               (long long)d->from);
    }
    for (int64_t r = 0; family->kind == FAMILY_SLIDING && r < family->modulus; r++) {
        out = arena_printf(&f->arena, "%s%s{", out, r ? " " : "");
        for (size_t i = 0; i < family->residues[r].count; i++)
            out = arena_printf(&f->arena, "%s%s%lld", out, i ? " " : "", (long long)family->residues[r].takes[i]);
        out = arena_printf(&f->arena, "%s}", out);
    }
    if (family->kind == FAMILY_SHIFTED)
        return arena_printf(&f->arena, "%d heaps modulo %lld reach %lld%s least %lld apart %lld from %lld",
                            family->most_heaps, (long long)family->modulus, (long long)family->reach,
                            family->far ? " far" : "", (long long)family->least, (long long)family->apart,
                            (long long)family->threshold);
    if (family->far) out = arena_printf(&f->arena, "%s beyond %lld", out, (long long)family->reach);
    for (int64_t low = 0; low < family->far_low; low++)
        if (!family->lows[low]) out = arena_printf(&f->arena, "%s not %lld", out, (long long)low);
    return out;
}

static void is(const char *rule, enum family_kind kind, const char *words)
{
    struct rule_file f;
    struct family family;
    enum family_kind found = family_of(&f, rule, &family);
    if (found != kind) fail_msg("%s: %s", rule, family.reason ? family.reason : "another family");
    assert_string_equal(in_words(&f, &family), words);
    rule_close(&f);
}

CLAIM(a_set_slides)
{
    is("game g(n) { param S = {1, 3, 4} move take(t in S) where t <= n -> g(n - t) }", FAMILY_SLIDING, "{1 3 4}");
    is("game g(n) { param m = 3 in 1.. move take(t in 1..min(m, n)) -> g(n - t) }", FAMILY_SLIDING, "{1 2 3}");
    is("game g(n) { move to(y in max(0, n - 2)..n - 1) -> g(y) }", FAMILY_SLIDING, "{1 2}");
    is("game g(n) { move take(t in 1..20) where t <= n and t in primes -> g(n - t) }", FAMILY_SLIDING,
       "{2 3 5 7 11 13 17 19}");
    is("game g(n) { move take(t in {2, 5}, u in 1..3) where t <= n and u < t -> g(n - t) }", FAMILY_SLIDING, "{2 5}");
}
CLAIM(conditions_on_the_residue_give_a_set_each)
{
    is("game g(n) { move take(t in 1..4) where t <= n and (n % 3 == 0 or odd(t)) -> g(n - t) }", FAMILY_SLIDING,
       "{1 2 3 4} {1 3} {1 3}");
    is("game g(n) { move take(t in 1..2) where t <= n and (n % 4 < 2 or n % 4 >= 2) -> g(n - t) }", FAMILY_SLIDING,
       "{1 2}");
}
CLAIM(what_happens_to_small_heaps_only_is_behind_the_threshold)
{
    struct rule_file f;
    struct family family;
    const char *rule =
        "game g(n) { move take(t in {1, 2}) where t <= n -> g(n - t) move all where n < 9 and n > 0 -> end }";
    assert_int_equal(family_of(&f, rule, &family), FAMILY_SLIDING);
    assert_string_equal(in_words(&f, &family), "{1 2}");
    assert_int_equal(family.threshold, 9);
    assert_int_equal(family.reach, 2);
    rule_close(&f);
}
CLAIM(codes_break)
{
    is("game k(n) { move knock(t in 1..min(2, n), a in 0..n - t) -> k(a) + k(n - t - a) }", FAMILY_BREAK, "1:7 2:7");
    is("game g = octal \"0.137\"", FAMILY_BREAK, "1:1 2:3 3:7");
    is("game g = octal \"4.007\"", FAMILY_BREAK, "0:4 3:7");
    is("game g = octal \"0.8\"", FAMILY_BREAK, "1:8");
    is("game g(n) { move s(a in 0..n - 1, b in 0..n - 1 - a) -> g(a) + g(b) + g(n - 1 - a - b) }", FAMILY_BREAK,
       "1:15");
}
CLAIM(pairs_may_be_narrowed)
{
    is("game g(n) { move split(a in 1..n - 1) where a < n - a -> g(a) + g(n - a) }", FAMILY_BREAK, "0:4/1/1/0");
    is("game x(h) { move y(b in 0..h) where b != h - b and b > 0 and b < h -> x(h - b) + x(b) }", FAMILY_BREAK,
       "0:4/1/1/0");
    is("game g(n) { move s(a in 3..n - 3) where abs(n - 2 * a) > 4 -> g(a) + g(n - a) }", FAMILY_BREAK, "0:4/3/5/0");
    is("game g(n) { move s(a in 1..n / 2) where n >= 3 -> g(a) + g(n - a) }", FAMILY_BREAK, "0:4/1/0/3");
    is("game g(n) { move s(t in 1..2, a in 2..n - t - 2) where a <= n - t - a -> g(a) + g(n - t - a) move o where n > "
       "0 -> "
       "g(n - 1) }",
       FAMILY_BREAK, "1:7/2/0/0 2:4/2/0/0");
    is("game g(n) { move s(a in 2..n - 1) where a < n + 1 - a -> g(a) + g(n + 1 - a) }", FAMILY_BREAK, "-1:4/2/1/0");
    is("game g(n) { move s(a in 1..n - 1) where 2 * a < n - 1 -> g(a) + g(n - a) move t(a in 1..n - 1) where n == 2 * "
       "a + 1 -> "
       "g(a + 1) + g(a) }",
       FAMILY_BREAK, "0:4/1/1/0");
}
CLAIM(a_code_that_breaks_nothing_slides) { is("game g = octal \"0.3303\"", FAMILY_SLIDING, "{1 2 4}"); }
CLAIM(sets_may_leave_out_finitely_many)
{
    is("game g(n) { move take(t in 1..n) -> g(n - t) }", FAMILY_SLIDING, "{} beyond 0");
    is("game g(n) { move take(t in 1..n) where t not in {2, 5} -> g(n - t) }", FAMILY_SLIDING, "{1 3 4} beyond 5");
    is("game g(n) { move to(r in 0..n) where n > r + 3 or n == r + 1 -> g(r) }", FAMILY_SLIDING, "{1} beyond 3");
    is("game g(n) { move take(t in 1..n) where n - t != 1 and t > 2 -> g(n - t) }", FAMILY_SLIDING,
       "{} beyond 2 not 1");
    is("game g(n) { move take(t in 1..n) where t != n % 2 + 1 -> g(n - t) }", FAMILY_SLIDING, "{2} {1} beyond 2");
    is("game g(n) { move take(t in 1..n) where even(t) or t > 4 -> g(n - t) }", FAMILY_SLIDING, "{2} beyond 3");
    is("game g(n) { move take(t in 1..n) where 2 * t < n -> g(n - t) }", FAMILY_NONE, "");
}
CLAIM(parts_and_takes_that_can_be_shifted)
{
    is("game g(n) { move split(a in 1..n - 1) where a < n - a and a != 7 -> g(a) + g(n - a) }", FAMILY_SHIFTED,
       "2 heaps modulo 1 reach 6 least 8 apart 3 from 0");
    is("game g(n) { move split(a in 1..n - 1) where odd(a) -> g(a) + g(n - a) }", FAMILY_SHIFTED,
       "2 heaps modulo 2 reach 0 least 2 apart 0 from 0");
    is("game g(n) { move t(t in 1..n, a in 0..n - t) where t % 3 == 1 -> g(a) + g(n - t - a) }", FAMILY_SHIFTED,
       "2 heaps modulo 3 reach 0 far least 0 apart 0 from 0");
    is("game g(n) { move part(a in 1..3) where a < n -> g(a) + g(n - a) }", FAMILY_SHIFTED,
       "1 heaps modulo 1 reach 3 least 1 apart 0 from 0");
    is("game g(n) { move leave(r in 0..4) where r < n and (n - r) % 5 != 1 -> g(r) }", FAMILY_JOINED, "");
    is("game g(n) { move k(a in 0..n - 1) where a != 2 -> g(a) + g(n - 1 - a) }", FAMILY_SHIFTED,
       "2 heaps modulo 1 reach 2 least 3 apart 0 from 0");
    is("game g(n) { move half(a in 1..n, b in 0..n) where 2 * a + b == n -> g(b) + g(a) + g(a) }", FAMILY_JOINED,
       " beyond 0");
    is("game g(n) { move split(a in 1..n - 1) where a < n - a or n > 9 and a > 3 -> g(a) + g(n - a) }", FAMILY_SHIFTED,
       "2 heaps modulo 1 reach 0 least 10 apart 3 from 0");
    is("game g(n) { move split(a in 1..n - 1) where n != 8 -> g(a) + g(n - a) }", FAMILY_SHIFTED,
       "2 heaps modulo 1 reach 0 least 9 apart 0 from 15");
    is("game g(n) { move less(t in 1..n) where t <= n - t -> g(n - t) }", FAMILY_NONE, "");
    is("game g(n) { move s(t in 1..n, a in 0..n) where a + t <= n and t < a -> g(a) + g(n - t - a) }", FAMILY_NONE, "");
}
CLAIM(what_is_neither_is_neither)
{
    is("game g(n) { move s(a in 1..n, b in a..n) where a + b < n and a != b -> g(a) + g(b) + g(n - a - b) }",
       FAMILY_NONE, "");
    is("game g(n) { move take(t in 1..3) where t <= n and n in fib -> g(n - t) }", FAMILY_NONE, "");
    is("game g(n, m) { move take(t in 1..3) where t <= n -> g(n - t, m) }", FAMILY_NONE, "");
    is("game g(n) where n != 4 { move take(t in {6}) where t <= n and n != 10 -> g(n - t) }", FAMILY_NONE, "");
    is("game h(n) { move x where n > 0 -> h(n - 1) } game g(n) { move take(t in 1..2) where t <= n -> h(n - t) }",
       FAMILY_NONE, "");
}
CLAIM(a_heap_below_zero_is_no_family)
{
    static const char rule[] =
        "game g(n) { move a(t in 1..2) where t <= n -> g(n - t) + g(0) move b where %s -> g(n - 1001) + g(0) }";
    static const char *const at_1000[] = {"any(n == x for x in {1000})", "[1000, n][2] == 1000",
                                          "(n < 1000 ? 5 : n) == 1000"};
    for (size_t i = 0; i < sizeof at_1000 / sizeof *at_1000; i++) {
        char text[300];
        snprintf(text, sizeof text, rule, at_1000[i]);
        is(text, FAMILY_NONE, "");
    }
    is("game g(n) { move a(t in 1..2) where t <= n -> g(n - t) + g(0) }", FAMILY_BREAK, "1:3 2:3");
}

/* ---- random rules ------------------------------------------------------------------------------------------------ */
struct options {
    bool single[64]; /* single[d]: n - d is an option */
    bool other;      /* an option that is not one heap */
    int64_t n;
};
static enum status note_option(void *context, const struct component *components, size_t count,
                               const struct taken *taken)
{
    struct options *o = context;
    (void)taken;
    if (count == 1 && o->n - components[0].cells[0] < 64) o->single[o->n - components[0].cells[0]] = true;
    else o->other = true;
    return ST_OK;
}

/* May it be an option? Low heaps that are not left of all heaps may be left of this one. */
static bool claimed(const struct family *f, int64_t n, int64_t take, bool *open)
{
    int64_t left = n - take;
    const struct family_takes *t = &f->residues[n % f->modulus];
    *open = f->far && left < f->far_low && !f->lows[left];
    for (size_t i = 0; i < t->count; i++)
        if (t->takes[i] == take) return true;
    return f->far && take > f->reach && !*open;
}

static void sliding_claim_holds(struct rule_file *f, const struct family *family)
{
    for (int64_t n = family->threshold; n < family->threshold + 40; n++) {
        struct options o = {.n = n};
        struct component from = {f->model->main_game, 1, &n};
        bool open;
        assert_int_equal(vm_options(f->vm, &from, 1, note_option, &o), ST_OK);
        assert_true(!o.other || (family->far && n >= 64));
        for (int64_t d = 1; d < 64 && d <= n; d++)
            if (o.single[d] != claimed(family, n, d, &open)) assert_true(open);
        assert_false(o.single[0]);
    }
}

CLAIM(sets_claimed_for_random_rules_are_their_options)
{
    uint64_t seed = 31;
    size_t sliding = 0, far = 0;
    for (size_t t = 0; t < 500; t++) {
        struct random_rule r;
        struct text rule = {0};
        struct rule_file f;
        struct family family;
        random_rule(&seed, 1, &r);
        random_write(&r, &rule);
        rule_open(&f, text_c(&rule));
        if (f.st == ST_OK) {
            assert_int_equal(family_find(f.model, f.model->main_game, f.params, &f.arena, &family), ST_OK);
            if (family.kind == FAMILY_SLIDING && family.reach < 64) {
                sliding++, far += family.far;
                sliding_claim_holds(&f, &family);
            }
        }
        rule_close(&f);
        text_free(&rule);
    }
    assert_true(sliding > 50 && far > 5);
}

static struct rule_file walked;
static bool finds_a_family(void)
{
    struct arena arena = {0};
    struct family family;
    enum status st = family_find(walked.model, walked.model->main_game, walked.params, &arena, &family);
    arena_free(&arena);
    return st == ST_OK && family.kind != FAMILY_NONE;
}
CLAIM(a_failed_allocation_is_said)
{
    static const char *const rules[] = {
        "game k(n) { move knock(t in 1..min(2, n), a in 0..n - t) -> k(a) + k(n - t - a) }",
        "game g(n) { move take(t in 1..4) where t <= n and (n % 3 == 0 or odd(t)) -> g(n - t) }",
        "game g(n) { move take(t in 1..n) where odd(t) -> g(n - t) }",
        "game g(n) { move take(t in 1..n, a in 0..n - t) where odd(t) -> g(a) + g(n - t - a) }",
        "game g(n) { move half(a in 1..n) where 2 * a <= n -> g(a) + g(n - 2 * a) + g(a) }",
        "game g(n) { move take(t in 1..n) where t == 1 or t in primes -> g(n - t) }",
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        rule_open(&walked, rules[i]);
        assert_true(walk_failures(finds_a_family) > 10);
        rule_close(&walked);
    }
}

CLAIMS(IT(a_set_slides), IT(conditions_on_the_residue_give_a_set_each),
       IT(what_happens_to_small_heaps_only_is_behind_the_threshold), IT(codes_break), IT(pairs_may_be_narrowed),
       IT(a_code_that_breaks_nothing_slides), IT(sets_may_leave_out_finitely_many),
       IT(parts_and_takes_that_can_be_shifted), IT(what_is_neither_is_neither), IT(a_heap_below_zero_is_no_family),
       IT(sets_claimed_for_random_rules_are_their_options), IT(a_failed_allocation_is_said))
