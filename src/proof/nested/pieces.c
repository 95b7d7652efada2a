/* SPDX-License-Identifier: MIT */
/* A piece is solved for its result: equalities replace results, generators and floors (numbers of their own, with
 * their two inequalities), what the result does not show is eliminated where that is exact, and at most one number t
 * may be left. One with few values is replaced by each of them. */
#include "proof/nested/private.h"
#include "base/checked.h"
#include "base/numbers.h"
#include "proof/normal/may_fail.h"

enum {
    SPREAD_MOST = 48,
    PIECES_MOST = 96,
    ROWS_MOST = 64,
    STEPS_OF_PIECE = 20000,
    REMAINDERS_MOST = 4,
    GENERATORS_MOST = 8, /* of a move with conditions that are set aside */
    ROUNDS_MOST = 256
};

struct solving {
    struct nested_finder *f;
    struct normal_space *space;
    struct linear_constraint items[ROWS_MOST];
    size_t count;
    const struct linear_form *divides[REMAINDERS_MOST]; /* forms of the state that `modulus` divides */
    int64_t modulus[REMAINDERS_MOST];
    size_t divide_count;
    const struct linear_form *at[MODEL_MAX_FIELDS];
    const struct nested_aside *aside;
    const struct linear_form *gens[GENERATORS_MOST]; /* those that it reads; else NULL */
    int fields[MODEL_MAX_FIELDS + 1];                /* variables of the state; then that of t, or -1 */
};

bool nested_refuse(struct nested_finder *f, const char *reason)
{
    if (!f->out->reason) f->out->reason = reason;
    return false;
}

/* What may be solved for. */
static bool is_open(const struct normal_space *space, int var)
{
    const struct normal_var *v = &space->vars[var];
    if (v->kind == NORMAL_TERM) return v->term->kind == NORMAL_FLOOR;
    return v->kind == NORMAL_RESULT || v->kind == NORMAL_GEN;
}

static bool put(struct solving *s, struct linear_constraint c)
{
    c = linear_tighten(&s->space->work, c);
    if (!c.form) return false;
    if (linear_truth(c) == 1) return true;
    if (s->count == ROWS_MOST) return nested_refuse(s->f, "a move has too many conditions");
    s->items[s->count++] = c;
    return true;
}

/* Puts `by` in place of the variable everywhere. */
static bool replace(struct solving *s, int var, const struct linear_form *by)
{
    struct linear_work *w = &s->space->work;
    size_t count = s->count;
    s->count = 0;
    for (size_t i = 0; i < count; i++) {
        struct linear_constraint c = s->items[i];
        c.form = linear_replace(w, c.form, var, by);
        if (!put(s, c)) return false;
    }
    for (size_t i = 0; i < s->f->fields; i++)
        if (!(s->at[i] = linear_replace(w, s->at[i], var, by))) return false;
    for (size_t i = 0; i < GENERATORS_MOST; i++)
        if (s->gens[i] && !(s->gens[i] = linear_replace(w, s->gens[i], var, by))) return false;
    return true;
}

/* One equality that gives a variable. *more: there was one. */
static bool solve_one(struct solving *s, bool *more)
{
    struct linear_work *w = &s->space->work;
    *more = false;
    for (int results = 1; results >= 0; results--)
        for (size_t i = 0; i < s->count; i++) {
            const struct linear_form *form = s->items[i].form;
            for (uint32_t k = 0; s->items[i].equality && k < form->count; k++) {
                int var = form->terms[k].var;
                int64_t factor = form->terms[k].factor;
                if ((factor != 1 && factor != -1) || !is_open(s->space, var)) continue;
                if ((s->space->vars[var].kind == NORMAL_RESULT) != results) continue;
                const struct linear_form *rest = linear_sum(w, form, 1, linear_variable(w, var), -factor);
                *more = true;
                return replace(s, var, linear_scale(w, rest, -factor, 0));
            }
        }
    return true;
}

static size_t rows_with(const struct solving *s, int var)
{
    size_t rows = 0;
    for (size_t i = 0; i < s->count; i++) rows += linear_factor(s->items[i].form, var) != 0;
    return rows;
}

