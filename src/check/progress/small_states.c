/* SPDX-License-Identifier: MIT */
/* Tries small states: every state of a small box, every choice of the generators, until the steps run out. A report
 * shows the state and the choice, so its reader can check it by hand. */
#include "check/progress/small_states.h"
#include <inttypes.h>
#include "base/numbers.h"
#include "check/progress/private.h"

/* Evaluation steps for a move and for a file. */
enum { MOVE_STEPS = 200000, FILE_STEPS = 4000000, PROBE_SET_LIMIT = 64 };

/* ---- reports */

static const char *choice_text(struct small_states *p)
{
    const struct game *g = &p->ck->model->games[p->game];
    struct text out = {0};
    for (size_t i = 0; i < g->field_count; i++)
        if (g->fields[i].kind <= FIELD_BOOL)
            text_add(&out, "%s%s = %" PRId64, out.length ? ", " : "", g->fields[i].name, p->fields[i]);
    for (size_t i = 0; i < p->move->gen_count; i++)
        text_add(&out, ", %s = %" PRId64, p->move->gens[i].name, p->slots[p->move->gens[i].slot]);
    if (g->uses_mover) text_add(&out, ", mover = %d", p->mover);
    const char *copy = out.failed ? NULL : arena_strdup(p->ck->scratch, text_c(&out));
    text_free(&out);
    if (!copy) p->ck->no_memory = true;
    return copy ? copy : "";
}

static const char *guard_for(struct small_states *p, const struct expr *argument)
{
    struct checker *ck = p->ck;
    const char **names = arena_array(ck->scratch, (size_t)p->move->slots + 1, sizeof *names);
    if (!names) {
        ck->no_memory = true;
        return "";
    }
    for (size_t i = 0; i < p->move->gen_count; i++) names[p->move->gens[i].slot] = p->move->gens[i].name;
    struct assumptions f;
    assumptions_open(&f, ck, p->game);
    const char *guard = assumptions_guard(&f, assumptions_form(&f, argument), names, (size_t)p->move->slots);
    /* The text is beyond the mark that closing rewinds to; the diagnostics' arena keeps it for the report. */
    guard = guard[0] ? arena_strdup(&ck->diags->arena, guard) : "";
    assumptions_close(&f);
    if (!guard) ck->no_memory = true;
    if (guard && guard[0]) return guard;
    struct text whole = {0};
    expr_print_side(ck->model, p->game, argument, &whole);
    text_puts(&whole, " >= 0");
    guard = whole.failed ? NULL : arena_strdup(ck->scratch, text_c(&whole));
    text_free(&whole);
    if (!guard) ck->no_memory = true;
    return guard ? guard : "";
}

static void report_outside(struct small_states *p, const struct expr *component, size_t argument, int64_t value)
{
    const struct game *g = &p->ck->model->games[component->game];
    const struct field *fields = component->start < 0 ? g->fields : g->starts[component->start].fields;
    const struct expr *e = component->kids[argument];
    diag(p->ck->diags, D_OPTION_OUTSIDE, e->span, fields[argument].name, g->name, guard_for(p, e));
    diag_note(p->ck->diags, p->move->span, "for %s it would be %" PRId64, choice_text(p), value);
    p->reported = true;
}

static void report_same(struct small_states *p, const struct expr *component)
{
    diag(p->ck->diags, D_NO_PROGRESS, component->span, p->move->name);
    diag_note(p->ck->diags, p->move->span, "so it is for %s", choice_text(p));
    p->reported = true;
}

/* ---- results */

struct inner {
    struct small_states *search;
    const struct expr *e;
    size_t gen;
};

static void look_at(struct small_states *p, const struct expr *e);

static const char *fields_text(struct small_states *p, const struct field *fields, size_t count, const int64_t *cells)
{
    struct text out = {0};
    for (size_t i = 0; i < count; i++) text_add(&out, "%s%s = %" PRId64, i ? ", " : "", fields[i].name, cells[i]);
    const char *copy = out.failed ? NULL : arena_strdup(p->ck->scratch, text_c(&out));
    text_free(&out);
    if (!copy) p->ck->no_memory = true;
    return copy ? copy : "";
}

/* Fields and locals of the state and the choice that are tried, and the mover. */
static bool read_choice(void *context, const struct expr *e, struct number *value)
{
    const struct small_states *p = context;
    if (e->kind == EXPR_MOVER) return *value = number_small(p->mover), p->mover != 0;
    const int64_t *from = e->kind == EXPR_FIELD ? p->fields : p->slots;
    if (from) *value = number_small(from[e->index]);
    return from != NULL;
}

static struct evaluation evaluation(const struct checker *ck, struct small_states *at, uint64_t steps)
{
    return (struct evaluation){.model = ck->model, .read = read_choice, .context = at, .steps = steps};
}

