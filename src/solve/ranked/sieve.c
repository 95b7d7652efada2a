/* SPDX-License-Identifier: MIT */
/* Conditions are taken apart once. */
#include <string.h>
#include "base/numbers.h"
#include "model/builtins.h"
#include "model/expr.h"
#include "solve/ranked/bounds.h"
#include "solve/ranked/sieve_kinds.h"

enum { WINDOW_MOST = 1 << 18, WORDS_MOST = 1 << 20, TERMS_MOST = 1 << 12, RESIDUE_MOST = 1 << 10 };
static const size_t rows_for[FIXED_MOST + 1] = {1, 1 << 10, 1 << 14};
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
    if (!shots_quick(m->arena, m->r, rest, &s->edge.rest)) m->no_memory = true;
    return s;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */
/* A condition written as one of fixed numbers and a form. */
struct rewriting {
    const struct term *fixed[FIXED_MOST];
    size_t fixed_count;
    bool residues; /* fixed numbers below a remainder are taken by their own remainders */
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

/* A sum of products, of which only the remainder by `modulus` is asked: that is the same for its numbers and for their remainders. */
static struct term *as_residue(struct sieving *m, struct rewriting *w, const struct term *t, int64_t modulus)
{
    struct term *kids[] = {(struct term *)(uintptr_t)t, term_int(&m->terms, modulus)};
    struct term *rest = term_make(&m->terms, EXPR_MOD, kids, 2);
    return rest ? as_fixed(m, w, rest) : NULL;
}

/* sign * (value + shift), where the first form that is met, u = s * (value + r), decides s and r: it is
 * sign * s * u + sign * (shift - r), and what is added is a number that is fixed along the ray, or known. */
static struct term *as_form(struct sieving *m, struct rewriting *w, const struct linear *line, int64_t sign,
                            int64_t modulus)
{
    struct linear shift = *line;
    bool known = true;
    shift.factor[TERM_CELLS + m->value] = 0;
    shift.constant *= sign;
    for (int v = 0; v < TERM_VARIABLES; v++) shift.factor[v] *= sign;
    if (!w->formed) w->formed = true, w->sign = sign, w->shift = shift;
    struct linear more = {.constant = sign * (shift.constant - w->shift.constant)};
    for (int v = 0; v < TERM_VARIABLES; v++) {
        more.factor[v] = sign * (shift.factor[v] - w->shift.factor[v]);
        known &= more.factor[v] == 0;
    }
    struct term *u = term_value(&m->terms, m->value), *rest = term_of_linear(&m->terms, &more);
    if (!known) rest = modulus ? as_residue(m, w, rest, modulus) : rest ? as_fixed(m, w, rest) : NULL;
    if (!rest) return NULL;
    return sign == w->sign ? term_pair(&m->terms, EXPR_ADD, u, rest) : term_pair(&m->terms, EXPR_SUB, rest, u);
}

/* What the numbers of an operation are only asked the remainder by; 0: they are asked for as they are. */
static int64_t modulus_within(const struct rewriting *w, const struct term *t, int64_t modulus)
{
    bool sum = t->kind == EXPR_ADD || t->kind == EXPR_SUB || t->kind == EXPR_MUL || t->kind == EXPR_NEG;
    if (sum) return modulus;
    if (!w->residues || t->kind != EXPR_MOD || t->kids[1]->kind != EXPR_INT) return 0;
    int64_t by = t->kids[1]->constant;
    return by >= 1 && by <= RESIDUE_MOST ? by : 0;
}

static struct term *rewrite(struct sieving *m, struct rewriting *w, const struct term *t, int64_t modulus)
{
    struct linear line;
    if (t->kind == EXPR_INT) return term_int(&m->terms, t->constant);
    if (!reads(m, t)) return modulus ? as_residue(m, w, t, modulus) : as_fixed(m, w, t);
    if (term_linear(t, &line)) {
        int64_t sign = line.factor[TERM_CELLS + m->value];
        if (sign == 1 || sign == -1) return as_form(m, w, &line, sign, modulus);
    }
    struct term *kids[TERM_VARIABLES];
    if (t->kind == EXPR_LOCAL || t->count == 0 || t->count > TERM_VARIABLES) return NULL;
    modulus = modulus_within(w, t, modulus);
    for (uint32_t i = 0; i < t->count; i++)
        if (!(kids[i] = rewrite(m, w, t->kids[i], modulus))) return NULL;
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
    if (s) s->term = t, s->weight = shots_weight(t);
    return s;
}

/* A sum whose bends are known, or value by value. */
static struct sieve *make_bends(struct sieving *m, const struct term *t, struct sieve *each)
{
    if (!bends_make(m->arena, m->r, t, m->value, &each->bends)) m->no_memory = true;
    if (each->bends) each->kind = SIEVE_BENDS;
    return each;
}

/* The bounds of all cells, and of values from 0 to the greatest of these, which is returned. */
static int64_t find_box(const struct sieving *m, int64_t *low, int64_t *high)
{
    int64_t most = 0;
    for (size_t c = 0; c < m->r->cells; c++) {
        cell_range(m->r, c, &low[c], &high[c]);
        if (high[c] > most) most = high[c];
    }
    for (size_t v = TERM_CELLS; v < TERM_VARIABLES; v++) high[v] = most;
    return most;
}

/* Rows of all keys are found once where there is room for them, and once a state where there is not, or where each state has a key of its
 * own. How many keys there are is not more than what the numbers that they read may be. */
static uint64_t part_anew(const struct sieving *m, const struct rewriting *w, size_t row_count)
{
    int64_t low[TERM_VARIABLES] = {0}, high[TERM_VARIABLES] = {0};
    double values = 1, cells = 1;
    uint64_t reads = 0;
    for (size_t i = 0; i < w->fixed_count; i++) reads |= w->fixed[i]->reads;
    find_box(m, low, high);
    for (size_t c = 0; c < m->r->cells; c++)
        if (reads >> c & 1) cells *= (double)(high[c] - low[c]) + 1;
    for (size_t v = 0; v < TERM_VALUES; v++)
        if (reads >> (TERM_CELLS + v) & 1) cells *= (double)high[TERM_CELLS + v] + 1;
    for (size_t i = 0; i < w->fixed_count; i++) {
        struct bounds b = term_bounds(w->fixed[i], low, high, true);
        values *= b.low <= b.high ? (double)b.high - (double)b.low + 1 : 1;
    }
    double keys = values < cells ? values : cells, states = (double)m->r->size;
    return keys > (double)row_count || keys >= states ? WHOLE : (uint64_t)(WHOLE * keys / states);
}

/* The greatest common divisor in a condition that says that it is 1, or (shared) that it is not, if it is not 0. NULL: it says something
 * else. */
static const struct term *as_coprime(const struct term *t, bool *shared)
{
    if (t->count != 2) return NULL;
    size_t left = t->kids[0]->kind == EXPR_CALL ? 0 : 1;
    const struct term *g = t->kids[left], *one = t->kids[1 - left];
    enum expr_kind kind = left ? expr_turned(t->kind) : t->kind;
    if (g->kind != EXPR_CALL || g->index != BUILTIN_GCD || one->kind != EXPR_INT) return NULL;
    int64_t least = one->constant;
    *shared = kind == EXPR_NE || kind == EXPR_GT || kind == EXPR_GE;
    bool is = kind == EXPR_EQ || kind == EXPR_NE || kind == EXPR_LE || kind == EXPR_GT ? least == 1
              : kind == EXPR_LT || kind == EXPR_GE                                     ? least == 2
                                                                                       : false;
    return is ? g : NULL;
}

/* gcd(t, n) == 1, where each state has an n of its own: multiples of the primes that divide n are struck out. NULL and no_memory not set:
 * it is no such condition. */
static struct sieve *make_coprime(struct sieving *m, const struct term *t, struct sieve *each)
{
    bool shared;
    const struct term *g = as_coprime(t, &shared);
    if (!g) return NULL;
    size_t moves = reads(m, g->kids[0]) ? 0 : 1;
    struct linear line;
    if (reads(m, g->kids[1 - moves]) || !term_linear(g->kids[moves], &line)) return NULL;
    int64_t sign = line.factor[TERM_CELLS + m->value];
    if (sign != 1 && sign != -1) return NULL;
    line.factor[TERM_CELLS + m->value] = 0;
    line.constant *= sign;
    for (int v = 0; v < TERM_VARIABLES; v++) line.factor[v] *= sign;
    struct sieve *s = new_sieve(m, SIEVE_COPRIME);
    if (!s) return NULL;
    s->shared = shared;
    s->each = each;
    bool made =
        quick_linear(m->arena, &line, &s->shift) && shots_quick(m->arena, m->r, g->kids[1 - moves], &s->fixed[0]);
    if (!made) m->no_memory = true;
    return s;
}

/* With remainders the condition is another one, and where one has a value the other might have none, as a product is beyond 64 bits.
 * So both must have one wherever rows are asked: for all cells, values from 0 to the greatest cell, and all numbers of the window. */
static bool residues_hold(const struct sieving *m, const struct term *t, const struct rewriting *w, struct sieve *s)
{
    int64_t low[TERM_VARIABLES] = {0}, high[TERM_VARIABLES] = {0}, keys[2][TERM_VARIABLES] = {{0}};
    s->least = 0;
    s->others = t->reads >> TERM_CELLS & ~(UINT32_C(1) << m->value);
    s->most = find_box(m, low, high);
    bool sure = term_bounds(t, low, high, false).sure;
    for (size_t i = 0; i < w->fixed_count; i++) {
        struct bounds b = term_bounds(w->fixed[i], low, high, false);
        sure = sure && b.sure;
        keys[0][i] = b.low, keys[1][i] = b.high;
    }
    int64_t first = w->sign * s->begin, last = w->sign * (s->begin + (int64_t)(64 * s->width) - 1);
    keys[0][s->variable] = first < last ? first : last;
    keys[1][s->variable] = first < last ? last : first;
    return sure && term_bounds(s->term, keys[0], keys[1], false).sure;
}

/* The condition as one of fixed numbers and a form, of remainders if that is all that is asked of them and `residues`. */
static bool rewrite_whole(struct sieving *m, const struct term *t, bool residues, struct rewriting *w, struct sieve *s)
{
    *w = (struct rewriting){.residues = residues};
    s->least = INT64_MIN, s->most = INT64_MAX, s->others = 0;
    s->term = rewrite(m, w, t, 0);
    bool fine = !m->terms.no_memory && s->term && w->formed && window(m, w, s);
    return fine && (!residues || residues_hold(m, t, w, s));
}

static struct sieve *make_rows(struct sieving *m, const struct term *t)
{
    struct rewriting w;
    struct sieve *s = new_sieve(m, SIEVE_ROWS), *each = make_each(m, t);
    if (!s || !each) return NULL;
    bool kept = rewrite_whole(m, t, true, &w, s) || rewrite_whole(m, t, false, &w, s);
    if (kept) {
        s->row_count = WORDS_MOST / (s->width + 1);
        if (s->row_count > rows_for[w.fixed_count]) s->row_count = rows_for[w.fixed_count];
        s->anew = part_anew(m, &w, s->row_count);
    }
    if (!kept || s->anew == WHOLE) {
        struct sieve *coprime = m->terms.no_memory ? NULL : make_coprime(m, t, each);
        if (coprime || m->no_memory) return coprime;
    }
    if (!kept) return make_bends(m, t, each);
    s->each = each;
    s->sign = w.sign;
    s->fixed_count = w.fixed_count;
    s->rows = arena_array(m->arena, s->row_count, sizeof *s->rows);
    bool made = s->rows && quick_linear(m->arena, &w.shift, &s->shift);
    for (size_t i = 0; i < w.fixed_count && made; i++) made = shots_quick(m->arena, m->r, w.fixed[i], &s->fixed[i]);
    if (!made) m->no_memory = true;
    return s;
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
    bool gains = s->kind == SIEVE_COPRIME || (s->kind == SIEVE_ROWS && s->anew < WHOLE);
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
