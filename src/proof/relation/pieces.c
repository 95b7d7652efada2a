/* SPDX-License-Identifier: MIT */
#include <isl/aff.h>
#include <isl/local_space.h>
#include <isl/mat.h>
#include <isl/val.h>
#include "base/checked.h"
#include "base/numbers.h"
#include "proof/private.h"
#include "proof/relation/pieces.h"

/* ---- rows -------------------------------------------------------------------------------------------------------- */
static int64_t *row_new(struct pieces *p)
{
    int64_t *k = arena_array(p->arena, p->columns, sizeof *k);
    if (!k) p->failed = p->no_memory = true;
    return k;
}

/* into := a * into + b * from */
static void row_add(struct pieces *p, int64_t *into, int64_t a, const int64_t *from, int64_t b)
{
    for (size_t c = 0; c < p->columns; c++) {
        int64_t x, y;
        if (!checked_mul(into[c], a, &x) || !checked_mul(from[c], b, &y) || !checked_add(x, y, &into[c]))
            p->failed = true;
    }
}

static void row_reduce(const struct pieces *p, int64_t *k, int64_t *divisor)
{
    uint64_t g = divisor ? number_magnitude(*divisor) : 0;
    for (size_t c = 0; c < p->columns; c++) g = number_gcd(g, number_magnitude(k[c]));
    if (g <= 1 || g > INT64_MAX) return;
    for (size_t c = 0; c < p->columns; c++) k[c] /= (int64_t)g;
    if (divisor) *divisor /= (int64_t)g;
}

/* Does the row depend on the variable of a column otherwise than by its factor: through a term, or through a floor? */
static bool row_inside(const struct pieces *p, const int64_t *k, size_t column)
{
    const struct relation *r = p->relation;
    for (size_t d = 0; d < r->terms; d++) {
        const struct linear_form *term =
            k[1 + d] && 1 + d != column ? linear_variable(&r->space->work, r->vars[d]) : NULL;
        if (term && form_mentions(r->space, term, r->vars[column - 1])) return true;
        for (size_t v = r->terms; term && v < r->dims; v++) /* a result in the term that was solved by the variable */
            if (p->results[v].how == PIECE_SOLVED && form_mentions(r->space, term, r->vars[v]) &&
                (p->results[v].value[column] || row_inside(p, p->results[v].value, column)))
                return true;
    }
    for (size_t f = 0; f < p->floors; f++)
        if (k[p->floors_from + f] && (p->floor[f][column] || row_inside(p, p->floor[f], column))) return true;
    return false;
}

static bool condition_push(struct pieces *p, int64_t *k, bool equality)
{
    if (!k || !vec_push(&p->conditions, ((struct piece_row){k, equality}))) p->failed = p->no_memory = true;
    return !p->failed;
}

static struct piece_row condition_take(struct pieces *p, size_t at)
{
    struct piece_row row = p->conditions.data[at];
    p->conditions.count--;
    for (size_t i = at; i < p->conditions.count; i++) p->conditions.data[i] = p->conditions.data[i + 1];
    return row;
}

