/* SPDX-License-Identifier: MIT */
/* Operations are carried out on each combination of values, under the condition of both. */
#include "model/arithmetic.h"
#include "model/sets.h"
#include "play/ground/private.h"

void *ground_alloc(struct ground_work *w, size_t size)
{
    void *p = arena_alloc(w->arena, size);
    if (!p) w->no_memory = w->refused = true;
    return p;
}

const struct cases ground_none = {0};

/* ---- lists of cases ------------------------------------------------------------------------------------------------- */
struct cases *ground_cases(struct ground_work *w, size_t room)
{
    return ground_alloc(w, sizeof(struct cases) + (room < CASES_MOST ? room : CASES_MOST) * sizeof(struct number_case));
}

void ground_add_case(struct ground_work *w, struct cases *n, uint32_t when, int64_t value)
{
    if (!n || when == FORMULA_FALSE) return;
    for (uint32_t i = 0; i < n->count; i++)
        if (n->of[i].value == value) {
            n->of[i].when = formula_either(w->formulas, n->of[i].when, when);
            return;
        }
    if (n->count == CASES_MOST) ground_refuse(w);
    else n->of[n->count++] = (struct number_case){when, value};
}

static const struct cases *close_cases(struct ground_work *w, const struct cases *n)
{
    if (w->formulas->failed) ground_refuse(w);
    return n ? n : &ground_none;
}

/* Small ones are made once, and stay while others go. */
const struct cases *ground_constant(struct ground_work *w, int64_t value)
{
    bool small = value >= 0 && value < CONSTANTS;
    if (small && w->constants[value]) return w->constants[value];
    struct cases *n = small ? arena_alloc(&w->kept, sizeof *n + sizeof *n->of) : ground_cases(w, 1);
    if (!n) w->no_memory = w->refused = true;
    if (small) w->constants[value] = n;
    ground_add_case(w, n, FORMULA_TRUE, value);
    return close_cases(w, n);
}

static const struct cases *of_truth(struct ground_work *w, uint32_t when)
{
    struct cases *n = ground_cases(w, 2);
    ground_add_case(w, n, when, 1);
    ground_add_case(w, n, formula_not(w->formulas, when), 0);
    return close_cases(w, n);
}

static uint32_t to_truth(struct ground_work *w, const struct cases *n)
{
    uint32_t when = FORMULA_FALSE;
    for (uint32_t i = 0; i < n->count; i++)
        if (n->of[i].value) when = formula_either(w->formulas, when, n->of[i].when);
    return when;
}

const struct cases *ground_choose(struct ground_work *w, uint32_t when, const struct cases *a, const struct cases *b)
{
    struct cases *n = ground_cases(w, (size_t)a->count + b->count);
    uint32_t other = formula_not(w->formulas, when);
    for (uint32_t i = 0; i < a->count; i++)
        ground_add_case(w, n, formula_both(w->formulas, when, a->of[i].when), a->of[i].value);
    for (uint32_t i = 0; i < b->count; i++)
        ground_add_case(w, n, formula_both(w->formulas, other, b->of[i].when), b->of[i].value);
    return close_cases(w, n);
}

const struct cases *ground_combine(struct ground_work *w, enum expr_kind kind, const struct cases *a,
                                   const struct cases *b)
{
    int64_t value;
    if (ground_is_known(a) && ground_is_known(b) && !w->refused) {
        w->steps -= w->steps > 0;
        if (arithmetic_small(kind, a->of[0].value, b->of[0].value, &value)) return ground_constant(w, value);
        return ground_refuse(w), &ground_none;
    }
    struct cases *n = ground_cases(w, (size_t)a->count * b->count);
    for (uint32_t i = 0; n && i < a->count; i++)
        for (uint32_t k = 0; k < b->count && !w->refused; k++) {
            uint32_t when = formula_both(w->formulas, a->of[i].when, b->of[k].when);
            int64_t x;
            w->steps -= w->steps > 0;
            if (when == FORMULA_FALSE) continue;
            if (arithmetic_small(kind, a->of[i].value, b->of[k].value, &x)) ground_add_case(w, n, when, x);
            else ground_refuse(w);
        }
    return close_cases(w, n);
}

/* ---- truth values ------------------------------------------------------------------------------------------------------ */
static bool has_number(const struct expr *e) { return e->type == TYPE_INT || e->type == TYPE_BOOL; }

static uint32_t truth_of_two(struct ground_work *w, const struct expr *e)
{
    bool all = e->kind == EXPR_AND;
    uint32_t a = ground_truth(w, e->kids[0]);
    if (a == (all ? FORMULA_FALSE : FORMULA_TRUE)) return a;
    uint32_t b = ground_truth(w, e->kids[1]);
    return all ? formula_both(w->formulas, a, b) : formula_either(w->formulas, a, b);
}

