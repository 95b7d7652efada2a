/* SPDX-License-Identifier: MIT */
/* Iterators over sets: one element at a time, however large the set is. */
#include <string.h>
#include "base/checked.h"
#include "base/mem.h"
#include "code/machine/private.h"
#include "base/numbers.h"

enum { POWERS_MOST = 63 };   /* that fit 64 bits */
#define ROOT_MOST 3037000499 /* the next square exceeds 64 bits */

void iterate_cells(struct iterator *it, const int64_t *cells, size_t count, int64_t cap)
{
    it->kind = ITERATE_CELLS;
    it->cells = cells;
    it->at = 0;
    it->count = count;
    it->cap = cap;
}

void iterate_array(struct iterator *it, int array, int64_t cap)
{
    it->kind = ITERATE_ARRAY;
    it->array = array;
    it->at = 0;
    it->cap = cap;
}

void iterate_named(struct iterator *it, enum domain_kind set, int64_t cap)
{
    it->kind = set == DOMAIN_SQUARES ? ITERATE_SQUARES : set == DOMAIN_FIB ? ITERATE_FIB : ITERATE_PRIMES;
    it->now = set == DOMAIN_PRIMES ? 2 : 1;
    it->next = 2;
    it->cap = cap;
    it->done = false;
}

enum status iterate_powers(struct frame *f, const struct ins *ins, struct iterator *it, int64_t base, int64_t cap)
{
    if (base < 2) return fail_at(f, ins, D_RUN_POWER_BASE, (long long)base);
    if (it->powers_of != base) {
        enum status st = array_reserve(&it->row, POWERS_MOST);
        if (st != ST_OK) return st;
        uint32_t count = 0;
        bool fits = true;
        for (int64_t x = 1; fits; fits = checked_mul(x, base, &x)) it->row.own[count++] = x;
        it->row.count = count;
        it->powers_of = base;
    }
    iterate_cells(it, it->row.own, it->row.count, cap);
    return ST_OK;
}

void iterate_submasks(struct iterator *it, int64_t mask, int64_t least, int64_t cap)
{
    it->kind = ITERATE_SUBMASKS;
    it->base = mask;
    it->now = cgi_submask(mask, least);
    it->cap = cap;
    it->done = it->now < 0;
}

enum status iterate_rows(struct frame *f, const struct ins *ins, struct iterator *it, int64_t length, int64_t low,
                         int64_t high)
{
    it->kind = ITERATE_ROWS;
    it->powers_of = 0;
    it->low = low;
    it->high = high;
    it->done = length < 0 || (length > 0 && low > high);
    it->row.count = 0;
    if (it->done) return ST_OK;
    if (length > POSITION_MAX_CELLS) return fail_cells(f, ins, (uint64_t)length);
    enum status st = array_reserve(&it->row, (uint32_t)length);
    if (st != ST_OK) return st;
    it->row.count = (uint32_t)length;
    for (int64_t i = 0; i < length; i++) it->row.own[i] = low;
    return ST_OK;
}

enum status iterate_next_row(struct iterator *it, struct array *row, bool *more)
{
    *more = !it->done;
    if (it->done) return ST_OK;
    enum status st = array_copy(row, &it->row);
    uint32_t i = it->row.count;
    while (i > 0 && it->row.own[i - 1] == it->high) it->row.own[--i] = it->low;
    if (i == 0) it->done = true;
    else it->row.own[i - 1]++;
    return st;
}

/* The next prime >= it->now; the search itself counts against the budget. */
static enum status next_prime(struct frame *f, struct iterator *it, int64_t *value, bool *more)
{
    size_t count;
    if (!it->done && machine_primes(f->vm, it->now, it->cap, value, 1, &count)) {
        *more = count == 1;
        it->done = count == 0;
        if (count) it->now = *value + 1;
        return ST_OK;
    }
    int64_t n = it->now;
    while (!it->done && n <= it->cap) {
        bool prime = machine_is_prime(f->vm, n);
        int64_t found = n;
        it->done = n == INT64_MAX;
        if (!it->done) n++;
        if (prime) {
            it->now = n;
            *value = found;
            *more = true;
            return ST_OK;
        }
        if (--f->vm->fuel == 0) {
            enum status st = machine_refuel(f->vm);
            if (st != ST_OK) return st;
        }
    }
    it->done = true;
    return ST_OK;
}

static bool next_of(struct iterator *it, const struct array *arrays, int64_t *value)
{
    switch (it->kind) {
    case ITERATE_CELLS:
        if (it->at >= it->count) return false;
        *value = it->cells[it->at++];
        return true;
    case ITERATE_ARRAY:
        if (it->at >= arrays[it->array].count) return false;
        *value = arrays[it->array].cells[it->at++];
        return true;
    case ITERATE_SQUARES:
        if (it->done) return false;
        *value = it->now * it->now;
        it->done = it->now == ROOT_MOST;
        it->now++;
        return true;
    case ITERATE_FIB:
        if (it->done) return false;
        *value = it->now;
        it->now = it->next;
        it->done = it->next < 0;
        if (!it->done && !checked_add(*value, it->next, &it->next)) it->next = -1;
        return true;
    case ITERATE_SUBMASKS:
        if (it->done) return false;
        *value = it->now;
        it->now = submask_after(it->base, it->now);
        it->done = it->now == 0;
        return true;
    default: return false;
    }
}

