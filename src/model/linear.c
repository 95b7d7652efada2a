/* Sparse forms are merged like sorted lists. A system is solved by substituting equalities away and eliminating one
 * variable of the inequalities at a time, the cheapest first; the eliminated rows are kept to build a witness from. */
#include "model/linear.h"
#include <stdlib.h>
#include "base/checked.h"
#include "base/vec.h"

enum { MAX_ROWS = 600 };

/* ---- forms ------------------------------------------------------------------------------------------------------- */
static void *refuse_memory(struct linear_work *work)
{
    work->no_memory = true;
    return NULL;
}
static void *give_up(struct linear_work *work)
{
    work->gave_up = true;
    return NULL;
}
static struct linear_form *new_form(struct linear_work *work, size_t terms)
{
    struct linear_form *f = arena_alloc(work->arena, sizeof *f + terms * sizeof f->terms[0]);
    if (!f) refuse_memory(work);
    return f;
}

const struct linear_form *linear_constant(struct linear_work *work, int64_t value)
{
    struct linear_form *f = new_form(work, 0);
    if (f) f->constant = value;
    return f;
}

const struct linear_form *linear_variable(struct linear_work *work, int var)
{
    struct linear_form *f = var < 0 ? refuse_memory(work) : new_form(work, 1);
    if (f) {
        f->count = 1;
        f->terms[0] = (struct linear_term){var, 1};
    }
    return f;
}

static bool mul_add(int64_t a, int64_t ka, int64_t b, int64_t kb, int64_t *r)
{
    int64_t x, y;
    return checked_mul(a, ka, &x) && checked_mul(b, kb, &y) && checked_add(x, y, r);
}

const struct linear_form *linear_sum(struct linear_work *work, const struct linear_form *a, int64_t ka,
                                     const struct linear_form *b, int64_t kb)
{
    if (!a || !b) return NULL;
    struct linear_form *f = new_form(work, (size_t)a->count + b->count);
    if (!f) return NULL;
    if (!mul_add(a->constant, ka, b->constant, kb, &f->constant)) return give_up(work);
    uint32_t i = 0, j = 0;
    while (i < a->count || j < b->count) {
        bool from_a = i < a->count && (j == b->count || a->terms[i].var <= b->terms[j].var);
        bool from_b = j < b->count && (i == a->count || b->terms[j].var <= a->terms[i].var);
        struct linear_term t = {from_a ? a->terms[i].var : b->terms[j].var, 0};
        if (!mul_add(from_a ? a->terms[i].factor : 0, ka, from_b ? b->terms[j].factor : 0, kb, &t.factor))
            return give_up(work);
        if (t.factor) f->terms[f->count++] = t;
        i += from_a;
        j += from_b;
    }
    return f;
}

const struct linear_form *linear_scale(struct linear_work *work, const struct linear_form *a, int64_t factor,
                                       int64_t constant)
{
    struct linear_form one = {.constant = 1};
    return linear_sum(work, a, factor, &one, constant);
}

int64_t linear_factor(const struct linear_form *form, int var)
{
    for (uint32_t i = 0; i < form->count; i++)
        if (form->terms[i].var == var) return form->terms[i].factor;
    return 0;
}

const struct linear_form *linear_replace(struct linear_work *work, const struct linear_form *form, int var,
                                         const struct linear_form *by)
{
    if (!form || !by) return NULL;
    int64_t k = linear_factor(form, var);
    if (!k) return form;
    struct linear_form *rest = new_form(work, form->count);
    if (!rest) return NULL;
    rest->constant = form->constant;
    for (uint32_t i = 0; i < form->count; i++)
        if (form->terms[i].var != var) rest->terms[rest->count++] = form->terms[i];
    return linear_sum(work, rest, 1, by, k);
}

bool linear_is_constant(const struct linear_form *form, int64_t *value)
{
    if (!form || form->count) return false;
    *value = form->constant;
    return true;
}

/* Orders by the terms alone, so that rows which differ in their constant only stand together. */
static int compare_terms(const struct linear_form *a, const struct linear_form *b)
{
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    for (uint32_t i = 0; i < a->count; i++) {
        const struct linear_term *x = &a->terms[i], *y = &b->terms[i];
        if (x->var != y->var) return x->var < y->var ? -1 : 1;
        if (x->factor != y->factor) return x->factor < y->factor ? -1 : 1;
    }
    return 0;
}

