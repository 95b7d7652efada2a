/* SPDX-License-Identifier: MIT */
/* The staircase and georgia plugins against search over all small rows, alone and in sums, and at large numbers. */
#include "plugin_tables.h"

/* One game of rows: how its options are made, and all rows that the test looks at. */
struct kind {
    const char *name;
    /* Writes the options of a row; returns how many. */
    size_t (*options)(const int64_t *row, uint32_t count, int64_t (*out)[TABLE_CELLS]);
};
enum { OPTIONS_MOST = 512 };

static size_t stair_options(const int64_t *row, uint32_t count, int64_t (*out)[TABLE_CELLS])
{
    size_t n = 0;
    for (uint32_t i = 0; i < count; i++)
        for (int64_t t = 1; t <= row[i]; t++, n++) {
            memcpy(out[n], row, count * sizeof *row);
            out[n][i] -= t;
            if (i) out[n][i - 1] += t;
        }
    return n;
}

static size_t chip_options(const int64_t *row, uint32_t count, int64_t (*out)[TABLE_CELLS])
{
    size_t n = 0;
    for (uint32_t i = 0; i < count; i++)
        for (int64_t y = i ? row[i - 1] + 1 : 1; y < row[i]; y++, n++) {
            memcpy(out[n], row, count * sizeof *row);
            out[n][i] = y;
        }
    return n;
}

static const struct kind stairs = {"staircase", stair_options}, chips = {"georgia", chip_options};

/* ---- search ------------------------------------------------------------------------------------------------------ */
/* Rows as keys: cells below 16, at most 14 of them, the length in the top digit. Values by mex, misere by the three
 * laws, remembered in a hash table of its own. */
enum { SLOTS = 1 << 21 };
struct known {
    uint64_t key;
    int32_t value;
    bool misere_lost;
};
static struct known *memory;

static uint64_t key_of(const int64_t *row, uint32_t count)
{
    uint64_t key = (uint64_t)(count + 1) << 60;
    for (uint32_t i = 0; i < count; i++) key |= (uint64_t)row[i] << (4 * i);
    return key;
}

static struct known *find(uint64_t key)
{
    uint64_t slot = key * UINT64_C(0x9e3779b97f4a7c15) >> 43;
    while (memory[slot].key && memory[slot].key != key) slot = (slot + 1) % SLOTS;
    return &memory[slot];
}

static struct known search(const struct kind *kind, const int64_t *row, uint32_t count)
{
    uint64_t key = key_of(row, count);
    if (find(key)->key) return *find(key);
    int64_t(*out)[TABLE_CELLS] = malloc(OPTIONS_MOST * sizeof *out);
    size_t n = kind->options(row, count, out);
    bool seen[OPTIONS_MOST] = {false};
    struct known here = {.key = key, .misere_lost = n > 0};
    for (size_t i = 0; i < n; i++) {
        struct known option = search(kind, out[i], count);
        if (option.value < OPTIONS_MOST) seen[option.value] = true;
        if (option.misere_lost) here.misere_lost = false;
    }
    while (seen[here.value]) here.value++;
    free(out);
    return *find(key) = here;
}

static void forget(void)
{
    free(memory);
    memory = calloc(SLOTS, sizeof *memory);
    assert_non_null(memory);
}

/* ---- one row ----------------------------------------------------------------------------------------------------- */
static struct table t;
static size_t compared;

static void compare_row(const struct kind *kind, const int64_t *row, uint32_t count)
{
    static int64_t out[OPTIONS_MOST][TABLE_CELLS];
    struct known here = search(kind, row, count);
    t.count = 1;
    table_component(&t, 0, row, count);
    assert_int_equal(table_value(&t), here.value);
    assert_int_equal(table_outcome(&t, CGI_PLAY_NORMAL), here.value ? CGI_OUTCOME_N : CGI_OUTCOME_P);
    assert_int_equal(table_outcome(&t, CGI_PLAY_MISERE), here.misere_lost ? CGI_OUTCOME_P : CGI_OUTCOME_N);
    size_t n = kind->options(row, count, out);
    for (uint32_t play = 0; play < 2; play++) {
        size_t wins = 0;
        table_moves(&t, play);
        for (size_t i = 0; i < n; i++) {
            struct known option = search(kind, out[i], count);
            bool wanted = play == CGI_PLAY_MISERE ? option.misere_lost : option.value == 0;
            wins += wanted;
            assert_int_equal(table_has_win(&t, 0, out[i]), wanted);
        }
        assert_int_equal(t.win_count, wins);
    }
    for (int32_t value = 0; value < 18; value++) {
        size_t found = 0;
        assert_true(table_options(&t, (uint64_t)value));
        for (size_t i = 0; i < n; i++) {
            bool wanted = search(kind, out[i], count).value == value;
            found += wanted;
            assert_int_equal(table_has_win(&t, 0, out[i]), wanted);
        }
        assert_int_equal(t.win_count, found);
    }
    compared++;
}

