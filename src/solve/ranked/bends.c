/* SPDX-License-Identifier: MIT */
#include "solve/ranked/bends.h"
#include <string.h>
#include "model/arithmetic.h"
#include "model/builtins.h"
#include "model/expr.h"

enum { WORD = 64, BENDS_MOST = 2 * TERM_CELLS, BY_MOST = 1 << 16, MODULUS_MOST = 64 };
enum { STEPS_MOST = 16 }; /* so many take as long as a division */
#define VARIABLE_MOST ((int64_t)1 << 40)
#define SUM_MOST ((uint64_t)1 << 62)

/* ---- taking apart ------------------------------------------------------------------------------------------------ */
struct piece {
    struct linear line;
    int64_t factor;
    bool jump;
};
struct parts {
    struct linear line;
    struct piece pieces[BENDS_MOST];
    size_t count;
    uint64_t size; /* what it may be at most, whichever of its summands are added first */
};

static uint64_t without_sign(int64_t number) { return number < 0 ? -(uint64_t)number : (uint64_t)number; }

/* Factors of linear terms, and of differences of two, are below 2^17. */
static uint64_t size_of(const struct linear *line)
{
    uint64_t size = without_sign(line->constant);
    for (int v = 0; v < TERM_VARIABLES; v++) size += without_sign(line->factor[v]) << 40;
    return size;
}

static struct linear times(const struct linear *a, int64_t by, const struct linear *b, int64_t with)
{
    struct linear sum = {by * a->constant + with * b->constant, {0}};
    for (int v = 0; v < TERM_VARIABLES; v++) sum.factor[v] = by * a->factor[v] + with * b->factor[v];
    return sum;
}

/* By so many times that. False: too much. */
static bool grows(struct parts *p, int64_t by, uint64_t size)
{
    uint64_t more;
    return !__builtin_mul_overflow(without_sign(by), size, &more) && !__builtin_add_overflow(p->size, more, &p->size) &&
           p->size < SUM_MOST;
}

static bool add_line(struct parts *p, const struct linear *line, int64_t by)
{
    if (!grows(p, by, size_of(line))) return false;
    p->line = times(&p->line, 1, line, by);
    return true;
}

static bool add_piece(struct parts *p, const struct linear *line, int64_t factor, bool jump)
{
    if (factor == 0) return true;
    if (factor < -BY_MOST || factor > BY_MOST || p->count == BENDS_MOST) return false;
    if (!grows(p, factor, size_of(line) + 1)) return false;
    p->pieces[p->count++] = (struct piece){*line, factor, jump};
    return true;
}

/* a - b = *by * line + *more? */
static bool is_multiple(const struct linear *difference, const struct linear *line, int64_t *by, int64_t *more)
{
    int v = 0;
    while (v < TERM_VARIABLES && !line->factor[v]) v++;
    if (v == TERM_VARIABLES) return false;
    *by = difference->factor[v] / line->factor[v];
    if (*by < -BY_MOST || *by > BY_MOST) return false;
    struct linear rest = times(difference, 1, line, -*by);
    for (v = 0; v < TERM_VARIABLES; v++)
        if (rest.factor[v]) return false;
    *more = rest.constant;
    return *more >= -BY_MOST && *more <= BY_MOST;
}

/* when ? a : b. Where a form is 0, a multiple of it is, too. */
static bool add_choice(struct parts *p, const struct term *t, int64_t by)
{
    struct linear when, kids[2];
    enum test_kind kind = shots_compared(t->kids[0], &when);
    int64_t multiple, more;
    if (kind == TEST_TERM || !term_linear(t->kids[1], &kids[0]) || !term_linear(t->kids[2], &kids[1])) return false;
    bool other = kind == TEST_OTHER; /* the other kid, and the first one where it is 0 */
    struct linear difference = times(&kids[other], 1, &kids[!other], -1);
    if (!is_multiple(&difference, &when, &multiple, &more)) return false;
    struct linear above = when, below = when;
    above.constant--;
    below.constant++;
    if (!add_line(p, &kids[!other], by)) return false;
    if (kind == TEST_LEAST && multiple == more) return add_piece(p, &below, by * more, false); /* [L >= 0] (L + 1) */
    if (!add_piece(p, &when, by * more, true)) return false;
    if (kind == TEST_LEAST) return add_piece(p, &when, by * multiple, false);
    return add_piece(p, &above, -by * more, true);
}

