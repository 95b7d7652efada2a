/* SPDX-License-Identifier: MIT */
/* Tables that kernels fill row by row, in files (kept_rows.h): filling that was killed goes on to the same table from
 * what it had written, and what is wrong is not taken, nor what belongs to another rule or box. */
#include "claims.h"
#include <string.h>
#include "base/crew.h"
#include "base/hash.h"
#include "base/journal.h"
#include "base/mem.h"
#include "engine/open/engine.h"
#include "engine/open/position.h"
#include "kept_journal.h"
#include "plan/plan.h"

static const char steps[] = "game g(a, b) { move a(t in 1..a) -> g(a - t, b) move b(t in 1..b) -> g(a, b - t)\n"
                            "  move both(s in 1..a, t in 1..b) where s < 2 * t and t < 2 * s -> g(a - s, b - t) }";
static const char diagonal[] = "game g(a, b) { move both(s in 1..a, t in 1..b) where s == t or s + t == 5\n"
                               "  -> g(a - s, b - t) }";
static const char three[] = "game g(a, b, c) { move m(s in 0..a, t in 0..b, u in 0..c) where s + t + u > 0 and s <= t\n"
                            "  and t <= u + 1 -> g(a - s, b - t, c - u) }";
static const char few[] = "game g(a, b) { move m(s in 0..3, t in 0..3) where s + t in {2, 3, 5} and s <= a and t <= b\n"
                          "  -> g(a - s, b - t) }";
static const char crowd[] = "game g(a, b) { move m(s in 0..a, t in 0..b) where gcd(s, t) == 1 -> g(a - s, b - t) }";
static const char bound[] = "game g(n, q) { move m(t in 1..n) where (t * q) % 7 < 3 -> g(n - t, t) }";
static const char chosen[] =
    "game g(a, b) { move m(t in {1, 2, 5, 9}) where t <= a and (a + b) % 3 != 1 -> g(a - t, b)\n"
    "  move k(t in {1, 3, 4}) where t <= b and (a * b) % 5 != 1 -> g(a, b - t)\n"
    "  move l(t in {2, 6}) where t <= b and t <= a -> g(a - t, b - t) }";
static const char window[] =
    "game g(n) { move m(t in 1..n / 2) -> g(n - t) move k(t in 1..n) where t * t <= n and t % 3 != 1\n"
    "  -> g(n - t) }";
static const char ones[] =
    "game g(n) { move m(t in 1..n) where t == n / 2 or t == (n + 2) / 3 or t * t == n -> g(n - t) }";
static const char queen[] = "game g(a, b) { move a(t in 1..a) -> g(a - t, b) move b(t in 1..b) -> g(a, b - t)\n"
                            "  move both(t in 1..min(a, b)) -> g(a - t, b - t) }";
static const char cubes[] =
    "game g(a, b, c) { move a(t in 1..a) -> g(a - t, b, c) move b(t in 1..b) -> g(a, b - t, c)\n"
    "  move c(t in 1..c) -> g(a, b, c - t) move all(t in 1..min(a, min(b, c))) -> g(a - t, b - t, c - t) }";
static const char halves[] = "game g(a, b) { move a(t in 1..a / 2) -> g(a - t, b) move b(t in 1..b) -> g(a, b - t)\n"
                             "  move both(t in 1..min(a, b)) where t <= 9 -> g(a - t, b - t) }";
static const char limited[] = "game g(n, most) { move t(t in 1..min(n, most)) -> g(n - t, 2 * t) }";
static const char remainders[] = "game g(a, b) { move a(t in 1..a) where a % 3 != 1 -> g(a - t, b)\n"
                                 "  move b(t in 1..b) -> g(a, b - t) move c where a > 2 and b > 1 -> g(a - 3, b - 2) }";
static const char stones[] =
    "game g(s: row) { move l(i in 1..len(s)) where s[i] == 1 and s[i + 1] == 2 -> g(s with { [i] = 0, [i + 1] = 1 })\n"
    "  move r(i in 1..len(s)) where s[i] == 2 and s[i + 1] == 1 -> g(s with { [i] = 0, [i + 1] = 2 })\n"
    "  move k(i in 1..len(s)) where s[i] == 1 and s[i + 1] == 2 -> g(s with { [i] = 2, [i + 1] = 0 })\n"
    "  move m(i in 1..len(s)) where s[i] == 2 and s[i + 1] == 1 -> g(s with { [i] = 1, [i + 1] = 0 }) }";
