/* SPDX-License-Identifier: MIT */
/* The block is a row of its own, so that guards are found as for rows (place.h). */
#include "solve/choices/heap.h"
#include <string.h>
#include "base/mem.h"
#include "solve/choices/place.h"
#include "solve/dynamic/lanes.h"

#define SECONDS_A_HEAP 3e-9
#define SECONDS_A_CHOICE 1.5e-9 /* and heap where it may be made */
#define SECONDS_A_STEP 2.5e-10  /* of a term, and heap */
enum { DIVIDING = 4 };          /* steps */
enum { BACK = 256, NOTHING = BACK + HEAP_BLOCK, TRIED = 6 };

struct choice_heap {
    struct choice_rows rows;  /* of the block: columns are its heaps */
    struct value_table block; /* which of the heaps */
    struct value_table *table;
    bool misere;
    uint64_t filled;
    double held;                             /* choices and heaps where they may be made, so far */
    uint64_t bits[BACK + HEAP_BLOCK + 1];    /* values of BACK heaps before the block, of the block, and none */
    uint64_t seen[HEAP_BLOCK];               /* of each heap of the block: values of options that are no bits */
    uint16_t near[HEAP_CHOICES][HEAP_BLOCK]; /* and which bits the others are */
    size_t near_count;
    int64_t places[HEAP_BLOCK];
    struct lanes_known known;
};

bool choice_heap_suits(const struct choices *c) { return c->box->fields == 1 && c->items.count <= HEAP_CHOICES; }

enum status choice_heap_open(struct choice_heap **out, struct choices *choices, struct value_table *table, bool misere,
                             struct budget *budget)
{
    struct choice_heap *h = *out = mem_alloc(sizeof *h);
    if (!h) return ST_NO_MEMORY;
    h->table = table;
    h->misere = misere;
    h->filled = 0;
    h->held = 0;
    h->block = *table;
    h->block.extent[0] = HEAP_BLOCK;
    choices->box = choices->guards.box = &h->block;
    enum status st = choice_rows_open(&h->rows, choices, &h->block, budget);
    h->rows.known = &h->known;
    return st;
}

void choice_heap_close(struct choice_heap *h)
{
    if (!h) return;
    struct choices *choices = h->rows.choices;
    choice_rows_close(&h->rows);
    choices->box = choices->guards.box = h->table; /* the block is gone */
    mem_free(h, sizeof *h);
}

/* ---- a choice ---------------------------------------------------------------------------------------------------- */
/* What the heap becomes at columns of p, those from 0 on if all of them have a value. */
static bool become(struct choice_heap *h, const struct term *after, struct placed *p)
{
    struct choice_rows *r = &h->rows;
    size_t count = (size_t)(p->to - p->from);
    r->x[0] = h->block.low[0] + p->from;
    if (lanes_at_known(after, r->x, 0, count, &h->known, h->places + p->from)) return true;
    for (int64_t j = p->from; j < p->to; j++) {
        if (p->holds && !p->holds[j]) continue;
        r->x[0] = h->block.low[0] + j;
        if (!lanes_at(after, r->x, 0, 1, h->places + j)) return false;
    }
    return true;
}

/* Where the choice leads as places of the table; ST_UNSUPPORTED: not to a smaller heap of it. */
static enum status find_places(struct choice_heap *h, const struct choice *c, struct placed *p, int64_t n)
{
    int64_t low = h->table->low[0];
    if (c->places == SIZE_MAX)
        for (int64_t j = p->from; j < p->to; j++) h->places[j] = n + j - c->back[0];
    else if (!become(h, c->move->after[0], p)) return ST_UNSUPPORTED;
    else
        for (int64_t j = p->from; j < p->to; j++) h->places[j] = (int64_t)((uint64_t)h->places[j] - (uint64_t)low);
    int64_t out = 0;
    for (int64_t j = p->from; j < p->to; j++) {
        int64_t at = h->places[j], beyond = at | (n + j - 1 - at); /* below 0 where it is not inside */
        out |= p->holds ? beyond & p->holds[j] : beyond;
    }
    return out >= 0 ? ST_OK : ST_UNSUPPORTED;
}