/* Two open variables of a form; `least` has the least factor, the first of them or, by_rows, one that fewest conditions hold. */
struct open_pair {
    const struct linear_term *least, *other; /* other NULL: there are no two */
};
static struct open_pair find_pair(const struct solving *s, const struct linear_form *form, bool by_rows)
{
    struct open_pair pair = {NULL, NULL};
    for (uint32_t k = 0; k < form->count; k++) {
        const struct linear_term *t = &form->terms[k], *least = pair.least;
        if (!is_open(s->space, t->var)) continue;
        uint64_t size = number_magnitude(t->factor), smallest = least ? number_magnitude(least->factor) : 0;
        bool even = by_rows && least && size == smallest;
        bool less = !least || size < smallest || (even && rows_with(s, t->var) < rows_with(s, least->var));
        if (!less || least) pair.other = less ? least : t;
        if (less) pair.least = t;
    }
    return pair;
}

/* A step of Euclid's algorithm: v := v - k w, so that the factor of w becomes smaller than that of v (2 r - 3 q becomes 2 r - q where
 * r := r + q). v then stands for another number. */
static bool take_step(struct solving *s, struct open_pair pair)
{
    struct linear_work *w = &s->space->work;
    const struct linear_form *v = linear_variable(w, pair.least->var), *by = linear_variable(w, pair.other->var);
    return replace(s, pair.least->var, linear_sum(w, v, 1, by, -(pair.other->factor / pair.least->factor)));
}

/* Such a step in an equality with several open variables. *more: there was one. */
static bool reduce_one(struct solving *s, bool *more)
{
    *more = false;
    for (size_t i = 0; i < s->count && !*more; i++) {
        if (!s->items[i].equality) continue;
        struct open_pair pair = find_pair(s, s->items[i].form, false);
        *more = pair.other != NULL;
        if (*more && !take_step(s, pair)) return false;
    }
    return true;
}

/* Two numbers that the result shows in the same proportion everywhere (3 q - 3 r): a step, after some of which it shows one of them
 * only. Of two with the same factor the one that fewer conditions hold is replaced, so that few hold both afterwards. *more: there was
 * one. */
static bool join_shown(struct solving *s, bool *more)
{
    struct open_pair pair = {NULL, NULL};
    *more = false;
    for (size_t i = 0; i < s->f->fields && !pair.other; i++) pair = find_pair(s, s->at[i], true);
    if (!pair.other) return true;
    for (size_t i = 0; i < s->f->fields; i++) {
        int64_t a, b;
        if (!checked_mul(linear_factor(s->at[i], pair.least->var), pair.other->factor, &a)) return true;
        if (!checked_mul(linear_factor(s->at[i], pair.other->var), pair.least->factor, &b) || a != b) return true;
    }
    *more = true;
    return take_step(s, pair);
}

/* What is reduced in one equality may grow in another, and so on for ever: two remainders of the same numbers are enough. */
static bool solve(struct solving *s)
{
    size_t rounds = 0;
    for (bool more = true; more;) {
        if (rounds++ == ROUNDS_MOST) return nested_refuse(s->f, "equalities between its numbers are not solved");
        if (!solve_one(s, &more)) return false;
        if (!more && !reduce_one(s, &more)) return false;
    }
    return true;
}

/* A variable that is left in the conditions, and is not shown by the result; -1: there is none. */
static int hidden(const struct solving *s, int shown)
{
    for (size_t i = 0; i < s->count; i++)
        for (uint32_t k = 0; k < s->items[i].form->count; k++) {
            int var = s->items[i].form->terms[k].var;
            if (var != shown && is_open(s->space, var)) return var;
        }
    return -1;
}

/* The one open variable of the result, or -1: false if there are several. */
static bool shown_by(const struct solving *s, int *shown)
{
    *shown = -1;
    for (size_t i = 0; i < s->f->fields; i++)
        for (uint32_t k = 0; k < s->at[i]->count; k++) {
            int var = s->at[i]->terms[k].var;
            if (!is_open(s->space, var) || var == *shown) continue;
            if (*shown >= 0) return false;
            *shown = var;
        }
    return true;
}

