/* SPDX-License-Identifier: MIT */
#include "solve/vectors/fill.h"
#include <string.h>
#include "base/bits.h"
#include "solve/vectors/crowd.h"
#include "solve/vectors/few.h"

enum { PLANES = 4 };          /* of D, and three while it is split */
#define SEED_COST 1.2         /* nanoseconds for each seed and position */
#define NUMBER_COST 0.2       /* the same where there are seeds alone */
#define ROW_COST 6            /* nanoseconds for each seed and row */
#define CROWD_COST 8          /* for each place that is looked at */
#define HITS_FOR_ALL_OPEN 4.2 /* ln 64: so many hits leave one of 64 positions open */

/* Are all members as seeds alone less work than the rest as seeds beside parts? What seeds take is compared, as if each
 * reached as many positions; what steps take is not, which is little. */
static bool better_alone(const struct vectors_set *d, const struct vectors_parts *parts, const struct value_table *box)
{
    uint64_t all = 0, words = (vectors_numbers(box) + 63) / 64;
    double rest = (double)plane_count(&parts->rest), a_row = ROW_COST / (double)box->extent[box->fields - 1];
    for (size_t i = 0; i < d->rows.count; i++) {
        const struct vectors_row *r = &d->rows.data[i];
        for (uint32_t w = r->from; w + 1 < r->to; w++) all += bits_of(d->bits[r->row * (d->words + 2) + 1 + w]);
    }
    return parts->count && all <= VECTORS_SEEDS && words <= VECTORS_FEW_WORDS &&
           (double)all * (NUMBER_COST * (double)words + a_row) < rest * (SEED_COST + a_row);
}

/* All of D is left. */
static void without_parts(const struct vectors_set *d, struct vectors_parts *parts)
{
    for (size_t i = 0; i < parts->count; i++) vec_free(&parts->items[i].seeds);
    memset(parts->items, 0, sizeof parts->items);
    parts->count = 0;
    for (uint64_t r = 0; r < d->row_count; r++)
        memcpy(parts->rest.bits + r * parts->rest.words, d->bits + r * (d->words + 2) + 1,
               (size_t)d->words * sizeof *d->bits);
}

enum status vectors_find_parts(const struct vectors_rule *rule, const struct value_table *table, struct budget *budget,
                               struct vectors_parts *parts, double *choices)
{
    struct value_table box = {.game = table->game, .fields = table->fields};
    struct vectors_set d;
    *parts = (struct vectors_parts){.count = 0};
    for (size_t c = 0; c < box.fields; c++) {
        box.low[c] = table->low[c];
        box.extent[c] = table->extent[c];
    }
    if (!vectors_box(&box)) return ST_UNSUPPORTED;
    enum status st = vectors_set_open(&d, rule, &box, budget);
    if (st == ST_OK) st = budget_fits(budget, (PLANES - 1) * box.count / 8);
    if (st == ST_OK) st = vectors_split(&d, parts);
    if (st == ST_OK && better_alone(&d, parts, table)) without_parts(&d, parts);
    *choices = (double)d.choices;
    vectors_set_close(&d);
    return st;
}

/* The cheaper one. Values are taken to be as large as what there is to take; the rest of D is taken to be spread
 * evenly, and a quarter of it to be there at a position. */
enum vectors_manner vectors_manner_for(double rest, bool parts, const struct value_table *table)
{
    double cells = 1, numbers = 0;
    for (size_t c = 0; c < table->fields; c++) {
        cells *= (double)table->extent[c];
        numbers += (double)table->extent[c];
    }
    if (rest < 1) return VECTORS_BY_SEEDS;
    double seeds = rest / 4 * (parts ? SEED_COST : NUMBER_COST);
    double places = numbers / 2 / 64 * (HITS_FOR_ALL_OPEN * cells / rest + 1);
    return rest > VECTORS_SEEDS || seeds > places * CROWD_COST ? VECTORS_BY_CROWD : VECTORS_BY_SEEDS;
}

