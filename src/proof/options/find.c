/* SPDX-License-Identifier: MIT */
/* Concrete options: with the state known, the unknowns of a piece are its result variables and free generators. For
 * a given result only the free generators remain; they are enumerated within their bounds. For samples see draw.c.
 * Every option is checked exactly against all constraints before it is reported. A row with updates: the cells that
 * differ from the state's row show which cells were updated, up to the order of the updates and updates that change
 * nothing. */
#include "proof/options/find.h"
#include "proof/options/options.h"

enum { TRIES_PER_HIT = 64, EXTRA_TRIES = 4096, MAX_COMPONENTS = 6, MAX_UPDATES = 6 };

bool option_search_running(const struct option_search *f)
{
    return f->st == ST_OK && !f->no_memory && f->seen.count < f->limit;
}

static const struct integer *finder_evaluate(struct option_search *f, const struct linear_form *form)
{
    bool no_memory;
    const struct integer *v =
        normal_evaluate(f->n->space, form, f->values, f->n->space->var_count, f->rows, &f->work, &no_memory);
    f->no_memory |= no_memory;
    return v;
}

/* The same as a number, for which nothing is allocated while it is small. */
static bool finder_number(struct option_search *f, const struct linear_form *form, struct number *value)
{
    struct arithmetic a = {.arena = &f->work};
    bool has = normal_number(f->n->space, form, f->values, f->n->space->var_count, f->rows, &a, value);
    f->no_memory |= a.no_memory;
    return has;
}

/* Do all constraints hold? *known is false when one cannot be evaluated. */
bool option_search_holds(struct option_search *f, struct linear_conjunction c, bool *known)
{
    *known = true;
    for (size_t i = 0; i < c.count; i++) {
        struct number v;
        if (!finder_number(f, c.items[i].form, &v)) return *known = false;
        if (c.items[i].equality ? number_sign(v) != 0 : number_sign(v) < 0) return false;
    }
    return true;
}

/* ---- reporting --------------------------------------------------------------------------------------------------- */
static const struct integer *keep(struct option_search *f, const struct integer *v)
{
    const struct integer *copy = v ? integer_from_limbs(&f->keep, v->sign, v->limbs, v->count) : NULL;
    if (!copy) f->no_memory = true;
    return copy;
}

static const struct integer **generator_values(struct option_search *f)
{
    const struct normal_piece *p = f->piece;
    const struct integer **out = arena_array(&f->keep, p->gen_count + 1, sizeof *out);
    if (!out) return f->no_memory = true, NULL;
    for (size_t g = 0; g < p->gen_count; g++) {
        int var = normal_var(f->n->space, NORMAL_GEN, (int)g);
        out[g] = keep(f, p->recover[g] ? finder_evaluate(f, p->recover[g]) : f->values[var]);
        if (!out[g]) return NULL;
    }
    return out;
}

static bool seen_before(const struct option_search *f, const struct integer *const *values)
{
    for (size_t i = 0; i < f->seen.count; i++) {
        bool same = f->seen.data[i].move == f->piece->move;
        for (size_t g = 0; g < f->piece->gen_count && same; g++)
            same = integer_compare(f->seen.data[i].values[g], values[g]) == 0;
        if (same) return true;
    }
    return false;
}

/* The row that an argument updates; NULL if the argument is not based on a row of the state. */
static const struct normal_row *updated_row(const struct option_search *f, const struct normal_arg *arg)
{
    bool row = arg->kind == NORMAL_WITH && arg->base->kind == EXPR_FIELD && f->rows[arg->base->data].cells;
    return row ? &f->rows[arg->base->data] : NULL;
}

static const struct integer *result_value(const struct option_search *f, int var)
{
    return f->values[normal_var(f->n->space, NORMAL_RESULT, var)];
}

