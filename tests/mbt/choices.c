/* SPDX-License-Identifier: MIT */
/* Boxes of SG values that are filled choice by choice, against all options that the machine lists, position by
 * position: drawn rules in drawn boxes whose numbers are taken in any order, bounds of terms against all their
 * values, and whole answers of the solver. usage: choices [FIRST_SEED [COUNT]]; prints TAP lines. */
#include <stdio.h>
#include <stdlib.h>
#include "drawn_box.h"
#include "random_rule.h"
#include "solve/choices/heap.h"

static size_t filled, refused, failing, other_rules, whole, looked_up, computed, lines, words, shared, kinds_of_box[4],
    bounded, places, decided, by_blocks, pushed, pushed_far, crossed, same_line, same_parts;

/* ---- boxes -------------------------------------------------------------------------------------------------------
 * */
static void draw_order(size_t fields, uint64_t *seed, size_t *order)
{
    for (size_t k = 0; k < fields; k++) order[k] = k;
    for (size_t k = fields; k > 1 && random_below(seed, 3) == 0; k--) {
        size_t other = random_below(seed, k), kept = order[k - 1];
        order[k - 1] = order[other];
        order[other] = kept;
    }
}

/* The table with its numbers in that order, and strides for it in both. */
static struct value_table in_order(struct value_table *t, const size_t *order)
{
    struct value_table by = *t;
    uint64_t count = 1;
    for (size_t k = t->fields; k-- > 0; count *= (uint64_t)t->extent[order[k]]) {
        t->stride[order[k]] = by.stride[k] = (int64_t)count;
        by.low[k] = t->low[order[k]];
        by.extent[k] = t->extent[order[k]];
    }
    t->count = by.count = count;
    return by;
}

static void count_kinds(const struct choice_rows *r)
{
    for (size_t i = 0; i < r->choices->guards.items.count; i++) {
        const struct guard *guard = &r->choices->guards.items.data[i];
        looked_up += guard->kind == GUARD_LOOKED_UP;
        computed += guard->kind == GUARD_COMPUTED;
        shared += guard->kind == GUARD_COMPUTED && guard->shared != SIZE_MAX;
        lines += guard->kind == GUARD_LINE;
        if (guard->kind != GUARD_LOOKED_UP || !term_reads_values(guard->term)) continue;
        const struct guard_table *table = &r->choices->guards.tables.data[guard->table];
        same_line += table->term != NULL;
        for (size_t j = 0; j < i && !table->term; j++) { /* a choice that has the table of another one */
            const struct guard *other = &r->choices->guards.items.data[j];
            if (other->kind != GUARD_LOOKED_UP || other->table != guard->table) continue;
            same_parts++;
            break;
        }
    }
    pushed += r->pushed;
    pushed_far += r->pushed && r->words > 1;
    crossed += r->crossed;
    words += r->words > 1;
    places += r->choices->places;
}

/* The same heaps in blocks, if they are few choices, after some of them were tried. */
static enum status fill_blocks(struct choices *c, struct value_table *table, bool misere, struct budget *budget)
{
    struct choice_heap *h;
    uint64_t done = 0;
    double seconds;
    enum status st = choice_heap_open(&h, c, table, misere, budget);
    enum status tried = st == ST_OK ? choice_heap_try(h, &seconds) : st;
    if (st == ST_OK) st = choice_heap_fill(h, NULL, &done);
    if (st == ST_OK && (tried != ST_OK || done != table->count)) st = ST_RULE_FAILED;
    by_blocks += st == ST_OK;
    choice_heap_close(h);
    return st;
}

