/* SPDX-License-Identifier: MIT */
/* Expressions as the language writes them: a precedence printer. A kind prints at its own level and puts brackets
 * around itself where the place asks for more. Inlined functions print as their body followed by what their names stand
 * for. */
#include "model/sets.h"
#include <inttypes.h>

enum level {
    LEVEL_IF,
    LEVEL_IFF,
    LEVEL_OR,
    LEVEL_AND,
    LEVEL_NOT,
    LEVEL_COMPARE,
    LEVEL_ADD,
    LEVEL_MUL,
    LEVEL_NEG,
    LEVEL_TOP
};

struct printer {
    const struct model *model;
    int game;
    struct text *out;
    bool with_mover; /* an outcome stands beside a question that names the mover: win, not N */
};

static void print(struct printer *p, const struct expr *e, enum level place);

static const char *const spellings[EXPR_KIND_COUNT] = {
    [EXPR_ADD] = "+",        [EXPR_SUB] = "-",       [EXPR_MUL] = "*",      [EXPR_DIV] = "/",   [EXPR_MOD] = "%",
    [EXPR_EQ] = "==",        [EXPR_NE] = "!=",       [EXPR_LT] = "<",       [EXPR_LE] = "<=",   [EXPR_GT] = ">",
    [EXPR_GE] = ">=",        [EXPR_AND] = "and",     [EXPR_OR] = "or",      [EXPR_IFF] = "iff", [EXPR_NODES_LESS] = "-",
    [EXPR_NODES_JOIN] = "+", [EXPR_TREE_LESS] = "-", [EXPR_TREE_JOIN] = "+"};

static enum level level_of(enum expr_kind kind)
{
    switch (kind) {
    case EXPR_IF:
    case EXPR_LET: return LEVEL_IF;
    case EXPR_IFF: return LEVEL_IFF;
    case EXPR_OR: return LEVEL_OR;
    case EXPR_AND: return LEVEL_AND;
    case EXPR_NOT: return LEVEL_NOT;
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_GT:
    case EXPR_GE:
    case EXPR_IN: return LEVEL_COMPARE;
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_NODES_LESS:
    case EXPR_NODES_JOIN:
    case EXPR_TREE_CUT:
    case EXPR_TREE_LESS:
    case EXPR_TREE_JOIN:
    case EXPR_SUM: return LEVEL_ADD;
    case EXPR_MUL:
    case EXPR_DIV:
    case EXPR_MOD: return LEVEL_MUL;
    case EXPR_NEG: return LEVEL_NEG;
    default: return LEVEL_TOP;
    }
}

static void print_list(struct printer *p, struct expr *const *items, size_t count, const char *between)
{
    for (size_t i = 0; i < count; i++) {
        if (i) text_puts(p->out, between);
        print(p, items[i], LEVEL_IF);
    }
}

static void print_domain(struct printer *p, const struct domain *d)
{
    switch (d->kind) {
    case DOMAIN_RANGE:
        print(p, d->low, LEVEL_ADD);
        text_puts(p->out, "..");
        if (d->high) print(p, d->high, LEVEL_ADD);
        return;
    case DOMAIN_SET:
        text_puts(p->out, "{");
        print_list(p, d->items, d->item_count, ", ");
        text_puts(p->out, "}");
        return;
    case DOMAIN_PARAM: text_puts(p->out, p->model->params[d->index].name); return;
    case DOMAIN_SQUARES:
    case DOMAIN_FIB:
    case DOMAIN_PRIMES:
    case DOMAIN_POWERS:
    case DOMAIN_DIVISORS:
        text_puts(p->out, named_set(d->kind)->name);
        if (!set_takes_number(d->kind)) return;
        text_puts(p->out, "(");
        print(p, d->low, LEVEL_IF);
        text_puts(p->out, ")");
        return;
    case DOMAIN_ELEMENTS: print(p, d->low, LEVEL_ADD); return;
    case DOMAIN_ALL_ROWS:
        text_puts(p->out, "all_rows(");
        print(p, d->low, LEVEL_IF);
        text_puts(p->out, ", ");
        print(p, d->high, LEVEL_ADD);
        text_puts(p->out, "..");
        print(p, d->limit, LEVEL_ADD);
        text_puts(p->out, ")");
        return;
    case DOMAIN_NODES: text_puts(p->out, p->model->graphs[d->index].name); return;
    case DOMAIN_SUBMASKS: /* of no rule */
        text_puts(p->out, "submasks(");
        print(p, d->high, LEVEL_IF);
        text_puts(p->out, ")");
        return;
    case DOMAIN_COMPONENTS:
        text_puts(p->out, "components(");
        print(p, d->low, LEVEL_IF);
        text_puts(p->out, ")");
        return;
    }
}

