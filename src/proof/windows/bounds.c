/* SPDX-License-Identifier: MIT */
/* Constraints as bounds of the result; the argument for each kind is in windows.h. */
#include <string.h>
#include "base/numbers.h"
#include "proof/windows/private.h"

static struct heap_window_form sum(struct heap_window_form a, const struct heap_window_form *b, int64_t factor)
{
    a.constant += factor * b->constant;
    a.n += factor * b->n;
    for (size_t i = 0; i < WINDOWS_TERMS; i++) a.of[i] += factor * b->of[i];
    return a;
}

static bool small(const struct heap_window_form *form)
{
    bool is = number_magnitude(form->constant) < ((uint64_t)1 << 50) && number_magnitude(form->n) < ((uint64_t)1 << 40);
    for (size_t i = 0; i < WINDOWS_TERMS; i++) is &= number_magnitude(form->of[i]) < ((uint64_t)1 << 40);
    return is;
}

bool heap_windows_bound(struct windows_finder *f, const struct heap_window_form *form, bool low)
{
    size_t *count = low ? &f->window->low_count : &f->window->high_count;
    struct heap_window_form *known = low ? f->window->low : f->window->high;
    for (size_t i = 0; i < *count; i++) {
        struct heap_window_form same = *form;
        same.constant = known[i].constant;
        if (memcmp(&known[i], &same, sizeof same) != 0) continue;
        bool closer = low ? form->constant > same.constant : form->constant < same.constant;
        if (closer && !small(form)) return heap_windows_refuse(f, "its numbers are too large");
        if (closer) known[i] = *form;
        return true;
    }
    if (*count == WINDOWS_BOUNDS) return heap_windows_refuse(f, "a move has too many conditions");
    if (!small(form)) return heap_windows_refuse(f, "its numbers are too large");
    (low ? f->window->low : f->window->high)[(*count)++] = *form;
    return true;
}

/* c r + form >= 0, c != 0. */
static bool linear(struct windows_finder *f, int64_t c, const struct heap_window_form *form)
{
    struct heap_window_form end;
    if (!small(form)) return heap_windows_refuse(f, "its numbers are too large");
    if (!heap_windows_term(f, (struct heap_window_term){.of = *form, .divisor = c > 0 ? c : -c}, &end)) return false;
    if (c > 0) end = heap_windows_negative(end);
    return heap_windows_bound(f, &end, c > 0);
}

/* form >= 0 */
static bool condition(struct windows_finder *f, const struct heap_window_form *form)
{
    bool terms = false;
    for (size_t i = 0; i < WINDOWS_TERMS; i++) terms |= form->of[i] != 0;
    if (!terms && form->n > 0) {
        int64_t from = -number_floor(form->constant, form->n);
        if (from > f->window->from) f->window->from = from;
        return true;
    }
    if (!terms && form->n < 0) {
        int64_t to = number_floor(form->constant, -form->n);
        if (to < f->window->to) f->window->to = to;
        return true;
    }
    struct heap_window_form far = sum((struct heap_window_form){0}, form, -WINDOWS_FAR);
    /* r may be below 0, above -FAR: -2 FAR f - FAR is at most -FAR where f >= 0, and FAR or more elsewhere */
    if (!f->window->sure) {
        far = sum(far, form, -WINDOWS_FAR);
        far.constant -= WINDOWS_FAR;
    }
    return heap_windows_bound(f, &far, true);
}

/* ---- powers ------------------------------------------------------------------------------------------------------ */
/* The row over the heap and x, x being the heap less the result. */
static void turn(const struct windows_row *row, struct windows_row *out)
{
    static const int64_t choose[4][4] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}};
    *out = *row;
    out->form.n += row->r;
    out->r = -row->r;
    for (size_t i = 0; i < 4; i++)
        for (size_t j = 0; j < 4; j++) out->product[i][j] = 0;
    for (size_t i = 0; i < 4; i++)
        for (size_t j = 0; i + j < 4; j++)
            for (size_t k = 0; k <= j; k++) /* n^i (n - x)^j */
                out->product[i + j - k][k] += row->product[i][j] * choose[j][k] * (k % 2 ? -1 : 1);
}

/* Is it a sum of powers of the result and a form of the heap? */
static bool apart(const struct windows_row *row)
{
    bool is = true;
    for (size_t i = 1; i < 4; i++)
        for (size_t j = 0; i + j < 4; j++) is &= row->product[i][j] == 0;
    return is;
}

