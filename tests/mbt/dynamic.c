/* SPDX-License-Identifier: MIT */
/* Rows of rules in which one number only says which moves are allowed, against the mex over all options that the
 * machine lists, position by position: values and outcomes in both conventions, of drawn rules in drawn boxes, and
 * whole answers of the solver. usage: dynamic [FIRST_SEED [COUNT]]; prints TAP lines. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "drawn_box.h"
#include "proof/boxes/boxes.h"
#include "random_rule.h"
#include "solve/dynamic/bar_marks.h"
#include "solve/dynamic/cap.h"
#include "solve/dynamic/levels.h"
#include "solve/dynamic/line_takes.h"
#include "solve/dynamic/takes.h"

enum { CELLS_MOST = 20000 };
static size_t filled, misere_terminals, refused, own_sets, whole, decided, capped, limited[2], levelled[2], unlevelled,
    by_takes_filled[2], by_line[2], barred[2];

/* ---- row by row -------------------------------------------------------------------------------------------------- */
static enum status fill_rows(const struct dynamic_rule *rule, const struct value_table *t, const size_t *order,
                             uint32_t *values, uint64_t *losses, bool misere)
{
    struct dynamic_rows r;
    struct budget budget = {0};
    enum status st = dynamic_open(&r, rule, t, order, &budget);
    while (st == ST_OK && dynamic_next(&r))
        st = values ? dynamic_values(&r, values) : dynamic_outcomes(&r, losses, misere);
    dynamic_close(&r);
    return st;
}

static bool same_outcomes(const struct dynamic_rule *rule, const struct drawn_box *b, const size_t *order, bool misere)
{
    uint64_t *bits = calloc(b->t->count / 64 + 2, sizeof *bits);
    bool same =
        bits && fill_rows(rule, b->t, order, NULL, bits, misere) == ST_OK && drawn_box_outcomes(b, bits, misere);
    free(bits);
    return same;
}

/* The rows of a box. */
static struct value_table rows_of(const struct value_table *t, size_t bound)
{
    struct value_table rows = *t;
    for (size_t c = 0; c < rows.fields; c++) rows.stride[c] /= c == bound ? 1 : t->extent[bound];
    rows.extent[bound] = 1;
    rows.count /= (uint64_t)t->extent[bound];
    return rows;
}

/* By lists of numbers where takes are followed from row to row: values, or outcomes, of every position of the box. */
static bool same_levels(const struct dynamic_rule *rule, const struct drawn_box *b, const size_t *order,
                        enum levels_kind kind)
{
    struct dynamic_levels l = {.rule = rule, .rows = rows_of(b->t, rule->bound), .kind = kind};
    struct budget budget = {0};
    uint64_t columns = (uint64_t)b->t->extent[rule->bound];
    bool same = true;
    if (!dynamic_levelled(rule) || !dynamic_limited(rule, b->t->low, &l.sign)) return true;
    enum status st = dynamic_fill_levels(&l, order, &budget);
    for (uint64_t at = 0; st == ST_OK && same && at < b->t->count; at++) {
        int64_t bound = b->t->low[rule->bound] + (int64_t)(at % columns);
        uint64_t level = dynamic_level(&l, at / columns, l.sign * bound);
        if (kind == LEVELS_VALUES) same = level == b->values[at];
        else same = (level == (kind == LEVELS_MISERE)) == b->loses[kind == LEVELS_MISERE][at];
    }
    levelled[l.sign < 0] += st == ST_OK;
    unlevelled += st == ST_UNSUPPORTED;
    dynamic_levels_free(&l);
    return same && (st == ST_OK || st == ST_UNSUPPORTED);
}

enum filling { BY_ALL, BY_TAKES, BY_LINE };

static enum status fill_limits(struct dynamic_limits *l, const size_t *order, enum filling way)
{
    struct budget budget = {0};
    double looks;
    if (way == BY_ALL) return dynamic_fill_limits(l, order, &budget);
    if (way == BY_TAKES) return dynamic_fill_takes(l, order, &looks, &budget);
    return dynamic_fill_line(l, order, &budget);
}

