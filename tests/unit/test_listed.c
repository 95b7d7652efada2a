/* SPDX-License-Identifier: MIT */
/* Moves that are read off ways to move with sets of values (listed.c): in each state of a board their options are those of the moves that
 * the rule is gone through for once more, and those of its images. */
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "base/text.h"
#include "claims.h"
#include "proof/ground/ground.h"
#include "random_rule.h"
#include "runtime_case.h"

enum { STATES = 729, NUMBERS = 16 };

struct read {
    struct runtime_case c;
    struct ground plain, listed;
};

/* One step is too few to go through a rule, so what is made in that many was read off the ways. */
static void read_both(struct read *r, const char *rule, const char *term)
{
    struct ground_choices choices;
    case_open(&r->c, rule);
    struct position p = case_position(&r->c, term);
    struct ground_from from = {
        r->c.env->model, p.components[0].game, r->c.env->params, p.components[0].cells, p.components[0].count, NULL, 0};
    assert_int_equal(ground_make(&from, &r->c.arena, &r->plain), ST_OK);
    assert_int_equal(ground_make_choices(&from, &r->c.arena, &choices), ST_OK);
    from.steps = 1;
    assert_int_equal(ground_make_of(&from, &choices, &r->c.arena, &r->listed), ST_OK);
}

/* Cells as digits of a number, in threes. */
static bool code_of(const struct ground *g, unsigned state, struct ground_mask *mask)
{
    *mask = (struct ground_mask){{0}};
    const struct ground_piece *piece = &g->layout.pieces[0];
    for (size_t cell = 0; cell < g->cells; cell++, state /= 3) {
        size_t code = 0;
        while (code < piece->value_count && piece->values[code] != (int64_t)(state % 3)) code++;
        if (code == piece->value_count) return false;
        ground_put(g, mask, cell, code);
    }
    return true;
}

static unsigned state_of(const struct ground *g, const struct ground_mask *mask)
{
    unsigned state = 0;
    for (size_t cell = g->cells; cell-- > 0;)
        state = 3 * state + (unsigned)g->layout.pieces[0].values[ground_code(g, mask, cell)];
    return state;
}

static bool list_options(const struct ground *g, unsigned state, bool *reached)
{
    struct ground_mask from;
    memset(reached, 0, STATES * sizeof *reached);
    if (!code_of(g, state, &from)) return false;
    for (size_t i = 0; i < g->move_count; i++) {
        const struct ground_move *m = &g->moves[i];
        struct ground_mask to;
        uint64_t off = 0;
        for (size_t w = 0; w < GROUND_WORDS; w++) {
            off |= (from.words[w] & m->care.words[w]) ^ m->want.words[w];
            to.words[w] = (from.words[w] & ~m->write.words[w]) | m->put.words[w];
        }
        if (!off) reached[state_of(g, &to)] = true;
    }
    return true;
}

static unsigned mirrored(const struct ground *g, uint32_t image, unsigned state)
{
    unsigned cells[GROUND_CELLS], to = 0;
    for (size_t i = 0; i < g->cells; i++, state /= 3) cells[i] = state % 3;
    for (size_t i = g->cells; i-- > 0;) {
        size_t row = i / g->columns, column = i % g->columns;
        if (image & MIRROR_ROWS) row = g->rows - 1 - row;
        if (image & MIRROR_COLUMNS) column = g->columns - 1 - column;
        to = 3 * to + cells[row * g->columns + column];
    }
    return to;
}

/* Has each mirror image that the board is said to have the images of the options? */
static void hold_images(const struct ground *g, const char *rule, unsigned state, const bool *reached)
{
    bool there[STATES];
    for (uint32_t image = 1; image < MIRROR_TURN; image++) {
        if (!(g->images >> image & 1)) continue;
        if (!list_options(g, mirrored(g, image, state), there)) fail_msg("%s: no image of state %u", rule, state);
        for (unsigned s = 0; s < STATES; s++)
            if (reached[s] && !there[mirrored(g, image, s)]) fail_msg("%s: image of state %u", rule, state);
    }
}

/* *images: how many boards have some. Is there a list? */
static bool hold(const char *rule, size_t *images)
{
    static bool here[STATES], there[STATES];
    struct read r;
    read_both(&r, rule, "b(2, 3)");
    bool listed = r.listed.cells == 6, both = listed && r.plain.cells == 6 && !ground_merges(&r.plain.layout);
    *images += both && r.listed.images;
    for (unsigned s = 0; both && s < STATES; s++) {
        if (!list_options(&r.listed, s, here)) continue;
        if (!list_options(&r.plain, s, there) || memcmp(here, there, sizeof here) != 0)
            fail_msg("%s: other options of state %u", rule, s);
        hold_images(&r.listed, rule, s, here);
    }
    case_close(&r.c);
    return both;
}