/* " for x in 1..n, y in h where ..." */
static void print_gens(struct printer *p, const struct expr *e, const struct expr *condition)
{
    text_puts(p->out, " for ");
    for (size_t i = 0; i < e->gen_count; i++) {
        text_add(p->out, "%s%s in ", i ? ", " : "", e->gens[i].name);
        print_domain(p, &e->gens[i].domain);
    }
    if (condition) {
        text_puts(p->out, " where ");
        print(p, condition, LEVEL_IF);
    }
}

static void print_update(struct printer *p, const struct update *u)
{
    text_puts(p->out, "[");
    for (int i = 0; i < u->dims; i++) {
        if (i) text_puts(p->out, ", ");
        print(p, u->low[i], LEVEL_ADD);
        if (u->high[i]) {
            text_puts(p->out, "..");
            print(p, u->high[i], LEVEL_ADD);
        }
    }
    text_add(p->out, u->op == '=' ? "] = " : "] %c= ", u->op);
    print(p, u->value, LEVEL_IF);
}

static void print_with(struct printer *p, const struct expr *e)
{
    print(p, e->kids[0], LEVEL_TOP);
    text_puts(p->out, " with { ");
    for (size_t i = 0; i < e->update_count; i++) {
        if (i) text_puts(p->out, ", ");
        print_update(p, &e->updates[i]);
    }
    text_puts(p->out, " }");
}

/* t with { [v] = u } */
static void print_put(struct printer *p, const struct expr *e)
{
    print(p, e->kids[0], LEVEL_TOP);
    text_puts(p->out, " with { [");
    print(p, e->kids[1], LEVEL_ADD);
    text_puts(p->out, e->index == '=' ? "] = " : e->index == '+' ? "] += " : "] -= ");
    print(p, e->kids[2], LEVEL_IF);
    text_puts(p->out, " }");
}

static void print_fold(struct printer *p, const struct expr *e)
{
    static const char *const names[] = {"sum", "xor", "min", "max", "count", "any", "all"};
    text_add(p->out, "%s(", names[e->index]);
    if (e->kids[0]) print(p, e->kids[0], LEVEL_IF);
    else text_puts(p->out, e->gens[e->gen_count - 1].name);
    print_gens(p, e, e->kids[1]);
    text_puts(p->out, ")");
}

static void print_compound(struct printer *p, const struct expr *e)
{
    static const char *const names[] = {"upto", "conjunctive", "selective", "ordinal", "sequential"};
    text_puts(p->out, names[e->index]);
    if (e->kids[0]) {
        text_puts(p->out, " ");
        print(p, e->kids[0], LEVEL_ADD);
    }
    text_puts(p->out, " of (");
    for (size_t i = 1; i < e->count; i++) {
        if (i > 1) text_puts(p->out, ", ");
        const struct expr *part = e->kids[i];
        if (part->kind == EXPR_SUM_FOR) {
            print(p, part->kids[0], LEVEL_IF);
            print_gens(p, part, part->kids[1]);
        } else {
            print(p, part, LEVEL_IF);
        }
    }
    text_puts(p->out, ")");
}

static void print_ask(struct printer *p, const struct expr *e)
{
    static const char *const names[] = {"sg", "outcome", "P", "N", "options", "wins", "remoteness"};
    text_add(p->out, "%s(", names[e->index]);
    print(p, e->kids[0], LEVEL_IF);
    if (e->mover) text_add(p->out, ", mover = %d", e->mover);
    text_puts(p->out, ")");
}

