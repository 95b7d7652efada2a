/* SPDX-License-Identifier: MIT */
/* What is left of the moves of a part (part_moves.h), and which parts are seen to be the same (part_labels.h), against values from all
 * options of the board's own list of moves: random rules on rows and on sets of nodes, every position. */
#include <string.h>
#include "base/hash.h"
#include "base/text.h"
#include "claims.h"
#include "runtime_case.h"
#include "solve/search/mask_alike.h"
#include "solve/search/mask_shape.h"

enum { CELLS = 7, STATES = 1 << 14 /* two bits a cell */, UNSEEN = 255 };

static uint64_t seed;
static size_t below(size_t n) { return (size_t)(random_next(&seed) % n); }

/* ---- values from all options --------------------------------------------------------------------------------------- */
static size_t mex_of(uint64_t found) { return (size_t)__builtin_ctzll(~found); }

static size_t key_of(const struct ground *g, const struct ground_mask *state)
{
    size_t key = 0;
    for (size_t c = 0; c < g->cells; c++) key |= ground_code(g, state, c) << 2 * c;
    return key;
}

static size_t board_value(const struct ground *g, const struct ground_mask *state, uint8_t *values)
{
    size_t key = key_of(g, state);
    uint64_t found = 0;
    if (values[key] != UNSEEN) return values[key];
    for (size_t i = 0; i < g->move_count; i++) {
        const struct ground_move *move = &g->moves[i];
        struct ground_mask to;
        bool can = true;
        for (size_t w = 0; w < GROUND_WORDS; w++) {
            can = can && (state->words[w] & move->care.words[w]) == move->want.words[w];
            to.words[w] = (state->words[w] & ~move->write.words[w]) | move->put.words[w];
        }
        if (can) found |= UINT64_C(1) << board_value(g, &to, values);
    }
    return values[key] = (uint8_t)mex_of(found);
}

static size_t part_value(const struct part_moves *p, const uint8_t *codes, uint8_t *values)
{
    size_t key = 0;
    uint64_t found = 0;
    for (size_t c = 0; c < p->cell_count; c++) key |= (size_t)codes[c] << 2 * c;
    if (values[key] != UNSEEN) return values[key];
    for (size_t i = 0; i < p->move_count; i++) {
        uint8_t to[PART_CELLS];
        bool can = true;
        memcpy(to, codes, sizeof to);
        for (size_t t = p->moves[i].first; t < (size_t)p->moves[i].first + p->moves[i].count; t++) {
            const struct part_term *term = &p->terms[t];
            can = can && (term->asks == PART_ANY || codes[term->cell] == term->asks);
            if (term->puts != PART_ANY) to[term->cell] = term->puts;
        }
        if (can) found |= UINT64_C(1) << part_value(p, to, values);
    }
    return values[key] = (uint8_t)mex_of(found);
}

/* ---- rules --------------------------------------------------------------------------------------------------------- */
static void add_set_rule(struct text *rule)
{
    text_puts(rule, "graph p { ");
    for (int v = 0; v < CELLS; v++) text_add(rule, "%sn%d", v ? "; " : "", v);
    for (int v = 1; v < CELLS; v++)
        for (int u = 0; u < v; u++)
            if (below(3) == 0) text_add(rule, "; n%d -> n%d", u, v);
    text_puts(rule, " } game g(s: nodes of p) { ");
    static const char *const moves[] = {"move a(v in s) -> g(s - {v} - adjacent(v))",
                                        "move b(v in s, u in adjacent(v)) where u in s -> g(s - {u, v})",
                                        "move c(v in s) where any(w not in s for w in adjacent(v)) -> g(s - {v})",
                                        "move d(v in s) where count(w in s for w in adjacent(v)) == 1 -> g(s - {v})",
                                        "move e(v in s) where n3 not in s or v == n2 -> g(s - {v} - {n5})"};
    for (size_t k = 0, count = 1 + below(2); k < count; k++) text_add(rule, "%s ", moves[(below(3) + 2 * k) % 5]);
    text_puts(rule, "}");
}

/* Moves look at three cells side by side, and write to some of them. */
static void add_row_rule(struct text *rule)
{
    text_puts(rule, "game g(s: row) { ");
    for (size_t k = 0, count = 1 + below(3); k < count; k++) {
        size_t at = below(3), other = (at + 1 + below(2)) % 3;
        text_add(rule, "move m%zu(i in 1..len(s) - 2) where s[i + %zu] == %zu", k, at, 1 + below(2));
        if (below(2)) text_add(rule, " and s[i + %zu] == %zu", other, below(3));
        text_add(rule, " -> g(s with { [i] = %zu", below(2));
        if (below(2)) text_add(rule, ", [i + 1] = %zu", below(3));
        if (below(2)) text_add(rule, ", [i + 2] = %zu", below(3));
        text_puts(rule, " }) ");
    }
    text_puts(rule, "}");
}

