/* SPDX-License-Identifier: MIT */
/* What is foretold of a search of a board, in positions, held against how many that notes. Nothing is timed. */
#include <stdlib.h>
#include <string.h>
#include "claims.h"
#include "runtime_case.h"
#include "solve/search/mask_estimate.h"
#include "solve/search/mask_orders.h"
#include "solve/search/mask_sums.h"
#include "solve/search/mask_whole.h"
#include "solve/search/mask_ways.h"
#include "solve/search/played.h"

static const char dominoes[] =
    "game b(g: grid) { move across(i in 1..rows(g), j in 1..cols(g) - 1) where g[i, j] == 0 and g[i, j + 1] == 0\n"
    "    -> b(g with { [i, j] = 1, [i, j + 1] = 1 })\n"
    "  move down(i in 1..rows(g) - 1, j in 1..cols(g)) where g[i, j] == 0 and g[i + 1, j] == 0\n"
    "    -> b(g with { [i, j] = 1, [i + 1, j] = 1 }) }";
static const char kings[] =
    "game b(g: grid) { move put(r in 1..rows(g), c in 1..cols(g)) where g[r, c] == 0 and all(g[i, j] == 0\n"
    "    for i in max(1, r - 1)..min(rows(g), r + 1), j in max(1, c - 1)..min(cols(g), c + 1))\n"
    "    -> b(g with { [r, c] = 1 }) }";
static const char neighbours[] =
    "game b(g: grid) { move put(r in 1..rows(g), c in 1..cols(g)) where g[r, c] == 0 and all(g[i, j] == 0\n"
    "    for i in 1..rows(g), j in 1..cols(g) where abs(i - r) + abs(j - c) == 1) -> b(g with { [r, c] = 1 }) }";
static const char straight[] =
    "game b(g: grid) { move a(i in 1..rows(g), j in 1..cols(g) - 2)\n"
    "    where g[i, j] == 0 and g[i, j + 1] == 0 and g[i, j + 2] == 0\n"
    "    -> b(g with { [i, j] = 1, [i, j + 1] = 1, [i, j + 2] = 1 })\n"
    "  move d(i in 1..rows(g) - 2, j in 1..cols(g)) where g[i, j] == 0 and g[i + 1, j] == 0 and g[i + 2, j] == 0\n"
    "    -> b(g with { [i, j] = 1, [i + 1, j] = 1, [i + 2, j] = 1 }) }";
static const char colours[] = "game b(s: row) { move put(i in 1..len(s), c in 1..2)\n"
                              "    where s[i] == 0 and (i == 1 or s[i - 1] != c) and (i == len(s) or s[i + 1] != c)\n"
                              "    -> b(s with { [i] = c }) }";
static const struct {
    const char *rule, *term;
} misere[] = {
    {dominoes, "b(grid(3, 8, 0))"}, {dominoes, "b(grid(3, 9, 0))"},   {dominoes, "b(grid(4, 6, 0))"},
    {dominoes, "b(grid(5, 5, 0))"}, {kings, "b(grid(6, 6, 0))"},      {kings, "b(grid(7, 7, 0))"},
    {straight, "b(grid(6, 6, 0))"}, {neighbours, "b(grid(5, 6, 0))"}, {colours, "b([0 for i in 1..15])"},
};

/* Stones after which neighbours of the other kind are walls: each move has a case for each way in which these may lie. */
static const char walls[] =
    "game b(g: grid) { move put(i in 1..rows(g), j in 1..cols(g), k in 1..2) where g[i, j] == 0\n"
    "    -> b([[x == i and y == j ? k : abs(x - i) + abs(y - j) == 1 and g[x, y] == 3 - k ? 3 : g[x, y]\n"
    "    for y in 1..cols(g)] for x in 1..rows(g)]) }";
