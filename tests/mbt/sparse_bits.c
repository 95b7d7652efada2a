/* SPDX-License-Identifier: MIT */
/* mbt_sparse_bits [SEED [COUNT]]: random rules of few ones on 29 to 64 bits, valued by their ranks (solve/bits/bit_subsets.h) and by a
 * search that looks at all options. Every state that is reached must have the same value, and the same outcome in misere play. Before them
 * the ranks alone (solve/bits/bit_ranks.h), in order, of all few ones of 6 to 64 bits. Prints TAP lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "solve/bits/bit_subsets.h"

enum { MOVES = 600, SLOTS = 1 << 18, STATES_MOST = 60000, DENSE = 30, WORK = 1 << 20, FEW = 3 };
struct move {
    uint64_t care, want, write, put;
};
struct seen {
    uint64_t state;
    uint32_t value;
    bool known, lost;
};
struct drawn {
    uint32_t bits, count, states;
    uint64_t start;
    struct move moves[MOVES];
    struct seen seen[SLOTS];
};
struct tally {
    size_t rules, tables, layers, turned, wide, states, most, wrong;
};

static uint32_t below(uint64_t *seed, uint32_t n) { return (uint32_t)(random_next(seed) >> 33) % n; }
static uint64_t bit_at(uint32_t at) { return UINT64_C(1) << at; }

/* Ones that move to free cells lower, over others or not, and perhaps are taken there, or by others. */
static void draw(struct drawn *d, uint64_t *seed)
{
    static const uint32_t sizes[] = {29, 30, 31, 32, 33, 34, 47, 48, 49, 62, 63, 64};
    bool taken = below(seed, 2), up = below(seed, 2), zeros = below(seed, 2), near = below(seed, 3);
    uint32_t ones = 1 + below(seed, 4), far = near ? 1 + below(seed, 5) : 64, others = below(seed, 3);
    memset(d, 0, sizeof *d);
    d->bits = sizes[below(seed, sizeof sizes / sizeof *sizes)];
    if (d->bits > 40 && ones > 3) ones = 3;
    uint64_t all = d->bits < 64 ? bit_at(d->bits) - 1 : UINT64_MAX;
    for (uint32_t from = 1; from < d->bits; from++)
        for (uint32_t by = 1; by <= far && by <= from && d->count < MOVES; by++) {
            struct move m = {.care = bit_at(from) | bit_at(from - by), .want = bit_at(from)};
            if (below(seed, 8) == 0 || (!near && below(seed, 4))) continue;
            m.write = m.care;
            m.put = bit_at(from - by);
            uint64_t other = bit_at(below(seed, d->bits));
            if (below(seed, 4) < others && !(other & m.care)) {
                m.care |= other;
                if (below(seed, 2)) m.want |= other;
                if ((m.want & other) && taken && below(seed, 2)) m.write |= other;
            }
            if (taken && below(seed, 6) == 0) m.put = 0;
            d->moves[d->count++] = m;
        }
    for (uint32_t i = 0; i < ones; i++) d->start |= bit_at(d->bits - 1 - below(seed, 2 * ones + 6));
    for (uint32_t i = 0; i < d->count && up; i++) {
        struct move *m = &d->moves[i];
        uint64_t *words[] = {&m->care, &m->want, &m->write, &m->put};
        for (size_t w = 0; w < 4; w++) {
            uint64_t turned = 0;
            for (uint32_t k = 0; k < d->bits; k++) turned |= (*words[w] >> k & 1) << (d->bits - 1 - k);
            *words[w] = turned;
        }
    }
    if (up) {
        uint64_t turned = 0;
        for (uint32_t k = 0; k < d->bits; k++) turned |= (d->start >> k & 1) << (d->bits - 1 - k);
        d->start = turned;
    }
    for (uint32_t i = 0; i < d->count && zeros; i++) {
        d->moves[i].want ^= d->moves[i].care;
        d->moves[i].put ^= d->moves[i].write;
    }
    if (zeros) d->start ^= all;
}

