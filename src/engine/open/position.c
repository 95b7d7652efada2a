/* SPDX-License-Identifier: MIT */
/* The words after FILE on the command line as a position: they become terms of the language, which are parsed and
 * checked like any other. Numbers within 64 bits are run as code; larger ones, and the results of start clauses for
 * them, are computed as integers of any size. Whether a position is legal is checked when it is asked about. */
#include "engine/open/position.h"
#include "answer/lists/starts.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/checked.h"
#include "base/vec.h"
#include "model/evaluate.h"
#include "engine/open/private.h"

enum { MOST_STARTS = 8 };

typedef VEC(struct component) component_vec;
typedef VEC(const struct integer *const *) big_vec;

struct position_reading {
    struct engine *engine;
    component_vec components;
    big_vec big;
    bool any_big;
};

/* ---- literals beyond 64 bits ---- */

static bool expr_is_big(const struct expr *e)
{
    int64_t small;
    if (!e) return false;
    if (e->kind == EXPR_INT && e->number && !integer_fits(e->number, &small)) return true;
    for (size_t i = 0; i < e->count; i++)
        if (expr_is_big(e->kids[i])) return true;
    return false;
}

static size_t count_cells(const struct expr *e)
{
    size_t n = 0;
    for (size_t i = 0; i < e->count; i++) n += e->kids[i]->kind == EXPR_ROW ? e->kids[i]->count + 1 : 1;
    return n;
}

static enum status too_large(struct position_reading *r, const struct expr *e, const char *what)
{
    diag(&r->engine->diags, D_POSITION_TOO_LARGE, e->span, what);
    return ST_TOO_LARGE;
}

struct big_scope {
    struct arena *arena;
    const struct param_value *params;
    const struct integer *const *locals; /* by slot */
    size_t local_count;
};

static bool read_argument(void *context, const struct expr *e, struct number *value)
{
    const struct big_scope *scope = context;
    bool known = e->kind == EXPR_LOCAL && (size_t)e->index < scope->local_count;
    if (known) *value = number_of(scope->locals[e->index]);
    return known;
}

static const struct integer *big_value(const struct big_scope *scope, const struct expr *e)
{
    struct evaluation v = {.params = scope->params,
                           .numbers = {.arena = scope->arena},
                           .read = read_argument,
                           .context = (void *)scope,
                           .steps = 1000000};
    struct number value;
    return evaluate_number(&v, e, &value) ? number_integer(&v.numbers, value) : NULL;
}

/* The cells of `game(args)` if every argument is a number or a row of numbers. */
static enum status read_big_cells(struct position_reading *r, const struct expr *e, const struct big_scope *scope,
                                  const struct integer ***cells, size_t *count)
{
    struct arena *arena = &r->engine->answers;
    size_t n = 0;
    *count = count_cells(e);
    const struct integer **out = *cells = arena_array(arena, *count + 1, sizeof *out);
    if (!out) return ST_NO_MEMORY;
    for (size_t i = 0; i < e->count; i++) {
        const struct expr *arg = e->kids[i];
        if (arg->kind == EXPR_ROW && arg->type != TYPE_GRID) {
            if (!(out[n++] = integer_from(arena, (int64_t)arg->count))) return ST_NO_MEMORY;
            for (size_t k = 0; k < arg->count; k++)
                if (!(out[n++] = big_value(scope, arg->kids[k]))) return too_large(r, arg, "arithmetic");
        } else if (!(out[n++] = big_value(scope, arg))) {
            return too_large(r, arg,
                             arg->type == TYPE_GRID   ? "a grid"
                             : arg->type == TYPE_TREE ? "a tree"
                                                      : "arithmetic");
        }
    }
    return ST_OK;
}

static int compare_integers(const void *a, const void *b)
{
    return integer_compare(*(const struct integer *const *)a, *(const struct integer *const *)b);
}

