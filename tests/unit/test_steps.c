/* SPDX-License-Identifier: MIT */
/* Theorems told step by step: every statement of numbers is calculated again, rows of binary digits and their xor too, for drawn positions
 * of all documented games, also renamed, restated and of any size, in both plays; what the steps come to is the answer that all
 * options were compared with, and where they are few that of a search without plugins. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "arithmetic.h"
#include "base/budget.h"
#include "base/hash.h"
#include "base/text.h"
#include "claims.h"
#include "engine/open/engine.h"
#include "engine/open/position.h"

static const char rules[] =
    "game heap(n) { move take(t in 1..n) -> heap(n - t) }\n"
    "game above(n) where n >= 1 { move take(t in 1..n - 1) -> above(n - t) }\n"
    "game limited(n) { move take(t in 1..min(6, n)) -> limited(n - t) }\n"
    "game rows(h: row) { move take(i in 1..len(h), t in 1..min(4, h[i])) -> rows(h with { [i] -= t }) }\n"
    "game halves(n) { move take(t in 1..(n + 1) / 2) -> halves(n - t) }\n"
    "game barred(n) { move take(t in 1..n) where t != 5 -> barred(n - t) }\n"
    "game three(n) { move take(t in {2, 5, 6}) where t <= n -> three(n - t) }\n"
    "game even(n) { move take(t in {4, 6, 14}) where t <= n -> even(n - t) }\n"
    "game pair(n) { move take(t in {3, 7}) where t <= n -> pair(n - t) }\n"
    "game odd(n) { move take(t in {1, 7}) where t <= n -> odd(n - t) }\n"
    "game doubled(n) { move take(t in {2, 4, 6}) where t <= n -> doubled(n - t) }\n"
    "game late(n) { move take(t in {2, 3, 7, 10}) where t <= n -> late(n - t) }\n"
    "game piles(h: row) {\n"
    "  move take(i in 1..len(h), t in 1..h[i]) where 2 * t <= h[i] + 1 -> piles(h with { [i] -= t })\n"
    "}\n"
    "game stairs(s: row) {\n"
    "  move off(t in 1..s[1])                  -> stairs(s with { [1] -= t })\n"
    "  move down(i in 2..len(s), t in 1..s[i]) -> stairs(s with { [i] -= t, [i - 1] += t })\n"
    "}\n"
    "game chips(p: row) where increasing(p) and (len(p) == 0 or p[1] >= 1) {\n"
    "  move slide(i in 1..len(p), y in p[i - 1] + 1..p[i] - 1) -> chips(p with { [i] = y })\n"
    "}\n"
    "game queen(a, b) {\n"
    "  symmetric\n"
    "  move left(t in 1..a)         -> queen(a - t, b)\n"
    "  move right(t in 1..b)        -> queen(a, b - t)\n"
    "  move both(t in 1..min(a, b)) -> queen(a - t, b - t)\n"
    "}\n"
    "game twice(n, limit) { move take(t in 1..min(n, limit)) -> twice(n - t, 2 * t) }\n"
    "game once(n, limit) { move take(t in 1..min(n, limit)) -> once(n - t, t) }\n"
    "game more(n, limit) { move take(t in 1..min(n, limit)) -> more(n - t, 3 * t / 2 + 1) }\n"
    "game kept(n) { move take(t in 1..n) where t != (mover == 1 ? 2 : 4) -> kept(n - t) }\n"
    "game free(n) { move take(t in 1..n) where mover == 1 or t != 3 -> free(n - t) }\n"
    "game two(h: bag) = upto 2 of (heap(x) for x in h)\n"
    "game all(h: bag) = upto 5 of (heap(x) for x in h)\n";

struct side {
    struct engine *engine;
    struct budget budget;
};
static struct side told, plain;

static void side_open(struct side *s, const char *folder)
{
    const char *label;
    memset(s, 0, sizeof *s);
    struct engine_options options = {.text = rules,
                                     .name = "test",
                                     .plugins = folder != NULL,
                                     .plugin_folders = &folder,
                                     .plugin_folder_count = folder != NULL,
                                     .budget = &s->budget,
                                     .until = STAGE_ALL};
    enum status st = engine_open(&options, &s->engine);
    if (st == ST_OK) st = engine_select(s->engine, 0, &label);
    if (st != ST_OK)
        fail_msg("%s", s->engine && s->engine->diags.count ? s->engine->diags.items[0].message : "no engine");
}

static int open_both(void **state)
{
    const char *folder = getenv("CGI_PLUGIN_PATH");
    (void)state;
    side_open(&told, folder ? folder : ".");
    side_open(&plain, NULL);
    return 0;
}
static int close_both(void **state)
{
    (void)state;
    engine_close(told.engine);
    engine_close(plain.engine);
    return 0;
}

/* ---- one position ------------------------------------------------------------------------------------------------- */
struct counts {
    size_t positions, statements, lines, rows, ends, left;
};

