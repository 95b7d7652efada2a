/* SPDX-License-Identifier: MIT */
/* Moves and the positions after them: put together from their texts, and given back as they were kept. */
#include "play/options/moves.h"
#include <string.h>
#include "claims.h"
#include "play/options/options.h"
#include "play/options/print.h"
#include "runtime_case.h"

static const char rule[] = "game nim(n) { move take(t in 1..n) -> nim(n - t) }\n"
                           "game kayles(n) { move knock(t in 1..2, a in 0..n - t) -> kayles(a) + kayles(n - t - a) }\n"
                           "game moore(h: bag) = upto 2 of (nim(x) for x in h)\n"
                           "graph token { a -> b c; b -> c; c }\n";
static const char *const terms[] = {
    "nim(3)",           "nim(4) + kayles(5)",        "kayles(3) + nim(1) + kayles(4) + nim(2)",       "nim(1) + nim(1)",
    "moore([1, 2, 3])", "kayles(2) + moore([2, 2])", "kayles(2) + token(a) + moore([1, 3]) + nim(1)", "nim(0)"};
enum { TERMS = sizeof terms / sizeof *terms };

struct kept_moves {
    struct runtime_case *c;
    struct position from;
    struct step_list steps;
    VEC(struct position) to;
    VEC(char *) moves, texts; /* as they were during the walk */
};

static char *kept(struct runtime_case *c, struct text *text)
{
    char *copy = print_keep(&c->arena, text);
    assert_non_null(copy);
    return copy;
}

/* The text of the position after a move, from the texts of its components alone. */
static char *naive_text(struct kept_moves *k, const struct made_move *move)
{
    const struct model *model = k->c->env->model;
    struct text text = {0};
    for (size_t c = 0; c < k->from.count; c++) {
        size_t n = c == move->component ? move->part_count : 1;
        const struct component *of = c == move->component ? move->parts : &k->from.components[c];
        for (size_t i = 0; i < n; i++) {
            if (text.length) text_puts(&text, " + ");
            component_print(model, &of[i], &text);
        }
    }
    if (!text.length) text_puts(&text, "end");
    return kept(k->c, &text);
}

static enum status take(void *context, const struct made_move *move)
{
    struct kept_moves *k = context;
    struct text text = {0}, name = {0};
    struct position now, later;
    assert_true(position_after(&k->c->arena, &k->from, move, &now));
    assert_true(position_after_kept(&k->c->arena, &k->from, move, &later));
    position_print(k->c->env->model, &now, &text);
    char *there = kept(k->c, &text);
    assert_string_equal(there, naive_text(k, move));
    print_move(k->c->env->model, move, move_needs_component(&k->from, move), &name);
    assert_true(vec_push(&k->to, later) && vec_push(&k->texts, there));
    assert_true(vec_push(&k->moves, kept(k->c, &name)));
    assert_true(steps_add(&k->steps, move->steps, move->step_count));
    return ST_OK;
}

static void walk(struct kept_moves *k, struct runtime_case *c, const char *term)
{
    *k = (struct kept_moves){.c = c, .from = case_position(c, term)};
    for (size_t i = 0; i < k->from.count; i++)
        assert_int_equal(options_each(c->env, k->from.components, i, 0, take, k), ST_OK);
}

static void kept_free(struct kept_moves *k)
{
    steps_free(&k->steps);
    vec_free(&k->to);
    vec_free(&k->moves);
    vec_free(&k->texts);
}

CLAIM(what_a_component_becomes_stands_in_its_place)
{
    struct runtime_case c;
    case_open(&c, rule);
    size_t moves = 0;
    for (size_t t = 0; t < TERMS; t++) {
        struct kept_moves k;
        walk(&k, &c, terms[t]);
        moves += k.to.count;
        for (size_t i = 0; i < k.to.count; i++) {
            struct text text = {0};
            position_print(c.env->model, &k.to.data[i], &text);
            assert_string_equal(kept(&c, &text), k.texts.data[i]);
        }
        kept_free(&k);
    }
    assert_true(moves > 60);
    case_close(&c);
}

