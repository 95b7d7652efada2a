/* SPDX-License-Identifier: MIT */
/* Generators that choose places are spread: the move is begun, and begun anew as long as a place turns out to depend on a value
 * that stays. */
#include "solve/ranked/unroll.h"
#include <string.h>
#include "play/options/traits.h"
#include "model/sets.h"
#include "solve/ranked/private.h"

enum { TERMS_MOST = 1 << 18, SPREAD_MOST = 4096, CHOSEN_MOST = 32 };

/* ---- domains ----------------------------------------------------------------------------------------------------- */
static bool spread_range(struct unrolling *w, const struct gen *g, unroll_each each, void *context)
{
    const struct expr *end = g->domain.high ? g->domain.high : g->cap;
    int64_t low = unroll_constant(w, g->domain.low), high = end && !w->refused ? unroll_constant(w, end) : 0;
    if (!end || (high > low && (high - low < 0 || high - low > SPREAD_MOST))) unroll_refuse(w);
    for (int64_t v = low; !w->refused && v <= high; v++) {
        w->bound[g->slot] = unroll_one(w, term_int(&w->terms, v));
        each(w, context);
    }
    return !w->refused;
}

static bool spread_terms(struct unrolling *w, const struct gen *g, const struct shown *row, unroll_each each,
                         void *context)
{
    for (size_t i = 0; !w->refused && i < row->count; i++) {
        w->bound[g->slot] = unroll_one(w, row->items[i]);
        each(w, context);
    }
    return !w->refused;
}

static bool spread_set(struct unrolling *w, const struct gen *g, unroll_each each, void *context)
{
    const struct domain *d = &g->domain;
    const struct param_value *p = d->kind == DOMAIN_PARAM ? &w->env->params[d->index] : NULL;
    size_t count = p ? p->set_count : d->item_count;
    for (size_t i = 0; !w->refused && i < count; i++) {
        struct term *item = p ? term_int(&w->terms, p->set[i]) : unroll_number(w, d->items[i]);
        if (w->refused) break;
        w->bound[g->slot] = unroll_one(w, item);
        each(w, context);
    }
    return !w->refused;
}

bool unroll_elements(struct unrolling *w, const struct gen *g, unroll_each each, void *context)
{
    const struct domain *d = &g->domain;
    if (w->refused || g->slot < 0 || g->slot >= UNROLL_SLOTS) return unroll_refuse(w), false;
    if (d->kind == DOMAIN_RANGE) return spread_range(w, g, each, context);
    if (d->kind == DOMAIN_SET || d->kind == DOMAIN_PARAM) return spread_set(w, g, each, context);
    if (d->kind != DOMAIN_ELEMENTS) return unroll_refuse(w), false;
    struct shown row = unroll_value(w, d->low);
    if (!row.row) unroll_refuse(w);
    return spread_terms(w, g, &row, each, context);
}

/* ---- moves ------------------------------------------------------------------------------------------------------- */
struct writing {
    const struct move *move;
    struct instance instance;
    size_t depth;
};

/* May something that is looked at before a further condition have no value? */
static bool may_fail(const struct instance *in)
{
    bool may = false;
    for (size_t v = 0; v < in->value_count && !may; v++)
        may = !term_never_fails(in->values[v].low) || !term_never_fails(in->values[v].high);
    for (size_t i = 0; i < in->condition_count && !may; i++) may = !term_never_fails(in->conditions[i]);
    return may;
}

/* Does it compare one and the same, so that it holds nowhere? `h[i] > h[j]` where i and j are one place. */
static bool never_holds(const struct term *t)
{
    struct linear a, b;
    if (term_is(t, 0)) return true;
    bool differ = t->kind == EXPR_NE || t->kind == EXPR_LT || t->kind == EXPR_GT;
    return differ && term_linear(t->kids[0], &a) && term_linear(t->kids[1], &b) && memcmp(&a, &b, sizeof a) == 0;
}

/* False: there is no such move, and nothing that it is an error to look at. */
static bool add_condition(struct unrolling *w, struct instance *in, struct term *t)
{
    if (w->refused || !t || (never_holds(t) && !may_fail(in))) return false;
    if (t->kind == EXPR_INT && t->constant) return true;
    if (in->condition_count == UNROLL_CONDITIONS) return unroll_refuse(w), false;
    in->conditions[in->condition_count++] = t;
    return true;
}

