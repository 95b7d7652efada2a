/* SPDX-License-Identifier: MIT */
/* The argument stands in rows.h. */
#include "solve/dynamic/rows.h"
#include <string.h>
#include "base/mem.h"
#include "solve/dynamic/cap.h"
#include "solve/dynamic/private.h"

/* ---- opening
 * ----------------------------------------------------------------------------------------------------- */
/* Shared values that are kept: as far as the box's numbers go, twice. */
static size_t shared_count(const struct value_table *box)
{
    uint64_t most = 1;
    for (size_t c = 0; c < box->fields; c++) most += 2 * (uint64_t)box->extent[c];
    return most < 1 << 24 ? (size_t)most : 1 << 24;
}

static size_t words_of(const struct dynamic_rule *rule, const struct value_table *box)
{
    return (size_t)(box->extent[rule->bound] + 63) / 64;
}

double dynamic_bytes(const struct dynamic_rule *rule, const struct value_table *box)
{
    double bytes = 0, most = (double)shared_count(box) / 2, words = (double)words_of(rule, box);
    for (size_t i = 0; i < rule->move_count; i++)
        if (rule->moves[i].shared.count) bytes += most * (words + 2) * sizeof(uint64_t);
    return bytes;
}

static bool open_sets(struct dynamic_rows *r)
{
    size_t moves = r->rule->move_count;
    uint64_t **const rows[] = {&r->ones, &r->row, &r->left, &r->some};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        *rows[i] = arena_array(&r->arena, r->words, sizeof **rows[i]);
        if (!*rows[i]) return false;
    }
    for (int64_t i = 0; i < r->box.extent[r->rule->bound]; i++) r->ones[i / 64] |= (uint64_t)1 << i % 64;
    r->gates = arena_array(&r->arena, moves * r->words + 1, sizeof *r->gates);
    r->gate_at = arena_array(&r->arena, moves + 1, sizeof *r->gate_at);
    r->shared = arena_array(&r->arena, moves + 1, sizeof *r->shared);
    if (!r->gates || !r->gate_at || !r->shared) return false;
    for (size_t i = 0; i < moves; i++) {
        r->gate_at[i] = UINT64_MAX;
        if (!r->rule->moves[i].shared.count) continue;
        r->shared[i].count = r->rule->moves[i].shared_value < 0 ? 1 : shared_count(&r->box);
        r->shared[i].rows = arena_array(&r->arena, r->shared[i].count, sizeof *r->shared[i].rows);
        if (!r->shared[i].rows) return false;
    }
    return true;
}

static bool is_capped(const struct dynamic_rule *rule, const struct value_table *box)
{
    int64_t high[MODEL_MAX_FIELDS], cap;
    for (size_t c = 0; c < box->fields; c++) high[c] = box->low[c] + box->extent[c] - 1;
    return dynamic_cap(rule, box->low, high, &cap) && cap <= high[rule->bound];
}

enum status dynamic_open(struct dynamic_rows *r, const struct dynamic_rule *rule, const struct value_table *box,
                         const size_t *order, struct budget *budget)
{
    *r = (struct dynamic_rows){.rule = rule, .box = *box, .order = order, .budget = budget};
    r->words = words_of(rule, box);
    r->capped = is_capped(rule, box);
    double bytes = dynamic_bytes(rule, box);
    enum status st = bytes < 1e18 ? budget_fits(budget, (uint64_t)bytes) : ST_MEMORY_BUDGET;
    if (st != ST_OK) return st;
    for (size_t c = 0; c < box->fields; c++) r->x[c] = box->low[c];
    return open_sets(r) ? ST_OK : ST_NO_MEMORY;
}

void dynamic_close(struct dynamic_rows *r)
{
    arena_free(&r->arena);
    vec_free(&r->options);
    vec_free(&r->heads);
}

bool dynamic_next(struct dynamic_rows *r)
{
    const struct value_table *box = &r->box;
    r->x[r->rule->bound] = box->low[r->rule->bound];
    if (!r->started) return r->started = true, box->count > 0;
    r->at += (uint64_t)box->extent[r->rule->bound];
    for (size_t k = box->fields - 1; k-- > 0;) {
        size_t c = r->order[k];
        if (++r->x[c] < box->low[c] + box->extent[c]) break;
        r->x[c] = box->low[c];
    }
    return r->at < box->count;
}

