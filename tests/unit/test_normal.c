/* SPDX-License-Identifier: MIT */
/* The normal form against the machine: for random rules every option that the machine finds satisfies a piece with the
 * generators that were used, and every solution of a piece is an option; what is listed in words for some spellings. */
#include "claims.h"
#include <string.h>
#include "proof/normal/normal.h"
#include "proof/options/options.h"
#include "random_rule.h"
#include "base/text.h"
#include "rule_file.h"

enum { MOST = 14 };

struct bench {
    struct rule_file file;
    struct arena arena;
    struct normal_space space;
    struct normal *normal;
};

static bool setup(struct bench *b, const char *rule)
{
    memset(b, 0, sizeof *b);
    rule_open(&b->file, rule);
    b->space.arena = &b->arena;
    if (b->file.st != ST_OK) return false;
    struct normal_source source = {.model = b->file.model, .game = b->file.model->main_game, .params = b->file.params};
    return normal_build(&b->space, &source, &b->normal) == ST_OK && b->normal->supported;
}

static void teardown(struct bench *b)
{
    arena_free(&b->arena);
    rule_close(&b->file);
}

/* ---- from the machine to the pieces ------------------------------------------------------------------------------ */
struct hunt {
    struct bench *b;
    const struct component *from;
    const struct taken *taken;
    bool found;
    size_t options;
};

static enum status same_move(void *context, int move, const struct integer *const *values, size_t count,
                             const struct normal_position *result, size_t result_count)
{
    struct hunt *h = context;
    (void)result;
    (void)result_count;
    bool same = &h->b->file.model->games[h->from->game].moves[move] == h->taken->move;
    for (size_t i = 0; i < count; i++) {
        int64_t v;
        same = same && integer_fits(values[i], &v) && v == h->taken->values[i];
    }
    h->found |= same;
    return ST_OK;
}

static const struct integer *const *integers(struct arena *arena, const int64_t *cells, size_t count)
{
    const struct integer **out = arena_array(arena, count + 1, sizeof *out);
    for (size_t i = 0; i < count; i++) out[i] = integer_from(arena, cells[i]);
    return out;
}

static enum status find_option(void *context, const struct component *components, size_t count,
                               const struct taken *taken)
{
    struct hunt *h = context;
    struct arena arena = {0};
    struct normal_position *to = arena_array(&arena, count + 1, sizeof *to);
    for (size_t i = 0; i < count; i++)
        to[i] = (struct normal_position){components[i].game, components[i].count,
                                         integers(&arena, components[i].cells, components[i].count)};
    bool complete;
    h->taken = taken;
    h->found = false;
    enum status st = normal_moves_to(h->b->normal, integers(&arena, h->from->cells, h->from->count), h->from->count, to,
                                     count, 1000, same_move, h, &complete);
    assert_int_equal(st, ST_OK);
    assert_true(h->found);
    h->options++;
    arena_free(&arena);
    return ST_OK;
}

/* ---- from the pieces to the machine ------------------------------------------------------------------------------ */
struct seek {
    const struct normal_position *want;
    size_t want_count;
    bool found;
};

static bool same_sum(const struct component *c, size_t count, const struct seek *s)
{
    if (count != s->want_count) return false;
    unsigned used = 0;
    for (size_t i = 0; i < count; i++) {
        size_t k = 0;
        for (; k < count; k++) {
            bool same = !(used >> k & 1) && c[i].game == s->want[k].game && c[i].count == s->want[k].count;
            for (size_t f = 0; same && f < c[i].count; f++) {
                int64_t v;
                same = integer_fits(s->want[k].cells[f], &v) && v == c[i].cells[f];
            }
            if (same) break;
        }
        if (k == count) return false;
        used |= 1u << k;
    }
    return true;
}

static enum status seek_option(void *context, const struct component *components, size_t count,
                               const struct taken *taken)
{
    struct seek *s = context;
    (void)taken;
    s->found |= same_sum(components, count, s);
    return ST_OK;
}

static enum status is_an_option(void *context, int move, const struct integer *const *values, size_t count,
                                const struct normal_position *result, size_t result_count)
{
    struct hunt *h = context;
    struct seek s = {result, result_count, false};
    (void)move;
    (void)values;
    (void)count;
    assert_int_equal(vm_options(h->b->file.vm, h->from, 1, seek_option, &s), ST_OK);
    assert_true(s.found);
    return ST_OK;
}

