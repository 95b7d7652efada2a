/* SPDX-License-Identifier: MIT */
#include "code/machine/split_rule.h"

bool split_allows(const struct split_rule *rule, const struct split_kind *kind, uint64_t a, uint64_t b)
{
    uint64_t apart = a > b ? a - b : b - a;
    if (a < kind->least || b < kind->least || apart < kind->apart) return false;
    return rule->modulus == 1 || kind->with[a % rule->modulus] >> b % rule->modulus & 1;
}

bool split_range(const struct split_kind *kind, uint64_t n, uint64_t *sum, uint64_t *low, uint64_t *left)
{
    if (!kind->two || n < kind->from || (kind->take > 0 && n < (uint64_t)kind->take)) return false;
    *sum = n - (uint64_t)kind->take;
    *low = kind->least;
    uint64_t least = 2 * kind->least + kind->apart;
    if (*sum < least || *sum < kind->apart) return false;
    *left = (*sum - kind->apart) / 2 - *low + 1;
    return true;
}

static bool pairs_give(const struct split_rule *rule, const struct split_kind *kind, const struct split_sweep *by,
                       const uint32_t *values, uint64_t n, uint32_t value)
{
    uint64_t sum, low, left;
    if (!split_range(kind, n, &sum, &low, &left)) return false;
    for (uint64_t a = low, end = low + left; a < end; a++) {
        a = by->find(values, sum, a, end, value);
        while (a < end && (values[a] ^ values[sum - a]) != value) a++;
        if (a < end && split_allows(rule, kind, a, sum - a)) return true;
    }
    return false;
}

bool split_gives(const struct split_rule *rule, const struct split_sweep *by, const uint32_t *values, uint64_t n,
                 uint32_t value)
{
    for (size_t i = 0; i < rule->count; i++) {
        const struct split_kind *kind = &rule->kinds[i];
        if (kind->two && pairs_give(rule, kind, by, values, n, value)) return true;
        if (!kind->two && n >= kind->from && n > (uint64_t)kind->take && values[n - (uint64_t)kind->take] == value)
            return true;
    }
    return false;
}
