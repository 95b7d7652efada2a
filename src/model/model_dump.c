/* SPDX-License-Identifier: MIT */
/* --dump=model: the whole model as indented text, in declaration order, so that a golden file can hold it. */
#include "model/model.h"
#include <inttypes.h>

struct dumper {
    const struct model *model;
    int game;
    struct text *out;
};

static void dump_expr(struct dumper *d, const char *before, const struct expr *e)
{
    text_puts(d->out, before);
    expr_print(d->model, d->game, e, d->out);
    text_puts(d->out, "\n");
}

static void dump_fields(struct dumper *d, const struct field *fields, size_t count)
{
    text_puts(d->out, "(");
    for (size_t i = 0; i < count; i++) {
        text_add(d->out, "%s%s: %s", i ? ", " : "", fields[i].name, field_kind_name(fields[i].kind));
        if (fields[i].kind == FIELD_NODES) text_add(d->out, " of %s", d->model->games[fields[i].graph].name);
    }
    text_puts(d->out, ")");
}

static void dump_gens(struct dumper *d, const char *indent, const struct gen *gens, size_t count, const int *sweep)
{
    for (size_t i = 0; i < count; i++) {
        text_add(d->out, "%sfor %s#%d in ", indent, gens[i].name, gens[i].slot);
        domain_print(d->model, d->game, &gens[i].domain, d->out);
        if (gens[i].cap) {
            text_puts(d->out, " up to ");
            expr_print(d->model, d->game, gens[i].cap, d->out);
        }
        if (sweep && sweep[i] >= 0) text_add(d->out, " (sweeps param %d)", sweep[i]);
        text_puts(d->out, "\n");
    }
}

static void dump_move(struct dumper *d, const struct move *m)
{
    text_add(d->out, "  move %s", m->name);
    if (m->lua >= 0) {
        text_add(d->out, " by lua.%s\n", d->model->lua_functions[m->lua].name);
        return;
    }
    text_add(d->out, " slots %d\n", m->slots);
    dump_gens(d, "    ", m->gens, m->gen_count, NULL);
    for (size_t i = 0; i < m->condition_count; i++) dump_expr(d, "    where ", m->conditions[i]);
    dump_expr(d, "    -> ", m->result);
}

static void dump_start(struct dumper *d, const struct start *s)
{
    text_puts(d->out, "  start");
    dump_fields(d, s->fields, s->field_count);
    text_add(d->out, " slots %d\n", s->slots);
    if (s->condition) dump_expr(d, "    where ", s->condition);
    dump_expr(d, "    -> ", s->result);
}

static void dump_facts(struct dumper *d, const struct game *g)
{
    static const char *const measures[] = {"none", "linear", "lexicographic", "graph", "claimed", "parts", "slower"};
    text_add(d->out, "  measure %s", measures[g->measure.kind]);
    if (g->measure.text) text_add(d->out, ": %s", g->measure.text);
    text_puts(d->out, "\n");
    if (!g->symmetric && !g->loopy && !g->uses_mover && !g->closed && !g->shrinking) return;
    text_add(d->out, "  facts%s%s%s%s%s\n", g->symmetric ? " symmetric" : "", g->loopy ? " loopy" : "",
             g->uses_mover ? " uses-mover" : "", g->closed ? " closed" : "", g->shrinking ? " shrinking" : "");
}

static void dump_solve(struct dumper *d, const struct game *g)
{
    if (!g->solve_plugin) return;
    text_add(d->out, "  solve %s(", g->solve_plugin);
    for (size_t i = 0; i < g->solve_arg_count; i++) {
        if (i) text_puts(d->out, ", ");
        expr_print(d->model, d->game, g->solve_args[i], d->out);
    }
    text_puts(d->out, ")\n");
}

