/* SPDX-License-Identifier: MIT */
#include "code/machine/turns_numbers.h"
#include "code/machine/runs.h"

enum { RUN_MOST = 8 };

/* The numbers behind x in several runs first, first + step .. last, at most `most`, ascending; more than RUN_MOST: one by one. */
static size_t behind(const int64_t *runs, size_t cells, int64_t x, size_t most, int64_t *numbers)
{
    int64_t next[RUN_MOST];
    size_t count = 0, left = 0, of[RUN_MOST];
    if (cells > 3 * RUN_MOST) {
        while (count < most && runs_after(runs, cells, &x)) numbers[count++] = x;
        return count;
    }
    for (size_t k = 0; k < cells; k += 3)
        if (runs_next(runs + k, 3, x, &next[left])) of[left++] = k;
    while (left && count < most) {
        int64_t least = next[0];
        for (size_t i = 1; i < left; i++) least = next[i] < least ? next[i] : least;
        if (least > x) numbers[count++] = least;
        for (size_t i = left; i-- > 0;) {
            const int64_t *run = runs + of[i];
            if (next[i] != least) continue;
            if ((uint64_t)run[1] - (uint64_t)least >= (uint64_t)run[2]) {
                next[i] += run[2];
            } else {
                next[i] = next[--left];
                of[i] = of[left];
            }
        }
    }
    return count;
}

size_t turns_numbers_in_runs(const struct frame *f, const struct ins *next, size_t most, int64_t *numbers,
                             int64_t *after)
{
    int64_t x = f->registers[next->a], later[TURNS_BLOCK];
    size_t count = behind(&f->registers[next->b], (size_t)next->c, x, most, later);
    numbers[0] = x;
    for (size_t i = 1; i < count; i++) numbers[i] = later[i - 1];
    if (count) *after = later[count - 1];
    return count;
}

size_t turns_numbers_in_range(const struct frame *f, const struct ins *next, size_t most, int64_t *after)
{
    int64_t x = f->registers[next->a];
    uint64_t left = (uint64_t)f->registers[next->b] - (uint64_t)x;
    size_t count = left < most ? (size_t)left : most;
    *after = x + (int64_t)count;
    return count;
}

enum status turns_numbers_charge(struct machine *vm, size_t done)
{
    vm->fuel -= (uint32_t)done;
    vm->blocked += done;
    return vm->fuel ? ST_OK : machine_refuel(vm);
}
