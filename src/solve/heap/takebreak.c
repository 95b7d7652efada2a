/* SPDX-License-Identifier: MIT */
/* One heap under a finite take-and-break code: remove d tokens and leave a given number of heaps, in all possible ways.
 * SG values by marking; heaps beyond by the theorem of Guy and Smith (period.h).
 *
 * While the heaps are small the values of a heap's options are a set of bits, a single machine word while all values
 * are below 64. Later, codes that leave two heaps consider only some of the pairs (code/machine/sparse_space.h),
 * with stamps instead of bits; if the values are not sparse enough for that, bits remain in use. For codes that
 * leave three heaps, the set of values of all pairs with m tokens together is kept for each m as bits; a third heap
 * of value v turns it into the set with every member xored by v, which moves whole words and permutes bits in them. */
#include "base/mem.h"
#include <string.h>
#include "code/machine/split_blocks.h"
#include "solve/heap/heap_options.h"
#include "solve/heap/private.h"

enum {
    MARKS_PER_CHECK = 1 << 20,
    WORD = 64,
    HEAP_STEPS = 200,
    PERMUTE_STEPS = 32,
    BYTE_WORDS = 64,
    PAIRS_TOGETHER = 1 << 14,
    STEPS_TOGETHER = 1 << 16
};

struct break_fill {
    struct env *env;
    const struct family *f;
    struct value_run *values;
    uint64_t *set; /* bits of the options' values; `words` words, a power of two */
    size_t words;
    uint64_t *pairs; /* `words` words per number of tokens; NULL for codes without three heaps */
    uint64_t pair_room, pair_count;
    uint64_t marks, work; /* steps since the last check of the budget, and before it */
    struct sparse_space splits;
    struct split_rule rule;
    struct split_kind *kinds;
    struct split_blocks blocks;
    struct split *open; /* the pairs of the current heap, one entry for each digit that leaves two heaps */
    size_t open_count;
    unsigned hands;       /* when it was opened */
    uint64_t *sets;       /* one for each of them, if there are several */
    uint8_t *seen, stamp; /* seen[v] == stamp: an option has value v; seen_room of them */
    size_t seen_room;
    uint64_t learnt; /* heaps whose values it knows */
};

static inline uint32_t value_at(const struct break_fill *b, uint64_t n)
{
    return value_view_at(value_view(b->values), n);
}

/* ---- sets of values ---------------------------------------------------------------------------------------------- */
/* The set with every member xored by v < 64: bit i goes to bit i ^ v. */
static uint64_t permute(uint64_t word, uint32_t v)
{
    static const uint64_t low[6] = {0x5555555555555555u, 0x3333333333333333u, 0x0f0f0f0f0f0f0f0fu,
                                    0x00ff00ff00ff00ffu, 0x0000ffff0000ffffu, 0x00000000ffffffffu};
    for (int i = 0; i < 6; i++)
        if (v >> i & 1) word = (word & low[i]) << (1 << i) | (word >> (1 << i) & low[i]);
    return word;
}

static void add(uint64_t *set, uint32_t value) { set[value / WORD] |= (uint64_t)1 << value % WORD; }

static uint32_t mex(const uint64_t *set, size_t words)
{
    size_t i = 0;
    while (i < words && set[i] == UINT64_MAX) i++;
    return (uint32_t)(WORD * i + (i < words ? (size_t)__builtin_ctzll(~set[i]) : 0));
}