/* A row "0101  ... is worth 5", or "... their xor is 5" of those before it. */
static void check_row(const char *line, uint64_t *sum, struct counts *counts)
{
    char *end;
    size_t digits = strspn(line, "01");
    if (!digits || strncmp(line + digits, "  ", 2) != 0 || digits > 60) return;
    const char *worth = strstr(line, " is worth "), *xored = strstr(line, "  their xor is ");
    uint64_t bits = strtoull(line, &end, 2);
    if (!worth && !xored) return;
    uint64_t said = strtoull(worth ? worth + 10 : xored + 15, NULL, 10);
    if (bits != said || (xored && bits != *sum)) fail_msg("false: %s (%llu before)", line, (unsigned long long)*sum);
    *sum = xored ? 0 : *sum ^ bits;
    counts->rows++;
}

/* "so the player to move loses": what the answer says. */
static void check_end(const char *line, enum outcome outcome, struct counts *counts)
{
    bool loses = strstr(line, "the player to move loses") || strstr(line, "the other player wins");
    bool wins = strstr(line, "so the player to move wins") || strstr(line, ": the player to move wins") ||
                strstr(line, "the player to move has won");
    if (!loses && !wins) return;
    if (strstr(line, "loses where")) return; /* a condition */
    counts->ends++;
    if ((outcome == OUTCOME_P) != loses) fail_msg("the answer is another one: %s", line);
}

static enum outcome ask_plain(const char *term, enum play play, int mover)
{
    struct wanted wanted = {.play = play, .mover = mover, .outcome = true};
    struct position position;
    struct answer answer;
    const char *const words[] = {term};
    assert_int_equal(engine_position(plain.engine, words, 1, &position), ST_OK);
    assert_int_equal(analyze(plain.engine->env, &position, &wanted, &plain.engine->answers, &answer), ST_OK);
    return answer.outcome;
}

/* "X is answered by Y -> Z", "X wins: it leaves Z, a position that is lost": search without plugins says so too. */
static void check_left(const char *line, enum play play, int mover, bool small, struct counts *counts)
{
    const char *answered = strstr(line, " is answered by "), *leaves = strstr(line, " wins: it leaves ");
    const char *to = answered ? strstr(answered, " -> ") : NULL;
    struct text left = {0};
    if (!small || (!to && !leaves)) return;
    text_puts(&left, to ? to + 4 : leaves + 17);
    char *end = to ? NULL : strstr(text_c(&left), ", a position that is lost");
    if (leaves) assert_non_null(end);
    if (end) *end = '\0';
    int next = mover ? (to ? mover : 3 - mover) : 0;
    if (ask_plain(text_c(&left), play, next) != OUTCOME_P) fail_msg("it is not lost: %s", line);
    text_free(&left);
    counts->left++;
}

