/* SPDX-License-Identifier: MIT */
/* Random rules on a few bits, against all that can be reached: a table (solve/bits/bit_table.h) must have the states that
 * are reached and no others, their values, and who loses in misere play; and where play may come back to a state there
 * must be no rule. A table of subsets (bit_subsets.h) must have the same values where no move makes more ones, in the order of subsets. The same for a table that goes on from files after a run that ended early (bit_kept.h). Bits that never change, that change together, that fall, that are beyond the first word.
 * usage: bits [FIRST_SEED [COUNT]]; prints TAP lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/hash.h"
#include "solve/bits/bit_subsets.h"
#include "solve/bits/bit_values.h"

static char folder[] = "/tmp/cgi-bits-XXXXXX";
enum { BITS = 11, STATES = 1 << BITS, MOVES = 24, CUBES = 3, WORK = 1 << 12 };
/* A move is possible in a state that is as one of its cubes say. */
struct drawn {
    uint32_t bits, moves, start;
    uint8_t at[BITS]; /* where each bit stands in a state */
    struct {
        uint32_t cubes, care[CUBES], want[CUBES], write, put;
    } move[MOVES];
};
struct all {
    struct drawn d;
    struct bit_source source;
    bool reached[STATES], open[STATES], known[STATES], cycle;
    uint32_t value[STATES];
    bool lost[STATES]; /* in misere play */
};
struct tally {
    size_t rules, made, cycles, states, large, paused, kept, wrong;
    size_t subsets, fixed, turned, wide;
};

static uint32_t below(uint64_t *seed, uint32_t n) { return (uint32_t)(random_next(seed) >> 33) % n; }
/* Each bit with a chance of one in so many. */
static uint32_t some_bits(uint64_t *seed, uint32_t bits, uint32_t part)
{
    uint32_t set = 0;
    for (uint32_t i = 0; i < bits; i++) set |= (uint32_t)(below(seed, part) == 0) << i;
    return set;
}

/* Mostly the first bit that a move writes is known to change, in a direction that the rule has for it. */
static void draw_move(struct drawn *d, uint64_t *seed, uint32_t move, uint32_t up, bool pairs, uint32_t part)
{
    uint32_t top = below(seed, d->bits), bit = 1u << top, others = some_bits(seed, d->bits, 4);
    if (below(seed, 40)) others &= bit - 1;
    if (pairs) bit |= bit << 1 & ((1u << d->bits) - 1);
    d->move[move].write = bit | others;
    d->move[move].put = (up & bit) | (others & ~bit & (uint32_t)random_next(seed));
    d->move[move].cubes = 1 + below(seed, CUBES);
    for (uint32_t i = 0; i < d->move[move].cubes; i++) {
        d->move[move].care[i] = some_bits(seed, d->bits, part) | (below(seed, 50) ? bit : 0);
        d->move[move].want[i] = ((uint32_t)random_next(seed) & ~bit) | (~up & bit);
        if (below(seed, 3) == 0) d->move[move].care[i] |= others;
        d->move[move].want[i] &= d->move[move].care[i];
    }
}

/* Ones that move to free cells, all one way, perhaps over others only; some are taken. */
static void draw_slides(struct drawn *d, uint64_t *seed)
{
    bool up = below(seed, 2), zeros = below(seed, 2);
    uint32_t taken = below(seed, 3) ? 0 : 1 + below(seed, 3), most = 1 + below(seed, 3), odd = below(seed, 3) ? 0 : 4;
    for (uint32_t i = 0; i < d->moves; i++) {
        uint32_t from = below(seed, d->bits), by = 1 + below(seed, most), to = up ? from + by : from - by;
        if (!taken && to >= d->bits) from = up ? 0 : d->bits - 1, to = up ? 1 : d->bits - 2;
        bool alone = to >= d->bits || (taken && below(seed, 4) < taken);
        uint32_t ends = 1u << from | (alone ? 0 : 1u << to), want = 1u << from;
        d->move[i].write = ends;
        d->move[i].put = alone ? 0 : 1u << to;
        d->move[i].cubes = 1 + (odd && below(seed, odd) == 0);
        for (uint32_t k = 0; k < d->move[i].cubes; k++) {
            uint32_t others = below(seed, 3) == 0 ? some_bits(seed, d->bits, 5) & ~ends : 0;
            d->move[i].care[k] = ends | others;
            d->move[i].want[k] = want | (others & (uint32_t)random_next(seed));
        }
        for (uint32_t k = 0; zeros && k < d->move[i].cubes; k++) d->move[i].want[k] ^= d->move[i].care[k];
        if (zeros) d->move[i].put ^= ends;
    }
    d->start = zeros ? ~some_bits(seed, d->bits, 3) & ((1u << d->bits) - 1) : some_bits(seed, d->bits, 3);
}