static const struct {
    const char *rule, *term, *solver;
    enum play play;
    bool outcome;
} asked[] = {
    {steps, "g(60, 70)", "vectors", PLAY_NORMAL, false},
    {diagonal, "g(50, 90)", "vectors", PLAY_NORMAL, false},
    {three, "g(12, 14, 16)", "vectors", PLAY_NORMAL, false},
    {few, "g(60, 50)", "vectors", PLAY_NORMAL, false},
    {crowd, "g(36, 40)", "vectors", PLAY_NORMAL, false},
    {bound, "g(36, 40)", "dynamic", PLAY_NORMAL, false},
    {bound, "g(50, 33)", "dynamic", PLAY_NORMAL, true},
    {bound, "g(50, 33)", "dynamic", PLAY_MISERE, true},
    {chosen, "g(36, 40)", "choices", PLAY_NORMAL, false},
    {chosen, "g(60, 70)", "choices", PLAY_MISERE, true},
    {window, "g(3000)", "windows", PLAY_NORMAL, false},
    {ones, "g(3000)", "windows", PLAY_NORMAL, false},
    {queen, "g(60, 60)", "lines", PLAY_NORMAL, false},
    {queen, "g(50, 70)", "lines", PLAY_NORMAL, false},
    {cubes, "g(7, 18, 18)", "lines", PLAY_NORMAL, false},
    {halves, "g(60, 50)", "lines", PLAY_NORMAL, false},
    {limited, "g(60, 70)", "lines", PLAY_NORMAL, false},
    {remainders, "g(60, 50)", "lines", PLAY_NORMAL, false},
    {queen, "g(270, 270)", "lines", PLAY_NORMAL, false},
    {remainders, "g(90, 260)", "lines", PLAY_NORMAL, false},
    {stones, "[1, 2]", "families", PLAY_NORMAL, false},
    {stones,
     "[1, 1, 2, 2, 1, 1, 2, 2, 1, 1, 2, 2, 2, 1, 1, 1, 2, 1, 1, 1, 1, 2, 1, 2, 2, 2, 2, 2, 2, 1, 2, 1, 1, 1, 2, 1, "
     "2, 2, 2, 2, 2, 2, 2, 1, 2, 1, 2, 1, 2, 1, 1, 2, 2, 1, 1, 2, 2, 1, 2, 1]",
     "families", PLAY_NORMAL, false},
};
enum { ASKED = sizeof asked / sizeof *asked, STEPPED = 3 /* the first ones, whose sets are kept too */ };

/* A sum over all values that are in the table. */
static int64_t sum_of_table(const struct game_memory *m)
{
    uint64_t sum = m->filled;
    for (uint64_t i = 0; i < m->filled; i++) sum = hash_mix(sum ^ value_table_at(&m->table, i));
    return (int64_t)(sum >> 1);
}

enum { CELLS = 160, OPTIONS = 24 };

/* A row that is this one over and over, and some of its options; or, if it is long, that one alone. */
static int64_t answer_of_rows(struct env *env, const struct component *of)
{
    struct component rows[OPTIONS];
    int64_t cells[OPTIONS][CELLS + 1], length = of->count > 10 ? of->cells[0] : CELLS;
    uint64_t values[OPTIONS], sum = 0;
    size_t count = of->count > 10 ? 1 : OPTIONS;
    for (int64_t i = 0; i < (int64_t)count; i++) {
        int64_t at = 1 + i * i % (length - 34), *row = cells[i]; /* a run of 32 cells is left */
        row[0] = length;
        for (int64_t k = 0; k < length; k++) row[1 + k] = of->cells[1 + k % of->cells[0]];
        if (i > 0 && row[at] != row[at + 1]) row[at + 1] = row[at], row[at] = 0;
        rows[i] = (struct component){0, (size_t)length + 1, row};
    }
    env->terms.only = "families";
    assert_int_equal(values_of(env, rows, count, values, NULL), ST_OK);
    for (size_t i = 0; i < count; i++) sum = hash_mix(sum ^ values[i]);
    return (int64_t)(sum >> 1);
}

