/* SPDX-License-Identifier: MIT */
/* Results by a comprehension that changes two cells: however the cases are spelt, what is written out is linear, and numbered states
 * have the values of a search of all options, also where both cells are the same one. */
#include "claims.h"
#include "random_rule.h"
#include "runtime_case.h"
#include "solve/ranked/unroll.h"

extern const struct solver solver_ranked, solver_hashed;
enum { DRAWN = 160, CELLS = 3, BELOW = 3, STATES = BELOW * BELOW * BELOW };
#define PICK(seed, list) ((list)[random_below(seed, sizeof(list) / sizeof *(list))])

/* "k == NAME ? HERE : ELSE" in some spelling. */
static void write_case(uint64_t *seed, char name, const char *here, const char *otherwise, struct text *out)
{
    switch (random_below(seed, 6)) {
    case 0: text_add(out, "(k == %c ? %s : %s)", name, here, otherwise); break;
    case 1: text_add(out, "(%c == k ? %s : %s)", name, here, otherwise); break;
    case 2: text_add(out, "(k != %c ? %s : %s)", name, otherwise, here); break;
    case 3: text_add(out, "(not (k == %c) ? %s : %s)", name, otherwise, here); break;
    case 4: text_add(out, "(k - %c == 0 ? %s : %s)", name, here, otherwise); break;
    default: text_add(out, "(k < %c or k > %c ? %s : %s)", name, name, otherwise, here); break;
    }
}

/* A rule whose play ends: cell i falls by t; cell j rises by as much if it is before, by less anywhere, or becomes 0. */
static void draw_rule(uint64_t *seed, struct text *out)
{
    static const char *const before[] = {"1..i - 1", "0..i - 1", "max(i - 2, 0)..i - 1"};
    static const char *const anywhere[] = {"1..len(s)", "0..i", "i..len(s)", "0..len(s) + 1", "i..i + 1"};
    static const char *const more[] = {"s[k] + t", "t + s[k]", "s[k] + t - 1"};
    static const char *const less[] = {"s[k] + t - 1", "s[k] - 1 + t", "0"};
    static const char *const takes[] = {"1..s[i]", "1..s[i]", "1..min(s[i], 2)", "s[i]..s[i]"};
    static const char *const conditions[] = {"", "", " where t != 2", " where odd(i + t)", " where i != j"};
    bool apart = random_below(seed, 2), other_first = apart && random_below(seed, 2);
    const char *j = apart ? PICK(seed, before) : PICK(seed, anywhere);
    const char *at_j = apart ? PICK(seed, more) : PICK(seed, less);
    struct text inner = {0}, body = {0};
    write_case(seed, other_first ? 'i' : 'j', other_first ? "s[k] - t" : at_j, "s[k]", &inner);
    write_case(seed, other_first ? 'j' : 'i', other_first ? at_j : "s[k] - t", text_c(&inner), &body);
    text_add(out, "game g(s: row) { move m(i in 1..len(s), j in %s, t in %s)%s -> g([%s for k in 1..len(s)]) }", j,
             PICK(seed, takes), PICK(seed, conditions), text_c(&body));
    text_free(&inner);
    text_free(&body);
}

static void is_linear(struct runtime_case *c, const char *rule, const struct component *one)
{
    struct unrolled u;
    assert_int_equal(unroll(c->env, one, &c->arena, &u), ST_OK);
    if (!u.fine) fail_msg("%s: not written out", rule);
    for (size_t i = 0; i < u.instances.count; i++)
        for (size_t p = 0; p < u.cells; p++) {
            struct linear line;
            if (!term_linear(u.instances.data[i].after[p], &line)) fail_msg("%s: a cell is not linear", rule);
        }
    unrolled_free(&u);
}

/* Every row of CELLS cells below BELOW. False: not numbered. */
static bool agrees(struct runtime_case *c, const char *rule)
{
    int64_t cells[STATES][CELLS + 1];
    struct component states[STATES];
    for (int64_t s = 0; s < STATES; s++) {
        int64_t rest = s;
        cells[s][0] = CELLS;
        for (size_t p = 1; p <= CELLS; p++, rest /= BELOW) cells[s][p] = rest % BELOW;
        states[s] = (struct component){c->file.model->main_game, CELLS + 1, cells[s]};
    }
    is_linear(c, rule, &states[STATES - 1]);
    struct ask q = {.what = Q_VALUE, .components = states, .count = STATES, .apart = true};
    struct way way = {.by = &solver_ranked, .ask = &q};
    struct result ours = {0}, theirs = {0};
    enum status st = solver_ranked.run(c->env, &way, &c->arena, &ours);
    if (st == ST_UNSUPPORTED) return false;
    assert_int_equal(st, ST_OK);
    way.by = &solver_hashed;
    assert_int_equal(solver_hashed.run(c->env, &way, &c->arena, &theirs), ST_OK);
    for (size_t s = 0; s < STATES; s++)
        if (ours.values[s] != theirs.values[s]) fail_msg("%s: state %zu differs", rule, s);
    return true;
}

CLAIM(cells_that_values_choose_are_linear_in_each_instance_and_have_the_values_of_a_search)
{
    size_t numbered = 0;
    for (uint64_t round = 0; round < DRAWN; round++) {
        uint64_t seed = round;
        struct runtime_case c;
        struct text rule = {0};
        draw_rule(&seed, &rule);
        case_open(&c, text_c(&rule));
        numbered += agrees(&c, text_c(&rule));
        case_close(&c);
        text_free(&rule);
    }
    assert_true(numbered > DRAWN / 2); /* where a cell may rise anywhere there is no order */
}

static size_t instances(const char *rule, size_t count, bool *fine)
{
    struct runtime_case c;
    struct unrolled u;
    int64_t cells[TERM_CELLS + 1] = {(int64_t)count};
    case_open(&c, rule);
    struct component one = {c.file.model->main_game, (uint32_t)count + 1, cells};
    assert_int_equal(unroll(c.env, &one, &c.arena, &u), ST_OK);
    size_t all = u.instances.count;
    *fine = u.fine;
    unrolled_free(&u);
    case_close(&c);
    return all;
}

/* What does not choose stays a value, as does what has too many numbers or too many instances. */
CLAIM(values_that_choose_no_cell_stay)
{
    bool fine;
    assert_int_equal(instances("game g(s: row) { move m(i in 1..len(s), j in 0..i - 1, t in 1..s[i]) -> "
                               "g([i == k ? s[k] - t : k != j ? s[k] : s[k] + t for k in 1..len(s)]) }",
                               4, &fine),
                     10);
    assert_true(fine);
    assert_int_equal(instances("game g(s: row) { move m(i in 1..len(s), t in 1..3) where t <= s[i] -> "
                               "g([k == i ? s[k] - t : min(s[k], t) for k in 1..len(s)]) }",
                               4, &fine),
                     4);
    assert_true(fine);
    assert_int_equal(
        instances("game g(s: row) { move m(t in 1..s[1]) -> g([k == t ? 0 : s[k] for k in 1..len(s)]) }", 4, &fine), 1);
    assert_true(fine);
    assert_int_equal(instances("game g(s: row) { move m(a in 1..30, b in 1..30, c in 1..30) where s[1] > 0 -> "
                               "g([k == 1 ? s[k] - 1 : k == a or k == b or k == c ? 0 : s[k] for k in 1..len(s)]) }",
                               4, &fine),
                     1);
    assert_true(fine);
}

CLAIMS(IT(cells_that_values_choose_are_linear_in_each_instance_and_have_the_values_of_a_search),
       IT(values_that_choose_no_cell_stay))
