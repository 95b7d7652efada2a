/* SPDX-License-Identifier: MIT */
/* Outcomes of a box by what losses mark, in files (kept_marks.h): a run that was killed goes on to the same outcomes from what was
 * marked, and what is wrong is not taken, nor what belongs to another box. */
#include "claims.h"
#include <string.h>
#include "base/hash.h"
#include "kept_folder.h"
#include "plan/plan.h"

/* More members than seeds of parts may be (parts.h). */
static const char crowd[] = "game g(a, b) { move m(s in 0..a, t in 0..b) where gcd(s, t) == 1 -> g(a - s, b - t) }";
static const char mixed[] =
    "game g(a, b) { move m(s in 0..a, t in 0..b) where s + t > 0 and (s * s * t + 3 * s + t * t * t) % 8191 < 4200\n"
    "  -> g(a - s, b - t) }";
static const char three[] = "game g(a, b, c) { move m(s in 0..a, t in 0..b, u in 0..c) where s + t + u > 0\n"
                            "  and (s * s * t + u * u * u + 7 * s * u) % 8191 < 4200 -> g(a - s, b - t, c - u) }";
/* Parts that steps carry on, and others. */
static const char steps[] =
    "game g(a, b) { move m(s in 0..a, t in 0..b) where s + t > 0 and (s <= 2 * t or (s * s + t) % 13 == 4)\n"
    "  -> g(a - s, b - t) }";
static const struct {
    const char *rule;
    size_t fields;
    int64_t corner[3];
    enum play play;
} asked[] = {
    {crowd, 2, {380, 400}, PLAY_NORMAL}, {crowd, 2, {80, 150}, PLAY_MISERE},     {mixed, 2, {90, 140}, PLAY_NORMAL},
    {mixed, 2, {90, 140}, PLAY_MISERE},  {three, 3, {12, 15, 130}, PLAY_NORMAL}, {three, 3, {12, 15, 130}, PLAY_MISERE},
    {steps, 2, {150, 170}, PLAY_NORMAL}, {steps, 2, {150, 170}, PLAY_MISERE},
};
enum { ASKED = sizeof asked / sizeof *asked, POSITIONS = 500 };

/* Who wins in the corner and some places below, in one number. */
static int64_t answer_of(const char *rule, size_t fields, const int64_t *corner, enum play play, struct keep *keep)
{
    static int64_t cells[POSITIONS][3];
    static struct component parts[POSITIONS];
    static struct position positions[POSITIONS];
    struct runtime_case c;
    struct plan *plan;
    struct result result = {0};
    uint64_t seed = 7, answer = 1;
    for (size_t i = 0; i < POSITIONS; i++) {
        for (size_t k = 0; k < fields; k++)
            cells[i][k] = i ? (int64_t)(random_next(&seed) % (uint64_t)(corner[k] + 1)) : corner[k];
        parts[i] = (struct component){0, fields, cells[i]};
        positions[i] = (struct position){.components = &parts[i], .count = 1};
    }
    struct ask q = {.what = Q_OUTCOME, .play = play, .positions = positions, .count = POSITIONS};
    case_open(&c, rule);
    if (keep) keep->wrote = dies_at_last;
    c.env->keep = keep;
    c.env->terms.only = "vectors";
    assert_int_equal(plan_make(c.env, &q, &c.arena, &plan), ST_OK);
    assert_int_equal(plan_run(c.env, plan, &c.arena, &result), ST_OK);
    for (size_t i = 0; i < POSITIONS; i++) answer = hash_mix(answer ^ (result.outcomes[i] == OUTCOME_P));
    case_close(&c);
    return (int64_t)(answer >> 1);
}

static int64_t found(size_t i, struct keep *keep)
{
    return answer_of(asked[i].rule, asked[i].fields, asked[i].corner, asked[i].play, keep);
}

CLAIM(marking_that_is_killed_goes_on_to_the_same_outcomes) { killed_goes_on(found, ASKED); }

CLAIM(a_box_that_is_decided_is_not_decided_again)
{
    for (size_t i = 0; i < ASKED; i++) {
        struct keep keep;
        uint64_t written = found_again(found, i, &keep);
        assert_true(written > 1000);
        assert_int_equal(keep.written, written);
        assert_int_equal(keep.loaded, written);
    }
}

enum lie { TURNED, NO_MARKS, TURNED_AHEAD, ALL_DECIDED, TOO_FAR, ANOTHER_SIZE, TORN, LONGER, LIES };

/* False: there is nothing of this kind to lie about. */
static bool tell(enum lie how, size_t *count)
{
    uint64_t head[2], *bits = (uint64_t *)(void *)(kept_bytes + sizeof head);
    memcpy(head, kept_bytes, sizeof head);
    bool partly = head[1] + 64 < head[0];
    for (uint64_t w = how == TURNED ? 0 : head[1]; how <= TURNED_AHEAD && w < (how == TURNED ? head[1] : head[0]); w++)
        bits[w] = how == NO_MARKS ? 0 : ~bits[w];
    if (how == ALL_DECIDED) head[1] = head[0];
    if (how == TOO_FAR) head[1] = head[0] + 1;
    if (how == ANOTHER_SIZE) head[0]++;
    if (how == TORN) *count -= 8;
    if (how == LONGER) kept_bytes[(*count)++] = 0;
    memcpy(kept_bytes, head, sizeof head);
    return how == TURNED || how > ALL_DECIDED || partly;
}

CLAIM(marks_with_right_sums_that_are_wrong_are_noticed)
{
    static char words[20000];
    int told = 0;
    for (size_t i = 0; i < ASKED; i++)
        for (enum lie how = 0; how < LIES; how++) {
            struct keep keep = new_keep();
            int64_t answer = found(i, NULL);
            empty_folder();
            is_killed(found, i, &keep, 1);
            size_t length = words_of_file(words, sizeof words), count = read_kept(words, length);
            if (!tell(how, &count)) continue;
            write_kept(words, length, count);
            bool same = found(i, &keep) == answer;
            if (keep.loaded || !same) fail_msg("question %d: lie %d is believed", (int)i, (int)how);
            told++;
        }
    assert_true(told > ASKED * 5);
}

CLAIM(another_box_or_convention_has_its_own_file)
{
    struct keep keep = new_keep();
    static const int64_t corners[][3] = {{380, 390}, {381, 390}, {380, 391}};
    empty_folder();
    for (size_t i = 0; i < 3; i++)
        for (enum play play = PLAY_NORMAL; play <= PLAY_MISERE; play++) {
            int64_t answer = answer_of(crowd, 2, corners[i], play, NULL);
            assert_int_equal(answer_of(crowd, 2, corners[i], play, &keep), answer);
        }
    assert_int_equal(keep.loaded, 0);
}

int main(void)
{
    const struct CMUnitTest claims[] = {
        IT(marking_that_is_killed_goes_on_to_the_same_outcomes), IT(a_box_that_is_decided_is_not_decided_again),
        IT(marks_with_right_sums_that_are_wrong_are_noticed), IT(another_box_or_convention_has_its_own_file)};
    return cmocka_run_group_tests(claims, make_folder, remove_folder);
}
