/* SPDX-License-Identifier: MIT */
/* The search that leaves options out (search_nimbers.c), against the one that looks at all of them. */
#include "claims.h"
#include "play/options/store.h"
#include "plan/plan.h"
#include "runtime_case.h"
#include "solve/search/mask_boards.h"
#include "solve/search/mask_ways.h"
#include "solve/search/nimber_options.h"

static const char cram[] =
    "game cram(g: grid) { start(r, c) -> cram(grid(r, c, 1))\n"
    "  move across(i in 1..rows(g), j in 1..cols(g) - 1) where g[i, j] == 1 and g[i, j + 1] == 1\n"
    "    -> cram(g with { [i, j] = 0, [i, j + 1] = 0 })\n"
    "  move down(i in 1..rows(g) - 1, j in 1..cols(g)) where g[i, j] == 1 and g[i + 1, j] == 1\n"
    "    -> cram(g with { [i, j] = 0, [i + 1, j] = 0 }) }";
/* Values beyond the numbers that a set can hold, some of them just beyond. */
static const char wide[] = "game w(a, b) { move l(t in 1..a) -> w(a - t, b) move r(t in 1..b) -> w(a, b - t)\n"
                           "  move both(t in 1..min(a, b)) where t % 3 > 0 -> w(a - t, b - t) }";
static const char joined[] = "game two(a, b) { move l(t in 1..a) -> two(a - t, b) + one(t)\n"
                             "  move r(t in 1..b) where t != 2 -> two(a, b - t) + one(t) + one(a) }\n"
                             "game one(n) { move t(t in 1..2) where t <= n -> one(n - t) }";
static const char clause[] = "game row(s: row) where len(s) <= 4 { canon sort(s)\n"
                             "  move down(i in 1..len(s), t in 1..s[i]) where t != 2\n"
                             "    -> row(s with { [i] -= t }) }";
static const char nodes[] = "graph net { a -> b d; b -> c; c -> d e; d -> e; e -> f; f -> g; g -> c }\n"
                            "game g(s: nodes of net) { start -> g(net)\n"
                            "  move take(v in s) -> sum(g(c) for c in components(s - {v} - adjacent(v)))\n"
                            "  move drop(v in s) where v not in {a, c} -> g(s - {v}) }";
static const char pile[] = "game nim(n) { move take(t in 1..n) -> nim(n - t) }\n"
                           "game some(h: bag) = upto 2 of (nim(x) for x in h)";

static const struct {
    const char *rule, *term;
} asked[] = {
    {cram, "cram(1, 7)"},
    {cram, "cram(3, 4)"},
    {cram, "cram([[1, 1, 0, 1], [1, 1, 1, 1], [0, 1, 1, 0]])"},
    {cram, "cram(2, 3) + cram(2, 3) + cram(1, 4)"},
    {cram, "cram([[0, 1, 0]])"},
    {wide, "w(0, 0)"},
    {wide, "w(7, 0)"},
    {wide, "w(8, 0)"},
    {wide, "w(9, 12)"},
    {wide, "w(63, 0)"},
    {wide, "w(64, 0)"},
    {wide, "w(70, 9)"},
    {wide, "w(31, 33)"},
    {wide, "w(66, 0) + w(0, 65) + w(7, 8)"},
    {joined, "two(4, 3)"},
    {joined, "two(3, 5) + one(4)"},
    {clause, "row([3, 1, 4])"},
    {clause, "row([2, 2, 3, 1])"},
    {nodes, "g(net)"},
    {nodes, "g({a, b, e, f})"},
    {pile, "some([3, 4, 2])"},
};

CLAIM(values_are_those_of_a_search_of_all_options)
{
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        struct runtime_case c;
        case_open(&c, asked[i].rule);
        struct position p = case_position(&c, asked[i].term);
        int64_t all = case_value_by(&c, "hashed", p.components, p.count);
        assert_true(all >= 0);
        assert_int_equal(case_value_by(&c, "nimbers", p.components, p.count), all);
        case_close(&c);
    }
}

/* Beside a heap of every size: the outcome is P for the value alone. */
CLAIM(an_outcome_asks_whether_the_value_is_that_of_a_heap)
{
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        struct runtime_case c;
        case_open(&c, asked[i].rule);
        struct position p = case_position(&c, asked[i].term);
        uint64_t value = (uint64_t)case_value_by(&c, "hashed", p.components, p.count);
        store_clear(c.env->store);
        for (uint64_t heap = 0; heap < value + 3; heap++) {
            struct ask ask = {.what = Q_OUTCOME, .positions = &p, .count = 1, .heap = heap};
            struct plan *plan;
            struct result result;
            if (heap % 3 == 0) store_clear(c.env->store);
            assert_int_equal(plan_by(c.env, &ask, &solver_nimbers, &c.arena, &plan), ST_OK);
            assert_int_equal(plan_run(c.env, plan, &c.arena, &result), ST_OK);
            assert_int_equal(result.outcomes[0], heap == value ? OUTCOME_P : OUTCOME_N);
        }
        case_close(&c);
    }
}