static bool add_call(struct parts *p, const struct term *t, int64_t by)
{
    struct linear a, b = {0}, difference;
    bool abs = t->index == BUILTIN_ABS && t->count == 1, least = t->index == BUILTIN_MIN;
    if (!abs && !((least || t->index == BUILTIN_MAX) && t->count == 2)) return false;
    if (!term_linear(t->kids[0], &a) || (!abs && !term_linear(t->kids[1], &b))) return false;
    if (abs) return add_line(p, &a, -by) && add_piece(p, &a, 2 * by, false); /* abs(a) = 2 * max(0, a) - a */
    difference = times(&a, 1, &b, -1);
    return add_line(p, least ? &a : &b, by) && add_piece(p, &difference, least ? -by : by, false);
}

static bool add_term(struct parts *p, const struct term *t, int64_t by)
{
    struct linear line;
    if (by < -BY_MOST || by > BY_MOST || by == 0) return false;
    if (term_linear(t, &line)) return add_line(p, &line, by);
    switch (t->kind) {
    case EXPR_NEG: return add_term(p, t->kids[0], -by);
    case EXPR_ADD: return add_term(p, t->kids[0], by) && add_term(p, t->kids[1], by);
    case EXPR_SUB: return add_term(p, t->kids[0], by) && add_term(p, t->kids[1], -by);
    case EXPR_MUL:
        for (int i = 0; i < 2; i++)
            if (t->kids[i]->kind == EXPR_INT && t->kids[i]->constant >= -BY_MOST && t->kids[i]->constant <= BY_MOST)
                return add_term(p, t->kids[1 - i], by * t->kids[i]->constant);
        return false;
    case EXPR_IF: return add_choice(p, t, by);
    case EXPR_CALL: return add_call(p, t, by);
    default: return false;
    }
}

/* The value has no factor above 0 in any piece. */
static bool turn(struct parts *p, int variable)
{
    for (size_t i = 0; i < p->count; i++) {
        struct piece *one = &p->pieces[i];
        if (one->line.factor[variable] <= 0) continue;
        if (!one->jump && !add_line(p, &one->line, one->factor)) return false;
        struct linear none = {0};
        one->line = times(&one->line, -1, &none, 0);
        if (!one->jump) continue;
        if (!grows(p, one->factor, 1)) return false;
        p->line.constant += one->factor;
        one->line.constant--;
        one->factor = -one->factor;
    }
    return true;
}

/* ---- making ------------------------------------------------------------------------------------------------------ */
/* Never more as the value falls by one, whichever pieces take part, with all signs turned if `sign` is -1? */
static bool never_more(const struct parts *p, int variable, int64_t sign)
{
    int64_t most = -sign * p->line.factor[variable];
    bool none = true;
    for (size_t i = 0; i < p->count; i++) {
        const struct piece *one = &p->pieces[i];
        int64_t more = sign * one->factor * -one->line.factor[variable];
        if (more > 0 && one->jump) none = false;
        if (more > 0) most += more;
    }
    return none && most <= 0;
}

/* Does the first of them begin no lower than the second in all states, if the value has factor -1 in both? */
static bool begins_first(const struct ranks *r, const struct piece *a, const struct piece *b)
{
    struct linear ahead = times(&a->line, 1, &b->line, -1);
    int above = -1, below = -1;
    for (int v = 0; v < TERM_VARIABLES; v++) {
        int *which = ahead.factor[v] > 0 ? &above : &below;
        if (ahead.factor[v] == 0) continue;
        if (v >= TERM_CELLS || *which >= 0 || (ahead.factor[v] != 1 && ahead.factor[v] != -1)) return false;
        *which = v;
    }
    if (above < 0 && below < 0) return ahead.constant >= 0;
    return above >= 0 && ranks_imply(r, above, below, ahead.constant);
}