/* All sets contain values below 64 * words, closed under xor; a larger value doubles the words. */
static enum status widen(struct break_fill *b, uint32_t value)
{
    size_t words = b->words;
    while (value >= words * WORD) words *= 2;
    if (words == b->words) return ST_OK;
    if (b->pairs && budget_fits(b->env->budget, b->pair_room * words * sizeof *b->pairs) != ST_OK)
        return ST_MEMORY_BUDGET;
    uint64_t *set = mem_alloc(words * sizeof *set), *sets = b->sets ? mem_alloc(b->hands * words * sizeof *sets) : NULL;
    uint64_t *pairs = b->pairs ? mem_alloc((size_t)b->pair_room * words * sizeof *pairs) : NULL;
    if (!set || (b->pairs && !pairs) || (b->sets && !sets)) {
        mem_free(set, words * sizeof *set);
        mem_free(sets, b->hands * words * sizeof *sets);
        if (pairs) mem_free(pairs, (size_t)b->pair_room * words * sizeof *pairs);
        return ST_NO_MEMORY;
    }
    for (uint64_t m = 0; m < b->pair_count && pairs; m++)
        for (size_t i = 0; i < b->words; i++) pairs[m * words + i] = b->pairs[m * b->words + i];
    mem_free(b->set, b->words * sizeof *set);
    if (b->sets) mem_free(b->sets, b->hands * b->words * sizeof *sets);
    if (b->pairs) mem_free(b->pairs, (size_t)b->pair_room * b->words * sizeof *pairs);
    b->set = set;
    b->sets = sets;
    b->pairs = pairs;
    b->words = words;
    return ST_OK;
}

/* ---- options ----------------------------------------------------------------------------------------------------- */
static inline uint32_t value_of_pair(struct value_view g, uint64_t m, uint64_t a)
{
    return value_view_at(g, a) ^ value_view_at(g, m - a);
}

/* Many values in bytes first: a bit set in the word of the bit before waits for that. */
EACH_WIDTH void mark_bytes(struct value_view g, size_t words, uint64_t m, uint64_t low, uint64_t high, uint64_t *set)
{
    uint8_t seen[BYTE_WORDS * WORD];
    memset(seen, 0, words * WORD);
    for (uint64_t a = low; a < high; a++) seen[value_of_pair(g, m, a)] = 1;
    for (size_t i = 0; i < words; i++)
        for (size_t k = 0; k < WORD; k++) set[i] |= (uint64_t)seen[WORD * i + k] << k;
}

EACH_WIDTH void mark_pairs_in(struct value_view g, size_t words, uint64_t m, uint64_t low, uint64_t high, uint64_t *set)
{
    uint64_t word = 0;
    if (words > 1 && words <= BYTE_WORDS && high > low && (high - low) / 4 > words * WORD)
        mark_bytes(g, words, m, low, high, set);
    else if (words > 1)
        for (uint64_t a = low; a < high; a++) add(set, value_of_pair(g, m, a));
    else
        for (uint64_t a = low; a < high; a++) word |= (uint64_t)1 << (value_of_pair(g, m, a) & 63);
    set[0] |= word;
}

static void mark_range(struct value_view g, size_t words, uint64_t m, uint64_t low, uint64_t high, uint64_t *set)
{
    VALUE_VIEW_WIDTH(g, mark_pairs_in(g, words, m, low, high, set));
}

/* Those with three heaps, the smallest of them a. */
static void mark_triples(const struct break_fill *b, uint64_t m, uint64_t low, uint64_t high, uint64_t *set)
{
    for (uint64_t a = low; a < high; a++) {
        uint32_t v = value_at(b, a);
        const uint64_t *pairs = b->pairs + (m - a) * b->words;
        for (size_t i = 0; i < b->words; i++) set[i ^ v / WORD] |= permute(pairs[i], v % WORD);
    }
}

/* Many of them, in as many ranges as there are hands, each with a set of its own. */
struct ranges {
    const struct break_fill *b;
    uint64_t m, low, left;
    size_t parts;
    bool triples;
};

static enum status mark_part(void *context, size_t part)
{
    const struct ranges *r = context;
    const struct break_fill *b = r->b;
    uint64_t *set = b->sets + part * b->words, each = r->left / r->parts, from = r->low + part * each;
    uint64_t to = part + 1 < r->parts ? from + each : r->low + r->left;
    for (size_t i = 0; i < b->words; i++) set[i] = 0;
    if (r->triples) mark_triples(b, r->m, from, to, set);
    else mark_range(value_view(b->values), b->words, r->m, from, to, set);
    return ST_OK;
}