/* ---- drawn rules --------------------------------------------------------------------------------------------------------- */
#define PICK(seed, ...)                                                                                                \
    ((const char *const[]){                                                                                            \
        __VA_ARGS__})[random_below(seed, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))]

static const char *cell_of(uint64_t *seed)
{
    return PICK(seed, "g[i - 1, j]", "g[i + 1, j]", "g[i, j - 1]", "g[i, j + 1]", "g[3 - i, j]", "g[3 - i, 4 - j]",
                "g[i, 4 - j]", "g[i + x, j + y]", "g[i - x, j - y]", "g[i + x, j]");
}

static const char *says(uint64_t *seed) { return PICK(seed, "== 1", "== 0", "!= 2", "!= 1", "< 2", "> 0", "== 2"); }

/* x and y: a direction, over which it is said of some or all. */
static void add_condition(uint64_t *seed, struct text *out)
{
    const char *fold = PICK(seed, "not any", "all", "any"), *join = PICK(seed, "and", "or");
    const char *of = PICK(seed, "x in -1..1, y in -1..1 where x != 0 or y != 0",
                          "x in 0..1, y in 0..1 where x + y == 1", "x in {-1, 1}, y in {0}");
    const char *a = cell_of(seed), *b = cell_of(seed), *c = cell_of(seed);
    text_add(out, "%s(%s %s %s %s %s", fold, a, says(seed), join, b, says(seed));
    if (random_below(seed, 3) == 0) text_add(out, " %s %s %s", PICK(seed, "and", "or"), c, says(seed));
    text_add(out, " for %s)", of);
}

static void draw(uint64_t *seed, struct text *out)
{
    bool few = random_below(seed, 2);
    text_puts(out, "game b(g: grid) { start(r, c) -> b(grid(r, c, 0)) ");
    for (uint64_t m = 0; m < 1 + random_below(seed, 2); m++) {
        text_add(out, "move m%d(i in 1..rows(g), j in 1..cols(g)%s) where g[i, j] == 0", (int)m,
                 few ? "" : ", k in 1..2");
        for (uint64_t n = 0; n < 1 + random_below(seed, 2); n++) {
            text_puts(out, " and ");
            add_condition(seed, out);
        }
        text_add(out, " -> b(g with { [i, j] = %s }) ", few ? "1" : "k");
    }
    text_puts(out, "}");
}

CLAIM(options_are_those_of_the_rule_gone_through_again)
{
    uint64_t seed = 11;
    size_t listed = 0, images = 0;
    for (int i = 0; i < 120; i++) {
        struct text rule = {0};
        draw(&seed, &rule);
        assert_false(rule.failed);
        listed += hold(text_c(&rule), &images);
        text_free(&rule);
    }
    print_message("%zu of 120 rules read off, %zu with images\n", listed, images);
    assert_true(listed >= 30 && images >= 15);
}

#define MARKS(condition)                                                                                               \
    "game b(g: grid) { start(r, c) -> b(grid(r, c, 0)) move m(i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 0 "   \
    "and " condition " -> b(g with { [i, j] = 1 }) }"
CLAIM(lines_and_neighbours_have_images)
{
    size_t images = 0;
    assert_true(
        hold(MARKS("not any(g[i + x, j + y] == 1 and (g[i + 2 * x, j + 2 * y] == 1 or g[i - x, j - y] == 1) for "
                   "x in -1..1, y in -1..1 where x != 0 or y != 0)"),
             &images));
    assert_true(hold(
        MARKS("not any(g[i + x, j] == 1 and g[i, j + y] == 1 for x in -1..1, y in -1..1 where x * y != 0)"), &images));
    assert_int_equal(images, 2);
}

CLAIM(many_values_are_no_masks)
{
    struct read r;
    read_both(
        &r,
        "game b(g: grid) { start(r, c) -> b(grid(r, c, 0)) move m(i in 1..rows(g), j in 1..cols(g), k in 1..9) where "
        "g[i, j] < k -> b(g with { [i, j] = k }) }",
        "b(2, 3)");
    assert_int_equal(r.listed.cells, 0);
    case_close(&r.c);
}

CLAIMS(IT(options_are_those_of_the_rule_gone_through_again), IT(lines_and_neighbours_have_images),
       IT(many_values_are_no_masks))