/* Into an order in which each begins no lower than the next, if there is one. */
static bool sort_pieces(const struct ranks *r, int variable, struct parts *p)
{
    struct piece *items = p->pieces;
    bool sorted = true;
    for (size_t i = 0; i < p->count && sorted; i++) sorted = items[i].line.factor[variable] == -1;
    for (size_t i = 1; i < p->count && sorted; i++) {
        struct piece one = items[i];
        size_t k = i;
        for (; k > 0 && !begins_first(r, &items[k - 1], &one); k--) items[k] = items[k - 1];
        items[k] = one;
    }
    for (size_t i = 1; i < p->count && sorted; i++) sorted = begins_first(r, &items[i - 1], &items[i]);
    return sorted;
}

/* With sign -1: of the sum s what is told is -s - 1, which is not negative where s is. */
static bool make_items(struct arena *arena, const struct parts *p, int64_t sign, struct bends *b)
{
    struct linear rest = times(&p->line, sign, &(struct linear){0}, 0);
    b->step = rest.factor[b->variable];
    rest.factor[b->variable] = 0;
    if (sign < 0) rest.constant--;
    b->items = arena_array(arena, p->count + 1, sizeof *b->items);
    if (!b->items || !quick_linear(arena, &rest, &b->rest)) return false;
    for (; b->count < p->count; b->count++) {
        const struct piece *one = &p->pieces[b->count];
        struct linear line = one->line;
        struct bend *new = &b->items[b->count];
        *new = (struct bend){.step = line.factor[b->variable], .factor = sign * one->factor, .jump = one->jump};
        line.factor[b->variable] = 0;
        if (!quick_linear(arena, &line, &new->line)) return false;
    }
    return true;
}

static bool make_cells(struct arena *arena, struct bends *b)
{
    bool plain = true;
    for (size_t i = 0; i < b->count && plain; i++)
        plain = b->items[i].step == -1 && b->items[i].line.count == 1 && b->items[i].line.first.factor == 1;
    if (!plain) return true;
    b->cells = arena_array(arena, b->count + 1, sizeof *b->cells);
    for (size_t i = 0; i < b->count && b->cells; i++) {
        const struct bend *one = &b->items[i];
        b->cells[i] =
            (struct bend_cell){one->line.constant, one->factor, (uint32_t)one->line.first.variable, one->jump};
    }
    return b->cells != NULL;
}

/* The states that are numbered have small cells. */
static bool is_small(const struct ranks *r)
{
    bool small = true;
    for (size_t p = 0; p < r->cells; p++)
        small &= r->least[p] >= -VARIABLE_MOST / 2 && r->least[p] <= VARIABLE_MOST / 2 &&
                 r->units[r->unit_of[p]].most <= VARIABLE_MOST / 2;
    return small;
}

/* A remainder by a fixed number above 0, which is not negative, compared with a number: the sum, and what remains where it holds. */
static const struct term *as_remainder(const struct term *t, int64_t *modulus, uint64_t *residues)
{
    int left = t->kids[0]->kind == EXPR_MOD ? 0 : 1;
    const struct term *rest = t->kids[left], *with = t->kids[1 - left];
    if (rest->kind != EXPR_MOD || rest->kids[1]->kind != EXPR_INT || with->kind != EXPR_INT) return NULL;
    int64_t by = rest->kids[1]->constant, holds;
    enum expr_kind kind = left ? expr_turned(t->kind) : t->kind;
    if (by < 1 || by > MODULUS_MOST) return NULL;
    for (int64_t r = 0; r < by; r++)
        if (arithmetic_small(kind, r, with->constant, &holds)) *residues |= (uint64_t)holds << r;
    *modulus = by;
    return rest->kids[0];
}

