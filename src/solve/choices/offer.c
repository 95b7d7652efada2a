/* SPDX-License-Identifier: MIT */
/* Boxes of SG values of rules with few choices at a position, choice by choice (rows.h). */
#include <string.h>
#include "play/options/store.h"
#include "solve/choices/heap.h"
#include "solve/choices/place.h"
#include "base/mem.h"
#include "solve/heap/closed_box.h"
#include "solve/heap/losses.h"
#include "solve/heap/periodic.h"
#include "solve/heap/sampled.h"
#include "solve/heap/tables.h"
#include "solve/ranked/written.h"
#include "solve/solver.h"

/* For fewer options whatever else answers does so in milliseconds. */
#define OPTIONS_LEAST (1 << 18)
#define OFFER 0.01         /* seconds: what is answered sooner otherwise is not looked at */
#define OFFER_PART 0.05    /* of what else answers takes: what an offer may take */
#define OFFER_MOST 0.01    /* seconds; or */
#define OFFER_ONLY 1       /* nothing else is asked */
#define OFFER_SMALL 0.001  /* a smaller part of what takes long */
#define OPTIONS_MOST 900.0 /* of a position, as they are sampled */
#define ALIVE_MOST 900     /* choices at a position, in the mean */
#define ALIVE_A_WORD 96    /* of these: values are less than choices */
#define SECONDS_A_POSITION 3.5e-9
#define SECONDS_A_CHOICE 8e-9 /* and row */
#define SECONDS_A_NUMBER 1.2e-10
#define SECONDS_NEARBY 6e-10
#define SECONDS_READ 8e-9 /* a place */
#define SECONDS_COMPUTED 1e-9
#define ROW_PARTS 10 /* of what an offer may take: a single row of places that takes longer is not sampled */
enum { SAMPLES = 8, SAMPLES_LEAST = 3 };

/* What is kept from the offer to the run. */
struct offered {
    const struct choices_rule *rule;
    size_t order[MODEL_MAX_FIELDS]; /* the last one runs along rows */
    int64_t high[MODEL_MAX_FIELDS];
    struct value_table box; /* of outcomes, in that order */
    bool bytes;             /* all values of the box fit into bytes */
};
/* Whose boxes they are: by which number runs along rows, the others being in their order. */
static const char by_choices[MODEL_MAX_FIELDS];
static const void *owner(const struct offered *o, size_t fields) { return &by_choices[o->order[fields - 1]]; }

/* With its numbers in that order. */
static struct value_table in_order(const struct value_table *t, const size_t *order)
{
    struct value_table r = *t;
    for (size_t k = 0; k < t->fields; k++) {
        r.low[k] = t->low[order[k]];
        r.extent[k] = t->extent[order[k]];
        r.stride[k] = t->stride[order[k]];
    }
    return r;
}

static struct value_table outcome_box(const struct value_table *t, const size_t *order)
{
    struct value_table r = in_order(t, order);
    r.count = 1;
    for (size_t k = t->fields; k-- > 0; r.count *= (uint64_t)r.extent[k]) r.stride[k] = (int64_t)r.count;
    return r;
}

/* ---- the offer ---------------------------------------------------------------------------------------------------
 * */
/* May some number rise, as far as it is seen here? */
static bool gives(const struct choices_rule *rule)
{
    bool any = false;
    for (size_t i = 0; i < rule->move_count; i++)
        for (size_t c = 0; c < rule->cells; c++) {
            any |= !rule->moves[i].shifts;
            const struct linear *taken = &rule->moves[i].taken[c];
            any |= taken->constant < 0;
            for (size_t v = TERM_CELLS; v < TERM_VARIABLES; v++) any |= taken->factor[v] < 0;
        }
    return any;
}

/* Rows are as long as they can be, where numbers only fall; else the order is that of the rule. */
static void find_order(const struct choices_rule *rule, const struct value_table *box, size_t *order)
{
    size_t longest = rule->cells - 1, k = 0;
    for (size_t c = rule->cells; c-- > 0 && !gives(rule);)
        if (box->extent[c] > box->extent[longest]) longest = c;
    for (size_t c = 0; c < rule->cells; c++)
        if (c != longest) order[k++] = c;
    order[k] = longest;
}

