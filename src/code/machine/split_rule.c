/* SPDX-License-Identifier: MIT */
#include "code/machine/split_rule.h"

enum { PIECE = 1 << 14 };

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

/* Pairs that may have the value; they are looked at in pieces, the first of them by the caller: a value that occurs does so soon. */
struct pairs {
    const struct split_rule *rule;
    const struct split_kind *kind;
    const struct split_sweep *by;
    struct value_view values;
    uint64_t sum, from, end; /* a in [from, end) */
    uint32_t value;
    atomic_bool found;
};

static uint64_t find(const struct pairs *p, uint64_t from, uint64_t end)
{
    if (!p->values.narrow) return p->by->find(p->values.wide, p->sum, from, end, p->value);
    return p->value > UINT16_MAX ? end : p->by->find_narrow(p->values.narrow, p->sum, from, end, (uint16_t)p->value);
}

static uint32_t value_of_pair(const struct pairs *p, uint64_t a)
{
    return value_view_at(p->values, a) ^ value_view_at(p->values, p->sum - a);
}

static bool any_gives(const struct pairs *p, uint64_t from, uint64_t end)
{
    for (uint64_t a = from; a < end; a++) {
        a = find(p, a, end);
        while (a < end && value_of_pair(p, a) != p->value) a++;
        if (a < end && split_allows(p->rule, p->kind, a, p->sum - a)) return true;
    }
    return false;
}

static enum status look_at_piece(void *context, size_t part)
{
    struct pairs *p = context;
    uint64_t from = p->from + part * PIECE, end = p->end - from < PIECE ? p->end : from + PIECE;
    if (!atomic_load_explicit(&p->found, memory_order_relaxed) && any_gives(p, from, end))
        atomic_store_explicit(&p->found, true, memory_order_relaxed);
    return ST_OK;
}

static bool pairs_give(struct pairs *p, uint64_t n, struct crew *crew)
{
    uint64_t low, left;
    if (!split_range(p->kind, n, &p->sum, &low, &left)) return false;
    p->from = low + PIECE;
    p->end = low + left;
    if (left <= 4 * PIECE || crew_hands(crew) == 1) return any_gives(p, low, p->end);
    if (any_gives(p, low, p->from)) return true;
    crew_run(crew, look_at_piece, p, (size_t)((p->end - p->from + PIECE - 1) / PIECE));
    return atomic_load_explicit(&p->found, memory_order_relaxed);
}

bool split_gives(const struct split_rule *rule, const struct split_sweep *by, struct value_view values, uint64_t n,
                 uint32_t value, struct crew *crew)
{
    for (size_t i = 0; i < rule->count; i++) {
        const struct split_kind *kind = &rule->kinds[i];
        struct pairs p = {.rule = rule, .kind = kind, .by = by, .values = values, .value = value};
        if (kind->two && pairs_give(&p, n, crew)) return true;
        if (!kind->two && n >= kind->from && n > (uint64_t)kind->take &&
            value_view_at(values, n - (uint64_t)kind->take) == value)
            return true;
    }
    return false;
}