static bool limits_open(struct dynamic_limits *l, enum filling way)
{
    if (way == BY_LINE) {
        l->won_short = calloc(l->rows.count, sizeof *l->won_short);
        l->moves_short = calloc(l->rows.count, sizeof *l->moves_short);
        return l->won_short && l->moves_short;
    }
    l->won = calloc(l->rows.count, sizeof *l->won);
    l->moves = calloc(l->rows.count, sizeof *l->moves);
    return l->won && l->moves;
}

static void limits_close(struct dynamic_limits *l)
{
    free(l->won);
    free(l->moves);
    free(l->won_short);
    free(l->moves_short);
}

/* By one number a row, where the bound number is a limit, from all options or from the takes that say all: every position of the box. */
static bool same_limits(const struct dynamic_rule *rule, const struct drawn_box *b, const size_t *order, bool misere,
                        enum filling way)
{
    struct dynamic_limits l = {.rule = rule, .rows = rows_of(b->t, rule->bound), .misere = misere};
    uint64_t columns = (uint64_t)b->t->extent[rule->bound];
    if (!dynamic_limited(rule, b->t->low, &l.sign) || (way == BY_TAKES && !dynamic_taken(rule))) return true;
    if (way == BY_LINE && !dynamic_lined(&l, order)) return true;
    uint64_t *bits = calloc(b->t->count / 64 + 2, sizeof *bits);
    enum status st = !bits || !limits_open(&l, way) ? ST_NO_MEMORY : fill_limits(&l, order, way);
    for (uint64_t at = 0; st == ST_OK && at < b->t->count; at++) {
        int64_t bound = b->t->low[rule->bound] + (int64_t)(at % columns);
        bits[at / 64] |= (uint64_t)dynamic_limits_lose(&l, at / columns, bound) << at % 64;
    }
    bool same = st == ST_OK ? drawn_box_outcomes(b, bits, misere) : way != BY_ALL && st == ST_UNSUPPORTED;
    if (way == BY_LINE) by_line[l.sign < 0] += st == ST_OK;
    else if (way == BY_TAKES) by_takes_filled[l.sign < 0] += st == ST_OK;
    else limited[l.sign < 0]++;
    free(bits);
    limits_close(&l);
    return same;
}

/* By one number a row, where the bound number bars each move at one at most, from all options or by marks: every position of the box. */
static bool same_bars(const struct dynamic_rule *rule, const struct drawn_box *b, const size_t *order, bool misere,
                      bool by_marks)
{
    struct dynamic_bars bars = {.rule = rule, .rows = rows_of(b->t, rule->bound), .misere = misere};
    struct budget budget = {0};
    uint64_t columns = (uint64_t)b->t->extent[rule->bound];
    if (!dynamic_barred(rule) || (by_marks && !dynamic_bars_mark(rule))) return true;
    uint64_t *bits = calloc(b->t->count / 64 + 2, sizeof *bits);
    bars.lost = calloc(bars.rows.count, sizeof *bars.lost);
    bars.stuck = calloc(bars.rows.count, sizeof *bars.stuck);
    enum status st = !bits || !bars.lost || !bars.stuck ? ST_NO_MEMORY
                     : by_marks                         ? dynamic_mark_barred(&bars, order, &budget)
                                                        : dynamic_fill_barred(&bars, order, &budget);
    for (uint64_t at = 0; st == ST_OK && at < b->t->count; at++) {
        int64_t bound = b->t->low[rule->bound] + (int64_t)(at % columns);
        bits[at / 64] |= (uint64_t)dynamic_bars_lose(&bars, at / columns, bound) << at % 64;
    }
    bool same = st == ST_OK ? drawn_box_outcomes(b, bits, misere) : by_marks && st == ST_UNSUPPORTED;
    barred[by_marks] += st == ST_OK;
    free(bits);
    free(bars.lost);
    free(bars.stuck);
    return same;
}

