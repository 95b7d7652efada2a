/* SPDX-License-Identifier: MIT */
/* Linear constraints: every verdict against all points of a small box. */
#include "claims.h"
#include "base/hash.h"
#include "proof/linear/answers.h"
#include "proof/linear/linear.h"
#include "proof/linear/private.h"
#include "proof/private.h"

enum { VARS = 3, SIDE = 7, ROWS = 6 };
struct bench {
    struct arena arena;
    struct linear_work work;
};

static void setup(struct bench *b)
{
    *b = (struct bench){0};
    b->work = (struct linear_work){.arena = &b->arena, .steps = 100000};
}

static const struct linear_form *form(struct bench *b, const int64_t *factors, int count, int64_t constant)
{
    const struct linear_form *f = linear_constant(&b->work, constant);
    for (int i = 0; i < count; i++) f = linear_sum(&b->work, f, 1, linear_variable(&b->work, i), factors[i]);
    return f;
}

static int64_t value(const struct linear_form *f, const int64_t *x)
{
    int64_t v = f->constant;
    for (uint32_t i = 0; i < f->count; i++) v += f->terms[i].factor * x[f->terms[i].var];
    return v;
}

static bool satisfies(const struct linear_constraint *c, size_t count, const int64_t *x)
{
    for (size_t i = 0; i < count; i++) {
        int64_t v = value(c[i].form, x);
        if (c[i].equality ? v != 0 : v < 0) return false;
    }
    return true;
}

/* 0 <= x_i < SIDE, then random rows. */
static size_t random_system(struct bench *b, uint64_t *seed, struct linear_constraint *out, size_t rows)
{
    size_t n = 0;
    for (int i = 0; i < VARS; i++) {
        int64_t low[VARS] = {0}, high[VARS] = {0};
        low[i] = 1;
        high[i] = -1;
        out[n++] = (struct linear_constraint){form(b, low, VARS, 0), false};
        out[n++] = (struct linear_constraint){form(b, high, VARS, SIDE - 1), false};
    }
    for (size_t r = 0; r < rows; r++) {
        int64_t k[VARS];
        for (int i = 0; i < VARS; i++) k[i] = (int64_t)(random_next(seed) % 9) - 4;
        out[n++] = (struct linear_constraint){form(b, k, VARS, (int64_t)(random_next(seed) % 21) - 10),
                                              random_next(seed) % 4 == 0};
    }
    return n;
}

static bool next_point(int64_t *x)
{
    for (int i = 0; i < VARS; i++) {
        if (++x[i] < SIDE) return true;
        x[i] = 0;
    }
    return false;
}

static bool has_point(const struct linear_constraint *c, size_t count)
{
    int64_t x[VARS] = {0};
    do {
        if (satisfies(c, count, x)) return true;
    } while (next_point(x));
    return false;
}

CLAIM(a_verdict_on_a_random_system_is_what_all_points_say)
{
    uint64_t seed = 7;
    size_t sure = 0, tries = 4000;
    for (size_t t = 0; t < tries; t++) {
        struct bench b;
        setup(&b);
        struct linear_constraint c[2 * VARS + ROWS];
        size_t n = random_system(&b, &seed, c, 1 + t % ROWS);
        enum linear_answer answer = linear_solve(&b.work, c, n, NULL);
        if (answer != LINEAR_UNKNOWN) assert_int_equal(answer == LINEAR_FEASIBLE, has_point(c, n));
        sure += answer != LINEAR_UNKNOWN;
        arena_free(&b.arena);
    }
    assert_true(sure * 100 > tries * 95);
}

CLAIM(a_witness_satisfies_all_constraints)
{
    uint64_t seed = 8;
    for (size_t t = 0; t < 1000; t++) {
        struct bench b;
        setup(&b);
        struct linear_constraint c[2 * VARS + ROWS];
        struct linear_witness w;
        size_t n = random_system(&b, &seed, c, 1 + t % ROWS);
        if (linear_solve(&b.work, c, n, &w) == LINEAR_FEASIBLE) {
            int64_t x[VARS] = {0};
            for (size_t i = 0; i < w.count; i++)
                if (w.vars[i] < VARS) x[w.vars[i]] = w.values[i];
            assert_true(satisfies(c, n, x));
        }
        arena_free(&b.arena);
    }
}

