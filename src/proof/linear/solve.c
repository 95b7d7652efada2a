/* SPDX-License-Identifier: MIT */
/* The questions: each runs a system and looks at what remains of it. */
#include "base/numbers.h"
#include "proof/linear/private.h"
#include "base/checked.h"

/* ---- witnesses --------------------------------------------------------------------------------------------------- */
static const int64_t *value_of(const struct linear_witness *w, int var)
{
    for (size_t i = 0; i < w->count; i++)
        if (w->vars[i] == var) return &w->values[i];
    return NULL;
}

/* The value of the form without the variable `skip`, where variables without a value are 0. False on overflow. */
static bool sum_at(const struct linear_witness *w, const struct linear_form *f, int skip, int64_t *sum)
{
    *sum = f->constant;
    for (uint32_t i = 0; i < f->count; i++) {
        const int64_t *v = f->terms[i].var != skip ? value_of(w, f->terms[i].var) : NULL;
        int64_t x;
        if (v && (!checked_mul(*v, f->terms[i].factor, &x) || !checked_add(*sum, x, sum))) return false;
    }
    return true;
}

/* The same, and variables without a value become 0. */
static bool evaluate(struct linear_witness *w, const struct linear_form *f, int skip, int64_t *sum)
{
    for (uint32_t i = 0; i < f->count; i++) {
        int var = f->terms[i].var;
        if (var == skip || value_of(w, var)) continue;
        w->vars[w->count] = var;
        w->values[w->count++] = 0;
    }
    return sum_at(w, f, skip, sum);
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

/* Assigns values in the opposite order of elimination. Returns false if an interval contains no integer. */
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
/* The witness alone, without what was made on the way to it. */
static bool keep_witness(struct linear_work *work, struct arena_mark mark, struct linear_witness *w)
{
    VEC(int64_t) values = {0};
    VEC(int) vars = {0};
    bool kept = vec_reserve(&values, w->count + 1) && vec_reserve(&vars, w->count + 1);
    for (size_t i = 0; kept && i < w->count; i++) {
        values.data[i] = w->values[i];
        vars.data[i] = w->vars[i];
    }
    arena_rewind(work->arena, mark);
    w->values = arena_array(work->arena, w->count + 1, sizeof *w->values);
    w->vars = arena_array(work->arena, w->count + 1, sizeof *w->vars);
    kept = kept && w->values && w->vars;
    for (size_t i = 0; kept && i < w->count; i++) {
        w->values[i] = values.data[i];
        w->vars[i] = vars.data[i];
    }
    vec_free(&values);
    vec_free(&vars);
    if (!kept) work->no_memory = true;
    return kept;
}

/* What a question took, to be kept with its answer; whether it was given up is asked of this question alone. */
struct spending {
    uint64_t steps, rows;
    bool gave_up;
};
static struct spending spending_begin(struct linear_work *work)
{
    struct spending before = {work->steps, work->rows, work->gave_up};
    work->gave_up = false;
    return before;
}
static void spending_end(struct linear_work *work, struct spending before, bool sure,
                         const struct linear_witness *witness, enum linear_answer answer)
{
    if (sure && !work->gave_up && !work->no_memory)
        answers_keep(work, before.steps - work->steps, work->rows - before.rows, witness, answer);
    work->gave_up |= before.gave_up;
}

enum linear_answer linear_solve(struct linear_work *work, const struct linear_constraint *items, size_t count,
                                struct linear_witness *witness)
{
    enum linear_answer answer = LINEAR_UNKNOWN;
    if (answers_find(work, (struct answers_question){items, NULL, count}, witness, &answer)) return answer;
    struct spending before = spending_begin(work);
    struct arena_mark mark = arena_mark(work->arena);
    struct system s;
    system_open(&s, work, items, count);
    system_run(&s);
    struct linear_witness found;
    if (s.infeasible) answer = LINEAR_INFEASIBLE;
    else if (!s.failed && build_witness(&s, &found)) answer = LINEAR_FEASIBLE;
    bool sure = !s.failed;
    system_close(&s);
    if (!witness || answer != LINEAR_FEASIBLE) arena_rewind(work->arena, mark);
    else if (!keep_witness(work, mark, &found)) answer = LINEAR_UNKNOWN;
    else *witness = found;
    spending_end(work, before, sure, witness, answer);
    return answer;
}

/* ---- one constraint more ----------------------------------------------------------------------------------------- */
/* Marks the variables of the form if one of them is marked. Are there new ones? */
static bool mark_all(bool *near, const struct linear_form *f)
{
    uint32_t marked = 0;
    for (uint32_t i = 0; i < f->count; i++) marked += near[f->terms[i].var];
    if (!marked || marked == f->count) return false;
    for (uint32_t i = 0; i < f->count; i++) near[f->terms[i].var] = true;
    return true;
}

/* Into `near`: the items that hang together with the variables of the form. */
static size_t list_near(const struct linear_constraint *items, size_t count, const struct linear_form *form,
                        bool *marks, struct linear_constraint *near)
{
    size_t kept = 0;
    for (uint32_t i = 0; i < form->count; i++) marks[form->terms[i].var] = true;
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < count; i++) more |= mark_all(marks, items[i].form);
    }
    for (size_t i = 0; i < count; i++)
        if (items[i].form->count && marks[items[i].form->terms[0].var]) near[kept++] = items[i];
    return kept;
}

