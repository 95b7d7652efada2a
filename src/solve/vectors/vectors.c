/* SPDX-License-Identifier: MIT */
/* Boxes of outcomes of rules that take vectors of a fixed set (rule.h), by marking what losses win (marks.h). */
#include "play/options/store.h"
#include "solve/heap/losses.h"
#include "solve/heap/tables.h"
#include "solve/ranked/written.h"
#include "solve/vectors/marks.h"

/* For fewer options whatever else answers does so in milliseconds. */
#define OPTIONS_LEAST (1 << 17)
#define SECONDS_A_ROW 2e-9   /* of D, for each loss */
#define SECONDS_A_WORD 3e-10 /* of such a row */
#define SECONDS_A_CHOICE 4e-9
#define SECONDS_AN_OPERATOR 1e-9
#define SECONDS_A_BYTE 2e-10 /* of the box */
#define PART_INSIDE 0.4      /* of the rows of D, from a loss on, are in the box */
enum { SAMPLE_CELLS = 4096, SIDE_LEAST = 4, HALVINGS_MOST = 48 };

static const char by_vectors; /* whose boxes they are */

static enum status get(const struct env *env, int game, struct vectors_rule **out)
{
    struct arena *arena = &env->store->settings_arena;
    struct written_rule *written;
    enum status st = written_rule(env, game, &written);
    if (st != ST_OK || (*out = written->found[WRITTEN_VECTORS])) return st;
    struct vectors_rule *rule = arena_alloc(arena, sizeof *rule);
    st = rule ? vectors_find(&written->unrolled, arena, rule) : ST_NO_MEMORY;
    if (st == ST_OK) written->found[WRITTEN_VECTORS] = *out = rule;
    return st;
}

/* ---- the offer --------------------------------------------------------------------------------------------------- */
/* How much there is of what a box takes time for. */
struct measured {
    double losses, rows, choices, width; /* width: words of D in a row of it, as a part of all */
};

/* Halves all sides that are not small, of a box of more cells than that. */
static bool halve(struct value_table *box, double most)
{
    double cells = 1;
    for (size_t c = 0; c < box->fields; c++) cells *= (double)box->extent[c];
    for (size_t c = 0; cells > most && c < box->fields; c++)
        if (box->extent[c] > SIDE_LEAST) box->extent[c] = (box->extent[c] + 1) / 2;
    return cells > most;
}

/* The number of bits from the first to the last one in a row of D, as a part of a row: words say nothing in a small
 * box. */
static double width_of(const struct vectors_marks *m)
{
    double bits = 0;
    for (size_t i = 0; i < m->set.rows.count; i++) {
        const struct vectors_row *r = &m->set.rows.data[i];
        const uint64_t *words = m->set.bits + r->row * (m->set.words + 2) + 1;
        bits +=
            64 * (double)(r->to - r->from - 1) - __builtin_ctzll(words[r->from]) - __builtin_clzll(words[r->to - 2]);
    }
    return bits / ((double)m->set.rows.count + 1e-9) / (double)m->set.box.extent[m->set.box.fields - 1];
}

static enum status measure(const struct vectors_rule *rule, struct value_table box, struct measured *out)
{
    struct vectors_marks m;
    struct budget none = {0};
    vectors_box(&box);
    struct arena arena = {0};
    uint64_t *losses = arena_array(&arena, (size_t)(box.count / 64 + 2), sizeof *losses);
    enum status st = vectors_open(&m, rule, &box, &none);
    if (st == ST_OK && losses) st = vectors_decide(&m, losses, false);
    *out = (struct measured){(double)m.losing + 1e-9, (double)m.set.rows.count + 1e-9, (double)m.set.choices + 1, 0};
    if (st == ST_OK) out->width = width_of(&m);
    vectors_close(&m);
    arena_free(&arena);
    return losses ? st : ST_NO_MEMORY;
}

/* a, if each of so many halvings back had as many times more as b has less. */
static double carried(double a, double b, int halvings)
{
    double all = a;
    for (int i = 0; i < halvings; i++) all *= a / b;
    return all;
}