/* Every solution of the rule of an exact piece with results up to MOST. */
static void solutions_are_options(struct bench *b, const struct component *from)
{
    const struct normal *n = b->normal;
    for (size_t i = 0; i < n->piece_count; i++) {
        const struct normal_piece *p = &n->pieces[i];
        if (!p->exact || p->result_vars > 2) continue;
        int64_t points = p->result_vars == 0 ? 1 : p->result_vars == 1 ? MOST + 1 : (MOST + 1) * (MOST + 1);
        for (int64_t at = 0; at < points; at++) {
            struct arena arena = {0};
            int64_t r[2] = {at % (MOST + 1), at / (MOST + 1)};
            const struct integer **values = arena_array(&arena, b->space.var_count + 8, sizeof *values);
            for (size_t v = 0; v < b->space.var_count; v++) {
                if (b->space.vars[v].kind == NORMAL_FIELD)
                    values[v] = integer_from(&arena, from->cells[b->space.vars[v].index]);
                if (b->space.vars[v].kind == NORMAL_RESULT && b->space.vars[v].index < 2)
                    values[v] = integer_from(&arena, r[b->space.vars[v].index]);
            }
            bool in = true, no_memory;
            for (size_t k = 0; k < p->rule.count && in; k++) {
                const struct integer *x = normal_evaluate(&b->space, p->rule.items[k].form, values, b->space.var_count,
                                                          NULL, &arena, &no_memory);
                assert_non_null(x);
                in = p->rule.items[k].equality ? x->sign == 0 : x->sign >= 0;
            }
            if (in) {
                struct normal_position to[2];
                int next = 0;
                for (size_t c = 0; c < p->component_count; c++) {
                    const struct integer **cells = arena_array(&arena, 2, sizeof *cells);
                    for (size_t k = 0; k < p->components[c].arg_count; k++, next++)
                        cells[k] = integer_from(&arena, r[next]);
                    to[c] = (struct normal_position){p->components[c].game, p->components[c].arg_count, cells};
                }
                struct hunt h = {.b = b, .from = from};
                is_an_option(&h, p->move, NULL, 0, to, p->component_count);
            }
            arena_free(&arena);
        }
    }
}

static size_t compare_state(struct bench *b, const int64_t *cells, uint32_t fields)
{
    struct component from = {b->file.model->main_game, fields, cells};
    struct hunt h = {.b = b, .from = &from};
    assert_int_equal(vm_options(b->file.vm, &from, 1, find_option, &h), ST_OK);
    solutions_are_options(b, &from);
    struct arena arena = {0};
    uint64_t seed = 5;
    size_t drawn;
    assert_int_equal(
        normal_sample(b->normal, integers(&arena, cells, fields), fields, &seed, 12, is_an_option, &h, &drawn), ST_OK);
    if (h.options == 0) assert_int_equal(drawn, 0);
    arena_free(&arena);
    return drawn;
}

/* Every option of the machine is found as a way to its result, and what is sampled is an option: rows of up to three cells. */
static void compare_rows(const char *rule)
{
    struct bench b;
    assert_true(setup(&b, rule));
    size_t drawn = 0, states = 0;
    for (int64_t length = 0, codes = 1; length <= 3; length++, codes *= 6)
        for (int64_t code = 0; code < codes; code++) {
            int64_t cells[4] = {length, code % 6, code / 6 % 6, code / 36 % 6};
            struct component from = {b.file.model->main_game, (uint32_t)length + 1, cells};
            struct hunt h = {.b = &b, .from = &from};
            struct arena arena = {0};
            uint64_t seed = (uint64_t)code;
            size_t here;
            bool legal;
            assert_int_equal(vm_legal(b.file.vm, &from, &legal), ST_OK);
            if (!legal) continue;
            assert_int_equal(vm_options(b.file.vm, &from, 1, find_option, &h), ST_OK);
            assert_int_equal(normal_sample(b.normal, integers(&arena, cells, from.count), from.count, &seed, 12,
                                           is_an_option, &h, &here),
                             ST_OK);
            if (h.options == 0) assert_int_equal(here, 0);
            drawn += here;
            states++;
            arena_free(&arena);
        }
    assert_true(states > 20 && drawn > states);
    teardown(&b);
}