/* Bags are unordered, and so are the parts of a compound. */
static void sort_cells(const struct game *game, const struct integer **cells)
{
    for (size_t i = 0; i < game->field_count; i++) {
        enum field_kind kind = game->fields[i].kind;
        int64_t length = 0;
        if (kind != FIELD_ROW && kind != FIELD_BAG) cells++;
        else if (integer_fits(*cells++, &length)) {
            if (length > 1 && (kind == FIELD_BAG || game->kind == GAME_COMPOUND))
                qsort(cells, (size_t)length, sizeof *cells, compare_integers);
            cells += length;
        }
    }
}

static enum status add_big_term(struct position_reading *r, const struct expr *term, const struct expr *e,
                                const struct big_scope *scope, int depth);

/* A start clause: its result, with its fields bound to the arguments. */
static enum status add_big_start(struct position_reading *r, const struct expr *term, const struct expr *e,
                                 const struct big_scope *scope, int depth)
{
    struct engine *engine = r->engine;
    const struct game *game = &engine->model->games[e->game];
    const struct start *start = &game->starts[e->start];
    const struct integer **arguments;
    size_t count;
    enum status st = read_big_cells(r, e, scope, &arguments, &count);
    if (st != ST_OK) return st;
    if (count != start->field_count || depth == MOST_STARTS) return too_large(r, term, "a start");
    struct big_scope inner = {scope->arena, scope->params, arguments, count};
    const struct integer *allowed =
        start->condition ? big_value(&inner, start->condition) : integer_from(scope->arena, 1);
    if (!allowed) return too_large(r, term, "a start");
    if (allowed->sign) return add_big_term(r, term, start->result, &inner, depth + 1);
    struct text condition = {0};
    expr_print(engine->model, -1, start->condition, &condition);
    if (!condition.failed) diag(&engine->diags, D_RUN_START_REFUSED, term->span, game->name, text_c(&condition));
    st = condition.failed ? ST_NO_MEMORY : ST_USAGE;
    text_free(&condition);
    return st;
}

/* Adds `e`, to which the `term` that was typed leads. */
static enum status add_big_term(struct position_reading *r, const struct expr *term, const struct expr *e,
                                const struct big_scope *scope, int depth)
{
    struct engine *engine = r->engine;
    if (e->kind != EXPR_GAME || engine->model->games[e->game].kind == GAME_GRAPH)
        return too_large(r, term, e->kind == EXPR_SUM ? "a start that gives a sum" : "a compound");
    if (e->start >= 0) return add_big_start(r, term, e, scope, depth);
    const struct integer **cells;
    size_t count;
    enum status st = read_big_cells(r, e, scope, &cells, &count);
    if (st != ST_OK) return st;
    sort_cells(&engine->model->games[e->game], cells);
    struct component c = {.game = e->game, .count = (uint32_t)count};
    c.cells = arena_array(&engine->answers, count + 1, sizeof *c.cells);
    if (!c.cells || !vec_push(&r->components, c) || !vec_push(&r->big, (const struct integer *const *)cells))
        return ST_NO_MEMORY;
    r->any_big = true;
    return ST_OK;
}

static enum status add_big_game(struct position_reading *r, const struct expr *e)
{
    struct big_scope scope = {.arena = &r->engine->answers, .params = r->engine->env->params};
    return add_big_term(r, e, e, &scope, 0);
}

/* ---- terms that fit ---- */

static enum status add_small(struct position_reading *r, const struct expr *e, int slots)
{
    struct engine *engine = r->engine;
    int program;
    struct position position = {0};
    enum status st = code_add_expression(engine->code, e, slots, &engine->diags, &program);
    if (st == ST_OK) st = vm_position(engine->env->vm, program, &engine->answers, &position);
    if (st != ST_OK) return st;
    for (size_t i = 0; i < position.count; i++)
        if (!vec_push(&r->components, position.components[i]) || !vec_push(&r->big, NULL)) return ST_NO_MEMORY;
    return ST_OK;
}

static enum status add_expr(struct position_reading *r, const struct expr *e, int slots)
{
    if (!expr_is_big(e)) return add_small(r, e, slots);
    if (e->kind == EXPR_GAME) return add_big_game(r, e);
    if (e->kind != EXPR_SUM) return too_large(r, e, e->kind == EXPR_COMPOUND ? "a compound" : "this expression");
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < e->count; i++) st = add_expr(r, e->kids[i], slots);
    return st;
}

