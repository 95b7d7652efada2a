/* SPDX-License-Identifier: MIT */
/* Runs by their ends and their length: which rules have a list of moves, how few ends there are, and that failing allocations are
 * survived. mbt/families compares values. */
#include "solve/search/families.h"
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "claims.h"
#include "engine/open/engine.h"
#include "engine/open/position.h"

/* The numbers that cells hold; | for an edge. */
static size_t put_cells(char *out, const struct row_rule *rule, const unsigned char *cells, size_t count)
{
    size_t at = 0;
    for (size_t k = 0; k < count; k++)
        at += rule->walls && cells[k] == rule->pad ? (size_t)sprintf(out + at, "|")
                                                   : (size_t)sprintf(out + at, "%d", (int)rule->values[cells[k]]);
    return at;
}

/* "12>01 12>20": of the moves that are read off, a ^ where a run must begin, a $ where it must end; "none" */
static const char *moves_of(const char *rule, const char *row)
{
    static char out[512];
    struct budget budget = {0};
    struct engine_options options = {.text = rule, .name = "rule", .budget = &budget, .until = STAGE_ALL};
    struct engine *engine = NULL;
    struct position position;
    struct row_rule read = {0};
    const char *label;
    size_t at = 0;
    assert_int_equal(engine_open(&options, &engine), ST_OK);
    assert_int_equal(engine_select(engine, 0, &label), ST_OK);
    assert_int_equal(engine_position(engine, &row, 1, &position), ST_OK);
    assert_int_equal(row_rule_make(engine->env, &position.components[0], &read), ST_OK);
    strcpy(out, read.known ? "" : "none");
    for (size_t i = 0; read.known && i < read.moves.count; i++) {
        const struct row_move *m = &read.moves.data[i];
        at += (size_t)sprintf(out + at, "%s%s", i ? " " : "", m->left_end ? "^" : "");
        at += put_cells(out + at, &read, m->from, m->length);
        at += (size_t)sprintf(out + at, "%s>", m->right_end ? "$" : "");
        at += put_cells(out + at, &read, m->to, m->length);
    }
    row_rule_free(&read);
    engine_close(engine);
    return out;
}

#define ROW(move) "game r(s: row) { move x(i in 1..len(s))" move " }"
#define PAINT(where) "game r(s: row) { move x(i in 1..len(s), c in 1..2)" where " -> r(s with { [i] = c }) }"
#define PAIR(move) "game r(s: row) { move x(i in 1..len(s), j in 1..len(s))" move " }"
#define MOVES(move, row, moves) assert_string_equal(moves_of(ROW(move), row), moves)

CLAIM(moves_are_read_with_what_they_do_not_ask_filled_in)
{
    MOVES(" where s[i] == 1 and s[i + 1] == 1 -> r(s with { [i..i + 1] = 0 })", "[1, 1]", "11>00");
    MOVES(" where s[i] == 1 and s[i + 1] > 0 -> r(s with { [i] = 0 })", "[1, 2]", "12>02 11>01");
    MOVES(" where s[i] == 1 and s[i - 1] == 0 and s[i + 1] == 0 -> r(s with { [i] = 0 })", "[1, 2]", "^1$>0");
    MOVES(" where s[i] == 1 and s[i + 1] == 0 -> r(s with { [i] = 0 })", "[1]", "1$>0");
    MOVES(" where s[i] == 1 and s[i + 1] == 1 -> r(s with { [i] = 5 })", "[1, 5]", "11>51");
}

CLAIM(rules_whose_moves_look_further_or_erase_nothing_have_no_list)
{
    MOVES(" where s[i] == 1 and s[i + 1] != 5 -> r(s with { [i] = 5 })", "[1, 5]", "none"); /* beyond the end is 0 */
    MOVES(" where s[i] == 1 and s[i + 1] == 0 and s[i + 2] == 1 -> r(s with { [i] = 0 })", "[1, 0, 1]", "none");
    MOVES(" where s[i] == 1 and s[i + 2] == 1 -> r(s with { [i] = 0 })", "[1, 0, 1]", "none");
    MOVES(" where s[i] == 1 and s[i + 1] == 0 and s[i + 2] == 0 -> r(s with { [i] = 0 })", "[1, 0, 1]", "none");
    MOVES(" where s[i] == 1 and s[i + 1] == 2 -> r(s with { [i] = 2 })", "[1, 0, 2]", "none");
    MOVES(" where s[i] == 1 and i > 2 -> r(s with { [i] = 0 })", "[1, 1, 1]", "none");
    MOVES(" where s[i] == 1 and len(s) > 2 -> r(s with { [i] = 0 })", "[1, 1, 1]", "none");
    MOVES(" where s[i] > 0 -> r(s with { [i] = 0 })", "[1, 2, 3, 4]", "none");
}

