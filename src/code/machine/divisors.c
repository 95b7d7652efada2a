/* SPDX-License-Identifier: MIT */
/* The divisors of numbers that are asked for one after the other, or again and again, as those of each heap of a box: they are found for
 * 256 numbers at once, from all d up to the root of the greatest, each with what it is taken from. So a number takes about as many steps
 * as it has divisors. A block that is asked for here and there is not made; those of small numbers stay, some six megabytes at most, and
 * of others one takes the place of another. */
#include <string.h>
#include "base/mem.h"
#include "code/machine/private.h"

enum { BLOCK = 256, STAYING = 256, PASSING = 8, SLOTS = STAYING + PASSING, ASKED_LEAST = 8, NUMBERS_MOST = 1 << 24 };
struct divisor_block {
    uint64_t number; /* of numbers number * BLOCK .. number * BLOCK + BLOCK - 1 */
    unsigned asked;  /* how often one of these was asked for before the block was made */
    bool made;
    uint32_t begin[BLOCK + 1]; /* of its cells, each number's divisors ascending */
    int64_t *cells;
    size_t room;
};

static size_t cells_bytes(const struct divisor_block *b) { return b->room * sizeof *b->cells; }

/* The first multiple of d in the block that is not below d * d: its quotient is then not below d. */
static int64_t first_quotient(int64_t low, int64_t d)
{
    int64_t quotient = (low + d - 1) / d;
    return quotient > d ? quotient : d;
}

static void count_divisors(struct divisor_block *b, int64_t low)
{
    int64_t end = low + BLOCK;
    memset(b->begin, 0, sizeof b->begin);
    for (int64_t d = 1; d * d < end; d++) {
        int64_t quotient = first_quotient(low, d);
        for (int64_t n = quotient * d; n < end; n += d) b->begin[n - low + 1] += n == d * d ? 1 : 2;
    }
    for (size_t i = 0; i < BLOCK; i++) b->begin[i + 1] += b->begin[i];
}

/* d ascends, so what it is taken from descends: these are put from behind. */
static void put_divisors(struct divisor_block *b, int64_t low)
{
    uint32_t front[BLOCK], back[BLOCK];
    int64_t end = low + BLOCK;
    memcpy(front, b->begin, sizeof front);
    memcpy(back, b->begin + 1, sizeof back);
    for (int64_t d = 1; d * d < end; d++) {
        int64_t quotient = first_quotient(low, d);
        for (int64_t n = quotient * d; n < end; n += d, quotient++) {
            b->cells[front[n - low]++] = d;
            if (quotient != d) b->cells[--back[n - low]] = quotient;
        }
    }
}

static bool make(struct machine *vm, struct divisor_block *b)
{
    int64_t low = (int64_t)(b->number * BLOCK);
    count_divisors(b, low);
    if (b->begin[BLOCK] > b->room) {
        size_t room = b->begin[BLOCK] + b->begin[BLOCK] / 4;
        if (budget_fits(vm->budget, room * sizeof *b->cells) != ST_OK) return false;
        int64_t *cells = mem_alloc_raw(room * sizeof *cells);
        if (!cells) return false;
        mem_free(b->cells, cells_bytes(b));
        b->cells = cells;
        b->room = room;
    }
    put_divisors(b, low);
    return true;
}

bool machine_known_divisors(struct machine *vm, int64_t n, const int64_t **cells, size_t *count, bool *stay)
{
    if (n < 1 || n >= NUMBERS_MOST) return false;
    if (!vm->divisors && !(vm->divisors = mem_alloc(SLOTS * sizeof *vm->divisors))) return false;
    uint64_t number = (uint64_t)n / BLOCK, in = (uint64_t)n % BLOCK;
    *stay = number < STAYING;
    struct divisor_block *b = &vm->divisors[*stay ? number : STAYING + number % PASSING];
    if (b->number != number) b->number = number, b->asked = 0, b->made = false;
    if (!b->made) {
        if (++b->asked < ASKED_LEAST) return false;
        b->asked = 0;
        b->made = make(vm, b);
    }
    if (!b->made) return false;
    *cells = b->cells + b->begin[in];
    *count = b->begin[in + 1] - b->begin[in];
    return true;
}

void machine_close_divisors(struct machine *vm)
{
    for (size_t i = 0; i < SLOTS && vm->divisors; i++) mem_free(vm->divisors[i].cells, cells_bytes(&vm->divisors[i]));
    mem_free(vm->divisors, vm->divisors ? SLOTS * sizeof *vm->divisors : 0);
    vm->divisors = NULL;
}
