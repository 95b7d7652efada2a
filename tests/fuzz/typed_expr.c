/* SPDX-License-Identifier: MIT */
/* Expressions of every type. `depth` falls with every level; 0 leaves names and literals. */
#include <string.h>
#include "typed_rule.h"

#define PUT(...) text_add(t->out, __VA_ARGS__)

static void expr(struct typed *t, enum type type, unsigned depth) { typed_expr(t, type, 0, depth ? depth - 1 : 0); }

static void nodes(struct typed *t, int graph, unsigned depth)
{
    typed_expr(t, TYPE_NODES, graph, depth ? depth - 1 : 0);
}

static int any_graph(struct typed *t) { return t->graph_count ? (int)typed_pick(t, (unsigned)t->graph_count) : -1; }

/* One of the names of that type; false when there is none. */
static bool put_name(struct typed *t, enum type type, int graph)
{
    const struct typed_name *found[TYPED_NAMES];
    unsigned count = 0;
    for (size_t i = 0; i < t->name_count; i++) {
        const struct typed_name *n = &t->names[i];
        bool of_graph = (type != TYPE_NODE && type != TYPE_NODES) || n->graph == graph;
        if (n->type == type && of_graph) found[count++] = n;
    }
    if (count) PUT("%s", found[count - 1 - typed_pick(t, count)]->name);
    return count > 0;
}

/* A set of nodes where nothing says that one is asked for: braces would be read otherwise. */
static void first_nodes(struct typed *t, int graph, unsigned depth)
{
    if (!put_name(t, TYPE_NODES, graph)) PUT("g%d", graph);
    if (!depth || typed_pick(t, 2)) return;
    PUT(" %c ", typed_pick(t, 2) ? '-' : '+');
    nodes(t, graph, depth);
}

/* A call of a function with that result; false when there is none. */
static bool put_call(struct typed *t, enum type type, int graph, unsigned depth)
{
    for (size_t i = 0; i < t->fn_count && t->calls; i++) {
        const struct typed_fn *f = &t->fns[i];
        if (f->result != type || (type == TYPE_NODES && f->graph != graph)) continue;
        PUT("f%zu(", i);
        for (size_t k = 0; k < f->count; k++) {
            if (k) PUT(", ");
            if (f->arguments[k] == TYPE_NODES && typed_chance(t, 90)) first_nodes(t, f->graph, depth ? depth - 1 : 0);
            else typed_expr(t, f->arguments[k], f->graph, depth ? depth - 1 : 0);
        }
        PUT(")");
        return true;
    }
    return false;
}

/* `BODY for x in S where C`, each written to a text of its own, because the body knows what is declared behind it. */
static void comprehension(struct typed *t, enum type type, int graph, unsigned depth)
{
    struct text *whole = t->out, gens = {0}, body = {0};
    size_t kept = t->name_count;
    bool infinite = t->infinite;
    t->infinite = false;
    t->out = &gens;
    typed_gens(t, 2, depth ? depth - 1 : 0);
    if (typed_chance(t, 40)) {
        PUT(" where ");
        expr(t, TYPE_BOOL, depth);
    }
    t->out = &body;
    typed_expr(t, type, graph, depth ? depth - 1 : 0);
    t->out = whole;
    t->name_count = kept;
    t->infinite = infinite;
    PUT("%s for %s", body.length ? text_c(&body) : "0", gens.length ? text_c(&gens) : "x in {}");
    text_free(&gens);
    text_free(&body);
}

static void choice(struct typed *t, enum type type, int graph, unsigned depth)
{
    PUT("(");
    expr(t, TYPE_BOOL, depth);
    PUT(" ? ");
    typed_expr(t, type, graph, depth - 1);
    PUT(" : ");
    typed_expr(t, type, graph, depth - 1);
    PUT(")");
}

static void list(struct typed *t, enum type type, unsigned most, unsigned depth)
{
    for (unsigned i = 0, count = typed_pick(t, most + 1); i < count; i++) {
        if (i) PUT(", ");
        expr(t, type, depth);
    }
}

