/* SPDX-License-Identifier: MIT */
#include "solve/vectors/estimate.h"
#include "base/mem.h"
#include "solve/vectors/few.h"
#include "solve/vectors/fill.h"
#include "solve/vectors/marks.h"
#include "solve/vectors/sets.h"

#define SECONDS_A_ROW 2e-9   /* of D, for each loss */
#define SECONDS_A_WORD 3e-10 /* of such a row */
#define SECONDS_A_CHOICE 4e-9
#define SECONDS_AN_OPERATOR 1e-9
#define SECONDS_A_BYTE 2e-10    /* of the box */
#define PART_INSIDE 0.4         /* of the rows of D, from a loss on, are in the box */
#define SECONDS_A_POSITION 8e-9 /* of values: and for each part */
#define SECONDS_A_PART 4e-9
#define SECONDS_A_SEED 1.2e-9
#define SECONDS_A_NUMBER 2e-10
#define SECONDS_A_JOINED_WORD 1.2e-9
#define SECONDS_A_SCANNED_WORD 8e-10
#define SECONDS_A_LOOK 2e-8
#define SECONDS_A_ROW_OF_NUMBERS 6e-9
#define SECONDS_A_SEED_OF_ROW 1e-8
#define SECONDS_A_VISIT 8e-9
#define SECONDS_A_PASS 1e-9       /* over a word of won positions */
#define SECONDS_A_SPLIT_WORD 1e-7 /* of D, with all steps */
enum {
    SAMPLE_CELLS = 16384,
    SAMPLE_VALUES = 16384,
    SAMPLE_SEEDS = 1 << 24,
    BYTES_A_SEED = 80,
    CHOICES_COUNTED = 1 << 14, /* so few, in a box of no more cells than that, are looked at to find the parts */
    CELLS_COUNTED = 1 << 22,
    NUMBERS_COUNTED = 256, /* words of sets are few then: all of each are taken to be joined */
    SIDE_LEAST = 4,
    HALVINGS_MOST = 48
};

