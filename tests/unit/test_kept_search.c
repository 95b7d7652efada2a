/* SPDX-License-Identifier: MIT */
/* Values of positions that a long search leaves: a search that was killed goes on to the same value, from what it had found. */
#include "claims.h"
#include <string.h>
#include "kept_folder.h"
#include "solve/search/mask_boards.h"
#include "solve/search/mask_hands.h"
#include "solve/search/mask_parts.h"
#include "solve/search/mask_search.h"

static const char slow[] = "game slow(s: row) { move take(i in 1..len(s), t in 1..s[i])\n"
                           "  where (s[i] + t) % 3 != 1 and t + sum(s) != 200 -> slow(s with { [i] -= t }) }";
static const char pairs[] = "game two(a, b, c) { move l(t in 1..a) where t != 2 -> two(a - t, b, c) + one(t)\n"
                            "  move m(t in 1..min(b, c)) -> two(a, b - t, c - t)\n"
                            "  move r(t in 1..c) where t != a -> two(a, b, c - t) }\n"
                            "game one(n) { move t(t in 1..2) where t <= n -> one(n - t) }";
static const char board[] =
    "game board(g: grid) { start(r, c) -> board(grid(r, c, 1))\n"
    "  move across(i in 1..rows(g), j in 1..cols(g) - 1) where g[i, j] == 1 and g[i, j + 1] == 1\n"
    "    -> board(g with { [i, j] = 0, [i, j + 1] = 0 })\n"
    "  move down(i in 1..rows(g) - 1, j in 1..cols(g)) where g[i, j] == 1 and g[i + 1, j] == 1\n"
    "    -> board(g with { [i, j] = 0, [i + 1, j] = 0 }) }";
static const struct {
    const char *rule, *term, *solver;
} asked[] = {
    {slow, "slow([5, 5, 5, 4])", "hashed"}, {slow, "slow([6, 6, 6, 5])", "nimbers"},
    {pairs, "two(12, 13, 14)", "hashed"},   {pairs, "two(16, 17, 16)", "nimbers"},
    {board, "board(4, 7)", "nimbers"}, /* as masks: kept_masks.c */
};
enum { ASKED = sizeof asked / sizeof *asked };

static int64_t value_of(size_t i, struct keep *keep)
{
    struct runtime_case c;
    struct position p = kept_case(&c, asked[i].rule, asked[i].term, keep);
    int64_t value = case_value_by(&c, asked[i].solver, p.components, p.count);
    case_close(&c);
    return value;
}

CLAIM(a_search_killed_after_any_write_goes_on_to_the_same_value) { killed_goes_on(value_of, ASKED); }

/* ---- several hands ------------------------------------------------------------------------------------------------ */
struct asked_part {
    struct mask_part part;
    uint64_t target;
};
static enum status ask_part(struct masks *own, void *context, uint64_t *known)
{
    const struct asked_part *q = context;
    return mask_ask(own, &q->part, q->target, known);
}

static uint64_t first_written, all_found;
static void see_first(void *context, uint64_t values)
{
    (void)context;
    if (!first_written) first_written = values;
    dies_at_last(context, values);
}

/* The value of a board that is one part, by three hands from the beginning. */
static int64_t value_by_hands(size_t i, struct keep *keep)
{
    struct crew crew;
    struct budget budget = {.crew = &crew};
    struct runtime_case c;
    struct masks *m;
    struct asked_part q = {.target = MASK_ANY};
    mask_part_vec parts = {0};
    uint64_t known = 0;
    (void)i;
    crew_open(&crew, 3);
    case_open(&c, board);
    if (keep) keep->wrote = see_first;
    c.env->keep = keep;
    struct position p = case_position(&c, "board(5, 6)");
    struct ground_mask start;
    assert_int_equal(mask_board_find(c.env, &p.components[0], &m, &start), ST_OK);
    assert_non_null(m);
    m->memo.budget = &budget;
    m->memo.most = 1 << 20;
    m->allowed = UINT64_MAX;
    assert_int_equal(kept_masks_take(m), ST_OK);
    assert_true(masks_split(m, &start, &parts) && parts.count == 1);
    q.part = parts.data[0];
    assert_int_equal(mask_hands(m, 1e6, ask_part, &q, &known), ST_OK);
    kept_masks_end(m);
    all_found = budget.states_used;
    vec_free(&parts);
    case_close(&c);
    crew_close(&crew);
    return (int64_t)mask_value_of(known);
}

CLAIM(several_hands_that_are_killed_go_on_to_the_same_value) { killed_goes_on(value_by_hands, 1); }

