/* SPDX-License-Identifier: MIT */
/* Expressions without the machine: at 64 bits what the machine says, and beyond them what 64 bits would say of smaller numbers. */
#include "model/evaluate.h"
#include <inttypes.h>
#include "claims.h"
#include "model/expr.h"
#include "rule_file.h"

enum { EXPRESSIONS = 6000, SLOTS = 8, LIMBS = 2 };

struct writer {
    struct rule_file rule;
    struct arena arena;
    uint64_t seed;
    int locals;
};

static uint64_t roll(struct writer *w, uint64_t sides)
{
    w->seed = w->seed * 6364136223846793005u + 1442695040888963407u;
    return (w->seed >> 33) % sides;
}

static struct expr *made(struct writer *w, enum expr_kind kind, enum type type, int index, struct expr *const *kids,
                         size_t count)
{
    struct expr like = {.kind = kind, .type = type, .index = index, .name = "x", .game = -1, .start = -1};
    struct expr *e = expr_create(&w->arena, like, kids, count);
    assert_non_null(e);
    return e;
}

static struct expr *literal(struct writer *w)
{
    static const int64_t ends[] = {INT64_MIN, INT64_MAX, 3037000500, -3037000500};
    int64_t value = roll(w, 12) ? (int64_t)roll(w, 9) - 3 : ends[roll(w, 4)];
    struct expr *e = expr_create_int(&w->arena, (struct span){0}, value);
    assert_non_null(e);
    return e;
}

static struct expr *truth(struct writer *w, int depth);
static struct expr *number(struct writer *w, int depth);

static struct domain *range(struct writer *w, struct expr *low, struct expr *high)
{
    struct domain *d = arena_alloc(&w->arena, sizeof *d);
    assert_non_null(d);
    *d = (struct domain){.kind = DOMAIN_RANGE, .low = low, .high = high, .index = -1};
    return d;
}

static struct expr *small(struct writer *w, int64_t low)
{
    struct expr *e = expr_create_int(&w->arena, (struct span){0}, low + (int64_t)roll(w, 4));
    assert_non_null(e);
    return e;
}

/* A fold over one small range, its body an expression that may read the variable. */
static struct expr *fold(struct writer *w, enum fold fold, int depth)
{
    bool asks = fold == FOLD_ANY || fold == FOLD_ALL;
    struct gen *gen = arena_alloc(&w->arena, sizeof *gen);
    assert_non_null(gen);
    *gen = (struct gen){.name = "x", .slot = w->locals, .domain = *range(w, small(w, -1), small(w, 0))};
    w->locals++;
    struct expr *kids[2] = {asks ? truth(w, depth - 1) : number(w, depth - 1), NULL};
    w->locals--;
    struct expr *e = made(w, EXPR_FOLD, asks ? TYPE_BOOL : TYPE_INT, (int)fold, kids, 2);
    e->gens = gen;
    e->gen_count = 1;
    return e;
}

static struct expr *let(struct writer *w, int depth)
{
    struct expr *kids[2] = {number(w, depth - 1), NULL};
    int slot = w->locals++;
    kids[1] = number(w, depth - 1);
    w->locals--;
    return made(w, EXPR_LET, TYPE_INT, slot, kids, 2);
}

static struct expr *number(struct writer *w, int depth)
{
    static const enum expr_kind two[] = {EXPR_ADD, EXPR_SUB, EXPR_MUL, EXPR_DIV, EXPR_MOD};
    if (w->locals && roll(w, 3) == 0) return made(w, EXPR_LOCAL, TYPE_INT, (int)roll(w, (uint64_t)w->locals), NULL, 0);
    if (depth == 0) return literal(w);
    struct expr *a = number(w, depth - 1), *b = number(w, depth - 1);
    switch (roll(w, 8)) {
    case 0: return made(w, EXPR_NEG, TYPE_INT, 0, &a, 1);
    case 1: return made(w, EXPR_IF, TYPE_INT, 0, (struct expr *[]){truth(w, depth - 1), a, b}, 3);
    case 2: return w->locals < SLOTS - 2 ? let(w, depth) : a;
    case 3: return w->locals < SLOTS - 2 ? fold(w, (enum fold)roll(w, 4), depth) : b;
    case 4: return made(w, EXPR_CALL, TYPE_INT, roll(w, 2) ? BUILTIN_MAX : BUILTIN_POW, (struct expr *[]){a, b}, 2);
    default: return made(w, two[roll(w, 5)], TYPE_INT, 0, (struct expr *[]){a, b}, 2);
    }
}