static void keep(struct unrolling *w, const struct instance *in)
{
    if (w->terms.no_memory) unroll_refuse(w);
    if (w->refused) return;
    if (w->out->instances.count == UNROLL_MOST) unroll_refuse(w);
    else if (!vec_push(&w->out->instances, *in)) w->terms.no_memory = w->refused = true;
}

/* Values on which depends what the term is, not only how much: of `k == j ? c1 + t : c1` that is j. */
static uint64_t chosen_by(const struct term *t)
{
    struct linear line;
    uint64_t values = 0;
    if (!term_reads_values(t) || term_linear(t, &line)) return 0;
    if (!term_cells_read(t)) return t->reads;
    for (uint32_t i = 0; i < t->count; i++) values |= chosen_by(t->kids[i]);
    return values;
}

/* Value v is written out if its range has few numbers, whatever the cells are; if the ends depend on earlier values, those first. */
static void spread_value(struct unrolling *w, const struct instance *in, size_t v)
{
    const struct term *low = in->values[v].low, *high = in->values[v].high;
    uint64_t reads = low->reads | high->reads;
    if (!w->ranges[w->slot_of[v]] || (term_cells_read(low) | term_cells_read(high))) return;
    for (size_t u = 0; u < v; u++)
        if (reads >> (TERM_CELLS + u) & 1) spread_value(w, in, u);
    bool known = low->kind == EXPR_INT && high->kind == EXPR_INT;
    if (known && (low->constant > high->constant || high->constant - low->constant < CHOSEN_MOST))
        w->spread[w->slot_of[v]] = w->again = w->chosen = true;
}

/* A cell that becomes one thing or another, as a value says, is none that moves evenly: such values are written out, so that each
 * instance is linear. So a result by a comprehension, `[k == i ? s[k] - t : k == j ? s[k] + t : s[k] for k in 1..len(s)]`, comes to be
 * the instances of `s with { [i] -= t, [j] += t }`, and where i and j are the same, to what the first condition that holds says. */
static void settle_cells(struct unrolling *w, const struct instance *in)
{
    uint64_t values = 0;
    for (size_t c = 0; c < w->out->cells; c++) values |= chosen_by(in->after[c]);
    for (size_t v = 0; v < in->value_count; v++)
        if (values >> (TERM_CELLS + v) & 1) spread_value(w, in, v);
    if (w->again) unroll_refuse(w);
}

/* What the cells become. */
static bool write_cells(struct unrolling *w, struct instance *in, const struct expr *e)
{
    size_t at = 0;
    if (&w->env->model->games[e->game] != w->game) unroll_refuse(w);
    for (size_t f = 0; !w->refused && f < w->game->field_count; f++) {
        struct shown v = unroll_value(w, e->kids[f]);
        bool unsorted = w->game->fields[f].kind == FIELD_ROW && e->kids[f]->type == TYPE_BAG;
        bool same = v.row == w->fields[f].row && v.count == w->fields[f].count && v.columns == w->fields[f].columns;
        if (w->refused || !same || unsorted) unroll_refuse(w);
        for (size_t i = 0; !w->refused && i < v.count; i++) in->after[at++] = v.items[i];
    }
    if (!w->refused && !w->terms.no_memory && !w->as_written) settle_cells(w, in);
    return !w->refused;
}

static void write_result(struct unrolling *w, struct instance in, const struct expr *e)
{
    if (w->refused) return;
    if (e->kind == EXPR_LET && e->index >= 0 && e->index < UNROLL_SLOTS) {
        w->bound[e->index] = unroll_value(w, e->kids[0]);
        return write_result(w, in, e->kids[1]);
    }
    if (e->kind == EXPR_IF) {
        struct term *when = unroll_number(w, e->kids[0]);
        if (w->refused) return;
        struct instance other = in;
        if (add_condition(w, &in, when)) write_result(w, in, e->kids[1]);
        when = term_make(&w->terms, EXPR_EQ, (struct term *[]){when, term_int(&w->terms, 0)}, 2);
        if (add_condition(w, &other, when)) write_result(w, other, e->kids[2]);
        return;
    }
    in.ends = e->kind == EXPR_END;
    if (e->kind != EXPR_END && e->kind != EXPR_GAME) return unroll_refuse(w);
    if (in.ends || write_cells(w, &in, e)) keep(w, &in);
}

