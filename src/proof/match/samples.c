/* SPDX-License-Identifier: MIT */
/* Guesses for several parameters multiply, and each proof costs a normal form. So a few of the user's options are
 * drawn at a few states, and the reference, its parameters still variables, is evaluated there: in 64 bits, each
 * choice in microseconds. This only orders the guesses. */
#include "proof/match/private.h"
#include "proof/options/options.h"

enum { MOST_SAMPLES = 24, EACH = 8, MOST_CELLS = 8, MOST_VARS = 256 };

struct drawn_state {
    int64_t state[MODEL_MAX_FIELDS], result[MODEL_MAX_FIELDS];
    bool nothing; /* the option is the empty sum */
};
struct unify_samples {
    struct unifier *u;
    const struct unify_pair *pair;
    size_t fields, count;
    struct drawn_state items[MOST_SAMPLES];
    const int64_t *at; /* the state at which options are drawn */
    bool apart;        /* one of the options is not the reference's */
    int game;
    size_t turn, states; /* where to go on drawing, and at how many states options were drawn */
    uint64_t seed;
};

static enum status keep(void *context, int move, const struct integer *const *values, size_t value_count,
                        const struct normal_position *result, size_t result_count)
{
    struct unify_samples *s = context;
    (void)move, (void)values, (void)value_count;
    if (s->count == MOST_SAMPLES || result_count > 1) return ST_OK;
    struct drawn_state *new = &s->items[s->count];
    *new = (struct drawn_state){.nothing = result_count == 0};
    for (size_t i = 0; i < s->fields; i++) new->state[i] = s->at[i];
    if (result_count && (result[0].game != s->pair->user || result[0].count != s->fields)) return ST_OK;
    for (size_t i = 0; result_count && i < s->fields; i++)
        if (!integer_fits(result[0].cells[i], &new->result[i])) return ST_OK;
    s->count++;
    return ST_OK;
}

static bool draw_at(struct unify_samples *s, const struct normal *user, const int64_t *state)
{
    const struct integer *cells[MODEL_MAX_FIELDS];
    size_t drawn;
    for (size_t i = 0; i < s->fields; i++)
        if (!(cells[i] = integer_from(s->u->arena, state[i]))) return false;
    s->at = state;
    return normal_sample(user, cells, s->fields, &s->seed, EACH, keep, s, &drawn) != ST_NO_MEMORY;
}

static bool is_state(const struct unify_samples *s, const struct normal *user, const int64_t *state);

static size_t fit_from(const struct unify_samples *s, size_t from, const struct normal *ref,
                       const struct param_value *params);

/* At the first few of these that are states of the user's game. */
static const int64_t numbers[] = {61, 40, 17, 101, 29, 6, 3, 4, 2, 8, 5, 12, 14, 7, 1, 9, 21, 30};
enum { NUMBERS = sizeof numbers / sizeof *numbers, STATES = 3 };

static bool only_numbers(const struct game *g)
{
    bool all = true;
    for (size_t i = 0; i < g->field_count && all; i++) all = g->fields[i].kind == FIELD_NAT;
    return all;
}

/* Those of the user's game that were drawn for another order of its fields, or none yet. */
static struct unify_samples *drawn_before(struct unifier *u, const struct unify_pair *pair)
{
    struct unify_samples *s = u->samples;
    const struct game *g = &u->user->games[pair->user];
    if (!s || s->game != pair->user) {
        if (!(s = arena_alloc(u->kept, sizeof *s))) return u->no_memory = true, NULL;
        *s = (struct unify_samples){.u = u, .game = pair->user, .fields = g->field_count, .seed = 1};
        if (!only_numbers(g) || u->mover) s->turn = NUMBERS;
        u->samples = s;
    }
    s->pair = pair;
    return s;
}

struct unify_samples *unify_samples_draw(struct unifier *u, const struct normal *user, const struct unify_pair *pair,
                                         const struct normal *all_of)
{
    struct unify_samples *s = drawn_before(u, pair);
    if (!s) return NULL;
    s->apart = all_of && fit_from(s, 0, all_of, NULL) < s->count;
    for (; s->turn < NUMBERS && s->states < STATES && !s->apart; s->turn++) {
        int64_t state[MODEL_MAX_FIELDS];
        size_t before = s->count;
        for (size_t i = 0; i < s->fields; i++) state[i] = numbers[(s->turn + i) % NUMBERS];
        if (!is_state(s, user, state)) continue;
        if (!draw_at(s, user, state)) return u->no_memory = true, NULL;
        s->apart = all_of && fit_from(s, before, all_of, NULL) < s->count - before;
        s->states++;
    }
    return s;
}