/* NAME(a, b, ...) of numbers */
static void numbers(struct typed *t, const char *name, unsigned count, unsigned depth)
{
    PUT("%s(", name);
    for (unsigned i = 0; i < count; i++) {
        if (i) PUT(", ");
        expr(t, TYPE_INT, depth);
    }
    PUT(")");
}

static void of(struct typed *t, const char *name, enum type type, unsigned depth)
{
    PUT("%s(", name);
    if (type == TYPE_NODES) first_nodes(t, any_graph(t), depth);
    else expr(t, type, depth);
    PUT(")");
}

static enum type row_or_bag(struct typed *t) { return typed_pick(t, 3) ? TYPE_ROW : TYPE_BAG; }

/* ---- numbers */

static void number_leaf(struct typed *t)
{
    unsigned which = typed_pick(t, 8);
    if (which < 5 && put_name(t, TYPE_INT, 0)) return;
    if (which == 5 && t->mover && typed_chance(t, 20)) PUT("mover"), t->moved = true;
    else if (which == 6 && typed_chance(t, 10)) PUT("%s", typed_pick(t, 2) ? "9223372036854775807" : "-4");
    else PUT("%u", typed_pick(t, 7));
}

/* One of the builtins that are computed from numbers alone. */
static void builtin_of_numbers(struct typed *t, char result, unsigned depth)
{
    const struct builtin_info *list[BUILTIN_COUNT];
    unsigned count = 0;
    for (int i = 0; i < BUILTIN_COUNT; i++) {
        const struct builtin_info *info = builtin_info((enum builtin)i);
        if (info->value && info->result[0] == result) list[count++] = info;
    }
    const struct builtin_info *one = list[typed_pick(t, count)];
    bool many = strchr(one->args, '+') != NULL;
    numbers(t, one->spelling, many ? 1 + typed_pick(t, 3) : (unsigned)strlen(one->args), depth);
}

static void builtin_number(struct typed *t, unsigned depth)
{
    switch (typed_pick(t, 7)) {
    case 0:
    case 1:
    case 2: builtin_of_numbers(t, 'i', depth); break;
    case 3:
        PUT("pow(");
        expr(t, TYPE_INT, depth);
        PUT(", %u)", typed_pick(t, 4));
        break;
    case 4:
        of(t, "len",
           typed_pick(t, 3) == 0                ? TYPE_TREE
           : t->graph_count && typed_pick(t, 2) ? TYPE_NODES
                                                : row_or_bag(t),
           depth);
        break;
    case 5: of(t, typed_pick(t, 2) ? "rows" : "cols", TYPE_GRID, depth); break;
    default: of(t, "size", TYPE_TREE, depth); break;
    }
}

static void read_cell(struct typed *t, unsigned depth)
{
    bool grid = typed_pick(t, 3) == 0;
    PUT("(");
    expr(t, grid ? TYPE_GRID : row_or_bag(t), depth);
    PUT(")[");
    expr(t, TYPE_INT, depth);
    if (grid) {
        PUT(", ");
        expr(t, TYPE_INT, depth);
    }
    PUT("]");
}

static void fold(struct typed *t, const char *name, enum type type, unsigned depth)
{
    PUT("%s(", name);
    if (type == TYPE_INT && typed_chance(t, 25)) expr(t, TYPE_ROW, depth);
    else comprehension(t, type, 0, depth);
    PUT(")");
}

static void number(struct typed *t, unsigned depth)
{
    static const char *const operators[] = {"+", "-", "*"}, *const folds[] = {"sum", "xor",   "min",
                                                                              "max", "count", "count"};
    switch (typed_pick(t, 12)) {
    case 0:
    case 1: number_leaf(t); break;
    case 2:
    case 3:
    case 4:
        PUT("(");
        expr(t, TYPE_INT, depth);
        PUT(" %s ", operators[typed_pick(t, 3)]);
        expr(t, TYPE_INT, depth);
        PUT(")");
        break;
    case 5:
        PUT("(");
        expr(t, TYPE_INT, depth);
        PUT(" %c ", typed_pick(t, 2) ? '/' : '%');
        if (typed_chance(t, 80)) PUT("%u)", 1 + typed_pick(t, 4));
        else expr(t, TYPE_INT, depth), PUT(")");
        break;
    case 6: choice(t, TYPE_INT, 0, depth); break;
    case 7: builtin_number(t, depth); break;
    case 8: read_cell(t, depth); break;
    case 9: {
        unsigned which = typed_pick(t, 6);
        fold(t, folds[which], which == 4 ? TYPE_BOOL : TYPE_INT, depth);
        break;
    }
    case 10:
        if (t->lua) numbers(t, "lua.l0", 2, depth);
        else if (!put_call(t, TYPE_INT, 0, depth)) PUT("-"), number_leaf(t);
        break;
    default:
        if (typed_pick(t, 2)) {
            if (!put_call(t, TYPE_INT, 0, depth)) number_leaf(t);
            break;
        }
        PUT("parent(");
        expr(t, TYPE_TREE, depth);
        PUT(", ");
        expr(t, TYPE_INT, depth);
        PUT(")");
    }
}

