/* SPDX-License-Identifier: MIT */
/* Positions as data: their order, their text, and the layout of their cells. */
#include "code/machine/private.h"

/* ---- order ------------------------------------------------------------------------------------------------------ */

int component_compare(const struct component *a, const struct component *b)
{
    if (a->game != b->game) return a->game < b->game ? -1 : 1;
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    for (uint32_t i = 0; i < a->count; i++)
        if (a->cells[i] != b->cells[i]) return a->cells[i] < b->cells[i] ? -1 : 1;
    return 0;
}

static void sift(struct component *c, size_t root, size_t count,
                 int (*compare)(const struct component *a, const struct component *b))
{
    for (size_t kid; (kid = 2 * root + 1) < count; root = kid) {
        if (kid + 1 < count && compare(&c[kid + 1], &c[kid]) > 0) kid++;
        if (compare(&c[root], &c[kid]) >= 0) return;
        struct component t = c[root];
        c[root] = c[kid];
        c[kid] = t;
    }
}

void components_sort_by(struct component *c, size_t count,
                        int (*compare)(const struct component *a, const struct component *b))
{
    for (size_t i = count / 2; i > 0; i--) sift(c, i - 1, count, compare);
    for (size_t end = count; end > 1; end--) {
        struct component t = c[0];
        c[0] = c[end - 1];
        c[end - 1] = t;
        sift(c, 0, end - 1, compare);
    }
}

void components_sort(struct component *items, size_t count)
{
    if (count > 12) { /* most sums are short */
        components_sort_by(items, count, component_compare);
        return;
    }
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0 && component_compare(&items[j - 1], &items[j]) > 0; j--) {
            struct component t = items[j];
            items[j] = items[j - 1];
            items[j - 1] = t;
        }
}

/* ---- trees ------------------------------------------------------------------------------------------------------ */

enum status tree_sort(int64_t *heights, size_t count)
{
    struct tree_work work = {0};
    enum status st = count > POSITION_MAX_CELLS ? ST_TOO_LARGE : tree_order(&work, heights, (uint32_t)count);
    tree_work_free(&work);
    return st;
}

/* Lowers the last edge that is on another one by 1, and then repeats the heights from the lower edge on. */
bool tree_next(int64_t *heights, size_t count)
{
    size_t last = count;
    while (last > 0 && heights[last - 1] == 1) last--;
    if (last-- == 0) return false;
    size_t lower = last;
    while (heights[lower] >= heights[last]) lower--;
    for (size_t i = last; i < count; i++) heights[i] = heights[i - (last - lower)];
    return true;
}

/* ---- printing --------------------------------------------------------------------------------------------------- */

struct cell_reader {
    const int64_t *cells;
    size_t left;
};

static int64_t next_cell(struct cell_reader *r)
{
    if (r->left == 0) return 0;
    r->left--;
    return *r->cells++;
}

/* A count that the remaining cells can hold. */
static size_t next_count(struct cell_reader *r)
{
    int64_t n = next_cell(r);
    return n < 0 ? 0 : (uint64_t)n > r->left ? r->left : (size_t)n;
}

static void print_row(struct cell_reader *r, size_t count, struct text *out)
{
    text_putc(out, '[');
    for (size_t i = 0; i < count; i++) text_add(out, "%s%lld", i ? ", " : "", (long long)next_cell(r));
    text_putc(out, ']');
}

static void print_grid(struct cell_reader *r, struct text *out)
{
    int64_t rows = next_cell(r), columns = next_cell(r);
    if (rows <= 0 || columns < 0) {
        if (columns > 0) text_add(out, "grid(0, %lld, 0)", (long long)columns);
        else text_puts(out, "[]");
        return;
    }
    text_putc(out, '[');
    for (int64_t i = 0; i < rows && (r->left > 0 || columns == 0); i++) {
        if (i) text_puts(out, ", ");
        print_row(r, (size_t)columns < r->left ? (size_t)columns : r->left, out);
    }
    text_putc(out, ']');
}