/* Opened with all that is proved of it. */
static int64_t rows_found(size_t i, struct keep *keep)
{
    struct budget budget = {0};
    struct engine_options options = {.text = asked[i].rule, .name = "rule", .budget = &budget, .until = STAGE_ALL};
    struct engine *engine = NULL;
    struct position position;
    const char *label, *term = asked[i].term;
    assert_int_equal(engine_open(&options, &engine), ST_OK);
    assert_int_equal(engine_select(engine, 0, &label), ST_OK);
    assert_int_equal(engine_position(engine, &term, 1, &position), ST_OK);
    if (keep) keep->wrote = dies_at_last;
    engine->env->keep = keep;
    int64_t answer = answer_of_rows(engine->env, position.components);
    engine_close(engine);
    return answer;
}

static int64_t answer_to(struct runtime_case *c, size_t i, const char *term)
{
    struct position p = case_position(c, term);
    if (!asked[i].outcome) {
        int64_t value = case_value_by(c, asked[i].solver, p.components, p.count);
        assert_true(value >= 0);
        return sum_of_table(store_game(c->env->store, 0));
    }
    struct ask q = {.what = Q_OUTCOME, .play = asked[i].play, .positions = &p, .count = 1};
    struct position many[40];
    struct component parts[40];
    int64_t cells[40][2], answer = 0;
    for (size_t k = 0; k < 40; k++) { /* the whole box, and positions below */
        cells[k][0] = p.components[0].cells[0] - (int64_t)k;
        cells[k][1] = p.components[0].cells[1] - (int64_t)(k * k % 23);
        parts[k] = (struct component){0, 2, cells[k]};
        many[k] = (struct position){.components = &parts[k], .count = 1};
    }
    q.positions = many;
    q.count = 40;
    struct plan *plan;
    struct result result = {0};
    c->env->terms.only = asked[i].solver;
    assert_int_equal(plan_make(c->env, &q, &c->arena, &plan), ST_OK);
    assert_int_equal(plan_run(c->env, plan, &c->arena, &result), ST_OK);
    for (size_t k = 0; k < 40; k++) answer = answer * 2 + (result.outcomes[k] == OUTCOME_P);
    return answer;
}

/* By two hands. */
static int64_t found(size_t i, struct keep *keep)
{
    struct runtime_case c;
    struct crew crew;
    if (asked[i].rule == stones) return rows_found(i, keep);
    crew_open(&crew, 2);
    kept_case(&c, asked[i].rule, asked[i].term, keep);
    c.file.budget.crew = &crew;
    int64_t answer = answer_to(&c, i, asked[i].term);
    case_close(&c);
    crew_close(&crew);
    return answer;
}

CLAIM(filling_that_is_killed_after_any_row_goes_on_to_the_same_table) { killed_goes_on(found, ASKED); }

CLAIM(a_full_table_is_not_filled_again)
{
    for (size_t i = 0; i < ASKED; i++) {
        struct keep keep;
        uint64_t written = found_again(found, i, &keep);
        assert_true(written > (asked[i].outcome ? 60 : 1000));
        assert_true(keep.loaded > 1000);
        if (!asked[i].outcome && asked[i].rule != stones)
            assert_true(keep.loaded <= written && keep.loaded + 600 > written); /* until it is wider */
        if (asked[i].rule != stones) assert_int_equal(keep.written, written);   /* short rows are searched as well */
    }
}

/* Of the file of values, or of the one of what is carried; 0: there is none. */
static size_t words_in(const char *magic, char *words, size_t size)
{
    DIR *all = opendir(folder);
    uint64_t length = 0, found = 0;
    for (struct dirent *e; !found && (e = readdir(all));) {
        char path[600], begin[8] = "";
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        FILE *file = strstr(e->d_name, ".values") ? fopen(path, "rb") : NULL;
        if (!file) continue;
        assert_int_equal(fread(begin, 1, sizeof begin, file), sizeof begin);
        assert_int_equal(fseek(file, 24, SEEK_SET), 0);
        assert_int_equal(fread(&length, 8, 1, file), 1);
        assert_true(length < size && fread(words, 1, (size_t)length, file) == length);
        fclose(file);
        if (strncmp(begin, magic, sizeof begin) == 0) found = length;
    }
    closedir(all);
    return (size_t)found;
}

