/* SPDX-License-Identifier: MIT */
/* Sets of pairs. Three forms: all (a, b) with b below f(a); all with b = f(a), or the greater one f of the lesser; and all whose
 * lesser number is a Beatty sequence of their difference, floor((p k + c + root of d k^2) / q) for the k-th difference (Beatty 1926,
 * Wythoff 1907), exactly: floor((x + root of y) / q) is floor((x + floor(root of y)) / q) for integers x, y and q > 0. */
#include "base/checked.h"
#include "base/golden.h"
#include "base/numbers.h"
#include "law/private.h"

enum { LEAST = 10, ALL_MOST = 4, P_MOST = 8, Q_MOST = 6, D_MOST = 60, C_MOST = 2, OFFERS_MOST = 400, FORM_BITS = 60 };

struct pairing {
    const struct law_box *seen;
    struct law_guesses *guesses;
    struct arena *arena;
    int64_t *line; /* of as many numbers as the greater extent */
};

static bool is_lost(const struct law_box *box, int64_t a, int64_t b)
{
    return box->values[(a - box->low[0]) * box->extent[1] + (b - box->low[1])] == 1;
}

/* With the fields exchanged if `turned`. */
static bool lost_at(const struct law_box *box, bool turned, int64_t one, int64_t other)
{
    return turned ? is_lost(box, other, one) : is_lost(box, one, other);
}

static const struct law_term *field_of(const struct pairing *p, size_t field) { return law_field(p->arena, field); }

/* ---- b below f(a) --------------------------------------------------------------------------------------------------- */
/* How many of the least numbers b are lost with a; -1 if others are too. */
static int64_t count_below(const struct law_box *box, bool turned, int64_t a)
{
    size_t j = !turned;
    int64_t count = 0;
    while (count < box->extent[j] && lost_at(box, turned, a, box->low[j] + count)) count++;
    for (int64_t k = count; k < box->extent[j]; k++)
        if (lost_at(box, turned, a, box->low[j] + k)) return -1;
    return count;
}

/* Guesses of the line from index `first` on, each put into a condition: the other field at most f - 1, or equal to f. */
static enum status offer_lines(const struct pairing *p, const struct law_line *line, const struct law_term *in,
                               const struct law_term *other, enum law_op op, const struct law_term *always)
{
    size_t first = p->guesses->list.count, kept = first;
    enum status st = law_guess_line(line, p->guesses);
    for (size_t i = first; i < p->guesses->list.count; i++) {
        const struct law_term *t = p->guesses->list.data[i].term;
        if (law_reads_self(t)) continue;
        t = law_put(p->arena, t, in);
        if (t && op == LAW_AT_MOST) t = law_linear(p->arena, 1, t, -1);
        if (t) t = law_two(p->arena, op, other, t);
        if (t && always) t = law_two(p->arena, LAW_OR, always, t);
        if (!t) st = ST_NO_MEMORY;
        else p->guesses->list.data[kept++] = (struct law_guess){t, 0, 0};
    }
    p->guesses->list.count = kept;
    return st;
}

static enum status try_below(const struct pairing *p, bool turned)
{
    const struct law_box *box = p->seen;
    size_t i = turned, j = !turned, all = 0;
    int64_t always[ALL_MOST];
    for (int64_t k = 0; k < box->extent[i]; k++) {
        int64_t a = box->low[i] + k, count = count_below(box, turned, a);
        if (count < 0 || (count == box->extent[j] && all == ALL_MOST)) return ST_OK;
        if (count == box->extent[j]) always[all++] = a;
        p->line[k] = count == box->extent[j] ? LAW_NONE : box->low[j] + count;
    }
    struct law_line line = {box->low[i], (size_t)box->extent[i], p->line, false};
    const struct law_term *x = field_of(p, i), *y = field_of(p, j), *set = NULL;
    if (all == 1) set = law_two(p->arena, LAW_EQUAL, x, law_number(p->arena, always[0]));
    if (all > 1) set = law_cells(p->arena, LAW_AMONG, x, always, all);
    return all && !set ? ST_NO_MEMORY : offer_lines(p, &line, x, y, LAW_AT_MOST, set);
}