/* The cells of a literal row; returns their number, the length included. */
static size_t put_cells(struct option_search *f, const struct normal_arg *arg, const struct integer **cells)
{
    cells[0] = keep(f, integer_from(&f->work, arg->var_count));
    for (int i = 0; i < arg->var_count; i++) cells[i + 1] = keep(f, result_value(f, arg->first_var + i));
    return (size_t)arg->var_count + 1;
}

/* The state's row with the updates applied; returns the number of cells, the length included. */
static size_t put_row(struct option_search *f, const struct normal_arg *arg, const struct integer **cells)
{
    const struct normal_row *row = updated_row(f, arg);
    cells[0] = keep(f, integer_from(&f->work, (int64_t)row->count));
    for (size_t i = 0; i < row->count; i++) cells[i + 1] = row->cells[i];
    for (size_t k = 0; k < arg->update_count; k++) {
        int64_t at;
        const struct integer *index = result_value(f, arg->first_var + 2 * (int)k);
        if (integer_fits(index, &at) && at >= 1 && (uint64_t)at <= row->count)
            cells[at] = keep(f, result_value(f, arg->first_var + 2 * (int)k + 1));
    }
    return row->count + 1;
}

static struct normal_position component_cells(struct option_search *f, const struct normal_component *c)
{
    size_t room = 1, count = 0;
    for (size_t k = 0; k < c->arg_count; k++) {
        const struct normal_row *row = updated_row(f, &c->args[k]);
        room += row ? row->count + 1 : (size_t)c->args[k].var_count + 1;
    }
    const struct integer **cells = arena_array(&f->keep, room, sizeof *cells);
    if (!cells) f->no_memory = true;
    for (size_t k = 0; cells && k < c->arg_count; k++) {
        if (c->args[k].kind == NORMAL_CELLS) count += put_cells(f, &c->args[k], cells + count);
        else if (updated_row(f, &c->args[k])) count += put_row(f, &c->args[k], cells + count);
        else cells[count++] = keep(f, result_value(f, c->args[k].first_var));
    }
    return (struct normal_position){c->game, count, cells};
}

void option_search_hand_out(struct option_search *f, bool once)
{
    const struct normal_piece *p = f->piece;
    const struct integer **gens = generator_values(f);
    struct normal_position *result = arena_array(&f->keep, p->component_count + 1, sizeof *result);
    if (!gens || !result) {
        f->no_memory = true;
        return;
    }
    if (once && seen_before(f, gens)) return;
    for (size_t i = 0; i < p->component_count && !f->no_memory; i++) result[i] = component_cells(f, &p->components[i]);
    if (!f->no_memory && !vec_push(&f->seen, (struct emitted){p->move, gens})) f->no_memory = true;
    if (!f->no_memory) f->st = f->emit(f->context, p->move, gens, p->gen_count, result, p->component_count);
}

/* Numbers, literal rows, and rows of the state with updates of single cells. */
static bool plain_arg(const struct option_search *f, const struct normal_arg *arg, enum field_kind kind)
{
    if (arg->kind == NORMAL_NUMBER) return true;
    if (arg->kind == NORMAL_CELLS) return kind == FIELD_ROW;
    bool plain = updated_row(f, arg) != NULL;
    for (size_t k = 0; k < arg->update_count && plain; k++) plain = arg->updates[k] == '=' * 16 + 4;
    return plain;
}

bool option_search_plain(const struct option_search *f, const struct normal_piece *p)
{
    if (p->component_count > MAX_COMPONENTS) return false;
    for (size_t i = 0; i < p->component_count; i++) {
        const struct normal_component *c = &p->components[i];
        if (c->game < 0) return false;
        const struct field *fields = f->n->source.model->games[c->game].fields;
        for (size_t k = 0; k < c->arg_count; k++)
            if (!plain_arg(f, &c->args[k], fields[k].kind)) return false;
    }
    return true;
}

/* Bounds as numbers; has: are there any? */
struct bounds {
    struct number low, high;
    bool has_low, has_high;
};

