/* SPDX-License-Identifier: MIT */
/* Outcomes of sums that a long search leaves (kept_sums.h): a search that was killed goes on to the same outcome, from what it had
 * found, and what is wrong is not taken. */
#include "claims.h"
#include <string.h>
#include "kept_folder.h"
#include "solve/solver.h"

static const char splits[] = "game k(n) { move one(a in 0..n - 1) where n >= 1 -> k(a) + k(n - 1 - a)\n"
                             "  move two(a in 0..n - 2) where n >= 2 -> k(a) + k(n - 2 - a) }";
static const char movers[] = "game p(a, b) { move l(x in 1..a) where x % 3 != mover -> p(a - x, b)\n"
                             "  move r(x in 1..b) where x % 2 == mover % 2 -> p(a, b - x) }";
static const char board[] =
    "game board(g: grid) { start(r, c) -> board(grid(r, c, 1))\n"
    "  move across(i in 1..rows(g), j in 1..cols(g) - 1) where g[i, j] == 1 and g[i, j + 1] == 1\n"
    "    -> board(g with { [i, j] = 0, [i, j + 1] = 0 })\n"
    "  move down(i in 1..rows(g) - 1, j in 1..cols(g)) where g[i, j] == 1 and g[i + 1, j] == 1\n"
    "    -> board(g with { [i, j] = 0, [i + 1, j] = 0 }) }";
static const char hops[] =
    "game hop(g: grid, r, c) { start(n, m) -> hop(grid(n, m, 1) with { [1, 1] = 0 }, 1, 1)\n"
    "  move to(i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 1 and (i - r) * (i - r) + (j - c) * (j - c) == 5\n"
    "    -> hop(g with { [i, j] = 0 }, i, j) }";
static const struct {
    const char *rule, *term;
    enum play play;
    bool remoteness;
} asked[] = {
    {splits, "k(15) + k(16) + k(17)", PLAY_MISERE, false},
    {splits, "k(7) + k(8) + k(9)", PLAY_NORMAL, true},
    {movers, "p(25, 14) + p(9, 6)", PLAY_NORMAL, false},
    {movers, "p(70, 60)", PLAY_MISERE, false},
    /* One board, in masks (mask_whole.h). */
    {board, "board(5, 5)", PLAY_MISERE, false},
    {hops, "hop(6, 6)", PLAY_MISERE, false}, /* of words */
    {board, "board(4, 5)", PLAY_NORMAL, true},
    {hops, "hop(5, 6)", PLAY_MISERE, true},
};
enum { ASKED = sizeof asked / sizeof *asked, SUMS = 4 };

/* The outcome, and behind it the remoteness. */
static int64_t found(size_t i, struct keep *keep)
{
    struct runtime_case c;
    struct position p = kept_case(&c, asked[i].rule, asked[i].term, keep);
    struct ask q = {.what = Q_OUTCOME, .play = asked[i].play, .mover = 1, .positions = &p, .count = 1};
    q.remoteness = asked[i].remoteness;
    struct way way = {.by = &solver_wholesum, .ask = &q};
    struct result result = {0};
    assert_int_equal(solver_wholesum.run(c.env, &way, &c.arena, &result), ST_OK);
    int64_t answer = (int64_t)result.outcomes[0] + 16 * (q.remoteness ? (int64_t)result.remoteness[0] : 0);
    case_close(&c);
    return answer;
}

CLAIM(a_search_killed_after_any_write_goes_on_to_the_same_outcome) { killed_goes_on(found, ASKED); }

/* Where the sums begin: behind the parts. */
static size_t sums_at(void)
{
    uint64_t parts;
    uint32_t length;
    size_t at = 8;
    memcpy(&parts, kept_bytes, sizeof parts);
    for (; parts; parts--, at += 4 + length) memcpy(&length, kept_bytes + at, sizeof length);
    return at + 8;
}

CLAIM(wrong_outcomes_with_right_sums_are_noticed)
{
    for (size_t i = 0; i < SUMS; i++) {
        char words[20000];
        struct keep keep = new_keep();
        empty_folder();
        int64_t answer = found(i, &keep);
        size_t length = words_of_file(words, sizeof words), count = read_kept(words, length);
        for (size_t at = sums_at(), key; at < count; at += 8 + key) {
            uint32_t head[2];
            memcpy(head, kept_bytes + at, sizeof head);
            key = head[0];
            head[1] ^= at > count / 2; /* from the middle on */
            memcpy(kept_bytes + at, head, sizeof head);
        }
        write_kept(words, length, count);
        keep.loaded = 0;
        assert_int_equal(found(i, &keep), answer);
        assert_int_equal(keep.loaded, 0);
    }
}

/* Two bounds (mask_whole.c), of 12 bits each and 1024 more than they are, as if the other player had them. */
static void turn_round(unsigned char *entry)
{
    uint64_t known, most = 1 << 12;
    memcpy(&known, entry, sizeof known);
    uint64_t high = known % most, low = known / most % most;
    known += (2048 - low - high) * (most + 1);
    memcpy(entry, &known, sizeof known);
}

/* Of a board: entries are a key and what is known of it. */
CLAIM(wrong_outcomes_of_a_board_are_noticed)
{
    for (size_t i = SUMS; i < ASKED; i++) {
        char words[20000];
        uint64_t head[2];
        struct keep keep = new_keep();
        empty_folder();
        int64_t answer = found(i, &keep);
        size_t length = words_of_file(words, sizeof words), count = read_kept(words, length);
        memcpy(head, kept_bytes, sizeof head);
        size_t each = 8 * (head[0] + 1);
        for (size_t at = sizeof head; at + each <= count; at += each) turn_round(kept_bytes + at + each - 8);
        write_kept(words, length, count);
        keep.loaded = 0;
        assert_int_equal(found(i, &keep), answer);
        assert_int_equal(keep.loaded, 0);
    }
}

CLAIM(parts_and_sums_that_are_none_are_not_taken)
{
    for (int bad = 0; bad < 4; bad++) {
        char words[20000];
        struct keep keep = new_keep();
        empty_folder();
        uint64_t none = UINT64_MAX;
        int64_t answer = found(0, &keep);
        size_t length = words_of_file(words, sizeof words), count = read_kept(words, length);
        if (bad == 0) memcpy(kept_bytes, &none, sizeof none); /* more parts than there are */
        if (bad == 1) kept_bytes[12] = 200;                   /* no game of that number */
        if (bad == 2) memset(kept_bytes + 8, 255, 4);         /* a key of 4 GB */
        if (bad == 3)
            for (size_t at = sums_at(); at < count; at += 8 + kept_bytes[at]) {
                if (kept_bytes[at] > 1)
                    memset(kept_bytes + at + 8, 127, kept_bytes[at]); /* movers and parts that are not there */
                else kept_bytes[at + 8] = 3;
            }
        write_kept(words, length, count);
        keep.loaded = 0;
        assert_int_equal(found(0, &keep), answer);
        assert_int_equal(keep.loaded, 0);
    }
}

int main(void)
{
    const struct CMUnitTest claims[] = {
        IT(a_search_killed_after_any_write_goes_on_to_the_same_outcome), IT(wrong_outcomes_with_right_sums_are_noticed),
        IT(wrong_outcomes_of_a_board_are_noticed), IT(parts_and_sums_that_are_none_are_not_taken)};
    return cmocka_run_group_tests(claims, make_folder, remove_folder);
}