/* The same with other words: a mark that is turned from another side. */
static const char turned_sides[] =
    "fn other(c) = c == 5 ? 2 : 5\n"
    "game b(m: grid) { move lay(c in {2, 5}, y in 1..cols(m), x in 1..rows(m)) where m[x, y] == 0\n"
    "    -> b([[u == x and v == y ? c : m[u, v] == other(c) and (u - x) * (u - x) + (v - y) * (v - y) == 1 ? 9\n"
    "    : m[u, v] for v in 1..cols(m)] for u in 1..rows(m)]) }";
/* A stone that slides and closes a cell: where it stands is a number beside the board. */
static const char arrows[] =
    "game b(g: grid, x, y) { move go(i in 1..rows(g), j in 1..cols(g), k in 1..rows(g), l in 1..cols(g))\n"
    "    where max(abs(i - x), abs(j - y)) == 1 and g[i, j] == 0 and max(abs(i - k), abs(j - l)) == 1 and g[k, l] == "
    "0\n"
    "    -> b(g with { [k, l] = 1 }, i, j) }";
/* Stones that step and stay as many. */
static const char stepping[] =
    "game b(g: grid) { move r(i in 1..rows(g), j in 1..cols(g) - 1) where g[i, j] == 1 and g[i, j + 1] == 0\n"
    "    -> b(g with { [i, j] = 0, [i, j + 1] = 1 })\n"
    "  move d(i in 1..rows(g) - 1, j in 1..cols(g)) where g[i, j] == 1 and g[i + 1, j] == 0\n"
    "    -> b(g with { [i, j] = 0, [i + 1, j] = 1 }) }";
/* Clobber in several colours, and on a graph of which few images keep the colours of the start. */
static const char clobber[] =
    "game b(g: grid) { move hit(i in 1..rows(g), j in 1..cols(g), p in i - 1..i + 1, q in j - 1..j + 1)\n"
    "  where abs(p - i) + abs(q - j) == 1 and g[i, j] > 0 and g[p, q] > 0 and g[p, q] != g[i, j]\n"
    "  -> b(g with { [i, j] = 0, [p, q] = g[i, j] }) }";
static const char clobber_around[] =
    "game b(s: row) { move hit(v in 1..len(s), w in 1..len(s)) where (v - w) % 14 in {1, 4, 10, 13}\n"
    "  and s[v] > 0 and s[w] > 0 and s[v] != s[w] -> b(s with { [v] = 0, [w] = s[v] }) }";

/* A token goes around and marks its places: there is hardly a choice. */
static const char around[] = "game b(s: row, at) { move step(t in 1..2) where s[(at + t) % len(s) + 1] == 0\n"
                             "  -> b(s with { [(at + t) % len(s) + 1] = 1 }, (at + t) % len(s)) }";

static const struct {
    const char *rule, *term;
    bool words;
} valued[] = {
    {stepping, "b([[i + j <= 4 ? 1 : 0 for j in 1..5] for i in 1..5])", false},
    {walls, "b(grid(3, 4, 0))", false},
    {walls, "b(grid(2, 6, 0))", false},
    {turned_sides, "b(grid(3, 4, 0))", false},
    {turned_sides, "b(grid(2, 6, 0))", false},
    {colours, "b([0 for i in 1..18])", false},
    {dominoes, "b(grid(5, 6, 0))", false},
    {kings, "b(grid(6, 7, 0))", false},
    {neighbours, "b(grid(5, 7, 0))", false},
    {clobber, "b([[1 + (i + 2 * j) % 3 for j in 1..5] for i in 1..3])", false},
    {clobber, "b([[1 + (i + j) % 2 for j in 1..5] for i in 1..4])", false},
    {clobber_around, "b([1 + (i % 2 + i / 5) % 2 for i in 1..14])", false},
    {around, "b([i == 1 ? 1 : 0 for i in 1..27], 0)", false},
    {around, "b([i == 1 ? 1 : 0 for i in 1..32], 0)", false},
    {arrows, "b(grid(3, 4, 0), 1, 1)", true},
    {arrows, "b(grid(4, 4, 0), 1, 1)", true},
};