/* A number q with g - m + 1 <= m q <= g + k, k >= 0, of which all other conditions want that it is large (or all that
 * it is small): there is always a q between, the largest one fits whenever any smaller q does, and so the other bound
 * is not needed. A floor has just these. Finds the bound that is not needed and drops it. */
static void drop_needless(struct solving *s, int var)
{
    struct linear_work *w = &s->space->work;
    for (size_t a = 0; a < s->count; a++)
        for (size_t b = 0; b < s->count; b++) {
            int64_t slack, m = linear_factor(s->items[b].form, var), wanted = 0;
            if (m <= 0 || linear_factor(s->items[a].form, var) != -m) continue;
            const struct linear_form *sum = linear_sum(w, s->items[a].form, 1, s->items[b].form, 1);
            if (!sum || !linear_is_constant(sum, &slack) || slack < m - 1) continue;
            bool fits = !s->items[a].equality && !s->items[b].equality;
            for (size_t i = 0; fits && i < s->count; i++) {
                int64_t factor = i == a || i == b ? 0 : linear_factor(s->items[i].form, var);
                fits = factor == 0 || (!s->items[i].equality && (wanted == 0 || (wanted > 0) == (factor > 0)));
                if (factor) wanted = factor;
            }
            if (!fits || !wanted) continue;
            s->items[wanted > 0 ? b : a] = s->items[--s->count];
            return;
        }
}

/* An equation c q + h = 0 with h of the state alone: c divides h, and q is -h / c in all other conditions. *done: there
 * was one. */
static bool divide_out(struct solving *s, int var, bool *done)
{
    struct linear_work *w = &s->space->work;
    size_t at = 0;
    *done = false;
    for (; at < s->count; at++) {
        const struct linear_form *form = s->items[at].form;
        size_t open = 0;
        for (uint32_t k = 0; k < form->count; k++) open += is_open(s->space, form->terms[k].var);
        if (s->items[at].equality && open == 1 && linear_factor(form, var) != 0) break;
    }
    if (at == s->count || s->divide_count == REMAINDERS_MOST) return true;
    const struct linear_form *equation = s->items[at].form;
    if (linear_factor(equation, var) < 0) equation = linear_scale(w, equation, -1, 0);
    int64_t c = equation ? linear_factor(equation, var) : 0;
    const struct linear_form *rest = linear_sum(w, equation, 1, linear_variable(w, var), -c);
    if (!rest) return false;
    s->divides[s->divide_count] = rest;
    s->modulus[s->divide_count++] = c;
    size_t count = s->count;
    s->count = 0;
    for (size_t i = 0; i < count; i++) {
        struct linear_constraint row = s->items[i];
        int64_t d = linear_factor(row.form, var);
        if (i == at) continue;
        if (d != 0) row.form = linear_sum(w, row.form, c, equation, -d);
        if (!put(s, row)) return false;
    }
    return *done = true;
}

static bool few_values(struct solving *s, int var, size_t *which, int64_t *most);
static bool spread(struct solving *s, size_t which, int64_t most);

