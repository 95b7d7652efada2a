/* SPDX-License-Identifier: MIT */
/* Equations are solved as forms; then conditions, ranges and bounds of the numbering are written anew. */
#include "solve/ranked/inverse.h"
#include "model/builtins.h"
#include "solve/ranked/rays.h"
#include "solve/ranked/sure.h"

enum { TERMS_MOST = 1 << 18, NOTHING = -1 };
/* One instance while it is turned round. */
struct turning {
    const struct unrolled *u;
    const struct ranks *r;
    const struct instance *from;
    struct instance *to;
    struct term_store *terms;
    struct linear after[TERM_CELLS]; /* by cell of y */
    struct term *x[TERM_CELLS], *values[TERM_VALUES];
    bool touched[TERM_CELLS]; /* cells of x that may be other than the cell of y of that number */
    bool never, full;         /* it has no predecessor at all; it has too many conditions */
};

/* ---- forms as terms ---------------------------------------------------------------------------------------------- */
/* The same with cells and values of the move as they are by y and what is free. */
static struct term *rewritten(struct turning *t, const struct term *from)
{
    struct term *kids[TERM_VARIABLES];
    if (!from) return NULL;
    if (from->kind == EXPR_INT) return term_int(t->terms, from->constant);
    if (from->kind == EXPR_FIELD) return t->x[from->index];
    if (from->kind == EXPR_LOCAL) return t->values[from->index];
    if (from->count > TERM_VARIABLES) return t->terms->no_memory = true, NULL;
    for (uint32_t i = 0; i < from->count; i++) kids[i] = rewritten(t, from->kids[i]);
    return from->kind == EXPR_CALL ? term_call(t->terms, from->index, kids, from->count)
                                   : term_make(t->terms, from->kind, kids, from->count);
}

/* ---- conditions -------------------------------------------------------------------------------------------------- */
static void add_term(struct turning *t, struct term *c)
{
    if (!c) return;
    if (c->kind == EXPR_INT) {
        t->never |= c->constant == 0;
        return;
    }
    t->full |= t->to->condition_count == INSTANCE_CONDITIONS;
    if (!t->full) t->to->conditions[t->to->condition_count++] = c;
}

/* Is it never negative, as far as least cells and the least values of ranges say? */
static bool is_natural(const struct turning *t, const struct linear *line)
{
    int64_t least = line->constant;
    bool known = true;
    for (int v = 0; v < TERM_VARIABLES && known; v++) {
        int64_t factor = line->factor[v];
        if (factor == 0) continue;
        const struct term *low = v < TERM_CELLS ? NULL : t->to->values[v - TERM_CELLS].low;
        known = factor > 0 && (v < TERM_CELLS || low->kind == EXPR_INT);
        if (known) least += factor * (v < TERM_CELLS ? t->u->least[v] : low->constant);
        known &= least > -VALUE_BOUND && least < VALUE_BOUND;
    }
    return known && least >= 0;
}

/* form >= 0, or form == 0 */
static void add_form(struct turning *t, const struct linear *line, bool zero)
{
    struct term *sides[] = {term_of_linear(t->terms, line), term_int(t->terms, 0)};
    if (!zero && is_natural(t, line)) return;
    add_term(t, term_make(t->terms, zero ? EXPR_EQ : EXPR_GE, sides, 2));
}

static bool difference(const struct term *a, const struct term *b, int64_t constant, struct linear *line)
{
    struct linear other;
    if (!term_linear(a, line) || !term_linear(b, &other)) return false;
    line->constant += constant - other.constant;
    for (int v = 0; v < TERM_VARIABLES; v++) line->factor[v] -= other.factor[v];
    return true;
}

/* Comparisons are put together, so that they read only what they depend on. */
static void add_condition(struct turning *t, struct term *c)
{
    struct linear line;
    if (!c) return;
    bool less = c->kind == EXPR_LT || c->kind == EXPR_LE, strict = c->kind == EXPR_LT || c->kind == EXPR_GT;
    bool compares = less || c->kind == EXPR_GT || c->kind == EXPR_GE || c->kind == EXPR_EQ;
    if (c->kind == EXPR_AND && term_never_fails(c)) {
        add_condition(t, c->kids[0]);
        add_condition(t, c->kids[1]);
    } else if (compares && difference(c->kids[less], c->kids[!less], strict ? -1 : 0, &line))
        add_form(t, &line, c->kind == EXPR_EQ);
    else add_term(t, c);
}

