/* SPDX-License-Identifier: MIT */
/* A system is solved by substituting equalities away and eliminating one variable of the inequalities at a time, the
 * cheapest first; the eliminated rows are kept to build a witness from. */
#include "proof/linear/private.h"
#include "base/checked.h"
#include "base/hash.h"
#include "base/numbers.h"

enum { MAX_ROWS = 600 };

static void system_fail(struct system *s)
{
    s->failed = true;
    if (!s->work->no_memory) s->work->gave_up = true;
}
static void system_lose_memory(struct system *s) { s->work->no_memory = s->failed = true; }

void system_add(struct system *s, struct linear_constraint c)
{
    c = linear_tighten(s->work, c);
    if (!c.form || s->work->steps == 0 || s->rows.count > MAX_ROWS) {
        system_fail(s);
        return;
    }
    s->work->steps--;
    int truth = linear_truth(c);
    if (truth == 0) s->infeasible = true;
    if (truth >= 0) return;
    int last = c.form->terms[c.form->count - 1].var;
    if (last >= s->next_var) s->next_var = last + 1;
    struct row row = rows_make(c);
    if (!vec_push(&s->rows, row) || !vec_push(&s->fresh, row)) system_lose_memory(s);
}

void system_close(struct system *s)
{
    vec_free(&s->rows);
    vec_free(&s->gone);
    vec_free(&s->fresh);
    vec_free(&s->changed);
    vec_free(&s->uses);
    vec_free(&s->places);
}

/* ---- equalities -------------------------------------------------------------------------------------------------- */

static void substitute(struct system *s, int var, const struct linear_form *by)
{
    if (!by || !vec_push(&s->gone, (struct gone){.var = var, .form = by})) {
        if (by) system_lose_memory(s);
        else system_fail(s);
        return;
    }
    size_t count = s->rows.count;
    struct row *old = s->rows.data;
    size_t kept = 0, sorted = 0;
    s->changed.count = 0;
    for (size_t i = 0; i < count; i++) {
        if (!linear_factor(old[i].form, var)) {
            sorted += i < s->sorted;
            old[kept++] = old[i];
        } else if (!vec_push(&s->changed, (struct linear_constraint){linear_replace(s->work, old[i].form, var, by),
                                                                     old[i].equality})) {
            system_lose_memory(s);
        }
    }
    s->rows.count = kept;
    s->sorted = sorted;
    for (size_t i = 0; i < s->changed.count && !s->failed; i++) system_add(s, s->changed.data[i]);
}

/* The term of an equality to solve for: the smallest factor among variables that may be eliminated; NULL if there is
 * none. If only one such variable occurs with `keep` and its factor is not 1, the equality is just a congruence of
 * `keep`: there is nothing to solve for. */
static const struct linear_term *smallest(const struct system *s, const struct linear_form *f)
{
    const struct linear_term *best = NULL;
    size_t others = 0;
    for (uint32_t i = 0; i < f->count; i++) {
        const struct linear_term *t = &f->terms[i];
        if (t->var == s->keep) continue;
        others++;
        if (!best || number_magnitude(t->factor) < number_magnitude(best->factor)) best = t;
    }
    return others == 1 && f->count > 1 && number_magnitude(best->factor) > 1 ? NULL : best;
}

/* With a = the smallest factor (of x, positive): x = y - sum floor(a_i / a) x_i - floor(c / a), y new; the equality
 * keeps the remainders, which are smaller, so this ends like Euclid's algorithm. With a == 1 no remainder is left. */
void system_use_equality(struct system *s, size_t row, struct linear_term solve)
{
    const struct linear_form *f = s->rows.data[row].form;
    if (solve.factor < 0) f = linear_scale(s->work, f, -1, 0);
    if (!f || solve.factor == INT64_MIN) {
        system_fail(s);
        return;
    }
    int64_t a = solve.factor < 0 ? -solve.factor : solve.factor;
    struct linear_form *by = linear_new(s->work, (size_t)f->count + 1);
    if (!by) {
        system_lose_memory(s);
        return;
    }
    bool fits = checked_div(f->constant, a, &by->constant) && checked_neg(by->constant, &by->constant);
    for (uint32_t i = 0; i < f->count && fits; i++) {
        if (f->terms[i].var == solve.var) continue;
        int64_t q;
        fits = checked_div(f->terms[i].factor, a, &q) && checked_neg(q, &q);
        if (q) by->terms[by->count++] = (struct linear_term){f->terms[i].var, q};
    }
    if (a > 1) by->terms[by->count++] = (struct linear_term){s->next_var++, 1};
    if (!fits) s->work->gave_up = true;
    substitute(s, solve.var, fits ? by : NULL);
}