static uint32_t right_values[1 << 20];

enum forgery { TURNED, LAST_ONE, LARGE, GREATEST, ZEROS, ONES, SHIFTED, FORGERIES };

static void forge(enum forgery how, uint64_t count)
{
    uint64_t from = how == LAST_ONE ? count - 1 : how == ZEROS ? 0 : count / 3;
    for (uint64_t i = from; i < count; i++) {
        if (how <= LAST_ONE) kept_values[i] ^= 1;
        if (how == LARGE) kept_values[i] = 300;
        if (how == GREATEST) kept_values[i] = UINT32_MAX;
        if (how == ZEROS) kept_values[i] = 0;
        if (how == ONES) kept_values[i] = 1;
        if (how == SHIFTED) kept_values[i] = kept_values[i - 1];
    }
}

CLAIM(values_with_right_sums_that_are_wrong_are_noticed)
{
    for (size_t i = 0; i < ASKED; i++) {
        char words[20000];
        struct keep keep = new_keep();
        empty_folder();
        int64_t answer = found(i, &keep);
        size_t length = words_in("cgivals", words, sizeof words);
        uint64_t all = read_values(words, length);
        memcpy(right_values, kept_values, (size_t)all * sizeof *kept_values);
        for (enum forgery how = i % 2; how < FORGERIES; how += 2) {
            bool part = how / 2 % 2; /* of half of the values, or of all */
            uint64_t count = all / (part ? 2 : 1);
            memcpy(kept_values, right_values, (size_t)all * sizeof *kept_values);
            forge(how, count);
            if (asked[i].outcome && how == LAST_ONE && kept_values[count - 1] == right_values[count - 1]) continue;
            write_values(words, length, count);
            keep.loaded = 0;
            if (found(i, &keep) != answer) fail_msg("question %d: forgery %d is believed", (int)i, (int)how);
            if (!part && found(i, &keep) != answer) fail_msg("question %d: forgery %d stays", (int)i, (int)how);
        }
    }
}

/* ---- what is carried --------------------------------------------------------------------------------------------- */
enum lie { NOTHING, ALL, ODD, MOVED, EARLIER, LATER, SHORTER, LONGER, OF_ANOTHER, LIES };

/* `columns`: of a row. */
static size_t tell(enum lie how, size_t count, uint64_t columns)
{
    uint64_t head[2];
    memcpy(head, kept_bytes, sizeof head);
    if (how == EARLIER) head[0] -= columns;
    if (how == LATER) head[0] += columns;
    if (how == OF_ANOTHER) head[1] += 8;
    memcpy(kept_bytes, head, sizeof head);
    for (size_t i = sizeof head; i < count; i++) {
        if (how == NOTHING) kept_bytes[i] = 0;
        if (how == ALL) kept_bytes[i] = 255;
        if (how == ODD && i % 8 == 4) kept_bytes[i] ^= 1;
        if (how == MOVED && i + 40 < count) kept_bytes[i] = kept_bytes[i + 40];
    }
    return how == SHORTER ? count - 8 : how == LONGER ? count + 8 : count;
}

CLAIM(sets_with_right_sums_that_are_wrong_are_noticed)
{
    int told = 0;
    for (size_t i = 0; i < STEPPED; i++) {
        int64_t answer = found(i, NULL);
        for (enum lie how = 0; how <= LIES; how++) { /* the last time nothing is changed */
            char words[20000];
            struct keep keep = new_keep();
            if (i == 2 && how % 2 && how < LIES) continue;
            empty_folder();
            is_killed(found, i, &keep, 5);
            size_t length = words_in("cgisnap", words, sizeof words);
            assert_true(length > 0);
            size_t count = read_kept(words, length);
            uint64_t columns = (uint64_t[]){71, 91, 17}[i];
            if (how < LIES) write_kept(words, length, tell(how, count, columns));
            assert_int_equal(found(i, &keep), answer);
            /* Others are no sets at all, and then values are passed; of the third rule these sets say nothing. */
            if (how == NOTHING && i < 2) assert_int_equal(keep.loaded, 0);
            if (how == LIES) assert_true(keep.loaded >= 4 * columns);
            told += how < LIES;
        }
    }
    assert_int_equal(told, STEPPED * LIES - LIES / 2);
}

