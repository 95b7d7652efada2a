/* SPDX-License-Identifier: MIT */
/* Files, games, moves and questions; typed_expr.c has what they are made of. */
#include "typed_rule.h"
#include <stdio.h>
#include <string.h>

#define PUT(...) text_add(t->out, __VA_ARGS__)
enum { DEPTH = 3 };

unsigned typed_pick(struct typed *t, unsigned sides)
{
    if (t->at == t->size || sides == 0) return 0;
    return t->data[t->at++] % sides;
}

bool typed_chance(struct typed *t, unsigned percent)
{
    return t->at < t->size && t->data[t->at++] * 100u >= 256u * (100 - percent);
}

const char *typed_declare(struct typed *t, enum type type, int graph)
{
    static char spare[12];
    snprintf(spare, sizeof spare, "x%u", t->next);
    if (t->name_count == TYPED_NAMES) return spare;
    struct typed_name *n = &t->names[t->name_count++];
    *n = (struct typed_name){.type = type, .graph = graph};
    snprintf(n->name, sizeof n->name, "x%u", t->next++);
    return n->name;
}

/* ---- generators */

static void range(struct typed *t, unsigned depth)
{
    PUT("%u..", typed_chance(t, 80) ? 1 : typed_pick(t, 4));
    typed_expr(t, TYPE_INT, 0, depth > 1 ? 1 : 0);
}

/* The domain of one variable; the variable is declared behind it. */
static void gen(struct typed *t, unsigned depth)
{
    static const char *const infinite[] = {"squares", "fib", "primes", "powers(2)"};
    struct text *whole = t->out, domain = {0};
    enum type type = TYPE_INT;
    int graph = t->graph_count ? (int)typed_pick(t, (unsigned)t->graph_count) : -1;
    bool endless = false;
    t->out = &domain;
    switch (typed_pick(t, 12)) {
    case 0:
    case 1:
    case 2:
    case 3: range(t, depth); break;
    case 4: PUT("{%u, %u}", 1 + typed_pick(t, 3), typed_pick(t, 9)); break;
    case 5:
        if (t->set_params) PUT("S%u", typed_pick(t, (unsigned)t->set_params));
        else range(t, depth);
        break;
    case 6:
        if (t->infinite) PUT("%s", infinite[typed_pick(t, 4)]), endless = true;
        else range(t, depth);
        break;
    case 7: PUT("divisors("), typed_expr(t, TYPE_INT, 0, 0), PUT(")"); break;
    case 8: typed_expr(t, typed_pick(t, 3) ? TYPE_ROW : TYPE_BAG, 0, depth); break;
    case 9:
        type = graph >= 0 ? TYPE_NODE : TYPE_INT;
        typed_expr(t, graph >= 0 ? TYPE_NODES : TYPE_ROW, graph, 0);
        break;
    case 10:
        if (graph < 0) range(t, depth);
        else PUT("components("), typed_expr(t, TYPE_NODES, graph, depth), PUT(")"), type = TYPE_NODES;
        break;
    default: typed_expr(t, type = TYPE_TREE, 0, depth); break;
    }
    t->out = whole;
    const char *name = typed_declare(t, type, graph);
    if (endless) snprintf(t->capped, sizeof t->capped, "%s", name);
    t->infinite = t->infinite && !endless;
    PUT("%s in %s", name, domain.length ? text_c(&domain) : "{}");
    text_free(&domain);
}

void typed_gens(struct typed *t, unsigned most, unsigned depth)
{
    for (unsigned i = 0, count = 1 + typed_pick(t, most); i < count; i++) {
        if (i) PUT(", ");
        gen(t, depth);
    }
}

/* ---- positions */

static enum type type_of(enum field_kind kind)
{
    static const enum type types[] = {TYPE_INT,  TYPE_INT,  TYPE_BOOL,  TYPE_ROW, TYPE_BAG,
                                      TYPE_GRID, TYPE_NODE, TYPE_NODES, TYPE_TREE};
    return types[kind];
}