static void draw(struct drawn *d, uint64_t *seed)
{
    uint32_t up = (uint32_t)random_next(seed), place = 0;
    uint32_t part = 3 + 3 * below(seed, 5);
    bool pairs = below(seed, 4) == 0;
    *d = (struct drawn){.bits = 3 + below(seed, BITS - 2), .moves = 1 + below(seed, MOVES)};
    if (pairs) d->bits &= ~1u, up = (up & 0x55555555) * 3;
    for (uint32_t i = 0; i < d->bits; i++) d->at[i] = (uint8_t)(place += 1 + below(seed, 10));
    d->start = ~up & ((1u << d->bits) - 1);
    if (below(seed, 3) == 0) d->start ^= some_bits(seed, d->bits, 4);
    if (below(seed, 4) == 0) draw_slides(d, seed);
    else
        for (uint32_t i = 0; i < d->moves; i++) draw_move(d, seed, i, up, pairs, part);
}

/* ---- as a source ------------------------------------------------------------------------------------------------- */
static void spread(const struct drawn *d, uint32_t bits, uint64_t *to)
{
    for (uint32_t i = 0; i < d->bits; i++)
        if (bits >> i & 1) to[d->at[i] / 64] |= UINT64_C(1) << (d->at[i] % 64);
}

static void write_move(void *context, size_t move, uint64_t *write, uint64_t *put)
{
    const struct drawn *d = context;
    spread(d, d->move[move].write, write);
    spread(d, d->move[move].put, put);
}

static bool may_be_made(void *context, size_t move, const uint64_t *free, const uint64_t *start)
{
    const struct drawn *d = context;
    bool may = false;
    for (uint32_t i = 0; i < d->move[move].cubes; i++) {
        uint64_t care[BIT_STATE_WORDS] = {0}, want[BIT_STATE_WORDS] = {0}, off = 0;
        spread(d, d->move[move].care[i], care);
        spread(d, d->move[move].want[i], want);
        for (size_t w = 0; w < 2; w++) off |= (start[w] ^ want[w]) & care[w] & ~free[w];
        may |= !off;
    }
    return may;
}

static bit_ref when_made(void *context, size_t move, struct bit_diagrams *diagrams, const bit_ref *literals,
                         const bit_ref *negations)
{
    const struct drawn *d = context;
    bit_ref any = BIT_FALSE;
    for (uint32_t i = 0; i < d->move[move].cubes; i++) {
        bit_ref all = BIT_TRUE;
        for (uint32_t k = 0; k < d->bits; k++)
            if (d->move[move].care[i] >> k & 1)
                all = bit_and(diagrams, all, (d->move[move].want[i] >> k & 1 ? literals : negations)[d->at[k]]);
        any = bit_or(diagrams, any, all);
    }
    return any;
}

/* ---- as it is said ----------------------------------------------------------------------------------------------- */
static bool is_possible(const struct drawn *d, uint32_t move, uint32_t state)
{
    bool possible = false;
    for (uint32_t i = 0; i < d->move[move].cubes; i++)
        possible |= (state & d->move[move].care[i]) == d->move[move].want[i];
    return possible;
}

static void value_all(struct all *a, uint32_t state)
{
    uint32_t met = 0;
    bool any = false, lost = false;
    if (a->open[state]) a->cycle = true;
    if (a->open[state] || a->known[state]) return;
    a->reached[state] = a->open[state] = true;
    for (uint32_t i = 0; i < a->d.moves; i++) {
        if (!is_possible(&a->d, i, state)) continue;
        uint32_t to = (state & ~a->d.move[i].write) | a->d.move[i].put;
        value_all(a, to);
        met |= 1u << a->value[to];
        any = true;
        lost |= a->lost[to];
    }
    a->value[state] = (uint32_t)__builtin_ctz(~met);
    a->lost[state] = any && !lost;
    a->open[state] = false;
    a->known[state] = true;
}

