/* SPDX-License-Identifier: MIT */
/* Memos: a byte for each pair of numbers, in a rectangle that is doubled where it is too small. Of one number the second is 0. What does
 * not fit, or finds no memory, is not kept. */
#include <string.h>
#include "code/machine/private.h"

enum { MEMO_MOST = 1 << 22, MEMO_LEAST = 64 };

static uint64_t side_for(uint64_t side, int64_t key)
{
    if (side == 0) side = key == 0 ? 1 : MEMO_LEAST;
    while (side <= (uint64_t)key && side <= MEMO_MOST) side = side < MEMO_LEAST ? MEMO_LEAST : 2 * side;
    return side;
}

static bool grow(struct cgi_memo *memo, int64_t a, int64_t b)
{
    uint64_t rows = side_for(memo->rows, a), columns = side_for(memo->columns, b);
    if (rows > MEMO_MOST || columns > MEMO_MOST || rows * columns > MEMO_MOST) return false;
    uint8_t *known = mem_alloc(rows * columns);
    if (!known) return false;
    for (uint64_t i = 0; i < memo->rows; i++)
        memcpy(known + i * columns, memo->known + i * memo->columns, memo->columns);
    memo_forget(memo);
    *memo = (struct cgi_memo){known, rows, columns};
    return true;
}

void memo_put(struct cgi_memo *memo, int64_t a, int64_t b, int64_t value)
{
    if (a < 0 || b < 0 || value < 0 || value >= CGI_MEMO_VALUES) return;
    bool inside = (uint64_t)a < memo->rows && (uint64_t)b < memo->columns;
    if (inside || grow(memo, a, b)) memo->known[(uint64_t)a * memo->columns + (uint64_t)b] = (uint8_t)(value + 1);
}

void memo_forget(struct cgi_memo *memo)
{
    mem_free(memo->known, memo->rows * memo->columns);
    *memo = (struct cgi_memo){0};
}