/* The term to solve for of all equalities, in *row; the first whose factor is smallest. */
static bool smallest_of_all(const struct system *s, size_t *row, struct linear_term *best)
{
    bool any = false;
    for (size_t i = 0; i < s->rows.count && !(any && number_magnitude(best->factor) == 1); i++) {
        if (!s->rows.data[i].equality) continue;
        const struct linear_term *t = smallest(s, s->rows.data[i].form);
        if (!t || (any && number_magnitude(t->factor) >= number_magnitude(best->factor))) continue;
        any = true;
        *row = i;
        *best = *t;
    }
    return any;
}

/* Substitutes equalities away until none remains that may be used. */
static void use_equalities(struct system *s)
{
    for (;;) {
        if (s->infeasible || s->failed) return;
        size_t row = 0;
        struct linear_term best = {0, 0};
        if (smallest_of_all(s, &row, &best)) {
            system_use_equality(s, row, best);
            continue;
        }
        rows_drop_parallel(s);
        if (s->infeasible || !rows_join_opposites(s)) return;
    }
}

/* ---- inequalities ------------------------------------------------------------------------------------------------ */

/* The uses of a variable, new ones if it has none yet; it stands behind `places`, a table of a power of two of places
 * with more room than there are variables. */
static struct uses *uses_of(struct system *s, int var)
{
    size_t mask = s->places.count - 1, at = hash_mix((uint64_t)var) & mask;
    while (s->places.data[at] && s->uses.data[s->places.data[at] - 1].var != var) at = (at + 1) & mask;
    if (!s->places.data[at]) {
        s->uses.data[s->uses.count++] = (struct uses){.var = var};
        s->places.data[at] = (uint32_t)s->uses.count;
    }
    return &s->uses.data[s->places.data[at] - 1];
}

/* In how many rows each variable, in the order in which they occur, has a positive, a negative factor; in an equality
 * it has both. */
static bool count_uses(struct system *s)
{
    size_t terms = 0, size = 2;
    for (size_t i = 0; i < s->rows.count; i++) terms += s->rows.data[i].form->count;
    while (size <= 2 * terms) size *= 2;
    s->uses.count = s->places.count = 0;
    if (!vec_reserve(&s->uses, terms) || !vec_reserve(&s->places, size)) return system_lose_memory(s), false;
    while (s->places.count < size) s->places.data[s->places.count++] = 0;
    for (size_t i = 0; i < s->rows.count; i++) {
        const struct linear_form *f = s->rows.data[i].form;
        bool both = s->rows.data[i].equality;
        for (uint32_t k = 0; k < f->count; k++) {
            struct uses *u = uses_of(s, f->terms[k].var);
            u->up += both || f->terms[k].factor > 0;
            u->down += both || f->terms[k].factor < 0;
        }
    }
    return true;
}

/* The variable whose elimination makes the fewest new rows; -1 when only `keep` is left. */
static int cheapest(const struct system *s)
{
    const struct uses *best = NULL;
    for (size_t i = 0; i < s->uses.count; i++) {
        const struct uses *u = &s->uses.data[i];
        if (u->var == s->keep) continue;
        if (!best || (uint64_t)u->up * u->down < (uint64_t)best->up * best->down) best = u;
    }
    return best ? best->var : -1;
}