/* ---- truth values */

static void comparison(struct typed *t, enum type type, unsigned depth)
{
    static const char *const orders[] = {"<", "<=", ">", ">=", "==", "!="};
    int graph = type == TYPE_NODES ? any_graph(t) : 0;
    if (type == TYPE_NODES && typed_chance(t, 90)) first_nodes(t, graph, depth - 1);
    else typed_expr(t, type, graph, depth - 1);
    PUT(" %s ", orders[type == TYPE_INT ? typed_pick(t, 6) : 4 + typed_pick(t, 2)]);
    typed_expr(t, type, graph, depth - 1);
}

/* What may stand behind `in` where a number is asked about. */
static void test_set(struct typed *t, unsigned depth)
{
    static const char *const named[] = {"squares", "fib", "primes", "powers(2)", "powers(3)"};
    switch (typed_pick(t, 6)) {
    case 0:
        expr(t, TYPE_INT, depth);
        PUT("..");
        expr(t, TYPE_INT, depth);
        break;
    case 1:
        PUT("{%u, ", typed_pick(t, 4));
        expr(t, TYPE_INT, depth);
        PUT("}");
        break;
    case 2: PUT("%s", named[typed_pick(t, 5)]); break;
    case 3: numbers(t, "divisors", 1, depth); break;
    case 4:
        if (t->set_params) PUT("S%u", typed_pick(t, (unsigned)t->set_params));
        else PUT("{1, 2}");
        break;
    default: expr(t, row_or_bag(t), depth); break;
    }
}

static void membership(struct typed *t, unsigned depth)
{
    int graph = any_graph(t);
    if (graph >= 0 && typed_pick(t, 3) == 0 && put_name(t, TYPE_NODE, graph)) {
        PUT(" %s ", typed_pick(t, 2) ? "in" : "not in");
        nodes(t, graph, depth);
        return;
    }
    expr(t, TYPE_INT, depth);
    PUT(" %s ", typed_pick(t, 3) ? "in" : "not in");
    test_set(t, depth);
}

static void truth(struct typed *t, unsigned depth)
{
    static const char *const joins[] = {"and", "or", "iff"};
    static const enum type alike[] = {TYPE_ROW, TYPE_GRID, TYPE_TREE, TYPE_NODES, TYPE_BOOL, TYPE_BAG};
    int graph;
    PUT("(");
    switch (typed_pick(t, 13)) {
    case 0:
    case 1:
    case 2: comparison(t, TYPE_INT, depth); break;
    case 3:
    case 4:
        expr(t, TYPE_BOOL, depth);
        PUT(" %s ", joins[typed_pick(t, 3)]);
        expr(t, TYPE_BOOL, depth);
        break;
    case 5: PUT("not "), expr(t, TYPE_BOOL, depth); break;
    case 6:
    case 7: membership(t, depth); break;
    case 8: builtin_of_numbers(t, 'b', depth); break;
    case 9: of(t, typed_pick(t, 2) ? "increasing" : "sorted", row_or_bag(t), depth); break;
    case 10: fold(t, typed_pick(t, 2) ? "any" : "all", TYPE_BOOL, depth); break;
    case 11: {
        enum type type = alike[typed_pick(t, 6)];
        comparison(t, type == TYPE_NODES && !t->graph_count ? TYPE_ROW : type, depth);
        break;
    }
    default:
        graph = any_graph(t);
        if (typed_pick(t, 2) && put_call(t, TYPE_BOOL, 0, depth)) break;
        if (typed_pick(t, 2) && graph >= 0 && put_name(t, TYPE_NODE, graph)) {
            PUT(" != ");
            if (!put_name(t, TYPE_NODE, graph) || typed_chance(t, 5)) PUT("a%d", graph);
            break;
        }
        PUT("(");
        expr(t, TYPE_INT, depth), PUT(", "), expr(t, TYPE_INT, depth);
        PUT(") %s (", typed_pick(t, 2) ? "==" : "!=");
        expr(t, TYPE_INT, depth), PUT(", "), expr(t, TYPE_INT, depth);
        PUT(")");
    }
    PUT(")");
}