/* Calls the claim on the ground of a random rule of which play ends; returns whether there was one. Moves of few cells may be more
 * cells than there is room for. */
static bool on_random_rule(uint64_t number, void (*claim)(const struct ground *g, struct arena *arena))
{
    struct runtime_case c;
    struct ground g;
    struct text rule = {0};
    bool falls = false;
    seed = number * 0x9e3779b97f4a7c15;
    if (number % 2) add_set_rule(&rule);
    else add_row_rule(&rule);
    case_open(&c, text_c(&rule));
    struct position p = case_position(&c, number % 2 ? "g(p)" : "g([1, 2, 0, 1, 2, 1])");
    struct ground_from from = {
        c.env->model, p.components[0].game, c.env->params, p.components[0].cells, p.components[0].count, NULL, 0};
    assert_int_equal(ground_make(&from, &c.arena, &g), ST_OK);
    if (g.move_count && g.cells <= CELLS) assert_int_equal(ground_falls(&g, &falls), ST_OK);
    if (falls) claim(&g, &c.arena);
    case_close(&c);
    text_free(&rule);
    return falls;
}

/* The next state with a code for each cell, but for one that no cell holds; false after the last one. */
static bool next_state(const struct ground *g, uint8_t *codes, struct ground_mask *state)
{
    size_t c = 0;
    uint8_t first = (uint8_t)ground_first(g);
    while (c < g->cells && ++codes[c] == g->value_count) codes[c++] = first;
    *state = (struct ground_mask){{0}};
    for (size_t i = 0; i < g->cells; i++) ground_put(g, state, i, codes[i]);
    return c < g->cells;
}

static void find_labels(const struct part_moves *p, struct part_labels *labels)
{
    struct part_colours colours;
    part_colours_find(p, &colours);
    part_labels_find(p, &colours, labels);
}

/* ---- claims -------------------------------------------------------------------------------------------------------- */
static size_t seen, smaller, matched, unmatched, balanced;

/* Among parts of one value of the hash the first one is kept. */
static void try_ground(const struct ground *g, struct arena *arena)
{
    static uint8_t values[STATES], left[STATES];
    static struct alike_entry entries[256];
    static struct part_moves part, other;
    struct board_moves *moves = board_moves_make(g, arena);
    uint8_t codes[CELLS];
    struct ground_mask state = {{0}};
    memset(codes, (int)ground_first(g), sizeof codes);
    codes[0]--;
    next_state(g, codes, &state);
    memset(values, UNSEEN, sizeof values);
    memset(entries, 0, sizeof entries);
    assert_non_null(moves);
    do {
        struct part_colours colours;
        struct part_labels labels;
        struct ground_mask live = live_cells(shape_of(g), &state);
        size_t value = board_value(g, &state, values);
        assert_true(part_moves_read(moves, &state, &part));
        memset(left, UNSEEN, sizeof left);
        assert_int_equal(part_value(&part, part.codes, left), value);
        smaller += part.cell_count < cell_count(shape_of(g), &live);
        seen++;
        part_colours_find(&part, &colours);
        bool even = part_is_balanced(&part, &colours);
        if (even) assert_int_equal(value, 0);
        balanced += even;
        part_labels_find(&part, &colours, &labels);
        struct alike_entry *entry = &entries[labels.hash % 256];
        bool same = entry->labels.hash == labels.hash;
        if (same) assert_true(part_moves_read(moves, &entry->state, &other));
        same = same && part_labels_match(&part, &labels, &other, &entry->labels);
        if (same) assert_int_equal(board_value(g, &entry->state, values), value);
        matched += same;
        unmatched += !same;
        if (!same) *entry = (struct alike_entry){state, 0, labels};
    } while (next_state(g, codes, &state));
}

CLAIM(what_is_left_has_the_value_and_so_has_what_is_the_same)
{
    size_t tried = 0;
    for (uint64_t i = 1; i <= 240; i++) tried += on_random_rule(i, try_ground);
    assert_true(tried > 120 && seen > 40 * tried && smaller > tried && matched > 2 * unmatched && unmatched > tried);
    assert_true(balanced > tried);
}

/* A part with its cells and moves in another order. */
static void shuffle(const struct part_moves *from, struct part_moves *to)
{
    uint8_t place[PART_CELLS];
    *to = *from;
    for (size_t i = 0; i < from->cell_count; i++) {
        size_t k = below(i + 1);
        place[i] = place[k];
        place[k] = (uint8_t)i;
    }
    for (size_t i = 0; i < from->cell_count; i++) to->codes[place[i]] = from->codes[i];
    for (size_t i = from->move_count; i > 1; i--) {
        size_t k = below(i);
        struct part_move move = to->moves[k];
        to->moves[k] = to->moves[i - 1];
        to->moves[i - 1] = move;
    }
    for (size_t t = 0; t < from->term_count; t++) to->terms[t].cell = place[from->terms[t].cell];
}

