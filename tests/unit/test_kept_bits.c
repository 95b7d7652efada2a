/* SPDX-License-Identifier: MIT */
/* Tables of bits in files (bit_kept.h): a run that was killed goes on to the same answer from what it had found, and what is wrong is
 * not taken, nor what belongs to another position. mbt/bits has rules at random. */
#include "claims.h"
#include <string.h>
#include "base/journal.h"
#include "kept_journal.h"
#include "solve/search/mask_boards.h"
#include "solve/solver.h"

extern const struct solver solver_bits;

/* Never three filled cells side by side. */
static const char lines[] =
    "game g(s: grid) { start(r, c) -> g(grid(r, c, 0))\n"
    "  move m(i in 1..rows(s), j in 1..cols(s)) where s[i, j] == 0\n"
    "    and not (s[i, j-1] == 1 and s[i, j-2] == 1) and not (s[i, j-1] == 1 and s[i, j+1] == 1)\n"
    "    and not (s[i, j+1] == 1 and s[i, j+2] == 1) and not (s[i-1, j] == 1 and s[i-2, j] == 1)\n"
    "    and not (s[i-1, j] == 1 and s[i+1, j] == 1) and not (s[i+1, j] == 1 and s[i+2, j] == 1)\n"
    "    -> g(s with { [i, j] = 1 }) }";
/* Cells with four filled neighbours stay empty: nearly all states are reached, and values are large. */
static const char crosses[] = "game g(s: grid) { start(r, c) -> g(grid(r, c, 0))\n"
                              "  move m(i in 1..rows(s), j in 1..cols(s)) where s[i, j] == 0\n"
                              "    and not (s[i, j-1] == 1 and s[i, j+1] == 1 and s[i-1, j] == 1 and s[i+1, j] == 1)\n"
                              "    -> g(s with { [i, j] = 1 }) }";
/* The last of three coins that are turned falls. */
static const char coins[] =
    "game g(s: row) { move m(i in 1..len(s) - 2) where s[i] == 1 -> g(s with { [i] = 0, [i + 1] = 1 - s[i + 1] })\n"
    "  move k(i in 1..len(s) - 4) where s[i] == 1 and s[i + 2] == 0 -> g(s with { [i] = 0, [i + 2] = 1, [i + 4] = 1 }) "
    "}";
static const struct {
    const char *rule, *term;
    enum play play;
} asked[] = {
    {lines, "g(4, 4)", PLAY_NORMAL},
    {lines, "g(4, 4)", PLAY_MISERE},
    {crosses, "g(3, 5)", PLAY_NORMAL},
    {crosses, "g(3, 5)", PLAY_MISERE},
    {coins, "g([1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 0, 0])", PLAY_NORMAL},
    {coins, "g([1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 0, 0])", PLAY_MISERE},
};
enum { ASKED = sizeof asked / sizeof *asked };

static int64_t answer_of(struct runtime_case *c, struct position *p, enum play play)
{
    struct ask values = {.what = Q_VALUE, .components = p->components, .count = p->count};
    struct ask outcomes = {.what = Q_OUTCOME, .positions = p, .count = 1, .play = PLAY_MISERE};
    struct result result = {0};
    struct way way = {.by = &solver_bits, .ask = play == PLAY_MISERE ? &outcomes : &values};
    assert_int_equal(solver_bits.run(c->env, &way, &c->arena, &result), ST_OK);
    return play == PLAY_MISERE ? (int64_t)(uint32_t)result.outcomes[0] : (int64_t)result.values[0];
}

static int64_t found(size_t i, struct keep *keep)
{
    struct runtime_case c;
    struct position p = kept_case(&c, asked[i].rule, asked[i].term, keep);
    int64_t answer = answer_of(&c, &p, asked[i].play);
    case_close(&c);
    return answer;
}

CLAIM(a_run_that_is_killed_goes_on_to_the_same_answer) { killed_goes_on(found, ASKED); }

CLAIM(a_full_table_is_not_filled_again)
{
    for (size_t i = 0; i < ASKED; i++) {
        struct keep keep;
        uint64_t written = found_again(found, i, &keep);
        assert_true(written > 20);
        assert_int_equal(keep.written, written);
        assert_true(keep.loaded > 20);
    }
}

