/* SPDX-License-Identifier: MIT */
/* Why play ends: a weighted sum of features of the state falls with every move, or several of them in lexicographic order.
 *
 * Candidates are tried from simple to complex, and each is proved for every move from the move's ranges and
 * conditions (assumptions.h). A result that is a sum of positions needs every component of it smaller, which suffices
 * (Dershowitz and Manna 1979: multisets). Games that lead to each other in a circle must fall together, each by its own
 * weights. */
#include <inttypes.h>
#include "check/progress/claimed.h"
#include "check/progress/endless.h"
#include "check/progress/rewritten.h"
#include "proof/parts/parts.h"

enum { CANDIDATES_MAX = 729, PROOFS_MAX = 100000, TRIES_MAX = 20000, WEIGHTS_MAX = 5 };

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
    if (!g->invariant || !field_is_number(g->fields[field].kind)) return false;
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
static size_t field_weights(enum field_kind kind, bool bounded, bool capped, struct weight *out)
{
    static const struct weight nat[] = {{1, 0, 0, 0}, {0, 0, 0, 0}, {2, 0, 0, 0}},
                               flag[] = {{0, 0, 0, 0}, {1, 0, 0, 0}}, none[] = {{0, 0, 0, 0}},
                               row[] = {{1, CELLS_SUM, 0, 0}, {1, CELLS_PLACES, 0, 0}, {0, 0, 0, 0}},
                               bag[] = {{1, CELLS_SUM, 0, 0}, {0, 0, 0, 0}},
                               nodes[] = {{1, 0, 0, 0}, {0, 0, 0, 0}, {-1, 0, 0, 0}},
                               tree[] = {{1, 0, 0, 0}, {0, 0, 0, 0}};
    const struct weight *from = none;
    size_t count = 1;
    if (kind == FIELD_BOOL) from = flag, count = 2, capped = false;
    else if (bounded) from = nat, count = 3;
    else if (kind == FIELD_ROW) from = row, count = 3;
    else if (kind == FIELD_GRID || kind == FIELD_BAG) from = bag, count = 2;
    else if (kind == FIELD_TREE) from = tree, count = 2;
    else if (kind == FIELD_NODES) from = nodes, count = 3;
    for (size_t i = 0; i < count; i++) out[i] = from[i];
    for (int64_t factor = -1; capped && factor >= -2; factor--) out[count++] = (struct weight){.factor = factor};
    return count;
}

/* Sets the line to candidate number `at`; returns false if there are fewer. *rank says how far it is from the simplest. */
static bool set_candidate(const struct circle *c, struct line *line, size_t at, size_t *rank)
{
    *rank = 0;
    for (size_t i = 0; i < c->count; i++) {
        const struct game *g = &c->ck->model->games[c->games[i]];
        const struct game_decl *known = &c->ck->games.data[c->games[i]];
        for (size_t k = 0; k < g->field_count; k++) {
            struct weight w[WEIGHTS_MAX];
            size_t count = field_weights(g->fields[k].kind, known->bounded >> k & 1, known->capped >> k & 1, w);
            if (known->stays >> k & 1) count = 1; /* it adds nothing to what falls, whatever it weighs */
            line_weights(line, c->games[i])[k] = w[at % count];
            *rank += at % count;
            at /= count;
        }
    }
    return at == 0;
}

static bool falls(struct fall *x, void *context)
{
    if (!same_circle(x->f, x->from, x->to->game)) return true;
    return x->to->start < 0 && assumptions_prove(x->f, line_drop(x, context), 1);
}

static void note_stays(const struct circle *c)
{
    for (size_t i = 0; i < c->count; i++) {
        struct game_decl *known = &c->ck->games.data[c->games[i]];
        struct assumptions f;
        assumptions_open(&f, c->ck, c->games[i]);
        known->stays = 0;
        for (size_t k = 0; k < c->ck->model->games[c->games[i]].field_count; k++)
            if (stays_in_play(&f, (int)k)) known->stays |= UINT32_C(1) << k;
        assumptions_close(&f);
    }
}

static bool find_linear(struct circle *c, struct line *line)
{
    enum { RANKS = 7 };
    size_t candidates = c->count > 8 ? 1 : CANDIDATES_MAX;
    for (size_t wanted = 0, rank; wanted < RANKS; wanted++)
        for (size_t at = 0; at < candidates && set_candidate(c, line, at, &rank); at++)
            if (rank == wanted && circle_falls(c, falls, line)) return true;
    return false;
}

