/* SPDX-License-Identifier: MIT */
/* Views: numbers there and back; rules that are rewritten have the options of the rule they were, state by state; which view
 * of a rule is the reference, and that one off is not. */
#include "claims.h"
#include <stdlib.h>
#include <string.h>
#include "base/vec.h"
#include "proof/match/restate.h"
#include "proof/match/unify.h"
#include "rule_file.h"

/* ---- numbers ------------------------------------------------------------------------------------------------------ */
static int64_t there(struct arena *arena, const struct substitution_number *n, int64_t x)
{
    int64_t y = -1;
    const struct integer *seen = substitution_image(arena, n, integer_from(arena, x));
    assert_true(seen && integer_fits(seen, &y));
    return y;
}

CLAIM(a_number_is_what_it_was_after_going_there_and_back)
{
    static const struct substitution_number all[] = {{1, 1, 0, false},  {1, 1, -4, false}, {-1, 1, 21, false},
                                                     {2, 1, 0, false},  {3, 2, 1, false},  {7, 3, -2, false},
                                                     {2, 1, -1, false}, {4, 4, 3, false}};
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (int64_t x = -10; x < 40; x++) {
            const struct integer *back;
            int64_t again;
            assert_true(substitution_inverse(&arena, &all[i], integer_from(&arena, there(&arena, &all[i], x)), &back));
            assert_true(back && integer_fits(back, &again) && again == x);
        }
    arena_free(&arena);
}

CLAIM(a_number_that_nothing_is_seen_as_has_no_way_back)
{
    struct arena arena = {0};
    struct substitution_number twice = {2, 1, 0, false}, cut = {1, 1, -3, true};
    const struct integer *back;
    assert_true(substitution_inverse(&arena, &twice, integer_from(&arena, 7), &back) && !back);
    assert_int_equal(there(&arena, &cut, 1), 0);
    assert_int_equal(there(&arena, &cut, 5), 2);
    arena_free(&arena);
}

/* ---- rewritten rules ---------------------------------------------------------------------------------------------- */
struct listed {
    struct arena *arena;
    const struct substitution *view; /* how results are to be written; NULL: as they are */
    VEC(const char *) items;
};

/* The cells of a state as they are seen; how many. */
static size_t cells_there(struct arena *arena, const struct substitution *v, const int64_t *cells, size_t count,
                          bool row, int64_t *out)
{
    if (!row) {
        for (size_t i = 0; i < count; i++) out[i] = there(arena, &v->numbers[i], cells[i]);
        return count;
    }
    size_t first = v->unpacked ? 0 : 1, n = (size_t)cells[0];
    if (first) out[0] = cells[0];
    for (size_t i = 0; i < n; i++)
        out[first + i] = there(arena, &v->numbers[v->unpacked ? i : 0], cells[1 + (v->reversed ? n - 1 - i : i)]);
    return first + n;
}

static bool is_row_view(const struct substitution *v) { return v->unpacked || v->reversed; }

