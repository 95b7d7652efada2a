/* SPDX-License-Identifier: MIT */
#include "solve/bits/bit_subsets.h"
#include <string.h>
#include "base/bits.h"
#include "base/mem.h"

enum { COUNT_MOST = 1 << 26, CHECK_EVERY = 1 << 16, VALUES = 255, USED_WORDS = 4 };
#define EVERYWHERE static inline __attribute__((always_inline))

static uint32_t full(const struct bit_subsets *s) { return (UINT32_C(1) << s->bits) - 1; }

/* ---- moves ------------------------------------------------------------------------------------------------------- */
/* The bits that have one value wherever the condition holds, and that value. False: memory is out. */
static bool find_cube(struct bit_rule *r, bit_ref when, uint64_t *care, uint64_t *want)
{
    struct bit_diagrams *d = &r->diagrams;
    for (uint32_t bit = 0; bit < r->bits; bit++)
        for (uint32_t one = 0; one < 2; one++) {
            if (bit_and(d, when, bit_literal(d, bit, !one)) != BIT_FALSE || d->failed) continue;
            *care |= UINT64_C(1) << bit;
            *want |= (uint64_t)one << bit;
        }
    return !d->failed;
}

static bit_ref cube_of(struct bit_rule *r, uint64_t care, uint64_t want)
{
    bit_ref all = BIT_TRUE;
    for (uint64_t left = care; left; left &= left - 1) {
        uint32_t bit = (uint32_t)__builtin_ctzll(left);
        all = bit_and(&r->diagrams, all, bit_literal(&r->diagrams, bit, want >> bit & 1));
    }
    return all;
}

/* What the condition of a move says, as cells where it is no more than that. False: memory is out. */
static bool read_move(struct bit_rule *r, const struct bit_move *move, struct bit_pattern *p)
{
    *p = (struct bit_pattern){.places = 1, .write = move->write, .put = move->put, .when = BIT_TRUE};
    if (!find_cube(r, move->when, &p->care, &p->want)) return false;
    if (cube_of(r, p->care, p->want) != move->when) p->when = move->when;
    return !r->diagrams.failed;
}

/* May a move leave more of the bits that hold `one`? A bit of which its condition says nothing may hold the other value before. */
static bool may_add(const struct bit_pattern *p, bool one)
{
    uint64_t want = one ? p->want : ~p->want, put = one ? p->put : ~p->put;
    uint32_t gone = bits_of(p->care & want & p->write & ~put), come = bits_of(p->write & put & ~(p->care & want));
    return come > gone;
}

static void turn(struct bit_pattern *p, uint32_t turned)
{
    p->want ^= turned & p->care;
    p->put ^= turned & p->write;
}

/* Of all moves, which are in `all`: are ones counted, or zeros, and how many may there be? False: neither. More of one are fewer of the
 * other. */
