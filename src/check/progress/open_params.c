/* SPDX-License-Identifier: MIT */
#include "check/progress/open_params.h"
#include <string.h>
#include "check/progress/replace.h"

struct opening {
    struct checker *ck;
    int game;
    struct game *out;
    struct expr **params; /* by parameter: its field; NULL: it is not read */
    struct expr *added[MODEL_MAX_FIELDS];
    size_t old; /* fields */
    bool failed;
};

static void *room(struct opening *o, size_t count, size_t size)
{
    void *p = arena_array(o->ck->scratch, count + 1, size);
    if (!p) o->ck->no_memory = o->failed = true;
    return p;
}

static struct expr *made(struct opening *o, struct expr like, struct expr *const *kids, size_t count)
{
    struct expr *e = expr_create(o->ck->scratch, like, kids, count);
    if (!e) o->ck->no_memory = o->failed = true;
    return e;
}

/* ---- which are read */

static void note_param(void *context, struct expr *e)
{
    struct opening *o = context;
    if (e->kind != EXPR_PARAM || o->failed || o->params[e->index]) return;
    const struct param *p = &o->ck->model->params[e->index];
    size_t number = o->out->field_count;
    if (p->kind == PARAM_SET || number == MODEL_MAX_FIELDS) {
        o->failed = true;
        return;
    }
    struct expr like = {.kind = EXPR_FIELD, .type = e->type, .span = e->span, .index = (int)number};
    o->added[number] = o->params[e->index] = made(o, like, NULL, 0);
    enum field_kind kind = p->kind == PARAM_BOOL ? FIELD_BOOL : FIELD_INT;
    o->out->fields[o->out->field_count++] = (struct field){.name = p->name, .kind = kind, .span = p->span};
}

static void find_params(struct opening *o, const struct game *g)
{
    expr_walk(g->invariant, note_param, o);
    for (size_t m = 0; m < g->move_count; m++) {
        const struct move *move = &g->moves[m];
        for (size_t i = 0; i < move->gen_count; i++) {
            domain_walk(&move->gens[i].domain, note_param, o);
            expr_walk(move->gens[i].cap, note_param, o);
        }
        for (size_t i = 0; i < move->condition_count; i++) expr_walk(move->conditions[i], note_param, o);
        expr_walk(move->result, note_param, o);
    }
}

/* ---- what becomes of them */

static struct expr *replaced(struct opening *o, const struct expr *e)
{
    struct replacement r = {.ck = o->ck, .params = o->params};
    struct expr *next = e ? replace_in(&r, (struct expr *)e) : NULL;
    o->failed = o->failed || r.failed;
    return next;
}

/* Results in the game itself keep the new fields. */
static struct expr *with_fields(struct opening *o, struct expr *e)
{
    if (!e || e->type != TYPE_POSITION || o->failed) return e;
    if (e->kind == EXPR_GAME && e->game == o->game) {
        struct expr *kids[MODEL_MAX_FIELDS];
        if (e->start >= 0 || e->count != o->old) return o->failed = true, e;
        for (size_t i = 0; i < o->out->field_count; i++) kids[i] = i < o->old ? e->kids[i] : o->added[i];
        return made(o, *e, kids, o->out->field_count);
    }
    struct expr *copy = made(o, *e, e->kids, e->count);
    for (size_t i = 0; copy && i < e->count; i++) copy->kids[i] = with_fields(o, e->kids[i]);
    return copy;
}

static void open_move(struct opening *o, struct move *m)
{
    struct gen *gens = room(o, m->gen_count, sizeof *gens);
    struct expr **conditions = room(o, m->condition_count, sizeof *conditions);
    if (o->failed) return;
    for (size_t i = 0; i < m->gen_count; i++) {
        struct replacement r = {.ck = o->ck, .params = o->params};
        gens[i] = m->gens[i];
        replace_in_domain(&r, &gens[i].domain);
        gens[i].cap = replaced(o, m->gens[i].cap);
        o->failed = o->failed || r.failed;
    }
    for (size_t i = 0; i < m->condition_count; i++) conditions[i] = replaced(o, m->conditions[i]);
    m->gens = gens;
    m->conditions = conditions;
    m->result = with_fields(o, replaced(o, m->result));
}

/* k in 1.., of a state. */
static void keep_domains(struct opening *o)
{
    struct expr like = {.kind = EXPR_AND, .type = TYPE_BOOL};
    for (size_t p = 0; p < o->ck->model->param_count && !o->failed; p++) {
        struct domain *d = o->ck->model->params[p].domain;
        if (!o->params[p] || !d || d->kind == DOMAIN_PARAM || o->params[p]->type != TYPE_INT) continue;
        struct expr test = {.kind = EXPR_IN, .type = TYPE_BOOL, .span = d->span, .domain = d};
        struct expr *in = made(o, test, &o->params[p], 1);
        o->out->invariant = o->out->invariant ? made(o, like, (struct expr *[]){o->out->invariant, in}, 2) : in;
    }
}

bool params_as_fields(struct checker *ck, int game, struct game *out)
{
    const struct game *g = &ck->model->games[game];
    struct opening o = {.ck = ck, .game = game, .out = out, .old = g->field_count};
    *out = *g;
    o.params = room(&o, ck->model->param_count, sizeof *o.params);
    out->fields = room(&o, MODEL_MAX_FIELDS, sizeof *out->fields);
    out->moves = room(&o, g->move_count, sizeof *out->moves);
    if (o.failed) return false;
    memcpy(out->fields, g->fields, g->field_count * sizeof *g->fields);
    memcpy(out->moves, g->moves, g->move_count * sizeof *g->moves);
    find_params(&o, g);
    if (!ck->model->param_count) return true;
    out->invariant = replaced(&o, g->invariant);
    for (size_t m = 0; m < out->move_count && !o.failed; m++) open_move(&o, &out->moves[m]);
    keep_domains(&o);
    return !o.failed;
}
