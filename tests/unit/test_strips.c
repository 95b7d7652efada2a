/* SPDX-License-Identifier: MIT */
/* Conditions by what they mean (diagram.h) against what they say of every state, and what strips are taken for (strips.h). Values of
 * random rules are in tests/mbt/strips.c. */
#include <stdio.h>
#include <string.h>
#include "base/hash.h"
#include "claims.h"
#include "play/ground/diagram.h"
#include "runtime_case.h"
#include "solve/search/strip_known.h"
#include "solve/search/strip_meaning.h"
#include "solve/search/strips.h"

/* ---- diagrams ------------------------------------------------------------------------------------------------------- */
enum { CELLS = 4, VALUES = 3, STATES = 81, FORMULAS = 60, SEEDS = 40, NODES = 1 << 14 };

static uint32_t value_in(uint32_t state, uint32_t cell)
{
    while (cell-- > 0) state /= VALUES;
    return state % VALUES;
}

static bool says(const struct formulas *f, uint32_t id, uint32_t state)
{
    const struct formula *x = &f->items.data[id];
    bool all = x->kind != FORMULA_ANY, found = all;
    if (x->kind == FORMULA_CONSTANT) return id == FORMULA_TRUE;
    for (uint32_t i = 0; i < x->count && x->kind != FORMULA_TERM; i++)
        if (says(f, f->kids.data[x->first + i], state) != all) found = !all;
    for (uint32_t i = 0; i < x->count && x->kind == FORMULA_TERM; i++)
        for (uint32_t c = 0; c < CELLS; c++) {
            const struct literal *l = &f->literals.data[x->first + i];
            if (l->cells >> c & 1 && !(l->values >> value_in(state, c) & 1)) found = false;
        }
    return found;
}

static bool leads_to_true(const struct diagrams *d, uint32_t root, uint32_t state)
{
    while (root > DIAGRAM_TRUE) root = d->nodes.data[root].kids[value_in(state, d->nodes.data[root].cell)];
    return root == DIAGRAM_TRUE;
}

/* Random formulas, each of two that were made before. */
static size_t make_formulas(struct formulas *f, uint64_t *seed, uint32_t *ids)
{
    size_t count = 0;
    for (uint32_t c = 0; c < CELLS; c++) ids[count++] = formula_cell(f, c, 1 + (uint32_t)(random_next(seed) % 6));
    while (count < FORMULAS) {
        uint32_t a = ids[random_next(seed) % count], b = ids[random_next(seed) % count];
        uint32_t pick = (uint32_t)(random_next(seed) % 3);
        ids[count++] = pick == 0 ? formula_not(f, a) : pick == 1 ? formula_both(f, a, b) : formula_either(f, a, b);
    }
    assert_false(f->failed);
    return count;
}

CLAIM(diagrams_are_equal_where_conditions_mean_the_same)
{
    static const uint8_t same[] = {0, 1, 2, 3}, turned[] = {3, 2, 1, 0};
    for (uint64_t n = 1; n <= SEEDS; n++) {
        uint64_t seed = hash_mix(n);
        uint32_t ids[FORMULAS], roots[FORMULAS], fixed = (uint32_t)(random_next(&seed) % VALUES);
        struct formulas f;
        struct diagrams d;
        assert_true(formulas_open(&f, VALUES) && diagrams_open(&d, VALUES));
        size_t count = make_formulas(&f, &seed, ids), wrong = 0;
        struct diagram_view view = diagram_view(&d);
        view.to[1] = (uint8_t)(DIAGRAM_FIXED | fixed);
        view.to[2] = 1;
        view.to[3] = 5;
        for (size_t i = 0; i < count; i++) roots[i] = diagram_of(&d, &f, ids[i], same);
        diagrams_read_others(&d);
        for (size_t i = 0; i < count; i++) {
            uint32_t turn = diagram_of(&d, &f, ids[i], turned), seen = diagram_viewed(&d, &view, roots[i]);
            for (uint32_t s = 0; s < STATES; s++) {
                uint32_t back = value_in(s, 3) + 3 * value_in(s, 2) + 9 * value_in(s, 1) + 27 * value_in(s, 0);
                /* the state in which cell 1 of the view is cell 2, and so on */
                uint32_t before = value_in(s, 0) + 3 * fixed + 9 * value_in(s, 1) + 27 * value_in(s, 3);
                uint32_t after = value_in(s, 0) + 3 * value_in(s, 1) + 243 * value_in(s, 3);
                wrong += says(&f, ids[i], s) != leads_to_true(&d, roots[i], s);
                wrong += says(&f, ids[i], s) != leads_to_true(&d, turn, back);
                wrong += says(&f, ids[i], before) != leads_to_true(&d, seen, after);
            }
            for (size_t k = 0; k < i; k++) {
                bool alike = true;
                for (uint32_t s = 0; alike && s < STATES; s++) alike = says(&f, ids[i], s) == says(&f, ids[k], s);
                wrong += alike != (roots[i] == roots[k]);
            }
        }
        assert_int_equal(wrong, 0);
        assert_false(d.failed);
        diagrams_close(&d);
        formulas_close(&f);
    }
}