/* A box that the rule fails in, or leaves, must be refused, or its options left out by what decides earlier. */
static bool same_box(struct rule_file *f, const struct dynamic_rule *rule, const struct value_table *t,
                     const size_t *order)
{
    struct drawn_box b;
    struct value_table filled_table = *t;
    uint32_t *values = filled_table.values = malloc(t->count * sizeof *values);
    bool good = drawn_box_open(&b, f, t);
    enum status st = fill_rows(rule, t, order, values, NULL, false);
    bool same = !good || st == ST_UNSUPPORTED || (st == ST_OK && drawn_box_values(&b, &filled_table));
    misere_terminals += b.terminals;
    if (good && st == ST_OK && same) {
        filled++;
        for (int m = 0; m < 2 && same; m++)
            same = same_outcomes(rule, &b, order, m) && same_limits(rule, &b, order, m, BY_ALL);
        for (int m = 0; m < 4 && same; m++) same = same_limits(rule, &b, order, m % 2, m / 2 ? BY_LINE : BY_TAKES);
        for (int m = 0; m < 4 && same; m++) same = same_bars(rule, &b, order, m % 2, m / 2);
        for (int k = LEVELS_VALUES; k <= LEVELS_MISERE && same; k++) same = same_levels(rule, &b, order, k);
    } else refused++;
    free(values);
    drawn_box_close(&b);
    return same;
}

/* ---- rules ------------------------------------------------------------------------------------------------------- */
static bool find_box(struct runtime_case *c, const struct dynamic_rule *rule, uint64_t *seed, struct value_table *t,
                     size_t *order)
{
    struct boxes b;
    int64_t high[MODEL_MAX_FIELDS];
    size_t found[MODEL_MAX_FIELDS], count = 0;
    *t = (struct value_table){.fields = rule->cells, .count = 1};
    for (size_t i = 0; i < t->fields; i++) high[i] = (int64_t)random_below(seed, t->fields > 2 ? 12 : 90);
    bool fine =
        boxes_open(c->file.model, 0, c->file.params, &b) == ST_OK && boxes_order(&b, found) && boxes_close(&b, high);
    boxes_done(&b);
    for (size_t i = 0; fine && i < t->fields; i++)
        if (found[i] != rule->bound) order[count++] = found[i];
    order[count] = rule->bound;
    for (size_t i = t->fields; fine && i-- > 0;) {
        t->extent[order[i]] = high[order[i]] + 1;
        t->stride[order[i]] = (int64_t)t->count;
        t->count *= (uint64_t)t->extent[order[i]];
        fine = t->count <= CELLS_MOST;
    }
    return fine;
}

static bool agrees(const char *text, uint64_t seed)
{
    struct runtime_case c;
    struct arena arena = {0};
    struct unrolled u;
    struct dynamic_rule rule;
    int64_t cells[3] = {0};
    if (!rule_is_fillable(text)) return true;
    case_open(&c, text);
    struct component zero = {0, (uint32_t)c.file.model->games[0].field_count, cells};
    bool same = unroll(c.env, &zero, &arena, &u) == ST_OK && dynamic_find(&u, &arena, &rule) == ST_OK;
    for (int i = 0; same && rule.fine && i < 3; i++) {
        struct value_table t;
        size_t order[MODEL_MAX_FIELDS];
        if (find_box(&c, &rule, &seed, &t, order)) same = same_box(&c.file, &rule, &t, order);
    }
    for (size_t i = 0; rule.fine && i < rule.move_count; i++) own_sets += rule.moves[i].own.count;
    uint64_t most = zero.count > 2 ? 9 : 30;
    int64_t high[] = {(int64_t)most, (int64_t)most, (int64_t)most}, cap;
    capped += rule.fine && dynamic_cap(&rule, cells, high, &cap);
    for (int i = 0; same && i < 2; i++) same = drawn_value(&c, "dynamic", zero.count, most, &seed, &whole);
    for (int i = 0; same && i < 2; i++) same = drawn_outcome(&c, "dynamic", zero.count, most, &seed, &decided);
    unrolled_free(&u);
    arena_free(&arena);
    case_close(&c);
    return same;
}

/* $: the number that is remembered, n: the heap that is taken from, t: what is taken. */
static const char *const ends[] = {"n",
                                   "n",
                                   "n",
                                   "min(n, $)",
                                   "min(2 * $ + 1, n)",
                                   "min(n, $ * $)",
                                   "min(n, max($, 3))",
                                   "min(n, isqrt($) + 2)",
                                   "$ / 2",
                                   "n - 1",
                                   "min(n, $, 7)",
                                   "min(n, $)",
                                   "min(n, 3 * $ / 2)"};