static void mark_together(struct break_fill *b, struct ranges *r, uint64_t *set)
{
    crew_run(budget_crew(b->env->budget), mark_part, r, r->parts);
    for (size_t i = 0; i < r->parts * b->words; i++) set[i % b->words] |= b->sets[i];
}

/* Pairs a + b = m, a from `low` on. */
static void mark_pairs(struct break_fill *b, uint64_t m, uint64_t low, uint64_t left, uint64_t *set)
{
    struct ranges r = {b, m, low, left, b->sets ? b->hands : 1, false};
    b->marks += left;
    if (r.parts == 1 || left < PAIRS_TOGETHER) mark_range(value_view(b->values), b->words, m, low, low + left, set);
    else mark_together(b, &r, set);
}

/* Sets of pairs up to m tokens; the heaps below m are known. */
static void cover_pairs(struct break_fill *b, uint64_t m)
{
    for (; b->pair_count <= m; b->pair_count++)
        mark_pairs(b, b->pair_count, 1, b->pair_count / 2, b->pairs + b->pair_count * b->words);
}

/* The options with three heaps, the smallest of them a <= m / 3. */
static void mark_all_triples(struct break_fill *b, uint64_t m)
{
    struct ranges r = {b, m, 1, m / 3, b->sets ? b->hands : 1, true};
    uint64_t steps = m / 3 * b->words * PERMUTE_STEPS;
    b->marks += steps;
    if (r.parts == 1 || steps < STEPS_TOGETHER) mark_triples(b, m, 1, m / 3 + 1, b->set);
    else mark_together(b, &r, b->set);
}

static void mark_options(struct break_fill *b, uint64_t n)
{
    uint64_t m, low, left;
    for (size_t i = 0; i < b->words; i++) b->set[i] = 0;
    for (size_t i = 0; i < b->f->digit_count && b->f->digits[i].take <= (int64_t)n; i++) {
        uint64_t rest = n - (uint64_t)b->f->digits[i].take;
        unsigned heaps = b->f->digits[i].heaps;
        if (heaps & 1 && rest == 0) add(b->set, 0);
        if (heaps & 2 && rest >= 1) add(b->set, value_at(b, rest));
        if (heaps & 8 && rest >= 3) mark_all_triples(b, rest);
    }
    for (size_t i = 0; i < b->rule.count; i++)
        if (split_range(&b->kinds[i], n, &m, &low, &left)) mark_pairs(b, m, low, left, b->set);
}

/* ---- options if the values are sparse ---------------------------------------------------------------------------- */
static enum status make_seen(struct break_fill *b)
{
    size_t room = (size_t)b->splits.top + 2; /* one more that is never marked, so a mex is always found */
    if (room <= b->seen_room) return ST_OK;
    mem_free(b->seen, b->seen_room * sizeof *b->seen);
    b->seen_room = 0;
    b->stamp = 0;
    b->seen = mem_alloc(room * sizeof *b->seen);
    if (b->seen) b->seen_room = room;
    return b->seen ? ST_OK : ST_NO_MEMORY;
}

static void next_stamp(struct break_fill *b)
{
    if (++b->stamp != 0) return;
    memset(b->seen, 0, b->seen_room);
    b->stamp = 1;
}