/* a - b + constant >= 0 */
static void add_order(struct turning *t, const struct term *a, const struct term *b, int64_t constant)
{
    struct linear line;
    if (a && b && difference(a, b, constant, &line)) add_form(t, &line, false);
    else t->full = true;
}

/* ---- equations --------------------------------------------------------------------------------------------------- */
static int only_factor(const struct linear *line, int from, int end, int64_t *factor)
{
    int found = NOTHING;
    *factor = 0;
    for (int v = from; v < end; v++) {
        if (line->factor[v] == 0) continue;
        if (found != NOTHING) return *factor = 0, NOTHING;
        found = v;
        *factor = line->factor[v];
    }
    return found;
}

/* The form less a cell, as a term of y: what y_c has beside that cell of x. */
static struct term *back(struct turning *t, size_t c, int cell)
{
    struct linear line = t->after[c];
    line.factor[cell] = 0;
    struct term *more = rewritten(t, term_of_linear(t->terms, &line));
    return term_make(t->terms, EXPR_SUB, (struct term *[]){term_cell(t->terms, (int)c), more}, 2);
}

/* Cells of y without a cell of x: a value that is known by it, or a condition on it. False: it is neither. */
static bool solve_value(struct turning *t, size_t c)
{
    int64_t factor;
    struct linear rest = t->after[c];
    int v = only_factor(&rest, TERM_CELLS, TERM_VARIABLES, &factor);
    struct term *cell = term_cell(t->terms, (int)c);
    if (v == NOTHING) {
        for (int k = TERM_CELLS; k < TERM_VARIABLES; k++)
            if (rest.factor[k]) return false;
        add_term(t, term_make(t->terms, EXPR_EQ, (struct term *[]){cell, term_int(t->terms, rest.constant)}, 2));
        return true;
    }
    if ((factor != 1 && factor != -1) || t->values[v - TERM_CELLS]) return false;
    struct term *constant = term_int(t->terms, rest.constant);
    struct term *sides[] = {factor > 0 ? cell : constant, factor > 0 ? constant : cell};
    t->values[v - TERM_CELLS] = term_make(t->terms, EXPR_SUB, sides, 2);
    return true;
}

/* Which cell of x each cell of y has; false: it is not of that kind. */
static bool find_sources(struct turning *t, int *source)
{
    bool used[TERM_CELLS] = {false};
    for (size_t c = 0; c < t->u->cells; c++) {
        int64_t factor;
        if (!term_linear(t->from->after[c], &t->after[c])) return false;
        source[c] = only_factor(&t->after[c], 0, TERM_CELLS, &factor);
        if (source[c] == NOTHING) {
            for (int d = 0; d < TERM_CELLS; d++)
                if (t->after[c].factor[d]) return false;
            if (!solve_value(t, c)) return false;
            continue;
        }
        if (factor != 1 || used[source[c]]) return false;
        used[source[c]] = true;
    }
    return true;
}

/* Values that stay, then cells of x that are free, in the places of values that are known and behind the others. */
static bool find_free(struct turning *t, const int *source)
{
    bool lost[TERM_CELLS], known[TERM_VALUES];
    size_t next = 0, count = t->from->value_count;
    for (size_t d = 0; d < t->u->cells; d++) lost[d] = true;
    for (size_t c = 0; c < t->u->cells; c++)
        if (source[c] != NOTHING) lost[source[c]] = false;
    for (size_t v = 0; v < TERM_VALUES; v++) {
        known[v] = t->values[v] != NULL || v >= count;
        if (!t->values[v]) t->values[v] = term_value(t->terms, (int)v);
    }
    for (size_t d = 0; d < t->u->cells; d++) {
        if (!lost[d]) continue;
        while (next < TERM_VALUES && !known[next]) next++;
        if (next == TERM_VALUES) return false;
        t->x[d] = term_value(t->terms, (int)next++);
        if (next > count) count = next;
    }
    t->to->value_count = count;
    return true;
}

/* ---- ranges and bounds ------------------------------------------------------------------------------------------- */
static bool is_call(const struct term *t, enum builtin which) { return t->kind == EXPR_CALL && t->index == (int)which; }

/* The value is not below a low end, or above a high one, of which max and min are several. */
static void add_end(struct turning *t, struct term *value, const struct term *end, bool high)
{
    if (is_call(end, high ? BUILTIN_MIN : BUILTIN_MAX)) {
        for (uint32_t i = 0; i < end->count; i++) add_end(t, value, end->kids[i], high);
        return;
    }
    struct term *sides[] = {value, rewritten(t, end)};
    add_condition(t, term_make(t->terms, high ? EXPR_LE : EXPR_GE, sides, 2));
}