static const char *const conditions[] = {"t != $",
                                         "t != $ + 1",
                                         "abs(t - $) != 2",
                                         "t > $",
                                         "t >= $",
                                         "gcd(t, $) == 1",
                                         "(t + $) % 3 != 1",
                                         "t % 2 == $ % 2",
                                         "t * $ <= n + 4",
                                         "n - t >= $",
                                         "t + $ <= 2 * n",
                                         "$ > 0",
                                         "$ <= n",
                                         "($ == 0 or t != $)",
                                         "($ == 0 or t <= $)",
                                         "not ($ >= t and 2 * $ != n + t)",
                                         "$ % 2 == 0",
                                         "xor(t, $) != 3",
                                         "(n % 3 != 1 or t != $)",
                                         "not t == $",
                                         "6 / ($ + 1) >= t",
                                         "6 / $ >= t",
                                         "3 * t != 2 * $ - 1",
                                         "2 * $ - t < n",
                                         "n > t - $",
                                         "t % 3 != 2",
                                         "n - t != 4",
                                         "$ - n != t",
                                         "t in primes",
                                         "$ + t in squares",
                                         "t in divisors($ + 1)",
                                         "t in powers($)",
                                         "t <= 9",
                                         "(t <= $ or t <= 2)",
                                         "not (t > $ or n - t > 3 * $)",
                                         "$ / 2 + 1 >= t",
                                         "t >= ($ + 1) / 2",
                                         "t > n - (5 - $) / 3",
                                         "3 * t - 2 < n / 2 - (2 * $ - 7) / 4",
                                         "(n - $) / 3 <= 2 * t",
                                         "min($, 6) >= t - 1",
                                         "(n * t + 1) % 4 != 2",
                                         "t == 0"};
/* Each holds from some number on, but for the last one, or does not read it. */
static const char *const limits[] = {"t <= $",
                                     "2 * t <= 3 * $",
                                     "t <= $ + 1",
                                     "t + n <= 4 * $",
                                     "n <= $ + 2 * t",
                                     "t % 3 != 1",
                                     "(n + t) % 4 != 2",
                                     "t % 2 == 0",
                                     "t <= 2 * $ + 1",
                                     "min(t, 4) <= $ / 2",
                                     "t * t <= $",
                                     "t - 1 <= 3 * $ / 2 - 4",
                                     "2 + (n + 2 * $) / 5 > t",
                                     "t >= $"};
/* Each fails at one number at most, and these do not read it. */
static const char *const bars[] = {"t != $",     "t != $",     "t != $ + 1", "3 * t != 2 * $ - 1",
                                   "n - t != $", "$ + t != n", "$ != 3",     "2 * t != $"};
static const char *const unbarred[] = {"t % 3 != 1", "t % 2 == 0", "(n + t) % 4 != 2", "n % 3 > 0", "t <= 5", "n > 4"};
static const char *const memories[] = {
    "t",    "t",          "t",     "t + 1",           "2 * t",       "t % 3",     "n - t",         "min(t, 5)",
    "0",    "abs(t - 3)", "t * t", "t * (t + 3) / 2", "t * (n - t)", "9 * t + 2", "t * t * t - t", "3 * t / 2",
    "n + t"};

static void put(struct text *out, const char *form, const char *heap)
{
    for (char before = ' '; *form; before = *form++) {
        if (*form == '$') text_puts(out, "last");
        else if (*form == 'n' && !(form[1] == 'o' || form[1] == '(') && (form[1] < 'a' || form[1] > 'z') &&
                 before != 'i')
            text_puts(out, heap);
        else text_putc(out, *form);
    }
}

#define PICK(list) list[random_below(seed, sizeof(list) / sizeof *(list))]

/* A move of what is taken, said by what rests, or by one less than it takes. */
enum spelling { TAKEN, RESTS, ONE_LESS };
static void spell(struct text *out, const char *move, enum spelling by, const char *heap)
{
    for (char before = ' '; *move; before = *move++) {
        bool letter = (before >= 'a' && before <= 'z') || (move[1] >= 'a' && move[1] <= 'z');
        if (*move != 't' || letter || by == TAKEN) text_putc(out, *move);
        else if (by == RESTS) text_add(out, "(%s - r)", heap);
        else text_puts(out, "(r + 1)");
    }
}