/* What leads to the same row belongs to the crowd. */
static void drop_within(struct vectors_parts *parts)
{
    size_t left = 0;
    plane_add_row(&parts->rest, &parts->within);
    for (size_t i = 0; i < parts->count; i++) {
        struct vectors_part part = parts->items[i];
        parts->items[i] = (struct vectors_part){.step_count = 0};
        if (part.within) vec_free(&part.seeds);
        else parts->items[left++] = part;
    }
    parts->count = left;
}

static bool are_few(const struct vectors_parts *parts) { return parts->count == 1 && !parts->items[0].step_count; }

double vectors_fill_bytes(const struct vectors_parts *parts, enum vectors_manner manner, const struct value_table *box)
{
    double planes = PLANES * (double)box->count / 8; /* they are gone when positions are filled */
    double made = manner == VECTORS_BY_CROWD ? vectors_crowd_bytes(parts, box)
                  : are_few(parts)           ? vectors_few_bytes(&parts->items[0], box)
                                             : vectors_values_bytes(parts, box, false);
    return made > planes ? made : planes;
}

static enum status fill_by_few(const struct vectors_parts *parts, struct value_table *table, struct budget *budget,
                               const struct kept_rows *of, uint64_t *filled, struct vectors_work *work)
{
    struct vectors_few few;
    enum status st = vectors_few_open(&few, &parts->items[0], table, budget);
    if (st == ST_OK) st = vectors_few_fill(&few, of);
    *filled = few.filled;
    work->numbers = (double)few.looked_up;
    vectors_few_close(&few);
    return st;
}

/* From the row on that is begun. */
static enum status fill_by_sets(const struct vectors_parts *parts, struct value_table *table, struct budget *budget,
                                const struct kept_rows *of, uint64_t *filled, struct vectors_work *work)
{
    struct vectors_values v;
    uint64_t columns = (uint64_t)table->extent[table->fields - 1];
    enum status st = vectors_values_open(&v, parts, table, false, budget);
    v.filled = *filled / columns * columns;
    if (st == ST_OK) st = vectors_fill(&v, of);
    *filled = v.filled;
    work->looked_up = (double)v.looked_up;
    work->joined = (double)v.joined;
    work->scanned = (double)v.scanned;
    vectors_values_close(&v);
    return st;
}

static enum status fill_by_crowd(const struct vectors_parts *parts, struct value_table *table, struct budget *budget,
                                 const struct kept_rows *of, uint64_t *filled, struct vectors_work *work)
{
    struct vectors_crowd c;
    enum status st = vectors_crowd_open(&c, parts, table, budget);
    if (st == ST_OK) st = vectors_crowd_fill(&c, of);
    *filled = c.filled;
    work->looked_up = (double)c.sets.looked_up;
    work->joined = (double)c.sets.joined;
    work->asked = (double)c.asked;
    work->visits = (double)c.visits;
    vectors_crowd_close(&c);
    return st;
}

enum status vectors_fill_by(struct vectors_parts *parts, enum vectors_manner manner, struct value_table *table,
                            struct budget *budget, const struct kept_rows *of, uint64_t *filled,
                            struct vectors_work *work)
{
    enum status st = ST_OK;
    *filled = 0;
    *work = (struct vectors_work){.parts = 0};
    if (manner == VECTORS_BY_CROWD) drop_within(parts);
    else st = vectors_seed_rest(parts);
    work->parts = (double)parts->count;
    if (st != ST_OK) return st;
    if (manner == VECTORS_BY_CROWD) return fill_by_crowd(parts, table, budget, of, filled, work);
    if (are_few(parts)) st = fill_by_few(parts, table, budget, of, filled, work);
    if (!are_few(parts) || st == ST_UNSUPPORTED) st = fill_by_sets(parts, table, budget, of, filled, work);
    return st;
}