static void add_edge(struct part_moves *p, size_t a, size_t b)
{
    p->moves[p->move_count++] = (struct part_move){(uint16_t)p->term_count, 2};
    p->terms[p->term_count++] = (struct part_term){(uint8_t)a, 1, 0, 6};
    p->terms[p->term_count++] = (struct part_term){(uint8_t)b, 1, 0, 6};
}

static bool is_seen(const struct part_moves *p)
{
    static struct part_moves other;
    struct part_labels a, b;
    shuffle(p, &other);
    find_labels(p, &a);
    find_labels(&other, &b);
    return a.hash == b.hash && part_labels_match(p, &a, &other, &b);
}

/* Trees, cycles, complete graphs, hypercubes and rectangles, whatever their numbers; most of random graphs that are not regular. */
CLAIM(graphs_with_other_numbers_are_seen_to_be_the_same)
{
    static struct part_moves p;
    seed = 7;
    for (size_t n = 1; n <= 24; n++)
        for (int kind = 0; kind < 5; kind++) {
            p.cell_count = kind == 4 ? 16 : n;
            p.move_count = p.term_count = 0;
            memset(p.codes, 1, sizeof p.codes);
            for (size_t v = 1; v < p.cell_count; v++) {
                if (kind == 0) add_edge(&p, below(v), v);
                if (kind == 1) add_edge(&p, v - 1, v);
                for (size_t u = 0; u < v; u++) {
                    if (kind == 2) add_edge(&p, u, v);
                    if (kind == 3 && (v - u == 4 || (v - u == 1 && v % 4))) add_edge(&p, u, v);
                    if (kind == 4 && __builtin_popcountll(u ^ v) == 1) add_edge(&p, u, v);
                }
            }
            if (kind == 1 && n > 2) add_edge(&p, 0, n - 1);
            assert_true(is_seen(&p));
        }
}

/* A cycle of six and two of three have the same colours, whatever is refined. */
CLAIM(what_is_not_the_same_does_not_match)
{
    static struct part_moves p, q;
    struct part_labels a, b;
    p.cell_count = q.cell_count = 6;
    p.move_count = p.term_count = q.move_count = q.term_count = 0;
    memset(p.codes, 1, sizeof p.codes);
    memset(q.codes, 1, sizeof q.codes);
    for (size_t v = 0; v < 6; v++) {
        add_edge(&p, v, (v + 1) % 6);
        add_edge(&q, v, v / 3 * 3 + (v + 1) % 3);
    }
    find_labels(&p, &a);
    find_labels(&q, &b);
    assert_false(part_labels_match(&p, &a, &q, &b));
    q = p;
    q.terms[3].role = 7;
    assert_false(part_labels_match(&p, &a, &q, &a));
    q = p;
    q.codes[2] = 2;
    assert_false(part_labels_match(&p, &a, &q, &a));
    assert_true(part_labels_match(&p, &a, &p, &a));
}

/* Edges on `cells` nodes, u < v joined where that is said. */
static bool balanced_edges(size_t cells, bool (*joined)(size_t u, size_t v))
{
    static struct part_moves p, other;
    struct part_colours colours;
    p.cell_count = cells;
    p.move_count = p.term_count = 0;
    memset(p.codes, 1, sizeof p.codes);
    for (size_t v = 1; v < cells; v++)
        for (size_t u = 0; u < v; u++)
            if (joined(u, v)) add_edge(&p, u, v);
    shuffle(&p, &other);
    part_colours_find(&other, &colours);
    return part_is_balanced(&other, &colours);
}
static bool in_hypercube(size_t u, size_t v) { return __builtin_popcountll(u ^ v) == 1; }
static bool in_four_columns(size_t u, size_t v) { return v - u == 4 || (v - u == 1 && v % 4); }
static bool in_path(size_t u, size_t v) { return v - u == 1; }
static bool in_cycle_of_24(size_t u, size_t v) { return v - u == 1 || (u == 0 && v == 23); }
static bool in_all(size_t u, size_t v) { return u < v; }

/* Dominoes. The middle one of a path of even length is its own image, and so is one that joins two of a complete graph. */
CLAIM(parts_with_an_answer_by_the_image_are_found)
{
    seed = 3;
    assert_true(balanced_edges(16, in_hypercube));
    assert_true(balanced_edges(32, in_hypercube));
    assert_true(balanced_edges(16, in_four_columns));
    assert_true(balanced_edges(24, in_four_columns));
    assert_true(balanced_edges(24, in_cycle_of_24));
    assert_false(balanced_edges(12, in_path));
    assert_false(balanced_edges(13, in_path));
    assert_false(balanced_edges(12, in_four_columns));
    assert_false(balanced_edges(8, in_all));
}

CLAIMS(IT(parts_with_an_answer_by_the_image_are_found), IT(what_is_left_has_the_value_and_so_has_what_is_the_same),
       IT(graphs_with_other_numbers_are_seen_to_be_the_same), IT(what_is_not_the_same_does_not_match))