/* ---- b = f(a) --------------------------------------------------------------------------------------------------------- */
/* The only number that is lost with a, at least `from`; LAW_NONE if there is none; false if there are several. */
static bool only_with(const struct law_box *box, bool turned, int64_t a, int64_t from, int64_t *b)
{
    size_t j = !turned;
    *b = LAW_NONE;
    for (int64_t y = from > box->low[j] ? from : box->low[j]; y < box->low[j] + box->extent[j]; y++) {
        if (!lost_at(box, turned, a, y)) continue;
        if (*b != LAW_NONE) return false;
        *b = y;
    }
    return true;
}

static enum status try_equal(const struct pairing *p, bool turned, bool greater)
{
    const struct law_box *box = p->seen;
    size_t i = turned, count = 0;
    const struct law_term *x = field_of(p, i), *y = field_of(p, !i);
    for (; (int64_t)count < box->extent[i]; count++) {
        int64_t a = box->low[i] + (int64_t)count;
        if (!only_with(box, turned, a, greater ? a : INT64_MIN, &p->line[count])) return ST_OK;
        if (p->line[count] == LAW_NONE) break; /* beyond what is seen, perhaps */
    }
    struct law_line line = {box->low[i], count, p->line, false};
    if (count < LEAST) return ST_OK;
    if (!greater) return offer_lines(p, &line, x, y, LAW_EQUAL, NULL);
    const struct law_term *less = law_two(p->arena, LAW_MIN, x, y), *more = law_two(p->arena, LAW_MAX, x, y);
    return less && more ? offer_lines(p, &line, less, more, LAW_EQUAL, NULL) : ST_NO_MEMORY;
}

/* ---- Beatty pairs ------------------------------------------------------------------------------------------------------ */
/* (p k + c + root of d k^2) / q */
struct beatty {
    int64_t p, c, d, q;
};

static bool beatty_value(const struct beatty *b, int64_t k, int64_t *value)
{
    int64_t square, root;
    return checked_mul(k, k, &square) && checked_mul(square, b->d, &square) && golden_root(square, &root) &&
           checked_div(b->p * k + b->c + root, b->q, value);
}

/* Right at the later half; what is wrong before it are exceptions. */
static bool beatty_fits(const struct beatty *b, const int64_t *line, size_t count)
{
    int64_t value;
    for (size_t k = count; k-- > count / 2;)
        if (line[k] != LAW_NONE && (!beatty_value(b, (int64_t)k, &value) || value != line[k])) return false;
    return true;
}

static enum status offer_beatty(const struct pairing *p, const struct beatty *b, int64_t step, int64_t rest)
{
    struct arena *arena = p->arena;
    const struct law_term *x = field_of(p, 0), *y = field_of(p, 1);
    const struct law_term *apart = law_one(arena, LAW_ABS, law_two(arena, LAW_SUB, x, y));
    const struct law_term *k = apart ? law_ratio(arena, 1, apart, 0, step) : NULL;
    if (!k) return ST_NO_MEMORY;
    const struct law_term *square = law_two(arena, LAW_MUL, k, k);
    const struct law_term *root = law_one(arena, LAW_ISQRT, law_two(arena, LAW_MUL, law_number(arena, b->d), square));
    const struct law_term *above = root;
    if (b->p > 0) above = law_two(arena, LAW_ADD, law_linear(arena, b->p, k, 0), root);
    if (b->p < 0) above = law_two(arena, LAW_SUB, root, law_linear(arena, -b->p, k, 0));
    const struct law_term *lower = above ? law_ratio(arena, 1, above, b->c, b->q) : NULL;
    const struct law_term *all = law_two(arena, LAW_EQUAL, law_two(arena, LAW_MIN, x, y), lower);
    const struct law_term *left = law_two(arena, LAW_MOD, apart, law_number(arena, step));
    left = law_two(arena, LAW_EQUAL, left, law_number(arena, rest));
    enum status st = law_offer(p->guesses, step == 1 ? all : law_two(arena, LAW_AND, left, all), 0);
    if (st != ST_OK) return st;
    unsigned numbers = law_number_bits(b->d) + law_number_bits(b->q) + (b->p ? law_number_bits(b->p) : 0) +
                       (b->c ? 2 * law_number_bits(b->c) : 0);
    p->guesses->list.data[p->guesses->list.count - 1].bits = FORM_BITS + law_bits(left) + 2 * numbers;
    return ST_OK;
}