size_t unify_samples_count(const struct unify_samples *samples) { return samples->count; }

/* ---- evaluation -------------------------------------------------------------------------------------------------- */
struct values {
    const struct normal_space *space;
    const struct drawn_state *sample;
    const struct param_value *params; /* NULL: not known */
    const int *order;                 /* result variable k of the reference is the user's cell order[k] */
    size_t fields;
};

static bool read_var(void *context, int var, struct number *value)
{
    const struct values *v = context;
    const struct normal_var *x = &v->space->vars[var];
    switch (x->kind) {
    case NORMAL_FIELD: return *value = number_small(v->sample->state[x->index]), true;
    case NORMAL_PARAM: return v->params && (*value = number_small(v->params[x->index].value), true);
    case NORMAL_RESULT:
        if ((size_t)x->index >= v->fields) return false;
        return *value = number_small(v->sample->result[v->order[x->index]]), true;
    default: return false;
    }
}

/* Does it hold there? What cannot be evaluated is `unknown`. */
static bool constraint_holds(const struct values *v, struct linear_constraint c, bool unknown)
{
    struct form_evaluation e = {.space = v->space, .read = read_var, .context = (void *)v};
    struct number x;
    if (!form_evaluate(&e, c.form, &x)) return unknown;
    return c.equality ? x.small == 0 : x.small >= 0;
}

static bool is_state(const struct unify_samples *s, const struct normal *user, const int64_t *state)
{
    struct drawn_state at = {.nothing = true};
    struct values v = {.space = s->u->space, .sample = &at};
    bool any = false;
    for (size_t i = 0; i < s->fields; i++) at.state[i] = state[i];
    for (size_t i = 0; i < user->invariant_count && !any; i++) {
        bool all = true;
        for (size_t k = 0; k < user->invariant[i].count && all; k++)
            all = constraint_holds(&v, user->invariant[i].items[k], false);
        any = all;
    }
    return any;
}

/* Assumes that what cannot be evaluated holds. */
static bool may_hold(const struct values *v, struct linear_conjunction rule)
{
    for (size_t i = 0; i < rule.count; i++)
        if (!constraint_holds(v, rule.items[i], true)) return false;
    return true;
}

static bool fits(const struct values *v, const struct normal *ref)
{
    for (size_t i = 0; i < ref->piece_count; i++) {
        const struct normal_piece *p = &ref->pieces[i];
        if (p->component_count != !v->sample->nothing) continue;
        if (p->component_count && (p->components[0].game != ref->source.game || (size_t)p->result_vars != v->fields))
            continue;
        if (may_hold(v, p->rule)) return true;
    }
    return false;
}

/* Does the sample fit with the fields of the result in some order, the first `at` of them fixed? */
static bool fits_turned(struct values *v, const struct normal *ref, int *order, size_t at)
{
    v->order = order;
    if (at >= v->fields) return fits(v, ref);
    for (size_t i = at; i < v->fields; i++) {
        int x = order[at], y = order[i];
        order[at] = y;
        order[i] = x;
        bool fit = fits_turned(v, ref, order, at + 1);
        order[at] = x;
        order[i] = y;
        if (fit) return true;
    }
    return false;
}

static size_t fit_from(const struct unify_samples *s, size_t from, const struct normal *ref,
                       const struct param_value *params)
{
    struct values v = {.space = ref->space, .params = params, .fields = s->fields};
    bool turn = s->u->may_turn && s->fields <= UNIFY_MAX_TURNED;
    size_t fit = 0;
    for (size_t i = from; i < s->count; i++) {
        int order[MODEL_MAX_FIELDS];
        for (size_t k = 0; k < s->fields; k++) order[k] = s->pair->order[k];
        v.sample = &s->items[i];
        fit += fits_turned(&v, ref, order, turn ? 0 : s->fields);
    }
    return fit;
}

size_t unify_samples_fit(const struct unify_samples *s, const struct normal *ref, const struct param_value *params)
{
    return fit_from(s, 0, ref, params);
}

bool unify_samples_apart(const struct unify_samples *samples) { return samples->apart; }