/* A plain value of that kind, as one types it. */
static void literal(struct typed *t, enum field_kind kind, int graph)
{
    static const char *const rows[] = {"[]", "[1]", "[0, 2]", "[2, 1, 1]"},
                             *const trees[] = {"[]", "[[]]", "[[[]], []]", "tree([1, 2, 1])"},
                             *const grids[] = {"[[1]]", "[[1, 1], [0, 1]]", "[[0], [1]]", "[[1, 1]]"};
    unsigned which = typed_pick(t, 4);
    switch (kind) {
    case FIELD_BOOL: PUT("%s", which % 2 ? "true" : "false"); break;
    case FIELD_ROW:
    case FIELD_BAG: PUT("%s", rows[which]); break;
    case FIELD_GRID: PUT("%s", grids[which]); break;
    case FIELD_TREE: PUT("%s", trees[which]); break;
    case FIELD_NODE: PUT("%c%d", (char)('a' + which), graph); break;
    case FIELD_NODES:
        if (which == 3) PUT("g%d", graph);
        else PUT("{%c%d, b%d}", (char)('a' + which), graph, graph);
        break;
    default: PUT("%u", which);
    }
}

static void literal_position(struct typed *t)
{
    size_t which = typed_pick(t, (unsigned)t->game_count);
    const struct typed_game *g = &t->games[t->game_count - 1 - which];
    PUT("%c%zu(", g->letter, t->game_count - 1 - which);
    for (size_t i = 0; i < g->count; i++) {
        if (i) PUT(", ");
        literal(t, g->fields[i], g->graphs[i]);
    }
    PUT(")");
}

/* An argument for a field: less than it mostly where it is the game's own. */
static void argument(struct typed *t, const struct typed_game *g, size_t field, const char *own)
{
    enum field_kind kind = g->fields[field];
    if (own && typed_chance(t, 80)) {
        bool less = kind <= FIELD_INT && (field == 0 ? typed_chance(t, 70) : typed_chance(t, 20));
        PUT("%s", own);
        if (less && t->taken[0]) PUT(" - %s", t->taken);
        else if (less) PUT(" - %u", 1 + typed_pick(t, 2));
        return;
    }
    if (kind == FIELD_NODE) PUT("%c%d", (char)('a' + typed_pick(t, TYPED_NODES)), g->graphs[field]);
    else typed_expr(t, type_of(kind), g->graphs[field], DEPTH - 1);
}

static void one_game(struct typed *t, int own)
{
    bool self = own >= 0 && typed_chance(t, 80);
    if (t->game_count == 0) {
        PUT("end");
        return;
    }
    size_t which = self ? (size_t)own : typed_pick(t, (unsigned)t->game_count);
    const struct typed_game *g = &t->games[which];
    bool start = g->start_count == 1 && typed_chance(t, 15);
    PUT("%c%zu(", g->letter, which);
    if (start) typed_expr(t, TYPE_INT, 0, 1);
    for (size_t i = 0; i < g->count && !start; i++) {
        if (i) PUT(", ");
        argument(t, g, i, (int)which == own ? t->names[i].name : NULL);
    }
    PUT(")");
}

void typed_position(struct typed *t, int own, unsigned depth)
{
    struct text *whole = t->out, gens = {0}, body = {0};
    size_t kept = t->name_count;
    unsigned which = depth ? typed_pick(t, 9) : 0;
    if (which == 5) PUT("end");
    else if (which == 6) typed_position(t, own, depth - 1), PUT(" + "), typed_position(t, own, depth - 1);
    else if (which == 7) {
        PUT("("), typed_expr(t, TYPE_BOOL, 0, 1), PUT(" ? ");
        typed_position(t, own, depth - 1), PUT(" : "), typed_position(t, own, depth - 1), PUT(")");
    } else if (which == 8) {
        bool infinite = t->infinite;
        t->infinite = false;
        t->out = &gens;
        typed_gens(t, 2, 1);
        t->out = &body;
        typed_position(t, own, depth - 1);
        t->out = whole;
        t->infinite = infinite;
        t->name_count = kept;
        PUT("sum(%s for %s", body.length ? text_c(&body) : "end", gens.length ? text_c(&gens) : "x in {}");
        PUT(")");
    } else one_game(t, own);
    text_free(&gens);
    text_free(&body);
}