static bool power(struct windows_finder *f, const struct windows_row *row, bool equality)
{
    struct windows_row other;
    bool taken = !apart(row);
    if (row->inner_count) return heap_windows_refuse(f, "a condition has powers and remainders");
    if (taken) turn(row, &other);
    else other = *row;
    if (!apart(&other)) return heap_windows_refuse(f, "a condition has a product that is no power");
    int64_t q[3] = {other.r, other.product[0][2], other.product[0][3]};
    bool upper = q[1] < 0 || q[2] < 0; /* form - q(x) >= 0 */
    for (size_t k = 0; upper && k < 3; k++) q[k] = -q[k];
    if (q[1] < 0 || q[2] < 0 || q[0] + q[1] + q[2] < 0 || q[1] + q[2] == 0)
        return heap_windows_refuse(f, "a condition is a polynomial that may fall");
    for (size_t k = 0; k < 3; k++)
        if (q[k] > WINDOWS_NUMBER || q[k] < -WINDOWS_NUMBER) return heap_windows_refuse(f, "its numbers are too large");
    const struct heap_window_form to =
        upper ? other.form : heap_windows_negative(other.form); /* q(x) <= to, or q(x) >= to */
    for (int above = 0; above < 2; above++) {
        struct heap_window_form end, form = to;
        if (!equality && upper == (above != 0)) continue;
        form.constant -= above;
        if (!small(&form)) return heap_windows_refuse(f, "its numbers are too large");
        if (!heap_windows_term(f, (struct heap_window_term){.of = form, .power = {q[0], q[1], q[2]}}, &end))
            return false;
        end.constant += above;
        f->powers = true;
        if (taken) end = sum((struct heap_window_form){.n = 1}, &end, -1);
        if (!heap_windows_bound(f, &end, taken != (above != 0))) return false;
    }
    return true;
}

/* What the row has of the result beside its only floor, moved into that: r + floor(X / m) = floor((X + m r) / m). */
static bool absorb(struct windows_row *row)
{
    struct windows_inner *x = &row->inner[0];
    if (x->factor != 1 && x->factor != -1) return row->r == 0 && !row->products;
    x->r += x->divisor * row->r * x->factor;
    row->r = 0;
    for (size_t i = 0; i < 4; i++)
        for (size_t j = 0; j < 4; j++) {
            x->product[i][j] += x->divisor * row->product[i][j] * x->factor;
            row->product[i][j] = 0;
        }
    x->products |= row->products;
    return true;
}

/* row >= 0, where one floor of the result stands beside a form of the heap. */
static bool inner(struct windows_finder *f, const struct windows_row *row)
{
    const struct windows_inner *x = &row->inner[0];
    struct heap_window_form end;
    int64_t e = x->factor > 0 ? x->factor : -x->factor;
    int sign = x->factor > 0 ? 1 : -1;
    if (!heap_windows_term(f, (struct heap_window_term){.of = row->form, .divisor = e}, &end)) return false;
    struct windows_row of = {.r = sign * x->r, .products = x->products}; /* X - m G, or m G + m - 1 - X */
    of.form = sum(sign > 0 ? x->form : heap_windows_negative(x->form), &end, x->divisor);
    if (sign < 0) of.form.constant += x->divisor - 1;
    for (size_t i = 0; i < 4; i++)
        for (size_t j = 0; j < 4; j++) of.product[i][j] = sign * x->product[i][j];
    if (of.products) return power(f, &of, false);
    return of.r ? linear(f, of.r, &of.form) : condition(f, &of.form);
}

/* ---- remainders -------------------------------------------------------------------------------------------------- */
static int64_t common(int64_t a, int64_t b) { return a / (int64_t)number_gcd((uint64_t)a, (uint64_t)b) * b; }

/* *cycle: of the remainders. False: it is too long, or something else is in the row. */
static bool cycle_of(const struct heap_windows *w, const struct windows_row *row, int64_t *cycle)
{
    *cycle = 1;
    for (size_t i = 0; i < row->inner_count + WINDOWS_TERMS; i++) {
        bool inner = i < row->inner_count;
        size_t t = inner ? 0 : i - row->inner_count;
        int64_t divisor = inner ? row->inner[i].divisor : row->form.of[t] ? w->terms[t].divisor : 1;
        const struct heap_window_form *of = inner ? &row->inner[i].form : &w->terms[t].of;
        if (!inner && row->form.of[t] == 0) continue;
        for (size_t k = 0; k < WINDOWS_TERMS; k++)
            if (of->of[k]) return false;
        if (divisor < 1 || divisor > WINDOWS_CYCLE) return false;
        *cycle = common(*cycle, divisor);
        if (*cycle > WINDOWS_CYCLE) return false;
    }
    return true;
}