void dynamic_stand(struct dynamic_rows *r, uint64_t at)
{
    const struct value_table *box = &r->box;
    uint64_t row = at / (uint64_t)box->extent[r->rule->bound];
    r->started = false;
    r->at = at;
    for (size_t k = box->fields - 1; k-- > 0; row /= (uint64_t)box->extent[r->order[k]])
        r->x[r->order[k]] = box->low[r->order[k]] + (int64_t)(row % (uint64_t)box->extent[r->order[k]]);
    for (size_t i = 0; i < r->rule->move_count; i++) r->gate_at[i] = UINT64_MAX;
}

/* An option that is not in an earlier row may not be allowed. */
static enum status refuse_allowed(struct dynamic_rows *r, const struct dynamic_batch *b, size_t i)
{
    int64_t values[DYNAMIC_VALUES] = {0};
    const uint64_t *row;
    uint64_t any = 0;
    dynamic_values_of(r, b, i, values);
    enum status st = dynamic_allowed(r, b->move, values, &row);
    for (size_t w = 0; st == ST_OK && w < r->words; w++) any |= row[w];
    return any ? ST_UNSUPPORTED : st;
}

/* left &= ~row; is anything left? */
static bool take_away(size_t words, uint64_t *restrict left, const uint64_t *restrict row)
{
    uint64_t any = 0;
    for (size_t w = 0; w < words; w++) any |= left[w] &= ~row[w];
    return any != 0;
}

/* ---- outcomes
 * ---------------------------------------------------------------------------------------------------- */
struct deciding {
    const uint64_t *losses;
    bool misere;
    bool undecided, unmoved; /* is anything left of r->left (not won), of r->some (without an option) */
};

static enum status decide_batch(struct dynamic_rows *r, const struct dynamic_batch *b, void *context, bool *enough)
{
    struct deciding *d = context;
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < b->count; i++) {
        uint64_t at = b->index[i];
        int64_t values[DYNAMIC_VALUES] = {0};
        const uint64_t *row;
        if (!b->passes[i]) continue;
        if (at == DYNAMIC_OUT) {
            st = refuse_allowed(r, b, i);
            continue;
        }
        bool loses = at == DYNAMIC_ENDS ? !d->misere : d->losses[at / 64] >> at % 64 & 1;
        if (!(loses && d->undecided) && !d->unmoved) continue;
        dynamic_values_of(r, b, i, values);
        st = dynamic_allowed(r, b->move, values, &row);
        if (st != ST_OK) break;
        if (d->unmoved) d->unmoved = take_away(r->words, r->some, row);
        if (loses && d->undecided) d->undecided = take_away(r->words, r->left, row);
        r->since += r->words;
        if (!d->undecided && !d->unmoved) return *enough = true, ST_OK;
    }
    return st;
}

enum status dynamic_outcomes(struct dynamic_rows *r, uint64_t *losses, bool misere)
{
    struct deciding d = {losses, misere, true, misere};
    struct dynamic_visit visit = {.take = decide_batch, .context = &d};
    memcpy(r->left, r->ones, r->words * sizeof *r->left);
    memcpy(r->some, r->ones, r->words * sizeof *r->some);
    enum status st = dynamic_choose(r, &visit);
    for (size_t w = 0; st == ST_OK && w < r->words; w++) {
        uint64_t word = r->left[w] & ~(misere ? r->some[w] : 0), at = r->at + 64 * w;
        if (!word) continue;
        losses[at / 64] |= word << at % 64;
        if (at % 64) losses[at / 64 + 1] |= word >> (64 - at % 64);
    }
    return st;
}

/* ---- values
 * ------------------------------------------------------------------------------------------------------ */
struct valuing {
    uint32_t *values;
    uint32_t top; /* values below are in r->heads */
};

static bool make_heads(struct dynamic_rows *r, struct valuing *v, uint32_t value)
{
    if (value < v->top) return true;
    uint32_t top = value < UINT32_MAX / 2 ? value + 1 : UINT32_MAX;
    if (r->heads.count < top) {
        if (!vec_reserve(&r->heads, top - r->heads.count)) return false;
        r->heads.count = top;
    }
    memset(r->heads.data + v->top, 0, (top - v->top) * sizeof *r->heads.data);
    v->top = top;
    return true;
}

