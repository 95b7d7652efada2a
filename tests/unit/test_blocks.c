/* SPDX-License-Identifier: MIT */
/* Boxes handed on in blocks: nothing is left out, nothing comes twice, and what comes is what the kept table has. */
#include <string.h>
#include "one_heap.h"
#include "runtime_case.h"
#include "base/mem.h"
#include "solve/heap/blocks.h"

/* What a sink was given, one after the other. */
struct heard {
    uint64_t next, repeated, largest;
    VEC(uint32_t) values;
    enum status answer;
};

static enum status hear(void *context, const struct box_block *block)
{
    struct heard *h = context;
    assert_true(block->from == h->next && block->count && block->times);
    h->next += block->count * block->times;
    if (block->times > 1) h->repeated += block->count * block->times;
    if (block->count > h->largest) h->largest = block->count;
    for (uint64_t t = 0; t < block->times; t++)
        for (size_t i = 0; i < block->count; i++) assert_true(vec_push(&h->values, block->values[i]));
    return h->answer;
}

static uint32_t after(const uint32_t *values, uint64_t from, uint64_t period, uint64_t n)
{
    return values[n < from ? n : from + (n - from) % period];
}

CLAIM(a_period_goes_on_at_every_place)
{
    static const uint64_t periods[] = {1, 2, 3, 5, 1000, BLOCK_VALUES - 1, BLOCK_VALUES, BLOCK_VALUES + 1};
    uint32_t *values = mem_alloc((3 * BLOCK_VALUES) * sizeof *values);
    for (uint32_t i = 0; i < 3 * BLOCK_VALUES; i++) values[i] = i * 2654435761u >> 8;
    for (size_t p = 0; p < sizeof periods / sizeof *periods; p++)
        for (uint64_t low = 0; low < 7; low++)
            for (uint64_t count = 1; count < 5 * BLOCK_VALUES; count = 5 * count + low) {
                struct value_table box = {.fields = 1,
                                          .low = {(int64_t)(11 + low)},
                                          .extent = {(int64_t)count},
                                          .stride = {1},
                                          .count = count};
                struct heard heard = {0};
                struct box_sink sink = {hear, &heard};
                struct ask q = {.what = Q_BOX, .box = &box, .sink = &sink};
                struct blocks b;
                struct period period = {.found = true, .preperiod = 11, .period = periods[p]};
                assert_int_equal(blocks_open(&b, &q), ST_OK);
                uint64_t first = count < low ? count : low, wrong = 0;
                assert_int_equal(blocks_add(&b, values + 11 + low, (size_t)first, 1), ST_OK);
                assert_int_equal(blocks_repeat(&b, value_view_of(values), &period), ST_OK);
                assert_int_equal(blocks_end(&b), ST_OK);
                blocks_close(&b);
                assert_int_equal(heard.next, count);
                for (uint64_t i = first; i < count; i++)
                    wrong += heard.values.data[i] != after(values, 11, periods[p], 11 + low + i);
                assert_int_equal(wrong, 0);
                vec_free(&heard.values);
            }
    mem_free(values, (3 * BLOCK_VALUES) * sizeof *values);
}