/* Do the factors of heap^i * result^j cancel, and is each of them small? */
static bool power_cancels(const struct windows_row *row, size_t i, size_t j, int64_t cycle)
{
    bool small = number_magnitude(row->product[i][j]) <= WINDOWS_NUMBER;
    int64_t factor = small ? row->product[i][j] * cycle : 0;
    for (size_t k = 0; k < row->inner_count; k++) {
        const struct windows_inner *x = &row->inner[k];
        small &= number_magnitude(x->product[i][j]) <= WINDOWS_NUMBER && number_magnitude(x->factor) <= WINDOWS_NUMBER;
        if (small) factor += x->factor * x->product[i][j] * (cycle / x->divisor);
    }
    return small && factor == 0;
}

/* Do the heap and the result cancel but for remainders? *cycle: of these. Of a polynomial P with whole factors m floor(P / m) is P less its
 * remainder, which the remainders of its variables by m determine. So if the polynomials cancel, what is left depends on n and r modulo
 * the cycle. */
static bool cancels(const struct heap_windows *w, const struct windows_row *row, int64_t *cycle)
{
    if (!cycle_of(w, row, cycle)) return false;
    int64_t heap = row->form.n * *cycle, result = row->r * *cycle;
    for (size_t i = 0; i < row->inner_count; i++) {
        const struct windows_inner *x = &row->inner[i];
        heap += x->factor * x->form.n * (*cycle / x->divisor);
        result += x->factor * x->r * (*cycle / x->divisor);
    }
    for (size_t t = 0; t < WINDOWS_TERMS; t++)
        if (row->form.of[t]) heap += row->form.of[t] * w->terms[t].of.n * (*cycle / w->terms[t].divisor);
    bool all = heap == 0 && result == 0;
    for (size_t i = 0; i < 4; i++)
        for (size_t j = 0; j < 4 && all; j++) all = power_cancels(row, i, j, *cycle);
    return all;
}

/* The products, of numbers below the cycle. */
static int64_t products_at(const int64_t product[4][4], int64_t n, int64_t r)
{
    int64_t value = 0, powers[2][4] = {{1, n, n * n, n * n * n}, {1, r, r * r, r * r * r}};
    for (size_t i = 0; i < 4; i++)
        for (size_t j = 0; j < 4; j++) value += product[i][j] * powers[0][i] * powers[1][j];
    return value;
}

static int64_t at(const struct heap_windows *w, const struct windows_row *row, int64_t n, int64_t r)
{
    int64_t value = row->form.constant + row->form.n * n + row->r * r + products_at(row->product, n, r);
    for (size_t i = 0; i < row->inner_count; i++) {
        const struct windows_inner *x = &row->inner[i];
        int64_t of = x->form.constant + x->form.n * n + x->r * r + products_at(x->product, n, r);
        value += x->factor * number_floor(of, x->divisor);
    }
    for (size_t t = 0; t < WINDOWS_TERMS; t++)
        if (row->form.of[t])
            value +=
                row->form.of[t] * number_floor(w->terms[t].of.constant + w->terms[t].of.n * n, w->terms[t].divisor);
    return value;
}

static bool add_remainder(struct windows_finder *f, const struct windows_row *row, bool equality, int64_t cycle)
{
    size_t at_window = f->out->count - 1;
    f->out->cycle = common(f->out->cycle, cycle);
    if (f->out->cycle > WINDOWS_CYCLE) return heap_windows_refuse(f, "its remainders have a long cycle");
    if (f->remainder_count == WINDOWS_REMAINDERS) return heap_windows_refuse(f, "a condition has too many remainders");
    f->remainders->rows[at_window][f->remainder_count] = *row;
    f->remainders->equality[at_window][f->remainder_count++] = equality;
    return true;
}

bool heap_windows_remainders(struct windows_finder *f)
{
    f->remainder_counts[f->out->count - 1] = f->remainder_count;
    return true;
}

void heap_windows_residues(struct windows_finder *f)
{
    struct heap_windows *w = f->out;
    for (size_t i = 0; i < w->count; i++)
        for (int64_t n = 0; n < w->cycle; n++)
            for (int64_t r = 0; r < w->cycle; r++) {
                bool holds = true;
                for (size_t k = 0; k < f->remainder_counts[i]; k++) {
                    int64_t value = at(w, &f->remainders->rows[i][k], n, r);
                    holds &= f->remainders->equality[i][k] ? value == 0 : value >= 0;
                }
                if (holds) w->windows[i].allowed[n] |= (uint16_t)(1u << r);
            }
}

