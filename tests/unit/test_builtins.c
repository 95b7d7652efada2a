/* SPDX-License-Identifier: MIT */
/* The table of builtins, line by line: at random arguments the machine and builtin_value say the same, and every column of
 * builtins.def is true. */
#include "model/builtins.h"
#include <inttypes.h>
#include <string.h>
#include "claims.h"
#include "model/expr.h"
#include "rule_file.h"

enum { TRIALS = 2000, CELLS_MOST = 8, ARGS_MOST = 4 };

struct trial {
    struct rule_file rule;
    struct arena arena;
    uint64_t seed;
    enum builtin builtin;
    const struct builtin_info *info;
    struct expr *args[ARGS_MOST];
    int64_t x[ARGS_MOST]; /* the arguments that are numbers */
    size_t count;
    struct text call; /* as the language writes it */
};

static uint64_t roll(struct trial *t, uint64_t sides)
{
    t->seed = t->seed * 6364136223846793005u + 1442695040888963407u;
    return (t->seed >> 33) % sides;
}

/* Mostly small, some negative, some at the ends of 64 bits, around powers of two and around the golden ratio's limits. */
static int64_t number(struct trial *t)
{
    static const int64_t ends[] = {INT64_MIN, INT64_MIN + 1,       INT64_MAX,           INT64_MAX - 1,       0,
                                   -1,        7540113804746346429, 5764607523034234875, 5700357409661599242, 92,
                                   93};
    if (roll(t, 5) == 0) return ends[roll(t, sizeof ends / sizeof *ends)];
    if (roll(t, 4) == 0) return (int64_t)((uint64_t)1 << roll(t, 63)) + (int64_t)roll(t, 3) - 1;
    return (int64_t)roll(t, 24) - 4;
}

static struct expr *made(struct trial *t, enum expr_kind kind, enum type type, int index, struct expr *const *kids,
                         size_t count)
{
    bool graph = type == TYPE_NODES || type == TYPE_NODE;
    struct expr like = {.kind = kind, .type = type, .index = index, .game = graph ? 0 : -1, .start = -1};
    struct expr *e = expr_create(&t->arena, like, kids, count);
    assert_non_null(e);
    return e;
}

static struct expr *literal(struct trial *t, int64_t value)
{
    struct expr *e = expr_create_int(&t->arena, (struct span){0}, value);
    assert_non_null(e);
    return e;
}

static struct expr *row(struct trial *t, size_t length)
{
    struct expr *cells[CELLS_MOST];
    for (size_t i = 0; i < length; i++) cells[i] = literal(t, (int64_t)roll(t, 9) - 2);
    return made(t, EXPR_ROW, TYPE_ROW, 0, cells, length);
}

static struct expr *grid(struct trial *t)
{
    struct expr *rows[CELLS_MOST];
    size_t count = roll(t, 4), length = roll(t, 4);
    for (size_t i = 0; i < count; i++) rows[i] = row(t, length);
    return made(t, EXPR_ROW, TYPE_GRID, 0, rows, count);
}

static struct expr *node(struct trial *t) { return made(t, EXPR_NODE, TYPE_NODE, (int)roll(t, 5), NULL, 0); }

static struct expr *nodes(struct trial *t)
{
    struct expr *list[CELLS_MOST];
    size_t count = roll(t, 5);
    for (size_t i = 0; i < count; i++) list[i] = node(t);
    return made(t, EXPR_NODES, TYPE_NODES, 0, list, count);
}

static struct expr *tree(struct trial *t, int depth)
{
    struct expr *branches[CELLS_MOST];
    size_t count = depth ? roll(t, 4) : 0;
    for (size_t i = 0; i < count; i++) branches[i] = tree(t, depth - 1);
    return made(t, EXPR_TREE, TYPE_TREE, 0, branches, count);
}

static struct expr *argument(struct trial *t, char letter)
{
    switch (letter) {
    case 'i': return literal(t, number(t));
    case 'c':
        if (roll(t, 3) == 0) return nodes(t);
        return roll(t, 2) ? tree(t, 2) : row(t, roll(t, 6));
    case 'r':
    case 'g':
    case 'n': return row(t, roll(t, 6));
    case 'G': return grid(t);
    case 's': return nodes(t);
    case 'v': return node(t);
    case 't': return tree(t, 3);
    default: fail_msg("no argument of type %c", letter); return NULL;
    }
}

static enum type type_of(char letter)
{
    switch (letter) {
    case 'b': return TYPE_BOOL;
    case 'r': return TYPE_ROW;
    case 'G': return TYPE_GRID;
    case 's': return TYPE_NODES;
    case 't': return TYPE_TREE;
    default: return TYPE_INT;
    }
}