static int greatest_var(const struct linear_form *f) { return f->count ? f->terms[f->count - 1].var : -1; }

/* Marked variables as `found` has them, all others as `known` does. */
static bool join_witnesses(struct linear_work *work, const bool *marks, int most, const struct linear_witness *known,
                           struct linear_witness *found)
{
    size_t room = known->count + found->count + 1;
    struct linear_witness both = {arena_array(work->arena, room, sizeof *both.vars),
                                  arena_array(work->arena, room, sizeof *both.values), 0};
    if (!both.vars || !both.values) return work->no_memory = true, false;
    for (int k = 0; k < 2; k++) {
        const struct linear_witness *from = k ? known : found;
        for (size_t i = 0; i < from->count; i++) {
            int var = from->vars[i];
            if ((var <= most && marks[var]) != (k == 0)) continue;
            both.vars[both.count] = var;
            both.values[both.count++] = from->values[i];
        }
    }
    *found = both;
    return true;
}

/* The greatest variable of all; -2 if a form is missing. */
static int greatest_of_all(const struct linear_constraint *items, size_t count, struct linear_constraint also)
{
    int most = also.form ? greatest_var(also.form) : -2;
    for (size_t i = 0; i < count && most > -2; i++) {
        int own = items[i].form ? greatest_var(items[i].form) : -2;
        most = own == -2 || own > most ? own : most;
    }
    return most;
}

enum linear_answer linear_solve_also(struct linear_work *work, const struct linear_constraint *items, size_t count,
                                     struct linear_constraint also, const struct linear_witness *known,
                                     struct linear_witness *witness)
{
    struct arena_mark mark = arena_mark(work->arena);
    int most = known ? greatest_of_all(items, count, also) : -2;
    struct linear_constraint *near = arena_array(work->arena, count + 1, sizeof *near);
    bool *marks = arena_array(work->arena, (size_t)(most + 2), sizeof *marks);
    if (!near || !marks) return work->no_memory = true, LINEAR_UNKNOWN;
    size_t kept = most > -2 ? list_near(items, count, also.form, marks, near) : count;
    for (size_t i = 0; i < count && most == -2; i++) near[i] = items[i];
    near[kept++] = also;
    enum linear_answer answer = linear_solve(work, near, kept, witness);
    if (answer != LINEAR_FEASIBLE) return arena_rewind(work->arena, mark), answer;
    bool joined = most == -2 || join_witnesses(work, marks, most, known, witness);
    return joined && keep_witness(work, mark, witness) ? answer : LINEAR_UNKNOWN;
}