/* The system, and the same with variables VARS to 2 VARS - 1: two that have nothing to do with each other. */
static size_t doubled(struct bench *b, const struct linear_constraint *one, size_t count, struct linear_constraint *out)
{
    for (size_t i = 0; i < count; i++) {
        const struct linear_form *f = one[i].form, *moved = linear_constant(&b->work, f->constant);
        for (uint32_t k = 0; k < f->count; k++)
            moved =
                linear_sum(&b->work, moved, 1, linear_variable(&b->work, f->terms[k].var + VARS), f->terms[k].factor);
        out[i] = one[i];
        out[count + i] = (struct linear_constraint){moved, one[i].equality};
    }
    return 2 * count;
}

static void find_values(const struct linear_witness *w, int64_t *x)
{
    for (int v = 0; v < 2 * VARS; v++) x[v] = 0;
    for (size_t i = 0; i < w->count; i++)
        if (w->vars[i] < 2 * VARS) x[w->vars[i]] = w->values[i];
}

/* With a solution of the others at hand only half of the system is looked at: the same answers, and whole witnesses. */
CLAIM(one_constraint_more_is_answered_as_a_system_of_its_own)
{
    uint64_t seed = 21;
    size_t answers[3] = {0};
    for (size_t t = 0; t < 2000; t++) {
        struct bench b;
        setup(&b);
        struct linear_constraint one[2 * VARS + ROWS], c[2 * (2 * VARS + ROWS) + 1];
        struct linear_witness known, w, plain;
        size_t n = doubled(&b, one, random_system(&b, &seed, one, t % ROWS), c);
        int64_t k[2 * VARS] = {0}, x[2 * VARS];
        for (int i = 0; i < VARS; i++) k[t % 3 ? i : VARS + i] = (int64_t)(random_next(&seed) % 9) - 4;
        if (t % 5 == 0) k[t % VARS] = k[VARS + t % VARS] = 1; /* across both */
        struct linear_constraint also = {form(&b, k, 2 * VARS, (int64_t)(random_next(&seed) % 21) - 10), t % 4 == 0};
        if (linear_solve(&b.work, c, n, &known) == LINEAR_FEASIBLE) {
            c[n] = also;
            enum linear_answer expected = linear_solve(&b.work, c, n + 1, &plain);
            enum linear_answer found = linear_solve_also(&b.work, c, n, also, &known, &w);
            assert_true(found == expected || found == LINEAR_UNKNOWN || expected == LINEAR_UNKNOWN);
            answers[found]++;
            if (found == LINEAR_FEASIBLE) find_values(&w, x);
            if (found == LINEAR_FEASIBLE) assert_true(satisfies(c, n + 1, x));
            assert_int_equal(linear_solve_also(&b.work, c, n, also, NULL, &w), expected);
        }
        arena_free(&b.arena);
    }
    assert_true(answers[LINEAR_FEASIBLE] > 200 && answers[LINEAR_INFEASIBLE] > 200);
}

CLAIM(bounds_hold_at_every_point)
{
    uint64_t seed = 9;
    for (size_t t = 0; t < 1000; t++) {
        struct bench b;
        setup(&b);
        struct linear_constraint c[2 * VARS + ROWS];
        struct linear_bounds range;
        size_t n = random_system(&b, &seed, c, 1 + t % 4);
        int64_t k[VARS] = {1, -2, 3}, x[VARS] = {0};
        const struct linear_form *f = form(&b, k, VARS, 5);
        if (linear_range(&b.work, c, n, f, &range)) do {
                if (!satisfies(c, n, x)) continue;
                assert_false(range.empty);
                assert_true(!range.has_low || value(f, x) >= range.low);
                assert_true(!range.has_high || value(f, x) <= range.high);
            } while (next_point(x));
        arena_free(&b.arena);
    }
}