/* What the table says of every state. */
static size_t differences(const struct all *a, const struct bit_rule *rule, const struct bit_table *t, bool misere)
{
    size_t wrong = 0;
    for (uint32_t s = 0; s < 1u << a->d.bits; s++) {
        uint64_t words[BIT_STATE_WORDS] = {0}, code;
        uint32_t value;
        spread(&a->d, s, words);
        bool found = bit_rule_code(rule, words, &code) && bit_values_find(t, code, &value);
        uint32_t right = misere ? (a->lost[s] ? 0 : BIT_LARGE) : a->value[s] < t->planes ? a->value[s] : BIT_LARGE;
        wrong += found != a->reached[s] || (found && value != right);
    }
    return wrong;
}

/* Begun again and again with more work allowed, in some rules. */
static bool reach(struct bit_table *t, struct tally *tally, uint64_t seed)
{
    bool done = false;
    for (uint64_t allowed = seed & 1 ? 4 : WORK; !done; allowed *= 2) {
        if (bit_table_reach(t, allowed, &done) != ST_OK) return false;
        tally->paused += !done;
    }
    return true;
}

static size_t try_table(struct all *a, const struct bit_rule *rule, struct tally *tally, uint64_t seed)
{
    static const uint32_t planes[] = {1, 8, 16, 32};
    struct budget budget = {0};
    uint64_t code;
    size_t wrong = 0;
    if (!bit_rule_code(rule, a->source.start, &code) || code >> rule->bits) return 1;
    struct bit_table *t = bit_table_open(rule, code, &budget);
    if (!t || !reach(t, tally, seed)) wrong++;
    for (size_t i = 0; !wrong && i < sizeof planes / sizeof *planes; i++) {
        wrong += bit_values_fill(t, planes[(i + seed) % 4], false) != ST_OK || differences(a, rule, t, false);
        wrong += bit_values_fill(t, 1, true) != ST_OK || differences(a, rule, t, true);
    }
    tally->states += t ? t->states : 0;
    tally->large += a->value[a->d.start] >= BIT_PLANES;
    bit_table_free(t);
    return wrong;
}

/* What a table of subsets says of every state; others than those that are reached may have values too. */
static size_t differences_of_subsets(const struct all *a, const struct bit_rule *rule, const struct bit_subsets *t,
                                     bool misere)
{
    size_t wrong = 0;
    for (uint32_t s = 0; s < 1u << a->d.bits; s++) {
        uint64_t words[BIT_STATE_WORDS] = {0}, code;
        uint32_t value;
        spread(&a->d, s, words);
        if (!a->reached[s]) continue;
        bool found = bit_rule_code(rule, words, &code) && bit_subsets_find(t, code, misere, &value);
        wrong += !found || value != (misere ? !a->lost[s] : a->value[s]);
    }
    return wrong;
}

/* May a move that is possible somewhere make more bits `one`? */
static bool makes_more(const struct bit_rule *rule, bool one)
{
    bool more = false;
    for (uint32_t code = 0; code < 1u << rule->bits; code++)
        for (size_t i = 0; i < rule->moves.count; i++) {
            const struct bit_move *m = &rule->moves.data[i];
            bit_ref when = m->when;
            while (!bit_is_word(when))
                when = rule->diagrams.nodes.data[when].kids[code >> rule->diagrams.nodes.data[when].bit & 1];
            uint32_t to = (uint32_t)((code & ~m->write) | m->put), from = one ? code : ~code;
            if (!(bit_word(&rule->diagrams, when) >> (code & 63) & 1)) continue;
            more |= __builtin_popcount(one ? to : ~to) > __builtin_popcount(from);
        }
    return more;
}