/* ---- as a source ------------------------------------------------------------------------------------------------- */
static void write_move(void *context, size_t move, uint64_t *write, uint64_t *put)
{
    const struct drawn *d = context;
    write[0] = d->moves[move].write;
    put[0] = d->moves[move].put;
}

static bool may_be_made(void *context, size_t move, const uint64_t *free, const uint64_t *start)
{
    const struct move *m = &((const struct drawn *)context)->moves[move];
    return !((start[0] ^ m->want) & m->care & ~free[0]);
}

static bit_ref when_made(void *context, size_t move, struct bit_diagrams *diagrams, const bit_ref *literals,
                         const bit_ref *negations)
{
    const struct move *m = &((const struct drawn *)context)->moves[move];
    bit_ref all = BIT_TRUE;
    for (uint64_t left = m->care; left; left &= left - 1) {
        uint32_t bit = (uint32_t)__builtin_ctzll(left);
        all = bit_and(diagrams, all, (m->want >> bit & 1 ? literals : negations)[bit]);
    }
    return all;
}

/* ---- as it is said ----------------------------------------------------------------------------------------------- */
static struct seen *slot_of(struct drawn *d, uint64_t state)
{
    size_t at = hash_mix(state) & (SLOTS - 1);
    while (d->seen[at].known && d->seen[at].state != state) at = (at + 1) & (SLOTS - 1);
    return &d->seen[at];
}

/* Every move takes its ones one way: so there are no cycles. */
static struct seen value_of(struct drawn *d, uint64_t state)
{
    struct seen *known = slot_of(d, state);
    uint64_t met[2] = {0, 0};
    bool any = false, lost = false;
    if (known->known || d->states >= STATES_MOST) return *known;
    for (uint32_t i = 0; i < d->count; i++) {
        const struct move *m = &d->moves[i];
        if ((state ^ m->want) & m->care) continue;
        struct seen to = value_of(d, (state & ~m->write) | m->put);
        met[to.value / 64] |= bit_at(to.value % 64);
        any = true;
        lost |= to.lost;
    }
    uint32_t value = ~met[0] ? (uint32_t)__builtin_ctzll(~met[0]) : 64 + (uint32_t)__builtin_ctzll(~met[1]);
    d->states++;
    return *slot_of(d, state) = (struct seen){state, value, true, any && !lost};
}

static size_t differences(const struct drawn *d, const struct bit_rule *rule, const struct bit_subsets *t, bool misere)
{
    size_t wrong = 0;
    for (size_t i = 0; i < SLOTS; i++) {
        const struct seen *s = &d->seen[i];
        uint64_t words[BIT_STATE_WORDS] = {s->state}, code;
        uint32_t value;
        if (!s->known) continue;
        bool found = bit_rule_code(rule, words, &code) && bit_subsets_find(t, code, misere, &value);
        wrong += !found || value != (misere ? !s->lost : s->value);
    }
    return wrong;
}

static void try_rule(struct tally *tally, uint64_t seed)
{
    static struct drawn d;
    struct bit_rule *rule = NULL;
    struct bit_subsets *t = NULL;
    struct budget budget = {0};
    uint64_t code, random = hash_mix(seed);
    bool more;
    draw(&d, &random);
    struct bit_source source = {.context = &d,
                                .words = 1,
                                .move_count = d.count,
                                .start = {d.start},
                                .write = write_move,
                                .may = may_be_made,
                                .when = when_made};
    struct seen first = value_of(&d, d.start);
    if (d.states >= STATES_MOST) return;
    tally->rules++;
    tally->states += d.states;
    size_t wrong = bit_rule_make(&source, DENSE, WORK, &rule, &more) != ST_OK;
    if (rule) wrong += !bit_rule_code(rule, source.start, &code);
    if (rule && !wrong) wrong += bit_subsets_open(rule, code, &budget, &t) != ST_OK;
    if (t && seed % 2) t->few = 1 + (uint32_t)(seed % 5);
    for (int misere = 0; t && !wrong && misere < 3; misere++) {
        wrong += bit_subsets_fill(t, misere == 1) != ST_OK || !t->filled || t->states > t->count;
        wrong += differences(&d, rule, t, misere == 1) || budget.states_used != t->states;
    }
    tally->tables += t != NULL;
    tally->layers += t && t->least < t->most;
    tally->turned += t && t->turned;
    tally->wide += t && first.value >= t->few;
    tally->most += t && rule->bits > 60;
    if (wrong && tally->wrong++ < 5) printf("# seed %llu\n", (unsigned long long)seed);
    bit_subsets_free(t);
    bit_rule_free(rule);
}