/* ---- rows of one length, and rings, however they are spelled -------------------------------------------------------- */
#define ONES "[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"
#define A_TWO "[2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"
#define NONE "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]"
#define DAWSON "^1$>0 ^11>00 11$>00 111>000"

CLAIM(rows_of_one_length_are_read_however_they_are_spelled)
{
    MOVES(" where s[i] == 1 -> r([abs(j - i) <= 1 ? 0 : s[j] for j in 1..len(s)])", ONES, DAWSON);
    MOVES(" where s[i] == 1 -> r([s[j] == 1 and abs(j - i) > 1 ? 1 : 0 for j in 1..len(s)])", ONES, DAWSON);
    MOVES(" where s[i] == 1 -> r([s[j] * (max(i, j) - min(i, j) < 2 ? 0 : 1) for j in 1..len(s)])", ONES, DAWSON);
    MOVES(" where s[i] == 1 and i > 1 and i < len(s) -> r(s with { [i - 1..i + 1] = 0 }) move a where s[1] == 1 -> "
          "r(s with { [1..2] = 0 }) move b where s[len(s)] == 1 -> r(s with { [len(s) - 1..len(s)] = 0 })",
          ONES, DAWSON);
    assert_string_equal(
        moves_of(PAIR(" where j - i == 1 and s[i] * s[j] == 1 -> r([k in {i, j} ? 0 : s[k] for k in 1..len(s)])"),
                 ONES),
        "11>00");
    MOVES(" where s[i - 1] + s[i] + s[i + 1] == 0 -> r(s with { [i] = 1 })", NONE, "000>010");
    MOVES(" where sum(s[k] for k in 1..len(s) where abs(i - k) < 2) == 0 -> r(s with { [i] = 1 })", NONE, "000>010");
    assert_string_equal(
        moves_of(
            PAIR(" where abs(i - j) in {1, len(s) - 1} and s[i] == 1 and s[j] == 1 -> r(s with { [i] = 0, [j] = 0 })"),
            ONES),
        "11>00");
}

CLAIM(cells_that_stay_are_walls)
{
    assert_string_equal(moves_of(PAINT(" where s[i - 1] + s[i] + s[i + 1] == 0"), NONE),
                        "000>010 000>020 |00>|10 |00>|20 00|>01| 00|>02|");
    /* at the end a free cell is enough, and only there */
    assert_string_equal(moves_of(PAINT(" where s[i] == 0 and s[i + 1] == 0 and (i == 1 or s[i - 1] == 2)"), NONE),
                        "200>210 200>220 |00>|10 |00>|20 20|>21| 20|>22|");
    MOVES(" where s[i] == 1 and i > 1 -> r([abs(j - i) <= 1 ? 0 : s[j] for j in 1..len(s)])", ONES,
          "111>000 110>000 011>000 010>000 11|>00| 01|>00|");
    /* far cells are asked beyond one that stays; a move leaves nothing that stays */
    assert_string_equal(moves_of(PAINT(" where s[i] == 0 and s[i - 2] != c and s[i + 2] != c"), NONE), "none");
    MOVES(" where s[i] < 2 and s[i + 1] < 2 -> r(s with { [i] += 1 })", NONE, "none");
}

CLAIM(what_a_place_the_length_or_a_far_cell_decides_has_no_list)
{
    MOVES(" where s[i] == 1 and i % 3 > 0 -> r([abs(j - i) <= 1 ? 0 : s[j] for j in 1..len(s)])", ONES, "none");
    MOVES(" where s[i] == 1 and i > 7 -> r([abs(j - i) <= 1 ? 0 : s[j] for j in 1..len(s)])", ONES, "none");
    MOVES(" where s[i] == 1 -> r([j >= i ? 0 : s[j] for j in 1..len(s)])", ONES, "none");
    MOVES(" where s[i] == 1 -> r([abs(j - i) <= len(s) / 20 ? 0 : s[j] for j in 1..len(s)])", ONES, "none");
    MOVES(" where s[i] == 1 -> r([abs(j - i) <= 1 or s[j] == 2 ? 0 : s[j] for j in 1..len(s)])", A_TWO, "none");
    MOVES(" where s[i] == 1 -> r([s[j] > 0 and abs(j - i) > 1 ? 1 : 0 for j in 1..len(s)]) move t(i in 1..len(s)) "
          "where s[i] == 2 -> "
          "r(s with { [i] = 0 })",
          A_TWO, "none"); /* it would be made 1 */
    MOVES(" where s[i] + s[i + 1] == 2 and s[1] == 1 -> r(s with { [i] = 0 })", ONES, "none");
    assert_string_equal(moves_of(PAIR(" where 4 / (j - i) == 4 and s[i] == 1 -> r(s with { [i] = 0, [j] = 0 })"), ONES),
                        "none"); /* it fails */
}