static enum status fill(const struct choices_rule *rule, struct value_table *table, const size_t *order, bool misere)
{
    struct choices c;
    struct choice_rows r;
    struct budget budget = {0};
    enum status st = choices_open(&c, rule, table, order, 1e12, &budget);
    if (st == ST_OK && table->bytes && c.items.count > UINT8_MAX) st = ST_UNSUPPORTED;
    if (st == ST_OK && choice_heap_suits(&c) && table->count % 4) {
        st = fill_blocks(&c, table, misere, &budget);
    } else if (st == ST_OK) {
        st = choice_rows_open(&r, &c, table, &budget);
        r.misere = misere;
        if (st == ST_OK) st = choice_rows_fill(&r, NULL);
        if (st == ST_OK && r.filled != table->count) st = ST_RULE_FAILED;
        count_kinds(&r);
        choice_rows_close(&r);
    }
    choices_close(&c);
    return st;
}

/* Outcomes in misere play: a row sees the same options as for values. */
static bool same_misere(const struct drawn_box *b, const struct choices_rule *rule, struct value_table by,
                        const size_t *order)
{
    uint64_t *bits = calloc((size_t)by.count / 64 + 1, sizeof *bits);
    enum status st = fill(rule, &by, order, true);
    for (uint64_t i = 0; st == ST_OK && i < by.count; i++)
        bits[i / 64] |= (uint64_t)(value_table_at(&by, i) == 0) << i % 64;
    bool same = st == ST_OK && drawn_box_outcomes(b, bits, true);
    free(bits);
    return same;
}

/* Are all values right, or is it refused? What fails must be. */
static bool same_box(struct rule_file *f, const struct choices_rule *rule, struct value_table t, uint64_t *seed)
{
    struct value_table plain = t; /* without values */
    struct drawn_box b;
    size_t order[MODEL_MAX_FIELDS];
    draw_order(t.fields, seed, order);
    in_order(&plain, order);
    struct value_table by = in_order(&t, order);
    size_t width = random_below(seed, 3);
    if (width == 0) t.bytes = by.bytes = malloc((size_t)t.count);
    else if (width == 1) t.narrow = by.narrow = malloc((size_t)t.count * sizeof *t.narrow);
    else t.values = by.values = malloc((size_t)t.count * sizeof *t.values);
    bool good = drawn_box_open(&b, f, &plain), same;
    enum status st = fill(rule, &by, order, false);
    if (st == ST_OK) same = good && drawn_box_values(&b, &t) && same_misere(&b, rule, by, order);
    else same = st == ST_UNSUPPORTED;
    filled += st == ST_OK;
    kinds_of_box[t.fields] += st == ST_OK;
    refused += st != ST_OK && good;
    failing += !good;
    drawn_box_close(&b);
    free(t.bytes);
    free(t.narrow);
    free(t.values);
    return same;
}

static void draw_box(size_t fields, uint64_t *seed, struct value_table *t)
{
    *t = (struct value_table){.fields = fields};
    for (size_t c = 0; c < fields; c++)
        t->extent[c] = 1 + (int64_t)random_below(seed, fields == 1 ? 1200 : fields == 2 ? 40 : 9);
    if (fields == 2 && random_below(seed, 4) == 0) t->extent[1] += 300;
}

/* ---- bounds ------------------------------------------------------------------------------------------------------
 * */
/* In a small box: no value is beyond them, and a term of which they are sure has one everywhere; also where nothing is computed. */
static bool within_bounds(const struct term *t, size_t cells, uint64_t *seed)
{
    int64_t low[TERM_VARIABLES] = {0}, high[TERM_VARIABLES] = {0}, x[TERM_VARIABLES] = {0}, value;
    for (size_t v = 0; v < TERM_VARIABLES; v++) {
        if (v >= cells && (v < TERM_CELLS || v > TERM_CELLS + 1)) continue;
        low[v] = (int64_t)random_below(seed, 9) - 2;
        high[v] = low[v] + (int64_t)random_below(seed, 4);
    }
    struct bounds b = term_bounds(t, low, high, random_below(seed, 2));
    bounded += b.sure;
    for (size_t v = 0; v < TERM_VARIABLES; v++) x[v] = low[v];
    for (size_t v = 0; v < TERM_VARIABLES;) {
        bool has = term_value_at(t, x, &value);
        if (has ? value < b.low || value > b.high : b.sure) return false;
        for (v = 0; v < TERM_VARIABLES; x[v] = low[v], v++)
            if (++x[v] <= high[v]) break;
    }
    return true;
}