int linear_compare(const struct linear_form *a, const struct linear_form *b)
{
    int order = compare_terms(a, b);
    if (order) return order;
    return (a->constant > b->constant) - (a->constant < b->constant);
}

/* ---- constraints ------------------------------------------------------------------------------------------------- */
static uint64_t magnitude(int64_t a)
{
    return a < 0 ? -(uint64_t)a : (uint64_t)a;
}
static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

struct linear_constraint linear_tighten(struct linear_work *work, struct linear_constraint c)
{
    if (!c.form) return c;
    uint64_t g = 0;
    for (uint32_t i = 0; i < c.form->count; i++) g = gcd(g, magnitude(c.form->terms[i].factor));
    bool flip = c.equality && c.form->count && c.form->terms[0].factor < 0;
    if (g > INT64_MAX) return c;
    if (g <= 1 && !flip) return c;
    int64_t divisor = (int64_t)g, rest = 0;
    if (c.equality && (!checked_mod(c.form->constant, divisor, &rest) || rest != 0))
        return (struct linear_constraint){linear_constant(work, -1), false};
    if (flip) divisor = -divisor;
    struct linear_form *f = new_form(work, c.form->count);
    if (!f) return (struct linear_constraint){NULL, c.equality};
    f->count = c.form->count;
    bool fits = checked_div(c.form->constant, divisor, &f->constant);
    for (uint32_t i = 0; i < f->count && fits; i++) {
        f->terms[i].var = c.form->terms[i].var;
        fits = checked_div(c.form->terms[i].factor, divisor, &f->terms[i].factor);
    }
    return (struct linear_constraint){fits ? f : give_up(work), c.equality};
}

int linear_truth(struct linear_constraint c)
{
    if (!c.form || c.form->count) return -1;
    return c.equality ? c.form->constant == 0 : c.form->constant >= 0;
}

/* ---- systems ----------------------------------------------------------------------------------------------------- */
typedef VEC(struct linear_constraint) rows;
/* A variable that is gone: by an equality (var = form) or from inequalities (the rows it stood in). */
struct gone {
    int var;
    const struct linear_form *form;
    struct linear_constraint *rows;
    size_t row_count;
};
struct system {
    struct linear_work *work;
    rows rows;
    VEC(struct gone) gone;
    int keep;     /* a variable that stays; -1: none */
    int next_var; /* first unused variable */
    bool infeasible, failed;
};

static void fail(struct system *s)
{
    s->failed = true;
    if (!s->work->no_memory) s->work->gave_up = true;
}
static void lose_memory(struct system *s)
{
    s->work->no_memory = s->failed = true;
}

static void add_row(struct system *s, struct linear_constraint c)
{
    c = linear_tighten(s->work, c);
    if (!c.form || s->work->steps == 0 || s->rows.count > MAX_ROWS) {
        fail(s);
        return;
    }
    s->work->steps--;
    int truth = linear_truth(c);
    if (truth == 0) s->infeasible = true;
    if (truth >= 0) return;
    int last = c.form->terms[c.form->count - 1].var;
    if (last >= s->next_var) s->next_var = last + 1;
    if (!vec_push(&s->rows, c)) lose_memory(s);
}

static void close_system(struct system *s)
{
    vec_free(&s->rows);
    vec_free(&s->gone);
}

static int by_terms(const void *a, const void *b)
{
    const struct linear_constraint *x = a, *y = b;
    int order = compare_terms(x->form, y->form);
    if (order) return order;
    if (x->equality != y->equality) return x->equality ? -1 : 1;
    return (x->form->constant > y->form->constant) - (x->form->constant < y->form->constant);
}