static void at_least(struct bounds *b, struct number x)
{
    if (!b->has_low || number_compare(x, b->low) > 0) b->low = x;
    b->has_low = true;
}

static void at_most(struct bounds *b, struct number x)
{
    if (!b->has_high || number_compare(x, b->high) < 0) b->high = x;
    b->has_high = true;
}

/* floor(rest / size) and its negative; size > 0 */
static bool divide(struct option_search *f, struct number rest, int64_t size, struct number *down, struct number *minus)
{
    if (!rest.large && rest.small > INT64_MIN) {
        int64_t floor = rest.small / size - (rest.small % size < 0);
        *down = number_small(floor);
        *minus = number_small(-floor); /* |floor| <= |rest|, which is at most INT64_MAX */
        return true;
    }
    struct arithmetic a = {.arena = &f->work};
    const struct integer *whole = number_integer(&a, rest), *by = integer_from(&f->work, size);
    const struct integer *quotient = whole && by ? integer_div(&f->work, whole, by) : NULL;
    const struct integer *zero = integer_from(&f->work, 0),
                         *negative = quotient && zero ? integer_sub(&f->work, zero, quotient) : NULL;
    if (!negative) return f->no_memory = true, false;
    *down = number_of(quotient);
    *minus = number_of(negative);
    return true;
}

/* From the constraints in which var is the only unknown. */
struct interval option_search_interval(struct option_search *f, struct linear_conjunction c, int var)
{
    struct bounds b = {.has_low = false};
    struct arithmetic a = {.arena = &f->work};
    const struct integer *before = f->values[var], *zero = integer_from(&f->work, 0);
    f->values[var] = zero;
    for (size_t i = 0; i < c.count && zero; i++) {
        int64_t k = linear_factor(c.items[i].form, var);
        struct number rest, down, minus;
        if (!k || k == INT64_MIN || !finder_number(f, c.items[i].form, &rest)) continue;
        if (!divide(f, rest, k < 0 ? -k : k, &down, &minus)) break;
        /* k > 0: var >= -rest / k, its ceiling is -floor(rest / k); k < 0: var <= rest / |k|. An equality gives one
         * side exactly, the final check the other. */
        bool equal = c.items[i].equality;
        if (k > 0) at_least(&b, minus);
        if (k < 0) at_most(&b, down);
        if (equal && k > 0) at_most(&b, minus);
        if (equal && k < 0) at_least(&b, down);
    }
    f->values[var] = before;
    struct interval in = {b.has_low ? number_integer(&a, b.low) : NULL, b.has_high ? number_integer(&a, b.high) : NULL};
    f->no_memory |= !zero || (b.has_low && !in.low) || (b.has_high && !in.high);
    return in;
}

/* ---- a given result ---------------------------------------------------------------------------------------------- */
static void try_here(struct option_search *f)
{
    bool known;
    bool ok = option_search_holds(f, f->piece->full, &known);
    if (!known) f->complete = false;
    if (ok) option_search_hand_out(f, true);
}

static void walk_free(struct option_search *f, size_t gen)
{
    while (gen < f->piece->gen_count && f->piece->recover[gen]) gen++;
    if (gen == f->piece->gen_count) {
        try_here(f);
        return;
    }
    int var = normal_var(f->n->space, NORMAL_GEN, (int)gen);
    struct interval in = option_search_interval(f, f->piece->full, var);
    const struct integer *one = integer_from(&f->work, 1);
    if (!in.low || !in.high || !one) {
        f->complete = false;
        return;
    }
    for (const struct integer *v = in.low; option_search_running(f) && v && integer_compare(v, in.high) <= 0;) {
        if (++f->tries > TRIES_PER_HIT * f->limit + EXTRA_TRIES) {
            f->complete = false;
            break;
        }
        f->values[var] = v;
        walk_free(f, gen + 1);
        v = integer_add(&f->work, v, one);
        if (!v) f->no_memory = true;
    }
    f->values[var] = NULL;
}