static void dump_game(struct dumper *d, int index)
{
    static const char *const kinds[] = {"rules", "graph", "compound"};
    const struct game *g = &d->model->games[index];
    d->game = index;
    text_add(d->out, "game %d %s", index, g->name);
    dump_fields(d, g->fields, g->field_count);
    text_add(d->out, " %s%s\n", kinds[g->kind], index == d->model->main_game ? " main" : "");
    if (g->code) text_add(d->out, "  code %s\n", g->code);
    if (g->invariant) dump_expr(d, "  where ", g->invariant);
    if (g->kept) text_puts(d->out, "  which every move keeps\n");
    if (g->compound) dump_expr(d, "  is ", g->compound);
    if (g->canon) dump_expr(d, "  canon ", g->canon);
    for (size_t i = 0; i < g->claimed_count; i++) dump_expr(d, "  claims ", g->claimed[i]);
    dump_solve(d, g);
    for (size_t i = 0; i < g->start_count; i++) dump_start(d, &g->starts[i]);
    for (size_t i = 0; i < g->move_count; i++) dump_move(d, &g->moves[i]);
    dump_facts(d, g);
    d->game = -1;
}

static void dump_param(struct dumper *d, int index)
{
    static const char *const kinds[] = {"int", "bool", "set"};
    const struct param *p = &d->model->params[index];
    text_add(d->out, "param %d %s: %s = ", index, p->name, kinds[p->kind]);
    if (p->kind == PARAM_SET) {
        text_puts(d->out, "{");
        for (size_t i = 0; i < p->set_count; i++) text_add(d->out, "%s%" PRId64, i ? ", " : "", p->set[i]);
        text_puts(d->out, "}");
    } else {
        text_add(d->out, "%" PRId64, p->value);
    }
    if (p->domain) {
        text_puts(d->out, " in ");
        domain_print(d->model, -1, p->domain, d->out);
    }
    if (p->owner >= 0) text_add(d->out, " of %s", d->model->games[p->owner].name);
    text_puts(d->out, "\n");
}

/* Large graphs are shown by their first nodes only. */
static void dump_graph(struct dumper *d, int index)
{
    enum { SHOWN = 64 };
    const struct graph *g = &d->model->graphs[index];
    text_add(d->out, "graph %d %s nodes %u edges %u\n", index, g->name, g->node_count, g->edge_count);
    for (uint32_t v = 0; v < g->node_count && v < SHOWN; v++) {
        if (g->names) text_add(d->out, "  %s ->", g->names[v]);
        else text_add(d->out, "  %u ->", v);
        for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++) {
            if (g->names) text_add(d->out, " %s", g->names[g->to[e]]);
            else text_add(d->out, " %u", g->to[e]);
        }
        text_puts(d->out, "\n");
    }
    if (g->node_count > SHOWN) text_puts(d->out, "  ...\n");
}

static void dump_check(struct dumper *d, const struct check *c)
{
    text_puts(d->out, c->claim ? "claim" : "expect");
    if (c->game >= 0) text_add(d->out, " in %s", d->model->games[c->game].name);
    if (c->kind == CHECK_PERIOD) {
        text_add(d->out, " period %" PRId64, c->period);
        if (c->preperiod >= 0) text_add(d->out, " from %" PRId64, c->preperiod);
        if (c->saltus >= 0) text_add(d->out, " saltus %" PRId64, c->saltus);
        text_puts(d->out, "\n");
        return;
    }
    text_add(d->out, " slots %d\n", c->slots);
    dump_expr(d, "  ", c->condition);
    dump_gens(d, "  ", c->gens, c->gen_count, c->sweep);
    if (c->where) dump_expr(d, "  where ", c->where);
}

void model_dump(const struct model *model, struct text *out)
{
    struct dumper d = {.model = model, .game = -1, .out = out};
    text_add(out, "play %s\n", model->misere ? "misere" : "normal");
    for (size_t i = 0; i < model->param_count; i++) dump_param(&d, (int)i);
    for (size_t i = 0; i < model->graph_count; i++) dump_graph(&d, (int)i);
    for (size_t i = 0; i < model->lua_function_count; i++)
        text_add(out, "lua %zu %s/%d%s\n", i, model->lua_functions[i].name, model->lua_functions[i].arity,
                 model->lua_functions[i].generator ? " generator" : "");
    for (size_t i = 0; i < model->game_count; i++) dump_game(&d, (int)i);
    for (size_t i = 0; i < model->check_count; i++) dump_check(&d, &model->checks[i]);
}