static void see_value(struct choice_heap *h, int64_t j)
{
    h->seen[j] |= (uint64_t)1 << (value_table_at(h->table, (uint64_t)h->places[j]) & 63);
}

/* One more option of the heaps of p. */
static void see(struct choice_heap *h, const struct placed *p, int64_t n)
{
    int64_t first = n - BACK, inside = INT64_MIN, far = 0;
    const int64_t *places = h->places;
    for (int64_t j = p->from; j < p->to; j++) {
        int64_t at = !p->holds || p->holds[j] ? places[j] : 0;
        inside = at > inside ? at : inside;
    }
    if (inside < n) {
        for (int64_t j = p->from; j < p->to; j++)
            if (!p->holds || p->holds[j]) see_value(h, j);
        return;
    }
    uint16_t *near = h->near[h->near_count++];
    for (size_t j = 0; j < h->rows.columns; j++) near[j] = NOTHING;
    for (int64_t j = p->from; j < p->to; j++) {
        int64_t back = places[j] - first, holds = p->holds ? p->holds[j] : -1;
        far |= holds & back;
        near[j] = (uint16_t)(holds && back >= 0 ? back : NOTHING);
    }
    for (int64_t j = p->from; far < 0 && j < p->to; j++)
        if ((!p->holds || p->holds[j]) && places[j] < first) see_value(h, j);
}

/* ---- a block ----------------------------------------------------------------------------------------------------- */
/* All choices of the heaps from place n on; with_values: what they lead to is known. */
static enum status find_options(struct choice_heap *h, int64_t n, size_t count, bool with_values)
{
    struct choice_rows *r = &h->rows;
    const struct choices *c = r->choices;
    h->block.low[0] = h->table->low[0] + n;
    h->block.extent[0] = (int64_t)count;
    r->columns = count;
    h->near_count = 0;
    memset(r->shared_is, 0, c->guards.computed.count + 1);
    lanes_forget(&h->known);
    if (with_values) memset(h->seen, 0, sizeof h->seen);
    for (size_t i = 0; i < c->items.count; i++) {
        struct placed p;
        enum status st = choice_rows_guards(r, &c->items.data[i], &p);
        if (st == ST_OK && p.from < p.to) st = find_places(h, &c->items.data[i], &p, n);
        if (st != ST_OK) return st;
        if (p.from >= p.to) continue;
        h->held += (double)(p.to - p.from);
        if (with_values) see(h, &p, n);
    }
    return ST_OK;
}

static void put(const struct value_table *t, uint64_t at, uint32_t value)
{
    if (t->bytes) t->bytes[at] = (uint8_t)value;
    else if (t->narrow) t->narrow[at] = (uint16_t)value;
    else t->values[at] = value;
}

static inline __attribute__((always_inline)) void decide(struct choice_heap *h, size_t count, size_t near)
{
    for (size_t j = 0; j < count; j++) {
        uint64_t all = h->seen[j];
        for (size_t k = 0; k < near; k++) all |= h->bits[h->near[k][j]];
        if (h->misere) all = (all & 1) != 0 || all == 0 ? 1 : 0; /* so that the bit that is missing says who wins */
        h->bits[BACK + j] = ~all & (all + 1);
    }
}

static void decide_block(struct choice_heap *h, int64_t n, size_t count)
{
    h->bits[NOTHING] = 0;
    if (h->near_count == 0) decide(h, count, 0);
    else if (h->near_count == 1) decide(h, count, 1);
    else if (h->near_count == 2) decide(h, count, 2);
    else decide(h, count, h->near_count);
    for (size_t j = 0; j < count; j++) put(h->table, (uint64_t)n + j, (uint32_t)__builtin_ctzll(h->bits[BACK + j]));
}

/* The bits of the heaps before place n. */
static void look_back(struct choice_heap *h, int64_t n)
{
    for (int64_t j = 0; j < BACK; j++)
        h->bits[j] = n - BACK + j < 0 ? 0 : (uint64_t)1 << (value_table_at(h->table, (uint64_t)(n - BACK + j)) & 63);
}