bool linear_false_at(const struct linear_witness *witness, struct linear_constraint what)
{
    int64_t sum;
    if (!what.form || !sum_at(witness, what.form, -1, &sum)) return false;
    return what.equality ? sum != 0 : sum < 0;
}

/* The integers outside an inequality f >= 0: -f - 1 >= 0. */
static struct linear_constraint outside(struct linear_work *work, const struct linear_form *f, int sign)
{
    return (struct linear_constraint){linear_scale(work, f, -sign, -1), false};
}

static bool infeasible_with(struct linear_work *work, const struct linear_constraint *items, size_t count,
                            struct linear_constraint extra)
{
    enum linear_answer answer;
    if (!extra.form) return false;
    if (answers_find(work, (struct answers_question){items, &extra, count}, NULL, &answer))
        return answer == LINEAR_INFEASIBLE;
    struct spending before = spending_begin(work);
    struct system s;
    system_open(&s, work, items, count);
    if (!s.failed) system_add(&s, extra);
    system_run(&s);
    answer = s.infeasible ? LINEAR_INFEASIBLE : LINEAR_UNKNOWN;
    spending_end(work, before, !s.failed, NULL, answer);
    system_close(&s);
    return answer == LINEAR_INFEASIBLE;
}

bool linear_implies(struct linear_work *work, const struct linear_constraint *items, size_t count,
                    struct linear_constraint what)
{
    if (!what.form) return false;
    if (linear_stated(items, count, what)) return true;
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
    system_open(&s, work, items, count);
    if (form->count && form->terms[form->count - 1].var >= s.next_var)
        s.next_var = form->terms[form->count - 1].var + 1;
    s.keep = s.next_var++;
    system_add(&s, (struct linear_constraint){linear_sum(work, form, 1, linear_variable(work, s.keep), -1), true});
    system_run(&s);
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
    system_close(&s);
    arena_rewind(work->arena, mark);
    return done;
}

/* A row to solve for `var`: an equality in which its factor is 1 or -1. *blocked: `var` occurs only in other
 * equalities. */
static size_t solvable_row(const struct system *s, int var, bool *blocked)
{
    *blocked = false;
    for (size_t i = 0; i < s->rows.count; i++) {
        int64_t k = linear_factor(s->rows.data[i].form, var);
        if (!s->rows.data[i].equality || !k) continue;
        if (number_magnitude(k) == 1) return i;
        *blocked = true;
    }
    return SIZE_MAX;
}

static bool hand_out(struct system *s, struct linear_conjunction *out)
{
    if (s->infeasible) {
        s->rows.count = 0;
        struct linear_constraint never = {linear_constant(s->work, -1), false};
        if (!never.form || !vec_push(&s->rows, ((struct row){.form = never.form})))
            return s->work->no_memory = true, false;
    }
    struct linear_constraint *items = arena_array(s->work->arena, s->rows.count + 1, sizeof *items);
    if (!items) return s->work->no_memory = true, false;
    for (size_t i = 0; i < s->rows.count; i++)
        items[i] = (struct linear_constraint){s->rows.data[i].form, s->rows.data[i].equality};
    *out = (struct linear_conjunction){items, s->rows.count};
    return true;
}

static bool without_var(struct linear_work *work, const struct linear_constraint *items, size_t count, int var,
                        bool *exact, struct linear_conjunction *out)
{
    struct system s;
    system_open(&s, work, items, count);
    bool blocked;
    size_t row = solvable_row(&s, var, &blocked);
    *exact = row != SIZE_MAX || !blocked;
    if (!s.failed && row != SIZE_MAX)
        system_use_equality(&s, row, (struct linear_term){var, linear_factor(s.rows.data[row].form, var)});
    else if (!s.failed) system_eliminate(&s, var, exact);
    bool done = (s.infeasible || !s.failed) && hand_out(&s, out);
    system_close(&s);
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
