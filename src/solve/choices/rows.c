/* SPDX-License-Identifier: MIT */
#include "solve/choices/rows.h"
#include "base/mem.h"
#include "solve/choices/kernels.h"
#include "solve/choices/place.h"
#include <string.h>

enum {
    PUSHED_LEAST = 6, /* choices within a row: for fewer they are looked up */
    PUSHED_APART = 4  /* they lie no further apart, in the mean */
};

/* ---- room --------------------------------------------------------------------------------------------------------
 * */
/* Of numbers of 64 values. */
static size_t words_needed(const struct choices *c) { return (c->items.count + 64) / 64; }

double choice_rows_bytes(const struct choices *c)
{
    double columns = (double)c->box->extent[c->box->fields - 1];
    double words = 3 + (double)words_needed(c) + (double)c->places;
    return columns * (8 * words + (double)c->masks + (double)c->guards.computed.count + 1) + c->guards.bytes;
}

/* The most that is taken within a row. */
static uint64_t pad_needed(const struct choices *c)
{
    int64_t most = 0, columns = c->box->extent[c->box->fields - 1];
    for (size_t i = 0; i < c->items.count; i++) {
        const struct choice *choice = &c->items.data[i];
        int64_t back = choice->back[c->box->fields - 1];
        if (choice->places == SIZE_MAX && !choice->rows_back && back < columns && back > most) most = back;
    }
    return (uint64_t)most;
}

/* Room for 64 more values. */
static enum status widen(struct choice_rows *r)
{
    size_t bytes = (size_t)(r->pad + r->columns) * sizeof(uint64_t);
    if (r->words == r->words_most) return ST_UNSUPPORTED;
    enum status st = budget_fits(r->budget, bytes);
    if (st != ST_OK) return st;
    r->now[r->words] = mem_alloc(bytes);
    if (!r->now[r->words]) return ST_NO_MEMORY;
    memset(r->now[r->words++], 0, bytes);
    return ST_OK;
}

enum status choice_rows_open(struct choice_rows *r, struct choices *choices, struct value_table *table,
                             struct budget *budget)
{
    *r = (struct choice_rows){.choices = choices, .table = table, .budget = budget, .kernels = choice_rows_kernels()};
    size_t columns = (size_t)table->extent[table->fields - 1], computed = choices->guards.computed.count;
    r->columns = columns;
    r->pad = pad_needed(choices);
    r->words_most = words_needed(choices);
    enum status st = budget_fits(budget, (size_t)choice_rows_bytes(choices));
    if (st != ST_OK) return st;
    r->all = mem_alloc(r->words_most * columns * sizeof *r->all);
    r->take = mem_alloc(columns * sizeof *r->take);
    r->masks = mem_alloc(choices->masks * columns + 1);
    r->spare = mem_alloc(columns);
    r->places = mem_alloc(choices->places * columns * sizeof *r->places + 1);
    r->nearby_places = mem_alloc((choices->places + 1) * sizeof *r->nearby_places);
    r->shared = mem_alloc(computed * columns + 1);
    r->shared_is = mem_alloc(computed + 1);
    r->here = mem_alloc((choices->items.count + 1) * sizeof *r->here);
    return choice_alive_open(r) && r->places && r->nearby_places && r->all && r->take && r->masks && r->spare &&
                   r->shared && r->shared_is && r->here
               ? ST_OK
               : ST_NO_MEMORY;
}

void choice_rows_close(struct choice_rows *r)
{
    size_t columns = (size_t)r->columns, computed = r->choices->guards.computed.count;
    for (size_t w = 0; w < r->words; w++) mem_free(r->now[w], (size_t)(r->pad + r->columns) * sizeof(uint64_t));
    if (r->all) mem_free(r->all, r->words_most * columns * sizeof *r->all);
    if (r->take) mem_free(r->take, columns * sizeof *r->take);
    if (r->masks) mem_free(r->masks, r->choices->masks * columns + 1);
    if (r->spare) mem_free(r->spare, columns);
    if (r->places) mem_free(r->places, r->choices->places * columns * sizeof *r->places + 1);
    if (r->nearby_places) mem_free(r->nearby_places, (r->choices->places + 1) * sizeof *r->nearby_places);
    if (r->shared) mem_free(r->shared, computed * columns + 1);
    if (r->shared_is) mem_free(r->shared_is, computed + 1);
    if (r->here) mem_free(r->here, (r->choices->items.count + 1) * sizeof *r->here);
    choice_alive_close(r);
}

/* ---- a row -------------------------------------------------------------------------------------------------------
 * */
static void read_places(struct choice_rows *r, const struct row_choice *c)
{
    for (int64_t j = c->from; j < c->to; j++) {
        if (c->holds && !c->holds[j]) continue;
        uint32_t value = value_table_at(r->table, c->places[j]);
        r->all[value / 64 * r->columns + (uint64_t)j] |= (uint64_t)1 << value % 64;
    }
}