/* What is left as it is need not be looked at: the view without saying so leads to the same diagrams. */
CLAIM(views_that_leave_cells_are_views)
{
    static const uint8_t same[] = {0, 1, 2, 3};
    for (uint64_t n = 1; n <= SEEDS; n++) {
        uint64_t seed = hash_mix(n);
        uint32_t ids[FORMULAS], cell = (uint32_t)(n % CELLS);
        struct formulas f;
        struct diagrams d;
        assert_true(formulas_open(&f, VALUES) && diagrams_open(&d, VALUES));
        size_t count = make_formulas(&f, &seed, ids), wrong = 0, left = 0;
        struct diagram_view whole = diagram_view(&d), short_one = diagram_view(&d);
        whole.to[cell] = short_one.to[cell] = (uint8_t)(DIAGRAM_FIXED | random_next(&seed) % VALUES);
        short_one.left = cell + 1;
        for (size_t i = 0; i < count; i++) {
            uint32_t root = diagram_of(&d, &f, ids[i], same), seen = diagram_viewed(&d, &short_one, root);
            wrong += seen != diagram_viewed(&d, &whole, root);
            left += seen != root;
        }
        assert_int_equal(wrong, 0);
        assert_true(left > 0);
        diagrams_close(&d);
        formulas_close(&f);
    }
}

/* A formula that is said to be the image of another is so in every state; what is made of it is always said to be. */
CLAIM(images_as_they_are_written)
{
    static const uint8_t to[] = {1, 3, 0, 2};
    size_t said = 0, not_said = 0;
    for (uint64_t n = 1; n <= SEEDS; n++) {
        uint64_t seed = hash_mix(n);
        uint32_t ids[FORMULAS];
        struct formulas f;
        struct formula_images known = {0};
        assert_true(formulas_open(&f, VALUES));
        size_t count = make_formulas(&f, &seed, ids), wrong = 0;
        for (size_t i = 0; i < count; i++) {
            size_t work = SIZE_MAX, none = 0;
            uint32_t image = formula_image(&f, ids[i], to, &known);
            wrong += !formula_is_image(&f, ids[i], image, to, &work);
            wrong += formula_is_image(&f, ids[i], image, to, &none);
            for (size_t k = 0; k < count; k++) {
                bool is = true, says_so = formula_is_image(&f, ids[i], ids[k], to, &work);
                for (uint32_t s = 0; is && s < STATES; s++) {
                    uint32_t of = value_in(s, 2) + 3 * value_in(s, 0) + 9 * value_in(s, 3) + 27 * value_in(s, 1);
                    is = says(&f, ids[i], s) == says(&f, ids[k], of);
                }
                wrong += says_so && !is;
                said += says_so && ids[i] > FORMULA_TRUE;
                not_said += !says_so;
            }
        }
        assert_int_equal(wrong, 0);
        vec_free(&known.made);
        formulas_close(&f);
    }
    assert_true(said > 0 && not_said > 0);
}