/* What is free has the ends that conditions give it. Where numbers are larger than VALUE_BOUND, filling fails. */
static void add_ranges(struct turning *t)
{
    struct term *far = term_int(t->terms, VALUE_BOUND), *near = term_int(t->terms, -VALUE_BOUND);
    for (size_t v = 0; v < t->to->value_count; v++) t->to->values[v] = (struct range){near, far};
    for (size_t v = 0; v < t->from->value_count; v++) {
        const struct range *range = &t->from->values[v];
        bool stays = t->values[v] && t->values[v]->kind == EXPR_LOCAL && t->values[v]->index == (int)v;
        bool low = stays && range->low->kind == EXPR_INT, high = stays && range->high->kind == EXPR_INT;
        if (low) t->to->values[v].low = term_int(t->terms, range->low->constant);
        if (high) t->to->values[v].high = term_int(t->terms, range->high->constant);
        if (!low) add_end(t, t->values[v], range->low, false);
        if (!high) add_end(t, t->values[v], range->high, true);
    }
}

/* The prefix sums of a chain, less the least values. */
static void add_chain(struct turning *t, const struct unit *u)
{
    int64_t least = 0;
    struct term *sum = term_int(t->terms, 0);
    bool touched = false;
    for (size_t p = u->first; p < u->first + u->count; p++) {
        size_t c = t->r->order[p];
        touched |= t->touched[c];
        least += t->r->least[p];
        sum = term_make(t->terms, EXPR_ADD, (struct term *[]){sum, t->x[c]}, 2);
        bool last = p + 1 == u->first + u->count;
        if (touched) add_order(t, term_int(t->terms, t->r->bound[p] + least), sum, 0);
        if (touched && last && u->exact) add_order(t, sum, term_int(t->terms, u->most + least), 0);
    }
}

static void add_gaps(struct turning *t, const struct unit *u)
{
    for (size_t p = u->first; p < u->first + u->count; p++)
        for (size_t q = u->first; q < u->first + u->count; q++) {
            size_t a = t->r->order[p], b = t->r->order[q];
            bool beside = u->kind == UNIT_WEB ? p != q && t->r->gap[p][q] != RANKS_FREE
                          : u->rises          ? q == p + 1
                                              : p == q + 1;
            if (beside && (t->touched[a] || t->touched[b]))
                add_order(t, t->x[b], t->x[a], t->r->least[p] - t->r->least[q] - t->r->gap[p][q]);
        }
}

/* x is numbered. */
static void add_bounds(struct turning *t)
{
    const struct ranks *r = t->r;
    for (size_t p = 0; p < r->cells; p++) {
        size_t c = r->order[p];
        const struct unit *u = &r->units[r->unit_of[p]];
        int64_t most = u->kind >= UNIT_LINE ? r->bound[p] : u->most;
        if (!t->touched[c]) continue;
        add_order(t, t->x[c], term_int(t->terms, r->least[p]), 0);
        if (u->kind != UNIT_CHAIN) add_order(t, term_int(t->terms, r->least[p] + most), t->x[c], 0);
    }
    for (size_t i = 0; i < r->unit_count; i++) {
        if (r->units[i].kind == UNIT_CHAIN) add_chain(t, &r->units[i]);
        if (r->units[i].kind >= UNIT_LINE) add_gaps(t, &r->units[i]);
    }
}

/* Has each value that is free ends that no other value is needed for? They may be taken in any order (shots.c). */
static bool has_ends(const struct instance *in)
{
    bool all = true;
    for (size_t v = 0; v < in->value_count && all; v++) {
        bool low = in->values[v].low->constant > -VALUE_BOUND, high = in->values[v].high->constant < VALUE_BOUND;
        for (size_t i = 0; i < in->condition_count; i++) {
            const struct term *c = in->conditions[i];
            struct linear line;
            if ((c->kind != EXPR_GE && c->kind != EXPR_EQ) || c->reads >> TERM_CELLS != UINT64_C(1) << v) continue;
            if (!difference(c->kids[0], c->kids[1], 0, &line)) continue;
            low |= line.factor[TERM_CELLS + v] > 0 || c->kind == EXPR_EQ;
            high |= line.factor[TERM_CELLS + v] < 0 || c->kind == EXPR_EQ;
        }
        all = low && high;
    }
    return all;
}

