/* SPDX-License-Identifier: MIT */
/* Constraints as lines in m and k, and what becomes of them. */
#include "base/checked.h"
#include "proof/lanes/private.h"
#include "proof/private.h"

enum { MOST_ARGS = 8 };
#define NOT_LINEAR "a condition that is neither linear nor periodic in the number that is not held"

bool lanes_refuse(struct lanes_finder *f, const char *reason)
{
    if (!f->out->reason) f->out->reason = reason;
    return false;
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */
/* The lines of n and of r. */
struct lanes_spot {
    const struct lane *lane;
    struct lanes_line n, r;
    bool two;     /* k and m - k grow; else only m does */
    int64_t from; /* the lines are right from there on: set by line_of */
};
static bool line_of(struct lanes_spot *p, const struct linear_form *form, struct lanes_line *out);

static bool add_line(struct lanes_line *to, struct lanes_line line, int64_t factor)
{
    return checked_mul(line.a, factor, &line.a) && checked_mul(line.b, factor, &line.b) &&
           checked_mul(line.c, factor, &line.c) && checked_add(to->a, line.a, &to->a) &&
           checked_add(to->b, line.b, &to->b) && checked_add(to->c, line.c, &to->c);
}

/* slope * x + start has the sign of its slope for all x >= *from, and is not 0 there. */
static bool settles(int64_t slope, int64_t start, int64_t *from)
{
    int64_t m;
    if (slope == INT64_MIN || start == INT64_MIN) return false;
    if (!checked_div(slope > 0 ? -start : start, slope > 0 ? slope : -slope, &m)) return false;
    return checked_add(m, 1, from);
}

/* x / L or x % L for a number x and a line L that grows beyond it: 0 and x; where x is negative, -1 and L + x. */
static bool divided_line(struct lanes_spot *p, int kind, int64_t x, struct lanes_line by, struct lanes_line *out)
{
    int64_t sum = by.a, k, start, from, least = x < 0 ? -x : x;
    if (p->two && (!checked_add(by.a, by.b, &k) || k < 0 || by.a < 0 || !checked_add(k, by.a, &sum))) return false;
    if (sum <= 0 || x == INT64_MIN || !checked_sub(by.c, least, &start) || !settles(sum, start, &from)) return false;
    if (from > p->from) p->from = from;
    *out = (struct lanes_line){0, 0, kind == EXPR_DIV ? -(x < 0) : x};
    if (kind == EXPR_DIV || x >= 0) return true;
    *out = by;
    return checked_add(out->c, x, &out->c);
}

static bool term_line(struct lanes_spot *p, const struct normal_term *t, struct lanes_line *out)
{
    struct lanes_line args[MOST_ARGS] = {{0, 0, 0}};
    int64_t values[MOST_ARGS] = {0};
    bool constant = true;
    if (t->count > MOST_ARGS) return false;
    for (size_t i = 0; i < t->count; i++) {
        if (!t->args[i].form || !line_of(p, t->args[i].form, &args[i])) return false;
        constant = constant && args[i].a == 0 && args[i].b == 0;
        values[i] = args[i].c;
    }
    if (t->kind == NORMAL_FLOOR && t->data > 0 && args[0].a % t->data == 0 && args[0].b % t->data == 0) {
        *out = (struct lanes_line){args[0].a / t->data, args[0].b / t->data, 0};
        return checked_div(args[0].c, t->data, &out->c);
    }
    if ((t->kind == EXPR_DIV || t->kind == EXPR_MOD) && t->count == 2 && !constant && !args[0].a && !args[0].b)
        return divided_line(p, t->kind, args[0].c, args[1], out);
    *out = (struct lanes_line){0, 0, 0};
    return constant && terms_fold(t, values, t->count, &out->c);
}

static bool line_of(struct lanes_spot *p, const struct linear_form *form, struct lanes_line *out)
{
    *out = (struct lanes_line){0, 0, form->constant};
    for (uint32_t i = 0; i < form->count; i++) {
        int var = form->terms[i].var;
        const struct normal_term *t = p->lane->space->vars[var].term;
        struct lanes_line line = var == p->lane->n ? p->n : p->r;
        if (var != p->lane->n && var != p->lane->r && (!t || !term_line(p, t, &line))) return false;
        if (!add_line(out, line, form->terms[i].factor)) return false;
    }
    return true;
}

static bool next_line(struct lanes_finder *f, struct lanes_spot *p, size_t at, struct lanes_line *line)
{
    if (++f->work > LANES_WORK) return lanes_refuse(f, "too many cases");
    return line_of(p, p->lane->rule.items[at].form, line) || lanes_refuse(f, NOT_LINEAR);
}

static bool is_true(struct lanes_line line, bool equality) { return equality ? line.c == 0 : line.c >= 0; }

bool lanes_holds(struct lanes_finder *f, const struct lane *lane, int64_t n, int64_t r, bool *holds)
{
    struct lanes_spot p = {.lane = lane, .n = {0, 0, n}, .r = {0, 0, r}};
    *holds = true;
    for (size_t i = 0; i < lane->rule.count && *holds; i++) {
        struct lanes_line line;
        if (!next_line(f, &p, i, &line)) return false;
        *holds = is_true(line, lane->rule.items[i].equality);
    }
    return true;
}

/* ---- one number grows -------------------------------------------------------------------------------------------- */
static bool raise_from(struct lanes_finder *f, int64_t m, int64_t residue)
{
    int64_t n;
    if (m <= 0) return true;
    if (!checked_mul(m, f->out->modulus, &n) || !checked_add(n, residue, &n) || n > LANES_FROM)
        return lanes_refuse(f, "its conditions change too late");
    if (n > f->out->from) f->out->from = n;
    return true;
}

bool lanes_in_the_end(struct lanes_finder *f, const struct lane *lane, int64_t residue, int64_t d, bool fixed,
                      bool *holds)
{
    int64_t M = f->out->modulus, m;
    struct lanes_spot p = {.lane = lane, .n = {M, 0, residue}, .r = {M, 0, residue - d}};
    if (fixed) p.r = (struct lanes_line){0, 0, d};
    *holds = true;
    for (size_t i = 0; i < lane->rule.count; i++) {
        struct lanes_line line;
        bool equality = lane->rule.items[i].equality, one = false;
        if (!next_line(f, &p, i, &line) || !raise_from(f, p.from, residue)) return false;
        if (line.a == 0) one = is_true(line, equality);
        else if (!settles(line.a, line.c, &m)) return lanes_refuse(f, NOT_LINEAR);
        else if (!raise_from(f, m, residue)) return false;
        else one = !equality && line.a > 0;
        *holds = *holds && one;
        if (line.a == 0 && !one) return true; /* never, whatever the others say */
    }
    return true;
}

/* ---- two numbers grow -------------------------------------------------------------------------------------------- */
/* (a + b) k + a w + c for all k, w >= *from: 1 true, 0 false, -1 not decided. */
static int decide(struct lanes_line line, bool equality, int64_t *from)
{
    int64_t k, sum;
    *from = 0;
    if (!checked_add(line.a, line.b, &k) || !checked_add(line.a, k, &sum)) return -1;
    if (k == 0 && line.a == 0) return is_true(line, equality);
    if ((k < 0 && line.a > 0) || (k > 0 && line.a < 0) || !settles(sum, line.c, from)) return -1;
    return !equality && sum > 0;
}

bool lanes_between(struct lanes_finder *f, const struct lane *lane, int64_t residue, int64_t rest, bool *holds)
{
    int64_t M = f->out->modulus, all = 0, never = -1;
    struct lanes_spot p = {.lane = lane, .n = {M, 0, residue}, .r = {M, -M, residue - rest}, .two = true};
    bool open = false;
    for (size_t i = 0; i < lane->rule.count; i++) {
        struct lanes_line line;
        int64_t from;
        if (!next_line(f, &p, i, &line)) return false;
        int truth = decide(line, lane->rule.items[i].equality, &from);
        open = open || truth < 0;
        if (truth == 1 && from > all) all = from;
        if (truth == 0 && (never < 0 || from < never)) never = from < 0 ? 0 : from;
    }
    *holds = never < 0;
    if (*holds && open) return lanes_refuse(f, "a condition compares what is taken with what is left");
    if (!*holds) all = never;
    if (p.from > all) all = p.from;
    if (all > f->beyond) f->beyond = all;
    return f->beyond <= LANES_FROM || lanes_refuse(f, "its conditions change too late");
}