static void put_range(struct text *out, enum spelling by, const char *heap, const char *low, const char *high)
{
    if (by == TAKEN) text_add(out, "t in %s..%s", low, high);
    if (by == RESTS) text_add(out, "r in %s - %s..%s - %s", heap, high, heap, low);
    if (by == ONE_LESS) text_add(out, "r in %s - 1..%s - 1", low, high);
}

static void draw(uint64_t *seed, struct text *out)
{
    static const char *const states[] = {"n, last", "last, n", "a, last, b"};
    size_t shape = random_below(seed, 5) % 3, moves = 1 + random_below(seed, 2);
    bool barring = random_below(seed, 4) == 0;
    if (shape == 2) moves = 2;
    text_add(out, "game g(%s) {\n", states[shape]);
    for (size_t i = 0; i < moves; i++) {
        const char *heap = shape < 2 ? "n" : i ? "b" : "a", *memory = PICK(memories);
        bool limit = random_below(seed, 3) == 0, bar = !limit && barring;
        bool two = !limit && !bar && random_below(seed, 6) == 0, twice = random_below(seed, 8) == 0;
        bool both = shape == 2 && random_below(seed, 4) == 0;
        const char *taken = twice ? "2 * t" : "t";
        enum spelling by = random_below(seed, 4) ? TAKEN : twice || both || two ? ONE_LESS : RESTS;
        struct text move = {0}, high = {0};
        if (twice || limit || bar) text_add(&high, twice ? "%s / 2" : "%s", heap);
        else put(&high, PICK(ends), heap);
        text_add(out, "  move m%zu(%s", i, two ? "s in 1..2, " : "");
        put_range(out, by, heap, limit || bar || random_below(seed, 4) ? "1" : "max(1, last - 3)", text_c(&high));
        text_add(&move, ") where t <= %s%s", heap, two ? " and s != last" : "");
        if (both) text_add(&move, " and t <= %s", twice ? "a / 2 and t <= b / 2" : "a and t <= b");
        if (!bar && random_below(seed, 3) == 0)
            text_puts(&move, random_below(seed, 4) ? " and t <= last" : " and t >= last");
        if (bar && random_below(seed, 8)) text_puts(&move, " and "), put(&move, PICK(bars), heap);
        for (uint64_t k = random_below(seed, 3); k > 0; k--) {
            text_puts(&move, " and ");
            put(&move, limit ? PICK(limits) : bar ? PICK(unbarred) : PICK(conditions), heap);
        }
        text_puts(&move, " -> g(");
        if (shape == 1) put(&move, two ? "s" : memory, heap), text_puts(&move, ", ");
        if (shape < 2) text_add(&move, "n - %s%s", taken, shape == 0 ? ", " : "");
        if (shape == 2) text_add(&move, i && !both ? "a, " : "a - %s, ", taken);
        if (shape != 1) put(&move, two ? "s" : memory, heap);
        if (shape == 2) text_add(&move, i || both ? ", b - %s" : ", b", taken);
        text_puts(&move, ")\n");
        spell(out, text_c(&move), by, heap);
        text_free(&move);
        text_free(&high);
    }
    if (random_below(seed, 4) == 0)
        text_puts(out, shape == 2 ? "  move out where a == last -> end\n" : "  move out where n == last -> end\n");
    text_puts(out, "}\n");
}

/* ---- rules that fail --------------------------------------------------------------------------------------------- */
/* What fails stands in front of what may fail, but says no there: search finds no value, so rows must not either. */
static const char *const failing[] = {
    "move m(t in 1..n) where 6 / (t - 2) > -100 and t <= 1 + 3 / (n + 9) and t != last",
    "move m(t in 1..n) where t % (t - 2) < 9 and xor(t, n + 1) == n and t != last",
    "move m(t in 1..n) where 6 / (last - 1) > -100 and 7 / (n + 1) > 1",
    "move m(t in 1..n) where 6 / (t - last) > -100 and 7 / t > n + 1 / (n + 1)",
    "move m(s in 1..2 + 1 / (n - 6), t in 1..n) where s != t + last and s < 8 / (n + 9) + isqrt(n) - 2",
};
/* And rules with several such conditions that have values everywhere. */
static const char *const lasting[] = {
    "move m(t in 1..n) where 6 / (t + 2) > 0 and t <= n + 3 / (n + 9) and t != last",
    "move m(t in 1..n) where t % (t + 2) < 9 and xor(t, n + 1) != 3 and 5 / (last + 1) != t",
};