bool bends_make(struct arena *arena, const struct ranks *r, const struct term *t, int value, struct bends **out)
{
    struct parts parts = {.size = 1};
    struct linear line;
    bool less = t->kind == EXPR_LT || t->kind == EXPR_LE, strict = t->kind == EXPR_LT || t->kind == EXPR_GT;
    bool equal = t->kind == EXPR_EQ || t->kind == EXPR_NE;
    *out = NULL;
    if ((!less && !equal && t->kind != EXPR_GT && t->kind != EXPR_GE) || !is_small(r)) return true;
    if (shots_compared(t, &line) != TEST_TERM) return true;
    struct bends *b = arena_alloc(arena, sizeof *b);
    if (!b) return false;
    *b = (struct bends){.variable = TERM_CELLS + value};
    const struct term *of = as_remainder(t, &b->modulus, &b->residues);
    b->kind = of || t->kind == EXPR_NE ? TEST_OTHER : equal ? TEST_ZERO : TEST_LEAST;
    bool added = of ? add_term(&parts, of, 1)
                    : add_term(&parts, t->kids[0], less ? -1 : 1) && add_term(&parts, t->kids[1], less ? 1 : -1);
    if (!added) return true;
    if (!of) parts.line.constant -= strict;
    if (!turn(&parts, b->variable)) return true;
    b->upper = b->kind == TEST_LEAST && never_more(&parts, b->variable, 1);
    b->end = b->upper || (b->kind == TEST_LEAST && never_more(&parts, b->variable, -1));
    b->sorted = sort_pieces(r, b->variable, &parts);
    if (!make_items(arena, &parts, b->end && !b->upper ? -1 : 1, b) || !make_cells(arena, b)) return false;
    *out = b;
    return true;
}

/* ---- running ----------------------------------------------------------------------------------------------------- */
static inline int64_t bend_at(const struct bend *b, const int64_t *x, int64_t value)
{
    int64_t line = quick_sum(&b->line, x) + b->step * value;
    return line < 0 ? 0 : b->jump ? b->factor : b->factor * line;
}

static int64_t sum_at(const struct bends *b, const int64_t *x, int64_t value)
{
    int64_t sum = quick_sum(&b->rest, x) + b->step * value;
    for (size_t i = 0; i < b->count; i++) sum += bend_at(&b->items[i], x, value);
    return sum;
}

/* How much above the multiple of the modulus that is next below? */
static inline uint32_t residue_of(const struct bends *b, int64_t number)
{
    int64_t by = b->modulus, rest;
    if ((by & (by - 1)) == 0) return (uint32_t)((uint64_t)number & (uint64_t)(by - 1));
    rest = number == (int32_t)number ? (int32_t)number % (int32_t)by : number % by; /* the short division is faster */
    return (uint32_t)(rest < 0 ? rest + by : rest);
}

static inline bool tells(const struct bends *b, int64_t sum)
{
    if (b->modulus) return b->residues >> residue_of(b, sum) & 1;
    if (b->kind != TEST_LEAST) return (sum == 0) == (b->kind == TEST_ZERO);
    return (sum >= 0) == (b->upper || !b->end);
}

bool bends_hold(const struct bends *b, const int64_t *x, int64_t value) { return tells(b, sum_at(b, x, value)); }

/* The sums at low + first..low + last, b->cells. Each bend adds to how the sum changes where it begins, and so to all sums below: it
 * need not be told which of them comes first, and there is nothing that a processor has to guess. Sums of factors are no greater than
 * what bends_make bounds. */
static void sums_between(const struct bends *b, const int64_t *x, int64_t low, int first, int last, int64_t *sums)
{
    int64_t ramps[WORD + 1], jumps[WORD + 1],
        top = low + last; /* at value - low - first + 1; bends that begin below are at 0 */
    int64_t sum = quick_sum(&b->rest, x) + b->step * top, more = -b->step, count = last - first + 1;
    memset(ramps, 0, (size_t)(count + 1) * sizeof *ramps);
    memset(jumps, 0, (size_t)(count + 1) * sizeof *jumps);
    for (const struct bend_cell *c = b->cells; c < b->cells + b->count; c++) {
        int64_t above = x[c->cell] + c->constant - top, over = above > 0 ? above : 0, at = count + above - over;
        at = at > 0 ? at : 0;
        if (c->jump) jumps[at] += c->factor;
        else ramps[at] += c->factor, sum += c->factor * over;
    }
    for (int bit = last; bit >= first; bit--, count--) {
        sum += jumps[count];
        sums[bit] = sum;
        more += ramps[count];
        sum += more;
    }
}

