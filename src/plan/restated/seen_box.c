/* SPDX-License-Identifier: MIT */
/* Images are linear in each number, so their least and greatest are found end by end. What is a position and what is not is asked of the
 * rule as it is written: outside its invariant a value that stands in the other box is nobody's. */
#include "plan/restated/seen_box.h"
#include <string.h>
#include "base/mem.h"
#include "plan/restated/seen_coordinates.h"
#include "solve/heap/blocks.h"

enum { BATCH = 4096 };
#define LARGEST (INT64_MAX / (4 * SEEN_CELLS_MOST)) /* sums of so many stay within 64 bits */

bool seen_box_corner(const struct ask *ask, struct component *corner, int64_t *cells)
{
    const struct value_table *box = ask->box;
    for (size_t f = 0; f < box->fields; f++) {
        if (box->low[f] < 0 || box->extent[f] < 1) return false;
        if (__builtin_add_overflow(box->low[f], box->extent[f] - 1, &cells[f]) || cells[f] > LARGEST) return false;
    }
    *corner = (struct component){box->game, (uint32_t)box->fields, cells};
    return box->fields > 0;
}

/* The ends of number k of the state as it is counted. */
static void ends_of(const struct seen_rule *r, const struct value_table *box, size_t k, int64_t *low, int64_t *high)
{
    size_t i = r->order[k], f = r->shape.at[i];
    int64_t least = box->low[f] - r->shape.low[i], most = least + box->extent[f] - 1;
    *low = r->turned[i] ? r->top[i] - most : least;
    *high = r->turned[i] ? r->top[i] - least : most;
}

/* With so many times another number added. False: it is too large. */
static bool add_ends(int64_t times, int64_t least, int64_t most, int64_t *low, int64_t *high)
{
    int64_t down, up;
    return !__builtin_mul_overflow(times, times > 0 ? least : most, &down) &&
           !__builtin_mul_overflow(times, times > 0 ? most : least, &up) && !__builtin_add_overflow(*low, down, low) &&
           !__builtin_add_overflow(*high, up, high) && *low > -LARGEST && *high < LARGEST;
}

bool seen_box_about(const struct env *env, const struct seen_rule *r, const struct value_table *box,
                    struct value_table *about)
{
    int64_t low[SEEN_CELLS_MOST], high[SEEN_CELLS_MOST], count = 1;
    bool all = !env->model->games[r->game].invariant; /* each state is a position */
    if (r->rows || r->shape.lowered) return false;
    for (size_t i = 0; i < r->shape.count; i++)
        if (r->turned[i] && r->top[i] > LARGEST) return false;
    for (size_t i = 0; i < r->shape.fixed_count; i++)
        if (box->extent[r->shape.fixed[i].cell.field] != 1) return false;
    for (size_t k = 0; k < r->shape.count; k++) ends_of(r, box, k, &low[k], &high[k]);
    for (size_t i = r->shape.count; i-- > 0;)
        for (size_t k = i + 1; k < r->shape.count; k++)
            if (!add_ends(r->plus[i][k], low[k], high[k], &low[i], &high[i])) return false;
    *about = (struct value_table){.game = r->game, .fields = r->shape.count};
    for (size_t k = r->shape.count; k-- > 0;) {
        if (high[k] < 0 || (all && low[k] < 0)) return false;
        about->low[k] = low[k] > 0 ? low[k] : 0;
        about->extent[k] = high[k] - about->low[k] + 1;
        about->stride[k] = count;
        if (__builtin_mul_overflow(count, about->extent[k], &count) || count > INT64_MAX / 64) return false;
    }
    about->count = (uint64_t)count;
    return true;
}

/* VALUE_NONE: it is not in the box. */
static uint32_t value_of(const struct seen_rule *r, const struct value_table *seen, const int64_t *cells)
{
    int64_t numbers[SEEN_CELLS_MOST], index = 0;
    if (!seen_numbers(r, cells, numbers)) return VALUE_NONE;
    for (size_t k = 0; k < seen->fields; k++) {
        if (numbers[k] < seen->low[k] || numbers[k] - seen->low[k] >= seen->extent[k]) return VALUE_NONE;
        index += (numbers[k] - seen->low[k]) * seen->stride[k];
    }
    return seen->values[index];
}

/* The values of all positions of the box, VALUE_NONE where there is none. */
static enum status look_up(struct env *env, const struct seen_rule *r, const struct value_table *box,
                           const struct value_table *seen, uint32_t *values)
{
    int64_t cells[MODEL_MAX_FIELDS];
    struct component at = {box->game, (uint32_t)box->fields, cells};
    bool legal = true, asks = env->model->games[box->game].invariant != NULL;
    enum status st = ST_OK;
    for (size_t f = 0; f < box->fields; f++) cells[f] = box->low[f];
    for (uint64_t i = 0; i < box->count && st == ST_OK; i++) {
        if (i % BATCH == 0 && (st = budget_check(env->budget)) != ST_OK) break;
        if (asks) st = vm_legal(env->vm, &at, &legal);
        values[i] = legal && st == ST_OK ? value_of(r, seen, cells) : VALUE_NONE;
        if (legal && st == ST_OK && values[i] == VALUE_NONE) st = ST_UNSUPPORTED;
        for (size_t f = box->fields; f-- > 0;) {
            if (++cells[f] < box->low[f] + box->extent[f]) break;
            cells[f] = box->low[f];
        }
    }
    return st;
}

static enum status give(const struct ask *ask, const uint32_t *values)
{
    struct blocks blocks;
    enum status st = blocks_open(&blocks, ask);
    for (uint64_t i = 0; i < ask->box->count && st == ST_OK; i += BLOCK_VALUES) {
        uint64_t left = ask->box->count - i;
        st = blocks_add(&blocks, values + i, left < BLOCK_VALUES ? (size_t)left : BLOCK_VALUES, 1);
    }
    if (st == ST_OK) st = blocks_end(&blocks);
    blocks_close(&blocks);
    return st;
}

enum status seen_box_run(struct env *env, const struct seen_rule *r, const struct ask *ask, struct plan *plan,
                         struct arena *arena, struct result *result)
{
    struct value_table *seen = plan->ask->box;
    size_t bytes = (size_t)seen->count * sizeof *seen->values, room = (size_t)ask->box->count * sizeof(uint32_t);
    enum status st = budget_fits(env->budget, bytes + room);
    if (st != ST_OK) return st;
    uint32_t *values = mem_alloc_raw(room);
    seen->values = mem_alloc_raw(bytes);
    st = values && seen->values ? plan_run_else(r->as.env, plan, arena, result) : ST_NO_MEMORY;
    if (st == ST_RULE_FAILED || st == ST_INVALID || st == ST_USAGE) st = ST_UNSUPPORTED;
    if (st == ST_OK) st = look_up(env, r, ask->box, seen, values);
    if (seen->values) mem_free(seen->values, bytes);
    seen->values = NULL;
    if (st == ST_OK) st = give(ask, values);
    if (values) mem_free(values, room);
    return st;
}
