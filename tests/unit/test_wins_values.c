/* SPDX-License-Identifier: MIT */
/* Winning moves of sums of different games from the values of their components, by plugins. The way for numbers of any size is
 * taken with small ones, which are handed over as such, and the list is compared with that of a search without plugins, for
 * every sum of two and three of a few small positions. Then plugins whose lists are wrong. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/budget.h"
#include "base/text.h"
#include "claims.h"
#include "engine/open/engine.h"

static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value ? value : ".";
}

/* ---- the same rules with plugins and without -------------------------------------------------------------------------- */
static const char rules[] = "game heap(n) { move take(t in 1..n) -> heap(n - t) }\n"
                            "game limited(n) { move take(t in 1..min(3, n)) -> limited(n - t) }\n"
                            "game halves(n) { move take(t in 1..(n + 1) / 2) -> halves(n - t) }\n"
                            "game barred(n) { move take(t in 1..n) where t != 2 -> barred(n - t) }\n"
                            "game some(n) { move take(t in {1, 3, 4}) where t <= n -> some(n - t) }\n"
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
                            "game pins(n) { move one(i in 0..n - 1) -> pins(i) + pins(n - 1 - i)\n"
                            "  move two(i in 0..n - 2) -> pins(i) + pins(n - 2 - i) }\n";

struct side {
    struct engine *engine;
    struct budget budget;
};
static struct side fast, slow;

