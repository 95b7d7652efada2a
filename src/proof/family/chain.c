/* SPDX-License-Identifier: MIT */
/* A take of a constant d from field i turns the constraints of a piece into forms over the state alone; products of
 * what is taken become multiples. With every field s_j = modulus * m_j + residue_j, where the modulus is a multiple
 * of all divisors, they are linear in the m_j: floors can be computed. A form without a negative slope that is not
 * constant is at least 0 from some m_j on. For every tuple of residues we look for the least d for which all
 * constraints eventually hold. */
#include "proof/family/chain.h"
#include "base/checked.h"
#include "base/vec.h"
#include "proof/normal/may_fail.h"
#include "proof/private.h"

enum { MODULUS_MOST = 360, TUPLES_MOST = 5040, DEPTH = 64, SPLIT_DEPTH = 8, ARGS_MOST = 8 };
#define EVALUATIONS_MOST 2000000u

struct line { /* slope[0] * m_0 + slope[1] * m_1 + ... + start */
    int64_t slope[MODEL_MAX_FIELDS], start;
};
struct take {
    int64_t take;
    struct linear_conjunction rule; /* the condition on the state under which the take is allowed */
};
struct search {
    const struct normal *n;
    size_t fields;
    int vars[MODEL_MAX_FIELDS]; /* of the state's fields */
    int64_t modulus, residue[MODEL_MAX_FIELDS];
    VEC(struct take) takes; /* ascending */
    int64_t threshold;      /* of what was found */
    uint64_t evaluations;
};

/* ---- the modulus ------------------------------------------------------------------------------------------------- */
/* The least common multiple; 0 if it is too large. */
static int64_t join(int64_t a, int64_t b)
{
    int64_t x = a, y = b, r;
    if (!a || !b) return 0;
    while (y) {
        int64_t rest = x % y;
        x = y;
        y = rest;
    }
    return checked_mul(a / x, b, &r) && r <= MODULUS_MOST ? r : 0;
}

static int64_t modulus_of(const struct normal_space *space, const struct linear_form *form)
{
    int64_t need = 1;
    for (uint32_t i = 0; i < form->count && need; i++) {
        const struct normal_term *t = space->vars[form->terms[i].var].term;
        int64_t inner = 1;
        for (size_t k = 0; t && k < t->count && inner; k++)
            if (t->args[k].form) inner = join(inner, modulus_of(space, t->args[k].form));
        if (t && t->kind == NORMAL_FLOOR && (!checked_mul(inner, t->data, &inner) || inner > MODULUS_MOST)) inner = 0;
        need = join(need, inner);
    }
    return need;
}

/* ---- forms as lines ---------------------------------------------------------------------------------------------- */
static bool is_constant(const struct search *s, const struct line *v)
{
    bool constant = true;
    for (size_t j = 0; j < s->fields; j++) constant &= v->slope[j] == 0;
    return constant;
}

/* *to += factor * from */
static bool add_line(const struct search *s, struct line *to, const struct line *from, int64_t factor)
{
    int64_t product;
    for (size_t j = 0; j < s->fields; j++)
        if (!checked_mul(from->slope[j], factor, &product) || !checked_add(to->slope[j], product, &to->slope[j]))
            return false;
    return checked_mul(from->start, factor, &product) && checked_add(to->start, product, &to->start);
}

static bool line_of(struct search *s, const struct linear_form *form, struct line *out);

static bool floor_line(const struct search *s, const struct line *v, int64_t divisor, struct line *out)
{
    for (size_t j = 0; j < s->fields; j++) {
        if (v->slope[j] % divisor) return false;
        out->slope[j] = v->slope[j] / divisor;
    }
    return checked_div(v->start, divisor, &out->start);
}

static bool product_line(const struct search *s, const struct line *args, size_t count, struct line *out)
{
    struct line product = {.start = 1};
    for (size_t i = 0; i < count; i++) {
        struct line next = {0};
        bool constant = is_constant(s, &args[i]);
        if (!constant && !is_constant(s, &product)) return false;
        if (!add_line(s, &next, constant ? &product : &args[i], constant ? args[i].start : product.start)) return false;
        product = next;
    }
    *out = product;
    return true;
}