/* ---- ranks ------------------------------------------------------------------------------------------------------- */
static uint64_t next_subset(uint64_t bits)
{
    uint64_t lowest = bits & -bits, up = bits + lowest;
    return up | ((up ^ bits) >> 2 >> __builtin_ctzll(bits));
}

static uint32_t rank_of(const struct bit_ranks *r, uint64_t state)
{
    return bit_rank(r, r->pieces, r->least < r->most, state);
}

/* All of them in order; of many, the first and the last. */
static size_t wrong_ranks(uint32_t bits, uint32_t least, uint32_t most)
{
    struct bit_ranks r;
    size_t wrong = !bit_ranks_set(&r, bits, least, most) || !bit_ranks_fill(&r);
    uint32_t number = 0;
    for (uint32_t ones = least; !wrong && ones <= most; ones++) {
        uint64_t ways = bit_ranks_choose(bits, ones), state = bit_at(ones) - 1;
        wrong += rank_of(&r, state) != number || rank_of(&r, ones ? state << (bits - ones) : 0) != number + ways - 1;
        for (uint64_t i = 0; i < ways && ones <= FEW; i++, state = i < ways ? next_subset(state) : 0)
            wrong += rank_of(&r, state) != number + i;
        number += (uint32_t)ways;
    }
    bit_ranks_free(&r);
    return wrong;
}

static size_t try_ranks(void)
{
    size_t wrong = bit_ranks_choose(64, 32) <= BIT_RANKS_MOST || bit_ranks_choose(64, 63) != 64;
    for (uint32_t bits = 6; bits <= BIT_RANKS_BITS; bits++)
        for (uint32_t ones = 0; ones < 12 && ones < bits; ones++) {
            struct bit_ranks r;
            if (bit_ranks_choose(bits, ones) <= BIT_RANKS_MOST && (ones <= FEW || bits % 8 < 2))
                wrong += wrong_ranks(bits, ones, ones);
            if (bit_ranks_count(bits, 0, ones) <= BIT_RANKS_MOST && (ones <= FEW || bits % 8 < 2))
                wrong += wrong_ranks(bits, 0, ones);
            if (bit_ranks_choose(bits, ones) > BIT_RANKS_MOST) wrong += bit_ranks_set(&r, bits, ones, ones);
        }
    return wrong;
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 300;
    struct tally t = {0};
    size_t ranks = try_ranks();
    for (uint64_t seed = first; seed < first + count; seed++) try_rule(&t, seed);
    bool many = t.tables > count / 2 && t.layers > count / 8 && t.turned > count / 8 && t.wide > count / 20;
    many &= t.most > count / 60;
    printf("%s 1 - few ones of many bits: %zu rules, %zu by rank, %zu in layers, %zu turned, %zu wide, %zu of more "
           "than 60 "
           "bits, %zu states, %zu wrong, %zu ranks wrong\n1..1\n",
           many && !t.wrong && !ranks ? "ok" : "not ok", t.rules, t.tables, t.layers, t.turned, t.wide, t.most,
           t.states, t.wrong, ranks);
    return !many || t.wrong || ranks;
}