/* The same conditions made as diagrams from the beginning, the cells asked for in another order. */
CLAIM(conditions_made_by_meaning_say_the_same)
{
    static const uint8_t level[] = {2, 0, 3, 1}, levels[] = {1, 0, 3, 2}, values[] = {2, 0, 1, 3};
    for (uint64_t n = 1; n <= SEEDS; n++) {
        uint64_t seed = hash_mix(n), again = seed;
        uint32_t ids[FORMULAS], meant[FORMULAS];
        struct formulas f, by;
        struct diagrams d, other;
        uint32_t made[NODES] = {0};
        assert_true(formulas_open(&f, VALUES) && formulas_open(&by, VALUES) && diagrams_open(&d, VALUES));
        assert_true(diagrams_open(&other, VALUES));
        for (uint32_t c = 0; c < CELLS; c++) d.level[c] = level[c];
        by.meaning = &d;
        size_t count = make_formulas(&f, &seed, ids), wrong = make_formulas(&by, &again, meant) - count;
        for (size_t i = 0; i < count; i++) {
            uint32_t known = diagram_with(&d, meant[i], level[2], 1), allowed = 0;
            diagrams_image_others(&d);
            uint32_t image = diagram_image(&d, meant[i], levels, values);
            uint32_t some = diagram_without(&d, meant[i], level[2]);
            assert_true(d.nodes.count <= NODES);
            uint32_t taken = diagram_taken(&other, &d, some, made);
            for (uint32_t s = 0; s < STATES; s++) {
                uint32_t of_level[CELLS], put[CELLS] = {0}, power[CELLS] = {1, 3, 9, 27}, asked = 0, to = 0, with = s;
                for (uint32_t c = 0; c < CELLS; c++) of_level[level[c]] = value_in(s, c);
                for (uint32_t l = 0; l < CELLS; l++) put[levels[l]] = values[of_level[l]];
                for (uint32_t l = 0; l < CELLS; l++) asked += of_level[l] * power[l], to += put[l] * power[l];
                with += (1 - value_in(s, 2)) * power[2];
                bool says_so = says(&f, ids[i], s);
                if (says_so) allowed |= 1u << value_in(s, 1);
                wrong += says_so != leads_to_true(&d, meant[i], asked);
                wrong += says_so != leads_to_true(&d, image, to);
                wrong += says(&f, ids[i], with) != leads_to_true(&d, known, asked);
                bool any = false;
                for (uint32_t v = 0; v < VALUES; v++) any |= says(&f, ids[i], with + (v - 1) * power[2]);
                wrong += any != leads_to_true(&d, some, asked) || any != leads_to_true(&other, taken, asked);
            }
            wrong += allowed != formula_allows(&by, meant[i], 1);
        }
        assert_int_equal(wrong, 0);
        assert_false(d.failed || by.failed);
        formulas_close(&by);
        formulas_close(&f);
        diagrams_close(&other);
        diagrams_close(&d);
    }
}

/* ---- strips --------------------------------------------------------------------------------------------------------- */
#define RUNS                                                                                                           \
    "fn left(s, i, c) = any(s[a] == 0 and all(s[k] == c for k in a + 1..i - 1) for a in 1..i - 1) "                    \
    "fn right(s, i, c) = any(s[a] == 0 and all(s[k] == c for k in i + 1..a - 1) for a in i + 1..len(s)) "
#define NOGO(and)                                                                                                      \
    RUNS "game b(s: row) { move put(i in 1..len(s), c in 1..2) where s[i] == 0 and (left(s, i, c) or right(s, i, c))"  \
         " and (i == 1 or s[i - 1] != 3 - c or left(s, i, 3 - c))"                                                     \
         " and (i == len(s) or s[i + 1] != 3 - c or right(s, i, 3 - c))" and                                           \
        " -> b(s with { [i] = c }) }"
#define COUNTED                                                                                                        \
    "fn free(s, i, c) = count(a for a in 1..len(s) where s[a] == 0 and a != i and all(s[k] == c for k in a + 1..i - "  \
    "1)"                                                                                                               \
    " and all(s[k] == c for k in i + 1..a - 1)) "                                                                      \
    "game b(s: row) { move put(i in 1..len(s), c in 1..3) where s[i] == 0 and free(s, i, c) > 0 and"                   \
    " all(c == d or ((s[i - 1] != d or any(s[a] == 0 and all(s[k] == d for k in a + 1..i - 1) for a in 1..i - 1)) and" \
    " (s[i + 1] != d or any(s[a] == 0 and all(s[k] == d for k in i + 1..a - 1) for a in i + 1..len(s)))) for d in "    \
    "1..3) -> b(s with { [i] = c }) }"
#define SEEN                                                                                                           \
    "game b(s: row) { move put(i in 1..len(s), c in 1..2) where s[i] == 0 and "                                        \
    "not any(s[a] == c and all(s[k] == 0 for k in a + 1..i - 1) for a in 1..i - 1) -> b(s with { [i] = c }) }"