static void mark_sparsely(struct break_fill *b, uint64_t n)
{
    struct split x;
    next_stamp(b);
    b->open_count = 0;
    for (size_t i = 0; i < b->f->digit_count && b->f->digits[i].take <= (int64_t)n; i++) {
        uint64_t rest = n - (uint64_t)b->f->digits[i].take;
        if (b->f->digits[i].heaps & 1 && rest == 0) b->seen[0] = b->stamp;
        if (b->f->digits[i].heaps & 2 && rest >= 1) b->seen[value_at(b, rest)] = b->stamp;
    }
    for (size_t i = 0; i < b->rule.count; i++) {
        if (!split_range(&b->kinds[i], n, &x.sum, &x.low, &x.left)) continue;
        b->open[b->open_count] = x;
        b->marks += sparse_space_mark(&b->splits, value_view(b->values), &b->open[b->open_count++], b->seen, b->stamp);
    }
}

/* The mex: a value that is not marked may still be that of a pair that was skipped. */
static uint32_t find_mex(struct break_fill *b)
{
    uint32_t v = 0;
    for (;; v++) {
        while (b->seen[v] == b->stamp) v++;
        b->marks += sparse_space_find(&b->splits, value_view(b->values), b->open, b->open_count, v, b->seen, b->stamp);
        if (b->seen[v] != b->stamp) return v;
    }
}

/* The kinds of moves that leave one heap or two, as sparse_space and blocks of heaps want them. */
static enum status open_kinds(struct break_fill *b)
{
    const struct family *f = b->f;
    b->kinds = mem_alloc((2 * f->digit_count + 1) * sizeof *b->kinds);
    b->open = mem_alloc((f->digit_count + 1) * sizeof *b->open);
    if (!b->kinds || !b->open) return ST_NO_MEMORY;
    b->rule = (struct split_rule){.kinds = b->kinds, .modulus = 1};
    for (size_t i = 0; i < f->digit_count; i++) {
        const struct family_digit *d = &f->digits[i];
        struct split_kind one = {.take = d->take},
                          two = {d->take, true, (uint64_t)d->least, (uint64_t)d->apart, (uint64_t)d->from, {1}};
        if (d->heaps & 2) b->kinds[b->rule.count++] = one;
        if (d->heaps & 4) b->kinds[b->rule.count++] = two;
        if (d->heaps & 4) b->splits.taken |= 1u << (d->take & 1);
    }
    b->blocks =
        (struct split_blocks){.rule = &b->rule, .space = &b->splits, .by = split_sweep_widest(), .alone = SPLIT_ALONE};
    return ST_OK;
}

/* Values 0..n-1 are known; are they sparse enough? */
static enum status ask_splits(struct break_fill *b, uint64_t n, bool *sparse)
{
    *sparse = false;
    if (b->f->most_heaps != 2) return ST_OK;
    enum status st = sparse_space_learn(&b->splits, value_view(b->values), n, b->env->budget);
    *sparse = st == ST_OK && sparse_space_worth(&b->splits);
    return *sparse ? make_seen(b) : st;
}

/* Heap n, or many from it on. ST_UNSUPPORTED: its value is too wide. */
static enum status value_of(struct break_fill *b, uint64_t *at, uint64_t to)
{
    bool sparse;
    uint64_t n = *at;
    enum status st = ask_splits(b, n, &sparse);
    if (st != ST_OK) return st;
    if (sparse && split_blocks_may(&b->blocks, n)) {
        st = split_blocks_fill(&b->blocks, b->values, n, to, b->env->budget, at, &b->marks);
        return st == ST_OK ? widen(b, (uint32_t)b->splits.top) : st;
    }
    if (sparse) mark_sparsely(b, n);
    else mark_options(b, n);
    uint32_t value = sparse ? find_mex(b) : mex(b->set, b->words);
    if (!value_run_put(b->values, n, value)) return ST_UNSUPPORTED;
    ++*at;
    return widen(b, value);
}

