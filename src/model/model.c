/* SPDX-License-Identifier: MIT */
/* Look-ups in a checked game, and the words for its types: tables, nothing clever. */
#include "model/model.h"
#include <inttypes.h>
#include <string.h>
#include "base/mem.h"

const char *type_name(enum type type)
{
    switch (type) {
    case TYPE_INT: return "int";
    case TYPE_BOOL: return "bool";
    case TYPE_ROW: return "row";
    case TYPE_BAG: return "bag";
    case TYPE_GRID: return "grid";
    case TYPE_SET: return "set";
    case TYPE_TUPLE: return "tuple";
    case TYPE_OUTCOME: return "outcome";
    case TYPE_POSITION: return "position";
    case TYPE_POSITIONS: return "positions";
    case TYPE_NODE: return "node";
    case TYPE_NODES: return "nodes";
    case TYPE_TREE: return "tree";
    }
    return "unknown";
}

const char *field_kind_name(enum field_kind kind)
{
    static const char *const names[] = {"nat", "int", "bool", "row", "bag", "grid", "node", "nodes", "tree"};
    return names[kind];
}

const char *outcome_word(enum outcome outcome, bool with_mover)
{
    static const char *const words[2][4] = {{"P", "N", "D", "unknown"}, {"loss", "win", "draw", "unknown"}};
    return words[with_mover][outcome];
}

bool gen_is_branch(const struct gen *gen)
{
    return gen->domain.kind == DOMAIN_ELEMENTS && gen->domain.low->type == TYPE_TREE;
}

const struct graph *gen_graph(const struct model *model, const struct gen *gen)
{
    const struct domain *d = &gen->domain;
    if (d->kind == DOMAIN_NODES) return &model->graphs[d->index];
    bool nodes = d->low && d->low->type == TYPE_NODES && (d->kind == DOMAIN_ELEMENTS || d->kind == DOMAIN_COMPONENTS);
    return nodes ? &model->graphs[model->games[d->low->game].graph] : NULL;
}

int64_t graph_find_node(const struct graph *graph, const char *spelling)
{
    if (graph->names) {
        for (uint32_t v = 0; v < graph->node_count; v++)
            if (strcmp(graph->names[v], spelling) == 0) return v;
        return -1;
    }
    uint64_t value = 0;
    for (const char *c = spelling; *c; c++) {
        if (*c < '0' || *c > '9' || value > graph->node_count) return -1;
        value = value * 10 + (uint64_t)(*c - '0');
    }
    return *spelling && value < graph->node_count ? (int64_t)value : -1;
}

static bool is_reserved(const char *word)
{
    enum { AS_NAME, AS_INSIDE, AS_STATEMENT, AS_CLAUSE, AS_EITHER };
#define WORD(token, spelling, place)                                                                                   \
    if (AS_##place != AS_NAME && strcmp(word, spelling) == 0) return true;
#include "base/words.def"
#undef WORD
    return false;
}

bool node_name_is_plain(const char *name)
{
    const char *p = name;
    while (*p >= '0' && *p <= '9') p++;
    if (p > name) return !*p;
    while ((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || *p == '_' || (p > name && *p >= '0' && *p <= '9'))
        p++;
    return p > name && !*p && !is_reserved(name);
}

void value_print(const struct graph *graph, int64_t value, struct text *out)
{
    if (!graph || !graph->names || value < 0 || value >= (int64_t)graph->node_count) {
        text_add(out, "%lld", (long long)value);
        return;
    }
    const char *name = graph->names[value];
    if (node_name_is_plain(name)) {
        text_puts(out, name);
        return;
    }
    text_putc(out, '"');
    for (; *name; name++) text_add(out, *name == '"' ? "%c%c" : "%c", *name, '"');
    text_putc(out, '"');
}

int model_find_game(const struct model *model, const char *name)
{
    for (size_t i = 0; i < model->game_count; i++)
        if (strcmp(model->games[i].name, name) == 0) return (int)i;
    return -1;
}

int model_find_game_at(const struct model *model, size_t place, const char *name)
{
    bool there = place < model->game_count && strcmp(model->games[place].name, name) == 0;
    return there ? (int)place : model_find_game(model, name);
}

struct param_value *model_defaults(const struct model *model, struct arena *arena)
{
    struct param_value *values = arena_array(arena, model->param_count + 1, sizeof *values);
    if (!values) return NULL;
    for (size_t i = 0; i < model->param_count; i++) {
        const struct param *param = &model->params[i];
        values[i] = (struct param_value){.value = param->value, .set = param->set, .set_count = param->set_count};
    }
    return values;
}

/* The model itself is the only block that does not lie in its arena. */
void model_free(struct model *model)
{
    if (!model) return;
    arena_free(&model->arena);
    mem_free(model, sizeof *model);
}

struct model *model_without_invariant(const struct model *model, int game, struct arena *arena)
{
    struct model *without = arena_alloc(arena, sizeof *without);
    struct game *games = arena_array(arena, model->game_count + 1, sizeof *games);
    if (!without || !games) return NULL;
    for (size_t i = 0; i < model->game_count; i++) games[i] = model->games[i];
    games[game].invariant = NULL;
    *without = *model;
    without->games = games;
    return without;
}

static void param_print(const struct param *param, const struct param_value *value, struct text *out)
{
    text_puts(out, " = ");
    if (param->kind == PARAM_BOOL) text_puts(out, value->value ? "true" : "false");
    if (param->kind == PARAM_INT) text_add(out, "%" PRId64, value->value);
    if (param->kind != PARAM_SET) return;
    text_puts(out, "{");
    for (size_t i = 0; i < value->set_count; i++) text_add(out, "%s%" PRId64, i ? ", " : "", value->set[i]);
    text_puts(out, "}");
}

void param_name_print(const struct model *model, size_t param, struct text *out)
{
    const struct param *p = &model->params[param];
    bool several = false;
    for (size_t i = 0; i < model->param_count; i++)
        several |= i != param && strcmp(model->params[i].name, p->name) == 0;
    if (several && p->owner >= 0) text_add(out, "%s.", model->games[p->owner].name);
    text_puts(out, p->name);
}

void params_print(const struct model *model, const struct param_value *values, struct text *out)
{
    for (size_t i = 0; i < model->param_count; i++) {
        text_puts(out, i ? ", " : "");
        param_name_print(model, i, out);
        param_print(&model->params[i], &values[i], out);
    }
}