static void check(const char *term, enum play play, int mover, bool small, struct counts *counts)
{
    struct wanted wanted = {.play = play, .mover = mover, .sg = true, .wins = true, .outcome = true};
    struct position position;
    struct explanation e;
    const char *const words[] = {term};
    uint64_t sum = 0;
    enum status st = engine_position(told.engine, words, 1, &position);
    if (st == ST_OK) st = explain(told.engine->env, &position, &wanted, &told.engine->answers, &e);
    if (st != ST_OK || told.engine->diags.count)
        fail_msg("%s: %s", term, told.engine->diags.count ? told.engine->diags.items[0].message : "no answer");
    for (size_t i = 0; i < e.because_count; i++) {
        bool whole = !strstr(e.because[i], "..."); /* of long numbers the ends alone are printed */
        if (whole) arithmetic_check(e.because[i], &counts->statements);
        check_row(e.because[i], &sum, counts);
        check_end(e.because[i], e.answer.outcome, counts);
        check_left(e.because[i], play, e.answer.with_mover ? mover : 0, small, counts);
    }
    if (small && ask_plain(term, play, mover) != e.answer.outcome) fail_msg("%s: search has another outcome", term);
    counts->lines += e.because_count;
    counts->positions++;
}

/* ---- drawn positions ---------------------------------------------------------------------------------------------- */
static uint64_t seed = 20;
static uint64_t draw(uint64_t below)
{
    seed = hash_mix(seed + 0x9e3779b97f4a7c15u);
    return seed % below;
}

/* A heap below `most`, or one of up to 60 digits. */
static void put_number(struct text *out, uint64_t most, bool big)
{
    if (!big) text_add(out, "%llu", (unsigned long long)draw(most));
    else
        for (uint64_t digits = 20 + draw(40), i = 0; i < digits; i++)
            text_putc(out, (char)('0' + (i ? draw(10) : 1 + draw(9))));
}

enum shape { ONE, TWO, ROW, RISING, RISING_BIG };
static void put_component(struct text *out, const char *game, enum shape shape, uint64_t most, bool big)
{
    uint64_t count = 1 + draw(4), at = 0;
    text_add(out, "%s(%s", game, shape >= ROW ? "[" : "");
    if (shape == ONE) put_number(out, most, big);
    if (shape == TWO) put_number(out, most, big), text_puts(out, ", "), put_number(out, most, big);
    for (uint64_t i = 0; shape >= ROW && i < count; i++) {
        text_puts(out, i ? ", " : "");
        if (shape == ROW) put_number(out, most, big && i == 0);
        else text_add(out, "%llu", (unsigned long long)(at += 1 + draw(most)));
    }
    text_puts(out, shape >= ROW ? "])" : ")");
}

/* `draws` positions of sums of up to `parts` components, in play `play`. */
static void draw_all(const char *game, enum shape shape, uint64_t most, size_t parts, enum play play, int mover,
                     struct counts *counts)
{
    for (int i = 0; i < 14; i++) {
        struct text term = {0};
        bool big = i >= 9 && shape != RISING;
        size_t count = 1 + (size_t)draw(parts);
        for (size_t c = 0; c < count; c++) {
            if (c) text_puts(&term, " + ");
            put_component(&term, game, shape, big || i % 3 ? most : 3, big);
        }
        bool is_above = strcmp(game, "above") == 0 && (strstr(text_c(&term), "above(0)") != NULL);
        if (!is_above) check(text_c(&term), play, mover, !big && count <= 2 && i % 3 == 0, counts);
        text_free(&term);
    }
}

static void both_plays(const char *game, enum shape shape, uint64_t most, size_t parts, size_t statements)
{
    for (int play = 0; play < 2; play++) {
        struct counts counts = {0};
        draw_all(game, shape, most, parts, play ? PLAY_MISERE : PLAY_NORMAL, 0, &counts);
        if (counts.statements < statements * counts.positions)
            fail_msg("%s: %zu statements in %zu positions", game, counts.statements, counts.positions);
    }
}