static struct masks *open_board(struct runtime_case *c, const char *rule, const char *term, struct ground_mask *start)
{
    struct masks *m;
    case_open(c, rule);
    struct position p = case_position(c, term);
    assert_int_equal(masks_make(c->env, &p.components[0], 0, &m), ST_OK);
    assert_non_null(m);
    assert_true(masks_code(m, &p.components[0], start));
    return m;
}

/* A stone of 5 x 5 is taken by any of its neighbours: 80 ways, of 25 effects. On 4 x 4 the ways are one word, as the stones are. */
CLAIM(ways_that_do_the_same_are_no_cells_of_a_longer_board)
{
    static const char *const rules[] = {
        "game b(g: grid) { move hit(i in 1..rows(g), j in 1..cols(g), x in -1..1, y in -1..1) where abs(x) + abs(y) == "
        "1 "
        "and i + x in 1..rows(g) and j + y in 1..cols(g) and g[i, j] == 1 and g[i + x, j + y] == 1 "
        "-> b(g with { [i + x, j + y] = 1, [i, j] = 0 }) }",
        "game b(g: grid) { move hit(i in 1..rows(g), j in 1..cols(g), k in 1..rows(g), l in 1..cols(g)) "
        "where abs(i - k) + abs(j - l) == 1 and g[i, j] == 1 and g[k, l] == 1 -> b(g with { [i, j] = 0 }) }",
    };
    for (size_t i = 0; i < 2; i++)
        for (size_t large = 0; large < 2; large++) {
            struct runtime_case c;
            struct ground_mask start;
            struct masks *m = open_board(&c, rules[i], large ? "b(grid(5, 5, 1))" : "b(grid(4, 4, 1))", &start);
            assert_int_equal(m->ground.words, 1);
            assert_true(m->ends);
            assert_int_equal(m->closing.ground.cells != 0, !large);
            masks_free(m);
            case_close(&c);
        }
}

CLAIM(positions_of_misere_play_are_foretold_within_a_factor_of_six)
{
    for (size_t i = 0; i < sizeof misere / sizeof *misere; i++) {
        struct runtime_case c;
        struct ground_mask start;
        bool lost, again;
        struct masks *m = open_board(&c, misere[i].rule, misere[i].term, &start);
        double about = mask_whole_forecast(m, true, false, &start, 0);
        assert_int_equal(mask_whole_lost(m, true, &start, &lost), ST_OK);
        double noted = (double)(m->whole[true].count + mask_sums_count(m));
        assert_true(about < 6 * (noted + 1) && noted < 6 * about);
        masks_free(m);
        case_close(&c);
        m = open_board(&c, misere[i].rule, misere[i].term, &start); /* and what a short search left changes nothing */
        assert_int_equal(mask_whole_lost(m, true, &start, &again), ST_OK);
        assert_int_equal(lost, again);
        masks_free(m);
        case_close(&c);
    }
}

/* ---- orders ---- */
/* A token that steps and marks where it was: each state has one way to it, and few games. */
static const char marking[] =
    "game b(g: grid) { move go(i in 1..rows(g), j in 1..cols(g), d in -1..1, e in -1..1) where g[i, j] == 2\n"
    "    and abs(d) + abs(e) == 1 and i + d in 1..rows(g) and j + e in 1..cols(g) and g[i + d, j + e] == 0\n"
    "    -> b(g with { [i, j] = 1, [i + d, j + e] = 2 }) }";
/* Stones that fall to the floor of their column: only the uppermost may have been the last. */
static const char falling[] =
    "game b(g: grid) { move drop(i in 1..rows(g), j in 1..cols(g), k in 1..2) where g[i, j] == 0\n"
    "    and (i == rows(g) or g[i + 1, j] != 0) and (j == 1 or g[i, j - 1] != k) and (j == cols(g) or g[i, j + 1] != "
    "k)\n"
    "    -> b(g with { [i, j] = k }) }";