static enum status add_term(struct position_reading *r, const char *term)
{
    struct engine *e = r->engine;
    uint32_t source;
    enum status st = engine_add_typed(e, "position", term, &source);
    if (st != ST_OK) return st;
    struct ast_parse parse = engine_parse_input(e, source);
    struct check_input in = engine_check_input(e, source);
    struct ast *ast;
    struct expr *expr;
    int slots = 0;
    if ((st = parse_expression(&parse, &ast)) == ST_OK)
        st = check_position(&in, e->model, ast, &e->answers, &expr, &slots);
    if (st == ST_OK) st = add_expr(r, expr, slots);
    return st == ST_INVALID ? ST_USAGE : st;
}

/* A typed term that does not give a position is a mistake of the request, not of the rule. */
static enum status add_typed(struct position_reading *r, const char *term)
{
    enum status st = add_term(r, term);
    return st == ST_RULE_FAILED ? ST_USAGE : st;
}

/* ---- words to terms ---- */

static bool is_game(const struct model *m, const char *name, size_t length)
{
    for (size_t i = 0; i < m->game_count; i++)
        if (strlen(m->games[i].name) == length && strncmp(m->games[i].name, name, length) == 0) return true;
    return false;
}

/* A function of the language, as in grid(3, 4, 1), unless a game has its name. */
static bool calls_builtin(const struct model *m, const char *word)
{
    size_t length = 0;
    while (isalnum((unsigned char)word[length]) || word[length] == '_') length++;
    for (int i = 0; word[length] == '(' && i < BUILTIN_COUNT; i++) {
        const char *spelling = builtin_info((enum builtin)i)->spelling;
        if (strlen(spelling) == length && strncmp(spelling, word, length) == 0) return !is_game(m, word, length);
    }
    return false;
}

static bool is_bare(const struct model *m, const char *word)
{
    while (isspace((unsigned char)*word)) word++;
    const char *open = strchr(word, '('), *quote = strchr(word, '"');
    bool value = !open || (quote && quote < open) || calls_builtin(m, word); /* a quoted name may contain brackets */
    return *word != '+' && value;
}

static bool has_start(const struct game *game, size_t arguments)
{
    for (size_t i = 0; i < game->start_count; i++)
        if (game->starts[i].field_count == arguments) return true;
    return false;
}

static const char *join(struct arena *arena, const char *before, const char *const *words, size_t count,
                        const char *between, const char *after)
{
    struct text out = {0};
    text_puts(&out, before);
    for (size_t i = 0; i < count; i++) text_add(&out, "%s%s", i ? between : "", words[i]);
    text_puts(&out, after);
    const char *joined = out.failed ? NULL : arena_strdup(arena, text_c(&out));
    text_free(&out);
    return joined;
}

static const char *example_argument(struct engine *e, const struct field *field)
{
    struct text out = {0};
    switch (field->kind) {
    case FIELD_NODES: {
        const struct graph *graph = &e->model->graphs[e->model->games[field->graph].graph];
        int64_t first[] = {0, 1};
        nodes_print(graph, first, graph->node_count < 2 ? graph->node_count : 2, &out);
        const char *kept = out.failed ? NULL : arena_strdup(&e->answers, text_c(&out));
        text_free(&out);
        return kept;
    }
    case FIELD_ROW:
    case FIELD_BAG: return "[2, 1, 3]";
    case FIELD_GRID: return "[[1, 1], [1, 0]]";
    case FIELD_TREE: return "[[[]], []]";
    case FIELD_BOOL: return "true";
    default: return "3";
    }
}

/* A node of the main game, which is a graph, as it would be typed; NULL if memory runs out. */
static const char *node_text(struct engine *e, int64_t node)
{
    struct text out = {0};
    value_print(&e->model->graphs[e->model->games[e->model->main_game].graph], node, &out);
    const char *kept = out.failed ? NULL : arena_strdup(&e->answers, text_c(&out));
    text_free(&out);
    return kept;
}