CLAIM(a_covering_is_claimed_only_when_every_point_is_covered)
{
    uint64_t seed = 10;
    size_t covered = 0, really = 0;
    for (size_t t = 0; t < 2000; t++) {
        struct bench b;
        setup(&b);
        struct linear_constraint c[2 * VARS + 2], parts[3][3];
        size_t n = random_system(&b, &seed, c, 1);
        struct linear_conjunction part[3];
        for (int p = 0; p < 3; p++) {
            struct linear_constraint all[2 * VARS + 2];
            random_system(&b, &seed, all, 2);
            for (int i = 0; i < 2; i++) parts[p][i] = all[2 * VARS + i];
            part[p] = (struct linear_conjunction){parts[p], 1 + random_next(&seed) % 2};
        }
        bool claimed = linear_covered(&b.work, c, n, part, 3), truth = true;
        int64_t x[VARS] = {0};
        do {
            bool in = false;
            for (int p = 0; p < 3; p++) in |= satisfies(part[p].items, part[p].count, x);
            truth &= in || !satisfies(c, n, x);
        } while (truth && next_point(x));
        assert_true(!claimed || truth);
        covered += claimed;
        really += truth;
        arena_free(&b.arena);
    }
    assert_true(really > 20 && covered * 100 >= really * 95);
}

CLAIM(elimination_keeps_exactly_the_points_that_can_be_completed)
{
    uint64_t seed = 11;
    for (size_t t = 0; t < 1000; t++) {
        struct bench b;
        setup(&b);
        struct linear_constraint c[2 * VARS + ROWS];
        struct linear_conjunction less;
        size_t n = random_system(&b, &seed, c, 1 + t % 3);
        if (linear_eliminate(&b.work, c, n, 2, &less))
            for (int64_t i = 0; i < SIDE * SIDE; i++) {
                int64_t x[VARS] = {i % SIDE, i / SIDE, 0};
                bool can = false;
                for (x[2] = 0; x[2] < SIDE && !can; x[2]++) can = satisfies(c, n, x);
                assert_int_equal(can, satisfies(less.items, less.count, x));
            }
        arena_free(&b.arena);
    }
}

CLAIM(parity_is_seen_without_splitting)
{
    struct bench b;
    setup(&b);
    int64_t k[2] = {2, -4};
    struct linear_constraint c = {form(&b, k, 2, 1), true}; /* 2x - 4y + 1 == 0 */
    assert_int_equal(linear_solve(&b.work, &c, 1, NULL), LINEAR_INFEASIBLE);
    arena_free(&b.arena);
}

CLAIM(factors_beyond_64_bits_give_no_verdict)
{
    struct bench b;
    setup(&b);
    const struct linear_form *x = linear_variable(&b.work, 0);
    assert_null(linear_sum(&b.work, linear_scale(&b.work, x, INT64_MAX, 0), 2, x, 1));
    assert_true(b.work.gave_up && !b.work.no_memory);
    arena_free(&b.arena);
}

/* A form of few of few variables, some of which are greater than any rank has room for; likewise factors. */
static const struct linear_form *odd_form(struct bench *b, uint64_t *seed)
{
    static const int vars[] = {0, 1, 2, 1 << 24, (1 << 24) + 1, (1 << 26) - 2, (1 << 26) - 1, 1 << 26, (1 << 26) + 1};
    static const int64_t factors[] = {1, -1, 2, 6, 7, 8, 9, -7, -8, -9, INT64_MAX, -INT64_MAX, INT64_MIN};
    const struct linear_form *f = linear_constant(&b->work, 0);
    for (uint64_t left = 1 + random_next(seed) % 3; left; left--) {
        int var = vars[random_next(seed) % (sizeof vars / sizeof *vars)];
        int64_t factor = factors[random_next(seed) % (sizeof factors / sizeof *factors)];
        if (!linear_factor(f, var)) f = linear_sum(&b->work, f, 1, linear_variable(&b->work, var), factor);
    }
    return f;
}

static struct row row_of(const struct linear_form *f) { return rows_make((struct linear_constraint){f, false}); }

CLAIM(rows_are_ranked_as_their_terms_compare_and_named_as_their_opposites)
{
    struct bench b;
    uint64_t seed = 11;
    setup(&b);
    for (int round = 0; round < 20000; round++) {
        const struct linear_form *f = odd_form(&b, &seed), *g = odd_form(&b, &seed);
        int order = linear_compare_terms(f, g);
        struct row x = row_of(f), y = row_of(g);
        assert_true(order < 0 ? x.rank <= y.rank : order > 0 ? x.rank >= y.rank : x.rank == y.rank);
        const struct linear_form *minus = linear_scale(&b.work, f, -1, 0);
        if (!minus) continue; /* beyond 64 bits */
        struct row z = row_of(minus);
        assert_true(z.name == x.name && z.negative != x.negative);
    }
    arena_free(&b.arena);
}

