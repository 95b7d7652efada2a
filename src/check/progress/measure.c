/* SPDX-License-Identifier: MIT */
/* Why play ends: a weighted sum of the fields falls with every move, or the fields fall in lexicographic order.
 *
 * Candidates are tried from simple to complex, and each is proved for every move from the move's ranges and
 * conditions (assumptions.h). A result that is a sum of positions needs every component of it smaller, which suffices
 * (Dershowitz and Manna 1979: multisets). Games that lead to each other in a circle must fall together, each by its own
 * weights. */
#include "check/progress/decrease.h"
#include "check/progress/endless.h"
#include <stdlib.h>

enum { CANDIDATES_MAX = 729, ORDER_FIELDS = 4, PROOFS_MAX = 100000, WEIGHTS_MAX = 5 };

/* The games of one strongly connected component. */
struct circle {
    struct checker *ck;
    int *games;
    size_t count, moves;
    size_t *proofs; /* what remains of PROOFS_MAX for the whole file, so that long rules are checked in a short time */
};

static bool all_moves_fall(const struct circle *c,
                           bool (*falls)(struct assumptions *, int, const struct move *, void *), void *context)
{
    if (c->moves > *c->proofs) return false;
    for (size_t i = 0; i < c->count; i++) {
        const struct game *g = &c->ck->model->games[c->games[i]];
        for (size_t k = 0; k < g->move_count; k++) {
            if (g->moves[k].lua >= 0) return false;
            --*c->proofs;
            struct assumptions f;
            assumptions_open(&f, c->ck, c->games[i]);
            assumptions_move(&f, &g->moves[k]);
            bool good = falls(&f, c->games[i], &g->moves[k], context);
            assumptions_close(&f);
            if (!good || c->ck->no_memory) return false;
        }
    }
    return true;
}

/* ---- fields that cannot fall for ever: natural numbers, truth values, and integers with a lower bound in the
 * invariant; and fields that cannot rise for ever, with an upper bound in the invariant */

static bool field_range(struct assumptions *f, size_t field, struct linear_bounds *bounds)
{
    const struct linear_form *form = linear_variable(&f->work, assumptions_field_var((int)field));
    return form && linear_range(&f->work, f->items.data, f->items.count, form, bounds) && !bounds->empty;
}

static bool bounded_below(struct checker *ck, int game, size_t field)
{
    const struct game *g = &ck->model->games[game];
    if (g->fields[field].kind != FIELD_INT) return g->fields[field].kind <= FIELD_BOOL;
    if (!g->invariant) return false;
    struct assumptions f;
    struct linear_bounds bounds;
    assumptions_open(&f, ck, game);
    bool known = field_range(&f, field, &bounds) && bounds.has_low;
    assumptions_close(&f);
    return known;
}

/* sign * form >= 0 holds: does it keep the field below something that no move changes? The field must occur with the
 * opposite sign, and so must every other field, which then only lowers the bound; parameters do not change. */
static bool caps(const struct assumptions *f, const struct linear_form *form, int64_t sign, int field)
{
    uint32_t bounded = f->ck->games.data[f->game].bounded;
    bool found = false;
    for (uint32_t i = 0; i < form->count; i++) {
        int var = form->terms[i].var;
        bool falls = (form->terms[i].factor > 0) != (sign > 0);
        if (var >= FIRST_TERM) {
            if (f->terms.data[var - FIRST_TERM].kind != EXPR_PARAM) return false;
        } else if (var >= MODEL_MAX_FIELDS || !falls || !(var == field || bounded >> var & 1)) {
            return false;
        }
        found = found || var == field;
    }
    return found;
}

static bool bounded_above(struct checker *ck, int game, size_t field)
{
    const struct game *g = &ck->model->games[game];
    if (!g->invariant || g->fields[field].kind > FIELD_INT) return false;
    struct assumptions f;
    struct linear_bounds bounds;
    assumptions_open(&f, ck, game);
    bool known = field_range(&f, field, &bounds) && bounds.has_high;
    for (size_t i = 0; i < f.items.count && !known; i++) {
        const struct linear_constraint *c = &f.items.data[i];
        known = caps(&f, c->form, 1, (int)field) || (c->equality && caps(&f, c->form, -1, (int)field));
    }
    assumptions_close(&f);
    return known;
}