static bool find_layers(struct bit_subsets *s, const struct bit_pattern *all, uint64_t start)
{
    bool more[2] = {false, false};
    for (size_t i = 0; i < s->rule->moves.count; i++)
        for (int one = 0; one < 2; one++) more[one] |= may_add(&all[i], one);
    if (more[0] && more[1]) return false;
    s->turned = more[1] ? full(s) : 0;
    s->start = (uint32_t)start ^ s->turned;
    s->most = bits_of(s->start);
    s->least = more[0] || more[1] ? 0 : s->most;
    return true;
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */
/* n over k, or COUNT_MOST + 1 if it is more than COUNT_MOST. */
static uint64_t choose(uint64_t n, uint64_t k)
{
    uint64_t ways = 1;
    if (k > n) return 0;
    for (uint64_t i = 1; i <= k && ways <= COUNT_MOST; i++) ways = ways * (n - k + i) / i;
    return ways <= COUNT_MOST ? ways : COUNT_MOST + 1;
}

static uint64_t count_all(const struct bit_subsets *s)
{
    uint64_t count = 0;
    for (uint64_t j = s->least; j <= s->most; j++) count += choose(s->bits, j);
    return count;
}

/* Of bits from place `from` on, the first of which is number `ones` + 1 of the state. */
static uint32_t summand(uint32_t bits, uint32_t from, uint32_t ones)
{
    uint64_t sum = 0;
    for (; bits; bits &= bits - 1) sum += choose(from + (uint32_t)__builtin_ctz(bits), ++ones);
    return (uint32_t)sum;
}

static size_t low_room(const struct bit_subsets *s) { return (size_t)1 << s->low_bits; }
static size_t high_room(const struct bit_subsets *s) { return ((size_t)1 << (s->bits - s->low_bits)) * s->columns; }

/* Numbers that no state has may be more than 32 bits hold. */
static bool make_numbers(struct bit_subsets *s)
{
    uint32_t before = 0;
    s->low = mem_alloc(low_room(s) * sizeof *s->low);
    s->high = mem_alloc(high_room(s) * sizeof *s->high);
    if (!s->low || !s->high) return false;
    for (uint32_t bits = 0; bits < low_room(s); bits++) s->low[bits] = summand(bits, 0, 0);
    for (uint32_t j = s->least; j <= s->most; before += (uint32_t)choose(s->bits, j++))
        for (uint32_t bits = 0; bits < high_room(s) / s->columns; bits++)
            if (bits_of(bits) <= j)
                s->high[bits * s->columns + j - s->least] = before + summand(bits, s->low_bits, j - bits_of(bits));
    return true;
}

/* What a loop looks at for each option, by itself. */
struct numbers {
    const uint32_t *low, *high;
    uint32_t low_bits, low_mask, columns, least;
};
static struct numbers numbers_of(const struct bit_subsets *s)
{
    return (struct numbers){s->low, s->high, s->low_bits, (uint32_t)low_room(s) - 1, s->columns, s->least};
}

EVERYWHERE uint32_t number_of(const struct numbers *n, bool layers, uint32_t state)
{
    uint32_t high = state >> n->low_bits;
    return n->low[state & n->low_mask] + n->high[layers ? high * n->columns + bits_of(state) - n->least : high];
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
    s->work = (uint64_t)((double)s->count * each) + low_room(s) + high_room(s);
}

/* ---- opening ----------------------------------------------------------------------------------------------------- */
static enum status open(struct bit_subsets *s, struct bit_rule *rule, uint64_t start, bool *fine)
{
    size_t bytes = (rule->moves.count + 1) * sizeof(struct bit_pattern);
    struct bit_pattern *all = mem_alloc(bytes);
    uint64_t most = rule->diagrams.most;
    bool memory = all;
    rule->diagrams.most = 0; /* of each move a few joins */
    for (size_t i = 0; memory && i < rule->moves.count; i++) memory = read_move(rule, &rule->moves.data[i], &all[i]);
    rule->diagrams.most = most;
    *fine = memory && find_layers(s, all, start);
    if (*fine) s->count = count_all(s);
    *fine = *fine && s->count <= COUNT_MOST;
    for (size_t i = 0; *fine && i < rule->moves.count; i++) turn(&all[i], s->turned);
    if (*fine) memory = bit_patterns_make(all, rule->moves.count, &s->arena, &s->patterns);
    mem_free(all, all ? bytes : 0);
    return memory ? ST_OK : ST_NO_MEMORY;
}

enum status bit_subsets_open(struct bit_rule *rule, uint64_t start, struct budget *budget, struct bit_subsets **subsets)
{
    bool fine = false;
    *subsets = NULL;
    if (rule->bits > BIT_SUBSETS_BITS || rule->diagrams.failed) return ST_OK;
    struct bit_subsets *s = mem_alloc(sizeof *s);
    if (!s) return ST_NO_MEMORY;
    *s = (struct bit_subsets){.rule = rule, .budget = budget, .bits = rule->bits, .few = 64};
    enum status st = open(s, rule, start, &fine);
    s->low_bits = s->bits / 2;
    s->columns = s->most - s->least + 1;
    if (st == ST_OK && fine) estimate(s);
    if (st == ST_OK && fine) *subsets = s;
    else bit_subsets_free(s);
    return st;
}

void bit_subsets_free(struct bit_subsets *s)
{
    if (!s) return;
    arena_free(&s->arena);
    mem_free(s->low, s->low ? low_room(s) * sizeof *s->low : 0);
    mem_free(s->high, s->high ? high_room(s) * sizeof *s->high : 0);
    mem_free(s->values, s->values ? (size_t)s->count : 0);
    mem_free(s, sizeof *s);
}

double bit_subsets_words(const struct bit_subsets *s)
{
    double words = 0;
    uint64_t most = s->most;
    for (uint64_t j = s->least > BIT_LOW ? s->least - BIT_LOW : 0; j <= most; j++)
        words += (double)choose(s->bits - BIT_LOW, j);
    return words;
}

uint64_t bit_subsets_bytes(const struct bit_subsets *s)
{
    return s->count + (low_room(s) + high_room(s)) * sizeof *s->low;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */
static bool holds(const struct bit_diagrams *d, bit_ref when, uint64_t code)
{
    while (!bit_is_word(when)) when = d->nodes.data[when].kids[code >> d->nodes.data[when].bit & 1];
    return bit_word(d, when) >> (code & 63) & 1;
}

/* The places of a pattern where the state allows it. */
EVERYWHERE uint32_t places_of(const struct bit_subsets *s, const struct bit_pattern *p, uint32_t state)
{
    uint32_t able = (uint32_t)bit_pattern_places(&s->patterns, p, state);
    if (able && p->when != BIT_TRUE && !holds(&s->rule->diagrams, p->when, state ^ s->turned)) able = 0;
    return able;
}

/* The values of all options; `used` has words for all, or one for those below 64. */
EVERYWHERE void use_options(const struct bit_subsets *s, const struct numbers *n, bool layers, bool wide,
                            uint32_t state, uint64_t *used)
{
    const struct bit_pattern *p = s->patterns.list, *end = p + s->patterns.count;
    const uint8_t *values = s->values;
    for (; p < end; p++)
        for (uint32_t able = places_of(s, p, state); able; able &= able - 1) {
            uint32_t value = values[number_of(n, layers, (uint32_t)bit_pattern_made(p, state, able))];
            used[wide ? value / 64 : 0] |= UINT64_C(1) << (value % 64);
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
static uint32_t next_subset(uint32_t bits)
{
    uint32_t lowest = bits & -bits, up = bits + lowest;
    return up | ((up ^ bits) >> 2 >> __builtin_ctz(bits));
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
EVERYWHERE enum status fill_layer(struct bit_subsets *s, bool layers, bool wide, uint32_t ones)
{
    uint32_t all = full(s), limit = wide ? VALUES : s->few, count = 0;
    uint32_t walk = s->turned ? (UINT32_C(1) << ones) - 1 : (UINT32_C(1) << (s->bits - ones)) - 1;
    struct numbers n = numbers_of(s);
    enum status st = ST_OK;
    for (uint64_t left = choose(s->bits, ones); left && st == ST_OK && !s->failed; left--) {
        uint64_t used[USED_WORDS] = {0};
        uint32_t state = s->turned ? walk : all & ~walk;
        if (s->turned ? state > s->start : state < s->start) break;
        use_options(s, &n, layers, wide, state, used);
        uint32_t value = s->misere ? is_won(used) : least_unused(used, wide);
        s->failed = value >= limit;
        s->values[number_of(&n, layers, state)] = (uint8_t)value;
        if (++count == CHECK_EVERY) st = report(s, count), count = 0;
        if (left > 1) walk = next_subset(walk);
    }
    return st == ST_OK && !s->failed ? report(s, count) : st;
}

EVERYWHERE enum status fill_layers(struct bit_subsets *s, bool layers, bool wide)
{
    enum status st = ST_OK;
    s->failed = false;
    s->states = 0;
    for (uint32_t j = s->least; j <= s->most && st == ST_OK && !s->failed; j++) st = fill_layer(s, layers, wide, j);
    return st;
}

/* Most boards have values below 64. */
static enum status fill(struct bit_subsets *s)
{
    bool layers = s->columns > 1;
    enum status st = layers ? fill_layers(s, true, false) : fill_layers(s, false, false);
    if (st != ST_OK || !s->failed) return st;
    return layers ? fill_layers(s, true, true) : fill_layers(s, false, true);
}

enum status bit_subsets_fill(struct bit_subsets *s, bool misere)
{
    if ((s->filled && s->misere == misere) || (s->failed && !misere)) return ST_OK;
    enum status st = s->values ? ST_OK : budget_spares(s->budget, bit_subsets_bytes(s));
    if (st != ST_OK) return st;
    if (!s->low && !make_numbers(s)) return ST_NO_MEMORY;
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
    uint32_t state = (uint32_t)code ^ s->turned, ones = bits_of(state);
    if (code >> s->bits || ones < s->least || ones > s->most) return false;
    return s->turned ? state <= s->start : state >= s->start;
}

bool bit_subsets_find(const struct bit_subsets *s, uint64_t code, bool misere, uint32_t *value)
{
    if (!s->filled || s->misere != misere || !bit_subsets_has(s, code)) return false;
    struct numbers n = numbers_of(s);
    *value = s->values[number_of(&n, s->columns > 1, (uint32_t)code ^ s->turned)];
    return true;
}
