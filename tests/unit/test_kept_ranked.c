/* SPDX-License-Identifier: MIT */
/* Tables of numbered states in files: filling that was killed goes on to the same values, from what it had found, and what is wrong is
 * not taken, nor what belongs to another numbering. */
#include "claims.h"
#include <string.h>
#include "base/journal.h"
#include "kept_journal.h"
#include "solve/ranked/fill.h"
#include "solve/solver.h"

extern const struct solver solver_ranked;

/* Steps of a stair: moves are paths, whose sets are made again. */
static const char stair[] = "game r(s: row) { move last(t in 1..s[1]) -> r(s with { [1] -= t })\n"
                            "  move down(i in 2..len(s), t in 1..s[i]) -> r(s with { [i] -= t, [i - 1] += t }) }";
static const char some[] = "game r(s: row) { move a(i in 1..len(s), t in 1..s[i]) where (t * t + s[i]) % 3 != 1\n"
                           "  -> r(s with { [i] -= t }) }";
static const char bag[] = "game r(s: bag) { move a(i in 1..len(s), t in 1..s[i]) where t % 3 != 0\n"
                          "  -> r([(j == i ? s[j] - t : s[j]) for j in 1..len(s)]) }";
static const char apart[] = "game w(s: row) where increasing(s) { move a(i in 1..len(s), t in 1..s[i])\n"
                            "  where t % 4 != 2 and (i == 1 or s[i] - t > s[i - 1])\n"
                            "  -> w(s with { [i] -= t }) }";
static const char legal[] = "game g(a, b, c) where (a + b * c) % 5 != 3 {\n"
                            "  move x(t in 1..a) where (a - t + b * c) % 5 != 3 -> g(a - t, b, c)\n"
                            "  move y(t in 1..b) where (a + (b - t) * c) % 5 != 3 -> g(a, b - t, c)\n"
                            "  move z(t in 1..c) where (a + b * (c - t)) % 5 != 3 -> g(a, b, c - t) }";
static const struct {
    const char *rule, *term;
} asked[] = {
    {stair, "r([5, 6, 5, 4]) + r([3, 1, 6, 5]) + r([9, 0, 4, 0])"},
    {some, "r([16, 15, 17, 3]) + r([2, 3, 5, 1]) + r([12, 15, 6, 2])"},
    {bag, "r([17, 18, 19, 20]) + r([1, 2, 3, 5]) + r([6, 12, 13, 15])"},
    {apart, "w([10, 17, 25, 30]) + w([1, 12, 14, 15])"},
    {legal, "g(22, 20, 25) + g(2, 15, 7) + g(20, 20, 5)"},
};
enum { ASKED = sizeof asked / sizeof *asked, OUTCOMES = 2 * ASKED };

/* What the parts are, in one number: values, which `way` asks for, or outcomes. */
static int64_t found_by(struct runtime_case *c, struct way *way, struct ask *q, const struct ask *parts)
{
    struct result result = {0};
    int64_t answer = 1;
    way->by = &solver_ranked;
    way->ask = q;
    assert_int_equal(solver_ranked.run(c->env, way, &c->arena, &result), ST_OK);
    for (size_t k = 0; k < parts->count; k++)
        answer = answer * 1000 + (int64_t)(q->what == Q_VALUE ? result.values[k] : (uint32_t)result.outcomes[k]);
    return answer;
}

static int64_t found(size_t i, struct keep *keep)
{
    struct runtime_case c;
    struct position p = kept_case(&c, asked[i].rule, asked[i].term, keep);
    struct ask q = {.what = Q_VALUE, .components = p.components, .count = p.count};
    int64_t answer = found_by(&c, &(struct way){0}, &q, &q);
    case_close(&c);
    return answer;
}

/* Outcomes of the same parts under both conventions in turn. */
static int64_t outcomes_found(size_t i, struct keep *keep)
{
    struct runtime_case c;
    struct position p = kept_case(&c, asked[i / 2].rule, asked[i / 2].term, keep);
    struct ask parts = {.what = Q_VALUE, .components = p.components, .count = p.count};
    struct ask q = {.what = Q_OUTCOME, .play = i % 2 ? PLAY_MISERE : PLAY_NORMAL};
    int64_t answer = found_by(&c, &(struct way){.kept = &parts}, &q, &parts);
    case_close(&c);
    return answer;
}

CLAIM(filling_that_is_killed_goes_on_to_the_same_values) { killed_goes_on(found, ASKED); }