/* The text, in the arena; it is freed. */
static const char *kept(struct checker *ck, struct text *text)
{
    const char *copy = text->failed ? NULL : arena_strdup(ck->arena, text_c(text));
    if (!copy) ck->no_memory = true;
    text_free(text);
    return copy;
}

static void name_measure(const struct circle *c, struct game *g, bool ranked)
{
    struct text out = {0};
    for (size_t k = 0; k < g->measure.count; k++) {
        if (k) text_puts(&out, ", then ");
        line_print(g, g->measure.lines[k], &out);
    }
    if (ranked) text_puts(&out, g->measure.count ? ", then the game" : "the game");
    g->measure.text = kept(c->ck, &out);
}

/* Sets the measure of each game of the circle; ranks: NULL, or of its games. */
static void set_measures(const struct circle *c, const struct line *lines, size_t count, const int *ranks)
{
    bool ranked = false;
    for (size_t i = 0; ranks && i < c->count; i++) ranked = ranked || ranks[i];
    for (size_t i = 0; i < c->count && !c->ck->no_memory; i++) {
        struct game *g = &c->ck->model->games[c->games[i]];
        enum measure_kind kind = count + ranked > 1 ? MEASURE_LEXICOGRAPHIC : MEASURE_LINEAR;
        g->measure = (struct measure){.kind = kind, .count = count, .rank = ranks ? ranks[i] : 0};
        for (size_t k = 0; k < count; k++) {
            struct weight *w = arena_array(c->ck->arena, g->field_count + 1, sizeof *w);
            for (size_t f = 0; w && f < g->field_count; f++) w[f] = line_weights(&lines[k], c->games[i])[f];
            if (!w) c->ck->no_memory = true;
            g->measure.lines[k] = w;
        }
        if (!c->ck->no_memory) name_measure(c, g, ranked);
    }
}

/* Proved as the clauses say it. */
static bool set_claimed(const struct circle *c)
{
    for (size_t i = 0; i < c->count; i++) {
        struct game *g = &c->ck->model->games[c->games[i]];
        struct text out = {0};
        for (size_t k = 0; k < g->claimed_count; k++) {
            if (k) text_puts(&out, ", then ");
            expr_print(c->ck->model, c->games[i], g->claimed[k], &out);
        }
        g->measure = (struct measure){.kind = MEASURE_CLAIMED, .text = kept(c->ck, &out)};
    }
    return true;
}

static void note_claims(const struct circle *c, enum claim_state claim)
{
    for (size_t i = 0; i < c->count; i++) {
        struct game *g = &c->ck->model->games[c->games[i]];
        if (g->claimed_count) g->claim = claim;
    }
}

/* True: a measure was found, and set. */
static bool find_measure(struct circle *c)
{
    struct line line, chain[MEASURE_MOST];
    size_t count = 0;
    int *ranks = arena_array(c->ck->scratch, c->count + 1, sizeof *ranks);
    if (!ranks) c->ck->no_memory = true;
    if (!ranks || !line_new(c, &line)) return false;
    note_stays(c);
    if (find_linear(c, &line)) {
        set_measures(c, &line, 1, NULL);
        return true;
    }
    if (c->ck->no_memory || !find_chain(c, chain, &count, ranks)) return false;
    set_measures(c, chain, count, ranks);
    return true;
}

static bool rises_not(struct fall *x, void *context)
{
    if (!same_circle(x->f, x->from, x->to->game)) return true;
    return x->to->start < 0 && assumptions_prove(x->f, line_drop(x, context), 0);
}

/* What falls where the condition holds, and rises nowhere. */
static bool find_beside(struct circle *c, struct expr *fresh)
{
    c->assumed = fresh, c->truth = true;
    bool good = find_measure(c);
    const struct measure *m = &c->ck->model->games[c->games[0]].measure;
    c->truth = false;
    for (size_t k = 0; good && k < m->count; k++) {
        struct line line = {c->place, (struct weight *)m->lines[k]};
        good = circle_falls(c, rises_not, &line);
    }
    c->assumed = NULL;
    return good && !c->ck->no_memory;
}