/* Every filled length of a kept table, and boxes that begin below its states. */
CLAIM(a_growing_table_is_handed_on_once)
{
    enum { ROWS = 5, COLUMNS = 4 };
    uint32_t values[ROWS * COLUMNS];
    for (uint32_t i = 0; i < ROWS * COLUMNS; i++) values[i] = 100 + i;
    struct game_memory memory = {.table = {.fields = 2,
                                           .low = {2, -1},
                                           .extent = {ROWS, COLUMNS},
                                           .stride = {COLUMNS, 1},
                                           .values = values,
                                           .count = ROWS * COLUMNS}};
    for (int64_t a = 0; a < 6; a++)
        for (int64_t b = -3; b < 2; b++) {
            int64_t high[] = {2 + ROWS, -1 + COLUMNS};
            struct value_table box = {.fields = 2, .low = {a, b}, .extent = {high[0] - a, high[1] - b}};
            box.stride[1] = 1, box.stride[0] = box.extent[1];
            box.count = (uint64_t)(box.extent[0] * box.extent[1]);
            uint32_t kept[200];
            struct heard heard = {0};
            struct box_sink sink = {hear, &heard};
            struct ask q = {.what = Q_BOX, .box = &box, .sink = &sink};
            struct blocks blocks;
            box.values = kept;
            assert_int_equal(blocks_open(&blocks, &q), ST_OK);
            for (memory.filled = 0; memory.filled <= memory.table.count; memory.filled++)
                assert_int_equal(blocks_from_table(&blocks, &memory), ST_OK);
            assert_int_equal(blocks.next, box.count);
            assert_int_equal(blocks_end(&blocks), ST_OK);
            blocks_close(&blocks);
            for (uint64_t i = 0; i < box.count; i++) {
                int64_t x = a + (int64_t)i / box.extent[1], y = b + (int64_t)i % box.extent[1];
                uint32_t wanted = x < 2 || y < -1 ? VALUE_NONE : values[(x - 2) * COLUMNS + y + 1];
                assert_int_equal(kept[i], wanted);
                assert_int_equal(heard.values.data[i], wanted);
            }
            vec_free(&heard.values);
        }
}

CLAIM(a_sink_that_has_enough_ends_it)
{
    struct one_heap h;
    heap_open(&h, "game g(n) { move take(t in {1, 2, 5}) where t <= n -> g(n - t) }");
    struct value_table box = {.fields = 1, .extent = {1000000000}, .stride = {1}, .count = 1000000000};
    struct heard heard = {.answer = ST_INTERRUPTED};
    struct box_sink sink = {hear, &heard};
    struct ask q = heap_question(&h, Q_BOX, 0);
    q.box = &box, q.sink = &sink;
    struct plan *plan;
    struct result result = {0};
    box.extent[0] = 40000, box.count = 40000;
    assert_int_equal(plan_make(h.env, &q, &h.arena, &plan), ST_OK);
    assert_int_equal(plan_run(h.env, plan, &h.arena, &result), ST_INTERRUPTED);
    assert_true(heard.values.count < 40000);
    vec_free(&heard.values);
    heap_close(&h);
}

/* ---- tables that are poured ---------------------------------------------------------------------------------------- */
struct poured {
    struct text text;
    uint64_t next, repeated;
    size_t columns;
};

static enum status pour_text(void *context, const struct table_answer *table, const struct table_rows *rows)
{
    struct poured *p = context;
    assert_int_equal(rows->from, p->next);
    p->columns = table->column_count;
    p->next += rows->count * rows->times;
    if (rows->times > 1) p->repeated += rows->count * rows->times;
    for (uint64_t t = 0; t < rows->times; t++)
        for (size_t i = 0; i < rows->count; i++) {
            uint64_t v = rows->values[i];
            if (v == NO_VALUE) continue;
            enum outcome outcome = table->has_sg ? (v ? OUTCOME_N : OUTCOME_P) : (enum outcome)v;
            if (table->has_sg) text_add(&p->text, "%llu,", (unsigned long long)v);
            text_add(&p->text, "%s ", outcome_word(outcome, table->with_mover));
        }
    return ST_OK;
}

static void pours_what_it_tabulates(const char *rule, const struct axis *axes, size_t count, struct wanted wanted)
{
    struct runtime_case a, b;
    struct table_answer kept, passed;
    struct poured poured = {0};
    struct table_sink sink = {pour_text, &poured, NULL};
    struct text text = {0};
    case_open(&a, rule);
    case_open(&b, rule);
    assert_int_equal(tabulate(a.env, a.file.model->main_game, axes, count, &wanted, &a.arena, &kept), ST_OK);
    assert_int_equal(table_pour(b.env, b.file.model->main_game, axes, count, &wanted, &b.arena, &sink, &passed), ST_OK);
    for (size_t i = 0; i < kept.row_count; i++) {
        const char **row = &kept.cells[i * kept.column_count];
        if (kept.has_sg) text_add(&text, "%s,", row[kept.column_count - 2]);
        text_add(&text, "%s ", row[kept.column_count - 1]);
    }
    if (strcmp(text_c(&text), text_c(&poured.text)) != 0) fail_msg("%s", rule);
    assert_int_equal(kept.has_sg, passed.has_sg);
    assert_int_equal(kept.column_count, passed.column_count);
    assert_string_equal(kept.solver, passed.solver);
    assert_string_equal(kept.claim, passed.claim);
    text_free(&text);
    text_free(&poured.text);
    case_close(&a);
    case_close(&b);
}