static uint32_t is_in(struct ground_work *w, const struct cases *x, const struct cases *low, const struct cases *high)
{
    uint32_t a = to_truth(w, ground_combine(w, EXPR_GE, x, low));
    return high ? formula_both(w->formulas, a, to_truth(w, ground_combine(w, EXPR_LE, x, high))) : a;
}

/* x in squares, divisors(n), ...: of each value that x may have. */
static uint32_t is_in_named(struct ground_work *w, const struct cases *x, const struct domain *d)
{
    uint32_t found = FORMULA_FALSE;
    const struct cases *of = set_takes_number(d->kind) ? ground_number(w, d->low) : ground_constant(w, 0);
    if (!w->refused && !ground_is_known(of)) ground_refuse(w);
    for (uint32_t i = 0; i < x->count && !w->refused; i++) {
        bool holds;
        struct number member = number_small(x->of[i].value), number = number_small(of->of[0].value);
        if (!arithmetic_member(d->kind, member, number, &holds)) ground_refuse(w);
        else if (holds) found = formula_either(w->formulas, found, x->of[i].when);
    }
    return found;
}

static uint32_t truth_of_in(struct ground_work *w, const struct expr *e)
{
    const struct domain *d = e->domain;
    const struct cases *x = ground_number(w, e->kids[0]);
    uint32_t found = FORMULA_FALSE;
    if (named_set(d->kind)) return is_in_named(w, x, d);
    if (d->kind == DOMAIN_RANGE && d->low)
        return is_in(w, x, ground_number(w, d->low), d->high ? ground_number(w, d->high) : NULL);
    if (d->kind != DOMAIN_SET) ground_refuse(w);
    for (size_t i = 0; i < d->item_count && !w->refused; i++) {
        const struct cases *same = ground_combine(w, EXPR_EQ, x, ground_number(w, d->items[i]));
        found = formula_either(w->formulas, found, to_truth(w, same));
    }
    return found;
}

/* By meaning, what is compared with a known number need not be told from what is more than that by one. */
static const struct cases *compared(struct ground_work *w, const struct expr *e, const struct cases *other)
{
    int64_t known = ground_is_known(other) ? other->of[0].value : INT64_MAX;
    if (!ground_by_meaning(w) || !ground_is_sum(e) || known >= INT64_MAX - 1) return ground_number(w, e);
    return ground_sum_to(w, e, known < 0 ? 1 : known + 1);
}

/* Where it is false is not asked, which would take a formula more. */
static uint32_t truth_of_comparison(struct ground_work *w, const struct expr *e)
{
    bool second = ground_is_sum(e->kids[0]) && !ground_is_sum(e->kids[1]); /* found first then */
    const struct cases *b = second ? ground_number(w, e->kids[1]) : NULL;
    const struct cases *a = second ? compared(w, e->kids[0], b) : ground_number(w, e->kids[0]);
    if (!b) b = compared(w, e->kids[1], a);
    uint32_t found = FORMULA_FALSE;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = 0; k < b->count && !w->refused; k++) {
            int64_t x;
            w->steps -= w->steps > 0;
            if (!arithmetic_small(e->kind, a->of[i].value, b->of[k].value, &x)) return ground_refuse(w), FORMULA_FALSE;
            if (x) found = formula_either(w->formulas, found, formula_both(w->formulas, a->of[i].when, b->of[k].when));
        }
    return found;
}

static uint32_t truth_inside(struct ground_work *w, const struct expr *e)
{
    switch (e->kind) {
    case EXPR_BOOL: return e->value ? FORMULA_TRUE : FORMULA_FALSE;
    case EXPR_NOT: return formula_not(w->formulas, ground_truth(w, e->kids[0]));
    case EXPR_AND:
    case EXPR_OR: return truth_of_two(w, e);
    case EXPR_IN: return truth_of_in(w, e);
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_GT:
    case EXPR_GE: return truth_of_comparison(w, e);
    case EXPR_FOLD:
        if (e->index == FOLD_ANY || e->index == FOLD_ALL) return ground_recalled(w, e);
        return ground_refuse(w), FORMULA_FALSE;
    case EXPR_LET: {
        bool done;
        uint32_t made = ground_body_truth(w, e, &done);
        return done || !ground_bind(w, e) ? made : ground_truth(w, e->kids[1]);
    }
    default: return to_truth(w, ground_number(w, e));
    }
}

uint32_t ground_truth(struct ground_work *w, const struct expr *e)
{
    if (w->refused || w->steps == 0 || e->type != TYPE_BOOL) return ground_refuse(w), FORMULA_FALSE;
    w->steps--;
    uint32_t made = truth_inside(w, e);
    if (w->formulas->failed) ground_refuse(w);
    return made;
}