/* False: it cannot be turned round. */
static bool turn(struct turning *t)
{
    int source[TERM_CELLS];
    if (t->from->ends || !find_sources(t, source) || !find_free(t, source)) return false;
    for (size_t c = 0; c < t->u->cells; c++)
        if (source[c] != NOTHING) t->x[source[c]] = back(t, c, source[c]);
    if (t->terms->no_memory) return false;
    for (size_t c = 0; c < t->u->cells; c++) t->touched[c] = t->x[c]->kind != EXPR_FIELD || t->x[c]->index != (int)c;
    add_ranges(t);
    for (size_t i = 0; i < t->from->condition_count; i++) add_condition(t, rewritten(t, t->from->conditions[i]));
    add_bounds(t);
    for (size_t c = 0; c < t->u->cells; c++) t->to->after[c] = t->x[c];
    return !t->full && !t->terms->no_memory && has_ends(t->to);
}

/* ---- all instances ----------------------------------------------------------------------------------------------- */
/* May the cells of each group be exchanged? */
static bool groups_alike(const struct exchange *x, const struct ranks *r)
{
    bool alike = true;
    for (size_t i = 0; i < r->unit_count; i++) {
        const struct unit *u = &r->units[i];
        for (size_t p = u->first; p < u->first + u->count && u->kind == UNIT_GROUP; p++)
            alike &= x->group[r->order[p]] == x->group[r->order[u->first]];
    }
    return alike;
}

/* Of instances without an inverse, one that has nothing to do. */
static struct instance nothing(const struct unrolled *u, struct term_store *terms)
{
    struct instance none = {.condition_count = 1, .conditions = {term_int(terms, 0)}};
    for (size_t c = 0; c < u->cells; c++) none.after[c] = term_cell(terms, (int)c);
    return none;
}

static void turn_all(const struct unrolled *u, const struct exchange *x, const struct ranks *r,
                     struct term_store *terms, struct unrolled *back_moves, struct inverse *inverse)
{
    bool alike = groups_alike(x, r);
    inverse->all = true;
    for (size_t i = 0; i < u->instances.count && !terms->no_memory; i++) {
        struct instance to = {0};
        struct turning t = {.u = u, .r = r, .from = &u->instances.data[i], .to = &to, .terms = terms};
        inverse->made[i] = alike && sure_all(r, t.from) && turn(&t); /* an error would be met elsewhere, or nowhere */
        if (!inverse->made[i] || t.never) to = nothing(u, terms);
        inverse->any |= inverse->made[i];
        inverse->all &= inverse->made[i];
        if (!vec_push(&back_moves->instances, to)) terms->no_memory = true;
    }
}

static size_t group_of(const struct ranks *r, size_t cell)
{
    size_t p = 0;
    while (r->order[p] != cell) p++;
    return r->units[r->unit_of[p]].kind == UNIT_GROUP ? r->unit_of[p] : TERM_CELLS + cell;
}

/* One of two cells that are equal stands for both only if the states that they lead back to have one number, and if
 * the instance that
 * stands for the other has an inverse. */
static void keep_twins(const struct ranks *r, bool all, struct shot *s)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->twin_count && all; i++) {
        if (group_of(r, s->twins[i]) != group_of(r, s->twins_before[i])) continue;
        s->twins[kept] = s->twins[i];
        s->twins_before[kept++] = s->twins_before[i];
    }
    s->twin_count = kept;
}

enum status inverse_open(const struct unrolled *u, const struct exchange *x, const struct ranks *r, struct arena *arena,
                         struct inverse *inverse)
{
    struct term_store terms = {.arena = arena, .most = TERMS_MOST};
    struct unrolled *moves = arena_alloc(arena, sizeof *moves);
    *inverse = (struct inverse){.made = arena_array(arena, u->instances.count + 1, sizeof(bool))};
    if (!inverse->made || !moves) return ST_NO_MEMORY;
    moves->cells = u->cells;
    for (size_t c = 0; c < u->cells; c++) moves->least[c] = u->least[c], moves->bag[c] = u->bag[c];
    turn_all(u, x, r, &terms, moves, inverse);
    bool too_many = terms.no_memory && terms.made > terms.most;
    enum status st = terms.no_memory ? ST_NO_MEMORY : ST_OK;
    if (st == ST_OK && inverse->any) st = shots_open(moves, x, r, arena, &inverse->shots);
    inverse->shots.u = NULL;
    for (size_t i = 0; st == ST_OK && inverse->any && i < inverse->shots.count; i++) {
        struct shot *s = &inverse->shots.items[i];
        s->clip.unit = NULL;
        keep_twins(r, inverse->all, s);
    }
    unrolled_free(moves);
    if (too_many) *inverse = (struct inverse){.made = inverse->made};
    return too_many ? ST_OK : st;
}