/* Takes the rows that hold `var` out of the system; an equality among them as two inequalities. */
static void split_rows(struct system *s, int var, struct gone *out)
{
    out->var = var;
    out->rows = arena_array(s->work->arena, 2 * s->rows.count + 1, sizeof *out->rows);
    if (!out->rows) {
        system_lose_memory(s);
        return;
    }
    size_t kept = 0, sorted = 0;
    for (size_t i = 0; i < s->rows.count; i++) {
        struct row c = s->rows.data[i];
        if (!linear_factor(c.form, var)) {
            sorted += i < s->sorted;
            s->rows.data[kept++] = c;
            continue;
        }
        out->rows[out->row_count++] = (struct linear_constraint){c.form, false};
        if (!c.equality) continue;
        out->rows[out->row_count] = (struct linear_constraint){linear_scale(s->work, c.form, -1, 0), false};
        if (!out->rows[out->row_count++].form) system_fail(s);
    }
    s->rows.count = kept;
    s->sorted = sorted;
}

/* Every lower bound with every upper bound. *exact stays true when each pair has a factor of 1 on one side. */
static void combine_rows(struct system *s, int var, const struct gone *g, bool *exact)
{
    for (size_t i = 0; i < g->row_count; i++) {
        int64_t a = linear_factor(g->rows[i].form, var);
        for (size_t j = 0; j < g->row_count && a > 0; j++) {
            int64_t b = linear_factor(g->rows[j].form, var);
            if (b >= 0 || b == INT64_MIN) continue;
            if (a > 1 && b < -1) *exact = false;
            int64_t d = (int64_t)number_gcd((uint64_t)a, number_magnitude(b));
            system_add(s, (struct linear_constraint){
                              linear_sum(s->work, g->rows[i].form, -b / d, g->rows[j].form, a / d), false});
            if (s->failed || s->infeasible) return;
        }
    }
}

void system_eliminate(struct system *s, int var, bool *exact)
{
    struct gone g = {0};
    split_rows(s, var, &g);
    if (s->failed) return;
    combine_rows(s, var, &g, exact);
    if (!vec_push(&s->gone, g)) system_lose_memory(s);
}

/* The rows are gone: their variables have fewer uses. */
static void count_off(struct system *s, const struct gone *g)
{
    for (size_t i = 0; i < g->row_count; i++) {
        const struct linear_form *f = g->rows[i].form;
        for (uint32_t k = 0; k < f->count; k++) {
            struct uses *u = uses_of(s, f->terms[k].var);
            if (f->terms[k].factor > 0) u->up--;
            else u->down--;
        }
    }
}

/* Eliminates variables that are bounded on one side alone, as long as there are any: their rows go, and none are made,
 * so that there are no equalities, parallels and opposites to be looked for in between. */
static bool drop_bounds(struct system *s)
{
    bool any = false;
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < s->uses.count; i++) {
            const struct uses *u = &s->uses.data[i];
            if (u->var == s->keep || !u->up == !u->down) continue;
            struct gone g = {0};
            split_rows(s, u->var, &g);
            if (s->failed) return any;
            count_off(s, &g);
            if (!vec_push(&s->gone, g)) return system_lose_memory(s), any;
            s->work->rows += s->rows.count;
            any = more = true;
        }
    }
    return any;
}

void system_run(struct system *s)
{
    while (!s->infeasible && !s->failed) {
        s->work->rows += s->rows.count;
        use_equalities(s);
        if (s->infeasible || s->failed || !count_uses(s)) return;
        if (drop_bounds(s) && (s->failed || !count_uses(s))) return;
        int var = cheapest(s);
        if (var < 0) return;
        bool exact = true;
        system_eliminate(s, var, &exact);
    }
}

void system_open(struct system *s, struct linear_work *work, const struct linear_constraint *items, size_t count)
{
    *s = (struct system){.work = work, .keep = -1};
    for (size_t i = 0; i < count; i++) { /* new variables: above all others, those in dropped rows included */
        const struct linear_form *f = items[i].form;
        if (f && f->count && f->terms[f->count - 1].var >= s->next_var) s->next_var = f->terms[f->count - 1].var + 1;
    }
    if (!vec_reserve(&s->rows, count) || !vec_reserve(&s->fresh, count)) system_lose_memory(s);
    for (size_t i = 0; i < count && !s->failed; i++) system_add(s, items[i]);
}
