/* SPDX-License-Identifier: MIT */
/* Divisors of numbers that are asked for in turn or again, against all numbers up to the root. */
#include "claims.h"
#include "base/hash.h"
#include "code/machine/private.h"
#include "rule_file.h"

/* Are they those of n, if they are kept? */
static bool known_right(struct machine *vm, int64_t n, size_t *known)
{
    const int64_t *cells;
    size_t count, found = 0;
    bool stay;
    if (!machine_known_divisors(vm, n, &cells, &count, &stay)) return true;
    ++*known;
    for (int64_t d = 1; d * d <= n; d++) found += n % d == 0 ? 1 + (d * d != n) : 0;
    bool right = found == count && stay == (n < 1 << 16);
    for (size_t i = 0; i < count && right; i++)
        right = cells[i] > 0 && n % cells[i] == 0 && (i == 0 || cells[i - 1] < cells[i]);
    return right;
}

CLAIM(divisors_that_are_kept_are_right)
{
    static const int64_t from[] = {1, 65300, 70000, 70000 + (1 << 11), 999000, (1 << 24) - 600};
    struct rule_file f;
    const int64_t *first, *again;
    uint64_t seed = 5;
    size_t known = 0, one_by_one = 0, count;
    bool stay;
    rule_open(&f, "game g(n) { move m(t in 1..n) -> g(n - t) }");
    assert_int_equal(f.st, ST_OK);
    for (size_t i = 0; i < sizeof from / sizeof *from; i++)
        for (int64_t n = from[i]; n < from[i] + 600; n++) assert_true(known_right(f.vm->machine, n, &known));
    assert_true(known > 5 * 560);
    assert_true(machine_known_divisors(f.vm->machine, 96, &first, &count, &stay) && stay && count == 12);
    for (int i = 0; i < 2000; i++)
        assert_true(known_right(f.vm->machine, 1 + (int64_t)(random_next(&seed) % ((1 << 24) - 1)), &one_by_one));
    assert_true(one_by_one < 20); /* here and there */
    assert_true(machine_known_divisors(f.vm->machine, 96, &again, &count, &stay) && first == again);
    assert_false(machine_known_divisors(f.vm->machine, 0, &again, &count, &stay));
    assert_false(machine_known_divisors(f.vm->machine, -6, &again, &count, &stay));
    assert_false(machine_known_divisors(f.vm->machine, 1 << 24, &again, &count, &stay));
    rule_close(&f);
}

CLAIMS(IT(divisors_that_are_kept_are_right))