#define RING                                                                                                           \
    "fn free(s, i, c) = any(s[(i + d - 1) % len(s) + 1] == 0 and all(s[(i + e - 1) % len(s) + 1] == c for e in 1..d "  \
    "- 1)"                                                                                                             \
    " for d in 1..len(s) - 1) "                                                                                        \
    "game b(s: row) { move put(i in 1..len(s), c in 1..2) where s[i] == 0 and free(s, i, c) -> b(s with { [i] = c }) " \
    "}"

/* Free on one side or the other. */
#define RING_OF_STONES                                                                                                 \
    "fn at(s, i) = s[(i - 1 + len(s)) % len(s) + 1] "                                                                  \
    "fn side(s, i, c, by) = any(at(s, i + by * d) == 0 and all(at(s, i + by * e) == c for e in 1..d - 1) for d in "    \
    "1..len(s) - 1) "                                                                                                  \
    "game b(s: row) { move put(i in 1..len(s), c in 1..2) where s[i] == 0 and (side(s, i, c, 1) or side(s, i, c, "     \
    "-1)) -> b(s with { [i] = c }) }"

/* NoGo on a ring. */
#define RING_OF_GROUPS                                                                                                 \
    "fn at(s, i) = s[(i - 1 + len(s)) % len(s) + 1] "                                                                  \
    "fn side(s, i, c, by) = any(at(s, i + by * d) == 0 and all(at(s, i + by * e) == c for e in 1..d - 1) for d in "    \
    "1..len(s) - 1) "                                                                                                  \
    "game b(s: row) { move put(i in 1..len(s), c in 1..2) where s[i] == 0 and (side(s, i, c, 1) or side(s, i, c, -1))" \
    " and (at(s, i - 1) != 3 - c or side(s, i, 3 - c, -1)) and (at(s, i + 1) != 3 - c or side(s, i, 3 - c, 1))"        \
    " -> b(s with { [i] = c }) }"

#define CONNECTED(and)                                                                                                 \
    "fn alive(t, e, v) = any(component([t[m] == t[v] ? 1 : 0 for m in 1..len(t)], e, v)[k] == 1 and any(e[k, l] == 1"  \
    " and t[l] == 0 for l in 1..len(t)) for k in 1..len(t)) "                                                          \
    "fn legal(t, e) = all(t[v] == 0 or alive(t, e, v) for v in 1..len(t)) "                                            \
    "game b(s: row, e: grid) { move put(i in 1..len(s), c in 1..2) where s[i] == 0 and legal(s with { [i] = c }, "     \
    "e)" and                                                                                                           \
        " -> b(s with { [i] = c }, e) }"
#define JOINED(first, last)                                                                                            \
    "[[0, 1, 0, 0, 0, " #first                                                                                         \
    "], [1, 0, 1, 0, 0, 0], [0, 1, 0, 1, 0, 0], [0, 0, 1, 0, 1, 0], [0, 0, 0, 1, 0, 1], [" #last ", 0, 0, 0, 1, 0]]"
#define PATH JOINED(0, 0)
#define AROUND JOINED(1, 1)

/* The same without a board after the move: what its cells hold is said cell by cell. */
#define WHOLE(and)                                                                                                     \
    "fn at(s, i, c, k) = k == i ? c : s[k] "                                                                           \
    "fn alive(s, i, c, v) = any(at(s, i, c, a) == 0 and all(at(s, i, c, k) == at(s, i, c, v)"                          \
    " for k in min(a, v) + 1..max(a, v) - 1) for a in 1..len(s)) "                                                     \
    "game b(s: row) { move put(i in 1..len(s), c in 1..2) where s[i] == 0 and"                                         \
    " all(at(s, i, c, v) == 0 or alive(s, i, c, v) for v in 1..len(s))" and                                            \
        " -> b(s with { [i] = c }) }"