/* Does the option satisfy its game's invariant? */
static void look_at_invariant(struct small_states *p, const struct expr *component, const int64_t *cells)
{
    const struct game *g = &p->ck->model->games[component->game];
    if (component->start >= 0 || !g->invariant) return;
    int64_t holds;
    struct small_states there = {.fields = cells};
    struct evaluation v = evaluation(p->ck, &there, 10000);
    if (!evaluate(&v, g->invariant, &holds) || holds) return;
    diag(p->ck->diags, D_OPTION_BREAKS, component->span, expr_text(p->ck, component->game, g->invariant), g->name);
    diag_note(p->ck->diags, p->move->span, "for %s it would be %s", choice_text(p),
              fields_text(p, g->fields, g->field_count, cells));
    p->reported = true;
}

static void look_at_game(struct small_states *p, const struct expr *e)
{
    const struct game *g = &p->ck->model->games[e->game];
    const struct field *fields = e->start < 0 ? g->fields : g->starts[e->start].fields;
    bool same = e->game == p->game && e->start < 0, known = true;
    int64_t cells[MODEL_MAX_FIELDS];
    for (size_t i = 0; i < e->count && !p->reported; i++) {
        if (fields[i].kind > FIELD_BOOL || !evaluate(&p->values, e->kids[i], &cells[i])) {
            same = known = false;
            continue;
        }
        if (fields[i].kind == FIELD_NAT && cells[i] < 0) report_outside(p, e, i, cells[i]);
        same = same && cells[i] == p->fields[i];
    }
    if (known && !p->reported) look_at_invariant(p, e, cells);
    if (same && !p->reported && !g->loopy) report_same(p, e);
}

static bool step_inner(void *context, int64_t value)
{
    struct inner *in = context;
    struct small_states *p = in->search;
    p->slots[in->e->gens[in->gen].slot] = value;
    if (++in->gen == in->e->gen_count) {
        int64_t holds = 1;
        if (!in->e->kids[1] || evaluate(&p->values, in->e->kids[1], &holds))
            if (holds) look_at(p, in->e->kids[0]);
    } else {
        evaluate_elements(&p->values, &in->e->gens[in->gen].domain, step_inner, in);
    }
    in->gen--;
    return !p->reported;
}

static void look_at(struct small_states *p, const struct expr *e)
{
    int64_t value;
    struct inner in = {.search = p, .e = e};
    switch (e->kind) {
    case EXPR_GAME: look_at_game(p, e); return;
    case EXPR_SUM:
        for (size_t i = 0; i < e->count && !p->reported; i++) look_at(p, e->kids[i]);
        return;
    case EXPR_SUM_FOR: evaluate_elements(&p->values, &e->gens[0].domain, step_inner, &in); return;
    case EXPR_IF:
        if (evaluate(&p->values, e->kids[0], &value)) look_at(p, e->kids[value ? 1 : 2]);
        return;
    case EXPR_LET:
        if (!evaluate(&p->values, e->kids[0], &value)) return;
        p->slots[e->index] = value;
        look_at(p, e->kids[1]);
        return;
    default: return;
    }
}

/* ---- one choice */

static bool legal(struct small_states *p)
{
    const struct game *g = &p->ck->model->games[p->game];
    int64_t holds;
    bool member;
    if (g->invariant && (!evaluate(&p->values, g->invariant, &holds) || !holds)) return false;
    for (size_t i = 0; i < p->move->gen_count; i++)
        if (!evaluate_member(&p->values, &p->move->gens[i].domain, p->slots[p->move->gens[i].slot], &member) || !member)
            return false;
    for (size_t i = 0; i < p->move->condition_count; i++)
        if (!evaluate(&p->values, p->move->conditions[i], &holds) || !holds) return false;
    return true;
}

void small_states_try(struct small_states *p, const int64_t *fields, int64_t *slots)
{
    const struct game *g = &p->ck->model->games[p->game];
    for (size_t i = 0; i < g->field_count; i++)
        if (g->fields[i].kind > FIELD_BOOL && !p->first_only) return;
    p->fields = fields;
    p->slots = slots;
    for (int mover = 1; mover <= (g->uses_mover ? 2 : 1) && !p->reported; mover++) {
        p->mover = mover;
        p->values = evaluation(p->ck, p, p->steps);
        bool can = legal(p);
        if (can && p->first_only) p->reported = true;
        else if (can) look_at(p, p->move->result);
        p->steps = p->values.steps;
    }
}

/* ---- the box */

struct box {
    struct small_states search;
    int64_t fields[MODEL_MAX_FIELDS], low[MODEL_MAX_FIELDS], high[MODEL_MAX_FIELDS];
    size_t field_count, gen;
};

static bool choose(void *context, int64_t value);

/* The first elements of an infinite set, found by testing numbers. */
static void choose_from_set(struct box *b, struct evaluation *v, const struct gen *gen)
{
    int64_t cap = PROBE_SET_LIMIT;
    bool member;
    if (gen->cap && evaluate(v, gen->cap, &cap) && cap > PROBE_SET_LIMIT) cap = PROBE_SET_LIMIT;
    for (int64_t x = 1; x <= cap; x++)
        if (evaluate_member(v, &gen->domain, x, &member) && member && !choose(b, x)) return;
}