/* ---- lies -------------------------------------------------------------------------------------------------------- */
/* The words of the snapshot, or of the journal of which that is a part; the rest of the folder is removed. */
static size_t words_of(bool values, char *words, size_t room)
{
    static const char *const magics[2] = {"cgisnap", "cgivals"};
    DIR *all = opendir(folder);
    for (struct dirent *e; (e = readdir(all));) {
        char path[600], magic[8] = "";
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        FILE *file = strstr(e->d_name, ".values") ? fopen(path, "rb") : NULL;
        if (!file) continue;
        assert_int_equal(fread(magic, 1, sizeof magic, file), sizeof magic);
        fclose(file);
        if (memcmp(magic, magics[values], sizeof magic) != 0) remove(path);
    }
    closedir(all);
    return words_of_file(words, room);
}

enum value_lie { LOW_BIT, HIGH_BIT, NO_VALUES, ALL_LOST, LAST_ONE, NOT_A_WORD, VALUE_LIES };

CLAIM(values_with_right_sums_that_are_wrong_are_noticed)
{
    static char words[20000];
    for (size_t i = 0; i < ASKED; i++)
        for (enum value_lie how = 0; how < VALUE_LIES; how++)
            for (int part = 0; part < 2; part++) { /* of all values, or of half of them */
                struct keep keep = new_keep();
                empty_folder();
                int64_t answer = found(i, &keep);
                size_t length = words_of(true, words, sizeof words), a_word = asked[i].play == PLAY_MISERE ? 2 : 8;
                uint64_t count = read_values(words, length);
                if (part) count = count / a_word / 2 * a_word;
                uint64_t from = how == LAST_ONE ? count - a_word : 0;
                for (uint64_t k = from; k < count; k++)
                    kept_values[k] = how == NO_VALUES                             ? UINT32_MAX
                                     : how == ALL_LOST                            ? 0
                                     : how == HIGH_BIT && k % a_word < a_word - 2 ? kept_values[k]
                                                                                  : ~kept_values[k];
                if (how == NOT_A_WORD) count--;
                write_values(words, length, count);
                keep.loaded = 0;
                assert_int_equal(found(i, &keep), answer);
                if (keep.loaded) fail_msg("question %d: lie %d is believed", (int)i, (int)how);
                assert_int_equal(found(i, &keep), answer); /* the file is right again */
                assert_true(keep.loaded > 0);
            }
}

enum lie { ONE_STATE_A_WORD, START_MISSING, TOO_FAR, DESCENDING, A_WORD_IS_NONE, FEWER_GROUPS, TORN, LONGER, LIES };

static uint64_t number_at(size_t at)
{
    uint64_t number;
    memcpy(&number, kept_bytes + at, sizeof number);
    return number;
}

static void set_number(size_t at, uint64_t number) { memcpy(kept_bytes + at, &number, sizeof number); }

/* In the file: how far, groups, work; of each group its number, its words as bits, and these. */
static size_t tell(enum lie how, size_t count)
{
    enum { HEAD = 24, GROUP = 16 };
    size_t last = HEAD, words = (size_t)__builtin_popcountll(number_at(HEAD + 8));
    for (size_t at = HEAD, k; at < count; at += GROUP + 8 * k) {
        last = at;
        for (k = 0; k < (size_t)__builtin_popcountll(number_at(at + 8)); k++)
            if (how == ONE_STATE_A_WORD && (k || at > HEAD)) set_number(at + GROUP + 8 * k, 1);
    }
    if (how == START_MISSING) set_number(HEAD + GROUP, 2);
    if (how == TOO_FAR) set_number(0, number_at(0) + 64);
    if (how == DESCENDING) set_number(last, last == HEAD ? UINT64_MAX : 0);
    if (how == A_WORD_IS_NONE) set_number(HEAD + GROUP + 8 * (words - 1), 0);
    if (how == FEWER_GROUPS) set_number(8, number_at(8) - 1);
    if (how == TORN) return count - 8;
    if (how == LONGER) kept_bytes[count++] = 0;
    return count;
}