CLAIM(rows_lead_where_the_machine_leads)
{
    compare_rows("game g(s: row) { move off(t in 1..s[1]) -> g(s with { [1] -= t })\n"
                 "  move down(i in 2..len(s), t in 1..s[i]) -> g(s with { [i] -= t, [i - 1] += t }) }");
    compare_rows("game g(p: row) where increasing(p) {\n"
                 "  move m(i in 1..len(p), y in p[i - 1] + 1..p[i] - 1) -> g(p with { [i] = y }) }");
    compare_rows("game g(s: row) { loopy\n"
                 "  move two(i in 2..len(s), y in 0..s[i], z in 0..s[1]) -> g(s with { [i] = y, [1] = z }) }");
    compare_rows("game g(s: row) { move m(i in 1..len(s), j in 1..len(s), t in 1..s[i])\n"
                 "  where i != j and 2 * t <= s[i] + 1 and s[j] % 2 == 1 -> g(s with { [j] -= 1, [i] -= t }) }");
}

/* Rules that the checker refuses (a move that never fires, say) are left out. */
static void compare_rules(uint64_t seed, int fields, size_t tries)
{
    size_t taken = 0, drawn = 0;
    for (size_t t = 0; t < tries; t++) {
        struct text rule = {0};
        struct bench b;
        struct random_rule made;
        random_rule(&seed, fields, &made);
        random_write(&made, &rule);
        if (setup(&b, text_c(&rule))) {
            taken++;
            for (int64_t x = 0; x <= MOST; x += fields == 1 ? 1 : 3)
                for (int64_t y = 0; y <= (fields == 1 ? 0 : MOST); y += 3)
                    drawn += compare_state(&b, (const int64_t[]){x, y}, (uint32_t)fields);
        }
        teardown(&b);
        text_free(&rule);
    }
    assert_true(taken > tries / 2);
    assert_true(drawn > taken);
}

CLAIM(pieces_of_random_one_heap_rules_are_the_options) { compare_rules(1, 1, 60); }
/* n / t against a number, from either side, whatever the sign of the divisor. */
CLAIM(quotients_that_are_compared_with_a_number_are_linear)
{
    static const char *const compare[] = {"==", "!=", "<", "<=", ">", ">="}, *const quotients[] = {
                                                                                 "n / t", "(n - 2 * t) / t",
                                                                                 "n / (0 - t)",
                                                                                 "(3 - n) / (2 * t - 7)"};
    for (size_t q = 0; q < sizeof quotients / sizeof *quotients; q++)
        for (size_t c = 0; c < 6; c++)
            for (int k = -2; k <= 2; k++)
                for (int turned = 0; turned < 2; turned++) {
                    struct text rule = {0};
                    struct bench b;
                    text_puts(&rule, "game g(n) { move m(t in 1..n) where ");
                    if (turned) text_add(&rule, "%d %s %s", k, compare[c], quotients[q]);
                    else text_add(&rule, "not (%s %s %d)", quotients[q], compare[c], k);
                    text_puts(&rule, " -> g(n - t) }");
                    if (setup(&b, text_c(&rule))) {
                        for (size_t i = 0; i < b.normal->piece_count; i++) assert_true(b.normal->pieces[i].exact);
                        for (int64_t x = 0; x <= MOST; x++) compare_state(&b, &x, 1);
                    }
                    teardown(&b);
                    text_free(&rule);
                }
}
CLAIM(pieces_of_random_two_heap_rules_are_the_options) { compare_rules(2, 2, 30); }

/* ---- in words ---------------------------------------------------------------------------------------------------- */
static void dumps(const char *rule, const char *wanted)
{
    struct bench b;
    struct text out = {0};
    setup(&b, rule);
    assert_non_null(b.normal);
    normal_dump(b.normal, &out);
    const char *second = strchr(text_c(&out), '\n');
    assert_string_equal(second ? second + 1 : "", wanted);
    text_free(&out);
    teardown(&b);
}