/* Of several sums; one loop for each kind of condition. */
static uint64_t told_of(const struct bends *b, const int64_t *sums, int first, int last)
{
    uint64_t told = 0;
    if (b->modulus)
        for (int bit = first; bit <= last; bit++) told |= (b->residues >> residue_of(b, sums[bit]) & 1) << bit;
    else if (b->kind == TEST_LEAST)
        for (int bit = first; bit <= last; bit++) told |= (uint64_t)((sums[bit] >= 0) == (b->upper || !b->end)) << bit;
    else
        for (int bit = first; bit <= last; bit++) told |= (uint64_t)((sums[bit] == 0) == (b->kind == TEST_ZERO)) << bit;
    return told;
}

uint64_t bends_among(const struct bends *b, const int64_t *x, int64_t low, uint64_t asked)
{
    uint64_t holds = 0;
    int64_t sums[WORD];
    if (!b->cells) {
        for (; asked; asked &= asked - 1)
            if (bends_hold(b, x, low + __builtin_ctzll(asked))) holds |= asked & -asked;
        return holds;
    }
    int last = WORD - 1 - __builtin_clzll(asked), first = __builtin_ctzll(asked);
    sums_between(b, x, low, first, last, sums);
    return told_of(b, sums, first, last) & asked;
}

/* The greatest value at which the sum is negative; low - 1: there is none. */
static int64_t by_halves(const struct bends *b, const int64_t *x, int64_t low, int64_t high)
{
    low--;
    while (low < high) {
        int64_t middle = high - (high - low) / 2;
        if (sum_at(b, x, middle) < 0) low = middle;
        else high = middle - 1;
    }
    return low;
}

/* Where bend i begins; below `low` if there is none. */
static inline int64_t begin_of(const struct bends *b, const int64_t *x, size_t i, int64_t low)
{
    if (i == b->count) return low - 1;
    return b->cells ? x[b->cells[i].cell] + b->cells[i].constant : quick_sum(&b->items[i].line, x);
}

/* How many steps down until `sum` is negative, if it changes by `more` with each and that is less than `most`. */
static inline int64_t steps_to(int64_t sum, int64_t more, int64_t most)
{
    int64_t steps = 1;
    if (most > STEPS_MOST) return sum / -more + 1;
    for (sum += more; sum >= 0; sum += more) steps++;
    return steps;
}

/* The same, from above: `sum` changes by `more` with each step down until the next bend begins. */
static int64_t from_above(const struct bends *b, const int64_t *x, int64_t low, int64_t high)
{
    int64_t sum = quick_sum(&b->rest, x) + b->step * high, more = -b->step, v = high, next = begin_of(b, x, 0, low);
    size_t i = 0;
    for (;;) {
        for (; next >= v; next = begin_of(b, x, ++i, low)) {
            bool jump = b->cells ? b->cells[i].jump : b->items[i].jump;
            int64_t factor = b->cells ? b->cells[i].factor : b->items[i].factor;
            sum += jump ? factor : factor * (next - v);
            if (!jump) more += factor;
        }
        if (sum < 0 || v <= low) return sum < 0 ? v : low - 1;
        int64_t to = next < low ? low : next, then = sum + more * (v - to);
        if (then < 0) return v - steps_to(sum, more, v - to);
        sum = then;
        v = to;
    }
}

void bends_cut(const struct bends *b, const int64_t *x, int64_t *low, int64_t *high)
{
    int64_t end = b->sorted ? from_above(b, x, *low, *high) : by_halves(b, x, *low, *high);
    if (b->upper) *low = end + 1;
    else *high = end;
}
