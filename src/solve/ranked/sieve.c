/* SPDX-License-Identifier: MIT */
/* Conditions are taken apart once; rows of bits are made when they are first asked for, and overwritten by those of
 * other numbers where there are too many. */
#include "solve/ranked/sieve.h"
#include "base/bits.h"
#include "base/numbers.h"
#include "solve/ranked/bends.h"
#include "solve/ranked/bounds.h"
#include <string.h>

enum { FIXED_MOST = 2, WINDOW_MOST = 1 << 18, WORDS_MOST = 1 << 20, TERMS_MOST = 1 << 12, WHOLE = 1024 };
static const size_t rows_for[FIXED_MOST + 1] = {1, 1 << 10, 1 << 14};
enum sieve_kind {
    SIEVE_STILL,
    SIEVE_AND,
    SIEVE_OR,
    SIEVE_NOT,
    SIEVE_IF,
    SIEVE_END,
    SIEVE_ROWS,
    SIEVE_BENDS,
    SIEVE_EACH
};
/* The bits of one condition for given fixed numbers: of u = value + shift, from the window's begin on. */
struct row {
    int64_t key[FIXED_MOST];
    uint64_t *known, *holds; /* NULL: none yet */
    uint64_t first, end;     /* bits first..end - 1 are all known */
    bool doubtful;           /* it may have no value somewhere: bits are found as they are asked for */
};
struct sieve {
    enum sieve_kind kind;
    const struct sieve *kids[3]; /* AND, OR, NOT, IF */
    int variable;                /* of the ray's value, in x */
    struct test still;           /* STILL */
    const struct term
        *term; /* EACH: the condition; ROWS: the same of cells 0 and 1, the fixed numbers, and the value, the form */
    /* END */
    enum test_kind holds; /* TEST_LEAST: factor * value + rest >= 0; ZERO, OTHER: it is 0, or is not */
    struct edge edge;
    struct bends *bends; /* BENDS */
    /* ROWS */
    struct quick fixed[FIXED_MOST], shift; /* the form is sign * (value + shift) */
    size_t fixed_count;
    int64_t sign, begin; /* of the window */
    size_t width;        /* words */
    struct row *rows;
    size_t row_count;
    uint64_t anew; /* of 1024 bits that are asked for: how many must be found, all told */
    struct arena *arena;
    const struct sieve *each; /* ROWS: value by value, outside of the window */
};
struct sieving {
    struct arena *arena;
    const struct ranks *r;
    struct term_store terms;
    int value;
    bool no_memory;
};

static bool reads(const struct sieving *m, const struct term *t) { return t->reads >> (TERM_CELLS + m->value) & 1; }

static struct sieve *new_sieve(struct sieving *m, enum sieve_kind kind)
{
    struct sieve *s = arena_alloc(m->arena, sizeof *s);
    if (!s) return m->no_memory = true, NULL;
    *s = (struct sieve){.kind = kind, .variable = TERM_CELLS + m->value, .arena = m->arena};
    return s;
}

/* The least and the greatest value of a cell among the states that are numbered. */
static void cell_range(const struct ranks *r, size_t cell, int64_t *least, int64_t *most)
{
    for (size_t p = 0; p < r->cells; p++)
        if (r->order[p] == cell) *least = r->least[p], *most = r->least[p] + r->units[r->unit_of[p]].most;
}

static struct sieve *make_still(struct sieving *m, const struct term *t)
{
    struct sieve *s = new_sieve(m, SIEVE_STILL);
    if (s && !shots_test(m->arena, m->r, t, &s->still)) m->no_memory = true;
    return s;
}

/* ---- intervals --------------------------------------------------------------------------------------------------- */
/* factor * value + rest, where rest does not read the value and need not be linear. */
static bool split_side(const struct sieving *m, const struct term *t, int64_t *factor)
{
    struct linear line;
    *factor = 0;
    if (!reads(m, t)) return true;
    if (!term_linear(t, &line)) return false;
    *factor = line.factor[TERM_CELLS + m->value];
    return true;
}