/* A position of the main game as it would be typed; NULL if memory runs out. */
static const char *example_position(struct engine *e)
{
    const struct game *game = &e->model->games[e->model->main_game];
    const char *arguments[MODEL_MAX_FIELDS];
    for (size_t i = 0; i < game->field_count; i++)
        if (!(arguments[i] = example_argument(e, &game->fields[i]))) return NULL;
    if (game->kind == GAME_GRAPH && e->model->graphs[game->graph].node_count && !(arguments[0] = node_text(e, 0)))
        return NULL;
    const char *example = join(&e->answers, "", arguments, game->field_count, ", ", ")");
    return example ? arena_printf(&e->answers, "%s(%s", game->name, example) : NULL;
}

/* Adds an example, for words that could not be parsed. */
static enum status show_example(struct engine *e, enum status st)
{
    if (st != ST_USAGE || e->diags.count == 0) return st;
    enum diag_id id = e->diags.items[e->diags.count - 1].id;
    if (id != D_SYNTAX && id != D_WRONG_TYPE && id != D_TUPLE_MISPLACED) return st;
    const char *shown = example_position(e);
    if (!shown) return ST_NO_MEMORY;
    size_t fields = e->model->games[e->model->main_game].field_count;
    char words[64] = "";
    if (fields == 1) snprintf(words, sizeof words, "; several are words of their own");
    if (fields > 1) snprintf(words, sizeof words, ", or as %zu words without the name", fields);
    diag_note(&e->diags, (struct span){0}, "a position is written like '%s'%s", shown, words);
    return st;
}

static enum status no_position(struct engine *e)
{
    const char *shown = example_position(e);
    if (!shown) return ST_NO_MEMORY;
    diag(&e->diags, D_POSITION_MISSING, (struct span){0, 0, 0}, shown);
    return ST_USAGE;
}

/* Quotes words that are exactly the name of a node: on the command line they need no quotes. */
static enum status quote_nodes(struct engine *e, const char *const **words, size_t count)
{
    const struct game *game = &e->model->games[e->model->main_game];
    if (game->kind != GAME_GRAPH || !e->model->graphs[game->graph].names) return ST_OK;
    const char **quoted = arena_array(&e->answers, count + 1, sizeof *quoted);
    for (size_t i = 0; quoted && i < count; i++) {
        const char *word = (*words)[i];
        if (word[0] == ' ' && word[1] == '-') word++; /* the command line marks negative numbers so */
        int64_t node = graph_find_node(&e->model->graphs[game->graph], word);
        quoted[i] = node >= 0 && !node_name_is_plain(word) ? node_text(e, node) : (*words)[i];
        if (!quoted[i]) return ST_NO_MEMORY;
    }
    *words = quoted;
    return quoted ? ST_OK : ST_NO_MEMORY;
}

static enum status read_words(struct position_reading *r, const char *const *words, size_t count)
{
    struct engine *e = r->engine;
    const struct game *game = &e->model->games[e->model->main_game];
    char name[256];
    enum status quoted = quote_nodes(e, &words, count);
    if (quoted != ST_OK) return quoted;
    snprintf(name, sizeof name, "%s(", game->name);
    if (count == 0) {
        if (!has_start(game, 0)) return no_position(e);
        const char *start = join(&e->answers, name, words, 0, "", ")");
        return start ? add_term(r, start) : ST_NO_MEMORY;
    }
    bool bare = true;
    for (size_t i = 0; i < count; i++) bare = bare && is_bare(e->model, words[i]);
    const char *term;
    if (!bare) term = join(&e->answers, "", words, count, " ", "");
    else if (count > 1 && (game->field_count == count || has_start(game, count)))
        term = join(&e->answers, name, words, count, ", ", ")");
    else {
        enum status st = ST_OK;
        for (size_t i = 0; st == ST_OK && i < count; i++) st = add_typed(r, words[i]);
        return show_example(e, st);
    }
    if (!term) return ST_NO_MEMORY;
    enum status st = add_typed(r, term);
    bool tuple = st == ST_USAGE && e->diags.count && e->diags.items[e->diags.count - 1].id == D_TUPLE_MISPLACED;
    return tuple ? show_example(e, st) : st; /* "(7, 3)" without the name of the game */
}

