/* SPDX-License-Identifier: MIT */
/* Functions of the language. */
#include "base/checked.h"
#include "base/numbers.h"
#include "model/expr.h"
#include "proof/formula/private.h"

static bool arguments(struct formula *f, const struct expr *e, struct automata_form *out, size_t most)
{
    if (e->count > most) return formula_refuse(f, "a function in it has too many arguments");
    for (size_t i = 0; i < e->count; i++)
        if (!formula_number(f, e->kids[i], &out[i])) return false;
    return true;
}

/* The greater of two numbers, or the less. */
static bool greater(struct formula *f, const struct automata_form *a, const struct automata_form *b, bool less,
                    struct automata_form *out)
{
    bool natural = form_is_natural(a) && form_is_natural(b);
    if (!less) natural = form_is_natural(a) || form_is_natural(b);
    const struct automaton *above = form_at_least(f, a, b), *below = automata_not(f->w, above);
    if (!above || !below || !formula_fresh(f, natural, out)) return false;
    const struct automaton *is_a = automata_and(f->w, less ? below : above, forms_equal(f, out, a));
    const struct automaton *is_b = automata_and(f->w, less ? above : below, forms_equal(f, out, b));
    return formula_say(f, automata_or(f->w, is_a, is_b));
}

static bool greatest(struct formula *f, const struct expr *e, struct automata_form *out)
{
    struct automata_form x[AUTOMATON_TRACKS], more;
    if (!arguments(f, e, x, AUTOMATON_TRACKS)) return false;
    *out = x[0];
    for (size_t i = 1; i < e->count; i++) {
        if (!greater(f, out, &x[i], e->index == BUILTIN_MIN, &more)) return false;
        *out = more;
    }
    return true;
}

static bool magnitude(struct formula *f, const struct automata_form *x, struct automata_form *out)
{
    struct automata_form minus = {0};
    if (form_is_natural(x)) return *out = *x, true;
    return form_add(f, &minus, x, -1) && formula_fresh(f, true, out) &&
           formula_say(f, automata_or(f->w, forms_equal(f, out, x), forms_equal(f, out, &minus)));
}

static bool is_base(const struct numeration *in, int64_t base) { return !in->link && in->a[0] == base; }
static bool is_zeckendorf(const struct numeration *in)
{
    return in->link && in->period == 1 && in->a[0] == 1 && in->below == 1;
}

static bool digit_xor(struct formula *f, const struct expr *e, struct automata_form *out)
{
    struct automata_form x[AUTOMATON_TRACKS];
    int before = 0, track;
    if (!is_base(f->w->in, 2)) return formula_refuse(f, "xor is known by its digits in base 2 only");
    if (!arguments(f, e, x, AUTOMATON_TRACKS)) return false;
    for (size_t i = 0; i < e->count; i++) {
        if (!formula_track(f, &x[i], &track)) return false;
        if (i) {
            if (!formula_fresh(f, true, out) || !formula_say(f, automata_xor(f->w, before, track, out->terms[0].track)))
                return false;
            track = out->terms[0].track;
        }
        before = track;
    }
    *out = form_of(before);
    return true;
}

static bool is_natural(struct formula *f, const struct automata_form *x)
{
    return form_is_natural(x) || formula_say(f, automata_linear(f->w, x, false));
}

static bool digit(struct formula *f, const struct expr *e, struct automata_form *out)
{
    struct automata_form x, low, high;
    int64_t place;
    if (!formula_constant(f, e->kids[1], &place))
        return formula_refuse(f, "it asks for a digit whose place is not constant");
    if (place < 0 || place > 24) return formula_refuse(f, "it asks for a digit of a high place");
    if (!formula_number(f, e->kids[0], &x) || !is_natural(f, &x)) return false;
    if (!formula_floor(f, &x, (int64_t)1 << place, &low) || !formula_floor(f, &x, (int64_t)2 << place, &high))
        return false;
    *out = low;
    return form_add(f, out, &high, -2);
}

/* ---- quadratic irrationals --------------------------------------------------------------------------------------- */
/* floor(eta k) of the numeration's unit eta. */
static bool slope(struct formula *f, const struct automata_form *k, struct automata_form *out)
{
    int track;
    if (!formula_track(f, k, &track) || !formula_fresh(f, true, out)) return false;
    if (!f->slope) f->slope = automata_slope(f->w, 0, 1);
    return formula_say(f, automata_renamed(f->w, f->slope, (int[]){track, out->terms[0].track}));
}