/* ---- rows, bags and grids */

static void row(struct typed *t, unsigned depth)
{
    static const char *const ops[] = {"=", "+=", "-="};
    switch (typed_pick(t, 10)) {
    case 0: PUT("["), list(t, TYPE_INT, 3, depth), PUT("]"); break;
    case 1:
    case 2: PUT("["), comprehension(t, TYPE_INT, 0, depth), PUT("]"); break;
    case 3:
    case 4:
        PUT("(");
        expr(t, TYPE_ROW, depth);
        PUT(" with { [");
        expr(t, TYPE_INT, depth);
        if (typed_chance(t, 20)) PUT("..%u", typed_pick(t, 4));
        PUT("] %s ", ops[typed_pick(t, 3)]);
        expr(t, TYPE_INT, depth);
        PUT(" })");
        break;
    case 5: of(t, "reverse", TYPE_ROW, depth); break;
    case 6: of(t, "sort", row_or_bag(t), depth); break;
    case 7: numbers(t, "zeckendorf", 1, depth); break;
    case 8:
        if (typed_pick(t, 2)) {
            PUT("path("), expr(t, TYPE_TREE, depth), PUT(", "), expr(t, TYPE_INT, depth), PUT(")");
            break;
        }
        PUT("component("), expr(t, TYPE_ROW, depth), PUT(", "), expr(t, TYPE_GRID, depth), PUT(", ");
        expr(t, TYPE_INT, depth), PUT(")");
        break;
    default:
        if (!put_call(t, TYPE_ROW, 0, depth)) choice(t, TYPE_ROW, 0, depth);
    }
}

static void grid(struct typed *t, unsigned depth)
{
    int graph;
    switch (typed_pick(t, 7)) {
    case 0: PUT("[[%u, %u], [%u, 1]]", typed_pick(t, 3), typed_pick(t, 3), typed_pick(t, 2)); break;
    case 1: numbers(t, "grid", 3, depth); break;
    case 2: of(t, "transpose", TYPE_GRID, depth); break;
    case 3: PUT("["), comprehension(t, TYPE_ROW, 0, depth), PUT("]"); break;
    case 4:
        if ((graph = any_graph(t)) >= 0) PUT("arrows(g%d)", graph);
        else PUT("[[1]]");
        break;
    case 5:
        PUT("("), expr(t, TYPE_GRID, depth), PUT(" with { [%u, ", 1 + typed_pick(t, 2));
        expr(t, TYPE_INT, depth);
        PUT("..cols([[1]])] = %u })", typed_pick(t, 3));
        break;
    default: choice(t, TYPE_GRID, 0, depth);
    }
}

/* ---- sets of nodes and trees */

static void put_node(struct typed *t, int graph)
{
    if (typed_pick(t, 3) == 0 || !put_name(t, TYPE_NODE, graph))
        PUT("%c%d", (char)('a' + typed_pick(t, TYPED_NODES)), graph);
}

static void node_set(struct typed *t, int graph, unsigned depth)
{
    switch (typed_pick(t, 9)) {
    case 0: PUT("g%d", graph); break;
    case 1:
        PUT("{");
        for (unsigned i = 0, count = typed_pick(t, 4); i < count; i++) PUT("%s", i ? ", " : ""), put_node(t, graph);
        PUT("}");
        break;
    case 2:
    case 3:
        PUT("(");
        nodes(t, graph, depth);
        PUT(" %c ", typed_pick(t, 2) ? '-' : '+');
        nodes(t, graph, depth);
        PUT(")");
        break;
    case 4: PUT("{"), comprehension(t, TYPE_NODE, graph, depth), PUT("}"); break;
    case 5: PUT("adjacent("), put_node(t, graph), PUT(")"); break;
    case 6: PUT("component("), nodes(t, graph, depth), PUT(", "), put_node(t, graph), PUT(")"); break;
    case 7: choice(t, TYPE_NODES, graph, depth); break;
    default:
        if (!put_call(t, TYPE_NODES, graph, depth)) PUT("{}");
    }
}