static void each_staircase(uint32_t count, int64_t most)
{
    int64_t row[TABLE_CELLS] = {0};
    for (;;) {
        compare_row(&stairs, row, count);
        uint32_t i = 0;
        while (i < count && row[i] == most) row[i++] = 0;
        if (i == count) return;
        row[i]++;
    }
}

CLAIM(staircases_up_to_five_steps_agree_with_search)
{
    static const int64_t most[] = {0, 14, 7, 4, 3, 2};
    table_open(&t, "staircase", CGI_ROW);
    forget();
    for (uint32_t count = 0; count <= 5; count++) each_staircase(count, most[count]);
    assert_int_equal(compared, 1 + 15 + 64 + 125 + 256 + 243);
    table_close(&t);
}

CLAIM(one_to_six_chips_in_eleven_cells_agree_with_search)
{
    table_open(&t, "georgia", CGI_ROW);
    forget();
    compared = 0;
    for (unsigned set = 0; set < 1u << 11; set++) {
        int64_t row[TABLE_CELLS];
        uint32_t count = 0;
        for (int cell = 1; cell <= 11; cell++)
            if (set >> (cell - 1) & 1) row[count++] = cell;
        if (count <= 6) compare_row(&chips, row, count);
    }
    assert_int_equal(compared, 1 + 11 + 55 + 165 + 330 + 462 + 462);
    table_close(&t);
}

/* ---- sums -------------------------------------------------------------------------------------------------------- */
/* Two rows together, by search over pairs of rows: the misere outcome is no function of the parts' values. */
struct pair {
    int64_t rows[2][TABLE_CELLS];
    uint32_t counts[2];
};
static bool pair_lost(const struct kind *kind, const struct pair *p, uint32_t play)
{
    uint64_t key = key_of(p->rows[0], p->counts[0]) * UINT64_C(0xd1342543de82ef95) + key_of(p->rows[1], p->counts[1]);
    struct known *k = find(key);
    if (k->key) return play == CGI_PLAY_MISERE ? k->misere_lost : k->value == 0;
    int64_t(*out)[TABLE_CELLS] = malloc(OPTIONS_MOST * sizeof *out);
    bool lost[2] = {true, true};
    size_t moves = 0;
    for (int which = 0; which < 2; which++) {
        size_t n = kind->options(p->rows[which], p->counts[which], out);
        moves += n;
        for (size_t i = 0; i < n; i++) {
            struct pair to = *p;
            memcpy(to.rows[which], out[i], sizeof to.rows[which]);
            for (uint32_t each = 0; each < 2; each++)
                if (pair_lost(kind, &to, each)) lost[each] = false;
        }
    }
    free(out);
    if (!moves) lost[CGI_PLAY_MISERE] = false;
    *find(key) = (struct known){key, !lost[CGI_PLAY_NORMAL], lost[CGI_PLAY_MISERE]};
    return lost[play];
}

static void compare_pair(const struct kind *kind, const struct pair *p)
{
    static int64_t out[OPTIONS_MOST][TABLE_CELLS];
    t.count = 2;
    for (size_t i = 0; i < 2; i++) table_component(&t, i, p->rows[i], p->counts[i]);
    for (uint32_t play = 0; play < 2; play++) {
        size_t wins = 0;
        assert_int_equal(table_outcome(&t, play), pair_lost(kind, p, play) ? CGI_OUTCOME_P : CGI_OUTCOME_N);
        table_moves(&t, play);
        for (size_t which = 0; which < 2; which++) {
            size_t n = kind->options(p->rows[which], p->counts[which], out);
            for (size_t i = 0; i < n; i++) {
                struct pair to = *p;
                memcpy(to.rows[which], out[i], sizeof to.rows[which]);
                bool wanted = pair_lost(kind, &to, play);
                wins += wanted;
                assert_int_equal(table_has_win(&t, which, out[i]), wanted);
            }
        }
        assert_int_equal(t.win_count, wins);
    }
}

