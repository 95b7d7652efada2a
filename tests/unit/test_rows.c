/* SPDX-License-Identifier: MIT */
/* Rows of two numbers: what is proved is held against a table made option by option, far beyond the columns that the proof looked at, for
 * known rules and random ones; whichever number is held. */
#include "claims.h"
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "random_rule.h"
#include "rule_file.h"
#include "solve/rows/rows.h"

enum { ROWS = 4, COLUMNS = 1400, MOVES = 4, RULES = 80, ALL = 1000000 };

/* ---- random rules ------------------------------------------------------------------------------------------------ */
enum shape { FROM_HELD, FROM_OTHER, BOTH, STEEP, ANY, CONSTANT, SHAPES };
struct one_move {
    enum shape shape;
    int64_t low, most, step, rest, modulus, residue; /* of t; of b, and where `of_held` of a */
    bool of_held;
};
struct two_rule {
    struct one_move moves[MOVES];
    size_t count;
};

static void draw_rule(uint64_t *seed, struct two_rule *r)
{
    r->count = 1 + random_below(seed, MOVES);
    for (size_t k = 0; k < r->count; k++) {
        struct one_move *m = &r->moves[k];
        *m = (struct one_move){.shape = (enum shape)random_below(seed, SHAPES)};
        m->low = 1 + (int64_t)random_below(seed, 2);
        if (m->shape == CONSTANT) m->low = 1; /* or it is no move */
        m->most = random_below(seed, 2) ? ALL : m->low + (int64_t)random_below(seed, 4);
        m->step = 1 + (int64_t)(random_below(seed, 3) == 0);
        m->rest = (int64_t)random_below(seed, 2) % m->step;
        m->modulus = 1 + (int64_t)(random_below(seed, 3) == 0) * (1 + (int64_t)random_below(seed, 2));
        m->residue = (int64_t)random_below(seed, 3) % m->modulus;
        m->of_held = random_below(seed, 2);
    }
}

/* turned: the number that is held comes last. */
static void put_position(struct text *out, bool turned, const char *held, const char *other)
{
    text_add(out, "g(%s, %s)", turned ? other : held, turned ? held : other);
}

static void write_rule(const struct two_rule *r, bool turned, struct text *out)
{
    static const char *const tops[SHAPES] = {"a", "b", "min(a, b)", "min(a, b / 2)", "a", "min(1, a)"};
    static const char *const held[SHAPES] = {"a - t", "a", "a - t", "a - t", "a - t", "a - 1"};
    static const char *const other[SHAPES] = {"b", "b - t", "b - t", "b - 2 * t", "b - u", "min(b, 2)"};
    text_add(out, "game ");
    put_position(out, turned, "a", "b");
    text_add(out, " {\n");
    for (size_t k = 0; k < r->count; k++) {
        const struct one_move *m = &r->moves[k];
        text_add(out, "  move m%d(t in %d..", (int)k, (int)m->low);
        if (m->most < ALL) text_add(out, "min(%d, %s)", (int)m->most, tops[m->shape]);
        else text_puts(out, tops[m->shape]);
        text_add(out, "%s) where t %% %d == %d and %s %% %d == %d -> ", m->shape == ANY ? ", u in 0..b" : "",
                 (int)m->step, (int)m->rest, m->of_held ? "a" : "b", (int)m->modulus, (int)m->residue);
        put_position(out, turned, held[m->shape], other[m->shape]);
        text_add(out, "\n");
    }
    text_add(out, "}\n");
}

/* ---- the slow way ------------------------------------------------------------------------------------------------ */
static uint32_t slow[ROWS][COLUMNS];
static unsigned seen[ROWS * COLUMNS], stamp;

static void see(int64_t i, int64_t n) { seen[slow[i][n]] = stamp; }

static int64_t top_of(const struct one_move *m, int64_t a, int64_t b)
{
    int64_t least = a < b ? a : b, half = a < b / 2 ? a : b / 2;
    const int64_t tops[SHAPES] = {a, b, least, half, a, a ? 1 : 0};
    return m->most < tops[m->shape] ? m->most : tops[m->shape];
}

static void see_options(const struct one_move *m, int64_t a, int64_t b)
{
    if ((m->of_held ? a : b) % m->modulus != m->residue) return;
    for (int64_t t = m->low; t <= top_of(m, a, b); t++) {
        if (t % m->step != m->rest) continue;
        switch (m->shape) {
        case FROM_HELD: see(a - t, b); break;
        case FROM_OTHER: see(a, b - t); break;
        case BOTH: see(a - t, b - t); break;
        case STEEP: see(a - t, b - 2 * t); break;
        case ANY:
            for (int64_t u = 0; u <= b; u++) see(a - t, b - u);
            break;
        default: see(a - 1, b < 2 ? b : 2);
        }
    }
}

static void fill_slowly(const struct two_rule *r)
{
    for (int64_t b = 0; b < COLUMNS; b++)
        for (int64_t a = 0; a < ROWS; a++) {
            stamp++;
            for (size_t k = 0; k < r->count; k++) see_options(&r->moves[k], a, b);
            while (seen[slow[a][b]] == stamp) slow[a][b]++;
        }
}

static void same_as_slow(const struct rows *rows)
{
    for (uint64_t i = 0; i < ROWS; i++)
        for (uint64_t n = 0; n < COLUMNS; n++) {
            if (n < rows->count) assert_int_equal(rows->values[i * rows->count + n], slow[i][n]);
            const struct period *p = &rows->periods[i];
            if (!p->found || n + p->period >= COLUMNS || n < p->preperiod) continue;
            assert_int_equal(slow[i][n + p->period], slow[i][n] + p->saltus);
        }
}