static bool box_below(const struct env *env, int game, const int64_t *high, struct value_table *box)
{
    *box = (struct value_table){.game = game, .fields = env->model->games[game].field_count};
    double cells = 1;
    for (size_t c = 0; c < box->fields; c++) {
        box->low[c] = env->traits->games[game].low[c];
        if (__builtin_sub_overflow(high[c], box->low[c], &box->extent[c])) return false;
        if (box->extent[c]++ >= INT32_MAX || box->low[c] > INT32_MAX || box->low[c] < INT32_MIN) return false;
        cells *= (double)box->extent[c];
    }
    return cells < 1e15;
}

/* Some rows, from the first to the last one. */
static enum status sample(struct choices *c, double part, struct budget *budget, double *seconds)
{
    struct value_table box = *c->box;
    struct choice_rows r;
    double rows = 1, alive = 0, joined = 0, nearby = 0;
    size_t last = box.fields - 1, samples = 0;
    for (size_t k = 0; k < last; k++) rows *= (double)box.extent[k];
    if (SECONDS_READ * (double)c->places * (double)box.extent[last] > ROW_PARTS * part) return ST_UNSUPPORTED;
    enum status st = choice_rows_open(&r, c, &box, budget);
    for (size_t i = 0; st == ST_OK && i < SAMPLES && (double)i < rows; i++, samples++) {
        if (i >= SAMPLES_LEAST && r.computed * SECONDS_COMPUTED + r.read * SECONDS_READ > part) break;
        for (size_t k = 0; k < last;
             k++) { /* numbers of different sizes side by side, at first all the greatest ones */
            int64_t step = (int64_t)(i * (3 + 2 * k) % SAMPLES);
            r.x[c->order[k]] = box.low[k] + box.extent[k] - 1 - (box.extent[k] - 1) * step / SAMPLES;
        }
        st = choice_rows_place(&r);
        if (st != ST_OK) break;
        nearby += choice_rows_nearby(&r);
        for (size_t j = 0; j < c->items.count; j++) {
            if ((j >= r.before && j < c->items.count - r.within) || r.here[j].places) continue;
            double columns = (double)(r.here[j].to - r.here[j].from);
            alive += columns;
            joined += j < r.before ? columns : 0;
        }
    }
    alive /= (double)samples * (double)r.columns;
    double words = 1 + alive / ALIVE_A_WORD;
    double each = r.read * SECONDS_READ + r.looked_up * SECONDS_A_CHOICE + r.computed * SECONDS_COMPUTED +
                  joined * words * SECONDS_A_NUMBER + nearby * SECONDS_NEARBY;
    *seconds = rows * (each / (double)samples + (double)r.columns * SECONDS_A_POSITION);
    choice_rows_close(&r);
    return st == ST_OK && alive > ALIVE_MOST ? ST_UNSUPPORTED : st;
}

/* One heap is one row: where guards are no lines, or options no vectors, it is filled by blocks of heaps (heap.h). */
static bool by_blocks(const struct choices *c)
{
    bool lines = c->places == 0;
    for (size_t i = 0; c->box->fields == 1 && i < c->guards.items.count; i++)
        lines &= c->guards.items.data[i].kind == GUARD_LINE;
    return c->box->fields == 1 && !lines;
}

static enum status try_blocks(struct choices *c, struct value_table *t, struct budget *budget, double *seconds,
                              double *bytes)
{
    struct choice_heap *h;
    if (!choice_heap_suits(c)) return ST_UNSUPPORTED;
    enum status st = choice_heap_open(&h, c, t, false, budget);
    if (st == ST_OK) *bytes = choice_rows_bytes(c); /* of a block */
    if (st == ST_OK) st = choice_heap_try(h, seconds);
    choice_heap_close(h);
    return st;
}

/* A value is at most the number of options. */
static bool fit_bytes(const struct choices *c) { return c->items.count <= UINT8_MAX; }