CLAIM(winning_moves_are_those_of_a_search_of_all_options)
{
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        struct runtime_case c, other;
        case_open(&c, asked[i].rule);
        case_open(&other, asked[i].rule);
        c.env->terms.only = "hashed";
        other.env->terms.only = "nimbers";
        const char *all = case_wins(&c, asked[i].term, PLAY_NORMAL, 0);
        assert_string_equal(case_wins(&other, asked[i].term, PLAY_NORMAL, 0), all);
        assert_string_equal(other.answer.sg, c.answer.sg);
        assert_string_equal(other.answer.solver, "nimbers");
        case_close(&c);
        case_close(&other);
    }
}

CLAIM(what_it_finds_is_known_to_others)
{
    struct runtime_case c;
    uint64_t value;
    case_open(&c, cram);
    struct position p = case_position(&c, "cram(3, 4)");
    int64_t found = case_value_by(&c, "nimbers", p.components, p.count);
    assert_true(store_value(c.env->store, p.components, &value));
    assert_int_equal(value, found);
    case_close(&c);
}

static const char *chosen(struct runtime_case *c, const char *term, size_t count, bool options)
{
    struct position p = case_position(c, term);
    struct component *same = arena_array(&c->arena, count, sizeof *same);
    struct plan *plan;
    for (size_t i = 0; i < count; i++) same[i] = p.components[0];
    struct ask ask = {.what = Q_VALUE, .components = same, .count = count, .options = options};
    assert_int_equal(plan_make(c->env, &ask, &c->arena, &plan), ST_OK);
    return plan->chosen->by->name;
}

/* A token fills the cell that it leaves: what falls with one of two moves are the cells that are not 1, so cells rise. */
CLAIM(boards_that_fill_are_large)
{
    struct runtime_case c;
    case_open(&c,
              "game mole(g: grid, r, c) { move dig(i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 0 and (i == r or "
              "j == c) and abs(i - r) + abs(j - c) in {1, 2} -> mole(g with { [r, c] = 1 }, i, j) }");
    assert_string_equal(chosen(&c, "mole(grid(4, 5, 0), 2, 2)", 1, false), "nimbers");
    case_close(&c);
}

CLAIM(a_few_large_positions_are_searched_so)
{
    struct runtime_case c;
    case_open(&c, cram);
    assert_string_equal(chosen(&c, "cram(4, 4)", 1, false), "nimbers");
    assert_string_equal(chosen(&c, "cram(4, 4)", 1, true), "bits");
    assert_string_equal(chosen(&c, "cram(2, 3)", 1, false), "hashed");
    assert_string_equal(chosen(&c, "cram(4, 4)", 40, false), "nimbers"); /* boards that fall apart */
    c.env->terms.whole = true;
    assert_string_equal(chosen(&c, "cram(4, 4)", 40, false), "hashed");
    case_close(&c);
}

CLAIM(only_an_outcome_is_searched_if_nothing_else_is_asked)
{
    struct runtime_case c;
    case_open(&c, cram);
    struct position p = case_position(&c, "cram(4, 5)");
    struct ask asked_outcome = {.what = Q_OUTCOME};
    enum outcome outcome;
    uint64_t value;
    assert_int_equal(outcomes_of(c.env, &p, 1, &asked_outcome, &outcome, NULL, NULL), ST_OK);
    assert_int_equal(outcome, OUTCOME_N);
    assert_false(store_value(c.env->store, p.components, &value));
    case_close(&c);
}

/* How many positions are known after the winning moves were asked for, with and without the value. */
static uint64_t known_after(const char *term, bool sg, size_t *wins)
{
    struct runtime_case c;
    struct answer answer;
    struct wanted wanted = {.sg = sg, .wins = true, .outcome = true};
    case_open(&c, cram);
    struct position p = case_position(&c, term);
    assert_int_equal(analyze(c.env, &p, &wanted, &c.arena, &answer), ST_OK);
    struct nimber_options n = {.env = c.env, .memory = nimber_memory(c.env)};
    uint64_t known = nimber_count(&n) + mask_boards_count(c.env);
    *wins = answer.win_count;
    case_close(&c);
    return known;
}

CLAIM(winning_moves_alone_take_no_longer_than_with_the_value)
{
    static const char *const terms[] = {"cram(1, 9)", "cram(1, 10)", "cram(3, 4)"};
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        size_t alone, with;
        uint64_t known = known_after(terms[i], true, &with);
        assert_in_range(known_after(terms[i], false, &alone), 1, known);
        assert_int_equal(alone, with);
    }
}

static void cannot(const char *rule, const char *term, enum play play)
{
    struct runtime_case c;
    case_open(&c, rule);
    c.env->terms.only = "nimbers";
    case_ask(&c, term, play, 0);
    assert_int_equal(c.st, ST_UNSUPPORTED);
    case_close(&c);
}