/* Of parallel inequalities only the tightest stays (the smallest constant), of equal equalities one. */
static void drop_parallel(struct system *s)
{
    if (s->rows.count < 2) return;
    qsort(s->rows.data, s->rows.count, sizeof s->rows.data[0], by_terms);
    size_t kept = 0;
    for (size_t i = 0; i < s->rows.count; i++) {
        struct linear_constraint c = s->rows.data[i];
        struct linear_constraint *last = kept ? &s->rows.data[kept - 1] : NULL;
        if (!last || compare_terms(last->form, c.form) != 0) {
            s->rows.data[kept++] = c;
        } else if (last->equality && (c.equality ? c.form->constant != last->form->constant
                                                 : c.form->constant < last->form->constant)) {
            s->infeasible = true;
        }
    }
    s->rows.count = kept;
}

static bool opposite(const struct linear_form *a, const struct linear_form *b)
{
    if (a->count != b->count) return false;
    for (uint32_t i = 0; i < a->count; i++) {
        int64_t sum;
        if (a->terms[i].var != b->terms[i].var) return false;
        if (!checked_add(a->terms[i].factor, b->terms[i].factor, &sum) || sum != 0) return false;
    }
    return true;
}

/* f >= 0 and -f + c >= 0: a contradiction for c < 0, an equality for c == 0. True when an equality was made. */
static bool join_opposites(struct system *s)
{
    for (size_t i = 0; i < s->rows.count; i++) {
        if (s->rows.data[i].equality) continue;
        for (size_t j = i + 1; j < s->rows.count; j++) {
            int64_t slack;
            if (s->rows.data[j].equality || !opposite(s->rows.data[i].form, s->rows.data[j].form)) continue;
            if (!checked_add(s->rows.data[i].form->constant, s->rows.data[j].form->constant, &slack)) continue;
            if (slack < 0) s->infeasible = true;
            if (slack != 0) continue;
            struct linear_constraint c = {s->rows.data[i].form, true};
            s->rows.data[j] = s->rows.data[--s->rows.count];
            s->rows.data[i] = s->rows.data[--s->rows.count];
            add_row(s, c);
            return true;
        }
    }
    return false;
}

static void substitute(struct system *s, int var, const struct linear_form *by)
{
    if (!by || !vec_push(&s->gone, (struct gone){.var = var, .form = by})) {
        if (by) lose_memory(s);
        else fail(s);
        return;
    }
    size_t count = s->rows.count;
    struct linear_constraint *old = s->rows.data;
    size_t kept = 0;
    rows changed = {0};
    for (size_t i = 0; i < count; i++) {
        if (!linear_factor(old[i].form, var)) {
            old[kept++] = old[i];
        } else if (!vec_push(&changed, (struct linear_constraint){linear_replace(s->work, old[i].form, var, by),
                                                                  old[i].equality})) {
            lose_memory(s);
        }
    }
    s->rows.count = kept;
    for (size_t i = 0; i < changed.count && !s->failed; i++) add_row(s, changed.data[i]);
    vec_free(&changed);
}

/* The term of an equality to solve for: the smallest factor among variables that may go; NULL when there is none. One
 * such variable beside `keep`, its factor not 1, says only to what `keep` is congruent: nothing to solve for. */
static const struct linear_term *smallest(const struct system *s, const struct linear_form *f)
{
    const struct linear_term *best = NULL;
    size_t others = 0;
    for (uint32_t i = 0; i < f->count; i++) {
        const struct linear_term *t = &f->terms[i];
        if (t->var == s->keep) continue;
        others++;
        if (!best || magnitude(t->factor) < magnitude(best->factor)) best = t;
    }
    return others == 1 && f->count > 1 && magnitude(best->factor) > 1 ? NULL : best;
}

/* With a = the smallest factor (of x, positive): x = y - sum floor(a_i / a) x_i - floor(c / a), y new; the equality
 * keeps the remainders, which are smaller, so this ends like Euclid's algorithm. With a == 1 nothing is left of it. */