/* ---- moves and games */

static void condition(struct typed *t)
{
    bool cap = t->capped[0] != '\0';
    unsigned count = typed_pick(t, 3);
    if (!cap && !count) return;
    PUT(" where ");
    if (cap) PUT("%s <= ", t->capped), typed_expr(t, TYPE_INT, 0, 0);
    for (unsigned i = 0; i < count; i++) {
        if (i || cap) PUT(" and ");
        typed_expr(t, TYPE_BOOL, 0, DEPTH);
    }
}

static void move(struct typed *t, int own)
{
    size_t kept = t->name_count;
    t->capped[0] = t->taken[0] = '\0';
    PUT("  move m%u", t->next++);
    t->infinite = true;
    if (typed_chance(t, 85)) {
        PUT("(");
        if (typed_chance(t, 50) && t->names[0].type == TYPE_INT) {
            const char *field = t->names[0].name;
            snprintf(t->taken, sizeof t->taken, "%s", typed_declare(t, TYPE_INT, 0));
            PUT("%s in 1..%s", t->taken, field);
        } else typed_gens(t, 2, DEPTH - 1);
        PUT(")");
    }
    t->infinite = false;
    condition(t);
    PUT(" -> ");
    typed_position(t, own, DEPTH - 1);
    PUT("\n");
    t->name_count = kept;
}

static void question(struct typed *t, bool misere)
{
    static const char *const asks[] = {"sg", "outcome", "P", "N", "remoteness"};
    unsigned which = typed_pick(t, 8);
    if (which < 5) {
        bool values = !misere && !t->moved;
        if (which == 0 && !values) which = 1;
        PUT("  expect %s(", asks[which]);
        literal_position(t);
        if (typed_chance(t, 30)) PUT(" + "), literal_position(t);
        if (t->moved) PUT(", mover = %u", 1 + typed_pick(t, 2));
        PUT(")%s\n", which == 1 ? (t->moved ? " == win" : " == N") : which == 0 || which == 4 ? " == 1" : "");
    } else if (which < 7) {
        PUT("  expect %s(", which == 5 ? "wins" : "options");
        literal_position(t);
        if (t->moved) PUT(", mover = 2");
        PUT(") == {");
        if (typed_chance(t, 70)) literal_position(t), PUT(", ");
        PUT("end }\n");
    } else {
        size_t kept = t->name_count;
        const char *name = typed_declare(t, TYPE_INT, 0);
        unsigned over = typed_pick(t, 3);
        if (over == 0) PUT("  claim %s * %s >= %s for %s in 0..3\n", name, name, name, name);
        else if (over == 1) PUT("  claim len(%s) == 2 for %s in all_rows(2, 0..1)\n", name, name);
        else if (t->graph_count) PUT("  claim adjacent(%s) != g0 for %s in g0\n", name, name);
        t->name_count = kept;
    }
}

static void fields(struct typed *t, struct typed_game *g)
{
    static const char *const kinds[] = {"",       ": int", ": bool",       ": row", ": bag",
                                        ": grid", "",      ": nodes of g", ": tree"};
    for (size_t i = 0; i < g->count; i++) {
        enum field_kind kind = (enum field_kind)typed_pick(t, 12);
        if (kind == FIELD_NODE || kind > FIELD_TREE || (kind == FIELD_NODES && !t->graph_count)) kind = FIELD_NAT;
        g->fields[i] = kind;
        g->graphs[i] = kind == FIELD_NODES ? (int)typed_pick(t, (unsigned)t->graph_count) : -1;
        PUT("%s%s%s", i ? ", " : "", typed_declare(t, type_of(kind), g->graphs[i]), kinds[kind]);
        if (kind == FIELD_NODES) PUT("%d", g->graphs[i]);
    }
}