/* Sums of many variables, many of them with a row that differs in one factor, and one opposite far away. */
CLAIM(opposites_are_found_among_many_rows)
{
    struct bench b;
    uint64_t seed = 12;
    for (int round = 0; round < 200; round++) {
        enum { MANY = 100 };
        struct linear_constraint c[MANY + 1];
        setup(&b);
        for (size_t i = 0; i < MANY; i++) {
            const struct linear_form *f = linear_constant(&b.work, 0);
            for (int v = 0; v < 4; v++)
                f = linear_sum(&b.work, f, 1, linear_variable(&b.work, v + 4 * (int)(i % 5)),
                               1 + (int64_t)(random_next(&seed) % 11));
            c[i] = (struct linear_constraint){f, false};
        }
        size_t of = random_next(&seed) % MANY;
        int64_t more = (int64_t)(random_next(&seed) % 3) - 1; /* -f + more >= 0 beside f >= 0 */
        struct linear_constraint last = c[of];
        c[MANY] = (struct linear_constraint){linear_scale(&b.work, last.form, -1, more), false};
        c[of] = c[0];
        c[0] = last;
        assert_true((linear_solve(&b.work, c, MANY + 1, NULL) == LINEAR_INFEASIBLE) == (more < 0));
        arena_free(&b.arena);
    }
}

CLAIM(work_is_bounded)
{
    struct bench b;
    setup(&b);
    b.work.steps = 3;
    uint64_t seed = 1;
    struct linear_constraint c[2 * VARS + ROWS];
    size_t n = random_system(&b, &seed, c, ROWS);
    assert_int_equal(linear_solve(&b.work, c, n, NULL), LINEAR_UNKNOWN);
    assert_true(b.work.gave_up);
    arena_free(&b.arena);
}

/* The same question to both; everything that is seen of it is the same. */
static void ask_both(struct bench *plain, struct bench *kept, const struct linear_constraint *c, size_t n, bool wanted)
{
    struct linear_witness v = {0}, w = {0};
    plain->work.steps = kept->work.steps = 100000;
    enum linear_answer a = linear_solve(&plain->work, c, n, wanted ? &v : NULL);
    assert_int_equal(linear_solve(&kept->work, c, n, wanted ? &w : NULL), a);
    if (wanted && a == LINEAR_FEASIBLE) {
        assert_int_equal(v.count, w.count);
        for (size_t i = 0; i < v.count; i++) assert_true(v.vars[i] == w.vars[i] && v.values[i] == w.values[i]);
    }
    assert_true(linear_implies(&plain->work, c, n - 1, c[n - 1]) == linear_implies(&kept->work, c, n - 1, c[n - 1]));
    assert_true(plain->work.steps == kept->work.steps && plain->work.rows == kept->work.rows);
    assert_true(plain->work.gave_up == kept->work.gave_up);
}

/* Few rows, so that questions come again; one of them has numbers that need 64 bits. */
CLAIM(a_kept_answer_is_the_one_that_would_be_found)
{
    struct bench plain, kept;
    struct linear_answers answers = {0};
    uint64_t seed = 21;
    setup(&plain), setup(&kept);
    kept.work.answers = &answers;
    for (int round = 0; round < 30000; round++) {
        struct linear_constraint c[2 * VARS + ROWS];
        uint64_t drawn = 1 + random_next(&seed) % 1000;
        size_t rows = 1 + drawn % 3;
        struct arena_mark mark = arena_mark(&plain.arena), mark_kept = arena_mark(&kept.arena);
        size_t n = random_system(&plain, &drawn, c, rows);
        if (drawn % 5 == 0) c[n - 1].form = linear_scale(&plain.work, c[n - 1].form, INT64_C(1) << 40, drawn % 7);
        ask_both(&plain, &kept, c, n, random_next(&seed) % 2);
        arena_rewind(&plain.arena, mark), arena_rewind(&kept.arena, mark_kept);
    }
    assert_true(answers.found > 40000 && answers.looks > answers.found + 1000);
    assert_true(answers.arena.bytes < 2 * LINEAR_ANSWERS_BYTES);
    linear_answers_free(&answers);
    arena_free(&plain.arena), arena_free(&kept.arena);
}

