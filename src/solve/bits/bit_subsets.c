/* SPDX-License-Identifier: MIT */
#include "solve/bits/bit_subsets.h"
#include <string.h>
#include "base/bits.h"
#include "base/mem.h"

enum { CHECK_EVERY = 1 << 16, VALUES = 255, USED_WORDS = 4 };
#define EVERYWHERE static inline __attribute__((always_inline))

static uint64_t low_ones(uint32_t count) { return count < 64 ? (UINT64_C(1) << count) - 1 : UINT64_MAX; }
static uint64_t full(const struct bit_subsets *s) { return low_ones(s->bits); }

/* ---- moves ------------------------------------------------------------------------------------------------------- */
/* What the condition of a move says, as cells where it is no more than that. */
static struct bit_pattern pattern_of(const struct bit_move *move, struct bit_cube when)
{
    return (struct bit_pattern){.places = 1,
                                .care = when.care,
                                .want = when.want,
                                .write = move->write,
                                .put = move->put,
                                .when = when.exact ? BIT_TRUE : move->when};
}

/* May a move leave more of the bits that hold `one`? A bit of which its condition says nothing may hold the other value before. */
static bool may_add(const struct bit_pattern *p, bool one)
{
    uint64_t want = one ? p->want : ~p->want, put = one ? p->put : ~p->put;
    uint32_t gone = bits_of(p->care & want & p->write & ~put), come = bits_of(p->write & put & ~(p->care & want));
    return come > gone;
}

static void turn(struct bit_pattern *p, uint64_t turned)
{
    p->want ^= turned & p->care;
    p->put ^= turned & p->write;
}

/* Of all moves, which are in `all`: are ones counted, or zeros, and how many may there be? False: neither, or too many. More of one are
 * fewer of the other; if there are always as many, the fewer ones are counted. */
static bool find_layers(struct bit_subsets *s, const struct bit_pattern *all, uint64_t start)
{
    bool more[2] = {false, false};
    for (size_t i = 0; i < s->rule->moves.count; i++)
        for (int one = 0; one < 2; one++) more[one] |= may_add(&all[i], one);
    if (more[0] && more[1]) return false;
    bool fixed = !more[0] && !more[1];
    s->turned = more[1] || (fixed && 2 * bits_of(start) > s->bits) ? full(s) : 0;
    s->start = start ^ s->turned;
    s->most = bits_of(s->start);
    s->least = fixed ? s->most : 0;
    if (!bit_ranks_set(&s->ranks, s->bits, s->least, s->most)) return false;
    s->count = s->ranks.count;
    return true;
}

/* Moves of a state, about, if each of its bits is drawn. */
static double options_about(const struct bit_subsets *s)
{
    double all = 0, one = (double)s->most / s->bits;
    for (size_t i = 0; i < s->patterns.count; i++) {
        const struct bit_pattern *p = &s->patterns.list[i];
        double times = bits_of(p->places);
        for (uint64_t left = p->care; left; left &= left - 1) times *= p->want & left & -left ? one : 1 - one;
        all += times;
    }
    return all;
}

#define STATE_STEPS 1.5
#define ASK_STEPS 0.2
#define OPTION_STEPS 0.5

static void estimate(struct bit_subsets *s)
{
    double each = STATE_STEPS + OPTION_STEPS * options_about(s);
    for (size_t i = 0; i < s->patterns.count; i++) {
        const struct bit_pattern *p = &s->patterns.list[i];
        each += ASK_STEPS * (p->end - p->first + 1 + (p->when == BIT_TRUE ? 0 : s->bits));
    }
    s->work = (uint64_t)((double)s->count * each) + bit_ranks_entries(&s->ranks);
}

/* ---- opening ----------------------------------------------------------------------------------------------------- */
static enum status open(struct bit_subsets *s, struct bit_rule *rule, uint64_t start, bool *fine)
{
    size_t count = rule->moves.count, bytes = (count + 1) * sizeof(struct bit_pattern);
    struct bit_pattern *all = mem_alloc(bytes);
    struct bit_cube *cubes = bit_cubes_make(&rule->diagrams);
    bool memory = all && cubes;
    for (size_t i = 0; memory && i < count; i++) {
        const struct bit_move *move = &rule->moves.data[i];
        all[i] = pattern_of(move, bit_cube_of(&rule->diagrams, cubes, move->when));
    }
    *fine = memory && find_layers(s, all, start);
    for (size_t i = 0; *fine && i < count; i++) turn(&all[i], s->turned);
    if (*fine) memory = bit_patterns_make(all, count, &s->arena, &s->patterns);
    mem_free(cubes, cubes ? (rule->diagrams.nodes.count + 1) * sizeof *cubes : 0);
    mem_free(all, all ? bytes : 0);
    return memory ? ST_OK : ST_NO_MEMORY;
}

