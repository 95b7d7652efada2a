/* SPDX-License-Identifier: MIT */
/* Bounds of what arithmetic makes, from those of its operands. */
#include "code/native/bounds.h"

/* The bound of x - y. */
int64_t bounds_between(const struct zone *z, struct operand x, struct operand y)
{
    if (x.var < 0 || y.var < 0) return ZONE_NONE;
    return zone_plus(zone_most(z, x.var, y.var), x.offset - y.offset);
}

const struct operand bounds_zero = {ZONE_ZERO, 0};

int64_t bounds_most(const struct zone *z, struct operand x) { return bounds_between(z, x, bounds_zero); }

int64_t bounds_least(const struct zone *z, struct operand x)
{
    int64_t below = bounds_between(z, bounds_zero, x);
    return below == ZONE_NONE ? INT64_MIN : -below;
}

void bounds_assume(struct zone *z, struct operand x, struct operand y, int64_t most)
{
    if (x.var < 0 || y.var < 0) return;
    zone_assume(z, x.var, y.var, zone_plus(most, y.offset - x.offset));
    for (int i = 1; i < z->count; i++) {
        const struct zone_note *note = &z->note[i];
        if (note->under && zone_most(z, ZONE_ZERO, i) <= -1)
            zone_assume(z, i, note->under, zone_plus(note->beyond, -1));
    }
}

/* The new number is at most, at least that much greater than x. */
void bounds_new_most(struct zone *z, struct operand x, int64_t by)
{
    if (x.var >= 0) zone_below(z, x.var, zone_plus(by, x.offset));
}

void bounds_new_least(struct zone *z, struct operand x, int64_t by)
{
    if (x.var >= 0 && by > -ZONE_LIMIT) zone_above(z, x.var, zone_plus(-by, -x.offset));
}

void bounds_new_within(struct zone *z, bounds_wide least, bounds_wide most)
{
    if (most <= ZONE_LIMIT && most >= -ZONE_LIMIT) zone_below(z, ZONE_ZERO, (int64_t)most);
    if (least >= -ZONE_LIMIT && least <= ZONE_LIMIT) zone_above(z, ZONE_ZERO, (int64_t)-least);
}

/* ---- arithmetic ------------------------------------------------------------------------------------------------- */

struct range bounds_of(const struct zone *z, struct operand x)
{
    return (struct range){bounds_least(z, x), bounds_most(z, x)};
}

bool bounds_are_both(struct range x) { return x.least != INT64_MIN && x.most != ZONE_NONE; }

bool bounds_fit(bounds_wide least, bounds_wide most) { return least >= INT64_MIN && most <= INT64_MAX; }

void bounds_product(struct range b, struct range c, bounds_wide *least, bounds_wide *most)
{
    const bounds_wide x[] = {(bounds_wide)b.least * c.least, (bounds_wide)b.least * c.most,
                             (bounds_wide)b.most * c.least, (bounds_wide)b.most * c.most};
    *least = *most = x[0];
    for (int i = 1; i < 4; i++) {
        if (x[i] < *least) *least = x[i];
        if (x[i] > *most) *most = x[i];
    }
}

bool bounds_form(const struct zone *z, struct operand x, struct zone_form *out)
{
    if (x.var < 0) return false;
    *out = z->form[x.var];
    return !__builtin_add_overflow(out->constant, x.offset, &out->constant);
}

void bounds_add(struct zone *z, struct operand b, struct operand c, int64_t sign)
{
    struct range x = bounds_of(z, b), y = bounds_of(z, c);
    struct zone_form f, g;
    bounds_wide least = sign > 0 ? y.least : -(bounds_wide)y.most, most = sign > 0 ? y.most : -(bounds_wide)y.least;
    bool summed = bounds_form(z, b, &f) && bounds_form(z, c, &g) && zone_sum(&f, 1, &g, sign, &f);
    if (sign < 0) bounds_new_most(z, bounds_zero, bounds_between(z, b, c));
    if (sign < 0 && bounds_between(z, c, b) != ZONE_NONE) bounds_new_least(z, bounds_zero, -bounds_between(z, c, b));
    if (sign > 0 ? y.most != ZONE_NONE : y.least != INT64_MIN) bounds_new_most(z, b, (int64_t)most);
    if (sign > 0 ? y.least != INT64_MIN : y.most != ZONE_NONE) bounds_new_least(z, b, (int64_t)least);
    if (sign > 0 && x.most != ZONE_NONE) bounds_new_most(z, c, x.most);
    if (sign > 0 && x.least != INT64_MIN) bounds_new_least(z, c, x.least);
    if (summed) zone_is(z, &f);
}

void bounds_times(struct zone *z, struct operand b, struct operand c)
{
    struct range x = bounds_of(z, b), y = bounds_of(z, c);
    struct zone_form f;
    const struct zone_form none = {0};
    bounds_wide least, most;
    if (bounds_are_both(x) && bounds_are_both(y)) {
        bounds_product(x, y, &least, &most);
        bounds_new_within(z, least, most);
    }
    if (x.least >= 0 && y.least >= 0) bounds_new_least(z, bounds_zero, 0);
    if (x.least >= 1 && y.least >= 0) bounds_new_least(z, c, 0);
    if (y.least >= 1 && x.least >= 0) bounds_new_least(z, b, 0);
    if (b.var == ZONE_ZERO && c.var != ZONE_ZERO) bounds_times(z, c, b);
    else if (c.var == ZONE_ZERO && bounds_form(z, b, &f) && zone_sum(&f, c.offset, &none, 0, &f)) zone_is(z, &f);
}

