/* SPDX-License-Identifier: MIT */
/* The search for a chain of features: see chain.h. */
#include "check/progress/chain.h"
#include <inttypes.h>
#include <stdlib.h>

enum { LINES_MOST = 200, SINGLE_MOST = 12, SOLVES = 200 };

bool circle_falls(const struct circle *c, fall_test test, void *context)
{
    if (c->moves > *c->proofs) return false;
    for (size_t i = 0; i < c->count; i++) {
        const struct game *g = &c->ck->model->games[c->games[i]];
        for (size_t k = 0; k < g->move_count; k++) {
            if (g->moves[k].lua >= 0) return false;
            --*c->proofs;
            struct assumptions f;
            assumptions_open(&f, c->ck, c->games[i]);
            if (c->assumed) assumptions_assume(&f, c->assumed, c->truth);
            assumptions_move(&f, &g->moves[k]);
            bool good = falls_everywhere(&f, c->games[i], g->moves[k].result, test, context);
            assumptions_close(&f);
            if (!good || c->ck->no_memory) return false;
        }
    }
    return true;
}

bool line_new(const struct circle *c, struct line *line)
{
    *line = (struct line){c->place, arena_array(c->ck->scratch, c->count * MODEL_MAX_FIELDS, sizeof *line->weights)};
    if (!line->weights) c->ck->no_memory = true;
    return line->weights != NULL;
}

static const char *put_feature(const struct field *field, struct weight w)
{
    static const char *const cells[] = {
        [CELLS_SUM] = "the cells of %s",
        [CELLS_PLACES] = "the cells of %s, each times its place",
        [CELLS_BACK] = "the cells of %s, each times its place from the end",
        [CELLS_LENGTH] = "the length of %s",
        [CELLS_FILLED] = "the cells of %s that are not 0",
        [CELLS_EMPTY] = "the cells of %s that are 0",
        [CELLS_OTHER] = "the cells of %s that are not %" PRId64,
        [CELLS_ROOM] = "the room above the cells of %s",
        [CELLS_LATE] = "the cells of %s from the last to the first",
        [CELLS_EARLY] = "the cells of %s from the first to the last",
    };
    if (field->kind <= FIELD_BOOL) return w.factor < 0 ? "the room above %s" : "%s";
    if (field->kind == FIELD_NODES) return w.factor < 0 ? "the nodes outside of %s" : "the nodes of %s";
    if (w.cells == CELLS_LENGTH && w.factor < 0) return "the room above the length of %s";
    return field->kind == FIELD_TREE ? "the edges of %s" : cells[w.cells];
}

void line_print(const struct game *g, const struct weight *w, struct text *out)
{
    size_t before = out->length, up = 0;
    bool between = false; /* a - b */
    for (size_t i = 0; i < g->field_count; i++) up += w[i].factor > 0;
    for (size_t i = 0; i < g->field_count; i++) between = between || (up == 1 && w[i].factor < 0 && w[i].difference);
    for (int turn = 0; turn < 2; turn++)
        for (size_t i = 0; i < g->field_count; i++) {
            struct weight x = w[i];
            if (!x.factor || (between ? (x.factor < 0) != turn : turn)) continue;
            if (out->length > before) text_puts(out, between ? " - " : " + ");
            if (x.factor > 1 || x.factor < -1) text_add(out, "%ld * ", labs((long)x.factor));
            if (between) x.factor = 1;
            text_add(out, put_feature(&g->fields[i], x), g->fields[i].name, x.value);
        }
    if (out->length == before) text_puts(out, "0");
}

/* ---- features that may be in a chain */

struct lines {
    const struct circle *c;
    struct line *items;
    size_t count;
};

static struct line *next_line(struct lines *l)
{
    if (l->count == LINES_MOST || !line_new(l->c, &l->items[l->count])) return NULL;
    return &l->items[l->count++];
}

static bool in_order(struct weight w) { return w.cells == CELLS_LATE || w.cells == CELLS_EARLY; }

static bool by_place(struct weight w) { return w.cells == CELLS_PLACES || w.cells == CELLS_BACK || in_order(w); }

static bool counts_as(enum field_kind kind, struct weight w)
{
    if (kind <= FIELD_BOOL) return w.cells == CELLS_NONE;
    if (kind == FIELD_TREE) return w.cells == CELLS_NONE && w.factor > 0;
    if (kind == FIELD_NODES) return w.cells == CELLS_NONE;
    if (by_place(w)) return kind == FIELD_ROW;
    if (w.cells == CELLS_LENGTH) return kind == FIELD_ROW || kind == FIELD_BAG;
    return w.cells != CELLS_NONE && kind != FIELD_NODE;
}

