/* SPDX-License-Identifier: MIT */
/* Random moves on a few bits, most of them with orders that they keep, against all that can be reached: what is numbered
 * (solve/ideals) must have every state that is reached, each number once, and subsets before what they are of; values and outcomes in
 * both conventions of all that is numbered must be those of plain play. Where each ideal is said to be reached, so it must be, and the
 * ways through the pieces must be as many as different beginnings of states. From every start, also where bits are gone that others need.
 * usage: ideals [FIRST_SEED [COUNT]]; prints TAP lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/bits.h"
#include "base/hash.h"
#include "solve/ideals/ideal_fill.h"

enum { BITS = 12, STATES = 1 << BITS, MOVES = 20, STEPS = 1 << 12, STARTS = 3, COMPARED = 512 };
struct drawn {
    uint32_t bits, moves;
    uint8_t at[BITS]; /* where each bit stands in a state */
    size_t words;
    struct {
        uint32_t care, want, write, put;
    } move[MOVES];
};
struct all {
    bool reached[STATES], open[STATES], known[STATES], cycle;
    uint32_t value[STATES];
    bool won[STATES], misere_won[STATES];
};
struct tally {
    size_t rules, numbered, sums, smaller, states, unreached, all, wide, cycles, short_steps, wrong;
};

static uint32_t below(uint64_t *seed, uint32_t n) { return (uint32_t)(random_next(seed) >> 33) % n; }
static uint32_t some_bits(uint64_t *seed, uint32_t bits, uint32_t part)
{
    uint32_t set = 0;
    for (uint32_t i = 0; i < bits; i++) set |= (uint32_t)(below(seed, part) == 0) << i;
    return set;
}

/* above[b]: the bits that go with it. Some orders are those of grids, chains, and none at all. */
static void draw_order(uint64_t *seed, uint32_t bits, uint32_t *with)
{
    uint32_t kind = below(seed, 4), columns = 1 + below(seed, bits);
    for (uint32_t b = bits; b-- > 0;) {
        with[b] = 1u << b;
        if (kind == 0 && (b + 1) % columns && b + 1 < bits) with[b] |= with[b + 1];
        if (kind == 0 && b + columns < bits) with[b] |= with[b + columns];
        for (uint32_t c = b + 1; kind == 1 && c < bits; c++)
            if (!below(seed, 4)) with[b] |= with[c];
        if (kind == 2 && !below(seed, 6) && b) with[b] |= 1u << (b - 1);
    }
    bool turned = below(seed, 2);
    for (uint32_t b = 0; turned && b < bits / 2; b++) { /* the same from the other end */
        uint32_t a = with[b];
        with[b] = with[bits - 1 - b];
        with[bits - 1 - b] = a;
    }
    for (uint32_t b = 0; turned && b < bits; b++) {
        uint32_t set = 0;
        for (uint32_t c = 0; c < bits; c++) set |= (with[b] >> c & 1) << (bits - 1 - c);
        with[b] = set;
    }
}

static void draw(struct drawn *d, uint64_t *seed)
{
    uint32_t with[BITS], place = 0, stray = below(seed, 3) ? 0 : 12, gap = 1 + below(seed, 20);
    *d = (struct drawn){.bits = 2 + below(seed, BITS - 1)};
    d->moves = 1 + below(seed, MOVES);
    draw_order(seed, d->bits, with);
    for (uint32_t i = 0; i < d->bits; i++) d->at[i] = (uint8_t)(place += 1 + below(seed, gap));
    d->words = d->at[d->bits - 1] / 64 + 1u;
    for (uint32_t i = 0; i < d->moves; i++) {
        uint32_t b = below(seed, d->bits), more = below(seed, 4) ? 0 : with[below(seed, d->bits)];
        d->move[i].write = with[b] | more;
        d->move[i].want = 1u << b;
        d->move[i].care = 1u << b;
        if (below(seed, 3) == 0) d->move[i].care |= some_bits(seed, d->bits, 4);
        if (below(seed, 2) == 0) d->move[i].want |= d->move[i].care & (uint32_t)random_next(seed);
        if (stray && below(seed, stray) == 0) d->move[i].write ^= some_bits(seed, d->bits, 4) & ~(1u << b);
        if (stray && below(seed, 2 * stray) == 0) d->move[i].put = d->move[i].write & some_bits(seed, d->bits, 3);
        if (stray && below(seed, 2 * stray) == 0) d->move[i].care = d->move[i].want = 0;
    }
}