/* Some game to its end: how many moves may have been the last after each of them is added up. */
static size_t last_moves(const char *rule, const char *term, size_t *moves)
{
    struct runtime_case c;
    struct mask_orders o;
    struct ground_mask start;
    struct masks *m = open_board(&c, rule, term, &start);
    size_t last = 0;
    bool any = true;
    mask_orders_open(&o, &m->ground);
    mask_orders_begin(&o, &start);
    for (*moves = 0; any;) {
        any = false;
        for (uint32_t k = 0; k < m->ground.move_count && !any; k++) {
            const struct ground_move *move = &m->ground.moves[k];
            any = true;
            for (size_t w = 0; w < m->ground.words; w++)
                any = any && (o.state.words[w] & move->care.words[w]) == move->want.words[w];
            if (any) last += mask_orders_made(&o, k);
        }
        *moves += any;
    }
    mask_orders_close(&o);
    masks_free(m);
    case_close(&c);
    return last;
}

CLAIM(what_may_have_been_the_last_move_is_told_apart)
{
    size_t moves, last = last_moves(dominoes, "b(grid(4, 5, 0))", &moves);
    assert_true(moves > 5 && last == moves * (moves + 1) / 2); /* any of them */
    last = last_moves(marking, "b([[2, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]])", &moves);
    assert_true(moves > 5 && last == moves); /* the one that was */
    last = last_moves(falling, "b(grid(5, 1, 0))", &moves);
    assert_true(moves == 5 && last == moves);
    last = last_moves(falling, "b(grid(4, 3, 0))", &moves); /* at most the uppermost of three columns */
    assert_true(moves > 5 && last > moves && last <= 3 * moves);
    last = last_moves(walls, "b(grid(1, 2, 0))", &moves); /* the other one becomes a wall */
    assert_true(moves == 2 && last <= 3);
}

CLAIM(positions_that_few_games_lead_to_are_foretold)
{
    static const struct {
        const char *rule, *term;
        double most;
    } boards[] = {
        {marking, "b([[i + j == 2 ? 2 : 0 for j in 1..5] for i in 1..5])", 4},
        {marking, "b([[i + j == 2 ? 2 : 0 for j in 1..6] for i in 1..5])", 4},
        {marking, "b([[i + j == 2 ? 2 : 0 for j in 1..6] for i in 1..6])", 4},
        {falling, "b(grid(4, 4, 0))", 16},
        {falling, "b(grid(4, 5, 0))", 16}, /* before their orders were counted, hundreds of times too many */
    };
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        for (int turned = 0; turned < 2; turned++) {
            struct runtime_case c;
            struct ground_mask start;
            uint64_t moves, again;
            struct masks *m = open_board(&c, boards[i].rule, boards[i].term, &start);
            double about = mask_whole_forecast(m, turned, true, &start, 0);
            assert_int_equal(mask_whole_remoteness(m, turned, &start, &moves), ST_OK);
            double noted = (double)m->whole[turned].count;
            assert_true(about < boards[i].most * noted && noted < boards[i].most * about);
            masks_free(m);
            case_close(&c);
            m = open_board(&c, boards[i].rule, boards[i].term, &start); /* what a longer look left changes nothing */
            assert_true(mask_whole_forecast(m, turned, true, &start, 0.5) > 0);
            assert_int_equal(mask_whole_remoteness(m, turned, &start, &again), ST_OK);
            assert_int_equal(moves, again);
            masks_free(m);
            case_close(&c);
        }
}

/* ---- positions, each once, by lists of all options ---- */
struct walk {
    struct walked {
        int64_t cells[32];
    } * met;
    size_t count, room, cells;
};

static enum status meet(void *context, const struct component *components, size_t count, const struct taken *taken)
{
    struct walk *w = context;
    (void)taken;
    assert_int_equal(count, 1);
    assert_int_equal(components[0].count, w->cells);
    for (size_t i = 0; i < w->count; i++)
        if (memcmp(w->met[i].cells, components[0].cells, w->cells * sizeof(int64_t)) == 0) return ST_OK;
    assert_true(w->count < w->room);
    memcpy(w->met[w->count++].cells, components[0].cells, w->cells * sizeof(int64_t));
    return ST_OK;
}