CLAIM(what_is_reached_with_right_sums_that_is_wrong_is_noticed)
{
    static char words[20000];
    for (size_t i = 0; i < ASKED; i++)
        for (enum lie how = 0; how < LIES; how++) {
            struct keep keep = new_keep();
            empty_folder();
            int64_t answer = found(i, &keep);
            size_t length = words_of(false, words, sizeof words), count = tell(how, read_kept(words, length));
            write_kept(words, length, count);
            keep.loaded = 0;
            assert_int_equal(found(i, &keep), answer);
            if (keep.loaded) fail_msg("question %d: lie %d is believed", (int)i, (int)how);
        }
}

CLAIM(another_position_has_its_own_file)
{
    static const char *const terms[] = {"g([[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]])",
                                        "g([[0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 0]])",
                                        "g([[0, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0]])"};
    struct keep keep = new_keep();
    empty_folder();
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
        for (enum play play = PLAY_NORMAL; play <= PLAY_MISERE; play++) {
            int64_t answers[2];
            for (int k = 0; k < 2; k++) {
                struct runtime_case c;
                struct position p = kept_case(&c, lines, terms[i], k ? &keep : NULL);
                answers[k] = answer_of(&c, &p, play);
                case_close(&c);
            }
            assert_int_equal(answers[0], answers[1]);
            if (play == PLAY_NORMAL) assert_int_equal(keep.loaded, 0);
            keep.loaded = 0;
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
            struct position p = kept_case(&c, asked[i].rule, asked[i].term, &keep);
            answer_of(&c, &p, asked[i].play);
            taken[k] = c.file.budget.states_used;
            case_close(&c);
        }
        assert_true(keep.loaded > 0);
        assert_int_equal(taken[0], taken[1]);
    }
}

static size_t question;
static bool keeps_and_takes(void)
{
    struct runtime_case c;
    struct keep keep = new_keep();
    struct position position;
    struct result result = {0};
    memset(&c, 0, sizeof c);
    rule_open(&c.file, asked[question].rule);
    enum status st = c.file.st;
    struct env_options options = {
        .params = c.file.params, .budget = &c.file.budget, .diags = &c.file.diags, .keep = &keep};
    struct component one = {0, 14, (int64_t[]){2, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}};
    position = (struct position){.components = &one, .count = 1};
    struct ask q = {.what = Q_VALUE, .components = &one, .count = 1};
    if (asked[question].play == PLAY_MISERE)
        q = (struct ask){.what = Q_OUTCOME, .positions = &position, .count = 1, .play = PLAY_MISERE};
    struct way way = {.by = &solver_bits, .ask = &q};
    if (st == ST_OK) st = env_open(c.file.model, c.file.code, &options, &c.env);
    if (st == ST_OK) st = solver_bits.run(c.env, &way, &c.arena, &result);
    if (st != ST_OK && st != ST_NO_MEMORY && st != ST_UNSUPPORTED) fail_msg("%s", status_words(st));
    case_close(&c);
    if (st == ST_OK && keep.written == 0 && keep.loaded == 0)
        st = ST_NO_MEMORY; /* nothing was kept for want of memory */
    return st == ST_OK;
}
CLAIM(it_survives_any_failed_allocation)
{
    for (int k = 0; k < 4; k++) { /* with nothing in the files first, then with all */
        question = (size_t)k / 2;
        if (k % 2 == 0) {
            empty_folder();
            assert_true(keeps_and_takes());
            empty_folder();
        }
        assert_true(walk_failures(keeps_and_takes) > 10);
    }
}

int main(void)
{
    const struct CMUnitTest claims[] = {IT(a_run_that_is_killed_goes_on_to_the_same_answer),
                                        IT(a_full_table_is_not_filled_again),
                                        IT(values_with_right_sums_that_are_wrong_are_noticed),
                                        IT(what_is_reached_with_right_sums_that_is_wrong_is_noticed),
                                        IT(another_position_has_its_own_file),
                                        IT(states_from_a_file_count_as_positions),
                                        IT(it_survives_any_failed_allocation)};
    return cmocka_run_group_tests(claims, make_folder, remove_folder);
}