static void write_move(struct unrolling *w, void *context);

/* Is it a set without an end that is the same at all states? Powers are of a known base of 2 or more then. */
static bool is_fixed_set(struct unrolling *w, const struct domain *d, struct term **base)
{
    *base = NULL;
    if (!set_is_infinite(d->kind)) return false;
    if (!set_takes_number(d->kind)) return true;
    if (d->low->kind == EXPR_INT || d->low->kind == EXPR_PARAM) *base = unroll_number(w, d->low);
    return *base && (*base)->kind == EXPR_INT && (*base)->constant >= 2;
}

/* The value stays. An infinite set is a range up to what the conditions say, and a condition in front of all others. */
static void write_range(struct unrolling *w, struct writing *m, const struct gen *g, struct term *base)
{
    struct instance *in = &m->instance;
    size_t k = in->value_count, conditions = in->condition_count;
    bool range = g->domain.kind == DOMAIN_RANGE;
    const struct expr *end = g->domain.high ? g->domain.high : g->cap;
    if (k == TERM_VALUES || !end) return unroll_refuse(w);
    struct term *low = range ? unroll_number(w, g->domain.low) : term_int(&w->terms, 1), *t;
    in->values[k] = (struct range){low, unroll_number(w, end)};
    w->slot_of[k] = g->slot;
    w->ranges[g->slot] = range;
    w->bound[g->slot] = unroll_one(w, t = term_value(&w->terms, (int)k));
    in->value_count++;
    if (range || add_condition(w, in, term_member(&w->terms, g->domain.kind, t, base))) write_move(w, m);
    in->value_count--;
    in->condition_count = conditions;
}

static void write_move(struct unrolling *w, void *context)
{
    struct writing *m = context;
    if (m->depth < m->move->gen_count) {
        const struct gen *g = &m->move->gens[m->depth++];
        struct term *base = NULL;
        bool range = g->domain.kind == DOMAIN_RANGE || is_fixed_set(w, &g->domain, &base);
        if (range && g->slot >= 0 && g->slot < UNROLL_SLOTS && !w->spread[g->slot]) write_range(w, m, g, base);
        else unroll_elements(w, g, write_move, m);
        m->depth--;
        return;
    }
    struct instance in = m->instance;
    bool may = !w->refused;
    for (size_t i = 0; may && i < m->move->condition_count; i++)
        may = add_condition(w, &in, unroll_number(w, m->move->conditions[i]));
    if (may) write_result(w, in, m->move->result);
}

/* `as_written`: no value is written out only because of what cells become (settle_cells). */
static void try_move(struct unrolling *w, const struct move *move, bool as_written)
{
    size_t before = w->out->instances.count;
    memset(w->spread, 0, sizeof w->spread);
    w->as_written = as_written;
    w->chosen = false;
    do {
        struct writing m = {.move = move};
        if (w->again) w->refused = false;
        w->again = false;
        w->out->instances.count = before;
        if (!w->refused) write_move(w, &m);
    } while (w->again && !w->terms.no_memory);
}

static void unroll_move(struct unrolling *w, const struct move *move)
{
    size_t before = w->out->instances.count;
    if (!move->result || move->lua >= 0) unroll_refuse(w);
    if (w->refused) return;
    try_move(w, move, false);
    if (!w->refused || !w->chosen || w->terms.no_memory) return;
    w->refused = false; /* perhaps it came to too many instances */
    w->out->instances.count = before;
    try_move(w, move, true);
}

/* ---- states ------------------------------------------------------------------------------------------------------ */
static bool has_cells(enum field_kind kind) { return kind == FIELD_ROW || kind == FIELD_BAG || kind == FIELD_GRID; }

/* More than TERM_CELLS: too many, however many they are. */
static size_t cells_of(enum field_kind kind, const int64_t *at)
{
    if (!has_cells(kind)) return 1;
    size_t rows = (size_t)at[0], columns = kind == FIELD_GRID ? (size_t)at[1] : 1;
    if (rows > TERM_CELLS || columns > TERM_CELLS) return TERM_CELLS + 1;
    return rows * columns;
}