/* Not only at the end. The first hand may come too late to write anything before the others are done, but not each time. */
CLAIM(several_hands_write_while_they_search)
{
    bool early = false;
    for (int i = 0; i < 20 && !early; i++) {
        struct keep keep = new_keep();
        empty_folder();
        first_written = 0;
        value_by_hands(0, &keep);
        early = first_written && first_written < all_found / 2;
    }
    assert_true(early);
}

CLAIM(wrong_values_with_right_sums_are_noticed)
{
    for (size_t i = 0; i < 4; i += 2) { /* hashed: all options of what is kept are kept */
        char words[20000];
        struct keep keep = new_keep();
        empty_folder();
        int64_t value = value_of(i, &keep);
        size_t length = words_of_file(words, sizeof words), count = read_kept(words, length);
        for (size_t at = 8, key; at < count; at += 8 + key) {
            uint32_t head[2];
            memcpy(head, kept_bytes + at, sizeof head);
            key = head[0];
            head[1] ^= at > count / 2; /* from the middle on */
            memcpy(kept_bytes + at, head, sizeof head);
        }
        write_kept(words, length, count);
        keep.loaded = 0;
        assert_int_equal(value_of(i, &keep), value);
        assert_true(keep.loaded <= 1); /* a right one among them, once all others are found */
    }
}

/* Of a board: knowledge with right sums that is wrong is found out by searching a sample again. */
CLAIM(wrong_knowledge_of_a_board_is_noticed)
{
    static unsigned char bytes[1 << 24];
    char words[20000];
    struct keep keep = new_keep();
    empty_folder();
    int64_t value = value_of(ASKED - 1, &keep);
    size_t length = words_of_file(words, sizeof words), count = 0;
    struct snapshot s;
    assert_true(snapshot_open(&s, folder, words, length));
    while (count < sizeof bytes && snapshot_get(&s, bytes + count, 1)) count++;
    assert_true(snapshot_ended(&s));
    snapshot_close(&s);
    for (size_t at = 16; at + 16 <= count; at += 16) bytes[at + 8] ^= 1; /* the lowest bit of knowledge */
    assert_true(snapshot_begin(&s, folder, words, length));
    snapshot_put(&s, bytes, count);
    assert_true(snapshot_end(&s));
    snapshot_close(&s);
    keep.loaded = 0;
    assert_int_equal(value_of(ASKED - 1, &keep), value);
    assert_int_equal(keep.loaded, 0);
}

CLAIM(entries_that_are_no_positions_are_not_taken)
{
    static const unsigned char keys[][4] = {{200, 1}, {0, 5, 1}, {0, 1, 129}, {0}};
    static const uint32_t lengths[] = {2, 3, 3, 1};
    char words[20000];
    int64_t value = value_of(0, NULL);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        struct keep keep = new_keep();
        empty_folder();
        value_of(0, &keep);
        size_t length = words_of_file(words, sizeof words);
        struct snapshot s;
        uint64_t most = 1;
        uint32_t head[2] = {lengths[i], 3};
        assert_true(snapshot_begin(&s, folder, words, length));
        snapshot_put(&s, &most, sizeof most);
        snapshot_put(&s, head, sizeof head);
        snapshot_put(&s, keys[i], lengths[i]);
        assert_true(snapshot_end(&s));
        snapshot_close(&s);
        keep.loaded = 0;
        assert_int_equal(value_of(0, &keep), value);
        assert_int_equal(keep.loaded, 0);
    }
}

CLAIM(what_does_not_fit_is_left)
{
    struct keep keep = new_keep();
    empty_folder();
    int64_t value = value_of(0, &keep);
    struct runtime_case c;
    case_open(&c, asked[0].rule);
    c.env->keep = &keep;
    struct position p = case_position(&c, asked[0].term);
    c.file.budget.states = 1000; /* the search takes more than half of that */
    keep.loaded = 0;
    int64_t found = case_value_by(&c, asked[0].solver, p.components, p.count);
    assert_true(found == value || found == -1);
    assert_int_equal(keep.loaded, 0);
    case_close(&c);
}

int main(void)
{
    const struct CMUnitTest claims[] = {IT(a_search_killed_after_any_write_goes_on_to_the_same_value),
                                        IT(several_hands_that_are_killed_go_on_to_the_same_value),
                                        IT(several_hands_write_while_they_search),
                                        IT(wrong_values_with_right_sums_are_noticed),
                                        IT(wrong_knowledge_of_a_board_is_noticed),
                                        IT(entries_that_are_no_positions_are_not_taken),
                                        IT(what_does_not_fit_is_left)};
    return cmocka_run_group_tests(claims, make_folder, remove_folder);
}