static void print_int(struct printer *p, const struct expr *e)
{
    int64_t small;
    if (!e->number || integer_fits(e->number, &small)) {
        text_add(p->out, "%" PRId64, e->value);
        return;
    }
    struct arena scratch = {0};
    const char *digits = integer_string(&scratch, e->number);
    if (digits) text_puts(p->out, digits);
    else p->out->failed = true;
    arena_free(&scratch);
}

static void print_named(struct printer *p, const char *name, const struct expr *e)
{
    text_add(p->out, "%s(", name);
    print_list(p, e->kids, e->count, ", ");
    text_puts(p->out, ")");
}

static void print_node(struct printer *p, const struct expr *e)
{
    const struct model *m = p->model;
    int graph = e->game >= 0 && (size_t)e->game < m->game_count ? m->games[e->game].graph : -1;
    value_print(graph >= 0 ? &m->graphs[graph] : NULL, e->index, p->out);
}

static void print_let(struct printer *p, const struct expr *e)
{
    print(p, e->kids[1], LEVEL_IFF);
    text_add(p->out, " [%s = ", e->name ? e->name : "it");
    print(p, e->kids[0], LEVEL_IF);
    text_puts(p->out, "]");
}

static void print_field(struct printer *p, const struct expr *e)
{
    const struct model *m = p->model;
    if (p->game >= 0 && (size_t)e->index < m->games[p->game].field_count)
        text_puts(p->out, m->games[p->game].fields[e->index].name);
    else text_add(p->out, "field%d", e->index);
}

/* Of nodes, edges or positions, listed or by a comprehension. */
static void print_set(struct printer *p, const struct expr *e)
{
    text_puts(p->out, "{");
    if (e->kind == EXPR_NODES_FOR || e->kind == EXPR_ROW_FOR) {
        print(p, e->kids[0], LEVEL_IF);
        print_gens(p, e, e->kids[1]);
    } else {
        print_list(p, e->kids, e->count, ", ");
    }
    text_puts(p->out, "}");
}

/* t - {v} */
static void print_cut(struct printer *p, const struct expr *e)
{
    print(p, e->kids[0], LEVEL_ADD);
    text_puts(p->out, " - ");
    print_set(p, e->kids[1]);
}

static void print_comprehension(struct printer *p, const struct expr *e)
{
    text_puts(p->out, "[");
    print(p, e->kids[0], LEVEL_IF);
    print_gens(p, e, e->kids[1]);
    text_puts(p->out, "]");
}

static bool asks_a_mover(const struct expr *e) { return e->kind == EXPR_ASK && e->mover; }

static void print_between(struct printer *p, const struct expr *e)
{
    enum level own = level_of(e->kind);
    bool chains = own == LEVEL_ADD || own == LEVEL_MUL || own == LEVEL_AND || own == LEVEL_OR;
    p->with_mover = asks_a_mover(e->kids[0]) || asks_a_mover(e->kids[1]);
    print(p, e->kids[0], chains ? own : own + 1);
    text_add(p->out, " %s ", spellings[e->kind]);
    print(p, e->kids[1], own + 1);
}

static void print_prefix(struct printer *p, const char *word, const struct expr *e, enum level place)
{
    text_puts(p->out, word);
    print(p, e, place);
}

static void print_if(struct printer *p, const struct expr *e)
{
    print(p, e->kids[0], LEVEL_IFF);
    text_puts(p->out, " ? ");
    print(p, e->kids[1], LEVEL_IF);
    text_puts(p->out, " : ");
    print(p, e->kids[2], LEVEL_IF);
}

/* Without a value: a set literal on its own. */
static void print_in(struct printer *p, const struct expr *e)
{
    if (e->count) {
        print(p, e->kids[0], LEVEL_ADD);
        text_puts(p->out, " in ");
    }
    print_domain(p, e->domain);
}

static void print_in_brackets(struct printer *p, struct expr *const *items, size_t count)
{
    text_puts(p->out, "[");
    print_list(p, items, count, ", ");
    text_puts(p->out, "]");
}

static void print_index(struct printer *p, const struct expr *e)
{
    print(p, e->kids[0], LEVEL_TOP);
    print_in_brackets(p, e->kids + 1, e->count - 1);
}

/* A grid may have a name. */
static void print_row(struct printer *p, const struct expr *e)
{
    if (e->name) text_puts(p->out, e->name);
    else print_in_brackets(p, e->kids, e->count);
}