/* A larger box of the same rule begins with a smaller one only where its rows are as long. */
CLAIM(another_box_or_rule_has_its_own_file)
{
    static const char *const terms[] = {"g(60, 70)", "g(60, 71)", "g(75, 70)", "g(40, 70)"};
    struct keep keep = new_keep();
    empty_folder();
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        int64_t answers[2];
        uint64_t before = keep.loaded;
        for (int k = 0; k < 2; k++) {
            struct runtime_case c;
            kept_case(&c, steps, terms[i], k ? &keep : NULL);
            answers[k] = answer_to(&c, 0, terms[i]);
            case_close(&c);
        }
        assert_int_equal(answers[0], answers[1]);
        assert_true(i < 2 ? keep.loaded == before : keep.loaded > before);
    }
    uint64_t loaded = keep.loaded;
    for (size_t i = 1; i < ASKED; i++) {
        if (asked[i].outcome) continue;
        int64_t answer = found(i, NULL);
        assert_int_equal(found(i, &keep), answer);
    }
    assert_int_equal(keep.loaded, loaded);
}

CLAIM(rows_from_a_file_count_as_positions)
{
    for (size_t i = 0; i < ASKED; i++) {
        struct keep keep = new_keep();
        uint64_t taken[2];
        if (asked[i].rule == stones) continue; /* of runs none is counted */
        empty_folder();
        for (int k = 0; k < 2; k++) {
            struct runtime_case c;
            kept_case(&c, asked[i].rule, asked[i].term, &keep);
            uint64_t before = c.file.budget.states_used;
            answer_to(&c, i, asked[i].term);
            taken[k] = c.file.budget.states_used - before;
            case_close(&c);
        }
        assert_true(keep.loaded > 0);
        assert_int_equal(taken[0], taken[1]);
    }
}

/* With every allocation failing from the nth one after the plan is made. */
static bool keeps_and_takes(size_t i, uint64_t nth)
{
    struct runtime_case c;
    struct keep keep = new_keep();
    int64_t cells[2] = {8, 8};
    struct component one = {0, 2, cells};
    struct ask q = {.what = Q_VALUE, .components = &one, .count = 1};
    struct result result = {0};
    struct plan *plan;
    kept_case(&c, asked[i].rule, asked[i].term, &keep);
    c.env->terms.only = asked[i].solver;
    assert_int_equal(plan_make(c.env, &q, &c.arena, &plan), ST_OK);
    mem_fail_from(nth);
    enum status st = plan_run(c.env, plan, &c.arena, &result);
    mem_fail_from(0);
    if (st != ST_OK && st != ST_NO_MEMORY) fail_msg("%s", status_words(st));
    case_close(&c);
    return st == ST_OK && (keep.written || keep.loaded); /* else nothing was kept for want of memory */
}
CLAIM(it_survives_any_failed_allocation)
{
    static const size_t tried[] = {1, 12}; /* sets that are kept, and sets that are filled again */
    for (size_t k = 0; k < 2 * sizeof tried / sizeof *tried; k++) {
        if (k % 2 == 0) empty_folder(); /* with nothing in the file first, then with all */
        uint64_t before = mem_held(), nth = 1;
        for (; !keeps_and_takes(tried[k / 2], nth); nth++) assert_int_equal(mem_held(), before);
        assert_int_equal(mem_held(), before);
        assert_true(nth > 10);
    }
}

int main(void)
{
    const struct CMUnitTest claims[] = {IT(filling_that_is_killed_after_any_row_goes_on_to_the_same_table),
                                        IT(a_full_table_is_not_filled_again),
                                        IT(values_with_right_sums_that_are_wrong_are_noticed),
                                        IT(sets_with_right_sums_that_are_wrong_are_noticed),
                                        IT(another_box_or_rule_has_its_own_file),
                                        IT(rows_from_a_file_count_as_positions),
                                        IT(it_survives_any_failed_allocation)};
    return cmocka_run_group_tests(claims, make_folder, remove_folder);
}