static double reached(struct runtime_case *c, const struct component *from)
{
    struct walk w = {.room = 8192, .cells = from->count};
    assert_true(w.cells <= 32);
    w.met = calloc(w.room, sizeof *w.met);
    assert_non_null(w.met);
    assert_int_equal(meet(&w, from, 1, NULL), ST_OK);
    for (size_t next = 0; next < w.count; next++) {
        struct walked here = w.met[next];
        struct component at = {from->game, from->count, here.cells};
        assert_int_equal(vm_options(c->env->vm, &at, 1, meet, &w), ST_OK);
    }
    double all = (double)w.count;
    free(w.met);
    return all;
}

/* Nothing is tried before: it is the estimate alone. */
CLAIM(positions_of_a_value_are_foretold_within_a_factor_of_eight)
{
    for (size_t i = 0; i < sizeof valued / sizeof *valued; i++) {
        struct runtime_case c;
        struct ground_mask start;
        struct masks *m;
        uint64_t known;
        case_open(&c, valued[i].rule);
        struct position p = case_position(&c, valued[i].term);
        enum status st = valued[i].words ? masks_make_words(c.env, &p.components[0], 1 << 22, &m)
                                         : masks_make(c.env, &p.components[0], 0, &m);
        assert_int_equal(st, ST_OK);
        assert_non_null(m);
        assert_true(masks_code(m, &p.components[0], &start));
        double about = mask_estimate(m, &start);
        assert_int_equal(mask_search(m, &start, MASK_ANY, &known), ST_OK);
        double noted = (double)(m->memo.count + m->memo.replaced);
        if (about >= 8 * noted || noted >= 8 * about) print_error("%s: %g for %g\n", valued[i].term, about, noted);
        assert_true(about < 8 * noted && noted < 8 * about);
        masks_free(m);
        case_close(&c);
    }
}