/* Heaps below `known` are in the sets already; *done: below it they are right. */
static enum status fill(struct break_fill *b, uint64_t known, uint64_t from, uint64_t to, uint64_t *done)
{
    enum status st = ST_OK;
    for (uint64_t n = known; n < from && st == ST_OK; n++) st = widen(b, value_at(b, n));
    if (b->pairs && from && st == ST_OK) cover_pairs(b, from - 1);
    for (uint64_t n = from; n < to && st == ST_OK; *done = n) {
        st = value_of(b, &n, to);
        if (st == ST_OK && b->pairs) cover_pairs(b, n - 1);
        b->marks += HEAP_STEPS;
        if (b->marks < MARKS_PER_CHECK || st != ST_OK) continue;
        b->work += b->marks;
        b->marks = 0;
        st = budget_check(b->env->budget);
    }
    return st;
}

void periodic_end_break(struct break_fill *b)
{
    if (!b) return;
    split_blocks_free(&b->blocks);
    sparse_space_free(&b->splits);
    mem_free(b->kinds, (2 * b->f->digit_count + 1) * sizeof *b->kinds);
    mem_free(b->open, (b->f->digit_count + 1) * sizeof *b->open);
    mem_free(b->seen, b->seen_room * sizeof *b->seen);
    mem_free(b->set, b->words * sizeof *b->set);
    if (b->sets) mem_free(b->sets, b->hands * b->words * sizeof *b->sets);
    if (b->pairs) mem_free(b->pairs, (size_t)b->pair_room * b->words * sizeof *b->pairs);
    mem_free(b, sizeof *b);
}

static enum status open_fill(struct break_fill *b, uint64_t to)
{
    b->words = 1;
    b->pair_room = to;
    b->set = mem_alloc(sizeof *b->set);
    b->hands = crew_hands(budget_crew(b->env->budget));
    if (b->hands > 1) b->sets = mem_alloc(b->hands * sizeof *b->sets);
    enum status st = b->set && (b->sets || b->hands == 1) ? ST_OK : ST_NO_MEMORY;
    if (st == ST_OK && b->f->most_heaps > 2) {
        st = budget_fits(b->env->budget, to * sizeof *b->pairs);
        if (st == ST_OK && !(b->pairs = mem_alloc((size_t)to * sizeof *b->pairs))) st = ST_NO_MEMORY;
    }
    return st == ST_OK ? open_kinds(b) : st;
}

/* Sets of pairs have room for the heaps below `to` only, so these are made again; so is what was learnt of other heaps than all
 * below `from`, as where values were read from a file since. */
enum status periodic_fill_break(struct env *env, const struct family *f, struct value_run *values, uint64_t from,
                                uint64_t to, uint64_t *work, struct break_fill **state, uint64_t *done)
{
    enum status st = ST_OK;
    uint64_t filled = from;
    if (f->most_heaps > 2 || (*state && (*state)->learnt != from)) {
        periodic_end_break(*state);
        *state = NULL;
    }
    bool again = *state != NULL;
    if (!again) {
        if (!(*state = mem_alloc(sizeof **state))) return ST_NO_MEMORY;
        (*state)->f = f;
        (*state)->env = env;
        st = open_fill(*state, to);
    }
    struct break_fill *b = *state;
    b->values = values;
    b->env = env;
    b->work = b->marks = 0;
    if (st == ST_OK) st = fill(b, again ? from : 0, from, to, &filled);
    *work += b->work + b->marks;
    b->learnt = st == ST_OK ? to : 0;
    if (st == ST_UNSUPPORTED) *done = b->learnt = filled;
    return st;
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    (void)self, (void)planner;
    if (way->ask->what == Q_OPTIONS) heap_options_offer(env, way);
    else periodic_offer(env, FAMILY_BREAK, way);
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    bool options = way->ask->what == Q_OPTIONS;
    return options ? heap_options_answer(env, way, arena, result) : periodic_answer(env, way, arena, result);
}

const struct solver solver_takebreak = {
    .name = "takebreak",
    .kind = "periodic",
    .summary = "SG values of a heap under a finite take-and-break code, the period proved",
    .any_size = true, /* by the period */
    .also = ALSO(Q_OPTIONS),
    .offer = offer,
    .run = run,
};