static struct expr *truth(struct writer *w, int depth)
{
    static const enum domain_kind sets[] = {DOMAIN_SQUARES, DOMAIN_FIB, DOMAIN_PRIMES};
    if (depth == 0) return made(w, EXPR_LT, TYPE_BOOL, 0, (struct expr *[]){number(w, 0), number(w, 0)}, 2);
    struct expr *e, *a = number(w, depth - 1);
    switch (roll(w, 7)) {
    case 0: e = truth(w, depth - 1); return made(w, EXPR_NOT, TYPE_BOOL, 0, &e, 1);
    case 1:
    case 2:
        return made(w, roll(w, 2) ? EXPR_AND : EXPR_OR, TYPE_BOOL, 0,
                    (struct expr *[]){truth(w, depth - 1), truth(w, depth - 1)}, 2);
    case 3: return w->locals < SLOTS - 2 ? fold(w, roll(w, 2) ? FOLD_ANY : FOLD_ALL, depth) : truth(w, depth - 1);
    case 4:
        e = made(w, EXPR_IN, TYPE_BOOL, 0, &a, 1);
        e->domain = range(w, small(w, -1), small(w, 0));
        if (roll(w, 2)) e->domain->kind = sets[roll(w, 3)];
        return e;
    default:
        return made(w, (enum expr_kind)(EXPR_EQ + roll(w, 6)), TYPE_BOOL, 0, (struct expr *[]){a, number(w, depth - 1)},
                    2);
    }
}

CLAIM(the_machine_says_the_same)
{
    struct writer w = {.seed = 7};
    unsigned known = 0;
    struct text text = {0};
    rule_open(&w.rule, "game g(n) { move take(t in 1..n) -> g(n - t) }");
    assert_int_equal(w.rule.st, ST_OK);
    for (int i = 0; i < EXPRESSIONS; i++) {
        struct expr *e = roll(&w, 3) ? number(&w, 3) : truth(&w, 3);
        struct evaluation v = {.params = w.rule.params, .steps = 1000000};
        int64_t machine = 0, value = 0;
        int program;
        assert_int_equal(code_add_expression(w.rule.code, e, SLOTS, &w.rule.diags, &program), ST_OK);
        enum status st = vm_evaluate(w.rule.vm, program, NULL, &machine);
        bool same = evaluate(&v, e, &value) == (st == ST_OK) && (st != ST_OK || value == machine);
        text_clear(&text);
        expr_print(w.rule.model, -1, e, &text);
        if (!same)
            fail_msg("%s: %" PRId64 ", machine %" PRId64 " (%s)", text_c(&text), value, machine, status_words(st));
        known += st == ST_OK;
        struct arena large = {0}; /* with more room the same value where there was one */
        struct evaluation more = {.params = w.rule.params, .steps = 1000000, .numbers = {.arena = &large}};
        if (st == ST_OK) assert_true(evaluate(&more, e, &value) && value == machine);
        arena_free(&large);
    }
    assert_in_range(known, EXPRESSIONS / 2, EXPRESSIONS - 50);
    text_free(&text);
    rule_close(&w.rule);
    arena_free(&w.arena);
}

/* ---- beyond 64 bits, against 128 --------------------------------------------------------------------------------- */

static struct number wide(struct arena *arena, __int128 x)
{
    unsigned __int128 magnitude = x < 0 ? 0 - (unsigned __int128)x : (unsigned __int128)x;
    uint64_t limbs[LIMBS] = {(uint64_t)magnitude, (uint64_t)(magnitude >> 64)};
    size_t count = limbs[1] ? 2 : limbs[0] ? 1 : 0;
    return number_of(integer_from_limbs(arena, (x > 0) - (x < 0), limbs, count));
}