/* The column of floor(k / divisor), made when there is none. */
static size_t floor_column(struct pieces *p, const int64_t *k, int64_t divisor)
{
    int64_t *copy = row_new(p);
    if (!copy) return 0;
    row_add(p, copy, 0, k, 1);
    p->floor[p->floors] = copy;
    p->divisor[p->floors] = divisor;
    return p->floors_from + p->floors++;
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */
static int64_t read_number(struct pieces *p, __isl_take isl_val *v)
{
    long n = 0;
    if (isl_val_is_int(v) != isl_bool_true || isl_val_cmp_si(v, INT64_MAX / 4) > 0 ||
        isl_val_cmp_si(v, -(INT64_MAX / 4)) < 0)
        p->failed = true;
    else n = isl_val_get_num_si(v);
    isl_val_free(v);
    return n;
}

static void read_matrix(struct pieces *p, __isl_take isl_mat *mat, bool equality)
{
    isl_size rows = isl_mat_rows(mat), columns = isl_mat_cols(mat);
    if (rows < 0 || columns < 0) p->failed = true;
    for (isl_size i = 0; i < rows && !p->failed; i++) {
        int64_t *k = row_new(p);
        for (isl_size c = 0; k && c < columns; c++) k[c] = read_number(p, isl_mat_get_element_val(mat, i, c));
        condition_push(p, k, equality);
    }
    isl_mat_free(mat);
}

static void read_floor(struct pieces *p, __isl_take isl_aff *aff)
{
    isl_val *divisor = isl_aff_get_denominator_val(aff);
    int64_t *k = row_new(p);
    if (isl_val_is_int(divisor) != isl_bool_true || !k) p->failed = true;
    if (!p->failed) {
        k[0] = read_number(p, isl_val_mul(isl_aff_get_constant_val(aff), isl_val_copy(divisor)));
        for (size_t c = 1; c < p->floors_from + p->floors; c++) {
            bool dim = c < p->floors_from;
            isl_val *v = isl_aff_get_coefficient_val(aff, dim ? isl_dim_in : isl_dim_div,
                                                     (int)(dim ? c - 1 : c - p->floors_from));
            k[c] = read_number(p, isl_val_mul(v, isl_val_copy(divisor)));
        }
        p->floor[p->floors] = k;
        p->divisor[p->floors++] = read_number(p, isl_val_copy(divisor));
    }
    isl_val_free(divisor);
    isl_aff_free(aff);
}

static void read_set(struct pieces *p, __isl_keep isl_basic_set *set)
{
    isl_local_space *space = isl_basic_set_get_local_space(set);
    isl_size floors = isl_local_space_dim(space, isl_dim_div);
    size_t most = (floors < 0 ? 0 : (size_t)floors) + p->relation->dims + 1;
    p->floors_from = 1 + p->relation->dims;
    p->columns = p->floors_from + most;
    p->floor = arena_array(p->arena, most, sizeof *p->floor);
    p->divisor = arena_array(p->arena, most, sizeof *p->divisor);
    if (floors < 0 || !p->floor || !p->divisor) p->failed = true;
    for (isl_size f = 0; f < floors && !p->failed; f++) read_floor(p, isl_local_space_get_div(space, f));
    isl_local_space_free(space);
    for (int equality = 1; equality >= 0 && !p->failed; equality--)
        read_matrix(p,
                    equality
                        ? isl_basic_set_equalities_matrix(set, isl_dim_cst, isl_dim_set, isl_dim_div, isl_dim_param)
                        : isl_basic_set_inequalities_matrix(set, isl_dim_cst, isl_dim_set, isl_dim_div, isl_dim_param),
                    equality);
}

/* ---- solving ----------------------------------------------------------------------------------------------------- */
static void replace_in(struct pieces *p, int64_t *k, int64_t *divisor, size_t column, const int64_t *value, int64_t by)
{
    int64_t factor = k[column];
    if (!factor) return;
    k[column] = 0;
    row_add(p, k, by, value, factor);
    if (divisor && !checked_mul(*divisor, by, divisor)) p->failed = true;
    row_reduce(p, k, divisor);
}

/* column := value / by, by > 0, wherever it occurs. */
static void replace_column(struct pieces *p, size_t column, const int64_t *value, int64_t by)
{
    for (size_t i = 0; i < p->conditions.count; i++) replace_in(p, p->conditions.data[i].k, NULL, column, value, by);
    for (size_t f = 0; f < p->floors; f++) replace_in(p, p->floor[f], &p->divisor[f], column, value, by);
    for (size_t d = 0; d < p->relation->dims; d++)
        if (p->results[d].how == PIECE_SOLVED)
            replace_in(p, p->results[d].value, &p->results[d].divisor, column, value, by);
}

/* The equality with the smallest factor of the column, which occurs in none of its floors. */
static size_t best_equality(const struct pieces *p, size_t column)
{
    size_t best = p->conditions.count;
    for (size_t i = 0; i < p->conditions.count; i++) {
        const struct piece_row *row = &p->conditions.data[i];
        if (!row->equality || !row->k[column] || row_inside(p, row->k, column)) continue;
        if (best == p->conditions.count ||
            number_magnitude(row->k[column]) < number_magnitude(p->conditions.data[best].k[column]))
            best = i;
    }
    return best;
}

/* by * result == value, so value is a multiple of `by`: a condition of its own. */
static void solve_result(struct pieces *p, size_t dim)
{
    size_t column = 1 + dim, at = best_equality(p, column);
    if (at == p->conditions.count || p->failed) return;
    int64_t *value = condition_take(p, at).k, by = value[column];
    value[column] = 0;
    if (by > 0) row_add(p, value, -1, value, 0);
    by = by > 0 ? by : -by;
    replace_column(p, column, value, by);
    p->results[dim].how = PIECE_SOLVED;
    p->results[dim].value = row_new(p);
    p->results[dim].divisor = by;
    if (p->failed) return;
    row_add(p, p->results[dim].value, 0, value, 1);
    if (by == 1) return;
    size_t whole = floor_column(p, value, by);
    int64_t *rest = row_new(p);
    if (!rest) return;
    row_add(p, rest, 0, value, 1);
    rest[whole] -= by;
    condition_push(p, rest, true);
}

/* ---- choosing ---------------------------------------------------------------------------------------------------- */
static void count_column(const struct pieces *p, size_t column, size_t other, size_t *before, size_t *after)
{
    for (size_t i = 0; i < p->conditions.count + p->floors; i++) {
        const int64_t *k = i < p->conditions.count ? p->conditions.data[i].k : p->floor[i - p->conditions.count];
        *before += k[column] != 0;
        *after += k[column] != -k[other];
    }
}

static void remove_from(struct pieces *p, int64_t *k, size_t column, size_t field)
{
    if (!checked_add(k[field], k[column], &k[field]) || !checked_mul(k[column], -1, &k[column])) p->failed = true;
}

/* Counts what is removed from the field, where that leaves fewer rows that mention it. */
static void choose_removed(struct pieces *p, size_t dim, int field)
{
    size_t before = 0, after = 0, column = 1 + dim;
    p->results[dim].removed_from = -1;
    if (field < 0) return;
    count_column(p, 1 + (size_t)field, column, &before, &after);
    if (after > before) return;
    p->results[dim].removed_from = field;
    for (size_t i = 0; i < p->conditions.count; i++) remove_from(p, p->conditions.data[i].k, column, 1 + (size_t)field);
    for (size_t f = 0; f < p->floors; f++) remove_from(p, p->floor[f], column, 1 + (size_t)field);
    for (size_t d = 0; d < p->relation->dims; d++)
        if (p->results[d].how == PIECE_SOLVED) remove_from(p, p->results[d].value, column, 1 + (size_t)field);
}

static bool bound_push(struct pieces *p, struct piece_bounds *b, int64_t *row, int64_t divisor)
{
    int64_t **rows = arena_array(p->arena, b->count + 1, sizeof *rows);
    int64_t *divisors = arena_array(p->arena, b->count + 1, sizeof *divisors);
    if (!rows || !divisors || !row) return p->failed = p->no_memory = true, false;
    for (size_t i = 0; i < b->count; i++) rows[i] = b->rows[i], divisors[i] = b->divisors[i];
    rows[b->count] = row;
    divisors[b->count] = divisor;
    b->rows = rows;
    b->divisors = divisors;
    b->count++;
    return true;
}

/* Is a number that is chosen after `dim` in the row? */
static bool mentions_later(const struct pieces *p, const int64_t *k, size_t dim)
{
    for (size_t d = dim + 1; d < p->relation->dims; d++)
        if (p->results[d].how == PIECE_CHOSEN && (k[1 + d] || row_inside(p, k, 1 + d))) return true;
    return false;
}

/* The row without the numbers that are chosen later, where they only make it harder to hold, since they are not below 0; NULL: they
 * may do otherwise. */
static int64_t *without_later(struct pieces *p, const int64_t *k, size_t dim)
{
    int64_t *rest = row_new(p);
    if (!rest) return NULL;
    row_add(p, rest, 0, k, 1);
    for (size_t d = dim + 1; d < p->relation->dims; d++) {
        if (p->results[d].how != PIECE_CHOSEN) continue;
        bool fine = !row_inside(p, k, 1 + d) &&
                    (!k[1 + d] || (k[1 + d] < 0 && p->places[d].natural && p->results[d].removed_from < 0));
        if (!fine) return NULL;
        rest[1 + d] = 0;
    }
    return rest;
}

/* What follows for the number from inequalities with later ones, which remain conditions. */
static void imply_bounds(struct pieces *p, size_t dim, bool low)
{
    struct piece_result *r = &p->results[dim];
    size_t column = 1 + dim;
    for (size_t i = 0; i < p->conditions.count && !p->failed; i++) {
        int64_t factor = p->conditions.data[i].k[column];
        if (p->conditions.data[i].equality || (low ? factor <= 0 : factor >= 0) ||
            row_inside(p, p->conditions.data[i].k, column))
            continue;
        int64_t *k = without_later(p, p->conditions.data[i].k, dim);
        if (!k) continue;
        k[column] = 0;
        if (factor > 0) row_add(p, k, -1, k, 0);
        bound_push(p, low ? &r->low : &r->high, k, factor > 0 ? factor : -factor);
    }
}

/* Turns the inequalities that bound the number alone into its bounds. */
static void choose_bounds(struct pieces *p, size_t dim, bool natural)
{
    struct piece_result *r = &p->results[dim];
    size_t column = 1 + dim;
    for (size_t i = 0; i < p->conditions.count && !p->failed;) {
        int64_t *k = p->conditions.data[i].k, factor = k[column];
        if (p->conditions.data[i].equality || !factor || row_inside(p, k, column) || mentions_later(p, k, dim)) {
            i++;
            continue;
        }
        condition_take(p, i);
        k[column] = 0;
        if (factor > 0) row_add(p, k, -1, k, 0);
        bound_push(p, factor > 0 ? &r->low : &r->high, k, factor > 0 ? factor : -factor);
    }
    struct piece_bounds *open = r->removed_from >= 0 ? &r->high : &r->low;
    if (natural && open->count == 0) { /* the result is not below 0 */
        int64_t *k = row_new(p);
        if (k && r->removed_from >= 0) k[1 + r->removed_from] = 1;
        bound_push(p, open, k, 1);
    }
    if (r->low.count == 0) imply_bounds(p, dim, true);
    if (r->high.count == 0) imply_bounds(p, dim, false);
    if (r->low.count == 0 || r->high.count == 0) p->failed = true;
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */
bool pieces_conditions(struct pieces *p, const struct relation *relation, __isl_keep isl_basic_set *set,
                       const struct piece_place *places, struct arena *arena)
{
    *p = (struct pieces){.relation = relation, .places = places, .arena = arena};
    p->results = arena_array(arena, relation->dims + 1, sizeof *p->results);
    if (!p->results) return p->no_memory = p->failed = true, false;
    read_set(p, set);
    return !p->failed;
}

bool pieces_read(struct pieces *p, const struct relation *relation, __isl_keep isl_basic_set *set,
                 const struct piece_place *places, struct arena *arena)
{
    pieces_conditions(p, relation, set, places, arena);
    for (size_t d = relation->dims; d-- > 0 && !p->failed;)
        if (relation->space->vars[relation->vars[d]].kind == NORMAL_RESULT) solve_result(p, d);
    for (size_t d = 0; d < relation->dims && !p->failed; d++)
        if (relation->space->vars[relation->vars[d]].kind == NORMAL_RESULT && p->results[d].how == PIECE_GIVEN) {
            p->results[d].how = PIECE_CHOSEN;
            choose_removed(p, d, places[d].field);
        }
    for (size_t d = 0; d < relation->dims && !p->failed; d++)
        if (p->results[d].how == PIECE_CHOSEN) choose_bounds(p, d, places[d].natural);
    return !p->failed;
}

void pieces_free(struct pieces *p) { vec_free(&p->conditions); }