static int by_text(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

static enum status list_one(void *context, const struct component *to, size_t count, const struct taken *taken)
{
    struct listed *l = context;
    int64_t seen[16];
    const int64_t *cells = count ? to->cells : NULL;
    size_t n = count ? to->count : 0;
    (void)taken;
    if (l->view && n) {
        n = cells_there(l->arena, l->view, cells, n, is_row_view(l->view), seen);
        cells = seen;
    }
    const char *text = "to";
    for (size_t i = 0; i < n; i++) text = arena_printf(l->arena, "%s %lld", text, (long long)cells[i]);
    assert_true(vec_push(&l->items, text));
    return ST_OK;
}

static const char *options_of(struct vm *vm, struct arena *arena, int game, const int64_t *cells, size_t count,
                              const struct substitution *view)
{
    struct listed l = {.arena = arena, .view = view};
    struct component from = {game, (uint32_t)count, cells};
    assert_int_equal(vm_options(vm, &from, 1, list_one, &l), ST_OK);
    if (l.items.count) qsort(l.items.data, l.items.count, sizeof *l.items.data, by_text);
    const char *all = "", *last = "";
    for (size_t i = 0; i < l.items.count; i++) {
        if (strcmp(last, l.items.data[i]) == 0) continue;
        last = l.items.data[i];
        all = arena_printf(arena, "%s %s;", all, last);
    }
    vec_free(&l.items);
    return all;
}

/* Number `number` in base `base` as the cells of a state. */
static size_t state_of(int64_t number, int64_t base, size_t fields, bool row, int64_t *cells)
{
    size_t first = row ? 1 : 0;
    if (row) cells[0] = (int64_t)fields;
    for (size_t i = 0; i < fields; i++, number /= base) cells[first + i] = number % base;
    return first + fields;
}

/* On states of that many numbers, each `from` or more and less than `to`. */
static void corresponds(const char *rule, struct substitution view, size_t numbers, int64_t from, int64_t to)
{
    struct rule_file f;
    struct model seen;
    struct code *code;
    struct vm *vm;
    rule_open(&f, rule);
    assert_int_equal(f.st, ST_OK);
    assert_int_equal(substitution_apply(f.model, f.model->main_game, &view, &f.arena, &seen), ST_OK);
    assert_int_equal(code_compile(&seen, &f.diags, &code), ST_OK);
    assert_int_equal(vm_open(code, f.params, NULL, &f.budget, &f.diags, &vm), ST_OK);
    int64_t all = 1;
    for (size_t i = 0; i < numbers; i++) all *= to - from;
    for (int64_t number = 0; number < all; number++) {
        int64_t cells[16], other[16];
        size_t count = state_of(number, to - from, numbers, is_row_view(&view), cells);
        for (size_t i = count - numbers; i < count; i++) cells[i] += from;
        size_t there_count = cells_there(&f.arena, &view, cells, count, is_row_view(&view), other);
        assert_string_equal(options_of(f.vm, &f.arena, f.model->main_game, cells, count, &view),
                            options_of(vm, &f.arena, f.model->main_game, other, there_count, NULL));
    }
    vm_close(vm);
    code_free(code);
    rule_close(&f);
}

CLAIM(a_rule_that_is_seen_elsewhere_has_the_same_options_there)
{
    struct substitution less = substitution_identity(1), from_goal = substitution_identity(1),
                        twice = substitution_identity(2);
    less.numbers[0].add = -1;
    from_goal.numbers[0] = (struct substitution_number){.num = -1, .den = 1, .add = 21};
    twice.numbers[1] = (struct substitution_number){.num = 3, .den = 2, .add = 1};
    corresponds("game g(n) { move a(t in 1..min(n - 1, 4)) where t != 2 -> g(n - t) }", less, 1, 1, 30);
    corresponds("game g(n) { move a(t in {1, 3, 4}) where n + t <= 21 -> g(n + t) }", from_goal, 1, 0, 22);
    corresponds("game g(n, p) { move a(t in 1..min(n, 3 * p / 2)) -> g(n - t, t) }", twice, 2, 0, 12);
}

CLAIM(a_row_of_fixed_length_is_so_many_fields)
{
    struct substitution three = substitution_identity(3);
    three.unpacked = true;
    three.numbers[1].add = 2;
    corresponds(
        "game g(s: row) where len(s) == 3 { move a(i in 1..3, t in 1..s[i]) -> g(s with { [i] -= t })"
        " move b(i in 2..len(s), t in 1..s[i]) -> g(s with { [i] -= t, [i - 1] += t })"
        " move c where sum(x for x in s) > 4 and s[1] > 0 -> g([ (j == 1 ? s[j] - 1 : s[4 - j]) for j in 1..len(s) ])"
        " move d where any(x == 2 for x in s) and increasing(s) -> g(reverse(s)) }",
        three, 3, 0, 4);
}

CLAIM(a_row_may_be_seen_from_its_other_end)
{
    struct substitution turned = substitution_identity(1), shifted = substitution_identity(1);
    turned.reversed = shifted.reversed = true;
    shifted.numbers[0].add = 3;
    const char *rule =
        "game g(s: row) { move a(i in 1..len(s), t in 1..s[i]) -> g(s with { [i] -= t })"
        " move b(i in 2..len(s), t in 1..s[i]) -> g(s with { [i] = s[i] - t, [i - 1] += t })"
        " move c where all(s[k] < s[k + 1] for k in 1..len(s) - 1) and s[1] > 0 -> g([ s[j] / j for j in 1..len(s) ])"
        " move d where s[0] == s[len(s) + 1] and s[len(s)] > 1 -> g(s with { [1..len(s)] = s[1] }) }";
    for (size_t length = 1; length < 4; length++) {
        corresponds(rule, turned, length, 0, 5);
        corresponds(rule, shifted, length, 0, 5);
    }
}

/* ---- recognition -------------------------------------------------------------------------------------------------- */
#define NIM "game nim(n) { move a(t in 1..n) -> nim(n - t) }"
#define TWO                                                                                                            \
    "game two(a, b) { move l(t in 1..a) -> two(a - t, b) move r(t in 1..b) -> two(a, b - t) "                          \
    "move d(t in 1..min(a, b)) -> two(a - t, b - t) }"
#define LIMIT "game limit(n, q) { param k = 3 move a(t in 1..min(n, q)) -> limit(n - t, k * t) }"
#define STEPS                                                                                                          \
    "game steps(s: row) { move off(t in 1..s[1]) -> steps(s with { [1] -= t }) "                                       \
    "move down(i in 2..len(s), t in 1..s[i]) -> steps(s with { [i] -= t, [i - 1] += t }) }"

static enum unify_result viewed(const char *user, const char *ref, struct unification *how)
{
    struct rule_file a, b;
    rule_open(&a, user);
    rule_open(&b, ref);
    if (a.st != ST_OK || b.st != ST_OK) fail_msg("%s: %s", user, rule_message(a.st == ST_OK ? &b : &a));
    enum unify_result found = unify_views(a.model, a.model->main_game, a.params, b.model, b.model->main_game, how);
    unification_free(how);
    rule_close(&a);
    rule_close(&b);
    return found;
}

static void sees(const char *user, const char *ref, size_t field, struct substitution_number expected)
{
    struct unification how;
    if (viewed(user, ref, &how) != UNIFY_YES) fail_msg("%s is not seen as %s", user, ref);
    const struct substitution_number *n = &how.view.numbers[field];
    assert_true(n->num == expected.num && n->den == expected.den && n->add == expected.add &&
                n->clamp == expected.clamp);
}

static void is_other(const char *user, const char *ref)
{
    struct unification how;
    if (viewed(user, ref, &how) == UNIFY_YES) fail_msg("%s is seen as %s", user, ref);
}

CLAIM(numbers_are_seen_as_the_rule_means_them)
{
    sees("game g(n) where n >= 3 { move a(t in 1..n - 3) -> g(n - t) }", NIM, 0,
         (struct substitution_number){1, 1, -3, false});
    sees("game g(n) { move a(t in 1..n - 3) -> g(n - t) }", NIM, 0, (struct substitution_number){1, 1, -3, true});
    sees("game g(n) where n <= 9 { move a(t in 1..9 - n) -> g(n + t) }", NIM, 0,
         (struct substitution_number){-1, 1, 9, false});
    sees("game g(n) { move a(t in 1..9 - n) -> g(n + t) }", NIM, 0, (struct substitution_number){-1, 1, 9, true});
    sees("game g(n: int) { move a(t in 1..n) -> g(n - t) }", NIM, 0, (struct substitution_number){1, 1, 0, true});
    sees("game g(n, p) { move a(t in 1..min(n, 2 * p)) -> g(n - t, t) }", LIMIT, 1,
         (struct substitution_number){2, 1, 0, false});
    sees("game g(n, q) { move a(t in 1..n) where t < q -> g(n - t, 2 * t + 1) }", LIMIT, 1,
         (struct substitution_number){1, 1, -1, true});
}

CLAIM(one_off_is_another_game)
{
    is_other("game g(n) { move a(t in 1..n - 3) -> g(n - t) move b where n == 3 -> g(2) }", NIM);
    is_other("game g(n) { move a(t in 1..n - 3) -> g(n - t) move b where n == 2 -> g(1) }", NIM);
    is_other("game g(n) { move a(t in 1..n - 3) where n > 4 -> g(n - t) }", NIM);
    is_other("game g(n) { move a(t in 1..9 - n) where n + t != 9 or n == 8 -> g(n + t) }", NIM);
    is_other("game g(n) { move a(t in 1..9 - n) -> g(n + t) move b where n == 12 -> g(13) }", NIM);
    is_other("game g(n, p) { move a(t in 1..min(n, 2 * p)) -> g(n - t, min(t, 5)) }", LIMIT);
    is_other("game g(n, p) { move a(t in 1..min(n, 2 * p + 1)) -> g(n - t, t) }", LIMIT);
    is_other("game g(n, q) { move a(t in 1..n) where t < q -> g(n - t, 2 * t) }", LIMIT);
}

CLAIM(results_may_stand_in_any_order_where_the_reference_does_not_see_it)
{
    struct unification how;
    assert_int_equal(viewed("game g(a, b) { move l(t in 1..a) -> g(b, a - t) move r(t in 1..b) -> g(a, b - t) "
                            "move d(t in 1..min(a, b)) -> g(a - t, b - t) }",
                            TWO, &how),
                     UNIFY_YES);
    assert_true(how.turns && substitution_is_identity(&how.view));
    is_other("game g(a, b) { move l(t in 1..a) -> g(b, a - t) move d(t in 1..min(a, b)) -> g(a - t, b - t) }", TWO);
    is_other("game g(a, b) { move l(t in 1..a) -> g(b, a - t) move r(t in 1..b) -> g(a, b - t) "
             "move d(t in 1..min(a, b)) -> g(a - t, b - t) move e where a > 7 and b > 0 -> g(b - 1, a - 2) }",
             TWO);
}

CLAIM(rows_are_seen_as_fields_and_from_either_end)
{
    struct unification how;
    assert_int_equal(
        viewed("game g(s: row) where len(s) == 2 { move o(i in 1..2, t in 1..s[i]) -> g(s with { [i] -= t }) "
               "move d(t in 1..min(s[1], s[2])) -> g([ x - t for x in s ]) }",
               TWO, &how),
        UNIFY_YES);
    assert_true(how.view.unpacked && how.view.count == 2);
    assert_int_equal(
        viewed("game g(a, b) { move o(t in 1..b) -> g(a, b - t) move d(t in 1..a) -> g(a - t, b + t) }", STEPS, &how),
        UNIFY_YES);
    assert_true(how.ref_view.unpacked);
    assert_int_equal(viewed("game g(s: row) { move o(t in 1..s[len(s)]) -> g(s with { [len(s)] -= t }) "
                            "move d(i in 1..len(s) - 1, t in 1..s[i]) -> g(s with { [i] -= t, [i + 1] += t }) }",
                            STEPS, &how),
                     UNIFY_YES);
    assert_true(how.view.reversed);
    is_other("game g(s: row) where len(s) == 2 { move o(i in 1..2, t in 1..s[i]) -> g(s with { [i] -= t }) "
             "move d(t in 1..min(s[1], s[2])) -> g(s with { [t] = 0 }) }",
             TWO);
    is_other("game g(s: row) where len(s) < 3 { move o(i in 1..2, t in 1..s[i]) -> g(s with { [i] -= t }) "
             "move d(t in 1..min(s[1], s[2])) -> g([ x - t for x in s ]) }",
             TWO);
}

CLAIM(a_rule_that_may_fail_is_seen_as_no_other)
{
    static const char heaps[] =
        "game two(a, b) { move l(t in 1..a) -> two(a - t, b) move r(t in 1..b) -> two(a, b - t) }";
    static const char ends[] = "game two(a, b) { move l(t in 1..a) -> two(a - t, b) move r(t in 1..b) -> two(a, b - t) "
                               "move e where a == 7 -> end }";
    struct unification how;
    assert_int_equal(
        viewed("game g(s: row) where len(s) == 2 { move o(i in 1..2, t in 1..s[i]) -> g(s with { [i] -= t }) "
               "move e where s[1] == 7 -> end }",
               ends, &how),
        UNIFY_YES);
    is_other("game g(s: row) where len(s) == 2 { move o(i in 1..2, t in 1..s[i]) -> g(s with { [i] -= t }) "
             "move e where s[1] == 7 -> g(s with { [3] = 0 }) }",
             ends);
    is_other("game g(s: row) where len(s) == 2 { move o(i in 1..2, t in 1..s[i]) -> g(s with { [i] -= t }) "
             "move e(i in 1..2) where s[1] == 7 -> g(s with { [i] = 0, [1] = 0 }) }",
             ends);
    is_other("fn first(x, y) = x game g(s: row) where len(s) == 2 { move o(i in 1..2, t in 1..s[i]) "
             "-> g(first(s with { [i] -= t }, s with { [3] = 0 })) }",
             heaps);
    is_other("game g(n) where n >= 3 { move a(t in 1..n - 3) where 0 * (1 / (n - 9)) == 0 -> g(n - t) }", NIM);
    is_other("game g(n) where n >= 3 { move a(t in 1..n - 3) -> g(n - t) }",
             "game nim(n) { move a(t in 1..n) where 0 * (1 / (n - 9)) == 0 -> nim(n - t) }");
}

/* ---- memory ------------------------------------------------------------------------------------------------------- */
static struct rule_file walked_user, walked_ref;
static bool recognises(void)
{
    struct unification how;
    enum unify_result r = unify_views(walked_user.model, walked_user.model->main_game, walked_user.params,
                                      walked_ref.model, walked_ref.model->main_game, &how);
    unification_free(&how);
    assert_true(r == UNIFY_YES || r == UNIFY_NO_MEMORY);
    return r == UNIFY_YES;
}
CLAIM(a_failed_allocation_is_never_a_verdict)
{
    rule_open(&walked_user, "game g(n) { move a(t in 1..9 - n) -> g(n + t) }");
    rule_open(&walked_ref, NIM);
    assert_true(walk_failures(recognises) > 30);
    rule_close(&walked_user);
    rule_close(&walked_ref);
}

CLAIMS(IT(a_number_is_what_it_was_after_going_there_and_back), IT(a_number_that_nothing_is_seen_as_has_no_way_back),
       IT(a_rule_that_is_seen_elsewhere_has_the_same_options_there), IT(a_row_of_fixed_length_is_so_many_fields),
       IT(a_row_may_be_seen_from_its_other_end), IT(numbers_are_seen_as_the_rule_means_them),
       IT(one_off_is_another_game), IT(results_may_stand_in_any_order_where_the_reference_does_not_see_it),
       IT(rows_are_seen_as_fields_and_from_either_end), IT(a_rule_that_may_fail_is_seen_as_no_other),
       IT(a_failed_allocation_is_never_a_verdict))