/* floor(k sqrt(c)) for k >= 0. With eta = (t + sqrt(d)) / 2 and c d = m^2 it is floor((2 m eta k - m t k) / d). */
static bool root_times(struct formula *f, const struct automata_form *k, int64_t c, struct automata_form *out)
{
    struct automata_unit u;
    struct automata_form scaled = {0}, upper;
    int64_t root = (int64_t)number_root((uint64_t)c), product;
    *out = (struct automata_form){0};
    if (root * root == c) return form_add(f, out, k, root);
    if (!numeration_unit(f->w->in, &u)) return formula_refuse(f, "roots are known in numerations of their own");
    int64_t d = u.trace * u.trace - 4 * u.determinant;
    if (!checked_mul(c, d, &product)) return formula_refuse(f, "its numbers are too large");
    int64_t m = (int64_t)number_root((uint64_t)product);
    if (m * m != product) return formula_refuse(f, "roots are known in numerations of their own");
    int64_t common = (int64_t)number_gcd((uint64_t)m, (uint64_t)d);
    m /= common;
    d /= common;
    if (!form_add(f, &scaled, k, 2 * m) || !slope(f, &scaled, &upper)) return false;
    struct automata_form real = upper, low = {0}, high = {.constant = d - 1};
    if (!form_add(f, &real, k, -m * u.trace) || !formula_fresh(f, true, out)) return false;
    return form_add(f, &low, &real, 1) && form_add(f, &low, out, -d) && form_add(f, &high, &real, -1) &&
           form_add(f, &high, out, d) && formula_say(f, automata_linear(f->w, &low, false)) &&
           formula_say(f, automata_linear(f->w, &high, false));
}

/* A product as c times the square of a form. */
struct square {
    int64_t factor;
    const struct expr *side[2];
    struct automata_form root[2];
    int count;
};
static bool take_apart(struct formula *f, const struct expr *e, struct square *s)
{
    int64_t value;
    if (formula_constant(f, e, &value))
        return checked_mul(s->factor, value, &s->factor) || formula_refuse(f, "its numbers are too large");
    if (e->kind == EXPR_MUL) return take_apart(f, e->kids[0], s) && take_apart(f, e->kids[1], s);
    if (e->kind == EXPR_NEG) return s->factor != INT64_MIN && (s->factor = -s->factor, take_apart(f, e->kids[0], s));
    if (s->count == 2) return formula_refuse(f, "it takes a root of what is no square times a constant");
    if (s->count && expr_equal(s->side[0], e)) return s->root[s->count++] = s->root[0], true;
    s->side[s->count] = e;
    return formula_number(f, e, &s->root[s->count++]);
}

static bool root_of(struct formula *f, const struct expr *e, struct automata_form *out)
{
    struct square s = {.factor = 1};
    struct automata_form difference = {0}, size;
    int64_t zero;
    if (!take_apart(f, e->kids[0], &s)) return formula_refuse(f, "its numbers are too large");
    if (s.count != 2 || s.factor < 0) return formula_refuse(f, "it takes a root of what is no square times a constant");
    if (!form_add(f, &difference, &s.root[0], 1) || !form_add(f, &difference, &s.root[1], -1)) return false;
    if (!form_is_constant(&difference, &zero) || zero)
        return formula_refuse(f, "it takes a root of what is no square times a constant");
    return magnitude(f, &s.root[0], &size) && root_times(f, &size, s.factor, out);
}

static bool golden(struct formula *f, const struct expr *e, struct automata_form *out)
{
    struct automata_form k;
    if (!is_zeckendorf(f->w->in))
        return formula_refuse(f, "Fibonacci numbers are known by their digits in Zeckendorf numeration only");
    if (!formula_number(f, e->kids[0], &k) || !is_natural(f, &k) || !slope(f, &k, out)) return false;
    return e->index == BUILTIN_GOLDEN_LOWER || form_add(f, out, &k, 1);
}