/* Arguments as the second column has them. */
static void draw(struct trial *t)
{
    const char *args = t->info->args;
    bool many = strchr(args, '+') != NULL;
    t->count = many ? 1 + roll(t, ARGS_MOST) : strlen(args);
    assert_true(t->count <= ARGS_MOST && builtin_takes(t->builtin, t->count));
    for (size_t i = 0; i < t->count; i++) {
        t->args[i] = argument(t, args[many ? 0 : i]);
        t->x[i] = t->args[i]->value;
    }
}

/* What the machine says; false: the rule fails. */
static bool machine(struct trial *t, const struct expr *e, int64_t *value)
{
    int program;
    text_clear(&t->call);
    expr_print(t->rule.model, -1, e, &t->call);
    assert_int_equal(code_add_expression(t->rule.code, e, 0, &t->rule.diags, &program), ST_OK);
    enum status st = vm_evaluate(t->rule.vm, program, NULL, value);
    if (st != ST_OK && st != ST_RULE_FAILED) fail_msg("%s: %s", text_c(&t->call), status_words(st));
    return st == ST_OK;
}

static struct expr *call(struct trial *t, struct expr *const *args)
{
    return made(t, EXPR_CALL, type_of(t->info->result[0]), (int)t->builtin, args, t->count);
}

static int64_t of_result(struct trial *t, enum builtin builtin, struct expr *e)
{
    int64_t value;
    assert_true(machine(t, made(t, EXPR_CALL, TYPE_INT, (int)builtin, &e, 1), &value));
    return value;
}

/* ---- the columns ------------------------------------------------------------------------------------------------ */

static bool among(int64_t value, struct expr *const *items, size_t count)
{
    bool found = false;
    for (size_t i = 0; i < count; i++)
        found = found ||
                (items[i]->kind == EXPR_ROW ? among(value, items[i]->kids, items[i]->count) : items[i]->value == value);
    return found;
}

static bool in_range(const struct trial *t, int64_t value)
{
    switch (t->info->range) {
    case RANGE_NATURAL: return value >= 0;
    case RANGE_POSITIVE: return value > 0;
    case RANGE_ARGUMENT: return among(value, t->args, t->count);
    case RANGE_CELL: return among(value, t->args, 1);
    case RANGE_CELL_OR_0: return value == 0 || among(value, t->args, 1);
    case RANGE_LAST: return value == t->x[t->count - 1];
    case RANGE_NONE: break;
    }
    return false;
}

static void check_range(struct trial *t, int64_t value)
{
    if (!in_range(t, value)) fail_msg("%s = %" PRId64 " is out of its range", text_c(&t->call), value);
}

static void check_cells(struct trial *t, struct expr *e)
{
    bool grid = e->type == TYPE_GRID;
    int64_t rows = grid ? of_result(t, BUILTIN_ROWS, e) : 1, value;
    int64_t columns = of_result(t, grid ? BUILTIN_COLS : BUILTIN_LEN, e);
    if (e->type == TYPE_NODES || e->type == TYPE_TREE) return;
    for (int64_t i = 1; i <= rows && i <= CELLS_MOST; i++)
        for (int64_t j = 1; j <= columns && j <= CELLS_MOST; j++) {
            struct expr *at[3] = {e, literal(t, grid ? i : j), literal(t, j)};
            assert_true(machine(t, made(t, EXPR_INDEX, TYPE_INT, 0, at, grid ? 3 : 2), &value));
            check_range(t, value);
        }
}

static void check_bounds(struct trial *t, int64_t value)
{
    const struct builtin_info *info = t->info;
    if (t->args[0]->kind != EXPR_INT || t->x[0] < 0) return;
    __int128 x = t->x[0];
    if (info->times_high && (value < info->times_low * x || value > info->times_high * x))
        fail_msg("%s = %" PRId64 " is out of its bounds", text_c(&t->call), value);
    if (info->most && value > info->most) fail_msg("%s = %" PRId64 " is too great", text_c(&t->call), value);
}

static void check_needs(struct trial *t, bool known)
{
    bool natural = true, least = false;
    for (size_t i = 0; i < t->count; i++) {
        natural = natural && (t->args[i]->kind != EXPR_INT || t->x[i] >= 0);
        least = least || (t->args[i]->kind == EXPR_INT && t->x[i] == INT64_MIN);
    }
    enum builtin_needs needs = t->info->needs;
    if (needs == NEEDS_NATURALS && !natural && known) fail_msg("%s has a value", text_c(&t->call));
    if (needs == NEEDS_MORE || (needs == NEEDS_NATURALS && !natural)) return;
    bool must = t->info->size == SIZE_FITS || (t->info->size == SIZE_EDGE && !least);
    if (must && !known) fail_msg("%s has no value", text_c(&t->call));
}