enum status iterate_next(struct frame *f, struct iterator *it, int64_t *value, bool *more)
{
    int64_t x = 0;
    *more = false;
    if (it->kind == ITERATE_PRIMES) return next_prime(f, it, value, more);
    if (next_of(it, f->arrays, &x) && x <= it->cap) {
        *value = x;
        *more = true;
    }
    return ST_OK;
}

static size_t batch_of_cells(struct iterator *it, int64_t *out, size_t max)
{
    size_t n = 0;
    while (n < max && it->at < it->count && it->cells[it->at] <= it->cap) out[n++] = it->cells[it->at++];
    return n;
}

static size_t batch_of_squares(struct iterator *it, int64_t *out, size_t max)
{
    size_t n = 0;
    int64_t root = it->now;
    for (; n < max && root < ROOT_MOST && root * root <= it->cap; root++) out[n++] = root * root;
    it->now = root;
    return n;
}

enum status iterate_batch(struct frame *f, struct iterator *it, int64_t *out, size_t max, size_t *count)
{
    *count = 0;
    if (it->kind == ITERATE_CELLS) {
        *count = batch_of_cells(it, out, max);
        return ST_OK;
    }
    if (it->kind == ITERATE_PRIMES && !it->done && machine_primes(f->vm, it->now, it->cap, out, max, count)) {
        if (*count) it->now = out[*count - 1] + 1;
        it->done = *count < max;
        return ST_OK;
    }
    if (it->kind == ITERATE_SQUARES) *count = batch_of_squares(it, out, max);
    for (bool more = true; *count < max; ++*count) {
        enum status st = iterate_next(f, it, &out[*count], &more);
        if (st != ST_OK || !more) return st;
    }
    return ST_OK;
}

/* ---- elements in memory ------------------------------------------------------------------------------------------ */
enum { NAMED_BATCH = 256, NAMED_FIRST = 1 << 10, NAMED_MOST = 1 << 22 };

static size_t block_bytes(size_t room) { return sizeof(struct named_block) + room * sizeof(int64_t); }

/* A larger array; the ones before stay where they are, with what they hold. */
static bool make_room(struct frame *f, struct named_cells *n)
{
    size_t room = 2 * n->room + NAMED_BATCH;
    if (budget_fits(f->vm->budget, block_bytes(room)) != ST_OK) return false;
    struct named_block *block = mem_alloc_raw(block_bytes(room));
    if (!block) return false;
    for (size_t i = 0; i < n->count; i++) block->cells[i] = n->block->cells[i];
    block->before = n->block;
    n->block = block;
    n->room = room;
    return true;
}

static bool add_known(struct frame *f, struct named_cells *n, const int64_t *elements, size_t count)
{
    if (n->room - n->count < count && !make_room(f, n)) return false;
    for (size_t i = 0; i < count; i++) n->block->cells[n->count++] = elements[i];
    return true;
}

/* Are there few enough up to there, so that none is looked for one by one? */
static bool is_near(struct machine *vm, enum domain_kind set, int64_t most)
{
    size_t count;
    int64_t any;
    if (set == DOMAIN_PRIMES) return machine_primes(vm, most, most, &any, 1, &count);
    return set == DOMAIN_FIB || most <= (int64_t)NAMED_MOST * NAMED_MOST;
}

const int64_t *iterate_known(struct frame *f, enum domain_kind set, int64_t most, const int64_t **end)
{
    struct named_cells *n = &f->vm->named[set == DOMAIN_SQUARES ? 0 : set == DOMAIN_FIB ? 1 : 2];
    int64_t elements[NAMED_BATCH], to = n->most < most / 2 ? most : 2 * n->most;
    if (n->block && most <= n->most) return *end = n->block->cells + n->count, n->block->cells;
    if (to < NAMED_FIRST) to = NAMED_FIRST;
    if (!is_near(f->vm, set, to)) to = most;
    if (!is_near(f->vm, set, to)) return NULL;
    struct iterator it;
    iterate_named(&it, set, to);
    n->count = 0;
    n->most = 0;
    for (size_t count = NAMED_BATCH; count == NAMED_BATCH;) {
        if (iterate_batch(f, &it, elements, NAMED_BATCH, &count) != ST_OK) return NULL;
        if (!add_known(f, n, elements, count)) return NULL;
    }
    n->most = to;
    return *end = n->block->cells + n->count, n->block->cells;
}