static void look_back(struct choice_rows *r, uint64_t row)
{
    struct choice_rows_values from = {.bytes = r->table->bytes, .narrow = r->table->narrow, .wide = r->table->values};
    for (size_t w = 0; w < r->words; w++) memset(r->all + w * r->columns, 0, (size_t)r->columns * sizeof *r->all);
    for (size_t i = 0; i < r->before; i++) {
        struct row_choice *c = &r->here[i];
        c->at = (int64_t)((row - c->rows_back) * r->columns) - c->back;
        if (c->places) read_places(r, c);
    }
    for (; from.word < r->words; from.word++)
        r->kernels->join(r->all + from.word * r->columns, &from, r->here, r->before, (size_t)r->columns);
}

/* A position that sees all values of the first word, or more. */
static enum status decide_one(struct choice_rows *r, const struct choice_rows_near *near, int64_t j)
{
    size_t w = 0;
    uint64_t all = UINT64_MAX;
    for (; w < r->words; w++) {
        const uint64_t *bits = r->now[w] + r->pad;
        all = r->all[w * r->columns + (uint64_t)j];
        for (size_t i = 0; i < near->count; i++)
            if (i < near->plain || near->holds[i][j]) all |= bits[j - near->back[i]];
        for (size_t i = 0; i < r->nearby_count; i++) {
            const struct row_choice *c = r->nearby_places[i];
            uint32_t value = !c->holds || c->holds[j] ? value_table_at(r->table, c->places[j]) : UINT32_MAX;
            if (value / 64 == w) all |= (uint64_t)1 << value % 64;
        }
        if (~all) break;
    }
    if (r->misere) all = (all & 1) != 0 || all == 0 ? 1 : 2; /* the bit that is missing */
    if (w == r->words) {
        enum status st = widen(r);
        if (st != ST_OK) return st;
        memset(r->all + w * r->columns, 0, (size_t)r->columns * sizeof *r->all);
        all = 0;
    }
    unsigned bit = (unsigned)__builtin_ctzll(~all);
    r->now[w][r->pad + (uint64_t)j] = (uint64_t)1 << bit;
    choice_rows_put(near, j, (unsigned)w * 64 + bit);
    return ST_OK;
}

/* Columns from..to - 1, between which no choice begins or ends. */
static enum status decide_piece(struct choice_rows *r, struct choice_rows_near *near, int64_t *back,
                                const int8_t **holds, int64_t from, int64_t to)
{
    const struct row_choice *within = r->here + r->choices->items.count - r->within;
    enum status st = ST_OK;
    near->count = r->nearby_count = 0;
    for (int masked = 0; masked < 2; masked++) {
        for (size_t i = 0; i < r->within; i++) {
            if (within[i].places && !masked && within[i].from <= from && within[i].to >= to)
                r->nearby_places[r->nearby_count++] = &within[i];
            if (within[i].places || within[i].from > from || within[i].to < to || (within[i].holds != NULL) != masked)
                continue;
            back[near->count] = within[i].back;
            holds[near->count++] = within[i].holds;
        }
        if (!masked) near->plain = near->count;
    }
    for (int64_t j = from; st == ST_OK && j < to; j++) {
        if (!r->nearby_count) j = r->kernels->decide(near, j, to);
        if (j < to) st = decide_one(r, near, j);
    }
    return st;
}

/* Do all choices within the row lead back from each of its positions, and are there so many that it pays to go through those that see a
 * position, eight at a time? */
static bool is_even(const struct choice_rows *r, size_t *most)
{
    const struct row_choice *within = r->here + r->choices->items.count - r->within;
    bool even = r->within >= PUSHED_LEAST;
    *most = 0;
    for (size_t i = 0; i < r->within && even; i++) {
        even = !within[i].places && !within[i].holds && within[i].from == 0 && within[i].to == (int64_t)r->columns;
        if (even && (size_t)within[i].back > *most) *most = (size_t)within[i].back;
    }
    return even && *most < r->columns && *most <= PUSHED_APART * r->within;
}

double choice_rows_nearby(const struct choice_rows *r)
{
    const struct row_choice *within = r->here + r->choices->items.count - r->within;
    size_t most;
    double looks = 0;
    if (is_even(r, &most)) return (double)r->columns * (double)(most / 8 + 4);
    for (size_t i = 0; i < r->within; i++) looks += (double)(within[i].to - within[i].from);
    return looks;
}