static int64_t floor_of(int64_t x, int64_t by) { return x / by - (x % by != 0 && x < 0); }

void bounds_quotient(struct zone *z, struct operand b, struct operand c)
{
    struct range x = bounds_of(z, b), y = bounds_of(z, c);
    if (y.least < 1 || y.most < y.least) return; /* where no run comes, bounds may contradict each other */
    if (x.least >= 0) bounds_new_most(z, b, 0);
    if (x.least >= 0) bounds_new_least(z, bounds_zero, 0);
    if (x.least != INT64_MIN)
        bounds_new_least(z, bounds_zero, floor_of(x.least, x.least < 0 || y.most == ZONE_NONE ? 1 : y.most));
    if (x.most != ZONE_NONE) bounds_new_most(z, bounds_zero, x.most < 0 ? -1 : floor_of(x.most, y.least));
    if (x.least < 0 || y.least < 2 || b.var <= ZONE_ZERO) return;
    z->note[z->count - 1].under = b.var; /* a quotient q >= 1 of b by 2 or more: 2 q <= b, so q <= b - q < b */
    z->note[z->count - 1].beyond = b.offset;
}

void bounds_remainder(struct zone *z, struct operand b, struct operand c)
{
    struct range x = bounds_of(z, b);
    if (bounds_least(z, c) < 1) return;
    bounds_new_least(z, bounds_zero, 0);
    bounds_new_most(z, c, -1);
    if (x.least < 0) return;
    bounds_new_most(z, b, 0);
    if (bounds_between(z, b, c) <= -1) bounds_new_least(z, b, 0);
}

/* The lesser of both if sign > 0, the greater else: for whatever variable, the weaker of both bounds. */
void bounds_choose(struct zone *z, struct operand b, struct operand c, int sign)
{
    if (sign > 0) bounds_new_most(z, b, 0), bounds_new_most(z, c, 0);
    else bounds_new_least(z, b, 0), bounds_new_least(z, c, 0);
    for (int x = 0; x + 1 < z->count; x++) {
        struct operand y = {x, 0};
        int64_t p = sign > 0 ? bounds_between(z, y, b) : bounds_between(z, b, y),
                q = sign > 0 ? bounds_between(z, y, c) : bounds_between(z, c, y), weak = p > q ? p : q;
        if (weak == ZONE_NONE) continue;
        if (sign > 0) bounds_new_least(z, y, -weak);
        else bounds_new_most(z, y, weak);
    }
}

/* A number of as many binary digits as either. */
void bounds_digits(struct zone *z, struct operand b, struct operand c)
{
    struct range x = bounds_of(z, b), y = bounds_of(z, c);
    uint64_t most = (uint64_t)(x.most > y.most ? x.most : y.most);
    bounds_new_least(z, bounds_zero, 0);
    if (x.least < 0 || y.least < 0 || most >= (uint64_t)ZONE_LIMIT) return;
    bounds_new_most(z, bounds_zero, most ? (int64_t)(UINT64_MAX >> __builtin_clzll(most)) : 0);
    z->note[z->count - 1].value = (b.var == ZONE_ZERO ? b.offset < BOUNDS_FIRST_CAPACITY : z->note[b.var].value) &&
                                  (c.var == ZONE_ZERO ? c.offset < BOUNDS_FIRST_CAPACITY : z->note[c.var].value);
}

void bounds_divisor(struct zone *z, struct operand b, struct operand c)
{
    struct range x = bounds_of(z, b), y = bounds_of(z, c);
    bounds_new_least(z, bounds_zero, x.least >= 1 || y.least >= 1);
    if (x.least >= 1) bounds_new_most(z, b, 0);
    if (y.least >= 1) bounds_new_most(z, c, 0);
    if (!bounds_are_both(x) || !bounds_are_both(y)) return;
    bounds_wide most = x.most;
    if (-(bounds_wide)x.least > most) most = -(bounds_wide)x.least;
    if (y.most > most) most = y.most;
    if (-(bounds_wide)y.least > most) most = -(bounds_wide)y.least;
    bounds_new_within(z, 0, most);
}

void bounds_distance(struct zone *z, struct operand b)
{
    struct range x = bounds_of(z, b);
    bounds_new_least(z, bounds_zero, x.least > 0 ? x.least : 0);
    bounds_new_least(z, b, 0);
    if (x.least >= 0) bounds_new_most(z, b, 0);
    if (bounds_are_both(x)) bounds_new_within(z, 0, x.most > -(bounds_wide)x.least ? x.most : -(bounds_wide)x.least);
}

/* Is b to the power c within 64 bits? *most: its greatest value. */
bool bounds_power(struct range b, struct range c, int64_t *most)
{
    *most = 1;
    if (b.least < 0 || c.least < 0 || b.most == ZONE_NONE || c.most > 63) return false;
    for (int64_t i = 0; i < c.most; i++)
        if (__builtin_mul_overflow(*most, b.most > 0 ? b.most : 1, most)) return false;
    return true;
}