static void choose_next(struct box *b)
{
    const struct move *m = b->search.move;
    if (b->gen == m->gen_count) {
        small_states_try(&b->search, b->fields, b->search.slots);
        return;
    }
    /* The ends of a range are cheap; its elements are charged when they are tried. */
    struct small_states here = {.fields = b->fields, .slots = b->search.slots, .mover = 1};
    struct evaluation v = evaluation(b->search.ck, &here, b->search.steps < 10000 ? b->search.steps : 10000);
    const struct gen *gen = &m->gens[b->gen];
    if (gen->domain.kind <= DOMAIN_PARAM) evaluate_elements(&v, &gen->domain, choose, b);
    else choose_from_set(b, &v, gen);
}

static bool choose(void *context, int64_t value)
{
    struct box *b = context;
    if (b->search.steps == 0) return false;
    b->search.steps--;
    b->search.slots[b->search.move->gens[b->gen].slot] = value;
    b->gen++;
    choose_next(b);
    b->gen--;
    return !b->search.reported;
}

/* Fields that are not numbers are ignored if a state is merely sought: what reads them is then unknown. */
static bool open_box(struct box *b, const struct game *g)
{
    static const int64_t sides[] = {0, 12, 5, 3, 2};
    b->field_count = g->field_count;
    if (g->field_count == 0 || g->field_count > 4) return false;
    for (size_t i = 0; i < g->field_count; i++) {
        bool number = g->fields[i].kind <= FIELD_BOOL;
        if (!number && !b->search.first_only) return false;
        b->low[i] = g->fields[i].kind == FIELD_INT ? -2 : 0;
        b->high[i] = !number ? 0 : g->fields[i].kind == FIELD_BOOL ? 1 : sides[g->field_count];
        b->fields[i] = b->low[i];
    }
    return true;
}

/* Each state from field i on whose magnitudes add up to `sum`, the first fields changing last. */
static void walk_fields(struct box *b, size_t i, int64_t sum)
{
    const struct small_states *p = &b->search;
    if (i == b->field_count) {
        if (b->search.steps) b->search.steps--;
        choose_next(b);
        return;
    }
    bool last = i + 1 == b->field_count;
    for (int64_t x = b->low[i]; x <= b->high[i] && !p->reported && !p->ck->no_memory && p->steps; x++) {
        int64_t size = (int64_t)number_magnitude(x);
        b->fields[i] = x;
        if (size <= sum && (!last || size == sum)) walk_fields(b, i + 1, sum - size);
    }
}

static bool walk_box(struct box *b, const struct game *g)
{
    struct checker *ck = b->search.ck;
    const struct move *m = b->search.move;
    if (m->lua >= 0 || !open_box(b, g)) return false;
    if (!(b->search.slots = arena_array(ck->scratch, (size_t)m->slots + 1, sizeof *b->search.slots))) {
        ck->no_memory = true;
        return false;
    }
    int64_t most = 0;
    for (size_t i = 0; i < b->field_count; i++) most += (int64_t)number_magnitude(b->high[i]);
    /* least states first */
    for (int64_t sum = 0; sum <= most && !b->search.reported && !ck->no_memory && b->search.steps; sum++)
        walk_fields(b, 0, sum);
    return b->search.reported;
}

static void probe_move(struct checker *ck, int game, const struct move *m, uint64_t *steps)
{
    uint64_t granted = *steps < MOVE_STEPS ? *steps : MOVE_STEPS;
    struct box b = {.search = {.ck = ck, .game = game, .move = m, .steps = granted}};
    walk_box(&b, &ck->model->games[game]);
    *steps -= granted - b.search.steps;
}

const char *small_states_first(struct checker *ck, int game, const struct move *m)
{
    struct box b = {.search = {.ck = ck, .game = game, .move = m, .steps = MOVE_STEPS, .first_only = true}};
    return walk_box(&b, &ck->model->games[game]) ? choice_text(&b.search) : NULL;
}

/* Moves whose results were already rejected are skipped. */
static bool has_error_inside(const struct checker *ck, struct span span)
{
    for (size_t i = 0; i < ck->diags->count; i++) {
        const struct diagnostic *d = &ck->diags->items[i];
        if (d->severity == SEVERITY_ERROR && d->span.source == span.source && d->span.begin >= span.begin &&
            d->span.end <= span.end)
            return true;
    }
    return false;
}

void analyse_small_states(struct checker *ck)
{
    uint64_t steps = FILE_STEPS;
    for (size_t i = 0; i < ck->model->game_count && !ck->no_memory; i++) {
        const struct game *g = &ck->model->games[i];
        if (g->kind != GAME_RULES || g->code) continue;
        for (size_t k = ck->games.data[i].inherited; k < g->move_count && !ck->no_memory && steps; k++) {
            struct arena_mark mark = arena_mark(ck->scratch);
            if (!has_error_inside(ck, g->moves[k].span)) probe_move(ck, (int)i, &g->moves[k], &steps);
            arena_rewind(ck->scratch, mark);
        }
    }
}