static bool open_field(struct unrolling *w, size_t f, const int64_t *at, size_t *cell)
{
    const struct field *field = &w->game->fields[f];
    const struct game_traits *traits = &w->env->traits->games[w->game - w->env->model->games];
    bool row = has_cells(field->kind);
    bool number = field->kind == FIELD_NAT || field->kind == FIELD_INT || field->kind == FIELD_BOOL;
    size_t count = cells_of(field->kind, at), columns = field->kind == FIELD_GRID ? (size_t)at[1] : 0;
    if ((!row && !number) || *cell + count > TERM_CELLS || (field->kind == FIELD_INT && !traits->bounded)) return false;
    struct shown *v = &w->fields[f];
    *v = (struct shown){row, count, columns, arena_array(w->arena, count + 1, sizeof *v->items)};
    if (!v->items) return w->terms.no_memory = true, false;
    for (size_t i = 0; i < count; i++, ++*cell) {
        v->items[i] = term_cell(&w->terms, (int)*cell);
        w->out->least[*cell] = field->kind == FIELD_INT ? traits->low[f] : 0;
        w->out->bag[*cell] = field->kind == FIELD_BAG ? (unsigned char)(f + 1) : 0;
    }
    return true;
}

static bool open_state(struct unrolling *w, const struct component *c)
{
    const int64_t *at = c->cells;
    size_t cell = 0;
    bool fine = true;
    for (size_t f = 0; fine && f < w->game->field_count; f++) {
        fine = open_field(w, f, at, &cell);
        at += field_length(w->game->fields[f].kind, at);
    }
    w->out->cells = cell;
    return fine && cell > 0;
}

static void unroll_game(struct unrolling *w, const struct component *c)
{
    w->game = &w->env->model->games[c->game];
    if (w->game->kind != GAME_RULES || !open_state(w, c)) unroll_refuse(w);
    if (!w->refused && w->game->invariant) {
        w->out->legal = unroll_number(w, w->game->invariant);
        if (w->out->legal && term_is(w->out->legal, 1)) w->out->legal = NULL;
        w->out->restricted = w->out->legal && !w->game->kept;
    }
    for (size_t m = 0; !w->refused && m < w->game->move_count; m++) unroll_move(w, &w->game->moves[m]);
}

/* ---- upto k of --------------------------------------------------------------------------------------------------- */
/* Cells of a compound: tag, kind, k, m, then for each part: 1, game, 1, its number. */
enum { COMPOUND_HEAD = 4, COMPOUND_PART = 4 };

static bool compound_parts(const struct component *c, size_t *count, int *game)
{
    if (c->game != POSITION_COMPOUND || c->count < COMPOUND_HEAD || c->cells[1] != COMPOUND_UPTO) return false;
    *count = (size_t)c->cells[3];
    if (*count == 0 || *count > TERM_CELLS || c->count != COMPOUND_HEAD + *count * COMPOUND_PART) return false;
    *game = (int)c->cells[COMPOUND_HEAD + 1];
    for (size_t i = 0; i < *count; i++) {
        const int64_t *part = c->cells + COMPOUND_HEAD + i * COMPOUND_PART;
        if (part[0] != 1 || part[1] != *game || part[2] != 1) return false;
    }
    return *game >= 0;
}

/* The move `one` of a part of its own, in part `cell`, joined to a move in others. */
static bool join_part(struct unrolling *w, struct instance *in, const struct instance *one, int cell)
{
    int map[TERM_VARIABLES] = {cell};
    if (one->ends || in->value_count + one->value_count > TERM_VALUES ||
        in->condition_count + one->condition_count > UNROLL_CONDITIONS)
        return false;
    for (int v = 0; v < TERM_VALUES; v++) map[TERM_CELLS + v] = TERM_CELLS + v + (int)in->value_count;
    for (size_t v = 0; v < one->value_count; v++)
        in->values[in->value_count + v] = (struct range){term_mapped(&w->terms, one->values[v].low, map),
                                                         term_mapped(&w->terms, one->values[v].high, map)};
    for (size_t i = 0; i < one->condition_count; i++)
        in->conditions[in->condition_count + i] = term_mapped(&w->terms, one->conditions[i], map);
    in->value_count += one->value_count;
    in->condition_count += one->condition_count;
    in->after[cell] = term_mapped(&w->terms, one->after[0], map);
    return true;
}