/* *done: it was replaced by cases, which are kept. */
static bool eliminate_hidden(struct solving *s, int shown, bool *done)
{
    *done = false;
    for (int var; (var = hidden(s, shown)) >= 0;) {
        struct linear_conjunction out;
        bool divided;
        size_t which;
        int64_t most;
        if (!divide_out(s, var, &divided)) return false;
        if (divided) continue;
        drop_needless(s, var);
        if (linear_eliminate(&s->space->work, s->items, s->count, var, &out)) {
            s->count = 0;
            for (size_t i = 0; i < out.count; i++)
                if (!put(s, out.items[i])) return false;
            continue;
        }
        *done = few_values(s, var, &which, &most);
        if (*done) return spread(s, which, most);
        return nested_refuse(s->f, "a condition is not linear in the state and one number");
    }
    return true;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */
void nested_prune(struct nested_finder *f, struct nested_piece *p)
{
    for (int with = 0; with < 2; with++)
        for (size_t i = 0; i < p->row_count;) {
            struct nested_row row = p->rows[i];
            p->rows[i] = p->rows[p->row_count - 1];
            p->row_count--;
            if ((row.t != 0) == with && nested_implied(f, p->rows, p->row_count, &row)) continue;
            p->row_count++;
            p->rows[p->row_count - 1] = p->rows[i];
            p->rows[i++] = row;
        }
}

/* What conditions that are set aside read must be known of each option. */
static bool keep_generators(struct solving *s, struct nested_piece *p)
{
    struct nested_finder *f = s->f;
    p->aside = s->aside;
    p->gens = arena_array(&f->scratch, GENERATORS_MOST, sizeof *p->gens);
    if (!p->gens) return f->no_memory = true, false;
    for (size_t i = 0; i < GENERATORS_MOST; i++)
        if (s->gens[i] && !nested_row_of(f, s->gens[i], s->fields, &p->gens[i]))
            return nested_refuse(f, "a condition is not linear in the state and one number");
    return true;
}

static bool keep(struct solving *s, int shown)
{
    struct nested_finder *f = s->f;
    s->fields[f->fields] = shown;
    if (f->piece_count == f->piece_room) return nested_refuse(f, "the rule has too many cases");
    struct nested_piece *p = &f->pieces[f->piece_count];
    *p = (struct nested_piece){.moves = shown >= 0};
    p->rows = arena_array(&f->scratch, s->count + 1, sizeof *p->rows);
    p->at = arena_array(&f->scratch, f->fields + 1, sizeof *p->at);
    if (!p->rows || !p->at) return f->no_memory = true, false;
    for (size_t i = 0; i < s->count; i++) {
        if (!nested_row_of(f, s->items[i].form, s->fields, &p->rows[i]))
            return nested_refuse(f, "a condition is not linear in the state and one number");
        p->rows[i].equality = s->items[i].equality;
    }
    p->row_count = s->count;
    for (size_t i = 0; i < f->fields; i++)
        if (!nested_row_of(f, s->at[i], s->fields, &p->at[i]))
            return nested_refuse(f, "a result is not linear in the state and one number");
    if (s->aside && !keep_generators(s, p)) return false;
    nested_prune(f, p);
    nested_by_result(f, p);
    f->piece_count++;
    p->divides = arena_array(f->arena, s->divide_count + 1, sizeof *p->divides);
    if (!p->divides) return f->no_memory = true, false;
    for (size_t i = 0; i < s->divide_count; i++) {
        struct nested_row row;
        if (!nested_row_of(f, s->divides[i], s->fields, &row) || row.t != 0)
            return nested_refuse(f, "a condition is not linear in the state and one number");
        p->divides[p->divide_count++] = (struct nested_remainder){row.form, s->modulus[i]};
    }
    return true;
}

static bool finish(struct solving *s);

static bool is_shown(const struct solving *s, int var)
{
    bool shown = false;
    for (size_t i = 0; i < s->f->fields; i++) shown |= linear_factor(s->at[i], var) != 0;
    return shown && is_open(s->space, var);
}

/* A condition that takes few values, and holds `var`, or, if that is -1, a variable that the result shows: which, and
 * its greatest value. Its least is 0. */
static bool few_values(struct solving *s, int var, size_t *which, int64_t *most)
{
    *most = SPREAD_MOST;
    for (size_t i = 0; i < s->count; i++) {
        const struct linear_form *form = s->items[i].form;
        struct linear_bounds b;
        bool open = false;
        for (uint32_t k = 0; k < form->count; k++)
            open |= var >= 0 ? form->terms[k].var == var : is_shown(s, form->terms[k].var);
        if (!open || s->items[i].equality || !linear_range(&s->space->work, s->items, s->count, form, &b)) continue;
        if (b.empty || (b.has_high && b.high < *most)) {
            *which = i;
            *most = b.empty ? -1 : b.high;
        }
    }
    return *most < SPREAD_MOST;
}

/* The piece once for each value of that condition: one more variable is then solved for. */
static bool spread(struct solving *s, size_t which, int64_t most)
{
    struct linear_work *w = &s->space->work;
    for (int64_t v = 0; v <= most; v++) {
        struct solving one = *s;
        one.items[which] = (struct linear_constraint){linear_scale(w, s->items[which].form, 1, -v), true};
        if (!one.items[which].form) return false;
        if (linear_solve(w, one.items, one.count, NULL) != LINEAR_INFEASIBLE && !finish(&one)) return false;
    }
    return true;
}

/* What the result shows may be several numbers, if few values of a condition make them one. */
static bool finish(struct solving *s)
{
    int shown;
    size_t which;
    int64_t most;
    bool done;
    if (!solve(s)) return false;
    for (bool more = true; more;)
        if (!join_shown(s, &more)) return false;
    bool several = !shown_by(s, &shown);
    if ((several || shown >= 0) && few_values(s, -1, &which, &most)) return spread(s, which, most);
    if (several) return nested_refuse(s->f, "the options of a move have more than one dimension");
    return eliminate_hidden(s, shown, &done) && (done || keep(s, shown));
}

static bool read_items(struct solving *s, const struct normal *n, const struct normal_piece *piece)
{
    struct linear_work *w = &s->space->work;
    struct linear_conjunction parts[2] = {n->domain, piece->full}, all = normal_axioms(s->space, parts, 2);
    if (!all.items) return false;
    for (size_t i = 0; i < all.count; i++)
        if (!put(s, all.items[i])) return false;
    for (size_t i = 0; i < s->f->fields; i++) {
        const struct normal_arg *arg = &piece->components[0].args[i];
        if (arg->kind != NORMAL_NUMBER) return nested_refuse(s->f, "an option is not a state of numbers");
        s->fields[i] = normal_var(s->space, NORMAL_FIELD, (int)i);
        s->at[i] = linear_variable(w, normal_var(s->space, NORMAL_RESULT, arg->first_var));
        if (!s->at[i]) return false;
    }
    return true;
}

/* The generators that are read, as they are in the piece. */
static bool read_generators(struct solving *s, const struct nested_aside *aside, const struct normal_piece *piece)
{
    s->aside = aside;
    if (aside->move->gen_count > GENERATORS_MOST) return nested_refuse(s->f, "a move has too many conditions");
    for (size_t g = 0; g < aside->move->gen_count; g++) {
        if (!aside->reads[g]) continue;
        s->gens[g] = piece->recover[g];
        if (!s->gens[g]) s->gens[g] = linear_variable(&s->space->work, normal_var(s->space, NORMAL_GEN, (int)g));
        if (!s->gens[g]) return false;
    }
    return true;
}

static bool read_piece(struct nested_finder *f, const struct normal *n, const struct normal_piece *piece)
{
    struct solving s = {.f = f, .space = n->space};
    struct linear_work *w = &n->space->work;
    const struct normal_component *c = piece->components;
    w->steps = STEPS_OF_PIECE;
    if (piece->component_count != 1 || c->game != n->source.game || c->arg_count != f->fields)
        return nested_refuse(f, "an option is not one position of the game");
    const struct nested_aside *aside = f->asides ? &f->asides[piece->move] : NULL;
    if (aside && aside->count + aside->gate_count > 0 && !read_generators(&s, aside, piece)) return false;
    if (!read_items(&s, n, piece)) return false;
    if (linear_solve(w, s.items, s.count, NULL) == LINEAR_INFEASIBLE) return true;
    return finish(&s);
}

bool nested_read(struct nested_finder *f, const struct normal *normal)
{
    f->piece_room = PIECES_MOST;
    f->pieces = arena_array(&f->scratch, f->piece_room, sizeof *f->pieces);
    f->claims = arena_array(&f->scratch, f->piece_room, sizeof *f->claims);
    if (!f->pieces || !f->claims) return f->no_memory = true, false;
    if (!normal->supported) return nested_refuse(f, normal->reason);
    if (!nested_read_known(f, normal)) return false;
    for (size_t i = 0; i < normal->piece_count; i++)
        if (!read_piece(f, normal, &normal->pieces[i])) return false;
    return true;
}