/* ---- numbers ----------------------------------------------------------------------------------------------------------- */
bool ground_bind(struct ground_work *w, const struct expr *let)
{
    struct ground_local local = {0};
    if (has_number(let->kids[0])) local.number = ground_number(w, let->kids[0]);
    else if (ground_is_made(w, let->kids[0])) ground_row(w, let->kids[0], &local.row);
    else local.board = ground_board(w, let->kids[0]);
    w->locals[let->index] = local;
    return !w->refused;
}

static const struct cases *of_if(struct ground_work *w, const struct expr *e)
{
    uint32_t when = ground_truth(w, e->kids[0]);
    if (when <= FORMULA_TRUE) return ground_number(w, e->kids[when ? 1 : 2]);
    const struct cases *a = ground_number(w, e->kids[1]), *b = ground_number(w, e->kids[2]);
    return ground_choose(w, when, a, b);
}

/* The cell at one pair of indices; outside it reads 0. */
static const struct cases *cell_at(struct ground_work *w, const struct expr *board, int64_t row, int64_t column)
{
    bool stays = board->kind == EXPR_FIELD && board->index != w->ground->field;
    const int64_t *size = w->sizes[stays ? board->index : w->ground->field];
    if (row < 1 || row > size[0] || column < 1 || column > size[1]) {
        w->edge |= row > size[0] || column > size[1];
        return ground_constant(w, 0);
    }
    if (!stays && row > w->read.rows) w->read.rows = (uint32_t)row;
    if (!stays && column > w->read.columns) w->read.columns = (uint32_t)column;
    int64_t at = (row - 1) * size[1] + column - 1;
    if (stays) return ground_constant(w, w->fields[board->index][at]);
    const struct cases *const *cells = ground_board(w, board);
    return cells ? cells[at] : &ground_none;
}

static const struct cases *cell_of(struct ground_work *w, const struct ground_row *row, int64_t at)
{
    return at >= 1 && at <= (int64_t)row->count ? row->cells[at - 1] : ground_constant(w, 0);
}

/* Of the row that was made, if one was. */
static const struct cases *item_at(struct ground_work *w, const struct expr *e, const struct ground_row *made,
                                   int64_t row, int64_t column)
{
    return made->cells ? cell_of(w, made, column) : cell_at(w, e, row, column);
}

static bool is_stored(const struct ground_work *w, const struct expr *e)
{
    return e->kind != EXPR_FIELD || w->game->fields[e->index].kind == FIELD_ROW ||
           w->game->fields[e->index].kind == FIELD_GRID;
}

static const struct cases *of_index(struct ground_work *w, const struct expr *e)
{
    const struct cases *row = e->count == 3 ? ground_number(w, e->kids[1]) : ground_constant(w, 1);
    const struct cases *column = ground_number(w, e->kids[e->count - 1]);
    bool fits = (e->kids[0]->type == TYPE_GRID) == (e->count == 3);
    struct ground_row made = {0};
    if (ground_is_made(w, e->kids[0]) && e->kids[0]->kind == EXPR_CALL && e->kids[0]->index == BUILTIN_COMPONENT &&
        ground_is_known(column))
        return ground_connected_cell(w, e->kids[0], column->of[0].value);
    if (ground_is_made(w, e->kids[0])) ground_row(w, e->kids[0], &made);
    if ((!made.cells && !is_stored(w, e->kids[0])) || !fits) ground_refuse(w);
    if (!w->refused && ground_is_known(row) && ground_is_known(column))
        return item_at(w, e->kids[0], &made, row->of[0].value, column->of[0].value);
    struct cases *n = ground_cases(w, CASES_MOST);
    for (uint32_t i = 0; i < row->count && !w->refused; i++)
        for (uint32_t k = 0; k < column->count && !w->refused; k++) {
            uint32_t here = formula_both(w->formulas, row->of[i].when, column->of[k].when);
            if (here == FORMULA_FALSE) continue;
            const struct cases *cell = item_at(w, e->kids[0], &made, row->of[i].value, column->of[k].value);
            if (here == FORMULA_TRUE) return cell;
            for (uint32_t c = 0; c < cell->count; c++)
                ground_add_case(w, n, formula_both(w->formulas, here, cell->of[c].when), cell->of[c].value);
        }
    return close_cases(w, n);
}