static void use_equality(struct system *s, size_t row, struct linear_term solve)
{
    const struct linear_form *f = s->rows.data[row].form;
    if (solve.factor < 0) f = linear_scale(s->work, f, -1, 0);
    if (!f || solve.factor == INT64_MIN) {
        fail(s);
        return;
    }
    int64_t a = solve.factor < 0 ? -solve.factor : solve.factor;
    struct linear_form *by = new_form(s->work, (size_t)f->count + 1);
    if (!by) {
        lose_memory(s);
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
    substitute(s, solve.var, fits ? by : give_up(s->work));
}

/* Substitutes equalities away until none is left that may go. */
static void use_equalities(struct system *s)
{
    for (;;) {
        if (s->infeasible || s->failed) return;
        size_t best_row = SIZE_MAX;
        struct linear_term best = {0, 0};
        for (size_t i = 0; i < s->rows.count; i++) {
            if (!s->rows.data[i].equality) continue;
            const struct linear_term *t = smallest(s, s->rows.data[i].form);
            if (t && (best_row == SIZE_MAX || magnitude(t->factor) < magnitude(best.factor))) {
                best_row = i;
                best = *t;
            }
        }
        if (best_row != SIZE_MAX) {
            use_equality(s, best_row, best);
            continue;
        }
        drop_parallel(s);
        if (s->infeasible || !join_opposites(s)) return;
    }
}

/* The variable whose elimination makes the fewest new rows; -1 when only `keep` is left. */
static int cheapest(const struct system *s)
{
    int best = -1;
    uint64_t best_cost = 0;
    for (size_t i = 0; i < s->rows.count; i++) {
        const struct linear_form *f = s->rows.data[i].form;
        for (uint32_t k = 0; k < f->count; k++) {
            int var = f->terms[k].var;
            if (var == s->keep || var == best) continue;
            uint64_t up = 0, down = 0;
            for (size_t j = 0; j < s->rows.count; j++) {
                int64_t c = linear_factor(s->rows.data[j].form, var);
                if (s->rows.data[j].equality && c) up++, down++;
                else if (c > 0) up++;
                else if (c < 0) down++;
            }
            uint64_t cost = up * down + 1;
            if (best < 0 || cost < best_cost) {
                best = var;
                best_cost = cost;
            }
        }
    }
    return best;
}

/* Takes the rows that hold `var` out of the system; an equality among them as two inequalities. */
static void split_rows(struct system *s, int var, struct gone *out)
{
    out->var = var;
    out->rows = arena_array(s->work->arena, 2 * s->rows.count + 1, sizeof *out->rows);
    if (!out->rows) {
        lose_memory(s);
        return;
    }
    size_t kept = 0;
    for (size_t i = 0; i < s->rows.count; i++) {
        struct linear_constraint c = s->rows.data[i];
        if (!linear_factor(c.form, var)) {
            s->rows.data[kept++] = c;
            continue;
        }
        out->rows[out->row_count++] = (struct linear_constraint){c.form, false};
        if (!c.equality) continue;
        out->rows[out->row_count] = (struct linear_constraint){linear_scale(s->work, c.form, -1, 0), false};
        if (!out->rows[out->row_count++].form) fail(s);
    }
    s->rows.count = kept;
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
            int64_t d = (int64_t)gcd((uint64_t)a, magnitude(b));
            add_row(s, (struct linear_constraint){
                           linear_sum(s->work, g->rows[i].form, -b / d, g->rows[j].form, a / d), false});
            if (s->failed || s->infeasible) return;
        }
    }
}

static void eliminate(struct system *s, int var, bool *exact)
{
    struct gone g = {0};
    split_rows(s, var, &g);
    if (s->failed) return;
    combine_rows(s, var, &g, exact);
    if (!vec_push(&s->gone, g)) lose_memory(s);
}

static void run(struct system *s)
{
    while (!s->infeasible && !s->failed) {
        use_equalities(s);
        if (s->infeasible || s->failed) return;
        drop_parallel(s);
        int var = cheapest(s);
        if (var < 0) return;
        bool exact = true;
        eliminate(s, var, &exact);
    }
}

static void open_system(struct system *s, struct linear_work *work, const struct linear_constraint *items, size_t count)
{
    *s = (struct system){.work = work, .keep = -1};
    for (size_t i = 0; i < count; i++) { /* new variables must be above all that occur, also in rows that fall away */
        const struct linear_form *f = items[i].form;
        if (f && f->count && f->terms[f->count - 1].var >= s->next_var) s->next_var = f->terms[f->count - 1].var + 1;
    }
    for (size_t i = 0; i < count && !s->failed; i++) add_row(s, items[i]);
}