static void find_bounded(struct checker *ck)
{
    for (size_t i = 0; i < ck->model->game_count && !ck->no_memory; i++) {
        struct game_decl *known = &ck->games.data[i];
        if (ck->model->games[i].kind != GAME_RULES) continue;
        for (size_t k = 0; k < ck->model->games[i].field_count; k++)
            if (bounded_below(ck, (int)i, k)) known->bounded |= UINT32_C(1) << k;
        for (size_t k = 0; k < ck->model->games[i].field_count; k++)
            if (bounded_above(ck, (int)i, k)) known->capped |= UINT32_C(1) << k;
    }
}

static bool all_bounded(const struct checker *ck, int game)
{
    return ck->games.data[game].bounded == (UINT32_C(1) << ck->model->games[game].field_count) - 1;
}

/* ---- linear measures */

/* The weights that a field may have, the simplest first. */
struct weights {
    int64_t weight, step;
};
static size_t field_weights(enum field_kind kind, bool bounded, bool capped, bool alone, struct weights *out)
{
    static const struct weights nat[] = {{1, 0}, {0, 0}, {2, 0}}, flag[] = {{0, 0}, {1, 0}}, none[] = {{0, 0}},
                                row[] = {{1, 0}, {0, 1}, {0, 0}}, grid[] = {{1, 0}, {0, 0}},
                                nodes[] = {{1, 0}, {0, 0}, {-1, 0}}, tree[] = {{1, 0}, {0, 0}};
    const struct weights *from = none;
    size_t count = 1;
    if (kind == FIELD_BOOL) from = flag, count = 2, capped = false;
    else if (bounded) from = nat, count = 3;
    else if (kind == FIELD_ROW && alone) from = row, count = 3;
    else if (kind == FIELD_GRID && alone) from = grid, count = 2;
    else if (kind == FIELD_TREE) from = tree, count = 2;
    else if (kind == FIELD_NODES && alone) from = nodes, count = 3;
    for (size_t i = 0; i < count; i++) out[i] = from[i];
    for (int64_t weight = -1; capped && weight >= -2; weight--) out[count++] = (struct weights){weight, 0};
    return count;
}

/* Sets the measures of the circle to candidate number `at`; returns false if there are fewer. *rank says how far it
 * is from the simplest. */
static bool set_candidate(const struct circle *c, size_t at, size_t *rank)
{
    *rank = 0;
    for (size_t i = 0; i < c->count; i++) {
        struct game *g = &c->ck->model->games[c->games[i]];
        g->measure = (struct measure){.kind = MEASURE_LINEAR};
        for (size_t k = 0; k < g->field_count; k++) {
            struct weights w[WEIGHTS_MAX];
            const struct game_decl *known = &c->ck->games.data[c->games[i]];
            bool bounded = known->bounded >> k & 1, capped = known->capped >> k & 1;
            size_t count = field_weights(g->fields[k].kind, bounded, capped, c->count == 1, w);
            g->measure.weight[k] = w[at % count].weight;
            g->measure.row_step[k] = w[at % count].step;
            *rank += at % count;
            at /= count;
        }
    }
    return at == 0;
}

static bool falls_linearly(struct assumptions *f, int game, const struct move *m, void *context)
{
    return decrease_everywhere(f, game, m->result, context);
}

static bool find_linear(const struct circle *c)
{
    enum { RANKS = 7 };
    size_t candidates = c->count > 8 ? 1 : CANDIDATES_MAX;
    for (size_t wanted = 0, rank; wanted < RANKS; wanted++)
        for (size_t at = 0; at < candidates && set_candidate(c, at, &rank); at++)
            if (rank == wanted && all_moves_fall(c, falls_linearly, NULL)) return true;
    return false;
}

static void put_weighted(struct text *out, const struct field *field, int64_t weight, int64_t step)
{
    if (weight == 0 && step == 0) return;
    if (out->length) text_puts(out, " + ");
    if (weight > 1 || weight < -1) text_add(out, "%ld * ", labs((long)weight));
    if (field->kind <= FIELD_BOOL) text_add(out, "%s%s", weight < 0 ? "the room above " : "", field->name);
    else if (step) text_add(out, "the cells of %s, each times its place", field->name);
    else if (field->kind == FIELD_NODES)
        text_add(out, "the nodes %s %s", weight < 0 ? "outside of" : "of", field->name);
    else if (field->kind == FIELD_TREE) text_add(out, "the edges of %s", field->name);
    else text_add(out, "the cells of %s", field->name);
}