static enum status estimate(const struct env *env, double part, struct offered *o, const struct value_table *box,
                            struct cost *cost)
{
    struct value_table t = in_order(box, o->order);
    struct choices c;
    enum status st = choices_open(&c, o->rule, &t, o->order, 1e9 * part, env->budget);
    double rows = 0;
    bool blocks = st == ST_OK && by_blocks(&c);
    if (blocks) st = try_blocks(&c, &t, env->budget, &cost->seconds, &rows);
    else if (st == ST_OK) st = sample(&c, part, env->budget, &cost->seconds);
    if (st == ST_OK && !blocks) rows = choice_rows_bytes(&c);
    if (st == ST_OK) cost->seconds += 1e-9 * c.guards.work;
    if (st == ST_OK) o->bytes = fit_bytes(&c);
    if (st == ST_OK) cost->bytes = rows + (o->bytes ? 1 : 2) * cost->bytes;
    choices_close(&c);
    return st;
}

/* How long the offer may take. */
static double offer_seconds(const struct solver *self, const struct env *env, const struct planner *planner,
                            const struct ask *q)
{
    if (env->terms.only && strcmp(env->terms.only, self->name) == 0) return OFFER_ONLY;
    if (planner->asked != q || planner->quickest == self) return OFFER_MOST / 2;
    double part = planner->least * OFFER_PART, most = planner->least * OFFER_SMALL;
    if (most < OFFER_MOST) most = OFFER_MOST;
    return part < most ? part : most;
}

static bool is_misere(const struct ask *q) { return q->what == Q_OUTCOME && q->play == PLAY_MISERE; }

/* SG values, or outcomes in misere play; those in normal play are read off values. */
static bool find_question(const struct env *env, const struct ask *q, int64_t *high, int *game)
{
    const char *reason;
    if (is_misere(q)) {
        *game = q->count && q->positions[0].count ? q->positions[0].components[0].game : -1;
        return losses_corner(env, q, high) && tables_boxed(env, *game, &reason);
    }
    *game = q->what == Q_VALUE ? q->components[0].game : q->game;
    return (q->what == Q_VALUE || q->what == Q_BOX) && *game >= 0 && tables_askable(env, q) &&
           tables_corner(env, q, high);
}

static bool is_kept(const struct env *env, const struct ask *q, int game, const struct offered *o)
{
    if (!is_misere(q)) return tables_covered(env, game, o->high);
    const struct losses_box *kept = losses_find(env, owner(o, o->box.fields), game, true);
    return kept && losses_contains(&kept->box, &o->box);
}

/* Is it a heap of which a fixed set of numbers is taken? Then its values repeat, often long before the box ends. */
static bool may_repeat(const struct env *env, struct planner *planner, int game)
{
    struct periodic *p = NULL;
    if (!env->traits->games[game].one_heap) return false;
    planner->status = periodic_get(env, game, &p);
    return planner->status == ST_OK && p && p->family.kind == FAMILY_SLIDING;
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *q = way->ask;
    int game;
    struct value_table box;
    bool closed = true;
    double options;
    struct offered *o = arena_alloc(planner->arena, sizeof *o);
    if (!o) planner->status = ST_NO_MEMORY;
    if (!o || !find_question(env, q, o->high, &game)) return;
    tables_cells(env, game, o->high, &options);
    if ((options < OPTIONS_LEAST || planner_answers(planner, way, OFFER)) && !env->terms.only) return;
    way->because = PLANNER_REPEATS;
    if (!env->terms.only && may_repeat(env, planner, game)) return;
    if (planner->status == ST_OK) planner->status = choices_find(env, game, &o->rule);
    if (planner->status != ST_OK) return;
    struct sampled s;
    way->because = "positions have too many options";
    if (sampled_box(env, game, o->high, &s) && s.options > OPTIONS_MOST && !env->terms.only) return;
    way->because = "what is taken depends on the position, not on values of the move alone";
    if (!o->rule->fine || o->rule->cells != env->model->games[game].field_count) return;
    way->because = "no box is known that has all options of its positions";
    if (o->rule->cells > 1 && gives(o->rule) && !env->traits->games[game].descends)
        planner->status = closed_box(env, game, NULL, o->high, &closed);
    if (planner->status != ST_OK || !closed) return;
    way->because = "the box below is too large";
    if (!box_below(env, game, o->high, &box)) return;
    way->cost.bytes = tables_cells(env, game, o->high, &options);
    find_order(o->rule, &box, o->order);
    double part = offer_seconds(self, env, planner, q);
    enum status st = estimate(env, part, o, &box, &way->cost);
    way->because = "a position has too many choices, or one that does not lead to an earlier position";
    if (st == ST_NO_MEMORY) planner->status = st;
    if (st != ST_OK) return;
    o->box = outcome_box(&box, o->order);
    if (is_kept(env, q, game, o)) way->cost.seconds = 1e-7;
    way->can = true;
    way->because = "every position of the box below, choice by choice";
    way->kept = o;
}