/* x = floor(phi k) and y = x + k for some k, or the other way round. */
static bool partner(struct formula *f, const struct expr *e, struct automata_form *out)
{
    struct automata_form x, k, low, high;
    if (!is_zeckendorf(f->w->in))
        return formula_refuse(f, "Fibonacci numbers are known by their digits in Zeckendorf numeration only");
    if (!formula_number(f, e->kids[0], &x) || !is_natural(f, &x)) return false;
    if (!formula_fresh(f, true, out) || !formula_fresh(f, true, &k) || !slope(f, &k, &low)) return false;
    high = low;
    if (!form_add(f, &high, &k, 1)) return false;
    const struct automaton *lower = automata_and(f->w, forms_equal(f, &x, &low), forms_equal(f, out, &high));
    const struct automaton *upper = automata_and(f->w, forms_equal(f, &x, &high), forms_equal(f, out, &low));
    return formula_say(f, automata_or(f->w, lower, upper));
}

/* A cell of a row that is written out, at a number; 0 outside. */
static bool cell(struct formula *f, const struct expr *row, const struct expr *place, struct automata_form *out)
{
    struct automata_form at, v, here = {0}, low = {.constant = 1}, high = {.constant = (int64_t)row->count};
    if (!formula_number(f, place, &at) || !formula_fresh(f, false, out)) return false;
    const struct automaton *all = automata_and(f->w, form_at_least(f, &at, &low), form_at_least(f, &high, &at));
    all = automata_and(f->w, automata_not(f->w, all), forms_equal(f, out, &here));
    for (size_t i = 0; i < row->count; i++) {
        if (!formula_number(f, row->kids[i], &v)) return false;
        here.constant = (int64_t)i + 1;
        all = automata_or(f->w, all, automata_and(f->w, forms_equal(f, &at, &here), forms_equal(f, out, &v)));
    }
    return formula_say(f, all);
}

bool formula_indexed(struct formula *f, const struct expr *e, struct automata_form *out)
{
    const struct expr *row = e->kids[0];
    struct automata_form n;
    int64_t place;
    int track;
    if (row->kind == EXPR_ROW && row->type == TYPE_ROW && e->count == 2) return cell(f, row, e->kids[1], out);
    if (row->kind != EXPR_CALL || row->index != BUILTIN_ZECKENDORF || e->count != 2)
        return formula_refuse(f, "it reads cells of a row");
    if (!formula_constant(f, e->kids[1], &place) || place < 1 || place > 8)
        return formula_refuse(f, "it reads cells of a row");
    if (!is_zeckendorf(f->w->in))
        return formula_refuse(f, "Fibonacci numbers are known by their digits in Zeckendorf numeration only");
    return formula_number(f, row->kids[0], &n) && formula_track(f, &n, &track) && formula_fresh(f, true, out) &&
           formula_say(f, automata_part(f->w, track, out->terms[0].track, (int)place));
}

bool formula_digit_sum(struct formula *f, const struct expr *e, int64_t m, struct automata_form *out)
{
    struct automata_form x;
    int track;
    if (e->kind != EXPR_CALL || e->index != BUILTIN_POPCOUNT || m < 1 || m > 16) return false;
    if (!is_base(f->w->in, 2)) return formula_refuse(f, "binary digits are known in base 2 only");
    if (!formula_number(f, e->kids[0], &x) || !formula_track(f, &x, &track) || !formula_fresh(f, true, out))
        return false;
    const struct automaton *all = automata_truth(f->w, false);
    for (int r = 0; r < m; r++) {
        struct automata_form is = *out;
        is.constant = -r;
        all = automata_or(
            f->w, all,
            automata_and(f->w, automata_digit_sum(f->w, track, (int)m, r), automata_linear(f->w, &is, true)));
    }
    return formula_say(f, all);
}

bool formula_call(struct formula *f, const struct expr *e, struct automata_form *out)
{
    struct automata_form x;
    switch ((enum builtin)e->index) {
    case BUILTIN_MIN:
    case BUILTIN_MAX: return greatest(f, e, out);
    case BUILTIN_ABS: return formula_number(f, e->kids[0], &x) && magnitude(f, &x, out);
    case BUILTIN_XOR: return digit_xor(f, e, out);
    case BUILTIN_BIT: return digit(f, e, out);
    case BUILTIN_ISQRT: return root_of(f, e, out);
    case BUILTIN_GOLDEN_LOWER:
    case BUILTIN_GOLDEN_UPPER: return golden(f, e, out);
    case BUILTIN_PARTNER: return partner(f, e, out);
    default: return formula_refuse(f, "it uses a function that is not linear");
    }
}