/* ---- witnesses --------------------------------------------------------------------------------------------------- */
static const int64_t *value_of(const struct linear_witness *w, int var)
{
    for (size_t i = 0; i < w->count; i++)
        if (w->vars[i] == var) return &w->values[i];
    return NULL;
}
/* The value of the form without `skip`; variables not set yet become 0. */
static bool evaluate(struct linear_witness *w, const struct linear_form *f, int skip, int64_t *r)
{
    *r = f->constant;
    for (uint32_t i = 0; i < f->count; i++) {
        int64_t x;
        if (f->terms[i].var == skip) continue;
        const int64_t *v = value_of(w, f->terms[i].var);
        if (!v) {
            w->vars[w->count] = f->terms[i].var;
            w->values[w->count] = 0;
            v = &w->values[w->count++];
        }
        if (!checked_mul(*v, f->terms[i].factor, &x) || !checked_add(*r, x, r)) return false;
    }
    return true;
}
/* A value between the bounds that the rows give, as near to 0 as they allow. */
static bool choose(struct linear_witness *w, const struct gone *g, int64_t *value)
{
    int64_t low = INT64_MIN, high = INT64_MAX;
    for (size_t i = 0; i < g->row_count; i++) {
        int64_t rest, k = linear_factor(g->rows[i].form, g->var), bound;
        if (!evaluate(w, g->rows[i].form, g->var, &rest) || rest == INT64_MIN) return false;
        if (k > 0) { /* k x >= -rest */
            if (!checked_div(rest, k, &bound)) return false;
            if (-bound > low) low = -bound;
        } else {
            if (k == INT64_MIN || !checked_div(rest, -k, &bound)) return false;
            if (bound < high) high = bound;
        }
    }
    *value = low > 0 ? low : high < 0 ? high : 0;
    return low <= high;
}

static size_t count_vars(const struct system *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->gone.count; i++) {
        n += 1 + (s->gone.data[i].form ? s->gone.data[i].form->count : 0);
        for (size_t j = 0; j < s->gone.data[i].row_count; j++) n += s->gone.data[i].rows[j].form->count;
    }
    return n;
}

/* Values in the opposite order of elimination. False when an interval holds no integer. */
static bool build_witness(struct system *s, struct linear_witness *w)
{
    size_t room = count_vars(s) + 1;
    *w = (struct linear_witness){arena_array(s->work->arena, room, sizeof *w->vars),
                                 arena_array(s->work->arena, room, sizeof *w->values), 0};
    if (!w->vars || !w->values) {
        s->work->no_memory = true;
        return false;
    }
    for (size_t i = s->gone.count; i-- > 0;) {
        const struct gone *g = &s->gone.data[i];
        int64_t value;
        if (!(g->form ? evaluate(w, g->form, -1, &value) : choose(w, g, &value))) return false;
        w->vars[w->count] = g->var;
        w->values[w->count++] = value;
    }
    return true;
}

/* ---- questions --------------------------------------------------------------------------------------------------- */
enum linear_answer linear_solve(struct linear_work *work, const struct linear_constraint *items, size_t count,
                                struct linear_witness *witness)
{
    struct arena_mark mark = arena_mark(work->arena);
    struct system s;
    open_system(&s, work, items, count);
    run(&s);
    struct linear_witness found;
    enum linear_answer answer = LINEAR_UNKNOWN;
    if (s.infeasible) answer = LINEAR_INFEASIBLE;
    else if (!s.failed && build_witness(&s, &found)) answer = LINEAR_FEASIBLE;
    close_system(&s);
    if (witness && answer == LINEAR_FEASIBLE) *witness = found;
    else arena_rewind(work->arena, mark);
    return answer;
}

/* The integers outside an inequality f >= 0: -f - 1 >= 0. */
static struct linear_constraint outside(struct linear_work *work, const struct linear_form *f, int sign)
{
    return (struct linear_constraint){linear_scale(work, f, -sign, -1), false};
}

static bool infeasible_with(struct linear_work *work, const struct linear_constraint *items, size_t count,
                            struct linear_constraint extra)
{
    if (!extra.form) return false;
    struct system s;
    open_system(&s, work, items, count);
    if (!s.failed) add_row(&s, extra);
    run(&s);
    bool proved = s.infeasible;
    close_system(&s);
    return proved;
}