/* ---- all heaps --------------------------------------------------------------------------------------------------- */
static enum status fill_to(void *kernel, uint64_t to)
{
    struct choice_heap *h = kernel;
    enum status st = ST_OK;
    while (st == ST_OK && h->filled < to) {
        size_t count = to - h->filled < HEAP_BLOCK ? (size_t)(to - h->filled) : HEAP_BLOCK;
        int64_t n = (int64_t)h->filled;
        st = budget_take_states(h->rows.budget, count);
        if (st == ST_OK) st = budget_check(h->rows.budget);
        if (st == ST_OK) st = find_options(h, n, count, true);
        if (st != ST_OK) return st;
        decide_block(h, n, count);
        h->filled += count;
        memmove(h->bits, h->bits + count, BACK * sizeof *h->bits);
    }
    return ST_OK;
}

static enum status pass_to(void *kernel, uint64_t to)
{
    struct choice_heap *h = kernel;
    size_t most = h->rows.choices->items.count;
    for (uint64_t at = h->filled; at < to; at++)
        if (value_table_at(h->table, at) > most) return ST_UNSUPPORTED;
    h->filled = to;
    return look_back(h, (int64_t)to), ST_OK;
}

static void reset(void *kernel)
{
    struct choice_heap *h = kernel;
    h->filled = 0;
    look_back(h, 0);
}

enum status choice_heap_fill(struct choice_heap *h, const struct kept_rows *of, uint64_t *filled)
{
    struct row_kernel kernel = {
        .kernel = h, .columns = HEAP_BLOCK, .filled = &h->filled, .fill = fill_to, .pass = pass_to, .reset = reset};
    look_back(h, 0);
    enum status st = kept_rows_fill(of, &kernel, h->table->count);
    *filled = h->filled;
    return st;
}

/* ---- what it costs ----------------------------------------------------------------------------------------------- */
/* Terms of a move, each of which is looked at for many choices: what reads no value of the move is found once for all of them. */
struct steps {
    const struct term *seen[LANES_KNOWN];
    size_t count;
    double steps;
};

static bool is_shared(struct steps *s, const struct term *t)
{
    if (term_reads_values(t) || t->count == 0) return false;
    for (size_t i = 0; i < s->count; i++)
        if (s->seen[i] == t) return true;
    if (s->count < LANES_KNOWN) s->seen[s->count++] = t;
    return false;
}

static void add_steps(struct steps *s, const struct term *t)
{
    bool shared = (t->kind == EXPR_DIV || t->kind == EXPR_MOD || t->kind == EXPR_CALL) && is_shared(s, t);
    bool divides = t->kind == EXPR_DIV || t->kind == EXPR_MOD;
    s->steps += shared || t->count == 0 ? 0.5 : divides ? DIVIDING : lanes_work_alone(t);
    for (uint32_t i = 0; !shared && i < t->count; i++) add_steps(s, t->kids[i]);
}

static double steps_of(const struct choices *c)
{
    struct steps s = {.count = 0};
    for (size_t i = 0; i < c->items.count; i++) {
        const struct choice *choice = &c->items.data[i];
        for (size_t k = 0; k < choice->count; k++) {
            const struct guard *guard = &c->guards.items.data[choice->first + k];
            if (guard->kind == GUARD_COMPUTED && guard->shared == SIZE_MAX) add_steps(&s, guard->term);
        }
        if (choice->places != SIZE_MAX) add_steps(&s, choice->move->after[0]);
    }
    for (size_t i = 0; i < c->guards.computed.count; i++) add_steps(&s, c->guards.computed.data[i]);
    return s.steps;
}

enum status choice_heap_try(struct choice_heap *h, double *seconds)
{
    uint64_t all = (uint64_t)h->table->extent[0];
    double looked = 0;
    enum status st = ST_OK;
    for (uint64_t i = 0; st == ST_OK && i < TRIED; i++) {
        uint64_t n = all > HEAP_BLOCK ? (all - HEAP_BLOCK) / (TRIED - 1) * i : 0;
        size_t count = all - n < HEAP_BLOCK ? (size_t)(all - n) : HEAP_BLOCK;
        st = find_options(h, (int64_t)n, count, false);
        looked += (double)count;
    }
    *seconds = (double)all *
               (SECONDS_A_HEAP + SECONDS_A_STEP * steps_of(h->rows.choices) + SECONDS_A_CHOICE * h->held / looked);
    h->held = 0;
    return st;
}