enum status engine_position(struct engine *engine, const char *const *words, size_t count, struct position *position)
{
    struct position_reading r = {.engine = engine};
    struct arena *arena = &engine->answers;
    enum status st = engine_needs_game(engine);
    if (st == ST_OK) st = read_words(&r, words, count);
    *position = (struct position){.count = r.components.count};
    if (st == ST_OK) {
        position->components = arena_array(arena, r.components.count + 1, sizeof *position->components);
        const struct integer *const **big = arena_array(arena, r.components.count + 1, sizeof *big);
        if (!position->components || !big) st = ST_NO_MEMORY;
        for (size_t i = 0; st == ST_OK && i < r.components.count; i++) {
            position->components[i] = r.components.data[i];
            big[i] = r.big.data[i];
        }
        position->big = r.any_big ? big : NULL;
    }
    vec_free(&r.components);
    vec_free(&r.big);
    return st;
}

enum status engine_unfold(struct engine *engine, const struct component *component, struct position *position)
{
    struct text text = {0};
    component_print(engine->model, component, &text);
    const char *word = text.failed ? NULL : text_c(&text);
    enum status st = word ? engine_position(engine, &word, 1, position) : ST_NO_MEMORY;
    text_free(&text);
    return st;
}

/* ---- ranges ---- */

/* 2^63 does not fit, and -2^63 does: the sign is put to the number before that is asked. */
static bool small_number(const struct ast *ast, int64_t *value)
{
    bool negative = false;
    for (; ast->kind == AST_UNARY && ast->op == OP_NEG; ast = ast->kids[0]) negative = !negative;
    if (ast->kind != AST_NUMBER) return false;
    struct integer number = *ast->number;
    if (negative) number.sign = -number.sign;
    return integer_fits(&number, value);
}

static enum status read_axis(struct engine *e, const char *word, struct axis *axis)
{
    uint32_t source;
    struct ast *ast;
    enum status st = engine_add_typed(e, "range", word, &source);
    if (st != ST_OK) return st;
    struct ast_parse parse = engine_parse_input(e, source);
    if ((st = parse_expression(&parse, &ast)) != ST_OK) return st == ST_INVALID ? ST_USAGE : st;
    bool fine = ast->kind == AST_RANGE
                    ? ast->kids[1] && small_number(ast->kids[0], &axis->low) && small_number(ast->kids[1], &axis->high)
                    : small_number(ast, &axis->low) && ((axis->high = axis->low), true);
    if (!fine || axis->low > axis->high) return diag(&e->diags, D_RANGE_SHAPE, ast->span), ST_USAGE;
    return ST_OK;
}

const struct field *engine_axis_fields(const struct engine *engine, size_t wanted, size_t *count)
{
    const struct game *game = &engine->model->games[engine->model->main_game];
    bool scalars = true;
    *count = game->field_count;
    if (game->kind != GAME_RULES) return NULL;
    for (size_t i = 0; i < game->field_count; i++) scalars = scalars && game->fields[i].kind < FIELD_ROW;
    if (scalars) return game->fields;
    int start = wanted ? starts_find(game, wanted) : -1;
    for (size_t n = 1; start < 0 && n <= MODEL_MAX_FIELDS; n++) start = starts_find(game, n);
    if (start < 0) return NULL;
    *count = game->starts[start].field_count;
    return game->starts[start].fields;
}

enum status engine_axes(struct engine *engine, const char *const *words, size_t count, struct axis *axes)
{
    if (engine_needs_game(engine) != ST_OK) return ST_USAGE;
    const struct game *game = &engine->model->games[engine->model->main_game];
    struct span nowhere = {0, 0, 0};
    size_t fields;
    if (!engine_axis_fields(engine, count, &fields))
        return diag(&engine->diags, D_TABLE_STATE, nowhere, game->name), ST_USAGE;
    if (count != fields)
        return diag(&engine->diags, D_TABLE_RANGES, nowhere, game->name, fields, fields == 1 ? "" : "s", count),
               ST_USAGE;
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < count; i++) st = read_axis(engine, words[i], &axes[i]);
    return st;
}
