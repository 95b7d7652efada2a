/* SPDX-License-Identifier: MIT */
/* Breadth-first search over whole positions, identified by their printed form; the result is DOT that `graph ... from`
 * reads. */
#include "engine/graph/dump_graph.h"
#include "base/intern.h"
#include "base/vec.h"
#include "play/options/options.h"

struct node {
    struct position position;
    const char *label;
};
struct dump_walk {
    struct engine *engine;
    struct interns labels;
    VEC(struct node) nodes;
    struct position from; /* the position being expanded */
    struct text *out;
};

static enum status label_of(struct dump_walk *w, const struct position *position, const char **label, bool *fresh)
{
    struct text text = {0};
    size_t before = w->labels.count;
    position_print(w->engine->model, position, &text);
    *label = text.failed ? NULL : intern_c(&w->labels, text_c(&text));
    text_free(&text);
    *fresh = w->labels.count > before;
    return *label ? ST_OK : ST_NO_MEMORY;
}

static enum status add_option(void *context, const struct made_move *move)
{
    struct dump_walk *w = context;
    struct position to;
    if (!position_after_kept(&w->engine->answers, &w->from, move, &to)) return ST_NO_MEMORY;
    components_sort(to.components, to.count);
    const char *label;
    bool fresh;
    enum status st = label_of(w, &to, &label, &fresh);
    if (st != ST_OK) return st;
    text_add(w->out, " \"%s\"", label);
    if (!fresh) return ST_OK;
    if ((st = budget_take_states(w->engine->options.budget, 1)) != ST_OK) return st;
    return vec_push(&w->nodes, (struct node){to, label}) ? ST_OK : ST_NO_MEMORY;
}

static enum status expand(struct dump_walk *w, size_t index)
{
    struct node node = w->nodes.data[index];
    enum status st = ST_OK;
    text_add(w->out, "  \"%s\" -> {", node.label);
    w->from = node.position;
    for (size_t i = 0; st == ST_OK && i < w->from.count; i++) {
        bool compound = w->from.components[i].game == POSITION_COMPOUND;
        st = compound ? ST_UNSUPPORTED : options_each(w->engine->env, w->from.components, i, 0, add_option, w);
    }
    text_puts(w->out, " }\n");
    return st;
}

enum status engine_dump_graph(struct engine *engine, const struct position *position, struct text *out)
{
    struct dump_walk w = {.engine = engine, .labels = {.arena = &engine->answers}, .out = out};
    const char *label;
    bool fresh;
    if (position->big) return ST_TOO_LARGE;
    components_sort(position->components, position->count);
    enum status st = label_of(&w, position, &label, &fresh);
    if (st == ST_OK && !vec_push(&w.nodes, (struct node){*position, label})) st = ST_NO_MEMORY;
    text_puts(out, "digraph {\n");
    for (size_t i = 0; st == ST_OK && i < w.nodes.count; i++) {
        st = expand(&w, i);
        if (st == ST_OK) st = budget_check(engine->options.budget);
    }
    text_puts(out, "}\n");
    vec_free(&w.nodes);
    interns_free(&w.labels);
    return st == ST_OK && out->failed ? ST_NO_MEMORY : st;
}