static __int128 floor_div(__int128 a, __int128 b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

static __int128 wanted(enum expr_kind kind, __int128 a, __int128 b)
{
    switch (kind) {
    case EXPR_NEG: return -a;
    case EXPR_ADD: return a + b;
    case EXPR_SUB: return a - b;
    case EXPR_DIV: return floor_div(a, b);
    case EXPR_MOD: return a - b * floor_div(a, b);
    case EXPR_EQ: return a == b;
    case EXPR_NE: return a != b;
    case EXPR_LT: return a < b;
    case EXPR_LE: return a <= b;
    case EXPR_GT: return a > b;
    case EXPR_GE: return a >= b;
    default: fail_msg("no operation"); return 0;
    }
}

CLAIM(operations_are_exact_on_both_sides_of_64_bits)
{
    static const enum expr_kind kinds[] = {EXPR_NEG, EXPR_ADD, EXPR_SUB, EXPR_DIV, EXPR_MOD, EXPR_EQ,
                                           EXPR_NE,  EXPR_LT,  EXPR_LE,  EXPR_GT,  EXPR_GE};
    static const __int128 one = 1;
    const __int128 bases[] = {0, 1, 7, one << 31, INT64_MAX, one << 63, one << 64, (one << 100) + 12345};
    struct arithmetic a = {.arena = &(struct arena){0}};
    for (size_t i = 0; i < 8 * 8 * 4 * 11; i++) {
        __int128 x = bases[i % 8] * (i / 64 % 2 ? -1 : 1), y = bases[i / 8 % 8] * (i / 128 % 2 ? -1 : 1);
        enum expr_kind kind = kinds[i / 256];
        struct number both[2] = {wide(a.arena, x), wide(a.arena, y)}, got;
        bool none = y == 0 && (kind == EXPR_DIV || kind == EXPR_MOD);
        assert_true(arithmetic_operate(&a, kind, both, &got) == !none);
        if (!none) assert_int_equal(number_compare(got, wide(a.arena, wanted(kind, x, y))), 0);
        struct arithmetic narrow = {0};
        bool fits = arithmetic_operate(&narrow, kind, both, &got);
        if (fits) assert_true(number_compare(got, wide(a.arena, wanted(kind, x, y))) == 0 && !got.large);
    }
    assert_false(a.no_memory);
    arena_free(a.arena);
}

CLAIM(numbers_that_do_not_fit_have_no_value_without_an_arena)
{
    struct arithmetic a = {0};
    struct number most[2] = {number_small(INT64_MAX), number_small(1)}, x;
    bool holds;
    assert_false(arithmetic_operate(&a, EXPR_ADD, most, &x));
    assert_false(arithmetic_operate(&a, EXPR_DIV, (struct number[]){number_small(1), number_small(0)}, &x));
    assert_false(arithmetic_call(&a, BUILTIN_POW, (struct number[]){number_small(2), number_small(63)}, 2, &x));
    assert_false(arithmetic_call(&a, BUILTIN_ABS, (struct number[]){number_small(INT64_MIN)}, 1, &x));
    assert_false(arithmetic_member(DOMAIN_POWERS, number_small(4), number_small(1), &holds));
    assert_false(arithmetic_member(DOMAIN_DIVISORS, number_small(4), number_small(0), &holds));
    assert_false(a.no_memory);
}

static bool adds_beyond_64_bits(void)
{
    struct arena arena = {0};
    struct arithmetic a = {.arena = &arena};
    struct number x[2] = {number_small(INT64_MAX), number_small(INT64_MAX)}, sum;
    bool done = arithmetic_operate(&a, EXPR_ADD, x, &sum);
    assert_true(done != a.no_memory);
    arena_free(&arena);
    return done;
}

CLAIM(memory_that_runs_out_is_told_from_no_value) { assert_true(walk_failures(adds_beyond_64_bits) > 0); }

CLAIMS(IT(the_machine_says_the_same), IT(operations_are_exact_on_both_sides_of_64_bits),
       IT(numbers_that_do_not_fit_have_no_value_without_an_arena), IT(memory_that_runs_out_is_told_from_no_value))