static enum status push_row(struct choice_rows *r, struct choice_rows_near *near, size_t most)
{
    const struct row_choice *within = r->here + r->choices->items.count - r->within;
    int64_t columns = (int64_t)r->columns, at = 0;
    memset(r->take, 0, most * sizeof *r->take);
    for (size_t i = 0; i < r->within; i++) r->take[within[i].back - 1] = UINT64_MAX;
    r->pushed++;
    near->take = r->take;
    near->most = most;
    near->columns = (size_t)r->columns;
    for (near->words = r->words; (at = r->kernels->push(near, at, columns)) < columns; near->words = r->words) {
        enum status st = widen(r);
        if (st != ST_OK) return st;
        memset(r->all + (r->words - 1) * r->columns, 0, (size_t)r->columns * sizeof *r->all);
    }
    return ST_OK;
}

static enum status look_up_row(struct choice_rows *r, struct choice_rows_near *near)
{
    size_t room = r->within + 1, columns = (size_t)r->columns;
    int64_t *back = mem_alloc(room * sizeof *back);
    uint8_t *ends = mem_alloc(columns + 1); /* of columns: does a choice begin or end there? */
    const int8_t **holds = mem_alloc(room * sizeof *holds);
    enum status st = back && ends && holds ? ST_OK : ST_NO_MEMORY;
    near->bits = r->now[0] + r->pad;
    near->back = back;
    near->holds = holds;
    for (size_t w = 0; w < r->words; w++) memset(r->now[w] + r->pad, 0, columns * sizeof(uint64_t));
    for (size_t i = 0; st == ST_OK && i < r->within; i++) {
        ends[r->here[r->choices->items.count - 1 - i].from] = 1;
        ends[r->here[r->choices->items.count - 1 - i].to] = 1;
    }
    for (size_t at = 0, end = 1; st == ST_OK && at < columns; at = end++) {
        while (end < columns && !ends[end]) end++;
        st = decide_piece(r, near, back, holds, (int64_t)at, (int64_t)end);
    }
    if (back) mem_free(back, room * sizeof *back);
    if (ends) mem_free(ends, columns + 1);
    if (holds) mem_free(holds, room * sizeof *holds);
    return st;
}

static enum status decide_row(struct choice_rows *r, uint64_t row)
{
    const struct value_table *t = r->table;
    struct choice_rows_near near = {.all = r->all, .misere = r->misere};
    size_t most;
    if (t->bytes) near.bytes = t->bytes + row * r->columns;
    else if (t->narrow) near.narrow = t->narrow + row * r->columns;
    else near.wide = t->values + row * r->columns;
    return is_even(r, &most) ? push_row(r, &near, most) : look_up_row(r, &near);
}

/* ---- the box -----------------------------------------------------------------------------------------------------
 * */
/* Row filled / columns. */
static void stand(struct choice_rows *r)
{
    const struct value_table *t = r->table;
    uint64_t row = r->filled / r->columns;
    for (size_t k = t->fields - 1; k-- > 0; row /= (uint64_t)t->extent[k])
        r->x[r->choices->order[k]] = t->low[k] + (int64_t)(row % (uint64_t)t->extent[k]);
}

static enum status fill_row(struct choice_rows *r)
{
    const struct value_table *t = r->table;
    uint64_t row = r->filled / r->columns;
    enum status st = budget_take_states(r->budget, r->columns);
    if (st == ST_OK) st = budget_check(r->budget);
    if (st == ST_OK) st = choice_rows_place(r);
    if (st != ST_OK) return st;
    look_back(r, row);
    st = decide_row(r, row);
    if (st == ST_OK) r->filled += r->columns;
    for (size_t k = t->fields - 1; k-- > 0; r->x[r->choices->order[k]] = t->low[k])
        if (++r->x[r->choices->order[k]] < t->low[k] + t->extent[k]) break;
    return st;
}

static enum status fill_to(void *kernel, uint64_t to)
{
    struct choice_rows *r = kernel;
    enum status st = ST_OK;
    while (st == ST_OK && r->filled < to) st = fill_row(r);
    return st;
}

/* What is carried is how large values are. */
static enum status pass_to(void *kernel, uint64_t to)
{
    struct choice_rows *r = kernel;
    enum status st = ST_OK;
    for (uint64_t at = r->filled; st == ST_OK && at < to; at++) {
        uint32_t value = value_table_at(r->table, at);
        if (value >= 64 * r->words_most) return ST_UNSUPPORTED;
        while (st == ST_OK && value >= 64 * r->words) st = widen(r);
    }
    if (st != ST_OK) return st;
    r->filled = to;
    stand(r);
    return ST_OK;
}

static void reset(void *kernel)
{
    struct choice_rows *r = kernel;
    r->filled = 0;
    stand(r);
}

enum status choice_rows_fill(struct choice_rows *r, const struct kept_rows *of)
{
    struct row_kernel kernel = {
        .kernel = r, .columns = r->columns, .filled = &r->filled, .fill = fill_to, .pass = pass_to, .reset = reset};
    enum status st = widen(r);
    r->filling = true;
    r->alive_known = false;
    stand(r);
    return st == ST_OK ? kept_rows_fill(of, &kernel, r->table->count) : st;
}