CLAIM(sums_of_two_staircases_agree_with_search)
{
    table_open(&t, "staircase", CGI_ROW);
    forget();
    for (int64_t code = 0; code < 4 * 4 * 3 * 3 * 3; code++) {
        struct pair p = {{{code % 4, code / 4 % 4}, {code / 16 % 3, code / 48 % 3, code / 144 % 3}}, {2, 3}};
        compare_pair(&stairs, &p);
    }
    table_close(&t);
}

CLAIM(sums_of_two_boards_agree_with_search)
{
    table_open(&t, "georgia", CGI_ROW);
    forget();
    for (int64_t a = 1; a <= 5; a++)
        for (int64_t b = a + 1; b <= 6; b++)
            for (int64_t c = 1; c <= 4; c++)
                for (int64_t d = c + 1; d <= 5; d++)
                    for (int64_t e = d + 1; e <= 6; e++) {
                        struct pair p = {{{a, b}, {c, d, e}}, {2, 3}};
                        compare_pair(&chips, &p);
                    }
    table_close(&t);
}

/* ---- large ------------------------------------------------------------------------------------------------------- */
#define TEN_50 "100000000000000000000000000000000000000000000000000"

/* 10^51 + 7 and 10^51 on the odd steps: 10^51 ends in 51 binary zeros, so the xor is 7. */
CLAIM(numbers_of_any_size_are_exact)
{
    table_open(&t, "staircase", CGI_ROW);
    t.count = 1;
    table_big(&t, 0, 0, TEN_50 "7");
    table_big(&t, 0, 1, TEN_50);
    table_big(&t, 0, 2, TEN_50 "0");
    table_big(&t, 0, 3, "9");
    assert_int_equal(table_value(&t), 7);
    table_moves(&t, CGI_PLAY_NORMAL);
    assert_int_equal(t.win_count, 2);
    assert_string_equal(table_digits(&t, t.wins[0].big[0]), TEN_50 "0");
    assert_string_equal(table_digits(&t, t.wins[1].big[2]), TEN_50 "7");
    assert_int_equal(t.wins[1].cells[3], 2);
    table_close(&t);
    table_open(&t, "georgia", CGI_ROW);
    t.count = 1;
    table_big(&t, 0, 0, TEN_50);
    table_big(&t, 0, 1, TEN_50 "1");
    table_big(&t, 0, 2, TEN_50 "9"); /* the gaps: 10^50 - 1 and 7 */
    table_moves(&t, CGI_PLAY_NORMAL);
    assert_int_equal(t.win_count, 2); /* the leftmost chip to a gap of 7, the next one to a gap of 10^50 - 1 */
    assert_string_equal(table_digits(&t, t.wins[0].big[0]), "8");
    assert_string_equal(table_digits(&t, t.wins[1].big[1]), "900000000000000000000000000000000000000000000000009");
    table_close(&t);
}

CLAIM(failed_allocations_and_a_full_list_are_told)
{
    const int64_t rows[2][3] = {{5, 1, 3}, {2, 5, 9}};
    const char *const names[] = {"staircase", "georgia"};
    for (int i = 0; i < 2; i++) {
        table_open(&t, names[i], CGI_ROW);
        t.count = 1;
        table_component(&t, 0, rows[i], 3);
        table_big(&t, 0, 2, TEN_50); /* small rows take no memory */
        for (t.fail_at = 1; t.fail_at <= 2; t.fail_at++) {
            uint32_t outcome;
            t.allocations = 0;
            assert_int_equal(table_call(&t, TABLE_OUTCOME, CGI_PLAY_NORMAL, &outcome), CGI_NO_MEMORY);
        }
        t.fail_at = 0;
        table_component(&t, 0, rows[i], 3);
        table_moves(&t, CGI_PLAY_NORMAL);
        assert_true(t.win_count > 0);
        if (t.win_count > 1) {
            t.stop_after = 1;
            t.win_count = 0;
            assert_int_equal(table_call(&t, TABLE_MOVES, CGI_PLAY_NORMAL, NULL), 77);
        }
        table_close(&t);
    }
}

CLAIM(the_reference_rules_are_the_files)
{
    table_reference("staircase");
    table_reference("georgia");
}

CLAIMS(IT(staircases_up_to_five_steps_agree_with_search), IT(one_to_six_chips_in_eleven_cells_agree_with_search),
       IT(sums_of_two_staircases_agree_with_search), IT(sums_of_two_boards_agree_with_search),
       IT(numbers_of_any_size_are_exact), IT(failed_allocations_and_a_full_list_are_told),
       IT(the_reference_rules_are_the_files))