void nodes_print(const struct graph *graph, const int64_t *nodes, size_t count, struct text *out)
{
    text_putc(out, '{');
    for (size_t i = 0; i < count; i++) {
        if (i) text_puts(out, ", ");
        value_print(graph, nodes[i], out);
    }
    text_putc(out, '}');
}

static void print_nodes(const struct graph *graph, struct cell_reader *r, struct text *out)
{
    size_t count = next_count(r);
    nodes_print(graph, r->cells, count, out);
    r->cells += count;
    r->left -= count;
}

#define PRINT_MAX_HEIGHT 100

static void print_heights(const int64_t *heights, size_t count, struct text *out)
{
    text_puts(out, "tree([");
    for (size_t i = 0; i < count; i++) text_add(out, "%s%lld", i ? ", " : "", (long long)heights[i]);
    text_puts(out, "])");
}

void tree_print(const int64_t *heights, size_t count, struct text *out)
{
    int64_t open = 0;
    uint32_t wrong;
    bool brackets = tree_heights_fit(heights, (uint32_t)count, &wrong);
    for (size_t i = 0; i < count && brackets; i++) brackets = heights[i] <= PRINT_MAX_HEIGHT;
    if (!brackets) {
        print_heights(heights, count, out);
        return;
    }
    text_putc(out, '[');
    for (size_t i = 0; i < count; i++) {
        bool next = open >= heights[i];
        for (; open >= heights[i] && open > 0; open--) text_putc(out, ']');
        text_puts(out, next ? ", [" : "[");
        open++;
    }
    for (; open >= 0; open--) text_putc(out, ']');
}

static void print_tree(struct cell_reader *r, struct text *out)
{
    size_t count = next_count(r);
    tree_print(r->cells, count, out);
    r->cells += count;
    r->left -= count;
}

static void print_field(const struct model *model, const struct game *g, const struct field *field,
                        struct cell_reader *r, struct text *out)
{
    switch (field->kind) {
    case FIELD_NODES: print_nodes(&model->graphs[model->games[field->graph].graph], r, out); break;
    case FIELD_ROW:
    case FIELD_BAG: print_row(r, next_count(r), out); break;
    case FIELD_GRID: print_grid(r, out); break;
    case FIELD_TREE: print_tree(r, out); break;
    case FIELD_BOOL: text_puts(out, next_cell(r) ? "true" : "false"); break;
    case FIELD_NODE:
        if (g->kind == GAME_GRAPH) {
            value_print(&model->graphs[g->graph], next_cell(r), out);
            break;
        }
        /* fallthrough */
    default: text_add(out, "%lld", (long long)next_cell(r)); break;
    }
}

static void print_fields(const struct model *model, int game, struct cell_reader *r, struct text *out)
{
    const struct game *g = &model->games[game];
    text_add(out, "%s(", g->name);
    for (size_t i = 0; i < g->field_count; i++) {
        if (i) text_puts(out, ", ");
        print_field(model, g, &g->fields[i], r, out);
    }
    text_putc(out, ')');
}

int compound_cell_game(const struct model *model, const struct game *g)
{
    const struct expr *e = g->compound, *each = e && e->kind == EXPR_COMPOUND && e->count == 2 ? e->kids[1] : NULL;
    if (g->field_count != 1 || (g->fields[0].kind != FIELD_ROW && g->fields[0].kind != FIELD_BAG)) return -1;
    if (!each || each->kind != EXPR_SUM_FOR || each->gen_count != 1 || (each->count > 1 && each->kids[1])) return -1;
    const struct gen *gen = &each->gens[0];
    const struct expr *body = each->kids[0];
    bool elements = gen->domain.kind == DOMAIN_ELEMENTS && gen->domain.low->kind == EXPR_FIELD;
    bool plain = body->kind == EXPR_GAME && body->start < 0 && body->count == 1 && body->kids[0]->kind == EXPR_LOCAL &&
                 body->kids[0]->index == gen->slot && model->games[body->game].kind != GAME_COMPOUND;
    return elements && plain ? body->game : -1;
}