/* With fewer steps than it took, a question is not answered from the store. */
CLAIM(an_answer_that_took_more_steps_than_are_left_is_not_given)
{
    struct bench b;
    struct linear_answers answers = {0};
    uint64_t seed = 5;
    struct linear_constraint c[2 * VARS + ROWS];
    setup(&b);
    b.work.answers = &answers;
    size_t n = random_system(&b, &seed, c, ROWS);
    enum linear_answer answer = linear_solve(&b.work, c, n, NULL);
    assert_true(answer != LINEAR_UNKNOWN);
    uint64_t took = 100000 - b.work.steps;
    b.work.steps = took - 1;
    assert_int_equal(linear_solve(&b.work, c, n, NULL), LINEAR_UNKNOWN);
    b.work.steps = took;
    assert_int_equal(linear_solve(&b.work, c, n, NULL), answer);
    assert_true(b.work.steps == 0 && answers.found == 1);
    linear_answers_free(&answers);
    arena_free(&b.arena);
}

/* Many questions: what does not fit is forgotten, and answers stay right. */
CLAIM(answers_are_kept_within_bounds)
{
    struct bench plain, kept;
    struct linear_answers answers = {0};
    uint64_t seed = 6, most = 0;
    setup(&plain), setup(&kept);
    kept.work.answers = &answers;
    for (int round = 0; round < 20000; round++) {
        struct linear_constraint c[2 * VARS + ROWS];
        struct arena_mark mark = arena_mark(&plain.arena), mark_kept = arena_mark(&kept.arena);
        size_t n = random_system(&plain, &seed, c, 2);
        ask_both(&plain, &kept, c, n, true);
        if (answers.arena.bytes > most) most = answers.arena.bytes;
        arena_rewind(&plain.arena, mark), arena_rewind(&kept.arena, mark_kept);
    }
    assert_true(most > LINEAR_ANSWERS_BYTES / 2 && most < 2 * LINEAR_ANSWERS_BYTES);
    linear_answers_free(&answers);
    arena_free(&plain.arena), arena_free(&kept.arena);
}

static bool solves_a_system(void)
{
    struct bench b;
    struct linear_answers answers = {0};
    setup(&b);
    b.work.answers = &answers;
    uint64_t seed = 3;
    struct linear_constraint c[2 * VARS + ROWS];
    size_t n = random_system(&b, &seed, c, 3);
    struct linear_conjunction part = {c + 2 * VARS, 2}, less;
    struct linear_witness w;
    struct linear_bounds range;
    if (linear_solve(&b.work, c, n - 1, &w) == LINEAR_FEASIBLE) linear_solve_also(&b.work, c, n - 1, c[n - 1], &w, &w);
    linear_covered(&b.work, c, n, &part, 1);
    linear_range(&b.work, c, n, c[0].form, &range);
    linear_eliminate(&b.work, c, n, 1, &less);
    bool done = !b.work.no_memory;
    linear_answers_free(&answers);
    arena_free(&b.arena);
    return done;
}
CLAIM(a_failed_allocation_is_said) { walk_failures(solves_a_system); }

CLAIMS(IT(a_verdict_on_a_random_system_is_what_all_points_say), IT(a_witness_satisfies_all_constraints),
       IT(one_constraint_more_is_answered_as_a_system_of_its_own), IT(bounds_hold_at_every_point),
       IT(a_covering_is_claimed_only_when_every_point_is_covered),
       IT(elimination_keeps_exactly_the_points_that_can_be_completed), IT(parity_is_seen_without_splitting),
       IT(factors_beyond_64_bits_give_no_verdict),
       IT(rows_are_ranked_as_their_terms_compare_and_named_as_their_opposites), IT(opposites_are_found_among_many_rows),
       IT(a_kept_answer_is_the_one_that_would_be_found), IT(an_answer_that_took_more_steps_than_are_left_is_not_given),
       IT(answers_are_kept_within_bounds), IT(work_is_bounded), IT(a_failed_allocation_is_said))