static enum status value_batch(struct dynamic_rows *r, const struct dynamic_batch *b, void *context, bool *enough)
{
    struct valuing *v = context;
    (void)enough;
    if (!vec_reserve(&r->options, b->count)) return ST_NO_MEMORY;
    for (size_t i = 0; i < b->count; i++) {
        uint64_t at = b->index[i];
        if (!b->passes[i]) continue;
        if (at == DYNAMIC_OUT) {
            enum status st = refuse_allowed(r, b, i);
            if (st != ST_OK) return st;
            continue;
        }
        uint32_t value = at == DYNAMIC_ENDS ? 0 : v->values[at];
        if (r->options.count >= UINT32_MAX - 1 || !make_heads(r, v, value)) return ST_NO_MEMORY;
        struct dynamic_option *o = &r->options.data[r->options.count];
        *o = (struct dynamic_option){r->heads.data[value], b->move, {0}};
        dynamic_values_of(r, b, i, o->values);
        r->heads.data[value] = (uint32_t)++r->options.count;
        if (!b->move->may_fail) continue;
        const uint64_t *row; /* the option may not be looked at later, and then its failure would not be seen */
        enum status st = dynamic_allowed(r, b->move, o->values, &row);
        if (st != ST_OK) return st;
    }
    return ST_OK;
}

/* Takes those away from r->some, a copy of what is left, with which some option of the value is allowed. */
static enum status take_value(struct dynamic_rows *r, uint32_t first, bool *all)
{
    enum status st = ST_OK;
    *all = false;
    for (uint32_t i = first; st == ST_OK && i; i = r->options.data[i - 1].next) {
        const struct dynamic_option *o = &r->options.data[i - 1];
        const uint64_t *row;
        st = dynamic_allowed(r, o->move, o->values, &row);
        r->since += r->words / 2 + 8;
        if (st == ST_OK && !take_away(r->words, r->some, row)) return *all = true, ST_OK;
    }
    return st;
}

/* What take_value left has this value, and is left no more. False: nothing is left. */
static bool give_value(struct dynamic_rows *r, uint32_t value, uint32_t *values)
{
    uint64_t any = 0;
    for (size_t w = 0; w < r->words; w++) {
        for (uint64_t rest = r->some[w]; rest; rest &= rest - 1) values[64 * w + (size_t)__builtin_ctzll(rest)] = value;
        any |= r->left[w] &= ~r->some[w];
    }
    return any != 0;
}

enum status dynamic_values(struct dynamic_rows *r, uint32_t *values)
{
    struct valuing v = {values, 0};
    struct dynamic_visit visit = {.take = value_batch, .context = &v};
    r->options.count = 0;
    memcpy(r->left, r->ones, r->words * sizeof *r->left);
    enum status st = dynamic_choose(r, &visit);
    bool some = true;
    for (uint32_t value = 0; st == ST_OK && some; value++) {
        bool all = false;
        memcpy(r->some, r->left, r->words * sizeof *r->some);
        if (value < v.top) st = take_value(r, r->heads.data[value], &all);
        if (st == ST_OK && !all) some = give_value(r, value, values + r->at);
        if (st == ST_OK && r->since > 1 << 18) st = budget_check(r->budget), r->since = 0;
    }
    return st;
}

/* ---- what fits ----------------------------------------------------------------------------------------------------- */
bool dynamic_small_rows(const struct value_table *rows)
{
    bool small = true;
    for (size_t c = 0; c < rows->fields; c++)
        small = small && dynamic_is_small(rows->low[c]) && dynamic_is_small(rows->low[c] + rows->extent[c]);
    return small;
}

bool dynamic_small_batch(const struct dynamic_rows *r, const struct dynamic_batch *batch)
{
    bool small = true;
    for (size_t k = TERM_CELLS; k < TERM_CELLS + batch->move->value_count; k++)
        small = small && dynamic_is_small(r->x[k]) && dynamic_is_small(r->x[k] + (int64_t)batch->count);
    return small;
}