/* ---- the run -----------------------------------------------------------------------------------------------------
 * */
static enum status fill_table(struct env *env, const struct offered *o, struct value_table *table, bool misere,
                              uint64_t *filled)
{
    struct choices c;
    budget_expect(env->budget, table->count);
    enum status st = choices_open(&c, o->rule, table, o->order, 1e18, env->budget);
    if (st == ST_OK && !misere && table->bytes && !fit_bytes(&c))
        st = ST_UNSUPPORTED; /* a larger box than was offered */
    struct kept_rows of = {.env = env, .table = table, .order = o->order};
    if (st == ST_OK && by_blocks(&c)) {
        struct choice_heap *h = NULL;
        st = choice_heap_suits(&c) ? choice_heap_open(&h, &c, table, misere, env->budget) : ST_UNSUPPORTED;
        if (st == ST_OK) st = choice_heap_fill(h, &of, filled);
        choice_heap_close(h);
    } else if (st == ST_OK) {
        struct choice_rows r;
        st = choice_rows_open(&r, &c, table, env->budget);
        r.misere = misere;
        if (st == ST_OK) st = choice_rows_fill(&r, &of);
        *filled = r.filled;
        choice_rows_close(&r);
    }
    choices_close(&c);
    return st;
}

/* By bytes, of which one bit is kept. */
static enum status decide(struct env *env, const struct offered *o, struct losses_box *b)
{
    uint64_t filled = 0;
    struct value_table t = o->box;
    size_t bytes = (size_t)t.count;
    t.misere = true; /* what is kept are outcomes */
    enum status st = budget_fits(env->budget, bytes);
    if (st != ST_OK) return st;
    t.bytes = mem_alloc(bytes);
    if (!t.bytes) return ST_NO_MEMORY;
    st = fill_table(env, o, &t, true, &filled);
    for (uint64_t i = 0; st == ST_OK && i < t.count; i++) b->box.losses[i / 64] |= (uint64_t)!t.bytes[i] << i % 64;
    mem_free(t.bytes, bytes);
    return st;
}

static enum status answer_misere(struct env *env, const struct offered *o, const struct ask *q, struct arena *arena,
                                 struct result *result)
{
    const void *by = owner(o, o->box.fields);
    struct losses_box *b = losses_find(env, by, o->box.game, true);
    enum status st = ST_OK;
    result->claim = "misere outcomes of every position of a box, choice by choice";
    result->source = "";
    result->extent = "every position computed from all its options";
    if (!b || !losses_contains(&b->box, &o->box)) {
        st = losses_new(env, &o->box, true, &b);
        if (st == ST_OK) st = decide(env, o, b);
        if (st == ST_OK) st = losses_keep(env, by, b);
        if (st != ST_OK) losses_drop(b);
    }
    return st == ST_OK ? losses_answer(b, q, o->order, arena, result) : st;
}

static enum status fill(struct env *env, struct game_memory *memory, struct blocks *blocks, const void *context)
{
    const struct offered *o = context;
    struct value_table table = in_order(&memory->table, o->order);
    (void)blocks;
    memory->filled = 0;
    return fill_table(env, o, &table, false, &memory->filled);
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct offered *o = way->kept;
    if (is_misere(way->ask)) return answer_misere(env, o, way->ask, arena, result);
    /* A table that is kept grows, perhaps in another number, and then has more choices than the box that was asked for. */
    bool bytes = o->bytes && !value_table_is_kept(&store_game(env->store, o->box.game)->table);
    const struct tables_filler by = {fill, o, o->order, bytes ? TABLES_BYTES : TABLES_NARROW};
    result->claim = "mex over all options, for every position of a box, choice by choice";
    result->source = "Sprague 1935, Grundy 1939";
    return tables_answer_by(env, way->ask, o->high, &by, arena, result);
}

const struct solver solver_choices = {
    .name = "choices",
    .kind = "table",
    .summary =
        "SG values and misere outcomes of a box of positions with few choices each, a choice for a whole row at a time",
    .beyond = true,
    .offer = offer,
    .run = run,
};