/* Of rows and grids whose positions a search as the rule writes them meets. */
CLAIM(positions_that_play_leads_to_are_foretold_within_a_factor_of_four)
{
    static const char slide[] = "game b(s: row) { move m(i in 1..len(s), d in 1..len(s)) where s[i] == 1 and d < i\n"
                                "    and all(s[k] == 0 for k in i - d..i - 1) -> b(s with { [i] = 0, [i - d] = 1 }) }";
    static const char turn[] = "game b(c: row) { move one(i in 1..len(c)) where c[i] == 1 -> b(c with { [i] = 0 })\n"
                               "  move two(i in 1..len(c), j in 1..len(c)) where j < i and c[i] == 1\n"
                               "    -> b(c with { [i] = 0, [j] = 1 - c[j] }) }";
    static const struct {
        const char *rule, *term;
    } cases[] = {
        {slide, "b([0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 1])"},
        {slide, "b([0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1])"},
        {turn, "b([1 for i in 1..9])"},
        {stepping, "b([[1, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]])"},
        {stepping, "b([[1, 1, 0, 0, 0], [1, 1, 0, 0, 0], [0, 0, 0, 0, 0]])"},
        {walls, "b(grid(2, 3, 0))"},
        {turned_sides, "b(grid(1, 6, 0))"},
        {dominoes, "b(grid(3, 4, 0))"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct runtime_case c;
        struct played about;
        case_open(&c, cases[i].rule);
        struct position p = case_position(&c, cases[i].term);
        assert_true(played_from(c.env, &p.components[0], &about));
        double all = reached(&c, &p.components[0]);
        assert_true(about.positions < 4 * all && all < 4 * about.positions);
        case_close(&c);
    }
}

/* Plays of two hundred moves are cut short, and the last cells were not seen to change. Counted by a program of its own: k coins on 60
 * cells that step to the right or over one another. */
CLAIM(positions_beyond_where_plays_are_cut_short_are_foretold)
{
    static const char hopping[] =
        "game b(s: row) { move hop(i in 1..len(s) - 2) where s[i] == 1 and s[i + 1] == 1 and s[i + 2] == 0\n"
        "    -> b(s with { [i] = 0, [i + 2] = 1 })\n"
        "  move step(i in 1..len(s) - 1) where s[i] == 1 and s[i + 1] == 0 -> b(s with { [i] = 0, [i + 1] = 1 }) }";
    static const struct {
        const char *term;
        double all;
    } cases[] = {{"b([i in {1, 3, 5} ? 1 : 0 for i in 1..60])", 34160},
                 {"b([i in {1, 3, 5, 7} ? 1 : 0 for i in 1..60])", 485865}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct runtime_case c;
        struct played about;
        case_open(&c, hopping);
        struct position p = case_position(&c, cases[i].term);
        assert_true(played_from(c.env, &p.components[0], &about));
        assert_true(about.positions < 4 * cases[i].all && cases[i].all < 4 * about.positions);
        case_close(&c);
    }
}

/* What a short search notes serves the one that goes on. */
CLAIM(a_misere_search_ends_after_the_work_that_it_may_do)
{
    struct runtime_case c;
    struct ground_mask start;
    bool done = true, lost = false, other = true;
    struct masks *m = open_board(&c, kings, "b(grid(6, 7, 0))", &start);
    assert_int_equal(mask_whole_lost(m, true, &start, &lost), ST_OK);
    masks_free(m);
    case_close(&c);
    m = open_board(&c, kings, "b(grid(6, 7, 0))", &start);
    size_t turns = 0;
    for (uint64_t work = 64, before = 0; turns < 40 && (!turns || !done); work += work / 2, turns++) {
        assert_int_equal(mask_whole_try(m, true, false, &start, work, &done), ST_OK);
        assert_true(m->whole[true].count >= before);
        before = m->whole[true].count;
    }
    assert_true(done && turns > 2);
    assert_int_equal(mask_whole_lost(m, true, &start, &other), ST_OK);
    assert_int_equal(lost, other);
    masks_free(m);
    case_close(&c);
}

/* Kings have fewer, as one side soon wins. */
CLAIM(positions_that_remoteness_takes_are_foretold)
{
    for (size_t i = 0; i < sizeof misere / sizeof *misere; i++)
        for (int turned = 0; turned < 2; turned++) {
            struct runtime_case c;
            struct ground_mask start;
            uint64_t moves;
            struct masks *m = open_board(&c, misere[i].rule, misere[i].term, &start);
            double about = mask_whole_forecast(m, turned, true, &start, 0);
            assert_int_equal(mask_whole_remoteness(m, turned, &start, &moves), ST_OK);
            double noted = (double)m->whole[turned].count;
            assert_true(about < 12 * noted && noted < 4 * about);
            masks_free(m);
            case_close(&c);
        }
}

/* An outcome that the first moves decide is foretold by that, not by the value of the board. */
CLAIM(what_is_asked_is_what_is_foretold)
{
    struct runtime_case c;
    struct ground_mask start;
    struct masks *m = open_board(&c, kings, "b(grid(7, 9, 0))", &start);
    double value = mask_forecast(m, &start, MASK_ANY, 0), outcome;
    masks_free(m);
    case_close(&c);
    m = open_board(&c, kings, "b(grid(7, 9, 0))", &start);
    outcome = mask_forecast(m, &start, 0, 0);
    assert_true(m->forecast_found && outcome < value / 100);
    uint64_t known, noted = m->memo.count;
    assert_int_equal(mask_search(m, &start, 0, &known), ST_OK);
    assert_int_equal(m->memo.count, noted); /* the short search had the answer */
    masks_free(m);
    case_close(&c);
}

/* A sample of strips leaves its values behind, and is not taken again for another number. */
CLAIM(strips_are_foretold_the_same_whatever_is_asked)
{
    static const char alive[] =
        "fn left(s, i, c) = any(s[a] == 0 and all(s[k] == c for k in a + 1..i - 1) for a in 1..i - 1)\n"
        "fn right(s, i, c) = any(s[a] == 0 and all(s[k] == c for k in i + 1..a - 1) for a in i + 1..len(s))\n"
        "game b(s: row) { move put(i in 1..len(s), c in 1..2) where s[i] == 0 and (left(s, i, c) or right(s, i, c))\n"
        "    and (i == 1 or s[i - 1] != 3 - c or left(s, i, 3 - c))\n"
        "    and (i == len(s) or s[i + 1] != 3 - c or right(s, i, 3 - c)) -> b(s with { [i] = c }) }";
    struct runtime_case c;
    struct ground_mask start;
    struct masks *m = open_board(&c, alive, "b([0 for i in 1..15])", &start);
    assert_non_null(m->strips);
    double value = mask_forecast(m, &start, MASK_ANY, 0);
    assert_true(value > 1000 && value == mask_forecast(m, &start, 0, 0.5) && value == mask_forecast(m, &start, 1, 0));
    masks_free(m);
    case_close(&c);
}

CLAIM(tables_of_order_ideals_are_counted_beforehand_where_they_fit)
{
    static const char bites[] =
        "game b(g: grid) { move bite(i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 1 and (i, j) != (1, 1)\n"
        "    -> b(g with { [i..rows(g), j..cols(g)] = 0 }) }";
    struct runtime_case c;
    struct ground_mask start;
    double options;
    struct masks *m = open_board(&c, bites, "b(grid(6, 7, 1))", &start);
    struct budget few = {.states = 1714}, enough = {.states = 1715}, *own = m->memo.budget;
    m->memo.budget = &few;
    assert_int_equal(mask_ideals_about(m, &start, IDEAL_VALUES, &options), ST_OK);
    assert_true(options == 0);
    m->memo.budget = &enough; /* 13 over 6, but for the empty board */
    assert_int_equal(mask_ideals_about(m, &start, IDEAL_VALUES, &options), ST_OK);
    assert_true(options > 1715);
    assert_int_equal(m->ideals.ranks->size, 1715);
    m->memo.budget = own;
    masks_free(m);
    case_close(&c);
}

/* A number and its multiples: each sieve that is left can be reached, and games played at random say far too few. */
CLAIM(states_that_are_all_reached_are_counted)
{
    static const char strikes[] = "game b(s: row) { move name(d in 2..len(s)) where s[d] == 1\n"
                                  "    -> b([i % d == 0 ? 0 : s[i] for i in 1..len(s)]) }";
    struct runtime_case c;
    struct ground_mask start, part;
    double states;
    struct masks *m = open_board(&c, strikes, "b([i > 1 ? 1 : 0 for i in 1..34])", &start);
    mask_largest_part(m, &start, &part);
    assert_int_equal(mask_ideals_reached(m, &part, &states), ST_OK);
    assert_true(states == 5858112);
    double value = mask_forecast(m, &start, MASK_ANY, 0); /* 63254 are noted, without a table */
    assert_true(value > 63254. / 8 && value < 63254. * 8);
    masks_free(m);
    case_close(&c);
}

CLAIMS(IT(states_that_are_all_reached_are_counted), IT(what_may_have_been_the_last_move_is_told_apart),
       IT(positions_that_few_games_lead_to_are_foretold),
       IT(positions_that_play_leads_to_are_foretold_within_a_factor_of_four),
       IT(positions_beyond_where_plays_are_cut_short_are_foretold),
       IT(positions_of_a_value_are_foretold_within_a_factor_of_eight),
       IT(strips_are_foretold_the_same_whatever_is_asked), IT(positions_that_remoteness_takes_are_foretold),
       IT(positions_of_misere_play_are_foretold_within_a_factor_of_six),
       IT(a_misere_search_ends_after_the_work_that_it_may_do), IT(what_is_asked_is_what_is_foretold),
       IT(tables_of_order_ideals_are_counted_beforehand_where_they_fit),
       IT(ways_that_do_the_same_are_no_cells_of_a_longer_board))