static void print_sum_for(struct printer *p, const struct expr *e)
{
    text_puts(p->out, "sum(");
    print(p, e->kids[0], LEVEL_IF);
    print_gens(p, e, e->kids[1]);
    text_puts(p->out, ")");
}

static void print_lua(struct printer *p, const struct expr *e)
{
    text_puts(p->out, "lua.");
    print_named(p, p->model->lua_functions[e->index].name, e);
}

static void print_bare(struct printer *p, const struct expr *e)
{
    struct text *out = p->out;
    switch (e->kind) {
    case EXPR_INT: print_int(p, e); return;
    case EXPR_BOOL: text_puts(out, e->value ? "true" : "false"); return;
    case EXPR_OUTCOME: text_puts(out, outcome_word((enum outcome)e->value, p->with_mover)); return;
    case EXPR_FIELD: print_field(p, e); return;
    case EXPR_PARAM: text_puts(out, p->model->params[e->index].name); return;
    case EXPR_LOCAL: text_puts(out, e->name ? e->name : "it"); return;
    case EXPR_MOVER: text_puts(out, "mover"); return;
    case EXPR_NODE: print_node(p, e); return;
    case EXPR_NEG: print_prefix(p, "-", e->kids[0], LEVEL_TOP); return;
    case EXPR_NOT: print_prefix(p, "not ", e->kids[0], LEVEL_NOT); return;
    case EXPR_IF: print_if(p, e); return;
    case EXPR_LET: print_let(p, e); return;
    case EXPR_IN: print_in(p, e); return;
    case EXPR_INDEX:
    case EXPR_TREE_AT: print_index(p, e); return;
    case EXPR_TREE:
    case EXPR_ROW: print_row(p, e); return;
    case EXPR_TREE_FOR:
    case EXPR_ROW_FOR: print_comprehension(p, e); return;
    case EXPR_WITH: print_with(p, e); return;
    case EXPR_TREE_PUT: print_put(p, e); return;
    case EXPR_TREE_CUT: print_cut(p, e); return;
    case EXPR_CALL: print_named(p, builtin_info((enum builtin)e->index)->spelling, e); return;
    case EXPR_LUA: print_lua(p, e); return;
    case EXPR_FOLD: print_fold(p, e); return;
    case EXPR_END: text_puts(out, "end"); return;
    case EXPR_GAME: print_named(p, p->model->games[e->game].name, e); return;
    case EXPR_SUM: print_list(p, e->kids, e->count, " + "); return;
    case EXPR_SUM_FOR: print_sum_for(p, e); return;
    case EXPR_COMPOUND: print_compound(p, e); return;
    case EXPR_ASK: print_ask(p, e); return;
    case EXPR_NODES_ALL: text_puts(out, p->model->games[e->game].name); return;
    case EXPR_NODES:
    case EXPR_NODES_FOR:
    case EXPR_POSITIONS: print_set(p, e); return;
    default: print_between(p, e); return;
    }
}

static void print(struct printer *p, const struct expr *e, enum level place)
{
    bool with = e->kind == EXPR_WITH || e->kind == EXPR_TREE_PUT;
    bool brackets = level_of(e->kind) < place || (with && place == LEVEL_TOP);
    if (brackets) text_puts(p->out, "(");
    print_bare(p, e);
    if (brackets) text_puts(p->out, ")");
}

void expr_print(const struct model *model, int game, const struct expr *expr, struct text *out)
{
    struct printer p = {.model = model, .game = game, .out = out};
    print(&p, expr, LEVEL_IF);
}

void expr_print_side(const struct model *model, int game, const struct expr *expr, struct text *out)
{
    struct printer p = {.model = model, .game = game, .out = out};
    print(&p, expr, LEVEL_ADD);
}

void expr_print_factor(const struct model *model, int game, const struct expr *expr, struct text *out)
{
    struct printer p = {.model = model, .game = game, .out = out};
    print(&p, expr, LEVEL_NEG);
}

void domain_print(const struct model *model, int game, const struct domain *domain, struct text *out)
{
    struct printer p = {.model = model, .game = game, .out = out};
    print_domain(&p, domain);
}