static struct ground_mask spread(const struct drawn *d, uint32_t bits)
{
    struct ground_mask mask = {{0}};
    for (uint32_t i = 0; i < d->bits; i++)
        if (bits >> i & 1) ground_add(&mask, d->at[i]);
    return mask;
}

/* ---- as it is said ------------------------------------------------------------------------------------------------ */
static void value_all(const struct drawn *d, struct all *a, uint32_t state, bool reached)
{
    uint32_t met = 0;
    if (a->open[state]) a->cycle = true;
    a->reached[state] |= reached;
    if (a->open[state] || a->known[state]) return;
    a->open[state] = true;
    bool any = false, lost = false, misere_lost = false;
    for (uint32_t i = 0; i < d->moves; i++) {
        if ((state & d->move[i].care) != d->move[i].want) continue;
        uint32_t to = (state & ~d->move[i].write) | d->move[i].put;
        value_all(d, a, to, reached);
        met |= 1u << a->value[to];
        any = true;
        lost |= !a->won[to];
        misere_lost |= !a->misere_won[to];
    }
    a->value[state] = (uint32_t)__builtin_ctz(~met);
    a->won[state] = lost;
    a->misere_won[state] = misere_lost || !any;
    a->open[state] = false;
    a->known[state] = true;
}

static size_t table_differs(const struct drawn *d, const struct ideal_rule *rule, const struct ideal_ranks *ranks,
                            const struct all *a, enum ideal_question question)
{
    struct budget budget = {0};
    struct ideal_table t;
    size_t wrong = 0;
    uint32_t rank;
    if (ideal_table_fill(rule, ranks, question, &budget, &t) != ST_OK) return 1;
    for (uint32_t s = 0; s < 1u << d->bits; s++) {
        struct ground_mask state = spread(d, s);
        uint32_t right = question == IDEAL_VALUES   ? a->value[s]
                         : question == IDEAL_NORMAL ? a->won[s]
                                                    : a->misere_won[s];
        if (ideal_rank(ranks, rule, &state, &rank)) wrong += ideal_table_value(&t, rank) != right;
    }
    wrong += budget.states_used != ranks->size;
    ideal_table_free(&t);
    return wrong;
}

/* Each number once, and each before the numbers of what it is a subset of. */
static size_t numbers_differ(const struct drawn *d, const struct ideal_rule *rule, const struct ideal_ranks *ranks,
                             const struct all *a, struct tally *t)
{
    static uint32_t of[STATES], met[STATES];
    size_t wrong = 0, count = 0;
    for (uint32_t s = 0; s < 1u << d->bits; s++) {
        struct ground_mask state = spread(d, s);
        of[s] = UINT32_MAX;
        if (!ideal_rank(ranks, rule, &state, &of[s])) of[s] = UINT32_MAX, wrong += a->reached[s];
        else if (of[s] >= ranks->size) wrong++;
        else met[count++] = s, t->unreached += !a->reached[s];
    }
    for (size_t i = 0; i < count && count <= COMPARED; i++)
        for (size_t k = 0; k < count; k++) wrong += i != k && !(met[i] & ~met[k]) && of[met[i]] >= of[met[k]];
    t->states += count;
    return wrong + (count != ranks->size);
}

/* Different beginnings of states, each up to the end of a piece before the last one. */
static uint64_t count_beginnings(const struct drawn *d, const struct ideal_rule *rule, const struct ideal_ranks *ranks)
{
    static bool met[STATES];
    uint64_t count = 0;
    uint32_t rank;
    for (size_t c = 0; c + 1 < ranks->piece_count; c++) {
        uint32_t begin = 0;
        for (size_t i = 0; i < ranks->pieces[c].end; i++)
            for (uint32_t k = 0; k < d->bits; k++) begin |= (uint32_t)(d->at[k] == ranks->order[i]) << k;
        memset(met, 0, sizeof met);
        for (uint32_t s = 0; s < 1u << d->bits; s++) {
            struct ground_mask state = spread(d, s);
            if (!ideal_rank(ranks, rule, &state, &rank) || met[s & begin]) continue;
            met[s & begin] = true;
            count++;
        }
    }
    return count;
}