CLAIM(heaps_and_their_sums)
{
    struct counts counts = {0};
    draw_all("heap", ONE, 60, 3, PLAY_NORMAL, 0, &counts);
    draw_all("heap", ONE, 60, 3, PLAY_MISERE, 0, &counts);
    draw_all("above", ONE, 60, 3, PLAY_MISERE, 0, &counts);
    assert_true(counts.rows > 30 && counts.ends > 20 && counts.left > 0);
    both_plays("limited", ONE, 90, 3, 1);
    both_plays("halves", ONE, 90, 3, 1);
    both_plays("barred", ONE, 90, 3, 1);
}

CLAIM(sets_of_takes)
{
    static const char *const games[] = {"three", "even", "pair", "odd", "doubled", "late"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) both_plays(games[i], ONE, 70, 3, 1);
}

CLAIM(rows)
{
    both_plays("rows", ROW, 30, 2, 1);
    struct counts counts = {0};
    draw_all("stairs", ROW, 9, 2, PLAY_NORMAL, 0, &counts);
    draw_all("stairs", ROW, 9, 2, PLAY_MISERE, 0, &counts);
    assert_true(counts.rows > 30 && counts.ends > 15);
    both_plays("chips", RISING, 6, 2, 1);
    both_plays("piles", ROW, 30, 2, 1);
}

CLAIM(two_heaps_and_takes_that_depend_on_the_last)
{
    both_plays("queen", TWO, 40, 1, 2);
    both_plays("twice", TWO, 40, 1, 1);
    both_plays("once", TWO, 40, 1, 1);
    both_plays("more", TWO, 40, 1, 1);
}

CLAIM(several_heaps_in_a_move)
{
    both_plays("two", ROW, 7, 1, 0);
    both_plays("all", ROW, 7, 1, 0);
    struct counts counts = {0};
    struct text term = {0}; /* y (y + 1) / 2 is longer than any answer can be */
    text_puts(&term, "two([5, ");
    for (int i = 0; i < 60000; i++) text_putc(&term, '9');
    text_puts(&term, ", 1");
    for (int i = 0; i < 60000; i++) text_putc(&term, '0');
    text_puts(&term, "])");
    check(text_c(&term), PLAY_NORMAL, 0, false, &counts);
    text_free(&term);
    assert_true(counts.ends >= 1);
}

CLAIM(players_with_other_moves)
{
    struct counts counts = {0};
    for (int mover = 1; mover <= 2; mover++) {
        draw_all("kept", ONE, 12, 3, PLAY_NORMAL, mover, &counts);
        draw_all("free", ONE, 12, 3, PLAY_NORMAL, mover, &counts);
    }
    assert_true(2 * counts.ends >= counts.positions); /* among small heaps it may not matter who moves */
}

CLAIM(different_games)
{
    struct counts counts = {0};
    check("heap(9) + limited(20) + halves(13)", PLAY_NORMAL, 0, false, &counts);
    check("three(123456789012345678901234567890) + queen(1, 7)", PLAY_NORMAL, 0, false, &counts);
    assert_true(counts.rows >= 7);
    check("heap(2) + limited(20)", PLAY_MISERE, 0, true, &counts);
    check("heap(1) + limited(7) + queen(1, 2)", PLAY_MISERE, 0, true, &counts);
    check("halves(6) + limited(7) + heap(1)", PLAY_MISERE, 0, true, &counts);
    check("halves(9) + heap(4)", PLAY_MISERE, 0, true, &counts);
    assert_true(counts.statements > 14 && counts.ends >= 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IT(heaps_and_their_sums),
        IT(sets_of_takes),
        IT(rows),
        IT(two_heaps_and_takes_that_depend_on_the_last),
        IT(several_heaps_in_a_move),
        IT(players_with_other_moves),
        IT(different_games),
    };
    return cmocka_run_group_tests(tests, open_both, close_both);
}