/* The progress of matching a given result with a piece: component `at`, its argument `arg`, the next of the given
 * cells. */
struct matching {
    const struct normal_position *result;
    unsigned taken;
    size_t at, arg, given, cell;
};
static void match_arg(struct option_search *f, struct matching m);
static void match_component(struct option_search *f, struct matching m);

static void set_result(struct option_search *f, int var, const struct integer *value)
{
    f->values[normal_var(f->n->space, NORMAL_RESULT, var)] = value;
}

static bool count_try(struct option_search *f)
{
    if (++f->tries <= TRIES_PER_HIT * f->limit + EXTRA_TRIES) return true;
    return f->complete = false;
}

/* Update `update` and later ones changed cells that are not among `used`; `left` differing cells are not assigned to
 * an update yet. */
static void match_updates(struct option_search *f, struct matching m, size_t update, const int64_t *used, size_t left)
{
    const struct normal_arg *arg = &f->piece->components[m.at].args[m.arg];
    const struct normal_row *row = updated_row(f, arg);
    const struct integer *const *cells = m.result[m.given].cells + m.cell + 1;
    if (update == arg->update_count) {
        m.cell += row->count + 1;
        m.arg++;
        if (left == 0) match_arg(f, m);
        return;
    }
    int64_t mine[MAX_UPDATES];
    for (size_t i = 0; i < update; i++) mine[i] = used[i];
    for (size_t i = 0; i < row->count && option_search_running(f); i++) {
        bool differs = integer_compare(cells[i], row->cells[i]) != 0, taken = false;
        for (size_t k = 0; k < update && !taken; k++) taken = mine[k] == (int64_t)i;
        if (taken || (!differs && arg->update_count - update <= left) || !count_try(f)) continue;
        const struct integer *index = integer_from(&f->keep, (int64_t)i + 1);
        if (!index) f->no_memory = true;
        mine[update] = (int64_t)i;
        set_result(f, arg->first_var + 2 * (int)update, index);
        set_result(f, arg->first_var + 2 * (int)update + 1, cells[i]);
        match_updates(f, m, update + 1, mine, left - differs);
    }
}

static void match_row(struct option_search *f, struct matching m)
{
    const struct normal_arg *arg = &f->piece->components[m.at].args[m.arg];
    const struct normal_row *row = updated_row(f, arg);
    const struct normal_position *given = &m.result[m.given];
    int64_t length;
    size_t left = 0;
    if (m.cell >= given->count || !integer_fits(given->cells[m.cell], &length) || length < 0 ||
        (uint64_t)length != row->count || given->count - m.cell - 1 < row->count)
        return;
    for (size_t i = 0; i < row->count; i++) left += integer_compare(given->cells[m.cell + 1 + i], row->cells[i]) != 0;
    if (arg->update_count > MAX_UPDATES) f->complete = false;
    else if (left <= arg->update_count) match_updates(f, m, 0, NULL, left);
}

static void match_cells(struct option_search *f, struct matching m)
{
    const struct normal_arg *arg = &f->piece->components[m.at].args[m.arg];
    const struct normal_position *given = &m.result[m.given];
    int64_t length;
    if (m.cell >= given->count || !integer_fits(given->cells[m.cell], &length) || length != arg->var_count ||
        given->count - m.cell - 1 < (size_t)length)
        return;
    for (int i = 0; i < arg->var_count; i++) set_result(f, arg->first_var + i, given->cells[m.cell + 1 + (size_t)i]);
    m.cell += (size_t)length + 1;
    m.arg++;
    match_arg(f, m);
}