/* ---- Clobber on stones in turn -------------------------------------------------------------------------------------- */
static bool read_clobber(struct row_rule *rule)
{
    static const struct row_move moves[] = {{2, false, false, {1, 2}, {0, 1}},
                                            {2, false, false, {1, 2}, {2, 0}},
                                            {2, false, false, {2, 1}, {0, 2}},
                                            {2, false, false, {2, 1}, {1, 0}}};
    *rule = (struct row_rule){.known = true, .span = 2};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        if (!vec_push(&rule->moves, moves[i])) return false;
    return true;
}

static enum status value_clobber(size_t length, size_t period, struct budget *budget, size_t *ends, uint32_t *value)
{
    struct row_rule rule;
    struct families *f = NULL;
    unsigned char run[2000];
    for (size_t i = 0; i < length; i++) run[i] = (unsigned char)(1 + (i % period == 0));
    enum status st = read_clobber(&rule) ? ST_OK : ST_NO_MEMORY;
    if (st == ST_OK) st = families_open(&rule, run, length, budget, &f);
    if (st == ST_OK) st = families_value(f, NULL, run, length, value);
    if (st == ST_OK) *ends = f->ends[FAMILY_LEFT].count;
    families_close(f);
    row_rule_free(&rule);
    return st;
}

CLAIM(ends_do_not_grow_with_the_run)
{
    struct budget budget = {0};
    size_t few, many;
    uint32_t value;
    for (size_t period = 2; period <= 4; period++) {
        assert_int_equal(value_clobber(40, period, &budget, &few, &value), ST_OK);
        assert_int_equal(value_clobber(2000, period, &budget, &many, &value), ST_OK);
        assert_true(few == many && many < 30);
    }
    assert_int_equal(value_clobber(200, 2, &budget, &few, &value), ST_OK);
    assert_int_equal(value, 3);
}

CLAIM(a_memory_budget_is_kept)
{
    struct budget budget = {.memory = mem_held() + (1 << 16)};
    size_t ends;
    uint32_t value;
    assert_int_equal(value_clobber(2000, 1000, &budget, &ends, &value), ST_UNSUPPORTED);
    assert_int_equal(value_clobber(900, 899, &budget, &ends, &value), ST_MEMORY_BUDGET);
}

static bool values_clobber(void)
{
    struct budget budget = {0};
    size_t ends;
    uint32_t value;
    return value_clobber(30, 2, &budget, &ends, &value) == ST_OK &&
           value_clobber(26, 25, &budget, &ends, &value) == ST_OK;
}

static bool values_painted(void)
{
    static const char *const rule = PAINT(" where s[i] == 0 and s[i - 1] != c and s[i + 1] != c");
    struct budget budget = {0};
    struct engine_options options = {.text = rule, .name = "rule", .budget = &budget, .until = STAGE_ALL};
    struct engine *engine = NULL;
    struct position position;
    struct row_rule read = {0};
    const char *label, *row = NONE;
    bool fine = engine_open(&options, &engine) == ST_OK && engine_select(engine, 0, &label) == ST_OK &&
                engine_position(engine, &row, 1, &position) == ST_OK &&
                row_rule_make(engine->env, &position.components[0], &read) == ST_OK;
    row_rule_free(&read);
    engine_close(engine);
    return fine;
}

CLAIM(any_failed_allocation_is_survived)
{
    assert_true(walk_failures(values_clobber) > 20);
    assert_true(walk_failures(values_painted) > 20);
}

CLAIMS(IT(moves_are_read_with_what_they_do_not_ask_filled_in),
       IT(rules_whose_moves_look_further_or_erase_nothing_have_no_list),
       IT(rows_of_one_length_are_read_however_they_are_spelled), IT(cells_that_stay_are_walls),
       IT(what_a_place_the_length_or_a_far_cell_decides_has_no_list), IT(ends_do_not_grow_with_the_run),
       IT(a_memory_budget_is_kept), IT(any_failed_allocation_is_survived))