/* Writes moore([1, 4]) if the parts are exactly such cells; otherwise returns false and writes nothing. */
static bool print_as_game(const struct model *model, int64_t tag, struct cell_reader parts, size_t count,
                          struct text *out)
{
    int inner = tag >= 0 && (size_t)tag < model->game_count ? compound_cell_game(model, &model->games[tag]) : -1;
    struct cell_reader look = parts;
    for (size_t i = 0; i < count && inner >= 0; i++) {
        bool one = next_cell(&look) == 1 && next_cell(&look) == inner && next_cell(&look) == 1 && look.left > 0;
        next_cell(&look);
        if (!one) inner = -1;
    }
    if (inner < 0) return false;
    text_add(out, "%s([", model->games[tag].name);
    for (size_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) next_cell(&parts);
        text_add(out, "%s%lld", i ? ", " : "", (long long)next_cell(&parts));
    }
    text_puts(out, "])");
    return true;
}

#define PRINT_MAX_NESTING 64

/* Compounds may contain compounds: an explicit stack counts what remains to be written at each depth. */
struct open_part {
    int64_t parts, components; /* parts left in this compound, components left in this part */
    bool first_part;
};

static void open_compound(struct cell_reader *r, struct open_part *top, struct text *out)
{
    static const char *const names[] = {"upto", "conjunctive", "selective", "ordinal", "sequential"};
    int64_t kind = next_cell(r), k = next_cell(r);
    if (kind < 0 || kind > COMPOUND_SEQUENTIAL) kind = 0;
    text_puts(out, names[kind]);
    if (kind == COMPOUND_UPTO) text_add(out, " %lld", (long long)k);
    text_puts(out, " of (");
    *top = (struct open_part){.parts = next_cell(r), .first_part = true};
}

static bool print_whole_compound(const struct model *model, struct cell_reader *r, struct text *out)
{
    struct cell_reader look = *r;
    int64_t tag = next_cell(&look);
    next_cell(&look);
    next_cell(&look);
    size_t count = next_count(&look);
    if (!print_as_game(model, tag, look, count, out)) return false;
    for (size_t i = 0; i < 4 + 4 * count; i++) next_cell(r);
    return true;
}

static void print_compound(const struct model *model, struct cell_reader *r, struct text *out)
{
    struct open_part stack[PRINT_MAX_NESTING];
    int depth = 0;
    if (print_whole_compound(model, r, out)) return;
    next_cell(r);
    open_compound(r, &stack[depth++], out);
    while (depth > 0) {
        struct open_part *top = &stack[depth - 1];
        if (top->components == 0 && (top->parts <= 0 || r->left == 0)) {
            text_putc(out, ')');
            depth--;
            continue;
        }
        if (top->components == 0) {
            if (!top->first_part) text_puts(out, ", ");
            top->first_part = false;
            top->parts--;
            top->components = next_cell(r);
            if (top->components <= 0) top->components = 0;
            if (top->components == 0) continue;
        } else {
            text_puts(out, " + ");
        }
        top->components--;
        int64_t game = next_cell(r);
        next_cell(r);
        if (game >= 0 && (size_t)game < model->game_count) {
            print_fields(model, (int)game, r, out);
        } else if (!print_whole_compound(model, r, out) && depth < PRINT_MAX_NESTING) {
            next_cell(r);
            open_compound(r, &stack[depth++], out);
        }
    }
}

void component_print(const struct model *model, const struct component *c, struct text *out)
{
    struct cell_reader r = {c->cells, c->count};
    if (c->game == POSITION_COMPOUND) print_compound(model, &r, out);
    else print_fields(model, c->game, &r, out);
}

/* A component with cells of any size: one integer per cell, in the same layout. */
static void print_big(const struct model *model, int game, const struct integer *const *cells, struct text *out)
{
    struct arena arena = {0};
    const struct game *g = &model->games[game];
    text_add(out, "%s(", g->name);
    for (size_t i = 0; i < g->field_count; i++) {
        bool row = !field_is_scalar(g->fields[i].kind);
        int64_t count = 1;
        if (row && !integer_fits(*cells++, &count)) break;
        text_add(out, "%s%s", i ? ", " : "", row ? "[" : "");
        for (int64_t k = 0; k < count; k++) {
            const struct integer *x = *cells++;
            char *digits = integer_string(&arena, x);
            const char *word = g->fields[i].kind != FIELD_BOOL ? digits : x->sign ? "true" : "false";
            text_add(out, "%s%s", k ? ", " : "", digits ? word : "?");
            if (!digits) out->failed = true;
        }
        if (row) text_putc(out, ']');
    }
    text_putc(out, ')');
    arena_free(&arena);
}