CLAIM(a_bound_by_min_is_one_piece)
{
    dumps("game g(n) { param m = 3 in 1.. move take(t in 1..min(m, n)) -> g(n - t) }",
          "move 0 -> g(r0): n - r0 - 1 >= 0, -n + r0 + 3 >= 0, r0 >= 0; t0 = n - r0\n");
}
CLAIM(neighbours_in_a_set_are_one_piece)
{
    dumps("game g(n) { move take(t in {1, 2, 3, 7}) where t <= n -> g(n - t) }",
          "move 0 -> g(r0): n - r0 - 1 >= 0, -n + r0 + 3 >= 0, r0 >= 0; t0 = n - r0\n"
          "move 0 -> g(r0): n - 7 >= 0, n - r0 - 7 == 0; t0 = 7\n");
}
CLAIM(a_remainder_is_a_floor)
{
    dumps("game g(n) { move take(t in 1..n) where t % 3 == 1 -> g(n - t) }",
          "move 0 -> g(r0): n - r0 - 1 >= 0, r0 >= 0, n + 2 r0 - 3 floor:3(n + 2 r0) - 1 == 0; t0 = n - r0\n");
}
CLAIM(an_update_by_difference_is_solved_for_its_generator)
{
    dumps("game g(s: row) { move off(t in 1..s[1]) -> g(s with { [1] -= t }) }",
          "move 0 -> g(field with r0 r1): index(field, 1) - r1 - 1 >= 0, r1 >= 0, r0 - 1 == 0; t0 = index(field, 1) - "
          "r1\n");
}
CLAIM(a_generator_that_does_not_show_is_eliminated)
{
    dumps("game g(n) { move take(t in 1..n, u in 2..4) where u <= t -> g(n - t) }",
          "move 0 -> g(r0): n - r0 - 1 >= 0, r0 >= 0, n - r0 - 2 >= 0; t0 = n - r0; t1 free\n");
}
CLAIM(functions_are_written_out)
{
    dumps("fn f(x, y) = x - y\ngame g(n) { move take(t in 1..n) -> g(f(n, t)) }",
          "move 0 -> g(r0): n - r0 - 1 >= 0, r0 >= 0; t0 = n - r0\n");
}

static enum status count_moves(void *context, int move, const struct integer *const *values, size_t count,
                               const struct normal_position *result, size_t result_count)
{
    (void)move;
    (void)values;
    (void)count;
    (void)result;
    (void)result_count;
    ++*(size_t *)context;
    return ST_OK;
}

CLAIM(a_move_on_a_huge_heap_is_named)
{
    struct bench b;
    assert_true(setup(&b, "game k(n) { move knock(t in 1..min(2, n), a in 0..n - t) -> k(a) + k(n - t - a) }"));
    const char *big = "100000000000000000000000000000000000000000000000000",
               *less = "99999999999999999999999999999999999999999999999990";
    const struct integer *n = integer_parse(&b.arena, big, strlen(big)),
                         *r[2] = {integer_parse(&b.arena, less, strlen(less)), integer_from(&b.arena, 9)};
    struct normal_position to[2] = {{b.file.model->main_game, 1, &r[0]}, {b.file.model->main_game, 1, &r[1]}};
    size_t moves = 0;
    bool complete;
    assert_int_equal(normal_moves_to(b.normal, &n, 1, to, 2, 10, count_moves, &moves, &complete), ST_OK);
    assert_true(complete);
    assert_int_equal(moves, 2); /* t = 1, a either heap */
    teardown(&b);
}

CLAIM(a_huge_heap_is_sampled)
{
    struct bench b;
    assert_true(setup(&b, "game h(n) { move take(t in 1..(n + 1) / 2) where n % 3 != 1 or t < 5 -> h(n - t) }"));
    const char *big = "100000000000000000000000000000000000000000000000000";
    const struct integer *n = integer_parse(&b.arena, big, strlen(big));
    uint64_t seed = 3;
    size_t moves = 0, drawn;
    assert_int_equal(normal_sample(b.normal, &n, 1, &seed, 20, count_moves, &moves, &drawn), ST_OK);
    assert_int_equal(drawn, moves);
    assert_true(drawn > 3);
    teardown(&b);
}

static void refuses(const char *rule, const char *reason)
{
    struct bench b;
    assert_false(setup(&b, rule));
    assert_int_equal(b.file.st, ST_OK);
    assert_string_equal(b.normal->reason, reason);
    teardown(&b);
}
CLAIM(a_rule_that_reads_the_mover_has_none)
{
    refuses("game g(n) { move take(t in 1..n) where t != mover -> g(n - t) }", "the mover matters");
}
CLAIM(a_graph_has_none) { refuses("graph g { a -> b }", "an explicit graph"); }

/* Work is bounded by what is gone through: many conditions that are each a disjunction with remainders. */
CLAIM(hundreds_of_disjunctions_are_given_up_in_time)
{
    for (int conditions = 30; conditions <= 300; conditions += 135) {
        struct bench b;
        struct text rule = {0};
        text_puts(&rule, "game g(a, b) { move m(s in 1..a, t in 1..b)");
        for (int k = 0; k < conditions; k++)
            text_add(&rule, "%s (s * %d <= t * %d or t - %d > s * %d or s %% %d == t %% %d)", k ? " and" : " where",
                     k + 2, k + 3, k, k + 1, k + 2, k + 2);
        text_puts(&rule, " -> g(a - s, b - t) }");
        assert_false(setup(&b, text_c(&rule)));
        assert_int_equal(b.file.st, ST_OK);
        assert_true(b.normal->too_large);
        assert_true(b.space.work.rows < 1500000);
        teardown(&b);
        text_free(&rule);
    }
}

