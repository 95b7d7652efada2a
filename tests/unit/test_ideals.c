/* SPDX-License-Identifier: MIT */
/* Order ideals with ranks (solve/ideals): boards whose numbers are known, at the limits of pieces, values and budgets. */
#include "claims.h"
#include "solve/ideals/ideal_fill.h"

enum { STEPS = 1 << 18 };
struct board {
    struct arena arena;
    struct ground g;
    struct ground_mask full;
    struct ideal_rule rule;
    struct ideal_ranks ranks;
};

/* Bites of rows x columns cells, the corner as well; `turned`: up and to the left. Row after row is `stride` bits apart. */
static void make_chomp(struct board *b, size_t rows, size_t columns, size_t stride, bool turned)
{
    *b = (struct board){.arena = {0}};
    size_t words = (rows * stride + 63) / 64;
    b->g = (struct ground){.planes = 1, .span = words, .words = words, .move_count = rows * columns};
    b->g.moves = arena_array(&b->arena, rows * columns, sizeof *b->g.moves);
    assert_non_null(b->g.moves);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++) {
            struct ground_move *move = &b->g.moves[i * columns + j];
            ground_add(&b->full, i * stride + j);
            ground_add(&move->want, i * stride + j);
            move->care = move->want;
            for (size_t r = turned ? 0 : i; r < (turned ? i + 1 : rows); r++)
                for (size_t c = turned ? 0 : j; c < (turned ? j + 1 : columns); c++)
                    ground_add(&move->write, r * stride + c);
        }
}

static void number(struct board *b, const struct ground_mask *state, uint64_t steps)
{
    assert_int_equal(ideal_rule_make(&b->g, state, &b->arena, &b->rule), ST_OK);
    assert_int_equal(ideal_ranks_make(&b->rule, steps, &b->arena, &b->ranks), ST_OK);
}

static uint32_t last_value(struct board *b, enum ideal_question question)
{
    struct budget budget = {0};
    struct ideal_table t;
    assert_int_equal(ideal_table_fill(&b->rule, &b->ranks, question, &budget, &t), ST_OK);
    uint32_t value = ideal_table_value(&t, (uint32_t)t.size - 1);
    ideal_table_free(&t);
    return value;
}

static uint64_t choose(uint64_t n, uint64_t k)
{
    uint64_t c = 1;
    for (uint64_t i = 1; i <= k; i++) c = c * (n - k + i) / i;
    return c;
}

CLAIM(staircases_are_numbered_without_gaps)
{
    for (size_t rows = 1; rows <= 6; rows++)
        for (size_t columns = 1; columns <= 7; columns++)
            for (size_t k = 0; k < 4; k++) {
                struct board b;
                make_chomp(&b, rows, columns, k & 1 ? 40 : columns, k & 2);
                number(&b, &b.full, STEPS);
                assert_int_equal(b.ranks.size, choose(rows + columns, rows));
                assert_true(b.ranks.sums);
                arena_free(&b.arena);
            }
}

/* A row is a heap of Nim. */
CLAIM(a_row_is_a_heap_of_nim)
{
    static const size_t lengths[] = {1, 2, 31, 32, 33, 63, 64, 65, 128, 252, 253, 254, 255, 256};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        struct board b;
        make_chomp(&b, 1, lengths[i], lengths[i], i & 1);
        number(&b, &b.full, STEPS);
        assert_int_equal(b.ranks.size, lengths[i] + 1);
        assert_int_equal(last_value(&b, IDEAL_VALUES), lengths[i]);
        assert_int_equal(last_value(&b, IDEAL_NORMAL), 1);
        assert_int_equal(last_value(&b, IDEAL_MISERE), lengths[i] > 1);
        arena_free(&b.arena);
    }
}

CLAIM(a_start_with_gaps_is_a_board_of_its_own)
{
    struct board b;
    uint32_t rank;
    make_chomp(&b, 2, 3, 3, false);
    struct ground_mask gaps = {{UINT64_C(0x2c)}}; /* the last of the first row; the first and the last of the second */
    number(&b, &gaps, STEPS);
    assert_int_equal(b.ranks.size, 5); /* the last of the three needs both others */
    assert_true(ideal_rank(&b.ranks, &b.rule, &gaps, &rank) && rank == 4);
    assert_false(ideal_rank(&b.ranks, &b.rule, &b.full, &rank));
    arena_free(&b.arena);
}