struct strip_case {
    const char *rule, *term, *parts;
};
static const struct strip_case normal[] = {
    {NOGO(""), "b([0, 0, 0, 0, 0, 0])", "000000"},
    {NOGO(""), "b([0, 1, 1, 0, 0, 2])", "20010"},
    {NOGO(""), "b([0, 2, 2, 0, 0, 1])", "20010"},
    {NOGO(""), "b([2, 0, 0, 1, 1, 1, 0])", "20010"},
    {NOGO(""), "b([0, 1, 1, 2, 0, 0, 1])", "0 2001"},
    {NOGO(""), "b([1, 0, 0, 1, 2, 0, 0, 2])", ""},
    {NOGO(""), "b([1, 1, 2, 1, 2, 2, 1])", ""},
    {NOGO(" and i != 3"), "b([0, 1, 1, 0, 0, 2])", "022001"},
    {COUNTED, "b([0, 3, 3, 0, 0, 2])", "20010"},
    {COUNTED, "b([0, 3, 3, 1, 0, 0, 2])", "0 2001"},
    /* all groups must be alive: what is at rest is known to be */
    {WHOLE(""), "b([0, 1, 1, 0, 0, 2])", "20010"},
    {WHOLE(""), "b([0, 1, 1, 2, 0, 0, 1])", "0 2001"},
    {WHOLE(" and i != 3"), "b([0, 1, 1, 0, 0, 2])", "022001"},
    /* no position that a move leads to: nothing is known of it */
    {WHOLE(""), "b([1, 1, 2, 0, 0, 0, 0])", "210000"},
    /* what is behind a stone is not seen from the right, and all that is before it is seen up to the next one */
    {SEEN, "b([0, 0, 1, 0, 1, 2, 0, 0, 0])", "00 10 1000"},
    /* wherever the ring is read from: it begins with the longest run of free cells */
    {RING, "b([1, 0, 0, 1, 1])", "001"},
    {RING, "b([0, 2, 2, 2, 0])", "001"},
    {RING, "b([1, 0, 2, 2, 0, 0])", "00201"},
    /* cut at 1 2 and 2 1, or 1 2 and 1 2: what is between is a row, as one ring or another */
    {RING_OF_GROUPS, "b([0, 1, 2, 0, 0, 1, 2, 0, 0])", "2001 20001"},
    {RING_OF_GROUPS, "b([0, 1, 2, 0, 0, 0, 2, 1, 0])", "210001 21001"},
    {"game b(s: row) { move put(i in 1..len(s)) where s[i] == 0 -> b(s with { [i] = 1 }) }", "b([0, 0])", "none"},
    {"game b(s: row) { move put(i in 1..len(s)) where s[i] == 0 and count(k for k in 1..len(s) where s[k] > 0) % 2 == "
     "i % 2"
     " -> b(s with { [i] = 1 }) }",
     "b([0, 0, 0, 0])", "0000"},
};

typedef enum status (*make_strips)(const struct env *env, const struct component *component, struct strips **strips);
/* The same stones as above, where all groups must be alive after a move: what is at rest is known to be alive. */
static const struct strip_case meant[] = {
    {CONNECTED(""), "b([0, 0, 0, 0, 0, 0], " PATH ")", "000000"},
    {CONNECTED(""), "b([0, 1, 1, 0, 0, 2], " PATH ")", "20010"},
    {CONNECTED(""), "b([0, 2, 2, 0, 0, 1], " PATH ")", "20010"},
    {CONNECTED(""), "b([0, 1, 2, 0, 0, 1], " PATH ")", "0 2001"},
    {CONNECTED(" and i != 3"), "b([0, 1, 1, 0, 0, 2], " PATH ")", "022001"},
    {CONNECTED(""), "b([1, 0, 0, 0, 1, 1], " AROUND ")", "0001"},
    {CONNECTED(""), "b([1, 0, 2, 2, 0, 0], " AROUND ")", "00201"},
    /* no position that a move leads to, so nothing is known of it */
    {CONNECTED(""), "b([1, 1, 2, 0, 0, 0], " PATH ")", "none"},
    {CONNECTED(""),
     "b([0, 1, 1, 0, 0, 2], [[0, 1, 1, 0, 0, 0], [1, 0, 0, 1, 0, 0], [1, 0, 0, 1, 1, 0], [0, 1, 1, 0, 0, 1],"
     " [0, 0, 1, 0, 0, 1], [0, 0, 0, 1, 1, 0]])",
     "none"},
};

/* The parts of a position, each as its cells. */
static const char *parts_of(make_strips make, const char *rule, const char *term)
{
    static char words[200];
    struct runtime_case c;
    struct strips *s;
    struct strip_part parts[STRIP_PARTS];
    struct text text = {0};
    uint64_t strip;
    case_open(&c, rule);
    struct position p = case_position(&c, term);
    assert_int_equal(make(c.env, &p.components[0], &s), ST_OK);
    if (!s) text_puts(&text, "none");
    if (s) {
        assert_true(strips_code(s, &p.components[0], &strip));
        size_t count = strips_normal(s, strip, false, parts);
        for (size_t i = 0; i < count; i++) {
            if (i) text_puts(&text, " ");
            for (uint32_t k = 0; k < strip_size(parts[i].strip); k++)
                text_add(&text, "%d", (int)(parts[i].strip >> k & 1) + 2 * (int)(parts[i].strip >> 32 >> k & 1));
        }
    }
    snprintf(words, sizeof words, "%s", text_c(&text));
    text_free(&text);
    strips_free(s);
    case_close(&c);
    return words;
}