static bool has_value(const char *move, bool expected)
{
    struct text rule = {0};
    struct runtime_case c;
    int64_t cells[] = {6, 1};
    struct component at = {0, 2, cells};
    text_add(&rule, "game g(n, last) { %s -> g(n - t, t) }", move);
    case_open(&c, text_c(&rule));
    int64_t by_rows = case_value_by(&c, "dynamic", &at, 1), by_search = case_value_by(&c, "hashed", &at, 1);
    bool fine = by_rows == by_search && (by_rows >= 0) == expected;
    if (!fine) printf("# %s: %" PRId64 " by rows, %" PRId64 " by search\n", move, by_rows, by_search);
    case_close(&c);
    text_free(&rule);
    return fine;
}

static bool failures_show(void)
{
    bool fine = true;
    for (size_t i = 0; i < sizeof failing / sizeof *failing; i++) fine &= has_value(failing[i], false);
    for (size_t i = 0; i < sizeof lasting / sizeof *lasting; i++) fine &= has_value(lasting[i], true);
    return fine;
}

/* ---- long lines -------------------------------------------------------------------------------------------------- */
/* More rows than takes are kept of (2^14); next numbers and limits near and beyond 32 bits, and such as rise, fall and do neither. */
static const char *const longs[] = {
    "t in 1..min(n, q)) -> g(n - t, 2 * t)",
    "t in 1..min(n, q)) -> g(n - t, 2 * t - 1)",
    "t in 1..min(n, q)) -> g(n - t, 3 * t / 2)",
    "t in 1..min(n, q)) -> g(n - t, (7 * t + 5) / 6)",
    "t in 1..min(n, q)) -> g(n - t, t + 1)",
    "t in 1..min(n, q)) -> g(n - t, t * t)",
    "t in 1..n) where t < q -> g(n - t, t)",
    "t in 1..min(n, q)) -> g(n - t, 90000 * t)",
    "t in 1..n) where t * 30000 <= q -> g(n - t, 60000 * t)",
    "t in 1..n) where 50000 * t <= q -> g(n - t, 2147480000)",
    "t in 1..n) where t <= q and t % 3 != 0 -> g(n - t, 2 * t)",
    "t in 1..n) where t <= q and t % 7 == 3 -> g(n - t, 3 * t / 2)",
    "t in 1..n) where t <= q and n % 5 != 2 -> g(n - t, 2 * t)",
    "t in 1..n) where t <= q and n % 5 <= q -> g(n - t, 2 * t + 1)",
    "t in 1..n / 2) where t <= q -> g(n - t, 2 * t)",
    "t in n / 3..n) where n > 0 and t >= 1 and t <= q -> g(n - t, 2 * t)",
    "t in 1..n) where t + q <= 1000 -> g(n - t, 900 - t / 2)",
    "t in 1..n) where t <= q -> g(n - t, 50 + t % 4)",
    "t in 1..n) where t <= q -> g(n - t, abs(t - 300)) move k(t in 1..n) where 2 * t <= q -> g(n - t, 5 * t)",
    "t in 1..n) where t <= q -> g(n - t, 2 * t) move k(t in 2..n) where 3 * t <= 2 * q -> g(n - t, t + 3)",
};
enum { LONG = 17000 };