CLAIM(deciding_that_is_killed_goes_on_to_the_same_outcomes) { killed_goes_on(outcomes_found, OUTCOMES); }

CLAIM(a_full_table_is_not_filled_again)
{
    for (size_t i = 0; i < ASKED; i++) {
        struct keep keep;
        uint64_t written = found_again(found, i, &keep);
        assert_true(written > 3000);
        assert_int_equal(keep.written, written);
        assert_int_equal(keep.loaded, written);
    }
}

enum forgery { OTHERS, LAST_ONE, GREATEST, NOT_VALUED, NO_POSITIONS, WIDE, ZEROS, FORGERIES };

static void forge(enum forgery how, uint64_t count)
{
    static const uint32_t instead[FORGERIES] = {0, 0, FILL_NONE - 1, FILL_UNKNOWN, FILL_NONE, 1 << 16, 0};
    uint64_t from = how == LAST_ONE ? count - 1 : how == WIDE || how == ZEROS ? 0 : count / 3;
    for (uint64_t i = from; i < count; i++) kept_values[i] = how <= LAST_ONE ? kept_values[i] ^ 1 : instead[how];
}

CLAIM(values_with_right_sums_that_are_wrong_are_noticed)
{
    for (size_t i = 0; i < ASKED; i++)
        for (enum forgery how = 0; how < FORGERIES; how++)
            for (int part = 0; part < 2; part++) { /* of all values, or of half of them */
                char words[20000];
                struct keep keep = new_keep();
                empty_folder();
                int64_t answer = found(i, &keep);
                size_t length = words_of_file(words, sizeof words);
                uint64_t count = read_values(words, length) / (part ? 2 : 1);
                forge(how, count);
                write_values(words, length, count);
                keep.loaded = 0;
                assert_int_equal(found(i, &keep), answer);
                assert_int_equal(keep.loaded, 0);
                assert_int_equal(found(i, &keep), answer); /* the file is right again, or of no use */
            }
}

/* ---- outcomes ---------------------------------------------------------------------------------------------------- */
/* Of a run that was killed at its first write; how many bytes there are. */
static size_t half_decided(size_t i, char *words, size_t room, size_t *length)
{
    struct keep keep = new_keep();
    is_killed(outcomes_found, i, &keep, 1);
    *length = words_of_file(words, room);
    return read_kept(words, *length);
}

enum lie {
    ALL_LOST,
    ALL_WON,
    TURNED,
    NO_MARKS,
    ALL_MARKED,
    ALL_DECIDED,
    TOO_FAR,
    ANOTHER_SIZE,
    POSITIONS,
    TORN,
    LONGER,
    LIES
};

/* False: there is nothing of this kind to lie about. */
static bool tell(enum lie how, size_t *count)
{
    static uint64_t bits[1 << 14];
    uint64_t head[2];
    assert_true(*count < sizeof bits);
    memcpy(head, kept_bytes, sizeof head);
    memcpy(bits, kept_bytes + sizeof head, *count - sizeof head);
    uint64_t words = head[0] / 64 + 1, decided = head[1] / 64;
    bool partly = head[1] < head[0];
    if (how == ALL_LOST) memset(bits, 0, decided * 8);
    if (how == ALL_WON) memset(bits, 255, decided * 8);
    for (uint64_t w = decided / 3; how == TURNED && w < decided; w++) bits[w] = ~bits[w];
    if (how == NO_MARKS) memset(bits + decided + 1, 0, (words - decided - 1) * 8);
    if (how == ALL_MARKED) memset(bits + decided + 1, 255, (words - decided - 1) * 8);
    if (how == ALL_DECIDED) head[1] = head[0];
    if (how == TOO_FAR) head[1] = head[0] + 64;
    if (how == ANOTHER_SIZE) head[0]++;
    bool none = *count > sizeof head + words * 8;
    if (how == POSITIONS && none) memset(bits + words, 255, words * 8);
    memcpy(kept_bytes, head, sizeof head);
    memcpy(kept_bytes + sizeof head, bits, *count - sizeof head);
    if (how == TORN) *count -= 8;
    if (how == LONGER) kept_bytes[(*count)++] = 0;
    if (how == NO_MARKS || how == ALL_MARKED || how == ALL_DECIDED) return partly;
    return how != POSITIONS || none;
}