CLAIM(what_is_poured_is_what_is_tabulated)
{
    static const struct {
        const char *rule;
        struct axis axes[2];
        size_t count;
    } tables[] = {
        {"game g(n) { move t(t in {2, 3, 7}) where t <= n -> g(n - t) }", {{0, 2000}}, 1},
        {"game g(n) { move t(t in {2, 3, 7}) where t <= n -> g(n - t) }", {{-3, 5}}, 1},
        {"game g(n) { move t(t in {2, 3, 7}) where t <= n -> g(n - t) }", {{1000000000, 1000000100}}, 1},
        {"game k(n) { move t(a in 0..(n - 1) / 2) -> k(a) + k(n - 1 - a) move u(a in 0..(n - 2) / 2) -> k(a) + k(n - 2 "
         "- a) }",
         {{3, 5000}},
         1},
        {"game g(n) { move t(t in 1..n) where (n + t * t) % 5 < 3 -> g(n - t) }", {{7, 900}}, 1},
        {"game g(a, b) { move x(t in 1..a) -> g(a - t, b) move y(t in 1..b) -> g(a, b - t) }", {{2, 40}, {-2, 9}}, 2},
        {"game g(a, b) where a <= b { move l(t in 1..a) -> g(a - t, b) }", {{0, 9}, {0, 9}}, 2},
        {"game f(n, q) { move t(t in 1..min(n, q)) -> f(n - t, 2 * t) }", {{3, 8}, {1, 9}}, 2},
        {"game g(n) { move t(t in 1..n) where t != (mover == 1 ? 1 : 2) -> g(n - t) }", {{0, 20}}, 1},
        {"game g(n) { loopy move on where n < 5 -> g(n + 1) move back where n > 1 -> g(n - 1) }", {{0, 7}}, 1},
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (int play = 0; play < 2; play++)
            for (int sg = 0; sg < 2; sg++) {
                struct wanted wanted = {.play = play ? PLAY_MISERE : PLAY_NORMAL, .sg = sg, .outcome = true};
                if (play && tables[i].axes[0].high > 3000) continue;
                pours_what_it_tabulates(tables[i].rule, tables[i].axes, tables[i].count, wanted);
            }
}

static enum status count_rows(void *context, const struct table_answer *table, const struct table_rows *rows)
{
    struct poured *p = context;
    assert_int_equal(rows->from, p->next);
    p->columns = table->column_count;
    p->next += rows->count * rows->times;
    if (rows->times > 1) p->repeated += rows->count * rows->times;
    return ST_OK;
}

CLAIM(a_proved_period_is_repeated_and_not_kept)
{
    struct runtime_case c;
    struct table_answer table;
    struct poured poured = {0};
    struct table_sink sink = {count_rows, &poured, NULL};
    struct wanted wanted = {.sg = true, .outcome = true};
    struct axis axis = {0, 4000000000000};
    case_open(&c, "game g(n) { move t(t in {1, 5, 9, 24}) where t <= n -> g(n - t) }");
    c.file.budget.memory = 64 << 20;
    assert_int_equal(table_pour(c.env, 0, &axis, 1, &wanted, &c.arena, &sink, &table), ST_OK);
    assert_int_equal(poured.next, 4000000000001);
    assert_true(poured.repeated > 3999999000000);
    assert_true(store_game(c.env->store, 0)->sequence_count < 10000);
    case_close(&c);
}

CLAIMS(IT(a_period_goes_on_at_every_place), IT(a_growing_table_is_handed_on_once), IT(a_sink_that_has_enough_ends_it),
       IT(what_is_poured_is_what_is_tabulated), IT(a_proved_period_is_repeated_and_not_kept))