static void name_linear(struct checker *ck, struct game *g)
{
    struct text out = {0};
    for (size_t i = 0; i < g->field_count; i++)
        put_weighted(&out, &g->fields[i], g->measure.weight[i], g->measure.row_step[i]);
    g->measure.text = out.failed ? NULL : arena_strdup(ck->arena, out.length ? text_c(&out) : "0");
    if (!g->measure.text) ck->no_memory = true;
    text_free(&out);
}

/* ---- lexicographic order */

static bool falls_in_order(struct assumptions *f, int game, const struct move *m, void *context)
{
    return decrease_in_order(f, game, m->result, context);
}

static bool next_order(int *order, size_t count)
{
    size_t i = count - 1;
    while (i > 0 && order[i - 1] > order[i]) i--;
    if (i == 0) return false;
    size_t k = count - 1;
    while (order[k] < order[i - 1]) k--;
    int swap = order[k];
    order[k] = order[i - 1];
    order[i - 1] = swap;
    for (size_t a = i, b = count - 1; a < b; a++, b--) {
        swap = order[a];
        order[a] = order[b];
        order[b] = swap;
    }
    return true;
}

static bool find_order(const struct circle *c)
{
    struct game *g = &c->ck->model->games[c->games[0]];
    if (c->count != 1 || g->field_count < 2 || g->field_count > ORDER_FIELDS) return false;
    if (!all_bounded(c->ck, c->games[0])) return false;
    g->measure = (struct measure){.kind = MEASURE_LEXICOGRAPHIC};
    for (size_t i = 0; i < g->field_count; i++) g->measure.order[i] = (int)i;
    do {
        if (all_moves_fall(c, falls_in_order, g->measure.order)) return true;
    } while (!c->ck->no_memory && next_order(g->measure.order, g->field_count));
    return false;
}

static void name_order(struct checker *ck, struct game *g)
{
    struct text out = {0};
    for (size_t i = 0; i < g->field_count; i++)
        text_add(&out, "%s%s", i ? ", then " : "", g->fields[g->measure.order[i]].name);
    g->measure.text = out.failed ? NULL : arena_strdup(ck->arena, text_c(&out));
    if (!g->measure.text) ck->no_memory = true;
    text_free(&out);
}

/* ---- the circles one by one, callees first */

static bool shrinks(struct assumptions *f, int game, const struct move *m, void *context)
{
    (void)context;
    return decrease_nowhere_up(f, game, m->result);
}

struct callees {
    const struct checker *ck;
    const bool *ends;
    int component;
    bool all_end;
};

static void look_at_callee(void *context, struct expr *e)
{
    struct callees *c = context;
    if (e->kind == EXPR_GAME && c->ck->games.data[e->game].component != c->component && !c->ends[e->game])
        c->all_end = false;
}

static bool callees_end(const struct checker *ck, int game, const bool *ends)
{
    const struct game *g = &ck->model->games[game];
    struct callees c = {.ck = ck, .ends = ends, .component = ck->games.data[game].component, .all_end = true};
    for (size_t i = 0; i < g->move_count; i++) expr_walk(g->moves[i].result, look_at_callee, &c);
    expr_walk(g->compound, look_at_callee, &c);
    return c.all_end;
}

static void forget(const struct circle *c)
{
    for (size_t i = 0; i < c->count; i++)
        c->ck->model->games[c->games[i]].measure = (struct measure){.kind = MEASURE_NONE};
}

/* The first parameter read by a move that may be 0. */
struct open_param {
    const struct model *model;
    const struct param *found;
};

static void look_at_param(void *context, struct expr *e)
{
    struct open_param *o = context;
    const struct param *p = e->kind == EXPR_PARAM ? &o->model->params[e->index] : NULL;
    const struct expr *low = p && p->domain && p->domain->kind == DOMAIN_RANGE ? p->domain->low : NULL;
    if (p && p->kind == PARAM_INT && low && low->kind == EXPR_INT && low->value == 0 && !o->found) o->found = p;
}