/* How many cells of the array follow that are not above the limit, up to the first one that is. */
static const int64_t *rest_of_array(const struct frame *f, const struct iterator *it, size_t *count)
{
    const struct array *a = &f->arrays[it->array];
    size_t end = it->at;
    while (end < a->count && a->cells[end] <= it->cap) end++;
    *count = end - it->at;
    return a->cells + it->at;
}

/* How many of the ascending cells are not above the limit. */
static size_t count_up_to(const int64_t *cells, size_t count, int64_t limit)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (cells[middle] <= limit) low = middle + 1;
        else high = middle;
    }
    return low;
}

bool iterate_rest(struct frame *f, struct iterator *it, const int64_t **cells, size_t *count)
{
    const int64_t *end, *all;
    if (it->kind == ITERATE_FIB && !it->done && (all = iterate_known(f, DOMAIN_FIB, it->cap, &end))) {
        size_t passed = count_up_to(all, (size_t)(end - all), it->now - 1);
        iterate_cells(it, all, (size_t)(end - all), it->cap); /* they are few, and stay where they are */
        it->at = passed;
    }
    if (it->kind == ITERATE_CELLS) {
        *cells = it->cells + it->at;
        *count = count_up_to(*cells, it->count - it->at, it->cap);
        return true;
    }
    if (it->kind == ITERATE_ARRAY) return *cells = rest_of_array(f, it, count), true;
    bool primes = it->kind == ITERATE_PRIMES, squares = it->kind == ITERATE_SQUARES;
    if ((!primes && !squares) || it->done) return false;
    if (!(all = iterate_known(f, primes ? DOMAIN_PRIMES : DOMAIN_SQUARES, it->cap, &end))) return false;
    size_t known = count_up_to(all, (size_t)(end - all), it->cap);
    size_t passed = primes ? count_up_to(all, known, it->now - 1) : (size_t)it->now - 1;
    *cells = all + passed;
    *count = passed < known ? known - passed : 0;
    return true;
}

void iterate_over(struct iterator *it, const int64_t *cells, size_t count)
{
    if (it->kind == ITERATE_CELLS || it->kind == ITERATE_ARRAY) it->at += count;
    else if (it->kind == ITERATE_SQUARES) it->now += (int64_t)count;
    else if (count) it->now = cells[count - 1] + 1;
}

void machine_close_named(struct machine *vm)
{
    for (size_t i = 0; i < sizeof vm->named / sizeof *vm->named; i++) {
        struct named_cells *n = &vm->named[i];
        for (struct named_block *block = n->block, *before; block; block = before) {
            before = block->before;
            mem_free(block, block_bytes(n->room));
            n->room = (n->room - NAMED_BATCH) / 2;
        }
        *n = (struct named_cells){0};
    }
}

struct divisor_sink {
    struct array *array;
    int64_t cap;
};

static enum status put_divisor(void *context, uint64_t d)
{
    struct divisor_sink *sink = context;
    if (d > INT64_MAX || (int64_t)d > sink->cap) return ST_OK;
    struct array *a = sink->array;
    enum status st = array_reserve(a, a->count + 1);
    if (st == ST_OK) a->own[a->count++] = (int64_t)d;
    return st;
}

bool array_known_divisors(struct machine *vm, struct array *a, int64_t n, int64_t cap)
{
    const int64_t *known;
    size_t count = 0;
    bool stay;
    if (!machine_known_divisors(vm, n < 0 && n > INT64_MIN ? -n : n, &known, &count, &stay)) return false;
    while (count && known[count - 1] > cap) count--;
    if (!stay && array_reserve(a, (uint32_t)count + 1) != ST_OK) return false;
    if (stay) a->cells = known;
    else memcpy(a->own, known, count * sizeof *known);
    a->count = (uint32_t)count;
    return true;
}

enum status array_divisors(struct frame *f, const struct ins *ins, struct array *a, int64_t n, int64_t cap)
{
    struct divisor_sink sink = {a, cap};
    a->count = 0;
    if (cap < 1) return ST_OK; /* divisors are positive, so none is small enough, not even those of 0 */
    if (n == 0) return fail_at(f, ins, D_RUN_DIVISORS_OF_ZERO);
    if (array_known_divisors(f->vm, a, n, cap)) return ST_OK;
    int64_t small[DIVISORS_MOST];
    size_t count = 0;
    if (machine_divisors(f->vm, n < 0 && n > INT64_MIN ? -n : n, cap, small, &count)) {
        enum status st = array_reserve(a, (uint32_t)count + 1);
        for (size_t i = 0; st == ST_OK && i < count; i++) a->own[a->count++] = small[i];
        return st;
    }
    enum status st = array_reserve(a, 1);
    uint64_t size = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    if (st == ST_OK) st = number_divisors(size, f->vm->budget, put_divisor, &sink);
    cells_sort(a->own, a->count);
    return st;
}