/* All moves in at most k of the parts from `cell` on, beside what `in` does already. */
static void join_parts(struct unrolling *w, const struct unrolled *part, struct instance in, size_t cell, int64_t k)
{
    for (; k > 0 && !w->refused && cell < w->out->cells; cell++)
        for (size_t i = 0; i < part->instances.count && !w->refused; i++) {
            struct instance more = in;
            if (!join_part(w, &more, &part->instances.data[i], (int)cell)) return unroll_refuse(w);
            keep(w, &more);
            join_parts(w, part, more, cell + 1, k - 1);
        }
}

static enum status unroll_compound(struct unrolling *w, const struct component *c)
{
    struct unrolled part;
    size_t count;
    int game;
    if (!compound_parts(c, &count, &game)) return unroll_refuse(w), ST_OK;
    struct component one = {game, 1, c->cells + COMPOUND_HEAD + 3};
    enum status st = unroll(w->env, &one, w->arena, &part);
    if (st == ST_OK && (!part.fine || part.legal)) unroll_refuse(w);
    w->out->cells = count;
    struct instance in = {0};
    for (size_t i = 0; st == ST_OK && !w->refused && i < count; i++) {
        in.after[i] = term_cell(&w->terms, (int)i);
        w->out->least[i] = part.least[0];
        w->out->bag[i] = 1;
    }
    if (st == ST_OK && !w->refused) join_parts(w, &part, in, 0, c->cells[2]);
    if (st == ST_OK) unrolled_free(&part);
    return st;
}

enum status unroll(const struct env *env, const struct component *component, struct arena *arena, struct unrolled *u)
{
    struct unrolling *w = arena_alloc(arena, sizeof *w);
    *u = (struct unrolled){0};
    if (!w) return ST_NO_MEMORY;
    w->env = env;
    w->arena = arena;
    w->out = u;
    w->terms = (struct term_store){.arena = arena, .most = TERMS_MOST};
    enum status st = ST_OK;
    if (component->game == POSITION_COMPOUND) st = unroll_compound(w, component);
    else unroll_game(w, component);
    u->fine = st == ST_OK && !w->refused && !w->terms.no_memory;
    if (!u->fine) unrolled_free(u);
    return st;
}

void unroll_condition(const struct unroll_names *names, const struct expr *e, struct arena *arena, struct term **out)
{
    const struct env env = {.model = names->model, .params = names->params};
    struct unrolling *w = arena_alloc(arena, sizeof *w);
    *out = NULL;
    if (!w) return;
    w->env = &env;
    w->game = &names->model->games[names->game];
    w->arena = arena;
    w->terms = (struct term_store){.arena = arena, .most = TERMS_MOST};
    for (size_t f = 0; f < w->game->field_count; f++) w->fields[f] = unroll_one(w, names->fields[f]);
    for (size_t g = 0; g < names->move->gen_count; g++) {
        int slot = names->move->gens[g].slot;
        if (slot < 0 || slot >= UNROLL_SLOTS) unroll_refuse(w);
        else if (names->generators && names->generators[g]) w->bound[slot] = unroll_one(w, names->generators[g]);
    }
    struct term *t = unroll_number(w, e);
    if (!w->refused && !w->terms.no_memory) *out = t;
}

void unrolled_free(struct unrolled *u) { vec_free(&u->instances); }

bool unroll_cells(const struct env *env, const struct component *c, int64_t *cells, size_t *count)
{
    int game;
    *count = 0;
    if (compound_parts(c, count, &game)) {
        for (size_t i = 0; i < *count; i++) cells[i] = c->cells[COMPOUND_HEAD + i * COMPOUND_PART + 3];
        return true;
    }
    if (c->game < 0 || env->model->games[c->game].kind != GAME_RULES) return false;
    const struct game *g = &env->model->games[c->game];
    const int64_t *at = c->cells;
    *count = 0;
    for (size_t f = 0; f < g->field_count; f++) {
        enum field_kind kind = g->fields[f].kind;
        size_t n = cells_of(kind, at), head = kind == FIELD_GRID ? 2 : has_cells(kind);
        if ((!head && !field_is_scalar(kind)) || n > TERM_CELLS || *count + n > TERM_CELLS) return false;
        for (size_t i = 0; i < n; i++) cells[(*count)++] = at[i + head];
        at += head + n;
    }
    return *count > 0;
}