/* The proof must hold for all values that may be set, so a default of 2 does not exclude 0. */
static void note_open_param(struct checker *ck, const struct game *g)
{
    struct open_param o = {.model = ck->model};
    for (size_t i = 0; i < g->move_count; i++) {
        const struct move *m = &g->moves[i];
        for (size_t k = 0; k < m->gen_count; k++) domain_walk(&m->gens[k].domain, look_at_param, &o);
        for (size_t k = 0; k < m->condition_count; k++) expr_walk(m->conditions[k], look_at_param, &o);
        expr_walk(m->result, look_at_param, &o);
    }
    if (o.found)
        diag_note(ck->diags, o.found->span, "'%s' may be set to 0; where it may not, declare it with `in 1..`",
                  o.found->name);
}

static void report_none(const struct circle *c)
{
    for (size_t i = 0; i < c->count; i++) {
        const struct game *g = &c->ck->model->games[c->games[i]];
        if (find_endless(c->ck, c->games[i])) continue;
        if (g->loopy || !c->ck->games.data[c->games[i]].own) continue;
        diag(c->ck->diags, D_NO_MEASURE, g->span, g->name);
        note_open_param(c->ck, g);
    }
}

static void measure_rules(const struct circle *c, bool *ends)
{
    struct checker *ck = c->ck;
    bool rules = true, loopy = false, callees = true;
    for (size_t i = 0; i < c->count; i++) {
        const struct game *g = &ck->model->games[c->games[i]];
        rules = rules && g->kind == GAME_RULES;
        loopy = loopy || g->loopy;
        callees = callees && callees_end(ck, c->games[i], ends);
    }
    bool linear = rules && !loopy && find_linear(c), found = linear || (rules && !loopy && find_order(c));
    for (size_t i = 0; found && i < c->count; i++) {
        struct game *g = &ck->model->games[c->games[i]];
        if (linear) name_linear(ck, g);
        else name_order(ck, g);
    }
    if (!found && !ck->no_memory && rules) report_none(c);
    if (!found || !callees) forget(c);
    for (size_t i = 0; i < c->count; i++) ends[c->games[i]] = found && callees;
}

static void measure_circle(const struct circle *c, bool *ends)
{
    struct checker *ck = c->ck;
    int first = c->games[0];
    struct game *g = &ck->model->games[first];
    if (c->count == 1 && g->kind == GAME_GRAPH) {
        ends[first] = g->measure.kind == MEASURE_GRAPH;
        return;
    }
    if (c->count == 1 && g->kind == GAME_COMPOUND) {
        ends[first] = callees_end(ck, first, ends);
        return;
    }
    measure_rules(c, ends);
    if (c->count == 1 && g->kind == GAME_RULES && all_bounded(ck, first))
        g->shrinking = all_moves_fall(c, shrinks, NULL);
}

void analyse_measures(struct checker *ck)
{
    size_t count = ck->model->game_count;
    bool *ends = arena_array(ck->scratch, count + 1, sizeof *ends);
    int *order = arena_array(ck->scratch, count + 1, sizeof *order);
    size_t *start = arena_array(ck->scratch, count + 2, sizeof *start);
    if (!ends || !order || !start) {
        ck->no_memory = true;
        return;
    }
    for (size_t i = 0; i < count; i++) start[ck->games.data[i].component + 1]++;
    for (size_t i = 0; i < count; i++) start[i + 1] += start[i];
    for (size_t i = 0; i < count; i++) order[start[ck->games.data[i].component]++] = (int)i;
    /* start[c] is now where component c ends. */
    size_t proofs = PROOFS_MAX;
    find_bounded(ck);
    for (size_t c = 0, at = 0; at < count && !ck->no_memory; c++) {
        struct circle circle = {.ck = ck, .games = order + at, .count = start[c] - at, .proofs = &proofs};
        for (size_t i = 0; i < circle.count; i++) circle.moves += ck->model->games[circle.games[i]].move_count;
        if (circle.count) measure_circle(&circle, ends);
        at = start[c];
    }
}