void position_print(const struct model *model, const struct position *p, struct text *out)
{
    if (p->count == 0) text_puts(out, "end");
    for (size_t i = 0; i < p->count; i++) {
        if (i) text_puts(out, " + ");
        if (p->big && p->big[i]) print_big(model, p->components[i].game, p->big[i], out);
        else component_print(model, &p->components[i], out);
    }
}

/* ---- layout ----------------------------------------------------------------------------------------------------- */

static bool cell_fits(const struct model *model, const struct game *g, enum field_kind kind, int64_t x)
{
    if (kind == FIELD_INT) return true;
    if (kind == FIELD_BOOL) return x == 0 || x == 1;
    if (kind == FIELD_NODE && g->kind == GAME_GRAPH) return x >= 0 && x < (int64_t)model->graphs[g->graph].node_count;
    return x >= 0;
}

static bool take_cells(struct cell_reader *r, int64_t count, bool *domain)
{
    if (count < 0 || (uint64_t)count > r->left) return false;
    for (int64_t i = 0; i < count; i++)
        if (next_cell(r) < 0) *domain = false;
    return true;
}

/* Are they ascending, and nodes of the graph? */
static bool take_nodes(const struct graph *graph, struct cell_reader *r, bool *domain)
{
    int64_t count = r->left ? next_cell(r) : -1, last = -1;
    if (count < 0 || (uint64_t)count > r->left) return false;
    for (int64_t i = 0; i < count; i++) {
        int64_t node = next_cell(r);
        if (node <= last || node >= (int64_t)graph->node_count) *domain = false;
        last = node;
    }
    return true;
}

/* Are they heights, in canonical order? */
static bool take_tree(struct cell_reader *r, bool *domain)
{
    int64_t count = r->left ? next_cell(r) : -1;
    uint32_t wrong;
    if (count < 0 || (uint64_t)count > r->left) return false;
    if (!tree_heights_fit(r->cells, (uint32_t)count, &wrong) || !tree_in_order(r->cells, (uint32_t)count))
        *domain = false;
    r->cells += count;
    r->left -= (size_t)count;
    return true;
}

static bool take_field(const struct model *model, const struct game *g, const struct field *field,
                       struct cell_reader *r, bool *domain)
{
    enum field_kind kind = field->kind;
    if (kind == FIELD_NODES) return take_nodes(&model->graphs[model->games[field->graph].graph], r, domain);
    if (kind == FIELD_TREE) return take_tree(r, domain);
    if (field_is_scalar(kind)) {
        if (r->left == 0) return false;
        if (!cell_fits(model, g, kind, next_cell(r))) *domain = false;
        return true;
    }
    if (kind != FIELD_GRID) return r->left > 0 && take_cells(r, next_cell(r), domain);
    if (r->left < 2) return false;
    int64_t rows = next_cell(r), columns = next_cell(r);
    if (rows < 0 || columns < 0 || rows > POSITION_MAX_CELLS || columns > POSITION_MAX_CELLS) return false;
    return take_cells(r, rows * columns, domain);
}

bool component_in_domain(const struct model *model, const struct component *c, bool *shape)
{
    bool domain = true;
    *shape = c->game >= 0 && (size_t)c->game < model->game_count && model->games[c->game].kind != GAME_COMPOUND &&
             c->count <= POSITION_MAX_CELLS;
    if (!*shape) return false;
    const struct game *g = &model->games[c->game];
    struct cell_reader r = {c->cells, c->count};
    for (size_t i = 0; i < g->field_count && *shape; i++) *shape = take_field(model, g, &g->fields[i], &r, &domain);
    *shape = *shape && r.left == 0;
    return *shape && domain;
}
