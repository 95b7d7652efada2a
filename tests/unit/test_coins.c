/* SPDX-License-Identifier: MIT */
/* Coin-turning games in misere play, and how long play lasts: the sum of the heads, where two on one place are none, against a
 * search over sets of heads. */
#include <stdio.h>
#include <string.h>
#include "claims.h"
#include "runtime_case.h"

enum { COINS = 7 };
/* May the coins of `turned` be turned together, the highest of them from heads to tails? */
typedef bool (*turn_rule)(unsigned turned);

static unsigned count_of(unsigned set)
{
    unsigned count = 0;
    for (; set; set &= set - 1) count++;
    return count;
}

static bool one_or_two(unsigned turned) { return count_of(turned) <= 2; }
static bool up_to_three(unsigned turned) { return count_of(turned) <= 3; }
static bool one_or_three(unsigned turned) { return count_of(turned) == 1 || count_of(turned) == 3; }
static bool exactly_two(unsigned turned) { return count_of(turned) == 2; }
static bool up_to_four(unsigned turned) { return count_of(turned) <= 4; }

static bool neighbours(unsigned turned)
{
    while (turned % 2 == 0) turned /= 2;
    return (turned & (turned + 1)) == 0;
}

static bool three_in_step(unsigned turned)
{
    for (int d = 1; 2 * d < COINS; d++)
        for (int a = 0; a + 2 * d < COINS; a++)
            if (turned == (1u << a | 1u << (a + d) | 1u << (a + 2 * d))) return true;
    return false;
}

static const struct code {
    const char *text;
    turn_rule may;
} codes[] = {{"\"1-2\"", one_or_two}, {"\"1-3\"", up_to_three}, {"\"1,3\"", one_or_three}, {"\"2\"", exactly_two},
             {"\"1-4\"", up_to_four}, {"ruler", neighbours},    {"turnips", three_in_step}};
enum { CODES = sizeof codes / sizeof *codes };

struct outcomes {
    bool normal[1 << COINS], misere[1 << COINS]; /* does the player to move win */
    unsigned remoteness[2][1 << COINS];
};

/* A turn changes the highest coin to tails, so it leads to a smaller number. */
static void search(turn_rule may, struct outcomes *o)
{
    for (unsigned set = 0; set < 1u << COINS; set++) {
        unsigned least[2] = {UINT32_MAX, UINT32_MAX}, greatest[2] = {0};
        bool any = false;
        o->normal[set] = o->misere[set] = false;
        for (unsigned turned = 1; turned < 1u << COINS; turned++) {
            unsigned to = set ^ turned, highest = 31 - (unsigned)__builtin_clz(turned);
            if (!(set >> highest & 1) || !may(turned)) continue;
            any = true;
            for (int misere = 0; misere < 2; misere++) {
                bool loses = !(misere ? o->misere[to] : o->normal[to]);
                unsigned far = o->remoteness[misere][to];
                if (loses) *(misere ? &o->misere[set] : &o->normal[set]) = true;
                if (loses && far < least[misere]) least[misere] = far;
                if (!loses && far > greatest[misere]) greatest[misere] = far;
            }
        }
        if (!any) o->misere[set] = true;
        for (int misere = 0; misere < 2; misere++)
            o->remoteness[misere][set] = !any ? 0 : 1 + (least[misere] < UINT32_MAX ? least[misere] : greatest[misere]);
    }
}

static const char *heads(unsigned set, char *out)
{
    size_t length = 0;
    out[0] = '\0';
    for (int i = 0; i < COINS; i++)
        if (set >> i & 1) length += (size_t)sprintf(out + length, "%st(%d)", length ? " + " : "", i);
    return set ? out : "end";
}