/* Does the number that is field k stay as it is, so that no line that is made of it alone falls? */
static bool stays(const struct circle *c, int game, size_t k) { return c->ck->games.data[game].stays >> k & 1; }

/* Field number k of every game that has it, and can count so. */
static bool add_single(struct lines *l, size_t k, struct weight w)
{
    bool any = false;
    struct line *line = NULL;
    for (size_t i = 0; i < l->c->count; i++) {
        const struct game *g = &l->c->ck->model->games[l->c->games[i]];
        if (k >= g->field_count || !counts_as(g->fields[k].kind, w) || stays(l->c, l->c->games[i], k)) continue;
        if (!line && !(line = next_line(l))) return false;
        line_weights(line, l->c->games[i])[k] = w;
        any = true;
    }
    return any;
}

/* Can the field be a number, or the length of a row? */
static bool has_length(struct weight *w, enum field_kind kind)
{
    if (kind == FIELD_ROW || kind == FIELD_BAG) w->cells = CELLS_LENGTH;
    return w->cells == CELLS_LENGTH || field_is_number(kind);
}

/* a - b of two fields that are numbers, or lengths */
static void add_differences(struct lines *l, const struct game *g)
{
    for (size_t a = 0; a < g->field_count; a++)
        for (size_t b = 0; b < g->field_count; b++) {
            struct weight x = {1, CELLS_NONE, false, 0}, y = {-1, CELLS_NONE, true, 0};
            if (a == b || !has_length(&x, g->fields[a].kind) || !has_length(&y, g->fields[b].kind)) continue;
            if (stays(l->c, l->c->games[0], a) && stays(l->c, l->c->games[0], b)) continue;
            struct line *line = next_line(l);
            if (!line) return;
            line_weights(line, l->c->games[0])[a] = x;
            line_weights(line, l->c->games[0])[b] = y;
        }
}

/* Sums of two of the first `singles` lines, of different fields. */
static void add_sums(struct lines *l, size_t singles)
{
    static const int64_t factors[][2] = {{1, 1}, {2, 1}, {1, 2}};
    if (singles > SINGLE_MOST) singles = SINGLE_MOST;
    for (size_t f = 0; f < sizeof factors / sizeof *factors; f++)
        for (size_t a = 0; a < singles; a++)
            for (size_t b = a + 1; b < singles; b++) {
                struct line sum;
                bool apart = line_new(l->c, &sum);
                for (size_t i = 0; apart && i < l->c->count * MODEL_MAX_FIELDS; i++) {
                    const struct weight *x = &l->items[a].weights[i], *y = &l->items[b].weights[i];
                    apart = (!x->factor || !y->factor) && !in_order(*x) && !in_order(*y);
                    sum.weights[i] = x->factor ? *x : *y;
                    sum.weights[i].factor *= factors[f][x->factor ? 0 : 1];
                }
                if (apart && l->count < LINES_MOST) l->items[l->count++] = sum;
            }
}

static bool list_lines(const struct circle *c, struct lines *l)
{
    static const struct weight singles[] = {
        {1, CELLS_NONE, false, 0},   {1, CELLS_SUM, false, 0},   {1, CELLS_LENGTH, false, 0},
        {1, CELLS_FILLED, false, 0}, {1, CELLS_EMPTY, false, 0}, {1, CELLS_PLACES, false, 0},
        {1, CELLS_BACK, false, 0},   {-1, CELLS_NONE, false, 0}, {-1, CELLS_LENGTH, false, 0},
        {1, CELLS_LATE, false, 0},   {1, CELLS_EARLY, false, 0}, {1, CELLS_ROOM, false, 0},
        {1, CELLS_OTHER, false, 1},  {1, CELLS_OTHER, false, 2}, {1, CELLS_OTHER, false, 3}};
    *l = (struct lines){c, arena_array(c->ck->scratch, LINES_MOST, sizeof *l->items), 0};
    if (!l->items) return false;
    size_t most = 0;
    for (size_t i = 0; i < c->count; i++) {
        size_t fields = c->ck->model->games[c->games[i]].field_count;
        if (fields > most) most = fields;
    }
    for (size_t w = 0; w < sizeof singles / sizeof *singles; w++)
        for (size_t k = 0; k < most; k++) add_single(l, k, singles[w]);
    size_t count = l->count;
    if (c->count == 1) add_differences(l, &c->ck->model->games[c->games[0]]);
    add_sums(l, count);
    return !c->ck->no_memory;
}