static void clauses(struct typed *t, struct typed_game *g)
{
    bool alike = g->count >= 2;
    for (size_t i = 0; i < g->count; i++) alike = alike && g->fields[i] <= FIELD_BOOL && g->fields[i] == g->fields[0];
    if (alike && typed_chance(t, 20)) PUT("  symmetric\n");
    if (typed_chance(t, 10)) PUT("  loopy\n");
    if (g->count == 1 && g->fields[0] >= FIELD_ROW && typed_chance(t, 20))
        PUT("  canon "), typed_expr(t, type_of(g->fields[0]), g->graphs[0], 1), PUT("\n");
}

/* A start of one number, for a game of more fields. */
static void start(struct typed *t, struct typed_game *g, size_t own)
{
    size_t kept = t->name_count;
    struct typed_name first = t->names[0];
    if (g->count < 2 || !typed_chance(t, 25)) return;
    t->name_count = 0;
    PUT("  start(%s)", typed_declare(t, TYPE_INT, 0));
    if (typed_chance(t, 40)) PUT(" where "), typed_expr(t, TYPE_BOOL, 0, 1);
    PUT(" -> %c%zu(", g->letter, own);
    for (size_t i = 0; i < g->count; i++) {
        if (i) PUT(", ");
        if (g->fields[i] <= FIELD_INT) PUT("%s", t->names[0].name);
        else literal(t, g->fields[i], g->graphs[i]);
    }
    PUT(")\n");
    t->name_count = kept;
    t->names[0] = first;
    g->start_count = 1;
}

static void rules(struct typed *t, size_t kept, bool misere)
{
    size_t own = t->game_count;
    struct typed_game *g = &t->games[own];
    struct typed_name params[TYPED_NAMES];
    size_t param_count = kept;
    *g = (struct typed_game){.count = 1 + typed_pick(t, 3), .start_count = SIZE_MAX, .kind = GAME_RULES, .letter = 'r'};
    memcpy(params, t->names, param_count * sizeof *params);
    t->name_count = 0;
    PUT("game r%zu(", own);
    fields(t, g);
    PUT(")");
    memcpy(t->names + t->name_count, params, param_count * sizeof *params);
    t->name_count += param_count;
    t->mover = false;
    if (typed_chance(t, 15)) PUT(" where "), typed_expr(t, TYPE_BOOL, 0, 2);
    PUT(" {\n");
    clauses(t, g);
    t->game_count++;
    start(t, g, own);
    t->mover = true;
    for (unsigned i = 0, count = 1 + typed_pick(t, 3); i < count; i++) move(t, (int)own);
    if (t->lua && typed_chance(t, 20)) PUT("  move lua l1\n");
    t->mover = false;
    for (unsigned i = 0, count = typed_pick(t, 3); i < count; i++) question(t, misere);
    PUT("}\n");
    memcpy(t->names, params, param_count * sizeof *params);
    t->name_count = param_count;
}

static void other_game(struct typed *t, size_t kept)
{
    static const char *const codes[] = {"octal \"0.77\"", "octal \"0.(3)\"", "turning \"1-2\"", "turning ruler",
                                        "octal \"4.7\""};
    size_t own = t->game_count;
    struct typed_game *g = &t->games[own];
    *g = (struct typed_game){.count = 1, .start_count = SIZE_MAX, .kind = GAME_RULES, .letter = 'r', .graphs = {-1}};
    unsigned which = typed_pick(t, 3);
    if (which == 0) PUT("game r%zu = %s\n", own, codes[typed_pick(t, 5)]);
    else if (which == 1 && own && t->games[own - 1].kind == GAME_RULES) {
        *g = t->games[own - 1];
        g->start_count = SIZE_MAX;
        PUT("game r%zu of r%zu { move extra -> end }\n", own, own - 1);
    } else if (own) {
        g->kind = GAME_COMPOUND;
        const char *name = typed_declare(t, TYPE_INT, 0);
        PUT("game r%zu(%s) = ", own, name);
        bool upto = typed_chance(t, 60);
        if (upto) PUT("upto %u of (", 1 + typed_pick(t, 3));
        typed_position(t, -1, 1);
        PUT("%s", upto ? ", " : " + ");
        typed_position(t, -1, 0);
        PUT("%s\n", upto ? ")" : "");
    } else PUT("game r0(n) { move take(t in 1..n) -> r0(n - t) }\n"), g->fields[0] = FIELD_NAT;
    t->name_count = kept;
    t->game_count++;
}