static bool term_line(struct search *s, const struct normal_term *t, struct line *out)
{
    struct line args[ARGS_MOST];
    int64_t values[ARGS_MOST] = {0};
    bool constant = true;
    if (t->count > ARGS_MOST) return false;
    for (size_t i = 0; i < t->count; i++) {
        if (!t->args[i].form || !line_of(s, t->args[i].form, &args[i])) return false;
        constant &= is_constant(s, &args[i]);
        values[i] = args[i].start;
    }
    *out = (struct line){0};
    if (t->kind == NORMAL_FLOOR && floor_line(s, &args[0], t->data, out)) return true;
    *out = (struct line){0};
    if (t->kind == NORMAL_PRODUCT) return product_line(s, args, t->count, out);
    return constant && terms_fold(t, values, t->count, &out->start);
}

static bool var_line(struct search *s, int var, struct line *out)
{
    *out = (struct line){0};
    for (size_t j = 0; j < s->fields; j++) {
        if (var != s->vars[j]) continue;
        out->slope[j] = s->modulus;
        out->start = s->residue[j];
        return true;
    }
    const struct normal_term *t = s->n->space->vars[var].term;
    return t && term_line(s, t, out);
}

static bool line_of(struct search *s, const struct linear_form *form, struct line *out)
{
    *out = (struct line){.start = form->constant};
    for (uint32_t i = 0; i < form->count; i++) {
        struct line v;
        if (!var_line(s, form->terms[i].var, &v) || !add_line(s, out, &v, form->terms[i].factor)) return false;
    }
    return true;
}

/* ---- eventual truth ---------------------------------------------------------------------------------------------- */
/* Is the line >= 0 (== 0) whenever all m_j are large, and from which value of all fields on? */
static bool holds(const struct search *s, const struct line *v, bool equality, int64_t *from)
{
    int64_t least = INT64_MAX, m, size;
    for (size_t j = 0; j < s->fields; j++) {
        if (v->slope[j] < 0 || (equality && v->slope[j])) return false;
        if (v->slope[j] == 0 || v->start == INT64_MIN) continue;
        m = v->start >= 0 ? 0 : -v->start / v->slope[j] + 1;
        if (m < least) least = m;
    }
    *from = 0;
    if (equality) return v->start == 0;
    if (v->start >= 0) return true;
    return least != INT64_MAX && checked_add(least, 1, &m) && checked_mul(m, s->modulus, &size) && (*from = size, true);
}

/* Do all constraints hold at these residues, from *from on? */
static bool rule_holds(struct search *s, struct linear_conjunction rule, int64_t *from)
{
    *from = 0;
    for (size_t i = 0; i < rule.count; i++) {
        struct line v;
        int64_t one;
        s->evaluations++;
        if (!line_of(s, rule.items[i].form, &v) || !holds(s, &v, rule.items[i].equality, &one)) return false;
        if (one > *from) *from = one;
    }
    return true;
}

/* ---- takes ------------------------------------------------------------------------------------------------------- */
/* Options, listed exactly, that lead to one state of the same game, or to two if the state is a single number. */
static bool is_plain(const struct search *s, const struct normal_piece *p)
{
    if (!p->exact || p->component_count < 1 || p->component_count > (s->fields == 1 ? 2 : 1)) return false;
    for (size_t k = 0; k < p->component_count; k++) {
        if (p->components[k].game != s->n->source.game || p->components[k].arg_count != s->fields) return false;
        for (size_t j = 0; j < s->fields; j++)
            if (p->components[k].args[j].kind != NORMAL_NUMBER) return false;
    }
    return true;
}

/* Sets the argument of a component in the map. */
static bool set_argument(struct search *s, const struct linear_form **map, const struct normal_piece *p,
                         size_t component, size_t argument, const struct linear_form *form)
{
    int var = normal_var(s->n->space, NORMAL_RESULT, p->components[component].args[argument].first_var);
    if (var >= 0) map[var] = form;
    return var >= 0 && form;
}

/* Adds the piece where component `main` is the state with `take` less in `field` and the other component is
 * `beside`. */