CLAIM(steps_are_given_back_as_they_were_kept)
{
    struct runtime_case c;
    case_open(&c, rule);
    for (size_t t = 0; t < TERMS; t++) {
        struct kept_moves k;
        step_vec steps = {0};
        walk(&k, &c, terms[t]);
        for (size_t i = k.moves.count; i-- > 0;) {
            struct text text = {0};
            steps.count = 0;
            assert_true(steps_get(&k.steps, i, &steps));
            struct made_move move = {.steps = steps.data, .step_count = steps.count};
            print_move(c.env->model, &move, move_needs_component(&k.from, &move), &text);
            assert_string_equal(kept(&c, &text), k.moves.data[i]);
        }
        vec_free(&steps);
        kept_free(&k);
    }
    case_close(&c);
}

CLAIM(a_move_is_named_with_what_moved_where_that_is_not_plain)
{
    static const char *const names[][2] = {
        {"nim(2)", "take(t = 1)"},
        {"nim(2) + nim(1)", "take(t = 1) in nim(2)"},
        {"token(a)", "step"},
        {"moore([1, 2])", "take(t = 1) in nim(1) (part 1)"},
    };
    struct runtime_case c;
    case_open(&c, rule);
    for (size_t t = 0; t < sizeof names / sizeof *names; t++) {
        struct kept_moves k;
        walk(&k, &c, names[t][0]);
        assert_string_equal(k.moves.data[0], names[t][1]);
        kept_free(&k);
    }
    struct kept_moves k;
    walk(&k, &c, "moore([1, 2])");
    size_t both = 0;
    for (size_t i = 0; i < k.moves.count; i++)
        both += !strcmp(k.moves.data[i], "take(t = 1) in nim(1) (part 1) and take(t = 2) in nim(2) (part 2)");
    assert_int_equal(both, 1);
    kept_free(&k);
    case_close(&c);
}

CLAIM(moves_hold_numbers_of_any_size)
{
    struct runtime_case c;
    case_open(&c, rule);
    const char *digits = "100000000000000000000000000000000000001";
    const struct integer *large = integer_parse(&c.arena, digits, strlen(digits)), *cells[] = {large};
    const struct integer *const *big[] = {NULL, cells};
    struct position from = case_position(&c, "nim(5) + nim(1)");
    struct step step = {
        .in = from.components[1], .in_big = cells, .taken.move = &c.env->model->games[0].moves[0], .values = cells};
    struct made_move move = {.component = 1, .steps = &step, .step_count = 1};
    struct normal_position result[] = {{0, 1, cells}, {0, 1, cells}};
    struct position to;
    struct text text = {0};
    assert_true(move_lead_to(&c.arena, result, 2, &move));
    for (int with = 0; with < 2; with++) {
        from.big = with ? big : NULL;
        assert_true(position_after(&c.arena, &from, &move, &to));
        print_move(c.env->model, &move, true, &text);
        text_puts(&text, " -> ");
        position_print(c.env->model, &to, &text);
        assert_string_equal(kept(&c, &text), "take(t = 100000000000000000000000000000000000001) in "
                                             "nim(100000000000000000000000000000000000001) -> nim(5) + "
                                             "nim(100000000000000000000000000000000000001) + "
                                             "nim(100000000000000000000000000000000000001)");
    }
    case_close(&c);
}

/* A move of two parts in a sum of two, kept and put together. */
static bool keep_and_build(void)
{
    struct arena arena = {0};
    struct step_list list = {0};
    step_vec out = {0};
    int64_t cells[] = {3, 5, 1, 2}, values[] = {7};
    struct component sum[] = {{0, 1, &cells[0]}, {0, 1, &cells[1]}}, parts[] = {{0, 1, &cells[2]}, {0, 1, &cells[3]}};
    const struct move take = {.name = "take", .gen_count = 1};
    struct step step = {.in = sum[0], .taken = {&take, 0, values}};
    struct made_move move = {.steps = &step, .step_count = 1, .parts = parts, .part_count = 2};
    struct position from = {sum, 2, NULL}, to;
    bool fine =
        steps_add(&list, &step, 1) && steps_get(&list, 0, &out) && position_after_kept(&arena, &from, &move, &to);
    if (fine) assert_true(to.count == 3 && out.data[0].taken.values[0] == 7);
    steps_free(&list);
    vec_free(&out);
    arena_free(&arena);
    return fine;
}

CLAIM(moves_survive_any_failed_allocation) { assert_true(walk_failures(keep_and_build) > 3); }

CLAIMS(IT(what_a_component_becomes_stands_in_its_place), IT(steps_are_given_back_as_they_were_kept),
       IT(a_move_is_named_with_what_moved_where_that_is_not_plain), IT(moves_hold_numbers_of_any_size),
       IT(moves_survive_any_failed_allocation))