static struct rule_file walked; /* made before the walk, which is about the normal form alone */

static bool builds_one(void)
{
    struct arena arena = {0};
    const struct rule_file f = walked;
    struct normal_space space = {.arena = &arena};
    struct normal_source source = {.model = f.model, .game = f.model->main_game, .params = f.params};
    struct normal *n;
    bool done = normal_build(&space, &source, &n) == ST_OK;
    arena_free(&arena);
    return done;
}
CLAIM(a_failed_allocation_is_said)
{
    rule_open(&walked,
              "game g(a, b) { move m(t in 1..min(a, b), u in {1, 2, 5}) where t % 2 == 0 or t * u != 9 or u in primes"
              " -> (t > 2 ? g(a - t, b) + g(t / 2, b) : g(a, b - t)) }");
    assert_int_equal(walked.st, ST_OK);
    assert_true(walk_failures(builds_one) > 50);
    rule_close(&walked);
}

/* What is made with `most` is the beginning of the whole. */
static void check_most(struct bench *b, size_t most)
{
    struct text all = {0}, first = {0};
    struct normal_space space = {.arena = &b->arena};
    struct normal_source source = b->normal->source;
    struct normal *n;
    source.most = most;
    assert_int_equal(normal_build(&space, &source, &n), ST_OK);
    assert_true(n->supported);
    assert_int_equal(n->piece_count, b->normal->piece_count < most ? b->normal->piece_count : most);
    normal_dump(b->normal, &all);
    normal_dump(n, &first);
    assert_true(strncmp(text_c(&all), text_c(&first), strlen(text_c(&first))) == 0);
    text_free(&all);
    text_free(&first);
}

static size_t check_first(struct bench *b)
{
    for (size_t most = 1; most <= 3; most++) check_most(b, most);
    return b->normal->piece_count > 1;
}

CLAIM(the_first_pieces_are_made_alone)
{
    static const char *const rules[] = {
        "game g(s: row) { move m(i in 1..len(s), c in 1..2) where s[i] == 0 and (i == 1 or s[i - 1] != 3 - c) and "
        "(i == len(s) or s[i + 1] != 3 - c or any(s[a] == 0 for a in 1..i)) -> g(s with { [i] = c }) }",
        "game g(s: row) { move m(i in 1..len(s), k in 1..2) where s[i] >= k -> g(s with { [i] -= k }) }",
        "game g(b: grid) { move m(r in 1..rows(b), c in 1..cols(b)) where b[r, c] == 1 and (b[r, c + 1] == 1 or "
        "b[r + 1, c] == 1) -> g(b with { [r, c] = 0 }) }",
        "game g(n, s: row) { move a(t in 1..min(n, 3)) -> g(n - t, s) move b(i in 1..len(s)) where s[i] > n -> "
        "g(n, s with { [i] = n }) }"};
    size_t several = 0;
    struct bench b;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        assert_true(setup(&b, rules[i]));
        several += check_first(&b);
        teardown(&b);
    }
    assert_int_equal(several, 3);
    uint64_t seed = 7;
    for (int i = 0; i < 200; i++) {
        struct text rule = {0};
        struct random_rule made;
        random_rule(&seed, 1 + i % 2, &made);
        random_write(&made, &rule);
        if (setup(&b, text_c(&rule))) several += check_first(&b);
        teardown(&b);
        text_free(&rule);
    }
    assert_true(several > 40);
}

CLAIMS(IT(pieces_of_random_one_heap_rules_are_the_options), IT(quotients_that_are_compared_with_a_number_are_linear),
       IT(pieces_of_random_two_heap_rules_are_the_options), IT(a_bound_by_min_is_one_piece),
       IT(neighbours_in_a_set_are_one_piece), IT(a_remainder_is_a_floor),
       IT(an_update_by_difference_is_solved_for_its_generator), IT(a_generator_that_does_not_show_is_eliminated),
       IT(functions_are_written_out), IT(a_move_on_a_huge_heap_is_named), IT(a_huge_heap_is_sampled),
       IT(a_rule_that_reads_the_mover_has_none), IT(a_graph_has_none),
       IT(hundreds_of_disjunctions_are_given_up_in_time), IT(a_failed_allocation_is_said),
       IT(rows_lead_where_the_machine_leads), IT(the_first_pieces_are_made_alone))