bool linear_implies(struct linear_work *work, const struct linear_constraint *items, size_t count,
                    struct linear_constraint what)
{
    if (!what.form) return false;
    struct arena_mark mark = arena_mark(work->arena);
    bool proved = infeasible_with(work, items, count, outside(work, what.form, 1)) &&
                  (!what.equality || infeasible_with(work, items, count, outside(work, what.form, -1)));
    arena_rewind(work->arena, mark);
    return proved;
}

bool linear_range(struct linear_work *work, const struct linear_constraint *items, size_t count,
                  const struct linear_form *form, struct linear_bounds *bounds)
{
    *bounds = (struct linear_bounds){0};
    if (!form) return false;
    struct arena_mark mark = arena_mark(work->arena);
    struct system s;
    open_system(&s, work, items, count);
    if (form->count && form->terms[form->count - 1].var >= s.next_var)
        s.next_var = form->terms[form->count - 1].var + 1;
    s.keep = s.next_var++;
    add_row(&s, (struct linear_constraint){linear_sum(work, form, 1, linear_variable(work, s.keep), -1), true});
    run(&s);
    bounds->empty = s.infeasible;
    for (size_t i = 0; i < s.rows.count && !s.infeasible && !s.failed; i++) {
        const struct linear_form *f = s.rows.data[i].form; /* tightened: the factor is 1 or -1 */
        bool low = s.rows.data[i].equality || f->terms[0].factor > 0;
        bool high = s.rows.data[i].equality || f->terms[0].factor < 0;
        int64_t at = f->constant;
        if (f->terms[0].factor > 0 && !checked_neg(at, &at)) continue;
        if (low && (!bounds->has_low || at > bounds->low)) bounds->has_low = true, bounds->low = at;
        if (high && (!bounds->has_high || at < bounds->high)) bounds->has_high = true, bounds->high = at;
    }
    bool done = s.infeasible || !s.failed;
    close_system(&s);
    arena_rewind(work->arena, mark);
    return done;
}

/* A row to solve for `var`: an equality in which its factor is 1 or -1; *blocked when only others hold it. */
static size_t solvable_row(const struct system *s, int var, bool *blocked)
{
    *blocked = false;
    for (size_t i = 0; i < s->rows.count; i++) {
        int64_t k = linear_factor(s->rows.data[i].form, var);
        if (!s->rows.data[i].equality || !k) continue;
        if (magnitude(k) == 1) return i;
        *blocked = true;
    }
    return SIZE_MAX;
}

static bool hand_out(struct system *s, struct linear_conjunction *out)
{
    if (s->infeasible) {
        s->rows.count = 0;
        struct linear_constraint never = {linear_constant(s->work, -1), false};
        if (!never.form || !vec_push(&s->rows, never)) return s->work->no_memory = true, false;
    }
    struct linear_constraint *items = arena_array(s->work->arena, s->rows.count + 1, sizeof *items);
    if (!items) return s->work->no_memory = true, false;
    for (size_t i = 0; i < s->rows.count; i++) items[i] = s->rows.data[i];
    *out = (struct linear_conjunction){items, s->rows.count};
    return true;
}

static bool without_var(struct linear_work *work, const struct linear_constraint *items, size_t count, int var,
                        bool *exact, struct linear_conjunction *out)
{
    struct system s;
    open_system(&s, work, items, count);
    bool blocked;
    size_t row = solvable_row(&s, var, &blocked);
    *exact = row != SIZE_MAX || !blocked;
    if (!s.failed && row != SIZE_MAX)
        use_equality(&s, row, (struct linear_term){var, linear_factor(s.rows.data[row].form, var)});
    else if (!s.failed) eliminate(&s, var, exact);
    bool done = (s.infeasible || !s.failed) && hand_out(&s, out);
    close_system(&s);
    return done;
}

bool linear_eliminate(struct linear_work *work, const struct linear_constraint *items, size_t count, int var,
                      struct linear_conjunction *out)
{
    bool exact;
    return without_var(work, items, count, var, &exact, out) && exact;
}

bool linear_project(struct linear_work *work, const struct linear_constraint *items, size_t count, int var,
                    struct linear_conjunction *out)
{
    bool exact;
    return without_var(work, items, count, var, &exact, out);
}