/* By what two small boxes have. ST_UNSUPPORTED: the rule fails there. */
static enum status estimate(const struct vectors_rule *rule, const struct value_table *box, double *seconds)
{
    struct value_table small = *box, smaller;
    struct measured a, b;
    int halvings = 0;
    while (halvings < HALVINGS_MOST && halve(&small, SAMPLE_CELLS)) halvings++;
    smaller = small;
    halve(&smaller, 1);
    enum status st = measure(rule, small, &a);
    if (st == ST_OK) st = measure(rule, smaller, &b);
    if (st != ST_OK) return st;
    double words = 1 + a.width * (double)box->extent[box->fields - 1] / 64;
    double losses = carried(a.losses, b.losses, halvings), rows = carried(a.rows, b.rows, halvings);
    double choices = carried(a.choices, b.choices, halvings);
    *seconds = losses * rows * PART_INSIDE * (SECONDS_A_ROW + words * SECONDS_A_WORD) +
               choices * (SECONDS_A_CHOICE + SECONDS_AN_OPERATOR * (double)rule->operators) +
               (double)box->count / 8 * SECONDS_A_BYTE;
    return ST_OK;
}

/* The box below `high`, and what is kept. */
static bool box_of(const struct env *env, int game, const struct losses_box *old, const int64_t *high,
                   struct value_table *box)
{
    const int64_t *low = env->traits->games[game].low;
    *box = (struct value_table){.game = game, .fields = env->model->games[game].field_count};
    for (size_t c = 0; c < box->fields; c++) {
        box->low[c] = low[c];
        if (__builtin_sub_overflow(high[c], low[c], &box->extent[c]) || box->extent[c] == INT64_MAX) return false;
        box->extent[c]++;
        if (old && old->box.extent[c] > box->extent[c]) box->extent[c] = old->box.extent[c];
    }
    return vectors_box(box);
}

struct offered {
    struct vectors_rule *rule;
    struct value_table box;
};

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    int64_t high[MODEL_MAX_FIELDS];
    double options;
    (void)self;
    if (way->ask->what != Q_OUTCOME || !losses_corner(env, way->ask, high)) return;
    int game = way->ask->positions[0].components[0].game;
    const struct losses_box *kept = losses_find(env, &by_vectors, game, way->ask->play == PLAY_MISERE);
    if (env->model->games[game].field_count < 2) return;
    tables_cells(env, game, high, &options);
    if (options < OPTIONS_LEAST && !env->terms.only && !kept) return;
    struct offered *o = way->kept = arena_alloc(planner->arena, sizeof *o);
    planner->status = o ? get(env, game, &o->rule) : ST_NO_MEMORY;
    if (planner->status != ST_OK) return;
    way->because = "what may be taken depends on more than there being enough";
    if (!o->rule->fine) return;
    way->because = "the box below is too large";
    if (!box_of(env, game, kept, high, &o->box)) return;
    enum status st = estimate(o->rule, &o->box, &way->cost.seconds);
    way->because = "a condition has no value somewhere, or a heap may grow";
    if (st == ST_NO_MEMORY) planner->status = st;
    if (st != ST_OK) return;
    way->can = true;
    way->because = "every position of the box below: losses mark what they win, 64 at a time";
    if (kept && losses_contains(&kept->box, &o->box)) way->cost.seconds = 1e-7;
    way->cost.bytes = (double)o->box.count / 8 + vectors_bytes(&o->box);
}

/* ---- the run ----------------------------------------------------------------------------------------------------- */
static enum status decide(struct env *env, const struct vectors_rule *rule, struct losses_box *b)
{
    struct vectors_marks m;
    enum status st = vectors_open(&m, rule, &b->box, env->budget);
    budget_expect(env->budget, b->box.count);
    if (st == ST_OK) st = vectors_decide(&m, b->box.losses, b->misere);
    vectors_close(&m);
    return st;
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct offered *o = way->kept;
    bool misere = way->ask->play == PLAY_MISERE;
    struct losses_box *b = losses_find(env, &by_vectors, o->box.game, misere);
    enum status st = ST_OK;
    result->claim = misere ? "misere outcomes of every position of a box: each loss marks all positions that it wins"
                           : "outcomes of every position of a box: each loss marks all positions that it wins";
    result->source = "";
    result->extent = "every position is marked by an option that loses, or none of its options loses";
    if (!b || !losses_contains(&b->box, &o->box)) {
        st = losses_new(env, &o->box, misere, &b);
        if (st == ST_OK) st = decide(env, o->rule, b);
        if (st == ST_OK) st = losses_keep(env, &by_vectors, b);
        if (st != ST_OK) losses_drop(b);
    }
    return st == ST_OK ? losses_answer(b, way->ask, NULL, arena, result) : st;
}

const struct solver solver_vectors = {
    .name = "vectors",
    .kind = "table",
    .summary = "outcomes of a box of positions of which vectors of a fixed set are taken",
    .beyond = true,
    .offer = offer,
    .run = run,
};