static size_t unlike(make_strips make, const struct strip_case *cases, size_t count)
{
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++) {
        const char *found = parts_of(make, cases[i].rule, cases[i].term);
        if (strcmp(found, cases[i].parts) == 0) continue;
        print_error("%s %s: %s\n", cases[i].rule, cases[i].term, found);
        wrong++;
    }
    return wrong;
}

CLAIM(strips_keep_what_moves_can_tell)
{
    assert_int_equal(unlike(strips_make, normal, sizeof normal / sizeof *normal), 0);
}

CLAIM(strips_made_by_meaning_use_what_is_known_of_positions)
{
    assert_int_equal(unlike(strips_make_by_meaning, meant, sizeof meant / sizeof *meant), 0);
}

/* Where moves lead is found from the law that all of them ask (strip_known.c), or from the condition of each by itself. */
static size_t known_otherwise(const char *rule, const char *term)
{
    struct runtime_case c;
    struct strips *s;
    size_t wrong = 0;
    case_open(&c, rule);
    struct position p = case_position(&c, term);
    assert_int_equal(strips_make_by_meaning(c.env, &p.components[0], &s), ST_OK);
    assert_non_null(s);
    strip_restrict(s, 1, s->length, true);
    for (uint32_t m = 1; m <= s->length; m++) {
        struct strip_board *b = &s->boards[m];
        uint32_t known = b->known;
        wrong += b->fine && b->count && !b->law;
        b->law = 0;
        strip_restrict(s, m, m, true);
        wrong += b->known != known || known <= DIAGRAM_TRUE;
    }
    strips_free(s);
    case_close(&c);
    return wrong;
}

CLAIM(where_moves_lead_is_the_same_by_their_law)
{
    assert_int_equal(known_otherwise(CONNECTED(""), "b([0, 0, 0, 0, 0, 0], " PATH ")"), 0);
    assert_int_equal(known_otherwise(CONNECTED(""), "b([0, 0, 0, 0, 0, 0], " AROUND ")"), 0);
    assert_int_equal(known_otherwise(CONNECTED(" and (s[i - 1] == 0 or c == 1)"), "b([0, 0, 0, 0, 0, 0], " PATH ")"),
                     0);
    assert_int_equal(known_otherwise(CONNECTED(" and (s[1] != c or i > 3)"), "b([0, 0, 0, 0, 0, 0], " AROUND ")"), 0);
}

/* The least of a ring read from each cell on, perhaps in both directions, with stones exchanged or not: cell by cell. */
static uint64_t least_ring(uint64_t strip, bool backwards)
{
    static const unsigned char to[2][3] = {{0, 1, 2}, {0, 2, 1}};
    uint32_t size = strip_size(strip);
    uint64_t least = UINT64_MAX;
    for (uint32_t image = 0; image < 4 * size; image++) {
        uint64_t other = UINT64_C(1) << size;
        if (image & 1 && !backwards) continue;
        for (uint32_t k = 0; k < size; k++) {
            uint32_t cell = (image / 4 + (image & 1 ? size - k : k)) % size;
            uint64_t value = to[image >> 1 & 1][(strip >> cell & 1) | (strip >> cell >> 31 & 2)];
            other |= (value & 1) << k | (value >> 1) << k << 32;
        }
        if (other < least) least = other;
    }
    return least;
}