enum status bit_subsets_open(struct bit_rule *rule, uint64_t start, struct budget *budget, struct bit_subsets **subsets)
{
    bool fine = false;
    *subsets = NULL;
    if (rule->bits > BIT_RANKS_BITS || rule->diagrams.failed) return ST_OK;
    struct bit_subsets *s = mem_alloc(sizeof *s);
    if (!s) return ST_NO_MEMORY;
    *s = (struct bit_subsets){.rule = rule, .budget = budget, .bits = rule->bits, .few = 64};
    enum status st = open(s, rule, start, &fine);
    if (st == ST_OK && fine) estimate(s);
    if (st == ST_OK && fine) *subsets = s;
    else bit_subsets_free(s);
    return st;
}

void bit_subsets_free(struct bit_subsets *s)
{
    if (!s) return;
    arena_free(&s->arena);
    bit_ranks_free(&s->ranks);
    mem_free(s->values, s->values ? (size_t)s->count : 0);
    mem_free(s, sizeof *s);
}

double bit_subsets_words(const struct bit_subsets *s)
{
    double words = 0;
    uint64_t most = s->most;
    for (uint64_t j = s->least > BIT_LOW ? s->least - BIT_LOW : 0; j <= most; j++)
        words += (double)bit_ranks_choose(s->bits - BIT_LOW, j);
    return words;
}

uint64_t bit_subsets_bytes(const struct bit_subsets *s)
{
    return s->count + bit_ranks_entries(&s->ranks) * sizeof(uint32_t);
}

/* ---- values ------------------------------------------------------------------------------------------------------ */
static bool holds(const struct bit_diagrams *d, bit_ref when, uint64_t code)
{
    while (!bit_is_word(when)) when = d->nodes.data[when].kids[code >> d->nodes.data[when].bit & 1];
    return bit_word(d, when) >> (code & 63) & 1;
}

/* How a loop is compiled: may options have fewer ones; are values told apart beyond 63; pieces of numbers. */
struct manner {
    bool layers, wide;
    uint32_t pieces;
};
EVERYWHERE uint32_t number_of(const struct bit_ranks *n, struct manner by, uint64_t state)
{
    return bit_rank(n, by.pieces, by.layers, state);
}

/* The places of a pattern where the state allows it. */
EVERYWHERE uint64_t places_of(const struct bit_subsets *s, const struct bit_pattern *p, uint64_t state)
{
    uint64_t able = bit_pattern_places(&s->patterns, p, state);
    if (able && p->when != BIT_TRUE && !holds(&s->rule->diagrams, p->when, state ^ s->turned)) able = 0;
    return able;
}

/* The values of all options; `used` has words for all, or one for those below 64. */
EVERYWHERE void use_options(const struct bit_subsets *s, const struct bit_ranks *n, struct manner by, uint64_t state,
                            uint64_t *used)
{
    const struct bit_pattern *p = s->patterns.list, *end = p + s->patterns.count;
    const uint8_t *values = s->values;
    for (; p < end; p++)
        for (uint64_t able = places_of(s, p, state); able; able &= able - 1) {
            uint32_t value = values[number_of(n, by, bit_pattern_made(p, state, able))];
            used[by.wide ? value / 64 : 0] |= UINT64_C(1) << (value % 64);
        }
}

static uint32_t least_unused(const uint64_t *used, bool wide)
{
    uint32_t w = 0;
    while (w + 1 < (wide ? USED_WORDS : 1) && !~used[w]) w++;
    return ~used[w] ? 64 * w + (uint32_t)__builtin_ctzll(~used[w]) : 64 * (w + 1);
}

/* In misere play: there is no option, or one that is lost. */
static uint32_t is_won(const uint64_t *used)
{
    bool any = used[0] | used[1] | used[2] | used[3];
    return !any || (used[0] & 1);
}

/* The next greater number with as many ones (Beeler, Gosper and Schroeppel 1972); it has some. */
static uint64_t next_subset(uint64_t bits)
{
    uint64_t lowest = bits & -bits, up = bits + lowest;
    return up | ((up ^ bits) >> 2 >> __builtin_ctzll(bits));
}