static void side_open(struct side *s, const char *text, const char *folder)
{
    const char *label;
    memset(s, 0, sizeof *s);
    struct engine_options options = {.text = text,
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
    (void)state;
    side_open(&fast, rules, variable("CGI_PLUGIN_PATH"));
    side_open(&slow, rules, NULL);
    return 0;
}
static int close_both(void **state)
{
    (void)state;
    engine_close(fast.engine);
    engine_close(slow.engine);
    return 0;
}

/* ---- one question on both sides --------------------------------------------------------------------------------------- */
enum { CELLS = 5, PARTS = 4, LINES = 512 };
struct numbered_component {
    const char *game;
    uint32_t count;
    int64_t cells[CELLS];
    bool tame;
};

static struct component component_of(const struct side *s, const struct numbered_component *part)
{
    int game = model_find_game(s->engine->model, part->game);
    assert_true(game >= 0);
    return (struct component){game, part->count, part->cells};
}

/* Cells of parts whose bit is set are handed over as numbers of any size, and as nothing else. */
static enum status ask(const struct side *s, const struct numbered_component *const *parts, size_t count, unsigned big,
                       enum play play, uint64_t max, struct arena *arena, struct answer *answer)
{
    struct component *components = arena_array(arena, count, sizeof *components);
    const struct integer *const **cells = arena_array(arena, count, sizeof *cells);
    struct position position = {components, count, big ? cells : NULL};
    struct wanted wanted = {.play = play, .sg = true, .wins = true, .outcome = true, .max_moves = max};
    for (size_t i = 0; i < count; i++) {
        components[i] = component_of(s, parts[i]);
        if (!(big >> i & 1)) continue;
        const struct integer **numbers = arena_array(arena, parts[i]->count + (size_t)1, sizeof *numbers);
        for (uint32_t k = 0; k < parts[i]->count; k++) numbers[k] = integer_from(arena, parts[i]->cells[k]);
        cells[i] = numbers;
        components[i].cells = NULL;
    }
    return analyze(s->engine->env, &position, &wanted, arena, answer);
}

static int compare(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

/* "move -> to", sorted. */
static size_t lines_of(const struct answer *answer, struct arena *arena, const char **lines)
{
    assert_true(answer->win_count <= LINES);
    for (size_t i = 0; i < answer->win_count; i++)
        lines[i] = arena_printf(arena, "%s -> %s", answer->wins[i].move, answer->wins[i].to);
    qsort(lines, answer->win_count, sizeof *lines, compare);
    return answer->win_count;
}

/* False where the fast side cannot say who wins. */
static bool agree(const struct numbered_component *const *parts, size_t count, unsigned big, enum play play)
{
    static const char *found[LINES], *wanted[LINES];
    struct arena arena = {0};
    struct answer quick, sure;
    assert_int_equal(ask(&slow, parts, count, 0, play, 0, &arena, &sure), ST_OK);
    assert_true(sure.wins_complete);
    if (ask(&fast, parts, count, big, play, 0, &arena, &quick) != ST_OK) {
        arena_free(&arena);
        return false;
    }
    assert_int_equal(quick.outcome, sure.outcome);
    if (!quick.wins_complete) fail_msg("%s: %s", sure.position, quick.wins_reason);
    size_t n = lines_of(&quick, &arena, found), m = lines_of(&sure, &arena, wanted);
    if (n != m) fail_msg("%s: %zu winning moves, not %zu", sure.position, n, m);
    for (size_t i = 0; i < n; i++) assert_string_equal(found[i], wanted[i]);
    assert_false(strstr(quick.checked, "over all"));
    static size_t asked;
    if (n && asked++ % 8 == 0) { /* cut after the first */
        struct answer cut;
        assert_int_equal(ask(&fast, parts, count, big, play, 1, &arena, &cut), ST_OK);
        assert_int_equal(cut.win_count, 1);
        assert_int_equal(cut.wins_complete, n == 1);
        assert_true(n == 1 || strstr(cut.wins_reason, "--max-moves"));
    }
    arena_free(&arena);
    return true;
}

/* ---- all small sums ----------------------------------------------------------------------------------------------------- */
/* `tame`: its plugin says so; the last ones are searched, and beyond 64 bits answered by their period. */
static const struct numbered_component parts[] = {
    {"heap", 1, {0}, true},          {"heap", 1, {1}, true},
    {"heap", 1, {2}, true},          {"heap", 1, {5}, true},
    {"limited", 1, {1}, true},       {"limited", 1, {6}, true},
    {"limited", 1, {11}, true},      {"halves", 1, {1}, true},
    {"halves", 1, {5}, true},        {"halves", 1, {11}, true},
    {"some", 1, {2}, true},          {"some", 1, {5}, true},
    {"some", 1, {13}, true},         {"queen", 2, {0, 1}, true},
    {"queen", 2, {2, 2}, true},      {"queen", 2, {1, 4}, true},
    {"queen", 2, {7, 2}, true},      {"barred", 1, {3}, false},
    {"barred", 1, {9}, false},       {"stairs", 4, {3, 2, 4, 1}, false},
    {"stairs", 3, {2, 1, 3}, false}, {"chips", 3, {2, 5, 9}, false},
    {"chips", 4, {2, 6, 7}, false},  {"twice", 2, {7, 2}, false},
    {"twice", 2, {11, 2}, false},    {"pins", 1, {4}, false},
    {"pins", 1, {9}, false},
};
enum { PART_COUNT = sizeof parts / sizeof *parts, SEARCHED = 2 };

/* Rows come with their length before their cells. */
static struct numbered_component with_length(const struct numbered_component *part)
{
    struct numbered_component p = *part;
    if (strcmp(p.game, "stairs") && strcmp(p.game, "chips")) return p;
    memmove(p.cells + 1, p.cells, (CELLS - 1) * sizeof *p.cells);
    p.count = 0;
    while (p.count + 1 < CELLS && p.cells[p.count + 1]) p.count++;
    p.cells[0] = p.count++;
    return p;
}

static struct numbered_component made[PART_COUNT];
static const struct numbered_component *all_parts(void)
{
    for (size_t i = 0; i < PART_COUNT; i++) made[i] = with_length(&parts[i]);
    return made;
}

static bool one_game(const struct numbered_component *const *sum, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (strcmp(sum[i]->game, sum[0]->game) != 0) return false;
    return true;
}

/* Each sum with other parts handed over as large ones; those that are searched never are. */
static bool agree_all(const struct numbered_component *const *sum, size_t count, unsigned big, size_t *compared)
{
    bool tame = true;
    if (one_game(sum, count)) return true;
    for (size_t i = 0; i < count; i++) tame &= sum[i]->tame;
    *compared += 1 + tame;
    return agree(sum, count, big, PLAY_NORMAL) && (!tame || agree(sum, count, big, PLAY_MISERE));
}

CLAIM(sums_of_two_are_listed_as_search_lists_them)
{
    const struct numbered_component *all = all_parts();
    size_t compared = 0;
    for (size_t i = 0; i < PART_COUNT - SEARCHED; i++)
        for (size_t k = i + 1; k < PART_COUNT; k++) {
            const struct numbered_component *sum[2] = {&all[i], &all[k]};
            assert_true(agree_all(sum, 2, 1 + (unsigned)(i + k) % 3, &compared));
        }
    assert_true(compared > 400);
}

CLAIM(sums_of_three_are_listed_as_search_lists_them)
{
    const struct numbered_component *all = all_parts();
    size_t compared = 0;
    for (size_t i = 0; i < PART_COUNT - SEARCHED; i += 2)
        for (size_t k = i + 1; k < PART_COUNT; k += 3)
            for (size_t l = k + 1; l < PART_COUNT; l += 5) {
                const struct numbered_component *sum[3] = {&all[i], &all[k], &all[l]};
                assert_true(agree_all(sum, 3, 1 + (unsigned)(i + k + l) % 7, &compared));
            }
    assert_true(compared > 100);
}

/* Two positions of one game whose plugin answers for single ones only. */
CLAIM(sums_of_one_game_of_single_components_are_listed_too)
{
    const struct numbered_component *all = all_parts();
    for (size_t i = 13; i <= 16; i++)
        for (size_t k = 13; k <= 16; k++) {
            const struct numbered_component *sum[2] = {&all[i], &all[k]};
            assert_true(agree(sum, 2, 3, PLAY_NORMAL));
            assert_true(agree(sum, 2, 3, PLAY_MISERE));
        }
}

CLAIM(what_cannot_be_listed_is_said)
{
    struct numbered_component open = {"queen", 2, {4, 4}, true}, heap = {"heap", 1, {9}, true};
    const struct numbered_component *sum[2] = {&heap, &open};
    struct arena arena = {0};
    struct answer answer;
    /* misere play: both may stand in the sum, but the options of a value are known in three rows only */
    enum status st = ask(&fast, sum, 2, 3, PLAY_MISERE, 0, &arena, &answer);
    assert_true(st == ST_OK || st == ST_TOO_LARGE);
    assert_false(st == ST_OK && answer.wins_complete);
    arena_free(&arena);
}

/* ---- wrong lists -------------------------------------------------------------------------------------------------------- */
static char abi_folder[4096];

/* The answer about heap(2) + mine(6), or, where a move to a larger heap is to be given, heap(6) + mine(2): the
 * plugin `astray` is Nim, and errs in `options` as its parameter says. */
static void go_astray(int how, struct side *s, struct arena *arena, struct answer *answer, enum status *st)
{
    char text[512];
    struct numbered_component heap = {"heap", 1, {how == 7 ? 6 : 2}, false},
                              mine = {"mine", 1, {how == 7 ? 2 : 6}, false};
    const struct numbered_component *sum[2] = {&heap, &mine};
    snprintf(abi_folder, sizeof abi_folder, "%s/tests/abi/plugins", variable("CGI_BUILD"));
    snprintf(text, sizeof text,
             "game heap(n) { move take(t in 1..min(6, n)) -> heap(n - t) }\n"
             "game mine(n) { solve astray(%d) move take(t in 1..n) -> mine(n - t) }\n",
             how);
    side_open(s, text, abi_folder);
    *st = ask(s, sum, 2, 2, PLAY_NORMAL, 0, arena, answer);
}

static bool told(const struct side *s, enum diag_id id, const char *words)
{
    for (size_t i = 0; i < s->engine->diags.count; i++)
        if (s->engine->diags.items[i].id == id && strstr(s->engine->diags.items[i].message, words)) return true;
    return false;
}

CLAIM(lists_that_are_wrong_are_reported_and_not_shown)
{
    static const struct {
        int how;
        enum diag_id id;
        const char *words;
    } wrong[] = {{1, D_PLUGIN_FAILED, "another value than the one asked for"},
                 {2, D_SOLVE_WRONG, "what all winning moves are"},
                 {3, D_PLUGIN_FAILED, "the map is upside down"},
                 {4, D_PLUGIN_FAILED, "the same move twice"},
                 {5, D_PLUGIN_FAILED, "a value when asked for moves"},
                 {7, D_SOLVE_WRONG, "no such move"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct side s;
        struct arena arena = {0};
        struct answer answer = {0};
        enum status st;
        go_astray(wrong[i].how, &s, &arena, &answer, &st);
        if (!told(&s, wrong[i].id, wrong[i].words)) {
            for (size_t d = 0; d < s.engine->diags.count; d++)
                fprintf(stderr, "%s\n", s.engine->diags.items[d].message);
            fail_msg("%d: '%s' is not told", wrong[i].how, wrong[i].words);
        }
        assert_false(st == ST_OK && answer.wins_complete);
        arena_free(&arena);
        engine_close(s.engine);
    }
}

CLAIM(a_plugin_may_be_right_or_know_nothing_here)
{
    for (int how = 0; how <= 6; how += 6) {
        struct side s;
        struct arena arena = {0};
        struct answer answer = {0};
        enum status st;
        go_astray(how, &s, &arena, &answer, &st);
        assert_int_equal(st, ST_OK);
        assert_int_equal(answer.wins_complete, how == 0);
        assert_int_equal(answer.win_count, how == 0);
        if (how == 0) assert_string_equal(answer.wins[0].to, "heap(2) + mine(2)");
        arena_free(&arena);
        engine_close(s.engine);
    }
}

int main(void)
{
    const struct CMUnitTest claims[] = {
        IT(sums_of_two_are_listed_as_search_lists_them),          IT(sums_of_three_are_listed_as_search_lists_them),
        IT(sums_of_one_game_of_single_components_are_listed_too), IT(what_cannot_be_listed_is_said),
        IT(lists_that_are_wrong_are_reported_and_not_shown),      IT(a_plugin_may_be_right_or_know_nothing_here)};
    return cmocka_run_group_tests(claims, open_both, close_both);
}