/* The arguments turned by one place. */
static void check_order(struct trial *t, bool known, int64_t value)
{
    struct expr *turned[ARGS_MOST];
    int64_t other = 0;
    if (!t->info->commutes) return;
    for (size_t i = 0; i < t->count; i++) turned[i] = t->args[(i + 1) % t->count];
    bool same = machine(t, call(t, turned), &other) == known;
    if (!same || (known && other != value)) fail_msg("%s: the order matters", text_c(&t->call));
}

/* ---- the values ------------------------------------------------------------------------------------------------- */

/* Beyond 64 bits there is a value where it does not fit, and else the same one. */
static void check_large(struct trial *t, bool known, int64_t value)
{
    const struct integer *x[ARGS_MOST];
    bool no_memory = false;
    int64_t small;
    for (size_t i = 0; i < t->count; i++) assert_non_null(x[i] = integer_from(&t->arena, t->x[i]));
    const struct integer *large = builtin_large(t->builtin, &t->arena, x, t->count, &no_memory);
    assert_false(no_memory);
    if (!t->info->large) assert_null(large);
    else if (large && integer_fits(large, &small) ? !known || small != value : known)
        fail_msg("%s is another number beyond 64 bits", text_c(&t->call));
}

static bool check_one(struct trial *t)
{
    int64_t value = 0, computed = 0;
    draw(t);
    struct expr *e = call(t, t->args);
    bool number = e->type == TYPE_INT || e->type == TYPE_BOOL;
    struct expr *length = number ? e : made(t, EXPR_CALL, TYPE_INT, BUILTIN_LEN, &e, 1);
    if (e->type == TYPE_GRID) length->index = BUILTIN_ROWS;
    bool known = machine(t, length, &value);
    check_needs(t, known);
    if (t->info->value) {
        bool same = builtin_value(t->builtin, t->x, t->count, &computed) == known;
        if (!same || (known && computed != value)) fail_msg("%s: not what the machine says", text_c(&t->call));
        check_large(t, known, value);
    }
    if (number) check_order(t, known, value);
    if (known && number) check_range(t, value);
    if (known && number) check_bounds(t, value);
    if (known && !number) check_cells(t, e);
    return known;
}

CLAIM(every_line_of_the_table_is_true)
{
    for (int b = 0; b < BUILTIN_COUNT; b++) {
        struct trial t = {.seed = (uint64_t)b, .builtin = (enum builtin)b, .info = builtin_info((enum builtin)b)};
        unsigned known = 0;
        rule_open(&t.rule, "graph g { a -> b; b -> c; c -> a; d -> e }\ngame h(n) { move x(t in 1..n) -> h(n - t) }");
        assert_int_equal(t.rule.st, ST_OK);
        for (int i = 0; i < TRIALS; i++) known += check_one(&t);
        if (known < TRIALS / 20) fail_msg("%s has a value %u times only", t.info->spelling, known);
        rule_close(&t.rule);
        text_free(&t.call);
        arena_free(&t.arena);
    }
}

/* Functions of numbers are computed here, those of rows by the machine alone. */
CLAIM(a_value_is_that_of_numbers)
{
    for (int b = 0; b < BUILTIN_COUNT; b++) {
        const struct builtin_info *info = builtin_info((enum builtin)b);
        bool numbers = strspn(info->args, "i+") == strlen(info->args) && strspn(info->result, "ib");
        if (numbers != (info->value != NULL)) fail_msg("%s has no function", info->spelling);
        if (info->large) assert_non_null(info->value);
    }
}

CLAIM(calls_with_too_few_arguments_have_no_value)
{
    int64_t x[3] = {1, 2, 3}, value;
    assert_false(builtin_value(BUILTIN_POW, x, 1, &value));
    assert_false(builtin_value(BUILTIN_POW, x, 3, &value));
    assert_false(builtin_value(BUILTIN_MIN, x, 0, &value));
    assert_false(builtin_value(BUILTIN_LEN, x, 1, &value));
    assert_true(builtin_value(BUILTIN_MIN, x, 3, &value));
}

CLAIMS(IT(every_line_of_the_table_is_true), IT(a_value_is_that_of_numbers),
       IT(calls_with_too_few_arguments_have_no_value))