/* ---- any constraint ---------------------------------------------------------------------------------------------- */
bool heap_windows_constraint(struct windows_finder *f, struct linear_constraint c)
{
    struct windows_row row, other;
    int64_t cycle;
    bool taken;
    if (f->with_sets && heap_windows_is_pick(f, c.form, &taken)) return heap_windows_pick(f, c, taken);
    if (!heap_windows_row_of(f, c.form, &row)) return false;
    bool terms = row.inner_count > 0;
    for (size_t i = 0; i < WINDOWS_TERMS; i++) terms |= row.form.of[i] != 0;
    if (terms && cancels(f->out, &row, &cycle)) return add_remainder(f, &row, c.equality, cycle);
    if (row.inner_count == 0 && row.products) return power(f, &row, c.equality);
    if (row.inner_count > 1 || (row.inner_count == 1 && (row.inner[0].divisor > WINDOWS_NUMBER || !absorb(&row))))
        return heap_windows_refuse(f, "a condition is not one on two ends");
    for (int way = 0; way <= (int)c.equality; way++) {
        other = row;
        if (way) {
            other.form = heap_windows_negative(row.form);
            other.r = -row.r;
            other.inner[0].factor = -row.inner[0].factor;
        }
        bool fits = other.inner_count ? inner(f, &other)
                    : other.r         ? linear(f, other.r, &other.form)
                                      : condition(f, &other.form);
        if (!fits) return false;
    }
    return true;
}

/* The greatest magnitude of a form for heaps below `beyond`; NONE_KNOWN where it is not below that. */
#define NONE_KNOWN ((uint64_t)1 << 60)
static uint64_t magnitude(const struct heap_window_form *form, const uint64_t *terms, uint64_t beyond)
{
    uint64_t most = number_magnitude(form->constant), part;
    bool over =
        __builtin_mul_overflow(number_magnitude(form->n), beyond, &part) || __builtin_add_overflow(most, part, &most);
    for (size_t i = 0; !over && i < WINDOWS_TERMS; i++)
        over = __builtin_mul_overflow(number_magnitude(form->of[i]), terms[i], &part) ||
               __builtin_add_overflow(most, part, &most);
    return over || most > NONE_KNOWN ? NONE_KNOWN : most;
}

/* *most: at least that of what terms are given; terms: of each. */
static void of_terms(const struct heap_window_term *all, size_t count, uint64_t beyond, uint64_t *terms, uint64_t *most)
{
    for (size_t i = 0; i < count; i++) {
        const struct heap_window_term *t = &all[i];
        uint64_t arg = magnitude(&t->of, terms, beyond);
        terms[i] = t->call ? (uint64_t)windows_limit(t) : (t->divisor ? arg / (uint64_t)t->divisor : arg) + 2;
        for (size_t k = 0; k < t->more; k++) {
            uint64_t other = magnitude(&t->with[k], terms, beyond);
            if (other > arg) arg = other;
        }
        if (arg > *most) *most = arg;
    }
}

static bool fits_below(const struct heap_windows *w, uint64_t beyond)
{
    uint64_t terms[WINDOWS_TERMS] = {0}, sets[WINDOWS_TERMS] = {0}, most = 0;
    of_terms(w->terms, w->term_count, beyond, terms, &most);
    of_terms(w->set_terms, w->set_term_count, beyond, sets, &most);
    for (size_t i = 0; i < w->count; i++) {
        const struct heap_window *v = &w->windows[i];
        for (size_t k = 0; k < v->low_count + v->high_count + v->other_count; k++) {
            size_t lows = v->low_count, ends = lows + v->high_count;
            const struct heap_window_form *form = k < lows   ? &v->low[k]
                                                  : k < ends ? &v->high[k - lows]
                                                             : &v->others[k - ends].form;
            uint64_t m = magnitude(form, terms, beyond);
            if (m > most) most = m;
        }
        for (size_t k = 0; k < v->pick_count; k++) {
            uint64_t m = magnitude(&v->picks[k].form, sets, beyond);
            if (m > most) most = m;
        }
    }
    return most < NONE_KNOWN;
}

void heap_windows_range(struct heap_windows *w)
{
    w->beyond = WINDOWS_FAR;
    while (w->beyond > 1 && !fits_below(w, (uint64_t)w->beyond)) w->beyond /= 2;
}
