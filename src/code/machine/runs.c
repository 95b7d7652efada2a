/* SPDX-License-Identifier: MIT */
#include "code/machine/runs.h"
#include "base/checked.h"

__extension__ typedef __int128 wide;

static wide sum_of(const int64_t *values, const struct pool_set *row)
{
    wide sum = row->cells[row->count - 2];
    for (size_t i = 0; i + 2 < row->count; i++) sum += (wide)row->cells[i] * values[i];
    return sum;
}

static wide floor_div(wide x, int64_t d)
{
    wide q = x / d;
    return q * d > x ? q - 1 : q;
}

bool runs_at_least(int64_t *x, const int64_t *values, const struct pool_set *row)
{
    int64_t d = row->cells[row->count - 1];
    wide low = floor_div(sum_of(values, row) + d - 1, d);
    if (low > INT64_MAX) return false;
    if (low > *x) *x = (int64_t)low;
    return true;
}

bool runs_at_most(int64_t *x, const int64_t *values, const struct pool_set *row)
{
    wide high = floor_div(sum_of(values, row), row->cells[row->count - 1]);
    if (high < INT64_MIN) return false;
    if (high < *x) *x = (int64_t)high;
    return true;
}

bool runs_step_from(int64_t *x, const int64_t *values, const struct pool_set *row)
{
    int64_t step = row->cells[row->count - 1];
    wide ahead = sum_of(values, row) - *x, next = *x + (ahead - floor_div(ahead, step) * step);
    if (next > INT64_MAX) return false;
    *x = (int64_t)next;
    return true;
}

bool runs_step_by(int64_t *x, int64_t from, int64_t modulus, int64_t to)
{
    if (modulus < 1) return true;
    wide way = (wide)to - from, ahead = way - floor_div(way, modulus) * modulus;
    return checked_add(*x, (int64_t)ahead, x);
}

int64_t runs_floor(const int64_t *values, const struct pool_set *row)
{
    wide value = floor_div(sum_of(values, row), row->cells[row->count - 1]);
    return value > INT64_MAX ? INT64_MAX : value < INT64_MIN ? INT64_MIN : (int64_t)value;
}

/* The least number from `from` on in first, first + step .. last. */
static bool run_next(int64_t first, int64_t last, int64_t step, int64_t from, int64_t *x)
{
    uint64_t ahead = 0;
    if (from < first) from = first;
    else if (step > 1) ahead = ((uint64_t)from - (uint64_t)first) % (uint64_t)step;
    if (ahead) ahead = (uint64_t)step - ahead;
    if (last < from || (uint64_t)last - (uint64_t)from < ahead) return false;
    *x = from + (int64_t)ahead;
    return true;
}

bool runs_next(const int64_t *runs, size_t count, int64_t from, int64_t *x)
{
    bool found = false;
    int64_t best = 0, next;
    for (size_t i = 0; i < count; i += 3) {
        if (!run_next(runs[i], runs[i + 1], runs[i + 2], from, &next) || (found && next >= best)) continue;
        best = next;
        found = true;
    }
    if (found) *x = best;
    return found;
}

bool runs_after(const int64_t *runs, size_t count, int64_t *x)
{
    if (count == 3 && runs[2] > 0) { /* x is one of it */
        if (*x >= runs[1] || (uint64_t)runs[1] - (uint64_t)*x < (uint64_t)runs[2]) return false;
        *x += runs[2];
        return true;
    }
    return *x < INT64_MAX && runs_next(runs, count, *x + 1, x);
}