static void assert_asked(struct runtime_case *c, const char *term, enum play play, bool wins, unsigned remoteness)
{
    struct position position = case_position(c, term);
    struct wanted wanted = {.play = play, .outcome = true, .wins = true, .remoteness = true};
    arena_free(&c->arena);
    assert_int_equal(analyze(c->env, &position, &wanted, &c->arena, &c->answer), ST_OK);
    if (c->answer.outcome != (wins ? OUTCOME_N : OUTCOME_P) || c->answer.remoteness != remoteness)
        fail_msg("%s in %s play: outcome %d, remoteness %u; it is %d, %u", term,
                 play == PLAY_MISERE ? "misere" : "normal", (int)c->answer.outcome, (unsigned)c->answer.remoteness,
                 wins, remoteness);
}

static struct outcomes known;

static void agrees(const struct code *code, bool every)
{
    char rule[60], term[200];
    struct runtime_case c;
    snprintf(rule, sizeof rule, "game t = turning %s {}", code->text);
    case_open(&c, rule);
    search(code->may, &known);
    for (unsigned set = 0; set < 1u << COINS; set += every ? 1 : 3) {
        heads(set, term);
        assert_asked(&c, set ? term : "end", PLAY_NORMAL, known.normal[set], known.remoteness[0][set]);
        assert_asked(&c, set ? term : "end", PLAY_MISERE, known.misere[set], known.remoteness[1][set]);
    }
    case_close(&c);
}

CLAIM(sets_of_heads_are_what_is_played)
{
    for (size_t i = 0; i < CODES; i++) agrees(&codes[i], i < 2);
}

CLAIM(heads_that_are_typed_twice_are_none)
{
    struct runtime_case c;
    case_open(&c, "game t = turning \"1-2\" {}\ngame nim(n) { move take(k in 1..n) -> nim(n - k) }");
    assert_asked(&c, "t(2) + t(2)", PLAY_MISERE, true, 0);
    assert_asked(&c, "t(2) + t(5) + t(2)", PLAY_MISERE, true, 2); /* 5 to 0, and the last coin */
    assert_string_equal(case_outcome(&c, "nim(2) + nim(2)", PLAY_MISERE, 0), "P");
    assert_string_equal(case_outcome(&c, "t(2) + t(1)", PLAY_MISERE, 0), "P");
    assert_string_equal(case_outcome(&c, "t(2) + t(1) + t(0)", PLAY_MISERE, 0), "N");
    assert_string_equal(case_wins(&c, "t(2) + t(1) + t(0)", PLAY_MISERE, 0),
                        "turn2(a = 1) in t(2) -> t(1) + t(1) + t(0); turn1 in t(0) -> t(2) + t(1)");
    case_close(&c);
}

/* Beside other components, whatever they are called; the same rule written out is a sum as any other. */
CLAIM(other_games_are_sums)
{
    struct runtime_case c;
    case_open(&c, "game t = turning \"1-2\" {}\ngame u(n) { move x -> end  move y(m in 0..n - 1) -> u(m) }");
    assert_string_equal(case_outcome(&c, "u(2) + u(1)", PLAY_MISERE, 0), "N");
    assert_string_equal(case_outcome(&c, "t(2) + t(1)", PLAY_MISERE, 0), "P");
    assert_string_equal(case_outcome(&c, "t(2) + t(1) + u(0)", PLAY_MISERE, 0), "N");
    assert_string_equal(case_outcome(&c, "t(0) + u(0)", PLAY_MISERE, 0), "N");
    assert_string_equal(case_sg(&c, "t(2) + t(1)"), "1");
    case_close(&c);
}

CLAIM(compounds_of_coins_are_refused_where_values_do_not_tell)
{
    struct runtime_case c;
    case_open(&c, "game t = turning \"1-2\" {}\ngame two(n) = upto 2 of (t(n) + t(1), t(n))");
    case_ask(&c, "two(3)", PLAY_MISERE, 0);
    assert_int_equal(c.answer.outcome, OUTCOME_UNKNOWN);
    case_close(&c);
}

CLAIMS(IT(sets_of_heads_are_what_is_played), IT(heads_that_are_typed_twice_are_none), IT(other_games_are_sums),
       IT(compounds_of_coins_are_refused_where_values_do_not_tell))