/* A state is taken from the budget once. */
static enum status report(struct bit_subsets *s, uint64_t count)
{
    s->states += count;
    uint64_t fresh = s->states > s->taken ? s->states - s->taken : 0;
    s->taken += fresh;
    if (count > fresh) budget_pass(s->budget, count - fresh);
    enum status st = budget_take_states(s->budget, fresh);
    return st == ST_OK ? budget_check(s->budget) : st;
}

/* The states of one layer, those first to which others lead: great ones, or small ones where all bits are turned. */
EVERYWHERE enum status fill_layer(struct bit_subsets *s, struct manner by)
{
    uint32_t limit = by.wide ? VALUES : s->few, count = 0;
    uint64_t all = full(s), walk = s->walk, left = s->left;
    struct bit_ranks n = s->ranks;
    enum status st = ST_OK;
    for (; left && st == ST_OK; left--) {
        uint64_t used[USED_WORDS] = {0}, state = s->turned ? walk : all & ~walk;
        if (s->turned ? state > s->start : state < s->start) break;
        use_options(s, &n, by, state, used);
        uint32_t value = s->misere ? is_won(used) : least_unused(used, by.wide);
        s->failed = value >= limit;
        if (s->failed) break;
        s->values[number_of(&n, by, state)] = (uint8_t)value;
        if (++count == CHECK_EVERY) st = report(s, count), count = 0;
        if (left > 1) walk = next_subset(walk);
    }
    s->walk = walk;
    s->left = left;
    return st == ST_OK ? report(s, count) : st;
}

static void begin_layer(struct bit_subsets *s, uint32_t ones)
{
    s->layer = ones;
    s->walk = low_ones(s->turned ? ones : s->bits - ones);
    s->left = bit_ranks_choose(s->bits, ones);
}

/* From where it ended. */
EVERYWHERE enum status fill_layers(struct bit_subsets *s, struct manner by)
{
    for (s->failed = false;;) {
        enum status st = fill_layer(s, by);
        if (st != ST_OK || s->failed || s->layer == s->most) return st;
        begin_layer(s, s->layer + 1);
    }
}

/* A loop of its own for each manner. */
EVERYWHERE enum status fill_with(struct bit_subsets *s, bool wide, uint32_t pieces)
{
    if (s->least == s->most)
        return wide ? fill_layers(s, (struct manner){false, true, pieces})
                    : fill_layers(s, (struct manner){false, false, pieces});
    return wide ? fill_layers(s, (struct manner){true, true, pieces})
                : fill_layers(s, (struct manner){true, false, pieces});
}

static enum status fill_short(struct bit_subsets *s, bool wide) { return fill_with(s, wide, BIT_RANK_FEW); }
static enum status fill_long(struct bit_subsets *s, bool wide) { return fill_with(s, wide, BIT_RANK_PIECES); }

/* Most boards have values below 64, which are told apart in one word; from the first that has not on, in several. */
static enum status fill(struct bit_subsets *s)
{
    s->states = 0;
    begin_layer(s, s->least);
    enum status (*by)(struct bit_subsets *, bool) = s->ranks.pieces == BIT_RANK_FEW ? fill_short : fill_long;
    enum status st = by(s, false);
    return st != ST_OK || !s->failed ? st : by(s, true);
}

enum status bit_subsets_fill(struct bit_subsets *s, bool misere)
{
    if ((s->filled && s->misere == misere) || (s->failed && !misere)) return ST_OK;
    enum status st = s->values ? ST_OK : budget_spares(s->budget, bit_subsets_bytes(s));
    if (st != ST_OK) return st;
    if (!bit_ranks_fill(&s->ranks)) return ST_NO_MEMORY;
    if (!s->values) s->values = mem_alloc((size_t)s->count);
    if (!s->values) return ST_NO_MEMORY;
    s->misere = misere;
    s->filled = false;
    st = fill(s);
    s->filled = st == ST_OK && !s->failed;
    return st;
}

bool bit_subsets_has(const struct bit_subsets *s, uint64_t code)
{
    uint64_t state = code ^ s->turned;
    uint32_t ones = bits_of(state);
    if ((code & ~full(s)) || ones < s->least || ones > s->most) return false;
    return s->turned ? state <= s->start : state >= s->start;
}

bool bit_subsets_find(const struct bit_subsets *s, uint64_t code, bool misere, uint32_t *value)
{
    if (!s->filled || s->misere != misere || !bit_subsets_has(s, code)) return false;
    *value = s->values[bit_rank(&s->ranks, s->ranks.pieces, s->least < s->most, code ^ s->turned)];
    return true;
}