static bool all_within_bounds(const struct choices_rule *rule, uint64_t *seed)
{
    bool all = true;
    for (size_t i = 0; all && i < rule->move_count; i++)
        for (size_t k = 0; all && k < rule->moves[i].condition_count; k++)
            all = within_bounds(rule->moves[i].conditions[k].term, rule->cells, seed);
    return all;
}

/* ---- rules -------------------------------------------------------------------------------------------------------
 * */
static bool agrees(const char *text, uint64_t seed)
{
    struct runtime_case c;
    struct arena arena = {0};
    struct unrolled u;
    struct choices_rule rule;
    int64_t cells[3] = {0};
    if (!rule_is_fillable(text)) return true;
    case_open(&c, text);
    struct component zero = {0, (uint32_t)c.file.model->games[0].field_count, cells};
    bool same = unroll(c.env, &zero, &arena, &u) == ST_OK && choices_read(&u, &arena, &rule) == ST_OK;
    for (int i = 0; same && rule.fine && i < 4; i++) {
        struct value_table t;
        draw_box(rule.cells, &seed, &t);
        same = same_box(&c.file, &rule, t, &seed) && all_within_bounds(&rule, &seed);
    }
    other_rules += !rule.fine;
    same = same && drawn_value(&c, "choices", zero.count, zero.count > 2 ? 9 : 20, &seed, &whole) &&
           drawn_outcome(&c, "choices", zero.count, zero.count > 2 ? 9 : 20, &seed, &decided);
    unrolled_free(&u);
    arena_free(&arena);
    case_close(&c);
    return same;
}

/* Heaps are a, b and c, or fewer, then the others are 3; s and t are taken. Some rules fail or lead out of the box. */
static const char *const ends[] = {"X",
                                   "X",
                                   "X",
                                   "min(X, 3)",
                                   "min(X, 1 + b % 4)",
                                   "min(X, b)",
                                   "X / 2",
                                   "X - 1",
                                   "b",
                                   "min(X, 2 + a % 3)",
                                   "min(X, c)",
                                   "5",
                                   "min(a, X, 4)",
                                   "1 + a % 2",
                                   "X % 5",
                                   "min(X, 9 / (b + 1))",
                                   "min(X, abs(a - b))",
                                   "isqrt(X)",
                                   "popcount(X)",
                                   "gcd(X, b)"};
static const char *const conditions[] = {"s <= X and pow(2, s) <= a + 1",
                                         "s * s <= a + b",
                                         "(a + b) % 3 != 1",
                                         "b >= c or s == 1",
                                         "gcd(s, a + b) == 1",
                                         "gcd(s, b) <= 2",
                                         "xor(s, b) > s",
                                         "(a * s + b) % 5 < 3",
                                         "(a + s * s) % 7 != b % 7",
                                         "a + b + c > 4",
                                         "a != b",
                                         "not (a == c or s > 3)",
                                         "s < 3 or a > 2 * b",
                                         "(a > b ? s % 2 : (a + s) % 3) == 1",
                                         "a * b % 4 != 2",
                                         "popcount(s) == 1",
                                         "popcount(a) >= s",
                                         "s <= max(a, b) - min(a, b)",
                                         "min(a, b, 7) >= s",
                                         "max(s, 2) <= b",
                                         "60 / (s - 3) > 1",
                                         "a % b == 1",
                                         "b > 0 and a % b != 1",
                                         "a / (b - 2) >= s",
                                         "s in primes or a in squares",
                                         "s in divisors(a + 1)",
                                         "2 * a - 2 * b >= s",
                                         "s == a - b",
                                         "a - s != b",
                                         "true",
                                         "xor(a, s, b) > 2",
                                         "odd(a / s)",
                                         "isqrt(a + b) != s",
                                         "bit(a, s % 4) == 1",
                                         "fib(s) <= a + 2",
                                         "s > 40 or s % 3 == 1",
                                         "a / pow(3, s) % 3 > 0",
                                         "any(a / pow(4, p) % 4 == s for p in 0..5)",
                                         "(s % 2 == 0) iff (a / 7 % 2 == 1)",
                                         "-(a / 5) % 3 >= s % 3",
                                         "(s + b) % 3 != 1",
                                         "popcount(2 * s - 2 * a) % 2 == 0",
                                         "(a - b + s) % 4 < 2",
                                         "s % 3 != (a + b) % 3",
                                         "b % 3 == s / 2 % 3 or (a + c) % 4 == s % 2",
                                         "12 / (s + b - 2) > 1",
                                         "s >= 6 + b",
                                         "s > 4 + b % 3",
                                         "s >= 10 + b",
                                         "s > 7 and s < 12 + b",
                                         "s + b < 9",
                                         "count(p for p in 1..4 where a % p == s) < 2"};