static void find(const char *text, int held, int64_t count, struct rule_file *f, struct lanes *lanes, struct rows *rows)
{
    rule_open(f, text);
    *rows = (struct rows){0};
    *lanes = (struct lanes){.reason = "a move that can never be made"};
    if (f->st != ST_OK) return;
    struct lanes_source source = {f->model, f->model->main_game, f->params, held, count};
    assert_int_equal(lanes_find(&source, &f->arena, lanes), ST_OK);
    if (!lanes->reason) assert_int_equal(rows_prove(lanes, 0, &f->arena, rows), ST_OK);
}

CLAIM(proved_rows_of_random_rules_hold_beyond)
{
    uint64_t seed = 5;
    size_t read = 0, proved = 0, growing = 0;
    for (int k = 0; k < RULES; k++) {
        struct two_rule r;
        struct text text = {0};
        struct rule_file f;
        struct lanes lanes;
        struct rows rows;
        bool turned = k % 2;
        draw_rule(&seed, &r);
        write_rule(&r, turned, &text);
        find(text_c(&text), turned, ROWS, &f, &lanes, &rows);
        if (!lanes.reason && rows.count) {
            memset(slow, 0, sizeof slow);
            fill_slowly(&r);
            same_as_slow(&rows);
            read++;
            for (int i = 0; i < ROWS; i++)
                proved += rows.periods[i].found, growing += rows.periods[i].found && rows.periods[i].saltus > 0;
        }
        rule_close(&f);
        text_free(&text);
    }
    printf("%zu rules read, %zu rows proved, %zu with a saltus\n", read, proved, growing);
    assert_true(read > RULES / 2 && proved > read && growing > 10);
}

/* ---- known rules ------------------------------------------------------------------------------------------------- */
/* "period/preperiod/saltus" of each row, or the reason. */
static void says(const char *text, int held, int64_t count, const char *expected)
{
    struct rule_file f;
    struct lanes lanes;
    struct rows rows;
    struct text out = {0};
    find(text, held, count, &f, &lanes, &rows);
    for (int64_t i = 0; !lanes.reason && i < count; i++) {
        const struct period *p = &rows.periods[i];
        if (p->found) text_add(&out, "%s%d/%d/%d", i ? " " : "", (int)p->period, (int)p->preperiod, (int)p->saltus);
        else text_add(&out, "%s-", i ? " " : "");
    }
    assert_string_equal(lanes.reason ? lanes.reason : text_c(&out), expected);
    text_free(&out);
    rule_close(&f);
}

CLAIM(known_rows_have_their_periods)
{
    const char *wythoff = "game w(a, b) { move l(t in 1..a) -> w(a - t, b) move r(t in 1..b) -> w(a, b - t)"
                          "  move d(t in 1..min(a, b)) -> w(a - t, b - t) }";
    const char *cut = "game w(x, y) { move r(u in 0..y - 1) -> w(x, u) move l(u in 0..x - 1) -> w(u, y)"
                      "  move d(u in 0..x - 1) where y >= x - u -> w(u, y - (x - u)) }";
    const char *nim = "game n(a, b) { move l(t in 1..a) -> n(a - t, b) move r(t in 1..b) -> n(a, b - t) }";
    const char *euclid = "game e(a, b) { move l(x in 0..a - 1) where b > 0 and (a - x) % max(b, 1) == 0 -> e(x, b)"
                         "  move r(y in 0..b - 1) where a > 0 and (b - y) % max(a, 1) == 0 -> e(a, y) }";
    says(wythoff, 0, 5, "1/0/1 3/0/3 3/0/3 6/8/6 12/9/12");
    says(wythoff, 1, 5, "1/0/1 3/0/3 3/0/3 6/8/6 12/9/12");
    says(cut, 0, 5, "1/0/1 3/0/3 3/0/3 6/8/6 12/9/12");
    says(nim, 0, 4, "1/0/1 2/0/2 4/0/4 4/0/4");
    says(euclid, 0, 4, "1/0/0 1/0/1 2/6/1 3/11/1");
}

CLAIM(what_cannot_be_read_is_refused)
{
    says("game g(a, b) { move l(t in 1..b / 2) -> g(a, b - t) }", 0, 2,
         "a condition compares what is taken with what is left");
    says("game g(a, b) { move l where a > 0 -> g(a - 1, b + 1) move r where b > 0 -> g(a, b - 1) }", 0, 2,
         "a move is not proved to make neither number larger");
    says("game g(a, b) { move l(t in 1..b) where t in squares -> g(a, b - t) move r where a > 0 -> g(a - 1, b) }", 0, 2,
         "a condition that is neither linear nor periodic in the number that is not held");
    says("game g(n) { move l(t in 1..n) -> g(n - t) }", 0, 2, "its state is not two natural numbers");
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */
static struct rule_file walked;
static bool proves_rows(void)
{
    struct arena arena = {0};
    struct lanes lanes;
    struct rows rows;
    struct lanes_source source = {walked.model, walked.model->main_game, walked.params, 0, 2};
    enum status st = lanes_find(&source, &arena, &lanes);
    if (st == ST_OK) st = rows_prove(&lanes, 0, &arena, &rows);
    bool done = st == ST_OK && rows.periods[1].found;
    arena_free(&arena);
    return done;
}
CLAIM(a_failed_allocation_is_said)
{
    rule_open(&walked, "game n(a, b) { move l(t in 1..a) -> n(a - t, b) move r(t in 1..min(b, 2)) -> n(a, b - t) }");
    assert_int_equal(walked.st, ST_OK);
    assert_true(walk_failures(proves_rows) > 4);
    rule_close(&walked);
}

CLAIMS(IT(known_rows_have_their_periods), IT(what_cannot_be_read_is_refused),
       IT(proved_rows_of_random_rules_hold_beyond), IT(a_failed_allocation_is_said))