/* ---- what stands before the games */

static void graph(struct typed *t)
{
    size_t own = t->graph_count++;
    PUT("graph g%zu {", own);
    for (unsigned i = 0; i < TYPED_NODES; i++) {
        PUT(" %c%zu ->", (char)('a' + i), own);
        for (unsigned k = 0, count = typed_pick(t, 3); k < count; k++)
            PUT(" %c%zu",
                (char)('a' + (typed_pick(t, 5) ? i + 1 + typed_pick(t, TYPED_NODES) : typed_pick(t, TYPED_NODES)) %
                                 TYPED_NODES),
                own);
        PUT(";");
    }
    PUT("%s }\n", typed_pick(t, 2) ? " loopy" : "");
}

static void params(struct typed *t)
{
    for (unsigned i = 0, count = typed_pick(t, 4); i < count; i++) {
        unsigned which = typed_pick(t, 5);
        if (which == 4) PUT("param S%zu = {1, %u}\n", t->set_params++, typed_pick(t, 5));
        else if (which == 3) PUT("param %s = true\n", typed_declare(t, TYPE_BOOL, 0));
        else {
            static const char *const domains[] = {"", " in 1..", " in 0..9", " in {1, 2, 3}", " in fib"};
            PUT("param %s = %u%s\n", typed_declare(t, TYPE_INT, 0), 1 + typed_pick(t, 3), domains[typed_pick(t, 5)]);
        }
    }
}

static void function(struct typed *t)
{
    static const enum type types[] = {TYPE_INT, TYPE_BOOL, TYPE_ROW, TYPE_TREE, TYPE_NODES};
    struct typed_fn *f = &t->fns[t->fn_count];
    size_t kept = t->name_count;
    *f = (struct typed_fn){.result = types[typed_pick(t, t->graph_count ? 5 : 4)], .count = 1 + typed_pick(t, 2)};
    PUT("fn f%zu(", t->fn_count);
    for (size_t i = 0; i < f->count; i++) {
        f->arguments[i] = types[typed_pick(t, t->graph_count ? 5 : 4)];
        PUT("%s%s", i ? ", " : "", typed_declare(t, f->arguments[i], 0));
    }
    PUT(") = ");
    typed_expr(t, f->result, 0, 2);
    PUT("\n");
    t->name_count = kept;
    t->fn_count++;
}

void typed_rule(const uint8_t *data, size_t size, struct text *out)
{
    struct typed whole = {.data = data, .size = size, .out = out}, *t = &whole;
    bool misere = typed_chance(t, 10);
    if (misere) PUT("play misere\n");
    for (unsigned i = 0, count = typed_pick(t, TYPED_GRAPHS + 1); i < count; i++) graph(t);
    params(t);
    if (typed_chance(t, 15)) {
        PUT("lua [[ function l0(a, b) return (a + b) %% 3 end function l1(...) end ]]\n");
        t->lua = true;
    }
    for (unsigned i = 0, count = typed_pick(t, 4); i < count; i++) function(t);
    t->calls = true;
    size_t kept = t->name_count;
    for (unsigned i = 0, count = 1 + typed_pick(t, 3); i < count; i++)
        if (typed_chance(t, 25)) other_game(t, kept);
        else rules(t, kept, misere);
    if (typed_chance(t, 30)) question(t, misere);
}