/* ---- one round: which line may be next */

struct edge {
    int from, to;
};
struct round {
    const struct line *chain;
    size_t chain_count;
    const struct lines *lines;
    bool never[LINES_MOST];     /* it may rise */
    size_t falls[LINES_MOST];   /* components with which it falls */
    size_t changes[LINES_MOST]; /* components with which it may fall */
    size_t left;                /* components that may leave the chain as it is */
    bool lost;                  /* nothing can be proved */
    VEC(struct edge) edges;
};

/* Assumes that the chain stays as it is. */
static void assume_chain(struct fall *x, const struct round *r)
{
    for (size_t i = 0; i < r->chain_count; i++) {
        const struct linear_form *drop = line_drop(x, &r->chain[i]);
        assumptions_at_least(x->f, linear_scale(&x->f->work, drop, -1, 0), 0);
    }
}

static void try_line(struct fall *x, struct round *r, size_t i)
{
    const struct line *line = &r->lines->items[i];
    struct assumptions *f = x->f;
    struct assumptions_mark mark = assumptions_mark(f);
    int64_t value;
    f->solves = SOLVES;
    if (*r->lines->c->tries) --*r->lines->c->tries;
    const struct linear_form *drop = *r->lines->c->tries ? line_drop(x, line) : NULL;
    if (!drop) {
        r->never[i] = true;
    } else if (!linear_is_constant(drop, &value) || value != 0) {
        r->changes[i]++;
        r->never[i] = !assumptions_prove(f, drop, 0) || !line_is_bounded(f, x->from, line, r->chain, r->chain_count);
        if (!r->never[i]) r->falls[i] += assumptions_prove(f, drop, 1);
    }
    assumptions_rewind(f, mark);
}

static bool look_at(struct fall *x, void *context)
{
    struct round *r = context;
    if (!same_circle(x->f, x->from, x->to->game)) return true;
    if (x->to->start >= 0) return !(r->lost = true);
    struct assumptions_mark mark = assumptions_mark(x->f);
    x->f->solves = SOLVES;
    assume_chain(x, r);
    if (!r->chain_count || !assumptions_contradictory(x->f)) {
        struct edge edge = {x->from, x->to->game};
        r->left++;
        for (size_t i = 0; i < r->lines->count; i++)
            if (!r->never[i]) try_line(x, r, i);
        if (!vec_push(&r->edges, edge)) x->f->ck->no_memory = true;
    }
    assumptions_rewind(x->f, mark);
    x->f->solves = SOLVES;
    return true;
}

/* Ranks above all games that an edge leads to; false if the edges go round. */
static bool find_ranks(const struct circle *c, const struct round *r, int *ranks)
{
    bool changed = true;
    for (size_t i = 0; i < c->count; i++) ranks[i] = 0;
    for (size_t turn = 0; turn <= c->count && changed; turn++) {
        changed = false;
        for (size_t i = 0; i < r->edges.count; i++) {
            int *from = &ranks[c->place[r->edges.data[i].from]], to = ranks[c->place[r->edges.data[i].to]];
            if (*from > to) continue;
            *from = to + 1;
            changed = true;
        }
    }
    return !changed;
}

/* The line that falls with most components; if none surely falls, the first that may. -1: none. */
static int best_line(const struct round *r, const bool *used)
{
    int best = -1;
    for (size_t i = 0; i < r->lines->count; i++) {
        if (r->never[i] || used[i] || !r->changes[i]) continue;
        if (best < 0 || r->falls[i] > r->falls[best]) best = (int)i;
    }
    return best;
}

bool find_chain(const struct circle *c, struct line *chain, size_t *count, int *ranks)
{
    struct lines lines;
    bool used[LINES_MOST] = {false}, found = false, more = list_lines(c, &lines);
    *count = 0;
    while (more) {
        struct round r = {.chain = chain, .chain_count = *count, .lines = &lines};
        bool whole = circle_falls(c, look_at, &r) && !r.lost;
        found = whole && find_ranks(c, &r, ranks);
        vec_free(&r.edges);
        int next = whole && !found && *count < MEASURE_MOST ? best_line(&r, used) : -1;
        more = next >= 0;
        if (!more) break;
        used[next] = true;
        chain[(*count)++] = lines.items[next];
    }
    return found && !c->ck->no_memory;
}