static const char *const sets[] = {"powers(2)", "powers(5)", "squares", "fib", "primes"};
/* What becomes of a heap that is alone. */
static const char *const digits[] = {" - a / pow(3, s) % 3",
                                     " - max(1, a % 5)",
                                     " / pow(3, s + 1) * pow(3, s) + a % pow(3, s)",
                                     " - max(a / pow(3, p) % 3 for p in 0..5)",
                                     " - sum(a / pow(4, p) % 4 for p in 0..4)",
                                     " - (a % 3 == 1 ? s : popcount(a))",
                                     " / 2 + a % s"};
static const char *const second[] = {"t <= s",    "s * t <= 9",     "(s + t) % 3 == a % 3",
                                     "t < b - s", "gcd(s, t) == 1", "s != t"};

/* Of a number that may be below 0 and stands in no result. */
static const char *const beyond[] = {"(s + a + u) % 6 < 2", "(u + b) % 4 != 1", "u % 3 == (a + c) % 3",
                                     "(a - 2 * u) % 5 < 3", "u + a > b"};

#define PICK(list) list[random_below(seed, sizeof(list) / sizeof *(list))]

/* With the heap for X, and 3 for heaps that are not there. */
static void put(struct text *out, const char *words_of, char heap, size_t heaps)
{
    for (const char *p = words_of; *p; p++) {
        bool letter = p == words_of || p[-1] < 'a' || p[-1] > 'z', alone = letter && (p[1] < 'a' || p[1] > 'z');
        if (*p == 'X') text_add(out, "%c", heap);
        else if (alone && (*p == 'b' || *p == 'c') && (size_t)(*p - 'a') >= heaps) text_puts(out, "3");
        else text_add(out, "%c", *p);
    }
}

static void draw_result(uint64_t *seed, struct text *out, char heap, size_t heaps, bool both)
{
    bool halves = random_below(seed, 6) == 0, mixes = random_below(seed, 6) == 0;
    text_puts(out, " -> g(");
    if (heaps == 1 && random_below(seed, 3) == 0) {
        text_add(out, "a%s)\n", PICK(digits));
        return;
    }
    for (size_t i = 0; i < heaps; i++) {
        char here = (char)('a' + i);
        text_add(out, "%s%c", i ? ", " : "", here);
        if (here == heap && halves) text_puts(out, random_below(seed, 2) ? " / (s + 1)" : " * 2 / 3");
        else if (here == heap) text_puts(out, random_below(seed, 12) ? " - s" : " - 2 * s");
        else if (i > 0 && heap == 'a' && mixes)
            text_puts(out, random_below(seed, 2)   ? " % (s + 2)"
                           : random_below(seed, 2) ? " + s - min(s, 1 + a % 3)"
                                                   : " - b / 2");
        else if (both && i < 2) text_puts(out, random_below(seed, 5) ? " - t" : " + t - 1");
        else if (random_below(seed, 12) == 0) text_puts(out, random_below(seed, 2) ? " - s" : " + s - 1");
    }
    text_puts(out, ")\n");
}