/* What falls with one of two moves. */
static bool find_slower(struct circle *c)
{
    struct expr *fresh[REWRITTEN_MOST];
    size_t count = list_rewritten(c, fresh), at = 0;
    while (at < count && !(rewritten_once(c, fresh[at]) && find_beside(c, fresh[at]))) at++;
    if (at == count || c->ck->no_memory) return false;
    struct measure *m = &c->ck->model->games[c->games[0]].measure;
    struct text out = {0};
    text_add(&out, "%s, where ", m->text);
    expr_print(c->ck->model, c->games[0], fresh[at], &out);
    m->kind = MEASURE_SLOWER, m->where = fresh[at];
    m->text = kept(c->ck, &out);
    return !c->ck->no_memory;
}

/* Cells that become smaller ones. */
static bool find_parts(const struct circle *c)
{
    const char *text;
    if (c->count > 1) return false;
    if (parts_fall(c->ck->model, c->games[0], c->ck->in->answers, &text) != ST_OK) c->ck->no_memory = true;
    if (!text || c->ck->no_memory) return false;
    c->ck->model->games[c->games[0]].measure = (struct measure){.kind = MEASURE_PARTS, .text = text};
    return true;
}

/* ---- the circles one by one, callees first */

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
static void note_open_param(struct checker *ck, struct diags *diags, const struct game *g)
{
    struct open_param o = {.model = ck->model};
    for (size_t i = 0; i < g->move_count; i++) {
        const struct move *m = &g->moves[i];
        for (size_t k = 0; k < m->gen_count; k++) domain_walk(&m->gens[k].domain, look_at_param, &o);
        for (size_t k = 0; k < m->condition_count; k++) expr_walk(m->conditions[k], look_at_param, &o);
        expr_walk(m->result, look_at_param, &o);
    }
    if (o.found)
        diag_note(diags, o.found->span, "'%s' may be set to 0; where it may not, declare it with `in 1..`",
                  o.found->name);
}

static void report_none(const struct circle *c)
{
    for (size_t i = 0; i < c->count; i++) {
        const struct game *g = &c->ck->model->games[c->games[i]];
        if (find_endless(c->ck, c->games[i])) continue;
        if (g->loopy || !c->ck->games.data[c->games[i]].own) continue;
        struct diags *diags = c->ck->in->later ? c->ck->in->later : c->ck->diags;
        diag(diags, D_NO_MEASURE, g->span, g->name);
        note_open_param(c->ck, diags, g);
    }
}

static bool find_any(struct circle *c)
{
    return find_measure(c) || (!c->ck->no_memory && find_parts(c)) || (!c->ck->no_memory && find_slower(c));
}

static void measure_rules(struct circle *c, bool *ends)
{
    struct checker *ck = c->ck;
    bool rules = true, loopy = false, callees = true;
    for (size_t i = 0; i < c->count; i++) {
        const struct game *g = &ck->model->games[c->games[i]];
        rules = rules && g->kind == GAME_RULES;
        loopy = loopy || g->loopy;
        callees = callees && callees_end(ck, c->games[i], ends);
    }
    bool claimed = rules && !loopy && is_claimed(c), proved = claimed && claimed_falls(c) && set_claimed(c);
    bool found = proved || (rules && !loopy && find_any(c));
    if (rules) note_claims(c, proved ? CLAIM_PROVED : found ? CLAIM_BESIDE : CLAIM_OPEN);
    if (!found && !ck->no_memory && rules && !claimed) report_none(c);
    if (!found || !callees) forget(c);
    for (size_t i = 0; i < c->count; i++) ends[c->games[i]] = found && callees;
}

static void measure_circle(struct circle *c, bool *ends)
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
        g->shrinking = circle_falls(c, rises_nowhere, NULL);
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
    size_t proofs = PROOFS_MAX, tries = TRIES_MAX;
    int *place = arena_array(ck->scratch, count + 1, sizeof *place);
    if (!place) ck->no_memory = true;
    else find_bounded(ck);
    for (size_t c = 0, at = 0; at < count && !ck->no_memory; c++) {
        struct circle circle = {
            .ck = ck, .games = order + at, .count = start[c] - at, .proofs = &proofs, .tries = &tries, .place = place};
        for (size_t i = 0; i < circle.count; i++) {
            place[circle.games[i]] = (int)i;
            ck->model->games[circle.games[i]].circle = (int)c;
        }
        for (size_t i = 0; i < circle.count; i++) circle.moves += ck->model->games[circle.games[i]].move_count;
        if (circle.count) measure_circle(&circle, ends);
        at = start[c];
    }
}