static const struct cases *size_of(struct ground_work *w, const struct expr *e)
{
    const struct expr *board = e->kids[0];
    struct ground_row made;
    w->edge = true;
    if (e->index == BUILTIN_LEN && ground_is_made(w, board))
        return ground_row(w, board, &made) ? ground_constant(w, (int64_t)made.count) : &ground_none;
    int field = board->kind == EXPR_FIELD ? board->index : w->ground->field;
    bool grid = w->game->fields[field].kind == FIELD_GRID;
    if (!is_stored(w, board) || (board->kind != EXPR_FIELD && !ground_board(w, board))) ground_refuse(w);
    if (grid ? e->index != BUILTIN_ROWS && e->index != BUILTIN_COLS : e->index != BUILTIN_LEN) ground_refuse(w);
    return w->refused ? &ground_none : ground_constant(w, w->sizes[field][e->index != BUILTIN_ROWS]);
}

static const struct cases *of_call(struct ground_work *w, const struct expr *e)
{
    if (e->count == 1 && !has_number(e->kids[0])) return size_of(w, e);
    int64_t x[8], value;
    const struct cases *a[2] = {&ground_none, &ground_none};
    bool known = e->count <= 8;
    for (size_t i = 0; i < e->count && !w->refused; i++) {
        const struct cases *n = ground_number(w, e->kids[i]);
        if (i < 2) a[i] = n;
        if (i < 8 && n->count) x[i] = n->of[0].value;
        known = known && ground_is_known(n);
    }
    if (w->refused || !builtin_info((enum builtin)e->index)->value) return ground_refuse(w), &ground_none;
    if (known)
        return builtin_apply((enum builtin)e->index, x, e->count, &value) ? ground_constant(w, value)
                                                                          : (ground_refuse(w), &ground_none);
    if (e->count > 2) return ground_refuse(w), &ground_none;
    struct cases *n = ground_cases(w, CASES_MOST);
    for (uint32_t i = 0; n && i < a[0]->count; i++)
        for (uint32_t k = 0; k < (e->count == 2 ? a[1]->count : 1) && !w->refused; k++) {
            uint32_t when =
                e->count == 2 ? formula_both(w->formulas, a[0]->of[i].when, a[1]->of[k].when) : a[0]->of[i].when;
            if (when == FORMULA_FALSE) continue;
            x[0] = a[0]->of[i].value;
            if (e->count == 2) x[1] = a[1]->of[k].value;
            if (builtin_apply((enum builtin)e->index, x, e->count, &value)) ground_add_case(w, n, when, value);
            else ground_refuse(w);
        }
    return close_cases(w, n);
}

static const struct cases *of_parameter(struct ground_work *w, const struct expr *e)
{
    if (w->env->model->params[e->index].kind == PARAM_SET) return ground_refuse(w), &ground_none;
    return ground_constant(w, w->env->params[e->index].value);
}

static const struct cases *of_field(struct ground_work *w, const struct expr *e)
{
    if (w->game->fields[e->index].kind > FIELD_BOOL) return ground_refuse(w), &ground_none;
    return ground_constant(w, *w->fields[e->index]);
}

static const struct cases *of_integer(struct ground_work *w, const struct expr *e)
{
    int64_t value = e->value;
    if (e->number && !integer_fits(e->number, &value)) return ground_refuse(w), &ground_none;
    return ground_constant(w, value);
}

static const struct cases *number_inside(struct ground_work *w, const struct expr *e)
{
    switch (e->kind) {
    case EXPR_INT: return of_integer(w, e);
    case EXPR_FIELD: return of_field(w, e);
    case EXPR_PARAM: return of_parameter(w, e);
    case EXPR_LOCAL: {
        const struct cases *n = w->locals[e->index].number;
        return n ? n : (ground_refuse(w), &ground_none);
    }
    case EXPR_INDEX: return of_index(w, e);
    case EXPR_IF: return of_if(w, e);
    case EXPR_LET: return ground_bind(w, e) ? ground_number(w, e->kids[1]) : &ground_none;
    case EXPR_CALL: return of_call(w, e);
    case EXPR_NEG: return ground_combine(w, EXPR_SUB, ground_constant(w, 0), ground_number(w, e->kids[0]));
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_MUL:
    case EXPR_DIV:
    case EXPR_MOD:
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_GT:
    case EXPR_GE:
    case EXPR_IFF: {
        const struct cases *a = ground_number(w, e->kids[0]);
        return ground_combine(w, e->kind, a, ground_number(w, e->kids[1]));
    }
    case EXPR_FOLD:
        if (e->type == TYPE_INT) return ground_sum(w, e);
        return of_truth(w, ground_truth(w, e));
    case EXPR_BOOL:
    case EXPR_NOT:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_IN: return of_truth(w, ground_truth(w, e));
    default: ground_refuse(w); return &ground_none;
    }
}

const struct cases *ground_number(struct ground_work *w, const struct expr *e)
{
    if (w->refused || w->steps == 0 || !has_number(e)) return ground_refuse(w), &ground_none;
    w->steps--;
    const struct cases *n = number_inside(w, e);
    if (w->formulas->failed) ground_refuse(w);
    return w->refused ? &ground_none : n;
}