static size_t try_subsets(const struct all *a, struct bit_rule *rule, struct tally *tally)
{
    struct budget budget = {0};
    struct bit_subsets *t = NULL;
    uint64_t code;
    size_t wrong = !bit_rule_code(rule, a->source.start, &code) || bit_subsets_open(rule, code, &budget, &t) != ST_OK;
    if (t) wrong += makes_more(rule, !t->turned);
    if (t) t->few = 1 + (uint32_t)(a->d.start + a->d.moves) % 4;
    for (int misere = 0; t && !wrong && misere < 3; misere++) {
        wrong += bit_subsets_fill(t, misere == 1) != ST_OK || !t->filled || t->states > t->count;
        wrong += differences_of_subsets(a, rule, t, misere == 1) || budget.states_used != t->states;
    }
    tally->subsets += t && t->states > 1;
    tally->fixed += t && t->states > 1 && t->least == t->most;
    tally->wide += t && a->value[a->d.start] >= t->few;
    tally->turned += t && t->turned && t->states > 1;
    bit_subsets_free(t);
    return wrong;
}

/* The same with files: a run that ends at some look at its budget, and one that goes on. */
static size_t differences_kept(const struct all *a, const struct bit_rule *rule, struct tally *tally, uint64_t *seed)
{
    struct keep keep = {.folder = folder, .version = "test"};
    struct text words = {0};
    uint64_t code = 0;
    uint32_t planes = 1u << 3 * below(seed, 2), looks = 1 + below(seed, 12);
    bool misere = planes == 1 && below(seed, 2);
    size_t wrong = 0;
    text_add(&words, "%d", (int)tally->made);
    bit_rule_code(rule, a->source.start, &code);
    for (int run = 0; run < 3; run++) { /* ended, going on, and again */
        struct budget budget = {.looks = run ? 0 : looks};
        struct bit_table *t = bit_table_open(rule, code, &budget);
        bool done;
        if (!t) return 1;
        bit_kept_open(t, &keep, &words, 0);
        enum status st = bit_table_reach(t, UINT64_MAX, &done);
        if (st == ST_OK) st = bit_values_fill(t, planes, misere);
        wrong += run && (st != ST_OK || budget.states_used != t->states || differences(a, rule, t, misere));
        bit_table_free(t);
    }
    tally->kept += keep.loaded > 0;
    text_free(&words);
    return wrong;
}

static void empty_folder(void)
{
    char command[64];
    snprintf(command, sizeof command, "rm -f %s/*", folder);
    if (system(command) != 0) printf("# %s cannot be emptied\n", folder);
}

static void try_rule(struct tally *tally, uint64_t seed)
{
    static struct all a;
    struct bit_rule *rule = NULL;
    bool more;
    uint64_t random = hash_mix(seed);
    memset(&a, 0, sizeof a);
    draw(&a.d, &random);
    a.source = (struct bit_source){.context = &a.d,
                                   .words = 2,
                                   .move_count = a.d.moves,
                                   .write = write_move,
                                   .may = may_be_made,
                                   .when = when_made};
    spread(&a.d, a.d.start, a.source.start);
    value_all(&a, a.d.start);
    tally->rules++;
    tally->cycles += a.cycle;
    size_t wrong = bit_rule_make(&a.source, BITS, 1 << 16, &rule, &more) != ST_OK || (rule && a.cycle);
    tally->made += rule != NULL;
    if (rule && !wrong) wrong += try_table(&a, rule, tally, random);
    if (rule && !wrong) wrong += try_subsets(&a, rule, tally);
    if (rule && !wrong) wrong += differences_kept(&a, rule, tally, &random);
    if (seed % 256 == 0) empty_folder();
    if (wrong && tally->wrong++ < 5) printf("# seed %llu\n", (unsigned long long)seed);
    bit_rule_free(rule);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 2000;
    struct tally t = {0};
    if (!mkdtemp(folder)) return 1;
    for (uint64_t seed = first; seed < first + count; seed++) try_rule(&t, seed);
    empty_folder();
    rmdir(folder);
    bool many = t.kept > count / 4 && t.made > count / 4 && t.cycles > count / 20 && t.large && t.paused > count / 8;
    many &= t.subsets > count / 20 && t.fixed > count / 20 && t.turned > count / 20 && t.wide > count / 40;
    printf("%s 1 - rules on bits: %zu rules, %zu made, %zu come back, %zu states, %zu with large values, %zu begun "
           "again, %zu "
           "kept, %zu as subsets, %zu of one size, %zu turned, %zu wide, %zu wrong\n1..1\n",
           many && !t.wrong ? "ok" : "not ok", t.rules, t.made, t.cycles, t.states, t.large, t.paused, t.kept,
           t.subsets, t.fixed, t.turned, t.wide, t.wrong);
    return !many || t.wrong;
}