static bool same_line(const struct dynamic_rule *rule, bool misere, size_t *filled_lines)
{
    struct value_table t = {.fields = 2, .extent = {LONG, 1}, .stride = {1, 1}, .count = LONG};
    struct dynamic_limits all = {.rule = rule, .rows = t, .misere = misere}, line = all;
    size_t order[] = {0, 1};
    int64_t low[] = {0, 0};
    if (!dynamic_limited(rule, low, &all.sign)) return false;
    line.sign = all.sign;
    if (!dynamic_lined(&line, order)) return true; /* of another form: takes.h */
    bool same = limits_open(&all, BY_TAKES) && limits_open(&line, BY_LINE);
    enum status st = same ? fill_limits(&line, order, BY_LINE) : ST_NO_MEMORY;
    if (st == ST_UNSUPPORTED) return limits_close(&all), limits_close(&line), true;
    enum status other = fill_limits(&all, order, BY_TAKES);
    if (other == ST_UNSUPPORTED) other = fill_limits(&all, order, BY_ALL);
    same = st == ST_OK && other == ST_OK;
    for (uint64_t row = 0; same && row < LONG; row++) {
        int64_t near[] = {0, all.won[row], misere ? all.moves[row] : 0, 2 * (int64_t)row, INT64_C(1) << 33};
        for (size_t i = 0; i < 5; i++)
            for (int64_t y = near[i] == LIMITS_NEVER ? 0 : near[i] - 2, end = y + 5; y < end; y++)
                same &= dynamic_limits_lose(&all, row, all.sign * y) == dynamic_limits_lose(&line, row, line.sign * y);
    }
    limits_close(&all);
    limits_close(&line);
    *filled_lines += same;
    return same;
}

static bool long_lines_agree(void)
{
    size_t bad = 0, filled_lines = 0, count = sizeof longs / sizeof *longs;
    for (size_t i = 0; i < count; i++) {
        struct text text = {0};
        struct runtime_case c;
        struct arena arena = {0};
        struct unrolled u;
        struct dynamic_rule rule;
        int64_t cells[2] = {0};
        text_add(&text, "game g(n, q) { move m(%s }", longs[i]);
        case_open(&c, text_c(&text));
        struct component zero = {0, 2, cells};
        bool same = unroll(c.env, &zero, &arena, &u) == ST_OK && dynamic_find(&u, &arena, &rule) == ST_OK && rule.fine;
        same = same && same_line(&rule, false, &filled_lines) && same_line(&rule, true, &filled_lines);
        if (!same) printf("# not the same: %s\n", text_c(&text)), bad++;
        unrolled_free(&u);
        arena_free(&arena);
        case_close(&c);
        text_free(&text);
    }
    printf("# %zu of %zu long lines filled\n", filled_lines, 2 * count);
    return bad == 0 && filled_lines >= count;
}

int main(int argc, char **argv)
{
    size_t bad = drawn_rules(argc, argv, 700, draw, agrees);
    printf("# %zu boxes filled, %zu refused, %zu values, %zu outcomes, %zu capped, %zu conditions of their own, %zu "
           "ends of play, %zu + %zu by limits, %zu + %zu by takes, %zu + %zu along a line, %zu + %zu by levels, %zu "
           "not, %zu + %zu by bars\n",
           filled, refused, whole, decided, capped, own_sets, misere_terminals, limited[0], limited[1],
           by_takes_filled[0], by_takes_filled[1], by_line[0], by_line[1], levelled[0], levelled[1], unlevelled,
           barred[0], barred[1]);
    bool seen = argc > 1 || (filled > 500 && whole > 600 && decided > 300 && capped > 100 && own_sets > 50 &&
                             misere_terminals > 0 && limited[0] > 100 && limited[1] > 20 && levelled[0] > 100 &&
                             levelled[1] > 20 && unlevelled > 0 && by_takes_filled[0] > 100 &&
                             by_takes_filled[1] > 20 && by_line[0] > 50 && barred[0] > 100 && barred[1] > 50);
    bool shown = failures_show(), lines = argc > 1 || long_lines_agree();
    printf("1..4\n%s 1 - rows agree with the mex over all options\n", bad ? "not ok" : "ok");
    printf("%s 2 - all kinds were met\n", seen ? "ok" : "not ok");
    printf("%s 3 - nothing that may fail hides what fails before it\n", shown ? "ok" : "not ok");
    printf("%s 4 - long lines are as by takes\n", lines ? "ok" : "not ok");
    return bad || !seen || !shown || !lines;
}