CLAIM(outcomes_with_right_sums_that_are_wrong_are_noticed)
{
    int told = 0;
    for (size_t i = 0; i < OUTCOMES; i++)
        for (enum lie how = 0; how < LIES; how++) {
            char words[20000];
            size_t length;
            struct keep keep = new_keep();
            empty_folder();
            size_t count = half_decided(i, words, sizeof words, &length);
            if (!tell(how, &count)) continue;
            write_kept(words, length, count);
            int64_t answer = outcomes_found(i, NULL);
            assert_int_equal(outcomes_found(i, &keep), answer);
            if (keep.loaded) fail_msg("question %d: lie %d is believed", (int)i, (int)how);
            told++;
        }
    assert_true(told > OUTCOMES * 7);
}

/* States that are numbered from another start have other numbers. */
CLAIM(another_start_or_length_has_its_own_file)
{
    static const char *const terms[] = {"r([5, 6, 5, 4])", "r([5, 6, 5, 5])", "r([5, 6, 5])", "r([0, 5, 6, 4])"};
    struct keep keep = new_keep();
    empty_folder();
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        int64_t answers[2];
        for (int k = 0; k < 2; k++) {
            struct runtime_case c;
            case_open(&c, stair);
            c.env->keep = k ? &keep : NULL;
            struct position p = case_position(&c, terms[i]);
            answers[k] = case_value_by(&c, "ranked", p.components, p.count);
            case_close(&c);
        }
        assert_int_equal(answers[0], answers[1]);
        if (i < 3) assert_int_equal(keep.loaded, 0);
    }
}

CLAIM(states_from_a_file_count_as_positions)
{
    for (size_t i = 0; i < ASKED; i++) {
        struct keep keep = new_keep();
        uint64_t taken[2];
        empty_folder();
        for (int k = 0; k < 2; k++) {
            struct runtime_case c;
            case_open(&c, asked[i].rule);
            c.env->keep = &keep;
            struct position p = case_position(&c, asked[i].term);
            struct ask q = {.what = Q_VALUE, .components = p.components, .count = p.count};
            struct way way = {.by = &solver_ranked, .ask = &q};
            struct result result = {0};
            assert_int_equal(solver_ranked.run(c.env, &way, &c.arena, &result), ST_OK);
            taken[k] = c.file.budget.states_used;
            case_close(&c);
        }
        assert_true(keep.loaded > 0);
        assert_int_equal(taken[0], taken[1]);
    }
}

static bool outcomes_asked;
static bool keeps_and_takes(void)
{
    struct runtime_case c;
    struct component one = {0, 5, (int64_t[]){4, 6, 7, 5, 6}};
    struct position position = {.components = &one, .count = 1};
    struct ask parts = {.what = Q_VALUE, .components = &one, .count = 1}, q = parts;
    struct way way = {.by = &solver_ranked, .ask = &q, .kept = &parts};
    struct result result = {0};
    struct keep keep = new_keep();
    if (outcomes_asked) q = (struct ask){.what = Q_OUTCOME, .positions = &position, .count = 1};
    memset(&c, 0, sizeof c);
    rule_open(&c.file, some);
    enum status st = c.file.st;
    struct env_options options = {
        .params = c.file.params, .budget = &c.file.budget, .diags = &c.file.diags, .keep = &keep};
    if (st == ST_OK) st = env_open(c.file.model, c.file.code, &options, &c.env);
    if (st == ST_OK) st = solver_ranked.run(c.env, &way, &c.arena, &result);
    if (st != ST_OK && st != ST_NO_MEMORY && st != ST_UNSUPPORTED) fail_msg("%s", status_words(st));
    case_close(&c);
    if (st == ST_OK && keep.written == 0 && keep.loaded == 0)
        st = ST_NO_MEMORY; /* nothing was kept for want of memory */
    return st == ST_OK;
}
CLAIM(it_survives_any_failed_allocation)
{
    for (int k = 0; k < 4; k++) { /* with nothing in the file first, then with all */
        outcomes_asked = k / 2;
        if (k % 2 == 0) empty_folder();
        assert_true(walk_failures(keeps_and_takes) > 10);
    }
}

int main(void)
{
    const struct CMUnitTest claims[] = {IT(filling_that_is_killed_goes_on_to_the_same_values),
                                        IT(deciding_that_is_killed_goes_on_to_the_same_outcomes),
                                        IT(outcomes_with_right_sums_that_are_wrong_are_noticed),
                                        IT(a_full_table_is_not_filled_again),
                                        IT(values_with_right_sums_that_are_wrong_are_noticed),
                                        IT(another_start_or_length_has_its_own_file),
                                        IT(states_from_a_file_count_as_positions),
                                        IT(it_survives_any_failed_allocation)};
    return cmocka_run_group_tests(claims, make_folder, remove_folder);
}
