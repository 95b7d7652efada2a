/* Guesses for several parameters multiply, and each proof costs a normal form. So a few options of the user's are drawn
 * at a few states, and the reference, its parameters still variables, is evaluated there: in 64 bits, each choice in
 * microseconds. This only orders the guesses. */
#include "base/checked.h"
#include "model/unify_parts.h"

enum { MOST_SAMPLES = 24, EACH = 8, MOST_CELLS = 8, MOST_VARS = 256 };

struct sample {
    int64_t state[MODEL_MAX_FIELDS], result[MODEL_MAX_FIELDS];
    bool nothing; /* the option is the empty sum */
};
struct unify_samples {
    struct unifier *u;
    const struct unify_pair *pair;
    size_t fields, count;
    struct sample items[MOST_SAMPLES];
    const int64_t *at; /* the state being drawn at */
};

static enum status keep(void *context, int move, const struct integer *const *values, size_t value_count,
                        const struct normal_position *result, size_t result_count)
{
    struct unify_samples *s = context;
    (void)move, (void)values, (void)value_count;
    if (s->count == MOST_SAMPLES || result_count > 1) return ST_OK;
    struct sample *new = &s->items[s->count];
    *new = (struct sample){.nothing = result_count == 0};
    for (size_t i = 0; i < s->fields; i++) new->state[i] = s->at[i];
    if (result_count && (result[0].game != s->pair->user || result[0].count != s->fields)) return ST_OK;
    for (size_t i = 0; result_count && i < s->fields; i++)
        if (!integer_fits(result[0].cells[i], &new->result[i])) return ST_OK;
    s->count++;
    return ST_OK;
}

struct unify_samples *unify_samples_draw(struct unifier *u, const struct normal *user, const struct unify_pair *pair)
{
    static const int64_t numbers[] = {61, 40, 17, 101, 29};
    const struct game *g = &u->user->games[pair->user];
    struct unify_samples *s = arena_alloc(u->arena, sizeof *s);
    uint64_t seed = 1;
    if (!s) return u->no_memory = true, NULL;
    *s = (struct unify_samples){.u = u, .pair = pair, .fields = g->field_count};
    for (size_t i = 0; i < g->field_count; i++)
        if (g->fields[i].kind != FIELD_NAT) return s;
    for (size_t turn = 0; turn < 3 && !u->mover; turn++) {
        int64_t state[MODEL_MAX_FIELDS];
        const struct integer *cells[MODEL_MAX_FIELDS];
        size_t drawn;
        for (size_t i = 0; i < s->fields; i++) {
            state[i] = numbers[(turn + i) % (sizeof numbers / sizeof *numbers)];
            if (!(cells[i] = integer_from(u->arena, state[i]))) return u->no_memory = true, NULL;
        }
        s->at = state;
        if (normal_sample(user, cells, s->fields, &seed, EACH, keep, s, &drawn) == ST_NO_MEMORY) return u->no_memory = true, NULL;
    }
    return s;
}

size_t unify_samples_count(const struct unify_samples *samples)
{
    return samples->count;
}

/* ---- evaluation -------------------------------------------------------------------------------------------------- */
struct values {
    const struct normal_space *space;
    const struct sample *sample;
    const struct param_value *params;
    const int *order; /* result variable k of the reference is the user's cell order[k] */
    size_t fields;
};

static bool form_value(const struct values *v, const struct linear_form *form, int64_t *out);

static bool term_value(const struct values *v, const struct normal_term *t, int64_t *out)
{
    int64_t a[2];
    if (t->count < 1 || t->count > 2) return false;
    for (size_t i = 0; i < t->count; i++)
        if (!t->args[i].form || !form_value(v, t->args[i].form, &a[i])) return false;
    switch (t->kind) {
    case NORMAL_FLOOR: return checked_div(a[0], t->data, out);
    case NORMAL_PRODUCT: return t->count == 2 && checked_mul(a[0], a[1], out);
    case EXPR_DIV: return checked_div(a[0], a[1], out);
    case EXPR_MOD: return checked_mod(a[0], a[1], out);
    case NORMAL_GE0: *out = a[0] >= 0; return true;
    case NORMAL_EQ0: *out = a[0] == 0; return true;
    default: return false;
    }
}

static bool var_value(const struct values *v, int var, int64_t *out)
{
    const struct normal_var *x = &v->space->vars[var];
    switch (x->kind) {
    case NORMAL_FIELD: return *out = v->sample->state[x->index], true;
    case NORMAL_PARAM: return *out = v->params[x->index].value, true;
    case NORMAL_RESULT:
        if ((size_t)x->index >= v->fields) return false;
        *out = v->sample->result[v->order[x->index]];
        return true;
    case NORMAL_TERM: return term_value(v, x->term, out);
    default: return false;
    }
}

static bool form_value(const struct values *v, const struct linear_form *form, int64_t *out)
{
    int64_t sum = form->constant;
    for (uint32_t i = 0; i < form->count; i++) {
        int64_t x;
        if (!var_value(v, form->terms[i].var, &x) || !checked_mul(x, form->terms[i].factor, &x) ||
            !checked_add(sum, x, &sum))
            return false;
    }
    *out = sum;
    return true;
}

/* What cannot be evaluated is taken to hold. */
static bool may_hold(const struct values *v, struct linear_conjunction rule)
{
    for (size_t i = 0; i < rule.count; i++) {
        int64_t x;
        if (!form_value(v, rule.items[i].form, &x)) continue;
        if (rule.items[i].equality ? x != 0 : x < 0) return false;
    }
    return true;
}

static bool fits(const struct values *v, const struct normal *ref)
{
    for (size_t i = 0; i < ref->piece_count; i++) {
        const struct normal_piece *p = &ref->pieces[i];
        if (p->component_count != !v->sample->nothing) continue;
        if (p->component_count && (p->components[0].game != ref->source.game || (size_t)p->result_vars != v->fields)) continue;
        if (may_hold(v, p->rule)) return true;
    }
    return false;
}

size_t unify_samples_fit(const struct unify_samples *s, const struct normal *ref, const struct param_value *params)
{
    struct values v = {.space = ref->space, .params = params, .order = s->pair->order, .fields = s->fields};
    size_t fit = 0;
    for (size_t i = 0; i < s->count; i++) {
        v.sample = &s->items[i];
        fit += fits(&v, ref);
    }
    return fit;
}