/* Positions that are asked again and again: all options are tried in between, at places where the rule may fail too. */
CLAIM(values_are_those_of_all_options_where_these_are_tried)
{
    static const char
        bite[] = "game ch(h: row) { move bite(i in 1..len(h), k in 0..h[i] - 1) where (i, k) != (1, 0)\n"
                 "  -> ch([j < i ? h[j] : min(h[j], k) for j in 1..len(h)]) }",
        corners[] = "game c(h: row) { move one(i in 1..len(h)) where h[i] > 0 and (i == len(h) or h[i + 1] < h[i]) "
                    "-> c(h with { [i] -= 1 })\n"
                    "  move line where len(h) > 1 -> c([h[j] for j in 2..len(h)]) }";
    static const struct {
        const char *rule, *term;
    } large[] = {{bite, "ch([8, 8, 8, 8, 8, 8, 8])"},
                 {bite, "ch([9, 8, 8, 7, 7, 6, 4])"},
                 {corners, "c([9, 9, 8, 7, 6, 6, 4, 2])"}};
    for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
        struct runtime_case all, some, few;
        case_open(&all, large[i].rule);
        case_open(&some, large[i].rule);
        case_open(&few, large[i].rule);
        struct position p = case_position(&all, large[i].term);
        int64_t value = case_value_by(&all, "hashed", p.components, 1);
        assert_int_equal(case_value_by(&some, "nimbers", p.components, 1), value);
        few.env->budget->states = few.env->budget->states_used + 2500; /* no room to try */
        int64_t last = case_value_by(&few, "nimbers", p.components, 1);
        assert_true(last == value || last == -1);
        case_close(&few);
        case_close(&some);
        case_close(&all);
    }
}

CLAIM(where_values_are_not_to_be_had_it_is_not_offered)
{
    cannot("game nim(n) { move take(t in 1..n) -> nim(n - t) }", "nim(5)", PLAY_MISERE);
    cannot("game r(n) { loopy move t where n > 0 -> r(n - 1) move u where n == 3 -> r(5) }", "r(4)", PLAY_NORMAL);
    cannot("game k(n) { move t(t in 1..n) where t != mover -> k(n - t) }", "k(5)", PLAY_NORMAL);
}

/* More boards than are kept: those that were not found for longest are made again, and what was noted is counted all the same. */
enum { ROWS = 5, COLUMNS = MASK_BOARDS / ROWS + 2 };

/* The value of a board of i rows and k columns of which a few squares are free, or of the same turned. */
static uint64_t value_on_board(struct runtime_case *c, int64_t i, int64_t k, bool turned)
{
    int64_t cells[2 + ROWS * COLUMNS] = {turned ? k : i, turned ? i : k};
    struct component one = {0, (uint32_t)(2 + i * k), cells};
    struct masks *board, *again;
    struct ground_mask code;
    uint64_t known;
    for (int64_t x = 0; x < i * k; x++) {
        int64_t at = turned ? x % i * k + x / i : x;
        cells[2 + x] = at != k && at < 14;
    }
    assert_int_equal(mask_board_find(c->env, &one, &board, &code), ST_OK);
    assert_non_null(board);
    assert_int_equal(mask_search(board, &code, MASK_ANY, &known), ST_OK);
    assert_int_equal(mask_board_find(c->env, &one, &again, &code), ST_OK);
    assert_ptr_equal(again, board);
    return mask_value_of(known);
}

CLAIM(of_many_boards_those_that_were_found_last_are_kept)
{
    struct runtime_case c;
    uint64_t found[ROWS + 1][COLUMNS + 1], noted = 0;
    case_open(&c, cram);
    for (int turned = 0; turned < 2; turned++)
        for (int64_t i = 1; i <= ROWS; i++)
            for (int64_t k = 1; k <= COLUMNS; k++) {
                uint64_t value = value_on_board(&c, i, k, turned), before = noted;
                if (turned) assert_int_equal(value, found[i][k]);
                found[i][k] = value;
                noted = mask_boards_count(c.env);
                assert_true(noted >= before);
            }
    case_close(&c);
}

CLAIMS(IT(values_are_those_of_a_search_of_all_options), IT(values_are_those_of_all_options_where_these_are_tried),
       IT(an_outcome_asks_whether_the_value_is_that_of_a_heap), IT(winning_moves_are_those_of_a_search_of_all_options),
       IT(what_it_finds_is_known_to_others), IT(boards_that_fill_are_large), IT(a_few_large_positions_are_searched_so),
       IT(only_an_outcome_is_searched_if_nothing_else_is_asked), IT(of_many_boards_those_that_were_found_last_are_kept),
       IT(winning_moves_alone_take_no_longer_than_with_the_value), IT(where_values_are_not_to_be_had_it_is_not_offered))