/* ---- outcomes ---------------------------------------------------------------------------------------------------- */
/* How much there is of what a box takes time for. */
struct measured {
    double losses, rows, choices, passes, width; /* width: words of D in a row of it, as a part of all */
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

static enum status measure_outcomes(const struct vectors_rule *rule, struct value_table box, struct measured *out)
{
    struct vectors_marks m;
    struct budget none = {0};
    vectors_box(&box);
    struct arena arena = {0};
    uint64_t *losses = arena_array(&arena, (size_t)(box.count / 64 + 2), sizeof *losses);
    enum status st = vectors_open(&m, rule, &box, &none);
    if (st == ST_OK && losses) st = vectors_decide(&m, NULL, losses, false);
    *out = (struct measured){(double)m.losing + 1e-9, (double)m.set.rows.count + 1e-9, (double)m.set.choices + 1,
                             (double)m.carried.work / ((double)(m.set.words * m.set.row_count) + 1), 0};
    if (st == ST_OK) out->width = width_of(&m);
    vectors_close(&m);
    arena_free(&arena);
    return losses ? st : ST_NO_MEMORY;
}

/* a, if each of so many halvings back had as many times more as b has less. */
static double carried(double a, double b, int halvings)
{
    double all = a;
    if (!(a > 0 && b > 0)) return a;
    for (int i = 0; i < halvings; i++) all *= a / b;
    return all;
}

/* a, if it is a number and some more for each unit of the sides, as words of bits are. */
static double grown(double a, double b, int halvings)
{
    double each = a > b ? a - b : 0;
    for (int i = 0; i < halvings; i++) {
        each *= 2;
        a += each;
    }
    return a;
}

/* By what two small boxes have. ST_UNSUPPORTED: the rule fails there. */
enum status estimate_outcomes(const struct vectors_rule *rule, const struct value_table *box, double *seconds)
{
    struct value_table small = *box, smaller;
    struct measured a, b;
    int halvings = 0;
    while (halvings < HALVINGS_MOST && halve(&small, SAMPLE_CELLS)) halvings++;
    smaller = small;
    halve(&smaller, 1);
    enum status st = measure_outcomes(rule, small, &a);
    if (st == ST_OK) st = measure_outcomes(rule, smaller, &b);
    if (st != ST_OK) return st;
    double words = 1 + a.width * (double)box->extent[box->fields - 1] / 64;
    double losses = carried(a.losses, b.losses, halvings), rows = carried(a.rows, b.rows, halvings);
    double choices = carried(a.choices, b.choices, halvings);
    *seconds = losses * rows * PART_INSIDE * (SECONDS_A_ROW + words * SECONDS_A_WORD) +
               choices * (SECONDS_A_CHOICE + SECONDS_AN_OPERATOR * (double)rule->operators) +
               (double)box->count / 8 * SECONDS_A_BYTE +
               (double)box->count / 64 * (SECONDS_A_SPLIT_WORD + a.passes * SECONDS_A_PASS);
    return ST_OK;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */
/* At how many positions there is enough for each seed or step of a list, and for one of its numbers but the last at how
 * many rows. That is reckoned: it does not depend on what a rule is like. */
struct reached {
    double count, positions, rows;
};

static void reach(struct reached *all, const uint32_t *at, const struct value_table *box)
{
    double rows = 1;
    size_t last = box->fields - 1;
    for (size_t c = 0; c < last; c++) rows *= (double)box->extent[c] - at[c];
    all->count++;
    all->rows += rows;
    all->positions += rows * ((double)box->extent[last] - at[last]);
}

static struct reached reached_by(const struct vectors_parts *parts, const struct value_table *box, bool steps)
{
    struct reached all = {0, 0, 0};
    for (size_t i = 0; i < parts->count; i++) {
        const struct vectors_part *part = &parts->items[i];
        for (size_t k = 0; !steps && k < part->seeds.count; k++) reach(&all, part->seeds.data[k].at, box);
        /* one step alone changes sets, where they are */
        for (size_t k = 0; steps && part->step_count > 1 && k < part->step_count; k++) reach(&all, part->steps[k], box);
    }
    return all;
}

/* The parts are used up. */
static enum status measure_values(struct vectors_parts *parts, enum vectors_manner manner, struct value_table box,
                                  struct vectors_work *work)
{
    struct budget none = {0};
    uint64_t filled;
    box.count = 1;
    for (size_t c = box.fields; c-- > 0; box.count *= (uint64_t)box.extent[c]) box.stride[c] = (int64_t)box.count;
    if (manner == VECTORS_BY_SEEDS && (double)plane_count(&parts->rest) * (double)box.count > SAMPLE_SEEDS) {
        bool alone = !parts->count;
        enum status st = vectors_seed_rest(parts);
        double all = reached_by(parts, &box, false).positions;
        *work = (struct vectors_work){.parts = 1, .numbers = alone ? all : 0, .looked_up = alone ? 0 : all};
        return st;
    }
    size_t bytes = (size_t)box.count * sizeof *box.values;
    box.values = mem_alloc(bytes);
    enum status st = box.values ? vectors_fill_by(parts, manner, &box, &none, NULL, &filled, work) : ST_NO_MEMORY;
    mem_free(box.values, bytes);
    return st;
}

static double cells_of(const struct value_table *box)
{
    double cells = 1;
    for (size_t c = 0; c < box->fields; c++) cells *= (double)box->extent[c];
    return cells;
}

/* For a position. */
static double seconds_by(const struct vectors_work *a, double of, const struct vectors_work *b, double of_b,
                         int halvings)
{
    double each = SECONDS_A_POSITION + SECONDS_A_PART * a->parts;
    each += SECONDS_A_SEED * carried(a->looked_up / of, b->looked_up / of_b, halvings);
    each += SECONDS_A_NUMBER * carried(a->numbers / of, b->numbers / of_b, halvings);
    each += SECONDS_A_JOINED_WORD * grown(a->joined / of, b->joined / of_b, halvings);
    each += SECONDS_A_SCANNED_WORD * grown(a->scanned / of, b->scanned / of_b, halvings);
    each += SECONDS_A_LOOK * grown(a->asked / of, b->asked / of_b, halvings);
    return each + SECONDS_A_VISIT * carried(a->visits / of, b->visits / of_b, halvings);
}

/* What the small box's parts are in the smaller one is compared, since parts of their own need not be the same. */
static enum status carry_values(struct vectors_parts *parts, const struct value_table *small,
                                const struct value_table *box, int halvings, struct vectors_estimate *out)
{
    struct value_table smaller = *small;
    struct vectors_parts corner;
    struct vectors_work a, b;
    halve(&smaller, 1);
    enum status st = vectors_parts_corner(parts, smaller.extent, &corner);
    double rest = (double)plane_count(&parts->rest), before = st == ST_OK ? (double)plane_count(&corner.rest) : 0;
    bool more = rest > before;
    rest = before > 0 ? carried(rest, before, halvings) : rest;
    enum vectors_manner manner = vectors_manner_for(rest, parts->count > 0, box);
    out->bytes = vectors_fill_bytes(parts, manner, box);
    if (manner == VECTORS_BY_SEEDS) out->bytes += rest * BYTES_A_SEED;
    if (manner == VECTORS_BY_SEEDS && !parts->count && rest > 0) { /* few.h: as many rows as seeds reach */
        double rows = (double)(more ? box : small)->extent[0];
        out->bytes += 8 * cells_of(box) * rows / (double)box->extent[0];
    }
    if (st == ST_OK) st = measure_values(parts, manner, *small, &a);
    if (st == ST_OK) st = measure_values(&corner, manner, smaller, &b);
    if (st == ST_OK) out->seconds = cells_of(box) * seconds_by(&a, cells_of(small), &b, cells_of(&smaller), halvings);
    vectors_parts_free(&corner);
    return st;
}

/* Seeds alone, or with parts whose sets are of few words: nothing is carried, since how often each step and seed is
 * followed is known. False: it is not so, or there is too much to be looked at for that. */
static bool count_values(const struct vectors_rule *rule, const struct value_table *box, struct vectors_estimate *out,
                         enum status *st)
{
    struct vectors_parts parts;
    struct budget none = {0};
    double cells = cells_of(box), choices = vectors_set_choices(rule, box, CHOICES_COUNTED);
    if (choices < 0 || choices > CHOICES_COUNTED || box->count > CELLS_COUNTED) return false;
    *st = vectors_find_parts(rule, box, &none, &parts, &choices);
    bool alone = !parts.count, counted = *st == ST_OK && (alone || vectors_numbers(box) <= NUMBERS_COUNTED);
    counted = counted && vectors_manner_for((double)plane_count(&parts.rest), !alone, box) == VECTORS_BY_SEEDS;
    if (counted) {
        out->bytes = vectors_fill_bytes(&parts, VECTORS_BY_SEEDS, box);
        *st = vectors_seed_rest(&parts);
        struct reached seeds = reached_by(&parts, box, false), steps = reached_by(&parts, box, true);
        double each = SECONDS_A_POSITION + SECONDS_A_PART * (double)parts.count;
        double rows = cells / (double)box->extent[box->fields - 1], words = (double)(vectors_numbers(box) + 63) / 64;
        out->seconds = cells * each + SECONDS_A_JOINED_WORD * words * steps.positions;
        if (alone) out->seconds += SECONDS_A_NUMBER * seeds.positions + SECONDS_A_ROW_OF_NUMBERS * seeds.rows;
        else out->seconds += SECONDS_A_SEED * seeds.positions + SECONDS_A_SEED_OF_ROW * rows * seeds.count;
        out->bytes += alone ? vectors_few_bytes(&parts.items[0], box) : BYTES_A_SEED * (double)plane_count(&parts.rest);
    }
    vectors_parts_free(&parts);
    return counted || (*st != ST_OK && *st != ST_UNSUPPORTED);
}

enum status estimate_values(const struct vectors_rule *rule, const struct value_table *box,
                            struct vectors_estimate *out)
{
    struct value_table small = *box;
    struct vectors_parts parts;
    struct budget none = {0};
    int halvings = 0;
    enum status st = ST_OK;
    double choices, growth = 1;
    if (count_values(rule, box, out, &st)) return st;
    while (halvings < HALVINGS_MOST && halve(&small, SAMPLE_VALUES)) halvings++;
    st = vectors_find_parts(rule, &small, &none, &parts, &choices);
    if (st == ST_OK) st = carry_values(&parts, &small, box, halvings, out);
    vectors_parts_free(&parts);
    growth = cells_of(box) / cells_of(&small);
    out->seconds += SECONDS_A_SPLIT_WORD * (double)box->count / 64;
    out->seconds += choices * growth * (SECONDS_A_CHOICE + SECONDS_AN_OPERATOR * (double)rule->operators);
    return st;
}
