/* SPDX-License-Identifier: MIT */
/* The loops of next_value in verify/cgi-verify.c, with its own count of steps and the values at hand. */
#include "base/mem.h"
#include "certify/private.h"

struct reading {
    const struct reader *reader;
    struct value_view values;
    uint32_t *stamp; /* stamp[v] == n + 1: v is seen to be the value of an option of heap n */
    uint64_t *rare, rares, steps;
};

static unsigned odd(uint64_t bits) { return (unsigned)__builtin_parityll(bits); }

static uint32_t known(const struct reading *r, int64_t n) { return value_view_at(r->values, (uint64_t)n); }

static bool may_leave(const struct family_digit *d, int64_t n, int64_t a)
{
    int64_t b = n - d->take - a, apart = a < b ? b - a : a - b;
    return n >= d->from && a >= d->least && b >= d->least && apart >= d->apart;
}

static void stamp_takes(struct reading *r, int64_t n)
{
    for (size_t i = 0; i < r->reader->family->digit_count; i++) {
        const struct family_digit *d = &r->reader->family->digits[i];
        int64_t rest = n - d->take;
        bool pairs = d->heaps & 4 && rest >= 2;
        r->steps += pairs ? r->rares + 1 : 1;
        if (rest == 0 && d->heaps & 1) r->stamp[0] = (uint32_t)n + 1;
        if (rest >= 1 && d->heaps & 2) r->stamp[known(r, rest)] = (uint32_t)n + 1;
        for (uint64_t k = 0; pairs && k < r->rares && (int64_t)r->rare[k] < rest; k++) {
            int64_t a = (int64_t)r->rare[k];
            if (a > 0 && may_leave(d, n, a)) r->stamp[known(r, a) ^ known(r, rest - a)] = (uint32_t)n + 1;
        }
        if (rest >= 3 && d->heaps & 8) r->steps += (uint64_t)rest / 3 * 1024 + (uint64_t)rest / 2;
    }
}

/* Looks for v among the pairs of two heaps that are not rare. */
static void look_for(struct reading *r, int64_t n, uint32_t v)
{
    const struct reader *reader = r->reader;
    for (size_t i = 0; i < reader->family->digit_count; i++) {
        const struct family_digit *d = &reader->family->digits[i];
        int64_t rest = n - d->take, a = 1;
        if (!(d->heaps & 4) || rest < 2 || odd(v & reader->mask) ^ (reader->parity && rest & 1)) continue;
        while (a <= rest / 2 && (!may_leave(d, n, a) || (known(r, a) ^ known(r, rest - a)) != v)) a++;
        r->steps += (uint64_t)a;
        if (a <= rest / 2) return;
    }
}

static uint64_t run(struct reading *r, uint64_t count, uint64_t most)
{
    const struct reader *reader = r->reader;
    for (uint64_t n = 0; n < count; n++) {
        stamp_takes(r, (int64_t)n);
        for (uint32_t v = 0; v <= known(r, n) && r->steps <= most; v++)
            if (r->stamp[v] != n + 1) look_for(r, (int64_t)n, v);
        if (r->steps > most) return n;
        unsigned class = odd(known(r, n) & reader->mask) ^ (reader->parity && n & 1);
        if (class == reader->class) r->rare[r->rares++] = n;
    }
    return count;
}

enum status certify_heaps_read(const struct reader *reader, struct value_view values, uint64_t most, uint64_t *count)
{
    struct reading r = {.reader = reader, .values = values};
    size_t top = 1;
    if (reader->family->kind != FAMILY_BREAK || *count >= UINT32_MAX) return ST_OK;
    for (uint64_t n = 0; n < *count; n++)
        while (top <= value_view_at(values, n)) top *= 2;
    size_t rares = (size_t)*count;
    r.stamp = mem_alloc(top * sizeof *r.stamp);
    r.rare = mem_alloc(rares * sizeof *r.rare);
    if (r.stamp && r.rare) *count = run(&r, *count, most);
    enum status st = r.stamp && r.rare ? ST_OK : ST_NO_MEMORY;
    mem_free(r.stamp, r.stamp ? top * sizeof *r.stamp : 0);
    mem_free(r.rare, r.rare ? rares * sizeof *r.rare : 0);
    return st;
}