static void draw_move(uint64_t *seed, struct text *out, size_t number, size_t heaps)
{
    char heap = (char)('a' + random_below(seed, heaps));
    bool both = heaps > 1 && random_below(seed, 5) == 0;
    bool named = random_below(seed, 8) == 0, free = random_below(seed, 6) == 0;
    const char *join = "where";
    if (named) text_add(out, "  move m%zu(s in %s", number, PICK(sets));
    else text_add(out, "  move m%zu(s in %d..", number, (int)(1 - random_below(seed, 12) / 11));
    if (!named) put(out, PICK(ends), heap, heaps);
    if (both) text_add(out, ", t in 1..%s", random_below(seed, 2) ? "min(a, b)" : "3");
    text_puts(out, free ? ", u in s - 5..s + 2)" : ")");
    if (named) {
        text_add(out, " where s <= %c", heap);
        join = "and";
    }
    if (both && random_below(seed, 2)) {
        text_add(out, " %s t <= a and t <= b", join);
        join = "and";
    }
    for (uint64_t k = 0, count = random_below(seed, 3) + free; k < count; k++, join = "and") {
        text_add(out, " %s (", join);
        put(out,
            free && !k                      ? PICK(beyond)
            : both && random_below(seed, 2) ? PICK(second)
                                            : PICK(conditions),
            heap, heaps);
        text_puts(out, ")");
    }
    draw_result(seed, out, heap, heaps, both);
}

static void draw(uint64_t *seed, struct text *out)
{
    size_t heaps = 1 + random_below(seed, 3);
    text_add(out, "game g(%s) {\n", heaps == 1 ? "a" : heaps == 2 ? "a, b" : "a, b, c");
    if (random_below(seed, 6) == 0) text_puts(out, "  param S = {1, 3, 8}\n");
    for (size_t i = 0, count = 1 + random_below(seed, 3); i < count; i++) draw_move(seed, out, i, heaps);
    text_puts(out, "}\n");
}

int main(int argc, char **argv)
{
    size_t bad = drawn_rules(argc, argv, 500, draw, agrees);
    printf("# %zu boxes filled (%zu, %zu, %zu by heaps), %zu refused, %zu failing, %zu rules of other kinds, %zu "
           "answers, %zu outcomes\n",
           filled, kinds_of_box[1], kinds_of_box[2], kinds_of_box[3], refused, failing, other_rules, whole, decided);
    printf("# %zu heaps in blocks\n", by_blocks);
    printf("# guards: %zu lines, %zu looked up, %zu computed, of which %zu shared; %zu boxes with large values; %zu "
           "bounds, %zu choices that are no vectors\n",
           lines, looked_up, computed, shared, words, bounded, places);
    printf("# %zu rows in which positions tell others, %zu boxes of these with large values; %zu conditions across "
           "rows; %zu guards "
           "of one table for all choices, %zu of one for several\n",
           pushed, pushed_far, crossed, same_line, same_parts);
    bool seen = argc > 1 || (filled > 400 && refused < filled && failing > 50 && whole > 50 && lines > 1000 &&
                             looked_up > 1000 && computed > 1000 && shared > 10 && words > 10 && bounded > 1000 &&
                             places > 100 && pushed > 100 && pushed_far > 2 && crossed > 200 && same_line > 100 &&
                             same_parts > 1000 && kinds_of_box[1] > 100 && by_blocks > 100 && kinds_of_box[3] > 100);
    printf("1..2\n%s 1 - values agree with all options, and bounds hold\n", bad ? "not ok" : "ok");
    printf("%s 2 - all kinds were met\n", seen ? "ok" : "not ok");
    return bad || !seen;
}