static struct term *without_value(struct sieving *m, const struct term *t)
{
    if (t->kind == EXPR_LOCAL && t->index == m->value) return term_int(&m->terms, 0);
    if (!reads(m, t)) return (struct term *)(uintptr_t)t;
    struct term *kids[2];
    if (t->count > 2) return NULL;
    for (uint32_t i = 0; i < t->count; i++) kids[i] = without_value(m, t->kids[i]);
    return term_make(&m->terms, t->kind, kids, t->count);
}

/* NULL and no_memory not set: it is no such comparison. */
static struct sieve *make_end(struct sieving *m, const struct term *t)
{
    bool less = t->kind == EXPR_LT || t->kind == EXPR_LE, strict = t->kind == EXPR_LT || t->kind == EXPR_GT;
    bool equal = t->kind == EXPR_EQ || t->kind == EXPR_NE;
    int64_t a, b;
    if (!less && !equal && t->kind != EXPR_GT && t->kind != EXPR_GE) return NULL;
    if (!split_side(m, t->kids[0], &a) || !split_side(m, t->kids[1], &b)) return NULL;
    struct term *sides[] = {without_value(m, t->kids[less]), without_value(m, t->kids[!less])};
    struct term *rest = term_make(&m->terms, EXPR_SUB, sides, 2);
    if (rest && strict) rest = term_make(&m->terms, EXPR_SUB, (struct term *[]){rest, term_int(&m->terms, 1)}, 2);
    if (a == b || !rest) return NULL;
    struct sieve *s = new_sieve(m, SIEVE_END);
    if (!s) return NULL;
    s->holds = !equal ? TEST_LEAST : t->kind == EXPR_EQ ? TEST_ZERO : TEST_OTHER;
    s->edge.factor = less ? b - a : a - b;
    if (!shots_quick(m->arena, rest, &s->edge.rest)) m->no_memory = true;
    return s;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */
/* A condition written as one of fixed numbers and a form. */
struct rewriting {
    const struct term *fixed[FIXED_MOST];
    size_t fixed_count;
    bool formed;
    int64_t sign;
    struct linear shift;
};

static bool same_term(const struct term *a, const struct term *b)
{
    bool same = a->kind == b->kind && a->constant == b->constant && a->index == b->index && a->count == b->count;
    for (uint32_t i = 0; i < a->count && same; i++) same = same_term(a->kids[i], b->kids[i]);
    return same;
}

static struct term *as_fixed(struct sieving *m, struct rewriting *w, const struct term *t)
{
    size_t i = 0;
    while (i < w->fixed_count && !same_term(w->fixed[i], t)) i++;
    if (i == FIXED_MOST) return NULL;
    if (i == w->fixed_count) w->fixed[w->fixed_count++] = t;
    return term_cell(&m->terms, (int)i);
}

/* sign * (value + shift) + a number, where the first form that is met decides sign and shift. */
static struct term *as_form(struct sieving *m, struct rewriting *w, const struct linear *line, int64_t sign)
{
    struct linear shift = *line;
    shift.factor[TERM_CELLS + m->value] = 0;
    shift.constant *= sign;
    for (int v = 0; v < TERM_VARIABLES; v++) shift.factor[v] *= sign;
    if (!w->formed) w->formed = true, w->sign = sign, w->shift = shift;
    int64_t more = sign * (shift.constant - w->shift.constant);
    shift.constant = w->shift.constant;
    if (sign != w->sign || memcmp(shift.factor, w->shift.factor, sizeof shift.factor) != 0) return NULL;
    struct term *kids[] = {term_value(&m->terms, m->value), term_int(&m->terms, more)};
    return term_make(&m->terms, EXPR_ADD, kids, 2);
}

static struct term *rewrite(struct sieving *m, struct rewriting *w, const struct term *t)
{
    struct linear line;
    if (t->kind == EXPR_INT) return term_int(&m->terms, t->constant);
    if (!reads(m, t)) return as_fixed(m, w, t);
    if (term_linear(t, &line)) {
        int64_t sign = line.factor[TERM_CELLS + m->value];
        if (sign == 1 || sign == -1) return as_form(m, w, &line, sign);
    }
    struct term *kids[TERM_VARIABLES];
    if (t->kind == EXPR_LOCAL || t->count == 0 || t->count > TERM_VARIABLES) return NULL;
    for (uint32_t i = 0; i < t->count; i++)
        if (!(kids[i] = rewrite(m, w, t->kids[i]))) return NULL;
    if (t->kind == EXPR_CALL) return term_call(&m->terms, t->index, kids, t->count);
    if (t->kind == EXPR_IN)
        return term_member(&m->terms, (enum domain_kind)t->index, kids[0], t->count > 1 ? kids[1] : NULL);
    return term_make(&m->terms, t->kind, kids, t->count);
}

/* Where the form's value + shift may be, if the value is between 0 and the greatest cell. */
static bool window(struct sieving *m, const struct rewriting *w, struct sieve *s)
{
    int64_t low = w->shift.constant, high = low, greatest = 0;
    for (size_t c = 0; c < m->r->cells; c++) {
        int64_t least = 0, most = 0, factor = w->shift.factor[c];
        cell_range(m->r, c, &least, &most);
        if (most > greatest) greatest = most;
        if (least < -WINDOW_MOST || most > WINDOW_MOST) return false;
        low += factor * (factor > 0 ? least : most);
        high += factor * (factor > 0 ? most : least);
    }
    for (int v = 0; v < TERM_VALUES; v++) {
        int64_t factor = w->shift.factor[TERM_CELLS + v];
        if (factor > 0) high += factor * greatest;
        else low += factor * greatest;
    }
    s->begin = low;
    s->width = (size_t)(high + greatest - low) / 64 + 1;
    return s->width <= WINDOW_MOST / 64;
}

static struct sieve *make_each(struct sieving *m, const struct term *t)
{
    struct sieve *s = new_sieve(m, SIEVE_EACH);
    if (s) s->term = t;
    return s;
}

/* A sum whose bends are known, or value by value. */
static struct sieve *make_bends(struct sieving *m, const struct term *t, struct sieve *each)
{
    if (!bends_make(m->arena, m->r, t, m->value, &each->bends)) m->no_memory = true;
    if (each->bends) each->kind = SIEVE_BENDS;
    return each;
}

/* Rows of all keys are found once where there is room for them, and once a state where there is not, or where each state has a key of its
 * own. How many keys there are is not more than what the numbers that they read may be. */
static uint64_t part_anew(const struct sieving *m, const struct rewriting *w, size_t row_count)
{
    int64_t low[TERM_VARIABLES] = {0}, high[TERM_VARIABLES] = {0};
    double values = 1, cells = 1;
    uint32_t reads = 0;
    for (size_t i = 0; i < w->fixed_count; i++) reads |= w->fixed[i]->reads;
    for (size_t c = 0; c < m->r->cells; c++) {
        cell_range(m->r, c, &low[c], &high[c]);
        if (reads >> c & 1) cells *= (double)(high[c] - low[c]) + 1;
        for (size_t v = TERM_CELLS; v < TERM_VARIABLES; v++) high[v] = high[c] > high[v] ? high[c] : high[v];
    }
    for (size_t v = 0; v < TERM_VALUES; v++)
        if (reads >> (TERM_CELLS + v) & 1) cells *= (double)high[TERM_CELLS + v] + 1;
    for (size_t i = 0; i < w->fixed_count; i++) {
        struct bounds b = term_bounds(w->fixed[i], low, high, true);
        values *= b.low <= b.high ? (double)b.high - (double)b.low + 1 : 1;
    }
    double keys = values < cells ? values : cells, states = (double)m->r->size;
    return keys > (double)row_count || keys >= states ? WHOLE : (uint64_t)(WHOLE * keys / states);
}

static struct sieve *make_rows(struct sieving *m, const struct term *t)
{
    struct rewriting w = {0};
    struct sieve *s = new_sieve(m, SIEVE_ROWS), *each = make_each(m, t);
    if (!s || !each) return NULL;
    s->term = rewrite(m, &w, t);
    if (m->terms.no_memory || !s->term || !w.formed || !window(m, &w, s)) return make_bends(m, t, each);
    s->each = each;
    s->sign = w.sign;
    s->fixed_count = w.fixed_count;
    s->row_count = WORDS_MOST / (s->width + 1);
    if (s->row_count > rows_for[w.fixed_count]) s->row_count = rows_for[w.fixed_count];
    s->anew = part_anew(m, &w, s->row_count);
    s->rows = arena_array(m->arena, s->row_count, sizeof *s->rows);
    bool made = s->rows && quick_linear(m->arena, &w.shift, &s->shift);
    for (size_t i = 0; i < w.fixed_count && made; i++) made = shots_quick(m->arena, w.fixed[i], &s->fixed[i]);
    if (!made) m->no_memory = true;
    return s;
}

static struct row *row_of(const struct sieve *s, const int64_t *key)
{
    struct row *row = &s->rows[((uint64_t)key[0] + (uint64_t)key[1] * 131) % s->row_count];
    bool same = row->known && row->key[0] == key[0] && row->key[1] == key[1];
    if (same) return row;
    if (!row->known) {
        row->known = arena_array(s->arena, 2 * (s->width + 1), sizeof *row->known);
        if (!row->known) return NULL;
        row->holds = row->known + s->width + 1;
    }
    memset(row->known, 0, 2 * (s->width + 1) * sizeof *row->known);
    memcpy(row->key, key, sizeof row->key);
    row->first = row->end = 0;
    row->doubtful = false;
    return row;
}

/* Bits from..from + 63, of which one more word is there behind the last. */
static inline uint64_t bits_at(const uint64_t *words, uint64_t from)
{
    uint64_t low = words[from / 64] >> from % 64;
    return from % 64 ? low | words[from / 64 + 1] << (64 - from % 64) : low;
}

static bool find_bit(const struct sieve *s, struct row *row, int64_t *x, uint64_t i)
{
    int64_t value;
    x[s->variable] = s->sign * (s->begin + (int64_t)i);
    if (!term_value_at(s->term, x, &value)) return false;
    row->known[i / 64] |= UINT64_C(1) << i % 64;
    if (value) row->holds[i / 64] |= UINT64_C(1) << i % 64;
    return true;
}

static bool find_bits(const struct sieve *s, struct row *row, uint64_t at, uint64_t missing)
{
    int64_t x[TERM_VARIABLES] = {row->key[0], row->key[1]};
    for (; missing; missing &= missing - 1)
        if (!find_bit(s, row, x, at + (uint64_t)__builtin_ctzll(missing))) return false;
    return true;
}

/* Has the condition a value at all of bits from..end - 1? So says its form for these (bounds.h), whoever asks for which. */
static bool is_sure(const struct sieve *s, const struct row *row, uint64_t from, uint64_t end)
{
    int64_t low[TERM_VARIABLES] = {row->key[0], row->key[1]}, high[TERM_VARIABLES] = {row->key[0], row->key[1]};
    int64_t a = s->sign * (s->begin + (int64_t)from), b = s->sign * (s->begin + (int64_t)end - 1);
    low[s->variable] = a < b ? a : b;
    high[s->variable] = a < b ? b : a;
    return term_bounds(s->term, low, high, false).sure;
}

/* All bits from..end - 1, and some more on the side to which what is asked for grows, so that this happens seldom. False: some of them
 * might have no value; then each is found when it is asked for. */
static bool find_between(const struct sieve *s, struct row *row, uint64_t from, uint64_t end)
{
    int64_t x[TERM_VARIABLES] = {row->key[0], row->key[1]};
    uint64_t first = row->first, last = row->end, size = 64 * s->width, more;
    if (first == last) first = last = from;
    uint64_t low = from < first ? from : first, high = end > last ? end : last, wide_low = low, wide_high = high;
    more = last - first;
    if (low < first) wide_low = low < more ? 0 : low - more;
    if (high > last) wide_high = high + more < size ? high + more : high > size ? high : size;
    if (is_sure(s, row, wide_low, wide_high)) low = wide_low, high = wide_high;
    else if (!is_sure(s, row, low, high)) return row->doubtful = true, false;
    for (uint64_t i = low; i < high; i++)
        if ((i < first || i >= last) && !(row->known[i / 64] >> i % 64 & 1) && !find_bit(s, row, x, i)) return false;
    row->first = low;
    row->end = high;
    return true;
}

/* ---- running ----------------------------------------------------------------------------------------------------- */
static size_t words_of(int64_t count) { return (size_t)(count + 63) / 64; }

static bool run_each(const struct sieve *s, int64_t *x, int64_t low, int64_t count, uint64_t *some, uint64_t *looked)
{
    int64_t value;
    for (size_t w = 0; w < words_of(count); w++)
        for (uint64_t left = some[w]; left; left &= left - 1) {
            x[s->variable] = low + (int64_t)(w * 64) + __builtin_ctzll(left);
            ++*looked;
            if (!term_value_at(s->term, x, &value)) return false;
            if (!value) some[w] &= ~(left & -left);
        }
    return true;
}

static bool run_rows(const struct sieve *s, int64_t *x, int64_t low, int64_t count, uint64_t *some, uint64_t *looked)
{
    int64_t key[FIXED_MOST] = {0}, shift;
    size_t words = words_of(count);
    bool fine = quick_at(&s->shift, x, &shift);
    for (size_t i = 0; i < s->fixed_count && fine; i++) fine = quick_at(&s->fixed[i], x, &key[i]);
    int64_t from = low + shift - s->begin;
    if (!fine || from < 0 || (uint64_t)from + 64 * words > 64 * (s->width + 1))
        return run_each(s->each, x, low, count, some, looked);
    struct row *row = row_of(s, key);
    uint64_t asked = 0, begin = (uint64_t)from, end = begin + (uint64_t)count;
    if (!row) return false;
    for (size_t w = 0; w < words && s->anew; w++) asked += (uint64_t)bits_of(some[w]);
    bool all = (begin >= row->first && end <= row->end) || (!row->doubtful && find_between(s, row, begin, end));
    for (size_t w = 0; w < words && all; w++) some[w] &= bits_at(row->holds, begin + 64 * w);
    for (size_t w = 0; w < words && !all; w++) {
        uint64_t at = begin + 64 * w;
        if (!some[w]) continue;
        uint64_t missing = some[w] & ~bits_at(row->known, at);
        if (missing && !find_bits(s, row, at, missing)) return false;
        some[w] &= bits_at(row->holds, at);
    }
    *looked += asked * s->anew / WHOLE;
    return true;
}

/* Keeps bits first..last. */
static void keep_between(uint64_t *some, size_t words, int64_t first, int64_t last)
{
    for (size_t w = 0; w < words; w++) {
        int64_t begin = (int64_t)(64 * w), low = first - begin, high = last - begin;
        if (high < 0 || low > 63) some[w] = 0;
        else if (low > 0) some[w] &= ~UINT64_C(0) << low;
        if (high >= 0 && high < 63) some[w] &= (UINT64_C(2) << high) - 1;
    }
}

static int64_t between(int64_t v, int64_t least, int64_t most) { return v < least ? least : v > most ? most : v; }

static bool run_end(const struct sieve *s, const int64_t *x, int64_t low, size_t words, uint64_t *some)
{
    int64_t rest, factor = s->edge.factor, last = (int64_t)(64 * words);
    if (!quick_at(&s->edge.rest, x, &rest)) return false;
    if (rest == INT64_MIN) return false;
    int64_t end = factor > 0 ? -number_floor(rest, factor) : number_floor(rest, -factor);
    if (s->holds == TEST_LEAST) {
        int64_t at = between(end, low - 1, low + last) - low;
        if (factor > 0) keep_between(some, words, at, last);
        else keep_between(some, words, 0, at);
        return true;
    }
    bool met = rest % factor == 0 && end >= low && end < low + last;
    if (s->holds == TEST_ZERO && !met) memset(some, 0, words * sizeof *some);
    else if (s->holds == TEST_ZERO) keep_between(some, words, end - low, end - low);
    else if (met) some[(end - low) / 64] &= ~(UINT64_C(1) << (end - low) % 64);
    return true;
}

/* An end is looked for in the run from the first bit to the last. */
static void run_bends(const struct sieve *s, const int64_t *x, int64_t low, size_t words, uint64_t *some)
{
    for (size_t w = 0; w < words; w++, low += 64) {
        if (!some[w]) continue;
        int64_t first = low + __builtin_ctzll(some[w]), last = low + 63 - __builtin_clzll(some[w]);
        if (s->bends->end) {
            bends_cut(s->bends, x, &first, &last);
            keep_between(&some[w], 1, first - low, last - low);
            continue;
        }
        for (uint64_t left = some[w]; left; left &= left - 1)
            if (!bends_hold(s->bends, x, low + __builtin_ctzll(left))) some[w] &= ~(left & -left);
    }
}

static bool any(const uint64_t *some, size_t words)
{
    uint64_t all = 0;
    for (size_t w = 0; w < words; w++) all |= some[w];
    return all != 0;
}

/* Where the first kid holds, the second is asked; elsewhere the third. NULL: it holds, or does not, as `then` and
 * `other` say. */
static bool run_choice(const struct sieve *const *kids, bool then, bool other, int64_t *x, int64_t low, int64_t count,
                       uint64_t *some, uint64_t *looked)
{
    uint64_t holds[SIEVE_WORDS], rest[SIEVE_WORDS];
    size_t words = words_of(count);
    memcpy(holds, some, words * sizeof *some);
    if (!sieve_run(kids[0], x, low, count, holds, looked)) return false;
    for (size_t w = 0; w < words; w++) rest[w] = some[w] & ~holds[w];
    if (kids[1] && any(holds, words) && !sieve_run(kids[1], x, low, count, holds, looked)) return false;
    if (kids[2] && any(rest, words) && !sieve_run(kids[2], x, low, count, rest, looked)) return false;
    for (size_t w = 0; w < words; w++) some[w] = (kids[1] || then ? holds[w] : 0) | (kids[2] || other ? rest[w] : 0);
    return true;
}

bool sieve_run(const struct sieve *s, int64_t *x, int64_t low, int64_t count, uint64_t *some, uint64_t *looked)
{
    size_t words = words_of(count);
    bool hold;
    switch (s->kind) {
    case SIEVE_AND:
        return sieve_run(s->kids[0], x, low, count, some, looked) &&
               (!any(some, words) || sieve_run(s->kids[1], x, low, count, some, looked));
    case SIEVE_OR: {
        const struct sieve *kids[] = {s->kids[0], NULL, s->kids[1]};
        return run_choice(kids, true, false, x, low, count, some, looked);
    }
    case SIEVE_NOT: {
        const struct sieve *kids[] = {s->kids[0], NULL, NULL};
        return run_choice(kids, false, true, x, low, count, some, looked);
    }
    case SIEVE_IF: return run_choice(s->kids, false, false, x, low, count, some, looked);
    case SIEVE_END: return run_end(s, x, low, words, some);
    case SIEVE_ROWS: return run_rows(s, x, low, count, some, looked);
    case SIEVE_BENDS: return run_bends(s, x, low, words, some), true;
    case SIEVE_EACH: return run_each(s, x, low, count, some, looked);
    default: break;
    }
    if (!test_at(&s->still, x, &hold)) return false;
    if (!hold) memset(some, 0, words * sizeof *some);
    return true;
}

/* ---- plain ones -------------------------------------------------------------------------------------------------- */
bool sieve_plain(const struct sieve *s)
{
    bool plain = s->kind == SIEVE_AND || s->kind == SIEVE_OR || s->kind == SIEVE_NOT || s->kind == SIEVE_IF;
    if (s->kind == SIEVE_STILL) return s->still.kind != TEST_TERM;
    if (s->kind == SIEVE_END) return !s->edge.rest.term;
    for (size_t i = 0; i < sizeof s->kids / sizeof *s->kids && plain; i++)
        plain = !s->kids[i] || sieve_plain(s->kids[i]);
    return plain;
}

static uint64_t bits_from(int64_t at) { return at <= 0 ? ~UINT64_C(0) : at > 63 ? 0 : ~UINT64_C(0) << at; }

static uint64_t end_word(const struct sieve *s, const int64_t *x, int64_t low)
{
    int64_t rest = quick_sum(&s->edge.rest, x), factor = s->edge.factor, end;
    if (factor == 1 || factor == -1) end = factor > 0 ? -rest : rest;
    else end = factor > 0 ? -number_floor(rest, factor) : number_floor(rest, -factor);
    if (s->holds == TEST_LEAST) return factor > 0 ? bits_from(end - low) : ~bits_from(end - low + 1);
    uint64_t one = end >= low && end < low + 64 && rest % factor == 0 ? UINT64_C(1) << (end - low) : 0;
    return s->holds == TEST_ZERO ? one : ~one;
}

uint64_t sieve_word(const struct sieve *s, const int64_t *x, int64_t low)
{
    uint64_t first;
    switch (s->kind) {
    case SIEVE_END: return end_word(s, x, low);
    case SIEVE_STILL: return test_holds(&s->still, x) ? ~UINT64_C(0) : 0;
    case SIEVE_AND: return sieve_word(s->kids[0], x, low) & sieve_word(s->kids[1], x, low);
    case SIEVE_OR: return sieve_word(s->kids[0], x, low) | sieve_word(s->kids[1], x, low);
    case SIEVE_NOT: return ~sieve_word(s->kids[0], x, low);
    default: break;
    }
    first = sieve_word(s->kids[0], x, low);
    return (first & sieve_word(s->kids[1], x, low)) | (~first & sieve_word(s->kids[2], x, low));
}

/* ---- making ------------------------------------------------------------------------------------------------------ */
static struct sieve *make(struct sieving *m, const struct term *t);

static struct sieve *make_joined(struct sieving *m, const struct term *t, enum sieve_kind kind)
{
    struct sieve *s = new_sieve(m, kind);
    for (uint32_t i = 0; i < t->count && s; i++) {
        s->kids[i] = make(m, t->kids[i]);
        if (!s->kids[i]) return NULL;
    }
    return s;
}

static struct sieve *make(struct sieving *m, const struct term *t)
{
    if (!reads(m, t)) return make_still(m, t);
    if (t->kind == EXPR_AND) return make_joined(m, t, SIEVE_AND);
    if (t->kind == EXPR_OR) return make_joined(m, t, SIEVE_OR);
    if (t->kind == EXPR_NOT) return make_joined(m, t, SIEVE_NOT);
    if (t->kind == EXPR_IF) return make_joined(m, t, SIEVE_IF);
    struct sieve *end = make_end(m, t);
    return end || m->no_memory ? end : make_rows(m, t);
}

bool sieve_gains(const struct sieve *s)
{
    bool gains = s->kind == SIEVE_ROWS && s->anew < WHOLE;
    for (size_t i = 0; i < sizeof s->kids / sizeof *s->kids && !gains; i++)
        gains = s->kids[i] && sieve_gains(s->kids[i]);
    return gains;
}

bool sieve_make(struct arena *arena, const struct ranks *r, const struct term *condition, int value, struct sieve **out)
{
    struct sieving m = {.arena = arena, .r = r, .value = value};
    m.terms = (struct term_store){.arena = arena, .most = TERMS_MOST};
    *out = make(&m, condition);
    return *out && !m.no_memory;
}