static void match_arg(struct option_search *f, struct matching m)
{
    const struct normal_component *c = &f->piece->components[m.at];
    const struct normal_position *given = &m.result[m.given];
    if (m.arg == c->arg_count) {
        m.at++;
        if (m.cell == given->count) match_component(f, m);
    } else if (c->args[m.arg].kind == NORMAL_CELLS) {
        match_cells(f, m);
    } else if (c->args[m.arg].kind != NORMAL_NUMBER) {
        match_row(f, m);
    } else if (m.cell < given->count) {
        set_result(f, c->args[m.arg].first_var, given->cells[m.cell++]);
        m.arg++;
        match_arg(f, m);
    }
}

/* Every way to match the given components with those of the piece. */
static void match_component(struct option_search *f, struct matching m)
{
    const struct normal_piece *p = f->piece;
    if (m.at == p->component_count) {
        struct arena_mark mark = arena_mark(&f->work);
        walk_free(f, 0);
        arena_rewind(&f->work, mark);
        return;
    }
    for (size_t i = 0; i < p->component_count && option_search_running(f); i++) {
        if (m.taken >> i & 1 || p->components[m.at].game != m.result[i].game) continue;
        struct matching next = {m.result, m.taken | 1u << i, m.at, 0, i, 0};
        match_arg(f, next);
    }
}

/* ---- opening and closing ----------------------------------------------------------------------------------------- */
/* Creates every variable that will be needed before the table of values is laid out. */
void option_search_make_vars(const struct normal *n)
{
    for (size_t i = 0; i < n->piece_count; i++) {
        for (int r = 0; r < n->pieces[i].result_vars; r++) normal_var(n->space, NORMAL_RESULT, r);
        for (size_t g = 0; g < n->pieces[i].gen_count; g++) normal_var(n->space, NORMAL_GEN, (int)g);
    }
}

/* Returns false if memory runs out or the state has cells of an unsupported kind. */
bool option_search_open(struct option_search *f, const struct integer *const *state, size_t count)
{
    const struct game *g = &f->n->source.model->games[f->n->source.game];
    size_t first[MODEL_MAX_FIELDS];
    if (!normal_rows(g, state, count, f->rows, first)) return false;
    option_search_make_vars(f->n);
    for (size_t i = 0; i < g->field_count; i++) normal_var(f->n->space, NORMAL_FIELD, (int)i);
    f->values = arena_array(&f->keep, f->n->space->var_count + 1, sizeof *f->values);
    if (!f->values || f->n->space->work.no_memory) return f->no_memory = true, false;
    for (size_t i = 0; i < g->field_count; i++)
        if (!f->rows[i].cells) f->values[normal_var(f->n->space, NORMAL_FIELD, (int)i)] = state[first[i]];
    return true;
}

enum status option_search_close(struct option_search *f)
{
    vec_free(&f->seen);
    arena_free(&f->work);
    arena_free(&f->keep);
    return f->no_memory ? ST_NO_MEMORY : f->st;
}

void option_search_clear(struct option_search *f)
{
    const struct normal_space *s = f->n->space;
    for (size_t v = 0; v < s->var_count; v++)
        if (s->vars[v].kind == NORMAL_RESULT || s->vars[v].kind == NORMAL_GEN) f->values[v] = NULL;
}

enum status normal_moves_to(const struct normal *normal, const struct integer *const *state, size_t state_count,
                            const struct normal_position *result, size_t result_count, size_t limit, normal_emit emit,
                            void *context, bool *complete)
{
    struct option_search f = {
        .n = normal, .emit = emit, .context = context, .limit = limit, .complete = normal->supported};
    bool open = normal->supported && option_search_open(&f, state, state_count);
    if (open) {
        for (size_t i = 0; i < normal->piece_count && option_search_running(&f); i++) {
            f.piece = &normal->pieces[i];
            if (f.piece->component_count != result_count) continue;
            option_search_clear(&f);
            if (option_search_plain(&f, f.piece)) match_component(&f, (struct matching){.result = result});
            else f.complete = false;
        }
        if (f.seen.count >= limit) f.complete = false;
    }
    *complete = open && f.complete;
    return option_search_close(&f);
}