static void tree(struct typed *t, unsigned depth)
{
    static const char *const ops[] = {"=", "+=", "-="};
    switch (typed_pick(t, 11)) {
    case 0: PUT("["), list(t, TYPE_TREE, 2, depth), PUT("]"); break;
    case 1: PUT("tree("), expr(t, TYPE_ROW, depth), PUT(")"); break;
    case 2: PUT("("), expr(t, TYPE_TREE, depth), PUT(")["), expr(t, TYPE_INT, depth), PUT("]"); break;
    case 3:
        PUT("("), expr(t, TYPE_TREE, depth), PUT(" with { ["), expr(t, TYPE_INT, depth);
        PUT("] %s ", ops[typed_pick(t, 3)]), expr(t, TYPE_TREE, depth), PUT(" })");
        break;
    case 4: PUT("("), expr(t, TYPE_TREE, depth), PUT(" - {"), list(t, TYPE_INT, 2, depth), PUT("})"); break;
    case 5: PUT("("), expr(t, TYPE_TREE, depth), PUT(" - {"), comprehension(t, TYPE_INT, 0, depth), PUT("})"); break;
    case 6:
    case 7:
        PUT("("), expr(t, TYPE_TREE, depth), PUT(" %c ", typed_pick(t, 2) ? '-' : '+'), expr(t, TYPE_TREE, depth),
            PUT(")");
        break;
    case 8: PUT("["), comprehension(t, TYPE_TREE, 0, depth), PUT("]"); break;
    case 9: choice(t, TYPE_TREE, 0, depth); break;
    default:
        if (!put_call(t, TYPE_TREE, 0, depth)) PUT("[]");
    }
}

/* ---- all of them */

static void leaf(struct typed *t, enum type type, int graph)
{
    switch (type) {
    case TYPE_INT: number_leaf(t); return;
    case TYPE_BOOL:
        if (!put_name(t, TYPE_BOOL, 0)) PUT("%s", typed_pick(t, 2) ? "true" : "false");
        return;
    case TYPE_GRID:
        if (!put_name(t, TYPE_GRID, 0)) PUT("[[1, 0]]");
        return;
    case TYPE_NODES:
        if (!put_name(t, TYPE_NODES, graph)) PUT("g%d", graph);
        return;
    case TYPE_NODE: put_node(t, graph); return;
    case TYPE_TREE:
        if (!put_name(t, TYPE_TREE, 0)) PUT("[[], [[]]]");
        return;
    case TYPE_BAG:
        if (put_name(t, TYPE_BAG, 0)) return;
        __attribute__((fallthrough));
    default:
        if (!put_name(t, TYPE_ROW, 0)) PUT("[1, 2]");
    }
}

void typed_expr(struct typed *t, enum type type, int graph, unsigned depth)
{
    static const enum type any[] = {TYPE_INT, TYPE_BOOL, TYPE_ROW, TYPE_GRID, TYPE_TREE};
    if (typed_chance(t, 1) && depth) type = any[typed_pick(t, 5)]; /* of another type than it should be */
    if (type == TYPE_NODES && graph < 0) type = TYPE_ROW;
    if (depth == 0 || t->out->length > 6000 || typed_pick(t, 4) == 0) {
        leaf(t, type, graph);
        return;
    }
    switch (type) {
    case TYPE_INT: number(t, depth); break;
    case TYPE_BOOL: truth(t, depth); break;
    case TYPE_ROW: row(t, depth); break;
    case TYPE_GRID: grid(t, depth); break;
    case TYPE_NODES: node_set(t, graph, depth); break;
    case TYPE_TREE: tree(t, depth); break;
    default: leaf(t, type, graph); break;
    }
}