static size_t try_start(const struct drawn *d, const struct ground *g, uint32_t start, struct tally *t, uint64_t seed)
{
    static struct all a;
    static struct ideal_rule rule;
    static struct ideal_ranks ranks;
    struct arena arena = {0};
    struct ground_mask state = spread(d, start);
    uint64_t steps = seed % 5 ? STEPS : 8;
    memset(&a, 0, sizeof a);
    value_all(d, &a, start, true);
    t->cycles += a.cycle;
    size_t wrong = ideal_rule_make(g, &state, &arena, &rule) != ST_OK;
    if (!wrong && rule.move_count) {
        wrong += ideal_ranks_make(&rule, steps, &arena, &ranks) != ST_OK || (ranks.size && a.cycle);
        t->short_steps += !ranks.size;
        if (ranks.size && !wrong) {
            for (uint32_t s = 0; s < 1u << d->bits; s++)
                if (!(s & ~start)) value_all(d, &a, s, false);
            size_t unreached = t->unreached;
            wrong += numbers_differ(d, &rule, &ranks, &a, t);
            wrong += rule.all && t->unreached != unreached;
            wrong += ranks.way_count != count_beginnings(d, &rule, &ranks);
            t->all += rule.all && ranks.size < UINT64_C(1) << ranks.bit_count;
            wrong += table_differs(d, &rule, &ranks, &a, IDEAL_VALUES);
            wrong += table_differs(d, &rule, &ranks, &a, IDEAL_NORMAL);
            wrong += table_differs(d, &rule, &ranks, &a, IDEAL_MISERE);
            t->numbered++;
            t->sums += ranks.sums;
            t->smaller += ranks.size < UINT64_C(1) << ranks.bit_count;
            t->wide += g->words > 1;
        }
    }
    arena_free(&arena);
    return wrong;
}

static void try_rule(struct tally *t, uint64_t seed)
{
    struct drawn d;
    struct ground_move moves[MOVES];
    uint64_t random = hash_mix(seed);
    draw(&d, &random);
    for (uint32_t i = 0; i < d.moves; i++)
        moves[i] = (struct ground_move){.care = spread(&d, d.move[i].care),
                                        .want = spread(&d, d.move[i].want),
                                        .write = spread(&d, d.move[i].write),
                                        .put = spread(&d, d.move[i].put)};
    struct ground g = {.planes = 1, .span = d.words, .words = d.words, .moves = moves, .move_count = d.moves};
    size_t wrong = 0;
    for (uint32_t i = 0; i < STARTS; i++) {
        uint32_t every = (1u << d.bits) - 1;
        wrong += try_start(&d, &g, i ? every & ~some_bits(&random, d.bits, 4) : every, t, random);
    }
    t->rules++;
    if (wrong && t->wrong++ < 5) printf("# seed %llu\n", (unsigned long long)seed);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 1500;
    struct tally t = {0};
    for (uint64_t seed = first; seed < first + count; seed++) try_rule(&t, seed);
    bool many = t.numbered > count && t.sums > count / 4 && t.numbered - t.sums > count / 50 && t.smaller > count / 2 &&
                t.wide > count / 8 && t.cycles > count / 50 && t.short_steps > count / 20 && t.unreached > count &&
                t.all > count / 50;
    printf(
        "%s 1 - order ideals: %zu rules, %zu starts numbered, %zu as sums, %zu with needs, %zu of several words, %zu "
        "states, %zu not reached, %zu starts with cycles, %zu diagrams too large, %zu with needs reach all, %zu "
        "wrong\n1..1\n",
        many && !t.wrong ? "ok" : "not ok", t.rules, t.numbered, t.sums, t.smaller, t.wide, t.states, t.unreached,
        t.cycles, t.short_steps, t.all, t.wrong);
    return !many || t.wrong;
}