/* What is left of a ring as it is is an image of it, and what is known of its least image is the same. */
static void parts_are_same(const char *rule, bool backwards)
{
    enum { SIZE = 8, RINGS = 6561 };
    struct runtime_case c;
    struct strips *s;
    struct strip_part parts[STRIP_PARTS], other[STRIP_PARTS];
    size_t wrong = 0, whole = 0;
    case_open(&c, rule);
    struct position p = case_position(&c, "b([0, 0, 0, 0, 0, 0, 0, 0])");
    assert_int_equal(strips_make(c.env, &p.components[0], &s), ST_OK);
    assert_non_null(s);
    for (unsigned ring = 0; ring < RINGS; ring++) {
        uint64_t strip = UINT64_C(1) << SIZE;
        for (unsigned k = 0, left = ring; k < SIZE; k++, left /= 3)
            strip |= (uint64_t)(left % 3 & 1) << k | (uint64_t)(left % 3 >> 1) << k << 32;
        size_t count = strips_normal(s, strip, true, parts);
        for (size_t i = 0; i < count; i++) {
            uint64_t least = least_ring(parts[i].strip, backwards);
            bool all = strip_size(parts[i].strip) == SIZE;
            whole += all;
            wrong += all && least != least_ring(strip, backwards);
            wrong += strips_normal(s, least, true, other) != 1 || other[0].strip != parts[i].strip;
        }
    }
    assert_int_equal(wrong, 0);
    assert_true(whole > 500);
    strips_free(s);
    case_close(&c);
}

CLAIM(rings_and_their_images_have_the_same_parts)
{
    parts_are_same(RING, false);
    parts_are_same(RING_OF_STONES, true);
    parts_are_same(RING_OF_GROUPS, true);
}

/* ---- values --------------------------------------------------------------------------------------------------------- */
enum { RING_MOST = 8, RING_CONTENTS = 6561, RING_MOVES = 2 * RING_MOST + 1, NOT_YET = 255 };
struct ring_values {
    struct strips *s;
    uint8_t of[RING_MOST + 1][RING_CONTENTS];
};

static unsigned content_of(uint64_t strip)
{
    unsigned content = 0;
    for (uint32_t k = strip_size(strip); k-- > 0;)
        content = 3 * content + (unsigned)(strip >> k & 1) + 2 * (unsigned)(strip >> 32 >> k & 1);
    return content;
}

/* By all moves of the ring as it is. */
static unsigned value_by_moves(struct ring_values *v, uint64_t strip)
{
    uint8_t *value = &v->of[strip_size(strip)][content_of(strip)];
    struct strip_opening o;
    uint64_t options[RING_MOVES];
    size_t count = 0;
    if (*value != NOT_YET) return *value;
    strips_open(v->s, strip, &o);
    for (size_t move = 0; strips_next(v->s, &o, &move, &options[count]); move++) assert_true(++count < RING_MOVES);
    uint32_t found = 0;
    for (size_t i = 0; i < count; i++) found |= 1u << value_by_moves(v, options[i]);
    return *value = (uint8_t)__builtin_ctz(~found);
}

CLAIM(rings_have_the_values_of_their_pieces)
{
    struct runtime_case c;
    struct ring_values v;
    struct strip_part parts[STRIP_PARTS];
    size_t wrong = 0, cut = 0, nonzero = 0;
    case_open(&c, RING_OF_GROUPS);
    struct position p = case_position(&c, "b([0, 0, 0, 0, 0, 0, 0, 0])");
    assert_int_equal(strips_make(c.env, &p.components[0], &v.s), ST_OK);
    assert_non_null(v.s);
    memset(v.of, NOT_YET, sizeof v.of);
    for (unsigned ring = 0; ring < RING_CONTENTS; ring++) {
        uint64_t strip = UINT64_C(1) << RING_MOST;
        for (unsigned k = 0, left = ring; k < RING_MOST; k++, left /= 3)
            strip |= (uint64_t)(left % 3 & 1) << k | (uint64_t)(left % 3 >> 1) << k << 32;
        unsigned sum = 0, value = value_by_moves(&v, strip);
        size_t count = strips_normal(v.s, strip, true, parts);
        for (size_t i = 0; i < count; i++) sum ^= value_by_moves(&v, parts[i].strip);
        wrong += sum != value;
        cut += count > 1;
        nonzero += value > 0;
    }
    assert_int_equal(wrong, 0);
    assert_true(cut > 20 && nonzero > 500);
    strips_free(v.s);
    case_close(&c);
}

CLAIMS(IT(diagrams_are_equal_where_conditions_mean_the_same), IT(views_that_leave_cells_are_views),
       IT(images_as_they_are_written), IT(conditions_made_by_meaning_say_the_same), IT(strips_keep_what_moves_can_tell),
       IT(strips_made_by_meaning_use_what_is_known_of_positions), IT(where_moves_lead_is_the_same_by_their_law),
       IT(rings_and_their_images_have_the_same_parts), IT(rings_have_the_values_of_their_pieces))