/* Cells that need no others: all subsets. */
CLAIM(there_are_no_ranks_beyond_32_bits_or_too_many_steps)
{
    for (size_t cells = 30; cells <= 34; cells++) {
        struct board b;
        make_chomp(&b, 1, cells, cells, false);
        for (size_t i = 0; i < cells; i++) b.g.moves[i].write = b.g.moves[i].want;
        number(&b, &b.full, STEPS);
        assert_int_equal(b.ranks.size, cells < 32 ? UINT64_C(1) << cells : 0);
        number(&b, &b.full, 16);
        assert_int_equal(b.ranks.size, 0);
        arena_free(&b.arena);
    }
}

CLAIM(budgets_are_kept)
{
    struct board b;
    struct ideal_table t;
    make_chomp(&b, 5, 6, 6, false);
    number(&b, &b.full, STEPS);
    struct budget few = {.states = b.ranks.size - 1}, enough = {.states = b.ranks.size};
    assert_int_equal(ideal_table_fill(&b.rule, &b.ranks, IDEAL_VALUES, &few, &t), ST_STATE_BUDGET);
    assert_null(t.values);
    assert_int_equal(ideal_table_fill(&b.rule, &b.ranks, IDEAL_VALUES, &enough, &t), ST_OK);
    ideal_table_free(&t);
    struct budget small = {.memory = mem_held() + ideal_table_bytes(&b.rule, &b.ranks) / 2};
    assert_int_equal(ideal_table_fill(&b.rule, &b.ranks, IDEAL_VALUES, &small, &t), ST_MEMORY_BUDGET);
    arena_free(&b.arena);
}

CLAIM(moves_that_raise_a_bit_or_change_nothing_are_refused)
{
    for (int k = 0; k < 2; k++) {
        struct board b;
        make_chomp(&b, 2, 3, 3, false);
        if (k) ground_add(&b.g.moves[3].put, 4);
        else b.g.moves[4].care = b.g.moves[4].want = (struct ground_mask){{1}};
        assert_int_equal(ideal_rule_make(&b.g, &b.full, &b.arena, &b.rule), ST_OK);
        assert_int_equal(b.rule.move_count, 0);
        arena_free(&b.arena);
    }
}

static bool makes_a_table(void)
{
    struct board b;
    struct budget budget = {0};
    struct ideal_table t = {.values = NULL};
    b = (struct board){.arena = {0}};
    struct ground_move moves[] = {{.care = {{1}}, .want = {{1}}, .write = {{7}}},
                                  {.care = {{2}}, .want = {{2}}, .write = {{6}}},
                                  {.care = {{4}}, .want = {{4}}, .write = {{4}}}};
    b.g = (struct ground){.planes = 1, .span = 1, .words = 1, .moves = moves, .move_count = 3};
    b.full.words[0] = 7;
    bool fine = ideal_rule_make(&b.g, &b.full, &b.arena, &b.rule) == ST_OK &&
                ideal_ranks_make(&b.rule, STEPS, &b.arena, &b.ranks) == ST_OK &&
                ideal_table_fill(&b.rule, &b.ranks, IDEAL_VALUES, &budget, &t) == ST_OK;
    ideal_table_free(&t);
    arena_free(&b.arena);
    return fine;
}

CLAIM(tables_survive_any_failed_allocation) { assert_true(walk_failures(makes_a_table) > 5); }

CLAIMS(IT(staircases_are_numbered_without_gaps), IT(a_row_is_a_heap_of_nim),
       IT(a_start_with_gaps_is_a_board_of_its_own), IT(there_are_no_ranks_beyond_32_bits_or_too_many_steps),
       IT(budgets_are_kept), IT(moves_that_raise_a_bit_or_change_nothing_are_refused),
       IT(tables_survive_any_failed_allocation))