/* What fits as few numbers as are seen may be near the right one only: all that fit are offered, and tried on the rest. */
static enum status offer_beatties(const struct pairing *p, size_t count, int64_t step, int64_t rest)
{
    enum status st = ST_OK;
    struct beatty b;
    size_t offered = 0;
    for (b.d = 2; b.d <= D_MOST; b.d++)
        for (b.q = 1; !number_is_square(b.d) && b.q <= Q_MOST; b.q++)
            for (b.p = -P_MOST; b.p <= P_MOST; b.p++)
                for (b.c = -C_MOST; b.c <= C_MOST; b.c++) {
                    if (st != ST_OK || offered == OFFERS_MOST || !beatty_fits(&b, p->line, count)) continue;
                    offered++;
                    st = offer_beatty(p, &b, step, rest);
                }
    return st;
}

/* line[difference]: the lesser number of the one lost pair so far apart; the differences that have one are those with one remainder of a
 * step, which become 0, 1, 2, ... */
static enum status try_beatty(const struct pairing *p)
{
    const struct law_box *box = p->seen;
    int64_t size = box->extent[0] < box->extent[1] ? box->extent[0] : box->extent[1], step = 0, first = LAW_NONE;
    int64_t most = 0;
    if (box->low[0] != box->low[1]) return ST_OK;
    for (int64_t apart = 0; apart < size; apart++) {
        p->line[apart] = LAW_NONE;
        for (int64_t k = 0; k + apart < size; k++) {
            int64_t a = box->low[0] + k;
            bool lost = is_lost(box, a, a + apart);
            if (!lost && !is_lost(box, a + apart, a)) continue;
            if (p->line[apart] != LAW_NONE) return ST_OK;
            p->line[apart] = a;
        }
        if (p->line[apart] == LAW_NONE) continue;
        if (first == LAW_NONE) first = apart;
        step = (int64_t)number_gcd((uint64_t)(apart - first), (uint64_t)step);
        most = apart;
    }
    if (!step || (most - first) / step < LEAST) return ST_OK;
    size_t count = 0;
    int64_t rest = first % step;
    for (int64_t apart = rest; apart <= most; apart += step) p->line[count++] = p->line[apart];
    return offer_beatties(p, count, step, rest);
}

enum status law_guess_pairs(const struct law_box *seen, struct law_guesses *guesses)
{
    struct pairing p = {.seen = seen, .guesses = guesses, .arena = guesses->arena};
    enum status st = ST_OK;
    if (seen->fields != 2 || !seen->outcomes) return ST_OK;
    int64_t greater = seen->extent[0] > seen->extent[1] ? seen->extent[0] : seen->extent[1];
    if (!(p.line = arena_array(p.arena, (size_t)greater, sizeof *p.line))) return ST_NO_MEMORY;
    for (int turned = 0; st == ST_OK && turned < 2; turned++) {
        st = try_below(&p, turned);
        if (st == ST_OK) st = try_equal(&p, turned, false);
        if (st == ST_OK && !turned) st = try_equal(&p, false, true);
    }
    return st == ST_OK ? try_beatty(&p) : st;
}
