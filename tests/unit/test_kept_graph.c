/* SPDX-License-Identifier: MIT */
/* Graphs of positions that may recur, in files (kept_graph.h): exploring that was killed goes on to the same labels, from what it had
 * found, and what is wrong is not taken. */
#include "claims.h"
#include <string.h>
#include "kept_folder.h"
#include "solve/solver.h"

static const char walks[] = "game tok(a, b, c) { loopy\n"
                            "  move up(k in 1..2) where a + k <= 12 and (a * k + b) % 3 != 1 -> tok(a + k, b, c)\n"
                            "  move down(t in 1..a) where t < 4 -> tok(a - t, b, c)\n"
                            "  move l(t in 1..b) where t < 3 -> tok(a, b - t, c)\n"
                            "  move r(t in 1..c) where t < 4 -> tok(a, b, c - t) }";
static const char movers[] = "game p(a, b) { loopy move up where mover == 1 and a < 30 -> p(a + 1, b)\n"
                             "  move down(t in 1..a) where t % 3 != mover -> p(a - t, b)\n"
                             "  move r(x in 1..b) where x % 2 == mover % 2 -> p(a, b - x) }";
static const struct {
    const char *rule, *term;
    enum play play;
} asked[] = {
    {walks, "tok(11, 12, 12)", PLAY_NORMAL},
    {walks, "tok(4, 9, 3) + tok(2, 4, 3)", PLAY_MISERE},
    {movers, "p(28, 30)", PLAY_NORMAL},
};
enum { ASKED = sizeof asked / sizeof *asked };

/* The remoteness, and behind it the outcome. */
static int64_t found(size_t i, struct keep *keep)
{
    struct runtime_case c;
    struct position p = kept_case(&c, asked[i].rule, asked[i].term, keep);
    struct ask q = {.what = Q_OUTCOME, .play = asked[i].play, .mover = 1, .positions = &p, .count = 1};
    q.remoteness = true;
    struct way way = {.by = &solver_loopy, .ask = &q};
    struct result result = {0};
    assert_int_equal(solver_loopy.run(c.env, &way, &c.arena, &result), ST_OK);
    int64_t answer = (int64_t)result.outcomes[0] + 16 * (int64_t)(result.remoteness[0] + 1);
    case_close(&c);
    return answer;
}

CLAIM(exploring_that_is_killed_goes_on_to_the_same_labels) { killed_goes_on(found, ASKED); }

/* Where the numbers of options begin: behind the keys. */
static size_t options_at(uint64_t *head)
{
    size_t at = 3 * sizeof *head;
    uint32_t length;
    memcpy(head, kept_bytes, at);
    for (uint64_t i = 0; i < head[0]; i++, at += 4 + length) memcpy(&length, kept_bytes + at, sizeof length);
    return at;
}

enum forgery { ANOTHER_OPTION, NO_NODE, TOO_MANY, NO_KEY, ANOTHER_ORDER, TORN, LONGER, LONG_KEY, FORGERIES };

static size_t forge(enum forgery how, size_t count)
{
    uint64_t head[3];
    uint32_t number = 0;
    size_t at = options_at(head), edges = at + 4 * head[1];
    if (how == ANOTHER_OPTION)
        for (uint64_t i = 0; i < head[2]; i++) memcpy(kept_bytes + edges + 4 * i, &number, sizeof number);
    if (how == NO_NODE) memset(kept_bytes + edges, 255, 4);
    if (how == TOO_MANY) memset(kept_bytes + at, 255, 4);
    if (how == NO_KEY) memset(kept_bytes + 28, 200, 2);
    if (how == ANOTHER_ORDER) { /* two keys of equal length change places */
        uint32_t one, two;
        size_t first = 24 + 4;
        memcpy(&one, kept_bytes + 24, 4);
        memcpy(&two, kept_bytes + first + one, 4);
        for (uint32_t i = 0; one == two && i < one; i++) {
            unsigned char kept = kept_bytes[first + i];
            kept_bytes[first + i] = kept_bytes[first + one + 4 + i];
            kept_bytes[first + one + 4 + i] = kept;
        }
        if (one != two) memset(kept_bytes + 28, 200, 2);
    }
    if (how == TORN) count -= 3;
    if (how == LONGER) kept_bytes[count++] = 1;
    if (how == LONG_KEY) memset(kept_bytes + 24, 255, 4);
    return count;
}

CLAIM(graphs_with_right_sums_that_are_wrong_are_noticed)
{
    for (size_t i = 0; i < ASKED; i++)
        for (enum forgery how = 0; how < FORGERIES; how++) {
            char words[20000];
            struct keep keep = new_keep();
            empty_folder();
            int64_t answer = found(i, &keep);
            size_t length = words_of_file(words, sizeof words), count = read_kept(words, length);
            write_kept(words, length, forge(how, count));
            keep.loaded = 0;
            assert_int_equal(found(i, &keep), answer);
            assert_int_equal(keep.loaded, 0);
        }
}

int main(void)
{
    const struct CMUnitTest claims[] = {IT(exploring_that_is_killed_goes_on_to_the_same_labels),
                                        IT(graphs_with_right_sums_that_are_wrong_are_noticed)};
    return cmocka_run_group_tests(claims, make_folder, remove_folder);
}