static bool add_take(struct search *s, const struct normal_piece *p, size_t main, size_t field, int64_t take,
                     int64_t beside)
{
    struct normal_space *space = s->n->space;
    struct linear_work *w = &space->work;
    struct linear_conjunction rule;
    bool fine = true;
    const struct linear_form **map = arena_array(space->arena, space->var_count, sizeof *map);
    if (!map) return false;
    for (size_t j = 0; fine && j < s->fields; j++)
        fine = set_argument(s, map, p, main, j,
                            linear_scale(w, linear_variable(w, s->vars[j]), 1, j == field ? -take : 0));
    if (fine && p->component_count == 2) fine = set_argument(s, map, p, 1 - main, 0, linear_constant(w, beside));
    if (!fine || !normal_replace_all(space, p->rule, map, space->var_count, &rule)) return !w->no_memory;
    int64_t modulus = s->modulus;
    for (size_t k = 0; modulus && k < rule.count; k++) modulus = join(modulus, modulus_of(space, rule.items[k].form));
    if (!modulus) return true;
    s->modulus = modulus;
    return vec_push(&s->takes, (struct take){take, rule});
}

static bool add_takes(struct search *s, size_t field, int64_t take)
{
    for (size_t i = 0; i < s->n->piece_count; i++) {
        const struct normal_piece *p = &s->n->pieces[i];
        if (!is_plain(s, p)) continue;
        bool splits = p->component_count == 2;
        for (size_t main = 0; main < p->component_count && (!splits || take <= SPLIT_DEPTH); main++)
            for (int64_t beside = 0; beside <= (splits ? take : 0); beside++)
                if (!add_take(s, p, main, field, take, beside)) return false;
    }
    return true;
}

/* The least take at these residues; false if none was found. */
static bool find_take(struct search *s, int64_t *most)
{
    int64_t from;
    for (size_t i = 0; i < s->takes.count && s->evaluations <= EVALUATIONS_MOST; i++) {
        if (!rule_holds(s, s->takes.data[i].rule, &from)) continue;
        if (from > s->threshold) s->threshold = from;
        if (s->takes.data[i].take > *most) *most = s->takes.data[i].take;
        return true;
    }
    return false;
}

/* The greatest of the least takes over all residues; 0 if some residues have none. */
static int64_t find_step(struct search *s)
{
    int64_t tuples = 1, step = 0;
    for (size_t j = 0; j < s->fields && tuples <= TUPLES_MOST; j++) tuples *= s->modulus;
    if (tuples > TUPLES_MOST) return 0;
    for (int64_t k = 0; k < tuples; k++) {
        int64_t rest = k;
        for (size_t j = 0; j < s->fields; j++, rest /= s->modulus) s->residue[j] = rest % s->modulus;
        if (!find_take(s, &step)) return 0;
    }
    return step;
}

static enum status find_steps(struct search *s, struct chain *out)
{
    bool fine = true;
    s->threshold = DEPTH; /* so much can be taken */
    for (size_t field = 0; fine && field < s->fields; field++) {
        s->modulus = 1;
        s->takes.count = 0;
        for (int64_t take = 1; fine && take <= DEPTH; take++) fine = add_takes(s, field, take);
        if (fine) out->step[field] = find_step(s);
    }
    out->threshold = s->threshold;
    vec_free(&s->takes);
    return fine ? ST_OK : ST_NO_MEMORY;
}

static bool suitable(const struct game *g)
{
    bool natural = g->kind == GAME_RULES && g->field_count > 0 && !g->loopy && !g->uses_mover;
    for (size_t i = 0; i < g->field_count; i++) natural = natural && g->fields[i].kind == FIELD_NAT;
    return natural;
}

enum status chain_find(const struct model *model, int game, const struct param_value *params, struct chain *out)
{
    *out = (struct chain){0};
    if (game < 0 || !suitable(&model->games[game])) return ST_OK;
    struct arena scratch = {0};
    struct normal_space space = {.arena = &scratch, .work = {.arena = &scratch}};
    struct normal_source source = {.model = model, .game = game, .params = params};
    struct normal *n;
    if (normal_may_fail(&source)) return ST_OK;
    enum status st = normal_build(&space, &source, &n);
    struct search s = {.n = n, .fields = model->games[game].field_count, .modulus = 1};
    for (size_t j = 0; st == ST_OK && j < s.fields; j++)
        if ((s.vars[j] = normal_var(&space, NORMAL_FIELD, (int)j)) < 0) st = ST_NO_MEMORY;
    if (st == ST_OK && n->supported) st = find_steps(&s, out);
    if (st == ST_OK && space.work.no_memory) st = ST_NO_MEMORY;
    arena_free(&scratch);
    return st;
}
